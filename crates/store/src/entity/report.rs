//! A stored review.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "report")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub project_id: i64,
    pub created_at: i64,
    pub risk_rank: i16,
    pub findings_total: i32,
    #[sea_orm(column_type = "Text", nullable)]
    pub repository: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub branch: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub commit_sha: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub reviewer: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub author: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub review_type: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub submitted_by: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub idempotency_key: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub content_digest: String,
    #[sea_orm(column_type = "Text")]
    pub summary: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub scope: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub checklist_results: String,
    #[sea_orm(column_type = "Text")]
    pub scan_rules: String,
    #[sea_orm(column_type = "Text")]
    pub search_text: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub search_author: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub outcome: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::project::Entity",
        from = "Column::ProjectId",
        to = "super::project::Column::Id"
    )]
    Project,
}

impl ActiveModelBehavior for ActiveModel {}

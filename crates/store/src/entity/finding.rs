//! One sighting of an issue.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "finding")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub report_id: i64,
    pub project_id: i64,
    pub issue_id: i64,
    pub superseded_by: Option<i64>,
    pub created_at: i64,
    pub first_seen_at: i64,
    pub severity_rank: i16,
    pub reported_rank: i16,
    pub version: i64,
    #[sea_orm(column_type = "Text")]
    pub status: String,
    pub status_changed_at: Option<i64>,
    pub status_expires_at: Option<i64>,
    pub decided_rank: Option<i16>,
    #[sea_orm(column_type = "Text")]
    pub fingerprint_v1: String,
    #[sea_orm(column_type = "Text")]
    pub fingerprint: String,
    #[sea_orm(column_type = "Text")]
    pub title: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub rule_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub category: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub cwe: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub owasp: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub file_path: Option<String>,
    pub line_start: Option<i64>,
    pub line_end: Option<i64>,
    #[sea_orm(column_type = "Text", nullable)]
    pub confidence: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub source: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub sink: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub status_reason: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub status_approver: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub proposed_status: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub proposed_reason: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub proposed_by: Option<String>,
    pub proposed_at: Option<i64>,
    pub original_rank: Option<i16>,
    #[sea_orm(column_type = "Text", nullable)]
    pub severity_reason: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub severity_changed_by: Option<String>,
    pub severity_changed_at: Option<i64>,
    #[sea_orm(column_type = "Text")]
    pub description: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub evidence: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub recommendation: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub impact: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub verification: Option<String>,
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

//! A rule that somebody suggests.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rule_proposal")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub project_id: i64,
    #[sea_orm(column_type = "Text")]
    pub rule_id: String,
    #[sea_orm(column_type = "Text")]
    pub content: String,
    #[sea_orm(column_type = "Text")]
    pub reason: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub test_code: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub proposed_by: String,
    pub proposed_at: i64,
    #[sea_orm(column_type = "Text")]
    pub state: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub decided_by: Option<String>,
    pub decided_at: Option<i64>,
    #[sea_orm(column_type = "Text", nullable)]
    pub decision_reason: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

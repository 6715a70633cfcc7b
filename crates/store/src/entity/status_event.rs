//! One step in the life of an issue, append-only.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "status_event")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub project_id: i64,
    pub issue_id: i64,
    pub finding_id: i64,
    pub report_id: Option<i64>,
    pub at: i64,
    pub day: i32,
    #[sea_orm(column_type = "Text")]
    pub kind: String,
    pub before_rank: Option<i16>,
    pub after_rank: Option<i16>,
    pub opened_at: i64,
    #[sea_orm(column_type = "Text")]
    pub actor: String,
    pub recorded_at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

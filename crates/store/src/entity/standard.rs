//! A development standard.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "standard")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub slug: String,
    #[sea_orm(column_type = "Text")]
    pub title: String,
    #[sea_orm(column_type = "Text")]
    pub description: String,
    #[sea_orm(column_type = "Text")]
    pub technologies: String,
    #[sea_orm(column_type = "Text")]
    pub file_patterns: String,
    #[sea_orm(column_type = "Text")]
    pub content: String,
    pub enabled: bool,
    #[sea_orm(column_type = "Text")]
    pub digest: String,
    pub created_at: i64,
    pub updated_at: i64,
    #[sea_orm(column_type = "Text", nullable)]
    pub updated_by: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

//! The schema, step by step. A step is frozen once released; a change is a new step.

use sea_orm::{ConnectionTrait, DbErr, DynIden};
use sea_orm_migration::prelude::*;

use crate::engine::Engine;

mod m0001_reports;
mod m0002_catalogue;

/// Table that names the steps taken.
pub(crate) const TABLE: &str = "schema_migration";

pub(crate) struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(Step("0001_reports", m0001_reports::UP)),
            Box::new(Step("0002_catalogue", m0002_catalogue::UP)),
        ]
    }

    fn migration_table_name() -> DynIden {
        TABLE.into_iden()
    }
}

/// Names of all steps, in order.
pub(crate) fn names() -> Vec<String> {
    Migrator::migrations().iter().map(|m| m.name().to_owned()).collect()
}

/// A step: its name and its statements, in the words of [`Engine::ddl`].
struct Step(&'static str, &'static str);

impl MigrationName for Step {
    fn name(&self) -> &str {
        self.0
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Step {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let sql = Engine::of(manager.get_database_backend()).ddl(self.1);
        manager.get_connection().execute_unprepared(&sql).await.map(|_| ())
    }
}

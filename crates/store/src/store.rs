use std::ops::Deref;
use std::sync::Arc;

use domain::{Actor, Timestamp};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, IntoDatabaseExecutor, Statement, TransactionTrait,
};
use sea_orm_migration::{MigratorTrait, SchemaManager};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::engine::{self, DatabaseUrl, Engine};
use crate::migration::{self, Migrator};
use crate::{Error, audit};

/// How the database is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenOptions {
    /// Connections kept at most.
    pub max_connections: u32,
    /// PostgreSQL: schema that holds the tables, if it is not the default one of the role. It must exist.
    pub schema: Option<String>,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self {
            max_connections: 8,
            schema: None,
        }
    }
}

/// Whether the tables are those of this version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaState {
    /// They are.
    UpToDate,
    /// [`Store::migrate`] has to run first.
    Behind {
        /// Last step taken, none in an empty database.
        stored: Option<String>,
        /// Last step of this version.
        expected: String,
    },
    /// A newer version of the program was here.
    Ahead {
        /// Last step taken.
        stored: String,
        /// Last step of this version.
        expected: String,
    },
}

/// An open database. Cheap to clone; all clones share the connections.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    db: DatabaseConnection,
    engine: Engine,
    url: DatabaseUrl,
    /// SQLite: the file that was opened.
    file: Option<engine::FileIdentity>,
    /// SQLite: whose turn it is to write. Waiting here is fair and costs nothing, unlike the retries of the engine.
    turn: Arc<Mutex<()>>,
}

impl Store {
    /// Opens a database; an SQLite file is made if it is missing, readable by its owner only. Makes no table: see
    /// [`Store::migrate`].
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`].
    pub async fn open(url: &DatabaseUrl, options: &OpenOptions) -> Result<Self, Error> {
        let db = engine::connect(url, options).await?;
        Ok(Self {
            inner: Arc::new(Inner {
                db,
                engine: url.engine(),
                url: url.clone(),
                file: engine::file_identity(url),
                turn: Arc::new(Mutex::new(())),
            }),
        })
    }

    /// Brings the tables to this version: all steps or none. Several processes may do it at once.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if a newer version of the program made the tables.
    pub async fn migrate(&self, now: Timestamp) -> Result<(), Error> {
        if self.is_up_to_date().await? {
            return Ok(());
        }
        let _lock = engine::lock_file(&self.inner.url).await?;
        if self.is_up_to_date().await? {
            return Ok(());
        }
        let tx = self.write().await?;
        engine::lock_migrations(&tx).await?;
        let stored = self.stored_steps(&*tx).await?.pop();
        Migrator::up(&*tx, None).await?;
        let steps = self.stored_steps(&*tx).await?;
        if steps.last() != stored.as_ref() {
            let event = audit::Entry::new("database.migrated", "database")
                .detail("from", stored)
                .detail("to", steps.last());
            audit::record(&*tx, &Actor::Auto, now, event).await?;
        }
        tx.commit().await
    }

    /// Compares the tables with this version. Writes nothing.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn schema(&self) -> Result<SchemaState, Error> {
        let stored = self.stored_steps(&self.inner.db).await?;
        let known = migration::names();
        let expected = known.last().cloned().unwrap_or_default();
        Ok(if stored == known {
            SchemaState::UpToDate
        } else if known.starts_with(&stored) {
            SchemaState::Behind {
                stored: stored.last().cloned(),
                expected,
            }
        } else {
            SchemaState::Ahead {
                stored: stored.last().cloned().unwrap_or_default(),
                expected,
            }
        })
    }

    /// Which engine it is.
    pub fn engine(&self) -> Engine {
        self.inner.engine
    }

    /// Closes all connections, of every clone.
    ///
    /// # Errors
    ///
    /// When the engine reports a failure.
    pub async fn close(self) -> Result<(), Error> {
        Ok(self.inner.db.close_by_ref().await?)
    }

    #[cfg(test)]
    pub(crate) fn connection(&self) -> &DatabaseConnection {
        &self.inner.db
    }

    /// Starts a transaction that sees one state of the database and writes nothing.
    pub(crate) async fn read(&self) -> Result<DatabaseTransaction, Error> {
        let options = engine::read_options(self.inner.engine);
        Ok(self.inner.db.begin_with_options(options).await?)
    }

    /// Starts a transaction that writes. Dropped without [`Write::commit`], it leaves no trace.
    pub(crate) async fn write(&self) -> Result<Write, Error> {
        let turn = match self.inner.engine {
            Engine::Sqlite => Some(self.inner.turn.clone().lock_owned().await),
            Engine::PostgreSql => None,
        };
        // What is written to a file that has no name any more is lost with the process.
        if engine::file_identity(&self.inner.url) != self.inner.file {
            return Err(Error::Unavailable(
                "its file was removed or replaced while the program runs: start the program again".to_owned(),
            ));
        }
        let tx = self.inner.db.begin_with_options(engine::write_options()).await?;
        Ok(Write { tx, _turn: turn })
    }

    async fn is_up_to_date(&self) -> Result<bool, Error> {
        match self.schema().await? {
            SchemaState::UpToDate => Ok(true),
            SchemaState::Behind { .. } => Ok(false),
            SchemaState::Ahead { stored, expected } => Err(Error::Unavailable(format!(
                "its tables are of a newer version ({stored}) than this program knows ({expected})"
            ))),
        }
    }

    async fn stored_steps<'c, C>(&self, db: &'c C) -> Result<Vec<String>, Error>
    where
        C: ConnectionTrait,
        &'c C: IntoDatabaseExecutor<'c>,
    {
        if !SchemaManager::new(db).has_table(migration::TABLE).await? {
            return Ok(Vec::new());
        }
        let sql = format!("SELECT version FROM {} ORDER BY version", migration::TABLE);
        let rows = db
            .query_all_raw(Statement::from_string(db.get_database_backend(), sql))
            .await?;
        let names: Result<Vec<String>, _> = rows.iter().map(|row| row.try_get_by_index(0)).collect();
        Ok(names?)
    }
}

/// A transaction that writes.
pub(crate) struct Write {
    tx: DatabaseTransaction,
    _turn: Option<OwnedMutexGuard<()>>,
}

impl Write {
    pub(crate) async fn commit(self) -> Result<(), Error> {
        Ok(self.tx.commit().await?)
    }
}

impl Deref for Write {
    type Target = DatabaseTransaction;

    fn deref(&self) -> &DatabaseTransaction {
        &self.tx
    }
}

//! A bed for tests: a fresh database, a clock that is set by hand, clients of any caller and revision.

mod bed;
mod client;
pub mod clock;
mod database;
pub mod markdown;
mod raw;
pub mod samples;

pub use bed::{Bed, caller};
pub use client::{Answer, Client, Revision};
pub use raw::Raw;

/// Makes each of the named functions (`async fn name(bed: &Bed)`) a test on SQLite and one on PostgreSQL.
macro_rules! on_both_engines {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test]
                async fn $name() {
                    let bed = $crate::support::Bed::new(store::Engine::Sqlite).await;
                    super::$name(&bed).await;
                    bed.remove().await;
                }
            )+
        }

        mod postgresql {
            $(
                #[tokio::test]
                async fn $name() {
                    let bed = $crate::support::Bed::new(store::Engine::PostgreSql).await;
                    super::$name(&bed).await;
                    bed.remove().await;
                }
            )+
        }
    };
}

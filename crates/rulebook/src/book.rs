use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use domain::Timestamp;
use store::{Error, Store, catalogue};

use crate::Snapshot;
use crate::defaults;
use crate::snapshot::wants_definition;

/// How long a snapshot is used before the revision is looked at.
const CHECK_AFTER: Duration = Duration::from_secs(5);

/// The rules and checklists of a process, kept up to date with its database.
pub struct Rulebook {
    store: Store,
    state: Mutex<State>,
    /// Held by whoever asks the database: the others use what there is meanwhile.
    asking: tokio::sync::Mutex<()>,
}

struct State {
    snapshot: Arc<Snapshot>,
    checked: Instant,
}

impl Rulebook {
    /// Seeds what the program brings and the database lacks, and takes the first snapshot. A database that fails is no reason
    /// to fail: [`Snapshot::load_errors`] says what is used instead.
    pub async fn open(store: Store, now: Timestamp) -> Self {
        let seeded = catalogue::seed(&store, &defaults::digest(), defaults::shipped, now).await;
        let mut snapshot = match load(&store).await {
            Ok(snapshot) => snapshot,
            Err(error) => Snapshot::fallback(unreadable(&error), Default::default()),
        };
        if let Err(error) = seeded {
            snapshot.add_error(format!(
                "the rules of this version could not be stored: {}",
                kind(&error)
            ));
        }
        Self {
            store,
            state: Mutex::new(State {
                snapshot: Arc::new(snapshot),
                checked: Instant::now(),
            }),
            asking: tokio::sync::Mutex::new(()),
        }
    }

    /// The snapshot in force: at most five seconds behind the database, unless the database fails.
    pub async fn current(&self) -> Arc<Snapshot> {
        self.current_at(Instant::now()).await
    }

    /// [`current`](Self::current) at an instant of the caller's clock.
    pub async fn current_at(&self, at: Instant) -> Arc<Snapshot> {
        let (snapshot, checked) = {
            let state = self.state();
            (Arc::clone(&state.snapshot), state.checked)
        };
        if at.saturating_duration_since(checked) < CHECK_AFTER {
            return snapshot;
        }
        let Ok(_asking) = self.asking.try_lock() else {
            return snapshot;
        };
        // Also after a failure: a database that is away is not asked at each use.
        self.state().checked = at;
        match catalogue::revision(&self.store).await {
            Ok(revision) if snapshot.revision() != Some(revision) => {}
            _ => return snapshot,
        }
        match load(&self.store).await {
            Ok(new) => self.take(new, at),
            Err(_) => snapshot,
        }
    }

    /// Reads the catalogue at once. If that fails, the rules of the program are used, without those that were switched off last.
    pub async fn reload(&self) -> Arc<Snapshot> {
        let _asking = self.asking.lock().await;
        let new = match load(&self.store).await {
            Ok(new) => new,
            Err(error) => Snapshot::fallback(unreadable(&error), self.state().snapshot.disabled().clone()),
        };
        self.take(new, Instant::now())
    }

    /// Compiles the rules of the snapshot in force on a thread of its own, so that the first scan need not; a scan that comes earlier
    /// waits for it. The rules of every later snapshot are compiled like this when it is taken.
    pub fn prepare(&self) -> tokio::task::JoinHandle<()> {
        let snapshot = Arc::clone(&self.state().snapshot);
        tokio::task::spawn_blocking(move || snapshot.rules().prepare())
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    fn take(&self, snapshot: Snapshot, at: Instant) -> Arc<Snapshot> {
        let snapshot = Arc::new(snapshot);
        *self.state() = State {
            snapshot: Arc::clone(&snapshot),
            checked: at,
        };
        self.prepare();
        snapshot
    }

    /// Two fields that are replaced as a whole: a panic elsewhere leaves nothing half done.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn load(store: &Store) -> Result<Snapshot, Error> {
    let catalogue = catalogue::load(store, wants_definition).await?;
    if catalogue.rules.iter().all(|rule| rule.definition.is_none()) {
        return Ok(Snapshot::of(catalogue));
    }
    // Reading many rules compiles many expressions.
    tokio::task::spawn_blocking(move || Snapshot::of(catalogue))
        .await
        .map_err(|_| Error::Internal("reading the stored rules panicked".to_owned()))
}

fn unreadable(error: &Error) -> String {
    format!(
        "the stored rules cannot be read ({}): the rules of the program are used",
        kind(error)
    )
}

/// The kind of an error only: its text may name an address.
fn kind(error: &Error) -> &'static str {
    match error {
        Error::Domain(_) => "refused",
        Error::Busy => "the database is busy",
        Error::Unavailable(_) => "the database is not available",
        Error::Internal(_) => "internal error of the database layer",
    }
}

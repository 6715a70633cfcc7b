//! Removal of what nobody needs any more. Several processes may do it at once.

use domain::{Actor, Timestamp};

use crate::sql::Sql;
use crate::{Error, Store, audit};

/// The longest retention, in days.
pub const MAX_DAYS: u32 = 36_500;

/// The highest bound on the number of audit entries.
pub const MAX_AUDIT_EVENTS: u64 = 100_000_000;

/// What was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purged {
    /// Days kept; 0: nothing is removed by age.
    pub retention_days: u32,
    /// Rows removed.
    pub deleted: u64,
}

/// Removes the reports without any finding that are older than `days` days (0: none), except the latest report of each
/// project. Reports with findings are never removed.
///
/// # Errors
///
/// `days` is above [`MAX_DAYS`].
pub async fn purge_empty_reports(store: &Store, days: u32, now: Timestamp) -> Result<Purged, Error> {
    check("days", u64::from(days), u64::from(MAX_DAYS))?;
    let mut purged = Purged {
        retention_days: days,
        deleted: 0,
    };
    if days == 0 {
        return Ok(purged);
    }
    let tx = store.write().await?;
    purged.deleted = Sql::new("DELETE FROM report WHERE findings_total = 0 AND created_at < ")
        .bind(now.plus_days(-i64::from(days)).as_micros())
        .push(" AND EXISTS (SELECT 1 FROM report later WHERE later.project_id = report.project_id AND later.id > report.id)")
        .affected(&*tx)
        .await?;
    if purged.deleted > 0 {
        let entry = audit::Entry::new("reports.purged", "report")
            .detail("retention_days", days)
            .detail("deleted", purged.deleted);
        audit::record(&*tx, &Actor::Auto, now, entry).await?;
    }
    tx.commit().await?;
    Ok(purged)
}

/// Removes the audit entries older than `days` days (0: none), then the oldest beyond `max_events` (0: no bound).
///
/// # Errors
///
/// `days` is above [`MAX_DAYS`] or `max_events` above [`MAX_AUDIT_EVENTS`].
pub async fn purge_audit(store: &Store, days: u32, max_events: u64, now: Timestamp) -> Result<Purged, Error> {
    check("days", u64::from(days), u64::from(MAX_DAYS))?;
    check("max_events", max_events, MAX_AUDIT_EVENTS)?;
    let tx = store.write().await?;
    let mut deleted = 0;
    if days > 0 {
        deleted += Sql::new("DELETE FROM audit_event WHERE created_at < ")
            .bind(now.plus_days(-i64::from(days)).as_micros())
            .affected(&*tx)
            .await?;
    }
    if max_events > 0 {
        // The first one that is too many; it and what is older goes.
        let skip = i64::try_from(max_events).unwrap_or(i64::MAX);
        let rows = Sql::new("SELECT created_at, id FROM audit_event ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ")
            .bind(skip)
            .all(&*tx)
            .await?;
        if let Some(oldest) = rows.first() {
            let (at, id): (i64, i64) = (oldest.try_get_by_index(0)?, oldest.try_get_by_index(1)?);
            deleted += Sql::new("DELETE FROM audit_event WHERE created_at < ")
                .bind(at)
                .push(" OR (created_at = ")
                .bind(at)
                .push(" AND id <= ")
                .bind(id)
                .push(")")
                .affected(&*tx)
                .await?;
        }
    }
    if deleted > 0 {
        let entry = audit::Entry::new("audit.purged", "audit_event")
            .detail("retention_days", days)
            .detail("max_events", max_events)
            .detail("deleted", deleted);
        audit::record(&*tx, &Actor::Auto, now, entry).await?;
    }
    tx.commit().await?;
    Ok(Purged {
        retention_days: days,
        deleted,
    })
}

fn check(what: &str, given: u64, limit: u64) -> Result<(), Error> {
    if given <= limit {
        return Ok(());
    }
    Err(Error::Domain(domain::Error::invalid(format!(
        "{what} is {given}: give a number from 0 to {limit}"
    ))))
}

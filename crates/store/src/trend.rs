//! How the backlog of a project moves.

use domain::trend::{DailyEvents, DailyReports, FixTime, OpenGroup, Trend, TrendFacts, TrendQuery, Window, trend};
use domain::{EventKind, MICROS_PER_DAY, Scope, Timestamp};
use sea_orm::{ConnectionTrait, QueryResult};

use crate::sql::Sql;
use crate::{Error, Store, projects, row};

/// Microseconds of a minute.
const MICROS_PER_MINUTE: i64 = 60_000_000;

/// The trend of a project. An unknown one has an empty trend.
///
/// # Errors
///
/// The project is out of reach, or the window is out of bounds.
pub async fn of(store: &Store, scope: &Scope, query: &TrendQuery, now: Timestamp) -> Result<Trend, Error> {
    scope.check(&query.project)?;
    let window = Window::new(query.days, query.granularity, now)?;
    let tx = store.read().await?;
    let facts = match projects::id_of(&tx, &query.project).await? {
        Some(id) => facts(&tx, id, &window, now).await?,
        None => TrendFacts::default(),
    };
    Ok(trend(query, &window, &facts, now))
}

/// What a trend is computed from, added up by the database.
async fn facts(db: &impl ConnectionTrait, project: i64, window: &Window, now: Timestamp) -> Result<TrendFacts, Error> {
    Ok(TrendFacts {
        events: events(db, project, window, now).await?,
        reports: daily_reports(db, project).await?,
        open: open_groups(db, project, now).await?,
        fix_times: fix_times(db, project, window, now).await?,
    })
}

/// The history: day by day in the window, and as one earlier day before it.
async fn events(
    db: &impl ConnectionTrait,
    project: i64,
    window: &Window,
    now: Timestamp,
) -> Result<Vec<DailyEvents>, Error> {
    let first_day = window.first_day();
    let earlier = Sql::new(&format!(
        "SELECT CAST({} AS BIGINT), kind, before_rank, after_rank, COUNT(*) FROM status_event WHERE project_id = ",
        first_day - 1
    ))
    .bind(project)
    .push(" AND day < ")
    .bind(first_day)
    .push(" GROUP BY kind, before_rank, after_rank");
    let daily = Sql::new(
        "SELECT CAST(day AS BIGINT), kind, before_rank, after_rank, COUNT(*) FROM status_event WHERE project_id = ",
    )
    .bind(project)
    .push(" AND day BETWEEN ")
    .bind(first_day)
    .push(" AND ")
    .bind(now.day())
    .push(" GROUP BY kind, before_rank, after_rank, day");
    // The end of a decision is written with the next step of its issue; until then it is read from the finding.
    let ended = Sql::new(&format!(
        "SELECT status_expires_at / {MICROS_PER_DAY}, 'expired', NULL, severity_rank, COUNT(*) FROM finding \
         WHERE superseded_by IS NULL AND status IN ('accepted', 'false_positive') AND project_id = "
    ))
    .bind(project)
    .push(" AND status_expires_at <= ")
    .bind(now.as_micros())
    .push(" GROUP BY 1, severity_rank");
    let mut events = Vec::new();
    for part in [earlier, daily] {
        for found in part.all(db).await? {
            events.push(event(&found, found.try_get_by_index(2)?)?);
        }
    }
    for found in ended.all(db).await? {
        events.push(event(&found, None)?);
    }
    Ok(events)
}

fn event(found: &QueryResult, before: Option<i16>) -> Result<DailyEvents, Error> {
    let kind: String = found.try_get_by_index(1)?;
    let kind: EventKind = row::word(&kind)?;
    Ok(DailyEvents {
        day: found.try_get_by_index(0)?,
        kind,
        before: row::severity_or_none(before)?,
        after: row::severity_or_none(found.try_get_by_index(3)?)?,
        count: number(found, 4)?,
    })
}

fn number(found: &QueryResult, at: usize) -> Result<u64, Error> {
    let number: i64 = found.try_get_by_index(at)?;
    u64::try_from(number).map_err(|_| Error::unreadable("count"))
}

async fn daily_reports(db: &impl ConnectionTrait, project: i64) -> Result<Vec<DailyReports>, Error> {
    let rows = Sql::new(&format!(
        "SELECT created_at / {MICROS_PER_DAY}, risk_rank, COUNT(*) FROM report WHERE project_id = "
    ))
    .bind(project)
    .push(" GROUP BY 1, risk_rank")
    .all(db)
    .await?;
    rows.iter()
        .map(|found| {
            Ok(DailyReports {
                day: found.try_get_by_index(0)?,
                risk_level: row::severity(found.try_get_by_index(1)?)?,
                count: number(found, 2)?,
            })
        })
        .collect()
}

async fn open_groups(db: &impl ConnectionTrait, project: i64, now: Timestamp) -> Result<Vec<OpenGroup>, Error> {
    let select = "SELECT severity_rank, cwe, COUNT(*), MIN(first_seen_at) FROM finding WHERE superseded_by IS NULL AND project_id = ";
    let rows = Sql::new(select)
        .bind(project)
        .push(" AND status = 'open' GROUP BY severity_rank, cwe UNION ALL ")
        .push(select)
        .bind(project)
        .push(" AND status IN ('accepted', 'false_positive') AND status_expires_at <= ")
        .bind(now.as_micros())
        .push(" GROUP BY severity_rank, cwe")
        .all(db)
        .await?;
    rows.iter()
        .map(|found| {
            Ok(OpenGroup {
                severity: row::severity(found.try_get_by_index(0)?)?,
                cwe: found.try_get_by_index(1)?,
                count: number(found, 2)?,
                oldest: row::time(found.try_get_by_index(3)?),
            })
        })
        .collect()
}

async fn fix_times(
    db: &impl ConnectionTrait,
    project: i64,
    window: &Window,
    now: Timestamp,
) -> Result<Vec<FixTime>, Error> {
    let rows = Sql::new(&format!(
        "SELECT before_rank, (at - opened_at) / {MICROS_PER_MINUTE}, COUNT(*) FROM status_event \
         WHERE kind = 'fixed' AND before_rank IS NOT NULL AND project_id = "
    ))
    .bind(project)
    .push(" AND at BETWEEN ")
    .bind(window.start().as_micros())
    .push(" AND ")
    .bind(now.as_micros())
    .push(" GROUP BY 1, 2")
    .all(db)
    .await?;
    rows.iter()
        .map(|found| {
            Ok(FixTime {
                severity: row::severity(found.try_get_by_index(0)?)?,
                minutes: found.try_get_by_index(1)?,
                count: number(found, 2)?,
            })
        })
        .collect()
}

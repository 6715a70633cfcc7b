//! The security gate.

use domain::gate::{Gate, GateQuery, OpenCounts, ProjectFacts, gate};
use domain::{Scope, Timestamp};

use crate::{Error, Store, projects, reports};

/// Judges what is open of a project, or of one of its reports.
///
/// # Errors
///
/// The project is out of reach or the report is not found; the report is one of another project.
pub async fn check(store: &Store, scope: &Scope, query: &GateQuery, now: Timestamp) -> Result<Gate, Error> {
    scope.check(&query.project)?;
    let tx = store.read().await?;
    let report = match query.report_id {
        Some(id) => {
            let report = reports::load(&tx, scope, id).await?;
            query.check_owner(&report.head.project)?;
            Some(report)
        }
        None => None,
    };
    let Some(project_id) = projects::id_of(&tx, &query.project).await? else {
        return Ok(gate(query, &OpenCounts::default(), &ProjectFacts::default(), now));
    };
    let open = match &report {
        Some(report) => reports::open_counts(&tx, report.id, now).await?,
        None => projects::open_counts(&tx, project_id, now).await?,
    };
    let facts = ProjectFacts {
        report_at: report.map(|report| report.created_at),
        ..projects::facts(&tx, project_id).await?
    };
    Ok(gate(query, &open, &facts, now))
}

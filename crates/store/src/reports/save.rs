use std::collections::HashSet;

use domain::save::{self, MovedDecision, SavePlan};
use domain::view::{MovedDecisionView, Saved, SavedReport};
use domain::{BySeverity, Caller, CheckedReport, Finding, ProjectName, Report, Timestamp, fingerprint};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Select};

use super::write;
use crate::entity::{finding, report};
use crate::sql::Sql;
use crate::{Error, Store, audit, projects, row};

/// For how long the same content, sent again by the same submitter without a key, is the same report.
const SAME_CONTENT_MINUTES: i64 = 10;

/// Fingerprints asked for at once.
const FINGERPRINTS: usize = 500;

/// Saves a report: its findings take the place of the current sightings of the same issues, as [`domain::save::plan`] says.
///
/// Sent again (same project and key; or without a key, same content and submitter within ten minutes), it answers with the
/// first report and writes nothing.
///
/// # Errors
///
/// The caller may not write to the project; then it says where it may.
pub async fn save(
    store: &Store,
    caller: &Caller,
    checked: &CheckedReport,
    now: Timestamp,
) -> Result<SavedReport, Error> {
    let name = &checked.head.project;
    projects::check_writes(caller, name)?;
    let tx = store.write().await?;
    let project_id = projects::lock_or_create(&*tx, name, &caller.actor, now).await?;
    if let Some(first) = saved_before(&*tx, project_id, caller, checked, now).await? {
        let answer = replay(&*tx, first, checked).await?;
        tx.commit().await?;
        return Ok(answer);
    }

    let previous = sightings(&*tx, project_id, checked).await?;
    let plan = save::plan(checked, &previous, &caller.actor, now);
    let total = plan.findings.len();
    let report_id = write::report(&*tx, project_id, caller, checked, &plan, now).await?;
    write::retire(&*tx, &plan).await?;
    let place = write::Place {
        project_id,
        report_id,
        now,
    };
    let ids = write::findings(&*tx, &place, &plan.findings).await?;
    write::point_to_successors(&*tx, &plan, &ids).await?;
    write::history(&*tx, &place, &plan, &previous, &ids).await?;
    write::comments(&*tx, &plan, &ids, now).await?;
    let mut warnings = checked.warnings.clone();
    if let Some(repository) = &checked.head.repository
        && write::repository(&*tx, project_id, repository, now).await?
    {
        warnings.push(shared_project(name));
    }
    let entry = audit::Entry::new("report.saved", "report")
        .target(report_id)
        .project(name.as_str())
        .detail("findings", total)
        .detail("risk_level", plan.risk_level)
        .detail("recurring", plan.recurring)
        .detail("carried_decisions", plan.carried_decisions);
    audit::record(&*tx, &caller.actor, now, entry).await?;
    tx.commit().await?;

    let report = Report {
        id: report_id,
        head: checked.head.clone(),
        risk_level: plan.risk_level,
        created_at: now,
        submitted_by: caller.submitter().map(str::to_owned),
    };
    let counts = BySeverity::count(plan.findings.iter().map(|planned| planned.severity));
    Ok(answer(&report, counts, plan, &ids, &warnings))
}

/// Said when a project has reports of several repositories. It names none of them: who may write need not know them.
fn shared_project(name: &ProjectName) -> String {
    format!(
        "reports of different repositories share the project `{name}`: use distinct names if they are different projects"
    )
}

fn answer(report: &Report, findings: BySeverity, plan: SavePlan, ids: &[i64], warnings: &[String]) -> SavedReport {
    let moved = |decision: &MovedDecision| MovedDecisionView {
        from_finding: decision.from_finding,
        to_finding: ids[decision.to_index],
        from_line: decision.from_line,
        to_line: decision.to_line,
    };
    SavedReport::new(Saved {
        report,
        findings,
        recurring: plan.recurring,
        carried_decisions: plan.carried_decisions,
        moved_decisions: plan.moved_decisions.iter().map(moved).collect(),
        dropped_decisions: plan.dropped_decisions,
        reopened_findings: plan.reopened,
        replayed: false,
        warnings: Some(warnings),
    })
}

/// The current findings of the project that have a fingerprint of the report.
async fn sightings(db: &impl ConnectionTrait, project_id: i64, checked: &CheckedReport) -> Result<Vec<Finding>, Error> {
    let project = &checked.head.project;
    let wanted: HashSet<String> = checked
        .findings
        .iter()
        .map(|content| fingerprint::v2(project, content))
        .collect();
    let wanted: Vec<String> = wanted.into_iter().collect();
    let mut found = Vec::new();
    for part in wanted.chunks(FINGERPRINTS) {
        for found_row in current_with(project_id, part).all(db).await? {
            found.push(row::finding(found_row)?);
        }
    }
    found.sort_by_key(|finding: &Finding| finding.id);
    Ok(found)
}

/// The current findings of a project with one of some fingerprints.
pub(crate) fn current_with(project_id: i64, fingerprints: &[String]) -> Select<finding::Entity> {
    finding::Entity::find()
        .filter(finding::Column::ProjectId.eq(project_id))
        .filter(finding::Column::SupersededBy.is_null())
        .filter(finding::Column::Fingerprint.is_in(fingerprints))
}

/// The report that this one is a repetition of.
async fn saved_before(
    db: &impl ConnectionTrait,
    project_id: i64,
    caller: &Caller,
    checked: &CheckedReport,
    now: Timestamp,
) -> Result<Option<report::Model>, Error> {
    let query = report::Entity::find().filter(report::Column::ProjectId.eq(project_id));
    let query = match &checked.idempotency_key {
        Some(key) => query.filter(report::Column::IdempotencyKey.eq(key)),
        None => {
            let since = now.as_micros() - SAME_CONTENT_MINUTES * 60_000_000;
            let query = query
                .filter(report::Column::ContentDigest.eq(&checked.content_digest))
                .filter(report::Column::CreatedAt.gte(since));
            match caller.submitter() {
                Some(submitter) => query.filter(report::Column::SubmittedBy.eq(submitter)),
                None => query.filter(report::Column::SubmittedBy.is_null()),
            }
        }
    };
    Ok(query.order_by_asc(report::Column::Id).one(db).await?)
}

/// The answer for a report that was saved before, from what is stored of it.
async fn replay(
    db: &impl ConnectionTrait,
    first: report::Model,
    checked: &CheckedReport,
) -> Result<SavedReport, Error> {
    let (id, saved_at) = (first.id, first.created_at);
    let report = row::report(first, checked.head.project.clone())?;
    // A number of its own is the issue of a first sighting; a decision older than the report was carried to it.
    let rows = Sql::new(
        "SELECT severity_rank, COUNT(*), COUNT(CASE WHEN issue_id <> id THEN 1 END), \
         COUNT(CASE WHEN status IN ('accepted', 'false_positive') AND status_changed_at < ",
    )
    .bind(saved_at)
    .push(" THEN 1 END) FROM finding WHERE report_id = ")
    .bind(id)
    .push(" GROUP BY severity_rank")
    .all(db)
    .await?;
    let mut findings = BySeverity::default();
    let (mut recurring, mut carried_decisions) = (0, 0);
    for found in rows {
        let severity = row::severity(found.try_get_by_index(0)?)?;
        row::add(&mut findings, severity, row::count(found.try_get_by_index(1)?)?);
        recurring += row::count(found.try_get_by_index(2)?)?;
        carried_decisions += row::count(found.try_get_by_index(3)?)?;
    }
    Ok(SavedReport::new(Saved {
        report: &report,
        findings,
        recurring,
        carried_decisions,
        dropped_decisions: Vec::new(),
        moved_decisions: Vec::new(),
        reopened_findings: Vec::new(),
        replayed: true,
        warnings: Some(&checked.warnings),
    }))
}

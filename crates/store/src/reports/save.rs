use std::collections::HashSet;

use domain::save::{self, SavePlan};
use domain::view::SavedReport;
use domain::{Caller, CheckedReport, Finding, ProjectName, Report, Timestamp, fingerprint};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Select};

use super::outcome::Outcome;
use super::write;
use crate::entity::{finding, report};
use crate::sql::Sql;
use crate::{Error, Store, audit, projects, row};

/// For how long the same content, sent again by the same submitter without a key, is the same report.
const SAME_CONTENT_MINUTES: i64 = 10;

/// Fingerprints asked for at once.
const FINGERPRINTS: usize = 500;

/// Current findings that one save may take the place of.
const CURRENT_FINDINGS: u64 = 20_000;

/// Saves a report: its findings take the place of the current sightings of the same issues, as [`domain::save::plan`] says.
///
/// Sent again, it gives the first answer and writes nothing: with the key of a report of the same project, content and
/// submitter; or without a key, the same content by the same submitter within ten minutes, as long as no other report of the
/// project came and nobody decided on a finding of the first one.
///
/// # Errors
///
/// The caller may not write to the project; then it says where it may. The key belongs to another report. The issues of the
/// report have more than 20,000 current findings.
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
        let outcome = Outcome::from_json(&first.outcome)?;
        let report = row::report(first, name.clone())?;
        tx.commit().await?;
        return outcome.answer(report, true);
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
    write::merge_issues(&*tx, &place, &plan, &previous, &ids).await?;
    write::history(&*tx, &place, &plan, &previous, &ids).await?;
    write::comments(&*tx, &plan, &ids, now).await?;
    let mut warnings = checked.warnings.clone();
    if let Some(repository) = &checked.head.repository
        && write::repository(&*tx, project_id, repository, now).await?
    {
        warnings.push(shared_project(name));
    }
    warnings.extend(repetitions(&plan));
    let entry = audit::Entry::new("report.saved", "report")
        .target(report_id)
        .project(name.as_str())
        .detail("findings", total)
        .detail("risk_level", plan.risk_level)
        .detail("recurring", plan.recurring)
        .detail("carried_decisions", plan.carried_decisions);
    audit::record(&*tx, &caller.actor, now, entry).await?;
    let outcome = Outcome::of(&plan, &ids, warnings);
    write::outcome(&*tx, report_id, &outcome).await?;
    tx.commit().await?;

    let report = Report {
        id: report_id,
        head: checked.head.clone(),
        risk_level: plan.risk_level,
        created_at: now,
        submitted_by: caller.submitter().map(str::to_owned),
    };
    outcome.answer(report, false)
}

/// Said when a project has reports of several repositories. It names none of them: who may write need not know them.
fn shared_project(name: &ProjectName) -> String {
    format!(
        "reports of different repositories share the project `{name}`: use distinct names if they are different projects"
    )
}

/// Said when findings of the report count once, because they are about one line of one issue.
fn repetitions(plan: &SavePlan) -> Option<String> {
    const NAMED: usize = 20;
    let repeats: Vec<(usize, usize)> = plan
        .findings
        .iter()
        .enumerate()
        .filter_map(|(at, planned)| Some((at, planned.repeats?)))
        .collect();
    let named: Vec<String> = repeats
        .iter()
        .take(NAMED)
        .map(|(at, kept)| format!("findings[{at}] repeats findings[{kept}]"))
        .collect();
    let more = match repeats.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!named.is_empty()).then(|| {
        format!(
            "same rule, path, title and line, so each counts once: {}{more}",
            named.join(", ")
        )
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
    check_bound(db, project_id, &wanted).await?;
    let mut found = Vec::new();
    for part in wanted.chunks(FINGERPRINTS) {
        for found_row in current_with(project_id, part).all(db).await? {
            found.push(row::finding(found_row)?);
        }
    }
    found.sort_by_key(|finding: &Finding| finding.id);
    Ok(found)
}

/// Refuses, before anything is loaded, a report whose issues have more current findings than one save may replace.
async fn check_bound(db: &impl ConnectionTrait, project_id: i64, fingerprints: &[String]) -> Result<(), Error> {
    let mut known = 0;
    for part in fingerprints.chunks(FINGERPRINTS) {
        let mut sql = Sql::new("SELECT COUNT(*) FROM finding WHERE superseded_by IS NULL AND project_id = ")
            .bind(project_id)
            .push(" AND fingerprint IN (");
        for (at, fingerprint) in part.iter().enumerate() {
            sql = sql.push(if at == 0 { "" } else { ", " }).bind(fingerprint.as_str());
        }
        known += sql.push(")").count(db).await?;
    }
    if known <= CURRENT_FINDINGS {
        return Ok(());
    }
    Err(Error::Domain(domain::Error::invalid(format!(
        "the issues of this report have {known} current findings in the project, the limit of one save is \
         {CURRENT_FINDINGS}: send its findings in several reports with fewer different issues each"
    ))))
}

/// The current findings of a project with one of some fingerprints.
pub(crate) fn current_with(project_id: i64, fingerprints: &[String]) -> Select<finding::Entity> {
    finding::Entity::find()
        .filter(finding::Column::ProjectId.eq(project_id))
        .filter(finding::Column::SupersededBy.is_null())
        .filter(finding::Column::Fingerprint.is_in(fingerprints))
}

/// The report that this one is a repetition of.
///
/// # Errors
///
/// The key belongs to a report of other content or of another submitter.
async fn saved_before(
    db: &impl ConnectionTrait,
    project_id: i64,
    caller: &Caller,
    checked: &CheckedReport,
    now: Timestamp,
) -> Result<Option<report::Model>, Error> {
    let reports = report::Entity::find().filter(report::Column::ProjectId.eq(project_id));
    let same_content = |first: &report::Model| first.content_digest == checked.content_digest;
    let same_submitter = |first: &report::Model| first.submitted_by.as_deref() == caller.submitter();
    if let Some(key) = &checked.idempotency_key {
        let first = reports.filter(report::Column::IdempotencyKey.eq(key)).one(db).await?;
        let Some(first) = first else {
            return Ok(None);
        };
        return match (same_submitter(&first), same_content(&first)) {
            (true, true) => Ok(Some(first)),
            (true, false) => Err(key_is_taken(&format!(" ({})", first.id))),
            (false, _) => Err(key_is_taken("")),
        };
    }
    let Some(newest) = reports.order_by_desc(report::Column::Id).one(db).await? else {
        return Ok(None);
    };
    let since = now.as_micros() - SAME_CONTENT_MINUTES * 60_000_000;
    let same = same_content(&newest) && same_submitter(&newest) && newest.created_at >= since;
    if !same || decided_since(db, &newest).await? {
        return Ok(None);
    }
    Ok(Some(newest))
}

fn key_is_taken(which: &str) -> Error {
    Error::Domain(domain::Error::invalid(format!(
        "idempotency_key was used for another report{which} of this project: use a new key"
    )))
}

/// Whether somebody decided on a finding of the newest report of a project after it was saved. Not every decision is a step
/// of the history: from closed to closed there is none.
async fn decided_since(db: &impl ConnectionTrait, newest: &report::Model) -> Result<bool, Error> {
    let steps =
        Sql::new("SELECT COUNT(*) FROM finding f JOIN status_event e ON e.finding_id = f.id WHERE f.report_id = ")
            .bind(newest.id)
            .push(" AND (e.report_id IS NULL OR e.report_id <> f.report_id)")
            .count(db)
            .await?;
    if steps > 0 {
        return Ok(true);
    }
    let changed = Sql::new("SELECT COUNT(*) FROM finding f WHERE f.report_id = ")
        .bind(newest.id)
        .push(" AND (f.status_changed_at > f.created_at OR f.severity_changed_at > f.created_at)")
        .count(db)
        .await?;
    Ok(changed > 0)
}

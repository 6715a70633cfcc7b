//! The rows of a save.

use std::collections::HashMap;

use domain::save::{PlannedFinding, SavePlan, Subject};
use domain::{Caller, CheckedReport, Finding, Timestamp, repository_key, view};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::outcome::Outcome;
use crate::entity::{comment, finding, project_alias, report, status_event};
use crate::row::rank;
use crate::sql::Sql;
use crate::{Error, row};

/// Rows of one statement: both engines bound the number of values.
const ROWS: usize = 250;

/// Repositories that are remembered of a project.
const ALIASES: usize = 100;

/// Where and when the findings of a save are stored.
pub(super) struct Place {
    pub(super) project_id: i64,
    pub(super) report_id: i64,
    pub(super) now: Timestamp,
}

/// Inserts the report itself.
pub(super) async fn report(
    db: &impl ConnectionTrait,
    project_id: i64,
    caller: &Caller,
    checked: &CheckedReport,
    plan: &SavePlan,
    now: Timestamp,
) -> Result<i64, Error> {
    let head = checked.head.clone();
    let submitted_by = caller.submitter().map(str::to_owned);
    let json = |error: serde_json::Error| Error::Internal(error.to_string());
    let row = report::ActiveModel {
        id: NotSet,
        project_id: Set(project_id),
        created_at: Set(now.as_micros()),
        risk_rank: Set(rank(plan.risk_level)),
        findings_total: Set(i32::try_from(plan.findings.len()).unwrap_or(i32::MAX)),
        checklist_results: Set(serde_json::to_string(&head.checklist_results).map_err(json)?),
        scan_rules: Set(serde_json::to_string(&head.scan_rules).map_err(json)?),
        search_text: Set(search_text(checked, submitted_by.as_deref())),
        search_author: Set(search_author(checked, submitted_by.as_deref())),
        repository: Set(head.repository),
        branch: Set(head.branch),
        commit_sha: Set(head.commit_sha),
        reviewer: Set(head.reviewer),
        author: Set(head.author),
        review_type: Set(head.review_type.map(|kind| kind.as_str().to_owned())),
        submitted_by: Set(submitted_by),
        idempotency_key: Set(checked.idempotency_key.clone()),
        content_digest: Set(checked.content_digest.clone()),
        summary: Set(head.summary),
        scope: Set(head.scope),
        // Written when the findings have their numbers.
        outcome: NotSet,
    };
    Ok(report::Entity::insert(row).exec(db).await?.last_insert_id)
}

/// What every search looks at, [folded](super::folded). Of the label of a personal token it has what everybody may see.
fn search_text(checked: &CheckedReport, submitted_by: Option<&str>) -> String {
    let head = &checked.head;
    let submitter = submitted_by.map(|label| view::submitter(label, false));
    let parts = [
        Some(head.project.as_str()),
        head.branch.as_deref(),
        head.commit_sha.as_deref(),
        head.reviewer.as_deref(),
        submitter.as_deref(),
        Some(head.summary.as_str()),
    ];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    super::folded(&parts.join("\n"))
}

/// What only those search who may know the developers, [folded](super::folded): the author, and the submitter in full.
fn search_author(checked: &CheckedReport, submitted_by: Option<&str>) -> Option<String> {
    let parts: Vec<&str> = [checked.head.author.as_deref(), submitted_by]
        .into_iter()
        .flatten()
        .collect();
    (!parts.is_empty()).then(|| super::folded(&parts.join("\n")))
}

/// Makes room: a place of an issue has one current finding, so the old ones step back before the new ones come. For the
/// moment they point to themselves.
pub(super) async fn retire(db: &impl ConnectionTrait, plan: &SavePlan) -> Result<(), Error> {
    let replaced: Vec<i64> = plan.findings.iter().flat_map(|f| f.replaces.iter().copied()).collect();
    if replaced.is_empty() {
        return Ok(());
    }
    Sql::new("UPDATE finding SET superseded_by = id WHERE id IN ")
        .ids(&replaced)
        .run(db)
        .await
}

/// Inserts the findings; their numbers, in order. What the report says twice of one place comes after the others, superseded
/// from the start.
pub(super) async fn findings(
    db: &impl ConnectionTrait,
    place: &Place,
    planned: &[PlannedFinding],
) -> Result<Vec<i64>, Error> {
    let mut ids = vec![0; planned.len()];
    let mut first = Vec::new();
    let mut repeated = Vec::new();
    for (at, finding) in planned.iter().enumerate() {
        match finding.repeats {
            None => first.push((at, finding_row(place, finding, finding.issue, None))),
            Some(_) => repeated.push(at),
        }
    }
    insert(db, place, first, &mut ids).await?;
    let repeated = repeated.into_iter().map(|at| {
        let finding = &planned[at];
        let successor = finding.repeats.map(|kept| ids[kept]);
        (at, finding_row(place, finding, finding.issue.or(successor), successor))
    });
    let repeated = repeated.collect();
    insert(db, place, repeated, &mut ids).await?;
    Ok(ids)
}

/// Inserts rows of some positions and notes their numbers.
async fn insert(
    db: &impl ConnectionTrait,
    place: &Place,
    rows: Vec<(usize, finding::ActiveModel)>,
    ids: &mut [i64],
) -> Result<(), Error> {
    if rows.is_empty() {
        return Ok(());
    }
    let (positions, rows): (Vec<usize>, Vec<finding::ActiveModel>) = rows.into_iter().unzip();
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let part: Vec<_> = rows.by_ref().take(ROWS).collect();
        finding::Entity::insert_many(part).exec_without_returning(db).await?;
    }
    // Numbers rise in the order of insertion, and only this transaction writes findings of this report.
    let mut stored: Vec<i64> = finding::Entity::find()
        .select_only()
        .column(finding::Column::Id)
        .filter(finding::Column::ReportId.eq(place.report_id))
        .order_by_desc(finding::Column::Id)
        .limit(positions.len() as u64)
        .into_tuple()
        .all(db)
        .await?;
    stored.reverse();
    if stored.len() != positions.len() {
        return Err(Error::Internal("fewer findings were stored than sent".to_owned()));
    }
    for (at, id) in positions.into_iter().zip(stored) {
        ids[at] = id;
    }
    // A first sighting numbers its issue.
    Sql::new("UPDATE finding SET issue_id = id WHERE issue_id = 0 AND report_id = ")
        .bind(place.report_id)
        .run(db)
        .await
}

fn finding_row(
    place: &Place,
    planned: &PlannedFinding,
    issue: Option<i64>,
    superseded_by: Option<i64>,
) -> finding::ActiveModel {
    let content = planned.content.clone();
    let standing = planned.standing.clone();
    let proposal = planned.proposal.clone();
    let change = planned.rating_change.clone();
    finding::ActiveModel {
        id: NotSet,
        report_id: Set(place.report_id),
        project_id: Set(place.project_id),
        issue_id: Set(issue.unwrap_or(0)),
        superseded_by: Set(superseded_by),
        created_at: Set(place.now.as_micros()),
        first_seen_at: Set(planned.first_seen_at.as_micros()),
        severity_rank: Set(rank(planned.severity)),
        reported_rank: Set(rank(content.severity)),
        version: Set(1),
        status: Set(standing.status.as_str().to_owned()),
        status_changed_at: Set(standing.changed_at.map(Timestamp::as_micros)),
        status_expires_at: Set(standing.expires_at.map(Timestamp::as_micros)),
        decided_rank: Set(standing.decided_severity.map(rank)),
        fingerprint_v1: Set(planned.fingerprint_v1.clone()),
        fingerprint: Set(planned.fingerprint.clone()),
        title: Set(content.title),
        rule_id: Set(content.rule_id),
        category: Set(content.category),
        cwe: Set(content.cwe),
        owasp: Set(content.owasp),
        file_path: Set(content.file_path),
        line_start: Set(content.line_start.map(i64::from)),
        line_end: Set(content.line_end.map(i64::from)),
        confidence: Set(content.confidence.map(|confidence| confidence.as_str().to_owned())),
        source: Set(content.source),
        sink: Set(content.sink),
        status_reason: Set(standing.reason),
        status_approver: Set(standing.approver),
        proposed_status: Set(proposal.as_ref().map(|proposal| proposal.status.as_str().to_owned())),
        proposed_at: Set(proposal.as_ref().map(|proposal| proposal.at.as_micros())),
        proposed_by: Set(proposal.as_ref().map(|proposal| proposal.by.clone())),
        proposed_reason: Set(proposal.map(|proposal| proposal.reason)),
        original_rank: Set(change.as_ref().and_then(|change| change.original).map(rank)),
        severity_changed_at: Set(change.as_ref().map(|change| change.at.as_micros())),
        severity_changed_by: Set(change.as_ref().map(|change| change.by.clone())),
        severity_reason: Set(change.map(|change| change.reason)),
        description: Set(content.description),
        evidence: Set(content.evidence),
        recommendation: Set(content.recommendation),
        impact: Set(content.impact),
        verification: Set(content.verification),
    }
}

/// What was current until now points to what took its place, and comments go with it. Older sightings stay as they are: their
/// issue leads to the current one.
pub(super) async fn point_to_successors(db: &impl ConnectionTrait, plan: &SavePlan, ids: &[i64]) -> Result<(), Error> {
    let pairs = |of: fn(&PlannedFinding) -> &Vec<i64>| {
        let new = plan.findings.iter().zip(ids);
        new.flat_map(|(finding, id)| of(finding).iter().map(|old| (*old, *id)))
            .collect::<Vec<_>>()
    };
    let moves = [
        ("finding", "superseded_by", "id", pairs(|finding| &finding.replaces)),
        (
            "comment",
            "finding_id",
            "finding_id",
            pairs(|finding| &finding.comments_from),
        ),
    ];
    for (table, column, key, pairs) in moves {
        if pairs.is_empty() {
            continue;
        }
        let values = values(&pairs);
        Sql::new(&format!(
            "UPDATE {table} SET {column} = m.column2 FROM (VALUES {values}) AS m WHERE {table}.{key} = m.column1"
        ))
        .run(db)
        .await?;
    }
    Ok(())
}

/// Remembers which issues were merged into which. Those that were merged into one of them before follow it, so that one step
/// leads from any issue to the one that is alive.
pub(super) async fn merge_issues(
    db: &impl ConnectionTrait,
    place: &Place,
    plan: &SavePlan,
    previous: &[Finding],
    ids: &[i64],
) -> Result<(), Error> {
    let issues = issues_of(previous);
    let mut merged = Vec::new();
    for (finding, id) in plan.findings.iter().zip(ids) {
        let into = finding.issue.unwrap_or(*id);
        let replaced = finding.replaces.iter().filter_map(|old| issues.get(old));
        merged.extend(replaced.filter(|issue| **issue != into).map(|issue| (*issue, into)));
    }
    if merged.is_empty() {
        return Ok(());
    }
    let project = place.project_id;
    Sql::new(&format!(
        "UPDATE issue_successor SET into_issue_id = m.column2 FROM (VALUES {}) AS m \
         WHERE issue_successor.project_id = {project} AND issue_successor.into_issue_id = m.column1",
        values(&merged)
    ))
    .run(db)
    .await?;
    Sql::new(&format!(
        "INSERT INTO issue_successor (issue_id, project_id, into_issue_id) \
         SELECT m.column1, {project}, m.column2 FROM (VALUES {}) AS m",
        values(&merged)
    ))
    .run(db)
    .await
}

/// Pairs of numbers as rows.
fn values(pairs: &[(i64, i64)]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|(old, new)| format!("({old},{new})")).collect();
    pairs.join(",")
}

/// The issue of each finding.
fn issues_of(findings: &[Finding]) -> HashMap<i64, i64> {
    findings.iter().map(|finding| (finding.id, finding.issue_id)).collect()
}

/// Stores what the answer says besides the report.
pub(super) async fn outcome(db: &impl ConnectionTrait, report_id: i64, outcome: &Outcome) -> Result<(), Error> {
    Sql::new("UPDATE report SET outcome = ")
        .bind(outcome.to_json()?)
        .push(" WHERE id = ")
        .bind(report_id)
        .run(db)
        .await
}

/// Appends the steps of the issues.
pub(super) async fn history(
    db: &impl ConnectionTrait,
    place: &Place,
    plan: &SavePlan,
    previous: &[Finding],
    ids: &[i64],
) -> Result<(), Error> {
    let issues = issues_of(previous);
    let mut rows = Vec::with_capacity(plan.events.len());
    for planned in &plan.events {
        let (finding_id, issue_id) = match planned.subject {
            Subject::New(at) => (ids[at], plan.findings[at].issue.unwrap_or(ids[at])),
            Subject::Previous(id) => match issues.get(&id) {
                Some(issue) => (id, *issue),
                None => return Err(Error::Internal("a step of a finding that was not loaded".to_owned())),
            },
        };
        let of = row::EventOf {
            project_id: place.project_id,
            issue_id,
            finding_id,
            report_id: Some(place.report_id),
        };
        rows.push(row::event(&of, &planned.event, place.now));
    }
    append(db, rows).await
}

/// Appends steps.
pub(crate) async fn append(db: &impl ConnectionTrait, rows: Vec<status_event::ActiveModel>) -> Result<(), Error> {
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let part: Vec<_> = rows.by_ref().take(ROWS).collect();
        status_event::Entity::insert_many(part)
            .exec_without_returning(db)
            .await?;
    }
    Ok(())
}

/// Adds the comments that the platform writes.
pub(super) async fn comments(
    db: &impl ConnectionTrait,
    plan: &SavePlan,
    ids: &[i64],
    now: Timestamp,
) -> Result<(), Error> {
    for part in plan.comments.chunks(ROWS) {
        let rows = part.iter().map(|(at, written)| row::comment(ids[*at], written, now));
        comment::Entity::insert_many(rows).exec_without_returning(db).await?;
    }
    Ok(())
}

/// Remembers a repository that was used for the project, masked as it is in the head of its report. Whether the project has
/// another one.
pub(super) async fn repository(
    db: &impl ConnectionTrait,
    project_id: i64,
    value: &str,
    now: Timestamp,
) -> Result<bool, Error> {
    use project_alias::Column;
    const KIND: &str = "repository";
    let known: Vec<String> = project_alias::Entity::find()
        .select_only()
        .column(Column::Value)
        .filter(Column::ProjectId.eq(project_id))
        .filter(Column::Kind.eq(KIND))
        .into_tuple()
        .all(db)
        .await?;
    let key = repository_key(value);
    let has_another = known.iter().any(|other| repository_key(other) != key);
    if known.len() >= ALIASES {
        return Ok(has_another);
    }
    let row = project_alias::ActiveModel {
        id: NotSet,
        project_id: Set(project_id),
        kind: Set(KIND.to_owned()),
        value: Set(value.to_owned()),
        first_seen_at: Set(now.as_micros()),
    };
    let same = OnConflict::columns([Column::ProjectId, Column::Kind, Column::Value])
        .do_nothing()
        .to_owned();
    project_alias::Entity::insert(row)
        .on_conflict(same)
        .exec_without_returning(db)
        .await?;
    Ok(has_another)
}

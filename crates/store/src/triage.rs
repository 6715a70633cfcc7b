//! What is done with findings after they were saved: agents propose, people decide.
//!
//! Each function takes the project of the finding first, so that no save replaces the finding meanwhile; a finding that was
//! replaced before is refused with the number of its successor.

use domain::triage::{self, Comment, Decision, Rejected};
use domain::view::CommentView;
use domain::{
    Actor, Caller, Finding, Limits, ProjectName, ProposedStatus, Scope, Severity, Standing, StatusEvent, Timestamp,
};
use sea_orm::ActiveValue::{Set, Unchanged};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};

use crate::entity::{comment as comment_table, finding as finding_table};
use crate::reports::append_events;
use crate::sql::Sql;
use crate::store::Write;
use crate::{Error, Store, audit, findings, projects, row};

/// Findings decided at once.
pub const MAX_DECISIONS: usize = 100;

/// A finding to act on. A number alone means the finding in whatever version it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Number of the finding.
    pub id: i64,
    /// The version of it that the caller looked at; of another one nothing is done.
    pub expected_version: Option<i64>,
}

impl Target {
    /// The finding, if it is still as the caller saw it.
    pub fn seen(finding: &Finding) -> Self {
        Self {
            id: finding.id,
            expected_version: Some(finding.version),
        }
    }
}

impl From<i64> for Target {
    fn from(id: i64) -> Self {
        Self {
            id,
            expected_version: None,
        }
    }
}

/// A finding.
///
/// # Errors
///
/// Not found, also when it is out of reach.
pub async fn finding(store: &Store, scope: &Scope, id: i64) -> Result<Finding, Error> {
    let tx = store.read().await?;
    owner(&tx, scope, id).await?;
    load(&tx, id).await
}

/// Stores a status that the caller suggests. Nothing else moves.
///
/// # Errors
///
/// The finding is not found or out of reach, the caller may not write to its project, or the domain refuses it.
pub async fn propose(
    store: &Store,
    caller: &Caller,
    id: i64,
    status: ProposedStatus,
    reason: &str,
    now: Timestamp,
) -> Result<Finding, Error> {
    let tx = store.write().await?;
    let place = take(&tx, &caller.reads, id).await?;
    projects::check_writes(caller, &place.project)?;
    let finding = load(&*tx, id).await?;
    let proposed = triage::propose(&finding, status, reason, &caller.actor, now)?;

    let mut change = change(&finding);
    change.proposed_status = Set(Some(proposed.proposal.status.as_str().to_owned()));
    change.proposed_reason = Set(Some(proposed.proposal.reason.clone()));
    change.proposed_by = Set(Some(proposed.proposal.by.clone()));
    change.proposed_at = Set(Some(proposed.proposal.at.as_micros()));
    update_current(&*tx, change).await?;
    let entry = place
        .entry("finding.status_proposed", id)
        .detail("status", status)
        .detail("reason", &proposed.proposal.reason);
    audit::record(&*tx, &caller.actor, now, entry).await?;
    let after = load(&*tx, id).await?;
    tx.commit().await?;
    Ok(after)
}

/// Sets the status of some findings: of all of them or of none. The caller has to be permitted on their projects.
///
/// # Errors
///
/// There is no finding or more than [`MAX_DECISIONS`], one of them is not found or has another version than expected, or the
/// domain refuses it.
pub async fn decide(
    store: &Store,
    actor: &Actor,
    targets: &[impl Copy + Into<Target>],
    decision: &Decision,
    limits: &Limits,
    now: Timestamp,
) -> Result<Vec<Finding>, Error> {
    let targets: Vec<Target> = targets.iter().map(|target| (*target).into()).collect();
    let mut distinct: Vec<i64> = targets.iter().map(|target| target.id).collect();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.is_empty() || distinct.len() > MAX_DECISIONS {
        return Err(Error::Domain(domain::Error::invalid(format!(
            "{} findings to decide: give 1 to {MAX_DECISIONS}",
            distinct.len()
        ))));
    }
    let tx = store.write().await?;
    let places = take_all(&tx, &distinct).await?;
    for (id, place) in distinct.iter().zip(&places) {
        let finding = load(&*tx, *id).await?;
        for target in targets.iter().filter(|target| target.id == *id) {
            check_version(&finding, target.expected_version)?;
        }
        let decided = triage::decide(&finding, decision, actor, limits, now)?;
        let mut change = change(&finding);
        set_standing(&mut change, &decided.standing);
        clear_proposal(&mut change);
        update_current(&*tx, change).await?;
        append(&*tx, place, &finding, &decided.events, now).await?;
        add_comment(&*tx, *id, decided.comment.as_ref(), now).await?;
        let entry = place
            .entry("finding.status_changed", *id)
            .detail("previous_status", finding.effective_status(now))
            .detail("status", decided.standing.status)
            .detail("reason", &decided.standing.reason)
            .detail("expires_at", decided.standing.expires_at)
            .detail("proposal", finding.proposal.as_ref().map(|proposal| proposal.status));
        audit::record(&*tx, actor, now, entry).await?;
    }
    let after = findings::by_ids(&*tx, &distinct).await?;
    tx.commit().await?;
    Ok(after)
}

/// Raises the severity of a finding, or takes that back. The risk of its report rises with it and never falls. The caller has
/// to be permitted on the project.
///
/// # Errors
///
/// The finding is not found or has another version than expected, or the domain refuses it.
pub async fn escalate(
    store: &Store,
    actor: &Actor,
    target: impl Into<Target>,
    severity: Severity,
    reason: &str,
    limits: &Limits,
    now: Timestamp,
) -> Result<Finding, Error> {
    let Target { id, expected_version } = target.into();
    let tx = store.write().await?;
    let place = take(&tx, &Scope::All, id).await?;
    let finding = load(&*tx, id).await?;
    check_version(&finding, expected_version)?;
    let escalated = triage::escalate(&finding, severity, reason, actor, limits, now)?;
    let rating = &escalated.rating_change;

    let mut change = change(&finding);
    set_standing(&mut change, &escalated.standing);
    change.severity_rank = Set(row::rank(escalated.severity));
    change.original_rank = Set(rating.original.map(row::rank));
    change.severity_reason = Set(Some(rating.reason.clone()));
    change.severity_changed_by = Set(Some(rating.by.clone()));
    change.severity_changed_at = Set(Some(rating.at.as_micros()));
    update_current(&*tx, change).await?;
    Sql::new("UPDATE report SET risk_rank = ")
        .bind(row::rank(escalated.severity))
        .push(" WHERE id = ")
        .bind(finding.report_id)
        .push(" AND risk_rank < ")
        .bind(row::rank(escalated.severity))
        .run(&*tx)
        .await?;
    append(&*tx, &place, &finding, &escalated.events, now).await?;
    add_comment(&*tx, id, escalated.comment.as_ref(), now).await?;
    let entry = place
        .entry("finding.severity_changed", id)
        .detail("previous_severity", finding.severity)
        .detail("severity", escalated.severity)
        .detail("original_severity", rating.original)
        .detail("reason", &rating.reason);
    audit::record(&*tx, actor, now, entry).await?;
    let after = load(&*tx, id).await?;
    tx.commit().await?;
    Ok(after)
}

/// Adds a comment by a person. The caller has to be permitted on the project.
///
/// # Errors
///
/// The finding is not found, or the domain refuses it.
pub async fn comment(store: &Store, actor: &Actor, id: i64, body: &str, now: Timestamp) -> Result<CommentView, Error> {
    let tx = store.write().await?;
    let place = take(&tx, &Scope::All, id).await?;
    let finding = load(&*tx, id).await?;
    let written = triage::comment(&finding, actor, body)?;
    let row = row::comment(id, &written, now);
    let comment_id = comment_table::Entity::insert(row).exec(&*tx).await?.last_insert_id;
    let entry = place.entry("finding.commented", id).detail("comment", &written.body);
    audit::record(&*tx, actor, now, entry).await?;
    tx.commit().await?;
    Ok(CommentView::new(comment_id, id, &written.author, &written.body, now))
}

/// The comments of a finding, the oldest first. Those of a superseded finding have moved to its successor.
///
/// # Errors
///
/// The finding is not found, also when it is out of reach.
pub async fn comments(store: &Store, scope: &Scope, id: i64) -> Result<Vec<CommentView>, Error> {
    let tx = store.read().await?;
    owner(&tx, scope, id).await?;
    let rows = comment_table::Entity::find()
        .filter(comment_table::Column::FindingId.eq(id))
        .order_by_asc(comment_table::Column::CreatedAt)
        .order_by_asc(comment_table::Column::Id)
        .all(&tx)
        .await?;
    let view = |row: &comment_table::Model| {
        CommentView::new(
            row.id,
            row.finding_id,
            &row.author,
            &row.body,
            row::time(row.created_at),
        )
    };
    Ok(rows.iter().map(view).collect())
}

/// Clears the pending proposal of a finding; the reason is in the audit log, nothing else changes. The caller has to be
/// permitted on the project.
///
/// # Errors
///
/// The finding is not found or has another version than expected, or the domain refuses it.
pub async fn reject(
    store: &Store,
    actor: &Actor,
    target: impl Into<Target>,
    reason: &str,
    now: Timestamp,
) -> Result<Finding, Error> {
    let Target { id, expected_version } = target.into();
    let tx = store.write().await?;
    let place = take(&tx, &Scope::All, id).await?;
    let finding = load(&*tx, id).await?;
    triage::check_version(&finding, expected_version)?;
    if let Some(Rejected { proposal, reason }) = triage::reject(&finding, reason, actor)? {
        let mut change = change(&finding);
        clear_proposal(&mut change);
        finding_table::Entity::update(change).exec(&*tx).await?;
        let entry = place
            .entry("finding.proposal_rejected", id)
            .detail("status", proposal.status)
            .detail("proposed_by", &proposal.by)
            .detail("reason", &reason);
        audit::record(&*tx, actor, now, entry).await?;
    }
    let after = load(&*tx, id).await?;
    tx.commit().await?;
    Ok(after)
}

/// Where a finding belongs.
struct Place {
    project_id: i64,
    project: ProjectName,
}

impl Place {
    fn entry(&self, action: &'static str, id: i64) -> audit::Entry {
        audit::Entry::new(action, "finding")
            .target(id)
            .project(self.project.as_str())
    }
}

async fn owner(db: &impl ConnectionTrait, scope: &Scope, id: i64) -> Result<Place, Error> {
    let rows = Sql::new("SELECT p.id, p.name FROM finding f JOIN project p ON p.id = f.project_id WHERE f.id = ")
        .bind(id)
        .all(db)
        .await?;
    if let Some(found) = rows.first() {
        let name: String = found.try_get_by_index(1)?;
        let project = row::project_name(&name)?;
        if scope.reaches(&project) {
            return Ok(Place {
                project_id: found.try_get_by_index(0)?,
                project,
            });
        }
    }
    Err(Error::Domain(domain::Error::not_found("finding", id)))
}

/// Takes the project of a finding until the end of the transaction.
async fn take(tx: &Write, scope: &Scope, id: i64) -> Result<Place, Error> {
    let place = owner(&**tx, scope, id).await?;
    projects::lock(&**tx, [place.project_id]).await?;
    Ok(place)
}

/// Takes the projects of some findings until the end of the transaction.
async fn take_all(tx: &Write, ids: &[i64]) -> Result<Vec<Place>, Error> {
    let mut places = Vec::with_capacity(ids.len());
    for id in ids {
        places.push(owner(&**tx, &Scope::All, *id).await?);
    }
    projects::lock(&**tx, places.iter().map(|place| place.project_id)).await?;
    Ok(places)
}

async fn load(db: &impl ConnectionTrait, id: i64) -> Result<Finding, Error> {
    match finding_table::Entity::find_by_id(id).one(db).await? {
        Some(found) => {
            let mut found = [row::finding(found)?];
            findings::name_current(db, &mut found).await?;
            let [finding] = found;
            Ok(finding)
        }
        None => Err(Error::Domain(domain::Error::not_found("finding", id))),
    }
}

/// Refuses another version than expected. Of a superseded finding the domain says more: which one to act on.
fn check_version(finding: &Finding, expected: Option<i64>) -> Result<(), Error> {
    if finding.is_current() {
        triage::check_version(finding, expected)?;
    }
    Ok(())
}

/// A change of a finding as it was loaded: the next version of it.
fn change(finding: &Finding) -> finding_table::ActiveModel {
    finding_table::ActiveModel {
        id: Unchanged(finding.id),
        version: Set(finding.version + 1),
        ..Default::default()
    }
}

fn set_standing(change: &mut finding_table::ActiveModel, standing: &Standing) {
    change.status = Set(standing.status.as_str().to_owned());
    change.status_changed_at = Set(standing.changed_at.map(Timestamp::as_micros));
    change.status_reason = Set(standing.reason.clone());
    change.status_approver = Set(standing.approver.clone());
    change.status_expires_at = Set(standing.expires_at.map(Timestamp::as_micros));
    change.decided_rank = Set(standing.decided_severity.map(row::rank));
}

fn clear_proposal(change: &mut finding_table::ActiveModel) {
    change.proposed_status = Set(None);
    change.proposed_reason = Set(None);
    change.proposed_by = Set(None);
    change.proposed_at = Set(None);
}

/// Changes a finding that nothing has replaced.
async fn update_current(db: &impl ConnectionTrait, change: finding_table::ActiveModel) -> Result<(), Error> {
    let updated = finding_table::Entity::update_many()
        .set(change.clone())
        .filter(finding_table::Column::Id.eq(change.id.unwrap()))
        .filter(finding_table::Column::SupersededBy.is_null())
        .exec(db)
        .await?;
    match updated.rows_affected {
        1 => Ok(()),
        _ => Err(Error::Internal(
            "a finding was replaced while its project was taken".to_owned(),
        )),
    }
}

async fn append(
    db: &impl ConnectionTrait,
    place: &Place,
    finding: &Finding,
    events: &[StatusEvent],
    now: Timestamp,
) -> Result<(), Error> {
    let of = row::EventOf {
        project_id: place.project_id,
        issue_id: finding.issue_id,
        finding_id: finding.id,
        report_id: None,
    };
    append_events(db, events.iter().map(|event| row::event(&of, event, now)).collect()).await
}

async fn add_comment(
    db: &impl ConnectionTrait,
    id: i64,
    written: Option<&Comment>,
    now: Timestamp,
) -> Result<(), Error> {
    if let Some(written) = written {
        let row = row::comment(id, written, now);
        comment_table::Entity::insert(row).exec_without_returning(db).await?;
    }
    Ok(())
}

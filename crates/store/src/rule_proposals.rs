//! Rules that agents propose. They wait for a person; nothing here makes one active.

use std::collections::BTreeMap;

use domain::view::{RuleProposalStatus, StoredRuleProposal};
use domain::{Caller, CheckedRuleProposal, ProjectName, Scope, Timestamp};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use crate::entity::{project, rule_proposal};
use crate::row::project_name;
use crate::{Error, Page, Paged, Store, audit, projects};

/// Proposals of one project that may wait at the same time.
pub const MAX_PENDING: u64 = 20;
/// Proposals of one caller within an hour.
pub const MAX_PER_HOUR: u64 = 20;

const HOUR_MICROS: i64 = 3_600_000_000;
const PENDING: &str = word_of(RuleProposalStatus::Pending);

/// Which proposals are wanted; all conditions hold at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProposalFilter {
    /// Of this project only.
    pub project: Option<ProjectName>,
    /// With this status only.
    pub status: Option<RuleProposalStatus>,
}

/// Stores a proposal. One of the same rule and project that still waits is superseded by it.
///
/// # Errors
///
/// [`domain::Error`] when the project is out of reach, when the caller may not save for it, and when too many
/// proposals wait or were made within an hour.
pub async fn create(
    store: &Store,
    caller: &Caller,
    proposal: &CheckedRuleProposal,
    now: Timestamp,
) -> Result<StoredRuleProposal, Error> {
    caller.reads.check(&proposal.project)?;
    projects::check_writes(caller, &proposal.project)?;
    let tx = store.write().await?;
    // Locked, so that the proposals of a project are counted one after the other. A project may start with one.
    let project_id = projects::lock_or_create(&*tx, &proposal.project, &caller.actor, now).await?;
    let label = caller.actor.label();
    let recent = rule_proposal::Entity::find()
        .filter(rule_proposal::Column::ProposedAt.gt(now.as_micros().saturating_sub(HOUR_MICROS)))
        .filter(rule_proposal::Column::ProposedBy.eq(label))
        .count(&*tx)
        .await?;
    if recent >= MAX_PER_HOUR {
        return Err(refused(format!(
            "{recent} rules were proposed within an hour, the limit is {MAX_PER_HOUR}: wait"
        )));
    }
    let pending = rule_proposal::Entity::find()
        .filter(rule_proposal::Column::ProjectId.eq(project_id))
        .filter(rule_proposal::Column::State.eq(PENDING));
    let superseded = rule_proposal::Entity::update_many()
        .col_expr(
            rule_proposal::Column::State,
            Expr::val(word_of(RuleProposalStatus::Superseded)),
        )
        .col_expr(rule_proposal::Column::DecidedAt, Expr::val(now.as_micros()))
        .filter(rule_proposal::Column::ProjectId.eq(project_id))
        .filter(rule_proposal::Column::RuleId.eq(&proposal.rule_id))
        .filter(rule_proposal::Column::State.eq(PENDING))
        .exec(&*tx)
        .await?
        .rows_affected;
    let waiting = pending.count(&*tx).await?;
    if waiting >= MAX_PENDING {
        return Err(refused(format!(
            "{waiting} proposed rules of this project wait for a decision, the limit is {MAX_PENDING}: have a person decide first"
        )));
    }
    let row = rule_proposal::ActiveModel {
        id: NotSet,
        project_id: Set(project_id),
        rule_id: Set(proposal.rule_id.clone()),
        content: Set(proposal.content.clone()),
        reason: Set(proposal.reason.clone()),
        test_code: Set(proposal.test_code.clone()),
        proposed_by: Set(label.to_owned()),
        proposed_at: Set(now.as_micros()),
        state: Set(PENDING.to_owned()),
        decided_by: Set(None),
        decided_at: Set(None),
        decision_reason: Set(None),
    };
    let row = rule_proposal::Entity::insert(row).exec_with_returning(&*tx).await?;
    let event = audit::Entry::new("rule.proposed", "rule_proposal")
        .target(row.id)
        .project(proposal.project.as_str())
        .detail("rule", &proposal.rule_id)
        .detail("superseded", superseded);
    audit::record(&*tx, &caller.actor, now, event).await?;
    tx.commit().await?;
    read(row, proposal.project.clone())
}

/// The proposals within reach, the newest first.
///
/// # Errors
///
/// When the project asked for is out of reach, or the database fails.
pub async fn list(
    store: &Store,
    scope: &Scope,
    filter: &ProposalFilter,
    page: Page,
) -> Result<Paged<StoredRuleProposal>, Error> {
    if let Some(project) = &filter.project {
        scope.check(project)?;
    }
    let tx = store.read().await?;
    let mut query = rule_proposal::Entity::find();
    let names: Option<Vec<&str>> = match (&filter.project, scope) {
        (Some(project), _) => Some(vec![project.as_str()]),
        (None, Scope::Projects(projects)) => Some(projects.iter().map(ProjectName::as_str).collect()),
        (None, Scope::All) => None,
    };
    if let Some(names) = names {
        let ids = project::Entity::find()
            .select_only()
            .column(project::Column::Id)
            .filter(project::Column::Name.is_in(names));
        query = query.filter(rule_proposal::Column::ProjectId.in_subquery(ids.into_query()));
    }
    if let Some(status) = filter.status {
        query = query.filter(rule_proposal::Column::State.eq(word_of(status)));
    }
    let total = query.clone().count(&tx).await?;
    let rows = query
        .order_by_desc(rule_proposal::Column::ProposedAt)
        .order_by_desc(rule_proposal::Column::Id)
        .limit(page.limit)
        .offset(page.offset)
        .all(&tx)
        .await?;
    let projects: BTreeMap<i64, String> = project::Entity::find()
        .filter(project::Column::Id.is_in(rows.iter().map(|row| row.project_id)))
        .all(&tx)
        .await?
        .into_iter()
        .map(|row| (row.id, row.name))
        .collect();
    let items: Result<Vec<_>, Error> = rows
        .into_iter()
        .map(|row| {
            let name = projects
                .get(&row.project_id)
                .ok_or_else(|| Error::unreadable("project of a proposal"))?;
            let name = project_name(name)?;
            read(row, name)
        })
        .collect();
    Ok(Paged {
        items: items?,
        total,
        offset: page.offset,
    })
}

fn read(row: rule_proposal::Model, project: ProjectName) -> Result<StoredRuleProposal, Error> {
    Ok(StoredRuleProposal {
        id: row.id,
        project,
        rule_id: row.rule_id,
        content: row.content,
        reason: row.reason,
        test_code: row.test_code,
        proposed_by: row.proposed_by,
        proposed_at: Timestamp::from_micros(row.proposed_at),
        status: status(&row.state)?,
        decided_by: row.decided_by,
        decided_at: row.decided_at.map(Timestamp::from_micros),
        decision_reason: row.decision_reason,
    })
}

const fn word_of(status: RuleProposalStatus) -> &'static str {
    match status {
        RuleProposalStatus::Pending => "pending",
        RuleProposalStatus::Approved => "approved",
        RuleProposalStatus::Rejected => "rejected",
        RuleProposalStatus::Superseded => "superseded",
    }
}

fn status(word: &str) -> Result<RuleProposalStatus, Error> {
    use RuleProposalStatus::{Approved, Pending, Rejected, Superseded};

    [Pending, Approved, Rejected, Superseded]
        .into_iter()
        .find(|status| word_of(*status) == word)
        .ok_or_else(|| Error::unreadable("status of a proposal"))
}

fn refused(message: String) -> Error {
    domain::Error::invalid(message).into()
}

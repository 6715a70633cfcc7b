//! What a SARIF log is made from.

use std::collections::HashMap;

use domain::sarif::{ReportRef, SarifSelection};
use domain::{Finding, ProjectName, ReviewType, Scope, Timestamp};
use sea_orm::ConnectionTrait;

use crate::sql::Sql;
use crate::{Error, Page, Store, findings, projects, reports, row};

/// What is exported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SarifSource {
    /// The findings of a report, superseded ones too.
    Report(i64),
    /// The current findings of a project.
    Project(ProjectName),
}

/// A page of findings and what is known of their reports.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// The project.
    pub project: ProjectName,
    /// The report, when one is exported.
    pub report_id: Option<i64>,
    /// The kind of review of that report.
    pub review_type: Option<ReviewType>,
    /// The page.
    pub findings: Vec<(Finding, ReportRef)>,
    /// Findings selected, on all pages.
    pub total: usize,
    /// Findings before this page.
    pub offset: usize,
    /// Whether findings that are not open are selected too.
    pub include_resolved: bool,
}

impl Selection {
    /// As the domain takes it.
    pub fn for_log(&self) -> SarifSelection<'_> {
        SarifSelection {
            project: &self.project,
            report_id: self.report_id,
            review_type: self.review_type,
            findings: self.findings.clone(),
            total: self.total,
            offset: self.offset,
            include_resolved: self.include_resolved,
        }
    }
}

/// A page of the findings to export, the oldest report first and then by number. An unknown project gives none.
///
/// # Errors
///
/// The project is out of reach, or the report is not found.
pub async fn select(
    store: &Store,
    scope: &Scope,
    source: &SarifSource,
    include_resolved: bool,
    page: Page,
    now: Timestamp,
) -> Result<Selection, Error> {
    let tx = store.read().await?;
    let mut selection = Selection {
        project: ProjectName::parse("none")?,
        report_id: None,
        review_type: None,
        findings: Vec::new(),
        total: 0,
        offset: usize::try_from(page.offset).unwrap_or(usize::MAX),
        include_resolved,
    };
    let which = match source {
        SarifSource::Report(id) => {
            let report = reports::load(&tx, scope, *id).await?;
            selection.project = report.head.project;
            selection.report_id = Some(*id);
            selection.review_type = report.head.review_type;
            Sql::new(" FROM finding WHERE report_id = ").bind(*id)
        }
        SarifSource::Project(name) => {
            scope.check(name)?;
            selection.project = name.clone();
            let Some(id) = projects::id_of(&tx, name).await? else {
                return Ok(selection);
            };
            Sql::new(" FROM finding WHERE superseded_by IS NULL AND project_id = ").bind(id)
        }
    };
    let which = if include_resolved {
        which
    } else {
        which.push(" AND ").open_at("", now)
    };
    let total = which.clone().prefixed("SELECT COUNT(*)").count(&tx).await?;
    selection.total = usize::try_from(total).unwrap_or(usize::MAX);
    let (limit, offset) = page.bounds();
    let ids = which
        .prefixed("SELECT id")
        .push(" ORDER BY report_id, id LIMIT ")
        .bind(limit)
        .push(" OFFSET ")
        .bind(offset);
    let found = findings::in_order(&tx, ids).await?;
    let refs = refs(&tx, &found).await?;
    selection.findings = found
        .into_iter()
        .map(|finding| {
            let report = refs.get(&finding.report_id).cloned().unwrap_or_default();
            (finding, report)
        })
        .collect();
    Ok(selection)
}

async fn refs(db: &impl ConnectionTrait, findings: &[Finding]) -> Result<HashMap<i64, ReportRef>, Error> {
    let mut refs = HashMap::new();
    let mut ids: Vec<i64> = findings.iter().map(|finding| finding.report_id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(refs);
    }
    let rows = Sql::new("SELECT id, branch, commit_sha, repository, review_type FROM report WHERE id IN ")
        .ids(&ids)
        .all(db)
        .await?;
    for found in rows {
        let kind: Option<String> = found.try_get_by_index(4)?;
        let report = ReportRef {
            branch: found.try_get_by_index(1)?,
            commit_sha: found.try_get_by_index(2)?,
            repository: found.try_get_by_index(3)?,
            review_type: row::word_or_none(kind.as_deref())?,
        };
        refs.insert(found.try_get_by_index(0)?, report);
    }
    Ok(refs)
}

use std::collections::HashMap;

use domain::view::{ReportCounts, ReportRow};
use domain::{ProjectName, Report, ReportHead, ReviewType, Scope, Severity, Timestamp};
use sea_orm::{ConnectionTrait, QueryResult};

use crate::sql::Sql;
use crate::{Error, Page, Paged, Store, projects, row};

/// Characters of a search text.
const SEARCH_CHARS: usize = 200;

/// Characters of a summary that a row is made from.
const SUMMARY_CHARS: usize = 1_000;

/// Which reports are wanted; all conditions hold at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportFilter {
    /// Of this project.
    pub project: Option<ProjectName>,
    /// Of this risk, as stored.
    pub risk_level: Option<Severity>,
    /// Of this kind of review.
    pub review_type: Option<ReviewType>,
    /// By this developer, exactly. Ignored unless `author_visible`.
    pub author: Option<String>,
    /// With this text in the project, branch, commit, reviewer, submitter or summary (and author, if visible), in any case of
    /// letters; its first 200 characters. The user of a personal token is part of the submitter only if authors are visible.
    pub search: Option<String>,
    /// Order.
    pub sort: ReportSort,
    /// The last in the order first.
    pub descending: bool,
    /// Whether the caller may know the developers.
    pub author_visible: bool,
}

impl ReportFilter {
    /// All reports, the newest first.
    pub fn newest_first() -> Self {
        Self {
            descending: true,
            ..Self::default()
        }
    }

    fn visible_author(&self) -> Option<&str> {
        self.author.as_deref().filter(|_| self.author_visible)
    }

    fn search_text(&self) -> Option<&str> {
        self.search.as_deref().map(str::trim).filter(|text| !text.is_empty())
    }

    /// The texts that a statement gets.
    fn texts(&self) -> impl Iterator<Item = &str> {
        self.visible_author().into_iter().chain(self.search_text())
    }
}

/// Order of a list of reports. Missing values come last in either direction; equal ones by number, the highest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ReportSort {
    /// Date.
    #[default]
    CreatedAt,
    /// Name of the project.
    Project,
    /// Risk, by how bad it is.
    RiskLevel,
    /// Kind of review.
    ReviewType,
    /// Branch.
    Branch,
    /// Developer; date, if developers are not visible.
    Author,
    /// Submitter; date, if developers are not visible: the order would tell whose personal token it is.
    SubmittedBy,
    /// Summary.
    Summary,
}

impl ReportSort {
    /// The order as the caller may see it.
    fn visible(self, author_visible: bool) -> Self {
        match self {
            ReportSort::Author | ReportSort::SubmittedBy if !author_visible => ReportSort::CreatedAt,
            other => other,
        }
    }

    fn column(self) -> &'static str {
        match self {
            ReportSort::CreatedAt => "r.created_at",
            ReportSort::Project => "p.name",
            ReportSort::RiskLevel => "r.risk_rank",
            ReportSort::ReviewType => "r.review_type",
            ReportSort::Branch => "r.branch",
            ReportSort::Author => "r.author",
            ReportSort::SubmittedBy => "r.submitted_by",
            ReportSort::Summary => "r.summary",
        }
    }

    fn may_be_missing(self) -> bool {
        !matches!(
            self,
            ReportSort::CreatedAt | ReportSort::Project | ReportSort::RiskLevel | ReportSort::Summary
        )
    }
}

/// Reports within reach.
///
/// # Errors
///
/// The project of the filter is out of reach: not found.
pub async fn list(
    store: &Store,
    scope: &Scope,
    filter: &ReportFilter,
    page: Page,
    now: Timestamp,
) -> Result<Paged<ReportRow>, Error> {
    let tx = store.read().await?;
    let Some(within) = projects::within(&tx, scope, filter.project.as_ref()).await? else {
        return Ok(Paged::none(page));
    };
    // No stored text has one, and one of the engines takes none.
    if filter.texts().any(|text| text.contains('\0')) {
        return Ok(Paged::none(page));
    }
    let from = |sql: Sql| {
        conditions(
            sql.push(" FROM report r JOIN project p ON p.id = r.project_id"),
            &within,
            filter,
        )
    };

    let total = from(Sql::new("SELECT COUNT(*)")).count(&tx).await?;
    let sort = filter.sort.visible(filter.author_visible);
    let column = sort.column();
    let direction = if filter.descending { "DESC" } else { "ASC" };
    let missing = if sort.may_be_missing() { " NULLS LAST" } else { "" };
    let (limit, offset) = page.bounds();
    let columns = format!(
        "SELECT r.id, p.name, r.repository, r.branch, r.commit_sha, r.reviewer, r.author, r.review_type, r.risk_rank, \
         r.created_at, r.submitted_by, r.findings_total, r.project_id, SUBSTR(r.summary, 1, {SUMMARY_CHARS})"
    );
    let rows = from(Sql::new(&columns))
        .push(&format!(" ORDER BY {column} {direction}{missing}, r.id DESC LIMIT "))
        .bind(limit)
        .push(" OFFSET ")
        .bind(offset)
        .all(&tx)
        .await?;

    let mut found = Vec::with_capacity(rows.len());
    for row in &rows {
        found.push(read(row)?);
    }
    let mut counts = open_counts(&tx, &found, now).await?;
    let items = found.into_iter().map(|found| {
        let mut count = counts.remove(&found.report.id).unwrap_or_default();
        count.findings_total = found.findings_total;
        ReportRow::new(&found.report, &count, filter.author_visible)
    });
    Ok(Paged {
        items: items.collect(),
        total,
        offset: page.offset,
    })
}

fn conditions(sql: Sql, within: &projects::Within, filter: &ReportFilter) -> Sql {
    let mut sql = within.condition(sql.push(" WHERE "), "r.project_id");
    if let Some(risk) = filter.risk_level {
        sql = sql.push(" AND r.risk_rank = ").bind(row::rank(risk));
    }
    if let Some(kind) = filter.review_type {
        sql = sql.push(" AND r.review_type = ").bind(kind.as_str());
    }
    if let Some(author) = filter.visible_author() {
        sql = sql.push(" AND r.author = ").bind(author);
    }
    if let Some(text) = filter.search_text() {
        let pattern = pattern(text);
        sql = sql
            .push(" AND (r.search_text LIKE ")
            .bind(pattern.as_str())
            .push(" ESCAPE '\\'");
        if filter.author_visible {
            sql = sql.push(" OR r.search_author LIKE ").bind(pattern).push(" ESCAPE '\\'");
        }
        sql = sql.push(")");
    }
    sql
}

/// The text anywhere, its wildcards taken literally.
fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    let text: String = text.chars().take(SEARCH_CHARS).collect();
    for c in super::folded(&text).chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

struct Found {
    report: Report,
    project_id: i64,
    findings_total: usize,
}

fn read(found: &QueryResult) -> Result<Found, Error> {
    let review_type: Option<String> = found.try_get_by_index(7)?;
    let total: i32 = found.try_get_by_index(11)?;
    let name: String = found.try_get_by_index(1)?;
    Ok(Found {
        report: Report {
            id: found.try_get_by_index(0)?,
            head: ReportHead {
                project: row::project_name(&name)?,
                repository: found.try_get_by_index(2)?,
                branch: found.try_get_by_index(3)?,
                commit_sha: found.try_get_by_index(4)?,
                reviewer: found.try_get_by_index(5)?,
                author: found.try_get_by_index(6)?,
                scope: None,
                review_type: row::word_or_none(review_type.as_deref())?,
                summary: found.try_get_by_index(13)?,
                checklist_results: Vec::new(),
                scan_rules: Vec::new(),
            },
            risk_level: row::severity(found.try_get_by_index(8)?)?,
            created_at: row::time(found.try_get_by_index(9)?),
            submitted_by: found.try_get_by_index(10)?,
        },
        project_id: found.try_get_by_index(12)?,
        findings_total: row::count(i64::from(total))?,
    })
}

/// What is current and open of each report.
async fn open_counts(
    db: &impl ConnectionTrait,
    reports: &[Found],
    now: Timestamp,
) -> Result<HashMap<i64, ReportCounts>, Error> {
    let mut counts: HashMap<i64, ReportCounts> = HashMap::new();
    if reports.is_empty() {
        return Ok(counts);
    }
    let mut projects: Vec<i64> = reports.iter().map(|found| found.project_id).collect();
    projects.sort_unstable();
    projects.dedup();
    let ids: Vec<i64> = reports.iter().map(|found| found.report.id).collect();
    let rows = Sql::new(
        "SELECT report_id, severity_rank, COUNT(*) FROM finding WHERE superseded_by IS NULL AND project_id IN ",
    )
    .ids(&projects)
    .push(" AND report_id IN ")
    .ids(&ids)
    .push(" AND ")
    .open_at("", now)
    .push(" GROUP BY report_id, severity_rank")
    .all(db)
    .await?;
    for found in rows {
        let count = counts.entry(found.try_get_by_index(0)?).or_default();
        let severity = row::severity(found.try_get_by_index(1)?)?;
        count.findings_open += row::count(found.try_get_by_index(2)?)?;
        count.open_risk = count.open_risk.max(Some(severity));
    }
    Ok(counts)
}

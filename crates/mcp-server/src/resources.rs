//! The resources: read-only Markdown, in the same scope as the tools.

use domain::checklist::render_checklist;
use domain::standard::{is_slug, render_catalog, render_standard};
use domain::{Caller, Timestamp};
use rmcp::model::{Resource, ResourceTemplate};
use store::Page;
use store::reports::Order;

use crate::failure::Failure;
use crate::report_page::StoredReport;
use crate::services::Services;

/// The media type of every resource.
pub(crate) const MARKDOWN: &str = "text/markdown";

/// Findings that a report shows as a resource; the tool pages through the rest.
const FINDINGS: u64 = 100;

/// Resources of one page of the list.
const PAGE: usize = 100;

/// The templates: reports, checklists, standards.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let template = |uri: &str, name: &str, title: &str, description: &str| {
        ResourceTemplate::new(uri, name)
            .with_title(title)
            .with_description(description)
            .with_mime_type(MARKDOWN)
    };
    vec![
        template(
            "report://{report_id}",
            "security-report",
            "Security report",
            "A stored report and its worst findings, without its author",
        ),
        template(
            "checklist://{domain}",
            "review-checklist",
            "Review checklist",
            "The checklist of a language or a subject; `*` is the one of every review",
        ),
        template(
            "standard://{slug}",
            "development-standard",
            "Development standard",
            "One development standard, with its content",
        ),
    ]
}

/// The catalog, every checklist and every enabled standard; a page and where the next one starts.
pub(crate) async fn list(
    services: &Services,
    cursor: Option<&str>,
) -> Result<(Vec<Resource>, Option<String>), Failure> {
    let start = match cursor {
        None => 0,
        Some(cursor) => cursor
            .parse::<usize>()
            .map_err(|_| Failure::expected("the cursor is none of this list"))?,
    };
    let resource = |uri: String, name: &str, title: String, description: String| {
        Resource::new(uri, name)
            .with_title(title)
            .with_description(description)
            .with_mime_type(MARKDOWN)
    };
    let mut all = vec![resource(
        "standards://catalog".into(),
        "development-standards",
        "Development standards".into(),
        "The catalog of the development standards".into(),
    )];
    let rules = services.rules().await;
    for (domain, count) in rules.checklists().domains() {
        let items = if count == 1 {
            "1 item".to_owned()
        } else {
            format!("{count} items")
        };
        let title = if domain == "*" {
            "Checklist of every review".to_owned()
        } else {
            format!("Checklist {domain}")
        };
        all.push(resource(
            format!("checklist://{domain}"),
            "review-checklist",
            title,
            items,
        ));
    }
    for standard in services.standards().await? {
        let uri = format!("standard://{}", standard.slug);
        all.push(resource(
            uri, "development-standard", standard.title, standard.description,
        ));
    }
    if start > all.len() {
        return Err(Failure::expected("the cursor is none of this list"));
    }
    let next = (start + PAGE < all.len()).then(|| (start + PAGE).to_string());
    Ok((all.into_iter().skip(start).take(PAGE).collect(), next))
}

/// Why a resource cannot be read.
pub(crate) enum Unreadable {
    /// No such resource, or out of reach.
    Missing,
    /// The identifier in the address is of no valid form.
    Malformed(&'static str),
    /// Anything else.
    Failed(Failure),
}

impl From<Failure> for Unreadable {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::NotFound(_) => Unreadable::Missing,
            other => Unreadable::Failed(other),
        }
    }
}

impl From<store::Error> for Unreadable {
    fn from(error: store::Error) -> Self {
        Failure::from(error).into()
    }
}

/// The text of a resource.
pub(crate) async fn read(
    services: &Services,
    caller: &Caller,
    now: Timestamp,
    uri: &str,
) -> Result<String, Unreadable> {
    let (scheme, rest) = uri.split_once("://").ok_or(Unreadable::Missing)?;
    match scheme {
        "report" => report(services, caller, now, rest).await,
        "checklist" => {
            let domain = if rest.eq_ignore_ascii_case("%2a") { "*" } else { rest };
            let rules = services.rules().await;
            let (domain, items) = rules.checklists().find(domain).map_err(|_| Unreadable::Missing)?;
            let items = Services::shown_items(&items);
            Ok(render_checklist(domain, &items.iter().collect::<Vec<_>>()))
        }
        "standards" if rest == "catalog" => Ok(render_catalog(&services.standards().await?)),
        "standard" => {
            if !is_slug(rest) {
                return Err(Unreadable::Malformed(
                    "the slug of a standard is 1 to 50 lower-case letters, digits and . _ + -, a letter or digit first",
                ));
            }
            let enabled = services.standards().await?;
            let standard = enabled
                .iter()
                .find(|standard| standard.slug == rest)
                .ok_or(Unreadable::Missing)?;
            Ok(render_standard(standard))
        }
        _ => Err(Unreadable::Missing),
    }
}

async fn report(services: &Services, caller: &Caller, now: Timestamp, id: &str) -> Result<String, Unreadable> {
    const FORM: Unreadable = Unreadable::Malformed("the identifier of a report is its number");
    if id.is_empty() || !id.bytes().all(|b| b.is_ascii_digit()) {
        return Err(FORM);
    }
    // A number that no database has is missing, not malformed.
    let id: i64 = id.parse().map_err(|_| Unreadable::Missing)?;
    let page = Page {
        offset: 0,
        limit: FINDINGS,
    };
    let report = StoredReport::read(services, caller, id, Order::WorstFirst, page, now).await?;
    Ok(report.markdown(now).text)
}

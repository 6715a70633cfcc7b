//! Completion of arguments: languages, checklists, standards, reports.

use domain::{Caller, Timestamp};
use rmcp::model::{CompletionInfo, Reference};
use store::Page;
use store::reports::ReportFilter;
use syntax::Language;

use crate::failure::Failure;
use crate::get_prompt;
use crate::services::Services;

/// Most values of one answer; the protocol allows no more.
const VALUES: usize = 100;

/// Words that a framework argument is completed with.
const FRAMEWORKS: &[&str] = &[
    "ASP.NET Core", "Actix Web", "Axum", "Django REST framework", "Echo", "Express", "FastAPI", "Fastify", "Flask",
    "Gin", "GraphQL", "Ktor", "Laravel", "Micronaut", "NestJS", "Next.js", "Quarkus", "Rails", "Spring Boot", "gRPC",
];

/// Words that a kind of configuration is completed with.
const CONFIGURATIONS: &[&str] = &[
    "Azure Pipelines", "Docker Compose", "Dockerfile", "GitHub Actions", "GitLab CI", "Helm", "Jenkinsfile",
    "Kubernetes", "Spring properties", "Terraform", "nginx",
];

/// Package ecosystems.
const ECOSYSTEMS: &[&str] = &["Go", "Maven", "NuGet", "PyPI", "crates.io", "npm"];

/// What an argument of a prompt or a resource may be, given what is typed.
pub(crate) async fn complete(
    services: &Services,
    caller: &Caller,
    now: Timestamp,
    reference: &Reference,
    argument: &str,
    typed: &str,
) -> Result<CompletionInfo, Failure> {
    let unknown = || Failure::expected("there is no such prompt or resource, or it has no such argument");
    let values = match reference {
        Reference::Prompt(prompt) => {
            let info = get_prompt::find(&prompt.name).ok_or_else(unknown)?;
            if !info.arguments.iter().any(|known| known.name == argument) {
                return Err(unknown());
            }
            match argument {
                "language" | "languages" => return listed(typed, &language_names()),
                "technologies" => return listed(typed, &technologies(services).await?),
                "framework" => own(FRAMEWORKS),
                "config_type" => own(CONFIGURATIONS),
                "ecosystem" => own(ECOSYSTEMS),
                "report_id" => return report_ids(services, caller, now, typed).await,
                _ => Vec::new(),
            }
        }
        Reference::Resource(resource) => match (resource.uri.as_str(), argument) {
            ("report://{report_id}", "report_id") => return report_ids(services, caller, now, typed).await,
            ("checklist://{domain}", "domain") => {
                let rules = services.rules().await;
                rules
                    .checklists()
                    .domains()
                    .into_iter()
                    .map(|(name, _)| name.to_owned())
                    .collect()
            }
            ("standard://{slug}", "slug") => {
                let standards = services.standards().await?;
                standards.into_iter().map(|standard| standard.slug).collect()
            }
            _ => return Err(unknown()),
        },
        _ => return Err(unknown()),
    };
    answer(starting(&values, typed))
}

fn own(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn language_names() -> Vec<String> {
    let scanned = Language::all().filter(|language| !matches!(language, Language::Text | Language::Notebook));
    scanned.map(|language| language.name().to_owned()).collect()
}

async fn technologies(services: &Services) -> Result<Vec<String>, Failure> {
    let standards = services.standards().await?;
    let mut names: Vec<String> = standards
        .into_iter()
        .flat_map(|standard| standard.technologies.into_iter().chain([standard.slug]))
        .collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// The newest reports within reach; a number that is typed in full is answered whether it is among them or not.
async fn report_ids(
    services: &Services,
    caller: &Caller,
    now: Timestamp,
    typed: &str,
) -> Result<CompletionInfo, Failure> {
    let page = Page {
        offset: 0,
        limit: VALUES as u64,
    };
    let reports =
        store::reports::list(&services.store, &caller.reads, &ReportFilter::newest_first(), page, now).await?;
    let newest: Vec<String> = reports
        .items
        .iter()
        .map(|report| report.report_id.to_string())
        .collect();
    let mut fits = starting(&newest, typed);
    if let Ok(id) = typed.parse::<i64>()
        && !fits.iter().any(|fit| fit == typed)
        && store::reports::get(&services.store, &caller.reads, id).await.is_ok()
    {
        fits.insert(0, id.to_string());
        fits.truncate(VALUES);
    }
    let more = reports.total > newest.len() as u64;
    let total = if typed.is_empty() {
        u32::try_from(reports.total).ok()
    } else {
        None
    };
    CompletionInfo::with_pagination(fits, total, more).map_err(Failure::Internal)
}

fn starting(values: &[String], typed: &str) -> Vec<String> {
    let typed = typed.to_lowercase();
    let fits = values.iter().filter(|value| value.to_lowercase().starts_with(&typed));
    fits.cloned().collect()
}

/// Completes the last word of a list separated by commas; what stands before it is kept.
fn listed(typed: &str, values: &[String]) -> Result<CompletionInfo, Failure> {
    let (before, last) = typed
        .rsplit_once(',')
        .map_or(("", typed), |(before, last)| (before, last));
    let taken: Vec<&str> = before.split(',').map(str::trim).collect();
    let kept = if before.is_empty() {
        String::new()
    } else {
        format!("{before}, ")
    };
    let fits = starting(values, last.trim()).into_iter();
    answer(
        fits.filter(|value| !taken.contains(&value.as_str()))
            .map(|value| format!("{kept}{value}"))
            .collect(),
    )
}

fn answer(mut values: Vec<String>) -> Result<CompletionInfo, Failure> {
    let total = values.len();
    values.truncate(VALUES);
    let total = u32::try_from(total).ok();
    let more = total.is_some_and(|total| total as usize > values.len());
    CompletionInfo::with_pagination(values, total, more).map_err(Failure::Internal)
}

//! Serves a prompt: reads its arguments, fetches what its text needs, and has the text written by `prompts/`.

use std::collections::BTreeMap;

use domain::checklist::render_checklist;
use domain::standard::{render_catalog, render_selection, select};
use domain::{Caller, Timestamp};
use rmcp::model::JsonObject;
use serde_json::Value;
use store::Page;
use store::reports::Order;

use crate::failure::Failure;
use crate::prompts::{
    self, Pieces, PromptInfo, api_security_review, codebase_review, configuration_review, dependency_review,
    development_standards, security_review, triage_report,
};
use crate::report_page::StoredReport;
use crate::services::Services;

/// Checklists that every review with checklists walks through, when they exist.
const ALWAYS: [&str; 2] = ["*", "company"];

/// Findings of a report that the triage prompt embeds; the rest is paged with a tool.
const TRIAGED: u64 = 50;

/// A prompt by its name.
pub(crate) fn find(name: &str) -> Option<&'static PromptInfo> {
    prompts::PROMPTS.iter().find(|info| info.name == name)
}

/// The text of a prompt.
pub(crate) async fn text(
    services: &Services,
    caller: &Caller,
    now: Timestamp,
    info: &PromptInfo,
    arguments: JsonObject,
) -> Result<String, Failure> {
    let mut given = Given::read(info, arguments, services.settings.limits.content_chars)?;
    let mut take = |name: &str| given.0.remove(name);
    match info.name {
        "security-review" => {
            let arguments = security_review::Arguments {
                language: take("language"),
                code: take("code"),
                context: take("context"),
                focus: take("focus"),
                report_language: take("report_language"),
            };
            let domains = security_review::domains(&arguments);
            let sources = Sources::fetch(services, &domains, arguments.report_language.as_deref()).await?;
            Ok(security_review::text(&arguments, &sources.pieces()))
        }
        "api-security-review" => {
            let arguments = api_security_review::Arguments {
                framework: take("framework"),
                code: take("code"),
                context: take("context"),
                focus: take("focus"),
                report_language: take("report_language"),
            };
            let domains = api_security_review::domains(&arguments);
            let sources = Sources::fetch(services, &domains, arguments.report_language.as_deref()).await?;
            Ok(api_security_review::text(&arguments, &sources.pieces()))
        }
        "configuration-review" => {
            let arguments = configuration_review::Arguments {
                config_type: take("config_type"),
                content: take("content"),
                context: take("context"),
                focus: take("focus"),
                report_language: take("report_language"),
            };
            let domains = configuration_review::domains(&arguments);
            let sources = Sources::fetch(services, &domains, arguments.report_language.as_deref()).await?;
            Ok(configuration_review::text(&arguments, &sources.pieces()))
        }
        "codebase-review" => {
            let arguments = codebase_review::Arguments {
                languages: take("languages"),
                scan_results: take("scan_results"),
                context: take("context"),
                focus: take("focus"),
                report_language: take("report_language"),
            };
            let domains = codebase_review::domains(&arguments);
            let sources = Sources::fetch(services, &domains, arguments.report_language.as_deref()).await?;
            Ok(codebase_review::text(&arguments, &sources.pieces()))
        }
        "dependency-review" => {
            let arguments = dependency_review::Arguments {
                ecosystem: take("ecosystem"),
                files: take("files"),
                context: take("context"),
                report_language: take("report_language"),
            };
            let domains = dependency_review::domains(&arguments);
            let sources = Sources::fetch(services, &domains, arguments.report_language.as_deref()).await?;
            Ok(dependency_review::text(&arguments, &sources.pieces()))
        }
        "triage-report" => {
            let arguments = triage_report::Arguments {
                report_id: take("report_id"),
                context: take("context"),
                report_language: take("report_language"),
            };
            triage(services, caller, now, &arguments).await
        }
        "development-standards" => {
            let arguments = development_standards::Arguments {
                technologies: take("technologies"),
                files: take("files"),
                task: take("task"),
                context: take("context"),
            };
            standards(services, &arguments).await
        }
        _ => Err(Failure::NotFound("prompt not found".into())),
    }
}

async fn triage(
    services: &Services,
    caller: &Caller,
    now: Timestamp,
    arguments: &triage_report::Arguments,
) -> Result<String, Failure> {
    let id = arguments.report_id.as_deref().unwrap_or_default().trim();
    let id: i64 = id.parse().ok().filter(|id| *id > 0).ok_or_else(|| {
        Failure::expected("`report_id` must be the number of a report, as `list_security_reports` gives it")
    })?;
    let page = Page {
        offset: 0,
        limit: TRIAGED,
    };
    let report = StoredReport::read(services, caller, id, Order::WorstFirst, page, now).await?;
    let rendered = report.markdown(now);
    let sources = Sources::fetch(services, &[], arguments.report_language.as_deref()).await?;
    let embedded = triage_report::ReportText {
        markdown: &rendered.text,
        next_offset: rendered.next_offset,
    };
    // The page is bounded already; cutting it again would leave findings out in silence.
    let pieces = Pieces {
        max_chars: rendered.text.chars().count().max(sources.max_chars),
        ..sources.pieces()
    };
    Ok(triage_report::text(arguments, &embedded, &pieces))
}

async fn standards(services: &Services, arguments: &development_standards::Arguments) -> Result<String, Failure> {
    let max_chars = services.settings.limits.content_chars;
    let length = |text: &Option<String>| text.as_deref().map_or(0, |text| text.chars().count());
    let size = length(&arguments.task) + length(&arguments.context);
    if size > max_chars {
        return Err(Failure::expected(format!(
            "`task` and `context` have {size} characters together, the limit is {max_chars} (SECREVIEW_MAX_CONTENT_CHARS)"
        )));
    }
    let list = |text: &Option<String>| {
        text.as_deref()
            .map(development_standards::split_list)
            .unwrap_or_default()
    };
    let (technologies, files) = (list(&arguments.technologies), list(&arguments.files));
    let standards = services.standards().await?;
    let rendered = if technologies.is_empty() && files.is_empty() {
        render_catalog(&standards)
    } else {
        render_selection(&select(&standards, &technologies, &files, max_chars)?)
    };
    let pieces = Pieces {
        max_chars,
        ..Pieces::default()
    };
    Ok(development_standards::text(arguments, &rendered, &pieces))
}

/// Arguments as text, by name.
struct Given(BTreeMap<String, String>);

impl Given {
    /// Arguments are strings; a number or a truth value is taken as its text.
    fn read(info: &PromptInfo, arguments: JsonObject, max_chars: usize) -> Result<Self, Failure> {
        let mut given = BTreeMap::new();
        for (name, value) in arguments {
            if !info.arguments.iter().any(|argument| argument.name == name) {
                let known: Vec<_> = info
                    .arguments
                    .iter()
                    .map(|argument| format!("`{}`", argument.name))
                    .collect();
                return Err(Failure::expected(format!(
                    "the prompt `{}` has no argument `{}`; it has {}",
                    info.name,
                    untrusted_text::safe_line(&name, 60),
                    known.join(", ")
                )));
            }
            let text = match value {
                Value::Null => continue,
                Value::String(text) => text,
                Value::Number(number) => number.to_string(),
                Value::Bool(truth) => truth.to_string(),
                Value::Array(_) | Value::Object(_) => {
                    return Err(Failure::expected(format!("the argument `{name}` must be a text")));
                }
            };
            let size = text.chars().count();
            if size > max_chars {
                let way_out = match name.as_str() {
                    "scan_results" => format!(": {}", codebase_review::TOO_LARGE_HINT),
                    _ => String::new(),
                };
                return Err(Failure::expected(format!(
                    "the argument `{name}` has {size} characters, the limit is {max_chars} \
                     (SECREVIEW_MAX_CONTENT_CHARS){way_out}"
                )));
            }
            given.insert(name, text);
        }
        if let Some(missing) = info
            .arguments
            .iter()
            .find(|argument| argument.required && !given.contains_key(argument.name))
        {
            return Err(Failure::expected(format!(
                "the prompt `{}` needs the argument `{}`",
                info.name, missing.name
            )));
        }
        Ok(Self(given))
    }
}

/// What the text of a review is made of, fetched.
struct Sources {
    checklists: Vec<String>,
    others: Vec<String>,
    language: Option<String>,
    max_chars: usize,
}

impl Sources {
    async fn fetch(services: &Services, domains: &[&str], language: Option<&str>) -> Result<Self, Failure> {
        let language = services.report_language(language).await?;
        let rules = services.rules().await;
        let mut wanted: Vec<&str> = Vec::new();
        for domain in domains.iter().copied().chain(ALWAYS) {
            if !wanted.contains(&domain) && !rules.checklists().items(domain).is_empty() {
                wanted.push(domain);
            }
        }
        // A checklist that has no room is named among the others.
        let max_chars = services.settings.limits.content_chars;
        let mut room = max_chars;
        let mut checklists = Vec::new();
        wanted.retain(|domain| {
            let items = Services::shown_items(&rules.checklists().items(domain));
            let rendered = render_checklist(domain, &items.iter().collect::<Vec<_>>());
            let size = rendered.chars().count();
            let fits = size <= room;
            if fits {
                room -= size;
                checklists.push(rendered);
            }
            fits
        });
        let all = rules.checklists().domains().into_iter().map(|(name, _)| name);
        Ok(Self {
            others: all.filter(|name| !wanted.contains(name)).map(str::to_owned).collect(),
            checklists,
            language: language.map(|language| language.as_str().to_owned()),
            max_chars,
        })
    }

    fn pieces(&self) -> Pieces<'_> {
        Pieces {
            checklists: self.checklists.clone(),
            other_checklists: self.others.iter().map(String::as_str).collect(),
            report_language: self.language.as_deref(),
            max_chars: self.max_chars,
        }
    }
}

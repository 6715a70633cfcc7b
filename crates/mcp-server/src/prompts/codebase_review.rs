//! `codebase-review`: a whole repository, from the result of a scan.

use domain::ReviewType;
use syntax::Language;

use super::blocks::{self, given};
use super::{CONTEXT, FOCUS, Pieces, PromptInfo, REPORT_LANGUAGE, domains_for, language_words, optional};

/// Its entry in the list.
pub const INFO: PromptInfo = PromptInfo {
    name: "codebase-review",
    title: "Whole codebase security review",
    description: "Reviews a complete repository, starting from the results of a scan, and saves the report with its \
                  coverage.",
    arguments: &[
        optional(
            "languages",
            "Languages",
            "Languages of the repository, separated by commas; names and aliases, such as java, ts or docker",
        ),
        optional(
            "scan_results",
            "Scan results",
            "Output of `security-review ci scan-code . --format json`; empty: the agent runs the scan itself",
        ),
        CONTEXT,
        FOCUS,
        REPORT_LANGUAGE,
    ],
};

/// The arguments, as the host sent them.
#[derive(Debug, Clone, Default)]
pub struct Arguments {
    /// Languages of the repository.
    pub languages: Option<String>,
    /// Result of the scan, as JSON.
    pub scan_results: Option<String>,
    /// Background.
    pub context: Option<String>,
    /// What deserves extra attention.
    pub focus: Option<String>,
    /// Language of the report; the text takes the settled one from the pieces.
    pub report_language: Option<String>,
}

impl Arguments {
    fn languages(&self) -> (Vec<Language>, Vec<String>) {
        language_words(self.languages.as_deref().unwrap_or_default())
    }
}

/// The checklist domains to include, before those that every review has.
pub fn domains(arguments: &Arguments) -> Vec<&'static str> {
    let mut domains = domains_for(&arguments.languages().0);
    for domain in ["api", "config", "cicd"] {
        if !domains.contains(&domain) {
            domains.push(domain);
        }
    }
    domains
}

/// What to do about scan results over the limit, for the caller that refuses them.
pub const TOO_LARGE_HINT: &str = "narrow the scan with `--include`, `--exclude` or `--diff`, or leave `scan_results` \
                                  empty: the agent then runs the scan itself";

const LEADS_GIVEN: &str = "Start from the scan results at the end.";

const LEADS_TO_FETCH: &str = "\
Run `security-review ci scan-code . --format json` in the root of the repository: it needs no server and no token. \
Where the command is missing, ask the user to run it and pass on its output; as a last resort use `scan_code` file by \
file.";

fn method(scanned: bool) -> String {
    let leads = if scanned { LEADS_GIVEN } else { LEADS_TO_FETCH };
    let first = format!(
        "## Method\n\n\
         1. **Inventory**: list the files, obeying the ignore files of git and leaving out generated, vendored and \
         built ones. Find languages, frameworks, entry points, configuration and pipelines.\n\
         2. **Leads**: {leads} Confirm every entry of `matches` by reading around it, and judge those under \
         `suppressed`. `skipped`, `truncated`, `warnings` and a `config` of the repository that changes the scan are \
         gaps to look into.\n\
         3. **Prioritise** what an attacker reaches first: public endpoints and parsers, authentication, \
         authorization, file, query and command handling, secrets; then the inside; configuration and pipelines last.\n\
         4. **Trace** untrusted data across files from entry to sink, and compare entry points: a check that one path \
         has and another lacks is an issue. Search by name and read what a flow touches rather than every file whole.\n\
         5. **Checklists**: walk through each for the parts it applies to.\n\
         6. **Coverage**: keep count of files read, scan rules judged, checklists walked and, where the host shows \
         them, tokens used. Say what remains."
    );
    [first, blocks::finding_step(7), blocks::rating_step(8)].join("\n")
}

const TESTS_RULE: &str =
    "- A match in tests or examples is rarely an issue unless it is shipped or its secret is real.";

const SCOPE: &str = "\
`scope`: the coverage, such as \"Reviewed: src/api, src/auth (41 of 44 files), Dockerfile. Not reviewed: src/legacy, \
web/.\"";

/// The text of the prompt.
pub fn text(arguments: &Arguments, pieces: &Pieces) -> String {
    let (languages, unknown) = arguments.languages();
    let named = match blocks::language_list(&languages, &unknown) {
        names if names.is_empty() => names,
        names => format!(" (**{names}**)"),
    };
    let results = given(arguments.scan_results.as_deref());
    let scan_results = results.map_or_else(String::new, |results| {
        format!(
            "## Scan results\n\n{}",
            blocks::fenced("json", results, pieces.max_chars)
        )
    });
    blocks::join([
        format!(
            "You are a senior application-security engineer. Review the whole codebase{named}, with the OWASP Top 10 \
             (2025) and CWE as reference, also for issues that only show across files."
        ),
        blocks::context(arguments.context.as_deref(), pieces.max_chars),
        blocks::focus(arguments.focus.as_deref(), pieces.max_chars),
        blocks::report_language(pieces.report_language),
        blocks::project_check(),
        method(results.is_some()),
        blocks::rules(&[TESTS_RULE]),
        blocks::deliverable(
            ReviewType::CodebaseReview,
            "a summary, the findings, most severe first, and a coverage section: what was reviewed and what was not",
            &[SCOPE, blocks::COVERAGE_RULE],
        ),
        blocks::checklists(pieces),
        scan_results,
    ])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{headings, pieces, some};
    use super::*;

    #[test]
    fn given_results_stand_at_the_end() {
        let arguments = Arguments {
            languages: some("java, elm"),
            scan_results: some("{\"files\": []}"),
            ..Arguments::default()
        };
        let text = text(&arguments, &pieces(None));
        let expected = [
            "## Before you start", "## Method", "## Rules", "## Deliverable", "## Checklists", "### Checklist: python",
            "### Other checklists", "## Scan results",
        ];
        assert_eq!(headings(&text), expected);
        assert!(text.contains("whole codebase (**Java, elm**), with"), "{text}");
        assert!(text.contains("Start from the scan results"), "{text}");
        assert!(!text.contains("scan-code . --format json"), "{text}");
        assert!(
            text.ends_with("## Scan results\n\n```json\n{\"files\": []}\n```"),
            "{text}"
        );
    }

    #[test]
    fn without_results_the_command_is_named() {
        let text = text(&Arguments::default(), &Pieces::default());
        assert!(!text.contains("## Scan results"), "{text}");
        assert!(
            text.contains("`security-review ci scan-code . --format json`"),
            "{text}"
        );
        assert!(text.contains("whole codebase, with"), "{text}");
        assert!(
            text.contains("`review_type` `codebase-review`") && text.contains("`scope`"),
            "{text}"
        );
    }

    #[test]
    fn domains_end_with_api_and_configuration() {
        let arguments = Arguments {
            languages: some("docker, rust"),
            ..Arguments::default()
        };
        assert_eq!(domains(&arguments), ["config", "rust", "api", "cicd"]);
    }
}

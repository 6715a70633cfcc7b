//! `dependency-review`: manifests and lockfiles.

use domain::ReviewType;

use super::blocks::{self, given};
use super::{CONTEXT, Pieces, PromptInfo, REPORT_LANGUAGE, optional};

/// Its entry in the list.
pub const INFO: PromptInfo = PromptInfo {
    name: "dependency-review",
    title: "Dependency and supply-chain review",
    description: "Reviews dependency files for known vulnerabilities and supply-chain hygiene, and saves the report.",
    arguments: &[
        optional(
            "ecosystem",
            "Ecosystem",
            "PyPI, npm, Maven, Go, crates.io or NuGet; several separated by commas; empty: all",
        ),
        optional(
            "files",
            "Dependency files",
            "Text of manifests and lockfiles; empty: the agent reads those of its workspace",
        ),
        CONTEXT,
        REPORT_LANGUAGE,
    ],
};

/// The arguments, as the host sent them.
#[derive(Debug, Clone, Default)]
pub struct Arguments {
    /// Package ecosystem.
    pub ecosystem: Option<String>,
    /// Text of manifests and lockfiles.
    pub files: Option<String>,
    /// Background.
    pub context: Option<String>,
    /// Language of the report; the text takes the settled one from the pieces.
    pub report_language: Option<String>,
}

/// The checklist domains to include, before those that every review has.
pub fn domains(_arguments: &Arguments) -> Vec<&'static str> {
    vec!["dependencies"]
}

const METHOD: &str = "\
## Method

1. **List** manifests and lockfiles. A lockfile tells the versions in use, a manifest only what is allowed.
2. **Known vulnerabilities**: use the audit command of the ecosystem or an advisory scanner that is already \
installed. It may read; it must not install packages nor run scripts of the project. Note its name, its version and \
the age of its advisory data. Where none ran, say that known vulnerabilities were not checked: an empty result then \
proves nothing.
3. **Use**: find for each vulnerable package whether it is direct, transitive or for development only, and whether the \
vulnerable part is reached. Recommend the smallest upgrade that repairs it.
4. **Hygiene**: unpinned versions, missing hashes, sources other than the registry, plain HTTP, install scripts. \
Explain the risk of each.
5. **What no tool sees**: lockfile not committed or out of step, names that a public registry could answer (dependency \
confusion), abandoned packages, look-alike names.
6. **Walk through** the checklists item by item.";

const VERSIONS_RULE: &str = "\
- Versions come from the files, vulnerabilities and advisory ids from a tool: none from memory.
- What is for development only weighs less, unless it runs in the pipeline with secrets.
- One finding per package: the worst advisory as `rule_id`, the others in `description`.";

const FINDINGS: &str = "\
Findings here: `category` `dependency`; `title` with the package and the weakness, without version; the manifest as \
`file_path`. For a known vulnerability the advisory id as `rule_id`, `cwe` `CWE-1395`, installed and repaired version \
in `description`.";

const CHECKLIST_RESULTS: &str = "\
`checklist_results`: every item you walked through, as `ok`, `issue`, `not_applicable` or `not_verifiable`.";

/// The text of the prompt.
pub fn text(arguments: &Arguments, pieces: &Pieces) -> String {
    let ecosystem = given(arguments.ecosystem.as_deref()).map_or_else(
        || "PyPI, npm, Maven, Go, crates.io and NuGet".to_owned(),
        |ecosystem| format!("**{}**", blocks::word(ecosystem)),
    );
    let files = given(arguments.files.as_deref()).map_or_else(
        || "None were given. Read those of your workspace, and say which.".to_owned(),
        |files| blocks::fenced("", files, pieces.max_chars),
    );
    blocks::join([
        format!(
            "You are a senior software supply-chain security engineer. Review the dependencies ({ecosystem}) for known \
             vulnerabilities and hygiene."
        ),
        blocks::context(arguments.context.as_deref(), pieces.max_chars),
        blocks::report_language(pieces.report_language),
        blocks::project_check(),
        [METHOD.to_owned(), blocks::finding_step(7), blocks::rating_step(8)].join("\n"),
        blocks::rules(&[VERSIONS_RULE]),
        blocks::deliverable(
            ReviewType::DependencyReview,
            "a summary (what was checked, with which tool) and the findings, most severe first",
            &[FINDINGS, CHECKLIST_RESULTS],
        ),
        blocks::checklists(pieces),
        format!("## Dependency files\n\n{files}"),
    ])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{headings, pieces, some};
    use super::*;

    #[test]
    fn files_are_fenced_without_a_language() {
        let arguments = Arguments {
            ecosystem: some("crates.io"),
            files: some("serde = \"1\""),
            ..Arguments::default()
        };
        let text = text(&arguments, &pieces(None));
        let expected = [
            "## Before you start", "## Method", "## Rules", "## Deliverable", "## Checklists", "### Checklist: python",
            "### Other checklists", "## Dependency files",
        ];
        assert_eq!(headings(&text), expected);
        assert!(text.contains("dependencies (**crates.io**)"), "{text}");
        assert!(
            text.ends_with("## Dependency files\n\n```\nserde = \"1\"\n```"),
            "{text}"
        );
    }

    #[test]
    fn findings_are_filed_as_dependencies() {
        let text = text(&Arguments::default(), &Pieces::default());
        assert!(text.contains("PyPI, npm, Maven, Go, crates.io and NuGet"), "{text}");
        for part in [
            "`category` `dependency`",
            "`CWE-1395`",
            "`review_type` `dependency-review`",
            "`checklist_results`",
        ] {
            assert!(text.contains(part), "{part}");
        }
        assert!(text.ends_with("Read those of your workspace, and say which."), "{text}");
        assert_eq!(domains(&Arguments::default()), ["dependencies"]);
    }

    #[test]
    fn tools_that_do_not_exist_are_not_named() {
        let text = text(&Arguments::default(), &Pieces::default());
        for tool in [
            "scan_dependencies", "get_advisory_status", "scan-deps", "vulnerability_check",
        ] {
            assert!(!text.contains(tool), "{tool}");
        }
    }
}

//! `security-review`: code of one or more languages, with their checklists.

use domain::ReviewType;
use syntax::Language;

use super::blocks::{self, given};
use super::{CODE, CONTEXT, FOCUS, Pieces, PromptInfo, REPORT_LANGUAGE, domains_for, language_words, optional};

/// Its entry in the list.
pub const INFO: PromptInfo = PromptInfo {
    name: "security-review",
    title: "Security code review",
    description: "Reviews code of any supported language for vulnerabilities and unsafe settings, and saves the \
                  report.",
    arguments: &[
        optional(
            "language",
            "Languages",
            "Languages of the code, separated by commas; names and aliases, such as python, angular or ts",
        ),
        CODE,
        CONTEXT,
        FOCUS,
        REPORT_LANGUAGE,
    ],
};

/// The arguments, as the host sent them.
#[derive(Debug, Clone, Default)]
pub struct Arguments {
    /// Languages of the code.
    pub language: Option<String>,
    /// Source text or diff.
    pub code: Option<String>,
    /// Background.
    pub context: Option<String>,
    /// What deserves extra attention.
    pub focus: Option<String>,
    /// Language of the report; the text takes the settled one from the pieces.
    pub report_language: Option<String>,
}

impl Arguments {
    fn languages(&self) -> (Vec<Language>, Vec<String>) {
        language_words(self.language.as_deref().unwrap_or_default())
    }
}

/// The checklist domains to include, before those that every review has.
pub fn domains(arguments: &Arguments) -> Vec<&'static str> {
    let mut domains = domains_for(&arguments.languages().0);
    if !domains.contains(&"api") {
        domains.push("api");
    }
    domains
}

/// The text of the prompt.
pub fn text(arguments: &Arguments, pieces: &Pieces) -> String {
    let (languages, unknown) = arguments.languages();
    let subject = match given(arguments.language.as_deref()) {
        Some(_) if !languages.is_empty() || !unknown.is_empty() => {
            format!("**{}** code", blocks::language_list(&languages, &unknown))
        }
        _ => "code".to_owned(),
    };
    let info = languages.first().map_or("", |language| language.name());
    blocks::join([
        format!(
            "You are a senior application-security engineer. Review {subject} for vulnerabilities and unsafe \
             settings, with the OWASP Top 10 (2025) and CWE as reference."
        ),
        blocks::context(arguments.context.as_deref(), pieces.max_chars),
        blocks::focus(arguments.focus.as_deref(), pieces.max_chars),
        blocks::report_language(pieces.report_language),
        blocks::project_check(),
        blocks::review_method(ReviewType::SecurityReview, ""),
        blocks::checklists(pieces),
        blocks::code_to_review(info, arguments.code.as_deref(), pieces.max_chars),
    ])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{headings, pieces, some};
    use super::*;

    #[test]
    fn every_section_stands_in_order() {
        let arguments = Arguments {
            language: some("py, TypeScript"),
            code: some("eval(x)"),
            context: some("internal tool"),
            focus: some("uploads"),
            report_language: None,
        };
        let text = text(&arguments, &pieces(Some("French")));
        let expected = [
            "## Context", "## Focus", "## Report language", "## Before you start", "## Method", "## Rules",
            "## Deliverable", "## Checklists", "### Checklist: python", "### Other checklists", "## Code to review",
        ];
        assert_eq!(headings(&text), expected);
        assert!(text.contains("Review **Python, TypeScript** code for"), "{text}");
        assert!(text.ends_with("\n\n```python\neval(x)\n```"), "{text}");
        assert!(text.contains("`review_type` `security-review`"), "{text}");
    }

    #[test]
    fn what_is_not_given_is_left_out() {
        let text = text(&Arguments::default(), &Pieces::default());
        let expected = [
            "## Before you start", "## Method", "## Rules", "## Deliverable", "## Code to review",
        ];
        assert_eq!(headings(&text), expected);
        assert!(text.contains("Review code for vulnerabilities"), "{text}");
        assert!(text.contains("say exactly which files you read"), "{text}");
    }

    #[test]
    fn unknown_languages_are_shown_and_select_nothing() {
        let arguments = Arguments {
            language: some("cobol, <b>"),
            code: some("MOVE A TO B"),
            ..Arguments::default()
        };
        let text = text(&arguments, &pieces(None));
        assert!(text.contains("Review **cobol, `<b>`** code for"), "{text}");
        assert!(text.ends_with("\n\n```\nMOVE A TO B\n```"), "{text}");
        assert_eq!(domains(&arguments), ["api"]);
    }

    #[test]
    fn domains_are_those_of_the_languages_then_api() {
        let of = |language: &str| {
            domains(&Arguments {
                language: some(language),
                ..Arguments::default()
            })
        };
        assert_eq!(of("python, js"), ["python", "angular", "node", "api"]);
        assert_eq!(of("sql go"), ["api", "go"]);
    }
}

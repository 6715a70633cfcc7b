//! `configuration-review`: containers, pipelines, settings.

use domain::ReviewType;
use syntax::Language;

use super::blocks::{self, given};
use super::{CONTEXT, FOCUS, Pieces, PromptInfo, REPORT_LANGUAGE, language_words, optional};

/// Its entry in the list.
pub const INFO: PromptInfo = PromptInfo {
    name: "configuration-review",
    title: "Configuration security review",
    description: "Reviews container, pipeline, Spring, YAML and properties files for misconfiguration, and saves the \
                  report.",
    arguments: &[
        optional(
            "config_type",
            "Kind of configuration",
            "Kind of files, such as Dockerfile, GitLab CI, GitHub Actions, Jenkinsfile or application.yml",
        ),
        optional(
            "content",
            "Content",
            "Text of the files to review; empty: the agent reads the files of its workspace",
        ),
        CONTEXT,
        FOCUS,
        REPORT_LANGUAGE,
    ],
};

/// The arguments, as the host sent them.
#[derive(Debug, Clone, Default)]
pub struct Arguments {
    /// Kind of files.
    pub config_type: Option<String>,
    /// Text of the files.
    pub content: Option<String>,
    /// Background.
    pub context: Option<String>,
    /// What deserves extra attention.
    pub focus: Option<String>,
    /// Language of the report; the text takes the settled one from the pieces.
    pub report_language: Option<String>,
}

/// The checklist domains to include, before those that every review has.
pub fn domains(arguments: &Arguments) -> Vec<&'static str> {
    let kind = arguments.config_type.as_deref().unwrap_or_default();
    let content = arguments.content.as_deref().unwrap_or_default();
    if is_pipeline(kind, content) {
        vec!["config", "cicd"]
    } else {
        vec!["config"]
    }
}

/// How much of a content is looked at to tell a pipeline, in characters.
const LOOKED_AT: usize = 2_000;

/// Words of pipelines, in lower case.
const PIPELINE_WORDS: &[&str] = &[
    "gitlab", "jenkins", "pipeline", "ci/cd", "cicd", "stages:", "jobs:", "runs-on:", "vmimage:", "github/workflows",
    "github action", "github-action", "github workflow", "actions/checkout", "circleci", "buildkite", "tekton",
    "cloudbuild", "woodpecker", ".travis", ".drone.yml",
];

/// Whether the kind of the files, or the start of their content, is that of a build or deployment pipeline.
pub fn is_pipeline(kind: &str, content: &str) -> bool {
    let speaks_of_one = |text: &str| PIPELINE_WORDS.iter().any(|word| text.contains(word));
    let start: String = content.chars().take(LOOKED_AT).collect();
    let named = |language| {
        matches!(
            language,
            Language::GitlabCi | Language::Jenkins | Language::GithubActions
        )
    };
    language_words(kind).0.into_iter().any(named)
        || speaks_of_one(&kind.to_lowercase())
        || speaks_of_one(&start.to_lowercase())
}

const SCAN_LANGUAGES: &str =
    " as `config`, `yaml` or `docker`, or the closer `gitlab-ci`, `github-actions`, `jenkins` or `terraform`";

/// The text of the prompt.
pub fn text(arguments: &Arguments, pieces: &Pieces) -> String {
    let kind = given(arguments.config_type.as_deref()).map_or_else(|| "configuration".to_owned(), blocks::word);
    blocks::join([
        format!(
            "You are a senior infrastructure-security engineer. Review **{kind}** files for misconfiguration: secrets \
             in clear, excessive rights, unsafe defaults, open network exposure, weak TLS, floating versions of \
             images, actions and packages, dangerous pipeline steps."
        ),
        blocks::context(arguments.context.as_deref(), pieces.max_chars),
        blocks::focus(arguments.focus.as_deref(), pieces.max_chars),
        blocks::report_language(pieces.report_language),
        blocks::project_check(),
        blocks::review_method(ReviewType::ConfigurationReview, SCAN_LANGUAGES),
        blocks::checklists(pieces),
        blocks::code_to_review("yaml", arguments.content.as_deref(), pieces.max_chars),
    ])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{headings, pieces, some};
    use super::*;

    #[test]
    fn the_kind_and_the_languages_to_scan_as_are_named() {
        let arguments = Arguments {
            config_type: some("Dockerfile"),
            content: some("FROM alpine"),
            ..Arguments::default()
        };
        let text = text(&arguments, &pieces(None));
        assert_eq!(
            headings(&text)[..4],
            ["## Before you start", "## Method", "## Rules", "## Deliverable"]
        );
        assert!(text.contains("Review **Dockerfile** files"), "{text}");
        assert!(
            text.contains("with `scan_code` as `config`, `yaml` or `docker`"),
            "{text}"
        );
        assert!(text.contains("`review_type` `configuration-review`"), "{text}");
        assert!(text.ends_with("```yaml\nFROM alpine\n```"), "{text}");
        assert!(super::text(&Arguments::default(), &Pieces::default()).contains("Review **configuration** files"));
    }

    #[test]
    fn pipelines_are_known_by_kind_or_content() {
        for kind in [
            "GitLab CI", "Jenkinsfile", "gha", "GitHub Actions", "Azure Pipelines", "CI/CD", ".github/workflows/x.yml",
        ] {
            assert!(is_pipeline(kind, ""), "{kind}");
        }
        for content in [
            "stages: [build]",
            "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest",
            "pool:\n  vmImage: ubuntu-latest",
            "# .github/workflows/ci.yml",
            "pipeline { agent any }",
        ] {
            assert!(is_pipeline("", content), "{content}");
        }
    }

    #[test]
    fn other_files_are_no_pipelines() {
        assert!(!is_pipeline("Dockerfile", "FROM alpine\nRUN apk add curl"));
        assert!(!is_pipeline("application.yml", "server:\n  port: 8080"));
        assert!(!is_pipeline("", &format!("{}stages:", "é".repeat(LOOKED_AT))));
    }

    #[test]
    fn pipelines_get_their_checklist() {
        let mut arguments = Arguments {
            content: some("FROM alpine"),
            ..Arguments::default()
        };
        assert_eq!(domains(&arguments), ["config"]);
        arguments.config_type = some("gitlab-ci");
        assert_eq!(domains(&arguments), ["config", "cicd"]);
    }
}

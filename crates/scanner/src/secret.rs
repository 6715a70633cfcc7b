//! Credentials as matches.

use secrets::{Alone, Secret, Syntax};
use syntax::{Detection, Language, LineIndex, detect_by_path};
use untrusted_text::safe_line;

use crate::location::number;
use crate::matches::{Depth, SecretFacts, TextOptions};
use crate::rules::RuleSet;

/// Longest name of a value shown, in characters.
const NAME_CHARS: usize = 100;

/// The credentials of a text that are worth reporting, in the order of the text.
pub(crate) fn find(rules: &RuleSet, path: &str, language: Language, text: &str, options: &TextOptions) -> Vec<Secret> {
    let mut found = secrets::detect(text, path, syntax_of(language, path));
    found.retain(|secret| {
        let kind = secret.kind;
        rules.is_kind_active(kind)
            && secret.confidence >= options.min_confidence
            && (options.show_public || !kind.is_public())
            && (options.depth == Depth::Full || is_distinctive(kind))
            && !secret.spans.is_empty()
    });
    found.sort_by_key(|secret| (extent(secret).start, &secret.kind.id));
    found
}

/// Whether the value alone tells what it is, without the name it is given.
fn is_distinctive(kind: &secrets::Kind) -> bool {
    match kind.alone {
        Alone::Format | Alone::Checksum | Alone::Pair | Alone::Claim | Alone::Mixed | Alone::Public => true,
        // Private keys and addresses with a password stand out; values that a name makes a secret do not.
        Alone::Structure => kind.alias() != Some("GEN-001"),
        Alone::Context => false,
    }
}

/// From the first to the last byte.
pub(crate) fn extent(secret: &Secret) -> std::ops::Range<usize> {
    let start = secret.spans.iter().map(|span| span.start).min().unwrap_or(0);
    let end = secret.spans.iter().map(|span| span.end).max().unwrap_or(start);
    start..end
}

/// What to tell of a credential beside its place.
pub(crate) fn facts(secret: &Secret, lines: &LineIndex) -> SecretFacts {
    SecretFacts {
        kind: &secret.kind.kind,
        provider: Some(secret.kind.provider.as_str()).filter(|provider| !provider.is_empty()),
        name: secret.name.as_deref().map(|name| safe_line(name, NAME_CHARS)),
        checksum: secret.checksum,
        decoded_by: secret.decoded_by.clone(),
        place: secret.place.as_str(),
        public: secret.kind.is_public(),
        related_line: secret
            .related
            .as_ref()
            .map(|related| number(lines.line_of(related.start))),
    }
}

/// How values are written in a language; `None` leaves it to the path.
fn syntax_of(language: Language, path: &str) -> Option<Syntax> {
    Some(match language {
        Language::Shell => Syntax::Shell,
        Language::Config => Syntax::Config,
        Language::Yaml | Language::GitlabCi | Language::GithubActions => Syntax::Yaml,
        Language::Json | Language::Notebook => Syntax::Json,
        Language::Toml | Language::Terraform => Syntax::Quoted,
        Language::Angular | Language::Html | Language::Xml => Syntax::Markup,
        Language::Sql => Syntax::Sql,
        Language::Docker => Syntax::Docker,
        Language::AgentInstructions => Syntax::Text,
        // A path that leads to this row says more than the row: a Makefile, a batch file, a key.
        Language::Text if detect_by_path(path) == Detection::Language(Language::Text) => return None,
        Language::Text => Syntax::Text,
        Language::Python
        | Language::Java
        | Language::TypeScript
        | Language::JavaScript
        | Language::Go
        | Language::CSharp
        | Language::Rust
        | Language::Jenkins
        | Language::Php
        | Language::Ruby
        | Language::Kotlin
        | Language::Swift
        | Language::C
        | Language::Cpp
        | Language::Vue
        | Language::Svelte => Syntax::Code,
    })
}

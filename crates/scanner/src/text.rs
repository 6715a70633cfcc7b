//! The scan of one text: rules, credentials, markers and bounds come together here.

use std::cmp::Reverse;

use domain::{Category, Location, Severity};
use opengrep::project::FileIndex;
use secrets::Place;
use syntax::notebook::{self, Cell};
use syntax::{Kind, Language, LineIndex};
use untrusted_text::Document;

use crate::engine::{GivenUp, Tokens};
use crate::fingerprint::Fingerprints;
use crate::lineset::LineSet;
use crate::location::Locator;
use crate::matches::{
    Depth, EXCERPT_CHARS, Match, MatchKind, TextOptions, TextReport, Truncated, Warning, WarningKind,
};
use crate::overlap::{Found, What, merge};
use crate::rules::{Rule, RuleSet};
use crate::secret;
use crate::structural::{self, Beyond, Reported};
use crate::suppress::Markers;
use crate::suppress::ids::Ids;

/// Most warnings of one text.
const MAX_WARNINGS: usize = 100;

/// Scans a text. `path` is a label: it is part of the fingerprints and tells tests from what is shipped; nothing is read.
///
/// Matches come in the order of the text. Every excerpt is masked, revealed and bounded; the work is linear in the
/// text, however it is made.
pub fn scan_text(rules: &RuleSet, path: &str, language: Language, text: &str, options: &TextOptions) -> TextReport {
    scan(rules, path, language, text, options, None, Beyond::Alone).0
}

/// [`scan_text`] of which only some lines are reported, with what is known or asked of the text beyond itself.
pub(crate) fn scan(
    rules: &RuleSet,
    path: &str,
    language: Language,
    text: &str,
    options: &TextOptions,
    only: Option<&LineSet>,
    beyond: Beyond<'_>,
) -> (TextReport, Option<FileIndex>) {
    let lines = LineIndex::new(text);
    let mut scan = Scan {
        rules,
        path,
        options,
        fingerprints: Fingerprints::new(path),
        ids: Ids::new(rules),
        matches: vec![],
        suppressed: vec![],
        warnings: vec![],
        // The cells of a notebook are no modules.
        beyond: match language {
            Language::Notebook => Beyond::Alone,
            _ => beyond,
        },
        index: None,
    };
    match (language == Language::Notebook).then(|| notebook::cells(text)) {
        None => scan.part(&Part {
            language,
            text,
            lines: &lines,
            origin: None,
        }),
        Some(Ok(cells)) => cells.iter().for_each(|cell| scan.cell(cell)),
        Some(Err(error)) => {
            scan.part(&Part {
                language: Language::Json,
                text,
                lines: &lines,
                origin: None,
            });
            scan.warnings.push(Warning {
                kind: WarningKind::UnreadableNotebook,
                line: 1,
                text: format!("{error}; scanned as JSON"),
            });
        }
    }
    let index = scan.index.take();
    (scan.finish(language, lines.line_count(), only), index)
}

/// A text in one language: a file, or a cell of a notebook.
struct Part<'t> {
    language: Language,
    text: &'t str,
    lines: &'t LineIndex,
    /// For every line, the line of the file that it comes from.
    origin: Option<&'t [u32]>,
}

impl Part<'_> {
    /// The line of the file.
    fn line(&self, line: u32) -> u32 {
        let Some(origin) = self.origin else { return line };
        let at = (line as usize).saturating_sub(1).min(origin.len().saturating_sub(1));
        origin.get(at).copied().unwrap_or(line)
    }

    fn location(&self, location: Location) -> Location {
        Location {
            line: self.line(location.line),
            end_line: self.line(location.end_line),
            ..location
        }
    }
}

struct Scan<'a> {
    rules: &'a RuleSet,
    path: &'a str,
    options: &'a TextOptions,
    fingerprints: Fingerprints<'a>,
    ids: Ids<'a>,
    matches: Vec<Match>,
    suppressed: Vec<Match>,
    warnings: Vec<Warning>,
    beyond: Beyond<'a>,
    index: Option<FileIndex>,
}

impl Scan<'_> {
    fn cell(&mut self, cell: &Cell) {
        let lines = LineIndex::new(&cell.text);
        let language = cell.language.unwrap_or(Language::Text);
        self.part(&Part {
            language,
            text: &cell.text,
            lines: &lines,
            origin: Some(&cell.lines),
        });
    }

    fn part(&mut self, part: &Part<'_>) {
        let label = label(self.path, part.language);
        let mut markers = Markers::find(part.text, part.lines, &mut self.ids);
        let document = Document::new(part.text, &label);
        let mut locator = Locator::new(part.text, part.lines);
        let (found, warnings, index) = find(self.rules, part, self.path, &label, self.options, self.beyond);
        self.index = index;
        self.warnings.extend(warnings.into_iter().map(|warning| Warning {
            line: part.line(warning.line),
            ..warning
        }));
        for mut found in merge(found) {
            let alias = match &found.what {
                What::Secret(secret) => secret.kind.alias(),
                What::Pattern(_) | What::Structural { .. } => None,
            };
            let names: Vec<&str> = [found.id()].into_iter().chain(alias).collect();
            let own = markers.hide(found.line, &names);
            let suppression = own
                .or_else(|| match &found.what {
                    What::Structural { rule, .. } => {
                        structural::suppression(part.text, part.lines, found.line, &rule.id)
                    }
                    What::Pattern(_) | What::Secret(_) => None,
                })
                .or_else(|| match &found.what {
                    What::Structural { across, .. } => across.as_ref()?.suppression.clone(),
                    What::Pattern(_) | What::Secret(_) => None,
                })
                .map(|suppression| crate::matches::Suppression {
                    line: part.line(suppression.line),
                    ..suppression
                });
            markers.names(found.line, &names);
            let line = found.line;
            found.also.retain(|id| !markers.names(line, &[id]));
            let mut reported = self.report(part, found, alias, &document, &mut locator);
            reported.suppression = suppression;
            let list = if reported.suppression.is_some() {
                &mut self.suppressed
            } else {
                &mut self.matches
            };
            list.push(reported);
        }
        let warnings = markers.into_warnings(self.rules).into_iter();
        self.warnings.extend(warnings.map(|warning| Warning {
            line: part.line(warning.line),
            ..warning
        }));
    }

    fn report(
        &mut self,
        part: &Part<'_>,
        found: Found<'_>,
        alias: Option<&'static str>,
        document: &Document<'_>,
        locator: &mut Locator<'_>,
    ) -> Match {
        // The last piece of a credential may stand lines below: the excerpt shows where it starts.
        let shown = match &found.what {
            What::Pattern(_) | What::Structural { .. } => found.at.clone(),
            What::Secret(secret) => secret
                .spans
                .iter()
                .min_by_key(|span| span.start)
                .cloned()
                .unwrap_or(found.at.clone()),
        };
        let excerpt = document.excerpt(part.lines.line_range(found.line), shown, EXCERPT_CHARS);
        let in_configuration = part.language.kind() == Kind::Config || part.language == Language::AgentInstructions;
        let cwe = found.cwe().map(str::to_owned);
        let category = Category::of_match(cwe.as_deref(), in_configuration);
        let rule_id = found.id().to_owned();
        let confidence = found.confidence();
        let location = part.location(locator.locate(&found.at));
        let mut structural = None;
        let (kind, title, advice, owasp, secret, fingerprint) = match &found.what {
            What::Pattern(rule) => (
                MatchKind::Pattern,
                rule.title.clone(),
                rule.fix.clone(),
                rule.owasp.clone(),
                None,
                self.fingerprints.pattern(&rule.id, excerpt.text.as_ref()),
            ),
            What::Structural {
                rule,
                place,
                finding,
                across,
            } => {
                let found = (*place, finding, across.as_deref());
                let quotes = structural::quotes(found, document, (part.text, part.lines), |line| part.line(line));
                structural = Some(quotes.facts);
                (
                    MatchKind::Structural,
                    rule.title.clone(),
                    quotes.message.into_string(),
                    rule.owasp.clone(),
                    None,
                    // The scheme of pattern rules: a baseline outlives the change from one to the other.
                    self.fingerprints.pattern(&rule.id, excerpt.text.as_ref()),
                )
            }
            What::Secret(secret) => (
                MatchKind::Secret,
                secret.title(),
                secret.advice(),
                None,
                Some(secret::facts(secret, part.lines)),
                self.fingerprints.secret(
                    &secret.kind.id,
                    secret.name.as_deref().unwrap_or_default(),
                    excerpt.text.as_ref(),
                ),
            ),
        };
        let secret = secret.map(|facts| crate::matches::SecretFacts {
            related_line: facts.related_line.map(|line| part.line(line)),
            ..facts
        });
        Match {
            rule_id,
            alias,
            title,
            severity: found.severity,
            confidence,
            cwe,
            owasp,
            category: if kind == MatchKind::Secret {
                Category::Secret
            } else {
                category
            },
            kind,
            location,
            excerpt: excerpt.text,
            caret: excerpt.caret,
            advice,
            test: is_test(self.path),
            fingerprint,
            also: found.also,
            secret,
            structural,
            suppression: None,
        }
    }

    fn finish(mut self, language: Language, lines: usize, only: Option<&LineSet>) -> TextReport {
        if let Some(only) = only {
            let reported = |found: &Match| only.meets(found.location.line..=found.location.end_line);
            self.matches.retain(reported);
            self.suppressed.retain(reported);
            self.warnings.retain(|warning| only.meets(warning.line..=warning.line));
        }
        let order = |found: &Match| (found.location.line, found.location.column, found.rule_id.clone());
        let max = self.options.max_matches;
        let total = self.matches.len();
        if total > max {
            self.matches
                .sort_by_cached_key(|found| (Reverse(found.severity), order(found)));
            self.matches.truncate(max);
        }
        self.matches.sort_by_cached_key(order);
        self.suppressed.sort_by_cached_key(order);
        self.warnings.sort_by_key(|warning| warning.line);
        let more = self.warnings.len().saturating_sub(MAX_WARNINGS);
        if more > 0 {
            self.warnings.truncate(MAX_WARNINGS);
            let line = self.warnings.last().map_or(1, |last| last.line);
            self.warnings.push(Warning {
                kind: WarningKind::MoreWarnings,
                line,
                text: format!("{more} more warnings below this line"),
            });
        }
        TextReport {
            language,
            lines,
            truncated: (total > max).then(|| Truncated {
                kept: max,
                dropped: total - max,
            }),
            matches: self.matches,
            suppressed: self.suppressed,
            warnings: self.warnings,
        }
    }
}

/// Whether a path is below tests, fixtures or examples: a lead there is worth knowing, one step below what it would be elsewhere.
pub(crate) fn is_test(path: &str) -> bool {
    matches!(Place::of_path(path), Place::Test | Place::Example)
}

/// Everything that stands in a text, in no order, and what was not seen of it. `label` leads to the language, `path` is that
/// of the file.
fn find<'r>(
    rules: &'r RuleSet,
    part: &Part<'_>,
    path: &str,
    label: &str,
    options: &TextOptions,
    beyond: Beyond<'_>,
) -> (Vec<Found<'r>>, Vec<Warning>, Option<FileIndex>) {
    let secrets = secret::find(rules, label, part.language, part.text, options)
        .into_iter()
        .map(|secret| {
            let at = secret::extent(&secret);
            Found {
                severity: rules.kind_severity(secret.kind).unwrap_or(secret.severity),
                line: part.lines.line_of(at.start),
                at,
                what: What::Secret(secret),
                also: Vec::new(),
            }
        });
    let mut found: Vec<Found<'r>> = secrets.collect();
    if options.depth != Depth::Full {
        return (found, Vec::new(), None);
    }
    // A lead in a test is worth one step less, unless somebody said what it is worth.
    let rated = |severity: Severity, is_set: bool| {
        if is_test(label) && !is_set {
            severity.lowered()
        } else {
            severity
        }
    };
    let mut structural = structural::run(rules, path, part.language, part.text, beyond);
    let index = structural.index.take();
    let mut warnings = structural.warnings(part.lines);
    let tokens = Tokens::new(part.language, part.text);
    let (hits, left) = rules.index(part.language).run(part.text, part.lines, &tokens);
    let wanted = |rule: &Rule, line: usize| {
        rule.confidence >= options.min_rule_confidence
            && !rule.is_excepted(label)
            && !structural.has_seen(&rule.id, line, part.lines)
    };
    warnings.extend(
        left.iter()
            .filter(|left| wanted(left.rule, left.line))
            .map(GivenUp::warning),
    );
    let hits = hits.into_iter().filter(|hit| wanted(hit.rule, hit.line));
    found.extend(hits.map(|hit| Found {
        what: What::Pattern(hit.rule),
        severity: rated(hit.rule.severity, hit.rule.severity_is_set),
        line: hit.line,
        at: hit.at,
        also: Vec::new(),
    }));
    let findings = structural
        .findings
        .into_iter()
        .filter(|found| found.rule.confidence >= options.min_rule_confidence);
    found.extend(findings.map(|found| {
        let Reported {
            place,
            rule,
            finding,
            across,
        } = found;
        Found {
            severity: rated(rule.severity, rule.severity_is_set),
            line: part.lines.line_of(finding.range.start),
            at: finding.range.clone(),
            what: What::Structural {
                rule,
                place,
                finding,
                across,
            },
            also: Vec::new(),
        }
    }));
    (found, warnings, index)
}

/// A path that leads to the language: what the search for credentials and the masker take to tell how values are written.
/// They must agree, or a value that one finds is not masked by the other.
fn label(path: &str, language: Language) -> String {
    if syntax::detect_by_path(path).language() == Some(language) || syntax::is_lock_file(path) {
        return path.to_owned();
    }
    let extension = match language {
        Language::GitlabCi | Language::GithubActions => "yml",
        Language::AgentInstructions => "md",
        Language::Angular => "html",
        _ => language.extensions().first().copied().unwrap_or("txt"),
    };
    format!("{path}.{extension}")
}

#[cfg(test)]
mod tests;

//! `rules`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use domain::{Confidence, Severity};
use scanner::RuleSet;
use serde::Serialize;
use syntax::Language;

use crate::args::{ListFormat, Rules};
use crate::{Outcome, output, rule_files};

#[derive(Serialize)]
struct List {
    schema: &'static str,
    digest: String,
    count: usize,
    rules: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    id: String,
    title: String,
    /// `pattern`, `structural`, `secret`, `public` (listed with --show-public), or what a planned rule needs: `structural`,
    /// `taint`.
    kind: String,
    severity: Severity,
    confidence: Option<Confidence>,
    cwe: Option<String>,
    owasp: Option<String>,
    /// Names, or `*` for every language.
    languages: Vec<&'static str>,
    /// The id of the earlier rule that this one replaces.
    alias: Option<&'static str>,
    /// Announced; finds nothing yet.
    planned: bool,
}

pub(crate) fn run(args: &Rules) -> anyhow::Result<Outcome> {
    let language = args.language.as_deref().map(Language::from_name).transpose()?;
    let rules = rule_files::load(&args.rules, &args.config)?;
    let rows: Vec<_> = rows(&rules)
        .into_iter()
        .filter(|row| language.is_none_or(|l| applies(row, l)))
        .collect();
    let text = match args.format {
        ListFormat::Text => table(&rows),
        ListFormat::Json => {
            let count = rows.iter().filter(|row| !row.planned).count();
            output::json(&List {
                schema: "security-review/rules/1",
                digest: rules.digest(),
                count,
                rules: rows,
            })?
        }
    };
    output::print(&text)?;
    rule_files::check(&args.config, &rules)?;
    Ok(Outcome::Passed)
}

fn rows(rules: &RuleSet) -> Vec<Row> {
    let taken: BTreeSet<&str> = rules.active_structural().map(|rule| rule.id.as_str()).collect();
    let patterns = rules.rules().filter(|rule| !taken.contains(rule.id.as_str()));
    let patterns = patterns.map(|rule| Row {
        id: rule.id.clone(),
        title: rule.title.clone(),
        kind: "pattern".into(),
        severity: rule.severity,
        confidence: Some(rule.confidence),
        cwe: rule.cwe.clone(),
        owasp: rule.owasp.clone(),
        languages: rule.languages.names(),
        alias: None,
        planned: false,
    });
    let structural = rules.active_structural().map(|rule| Row {
        id: rule.id.clone(),
        title: rule.title.clone(),
        kind: "structural".into(),
        severity: rule.severity,
        confidence: Some(rule.confidence),
        cwe: rule.cwe.clone(),
        owasp: rule.owasp.clone(),
        languages: rule.languages.names(),
        alias: None,
        planned: false,
    });
    let mut code: Vec<Row> = patterns.chain(structural).collect();
    code.sort_by(|a, b| a.id.cmp(&b.id));
    let secrets = rules.kinds().map(|kind| Row {
        id: kind.id.clone(),
        title: kind.title.clone(),
        kind: if kind.is_public() {
            "public".into()
        } else {
            "secret".into()
        },
        severity: kind.severity,
        confidence: None,
        cwe: Some(kind.cwe.clone()),
        owasp: None,
        languages: vec!["*"],
        alias: kind.alias(),
        planned: false,
    });
    let planned = rules.planned().iter().map(|planned| Row {
        id: planned.id.clone(),
        title: planned.title.clone(),
        kind: planned.kind.clone(),
        severity: planned.severity,
        confidence: None,
        cwe: planned.cwe.clone(),
        owasp: None,
        languages: planned.languages.names(),
        alias: None,
        planned: true,
    });
    code.into_iter().chain(secrets).chain(planned).collect()
}

fn applies(row: &Row, language: Language) -> bool {
    let named = |name: &str| row.languages.contains(&name);
    named("*") || named(language.name()) || language.parents().iter().any(|parent| named(parent.language.name()))
}

fn table(rows: &[Row]) -> String {
    let mut out = String::new();
    let width = rows.iter().map(|row| row.id.len()).max().unwrap_or(0);
    for row in rows {
        let note = match row.kind.as_str() {
            "public" => " (public by design: only with --show-public)",
            _ if row.planned => " (planned)",
            _ => "",
        };
        let languages = if row.languages == ["*"] {
            String::new()
        } else {
            format!("  [{}]", row.languages.join(", "))
        };
        let title = untrusted_text::safe_line(&row.title, 200);
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{:width$}  {:8}  {title}{note}{languages}",
            row.id,
            row.severity.as_str()
        );
    }
    let planned = rows.iter().filter(|row| row.planned).count();
    let public = rows.iter().filter(|row| row.kind == "public").count();
    let _ = writeln!(
        out,
        "{} rules; {public} public kinds; {planned} planned",
        rows.len() - planned - public
    );
    out
}

//! Rules of the catalogue that need the structural engine and are not there yet.

use domain::Severity;

use super::Languages;
use super::embedded::EmbeddedRule;
use super::error::{RuleError, RuleProblem};
use super::fields::Fields;
use super::read::{known_languages, parse_cwe, parse_id};

/// A rule that is announced under its final id and finds nothing yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// Identifier.
    pub id: String,
    /// What a match will be.
    pub title: String,
    /// How bad it will be.
    pub severity: Severity,
    /// Weakness.
    pub cwe: Option<String>,
    /// The languages it is meant for.
    pub languages: Languages,
    /// What it needs: `structural` (the shape of the code) or `taint` (the path of data).
    pub kind: String,
}

const KINDS: [&str; 2] = ["structural", "taint"];

/// Reads the planned rules that are part of the program.
pub(super) fn embedded(rows: &[EmbeddedRule]) -> Result<Vec<Planned>, RuleError> {
    let mut planned: Vec<Planned> = Vec::new();
    let mut problems = Vec::new();
    for embedded in rows {
        let table = embedded.table();
        let name = table.text("id").unwrap_or("without id").to_owned();
        let mut fields = Fields::new(embedded.file, Some(name), table, &mut problems);
        let row = read_row(&mut fields);
        fields.finish();
        let Some(row) = row else { continue };
        if planned.iter().any(|other| other.id == row.id) {
            problems.push(RuleProblem {
                file: embedded.file.to_owned(),
                rule: Some(row.id.clone()),
                field: Some("id".into()),
                problem: "is listed twice: keep one".into(),
            });
        }
        planned.push(row);
    }
    planned.sort_by(|a, b| a.id.cmp(&b.id));
    if problems.is_empty() {
        Ok(planned)
    } else {
        Err(RuleError { problems })
    }
}

fn read_row(fields: &mut Fields<'_>) -> Option<Planned> {
    let id = fields.parsed("id", parse_id);
    let title = fields.required("title", "say what a match will be");
    let severity = fields.parsed("severity", str::parse);
    let cwe = fields.parsed("cwe", parse_cwe);
    let languages = known_languages(fields).map(|(languages, _)| languages);
    let kind = fields.parsed("kind", |kind| {
        if KINDS.contains(&kind) {
            Ok(kind.to_owned())
        } else {
            Err(format!("`{kind}` is unknown: use one of {}", KINDS.join(", ")))
        }
    });
    Some(Planned {
        id: id?,
        title: title?,
        severity: severity?,
        cwe,
        languages: languages?,
        kind: kind?,
    })
}

//! Baselines: matches that are known and do not block.
//!
//! A file lists them by fingerprint, each with an optional reason and an optional last day. An entry covers a match only
//! while its severity is not above the one recorded: what was accepted as low does not pass as critical.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use anyhow::{Context as _, bail};
use domain::Severity;
use scanner::Match;
use serde::{Deserialize, Deserializer, Serialize};

use crate::date::Day;
use crate::{input, output};

const SCHEMA: &str = "security-review/baseline/1";

/// More than this is no baseline: it has some 50,000 entries.
const MAX_BYTES: u64 = 16 << 20;

/// A baseline file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: String,
    entries: Vec<Entry>,
}

/// One known match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    pub(crate) rule_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "severity")]
    pub(crate) severity: Option<Severity>,
    #[serde(default)]
    pub(crate) title: String,
    pub(crate) fingerprint: String,
    /// Why it is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// The last day on which it does not block, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<String>,
}

/// A severity in any case.
fn severity<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Severity>, D::Error> {
    let word = Option::<String>::deserialize(from)?;
    let parse = |word: String| {
        word.parse().map_err(|error: domain::UnknownValue| {
            serde::de::Error::custom(format!("`severity` is none of {}", error.allowed))
        })
    };
    word.map(parse).transpose()
}

/// A baseline that a run was compared with.
#[derive(Debug)]
pub(crate) struct Baseline {
    path: String,
    entries: HashMap<String, Entry>,
    seen: BTreeSet<String>,
    expired: usize,
    worsened: usize,
    today: Day,
}

/// What a result says about its baseline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct BaselineUse {
    /// The file.
    pub(crate) path: String,
    /// How many entries it has.
    pub(crate) entries: usize,
    /// Matches that an entry covers.
    pub(crate) matched: usize,
    /// Matches whose entry is past its last day: they count again.
    pub(crate) expired: usize,
    /// Matches that are worse than their entry says: they count again.
    pub(crate) worsened: usize,
    /// Entries that no match has.
    pub(crate) obsolete: usize,
}

impl Baseline {
    /// Reads a baseline file.
    pub(crate) fn read(path: &Path, today: Day) -> anyhow::Result<Self> {
        let text = input::read("baseline", path, MAX_BYTES)?;
        let hint = "write a new one with --write-baseline";
        let file: File = serde_json::from_str(&text)
            .with_context(|| format!("the baseline `{}` is not valid ({hint})", path.display()))?;
        if file.schema != SCHEMA {
            bail!(
                "the baseline `{}` has the schema `{}`, this program reads `{SCHEMA}`: {hint}",
                path.display(),
                file.schema
            );
        }
        for (number, entry) in file.entries.iter().enumerate() {
            if let Some(expires) = entry.expires.as_deref().filter(|day| day.parse::<Day>().is_err()) {
                bail!(
                    "the baseline `{}`, entry {} ({}): `expires` is `{expires}`: write a day as YYYY-MM-DD",
                    path.display(),
                    number + 1,
                    entry.fingerprint
                );
            }
        }
        Ok(Self {
            path: path.to_string_lossy().into_owned(),
            entries: by_fingerprint(path, file.entries)?,
            seen: BTreeSet::new(),
            expired: 0,
            worsened: 0,
            today,
        })
    }

    /// The entry that covers a match.
    pub(crate) fn covers(&mut self, found: &Match) -> Option<Entry> {
        let entry = self.entries.get(&found.fingerprint)?;
        // Files whose names are shown alike have matches with equal fingerprints: an entry accepts one of them.
        if !entry.rule_id.eq_ignore_ascii_case(&found.rule_id) || !self.seen.insert(found.fingerprint.clone()) {
            return None;
        }
        if entry
            .expires
            .as_deref()
            .and_then(|day| day.parse::<Day>().ok())
            .is_some_and(|last| last < self.today)
        {
            self.expired += 1;
            return None;
        }
        if entry.severity.is_some_and(|accepted| found.severity > accepted) {
            self.worsened += 1;
            return None;
        }
        Some(entry.clone())
    }

    /// What to say about it, once every match was looked up.
    pub(crate) fn describe(&self) -> BaselineUse {
        BaselineUse {
            path: untrusted_text::safe_line(&self.path, 1_000).into_string(),
            entries: self.entries.len(),
            matched: self.seen.len() - self.expired - self.worsened,
            expired: self.expired,
            worsened: self.worsened,
            obsolete: self.entries.len() - self.seen.len(),
        }
    }
}

impl BaselineUse {
    /// One line.
    pub(crate) fn summary(&self) -> String {
        let mut parts = vec![format!("{} known", count(self.matched, "match", "matches"))];
        if self.expired > 0 {
            parts.push(format!(
                "{} past the last day of its entry",
                count(self.expired, "match is", "matches are each")
            ));
        }
        if self.worsened > 0 {
            parts.push(format!(
                "{} worse than accepted",
                count(self.worsened, "match is", "matches are")
            ));
        }
        if self.obsolete > 0 {
            parts.push(format!(
                "{} no longer",
                count(self.obsolete, "entry matches", "entries match")
            ));
        }
        format!("{}: {}", self.path, parts.join("; "))
    }
}

/// The entries by fingerprint. Two that say different things of one match are an error: nobody meant both.
fn by_fingerprint(path: &Path, entries: Vec<Entry>) -> anyhow::Result<HashMap<String, Entry>> {
    let mut all: HashMap<String, Entry> = HashMap::with_capacity(entries.len());
    for (number, entry) in entries.into_iter().enumerate() {
        match all.get(&entry.fingerprint) {
            Some(before) if *before != entry => bail!(
                "the baseline `{}`, entry {} ({}): an entry before it has the same fingerprint and says something else: remove one",
                path.display(),
                number + 1,
                untrusted_text::safe_line(&entry.fingerprint, 100)
            ),
            Some(_) => {}
            None => {
                all.insert(entry.fingerprint.clone(), entry);
            }
        }
    }
    Ok(all)
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Writes a baseline of matches, `(path, match)`. Reasons and last days of `known` are kept, unless the last day is over.
pub(crate) fn write<'a>(
    path: &Path,
    matches: impl Iterator<Item = (&'a str, &'a Match)>,
    known: Option<&Baseline>,
) -> anyhow::Result<usize> {
    let mut entries: BTreeMap<(String, u32, String, String), Entry> = BTreeMap::new();
    let mut written = BTreeSet::new();
    for (file, found) in matches {
        if !written.insert(&found.fingerprint) {
            continue;
        }
        let before = known.and_then(|known| {
            let entry = known.entries.get(&found.fingerprint)?;
            let over = entry
                .expires
                .as_deref()
                .and_then(|day| day.parse::<Day>().ok())
                .is_some_and(|last| last < known.today);
            (!over).then_some(entry)
        });
        let entry = Entry {
            file: untrusted_text::safe_line(file, 4_096).into_string(),
            line: Some(found.location.line),
            rule_id: found.rule_id.clone(),
            severity: Some(found.severity),
            title: untrusted_text::safe_line(&found.title, 300).into_string(),
            fingerprint: found.fingerprint.clone(),
            reason: before.and_then(|entry| entry.reason.clone()),
            expires: before.and_then(|entry| entry.expires.clone()),
        };
        entries.insert(
            (
                entry.file.clone(),
                found.location.line,
                entry.rule_id.clone(),
                entry.fingerprint.clone(),
            ),
            entry,
        );
    }
    let file = File {
        schema: SCHEMA.to_owned(),
        entries: entries.into_values().collect(),
    };
    output::write_file(path, &output::json(&file)?)?;
    Ok(file.entries.len())
}

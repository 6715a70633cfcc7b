//! Several rules at one place: the strongest is reported, and names the others.

use std::cmp::Reverse;
use std::ops::Range;

use domain::{Confidence, Severity};
use secrets::Secret;

use crate::rules::{Rule, StructuralRule};

/// A place where something was found, not yet a match.
#[derive(Debug)]
pub(crate) struct Found<'a> {
    pub(crate) what: What<'a>,
    pub(crate) severity: Severity,
    /// The first line, from 1.
    pub(crate) line: usize,
    /// Bytes of the text.
    pub(crate) at: Range<usize>,
    /// Weaker rules of the same weakness at the same place.
    pub(crate) also: Vec<String>,
}

#[derive(Debug)]
pub(crate) enum What<'a> {
    Pattern(&'a Rule),
    Secret(Secret),
    Structural {
        rule: &'a StructuralRule,
        /// Its place in the set.
        place: usize,
        finding: opengrep::engine::Finding,
        /// Of a flow between files: the way, and what hides it in another file.
        across: Option<Box<crate::across::Way>>,
    },
}

impl Found<'_> {
    pub(crate) fn id(&self) -> &str {
        match &self.what {
            What::Pattern(rule) => &rule.id,
            What::Secret(secret) => &secret.kind.id,
            What::Structural { rule, .. } => &rule.id,
        }
    }

    pub(crate) fn cwe(&self) -> Option<&str> {
        match &self.what {
            What::Pattern(rule) => rule.cwe.as_deref(),
            What::Secret(secret) => Some(secret.kind.cwe.as_str()).filter(|cwe| !cwe.is_empty()),
            What::Structural { rule, .. } => rule.cwe.as_deref(),
        }
    }

    pub(crate) fn confidence(&self) -> Confidence {
        match &self.what {
            What::Pattern(rule) => rule.confidence,
            What::Secret(secret) => secret.confidence,
            What::Structural { rule, .. } => rule.confidence,
        }
    }

    fn is_pattern(&self) -> bool {
        matches!(self.what, What::Pattern(_))
    }

    /// Whether a weaker one tells of the same weakness at the same place. Two credentials never do: which of them holds is
    /// decided where they are found. Every result of a structural rule is kept, as its rule file promises.
    fn repeats(&self, weaker: &Found<'_>) -> bool {
        (self.is_pattern() || weaker.is_pattern())
            && !matches!(weaker.what, What::Structural { .. })
            && (self.id() == weaker.id() || self.cwe().is_some() && self.cwe() == weaker.cwe())
            && self.at.start < weaker.at.end
            && weaker.at.start < self.at.end
    }
}

/// Merges what repeats something stronger on its line: more severe, then more certain, then the structural
/// rule, then first by id. Returns the
/// rest in the order of the text.
pub(crate) fn merge(mut found: Vec<Found<'_>>) -> Vec<Found<'_>> {
    let strength = |found: &Found<'_>| {
        (
            Reverse(found.severity),
            Reverse(found.confidence()),
            !matches!(found.what, What::Structural { .. }),
            found.id().to_owned(),
        )
    };
    found.sort_by_cached_key(|found| (found.line, strength(found), found.at.start));
    let mut kept: Vec<Found<'_>> = Vec::with_capacity(found.len());
    let mut line_start = 0;
    for weaker in found {
        if kept.last().is_some_and(|last| last.line != weaker.line) {
            line_start = kept.len();
        }
        match kept[line_start..].iter_mut().find(|stronger| stronger.repeats(&weaker)) {
            Some(stronger) if stronger.id() == weaker.id() => {}
            Some(stronger) => stronger.also.push(weaker.id().to_owned()),
            None => kept.push(weaker),
        }
    }
    for found in &mut kept {
        found.also.sort();
        found.also.dedup();
    }
    kept.sort_by(|a, b| (a.line, a.at.start, a.id()).cmp(&(b.line, b.at.start, b.id())));
    kept
}

//! The order of work: distinctive formats, keys, standards, files, layers, names; then overlaps and places.

use rating::Severity;

use crate::doc::{Doc, Place};
use crate::hit::{Hit, Order};
use crate::kinds::Alone;
use crate::tokens::{Trigger, Triggers};
use crate::{assign, files, keys, layers, named, public, standards, tokens};

/// Everything found in a text, overlaps resolved, confidence and severity adjusted to the place; sorted by position. Hits of any
/// confidence are included: the masker wants them all.
pub(crate) fn hits(doc: &Doc<'_>) -> Vec<Hit> {
    let (mut found, triggers) = tokens::find(doc);
    found.extend(keys::find(doc, &triggers));
    found.extend(standards::find(doc, &triggers));
    found.extend(files::find(doc));
    found.extend(layers::find(doc));
    if !doc.distinctive_only {
        found.extend(by_name(doc, &triggers));
    }
    for hit in &mut found {
        public::settle_google_key(doc, hit);
        let start = hit.spans[0].start;
        if !hit.kind.is_public()
            && hit.decoded_by.is_empty()
            && public::is_published(doc.text.get(start..hit.spans[0].end).unwrap_or(""))
        {
            hit.kind = crate::kinds::by_name("published-sample");
            hit.severity = Severity::Info;
        }
    }
    let mut kept = resolve(found);
    for hit in &mut kept {
        adjust(doc, hit);
    }
    kept.sort_by(|a, b| {
        let (x, y) = (a.extent(), b.extent());
        x.start
            .cmp(&y.start)
            .then(x.end.cmp(&y.end))
            .then(a.kind.id.cmp(&b.kind.id))
    });
    kept
}

fn by_name(doc: &Doc<'_>, triggers: &Triggers) -> Vec<Hit> {
    let lines = triggers.lines(doc, &[Trigger::Noun, Trigger::Command]);
    let candidates = assign::candidates(doc, &lines);
    named::judge_all(doc, &candidates)
}

/// Where several hits claim the same text the higher order wins; the others lend it their name.
fn resolve(mut found: Vec<Hit>) -> Vec<Hit> {
    found.sort_by(|a, b| {
        let key = |h: &Hit| (h.order, h.kind.kind != "malformed-token");
        key(a)
            .cmp(&key(b))
            .then(b.keep.cmp(&a.keep))
            .then(b.confidence.total_cmp(&a.confidence))
            .then(a.extent().start.cmp(&b.extent().start))
            .then(b.extent().len().cmp(&a.extent().len()))
            .then(a.kind.id.cmp(&b.kind.id))
    });
    let mut kept: Vec<Hit> = Vec::new();
    // Extents of what is kept, sorted by start; they do not overlap.
    let mut taken: Vec<(usize, usize, usize)> = Vec::new();
    for hit in found {
        let extent = hit.extent();
        let from = taken.partition_point(|t| t.1 <= extent.start);
        let mut winner = None;
        for (start, end, index) in taken[from..].iter().take_while(|t| t.0 < extent.end) {
            let overlaps = kept[*index]
                .spans
                .iter()
                .any(|s| hit.spans.iter().any(|t| s.start < t.end && t.start < s.end));
            if overlaps || (*start < extent.end && extent.start < *end && kept[*index].spans.len() == 1) {
                winner = Some(*index);
                break;
            }
        }
        match winner {
            Some(index) => {
                let other = &mut kept[index];
                if other.name.is_none() {
                    other.name.clone_from(&hit.name);
                }
            }
            None => {
                let at = taken.partition_point(|t| t.0 < extent.start);
                taken.insert(at, (extent.start, extent.end, kept.len()));
                kept.push(hit);
            }
        }
    }
    kept
}

/// What the place of the file does to confidence and severity.
fn adjust(doc: &Doc<'_>, hit: &mut Hit) {
    if hit.settled || hit.kind.is_public() {
        return;
    }
    let is_key = hit.kind.id.starts_with("CRED-11");
    let raised = hit.name.as_deref().is_some_and(|n| {
        crate::names::Name::new(n).words.iter().any(|w| {
            matches!(
                w.as_str(),
                "prod" | "production" | "live" | "root" | "admin" | "master" | "deploy"
            )
        })
    });
    if raised && hit.order >= Order::Context && hit.confidence >= 0.5 {
        hit.confidence = (hit.confidence + 0.05).min(0.97);
    }
    match doc.place {
        Place::Test => {
            if is_key {
                hit.severity = hit.severity.min(Severity::Low);
                return;
            }
            let (less, lower) = match (hit.kind.kind.as_str(), hit.order, hit.kind.alone) {
                ("jwt" | "jwe", _, _) => (0.5, false),
                ("password-hash", _, _) => (0.6, false),
                (_, Order::Strong | Order::Weak, _) => (0.35, true),
                (_, _, Alone::Context) => (0.15, true),
                (_, Order::Standard, _) => (0.3, true),
                _ => (0.05, true),
            };
            hit.confidence -= less;
            if lower {
                hit.severity = hit.severity.lowered();
            }
        }
        Place::Doc if hit.order >= Order::Strong => {
            hit.confidence -= 0.2;
            hit.severity = hit.severity.lowered();
        }
        Place::Example if hit.order >= Order::Strong => hit.confidence -= 0.1,
        _ => {}
    }
}

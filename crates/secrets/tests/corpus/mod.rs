//! Labelled corpus for the secrets engine.
//!
//! Every value is assembled at run time from a seeded byte stream, so the source holds neither a
//! credential nor anything that looks like one: literal prefixes are written in two pieces.
//! The same seed gives the same cases; every case draws from a stream of its own, so adding one
//! case changes no other.
//!
//! Spans cover the secret value and nothing else: the whole token with its literal prefix, the
//! password inside a URL or a connection string, the secret half of a pair, the body lines of a
//! key block (not its BEGIN and END lines), the whole run of an encoded value and every piece of
//! a value that is split over several literals.

mod checksums;
mod counterparts;
mod files;
mod files_texts;
mod forms;
mod forms_config;
mod generic;
mod keys;
mod kinds;
mod layers;
mod negatives;
mod negatives_rows;
mod negatives_text;
mod negatives_wording;
mod positives;
mod standards;
mod standards_texts;
mod stream;

/// What a scanner should say about a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// Holds a secret at the spans.
    Positive,
    /// Holds none; anything reported is a false positive.
    Negative,
    /// Holds a value made to be public that resembles a secret.
    Public,
}

/// Byte offsets in the text of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

/// One small file with its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub name: String,
    pub kind: String,
    pub label: Label,
    pub form: &'static str,
    pub path: String,
    pub text: String,
    pub spans: Vec<Span>,
}

/// Marks the start of a secret in a text under construction.
const OPEN: char = '\u{1}';
/// Marks the end of a secret in a text under construction.
const CLOSE: char = '\u{2}';

/// Wraps a value in the marks from which the spans are computed.
fn mark(value: &str) -> String {
    format!("{OPEN}{value}{CLOSE}")
}

/// Collects cases and numbers them per kind.
struct Cases {
    seed: u64,
    label: Label,
    all: Vec<Case>,
}

impl Cases {
    fn new(seed: u64, label: Label) -> Self {
        Self {
            seed,
            label,
            all: Vec::new(),
        }
    }

    /// How many cases of a kind there are already.
    fn count(&self, kind: &str) -> usize {
        self.all.iter().filter(|case| case.kind == kind).count()
    }

    /// The stream of the next case of a kind.
    fn stream(&self, kind: &str) -> stream::Stream {
        let label = format!("{:?}/{kind}/{}", self.label, self.count(kind));
        stream::Stream::new(self.seed, &label)
    }

    /// Adds a case; the marks in the text become its spans.
    fn add(&mut self, kind: &str, form: &'static str, path: impl Into<String>, marked: &str) {
        let mut text = String::with_capacity(marked.len());
        let mut spans = Vec::new();
        let mut start = None;
        for character in marked.chars() {
            match character {
                OPEN => start = Some(text.len()),
                CLOSE => {
                    if let Some(start) = start.take() {
                        spans.push(Span { start, end: text.len() });
                    }
                }
                other => text.push(other),
            }
        }
        let name = format!("{kind}-{}-{form}", self.count(kind) + 1);
        self.all.push(Case {
            name,
            kind: kind.to_owned(),
            label: self.label,
            form,
            path: path.into(),
            text,
            spans,
        });
    }
}

/// All cases for a seed: positives, then negatives, then public counterparts.
pub fn corpus(seed: u64) -> Vec<Case> {
    let mut positives = Cases::new(seed, Label::Positive);
    positives::add(&mut positives);
    files::add(&mut positives);
    standards::add(&mut positives);
    keys::add(&mut positives);
    generic::add(&mut positives);
    layers::add(&mut positives);

    let mut negatives = Cases::new(seed, Label::Negative);
    negatives::add(&mut negatives);
    negatives_text::add(&mut negatives);
    negatives_wording::add(&mut negatives);

    let mut public = Cases::new(seed, Label::Public);
    counterparts::add(&mut public);

    let mut all = positives.all;
    all.extend(negatives.all);
    all.extend(public.all);
    all
}

//! Finds and masks credentials: one engine, one table of kinds.
//!
//! The scanner calls [`detect`], everything that shows text to a model, a browser or a log calls [`mask`] or [`mask_spans`]. Both
//! read the same table, `rules/secrets/*.toml`, so what is detected is maskable and what is masked is a superset of what is detected.
//!
//! * A credential with a shape of its own is found by its literals in one pass over the bytes (`tokens`), decided by its format
//!   (`format`) and its checksum (`checks`).
//! * Keys, URLs, tokens of standards and files whose layout gives the place away have a detector each (`keys`, `standards`, `files`).
//! * Everything else is a value with a name: `assign` cuts lines into names and values, `names` and `values` judge them, `named`
//!   decides.
//! * `layers` looks under base 64, hex, escapes and literals in pieces; `detect` resolves overlaps and weighs the place.
//!
//! This crate opens no file and no connection and reads no clock. A raw value never leaves it: a [`Secret`] carries places, not text.

mod ascii;
mod assign;
mod checks;
mod detect;
mod doc;
mod files;
mod format;
mod hit;
mod keys;
mod kinds;
mod layers;
mod mask;
mod named;
mod names;
mod public;
mod runs;
mod standards;
mod tokens;
mod values;

use std::ops::Range;

use rating::{Confidence, Severity};

pub use doc::{Place, Syntax, has_machine_made_lines, is_lock_file, is_translation};
pub use hit::Checksum;
pub use kinds::{Alone, Kind, kinds};
pub use mask::{MARK, MaskSpan, apply, mask, mask_spans};

/// A credential in a text, without its value.
#[derive(Debug, Clone)]
pub struct Secret {
    /// What it is.
    pub kind: &'static Kind,
    /// The bytes of every piece of the value, in order of the text.
    pub spans: Vec<Range<usize>>,
    /// Severity, weighed by where it stands.
    pub severity: Severity,
    /// How sure it is.
    pub confidence: Confidence,
    /// The name the value is assigned to.
    pub name: Option<String>,
    /// The layers it was under, the outermost first: `base64`, `hex`, `escape`, `joined`.
    pub decoded_by: Vec<&'static str>,
    /// What its checksum says.
    pub checksum: Checksum,
    /// Where the other half of a pair stands.
    pub related: Option<Range<usize>>,
    /// What the file is for.
    pub place: Place,
}

impl Secret {
    /// What was found, never the value: "GitHub personal access token".
    pub fn title(&self) -> String {
        self.kind.title.clone()
    }

    /// What to do, the most urgent first: revoke, replace, clean up.
    pub fn advice(&self) -> String {
        if self.kind.is_public() {
            return "Made to be public: nothing to do.".to_owned();
        }
        let revoke = self.kind.revoke.trim();
        let replace = if revoke.contains("environment") || revoke.contains("secret store") {
            ""
        } else {
            " Read the new one from the environment or a secret store."
        };
        format!("{revoke}{replace} If it was pushed, clean the history too.")
    }
}

/// Finds the credentials of a text; `path` is a label that tells the syntax (unless given) and what the file is for. Sorted by
/// position; only hits of at least low confidence. Public counterparts ([`Kind::is_public`]) are included, with severity info.
pub fn detect(text: &str, path: &str, syntax: Option<Syntax>) -> Vec<Secret> {
    let doc = doc::Doc::new(text, path, syntax);
    detect::hits(&doc)
        .into_iter()
        .filter_map(|hit| {
            let confidence = match hit.confidence {
                c if c >= 0.795 => Confidence::High,
                c if c >= 0.495 => Confidence::Medium,
                c if c >= 0.295 => Confidence::Low,
                _ => return None,
            };
            let mut spans = hit.spans;
            spans.sort_by_key(|s| s.start);
            Some(Secret {
                kind: hit.kind,
                spans,
                severity: hit.severity,
                confidence,
                name: hit.name,
                decoded_by: hit.decoded_by,
                checksum: hit.checksum,
                related: hit.related,
                place: doc.place,
            })
        })
        .collect()
}

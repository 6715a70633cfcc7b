//! What the detectors hand to the resolver.

use std::ops::Range;

use rating::Severity;

use crate::kinds::{Alone, Kind, by_name};

/// Whether the value carries a checksum and what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Checksum {
    /// The format has none.
    Unchecked,
    /// It is right: the value is well formed.
    Valid,
    /// It is wrong.
    Failed,
}

/// The rank of a hit where several claim the same text; the smaller wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Order {
    File,
    Checked,
    Format,
    Structure,
    Context,
    Standard,
    Strong,
    Weak,
}

/// A place where something of a kind stands.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    pub(crate) kind: &'static Kind,
    /// Every piece of the value.
    pub(crate) spans: Vec<Range<usize>>,
    /// Bytes of constant prefix of the first piece that may be shown.
    pub(crate) keep: usize,
    pub(crate) confidence: f32,
    pub(crate) severity: Severity,
    pub(crate) order: Order,
    /// The name the value is assigned to.
    pub(crate) name: Option<String>,
    pub(crate) decoded_by: Vec<&'static str>,
    pub(crate) checksum: Checksum,
    /// Where the other half of a pair stands.
    pub(crate) related: Option<Range<usize>>,
    /// Confidence and severity are final: the place changes nothing.
    pub(crate) settled: bool,
}

impl Hit {
    pub(crate) fn new(kind: &'static Kind, span: Range<usize>, order: Order) -> Self {
        let confidence = match kind.alone {
            Alone::Format => 0.9,
            Alone::Checksum | Alone::Structure | Alone::Claim => 0.9,
            Alone::Mixed => 0.8,
            Alone::Pair => 0.9,
            Alone::Context => 0.65,
            Alone::Public => 0.9,
        };
        Self {
            kind,
            spans: vec![span],
            keep: 0,
            confidence,
            severity: kind.severity,
            order,
            name: None,
            decoded_by: Vec::new(),
            checksum: Checksum::Unchecked,
            related: None,
            settled: false,
        }
    }

    pub(crate) fn named(kind: &str, span: Range<usize>, order: Order) -> Self {
        Self::new(by_name(kind), span, order)
    }

    pub(crate) fn confidence(mut self, confidence: f32) -> Self {
        self.confidence = confidence;
        self
    }

    pub(crate) fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    pub(crate) fn name(mut self, name: &str) -> Self {
        self.name = Some(name.to_owned());
        self
    }

    /// From the first to the last byte.
    pub(crate) fn extent(&self) -> Range<usize> {
        let start = self.spans.iter().map(|s| s.start).min().unwrap_or(0);
        let end = self.spans.iter().map(|s| s.end).max().unwrap_or(0);
        start..end
    }
}

//! Code in prose: fenced, indented and inline.

use std::ops::Range;

use crate::doc::Doc;

/// The fenced and indented code of a Markdown text.
pub(super) struct Fences(Vec<bool>);

impl Fences {
    pub(super) fn new(doc: &Doc<'_>) -> Self {
        let mut inside = false;
        let mut code = Vec::with_capacity(doc.line_count());
        for line in 0..doc.line_count() {
            let trimmed = doc.line(line).trim_start();
            let fence = trimmed.starts_with("```") || trimmed.starts_with("~~~") || trimmed.starts_with("----");
            code.push(inside && !fence || doc.line(line).starts_with("    ") && !trimmed.starts_with(['-', '*']));
            inside ^= fence;
        }
        Self(code)
    }

    pub(super) fn is_code(&self, line: usize) -> bool {
        self.0.get(line).copied().unwrap_or(false)
    }
}

pub(super) fn inline_code(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut open = None;
    for at in memchr::memchr_iter(b'`', text[range.clone()].as_bytes()).map(|i| i + range.start) {
        match open.take() {
            None => open = Some(at + 1),
            Some(start) => spans.push(start..at),
        }
    }
    spans
}

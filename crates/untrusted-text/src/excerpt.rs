//! Excerpts of one document.

use std::cell::OnceCell;
use std::ops::Range;

use crate::boundary;
use crate::hidden;
use crate::mask::{MARK, masked_ranges};
use crate::safe::{SafeText, safe_text};

/// What stands for the text left out at an end of an excerpt.
const CUT: char = '…';

/// A text that excerpts are taken from. Credentials are looked for in the whole text, once, when the first excerpt is
/// asked for: a line of a private key is masked although it looks like nothing by itself.
pub struct Document<'a> {
    text: &'a str,
    path: &'a str,
    masked: OnceCell<Vec<Range<usize>>>,
    /// The masked texts that are looked for in what repeats the document, the longest first, each once.
    values: OnceCell<Vec<&'a str>>,
}

/// A shorter masked text stands by chance in too many others.
const MIN_VALUE_BYTES: usize = 4;

/// A piece of a document that is fit to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The piece, on one line.
    pub text: SafeText,
    /// Where the match stands in it: first character and the one after the last, counted in Unicode scalar values. A
    /// masked match is where its mark is. `None` when the match is not in the line.
    pub caret: Option<(usize, usize)>,
}

/// What one place of the source is shown as.
struct Atom {
    shown: String,
    width: usize,
    source: Range<usize>,
}

impl Atom {
    fn new(shown: String, source: Range<usize>) -> Self {
        Self {
            width: shown.chars().count(),
            shown,
            source,
        }
    }
}

impl<'a> Document<'a> {
    /// `path` is a label that tells the masker what kind of file it is; nothing is read.
    pub fn new(text: &'a str, path: &'a str) -> Self {
        Self {
            text,
            path,
            masked: OnceCell::new(),
            values: OnceCell::new(),
        }
    }

    /// The line `line` (a byte range without its terminator), trimmed, masked and revealed, at most `max_chars` Unicode
    /// scalar values. A longer line is cut around `at`, the match, with `…` where something was left out. Ranges that are
    /// not on character boundaries are widened; those outside the text are clipped. The work depends on `max_chars`,
    /// not on the length of the line.
    ///
    /// Where a masked value goes on after the line, as a private key after its BEGIN line, the mark ends the excerpt.
    pub fn excerpt(&self, line: Range<usize>, at: Range<usize>, max_chars: usize) -> Excerpt {
        let line = self.trimmed(self.clip(line));
        let at = self.clip(at);
        let anchor = at.start.clamp(line.start, line.end);
        let (before, cut_before) = self.backward(line.start, anchor, max_chars);
        let (after, cut_after) = self.forward(
            before.first().map_or(anchor, |a| a.source.end.max(anchor)),
            &line,
            max_chars,
        );
        let mut atoms: Vec<Atom> = before.into_iter().rev().chain(after).collect();
        let window = choose(&atoms, &at, max_chars, cut_before, cut_after);
        let cut_before = cut_before || window.start > 0;
        let cut_after = cut_after || window.end < atoms.len();
        atoms.truncate(window.end);
        render(&atoms[window.start..], &at, cut_before, cut_after)
    }

    /// A part of the document, of any number of lines, masked and revealed, at most `max_chars` Unicode scalar values. A range
    /// that is not on character boundaries is widened; one outside the text is clipped.
    pub fn part(&self, range: Range<usize>, max_chars: usize) -> SafeText {
        let range = self.clip(range);
        let masked = self.masked();
        let first = masked.partition_point(|hidden| hidden.end <= range.start);
        let mut shown = String::new();
        let mut done = range.start;
        for hidden in masked[first..].iter().take_while(|hidden| hidden.start < range.end) {
            shown.push_str(self.text.get(done..hidden.start).unwrap_or_default());
            shown.push_str(MARK);
            done = hidden.end.min(range.end);
        }
        shown.push_str(self.text.get(done..range.end).unwrap_or_default());
        safe_text(&shown, max_chars)
    }

    /// A text that may repeat pieces of the document, such as a message that quotes it: what is masked in the document is
    /// masked here too, wherever it stands. At most `max_chars` Unicode scalar values.
    pub fn quoted(&self, text: &str, max_chars: usize) -> SafeText {
        let mut shown = text.to_owned();
        for value in self.values() {
            if shown.contains(value) {
                shown = shown.replace(value, MARK);
            }
        }
        safe_text(&shown, max_chars)
    }

    fn values(&self) -> &[&'a str] {
        self.values.get_or_init(|| {
            let texts = self.masked().iter().filter_map(|range| self.text.get(range.clone()));
            let mut values: Vec<&str> = texts.filter(|text| text.len() >= MIN_VALUE_BYTES).collect();
            values.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
            values.dedup();
            values
        })
    }

    fn masked(&self) -> &[Range<usize>] {
        self.masked.get_or_init(|| masked_ranges(self.text, self.path))
    }

    fn clip(&self, range: Range<usize>) -> Range<usize> {
        let start = boundary::floor(self.text, range.start);
        let end = range.end.clamp(start, self.text.len());
        start..boundary::ceil(self.text, end)
    }

    fn trimmed(&self, line: Range<usize>) -> Range<usize> {
        let text = &self.text[line.clone()];
        let start = line.start + text.len() - text.trim_start_matches([' ', '\t', '\r', '\n']).len();
        start
            ..(start
                + self.text[start..line.end]
                    .trim_end_matches([' ', '\t', '\r', '\n'])
                    .len())
    }

    /// The masked range that holds the byte.
    fn mask_over(&self, byte: usize) -> Option<&Range<usize>> {
        let masked = self.masked();
        let next = masked.partition_point(|range| range.start <= byte);
        masked[..next].last().filter(|range| byte < range.end)
    }

    fn atom_of_char(&self, at: usize, c: char) -> Atom {
        let mut shown = String::with_capacity(8);
        if matches!(c, '\n' | '\r') || hidden::hidden_at(self.text, at, c) {
            hidden::push_mark(&mut shown, c);
        } else {
            shown.push(c);
        }
        Atom::new(shown, at..at + c.len_utf8())
    }

    /// Atoms from `end` back to `start`, the nearest first, of at most `width` characters; and whether there are more.
    fn backward(&self, start: usize, end: usize, width: usize) -> (Vec<Atom>, bool) {
        let mut atoms = Vec::new();
        let mut room = width;
        let mut at = end;
        // A mask that reaches over the anchor belongs to what follows, from its start on.
        if let Some(mask) = self.mask_over(end) {
            at = mask.start.clamp(start, end);
            if at < end {
                atoms.push(Atom::new(MARK.to_owned(), at..mask.end));
            }
        }
        while at > start && room > 0 {
            let atom = match self.mask_over(at - 1) {
                Some(mask) => Atom::new(MARK.to_owned(), mask.start.max(start)..at),
                None => match self.text[..at].chars().next_back() {
                    Some(c) => self.atom_of_char(at - c.len_utf8(), c),
                    None => break,
                },
            };
            at = atom.source.start;
            room = room.saturating_sub(atom.width);
            atoms.push(atom);
        }
        (atoms, at > start)
    }

    /// Atoms from `start` on to the end of the line, of at most `width` characters; and whether there are more.
    fn forward(&self, start: usize, line: &Range<usize>, width: usize) -> (Vec<Atom>, bool) {
        let mut atoms = Vec::new();
        let mut room = width;
        let mut at = start;
        while at < line.end && room > 0 {
            let atom = match self.mask_over(at) {
                Some(mask) => Atom::new(MARK.to_owned(), at..mask.end.min(line.end)),
                None => match self.text[at..].chars().next() {
                    Some(c) => self.atom_of_char(at, c),
                    None => break,
                },
            };
            at = atom.source.end;
            room = room.saturating_sub(atom.width);
            atoms.push(atom);
        }
        let more = at < line.end;
        if !more && let Some(mask) = self.mask_after(line) {
            atoms.push(Atom::new(format!(" {MARK}"), mask));
        }
        (atoms, more)
    }

    /// The masked range that starts in the blanks after the line and goes on beyond them.
    fn mask_after(&self, line: &Range<usize>) -> Option<Range<usize>> {
        let masked = self.masked();
        let next = masked.get(masked.partition_point(|range| range.start < line.end))?;
        let between = self.text.get(line.end..next.start)?;
        let is_blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
        let same_line = between.len() <= 2 && between.chars().all(is_blank);
        let starts_with_break = between.contains(['\r', '\n']) || self.text[next.clone()].starts_with(['\r', '\n']);
        (!line.is_empty() && same_line && starts_with_break).then(|| next.clone())
    }
}

/// Which atoms to show: all, or as many as fit around the match, context on both sides.
fn choose(atoms: &[Atom], at: &Range<usize>, max_chars: usize, cut_before: bool, cut_after: bool) -> Range<usize> {
    let total: usize = atoms.iter().map(|a| a.width).sum();
    let cuts = usize::from(cut_before) + usize::from(cut_after);
    if total + cuts <= max_chars {
        return 0..atoms.len();
    }
    // Both ends may be cut: keep room for two signs.
    let budget = max_chars.saturating_sub(2);
    let first = atoms
        .iter()
        .position(|a| a.source.end > at.start)
        .unwrap_or(atoms.len().saturating_sub(1));
    let (mut start, mut end, mut used) = (first, first, 0);
    let matched = |a: &Atom| a.source.start < at.end.max(at.start + 1);
    while end < atoms.len() && matched(&atoms[end]) && used + atoms[end].width <= budget {
        used += atoms[end].width;
        end += 1;
    }
    // A third of what is left before the match, the rest after it, then before it again.
    let lead = (budget - used) / 3;
    let mut taken = 0;
    while start > 0 && taken + atoms[start - 1].width <= lead {
        start -= 1;
        taken += atoms[start].width;
    }
    used += taken;
    while end < atoms.len() && used + atoms[end].width <= budget {
        used += atoms[end].width;
        end += 1;
    }
    while start > 0 && used + atoms[start - 1].width <= budget {
        start -= 1;
        used += atoms[start].width;
    }
    start..end
}

fn render(atoms: &[Atom], at: &Range<usize>, cut_before: bool, cut_after: bool) -> Excerpt {
    let mut text = String::new();
    let mut column = 0;
    if cut_before {
        text.push(CUT);
        column = 1;
    }
    let mut caret: Option<(usize, usize)> = None;
    for atom in atoms {
        let touches = atom.source.start < at.end && atom.source.end > at.start;
        let is_point = at.is_empty() && atom.source.contains(&at.start);
        if touches || is_point {
            let start = caret.map_or(column, |(start, _)| start);
            caret = Some((start, if is_point { start } else { column + atom.width }));
        }
        text.push_str(&atom.shown);
        column += atom.width;
    }
    if cut_after {
        text.push(CUT);
    }
    Excerpt {
        text: SafeText::of_processed(text),
        caret,
    }
}

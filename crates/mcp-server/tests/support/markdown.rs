//! What of a Markdown text stands outside fences.

/// The lines outside fences. A fence opens with at least three backticks and a word or none, and closes with a line of
/// nothing but at least as many.
///
/// Panics when a fence stays open.
pub fn outside_fences(text: &str) -> Vec<&str> {
    let mut open: Option<usize> = None;
    let mut outside = Vec::new();
    for line in text.split(['\n', '\r']) {
        let indented = line.len() - line.trim_start_matches(' ').len();
        let rest = line.trim_start_matches(' ');
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        let info = rest[ticks..].trim();
        match open {
            Some(longest) if indented < 4 && ticks >= longest && info.is_empty() => open = None,
            None if indented < 4 && ticks >= 3 && !info.contains('`') => open = Some(ticks),
            None => outside.push(line),
            Some(_) => {}
        }
    }
    assert_eq!(open, None, "a fence stays open: {text}");
    outside
}

/// The headings outside fences.
pub fn headings(text: &str) -> Vec<&str> {
    outside_fences(text)
        .into_iter()
        .filter(|line| line.starts_with('#'))
        .collect()
}

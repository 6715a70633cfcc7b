//! Any pattern of generic mode on any text, in both engines: results are in the text. The first byte chooses the options; pattern and
//! text are separated by the first byte 0.
#![no_main]

use libfuzzer_sys::fuzz_target;
use opengrep::generic::{GenericPattern, GenericText};
use opengrep::rule::{CommentStyle, GenericEngine, GenericOptions};

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let has = |bit: u8| first & (1 << bit) != 0;
    let options = GenericOptions {
        engine: if has(0) { GenericEngine::Aliengrep } else { GenericEngine::Spacegrep },
        multiline: !has(1),
        caseless: has(2),
        comment_style: match (has(3), has(4)) {
            (false, false) => None,
            (true, false) => Some(CommentStyle::C),
            (false, true) => Some(CommentStyle::Cpp),
            (true, true) => Some(CommentStyle::Shell),
        },
        ellipsis_max_span: if has(5) { 1_000 } else { 10 },
        extra_braces: if has(6) { vec![(b'<', b'>')] } else { Vec::new() },
        extra_word_characters: if has(7) { vec![b'-', b'.'] } else { Vec::new() },
        ..GenericOptions::default()
    };
    let mut parts = rest.splitn(2, |byte| *byte == 0);
    let pattern = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let text = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let Ok(pattern) = GenericPattern::parse(&pattern, &options) else { return };
    for found in pattern.find(&GenericText::new(&text, &options), &mut 200_000) {
        assert!(!found.range.is_empty() && text.get(found.range).is_some());
        for (name, range) in found.bindings {
            assert!(text.get(range).is_some(), "{name}");
        }
    }
});

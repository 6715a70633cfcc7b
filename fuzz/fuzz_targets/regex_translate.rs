//! Any text as a regular expression of a rule, on any text: it is read or refused, what is told of its size holds, results are in the
//! text and in order. Expression and text are separated by the first byte 0.
#![no_main]

use libfuzzer_sys::fuzz_target;
use opengrep::regex::{Mode, Regex};

fuzz_target!(|data: &[u8]| {
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let pattern = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let text = String::from_utf8_lossy(parts.next().unwrap_or_default());
    for mode in [Mode::File, Mode::Condition] {
        let Ok(regex) = Regex::new(&pattern, mode) else { continue };
        let mut end = 0;
        for found in regex.find_all(&text) {
            assert!(text.get(found.range.clone()).is_some());
            assert!(found.range.end >= end);
            end = found.range.end;
            for group in found.groups {
                assert!(text.get(group.range).is_some() && group.number <= regex.group_count());
            }
        }
        regex.matches_from_start(&text);
        assert_eq!(regex.fault(), None, "what was read can be compiled");
    }
});

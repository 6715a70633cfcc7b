//! Any text as a pattern of each language: it is read or refused with words. The first byte chooses the language.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use opengrep::pattern::Pattern;
use syntax::tree::Names;
use syntax::{Language, has_lowering};

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let languages: Vec<Language> = Language::all().filter(|language| has_lowering(*language)).collect();
    let language = languages[usize::from(*first) % languages.len()];
    let text = String::from_utf8_lossy(rest);
    let mut names = Names::default();
    match Pattern::parse(&text, language, &mut names) {
        Ok(mut pattern) => {
            for name in pattern.required_names(&names) {
                assert!(text.contains(name), "`{name}` is not in the pattern");
            }
            pattern.attach_names(&Arc::new(names));
            assert!(!pattern.outline().is_empty());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

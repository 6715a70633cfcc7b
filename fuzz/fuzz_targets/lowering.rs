//! Any text in each language that has a generic tree: the tree is whole, its places are in the text, its facts can be asked.
//! The first byte chooses the language.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use syntax::facts::Facts;
use syntax::{Language, has_lowering, lower};

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let languages: Vec<Language> = Language::all().filter(|language| has_lowering(*language)).collect();
    let language = languages[usize::from(*first) % languages.len()];
    let text: Arc<str> = Arc::from(&*String::from_utf8_lossy(rest));
    let Some(tree) = lower(language, &text, None) else { return };
    for (id, _) in tree.iter() {
        assert!(text.get(tree.span(id)).is_some(), "{:?} of {language:?}", tree.kind(id));
        for child in tree.children(id) {
            assert!(!child.is_some() || child.index() < tree.len());
        }
    }
    assert!(tree.descend(tree.root()).count() <= tree.len());
    let mut last = None;
    for problem in tree.problems() {
        assert!(text.get(problem.span.clone()).is_some());
        assert_ne!(last, Some(problem), "told twice");
        last = Some(problem);
    }
    tree.outline();
    let facts = Facts::of(&tree, language);
    for (id, _) in tree.iter() {
        facts.constant(id);
        facts.full_name(id);
        facts.symbolic_value(id);
        if let Some(definition) = facts.definition(id) {
            facts.declaration(definition);
        }
    }
});

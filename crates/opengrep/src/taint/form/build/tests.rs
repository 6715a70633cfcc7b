use std::sync::Arc;

use syntax::Language;

use super::build;
use crate::matching::File;
use crate::taint::profile::Profile;

fn outline(language: Language, profile: &Profile, text: &str) -> String {
    let tree = syntax::lower(language, &Arc::from(text), None).expect("a tree");
    let file = File::new(&tree, language);
    build(&file, profile).outline(&tree)
}

#[test]
fn nested_calls_are_steps_of_their_own_from_left_to_right() {
    let text = "x = a.m(b + 1, k=g(c[0]))\n";
    let expected = "#0 file\n  2 t0 = g(c[0])\n  3 t1 = a.m((b + 1), k: t0)\n  4 x = t1 -> end\n";
    assert_eq!(outline(Language::Python, &Profile::AGREEMENT, text), expected);
}

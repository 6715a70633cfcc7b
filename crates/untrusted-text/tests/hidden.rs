//! Hidden characters: every row of the tables, the exceptions, and properties.

use proptest::prelude::*;
use untrusted_text::{reveal, safe_line, safe_text, truncate};

#[track_caller]
fn shown(character: u32) {
    let c = char::from_u32(character).unwrap();
    let text = format!("a{c}b");
    assert_eq!(reveal(&text), format!("a<U+{character:04X}>b"));
}

#[test]
fn direction_marks_are_shown() {
    [0x61C, 0x200E, 0x200F].into_iter().for_each(shown);
}

#[test]
fn zero_width_characters_joiners_and_invisible_operators_are_shown() {
    [0x180E, 0xFEFF]
        .into_iter()
        .chain(0x200B..=0x200D)
        .chain(0x2060..=0x2064)
        .for_each(shown);
}

#[test]
fn bidirectional_controls_are_shown() {
    (0x202A..=0x202E).chain(0x2066..=0x2069).for_each(shown);
}

#[test]
fn tags_and_supplementary_variation_selectors_are_shown() {
    (0xE0000..=0xE007F).chain(0xE0100..=0xE01EF).for_each(shown);
}

#[test]
fn soft_hyphen_grapheme_joiner_and_fillers_are_shown() {
    [0xAD, 0x34F, 0x115F, 0x1160, 0x3164, 0xFFA0]
        .into_iter()
        .for_each(shown);
}

#[test]
fn deprecated_format_characters_and_annotations_are_shown() {
    (0x2065..=0x206F).chain(0xFFF9..=0xFFFB).for_each(shown);
}

#[test]
fn variation_selectors_away_from_emoji_are_shown() {
    (0xFE00..=0xFE0F).for_each(shown);
}

#[test]
fn unicode_separators_and_controls_are_shown() {
    [0x2028, 0x2029, 0x7F].into_iter().chain(0x80..=0x9F).for_each(shown);
    (0..0x20).filter(|c| ![0x9, 0xA, 0xD].contains(c)).for_each(shown);
}

#[test]
fn tabs_and_line_ends_stay_in_a_text_and_are_shown_in_a_line() {
    assert_eq!(safe_text("a\tb\r\nc\rd", 100).as_str(), "a\tb\r\nc\rd");
    assert_eq!(safe_line("a\tb\r\nc", 100).as_str(), "a<U+0009>b<U+000D><U+000A>c");
}

#[test]
fn emoji_with_a_presentation_selector_stay() {
    for text in [
        "❤\u{FE0F}", "✌\u{FE0F} ok", "1\u{FE0F}\u{20E3}", "⚠\u{FE0E}", "🏳\u{FE0F}",
    ] {
        assert_eq!(reveal(text), text);
    }
}

#[test]
fn a_selector_that_selects_nothing_is_shown() {
    assert_eq!(reveal("1\u{FE0F}2"), "1<U+FE0F>2");
    assert_eq!(reveal("❤\u{FE0F}\u{FE0F}"), "❤\u{FE0F}<U+FE0F>");
    assert_eq!(reveal("❤\u{FE01}"), "❤<U+FE01>");
    assert_eq!(reveal("\u{FE0F}"), "<U+FE0F>");
}

#[test]
fn the_subdivision_flags_stay_and_every_other_tag_sequence_is_shown() {
    let flag = |code: &str| {
        let tags: String = code
            .bytes()
            .map(|b| char::from_u32(0xE0000 + u32::from(b)).unwrap())
            .collect();
        format!("\u{1F3F4}{tags}\u{E007F}")
    };
    for code in ["gbeng", "gbsct", "gbwls"] {
        let text = format!("go {} go", flag(code));
        assert_eq!(reveal(&text), text);
    }
    assert_eq!(reveal(&flag("rm")), "\u{1F3F4}<U+E0072><U+E006D><U+E007F>");
    assert!(reveal(&flag("ignorerules")).starts_with("\u{1F3F4}<U+E0069>"));
    let unfinished = flag("gbeng").replace('\u{E007F}', "");
    assert!(
        reveal(&unfinished).contains("<U+E0067>"),
        "a flag without its end is no flag"
    );
    assert_eq!(
        reveal(&format!("{}\u{E0061}", flag("gbeng"))),
        format!("{}<U+E0061>", flag("gbeng"))
    );
}

#[test]
fn the_joiner_of_an_emoji_sequence_is_shown() {
    assert_eq!(reveal("👩\u{200D}💻"), "👩<U+200D>💻");
}

/// Texts with many hidden characters, marks, emoji and credentials.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        (0xE0000_u32..0xE0200).prop_map(|c| char::from_u32(c).unwrap_or(' ').to_string()),
        (0x2000_u32..0x2070).prop_map(|c| char::from_u32(c).unwrap_or(' ').to_string()),
        (0_u32..0xA0).prop_map(|c| char::from_u32(c).unwrap_or(' ').to_string()),
        Just("\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}".to_owned()),
        Just("❤\u{FE0F}".to_owned()),
        Just("1\u{FE0F}\u{20E3}".to_owned()),
        Just("[REDACTED]".to_owned()),
        Just("<U+200B>".to_owned()),
        Just("password = \"Xk29-vTqLw7\"\n".to_owned()),
        "[a-z =:\"]{1,8}".prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

fn never_visible(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{180E}' | '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}'
        | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0D}' | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0060}' | '\u{E0080}'..='\u{E01EF}')
        || (c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
}

proptest! {
    #[test]
    fn no_hidden_character_survives(text in hostile()) {
        let out = safe_text(&text, 10_000);
        prop_assert!(!out.as_str().contains(never_visible), "{:?}", out);
        let line = safe_line(&text, 10_000);
        prop_assert!(!line.as_str().contains(|c: char| never_visible(c) || c.is_control()), "{:?}", line);
    }

    #[test]
    fn showing_twice_changes_nothing(text in hostile()) {
        let once = reveal(&text).into_owned();
        prop_assert_eq!(reveal(&once), once.as_str());
    }

    #[test]
    fn a_safe_text_made_safe_again_is_the_same(text in hostile()) {
        let once = safe_text(&text, 10_000);
        prop_assert_eq!(safe_text(once.as_str(), 10_000), once);
    }

    #[test]
    fn a_limit_holds_and_cutting_hides_nothing_new(text in hostile(), limit in 0_usize..200) {
        let out = safe_text(&text, limit);
        prop_assert!(out.as_str().chars().count() <= limit);
        prop_assert_eq!(reveal(out.as_str()), out.as_str());
        let cut = truncate(&text, limit);
        prop_assert!(cut.chars().count() <= limit);
        prop_assert_eq!(truncate(&cut, limit), cut.as_ref());
    }
}

//! Every kind of the table: a random member of its format is found (or, when only a checksum tells, masked), a near miss is not.

use super::*;
use crate::format::sample::Random;

fn place(kind: &Kind, value: &str) -> String {
    let word = kind
        .context
        .first()
        .map_or_else(|| kind.kind.replace('-', "_"), |w| w.replace(['-', ' '], "_"));
    let noun = kind
        .nouns
        .first()
        .map_or("api_secret", String::as_str)
        .replace(['-', ' '], "_");
    // Both halves of a pair, and the words that kinds with a public twin ask for.
    let id = kind
        .pair
        .as_ref()
        .map(|p| format!("  client: \"{}\",\n", p.sample(&mut Random(7))))
        .unwrap_or_default();
    format!("const settings = {{\n{id}  {word}_{noun}_admin_secret: \"{value}\",\n}};\n")
}

fn found(kind: &Kind, text: &str) -> Vec<String> {
    crate::detect(text, "src/settings.js", None)
        .into_iter()
        .filter(|s| s.kind.kind == kind.kind)
        .map(|s| text[s.spans[0].clone()].to_owned())
        .collect()
}

#[test]
fn a_member_of_every_format_is_found_or_its_checksum_refuses_it() {
    let mut missed = Vec::new();
    for kind in kinds().iter().filter(|k| !k.is_public() && k.id != "CRED-1406") {
        for (index, format) in kind.formats.iter().enumerate() {
            let mut random = Random(kind.id.bytes().map(u64::from).sum::<u64>() * 31 + index as u64);
            // A random member may by chance be words, a repetition or below the entropy limit: one of five must be found.
            let samples: Vec<String> = (0..5).map(|_| format.sample(&mut random)).collect();
            let any = samples.iter().any(|value| {
                let text = place(kind, value);
                let hits = crate::detect(&text, "src/settings.js", None);
                let at = text.find(value.as_str()).unwrap_or(0);
                let claimed = hits
                    .iter()
                    .any(|s| s.spans.iter().any(|r| r.start < at + value.len() && at < r.end));
                let checked = kind.check.is_some() && !crate::mask_spans(&text, "src/settings.js", None).is_empty();
                claimed || checked
            });
            if !any {
                missed.push(format!(
                    "{} {} format {index}: {}",
                    kind.id,
                    kind.kind,
                    place(kind, &samples[0])
                ));
            }
        }
    }
    assert!(missed.is_empty(), "not found:\n{}", missed.join("\n"));
}

#[test]
fn a_value_one_character_short_is_not_of_the_kind() {
    let mut wrong = Vec::new();
    for kind in kinds()
        .iter()
        .filter(|k| !k.is_public() && matches!(k.alone, Alone::Format | Alone::Checksum | Alone::Mixed) && !k.open)
    {
        // A kind with several formats may accept what is short for one of them.
        let [format] = kind.formats.as_slice() else { continue };
        let Some(short) = format.near_miss(&mut Random(kind.id.len() as u64 * 977)) else {
            continue;
        };
        let text = format!("x = \"{short}\"\n");
        if found(kind, &text).contains(&short) {
            wrong.push(format!("{} {}: {short}", kind.id, kind.kind));
        }
    }
    assert!(wrong.is_empty(), "found although too short:\n{}", wrong.join("\n"));
}

#[test]
fn every_kind_says_how_to_end_it_and_has_a_title() {
    for kind in kinds() {
        assert!(
            kind.title.len() >= 3 && kind.title.len() <= 100,
            "{}: title `{}`",
            kind.id,
            kind.title
        );
        assert!(kind.revoke.len() >= 10, "{}: revoke", kind.id);
        assert!(
            kind.kind
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "{}: kind",
            kind.id
        );
    }
}

#[test]
fn the_kinds_that_code_asks_for_are_in_the_table() {
    let sources = [
        include_str!("../detect.rs"),
        include_str!("../files.rs"),
        include_str!("../keys.rs"),
        include_str!("../named.rs"),
        include_str!("../public.rs"),
        include_str!("../standards.rs"),
        include_str!("../tokens.rs"),
    ];
    let pattern = regex::Regex::new(r#"(?:Hit::named|by_name)\(\s*"([a-z0-9-]+)""#).expect("valid");
    for source in sources {
        for name in pattern.captures_iter(source) {
            by_name(&name[1]);
        }
    }
}

#[test]
fn a_faulty_row_is_refused_with_its_file_kind_and_field() {
    let base = Row {
        file: "x.toml",
        id: "CRED-101",
        kind: "k",
        title: "t",
        severity: "high",
        alone: "format",
        formats: &["d{2}"],
        revoke: "End it.",
        ..Row::default()
    };
    for (row, part) in [
        (
            Row { formats: &[], ..base },
            "x.toml: kind CRED-101: field `formats` is missing",
        ),
        (
            Row {
                formats: &["q{2}"],
                ..base
            },
            "unknown class `q`",
        ),
        (Row { check: "no", ..base }, "no check named `no`"),
        (
            Row {
                alone: "context",
                ..base
            },
            "field `context` is missing",
        ),
        (Row { alone: "luck", ..base }, "`luck` is none of format"),
        (
            Row {
                severity: "urgent",
                ..base
            },
            "`urgent` is not a severity",
        ),
        (Row { id: "CRED-1", ..base }, "is not CRED- and three or four digits"),
        (Row { revoke: " ", ..base }, "field `revoke` is empty"),
        (
            Row {
                on_failure: "cry",
                ..base
            },
            "`cry` is neither malformed nor lower",
        ),
    ] {
        let error = read(&[row]).expect_err(part);
        assert!(error.contains(part), "{error}");
    }
    assert!(
        read(&[base, base])
            .unwrap_err()
            .contains("`CRED-101` is already taken by CRED-101")
    );
}

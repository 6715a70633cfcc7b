//! YAML.

use syntax::Language;

use super::support::{Pattern, Place, binds, check, no, of, ranges, yes};

#[test]
fn pairs_mappings_and_lists() {
    check(Place::file(Language::Yaml), YAML);
}

const YAML: &[Pattern] = &[
    of(
        "key: $VALUE",
        &[
            ranges("row:\n  key: 1", &["key: 1"]),
            ranges("row: {key: 1}", &["key: 1"]),
            yes("\"key\": 1"),
            no("row: key"),
        ],
    ),
    of(
        "low: 1\nhigh: 2",
        &[yes("high: 2\nlow: 1"), no("low: 1\nmid: 3\nhigh: 2")],
    ),
    of("low: 1\n...\nhigh: 2", &[yes("high: 2\nmid: 3\nlow: 1"), no("low: 1")]),
    of(
        "row:\n  key: $VALUE",
        &[yes("row:\n  key: 2"), no("row:\n  key: 2\n  size: 3")],
    ),
    of(
        "row:\n  ...\n  key: $VALUE",
        &[yes("row:\n  key: 2\n  size: 3"), no("row:\n  size: 3")],
    ),
    of("row: ...", &[yes("row:\n  key: 1"), yes("row:"), no("key: 1")]),
    of(
        "row:\n  - ...\n  - 2\n  - ...\n",
        &[yes("row: [1, 2, 3]"), no("row: [1, 3]"), no("row: 2")],
    ),
    of("row: [2, 1]", &[yes("row:\n  - 2\n  - 1"), no("row: [1, 2]")]),
    of(
        "- key: $VALUE\n  ...",
        &[
            ranges("rows:\n  - key: 1\n    size: 2", &["key: 1\n    size: 2"]),
            no("rows: [key]"),
        ],
    ),
    of(
        "key: \"$TEXT\"",
        &[
            binds("key: near", "$TEXT", &["near"]),
            binds("key: 'near'", "$TEXT", &["near"]),
            no("key: 3"),
        ],
    ),
    of("key: true", &[yes("key: yes"), yes("key: on"), no("key: \"true\"")]),
    of("key: \"\"", &[yes("key:"), yes("key: ''"), no("key: 1")]),
    of(
        "key: \"=~/[\\\\n]/\"",
        &[
            yes("key: \"low\\nhigh\""),
            yes("key: |\n  low\n  high"),
            no("key: low n high"),
        ],
    ),
    of("key: \"=~/^ne\\s?ar$/\"", &[yes("key: near"), no("key: far")]),
    of("key: 1", &[yes("key: 1.0"), no("key: \"1\"")]),
    of("\"=~/^ke/\": $VALUE", &[yes("keys: 1"), no("size: 1")]),
    of(
        "high: 1",
        &[
            ranges("low: &at 1\nhigh: *at", &["high: *at"]),
            no("low: &at 2\nhigh: *at"),
        ],
    ),
    of(
        "low: $ONE\n...\nhigh: $ONE",
        &[yes("low: 1\nhigh: 1"), no("low: 1\nhigh: 2")],
    ),
];

#[test]
fn tags_and_items() {
    check(Place::file(Language::Yaml), TAGS);
}

const TAGS: &[Pattern] = &[
    of(
        "!near $VALUE",
        &[
            binds("row: !near key", "$VALUE", &["key"]),
            yes("- !near [1, 2]"),
            yes("- !near\n  key: 1"),
            no("row: !far key"),
            no("row: key"),
        ],
    ),
    of(
        "!$TAG $VALUE",
        &[binds("row: !near key", "$TAG", &["!near"]), no("row: key")],
    ),
    of(
        "row: !near key",
        &[yes("row: !near key"), no("row: !far key"), no("row: key")],
    ),
    // Without a tag it does not matter.
    of("row: $VALUE", &[binds("row: !near key", "$VALUE", &["key"])]),
    of("row: key", &[yes("row: !near key"), yes("row: key")]),
    // An item alone is written for what it holds.
    of(
        "- \"key\"",
        &[
            ranges("row:\n  - low\n  - key\n  - high", &["key"]),
            no("row:\n  - low"),
        ],
    ),
];

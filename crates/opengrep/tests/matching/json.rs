//! JSON.

use syntax::Language;

use super::support::{Pattern, Place, binds, check, no, of, ranges, yes};

#[test]
fn objects_and_arrays() {
    check(Place::file(Language::Json), JSON);
}

const JSON: &[Pattern] = &[
    of(
        "\"key\": $VALUE",
        &[
            ranges("{\"row\": {\"key\": 1}}", &["\"key\": 1"]),
            no("{\"row\": \"key\"}"),
        ],
    ),
    of("{\"key\": 1}", &[yes("{\"key\": 1}"), no("{\"key\": 1, \"size\": 2}")]),
    of(
        "{..., \"key\": $VALUE, ...}",
        &[yes("{\"size\": 2, \"key\": 1}"), no("{\"size\": 2}")],
    ),
    of(
        "{\"low\": 1, \"high\": 2}",
        &[
            yes("{\"high\": 2, \"low\": 1}"),
            no("{\"low\": 1, \"mid\": 3, \"high\": 2}"),
        ],
    ),
    of(
        "{..., $KEY: $VALUE, ...}",
        &[
            binds("{\"low\": 1, \"high\": 2}", "$KEY", &["\"low\"", "\"high\""]),
            no("{}"),
        ],
    ),
    of(
        "[..., 2, ...]",
        &[yes("{\"rows\": [1, 2, 3]}"), no("{\"rows\": [1, 3]}")],
    ),
    of("[$ONE]", &[yes("{\"rows\": [1]}"), no("{\"rows\": [1, 2]}")]),
    of("\"$TEXT\"", &[binds("{\"key\": 1}", "$TEXT", &["key"]), no("[1]")]),
    of(
        "\"key\": \"$TEXT\"",
        &[binds("{\"key\": \"near\"}", "$TEXT", &["near"]), no("{\"key\": 1}")],
    ),
    of(
        "\"key\": \"=~/ea/\"",
        &[yes("{\"key\": \"near\"}"), no("{\"key\": \"far\"}")],
    ),
];

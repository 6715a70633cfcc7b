//! Where the answer is another than that of the reference.

use syntax::Language;

use super::support::{Pattern, Place, accepts, binds, check, of, ranges, yes};

/// A difference: what is answered today, and why.
struct Difference {
    place: Place,
    pattern: Pattern,
    why: &'static str,
}

const PYTHON: Place = Place::file(Language::Python);
const JAVA: Place = Place {
    language: Language::Java,
    before: "class Whole { void whole() { ",
    after: " } }\n",
};
const TYPESCRIPT: Place = Place::file(Language::TypeScript);
const YAML: Place = Place::file(Language::Yaml);
const GO: Place = Place {
    language: Language::Go,
    before: "package whole\nfunc whole() {\n",
    after: "\n}\n",
};

const KNOWN_DIFFERENCES: &[Difference] = &[
    Difference {
        place: GO,
        pattern: of(
            "make([]$TYPE, $SIZE)",
            &[ranges("rows = make([]int, 3)", &["make([]int, 3)"])],
        ),
        why: "the reference reports the parentheses without the word `make`: half a call serves no one",
    },
    Difference {
        place: PYTHON,
        pattern: of("[$...ROWS]", &[binds("rows = [1, 2]", "$...ROWS", &["1, 2"])]),
        why: "the reference finds nothing: lists of elements are bound here like lists of arguments",
    },
    Difference {
        place: PYTHON,
        pattern: of(
            "send(<... $PART ...>)",
            &[binds("send(low + high)", "$PART", &["low + high", "low", "high"])],
        ),
        why: "the reference also binds the operator as the name of a call, an accident of its tree",
    },
    Difference {
        place: JAVA,
        pattern: of("new List<...>()", &[yes("Object rows = new List<String>();")]),
        why: "the reference reads the ellipsis and finds nothing: here it stands for the arguments of the type",
    },
    Difference {
        place: JAVA,
        pattern: of("send((int $KEY))", &[yes("send(2 * 3);"), yes("send(2 + 3);")]),
        why: "the reference knows the type of sums and of differences only",
    },
    Difference {
        place: TYPESCRIPT,
        pattern: of(
            "near.send(...)",
            &[ranges(
                "async () => { await near.send<Row>(1); }",
                &["near.send<Row>(1)"],
            )],
        ),
        why: "the reference finds no call with type arguments that is awaited: its grammar reads another call",
    },
    Difference {
        place: YAML,
        pattern: of("!near $VALUE", &[ranges("row: !near key", &["!near key"])]),
        why: "the reference reports the tag without what it is for",
    },
];

/// Patterns that the reference refuses and that are read here: what they say is clear.
const ACCEPTED: &[(Language, &[&str])] = &[
    (Language::Python, &["from net import ...", "lambda ...: $VALUE"]),
    (Language::Java, &["try (...) { ... }", "enum $NAME { ..., LAST }"]),
    (Language::Go, &["func (...) $NAME(...) { ... }", "[]string"]),
    (
        Language::JavaScript,
        &[
            "switch ($KEY) { ... }", "get $NAME() {...}", "static $NAME(...) {...}", "again: while (key) { ... }",
        ],
    ),
    (Language::TypeScript, &["interface $NAME { ... }", "enum $NAME { ... }"]),
];

#[test]
fn known_differences_are_as_they_are_told() {
    for difference in KNOWN_DIFFERENCES {
        assert!(!difference.why.is_empty());
        check(difference.place, std::slice::from_ref(&difference.pattern));
    }
}

#[test]
fn more_patterns_are_read_than_by_the_reference() {
    for (language, patterns) in ACCEPTED {
        for pattern in *patterns {
            assert!(accepts(*language, pattern), "{language:?}: {pattern}");
        }
    }
}

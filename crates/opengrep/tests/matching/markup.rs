//! Markup in JavaScript and TypeScript.

use syntax::Language;

use super::support::{Pattern, Place, binds, check, no, of, with, yes};

#[test]
fn markup_of_both_languages() {
    check(Place::file(Language::JavaScript), MARKUP);
    check(Place::file(Language::TypeScript), MARKUP);
}

const MARKUP: &[Pattern] = &[
    of(
        "<$TAG />",
        &[
            yes("view = <Row />"),
            yes("view = <Row></Row>"),
            yes("view = <Row key={1}>text</Row>"),
            yes("view = <net.Row />"),
            no("view = <></>"),
        ],
    ),
    of(
        "<$TAG>...</$TAG>",
        &[
            yes("view = <Row />"),
            binds("view = <Row>text{key}<b/></Row>", "$TAG", &["Row", "b"]),
        ],
    ),
    of(
        "<Row key={$VALUE} />",
        &[
            yes("view = <Row size=\"2\" key={1} />"),
            binds("view = <Row key=\"4\">text</Row>", "$VALUE", &["\"4\""]),
            no("view = <Row {...rest} />"),
            no("view = <Row size={1} />"),
        ],
    ),
    of(
        "<Row key=\"...\" />",
        &[
            yes("view = <Row key={\"5\"} />"),
            yes("view = <Row key={`6`} />"),
            no("view = <Row key={1} />"),
        ],
    ),
    of(
        "<Row key=... />",
        &[
            yes("view = <Row key />"),
            yes("view = <Row key={1} />"),
            no("view = <Row />"),
        ],
    ),
    of(
        "<Row $KEY={$VALUE} />",
        &[binds("view = <Row key={1} size=\"2\" />", "$KEY", &["key", "size"])],
    ),
    of(
        "<$TAG {...$REST} />",
        &[
            binds("view = <Row key={1} {...rest} />", "$REST", &["rest"]),
            no("view = <Row rest={rest} />"),
        ],
    ),
    of(
        "<Row>{$PART}</Row>",
        &[
            binds("view = <Row>{key}{size}</Row>", "$PART", &["key"]),
            no("view = <Row>text{key}</Row>"),
            no("view = <Row> {key} </Row>"),
        ],
    ),
    of(
        "<Row>...{$PART}...</Row>",
        &[
            binds("view = <Row>text{key}<b/>{size}</Row>", "$PART", &["key", "size"]),
            no("view = <Row>text</Row>"),
        ],
    ),
    of(
        "<Row>...<Cell />...</Row>",
        &[
            yes("view = <Row><Cell key=\"1\"/></Row>"),
            no("view = <Row><b><Cell/></b></Row>"),
        ],
    ),
    of(
        "<Row>text</Row>",
        &[yes("view = <Row>text</Row>"), no("view = <Row> text </Row>")],
    ),
    of(
        "<div rawMarkup={{__html: $VALUE}} />",
        &[binds(
            "view = <div id=\"key\" rawMarkup={{__html: text}}></div>",
            "$VALUE",
            &["text"],
        )],
    ),
    of(
        "<a href={<... $ONE + $TWO ...>} />",
        &[
            binds("view = <a href={send(low + high)} />", "$ONE", &["low"]),
            no("view = <a href={send(low)} />"),
        ],
    ),
    of(
        "send($ARG)",
        &[binds(
            "view = <Row on={() => send(1)}>{send(2)}</Row>",
            "$ARG",
            &["1", "2"],
        )],
    ),
    with(
        "<Row />",
        "xml_singleton_loose_matching: false",
        &[yes("view = <Row />"), no("view = <Row>text</Row>")],
    ),
    with(
        "<Row key={1} />",
        "xml_attrs_implicit_ellipsis: false",
        &[yes("view = <Row key={1} />"), no("view = <Row key={1} size=\"2\" />")],
    ),
    with(
        "<Row><b/><i/></Row>",
        "xml_children_ordered: false",
        &[yes("view = <Row><i/><b/></Row>")],
    ),
    of("<Row><b/><i/></Row>", &[no("view = <Row><i/><b/></Row>")]),
];

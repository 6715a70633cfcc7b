//! What holds in every language, tried in one that shows it well.

use syntax::Language;

use super::support::{Pattern, Place, binds, check, check_refused, find_by_rule, no, of, ranges, with, yes};

const PYTHON: Place = Place::file(Language::Python);
const JAVASCRIPT: Place = Place::file(Language::JavaScript);
const JAVA: Place = Place {
    language: Language::Java,
    before: "class Whole { void whole() { ",
    after: " } }\n",
};
const GO: Place = Place {
    language: Language::Go,
    before: "package whole\nfunc whole() {\n",
    after: "\n}\n",
};

// ---- metavariables

#[test]
fn a_metavariable_stands_for_what_its_place_says() {
    check(PYTHON, PLACES);
    check(JAVA, PLACES_OF_STATEMENTS);
}

const PLACES: &[Pattern] = &[
    of("$_ == $_", &[yes("low == high")]),
    of("$_A == $_A", &[no("low == high"), yes("low == low")]),
    of(
        "$CALL(1)",
        &[binds("pick()(1)", "$CALL", &["pick()"]), yes("(lambda key: key)(1)")],
    ),
    of("$ROW.$KEY", &[binds("row.key", "$KEY", &["key"]), no("row[\"key\"]")]),
    of("def $NAME(): ...", &[binds("def load(): pass", "$NAME", &["load"])]),
    of("send($KEY=1)", &[binds("send(wait=1)", "$KEY", &["wait"])]),
    of("{$KEY: 1}", &[binds("row = {\"key\": 1}", "$KEY", &["\"key\""])]),
    of(
        "for $ITEM in rows: ...",
        &[binds("for low, high in rows: pass", "$ITEM", &["low, high"])],
    ),
    of("# a comment with $X\nsend(1)", &[yes("send(1)")]),
    of(
        "$PEER.send(...)",
        &[binds("from net import send\nsend(1)", "$PEER", &["send"])],
    ),
    of(
        "$PEER.send(...)",
        &[binds("import net.peer as near\nnear.send(1)", "$PEER", &["near"])],
    ),
];

const PLACES_OF_STATEMENTS: &[Pattern] = &[
    of("send($ARG)", &[binds("send(key = 1);", "$ARG", &["key = 1"])]),
    of(
        "break $LABEL;",
        &[binds("again: for (;;) { break again; }", "$LABEL", &["again"])],
    ),
    of("$PEER.send()", &[binds("super.send();", "$PEER", &["super"])]),
    of(
        "throw new $LATE(...);",
        &[binds("throw new Late(1);", "$LATE", &["Late"])],
    ),
    of(
        "if ($TEST) $BODY;",
        &[binds("if (key) { send(); }", "$BODY", &["{ send(); }"])],
    ),
    of(
        "if (key) { $BODY; }",
        &[binds("if (key) { send(); }", "$BODY", &["send();", "send()"])],
    ),
    of(
        "$KEY = $VALUE;",
        &[binds("key = (low + high);", "$VALUE", &["(low + high)"])],
    ),
    of("$KEY = $VALUE;", &[binds("key = (low);", "$VALUE", &["low"])]),
];

#[test]
fn parentheses_belong_to_a_binding_where_the_language_says_so() {
    check(GO, PARENTHESES_OF_GO);
    check(JAVASCRIPT, PARENTHESES_OF_JAVASCRIPT);
}

const PARENTHESES_OF_GO: &[Pattern] = &[of(
    "key = $VALUE",
    &[binds("key = (low + high)", "$VALUE", &["low + high"])],
)];
const PARENTHESES_OF_JAVASCRIPT: &[Pattern] = &[of(
    "key = $VALUE",
    &[
        binds("key = (low + high)", "$VALUE", &["(low + high)"]),
        binds("key = (low)", "$VALUE", &["low"]),
    ],
)];

#[test]
fn a_pattern_without_code_is_refused() {
    check_refused(Language::Python, &["", "# only a comment", "send("]);
}

#[test]
fn a_metavariable_in_quotes_is_one_only_when_it_is_all_of_them() {
    check(PYTHON, QUOTED);
    check(JAVASCRIPT, QUOTED_IN_JAVASCRIPT);
}

const QUOTED: &[Pattern] = &[
    of("send(\"at$TEXT\")", &[yes("send(\"at$TEXT\")"), no("send(\"atkey\")")]),
    of("send(\"...$TEXT...\")", &[no("send(\"key\")")]),
    of(
        "send(\"$TEXT\")",
        &[
            binds("text = \"key\"\nsend(text)", "$TEXT", &["key"]),
            binds("send(\"ke\" + \"y\")", "$TEXT", &["key"]),
            no("send(f\"{key}\")"),
        ],
    ),
    of("f\"...\"", &[yes("text = f\"at{key}\""), yes("text = f\"at\"")]),
    of("\"...\"", &[yes("text = f\"at{key}\"")]),
    of(
        "send(\"=~/^k.y$/\")",
        &[yes("send(\"key\")"), no("send(\"keys\")"), no("send(\"KEY\")")],
    ),
    of("send(\"=~/^k/i\")", &[yes("send(\"KEY\")")]),
];

const QUOTED_IN_JAVASCRIPT: &[Pattern] = &[
    of(
        "import $NAME from \"=~/ne/\"",
        &[yes("import near from 'net'"), no("import near from 'peer'")],
    ),
    of("`...`", &[yes("text = `at${key}`"), yes("text = `at`")]),
];

#[test]
fn two_occurrences_are_equal_when_they_are_the_same_variable_or_value() {
    check(PYTHON, EQUAL);
    check(JAVASCRIPT, EQUAL_IN_JAVASCRIPT);
}

const EQUAL: &[Pattern] = &[
    of(
        "low($KEY)\n...\nhigh($KEY)",
        &[
            yes("low(key)\nhigh(key)"),
            yes("low(key)\nkey = 3\nhigh(key)"),
            no("low(key)\nhigh(size)"),
            no("key = 1\nlow(key)\ndef run(key):\n  high(key)"),
        ],
    ),
    with(
        "low($KEY)\n...\nhigh($KEY)",
        "unify_ids_strictly: false",
        &[yes("key = 1\nlow(key)\ndef run(key):\n  high(key)")],
    ),
    of(
        "$ONE == $ONE",
        &[
            yes("key = 1\nkey == 1"),
            yes("key = 1\n1 == key"),
            yes("1 == 0x1"),
            no("low = 1\nhigh = 1\nlow == high"),
            no("key = 1\ntake(key) == take(1)"),
            yes("take(low) == take(low)"),
            yes("take((low)) == take( low )"),
        ],
    ),
    of(
        "send(\"$TEXT\", \"$TEXT\")",
        &[yes("send('key', \"key\")"), no("send(\"key\", \"keys\")")],
    ),
    of(
        "send($NAME, \"$NAME\")",
        &[yes("send(key, \"key\")"), no("key = 3\nsend(key, \"key\")")],
    ),
    of(
        "low($...ARGS)\nhigh($...ARGS)",
        &[yes("low(1, key)\nhigh(1, key)"), no("low(1)\nhigh(1, key)")],
    ),
    of("send($CALL)\n...\n$CALL", &[yes("send(take())\ntake()")]),
];

const EQUAL_IN_JAVASCRIPT: &[Pattern] = &[
    of("this.$KEY = $KEY", &[yes("this.key = key"), no("this.key = size")]),
    of(
        "low($KEY)\n...\nhigh($KEY)",
        &[
            yes("let key = 1; low(key); if (row) { high(key) }"),
            no("let key = 1; low(key); run(function(key) { high(key) })"),
            yes("low(row.key); high(row.key)"),
            no("low(row.key); high(row.size)"),
        ],
    ),
];

// ---- ellipses

#[test]
fn an_ellipsis_stands_for_any_number_of_its_place() {
    check(PYTHON, ELLIPSES);
    check(JAVASCRIPT, ELLIPSES_IN_JAVASCRIPT);
    check(JAVA, ELLIPSES_IN_JAVA);
}

const ELLIPSES: &[Pattern] = &[
    of("key = ...", &[yes("key = send()"), no("key += send()")]),
    of(
        "low + ...",
        &[yes("low + high"), yes("low + high + key"), no("high + low")],
    ),
    of("$ROWS[...]", &[yes("rows[1]"), no("rows[1:2]")]),
    of(
        "low. ... .end()",
        &[yes("low.end()"), yes("low.one().two.end()"), no("low[1].end()")],
    ),
    of(
        "low. ...",
        &[
            ranges("low.one().two", &["low.one", "low.one()", "low.one().two"]),
            no("low"),
        ],
    ),
    of("while ...: ...", &[yes("while key: send()")]),
    of("if ...: ...", &[yes("if key: send()")]),
    of(
        "low($...ARGS, 3)",
        &[binds("low(1, 2, 3)", "$...ARGS", &["1, 2"]), no("low(3, 1)")],
    ),
];

const ELLIPSES_IN_JAVASCRIPT: &[Pattern] = &[
    of("... && key", &[yes("low && high && key"), no("key && low")]),
    of("if (...) { ... }", &[yes("if (key) { send() }")]),
    of("while (...) { ... }", &[yes("while (key) { send() }")]),
    of(
        "switch (...) { case 1: ... }",
        &[yes("switch (key) { case 1: send(); }")],
    ),
    of("import {...} from 'net'", &[yes("import {low, high} from 'net'")]),
    of(
        "{low: 1, $...REST}",
        &[binds("row = {high: 2, low: 1}", "$...REST", &["high: 2"])],
    ),
    of(
        "<Row>$...PARTS</Row>",
        &[binds("view = <Row>{low}{high}</Row>", "$...PARTS", &["{low}{high}"])],
    ),
    of(
        "class $NAME { $...MEMBERS }",
        &[binds("class Near { low() {} }", "$...MEMBERS", &["low() {}"])],
    ),
    of(
        "function $NAME() { $...BODY }",
        &[binds(
            "function run() { low(); high(); }",
            "$...BODY",
            &["low(); high();"],
        )],
    ),
];

const ELLIPSES_IN_JAVA: &[Pattern] = &[
    of("while (...) { ... }", &[yes("while (key) { send(); }")]),
    of("if (...) { ... }", &[yes("if (key) { send(); }")]),
];

// ---- deep expressions

#[test]
fn a_deep_expression_looks_below() {
    check(PYTHON, DEEP);
    check(JAVASCRIPT, DEEP_IN_JAVASCRIPT);
}

const DEEP: &[Pattern] = &[
    of(
        "low(<... key ...>)",
        &[
            yes("low(key)"),
            yes("low(key + 1)"),
            yes("low(high(key))"),
            yes("low(high(at=key))"),
            yes("low(key.size)"),
            yes("low([key])"),
            yes("low({\"at\": key})"),
            yes("low(1 if key else 2)"),
            yes("low(f\"at{key}\")"),
            yes("low(rows[key])"),
            yes("low(rows[1:key])"),
            yes("low(lambda: key)"),
            no("low(1, key)"),
            no("low(at=key)"),
        ],
    ),
    of("<... key ...>", &[ranges("low(key)", &["low(key)", "key"])]),
    of(
        "if <... key ...>: ...",
        &[yes("if not key: send()"), no("if low: send(key)")],
    ),
    of("return <... key ...>", &[yes("def load():\n  return low(key)")]),
    of("$VALUE = <... key ...>", &[yes("size = low(key)")]),
    with(
        "low(<... key ...>)",
        "go_deeper_expr: false",
        &[yes("low(key)"), no("low(key + 1)")],
    ),
    with(
        "low(<... take() ...>)",
        "symbolic_propagation: true",
        &[yes("key = take()\nlow(key + 1)")],
    ),
    of(
        "low(<... $ONE + $TWO ...>)",
        &[binds("low(take(one + two))", "$ONE", &["one"])],
    ),
    of(
        "start()\n...\n<... key ...>",
        &[
            yes("start()\nfor row in key: send()"),
            no("start()\nfor row in rows: send()"),
        ],
    ),
];

const DEEP_IN_JAVASCRIPT: &[Pattern] = &[of(
    "low(<... key ...>)",
    &[
        yes("low(new Peer(key))"),
        yes("low(await key)"),
        yes("low({at: key})"),
        yes("low(<Row at={key} />)"),
        no("low(() => key)"),
        no("low(function() { return key })"),
        no("low({at() { return key }})"),
    ],
)];

// ---- sequences

#[test]
fn an_ellipsis_between_statements_goes_into_any_depth() {
    check(PYTHON, SEQUENCES);
    check(JAVASCRIPT, SEQUENCES_IN_JAVASCRIPT);
}

const SEQUENCES: &[Pattern] = &[
    of(
        "low()\nhigh()",
        &[
            yes("low()\nhigh()"),
            no("low()\nmid()\nhigh()"),
            yes("one()\nlow()\nhigh()\ntwo()"),
        ],
    ),
    of("low()\nhigh()", &[yes("key = low()\nhigh()")]),
    of(
        "low()\n...\nhigh()",
        &[
            yes("low()\nmid()\nhigh()"),
            yes("low()\nif key:\n  high()"),
            yes("low()\nif key:\n  mid()\nelse:\n  high()"),
            yes("low()\ntry:\n  high()\nfinally:\n  mid()"),
            yes("low()\nfor key in rows:\n  high()"),
            yes("low()\ndef run():\n  high()"),
            yes("low()\nclass Near:\n  high()"),
            yes("low()\nmid(high())"),
            yes("low()\nkey = high()"),
            yes("low()\nkey = high() or mid"),
            yes("def run():\n  low()\n  return high()"),
            yes("async def run():\n  low()\n  await high()"),
            no("low()\nif high(): mid()"),
            no("low()\nfor key in high(): mid()"),
            no("low()\nwith high(): mid()"),
            no("low()\nassert high()"),
            no("low()\nraise high()"),
            no("low()\nkey = lambda: high()"),
            no("if key:\n  low()\nhigh()"),
            no("if key:\n  low()\nelse:\n  high()"),
        ],
    ),
    with(
        "low()\n...\nhigh()",
        "go_deeper_stmt: false",
        &[no("low()\nif key:\n  high()"), yes("low()\nhigh()")],
    ),
    of(
        "low()\n...\nhigh()",
        &[ranges(
            "low()\nhigh()\nhigh()",
            &["low()\nhigh()", "low()\nhigh()\nhigh()"],
        )],
    ),
    of(
        "low()\n...\nhigh()",
        &[ranges(
            "low()\nlow()\nhigh()",
            &["low()\nlow()\nhigh()", "low()\nhigh()"],
        )],
    ),
    of("low()\n...", &[ranges("low()\nmid()", &["low()", "low()\nmid()"])]),
    of("...\nhigh()", &[ranges("low()\nhigh()", &["low()\nhigh()", "high()"])]),
];

const SEQUENCES_IN_JAVASCRIPT: &[Pattern] = &[
    of("low()\n...\nhigh()", &[yes("low(); run(() => { high(); });")]),
    of("low();", &[yes("key = low();")]),
    with(
        "low();",
        "implicit_deep_exprstmt: false",
        &[no("key = low();"), yes("low();")],
    ),
];

#[test]
fn what_a_statement_is_inside_of_reaches_as_far_as_it_can() {
    let rule = "patterns:\n  - pattern-inside: |\n      low()\n      ...\n  - pattern: high()";
    let found = find_by_rule(Language::Python, rule, "high()\nlow()\nmid()\nhigh()\n");
    let starts = found.map(|found| found.into_iter().map(|one| one.range.start).collect::<Vec<_>>());
    assert_eq!(starts, Ok(vec![19]));
}

#[test]
fn a_block_is_compared_as_a_whole() {
    check(JAVA, BLOCKS);
}

const BLOCKS: &[Pattern] = &[
    of(
        "if (key) { ... }",
        &[yes("if (key) { }"), yes("if (key) { low(); high(); }")],
    ),
    of(
        "if (key) { low(); }",
        &[yes("if (key) { low(); }"), no("if (key) { low(); high(); }")],
    ),
    of(
        "if (key) { ... low(); ... }",
        &[
            yes("if (key) { mid(); while (row) { low(); } high(); }"),
            no("if (key) { high(); }"),
        ],
    ),
    of(
        "if (key) { ... low(); }",
        &[yes("if (key) { mid(); low(); high(); }"), yes("if (key) { low(); }")],
    ),
    of(
        "if (key) { low(); ... }",
        &[yes("if (key) { low(); high(); }"), no("if (key) { mid(); low(); }")],
    ),
    of(
        "if (key) { $BODY; }",
        &[no("if (key) { low(); high(); }"), yes("if (key) { low(); }")],
    ),
    of("if (key) { }", &[yes("if (key) { }"), no("if (key) { low(); }")]),
    of(
        "if (key) { $...BODY }",
        &[binds("if (key) { low(); high(); }", "$...BODY", &["low(); high();"])],
    ),
    of(
        "if (key) { $...BODY low(); }",
        &[binds("if (key) { one(); low(); two(); }", "$...BODY", &["one();"])],
    ),
    of("if (key) low();", &[yes("if (key) { low(); }"), yes("if (key) low();")]),
    of(
        "if (key) { low(); } else { ... }",
        &[yes("if (key) low(); else high();"), no("if (key) low();")],
    ),
];

// ---- expressions

#[test]
fn wrappers_and_literals() {
    check(PYTHON, LITERALS);
    check(JAVASCRIPT, LITERALS_IN_JAVASCRIPT);
    check(JAVA, LITERALS_IN_JAVA);
}

const LITERALS: &[Pattern] = &[
    of(
        "key = send(1)",
        &[no("async def run():\n  key = await send(1)"), yes("key = (send(1))")],
    ),
    of(
        "send(\"it's\")",
        &[yes("send('it\\'s')"), yes("send(u\"it's\")"), yes("send(r\"it's\")")],
    ),
    of("send(-1)", &[yes("send(-1)"), yes("send(- 1)"), no("send(1)")]),
    of(
        "send(1000)",
        &[yes("send(1_000)"), no("send(1000.0)"), no("send(\"1000\")")],
    ),
    of("send(1.5)", &[yes("send(15e-1)")]),
    of("send(None)", &[yes("send(None)"), no("send(0)")]),
    of("send(True)", &[no("send(1)"), yes("send(True)")]),
    of("not (low == high)", &[no("low != high")]),
    of("low > high", &[no("high < low")]),
    of(
        "low + high",
        &[yes("low + high + key"), no("high + low"), no("key + low + high")],
    ),
    of(
        "\"...\" + $KEY",
        &[binds("text = \"at\" + low + high", "$KEY", &["low"])],
    ),
    of(
        "$LEFT and key",
        &[
            binds("low and high and key", "$LEFT", &["low and high"]),
            no("key and low"),
        ],
    ),
    of(
        "low | high",
        &[yes("high | low"), yes("low | key | high"), no("low | key")],
    ),
    with(
        "low | high",
        "ac_matching: false",
        &[no("high | low"), yes("low | high")],
    ),
    with("low and high", "commutative_boolop: true", &[yes("high and low")]),
    with("low == high", "symmetric_eq: true", &[yes("high == low")]),
    of("low == high", &[no("high == low")]),
];

const LITERALS_IN_JAVASCRIPT: &[Pattern] = &[
    of(
        "(...) => $VALUE",
        &[binds("run(() => { return key })", "$VALUE", &["key"])],
    ),
    of("() => key", &[yes("run(() => { return key })"), yes("run(() => key)")]),
    of("send(true)", &[yes("send(true)"), no("send(1)")]),
    of("send(-1)", &[yes("send(-1)"), no("send(1)")]),
    of("send(null)", &[yes("send(null)"), no("send(undefined)")]),
    of("typeof $KEY", &[binds("low = typeof key", "$KEY", &["key"])]),
    of("delete $KEY", &[binds("delete row.key", "$KEY", &["row.key"])]),
    of("{run: $VALUE}", &[binds("row = {run: 1}", "$VALUE", &["1"])]),
    of("[...$ROWS]", &[binds("low = [...rows]", "$ROWS", &["rows"])]),
    of("send(\"it's\")", &[no("send('it\\'s')"), yes("send(`it's`)")]),
    of("{run: ...}", &[yes("row = {run() {}}"), yes("row = {run: 1}")]),
    of(
        "{run: function() { ... }}",
        &[yes("row = {run() {}}"), yes("row = {run: () => 1}")],
    ),
    of("{run() { ... }}", &[yes("row = {run: function() {}}")]),
    of("{key: key}", &[yes("row = {key}")]),
    of(
        "[1, 2]",
        &[no("rows = [1, 2, 3]"), no("rows = [2, 1]"), yes("rows = [1, 2]")],
    ),
    of("low == high", &[no("low === high")]),
    of("key++", &[no("++key"), yes("key++")]),
    of("$TEST ? $ONE : $TWO", &[yes("low = key ? 1 : 2")]),
    with(
        "{key: 1}",
        "implicit_ellipsis: false",
        &[no("row = {key: 1, size: 2}"), yes("row = {key: 1}")],
    ),
    with(
        "function () { ... }",
        "arrow_is_function: false",
        &[no("run(() => {})"), yes("run(function() {})")],
    ),
    with("return $VALUE", "implicit_return: false", &[no("run(key => size)")]),
];

const LITERALS_IN_JAVA: &[Pattern] = &[
    of("(String) $KEY", &[yes("low = (String) key;"), no("low = (int) key;")]),
    of("key instanceof Peer", &[yes("low = key instanceof Peer;")]),
    of(
        "low && high",
        &[yes("key = low && high && mid;"), no("key = low && mid && high;")],
    ),
    of("$ROWS[$AT]", &[yes("low = rows[1];")]),
    of("$TEST ? $ONE : $TWO", &[yes("low = key ? 1 : 2;")]),
];

// ---- definitions and control flow

#[test]
fn definitions_and_control_flow() {
    check(PYTHON, DEFINITIONS);
    check(JAVA, CONTROL_OF_JAVA);
    check(JAVASCRIPT, CONTROL_OF_JAVASCRIPT);
}

const DEFINITIONS: &[Pattern] = &[
    with(
        "@low\n@high\ndef $NAME(...): ...",
        "decorators_order_matters: true",
        &[
            yes("@low\n@mid\n@high\ndef run(): pass"),
            no("@high\n@low\ndef run(): pass"),
        ],
    ),
    with(
        "page(...)",
        "attr_expr: false",
        &[no("@page(1)\ndef run(): pass"), yes("page(1)")],
    ),
    of(
        "class $NAME:\n  ...\n  def low(...): ...\n  ...\n  def high(...): ...",
        &[
            yes("class Near:\n  def high(self): pass\n  def low(self): pass"),
            no("class Near:\n  def low(self): pass"),
        ],
    ),
];

const CONTROL_OF_JAVA: &[Pattern] = &[
    of(
        "switch (key) { case 1: ... case 2: ... }",
        &[
            yes("switch (key) { case 2: low(); break; case 1: high(); }"),
            no("switch (key) { case 1: low(); }"),
        ],
    ),
    of(
        "do { ... } while ($TEST);",
        &[yes("do { low(); } while (key);"), no("while (key) { low(); }")],
    ),
    of(
        "if (key) { ... } else if (row) { ... }",
        &[yes("if (key) { low(); } else if (row) { high(); }")],
    ),
];

const CONTROL_OF_JAVASCRIPT: &[Pattern] = &[
    with(
        "$NAME = function(...) { ... }",
        "flddef_assign: true",
        &[yes("class Near { run() { send() } }")],
    ),
    of(
        "$NAME = function(...) { ... }",
        &[no("class Near { run() { send() } }"), yes("run = function() {}")],
    ),
];

// ---- names and values

#[test]
fn a_wildcard_counts_for_names_without_metavariables() {
    check(PYTHON, WILDCARDS);
}

const WILDCARDS: &[Pattern] = &[
    of("net.send(...)", &[no("send(1)\nfrom net import send")]),
    of(
        "net.send(...)",
        &[
            yes("from net import *\nsend(1)"),
            no("from net import *\ndef run(send):\n  send(1)"),
        ],
    ),
    of(
        "net.$CALL(...)",
        &[no("from net import *\nsend(1)"), yes("from net import send\nsend(1)")],
    ),
];

#[test]
fn values_follow_the_flow_of_a_function() {
    check(PYTHON, VALUES);
}

const VALUES: &[Pattern] = &[
    of(
        "send(\"key\")",
        &[
            no("def run():\n  text = \"key\"\n  text[0] = 1\n  send(text)"),
            no("def run():\n  text = \"key\"\n  text.at = 1\n  send(text)"),
            yes("def run():\n  text = \"key\"\n  try:\n    low = 1\n  except Late:\n    text = \"size\"\n  send(text)"),
            no("def run():\n  text = \"key\"\n  try:\n    low()\n  except Late:\n    text = \"size\"\n  send(text)"),
            no("def run():\n  text = \"key\".strip()\n  send(text)"),
            no("def run():\n  rows = [\"key\"]\n  send(rows[0])"),
            no("def run():\n  send(\"{}\".format(\"key\"))"),
            yes("def run():\n  send((\"key\"))"),
            yes("def run():\n  text: str = \"key\"\n  send(text)"),
            no("def run():\n  text = \"key\"\n  text += \"s\"\n  send(text)"),
        ],
    ),
    of(
        "send(True)",
        &[yes("low = not False\nsend(low)"), yes("send(True and True)")],
    ),
    of("send(f\"...\")", &[yes("send(f\"at{key}\")"), no("send(key)")]),
    of(
        "send(\"key\")",
        &[
            yes("def run():\n  text = \"key\"\n  send(text)"),
            yes("def run():\n  text = \"size\"\n  text = \"key\"\n  send(text)"),
            no("def run():\n  text = \"key\"\n  text = \"size\"\n  send(text)"),
            yes("def run(test):\n  if test:\n    text = \"key\"\n  else:\n    text = \"key\"\n  send(text)"),
            no("def run(test):\n  text = \"key\"\n  if test:\n    text = \"size\"\n  send(text)"),
            no("def run(test):\n  if test:\n    text = \"key\"\n  send(text)"),
            no("def run(rows):\n  text = \"key\"\n  for row in rows:\n    send(text)"),
            no("def run():\n  text = \"key\"\n  text.strip()\n  send(text)"),
            yes("def run():\n  text = \"key\"\n  stop(text)\n  send(text)"),
            yes("def run():\n  text = \"key\"\n  other = text.strip()\n  send(text)"),
            yes("def run():\n  text = \"key\"\n  def inner():\n    send(text)"),
            yes("text = \"key\"\nsend(text)"),
            yes("if test:\n  text = \"key\"\ndef run():\n  send(text)"),
            no("def run(text=\"key\"):\n  send(text)"),
            no("def run():\n  low, text = \"size\", \"key\"\n  send(text)"),
            no("class Near:\n  text = \"key\"\n  def run(self):\n    send(self.text)"),
            yes("send(\"k\" \"ey\")"),
            yes("send(f\"key\")"),
            yes("def run():\n  low = \"ke\"\n  send(low + \"y\")"),
            yes("def run():\n  low = \"ke\"\n  send(f\"{low}y\")"),
        ],
    ),
    of(
        "send(\"...\")",
        &[yes(
            "def run(test):\n  text = \"key\"\n  if test:\n    text = \"size\"\n  send(text)",
        )],
    ),
    with(
        "send(\"key\")",
        "constant_propagation: false",
        &[no("text = \"key\"\nsend(text)"), yes("send(\"key\")")],
    ),
    of("send(3)", &[yes("send(1 + 2)"), yes("low = 1\nsend(low + 2)")]),
    of("send(6)", &[yes("send(2 * 3)")]),
    of(
        "send($TEXT)",
        &[binds("text = \"key\"\nsend(text)", "$TEXT", &["text"])],
    ),
];

#[test]
fn with_symbolic_propagation_a_variable_is_also_its_value() {
    check(PYTHON, SYMBOLIC);
    check(JAVASCRIPT, SYMBOLIC_IN_JAVASCRIPT);
}

/// What is assigned once keeps its value in all that follows.
const SYMBOLIC_IN_JAVASCRIPT: &[Pattern] = &[
    with(
        "send(take(...))",
        "symbolic_propagation: true",
        &[
            yes("let key = take(1); for (;;) { send(key) }"),
            yes("let key = take(1); key.close(); send(key)"),
            yes("let key = take(1); run(() => { send(key) })"),
            no("let key = take(1); if (row) { key = 2 } send(key)"),
        ],
    ),
    of("send(/key/)", &[yes("var text = /key/; text.test(low); send(text)")]),
];

const SYMBOLIC: &[Pattern] = &[
    with(
        "send(take(...))",
        "symbolic_propagation: true",
        &[
            yes("key = take(1)\nsend(key)"),
            yes("low = take(1)\nhigh = low\nsend(high)"),
            no("if test:\n  key = take(1)\nelse:\n  key = take(2)\nsend(key)"),
            no("key = take(1)\nkey.close()\nsend(key)"),
            ranges("key = take(1)\nsend(key)", &["send(key)"]),
        ],
    ),
    of("send(take(...))", &[no("key = take(1)\nsend(key)")]),
    with(
        "take(...).end()",
        "symbolic_propagation: true",
        &[yes("key = take(1)\nlow = key.end()")],
    ),
    with(
        "send($KEY)",
        "symbolic_propagation: true",
        &[binds("key = take(1)\nsend(key)", "$KEY", &["take(1)", "key"])],
    ),
];

// ---- results

#[test]
fn results_that_read_the_same_are_one() {
    let rule = "message: found\npattern: rows[$ONE] + ...";
    let found = find_by_rule(Language::Python, rule, "rows[1] + rows[2]\n");
    assert_eq!(found.map(|found| found.len()), Ok(1));
    let rule = "message: found\npattern: send(..., $ONE, ...)";
    let found = find_by_rule(Language::Python, rule, "send(1, 2)\n");
    assert_eq!(found.map(|found| found.len()), Ok(1));
    let rule = "message: found $ONE\npattern: send(..., $ONE, ...)";
    let found = find_by_rule(Language::Python, rule, "send(1, 2)\n");
    let messages = found.map(|found| found.into_iter().map(|one| one.message).collect::<Vec<_>>());
    assert_eq!(messages, Ok(vec!["found 1".to_owned(), "found 2".to_owned()]));
}

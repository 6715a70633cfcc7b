//! Go.

use syntax::Language;

use super::support::{Pattern, Place, binds, check, check_refused, no, of, ranges, yes};

const FILE: Place = Place {
    before: "package whole\n",
    ..Place::file(Language::Go)
};

const STATEMENTS: Place = Place {
    before: "package whole\nfunc whole() {\n",
    after: "\n}\n",
    language: Language::Go,
};

#[test]
fn calls() {
    check(STATEMENTS, CALLS);
    check(FILE, IMPORTED_CALLS);
}

const CALLS: &[Pattern] = &[
    of("near.Unlock()", &[yes("defer near.Unlock()"), yes("go near.Unlock()")]),
    of(
        "near.Lock()\nnear.Unlock()",
        &[yes("near.Lock(); near.Unlock()"), no("near.Lock(); go near.Unlock()")],
    ),
    of(
        "send($ARG)",
        &[
            ranges("sent := send(1)", &["send(1)"]),
            no("near.send(1)"),
            no("send(1, 2)"),
        ],
    ),
    of("near.Send(...)", &[yes("near.Send(1)"), no("far.Send(1)")]),
    of(
        "$CALL(...)",
        &[
            yes("func() {}()"),
            binds("string(key)", "$CALL", &["string"]),
            yes("len(key)"),
            no("new(Peer)"),
            no("make([]int, 3)"),
            no("[]byte(key)"),
        ],
    ),
    of("go $CALL(...)", &[ranges("go send(1)", &["send(1)"]), no("send(1)")]),
    of(
        "defer $FILE.Close()",
        &[ranges("defer near.Close()", &["near.Close()"]), no("near.Close()")],
    ),
    of(
        "$LOCK.Lock()\n...\n$LOCK.Unlock()",
        &[
            yes("near.Lock(); send(); near.Unlock()"),
            yes("row.near.Lock(); if key { row.near.Unlock() }"),
            no("near.Lock(); defer near.Unlock()"),
        ],
    ),
    of(
        "$VALUE.($TYPE)",
        &[
            binds("key, ok := row.(int)", "$TYPE", &["int"]),
            no("switch row.(type) { case int: send() }"),
        ],
    ),
    of(
        "return ..., nil",
        &[yes("return 1, nil"), no("return nil"), no("return 1")],
    ),
];

const IMPORTED_CALLS: &[Pattern] = &[of(
    "near.Send(...)",
    &[
        yes("import far \"net/peer/near\"\nfunc whole() { far.Send(1) }"),
        yes("import far \"net/near/v2\"\nfunc whole() { far.Send(1) }"),
        yes("import far \"net/near-go\"\nfunc whole() { far.Send(1) }"),
        no("import far \"net/go-near\"\nfunc whole() { far.Send(1) }"),
        no("import . \"near\"\nfunc whole() { Send(1) }"),
    ],
)];

#[test]
fn assignments() {
    check(STATEMENTS, ASSIGNMENTS);
}

const ASSIGNMENTS: &[Pattern] = &[
    of(
        "$TARGET = take()",
        &[
            yes("key := take()"),
            ranges("var key int = take()", &["key int = take()"]),
            yes("const key = take()"),
            binds("key, ok := take()", "$TARGET", &["key, ok"]),
            yes("row.key = take()"),
            no("key += take()"),
            no("var key, late = take()"),
        ],
    ),
    of(
        "$TARGET := take()",
        &[yes("key := take()"), no("key = take()"), no("var key = take()")],
    ),
    of(
        "var $TARGET = take()",
        &[
            ranges("var key = take()", &["key = take()"]),
            yes("var key int = take()"),
            no("key := take()"),
        ],
    ),
    of(
        "var $TARGET $TYPE = take()",
        &[binds("var key int = take()", "$TYPE", &["int"]), no("var key = take()")],
    ),
    of(
        "$ONE, $TWO := take()",
        &[
            binds("_, key := take()", "$ONE", &["_"]),
            no("key := take()"),
            no("key, ok = take()"),
        ],
    ),
    of(
        "$ONE, ... := take()",
        &[binds("key, ok := take()", "$ONE", &["key"]), no("key := take()")],
    ),
];

#[test]
fn functions() {
    check(FILE, FUNCTIONS);
    check(STATEMENTS, LAMBDAS);
}

const FUNCTIONS: &[Pattern] = &[
    of(
        "func $NAME(...) { ... }",
        &[
            yes("func run(key int) (int, error) { return 1, nil }"),
            yes("func (row *Row) run() { }"),
            yes("func run[T any](key T) { }"),
            binds("var late = func() { }", "$NAME", &["late"]),
            no("type Run func()"),
        ],
    ),
    of(
        "func $NAME(...) $TYPE { ... }",
        &[
            binds("func run() (int, error) { return 1, nil }", "$TYPE", &["int, error"]),
            no("func run() { }"),
        ],
    ),
    of(
        "func $NAME(...) (..., error) { ... }",
        &[
            yes("func run() (int, error) { return 1, nil }"),
            no("func run() error { return nil }"),
        ],
    ),
    of(
        "func ($ROW $TYPE) $NAME(...) { ... }",
        &[
            binds("func (row *Row) run() { }", "$TYPE", &["*Row"]),
            yes("func (row Row) run() { }"),
            no("func run() { }"),
        ],
    ),
    of(
        "func ($ROW *$TYPE) $NAME(...) { ... }",
        &[
            binds("func (row *Row) run() { }", "$TYPE", &["Row"]),
            no("func (row Row) run() { }"),
        ],
    ),
    of(
        "func $NAME(..., $ARG string, ...) { ... }",
        &[
            binds("func run(low, high string) { }", "$ARG", &["low", "high"]),
            no("func run(rows ...string) { }"),
        ],
    ),
    of(
        "func $NAME($OUT web.Writer, $IN *web.Request) { ... }",
        &[
            yes("func run(out web.Writer, in *web.Request) { }"),
            yes("import site \"net/web\"\nfunc run(out site.Writer, in *site.Request) { }"),
            no("func whole() { call(func(out web.Writer, in *web.Request) { }) }"),
        ],
    ),
    of(
        "func(..., $IN *web.Request, ...) { ... }",
        &[
            binds(
                "func whole() { call(func(out web.Writer, in *web.Request) { }) }",
                "$IN",
                &["in"],
            ),
            no("func run(out web.Writer, in *web.Request) { }"),
        ],
    ),
    of(
        "func $NAME($...ARGS) { ... }",
        &[binds(
            "func run(low int, high string) { }",
            "$...ARGS",
            &["low int, high string"],
        )],
    ),
    of(
        "func $NAME(...)",
        &[ranges("func run(key int) { send() }", &["func run(key int)"])],
    ),
];

const LAMBDAS: &[Pattern] = &[of("func(...) { ... }", &[yes("call(func() { send() })")])];

#[test]
fn control() {
    check(STATEMENTS, CONTROL);
}

const CONTROL: &[Pattern] = &[
    of(
        "if $KEY != nil { ... }",
        &[
            binds("if late := take(); late != nil { return }", "$KEY", &["late"]),
            yes("if late != nil { send() } else { stop() }"),
            no("if nil != late { }"),
            no("if !(late == nil) { }"),
        ],
    ),
    of(
        "if $LATE := $CALL(...); $LATE != nil { ... }",
        &[
            yes("if late := take(1); late != nil { return }"),
            no("if late != nil { return }"),
        ],
    ),
    of(
        "$KEY, late := $CALL(...)\n...\nif late != nil { ... }",
        &[yes("key, late := take(1); send(); if late != nil { return }")],
    ),
    of(
        "for ... { ... }",
        &[
            yes("for at := 0; at < 3; at++ { send() }"),
            yes("for _, row := range rows { send() }"),
        ],
    ),
    of(
        "for $AT, $ROW := range $ROWS { ... }",
        &[
            binds("for _, row := range rows { send() }", "$AT", &["_"]),
            yes("for at, row = range rows { send() }"),
            no("for at := range rows { send() }"),
        ],
    ),
    of(
        "switch $KEY { case 1: ... }",
        &[
            yes("switch key { case 1: send(); default: stop() }"),
            no("switch key { case 2: send() }"),
        ],
    ),
];

#[test]
fn literals() {
    check(STATEMENTS, LITERALS);
    check(FILE, CONSTANTS);
}

const LITERALS: &[Pattern] = &[
    of(
        "Peer{...}",
        &[
            ranges("near = Peer{key: 1}", &["Peer{key: 1}"]),
            ranges("near = &Peer{1, 2}", &["Peer{1, 2}"]),
            no("near = net.Peer{}"),
            no("near = []Peer{}"),
        ],
    ),
    of(
        "net.Peer{..., Key: $VALUE, ...}",
        &[
            yes("near = net.Peer{Size: 2, Key: 1}"),
            ranges("near = &net.Peer{Key: 1}", &["net.Peer{Key: 1}"]),
            no("near = net.Peer{1}"),
        ],
    ),
    of(
        "&net.Peer{...}",
        &[yes("near = &net.Peer{Key: 1}"), no("near = net.Peer{Key: 1}")],
    ),
    of(
        "net.Peer{Key: $VALUE}",
        &[yes("near = net.Peer{Key: 1}"), no("near = net.Peer{Key: 1, Size: 2}")],
    ),
    of(
        "Key: $VALUE",
        &[ranges("near = net.Peer{Key: 1, Size: 2}", &["Key: 1"])],
    ),
    of(
        "map[string]int{..., \"key\": $VALUE, ...}",
        &[yes("rows = map[string]int{\"size\": 2, \"key\": 1}")],
    ),
    of(
        "\"key\"",
        &[
            yes("text = `key`"),
            ranges("text := \"key\"; send(text)", &["\"key\"", "text"]),
            yes("text = \"ke\" + \"y\""),
            no("text = 'k'"),
        ],
    ),
];

const CONSTANTS: &[Pattern] = &[
    of(
        "send(\"key\")",
        &[
            yes("func run() { text := \"key\"; send(text) }"),
            yes("func run() { var text = \"key\"; send(text) }"),
            no("func run(test bool) { text := \"key\"; if test { text = \"size\" }; send(text) }"),
            no("func run(rows []string) { text := \"key\"; for _, row := range rows { text = row }; send(text) }"),
        ],
    ),
    of("send(5)", &[yes("func run() { low := 2; send(low + 3) }")]),
    of(
        "\"key\"",
        &[ranges(
            "const KEY = \"key\"\nfunc run() { send(KEY) }",
            &["\"key\"", "KEY"],
        )],
    ),
];

#[test]
fn typed_metavariables() {
    check(FILE, TYPED_FILES);
    check(STATEMENTS, TYPED_STATEMENTS);
}

const TYPED_FILES: &[Pattern] = &[of(
    "($BASE : *sql.DB).Query(...)",
    &[
        yes("func run(base *sql.DB) { base.Query(\"key\") }"),
        yes("import store \"database/sql\"\nfunc run(base *store.DB) { base.Query(\"key\") }"),
        yes("var base *sql.DB\nfunc run() { base.Query(\"key\") }"),
        yes("type Row struct { base *sql.DB }\nfunc run(one One) { one.base.Query(\"key\") }"),
        no("func run(base sql.DB) { base.Query(\"key\") }"),
        no("func (base *sql.DB) run() { base.Query(\"key\") }"),
    ],
)];

const TYPED_STATEMENTS: &[Pattern] = &[
    of(
        "($BASE : *sql.DB).Query(...)",
        &[
            yes("base := &sql.DB{}; base.Query(\"key\")"),
            yes("base := new(sql.DB); base.Query(\"key\")"),
            no("base := sql.Open(); base.Query(\"key\")"),
        ],
    ),
    of(
        "send(($TEXT : string))",
        &[
            yes("send(\"key\")"),
            yes("text := \"key\"; send(text)"),
            no("send(text + \"key\")"),
            no("send(fmt.Sprint(1))"),
        ],
    ),
    of(
        "send(($SIZE : int))",
        &[yes("low := 3; send(low + 2)"), no("send(len(text))")],
    ),
];

#[test]
fn declarations_of_files() {
    check(FILE, DECLARATIONS);
}

const DECLARATIONS: &[Pattern] = &[
    of(
        "import \"net/peer\"",
        &[
            yes("import near \"net/peer\""),
            yes("import \"net/peer/near\""),
            yes("import . \"net/peer\""),
            no("import \"far/net/peer\""),
        ],
    ),
    of(
        "import $NAME \"net/peer\"",
        &[
            binds("import near \"net/peer\"", "$NAME", &["near"]),
            no("import \"net/peer\""),
        ],
    ),
    of(
        "type $NAME struct { ... }",
        &[
            ranges("type Row struct { key int }", &["Row struct { key int }"]),
            no("type Row int"),
            no("type Row interface { run() }"),
        ],
    ),
    of(
        "type $NAME struct { ...; $FIELD string; ... }",
        &[
            binds(
                "type Row struct { key int; text string `json:\"text\"` }",
                "$FIELD",
                &["text"],
            ),
            no("type Row struct { key int }"),
        ],
    ),
];

#[test]
fn groups_of_imports() {
    check(FILE, GROUPS);
}

const GROUPS: &[Pattern] = &[
    // Each starts with the word that the group shares.
    of(
        "import \"net/peer\"",
        &[
            ranges("import (\n\"net/peer\"\nnear \"far\"\n)", &["import (\n\"net/peer\""]),
            no("import (\n\"far\"\n)"),
        ],
    ),
    of(
        "import ($NAME \"net/peer\")",
        &[
            binds("import (\n\"far\"\nnear \"net/peer\"\n)", "$NAME", &["near"]),
            no("import (\n\"net/peer\"\n)"),
        ],
    ),
    of(
        "import (\n  ...\n  \"net\"\n  ...\n)",
        &[
            yes("import (\n\"far\"\n\"net\"\n\"near\"\n)"),
            yes("import (\n\"net\"\n)"),
            no("import (\n\"far\"\n)"),
        ],
    ),
    of(
        "import (\n  \"far\"\n  \"net\"\n)",
        &[
            yes("import (\n\"far\"\n\"net\"\n)"),
            no("import (\n\"far\"\n\"near\"\n\"net\"\n)"),
        ],
    ),
    of(
        "import (\n  \"far\"\n  ...\n  \"net\"\n)",
        &[
            yes("import (\n\"far\"\n\"near\"\n\"net\"\n)"),
            no("import (\n\"net\"\n)"),
        ],
    ),
    of("package $NAME", &[binds("func run() {}", "$NAME", &["whole"])]),
    of("package $NAME;", &[yes("func run() {}")]),
];

#[test]
fn what_make_makes() {
    check(STATEMENTS, MAKE);
}

const MAKE: &[Pattern] = &[
    of(
        "make(map[$KEY]$VALUE, ...)",
        &[
            binds("rows := make(map[string]int)", "$KEY", &["string"]),
            yes("rows := make(map[string]int, 3)"),
            no("rows := make([]int, 3)"),
        ],
    ),
    of(
        "make(..., $SIZE)",
        &[
            binds("rows := make([]int, 1, 2)", "$SIZE", &["2"]),
            binds("rows := make(map[string]int, 5)", "$SIZE", &["5"]),
            no("rows := make(chan int)"),
        ],
    ),
    of(
        "make($TYPE, ..., $SIZE)",
        &[
            binds("rows := make([]int, 1, 2)", "$SIZE", &["2"]),
            yes("rows := make([]int, 1)"),
            no("rows := make(chan int)"),
        ],
    ),
    of("make(...)", &[yes("rows := make(chan int)"), no("row := new(int)")]),
    of(
        "($ROW : Rows).$CALL()",
        &[
            yes("rows := make(Rows)\nrows.Run()"),
            no("rows := new(Rows)\nrows.Run()"),
        ],
    ),
];

#[test]
fn types_of_functions_and_of_results() {
    check(FILE, TYPES);
}

const TYPES: &[Pattern] = &[
    of(
        "func $NAME(...) (..., error) { ... }",
        &[
            yes("func run() (int, error) { return 1, nil }"),
            yes("func run() (int, int, error) { return 1, 2, nil }"),
            no("func run() (error, int) { return nil, 1 }"),
            no("func run() error { return nil }"),
        ],
    ),
    of(
        "func $NAME(...) (error, ...) { ... }",
        &[
            yes("func run() (error, int) { return nil, 1 }"),
            no("func run() (int, error) { return 1, nil }"),
        ],
    ),
    of(
        "func $NAME(..., $CALL func(...) $RESULT, ...)",
        &[
            yes("func run(call func()) { }"),
            yes("func run(key int, call func(key int)) { }"),
            binds("func run(call func(key int) string) { }", "$RESULT", &["string"]),
            no("func run(func()) { }"),
        ],
    ),
    of(
        "func $NAME() $RESULT { ... }",
        &[
            no("func run() { }"),
            binds("func run() error { return nil }", "$RESULT", &["error"]),
        ],
    ),
];

#[test]
fn values_with_keys_have_no_order() {
    check(STATEMENTS, KEYED);
}

const KEYED: &[Pattern] = &[
    of(
        "Row{..., low: 1, high: 2, ...}",
        &[
            yes("row := Row{low: 1, mid: 3, high: 2}"),
            yes("row := Row{high: 2, low: 1}"),
            no("row := Row{low: 1}"),
        ],
    ),
    of(
        "Row{low: 1, high: 2}",
        &[
            yes("row := Row{high: 2, low: 1}"),
            no("row := Row{low: 1, mid: 3, high: 2}"),
        ],
    ),
    of("Row{1, 2}", &[yes("row := Row{1, 2}"), no("row := Row{2, 1}")]),
    // Elements without a type of their own.
    of(
        "{..., low: $LOW, ...}",
        &[
            ranges("rows := []Row{{low: 1, high: 2}, {high: 3}}", &["{low: 1, high: 2}"]),
            no("row := Row{low: 1}"),
        ],
    ),
    of(
        "{1}",
        &[ranges("rows := [][]int{{1}, {2}}", &["{1}"]), no("rows := []int{1}")],
    ),
    // The words of declarations are no strings.
    of(
        "\"...\"",
        &[ranges("type Row struct { key int `json:\"a\"` }", &["`json:\"a\"`"])],
    ),
];

#[test]
fn any_cases_and_typed_targets() {
    check(STATEMENTS, CASES);
}

const CASES: &[Pattern] = &[
    of(
        "switch $KEY { case ... }",
        &[
            yes("switch key { case 1: run() }"),
            yes("switch key { default: run() }"),
            no("select { default: run() }"),
        ],
    ),
    of(
        "switch $KEY {\n  case 1: ...\n  case ...\n}",
        &[
            yes("switch key { case 1: run(); case 2: send() }"),
            no("switch key { case 2: run() }"),
        ],
    ),
    of(
        "select {\n  case ...\n  case $CHANNEL <- $VALUE: ...\n  case ...\n}",
        &[
            binds(
                "select { case near <- key: run(); default: send() }",
                "$CHANNEL",
                &["near"],
            ),
            no("select { case key := <-near: run() }"),
        ],
    ),
    of(
        "($ROW : [5]Row) = $VALUE",
        &[
            binds("var rows [5]Row\nrows = near", "$ROW", &["rows"]),
            no("var row Row\nrow = near"),
        ],
    ),
];

#[test]
fn what_reads_like_a_pattern_and_is_none() {
    check_refused(
        Language::Go,
        &[
            "switch $KEY { ... }", "select { ... }", "import (...)", "send($KEY : string)",
        ],
    );
}

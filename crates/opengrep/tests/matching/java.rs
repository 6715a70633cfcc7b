//! Java.

use syntax::Language;

use super::support::{Pattern, Place, binds, check, check_refused, no, of, ranges, yes};

const FILE: Place = Place::file(Language::Java);

const STATEMENTS: Place = Place {
    before: "class Whole { void whole() { ",
    after: " } }\n",
    ..FILE
};

const MEMBERS: Place = Place {
    before: "class Whole { ",
    after: " }\n",
    ..FILE
};

#[test]
fn calls() {
    check(STATEMENTS, CALLS);
    check(FILE, IMPORTED_CALLS);
}

const CALLS: &[Pattern] = &[
    of(
        "send($ARG)",
        &[
            yes("send(1);"),
            ranges("int sent = send(1);", &["send(1)"]),
            no("this.send(1);"),
            no("Peer.send(1);"),
            no("super.send(1);"),
        ],
    ),
    of(
        "send(...);",
        &[
            yes("send(1);"),
            ranges("int sent = send(1);", &["int sent = send(1);"]),
            ranges("return send(1);", &["return send(1)"]),
            yes("stop(send(1)).late();"),
            yes("this.sent = (int) send(1);"),
            no("if (send(1)) { }"),
            no("sent = test ? send(1) : other;"),
            no("throw send(1);"),
            no("assert send(1);"),
            no("new Peer(send(1));"),
        ],
    ),
    of(
        "$PEER.send(...)",
        &[
            yes("pool.take().send();"),
            yes("\"text\".send();"),
            binds("this.send();", "$PEER", &["this"]),
            no("send();"),
        ],
    ),
    of("Peer.send(...)", &[no("net.near.Peer.send(1);")]),
    of(
        "net.near.Peer.send(...)",
        &[yes("net.near.Peer.send(1);"), no("Peer.send(1);")],
    ),
    of(
        "new Peer(...)",
        &[
            yes("new Peer(1);"),
            no("new net.Peer(1);"),
            no("new Peer<String>(1);"),
            no("new Peer<>(1);"),
            no("new Peer(1) { int size; };"),
        ],
    ),
    of(
        "new Peer(...) { ... }",
        &[yes("new Peer(1) { int size; };"), no("new Peer(1);")],
    ),
    of(
        "new $TYPE(...)",
        &[
            binds("new Peer<String>(1);", "$TYPE", &["Peer<String>"]),
            yes("new net.Peer(1);"),
            no("new Peer() { };"),
        ],
    ),
    of("$PEER::$METHOD", &[no("call(Peer::send);")]),
    of(
        "Peer",
        &[
            yes("Peer.send();"),
            no("Peer near;"),
            no("near = (Peer) other;"),
            no("new Peer();"),
        ],
    ),
    of("send(size)", &[yes("send((int) size);")]),
    of(
        "send($ARG)",
        &[binds("send((int) size);", "$ARG", &["(int) size", "size"])],
    ),
    of("send($...ARGS)", &[binds("send(key, 2);", "$...ARGS", &["key, 2"])]),
];

const IMPORTED_CALLS: &[Pattern] = &[
    of(
        "net.near.Peer.send(...)",
        &[
            yes("import net.near.Peer; class Whole { void whole() { Peer.send(1); } }"),
            yes("import net.near.*; class Whole { void whole() { Peer.send(1); } }"),
            yes("import static net.near.Peer.send; class Whole { void whole() { send(1); } }"),
            yes("import static net.near.Peer.*; class Whole { void whole() { send(1); } }"),
            no("package net.near; class Whole { void whole() { Peer.send(1); } }"),
        ],
    ),
    of(
        "Peer.send(...)",
        &[yes(
            "import net.near.Peer; class Whole { void whole() { Peer.send(1); } }",
        )],
    ),
    of(
        "new Peer(...)",
        &[yes("import net.near.Peer; class Whole { Object near = new Peer(); }")],
    ),
];

#[test]
fn typed_metavariables() {
    check(MEMBERS, TYPED_MEMBERS);
    check(STATEMENTS, TYPED_STATEMENTS);
    check(FILE, TYPED_FILES);
}

const TYPED_MEMBERS: &[Pattern] = &[
    of(
        "(Peer $PEER).send()",
        &[
            yes("void run(final Peer near) { near.send(); }"),
            ranges(
                "Peer near; void run() { this.near.send(); near.send(); }",
                &["this.near.send()", "near.send()"],
            ),
            no("void run(Peer<String> near) { near.send(); }"),
            no("void run(Peer[] near) { near.send(); }"),
            no("void run(Peer... near) { near.send(); }"),
            no("void run(net.Peer near) { near.send(); }"),
            no("void run() { try { } catch (Peer near) { near.send(); } }"),
            no("Peer take() { return null; } void run() { take().send(); }"),
        ],
    ),
    of(
        "(net.Peer $PEER).send()",
        &[
            yes("void run(net.Peer near) { near.send(); }"),
            no("void run(Peer near) { near.send(); }"),
        ],
    ),
    of(
        "(List<$TYPE> $LIST).add(...)",
        &[
            binds("void run(List<String> rows) { rows.add(1); }", "$TYPE", &["String"]),
            no("void run(List rows) { rows.add(1); }"),
        ],
    ),
    of(
        "(List $LIST).add(...)",
        &[
            yes("void run(List rows) { rows.add(1); }"),
            no("void run(List<String> rows) { rows.add(1); }"),
        ],
    ),
    of(
        "send((int $SIZE))",
        &[binds(
            "void run(Integer low, long high) { send(low); send(high); }",
            "$SIZE",
            &["low", "high"],
        )],
    ),
    of(
        "Peer $NEAR = $VALUE;",
        &[ranges("private Peer near = take();", &["private Peer near = take()"])],
    ),
];

const TYPED_STATEMENTS: &[Pattern] = &[
    of(
        "send((boolean $TEST))",
        &[
            yes("send(low == high);"),
            yes("send(!low);"),
            yes("send(low && high);"),
            yes("send(text.equals(key));"),
            yes("send(text.contains(key));"),
            yes("send(text.isEmpty());"),
            yes("send(true);"),
            no("send(low + high);"),
        ],
    ),
    of(
        "send((int $SIZE))",
        &[
            yes("send(rows.size());"),
            yes("send(text.compareTo(key));"),
            yes("int[] rows = take(); send(rows.length);"),
            no("send(1.5);"),
        ],
    ),
    of(
        "send((String $TEXT))",
        &[
            yes("Map<Integer, String> rows = take(); send(rows.get(1));"),
            yes("List<String> rows = take(); send(rows.get(1));"),
            yes("send((String) key);"),
            no("send(text.trim());"),
        ],
    ),
    of(
        "send((float $SIZE))",
        &[yes("double size = take(); send(size);"), yes("send(1.5);")],
    ),
    of(
        "($TYPE $NEAR).send()",
        &[binds("Pool near = take(); near.send();", "$TYPE", &["Pool"])],
    ),
    of(
        "(Peer $PEER).send()",
        &[
            yes("Peer near = take(); near.send();"),
            yes("var near = new Peer(); near.send();"),
            yes("new Peer().send();"),
            yes("((Peer) other).send();"),
            yes("for (Peer near : rows) { near.send(); }"),
            yes("call((Peer near) -> near.send());"),
            yes("if (other instanceof Peer near) { near.send(); }"),
            yes("Peer.send();"),
        ],
    ),
    of("($TYPE $PEER).send()", &[binds("Peer.send();", "$TYPE", &["Peer"])]),
    of(
        "send((String $TEXT))",
        &[
            yes("send(\"key\");"),
            yes("String key = take(); send(key);"),
            no("send(key + \"size\");"),
            no("send(String.valueOf(1));"),
        ],
    ),
    of(
        "send((int $SIZE))",
        &[
            yes("send(1);"),
            yes("send(low + 1 - 1 == 2 ? 1 : 2);"),
            yes("send(text.length());"),
            yes("send(Integer.parseInt(\"1\"));"),
            no("send(text);"),
        ],
    ),
    of(
        "(Peer $NEAR) = $VALUE;",
        &[
            ranges(
                "Peer near = take(); near = pick();",
                &["Peer near = take();", "near = pick();"],
            ),
            no("near = pick();"),
        ],
    ),
];

const TYPED_FILES: &[Pattern] = &[of(
    "(net.near.Peer $PEER).send()",
    &[
        yes("import net.near.Peer; class Whole { void whole(Peer near) { near.send(); } }"),
        yes("import net.near.*; class Whole { void whole(Peer near) { near.send(); } }"),
    ],
)];

#[test]
fn variables() {
    check(STATEMENTS, VARIABLES);
}

const VARIABLES: &[Pattern] = &[
    of(
        "int[] $KEY = $VALUE;",
        &[
            yes("int[] keys = take();"),
            no("int key = take();"),
            no("long[][] keys = take();"),
        ],
    ),
    of(
        "List<String> $KEY = $VALUE;",
        &[
            yes("List<String> keys = take();"),
            no("List<Integer> keys = take();"),
            no("List keys = take();"),
        ],
    ),
    of(
        "List<$TYPE> $KEY = $VALUE;",
        &[binds(
            "List<Map<String, Row>> keys = take();",
            "$TYPE",
            &["Map<String, Row>"],
        )],
    ),
    of(
        "Peer $NEAR = $VALUE;",
        &[
            ranges("Peer near = take();", &["Peer near = take();"]),
            yes("final Peer near = take();"),
            no("Peer near;"),
            no("near = take();"),
            no("Peer<String> near = take();"),
            no("var near = new Peer();"),
        ],
    ),
    of(
        "$TYPE $NEAR = $VALUE;",
        &[
            binds("var near = take();", "$TYPE", &["var"]),
            binds("int low = 1, high = 2;", "$NEAR", &["low", "high"]),
            no("near = take();"),
        ],
    ),
    of(
        "$NEAR = $VALUE;",
        &[
            ranges("Peer near = take();", &["Peer near = take();"]),
            yes("near = take();"),
            binds("this.near = take();", "$NEAR", &["this.near"]),
            no("near += take();"),
            no("Peer near;"),
        ],
    ),
    of("$NEAR = $VALUE", &[ranges("near = take();", &["near = take()"])]),
    of(
        "$TYPE $NEAR;",
        &[
            yes("int low;"),
            binds("int low; int high;", "$NEAR", &["low", "high"]),
            no("int low = 1;"),
        ],
    ),
];

#[test]
fn methods() {
    check(MEMBERS, METHODS);
}

const METHODS: &[Pattern] = &[
    of(
        "$TYPE $NAME(...) { ... }",
        &[
            binds("public static void run() { }", "$TYPE", &["void"]),
            ranges(
                "@Mark int run() throws Late { return 1; }",
                &["@Mark int run() throws Late { return 1; }"],
            ),
            yes("<T> T run(T key) { return key; }"),
            yes("abstract int run();"),
            no("Whole() { }"),
        ],
    ),
    of(
        "$NAME(...) { ... }",
        &[yes("Whole() { }"), yes("int run() { return 1; }")],
    ),
    of(
        "public $TYPE $NAME(...) { ... }",
        &[yes("@Override public static void run() { }"), no("void run() { }")],
    ),
    of(
        "@Override\n$TYPE $NAME(...) { ... }",
        &[
            yes("@Mark @Override public int run() { return 1; }"),
            no("int run() { return 1; }"),
        ],
    ),
    of(
        "$TYPE $NAME(..., String $ARG, ...) { ... }",
        &[
            yes("int run(int low, final String key) { return 1; }"),
            yes("int run(@Mark String key) { return 1; }"),
            no("int run(String... key) { return 1; }"),
            no("int run(java.lang.String key) { return 1; }"),
        ],
    ),
    of(
        "$TYPE $NAME(..., @Mark $ARGTYPE $ARG, ...) { ... }",
        &[
            binds("int run(int low, @Mark String key) { return 1; }", "$ARG", &["key"]),
            no("int run(@Mark(\"x\") String key) { return 1; }"),
            no("int run(String key) { return 1; }"),
        ],
    ),
    of(
        "$TYPE $NAME($...ARGS) { ... }",
        &[
            yes("int run() { return 1; }"),
            binds(
                "int run(int low, String key) { return 1; }",
                "$...ARGS",
                &["int low, String key"],
            ),
        ],
    ),
    of(
        "$TYPE $NAME(...) throws $LATE { ... }",
        &[
            binds("int run() throws Late, Lost { return 1; }", "$LATE", &["Late", "Lost"]),
            no("int run() { return 1; }"),
        ],
    ),
    of(
        "$TYPE $NAME(...) { }",
        &[
            yes("abstract int run();"),
            yes("int run() { }"),
            no("int run() { send(); }"),
        ],
    ),
    of(
        "$TYPE $NAME($ARG) { ... }",
        &[
            yes("void run(final @Mark String key) { }"),
            no("void run(String... key) { }"),
            no("void run() { }"),
        ],
    ),
    of(
        "$TYPE run(...) { }",
        &[yes("void run() { }"), no("void run() { send(); }")],
    ),
];

#[test]
fn classes() {
    check(FILE, CLASSES);
}

const CLASSES: &[Pattern] = &[
    of(
        "@$MARK class $NAME { ... }",
        &[
            binds("@net.Mark class Near { }", "$MARK", &["net.Mark"]),
            binds("@Low @High class Near { }", "$MARK", &["Low", "High"]),
            no("@Mark(1) class Near { }"),
        ],
    ),
    of(
        "import $WHAT;",
        &[binds("import net.near.Peer;", "$WHAT", &["net.near.Peer"])],
    ),
    of(
        "interface $NAME { ... }",
        &[yes("interface Pool { void run(); }"), no("class Near { }")],
    ),
    of(
        "record $NAME(...) { ... }",
        &[yes("record Pair(int low) { }"), no("class Near { }")],
    ),
    of(
        "class $NAME extends net.near.Peer { ... }",
        &[
            yes("import net.near.Peer; class Near extends Peer { }"),
            no("class Near extends Peer { }"),
        ],
    ),
    of(
        "class $NAME { ... int low; ... int high; ... }",
        &[
            yes("class Near { int high; int mid; int low; }"),
            no("class Near { int low; }"),
        ],
    ),
    of(
        "class $NAME { ... }",
        &[
            ranges(
                "@Mark public final class Near extends Peer implements Pool { }",
                &["@Mark public final class Near extends Peer implements Pool { }"],
            ),
            yes("enum Side { LEFT }"),
            no("interface Pool { }"),
            no("record Pair(int low) { }"),
        ],
    ),
    of(
        "class $NAME",
        &[ranges(
            "public class Near extends Peer { int size; }",
            &["public class Near extends Peer"],
        )],
    ),
    of(
        "class $NAME extends $BASE { ... }",
        &[
            binds(
                "class Near extends Peer<String> implements Pool { }",
                "$BASE",
                &["Peer<String>"],
            ),
            no("class Near implements Pool { }"),
        ],
    ),
    of(
        "class $NAME implements Late, Lost { ... }",
        &[
            yes("class Near implements Lost, Pool, Late { }"),
            no("class Near implements Late { }"),
        ],
    ),
    of(
        "class $NAME { ... $TYPE $FIELD; ... }",
        &[
            binds("class Near { int low = 1; int high; }", "$FIELD", &["high"]),
            no("class Near { int low = 1; }"),
        ],
    ),
    of(
        "class $NAME { $TYPE run(...) { ... } }",
        &[
            yes("class Near { int low; int run(int key) { return 1; } int high; }"),
            no("class Near { int low; }"),
        ],
    ),
    of(
        "@Mark class $NAME { ... }",
        &[
            yes("@Other @Mark public class Near { }"),
            no("@Mark(1) class Near { }"),
            no("@net.Mark class Near { }"),
        ],
    ),
    of(
        "@Mark(...) class $NAME { ... }",
        &[yes("@Mark class Near { }"), yes("@Mark(low = 1) class Near { }")],
    ),
    of(
        "@Mark(\"key\") class $NAME { ... }",
        &[
            yes("@Mark(\"key\") class Near { }"),
            no("@Mark(value = \"key\") class Near { }"),
        ],
    ),
    of(
        "@Mark(..., low = $VALUE, ...) class $NAME { ... }",
        &[binds("@Mark(high = 2, low = 1) class Near { }", "$VALUE", &["1"])],
    ),
    of(
        "@net.near.Mark class $NAME { ... }",
        &[
            yes("import net.near.Mark; @Mark class Near { }"),
            no("@Mark class Near { }"),
        ],
    ),
    of(
        "@Mark(...)",
        &[ranges("@Mark(1) class Near { @Mark int low; }", &["@Mark(1)", "@Mark"])],
    ),
    of(
        "import net.near.Peer;",
        &[
            yes("import net.near.Peer.Part;"),
            yes("import static net.near.Peer.send;"),
            no("import net.near.*;"),
        ],
    ),
    of(
        "import net.near;",
        &[
            yes("import net.near.Peer;"),
            yes("import net.near.*;"),
            no("import net.far.Peer;"),
        ],
    ),
];

#[test]
fn statements() {
    check(STATEMENTS, CONTROL);
}

const CONTROL: &[Pattern] = &[
    of(
        "if ($TEST) { ... }",
        &[
            yes("if (key) send();"),
            yes("if (key) { send(); } else { stop(); }"),
            no("while (key) { send(); }"),
        ],
    ),
    of("if ($TEST)", &[ranges("if (key) send(); else stop();", &["if (key)"])]),
    of(
        "for ($TYPE $ITEM : $ROWS) { ... }",
        &[
            yes("for (final Peer near : rows) { send(); }"),
            binds("for (var near : rows) { send(); }", "$TYPE", &["var"]),
            no("for (Peer near : rows) send();"),
        ],
    ),
    of(
        "for (...) { ... }",
        &[
            yes("for (;;) { send(); }"),
            yes("for (Peer near : rows) { send(); }"),
            no("while (key) { send(); }"),
        ],
    ),
    of(
        "while ($TEST) { ... }",
        &[yes("while (key) { send(); }"), no("while (key) send();")],
    ),
    of("while ($TEST) $BODY", &[yes("while (key) send();")]),
    of(
        "try { ... } catch (Exception $LATE) { ... }",
        &[
            binds(
                "try { send(); } catch (Lost lost) { } catch (Exception late) { }",
                "$LATE",
                &["late"],
            ),
            yes("try (Peer near = take()) { send(); } catch (Exception late) { }"),
            yes("try { send(); } catch (final Exception late) { }"),
            no("try { send(); } catch (Exception late) { } finally { }"),
            no("try { send(); } catch (Lost | Exception late) { }"),
            no("try { send(); } catch (Lost late) { }"),
        ],
    ),
    of(
        "catch ($TYPE $LATE) { ... }",
        &[
            ranges(
                "try { send(); } catch (Lost late) { stop(); }",
                &["catch (Lost late) { stop(); }"],
            ),
            no("try { send(); } finally { }"),
        ],
    ),
    of(
        "finally { ... }",
        &[ranges("try { send(); } finally { stop(); }", &["finally { stop(); }"])],
    ),
    of(
        "($ARG) -> $VALUE",
        &[
            yes("call(key -> size);"),
            binds("call((int key) -> { return size; });", "$ARG", &["key"]),
            no("call(() -> size);"),
        ],
    ),
    of(
        "(...) -> { ... }",
        &[
            yes("call(key -> size);"),
            yes("call(() -> { send(); });"),
            no("call(Peer::send);"),
        ],
    ),
    of(
        "switch ($KEY) { case 1: ... }",
        &[
            yes("switch (key) { case 1: send(); break; default: stop(); }"),
            no("switch (key) { case 2: send(); }"),
        ],
    ),
    of(
        "switch (key) { case 1, 2: ... }",
        &[
            yes("switch (key) { case 1, 2: send(); }"),
            no("switch (key) { case 1: send(); }"),
            no("switch (key) { case 1, 2, 3: send(); }"),
        ],
    ),
    of("return;", &[yes("return;"), no("return key;")]),
    of("return ...;", &[yes("return;"), yes("return key;")]),
    of(
        "return $VALUE;",
        &[ranges("return key;", &["return key"]), no("return;")],
    ),
    of("throw $WHAT;", &[ranges("throw new Late();", &["throw new Late()"])]),
];

#[test]
fn values() {
    check(STATEMENTS, VALUES);
    check(MEMBERS, VALUES_OF_FIELDS);
}

const VALUES: &[Pattern] = &[
    of(
        "1000",
        &[
            yes("size = 1_000;"),
            yes("size = 0x3e8;"),
            no("size = 1000L;"),
            no("size = 1000.0;"),
        ],
    ),
    of(
        "send(\"key\")",
        &[
            yes("String text = \"key\"; send(text);"),
            no("String text = \"key\"; text.trim(); send(text);"),
            no("String text = \"key\"; for (;;) { send(text); }"),
            yes("final String text = \"key\"; for (;;) { send(text); }"),
            yes("String text = \"key\"; stop(text); send(text);"),
        ],
    ),
    of(
        "send(\"...\")",
        &[
            yes("send(String.format(\"%s\", \"key\"));"),
            yes("send(\"key\" + 1);"),
            no("send(String.format(\"%s\", key));"),
            no("send(\"key\" + key);"),
        ],
    ),
    of("$ONE == $ONE", &[yes("test = low == low;"), no("test = low == high;")]),
    of("'k'", &[yes("key = 'k';"), no("key = \"k\";")]),
];

const VALUES_OF_FIELDS: &[Pattern] = &[of(
    "send(\"key\")",
    &[
        yes("private static String key; static { key = \"key\"; } void run() { send(key); }"),
        no("private String key; Whole() { key = \"key\"; } Whole(int low) { } void run() { send(key); }"),
        ranges(
            "static final String KEY = \"key\"; void run() { send(KEY); send(this.KEY); }",
            &["send(KEY)", "send(this.KEY)"],
        ),
        yes("private String key = \"key\"; void run() { send(key); }"),
        yes("private String key; Whole() { key = \"key\"; } void run() { send(key); }"),
        no("String key = \"key\"; void run() { send(key); }"),
        no("private String key = \"key\"; void run() { send(key); } void stop() { key = \"size\"; }"),
        no("static final String KEY = \"key\"; void run() { send(Whole.KEY); }"),
    ],
)];

#[test]
fn what_is_static() {
    check(FILE, STATIC_IMPORTS);
    check(MEMBERS, STATIC_BLOCKS);
}

const STATIC_IMPORTS: &[Pattern] = &[
    of(
        "import static $NAME;",
        &[yes("import static net.peer.Row;"), no("import net.peer.Row;")],
    ),
    of(
        "import net.peer.Row;",
        &[yes("import static net.peer.Row;"), yes("import net.peer.Row;")],
    ),
    of("package $NAME;", &[yes("package net.peer;\nclass Row { }")]),
];

const STATIC_BLOCKS: &[Pattern] = &[of(
    "static { ... }",
    &[
        ranges("static { run(); } { send(); }", &["static { run(); }"]),
        no("{ send(); }"),
        no("Whole() { send(); }"),
    ],
)];

#[test]
fn calls_of_constructors() {
    check(MEMBERS, CONSTRUCTORS);
}

const CONSTRUCTORS: &[Pattern] = &[
    of(
        "super(...)",
        &[
            ranges("Whole() { super(1); }", &["super(1)"]),
            no("Whole() { this(1); }"),
        ],
    ),
    of(
        "this($KEY)",
        &[
            binds("Whole() { this(1); }", "$KEY", &["1"]),
            no("Whole() { super(1); }"),
        ],
    ),
    of(
        "super(...);",
        &[yes("Whole() { super(1); }"), no("Whole() { run(1); }")],
    ),
];

#[test]
fn what_tests_of_types_bind() {
    check(STATEMENTS, TYPE_TESTS);
}

const TYPE_TESTS: &[Pattern] = &[
    of(
        "$KEY instanceof String $TEXT",
        &[
            binds("if (key instanceof String text) { run(); }", "$TEXT", &["text"]),
            no("if (key instanceof String) { run(); }"),
            no("if (key instanceof Row row) { run(); }"),
        ],
    ),
    of(
        "$KEY instanceof $TYPE",
        &[
            yes("if (key instanceof String) { run(); }"),
            no("if (key instanceof String text) { run(); }"),
        ],
    ),
];

#[test]
fn elements_of_annotations_and_of_enumerations() {
    check(FILE, ELEMENTS);
}

const ELEMENTS: &[Pattern] = &[
    of(
        "$TYPE $NAME();",
        &[
            binds("@interface Row { int size() default 1; }", "$NAME", &["size"]),
            binds("@interface Row { String key(); }", "$NAME", &["key"]),
            no("class Row { int size() { return 1; } }"),
        ],
    ),
    of(
        "@Near\nenum $NAME { ... }",
        &[
            binds("@Near\nenum Row { LOW, HIGH }", "$NAME", &["Row"]),
            no("enum Row { LOW }"),
            no("@Near\nclass Row { }"),
        ],
    ),
    of(
        "class $NAME<..., KEY, ...> { ... }",
        &[
            yes("class Row<KEY, VALUE> { }"),
            yes("class Row<VALUE, KEY> { }"),
            no("class Row<VALUE> { }"),
        ],
    ),
    of(
        "new Rows<$TYPE>(...)",
        &[
            binds(
                "class Whole { Object rows = new Rows<String>(1); }",
                "$TYPE",
                &["String"],
            ),
            no("class Whole { Rows<String> rows = new Rows<>(1); }"),
        ],
    ),
    of(
        "new Rows<>(...)",
        &[
            yes("class Whole { Rows<String> rows = new Rows<>(1); }"),
            no("class Whole { Object rows = new Rows<String>(1); }"),
        ],
    ),
];

#[test]
fn full_names_of_types_and_booleans_of_operators() {
    check(STATEMENTS, FULL_NAMES);
}

const FULL_NAMES: &[Pattern] = &[
    of(
        "send((java.lang.Integer $KEY))",
        &[
            yes("java.lang.Integer key = 1; send(key);"),
            no("Integer key = run(); send(key);"),
        ],
    ),
    of(
        "send((boolean $KEY))",
        &[
            yes("boolean low = true; send(low ^ high);"),
            yes("send(true | high);"),
            no("send(low | high);"),
            no("send(1 & 2);"),
        ],
    ),
    of(
        "send(\"...\")",
        &[
            yes("send(java.lang.String.format(\"a %s\", \"b\"));"),
            yes("send(String.format(\"a %s\", \"b\"));"),
            no("send(java.lang.Row.format(\"a %s\", \"b\"));"),
            no("send(java.lang.String.format(\"a %s\", key));"),
        ],
    ),
    of(
        "$KEY == $KEY",
        &[
            yes("Row row = null; send(row == null);"),
            no("Row row = run(); send(row == null);"),
        ],
    ),
    of(
        "send(null)",
        &[
            yes("Row row = null; send(row);"),
            no("Row row = null; row = run(); send(row);"),
            no("Row row = run(); send(row);"),
        ],
    ),
];

#[test]
fn what_reads_like_a_pattern_and_is_none() {
    check_refused(
        Language::Java,
        &[
            "switch ($KEY) { ... }", "throws Late, ...", "implements ..., Pool", "@... class", "String[]", "{ ..., 2 }",
        ],
    );
}

//! JavaScript.

use syntax::Language;

use super::support::{Pattern, Place, binds, check, check_refused, no, of, ranges, with, yes};

const FILE: Place = Place::file(Language::JavaScript);

#[test]
fn calls() {
    check(FILE, CALLS);
}

pub const CALLS: &[Pattern] = &[
    of(
        "send($ARG)",
        &[
            ranges("await send(1)", &["send(1)"]),
            yes("send?.(1)"),
            binds("send(...rows)", "$ARG", &["...rows"]),
            no("this.send(1)"),
            no("new send(1)"),
            no("send(1, 2)"),
        ],
    ),
    of(
        "send();",
        &[
            ranges("sent = send();", &["sent = send();"]),
            ranges("var sent = send();", &["var sent = send()"]),
            yes("function run() { return send(); }"),
            yes("stop(send()).late();"),
            yes("row.sent = [send()];"),
            yes("() => send();"),
            no("if (send()) {}"),
            no("key ? send() : other;"),
            no("function run() { throw send(); }"),
            no("new Peer(send());"),
        ],
    ),
    of(
        "$CALL(...)",
        &[
            binds("require('net')", "$CALL", &["require"]),
            yes("import('net')"),
            yes("class Near extends Peer { constructor() { super() } }"),
            yes("eval(key)"),
            no("new Peer()"),
            no("typeof key"),
            no("low + high"),
        ],
    ),
    of(
        "net.send(...)",
        &[
            yes("import {send} from 'net'; send(1);"),
            yes("import {send as post} from './lib/net.js'; post(1);"),
            yes("import * as near from '@all/net'; near.send(1);"),
            yes("const near = require('net'); near.send(1);"),
            yes("const {send: post} = require('net'); post(1);"),
            no("import near from 'net'; near.send(1);"),
            no("const {send} = require('./lib/net'); send(1);"),
            no("require('net').send(1);"),
            no("let near; near = require('net'); near.send(1);"),
            no("const near = net; near.send(1);"),
        ],
    ),
    of(
        "low.high(...)",
        &[
            yes("low.high(1)"),
            no("low?.high(1)"),
            no("low['high'](1)"),
            no("key.low.high(1)"),
        ],
    ),
    of(
        "$LOW.$HIGH",
        &[
            yes("low?.high"),
            yes("this.high"),
            yes("low.#high"),
            no("low[high]"),
            no("low['high']"),
        ],
    ),
    of(
        "$START. ... .end()",
        &[
            binds("low.one().two.end()", "$START", &["low.one().two", "low.one()", "low"]),
            yes("low.end()"),
            no("end()"),
            no("low.end"),
        ],
    ),
    of("new Peer(...)", &[yes("new Peer"), no("new net.Peer()"), no("Peer()")]),
    of(
        "peer",
        &[
            yes("peer = 1"),
            yes("row = {key: peer}"),
            yes("const {peer} = row"),
            yes("for (const peer of rows) {}"),
            no("net.peer"),
            no("function peer() {}"),
            no("row = {peer: 1}"),
        ],
    ),
];

#[test]
fn imports() {
    check(FILE, IMPORTS);
}

pub const IMPORTS: &[Pattern] = &[
    of(
        "import 'net'",
        &[
            yes("import near from 'net';"),
            yes("import 'net/peer';"),
            yes("const near = require('net');"),
            yes("const {near} = require('net');"),
            no("import 'network';"),
            no("var near = require('net').peer;"),
        ],
    ),
    of(
        "import {send} from 'net'",
        &[
            yes("import {stop, send as post} from 'net';"),
            yes("const {send} = require('net');"),
            yes("import {send} from 'net/peer';"),
            no("const {send: post} = require('net');"),
            no("import send from 'net';"),
        ],
    ),
    of(
        "import $NAME from 'net'",
        &[
            binds("import near, {send} from 'net'", "$NAME", &["near"]),
            no("import * as near from 'net';"),
            no("const near = require('net');"),
        ],
    ),
    of(
        "$NEAR = require('net')\n...\n$NEAR.send()",
        &[
            yes("const near = require('net'); near.send();"),
            no("import near from 'net'; near.send();"),
        ],
    ),
];

#[test]
fn assignments() {
    check(FILE, ASSIGNMENTS);
}

pub const ASSIGNMENTS: &[Pattern] = &[
    of(
        "$NEAR = take()",
        &[
            binds("const low = take(), high = take();", "$NEAR", &["low", "high"]),
            ranges("const low = take(), high = take();", &["low = take()", "high = take()"]),
            binds("row.key = take();", "$NEAR", &["row.key"]),
            yes("class Near { key = take(); }"),
            yes("const {key} = take();"),
            no("key += take();"),
            no("send({key: take()});"),
            no("function run(key = take()) {}"),
        ],
    ),
    of(
        "var $NEAR = $VALUE",
        &[yes("let key = 1"), yes("const key = 2"), no("key = 1"), no("let key")],
    ),
    of(
        "let $NEAR = $VALUE",
        &[yes("let key = 1"), no("const key = 1"), no("var key = 1")],
    ),
    with(
        "var $NEAR = $VALUE",
        "let_is_var: false",
        &[no("let key = 1"), yes("var key = 1")],
    ),
    with(
        "$NEAR = $VALUE",
        "vardef_assign: false",
        &[no("let key = 1"), yes("key = 1")],
    ),
];

#[test]
fn functions() {
    check(FILE, FUNCTIONS);
}

pub const FUNCTIONS: &[Pattern] = &[
    of(
        "function $NAME($ARG) { ... }",
        &[
            yes("async function run(key) {}"),
            yes("var run = function(key) {}"),
            binds("const run = key => 1", "$NAME", &["run"]),
            ranges("class Near { static run(key) {} }", &["static run(key) {}"]),
            binds("row = {run(key) {}, stop: key => {}}", "$NAME", &["run", "stop"]),
            no("call(function(key) {})"),
            no("row.run = function(key) {}"),
            no("function run(key, size) {}"),
        ],
    ),
    of(
        "function (...) { ... }",
        &[
            yes("call(key => 1)"),
            yes("var run = function(key) {}"),
            no("function run(key) {}"),
            no("class Near { run() {} }"),
        ],
    ),
    of(
        "function ... (...) { ... }",
        &[
            yes("function run() {}"),
            yes("call(() => {})"),
            ranges("class Near { run() {} }", &["() {}"]),
        ],
    ),
    of(
        "(...) => { ... }",
        &[
            yes("key => key"),
            yes("call(function(key) {})"),
            yes("async (key) => { send() }"),
        ],
    ),
    of(
        "($ARG) => $ARG",
        &[yes("key => key"), yes("key => { return key; }"), no("key => size")],
    ),
    of(
        "function $NAME(...)",
        &[
            ranges("function run(key) { send() }", &["function run(key)"]),
            no("var run = function(key) {}"),
        ],
    ),
    of(
        "$NAME(...) { ... }",
        &[
            yes("class Near { run(key) {} }"),
            yes("row = {run() {}}"),
            yes("row = {run: function() {}}"),
            no("run(key)"),
        ],
    ),
    of(
        "return $VALUE",
        &[
            yes("function run() { return 1 }"),
            binds("key => send(key)", "$VALUE", &["send(key)"]),
            no("function run() { return }"),
        ],
    ),
];

#[test]
fn classes() {
    check(FILE, CLASSES);
}

pub const CLASSES: &[Pattern] = &[
    of(
        "class $NAME { ... }",
        &[
            yes("export class Near extends Peer {}"),
            ranges("@mark class Near {}", &["@mark class Near {}"]),
            no("var near = class {}"),
        ],
    ),
    of(
        "class $NAME extends $BASE { ... }",
        &[
            binds("class Near extends net.Peer {}", "$BASE", &["net.Peer"]),
            no("class Near {}"),
        ],
    ),
    of(
        "class $NAME",
        &[ranges(
            "class Near extends Peer { run() {} }",
            &["class Near extends Peer"],
        )],
    ),
    of(
        "class $NAME { run() { ... } }",
        &[
            yes("class Near { key = 1; run() { send() } }"),
            yes("class Near { run = () => { send() } }"),
            no("class Near { run(key) {} }"),
        ],
    ),
];

#[test]
fn objects_and_literals() {
    check(FILE, VALUES);
}

pub const VALUES: &[Pattern] = &[
    of(
        "{key: $VALUE}",
        &[
            yes("row = {size: 2, key: 1}"),
            yes("row = {\"key\": 1}"),
            binds("row = {key}", "$VALUE", &["key"]),
            no("row = {['key']: 1}"),
            no("row = {...key}"),
        ],
    ),
    of(
        "{..., $KEY: $VALUE, ...}",
        &[
            binds("row = {key: 1, [size]: 2}", "$KEY", &["key", "size"]),
            no("row = {...key}"),
            no("row = {run() {}}"),
        ],
    ),
    of(
        "key: $VALUE",
        &[
            ranges("row = {key: 1}", &["key: 1"]),
            ranges("row = {\"key\": 2}", &["\"key\": 2"]),
            no("key = 1"),
        ],
    ),
    of(
        "{\"=~/^on/\": $VALUE}",
        &[yes("row = {onLoad: run}"), no("row = {load: run}")],
    ),
    of(
        "[$FIRST, ...]",
        &[
            binds("rows = [...more]", "$FIRST", &["...more"]),
            yes("rows = [1]"),
            no("rows = []"),
        ],
    ),
    of(
        "\"...\"",
        &[yes("text = 'key'"), yes("text = `key`"), no("text = tag(key)")],
    ),
    of(
        "\"key\"",
        &[
            yes("text = `key`"),
            ranges("const text = \"key\"; send(text)", &["\"key\"", "text"]),
            yes("text = \"\" + 'key'"),
        ],
    ),
    of(
        "16",
        &[
            yes("size = 0x10"),
            yes("size = 16.0"),
            yes("size = 1.6e1"),
            no("size = 16n"),
            no("size = \"16\""),
        ],
    ),
    of("send(3)", &[no("send(1 + 2)")]),
    of("/key/", &[yes("text = /key/g"), no("text = new RegExp(\"key\")")]),
    of("/key/g", &[no("text = /key/"), yes("text = /key/g")]),
    of("/$BODY/", &[binds("text = /key/g", "$BODY", &["key"])]),
    of("/.../", &[yes("text = /key/g"), no("text = \"key\"")]),
    of(
        "$ONE === $ONE",
        &[
            yes("low.key === low.key"),
            yes("take() === take()"),
            no("low === high"),
            no("low == low"),
        ],
    ),
    of(
        "low && high",
        &[
            ranges("low && high && key", &["low && high"]),
            no("high && low"),
            no("low && key && high"),
        ],
    ),
    of(
        "`...${$PART}...`",
        &[
            binds("text = `at${key}of${size}`", "$PART", &["key", "size"]),
            no("text = `key`"),
        ],
    ),
    of(
        "send(\"key\")",
        &[
            yes("let text; text = \"key\"; function run() { send(text) }"),
            yes("class Near { text = \"key\"; run() { send(this.text) } }"),
            no("let text = \"key\"; text = \"size\"; function run() { send(text) }"),
        ],
    ),
];

#[test]
fn statements() {
    check(FILE, CONTROL);
}

pub const CONTROL: &[Pattern] = &[
    of(
        "if ($TEST) { ... }",
        &[
            yes("if (key) send();"),
            ranges(
                "if (key) { send() } else { stop() }",
                &["if (key) { send() } else { stop() }"],
            ),
            no("key ? send() : stop()"),
        ],
    ),
    of("if ($TEST)", &[ranges("if (key) send(); else stop();", &["if (key)"])]),
    of(
        "for (...) { ... }",
        &[
            yes("for (const key of rows) { send() }"),
            yes("for (;;) { send() }"),
            no("for (const key of rows) send();"),
            no("while (key) { send() }"),
        ],
    ),
    of(
        "while ($TEST) { ... }",
        &[yes("while (key) { send() }"), no("while (key) send();")],
    ),
    of(
        "try { ... } catch ($LATE) { ... }",
        &[
            yes("try { send() } catch (late) { stop() }"),
            yes("try { send() } catch { stop() }"),
            no("try { send() } catch (late) { stop() } finally { wait() }"),
            no("try { send() } finally { stop() }"),
        ],
    ),
    of(
        "catch ($LATE) { ... }",
        &[ranges(
            "try { send() } catch (late) { stop() }",
            &["catch (late) { stop() }"],
        )],
    ),
    of(
        "function $NAME() {...}\n...\n$NAME()",
        &[yes("function run() {}\nrun()")],
    ),
];

pub const PLACES: &[Pattern] = &[
    of(
        "import near from $PATH;",
        &[
            binds("import near from \"net\";", "$PATH", &["net"]),
            no("import far from \"net\";"),
        ],
    ),
    of(
        "{ $...HEAD, key: 1, $...TAIL }",
        &[
            binds("row = { low: 2, key: 1, high: 3 };", "$...HEAD", &["low: 2"]),
            no("row = { low: 2, high: 3 };"),
        ],
    ),
    of("near?.far", &[yes("row = near?.far;"), no("row = near.far;")]),
    of(
        "`$...HEAD${...}$...TAIL`",
        &[
            yes("row = `low${1 + 1}high`;"),
            yes("row = `low${1}mid${2}high`;"),
            no("row = `low`;"),
        ],
    ),
    of(
        "`$...TEXT`",
        &[yes("row = `low ${key}`;"), yes("row = `low`;"), no("row = \"low\";")],
    ),
    of("tag($TEXT)", &[yes("tag`low`;"), yes("tag(\"low\");")]),
    of("tag`...`", &[yes("tag`low ${key}`;"), no("tag(\"low\");")]),
    of(
        "1;\n...\n2;",
        &[yes("1; { 2; }"), yes("1; if (key) { 2; }"), no("{ 1; } 3;")],
    ),
    of(
        "near.send(`...`)",
        &[
            yes("near.send(`low ${key}`);"),
            no("near.send`low ${key}`;"),
            no("near.send(\"low\" + key);"),
        ],
    ),
];

#[test]
fn what_patterns_write_where_the_grammar_wants_something_else() {
    check(FILE, PLACES);
}

#[test]
fn what_reads_like_a_pattern_and_is_none() {
    check_refused(Language::JavaScript, &["export $NAME", "if ($TEST) {"]);
}

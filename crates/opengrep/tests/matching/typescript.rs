//! TypeScript: everything of JavaScript, and types.

use syntax::Language;

use super::javascript;
use super::support::{Pattern, Place, binds, check, check_all, no, of, ranges, yes};

const FILE: Place = Place::file(Language::TypeScript);

#[test]
fn everything_of_javascript_holds() {
    check_all(
        FILE,
        &[
            javascript::CALLS,
            javascript::IMPORTS,
            javascript::ASSIGNMENTS,
            javascript::FUNCTIONS,
            javascript::CLASSES,
            javascript::VALUES,
            javascript::CONTROL,
            javascript::PLACES,
        ],
    );
}

#[test]
fn typed_metavariables() {
    check(FILE, TYPED);
}

const TYPED: &[Pattern] = &[
    of(
        "send(($TEXT: string))",
        &[
            yes("function run(text: string) { send(text) }"),
            yes("send(\"key\")"),
            yes("const text = \"key\"; send(text)"),
            no("send(text + \"key\")"),
            no("send(`key${size}`)"),
            no("function run(text) { send(text) }"),
        ],
    ),
    of(
        "send(($SIZE: number))",
        &[
            yes("send(1.5)"),
            yes("function run(size: number) { send(size) }"),
            no("send(size + 1)"),
        ],
    ),
    of(
        "($PEER: Peer).send()",
        &[
            yes("function run(near: Peer) { near.send() }"),
            yes("function run(near?: Peer) { near.send() }"),
            yes("function run(near: Peer<string>) { near.send() }"),
            yes("const near = new Peer(); near.send()"),
            yes("(other as Peer).send()"),
            binds(
                "class Near { peer: Peer; run() { this.peer.send() } }",
                "$PEER",
                &["this.peer"],
            ),
            yes("import {Peer} from 'net'; let near: Peer = take(); near.send()"),
            no("function run(near: Peer | null) { near.send() }"),
            no("function run(near: Peer[]) { near.send() }"),
            no("function run({near}: Peer) { near.send() }"),
            no("class Near { constructor(private peer: Peer) {} run() { this.peer.send() } }"),
            no("function run(near: net.Peer) { near.send() }"),
            yes("@Component() class Near { constructor(private peer: Peer) {} run() { this.peer.send() } }"),
            yes("@Injectable() class Near { constructor(peer: Peer) {} run() { peer.send() } }"),
        ],
    ),
    of(
        "($PEER: net.Peer).send()",
        &[
            yes("import {Peer} from 'net'; function run(near: Peer) { near.send() }"),
            yes("import * as all from 'net'; function run(near: all.Peer) { near.send() }"),
            no("function run(near: Peer) { near.send() }"),
        ],
    ),
];

#[test]
fn functions() {
    check(FILE, FUNCTIONS);
}

const FUNCTIONS: &[Pattern] = &[
    of(
        "function $NAME(...): $TYPE { ... }",
        &[
            binds("const run = (): number => 1", "$TYPE", &["number"]),
            no("function run() {}"),
        ],
    ),
    of(
        "function $NAME($ONE, $TWO) { ... }",
        &[
            yes("function run(low: string, high?: number) {}"),
            no("function run(low: string) {}"),
        ],
    ),
    of(
        "function $NAME($ARG: $TYPE) { ... }",
        &[
            binds("function run(key: string = \"x\") {}", "$TYPE", &["string"]),
            no("function run(key) {}"),
            no("function run({key}: Row) {}"),
            no("function run(...key: Row[]) {}"),
        ],
    ),
    of(
        "function $NAME(..., $ARG: string, ...) { ... }",
        &[
            binds("function run(low: number, high?: string) {}", "$ARG", &["high"]),
            no("function run(key: \"x\") {}"),
        ],
    ),
    of(
        "function $NAME(..., $ARG = $VALUE, ...) { ... }",
        &[
            binds("function run(low: string, high: number = 1) {}", "$ARG", &["high"]),
            no("function run(low?: string) {}"),
        ],
    ),
    of(
        "(...) => { ... }",
        &[
            yes("async (key: string): Promise<void> => {}"),
            yes("key => key"),
            yes("call(function(key: Row) {})"),
            no("function run() {}"),
        ],
    ),
    of("async (...) => { ... }", &[yes("(key) => {}")]),
];

#[test]
fn classes() {
    check(FILE, CLASSES);
}

const CLASSES: &[Pattern] = &[
    of(
        "class $NAME { ... }",
        &[
            yes("abstract class Near<T> extends Peer<T> implements Pool {}"),
            ranges("@Mark() export class Near {}", &["@Mark() export class Near {}"]),
            no("interface Near { key: number }"),
        ],
    ),
    of(
        "class $NAME implements $POOL { ... }",
        &[
            binds("class Near implements Late, Lost {}", "$POOL", &["Late", "Lost"]),
            no("class Near extends Late {}"),
        ],
    ),
    of(
        "class $NAME { private $KEY: $TYPE; }",
        &[
            yes("class Near { low = 1; private high: number; }"),
            no("class Near { public high: number; }"),
            no("class Near { private high: number = 1; }"),
        ],
    ),
    of(
        "class $NAME { $KEY = $VALUE; }",
        &[
            binds("class Near { private static high: number = 1; }", "$KEY", &["high"]),
            no("class Near { high: number; }"),
        ],
    ),
    of(
        "class $NAME { constructor(...) { ... } }",
        &[
            yes("class Near { low = 1; constructor(private key: Row) { super() } }"),
            no("class Near { run() {} }"),
        ],
    ),
    of(
        "class $NAME { $METHOD($ARG: $TYPE) { ... } }",
        &[
            binds(
                "class Near { private async run(key: string): Promise<void> {} }",
                "$METHOD",
                &["run"],
            ),
            no("class Near { run(key) {} }"),
        ],
    ),
    of(
        "@Mark(...)\nclass $NAME { ... }",
        &[
            yes("@Mark({low: 1}) export class Near {}"),
            yes("@Mark class Near {}"),
            no("class Near {}"),
        ],
    ),
    of(
        "@Input() $KEY",
        &[
            yes("class Near { @Input() key: string; }"),
            no("class Near { @Input() key = 1; }"),
            no("class Near { @Input() set key(value) {} }"),
        ],
    ),
];

#[test]
fn expressions() {
    check(FILE, EXPRESSIONS);
}

const EXPRESSIONS: &[Pattern] = &[
    of(
        "$KEY as $TYPE",
        &[
            yes("key as string"),
            binds("key as any as Row", "$KEY", &["key", "key as any"]),
            no("key!"),
        ],
    ),
    of(
        "$ROW.key",
        &[
            binds("row!.key", "$ROW", &["row!"]),
            yes("(row as Row).key"),
            yes("row?.key"),
            no("row[\"key\"]"),
        ],
    ),
    of(
        "send($ARG)",
        &[
            yes("send<string>(1)"),
            binds("send(key as Row)", "$ARG", &["key as Row", "key"]),
            yes("await send(1)"),
            no("row.send(1)"),
        ],
    ),
    of("send<$TYPE>($ARG)", &[no("send<string>(1)")]),
    of(
        "new Peer(...)",
        &[yes("new Peer<string>(1)"), yes("new Peer"), no("new net.Peer(1)")],
    ),
    of(
        "let $KEY: string = $VALUE",
        &[
            yes("let key: string = row"),
            no("let key = row"),
            no("const key: string = row"),
        ],
    ),
    of(
        "const $KEY = $VALUE",
        &[
            yes("const key: string = row"),
            ranges("export const key = 1", &["const key = 1"]),
            no("let key = row"),
        ],
    ),
    of(
        "$KEY = $VALUE",
        &[
            ranges("const key: string = row", &["key: string = row"]),
            yes("class Near { key: string = row }"),
            no("enum Side { LEFT = 1 }"),
        ],
    ),
    of(
        "import {$NAME} from 'net'",
        &[
            yes("import type {Peer} from 'net'"),
            binds("import {Peer, Pool} from 'net'", "$NAME", &["Peer", "Pool"]),
            binds("import Peer from 'net'", "$NAME", &["Peer"]),
            no("import * as Peer from 'net'"),
        ],
    ),
    of(
        "send(\"key\")",
        &[
            yes("const text: string = \"key\"; send(text)"),
            yes("let text = \"key\"; send(text)"),
            no("const text = \"key\" as const; send(text)"),
            no("let text = \"key\"; if (row) { text = \"size\" } send(text)"),
        ],
    ),
    of(
        "net.peer.send(...)",
        &[
            yes("import * as all from 'net'; all.peer.send(1)"),
            yes("import {peer} from 'net'; peer.send(1)"),
            no("net.peer?.send(1)"),
        ],
    ),
    of(
        "$START. ... .end()",
        &[
            binds("low.one().two!.end()", "$START", &["low.one().two!"]),
            no("end()"),
        ],
    ),
];

#[test]
fn calls_with_types_that_are_awaited() {
    check(FILE, AWAITED);
}

const AWAITED: &[Pattern] = &[
    of(
        "near.send(...)",
        &[
            ranges("async () => { await near.send<Row>(1); }", &["near.send<Row>(1)"]),
            ranges("async () => { await near.send<Row>(1).run(); }", &["near.send<Row>(1)"]),
        ],
    ),
    of(
        "await send(...)",
        &[
            yes("async () => { const row = await send<Row>(1); }"),
            no("async () => { send<Row>(1); }"),
        ],
    ),
];

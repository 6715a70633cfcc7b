//! Python.

use syntax::Language;

use super::support::{Pattern, Place, binds, check, check_refused, no, of, ranges, yes};

const FILE: Place = Place::file(Language::Python);

#[test]
fn calls_and_their_arguments() {
    check(FILE, CALLS);
}

const CALLS: &[Pattern] = &[
    of(
        "$CALL($ARG)",
        &[
            binds("rows.first[3](key)", "$CALL", &["rows.first[3]"]),
            yes("show(key)"),
            yes("super(key)"),
            no("not(key)"),
            no("left + right"),
        ],
    ),
    of(
        "send(7)",
        &[
            yes("send(0x7)"),
            yes("send((7))"),
            yes("size = 7\nsend(size)"),
            no("send(7.0)"),
            no("peer.send(7)"),
        ],
    ),
    of("send(1)", &[no("send(True)")]),
    of(
        "send(..., retry=3)",
        &[
            yes("send(key, retry=3)"),
            yes("send(wait=9, retry=3)"),
            no("send(retry=3, wait=9)"),
            no("send(3)"),
        ],
    ),
    of(
        "send(retry=3, ...)",
        &[
            yes("send(key, retry=3)"),
            yes("send(wait=9, retry=3)"),
            no("send(key, 3)"),
        ],
    ),
    of("send(..., retry=3, ...)", &[yes("send(retry=3, wait=9)")]),
    of("send(..., retry=...)", &[yes("send(retry=key)"), no("send(key)")]),
    of(
        "send($ARG, ...)",
        &[
            binds("send(*rows)", "$ARG", &["*rows"]),
            yes("send(**rows)"),
            no("send(wait=9)"),
            no("send()"),
        ],
    ),
    of(
        "send($KEY=$VALUE, ...)",
        &[binds("send(wait=9, retry=3)", "$KEY", &["wait", "retry"])],
    ),
    of("send(...)", &[yes("send()"), yes("send(*rows, wait=9)")]),
    of(
        "send($...ARGS)",
        &[binds("send(key, wait=9)", "$...ARGS", &["key, wait=9"])],
    ),
    of(
        "send($FIRST, $...MORE)",
        &[
            binds("send(key)", "$...MORE", &[""]),
            binds("send(key, 2, 3)", "$...MORE", &["2, 3"]),
        ],
    ),
    of(
        "$PEER.send(...)",
        &[binds("pool.take().send(1)", "$PEER", &["pool.take()"])],
    ),
    of("print $TEXT", &[yes("print(key)")]),
];

#[test]
fn names_that_imports_make() {
    check(FILE, IMPORTED);
}

const IMPORTED: &[Pattern] = &[
    of(
        "$PEER.send(...)",
        &[
            yes("\"text\".send()"),
            yes("from net import send\nsend(1)"),
            no("send(1)"),
        ],
    ),
    of(
        "net.peer.send(...)",
        &[
            yes("import net.peer as near\nnear.send(1)"),
            yes("from net.peer import send as post\npost(1)"),
            yes("from net import peer\npeer.send(1)"),
            yes("from net.peer import *\nsend(1)"),
            yes("def load():\n  from net.peer import send\nsend(1)"),
            yes("from net.peer import send\nsend = other\nsend(1)"),
            no("send(1)"),
            no("import peer\npeer.send(1)"),
            no("from .net.peer import send\nsend(1)"),
            no("from net.peer import send\ndef run(send):\n  send(1)"),
        ],
    ),
    of(
        "send(...)",
        &[
            yes("from net.peer import send\nsend(1)"),
            yes("from net import emit as send\nsend(1)"),
            no("from net.peer import send as post\npost(1)"),
            no("import net.peer\nnet.peer.send(1)"),
        ],
    ),
    of(
        "import net.peer",
        &[
            yes("import net.peer.near"),
            yes("from net import peer as near"),
            yes("from net.peer import near"),
            no("import net"),
            no("from net import *"),
        ],
    ),
    of(
        "from net import peer",
        &[
            yes("from net import pool, peer"),
            yes("import net.peer"),
            yes("from net.pool import peer"),
            no("from net import *"),
            no("import peer"),
        ],
    ),
    of(
        "from $FROM import $WHAT",
        &[
            binds("import net.peer", "$FROM", &["net"]),
            binds("import net.peer", "$WHAT", &["peer"]),
            binds("from net import peer, pool", "$WHAT", &["peer", "pool"]),
            no("import net"),
        ],
    ),
    of("import $WHAT", &[binds("import net.peer", "$WHAT", &["net.peer"])]),
    of(
        "import net.peer as near",
        &[yes("import net.peer as near"), no("import net.peer")],
    ),
];

#[test]
fn assignments() {
    check(FILE, ASSIGNMENTS);
}

const ASSIGNMENTS: &[Pattern] = &[
    of(
        "$TARGET = 7",
        &[
            yes("size: int = 7"),
            binds("size, rest = 7, 8", "$TARGET", &["size"]),
            binds("self.size = 7", "$TARGET", &["self.size"]),
            no("size += 7"),
            no("send(size=7)"),
            no("for size in 7: pass"),
        ],
    ),
    of(
        "size = $VALUE",
        &[binds("size = (rest)", "$VALUE", &["(rest)"]), no("rest = size = 7")],
    ),
    of("$ONE = $TWO = $VALUE", &[binds("rest = size = 7", "$VALUE", &["7"])]),
    of(
        "$TARGET: $TYPE = $VALUE",
        &[yes("size: int = 7"), no("size = 7"), no("size: int")],
    ),
    of("$X += 7", &[yes("size += 7"), no("size = size + 7"), no("size -= 7")]),
];

#[test]
fn functions_and_their_decorators() {
    check(FILE, FUNCTIONS);
}

const FUNCTIONS: &[Pattern] = &[
    of(
        "def $NAME(): $BODY",
        &[binds("def run():\n  low()\n  high()", "$BODY", &["low()\n  high()"])],
    ),
    of(
        "def $NAME(*$ARGS): ...",
        &[
            binds("def run(*rows): pass", "$ARGS", &["rows"]),
            no("def run(rows): pass"),
        ],
    ),
    of(
        "def $NAME(**$ARGS): ...",
        &[
            binds("def run(**rows): pass", "$ARGS", &["rows"]),
            no("def run(*rows): pass"),
        ],
    ),
    of(
        "async def $NAME(): ...",
        &[yes("async def run(): pass"), no("def run(): pass")],
    ),
    of(
        "def $NAME($ARG): ...",
        &[
            yes("def load(key=1): return 1"),
            yes("async def load(key: int): pass"),
            ranges("@once\ndef load(key): pass", &["@once\ndef load(key): pass"]),
            no("def load(key, size): pass"),
            no("def load(*keys): pass"),
            no("def load(): pass"),
        ],
    ),
    of(
        "def $NAME(..., $LAST): ...",
        &[binds("def load(key, size=3): pass", "$LAST", &["size"])],
    ),
    of(
        "def $NAME($...ARGS): ...",
        &[binds("def load(key, size=3): pass", "$...ARGS", &["key, size=3"])],
    ),
    of(
        "def $NAME($ARG=3): ...",
        &[
            yes("def load(key=3): pass"),
            no("def load(key): pass"),
            no("def load(key=4): pass"),
        ],
    ),
    of(
        "def $NAME($ARG: str): ...",
        &[yes("def load(key: str): pass"), no("def load(key): pass")],
    ),
    of(
        "def $NAME(...) -> $TYPE: ...",
        &[yes("def load() -> int: pass"), no("def load(): pass")],
    ),
    of(
        "@$MARK\ndef $NAME(...): ...",
        &[
            binds("@once\n@late\ndef load(): pass", "$MARK", &["once", "late"]),
            yes("@once.more()\ndef load(): pass"),
            no("@once(1)\ndef load(): pass"),
            no("def load(): pass"),
        ],
    ),
    of(
        "@$MARK(...)\ndef $NAME(...): ...",
        &[
            yes("@once\ndef load(): pass"),
            yes("@once(1)\ndef load(): pass"),
            no("def load(): pass"),
        ],
    ),
    of(
        "@late\n@once\ndef $NAME(...): ...",
        &[
            yes("@once\n@other\n@late\ndef load(): pass"),
            no("@once\ndef load(): pass"),
        ],
    ),
    of(
        "page(...)",
        &[
            ranges("@page(\"/\")\ndef load(): pass", &["page(\"/\")"]),
            ranges("@page\ndef load(): pass", &["page"]),
            no("@site.page(\"/\")\ndef load(): pass"),
        ],
    ),
    of(
        "@$MARK(...)",
        &[
            ranges("@page(\"/\")\ndef load(): pass", &["page(\"/\")"]),
            ranges("@page\nclass Load: pass", &["page"]),
        ],
    ),
    of(
        "lambda $ARG: $VALUE",
        &[binds("call(lambda key: key + 1)", "$VALUE", &["key + 1"])],
    ),
    of(
        "lambda $...ARGS: $VALUE",
        &[
            binds("call(lambda: 1)", "$VALUE", &["1"]),
            yes("call(lambda key, size: 1)"),
        ],
    ),
];

#[test]
fn classes() {
    check(FILE, CLASSES);
}

const CLASSES: &[Pattern] = &[
    of(
        "class $NAME: ...",
        &[
            yes("class Near(Peer): size = 1"),
            ranges("@once\nclass Near: pass", &["@once\nclass Near: pass"]),
        ],
    ),
    of(
        "class $NAME(Peer): ...",
        &[
            yes("class Near(Peer, Pool): pass"),
            yes("import net\nclass Near(Peer): pass"),
            no("class Near(Pool, Peer): pass"),
            no("class Near: pass"),
        ],
    ),
    of(
        "class $NAME(..., Peer, ...): ...",
        &[
            yes("class Near(Pool, Peer): pass"),
            no("class Near(metaclass=Peer): pass"),
        ],
    ),
    of(
        "class $NAME:\n  def load(self): ...",
        &[
            yes("class Near:\n  size = 1\n  def load(self): return 1"),
            no("class Near:\n  def load(self, key): pass"),
        ],
    ),
    of(
        "low = 1\n...\nhigh = 2",
        &[
            yes("class Near:\n  low = 1\n  mid = 3\n  high = 2"),
            yes("if key:\n  low = 1\n  high = 2"),
            no("high = 2\nlow = 1"),
        ],
    ),
];

#[test]
fn conditions_and_loops() {
    check(FILE, CONTROL);
}

const CONTROL: &[Pattern] = &[
    of(
        "if $TEST: $BODY",
        &[binds("if key:\n  low()\n  high()", "$BODY", &["low()\n  high()"])],
    ),
    of(
        "if $TEST:\n  ...\nelse:\n  ...",
        &[yes("if key: low()\nelse: high()"), no("if key: low()")],
    ),
    of(
        "while $TEST: ...",
        &[yes("while key: low()"), no("for key in rows: low()")],
    ),
    of(
        "match $KEY:\n  case 1: ...",
        &[
            yes("match key:\n  case 2: low()\n  case 1: high()"),
            no("match key:\n  case 2: low()"),
        ],
    ),
    of(
        "if $TEST: ...",
        &[
            ranges("if key: send()\nelse: stop()", &["if key: send()\nelse: stop()"]),
            binds("if key:\n  send()\nelif size:\n  stop()", "$TEST", &["key", "size"]),
            no("send() if key else stop()"),
        ],
    ),
    of(
        "if $TEST:\n  send()",
        &[
            yes("if key: sent = send()"),
            yes("if key: return send()"),
            no("if key:\n  send()\n  stop()"),
            no("if key: raise send()"),
        ],
    ),
    of(
        "if $TEST:\n  ...\n  send()",
        &[
            yes("if key:\n  send()\n  stop()"),
            yes("if key:\n  while size:\n    send()"),
            no("if key: stop()"),
        ],
    ),
    of(
        "for $ITEM in $LIST: ...",
        &[
            binds("for key, size in rows: send()", "$ITEM", &["key, size"]),
            ranges(
                "async def load():\n  async for key in rows: send()",
                &["for key in rows: send()"],
            ),
            no("while key: send()"),
            no("[key for key in rows]"),
        ],
    ),
    of(
        "with open(...) as $FILE: ...",
        &[
            ranges("with open(\"x\") as near: send()", &["open(\"x\") as near: send()"]),
            binds("with one as two, open(\"x\") as near: send()", "$FILE", &["near"]),
            no("with open(\"x\"): send()"),
            no("near = open(\"x\")"),
        ],
    ),
    of(
        "try: ...\nexcept $TYPE: ...",
        &[
            yes("try: send()\nexcept Late: stop()"),
            binds(
                "try: send()\nexcept Late: stop()\nexcept Lost: wait()",
                "$TYPE",
                &["Late", "Lost"],
            ),
            no("try: send()\nexcept Late as late: stop()"),
            no("try: send()\nexcept (Late, Lost): stop()"),
            no("try: send()\nexcept: stop()"),
            no("try: send()\nexcept Late: stop()\nfinally: wait()"),
            no("try: send()\nexcept Late: stop()\nelse: wait()"),
        ],
    ),
    of(
        "try: ...\nexcept ...: ...",
        &[
            yes("try: send()\nexcept Late as late: stop()"),
            yes("try: send()\nexcept: stop()"),
            no("try: send()\nfinally: stop()"),
        ],
    ),
    of(
        "try: ...\nfinally: ...",
        &[
            yes("try: send()\nexcept Late as late: stop()\nfinally: wait()"),
            no("try: send()\nexcept Late: stop()"),
        ],
    ),
    of(
        "return $VALUE",
        &[
            yes("def load():\n  return 1"),
            binds("call(lambda key: send(key))", "$VALUE", &["send(key)"]),
            no("def load():\n  return"),
        ],
    ),
    of("return", &[yes("def load():\n  return"), no("def load():\n  return 1")]),
    of(
        "return ...",
        &[yes("def load():\n  return"), yes("def load():\n  return 1")],
    ),
    of(
        "for $ITEM in $LIST: ...",
        &[ranges(
            "for key in rows:\n  send()\nelse:\n  stop()",
            &["for key in rows:\n  send()"],
        )],
    ),
    of("assert $TEST", &[yes("assert key"), no("assert key, \"text\"")]),
    of("del $NAME", &[yes("del rows[1]")]),
    of("raise $WHAT", &[yes("raise Late()"), no("raise")]),
];

#[test]
fn containers_and_strings() {
    check(FILE, VALUES);
}

const VALUES: &[Pattern] = &[
    of(
        "[..., 2, ...]",
        &[
            yes("rows = [1, 2]"),
            yes("rows = [2]"),
            no("rows = (2,)"),
            no("rows = [key for key in more]"),
        ],
    ),
    of(
        "[...]",
        &[
            yes("rows = []"),
            yes("rows = [key for key in more]"),
            no("rows = (1, 2)"),
        ],
    ),
    of("(..., 2)", &[yes("rows = (1, 2)"), no("rows = [1, 2]")]),
    of(
        "{\"id\": $VALUE}",
        &[
            yes("row = {\"id\": 1}"),
            no("row = {\"id\": 1, \"at\": 2}"),
            no("row = dict(id=1)"),
        ],
    ),
    of(
        "{..., \"id\": $VALUE, ...}",
        &[
            yes("row = {\"at\": 2, \"id\": 1}"),
            no("row = {\"at\": 2, **more, \"id\": 1}"),
        ],
    ),
    of(
        "{1, 2}",
        &[yes("rows = {2, 1}"), no("rows = {1, 2, 3}"), no("rows = [1, 2]")],
    ),
    of(
        "\"...\"",
        &[
            yes("text = 'key'"),
            yes("text = b\"key\""),
            yes("text = f\"key\""),
            ranges("text = \"key\" \"size\"", &["\"key\"", "\"key\" \"size\"", "\"size\""]),
            no("text = f\"{key}\""),
        ],
    ),
    of(
        "\"$TEXT\"",
        &[
            binds("text = 'key'", "$TEXT", &["key"]),
            binds("text = \"\"\"key\"\"\"", "$TEXT", &["key"]),
            no("text = f\"{key}\""),
            no("text = 3"),
        ],
    ),
    of(
        "f\"...{$PART}...\"",
        &[
            binds("text = f\"{key}\"", "$PART", &["key"]),
            binds("text = f\"at{key}of{size}\"", "$PART", &["key", "size"]),
            ranges("text = \"at\" f\"{key}\"", &["f\"{key}\""]),
            no("text = \"at\" + key"),
            no("text = \"at%s\" % key"),
            no("text = \"at\""),
        ],
    ),
    of(
        "\"=~/ey/i\"",
        &[
            yes("text = \"KEY\""),
            yes("text = \"key\"\nsend(text)"),
            no("text = f\"{key}\""),
        ],
    ),
    of(
        "send(\"key\")",
        &[
            yes("text = \"key\"\ndef load():\n  send(text)"),
            yes("send(\"\" + 'key')"),
            yes("send(\"key\" if test else \"key\")"),
            no("text = \"key\"\ntext = \"size\"\nsend(text)"),
            no("def load(rows):\n  text = \"key\"\n  for row in rows:\n    send(text)"),
            no("class Near:\n  text = \"key\"\n  def load(self): send(self.text)"),
            no("send(str(\"key\"))"),
        ],
    ),
    of(
        "send(\"...\")",
        &[
            yes("text = \"key\" if test else \"size\"\nsend(text)"),
            yes("send(\"key\" * size)"),
            no("send(\"key%s\" % \"size\")"),
            no("send(\"key\" + size)"),
            no("send(\"key\".upper())"),
        ],
    ),
    of(
        "low and high",
        &[
            yes("test = low and high"),
            no("test = high and low"),
            no("test = low and high and mid"),
            no("test = low and mid and high"),
        ],
    ),
    of("low < high", &[yes("test = low < high"), no("test = low < high < mid")]),
    of(
        "$LIST[$AT]",
        &[
            yes("rows[\"key\"]"),
            binds("rows[1, 2]", "$AT", &["1, 2"]),
            no("rows[1:2]"),
        ],
    ),
    of("$LIST[...:...]", &[yes("rows[1:2]"), yes("rows[:]"), no("rows[1]")]),
    of(
        "Peer",
        &[
            yes("near: Peer = 1"),
            yes("class Near(Peer): pass"),
            yes("@Peer\ndef load(): pass"),
            no("import Peer"),
            no("net.Peer"),
            no("send(Peer=1)"),
            no("def Peer(): pass"),
            no("def load(Peer): pass"),
        ],
    ),
    of(
        "List[$TYPE]",
        &[binds("def load(rows: List[int]): pass", "$TYPE", &["int"])],
    ),
];

#[test]
fn typed_metavariables() {
    check(FILE, TYPED);
}

const TYPED: &[Pattern] = &[of(
    "send($KEY: str)",
    &[
        yes("send(\"key\")"),
        yes("def load(key: str):\n  send(key)"),
        no("send(7)"),
        no("def load(key: int):\n  send(key)"),
    ],
)];

#[test]
fn parts_of_imports_and_types_of_handlers() {
    check(FILE, PARTS);
}

const PARTS: &[Pattern] = &[
    of(
        "import net.$NAME",
        &[
            binds("import net.peer", "$NAME", &["peer"]),
            yes("import net.peer.near"),
            no("import far.peer"),
        ],
    ),
    of(
        "try:\n  ...\nexcept (..., ValueError, ...):\n  ...",
        &[
            yes("try:\n  run()\nexcept ValueError:\n  pass"),
            yes("try:\n  run()\nexcept (ValueError):\n  pass"),
            yes("try:\n  run()\nexcept (TypeError, ValueError):\n  pass"),
            no("try:\n  run()\nexcept TypeError:\n  pass"),
        ],
    ),
    of(
        "$KEY == $KEY",
        &[
            yes("row = None\nsend(row == None)"),
            no("row = run()\nsend(row == None)"),
        ],
    ),
    of(
        "send(None)",
        &[yes("row = None\nsend(row)"), no("row = run()\nsend(row)")],
    ),
];

#[test]
fn what_is_written_in_strings() {
    check(FILE, WRITTEN);
}

const WRITTEN: &[Pattern] = &[
    // Backslashes are those of the regular expression.
    of(
        "$KEY = \"=~/^(.)\\1+$/\"",
        &[yes("key = \"aaaa\""), no("key = \"aaba\"")],
    ),
    of(
        "$KEY = \"=~/\\bkey\\b/\"",
        &[yes("key = \"a key\""), no("key = \"monkey\"")],
    ),
    of(
        "send($KEY) != send($KEY)",
        &[
            yes("run(send(b\"a\") != send(b\"a\"))"),
            no("run(send(b\"a\") != send(\"a\"))"),
            no("run(send(u\"a\") != send(\"a\"))"),
        ],
    ),
];

#[test]
fn what_reads_like_a_pattern_and_is_none() {
    check_refused(
        Language::Python,
        &[
            "def load(...)", "if $TEST", "except $TYPE: ...", "send(($KEY: T))", "send($key)",
        ],
    );
}

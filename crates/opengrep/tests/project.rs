//! Flows across files: small projects, with the lines at which a rule finds something.
//!
//! A project is a text with `--- PATH` lines. A line that ends with `#: ` or `//: ` and words is one of a finding; the words are the
//! lines of its way, as `path:line`.

use std::collections::BTreeMap;

use opengrep::engine::{Engine, Input};
use opengrep::project::{Connected, Project};
use opengrep::rule::parse_rules;
use syntax::Language;

const LANGUAGES: [(&str, Language); 6] = [
    (".mjs", Language::JavaScript),
    (".py", Language::Python),
    (".java", Language::Java),
    (".js", Language::JavaScript),
    (".ts", Language::TypeScript),
    (".go", Language::Go),
];

fn engine(language: &str, more: &str) -> Engine {
    let rule = format!(
        "rules:\n- id: r\n  languages: [{language}]\n  severity: ERROR\n  message: found\n  mode: taint\n  pattern-sources:\n  - pattern: src(...)\n  \
         pattern-sinks:\n  - pattern: sink(...)\n  pattern-sanitizers:\n  - pattern: clean(...)\n{more}"
    );
    let file = parse_rules(&rule);
    assert!(file.problems.is_empty(), "{:?}", file.problems);
    let (engine, problems) = Engine::new(file.rules);
    assert!(problems.is_empty(), "{problems:?}");
    engine
}

/// The files of a project, and what is expected: file and line, with the way if it is told.
struct Sample {
    files: Vec<(String, String)>,
    expected: Vec<(String, usize, Option<String>)>,
    go_modules: Vec<(String, String)>,
}

fn sample(text: &str) -> Sample {
    let mut made = Sample {
        files: Vec::new(),
        expected: Vec::new(),
        go_modules: Vec::new(),
    };
    for line in text.lines() {
        let line = line.strip_prefix("        ").unwrap_or(line);
        if let Some(path) = line.strip_prefix("--- ") {
            match path.split_once(" module ") {
                Some((folder, module)) => made
                    .go_modules
                    .push((folder.trim_matches('.').to_owned(), module.to_owned())),
                None => made.files.push((path.to_owned(), String::new())),
            }
            continue;
        }
        let Some((path, content)) = made.files.last_mut() else {
            continue;
        };
        let (code, note) = match line.split_once("#:").or_else(|| line.split_once("//:")) {
            Some((code, note)) => (code, Some(note.trim())),
            None => (line, None),
        };
        content.push_str(code);
        content.push('\n');
        if let Some(note) = note {
            let way = (!note.is_empty()).then(|| note.to_owned());
            made.expected.push((path.clone(), content.lines().count(), way));
        }
    }
    made.expected.sort();
    made
}

fn line(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

fn check_with(language: &str, more: &str, text: &str) {
    let sample = sample(text);
    let engine = engine(language, more);
    let key = |number: usize| number;
    let input = |(path, text): &'_ (String, String)| -> (String, String, Language) {
        let found = LANGUAGES.iter().find(|(end, _)| path.ends_with(end));
        (path.clone(), text.clone(), found.expect("a language").1)
    };
    let inputs: Vec<(String, String, Language)> = sample.files.iter().map(input).collect();
    let input = |number: usize| Input {
        path: &inputs[number].0,
        text: &inputs[number].1,
        language: Some(inputs[number].2),
        obey_paths: true,
    };
    let mut found: BTreeMap<usize, Vec<(usize, Option<String>)>> = BTreeMap::new();
    let mut indexes = Vec::new();
    for (number, (_, text, _)) in inputs.iter().enumerate() {
        let (report, index) = engine.scan_and_index(&input(number), &key);
        found.insert(
            number,
            report
                .findings
                .iter()
                .map(|finding| (line(text, finding.range.start), None))
                .collect(),
        );
        indexes.push(index.expect("an index"));
    }
    let project = Project::new(indexes, sample.go_modules);
    let mut flows = BTreeMap::new();
    for (number, task) in project.tasks() {
        let made = engine.flows(&input(number), &task, &key);
        let text = &inputs[number].1;
        found.insert(
            number,
            made.findings
                .iter()
                .map(|finding| (line(text, finding.range.start), None))
                .collect(),
        );
        flows.insert(number, made);
    }
    for finding in project.connect(&flows).findings {
        let way: Vec<String> = finding.ways[0]
            .iter()
            .map(|step| {
                format!(
                    "{}:{}",
                    inputs[step.file].0,
                    line(&inputs[step.file].1, step.range.start)
                )
            })
            .collect();
        let at = line(&inputs[finding.file].1, finding.finding.range.start);
        found.entry(finding.file).or_default().push((at, Some(way.join(" "))));
    }
    let mut found: Vec<(String, usize, Option<String>)> = found
        .into_iter()
        .flat_map(|(number, lines)| {
            let path = inputs[number].0.clone();
            lines.into_iter().map(move |(line, way)| (path.clone(), line, way))
        })
        .collect();
    let mut expected = sample.expected;
    // Ways are told where the sample tells them.
    for (path, at, way) in &mut found {
        if !expected
            .iter()
            .any(|(other, line, told)| (other, line) == (path, at) && told.is_some())
        {
            *way = None;
        }
    }
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{text}");
}

fn check(language: &str, text: &str) {
    check_with(language, "", text);
}

#[test]
fn python_modules_are_followed() {
    check(
        "python",
        "
        --- util.py
        def put(x):
            sink(x)  #: app.py:3 app.py:3 app.py:4 util.py:1 util.py:2
        def get():
            return src()
        def konst(x):
            return 1
        def same(x):
            return x
        --- app.py
        from util import put, get, konst, same
        def a():
            t = src()
            put(t)
        def b():
            sink(get())  #:
        def c():
            sink(konst(src()))
        def d():
            sink(same(src()))  #:
        def e():
            put(\"a\")
        def f():
            sink(same(clean(src())))
        ",
    );
}

#[test]
fn python_packages_classes_and_names_that_are_passed_on() {
    check(
        "python",
        "
        --- src/shop/__init__.py
        from .dao import Dao, find as search
        --- src/shop/dao.py
        class Base:
            def run(self, q):
                sink(q)  #: src/web/views.py:5 src/web/views.py:5 src/shop/dao.py:2 src/shop/dao.py:3
        class Dao(Base):
            def __init__(self, name):
                self.name = name
            def query(self, q, limit=1):
                sink(limit)  #:
            @staticmethod
            def all(q):
                sink(q)  #:
        def find(*, name):
            sink(name)  #:
        --- src/web/views.py
        import shop.dao
        from shop import Dao, search
        from . import helpers
        def a():
            Dao(\"x\").run(src())
        def b():
            dao = Dao(\"x\")
            dao.query(\"a\", limit=src())
            dao.query(src())
        def c():
            search(name=src())
            shop.dao.Dao.all(src())
        def d():
            sink(helpers.both(\"a\", src()))  #:
            sink(helpers.both(src(), \"a\"))
        def e(dao: Dao):
            dao.query(\"a\", src())
        --- src/web/helpers.py
        def both(one, two):
            return {\"x\": two}
        ",
    );
}

#[test]
fn modules_of_javascript_are_followed() {
    check(
        "javascript",
        "
        --- lib/db.js
        function run(q) { sink(q) }  //:
        module.exports = { run, find: (q) => sink(q), get() { return src() } }  //:
        --- lib/out.js
        exports.put = function (x) { sink(x) }  //:
        --- lib/esm.mjs
        export function put(x) { sink(x) }  //:
        export const konst = (x) => 1
        export default class Dao { query(q) { sink(q) } }  //:
        export * from './more.js'
        --- lib/more.js
        export const more = x => { sink(x.a) }  //:
        --- app.js
        const db = require('./lib/db')
        const { put } = require('./lib/out.js')
        import Dao, { put as push, konst, more } from './lib/esm.mjs'
        import * as esm from './lib/esm.mjs'
        import other from 'other'
        app.get('/', (req, res) => {
          db.run(src())
          db.find(src())
          sink(db.get())  //:
          put(src())
          push(src())
          sink(konst(src()))
          more({ a: src(), b: 1 })
          more({ a: 1, b: src() })
          new Dao().query(src())
          esm.konst(src())
          sink(other(src()))  //:
        })
        ",
    );
}

#[test]
fn types_of_typescript_are_followed() {
    check(
        "typescript",
        "
        --- src/dao.ts
        export interface Dao { find(q: string): void }
        export class SqlDao implements Dao {
          find(q: string) { sink(q) }  //:
        }
        --- src/service.ts
        import { Dao } from './dao'
        export class Service {
          private second: Dao
          constructor(private dao: Dao) {}
          search(q: string) { this.dao.find(q) }
          other(q: string) { this.second.find(q) }
        }
        --- src/app.ts
        import { Service } from './service'
        function handle(service: Service) {
          service.search(src())
        }
        ",
    );
}

#[test]
fn classes_of_java_are_followed() {
    check(
        "java",
        "
        --- src/main/java/a/b/Dao.java
        package a.b;
        public interface Dao { void find(String q); }
        --- src/main/java/a/b/SqlDao.java
        package a.b;
        public class SqlDao implements Dao {
          public void find(String q) {
            sink(q);  //: src/main/java/a/web/Page.java:6 src/main/java/a/web/Page.java:6 src/main/java/a/b/SqlDao.java:3 src/main/java/a/b/SqlDao.java:4
          }
        }
        --- src/main/java/a/web/Page.java
        package a.web;
        import a.b.Dao;
        class Page {
          private Dao dao;
          void one() {
            dao.find(src());
          }
          void two() {
            sink(Util.same(src()));  //:
            sink(Util.konst(src()));
            Util.over(src(), 1);
          }
        }
        --- src/main/java/a/web/Util.java
        package a.web;
        class Util {
          static String same(String x) { return x; }
          static String konst(String x) { return \"a\"; }
          static void over(String x) { sink(x); }
          static void over(String x, int n) { log(x); }
        }
        ",
    );
}

#[test]
fn packages_of_go_are_followed() {
    check(
        "go",
        "
        --- . module example.com/shop
        --- main.go
        package main
        import (
          \"example.com/shop/internal/dao\"
          \"github.com/other/dao2\"
        )
        func one(d *dao.Dao) {
          d.Find(src())
          dao.Put(src())
          sink(dao2.Same(src()))  //:
          sink(dao.Konst(src()))
          helper(src())
        }
        --- helper.go
        package main
        func helper(x string) { sink(x) }  //:
        --- internal/dao/dao.go
        package dao
        type Dao struct { name string }
        func Put(x string) { sink(x) }  //:
        func Konst(x string) string { return \"a\" }
        --- internal/dao/find.go
        package dao
        func (d *Dao) Find(q string) { sink(q) }  //: main.go:7 main.go:7 internal/dao/find.go:2 internal/dao/find.go:2
        ",
    );
}

#[test]
fn what_is_not_resolved_is_an_unknown_call() {
    check(
        "python",
        "
        --- one/util.py
        def same(x):
            return 1
        --- two/util.py
        def same(x):
            return 1
        --- app/main.py
        from util import same
        from nowhere import other
        def a():
            sink(same(src()))  #:
            sink(other(src()))  #:
        ",
    );
}

#[test]
fn modules_that_import_each_other_come_to_an_end() {
    check(
        "python",
        "
        --- a.py
        from b import down
        from b import *
        def up(n, x):
            if n:
                return down(n - 1, x)
            sink(x)  #:
            return x
        def start():
            up(3, src())
        --- b.py
        from a import up
        from a import *
        def down(n, x):
            return up(n, x)
        def begin():
            sink(down(2, src()))  #:
            missing(src())
        ",
    );
}

#[test]
fn inherited_methods_and_fields_of_other_files_are_followed() {
    check(
        "java",
        "
        --- a/Base.java
        package a;
        class Base {
          private String name;
          String getName() { return name; }
          void setName(String name) { this.name = name; }
          void run(String q) { sink(q); }  //:
          static void all(String q) { sink(q); }  //:
        }
        --- a/Page.java
        package a;
        class Page extends Base {
          void one() { run(src()); }
          void two() { super.run(src()); this.run(\"a\"); }
          void three() { all(src()); }
          void four() { Base b = src(); sink(b.getName()); }  //:
          void five() { Base b = new Base(); sink(b.getName()); }
        }
        ",
    );
    check(
        "python",
        "
        --- base.py
        class Base:
            def run(self, q):
                sink(q)  #:
        --- page.py
        from base import Base
        class Page(Base):
            def one(self):
                self.run(src())
            def two(self):
                super().run(src())
        ",
    );
}

#[test]
fn exports_have_the_names_they_are_exported_under() {
    check(
        "javascript",
        "
        --- u.js
        function put(x) { sink(x) }  //:
        function store(x) { log(x) }
        export { put as save, store }
        export { put as default }
        --- re.js
        export { store as put, save as keep } from './u'
        export * as all from './u'
        export * from './u'
        --- c.js
        class Dao { run(x) { sink(x) } }  //:
        module.exports = Dao
        module.exports.Other = Dao
        --- a.js
        import put, { save } from './u'
        import { put as harmless, keep, all } from './re'
        import nothing from './re'
        const Dao = require('./c')
        function one() { put(src()) }
        function two() { harmless(src()) }
        function three() { new Dao().run(src()) }
        --- b.js
        import { keep, all } from './re'
        const { Other } = require('./c')
        function one() { keep(src()) }
        function two() { new Other().run(src()) }
        function three() { all.save(src()) }
        ",
    );
}

#[test]
fn a_name_that_hides_an_import_is_not_the_import() {
    check(
        "python",
        "
        --- util.py
        def put(x):
            sink(x)
        --- app.py
        from util import put
        import util
        def a():
            put = other
            put(src())
        def b(put):
            put(src())
        def c():
            for put in handlers:
                put(src())
        def d():
            util = other()
            util.put(src())
        ",
    );
}

#[test]
fn names_that_are_passed_on_in_circles_come_to_an_end() {
    let mut text = String::new();
    for file in 0..30 {
        text += &format!("--- m{file}.js\n");
        for other in 1..20 {
            text += &format!("export * from './m{}'\n", (file + other) % 30);
        }
    }
    text += "--- app.js\nimport { missing } from './m0'\nfunction f() { sink(missing(src())) }  //:\n";
    check("javascript", &text);
}

#[test]
fn a_long_chain_is_followed_whatever_the_names_of_the_files() {
    for reversed in [false, true] {
        let mut text = String::new();
        let name = |number: usize| match reversed {
            true => format!("m{:03}", 100 - number),
            false => format!("m{number:03}"),
        };
        for file in 0..60 {
            let next = name(file + 1);
            text += &format!(
                "--- {}.py\nfrom {next} import f{}\ndef f{file}(x):\n    return f{}(x)\n",
                name(file),
                file + 1,
                file + 1
            );
        }
        text += &format!("--- {}.py\ndef f60(x):\n    return x\n", name(60));
        text += &format!(
            "--- a.py\nfrom {} import f0\ndef a():\n    sink(f0(src()))  #:\n",
            name(0)
        );
        check("python", &text);
    }
}

#[test]
fn objects_keep_what_they_are_made_of() {
    check(
        "python",
        "
        --- d.py
        class D:
            def __init__(self, n):
                self.n = n
            def get(self):
                return self.n
            @classmethod
            def run(cls, q):
                sink(q)  #:
        class E(D):
            pass
        --- app.py
        from d import D, E
        def a():
            d = D(src())
            sink(d.n)  #:
        def b():
            sink(D(src()).get())  #:
        def c():
            D.run(src())
            E.run(src())
        def e():
            sink(E(src()))  #:
        ",
    );
}

#[test]
fn an_object_of_a_declared_class_may_be_of_one_that_extends_it() {
    check(
        "python",
        "
        --- d.py
        class Base:
            def conv(self, x):
                return 1
        class C(Base):
            def conv(self, x):
                return x
        --- app.py
        from d import Base
        def a(b: Base):
            sink(b.conv(src()))  #:
        ",
    );
    check(
        "java",
        "
        --- a/Util.java
        package a;
        public class Util {
          public static void star(String x) { sink(x); }  //:
          public static String over(String x) { return x; }
          public static String over(String x, int n) { return \"\"; }
        }
        --- a/Child.java
        package a;
        public class Child extends Util {}
        --- b/Page.java
        package b;
        import static a.Util.*;
        import a.Child;
        import a.Util;
        class Page {
          void one() { star(src()); }
          void two() { Child.star(\"a\"); sink(Util.over(src())); }  //:
          void three() { sink(Util.over(src(), 1)); }
        }
        ",
    );
}

#[test]
fn a_rule_that_is_stopped_is_told_and_finds_nothing_here() {
    let sources = [
        ("util.py", "def put(x):\n    sink(x)\n"),
        ("app.py", "from util import put\nput(src())\n"),
    ];
    let input = |number: usize| Input {
        path: sources[number].0,
        text: sources[number].1,
        language: Some(Language::Python),
        obey_paths: true,
    };
    let engine = engine("python", "");
    let indexes = (0..2).filter_map(|number| engine.scan_and_index(&input(number), &|key| key).1);
    let project = Project::new(indexes.collect(), Vec::new());
    let slow = engine.with_steps(10);
    for (number, task) in project.tasks() {
        let flows = slow.flows(&input(number), &task, &|key| key);
        assert_eq!((flows.stopped.as_slice(), flows.findings.len()), ([0].as_slice(), 0));
        assert_eq!(
            project.connect(&BTreeMap::from([(number, flows)])),
            Connected::default()
        );
    }
}

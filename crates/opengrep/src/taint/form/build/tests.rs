//! Text to outline, under the profile of agreement and with one switch on.

mod binding;
mod conditions;
mod flow;
mod units;
mod values;

use std::sync::Arc;

use syntax::Language;
use syntax::tree::{MAX_DEPTH, NodeId, Tree};

use super::build;
use crate::matching::File;
use crate::taint::form::{Action, Form, Instruction, Unit, UnitKind, Variable};
use crate::taint::profile::Profile;

type Setting = (Language, Profile);

fn plain(language: Language) -> Setting {
    (language, Profile::AGREEMENT)
}

/// One switch is on, all others are off.
fn on(language: Language, switch: fn(&mut Profile) -> &mut bool) -> Setting {
    let mut profile = Profile::AGREEMENT;
    *switch(&mut profile) = true;
    (language, profile)
}

/// The outline of a text. Of a file that has no steps of its own it is that of what is in it.
fn check(setting: Setting, text: &str, expected: &str) {
    let text = dedent(text);
    let outline = with_form((setting.0, &setting.1), &text, |form, tree| form.outline(tree));
    let lines: Vec<_> = outline.lines().collect();
    let shown = match lines.as_slice() {
        ["#0 file", rest @ ..] if rest.first().is_some_and(|next| next.starts_with('#')) => rest,
        all => all,
    };
    assert_eq!(shown.join("\n"), dedent(expected), "\n{text}");
}

/// A text without the indentation that its lines share.
fn dedent(text: &str) -> String {
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let indentation = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let shared = lines.iter().map(indentation).min().unwrap_or(0);
    lines.iter().map(|line| &line[shared..]).collect::<Vec<_>>().join("\n")
}

fn with_form<T>(setting: (Language, &Profile), text: &str, look: impl FnOnce(&Form, &Tree) -> T) -> T {
    let tree = syntax::lower(setting.0, &Arc::from(text), None).expect("a tree");
    let file = File::new(&tree, setting.0);
    look(&build(&file, setting.1), &tree)
}

/// The texts of the nodes of all instructions of a file.
fn instructions(setting: Setting, text: &str) -> Vec<String> {
    with_form((setting.0, &setting.1), text, |form, tree| {
        let steps = form.units.iter().flat_map(|unit| &unit.steps);
        let nodes = steps.filter_map(|step| match &step.action {
            Action::Do(Instruction { node, .. }) => Some(*node),
            _ => None,
        });
        let source = |node: NodeId| node.some().map_or("-", |node| tree.source(node)).to_owned();
        nodes.map(source).collect()
    })
}

#[test]
fn an_instruction_has_the_expression_or_statement_it_comes_from() {
    let rows: &[(Language, &str, &[&str])] = &[
        (
            Language::Python,
            "x = f(a)\nf(b)\nx += g(c)",
            &["f(a)", "x = f(a)", "f(b)", "g(c)", "x += g(c)"],
        ),
        (Language::Python, "a, b = c", &["a, b = c", "a, b = c", "a, b = c"]),
        (Language::Python, "x = a if b else c", &["-", "-", "x = a if b else c"]),
        (Language::Python, "with m() as p: a.b", &["m()", "m() as p", "a.b"]),
        (Language::Python, "for i in a: pass", &["-", "-", "-"]),
        (
            Language::JavaScript,
            "const x = f(), y = new T(1)",
            &["f()", "const x = f()", "new T(1)"],
        ),
        (Language::JavaScript, "x = () => 1", &["() => 1", "x = () => 1"]),
        (Language::Java, "class A { int a = f(); }", &["f()", "int a = f()"]),
        (
            Language::Go,
            "package p\nfunc f() { a, b := g(); a++ }",
            &["g()", "a, b := g()", "a, b := g()", "a++"],
        ),
    ];
    for (language, text, expected) in rows {
        assert_eq!(instructions(plain(*language), text), *expected, "{text}");
    }
}

/// The unit of a function.
fn unit<'f>(form: &'f Form, tree: &Tree, name: &str) -> &'f Unit {
    let mut units = form.units.iter();
    let is_it =
        |unit: &&Unit| unit.kind == UnitKind::Function && unit.name.some().is_some_and(|own| tree.name(own) == name);
    units.find(is_it).expect("the function has a unit")
}

/// A function by its name, the text its class starts with, and, where its object is a variable, whether that is `this`.
type Method = (Language, &'static str, &'static str, Option<&'static str>, Option<bool>);

#[test]
fn a_method_knows_its_class_and_its_object() {
    let rows: &[Method] = &[
        (
            Language::Python,
            "class A:\n  def f(self): pass",
            "f",
            Some("class A"),
            Some(true),
        ),
        (
            Language::Python,
            "class A:\n  @classmethod\n  def f(cls): pass",
            "f",
            Some("class A"),
            Some(false),
        ),
        (
            Language::Python,
            "class A:\n  @staticmethod\n  def f(x): pass",
            "f",
            Some("class A"),
            None,
        ),
        (
            Language::Python,
            "class A:\n  def f(self):\n    def g(x): pass",
            "g",
            None,
            None,
        ),
        (Language::Python, "def f(self): pass", "f", None, None),
        (
            Language::Java,
            "class A { void f(int a) { } }",
            "f",
            Some("class A"),
            None,
        ),
        (
            Language::Java,
            "class A { Object o = new B() { void f() { } }; }",
            "f",
            Some("new B()"),
            None,
        ),
        (Language::Java, "enum A { X { void f() { } } }", "f", Some("X {"), None),
        (Language::JavaScript, "x = {f() { }}", "f", Some("{f()"), None),
        (
            Language::Go,
            "package p\nfunc (r R) f(a int) { }",
            "f",
            None,
            Some(false),
        ),
    ];
    for (language, text, name, class, object) in rows {
        with_form((*language, &Profile::AGREEMENT), text, |form, tree| {
            let unit = unit(form, tree, name);
            let found = unit.class.map(|class| tree.source(class));
            assert_eq!(found.is_some(), class.is_some(), "{text}");
            assert!(
                found.unwrap_or_default().starts_with(class.unwrap_or_default()),
                "{text}: {found:?}"
            );
            assert_eq!(
                unit.receiver.map(|receiver| receiver == Variable::This),
                *object,
                "{text}"
            );
        });
    }
}

#[test]
fn an_outer_unit_comes_first() {
    let text = "def a():\n  class B:\n    def c(self):\n      return lambda: d()\n    e = lambda: f()";
    with_form((Language::Python, &Profile::AGREEMENT), text, |form, _| {
        let outer: Vec<_> = form
            .units
            .iter()
            .map(|unit| unit.outer.map(|outer| outer.index()))
            .collect();
        // The file, `a`, the body of `B`, `c` (written in `a`), the lambda in the body, that in `c`.
        assert_eq!(outer, [None, Some(0), Some(1), Some(1), Some(2), Some(3)]);
    });
}

#[test]
fn what_is_not_translated_is_listed() {
    let rows: &[(Setting, &str, &[&str])] = &[
        (plain(Language::Python), "x = a[1:2]\nb[:] = c", &["a[1:2]", "b[:]"]),
        (
            on(Language::Python, |profile| &mut profile.slice),
            "x = a[1:2]\nb[:] = c",
            &[],
        ),
        (plain(Language::JavaScript), "const {a: [b]} = c", &["a: [b]"]),
        (
            on(Language::JavaScript, |profile| &mut profile.patterns),
            "const {a: [b]} = c",
            &[],
        ),
        (plain(Language::JavaScript), "x = {[a]: 1}", &["{[a]: 1}"]),
        (
            plain(Language::Java),
            "class A { void m() { switch (a) { default: b(); case 1: c(); } } }",
            &["switch (a) { default: b(); case 1: c(); }"],
        ),
        (plain(Language::Go), "package p\nfunc f() { f() = 1 }", &[]),
    ];
    for ((language, profile), text, expected) in rows {
        with_form((*language, profile), text, |form, tree| {
            let found: Vec<_> = form.untranslated.iter().map(|node| tree.source(*node)).collect();
            assert_eq!(found, *expected, "{text}");
        });
    }
}

#[test]
fn bodies_of_finally_in_each_other_do_not_explode() {
    let depth = 40;
    let mut text = "a()\nreturn\n".to_owned();
    for _ in 0..depth {
        let inner: String = text.lines().map(|line| format!("  {line}\n")).collect();
        text = format!("try:\n  if b: return\n  c()\nfinally:\n{inner}");
    }
    let body: String = text.lines().map(|line| format!("  {line}\n")).collect();
    let text = format!("def f():\n{body}");
    with_form((Language::Python, &Profile::PRECISE), &text, |form, _| {
        let steps: usize = form.units.iter().map(|unit| unit.steps.len()).sum();
        assert!(steps < text.len() * 5 + 2_000, "{steps} steps for {} bytes", text.len());
        assert_eq!(form.cut.len(), 1);
    });
    with_form((Language::Python, &Profile::AGREEMENT), &text, |form, _| {
        assert_eq!(form.cut, [])
    });
}

#[test]
fn what_nests_deep_is_translated() {
    let deep = MAX_DEPTH * 2;
    let rows = [
        (
            Language::Python,
            format!("x = {}a{}", "f(".repeat(deep), ")".repeat(deep)),
        ),
        (
            Language::Python,
            format!("x = {}a{}", "[".repeat(deep), "]".repeat(deep)),
        ),
        (Language::Python, format!("{}b = c", "a = ".repeat(deep))),
        (Language::JavaScript, format!("x = {}a", "b && c() || ".repeat(deep))),
        (Language::JavaScript, format!("x = {}a", "() => ".repeat(deep))),
        (
            Language::JavaScript,
            format!("const {}a{} = b", "[".repeat(deep), "]".repeat(deep)),
        ),
        (
            Language::Java,
            format!("class A {{ void m() {{ {} ; }} }}", "if (a()) ; else ".repeat(deep)),
        ),
        (
            Language::Java,
            format!(
                "class A {{ void m() {{ {} ; }} }}",
                "try { a(); } finally ".to_owned() + &"{ ".repeat(deep) + &"}".repeat(deep)
            ),
        ),
        (
            Language::Go,
            format!("package p\nvar x = {}a{}", "T{".repeat(deep), "}".repeat(deep)),
        ),
    ];
    for (language, text) in rows {
        for profile in [Profile::AGREEMENT, Profile::PRECISE] {
            with_form((language, &profile), &text, |form, _| assert!(!form.units.is_empty()));
        }
    }
}

#[test]
fn steps_grow_with_the_text() {
    let steps = |times: usize| {
        let case =
            "case 1: try { if (a && b() || c()) { d(x -> e(x)); break; } } catch (E f) { g(); } finally { h(); }\n";
        let text = format!("class A {{ void m() {{ switch (k) {{ {} }} }} }}", case.repeat(times));
        with_form((Language::Java, &Profile::PRECISE), &text, |form, _| {
            form.units.iter().map(|unit| unit.steps.len()).sum::<usize>()
        })
    };
    let (few, many) = (steps(20), steps(200));
    assert!(many < few * 11, "{few} steps become {many}");
}

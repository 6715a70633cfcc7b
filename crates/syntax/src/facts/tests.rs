use std::sync::Arc;

use super::*;
use crate::tree::{Builder, Flags, Kind, Names};

fn python(text: &str) -> Tree {
    crate::lower(Language::Python, &Arc::from(text), None).expect("Python has a lowering")
}

/// A tree from its notation: `Kind:name[child, -, child]`, where `-` is an empty slot and blanks mean nothing. In declarations `~` before
/// a name makes an identifier, a bare name is a [`Kind::Name`], one in quotes a [`Kind::Str`].
fn tree(language: Language, notation: &str) -> Tree {
    let mut build = Builder::new(Arc::from(notation), Names::default());
    let mut rest = notation;
    let root = node(&mut build, notation.len(), &mut rest);
    assert!(rest.trim().is_empty(), "left over: {rest}");
    let mut tree = build.finish(root);
    intern_paths(&mut tree, language);
    tree
}

fn node(build: &mut Builder, whole: usize, rest: &mut &str) -> NodeId {
    *rest = rest.trim_start();
    let start = whole - rest.len();
    if let Some(after) = rest.strip_prefix('\'') {
        let (text, after) = after.split_once('\'').expect("a string ends");
        *rest = after;
        let symbol = build.symbol(text);
        return build.add(Kind::Str, symbol, start..whole - rest.len(), Flags::NONE, &[]);
    }
    let end = rest
        .find(|letter: char| ",[] \n".contains(letter))
        .unwrap_or(rest.len());
    let (head, after) = rest.split_at(end);
    *rest = after;
    let mut children = Vec::new();
    if let Some(after) = rest.strip_prefix('[') {
        *rest = after;
        while !rest.trim_start().starts_with(']') {
            children.push(node(build, whole, rest));
            *rest = rest.trim_start().trim_start_matches(',');
        }
        *rest = &rest.trim_start()[1..];
    }
    let (kind, name) = match head.split_once(':') {
        Some((kind, name)) => (kind_of(kind), name),
        None if head == "-" => return NodeId::NONE,
        None if head.starts_with(char::is_lowercase) => (Kind::Name, head),
        None => match head.strip_prefix('~') {
            Some(name) => (Kind::Identifier, name),
            None => (kind_of(head), ""),
        },
    };
    let symbol = match name {
        "" => Symbol::NONE,
        name => build.symbol(name),
    };
    build.add(kind, symbol, start..whole - rest.len(), Flags::NONE, &children)
}

fn kind_of(name: &str) -> Kind {
    let kinds = [
        Kind::Name,
        Kind::Int,
        Kind::Float,
        Kind::Bool,
        Kind::Null,
        Kind::Call,
        Kind::Arguments,
        Kind::New,
        Kind::Member,
        Kind::Unary,
        Kind::Binary,
        Kind::Assign,
        Kind::Conditional,
        Kind::Lambda,
        Kind::Tuple,
        Kind::Record,
        Kind::Property,
        Kind::Composite,
        Kind::Cast,
        Kind::TypeTest,
        Kind::Special,
        Kind::Template,
        Kind::Interpolation,
        Kind::Type,
        Kind::ArrayType,
        Kind::PointerType,
        Kind::UnionType,
        Kind::File,
        Kind::ExpressionStatement,
        Kind::Block,
        Kind::If,
        Kind::For,
        Kind::ForHeader,
        Kind::ForEachHeader,
        Kind::Return,
        Kind::Try,
        Kind::Handlers,
        Kind::Handler,
        Kind::Switch,
        Kind::Case,
        Kind::CaseLabels,
        Kind::Break,
        Kind::Import,
        Kind::ImportName,
        Kind::Variable,
        Kind::Function,
        Kind::Class,
        Kind::ClassBody,
        Kind::Parameters,
        Kind::Parameter,
        Kind::RestParameter,
        Kind::Attributes,
        Kind::Annotation,
        Kind::Modifier,
        Kind::OtherExpression,
    ];
    let found = kinds.iter().find(|kind| format!("{kind:?}") == name);
    *found.unwrap_or_else(|| panic!("no kind {name}"))
}

#[track_caller]
fn resolves_in(language: Language, notation: &str, expected: &str) {
    let tree = tree(language, notation);
    assert_eq!(names(&tree, language), expected, "{}", tree.outline());
}

/// Every name of a text that means something or is an expression, in the order of the text: `x:1` is the first definition that
/// is met, `c:a.b` an import, `f:-` nothing that is known.
fn names(tree: &Tree, language: Language) -> String {
    let facts = Facts::of(tree, language);
    let mut known = Vec::new();
    let mut nodes: Vec<_> = tree
        .descend(tree.root())
        .filter(|node| matches!(tree.kind(*node), Kind::Name | Kind::Identifier | Kind::Member))
        .collect();
    nodes.sort_by_key(|node| tree.node(*node).start);
    let mut out = Vec::new();
    for node in nodes {
        let name = tree.name_of(node);
        if let Some(full) = facts.full_name(node) {
            let full: Vec<_> = full.iter().map(|part| tree.name(*part)).collect();
            out.push(format!("{name}:{}", full.join(".")));
        } else if let Some(definition) = facts.definition(node) {
            let at = known
                .iter()
                .position(|known| *known == definition)
                .unwrap_or(known.len());
            if at == known.len() {
                known.push(definition);
            }
            out.push(format!("{name}:{}", at + 1));
        } else if tree.kind(node) == Kind::Name {
            out.push(format!("{name}:-"));
        }
    }
    out.join(" ")
}

#[track_caller]
fn resolves(text: &str, expected: &str) {
    let tree = python(text);
    assert_eq!(names(&tree, Language::Python), expected, "{text}\n{}", tree.outline());
}

#[test]
fn a_parameter_hides_the_variable_of_the_file() {
    resolves("x = 1\ndef f(x):\n  g(x)\ng(x)", "x:1 x:2 g:- x:2 g:- x:1");
}

#[test]
fn an_assignment_in_a_function_makes_a_local_variable_of_the_whole_function() {
    resolves("x = 1\ndef f():\n  g(x)\n  x = 2", "x:1 g:- x:2 x:2");
    resolves("def f():\n  x += 1\ndef g():\n  h(x)", "x:1 h:- x:-");
}

#[test]
fn global_and_nonlocal_assign_around() {
    resolves("x = 1\ndef f():\n  global x\n  x = 2", "x:1 x:1 x:1");
    resolves("def f():\n  global y\n  y = 2\ng(y)", "y:1 y:1 g:- y:1");
    resolves(
        "def f():\n  z = 1\n  def g():\n    nonlocal z\n    z = 2",
        "z:1 z:1 z:1",
    );
    resolves(
        "def f():\n  z = 1\n  def g():\n    global z\n    z = 2\n  h(z)\nh(z)",
        "z:1 z:2 z:2 h:- z:1 h:- z:2",
    );
}

#[test]
fn a_variable_of_the_file_is_known_before_its_place() {
    resolves("def f():\n  g(x)\nx = 1", "g:- x:1 x:1");
}

#[test]
fn names_are_the_same_after_a_second_assignment_and_in_inner_functions() {
    resolves("def f():\n  x = 1\n  x = 2\n  def g():\n    return x", "x:1 x:1 x:1");
}

#[test]
fn an_inner_parameter_of_the_same_name_is_another_variable() {
    resolves("def f(x):\n  g(lambda x: x)\n  g(x)", "x:1 g:- x:2 x:2 g:- x:1");
}

#[test]
fn a_default_is_computed_outside() {
    resolves("x = 1\ndef f(x=x, y=x): pass", "x:1 x:2 x:1 y:3 x:1");
}

#[test]
fn comprehensions_have_variables_of_their_own() {
    resolves(
        "x = 1\ny = [x for x in x if x]\nz = x",
        "x:1 y:2 x:3 x:3 x:1 x:3 z:4 x:1",
    );
}

#[test]
fn loops_with_catches_and_cases_bind() {
    resolves("for i, j in a:\n  f(i)\ng(j)", "i:1 j:2 a:- f:- i:1 g:- j:2");
    resolves("with f() as (a, b):\n  g(a)", "f:- a:1 b:2 g:- a:1");
    resolves("try: f()\nexcept E as e: g(e)", "f:- E:- e:1 g:- e:1");
    resolves(
        "match a:\n  case C(k=b, l=1): f(b)\n  case [c, *d]: f(c, d)\n  case e: f(e)",
        "a:- C:- k:- b:1 l:- f:- b:1 c:2 d:3 f:- c:2 d:3 e:4 f:- e:4",
    );
    resolves("if (n := f()): g(n)", "n:1 f:- g:- n:1");
}

#[test]
fn a_class_body_is_not_seen_by_its_functions() {
    resolves(
        "x = 1\nclass A:\n  x = 2\n  y = x\n  def f(self):\n    return x\nA()",
        "x:1 A:2 x:3 y:4 x:3 self:5 x:1 A:2",
    );
}

#[test]
fn functions_have_no_identity_in_python() {
    resolves("def f(): pass\nf()", "f:-");
}

#[test]
fn imports_stand_for_full_names_in_what_follows_them() {
    resolves("import a.b as c\nc.f(1)", "c:a.b");
    resolves("from a.b import foo as bar\nbar(1)", "bar:a.b.foo");
    resolves("def f():\n  from a.b import foo\nfoo(1)", "foo:a.b.foo");
    resolves("foo(1)\nfrom a import foo", "foo:-");
    resolves("import a.b\na.b.foo(1)", "a:a");
    resolves("from .a.b import foo\nfoo(1)", "foo:.a.b.foo");
}

#[test]
fn the_nearest_import_before_a_name_counts() {
    resolves(
        "def f():\n  from a import x\n  x()\ndef g():\n  from b import x\n  x()",
        "x:a.x x:b.x",
    );
}

#[test]
fn a_parameter_hides_an_import_and_an_assignment_does_not() {
    resolves(
        "from a import foo\ndef g(foo):\n  foo(1)\nfoo(2)",
        "foo:1 foo:1 foo:a.foo",
    );
    resolves("from a import foo\nfoo = 1\nfoo(1)", "foo:a.foo foo:a.foo");
    resolves(
        "from a import foo\ndef g():\n  for foo in x:\n    foo()",
        "foo:1 x:- foo:1",
    );
}

fn wildcards(text: &str) -> Vec<String> {
    let tree = python(text);
    let facts = Facts::of(&tree, Language::Python);
    let join = |parts: &Vec<Symbol>| {
        let parts: Vec<_> = parts.iter().map(|part| tree.name(*part)).collect();
        parts.join(".")
    };
    let mut wildcards: Vec<_> = facts.wildcards().iter().map(join).collect();
    wildcards.sort();
    wildcards
}

#[test]
fn wildcards_count_at_the_top_level() {
    assert_eq!(wildcards("from a.b import *\nfrom c import *"), ["a.b", "c"]);
    assert_eq!(wildcards("def f():\n  from a import *"), [""; 0]);
    assert_eq!(wildcards("from . import *"), [""; 0]);
}

#[test]
fn modules_are_named_by_the_last_part_of_their_path_and_required_ones_by_all_of_it() {
    let javascript = |notation: &str, expected: &str| resolves_in(Language::JavaScript, notation, expected);
    javascript(
        "File[Import:./lib/foo.js[~./lib/foo.js, -, ImportName:bar[~bar, ~b]], b]",
        "b:foo.bar",
    );
    javascript(
        "File[Import:@s/foo[~@s/foo, -, ImportName:*[~*, ~f]], Member:bar[f, ~bar]]",
        "f:foo",
    );
    javascript("File[Import:foo[~foo, -, ImportName:default[~default, ~f]], f]", "f:-");
    let require = "Call[require, Arguments['./lib/foo']]";
    javascript(
        &format!("File[Variable:f[-, -, {require}, -, ~f], f]"),
        "require:- f:./lib/foo f:./lib/foo",
    );
    javascript(
        &format!("File[Variable[-, -, {require}, Record[Property:bar[~bar, b], Property:c[~c, c]], -], b, c]"),
        "require:- b:./lib/foo.bar c:./lib/foo.c b:./lib/foo.bar c:./lib/foo.c",
    );
    javascript(
        &format!("File[Variable:f[-, -, -, -, ~f], Assign[f, {require}], f]"),
        "f:1 f:1 require:- f:1",
    );
    javascript(
        &format!("File[Function:g[-, Parameters, -, Block[Variable:f[-, -, {require}, -, ~f], f], -, ~g], f]"),
        "require:- f:./lib/foo f:./lib/foo g:1 f:-",
    );
}

#[test]
fn go_resolves_renamed_imports_only() {
    let go = |notation: &str, expected: &str| resolves_in(Language::Go, notation, expected);
    go("File[Import:a/b/x[~a/b/x, ~y], y]", "y:x");
    go("File[Import:a/x/v2[~a/x/v2, ~y], y]", "y:x");
    go("File[Import:a/x-go[~a/x-go, ~y], y]", "y:x");
    go("File[Import:a/go-x[~a/go-x, ~y], y]", "y:go-x");
    go("File[Import:a/x[~a/x, -], x]", "x:-");
    go("File[Import:x[~x, ~.], foo]", "foo:-");
}

#[test]
fn java_imports_stand_for_full_names_in_types_too() {
    resolves_in(
        Language::Java,
        "File[Import:org.x[~org.x, -, ImportName:Foo[~Foo, -]], Variable:Foo[-, Type[Name:Foo], Name:Foo, -, ~Foo]]",
        "Foo:org.x.Foo Foo:org.x.Foo Foo:1",
    );
    let tree = tree(
        Language::Java,
        "File[Import:org.x.Foo[~org.x.Foo, -, ImportName:*[~*, -]], bar]",
    );
    let facts = Facts::of(&tree, Language::Java);
    let parts = ["org", "x", "Foo"].map(|part| tree.names().get(part).expect("interned"));
    assert_eq!(facts.wildcards(), [parts.to_vec()]);
}

#[test]
fn fields_are_variables_of_their_class_and_this_skips_parameters() {
    resolves_in(
        Language::Java,
        "File[Class:A[-, -, -, ClassBody[
            Function:m[-, Parameters[Parameter:k[-, -, -, -, ~k]], -,
                Block[k, Member:k[Special:this, ~k], j, Variable:j[-, -, -, -, ~j], j], -, ~m],
            Variable:k[-, -, -, -, ~k], Variable:j[-, -, -, -, ~j]],
          -, -, ~A, ~class], k]",
        "k:1 k:1 k:2 j:3 j:4 j:4 k:2 j:3 A:5 k:-",
    );
}

#[test]
fn branches_are_scopes_in_java_and_not_in_javascript() {
    let notation = "File[Lambda[-, Parameters, -, Block[
        Variable:k[-, -, -, -, ~k], If[c, Block[Variable:k[-, -, -, -, ~k], k], -], k]]]";
    resolves_in(Language::Java, notation, "k:1 c:- k:2 k:2 k:1");
    resolves_in(Language::JavaScript, notation, "k:1 c:- k:2 k:2 k:2");
}

#[test]
fn var_declares_again_what_it_declared_before() {
    let again = |word| {
        format!(
            "File[Variable:k[Attributes[Modifier:{word}], -, -, -, ~k],
            Variable:k[Attributes[Modifier:{word}], -, -, -, ~k], k]"
        )
    };
    resolves_in(Language::JavaScript, &again("var"), "k:1 k:1 k:1");
    resolves_in(Language::JavaScript, &again("let"), "k:1 k:2 k:2");
    resolves_in(
        Language::Go,
        &format!(
            "File[Lambda[-, Parameters, -, Block[{}]]]",
            &again(":=")[5..again(":=").len() - 1]
        ),
        "k:1 k:1 k:1",
    );
}

#[test]
fn an_undeclared_variable_of_javascript_belongs_to_the_file() {
    resolves_in(
        Language::JavaScript,
        "File[Function:f[-, Parameters, -, Block[Assign[x, 'a']], -, ~f], x, Function:g[-, Parameters, -, Block[f, x], -, ~g]]",
        "x:1 f:2 x:1 f:2 x:1 g:3",
    );
}

#[test]
fn every_node_knows_its_parent() {
    let tree = python("@a(1)\ndef f(x): return not (x and 2 and -1)\nwith a as b, c as d: pass");
    let facts = Facts::of(&tree, Language::Python);
    for node in tree.descend(tree.root()) {
        for child in tree.children(node).iter().filter(|child| child.is_some()) {
            assert_eq!(facts.parent(*child), node);
        }
    }
    assert_eq!(facts.parent(tree.root()), NodeId::NONE);
    assert_eq!(facts.parent(NodeId::NONE), NodeId::NONE);
}

/// The constants of the arguments of all calls of `foo`, in the order of the text.
fn arguments(tree: &Tree, language: Language) -> String {
    let facts = Facts::of(tree, language);
    let calls = tree.descend(tree.root()).filter(|node| {
        let callee = tree.child(*node, 0);
        tree.kind(*node) == Kind::Call && tree.kind(callee) == Kind::Name && tree.name_of(callee) == "foo"
    });
    let arguments = calls.flat_map(|call| tree.children(tree.child(call, 1)));
    let shown = arguments.map(|argument| match facts.constant(*argument) {
        None => "-".to_owned(),
        Some(Constant::Int(value)) => value.to_string(),
        Some(Constant::Float(value)) => format!("{value:?}"),
        Some(Constant::Str(text)) => format!("{text:?}"),
        Some(Constant::Bool(value)) => value.to_string(),
        Some(Constant::Some(class)) => format!("some {class:?}"),
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn is_constant(text: &str, expected: &str) {
    assert_eq!(arguments(&python(text), Language::Python), expected, "{text}");
}

#[track_caller]
fn is_constant_in(language: Language, notation: &str, expected: &str) {
    assert_eq!(arguments(&tree(language, notation), language), expected, "{notation}");
}

#[test]
fn literals_are_constants() {
    is_constant(
        "foo('a', 1, 1.5, True, None, b, f'c', 0x10)",
        r#""a" 1 1.5 true - - "c" 16"#,
    );
}

#[test]
fn a_variable_of_the_file_that_is_assigned_once_has_its_value_everywhere() {
    is_constant("x = 'a'\ndef g():\n  foo(x)", r#""a""#);
    is_constant("def g():\n  for i in c:\n    foo(x)\nx = 'a'", r#""a""#);
    is_constant("if c:\n  x = 'a'\nfoo(x)", r#""a""#);
    is_constant("a = b + 'c'\nb = 'd'\ndef g(): foo(a, b)", r#""dc" "d""#);
    is_constant("a = b\nb = a\nfoo(a)", "-");
    is_constant("x: str = 'a'\ndef g(): foo(x)", r#""a""#);
}

#[test]
fn a_variable_of_the_file_that_is_assigned_again_has_no_value_of_its_own() {
    is_constant("def g(): foo(x)\nx = 'a'\nx = 'b'", "-");
    is_constant("def g(): foo(x)\nx = 'a'\ndef h():\n  global x\n  x = 'b'", "-");
    is_constant("def g(): foo(x)\nx = 'a'\nx += 'b'", "-");
    is_constant("def g(): foo(x)\nx = 'a'\nfor x in y: pass", "-");
}

#[test]
fn a_variable_has_the_value_that_it_was_assigned_last() {
    is_constant("x = 'a'\nx = 'b'\nfoo(x)", r#""b""#);
    is_constant("def g():\n  x = 'a'\n  foo(x)\n  x = h()\n  foo(x)", r#""a" -"#);
    is_constant("def g():\n  x = 'a'\n  x += 'b'\n  foo(x)", r#""ab""#);
    is_constant("def g():\n  x = y = 'a'\n  foo(x, y)", r#""a" "a""#);
}

#[test]
fn paths_that_agree_keep_the_value_and_others_its_class() {
    is_constant("def g():\n  if c: x = 'a'\n  else: x = 'a'\n  foo(x)", r#""a""#);
    is_constant("def g():\n  if c: x = 'a'\n  else: x = 'b'\n  foo(x)", "some Str");
    is_constant("def g():\n  if c: x = 'a'\n  else: x = 1\n  foo(x)", "-");
    is_constant("def g():\n  if c: x = 'a'\n  foo(x)", "-");
    is_constant("def g():\n  x = 'a'\n  if c: x = 'b'\n  foo(x)", "some Str");
    is_constant(
        "def g():\n  x = 'a'\n  if c:\n    x = 'b'\n    return\n  foo(x)",
        r#""a""#,
    );
    is_constant(
        "def g():\n  if c: x = 'a'\n  elif d: x = 'a'\n  else: raise e\n  foo(x)",
        r#""a""#,
    );
    is_constant("def g():\n  x = 'a'\n  c and (x := 'b')\n  foo(x)", "-");
}

#[test]
fn a_value_from_before_a_loop_is_unknown_in_it_and_after_it() {
    is_constant("def g(c):\n  x = 'a'\n  for i in c:\n    foo(x)\n  foo(x)", "- -");
    is_constant(
        "def g(c):\n  x = 'a'\n  while foo(x):\n    x = 'b'\n    foo(x)",
        r#"- "b""#,
    );
    is_constant("def g(c):\n  x = 'a'\n  if c:\n    for i in c: pass\n  foo(x)", "-");
    is_constant("def g(c):\n  for i in c: x = 'b'\n  foo(x)", "-");
}

#[test]
fn changes_through_the_variable_kill_its_value() {
    is_constant("def g():\n  x = 'a'\n  x.m()\n  foo(x)", "-");
    is_constant("def g():\n  x = 'a'\n  x[0] = 1\n  foo(x)", "-");
    is_constant("def g():\n  x = 'a'\n  x.f = 1\n  foo(x)", "-");
    is_constant("def g():\n  x = 'a'\n  del x\n  foo(x)", "-");
    is_constant("def g():\n  x = 'a'\n  h(x)\n  y = x.m()\n  foo(x)", r#""a""#);
}

#[test]
fn an_inner_function_sees_the_values_at_its_definition_and_its_changes_are_unknown() {
    is_constant(
        "def g():\n  x = 'a'\n  def h(): foo(x)\n  k = lambda: foo(x)\n  x = 'b'",
        r#""a" "a""#,
    );
    is_constant(
        "def g():\n  x = 'a'\n  def h():\n    nonlocal x\n    x = 'b'\n  foo(x)",
        "-",
    );
    is_constant("def g():\n  x = 'a'\n  def h(x): foo(x)\n  foo(x)", r#"- "a""#);
}

#[test]
fn a_handler_counts_when_its_block_calls() {
    is_constant(
        "def g():\n  x = 'a'\n  try: y = 1\n  except E: x = h()\n  foo(x)",
        r#""a""#,
    );
    is_constant("def g():\n  x = 'a'\n  try: h()\n  except E: x = h()\n  foo(x)", "-");
    is_constant(
        "def g():\n  try:\n    x = 'a'\n    h()\n  except E: return\n  foo(x)",
        r#""a""#,
    );
    is_constant(
        "def g():\n  x = 'a'\n  try:\n    h()\n    x = 'b'\n    h()\n  except E: foo(x)\n  finally: foo(x)",
        "some Str some Str",
    );
    is_constant(
        "def g():\n  x = 'a'\n  try:\n    lambda: h()\n    for i in c: pass\n    h()\n  except E: foo(x)",
        "-",
    );
}

#[test]
fn the_cases_of_a_match_meet_after_it() {
    is_constant(
        "def g():\n  match y:\n    case 1: x = 'a'\n    case _: x = 'a'\n  foo(x)",
        r#""a""#,
    );
    is_constant("def g():\n  match y:\n    case 1: x = 'a'\n  foo(x)", "-");
}

#[test]
fn constant_expressions_are_folded() {
    is_constant("foo('' + 'a', 'a' 'b', 1 + 2 * 3)", r#""a" "ab" 7"#);
    is_constant(
        "foo('a' if c else 'a', 'a' if c else 'b', 'a' if c else d)",
        r#""a" some Str -"#,
    );
    is_constant(
        "foo('a' * n, not True, True and False, False or True)",
        "some Str false false true",
    );
    // A number in a template is no string that is known: rule tests of the public registry say so.
    is_constant("x = 'a'\nfoo(f'{x}b', f'{y}b', f'{x}{1}')", r#""ab" - -"#);
    is_constant("foo('a' + 1, 'a' + 1.5)", "- -");
}

#[test]
fn differences_and_comparisons_count_when_a_variable_is_assigned_them() {
    is_constant("foo(5 - 3, 5 < 3)", "- -");
    is_constant("x = 5 - 3\ny = 5 < 3\nfoo(x, y)", "2 false");
    is_constant("foo(x := 'a')\nfoo(x)", r#"- "a""#);
}

#[test]
fn nothing_else_is_constant() {
    is_constant(
        "foo('a%s' % 'b', 'a'.upper(), str('a'), ['a'][0], 'a'.format())",
        "- - - - -",
    );
    is_constant("def g(x='a'): foo(x)", "-");
    is_constant(
        "class A:\n  x = 'a'\n  foo(x)\n  def g(self): foo(self.x, A.x)",
        "- - -",
    );
    is_constant("a, b = 'a', 'b'\nfoo(a, b)", "- -");
    is_constant("x = 'a'\nfoo(x.y)", "-");
}

#[test]
fn every_variable_of_javascript_that_is_assigned_once_is_constant() {
    let javascript = |notation: &str, expected: &str| is_constant_in(Language::JavaScript, notation, expected);
    let foo = "Call[foo, Arguments[k]]";
    javascript(
        &format!("File[Lambda[-, Parameters, -, Block[{foo}]], Variable:k[-, -, 'a', -, ~k]]"),
        r#""a""#,
    );
    javascript(
        &format!("File[Variable:k[-, -, 'a', -, ~k], If[c, Block[ExpressionStatement[Assign[k, 'b']]], -], {foo}]"),
        "some Str",
    );
    javascript(
        "File[Class:A[-, -, -, ClassBody[Variable:k[-, -, 'a', -, ~k],
            Function:m[-, Parameters, -, Block[Call[foo, Arguments[Member:k[Special:this, ~k]]]], -, ~m]], -, -, ~A, 'class']]",
        r#""a""#,
    );
    javascript(
        &format!("File[For[ForEachHeader:of[Variable:k[-, -, -, -, ~k], xs], Block[Assign[k, 'a']]], {foo}]"),
        "-",
    );
    javascript(
        "File[Call[foo, Arguments[Binary:+[Float:1, Float:2], Binary:+['a', Float:1]]]]",
        r#"- "a1""#,
    );
    javascript(
        &format!("File[Variable:k[-, -, Cast[Type[const], 'a'], -, ~k], {foo}]"),
        "-",
    );
}

#[test]
fn a_break_leaves_its_switch_with_what_it_knows() {
    let switch = |cases: &str| {
        format!(
            "File[Lambda[-, Parameters, -, Block[Assign[k, Float:0], Variable:k[-, -, -, -, ~k],
                Switch[s, {cases}], Call[foo, Arguments[k]]]]]"
        )
    };
    let case = |label: &str, body: &str| format!("Case[CaseLabels[{label}], Block[{body}]]");
    let javascript = |notation: &str, expected: &str| is_constant_in(Language::JavaScript, notation, expected);
    let (first, second) = (
        case("Float:1", "Assign[k, 'a'], Break[-]"),
        case("", "Assign[k, 'b'], Break[-]"),
    );
    javascript(&switch(&format!("{first}, {second}")), "some Str");
    let through = case("Float:1", "Assign[k, 'a']");
    javascript(&switch(&format!("{through}, {second}")), r#""b""#);
    let same = case("", "Assign[k, 'a']");
    javascript(&switch(&format!("{first}, {same}")), r#""a""#);
    javascript(&switch(&first), "-");
}

#[test]
fn fields_of_java_are_constant_when_they_are_final_or_private_and_assigned_once() {
    let class = |members: &str| format!("File[Class:A[-, -, -, ClassBody[{members}], -, -, ~A, 'class']]");
    let java = |members: &str, expected: &str| is_constant_in(Language::Java, &class(members), expected);
    let field = |modifiers: &str, value: &str| {
        format!("Variable:k[Attributes[{modifiers}], Type[Name:String], {value}, -, ~k]")
    };
    let method = |name: &str, body: &str| format!("Function:{name}[-, Parameters, -, Block[{body}], -, ~{name}]");
    let reads = method(
        "n",
        "Call[foo, Arguments[k, Member:k[Special:this, ~k], Member:k[Name:A, ~k]]]",
    );
    let (private, writes) = ("Modifier:private", "Assign[Member:k[Special:this, ~k], 'a']");
    java(&format!("{}, {reads}", field("Modifier:final", "'a'")), r#""a" "a" -"#);
    java(&format!("{}, {reads}", field(private, "'a'")), r#""a" "a" -"#);
    java(&format!("{}, {reads}", field("", "'a'")), "- - -");
    let constructor = method("A", writes);
    java(
        &format!("{}, {constructor}, {reads}", field(private, "-")),
        r#""a" "a" -"#,
    );
    java(
        &format!("{}, {constructor}, {}, {reads}", field(private, "-"), method("A", "c")),
        "- - -",
    );
    java(
        &format!("{}, Block[Assign[k, 'a']], {reads}", field(private, "-")),
        r#""a" "a" -"#,
    );
    java(
        &format!("{}, {}, {reads}", field(private, "-"), method("p", writes)),
        "- - -",
    );
    java(
        &format!("{}, {reads}, {}", field(private, "'a'"), method("p", writes)),
        "- - -",
    );
    let format = "Member:format[Name:String, ~format]";
    java(
        &method(
            "n",
            &format!(
                "Call[foo, Arguments[Call[{format}, Arguments['%s', 'b']], Call[{format}, Arguments['%s', b]], Binary:+['a', Int:1]]]"
            ),
        ),
        r#"some Str - "a1""#,
    );
}

#[test]
fn constants_of_go_hold_everywhere_and_variables_along_the_flow() {
    let declare = |word: &str| format!("Variable:k[Attributes[Modifier:{word}], -, 'a', -, ~k]");
    let function = "Function:b[-, Parameters, -, Block[Call[foo, Arguments[k]]], -, ~b]";
    let go = |notation: &str, expected: &str| is_constant_in(Language::Go, notation, expected);
    go(&format!("File[{function}, {}]", declare("const")), r#""a""#);
    go(&format!("File[{function}, {}]", declare("var")), "-");
    go(&format!("File[{}, {function}]", declare("var")), r#""a""#);
}

#[test]
fn long_chains_and_large_strings_are_bounded() {
    let mut text = String::from("x0 = 'aaaaaaaa'\n");
    for at in 1..5000 {
        text += &format!("x{at} = x{} + x{}\n", at - 1, at - 1);
    }
    text += "foo(x4999, x2)";
    is_constant(&text, &format!("some Str {:?}", "a".repeat(32)));
    let mut text = String::new();
    for at in (1..30000).rev() {
        text += &format!("x{at} = x{}\n", at - 1);
    }
    text += "x0 = 'a'\nfoo(x29999)";
    is_constant(&text, r#""a""#);
}

#[track_caller]
fn stands_for(text: &str, expected: &str) {
    let tree = python(text);
    let facts = Facts::of(&tree, Language::Python);
    let shown: Vec<_> = tree
        .descend(tree.root())
        .filter_map(|node| Some((node, facts.symbolic_value(node)?)))
        .map(|(node, value)| format!("{}={}", tree.source(node), tree.source(value)))
        .collect();
    assert_eq!(shown.join(" "), expected, "{text}");
}

#[test]
fn a_variable_stands_for_the_expression_that_it_was_assigned_on_all_paths() {
    stands_for("x = g(1)\nf(x)\nx.m()\nf(x)", "x=g(1) x=g(1)");
    stands_for("x = a + b\nf(x)", "");
    stands_for("x = [a.b, {'c': lambda: 1}]\nf(x)", "x=[a.b, {'c': lambda: 1}]");
    stands_for("if c: x = g(1)\nelse: x = g(1)\nf(x)", "");
    stands_for("x = g(1)\nif c: h()\nf(x)", "x=g(1)");
    stands_for("x = g(1)\nfor i in c: f(x)", "");
    stands_for("x = g(1)\ny = x\nf(y)", "x=g(1) y=x");
}

/// The types of the arguments of `foo` and of the receivers of `bar`, in the order of the text.
fn types(tree: &Tree, language: Language) -> String {
    let facts = Facts::of(tree, language);
    let mut nodes = Vec::new();
    for node in tree.descend(tree.root()).filter(|node| tree.kind(*node) == Kind::Call) {
        let callee = tree.child(node, 0);
        match (tree.kind(callee), tree.name_of(callee)) {
            (Kind::Name, "foo") => nodes.extend(tree.children(tree.child(node, 1))),
            (Kind::Member, "bar") => nodes.push(tree.child(callee, 0)),
            _ => {}
        }
    }
    nodes.sort_by_key(|node| tree.node(*node).start);
    let shown = nodes.into_iter().map(|node| match facts.type_of(node) {
        None => "-".to_owned(),
        Some(TypeFact::Written(written)) => tree.source(written).to_owned(),
        Some(TypeFact::Pointer(written)) => format!("*{}", tree.source(written)),
        Some(TypeFact::Named(name)) => format!("#{name}"),
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn has_type(language: Language, notation: &str, expected: &str) {
    assert_eq!(types(&tree(language, notation), language), expected, "{notation}");
}

#[test]
fn types_of_python() {
    let python = |text: &str, expected: &str| assert_eq!(types(&python(text), Language::Python), expected, "{text}");
    python(
        "def f(x: str, y): foo(x, y, 'a', 1, not x, x < y < 1, Foo())",
        "str y #string #int #bool #bool -",
    );
    python("x: Foo = g()\nx.bar()", "Foo");
    python("x = Foo()\nx.bar()", "x");
}

#[test]
fn a_variable_has_its_declared_type_or_that_of_its_initialiser() {
    let java = |statements: &str, expected: &str| {
        let notation =
            format!("File[Function:n[-, Parameters, -, Block[{statements}, Call[foo, Arguments[f]]], -, ~n]]");
        has_type(Language::Java, &notation, expected);
    };
    let foo = "Type[Name:Foo]";
    java(&format!("Variable:f[-, {foo}, g, -, ~f]"), foo);
    java(&format!("Variable:f[-, Type[var], New[{foo}, Arguments], -, ~f]"), foo);
    java(
        &format!("Variable:h[-, {foo}, -, -, ~h], Variable:f[-, Type[var], h, -, ~f]"),
        foo,
    );
    java("Variable:f[-, Type[var], Call[g, Arguments], -, ~f]", "f");
    java("Variable:f[-, Type[var], h, -, ~f]", "f");
    java(
        &format!("For[ForEachHeader[Variable:f[-, {foo}, -, -, ~f], fs], Block], c"),
        foo,
    );
    java(&format!("TypeTest[o, {foo}, Variable:f[-, {foo}, -, -, ~f]]"), foo);
    java("Try[-, Block, Handlers[Handler[Name:Foo, ~f, Block]], -, -]", "f");
    java("Variable:f[-, Type[Name:Object], 'a', -, ~f]", "#string");
}

#[test]
fn variable_arguments_receivers_and_destructured_names_have_no_type() {
    let notation = |parameters: &str, rest: &str| {
        format!("File[Function:n[-, Parameters[{parameters}], -, Block[Call[foo, Arguments[f]]], -, ~n{rest}]]")
    };
    has_type(
        Language::Java,
        &notation("RestParameter:f[-, Type[Name:Foo], -, -, ~f]", ""),
        "f",
    );
    has_type(
        Language::Go,
        &notation("", ", Parameters[Parameter:f[-, Type[Name:Foo], -, -, ~f]]"),
        "f",
    );
    has_type(
        Language::TypeScript,
        &notation("Parameter[-, Type[Name:Foo], -, Record[Property:f[~f, f]], -]", ""),
        "f",
    );
    has_type(
        Language::TypeScript,
        &notation("Parameter:f[-, UnionType:|[Type[Name:Foo], null], -, -, ~f]", ""),
        "f",
    );
}

#[test]
fn expressions_of_java_have_the_type_that_their_operator_or_method_makes() {
    let java = |expression: &str, expected: &str| {
        let notation = format!(
            "File[Function:n[-, Parameters[Parameter:i[-, Type[int], -, -, ~i], Parameter:a[-, ArrayType[Type[int]], -, -, ~a],
                Parameter:l[-, Type[Name:Map, Type[Name:K], Type[Name:V]], -, -, ~l],
                Parameter:s[-, Type[Name:String], -, -, ~s]], -, Block[Call[foo, Arguments[{expression}]]], -, ~n]]"
        );
        has_type(Language::Java, &notation, expected);
    };
    let call = |object: &str, method: &str| format!("Call[Member:{method}[{object}, ~{method}], Arguments['a']]");
    java("Binary:+[i, Int:1]", "#int");
    java("Binary:+[s, Int:1]", "-");
    java("Binary:<[s, s]", "#bool");
    java("Unary:![s]", "#bool");
    java("Conditional[c, i, Int:1]", "Type[int]");
    java("Conditional[c, i, s]", "-");
    java("Cast[Type[Name:Foo], s]", "Type[Name:Foo]");
    java("Member:length[a, ~length]", "#int");
    java("Member:length[s, ~length]", "-");
    java(&call("s", "length"), "#int");
    java(&call("s", "matches"), "#bool");
    java(&call("i", "matches"), "-");
    java(&call("Name:Integer", "parseInt"), "#int");
    java(&call("l", "get"), "Type[Name:V]");
    java(&call("s", "get"), "-");
    java(&call("s", "trim"), "-");
    java("Null", "-");
    java("Name:Foo", "Name:Foo");
}

#[test]
fn a_field_has_the_type_of_its_declaration() {
    has_type(
        Language::TypeScript,
        "File[Class:A[-, -, -, ClassBody[Variable:f[-, Type[Name:Foo], -, -, ~f],
            Function:m[-, Parameters, -, Block[Call[foo, Arguments[Member:f[Special:this, ~f], Member:f[o, ~f]]]], -, ~m]],
            -, -, ~A, 'class']]",
        "Type[Name:Foo] -",
    );
    let injected = |annotation: &str| {
        format!(
            "File[Class:A[Attributes[Annotation[Name:{annotation}, Arguments]], -, -, ClassBody[
                Function:constructor[-, Parameters[Parameter:f[-, Type[Name:Foo], -, -, ~f]], -, Block, -, ~constructor],
                Function:m[-, Parameters, -, Block[Call[foo, Arguments[Member:f[Special:this, ~f]]]], -, ~m]],
                -, -, ~A, 'class']]"
        )
    };
    has_type(Language::TypeScript, &injected("Injectable"), "Type[Name:Foo]");
    has_type(Language::TypeScript, &injected("Other"), "-");
}

#[test]
fn in_go_a_member_has_the_type_of_any_field_or_visible_variable_of_its_name() {
    let reads = "Function:b[-, Parameters, -, Block[Call[foo, Arguments[Member:db[o, ~db]]]], -, ~b]";
    let field =
        "Class:S[-, -, -, ClassBody[Variable:db[-, PointerType[Type[Name:DB]], -, -, ~db]], -, -, ~S, 'struct']";
    let go = |notation: &str, expected: &str| has_type(Language::Go, notation, expected);
    go(&format!("File[{field}, {reads}]"), "PointerType[Type[Name:DB]]");
    go(
        &format!("File[Variable:db[-, Type[Name:DB], -, -, ~db], {reads}]"),
        "Type[Name:DB]",
    );
    let elsewhere = "Function:c[-, Parameters[Parameter:db[-, Type[Name:DB], -, -, ~db]], -, Block, -, ~c]";
    go(&format!("File[{elsewhere}, {reads}]"), "-");
}

#[test]
fn in_go_addresses_of_literals_and_new_are_pointers() {
    let go = |value: &str, expected: &str| {
        let notation = format!("File[Variable:f[-, -, {value}, -, ~f], Call[foo, Arguments[f, {value}]]]");
        has_type(Language::Go, &notation, expected);
    };
    go("Unary:&[Composite[Type[Name:T], -]]", "*Type[Name:T] *Type[Name:T]");
    go(
        "OtherExpression:new[Arguments[Type[Name:T]]]",
        "*Type[Name:T] *Type[Name:T]",
    );
    go("Composite[Type[Name:T], -]", "Type[Name:T] Type[Name:T]");
}

#[test]
fn built_in_types_go_by_several_names() {
    assert_eq!(builtin_type("Integer"), builtin_type("long"));
    assert_eq!(builtin_type("str"), Some("string"));
    assert_ne!(builtin_type("double"), builtin_type("int"));
    assert_eq!(builtin_type("Foo"), None);
}

#[test]
fn deep_nesting_around_many_assignments_loses_what_is_known() {
    let nested = |depth: usize, assignments: usize| {
        let mut text = String::from("def g():\n x = 'a'\n");
        for at in 1..=depth {
            text += &format!("{}if c:\n", " ".repeat(at));
        }
        for at in 0..assignments {
            text += &format!("{}y{at} = 'b'\n", " ".repeat(depth + 1));
        }
        text + " foo(x)"
    };
    is_constant(&nested(3, 100), r#""a""#);
    is_constant(&nested(100, 4000), "-");
}

// ---- sources of the other languages

fn source(language: Language, text: &str) -> Tree {
    crate::lower(language, &Arc::from(text), None).expect("a lowering")
}

#[track_caller]
fn resolves_source(language: Language, text: &str, expected: &str) {
    let tree = source(language, text);
    assert_eq!(names(&tree, language), expected, "{text}\n{}", tree.outline());
}

#[track_caller]
fn constants_of(language: Language, text: &str, expected: &str) {
    let tree = source(language, text);
    assert_eq!(arguments(&tree, language), expected, "{text}\n{}", tree.outline());
}

#[track_caller]
fn types_of(language: Language, text: &str, expected: &str) {
    let tree = source(language, text);
    assert_eq!(types(&tree, language), expected, "{text}\n{}", tree.outline());
}

fn in_class(members: &str) -> String {
    format!("class A {{ {members} }}")
}

fn in_method(statements: &str) -> String {
    in_class(&format!("void n() {{ {statements} }}"))
}

#[test]
fn types_of_java() {
    let java = |members: &str, expected: &str| types_of(Language::Java, &in_class(members), expected);
    java("void n(final Foo f) { f.bar(); }", "Foo");
    java("Foo f; void n() { this.f.bar(); f.bar(); }", "Foo Foo");
    java("void n(Foo<String> f) { f.bar(); }", "Foo<String>");
    java("void n(Foo[] f) { f.bar(); }", "Foo[]");
    java("void n(Foo... f) { f.bar(); }", "f");
    java("void n(org.x.Foo f) { f.bar(); }", "org.x.Foo");
    java("Foo g() { return null; } void n() { g().bar(); }", "-");
    java("void n(Integer i, long j) { foo(i); foo(j); }", "Integer long");
    java(
        "void n(int i, Object s, List<String> l, int[] a) { foo(i + 1 - 1 == 2 ? 1 : 2, s.length(), Integer.parseInt(\"1\"), i + 1, s, l.get(0), a.length, !s, s instanceof Foo, null); }",
        "#int #int #int #int Object String #int #bool #bool -",
    );
    let method = |statements: &str, expected: &str| types_of(Language::Java, &in_method(statements), expected);
    method("Foo f = g(); f.bar();", "Foo");
    method("var f = new Foo(); f.bar();", "Foo");
    method("new Foo().bar();", "Foo");
    method("((Foo) x).bar();", "Foo");
    method("for (Foo f : fs) { f.bar(); }", "Foo");
    method("h((Foo f) -> f.bar());", "Foo");
    method("if (o instanceof Foo f) { f.bar(); }", "Foo");
    method("try { } catch (Foo f) { f.bar(); }", "f");
    method("try (Foo f = g()) { f.bar(); }", "Foo");
    method("Foo.bar();", "Foo");
    method(
        "foo(\"a\"); String s = g(); foo(s); foo(s + \"a\"); foo(String.valueOf(1));",
        "#string String - -",
    );
}

#[test]
fn types_of_typescript() {
    let typescript = |text: &str, expected: &str| types_of(Language::TypeScript, text, expected);
    typescript(
        "function f(s: string) { foo(s); foo('x'); foo(s + 'x'); foo(`x${a}`); }",
        "string #string - -",
    );
    typescript("const q = 'a'; foo(q); foo(1.5)", "#string #number");
    typescript("function f(s, n: number) { foo(s, n, n + 1) }", "s number -");
    typescript("function f(a: Foo) { a.bar() }", "Foo");
    typescript("function f(a?: Foo) { a.bar() }", "Foo");
    typescript("const a = new Foo(); a.bar()", "Foo");
    typescript("(x as Foo).bar()", "Foo");
    typescript("class A { a: Foo; m() { this.a.bar() } }", "Foo");
    typescript("function f(a: Foo | null) { a.bar() }", "a");
    typescript("function f({a}: Foo) { a.bar() }", "a");
    typescript("class A { constructor(private a: Foo) {} m() { this.a.bar() } }", "-");
    typescript(
        "@Component() class A { constructor(private a: Foo) {} m() { this.a.bar() } }",
        "Foo",
    );
    typescript(
        "@Injectable() class A { constructor(a: Foo) {} m() { a.bar() } }",
        "Foo",
    );
    typescript("import {Foo} from 'm'; let a: Foo = g(); a.bar()", "Foo");
    typescript("for (const a of b) { a.bar() }", "a");
}

#[test]
fn types_of_go() {
    let go = |text: &str, expected: &str| types_of(Language::Go, &format!("package p\n{text}"), expected);
    go("func b(db *sql.DB) { db.bar() }", "*sql.DB");
    go("var db *sql.DB\nfunc b() { db.bar() }", "*sql.DB");
    go("func b() { db := &sql.DB{}; db.bar() }", "*sql.DB");
    go("func b() { db := new(sql.DB); db.bar() }", "*sql.DB");
    go("type S struct { db *sql.DB }\nfunc b(o O) { o.db.bar() }", "*sql.DB");
    go("func (db *sql.DB) b() { db.bar() }", "db");
    go("func b() { db := sql.Open(); db.bar() }", "db");
    go(
        "func b() { t := \"a\"; foo(t); j := 3; foo(j + 2); foo(s + \"a\"); foo(len(s)) }",
        "#string #int - -",
    );
    go("func b() { db := sql.DB{}; db.bar() }", "sql.DB");
}

#[test]
fn constants_of_java() {
    let class = |members: &str, expected: &str| constants_of(Language::Java, &in_class(members), expected);
    class(
        "static final String K = \"a\"; void n() { foo(K); foo(this.K); }",
        r#""a" "a""#,
    );
    class("private String k = \"a\"; void n() { foo(k); }", r#""a""#);
    class("private String k; A() { k = \"a\"; } void n() { foo(k); }", r#""a""#);
    class("private String k; { k = \"a\"; } void n() { foo(k); }", r#""a""#);
    class(
        "private static String k; static { k = \"a\"; } void n() { foo(k); }",
        r#""a""#,
    );
    class(
        "private String k; A() { k = \"a\"; } A(int i) { } void n() { foo(k); }",
        "-",
    );
    class("String k = \"a\"; void n() { foo(k); }", "-");
    class(
        "private String k = \"a\"; void n() { foo(k); } void p() { k = \"b\"; }",
        "-",
    );
    class("static final String K = \"a\"; void n() { foo(A.K); }", "-");
    let method = |statements: &str, expected: &str| constants_of(Language::Java, &in_method(statements), expected);
    method("String k = \"a\"; foo(k);", r#""a""#);
    method("String k = \"a\"; k.trim(); foo(k);", "-");
    method("String k = \"a\"; for (;;) { foo(k); }", "-");
    method("foo(String.format(\"%s\", \"b\")); foo(\"a\" + 1);", r#"some Str "a1""#);
    method(
        "foo(String.format(\"%s\", b)); foo(\"a\" + b); foo(1000L); foo(0x3e8);",
        "- - - 1000",
    );
    method(
        "String k; switch (s) { case 1: k = \"a\"; break; default: k = \"b\"; } foo(k);",
        "some Str",
    );
    method("String k; if (c) { k = \"a\"; } else k = \"a\"; foo(k);", r#""a""#);
}

#[test]
fn constants_of_javascript() {
    for language in [Language::JavaScript, Language::TypeScript] {
        let javascript = |text: &str, expected: &str| constants_of(language, text, expected);
        javascript("const k = 'a'; foo(k); function f() { foo(k) }", r#""a" "a""#);
        javascript(
            "foo('' + 'a', `a`, `${k}`, 1 + 2, 16.0, 1.6e1)",
            r#""a" "a" - - 16.0 16.0"#,
        );
        javascript("let k = 'a'; foo(k)", r#""a""#);
        javascript("let k = 'a'; if (c) { k = 'b' } foo(k)", "some Str");
        javascript("class A { k = 'a'; m() { foo(this.k) } }", r#""a""#);
        javascript("function f(k = 'a') { foo(k) }", "-");
        javascript("for (const k of ks) foo(k)", "-");
        javascript("const {k} = {k: 'a'}; foo(k)", "-");
        javascript("const k = 'a'; foo(`${k}b`, k + 1)", r#""ab" "a1""#);
        javascript("let i = 0; i++; foo(i)", "-");
    }
    constants_of(Language::TypeScript, "const k = 'a' as const; foo(k)", "-");
    constants_of(Language::TypeScript, "const k: string = 'a'; foo(k)", r#""a""#);
}

#[test]
fn constants_of_go_sources() {
    let go = |text: &str, expected: &str| constants_of(Language::Go, &format!("package p\n{text}"), expected);
    go("const K = \"foo\"\nfunc b() { foo(K) }", r#""foo""#);
    go("func b() { foo(K) }\nconst (\n J = 1\n K = \"foo\"\n)", r#""foo""#);
    go("func b() { k := \"foo\"; foo(k) }", r#""foo""#);
    go("func b() { foo(\"f\" + \"oo\", `foo`, 'f') }", r#""foo" "foo" -"#);
    go(
        "func b() { a, c := 1, 2; foo(a, c); a, c = 2, 3; foo(a, c) }",
        "1 2 - -",
    );
}

#[test]
fn names_of_sources() {
    let javascript = |text: &str, expected: &str| resolves_source(Language::JavaScript, text, expected);
    javascript("import {bar as b} from './lib/foo.js'; b(1);", "b:foo.bar");
    javascript("import * as f from '@s/foo'; f.bar(1);", "f:foo");
    javascript("const f = require('foo'); f.bar(1);", "f:foo require:- f:foo");
    javascript(
        "const {bar: b} = require('foo'); b(1);",
        "b:foo.bar require:- b:foo.bar",
    );
    javascript(
        "const {bar} = require('foo'); bar(1);",
        "bar:foo.bar require:- bar:foo.bar",
    );
    javascript("import f from 'foo'; f.bar(1);", "f:-");
    javascript("import f, {g} from 'foo'; f.bar(g);", "f:- g:foo.g");
    javascript(
        "function f(a, {b, c: [d]}, ...e) { a(b, d, e) } f()",
        "f:1 a:2 b:3 d:4 e:5 a:2 b:3 d:4 e:5 f:1",
    );
    javascript("export const k = 1; k", "k:1 k:1");
    javascript("x => y => x + y", "x:1 y:2 x:1 y:2");
    javascript("try { f() } catch (e) { e }", "f:- e:1 e:1");
    javascript(
        "class A extends B { x = 1; m(x) { this.x; x } }",
        "A:1 B:- x:2 m:3 x:4 x:2 x:4",
    );
    let go = |text: &str, expected: &str| resolves_source(Language::Go, &format!("package p\n{text}"), expected);
    go("import y \"a/x/v2\"\nfunc a() { y.Foo(1) }", "y:x");
    go("import \"a/x\"\nfunc a() { x.Foo(1) }", "x:-");
    go(
        "func a() { x, err := f(); y, err := g(); h(x, y, err) }",
        "x:1 err:2 f:- y:3 err:2 g:- h:- x:1 y:3 err:2",
    );
    go(
        "func (r *T) m(a, b int) { for i, v := range a { r.f(i, v, b) } }",
        "r:1 T:- a:2 b:3 int:- int:- i:4 v:5 a:2 r:1 i:4 v:5 b:3",
    );
    go(
        "func a() { if x := f(); x { x() } else { x() }; x() }",
        "x:1 f:- x:1 x:1 x:1 x:1",
    );
    let java = |text: &str, expected: &str| resolves_source(Language::Java, text, expected);
    java(
        "import org.x.Foo; class A { void m() { Foo.bar(1); } }",
        "A:1 void:- Foo:org.x.Foo",
    );
    java(
        "import static org.x.Foo.bar; class A { void m() { bar(1); } }",
        "A:1 void:- bar:org.x.Foo.bar",
    );
    java(
        "import org.x.Foo; @Foo class A extends Foo { Foo f = new Foo(); }",
        "Foo:org.x.Foo A:1 Foo:org.x.Foo Foo:org.x.Foo f:2 Foo:org.x.Foo",
    );
    java(
        "class A { void m(int x) { h(x, y -> y + x, this.x); } int x; }",
        "A:1 void:- int:- x:2 h:- x:2 y:3 y:3 x:2 x:4 int:- x:4",
    );
}

/// The variables of a text in the order of the text: their name, `field` or `file` where they are one, and what they
/// keep.
fn kept(language: Language, text: &str) -> String {
    let tree = crate::lower(language, &Arc::from(text), None).expect("the language has a lowering");
    let facts = Facts::of(&tree, language);
    let mut seen = Vec::new();
    let mut shown = Vec::new();
    let mut nodes: Vec<_> = tree.descend(tree.root()).collect();
    nodes.sort_by_key(|node| tree.span(*node).start);
    for node in nodes {
        let Some(definition) = facts.definition(node).filter(|definition| !seen.contains(definition)) else {
            continue;
        };
        seen.push(definition);
        let mut words = vec![tree.name_of(node)];
        words.extend(facts.is_field(definition).then_some("field"));
        words.extend(facts.is_of_file(definition).then_some("file"));
        let value = facts
            .lasting_value(definition)
            .map(|value| format!("= {}", tree.source(value)));
        words.extend(value.as_deref());
        shown.push(words.join(" "));
    }
    shown.join("; ")
}

#[test]
fn variables_that_are_assigned_once_keep_their_value() {
    let rows = [
        (Language::Python, "G = f()\ndef g(p):\n  x = 1", "G file = f(); p; x"),
        (Language::Python, "G = f()\nG = 1", "G file"),
        (Language::Python, "class A:\n  x = 1", "A file; x field"),
        (
            Language::JavaScript,
            "const t = f(); let u = 1; u = 2",
            "t file = f(); u file",
        ),
        (
            Language::JavaScript,
            "class A { f = 1; g; constructor() { this.g = h(); this.f = 2; } }",
            "A file; f field; g field = h(); constructor",
        ),
        (
            Language::Java,
            "class A { final int a = f(); private int b = 1; int c = 2; static int d = 3; void m(int e) { this.c = e; } }",
            "A file; a field = f(); b field = 1; c field; d field; e",
        ),
        (
            Language::Java,
            "class A { private int a; A(int b) { a = b; } } class B { private int c; void m() { c = 1; } }",
            "A file; a field = b; b; B file; c field",
        ),
        (
            Language::Go,
            "package p\nconst c = 1\nvar v = f()",
            "c file = 1; v file",
        ),
    ];
    for (language, text, expected) in rows {
        assert_eq!(kept(language, text), expected, "{text}");
    }
}

//! Reading a pattern: as a whole, then as one of the parts that may stand alone, in code that completes it.

use std::sync::Arc;

use syntax::tree::{Flags, Kind, Names, NodeId, Tree};
use syntax::{Grammar, Language, lower_pattern};

use super::Shape;

/// Code that completes a part, and where the part is in it.
struct Attempt {
    grammar: Grammar,
    before: &'static str,
    after: &'static str,
    take: fn(&Tree) -> Option<Shape>,
    /// Whether the text may be such a part at all.
    applies: fn(&str) -> bool,
}

const fn attempt(
    grammar: Grammar,
    before: &'static str,
    after: &'static str,
    take: fn(&Tree) -> Option<Shape>,
) -> Attempt {
    Attempt {
        grammar,
        before,
        after,
        take,
        applies: |_| true,
    }
}

const fn when(applies: fn(&str) -> bool, attempt: Attempt) -> Attempt {
    Attempt { applies, ..attempt }
}

static PYTHON: &[Attempt] = &[
    attempt(Grammar::Python, "", "\n", program),
    when(
        is_annotation,
        attempt(Grammar::Python, "", "\ndef __og_f():\n  pass\n", annotation),
    ),
];

static JAVA: &[Attempt] = &[
    attempt(Grammar::Java, "", "\n", program),
    attempt(Grammar::Java, "", ";\n", one_expression),
    when(
        is_annotation,
        attempt(Grammar::Java, "", "\nclass __OgC {}\n", annotation),
    ),
    // These words are names where a member is expected.
    when(
        |text| text.starts_with("if"),
        attempt(Grammar::Java, "", " {}\n", if_condition),
    ),
    when(
        |text| text.starts_with("try"),
        attempt(Grammar::Java, "", " finally {}\n", try_block),
    ),
    when(
        |text| text.starts_with("catch"),
        attempt(Grammar::Java, "try {} ", "\n", handler),
    ),
    when(
        |text| text.starts_with("finally"),
        attempt(Grammar::Java, "try {} ", "\n", finally),
    ),
    attempt(Grammar::Java, "", ";\n", one_control_statement),
    attempt(Grammar::Java, "class __OgC {\n", "\n}\n", members),
    attempt(
        Grammar::Java,
        "class __OgC { void __ogM() {\n",
        "\n} }\n",
        body_of_the_first_method,
    ),
    when(
        calls_constructor,
        attempt(
            Grammar::Java,
            "class __OgC { __OgC() {\n",
            ";\n} }\n",
            call_in_the_first_method,
        ),
    ),
    when(
        calls_constructor,
        attempt(
            Grammar::Java,
            "class __OgC { __OgC() {\n",
            "\n} }\n",
            body_of_the_first_method,
        ),
    ),
    attempt(Grammar::Java, "", " {}\n", header),
    attempt(Grammar::Java, "class __OgC {\n", " {}\n}\n", header_of_a_member),
];

macro_rules! javascript {
    ($grammar:expr) => {
        [
            when(
                |text| text.starts_with('{'),
                attempt($grammar, "(", "\n)\n", one_expression),
            ),
            when(is_property, attempt($grammar, "({", "\n})\n", entry)),
            attempt($grammar, "", "\n", program),
            attempt($grammar, "(", "\n)\n", one_expression),
            when(
                |text| text.starts_with("if"),
                attempt($grammar, "", " {}\n", if_condition),
            ),
            when(
                |text| text.starts_with("try"),
                attempt($grammar, "", " finally {}\n", try_block),
            ),
            when(
                |text| text.starts_with("catch"),
                attempt($grammar, "try {} ", "\n", handler),
            ),
            when(
                |text| text.starts_with("finally"),
                attempt($grammar, "try {} ", "\n", finally),
            ),
            attempt($grammar, "class __OgC {\n", "\n}\n", members),
            attempt($grammar, "", " {}\n", header),
            attempt($grammar, "class __OgC {\n", " {}\n}\n", header_of_a_member),
        ]
    };
}

static JAVASCRIPT: &[Attempt] = &javascript!(Grammar::JavaScript);
static TSX: &[Attempt] = &javascript!(Grammar::Tsx);
static TYPESCRIPT: &[Attempt] = &javascript!(Grammar::TypeScript);

static GO: &[Attempt] = &[
    // A function without a body is code too: of a pattern it is the header.
    when(
        |text| text.starts_with("func") && !text.contains('{'),
        attempt(Grammar::Go, "", " {}\n", header),
    ),
    when(is_property, attempt(Grammar::Go, "var _ = __ogT{", "}\n", entry)),
    // An element without the type that the literal around it says.
    when(
        |text| text.starts_with('{'),
        attempt(Grammar::Go, "var _ = []__ogT{", "}\n", element),
    ),
    attempt(Grammar::Go, "", "\n", program),
    attempt(Grammar::Go, "type __ogT interface {\n", "\n}\n", members),
    attempt(Grammar::Go, "type __ogT struct {\n", "\n}\n", members),
];

static YAML: &[Attempt] = &[attempt(Grammar::Yaml, "", "\n", data)];
static JSON: &[Attempt] = &[
    when(is_property, attempt(Grammar::Json, "{", "}\n", data)),
    attempt(Grammar::Json, "", "\n", document),
];

/// The tree of a pattern text with placeholders, and what of it is the pattern.
pub(super) fn read(text: &str, language: Language, names: &mut Names) -> Option<(Tree, Shape)> {
    let groups: &[&[Attempt]] = match language {
        Language::Python => &[PYTHON],
        Language::Java => &[JAVA],
        Language::JavaScript | Language::TypeScript => &[JAVASCRIPT, TSX, TYPESCRIPT],
        Language::Go => &[GO],
        Language::Yaml => &[YAML],
        Language::Json => &[JSON],
        _ => &[],
    };
    let attempts = groups.iter().flat_map(|group| group.iter());
    attempts.filter(|attempt| (attempt.applies)(text)).find_map(|attempt| {
        let whole: Arc<str> = format!("{}{text}{}", attempt.before, attempt.after).into();
        let tree = lower_pattern(attempt.grammar, &whole, names)?;
        let shape = (attempt.take)(&tree)?;
        Some((tree, shape))
    })
}

// ---- what a text may be

fn is_annotation(text: &str) -> bool {
    text.starts_with('@')
}

/// `super(…)`, `this(…)`: only constructors have it.
fn calls_constructor(text: &str) -> bool {
    text.starts_with("super") || text.starts_with("this")
}

/// `key: value`, with a key that is a name or a string.
fn is_property(text: &str) -> bool {
    let key = text.trim_start();
    let rest = match key.chars().next() {
        Some(quote @ ('"' | '\'')) => key[1..].find(quote).map(|end| &key[end + 2..]),
        _ => {
            let end = key
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(key.len());
            (end > 0).then(|| &key[end..])
        }
    };
    rest.is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.starts_with(':') && !rest.starts_with(":=") && !rest.starts_with("::")
    })
}

// ---- which node it is

fn statements(tree: &Tree) -> &[NodeId] {
    tree.children(tree.root())
}

fn shape_of(tree: &Tree, statements: &[NodeId]) -> Option<Shape> {
    match statements {
        [] => None,
        [only] => Some(shape_of_one(tree, *only)),
        several => Some(Shape::Sequence(several.to_vec())),
    }
}

/// An expression without a semicolon of its own is an expression.
fn shape_of_one(tree: &Tree, id: NodeId) -> Shape {
    let node = tree.node(id);
    match node.kind {
        Kind::ExpressionStatement if !node.flags.has(Flags::SEMICOLON) => Shape::Expression(tree.child(id, 0)),
        Kind::Ellipsis | Kind::Metavariable | Kind::MetavariableEllipsis | Kind::Deep => Shape::Expression(id),
        kind if kind.is_expression() => Shape::Expression(id),
        Kind::Try => match lone_block(tree, id) {
            Some(block) => Shape::TryBlock(block),
            None => Shape::Statement(id),
        },
        _ => Shape::Statement(id),
    }
}

/// The block of a `try` that has nothing else: some grammars read it.
fn lone_block(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let [resources, block, handlers, otherwise, finally] = *tree.children(id) else {
        return None;
    };
    let has_more = resources.is_some() || otherwise.is_some() || finally.is_some();
    (!has_more && tree.children(handlers).is_empty()).then_some(block)
}

fn program(tree: &Tree) -> Option<Shape> {
    shape_of(tree, statements(tree))
}

fn one_expression(tree: &Tree) -> Option<Shape> {
    match statements(tree) {
        [only] if tree.kind(*only) == Kind::ExpressionStatement => Some(Shape::Expression(tree.child(*only, 0))),
        [only] if tree.kind(*only) == Kind::Ellipsis => Some(Shape::Expression(*only)),
        _ => None,
    }
}

/// A statement whose last statement is a metavariable: `while (c) $S`.
fn one_control_statement(tree: &Tree) -> Option<Shape> {
    let controls = |kind| matches!(kind, Kind::If | Kind::While | Kind::For);
    match statements(tree) {
        [only] if controls(tree.kind(*only)) => Some(Shape::Statement(*only)),
        _ => None,
    }
}

/// The document of a data language: one pair alone is a pair.
fn data(tree: &Tree) -> Option<Shape> {
    let Shape::Expression(value) = document(tree)? else {
        return None;
    };
    if tree.kind(value) == Kind::Dict
        && let [only] = tree.children(value)
        && tree.kind(*only) == Kind::Pair
    {
        return Some(Shape::Entry(*only));
    }
    // `- a`: a list of one mapping or scalar is written for what it holds.
    if tree.kind(value) == Kind::List
        && let [only] = tree.children(value)
        && (tree.kind(*only) == Kind::Dict || is_lone_scalar(tree, value, *only))
    {
        return Some(Shape::Expression(*only));
    }
    Some(Shape::Expression(value))
}

fn is_lone_scalar(tree: &Tree, list: NodeId, item: NodeId) -> bool {
    let is_scalar = matches!(tree.kind(item), Kind::Str | Kind::Float | Kind::Bool | Kind::Null);
    is_scalar && tree.source(list).starts_with('-')
}

fn document(tree: &Tree) -> Option<Shape> {
    match statements(tree) {
        [only] if tree.kind(*only) == Kind::ExpressionStatement => Some(Shape::Expression(tree.child(*only, 0))),
        _ => None,
    }
}

fn class_body(tree: &Tree) -> Option<&[NodeId]> {
    let [only] = statements(tree) else { return None };
    let body = tree.child(*only, 3);
    (tree.kind(*only) == Kind::Class && body.is_some()).then(|| tree.children(body))
}

fn members(tree: &Tree) -> Option<Shape> {
    shape_of(tree, class_body(tree)?)
}

fn body_of_the_first_method(tree: &Tree) -> Option<Shape> {
    let [method] = class_body(tree)? else { return None };
    let body = tree.child(*method, 3);
    shape_of(tree, tree.children(body))
}

fn call_in_the_first_method(tree: &Tree) -> Option<Shape> {
    match body_of_the_first_method(tree)? {
        Shape::Statement(only) if tree.kind(only) == Kind::ExpressionStatement => {
            Some(Shape::Expression(tree.child(only, 0)))
        }
        _ => None,
    }
}

fn annotation(tree: &Tree) -> Option<Shape> {
    let [only] = statements(tree) else { return None };
    match tree.children(tree.child(*only, 0)) {
        [annotation] if tree.kind(*annotation) == Kind::Annotation => Some(Shape::Annotation(*annotation)),
        _ => None,
    }
}

fn header(tree: &Tree) -> Option<Shape> {
    match statements(tree) {
        [only] if matches!(tree.kind(*only), Kind::Function | Kind::Class) => Some(Shape::Header(*only)),
        _ => None,
    }
}

fn header_of_a_member(tree: &Tree) -> Option<Shape> {
    match class_body(tree)? {
        [only] if matches!(tree.kind(*only), Kind::Function | Kind::Class) => Some(Shape::Header(*only)),
        _ => None,
    }
}

fn the_only(tree: &Tree, kind: Kind) -> Option<NodeId> {
    match statements(tree) {
        [only] if tree.kind(*only) == kind => Some(*only),
        _ => None,
    }
}

fn if_condition(tree: &Tree) -> Option<Shape> {
    Some(Shape::IfCondition(tree.child(the_only(tree, Kind::If)?, 0)))
}

fn try_block(tree: &Tree) -> Option<Shape> {
    Some(Shape::TryBlock(tree.child(the_only(tree, Kind::Try)?, 1)))
}

fn handler(tree: &Tree) -> Option<Shape> {
    let handlers = tree.child(the_only(tree, Kind::Try)?, 2);
    match tree.children(handlers) {
        [only] => Some(Shape::Handler(*only)),
        _ => None,
    }
}

fn finally(tree: &Tree) -> Option<Shape> {
    let block = tree.child(the_only(tree, Kind::Try)?, 4);
    block.some().map(Shape::Finally)
}

/// The only element of the only literal in the text.
fn element(tree: &Tree) -> Option<Shape> {
    let list = tree.descend(tree.root()).find(|id| tree.kind(*id) == Kind::Composite);
    match tree.children(tree.child(list?, 1)) {
        [only] if tree.kind(*only) == Kind::List => Some(Shape::Expression(*only)),
        _ => None,
    }
}

/// The only property of the only object in the text.
fn entry(tree: &Tree) -> Option<Shape> {
    let object = tree
        .descend(tree.root())
        .find(|id| matches!(tree.kind(*id), Kind::Record | Kind::List | Kind::Dict))?;
    match tree.children(object) {
        [only] if matches!(tree.kind(*only), Kind::Property | Kind::Pair) => Some(Shape::Entry(*only)),
        _ => None,
    }
}

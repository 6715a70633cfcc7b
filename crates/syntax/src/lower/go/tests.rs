use std::sync::Arc;

use super::super::common::compact;
use crate::lower::lone_pattern;
use crate::tree::{Kind, MAX_DEPTH, NodeId, ProblemKind, Tree};
use crate::{Grammar, Language, lower};

fn tree(text: &str) -> Tree {
    lower(Language::Go, &Arc::from(text), None).expect("Go has a lowering")
}

fn children(tree: &Tree, id: NodeId) -> String {
    let parts: Vec<_> = tree.children(id).iter().map(|child| compact(tree, *child)).collect();
    parts.join("; ")
}

fn top(text: &str) -> String {
    let tree = tree(&format!("package p\n{text}\n"));
    assert_eq!(tree.problems(), [], "{text}");
    let outline = children(&tree, tree.root());
    outline.trim_start_matches("Package p; ").to_owned()
}

/// The first node of a kind, in the order of the text.
fn first(tree: &Tree, kind: Kind) -> NodeId {
    let mut nodes = tree.descend(tree.root());
    nodes.find(|id| tree.kind(*id) == kind).expect("a node of the kind")
}

fn statements(text: &str) -> String {
    let tree = tree(&format!("package p\nfunc f() {{ {text} }}\n"));
    assert_eq!(tree.problems(), [], "{text}");
    children(&tree, first(&tree, Kind::Block))
}

fn expression(text: &str) -> String {
    let tree = tree(&format!("package p\nvar v = {text}\n"));
    assert_eq!(tree.problems(), [], "{text}");
    compact(&tree, tree.child(first(&tree, Kind::Variable), 2))
}

fn pattern(text: &str) -> String {
    let tree = lone_pattern(Grammar::Go, &format!("{text}\n")).expect("a pattern");
    children(&tree, tree.root())
}

fn check(of: impl Fn(&str) -> String, cases: &[(&str, &str)]) {
    for (text, outline) in cases {
        assert_eq!(of(text), *outline, "{text}");
    }
}

#[test]
fn an_import_is_one_node_per_path() {
    check(
        top,
        &[
            ("import \"a/b\"", "Import a/b[Identifier a/b]"),
            (
                "import (\n	y \"x/y\"\n	. `z`\n	_ \"w\"\n)",
                "Import x/y[Identifier x/y, Identifier y]; Import z[Identifier z, Identifier .]; Import w[Identifier w, \
             Identifier _]",
            ),
        ],
    );
}

#[test]
fn variables_and_constants_are_one_node_per_name() {
    check(
        top,
        &[
            (
                "var a int",
                "Variable a[Attributes[Modifier var], Type[Name int], -, -, Identifier a]",
            ),
            (
                "var a, b T = 1, f()",
                "Variable a[Attributes[Modifier var], Type[Name T], Int 1, -, Identifier a]; Variable \
             b[Attributes[Modifier var], Type[Name T], Call[Name f, Arguments], -, Identifier b]",
            ),
            (
                "var a, b T",
                "Variable a[Attributes[Modifier var], Type[Name T], -, -, Identifier a]; Variable b[Attributes[Modifier \
             var], Type[Name T], -, -, Identifier b]",
            ),
            (
                "var a, b = f()",
                "Variable[Attributes[Modifier var], -, Call[Name f, Arguments], Tuple[Name a, Name b]]",
            ),
            (
                "const a = 1",
                "Variable a[Attributes[Modifier const], -, Int 1, -, Identifier a]",
            ),
            (
                "const (\n	a T = iota\n	b\n)",
                "Variable a[Attributes[Modifier const], Type[Name T], Name iota, -, Identifier a]; Variable \
             b[Attributes[Modifier const], -, -, -, Identifier b]",
            ),
            (
                "var (\n	a = 1\n	b = 2\n)",
                "Variable a[Attributes[Modifier var], -, Int 1, -, Identifier a]; Variable b[Attributes[Modifier var], -, \
             Int 2, -, Identifier b]",
            ),
        ],
    );
}

#[test]
fn a_receiver_is_apart_from_the_parameters() {
    check(
        top,
        &[
            ("func f()", "Function f[-, Parameters, -, -, -, Identifier f]"),
            (
                "func f(a, b int, c ...string) { }",
                "Function f[-, Parameters[Parameter a[-, Type[Name int], -, -, Identifier a], Parameter b[-, Type[Name \
             int], -, -, Identifier b], RestParameter c[-, Type[Name string], -, -, Identifier c]], -, Block, -, \
             Identifier f]",
            ),
            (
                "func (r *T) f(int, p.T) (int, error) { return 1, nil }",
                "Function f[-, Parameters[Parameter[-, Type[Name int]], Parameter[-, Type[Member T[Name p, Identifier \
             T]]]], OtherType tuple[Type[Name int], Type[Name error]], Block[Return[Tuple[Int 1, Null null]]], -, \
             Identifier f, Parameters[Parameter r[-, PointerType[Type[Name T]], -, -, Identifier r]]]",
            ),
            (
                "func f() (n, m int, err error) { return }",
                "Function f[-, Parameters, OtherType tuple[Type[Name int], Type[Name int], Type[Name error]], \
             Block[Return], -, Identifier f]",
            ),
            (
                "func f() (err error) { return }",
                "Function f[-, Parameters, Type[Name error], Block[Return], -, Identifier f]",
            ),
            (
                "func f[T any, U, V int | ~string](a T) U { }",
                "Function f[-, Parameters[Parameter a[-, Type[Name T], -, -, Identifier a]], Type[Name U], Block, \
             Generics[TypeParameter T[Identifier T, Type[Name any]], TypeParameter U[Identifier U, UnionType \
             |[Type[Name int], OtherType ~[Type[Name string]]]], TypeParameter V[Identifier V, UnionType |[Type[Name \
             int], OtherType ~[Type[Name string]]]]], Identifier f]",
            ),
            (
                "func f(g func(int) bool) <-chan int { }",
                "Function f[-, Parameters[Parameter g[-, OtherType func[Parameters[Parameter[-, Type[Name int]]], \
             Type[Name bool]], -, -, Identifier g]], OtherType <-chan[Type[Name int]], Block, -, Identifier f]",
            ),
        ],
    );
}

#[test]
fn a_type_is_a_name_with_arguments_or_made_of_types() {
    check(
        top,
        &[
            (
                "type T struct { }",
                "Class T[-, -, -, ClassBody, -, -, Identifier T, Str struct]",
            ),
            (
                "type T struct {\n	*A\n	p.B\n	C[int]\n	x, y int `tag`\n}",
                "Class T[-, -, -, ClassBody[Variable A[-, PointerType[Type[Name A]], -, -, Identifier A], Variable B[-, \
             Type[Member B[Name p, Identifier B]], -, -, Identifier B], Variable C[-, Type[Name C, Type[Name int]], \
             -, -, Identifier C], Variable x[Attributes[Annotation[Str tag]], Type[Name int], -, -, Identifier x], \
             Variable y[Attributes[Annotation[Str tag]], Type[Name int], -, -, Identifier y]], -, -, Identifier T, \
             Str struct]",
            ),
            (
                "type T[K comparable] struct { k K }",
                "Class T[-, -, -, ClassBody[Variable k[-, Type[Name K], -, -, Identifier k]], Generics[TypeParameter \
             K[Identifier K, Type[Name comparable]]], -, Identifier T, Str struct]",
            ),
            (
                "type I interface {\n	f(x int) error\n	A\n	~int | string\n}",
                "Class I[-, -, -, ClassBody[Function f[-, Parameters[Parameter x[-, Type[Name int], -, -, Identifier x]], \
             Type[Name error], -, -, Identifier f], Variable[-, Type[Name A]], Variable[-, UnionType |[OtherType \
             ~[Type[Name int]], Type[Name string]]]], -, -, Identifier I, Str interface]",
            ),
            (
                "type A = map[string][]*T",
                "TypeAlias A[Attributes[Modifier =], -, OtherType map[Type[Name string], ArrayType[PointerType[Type[Name \
             T]]]], Identifier A]",
            ),
            (
                "type A func(a int) (b, c error)",
                "TypeAlias A[-, -, OtherType func[Parameters[Parameter a[-, Type[Name int], -, -, Identifier a]], \
             OtherType tuple[Type[Name error], Type[Name error]]], Identifier A]",
            ),
            (
                "type (\n	A int\n	B [3]chan<- p.C[D]\n)",
                "TypeAlias A[-, -, Type[Name int], Identifier A]; TypeAlias B[-, -, ArrayType[OtherType \
             chan<-[Type[Member C[Name p, Identifier C], Type[Name D]]], Int 3], Identifier B]",
            ),
            (
                "var a chan int",
                "Variable a[Attributes[Modifier var], OtherType chan[Type[Name int]], -, -, Identifier a]",
            ),
            (
                "var a [n]struct{ x int }",
                "Variable a[Attributes[Modifier var], ArrayType[OtherType struct[ClassBody[Variable x[-, Type[Name int], \
             -, -, Identifier x]]], Name n], -, -, Identifier a]",
            ),
            (
                "var a interface{}",
                "Variable a[Attributes[Modifier var], OtherType interface[ClassBody], -, -, Identifier a]",
            ),
        ],
    );
}

#[test]
fn every_statement_has_a_kind() {
    check(
        statements,
        &[
            ("f()", "ExpressionStatement[Call[Name f, Arguments]]"),
            (
                "a := 1",
                "Variable a[Attributes[Modifier :=], -, Int 1, -, Identifier a]",
            ),
            (
                "a, b := 1, 2",
                "Variable a[Attributes[Modifier :=], -, Int 1, -, Identifier a]; Variable b[Attributes[Modifier :=], -, \
             Int 2, -, Identifier b]",
            ),
            (
                "a, b := f()",
                "Variable[Attributes[Modifier :=], -, Call[Name f, Arguments], Tuple[Name a, Name b]]",
            ),
            (
                "a, b = b, a",
                "ExpressionStatement[Assign[Tuple[Name a, Name b], Tuple[Name b, Name a]]]",
            ),
            (
                "a.b = f()",
                "ExpressionStatement[Assign[Member b[Name a, Identifier b], Call[Name f, Arguments]]]",
            ),
            (
                "a += 1; a &^= b",
                "ExpressionStatement[CompoundAssign +[Name a, Int 1]]; ExpressionStatement[CompoundAssign &^[Name a, Name \
             b]]",
            ),
            (
                "a++; b--",
                "ExpressionStatement[Unary ++ postfix[Name a]]; ExpressionStatement[Unary -- postfix[Name b]]",
            ),
            ("c <- 1", "ExpressionStatement[Binary <-[Name c, Int 1]]"),
            ("go f()", "OtherStatement go[Call[Name f, Arguments]]"),
            (
                "defer a.f()",
                "OtherStatement defer[Call[Member f[Name a, Identifier f], Arguments]]",
            ),
            ("return", "Return"),
            ("return a, nil", "Return[Tuple[Name a, Null null]]"),
            ("break a", "Break[Identifier a]"),
            ("continue", "Continue"),
            ("goto a", "Goto[Identifier a]"),
            (
                "a: f()",
                "Labeled[Identifier a, ExpressionStatement[Call[Name f, Arguments]]]",
            ),
            ("a:", "Labeled[Identifier a]"),
            ("{ f(); ; }", "Block[ExpressionStatement[Call[Name f, Arguments]]]"),
            (
                "var a int; type T int",
                "Variable a[Attributes[Modifier var], Type[Name int], -, -, Identifier a]; TypeAlias T[-, -, Type[Name \
             int], Identifier T]",
            ),
        ],
    );
}

#[test]
fn an_initialiser_is_a_statement_before() {
    check(
        statements,
        &[
            (
                "if a { f() } else if b { } else { }",
                "If[Name a, Block[ExpressionStatement[Call[Name f, Arguments]]], If[Name b, Block, Block]]",
            ),
            (
                "if a := f(); a != nil { } else if b { }",
                "Block bare[Variable a[Attributes[Modifier :=], -, Call[Name f, Arguments], -, Identifier a], If[Binary \
             !=[Name a, Null null], Block, If[Name b, Block]]]",
            ),
            ("for { }", "For[ForHeader, Block]"),
            ("for a { }", "For[ForHeader[-, Name a], Block]"),
            (
                "for i := 0; i < 1; i++ { }",
                "For[ForHeader[Variable i[Attributes[Modifier :=], -, Int 0, -, Identifier i], Binary <[Name i, Int 1], \
             Unary ++ postfix[Name i]], Block]",
            ),
            ("for ;; { }", "For[ForHeader, Block]"),
            (
                "for i, j := 0, 1; ; f() { }",
                "For[ForHeader[Sequence[Variable i[Attributes[Modifier :=], -, Int 0, -, Identifier i], Variable \
             j[Attributes[Modifier :=], -, Int 1, -, Identifier j]], -, Call[Name f, Arguments]], Block]",
            ),
            (
                "for a, b = 0, 1; ; { }",
                "For[ForHeader[Assign[Tuple[Name a, Name b], Tuple[Int 0, Int 1]]], Block]",
            ),
            (
                "for i, v := range a { }",
                "For[ForEachHeader range[Tuple[Name i, Name v], Name a], Block]",
            ),
            ("for range 3 { }", "For[ForEachHeader range[-, Int 3], Block]"),
            ("for a = range b { }", "For[ForEachHeader range[Name a, Name b], Block]"),
            (
                "switch a { case 1, 2: f(); fallthrough; default: }",
                "Switch[Name a, Case[CaseLabels[Int 1, Int 2], Block bare[ExpressionStatement[Call[Name f, Arguments]], \
             OtherStatement fallthrough]], Case[CaseLabels, Block bare]]",
            ),
            (
                "switch a := f(); { case a: }",
                "Block bare[Variable a[Attributes[Modifier :=], -, Call[Name f, Arguments], -, Identifier a], Switch[-, \
             Case[CaseLabels[Name a], Block bare]]]",
            ),
            (
                "switch a := b.(type) { case int, *p.T: f(); case nil: }",
                "Switch[Assign[Name a, OtherExpression type_switch[Name b]], Case[CaseLabels[Type[Name int], \
             PointerType[Type[Member T[Name p, Identifier T]]]], Block bare[ExpressionStatement[Call[Name f, \
             Arguments]]]], Case[CaseLabels[Type[Name nil]], Block bare]]",
            ),
            ("switch b.(type) { }", "Switch[OtherExpression type_switch[Name b]]"),
            (
                "select { case v, ok := <-c: f(v); case v = <-c: case c <- 1: case <-c: default: f() }",
                "OtherStatement select[Switch[-, Case[CaseLabels[Variable[Attributes[Modifier :=], -, Unary <-[Name c], \
             Tuple[Name v, Name ok]]], Block bare[ExpressionStatement[Call[Name f, Arguments[Name v]]]]], \
             Case[CaseLabels[Assign[Name v, Unary <-[Name c]]], Block bare], Case[CaseLabels[Binary <-[Name c, Int \
             1]], Block bare], Case[CaseLabels[Unary <-[Name c]], Block bare], Case[CaseLabels, Block \
             bare[ExpressionStatement[Call[Name f, Arguments]]]]]]",
            ),
        ],
    );
}

#[test]
fn every_expression_has_a_kind() {
    check(
        expression,
        &[
            ("a", "Name a"),
            ("(a)", "Name a"),
            ("a.b.c", "Member c[Member b[Name a, Identifier b], Identifier c]"),
            ("a[1]", "Index[Name a, Int 1]"),
            ("a[1:2:3]", "Index[Name a, Slice[Int 1, Int 2, Int 3]]"),
            ("a[:n]", "Index[Name a, Slice[-, Name n]]"),
            ("f(a, b...)", "Call[Name f, Arguments[Name a, Spread[Name b]]]"),
            ("a.f()", "Call[Member f[Name a, Identifier f], Arguments]"),
            ("(a.b)(c)", "Call[Member b[Name a, Identifier b], Arguments[Name c]]"),
            ("f[int](a)", "Call[Index[Name f, Type[Name int]], Arguments[Name a]]"),
            (
                "f[int, p.T](a, b)",
                "Call[Index[Name f, Tuple[Type[Name int], Type[Member T[Name p, Identifier T]]]], Arguments[Name a, Name \
             b]]",
            ),
            ("p.f[T]", "Index[Member f[Name p, Identifier f], Name T]"),
            ("string(a)", "Call[Name string, Arguments[Name a]]"),
            ("[]byte(a)", "Cast[ArrayType[Type[Name byte]], Name a]"),
            ("chan int(nil)", "Cast[OtherType chan[Type[Name int]], Null null]"),
            ("a.(T)", "Cast assert[Type[Name T], Name a]"),
            (
                "make([]int, 3)",
                "OtherExpression make[Arguments[ArrayType[Type[Name int]], Int 3]]",
            ),
            (
                "new(p.T)",
                "OtherExpression new[Arguments[Type[Member T[Name p, Identifier T]]]]",
            ),
            ("-1", "Int -1"),
            ("-a", "Unary -[Name a]"),
            ("!a", "Unary ![Name a]"),
            ("*a", "Unary *[Name a]"),
            ("&a", "Unary &[Name a]"),
            ("<-a", "Unary <-[Name a]"),
            ("a && b || c", "Binary ||[Binary &&[Name a, Name b], Name c]"),
            ("a &^ b", "Binary &^[Name a, Name b]"),
            (
                "func(a int) error { return nil }",
                "Lambda[-, Parameters[Parameter a[-, Type[Name int], -, -, Identifier a]], Type[Name error], \
             Block[Return[Null null]]]",
            ),
            ("func() { }()", "Call[Lambda[-, Parameters, -, Block], Arguments]"),
        ],
    );
}

#[test]
fn literals_are_their_value() {
    check(
        expression,
        &[
            ("1_000", "Int 1000"),
            ("0x3E8", "Int 1000"),
            ("0755", "Int 493"),
            ("0o17", "Int 15"),
            ("0b11", "Int 3"),
            ("1.50", "Float 1.5"),
            ("1e3", "Float 1000"),
            ("0x1p-1", "Float 0.5"),
            ("2.50i", "Float 2.5i"),
            ("0x10i", "Float 16i"),
            ("'a'", "Char a"),
            ("'\\n'", "Char \\n"),
            ("\"a\\\"b\"", "Str a\\\"b"),
            ("`a\\n`", "Str a\\n"),
            ("true", "Bool true"),
            ("nil", "Null null"),
            ("iota", "Name iota"),
        ],
    );
}

#[test]
fn composite_literals_have_a_type_and_elements() {
    check(
        expression,
        &[
            ("T{}", "Composite[Type[Name T], List]"),
            ("&T{1, a}", "Unary &[Composite[Type[Name T], List[Int 1, Name a]]]"),
            (
                "p.T{A: 1, b: c}",
                "Composite[Type[Member T[Name p, Identifier T]], List[Pair[Identifier A, Int 1], Pair[Identifier b, Name \
             c]]]",
            ),
            (
                "map[string]int{\"a\": 1}",
                "Composite[OtherType map[Type[Name string], Type[Name int]], List[Pair[Str a, Int 1]]]",
            ),
            (
                "[]T{{a: 1}, {}}",
                "Composite[ArrayType[Type[Name T]], List[List[Pair[Identifier a, Int 1]], List]]",
            ),
            (
                "[...]int{1: 2}",
                "Composite[OtherType [...][Type[Name int]], List[Pair[Int 1, Int 2]]]",
            ),
            ("[2]int{}", "Composite[ArrayType[Type[Name int], Int 2], List]"),
            ("T[int]{a}", "Composite[Type[Name T, Type[Name int]], List[Name a]]"),
            (
                "struct{ a int }{1}",
                "Composite[OtherType struct[ClassBody[Variable a[-, Type[Name int], -, -, Identifier a]]], List[Int 1]]",
            ),
            (
                "T{p.C: 1}",
                "Composite[Type[Name T], List[Pair[Member C[Name p, Identifier C], Int 1]]]",
            ),
        ],
    );
}

#[test]
fn placeholders_stand_for_what_a_pattern_leaves_open() {
    check(
        pattern,
        &[
            ("__OG_VAR_X", "ExpressionStatement[Metavariable $X]"),
            ("__OG_ELLIPSIS", "Ellipsis"),
            (
                "f(__OG_ELLIPSIS, __OG_VAR_X, __OG_LIST_X)",
                "ExpressionStatement[Call[Name f, Arguments[Ellipsis, Metavariable $X, MetavariableEllipsis $...X]]]",
            ),
            (
                "__OG_VAR_O.__OG_ELLIPSIS.m()",
                "ExpressionStatement[Call[Member m[Member[Metavariable $O, Ellipsis], Identifier m], Arguments]]",
            ),
            ("__OG_DEEP(f())", "ExpressionStatement[Deep[Call[Name f, Arguments]]]"),
            (
                "(__OG_TYPED_X.(*sql.DB)).Query(__OG_ELLIPSIS)",
                "ExpressionStatement[Call[Member Query[TypedMetavariable $X[PointerType[Type[Member DB[Name sql, \
             Identifier DB]]]], Identifier Query], Arguments[Ellipsis]]]",
            ),
            (
                "f((__OG_TYPED_X.(string)))",
                "ExpressionStatement[Call[Name f, Arguments[TypedMetavariable $X[Type[Name string]]]]]",
            ),
            (
                "__OG_VAR_X.(__OG_VAR_T)",
                "ExpressionStatement[Cast assert[Metavariable $T, Metavariable $X]]",
            ),
            (
                "__OG_VAR_X := f()",
                "Variable $X[Attributes[Modifier :=], -, Call[Name f, Arguments], -, Metavariable $X]",
            ),
            (
                "__OG_VAR_X, err := f()",
                "Variable[Attributes[Modifier :=], -, Call[Name f, Arguments], Tuple[Metavariable $X, Name err]]",
            ),
            (
                "__OG_VAR_X, __OG_ELLIPSIS := f()",
                "Variable[Attributes[Modifier :=], -, Call[Name f, Arguments], Tuple[Metavariable $X, Ellipsis]]",
            ),
            (
                "__OG_VAR_X, __OG_ELLIPSIS := f(), g()",
                "Variable[Attributes[Modifier :=], -, Tuple[Call[Name f, Arguments], Call[Name g, Arguments]], \
             Tuple[Metavariable $X, Ellipsis]]",
            ),
            (
                "var __OG_VAR_X __OG_VAR_T = f()",
                "Variable $X[Attributes[Modifier var], Metavariable $T, Call[Name f, Arguments], -, Metavariable $X]",
            ),
            (
                "__OG_VAR_X = f()",
                "ExpressionStatement[Assign[Metavariable $X, Call[Name f, Arguments]]]",
            ),
            (
                "func __OG_VAR_F(__OG_ELLIPSIS) { __OG_ELLIPSIS }",
                "Function $F[-, Parameters[Ellipsis], -, Block[Ellipsis], -, Metavariable $F]",
            ),
            (
                "func __OG_VAR_F(__OG_ELLIPSIS, __OG_VAR_X string, __OG_ELLIPSIS) (__OG_ELLIPSIS, error) { }",
                "Function $F[-, Parameters[Ellipsis, Parameter $X[-, Type[Name string], -, -, Metavariable $X], \
             Ellipsis], OtherType tuple[Ellipsis, Type[Name error]], Block, -, Metavariable $F]",
            ),
            (
                "func __OG_VAR_F(a int, __OG_LIST_P) __OG_VAR_T { }",
                "Function $F[-, Parameters[Parameter a[-, Type[Name int], -, -, Identifier a], MetavariableEllipsis \
             $...P], Metavariable $T, Block, -, Metavariable $F]",
            ),
            (
                "func (__OG_VAR_R *__OG_VAR_T) __OG_VAR_F(__OG_VAR_P) { }",
                "Function $F[-, Parameters[Parameter $P[-, -, -, -, Metavariable $P]], -, Block, -, Metavariable $F, \
             Parameters[Parameter $R[-, PointerType[Metavariable $T], -, -, Metavariable $R]]]",
            ),
            (
                "func(__OG_ELLIPSIS, __OG_VAR_R *http.Request, __OG_ELLIPSIS) { __OG_ELLIPSIS }",
                "ExpressionStatement[Lambda[-, Parameters[Ellipsis, Parameter $R[-, PointerType[Type[Member Request[Name \
             http, Identifier Request]]], -, -, Metavariable $R], Ellipsis], -, Block[Ellipsis]]]",
            ),
            (
                "go __OG_VAR_F(__OG_ELLIPSIS)",
                "OtherStatement go[Call[Metavariable $F, Arguments[Ellipsis]]]",
            ),
            ("for __OG_ELLIPSIS { __OG_ELLIPSIS }", "For[Ellipsis, Block[Ellipsis]]"),
            (
                "for __OG_VAR_K, __OG_VAR_V := range __OG_VAR_X { __OG_ELLIPSIS }",
                "For[ForEachHeader range[Tuple[Metavariable $K, Metavariable $V], Metavariable $X], Block[Ellipsis]]",
            ),
            (
                "if __OG_ELLIPSIS { __OG_ELLIPSIS; f(); __OG_LIST_S }",
                "If[Ellipsis, Block[Ellipsis, ExpressionStatement[Call[Name f, Arguments]], MetavariableEllipsis $...S]]",
            ),
            (
                "if __OG_VAR_E := __OG_VAR_F(__OG_ELLIPSIS); __OG_VAR_E != nil { }",
                "Block bare[Variable $E[Attributes[Modifier :=], -, Call[Metavariable $F, Arguments[Ellipsis]], -, \
             Metavariable $E], If[Binary !=[Metavariable $E, Null null], Block]]",
            ),
            (
                "x = T{__OG_ELLIPSIS, A: __OG_VAR_X, __OG_ELLIPSIS}",
                "ExpressionStatement[Assign[Name x, Composite[Type[Name T], List[Ellipsis, Pair[Identifier A, \
             Metavariable $X], Ellipsis]]]]",
            ),
            (
                "x = __OG_VAR_T{__OG_VAR_K: __OG_VAR_V}",
                "ExpressionStatement[Assign[Name x, Composite[Metavariable $T, List[Pair[Metavariable $K, Metavariable \
             $V]]]]]",
            ),
            (
                "type __OG_VAR_T struct { __OG_ELLIPSIS; __OG_VAR_F string; __OG_ELLIPSIS }",
                "Class $T[-, -, -, ClassBody[Ellipsis, Variable $F[-, Type[Name string], -, -, Metavariable $F], \
             Ellipsis], -, -, Metavariable $T, Str struct]",
            ),
            (
                "type __OG_VAR_T interface { __OG_ELLIPSIS; f() error }",
                "Class $T[-, -, -, ClassBody[Ellipsis, Function f[-, Parameters, Type[Name error], -, -, Identifier f]], \
             -, -, Metavariable $T, Str interface]",
            ),
            (
                "import __OG_VAR_X \"a/b\"",
                "Import a/b[Identifier a/b, Metavariable $X]",
            ),
            ("import (\n\t_ \"__OG_ELLIPSIS\"\n\t\"a\"\n)", "Import a[Identifier a]"),
            (
                "import (\n\t\"a\"\n\t_ \"__OG_ELLIPSIS\"\n\t\"b\"\n\t_ \"__OG_ELLIPSIS\"\n)",
                "Import a[Identifier a]; Ellipsis; Import b[Identifier b]",
            ),
            (
                "make([]__OG_VAR_T, __OG_ELLIPSIS)",
                "ExpressionStatement[OtherExpression make[Arguments[ArrayType[Metavariable $T], Ellipsis]]]",
            ),
            ("return __OG_ELLIPSIS, nil", "Return[Tuple[Ellipsis, Null null]]"),
            (
                "switch __OG_VAR_X { case __OG_ELLIPSIS: __OG_ELLIPSIS }",
                "Switch[Metavariable $X, Case[CaseLabels[Ellipsis], Block bare[Ellipsis]]]",
            ),
            (
                "[]__OG_VAR_T{__OG_ELLIPSIS}",
                "ExpressionStatement[Composite[ArrayType[Metavariable $T], List[Ellipsis]]]",
            ),
            (
                "map[string]int{__OG_ELLIPSIS, \"a\": __OG_VAR_X, __OG_ELLIPSIS}",
                "ExpressionStatement[Composite[OtherType map[Type[Name string], Type[Name int]], List[Ellipsis, Pair[Str \
             a, Metavariable $X], Ellipsis]]]",
            ),
            (
                "select { case __OG_ELLIPSIS: __OG_ELLIPSIS }",
                "OtherStatement select[Switch[-, Case[CaseLabels[Ellipsis], Block bare[Ellipsis]]]]",
            ),
            ("__OG_LIST_S", "MetavariableEllipsis $...S"),
        ],
    );
}

/// The source texts of the nodes of a kind.
fn sources(tree: &Tree, kind: Kind) -> Vec<&str> {
    let nodes = tree.descend(tree.root()).filter(|id| tree.kind(*id) == kind);
    nodes.map(|id| tree.source(id)).collect()
}

#[test]
fn spans_are_what_a_result_reports() {
    let cases: &[(&str, Kind, &[&str])] = &[
        ("var a int = foo()", Kind::Variable, &["a int = foo()"]),
        ("var a = foo()", Kind::Variable, &["a = foo()"]),
        ("const (\n\ta = 1\n\tb = 2\n)", Kind::Variable, &["a = 1", "b = 2"]),
        ("func f() { a, b := foo() }", Kind::Variable, &["a, b := foo()"]),
        ("func f() { a, b := foo() }", Kind::Tuple, &["a, b"]),
        ("func f() { go b(1) }", Kind::OtherStatement, &["b(1)"]),
        ("func f() { defer f.Close() }", Kind::OtherStatement, &["f.Close()"]),
        ("func f() { return 1, nil }", Kind::Return, &["return 1, nil"]),
        ("func b() (int, error) { }", Kind::OtherType, &["int, error"]),
        (
            "func b() (int, error) { }",
            Kind::Function,
            &["func b() (int, error) { }"],
        ),
        ("type A struct { x int }", Kind::Class, &["A struct { x int }"]),
        ("type A int", Kind::TypeAlias, &["A int"]),
        ("var x = (a + b)", Kind::Binary, &["a + b"]),
        ("var x = &T{a: 1}", Kind::Composite, &["T{a: 1}"]),
        ("var x = p.T{A: 1, B: 2}", Kind::Pair, &["A: 1", "B: 2"]),
        (
            "func f() { if err := g(); err != nil { } }",
            Kind::If,
            &["if err := g(); err != nil { }"],
        ),
        ("import \"a/b\"", Kind::Import, &["import \"a/b\""]),
        ("import (\n\tx \"a\"\n)", Kind::Import, &["import (\n\tx \"a\""]),
        ("func f(a, b int) { }", Kind::Parameter, &["a, b int", "b int"]),
    ];
    for (text, kind, expected) in cases {
        let text = format!("package p\n{text}\n");
        assert_eq!(sources(&tree(&text), *kind), *expected, "{text}");
    }
}

#[test]
fn around_broken_code_the_rest_is_kept() {
    for text in [
        "package p\nfunc f() { f( ; g() }\nvar x int\n",
        "package p\nfunc f() { a b c; g() }\nvar x int\n",
        "package p\nfunc f() { if a { g() }\nvar x int\n",
        "package p\nvar = 3\nfunc f() { g() }\nvar x int\n",
    ] {
        let tree = tree(text);
        assert!(!tree.problems().is_empty(), "{text}");
        assert!(
            tree.problems()
                .iter()
                .all(|problem| problem.kind == ProblemKind::Syntax)
        );
        assert!(sources(&tree, Kind::Call).contains(&"g()"), "{text}");
        assert!(sources(&tree, Kind::Variable).contains(&"x int"), "{text}");
    }
}

#[test]
fn what_nests_too_deep_is_cut_off_and_reported() {
    let deep = MAX_DEPTH * 2;
    for part in [
        format!("var a = {}1{}", "(".repeat(deep), ")".repeat(deep)),
        format!("func f() {{ {}{} }}", "{".repeat(deep), "}".repeat(deep)),
        format!("var a {}int", "[]".repeat(deep)),
        format!("var a {}int", "*".repeat(deep)),
        format!("var a = b{}", " + b".repeat(deep)),
        format!("func f() {{ {} {{ }} }}", "if a { } else ".repeat(deep)),
        format!("var a = {}1{}", "T{".repeat(deep), "}".repeat(deep)),
    ] {
        let text = format!("package p\n{part}\n");
        let tree = tree(&text);
        let problems = tree.problems();
        assert!(
            problems.iter().any(|problem| problem.kind == ProblemKind::TooDeep),
            "{part}"
        );
    }
}

#[test]
fn a_long_type_of_many_names_is_not_copied_for_each() {
    let shared = format!("struct{{ {} }}", "a int; ".repeat(300));
    let text = format!("package p\nvar a{} {shared}\n", ", a".repeat(10_000));
    let tree = tree(&text);
    assert!(tree.len() < text.len() * 4, "{} nodes", tree.len());
}

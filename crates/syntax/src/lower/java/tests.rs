use std::sync::Arc;

use super::super::common::compact;
use crate::lower::lone_pattern;
use crate::tree::{Kind, MAX_DEPTH, NodeId, ProblemKind, Tree};
use crate::{Grammar, Language, lower};

fn tree(text: &str) -> Tree {
    lower(Language::Java, &Arc::from(text), None).expect("Java has a lowering")
}

fn children(tree: &Tree, id: NodeId) -> String {
    let parts: Vec<_> = tree.children(id).iter().map(|child| compact(tree, *child)).collect();
    parts.join("; ")
}

fn file(text: &str) -> String {
    let tree = tree(text);
    children(&tree, tree.root())
}

/// The first node of a kind, in the order of the text.
fn first(tree: &Tree, kind: Kind) -> NodeId {
    let mut nodes = tree.descend(tree.root());
    nodes.find(|id| tree.kind(*id) == kind).expect("a node of the kind")
}

fn members(text: &str) -> String {
    let tree = tree(&format!("class A {{ {text} }}"));
    assert_eq!(tree.problems(), [], "{text}");
    children(&tree, first(&tree, Kind::ClassBody))
}

fn statements(text: &str) -> String {
    let tree = tree(&format!("class A {{ void m() {{ {text} }} }}"));
    assert_eq!(tree.problems(), [], "{text}");
    children(&tree, first(&tree, Kind::Block))
}

fn expression(text: &str) -> String {
    let tree = tree(&format!("class A {{ Object o = {text}; }}"));
    assert_eq!(tree.problems(), [], "{text}");
    compact(&tree, tree.child(first(&tree, Kind::Variable), 2))
}

fn pattern(text: &str) -> String {
    let tree = lone_pattern(Grammar::Java, text).expect("a pattern");
    children(&tree, tree.root())
}

fn check(of: impl Fn(&str) -> String, cases: &[(&str, &str)]) {
    for (text, outline) in cases {
        assert_eq!(of(text), *outline, "{text}");
    }
}

#[test]
fn imports_name_a_path_and_what_is_taken_from_it() {
    check(
        file,
        &[
            (
                "import a.b.C;",
                "Import a.b[Identifier a.b, -, ImportName C[Identifier C]]",
            ),
            (
                "import a.b.*;",
                "Import a.b[Identifier a.b, -, ImportName *[Identifier *]]",
            ),
            (
                "import static a.B.c;",
                "Import a.B;[Identifier a.B, -, ImportName c[Identifier c]]",
            ),
            ("import a;", "Import a[Identifier a]"),
            ("package a . b;", "Package a.b"),
            (";", "Pass"),
        ],
    );
}

#[test]
fn every_statement_has_a_kind() {
    check(
        statements,
        &[
            ("f();", "ExpressionStatement;[Call[Name f, Arguments]]"),
            (
                "int a = 1, b[], c = 2;",
                "Variable a[-, Type[Name int], Int 1, -, Identifier a]; Variable b[-, ArrayType[Type[Name int]], -, -, \
             Identifier b]; Variable c[-, Type[Name int], Int 2, -, Identifier c]",
            ),
            (
                "final String s;",
                "Variable s[Attributes[Modifier final], Type[Name String], -, -, Identifier s]",
            ),
            ("return;", "Return"),
            ("return a;", "Return[Name a]"),
            ("throw a;", "Throw[Name a]"),
            ("break a;", "Break[Identifier a]"),
            ("continue;", "Continue"),
            (
                "a: f();",
                "Labeled[Identifier a, ExpressionStatement;[Call[Name f, Arguments]]]",
            ),
            (
                "{ f(); ; }",
                "Block[ExpressionStatement;[Call[Name f, Arguments]], Pass]",
            ),
            ("assert a : b;", "Assert[Name a, Name b]"),
            ("yield a;", "ExpressionStatement;[Yield[Name a]]"),
            ("synchronized (a) { }", "OtherStatement synchronized[Name a, Block]"),
            (
                "if (a) f(); else if ((b)) { } else { g(); }",
                "If[Name a, Block bare[ExpressionStatement;[Call[Name f, Arguments]]], If[Name b, Block, \
             Block[ExpressionStatement;[Call[Name g, Arguments]]]]]",
            ),
            (
                "while (a) f();",
                "While[Name a, Block bare[ExpressionStatement;[Call[Name f, Arguments]]]]",
            ),
            ("do { } while (a);", "DoWhile[Block, Name a]"),
            (
                "for (int i = 0, j = 1; i < 2; i++, j++) { }",
                "For[ForHeader[Sequence[Variable i[-, Type[Name int], Int 0, -, Identifier i], Variable j[-, Type[Name \
             int], Int 1, -, Identifier j]], Binary <[Name i, Int 2], Sequence[Unary ++ postfix[Name i], Unary ++ \
             postfix[Name j]]], Block]",
            ),
            (
                "for (;;) f();",
                "For[ForHeader, Block bare[ExpressionStatement;[Call[Name f, Arguments]]]]",
            ),
            (
                "for (final var a : b) { }",
                "For[ForEachHeader :[Variable a[Attributes[Modifier final], Type[Name var], -, -, Identifier a], Name b], \
             Block]",
            ),
            (
                "for (int a[] : b) ;",
                "For[ForEachHeader :[Variable a[-, ArrayType[Type[Name int]], -, -, Identifier a], Name b], Block \
             bare[Pass]]",
            ),
            ("try { } finally { }", "Try[-, Block, Handlers, -, Block]"),
            (
                "try (A a = b; c) { } catch (final A | b.B e) { }",
                "Try[Block bare[Variable a[-, Type[Name A], Name b, -, Identifier a], ExpressionStatement[Name c]], \
             Block, Handlers[Handler[UnionType |[Type[Name A], Type[Member B[Name b, Identifier B]]], Name e, \
             Block]]]",
            ),
            (
                "class B { }",
                "Class B[-, -, -, ClassBody, -, -, Identifier B, Str class]",
            ),
        ],
    );
}

#[test]
fn cases_of_both_forms_of_switch_are_cases() {
    check(
        statements,
        &[
            (
                "switch (a) { case 1: case 2: f(); break; default: }",
                "Switch[Name a, Case[CaseLabels[Int 1, Int 2], Block bare[ExpressionStatement;[Call[Name f, Arguments]], \
             Break]], Case[CaseLabels, Block bare]]",
            ),
            (
                "switch (a) { case 1: default: f(); }",
                "Switch[Name a, Case[CaseLabels[Int 1, Special default], Block bare[ExpressionStatement;[Call[Name f, \
             Arguments]]]]]",
            ),
            (
                "switch (a) { case 1, 2 -> f(); case B b when c -> { } case P(int x, Q(var y)) -> throw d; default -> g(); }",
                "Switch[Name a, Case[CaseLabels[Int 1, Int 2], Block bare[ExpressionStatement;[Call[Name f, \
             Arguments]]]], Case[CaseLabels[Variable b[-, Type[Name B], -, -, Identifier b], Name c], Block], \
             Case[CaseLabels[Call[Name P, Arguments[Variable x[-, Type[Name int], -, -, Identifier x], Call[Name Q, \
             Arguments[Variable y[-, Type[Name var], -, -, Identifier y]]]]]], Block bare[Throw[Name d]]], \
             Case[CaseLabels, Block bare[ExpressionStatement;[Call[Name g, Arguments]]]]]",
            ),
        ],
    );
}

#[test]
fn members_are_variables_functions_classes_and_blocks() {
    check(
        members,
        &[
            (
                "int a = 1, b;",
                "Variable a[-, Type[Name int], Int 1, -, Identifier a]; Variable b[-, Type[Name int], -, -, Identifier b]",
            ),
            (
                "@A(1) private static final a.B<C> d = e;",
                "Variable d[Attributes[Annotation[Name A, Arguments[Int 1]], Modifier private, Modifier static, Modifier \
             final], Type[Member B[Name a, Identifier B], Type[Name C]], Name e, -, Identifier d]",
            ),
            (
                "static { f(); }",
                "Block[ExpressionStatement;[Call[Name f, Arguments]]]",
            ),
            ("{ f(); }", "Block[ExpressionStatement;[Call[Name f, Arguments]]]"),
            (
                "A(int a, B... b) throws C, d.D { super(a); }",
                "Function A[-, Parameters[Parameter a[-, Type[Name int], -, -, Identifier a], RestParameter b[-, \
             Type[Name B], -, -, Identifier b]], -, Block[ExpressionStatement;[Call[Special super, Arguments[Name \
             a]]]], -, Identifier A, -, Bases[Type[Name C], Type[Member D[Name d, Identifier D]]]]",
            ),
            (
                "A() { this(); }",
                "Function A[-, Parameters, -, Block[ExpressionStatement;[Call[Special this, Arguments]]], -, Identifier \
             A]",
            ),
            (
                "<T extends B & C> T[] f(final int a, @D T b)[] { }",
                "Function f[-, Parameters[Parameter a[Attributes[Modifier final], Type[Name int], -, -, Identifier a], \
             Parameter b[Attributes[Annotation[Name D]], Type[Name T], -, -, Identifier b]], \
             ArrayType[ArrayType[Type[Name T]]], Block, Generics[TypeParameter T[Identifier T, UnionType &[Type[Name \
             B], Type[Name C]]]], Identifier f]",
            ),
            (
                "abstract void f();",
                "Function f[Attributes[Modifier abstract], Parameters, Type[Name void], -, -, Identifier f]",
            ),
            (
                "native int f(A this, int b);",
                "Function f[Attributes[Modifier native], Parameters[Parameter b[-, Type[Name int], -, -, Identifier b]], \
             Type[Name int], -, -, Identifier f]",
            ),
            (
                "int f() { ; }",
                "Function f[-, Parameters, Type[Name int], Block[Pass], -, Identifier f]",
            ),
            (
                "enum E { P, Q(1), @A R { int x; }; int a; }",
                "Class E[-, -, -, ClassBody[Variable P[-, -, -, -, Identifier P], Variable Q[-, -, OtherExpression \
             enum_constant[Arguments[Int 1]], -, Identifier Q], Variable R[Attributes[Annotation[Name A]], -, \
             OtherExpression enum_constant[ClassBody[Variable x[-, Type[Name int], -, -, Identifier x]]], -, \
             Identifier R], Variable a[-, Type[Name int], -, -, Identifier a]], -, -, Identifier E, Str enum]",
            ),
            (
                "sealed interface I<T> extends J, K permits L { int a = 1; void f(); default void g() { } }",
                "Class I[Attributes[Modifier sealed], -, Bases[Type[Name J], Type[Name K]], ClassBody[Variable a[-, \
             Type[Name int], Int 1, -, Identifier a], Function f[-, Parameters, Type[Name void], -, -, Identifier f], \
             Function g[Attributes[Modifier default], Parameters, Type[Name void], Block, -, Identifier g]], \
             Generics[TypeParameter T[Identifier T]], -, Identifier I, Str interface]",
            ),
            (
                "record R<T>(int a, T b) implements I { R { f(); } }",
                "Class R[-, -, Bases[Type[Name I]], ClassBody[Function R[-, Parameters, -, \
             Block[ExpressionStatement;[Call[Name f, Arguments]]], -, Identifier R]], Generics[TypeParameter \
             T[Identifier T]], Parameters[Parameter a[-, Type[Name int], -, -, Identifier a], Parameter b[-, \
             Type[Name T], -, -, Identifier b]], Identifier R, Str record]",
            ),
            (
                "@interface B { int a() default 1; String[] b(); }",
                "Class B[-, -, -, ClassBody[Function a[-, Parameters, Type[Name int], Block bare[Return implicit[Int 1]], \
             -, Identifier a], Function b[-, Parameters, ArrayType[Type[Name String]], -, -, Identifier b]], -, -, \
             Identifier B, Str @interface]",
            ),
            (
                "final class B extends c.C<D> implements I { ; }",
                "Class B[Attributes[Modifier final], Bases[Type[Member C[Name c, Identifier C], Type[Name D]]], \
             Bases[Type[Name I]], ClassBody, -, -, Identifier B, Str class]",
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
            ("this", "Special this"),
            ("a.b", "Member b[Name a, Identifier b]"),
            ("this.a", "Member a[Special this, Identifier a]"),
            (
                "A.this.b",
                "Member b[Member this[Name A, Identifier this], Identifier b]",
            ),
            (
                "A.super.b",
                "Member b[Member super[Name A, Identifier super], Identifier b]",
            ),
            ("f(1)", "Call[Name f, Arguments[Int 1]]"),
            ("a.f()", "Call[Member f[Name a, Identifier f], Arguments]"),
            ("super.f()", "Call[Member f[Special super, Identifier f], Arguments]"),
            (
                "A.super.f()",
                "Call[Member f[Member super[Name A, Identifier super], Identifier f], Arguments]",
            ),
            ("A.<B>f()", "Call[Member f[Name A, Identifier f], Arguments]"),
            ("a[1]", "Index[Name a, Int 1]"),
            ("(a)", "Name a"),
            ("((a + b))", "Binary +[Name a, Name b]"),
            ("-1", "Int -1"),
            ("- a", "Unary -[Name a]"),
            ("!a", "Unary ![Name a]"),
            ("a++", "Unary ++ postfix[Name a]"),
            ("--a", "Unary --[Name a]"),
            ("a = b", "Assign[Name a, Name b]"),
            ("a >>>= b", "CompoundAssign >>>[Name a, Name b]"),
            ("a & b", "Binary &[Name a, Name b]"),
            ("a ? b : c", "Conditional[Name a, Name b, Name c]"),
            ("a instanceof B", "TypeTest[Name a, Type[Name B]]"),
            (
                "a instanceof final B b",
                "TypeTest[Name a, Type[Name B], Variable b[-, Type[Name B], -, -, Identifier b]]",
            ),
            (
                "a instanceof B(int c)",
                "TypeTest[Name a, Type[Name B], Call[Name B, Arguments[Variable c[-, Type[Name int], -, -, Identifier \
             c]]]]",
            ),
            ("(A) a", "Cast[Type[Name A], Name a]"),
            ("(A & B) a", "Cast[UnionType &[Type[Name A], Type[Name B]], Name a]"),
            ("(int[]) a", "Cast[ArrayType[Type[Name int]], Name a]"),
            ("A.class", "Member class[Type[Name A], Identifier class]"),
            (
                "int[].class",
                "Member class[ArrayType[Type[Name int]], Identifier class]",
            ),
            (
                "a.b.class",
                "Member class[Type[Member b[Name a, Identifier b]], Identifier class]",
            ),
            ("new A()", "New[Type[Name A], Arguments]"),
            (
                "new a.B<>(1)",
                "New[Type[Member B[Name a, Identifier B], OtherType <>], Arguments[Int 1]]",
            ),
            (
                "new A<B, C>() { int a; }",
                "New[Type[Name A, Type[Name B], Type[Name C]], Arguments, ClassBody[Variable a[-, Type[Name int], -, -, \
             Identifier a]]]",
            ),
            (
                "a.new B()",
                "OtherExpression object_creation_expression[Name a, New[Type[Name B], Arguments]]",
            ),
            (
                "new int[1][a][]",
                "New[ArrayType[ArrayType[ArrayType[Type[Name int]]]], Arguments[Int 1, Name a]]",
            ),
            (
                "new int[][] {{1}, {}}",
                "Composite[ArrayType[ArrayType[Type[Name int]]], List[List[Int 1], List]]",
            ),
            (
                "a -> b",
                "Lambda[-, Parameters[Parameter a[-, -, -, -, Identifier a]], -, Name b]",
            ),
            ("() -> { }", "Lambda[-, Parameters, -, Block]"),
            (
                "(a, b) -> c",
                "Lambda[-, Parameters[Parameter a[-, -, -, -, Identifier a], Parameter b[-, -, -, -, Identifier b]], -, \
             Name c]",
            ),
            (
                "(int a, final B... b) -> c",
                "Lambda[-, Parameters[Parameter a[-, Type[Name int], -, -, Identifier a], RestParameter \
             b[Attributes[Modifier final], Type[Name B], -, -, Identifier b]], -, Name c]",
            ),
            ("A::f", "MethodReference f[Name A, Identifier f]"),
            (
                "a.b::new",
                "MethodReference new[Member b[Name a, Identifier b], Identifier new]",
            ),
            (
                "int[]::new",
                "MethodReference new[ArrayType[Type[Name int]], Identifier new]",
            ),
            (
                "A<B>::new",
                "MethodReference new[Type[Name A, Type[Name B]], Identifier new]",
            ),
            ("super::f", "MethodReference f[Special super, Identifier f]"),
            (
                "switch (a) { case 1 -> 2; default -> 3; }",
                "OtherExpression switch_expression[Switch[Name a, Case[CaseLabels[Int 1], Block \
             bare[ExpressionStatement;[Int 2]]], Case[CaseLabels, Block bare[ExpressionStatement;[Int 3]]]]]",
            ),
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
            ("0x3e8L", "Int 1000l"),
            ("1000L", "Int 1000l"),
            ("017", "Int 15"),
            ("0b1_1", "Int 3"),
            ("1.0", "Float 1"),
            ("1.50", "Float 1.5"),
            ("1e3", "Float 1000"),
            ("1.5f", "Float 1.5f"),
            ("1.5D", "Float 1.5"),
            ("1f", "Float 1f"),
            ("0x1.8p3", "Float 12"),
            ("0x1.8p3f", "Float 12f"),
            ("'a'", "Char a"),
            ("'\\n'", "Char \\n"),
            ("\"a\\\"b\"", "Str a\\\"b"),
            ("\"\"", "Str "),
            ("true", "Bool true"),
            ("null", "Null null"),
        ],
    );
}

#[test]
fn a_type_is_a_name_with_arguments_or_made_of_types() {
    check(
        members,
        &[
            ("int a;", "Variable a[-, Type[Name int], -, -, Identifier a]"),
            ("A a;", "Variable a[-, Type[Name A], -, -, Identifier a]"),
            (
                "a.b.C a;",
                "Variable a[-, Type[Member C[Member b[Name a, Identifier b], Identifier C]], -, -, Identifier a]",
            ),
            (
                "A<B, c.D<E>> a;",
                "Variable a[-, Type[Name A, Type[Name B], Type[Member D[Name c, Identifier D], Type[Name E]]], -, -, \
             Identifier a]",
            ),
            (
                "A<?> a;",
                "Variable a[-, Type[Name A, OtherType ?], -, -, Identifier a]",
            ),
            (
                "A<? extends B> a;",
                "Variable a[-, Type[Name A, OtherType ? extends[Type[Name B]]], -, -, Identifier a]",
            ),
            (
                "A<? super B> a;",
                "Variable a[-, Type[Name A, OtherType ? super[Type[Name B]]], -, -, Identifier a]",
            ),
            (
                "A<B>.C a;",
                "Variable a[-, Type[Member C[Type[Name A, Type[Name B]], Identifier C]], -, -, Identifier a]",
            ),
            (
                "int[][] a[];",
                "Variable a[-, ArrayType[ArrayType[ArrayType[Type[Name int]]]], -, -, Identifier a]",
            ),
            (
                "@A int a;",
                "Variable a[Attributes[Annotation[Name A]], Type[Name int], -, -, Identifier a]",
            ),
            (
                "List<@A B> a;",
                "Variable a[-, Type[Name List, Type[Name B]], -, -, Identifier a]",
            ),
            (
                "String a = 1;",
                "Variable a[-, Type[Name String], Int 1, -, Identifier a]",
            ),
        ],
    );
}

#[test]
fn placeholders_stand_for_what_a_pattern_leaves_open() {
    check(
        pattern,
        &[
            ("__OG_VAR_X;", "ExpressionStatement;[Metavariable $X]"),
            ("__OG_ELLIPSIS;", "Ellipsis"),
            ("__OG_LIST_X;", "MetavariableEllipsis $...X"),
            (
                "f(__OG_ELLIPSIS, __OG_VAR_X, __OG_LIST_X);",
                "ExpressionStatement;[Call[Name f, Arguments[Ellipsis, Metavariable $X, MetavariableEllipsis $...X]]]",
            ),
            (
                "__OG_VAR_O.__OG_VAR_M(1);",
                "ExpressionStatement;[Call[Member $M[Metavariable $O, Metavariable $M], Arguments[Int 1]]]",
            ),
            (
                "__OG_VAR_O.__OG_ELLIPSIS.m();",
                "ExpressionStatement;[Call[Member m[Member[Metavariable $O, Ellipsis], Identifier m], Arguments]]",
            ),
            ("__OG_DEEP(f());", "ExpressionStatement;[Deep[Call[Name f, Arguments]]]"),
            (
                "f(__OG_DEEP(__OG_VAR_X));",
                "ExpressionStatement;[Call[Name f, Arguments[Deep[Metavariable $X]]]]",
            ),
            (
                "((a.B<C>) __OG_TYPED_X).f();",
                "ExpressionStatement;[Call[Member f[TypedMetavariable $X[Type[Member B[Name a, Identifier B], Type[Name \
             C]]], Identifier f], Arguments]]",
            ),
            (
                "__OG_VAR_T __OG_VAR_X = __OG_VAR_V;",
                "Variable $X[-, Metavariable $T, Metavariable $V, -, Metavariable $X]",
            ),
            (
                "a.B __OG_TYPED_X = __OG_VAR_V;",
                "ExpressionStatement;[Assign[TypedMetavariable $X[Type[Member B[Name a, Identifier B]]], Metavariable \
             $V]]",
            ),
            (
                "x = (__OG_VAR_T) a;",
                "ExpressionStatement;[Assign[Name x, Cast[Metavariable $T, Name a]]]",
            ),
            (
                "new __OG_VAR_T(__OG_ELLIPSIS) { __OG_ELLIPSIS __OG_ELLIPSIS; };",
                "ExpressionStatement;[New[Metavariable $T, Arguments[Ellipsis], ClassBody[Ellipsis]]]",
            ),
            (
                "__OG_VAR_R __OG_VAR_M(__OG_ELLIPSIS __OG_ELLIPSIS, @A __OG_VAR_T __OG_VAR_P, __OG_LIST_Q __OG_LIST_Q) throws __OG_VAR_E { __OG_ELLIPSIS; }",
                "Function $M[-, Parameters[Ellipsis, Parameter $P[Attributes[Annotation[Name A]], Metavariable $T, -, -, \
             Metavariable $P], MetavariableEllipsis $...Q], Metavariable $R, Block[Ellipsis], -, Metavariable $M, -, \
             Bases[Metavariable $E]]",
            ),
            (
                "@__OG_VAR_A(__OG_ELLIPSIS) class __OG_VAR_C extends __OG_ELLIPSIS { __OG_ELLIPSIS __OG_ELLIPSIS; __OG_VAR_T __OG_VAR_F; __OG_LIST_M __OG_LIST_M; }",
                "Class $C[Attributes[Annotation[Metavariable $A, Arguments[Ellipsis]]], Bases[Ellipsis], -, \
             ClassBody[Ellipsis, Variable $F[-, Metavariable $T, -, -, Metavariable $F], MetavariableEllipsis $...M], \
             -, -, Metavariable $C, Str class]",
            ),
            (
                "@A(__OG_ELLIPSIS = __OG_ELLIPSIS, k = __OG_VAR_V) class B { }",
                "Class B[Attributes[Annotation[Name A, Arguments[Ellipsis, KeywordArgument k[Identifier k, Metavariable \
             $V]]]], -, -, ClassBody, -, -, Identifier B, Str class]",
            ),
            (
                "for (__OG_ELLIPSIS __OG_ELLIPSIS : __OG_ELLIPSIS) { }",
                "For[Ellipsis, Block]",
            ),
            (
                "for (__OG_VAR_T __OG_VAR_X : __OG_VAR_Y) { __OG_ELLIPSIS; }",
                "For[ForEachHeader :[Variable $X[-, Metavariable $T, -, -, Metavariable $X], Metavariable $Y], \
             Block[Ellipsis]]",
            ),
            (
                "for (__OG_ELLIPSIS; __OG_VAR_C; __OG_ELLIPSIS) { }",
                "For[ForHeader[Ellipsis, Metavariable $C, Ellipsis], Block]",
            ),
            (
                "try { __OG_ELLIPSIS; } catch (__OG_ELLIPSIS __OG_ELLIPSIS) { } catch (E __OG_VAR_E) { }",
                "Try[-, Block[Ellipsis], Handlers[Handler[Ellipsis, -, Block], Handler[Type[Name E], Metavariable $E, \
             Block]]]",
            ),
            (
                "x = (__OG_ELLIPSIS) -> { __OG_ELLIPSIS; };",
                "ExpressionStatement;[Assign[Name x, Lambda[-, Parameters[Ellipsis], -, Block[Ellipsis]]]]",
            ),
            (
                "x = __OG_VAR_X -> __OG_VAR_Y;",
                "ExpressionStatement;[Assign[Name x, Lambda[-, Parameters[Parameter $X[-, -, -, -, Metavariable $X]], -, \
             Metavariable $Y]]]",
            ),
            (
                "if (__OG_ELLIPSIS) __OG_VAR_S;",
                "If[Ellipsis, Block bare[ExpressionStatement;[Metavariable $S]]]",
            ),
            ("return __OG_ELLIPSIS;", "Return[Ellipsis]"),
            (
                "void f(__OG_VAR_P __OG_VAR_P) { }",
                "Function f[-, Parameters[Parameter $P[-, -, -, -, Metavariable $P]], Type[Name void], Block, -, \
             Identifier f]",
            ),
            ("import __OG_VAR_X;", "Import $X[Metavariable $X]"),
            (
                "import a.__OG_VAR_X;",
                "Import a[Identifier a, -, ImportName $X[Metavariable $X]]",
            ),
            (
                "import a.__OG_VAR_X.B;",
                "Import a.$X[Identifier a.$X, -, ImportName B[Identifier B]]",
            ),
            (
                "x = (a instanceof __OG_VAR_T __OG_VAR_X);",
                "ExpressionStatement;[Assign[Name x, TypeTest[Name a, Metavariable $T, Variable $X[-, Metavariable $T, -, \
             -, Metavariable $X]]]]",
            ),
            (
                "x = new __OG_VAR_T[] {__OG_ELLIPSIS, 1};",
                "ExpressionStatement;[Assign[Name x, Composite[ArrayType[Metavariable $T], List[Ellipsis, Int 1]]]]",
            ),
            ("__OG_ELLIPSIS;;", "Ellipsis; Pass"),
            (
                "enum __OG_VAR_E { __OG_ELLIPSIS }",
                "Class $E[-, -, -, ClassBody[Ellipsis], -, -, Metavariable $E, Str enum]",
            ),
            (
                "__OG_VAR_X.class.f();",
                "ExpressionStatement;[Call[Member f[Member class[Metavariable $X, Identifier class], Identifier f], \
             Arguments]]",
            ),
            (
                "x = __OG_VAR_X::__OG_VAR_M;",
                "ExpressionStatement;[Assign[Name x, MethodReference $M[Metavariable $X, Metavariable $M]]]",
            ),
            (
                "if (true) { } else __OG_ELLIPSIS;",
                "If[Bool true, Block, Block bare[Ellipsis]]",
            ),
        ],
    );
}

#[test]
fn text_blocks_lose_their_indentation() {
    let cases = [
        ("\"\"\"\n      a\n        b \\n  \n      \"\"\"", "Str a\n  b \\n\n"),
        ("\"\"\"\n  a\"\"\"", "Str a"),
        ("\"\"\"\n\n    a\n  \"\"\"", "Str \n  a\n"),
        ("\"\"\"\r\n  a\r\n  b\"\"\"", "Str a\nb"),
    ];
    for (text, value) in cases {
        assert_eq!(expression(text), value, "{text:?}");
    }
}

/// The source texts of the nodes of a kind.
fn sources(tree: &Tree, kind: Kind) -> Vec<&str> {
    let nodes = tree.descend(tree.root()).filter(|id| tree.kind(*id) == kind);
    nodes.map(|id| tree.source(id)).collect()
}

#[test]
fn spans_are_what_a_result_reports() {
    let cases: &[(&str, Kind, &[&str])] = &[
        ("private Foo f = g();", Kind::Variable, &["private Foo f = g()"]),
        (
            "void m() { final Foo f = g(); }",
            Kind::Variable,
            &["final Foo f = g();"],
        ),
        (
            "void m() { final int a = 1, b = 2; }",
            Kind::Variable,
            &["final int a = 1", "int a = 1, b = 2"],
        ),
        ("@X static int a, b;", Kind::Variable, &["@X static int a", "int a, b"]),
        ("void m() { for (int i = 0; ; ) { } }", Kind::Variable, &["int i = 0"]),
        (
            "void m() { for (final Foo f : fs) { } }",
            Kind::Variable,
            &["final Foo f"],
        ),
        ("int m() { return foo(1); }", Kind::Return, &["return foo(1)"]),
        ("void m() { throw e ; }", Kind::Throw, &["throw e"]),
        ("void m() { foo(1); }", Kind::ExpressionStatement, &["foo(1);"]),
        ("void m() { foo(1); }", Kind::Call, &["foo(1)"]),
        (
            "@Ann int n() throws E { return 1; }",
            Kind::Function,
            &["@Ann int n() throws E { return 1; }"],
        ),
        ("abstract int n();", Kind::Function, &["abstract int n();"]),
        ("@A(1) int n;", Kind::Annotation, &["@A(1)"]),
        ("int a = (b + c) - d;", Kind::Binary, &["(b + c) - d", "(b + c)"]),
        ("int a = (b);", Kind::Name, &["int", "b"]),
        ("void m() { if (a == (b)) { } }", Kind::Binary, &["a == (b)"]),
        (
            "void m() { try { a(); } catch (X e) { b(); } }",
            Kind::Handler,
            &["catch (X e) { b(); }"],
        ),
        ("static { a(); }", Kind::Block, &["static { a(); }"]),
        ("int[][] a;", Kind::ArrayType, &["int[][]", "int[]"]),
    ];
    for (text, kind, expected) in cases {
        let text = format!("class A {{ {text} }}");
        assert_eq!(sources(&tree(&text), *kind), *expected, "{text}");
    }
    let imports = tree("package a.b;\nimport a.b.C;\n");
    assert_eq!(sources(&imports, Kind::Import), ["import a.b.C"]);
    assert_eq!(sources(&imports, Kind::Package), ["package a.b"]);
}

#[test]
fn around_broken_code_the_rest_is_kept() {
    for text in [
        "class A { void m() { f( ; g(); } int x; }",
        "class A { void m() { f() g(); } int x; }",
        "class A { int = 3; void m() { g(); } int x; }",
        "class A { void m() { if (a { } g(); } int x; }",
    ] {
        let tree = tree(text);
        assert!(!tree.problems().is_empty(), "{text}");
        assert!(
            tree.problems()
                .iter()
                .all(|problem| problem.kind == ProblemKind::Syntax)
        );
        assert!(sources(&tree, Kind::Call).contains(&"g()"), "{text}");
        assert!(sources(&tree, Kind::Variable).contains(&"int x"), "{text}");
    }
}

#[test]
fn what_nests_too_deep_is_cut_off_and_reported() {
    let deep = MAX_DEPTH * 2;
    for part in [
        format!("int a = {}1{};", "(".repeat(deep), ")".repeat(deep)),
        format!("void m() {{ {}{} }}", "{".repeat(deep), "}".repeat(deep)),
        format!("int{} a;", "[]".repeat(deep)),
        format!("int a{};", "[]".repeat(deep)),
        format!("{}int{} a;", "A<".repeat(deep), ">".repeat(deep)),
        format!("a{} b;", ".a".repeat(deep)),
        format!("int a = b{};", " + b".repeat(deep)),
        format!("void m() {{ {} ; }}", "if (a) ; else ".repeat(deep)),
    ] {
        let text = format!("class A {{ {part} }}");
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
    let shared = format!("@A({}1)", "1 + ".repeat(300));
    let text = format!("class A {{ {shared} int a{}; }}", ", a".repeat(10_000));
    let tree = tree(&text);
    assert!(tree.len() < text.len() * 4, "{} nodes", tree.len());
    assert_eq!(sources(&tree, Kind::Variable).len(), 10_001);
}

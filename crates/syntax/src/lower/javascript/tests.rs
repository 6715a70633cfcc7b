use super::super::shown::{check, of_file, pattern, ranges, statements};
use crate::grammar::Grammar;
use crate::tree::{Kind, ProblemKind};
use crate::{Language, lower};

fn javascript(text: &str) -> String {
    statements(Language::JavaScript, text)
}

fn typescript(text: &str) -> String {
    statements(Language::TypeScript, text)
}

#[test]
fn statements_have_their_shapes() {
    check(
        &[
            ("foo()", "ExpressionStatement(Call(Name foo, Arguments))"),
            ("foo();", "ExpressionStatement #1(Call(Name foo, Arguments))"),
            (";", "Pass"),
            (
                "if (a) b(); else if (c) { d() } else e()",
                "If(Name a, Block #4(ExpressionStatement #1(Call(Name b, Arguments))), If(Name c, Block(ExpressionStatement(Call(Name d, Arguments))), Block #4(ExpressionStatement(Call(Name e, Arguments)))))",
            ),
            (
                "while (a) b()",
                "While(Name a, Block #4(ExpressionStatement(Call(Name b, Arguments))))",
            ),
            (
                "do { a() } while (b);",
                "DoWhile(Block(ExpressionStatement(Call(Name a, Arguments))), Name b)",
            ),
            ("for (;;) {}", "For(ForHeader, Block)"),
            (
                "for (let i = 0, n = 3; i < n; i++, j--) ;",
                "For(ForHeader(Sequence(Variable i(Attributes(Modifier let), -, Float 0, -, Identifier i), Variable n(Attributes(Modifier let), -, Float 3, -, Identifier n)), Binary <(Name i, Name n), Sequence(Unary ++ #1(Name i), Unary -- #1(Name j))), Block #4(Pass))",
            ),
            (
                "for (const [k, v] of m) {}",
                "For(ForEachHeader of(List(Name k, Name v), Name m), Block)",
            ),
            (
                "for (x.y in z) {}",
                "For(ForEachHeader in(Member y(Name x, Identifier y), Name z), Block)",
            ),
            (
                "for await (const a of b) {}",
                "For(ForEachHeader of(Name a, Name b), Block)",
            ),
            (
                "switch (a) { case 1: b(); break; case 2: default: c() }",
                "Switch(Name a, Case(CaseLabels(Float 1), Block #4(ExpressionStatement #1(Call(Name b, Arguments)), Break)), Case(CaseLabels(Float 2), Block #4), Case(CaseLabels, Block #4(ExpressionStatement(Call(Name c, Arguments)))))",
            ),
            (
                "try { a() } catch (e) { b() } finally { c() }",
                "Try(-, Block(ExpressionStatement(Call(Name a, Arguments))), Handlers(Handler(-, Name e, Block(ExpressionStatement(Call(Name b, Arguments))))), -, Block(ExpressionStatement(Call(Name c, Arguments))))",
            ),
            (
                "try { a() } catch { b() }",
                "Try(-, Block(ExpressionStatement(Call(Name a, Arguments))), Handlers(Handler(-, -, Block(ExpressionStatement(Call(Name b, Arguments))))))",
            ),
            (
                "function f() { return }",
                "Function f(-, Parameters, -, Block(Return), -, Identifier f)",
            ),
            (
                "function f() { return a }",
                "Function f(-, Parameters, -, Block(Return(Name a)), -, Identifier f)",
            ),
            ("throw new Error", "Throw(New(Type(Name Error), Arguments))"),
            (
                "l: for (;;) { break l; continue }",
                "Labeled(Identifier l, For(ForHeader, Block(Break(Identifier l), Continue)))",
            ),
            ("debugger", "OtherStatement debugger"),
            ("with (a) b", "With(Name a, Block #4(ExpressionStatement(Name b)))"),
            (
                "#!/usr/bin/env node\n'use strict'",
                "ExpressionStatement(Str use strict)",
            ),
        ],
        javascript,
    );
}

#[test]
fn declarations_are_one_variable_per_name() {
    check(
        &[
            ("var a", "Variable a(Attributes(Modifier var), -, -, -, Identifier a)"),
            (
                "const a = 1, b = 2;",
                "Variable a(Attributes(Modifier const), -, Float 1, -, Identifier a); Variable b(Attributes(Modifier const), -, Float 2, -, Identifier b)",
            ),
            (
                "let {a, b: [c = 1, ...d], ...e} = f",
                "Variable(Attributes(Modifier let), -, Name f, Record(Property a(Identifier a, Name a), Property b(Identifier b, List(Assign(Name c, Float 1), Spread(Name d))), Spread(Name e)))",
            ),
            (
                "const {a = 1, [b]: c} = d",
                "Variable(Attributes(Modifier const), -, Name d, Record(Property a(Identifier a, Assign(Name a, Float 1)), Property(Name b, Name c)))",
            ),
        ],
        javascript,
    );
    let of_variables = |text| ranges(Language::TypeScript, text, Kind::Variable);
    assert_eq!(of_variables("const a = 1, b = 2;"), ["const a = 1", "b = 2"]);
    assert_eq!(of_variables("export const a: string = b;"), ["const a: string = b"]);
    assert_eq!(of_variables("import a = require('m');"), ["import a = require('m')"]);
}

#[test]
fn functions_and_classes_have_their_shapes() {
    check(
        &[
            (
                "async function f(a, b = 1, {c}, ...d) {}",
                "Function f(Attributes(Modifier async), Parameters(Parameter a(-, -, -, -, Identifier a), Parameter b(-, -, Float 1, -, Identifier b), Parameter(-, -, -, Record(Property c(Identifier c, Name c))), RestParameter d(-, -, -, -, Identifier d)), -, Block, -, Identifier f)",
            ),
            (
                "function* g() { yield* a; yield }",
                "Function g(Attributes(Modifier generator), Parameters, -, Block(ExpressionStatement #1(Yield #1(Name a)), ExpressionStatement(Yield)), -, Identifier g)",
            ),
            (
                "x = function n(a) {}",
                "ExpressionStatement(Assign(Name x, Lambda(-, Parameters(Parameter a(-, -, -, -, Identifier a)), -, Block)))",
            ),
            (
                "x = async a => b",
                "ExpressionStatement(Assign(Name x, Lambda(Attributes(Modifier async), Parameters(Parameter a(-, -, -, -, Identifier a)), -, Name b)))",
            ),
            (
                "class A extends m.B { static x = 1; #p; get g() {} async *m(a) {} ['c']() {} static { a() } }",
                "Class A(-, Bases(Type(Member B(Name m, Identifier B))), -, ClassBody(Variable x(Attributes(Modifier static), -, Float 1, -, Identifier x), Variable #p(-, -, -, -, Identifier #p), Function g(Attributes(Modifier get), Parameters, -, Block, -, Identifier g), Function m(Attributes(Modifier async, Modifier generator), Parameters(Parameter a(-, -, -, -, Identifier a)), -, Block, -, Identifier m), Function(-, Parameters, -, Block, -, Str c), OtherStatement static(Block(ExpressionStatement(Call(Name a, Arguments))))), -, -, Identifier A, Str class)",
            ),
            (
                "class A extends mixin(B) {}",
                "Class A(-, Bases(Call(Name mixin, Arguments(Name B))), -, ClassBody, -, -, Identifier A, Str class)",
            ),
            (
                "x = class {}",
                "ExpressionStatement(Assign(Name x, OtherExpression class(Class(-, -, -, ClassBody, -, -, -, Str class))))",
            ),
            (
                "x = {a, b: 1, 'c': 2, [d]: 3, 4: 5, m() {}, get g() {}, ...s}",
                "ExpressionStatement(Assign(Name x, Record(Property a(Identifier a, Name a), Property b(Identifier b, Float 1), Property c(Identifier c, Float 2), Property(Name d, Float 3), Property 4(Identifier 4, Float 5), Function m(-, Parameters, -, Block, -, Identifier m), Function g(Attributes(Modifier get), Parameters, -, Block, -, Identifier g), Spread(Name s))))",
            ),
        ],
        javascript,
    );
}

#[test]
fn typescript_declarations_have_their_shapes() {
    check(
        &[
            (
                "function f(this: T, a: string, b?: number, ...c: any[]): void;",
                "Function f(-, Parameters(Parameter this(-, Type(Name T), -, -, Identifier this), Parameter a(-, Type(Name string), -, -, Identifier a), Parameter b(-, Type(Name number), -, -, Identifier b), RestParameter c(-, ArrayType(Type(Name any)), -, -, Identifier c)), Type(Name void), -, -, Identifier f)",
            ),
            (
                "@D({a: 1}) export abstract class A<T extends U> extends B<T> implements I, J<K> {}",
                "Class A(Attributes(Annotation(Name D, Arguments(Record(Property a(Identifier a, Float 1)))), Modifier abstract), Bases(Type(Name B)), Bases(Type(Name I), Type(Name J)), ClassBody, Generics(TypeParameter T(Identifier T, Type(Name U))), -, Identifier A, Str class)",
            ),
            (
                "class A { @I() private readonly a?: string = b; constructor(private x: B) {} @H() m(): T {} abstract q(): void }",
                "Class A(-, -, -, ClassBody(Variable a(Attributes(Annotation(Name I, Arguments), Modifier private, Modifier readonly), Type(Name string), Name b, -, Identifier a), Function constructor(-, Parameters(Parameter x(Attributes(Modifier private), Type(Name B), -, -, Identifier x)), -, Block, -, Identifier constructor), Function m(Attributes(Annotation(Name H, Arguments)), Parameters, Type(Name T), Block, -, Identifier m), Function q(Attributes(Modifier abstract), Parameters, Type(Name void), -, -, Identifier q)), -, -, Identifier A, Str class)",
            ),
            (
                "interface A extends B { a: string; m(x: T): void; new (): A; [k: string]: any }",
                "Class A(-, Bases(Type(Name B)), -, ClassBody(Variable a(-, Type(Name string), -, -, Identifier a), Function m(-, Parameters(Parameter x(-, Type(Name T), -, -, Identifier x)), Type(Name void), -, -, Identifier m), Function(Attributes(Modifier new), Parameters, Type(Name A)), OtherStatement index signature(Type(Name string), Type(Name any))), -, -, Identifier A, Str interface)",
            ),
            (
                "enum E { A, B = 2 }",
                "Class E(-, -, -, ClassBody(OtherStatement member(Identifier A), OtherStatement member(Identifier B, Float 2)), -, -, Identifier E, Str enum)",
            ),
            (
                "type U<T> = A | B | 'x'",
                r#"TypeAlias U(-, Generics(TypeParameter T(Identifier T)), UnionType |(Type(Name A), Type(Name B), OtherType "x"), Identifier U)"#,
            ),
            (
                "namespace N.M { a() }",
                "OtherStatement namespace(Identifier N.M, Block(ExpressionStatement(Call(Name a, Arguments))))",
            ),
            (
                "declare module 'm' { function f(): void }",
                "OtherStatement namespace(Identifier m, Block(Function f(-, Parameters, Type(Name void), -, -, Identifier f)))",
            ),
            (
                "declare const a: T",
                "Variable a(Attributes(Modifier const), Type(Name T), -, -, Identifier a)",
            ),
            (
                "import a = b.c",
                "Variable a(Attributes(Modifier const), -, Member c(Name b, Identifier c), -, Identifier a)",
            ),
        ],
        typescript,
    );
}

#[test]
fn types_have_their_shapes() {
    check(
        &[
            (
                "let a: m.n.T<U>",
                "Variable a(Attributes(Modifier let), Type(Member T(Member n(Name m, Identifier n), Identifier T)), -, -, Identifier a)",
            ),
            (
                "let a: string[]",
                "Variable a(Attributes(Modifier let), ArrayType(Type(Name string)), -, -, Identifier a)",
            ),
            (
                "let a: (A & B) | null",
                "Variable a(Attributes(Modifier let), UnionType |(UnionType &(Type(Name A), Type(Name B)), OtherType null), -, -, Identifier a)",
            ),
            (
                "let a: { b: C; m(): void }",
                "Variable a(Attributes(Modifier let), OtherType object(OtherType b(Type(Name C)), OtherType m(OtherType parameters, Type(Name void))), -, -, Identifier a)",
            ),
            (
                "let a: (b: C) => D",
                "Variable a(Attributes(Modifier let), OtherType function(OtherType parameters(OtherType b(Type(Name C))), Type(Name D)), -, -, Identifier a)",
            ),
            (
                "let a: [A, B?, ...C[]]",
                "Variable a(Attributes(Modifier let), OtherType tuple(Type(Name A), OtherType ?(Type(Name B)), OtherType ...(ArrayType(Type(Name C)))), -, -, Identifier a)",
            ),
            (
                "let a: keyof typeof b",
                "Variable a(Attributes(Modifier let), OtherType keyof(OtherType typeof(Type(Name b))), -, -, Identifier a)",
            ),
            (
                "let a: readonly A['b']",
                r#"Variable a(Attributes(Modifier let), OtherType readonly(OtherType index(Type(Name A), OtherType "b")), -, -, Identifier a)"#,
            ),
            (
                "let a: A extends B ? C : D",
                "Variable a(Attributes(Modifier let), OtherType conditional(Type(Name A), Type(Name B), Type(Name C), Type(Name D)), -, -, Identifier a)",
            ),
            (
                "let a: `x${B}`",
                "Variable a(Attributes(Modifier let), OtherType template(OtherType x, Type(Name B)), -, -, Identifier a)",
            ),
            (
                "function f(a): a is B {}",
                "Function f(-, Parameters(Parameter a(-, -, -, -, Identifier a)), OtherType is(Type(Name a), Type(Name B)), Block, -, Identifier f)",
            ),
        ],
        typescript,
    );
}

#[test]
fn imports_and_exports_have_their_shapes() {
    check(
        &[
            (
                "import a, {b as c, d} from 'm'",
                "Import m(Identifier m, -, ImportName default(Identifier default, Identifier a), ImportName b(Identifier b, Identifier c), ImportName d(Identifier d))",
            ),
            (
                "import * as f from \"p/q.js\"",
                "Import p/q.js(Identifier p/q.js, -, ImportName *(Identifier *, Identifier f))",
            ),
            ("import 'm'", "Import m(Identifier m)"),
            (
                "const a = require('m')",
                "Variable a(Attributes(Modifier const), -, Call(Name require, Arguments(Str m)), -, Identifier a)",
            ),
            (
                "export class A {}",
                "Class A(-, -, -, ClassBody, -, -, Identifier A, Str class)",
            ),
            (
                "export default function f() {}",
                "Function f(-, Parameters, -, Block, -, Identifier f)",
            ),
            (
                "export default class {}",
                "Class(-, -, -, ClassBody, -, -, -, Str class)",
            ),
            (
                "export default a.b",
                "OtherStatement export default(Member b(Name a, Identifier b))",
            ),
            ("export {a, b as c}", "OtherStatement export(Name a, Name b)"),
            (
                "export {a} from 'm'",
                "OtherStatement export from(Identifier a, Identifier m)",
            ),
            (
                "export * as a from 'm'",
                "OtherStatement export from(Identifier a, Identifier m)",
            ),
        ],
        javascript,
    );
    check(
        &[
            (
                "import type {A} from 'm'",
                "Import m(Identifier m, -, ImportName A(Identifier A))",
            ),
            ("export = a", "OtherStatement export =(Name a)"),
        ],
        typescript,
    );
}

#[test]
fn expressions_have_their_shapes() {
    check(
        &[
            (
                "a?.b?.[c]?.(d)",
                "ExpressionStatement(Call #1(Index #1(Member b #1(Name a, Identifier b), Name c), Arguments(Name d)))",
            ),
            ("a.#b", "ExpressionStatement(Member #b(Name a, Identifier #b))"),
            (
                "f(...a, b)",
                "ExpressionStatement(Call(Name f, Arguments(Spread(Name a), Name b)))",
            ),
            (
                "super.a(this)",
                "ExpressionStatement(Call(Member a(Special super, Identifier a), Arguments(Special this)))",
            ),
            (
                "import('a')",
                "ExpressionStatement(Call(Name import, Arguments(Str a)))",
            ),
            (
                "import.meta.env",
                "ExpressionStatement(Member env(Member meta(Name import, Identifier meta), Identifier env))",
            ),
            ("new Foo", "ExpressionStatement(New(Type(Name Foo), Arguments))"),
            (
                "new a.B(c)",
                "ExpressionStatement(New(Type(Member B(Name a, Identifier B)), Arguments(Name c)))",
            ),
            (
                "new (f())()",
                "ExpressionStatement(New(Call(Name f, Arguments), Arguments))",
            ),
            (
                "a && b && c",
                "ExpressionStatement(Binary &&(Binary &&(Name a, Name b), Name c))",
            ),
            ("a ?? b", "ExpressionStatement(Binary ??(Name a, Name b))"),
            (
                "a instanceof B",
                "ExpressionStatement(Binary instanceof(Name a, Name B))",
            ),
            (
                "!a, -b, typeof c, ++d, e--",
                "ExpressionStatement(Sequence(Unary !(Name a), Unary -(Name b), Unary typeof(Name c), Unary ++(Name d), Unary -- #1(Name e)))",
            ),
            (
                "a = b = c",
                "ExpressionStatement(Assign(Name a, Assign(Name b, Name c)))",
            ),
            (
                "a >>>= b; c ||= d",
                "ExpressionStatement #1(CompoundAssign >>>(Name a, Name b)); ExpressionStatement(CompoundAssign ||(Name c, Name d))",
            ),
            (
                "[a, b] = c",
                "ExpressionStatement(Assign(List(Name a, Name b), Name c))",
            ),
            (
                "[, a,, b,]",
                "ExpressionStatement(List(OtherExpression hole, Name a, OtherExpression hole, Name b))",
            ),
            ("a ? b : c", "ExpressionStatement(Conditional(Name a, Name b, Name c))"),
            (
                "async () => { await a }",
                "ExpressionStatement(Lambda(Attributes(Modifier async), Parameters, -, Block(ExpressionStatement(Await(Name a)))))",
            ),
            ("(a)", "ExpressionStatement(Name a)"),
            (
                "await (await f(x)).json()",
                "ExpressionStatement(Await(Call(Member json(Await(Call(Name f, Arguments(Name x))), Identifier json), Arguments)))",
            ),
            (
                "await (0, a.b)(c)[d]",
                "ExpressionStatement(Await(Index(Call(Sequence(Float 0, Member b(Name a, Identifier b)), Arguments(Name c)), Name d)))",
            ),
            ("await (a)", "ExpressionStatement(Await(Name a))"),
        ],
        javascript,
    );
    check(
        &[
            (
                "a as any as B",
                "ExpressionStatement(Cast(Type(Name B), Cast(Type(Name any), Name a)))",
            ),
            ("a as const", "ExpressionStatement(Cast(OtherType const, Name a))"),
            ("<T>a", "ExpressionStatement(Cast(Type(Name T), Name a))"),
            ("a satisfies T", "ExpressionStatement(Cast(Type(Name T), Name a))"),
            (
                "a!.b",
                "ExpressionStatement(Member b(Unary ! #1(Name a), Identifier b))",
            ),
            (
                "foo<string>(1)",
                "ExpressionStatement(Call(Name foo, Arguments(Float 1)))",
            ),
            (
                "new Foo<string>(1)",
                "ExpressionStatement(New(Type(Name Foo), Arguments(Float 1)))",
            ),
        ],
        typescript,
    );
}

#[test]
fn literals_have_their_values() {
    check(
        &[
            (
                "[0x10, 16.0, 1.6e1, 1_6, 0o20, 020, 0b10000]",
                "ExpressionStatement(List(Float 16, Float 16, Float 16, Float 16, Float 16, Float 16, Float 16))",
            ),
            (
                "[-1.5, 16n, 0x10n, -1n]",
                "ExpressionStatement(List(Float -1.5, Int 16n, Int 16n, Int -1n))",
            ),
            (
                r#"['it\'s', "a", `b\n`]"#,
                "ExpressionStatement(List(Str it\\'s, Str a, Template(Str b\\n)))",
            ),
            (
                "[true, null, undefined]",
                "ExpressionStatement(List(Bool true, Null null, Name undefined))",
            ),
            (
                "[/a\\/b/gi, /x/]",
                r"ExpressionStatement(List(Regex a\/b(Str gi), Regex x))",
            ),
            (
                "`a${b}c${d}`",
                "ExpressionStatement(Template(Str a, Interpolation(Name b), Str c, Interpolation(Name d)))",
            ),
            (
                "tag`a`",
                "ExpressionStatement(Call(Name tag, Arguments #4(Template(Str a))))",
            ),
        ],
        javascript,
    );
}

#[test]
fn markup_has_its_shapes() {
    check(
        &[
            (
                "<a/>",
                "ExpressionStatement(Markup a(Identifier a, MarkupList, MarkupList))",
            ),
            ("<></>", "ExpressionStatement(Markup(-, MarkupList, MarkupList))"),
            (
                "<m.A x=\"4\" y={1} z {...p} on-x='&amp;' />",
                "ExpressionStatement(Markup m.A(Identifier m.A, MarkupList(MarkupAttribute x(Identifier x, Str 4), MarkupAttribute y(Identifier y, Float 1), MarkupAttribute z(Identifier z), Spread(Name p), MarkupAttribute on-x(Identifier on-x, Str &amp;)), MarkupList))",
            ),
            (
                "<a>t &amp; u {b} <c/>\n  {/* d */}{...e}\n</a>",
                "ExpressionStatement(Markup a(Identifier a, MarkupList, MarkupList(MarkupText t &amp; u , MarkupExpression(Name b), MarkupText  , Markup c(Identifier c, MarkupList, MarkupList), MarkupExpression, MarkupExpression(Spread(Name e)))))",
            ),
            (
                "<a> {b}</a>",
                "ExpressionStatement(Markup a(Identifier a, MarkupList, MarkupList(MarkupText  , MarkupExpression(Name b))))",
            ),
            (
                "<a href={<b/>}></a>",
                "ExpressionStatement(Markup a(Identifier a, MarkupList(MarkupAttribute href(Identifier href, Markup b(Identifier b, MarkupList, MarkupList))), MarkupList))",
            ),
        ],
        javascript,
    );
    check(
        &[(
            "const a = <A<T> />",
            "Variable a(Attributes(Modifier const), -, Markup A(Identifier A, MarkupList, MarkupList), -, Identifier a)",
        )],
        |text| statements(Language::TypeScript, text),
    );
}

#[test]
fn metavariables_and_ellipses_stand_where_they_may() {
    let [any, list, x, y] = ["__OG_ELLIPSIS", "__OG_LIST_A", "__OG_VAR_X", "__OG_VAR_Y"];
    let rows = [
        (any.to_owned(), "Ellipsis"),
        (
            format!("{{ {any}; g() }}"),
            "Block(Ellipsis, Pass, ExpressionStatement(Call(Name g, Arguments)))",
        ),
        (
            format!("f({any}, {x}, {list})"),
            "ExpressionStatement(Call(Name f, Arguments(Ellipsis, Metavariable $X, MetavariableEllipsis $...A)))",
        ),
        (
            format!("function {x}({any}, {y}: string, {list}) {{ {any} }}"),
            "Function $X(-, Parameters(Ellipsis, Parameter $Y(-, Type(Name string), -, -, Metavariable $Y), MetavariableEllipsis $...A), -, Block(Ellipsis), -, Metavariable $X)",
        ),
        (
            format!("({{ {any}, {x}: {y}, {list} }})"),
            "ExpressionStatement(Record(Ellipsis, Property $X(Metavariable $X, Metavariable $Y), MetavariableEllipsis $...A))",
        ),
        (
            format!("class {x} extends {y} {{ {any}\n {list}\n {y} }}"),
            "Class $X(-, Bases(Metavariable $Y), -, ClassBody(Ellipsis, MetavariableEllipsis $...A, Variable $Y(-, -, -, -, Metavariable $Y)), -, -, Metavariable $X, Str class)",
        ),
        (
            format!("[{any}, {x}]"),
            "ExpressionStatement(List(Ellipsis, Metavariable $X))",
        ),
        (
            format!("{x}.{any}.{y}()"),
            "ExpressionStatement(Call(Member $Y(Member(Metavariable $X, Ellipsis), Metavariable $Y), Arguments))",
        ),
        (
            format!("import {{{any}, {x} as {y}}} from '$M'"),
            "Import $M(Identifier $M, -, Ellipsis, ImportName $X(Metavariable $X, Metavariable $Y))",
        ),
        (
            format!("import {x} from 'm'"),
            "Import m(Identifier m, -, ImportName default(Identifier default, Metavariable $X))",
        ),
        (
            format!("<{x} {any} {y}={{{any}}} {list} />"),
            "ExpressionStatement(Markup $X(Metavariable $X, MarkupList(Ellipsis, MarkupAttribute $Y(Metavariable $Y, Ellipsis), MetavariableEllipsis $...A), MarkupList))",
        ),
        (
            format!("<a>{any}{{{x}}} {list} <b/></a>"),
            "ExpressionStatement(Markup a(Identifier a, MarkupList, MarkupList(Ellipsis, MarkupExpression(Metavariable $X), MetavariableEllipsis $...A, Markup b(Identifier b, MarkupList, MarkupList))))",
        ),
        (
            format!("let {x}: {y} = {any}"),
            "Variable $X(Attributes(Modifier let), Metavariable $Y, Ellipsis, -, Metavariable $X)",
        ),
        (
            format!("new {x}({any})"),
            "ExpressionStatement(New(Metavariable $X, Arguments(Ellipsis)))",
        ),
        (format!("for ({any};;) {{}}"), "For(Ellipsis, Block)"),
        (format!("for ({any} of {any}) {{}}"), "For(Ellipsis, Block)"),
        (
            format!("for ({x} of {any}) {{}}"),
            "For(ForEachHeader of(Metavariable $X, Ellipsis), Block)",
        ),
        (
            format!("try {{}} catch ({any}) {{}}"),
            "Try(-, Block, Handlers(Handler(-, Ellipsis, Block)))",
        ),
        (
            format!("foo<{x}>({y})"),
            "ExpressionStatement(OtherExpression typed call(Name foo, Arguments(Metavariable $Y)))",
        ),
        (
            "foo((__OG_TYPED_X as m.T))".to_owned(),
            "ExpressionStatement(Call(Name foo, Arguments(TypedMetavariable $X(Type(Member T(Name m, Identifier T))))))",
        ),
        (
            format!("__OG_DEEP({x} + {y})"),
            "ExpressionStatement(Deep(Binary +(Metavariable $X, Metavariable $Y)))",
        ),
        (
            "`...${a}...`".to_owned(),
            "ExpressionStatement(Template(Str ..., Interpolation(Name a), Str ...))",
        ),
        ("`...`".to_owned(), "ExpressionStatement(Template(Str ...))"),
        (
            "f('$X')".to_owned(),
            "ExpressionStatement(Call(Name f, Arguments(Str $X)))",
        ),
        ("f(".to_owned(), "does not parse"),
    ];
    let rows: Vec<_> = rows.iter().map(|(text, expected)| (text.as_str(), *expected)).collect();
    check(&rows, |text| pattern(Grammar::Tsx, text));
}

#[test]
fn what_a_range_covers() {
    let rows: &[(&str, Kind, &[&str])] = &[
        // Statements with their semicolon, and without.
        ("foo(); // a", Kind::ExpressionStatement, &["foo();"]),
        ("foo() // a", Kind::ExpressionStatement, &["foo()"]),
        ("const a = b /* c */\n", Kind::Variable, &["const a = b"]),
        ("if (a) b() // c", Kind::If, &["if (a) b()"]),
        ("a = () => {} // b", Kind::Assign, &["a = () => {}"]),
        ("class A { m() {} // a\n }", Kind::Function, &["m() {}"]),
        ("function f() { return 1; }", Kind::Return, &["return 1;"]),
        ("throw a;", Kind::Throw, &["throw a"]),
        ("import a from 'm';", Kind::Import, &["import a from 'm'"]),
        ("do {} while (a);", Kind::DoWhile, &["do {} while (a)"]),
        ("class A { x = 1; }", Kind::Variable, &["x = 1"]),
        // Parentheses belong to what they hold, but not to a lone identifier, and not those of a statement.
        ("f((a + b), (c))", Kind::Binary, &["(a + b)"]),
        ("await (a + b).c(d)", Kind::Call, &["(a + b).c(d)"]),
        ("await (a + b).c(d)", Kind::Await, &["await (a + b).c(d)"]),
        ("f((c))", Kind::Name, &["f", "c"]),
        ("if (a < b) {}", Kind::Binary, &["a < b"]),
        // Decorators and modifiers belong to a definition, `export` only behind a decorator.
        ("export class A extends B {}", Kind::Class, &["class A extends B {}"]),
        ("@D() export class A {}", Kind::Class, &["@D() export class A {}"]),
        ("export @D class A {}", Kind::Class, &["@D class A {}"]),
        ("@D() export class A {}", Kind::Annotation, &["D()"]),
        (
            "export async function f() {}",
            Kind::Function,
            &["async function f() {}"],
        ),
        (
            "class A { @D() private async m(a): T {} }",
            Kind::Function,
            &["@D() private async m(a): T {}"],
        ),
        ("class A { @D() a: string; }", Kind::Variable, &["@D() a: string"]),
        ("class A { static m(a) {} }", Kind::Function, &["static m(a) {}"]),
        // Parts.
        ("x = {b: 2, 'a': 1}", Kind::Property, &["b: 2", "'a': 1"]),
        ("try {} catch (e) { b() }", Kind::Handler, &["catch (e) { b() }"]),
        ("a && b && c", Kind::Binary, &["a && b && c", "a && b"]),
        ("for (const a of b) c();", Kind::ForEachHeader, &["const a of b"]),
        ("for (const a of b) c();", Kind::Block, &["c();"]),
        ("x = new Foo;", Kind::New, &["new Foo"]),
    ];
    for (text, kind, expected) in rows {
        assert_eq!(ranges(Language::TypeScript, text, *kind), *expected, "{text}");
        // What is TypeScript only is no JavaScript.
        if !text.contains([':', '@']) {
            assert_eq!(ranges(Language::JavaScript, text, *kind), *expected, "{text}");
        }
    }
}

#[test]
fn broken_code_keeps_the_rest_and_is_listed() {
    let rows = [
        (
            "a();\nvar = ;\nb();",
            "ExpressionStatement #1(Call(Name a, Arguments)); Pass; ExpressionStatement #1(Call(Name b, Arguments))",
            "var =",
        ),
        (
            "f(a b);\nc()",
            "ExpressionStatement #1(Call(Name f, Arguments(Name a, OtherExpression ERROR(Name b)))); ExpressionStatement(Call(Name c, Arguments))",
            "b",
        ),
        (
            "class A { m() { a( } }\nb()",
            "Class A(-, -, -, ClassBody(Function m(-, Parameters, -, Block(ExpressionStatement(Name a)), -, Identifier m)), -, -, Identifier A, Str class); ExpressionStatement(Call(Name b, Arguments))",
            "a(",
        ),
        // The parser adds what is missing: nothing is left out.
        (
            "x = {a: 1, b: };\nb()",
            "ExpressionStatement #1(Assign(Name x, Record(Property a(Identifier a, Float 1), Property b(Identifier b, OtherExpression missing)))); ExpressionStatement(Call(Name b, Arguments))",
            "",
        ),
        (
            "if (a { b() }\nc()",
            "If(Name a, Block(ExpressionStatement(Call(Name b, Arguments)))); ExpressionStatement(Call(Name c, Arguments))",
            "",
        ),
    ];
    for (text, expected, unread) in rows {
        let tree = lower(Language::TypeScript, &text.into(), None).expect("a tree");
        assert_eq!(of_file(&tree), expected, "{text}");
        let [problem] = tree.problems() else {
            panic!("{text}: {:?}", tree.problems());
        };
        assert_eq!(problem.kind, ProblemKind::Syntax, "{text}");
        assert_eq!(&text[problem.span.clone()], unread, "{text}");
    }
}

#[test]
fn what_is_too_deep_is_cut_off_and_listed() {
    for (open, close) in [
        ("f(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("if (a) ", ""),
        ("!", ""),
        ("a + ", ""),
        ("<a>", "</a>"),
    ] {
        let text = format!("before(); {}b{}; after()", open.repeat(600), close.repeat(600));
        let tree = lower(Language::JavaScript, &text.into(), None).expect("a tree");
        let shown = of_file(&tree);
        assert!(
            shown.contains("Name before") && shown.contains("Name after"),
            "{open}: {shown}"
        );
        let kinds: Vec<_> = tree.problems().iter().map(|problem| problem.kind).collect();
        assert!(kinds.contains(&ProblemKind::TooDeep), "{open}: {kinds:?}");
    }
}

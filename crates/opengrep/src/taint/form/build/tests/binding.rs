//! What binds names.

use syntax::Language;

use super::{check, on, plain};

#[test]
fn a_pattern_is_bound_part_by_part() {
    check(
        plain(Language::Python),
        r##"
        x, (p, *q), *r, s = e
        "##,
        r##"
        #0 file
          2 t0 = e
          3 x = t0[0]
          4 t1 = t0[1]
          5 p = t1[0]
          6 q = t1[1..]
          7 r = t0[2..]
          8 s = t0[3] -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.patterns),
        r##"
        x, *r, s = e
        "##,
        r##"
        #0 file
          2 t0 = e
          3 x = t0[0]
          4 r = t0[1..]
          5 s = t0[?_] -> end
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        a = b = t()
        a.b, c[0] = d
        "##,
        r##"
        #0 file
          2 t0 = t()
          3 b = t0
          4 a = b
          5 t1 = d
          6 a.b = t1[0]
          7 c[0] = t1[1] -> end
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { a, b = b, a; c, err := g(d); e, f := 1, h() }
        "##,
        r##"
        #1 function f
          2 t0 = [b, a]
          3 a = t0[0]
          4 b = t0[1]
          5 t1 = g(d)
          6 c = t1[0]
          7 err = t1[1]
          8 e = 1
          9 t2 = h()
          10 f = t2 -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        const {a, b: {c}, d = 1, ...e} = f; [g, , h.i, [j = 2], ...k] = l
        "##,
        r##"
        #0 file
          2 t0 = f
          3 a = t0.a
          4 t1 = t0.b
          5 c = t1.c
          6 d = t0.d
          7 e = t0
          8 t2 = l
          9 g = t2[0]
          10 h.i = t2[2]
          11 t3 = t2[3]
          12 j = t3[0]
          13 k = t2[4..] -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        const {a: [b], [c]: d, e} = f; ({g: h.i} = j)
        "##,
        r##"
        #0 file
          2 t0 = f
          3 e = t0.e
          4 t1 = j -> end
        "##,
    );
    check(
        on(Language::JavaScript, |profile| &mut profile.patterns),
        r##"
        const {a: [b], [c]: d, e} = f; ({g: h.i} = j)
        "##,
        r##"
        #0 file
          2 t0 = f
          3 t1 = t0.a
          4 b = t1[0]
          5 d = t0[?c]
          6 e = t0.e
          7 t2 = j
          8 h.i = t2.g -> end
        "##,
    );
    check(
        on(Language::JavaScript, |profile| &mut profile.statements),
        r##"
        const {a = f()} = b
        "##,
        r##"
        #0 file
          2 t0 = b
          3 a = t0.a
          4 if _ else end
          5 t1 = f()
          6 a = t1 -> end
        "##,
    );
}

#[test]
fn an_update_reads_and_writes_its_place() {
    check(
        plain(Language::Python),
        r##"
        x.y += f(1)
        c[f()] -= 1
        "##,
        r##"
        #0 file
          2 t0 = f(1)
          3 x.y = (x.y + t0)
          4 t1 = f()
          5 c[?t1] = (c[?t1] - 1) -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        i++; j = --a.b; c ||= d
        "##,
        r##"
        #0 file
          2 i = (i + lit)
          3 a.b = (a.b - lit)
          4 j = a.b
          5 c = (c or d) -> end
        "##,
    );
}

#[test]
fn an_assignment_is_a_value() {
    check(
        plain(Language::Python),
        r##"
        while (n := f(t)): g(n)
        "##,
        r##"
        #0 file
          2 .
          3 t0 = f(t)
          4 n = t0
          5 if n else end
          6 g(n) -> 2
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        x = y = z.a = b
        "##,
        r##"
        #0 file
          2 z.a = b
          3 y = z.a
          4 x = y -> end
        "##,
    );
}

#[test]
fn a_resource_is_bound_before_the_body() {
    check(
        plain(Language::Python),
        r##"
        with m() as p, n: B(p)
        "##,
        r##"
        #0 file
          2 t0 = m()
          3 p = t0
          4 n
          5 B(p) -> end
        "##,
    );
}

#[test]
fn a_case_binds_what_it_captures() {
    check(
        plain(Language::Python),
        r##"
        match x:
            case [a, (b, *c)] if d(a): e()
            case {"k": f, **g}: h()
            case str(i) as j: k()
            case P(l, m=n): o()
            case p: q()
        "##,
        r##"
        #0 file
          2 if _ else 10
          3 t0 = x
          4 a = t0[0]
          5 t1 = t0[1]
          6 b = t1[0]
          7 c = t1[1..]
          8 t2 = d(a)
          9 if t2 then 15 else 10
          10 if _ then 16 else 11
          11 if _ else 13
          12 j = x -> 17
          13 if _ then 18 else 14
          14 p = x -> 19
          15 e()
          16 h()
          17 k()
          18 o()
          19 q() -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.patterns),
        r##"
        match x:
            case {"k": f, **g}: h()
            case str(i) as j: k()
            case P(l, m=n): o()
        "##,
        r##"
        #0 file
          2 if _ else 6
          3 t0 = x
          4 f = t0.k
          5 g = t0 -> 13
          6 if _ else 9
          7 i = x
          8 j = x -> 14
          9 if _ else end
          10 t1 = x
          11 l = t1[?_]
          12 n = t1.m -> 15
          13 h()
          14 k()
          15 o() -> end
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        match a, b:
            case 1, c: d()
        "##,
        r##"
        #0 file
          2 t0 = [a, b]
          3 if _ else end
          4 c = t0[1]
          5 d() -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { switch (o) { case String s when f(s): g(s); break; case P(int a, Q(var b)): h(a, b); } } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 if _ else 6
          3 s = o
          4 t0 = f(s)
          5 if t0 then 11 else 6
          6 if _ else end
          7 t1 = o
          8 a = t1[?_]
          9 t2 = t1[?_]
          10 b = t2[?_] -> 12
          11 g(s) -> end
          12 h(a, b) -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { if (f() instanceof String s && g(s)) { h(s); } } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 t0 = f()
          3 s = t0
          4 if <> t0 else 6
          5 t1 = g(s)
          6 if (<> t0 and t1) else end
          7 h(s) -> end
        "##,
    );
}

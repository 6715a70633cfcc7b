//! Expressions.

use syntax::Language;

use super::{check, on, plain};

#[test]
fn nested_calls_are_steps_of_their_own_from_left_to_right() {
    check(
        plain(Language::Python),
        r##"
        x = a.m(b + 1, k=g(c[0]), *d)
        "##,
        r##"
        #0 file
          2 t0 = g(c[0])
          3 t1 = a.m((b + 1), k: t0, *d)
          4 x = t1 -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { x = a(b()).c(d(), e[f()]); } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 t0 = b()
          3 t1 = a(t0)
          4 t2 = d()
          5 t3 = f()
          6 t4 = t1.c(t2, e[?t3])
          7 x = t4 -> end
        "##,
    );
}

#[test]
fn operators_and_containers_stay_expressions() {
    check(
        plain(Language::Python),
        r##"
        x = -a + {"k": b, 1: c, d: 2}["k"] - (1, *e)[0] + {f, *g}
        "##,
        r##"
        #0 file
          2 t0 = {k: b, 1: c, ?d: 2}
          3 t1 = [1, *e]
          4 x = (((op a + t0.k) - t1[0]) + <f, *g>) -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        x = {a, "b": 1, 2: c, ...d}; y = [1, , ...e]
        "##,
        r##"
        #0 file
          2 x = {a: a, b: 1, 2: c, *d}
          3 y = [1, , *e] -> end
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        var x = T{A: a, B: []string{"c", d}}
        "##,
        r##"
        #0 file
          2 x = <a, <"c", d>> -> end
        "##,
    );
    check(
        on(Language::Go, |profile| &mut profile.key),
        r##"
        package p
        var x = T{A: a, B: []string{"c", d}}
        "##,
        r##"
        #0 file
          2 x = {A: a, B: ["c", d]} -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { Object o = new String[] {"a", b}; String[] p = {"a", b}; Object q = (T) c; }
        "##,
        r##"
        #1 class A
          2 this.o = <"a", b>
          3 this.p = ["a", b]
          4 this.q = cast c -> end
        "##,
    );
}

#[test]
fn a_conditional_expression_is_a_branch_into_a_temporary() {
    check(
        plain(Language::Python),
        r##"
        y = x if b else [a, 2]
        "##,
        r##"
        #0 file
          2 if b else 4
          3 t0 = x -> 5
          4 t0 = [a, 2]
          5 y = t0 -> end
        "##,
    );
}

#[test]
fn the_right_side_of_a_short_circuit_runs_when_the_left_holds() {
    check(
        plain(Language::Python),
        r##"
        z = b and h(x)
        z = b and x
        z = b or h(x)
        "##,
        r##"
        #0 file
          2 if b else 4
          3 t0 = h(x)
          4 z = (b and t0)
          5 z = (b and x)
          6 if b else 8
          7 t1 = h(x)
          8 z = (b or t1) -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.fold),
        r##"
        z = b or h(x)
        "##,
        r##"
        #0 file
          2 if b then 4 else 3
          3 t0 = h(x)
          4 z = (b or t0) -> end
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        b and h(x)
        b or (c and h(x))
        "##,
        r##"
        #0 file
          2 t0 = h(x)
          3 (b and t0)
          4 t1 = h(x)
          5 (b or (c and t1)) -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.fold),
        r##"
        b and h(x)
        "##,
        r##"
        #0 file
          2 if b else 4
          3 t0 = h(x)
          4 (b and t0) -> end
        "##,
    );
    check(
        on(Language::JavaScript, |profile| &mut profile.fold),
        r##"
        z = a ?? f()
        "##,
        r##"
        #0 file
          2 if a then 4 else 3
          3 t0 = f()
          4 z = (a ?? t0) -> end
        "##,
    );
}

#[test]
fn a_comprehension_joins_its_results() {
    check(
        plain(Language::Python),
        r##"
        x = [f(v) for v in e if c for w in v]
        "##,
        r##"
        #0 file
          2 t0 = lit
          3 .
          4 t1 = has_next(e)
          5 if t1 else 16
          6 t2 = next(e)
          7 v = t2
          8 if c else 3
          9 .
          10 t3 = has_next(v)
          11 if t3 else 3
          12 t4 = next(v)
          13 w = t4
          14 t5 = f(v)
          15 t0 = (t0 op t5) -> 9
          16 x = t0 -> end
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        x = {k: g(v) for k, v in e}
        "##,
        r##"
        #0 file
          2 t0 = lit
          3 .
          4 t1 = has_next(e)
          5 if t1 else 11
          6 t2 = next(e)
          7 k = t2[0]
          8 v = t2[1]
          9 t3 = g(v)
          10 t0 = (t0 op k op t3) -> 3
          11 x = t0 -> end
        "##,
    );
}

#[test]
fn a_string_with_interpolations_is_one_step() {
    check(
        plain(Language::Python),
        r##"
        x = f"a{b(c)}d{e!r}" "f" + "g" "h"
        "##,
        r##"
        #0 file
          2 t0 = b(c)
          3 t1 = template(a, t0, d, e, "f")
          4 x = (t1 + "g" "h") -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        x = `a${b}`; y = `c`; z = tag`d${e}`
        "##,
        r##"
        #0 file
          2 t0 = template(a, b)
          3 x = t0
          4 y = `c`
          5 t1 = template(d, e)
          6 t2 = tag(t1)
          7 z = t2 -> end
        "##,
    );
}

#[test]
fn new_writes_its_variable() {
    check(
        plain(Language::Java),
        r##"
        class A { void m() { T v = new T(f()); this.v.w = new T(); g(new T(1)); a.new B(c); } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 t0 = f()
          3 v = new T(t0)
          4 this.v.w = new T()
          5 t1 = new T(1)
          6 g(t1)
          7 t2 = new B(a, c) -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        x = new (f())(a); y = new m.T
        "##,
        r##"
        #0 file
          2 t0 = f()
          3 x = new (f())(a)
          4 y = new m.T() -> end
        "##,
    );
}

#[test]
fn an_object_literal_may_have_methods() {
    check(
        plain(Language::JavaScript),
        r##"
        x = {a() { return this.b; }, get c() { return d; }, e: f => f}
        "##,
        r##"
        #0 file
          2 t0 = #1
          3 t1 = #2
          4 t2 = #3
          5 x = {a: t0, c: t1, e: t2} -> end
        #1 function a
          2 return this.b -> end
        #2 function c
          2 return d -> end
        #3 lambda(f)
          2 return f -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        x = {[a()]: 1, b() { c(); }}
        "##,
        r##"
        #0 file
          2 x = _ -> end
        #1 function b
          2 c() -> end
        "##,
    );
    check(
        on(Language::JavaScript, |profile| &mut profile.statements),
        r##"
        x = {[a()]: 1}
        "##,
        r##"
        #0 file
          2 t0 = a()
          3 x = {?t0: 1} -> end
        "##,
    );
}

#[test]
fn markup_is_a_call_of_its_tag() {
    check(
        plain(Language::JavaScript),
        r##"
        x = <A b={c} d {...e}>t{f()}<m.B/>{...g}</A>; children; y = <></>
        "##,
        r##"
        #0 file
          2 t0 = f()
          3 t1 = m.B({})
          4 t2 = A({b: c, *e, children: [t, t0, t1, *g]})
          5 x = t2
          6 children
          7 t3 = _({})
          8 y = t3 -> end
        "##,
    );
}

#[test]
fn a_slice_is_not_translated() {
    check(
        plain(Language::Python),
        r##"
        x = f(a)[1:g()]
        b[1:2] = c
        "##,
        r##"
        #0 file
          2 x = _
          3 c -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.slice),
        r##"
        x = f(a)[1:g()]
        b[1:2] = c
        "##,
        r##"
        #0 file
          2 t0 = f(a)
          3 t1 = g()
          4 x = op t0
          5 b[?_] = c -> end
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { x = a[1:]; y = b[:n] }
        "##,
        r##"
        #1 function f
          2 x = _
          3 y = _ -> end
        "##,
    );
    check(
        on(Language::Go, |profile| &mut profile.slice),
        r##"
        package p
        func f() { x = a[1:]; y = b[:n] }
        "##,
        r##"
        #1 function f
          2 x = op a
          3 y = op b -> end
        "##,
    );
}

#[test]
fn keys_are_names_positions_or_anything() {
    check(
        plain(Language::Python),
        r##"
        x = a.b["c"][0][-1][d][e, 1]
        "##,
        r##"
        #0 file
          2 x = a.b.c[0][?-1][?d][?[e, 1]] -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        x = a["0"][1.5]["b c"]?.[c]
        "##,
        r##"
        #0 file
          2 x = a[0][?1.5].b c[?c] -> end
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        k = "b"
        x = a[k]
        "##,
        r##"
        #0 file
          2 k = "b"
          3 x = a[?k] -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.key),
        r##"
        k = "b"
        x = a[k]["c" "d"]
        "##,
        r##"
        #0 file
          2 k = "b"
          3 x = a.b[?"c" "d"] -> end
        "##,
    );
}

#[test]
fn this_is_the_object_and_its_fields_are_variables() {
    check(
        plain(Language::Python),
        r##"
        def f(self): self.a = self
        "##,
        r##"
        #1 function f(self)
          2 this.a = this -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { String f; private String p = g(); void m() { f = this.f + this.p + p + A.this.f; f(p); super.n(); } }
        "##,
        r##"
        #1 class A
          2 t0 = g()
          3 p = t0 -> end
        #2 function m
          2 this.f = (((this.f + this.p) + p) + A.this.f)
          3 f(p)
          4 this.n() -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        class A { f = 1; m() { this.f = g(); return [f, this.h, super.i, this]; } n() { this.f = 2; } }
        "##,
        r##"
        #1 class A
          2 this.f = 1 -> end
        #2 function m
          2 t0 = g()
          3 this.f = t0
          4 return [this.f, this.h, this.i, this] -> end
        #3 function n
          2 this.f = 2 -> end
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        func (r *R) f() { *r = a; (*r).b = *c; d := &e }
        "##,
        r##"
        #1 function f
          2 r = a
          3 r.b = c
          4 d = op e -> end
        "##,
    );
}

#[test]
fn what_is_deleted_has_no_effect() {
    check(
        plain(Language::Python),
        r##"
        del a.b, c[f()]
        "##,
        r##"
        #0 file
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.reset),
        r##"
        del a.b, c[f()], d
        "##,
        r##"
        #0 file
          2 a.b = remove()
          3 t0 = f()
          4 c[?t0] = remove()
          5 d = remove() -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        delete a.b[f()]
        "##,
        r##"
        #0 file
          2 t0 = f()
          3 op a.b[?t0] -> end
        "##,
    );
    check(
        on(Language::JavaScript, |profile| &mut profile.reset),
        r##"
        delete a.b
        "##,
        r##"
        #0 file
          2 a.b = remove() -> end
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { delete(m, "a"); delete(m.n, k) }
        "##,
        r##"
        #1 function f
          2 m.a = remove(m)
          3 m.n[?k] = remove(m.n) -> end
        "##,
    );
    check(
        on(Language::Java, |profile| &mut profile.reset),
        r##"
        class A { void m() { l.clear(); a.b.setLength(0); l.clear(1); } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 l.clear()
          3 l = remove()
          4 a.b.setLength(0)
          5 a.b = remove()
          6 l.clear(1) -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { l.clear(); } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 l.clear() -> end
        "##,
    );
}

#[test]
fn an_assertion_is_looked_at() {
    check(
        plain(Language::Python),
        r##"
        assert f(a), b
        "##,
        r##"
        #0 file
          2 t0 = f(a)
          3 inspect(t0, b) -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { assert f(a) : b; } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 t0 = f(a)
          3 inspect(t0, b) -> end
        "##,
    );
}

#[test]
fn what_is_sent_is_in_the_channel() {
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { c <- a(); x := <-c }
        "##,
        r##"
        #1 function f
          2 t0 = a()
          3 (c op t0)
          4 x = op c -> end
        "##,
    );
    check(
        on(Language::Go, |profile| &mut profile.statements),
        r##"
        package p
        func f() { c <- a(); x := <-c }
        "##,
        r##"
        #1 function f
          2 t0 = a()
          3 c[?_] = t0
          4 x = op c -> end
        "##,
    );
}

#[test]
fn other_expressions() {
    check(
        plain(Language::JavaScript),
        r##"
        await f(a); x = await b; y = (c(), d); z = typeof e; throw /r/.test(g)
        "##,
        r##"
        #0 file
          2 t0 = f(a)
          3 await(t0)
          4 t1 = await(b)
          5 x = t1
          6 c()
          7 y = d
          8 z = op e
          9 t2 = /r/
          10 t3 = t2.test(g)
          11 throw t3 ! end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { Object m() { synchronized (f(a)) { b(); } return int[].class; } int[] n = new int[c()]; }
        "##,
        r##"
        #1 class A
          2 t0 = c()
          3 this.n = new int[c()](t0) -> end
        #2 function m
          2 f(a)
          3 b()
          4 return int[].class -> end
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { x := make([]T, n(), m); y := new(T); z := a.(T); w := []byte(b); g[int](c) }
        "##,
        r##"
        #1 function f
          2 t0 = n()
          3 t1 = make(t0, m)
          4 x = t1
          5 t2 = new()
          6 y = t2
          7 z = cast a
          8 w = cast b
          9 g(c) -> end
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        print(a < f(b) < c, not d, *e, **g())
        x: int = h()
        y: str
        global z
        "##,
        r##"
        #0 file
          2 t0 = f(b)
          3 t1 = g()
          4 print((a <> t0 <> c), not d, *e, *t1)
          5 t2 = h()
          6 x = t2
          7 y = lit -> end
        "##,
    );
}

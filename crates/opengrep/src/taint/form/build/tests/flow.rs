//! Where statements go on.

use syntax::Language;

use super::{check, on, plain};

#[test]
fn a_loop_takes_one_element_after_the_other() {
    check(
        plain(Language::Python),
        r##"
        for v in f(e): g(v)
        "##,
        r##"
        #0 file
          2 t0 = f(e)
          3 .
          4 t1 = has_next(t0)
          5 if t1 else end
          6 t2 = next(t0)
          7 v = t2
          8 g(v) -> 3
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        for k, v in e:
            if k: continue
            if v: break
            g(k)
        "##,
        r##"
        #0 file
          2 .
          3 t0 = has_next(e)
          4 if t0 else end
          5 t1 = next(e)
          6 k = t1[0]
          7 v = t1[1]
          8 if k then 2 else 9
          9 if v then end else 10
          10 g(k) -> 2
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        for v in e: f()
        else: g()
        "##,
        r##"
        #0 file
          2 .
          3 t0 = has_next(e)
          4 if t0 else end
          5 t1 = next(e)
          6 v = t1
          7 f() -> 2
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.statements),
        r##"
        for v in e:
            if v: break
        else: g()
        "##,
        r##"
        #0 file
          2 .
          3 t0 = has_next(e)
          4 if t0 else 8
          5 t1 = next(e)
          6 v = t1
          7 if v then end else 2
          8 g() -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { for (final T a : b()) { c(a); } } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 t0 = b()
          3 .
          4 t1 = has_next(t0)
          5 if t1 else end
          6 t2 = next(t0)
          7 a = t2
          8 c(a) -> 3
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { for i, v := range x { g(i, v) }; for range n { h() } }
        "##,
        r##"
        #1 function f
          2 .
          3 t0 = has_next(x)
          4 if t0 else 9
          5 t1 = next(x)
          6 i = t1[0]
          7 v = t1[1]
          8 g(i, v) -> 2
          9 .
          10 t2 = has_next(n)
          11 if t2 else end
          12 t3 = next(n)
          13 h() -> 9
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        for (const [a, b] of c) d(a); for (e.f in g) h(e)
        "##,
        r##"
        #0 file
          2 .
          3 t0 = has_next(c)
          4 if t0 else 7
          5 t1 = next(c)
          6 d(a) -> 2
          7 .
          8 t2 = has_next(g)
          9 if t2 else end
          10 t3 = next(g)
          11 e.f = t3
          12 h(e) -> 7
        "##,
    );
    check(
        on(Language::JavaScript, |profile| &mut profile.patterns),
        r##"
        for (const [a, b] of c) d(a)
        "##,
        r##"
        #0 file
          2 .
          3 t0 = has_next(c)
          4 if t0 else end
          5 t1 = next(c)
          6 a = t1[0]
          7 b = t1[1]
          8 d(a) -> 2
        "##,
    );
}

#[test]
fn loops_with_a_condition() {
    check(
        plain(Language::Java),
        r##"
        class A { void m() { while (a()) { if (b) continue; c(); } do { if (d) continue; if (e) break; } while (f()); } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 .
          3 t0 = a()
          4 if t0 else 7
          5 if b then 2 else 6
          6 c() -> 2
          7 .
          8 if d then 10 else 9
          9 if e then end else 10
          10 t1 = f()
          11 if t1 then 7 else end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { for (int i = 0, j = f(); i < 3; i++, g()) { if (i == 1) continue; h(); } } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 i = 0
          3 t0 = f()
          4 j = t0
          5 .
          6 if (i <> 3) else end
          7 if (i == 1) then 9 else 8
          8 h()
          9 i = (i + lit)
          10 g() -> 5
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { for { if a { break } }; b() }
        "##,
        r##"
        #1 function f
          2 .
          3 if a else 2
          4 b() -> end
        "##,
    );
}

#[test]
fn code_after_a_jump_is_not_there() {
    check(
        plain(Language::Python),
        r##"
        def f():
            if a: return 1
            else: raise b
            c()
        "##,
        r##"
        #1 function f
          2 if a else 4
          3 return 1 -> end
          4 throw b ! end
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        def f():
            return
            def g(): h()
        "##,
        r##"
        #1 function f
          2 return -> end
        #2 function g
          2 h() -> end
        "##,
    );
}

#[test]
fn yield_returns_in_python_as_a_statement() {
    check(
        plain(Language::Python),
        r##"
        def f():
            x = yield a
            yield b
            c()
        "##,
        r##"
        #1 function f
          2 yield(a)
          3 x = _
          4 return b -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.r#yield),
        r##"
        def f():
            yield b
            c()
        "##,
        r##"
        #1 function f
          2 yield(b)
          3 c() -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        function* f() { yield a; const x = yield b(); c() }
        "##,
        r##"
        #1 function f
          2 yield(a)
          3 t0 = b()
          4 yield(t0)
          5 x = _
          6 c() -> end
        "##,
    );
}

#[test]
fn exceptions_come_from_calls() {
    check(
        plain(Language::Python),
        r##"
        x = t
        try:
            x = a.b
            x = f()
        except E as e: g(x, e)
        except F: h()
        else: i()
        finally: j()
        k()
        "##,
        r##"
        #0 file
          2 x = t -> 5
          3 . -> 13
          4 . -> 9 ! 11 3
          5 x = a.b
          6 t0 = f() ! 4
          7 x = t0
          8 i() -> 13 ! 3
          9 .
          10 g(x, e) -> 13 ! 3
          11 .
          12 h() ! 3
          13 j()
          14 k() -> end
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        try: f()
        finally: g()
        h()
        "##,
        r##"
        #0 file -> 4
          2 . -> 5
          3 . -> 2
          4 f() ! 3
          5 g()
          6 h() -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { try { try { throw e; } catch (D d) { a(); } } catch (E | F f) { b(); } } }
        "##,
        r##"
        #1 class A
        #2 function m -> 4
          2 . -> 7
          3 . -> 5 ! 2
          4 throw e ! 3
          5 .
          6 a() -> end ! 2
          7 .
          8 b() -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { try (R r = f(); s) { r.g(); } catch (E e) { h(); } } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 t0 = f()
          3 r = t0
          4 s -> 6
          5 . -> 7
          6 r.g() -> end ! 5
          7 .
          8 h() -> end
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        def f():
            try: return a
            finally: b()
            c()
        "##,
        r##"
        #1 function f
          2 return a -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.finally),
        r##"
        def f():
            try: return a
            finally: b()
            c()
        "##,
        r##"
        #1 function f
          2 return a
          3 .
          4 b() -> end
        "##,
    );
    check(
        on(Language::Java, |profile| &mut profile.finally),
        r##"
        class A { void m() { while (a) { try { if (b) break; if (c) continue; if (d) break; e(); } finally { f(); } } } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 .
          3 if a then 6 else end
          4 . -> 15
          5 . -> 4
          6 if b else 9
          7 .
          8 f() -> end
          9 if c else 12
          10 .
          11 f() -> 2
          12 if d then 7 else 13
          13 e() ! 5
          14 f() -> 2
          15 f() -> end
        "##,
    );
    check(
        on(Language::Java, |profile| &mut profile.finally),
        r##"
        class A { void m() { try { try { return; } finally { a(); } } finally { b(); } } }
        "##,
        r##"
        #1 class A
        #2 function m -> 4
          2 . -> 9
          3 . -> 2
          4 return
          5 .
          6 a() ! 3
          7 .
          8 b() -> end
          9 b() -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.exception),
        r##"
        try: raise E(t)
        except E as e: f(e)
        "##,
        r##"
        #0 file
          2 t0 = _ -> 4
          3 . -> 7
          4 t1 = E(t) ! 3
          5 t0 = t1
          6 throw t1 ! 3
          7 .
          8 t2 = t0
          9 t0 = _
          10 e = t2
          11 f(e) -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.exception),
        r##"
        try:
            x = a[b]
            return c.d
        except K: f()
        "##,
        r##"
        #0 file
          2 t0 = _ -> 4
          3 . -> 6
          4 x = a[?b] ! 3
          5 return c.d -> end ! 3
          6 .
          7 t1 = t0
          8 t0 = _
          9 f() -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.exception),
        r##"
        try: f()
        except E as e:
            try: g()
            except F: raise
        "##,
        r##"
        #0 file
          2 t0 = _ -> 4
          3 . -> 5
          4 f() -> end ! 3
          5 .
          6 t1 = t0
          7 t0 = _
          8 e = t1
          9 t0 = _ -> 11
          10 . -> 12
          11 g() -> end ! 10
          12 .
          13 t2 = t0
          14 t0 = _
          15 throw ! end
        "##,
    );
}

#[test]
fn a_switch_tests_all_cases_in_order_before_the_bodies() {
    check(
        plain(Language::Java),
        r##"
        class A { void m() { switch (f()) { case 1: case 2: a(); case 3: b(); break; default: c(); } d(); } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 t0 = f()
          3 if (1 == t0) then 6 else 4
          4 if (2 == t0) then 6 else 5
          5 if (3 == t0) then 7 else 8
          6 a()
          7 b() -> 9
          8 c()
          9 d() -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { switch (k) { case 1 -> a(); case 2 -> { b(); } default -> c(); } } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 if (1 == k) then 4 else 3
          3 if (2 == k) then 5 else 6
          4 a()
          5 b()
          6 c() -> end
        "##,
    );
    check(
        on(Language::Java, |profile| &mut profile.no_fallthrough),
        r##"
        class A { void m() { switch (k) { case 1 -> a(); case 2 -> { b(); } default -> c(); } } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 if (1 == k) then 4 else 3
          3 if (2 == k) then 5 else 6
          4 a() -> end
          5 b() -> end
          6 c() -> end
        "##,
    );
    check(
        on(Language::Java, |profile| &mut profile.no_fallthrough),
        r##"
        class A { void m() { switch (k) { default: a(); case 1: b(); } } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 if (1 == k) then 4 else 3
          3 a()
          4 b() -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { switch (k) { default: a(); case 1: b(); } } }
        "##,
        r##"
        #1 class A
        #2 function m
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { int k = 2; switch (k) { case 1: a(); break; case 2: b(); } } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 k = 2
          3 if (1 == k) [false] then 5 else 4
          4 if (2 == k) [true] then 6 else end
          5 a() -> end
          6 b() -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        for (;;) { switch (a) { case f(): continue; default: break } g(); }
        "##,
        r##"
        #0 file
          2 .
          3 t0 = f()
          4 if (t0 == a) then 2 else 5
          5 g() -> 2
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { switch x := g(); x { case 1: a(); case 2: b(); fallthrough; case 3: c(); default: d() } }
        "##,
        r##"
        #1 function f
          2 t0 = g()
          3 x = t0
          4 if (1 == x) then 7 else 5
          5 if (2 == x) then 8 else 6
          6 if (3 == x) then 9 else 10
          7 a() -> end
          8 b() -> end
          9 c() -> end
          10 d() -> end
        "##,
    );
    check(
        on(Language::Go, |profile| &mut profile.no_fallthrough),
        r##"
        package p
        func f() { switch x := g(); x { case 1: a(); case 2: b(); fallthrough; case 3: c(); default: d() } }
        "##,
        r##"
        #1 function f
          2 t0 = g()
          3 x = t0
          4 if (1 == x) then 7 else 5
          5 if (2 == x) then 8 else 6
          6 if (3 == x) then 9 else 10
          7 a() -> end
          8 b()
          9 c() -> end
          10 d() -> end
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { switch { case a(): b(); default: c() }; switch y := x.(type) { case int, string: d(y) } }
        "##,
        r##"
        #1 function f
          2 t0 = a()
          3 if t0 else 5
          4 b() -> 6
          5 c()
          6 y = x
          7 if _ then 9 else 8
          8 if _ else end
          9 d(y) -> end
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { select { case v := <-c: g(v); case c <- h(): i(); case <-d: ; default: j() } }
        "##,
        r##"
        #1 function f
          2 if _ else 4
          3 v = op c -> 8
          4 if _ else 7
          5 t0 = h()
          6 (c op t0) -> 9
          7 if _ then end else 10
          8 g(v) -> end
          9 i() -> end
          10 j() -> end
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        match a():
            case 1: b()
            case "x" | "y": c()
            case _: d()
        "##,
        r##"
        #0 file
          2 t0 = a()
          3 if (1 == t0) then 5 else 4
          4 if _ then 6 else 7
          5 b()
          6 c()
          7 d() -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.no_fallthrough),
        r##"
        match a():
            case 1: b()
            case 2: c()
        "##,
        r##"
        #0 file
          2 t0 = a()
          3 if (1 == t0) then 5 else 4
          4 if (2 == t0) then 6 else end
          5 b() -> end
          6 c() -> end
        "##,
    );
}

#[test]
fn a_switch_is_a_value() {
    check(
        plain(Language::Java),
        r##"
        class A { void m() { String y = switch (c) { case 1 -> f(); case 2 -> { yield g(); } default -> "a"; }; } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 if (1 == c) then 4 else 3
          3 if (2 == c) then 6 else 8
          4 t1 = f()
          5 t0 = t1
          6 t2 = g()
          7 yield(t2)
          8 t0 = "a"
          9 y = t0 -> end
        "##,
    );
    check(
        on(Language::Java, |profile| &mut profile.switch_value),
        r##"
        class A { void m() { String y = switch (c) { case 1 -> f(); case 2 -> { yield g(); } default -> "a"; }; } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 if (1 == c) then 4 else 3
          3 if (2 == c) then 6 else 8
          4 t1 = f()
          5 t0 = t1 -> 9
          6 t2 = g()
          7 t0 = t2 -> 9
          8 t0 = "a"
          9 y = t0 -> end
        "##,
    );
    check(
        on(Language::Java, |profile| &mut profile.switch_value),
        r##"
        class A { void m() { return switch (c) { case 1: yield f(); default: yield "a"; }; } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 if (1 == c) else 5
          3 t1 = f()
          4 t0 = t1 -> 6
          5 t0 = "a"
          6 return t0 -> end
        "##,
    );
}

#[test]
fn labelled_jumps_go_to_the_start() {
    check(
        plain(Language::Java),
        r##"
        class A { void m() { l: for (;;) { for (;;) { if (a) break l; continue l; } } b(); } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 .
          3 .
          4 .
          5 if a then 2 else 2
        "##,
    );
    check(
        on(Language::Java, |profile| &mut profile.labels),
        r##"
        class A { void m() { l: for (;;) { for (;;) { if (a) break l; continue l; } } b(); } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 .
          3 .
          4 .
          5 if a else 3
          6 b() -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        l: { if (a) break l; b(); } c()
        "##,
        r##"
        #0 file
          2 .
          3 if a then 2 else 4
          4 b()
          5 c() -> end
        "##,
    );
    check(
        on(Language::JavaScript, |profile| &mut profile.labels),
        r##"
        l: { if (a) break l; b(); } c()
        "##,
        r##"
        #0 file
          2 .
          3 if a then 5 else 4
          4 b()
          5 c() -> end
        "##,
    );
}

#[test]
fn goto_goes_to_any_label() {
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { a(); goto L; b(); M: c(); goto N; L: d(); goto M; N: e() }
        "##,
        r##"
        #1 function f
          2 a() -> 5
          3 .
          4 c() -> 7
          5 .
          6 d() -> 3
          7 .
          8 e() -> end
        "##,
    );
}

#[test]
fn deferred_calls_run_at_the_end() {
    check(
        plain(Language::Go),
        r##"
        package p
        func f() { defer a(b()); go c(d); e() }
        "##,
        r##"
        #1 function f
          2 c(d)
          3 e() -> end
        "##,
    );
    check(
        on(Language::Go, |profile| &mut profile.statements),
        r##"
        package p
        func f() { defer a(b()); defer func() { g() }(); if h { return }; e() }
        "##,
        r##"
        #1 function f
          2 t0 = b()
          3 if h else 5
          4 return -> 6
          5 e()
          6 if _ else 9
          7 t1 = #2
          8 t1()
          9 if _ else end
          10 a(t0) -> end
        #2 lambda
          2 g() -> end
        "##,
    );
}

//! Functions and classes.

use syntax::Language;

use super::{check, on, plain};

#[test]
fn a_lambda_is_defined_in_a_temporary() {
    check(
        plain(Language::Python),
        r##"
        h = lambda a, b=f(): g(a)
        "##,
        r##"
        #0 file
          2 t0 = #1
          3 h = t0 -> end
        #1 lambda(a, b)
          2 t0 = g(a)
          3 return t0 -> end
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.statements),
        r##"
        h = lambda b=f(): g(b)
        "##,
        r##"
        #0 file
          2 t0 = #1
          3 h = t0 -> end
        #1 lambda(b)
          2 if _ else 5
          3 t0 = f()
          4 b = t0
          5 t1 = g(b)
          6 return t1 -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        f(function (a) { return a; }, b => c(b))
        "##,
        r##"
        #0 file
          2 t0 = #1
          3 t1 = #2
          4 f(t0, t1) -> end
        #1 lambda(a)
          2 return a -> end
        #2 lambda(b)
          2 t0 = c(b)
          3 return t0 -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { f(x -> g(x), this::h, T::new, t::i); } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 t0 = #3
          3 f(t0, this.h, T.new, t.i) -> end
        #3 lambda(x)
          2 t0 = g(x)
          3 return t0 -> end
        "##,
    );
}

#[test]
fn a_nested_function_is_a_unit_and_a_value() {
    check(
        plain(Language::Python),
        r##"
        def f(a):
            def g(b): return a
            g(1)
        def h(): pass
        "##,
        r##"
        #1 function f(a)
          2 g = #3
          3 g(1) -> end
        #2 function h
        #3 function g(b)
          2 return a -> end
        "##,
    );
}

#[test]
fn a_parameter_has_a_default_where_it_is_not_given() {
    check(
        plain(Language::Python),
        r##"
        def f(self, a, b=g(), *c, d=1, **e): pass
        "##,
        r##"
        #1 function f(self, a, b, c, d, e)
          2 if _ else 5
          3 t0 = g()
          4 b = t0
          5 if _ else end
          6 d = 1 -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        function f({a, b: [c]} = g(), [d], ...e) {}
        "##,
        r##"
        #1 function f(t0, t1, e)
          2 if _ else 5
          3 t2 = g()
          4 t0 = t2
          5 a = t0.a
          6 d = t1[0] -> end
        "##,
    );
    check(
        plain(Language::Go),
        r##"
        package p
        func (r *R) f(a, b string, _ int, c ...T) {}
        "##,
        r##"
        #1 function f(a, b, _, c)
        "##,
    );
}

#[test]
fn a_class_has_units_of_its_own() {
    check(
        plain(Language::Java),
        r##"
        class A { final String a = f(); String b; static String c; static { g(); } { h(); b = a; } A(int d) { this.b = c; this.a.e(b); } static void s() { b(); } enum E { X(i()), Y { void k() { } } } }
        "##,
        r##"
        #1 class A
          2 t0 = f()
          3 a = t0
          4 h()
          5 this.b = a -> end
        #2 function A(d)
          2 this.b = c
          3 this.a.e(this.b) -> end
        #3 function s static
          2 b() -> end
        #4 class E
          2 this.X = _
          3 this.Y = _ -> end
        #5 class
        #6 function k
        "##,
    );
    check(
        on(Language::Java, |profile| &mut profile.statements),
        r##"
        class A { static { g(); } enum E { X(i()) } }
        "##,
        r##"
        #1 class A
          2 g() -> end
        #2 class E
          2 t0 = i()
          3 t1 = new ?(t0)
          4 this.X = t1 -> end
        "##,
    );
    check(
        plain(Language::Java),
        r##"
        class A { void m() { Object o = new R(f()) { T a = g(); void n() { h(); } }; } }
        "##,
        r##"
        #1 class A
        #2 function m
          2 t0 = f()
          3 o = new R(t0) -> end
        #3 class
          2 t0 = g()
          3 this.a = t0 -> end
        #4 function n
          2 h() -> end
        "##,
    );
    check(
        plain(Language::Python),
        r##"
        class A(b()):
            c = d()
            def m(self, x): self.c = x
            @staticmethod
            def s(x): e(x)
            class B:
                def n(this): f(this)
        "##,
        r##"
        #1 class A
          2 t0 = d()
          3 c = t0 -> end
        #2 function m(self, x)
          2 this.c = x -> end
        #3 function s(x) static
          2 e(x) -> end
        #4 class B
        #5 function n(this)
          2 f(this) -> end
        "##,
    );
    check(
        plain(Language::JavaScript),
        r##"
        class A extends b() { a = c(); static d = this.a; constructor(x) { super(x); this.a = x; this.d = a; } static { e(); } ['f']() { g(); } }
        x = class { m() { h(); } }
        "##,
        r##"
        #0 file
          2 x = _ -> end
        #1 class A
          2 t0 = c()
          3 this.a = t0
          4 d = this.a
          5 e() -> end
        #2 class
        #3 function constructor(x)
          2 this(x)
          3 this.a = x
          4 this.d = this.a -> end
        #4 function
          2 g() -> end
        #5 function m
          2 h() -> end
        "##,
    );
    check(
        plain(Language::TypeScript),
        r##"
        enum E { A = f(), B } namespace N { g(); } abstract class C { abstract m(): void; constructor(private p = h()) { } } let t = a! as T, u = <U>b;
        "##,
        r##"
        #0 file
          2 g()
          3 t = cast a
          4 u = cast b -> end
        #1 class E
        #2 class C
        #3 function constructor(p)
          2 if _ else end
          3 t0 = h()
          4 p = t0 -> end
        "##,
    );
}

#[test]
fn decorators_are_not_translated() {
    check(
        plain(Language::Python),
        r##"
        @a(b())
        def f(): pass
        "##,
        r##"
        #1 function f
        "##,
    );
    check(
        on(Language::Python, |profile| &mut profile.statements),
        r##"
        @a(b())
        @c
        def f(): pass
        "##,
        r##"
        #0 file
          2 t0 = b()
          3 a(t0)
          4 c -> end
        #1 function f
        "##,
    );
}

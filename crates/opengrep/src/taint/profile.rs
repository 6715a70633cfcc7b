//! In what our answers differ from Opengrep's: one engine with named switches.

/// The switches of an analysis. Each is a difference that the documentation of taint rules names, on in [`Profile::PRECISE`] and off in
/// [`Profile::AGREEMENT`], which gives the answers of Opengrep 1.30.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Profile {
    /// Methods of literals, truthiness, `%`, short circuits with one constant are folded; what a language computes otherwise is not.
    pub fold: bool,
    /// Cases fall through only where the language says so, and a `default` may stand before other cases.
    pub no_fallthrough: bool,
    /// The arms of a switch that is a value are joined.
    pub switch_value: bool,
    /// A slice has the taint of what it is a part of.
    pub slice: bool,
    /// Every jump out of `try` passes the `finally` body.
    pub finally: bool,
    /// A caught exception is bound to what was raised, and every operation may raise.
    pub exception: bool,
    /// `yield` goes on.
    pub r#yield: bool,
    /// A labelled jump leaves, or goes on with, the labelled statement.
    pub labels: bool,
    /// The `else` of a loop, deferred calls, decorators, bases of classes, defaults in destructuring and of lambdas, static blocks, members
    /// of enumerations, object literals with computed keys, the cause of an exception are translated; what is sent into a channel is in
    /// it.
    pub statements: bool,
    /// Every pattern binds its names: nested ones, keyword patterns of classes, targets of loops.
    pub patterns: bool,
    /// `del x`, `delete o.a`, `clear()` are clean writes.
    pub reset: bool,
    /// A constant variable as key is that key, and literals of a type (`T{…}`, `new T[] {…}`) are tracked by key.
    pub key: bool,
}

impl Profile {
    /// The answers of Opengrep 1.30.
    pub const AGREEMENT: Profile = Profile {
        fold: false,
        no_fallthrough: false,
        switch_value: false,
        slice: false,
        finally: false,
        exception: false,
        r#yield: false,
        labels: false,
        statements: false,
        patterns: false,
        reset: false,
        key: false,
    };

    /// Fewer false findings and more true ones.
    pub const PRECISE: Profile = Profile {
        fold: true,
        no_fallthrough: true,
        switch_value: true,
        slice: true,
        finally: true,
        exception: true,
        r#yield: true,
        labels: true,
        statements: true,
        patterns: true,
        reset: true,
        key: true,
    };
}

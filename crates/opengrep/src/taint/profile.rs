//! In what our answers differ from Opengrep's: one engine with named switches.

use super::state::Limits;

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
    /// A write replaces what was there, tainted or not.
    pub strong: bool,
    /// A clean write through an unknown index cleans nothing.
    pub unknown_index: bool,
    /// Beyond the bound on keys an object as a whole holds what is written.
    pub keys: bool,
    /// Loops run until nothing changes, within a bound that is told.
    pub r#loop: bool,
    /// A sink that is a write looks at what is written, not at what was there.
    pub overwrite: bool,
    /// A match inside another of the same sink is a sink of its own.
    pub nested_sink: bool,
    /// What a method takes out of its receiver has the taint of everything in it.
    pub elements: bool,
    /// A method that changes its receiver does so whatever way leads to it.
    pub mutation: bool,
    /// What a method returns by its name alone has the taint of its arguments too.
    pub model_args: bool,
    /// Functions that no call connects with a source or sink are analysed too.
    pub unconnected: bool,
    /// The receiver of a method is its first parameter; inherited and static methods are resolved.
    pub methods: bool,
    /// A value that is one of some constants carries nothing.
    pub allow_list: bool,
    /// What is not reached stays so, loops too.
    pub dead_loop: bool,
    /// Numbers and booleans carry nothing for rules that say so.
    pub clean_type: bool,
    /// Lists whose length is known keep their positions.
    pub position: bool,
    /// Functions are values: what a variable, a table or `call` holds is called.
    pub function_value: bool,
    /// What a method writes to a field, or a function to a variable of the file, is there for the others.
    pub fields: bool,
    /// What an unknown function that is given to `then` and its like gets.
    pub callback: bool,
    /// A propagator begins at a value that is put together from branches too.
    pub propagator_from: bool,
}

impl Profile {
    /// The answers of Opengrep 1.30.
    pub const AGREEMENT: Profile = Profile::all(false);

    /// Fewer false findings and more true ones.
    pub const PRECISE: Profile = Profile::all(true);

    /// Every switch on, or every switch off.
    const fn all(on: bool) -> Self {
        Self {
            fold: on,
            no_fallthrough: on,
            switch_value: on,
            slice: on,
            finally: on,
            exception: on,
            r#yield: on,
            labels: on,
            statements: on,
            patterns: on,
            reset: on,
            key: on,
            strong: on,
            unknown_index: on,
            keys: on,
            r#loop: on,
            overwrite: on,
            nested_sink: on,
            elements: on,
            mutation: on,
            model_args: on,
            unconnected: on,
            methods: on,
            allow_list: on,
            dead_loop: on,
            clean_type: on,
            position: on,
            function_value: on,
            fields: on,
            callback: on,
            propagator_from: on,
        }
    }

    /// The bounds of the state.
    pub const fn limits(&self) -> Limits {
        Limits {
            variables: 1_001,
            keys: if self.keys { 64 } else { 11 },
            taints: 25,
            overflow_cleans: !self.keys,
            unknown_cleans: !self.unknown_index,
            replaces: self.strong,
        }
    }

    /// How often a step is visited at most.
    pub const fn visits(&self) -> u32 {
        if self.r#loop { 64 } else { 4 }
    }
}

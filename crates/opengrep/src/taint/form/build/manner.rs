//! What differs between languages: a row per language.

use syntax::Language;

/// How a language says what the form needs to know.
#[derive(Debug)]
pub(super) struct Manner {
    /// The name of a parameter that is the object of a method.
    pub this_name: Option<&'static str>,
    /// Fields are known by their plain name, and `this.x` is `x`.
    pub has_plain_fields: bool,
    /// What is called by a plain name is a function or method, never a variable.
    pub has_plain_functions: bool,
    /// A jump may lead to any label of the function.
    pub has_goto: bool,
    /// A method takes its object as the first parameter.
    pub object_is_parameter: bool,
    /// `yield` as a statement is what ends a function, to Opengrep.
    pub yield_returns: bool,
    /// `yield` gives a `switch` its value.
    pub yield_is_value: bool,
    /// A string that is a whole number is an index.
    pub has_number_strings: bool,
    /// Which cases go on with the next one.
    pub falls: Falls,
    /// Opengrep takes every case to go on with the next one.
    pub seems_to_fall: bool,
    /// A name in a `case` is bound, and several patterns are one for a sequence.
    pub case_captures: bool,
    /// The word in front of the guard of a `case`.
    pub guard: &'static str,
    /// A block after a loop is what runs when the loop ends by itself.
    pub loop_else: bool,
    /// The function that removes an element.
    pub removes: Option<&'static str>,
    /// What is written before a definition is code that runs.
    pub decorators_run: bool,
    /// A static block of a class is one that starts with this word.
    pub static_block: Option<&'static str>,
    /// A destructured name in the header of a loop is bound, to Opengrep too.
    pub loops_destructure: bool,
    /// In an object pattern Opengrep sees names and further object patterns only.
    pub narrow_records: bool,
}

/// Which cases go on with the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Falls {
    Never,
    All,
    /// Those with a colon, not those with an arrow.
    WithColon,
}

impl Manner {
    pub fn of(language: Language) -> &'static Manner {
        match language {
            Language::Python => &PYTHON,
            Language::Java => &JAVA,
            Language::JavaScript | Language::TypeScript => &ECMASCRIPT,
            Language::Go => &GO,
            _ => &OTHER,
        }
    }
}

/// Languages without a row of their own.
const OTHER: Manner = Manner {
    this_name: None,
    has_plain_fields: false,
    has_plain_functions: false,
    has_goto: true,
    object_is_parameter: false,
    yield_returns: false,
    yield_is_value: false,
    has_number_strings: false,
    falls: Falls::WithColon,
    seems_to_fall: true,
    case_captures: false,
    guard: "if",
    loop_else: false,
    removes: None,
    decorators_run: false,
    static_block: None,
    loops_destructure: true,
    narrow_records: false,
};

const PYTHON: Manner = Manner {
    this_name: Some("self"),
    has_goto: false,
    object_is_parameter: true,
    yield_returns: true,
    falls: Falls::Never,
    case_captures: true,
    loop_else: true,
    decorators_run: true,
    ..OTHER
};

const JAVA: Manner = Manner {
    has_plain_fields: true,
    has_plain_functions: true,
    has_goto: false,
    yield_is_value: true,
    guard: "when",
    static_block: Some("static"),
    ..OTHER
};

const ECMASCRIPT: Manner = Manner {
    has_plain_fields: true,
    has_goto: false,
    has_number_strings: true,
    falls: Falls::All,
    decorators_run: true,
    loops_destructure: false,
    narrow_records: true,
    ..OTHER
};

const GO: Manner = Manner {
    falls: Falls::Never,
    seems_to_fall: false,
    removes: Some("delete"),
    ..OTHER
};

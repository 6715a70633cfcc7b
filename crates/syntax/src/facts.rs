//! What is known of the names and values of one file: which variable a name is, what an import makes a name stand for, which
//! constant an expression is, which type it has.
//!
//! Everything is told within one file and without running anything. Names are resolved in one walk when [`Facts::of`] is called
//! (`scopes.rs`, `imports.rs`); values (`constants.rs`) are computed when the first one is asked for, types (`types.rs`) one by one.
//! What differs between languages is a row of `Traits`.
//!
//! Rows are there for Python, Java, JavaScript, TypeScript and Go. Other languages have scopes and constants as far as their
//! declarations say, and no imports. Variables of Terraform and of Dockerfiles are not known. Plain blocks and loops are no scopes:
//! after a block that declares a name again, the name is the last one declared.

mod constants;
mod imports;
mod scopes;
mod types;

use std::sync::OnceLock;

use crate::Language;
use crate::tree::{NodeId, Symbol, Tree};

use constants::Values;
pub use constants::{Constant, ConstantClass};
pub(crate) use imports::intern_paths;
use scopes::{Role, Scopes};
pub use types::{TypeFact, builtin_type};

/// The facts of one file.
#[derive(Debug)]
pub struct Facts<'t> {
    tree: &'t Tree,
    traits: &'static Traits,
    scopes: Scopes,
    values: OnceLock<Values>,
    by_name: OnceLock<types::ByName>,
}

/// A parameter, variable, field, class or (in some languages) function of one file. Two names that have the same are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DefinitionId(u32);

impl<'t> Facts<'t> {
    /// The facts of a tree, in time linear in its nodes.
    pub fn of(tree: &'t Tree, language: Language) -> Facts<'t> {
        let traits = Traits::of(language);
        Facts {
            tree,
            traits,
            scopes: Scopes::of(tree, traits),
            values: OnceLock::new(),
            by_name: OnceLock::new(),
        }
    }

    /// What a name is: of a [`Kind::Name`](crate::tree::Kind::Name), of an identifier that declares, and of `this.x` when `x` is a
    /// field. `None` when it is not declared in the file, or by an import.
    pub fn definition(&self, node: NodeId) -> Option<DefinitionId> {
        self.scopes.definition(node)
    }

    /// The node that declares a definition: a variable, a parameter, a class, a handler …; `None` when it is made by an assignment
    /// or a loop.
    pub fn declaration(&self, definition: DefinitionId) -> Option<NodeId> {
        self.scopes.get(definition).site.some()
    }

    /// Whether it is a field of a class, or in languages without declared fields a variable of a class body.
    pub fn is_field(&self, definition: DefinitionId) -> bool {
        self.scopes.get(definition).role == Role::Field
    }

    /// Whether it belongs to the file, not to a function or class.
    pub fn is_of_file(&self, definition: DefinitionId) -> bool {
        self.scopes.get(definition).file_level
    }

    /// The only expression that a variable or field is assigned, where the language or its declaration says that nothing else changes
    /// it: wherever it is read, it is that value.
    pub fn lasting_value(&self, definition: DefinitionId) -> Option<NodeId> {
        self.values().lasting(definition)
    }

    /// What an import makes a name stand for, part by part: `c` of `import a.b as c` is `[a, b]`. With `require` the first part is
    /// the whole string.
    pub fn full_name(&self, node: NodeId) -> Option<&[Symbol]> {
        self.scopes.full_name(node)
    }

    /// The packages, as parts, of which all names are imported, in no particular order.
    pub fn wildcards(&self) -> &[Vec<Symbol>] {
        self.scopes.imports.wildcards()
    }

    /// The value of an expression, literals too, where it is constant. Of a target that is assigned there is none.
    pub fn constant(&self, node: NodeId) -> Option<&Constant> {
        self.values().constant(node)
    }

    /// The expression that a variable was assigned on every path to this use of it: names, members, calls, literals, containers,
    /// functions. It may contain variables that are other expressions themselves, without bound on the number of steps.
    pub fn symbolic_value(&self, node: NodeId) -> Option<NodeId> {
        self.values().symbolic(node)
    }

    fn values(&self) -> &Values {
        self.values
            .get_or_init(|| Values::of(self.tree, &self.scopes, self.traits))
    }

    /// The node that a node is in; [`NodeId::NONE`] for the root and for nodes that are not in the tree.
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.scopes.parent(node)
    }
}

/// How a language treats its names: a row per language.
#[derive(Debug)]
struct Traits {
    /// Whether an assignment declares.
    assignment: Assignment,
    /// The branches of `if` are scopes.
    branch_scopes: bool,
    /// A local variable is known in the whole function, before its declaration too.
    hoists_locals: bool,
    /// The modifier of declarations that may declare the same variable again.
    repeats: Option<&'static str>,
    /// Functions are variables.
    functions_named: bool,
    /// Where the variables of a class body are known by their plain name.
    fields: Fields,
    /// Default values are computed where the function is defined, not inside.
    defaults_outside: bool,
    /// A name in a `case` is bound, not compared with.
    case_captures: bool,
    /// What imports make.
    imports: imports::Style,
    /// Modifiers of variables that keep their value.
    constant_words: &'static [&'static str],
    /// Which other variables keep theirs.
    once: constants::Once,
    /// A `case` goes on with the next one.
    cases_fall_through: bool,
    /// What `+` joins to strings.
    joins: constants::Joins,
    /// `/` of integers is an integer.
    integer_division: bool,
    /// `*` of a string and a number is a string.
    repeats_strings: bool,
    /// `String.format` makes a string.
    formats: bool,
    /// All numbers are of one type.
    one_number: bool,
    /// What is written for the type of a variable that has that of its initialiser.
    infers: Option<&'static str>,
    /// `new(T)` makes a pointer to a `T`.
    allocates: bool,
    /// A member has the type of any variable or field of its name.
    types_by_name: bool,
    /// The results of some methods are told by their names.
    method_results: bool,
}

/// Whether an assignment declares its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Assignment {
    /// Never.
    Refers,
    /// The first one in a function makes a local variable.
    MakesLocal,
    /// To a name that is not declared anywhere it makes a variable of the file.
    MakesGlobal,
}

/// Where the variables of a class body are known by their plain name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fields {
    /// In the class and in what it contains.
    Everywhere,
    /// In the body of the class, but not in its functions.
    InBody,
    /// Nowhere.
    Nowhere,
}

impl Traits {
    fn of(language: Language) -> &'static Traits {
        match language {
            Language::Python => &PYTHON,
            Language::Java => &JAVA,
            Language::JavaScript | Language::TypeScript => &ECMASCRIPT,
            Language::Go => &GO,
            _ => &OTHER,
        }
    }
}

const PYTHON: Traits = Traits {
    assignment: Assignment::MakesLocal,
    branch_scopes: false,
    hoists_locals: true,
    repeats: None,
    functions_named: false,
    fields: Fields::InBody,
    defaults_outside: true,
    case_captures: true,
    imports: imports::Style::Python,
    constant_words: &[],
    once: constants::Once::OfFile,
    cases_fall_through: false,
    joins: constants::Joins::Strings,
    integer_division: false,
    repeats_strings: true,
    formats: false,
    one_number: false,
    infers: None,
    allocates: false,
    types_by_name: false,
    method_results: false,
};

const JAVA: Traits = Traits {
    assignment: Assignment::Refers,
    branch_scopes: true,
    hoists_locals: false,
    repeats: None,
    functions_named: false,
    fields: Fields::Everywhere,
    defaults_outside: false,
    case_captures: false,
    imports: imports::Style::Dotted,
    constant_words: &["final"],
    once: constants::Once::PrivateFields,
    cases_fall_through: true,
    joins: constants::Joins::Integers,
    integer_division: true,
    repeats_strings: false,
    formats: true,
    one_number: false,
    infers: Some("var"),
    allocates: false,
    types_by_name: false,
    method_results: true,
};

const ECMASCRIPT: Traits = Traits {
    assignment: Assignment::MakesGlobal,
    branch_scopes: false,
    hoists_locals: true,
    repeats: Some("var"),
    functions_named: true,
    fields: Fields::Everywhere,
    defaults_outside: false,
    case_captures: false,
    imports: imports::Style::EcmaScript,
    constant_words: &["const", "readonly"],
    once: constants::Once::Always,
    cases_fall_through: true,
    joins: constants::Joins::Numbers,
    integer_division: false,
    repeats_strings: false,
    formats: false,
    one_number: true,
    infers: None,
    allocates: false,
    types_by_name: false,
    method_results: false,
};

const GO: Traits = Traits {
    assignment: Assignment::Refers,
    branch_scopes: true,
    hoists_locals: false,
    repeats: Some(":="),
    functions_named: false,
    fields: Fields::Nowhere,
    defaults_outside: false,
    case_captures: false,
    imports: imports::Style::Go,
    constant_words: &["const"],
    once: constants::Once::Never,
    cases_fall_through: false,
    joins: constants::Joins::Strings,
    integer_division: true,
    repeats_strings: false,
    formats: false,
    one_number: false,
    infers: None,
    allocates: true,
    types_by_name: true,
    method_results: false,
};

/// Languages without a row: only what declares plainly is known.
const OTHER: Traits = Traits {
    assignment: Assignment::Refers,
    branch_scopes: true,
    hoists_locals: false,
    repeats: None,
    functions_named: false,
    fields: Fields::Nowhere,
    defaults_outside: false,
    case_captures: false,
    imports: imports::Style::None,
    constant_words: &["const", "final", "readonly", "val"],
    once: constants::Once::Never,
    cases_fall_through: true,
    joins: constants::Joins::Strings,
    integer_division: false,
    repeats_strings: false,
    formats: false,
    one_number: false,
    infers: None,
    allocates: false,
    types_by_name: false,
    method_results: false,
};

#[cfg(test)]
mod tests;

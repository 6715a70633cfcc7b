//! The kinds of nodes, and what each slot of a kind holds.

/// What a node is.
///
/// The docs of a variant are its *slots*: `[a, b?, *c]` is one node, then a node or nothing, then any number. `name` says what the
/// name of the node is. A slot that is not mentioned does not exist. *Expression*, *statement*, *type* and *pattern* (a target
/// that binds names) stand for any kind of their group.
///
/// Types are [`Kind::Type`] and its relatives, but in languages whose annotations are expressions (Python) they are expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    // ---- expressions
    /// An identifier that is an expression. `name`: its spelling.
    Name,
    /// An integer. `name`: its decimal value (`0x10` is `16`), with a suffix that makes another type (`1000l`).
    Int,
    /// A number that is no integer, and every number where the language has one class (JavaScript, JSON, YAML). `name`: the shortest
    /// decimal text of its value (`16`, `1.5`).
    Float,
    /// A string without interpolation. `name`: its content, quotes and prefixes removed, escapes as the language's chapter says.
    Str,
    /// A character. `name`: its content.
    Char,
    /// `true` or `false`. `name`: that word.
    Bool,
    /// `None`, `null`, `nil`. `name`: `null`.
    Null,
    /// A regular expression literal. `name`: its body. `[flags?]`: a [`Kind::Str`].
    Regex,
    /// A string with interpolations. `[*part]`: [`Kind::Str`] fragments and [`Kind::Interpolation`].
    Template,
    /// `[expression]`: one interpolated expression of a template.
    Interpolation,
    /// Adjacent literals that are one string. `[*part]`: [`Kind::Str`] or [`Kind::Template`].
    Adjacent,
    /// `[callee, arguments]`: the arguments are a [`Kind::Arguments`].
    Call,
    /// `[*argument]`: expressions, types, [`Kind::KeywordArgument`], [`Kind::Spread`].
    Arguments,
    /// `name`: the keyword. `[identifier, value]`.
    KeywordArgument,
    /// `[expression]`: `*a`, `...a`; with [`super::Flags::MAPPING`] `**a`.
    Spread,
    /// `[type, arguments?, body?]`: `new T(…) {…}`; the body is a [`Kind::ClassBody`]. `new T[n]` has the lengths as arguments.
    New,
    /// `name`: the member. `[object, identifier]`. [`super::Flags::OPTIONAL`] for `?.`.
    Member,
    /// `[object, index]`: one index; several in one pair of brackets are a [`Kind::Tuple`].
    Index,
    /// `[low?, high?, step?]`: as the index of a [`Kind::Index`].
    Slice,
    /// `name`: the operator (`-`, `not`, `!`, `typeof`, `++`, `*`, `&`, `<-`). `[operand]`. [`super::Flags::POSTFIX`].
    Unary,
    /// `name`: the operator. `[left, right]`.
    Binary,
    /// `name`: the operator. `[*operand]`: a chain that the language makes one node of (Python `and`, `or`).
    Nary,
    /// `[first, *(operator as Str, operand)]`: `a < b < c`.
    Comparison,
    /// `[target, value]`.
    Assign,
    /// `name`: the operator without `=` (`+`). `[target, value]`.
    CompoundAssign,
    /// `[condition, then, else]`.
    Conditional,
    /// `[attributes?, parameters, return type?, body]`: a function without a name; the body is an expression or a [`Kind::Block`].
    Lambda,
    /// `[*element]`: a list of a dynamic language (`[…]` in Python, JavaScript), an array initialiser.
    List,
    /// `[*element]`.
    Tuple,
    /// `[*element]`: also a dictionary with `**` in it (Python).
    Set,
    /// `[*pair]`: [`Kind::Pair`] and [`Kind::Spread`].
    Dict,
    /// `[key, value]`: an entry of a dictionary, a keyed element of a literal.
    Pair,
    /// `[*member]`: an object literal: [`Kind::Property`], [`Kind::Function`], [`Kind::Spread`].
    Record,
    /// `name`: the key when it is an identifier or a string. `[key, value]`: `a: 1`, `"a": 1`, `[b]: 1`, shorthand `a`. The key is an
    /// [`Kind::Identifier`], or an expression when it is computed.
    Property,
    /// `[type, record or list]`: a literal of a type, as `T{…}` of Go and `new T[] {…}` of Java. A plain name as the key of an element
    /// is a [`Kind::Identifier`].
    Composite,
    /// `name`: `list`, `set`, `dict` or `generator`. `[element, *clause]`: [`Kind::ComprehensionFor`], [`Kind::ComprehensionIf`].
    Comprehension,
    /// `[pattern, iterated]`.
    ComprehensionFor,
    /// `[condition]`.
    ComprehensionIf,
    /// `[type, expression]`: casts, conversions and `as`. `name`: `assert` for a type assertion of Go (`x.(T)`), else nothing.
    Cast,
    /// `[expression, type, pattern]`: `instanceof`; a type assertion of Go is a [`Kind::Cast`]. The pattern is there only when names
    /// are bound: a [`Kind::Variable`] for `o instanceof T t`, a [`Kind::Call`] for `o instanceof T(int a)`.
    TypeTest,
    /// `[expression]`.
    Await,
    /// `[expression?]`; [`super::Flags::MAPPING`] for `yield from`.
    Yield,
    /// `this`, `super`. `name`: that word.
    Special,
    /// `[*expression]`: expressions of which the last is the value, as `a, b` of JavaScript.
    Sequence,
    /// `name`: the method. `[object, identifier]`: `T::m`.
    MethodReference,
    /// `name`: the tag (`m.Foo` too; empty for a fragment). `[identifier?, attributes, children]`: the last two are [`Kind::MarkupList`].
    Markup,
    /// `[*node]`.
    MarkupList,
    /// `name`: the attribute. `[identifier, value?]`.
    MarkupAttribute,
    /// `name`: the text as written.
    MarkupText,
    /// `[expression?]`: braces in markup.
    MarkupExpression,
    /// An expression of a language that has no other kind here. `name`: what it is. `[*part]`. Java: `switch_expression`
    /// `[switch]`, `enum_constant` `[arguments?, class body?]` as the value of a constant, `object_creation_expression` for
    /// `outer.new T()` `[outer, new]`. Go: `make` and `new` `[arguments]`, of which the first is a type; `type_switch` `[expression]` as the
    /// subject of a switch.
    OtherExpression,

    // ---- types
    /// `[name, *argument]`: a named type; the name is a [`Kind::Name`] or a chain of [`Kind::Member`].
    Type,
    /// `[element, length?]`.
    ArrayType,
    /// `[pointee]`.
    PointerType,
    /// `name`: `|`, `&`. `[*type]`.
    UnionType,
    /// `name`: `map`, `chan`, `func`, `tuple`, `?`, a literal type, `readonly` …. `[*part]`. Java: `<>` (the diamond, as the only
    /// argument of a type), `?`, `? extends`, `? super`. Go: `chan<-`, `<-chan`, `[...]`, `~`, `struct`, `interface`.
    OtherType,

    // ---- statements
    /// `[*statement]`: a file.
    File,
    /// `[expression]`. [`super::Flags::SEMICOLON`].
    ExpressionStatement,
    /// `[*statement]`. [`super::Flags::BARE`] when it has no braces: a branch of one statement, wrapped; in Go the initialiser of an
    /// `if` or `switch` and that statement after it (`if a := f(); a {}`). Initialisers of a class (Java) are blocks among its members.
    Block,
    /// `[condition, then, else?]`: branches are [`Kind::Block`]s, or an [`Kind::If`] in `else`.
    If,
    /// `[condition, body]`.
    While,
    /// `[body, condition]`.
    DoWhile,
    /// `[header, body]`: the header is a [`Kind::ForHeader`], a [`Kind::ForEachHeader`], or an ellipsis in patterns.
    For,
    /// `[initialiser?, condition?, update?]`: several of a part are a [`Kind::Sequence`].
    ForHeader,
    /// `[pattern?, iterated]`. `name`: `in`, `of`, `range`, `:` … Java declares a [`Kind::Variable`] as the pattern.
    ForEachHeader,
    /// `[resource, body]`: one resource; several are nested. A resource with a name is an [`Kind::Assign`].
    With,
    /// `[value?]`: several values are a [`Kind::Tuple`].
    Return,
    /// `[value?, cause?]`.
    Throw,
    /// `[resources?, block, handlers, else?, finally?]`: resources a [`Kind::Block`], handlers a [`Kind::Handlers`].
    Try,
    /// `[*handler]`.
    Handlers,
    /// `[type?, name?, body]`: one `catch`; types are types or expressions, the name a pattern.
    Handler,
    /// `[subject?, *case]`.
    Switch,
    /// `[labels, body]`: labels a [`Kind::CaseLabels`]; the body a [`Kind::Block`] (bare).
    Case,
    /// `[*pattern, guard?]`. Empty for `default`; a `default` beside other labels is a [`Kind::Special`]. A name that a pattern binds
    /// with a type is a [`Kind::Variable`]. In a `select` of Go the label is what is sent or received.
    CaseLabels,
    /// `[label?]`: an [`Kind::Identifier`].
    Break,
    /// `[label?]`.
    Continue,
    /// `[label]`.
    Goto,
    /// `[label, statement]`.
    Labeled,
    /// `[*expression]`.
    Assert,
    /// `[*expression]`: `del`.
    Delete,
    /// `[*name]`. `name`: `global` or `nonlocal`.
    Scope,
    /// Does nothing: `pass`, a lone `;`.
    Pass,
    /// `import a.b as c`. `name`: the path as written (`a.b`, `./x`). `[path, alias?, *import name]`: path and alias are
    /// [`Kind::Identifier`]s; an alias of Go may be `.` or `_`. An import of names from a path has [`Kind::ImportName`]s; an import of a whole path has none.
    Import,
    /// `name`: what is imported; `*` for all, `default` for the default export. `[identifier, alias?]`.
    ImportName,
    /// `name`: the path.
    Package,
    /// `[*statement or expression]`. `name`: `go`, `defer`, `fallthrough`, `synchronized` (lock, block), `select` (a [`Kind::Switch`]
    /// without subject), `module`.
    OtherStatement,

    // ---- definitions
    /// `name`: what is declared; [`super::Symbol::NONE`] when it is destructured. `[attributes?, type?, value?, pattern?, declared name]`.
    /// The declared name is an [`Kind::Identifier`].
    Variable,
    /// `name`: the function. `[attributes?, parameters, return type?, body?, generics?, declared name, receiver?, throws?]`. Methods
    /// too; constructors have no return type. The receiver (Go) is a [`Kind::Parameters`], what is thrown (Java) a [`Kind::Bases`];
    /// slots at the end that no function of the language needs are not there. A return type of several types is a
    /// [`Kind::OtherType`] `tuple`.
    Function,
    /// `name`: the class. `[attributes?, bases, interfaces, body?, generics?, parameters?, declared name, keyword]`: the keyword is a
    /// [`Kind::Str`] (`class`, `interface`, `@interface`, `enum`, `record`, `struct`, `trait`).
    Class,
    /// `[*statement]`: members.
    ClassBody,
    /// `[*type]`: bases or interfaces of a class; arguments in Python.
    Bases,
    /// `[*parameter]`.
    Parameters,
    /// `name`: the parameter; [`super::Symbol::NONE`] when it is destructured. `[attributes?, type?, default?, pattern?, declared name]`.
    Parameter,
    /// As [`Kind::Parameter`]: `*args`, `...rest`; with [`super::Flags::MAPPING`] `**kwargs`.
    RestParameter,
    /// `name`: `*` or `/`: the marks between parameters in Python.
    ParameterMark,
    /// `[*attribute]`: [`Kind::Annotation`] and [`Kind::Modifier`].
    Attributes,
    /// `[name, arguments?]`: an annotation or a decorator; the name an expression.
    Annotation,
    /// `name`: `static`, `public`, `const`, `async` …; `:=` of Go.
    Modifier,
    /// `[*type parameter]`.
    Generics,
    /// `name`: the parameter. `[identifier, bound?]`.
    TypeParameter,
    /// `name`: the type. `[attributes?, generics?, type, declared name]`: an alias, or a Go type that is no struct or interface; the
    /// alias of Go (`type A = B`) has a [`Kind::Modifier`] `=`.
    TypeAlias,

    // ---- names that are no expressions
    /// A name that is declared, selected or a label: no expression, so that a pattern of one is not tried on it. `name`: its spelling.
    Identifier,

    // ---- what only patterns hold
    /// `name`: `$X`.
    Metavariable,
    /// `name`: `$...X`.
    MetavariableEllipsis,
    /// `...`
    Ellipsis,
    /// `[expression]`: `<... e ...>`.
    Deep,
    /// `name`: `$X`. `[type]`: `(T $X)`.
    TypedMetavariable,
    /// Patterns that are no single node of a file: `[attribute or part]`, `name` says which (`property`, `handler`, `finally`, `if`).
    Partial,
}

impl Kind {
    /// Number of kinds: `kind as usize` is below it.
    pub const COUNT: usize = Self::Partial as usize + 1;

    /// Every expression that a pattern of one expression is tried on.
    pub const fn is_expression(self) -> bool {
        (self as u8) <= (Self::OtherExpression as u8) && !self.is_part()
    }

    /// Parts of expressions that are no expressions: argument lists, keyword arguments, clauses.
    const fn is_part(self) -> bool {
        matches!(
            self,
            Self::Interpolation
                | Self::Arguments
                | Self::KeywordArgument
                | Self::Slice
                | Self::Property
                | Self::ComprehensionFor
                | Self::ComprehensionIf
                | Self::MarkupList
                | Self::MarkupAttribute
                | Self::MarkupText
                | Self::MarkupExpression
        )
    }

    /// Types where the language keeps them apart from expressions.
    pub const fn is_type(self) -> bool {
        (self as u8) >= (Self::Type as u8) && (self as u8) <= (Self::OtherType as u8)
    }

    /// Statements and definitions.
    pub const fn is_statement(self) -> bool {
        ((self as u8) >= (Self::ExpressionStatement as u8) && (self as u8) <= (Self::Class as u8) && !self.is_clause())
            || matches!(self, Self::TypeAlias)
    }

    const fn is_clause(self) -> bool {
        matches!(
            self,
            Self::ForHeader
                | Self::ForEachHeader
                | Self::Handlers
                | Self::Handler
                | Self::Case
                | Self::CaseLabels
                | Self::ImportName
        )
    }

    /// Kinds whose children are a list of statements.
    pub const fn is_statement_list(self) -> bool {
        matches!(self, Self::File | Self::Block | Self::ClassBody)
    }
}

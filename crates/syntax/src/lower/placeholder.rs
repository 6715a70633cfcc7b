//! How metavariables and ellipses are written in the text of a pattern, so that the grammar of the language can read it: as
//! identifiers that no program has.

/// What an identifier of a pattern text stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placeholder<'t> {
    /// `$X`
    Metavariable(&'t str),
    /// `$...X`
    MetavariableEllipsis(&'t str),
    /// `...`
    Ellipsis,
    /// `<... e ...>`, written as a call of this with one argument.
    Deep,
    /// The `$X` of `(T $X)`; where the type is written differs by language.
    Typed(&'t str),
}

const METAVARIABLE: &str = "__OG_VAR_";
const METAVARIABLE_ELLIPSIS: &str = "__OG_LIST_";
const ELLIPSIS: &str = "__OG_ELLIPSIS";
const DEEP: &str = "__OG_DEEP";
const TYPED: &str = "__OG_TYPED_";

impl<'t> Placeholder<'t> {
    /// What an identifier stands for, if it is a placeholder.
    pub fn parse(identifier: &'t str) -> Option<Self> {
        if !identifier.starts_with("__OG_") {
            return None;
        }
        match identifier {
            ELLIPSIS => Some(Self::Ellipsis),
            DEEP => Some(Self::Deep),
            _ => [
                (METAVARIABLE, Self::Metavariable as fn(&'t str) -> Self),
                (METAVARIABLE_ELLIPSIS, Self::MetavariableEllipsis),
                (TYPED, Self::Typed),
            ]
            .into_iter()
            .find_map(|(prefix, make)| identifier.strip_prefix(prefix).map(make)),
        }
    }

    /// The identifier that stands for it.
    pub fn identifier(self) -> String {
        match self {
            Self::Metavariable(name) => format!("{METAVARIABLE}{name}"),
            Self::MetavariableEllipsis(name) => format!("{METAVARIABLE_ELLIPSIS}{name}"),
            Self::Ellipsis => ELLIPSIS.into(),
            Self::Deep => DEEP.into(),
            Self::Typed(name) => format!("{TYPED}{name}"),
        }
    }
}

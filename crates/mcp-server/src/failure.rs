use domain::Error as Rule;

/// Why a tool, a prompt or a resource has no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Expected: the caller may read why.
    Expected(String),
    /// There is no such thing, or it is out of reach.
    NotFound(String),
    /// Nothing is wrong with what was asked: the same again may succeed.
    Busy,
    /// Anything else: only the log says why.
    Internal(String),
}

/// What a caller reads when the database is busy.
pub(crate) const BUSY: &str = "the database is busy with other writers: try again";

impl Failure {
    /// An expected failure with its reason.
    pub(crate) fn expected(reason: impl Into<String>) -> Self {
        Failure::Expected(reason.into())
    }
}

impl From<Rule> for Failure {
    fn from(error: Rule) -> Self {
        match error {
            Rule::Invalid(reason) => Failure::Expected(reason),
            Rule::NotFound { .. } => Failure::NotFound(error.to_string()),
        }
    }
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Domain(error) => error.into(),
            store::Error::Busy => Failure::Busy,
            other => Failure::Internal(format!("{other:?}")),
        }
    }
}

/// An expected failure, written for the person or the agent that asked.
///
/// A message says what was wrong, which limit applies and what to do. It never repeats a text of which a part could be a
/// secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The input breaks a rule.
    #[error("{0}")]
    Invalid(String),
    /// There is no such thing, or the caller does not reach it: both look the same.
    #[error("{what} {id} not found")]
    NotFound {
        /// What was asked for, such as `report`.
        what: &'static str,
        /// As it was named.
        id: String,
    },
}

impl Error {
    /// The input breaks a rule.
    pub fn invalid(message: impl Into<String>) -> Self {
        Error::Invalid(message.into())
    }

    /// There is no such thing within reach.
    pub fn not_found(what: &'static str, id: impl ToString) -> Self {
        Error::NotFound {
            what,
            id: id.to_string(),
        }
    }
}

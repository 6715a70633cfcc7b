/// An expected failure, written for the person or the agent that asked.
///
/// A message says what was wrong, which limit applies and what to do. It never repeats a text of which a part could be a
/// secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The input breaks a rule.
    #[error("{0}")]
    Invalid(String),
    /// It needs a person, or a permission that the caller does not have.
    #[error("{0}")]
    Forbidden(String),
    /// Somebody else changed the thing since the caller read it; nothing was done.
    #[error("{what} {id} was changed by somebody else meanwhile: read it again, then repeat what still applies")]
    Conflict {
        /// What was to be changed, such as `finding`.
        what: &'static str,
        /// Its number or name.
        id: String,
    },
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

    /// It needs a person, or a permission that the caller does not have.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Error::Forbidden(message.into())
    }

    /// Somebody else changed it since the caller read it.
    pub fn conflict(what: &'static str, id: impl ToString) -> Self {
        Error::Conflict {
            what,
            id: id.to_string(),
        }
    }

    /// There is no such thing within reach.
    pub fn not_found(what: &'static str, id: impl ToString) -> Self {
        Error::NotFound {
            what,
            id: id.to_string(),
        }
    }
}

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
    /// The database cannot be used now; nothing was stored.
    Unavailable(String),
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
            Rule::Invalid(reason) | Rule::Forbidden(reason) => Failure::Expected(reason),
            Rule::Conflict { .. } => Failure::Expected(error.to_string()),
            Rule::NotFound { .. } => Failure::NotFound(error.to_string()),
        }
    }
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Domain(error) => error.into(),
            store::Error::Busy => Failure::Busy,
            // The reason is one of a few of the store's own words, such as a full disk: the caller can do something about it.
            store::Error::Unavailable(reason) => {
                tracing::error!(reason, "database not available");
                Failure::Unavailable(reason)
            }
            other => Failure::Internal(format!("{other:?}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caller_reads_what_was_refused_and_what_changed_meanwhile() {
        let cases = [
            (Rule::invalid("too long"), "too long"),
            (Rule::forbidden("needs a person"), "needs a person"),
            (
                Rule::conflict("finding", 7),
                "finding 7 was changed by somebody else meanwhile: read it again, then repeat what still applies",
            ),
        ];
        for (error, expected) in cases {
            match Failure::from(store::Error::Domain(error)) {
                Failure::Expected(reason) => assert_eq!(reason, expected),
                other => panic!("{other:?} instead of {expected}"),
            }
        }
    }
}

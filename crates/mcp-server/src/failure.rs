use domain::Error as Rule;

/// Why a tool, a prompt or a resource has no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Expected: the caller may read why.
    Expected(String),
    /// There is no such thing, or it is out of reach.
    NotFound(String),
    /// Anything else: only the log says why.
    Internal(String),
}

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
            store::Error::Busy => Failure::expected("the database is busy with other writers: try again"),
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

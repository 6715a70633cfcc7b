use std::fmt;

use sea_orm::DbErr;

use crate::engine::{self, Fault};

/// Why a use case failed.
///
/// The text shown of the last three never holds an address, a password, a statement or a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The domain refuses it: written for the caller.
    #[error(transparent)]
    Domain(#[from] domain::Error),
    /// Other writers held the database for too long; trying again is safe.
    #[error("the database is busy; try again")]
    Busy,
    /// The database cannot be reached or used; the text says what kind of problem it is.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// A defect, or data that this version cannot read. The details are for the log, through `Debug` only.
    #[error("internal error of the database layer")]
    Internal(String),
}

impl Error {
    /// Stored data that this version cannot read.
    pub(crate) fn unreadable(what: impl fmt::Display) -> Self {
        Error::Internal(format!("unreadable row: {what}"))
    }
}

impl From<DbErr> for Error {
    fn from(error: DbErr) -> Self {
        match engine::fault(&error) {
            Fault::Busy => Error::Busy,
            Fault::Unavailable(reason) => Error::Unavailable(reason.to_owned()),
            Fault::Other => Error::Internal(error.to_string()),
        }
    }
}

//! The common language of the platform: what a severity, a confidence, a category and a location are.
//!
//! Pure values and functions over them. This crate does no I/O, reads no clock and no environment variable; it knows neither
//! rules nor files. Reports, findings, gates and trends join it when the platform stores them.

mod category;
mod location;

pub use category::Category;
pub use location::Location;
pub use rating::{BySeverity, Confidence, Severity, UnknownValue};

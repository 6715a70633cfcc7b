//! Flows from sources to sinks: what `mode: taint` rules find.
//!
//! * [`form`]: a file as units of steps;
//! * [`profile`]: the switches in which our answers differ from Opengrep's.

#![expect(
    dead_code,
    unused_imports,
    reason = "the form is made before there is an analysis that reads it"
)]

pub(crate) mod form;
pub(crate) mod profile;

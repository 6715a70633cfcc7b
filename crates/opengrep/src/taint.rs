//! Flows from sources to sinks: what `mode: taint` rules find.
//!
//! * [`form`]: a file as units of steps;
//! * [`profile`]: the switches in which our answers differ from Opengrep's.

pub(crate) mod form;
pub(crate) mod profile;

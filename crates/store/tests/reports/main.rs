//! Reports, findings and triage, through the public interface, on both engines.

#[path = "../support/mod.rs"]
mod support;

mod aggregates;
mod concurrency;
mod crash;
mod lists;
mod opening;
mod pairing;
mod retention;
mod round_trip;
mod triage;

//! A clock that is set by hand. Each test has its own: its server runs on the thread of the test.

use std::cell::Cell;

use domain::Timestamp;

/// 2026-03-18T12:00:00Z, a Wednesday.
const START: i64 = 1_773_835_200_000_000;

const MINUTE: i64 = 60_000_000;

thread_local! {
    static NOW: Cell<i64> = const { Cell::new(START) };
}

/// What the server takes for now.
pub fn now() -> Timestamp {
    Timestamp::from_micros(NOW.get())
}

/// Lets time pass.
pub fn pass_minutes(minutes: i64) {
    NOW.set(NOW.get() + minutes * MINUTE);
}

/// Lets time pass.
pub fn pass_days(days: i64) {
    pass_minutes(days * 24 * 60);
}

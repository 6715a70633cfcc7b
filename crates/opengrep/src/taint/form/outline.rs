//! A form as text, for tests.

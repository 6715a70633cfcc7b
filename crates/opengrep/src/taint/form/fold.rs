//! Which conditions are known.

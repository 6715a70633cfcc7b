//! Text that others wrote, made fit to be read by a person, a browser or a model.
//!
//! [`SafeText`] is the only type for such text, and there is one way to build it: credentials are masked, hidden characters
//! are shown, the size is bounded, in that order. Cutting last means that no piece of a credential survives because its
//! other half was cut away.
//!
//! * [`safe_text`] and [`safe_line`] for whole fields;
//! * [`Document`] for excerpts of a file, masked once as a whole, so that a line in the middle of a private key is masked too;
//! * [`fence`] to hand a text to a model: it can neither close its block nor pass for the words around it.
//!
//! What a credential is belongs to the crate `secrets`. This crate never parses code.
#![forbid(unsafe_code)]

mod boundary;
mod emoji;
mod excerpt;
mod fence;
mod hidden;
mod mask;
mod safe;
mod truncate;

pub use excerpt::{Document, Excerpt};
pub use fence::fence;
pub use hidden::reveal;
pub use mask::{MARK, mask};
pub use safe::{SafeText, safe_line, safe_text};
pub use truncate::truncate;

use serde::{Deserialize, Serialize};

/// A range of text. Lines and columns start at 1; columns count Unicode scalar values; the end column is exclusive, as in SARIF
/// with `columnKind: unicodeCodePoints`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Location {
    /// First line.
    pub line: u32,
    /// First column on the first line.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character, on the last line.
    pub end_column: u32,
}

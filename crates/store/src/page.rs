/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// How many to skip.
    pub offset: u64,
    /// How many at most. The caller caps it.
    pub limit: u64,
}

impl Page {
    /// The first `limit`.
    pub const fn first(limit: u64) -> Self {
        Self { offset: 0, limit }
    }

    /// `limit` and `offset` as the engines take them.
    pub(crate) fn bounds(self) -> (i64, i64) {
        (
            i64::try_from(self.limit).unwrap_or(i64::MAX),
            i64::try_from(self.offset).unwrap_or(i64::MAX),
        )
    }
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paged<T> {
    /// The part.
    pub items: Vec<T>,
    /// How many there are in all.
    pub total: u64,
    /// How many were skipped.
    pub offset: u64,
}

impl<T> Paged<T> {
    /// Nothing, of nothing.
    pub(crate) fn none(page: Page) -> Self {
        Self {
            items: Vec::new(),
            total: 0,
            offset: page.offset,
        }
    }

    /// Where the next part starts; none after the last.
    pub fn next_offset(&self) -> Option<u64> {
        let next = self.offset.saturating_add(self.items.len() as u64);
        (!self.items.is_empty() && next < self.total).then_some(next)
    }

    /// The same part, each item made into something else.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Paged<U> {
        Paged {
            items: self.items.into_iter().map(f).collect(),
            total: self.total,
            offset: self.offset,
        }
    }
}

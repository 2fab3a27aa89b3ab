//! How much memory a page may take: so many bytes for each of its own, whatever it is made of.
//!
//! A page of tags and single letters has more nodes, blocks and parts than its bytes lead one to expect. Each stage of extraction
//! has a share of the budget, and stops where that is used up. What was read until then is extracted, and the answer says that
//! there is more. No page of the development corpus needs half of it.

/// Bytes of memory for each byte of a page.
const TIMES: usize = 20;

/// Any page may take that much more: what a few thousand blocks need while they are judged.
const ANY: usize = 24 << 20;

/// What of [`ANY`] is for nodes, blocks and parts.
const SMALL: usize = 4 << 20;

/// What of it is free again for parts when blocks are judged.
const JUDGED: usize = 14 << 20;

/// The most memory, in bytes, that [`page`](crate::page()) and a writer take for a page of so many bytes, beside the page.
///
/// A page that would need more is extracted from its first part: see [`Extracted::truncated`](crate::extract::Extracted::truncated).
#[must_use]
pub const fn memory(page: usize) -> usize {
    page.saturating_mul(TIMES).saturating_add(ANY)
}

/// What extraction may take of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(usize);

impl Budget {
    /// For a page of so many bytes, with so many in memory already.
    pub(crate) fn new(page: usize, held: usize) -> Budget {
        Budget(page.saturating_mul(TIMES).saturating_add(SMALL).saturating_sub(held))
    }

    /// The same with so many more in memory.
    pub(crate) fn without(self, held: usize) -> Budget {
        Budget(self.0.saturating_sub(held))
    }

    /// For nodes.
    pub(crate) fn tree(self) -> usize {
        self.0 / 20 * 7
    }

    /// For blocks, and what is known of each.
    pub(crate) fn blocks(self) -> usize {
        self.0 / 10 * 3
    }

    /// For all, when parts are read and written.
    pub(crate) fn all(self) -> usize {
        self.0.saturating_add(JUDGED)
    }
}

/// Makes room for one more, unless there are as many as there may be.
///
/// A vector that grows by itself can end up with room for twice as many.
#[inline]
pub(crate) fn has_room<T>(items: &mut Vec<T>, most: usize) -> bool {
    items.len() < items.capacity() || grow(items, most)
}

#[cold]
fn grow<T>(items: &mut Vec<T>, most: usize) -> bool {
    items.reserve_exact(items.len().max(64).min(most.saturating_sub(items.len())));
    items.len() < items.capacity()
}

/// How many bytes an allocation of so many takes: allocators round up, and remember the size.
pub(crate) fn allocated(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { (bytes + 8).next_multiple_of(16).max(32) }
}

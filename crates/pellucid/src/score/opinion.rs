//! What a paper's method says of a page: an answer by a rule of its own, beside the sum of all evidence.

use std::borrow::Cow;

use crate::encodings::Encoding;
use crate::evidence::{Evidence, Fact, Source};
use crate::hints::Hints;
use crate::strip::{Stream, strip};

/// So much of a page is looked at: what pages of text have, and a bound for those that have more.
pub(crate) const LOOKED_AT: usize = 1024 * 1024;

/// How many encodings are told of, at least.
const TOLD: usize = 5;

/// Encodings by a method's own rule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Opinion {
    /// Whose it is.
    pub source: Source,
    /// What its scores are, in words.
    pub what: &'static str,
    /// Encodings and their scores, the best first.
    pub ranked: Vec<(&'static Encoding, f32)>,
}

impl Opinion {
    /// Leaves only what the caller permits; nothing is no opinion.
    pub fn permitted(mut self, hints: &Hints) -> Option<Opinion> {
        self.ranked.retain(|(encoding, _)| hints.permits(encoding));
        (!self.ranked.is_empty()).then_some(self)
    }

    /// The answer.
    pub fn best(&self) -> &'static Encoding {
        self.ranked[0].0
    }

    /// The answer, and what has the same score.
    pub fn equals(&self) -> impl Iterator<Item = &'static Encoding> {
        self.ranked.iter().take_while(|(_, score)| *score == self.ranked[0].1).map(|(encoding, _)| *encoding)
    }

    /// The opinion as evidence. It weighs nothing: the method decides by it alone.
    pub fn evidence(&self) -> impl Iterator<Item = Evidence> {
        let told = self.equals().count().max(TOLD);
        self.ranked.iter().enumerate().take(told).map(|(n, &(encoding, score))| {
            let equal = self.ranked.iter().enumerate().any(|(m, other)| m != n && other.1 == score);
            let fact = Fact::Scored { score, what: self.what, equal };
            Evidence { source: self.source, encoding: Some(encoding), bits: 0.0, fact }
        })
    }
}

/// The bytes of a page which the papers' methods count: its text, without the markup. Where fewer visible bytes than this are
/// left, it is the page itself; and where it has zero bytes, which no text but UTF-16 and UTF-32 has: what looks like a
/// tag there need not be one.
pub(super) fn text(page: &[u8], least: usize) -> Cow<'_, [u8]> {
    if memchr::memchr(0, page).is_some() {
        return Cow::Borrowed(page);
    }
    let text = strip(page);
    if text.visible() < least {
        return Cow::Borrowed(page);
    }
    let streams = Stream::ALL.map(|stream| text.stream(stream));
    Cow::Owned(streams.into_iter().filter(|stream| !stream.is_empty()).collect::<Vec<_>>().join(&b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_taken_without_its_markup_where_there_is_enough() {
        let words = b"caf\xE9 ".repeat(10);
        let page = [b"<title>t</title><p class=x>", &*words].concat();
        assert_eq!(*text(&page, 40), *[&*words, b"\nt"].concat());
        assert_eq!(*text(b"<p>caf\xE9", 40), *b"<p>caf\xE9", "too little is left");
        assert_eq!(*text(b"<p>caf\xE9", 1), *b"caf\xE9");
        // A tag, if it were not UTF-16.
        let utf_16 = [b"a\0<ab\0>\0", &*b"x\0".repeat(60)].concat();
        assert_eq!(*text(&utf_16, 1), *utf_16);
    }
}

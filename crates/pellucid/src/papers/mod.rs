//! The systems that Pellucid grew from, as their authors described them. Behind the feature `papers`.
//!
//! | module | paper | what it does |
//! |---|---|---|
//! | [`hybrid`] | Faghani, Hadian, Minaei-Bidgoli: Charset Encoding Detection of HTML Documents (2015) | asks Mozilla's detector about UTF-8, ICU's about everything else, after removing the markup |
//! | [`chared`] | Pomikálek, Suchomel: chared: Character Encoding Detection with a Known Language (2011) | compares byte triples with a vector for each encoding of the language |
//! | [`svm`] | Sullivan: Character Set Encoding Detection using a Support Vector Machine | one linear classifier for each encoding, over chosen byte n-grams |
//! | [`r2l`] | Mohammadzadeh et al.: R2L (2011), with its baselines LICEA and DANAg | finds the main content by lines with many right-to-left characters |
//!
//! **In**: the bytes of a page and the caller's hints; for `r2l`, decoded HTML. **Out**: an `Opinion`,
//! an answer by a rule of its own, which `decide` puts in the place of its own answer; for `r2l`, a piece of the page.
//!
//! chared, the SVM and ICU's method are all dot products of n-gram counts with trained [`vectors`].

pub mod chared;
pub mod hybrid;
pub mod r2l;
pub mod svm;
pub mod vectors;

use std::borrow::Cow;

use crate::decide::Opinion;
use crate::evidence::Evidence;
use crate::hints::{Hints, Method};
use crate::strip::{Channel, strip};

/// The answer of the paper's method that the caller chose; none for other methods, or without a model for the page. With it, what
/// is to be said of how it was found.
pub(crate) fn opinion(hints: &Hints, bytes: &[u8]) -> (Option<Opinion>, Option<Evidence>) {
    let mut note = None;
    let opinion = match hints.method {
        Method::Pellucid | Method::Standard => None,
        Method::Hybrid => Some(hybrid::opinion(hints.hybrid.as_ref(), bytes)),
        Method::Chared => {
            let chosen = chared::model(hints, bytes);
            note = chosen.note;
            chosen.model.map(|model| chared::opinion(model, bytes))
        }
        Method::Svm => Some(svm::opinion(svm::model(hints), bytes)),
    };
    (opinion.and_then(|opinion| opinion.permitted(hints)), note)
}

/// The bytes of a page which the papers' methods count: its text, without the markup. Where fewer visible bytes than this are
/// left, it is the page itself; and where it has zero bytes, which no text but UTF-16 and UTF-32 has: what looks like a
/// tag there need not be one.
fn text(page: &[u8], least: usize) -> Cow<'_, [u8]> {
    if memchr::memchr(0, page).is_some() {
        return Cow::Borrowed(page);
    }
    let text = strip(page);
    if text.visible() < least {
        return Cow::Borrowed(page);
    }
    let channels = Channel::ALL.iter().map(|channel| text.channel(*channel));
    Cow::Owned(channels.filter(|channel| !channel.is_empty()).collect::<Vec<_>>().join(&b'\n'))
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

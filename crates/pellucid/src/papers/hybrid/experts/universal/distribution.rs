//! The character distribution method: of a language with thousands of characters, a few hundred make up most of any text.

use super::MOST;
use super::scheme::Scheme;
use super::sequences::{Pairs, hiragana};
use crate::count::{Gram, PAIR};
use crate::encodings::Encoding;
use crate::score::format::Class;

/// As published, fewer common characters than this tell nothing.
const FEW: usize = 4;

/// A multi-byte encoding with the common characters of its language.
#[derive(Clone, Debug)]
pub(super) struct Distribution {
    encoding: &'static Encoding,
    scheme: &'static Scheme,
    common: Pairs,
    /// Pairs of hiragana that are common, of Japanese.
    hiragana: Option<Pairs>,
    /// The ratio of common characters to others in typical text.
    typical: f32,
}

impl Distribution {
    /// Of a class and its n-grams. Those of bytes beyond ASCII are characters, others two hiragana by their places.
    pub fn new(class: &Class, scheme: &'static Scheme, grams: &[Gram]) -> Distribution {
        let (pairs, characters): (Vec<Gram>, Vec<Gram>) =
            grams.iter().filter(|gram| **gram >= PAIR).partition(|gram| **gram & 0x8000 == 0);
        Distribution {
            encoding: class.encoding,
            scheme,
            common: Pairs::new(&characters),
            hiragana: (!pairs.is_empty()).then(|| Pairs::new(&pairs)),
            typical: class.number,
        }
    }

    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The confidence in it; none if the bytes are not legal in it.
    pub fn confidence(&self, bytes: &[u8]) -> Option<f32> {
        let (mut common, mut others) = (0, 0);
        let (mut usual, mut kana, mut last) = (0, 0, None);
        self.scheme.characters(bytes, |character| {
            let &[a, b] = character else {
                others += usize::from(character.len() > 2);
                last = None;
                return;
            };
            match self.common.has(a, b) {
                true => common += 1,
                false => others += 1,
            }
            let now = hiragana(a, b);
            if let (Some(pairs), Some(before), Some(now)) = (&self.hiragana, last, now) {
                kana += 1;
                usual += usize::from(pairs.has(before, now));
            }
            last = now;
        })?;
        let by_characters = match common < FEW {
            true => 0.0,
            false => (common as f32 / others.max(1) as f32 / self.typical).min(MOST),
        };
        // As published for Japanese: what follows what, where there is enough of it, is surer than how common it is.
        let by_pairs = if kana < FEW { 0.0 } else { usual as f32 / kana as f32 };
        Some(by_characters.max(by_pairs.min(MOST)))
    }
}

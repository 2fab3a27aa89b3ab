//! The two-character sequence method: of the pairs that an alphabet allows, a few hundred make up most of any text.

use crate::count::{Gram, PAIR, TRIPLE};
use crate::encodings::Encoding;
use crate::score::format::Class;

use super::MOST;

/// As published, so many letters of a language are looked at.
pub const LETTERS: usize = 64;
/// And so many of their pairs are positive: those that text has most.
pub const POSITIVE: usize = 512;
/// No more bytes of words are looked at: they are more than enough.
const LOOKED_AT: usize = 16 * 1024;

/// A set of pairs of bytes.
#[derive(Clone, Debug)]
pub(super) struct Pairs(Box<[u64; 1024]>);

impl Pairs {
    /// Of these n-grams.
    pub fn new(grams: &[Gram]) -> Pairs {
        let mut bits = Box::new([0; 1024]);
        for gram in grams.iter().filter(|gram| (PAIR..TRIPLE).contains(*gram)) {
            bits[(gram & 0xFFFF) as usize / 64] |= 1 << (gram & 63);
        }
        Pairs(bits)
    }

    /// Whether it has this one.
    pub fn has(&self, a: u8, b: u8) -> bool {
        let pair = usize::from(a) << 8 | usize::from(b);
        self.0[pair / 64] >> (pair % 64) & 1 == 1
    }
}

/// The place of a hiragana among the 83 by the bytes of Shift_JIS or of EUC-JP, whose ranges do not meet.
pub fn hiragana(a: u8, b: u8) -> Option<u8> {
    match (a, b) {
        (0x82, 0x9F..=0xF1) => Some(b - 0x9F + 1),
        (0xA4, 0xA1..=0xF3) => Some(b - 0xA1 + 1),
        _ => None,
    }
}

/// The words with a byte beyond ASCII, one after the other with a space between them. Everything that is neither an ASCII letter nor
/// beyond ASCII separates them. So markup and English are left out, as published.
pub fn words(bytes: &[u8]) -> Vec<u8> {
    let mut words = Vec::new();
    for word in bytes.split(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic()) {
        if word.iter().any(|byte| !byte.is_ascii()) {
            words.extend_from_slice(&word[..word.len().min(LOOKED_AT)]);
            words.push(b' ');
        }
        if words.len() >= LOOKED_AT {
            break;
        }
    }
    words
}

/// Whether every byte means a character in a single-byte encoding: controls beyond ASCII are not characters.
pub fn is_legal(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let legal = legal(encoding);
    bytes.iter().all(|byte| legal[usize::from(*byte)])
}

fn legal(encoding: &'static Encoding) -> [bool; 256] {
    std::array::from_fn(|byte| {
        let byte = byte as u8;
        let decoded = encoding.decode(&[byte]).text().chars().next().unwrap_or('\u{FFFD}');
        byte.is_ascii() || decoded != '\u{FFFD}' && !decoded.is_control()
    })
}

/// A single-byte encoding with the sequences of a language.
#[derive(Clone, Debug)]
pub(super) struct Sequences {
    encoding: &'static Encoding,
    legal: Box<[bool; 256]>,
    frequent: Box<[bool; 256]>,
    positive: Pairs,
    /// Whether ASCII letters are among the frequent ones.
    latin: bool,
    /// The share of positive pairs in typical text.
    typical: f32,
}

impl Sequences {
    /// Of a class and its n-grams: of one byte, frequent letters; of two, positive pairs.
    pub fn new(class: &Class, grams: &[Gram]) -> Sequences {
        let mut frequent = Box::new([false; 256]);
        for &gram in grams.iter().filter(|gram| **gram < PAIR) {
            frequent[(gram & 0xFF) as usize] = true;
        }
        Sequences {
            encoding: class.encoding,
            legal: Box::new(legal(class.encoding)),
            latin: frequent[..0x80].contains(&true),
            frequent,
            positive: Pairs::new(grams),
            typical: class.number,
        }
    }

    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The confidence in it by the words of a page; none if a byte of the page is not legal in it.
    pub fn confidence(&self, page: &[u8], words: &[u8]) -> Option<f32> {
        if !page.iter().all(|byte| self.legal[usize::from(*byte)]) {
            return None;
        }
        let frequent = |byte: u8| self.frequent[usize::from(byte)];
        let beyond = words.iter().filter(|byte| !byte.is_ascii());
        let (all, usual) = (beyond.clone().count(), beyond.filter(|byte| frequent(**byte)).count());
        let (mut pairs, mut positive) = (0usize, 0usize);
        for pair in words.windows(2) {
            let &[a, b] = pair else { continue };
            if a.is_ascii() && b.is_ascii() || a == b' ' || b == b' ' {
                continue;
            }
            // Words do not change from one alphabet to another within.
            let mixed = !self.latin && (a.is_ascii() || b.is_ascii());
            if mixed || frequent(a) && frequent(b) {
                pairs += 1;
                positive += usize::from(!mixed && self.positive.has(a, b));
            }
        }
        if pairs == 0 {
            return Some(0.0);
        }
        let share = positive as f32 / pairs as f32 / self.typical;
        Some((share * usual as f32 / all as f32).clamp(0.0, MOST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings;

    #[test]
    fn words_have_bytes_beyond_ascii() {
        assert_eq!(words(b"<p>caf\xE9 noir, \xE0 2</p>"), b"caf\xE9 \xE0 ");
        assert_eq!(words(b"plain"), b"");
        assert!(words(&b"\xE9 ".repeat(LOOKED_AT)).len() <= LOOKED_AT + 1);
        assert_eq!(words(&b"\xE9".repeat(3 * LOOKED_AT)).len(), LOOKED_AT + 1);
    }

    #[test]
    fn controls_and_holes_are_not_legal() {
        assert!(is_legal(&encodings::WINDOWS_1251, b"\x80\xFF"));
        assert!(!is_legal(&encodings::ISO_8859_5, b"\x80"));
        assert!(!is_legal(&encodings::ISO_8859_6, b"\xFF"));
    }

    #[test]
    fn pairs_are_a_set() {
        let pairs = Pairs::new(&[PAIR | 0xE0E1, 0xE0, TRIPLE | 0x1234]);
        assert!(pairs.has(0xE0, 0xE1) && !pairs.has(0xE1, 0xE0) && !pairs.has(0x12, 0x34));
        assert_eq!(
            [hiragana(0x82, 0x9F), hiragana(0xA4, 0xF3), hiragana(0xA5, 0xA1)],
            [Some(1), Some(83), None]
        );
    }
}

//! Multi-byte encodings: legality, and how many of the characters are common ones.

use crate::count::{Gram, PAIR, TRIPLE};
use crate::encodings::{self, Encoding};
use crate::papers::vectors::Vectors;

/// What is read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Character {
    /// A byte which is a character on its own.
    Single,
    /// A character of two bytes or more: of two or three, their n-gram.
    Multiple(Gram),
    /// What the encoding has no place for.
    Bad,
}

/// The characters of bytes by the encoding's scheme, of which only the ranges of its bytes are looked at.
pub fn characters(encoding: &'static Encoding, bytes: &[u8]) -> impl Iterator<Item = Character> {
    let next = match encoding {
        e if e == &encodings::SHIFT_JIS => shift_jis,
        e if e == &encodings::BIG5 => big5,
        e if e == &encodings::EUC_JP || e == &encodings::EUC_KR => euc,
        _ => gb18030,
    };
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let &first = rest.first()?;
        let (character, length) = next(first, rest.get(1..).unwrap_or_default());
        rest = rest.get(length..).unwrap_or_default();
        Some(character)
    })
}

fn pair(a: u8, b: u8) -> (Character, usize) {
    (Character::Multiple(PAIR | Gram::from(a) << 8 | Gram::from(b)), 2)
}

const SINGLE: (Character, usize) = (Character::Single, 1);
const BAD: (Character, usize) = (Character::Bad, 2);

fn shift_jis(first: u8, rest: &[u8]) -> (Character, usize) {
    match (first, rest) {
        (..=0x7F | 0xA1..=0xDF, _) => SINGLE,
        (_, &[b @ 0x40..=0xFE, ..]) => pair(first, b),
        _ => BAD,
    }
}

fn big5(first: u8, rest: &[u8]) -> (Character, usize) {
    match (first, rest) {
        (..=0x7F | 0xFF, _) => SINGLE,
        (_, &[b @ (0x40..=0x7E | 0x80..=0xFE), ..]) => pair(first, b),
        _ => BAD,
    }
}

fn euc(first: u8, rest: &[u8]) -> (Character, usize) {
    match (first, rest) {
        (..=0x8D, _) => SINGLE,
        (0x8F, &[b, c @ 0xA1..=0xFF, ..]) => {
            let gram = TRIPLE | Gram::from(first) << 16 | Gram::from(b) << 8 | Gram::from(c);
            (Character::Multiple(gram), 3)
        }
        (0x8F, _) => (Character::Bad, 3),
        (0x8E | 0xA1..=0xFE, &[b @ 0xA1..=0xFF, ..]) => pair(first, b),
        (0x8E | 0xA1..=0xFE, _) => BAD,
        // No EUC begins a character so; ICU lets it pass.
        _ => rest.first().map_or(SINGLE, |b| pair(first, *b)),
    }
}

fn gb18030(first: u8, rest: &[u8]) -> (Character, usize) {
    match (first, rest) {
        (..=0x80, _) => SINGLE,
        // ICU lets 0xFF and a second byte of 0x7F pass, which GB 18030 does not have.
        (0xFF, _) => rest.first().map_or(SINGLE, |b| pair(first, *b)),
        (_, &[b @ 0x40..=0xFE, ..]) => pair(first, b),
        // Of four bytes, all of which are rare.
        (_, [0x30..=0x39, 0x81..=0xFE, 0x30..=0x39, ..]) => (Character::Multiple(TRIPLE), 4),
        _ => BAD,
    }
}

/// The confidence in the encoding of a class, in percent.
pub fn confidence(tables: &Vectors, class: usize, bytes: &[u8]) -> u32 {
    let (mut all, mut multiple, mut bad) = (0u32, Vec::new(), 0);
    for character in characters(tables.classes()[class].encoding, bytes) {
        all += 1;
        match character {
            Character::Single => {}
            Character::Multiple(gram) => multiple.push(gram),
            Character::Bad => bad += 1,
        }
        if bad >= 2 && 5 * bad >= multiple.len() {
            return 0;
        }
    }
    // A table has weight 1 for each of its characters: the dot product is the number of common ones.
    let common = tables.scores(multiple.iter().map(|&gram| (gram, 1.0)))[class];
    by_characters(all, multiple.len(), bad, common)
}

/// The confidence by how many characters there are, how many of several bytes, bad ones, and common ones.
fn by_characters(all: u32, multiple: usize, bad: usize, common: f32) -> u32 {
    if multiple <= 10 && bad == 0 {
        // ASCII, which is legal and says nothing.
        return if multiple == 0 && all < 10 { 0 } else { 10 };
    }
    if multiple < 20 * bad {
        return 0;
    }
    // A quarter of the characters being common is as good as it gets.
    let most = (multiple as f32 / 4.0).ln();
    ((common + 1.0).ln() * 90.0 / most + 10.0).clamp(0.0, 100.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_of_the_scheme() {
        use Character::{Bad, Multiple, Single};
        let read = |encoding, bytes: &[u8]| characters(encoding, bytes).collect::<Vec<_>>();
        let two = |gram: Gram| Multiple(PAIR | gram);
        assert_eq!(read(&encodings::SHIFT_JIS, b"a\xB1\x82\xA0\x82 "), [Single, Single, two(0x82A0), Bad]);
        assert_eq!(read(&encodings::BIG5, b"\xA4\x40\xA4\x7F\xFF"), [two(0xA440), Bad, Single]);
        assert_eq!(read(&encodings::EUC_KR, b"\xB0\xA1\xB0a\xB0"), [two(0xB0A1), Bad, Bad]);
        assert_eq!(
            read(&encodings::EUC_JP, b"\x8E\xB1\x8F\xB0\xA1"),
            [two(0x8EB1), Multiple(TRIPLE | 0x8FB0A1)]
        );
        assert_eq!(
            read(&encodings::GB18030, b"\x81\x30\x81\x30\xB0\xA1\x80"),
            [Multiple(TRIPLE), two(0xB0A1), Single]
        );
        assert_eq!(read(&encodings::GB18030, b"\x81\x30\x81"), [Bad, Bad]);
    }

    #[test]
    fn confidence_grows_with_common_characters() {
        assert_eq!(by_characters(9, 0, 0, 0.0), 0);
        assert_eq!(by_characters(10, 0, 0, 0.0), 10);
        assert_eq!(by_characters(50, 10, 0, 10.0), 10);
        assert_eq!(by_characters(50, 19, 1, 10.0), 0);
        assert_eq!(by_characters(100, 100, 0, 0.0), 10);
        assert_eq!(by_characters(100, 100, 0, 24.0), 100);
        assert_eq!(by_characters(100, 100, 5, 100.0), 100);
    }
}

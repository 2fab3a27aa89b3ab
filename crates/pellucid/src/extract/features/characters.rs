//! What the characters of a block are, in all scripts.

use std::sync::LazyLock;

use fearless_simd::{Simd, dispatch, prelude::*};

use crate::simd;

/// Counts of the characters of a block.
#[derive(Clone, Copy, Default)]
pub struct Characters {
    pub marks: f32,
    pub digits: f32,
    pub capitals: f32,
    pub foreign: f32,
    pub lines: f32,
}

impl Characters {
    /// Of this text.
    pub fn of(text: &str) -> Characters {
        let [marks, digits, capitals, lines, foreign] =
            dispatch!(simd::level(), simd => count(simd, text.as_bytes()));
        let mut counts = Characters {
            marks: marks as f32,
            digits: digits as f32,
            capitals: capitals as f32,
            foreign: 0.0,
            lines: lines as f32,
        };
        if foreign > 0 {
            let known = &**KINDS;
            let (mut marks, mut digits, mut capitals) = (0u32, 0u32, 0u32);
            for c in text.chars() {
                let kinds = match known.get(c as usize) {
                    Some(kinds) => *kinds,
                    None if is_letter_without_case(c) => continue,
                    None => self::kinds(c),
                };
                // Most are letters, and small ones.
                if kinds != 0 {
                    marks += u32::from(kinds & MARK != 0);
                    digits += u32::from(kinds & DIGIT != 0);
                    capitals += u32::from(kinds & CAPITAL != 0);
                }
            }
            counts.foreign = foreign as f32;
            counts.marks += marks as f32;
            counts.digits += digits as f32;
            counts.capitals += capitals as f32;
        }
        counts
    }
}

/// How many marks, digits, capitals and line feeds of ASCII there are, and how many other characters.
#[inline(always)]
fn count<S: Simd>(simd: S, text: &[u8]) -> [u32; 5] {
    let (mut counts, mut at) = ([0; 5], 0);
    while at < text.len() {
        let bytes = simd::bytes_at(simd, text, at);
        let stops =
            simd::are(simd, bytes, b'.') | simd::are(simd, bytes, b'!') | simd::are(simd, bytes, b'?');
        let pauses = simd::are(simd, bytes, b',') | simd::are_in(simd, bytes, b':', b';');
        let kinds = [
            stops | pauses,
            simd::are_in(simd, bytes, b'0', b'9'),
            simd::are_in(simd, bytes, b'A', b'Z'),
            simd::are(simd, bytes, b'\n'),
            // The first byte of a character beyond ASCII.
            simd::are_in(simd, bytes, 0xC0, 0xFF),
        ];
        for (count, kind) in counts.iter_mut().zip(kinds) {
            *count += kind.to_bitmask().count_ones();
        }
        at += simd::LANES;
    }
    counts
}

const MARK: u8 = 1;
const DIGIT: u8 = 2;
const CAPITAL: u8 = 4;

/// Whether a character beyond ASCII is a mark, a digit, a capital.
fn kinds(c: char) -> u8 {
    let one = |is: bool, kind: u8| if is { kind } else { 0 };
    one(is_mark(c), MARK) | one(c.is_numeric(), DIGIT) | one(c.is_uppercase(), CAPITAL)
}

/// The same of the characters of all alphabets; those of ASCII are counted otherwise. Asking Unicode takes longer.
static KINDS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let kind = |c: char| if c.is_ascii() { 0 } else { kinds(c) };
    ('\0'..'\u{2100}').map(kind).collect()
});

/// Letters which there are many of and which are nothing but letters: kana, Chinese, Korean.
fn is_letter_without_case(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}

/// Marks beyond ASCII which end or part sentences, in all scripts that have such.
fn is_mark(c: char) -> bool {
    matches!(
        c,
        '，' | '、' | '；' | '：' | '،' | '؛' | '·' | '…' | '。' | '！' | '？' | '؟' | '۔' | '।' | '։'
    )
}

/// Whether a sentence may end so.
pub fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '"' | '”' | '。' | '！' | '？' | '؟' | '۔' | '।' | '։')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_without_case_are_neither_marks_nor_digits_nor_capitals() {
        let letters = ('\0'..=char::MAX).filter(|c| is_letter_without_case(*c));
        assert!(letters.clone().all(|c| kinds(c) == 0));
        assert!(letters.count() > 38_000);
    }

    #[test]
    fn all_are_counted() {
        let counts = Characters::of("Ab, Çé 12٣。\nД．漢字 ０");
        assert_eq!((counts.marks, counts.digits, counts.capitals), (2.0, 4.0, 3.0));
        assert_eq!((counts.foreign, counts.lines), (9.0, 1.0));
    }
}

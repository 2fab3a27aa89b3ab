//! Johab (KS C 5601-1992, annex 3; cp1361): Hangul by arithmetic, the rest of KS X 1001 by its rows.
//!
//! A Hangul syllable is a one bit and three numbers of five bits: initial consonant, vowel, final consonant.
//! Each may be a filler, which gives the single letters. Symbols and Hanja are KS X 1001, two of its rows to
//! a lead byte.
//!
//! 0x5C is the backslash, as Python and Microsoft read it, not the won sign, as glibc does: scripts and paths
//! matter more on a page.

use super::sets::Set;
use crate::decode::codec::{Reader, Scheme, Step, Writer, first};

/// Johab.
#[derive(Clone, Copy)]
pub(crate) struct Johab;

impl Scheme for Johab {
    fn reader(&'static self) -> Box<dyn Reader + Send> {
        Box::new(*self)
    }

    fn writer(&'static self) -> Box<dyn Writer> {
        Box::new(*self)
    }

    fn reads_ascii(&self) -> bool {
        true
    }
}

/// The letters of a five-bit number, in the order of Unicode, as a number from 0; its place is its code.
type Letters = [Letter; 32];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Letter {
    None,
    Filler,
    /// Its place among the initials, vowels or finals of Unicode.
    At(u8),
}

const INITIALS: Letters = letters(1, &[(2, 20)]);
const VOWELS: Letters = letters(2, &[(3, 7), (10, 15), (18, 23), (26, 29)]);
const FINALS: Letters = letters(1, &[(2, 17), (19, 29)]);

/// Letters counted through these inclusive ranges of codes.
const fn letters(filler: usize, ranges: &[(usize, usize)]) -> Letters {
    let mut letters = [Letter::None; 32];
    letters[filler] = Letter::Filler;
    let (mut range, mut number) = (0, 0);
    while range < ranges.len() {
        let mut code = ranges[range].0;
        while code <= ranges[range].1 {
            letters[code] = Letter::At(number);
            number += 1;
            code += 1;
        }
        range += 1;
    }
    letters
}

/// Single initials and finals as Unicode's compatibility letters.
const INITIAL_LETTERS: [char; 19] = [
    'ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ', 'ㅌ',
    'ㅍ', 'ㅎ',
];
const FINAL_LETTERS: [char; 27] = [
    'ㄱ', 'ㄲ', 'ㄳ', 'ㄴ', 'ㄵ', 'ㄶ', 'ㄷ', 'ㄹ', 'ㄺ', 'ㄻ', 'ㄼ', 'ㄽ', 'ㄾ', 'ㄿ', 'ㅀ', 'ㅁ', 'ㅂ',
    'ㅄ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ',
];
/// The first of 21 vowels.
const VOWEL_LETTERS: u32 = 'ㅏ' as u32;

fn hangul(code: u16) -> Option<char> {
    let part = |letters: &Letters, shift: u16| letters[usize::from(code >> shift & 31)];
    match (part(&INITIALS, 10), part(&VOWELS, 5), part(&FINALS, 0)) {
        (Letter::At(initial), Letter::At(vowel), last) => {
            let last = match last {
                Letter::None => return None,
                Letter::Filler => 0,
                Letter::At(last) => u32::from(last) + 1,
            };
            char::from_u32(0xAC00 + (u32::from(initial) * 21 + u32::from(vowel)) * 28 + last)
        }
        (Letter::At(initial), Letter::Filler, Letter::Filler) => Some(INITIAL_LETTERS[usize::from(initial)]),
        (Letter::Filler, Letter::At(vowel), Letter::Filler) => {
            char::from_u32(VOWEL_LETTERS + u32::from(vowel))
        }
        (Letter::Filler, Letter::Filler, Letter::At(last)) => Some(FINAL_LETTERS[usize::from(last)]),
        (Letter::Filler, Letter::Filler, Letter::Filler) => Some('\u{3000}'),
        _ => None,
    }
}

fn hangul_code(c: char) -> Option<u16> {
    let code = |letters: &Letters, letter| letters.iter().position(|l| *l == letter);
    let join = |initial, vowel, last| {
        let initial = code(&INITIALS, initial)?;
        let vowel = code(&VOWELS, vowel)?;
        Some((0x8000 | initial << 10 | vowel << 5 | code(&FINALS, last)?) as u16)
    };
    let at = |place: usize| Letter::At(place as u8);
    match c {
        '가'..='힣' => {
            let number = c as usize - 0xAC00;
            let last = number % 28;
            let last = if last == 0 { Letter::Filler } else { at(last - 1) };
            join(at(number / 28 / 21), at(number / 28 % 21), last)
        }
        'ㅏ'..='ㅣ' => join(Letter::Filler, at((c as u32 - VOWEL_LETTERS) as usize), Letter::Filler),
        'ㄱ'..='ㅎ' => {
            // A letter which can begin a syllable is written so; only clusters remain for the finals.
            if let Some(place) = INITIAL_LETTERS.iter().position(|l| *l == c) {
                return join(at(place), Letter::Filler, Letter::Filler);
            }
            let place = FINAL_LETTERS.iter().position(|l| *l == c)?;
            join(Letter::Filler, Letter::Filler, at(place))
        }
        _ => None,
    }
}

/// The row and cell of KS X 1001 behind a lead 0xD9–0xDE (symbols, rows 0x21–0x2C) or 0xE0–0xF9 (Hanja, from
/// 0x4A).
fn code_of_set(lead: u8, trail: u8) -> Option<(u8, u8)> {
    let row = match lead {
        0xD9..=0xDE => (lead - 0xD9) * 2 + 0x21,
        0xE0..=0xF9 => (lead - 0xE0) * 2 + 0x4A,
        _ => return None,
    };
    let code = match trail {
        0x31..=0x7E => (row, trail - 0x10),
        0x91..=0xA0 => (row, trail - 0x22),
        0xA1..=0xFE => (row + 1, trail - 0x80),
        _ => return None,
    };
    // The modern letters of row 0x24 are written by arithmetic only.
    (!matches!(code, (0x24, 0x21..=0x53))).then_some(code)
}

fn bytes_of_set((row, cell): (u8, u8)) -> Option<[u8; 2]> {
    let (first, lead) = match row {
        0x21..=0x2C => (row - 0x21, 0xD9),
        0x4A..=0x7D => (row - 0x4A, 0xE0),
        _ => return None,
    };
    let trail = match cell {
        _ if first % 2 == 1 => cell + 0x80,
        0x21..=0x6E => cell + 0x10,
        _ => cell + 0x22,
    };
    Some([lead + first / 2, trail])
}

impl Reader for Johab {
    fn step(&mut self, bytes: &[u8]) -> Step {
        let (lead, trail) = match bytes {
            [byte @ ..0x80, ..] => return Step::Char(char::from(*byte), 1),
            [0x84..=0xD3 | 0xD9..=0xDE | 0xE0..=0xF9] => return Step::More,
            [lead, trail, ..] => (*lead, *trail),
            _ => return Step::Malformed(1),
        };
        let c = match lead {
            0x84..=0xD3 => hangul(u16::from(lead) << 8 | u16::from(trail)),
            _ => code_of_set(lead, trail).and_then(|code| Set::Ksx1001.char(code)),
        };
        match c {
            Some(c) => Step::Char(c, 2),
            // An ASCII byte which is not a part of a character is read on its own, so that no markup is lost.
            None if trail < 0x80 => Step::Malformed(1),
            None if matches!(lead, 0x84..=0xD3 | 0xD9..=0xDE | 0xE0..=0xF9) => Step::Malformed(2),
            None => Step::Malformed(1),
        }
    }

    fn ascii_prefix(&self, bytes: &[u8]) -> usize {
        encoding_rs::Encoding::ascii_valid_up_to(bytes)
    }
}

impl Writer for Johab {
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> Option<usize> {
        let (c, len) = first(text)?;
        if c.is_ascii() {
            out.push(c as u8);
        } else if let Some(code) = hangul_code(c) {
            out.extend(code.to_be_bytes());
        } else {
            out.extend(bytes_of_set(Set::Ksx1001.code(c)?)?);
        }
        Some(len)
    }
}

#[cfg(test)]
mod tests {
    use crate::encodings::JOHAB;

    #[test]
    fn syllables_letters_symbols_and_hanja() {
        for (bytes, text) in [
            (b"\x88\x61\xD3\xBD", "가힣"),
            (b"\x88\x41\x84\x61", "ㄱㅏ"),
            (b"\x84\x44\xD9\x31", "ㄳ\u{3000}"),
            (b"\xE0\x31\xF9\xFE", "伽詰"),
        ] {
            assert_eq!(JOHAB.decode(bytes).text(), text);
            assert_eq!(JOHAB.encode(text).bytes(), bytes);
        }
    }

    #[test]
    fn markup_after_a_lost_byte_is_kept() {
        assert_eq!(JOHAB.decode(b"\x88<p>").text(), "\u{FFFD}<p>");
        assert_eq!(JOHAB.decode(b"\x88").damage().positions()[0], 0..1);
    }
}

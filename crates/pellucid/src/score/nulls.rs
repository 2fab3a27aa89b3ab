//! UTF-16 and UTF-32 without a byte order mark: every second or fourth byte has something to tell.
//!
//! Eight-bit text has no zero bytes and hardly a control character. Read as units of the right width and order, ASCII
//! characters stand out; read otherwise, nonsense does.

use super::{CERTAIN, count};
use crate::encodings::{self, Encoding};
use crate::evidence::{Evidence, Fact, Source};

/// Bits for a unit that is a character of ASCII text, or punctuation that every Chinese or Japanese text has.
const TELLING: f32 = 3.0;
/// Bits for a unit of an alphabet whose upper byte no eight-bit text has (Greek, Cyrillic, Arabic, Thai, …).
const ALPHABET: f32 = 1.0;
/// Bits against for a unit no text has: a control, a lone surrogate, a noncharacter, private use.
const NONSENSE: f32 = -8.0;
/// Bits against for a unit made of two ASCII characters: that is what eight-bit text looks like in pairs.
const TWO_LETTERS: f32 = -0.5;
/// The same right after a unit of ASCII text, where the next letter should be: that is what lists with zeros between words look
/// like, `one\0two\0six`.
const TWO_AFTER_ONE: f32 = -5.0;
/// With fewer bits than this, and less than that for each unit, chance may have made them.
const LEAST: f32 = 8.0;
const LEAST_OF_UNIT: f32 = 0.1;
/// Bits for a valid code point of four bytes, and against for an invalid one.
const CODE_POINT: f32 = 6.0;

/// The head is read in so many slices of so many bytes, evenly spread: 2 KiB hold more bits than we keep, and all 64
/// would take thirty times as long.
const SLICES: usize = 16;
const SLICE: usize = 128;

/// The slices of a head; the whole of a short one.
fn slices(head: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let is_short = head.len() <= SLICES * SLICE;
    let (slices, length) = if is_short { (1, head.len()) } else { (SLICES, SLICE) };
    // They begin where a unit of four bytes does.
    (0..slices).map(move |slice| &head[(slice * (head.len() / SLICES)) & !3..][..length])
}

/// Weighs the four readings of a page with control bytes.
pub(super) fn wide(head: &[u8]) -> Vec<Evidence> {
    let mut evidence = Vec::new();
    let slices = slices(head);
    for (encoding, big) in [(&encodings::UTF_32LE, false), (&encodings::UTF_32BE, true)] {
        let units = slices.clone().flat_map(|slice| slice.as_chunks::<4>().0);
        let units = units.map(|&c| if big { u32::from_be_bytes(c) } else { u32::from_le_bytes(c) });
        evidence.extend(weigh(
            encoding,
            units.map(|unit| if is_nonsense(unit) { 2.0 * NONSENSE } else { CODE_POINT }),
        ));
    }
    for (encoding, big) in [(&encodings::UTF_16LE, false), (&encodings::UTF_16BE, true)] {
        let (mut after_high, mut after_ascii) = (false, false);
        let units = slices.clone().flat_map(|slice| slice.as_chunks::<2>().0);
        let units = units.map(|&c| if big { u16::from_be_bytes(c) } else { u16::from_le_bytes(c) });
        evidence.extend(weigh(
            encoding,
            units.map(|unit| {
                let high = (0xD800..0xDC00).contains(&unit);
                match (std::mem::replace(&mut after_high, high), unit) {
                    (false, _) if high => 0.0,
                    (true, 0xDC00..0xE000) => ALPHABET,
                    (true, _) => 2.0 * NONSENSE,
                    (false, _) => {
                        let weight = weight(unit);
                        let after_ascii = std::mem::replace(&mut after_ascii, unit < 0x80);
                        if after_ascii && weight == TWO_LETTERS { TWO_AFTER_ONE } else { weight }
                    }
                }
            }),
        ));
    }
    // Bytes that are the same in both orders, one repeated byte for example, are no text in either.
    let bits_of =
        |encoding| evidence.iter().find(|e: &&Evidence| e.encoding == Some(encoding)).map(|e| e.bits);
    if bits_of(&encodings::UTF_16LE) == bits_of(&encodings::UTF_16BE) {
        evidence.retain(|e| {
            e.encoding.is_some_and(|e| ![&encodings::UTF_16LE, &encodings::UTF_16BE].contains(&e))
        });
    }
    // The readings exclude each other: what the best one has more counts against the others.
    let best = evidence.iter().map(|e: &Evidence| e.bits).fold(0.0, f32::max);
    for one in &mut evidence {
        one.bits = one.bits.min(CERTAIN) - (best - one.bits).min(CERTAIN);
    }
    evidence
}

fn weigh(encoding: &'static Encoding, units: impl Iterator<Item = f32>) -> Option<Evidence> {
    let (mut bits, mut good, mut bad, mut all) = (0.0, 0, 0, 0.0);
    for weight in units {
        bits += weight;
        all += 1.0;
        good += u64::from(weight > 0.0);
        bad += u64::from(weight <= NONSENSE);
        // Text does not come back from there.
        if bits < -16.0 * CERTAIN {
            return None;
        }
    }
    let fact = Fact::Units { good, bad };
    (bits > LEAST || bits > LEAST_OF_UNIT * all).then_some(Evidence {
        source: Source::Nulls,
        encoding: Some(encoding),
        bits,
        fact,
    })
}

/// By its upper byte first, which most often says it all.
fn weight(unit: u16) -> f32 {
    let [upper, lower] = unit.to_be_bytes();
    let is_text = matches!(lower, b'\t' | b'\n' | b'\r' | 0x20..=0x7E);
    match upper {
        // Tab, line ends, printable ASCII.
        0 if is_text => TELLING,
        // The ideographic space, comma and full stop.
        0x30 if lower <= 2 => TELLING,
        0xFF if lower == 0x0C => TELLING,
        0 | 0xD8..=0xFF if is_nonsense(u32::from(unit)) => NONSENSE,
        _ if is_telling_control(upper) => ALPHABET,
        // A tab or line end as upper byte is left out: Devanagari and its neighbours have them.
        0x20..=0x7E if is_text => TWO_LETTERS,
        _ => 0.0,
    }
}

/// Bytes which eight-bit text does not have; line ends and tabs it has, ESC, SO and SI are ISO-2022's.
fn is_telling_control(byte: u8) -> bool {
    matches!(byte, 0x01..=0x08 | 0x0B | 0x0C | 0x10..=0x1A | 0x1C..=0x1F)
}

/// Code points which no text has: controls, noncharacters, surrogates, private use, planes without characters.
fn is_nonsense(unit: u32) -> bool {
    let control = unit < 0x20 && !matches!(unit, 0x09 | 0x0A | 0x0C | 0x0D) || (0x7F..0xA0).contains(&unit);
    let noncharacter = unit & 0xFFFE == 0xFFFE || (0xFDD0..0xFDF0).contains(&unit);
    let plane = unit >> 16;
    control || noncharacter || (0xD800..0xF900).contains(&unit) || plane > 3 && plane != 14
}

/// ASCII without a single zero byte is not UTF-16 or -32, whatever a header says. The first kilobyte tells.
pub(super) fn not_wide(head: &[u8]) -> Vec<Evidence> {
    let head = &head[..head.len().min(1024)];
    let [ascii] = count(head, |b| [b.is_ascii()]);
    if 2 * ascii < head.len() as u64 || ascii < 2 {
        return Vec::new();
    }
    [&encodings::UTF_16LE, &encodings::UTF_16BE, &encodings::UTF_32LE, &encodings::UTF_32BE]
        .map(|encoding| {
            let fact = Fact::Plain("mostly ASCII without one zero byte");
            let bits = -(ascii as f32).min(CERTAIN);
            Evidence { source: Source::Nulls, encoding: Some(encoding), bits, fact }
        })
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(bytes: &[u8]) -> Option<&'static str> {
        let found = wide(bytes).into_iter().filter(|e| e.bits > 0.0);
        found.max_by(|a, b| a.bits.total_cmp(&b.bits)).map(|e| e.encoding.unwrap().name())
    }

    fn units(text: &str, width: usize, big: bool) -> Vec<u8> {
        let unit = |bytes: &[u8]| if big { bytes.iter().rev().copied().collect() } else { bytes.to_vec() };
        match width {
            2 => text.encode_utf16().flat_map(|u| unit(&u.to_le_bytes())).collect(),
            _ => text.chars().flat_map(|c| unit(&u32::from(c).to_le_bytes())).collect::<Vec<u8>>(),
        }
    }

    #[test]
    fn wide_text_is_found_in_every_script() {
        for text in [
            "<p>Hi",
            "Привет, мир",
            "今日は、良い天気ですね。散歩に行きましょう。",
            "สวัสดี ชาวโลก",
            "שלום עולם",
            "नमस्ते दुनिया",
            "😀 ok",
        ] {
            assert_eq!(best(&units(text, 2, false)), Some("UTF-16LE"), "{text}");
            assert_eq!(best(&units(text, 2, true)), Some("UTF-16BE"), "{text}");
            assert_eq!(best(&units(text, 4, false)), Some("UTF-32LE"), "{text}");
            assert_eq!(best(&units(text, 4, true)), Some("UTF-32BE"), "{text}");
        }
    }

    #[test]
    fn long_pages_are_read_here_and_there() {
        let page = units(&"Съешь же ещё этих мягких французских булок. ".repeat(1000), 2, false);
        assert_eq!(best(&page), Some("UTF-16LE"));
        for length in [1, 2, SLICES * SLICE, SLICES * SLICE + 1, 65_535] {
            let taken: Vec<&[u8]> = slices(&page[..length]).collect();
            let offset = |slice: &&[u8]| slice.as_ptr().addr() - page.as_ptr().addr();
            assert!(taken.iter().all(|slice| offset(slice).is_multiple_of(4)));
            assert_eq!(taken.concat().len(), length.min(SLICES * SLICE));
        }
    }

    #[test]
    fn other_bytes_are_not() {
        assert_eq!(best(b"line one\r\nline two\r\nline three\r\n"), None);
        assert_eq!(best(b"one\0two\0six\0ten\0red\0"), None);
        assert_eq!(best(b"a list\0of names\0with zeros\0between them\0"), None);
        assert_eq!(best(&[0; 64]), None);
        assert_eq!(best(&[0xFF; 64]), None);
        assert_eq!(best(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x06\0\0\0"), None);
    }
}

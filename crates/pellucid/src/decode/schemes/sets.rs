//! Character sets of 94 rows with 94 cells, which the encodings of East Asia write in their various ways.
//!
//! | set | where its mapping comes from |
//! |---|---|
//! | GB 2312 | encoding_rs's GBK, without what GBK added to these rows |
//! | KS X 1001 | encoding_rs's EUC-KR, whose code points above 0xA1A1 are exactly this set |
//! | CNS 11643 | the generated table, planes 1 to 7 and 15 |
//!
//! GB 2312 read through GBK differs from Python's and glibc's tables in two punctuation marks (0x2124,
//! 0x212A), for which we say what every browser says for the same bytes in GBK: `·` and `—`.

use std::sync::OnceLock;

use super::reverse::Reverse;
use crate::decode::tables::cns;

/// A code: row and cell, each 0x21 to 0x7E.
pub(super) type Code = (u8, u8);

/// A character set of 94 rows with 94 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Set {
    Gb2312,
    Ksx1001,
    /// CNS 11643, this plane.
    Cns(u8),
}

impl Set {
    /// The character with this code, nothing when either byte is out of range.
    pub(super) fn char(self, (row, cell): Code) -> Option<char> {
        let index = index(row, cell)?;
        match self {
            Set::Gb2312 => gb_2312().char(index),
            Set::Ksx1001 => ks_x_1001().char(index),
            Set::Cns(plane) => cns::char(plane, index),
        }
    }

    /// The code of a character.
    pub(super) fn code(self, c: char) -> Option<Code> {
        match self {
            Set::Gb2312 => gb_2312().code(c),
            Set::Ksx1001 => ks_x_1001().code(c),
            Set::Cns(plane) => cns_code(c).and_then(|(found, code)| (found == plane).then_some(code)),
        }
    }
}

/// The plane of CNS 11643 and the code of a character. The few which are in two planes are found in the
/// lower.
pub(super) fn cns_code(c: char) -> Option<(u8, Code)> {
    static REVERSE: OnceLock<Reverse> = OnceLock::new();
    let reverse = REVERSE.get_or_init(|| {
        Reverse::new(cns::PLANES.iter().flat_map(|&plane| {
            (0..94 * 94).filter_map(move |index| {
                cns::char(plane, index).map(|c| (c, u32::from(plane) << 16 | index as u32))
            })
        }))
    });
    reverse.get(c).map(|found| ((found >> 16) as u8, code(found & 0xFFFF)))
}

fn index(row: u8, cell: u8) -> Option<usize> {
    let in_range = |byte| (0x21..=0x7E).contains(&byte);
    (in_range(row) && in_range(cell)).then(|| usize::from(row - 0x21) * 94 + usize::from(cell - 0x21))
}

fn code(index: u32) -> Code {
    ((index / 94) as u8 + 0x21, (index % 94) as u8 + 0x21)
}

/// A set which is asked from encoding_rs once, when it is first needed.
struct Borrowed {
    chars: Vec<Option<char>>,
    reverse: Reverse,
}

impl Borrowed {
    /// The codes of the set are those of the encoding with both high bits off.
    fn new(encoding: &'static encoding_rs::Encoding, belongs: fn(Code) -> bool) -> Borrowed {
        let chars: Vec<_> = (0..94 * 94)
            .map(|index| {
                let (row, cell) = code(index);
                let bytes = [row | 0x80, cell | 0x80];
                let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes)?;
                let c = text.chars().next()?;
                // Private use stands for codes which are not assigned.
                (belongs((row, cell)) && !('\u{E000}'..='\u{F8FF}').contains(&c)).then_some(c)
            })
            .collect();
        let pairs = (1..).zip(&chars).filter_map(|(code, c)| c.map(|c| (c, code)));
        let reverse = Reverse::new(pairs);
        Borrowed { chars, reverse }
    }

    fn char(&self, index: usize) -> Option<char> {
        self.chars[index]
    }

    fn code(&self, c: char) -> Option<Code> {
        // Stored plus 1, as 0 stands for none.
        self.reverse.get(c).map(|found| code(found - 1))
    }
}

fn gb_2312() -> &'static Borrowed {
    static SET: OnceLock<Borrowed> = OnceLock::new();
    SET.get_or_init(|| Borrowed::new(encoding_rs::GBK, is_gb_2312))
}

fn ks_x_1001() -> &'static Borrowed {
    static SET: OnceLock<Borrowed> = OnceLock::new();
    SET.get_or_init(|| Borrowed::new(encoding_rs::EUC_KR, |_| true))
}

/// Whether GB 2312 itself assigns a code, and not only GBK. Rows and cells are counted from 1 in the
/// standard.
fn is_gb_2312((row, cell): Code) -> bool {
    let cell = cell - 0x20;
    match row - 0x20 {
        1 | 3 => true,
        2 => matches!(cell, 17..=66 | 69..=78 | 81..=92),
        4 => cell <= 83,
        5 => cell <= 86,
        6 => matches!(cell, 1..=24 | 33..=56),
        7 => matches!(cell, 1..=33 | 49..=81),
        8 => matches!(cell, 1..=26 | 37..=73),
        9 => matches!(cell, 4..=79),
        55 => cell <= 89,
        row => (16..=87).contains(&row),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(set: Set) -> usize {
        let codes = (0x21..=0x7E).flat_map(|row| (0x21..=0x7E).map(move |cell| (row, cell)));
        codes.filter(|code| set.char(*code).is_some()).count()
    }

    #[test]
    fn sets_have_the_sizes_of_their_standards() {
        assert_eq!(size(Set::Gb2312), 7445);
        // 8224 of 1987, and the euro and registered signs of 1998.
        assert_eq!(size(Set::Ksx1001), 8226);
        assert_eq!(size(Set::Cns(2)), 7650);
        assert_eq!(size(Set::Cns(8)), 0);
    }

    #[test]
    fn codes_out_of_range_mean_nothing() {
        for set in [Set::Gb2312, Set::Ksx1001, Set::Cns(1)] {
            for code in [(0, 0), (0x20, 0x21), (0x21, 0x7F), (0xA1, 0xA1), (0xFF, 0xFF)] {
                assert_eq!(set.char(code), None);
            }
        }
    }

    #[test]
    fn both_directions_agree() {
        assert_eq!(Set::Gb2312.code('啊'), Some((0x30, 0x21)));
        assert_eq!(Set::Ksx1001.char((0x30, 0x21)), Some('가'));
        assert_eq!(cns_code('一'), Some((1, (0x44, 0x21))));
        assert_eq!(Set::Cns(1).code('一'), Some((0x44, 0x21)));
        assert_eq!(Set::Cns(2).code('一'), None);
    }
}

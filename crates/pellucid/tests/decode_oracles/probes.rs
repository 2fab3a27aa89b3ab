//! Which sequences are tried in which encoding.

use std::ops::RangeInclusive;

use pellucid::{Encoding, Family};

/// Sequences, each between a prefix and a suffix.
#[derive(Clone, Copy)]
pub struct Probe {
    pub name: &'static str,
    pub prefix: &'static [u8],
    pub suffix: &'static [u8],
    /// For each byte of the sequences.
    pub ranges: &'static [RangeInclusive<u8>],
}

impl Probe {
    const fn new(name: &'static str, ranges: &'static [RangeInclusive<u8>]) -> Probe {
        Probe { name, prefix: b"", suffix: b"", ranges }
    }

    const fn between(self, prefix: &'static [u8], suffix: &'static [u8]) -> Probe {
        Probe { prefix, suffix, ..self }
    }

    /// All sequences.
    pub fn sequences(&self) -> Vec<Vec<u8>> {
        let mut sequences = vec![Vec::new()];
        for range in self.ranges {
            let longer = sequences.iter().flat_map(|s| range.clone().map(|byte| [&s[..], &[byte]].concat()));
            sequences = longer.collect();
        }
        sequences
    }
}

const BYTES: Probe = Probe::new("bytes", &[0..=0xFF]);
const PAIRS: Probe = Probe::new("pairs", &[0x81..=0xFE, 0..=0xFF]);
const ALL_PAIRS: Probe = Probe::new("pairs", &[0..=0xFF, 0..=0xFF]);

/// The codes of a set of 94 rows with 94 cells.
const fn set(name: &'static str) -> Probe {
    Probe::new(name, &[0x21..=0x7E, 0x21..=0x7E])
}

/// What is tried in an encoding.
pub fn probes(encoding: &Encoding) -> Vec<Probe> {
    match encoding.name() {
        "UTF-8" => vec![BYTES, PAIRS, Probe::new("triples", &[0xE0..=0xEF, 0x7F..=0xC0, 0x7F..=0xC0])],
        "UTF-16LE" | "UTF-16BE" => vec![ALL_PAIRS],
        "UTF-32LE" => vec![
            ALL_PAIRS.between(b"", b"\0\0"),
            Probe { name: "planes", ..ALL_PAIRS }.between(b"\x01\x02", b""),
        ],
        "UTF-32BE" => vec![
            ALL_PAIRS.between(b"\0\0", b""),
            Probe { name: "planes", ..ALL_PAIRS }.between(b"", b"\x02\x01"),
        ],
        "UTF-7" => vec![
            BYTES,
            Probe::new("pairs", &[0..=0x7F, 0..=0x7F]),
            Probe::new("runs", &[0x41..=0x5A, 0x41..=0x5A, 0x41..=0x5A]).between(b"+", b"-"),
        ],
        "EUC-JP" => {
            vec![BYTES, PAIRS, Probe::new("JIS X 0212", &[0xA1..=0xFE, 0xA1..=0xFE]).between(b"\x8F", b"")]
        }
        // Revised in 2005 and 2022: each version of an oracle has another table. encoding_rs tests its own.
        "gb18030" => vec![],
        "EUC-TW" => {
            let planes = Probe::new("planes", &[0xA1..=0xB0, 0xA1..=0xFE, 0xA1..=0xFE]);
            vec![BYTES, PAIRS, planes.between(b"\x8E", b"")]
        }
        "HZ-GB-2312" => vec![set("GB 2312").between(b"~{", b"~}")],
        "ISO-2022-JP" => vec![set("JIS X 0208").between(b"\x1B$B", b"\x1B(B")],
        "ISO-2022-KR" => vec![set("KS X 1001").between(b"\x1B$)C\x0E", b"\x0F")],
        "ISO-2022-CN" => vec![
            set("GB 2312").between(b"\x1B$)A\x0E", b"\x0F"),
            set("plane 1").between(b"\x1B$)G\x0E", b"\x0F"),
            set("plane 2").between(b"\x1B$*H\x1BN", b""),
            set("plane 3").between(b"\x1B$+I\x1BO", b""),
        ],
        _ => match encoding.family() {
            Family::SingleByte | Family::Ebcdic => vec![BYTES],
            Family::MultiByte => vec![BYTES, PAIRS],
            _ => vec![],
        },
    }
}

/// What glibc calls an encoding; nothing when it has none. Python's name is a column of the library's table.
pub fn glibc_name(encoding: &Encoding) -> Option<&'static str> {
    Some(match encoding.name() {
        "IBM720" | "HZ-GB-2312" | "x-mac-greek" | "x-mac-turkish" | "x-mac-romanian" | "x-mac-croatian"
        | "x-mac-arabic" | "x-mac-farsi" => return None,
        "Big5" => "BIG5-HKSCS",
        "EUC-KR" => "UHC",
        "IBM1125" => "CP1125",
        "IBM737" => "CP737",
        "ISO-2022-CN" => "ISO-2022-CN-EXT",
        "ISO-8859-8-I" => "ISO-8859-8",
        "Shift_JIS" => "CP932",
        "TCVN" => "TCVN5712-1",
        "KZ-1048" => "RK1048",
        "x-mac-ce" => "MAC-CENTRALEUROPE",
        "x-mac-cyrillic" => "MAC-UK",
        "x-mac-icelandic" => "MAC-IS",
        name => name,
    })
}

//! The tables of one byte, one character.

use std::fmt::Write;

use anyhow::{Result, anyhow};

use super::oracles::Oracle::{self, Glibc, Python};
use super::oracles::{Answer, Question, ask};
use super::{File, Part};

/// Each table: its name in Rust, and who is asked by which name.
///
/// Python is asked where it has the encoding: its tables are those which Unicode, Microsoft and Apple
/// published. The exception is IBM273, where Python's overline for 0xBC stands against the macron of glibc
/// and of the sibling page 1141.
const TABLES: &[(&str, Oracle, &str)] = &[
    ("IBM437", Python, "cp437"),
    ("IBM720", Python, "cp720"),
    ("IBM737", Python, "cp737"),
    ("IBM775", Python, "cp775"),
    ("IBM850", Python, "cp850"),
    ("IBM852", Python, "cp852"),
    ("IBM855", Python, "cp855"),
    ("IBM857", Python, "cp857"),
    ("IBM858", Python, "cp858"),
    ("IBM860", Python, "cp860"),
    ("IBM861", Python, "cp861"),
    ("IBM862", Python, "cp862"),
    ("IBM863", Python, "cp863"),
    ("IBM864", Python, "cp864"),
    ("IBM865", Python, "cp865"),
    ("IBM869", Python, "cp869"),
    ("IBM1125", Python, "cp1125"),
    ("X_MAC_CE", Python, "mac_latin2"),
    ("X_MAC_GREEK", Python, "mac_greek"),
    ("X_MAC_TURKISH", Python, "mac_turkish"),
    ("X_MAC_ICELANDIC", Python, "mac_iceland"),
    ("X_MAC_ROMANIAN", Python, "mac_romanian"),
    ("X_MAC_CROATIAN", Python, "mac_croatian"),
    ("X_MAC_ARABIC", Python, "mac_arabic"),
    ("X_MAC_FARSI", Python, "mac_farsi"),
    ("VISCII", Glibc, "VISCII"),
    ("TCVN", Glibc, "TCVN5712-1"),
    ("ARMSCII_8", Glibc, "ARMSCII-8"),
    ("GEORGIAN_PS", Glibc, "GEORGIAN-PS"),
    ("GEORGIAN_ACADEMY", Glibc, "GEORGIAN-ACADEMY"),
    ("KOI8_T", Python, "koi8_t"),
    ("KZ_1048", Python, "kz1048"),
    ("PT154", Python, "ptcp154"),
    ("MIK", Glibc, "MIK"),
    ("IBM037", Python, "cp037"),
    ("IBM273", Glibc, "IBM273"),
    ("IBM277", Glibc, "IBM277"),
    ("IBM278", Glibc, "IBM278"),
    ("IBM280", Glibc, "IBM280"),
    ("IBM284", Glibc, "IBM284"),
    ("IBM285", Glibc, "IBM285"),
    ("IBM297", Glibc, "IBM297"),
    ("IBM420", Glibc, "IBM420"),
    ("IBM424", Python, "cp424"),
    ("IBM500", Python, "cp500"),
    ("IBM870", Glibc, "IBM870"),
    ("IBM871", Glibc, "IBM871"),
    ("IBM875", Python, "cp875"),
    ("IBM1025", Glibc, "IBM1025"),
    ("IBM1026", Python, "cp1026"),
    ("IBM1047", Glibc, "IBM1047"),
    ("IBM1112", Glibc, "IBM1112"),
    ("IBM1122", Glibc, "IBM1122"),
    ("IBM1123", Glibc, "IBM1123"),
    ("IBM1140", Python, "cp1140"),
    ("IBM1141", Glibc, "IBM1141"),
    ("IBM1142", Glibc, "IBM1142"),
    ("IBM1143", Glibc, "IBM1143"),
    ("IBM1144", Glibc, "IBM1144"),
    ("IBM1145", Glibc, "IBM1145"),
    ("IBM1146", Glibc, "IBM1146"),
    ("IBM1147", Glibc, "IBM1147"),
    ("IBM1148", Glibc, "IBM1148"),
    ("IBM1149", Glibc, "IBM1149"),
];

/// The file, a part for each table.
pub fn file() -> Result<File> {
    let questions: Vec<_> = TABLES
        .iter()
        .map(|(_, oracle, codec)| Question {
            oracle: *oracle,
            codec: (*codec).to_owned(),
            prefix: Vec::new(),
            suffix: Vec::new(),
            ranges: vec![0..=0xFF],
        })
        .collect();
    let answers = ask(&questions).unwrap_or_else(|reason| vec![Err(reason); questions.len()]);
    let mut parts = vec![Part { name: "header".to_owned(), bytes: Ok(HEADER.into()) }];
    for ((name, oracle, codec), answer) in TABLES.iter().zip(answers) {
        let bytes = match answer {
            Ok(answer) => Ok(table(name, *oracle, codec, &answer)?.into_bytes()),
            Err(reason) => Err(reason),
        };
        parts.push(Part { name: (*name).to_owned(), bytes });
    }
    Ok(File { name: "crates/pellucid/src/decode/tables/single_byte.rs", parts })
}

const HEADER: &str = "\
//! One byte, one character: written by `cargo dev generate`, do not edit.

use crate::decode::schemes::single_byte::SingleByte;
";

/// A byte without a character, as in `schemes/single_byte.rs`.
const HOLE: u16 = 0xFFFF;

fn table(name: &str, oracle: Oracle, codec: &str, answer: &Answer) -> Result<String> {
    let units = (0..=255).map(|byte| unit(byte, answer)).collect::<Result<Vec<u16>>>()?;
    let ascii = (0..0x80).all(|byte| units[byte] == byte as u16);
    let (maker, units) = if ascii { ("with_ascii", &units[0x80..]) } else { ("new", &units[..]) };
    let mut text = String::new();
    writeln!(text, "\n/// `{codec}` of {oracle:?}.")?;
    writeln!(text, "pub(crate) static {name}: SingleByte = SingleByte::{maker}([")?;
    for row in units.chunks(16) {
        let row: Vec<_> = row.iter().map(|unit| format!("0x{unit:04X}")).collect();
        writeln!(text, "    {},", row.join(", "))?;
    }
    writeln!(text, "]);")?;
    Ok(text)
}

fn unit(byte: u8, answer: &Answer) -> Result<u16> {
    let Some(text) = answer.get(&[byte][..]) else { return Ok(HOLE) };
    // Where Unicode's tables of EBCDIC have nothing to say, they say SUB, whose own place is 0x3F.
    if text == "\u{1A}" && !matches!(byte, 0x1A | 0x3F) {
        return Ok(HOLE);
    }
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => u16::try_from(u32::from(c)).map_err(|_| anyhow!("{byte:02X} is beyond U+FFFF")),
        _ => Err(anyhow!("{byte:02X} is not one character")),
    }
}

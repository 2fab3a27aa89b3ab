//! CNS 11643, from glibc's EUC-TW: the only one of the oracles that has it.

use anyhow::{Result, ensure};

use super::oracles::{Answer, Oracle, Question, ask};
use super::{File, Part};

/// The planes which have characters. The library reads them in this order.
const PLANES: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 15];

/// The file, in one part; `tables/cns.rs` says what is in it.
pub fn file() -> Result<File> {
    let question = Question {
        oracle: Oracle::Glibc,
        codec: "EUC-TW".to_owned(),
        prefix: vec![0x8E],
        suffix: Vec::new(),
        ranges: vec![0xA1..=0xB0, 0xA1..=0xFE, 0xA1..=0xFE],
    };
    let bytes = match ask(&[question]).and_then(|mut answers| answers.remove(0)) {
        Ok(answer) => Ok(table(&answer)?),
        Err(reason) => Err(reason),
    };
    Ok(File {
        name: "crates/pellucid/src/decode/tables/cns.bin",
        parts: vec![Part { name: "planes".to_owned(), bytes }],
    })
}

fn table(answer: &Answer) -> Result<Vec<u8>> {
    let mut numbers = vec![0; PLANES.len() * 94 * 94];
    for (sequence, text) in answer {
        let [plane, row, cell] = sequence[..] else { anyhow::bail!("not three bytes") };
        let place = PLANES.iter().position(|p| *p == plane - 0xA0);
        ensure!(place.is_some(), "plane {} has characters too", plane - 0xA0);
        let index = usize::from(row - 0xA1) * 94 + usize::from(cell - 0xA1);
        let number = text.chars().next().map_or(0, u32::from);
        ensure!(matches!(number >> 16, 0 | 2) && text.chars().count() == 1, "{number:X} does not fit");
        numbers[place.unwrap_or_default() * 94 * 94 + index] = number;
    }
    let (mut bytes, mut last) = (Vec::new(), [0u32; 2]);
    for number in numbers {
        let (beyond, unit) = (number >> 17, number & 0xFFFF);
        let last = &mut last[beyond as usize];
        let mut left = match unit {
            _ if number == 0 => 0,
            _ => unit.abs_diff(*last) << 2 | u32::from(unit < *last) << 1 | beyond,
        };
        ensure!(number == 0 || left > 1, "the same character twice, one after the other");
        *last = if number == 0 { *last } else { unit };
        while left >= 0x80 {
            bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        bytes.push(left as u8);
    }
    Ok(bytes)
}

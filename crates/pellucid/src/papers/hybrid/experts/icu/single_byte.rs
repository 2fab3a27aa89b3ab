//! Single-byte encodings: the share of a text's triples that are among the commonest of a language.

use crate::count::{Gram, TRIPLE};
use crate::encodings::Encoding;
use crate::papers::vectors::Vectors;

/// What a byte becomes which is as if it were not there.
const LEFT_OUT: u8 = 0;

/// How an encoding's bytes are folded: letters lose their case, everything else is a space.
#[derive(Clone, Debug)]
pub struct Fold([u8; 256]);

impl Fold {
    /// The folding of an encoding: each byte is decoded, put into lower case and encoded back. Under the label of an ISO
    /// standard, bytes from 0x80 to 0x9F are controls, whatever reads it.
    pub fn new(label: &str, encoding: &'static Encoding) -> Fold {
        let fold = |byte: u8| {
            let decoded = encoding.decode(&[byte]).text().chars().next().unwrap_or(' ');
            let control = label.starts_with("ISO-") && (0x80..0xA0).contains(&byte);
            if byte == b'\'' {
                return LEFT_OUT;
            }
            if control || !decoded.is_alphabetic() {
                return b' ';
            }
            // The dotted capital of Turkish is two characters in lower case, of which the first is the letter.
            let lower = decoded.to_lowercase().next().unwrap_or(decoded);
            let encoded = encoding.encode(lower.encode_utf8(&mut [0; 4]));
            match encoded.bytes() {
                [lower] if encoded.unmappable().count() == 0 => *lower,
                _ => byte,
            }
        };
        Fold(std::array::from_fn(|byte| fold(byte as u8)))
    }

    /// The bytes folded, with a space after the last; a run of spaces is one.
    pub fn apply(&self, bytes: &[u8]) -> Vec<u8> {
        let mut folded = Vec::with_capacity(bytes.len() + 1);
        for &byte in bytes.iter().chain(b" ") {
            match self.0[usize::from(byte)] {
                LEFT_OUT => {}
                b' ' if folded.last() == Some(&b' ') => {}
                other => folded.push(other),
            }
        }
        folded
    }
}

/// A single-byte encoding, and the languages it has tables for.
#[derive(Clone, Debug)]
pub(super) struct SingleByte {
    pub label: Box<str>,
    pub fold: Fold,
    /// The numbers of their classes.
    pub languages: Vec<usize>,
}

impl SingleByte {
    /// The confidence in it, in percent, by the best of its languages.
    pub fn confidence(&self, tables: &Vectors, bytes: &[u8]) -> u32 {
        let folded = self.fold.apply(bytes);
        // A table has weight 1 for each of its triples: the dot product is the number of hits. The order of the triples does
        // not matter to it, so they need not be counted first.
        let triples = folded.windows(3).map(|three| (TRIPLE | number(three), 1.0));
        let hits = tables.scores(triples);
        let most = self.languages.iter().map(|&language| hits[language]).fold(0.0, f32::max);
        by_hits(most / folded.len() as f32)
    }
}

/// Bytes as a number.
fn number(bytes: &[u8]) -> Gram {
    bytes.iter().fold(0, |number, byte| number << 8 | Gram::from(*byte))
}

/// The confidence by which share of the triples hit. A third is as good as it gets.
fn by_hits(r: f32) -> u32 {
    if r > 0.33 { 98 } else { (300.0 * r) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings;

    #[test]
    fn letters_lose_their_case_and_the_rest_is_space() {
        let fold = |label, encoding: &'static Encoding, text: &str| {
            let folded = Fold::new(label, encoding).apply(encoding.encode(text).bytes());
            encoding.decode(&folded).text().to_owned()
        };
        assert_eq!(fold("windows-1251", &encodings::WINDOWS_1251, "ЁЖ,  12 – Xy"), "ёж xy ");
        assert_eq!(fold("KOI8-R", &encodings::KOI8_R, "ЁЖ"), "ёж ");
        assert_eq!(fold("ISO-8859-9", &encodings::WINDOWS_1254, "İSTANBUL IĞDIR'da"), "istanbul iğdirda ");
        assert_eq!(fold("ISO-8859-7", &encodings::ISO_8859_7, "Ά ΑΣ ΐ"), "ά ασ ΐ ");
        // A letter in windows-1252, a control in ISO-8859-1.
        assert_eq!(fold("ISO-8859-1", &encodings::WINDOWS_1252, "aŠÀ"), "a à ");
        assert_eq!(fold("windows-1252", &encodings::WINDOWS_1252, "aŠÀ"), "ašà ");
    }

    #[test]
    fn a_third_of_hits_is_enough() {
        assert_eq!([0.0, 0.1, 0.33, 0.34, 1.0].map(by_hits), [0, 30, 99, 98, 98]);
    }
}

//! How the bytes fit the rules of UTF-8.

use super::{CERTAIN, count};
use crate::encodings;
use crate::evidence::{Evidence, Fact, Source};

/// Bits for one well-formed sequence of two bytes. In text of single-byte encodings a capital letter followed by a
/// symbol is rare; among the pairs of Chinese text one in twelve looks so. Between the two, on the careful side.
const SEQUENCE: f32 = 8.0;
/// Bits for each sequence of three or four bytes on top of it.
const LONG_SEQUENCE: f32 = 3.0;
/// Bits against it for each broken sequence. Pages of our corpus with one to twenty broken bytes have dozens of good
/// sequences for each; legacy text has hardly a good one. With 10, a window of 20 bytes was legacy text less often than it
/// should (94.1 % right; with 13 and with 16 bits, 94.3).
const BROKEN: f32 = -16.0;
/// Bits against it when the page ends inside a sequence: pages are cut where a download stops, but seldom.
const CUT_OFF: f32 = -4.0;
/// After so many broken sequences, four times as many as good ones, more reading would not change the answer.
const HOPELESS: u64 = 1024;

/// Counts sequences, across any cut between pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Utf8 {
    high: bool,
    good: u64,
    long: u64,
    bad: u64,
    /// The beginning of a sequence which a piece ended in.
    cut: [u8; 4],
    cut_length: usize,
}

impl Utf8 {
    pub fn feed(&mut self, mut bytes: &[u8]) {
        bytes = self.complete_cut_sequence(bytes);
        if !self.high {
            bytes = &bytes[encoding_rs::Encoding::ascii_valid_up_to(bytes)..];
            self.high = !bytes.is_empty();
        }
        while !bytes.is_empty() && !self.is_hopeless() {
            match std::str::from_utf8(bytes) {
                Ok(_) => return self.count(bytes),
                Err(error) => {
                    let (valid, rest) = bytes.split_at(error.valid_up_to());
                    self.count(valid);
                    let Some(broken) = error.error_len() else {
                        self.cut[..rest.len()].copy_from_slice(rest);
                        self.cut_length = rest.len();
                        return;
                    };
                    self.bad += 1;
                    bytes = &rest[broken..];
                }
            }
        }
    }

    /// Takes what belongs to the sequence that the last piece ended in, byte by byte; gives back the rest.
    fn complete_cut_sequence<'a>(&mut self, mut bytes: &'a [u8]) -> &'a [u8] {
        while self.cut_length > 0 {
            let Some((&next, rest)) = bytes.split_first() else { break };
            self.cut[self.cut_length] = next;
            match std::str::from_utf8(&self.cut[..=self.cut_length]) {
                Ok(_) => {
                    let sequence = self.cut;
                    self.count(&sequence[..=self.cut_length]);
                    self.cut_length = 0;
                    return rest;
                }
                Err(error) if error.error_len().is_none() => {
                    self.cut_length += 1;
                    bytes = rest;
                }
                Err(_) => {
                    // The byte does not go on with the sequence: that one is broken, and the byte begins anew.
                    self.bad += 1;
                    self.cut_length = 0;
                }
            }
        }
        bytes
    }

    fn count(&mut self, valid: &[u8]) {
        self.good += count(valid, |b| b >= 0xC0);
        self.long += count(valid, |b| b >= 0xE0);
    }

    fn is_hopeless(&self) -> bool {
        self.bad >= HOPELESS && self.bad > 4 * self.good
    }

    /// Whether nothing speaks against UTF-8.
    pub fn is_valid(&self) -> bool {
        self.bad == 0 && self.cut_length == 0
    }

    pub fn is_ascii(&self) -> bool {
        !self.high
    }

    /// What was seen, after the last piece.
    pub fn evidence(&self) -> Option<Evidence> {
        if self.is_ascii() {
            let fact = Fact::Plain("every byte is ASCII, which all usual encodings read alike");
            return Some(Evidence { source: Source::Ascii, encoding: None, bits: 0.0, fact });
        }
        let cut_off = if self.cut_length > 0 { CUT_OFF } else { 0.0 };
        let sequences = SEQUENCE * self.good as f32 + LONG_SEQUENCE * self.long as f32;
        let weight = sequences + BROKEN * self.bad as f32 + cut_off;
        Some(Evidence {
            source: Source::Utf8,
            encoding: Some(&encodings::UTF_8),
            bits: weight.clamp(-CERTAIN, CERTAIN),
            fact: Fact::Sequences { good: self.good, bad: self.bad },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn counts(pieces: &[&[u8]]) -> (bool, u64, u64, u64) {
        let mut utf8 = Utf8::default();
        pieces.iter().for_each(|piece| utf8.feed(piece));
        (utf8.high, utf8.good, utf8.long, utf8.bad)
    }

    #[test]
    fn good_and_broken_sequences() {
        assert_eq!(counts(&[b"abc"]), (false, 0, 0, 0));
        assert_eq!(counts(&["é€😀".as_bytes()]), (true, 3, 2, 0));
        assert_eq!(counts(&[b"\xE9t\xE9"]), (true, 0, 0, 1), "the last one may have been cut off");
        assert_eq!(counts(&["é".as_bytes(), b"\xE2\x82", b"\xC3\xA9"]), (true, 2, 0, 1));
    }

    proptest! {
        #[test]
        fn pieces_equal_the_whole(
            bytes in prop::collection::vec(prop::sample::select(b"a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xFF".to_vec()), 0..400),
            size in 1usize..9,
        ) {
            let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
            prop_assert_eq!(counts(&pieces), counts(&[&bytes]));
        }
    }
}

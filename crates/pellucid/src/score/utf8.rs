//! How the bytes fit the rules of UTF-8.

use fearless_simd::dispatch;

use super::{CERTAIN, count};
use crate::encodings::{self, Encoding};
use crate::evidence::{Evidence, Fact, Source};
use crate::simd;

/// Bits for one well-formed sequence of two bytes. In text of single-byte encodings a capital letter followed by a
/// symbol is rare; among the pairs of Chinese text one in twelve looks so. Between the two, on the careful side.
const SEQUENCE: i64 = 12;
/// Bits for each sequence of three or four bytes on top of it.
const LONG_SEQUENCE: i64 = 4;
/// Bits against it for each broken sequence. Pages of our corpus with one to twenty broken bytes have dozens of good
/// sequences for each; legacy text has hardly a good one. With as much for a broken one as for a good one, windows of 20
/// bytes of legacy text were UTF-8 more often than they should.
const BROKEN: i64 = -24;
/// Bits against it when the page ends inside a sequence: pages are cut where a download stops, but seldom.
const CUT_OFF: f32 = -6.0;
/// With so many bits against it, more reading would not change the answer. A page of our corpus comes back from a thousand
/// bits.
const HOPELESS: i64 = -4096;

/// Of a page without a broken sequence, so many are counted: a multiple of what makes certain.
const ENOUGH: u64 = 64;
/// They are counted in pieces of this many bytes.
const PIECE: usize = 192;

/// Bits for a sequence of a few, whatever its text.
const BY_CHANCE: f32 = 3.0;
/// Bits against each single-byte encoding for a sequence, where none is broken: in such text a letter and a sign hardly ever make
/// one, and text that was encoded twice has little else. Pairs of East Asian text do.
const IN_LETTERS: f32 = 8.0;
/// Fewer sequences than this may be chance.
const FEW: u64 = 16;

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
    /// Takes a page in one piece, in which there are high bytes or not. If all is well, not everything is counted, and the
    /// page is returned as a string.
    pub fn whole<'a>(&mut self, bytes: &'a [u8], high: bool) -> Option<&'a str> {
        if !high {
            return None;
        }
        self.high = true;
        match simdutf8::compat::from_utf8(bytes) {
            Ok(text) => {
                self.count(bytes, ENOUGH);
                Some(text)
            }
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                self.count(valid, u64::MAX);
                self.feed(rest, true);
                None
            }
        }
    }

    /// Takes the next piece, in which there are high bytes or not.
    pub fn feed(&mut self, mut bytes: &[u8], high: bool) {
        self.high |= high;
        bytes = self.complete_cut_sequence(bytes);
        if !high || self.is_hopeless() {
            return;
        }
        while !bytes.is_empty() {
            // The vector code is ten times as fast over text, but slow to start anew, which legacy text makes it do
            // all the time.
            let valid = if 8 * self.bad <= self.good {
                let valid = valid_up_to(bytes);
                self.count(&bytes[..valid], u64::MAX);
                valid
            } else if bytes[0].is_ascii() {
                simd::ascii_up_to(bytes)
            } else {
                0
            };
            bytes = &bytes[valid..];
            match Next::of(bytes) {
                Next::Good(length) => {
                    self.good += 1;
                    self.long += u64::from(length > 2);
                    bytes = &bytes[length..];
                }
                Next::Broken(length) => {
                    self.bad += 1;
                    if self.is_hopeless() {
                        return;
                    }
                    bytes = &bytes[length..];
                }
                Next::Open => {
                    self.cut[..bytes.len()].copy_from_slice(bytes);
                    self.cut_length = bytes.len();
                    return;
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
                    self.count(&sequence[..=self.cut_length], u64::MAX);
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

    /// Counts the sequences of well-formed bytes, at least until there are enough. Much of many a page is ASCII, which is
    /// passed faster than it is counted.
    fn count(&mut self, mut valid: &[u8], enough: u64) {
        while self.good < enough && !valid.is_empty() {
            valid = dispatch!(simd::level(), simd => simd::pass_ascii(simd, valid));
            let (piece, rest) = valid.split_at(valid.len().min(PIECE));
            let [good, long] = count(piece, |b| [b >= 0xC0, b >= 0xE0]);
            self.good += good;
            self.long += long;
            valid = rest;
        }
    }

    fn is_hopeless(&self) -> bool {
        self.weight() <= HOPELESS
    }

    /// Bits of all sequences seen.
    fn weight(&self) -> i64 {
        SEQUENCE * self.good as i64 + LONG_SEQUENCE * self.long as i64 + BROKEN * self.bad as i64
    }

    /// Whether nothing speaks against UTF-8.
    pub fn is_valid(&self) -> bool {
        self.bad == 0 && self.cut_length == 0
    }

    pub fn is_ascii(&self) -> bool {
        !self.high
    }

    /// Whether the text has to be looked at: some of it is broken, or there is little of it.
    pub fn is_open(&self) -> bool {
        !self.is_ascii() && (!self.is_valid() || self.is_few())
    }

    /// Whether there are so few sequences that chance may make them.
    pub fn is_few(&self) -> bool {
        self.good + self.bad < FEW
    }

    /// What a few sequences weigh whose text weighs so much: at least something if none is broken, and what the broken ones cost.
    pub fn few(&self, text: f32) -> f32 {
        let cut_off = if self.cut_length > 0 { CUT_OFF } else { 0.0 };
        let long = (LONG_SEQUENCE * self.long as i64) as f32;
        let broken = (BROKEN * self.bad as i64) as f32;
        let bits = match (self.good, self.bad) {
            // The beginning of a character is none.
            (0, _) => text.min(0.0) + broken,
            (good, 0) => text.max(BY_CHANCE * good as f32 + long) + long,
            (_, _) => (text + broken).max(self.weight() as f32),
        };
        (bits + cut_off).clamp(-CERTAIN, CERTAIN)
    }

    /// What speaks against a single-byte encoding, in which all of these sequences would be letters and signs.
    pub fn as_letters(&self, encoding: Option<&'static Encoding>) -> Option<Evidence> {
        let fact = Fact::AsLetters { sequences: self.good };
        let bits = -IN_LETTERS * self.good as f32;
        (self.is_valid() && self.good > 0).then_some(Evidence {
            source: Source::Legality,
            encoding,
            bits,
            fact,
        })
    }

    /// Whether this is UTF-8 beyond doubt, with nothing broken.
    pub fn is_certain(&self) -> bool {
        self.bad == 0 && self.good >= ENOUGH
    }

    /// What was seen, after the last piece.
    pub fn evidence(&self) -> Option<Evidence> {
        if self.is_ascii() {
            let fact = Fact::Plain("every byte is ASCII, which all usual encodings read alike");
            return Some(Evidence { source: Source::Ascii, encoding: None, bits: 0.0, fact });
        }
        let cut_off = if self.cut_length > 0 { CUT_OFF } else { 0.0 };
        let weight = self.weight() as f32 + cut_off;
        // A page in one piece and its pieces say the same.
        let fact = if self.is_valid() && self.good >= ENOUGH {
            Fact::Plain("many well-formed sequences, none broken")
        } else {
            Fact::Sequences { good: self.good, bad: self.bad }
        };
        Some(Evidence {
            source: Source::Utf8,
            encoding: Some(&encodings::UTF_8),
            bits: weight.clamp(-CERTAIN, CERTAIN),
            fact,
        })
    }
}

/// How much of these bytes is well-formed.
fn valid_up_to(bytes: &[u8]) -> usize {
    simdutf8::compat::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len)
}

/// What the next bytes are, which are no ASCII.
enum Next {
    /// A sequence of so many bytes.
    Good(usize),
    /// The beginning of one, or a byte that begins none, and then something else.
    Broken(usize),
    /// Nothing, or the beginning of a sequence.
    Open,
}

impl Next {
    /// By the table of well-formed sequences in the Unicode Standard; broken ones are as long as it recommends.
    #[inline]
    fn of(bytes: &[u8]) -> Next {
        let Some(&lead) = bytes.first() else { return Next::Open };
        let Some(&(length, low, high)) = LEADS.get(usize::from(lead.wrapping_sub(0xC0))) else {
            return Next::Broken(1);
        };
        for at in 1..length {
            match bytes.get(at) {
                Some(byte) if at == 1 && (low..=high).contains(byte) => {}
                Some(0x80..=0xBF) if at > 1 => {}
                Some(_) => return Next::Broken(at),
                None => return Next::Open,
            }
        }
        if length > 0 { Next::Good(length) } else { Next::Broken(1) }
    }
}

/// For each byte from 0xC0 on: how long a sequence is that it begins, and the first and the last byte that may be its second.
static LEADS: [(usize, u8, u8); 64] = {
    let mut leads = [(0, 0x80, 0xBF); 64];
    let mut at = 0;
    while at < 64 {
        leads[at].0 = match 0xC0 + at as u8 {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => 0,
        };
        at += 1;
    }
    (leads[0x20].1, leads[0x2D].2, leads[0x30].1, leads[0x34].2) = (0xA0, 0x9F, 0x90, 0x8F);
    leads
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn counts(pieces: &[&[u8]]) -> (bool, u64, u64, u64) {
        let mut utf8 = Utf8::default();
        pieces.iter().for_each(|piece| utf8.feed(piece, !piece.is_ascii()));
        (utf8.high, utf8.good, utf8.long, utf8.bad)
    }

    #[test]
    fn good_and_broken_sequences() {
        assert_eq!(counts(&[b"abc"]), (false, 0, 0, 0));
        assert_eq!(counts(&["é€😀".as_bytes()]), (true, 3, 2, 0));
        assert_eq!(counts(&[b"\xE9t\xE9"]), (true, 0, 0, 1), "the last one may have been cut off");
        assert_eq!(counts(&["é".as_bytes(), b"\xE2\x82", b"\xC3\xA9"]), (true, 2, 0, 1));
    }

    /// The obvious twin: the same counts by the standard library alone.
    fn plainly(mut bytes: &[u8]) -> (u64, u64) {
        let (mut good, mut bad) = (0, 0);
        while let Err(error) = std::str::from_utf8(bytes) {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            good += valid.iter().filter(|b| **b >= 0xC0).count() as u64;
            let Some(broken) = error.error_len() else { return (good, bad) };
            bad += 1;
            bytes = &rest[broken..];
        }
        (good + bytes.iter().filter(|b| **b >= 0xC0).count() as u64, bad)
    }

    proptest! {
        #[test]
        fn broken_sequences_are_those_of_the_standard_library(
            bytes in prop::collection::vec(prop::sample::select(
                b"a\x7F\x80\xA0\xBF\xC1\xC2\xDF\xE0\xED\xEF\xF0\xF4\xF5\xFF".to_vec()
            ), 0..160),
        ) {
            let (_, good, _, bad) = counts(&[&bytes]);
            prop_assert_eq!((good, bad), plainly(&bytes));
        }

        #[test]
        fn one_piece_says_what_many_say(
            sequences in prop::collection::vec(prop::sample::select(vec!["a", "é", "€", "😀", " plain text "]), 0..2000),
            broken in prop::option::of(0usize..2000),
        ) {
            let mut bytes = sequences.concat().into_bytes();
            if let Some(at) = broken.filter(|at| *at < bytes.len()) {
                bytes[at] = 0xFF;
            }
            let (mut whole, mut pieces) = (Utf8::default(), Utf8::default());
            whole.whole(&bytes, !bytes.is_ascii());
            bytes.chunks(7).for_each(|piece| pieces.feed(piece, !piece.is_ascii()));
            prop_assert_eq!(whole.evidence(), pieces.evidence());
        }

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

//! What encodings would make of a sample of the text.

use std::sync::LazyLock;

use super::linear::Ranking;
use crate::encodings::{ENCODINGS, Encoding, Family};
use crate::evidence::{Evidence, Fact, Source};

/// The best so many encodings are tried.
const TRIED: usize = 12;
/// Bits against an encoding which makes control characters of bytes, for each of them and for all.
const CONTROL: f32 = -6.0;
const CONTROLS: f32 = -24.0;
/// Bits against an encoding in which a tenth or more of the characters mean nothing; in proportion for fewer.
const MALFORMED: f32 = -60.0;
/// Bits for a multi-byte encoding for each legal character, if all are, and for all together: other text seldom is.
const LEGAL: f32 = 0.3;
const ALL_LEGAL: f32 = 10.0;
/// Bits which a single-byte encoding is behind another one, at most, for each byte of the text that they read
/// differently. Where twins read a text alike, what a model has learned of one of them cannot tell them apart.
const DIFFERENT: f32 = 10.0;

/// Some of the text, as bytes.
pub(super) struct Sample {
    bytes: Vec<u8>,
    /// How often each byte from 0x80 on occurs.
    histogram: [u32; 128],
}

impl Sample {
    pub fn new(bytes: Vec<u8>) -> Sample {
        let mut histogram = [0; 128];
        for byte in bytes.iter().filter(|byte| !byte.is_ascii()) {
            histogram[usize::from(byte & 0x7F)] += 1;
        }
        Sample { bytes, histogram }
    }

    /// Lifts single-byte encodings which read nearly the same text as the best one to where that is.
    pub fn treat_twins_alike(&self, ranking: &mut Ranking) {
        let single = |encoding: &Encoding| encoding.family() == Family::SingleByte;
        let Some(best) = ranking.ranked.iter().position(|r| single(r.encoding)) else { return };
        let (bits, letters) = (ranking.ranked[best].bits, upper_half(ranking.ranked[best].encoding));
        for other in ranking.ranked.iter_mut().filter(|r| single(r.encoding)) {
            let others = upper_half(other.encoding);
            let different = self.count(|byte| letters[byte] != others[byte]);
            other.bits = other.bits.max(bits - DIFFERENT * different as f32);
        }
    }

    /// How many bytes of the sample are of a kind, told by their lower seven bits.
    fn count(&self, kind: impl Fn(usize) -> bool) -> u64 {
        self.histogram.iter().enumerate().filter(|(byte, _)| kind(*byte)).map(|(_, n)| u64::from(*n)).sum()
    }

    /// Sequences that mean nothing in an encoding, and control characters it would put into the text.
    fn illegal(&self, encoding: &'static Encoding) -> (u64, u64) {
        let is_control = |c: char| matches!(c, '\u{80}'..='\u{9F}');
        if encoding.family() == Family::SingleByte {
            let letters = upper_half(encoding);
            return (
                self.count(|byte| letters[byte] == '\u{FFFD}'),
                self.count(|byte| is_control(letters[byte])),
            );
        }
        let decoded = encoding.decode(&self.bytes);
        (decoded.damage().count(), decoded.text().chars().filter(|c| is_control(*c)).count() as u64)
    }

    /// How legal the sample is in the best encodings.
    pub fn evidence(&self, ranking: &Ranking) -> Vec<Evidence> {
        let characters = self.count(|_| true).div_ceil(2);
        let tried: Vec<(&'static Encoding, u64, u64)> = ranking
            .ranked
            .iter()
            .filter(|r| matches!(r.encoding.family(), Family::SingleByte | Family::MultiByte))
            .take(TRIED)
            .map(|r| {
                let (malformed, controls) = self.illegal(r.encoding);
                (r.encoding, malformed, controls)
            })
            .collect();
        // What every encoding stumbles over is the page's fault.
        let least = |of: fn(&(&'static Encoding, u64, u64)) -> u64| tried.iter().map(of).min().unwrap_or(0);
        let (malformed, controls) = (least(|t| t.1), least(|t| t.2));
        let weigh = |&(encoding, bad, control): &(&'static Encoding, u64, u64)| {
            let share = (10 * (bad - malformed)) as f32 / characters.max(1) as f32;
            let against = MALFORMED * share.min(1.0) + (CONTROL * (control - controls) as f32).max(CONTROLS);
            let legal = encoding.family() == Family::MultiByte && bad + control == 0;
            let bits = if legal { (LEGAL * characters as f32).min(ALL_LEGAL) } else { against };
            let fact = Fact::Sequences { good: characters, bad: bad + control };
            (bits != 0.0).then_some(Evidence {
                source: Source::Legality,
                encoding: Some(encoding),
                bits,
                fact,
            })
        };
        tried.iter().filter_map(weigh).collect()
    }
}

/// What a single-byte encoding reads bytes 0x80 to 0xFF as.
fn upper_half(encoding: &'static Encoding) -> &'static [char; 128] {
    type Table = Vec<(&'static Encoding, [char; 128])>;
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        let bytes: [u8; 128] = std::array::from_fn(|byte| byte as u8 | 0x80);
        let read = |encoding: &'static Encoding| {
            let mut half = ['\u{FFFD}'; 128];
            encoding.decode(&bytes).text().chars().zip(&mut half).for_each(|(c, slot)| *slot = c);
            (encoding, half)
        };
        ENCODINGS.iter().copied().filter(|e| e.family() == Family::SingleByte).map(read).collect()
    });
    TABLE.iter().find(|(e, _)| *e == encoding).map_or(&['\u{FFFD}'; 128], |(_, half)| half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::{ISO_8859_15, KOI8_R, SHIFT_JIS, WINDOWS_1252};

    #[test]
    fn bytes_are_read_as_the_decoder_reads_them() {
        for encoding in ENCODINGS.iter().filter(|e| e.family() == Family::SingleByte) {
            for byte in 0x80..=0xFF_u8 {
                let read = upper_half(encoding)[usize::from(byte & 0x7F)];
                assert_eq!(encoding.decode(&[byte]).text().chars().next(), Some(read), "{encoding} {byte:X}");
            }
        }
    }

    #[test]
    fn what_is_illegal() {
        let sample = Sample::new(b"\x93\xE9\x94 \x81".to_vec());
        assert_eq!(sample.illegal(&WINDOWS_1252), (0, 1));
        assert_eq!(sample.illegal(&ISO_8859_15), (0, 3));
        assert_eq!(sample.illegal(&KOI8_R), (0, 0));
        assert!(sample.illegal(&SHIFT_JIS).0 > 0);
    }
}

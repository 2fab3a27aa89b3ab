//! What encodings would make of a sample of the text.

use super::linear::Ranking;
use super::readings::{is_control, upper_half};
use crate::encodings::{Encoding, Family};
use crate::evidence::{Evidence, Fact, Source};

/// The best so many encodings are tried.
const TRIED: usize = 12;
/// Except those so many bits behind by the model alone.
const OUT: f32 = 60.0;
/// Bits against an encoding which makes control characters of bytes, for each of them and for all.
const CONTROL: f32 = -6.0;
const CONTROLS: f32 = -24.0;
/// Bits against an encoding in which a tenth or more of the characters mean nothing; in proportion for fewer.
const MALFORMED: f32 = -60.0;
/// Bits for a multi-byte encoding for each legal character, if all are, and for all together: other text seldom is.
const LEGAL: f32 = 0.3;
const ALL_LEGAL: f32 = 10.0;

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

    /// How many bytes of the sample are of a kind, told by their lower seven bits.
    fn count(&self, kind: impl Fn(usize) -> bool) -> u64 {
        self.histogram.iter().enumerate().filter(|(byte, _)| kind(*byte)).map(|(_, n)| u64::from(*n)).sum()
    }

    /// Sequences that mean nothing in an encoding, and control characters it would put into the text.
    fn illegal(&self, encoding: &'static Encoding) -> (u64, u64) {
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
            .take_while(|r| ranking.ranked[0].bits - r.bits < OUT)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::{ISO_8859_15, KOI8_R, SHIFT_JIS, WINDOWS_1252};

    #[test]
    fn what_is_illegal() {
        let sample = Sample::new(b"\x93\xE9\x94 \x81".to_vec());
        assert_eq!(sample.illegal(&WINDOWS_1252), (0, 1));
        assert_eq!(sample.illegal(&ISO_8859_15), (0, 3));
        assert_eq!(sample.illegal(&KOI8_R), (0, 0));
        assert!(sample.illegal(&SHIFT_JIS).0 > 0);
    }
}

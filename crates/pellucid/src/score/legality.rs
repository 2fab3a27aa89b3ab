//! What encodings would make of a sample of the text.

use super::count;
use super::linear::Ranking;
use crate::encodings::{Encoding, Family};
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
            let differ = letters.iter().zip(upper_half(other.encoding)).map(|(a, b)| *a != b);
            let different: u32 =
                differ.zip(self.histogram).map(|(differs, n)| if differs { n } else { 0 }).sum();
            other.bits = other.bits.max(bits - DIFFERENT * different as f32);
        }
    }

    /// How legal the sample is in the best encodings.
    pub fn evidence(&self, ranking: &Ranking) -> Vec<Evidence> {
        let characters = count(&self.bytes, |b| !b.is_ascii()).div_ceil(2);
        let tried: Vec<(&'static Encoding, u64, u64)> = ranking
            .ranked
            .iter()
            .filter(|r| matches!(r.encoding.family(), Family::SingleByte | Family::MultiByte))
            .take(TRIED)
            .map(|r| {
                let decoded = r.encoding.decode(&self.bytes);
                let controls = decoded.text().chars().filter(|c| matches!(c, '\u{80}'..='\u{9F}')).count();
                (r.encoding, decoded.damage().count(), controls as u64)
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
fn upper_half(encoding: &'static Encoding) -> Vec<char> {
    let bytes: Vec<u8> = (0x80..=0xFF).collect();
    encoding.decode(&bytes).text().chars().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::ENCODINGS;

    #[test]
    fn single_byte_encodings_have_a_character_for_each_byte() {
        for encoding in ENCODINGS.iter().filter(|e| e.family() == Family::SingleByte) {
            assert_eq!(upper_half(encoding).len(), 128, "{encoding}");
        }
    }
}

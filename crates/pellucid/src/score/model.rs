//! A model that tells classes apart: weights of n-grams for each.
//!
//! A class has a weight for every n-gram: how much more (or less) likely it is there than in the mean of all classes, in
//! nats. N-grams which a class does not have share one weight, the *floor*; so only what lies above it is stored, and
//! scoring touches nothing else. A model is linear: the score of a text is the sum of its n-grams' weights.
//!
//! The format of its file, which all kinds of models share, is described in `score/format.rs`.

use super::format::{Bytes, Grams, Head, plain};
pub use super::format::{Class, Model, ModelError, ModelKind, Weighted};
use crate::count::Gram;

/// Weights of n-grams for each class.
#[derive(Clone, Debug)]
pub struct Likelihoods {
    classes: Vec<Class>,
    floor: f32,
    step: f32,
    /// Class × 64 + steps.
    grams: Grams,
}

/// An n-gram which counts more often than this says nothing more.
pub const CAP: u32 = 6;
impl Likelihoods {
    /// A model that ships.
    #[cfg(feature = "models")]
    pub(crate) fn shipped(bytes: &[u8]) -> Likelihoods {
        Likelihoods::parse(bytes).unwrap_or_else(|error| unreachable!("the model that ships: {error}"))
    }

    /// A model that knows nothing.
    #[cfg(not(feature = "models"))]
    pub(crate) fn empty() -> Likelihoods {
        Likelihoods { classes: Vec::new(), floor: 0.0, step: 0.0, grams: Grams::default() }
    }

    /// Reads a model. No bytes make it panic, or take more memory than a few times their length.
    pub fn parse(bytes: &[u8]) -> Result<Likelihoods, ModelError> {
        let bytes = plain(bytes)?;
        let mut bytes = Bytes(&bytes);
        let Head { kind, floor, step, classes, grams } = Head::read(&mut bytes)?;
        if kind != ModelKind::Likelihood {
            return Err(ModelError("it is of another kind"));
        }
        let entries: Vec<u16> = bytes.0.as_chunks().0.iter().map(|&b| u16::from_le_bytes(b)).collect();
        if entries.iter().any(|&entry| usize::from(entry >> 6) >= classes.len()) {
            return Err(ModelError("an entry of no class"));
        }
        let grams = Grams::new(&grams, entries, |entry| entry >> 6)?;
        Ok(Likelihoods { classes, floor, step, grams })
    }

    /// The classes, in the order of scores.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The score of each class for these counts, in nats against the mean of all classes, and how many n-grams
    /// of the text the model knows.
    pub fn scores(&self, counts: impl Iterator<Item = (Gram, u32)>) -> (Vec<f32>, u32) {
        // As many as an entry can name.
        let mut steps = [0u32; 1 << 10];
        let mut known = 0;
        for (gram, count) in counts {
            let (entries, count) = (self.grams.get(gram), count.min(CAP));
            known += if entries.is_empty() { 0 } else { count };
            for entry in entries {
                steps[usize::from(entry >> 6)] += count * u32::from(entry & 63);
            }
        }
        let floor = self.floor * known as f32;
        (steps[..self.classes.len()].iter().map(|&steps| floor + self.step * steps as f32).collect(), known)
    }

    /// Its n-grams, in no particular order.
    pub fn grams(&self) -> impl Iterator<Item = Weighted> {
        let weight = |&entry: &u16| (usize::from(entry >> 6), self.floor + self.step * f32::from(entry & 63));
        self.grams.iter().map(move |(gram, entries)| (gram, entries.iter().map(weight).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::Counts;
    use proptest::prelude::*;

    /// Two classes and two n-grams, of which each class has one.
    fn small() -> Vec<u8> {
        let mut bytes = b"PLUC\x03L".to_vec();
        bytes.extend((-4.0f32).to_le_bytes());
        bytes.extend(0.5f32.to_le_bytes());
        bytes.extend(2u16.to_le_bytes());
        for name in ["ru KOI8-R", "fr windows-1252"] {
            bytes.push(name.len() as u8);
            bytes.extend(name.as_bytes());
            bytes.extend(0f32.to_le_bytes());
        }
        bytes.extend(2u32.to_le_bytes());
        // 0xC1C2 and, 0x27B2 more, 0xE974; one entry each.
        bytes.extend(b"\xC2\x83\x03\x01\xB2\x4F\x01");
        bytes.extend([10u16, 64 + 12].iter().flat_map(|entry| entry.to_le_bytes()));
        bytes
    }

    #[test]
    fn scores_are_sums() {
        let model = Likelihoods::parse(&small()).unwrap();
        assert_eq!(model.classes()[1].encoding.name(), "windows-1252");
        let mut counts = Counts::default();
        [0xC1C2, 0xE974, 0xE974].into_iter().for_each(|gram| counts.add(gram));
        let (scores, known) = model.scores(counts.iter());
        assert_eq!((scores, known), (vec![-12.0 + 5.0, -12.0 + 12.0], 3));
    }

    #[test]
    fn damaged_models_are_errors() {
        let whole = small();
        for length in 0..whole.len() {
            assert!(Likelihoods::parse(&whole[..length]).is_err(), "cut off after {length} bytes");
        }
        let mut foreign = whole.clone();
        foreign[0] = b'X';
        assert_eq!(
            Likelihoods::parse(&foreign).unwrap_err().to_string(),
            "not a model: wrong magic or version"
        );
        let mut no_class = whole.clone();
        *no_class.last_mut().unwrap() = 0xFF;
        assert!(Likelihoods::parse(&no_class).is_err());
        let mut no_tag = whole;
        let at = no_tag.windows(2).position(|pair| pair == b"ru").unwrap();
        no_tag[at] = b'\n';
        assert_eq!(
            Likelihoods::parse(&no_tag).unwrap_err().to_string(),
            "not a model: a language that is no tag"
        );
    }

    #[test]
    fn entries_beyond_all_bounds_are_errors() {
        let error = |at: usize, with: &[u8]| {
            let mut bytes = small();
            let at = bytes.len() - at;
            bytes.splice(at.., with.iter().copied());
            Likelihoods::parse(&bytes).unwrap_err().to_string()
        };
        // Of the last n-gram: 2³² - 1 entries, a place for its number that never ends, the same n-gram again, and two
        // weights of one class.
        assert_eq!(error(5, b"\xFF\xFF\xFF\xFF\x0F\x0A\0"), "not a model: entries are missing");
        assert_eq!(error(5, b"\xFF\xFF\xFF\xFF\xFF\xFF"), "not a model: a number is too long");
        assert_eq!(error(7, b"\0\x01\x0A\0\x4C\0"), "not a model: n-grams out of order");
        assert_eq!(error(5, b"\x02\x0A\0\x0A\0\x0B\0"), "not a model: entries out of order");
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(at in 0usize..70, byte in any::<u8>()) {
            let mut bytes = small();
            let at = at % bytes.len();
            bytes[at] = byte;
            if let Ok(model) = Likelihoods::parse(&bytes) {
                let mut counts = Counts::default();
                [0xC1C2, 0xE974].into_iter().for_each(|gram| counts.add(gram));
                model.scores(counts.iter());
            }
        }
    }
}

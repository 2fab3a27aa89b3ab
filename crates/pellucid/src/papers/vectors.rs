//! Models of the papers' methods: a vector of weights for each class. All of them are linear, so there is one dot product.

use std::collections::HashMap;

use crate::count::{Every, Gram, order};
use crate::score::format::{Bytes, Class, Head, ModelError, ModelKind, Weighted};

/// Weights of n-grams for each class.
#[derive(Clone, Debug)]
pub struct Vectors {
    kind: ModelKind,
    classes: Vec<Class>,
    step: f32,
    /// Classes and steps.
    entries: HashMap<Gram, Box<[(u16, i32)]>>,
    /// The fewest bytes of its n-grams, and whether any is of ASCII alone.
    shortest: u8,
    ascii: bool,
}

impl Vectors {
    /// Reads a model. No bytes make it panic, or take more memory than a few times their length.
    pub fn parse(bytes: &[u8]) -> Result<Vectors, ModelError> {
        let mut bytes = Bytes(bytes);
        let Head { kind, step, classes, grams, .. } = Head::read(&mut bytes)?;
        if kind == ModelKind::Likelihood {
            return Err(ModelError("it is of another kind"));
        }
        let mut entries = Vec::new();
        while !bytes.0.is_empty() {
            let (class, steps) = (bytes.number()?, bytes.number()?);
            let class = u16::try_from(class).ok().filter(|&class| usize::from(class) < classes.len());
            let steps = (steps >> 1) as i32 ^ -((steps & 1) as i32);
            entries.push((class.ok_or(ModelError("an entry of no class"))?, steps));
        }
        let mut rest = &entries[..];
        let mut entries = HashMap::with_capacity(grams.len());
        for &(gram, length) in &grams {
            let (own, others) =
                rest.split_at_checked(length as usize).ok_or(ModelError("entries are missing"))?;
            // A class has one weight for an n-gram, so that scores are bounded.
            if !own.is_sorted_by(|a, b| a.0 < b.0) {
                return Err(ModelError("entries out of order"));
            }
            entries.insert(gram, own.into());
            rest = others;
        }
        if !rest.is_empty() {
            return Err(ModelError("entries of no n-gram"));
        }
        let ascii = grams.iter().any(|(gram, _)| gram & 0x80_8080 == 0);
        let shortest = grams.iter().map(|(gram, _)| order(*gram) as u8).min().unwrap_or(3);
        Ok(Vectors { kind, classes, step, entries, shortest, ascii })
    }

    /// By which rule scores make an answer.
    pub fn kind(&self) -> ModelKind {
        self.kind
    }

    /// The classes, in the order of scores.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// What counts the n-grams that it has weights for.
    pub(super) fn counter(&self) -> Every {
        Every::only(self.shortest, self.ascii)
    }

    /// For each class, the dot product of its weights with these values of n-grams.
    pub fn scores(&self, values: impl Iterator<Item = (Gram, f32)>) -> Vec<f32> {
        let mut scores = vec![0.0; self.classes.len()];
        for (gram, value) in values {
            for &(class, steps) in self.entries.get(&gram).into_iter().flatten() {
                scores[usize::from(class)] += f64::from(value) * f64::from(steps);
            }
        }
        scores.into_iter().map(|score| (score * f64::from(self.step)) as f32).collect()
    }

    /// Its n-grams, in no particular order.
    pub fn grams(&self) -> impl Iterator<Item = Weighted> {
        let weight = |&(class, steps): &(u16, i32)| (usize::from(class), steps as f32 * self.step);
        self.entries.iter().map(move |(&gram, entries)| (gram, entries.iter().map(weight).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Two classes; one n-gram of both, one of the second.
    fn small() -> Vec<u8> {
        let mut bytes = b"PLUC\x03C".to_vec();
        bytes.extend(0f32.to_le_bytes());
        bytes.extend(0.5f32.to_le_bytes());
        bytes.extend(2u16.to_le_bytes());
        for (name, number) in [("cs ISO-8859-2", 0.25f32), ("mul gb2312", -1.5)] {
            bytes.push(name.len() as u8);
            bytes.extend(name.as_bytes());
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(2u32.to_le_bytes());
        // 0 with two entries, and 5 more with one.
        bytes.extend([0, 2, 5, 1]);
        // Class 0 with 3, class 1 with -2; class 1 with 100.
        bytes.extend([0, 6, 1, 3, 1, 0xC8, 1]);
        bytes
    }

    #[test]
    fn scores_are_dot_products() {
        let vectors = Vectors::parse(&small()).unwrap();
        assert_eq!(vectors.kind(), ModelKind::Chared);
        let class = &vectors.classes()[1];
        assert_eq!((&*class.label, class.encoding.name(), class.number), ("gb2312", "GBK", -1.5));
        let values = [(0, 2.0), (5, 1.0), (7, 9.0)];
        assert_eq!(vectors.scores(values.into_iter()), [0.5 * 6.0, 0.5 * (100.0 - 4.0)]);
        let mut grams: Vec<_> = vectors.grams().collect();
        grams.sort_by_key(|(gram, _)| *gram);
        assert_eq!(grams, [(0, vec![(0, 1.5), (1, -1.0)]), (5, vec![(1, 50.0)])]);
    }

    #[test]
    fn damaged_models_are_errors() {
        let whole = small();
        for length in 0..whole.len() {
            assert!(Vectors::parse(&whole[..length]).is_err(), "cut off after {length} bytes");
        }
        let error = |at: usize, byte: u8| {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            Vectors::parse(&bytes).unwrap_err().to_string()
        };
        assert_eq!(error(0, b'X'), "not a model: wrong magic or version");
        assert_eq!(error(4, 2), "not a model: wrong magic or version");
        assert_eq!(error(5, b'?'), "not a model: an unknown kind");
        assert_eq!(error(5, b'L'), "not a model: it is of another kind");
        assert_eq!(error(whole.len() - 5, 0), "not a model: entries out of order");
        assert_eq!(error(whole.len() - 5, 2), "not a model: an entry of no class");
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(at in 0usize..99, byte in any::<u8>()) {
            let mut bytes = small();
            let at = at % bytes.len();
            bytes[at] = byte;
            if let Ok(vectors) = Vectors::parse(&bytes) {
                let scores = vectors.scores([(0, 1e6), (5, 1.0)].into_iter());
                prop_assert!(scores.iter().all(|score| score.is_finite()));
            }
        }
    }
}

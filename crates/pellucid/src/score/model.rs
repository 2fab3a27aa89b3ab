//! A model: weights of n-grams for each class, a language in an encoding.
//!
//! A class has a weight for every n-gram: how much more (or less) likely it is there than in the mean of all classes, in
//! nats. N-grams which a class does not have share one weight, the *floor*; so only what lies above it is stored, and
//! scoring touches nothing else. A model is linear: the score of a text is the sum of its n-grams' weights.
//!
//! | bytes | meaning, little-endian |
//! |---|---|
//! | `PLUC`, 2 | magic, version |
//! | f32, f32 | floor in nats, negative; nats for one step of a stored weight |
//! | u16, then each: u8 length, text | classes: `language encoding` |
//! | u32, then two numbers each | n-grams: how much more than the last one it is, and how many entries it has |
//! | u16 each | entries: class × 64 + steps above the floor, by class |
//!
//! A number has seven bits in a byte, the lowest first; the highest bit says that there is more.

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::count::{Counts, Gram, hash};
use crate::encodings::{ENCODINGS, Encoding, Family, Use};

const MAGIC: &[u8] = b"PLUC\x02";

/// A language in an encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// BCP 47 tag.
    pub language: Arc<str>,
    /// The encoding it is written in.
    pub encoding: &'static Encoding,
}

/// Weights of n-grams for each class.
#[derive(Clone, Debug)]
pub struct Model {
    classes: Vec<Class>,
    /// The encodings of legacy text, each with the numbers of its classes.
    encodings: Vec<(&'static Encoding, Vec<usize>)>,
    floor: f32,
    step: f32,
    /// N-grams with the range of their entries, as a hash table; a range that is empty is a free slot.
    slots: Vec<(Gram, u32, u32)>,
    entries: Vec<u16>,
}

/// Why bytes are no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError(&'static str);

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a model: {}", self.0)
    }
}

impl std::error::Error for ModelError {}

/// An n-gram which counts more often than this says nothing more.
pub const CAP: u32 = 6;
/// So many n-grams are as good as more: in a long text words and habits repeat themselves, and what a model has learned by
/// accident would add up.
pub const FRESH: f32 = 600.0;

impl Model {
    /// The model that ships with the library.
    pub fn built_in() -> &'static Model {
        static MODEL: LazyLock<Model> = LazyLock::new(|| {
            Model::parse(pellucid_models::DEFAULT)
                .unwrap_or_else(|error| unreachable!("the model that ships: {error}"))
        });
        &MODEL
    }

    /// Reads a model. No bytes make it panic, or take more memory than a few times their length.
    pub fn parse(bytes: &[u8]) -> Result<Model, ModelError> {
        let mut bytes = Bytes(bytes.strip_prefix(MAGIC).ok_or(ModelError("wrong magic or version"))?);
        let (floor, step) = (f32::from_le_bytes(bytes.array()?), f32::from_le_bytes(bytes.array()?));
        if !(-20.0..=0.0).contains(&floor) || !(0.0..=1.0).contains(&step) {
            return Err(ModelError("weights out of range"));
        }
        let mut classes = Vec::new();
        for _ in 0..u16::from_le_bytes(bytes.array()?) {
            let [length] = bytes.array()?;
            let name = std::str::from_utf8(bytes.take(usize::from(length))?)
                .map_err(|_| ModelError("a class name"))?;
            let (language, encoding) = name.split_once(' ').ok_or(ModelError("a class name"))?;
            // It is told to people and written into tables.
            if language.is_empty() || !language.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
                return Err(ModelError("a language that is no tag"));
            }
            let encoding =
                Encoding::by_name(encoding).ok_or(ModelError("an encoding that is not in the table"))?;
            classes.push(Class { language: language.into(), encoding });
        }
        let features = u32::from_le_bytes(bytes.array()?) as usize;
        if features > bytes.0.len() {
            return Err(ModelError("it is cut off"));
        }
        let mut grams: Vec<(Gram, u32)> = Vec::with_capacity(features);
        for _ in 0..features {
            let last = grams.last().map_or(0, |(gram, _)| *gram);
            let more = bytes.number()?;
            let gram =
                last.checked_add(more).filter(|_| more > 0).ok_or(ModelError("n-grams out of order"))?;
            grams.push((gram, bytes.number()?));
        }
        let entries: Vec<u16> = bytes.0.as_chunks().0.iter().map(|&b| u16::from_le_bytes(b)).collect();
        if entries.iter().any(|&entry| usize::from(entry >> 6) >= classes.len()) {
            return Err(ModelError("an entry of no class"));
        }
        let mut slots = vec![(0, 0, 0); (features * 2).next_power_of_two().max(2)];
        let mask = slots.len() - 1;
        let mut at = 0u32;
        for (gram, length) in grams {
            let end = at.checked_add(length).filter(|&end| end as usize <= entries.len());
            let end = end.ok_or(ModelError("entries are missing"))?;
            // A class has one weight for an n-gram: scores are bounded.
            let classes = entries[at as usize..end as usize].iter().map(|entry| entry >> 6);
            if !classes.is_sorted_by(|a, b| a < b) {
                return Err(ModelError("entries out of order"));
            }
            let mut slot = hash(gram) & mask;
            while slots[slot].1 < slots[slot].2 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = (gram, at, end);
            at = end;
        }
        if at as usize != entries.len() {
            return Err(ModelError("entries of no n-gram"));
        }
        let legacy =
            |e: &&&'static Encoding| matches!(e.usage(), Use::Web | Use::File) && e.family() != Family::Utf;
        let numbers = |encoding: &Encoding| {
            classes
                .iter()
                .enumerate()
                .filter(|(_, class)| class.encoding == encoding)
                .map(|(n, _)| n)
                .collect()
        };
        let encodings =
            ENCODINGS.iter().filter(legacy).map(|&encoding| (encoding, numbers(encoding))).collect();
        Ok(Model { classes, encodings, floor, step, slots, entries })
    }

    /// The classes, in the order of scores.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The encodings of legacy text, each with the numbers of its classes.
    pub(super) fn encodings(&self) -> &[(&'static Encoding, Vec<usize>)] {
        &self.encodings
    }

    /// The numbers of an encoding's classes.
    pub(super) fn classes_of(&self, encoding: &Encoding) -> &[usize] {
        self.encodings.iter().find(|(e, _)| *e == encoding).map_or(&[], |(_, classes)| classes)
    }

    /// The score of each class for these counts, in nats against the mean of all classes, and how many n-grams
    /// of the text the model knows.
    pub fn scores(&self, counts: &Counts) -> (Vec<f32>, u32) {
        let mut steps = vec![0u32; self.classes.len()];
        let mut known = 0;
        for (gram, count) in counts.iter() {
            let count = count.min(CAP);
            let entries = self.entries(gram);
            known += if entries.is_empty() { 0 } else { count };
            for entry in entries {
                steps[usize::from(entry >> 6)] += count * u32::from(entry & 63);
            }
        }
        let floor = self.floor * known as f32;
        (steps.into_iter().map(|steps| floor + self.step * steps as f32).collect(), known)
    }

    /// Nats for one step of a weight.
    pub(super) fn step(&self) -> f32 {
        self.step
    }

    /// The weight of a class among the entries of an n-gram, in steps above the floor.
    pub(super) fn steps(&self, entries: &[u16], class: usize) -> u16 {
        // They are in the order of classes.
        let place = entries.partition_point(|entry| usize::from(entry >> 6) < class);
        entries.get(place).filter(|entry| usize::from(**entry >> 6) == class).map_or(0, |entry| entry & 63)
    }

    pub(super) fn entries(&self, gram: Gram) -> &[u16] {
        let mask = self.slots.len() - 1;
        let mut slot = hash(gram) & mask;
        loop {
            let (held, start, end) = self.slots[slot];
            if start == end {
                return &[];
            }
            if held == gram {
                return &self.entries[start as usize..end as usize];
            }
            slot = (slot + 1) & mask;
        }
    }
}

/// What is still to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], ModelError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(ModelError("it is cut off"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, ModelError> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let [byte] = self.array()?;
            number |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(ModelError("a number is too long"))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ModelError> {
        self.take(N)?.try_into().map_err(|_| ModelError("it is cut off"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::Counter;
    use proptest::prelude::*;

    /// Two classes and two n-grams, of which each class has one.
    fn small() -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((-4.0f32).to_le_bytes());
        bytes.extend(0.5f32.to_le_bytes());
        bytes.extend(2u16.to_le_bytes());
        for name in ["ru KOI8-R", "fr windows-1252"] {
            bytes.push(name.len() as u8);
            bytes.extend(name.as_bytes());
        }
        bytes.extend(2u32.to_le_bytes());
        // 0xC1C2 and, 0x27B2 more, 0xE974; one entry each.
        bytes.extend(b"\xC2\x83\x03\x01\xB2\x4F\x01");
        bytes.extend([10u16, 64 + 12].iter().flat_map(|entry| entry.to_le_bytes()));
        bytes
    }

    #[test]
    fn scores_are_sums() {
        let model = Model::parse(&small()).unwrap();
        assert_eq!(model.classes()[1].encoding.name(), "windows-1252");
        let mut counter = Counter::default();
        counter.feed(b"\xC1\xC2 \xE9t \xE9t");
        let (scores, known) = model.scores(&counter.finish());
        assert_eq!((scores, known), (vec![-12.0 + 5.0, -12.0 + 12.0], 3));
    }

    #[test]
    fn damaged_models_are_errors() {
        let whole = small();
        for length in 0..whole.len() {
            assert!(Model::parse(&whole[..length]).is_err(), "cut off after {length} bytes");
        }
        let mut foreign = whole.clone();
        foreign[0] = b'X';
        assert_eq!(Model::parse(&foreign).unwrap_err().to_string(), "not a model: wrong magic or version");
        let mut no_class = whole.clone();
        *no_class.last_mut().unwrap() = 0xFF;
        assert!(Model::parse(&no_class).is_err());
        let mut no_tag = whole;
        let at = no_tag.windows(2).position(|pair| pair == b"ru").unwrap();
        no_tag[at] = b'\n';
        assert_eq!(Model::parse(&no_tag).unwrap_err().to_string(), "not a model: a language that is no tag");
    }

    #[test]
    fn entries_beyond_all_bounds_are_errors() {
        let error = |at: usize, with: &[u8]| {
            let mut bytes = small();
            let at = bytes.len() - at;
            bytes.splice(at.., with.iter().copied());
            Model::parse(&bytes).unwrap_err().to_string()
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
            if let Ok(model) = Model::parse(&bytes) {
                let mut counter = Counter::default();
                counter.feed(b"\xC1\xC2 \xE9t");
                model.scores(&counter.finish());
            }
        }
    }
}

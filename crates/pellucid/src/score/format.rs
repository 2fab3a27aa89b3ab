//! The file of a model, of whatever kind: classes, and weights of n-grams for each.
//!
//! | bytes | meaning, little-endian |
//! |---|---|
//! | `PLUC`, 3 | magic, version |
//! | u8 | the [`ModelKind`] |
//! | f32, f32 | the floor, for [`ModelKind::Likelihood`]; what one step of a stored weight is worth |
//! | u16, then each: u8 length, text, f32 | classes: `language label`, and a number |
//! | u32, then two numbers each | n-grams: how much more than the last one it is, and how many entries it has |
//! | see [`super::glance`] | the first look, for [`ModelKind::Text`] |
//! | the rest | entries of all n-grams, by class |
//!
//! A number without a type has seven bits in a byte, the lowest first; the highest bit says that there is more. An entry of
//! [`ModelKind::Likelihood`] is a u16, class × 64 + steps above the floor; one of [`ModelKind::Text`] too, class × 256 + steps,
//! which may be negative; any other is two numbers, its class and its steps,
//! those doubled, and for negative ones a lower by one.
//!
//! The same model may be [`packed`].

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::packed;
use super::text::TextModel;
use crate::count::Gram;
use crate::encodings::{self, Encoding};
use crate::hints::Method;
use crate::named::named;
#[cfg(feature = "papers")]
use crate::papers::vectors::Vectors;

/// How a file begins.
pub(super) const MAGIC: &[u8] = b"PLUC\x03";

/// What a model's weights are, and so by which rule they make an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ModelKind {
    /// Log-probabilities of characters by language: our own, `score::text`.
    Text,
    /// Log-likelihoods against the mean of all languages, which tell languages.
    Likelihood,
    /// Frequencies of triples in one text, written in each encoding: see `papers::chared`.
    Chared,
    /// Normals of hyperplanes, each class against all others: see `papers::svm`.
    Svm,
    /// The commonest triples of a language and characters of a multi-byte encoding: see `score::experts`.
    Icu,
}

named!(ModelKind, "kind of model":
    Text => "pellucid",
    Likelihood => "language",
    Chared => "chared",
    Svm => "svm",
    Icu => "icu",
);

impl ModelKind {
    /// Its byte in a file.
    pub fn byte(self) -> u8 {
        match self {
            ModelKind::Text => b'T',
            ModelKind::Likelihood => b'L',
            ModelKind::Chared => b'C',
            ModelKind::Svm => b'S',
            ModelKind::Icu => b'I',
        }
    }

    /// The method which it is for.
    pub fn method(self) -> Method {
        match self {
            ModelKind::Text | ModelKind::Likelihood => Method::Pellucid,
            ModelKind::Chared => Method::Chared,
            ModelKind::Svm => Method::Svm,
            ModelKind::Icu => Method::Hybrid,
        }
    }
}

/// A language in an encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// BCP 47 tag; `mul` for several languages in one class.
    pub language: Arc<str>,
    /// What the encoding was called in training.
    pub label: Box<str>,
    /// The encoding which reads it.
    pub encoding: &'static Encoding,
    /// Of an SVM its bias; of chared how common the encoding is, 0 to 1; of a language its script.
    pub number: f32,
}

/// An n-gram, with the classes that have it and their weights.
pub type Weighted = (Gram, Vec<(usize, f32)>);

/// Why bytes are no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError(pub(crate) &'static str);

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a model: {}", self.0)
    }
}

impl std::error::Error for ModelError {}

/// A model of any kind, for [`DetectorBuilder::model`](crate::DetectorBuilder::model).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Model {
    /// One of our own.
    Text(Arc<TextModel>),
    /// One of a paper's methods.
    #[cfg(feature = "papers")]
    Vectors(Arc<Vectors>),
}

impl Model {
    /// Reads a model. No bytes make it panic, or take more memory than a few times their length.
    pub fn parse(bytes: &[u8]) -> Result<Model, ModelError> {
        let bytes = &*plain(bytes)?;
        match bytes.get(MAGIC.len()) {
            #[cfg(feature = "papers")]
            Some(b'C' | b'S' | b'I') => Ok(Model::Vectors(Arc::new(Vectors::parse(bytes)?))),
            #[cfg(not(feature = "papers"))]
            Some(b'C' | b'S' | b'I') => Err(ModelError(
                "it is for a method from the papers, and this build lacks the feature `papers`",
            )),
            Some(b'L') => Err(ModelError("it tells languages, and not encodings")),
            _ => Ok(Model::Text(Arc::new(TextModel::parse(bytes)?))),
        }
    }

    /// What its weights are.
    pub fn kind(&self) -> ModelKind {
        match self {
            Model::Text(_) => ModelKind::Text,
            #[cfg(feature = "papers")]
            Model::Vectors(vectors) => vectors.kind(),
        }
    }

    /// Its classes.
    pub fn classes(&self) -> &[Class] {
        match self {
            Model::Text(model) => model.classes(),
            #[cfg(feature = "papers")]
            Model::Vectors(vectors) => vectors.classes(),
        }
    }

    /// Its n-grams, in no particular order.
    pub fn grams(&self) -> Box<dyn Iterator<Item = Weighted> + '_> {
        match self {
            Model::Text(model) => Box::new(model.grams()),
            #[cfg(feature = "papers")]
            Model::Vectors(vectors) => Box::new(vectors.grams()),
        }
    }
}

impl From<Arc<TextModel>> for Model {
    fn from(model: Arc<TextModel>) -> Model {
        Model::Text(model)
    }
}

#[cfg(feature = "papers")]
impl From<Arc<Vectors>> for Model {
    fn from(vectors: Arc<Vectors>) -> Model {
        Model::Vectors(vectors)
    }
}

/// The file of a model, unpacked if it is packed.
pub(crate) fn plain(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ModelError> {
    match bytes.starts_with(packed::MAGIC) {
        true => packed::unpack(bytes).map(Cow::Owned),
        false => Ok(Cow::Borrowed(bytes)),
    }
}

/// What stands before the entries.
pub(crate) struct Head {
    pub kind: ModelKind,
    pub floor: f32,
    pub step: f32,
    pub classes: Vec<Class>,
    /// N-grams and how many entries each has.
    pub grams: Vec<(Gram, u32)>,
}

impl Head {
    /// Reads it, and leaves the entries.
    pub fn read(bytes: &mut Bytes) -> Result<Head, ModelError> {
        if bytes.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(ModelError("wrong magic or version"));
        }
        let [kind] = bytes.array()?;
        let kind = ModelKind::ALL.iter().copied().find(|known| known.byte() == kind);
        let kind = kind.ok_or(ModelError("an unknown kind"))?;
        let (floor, step) = (f32::from_le_bytes(bytes.array()?), f32::from_le_bytes(bytes.array()?));
        if !(-20.0..=0.0).contains(&floor) || !(0.0..=1.0).contains(&step) {
            return Err(ModelError("weights out of range"));
        }
        let mut classes = Vec::new();
        for _ in 0..u16::from_le_bytes(bytes.array()?) {
            classes.push(class(bytes)?);
        }
        let features = u32::from_le_bytes(bytes.array()?) as usize;
        if features > bytes.0.len() {
            return Err(ModelError("it is cut off"));
        }
        let mut grams: Vec<(Gram, u32)> = Vec::with_capacity(features);
        for _ in 0..features {
            let more = bytes.number()?;
            let gram = match grams.last() {
                Some((last, _)) => last.checked_add(more).filter(|_| more > 0),
                None => Some(more),
            };
            grams.push((gram.ok_or(ModelError("n-grams out of order"))?, bytes.number()?));
        }
        Ok(Head { kind, floor, step, classes, grams })
    }
}

fn class(bytes: &mut Bytes) -> Result<Class, ModelError> {
    let [length] = bytes.array()?;
    let name =
        std::str::from_utf8(bytes.take(usize::from(length))?).map_err(|_| ModelError("a class name"))?;
    let (language, label) = name.split_once(' ').ok_or(ModelError("a class name"))?;
    // It is told to people and written into tables.
    if language.is_empty() || !language.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return Err(ModelError("a language that is no tag"));
    }
    let encoding = match label {
        // What is only ASCII is read as UTF-8, here as elsewhere.
        "US-ASCII" => Some(&encodings::UTF_8),
        _ => Encoding::for_name(label).filter(|_| label.bytes().all(|b| b.is_ascii_graphic())),
    };
    let encoding = encoding.ok_or(ModelError("an encoding that is not in the table"))?;
    let number = f32::from_le_bytes(bytes.array()?);
    if number.abs() > 1e9 || number.is_nan() {
        return Err(ModelError("a number out of range"));
    }
    Ok(Class { language: language.into(), label: label.into(), encoding, number })
}

/// N-grams and their entries: a table in the order of its keys, in which each is near the place that it would have if they were
/// spread evenly. So it is filled from the beginning to the end, and a place of memory or two is looked at for an n-gram.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grams {
    slots: Vec<Slot>,
    /// Places for so many n-grams, and a few more behind them.
    size: usize,
    entries: Vec<u16>,
}

/// So far from its place an n-gram may stand: looking for it takes no longer, whatever the model. N-grams are sums, which are spread
/// evenly; of the models that ship, none is farther away than 12.
const FARTHEST: usize = 1 << 10;

/// An n-gram and its entries; without entries it is none.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    gram: Gram,
    /// Where its entries begin, and in the lowest byte how many they are.
    entries: u32,
}

impl Grams {
    /// These n-grams have so many of the entries each, in their order. A class has one entry for an n-gram, so that
    /// scores are bounded.
    pub fn new(
        grams: &[(Gram, u32)],
        entries: Vec<u16>,
        class: impl Fn(&u16) -> u16,
    ) -> Result<Grams, ModelError> {
        if entries.len() >= 1 << 24 {
            return Err(ModelError("too many entries"));
        }
        let size = grams.len() + grams.len() / 2 + 1;
        let mut slots = vec![Slot::default(); size + 1];
        let (mut end, mut free) = (0, 0);
        for &(gram, length) in grams {
            let start = end;
            end = start + length as usize;
            let held = entries.get(start..end).ok_or(ModelError("entries are missing"))?;
            if !(1..256).contains(&length) || !held.iter().map(&class).is_sorted_by(|a, b| a < b) {
                return Err(ModelError("entries out of order"));
            }
            let even = spread(gram, size);
            let place = even.max(free);
            if place - even > FARTHEST {
                return Err(ModelError("n-grams too close together"));
            }
            if place + 1 >= slots.len() {
                slots.resize(place + 2, Slot::default());
            }
            slots[place] = Slot { gram, entries: (start as u32) << 8 | length };
            free = place + 1;
        }
        match end == entries.len() {
            true => Ok(Grams { slots, size, entries }),
            false => Err(ModelError("entries of no n-gram")),
        }
    }

    /// The entries of an n-gram, by class.
    #[inline]
    pub fn get(&self, gram: Gram) -> &[u16] {
        let place = spread(gram, self.size);
        for slot in self.slots.get(place..).unwrap_or_default() {
            if slot.entries == 0 || slot.gram > gram {
                break;
            }
            if slot.gram == gram {
                return self.held(slot);
            }
        }
        &[]
    }

    fn held(&self, slot: &Slot) -> &[u16] {
        let start = (slot.entries >> 8) as usize;
        &self.entries[start..start + (slot.entries & 0xFF) as usize]
    }

    /// All n-grams with their entries.
    pub fn iter(&self) -> impl Iterator<Item = (Gram, &[u16])> {
        self.slots.iter().filter(|slot| slot.entries > 0).map(|slot| (slot.gram, self.held(slot)))
    }
}

/// Where an n-gram stands, if all are spread evenly.
fn spread(gram: Gram, size: usize) -> usize {
    ((u64::from(gram) * size as u64) >> 32) as usize
}

/// What is still to be read.
pub(crate) struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next bytes.
    pub fn take(&mut self, length: usize) -> Result<&'a [u8], ModelError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(ModelError("it is cut off"))?;
        self.0 = rest;
        Ok(taken)
    }

    /// A number of seven bits in a byte.
    pub fn number(&mut self) -> Result<u32, ModelError> {
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

    /// So many bytes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], ModelError> {
        self.take(N)?.try_into().map_err(|_| ModelError("it is cut off"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ngram_is_near_its_place_or_the_model_is_refused() {
        let grams = |count: u32, apart: u32| {
            let grams: Vec<(Gram, u32)> = (0..count).map(|n| (n * apart, 1)).collect();
            Grams::new(&grams, vec![0; grams.len()], |_| 0)
        };
        // All of them have the same place: to look for the last would be to look at all, for each n-gram of a page.
        assert_eq!(grams(200_000, 1).unwrap_err().to_string(), "not a model: n-grams too close together");
        assert!(grams(200_000, 20_000).is_ok() && grams(1000, 1).is_ok());
    }

    #[cfg(feature = "models")]
    #[test]
    fn what_ships_is_spread_evenly() {
        for model in [pellucid_models::DEFAULT, pellucid_models::LANGUAGE] {
            let bytes = plain(model).unwrap();
            let Head { grams, .. } = Head::read(&mut Bytes(&bytes)).unwrap();
            let entries = grams.iter().flat_map(|(_, length)| 0..*length as u16).collect();
            let grams = Grams::new(&grams, entries, |entry| *entry).unwrap();
            let held = grams.slots.iter().enumerate().filter(|(_, slot)| slot.entries > 0);
            let farthest = held.map(|(place, slot)| place - spread(slot.gram, grams.size)).max().unwrap();
            assert!(farthest <= FARTHEST / 8, "{farthest}");
        }
    }
}

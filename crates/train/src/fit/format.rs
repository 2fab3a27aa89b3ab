//! Writes the models which `pellucid::internals::score::model` reads; the format is described in the library, in `score/format.rs`.

use std::collections::BTreeMap;

use pellucid::internals::count::Gram;
use pellucid::internals::score::model::ModelKind;

/// The largest number of steps which an entry of [`ModelKind::Likelihood`] holds.
pub const STEPS: i32 = 63;

/// Classes with their n-grams.
pub struct Written {
    /// What the weights are.
    pub kind: ModelKind,
    /// The weight of what a class does not have, in nats; only for [`ModelKind::Likelihood`].
    pub floor: f64,
    /// What one step of a stored weight is worth.
    pub step: f64,
    /// Classes: language, label of the encoding, and a number.
    pub classes: Vec<(String, String, f32)>,
    /// N-grams, each with its classes and their steps (above the floor, for [`ModelKind::Likelihood`]).
    pub grams: BTreeMap<Gram, Vec<(u16, i32)>>,
}

impl Written {
    /// The bytes of the model.
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes_with(&[])
    }

    /// The same with something before the entries.
    pub fn bytes_with(&self, before_entries: &[u8]) -> Vec<u8> {
        let mut bytes = b"PLUC\x03".to_vec();
        bytes.push(self.kind.byte());
        bytes.extend((self.floor as f32).to_le_bytes());
        bytes.extend((self.step as f32).to_le_bytes());
        bytes.extend((self.classes.len() as u16).to_le_bytes());
        for (language, label, value) in &self.classes {
            let name = format!("{language} {label}");
            bytes.push(name.len() as u8);
            bytes.extend(name.as_bytes());
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend((self.grams.len() as u32).to_le_bytes());
        let mut last = 0;
        for (gram, entries) in &self.grams {
            number(&mut bytes, gram - last);
            number(&mut bytes, entries.len() as u32);
            last = *gram;
        }
        bytes.extend(before_entries);
        for &(class, steps) in self.grams.values().flatten() {
            match self.kind {
                ModelKind::Likelihood => bytes.extend((class << 6 | steps as u16).to_le_bytes()),
                ModelKind::Text => bytes.extend((class << 8 | steps as u8 as u16).to_le_bytes()),
                _ => {
                    number(&mut bytes, class.into());
                    number(&mut bytes, (steps << 1 ^ steps >> 31) as u32);
                }
            }
        }
        bytes
    }
}

/// Seven bits to a byte, the lowest first; the highest bit says that there is more.
fn number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

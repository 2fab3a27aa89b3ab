//! Writes the models which `pellucid::score::model` reads; the format is told there.

use std::collections::BTreeMap;

use pellucid::Encoding;
use pellucid::count::Gram;

/// The largest number of steps which an entry holds.
pub const STEPS: u16 = 63;

/// Classes with their n-grams.
pub struct Written<'a> {
    /// The weight of what a class does not have, in nats.
    pub floor: f64,
    /// Nats for one step of a stored weight.
    pub step: f64,
    /// Language and encoding of each class.
    pub classes: Vec<(&'a str, &'static Encoding)>,
    /// N-grams, each with its classes and their steps above the floor.
    pub grams: BTreeMap<Gram, Vec<(u16, u16)>>,
}

impl Written<'_> {
    /// The bytes of the model.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"PLUC\x02".to_vec();
        bytes.extend((self.floor as f32).to_le_bytes());
        bytes.extend((self.step as f32).to_le_bytes());
        bytes.extend((self.classes.len() as u16).to_le_bytes());
        for (language, encoding) in &self.classes {
            let name = format!("{language} {}", encoding.name());
            bytes.push(name.len() as u8);
            bytes.extend(name.as_bytes());
        }
        bytes.extend((self.grams.len() as u32).to_le_bytes());
        let mut last = 0;
        for (gram, entries) in &self.grams {
            number(&mut bytes, gram - last);
            number(&mut bytes, entries.len() as u32);
            last = *gram;
        }
        for (class, steps) in self.grams.values().flatten() {
            bytes.extend((class << 6 | steps).to_le_bytes());
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

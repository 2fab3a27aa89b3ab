//! Packs a model, for programs that must be small: the format is described in the library, in `score/packed.rs`.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use pellucid::internals::count::Gram;
use pellucid::internals::score::glance::ROWS;
use pellucid::internals::score::packed::{Coder, Content, MAGIC, Range, Spelled, code, unpack};

/// The letters of n-grams, of which a model has only the sums.
pub type Letters = HashMap<Gram, Vec<u32>>;

/// Writes bits.
struct Writer {
    range: Range,
    bytes: Vec<u8>,
}

impl Coder for Writer {
    const READS: bool = false;

    fn code(&mut self, one: u32, bit: u32) -> u32 {
        self.range.take(self.range.middle(one), bit);
        while let Some(byte) = self.range.byte() {
            self.bytes.push(byte);
        }
        bit
    }
}

/// What is left of a plain file.
struct Plain<'a>(&'a [u8]);

impl<'a> Plain<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length).context("a model that is cut off")?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    fn word(&mut self) -> Result<[u8; 4]> {
        Ok(self.take(4)?.try_into()?)
    }

    fn number(&mut self) -> Result<u32> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
            shift += 7;
        }
    }
}

/// A plain model of text or of languages in its packed form. N-grams whose letters are unknown take more room.
pub fn pack(model: &[u8], known: &Letters) -> Result<Vec<u8>> {
    let mut rest = Plain(model);
    rest.take(MAGIC.len())?;
    let mut front = Plain(rest.0);
    let is_text = front.byte()? == b'T';
    front.take(8)?;
    let classes = u16::from_le_bytes(front.take(2)?.try_into()?);
    for _ in 0..classes {
        let length = front.byte()?;
        front.take(usize::from(length) + 4)?;
    }
    let front = rest.take(rest.0.len() - front.0.len())?;
    let mut last = 0;
    let mut grams: Vec<(Gram, u32)> = Vec::new();
    for _ in 0..u32::from_le_bytes(rest.word()?) {
        last += rest.number()?;
        grams.push((last, rest.number()?));
    }
    let look = if is_text { look(&mut rest)? } else { &[] };
    let mut content =
        Content { is_text, lanes: look.first().copied().unwrap_or_default().into(), ..Content::default() };
    if look.len() > 1 {
        let rows: u32 = look[look.len() - ROWS / 8..].iter().map(|byte| byte.count_ones()).sum();
        content.rows = rest.take(content.lanes * rows as usize)?.to_vec();
    }
    content.shift = content.rows.iter().map(|step| step.trailing_zeros()).min().unwrap_or_default().min(7);
    let mut all: Vec<u32> = grams.iter().filter_map(|(gram, _)| known.get(gram)).flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    let place = |letter: &u32| all.binary_search(letter).unwrap_or_default() as u32;
    let mut spelled = Vec::new();
    for (gram, entries) in grams {
        let held = rest.take(2 * entries as usize)?;
        let mut one = Spelled { length: 0, letters: [gram, 0, 0, 0], entries };
        if let Some(letters) = known.get(&gram) {
            one.length = letters.len();
            one.letters = std::array::from_fn(|n| letters.get(n).map_or(0, place));
        }
        spelled.push((one, held));
    }
    spelled.sort_unstable_by_key(|(one, _)| *one);
    content.letters = all;
    for (one, held) in spelled {
        content.grams.push(one);
        content.entries.extend(held.as_chunks().0.iter().map(|&bytes| {
            let (entry, bits) = (u16::from_le_bytes(bytes), if is_text { 8 } else { 6 });
            ((entry >> bits) as u8, (entry & ((1 << bits) - 1)) as u8)
        }));
    }
    let mut packed = MAGIC.to_vec();
    for piece in [front, look] {
        packed.extend((piece.len() as u32).to_le_bytes());
        packed.extend(piece);
    }
    packed.push(content.shift as u8);
    packed.extend((content.letters.len() as u32).to_le_bytes());
    for length in 0..5 {
        let count = content.grams.iter().filter(|one| one.length == length).count();
        packed.extend((count as u32).to_le_bytes());
    }
    let mut writer = Writer { range: Range::ALL, bytes: packed };
    code(&mut writer, &mut content).map_err(|error| anyhow::anyhow!("{error}"))?;
    writer.bytes.extend(writer.range.last());
    let unpacked = unpack(&writer.bytes).map_err(|error| anyhow::anyhow!("{error}"))?;
    ensure!(unpacked == model, "what was packed is not what is unpacked");
    Ok(writer.bytes)
}

/// What stands before the rows of a first look.
fn look<'a>(rest: &mut Plain<'a>) -> Result<&'a [u8]> {
    let mut look = Plain(rest.0);
    let lanes = look.byte()?;
    for _ in 0..lanes {
        let length = look.byte()?;
        look.take(length.into())?;
    }
    if lanes > 0 {
        look.take(ROWS / 8)?;
    }
    rest.take(rest.0.len() - look.0.len())
}

#[cfg(test)]
mod tests {
    use super::super::format::Written;
    use super::*;
    use pellucid::internals::count;
    use pellucid::internals::score::model::{Likelihoods, ModelKind};

    /// A model of languages, and the letters of its n-grams but one.
    fn small() -> (Vec<u8>, Letters) {
        let mut letters = Letters::new();
        for text in ["informações sobre o tempo", "Привет, мир", "漢字とかな", "été à l’île"]
        {
            count::Letters::spell(text, |gram, of| drop(letters.insert(gram, of.to_vec())));
        }
        let entries = |gram: &Gram| {
            let steps = |class: u16| (class, (gram >> class & 63) as i32);
            (*gram, (0..3).filter(|class| gram >> class & 1 == 1 || *class == 0).map(steps).collect())
        };
        let classes = ["pt", "ru", "ja"].map(|tag| (tag.to_owned(), "UTF-8".to_owned(), 0.0)).to_vec();
        let grams = letters.keys().map(entries).collect();
        let model = Written { kind: ModelKind::Likelihood, floor: -4.0, step: 0.25, classes, grams }.bytes();
        let unknown = *letters.keys().min().unwrap();
        letters.remove(&unknown);
        (model, letters)
    }

    #[test]
    fn a_packed_model_is_the_same_and_smaller() {
        let (model, letters) = small();
        let packed = pack(&model, &letters).unwrap();
        assert_eq!(unpack(&packed).unwrap(), model);
        assert!(packed.len() < model.len(), "{} of {}", packed.len(), model.len());
        let of = |bytes: &[u8]| Likelihoods::parse(bytes).unwrap().grams().collect::<Vec<_>>();
        assert_eq!(of(&packed), of(&model));
        assert_eq!(unpack(&pack(&model, &Letters::new()).unwrap()).unwrap(), model, "no letters are known");
    }

    #[test]
    fn damage_is_an_error_or_another_model_and_never_a_panic() {
        let (model, letters) = small();
        let packed = pack(&model, &letters).unwrap();
        for length in 0..packed.len() {
            assert!(unpack(&packed[..length]).is_err(), "cut off after {length} bytes");
        }
        for at in MAGIC.len()..packed.len() {
            for byte in [0, 0x7F, 0xFF, packed[at] ^ 1] {
                let mut damaged = packed.clone();
                damaged[at] = byte;
                let _ = Likelihoods::parse(&damaged);
            }
        }
        let mut huge = packed;
        huge[MAGIC.len()..MAGIC.len() + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(unpack(&huge).unwrap_err().to_string(), "not a model: it is cut off");
    }
}

//! A model in fewer bytes, for programs that people download: the same file in another form, a third as large.
//!
//! Two things take room in the plain file. Its n-grams are sums of 32 bits, which nothing makes smaller: here they are spelled, as the
//! letters that they are the sums of. And its weights are whole bytes, though most can be guessed from what stands near them: here
//! every bit is coded by how probable it is after those before it, with a range coder as in LZMA.
//!
//! | bytes | meaning, little-endian |
//! |---|---|
//! | `PLUC`, 4 | magic, version |
//! | u32, bytes | what stands in the plain file between the magic and its n-grams |
//! | u32, bytes | what stands before the rows of its first look, see [`super::glance`]; only of [`ModelKind::Text`](super::format::ModelKind::Text) |
//! | u8 | how many bits at the end of each byte of its rows are 0 |
//! | u32 | how many different letters there are |
//! | 5 × u32 | n-grams of which no letters are known, and those of one to four letters |
//! | the rest | coded: letters, n-grams, their classes and steps, the first look |
//!
//! Reading and writing are one walk ([`code`]) over a [`Coder`], so that both expect the same: the reader is here, the writer is in
//! `crates/train`.

use super::format::{Bytes, ModelError};
use super::glance::ROWS;
use crate::count::Gram;

/// How a packed file begins.
pub const MAGIC: &[u8] = b"PLUC\x04";

/// What is coded of a model: everything but the two pieces that are copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// Whether it is of [`ModelKind::Text`](super::format::ModelKind::Text): then steps have eight bits, else six.
    pub is_text: bool,
    /// All letters of n-grams, in order.
    pub letters: Vec<u32>,
    /// N-grams: first those without letters, then by how many letters they have, and by their letters.
    pub grams: Vec<Spelled>,
    /// The entries of all n-grams, one after the other: class and steps.
    pub entries: Vec<(u8, u8)>,
    /// The lanes of a row of the first look, and all its rows.
    pub lanes: usize,
    /// One byte for each lane of each row.
    pub rows: Vec<u8>,
    /// So many bits at the end of each of these bytes are 0.
    pub shift: u32,
}

/// An n-gram, and how many entries it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spelled {
    /// How many letters it has; none if they are not known.
    pub length: usize,
    /// Their places in the list of letters; the n-gram itself if they are not known.
    pub letters: [u32; 4],
    /// How many entries it has.
    pub entries: u32,
}

/// What is no letter, among scripts: signs and case are n-grams of it.
const SIGNS: u32 = 1 << 10;
/// The longest n-gram.
const LONGEST: usize = 4;
/// A packed file has at most so many letters, n-grams and entries for each of its bytes: the models that ship have less than one.
const MOST: usize = 2;

/// Bits, by how probable they are. A reader returns the next one, and does not look at the one that it is given.
pub trait Coder {
    /// Whether it is a reader.
    const READS: bool;

    /// The next bit; it is 1 with this probability, in 65536ths.
    fn code(&mut self, one: u32, bit: u32) -> u32;
}

/// The two ends of what is left of a range after some bits.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    low: u32,
    high: u32,
}

impl Range {
    /// All of it.
    pub const ALL: Range = Range { low: 0, high: u32::MAX };

    /// Where it is divided.
    #[inline]
    pub fn middle(self, one: u32) -> u32 {
        self.low + ((u64::from(self.high - self.low) * u64::from(one)) >> 16) as u32
    }

    /// The part for a bit.
    #[inline]
    pub fn take(&mut self, middle: u32, bit: u32) {
        if bit == 1 { self.high = middle } else { self.low = middle + 1 }
    }

    /// The next byte, once it is clear.
    #[inline]
    pub fn byte(&mut self) -> Option<u8> {
        if (self.low ^ self.high) >> 24 != 0 {
            return None;
        }
        let byte = (self.low >> 24) as u8;
        (self.low, self.high) = (self.low << 8, self.high << 8 | 0xFF);
        Some(byte)
    }

    /// A byte that ends in this range, with any bytes after it.
    pub fn last(self) -> [u8; 4] {
        self.high.to_be_bytes()
    }
}

/// Reads bits.
struct Reader<'a> {
    range: Range,
    ahead: u32,
    bytes: std::slice::Iter<'a, u8>,
    /// How many bytes were missing.
    missing: usize,
}

impl Reader<'_> {
    fn new(bytes: &[u8]) -> Reader<'_> {
        let mut reader = Reader { range: Range::ALL, ahead: 0, bytes: bytes.iter(), missing: 0 };
        (0..4).for_each(|_| reader.next());
        reader
    }

    #[inline]
    fn next(&mut self) {
        let byte = self.bytes.next().copied().unwrap_or_else(|| {
            self.missing += 1;
            0
        });
        self.ahead = self.ahead << 8 | u32::from(byte);
    }
}

impl Coder for Reader<'_> {
    const READS: bool = true;

    #[inline]
    fn code(&mut self, one: u32, _: u32) -> u32 {
        let middle = self.range.middle(one);
        let bit = u32::from(self.ahead <= middle);
        self.range.take(middle, bit);
        while self.range.byte().is_some() {
            self.next();
        }
        bit
    }
}

/// How probable a bit is somewhere: what was seen there, and how often.
#[derive(Clone, Copy)]
struct Chance {
    one: u16,
    seen: u8,
}

/// What was seen longer ago is forgotten.
const SEEN: usize = 60;
/// How far a chance is moved by what is seen, in 32768ths of the way.
const MOVES: [i32; SEEN + 1] = {
    let (mut moves, mut seen) = ([0; SEEN + 1], 0);
    while seen <= SEEN {
        moves[seen] = 65536 / (2 * seen as i32 + 3);
        seen += 1;
    }
    moves
};
/// So many bits has a place among chances. Chances share places, now and then.
const PLACES: u32 = 18;

/// All chances, and the bits that go through them.
struct Bits<'a, C> {
    coder: &'a mut C,
    chances: Box<[Chance]>,
}

/// A number for two.
fn both(a: u32, b: u32) -> u32 {
    (a.rotate_left(7) ^ b).wrapping_mul(0x85EB_CA6B).rotate_left(11)
}

impl<C: Coder> Bits<'_, C> {
    fn new(coder: &mut C) -> Bits<'_, C> {
        Bits { coder, chances: vec![Chance { one: 1 << 15, seen: 0 }; 1 << PLACES].into() }
    }

    /// A bit at two places. The second knows more, once it has seen something; and what is surer counts more.
    #[inline]
    fn bit(&mut self, places: [u32; 2], node: u32, bit: u32) -> u32 {
        let at = places.map(|place| {
            let place = place.wrapping_add(node.wrapping_mul(0x2545_F491)).wrapping_mul(0x9E37_79B1);
            (place >> (32 - PLACES)) as usize
        });
        let [(first, a), (second, b)] = at.map(|at| {
            let Chance { one, seen } = self.chances[at];
            let sure = u32::from(one).abs_diff(1 << 15);
            (u32::from(one), (1 + u32::from(seen)) * (1 + ((sure * sure) >> 24)))
        });
        let one = (a * first + 3 * b * second) / (a + 3 * b);
        let bit = self.coder.code(one.clamp(48, 65536 - 48), bit);
        for at in at {
            let Chance { one, seen } = &mut self.chances[at];
            let way = if bit == 1 { 65535 } else { 0 } - i32::from(*one);
            *one = (i32::from(*one) + ((way * MOVES[usize::from(*seen)]) >> 15)) as u16;
            *seen = (*seen + 1).min(SEEN as u8);
        }
        bit
    }

    /// A number of so many bits.
    ///
    /// It is called a million times, and never inlined: a browser compiles functions well once they are called often, and what calls
    /// this one runs only once.
    #[inline(never)]
    fn fixed(&mut self, places: [u32; 2], bits: u32, value: u32) -> u32 {
        let mut node = 1;
        for bit in (0..bits).rev() {
            node = node << 1 | self.bit(places, node, value >> bit & 1);
        }
        node - (1 << bits)
    }

    /// The letters of an n-gram, in the order of all that have as many: what it shares with the last, how far the next letter is, and
    /// then one after the other.
    fn letters(&mut self, spelled: &mut Spelled, last: &Spelled, width: u32, script: impl Fn(u32) -> u32) {
        let Spelled { length, letters, .. } = spelled;
        let length = *length;
        if length == 0 {
            let more = self.number([1, 1], letters[0].wrapping_sub(last.letters[0]));
            letters[0] = last.letters[0].wrapping_add(more);
            return;
        }
        let of = |what: u32, n: usize| both(what, (length * 8 + n) as u32);
        let mut done = 0;
        if last.length == length {
            let shared =
                letters.iter().zip(&last.letters).take_while(|(a, b)| a == b).count().min(length - 1);
            done = (self.fixed([of(2, 0); 2], 2, shared as u32) as usize).min(length - 1);
            letters[..done].copy_from_slice(&last.letters[..done]);
            let before = done.checked_sub(1).map_or(0, |n| letters[n]);
            let places = [both(of(3, done), script(before)), both(of(4, done), before)];
            let more = self.number(places, letters[done].wrapping_sub(last.letters[done]));
            letters[done] = last.letters[done].wrapping_add(more);
            done += 1;
        }
        for n in done..length {
            let before = n.checked_sub(1).map_or(0, |n| letters[n]);
            letters[n] =
                self.fixed([both(of(5, n), script(before)), both(of(6, n), before)], width, letters[n]);
        }
    }

    /// Any number; small ones are shorter.
    #[inline(never)]
    fn number(&mut self, places: [u32; 2], value: u32) -> u32 {
        let value = value.saturating_add(1);
        let length = 31 - value.leading_zeros();
        let mut bits = 0;
        while bits < 31 && self.bit(places, 1000 + bits, u32::from(bits < length)) == 1 {
            bits += 1;
        }
        let mut number = 1;
        for bit in (0..bits).rev() {
            let given = value >> bit & 1;
            // The first bits depend on what it is, the others hardly.
            let bit = match bits - bit {
                ..=3 => self.bit(places, 2000 + bits * 64 + number, given),
                _ => self.bit([0, 0], 4000 + bits * 32 + bit, given),
            };
            number = number << 1 | bit;
        }
        number - 1
    }
}

/// Codes a model: one that is whole, for a writer, or for a reader one that has as many letters, n-grams and rows, and no entries.
pub fn code<C: Coder>(coder: &mut C, content: &mut Content) -> Result<(), ModelError> {
    let Content { is_text, letters, grams, entries, lanes, rows, shift } = content;
    let mut bits = Bits::new(coder);
    let mut last = 0u32;
    for letter in letters.iter_mut() {
        last = last.wrapping_add(bits.number([0, 0], letter.wrapping_sub(last)));
        *letter = last;
    }
    let letters = &*letters;
    let script = |letter: u32| letters.get(letter as usize).map_or(0, |code| code >> 7).min(SIGNS);
    let width = u32::BITS - (letters.len().max(2) as u32 - 1).leading_zeros();
    let mut last = Spelled::default();
    for spelled in grams.iter_mut() {
        bits.letters(spelled, &last, width, script);
        last = *spelled;
    }
    // The classes of an n-gram are those of its last letters and of its script, and come one after the other.
    let of = |spelled: &Spelled| {
        let Spelled { length, letters, .. } = spelled;
        let own = letters[..*length].iter().map(|letter| script(*letter)).max().unwrap_or_default();
        let end = match length {
            0 | 1 => both(0, letters[0]),
            _ => both(letters[length - 2], letters[length - 1]),
        };
        (own, end)
    };
    let mut bits = Bits::new(bits.coder);
    let most = entries.capacity();
    let mut start = 0;
    for spelled in grams.iter_mut() {
        let (own, end) = of(spelled);
        let places = [both(both(0, spelled.length as u32), own), both(both(1, spelled.length as u32), end)];
        spelled.entries = bits.number(places, spelled.entries.wrapping_sub(1)).saturating_add(1);
        let begin = start;
        start += spelled.entries as usize;
        if C::READS {
            if spelled.entries > 255 || start > most {
                return Err(ModelError("too many entries"));
            }
            entries.resize(start, (0, 0));
        }
        let mut before = 256;
        for (class, _) in &mut entries[begin..start] {
            before = bits.fixed([both(both(2, own), before), both(both(3, end), before)], 8, (*class).into());
            *class = before as u8;
        }
    }
    let mut bits = Bits::new(bits.coder);
    let mut left = entries.iter_mut();
    for spelled in grams.iter() {
        let (own, end) = of(spelled);
        let kind = both(spelled.length as u32, if own == SIGNS { spelled.letters[0] } else { 0 });
        let mut before = 256;
        for (_, steps) in left.by_ref().take(spelled.entries as usize) {
            let places = [both(kind, before >> 1), both(both(0, end), spelled.length as u32)];
            before = bits.fixed(places, if *is_text { 8 } else { 6 }, (*steps).into());
            *steps = before as u8;
        }
    }
    let mut bits = Bits::new(bits.coder);
    for at in 0..rows.len() {
        // An encoding is like the one before it, and its rows are like one another.
        let lane = at % (*lanes).max(1);
        let before = if lane > 0 { rows[at - 1] >> *shift } else { 0 };
        let above = at.checked_sub(*lanes).map_or(0, |at| rows[at] >> *shift);
        let places = [both(both(0, before.into()), above.into()), both(lane as u32, before.into())];
        rows[at] = (bits.fixed(places, 8 - *shift, (rows[at] >> *shift).into()) as u8) << *shift;
    }
    Ok(())
}

/// The plain file of a packed one. No bytes make it panic, or take more memory than some times their length.
pub fn unpack(packed: &[u8]) -> Result<Vec<u8>, ModelError> {
    let mut bytes = Bytes(packed);
    if bytes.take(MAGIC.len()).ok() != Some(MAGIC) {
        return Err(ModelError("wrong magic or version"));
    }
    let size = |bytes: &mut Bytes| -> Result<usize, ModelError> {
        let size = u32::from_le_bytes(bytes.array()?) as usize;
        if size > packed.len().saturating_mul(MOST) {
            return Err(ModelError("it is cut off"));
        }
        Ok(size)
    };
    let length = size(&mut bytes)?;
    let front = bytes.take(length)?;
    let length = size(&mut bytes)?;
    let look = bytes.take(length)?;
    let mut content = Content { is_text: front.first() == Some(&b'T'), ..Content::default() };
    let [shift] = bytes.array()?;
    content.shift = u32::from(shift).min(7);
    content.letters = vec![0; size(&mut bytes)?];
    for length in 0..=LONGEST {
        let all = content.grams.len() + size(&mut bytes)?;
        if all > packed.len() * MOST {
            return Err(ModelError("it is cut off"));
        }
        content.grams.resize(all, Spelled { length, ..Spelled::default() });
    }
    content.entries = Vec::with_capacity(packed.len() * MOST);
    if let (Some(&lanes), Some(met)) = (look.first(), look.len().checked_sub(ROWS / 8)) {
        let rows: u32 = look[met..].iter().map(|byte| byte.count_ones()).sum();
        (content.lanes, content.rows) = (lanes.into(), vec![0; usize::from(lanes) * rows as usize]);
    }
    let mut reader = Reader::new(bytes.0);
    code(&mut reader, &mut content)?;
    if reader.missing > 0 {
        return Err(ModelError("it is cut off"));
    }
    plain(front, look, &content)
}

/// The plain file.
fn plain(front: &[u8], look: &[u8], content: &Content) -> Result<Vec<u8>, ModelError> {
    let mut start = 0;
    let mut grams = Vec::with_capacity(content.grams.len());
    for spelled in &content.grams {
        grams.push((gram(content, spelled)?, start, spelled.entries as usize));
        start += spelled.entries as usize;
    }
    grams.sort_unstable();
    let mut bytes = super::format::MAGIC.to_vec();
    bytes.extend(front);
    bytes.extend((grams.len() as u32).to_le_bytes());
    let mut last = 0;
    for &(gram, _, entries) in &grams {
        number(&mut bytes, gram - last);
        number(&mut bytes, entries as u32);
        last = gram;
    }
    bytes.extend(look);
    bytes.extend(&content.rows);
    for &(_, start, entries) in &grams {
        for &(class, steps) in &content.entries[start..start + entries] {
            bytes.extend(entry(content.is_text, class, steps).to_le_bytes());
        }
    }
    Ok(bytes)
}

/// A number as the plain file has it.
fn number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// An entry as the plain file has it.
fn entry(is_text: bool, class: u8, steps: u8) -> u16 {
    u16::from(class) << if is_text { 8 } else { 6 } | u16::from(steps)
}

/// The n-gram of some letters.
fn gram(content: &Content, spelled: &Spelled) -> Result<Gram, ModelError> {
    if spelled.length == 0 {
        return Ok(spelled.letters[0]);
    }
    let step = if content.is_text { super::symbols::mix } else { crate::count::join };
    spelled.letters[..spelled.length].iter().try_fold(spelled.length as Gram, |run, letter| {
        let letter = content.letters.get(*letter as usize).ok_or(ModelError("a letter that is none"))?;
        Ok(step(run, *letter))
    })
}

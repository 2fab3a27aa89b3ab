//! A first look at a text: in which encodings its bytes may be, by what stands after what.
//!
//! It knows nothing of languages, and what it says is hardly believed: it keeps those encodings from being read in which the bytes
//! would hardly stand so, and beside what was read it is a weak word. Every encoding has a lane, a small integer, in the row of each
//! pair of bytes; a look is a sum of rows.
//!
//! In the file of a model:
//!
//! | bytes | meaning |
//! |---|---|
//! | u8, then each: u8 length, text | the encodings of the lanes; none, and nothing else, where there is no first look |
//! | a bit for each row | whether any encoding has the pair |
//! | for each row that has: i8 for each encoding | steps |

use fearless_simd::{Simd, dispatch};

use super::format::{Bytes, ModelError};
use crate::encodings::{ENCODINGS, Encoding};
use crate::simd;

/// Lanes of a row: a multiple of what processors add at once.
pub const LANES: usize = 80;
/// Kinds of bytes that may stand before another: small letters, capitals, digits, other ASCII, and each sixteen of the others.
const BEFORE: usize = 12;
/// Rows, of which some are of no pair with a byte beyond ASCII.
pub const ROWS: usize = BEFORE * 256;
/// What one step is worth, in nats.
pub const STEP: f32 = 0.125;

/// At most so many pairs are looked at, from all over a text.
const PAIRS: usize = 96;

/// The row of a byte after another.
pub fn row(before: u8, byte: u8) -> usize {
    let kind = match before {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        0..=0x7F => 3,
        _ => 4 + usize::from(before >> 4 & 7),
    };
    // What no character ends in is all the same.
    let byte = match byte {
        b'0'..=b'9' => b'0',
        0..0x40 => b' ',
        _ => byte,
    };
    kind * 256 + usize::from(byte)
}

/// Rows of all pairs.
#[derive(Clone, Debug)]
pub struct Glance {
    /// The encoding of each lane, by its place in the table.
    places: Vec<usize>,
    /// Where the lanes of a row are.
    rows: Vec<u16>,
    lanes: Vec<[i16; LANES]>,
}

impl Glance {
    /// One that has seen nothing: all encodings are as likely.
    pub fn blind() -> Glance {
        let encodings = ENCODINGS.iter().filter(|encoding| is_looked_at(encoding)).take(LANES);
        Glance {
            places: encodings.map(|encoding| encoding.place()).collect(),
            rows: vec![0; ROWS],
            lanes: vec![[0; LANES]],
        }
    }

    /// Whether it has seen nothing.
    pub(super) fn is_blind(&self) -> bool {
        self.lanes.len() == 1
    }

    /// Reads it.
    pub(super) fn read(bytes: &mut Bytes) -> Result<Glance, ModelError> {
        let [count] = bytes.array()?;
        if count == 0 {
            return Ok(Glance::blind());
        }
        if usize::from(count) > LANES {
            return Err(ModelError("too many encodings"));
        }
        let mut places = Vec::new();
        for _ in 0..count {
            let [length] = bytes.array()?;
            let name = std::str::from_utf8(bytes.take(usize::from(length))?).unwrap_or_default();
            let encoding = ENCODINGS.iter().find(|encoding| encoding.name() == name);
            places.push(encoding.ok_or(ModelError("an encoding that is not in the table"))?.place());
        }
        let met = bytes.take(ROWS / 8)?;
        let (mut rows, mut lanes) = (vec![0; ROWS], vec![[0; LANES]]);
        for (number, row) in rows.iter_mut().enumerate() {
            if met[number / 8] >> (number % 8) & 1 == 1 {
                let mut steps = [0; LANES];
                bytes
                    .take(places.len())?
                    .iter()
                    .zip(&mut steps)
                    .for_each(|(&byte, steps)| *steps = i16::from(byte as i8));
                *row = lanes.len() as u16;
                lanes.push(steps);
            }
        }
        Ok(Glance { places, rows, lanes })
    }

    /// How likely the bytes of a text, of which so many are beyond ASCII, are in each encoding: nats, with places in the table.
    #[inline(never)]
    pub(super) fn look(&self, text: &[u8], high: usize) -> impl Iterator<Item = (f32, usize)> {
        let sums = dispatch!(simd::level(), simd => self.sums(simd, text, high));
        sums.into_iter().zip(&self.places).map(|(sum, &place)| (STEP * f32::from(sum), place))
    }
}

impl Glance {
    /// The steps of each lane. Written plainly: with a processor's vectors at hand, the compiler adds whole rows.
    #[inline(always)]
    fn sums<S: Simd>(&self, _: S, text: &[u8], high: usize) -> [i16; LANES] {
        // About one pair more than bytes beyond ASCII for each word.
        let every = high.div_ceil(PAIRS).max(1);
        let mut sums = [0i16; LANES];
        let (mut before, mut next, mut left) = (b' ', every, 2 * PAIRS);
        for at in 0..=text.len() {
            let byte = text.get(at).copied().unwrap_or(b' ');
            if !byte.is_ascii() || !before.is_ascii() {
                next -= 1;
                if next == 0 {
                    let lanes = &self.lanes[usize::from(self.rows[row(before, byte)])];
                    sums.iter_mut().zip(lanes).for_each(|(sum, steps)| *sum += steps);
                    (next, left) = (every, left - 1);
                    if left == 0 {
                        break;
                    }
                }
            }
            before = byte;
        }
        sums
    }
}

/// Whether an encoding has a lane: it shows itself by its text alone.
pub fn is_looked_at(encoding: &Encoding) -> bool {
    use crate::encodings::Family;

    matches!(encoding.family(), Family::SingleByte | Family::MultiByte) && encoding.is_ascii_compatible()
}

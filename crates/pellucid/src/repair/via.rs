//! The encodings through which text was misread, and the way back from a character to its bytes.

use std::fmt;
use std::sync::LazyLock;

use crate::decode::schemes::reverse::Reverse;
use crate::decode::{Bom, DecodeOptions, EncodeOptions, Errors};
use crate::encodings::{self, Encoding, Family};

/// An encoding through which text was misread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Via {
    /// A row of the table.
    Encoding(&'static Encoding),
    /// ISO-8859-1 to the letter, where bytes 0x80–0x9F are control characters. The table has none, since on the web this
    /// name means windows-1252; but programs which turn text into UTF-8 take it at its word.
    Latin1,
}

impl Via {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Via::Encoding(encoding) => encoding.name(),
            Via::Latin1 => "ISO-8859-1",
        }
    }

    /// Whether one is taken for the other: both are called `iso-8859-1`.
    pub(super) fn is_akin(self, other: Via) -> bool {
        let western = |via| matches!(via, Via::Latin1) || via == Via::Encoding(&encodings::WINDOWS_1252);
        self == other || western(self) && western(other)
    }

    /// The text of these bytes, if all of them mean something.
    pub fn read(self, bytes: &[u8]) -> Option<String> {
        match self {
            Via::Latin1 => Some(bytes.iter().copied().map(char::from).collect()),
            Via::Encoding(encoding) => {
                let strict = DecodeOptions::new().errors(Errors::Strict).bom(Bom::Keep);
                strict.decode(encoding, bytes).ok().map(|decoded| decoded.into_text().into_owned())
            }
        }
    }

    /// The bytes of this text, if the encoding has all its characters.
    pub fn write(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Via::Latin1 => text.chars().map(|c| u8::try_from(c).ok()).collect(),
            Via::Encoding(encoding) => EncodeOptions::new()
                .unmappable(Errors::Strict)
                .encode(encoding, text)
                .ok()
                .map(|e| e.into_bytes()),
        }
    }
}

impl Via {
    fn characters(self) -> Vec<(char, u32)> {
        match self {
            Via::Encoding(encoding) => characters(encoding),
            Via::Latin1 => ('\u{80}'..='\u{FF}').map(|c| (c, c.into())).collect(),
        }
    }
}

impl fmt::Display for Via {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A way back from characters to bytes.
pub(super) struct Route {
    pub via: Via,
    codes: Reverse,
}

impl Route {
    /// The code of a character beyond ASCII: one byte, or two.
    pub fn code(&self, c: char) -> Option<u32> {
        self.codes.get(c)
    }

    /// How many nats more must speak for an encoding as which little text is misread.
    pub fn rarity(&self) -> f32 {
        match self.via {
            _ if COMMON.contains(&self.via) => 0.0,
            Via::Encoding(encoding) if encoding.family() == Family::MultiByte => MULTI_RARITY,
            _ => RARITY,
        }
    }

    pub fn new(via: Via) -> Route {
        Route { via, codes: Reverse::new(via.characters()) }
    }
}

/// Characters of one and of two bytes with their codes, read all at once: a call for each would take ten times as long.
pub(super) fn characters(encoding: &'static Encoding) -> Vec<(char, u32)> {
    let leads = if encoding.family() == Family::MultiByte { 0x81..0xFF_u32 } else { 0..0 };
    let doubles = leads.flat_map(|lead| (0x40..=0xFE).map(move |trail| lead << 8 | trail));
    let codes = || (0x80..=0xFF).chain(doubles.clone());
    let mut bytes = Vec::new();
    for code in codes() {
        if code > 0xFF {
            bytes.push((code >> 8) as u8);
        }
        // No second byte is a line break, whatever the encoding.
        bytes.extend([code as u8, b'\n']);
    }
    let decoded = encoding.decode(&bytes);
    let mut rest = decoded.text();
    codes()
        .filter_map(|code| {
            let (line, after) = rest.split_at(memchr::memchr(b'\n', rest.as_bytes())?);
            rest = &after[1..];
            let mut chars = line.chars();
            let only = chars.next().filter(|c| !c.is_ascii() && *c != char::REPLACEMENT_CHARACTER)?;
            chars.next().is_none().then_some((only, code))
        })
        .collect()
}

/// One byte, one character. Those through which most text is misread come first: where several fit, the first is
/// taken. At most 32, the bits of a mask.
static SINGLE: &[Via] = &[
    Via::Encoding(&encodings::WINDOWS_1252),
    Via::Latin1,
    Via::Encoding(&encodings::WINDOWS_1251),
    Via::Encoding(&encodings::WINDOWS_1250),
    Via::Encoding(&encodings::WINDOWS_1254),
    Via::Encoding(&encodings::WINDOWS_1256),
    Via::Encoding(&encodings::WINDOWS_1253),
    Via::Encoding(&encodings::WINDOWS_1255),
    Via::Encoding(&encodings::WINDOWS_1257),
    Via::Encoding(&encodings::WINDOWS_1258),
    Via::Encoding(&encodings::WINDOWS_874),
    Via::Encoding(&encodings::MACINTOSH),
    Via::Encoding(&encodings::ISO_8859_2),
    Via::Encoding(&encodings::ISO_8859_15),
    Via::Encoding(&encodings::ISO_8859_4),
    Via::Encoding(&encodings::ISO_8859_5),
    Via::Encoding(&encodings::ISO_8859_7),
    Via::Encoding(&encodings::ISO_8859_13),
    Via::Encoding(&encodings::ISO_8859_16),
    Via::Encoding(&encodings::KOI8_R),
    Via::Encoding(&encodings::KOI8_U),
    Via::Encoding(&encodings::IBM866),
    Via::Encoding(&encodings::X_MAC_CYRILLIC),
    Via::Encoding(&encodings::IBM437),
    Via::Encoding(&encodings::IBM850),
    Via::Encoding(&encodings::IBM852),
];

/// Those as which most text is misread.
static COMMON: &[Via] = &[
    Via::Encoding(&encodings::WINDOWS_1252),
    Via::Latin1,
    Via::Encoding(&encodings::WINDOWS_1251),
    Via::Encoding(&encodings::WINDOWS_1250),
    Via::Encoding(&encodings::MACINTOSH),
    Via::Encoding(&encodings::KOI8_R),
];
/// What is asked of the others: their chance runs are short, so little is enough.
const RARITY: f32 = 6.0;
const MULTI_RARITY: f32 = 12.0;

/// One byte or two a character. Not EUC-JP: it has no bytes 0x80–0x9F, which every word of UTF-8 has.
static MULTI: &[Via] = &[
    Via::Encoding(&encodings::GBK),
    Via::Encoding(&encodings::SHIFT_JIS),
    Via::Encoding(&encodings::BIG5),
    Via::Encoding(&encodings::EUC_KR),
];

/// Single-byte ways, in the order of the masks' bits.
pub(super) static SINGLE_ROUTES: LazyLock<Vec<Route>> =
    LazyLock::new(|| SINGLE.iter().map(|via| Route::new(*via)).collect());

/// Multi-byte ways.
pub(super) static MULTI_ROUTES: LazyLock<Vec<Route>> =
    LazyLock::new(|| MULTI.iter().map(|via| Route::new(*via)).collect());

/// For each character, in which single-byte encodings its byte may begin a sequence of UTF-8, and in which it may go
/// on with one: whether two characters are suspicious is one `&`.
pub(super) struct Masks {
    /// The number of the masks of a character.
    numbers: Reverse,
    masks: Vec<Mask>,
}

/// What is known about a character: a bit for each of [`SINGLE_ROUTES`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mask {
    pub begins: u32,
    pub goes_on: u32,
}

impl Masks {
    fn new() -> Masks {
        let mut all = std::collections::BTreeMap::<char, Mask>::new();
        for (bit, via) in SINGLE.iter().enumerate() {
            for (c, code) in via.characters() {
                let mask = all.entry(c).or_default();
                match code {
                    0x80..=0xBF => mask.goes_on |= 1 << bit,
                    0xC2..=0xF4 => mask.begins |= 1 << bit,
                    _ => {}
                }
            }
        }
        // Number 0 is for characters which are in none of the encodings.
        let numbers = Reverse::new(all.keys().zip(1..).map(|(c, number)| (*c, number)));
        Masks { numbers, masks: std::iter::once(Mask::default()).chain(all.into_values()).collect() }
    }

    /// The mask of a character.
    pub fn of(&self, c: char) -> Mask {
        self.masks[self.numbers.get(c).unwrap_or(0) as usize]
    }
}

/// The masks of all characters.
pub(super) static MASKS: LazyLock<Masks> = LazyLock::new(Masks::new);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_reads_as_its_character() {
        for route in SINGLE_ROUTES.iter().chain(&*MULTI_ROUTES) {
            let mut found = 0;
            for c in ('\u{80}'..='\u{FFFF}').filter(|c| *c != char::REPLACEMENT_CHARACTER) {
                let Some(code) = route.code(c) else { continue };
                let bytes =
                    if code < 0x100 { vec![code as u8] } else { (code as u16).to_be_bytes().to_vec() };
                assert_eq!(route.via.read(&bytes).as_deref(), Some(c.to_string().as_str()), "{}", route.via);
                found += 1;
            }
            assert!(found >= 110, "{} has {found} characters", route.via);
        }
    }

    #[test]
    fn masks_have_room_for_every_encoding() {
        assert!(SINGLE.len() <= 32);
        assert_eq!(MASKS.of('Ã').begins & MASKS.of('©').goes_on & 1, 1);
        assert_eq!(MASKS.of('漢').begins, 0);
    }
}

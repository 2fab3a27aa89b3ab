//! What of a page is counted, and how counts become the values that weights are multiplied with.

use std::borrow::Cow;

use crate::count::{Every, Gram, order};
use crate::papers::text;
use crate::score::format::Class;

/// What of a page is counted, and how. A model carries it in the tags of its classes, as extensions of our own (BCP 47):
/// `mul-x-spaces-root`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// All bytes of a page count, as in the paper, and not only those of its text.
    pub markup: bool,
    /// White space of any length counts as one space: on pages it is indentation, which says nothing.
    pub spaces: bool,
    /// The value is the square root of the frequency: what every page has, letters of ASCII most of all, counts for less.
    pub root: bool,
    /// Frequencies are shares among n-grams with a byte beyond ASCII, or among those without: then how much of a page is
    /// English does not matter.
    pub apart: bool,
    /// The share of bytes with the high bit set is a value too.
    pub high: bool,
    /// What has a byte beyond ASCII is not US-ASCII, and what has none is.
    pub seven_bits: bool,
}

/// The number of the share of high bytes among the n-grams: between single bytes and pairs.
pub const HIGH: Gram = 0x100;

/// The subtag of each setting.
type Subtag = (&'static str, fn(&mut Reading) -> &mut bool);

const SUBTAGS: &[Subtag] = &[
    ("markup", |reading| &mut reading.markup),
    ("spaces", |reading| &mut reading.spaces),
    ("root", |reading| &mut reading.root),
    ("apart", |reading| &mut reading.apart),
    ("high", |reading| &mut reading.high),
    ("seven", |reading| &mut reading.seven_bits),
];

/// The subtag of a class that knows only the width of encodings.
const WIDTH: &str = "width";

impl Default for Reading {
    fn default() -> Reading {
        Reading::PAPER
    }
}

impl Reading {
    /// As in the paper, but for its markup: frequencies in percent of all bytes of the text.
    pub const PAPER: Reading =
        Reading { markup: false, spaces: false, root: false, apart: false, high: false, seven_bits: false };

    /// What is best on pages.
    pub const EXTENDED: Reading =
        Reading { spaces: true, root: true, apart: true, seven_bits: true, ..Reading::PAPER };

    /// The one that a model was trained with.
    pub fn of(classes: &[Class]) -> Reading {
        let mut reading = Reading::PAPER;
        let tag = classes.first().map_or("", |class| &class.language);
        for (subtag, field) in SUBTAGS {
            *field(&mut reading) = tag.split('-').any(|part| part == *subtag);
        }
        reading
    }

    /// The names of all settings but markup.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SUBTAGS.iter().map(|(subtag, _)| *subtag).filter(|subtag| *subtag != "markup")
    }

    /// The same with one setting, by its name; none if nothing has it.
    pub fn with(mut self, name: &str) -> Option<Reading> {
        let (_, field) = SUBTAGS.iter().find(|(subtag, _)| *subtag == name)?;
        *field(&mut self) = true;
        Some(self)
    }

    /// The language of a model's classes: several, and what is set.
    pub fn tag(mut self, is_width: bool) -> String {
        let set: Vec<&str> =
            SUBTAGS.iter().filter(|(_, field)| *field(&mut self)).map(|(subtag, _)| *subtag).collect();
        let width = is_width.then_some(WIDTH);
        let subtags: Vec<&str> = set.into_iter().chain(width).collect();
        if subtags.is_empty() { "mul".to_owned() } else { format!("mul-x-{}", subtags.join("-")) }
    }

    /// Whether a class knows only the width of encodings.
    pub fn is_width(class: &Class) -> bool {
        class.language.split('-').any(|part| part == WIDTH)
    }

    /// The bytes of a page that are counted.
    pub fn text(self, page: &[u8]) -> Cow<'_, [u8]> {
        // Markup is worse than little text: with 40 bytes, as chared has it, 62 % of windows of 200 bytes are read correctly, in
        // the place of 71 %.
        let text = if self.markup { Cow::Borrowed(page) } else { text(page, 1) };
        match text {
            Cow::Borrowed(bytes) => self.prepared(bytes),
            Cow::Owned(bytes) => Cow::Owned(self.prepared(&bytes).into_owned()),
        }
    }

    /// Text as it is counted: with its white space as it is, or as one space each, and none at the ends. What has zero bytes
    /// stays as it is: in UTF-16, half a character may look like a space.
    pub fn prepared(self, text: &[u8]) -> Cow<'_, [u8]> {
        if !self.spaces || memchr::memchr(0, text).is_some() {
            return Cow::Borrowed(text);
        }
        let mut prepared = Vec::with_capacity(text.len());
        for word in text.split(|byte| is_space(*byte)).filter(|word| !word.is_empty()) {
            if !prepared.is_empty() {
                prepared.push(b' ');
            }
            prepared.extend_from_slice(word);
        }
        Cow::Owned(prepared)
    }

    /// The values of a prepared text's n-grams, in no particular order.
    pub fn values(self, text: &[u8]) -> Vec<(Gram, f32)> {
        let mut every = Every::default();
        every.feed(text);
        let counts = every.finish();
        let part = |gram: Gram| usize::from(self.apart && gram & 0x80_8080 != 0);
        let mut totals = [[0u32; 4]; 2];
        for (gram, count) in counts.iter() {
            totals[part(gram)][order(gram)] += count;
        }
        let value = |share: f32| if self.root { share.sqrt() } else { share };
        let percent = |count: u32, of: u32| value(100.0 * count as f32 / of as f32);
        let mut values: Vec<(Gram, f32)> = counts
            .iter()
            .map(|(gram, count)| (gram, percent(count, totals[part(gram)][order(gram)])))
            .collect();
        if self.high && !text.is_empty() {
            let high = text.iter().filter(|byte| !byte.is_ascii()).count() as u32;
            values.push((HIGH, percent(high, text.len() as u32)));
        }
        values
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::{PAIR, TRIPLE};
    use crate::encodings::UTF_8;

    fn sorted(reading: Reading, text: &[u8]) -> Vec<(Gram, f32)> {
        let mut values = reading.values(text);
        values.sort_by_key(|(gram, _)| *gram);
        values
    }

    fn near(values: &[(Gram, f32)], expected: &[(Gram, f32)]) {
        assert_eq!(values.len(), expected.len(), "{values:?}");
        for (value, expected) in values.iter().zip(expected) {
            assert!(value.0 == expected.0 && (value.1 - expected.1).abs() < 1e-4, "{value:?} {expected:?}");
        }
    }

    #[test]
    fn shares_are_among_n_grams_of_the_same_length() {
        let (a, b) = (Gram::from(b'a'), Gram::from(b'b'));
        let third = 100.0 / 3.0;
        let expected = [
            (a, 2.0 * third),
            (b, third),
            (PAIR | a << 8 | a, 50.0),
            (PAIR | a << 8 | b, 50.0),
            (TRIPLE | a << 16 | a << 8 | b, 100.0),
        ];
        near(&sorted(Reading::PAPER, b"aab"), &expected);
        let roots = expected.map(|(gram, share)| (gram, share.sqrt()));
        near(&sorted(Reading { root: true, ..Reading::PAPER }, b"aab"), &roots);
        assert_eq!(Reading::PAPER.values(b""), []);
        assert_eq!(Reading { high: true, ..Reading::EXTENDED }.values(b""), []);
    }

    #[test]
    fn what_has_a_high_byte_may_stand_apart() {
        let e = 0xE9;
        let values = sorted(Reading { apart: true, high: true, ..Reading::PAPER }, b"a\xE9");
        near(&values, &[(0x61, 100.0), (e, 100.0), (HIGH, 50.0), (PAIR | 0x6100 | e, 100.0)]);
    }

    #[test]
    fn white_space_is_one_space() {
        let prepared = |text: &'static [u8]| Reading::EXTENDED.prepared(text);
        assert_eq!(*prepared(b" a\r\n\t b\x0C"), *b"a b");
        assert_eq!(*prepared(b"a \0 b"), *b"a \0 b", "it may be UTF-16");
        assert_eq!(*Reading::PAPER.prepared(b" a  b"), *b" a  b");
        assert_eq!(*Reading::EXTENDED.text(b"<p>caf\xE9 \n <b>x</b>"), *b"caf\xE9 x");
        let raw = Reading { markup: true, ..Reading::PAPER };
        assert_eq!(*raw.text(b"<p>a"), *b"<p>a");
    }

    #[test]
    fn a_model_carries_its_reading() {
        let class =
            |tag: &str| Class { language: tag.into(), label: "x".into(), encoding: &UTF_8, number: 0.0 };
        let all =
            Reading { markup: true, spaces: true, root: true, apart: true, high: true, seven_bits: true };
        for reading in [Reading::PAPER, Reading::EXTENDED, all, Reading { markup: true, ..Reading::PAPER }] {
            for is_width in [false, true] {
                let class = class(&reading.tag(is_width));
                assert_eq!((Reading::is_width(&class), Reading::of(&[class])), (is_width, reading));
            }
        }
        assert_eq!(Reading::PAPER.tag(false), "mul");
        let extended =
            ["spaces", "root", "apart", "seven"].iter().try_fold(Reading::PAPER, |r, name| r.with(name));
        assert_eq!((extended, Reading::PAPER.with("tricks")), (Some(Reading::EXTENDED), None));
        assert_eq!(Reading::names().count(), 5);
        assert_eq!(Reading::of(&[]), Reading::PAPER);
    }
}

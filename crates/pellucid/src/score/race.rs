//! Encodings against each other: each reads the same text, piece by piece, until it is clear which read it best.
//!
//! A [first look](super::glance) says who takes part. Whoever falls far behind is out; so most pages are read only a little,
//! and only by a few. Encodings that read a text alike are one until a rare byte tells them apart.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::glance::LANES;
use super::priors::{Near, Priors};
use super::readings::{Readings, readings};
use super::sample::{CUT, Sample, Sampler};
use super::symbols::{Kind, Symbol};
use super::text::{Sums, TextModel};
use super::weights::Weights;
use crate::decide::prior;
use crate::encodings::{ENCODINGS, Encoding, Family, GB18030, GBK, UTF_8, Use, WINDOWS_1258};
use crate::hints::{Hints, Prior};

/// What a nat of the first look is worth, and how far behind the best an encoding may be to take part. With 60 no answer of 99,595
/// (`cargo dev eval encoding --all`) is another, with 32 a page is lost.
const LOOK: f32 = 0.7;
const GAP: f32 = 45.0;
/// How many groups take part, at least and at most; between them in proportion to bytes beyond ASCII, of which so many groups
/// times bytes are read: the fewer there are, the less does a look at them say.
const KEPT: RangeInclusive<usize> = 8..=30;
const READINGS: usize = 240;
/// Where the best is an encoding of several bytes, and there are so many bytes beyond ASCII, fewer groups are enough, and an
/// encoding has to be nearer to the best: other bytes seldom stand as theirs do.
const MULTI_LEAST: usize = 64;
const MULTI_KEPT: usize = 4;
const MULTI_GAP: f32 = 25.0;
/// The first look knows bytes, where the model of text knows characters: what a nat of it is worth beside a reading. It knows
/// running text: little of signs and accents between ASCII, so some bytes beyond ASCII must stand after another, and little of a
/// single word, unless it has so many of them that it is none. With more of them it counts less, since each says more to the
/// model; and it never counts for much.
const STANDS: f32 = 0.2;
const STANDS_TOGETHER: usize = 4;
const STANDS_BYTES: usize = 16;
const STANDS_NATS: f32 = 3.0;
/// Bytes of the first piece that is read; each further one is twice as long.
const FIRST: usize = 48;
/// An encoding so many nats behind the best is out.
const BEHIND: f32 = 18.0;
/// What a nat of the first look is worth of what was not read yet. A page may begin with what reads badly in its own encoding.
const HOPE: f32 = 0.5;

/// An encoding and how well it reads the text.
#[derive(Clone)]
pub(super) struct Read {
    pub encoding: &'static Encoding,
    /// Its place in the table.
    pub place: usize,
    /// The sum over all classes: with nothing known of the language, with what the page declares and the caller names, and with
    /// the domain too.
    pub nats: [f32; 3],
    /// The class that it is most likely in.
    pub class: usize,
    /// What is due to bytes that the sample lacks, in these nats. They tell encodings apart, and say nothing of whether this is text: a
    /// page in one language has a name of another.
    pub rare: f32,
    /// Encodings with the same numbers read all that was looked at alike.
    pub alike: (usize, usize),
}

/// What the first look says of an encoding, in nats.
struct Look {
    place: usize,
    /// How likely it is that bytes stand so, where the look knows the encoding.
    stands: Option<f32>,
    /// How likely the encoding is, with how usual it is.
    nats: f32,
}

/// Encodings that read the sample alike, and what it adds up to in them.
struct Group {
    places: Vec<usize>,
    reading: Reading,
    sums: Sums,
    /// Nats against it where the sample ends within a character.
    unfinished: f32,
    /// Whether somebody names one of them: these are read to the end.
    is_named: bool,
    look: Look,
    /// How well it does so far, in nats.
    so_far: f32,
}

/// What an encoding made of the page.
struct Known {
    place: usize,
    near: Near,
    /// What the bytes that the sample lacks add in each class; nothing, where there are none.
    rare: Vec<f32>,
}

enum Reading {
    /// Byte by byte.
    Single(&'static Readings),
    /// Decoded piece by piece. Whether it has read anything beyond ASCII.
    Multi { has_read: bool },
}

/// Candidates that are left.
pub(super) struct Race<'a> {
    model: &'a TextModel,
    sample: &'a Sample,
    groups: Vec<Group>,
    /// What all single-byte encodings that are left read alike.
    common: Sums,
    /// Whether the sample has bytes beyond ASCII that are of no piece of UTF-8.
    has_others: bool,
    /// Bytes of the sample that were read, and what they are worth if they are no text.
    read: usize,
    random: f32,
}

impl<'a> Race<'a> {
    /// Those take part which may win by the first look, or everyone, and those whom somebody names.
    pub fn new(
        model: &'a TextModel,
        hints: &Hints,
        sample: &'a Sample,
        reads_utf8: bool,
        named: impl Fn(&Encoding) -> bool,
        everyone: bool,
    ) -> Race<'a> {
        let priors = &prior::Table::of(hints).bits;
        let mut ranked = Vec::with_capacity(LANES);
        for (stands, place) in model.glance().look(&sample.text, sample.high) {
            if hints.considers(ENCODINGS[place]) {
                let nats = LOOK * stands + std::f32::consts::LN_2 * priors[place];
                ranked.push(Look { nats, stands: Some(stands), place });
            }
        }
        // The most usual encoding is read beside the others, unless it is far behind: a page may have only signs of it.
        let usual = ranked.iter().map(|look| look.place).max_by(|&a, &b| priors[a].total_cmp(&priors[b]));
        let best = ranked.iter().map(|look| look.nats).reduce(f32::max).unwrap_or(0.0);
        let is_far = |look: &Look| best - look.nats >= GAP;
        ranked.retain(|look| {
            everyone || !is_far(look) || usual == Some(look.place) || named(ENCODINGS[look.place])
        });
        ranked.sort_unstable_by(|a, b| b.nats.total_cmp(&a.nats).then(a.place.cmp(&b.place)));
        let met = sample.met.iter().fold(0, |met, &byte| met | 1 << byte);
        let has_twins = sample.met.len() >= TEXT && hints.prior == Prior::Web;
        let mut race = Race {
            model,
            sample,
            groups: Vec::with_capacity(*KEPT.start() + 2),
            common: model.sums(),
            has_others: has_others(&sample.text),
            read: 0,
            random: 0.0,
        };
        if reads_utf8 && hints.considers(&UTF_8) {
            let look = Look { nats: best, stands: None, place: UTF_8.place() };
            race.enter(look, Reading::Multi { has_read: false }, false);
        }
        let is_multi = sample.high >= MULTI_LEAST
            && ranked.first().is_some_and(|best| ENCODINGS[best.place].family() == Family::MultiByte);
        let (least, gap) = if is_multi { (MULTI_KEPT, MULTI_GAP) } else { (*KEPT.start(), GAP) };
        let most = match everyone || model.glance().is_blind() {
            true => usize::MAX,
            false => (READINGS / sample.high.max(1)).clamp(least, *KEPT.end()),
        };
        let mut kept = 0;
        for look in ranked {
            let place = look.place;
            let encoding = ENCODINGS[place];
            let is_named = named(encoding);
            if !is_named && has_twins && is_by_signs(place, met, hints) {
                continue;
            }
            let is_near = everyone || best - look.nats < gap && (kept < most || usual == Some(place));
            let (alike, reading) = match encoding.family() {
                Family::SingleByte => {
                    let readings = readings(place);
                    let half = &readings.characters;
                    let alike = race.groups.iter_mut().find(|group| match group.reading {
                        Reading::Single(Readings { characters: other, .. }) => {
                            sample.met.iter().all(|&byte| half[byte] == other[byte])
                        }
                        Reading::Multi { .. } => false,
                    });
                    (alike, Reading::Single(readings))
                }
                // All that GBK has is in GB18030, and one decoder reads both.
                _ => {
                    let is_gbk = |place: usize| [&GBK, &GB18030].contains(&ENCODINGS[place]);
                    let alike = race.groups.iter_mut().find(|group| is_gbk(place) && is_gbk(group.places[0]));
                    (alike, Reading::Multi { has_read: false })
                }
            };
            match alike {
                Some(group) => {
                    group.places.push(place);
                    group.look.stands =
                        group.look.stands.zip(look.stands).map(|(one, other)| f32::max(one, other));
                    group.is_named |= is_named;
                }
                None if is_near || is_named => {
                    kept += 1;
                    race.enter(look, reading, is_named);
                }
                None => {}
            }
        }
        race
    }

    fn enter(&mut self, look: Look, reading: Reading, is_named: bool) {
        self.groups.push(Group {
            places: vec![look.place],
            reading,
            sums: self.model.sums(),
            unfinished: 0.0,
            is_named,
            look,
            so_far: 0.0,
        });
    }

    /// Reads the sample as far as it has to be.
    pub fn run(&mut self, priors: &Priors) {
        let (text, weights) = (&self.sample.text[..], self.model.weights());
        let mut next = FIRST;
        while self.read < text.len() {
            let rest = &text[self.read..];
            let space = |from: usize| rest[from..].iter().position(|&byte| byte == b' ');
            let end = match rest.len() > next {
                true => space(next).map_or(rest.len(), |at| next + at + 1),
                false => rest.len(),
            };
            let piece = &rest[..end];
            let (mut triples, left_out) = self.triples(piece);
            let random = |triples: &[[u8; 3]]| triples.iter().map(|gram| random(gram, weights)).sum::<f32>();
            let no_text = random(&left_out);
            self.random += random(&triples) + no_text;
            self.common.add(no_text);
            self.read_common(&mut triples);
            for group in &mut self.groups {
                group.read(self.model, piece, &triples, end == rest.len());
                let totals = self.model.totals(&group.all(&self.common));
                group.so_far =
                    priors.best(totals.iter().map(|total| weights.scale * total)) + group.unfinished;
            }
            self.read += end;
            next *= 2;
            let least = least(self.random(), weights);
            let hope = HOPE * (1.0 - self.read as f32 / text.len() as f32);
            let hoped = |group: &Group| group.so_far.max(least) + hope * group.look.nats;
            let best = self.groups.iter().map(hoped).fold(f32::NEG_INFINITY, f32::max);
            self.groups.retain(|group| group.is_named || best - hoped(group) < BEHIND);
            if self.groups.len() == 1 {
                break;
            }
        }
    }

    /// Every three bytes of a text with one beyond ASCII among them. Pieces of UTF-8 are left out, if the sample has anything
    /// else: these are the second list, and no text to an encoding that reads byte by byte.
    fn triples(&self, text: &[u8]) -> (Vec<[u8; 3]>, Vec<[u8; 3]>) {
        let (mut others, pieces) = split_triples(text);
        if self.has_others {
            return (others, pieces);
        }
        others.extend(pieces);
        (others, Vec::new())
    }

    /// Reads what all single-byte encodings read alike, and leaves the rest.
    fn read_common(&mut self, triples: &mut Vec<[u8; 3]>) {
        let mut singles = self.groups.iter().filter_map(|group| match group.reading {
            Reading::Single(readings) => Some(&readings.symbols),
            Reading::Multi { .. } => None,
        });
        let Some(first) = singles.next() else { return };
        let mut differ = [false; 256];
        for other in singles {
            for byte in self.sample.met.iter().map(|&byte| byte | 0x80) {
                differ[byte] |= first[byte] != other[byte];
            }
        }
        let (model, common) = (self.model, &mut self.common);
        triples.retain(|gram| {
            let is_kept = gram.iter().any(|&byte| differ[usize::from(byte)]);
            if !is_kept {
                let [a, b, c] = gram.map(|byte| first[usize::from(byte)]);
                model.add(common, a, b, c);
            }
            is_kept
        });
    }

    /// What the bytes that were read are worth if they are no text, in nats.
    pub fn random(&self) -> f32 {
        self.model.weights().scale * self.random
    }

    /// What every encoding that is left makes of the page: of the sample, and of the bytes that tell them apart; the best first.
    /// `page` is all of it, where it came in one piece.
    pub fn finish(self, sampler: &Sampler, page: &[u8], priors: &Priors) -> Vec<Read> {
        let Race { model, sample, groups, common, .. } = self;
        let scale = model.weights().scale;
        let single = |group: &&Group| matches!(group.reading, Reading::Single(_));
        let halves = groups.iter().filter(single).flat_map(|group| &group.places);
        let halves: Vec<&[char; 128]> = halves.map(|&place| &readings(place).characters).collect();
        let mut tells = [false; 128];
        if let [first, others @ ..] = &halves[..] {
            tells = std::array::from_fn(|byte| others.iter().any(|half| half[byte] != first[byte]));
        }
        sample.met.iter().for_each(|&byte| tells[byte] = false);
        let rare = sampler.rare(&tells, page);
        let around = triples_around(&rare);
        let numbers = numbers(&groups, sample);
        let best = groups.iter().filter_map(|group| group.look.stands).fold(f32::NEG_INFINITY, f32::max);
        let worth = stands_worth(sample);
        let stands =
            |look: &Look| look.stands.map_or(0.0, |stands| (worth * (stands - best)).max(-STANDS_NATS));
        let mut read: Vec<Read> = Vec::new();
        for (number, group) in numbers.into_iter().zip(groups) {
            let stands = stands(&group.look);
            // What was worked out for one encoding holds for all that read the rare bytes as it does.
            let mut known: Vec<Known> = Vec::new();
            for &place in &group.places {
                let half = &readings(place).characters;
                let is_alike = |other: &Known| {
                    let other = &readings(other.place).characters;
                    rare.iter()
                        .map(|(byte, _)| usize::from(byte & 0x7F))
                        .all(|byte| half[byte] == other[byte])
                };
                let at = known.iter().position(is_alike).unwrap_or_else(|| {
                    let mut sums = group.all(&common);
                    let sampled = if around.is_empty() { Vec::new() } else { model.totals(&sums) };
                    if let Reading::Single(_) = group.reading {
                        let symbols = &readings(place).symbols;
                        for gram in &around {
                            let [a, b, c] = gram.map(|byte| symbols[usize::from(byte)]);
                            model.add(sums.to_mut(), a, b, c);
                        }
                    }
                    let totals = model.totals(&sums);
                    let near = priors.near(totals.iter().map(|total| scale * total + group.unfinished));
                    let rare = sampled.iter().zip(&totals).map(|(sampled, total)| scale * (total - sampled));
                    known.push(Known { place, near, rare: rare.collect() });
                    known.len() - 1
                });
                let Known { near, rare, .. } = &known[at];
                let (nats, class) = priors.sum(near, |class| model.is_usual(class, place));
                let rare = rare.get(class).copied().unwrap_or_default();
                let encoding = ENCODINGS[place];
                let nats = nats.map(|nats| nats + stands);
                read.push(Read { encoding, place, nats, class, rare, alike: (number, at) });
            }
        }
        read.sort_by(|a, b| b.nats[2].total_cmp(&a.nats[2]));
        read
    }
}

impl Group {
    /// All that it has read.
    fn all(&self, common: &Sums) -> Cow<'_, Sums> {
        match self.reading {
            Reading::Single(_) => Cow::Owned(self.sums.and(common)),
            Reading::Multi { .. } => Cow::Borrowed(&self.sums),
        }
    }

    /// Reads a piece of the sample.
    fn read(&mut self, model: &TextModel, piece: &[u8], triples: &[[u8; 3]], is_last: bool) {
        match &mut self.reading {
            Reading::Single(readings) => {
                let has_marks = ENCODINGS[self.places[0]] == &WINDOWS_1258;
                for gram in triples {
                    let mut symbols = gram.map(|byte| readings.symbols[usize::from(byte)]);
                    if has_marks {
                        symbols = composed(symbols);
                    }
                    let [a, b, c] = symbols;
                    model.add(&mut self.sums, a, b, c);
                }
            }
            // A piece ends with a space, which every encoding reads as one.
            Reading::Multi { has_read } => {
                let decoded = ENCODINGS[self.places[0]].decode(piece);
                *has_read |= decoded.text().contains(is_read);
                if multi_byte(model, &mut self.sums, decoded.text(), piece.len(), is_last) {
                    let weights = model.weights();
                    self.unfinished = if *has_read { weights.unfinished } else { weights.nothing_else };
                }
            }
        }
    }
}

/// What a nat of the first look is worth beside a reading of a sample.
fn stands_worth(sample: &Sample) -> f32 {
    let mut words = sample.text.split(|byte| *byte == b' ').filter(|word| !word.is_ascii());
    if sample.high < STANDS_BYTES && words.nth(1).is_none() {
        return 0.0;
    }
    let is_together = |pair: &&[u8]| !pair[0].is_ascii() && !pair[1].is_ascii();
    let together = sample.text.windows(2).filter(is_together).take(STANDS_TOGETHER).count();
    STANDS * together as f32 / STANDS_TOGETHER as f32 * (STANDS_BYTES as f32 / sample.high as f32).min(1.0)
}

/// The nats of a text that an encoding cannot read, given those of random bytes: it may be in a font of its own, or be none.
pub(super) fn least(random: f32, weights: &Weights) -> f32 {
    random - weights.unreadable
}

/// What a byte is worth after two others, if it is of no text.
fn random(&[_, _, byte]: &[u8; 3], weights: &Weights) -> f32 {
    match byte {
        0x80.. => weights.random,
        _ if byte.is_ascii_alphanumeric() => weights.random_ascii,
        _ => 0.0,
    }
}

/// Every three bytes of a text with one beyond ASCII among them: those without a piece of UTF-8, and those with one.
fn split_triples(text: &[u8]) -> (Vec<[u8; 3]>, Vec<[u8; 3]>) {
    let (mut others, mut pieces) = (Vec::with_capacity(text.len()), Vec::new());
    let (mut a, mut b, mut end) = (b' ', b' ', 0);
    let mut of_pieces = 0u8;
    for (at, &c) in text.iter().chain(b" ").enumerate() {
        if at >= end && !c.is_ascii() {
            end = at + piece(&text[at..]);
        }
        of_pieces = of_pieces << 1 | u8::from(at < end);
        if (a | b | c) & 0x80 != 0 {
            if of_pieces & 7 == 0 { &mut others } else { &mut pieces }.push([a, b, c]);
        }
        (a, b) = (b, c);
    }
    (others, pieces)
}

/// Whether a text has bytes beyond ASCII that are of no piece of UTF-8.
fn has_others(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        at += match text[at] {
            0..0x80 => 1,
            _ => match piece(&text[at..]) {
                0 => return true,
                length => length,
            },
        };
    }
    false
}

/// How long a character of UTF-8 is that begins a text, if it is one that programs put into pages of other encodings: Western and
/// Cyrillic letters, signs, and what stands for a character that was lost. It tells nothing of the rest.
fn piece(text: &[u8]) -> usize {
    match text {
        [0xC2 | 0xC3 | 0xD0 | 0xD1, 0x80..0xC0, ..] => 2,
        [0xE2, 0x80..0x85, 0x80..0xC0, ..] | [0xEF, 0xBF, 0xBD, ..] => 3,
        _ => 0,
    }
}

/// Fewer different bytes beyond ASCII are a word or two, of which nobody can be sure.
const TEXT: usize = 8;

/// Whether only signs tell an encoding of old files from one of the web, by the bytes beyond ASCII that were met, a bit each. The
/// web's own is meant then: pages were converted letter by letter, and kept the quotes and dashes of the encoding before.
fn is_by_signs(place: usize, met: u128, hints: &Hints) -> bool {
    twins(place).iter().any(|(other, differ)| met & differ == 0 && hints.considers(ENCODINGS[*other]))
}

/// For an encoding of old files, those of the web that have most of its letters in the same places, and the bytes that differ.
fn twins(place: usize) -> &'static [(usize, u128)] {
    static TWINS: LazyLock<Vec<Vec<(usize, u128)>>> = LazyLock::new(|| {
        let is = |place: usize, usage: Use| {
            ENCODINGS[place].usage() == usage && ENCODINGS[place].family() == Family::SingleByte
        };
        let twins = |place: usize| {
            let letters =
                readings(place).symbols[128..].iter().filter(|symbol| symbol.kind == Kind::Letter).count();
            let others = (0..ENCODINGS.len()).filter(|&other| is(place, Use::File) && is(other, Use::Web));
            let all = others.map(|other| (other, differ(place, other)));
            all.filter(|(_, differ)| 4 * differ.count_ones() as usize <= letters).collect()
        };
        (0..ENCODINGS.len()).map(twins).collect()
    });
    &TWINS[place]
}

/// The bytes beyond ASCII, a bit each, that are a letter in one of two encodings and another or none in the other.
fn differ(one: usize, other: usize) -> u128 {
    let is_letter = |symbol: &Symbol| symbol.kind == Kind::Letter;
    let pairs = readings(one).symbols[128..].iter().zip(&readings(other).symbols[128..]).enumerate();
    let differ = pairs.filter(|(_, (a, b))| a != b && (is_letter(a) || is_letter(b)));
    differ.fold(0, |bits, (byte, _)| bits | 1 << byte)
}

/// The numbers of groups: of those which read all of the sample alike, the first one's.
fn numbers(groups: &[Group], sample: &Sample) -> Vec<usize> {
    let is_multi = |group: &&Group| matches!(group.reading, Reading::Multi { .. });
    let mut numbers: Vec<usize> = (0..groups.len()).collect();
    if groups.iter().filter(is_multi).count() < 2 {
        return numbers;
    }
    let text = |group: &Group| {
        is_multi(&group).then(|| ENCODINGS[group.places[0]].decode(&sample.text).text().to_owned())
    };
    let texts: Vec<Option<String>> = groups.iter().map(text).collect();
    for (number, text) in texts.iter().enumerate() {
        // What did not decode may be anything.
        let Some(text) = text.as_ref().filter(|text| is_mostly_read(text)) else { continue };
        let first = texts.iter().position(|other| other.as_ref() == Some(text));
        numbers[number] = first.unwrap_or(number);
    }
    numbers
}

/// Whether a character is beyond ASCII, and was decoded.
fn is_read(c: char) -> bool {
    !c.is_ascii() && c != char::REPLACEMENT_CHARACTER
}

/// Whether most of what is beyond ASCII was decoded.
fn is_mostly_read(text: &str) -> bool {
    let beyond = text.chars().filter(|c| !c.is_ascii()).count();
    2 * text.chars().filter(|&c| is_read(c)).count() > beyond
}

/// A letter and its mark are one letter, as every other encoding has it. What stands before that is not known.
fn composed([a, b, c]: [Symbol; 3]) -> [Symbol; 3] {
    let unknown = Symbol { code: u32::MAX, ..a };
    if let Some(letter) = b.with_mark(c) {
        return [unknown, a, letter];
    }
    a.with_mark(b).map_or([a, b, c], |letter| [unknown, letter, c])
}

/// The runs of three bytes that hold a rare one, by what stands around its first place.
fn triples_around(first: &[(u8, Vec<u8>)]) -> Vec<[u8; 3]> {
    let holds = |byte: u8| move |gram: &[u8; 3]| gram.contains(&byte);
    first
        .iter()
        .flat_map(|(byte, around)| split_triples(around).0.into_iter().filter(holds(*byte)).take(3))
        .collect()
}

/// Adds what a multi-byte encoding makes of so many bytes. Whether they end within a character.
fn multi_byte(model: &TextModel, sums: &mut Sums, text: &str, bytes: usize, is_last: bool) -> bool {
    let (mut a, mut b) = (Symbol::BLANK, Symbol::BLANK);
    let (mut good, mut high, mut is_unfinished) = (0usize, 0usize, false);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let symbol = Symbol { high: !c.is_ascii(), ..Symbol::of(c) };
        high += usize::from(symbol.high);
        if symbol.kind == Kind::Bad {
            match characters.peek() {
                Some(&next) if next == char::from(CUT) => continue,
                None if is_last => {
                    is_unfinished = true;
                    break;
                }
                _ => {}
            }
        }
        good += usize::from(symbol.high && symbol.kind != Kind::Bad && !(symbol == b && a == b));
        model.add(sums, a, b, symbol);
        (a, b) = (b, symbol);
    }
    model.add(sums, a, b, Symbol::BLANK);
    let ascii = text.bytes().filter(u8::is_ascii).count();
    model.add_bytes(sums, bytes.saturating_sub(ascii + high) * good / high.max(1));
    is_unfinished
}

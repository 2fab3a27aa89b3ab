//! The model of text: how probable characters are, after the two before them, in each language; and what shows without any
//! language: signs, case, a change of script.
//!
//! It knows nothing of encodings. What a page says is decoded by every candidate, and scored once: so Russian is Russian,
//! whether it was written in KOI8-R or in GBK.
//!
//! A class is a language. Beside them there is a class for each script, the mean of its languages, for languages that
//! nobody has trained; and one for signs and case. The weight of a letter is a sum: of the letter alone, of the pair
//! that it ends, and of the triple, each in steps above what is expected without it. So a model is linear, as all of our
//! models are, and has the same file: see `score/format.rs`.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::format::{Bytes, Class, Head, ModelError, ModelKind, Weighted};
use super::readings;
use super::symbols::{
    COMMON, Case, DIGIT, Kind, LATIN, SCRIPTS, SPACE, Script, Symbol, is_syllable, pair, single, triple,
};
use crate::count::Gram;
use crate::encodings::{ENCODINGS, Encoding, UTF_8, WINDOWS_1252};
use crate::language::model::{ascii, languages};

/// The class of signs and case.
pub const SIGNS: &str = "zxx";
/// The classes of scripts.
pub const SCRIPT: &str = "und";

/// What is expected, in nats, of a letter of the language's script which it does not have.
pub const FLOOR: f32 = -13.0;
/// What is expected of an ASCII letter, a digit and the end of a word after a letter beyond ASCII.
pub const ASCII: f32 = -6.5;
/// The same for digits.
pub const NUMBER: f32 = -6.5;
/// The same for the end of a word.
pub const END: f32 = -4.0;
/// What a pair and a triple are expected to add where a language has the letter, or the pair, but not them.
pub const NO_PAIR: f32 = -1.5;
/// The same for triples.
pub const NO_TRIPLE: f32 = -0.7;

/// A character that text does not have.
const BAD: f32 = -20.0;
/// An ASCII character that is written with a byte beyond ASCII, as some encodings can.
const REDUNDANT: f32 = -10.0;
/// A word of another script, and each further letter of it.
const FOREIGN: f32 = -7.0;
const FOREIGN_LETTER: f32 = -0.5;
/// A change of script inside of a word.
const INSIDE: f32 = -5.0;
/// A letter that stands alone.
const ALONE: f32 = -2.5;
/// A sign after something else than a letter or a digit.
const AFTER_SIGN: f32 = -2.0;
/// A sign that the model does not have, and what comes after it.
const NO_SIGN: f32 = -12.0;
const AFTER_UNKNOWN: [f32; NEIGHBOURS] = [-1.2, -0.5, -2.5, -4.0];
/// What a byte of ASCII text is worth, so that readings with more and with fewer characters can be compared.
const BYTE: f32 = 2.8;
/// A text repeats its signs, and an unknown language the few letters beyond ASCII that it has: so much of the probability
/// of one is how often it was met in the text itself.
const OWN: f32 = 0.3;
const OWN_AT_LEAST: f32 = 4.0;

/// What a nat of the words of a language is worth, and how far a language may be behind another by them.
const WORDS: f32 = 0.5;
const FAR: f32 = 200.0;
/// Nats for each n-gram of words, in the mean of languages that nobody has trained.
const UNKNOWN_WORDS: f32 = 0.5;

/// The kind of a sign's neighbour, as a number below [`NEIGHBOURS`].
pub fn beside(symbol: Symbol) -> usize {
    match symbol.kind {
        Kind::Letter => 0,
        Kind::Space => 1,
        Kind::Digit => 2,
        Kind::Sign | Kind::Bad => 3,
    }
}

/// How many kinds of neighbours a sign may have.
pub const NEIGHBOURS: usize = 4;

/// The n-gram of a sign and of what stands before it.
pub fn sign_after(before: Symbol, sign: u32) -> Gram {
    triple(0x11_0000, beside(before) as u32, sign)
}

/// The n-gram of a sign and of what stands behind it.
pub fn after_sign(sign: u32, behind: Symbol) -> Gram {
    triple(0x11_0001, sign, beside(behind) as u32)
}

/// The n-gram of a letter's case and of the case of what stands before it.
pub fn case_gram(state: usize, case: Case) -> Gram {
    triple(0x11_0002, state as u32, case as u32)
}

/// What the two characters before a letter say of its case: begins a word, after a small letter, after one capital, after
/// more.
pub fn case_state(a: Symbol, b: Symbol) -> usize {
    match (b.kind, b.case) {
        (Kind::Letter, Case::Lower) => 1,
        (Kind::Letter, Case::Upper) => 2 + usize::from(a.kind == Kind::Letter),
        _ => 0,
    }
}

/// How many states there are.
pub const CASE_STATES: usize = 4;

/// The n-grams that end in a character, as its language has them: alone, after one and after two others. None where nothing
/// is to be expected: between words, and inside of numbers.
pub fn grams(a: Symbol, b: Symbol, c: Symbol) -> Option<[Option<Gram>; 3]> {
    let (b, c) = (b.context(), c.context());
    if c == b && (c == SPACE || c == DIGIT) {
        return None;
    }
    let a = if b == SPACE { SPACE } else { a.context() };
    let alone = (c >= 0x80).then(|| single(c));
    let tripled = b != SPACE && !is_syllable(b) && !is_syllable(c);
    Some([alone, Some(pair(b, c)), tripled.then(|| triple(a, b, c))])
}

/// What is expected of a character after another, where no n-gram says more.
pub fn expected(b: Symbol, c: Symbol) -> f32 {
    match (c.context(), b.context() >= 0x80) {
        (0x80.., _) => FLOOR,
        (SPACE, true) => END,
        (DIGIT, true) => NUMBER,
        (_, true) => ASCII,
        // Both are ASCII: what a pair of these is in the mean of all languages.
        (SPACE, false) => -1.8,
        (DIGIT, false) => -4.0,
        (_, false) => -3.3,
    }
}

/// A model of text.
#[derive(Clone, Debug)]
pub struct TextModel {
    classes: Vec<Class>,
    /// The script of each class.
    scripts: Vec<Script>,
    /// The class of each script.
    generic: [Option<u8>; SCRIPTS],
    /// For each class the encodings in which it is usual, a bit for each row of the table.
    usual: Vec<u128>,
    /// The place of each class among the languages that are told by their words.
    told: Vec<Option<usize>>,
    step: f32,
    case: [[f32; 3]; CASE_STATES],
    quick: Quick,
    grams: Grams,
}

/// N-grams and their entries: keys in their order, and where those begin that have the same first bits.
#[derive(Clone, Debug)]
struct Grams {
    buckets: Vec<u32>,
    keys: Vec<Gram>,
    ends: Vec<u32>,
    /// Class × 256 + steps, which may be negative.
    entries: Vec<u16>,
}

/// Bits of a key that tell its bucket.
const BUCKET: u32 = 17;

impl Grams {
    fn new(grams: &[(Gram, u32)], entries: Vec<u16>) -> Result<Grams, ModelError> {
        let mut buckets = vec![0u32; (1 << BUCKET) + 1];
        let (mut keys, mut ends) = (Vec::with_capacity(grams.len()), Vec::with_capacity(grams.len()));
        let mut end = 0u32;
        for &(gram, length) in grams {
            let start = end as usize;
            end = end
                .checked_add(length)
                .filter(|&end| end as usize <= entries.len())
                .ok_or(ModelError("entries are missing"))?;
            if !entries[start..end as usize].iter().map(|entry| entry >> 8).is_sorted_by(|a, b| a < b) {
                return Err(ModelError("entries out of order"));
            }
            keys.push(gram);
            ends.push(end);
            buckets[(gram >> (32 - BUCKET)) as usize + 1] += 1;
        }
        if end as usize != entries.len() {
            return Err(ModelError("entries of no n-gram"));
        }
        for n in 1..buckets.len() {
            buckets[n] += buckets[n - 1];
        }
        Ok(Grams { buckets, keys, ends, entries })
    }

    /// The entries of an n-gram, by class.
    #[inline]
    fn get(&self, gram: Gram) -> &[u16] {
        let bucket = (gram >> (32 - BUCKET)) as usize;
        let (first, last) = (self.buckets[bucket] as usize, self.buckets[bucket + 1] as usize);
        match self.keys[first..last].iter().position(|key| *key == gram) {
            None => &[],
            Some(place) => {
                let place = first + place;
                let start = if place == 0 { 0 } else { self.ends[place - 1] as usize };
                &self.entries[start..self.ends[place] as usize]
            }
        }
    }
}

/// The steps of an entry.
fn steps(entry: u16) -> i32 {
    i32::from(entry as u8 as i8)
}

impl TextModel {
    /// The model that ships with the library; without the feature `models`, one that knows nothing.
    pub fn built_in() -> &'static TextModel {
        static MODEL: LazyLock<TextModel> = LazyLock::new(|| {
            #[cfg(feature = "models")]
            return TextModel::parse(pellucid_models::DEFAULT)
                .unwrap_or_else(|error| unreachable!("the model that ships: {error}"));
            #[cfg(not(feature = "models"))]
            return TextModel::empty();
        });
        &MODEL
    }

    /// A model that knows nothing.
    #[cfg(not(feature = "models"))]
    fn empty() -> TextModel {
        let grams = Grams::new(&[], Vec::new()).unwrap_or_else(|error| unreachable!("{error}"));
        TextModel {
            classes: Vec::new(),
            scripts: Vec::new(),
            generic: [None; SCRIPTS],
            usual: Vec::new(),
            told: Vec::new(),
            step: 0.0,
            case: [[0.0; 3]; CASE_STATES],
            quick: Quick::default(),
            grams,
        }
    }

    /// Reads a model. No bytes make it panic, or take more memory than a few times their length.
    pub fn parse(bytes: &[u8]) -> Result<TextModel, ModelError> {
        let mut bytes = Bytes(bytes);
        let Head { kind, step, classes, grams, .. } = Head::read(&mut bytes)?;
        if kind != ModelKind::Text {
            return Err(ModelError("it is of another kind"));
        }
        // Sums of steps are kept in small integers.
        if step < 0.05 {
            return Err(ModelError("weights out of range"));
        }
        if classes.is_empty() || classes.len() > 256 {
            return Err(ModelError("no classes, or too many"));
        }
        let entries: Vec<u16> = bytes.0.as_chunks().0.iter().map(|&b| u16::from_le_bytes(b)).collect();
        if entries.iter().any(|&entry| usize::from(entry >> 8) >= classes.len()) {
            return Err(ModelError("an entry of no class"));
        }
        if classes.iter().any(|class| !(0.0..SCRIPTS as f32).contains(&class.number)) {
            return Err(ModelError("a script that is none"));
        }
        let grams = Grams::new(&grams, entries)?;
        let scripts: Vec<Script> = classes.iter().map(|class| class.number as Script).collect();
        let mut generic = [None; SCRIPTS];
        for (number, class) in classes.iter().enumerate().filter(|(_, class)| &*class.language == SCRIPT) {
            generic[usize::from(class.number as Script)] = Some(number as u8);
        }
        let usual = classes.iter().map(usual).collect();
        let told = |class: &Class| languages().position(|language| language == &*class.language);
        let told = classes.iter().map(told).collect();
        let mut case = [[0.0; 3]; CASE_STATES];
        for (state, row) in case.iter_mut().enumerate() {
            for known in [Case::Lower, Case::Upper] {
                row[known as usize] = grams
                    .get(case_gram(state, known))
                    .first()
                    .map_or(0.0, |&entry| step * steps(entry) as f32);
            }
        }
        let quick = Quick::new(&grams, &scripts, &generic, step);
        Ok(TextModel { classes, scripts, generic, usual, told, step, case, quick, grams })
    }

    /// The classes.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// Whether a class is a language, and not a script or the one of signs.
    pub fn is_language(&self, class: usize) -> bool {
        !matches!(&*self.classes[class].language, SCRIPT | SIGNS)
    }

    /// Whether a class is a script, for languages that nobody has trained.
    pub fn is_script(&self, class: usize) -> bool {
        &*self.classes[class].language == SCRIPT
    }

    /// Whether text of a class is usually written in an encoding, by its place in the table.
    pub fn is_usual(&self, class: usize, encoding: usize) -> bool {
        self.usual[class] >> encoding & 1 == 1
    }

    /// Its n-grams, in no particular order.
    pub fn grams(&self) -> impl Iterator<Item = Weighted> {
        let weight = |&entry: &u16| (usize::from(entry >> 8), self.step * steps(entry) as f32);
        self.grams.keys.iter().map(move |&gram| (gram, self.grams.get(gram).iter().map(weight).collect()))
    }

    /// How probable each class is by the ASCII words of a text, in nats.
    pub fn ascii(&self, bytes: &[u8]) -> Vec<f32> {
        let (scores, known) = ascii(bytes);
        let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let nats = |told: &Option<usize>| match told {
            Some(language) => WORDS * (scores[*language] - best).max(-FAR),
            None => WORDS * (UNKNOWN_WORDS * known - best.max(0.0)).max(-FAR),
        };
        self.told.iter().map(nats).collect()
    }

    /// How well bytes from 0x80 on go as single characters of an encoding, by its place in the table: nats of the language
    /// that has them most, each with a prior.
    pub fn glance(&self, encoding: usize, met: &[Seen], priors: &[f32], scale: f32) -> f32 {
        let Quick { rows, letters, encodings } = &self.quick;
        let (mut lanes, mut open) = ([0i16; 256], [true; 256]);
        let (mut foreign, mut all, mut others) = ([0i32; SCRIPTS], 0, 0.0);
        for seen in met {
            let Single { row, steps, script, is_capital } =
                encodings[encoding][usize::from(seen.byte & 0x7F)];
            let times = i32::from(seen.times);
            if let Some(row) = rows.get(usize::from(row)) {
                let steps = &letters[row.start..row.start + row.len];
                let lanes = &mut lanes[row.first..row.first + row.len];
                lanes.iter_mut().zip(steps).for_each(|(lane, &steps)| *lane += seen.times * steps);
            }
            foreign[usize::from(script)] += times * i32::from(steps);
            all += times * i32::from(steps);
            if script != LATIN && script != COMMON {
                others += f32::from(seen.beside_ascii) * INSIDE;
            }
            if is_capital {
                others += f32::from(seen.after_small) * self.case[1][Case::Upper as usize];
            }
        }
        // Languages of scripts that the text does not have are all the same but for their prior.
        let total = |lane: i32, prior: f32| scale * (self.step * lane as f32 + others) + prior;
        let mut best = total(all, priors.iter().copied().fold(f32::NEG_INFINITY, f32::max));
        for row in met
            .iter()
            .filter_map(|seen| rows.get(usize::from(encodings[encoding][usize::from(seen.byte & 0x7F)].row)))
        {
            if std::mem::take(&mut open[row.first]) {
                let rest = all - foreign[usize::from(self.scripts[row.first])];
                let classes = row.first..row.first + row.len;
                let own = lanes[classes.clone()]
                    .iter()
                    .zip(&priors[classes])
                    .map(|(&lane, &prior)| total(i32::from(lane) + rest, prior));
                best = own.fold(best, f32::max);
            }
        }
        best
    }

    /// What the case of a letter and a change of script inside of a word are worth.
    pub fn shape(&self, a: Symbol, b: Symbol, c: Symbol) -> f32 {
        if c.kind != Kind::Letter {
            return 0.0;
        }
        let inside = if b.kind == Kind::Letter && b.script != c.script { INSIDE } else { 0.0 };
        self.case[case_state(a, b)][c.case as usize] + inside
    }

    /// An empty sum.
    pub fn sums(&self) -> Sums {
        Sums {
            steps: vec![0; self.classes.len()],
            letters: [0.0; SCRIPTS],
            foreign: [0.0; SCRIPTS],
            shape: 0.0,
            positions: 0.0,
            own: Vec::new(),
            signs: Vec::new(),
        }
    }

    /// Adds a character after two others, met so often.
    pub fn add(&self, sums: &mut Sums, a: Symbol, b: Symbol, c: Symbol, times: i32) {
        // Lines and ornaments of one character say nothing after the second.
        if !(b.high || c.high || a.high && b.kind == Kind::Letter) || c.high && b == c && a == b {
            return;
        }
        let n = times as f32;
        sums.positions += n;
        if c.kind == Kind::Bad {
            sums.shape += n * BAD;
            return;
        }
        sums.shape += n * BYTE;
        if c.high && c.code < 0x80 {
            sums.shape += n * REDUNDANT;
        }
        if b.kind == Kind::Sign {
            let entry = self.grams.get(after_sign(b.code, c)).first();
            let nats = entry.map_or(AFTER_UNKNOWN[beside(c)], |&entry| self.step * steps(entry) as f32);
            Met::add(&mut sums.signs, b.code, 0.0, n * nats);
        }
        if b.kind == Kind::Letter && b.high && a.context() == SPACE && c.context() == SPACE {
            sums.shape += n * ALONE;
        }
        if c.kind == Kind::Sign {
            let entry = self.grams.get(sign_after(b, c.code)).first();
            let nats = entry.map_or(NO_SIGN, |&entry| self.step * steps(entry) as f32);
            let again = if b.context() == SPACE { AFTER_SIGN } else { 0.0 };
            Met::add(&mut sums.signs, c.code, n, n * (nats + again));
        }
        let Some(grams) = grams(a, b, c) else { return };
        let mut own = expected(b, c);
        let script = usize::from(c.script);
        let is_letter = c.kind == Kind::Letter && c.code >= 0x80;
        let generic = self.generic[script].filter(|_| is_letter);
        if is_letter {
            sums.letters[script] += n;
            sums.foreign[script] += n * if b.script == c.script { FOREIGN_LETTER } else { FOREIGN };
        } else {
            sums.shape += n * own;
        }
        for gram in grams.into_iter().flatten() {
            for &entry in self.grams.get(gram) {
                let class = entry >> 8;
                sums.steps[usize::from(class)] += times * steps(entry);
                if generic.is_some_and(|generic| u16::from(generic) == class) {
                    own += self.step * steps(entry) as f32;
                }
            }
        }
        if is_letter && c.script == LATIN {
            Met::add(&mut sums.own, c.code, n, n * own);
        }
        sums.shape += n * self.shape(a, b, c);
    }

    /// What each class makes of a text, in nats.
    pub fn totals(&self, sums: &Sums) -> Vec<f32> {
        let of_class = |class: u8| self.step * sums.steps[usize::from(class)] as f32;
        let signs = sums.signs.iter().map(|met| met.nats).sum::<f32>() + Met::gain(&sums.signs);
        // In a language of another script, letters are as in the mean of their own; in its own they are told by its n-grams.
        let mut own = [0.0; SCRIPTS];
        let mut rest = sums.shape + signs;
        for script in (0..SCRIPTS).filter(|&script| sums.letters[script] > 0.0) {
            let foreign = self.generic[script].map_or(0.0, of_class) + sums.foreign[script];
            rest += foreign + sums.letters[script] * FLOOR;
            own[script] = -foreign;
        }
        own.iter_mut().for_each(|own| *own += rest);
        let classes = sums.steps.iter().zip(&self.scripts);
        let mut totals: Vec<f32> =
            classes.map(|(&steps, &script)| self.step * steps as f32 + own[usize::from(script)]).collect();
        if let Some(unknown) = self.generic[usize::from(LATIN)] {
            totals[usize::from(unknown)] += Met::gain(&sums.own);
        }
        totals
    }
}

/// The encodings in which a class is usual, a bit for each row of the table. A script's are those of any language; of Latin
/// letters only the one that all of the world has used.
fn usual(class: &Class) -> u128 {
    let primary = |tag: &str| tag.split('-').next().unwrap_or_default().to_owned();
    let own = primary(&class.language);
    let is_usual = |encoding: &'static Encoding| match &*class.language {
        _ if encoding == &UTF_8 => true,
        SIGNS => true,
        SCRIPT if class.number as Script == LATIN => encoding == &WINDOWS_1252,
        SCRIPT => true,
        // Chinese is the one language whose scripts have encodings of their own.
        tag if own == "zh" => {
            encoding.languages().any(|other| other == tag || tag == "zh-HK" && other == "zh-Hant")
        }
        _ => encoding.languages().any(|other| primary(other) == own),
    };
    ENCODINGS
        .iter()
        .enumerate()
        .filter(|(_, encoding)| is_usual(encoding))
        .fold(0, |bits, (n, _)| bits | 1 << n)
}

/// A byte from 0x80 on, as it was met in a text.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The byte.
    pub byte: u8,
    /// How often it was met.
    pub times: i16,
    /// How many letters of ASCII stand beside it.
    pub beside_ascii: u8,
    /// How often it comes after a small letter of ASCII.
    pub after_small: u8,
}

/// What single characters of each encoding are worth, in steps, for a first look at a page.
#[derive(Clone, Debug, Default)]
struct Quick {
    /// Letters: the classes of their script, from the first on, and where their numbers begin.
    rows: Vec<Row>,
    letters: Vec<i16>,
    encodings: Vec<[Single; 128]>,
}

#[derive(Clone, Debug)]
struct Row {
    first: usize,
    len: usize,
    start: usize,
}

/// A byte from 0x80 on.
#[derive(Clone, Copy, Debug)]
struct Single {
    /// The row of a letter; none for other characters.
    row: u16,
    /// What it is worth in languages of other scripts.
    steps: i16,
    script: Script,
    is_capital: bool,
}

impl Quick {
    fn new(grams: &Grams, scripts: &[Script], generic: &[Option<u8>; SCRIPTS], step: f32) -> Quick {
        let mut quick = Quick::default();
        let mut known: HashMap<u32, (u16, i16)> = HashMap::new();
        let in_steps = |nats: f32| (nats / step) as i16;
        // Classes of scripts come first.
        let first = 1 + generic.iter().flatten().map(|&class| usize::from(class)).max().unwrap_or(0);
        let languages = first.min(scripts.len())..scripts.len();
        let mut single = |symbol: Symbol| {
            let is_capital = symbol.case == Case::Upper;
            let other = |steps| Single { row: u16::MAX, steps, script: COMMON, is_capital };
            match symbol.kind {
                Kind::Bad => other(in_steps(BAD)),
                Kind::Sign => {
                    let after = [Symbol::of('a'), Symbol::of(' ')];
                    let after =
                        after.into_iter().filter_map(|b| grams.get(sign_after(b, symbol.code)).first());
                    other(after.map(|&entry| steps(entry) as i16).fold(in_steps(NO_SIGN), i16::max))
                }
                _ if symbol.code < 0x80 => other(in_steps(REDUNDANT)),
                _ => {
                    let (row, steps) = *known
                        .entry(symbol.code)
                        .or_insert_with(|| quick.letter(symbol, grams, scripts, &languages, generic, step));
                    Single { row, steps, script: symbol.script, is_capital }
                }
            }
        };
        let encodings = (0..ENCODINGS.len()).map(|encoding| {
            let symbols = readings::symbols(encoding);
            std::array::from_fn(|byte| single(symbols[byte | 128]))
        });
        let encodings = encodings.collect();
        Quick { encodings, ..quick }
    }

    /// Adds the row of a letter, and says what it is worth elsewhere.
    fn letter(
        &mut self,
        symbol: Symbol,
        grams: &Grams,
        scripts: &[Script],
        languages: &Range<usize>,
        generic: &[Option<u8>; SCRIPTS],
        step: f32,
    ) -> (u16, i16) {
        let floor = (FLOOR / step) as i16;
        let own = |script: &Script| *script == symbol.script;
        // Languages stand by their scripts, after the classes of scripts.
        let first = languages.start + scripts[languages.clone()].iter().position(own).unwrap_or(0);
        let len = scripts[first..languages.end].iter().take_while(|script| own(script)).count();
        let mut row = vec![floor; len];
        let mut elsewhere = floor;
        for &entry in grams.get(single(symbol.code)) {
            let class = usize::from(entry >> 8);
            if let Some(slot) = class.checked_sub(first).and_then(|place| row.get_mut(place)) {
                *slot += steps(entry) as i16;
            }
            if generic[usize::from(symbol.script)].map(usize::from) == Some(class) {
                elsewhere += steps(entry) as i16;
            }
        }
        self.rows.push(Row { first, len, start: self.letters.len() });
        self.letters.extend(row);
        ((self.rows.len() - 1) as u16, elsewhere + ((FOREIGN + FOREIGN_LETTER) / 2.0 / step) as i16)
    }
}

/// What a text adds up to.
#[derive(Clone, Debug)]
pub struct Sums {
    /// Of each class.
    steps: Vec<i32>,
    /// Letters beyond ASCII, by script.
    letters: [f32; SCRIPTS],
    /// What these cost in a language of another script.
    foreign: [f32; SCRIPTS],
    /// What is the same for all languages.
    shape: f32,
    /// Characters that were scored.
    positions: f32,
    /// Latin letters beyond ASCII, and what the class of the script makes of them.
    own: Vec<Met>,
    /// Signs.
    signs: Vec<Met>,
}

/// How often a character was met, and what all of it is worth.
#[derive(Clone, Debug)]
struct Met {
    code: u32,
    count: f32,
    nats: f32,
}

impl Met {
    fn add(met: &mut Vec<Met>, code: u32, count: f32, nats: f32) {
        match met.iter_mut().find(|met| met.code == code) {
            Some(met) => (met.count, met.nats) = (met.count + count, met.nats + nats),
            None => met.push(Met { code, count, nats }),
        }
    }

    /// What is gained by those which are repeated: what was met before is to be expected.
    fn gain(met: &[Met]) -> f32 {
        let all: f32 = met.iter().map(|met| met.count).sum();
        let gain = |met: &Met| {
            let mean = met.nats / met.count;
            let seen = (1.0 - OWN) * mean.exp() + OWN * (met.count - 1.0) / 2.0 / (all + OWN_AT_LEAST);
            (met.count - 1.0) * (seen.ln() - mean).max(0.0)
        };
        met.iter().filter(|met| met.count > 1.0).map(gain).sum()
    }
}

impl Sums {
    /// How many characters were scored.
    pub fn positions(&self) -> f32 {
        self.positions
    }

    /// Adds what the bytes of characters beyond their first are worth.
    pub fn add_bytes(&mut self, bytes: usize) {
        self.shape += BYTE * bytes as f32;
    }
}

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

use std::ops::Range;
use std::sync::LazyLock;

use super::format::{Bytes, Class, Grams, Head, ModelError, ModelKind, Weighted, plain};
use super::glance::Glance;
use super::priors;
use super::symbols::{
    Case, DIGIT, Kind, LATIN, SCRIPTS, SPACE, Script, Symbol, is_punctuation, is_syllable, pair, single,
    triple,
};
use super::weights::Weights;
use crate::count::Gram;
use crate::encodings::{ENCODINGS, UTF_8, WINDOWS_1252};
use crate::language::model::{ascii, languages};
use crate::language::spread;

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
/// The same for the first letter of a word, behind a sign.
pub const BEGIN: f32 = -2.5;
/// What a pair and a triple are expected to add where a language has the letter, or the pair, but not them.
pub const NO_PAIR: f32 = -1.5;
/// The same for triples.
pub const NO_TRIPLE: f32 = -0.7;

/// The most classes that a model may have: an entry has a byte for its class.
const MOST: usize = 256;

/// How far a language may be behind another by its words.
const FAR: f32 = 200.0;

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
        (_, false) if b.kind == Kind::Sign => BEGIN,
        (_, false) => -3.3,
    }
}

/// A model of text.
#[derive(Clone, Debug)]
pub struct TextModel {
    classes: Vec<Class>,
    /// The class of each script.
    generic: [Option<u8>; SCRIPTS],
    /// For each class the encodings in which it is usual, a bit for each row of the table.
    usual: Vec<u128>,
    /// The place of each class among the languages that are told by their words.
    told: Vec<Option<usize>>,
    step: f32,
    case: [[f32; 3]; CASE_STATES],
    grams: Grams,
    /// The languages of each script.
    languages: [Range<usize>; SCRIPTS],
    glance: Glance,
    weights: Weights,
    /// How much of the web each class is, and how probable it is where nothing is known, in nats; and what is left of that in an
    /// encoding in which it is not usual, as a share.
    spread: Vec<f32>,
    untold: Vec<f32>,
    unusual: Vec<f32>,
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
        TextModel {
            classes: Vec::new(),
            generic: [None; SCRIPTS],
            usual: Vec::new(),
            told: Vec::new(),
            step: 0.0,
            case: [[0.0; 3]; CASE_STATES],
            grams: Grams::default(),
            languages: std::array::from_fn(|_| 0..0),
            glance: Glance::blind(),
            weights: Weights::FITTED,
            spread: Vec::new(),
            untold: Vec::new(),
            unusual: Vec::new(),
        }
    }

    /// Reads a model. No bytes make it panic, or take more memory than a few times their length.
    pub fn parse(bytes: &[u8]) -> Result<TextModel, ModelError> {
        let bytes = plain(bytes)?;
        let mut bytes = Bytes(&bytes);
        let Head { kind, step, classes, grams, .. } = Head::read(&mut bytes)?;
        if kind != ModelKind::Text {
            return Err(ModelError("it is of another kind"));
        }
        // Sums of steps are kept in small integers.
        if step < 0.05 {
            return Err(ModelError("weights out of range"));
        }
        if classes.is_empty() || classes.len() > MOST {
            return Err(ModelError("no classes, or too many"));
        }
        let glance = Glance::read(&mut bytes)?;
        let entries: Vec<u16> = bytes.0.as_chunks().0.iter().map(|&b| u16::from_le_bytes(b)).collect();
        if entries.iter().any(|&entry| usize::from(entry >> 8) >= classes.len()) {
            return Err(ModelError("an entry of no class"));
        }
        if classes.iter().any(|class| !(0.0..SCRIPTS as f32).contains(&class.number)) {
            return Err(ModelError("a script that is none"));
        }
        let grams = Grams::new(&grams, entries, |entry| entry >> 8)?;
        let scripts: Vec<Script> = classes.iter().map(|class| class.number as Script).collect();
        let mut generic = [None; SCRIPTS];
        for (number, class) in classes.iter().enumerate().filter(|(_, class)| &*class.language == SCRIPT) {
            generic[usize::from(class.number as Script)] = Some(number as u8);
        }
        let mut of_script = std::array::from_fn(|_| 0..0);
        for number in (0..classes.len()).filter(|&number| is_language(&classes[number])) {
            let own: &mut Range<usize> = &mut of_script[usize::from(scripts[number])];
            *own = match *own {
                Range { start: 0, .. } => number..number + 1,
                Range { start, end } if end == number => start..number + 1,
                _ => return Err(ModelError("languages out of order")),
            };
        }
        let usual = usual(&classes);
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
        let (weights, spread, untold, unusual) = (Weights::FITTED, Vec::new(), Vec::new(), Vec::new());
        let languages = of_script;
        let model = TextModel {
            classes,
            generic,
            usual,
            told,
            step,
            case,
            grams,
            languages,
            glance,
            weights,
            spread,
            untold,
            unusual,
        };
        Ok(model.weighted())
    }

    /// Works out what depends on the weights alone.
    fn weighted(mut self) -> TextModel {
        let spread = |class: usize| {
            let nats = self.weights.spread * spread::share(&self.classes[class].language).ln();
            match (self.is_script(class), self.is_language(class)) {
                (true, _) => nats + self.weights.untrained,
                (_, true) => nats,
                _ => f32::NEG_INFINITY,
            }
        };
        self.spread = (0..self.classes.len()).map(spread).collect();
        self.untold = priors::words(&self, b"");
        let unusual = |class| match self.is_script(class) {
            true => self.weights.unusual_for_any,
            false => self.weights.unusual,
        };
        self.unusual = (0..self.classes.len()).map(|class| (-unusual(class)).exp()).collect();
        self
    }

    /// The classes.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// Whether it knows any language.
    pub(super) fn has_languages(&self) -> bool {
        self.languages.iter().any(|languages| languages.end > 0)
    }

    /// Whether a class is a language, and not a script or the one of signs.
    pub fn is_language(&self, class: usize) -> bool {
        is_language(&self.classes[class])
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
        self.grams.iter().map(move |(gram, entries)| (gram, entries.iter().map(weight).collect()))
    }

    /// How probable each class is by the ASCII words of a text, in nats.
    pub fn ascii(&self, bytes: &[u8]) -> Vec<f32> {
        let (scores, known) = ascii(bytes);
        let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let nats = |told: &Option<usize>| match told {
            Some(language) => self.weights.words * (scores[*language] - best).max(-FAR),
            None => self.weights.words * (self.weights.unknown_words * known - best.max(0.0)).max(-FAR),
        };
        let mut all: Vec<f32> = self.told.iter().map(nats).collect();
        // In a language of another script, such words are as rare as in those of it that are known.
        for (script, languages) in self.languages.iter().enumerate().skip(usize::from(LATIN) + 1) {
            if let (Some(generic), false) = (self.generic[script], languages.is_empty()) {
                let best = all[languages.clone()].iter().copied().fold(f32::NEG_INFINITY, f32::max);
                all[usize::from(generic)] = best;
            }
        }
        all
    }

    /// What counts how much.
    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The same model with other weights.
    #[must_use]
    pub fn with_weights(&self, weights: Weights) -> TextModel {
        TextModel { weights, ..self.clone() }.weighted()
    }

    /// How much of the web each class is, in nats.
    pub(super) fn spread(&self) -> &[f32] {
        &self.spread
    }

    /// How probable each class is where nothing is known, in nats.
    pub(super) fn untold(&self) -> &[f32] {
        &self.untold
    }

    /// What is left of the probability of a class in an encoding in which it is not usual: a share.
    pub(super) fn unusual(&self) -> &[f32] {
        &self.unusual
    }

    /// The first look at bytes.
    pub(super) fn glance(&self) -> &Glance {
        &self.glance
    }

    /// What the case of a letter and a change of script inside of a word are worth.
    pub fn shape(&self, a: Symbol, b: Symbol, c: Symbol) -> f32 {
        if c.kind != Kind::Letter {
            return 0.0;
        }
        let is_inside = b.kind == Kind::Letter && b.script != c.script;
        let inside = if is_inside && !is_punctuation(b.code) && !is_punctuation(c.code) {
            self.weights.inside
        } else {
            0.0
        };
        self.case[case_state(a, b)][c.case as usize] + inside
    }

    /// An empty sum.
    pub fn sums(&self) -> Sums {
        Sums {
            steps: Box::new([0; MOST]),
            scripts: Vec::new(),
            shape: 0.0,
            positions: 0.0,
            own: Vec::new(),
            signs: Vec::new(),
        }
    }

    /// Adds a character after two others.
    pub fn add(&self, sums: &mut Sums, a: Symbol, b: Symbol, c: Symbol) {
        // Lines and ornaments of one character say nothing after the second.
        if !(b.high || c.high || a.high && b.kind == Kind::Letter) || c.high && b == c && a == b {
            return;
        }
        sums.positions += 1.0;
        if c.kind == Kind::Bad {
            sums.shape += self.weights.bad;
            return;
        }
        sums.shape += self.weights.byte;
        if c.high && c.code < 0x80 {
            sums.shape += self.weights.redundant;
        }
        if b.kind == Kind::Sign {
            let entry = self.grams.get(after_sign(b.code, c)).first();
            let nats = entry.map_or(self.after_unknown(c), |&entry| self.step * steps(entry) as f32);
            Met::add(&mut sums.signs, b.code, 0.0, nats);
        }
        if b.kind == Kind::Letter && b.high && a.context() == SPACE && c.context() == SPACE {
            sums.shape += self.weights.alone;
        }
        if c.kind == Kind::Sign {
            let entry = self.grams.get(sign_after(b, c.code)).first();
            let nats = entry.map_or(self.weights.no_sign, |&entry| self.step * steps(entry) as f32);
            let again = if b.context() == SPACE { self.weights.after_sign } else { 0.0 };
            Met::add(&mut sums.signs, c.code, 1.0, nats + again);
        }
        let Some(grams) = grams(a, b, c) else { return };
        let mut own = expected(b, c);
        let is_letter = c.kind == Kind::Letter && c.code >= 0x80;
        let generic = self.generic[usize::from(c.script)].filter(|_| is_letter);
        if is_letter {
            sums.letter(
                c.script,
                if b.script == c.script { self.weights.foreign_letter } else { self.weights.foreign },
            );
        } else {
            sums.shape += own;
        }
        let of_generic = |sums: &Sums| generic.map_or(0, |class| sums.steps[usize::from(class)]);
        let before = of_generic(sums);
        for gram in grams.into_iter().flatten() {
            for &entry in self.grams.get(gram) {
                sums.steps[usize::from(entry >> 8)] += steps(entry);
            }
        }
        if is_letter && c.script == LATIN {
            own += self.step * (of_generic(sums) - before) as f32;
            Met::add(&mut sums.own, c.code, 1.0, own);
        }
        sums.shape += self.shape(a, b, c);
    }

    /// What may stand after a sign that the model does not have.
    fn after_unknown(&self, c: Symbol) -> f32 {
        let weights = &self.weights;
        match c.kind {
            Kind::Letter => weights.letter_after_unknown,
            Kind::Space => weights.space_after_unknown,
            Kind::Digit => weights.digit_after_unknown,
            Kind::Sign | Kind::Bad => weights.sign_after_unknown,
        }
    }

    /// Adds what the bytes of characters beyond their first are worth.
    pub fn add_bytes(&self, sums: &mut Sums, bytes: usize) {
        sums.shape += self.weights.byte * bytes as f32;
    }

    /// What each class makes of a text, in nats.
    pub fn totals(&self, sums: &Sums) -> Vec<f32> {
        let signs =
            sums.signs.iter().map(|met| met.nats).sum::<f32>() + Met::gain(&sums.signs, &self.weights);
        // In a language of another script, letters are as in the mean of their own; in its own they are told by its n-grams.
        let foreign = |of: &OfScript| {
            let mean = self.generic[usize::from(of.script)].map_or(0, |class| sums.steps[usize::from(class)]);
            self.step * mean as f32 + of.foreign
        };
        let foreigners = sums.scripts.iter().map(|of| foreign(of) + of.letters * FLOOR);
        let rest = sums.shape + signs + foreigners.sum::<f32>();
        let steps = &sums.steps[..self.classes.len()];
        let mut totals: Vec<f32> = steps.iter().map(|&steps| self.step * steps as f32 + rest).collect();
        for of in &sums.scripts {
            let (script, foreign) = (usize::from(of.script), foreign(of));
            totals[self.languages[script].clone()].iter_mut().for_each(|total| *total -= foreign);
            if let Some(generic) = self.generic[script] {
                totals[usize::from(generic)] -= foreign;
            }
        }
        if let Some(unknown) = self.generic[usize::from(LATIN)] {
            totals[usize::from(unknown)] += Met::gain(&sums.own, &self.weights);
        }
        totals
    }
}

fn is_language(class: &Class) -> bool {
    !matches!(&*class.language, SCRIPT | SIGNS)
}

/// The encodings in which each class is usual, a bit for each row of the table. A script's are those of any language; of Latin
/// letters only the one that all of the world has used, and so has a language which the table does not have.
fn usual(classes: &[Class]) -> Vec<u128> {
    fn primary(tag: &str) -> &str {
        tag.split('-').next().unwrap_or_default()
    }
    let listed: Vec<&str> = ENCODINGS.iter().flat_map(|encoding| encoding.languages()).map(primary).collect();
    let is_listed: Vec<bool> =
        classes.iter().map(|class| listed.contains(&primary(&class.language))).collect();
    let mut usual = vec![0; classes.len()];
    for (place, &encoding) in ENCODINGS.iter().enumerate() {
        let languages: Vec<&str> = encoding.languages().collect();
        let is_usual = |class: &Class, is_listed: bool| match &*class.language {
            _ if encoding == &UTF_8 => true,
            SIGNS => true,
            _ if !is_listed && class.number as Script == LATIN => encoding == &WINDOWS_1252,
            SCRIPT => true,
            // Chinese is the one language whose scripts have encodings of their own.
            tag if primary(tag) == "zh" => {
                languages.iter().any(|other| *other == tag || tag == "zh-HK" && *other == "zh-Hant")
            }
            tag => languages.iter().any(|other| primary(other) == primary(tag)),
        };
        for ((class, &is_listed), bits) in classes.iter().zip(&is_listed).zip(&mut usual) {
            *bits |= u128::from(is_usual(class, is_listed)) << place;
        }
    }
    usual
}

/// What a text adds up to.
#[derive(Clone, Debug)]
pub struct Sums {
    /// Of each class: room for as many as a model may have, so that adding needs no check.
    steps: Box<[i32; MOST]>,
    /// Letters beyond ASCII.
    scripts: Vec<OfScript>,
    /// What is the same for all languages.
    shape: f32,
    /// Characters that were scored.
    positions: f32,
    /// Latin letters beyond ASCII, and what the class of the script makes of them.
    own: Vec<Met>,
    /// Signs.
    signs: Vec<Met>,
}

/// Letters of a script.
#[derive(Clone, Debug)]
struct OfScript {
    script: Script,
    letters: f32,
    /// What they cost in a language of another script.
    foreign: f32,
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
    fn gain(met: &[Met], weights: &Weights) -> f32 {
        let (own, all) = (weights.own, met.iter().map(|met| met.count).sum::<f32>());
        let gain = |met: &Met| {
            let mean = met.nats / met.count;
            let seen =
                (1.0 - own) * mean.exp() + own * (met.count - 1.0) / 2.0 / (all + weights.own_at_least);
            (met.count - 1.0) * (seen.ln() - mean).max(0.0)
        };
        met.iter().filter(|met| met.count > 1.0).map(gain).sum()
    }
}

impl Sums {
    /// Both together.
    #[must_use]
    pub fn and(&self, other: &Sums) -> Sums {
        let mut sums = self.clone();
        sums.steps.iter_mut().zip(&*other.steps).for_each(|(sum, more)| *sum += more);
        for of in &other.scripts {
            match sums.scripts.iter_mut().find(|held| held.script == of.script) {
                Some(held) => {
                    held.letters += of.letters;
                    held.foreign += of.foreign;
                }
                None => sums.scripts.push(of.clone()),
            }
        }
        sums.shape += other.shape;
        sums.positions += other.positions;
        other.own.iter().for_each(|met| Met::add(&mut sums.own, met.code, met.count, met.nats));
        other.signs.iter().for_each(|met| Met::add(&mut sums.signs, met.code, met.count, met.nats));
        sums
    }

    /// Counts a letter of a script.
    fn letter(&mut self, script: Script, foreign: f32) {
        match self.scripts.iter_mut().find(|of| of.script == script) {
            Some(of) => (of.letters, of.foreign) = (of.letters + 1.0, of.foreign + foreign),
            None => self.scripts.push(OfScript { script, letters: 1.0, foreign }),
        }
    }

    /// How many characters were scored.
    pub fn positions(&self) -> f32 {
        self.positions
    }

    /// Adds nats that are the same for all languages.
    pub fn add(&mut self, nats: f32) {
        self.shape += nats;
    }
}

//! What the text says: how well each encoding's reading of it is text.
//!
//! A [`sample`](super::sample) of the page is read in every candidate, and the [model of text](super::text) says how probable that is in
//! each language. What is known of the language, from ASCII words and from hints, is the prior of the languages; so
//! an encoding's evidence is a sum over all of them.

use std::sync::Arc;

use super::readings::{symbols, upper_half};
use super::sample::{CUT, Sample, Sampler};
use super::symbols::{Kind, Symbol};
use super::text::{Sums, TextModel};
use crate::count::{Counts, Gram};
use crate::encodings::{ENCODINGS, Encoding, Family};
use crate::evidence::{Evidence, Fact, Source};
use crate::hints::Hints;
use crate::language::Language;

/// Characters of a text depend on each other: what a nat of the model is worth.
const SCALE: f32 = 0.7;
/// Bits for a nat.
const BITS: f32 = std::f32::consts::LOG2_E;
/// Nats against an encoding in which a language is not usual.
const UNUSUAL: f32 = 3.0;
/// Nats against a language that nobody has trained.
const UNTRAINED: f32 = -4.0;
/// How often a text is in the language that the caller names, that the page names, and that its domain suggests.
const NAMED: f32 = 0.99;
const DECLARED: f32 = 0.95;
const TLD: f32 = 0.9;
/// Nats against an encoding in which the page ends within a character.
const UNFINISHED: f32 = -4.0;
/// Nats for a byte of what is no text, against a byte of ASCII text.
const RANDOM: f32 = -2.7;
/// The best encoding's evidence is worth at most this much; and where the text is like nothing that is known, it is as
/// much against it.
const BEST: f32 = 30.0;
/// Against other encodings it speaks with at most this much.
const WORST: f32 = -25.0;
/// A byte that is met so often in a run of three says no more.
const CAP: u32 = 8;

/// Takes a page in pieces, and looks at its text.
#[derive(Clone, Debug, Default)]
pub(super) struct Content(Sampler);

/// An encoding and how well it reads the text.
struct Read {
    encoding: &'static Encoding,
    /// Its place in the table.
    place: usize,
    /// What each class makes of it, in nats.
    totals: Vec<f32>,
    positions: f32,
    /// The sum over all classes: with nothing known of the language, with what the page declares and the caller names, and with
    /// the domain too.
    nats: [f32; 3],
    /// The class that it is most likely in.
    class: usize,
}

impl Content {
    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.0.feed(bytes);
    }

    /// The evidence, after the last piece.
    pub fn finish(self, hints: &Hints, declared: Option<&Language>) -> Vec<Evidence> {
        let sample = self.0.finish();
        let model = hints.model();
        if sample.text.is_ascii() || model.classes().is_empty() {
            return Vec::new();
        }
        let mut read = read(model, hints, &sample);
        let priors = Priors::new(model, hints, declared, &sample.text);
        for one in &mut read {
            (one.nats, one.class) = priors.sum(model, one);
        }
        read.sort_by(|a, b| b.nats[2].total_cmp(&a.nats[2]));
        evidence(model, &read, &priors, RANDOM * SCALE * sample.text.len() as f32, &sample)
    }
}

/// The sample as each candidate reads it.
fn read(model: &TextModel, hints: &Hints, sample: &Sample) -> Vec<Read> {
    let (grams, rare) = (triples(&sample.text), rare(sample));
    let candidates = ENCODINGS.iter().enumerate().filter(|(_, encoding)| hints.considers(encoding));
    let mut read = Vec::new();
    for (place, &encoding) in candidates {
        let mut sums = model.sums();
        let mut unfinished = 0.0;
        match encoding.family() {
            Family::SingleByte => {
                let symbols = symbols(encoding);
                for &(gram, times) in grams.iter().chain(&rare) {
                    let [c, b, a, _] = gram.to_le_bytes().map(|byte| symbols[usize::from(byte)]);
                    model.add(&mut sums, a, b, c, times);
                }
            }
            Family::MultiByte | Family::Utf if encoding.is_ascii_compatible() => {
                unfinished = multi_byte(model, &mut sums, encoding, &sample.text);
            }
            _ => continue,
        }
        let mut totals = model.totals(&sums);
        totals.iter_mut().for_each(|total| *total = SCALE * *total + unfinished);
        read.push(Read { encoding, place, totals, positions: sums.positions(), nats: [0.0; 3], class: 0 });
    }
    read
}

/// Every three bytes of a text with one beyond ASCII among them, and how often they are met.
fn triples(text: &[u8]) -> Vec<(Gram, i32)> {
    let mut counts = Counts::default();
    let (mut last, mut high) = (0x2020, 0u8);
    for &byte in text.iter().chain(b" ") {
        let gram = last << 8 | Gram::from(byte);
        high = high << 1 | byte >> 7;
        if high & 7 != 0 && !has_piece(gram) {
            counts.add(gram);
        }
        last = gram & 0xFFFF;
    }
    counts.iter().map(|(gram, count)| (gram, count.min(CAP) as i32)).collect()
}

/// Whether three bytes have a Western letter of UTF-8 in them: what some program put into a page tells nothing of the rest.
fn has_piece(gram: Gram) -> bool {
    let piece = |pair: Gram| matches!(pair >> 8, 0xC2 | 0xC3) && matches!(pair & 0xFF, 0x80..0xC0);
    piece(gram & 0xFFFF) || piece(gram >> 8)
}

/// The same of bytes which the page has, but not its sample.
fn rare(sample: &Sample) -> Vec<(Gram, i32)> {
    let mut sampled = [false; 256];
    sample.text.iter().for_each(|byte| sampled[usize::from(*byte)] = true);
    let mut found = Vec::new();
    for (byte, around) in sample.first.iter().filter(|(byte, _)| !sampled[usize::from(*byte)]) {
        let Some(at) = around.iter().position(|other| other == byte) else { continue };
        let get = |place: usize| around.get(place).copied().unwrap_or(b' ');
        let before = |back: usize| at.checked_sub(back).map_or(b' ', get);
        for three in [
            [before(2), before(1), *byte],
            [before(1), *byte, get(at + 1)],
            [*byte, get(at + 1), get(at + 2)],
        ] {
            let gram = three.iter().fold(0, |gram, byte| gram << 8 | Gram::from(*byte));
            if !has_piece(gram) {
                found.push((gram, 1));
            }
        }
    }
    found
}

/// Adds what a multi-byte encoding makes of a text. What an end within a character is worth.
fn multi_byte(model: &TextModel, sums: &mut Sums, encoding: &'static Encoding, text: &[u8]) -> f32 {
    let decoded = encoding.decode(text);
    let ascii = decoded.text().bytes().filter(u8::is_ascii).count();
    let (mut a, mut b) = (Symbol::BLANK, Symbol::BLANK);
    let (mut high, mut unfinished) = (0usize, 0.0);
    let characters: Vec<char> = decoded.text().chars().collect();
    for (n, &c) in characters.iter().enumerate() {
        let symbol = Symbol { high: !c.is_ascii(), ..Symbol::of(c) };
        if symbol.kind == Kind::Bad {
            match characters.get(n + 1) {
                Some(&next) if next == char::from(CUT) => continue,
                None => {
                    unfinished = UNFINISHED;
                    break;
                }
                _ => {}
            }
        }
        high += usize::from(symbol.high && symbol.kind != Kind::Bad && !(symbol == b && a == b));
        model.add(sums, a, b, symbol, 1);
        (a, b) = (b, symbol);
    }
    model.add(sums, a, b, Symbol::BLANK, 1);
    let characters = characters.len() - ascii;
    let bytes = text.len().saturating_sub(ascii);
    sums.add_bytes(bytes.saturating_sub(characters) * high / characters.max(1));
    unfinished
}

/// How probable each class is before its text is read, in nats.
struct Priors {
    /// By the ASCII words alone, with what is declared and named, and with the domain.
    nats: [Vec<f32>; 3],
    language: Option<Language>,
    domain: Option<Language>,
}

impl Priors {
    fn new(model: &TextModel, hints: &Hints, declared: Option<&Language>, text: &[u8]) -> Priors {
        let language = hints.language.clone().map(|language| (language, NAMED));
        let language = language.or_else(|| declared.cloned().map(|language| (language, DECLARED)));
        let domain = hints.domain_language();
        let mut nats = model.ascii(text);
        let best =
            nats.iter().enumerate().filter(|(class, _)| model.is_language(*class)).map(|(_, nats)| *nats);
        let best = best.fold(f32::NEG_INFINITY, f32::max);
        for (class, one) in nats.iter_mut().enumerate() {
            *one -= best;
            if model.is_script(class) {
                *one += UNTRAINED;
            } else if !model.is_language(class) {
                *one = f32::NEG_INFINITY;
            }
        }
        let told = |nats: &[f32], language: Option<&Language>, trust: f32| {
            let meant = language.map(Language::meant).unwrap_or_default();
            let mut nats = nats.to_vec();
            let is_meant = |class: usize| meant.contains(&&*model.classes()[class].language);
            if (0..nats.len()).any(is_meant) {
                (0..nats.len())
                    .filter(|class| !is_meant(*class))
                    .for_each(|class| nats[class] += (1.0 - trust).ln());
            }
            nats
        };
        let (known, trust) =
            language.as_ref().map_or((None, 0.0), |(language, trust)| (Some(language), *trust));
        let second = told(&nats, known, trust);
        let third = told(&second, domain.as_ref(), TLD);
        let mut nats = [nats, second, third];
        for one in &mut nats {
            let all = log_sum(one.iter().copied());
            one.iter_mut().for_each(|nats| *nats -= all);
        }
        Priors { nats, language: language.map(|(language, _)| language), domain }
    }

    /// The sums over all classes of an encoding's reading, and the class it is most likely in.
    fn sum(&self, model: &TextModel, read: &Read) -> ([f32; 3], usize) {
        let of = |prior: &Vec<f32>, class: usize| {
            let unusual = if model.is_usual(class, read.place) { 0.0 } else { UNUSUAL };
            prior[class] + read.totals[class] - unusual
        };
        let classes = 0..read.totals.len();
        let [_, _, last] = &self.nats;
        let best = classes.clone().max_by(|&a, &b| of(last, a).total_cmp(&of(last, b))).unwrap_or(0);
        (std::array::from_fn(|n| log_sum(classes.clone().map(|class| of(&self.nats[n], class)))), best)
    }
}

/// The logarithm of a sum of powers of e.
fn log_sum(nats: impl Iterator<Item = f32> + Clone) -> f32 {
    let most = nats.clone().fold(f32::NEG_INFINITY, f32::max);
    if most == f32::NEG_INFINITY {
        return most;
    }
    let near = nats.map(|nats| nats - most).filter(|nats| *nats > -15.0);
    most + near.map(f32::exp).sum::<f32>().ln()
}

/// What was read as evidence: of the text, of the language, of the domain.
fn evidence(
    model: &TextModel,
    read: &[Read],
    priors: &Priors,
    random: f32,
    sample: &Sample,
) -> Vec<Evidence> {
    let Some(best) = read.first() else { return Vec::new() };
    let mut evidence = Vec::new();
    let top = read.iter().map(|one| one.nats[0]).fold(f32::NEG_INFINITY, f32::max);
    let level = (BITS * (top - random)).clamp(-BEST, BEST);
    let bits = |nats: f32| (level - BITS * (top - nats)).max(level.min(0.0) + WORST);
    for one in read {
        let language: Arc<str> = match model.is_language(one.class) {
            true => model.classes()[one.class].language.clone(),
            false => "nothing known".into(),
        };
        let fact = Fact::Looks { language, grams: one.positions as u32 };
        let mut add = |source, bits, fact| {
            evidence.push(Evidence { source, encoding: Some(one.encoding), bits, fact });
        };
        add(Source::Content, bits(one.nats[0]), fact);
        for (n, source, language) in
            [(1, Source::Language, &priors.language), (2, Source::Tld, &priors.domain)]
        {
            if let Some(language) = language {
                let usual = model.is_usual(one.class, one.place);
                let fact = Fact::Language { tag: language.tag().into(), usual };
                add(source, bits(one.nats[n]) - bits(one.nats[n - 1]), fact);
            }
        }
    }
    let alike = read[1..].iter().filter(|one| reads_alike(best.encoding, one.encoding, sample));
    evidence.extend(alike.map(|one| Evidence {
        source: Source::Legality,
        encoding: Some(one.encoding),
        bits: 0.0,
        fact: Fact::Alike(best.encoding),
    }));
    evidence
}

/// Whether two encodings read the page alike, as far as it was looked at.
fn reads_alike(a: &'static Encoding, b: &'static Encoding, sample: &Sample) -> bool {
    match (a.family(), b.family()) {
        (Family::SingleByte, Family::SingleByte) => {
            let (a, b) = (upper_half(a), upper_half(b));
            (0..128).all(|byte| !sample.seen[byte] || a[byte] == b[byte])
        }
        (Family::MultiByte, Family::MultiByte) => {
            a.decode(&sample.text).text() == b.decode(&sample.text).text()
        }
        _ => false,
    }
}

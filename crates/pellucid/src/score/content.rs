//! What the text says: how well each encoding's reading of it is text.
//!
//! A [`sample`](super::sample) of the page is read in every candidate, and the [model of text](super::text) says how probable that is in
//! each language. What is known of the language, from ASCII words and from hints, is the prior of the languages; so
//! an encoding's evidence is a sum over all of them.

use std::sync::Arc;

use super::readings::{symbols, upper_half};
use super::sample::{CUT, Sample, Sampler};
use super::symbols::{Kind, Symbol};
use super::text::{Seen, Sums, TextModel};
use crate::count::{Counts, Gram};
use crate::encodings::{ENCODINGS, Encoding, Family, WINDOWS_1252};
use crate::evidence::{Evidence, Fact, Source};
use crate::hints::Hints;
use crate::language::Language;
use crate::language::model::Sample as Text;
use crate::sniff::Declarations;

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
/// Nats for a byte of what is no text, against a byte of ASCII text: beyond ASCII, and a letter or digit. What stands between words
/// says nothing.
const RANDOM: f32 = -2.05;
const RANDOM_ASCII: f32 = -2.7;
/// The best encoding's evidence is worth at most this much; and where the text is like nothing that is known, it is as
/// much against it.
const BEST: f32 = 30.0;
/// Against other encodings it speaks with at most this much.
const WORST: f32 = -25.0;
/// What is met so often says no more.
const CAP: u32 = 8;
/// So many groups of single-byte encodings are read, the best by their single characters.
const KEPT: usize = 8;

/// By each byte so often at most.
const MOST: i16 = 4;
/// And by so many bytes.
const GLANCED: usize = 20;
/// Bytes of the first piece that is read; each further one is twice as long.
const FIRST: usize = 48;
/// An encoding so many nats behind the best is out.
const BEHIND: f32 = 18.0;

/// With fewer bytes beyond ASCII than this, the language is looked for in all of the page.
const FEW: usize = 32;

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

    /// Takes a page in one piece.
    pub fn whole(page: &[u8]) -> Content {
        Content(Sampler::whole(page))
    }

    /// Whether there is as much text as a sample has.
    pub fn is_plenty(&self) -> bool {
        self.0.is_plenty()
    }

    /// The evidence, after the last piece. `page` is all of it, where it came in one piece.
    pub fn finish(self, head: &[u8], page: &[u8], hints: &Hints, declared: &Declarations) -> Vec<Evidence> {
        let model = hints.model();
        let sample = self.0.finish();
        if sample.text.is_ascii() || !(0..model.classes().len()).any(|class| model.is_language(class)) {
            return Vec::new();
        }
        let high = sample.text.iter().filter(|byte| !byte.is_ascii()).count();
        let words = if high < FEW { words(head) } else { Vec::new() };
        let priors =
            Priors::new(model, hints, declared.language.as_ref(), &[&sample.text[..], &words].concat());
        let named = |encoding: &Encoding| {
            declared.declared.iter().any(|one| one.encoding.is_some_and(|e| e == encoding))
        };
        let mut race = Race::new(model, hints, &sample, &priors, named);
        let bytes = race.run(&priors, &sample);
        let (mut read, met) = race.finish(&sample, page);
        for one in &mut read {
            (one.nats, one.class) = priors.sum(model, one);
        }
        read.sort_by(|a, b| b.nats[2].total_cmp(&a.nats[2]));
        let mut evidence = evidence(model, &read, &priors, SCALE * random(&sample.text[..bytes]));
        evidence.extend(out(hints, &evidence));
        evidence.extend(alike(&read, &sample, &met));
        evidence
    }
}

/// What bytes are worth if they are no text.
fn random(bytes: &[u8]) -> f32 {
    let high = bytes.iter().filter(|byte| !byte.is_ascii()).count() as f32;
    let ascii = bytes.iter().filter(|byte| byte.is_ascii_alphanumeric()).count() as f32;
    high * RANDOM + ascii * RANDOM_ASCII
}

/// Words from all over the page, in ASCII.
fn words(head: &[u8]) -> Vec<u8> {
    let mut words = vec![b' '];
    words.extend(
        Text::of(head).text(&WINDOWS_1252).bytes().map(|byte| if byte.is_ascii() { byte } else { CUT }),
    );
    words
}

/// An encoding and its place in the table.
type Place = (usize, &'static Encoding);

/// Encodings that read the sample alike, and what it adds up to in them.
struct Group {
    encodings: Vec<Place>,
    sums: Sums,
    /// Nats against it where the sample ends within a character.
    unfinished: f32,
    /// Whether somebody names one of them: these are read to the end.
    is_named: bool,
    /// How well it does so far, in nats.
    so_far: f32,
}

/// Candidates read the sample piece by piece, until only those are left which it does not tell apart.
struct Race<'a> {
    model: &'a TextModel,
    groups: Vec<Group>,
}

impl<'a> Race<'a> {
    /// Those candidates which may win, by single characters.
    fn new(
        model: &'a TextModel,
        hints: &Hints,
        sample: &Sample,
        priors: &Priors,
        named: impl Fn(&Encoding) -> bool,
    ) -> Race<'a> {
        let met = met(&sample.text);
        let glanced = &met[..met.len().min(GLANCED)];
        let mut singles: Vec<(f32, Vec<Place>)> = Vec::new();
        let mut others: Vec<Vec<Place>> = Vec::new();
        let considered = ENCODINGS.iter().enumerate().filter(|(_, encoding)| hints.considers(encoding));
        for (place, &encoding) in considered {
            match encoding.family() {
                Family::SingleByte => {
                    let half = upper_half(place);
                    let alike = |(_, others): &&mut (f32, Vec<Place>)| {
                        let other = upper_half(others[0].0);
                        met.iter()
                            .map(|seen| usize::from(seen.byte & 0x7F))
                            .all(|byte| half[byte] == other[byte])
                    };
                    match singles.iter_mut().find(alike) {
                        Some((_, group)) => group.push((place, encoding)),
                        None => {
                            let nats = model.glance(place, glanced, priors.last(), SCALE);
                            singles.push((nats, vec![(place, encoding)]));
                        }
                    }
                }
                Family::MultiByte | Family::Utf if encoding.is_ascii_compatible() => {
                    others.push(vec![(place, encoding)]);
                }
                _ => {}
            }
        }
        singles.sort_by(|a, b| b.0.total_cmp(&a.0));
        let is_named = |group: &[Place]| group.iter().any(|(_, encoding)| named(encoding));
        // Signs look like letters of some language at first; in most pages they are those of windows-1252.
        let is_common = |group: &[Place]| group.iter().any(|(_, encoding)| *encoding == &WINDOWS_1252);
        let kept = singles
            .into_iter()
            .enumerate()
            .filter(|(rank, (_, group))| *rank < KEPT || is_named(group) || is_common(group));
        let kept = others.into_iter().chain(kept.map(|(_, (_, group))| group));
        let group = |encodings: Vec<Place>| Group {
            is_named: is_named(&encodings),
            encodings,
            sums: model.sums(),
            unfinished: 0.0,
            so_far: 0.0,
        };
        let groups = kept.map(group).collect();
        Race { model, groups }
    }

    /// Reads the sample as far as it has to be, and says how many bytes that were.
    fn run(&mut self, priors: &Priors, sample: &Sample) -> usize {
        let (mut rest, mut read, mut next) = (&sample.text[..], 0, FIRST);
        while !rest.is_empty() {
            let space = || rest[next..].iter().position(|&byte| byte == b' ');
            let end =
                if rest.len() > next { space().map_or(rest.len(), |at| next + at + 1) } else { rest.len() };
            let (piece, others) = rest.split_at(end);
            let grams = triples(piece);
            for group in &mut self.groups {
                group.read(self.model, piece, &grams);
                group.so_far = priors.best(self.model, &group.sums) + group.unfinished;
            }
            read += piece.len();
            (rest, next) = (others, next * 2);
            let best = self.groups.iter().map(|group| group.so_far).fold(f32::NEG_INFINITY, f32::max);
            self.groups.retain(|group| group.is_named || best - group.so_far < BEHIND);
            if let [_] = &self.groups[..] {
                break;
            }
        }
        read
    }

    /// What every encoding that is left makes of the page: of the sample, and of the bytes that tell them apart. And which bytes
    /// beyond ASCII were met.
    fn finish(self, sample: &Sample, page: &[u8]) -> (Vec<Read>, Vec<usize>) {
        let Race { model, groups } = self;
        let all = groups.iter().flat_map(|group| &group.encodings);
        let halves = all
            .filter(|(_, encoding)| encoding.family() == Family::SingleByte)
            .map(|(place, _)| upper_half(*place));
        let halves: Vec<&[char; 128]> = halves.collect();
        let mut sampled = [false; 128];
        sample
            .text
            .iter()
            .filter(|byte| !byte.is_ascii())
            .for_each(|byte| sampled[usize::from(byte & 0x7F)] = true);
        let tells = |byte: usize| !sampled[byte] && halves.iter().any(|half| half[byte] != halves[0][byte]);
        let first = sample.rare(&std::array::from_fn(tells), page);
        let rare = rare(&first);
        first.iter().for_each(|(byte, _)| sampled[usize::from(byte & 0x7F)] = true);
        let mut read = Vec::new();
        for group in groups {
            for (place, encoding) in group.encodings {
                let mut sums = group.sums.clone();
                if encoding.family() == Family::SingleByte {
                    let symbols = symbols(place);
                    for &gram in &rare {
                        let [c, b, a, _] = gram.to_le_bytes().map(|byte| symbols[usize::from(byte)]);
                        model.add(&mut sums, a, b, c, 1);
                    }
                }
                let mut totals = model.totals(&sums);
                totals.iter_mut().for_each(|total| *total = SCALE * *total + group.unfinished);
                read.push(Read {
                    encoding,
                    place,
                    totals,
                    positions: sums.positions(),
                    nats: [0.0; 3],
                    class: 0,
                });
            }
        }
        (read, (0..128).filter(|&byte| sampled[byte]).collect())
    }
}

impl Group {
    /// Reads a piece of the sample.
    fn read(&mut self, model: &TextModel, piece: &[u8], grams: &[(Gram, i32)]) {
        let (place, encoding) = self.encodings[0];
        if encoding.family() == Family::SingleByte {
            let symbols = symbols(place);
            for &(gram, times) in grams {
                let [c, b, a, _] = gram.to_le_bytes().map(|byte| symbols[usize::from(byte)]);
                model.add(&mut self.sums, a, b, c, times);
            }
        } else {
            self.unfinished = multi_byte(model, &mut self.sums, encoding, piece);
        }
    }
}

/// The bytes of a text beyond ASCII, and what stands beside them.
fn met(text: &[u8]) -> Vec<Seen> {
    let mut met: [Seen; 128] = std::array::from_fn(|byte| Seen {
        byte: byte as u8 | 0x80,
        times: 0,
        beside_ascii: 0,
        after_small: 0,
    });
    for (n, &byte) in text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
        let before = if n == 0 { b' ' } else { text[n - 1] };
        let behind = text.get(n + 1).copied().unwrap_or(b' ');
        let seen = &mut met[usize::from(byte & 0x7F)];
        if seen.times < MOST {
            seen.times += 1;
            seen.beside_ascii +=
                u8::from(before.is_ascii_alphabetic()) + u8::from(behind.is_ascii_alphabetic());
            seen.after_small += u8::from(before.is_ascii_lowercase());
        }
    }
    let mut met: Vec<Seen> = met.into_iter().filter(|seen| seen.times > 0).collect();
    // The most common first, and of these in the order of bytes.
    met.sort_by_key(|seen| std::cmp::Reverse(seen.times));
    met
}

/// Every three bytes of a text with one beyond ASCII among them, and how often they are met. Pieces of UTF-8 are left out, if
/// there is anything else.
fn triples(text: &[u8]) -> Vec<(Gram, i32)> {
    let (mut counts, mut pieces) = (Counts::default(), Counts::default());
    let (mut last, mut high) = (0x2020, 0u8);
    for &byte in text.iter().chain(b" ") {
        let gram = last << 8 | Gram::from(byte);
        high = high << 1 | byte >> 7;
        if high & 7 != 0 {
            if has_piece(gram) { &mut pieces } else { &mut counts }.add(gram);
        }
        last = gram & 0xFFFF;
    }
    let met = if counts.iter().any(|(gram, _)| gram & 0x8000 != 0) { counts } else { pieces };
    met.iter().map(|(gram, count)| (gram, count.min(CAP) as i32)).collect()
}

/// Whether three bytes have a Western or Cyrillic letter of UTF-8 in them: what some program put into a page tells nothing of the rest.
fn has_piece(gram: Gram) -> bool {
    let piece =
        |pair: Gram| matches!(pair >> 8, 0xC2 | 0xC3 | 0xD0 | 0xD1) && matches!(pair & 0xFF, 0x80..0xC0);
    piece(gram & 0xFFFF) || piece(gram >> 8)
}

/// The runs of three bytes that hold a rare one, by what stands around its first place.
fn rare(first: &[(u8, Vec<u8>)]) -> Vec<Gram> {
    let mut found = Vec::new();
    for (byte, around) in first {
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
                found.push(gram);
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

    /// With all that is known.
    fn last(&self) -> &[f32] {
        &self.nats[2]
    }

    /// How well the best class reads a text so far.
    fn best(&self, model: &TextModel, sums: &Sums) -> f32 {
        let totals =
            model.totals(sums).into_iter().zip(&self.nats[2]).map(|(total, prior)| SCALE * total + prior);
        totals.fold(f32::NEG_INFINITY, f32::max)
    }

    /// The sums over all classes of an encoding's reading, and the class it is most likely in.
    fn sum(&self, model: &TextModel, read: &Read) -> ([f32; 3], usize) {
        let usual = |class: usize| if model.is_usual(class, read.place) { 0.0 } else { -UNUSUAL };
        let read: Vec<f32> =
            read.totals.iter().enumerate().map(|(class, total)| total + usual(class)).collect();
        let with = |n: usize| self.nats[n].iter().zip(&read).map(|(prior, total)| prior + total);
        let best = with(2).enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(class, _)| class);
        let plain = log_sum(with(0));
        // Where nobody says anything, the three are one.
        let told = if self.language.is_some() { log_sum(with(1)) } else { plain };
        ([plain, told, if self.domain.is_some() { log_sum(with(2)) } else { told }], best)
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
fn evidence(model: &TextModel, read: &[Read], priors: &Priors, random: f32) -> Vec<Evidence> {
    let top = read.iter().map(|one| one.nats[0]).fold(f32::NEG_INFINITY, f32::max);
    let level = (BITS * (top - random)).clamp(-BEST, BEST);
    let bits = |nats: f32| (level - BITS * (top - nats)).max(level.min(0.0) + WORST);
    let mut evidence = Vec::new();
    for one in read {
        let language: Arc<str> = match model.is_language(one.class) {
            true => model.classes()[one.class].language.clone(),
            false => "nothing known".into(),
        };
        let mut add = |source, bits, fact| {
            evidence.push(Evidence { source, encoding: Some(one.encoding), bits, fact });
        };
        add(Source::Content, bits(one.nats[0]), Fact::Looks { language, grams: one.positions as u32 });
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
    evidence
}

/// Says of all encodings that are out that they are.
fn out(hints: &Hints, evidence: &[Evidence]) -> Vec<Evidence> {
    let bits = evidence.iter().map(|one| one.bits).fold(0.0, f32::min).max(-BEST) + WORST;
    let is_left =
        |encoding: &Encoding| evidence.iter().any(|one| one.encoding.is_some_and(|e| e == encoding));
    let is_out = |encoding: &&&'static Encoding| {
        hints.considers(encoding) && encoding.is_ascii_compatible() && !is_left(encoding)
    };
    let fact = Fact::Plain("others read the text better by far");
    let one = |&encoding: &&'static Encoding| Evidence {
        source: Source::Content,
        encoding: Some(encoding),
        bits,
        fact: fact.clone(),
    };
    ENCODINGS.iter().filter(is_out).map(one).collect()
}

/// Says which encodings read the page as the best does, as far as it was looked at.
fn alike(read: &[Read], sample: &Sample, met: &[usize]) -> Vec<Evidence> {
    let Some((best, others)) = read.split_first() else { return Vec::new() };
    let is_alike = |other: &&Read| match (best.encoding.family(), other.encoding.family()) {
        (Family::SingleByte, Family::SingleByte) => {
            let (a, b) = (upper_half(best.place), upper_half(other.place));
            met.iter().all(|&byte| a[byte] == b[byte])
        }
        (Family::MultiByte, Family::MultiByte) if best.totals == other.totals => {
            best.encoding.decode(&sample.text).text() == other.encoding.decode(&sample.text).text()
        }
        _ => false,
    };
    let alike = |other: &Read| Evidence {
        source: Source::Legality,
        encoding: Some(other.encoding),
        bits: 0.0,
        fact: Fact::Alike(best.encoding),
    };
    others.iter().filter(is_alike).map(alike).collect()
}

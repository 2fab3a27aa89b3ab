//! What the text says: how well each encoding's reading of it is text.
//!
//! A [`sample`](super::sample) of the page is read by the candidates in a [`race`](super::race), and the [model of text](super::text) says
//! how probable what they read is in each language. What is known of the language, from ASCII words and from hints, is
//! the [prior](super::priors) of the languages; so an encoding's evidence is a sum over all of them.

use std::sync::Arc;

use super::priors::Priors;
use super::race::{Race, Read, least};
use super::sample::{CUT, FULL, SMALL, Sampler, Size};
use super::text::TextModel;
use super::weights::Weights;
use crate::encodings::{Encoding, UTF_8, WINDOWS_1252};
use crate::evidence::{Evidence, Fact, Source};
use crate::hints::Hints;
use crate::language::model::{Sample as Text, has_words};
use crate::sniff::Declarations;

/// Bits for a nat.
const BITS: f32 = std::f32::consts::LOG2_E;
/// The best encoding's evidence is worth at most this much; and where the text is like nothing that is known, it is as
/// much against it.
const BEST: f32 = 30.0;
/// Against other encodings it speaks with at most this much.
const WORST: f32 = -25.0;
/// Bits against what was not read, beside what is said against the worst that was.
const UNREAD: f32 = 6.0;
/// With fewer bytes beyond ASCII than this, the language is looked for in all of the page.
const FEW: usize = 32;
/// A small sample is enough where the best encoding is so many nats ahead of all that read it otherwise, and so many bits ahead of
/// what is no text.
const CLEAR: f32 = 25.0;
const TEXT: f32 = 15.0;

/// Takes a page in pieces, and looks at its text.
#[derive(Clone, Debug, Default)]
pub(super) struct Content<'a>(Sampler<'a>);

impl<'a> Content<'a> {
    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.0.feed(bytes);
    }

    /// Takes a page in one piece.
    pub fn whole(page: &'a [u8]) -> Content<'a> {
        Content(Sampler::whole(page))
    }

    /// Whether there is as much text as a sample has.
    pub fn is_plenty(&self) -> bool {
        self.0.is_plenty()
    }

    /// The evidence, after the last piece. `page` is all of it, where it came in one piece; UTF-8 is read beside the others where
    /// that is an open question.
    pub fn finish(
        self,
        head: &[u8],
        page: &[u8],
        hints: &Hints,
        declared: &Declarations,
        reads_utf8: bool,
    ) -> Vec<Evidence> {
        let model = hints.model();
        if !model.has_languages() {
            return Vec::new();
        }
        let mut sampler = self.0;
        sampler.end();
        let named = |encoding: &Encoding| {
            declared.declared.iter().any(|one| one.encoding.is_some_and(|e| e == encoding))
        };
        let language = declared.language.as_ref();
        let read = |size: Size, everyone: bool| {
            let sample = sampler.sample(size);
            if sample.high < size.least {
                return None;
            }
            let priors = match sample.high {
                0..FEW if !has_words(&sample.text) => {
                    Priors::new(model, hints, language, &[&sample.text[..], &words(head)].concat())
                }
                high if high < size.many => Priors::new(model, hints, language, &sample.text),
                _ => Priors::new(model, hints, language, b""),
            };
            let mut race = Race::new(model, hints, &sample, reads_utf8, named, everyone);
            race.run(&priors);
            let random = race.random();
            let read = race.finish(&sampler, page, &priors);
            let scale = Scale::new(&read, random, model.weights());
            Some(Reading { bytes: sample.met.len(), priors, read, scale })
        };
        let small = if sampler.is_long() { read(SMALL, false).filter(Reading::is_clear) } else { None };
        let reading = small.or_else(|| read(FULL, false));
        // Where nobody reads it, the first look may have been wrong.
        let reading = match reading {
            Some(reading) if reading.scale.level < 0.0 => read(FULL, true),
            reading => reading,
        };
        let Some(Reading { bytes, priors, read, scale, .. }) = reading else { return Vec::new() };
        let mut evidence = evidence(model, bytes, &read, &priors, scale);
        let is_read = read.iter().any(|one| one.encoding == &UTF_8);
        evidence.extend((reads_utf8 && !is_read).then(|| out(scale, Some(&UTF_8))));
        evidence.push(out(scale, None));
        evidence.extend(alike(&read));
        evidence
    }
}

/// What came of reading a sample.
struct Reading<'a> {
    /// How many different bytes beyond ASCII.
    bytes: usize,
    priors: Priors<'a>,
    read: Vec<Read>,
    scale: Scale,
}

impl Reading<'_> {
    /// Whether it is so clear what this is that more of the page would say the same.
    fn is_clear(&self) -> bool {
        let Some((best, others)) = self.read.split_first() else { return false };
        let is_far = |other: &Read| {
            let behind = best.nats.iter().zip(other.nats).map(|(best, nats)| best - nats);
            best.alike == other.alike || behind.fold(f32::INFINITY, f32::min) >= CLEAR
        };
        self.scale.level >= TEXT && others.iter().all(is_far)
    }
}

/// Words from all over the page, in ASCII.
fn words(head: &[u8]) -> Vec<u8> {
    let mut words = vec![b' '];
    words.extend(
        Text::of(head).text(&WINDOWS_1252).bytes().map(|byte| if byte.is_ascii() { byte } else { CUT }),
    );
    words
}

/// From nats to evidence.
#[derive(Clone, Copy)]
struct Scale {
    /// Nats of the best, and of what cannot be read.
    top: f32,
    least: f32,
    /// Bits of the best.
    level: f32,
    /// How fast what cannot be read counts less.
    hardly: f32,
}

impl Scale {
    fn new(read: &[Read], random: f32, weights: &Weights) -> Scale {
        let (top, rare) = read
            .iter()
            .map(|one| (one.nats[0], one.rare))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap_or((f32::NEG_INFINITY, 0.0));
        let level = (BITS * (top - rare - random + weights.doubt)).clamp(-BEST, BEST);
        let mut scale = Scale { top, least: least(random, weights), level, hardly: weights.hardly };
        scale.top = scale.counted(top);
        scale
    }

    /// Nats, of which those below what cannot be read count less and less.
    fn counted(self, nats: f32) -> f32 {
        let below = (self.least - nats).clamp(0.0, f32::MAX);
        nats.max(self.least) - self.hardly * (below / self.hardly).ln_1p()
    }

    fn bits(self, nats: f32) -> f32 {
        (self.level - BITS * (self.top - self.counted(nats))).max(self.level.min(0.0) + WORST)
    }
}

/// What was read as evidence: of the text, of the language, of the domain.
fn evidence(model: &TextModel, bytes: usize, read: &[Read], priors: &Priors, scale: Scale) -> Vec<Evidence> {
    let mut evidence = Vec::with_capacity(3 * read.len() + 1);
    for one in read {
        let language: Arc<str> = match model.is_language(one.class) {
            true => model.classes()[one.class].language.clone(),
            false => "nothing known".into(),
        };
        let mut add = |source, bits, fact| {
            evidence.push(Evidence { source, encoding: Some(one.encoding), bits, fact });
        };
        add(Source::Content, scale.bits(one.nats[0]), Fact::Looks { language, bytes });
        for (n, source, language) in
            [(1, Source::Language, &priors.language), (2, Source::Tld, &priors.domain)]
        {
            if let Some(language) = language {
                let usual = model.is_usual(one.class, one.place);
                let fact = Fact::Language { tag: language.tag().into(), usual };
                add(source, scale.bits(one.nats[n]) - scale.bits(one.nats[n - 1]), fact);
            }
        }
    }
    evidence
}

/// Says of an encoding that it is out, or of all of which nothing else is said.
fn out(scale: Scale, encoding: Option<&'static Encoding>) -> Evidence {
    let bits = scale.bits(f32::NEG_INFINITY) - UNREAD;
    Evidence { source: Source::Content, encoding, bits, fact: Fact::Others }
}

/// Says which encodings read the page as the best does, as far as it was looked at.
fn alike(read: &[Read]) -> Vec<Evidence> {
    let Some((best, others)) = read.split_first() else { return Vec::new() };
    let alike = |other: &Read| Evidence {
        source: Source::Legality,
        encoding: Some(other.encoding),
        bits: 0.0,
        fact: Fact::Alike(best.encoding),
    };
    others.iter().filter(|other| other.alike == best.alike).map(alike).collect()
}

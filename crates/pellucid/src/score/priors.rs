//! How probable each language is before a text is read: by its ASCII words, by what the page declares, by what the caller knows.

use std::borrow::Cow;

use super::format::Class;
use super::text::TextModel;
use crate::hints::Hints;
use crate::language::Language;

/// Classes that are so many nats behind the best add nothing to a sum.
const FAR: f32 = 15.0;

/// The probabilities of all classes, in nats.
pub(super) struct Priors<'a> {
    /// By the ASCII words alone.
    plain: Cow<'a, [f32]>,
    /// With what is declared or named, and with the domain, where there is such.
    told: Option<Vec<f32>>,
    last: Option<Vec<f32>>,
    /// What is left of the probability of a class in an encoding in which it is not usual: a share.
    unusual: &'a [f32],
    /// With so many nats less than the best, a class does not matter, wherever it is usual.
    far: f32,
    /// The language that is named, by the caller or by the page, and the one that the domain suggests.
    pub language: Option<Language>,
    pub domain: Option<Language>,
}

impl<'a> Priors<'a> {
    pub fn new(model: &'a TextModel, hints: &Hints, declared: Option<&Language>, text: &[u8]) -> Priors<'a> {
        let weights = model.weights();
        let language = hints.language.clone().map(|language| (language, weights.named));
        let language = language.or_else(|| declared.cloned().map(|language| (language, weights.declared)));
        let domain = hints.domain_language();
        let plain = match text {
            b"" => Cow::Borrowed(model.untold()),
            _ => Cow::Owned(words(model, text)),
        };
        let tell = |nats: &[f32], language: &Language, trust: f32| {
            let meant = language.meant();
            let is_meant = |class: &Class| meant.contains(&&*class.language);
            let is_meant: Vec<bool> = model.classes().iter().map(is_meant).collect();
            let count = is_meant.iter().filter(|is_meant| **is_meant).count();
            if count == 0 {
                return nats.to_vec();
            }
            // All others share what is left; and probabilities still add up to one.
            let share = (1.0 - trust) / trust * count as f32 / (nats.len() - count).max(1) as f32;
            let named = nats.iter().zip(&is_meant).filter(|(_, is_meant)| **is_meant);
            let named: f32 = named.map(|(nats, _)| nats.exp()).sum();
            let all = (named + share * (1.0 - named).max(0.0)).ln();
            let others = share.ln() - all;
            let more = |is_meant: &bool| if *is_meant { -all } else { others };
            nats.iter().zip(&is_meant).map(|(nats, is_meant)| nats + more(is_meant)).collect()
        };
        let told = language.as_ref().map(|(language, trust)| tell(&plain, language, *trust));
        let last =
            domain.as_ref().map(|domain| tell(told.as_deref().unwrap_or(&plain), domain, weights.domain));
        let far = FAR + weights.unusual.max(weights.unusual_for_any);
        Priors {
            unusual: model.unusual(),
            far,
            plain,
            told,
            last,
            language: language.map(|(language, _)| language),
            domain,
        }
    }

    /// With all that is known.
    fn last(&self) -> &[f32] {
        self.last.as_deref().or(self.told.as_deref()).unwrap_or(&self.plain)
    }

    /// How well the best class reads a text, by the nats of all.
    pub fn best(&self, totals: impl Iterator<Item = f32>) -> f32 {
        totals.zip(self.last()).map(|(total, prior)| total + prior).fold(f32::NEG_INFINITY, f32::max)
    }

    /// The priors that differ, in the order in which more is known.
    fn distinct(&self) -> impl Iterator<Item = &[f32]> {
        [Some(&*self.plain), self.told.as_deref(), self.last.as_deref()].into_iter().flatten()
    }

    /// The classes that matter, of the nats of all.
    pub fn near(&self, totals: impl Iterator<Item = f32>) -> Near {
        let totals: Vec<f32> = totals.collect();
        let (mut is_near, mut tops) = (vec![false; totals.len()], [0.0; KNOWN]);
        for (top, priors) in tops.iter_mut().zip(self.distinct()) {
            let sums = || totals.iter().zip(priors).map(|(total, prior)| total + prior);
            *top = sums().fold(f32::NEG_INFINITY, f32::max);
            sums().zip(&mut is_near).for_each(|(nats, near)| *near |= *top - nats < self.far);
        }
        let shares = |(class, nats): (usize, f32)| {
            let mut shares = [0.0; KNOWN];
            for ((share, top), priors) in shares.iter_mut().zip(tops).zip(self.distinct()) {
                *share = (nats + priors[class] - top).exp();
            }
            (class, shares)
        };
        let near = totals.into_iter().enumerate().filter(|(class, _)| is_near[*class]);
        Near { classes: near.map(shares).collect(), tops }
    }

    /// The sums over the classes of an encoding's reading, and the class it is most likely in.
    pub fn sum(&self, near: &Near, is_usual: impl Fn(usize) -> bool) -> ([f32; KNOWN], usize) {
        let last = self.distinct().count() - 1;
        let (mut sums, mut best) = ([0.0; KNOWN], (0.0, 0));
        for &(class, shares) in &near.classes {
            let left = if is_usual(class) { 1.0 } else { self.unusual[class] };
            sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += left * share);
            best = if left * shares[last] >= best.0 { (left * shares[last], class) } else { best };
        }
        let nats = |known: usize| near.tops[known] + sums[known].ln();
        let told = nats(usize::from(self.told.is_some()));
        ([nats(0), told, if self.last.is_some() { nats(last) } else { told }], best.1)
    }
}

/// What may be known of the language: nothing, what is declared or named, the domain too.
const KNOWN: usize = 3;

/// What an encoding's reading makes of the classes that matter.
pub(super) struct Near {
    /// Each class with its probability by each prior that differs, as a share of the best one's.
    classes: Vec<(usize, [f32; KNOWN])>,
    /// The nats of the best.
    tops: [f32; KNOWN],
}

/// The probabilities of all classes by how much of the web they are, and by the ASCII words of a text.
pub(super) fn words(model: &TextModel, text: &[u8]) -> Vec<f32> {
    let mut nats = model.ascii(text);
    nats.iter_mut().zip(model.spread()).for_each(|(nats, spread)| *nats += spread);
    scale(&mut nats);
    nats
}

/// Probabilities add up to one.
fn scale(nats: &mut [f32]) {
    let all = log_sum(nats.iter().copied());
    nats.iter_mut().for_each(|nats| *nats -= all);
}

/// The logarithm of a sum of powers of e.
fn log_sum(nats: impl Iterator<Item = f32> + Clone) -> f32 {
    let most = nats.clone().fold(f32::NEG_INFINITY, f32::max);
    if most == f32::NEG_INFINITY {
        return most;
    }
    let near = nats.map(|nats| nats - most).filter(|nats| *nats > -FAR);
    most + near.map(f32::exp).sum::<f32>().ln()
}

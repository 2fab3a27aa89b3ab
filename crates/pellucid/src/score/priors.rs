//! How probable each language is before a text is read: by its ASCII words, by what the page declares, by what the caller knows.

use super::text::TextModel;
use crate::hints::Hints;
use crate::language::Language;

/// Nats against an encoding in which a language is not usual.
const UNUSUAL: f32 = 3.0;
/// The same for a language that nobody has trained.
const UNUSUAL_FOR_ANY: f32 = 4.0;
/// Nats against a language that nobody has trained.
const UNTRAINED: f32 = -4.0;
/// How often a text is in the language that the caller names, that the page names, and that its domain suggests.
const NAMED: f32 = 0.7;
const DECLARED: f32 = 0.5;
const TLD: f32 = 0.3;
/// Classes that are so many nats behind the best add nothing to a sum.
const FAR: f32 = 15.0;

/// The probabilities of all classes, in nats.
pub(super) struct Priors {
    /// By the ASCII words alone.
    plain: Vec<f32>,
    /// With what is declared or named, and with the domain, where there is such.
    told: Option<Vec<f32>>,
    last: Option<Vec<f32>>,
    /// Which of them are scripts.
    is_script: Vec<bool>,
    /// The language that is named, by the caller or by the page, and the one that the domain suggests.
    pub language: Option<Language>,
    pub domain: Option<Language>,
}

impl Priors {
    pub fn new(model: &TextModel, hints: &Hints, declared: Option<&Language>, text: &[u8]) -> Priors {
        let language = hints.language.clone().map(|language| (language, NAMED));
        let language = language.or_else(|| declared.cloned().map(|language| (language, DECLARED)));
        let domain = hints.domain_language();
        let mut plain = model.ascii(text);
        for (class, nats) in plain.iter_mut().enumerate() {
            if model.is_script(class) {
                *nats += UNTRAINED;
            } else if !model.is_language(class) {
                *nats = f32::NEG_INFINITY;
            }
        }
        scale(&mut plain);
        let tell = |nats: &[f32], language: &Language, trust: f32| {
            let meant = language.meant();
            let is_meant = |class: usize| meant.contains(&&*model.classes()[class].language);
            let mut nats = nats.to_vec();
            let all = 0..nats.len();
            let meant = all.clone().filter(|class| is_meant(*class)).count();
            if meant > 0 {
                // All others share what is left.
                let share = (1.0 - trust) / trust * meant as f32 / (nats.len() - meant).max(1) as f32;
                all.filter(|class| !is_meant(*class)).for_each(|class| nats[class] += share.ln());
            }
            scale(&mut nats);
            nats
        };
        let told = language.as_ref().map(|(language, trust)| tell(&plain, language, *trust));
        let last = domain.as_ref().map(|domain| tell(told.as_ref().unwrap_or(&plain), domain, TLD));
        let is_script = (0..plain.len()).map(|class| model.is_script(class)).collect();
        Priors { is_script, plain, told, last, language: language.map(|(language, _)| language), domain }
    }

    /// With all that is known.
    fn last(&self) -> &[f32] {
        self.last.as_ref().or(self.told.as_ref()).unwrap_or(&self.plain)
    }

    /// How well the best class reads a text, by the nats of all.
    pub fn best(&self, totals: impl Iterator<Item = f32>) -> f32 {
        totals.zip(self.last()).map(|(total, prior)| total + prior).fold(f32::NEG_INFINITY, f32::max)
    }

    /// The classes that matter, with their nats, of the nats of all.
    pub fn near(&self, totals: impl Iterator<Item = f32>) -> Vec<(usize, f32)> {
        let totals: Vec<f32> = totals.collect();
        let all = [Some(&self.plain), self.told.as_ref(), self.last.as_ref()];
        let mut is_near = vec![false; totals.len()];
        for priors in all.into_iter().flatten() {
            let sums = || totals.iter().zip(priors).map(|(total, prior)| total + prior);
            let best = sums().fold(f32::NEG_INFINITY, f32::max);
            sums().zip(&mut is_near).for_each(|(nats, near)| *near |= best - nats < FAR + UNUSUAL_FOR_ANY);
        }
        totals.into_iter().enumerate().filter(|(class, _)| is_near[*class]).collect()
    }

    /// Nats against an encoding in which a class is not usual.
    fn unusual(&self, class: usize) -> f32 {
        if self.is_script[class] { UNUSUAL_FOR_ANY } else { UNUSUAL }
    }

    /// The sums over the classes of an encoding's reading, and the class it is most likely in.
    pub fn sum(&self, near: &[(usize, f32)], is_usual: impl Fn(usize) -> bool) -> ([f32; 3], usize) {
        let near: Vec<(usize, f32)> = near
            .iter()
            .map(|&(class, nats)| (class, if is_usual(class) { nats } else { nats - self.unusual(class) }))
            .collect();
        let with = |priors: &[f32]| log_sum(near.iter().map(|&(class, nats)| nats + priors[class]));
        let plain = with(&self.plain);
        let told = self.told.as_ref().map_or(plain, |told| with(told));
        let last = self.last.as_ref().map_or(told, |last| with(last));
        let priors = self.last();
        let best = near.iter().max_by(|a, b| (a.1 + priors[a.0]).total_cmp(&(b.1 + priors[b.0])));
        ([plain, told, last], best.map_or(0, |(class, _)| *class))
    }
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

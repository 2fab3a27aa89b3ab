//! Ranks encodings by the model's scores of their languages.

use std::sync::Arc;

use super::model::{FRESH, Likelihoods};
use crate::count::Counts;
use crate::encodings::Encoding;
use crate::evidence::{Evidence, Fact, Source};

/// Bits of evidence for a nat of the model's.
const BITS: f32 = std::f32::consts::LOG2_E;
/// The best encoding's evidence is worth at most this much; and where the text looks like nothing that is known, it is as
/// much against it.
const BEST: f32 = 30.0;
/// Against other encodings it speaks with at most this much, be it for the best one or not: where no encoding fits the
/// text, less is known than where one does.
const WORST: f32 = -15.0;

/// Encodings, the best first.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    pub ranked: Vec<Ranked>,
    grams: u32,
}

/// An encoding and its score.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    pub encoding: &'static Encoding,
    pub bits: f32,
    /// The class that it looks like most.
    pub class: Option<usize>,
}

/// Ranks all encodings of legacy text; none when the model knows nothing of the text.
pub(super) fn rank(model: &Likelihoods, counts: &Counts) -> Option<Ranking> {
    let (scores, grams) = model.scores(counts);
    let scale = BITS * (FRESH / grams as f32).min(1.0);
    let rank = |(encoding, classes): &(&'static Encoding, Vec<usize>)| {
        let top = classes.iter().copied().max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
        // The soft maximum: several languages of an encoding that fit are better than one.
        let soft = |top: f32| classes.iter().map(|&n| ((scores[n] - top) * scale).exp2()).sum::<f32>().log2();
        let bits = top.map_or(f32::MIN, |n| scores[n] * scale + soft(scores[n]));
        Ranked { encoding, bits, class: top }
    };
    let mut ranked: Vec<Ranked> = model.encodings().iter().map(rank).collect();
    ranked.sort_by(|a, b| b.bits.total_cmp(&a.bits));
    // What is repeated says no more than once.
    (grams > 0).then_some(Ranking { ranked, grams: grams.min(counts.distinct()) })
}

impl Ranking {
    /// The ranking as evidence.
    pub fn evidence(&self, model: &Likelihoods) -> Vec<Evidence> {
        let top = self.ranked[0].bits;
        let best = top.clamp(-BEST, BEST);
        let nothing: Arc<str> = "nothing known".into();
        let language = |one: &Ranked| one.class.map_or(&nothing, |n| &model.classes()[n].language).clone();
        let weigh = |one: &Ranked| Evidence {
            source: Source::Content,
            encoding: Some(one.encoding),
            bits: (best - (top - one.bits)).max(best.min(0.0) + WORST),
            fact: Fact::Looks { language: language(one), grams: self.grams },
        };
        self.ranked.iter().map(weigh).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::Counter;
    use crate::encodings::*;

    #[test]
    fn text_is_known_by_its_letters() {
        let russian = "Каждый охотник желает знать, где сидит фазан";
        let cases: [(&[&'static Encoding], &str); 4] = [
            (&[&WINDOWS_1251, &KOI8_R, &IBM866, &ISO_8859_5], russian),
            (&[&SHIFT_JIS, &EUC_JP], "これは日本語で書かれた文章です"),
            (&[&GBK], "这是一个用中文写的网页"),
            (&[&WINDOWS_1253, &ISO_8859_7], "Η γρήγορη αλεπού πηδά πάνω από το τεμπέλικο σκυλί"),
        ];
        for (encodings, text) in cases {
            for encoding in encodings {
                let encoded = encoding.encode(text);
                let mut counter = Counter::default();
                counter.feed(encoded.bytes());
                let ranking = rank(Likelihoods::built_in(), &counter.finish()).unwrap();
                let best = ranking.ranked[0].encoding;
                assert_eq!(best.decode(encoded.bytes()).text(), text, "{encoding} read as {best}");
            }
        }
    }

    #[test]
    fn the_model_that_ships_is_sound() {
        assert!(Likelihoods::built_in().classes().len() > 300);
    }
}

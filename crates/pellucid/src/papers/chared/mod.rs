//! chared: the encoding of a page whose language is known (Pomikálek, Suchomel: chared: Character Encoding Detection with a
//! Known Language, 2011).
//!
//! A model has one vector `v` for each encoding: how often each triple of bytes is in the same text, written in that
//! encoding. Triples which are equally frequent in all vectors are left out, since they could not change the order. With
//! `d` the vector of a page, the answer is the encoding with the greatest scalar product
//!
//! ```text
//! score(e) = d · v(e) = Σ d(t) v(e, t)    over all triples t
//! ```
//!
//! Where two are equal, as they are on a page that has none of the triples, the encoding that is more common comes first.
//!
//! `fit::chared` of the training crate makes the models. Pages are those of the web, so the markup is removed
//! first, in training as well.

use crate::score::format::ModelKind;
use std::sync::OnceLock;

use super::text;
use crate::decide::Opinion;
use crate::encodings::Encoding;
use crate::evidence::Source;
use crate::hints::Hints;
use crate::language::Language;
use crate::papers::vectors::Vectors;
use crate::strip::SCARCE;

/// Ranks the encodings of a language's model by their scalar product with a page.
pub(crate) fn opinion(model: &Vectors, page: &[u8]) -> Opinion {
    let mut document = model.counter();
    document.feed(&text(page, SCARCE));
    let scores = model.scores(document.finish().iter().map(|(triple, count)| (triple, count as f32)));
    let mut ranked: Vec<(&'static Encoding, f32, f32)> = model
        .classes()
        .iter()
        .zip(scores)
        .map(|(class, score)| (class.encoding, score, class.number))
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.2.total_cmp(&a.2)));
    // As a share of the sum, so that it means something to people.
    let sum: f32 = ranked.iter().map(|(_, score, _)| score).sum();
    let share = |score: f32| if sum > 0.0 { score / sum } else { 0.0 };
    let ranked = ranked.into_iter().map(|(encoding, score, _)| (encoding, share(score))).collect();
    Opinion { source: Source::Chared, what: "share of the scalar products", ranked }
}

/// The caller's model, or the one that ships for the language that the caller names.
pub(crate) fn model(hints: &Hints) -> Option<&Vectors> {
    hints.vectors(ModelKind::Chared).or_else(|| of_language(hints.language.as_ref()?))
}

/// The models that ship: the tag of the language, and the file.
const MODELS: &[(&str, &[u8])] = pellucid_models::CHARED;

/// The model that ships for a language, by everything that [`Language::parse`] knows it by.
pub fn shipped(language: &str) -> Option<&'static Vectors> {
    of_language(&Language::parse(language).ok()?)
}

/// The model that ships for a language, or for the most common of those that it may mean.
pub(crate) fn of_language(language: &Language) -> Option<&'static Vectors> {
    static READ: [OnceLock<Vectors>; MODELS.len()] = [const { OnceLock::new() }; MODELS.len()];
    let meant = language.meant();
    let mut tags = std::iter::once(language.tag()).chain(meant.iter().copied());
    let number = tags.find_map(|wanted| MODELS.iter().position(|(tag, _)| *tag == wanted))?;
    Some(READ[number].get_or_init(|| {
        Vectors::parse(MODELS[number].1).unwrap_or_else(|error| unreachable!("the model that ships: {error}"))
    }))
}

/// The languages for which models ship: tag and English name.
pub fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
    MODELS.iter().map(|(tag, _)| (*tag, Language::of(tag).name().unwrap_or(tag)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_found_by_tag_name_and_alias() {
        let model = |written| shipped(written).map(|found| found as *const Vectors);
        for (written, tag) in [
            ("cs", "cs"),
            ("cs-CZ", "cs"),
            ("cze", "cs"),
            ("cz", "cs"),
            ("Czech", "cs"),
            ("norwegian", "nb"),
            ("no", "nb"),
            ("nynorsk", "nn"),
            ("chinese", "zh-Hans"),
            ("zh", "zh-Hans"),
            ("zh-CN", "zh-Hans"),
            ("zh-Hant", "zh-Hant"),
            ("zh-TW", "zh-Hant"),
            ("zh-HK", "zh-HK"),
            ("serbian", "sr"),
            ("sr-RS", "sr"),
            ("sr_RS@latin", "sr-Latn"),
            ("farsi", "fa"),
            ("fa_IR.UTF-8", "fa"),
        ] {
            assert!(model(written).is_some(), "{written}");
            assert_eq!(model(written), model(tag), "{written}");
        }
        assert!(shipped("tlh").is_none() && shipped("ast").is_none());
    }

    #[test]
    fn every_model_is_of_a_language_of_the_table() {
        for (tag, name) in languages() {
            assert_ne!(tag, name);
        }
    }
}

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
//! `fit::chared` of the training crate makes the models. Pages are those of the web, so the text is taken out of the markup
//! first, in training as well.

use crate::score::format::ModelKind;
use std::sync::OnceLock;

use super::text;
use crate::decide::Opinion;
use crate::encodings::Encoding;
use crate::evidence::Source;
use crate::hints::Hints;
use crate::language::tags::{Meant, written_rightly};
use crate::papers::vectors::Vectors;
use crate::sniff;
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
    hints.vectors(ModelKind::Chared).or_else(|| shipped(hints.language.as_deref()?))
}

/// The models that ship: the tag and the English name of the language, and the file.
const MODELS: &[(&str, &str, &[u8])] = pellucid_models::CHARED;

/// The model that ships for a language, by its English name or a BCP 47 tag.
pub fn shipped(language: &str) -> Option<&'static Vectors> {
    static READ: [OnceLock<Vectors>; MODELS.len()] = [const { OnceLock::new() }; MODELS.len()];
    let tag = sniff::language_tag(language.as_bytes());
    let meant = tag.as_deref().map(|tag| Meant::by(written_rightly(tag)));
    let named = |(_, name, _): &(&str, &str, &[u8])| name.eq_ignore_ascii_case(language);
    let tagged = |(tag, ..): &(&str, &str, &[u8])| meant.as_ref().is_some_and(|meant| meant.is(tag));
    let number = MODELS.iter().position(named).or_else(|| MODELS.iter().position(tagged))?;
    Some(READ[number].get_or_init(|| {
        Vectors::parse(MODELS[number].2).unwrap_or_else(|error| unreachable!("the model that ships: {error}"))
    }))
}

/// The languages for which models ship: tag and English name.
pub fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
    MODELS.iter().map(|(tag, name, _)| (*tag, *name))
}

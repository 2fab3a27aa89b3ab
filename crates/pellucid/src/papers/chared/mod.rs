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
use crate::detector::Detector;
use crate::encodings::Encoding;
use crate::evidence::{Evidence, Fact, Source};
use crate::hints::{Hints, Method};
use crate::language::Language;
use crate::papers::vectors::Vectors;
use crate::strip::SCARCE;

/// Ranks the encodings of a language's model by their scalar product with a page.
pub(crate) fn opinion(model: &Vectors, page: &[u8]) -> Opinion {
    let ranked = ranked(model, &text(page, SCARCE));
    // As a share of the sum, so that it means something to people.
    let sum: f32 = ranked.iter().map(|(_, score)| score).sum();
    let share = |score: f32| if sum > 0.0 { score / sum } else { 0.0 };
    let ranked = ranked.into_iter().map(|(encoding, score)| (encoding, share(score))).collect();
    Opinion { source: Source::Chared, what: "share of the scalar products", ranked }
}

/// The encodings of a model with their scalar products with a text without markup, the greatest first; of equals, the most common.
/// Training validates its models by it.
pub fn ranked(model: &Vectors, text: &[u8]) -> Vec<(&'static Encoding, f32)> {
    let mut document = model.counter();
    document.feed(text);
    let scores = model.scores(document.finish().iter().map(|(triple, count)| (triple, count as f32)));
    let mut ranked: Vec<(&'static Encoding, f32, f32)> = model
        .classes()
        .iter()
        .zip(scores)
        .map(|(class, score)| (class.encoding, score, class.number))
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.2.total_cmp(&a.2)));
    ranked.into_iter().map(|(encoding, score, _)| (encoding, score)).collect()
}

/// The model for a page, and what is to be said of its choice.
pub(crate) struct Chosen<'a> {
    pub model: Option<&'a Vectors>,
    pub note: Option<Evidence>,
}

/// The caller's model, or the one that ships for the language of the page: the language that the caller names; of several which a
/// name may mean, the one that the text looks like; without a name, the one that our own method finds.
pub(crate) fn model<'a>(hints: &'a Hints, page: &[u8]) -> Chosen<'a> {
    if let Some(model) = hints.vectors(ModelKind::Chared) {
        return Chosen { model: Some(model), note: None };
    }
    let own = || {
        let hints = Hints { language: None, method: Method::Pellucid, ..hints.clone() };
        Detector { hints }.detect(page)
    };
    let note = |fact| Some(Evidence { source: Source::Chared, encoding: None, bits: 0.0, fact });
    let Some(language) = &hints.language else {
        let Some(found) = own().language().map(Box::<str>::from) else {
            return Chosen { model: None, note: note(Fact::NoModel { language: None }) };
        };
        return match shipped(&found) {
            Some(model) => {
                let fact = Fact::Found { language: tag_of(model).into(), named: None };
                Chosen { model: Some(model), note: note(fact) }
            }
            None => Chosen { model: None, note: note(Fact::NoModel { language: Some(found) }) },
        };
    };
    let meant = models(language);
    if let [_, _, ..] = meant[..] {
        // That it is one of these languages is known, so the text need only choose among them.
        let guess = own();
        let found = guess.clues.found(&language.meant(), guess.encoding());
        let found = found.and_then(|(tag, _)| MODELS.iter().position(|(other, _)| *other == tag));
        // Where there is too little text for that, the encoding chooses: simplified Chinese was not written in Big5.
        let writes =
            |number: &usize| read(*number).classes().iter().any(|class| class.encoding == guess.encoding());
        let found = found.filter(|number| meant.contains(number));
        if let Some(number) = found.or_else(|| meant.iter().copied().find(writes)) {
            let model = read(number);
            let fact = Fact::Found { language: tag_of(model).into(), named: Some(language.tag().into()) };
            return Chosen { model: Some(model), note: note(fact) };
        }
    }
    Chosen { model: meant.first().map(|number| read(*number)), note: None }
}

/// The language of a model.
fn tag_of(model: &Vectors) -> &str {
    model.classes().first().map_or("und", |class| &class.language)
}

/// The models that ship: the tag of the language, and the file.
const MODELS: &[(&str, &[u8])] = pellucid_models::CHARED;

/// The model that ships for a language, by everything that [`Language::parse`] knows it by.
pub fn shipped(language: &str) -> Option<&'static Vectors> {
    of_language(&Language::parse(language).ok()?)
}

/// The model that ships for a language, or for the most common of those that it may mean.
pub(crate) fn of_language(language: &Language) -> Option<&'static Vectors> {
    models(language).first().map(|number| read(*number))
}

/// The numbers of the models for a language, the most common first. What names a script or a region has one: `zh-Hant`, although
/// that is written in Hong Kong too. `zh`, `sr` and `no` may have several.
fn models(language: &Language) -> Vec<usize> {
    let number = |wanted: &str| MODELS.iter().position(|(tag, _)| *tag == wanted);
    let exact = Some(language.tag()).filter(|tag| tag.contains('-')).and_then(number);
    exact.map_or_else(|| language.meant().into_iter().filter_map(number).collect(), |number| vec![number])
}

fn read(number: usize) -> &'static Vectors {
    static READ: [OnceLock<Vectors>; MODELS.len()] = [const { OnceLock::new() }; MODELS.len()];
    READ[number].get_or_init(|| {
        Vectors::parse(MODELS[number].1).unwrap_or_else(|error| unreachable!("the model that ships: {error}"))
    })
}

/// The languages for which models ship: tag and English name. [`shipped`] has the model of each.
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
            ("zh-SG", "zh-Hans"),
            ("zh-Hant-TW", "zh-Hant"),
            ("Chinese (Traditional)", "zh-Hant"),
            ("german", "de"),
            ("greek", "el"),
            ("italian", "it"),
            ("english", "en"),
            ("serbian (latin)", "sr-Latn"),
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

    const RIGHTS: [(&str, &str, &str); 4] = [
        (
            "cs",
            "windows-1250",
            "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem.",
        ),
        (
            "zh-Hant",
            "Big5",
            "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。",
        ),
        (
            "zh-Hans",
            "GBK",
            "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
        ),
        (
            "sr-Latn",
            "windows-1250",
            "Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su obdarena razumom i svešću i treba jedni prema drugima da postupaju u duhu bratstva.",
        ),
    ];

    fn guess(language: Option<&str>, page: &[u8]) -> crate::Guess {
        let builder = Detector::builder().method(Method::Chared);
        let builder = language.into_iter().fold(builder, |builder, language| builder.language(language));
        builder.build().unwrap().detect(page)
    }

    fn notes(guess: &crate::Guess) -> Vec<String> {
        let notes =
            guess.evidence().iter().filter(|e| e.source() == Source::Chared && e.encoding().is_none());
        notes.map(ToString::to_string).collect()
    }

    #[test]
    fn without_a_name_the_language_is_found_and_said() {
        // Of so little traditional Chinese, nobody knows whether it is of Taiwan or of Hong Kong.
        for (tag, encoding, text) in RIGHTS.into_iter().filter(|(tag, ..)| *tag != "zh-Hant") {
            let page = Encoding::for_name(encoding).unwrap().encode(text).into_bytes();
            let found = guess(None, &page);
            assert_eq!((found.encoding().name(), found.source()), (encoding, Source::Chared), "{tag}");
            let words = format!("nobody named the language; the text looks like {tag}, whose model is used");
            // Bosnian, Croatian and Serbian in Latin letters are hardly told apart.
            assert!(notes(&found) == [words] || tag == "sr-Latn", "{:?}", notes(&found));
            assert!(notes(&guess(Some(tag), &page)).is_empty(), "{tag} is one language");
        }
        let none = guess(None, b"42");
        assert_eq!(
            notes(&none),
            ["no language was named or found, so there is no model: the default method answers"]
        );
        assert_ne!(none.source(), Source::Chared);
    }

    #[test]
    fn of_several_languages_the_text_chooses() {
        // Of so little traditional Chinese, nobody knows whether it is of Taiwan or of Hong Kong.
        for (name, n, meant) in [("zh", 1, &["zh-Hant", "zh-HK"][..]), ("chinese", 2, &["zh-Hans"])] {
            let (_, encoding, text) = RIGHTS[n];
            let page = Encoding::for_name(encoding).unwrap().encode(text).into_bytes();
            let found = guess(Some(name), &page);
            // Big5 of Hong Kong has more characters, and the same ones.
            assert_eq!(found.encoding().decode(&page).text(), text, "{}", found.encoding());
            let says = |tag: &&str| notes(&found)[0].contains(&format!("the model of {tag} is used"));
            assert!(meant.iter().any(says), "{:?}", notes(&found));
        }
        assert_eq!(guess(Some("zh"), b"").encoding().name(), "UTF-8");
    }

    #[test]
    fn euc_tw_is_found_and_decodes() {
        let (_, _, text) = RIGHTS[1];
        let encoding = Encoding::for_name("EUC-TW").unwrap();
        let page = encoding.encode(text).into_bytes();
        let detector = Detector::builder().method(Method::Chared).language("zh-Hant").build().unwrap();
        let decoded = detector.decode(&page);
        assert_eq!((decoded.encoding(), decoded.text()), (encoding, text));
    }

    #[test]
    fn every_model_is_of_a_language_of_the_table() {
        for (tag, name) in languages() {
            assert_ne!(tag, name);
        }
    }
}

//! Which language a page is in: the caller's word, else what the page declares and what its text looks like, in one sum.

use crate::score::language::{Scored, languages, score};

/// Nats for the language that a page declares.
const DECLARED: f32 = 3.0;
/// Nats for the language of its domain.
const DOMAIN: f32 = 2.0;
/// A language less probable than this is not told, unless it is declared.
const SURE: f32 = 0.7;

/// What tells the language of a page. The sum is made when somebody asks for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Clues {
    /// What the caller says.
    pub hinted: Option<Box<str>>,
    /// What the page says.
    pub declared: Option<Box<str>>,
    /// What the domain suggests.
    pub domain: Option<&'static str>,
    /// Some of the text.
    pub sample: Box<str>,
}

impl Clues {
    /// The language: None if nobody names one and there is too little text to tell.
    pub fn language(&self) -> Option<&str> {
        let declared = self.declared.as_deref();
        // Nobody declares a language by accident that we know nothing of.
        if self.hinted.is_some() || declared.is_some_and(|tag| !is_known(tag)) {
            return self.hinted.as_deref().or(declared);
        }
        let Some((found, probability)) = self.found() else { return declared };
        match declared {
            Some(tag) if is_same(tag, found) => Some(finer(tag, found)),
            _ if probability >= SURE => Some(found),
            declared => declared,
        }
    }

    /// The most probable language.
    fn found(&self) -> Option<(&'static str, f32)> {
        let mut scored = score(&self.sample);
        let says = |clue: Option<&str>, one: &Scored| clue.is_some_and(|tag| is_same(tag, one.language));
        for one in &mut scored {
            one.nats += if says(self.declared.as_deref(), one) { DECLARED } else { 0.0 };
            one.nats += if says(self.domain, one) { DOMAIN } else { 0.0 };
        }
        let best = scored.iter().copied().max_by(|a, b| a.nats.total_cmp(&b.nats))?;
        let siblings = SIBLINGS.iter().find(|s| s.contains(&best.language)).copied().unwrap_or_default();
        let (mut near, mut all) = (0.0, 0.0);
        for one in &scored {
            let odds = (one.nats - best.nats).exp();
            all += odds;
            near += if one.language == best.language || siblings.contains(&one.language) { odds } else { 0.0 };
        }
        Some((best.language, near / all))
    }
}

/// Tags that people declare, and those of the languages they may mean.
const MEANT: &[(&str, &[&str])] = &[
    ("no", &["nb", "nn"]),
    ("sh", &["sr-Latn", "hr", "bs"]),
    ("ku", &["kmr", "ckb"]),
    ("iw", &["he"]),
    ("in", &["id"]),
    ("ji", &["yi"]),
    ("mo", &["ro"]),
    ("fil", &["tl"]),
    ("zh", &["zh-Hans", "zh-Hant", "zh-HK"]),
    ("zh-CN", &["zh-Hans"]),
    ("zh-SG", &["zh-Hans"]),
    ("zh-Hans", &["zh-Hans"]),
    ("zh-TW", &["zh-Hant", "zh-HK"]),
    ("zh-MO", &["zh-Hant", "zh-HK"]),
    ("zh-HK", &["zh-Hant", "zh-HK"]),
    ("zh-Hant", &["zh-Hant", "zh-HK"]),
    ("sr-Cyrl", &["sr"]),
    ("sr-Latn", &["sr-Latn"]),
];

/// Languages so near to each other that a long text may leave a doubt. It is no doubt about the rest: the best of them is told.
const SIBLINGS: &[&[&str]] = &[&["bs", "hr", "sr-Latn"], &["id", "ms"], &["nb", "nn"], &["zh-Hant", "zh-HK"]];

/// Whether a tag may mean a language of the model.
fn is_known(tag: &str) -> bool {
    languages().any(|language| is_same(tag, language))
}

/// Whether a declared tag may mean this language of the model.
fn is_same(tag: &str, language: &str) -> bool {
    // The longest beginning of the tag that the table has; else the primary languages are compared.
    let mut beginning = tag;
    loop {
        if let Some((_, meant)) = MEANT.iter().find(|(written, _)| written.eq_ignore_ascii_case(beginning)) {
            return meant.contains(&language);
        }
        match beginning.rsplit_once('-') {
            Some((shorter, _)) => beginning = shorter,
            None => return language.split('-').next() == Some(beginning),
        }
    }
}

/// The declared tag, or the one found if that says more: `sr-Latn` for `sr`.
fn finer<'a>(tag: &'a str, found: &'a str) -> &'a str {
    let more = found.strip_prefix(tag).is_some_and(|rest| rest.starts_with('-'));
    if more { found } else { tag }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clues(declared: Option<&str>, sample: &str) -> Clues {
        Clues { declared: declared.map(Box::from), sample: sample.into(), ..Clues::default() }
    }

    const RUSSIAN: &str = "Каждый охотник желает знать, где сидит фазан, а где его нет";

    #[test]
    fn declared_tags_and_languages() {
        assert!(is_same("pt-BR", "pt") && is_same("no", "nn") && is_same("zh-Hant-HK", "zh-HK"));
        assert!(is_same("sr", "sr-Latn") && !is_same("sr-Cyrl-RS", "sr-Latn"));
        assert!(!is_same("zh-CN", "zh-Hant") && !is_same("en", "eo"));
        assert_eq!((finer("sr", "sr-Latn"), finer("pt-BR", "pt"), finer("no", "nb")), ("sr-Latn", "pt-BR", "no"));
    }

    #[test]
    fn the_page_is_believed_unless_its_text_clearly_disagrees() {
        assert_eq!(clues(None, RUSSIAN).language(), Some("ru"));
        assert_eq!(clues(Some("en"), RUSSIAN).language(), Some("ru"));
        assert_eq!(clues(Some("ru-RU"), RUSSIAN).language(), Some("ru-RU"));
        assert_eq!(clues(Some("de"), "Kontakt").language(), Some("de"));
        assert_eq!(clues(Some("tlh"), RUSSIAN).language(), Some("tlh"), "nobody writes this by accident");
        let hinted = Clues { hinted: Some("uk".into()), ..clues(Some("en"), RUSSIAN) };
        assert_eq!(hinted.language(), Some("uk"));
    }

    #[test]
    fn too_little_to_tell() {
        for text in ["", "42", "12.05.2024 18:30", "OK", "x = y", "QWxhZGRpbjpvcGVuIHNlc2FtZQ Zm9vYmFy", "😀👍"] {
            assert_eq!(clues(None, text).language(), None, "{text}");
        }
    }

    #[test]
    fn siblings_are_languages_of_the_model() {
        let told = SIBLINGS.iter().copied().flatten().chain(MEANT.iter().flat_map(|(_, meant)| *meant));
        for language in told {
            assert!(is_known(language), "{language}");
        }
    }
}

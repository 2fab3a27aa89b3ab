//! What detectors know about a page besides its bytes.

/// What a variant tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hint {
    /// The language of the page.
    Language,
    /// The top-level domain of a country where that language is written.
    Tld,
}

/// What a detector knows. One that takes no hints answers as without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known<'a> {
    /// BCP 47 tag.
    pub language: Option<&'a str>,
    /// In lower case, without a dot.
    pub tld: Option<&'static str>,
}

impl<'a> Known<'a> {
    /// What is known of a page in this language; none where that is nothing.
    pub fn by(hint: Hint, language: &'a str) -> Option<Known<'a>> {
        let language = Some(language).filter(|tag| !tag.is_empty());
        Some(match hint {
            Hint::Language => Known { language: Some(language?), ..Known::default() },
            Hint::Tld => Known { tld: Some(tld(language?)?), ..Known::default() },
        })
    }
}

/// The domain which speaks best for a language. The pages' own would measure how many of them lie in `com`.
fn tld(language: &str) -> Option<&'static str> {
    TLDS.iter().find(|(tag, _)| *tag == language).map(|(_, tld)| *tld)
}

const TLDS: &[(&str, &str)] = &[
    ("ar", "eg"),
    ("ary", "ma"),
    ("az", "az"),
    ("be", "by"),
    ("bg", "bg"),
    ("bn", "bd"),
    ("bs", "ba"),
    ("cs", "cz"),
    ("da", "dk"),
    ("de", "de"),
    ("el", "gr"),
    ("es", "es"),
    ("et", "ee"),
    ("fa", "ir"),
    ("fi", "fi"),
    ("fo", "fo"),
    ("fr", "fr"),
    ("he", "il"),
    ("hi", "in"),
    ("hr", "hr"),
    ("hu", "hu"),
    ("hy", "am"),
    ("is", "is"),
    ("it", "it"),
    ("ja", "jp"),
    ("ka", "ge"),
    ("kk", "kz"),
    ("ko", "kr"),
    ("ky", "kg"),
    ("lt", "lt"),
    ("lv", "lv"),
    ("mk", "mk"),
    ("mn", "mn"),
    ("nl", "nl"),
    ("no", "no"),
    ("pl", "pl"),
    ("pt", "pt"),
    ("ro", "ro"),
    ("ru", "ru"),
    ("sk", "sk"),
    ("sl", "si"),
    ("sq", "al"),
    ("sr", "rs"),
    ("sv", "se"),
    ("tg", "tj"),
    ("th", "th"),
    ("tr", "tr"),
    ("uk", "ua"),
    ("ur", "pk"),
    ("vi", "vn"),
    ("zh-Hans", "cn"),
    ("zh-Hant", "tw"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_and_its_domain() {
        assert_eq!(Known::by(Hint::Language, "ru").unwrap().language, Some("ru"));
        assert_eq!(Known::by(Hint::Tld, "cs").unwrap().tld, Some("cz"));
        assert_eq!(Known::by(Hint::Tld, "eo"), None);
        assert_eq!(Known::by(Hint::Language, ""), None);
    }
}

//! Languages as people name them: tags which are not quite right, and the languages they mean.

/// What stands in `lang` that is no tag of its language: three letters where two are right, retired tags, and tags of countries.
const MISWRITTEN: &[(&str, &str)] = &[
    ("al", "sq"),
    ("ara", "ar"),
    ("ben", "bn"),
    ("bul", "bg"),
    ("ces", "cs"),
    ("chi", "zh"),
    ("cn", "zh"),
    ("cz", "cs"),
    ("cze", "cs"),
    ("dan", "da"),
    ("deu", "de"),
    ("dk", "da"),
    ("dut", "nl"),
    ("ell", "el"),
    ("eng", "en"),
    ("fas", "fa"),
    ("fin", "fi"),
    ("fra", "fr"),
    ("fre", "fr"),
    ("ge", "ka"),
    ("ger", "de"),
    ("gr", "el"),
    ("gre", "el"),
    ("heb", "he"),
    ("hin", "hi"),
    ("hun", "hu"),
    ("in", "id"),
    ("ita", "it"),
    ("iw", "he"),
    ("ji", "yi"),
    ("jp", "ja"),
    ("jpn", "ja"),
    ("kor", "ko"),
    ("kr", "ko"),
    ("mo", "ro"),
    ("nld", "nl"),
    ("nor", "no"),
    ("per", "fa"),
    ("pol", "pl"),
    ("por", "pt"),
    ("ron", "ro"),
    ("rum", "ro"),
    ("rus", "ru"),
    ("spa", "es"),
    ("swe", "sv"),
    ("tha", "th"),
    ("tur", "tr"),
    ("ua", "uk"),
    ("ukr", "uk"),
    ("vie", "vi"),
    ("vn", "vi"),
    ("zho", "zh"),
];

/// A declared tag as it should be.
pub(crate) fn written_rightly(tag: &str) -> &str {
    let (primary, _) = tag.split_once('-').unwrap_or((tag, ""));
    MISWRITTEN.iter().find(|(wrong, _)| *wrong == primary).map_or(tag, |(_, right)| right)
}

/// Tags that people declare, and those of the languages they may mean.
const MEANT: &[(&str, &[&str])] = &[
    ("no", &["nb", "nn"]),
    ("sh", &["sr-Latn", "hr", "bs"]),
    ("ku", &["kmr", "ckb"]),
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

/// The languages which a tag may mean.
pub(crate) enum Meant<'a> {
    Listed(&'static [&'static str]),
    /// All with this primary language.
    Primary(&'a str),
}

impl<'a> Meant<'a> {
    /// By the longest beginning of the tag that the table has.
    pub fn by(tag: &'a str) -> Meant<'a> {
        let mut beginning = tag;
        loop {
            if let Some((_, meant)) = MEANT.iter().find(|(written, _)| *written == beginning) {
                return Meant::Listed(meant);
            }
            match beginning.rsplit_once('-') {
                Some((shorter, _)) => beginning = shorter,
                None => return Meant::Primary(beginning),
            }
        }
    }

    /// Whether it may mean this one.
    pub fn is(&self, language: &str) -> bool {
        match self {
            Meant::Listed(languages) => languages.contains(&language),
            Meant::Primary(primary) => {
                language.strip_prefix(primary).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            }
        }
    }
}

/// All languages that some tag means.
#[cfg(test)]
pub(crate) fn meant() -> impl Iterator<Item = &'static &'static str> {
    MEANT.iter().flat_map(|(_, meant)| *meant)
}

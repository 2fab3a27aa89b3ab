//! What Pellucid knows about languages.
//!
//! | file | what it knows |
//! |---|---|
//! | `table` | every language: tag, English name, what else people write for it, what it stands for, its siblings |
//! | `tags` | the one parser: from what people write to a canonical tag |
//! | `unknown` | the error for what is no language, with the nearest name |
//! | `domains` | top-level domains, and the language of their pages |
//! | `model` | the probability of each language, given some text |
//! | `clues` | the language of a page: what the caller names, what the page declares, and its text, in one sum |

pub(crate) mod clues;
pub(crate) mod domains;
pub(crate) mod model;
pub(crate) mod spread;
mod table;
mod tags;
mod unknown;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

pub use unknown::UnknownLanguage;

/// A language, by its canonical BCP 47 tag.
///
/// ```
/// use pellucid::Language;
///
/// let language = Language::parse("fa_IR.UTF-8")?;
/// assert_eq!((language.tag(), language.name()), ("fa-IR", Some("Persian")));
/// assert_eq!("norwegian".parse::<Language>()?.to_string(), "no");
/// # Ok::<(), pellucid::UnknownLanguage>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(Cow<'static, str>);

impl Language {
    /// The language that a person names: a BCP 47 tag in any spelling, a POSIX locale, a three-letter code, a retired tag,
    /// the code of a country that is no language, or a name in English. Of a list, the first.
    ///
    /// ```
    /// use pellucid::Language;
    ///
    /// for (written, tag) in [
    ///     ("EN-us", "en-US"),
    ///     ("sr_RS.UTF-8@latin", "sr-Latn-RS"),
    ///     ("ger", "de"),
    ///     ("iw", "he"),
    ///     ("jp", "ja"),
    ///     ("Simplified Chinese", "zh-Hans"),
    ///     ("ru, en", "ru"),
    /// ] {
    ///     assert_eq!(Language::parse(written)?.tag(), tag);
    /// }
    /// # Ok::<(), pellucid::UnknownLanguage>(())
    /// ```
    ///
    /// # Errors
    ///
    /// For what is neither in [`Language::ALL`] nor a region, script or variant of a language there:
    ///
    /// ```
    /// let error = pellucid::Language::parse("rusian").unwrap_err();
    /// assert_eq!(error.suggestion(), Some("Russian"));
    /// assert!(pellucid::Language::parse("klingon").is_err());
    /// ```
    pub fn parse(written: &str) -> Result<Language, UnknownLanguage> {
        match tags::read(written) {
            Some(read) if read.whole && table::row(read.language.tag()).is_some() => Ok(read.language),
            _ => Err(UnknownLanguage::new(written)),
        }
    }

    /// The language that a page declares. A page may declare what nobody knows: if it looks like a tag, it is one.
    pub(crate) fn declared(written: &str) -> Option<Language> {
        tags::read(written).map(|read| read.language)
    }

    /// A language whose canonical tag is known.
    pub(crate) const fn of(tag: &'static str) -> Language {
        Language(Cow::Borrowed(tag))
    }

    /// The canonical BCP 47 tag: `en`, `pt-BR`, `zh-Hant`.
    #[must_use]
    pub fn tag(&self) -> &str {
        &self.0
    }

    /// The name in English, without the region: `Persian` for `fa-IR`. None for what a page declares and nobody knows.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        table::row(&self.0).map(|row| row.name)
    }

    /// Whether a canonical tag is that of this language, or of a kind of it, as far as their text shows.
    ///
    /// ```
    /// use pellucid::Language;
    ///
    /// let norwegian = Language::parse("norwegian")?;
    /// assert!(norwegian.includes("no") && norwegian.includes("nb-NO") && !norwegian.includes("sv"));
    /// assert!(Language::parse("zh-Hant")?.includes("zh-TW"));
    /// # Ok::<(), pellucid::UnknownLanguage>(())
    /// ```
    #[must_use]
    pub fn includes(&self, tag: &str) -> bool {
        // A tag with a region says more than the row does which it belongs to.
        let is_whole_row = || table::exact(&self.0).is_some();
        let (own, other) = (self.meant(), table::meant(tag));
        let all_of_it = || !other.is_empty() && other.iter().all(|meant| own.contains(meant));
        table::is_kind_of(tag, &self.0) || is_whole_row() && all_of_it()
    }

    /// The tags of the languages that it may mean, the most common first: of `no`, those of its two written forms. They are
    /// those of the models. Empty for what a page declares and nobody knows.
    pub(crate) fn meant(&self) -> Vec<&'static str> {
        table::meant(&self.0)
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(written: &str) -> Result<Language, UnknownLanguage> {
        Language::parse(written)
    }
}

/// The canonical tag.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Language({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_languages_have_names_and_are_read_by_them() {
        for language in Language::ALL {
            let name = language.name().unwrap();
            assert_eq!(Language::parse(name).as_ref(), Ok(language), "{name}");
            assert_eq!(Language::parse(&language.to_string()).as_ref(), Ok(language));
        }
    }

    #[test]
    fn what_a_language_includes() {
        for (wide, tag, expected) in [
            ("zh", "zh-Hant", true),
            ("zh", "zh", true),
            ("no", "nn", true),
            ("no-NO", "nn", false),
            ("nb", "no", false),
            ("ha", "haw", false),
            ("sr", "sr-Latn", true),
            ("zh-Hant", "zh-TW", true),
            ("zh-Hans", "zh-TW", false),
            ("zh-Hans", "zh", false),
            ("ku", "ckb", true),
            ("pt-BR", "pt", false),
            ("ar", "arz", true),
            ("ru", "tlh", false),
        ] {
            assert_eq!(Language::parse(wide).unwrap().includes(tag), expected, "{wide} {tag}");
        }
    }
}

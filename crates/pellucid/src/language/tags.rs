//! The one parser of languages: from what people write to a canonical tag.
//!
//! 1. Of a list, the first counts: `ru, en`. Blanks and quotes around it are dropped.
//! 2. It may be a name or a code that the table has: `Simplified Chinese`, `farsi`, `ger`, `iw`, `jp`.
//! 3. Else its first word counts, and of a POSIX locale what stands before the encoding: `fa_IR.UTF-8`. The modifier
//!    names a script at best: `sr_RS@latin`.
//! 4. Its longest beginning that the table knows becomes the canonical tag: `ger-AT`, `iw_IL`, `zh-cmn-Hans`.
//! 5. The subtags get the letter case of BCP 47, as far as they stand in its order. What comes after that is no tag.

use std::borrow::Cow;

use super::Language;
use super::table::{self, NO_LANGUAGES, REGIONS};

/// The longest name is shorter; the bound keeps hostile attributes cheap.
const LONGEST_NAME: usize = 64;
/// The length that BCP 47 recommends to make room for.
const LONGEST_TAG: usize = 35;

/// A language, as it was read.
#[derive(Debug)]
pub(super) struct Read {
    pub language: Language,
    /// Whether all of what was written is part of the tag.
    pub whole: bool,
}

/// Reads what may be a language; none if it cannot be one.
pub(super) fn read(written: &str) -> Option<Read> {
    let around = |c: char| c.is_whitespace() || "\"'`“”„«»".contains(c);
    let first = written.split([',', ';']).map(|one| one.trim_matches(around)).find(|one| !one.is_empty())?;
    if let Some(row) = table::exact(first) {
        return Some(Read { language: Language::of(row.tag), whole: true });
    }
    let named = |written: &str| table::alias(written).map(|alias| alias.tag);
    let word = first.split_whitespace().next().unwrap_or_default();
    if first.len() <= LONGEST_NAME
        && let Some(tag) = named(first).or_else(|| named(word))
    {
        return Some(Read { language: Language::of(tag), whole: true });
    }
    let (locale, modifier) = word.split_once('@').unwrap_or((word, ""));
    let tag = locale.split_once('.').map_or(locale, |(tag, _)| tag);
    let read = canonical(tag, script(modifier))?;
    // A host name or an address is no locale.
    (tag == word || table::row(read.language.tag()).is_some()).then_some(read)
}

/// The script that the modifier of a locale names.
fn script(modifier: &str) -> Option<&'static str> {
    match &*modifier.to_ascii_lowercase() {
        "latin" => Some("Latn"),
        "cyrillic" => Some("Cyrl"),
        _ => None,
    }
}

/// A tag in its canonical form. A script which is known from elsewhere comes before the region.
fn canonical(tag: &str, script: Option<&str>) -> Option<Read> {
    let (beginning, rest) = beginning(tag);
    let primary = beginning.split('-').next().unwrap_or_default();
    let is_language =
        matches!(primary.len(), 2 | 3) && primary.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !is_language || NO_LANGUAGES.contains(&primary) {
        return None;
    }
    let more = rest.split(['-', '_']).skip(usize::from(rest.is_empty()));
    let (tag, whole) = shaped(beginning.split('-').chain(script).chain(more));
    let language = table::exact(&tag).map_or_else(|| Language(Cow::Owned(tag)), |row| Language::of(row.tag));
    (language.tag().len() <= LONGEST_TAG).then_some(Read { language, whole })
}

/// The canonical form of the longest beginning of a tag which is an alias, else its first subtag, and the rest.
fn beginning(tag: &str) -> (Cow<'static, str>, &str) {
    let is_separator = |c: char| matches!(c, '-' | '_');
    let mut beginning = if tag.len() <= LONGEST_NAME { Some(tag) } else { None };
    while let Some(written) = beginning {
        if let Some(alias) = table::alias(written) {
            let rest = tag[written.len()..].trim_start_matches(is_separator);
            // Some write the country and then its language: `gr-EL` is Greek, and no region.
            let swapped = alias.is_country() && rest.eq_ignore_ascii_case(alias.tag);
            return (Cow::Borrowed(alias.tag), if swapped { "" } else { rest });
        }
        beginning = written.rsplit_once(is_separator).map(|(shorter, _)| shorter);
    }
    let (primary, rest) = tag.split_once(is_separator).unwrap_or((tag, ""));
    (Cow::Owned(primary.to_ascii_lowercase()), rest)
}

/// The parts of a tag, in the order that BCP 47 prescribes.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Part {
    Language,
    Extended,
    Script,
    Region,
    Variant,
    Extension,
    Private,
}

/// The subtags in the letter case of BCP 47, up to the first that does not fit, and whether all do.
fn shaped<'a>(subtags: impl Iterator<Item = &'a str>) -> (String, bool) {
    let (mut tag, mut whole, mut last) = (String::new(), true, Part::Language);
    for (number, subtag) in subtags.enumerate() {
        if number == 0 {
            tag.push_str(subtag);
            continue;
        }
        let Some(part) = part(subtag, last) else {
            whole = false;
            break;
        };
        tag.push('-');
        match part {
            Part::Script => {
                tag.push_str(&subtag[..1].to_ascii_uppercase());
                tag.push_str(&subtag[1..].to_ascii_lowercase());
            }
            Part::Region => {
                let region = subtag.to_ascii_uppercase();
                let new = REGIONS.iter().find(|(old, _)| *old == region).map(|(_, new)| *new);
                tag.push_str(new.unwrap_or(&region));
            }
            _ => tag.push_str(&subtag.to_ascii_lowercase()),
        }
        last = part;
    }
    // Nothing follows a singleton, which then introduces nothing.
    while tag.len() > 2 && tag.as_bytes()[tag.len() - 2] == b'-' && !tag.contains("-x-") {
        tag.truncate(tag.len() - 2);
        whole = false;
    }
    (tag, whole)
}

/// Which part of a tag a subtag is, after another one; none if it cannot stand there.
fn part(subtag: &str, last: Part) -> Option<Part> {
    let bytes = subtag.as_bytes();
    let alphabetic = bytes.iter().all(u8::is_ascii_alphabetic);
    let alphanumeric = bytes.iter().all(u8::is_ascii_alphanumeric);
    match bytes {
        _ if !alphanumeric || !(1..=8).contains(&bytes.len()) => None,
        _ if last == Part::Private => Some(Part::Private),
        [b'x' | b'X'] => Some(Part::Private),
        [_] => Some(Part::Extension),
        _ if last == Part::Extension => Some(Part::Extension),
        [_, _, _] if alphabetic && last <= Part::Extended => Some(Part::Extended),
        [_, _, _, _] if alphabetic && last < Part::Script => Some(Part::Script),
        [_, _] if alphabetic && last < Part::Region => Some(Part::Region),
        [_, _, _] if bytes.iter().all(u8::is_ascii_digit) && last < Part::Region => Some(Part::Region),
        [b'0'..=b'9', _, _, _] | [_, _, _, _, _, ..] => Some(Part::Variant),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tag(written: &str) -> Option<String> {
        Language::declared(written).map(|language| language.tag().to_owned())
    }

    #[test]
    fn what_people_write() {
        for (written, expected) in [
            // BCP 47, in any spelling.
            ("fa", "fa"),
            ("FA-ir", "fa-IR"),
            ("EN-us", "en-US"),
            ("zh_cn", "zh-CN"),
            ("zh-hans-cn", "zh-Hans-CN"),
            ("SR-latn-rs", "sr-Latn-RS"),
            ("ckb", "ckb"),
            ("es-419", "es-419"),
            ("de-DE-1996", "de-DE-1996"),
            ("sl-ROZAJ-biske", "sl-rozaj-biske"),
            ("de-u-CO-phonebk", "de-u-co-phonebk"),
            ("fr-x-mtfrom-EN", "fr-x-mtfrom-en"),
            ("en-uk", "en-GB"),
            ("en-a", "en"),
            ("en_", "en"),
            ("ru-RU-Lite", "ru-RU"),
            ("pt-BR-US", "pt-BR"),
            // Lists, blanks and quotes.
            ("en, fr", "en"),
            (" , ru;en", "ru"),
            ("ru en", "ru"),
            (" 'de' ", "de"),
            ("„de“", "de"),
            // POSIX locales.
            ("fa_IR.UTF-8", "fa-IR"),
            ("de_DE@euro", "de-DE"),
            ("de_DE.ISO-8859-15@euro", "de-DE"),
            ("sr_RS@latin", "sr-Latn-RS"),
            ("uz_UZ.UTF-8@Cyrillic", "uz-Cyrl-UZ"),
            // Three letters where there are two.
            ("ger", "de"),
            ("deu", "de"),
            ("ger-AT", "de-AT"),
            ("rus-RU", "ru-RU"),
            ("per", "fa"),
            ("chi", "zh"),
            ("zho-hant", "zh-Hant"),
            ("nor", "no"),
            ("cmn-Hans", "zh-Hans"),
            ("zh-cmn-Hans", "zh-Hans"),
            ("zh-yue", "yue"),
            ("zh-min-nan-TW", "nan-TW"),
            ("hbs", "sh"),
            // Retired tags.
            ("iw", "he"),
            ("iw_IL", "he-IL"),
            ("in-ID", "id-ID"),
            ("ji", "yi"),
            ("mo", "ro"),
            ("sh", "sh"),
            ("no-bok", "nb"),
            // Countries.
            ("jp", "ja"),
            ("jp-JP", "ja-JP"),
            ("CZ", "cs"),
            ("gr-el", "el"),
            ("ua-UK", "uk"),
            ("cn-TW", "zh-TW"),
            ("kr", "ko"),
            ("us", "en"),
            ("us-EN", "en"),
            ("se", "se"),
            ("si", "si"),
            // Names.
            ("farsi", "fa"),
            ("Persian", "fa"),
            ("norwegian", "no"),
            ("Czech", "cs"),
            ("chinese", "zh"),
            ("Simplified  Chinese", "zh-Hans"),
            ("Chinese (Traditional)", "zh-Hant"),
            ("chinese_traditional", "zh-Hant"),
            ("Serbian (Latin)", "sr-Latn"),
            ("English (US)", "en"),
            ("English; French", "en"),
            ("italiano (italian)", "it"),
            ("Ελληνικά", "el"),
            ("MAGYAR", "hu"),
            // What nobody knows and looks like a tag.
            ("tlh", "tlh"),
            ("xx-YY", "xx-YY"),
        ] {
            assert_eq!(tag(written).as_deref(), Some(expected), "{written}");
        }
    }

    #[test]
    fn what_is_no_language() {
        for written in [
            "",
            " ",
            ", ;",
            "''",
            "C",
            "C.UTF-8",
            "POSIX",
            "und",
            "und-US",
            "mul",
            "zxx",
            "utf-8",
            "e",
            "e1",
            "x-default",
            "i-default",
            "klingon",
            "{{lang}}",
            "{{en}}",
            "www.example.com",
            "foo@example.com",
            "فا",
            "en-x-a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p",
        ] {
            assert_eq!(tag(written), None, "{written}");
        }
    }

    #[test]
    fn a_caller_must_name_a_language_that_somebody_knows() {
        for written in ["ru-RU", "gsw-CH", "kl", "de-x-y", "zh-Hant-TW", "in_ID", "en-GB-oxendict"] {
            assert!(Language::parse(written).is_ok(), "{written}");
        }
        for written in ["tlh", "xx", "zz-ZZ", "abc", "klingon", "en-!", "pt-BR-US", "C", "und", "", "ru\0"] {
            assert!(Language::parse(written).is_err(), "{written}");
        }
    }

    proptest! {
        #[test]
        fn a_canonical_tag_stays_as_it_is(written in "[a-zA-Z]{2,3}([-_ .@,][a-zA-Z0-9]{0,9}){0,5}") {
            if let Some(found) = tag(&written) {
                prop_assert_eq!(tag(&found), Some(found.clone()));
            }
        }

        #[test]
        fn anything_may_be_written(written in any::<String>()) {
            let known = Language::parse(&written).ok();
            prop_assert!(known.is_none() || known == Language::declared(&written));
        }
    }
}

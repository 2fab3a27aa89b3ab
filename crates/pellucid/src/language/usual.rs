//! The encodings in which a language is usually written. They are derived from the table of encodings, whose rows list their
//! languages.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Language;
use crate::encodings::{ENCODINGS, Encoding};

/// The usual encodings of a language, without UTF-8, in which all languages are written. Empty for languages of which we know
/// none.
pub(crate) fn encodings(language: &Language) -> &'static [&'static Encoding] {
    type Table = HashMap<&'static str, Vec<&'static Encoding>>;
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        let mut table = Table::new();
        for &encoding in ENCODINGS {
            for tag in encoding.languages() {
                for tag in [tag, primary(tag)] {
                    let row = table.entry(tag).or_default();
                    if row.last() != Some(&encoding) {
                        row.push(encoding);
                    }
                }
            }
        }
        table
    });
    let meant = language.meant();
    let best_known = meant.first().copied().unwrap_or(language.tag());
    // Chinese is the one language whose scripts have encodings of their own: `sr` and `sr-Latn` share their encodings.
    let wanted = if primary(best_known) == "zh" { best_known } else { primary(best_known) };
    TABLE.get(wanted).map_or(&[], |encodings| encodings)
}

fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_encodings() {
        let names = |written| {
            let language = Language::declared(written).unwrap();
            encodings(&language).iter().map(|e| e.name()).collect::<Vec<_>>()
        };
        assert!(names("ru-RU").contains(&"KOI8-R"));
        assert!(names("zh-TW").contains(&"Big5") && !names("zh-TW").contains(&"GBK"));
        assert!(names("zh").contains(&"GBK") && !names("zh").contains(&"Big5"));
        assert_eq!(names("no"), names("nb"));
        assert!(names("ca").contains(&"windows-1252"));
        assert!(names("tlh").is_empty());
        for (written, meant) in [
            ("jp", "ja"),
            ("cz", "cs"),
            ("gr", "el"),
            ("ua", "uk"),
            ("farsi", "fa"),
            ("mo", "ro"),
            ("sh", "hr"),
            ("arz", "ar"),
            ("ku", "kmr"),
            ("zh-HK", "zh-Hant"),
            ("zh-Hans-SG", "zh-Hans"),
            ("sr-Latn", "sr"),
        ] {
            assert!(!names(written).is_empty(), "{written}");
            assert_eq!(names(written), names(meant), "{written}");
        }
    }
}

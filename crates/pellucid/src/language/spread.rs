//! How much of the web is in a language: what a page is likely to be in before anything is known of it.
//!
//! Public counts of crawls agree in the order of magnitude and in little more, so that is all that stands here. What a nat
//! of it is worth is one of the weights of `score/weights.rs`.

/// Shares of the web, and the languages that have about so much of it.
const SHARES: &[(f32, &[&str])] = &[
    (0.4, &["en"]),
    (0.04, &["de", "es", "fr", "it", "ja", "pt", "ru", "zh-Hans"]),
    (0.008, &["ar", "cs", "el", "fa", "hu", "id", "ko", "nl", "pl", "ro", "sv", "tr", "uk", "vi", "zh-Hant"]),
    (
        0.002,
        &[
            "bg", "bn", "bs", "ca", "da", "et", "fi", "he", "hi", "hr", "lt", "lv", "nb", "sk", "sl", "sr",
            "sr-Latn", "th", "zh-HK",
        ],
    ),
    (
        0.0004,
        &[
            "af", "az", "be", "eo", "eu", "ga", "gl", "hy", "is", "ka", "kk", "la", "mk", "ml", "mn", "mr",
            "ms", "mt", "my", "ne", "nn", "sq", "sw", "ta", "te", "tl", "ur", "uz",
        ],
    ),
];

/// Of all others.
const REST: f32 = 0.000_05;

/// How much of the web is in a language, about: 0 to 1.
pub(crate) fn share(tag: &str) -> f32 {
    SHARES.iter().find(|(_, tags)| tags.contains(&tag)).map_or(REST, |(share, _)| *share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn every_language_is_known_and_listed_once() {
        let tags: Vec<&str> = SHARES.iter().flat_map(|(_, tags)| *tags).copied().collect();
        for (at, tag) in tags.iter().enumerate() {
            assert_eq!(Language::parse(tag).unwrap().tag(), *tag);
            assert!(!tags[..at].contains(tag), "{tag} twice");
        }
        let all: f32 = SHARES.iter().map(|(share, tags)| share * tags.len() as f32).sum();
        assert!((0.85..1.0).contains(&all), "{all}");
        assert!(share("pl") > 100.0 * share("br"));
    }
}

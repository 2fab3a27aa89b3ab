//! The set S1 of the paper: which characters are those of the content.

use crate::named::named;
use std::ops::RangeInclusive;

/// The characters that [`R2l`](super::R2l) takes for content: the set S1 of the paper.
///
/// Not ASCII, whichever it is: that is the set S2, of which markup is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Script {
    /// The block Arabic, U+0600 to U+06FF, as in the paper. It holds all letters of Arabic, Persian, Urdu and Pashto, but not the
    /// non-joiner of Persian, U+200C, at which words come apart.
    ArabicBlock,
    /// Arabic with its supplement, extensions and presentation forms.
    Arabic,
    /// Hebrew with its presentation forms.
    Hebrew,
    /// Syriac with its supplement.
    Syriac,
    /// Thaana, of Maldivian.
    Thaana,
    /// N'Ko.
    Nko,
    /// Every script written from right to left that is in use.
    #[default]
    RightToLeft,
    /// Every script but Latin, whatever its direction: what makes the method work is only that markup is Latin.
    NonLatin,
    /// Every byte beyond ASCII, counted as bytes: how the paper reads a file. Letters of Arabic and Hebrew have two.
    NonAscii,
}

named!(Script, "script":
    ArabicBlock => "arabic-block",
    Arabic => "arabic",
    Hebrew => "hebrew",
    Syriac => "syriac",
    Thaana => "thaana",
    Nko => "nko",
    RightToLeft => "right-to-left",
    NonLatin => "non-latin",
    NonAscii => "non-ascii",
);

impl Script {
    /// Whether S1 has this character.
    pub fn has(self, character: char) -> bool {
        !character.is_ascii() && self.ranges().iter().any(|range| range.contains(&character))
    }

    /// How much of a text is of S1: characters, or bytes where all that is not ASCII is.
    pub fn count(self, text: &str) -> usize {
        match self {
            Script::NonAscii => text.bytes().filter(|byte| !byte.is_ascii()).count(),
            _ => text.chars().filter(|&character| self.has(character)).count(),
        }
    }

    /// The characters, by blocks of Unicode. The joiners U+200C and U+200D go with scripts whose words they are part of.
    fn ranges(self) -> &'static [RangeInclusive<char>] {
        match self {
            Script::ArabicBlock => &['\u{600}'..='\u{6FF}'],
            Script::Arabic => &[
                '\u{600}'..='\u{6FF}',
                '\u{200C}'..='\u{200D}',
                '\u{750}'..='\u{77F}',
                '\u{870}'..='\u{8FF}',
                '\u{FB50}'..='\u{FDFF}',
                '\u{FE70}'..='\u{FEFE}',
            ],
            Script::Hebrew => &['\u{590}'..='\u{5FF}', '\u{FB1D}'..='\u{FB4F}'],
            Script::Syriac => &['\u{700}'..='\u{74F}', '\u{860}'..='\u{86F}', '\u{200C}'..='\u{200D}'],
            Script::Thaana => &['\u{780}'..='\u{7BF}'],
            Script::Nko => &['\u{7C0}'..='\u{7FF}', '\u{200C}'..='\u{200D}'],
            Script::RightToLeft => &[
                // Hebrew, Arabic, Syriac, Arabic Supplement, Thaana, N'Ko, Samaritan, Mandaic, the Arabic and Syriac extensions.
                '\u{590}'..='\u{8FF}',
                '\u{200C}'..='\u{200D}',
                // The presentation forms of Hebrew and Arabic.
                '\u{FB1D}'..='\u{FDFF}',
                '\u{FE70}'..='\u{FEFE}',
                // Hanifi Rohingya and Yezidi, then Adlam.
                '\u{10D00}'..='\u{10D3F}',
                '\u{10E80}'..='\u{10EFF}',
                '\u{1E900}'..='\u{1E95F}',
            ],
            Script::NonLatin => &[
                // Greek to Vedic; then polytonic Greek. Between them are phonetic and Vietnamese Latin.
                '\u{370}'..='\u{1CFF}',
                '\u{1F00}'..='\u{1FFF}',
                '\u{200C}'..='\u{200D}',
                // Glagolitic; Coptic to Cyrillic Extended; what is Chinese, Japanese, Yi; around three blocks of Latin.
                '\u{2C00}'..='\u{2C5F}',
                '\u{2C80}'..='\u{2DFF}',
                '\u{2E80}'..='\u{A71F}',
                '\u{A800}'..='\u{AB2F}',
                '\u{AB70}'..='\u{D7FF}',
                '\u{F900}'..='\u{FAFF}',
                // Ligatures of Armenian to presentation forms of Arabic; half-width Japanese and Korean.
                '\u{FB13}'..='\u{FDFF}',
                '\u{FE70}'..='\u{FEFE}',
                '\u{FF65}'..='\u{FFDC}',
                // The supplementary planes of scripts and of Chinese; symbols and emoji lie between.
                '\u{10000}'..='\u{1CFFF}',
                '\u{1E000}'..='\u{1EEFF}',
                '\u{20000}'..='\u{3FFFF}',
            ],
            Script::NonAscii => &['\u{80}'..=char::MAX],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_script_has_its_letters_and_no_ascii() {
        use Script::*;
        for (script, has, lacks) in [
            (ArabicBlock, "سلامپچڭ؟،۱", "\u{200C}\u{77F}ﷲא"),
            (Arabic, "سلامپچڭ؟،۱\u{200C}\u{77F}ﷲﻻ", "אܐ"),
            (Hebrew, "אבשִׁ", "سé"),
            (Syriac, "ܐܒ", "سא"),
            (Thaana, "ދިވެހި", "س"),
            (Nko, "ߒߞߏ", "س"),
            (RightToLeft, "سאܐދߒﷲ𞤀\u{200C}", "éßя日—"),
            (NonLatin, "سאяωἀ日ひ한ไअ𠀀ﾊ", "éßỹﬁ—«»…€😀Ａ"),
            (NonAscii, "سéß—\u{80}😀", "aZ0<"),
        ] {
            assert!((0..128).all(|byte: u8| !script.has(char::from(byte))));
            for character in has.chars() {
                assert!(script.has(character), "{script:?} {character}");
            }
            for character in lacks.chars() {
                assert!(!script.has(character), "{script:?} {character}");
            }
        }
        assert_eq!((NonAscii.count("<p>سلا é"), RightToLeft.count("<p>سلا é")), (8, 3));
    }
}

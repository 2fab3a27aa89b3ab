//! What in a text shows that it may have been read wrongly.

use std::fmt;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

/// Counts of what clear text has little of.
///
/// A page in the wrong encoding is seldom without them; a page in the right one may have some of each: an icon of private
/// use, a brand that mixes alphabets, a byte that was lost.
///
/// ```
/// let check = pellucid::repair::Check::of("caf\u{FFFD}, Прiвет\u{93}");
/// assert_eq!((check.replacements(), check.switches(), check.controls()), (1, 2, 1));
/// assert_eq!(check.to_string(), "1 replacement character, 1 control character, 2 script switches inside words");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    characters: u64,
    replacements: u64,
    controls: u64,
    unassigned: u64,
    private_use: u64,
    noncharacters: u64,
    switches: u64,
    /// The script of the letter before the next character, if there is one.
    script: Option<Script>,
}

impl Check {
    /// The counts of a text.
    pub fn of(text: &str) -> Check {
        let mut check = Check::default();
        check.feed(text);
        check
    }

    /// Adds the next piece of a text.
    pub fn feed(&mut self, text: &str) {
        for c in text.chars() {
            self.characters += 1;
            if c.is_ascii() {
                self.controls += u64::from(c.is_ascii_control() && !c.is_whitespace());
                self.letter(if c.is_ascii_alphabetic() { Some(Script::Latin) } else { None });
            } else {
                self.beyond_ascii(c);
            }
        }
    }

    fn beyond_ascii(&mut self, c: char) {
        match c.general_category() {
            _ if c == char::REPLACEMENT_CHARACTER => self.replacements += 1,
            _ if is_noncharacter(c) => self.noncharacters += 1,
            GeneralCategory::Control if !c.is_whitespace() => self.controls += 1,
            GeneralCategory::Unassigned => self.unassigned += 1,
            GeneralCategory::PrivateUse => self.private_use += 1,
            category if is_letter(category) => return self.letter(Some(c.script())),
            // An accent belongs to the letter before it, a joiner to those around it.
            GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark | GeneralCategory::Format => {
                return;
            }
            _ => {}
        }
        self.script = None;
    }

    /// Takes a letter of this script, or what is no letter.
    fn letter(&mut self, script: Option<Script>) {
        // Letters of all scripts, such as ª, say nothing and part nothing.
        if script.is_some_and(|script| matches!(script, Script::Common | Script::Inherited)) {
            return;
        }
        if let (Some(before), Some(after)) = (self.script, script) {
            self.switches += u64::from(before != after && parts_words(before) && parts_words(after));
        }
        self.script = script;
    }

    /// How many characters the text has.
    pub fn characters(&self) -> u64 {
        self.characters
    }

    /// U+FFFD: what did not decode, now or earlier.
    pub fn replacements(&self) -> u64 {
        self.replacements
    }

    /// Control characters other than white space.
    pub fn controls(&self) -> u64 {
        self.controls
    }

    /// Code points which mean nothing yet.
    pub fn unassigned(&self) -> u64 {
        self.unassigned
    }

    /// Code points which mean something only by agreement: often icons of a font.
    pub fn private_use(&self) -> u64 {
        self.private_use
    }

    /// Code points which will never mean anything, such as U+FFFE.
    pub fn noncharacters(&self) -> u64 {
        self.noncharacters
    }

    /// Places where a letter stands beside one of another script.
    ///
    /// Only of scripts which put spaces between words: Latin letters in Chinese, Japanese, Korean or Thai need none, and
    /// those which Japanese mixes are one script here.
    pub fn switches(&self) -> u64 {
        self.switches
    }

    /// Whether there is nothing to tell.
    pub fn is_clean(&self) -> bool {
        self.counts().iter().all(|(_, _, count)| *count == 0)
    }

    /// Every count: its name in JSON, in words for one and for many, and how many.
    fn counts(&self) -> [(&'static str, [&'static str; 2], u64); 6] {
        [
            ("replacements", ["replacement character", "replacement characters"], self.replacements),
            ("controls", ["control character", "control characters"], self.controls),
            ("unassigned", ["unassigned code point", "unassigned code points"], self.unassigned),
            ("private_use", ["private-use character", "private-use characters"], self.private_use),
            ("noncharacters", ["noncharacter", "noncharacters"], self.noncharacters),
            ("switches", ["script switch inside words", "script switches inside words"], self.switches),
        ]
    }

    /// Every count with its name.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
        self.counts().into_iter().map(|(name, _, count)| (name, count))
    }
}

/// What there is to tell, in words; empty for nothing.
impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told: Vec<_> = self
            .counts()
            .into_iter()
            .filter(|(_, _, count)| *count > 0)
            .map(|(_, words, count)| format!("{count} {}", words[usize::from(count > 1)]))
            .collect();
        f.write_str(&told.join(", "))
    }
}

/// The two last code points of every plane, and 32 in between.
pub(super) fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || c as u32 & 0xFFFE == 0xFFFE
}

fn is_letter(category: GeneralCategory) -> bool {
    use GeneralCategory::{LowercaseLetter, ModifierLetter, OtherLetter, TitlecaseLetter, UppercaseLetter};
    matches!(category, LowercaseLetter | UppercaseLetter | TitlecaseLetter | OtherLetter | ModifierLetter)
}

/// Whether words of this script are kept apart from those of others, by spaces.
fn parts_words(script: Script) -> bool {
    use Script::{Bopomofo, Han, Hangul, Hiragana, Katakana, Khmer, Lao, Myanmar, Thai, Tibetan, Yi};
    !matches!(
        script,
        Han | Hiragana | Katakana | Bopomofo | Hangul | Yi | Thai | Lao | Khmer | Myanmar | Tibetan
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_text_has_nothing_to_tell() {
        for text in [
            "plain\ttext\r\n",
            "Съешь ещё этих булок",
            "私はTシャツを着る",
            "삼성SDS漢字",
            "ภาษาPHPไทย",
            "naïve cafe\u{301}, 5µm, № 1",
            "می\u{200C}خواهم",
        ] {
            assert!(Check::of(text).is_clean(), "{text}: {}", Check::of(text));
        }
    }

    #[test]
    fn each_kind_is_counted() {
        let text = "\u{FFFD}\0\u{7F}\u{9F}\u{378}\u{E000}\u{F8FF}\u{FFFE}\u{FDD0}\u{10FFFF}";
        let counts: Vec<_> = Check::of(text).named().map(|(_, count)| count).collect();
        assert_eq!(counts, [1, 3, 1, 2, 3, 0]);
    }

    #[test]
    fn scripts_switch_inside_words_only() {
        assert_eq!(Check::of("Москвa").switches(), 1, "the last letter is Latin");
        assert_eq!(Check::of("Москва, Moscow; Αθήνα-Athens").switches(), 0);
        assert_eq!(Check::of("κo\u{301}σμος").switches(), 2, "an accent hides nothing");
    }

    #[test]
    fn pieces_equal_the_whole() {
        let mut check = Check::default();
        ["Моск", "", "вa"].iter().for_each(|piece| check.feed(piece));
        assert_eq!(check, Check::of("Москвa"));
    }
}

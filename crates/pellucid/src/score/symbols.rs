//! Characters as the model of text sees them: a letter without its case, a digit, a sign, or what stands between words.
//!
//! Training folds text with this very code, so that both see the same letters.

use crate::count::Gram;

/// What a character is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// White space and signs of ASCII: what stands between words everywhere.
    Space,
    /// A digit of ASCII.
    Digit,
    /// A letter, mark or other character of a script.
    Letter,
    /// A sign beyond ASCII that no script owns.
    Sign,
    /// What text does not have: a control, a private or unassigned character, what did not decode.
    Bad,
}

/// Whether a letter has a case, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// It has none.
    None,
    /// Lower.
    Lower,
    /// Upper.
    Upper,
}

/// A writing system. Chinese, Japanese and Korean are one: they share their characters.
pub type Script = u8;

/// Of all scripts, or of none.
pub const COMMON: Script = 0;
/// Latin.
pub const LATIN: Script = 1;
/// Chinese characters, kana and Hangul, with their signs.
pub const EAST_ASIAN: Script = 4;
/// How many scripts there may be.
pub const SCRIPTS: usize = 128;

/// A character, folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The letter in lower case, or the sign; [`SPACE`] and [`DIGIT`] for all of these.
    pub code: u32,
    /// What it is.
    pub kind: Kind,
    /// Its case.
    pub case: Case,
    /// Its script.
    pub script: Script,
    /// Whether it was read from a byte beyond ASCII.
    pub high: bool,
}

/// The code of all that separates words.
pub const SPACE: u32 = b' ' as u32;
/// The code of all digits.
pub const DIGIT: u32 = b'0' as u32;

impl Symbol {
    /// A space of ASCII, as before and after every text.
    pub const BLANK: Symbol =
        Symbol { code: SPACE, kind: Kind::Space, case: Case::None, script: COMMON, high: false };

    /// Folds a character.
    pub fn of(c: char) -> Symbol {
        let plain = |kind, code, high| Symbol { code, kind, case: Case::None, script: COMMON, high };
        match c {
            'a'..='z' => {
                Symbol { code: c as u32, kind: Kind::Letter, case: Case::Lower, script: LATIN, high: false }
            }
            'A'..='Z' => {
                let code = c.to_ascii_lowercase() as u32;
                Symbol { code, kind: Kind::Letter, case: Case::Upper, script: LATIN, high: false }
            }
            '0'..='9' => plain(Kind::Digit, DIGIT, false),
            '\0'..='\x7F' => plain(Kind::Space, SPACE, false),
            '\u{80}'..'\u{A0}' | '\u{E000}'..'\u{F900}' | '\u{FFF0}'..'\u{10000}' | '\u{30000}'.. => {
                plain(Kind::Bad, SPACE, true)
            }
            _ => match script(c) {
                COMMON => plain(Kind::Sign, c as u32, true),
                script => {
                    let (code, case) = match script {
                        EAST_ASIAN => (wide(c), Case::None),
                        _ if script < EAST_ASIAN || script == ARMENIAN => cased(c),
                        _ => (c, Case::None),
                    };
                    Symbol { code: code as u32, kind: Kind::Letter, case, script, high: true }
                }
            },
        }
    }

    /// A letter with the mark that comes after it in Vietnamese code pages, if there is such a letter.
    pub fn with_mark(self, mark: Symbol) -> Option<Symbol> {
        let (_, letters) = MARKED.iter().find(|(one, _)| u32::from(*one) == mark.code)?;
        let (_, letter) = letters
            .chars()
            .zip(letters.chars().skip(1))
            .step_by(2)
            .find(|(plain, _)| u32::from(*plain) == self.code)?;
        Some(Symbol { code: letter.into(), high: true, ..self })
    }

    /// What it is to its neighbours: signs separate words as spaces do.
    pub fn context(self) -> u32 {
        if matches!(self.kind, Kind::Letter | Kind::Digit) { self.code } else { SPACE }
    }
}

/// The letter in lower case, and the case that it had.
fn cased(c: char) -> (char, Case) {
    let mut lower = c.to_lowercase();
    let folded = lower.next().filter(|_| lower.next().is_none()).unwrap_or(c);
    // As a reader sees them: Romanian has letters with a comma below, which most code pages have with a cedilla.
    let folded = match folded {
        'ş' => 'ș',
        'ţ' => 'ț',
        _ => folded,
    };
    let case = if c.is_uppercase() {
        Case::Upper
    } else if c.is_lowercase() {
        Case::Lower
    } else {
        Case::None
    };
    (folded, case)
}

/// Narrow katakana as wide ones, and of the wide letters and digits of ASCII one each.
fn wide(c: char) -> char {
    const KATAKANA: [char; 58] = [
        'ヲ', 'ァ', 'ィ', 'ゥ', 'ェ', 'ォ', 'ャ', 'ュ', 'ョ', 'ッ', 'ー', 'ア', 'イ', 'ウ', 'エ', 'オ', 'カ',
        'キ', 'ク', 'ケ', 'コ', 'サ', 'シ', 'ス', 'セ', 'ソ', 'タ', 'チ', 'ツ', 'テ', 'ト', 'ナ', 'ニ', 'ヌ',
        'ネ', 'ノ', 'ハ', 'ヒ', 'フ', 'ヘ', 'ホ', 'マ', 'ミ', 'ム', 'メ', 'モ', 'ヤ', 'ユ', 'ヨ', 'ラ', 'リ',
        'ル', 'レ', 'ロ', 'ワ', 'ン', 'ー', 'ー',
    ];
    match c {
        '\u{FF66}'..='\u{FF9F}' => KATAKANA[c as usize - 0xFF66],
        '０'..='９' => '０',
        'Ａ'..='Ｚ' | 'ａ'..='ｚ' => 'Ａ',
        _ => c,
    }
}

const ARMENIAN: Script = 7;

/// The script that a character beyond ASCII belongs to, by its block.
fn script(c: char) -> Script {
    match c as u32 {
        // Ordinals, micro, times and division stand among Latin letters, and are signs.
        0xAA | 0xB5 | 0xBA | 0xD7 | 0xF7 | 0x37E | 0x387 | 0x3000 => COMMON,
        0xC0..0x2B0 | 0x300..0x370 | 0x1E00..0x1F00 => LATIN,
        0x370..0x400 | 0x1F00..0x2000 => 2,
        0x400..0x530 => 3,
        0x530..0x590 => ARMENIAN,
        0x590..0x600 | 0xFB1D..0xFB50 => 5,
        0x600..0x780 | 0xFB50..0xFE00 | 0xFE70..0xFF00 => 6,
        // From Thaana to Burmese, each block is a script.
        block @ 0x780..0x10A0 => (block / 0x80) as Script,
        0x10A0..0x1100 | 0x2D00..0x2D30 => 8,
        0x1100..0x1200
        | 0x3000..0xA000
        | 0xAC00..0xD7B0
        | 0xF900..0xFB00
        | 0xFE30..0xFE70
        | 0xFF00..0xFFF0
        | 0x20000..0x30000 => EAST_ASIAN,
        block @ 0x1200..0x2000 => 64 + ((block - 0x1200) / 0x100) as Script,
        _ => COMMON,
    }
}

/// The marks of windows-1258, each with letters that take it: the plain one, and the one with its mark.
const MARKED: &[(char, &str)] = &[
    ('\u{300}', "aàeèiìoònǹuùwẁyỳâầêềôồăằơờưừüǜ"),
    ('\u{301}', "aácćeégǵiíkḱlĺmḿnńoópṕrŕsśuúwẃyýzźâấåǻæǽçḉêếïḯôốøǿüǘăắơớưứ"),
    ('\u{303}', "aãeẽiĩnñoõuũvṽyỹâẫêễôỗăẵơỡưữ"),
    ('\u{309}', "aảeẻiỉoỏuủyỷâẩêểôổăẳơởưử"),
    ('\u{323}', "aạbḅdḍeẹhḥiịkḳlḷmṃnṇoọrṛsṣtṭuụvṿwẉyỵzẓâậêệôộăặơợưự"),
];

/// Full stops, commas and brackets of East Asian text: letters to the model, though no part of any word.
pub fn is_punctuation(code: u32) -> bool {
    matches!(
        code,
        0x3001..=0x3004 | 0x3008..=0x3020 | 0x30FB | 0xFE30..0xFE70 | 0xFF01..=0xFF0F | 0xFF1A..=0xFF20 | 0xFF3B..=0xFF40
            | 0xFF5B..=0xFF65
    )
}

/// Chinese characters and Korean syllables, of which there are thousands.
pub fn is_syllable(code: u32) -> bool {
    matches!(code, 0x3400..0xA000 | 0xAC00..0xD7A4 | 0xF900..0xFB00 | 0x20000..0x30000)
}

/// A letter alone.
pub fn single(c: u32) -> Gram {
    mix(1, c)
}

/// A letter after another.
pub fn pair(b: u32, c: u32) -> Gram {
    mix(mix(2, b), c)
}

/// A letter after two others.
pub fn triple(a: u32, b: u32, c: u32) -> Gram {
    mix(mix(mix(3, a), b), c)
}

/// One letter more in an n-gram, which begins as the number of its letters.
pub(super) fn mix(run: Gram, c: u32) -> Gram {
    let mixed = (run.rotate_left(5) ^ c).wrapping_mul(0x9E37_79B1);
    mixed ^ mixed >> 15
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    #[test]
    fn characters_are_folded() {
        let kind = |c| Symbol::of(c).kind;
        for (c, expected) in [
            (' ', Kind::Space),
            ('<', Kind::Space),
            ('7', Kind::Digit),
            ('é', Kind::Letter),
            ('ж', Kind::Letter),
            ('漢', Kind::Letter),
            ('。', Kind::Letter),
            ('®', Kind::Sign),
            ('µ', Kind::Sign),
            ('×', Kind::Sign),
            ('…', Kind::Sign),
            ('\u{A0}', Kind::Sign),
            ('\u{85}', Kind::Bad),
            ('\u{FFFD}', Kind::Bad),
            ('\u{E123}', Kind::Bad),
        ] {
            assert_eq!(kind(c), expected, "{c:?}");
        }
        assert_eq!(Symbol::of('É').code, 'é' as u32);
        assert_eq!(
            (Symbol::of('É').case, Symbol::of('é').case, Symbol::of('ا').case),
            (Case::Upper, Case::Lower, Case::None)
        );
        assert_eq!(Symbol::of('»').context(), SPACE);
    }

    #[test]
    fn letters_take_their_marks() {
        let with_mark = |letter, mark| {
            Symbol::of(letter).with_mark(Symbol::of(mark)).map(|symbol| (symbol.code, symbol.case))
        };
        assert_eq!(with_mark('Y', '\u{301}'), Some((u32::from('ý'), Case::Upper)));
        assert_eq!(with_mark('ê', '\u{323}'), Some((u32::from('ệ'), Case::Lower)));
        assert_eq!(with_mark('b', '\u{301}'), None);
        assert_eq!(with_mark('a', 'e'), None);
        for (mark, letters) in MARKED {
            let letters: Vec<char> = letters.chars().collect();
            for pair in letters.chunks(2) {
                let composed: String = [pair[0], *mark].iter().collect::<String>().nfc().collect();
                assert_eq!(composed, pair[1].to_string());
            }
        }
    }

    #[test]
    fn every_character_has_a_script_in_range() {
        assert!(('\0'..=char::MAX).all(|c| usize::from(Symbol::of(c).script) < SCRIPTS));
    }
}

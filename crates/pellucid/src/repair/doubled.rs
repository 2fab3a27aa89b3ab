//! Runs of text which were UTF-8, were read in a legacy encoding, and then written as UTF-8 again: "Ã©" for "é".
//!
//! A run is a succession of characters whose bytes in a legacy encoding are whole sequences of UTF-8. It does not touch
//! other letters of that encoding: `Рі` may be a `г`, but not in `Рік`. Chance makes such runs too: `В` and a no-break
//! space are a no-break space through windows-1251, and 치킨 is ġŲ through EUC-KR. How they read tells the two apart: see
//! [`reads`](super::reads).
//!
//! What it is bad at: a run which lost a byte (a no-break space that became a space) stays, since it cannot be put back
//! exactly; and runs cut from the middle of words whose rest is right.

use std::ops::Range;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::via::{MASKS, MULTI_ROUTES, Route, SINGLE_ROUTES, Via};
use super::{Run, Way};
use crate::encodings::UTF_8;

/// Every way in which UTF-8 may have been misread, with its runs, in one pass; `only` asks about one encoding.
pub(super) fn ways(text: &str, only: Option<Via>) -> Vec<Way> {
    let is_wanted = |route: &&Route| only.is_none_or(|via| via == route.via);
    let mut runs: Vec<Vec<Run>> = SINGLE_ROUTES.iter().chain(&*MULTI_ROUTES).map(|_| Vec::new()).collect();
    let mut chars = Vec::new();
    for at in stretches(text) {
        chars.clear();
        chars.extend(text[at.clone()].char_indices().map(|(i, c)| (at.start + i, c)));
        let (mut suspicious, mut begins) = (0, 0);
        for (_, c) in &chars {
            let mask = MASKS.of(*c);
            suspicious |= begins & mask.goes_on;
            begins = mask.begins;
        }
        let stretch = Stretch { text, at, chars: &chars };
        while suspicious != 0 {
            let number = suspicious.trailing_zeros() as usize;
            suspicious &= suspicious - 1;
            if let Some(route) = SINGLE_ROUTES.get(number).filter(is_wanted) {
                stretch.single_byte(route, &mut runs[number]);
            }
        }
        // All that begins a sequence there is a letter of East Asia.
        if chars[0].1 >= '\u{2E80}' {
            for (route, runs) in MULTI_ROUTES.iter().zip(&mut runs[SINGLE_ROUTES.len()..]) {
                if is_wanted(&route) {
                    runs.extend(stretch.multi_byte(route));
                }
            }
        }
    }
    let routes = SINGLE_ROUTES.iter().chain(&*MULTI_ROUTES).zip(runs);
    let found = routes.filter(|(_, runs)| !runs.is_empty());
    found.map(|(route, runs)| Way { route, was: &UTF_8, runs, is_whole: false }).collect()
}

/// The longest parts of a text without ASCII.
fn stretches(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + encoding_rs::Encoding::ascii_valid_up_to(&bytes[at..]);
        at = start + bytes[start..].iter().position(u8::is_ascii).unwrap_or(bytes.len() - start);
        (start < at).then_some(start..at)
    })
}

/// A part of a text without ASCII.
struct Stretch<'a> {
    text: &'a str,
    at: Range<usize>,
    chars: &'a [(usize, char)],
}

impl Stretch<'_> {
    /// Adds every run of a single-byte encoding.
    fn single_byte(&self, route: &Route, runs: &mut Vec<Run>) {
        let letter =
            |i: usize| self.chars.get(i).is_some_and(|(_, c)| c.is_alphabetic() && route.code(*c).is_some());
        let place = |i: usize| self.chars.get(i).map_or(self.at.end, |(at, _)| *at);
        let mut end = 0;
        while end < self.chars.len() {
            let start = end;
            let mut fixed = String::new();
            while let Some(c) = sequence(route, &self.chars[end..]) {
                fixed.push(c);
                end += c.len_utf8();
            }
            if end == start {
                end += 1;
            } else if !(start > 0 && letter(start - 1) || letter(end)) && fixed.chars().all(is_assigned) {
                runs.push(Run { at: place(start)..place(end), fixed });
            }
        }
    }

    /// The whole, if it is a run of a multi-byte encoding. Its parts are not looked at: sequences and characters end
    /// together only by chance.
    fn multi_byte(&self, route: &Route) -> Option<Run> {
        let mut bytes = Vec::new();
        let mut utf8 = Utf8::default();
        for (_, c) in self.chars {
            let code = route.code(*c)?.to_be_bytes();
            for byte in &code[code.iter().position(|byte| *byte != 0).unwrap_or(3)..] {
                utf8.push(*byte).then(|| bytes.push(*byte))?;
            }
        }
        let fixed = String::from_utf8(bytes).ok()?;
        let is_exact = route.via.read(fixed.as_bytes()).as_deref() == Some(&self.text[self.at.clone()]);
        is_exact.then_some(Run { at: self.at.clone(), fixed })
    }
}

/// The character whose bytes the first characters are, in a single-byte encoding.
fn sequence(route: &Route, chars: &[(usize, char)]) -> Option<char> {
    let byte = |i: usize| u8::try_from(route.code(chars.get(i)?.1)?).ok();
    let mut bytes = [byte(0)?, 0, 0, 0];
    let length = match bytes[0] {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    for (i, place) in bytes.iter_mut().enumerate().take(length).skip(1) {
        *place = byte(i)?;
    }
    std::str::from_utf8(&bytes[..length]).ok()?.chars().next()
}

fn is_assigned(c: char) -> bool {
    c.general_category() != GeneralCategory::Unassigned
}

/// Follows UTF-8 byte by byte, to give up early. What it lets pass is checked again: it knows nothing of overlong forms.
#[derive(Default)]
struct Utf8 {
    missing: u8,
}

impl Utf8 {
    fn push(&mut self, byte: u8) -> bool {
        self.missing = match (self.missing, byte) {
            (0, 0x00..=0x7F) => 0,
            (0, 0xC2..=0xDF) => 1,
            (0, 0xE0..=0xEF) => 2,
            (0, 0xF0..=0xF4) => 3,
            (1.., 0x80..=0xBF) => self.missing - 1,
            _ => return false,
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> String {
        match super::super::best(text, None, &[], true) {
            Some(found) => {
                super::super::replace(text, found.way.runs.iter().map(|run| (run.at.clone(), &run.fixed))).0
            }
            None => text.into(),
        }
    }

    /// Text in UTF-8, misread; none if the encoding has not all of its bytes.
    fn misread(via: Via, text: &str) -> Option<String> {
        via.read(text.as_bytes()).filter(|misread| misread != text)
    }

    const TEXTS: [&str; 8] = [
        "Déjà vu à l’été: «Ça», naïve, où êtes-vous? Prix: 3 €",
        "Zażółć gęślą jaźń; příliš žluťoučký kůň",
        "Съешь же ещё этих мягких французских булок, да выпей чаю",
        "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
        "נוסח קצר בעברית, שלום לכולם",
        "السلام عليكم ورحمة الله وبركاته",
        "開始 です。これは日本語の文です、漢字とかな",
        "Emoji 😀 and 🔥, “quoted” — dashed… and nothing more",
    ];

    #[test]
    fn what_any_encoding_made_of_it_is_undone() {
        let mut tried = 0;
        for route in SINGLE_ROUTES.iter() {
            for text in TEXTS {
                let Some(misread) = misread(route.via, text) else { continue };
                assert_eq!(repaired(&misread), text, "{}: {misread}", route.via);
                tried += 1;
            }
        }
        // Many encodings leave bytes undefined, which some text needs.
        assert!(tried >= 120, "{tried} of {}", SINGLE_ROUTES.len() * TEXTS.len());
    }

    #[test]
    fn multi_byte_encodings_are_undone_where_nothing_was_lost() {
        let mut found = Vec::new();
        for route in MULTI_ROUTES.iter() {
            for text in ["判断是否", "是c否已经", "取引可能時間", "西路三段", "주제곡에"]
            {
                let Some(misread) = misread(route.via, text) else { continue };
                assert_eq!(repaired(&misread), text, "{}: {misread}", route.via);
                found.push(route.via.name());
            }
        }
        found.dedup();
        assert_eq!(found, ["GBK", "Shift_JIS", "Big5", "EUC-KR"]);
    }

    #[test]
    fn right_text_is_left_alone() {
        for text in TEXTS.into_iter().chain([
            "В\u{a0}2018 году, С\u{a0}Новым годом, К\u{a0}нам, О\u{a0}нас, В\u{a0}Москве, С\u{a0}нами",
            "Рік Рівне Рідна Сім Рій Пісня Він Лівий РІК РІВНЕ",
            "Ε΄ τάξη, Δ΄ τάξη, Β΄ γυμνασίου, Ε΄ δημοτικού, Γ΄ λυκείου",
            "«IRMÔ “MAÇÔ ‘AMANHÃ’ “NÃO” “CORAÇÃO” PÃO",
            "CAFÉ® CAFÉ” «CAFÉ» CAFÉ… IDÉ™ À “É” É—É É©",
            "assassiné…» abandonné…» désespéré…” olá»… está»…",
            "там так только теории уже чем шаг раб сад тем чепчик",
            "치킨 치킨 체크 카카 큰 활활",
            "旅遊 天頂 知群学习模式 百分百物流 啪啪啪小说 联通 ジェックス",
            "ยง ยน ลด รกิจ ในฐานะ โกดัง",
            "ĐÃ MẤT, ĐÂY LÀ “NHÔ, CẢ NHÀ, ÂN CẦN, ÊM ĐỀM",
            "ΜΈΝΑ ΚΑΛΏΣ ΌΛΑ ΈΛΑ «ΝΑΊ»",
        ]) {
            assert_eq!(repaired(text), text);
        }
    }

    #[test]
    fn a_few_words_about_mojibake_are_left_alone() {
        let text = "Das „Ã©“ im Quelltext war ein é, „Ã¼“ ein ü.";
        assert_eq!(repaired(text), text);
    }

    #[test]
    fn right_and_wrong_text_side_by_side() {
        let right = "Déjà là. «É» Рік";
        assert_eq!(
            repaired(&format!("{right} dÃ©jÃ\u{a0} vu, “cafÃ©”, {right} Ã©tÃ©")),
            format!("{right} déjà vu, “café”, {right} été")
        );
    }

    #[test]
    fn words_of_one_letter_go_with_their_sentence() {
        let right = "Россия и Сибирь. Русский Север. Рим и Рига. Серов. Самара. Ростов. ".repeat(3);
        let wrong = misread(SINGLE_ROUTES[2].via, "кот и пёс в дому").unwrap();
        assert_eq!(repaired(&format!("{right}{wrong}")), format!("{right}кот и пёс в дому"));
    }
}

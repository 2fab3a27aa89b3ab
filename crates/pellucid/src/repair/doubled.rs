//! Runs of text which were UTF-8, were read in a legacy encoding, and then written as UTF-8 again: "Ã©" for "é".
//!
//! A run is a succession of characters whose bytes in a legacy encoding are whole sequences of UTF-8. Chance makes such
//! runs too: `В` and a no-break space are a no-break space through windows-1251, the Thai ยง is a § through windows-874, and
//! 치킨 is ġŲ through EUC-KR. What tells the two apart was found by listing the runs of 6,192 pages, and of the text in 121
//! languages which our models are trained on, and reading the most suspicious:
//!
//! - *Clean.* Real runs do not touch other letters of the legacy encoding: `Рі` may be a `г`, but not in `Рік`.
//! - *Odd.* Real runs join what nobody writes together: a letter and a symbol after it, a small letter and a capital,
//!   two scripts. `там` through IBM866 is a sign of Braille, but there is nothing odd about it.
//! - *Plausible.* What comes out of real runs are words of one script, accented letters of Latin, or punctuation.
//! - *Foreign.* The characters which begin the sequences are not used otherwise: `Ε΄` (fifth, in Greek) is a `Ŵ`, but
//!   a page with it is full of other `Ε`, or of Greek at least.
//!
//! A text must show [`BAR`] points of it, one for each sequence at most, before anything is repaired: what a page tells about
//! mojibake in passing is left alone.
//!
//! What it is bad at: a run which lost a byte (a no-break space that became a space) stays, since it cannot be put back
//! exactly; and runs cut from the middle of words whose rest is right.

use std::ops::Range;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

use super::check::is_noncharacter;
use super::kind::Kind;
use super::via::{MASKS, MULTI_ROUTES, Route, SINGLE_ROUTES, Via};

/// So many points make it certain. Of the double-encoded pages of our corpus the poorest have three; of all other
/// pages, those with two or more are double-encoded in some corner too, and were read.
const BAR: u32 = 3;
/// What is asked after a first repair, of the encoding that it went through: text misread twice shows less the second time.
const LOWER_BAR: u32 = 1;
/// How much may stand between two runs of the same sentence: a space, or a comma and a space, or a quote as well.
const GAP: usize = 3;

/// A place to repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub at: Range<usize>,
    pub fixed: String,
}

/// A run and what speaks for it.
struct Candidate {
    run: Run,
    sequences: u32,
    /// Whether anything about it is odd or plausible.
    likely: bool,
    /// Odd and plausible.
    strong: u32,
    /// Plausible.
    weak: u32,
    /// Beyond what chance does, whatever else the text uses these characters for.
    sure: bool,
    trusted: bool,
}

/// The runs of the encoding through which most of the text came, if any did. `only` asks about one encoding; `known` are
/// those through which some of it came already.
pub(super) fn find(text: &str, only: Option<Via>, known: &[Via]) -> Option<(Via, Vec<Run>)> {
    let scan = Scan::run(text, only);
    let mut best: Option<(u32, Via, Vec<Candidate>)> = None;
    for (route, candidates) in scan.candidates {
        let bar = if known.iter().any(|via| via.is_akin(route.via)) { LOWER_BAR } else { BAR };
        let Some((worth, candidates)) = weigh(text, &scan.used, route, candidates, bar) else { continue };
        if best.as_ref().is_none_or(|(most, _, _)| worth > *most) {
            best = Some((worth, route.via, candidates));
        }
    }
    let (_, via, mut candidates) = best?;
    trust_neighbours(text, &mut candidates);
    let trusted = candidates.into_iter().filter(|candidate| candidate.trusted);
    Some((via, trusted.map(|candidate| candidate.run).collect()))
}

/// How many sequences are to be repaired, and which candidates are trusted; none if there is too little to go by.
fn weigh(
    text: &str,
    used: &[u32],
    route: &Route,
    mut candidates: Vec<Candidate>,
    bar: u32,
) -> Option<(u32, Vec<Candidate>)> {
    if candidates.iter().map(|c| c.strong.max(c.weak)).sum::<u32>() < bar {
        return None;
    }
    // These are trusted as they are.
    if route.is_multi_byte() {
        return Some((candidates.iter().map(|candidate| candidate.sequences).sum(), candidates));
    }
    let mut leading = vec![0_u32; used.len()];
    for candidate in &candidates {
        leads(text, candidate).for_each(|number| leading[number] += 1);
    }
    let others = Others::of(text, used, &candidates);
    let (mut strong, mut weak, mut worth) = (0, 0, 0);
    for candidate in &mut candidates {
        let strays = |number: usize| used[number] - leading[number];
        let rare = |number: usize| strays(number) <= leading[number];
        let foreign = leads(text, candidate).all(rare) && !others.have(&text[candidate.run.at.clone()]);
        let unused = leads(text, candidate).all(|number| strays(number) == 0);
        candidate.trusted = foreign && candidate.likely || candidate.sure;
        if candidate.trusted {
            strong += candidate.strong;
            weak += if unused { candidate.weak } else { 0 };
            worth += candidate.sequences;
        }
    }
    // What only might be is believed in a text which has hardly any other letters beyond ASCII.
    let enough = strong >= bar || (strong + weak >= bar && others.count() < u64::from(worth));
    enough.then_some((worth, candidates))
}

/// The numbers of the characters which begin the sequences of a single-byte run.
fn leads<'a>(text: &'a str, candidate: &'a Candidate) -> impl Iterator<Item = usize> + 'a {
    let mut chars = text[candidate.run.at.clone()].chars();
    candidate.run.fixed.chars().map_while(move |fixed| {
        let lead = chars.next()?;
        chars.nth(fixed.len_utf8() - 2)?;
        Some(MASKS.number(lead))
    })
}

/// The letters which are in no run, by their scripts.
struct Others {
    scripts: Vec<(Script, u64)>,
    /// Characters which no single-byte encoding has.
    unknown: u64,
}

impl Others {
    fn of(text: &str, used: &[u32], candidates: &[Candidate]) -> Others {
        let mut left = used.to_vec();
        for candidate in candidates {
            text[candidate.run.at.clone()].chars().for_each(|c| left[MASKS.number(c)] -= 1);
        }
        let mut scripts: Vec<(Script, u64)> = Vec::new();
        let numbers = (1..left.len()).filter(|number| left[*number] > 0);
        for (mask, count) in numbers.map(|number| (MASKS.mask(number), u64::from(left[number]))) {
            match scripts.iter_mut().find(|(script, _)| *script == mask.script) {
                _ if !mask.kind.is_letter() => {}
                Some((_, sum)) => *sum += count,
                None => scripts.push((mask.script, count)),
            }
        }
        Others { scripts, unknown: left[0].into() }
    }

    fn count(&self) -> u64 {
        self.unknown + self.scripts.iter().map(|(_, count)| count).sum::<u64>()
    }

    /// Whether the text is in the script of a run. Everything has some Latin, so that says nothing.
    fn have(&self, run: &str) -> bool {
        let script = run.chars().next().map(script_of);
        script != Some(Script::Latin) && self.scripts.iter().any(|(known, _)| script == Some(*known))
    }
}

/// What a character is, looked up where that is fast.
fn kind_of(c: char) -> Kind {
    match MASKS.number(c) {
        0 => Kind::of(c),
        number => MASKS.mask(number).kind,
    }
}

/// The script of a character, looked up where that is fast.
fn script_of(c: char) -> Script {
    match MASKS.number(c) {
        0 => c.script(),
        number => MASKS.mask(number).script,
    }
}

/// A run beside a trusted one is of the same sentence: words of one letter prove nothing alone.
fn trust_neighbours(text: &str, candidates: &mut [Candidate]) {
    let near = |one: &Candidate, other: &Candidate| {
        let gap = &text[one.run.at.end..other.run.at.start];
        gap.len() <= GAP
            && !gap.bytes().any(|byte| byte.is_ascii_alphanumeric() || byte == b'<' || byte == b'>')
    };
    for i in 1..candidates.len() {
        candidates[i].trusted |= candidates[i - 1].trusted && near(&candidates[i - 1], &candidates[i]);
    }
    for i in (1..candidates.len()).rev() {
        candidates[i - 1].trusted |= candidates[i].trusted && near(&candidates[i - 1], &candidates[i]);
    }
}

/// Every run of a text, by encoding, in one pass.
struct Scan {
    candidates: Vec<(&'static Route, Vec<Candidate>)>,
    /// How often each character with a number occurs.
    used: Vec<u32>,
}

impl Scan {
    fn run(text: &str, only: Option<Via>) -> Scan {
        let mut single: Vec<(&Route, Vec<Candidate>)> =
            SINGLE_ROUTES.iter().map(|r| (r, Vec::new())).collect();
        let mut multi: Vec<(&Route, Vec<Candidate>)> = Vec::new();
        let mut used = vec![0; MASKS.len()];
        let mut chars = Vec::new();
        for at in stretches(text) {
            chars.clear();
            chars.extend(text[at.clone()].char_indices().map(|(i, c)| (at.start + i, c)));
            let mut suspicious = 0;
            let mut begins = 0;
            for (_, c) in &chars {
                let number = MASKS.number(*c);
                used[number] += 1;
                let mask = MASKS.mask(number);
                suspicious |= begins & mask.goes_on;
                begins = mask.begins;
            }
            let stretch = Stretch { text, at, chars: &chars };
            while suspicious != 0 {
                let (route, candidates) = &mut single[suspicious.trailing_zeros() as usize];
                suspicious &= suspicious - 1;
                if only.is_none_or(|via| via == route.via) {
                    stretch.single_byte(route, candidates);
                }
            }
            // All that begins a sequence there is a letter of East Asia.
            if stretch.chars[0].1 >= '\u{2E80}' {
                if multi.is_empty() {
                    let wanted = MULTI_ROUTES.iter().filter(|route| only.is_none_or(|via| via == route.via));
                    multi.extend(wanted.map(|route| (route, Vec::new())));
                }
                multi.iter_mut().for_each(|(route, candidates)| stretch.multi_byte(route, candidates));
            }
        }
        single.append(&mut multi);
        Scan { candidates: single, used }
    }
}

/// The longest parts of a text without ASCII.
pub(super) fn stretches(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
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
    /// Adds every clean run of a single-byte encoding.
    fn single_byte(&self, route: &Route, candidates: &mut Vec<Candidate>) {
        let letter = |i: usize| {
            self.chars.get(i).is_some_and(|(_, c)| kind_of(*c).is_letter() && route.code(*c).is_some())
        };
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
                candidates.push(self.candidate(start..end, fixed));
            }
        }
    }

    /// Weighs a run of a single-byte encoding.
    fn candidate(&self, chars: Range<usize>, fixed: String) -> Candidate {
        let run = &self.chars[chars.clone()];
        let next = self.chars.get(chars.end).map(|(at, _)| *at);
        let follower = self.text[next.unwrap_or(self.at.end)..].chars().next();
        let in_word = kind_of(run[run.len() - 1].1) == Kind::Symbol
            && follower.is_some_and(|c| c.is_ascii_alphabetic());
        let odd =
            run.windows(2).filter(|pair| is_odd(pair[0].1, pair[1].1)).count() as u32 + u32::from(in_word);
        let Sense { sequences, plausible, in_words } = Sense::of(&fixed);
        let long = fixed.chars().any(|c| is_plain(c) && c.len_utf8() > 2);
        Candidate {
            run: Run { at: run[0].0..next.unwrap_or(self.at.end), fixed },
            sequences,
            likely: odd + plausible > 0,
            strong: odd.min(plausible),
            weak: if odd == 0 { plausible } else { 0 },
            sure: odd > 0 && (in_words >= 2 || long),
            trusted: false,
        }
    }

    /// Adds the whole, if it is a run of a multi-byte encoding. Its parts are not looked at: sequences and characters
    /// end together only by chance.
    fn multi_byte(&self, route: &Route, candidates: &mut Vec<Candidate>) {
        let mut bytes = Vec::new();
        let mut utf8 = Utf8::default();
        for (_, c) in self.chars {
            let Some(code) = route.code(*c) else { return };
            let code = code.to_be_bytes();
            for byte in &code[code.iter().position(|byte| *byte != 0).unwrap_or(3)..] {
                if !utf8.push(*byte) {
                    return;
                }
                bytes.push(*byte);
            }
        }
        let Ok(fixed) = String::from_utf8(bytes) else { return };
        // Chance finds sequences of two bytes, letters of any scripts, up to six in a row in our text; two of three bytes
        // it found only with a rare ideograph among them.
        let words = Sense::of(&fixed).in_words;
        let long = fixed.chars().all(|c| c.is_ascii() || c.len_utf8() > 2);
        if !long || words < 2 || !fixed.chars().all(is_assigned) {
            return;
        }
        let original = &self.text[self.at.clone()];
        if route.via.read(fixed.as_bytes()).as_deref() == Some(original) {
            let run = Run { at: self.at.clone(), fixed };
            candidates.push(Candidate {
                run,
                sequences: words,
                likely: true,
                strong: words,
                weak: 0,
                sure: true,
                trusted: true,
            });
        }
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

/// Whether nobody would write these two side by side.
fn is_odd(one: char, other: char) -> bool {
    let kinds = (kind_of(one), kind_of(other));
    match kinds {
        (Kind::Small, Kind::Capital) | (Kind::Symbol, Kind::Symbol) => true,
        (Kind::Symbol, letter) | (letter, Kind::Symbol) => letter.is_letter(),
        (first, second) if first.is_letter() && second.is_letter() => {
            let scripts = [script_of(one), script_of(other)];
            scripts[0] != scripts[1] && !scripts.contains(&Script::Common)
        }
        _ => false,
    }
}

/// What comes out of a run.
struct Sense {
    sequences: u32,
    /// How many of them make sense.
    plausible: u32,
    /// How many are letters beside one of the same script.
    in_words: u32,
}

impl Sense {
    fn of(fixed: &str) -> Sense {
        let mut sense = Sense { sequences: 0, plausible: 0, in_words: 0 };
        let mut chars = fixed.chars().filter(|c| !c.is_ascii()).peekable();
        let mut before = None;
        while let Some(c) = chars.next() {
            let script = script_of_word(c);
            let in_word = script.is_some()
                && (before == script || chars.peek().and_then(|c| script_of_word(*c)) == script);
            sense.sequences += 1;
            sense.in_words += u32::from(in_word);
            sense.plausible += u32::from(in_word || is_plain(c));
            before = script;
        }
        sense
    }
}

/// The script of a letter, or of a mark on one. What Japanese and Korean mix is one script. Rare ideographs (Extension A) and
/// Yi are what chance makes, and no word.
fn script_of_word(c: char) -> Option<Script> {
    let kind = kind_of(c);
    let rare = matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{A000}'..='\u{A4CF}');
    ((kind.is_letter() || kind == Kind::Mark) && !rare).then(|| match script_of(c) {
        Script::Hiragana | Script::Katakana | Script::Hangul => Script::Han,
        script => script,
    })
}

/// Makes sense alone, in any text: letters of Europe and Vietnam, punctuation, currencies, symbols, emoji.
#[rustfmt::skip]
fn is_plain(c: char) -> bool {
    matches!(c,
        '\u{A0}'..='\u{17F}' | '\u{1EA0}'..='\u{1EF9}' | '\u{2010}'..='\u{2044}' | '\u{20A0}'..='\u{20BF}'
        | '\u{2100}'..='\u{214F}' | '\u{2190}'..='\u{27BF}' | '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF60}'
        | '\u{1F300}'..='\u{1FAFF}')
}

fn is_assigned(c: char) -> bool {
    c.general_category() != GeneralCategory::Unassigned && !is_noncharacter(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> String {
        match find(text, None, &[]) {
            Some((_, runs)) => {
                super::super::replace(text, runs.iter().map(|run| (run.at.clone(), &run.fixed))).0
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

//! Pieces of text as they stand on pages: of every length, in the quotes of the keyboard or of the typesetter, in
//! capitals, between bullets and no-break spaces.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use crate::typed::{Typist, plain};

/// How many ways there are to write a line.
const STYLES: usize = 16;

/// A line as it may stand on a page. Of real pages most have the quotes of the keyboard, some have headlines in
/// capitals, and some have more typographic signs and no-break spaces than sentences for reading aloud.
pub fn styled(line: &str, style: usize) -> String {
    match style % STYLES {
        0 | 8 => capitals(&plain(line)),
        1 => format!("•\u{A0}{line} · ® ™ "),
        2 => format!("“{line}” – "),
        3 => format!("\u{A0}{line}\u{A0}"),
        4 => format!("«{line}» … © "),
        9 => format!("{line} 12,50 € ({}) € 9 § 5", plain(line)),
        11 => format!("{line}: 100 m² – 20 °C ± ½ × £ 5 · 1."),
        10 => words(line, " • "),
        12 => words(line, " – "),
        14 => words(line, " » "),
        6 => line.replace('\'', "’").replace(" - ", " — "),
        5 if line.chars().any(is_east_asian) => full_width(line),
        7 if line.chars().any(is_east_asian) => half_width(line),
        _ => plain(line),
    }
}

/// As menus and lists are written: a sign between every two words.
fn words(line: &str, sign: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    words.chunks(2).map(|pair| pair.join(" ")).collect::<Vec<_>>().join(sign)
}

/// As headlines are written. Greek capitals bear no accents.
fn capitals(line: &str) -> String {
    let greek = |c: char| matches!(c, 'Ά'..='ώ');
    let bare = |c: char| c.nfd().find(|c| !greek(*c) || c.is_alphabetic()).unwrap_or(c);
    line.to_uppercase().chars().map(|c| if greek(c) { bare(c) } else { c }).collect()
}

/// Whether a character is of Chinese, Japanese or Korean.
pub fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}

/// With the wide letters, digits and spaces of East Asian keyboards.
fn full_width(line: &str) -> String {
    let wide = |c: char| match c {
        ' ' => '\u{3000}',
        '!'..='~' => char::from_u32(c as u32 - 0x21 + 0xFF01).unwrap_or(c),
        _ => c,
    };
    let ornaments = ["【", "】", "■", "★", "→", "「", "」", "・", "①", "│"];
    let ornament = ornaments[line.len() % ornaments.len()];
    format!("{ornament}{}　{ornament}", line.chars().map(wide).collect::<String>())
}

/// With narrow katakana, as on Japanese pages for old telephones; other text is only put between signs.
fn half_width(line: &str) -> String {
    static NARROW: LazyLock<HashMap<char, char>> =
        LazyLock::new(|| ('\u{FF66}'..='\u{FF9D}').filter_map(|n| Some((n.nfkc().next()?, n))).collect());
    let narrow = |c: char| NARROW.get(&c).copied().unwrap_or(c);
    let kana = |c: char| match c {
        '\u{3099}' => 'ﾞ',
        '\u{309A}' => 'ﾟ',
        '\u{30A1}'..='\u{30FC}' => narrow(c),
        _ => c,
    };
    let split = |c: char| match c {
        '\u{30A1}'..='\u{30FC}' => c.nfd().map(kana).collect::<String>(),
        _ => c.to_string(),
    };
    format!("・{}｜", line.chars().map(split).collect::<String>())
}

/// Windows have between so many characters.
const SHORTEST: f64 = 4.0;
const LONGEST: f64 = 400.0;

/// Bytes of a random window of text in an encoding, with at least one beyond ASCII; none if there is no such byte.
pub fn window(random: &mut fastrand::Rng, lines: &[&str], typist: &mut Typist) -> Option<Vec<u8>> {
    // Short ones are as common as long ones.
    let length = (SHORTEST * libm::pow(LONGEST / SHORTEST, random.f64())) as usize;
    let mut characters: Vec<char> = Vec::new();
    while characters.len() < length {
        characters.extend(styled(lines[random.usize(..lines.len())], random.usize(..STYLES)).chars());
        characters.push('\n');
    }
    let beyond: Vec<usize> = (0..characters.len()).filter(|&n| !characters[n].is_ascii()).collect();
    let at = *beyond.get(random.usize(..beyond.len().max(1)))?;
    let start = at.saturating_sub(random.usize(..length)).min(characters.len().saturating_sub(length));
    let window: String = characters[start..characters.len().min(start + length)].iter().collect();
    Some(typist.line(&window)).filter(|bytes| !bytes.is_ascii())
}

/// Windows of one language and length, at most.
const MOST: usize = 200;

/// Windows of so many bytes from all over a text, each from the beginning of a line.
pub fn cut(text: &str, length: usize) -> Vec<String> {
    let mut windows = Vec::new();
    let mut window = String::new();
    for line in text.lines() {
        window.push_str(line);
        window.push('\n');
        if window.len() >= length {
            let end = (0..=length).rev().find(|&end| window.is_char_boundary(end)).unwrap_or(0);
            window.truncate(end);
            windows.push(std::mem::take(&mut window));
        }
    }
    let every = windows.len().div_ceil(MOST).max(1);
    windows.into_iter().step_by(every).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_cut_between_characters_and_from_all_over_a_text() {
        assert_eq!(cut("aé\nbcd\n", 2), ["a", "bc"]);
        let lines: String = (1000..2000).map(|n| format!("{n}\n")).collect();
        let windows = cut(&lines, 4);
        assert_eq!((windows.len(), &*windows[0], &*windows[199]), (200, "1000", "1995"));
    }
}

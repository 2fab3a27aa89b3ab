//! Text of a legacy encoding which was read in another one and written as UTF-8: "Ïðèâåò" or "оПХБЕР" for "Привет".
//!
//! It is read anew line by line, where lines also end at markup: a word alone may be a word in both encodings. Whether
//! it reads better then is for [`reads`](super::reads) to say.

use std::ops::Range;
use std::sync::LazyLock;

use super::via::{Route, Via};
use super::{Run, Way};
use crate::encodings::{self, Encoding, Family};

/// What is read as a Western encoding.
static WESTERN: &[&Encoding] = &[
    &encodings::WINDOWS_1251,
    &encodings::KOI8_R,
    &encodings::WINDOWS_1253,
    &encodings::WINDOWS_1255,
    &encodings::WINDOWS_1256,
    &encodings::WINDOWS_874,
    &encodings::SHIFT_JIS,
    &encodings::EUC_JP,
    &encodings::GBK,
    &encodings::BIG5,
    &encodings::EUC_KR,
];
/// What is read as a Cyrillic one.
static CYRILLIC: &[&Encoding] = &[&encodings::WINDOWS_1251, &encodings::KOI8_R];

/// The encodings as which text is misread, and those in which it was.
static ROUTES: LazyLock<Vec<(Route, &[&Encoding])>> = LazyLock::new(|| {
    vec![
        (Route::new(Via::Encoding(&encodings::WINDOWS_1252)), WESTERN),
        (Route::new(Via::Latin1), WESTERN),
        (Route::new(Via::Encoding(&encodings::WINDOWS_1251)), CYRILLIC),
        (Route::new(Via::Encoding(&encodings::KOI8_R)), CYRILLIC),
    ]
});
/// A line with fewer characters beyond ASCII in a row is none of these: few languages write so many accents.
const IN_A_ROW: usize = 3;
/// So many letters of ASCII there may be to a character beyond it: a strange word in a line shows little.
const ASCII: usize = 3;
/// The longest word of a script that puts spaces between words.
const WORD: usize = 40;
/// Lines with so many bytes show whether the others are worth a look.
const SHOWN: usize = 150;
/// Among them so many letters or control characters: a few signs together are an ornament.
const LETTERS: usize = 2;

/// Every way in which legacy text may have been misread, if its first lines read better then.
pub(super) fn ways(text: &str) -> Vec<Way> {
    let mut ways = Vec::new();
    for (route, encodings) in ROUTES.iter() {
        let mut left = SHOWN;
        let is_shown = |at: &Range<usize>| {
            let before = left;
            left = left.saturating_sub(at.len());
            before > 0
        };
        let first: Vec<Range<usize>> = lines(text, route).take_while(is_shown).collect();
        if first.is_empty() {
            continue;
        }
        for was in encodings.iter().filter(|was| Via::Encoding(was) != route.via) {
            // If both are Cyrillic, most lines of a page are in question.
            let is_whole = *encodings == CYRILLIC;
            let way = |lines: &mut dyn Iterator<Item = Range<usize>>| {
                let runs = lines.filter_map(|at| run(text, at, route, was)).collect();
                Way { route, was, runs, is_whole }
            };
            let shown = &text[..first.last().map_or(0, |at| at.end)];
            if way(&mut first.iter().cloned()).weigh(shown).gain > 0.0 {
                ways.push(way(&mut lines(text, route)));
            }
        }
    }
    ways
}

/// A line, read in another encoding, if that can be taken back exactly.
fn run(text: &str, at: Range<usize>, route: &Route, was: &'static Encoding) -> Option<Run> {
    // A list of all accents is no word.
    let longest = text[at.clone()].split(|c: char| c.is_ascii()).map(|word| word.chars().count()).max();
    let has_words = was.family() == Family::SingleByte && was != &encodings::WINDOWS_874;
    if has_words && longest > Some(WORD) {
        return None;
    }
    let bytes = route.via.write(&text[at.clone()])?;
    let fixed = Via::Encoding(was).read(&bytes)?;
    let is_exact = Via::Encoding(was).write(&fixed)? == bytes && route.via.read(&bytes)? == text[at.clone()];
    is_exact.then_some(Run { at, fixed })
}

/// The parts of lines which may have been misread, from their first character beyond ASCII on.
fn lines<'a>(text: &'a str, route: &'a Route) -> impl Iterator<Item = Range<usize>> + 'a {
    let bytes = text.as_bytes();
    let mut at = 0;
    let lines = std::iter::from_fn(move || {
        // Most of a page is ASCII: from its next other byte to both ends of the line.
        let high = at + encoding_rs::Encoding::ascii_valid_up_to(&bytes[at..]);
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'<' | b'>');
        let start = bytes[at..high].iter().rposition(is_end).map_or(at, |place| at + place + 1);
        let end =
            memchr::memchr3(b'\n', b'<', b'>', &bytes[high..]).map_or(bytes.len(), |place| high + place);
        at = end;
        (high < bytes.len()).then_some(start..end)
    });
    let is_likely = |line: &Range<usize>| may_be(route.via, &bytes[line.clone()]);
    lines.filter(is_likely).flat_map(move |line| parts(text, line, route))
}

/// Whether a line of UTF-8 may have been read in an encoding: a look at the first bytes of characters.
fn may_be(via: Via, line: &[u8]) -> bool {
    let has_control = || memchr::memchr_iter(0xC2, line).any(|at| line[at + 1] < 0xA0);
    match via {
        // What has no control characters is the same in windows-1252.
        Via::Latin1 => has_control(),
        Via::Encoding(encoding) if encoding == &encodings::WINDOWS_1252 => {
            memchr::memchr3(0xC3, 0xC5, 0xC6, line).is_some() || has_control()
        }
        Via::Encoding(_) => memchr::memchr2(0xD0, 0xD1, line).is_some(),
    }
}

fn parts(text: &str, line: Range<usize>, route: &Route) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut found = Found::default();
    let (mut start, mut row, mut letters) = (None, 0, 0);
    let chars = text[line.clone()].char_indices().map(|(at, c)| (line.start + at, Some(c)));
    for (at, c) in chars.chain([(line.end, None)]) {
        match c {
            Some(c) if c.is_ascii() => {
                found.ascii += usize::from(start.is_some() && c.is_ascii_alphabetic());
                (row, letters) = (0, 0);
            }
            Some(c) if route.code(c).is_some() => {
                start.get_or_insert(at);
                (row, found.high) = (row + 1, found.high + 1);
                letters += usize::from(c.is_alphabetic() || c.is_control());
                found.has_row |= row >= IN_A_ROW && letters >= LETTERS;
            }
            _ => {
                let found = std::mem::take(&mut found);
                let is_likely = found.has_row && found.ascii <= ASCII * found.high;
                parts.extend(start.take().filter(|_| is_likely).map(|start| start..at));
                (row, letters) = (0, 0);
            }
        }
    }
    parts
}

/// What there is in a part of a line.
#[derive(Default)]
struct Found {
    has_row: bool,
    /// Letters of ASCII.
    ascii: usize,
    /// Characters beyond ASCII.
    high: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUSSIAN: &str = "Съешь же ещё этих мягких французских булок, да выпей чаю. Или нет";

    #[test]
    fn lines_are_read_in_their_encoding() {
        let windows =
            |text: &str| ROUTES[0].0.via.read(encodings::WINDOWS_1251.encode(text).bytes()).unwrap();
        let misread = format!("<p>{}</p>\n – {} 日本", windows(RUSSIAN), windows("Или нет"));
        let ways = ways(&misread);
        let way = ways.iter().find(|way| way.was == &encodings::WINDOWS_1251).expect("that is better");
        let fixed: Vec<_> = way.runs.iter().map(|run| &*run.fixed).collect();
        assert_eq!(fixed, [RUSSIAN, "– Или нет "]);
    }

    #[test]
    fn accents_here_and_there_are_no_such_lines() {
        let french = "Déjà là, où êtes-vous? À l’été, ça naît, çà et là, “É”, “À”, ß, ÀÉ ÈÇ";
        assert_eq!(lines(french, &ROUTES[0].0).count(), 0);
        let dutch = "inwoners werden ÏÌá van Nederland, Amsterdam";
        assert_eq!(lines(dutch, &ROUTES[0].0).count(), 0, "a strange word");
    }
}

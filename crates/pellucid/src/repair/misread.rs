//! Words of a legacy encoding which were read as windows-1252 and written as UTF-8: "Ïðèâåò" for "Привет".
//!
//! Such words are letters with accents and nothing else, which no language has many of. Which encoding they were in, our
//! own detector says; it is believed when it is sure, and when all words then are of one script that is not Latin.

use std::ops::Range;
use std::sync::LazyLock;

use unicode_script::{Script, UnicodeScript};

use super::doubled::{Run, stretches};
use super::via::{Route, Via};
use crate::encodings::{self, Encoding, Family};

/// So many words, of so many letters each, make it certain.
const WORDS: usize = 8;
/// The shortest word which counts. Shorter ones are repaired with the others.
const LENGTH: usize = 3;
/// The shortest word which is repaired: `à` and `é` are words of their own.
const SHORTEST: usize = 2;

pub(super) const VIA: Via = Via::Encoding(&encodings::WINDOWS_1252);

static WINDOWS_1252: LazyLock<Route> = LazyLock::new(|| Route::new(VIA));

/// The encoding they were in, and the words; `detect` says in which encoding bytes are, if it is sure.
pub(super) fn find(
    text: &str,
    detect: impl Fn(&[u8]) -> Option<&'static Encoding>,
) -> Option<(&'static Encoding, Vec<Run>)> {
    let words: Vec<(Range<usize>, Vec<u8>)> =
        stretches(text).filter_map(|at| Some((at.clone(), word(text, &at)?))).collect();
    let long = || words.iter().map(|(_, bytes)| bytes).filter(|bytes| bytes.len() >= LENGTH);
    if long().count() < WORDS {
        return None;
    }
    let encoding = detect(&long().map(Vec::as_slice).collect::<Vec<_>>().join(&b' '))?;
    if !matches!(encoding.family(), Family::SingleByte | Family::MultiByte) {
        return None;
    }
    let runs: Vec<Run> = words
        .into_iter()
        .filter_map(|(at, bytes)| {
            let fixed = Via::Encoding(encoding).read(&bytes)?;
            let exact =
                Via::Encoding(encoding).write(&fixed)? == bytes && VIA.read(&bytes)? == text[at.clone()];
            exact.then_some(Run { at, fixed })
        })
        .collect();
    is_one_script(&runs).then_some((encoding, runs))
}

/// The bytes of a word which may have been misread.
fn word(text: &str, at: &Range<usize>) -> Option<Vec<u8>> {
    let touches = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let bytes = text.as_bytes();
    if touches(bytes[..at.start].last()) || touches(bytes.get(at.end)) {
        return None;
    }
    let word = &text[at.clone()];
    let codes = word.chars().map(|c| WINDOWS_1252.code(c).and_then(|code| u8::try_from(code).ok()));
    let written: Vec<u8> = codes.collect::<Option<_>>()?;
    (word.chars().filter(|c| c.is_alphabetic()).count() >= SHORTEST).then_some(written)
}

/// Whether nearly all letters are of one script, and that one is not Latin.
fn is_one_script(runs: &[Run]) -> bool {
    let letters =
        || runs.iter().flat_map(|run| run.fixed.chars()).filter(|c| c.is_alphabetic()).map(|c| c.script());
    let Some(first) =
        letters().find(|script| !matches!(script, Script::Latin | Script::Common | Script::Inherited))
    else {
        return false;
    };
    let same = letters().filter(|script| *script == first).count();
    same * 20 >= letters().count() * 19
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUSSIAN: &str = "Съешь же ещё этих мягких французских булок, да выпей чаю. Или нет";

    fn sure_of(encoding: &'static Encoding) -> impl Fn(&[u8]) -> Option<&'static Encoding> {
        move |_| Some(encoding)
    }

    #[test]
    fn words_are_read_in_their_encoding() {
        let misread = VIA.read(encodings::WINDOWS_1251.encode(RUSSIAN).bytes()).unwrap();
        let (encoding, runs) = find(&misread, sure_of(&encodings::WINDOWS_1251)).unwrap();
        assert_eq!((encoding.name(), runs.len()), ("windows-1251", 12));
        assert_eq!(runs[0].fixed, "Съешь");
        assert_eq!(find(&misread, |_| None), None, "nobody is sure");
        assert_eq!(find(&misread, sure_of(&encodings::ISO_8859_2)), None, "that would be Latin");
    }

    #[test]
    fn words_with_ascii_letters_are_no_such_words() {
        let french = "Déjà là, où êtes-vous? À l’été, ça naît, çà et là, “É”, “À”, ß, ÀÉ ÈÇ ÀÉÈ";
        assert_eq!(find(french, sure_of(&encodings::WINDOWS_1251)), None);
    }
}

//! Text of many languages → pages with a correct declaration, which must be obeyed, and with a false one, which must be overruled.
//!
//! Every language is written in every encoding of the web that has its letters: the pairs that its row of `languages.tsv` lists,
//! and all others, in which a page is unusual but no less declared. Escape encodings, UTF-8 and UTF-16 are known by their bytes
//! and left out.

use anyhow::Result;
use pellucid::encodings::{self, ENCODINGS};
use pellucid::{Detector, Encoding, Family, Use};
use pellucid_corpora::languages::Language;
use pellucid_corpora::typed::{exactly, plain};
use rayon::prelude::*;

use super::{Measured, Outcome, ask, is_misread};
use crate::labels;
use crate::score::Judge;

/// A page has at least so many characters of text.
const LENGTH: usize = 600;
/// Pages of a language in an encoding that is usual for it; in any other, one.
const USUAL: usize = 5;

/// A false declaration is put before so many bytes beyond ASCII, at least: with fewer, nobody can know that it is false.
const BEYOND: usize = 10;

/// Labels that are often false, by the encoding that pages with them are in: the default of a server, of an editor or of a
/// template, and the encoding of the neighbours.
const FALSE: &[(&Encoding, &[&str])] = &[
    (&encodings::IBM866, &["iso-8859-1", "utf-8", "windows-1251", "koi8-r"]),
    (&encodings::ISO_8859_2, &["iso-8859-1", "utf-8", "windows-1250"]),
    (&encodings::ISO_8859_3, &["iso-8859-1", "utf-8"]),
    (&encodings::ISO_8859_4, &["iso-8859-1", "utf-8", "windows-1257"]),
    (&encodings::ISO_8859_5, &["iso-8859-1", "utf-8", "windows-1251", "koi8-r"]),
    (&encodings::ISO_8859_6, &["iso-8859-1", "utf-8", "windows-1256"]),
    (&encodings::ISO_8859_7, &["iso-8859-1", "utf-8", "windows-1253"]),
    (&encodings::ISO_8859_8, &["iso-8859-1", "utf-8"]),
    (&encodings::ISO_8859_8_I, &["iso-8859-1", "utf-8"]),
    (&encodings::ISO_8859_10, &["iso-8859-1", "utf-8"]),
    (&encodings::ISO_8859_13, &["iso-8859-1", "utf-8", "iso-8859-4"]),
    (&encodings::ISO_8859_14, &["iso-8859-1", "utf-8"]),
    (&encodings::ISO_8859_15, &["iso-8859-1", "utf-8"]),
    (&encodings::ISO_8859_16, &["iso-8859-1", "utf-8", "iso-8859-2"]),
    (&encodings::KOI8_R, &["iso-8859-1", "utf-8", "windows-1251"]),
    (&encodings::KOI8_U, &["iso-8859-1", "utf-8", "windows-1251", "koi8-r"]),
    (&encodings::MACINTOSH, &["iso-8859-1", "utf-8"]),
    (&encodings::WINDOWS_874, &["iso-8859-1", "utf-8"]),
    (&encodings::WINDOWS_1250, &["iso-8859-1", "utf-8", "iso-8859-2"]),
    (&encodings::WINDOWS_1251, &["iso-8859-1", "utf-8", "koi8-r", "iso-8859-5"]),
    (&encodings::WINDOWS_1252, &["utf-8", "iso-8859-2", "gb2312"]),
    (&encodings::WINDOWS_1253, &["iso-8859-1", "utf-8", "iso-8859-7"]),
    (&encodings::WINDOWS_1254, &["iso-8859-1", "utf-8"]),
    (&encodings::WINDOWS_1255, &["iso-8859-1", "utf-8", "iso-8859-8"]),
    (&encodings::WINDOWS_1256, &["iso-8859-1", "utf-8", "iso-8859-6"]),
    (&encodings::WINDOWS_1257, &["iso-8859-1", "utf-8", "iso-8859-4"]),
    (&encodings::WINDOWS_1258, &["iso-8859-1", "utf-8"]),
    (&encodings::X_MAC_CYRILLIC, &["iso-8859-1", "utf-8", "windows-1251"]),
    (&encodings::GBK, &["iso-8859-1", "utf-8", "big5"]),
    (&encodings::GB18030, &["iso-8859-1", "utf-8", "big5"]),
    (&encodings::BIG5, &["iso-8859-1", "utf-8", "gb2312"]),
    (&encodings::EUC_JP, &["iso-8859-1", "utf-8", "shift_jis", "iso-2022-jp"]),
    (&encodings::SHIFT_JIS, &["iso-8859-1", "utf-8", "euc-jp", "iso-2022-jp"]),
    (&encodings::EUC_KR, &["iso-8859-1", "utf-8", "shift_jis"]),
];

/// Where a declaration stands.
const WAYS: [&str; 3] = ["meta", "header", "both"];

/// The text of a page, and what is known about it.
struct Text {
    language: String,
    encoding: &'static Encoding,
    /// Whether the language was written in this encoding.
    usual: bool,
    /// Paragraphs, encoded.
    body: Vec<u8>,
}

/// Makes the pages and asks about them.
pub fn measure(languages: &[Language]) -> Result<Measured> {
    let texts: Vec<Vec<Text>> = languages.par_iter().map(texts).collect::<Result<_>>()?;
    let outcomes = texts.par_iter().flatten().flat_map_iter(outcomes).collect();
    Ok(Measured {
        name: "declared",
        title: "Declared encodings: correct ones, and false ones",
        note: "A correct declaration must be obeyed, a false one overruled. Usual pairs of language and encoding are those of the \
               language's row in `languages.tsv`; other pairs can be written, but rarely were. East Asian: multi-byte encodings. \
               Right is decode-equal.",
        columns: vec!["language", "encoding", "declared", "way"],
        by: vec!["encoding", "language"],
        not_calibrated: Vec::new(),
        outcomes: by_group(outcomes),
    })
}

/// Correct declarations first, then usual pairs, then the encodings of one byte.
fn by_group(mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
    let order = |one: &Outcome| {
        let has = |word: &str| one.group.contains(word);
        (has("false"), has("other"), has("East"), WAYS.iter().position(|way| has(way)))
    };
    outcomes.sort_by_key(order);
    outcomes
}

/// The language in each encoding that can write it.
fn texts(language: &Language) -> Result<Vec<Text>> {
    let valid = language.valid()?;
    let typed = valid.lines().filter(|line| !is_misread(line)).map(plain);
    let lines: Vec<String> = typed.filter(|line| !line.contains(['<', '&'])).collect();
    let texts = |encoding: &'static Encoding| {
        // Text does not distinguish GB 18030 from GBK, so the table of languages has one of them.
        let listed = if encoding == &encodings::GB18030 { &encodings::GBK } else { encoding };
        let usual = language.encodings.contains(&listed);
        let bodies = bodies(&lines, encoding, if usual { USUAL } else { 1 });
        bodies.into_iter().map(move |body| Text { language: language.file.clone(), encoding, usual, body })
    };
    Ok(on_the_web().flat_map(texts).collect())
}

fn on_the_web() -> impl Iterator<Item = &'static Encoding> {
    let is_asked = |encoding: &&'static Encoding| {
        encoding.usage() == Use::Web && matches!(encoding.family(), Family::SingleByte | Family::MultiByte)
    };
    ENCODINGS.iter().copied().filter(is_asked)
}

/// The paragraphs of so many pages, or of as many as the lines are enough for.
fn bodies(lines: &[String], encoding: &'static Encoding, pages: usize) -> Vec<Vec<u8>> {
    let mut written = lines.iter().filter_map(|line| Some((line, exactly(line, encoding)?)));
    std::iter::from_fn(|| body(&mut written)).take(pages).collect()
}

/// Paragraphs with lines that an encoding writes: first one that is not ASCII, then the others as they come. None where they are
/// too few, or where all of them are ASCII.
fn body<'a>(written: &mut impl Iterator<Item = (&'a String, Vec<u8>)>) -> Option<Vec<u8>> {
    let (mut first, mut others, mut length) = (None, Vec::new(), 0);
    while first.is_none() || length < LENGTH {
        let (line, bytes) = written.next()?;
        if first.is_none() && !line.is_ascii() {
            first = Some(bytes);
        } else if length < LENGTH {
            others.push(bytes);
        } else {
            continue;
        }
        length += line.chars().count();
    }
    let paragraphs = first.into_iter().chain(others);
    Some(paragraphs.flat_map(|line| [b"<p>", &*line, b"</p>\n"].concat()).collect())
}

fn outcomes(text: &Text) -> Vec<Outcome> {
    let truth = text.encoding.name().to_ascii_lowercase();
    let known =
        FALSE.iter().find(|(encoding, _)| *encoding == text.encoding).map_or(&[][..], |(_, known)| known);
    let canonical = labels::canonical(&truth);
    let mut judge = Judge::new(&canonical, &text.body);
    let beyond = text.body.iter().filter(|byte| !byte.is_ascii()).count();
    let mut outcomes = Vec::new();
    for (label, kind) in
        std::iter::once((&*truth, "correct")).chain(known.iter().map(|label| (*label, "false")))
    {
        // Where both read alike, the declaration is not false.
        if kind == "false" && (beyond < BEYOND || judge.verdict(Some(label)).decode_equal) {
            continue;
        }
        for way in WAYS {
            let (detector, page) = page(&text.body, label, way);
            let (answer, confidence, right) = ask(&detector, &page, text.encoding);
            let pair = if text.usual { "usual pairs" } else { "other pairs" };
            let family =
                if text.encoding.family() == Family::MultiByte { "East Asian" } else { "single-byte" };
            outcomes.push(Outcome {
                group: format!("{kind}, {pair}, {family}, {way}"),
                about: vec![text.language.clone(), truth.clone(), label.to_owned(), way.to_owned()],
                answer,
                confidence,
                right,
            });
        }
    }
    outcomes
}

/// A page that declares a label in one of the ways, and a detector that knows its header.
fn page(body: &[u8], label: &str, way: &str) -> (Detector, Vec<u8>) {
    let meta = if way == "header" { String::new() } else { format!("<meta charset=\"{label}\">\n") };
    let head = format!("<!DOCTYPE html>\n<html>\n<head>\n{meta}</head>\n<body>\n");
    let header = (way != "meta").then(|| format!("text/html; charset={label}"));
    let detector = Detector::default().for_page(header.as_deref(), None, None);
    (detector, [head.as_bytes(), body, b"</body>\n</html>\n"].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_of_the_web_has_its_false_labels() {
        for encoding in on_the_web() {
            let (_, labels) =
                FALSE.iter().find(|(one, _)| *one == encoding).unwrap_or_else(|| panic!("{encoding}"));
            for label in *labels {
                assert!(
                    Encoding::for_label(label).is_some_and(|meant| meant != encoding),
                    "{encoding}: {label}"
                );
            }
        }
        assert_eq!(on_the_web().count(), FALSE.len());
    }

    #[test]
    fn pages_have_only_what_the_encoding_writes() {
        let line = |line: &str| line.to_owned();
        let two = ["Die Straße ist für Fußgänger gesperrt.", "Ein Wort mit ő nicht."];
        let lines: Vec<String> = two.map(line).into_iter().cycle().take(80).collect();
        let made = bodies(&lines, &encodings::WINDOWS_1252, 9);
        assert_eq!(made.len(), 2);
        let text = encodings::WINDOWS_1252.decode(&made[0]).text().to_owned();
        assert!(text.contains("Fußgänger") && !text.contains("Wort"), "{text}");
        assert!(text.chars().count() >= LENGTH && text.matches("<p>").count() == 16, "{text}");
        assert!(bodies(&lines[..20], &encodings::WINDOWS_1252, 1).is_empty(), "too short");
        assert!(bodies(&lines, &encodings::WINDOWS_1251, 1).is_empty(), "nothing can be written");
        let mut ascii = vec![line("plain ASCII"); 90];
        assert!(bodies(&ascii, &encodings::KOI8_R, 1).is_empty(), "nothing is asked");
        ascii.push(line("Жар"));
        let made = bodies(&ascii, &encodings::KOI8_R, 1);
        let text = encodings::KOI8_R.decode(&made[0]).text().to_owned();
        assert!(text.starts_with("<p>Жар</p>\n<p>plain") && text.matches("<p>").count() == 56, "{text}");
    }

    #[test]
    fn a_page_in_russian_is_read_by_correct_labels_and_despite_false_ones() {
        let line =
            "<p>Каждый охотник желает знать, где сидит фазан, и каждый читатель хочет видеть буквы.</p>\n";
        let text = Text {
            language: "ru".into(),
            encoding: &encodings::KOI8_R,
            usual: true,
            body: encodings::KOI8_R.encode(&line.repeat(8)).into_bytes(),
        };
        let made = by_group(outcomes(&text));
        assert_eq!(made.len(), 3 + 3 * 3);
        assert!(made.iter().all(|one| one.right), "{made:?}");
        assert_eq!(made[0].group, "correct, usual pairs, single-byte, meta");
        assert_eq!(made[3].about, ["ru", "koi8-r", "iso-8859-1", "meta"]);
    }

    #[test]
    fn a_label_that_reads_alike_is_not_false() {
        let text = Text {
            language: "fr".into(),
            encoding: &encodings::ISO_8859_15,
            usual: true,
            body: b"<p>caf\xE9</p>\n".repeat(100),
        };
        let labels: Vec<String> = outcomes(&text).into_iter().map(|one| one.about[2].clone()).collect();
        assert!(
            !labels.contains(&"iso-8859-1".to_owned()) && labels.contains(&"utf-8".to_owned()),
            "{labels:?}"
        );
    }
}

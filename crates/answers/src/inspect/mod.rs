//! What the inspector asks about a page, whether the library is in its browser or behind the service: one question in words, one
//! object. Large pages stay where they are: of long texts, an answer has the beginning.

mod bytes;
mod excerpt;
mod r2l;
mod repaired;

use std::collections::BTreeMap;

use pellucid::decode::DecodeError;
use pellucid::extract::{Comments, Extract, Extractor, ExtractorName, Favor, Scored};
use pellucid::papers::r2l::{Paper, R2l, Script};
use pellucid::{Detector, Encoding, Method, Page, PageOptions};
use serde::Serialize;

pub use self::bytes::{Cell, Window, locate, window};
pub use self::excerpt::Excerpt;
pub use self::r2l::{Region, Seen};
pub use self::repaired::{Change, Repair};
use crate::hints::{self, WrongHint, encoding, wrong};
use crate::{Content, Guess, Score, Wanted};

/// What a question may say beside hints.
pub const WORDS: [&str; 7] = ["ask", "encodings", "start", "end", "favor", "comments", "script"];

/// So much of a text is shown at once, in units of UTF-16 as everywhere here.
const SHOWN: usize = 60_000;
/// So many bytes are in a window at most: it is for eyes.
const WINDOW: usize = 1 << 16;
/// So many blocks are shown, and so much of each.
const BLOCKS: usize = 1_500;
const BLOCK: usize = 2_000;
/// So much of what an extractor gives, beside others.
const BESIDE: usize = 600;
/// So many lines of a page are in the figures of R2L.
const LINES: usize = 200_000;

/// A question about a page.
#[derive(Debug)]
pub struct Question {
    detector: Detector,
    asked: Asked,
}

#[derive(Debug)]
enum Asked {
    Guess,
    Read,
    Glimpses(Vec<&'static Encoding>),
    Window { start: usize, end: usize },
    Repair,
    Page { favor: Favor, comments: Comments },
    Methods(Vec<(Method, Result<Detector, WrongHint>)>),
    Extractors,
    R2l(Script),
}

/// What is asked, as `ask` says it.
pub const ASK: [&str; 9] =
    ["guess", "read", "glimpses", "window", "repair", "page", "methods", "extractors", "r2l"];

/// An answer.
#[derive(Serialize)]
#[serde(untagged)]
#[allow(missing_docs)] // `Question` explains them.
pub enum Answer {
    Guess(Guess),
    Reading(Reading),
    Glimpses(Vec<String>),
    Window(Window),
    Repair(Repair),
    Page(Box<PageAnswer>),
    Methods(Vec<MethodAnswer>),
    Extractors(Vec<ExtractorAnswer>),
    R2l(Seen),
}

/// A page read in one encoding: with its markup, and, if it has any, without.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct Reading {
    #[serde(flatten)]
    pub whole: Excerpt,
    pub visible: Option<Excerpt>,
    pub encoding: &'static str,
    pub replaced: u64,
    /// The first places that did not decode, in bytes.
    pub positions: Vec<[u64; 2]>,
    pub check: BTreeMap<&'static str, u64>,
}

/// The content of a page. Of its blocks, `scores` has the first.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct PageAnswer {
    pub content: Content,
    /// Of all blocks, and of those that are main content.
    pub all: Count,
    pub chosen: Count,
}

/// How many blocks there are, and how long they are.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[allow(missing_docs)]
pub struct Count {
    pub blocks: usize,
    pub characters: u64,
}

/// The answer of a method, or why there is none.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct MethodAnswer {
    pub method: &'static str,
    pub guess: Option<Guess>,
    pub error: Option<String>,
}

/// What an extractor makes of a page.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct ExtractorAnswer {
    pub extractor: &'static str,
    #[serde(flatten)]
    pub text: Excerpt,
}

impl Question {
    /// What these words ask; hints are among them. `ask` is one of [`ASK`]:
    ///
    /// - `guess`: the encoding, with all evidence. All that follow take the encoding of `from`, or guess it themselves.
    /// - `read`: the text, with markup and without.
    /// - `glimpses`: the stretch on which encodings differ most, in each of `encodings`.
    /// - `window`: which bytes from `start` to `end` became which characters.
    /// - `repair`: what repair changes, line by line.
    /// - `page`: the main content with the probability of each block, as `favor` and `comments` have it.
    /// - `methods`: what each method says of the encoding.
    /// - `extractors`: what each extractor says of the content.
    /// - `r2l`: what R2L sees in `script`.
    pub fn of<'a>(given: impl Fn(&str) -> Option<&'a str>) -> Result<Question, WrongHint> {
        let detector = hints::detector(&given)?;
        let number = |name| {
            let number = given(name).map(str::parse::<usize>).transpose();
            number.map_err(|error| wrong(name, error))
        };
        let asked = match given("ask").unwrap_or("guess") {
            "guess" => Asked::Guess,
            "read" => Asked::Read,
            "glimpses" => {
                let names = given("encodings").unwrap_or_default().split(',').filter(|name| !name.is_empty());
                Asked::Glimpses(names.map(|name| encoding("encodings", name)).collect::<Result<_, _>>()?)
            }
            "window" => {
                Asked::Window { start: number("start")?.unwrap_or(0), end: number("end")?.unwrap_or(0) }
            }
            "repair" => Asked::Repair,
            "page" => Asked::Page {
                favor: parsed("favor", given("favor"))?,
                comments: match given("comments") {
                    Some("" | "true") => Comments::from(true),
                    Some("false") => Comments::from(false),
                    word => parsed("comments", word)?,
                },
            },
            "methods" => Asked::Methods(
                Method::ALL
                    .iter()
                    .map(|method| {
                        let named = |name: &str| match name {
                            "method" => Some(method.name()),
                            name => given(name),
                        };
                        (*method, hints::detector(named))
                    })
                    .collect(),
            ),
            "extractors" => Asked::Extractors,
            "r2l" => Asked::R2l(parsed("script", given("script"))?),
            other => return Err(wrong("ask", format!("{other:?} is none of {}", ASK.join(", ")))),
        };
        Ok(Question { detector, asked })
    }

    /// Its answer. Damage is replaced, and so no page fails.
    pub fn answer(&self, page: &[u8]) -> Result<Answer, DecodeError> {
        let detector = &self.detector;
        Ok(match &self.asked {
            Asked::Guess => Answer::Guess(Guess::from(&detector.detect(page))),
            Asked::Read => Answer::Reading(self.read(page)?),
            Asked::Glimpses(encodings) => Answer::Glimpses(bytes::glimpses(page, encodings)?),
            Asked::Window { start, end } => {
                let end = *end.min(&start.saturating_add(WINDOW));
                Answer::Window(window(page, detector.detect(page).encoding(), *start, end)?)
            }
            Asked::Repair => Answer::Repair(Repair::of(detector, page)?),
            Asked::Page { favor, comments } => {
                let extractor = Extractor::new().favor(*favor).comments(*comments);
                let options = PageOptions::new().explain(true).extractor(extractor);
                let comments = *comments != Comments::None;
                let wanted = Wanted { markdown: true, comments, ..Wanted::default() };
                Answer::Page(Box::new(PageAnswer::of(&detector.page_with(page, &options)?, &wanted)))
            }
            Asked::Methods(detectors) => Answer::Methods(
                detectors
                    .iter()
                    .map(|(method, detector)| MethodAnswer {
                        method: method.name(),
                        guess: detector.as_ref().ok().map(|detector| Guess::from(&detector.detect(page))),
                        error: detector.as_ref().err().map(|wrong| wrong.why.clone()),
                    })
                    .collect(),
            ),
            Asked::Extractors => {
                let answers = ExtractorName::ALL.iter().map(|name| {
                    let extractor = Extractor::new();
                    let extractor = match Paper::by_name(*name) {
                        Some(paper) => extractor.paper(paper),
                        None => extractor,
                    };
                    let found = detector.page_with(page, &PageOptions::new().extractor(extractor))?;
                    let text = Excerpt::of(found.text(), BESIDE);
                    Ok(ExtractorAnswer { extractor: name.name(), text })
                });
                Answer::Extractors(answers.collect::<Result<_, _>>()?)
            }
            Asked::R2l(script) => {
                let method = R2l { script: *script, ..R2l::default() };
                let mut seen = Seen::of(&method, detector.decode(page).text(), LINES);
                excerpt::cut(&mut seen.text, SHOWN);
                Answer::R2l(seen)
            }
        })
    }

    fn read(&self, page: &[u8]) -> Result<Reading, DecodeError> {
        let decoded = self.detector.decode(page);
        let mut reading = Reading {
            whole: Excerpt::of(decoded.text(), SHOWN),
            visible: None,
            encoding: decoded.encoding().name(),
            replaced: decoded.damage().count(),
            positions: decoded.damage().positions().iter().map(|place| [place.start, place.end]).collect(),
            check: decoded.check().named().collect(),
        };
        drop(decoded);
        if excerpt::has_markup(&reading.whole.text) {
            let all = self.detector.page_with(page, &PageOptions::new().extract(Extract::All))?;
            reading.visible = Some(Excerpt::of(all.text(), SHOWN));
        }
        Ok(reading)
    }
}

impl PageAnswer {
    fn of(page: &Page, wanted: &Wanted) -> PageAnswer {
        let mut content = Content::of(page, wanted);
        excerpt::cut(&mut content.text, SHOWN);
        content.markdown.iter_mut().for_each(|text| excerpt::cut(text, SHOWN));
        let blocks = &page.extracted().blocks;
        let mut scores: Vec<Score> = blocks.iter().take(BLOCKS).map(Score::of).collect();
        scores.iter_mut().for_each(|block| excerpt::cut(&mut block.text, BLOCK));
        content.scores = Some(scores);
        PageAnswer {
            content,
            all: Count::of(blocks.iter()),
            chosen: Count::of(blocks.iter().filter(|block| block.chosen)),
        }
    }
}

impl Count {
    fn of<'a>(blocks: impl Iterator<Item = &'a Scored>) -> Count {
        let more = |count: Count, block: &Scored| Count {
            blocks: count.blocks + 1,
            characters: count.characters + u64::from(block.characters),
        };
        blocks.fold(Count::default(), more)
    }
}

/// One of the words that there are for something; without one, the usual.
fn parsed<T: Default + std::str::FromStr<Err: std::fmt::Display>>(
    name: &'static str,
    word: Option<&str>,
) -> Result<T, WrongHint> {
    word.map_or_else(|| Ok(T::default()), |word| word.parse().map_err(|error| wrong(name, error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(words: &[(&str, &str)], page: &[u8]) -> serde_json::Value {
        let words = |name: &str| words.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        serde_json::to_value(Question::of(words).unwrap().answer(page).unwrap()).unwrap()
    }

    #[test]
    fn every_question_has_an_answer_whatever_the_page() {
        let markup = "<title>été</title><p>Déjà vu, l’été à la forêt. Ã©tÃ©".as_bytes();
        for page in [markup, b"", b"\xFF\xFE", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", b"\n\x1B$B"] {
            for ask in ASK {
                let answer = asked(&[("ask", ask), ("encodings", "UTF-8,windows-1252"), ("end", "99")], page);
                assert!(!answer.is_null(), "{ask}");
            }
        }
    }

    #[test]
    fn a_page_is_read_in_the_encoding_that_is_named() {
        let page = b"<p>\xCF\xF0\xE8\xE2\xE5\xF2</p>";
        let answer = asked(&[("ask", "read"), ("from", "koi8-r")], page);
        assert_eq!((&answer["text"], &answer["length"]), (&"<p>оПХБЕР</p>".into(), &13.into()));
        assert_eq!(answer["visible"]["text"], "оПХБЕР");
        assert_eq!(asked(&[("ask", "read"), ("from", "utf-8")], page)["positions"][0][0], 3);
        let answer = asked(&[("ask", "glimpses"), ("encodings", "windows-1251,koi8-r")], page);
        assert_eq!(answer, serde_json::json!(["Привет", "оПХБЕР"]));
        let answer = asked(&[("ask", "window"), ("from", "cp1251"), ("start", "3"), ("end", "4")], page);
        let cell = serde_json::json!({ "start": 3, "end": 4, "text": "П", "damaged": false });
        assert_eq!(answer, serde_json::json!({ "text_start": 3, "cells": [cell] }));
    }

    #[test]
    fn blocks_are_counted_all_and_shown_first() {
        let page = "<p>Ein Satz ist ein Satz, und noch einer.</p>".repeat(2 * BLOCKS);
        let answer = asked(&[("ask", "page")], page.as_bytes());
        assert_eq!(answer["content"]["scores"].as_array().unwrap().len(), BLOCKS);
        assert_eq!(answer["all"]["blocks"], 2 * BLOCKS);
        assert!(answer["chosen"]["characters"].as_u64() <= answer["all"]["characters"].as_u64());
    }

    #[test]
    fn what_makes_no_sense_names_itself() {
        for (words, name) in [
            ([("ask", "why"), ("", "")], "ask"),
            ([("ask", "window"), ("start", "-1")], "start"),
            ([("ask", "glimpses"), ("encodings", "utf-9")], "encodings"),
            ([("ask", "page"), ("favor", "luck")], "favor"),
            ([("ask", "r2l"), ("script", "runes")], "script"),
            ([("ask", "read"), ("from", "utf-9")], "from"),
        ] {
            let words = |name: &str| words.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
            assert_eq!(Question::of(words).unwrap_err().name, name);
        }
    }
}

//! The gate for single words: names and menus of `testdata/words` must be decoded at least as well as pinned in `floors.toml` beside
//! them, without a hint, with their language, and with their top-level domain. `cargo dev eval words` counts the same and lists what is
//! wrong.
//!
//! Floors only rise, and ceilings only fall: `PELLUCID_RAISE=1 cargo test -p pellucid --test all words_gate` pins what is reached.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::PathBuf;

use pellucid::{Detector, Encoding, encodings};
use serde::{Deserialize, Serialize};

const HEADER: &str = "\
# What the gate for single words requires (crates/pellucid/tests/words_gate.rs). By what is known of a word: of so many words and
# encodings, how many are decoded to the correct text (at least), how many wrong answers have a confidence above 0.9 (at most), and
# how many answers that are right without the hint are wrong with it (at most). Of ambiguous words, how many answers are that sure.
# Written by `PELLUCID_RAISE=1 cargo test -p pellucid --test all words_gate`, which raises no ceiling and lowers no floor.

";

/// An answer with more confidence than this is sure.
const SURE: f32 = 0.9;

/// What is known of a word.
const KNOWN: [&str; 3] = ["nothing", "language", "domain"];

/// What is required, and what was reached, by what is known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Figures(BTreeMap<String, Count>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    words: usize,
    right: usize,
    wrong_sure: usize,
    hurt: usize,
    ambiguous_sure: usize,
}

impl Count {
    /// Whether it is as good as a floor.
    fn passes(&self, floor: &Count) -> bool {
        self.words == floor.words
            && self.right >= floor.right
            && self.wrong_sure <= floor.wrong_sure
            && self.hurt <= floor.hurt
            && self.ambiguous_sure <= floor.ambiguous_sure
    }

    /// A floor as high as both. Where the words are others, the figures are taken as they are.
    fn raised(&self, floor: Option<&Count>) -> Count {
        let Some(floor) = floor.filter(|floor| floor.words == self.words) else { return *self };
        Count {
            words: self.words,
            right: self.right.max(floor.right),
            wrong_sure: self.wrong_sure.min(floor.wrong_sure),
            hurt: self.hurt.min(floor.hurt),
            ambiguous_sure: self.ambiguous_sure.min(floor.ambiguous_sure),
        }
    }
}

impl Figures {
    fn misses(&self, floors: &Figures) -> Vec<String> {
        let miss = |(known, reached): (&String, &Count)| match floors.0.get(known) {
            Some(floor) if reached.passes(floor) => None,
            Some(floor) => Some(format!("known: {known}: {reached:?}; the floor is {floor:?}")),
            None => Some(format!("known: {known}: there is no floor")),
        };
        self.0.iter().filter_map(miss).collect()
    }

    fn raised(&self, floors: &Figures) -> Figures {
        let raised =
            |(known, reached): (&String, &Count)| (known.clone(), reached.raised(floors.0.get(known)));
        Figures(self.0.iter().map(raised).collect())
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/words")
}

/// A row of `cases.tsv`.
struct Word {
    text: String,
    language: String,
    encodings: Vec<&'static Encoding>,
    tld: String,
    note: String,
}

fn words() -> Vec<Word> {
    let text = fs::read_to_string(folder().join("cases.tsv")).expect("there are words");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("text\tlanguage\tencodings\ttld\tnote"));
    let known = |name: &str| {
        Encoding::for_canonical_name(name).unwrap_or_else(|| panic!("cases.tsv: no encoding {name:?}"))
    };
    let word = |line: &str| {
        let [text, language, encodings, tld, note] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("cases.tsv: not five columns: {line}")
        };
        Word {
            text: text.into(),
            language: language.into(),
            encodings: encodings.split(' ').map(known).collect(),
            tld: tld.into(),
            note: note.into(),
        }
    };
    lines.map(word).collect()
}

/// Detects the words by detectors that are made of what is known.
fn detected(known: impl Fn(&str, &Word) -> Option<Detector>) -> Figures {
    let mut figures = Figures::default();
    for word in words() {
        let detectors = KNOWN.map(|name| known(name, &word).map(|detector| (name, detector)));
        for encoding in &word.encodings {
            let bytes = encoding.encode(&word.text).into_bytes();
            let mut right_without = false;
            for (name, detector) in detectors.iter().flatten() {
                let guess = detector.detect(&bytes);
                let right = guess.encoding().decode(&bytes).text() == encoding.decode(&bytes).text();
                let sure = guess.confidence() > SURE;
                right_without |= right && *name == "nothing";
                let count = figures.0.entry((*name).to_owned()).or_default();
                count.words += 1;
                count.right += usize::from(right);
                count.hurt += usize::from(right_without && !right);
                if word.note.starts_with("ambiguous") {
                    count.ambiguous_sure += usize::from(sure && *name == "nothing");
                } else {
                    count.wrong_sure += usize::from(sure && !right);
                }
            }
        }
    }
    figures
}

/// The detector that knows so much.
fn known(name: &str, word: &Word) -> Option<Detector> {
    let builder = match name {
        "language" => Detector::builder().language(&word.language),
        "domain" if word.tld.is_empty() => return None,
        "domain" => Detector::builder().tld(&word.tld),
        _ => Detector::builder(),
    };
    Some(builder.build().unwrap_or_else(|error| panic!("{}: {error}", word.text)))
}

fn floors() -> Figures {
    let text = fs::read_to_string(folder().join("floors.toml")).expect("there are floors");
    toml::from_str(&text).expect("floors.toml has figures")
}

#[test]
fn words_do_not_fall_below_their_floor() {
    let figures = detected(known);
    println!("{figures:#?}");
    if std::env::var_os("PELLUCID_RAISE").is_some() {
        let raised = figures.raised(&floors());
        let text = format!("{HEADER}{}", toml::to_string(&raised).expect("figures are a table"));
        fs::write(folder().join("floors.toml"), text).expect("the floors can be written");
    }
    let misses = figures.misses(&floors());
    assert!(misses.is_empty(), "{misses:#?}");
}

#[test]
fn the_gate_fails_for_a_worse_detector() {
    let worse = |name: &str, word: &Word| {
        let all = [&encodings::WINDOWS_1251, &encodings::EUC_JP];
        (name == "nothing").then(|| Detector::builder().deny(&all).build().expect(&word.text))
    };
    assert!(!detected(worse).misses(&floors()).is_empty());
}

#[test]
fn every_word_is_written_without_loss() {
    let words = words();
    for word in &words {
        for encoding in &word.encodings {
            let encoded = encoding.encode(&word.text);
            assert!(encoded.unmappable().is_none(), "{} in {encoding}", word.text);
            assert_eq!(encoding.decode(encoded.bytes()).text(), word.text, "{encoding}");
        }
    }
    let languages: HashSet<_> = words.iter().map(|word| &word.language).collect();
    assert!(
        words.len() >= 400 && languages.len() >= 80,
        "{} words, {} languages",
        words.len(),
        languages.len()
    );
}

/// The same bytes cannot be expected to be two words.
#[test]
fn bytes_of_two_words_are_marked_as_ambiguous() {
    let mut expected: HashMap<Vec<u8>, HashSet<String>> = HashMap::new();
    for word in words().into_iter().filter(|word| !word.note.starts_with("ambiguous")) {
        for encoding in &word.encodings {
            let texts = expected.entry(encoding.encode(&word.text).into_bytes()).or_default();
            texts.insert(word.text.clone());
        }
    }
    let twice: Vec<_> = expected.values().filter(|texts| texts.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn floors_of_words_only_rise() {
    let count = |words, right, hurt| Count { words, right, hurt, ..Count::default() };
    let figures = |count| Figures(BTreeMap::from([("nothing".to_owned(), count)]));
    let floors = figures(count(10, 8, 1));
    assert!(figures(count(10, 8, 1)).misses(&floors).is_empty());
    assert_eq!(figures(count(10, 7, 1)).misses(&floors).len(), 1);
    assert_eq!(figures(count(10, 8, 2)).misses(&floors).len(), 1);
    assert_eq!(figures(count(11, 11, 0)).misses(&floors).len(), 1, "other words need other floors");
    assert_eq!(figures(count(10, 9, 2)).raised(&floors), figures(count(10, 9, 1)));
    assert_eq!(figures(count(11, 7, 2)).raised(&floors), figures(count(11, 7, 2)));
}

//! The accuracy gate: pages of our own, `testdata/corpus`, must be detected and extracted at least as well as pinned in
//! `floors.toml` beside them. It runs everywhere; `cargo dev eval … --gate` does the same on thousands of real pages, where there
//! are any.
//!
//! Floors only rise: `PELLUCID_RAISE=1 cargo test -p pellucid --test all accuracy_gate` pins what is reached, and lowers none. To lower
//! a floor is a decision, made in an editor.

use std::collections::{BTreeMap, HashMap};
use std::fs;

use pellucid::{Detector, PageOptions, encodings};
use serde::{Deserialize, Serialize};

use crate::corpus::own::{self, Variant};

const HEADER: &str = "\
# What the accuracy gate requires (crates/pellucid/tests/accuracy_gate.rs): by variant, how many of so many pages are decoded to the
# correct text, and how many languages are correct; how many pages are repaired; by page, the F1 of the words of its main content.
# Written by `PELLUCID_RAISE=1 cargo test -p pellucid --test all accuracy_gate`, which only raises.

";

/// What is required, and what was reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Figures {
    /// By variant.
    encoding: BTreeMap<String, Count>,
    language: BTreeMap<String, Count>,
    /// By the kind of trouble.
    repair: BTreeMap<String, Count>,
    /// By page, rounded to thousandths.
    extraction: BTreeMap<String, f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    pages: usize,
    right: usize,
}

impl Count {
    fn add(&mut self, right: bool) {
        self.pages += 1;
        self.right += usize::from(right);
    }
}

impl Figures {
    /// What falls below the floors, and what has none.
    fn misses(&self, floors: &Figures) -> Vec<String> {
        let mut misses = Vec::new();
        for (kind, reached, floors) in [
            ("encoding", &self.encoding, &floors.encoding),
            ("language", &self.language, &floors.language),
            ("repair", &self.repair, &floors.repair),
        ] {
            for (variant, reached) in reached {
                match floors.get(variant) {
                    Some(floor) if floor.pages == reached.pages && reached.right >= floor.right => {}
                    Some(floor) => misses.push(format!(
                        "{kind}, {variant}: {} of {} pages are right; the floor is {} of {}",
                        reached.right, reached.pages, floor.right, floor.pages
                    )),
                    None => misses.push(format!("{kind}, {variant}: there is no floor")),
                }
            }
        }
        for (page, reached) in &self.extraction {
            match floors.extraction.get(page) {
                Some(floor) if reached >= floor => {}
                Some(floor) => misses.push(format!("extraction, {page}: F1 {reached}; the floor is {floor}")),
                None => misses.push(format!("extraction, {page}: there is no floor")),
            }
        }
        misses
    }

    /// Floors that are as high as these, or higher. Where the corpus has grown, the figures are taken as they are.
    fn raised(&self, floors: &Figures) -> Figures {
        let counts = |reached: &BTreeMap<String, Count>, floors: &BTreeMap<String, Count>| {
            let higher = |(variant, reached): (&String, &Count)| {
                let floor = floors.get(variant).filter(|floor| floor.pages == reached.pages);
                let right = reached.right.max(floor.map_or(0, |floor| floor.right));
                (variant.clone(), Count { right, ..*reached })
            };
            reached.iter().map(higher).collect()
        };
        let higher = |(page, reached): (&String, &f64)| {
            (page.clone(), reached.max(floors.extraction.get(page).copied().unwrap_or(0.0)))
        };
        Figures {
            encoding: counts(&self.encoding, &floors.encoding),
            language: counts(&self.language, &floors.language),
            repair: counts(&self.repair, &floors.repair),
            extraction: self.extraction.iter().map(higher).collect(),
        }
    }
}

/// Detects all pages, and says which answers are wrong.
fn detected(detector: &Detector, figures: &mut Figures) {
    for variant in Variant::ALL {
        let mut encoding = Count::default();
        let mut language = Count::default();
        for page in own::pages(variant) {
            let guess = detector.detect(&page.bytes);
            let right =
                guess.encoding().decode(&page.bytes).text() == page.encoding.decode(&page.bytes).text();
            encoding.add(right);
            let same = guess.language().is_some_and(|found| is_same(found, &page.language));
            language.add(same);
            if !right {
                println!("{}: {} in {}: {}", variant.name(), page.language, page.encoding, guess.encoding());
            } else if !same {
                let found = guess.language().unwrap_or("no language");
                println!("{}: {} in {}: {found}", variant.name(), page.language, page.encoding);
            }
        }
        figures.encoding.insert(variant.name().to_owned(), encoding);
        figures.language.insert(variant.name().to_owned(), language);
    }
}

/// Whether two tags name one language: both spellings of Norwegian, and any script but that of Chinese.
fn is_same(found: &str, language: &str) -> bool {
    let name = |tag: &str| match tag.split('-').next().unwrap_or_default() {
        "zh" => tag.to_owned(),
        "no" | "nb" | "nn" => "nb".to_owned(),
        primary => primary.to_owned(),
    };
    name(found) == name(language)
}

/// Words of any script; characters where no spaces are written.
fn words(text: &str) -> HashMap<String, usize> {
    let mut words: HashMap<String, usize> = HashMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let is_east_asian = word.chars().any(|c| ('\u{3040}'..'\u{A000}').contains(&c));
        match is_east_asian {
            true => word.chars().for_each(|c| *words.entry(c.to_string()).or_default() += 1),
            false => *words.entry(word.to_lowercase()).or_default() += 1,
        }
    }
    words
}

/// F1 of the words of a text, as a bag.
fn f1(text: &str, gold: &str) -> f64 {
    let (text, gold) = (words(text), words(gold));
    let common: usize =
        text.iter().map(|(word, count)| (*count).min(gold.get(word).copied().unwrap_or(0))).sum();
    let all = text.values().sum::<usize>() + gold.values().sum::<usize>();
    2.0 * common as f64 / all.max(1) as f64
}

/// Pages that were encoded twice, pages half in UTF-8 and half in another encoding, and pages that need no repair.
fn repaired(figures: &mut Figures) {
    let [mut twice, mut mixed, mut sound] = [Count::default(); 3];
    let known = Detector::builder().encoding(&encodings::UTF_8).build().expect("one hint fits itself");
    for page in own::pages(Variant::Blind) {
        sound.add(page.encoding.decode(&page.bytes).repair().is_unchanged());
        if page.encoding == &encodings::UTF_8 {
            // A program took UTF-8 for windows-1252 and wrote UTF-8 once more.
            let misread = encodings::WINDOWS_1252.decode(&page.bytes).into_text().into_owned();
            let misread = encodings::UTF_8.decode(misread.as_bytes());
            let repaired = misread.repair();
            assert_eq!(repaired.undo(), misread.text(), "{}", page.language);
            twice.add(repaired.text() == page.html);
            if repaired.text() != page.html {
                println!("encoded twice: {} is not repaired as a whole", page.language);
            }
        } else if page.encoding.is_ascii_compatible() {
            let bytes = [page.html.as_bytes(), &page.bytes].concat();
            let decoded = known.decode_with(&bytes, &PageOptions::new().mixed(true)).expect("nothing fails");
            let right = decoded.text() == page.html.repeat(2);
            mixed.add(right);
            if !right {
                println!(
                    "mixed: {} in {} is not read to the last byte: {:?}",
                    page.language,
                    page.encoding,
                    decoded.mixed()
                );
            }
        }
    }
    for (kind, count) in [("encoded twice", twice), ("mixed", mixed), ("sound", sound)] {
        figures.repair.insert(kind.to_owned(), count);
    }
}

fn extracted(figures: &mut Figures) {
    for (name, bytes, gold) in own::extraction() {
        let f1 = f1(&pellucid::page(&bytes).text(), &gold);
        figures.extraction.insert(name, (f1 * 1000.0).floor() / 1000.0);
    }
}

fn floors() -> Figures {
    let text = fs::read_to_string(own::folder().join("floors.toml")).expect("there are floors");
    toml::from_str(&text).expect("floors.toml has figures")
}

#[test]
fn nothing_falls_below_its_floor() {
    let mut figures = Figures::default();
    detected(&Detector::default(), &mut figures);
    repaired(&mut figures);
    extracted(&mut figures);
    println!("{figures:#?}");
    if std::env::var_os("PELLUCID_RAISE").is_some() {
        let raised = figures.raised(&floors());
        let text = format!("{HEADER}{}", toml::to_string(&raised).expect("figures are a table"));
        fs::write(own::folder().join("floors.toml"), text).expect("the floors can be written");
    }
    let misses = figures.misses(&floors());
    assert!(misses.is_empty(), "{misses:#?}");
}

#[test]
fn the_gate_fails_for_a_worse_detector() {
    let mut figures = Figures::default();
    let worse = Detector::builder().deny(&[&encodings::SHIFT_JIS]).build().expect("one encoding less");
    detected(&worse, &mut figures);
    let misses = figures.misses(&floors());
    assert!(misses.iter().any(|miss| miss.starts_with("encoding, blind")), "{misses:#?}");
}

#[test]
fn floors_only_rise() {
    let figures = |pages, right, f1| Figures {
        encoding: BTreeMap::from([("blind".to_owned(), Count { pages, right })]),
        extraction: BTreeMap::from([("page".to_owned(), f1)]),
        ..Figures::default()
    };
    let floors = figures(10, 8, 0.9);
    assert!(figures(10, 8, 0.9).misses(&floors).is_empty());
    assert_eq!(figures(10, 7, 0.89).misses(&floors).len(), 2);
    assert_eq!(figures(10, 7, 0.95).raised(&floors), figures(10, 8, 0.95));
    assert_eq!(figures(12, 8, 0.9).misses(&floors).len(), 1, "another corpus needs other floors");
    assert_eq!(figures(10, 8, 0.9).misses(&Figures::default()).len(), 2, "what has no floor is not passed");
}

#[test]
fn f1_by_hand() {
    assert_eq!(f1("menu a b c", "A b, c!"), 6.0 / 7.0);
    assert_eq!(f1("東京だ", "東京"), 4.0 / 5.0);
    assert_eq!(f1("", ""), 0.0);
}

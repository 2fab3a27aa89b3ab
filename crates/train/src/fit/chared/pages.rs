//! Pages to train on: which are of use, and what became of the others.

use std::collections::{BTreeMap, HashMap};

use pellucid::internals::sniff;
use pellucid::strip::{Channel, strip_as};
use pellucid::{Encoding, encodings};

/// More text than this makes no better model, and would only take memory; the encodings of further pages still count.
const ENOUGH: usize = 64 * 1024 * 1024;
/// A page is not in the encoding that it declares if more than this share of its bytes beyond ASCII cannot be read in it.
const DAMAGED: f64 = 0.05;
/// A page that declares another encoding, and has so many characters of UTF-8 and nothing else, is UTF-8.
const UTF_8_CHARACTERS: usize = 5;
/// So many names are listed.
const LISTED: usize = 5;

/// Pages of a language, and what became of those that were of no use.
#[derive(Default)]
pub struct Pages {
    /// Encoding and text of each.
    pub texts: Vec<(&'static Encoding, String)>,
    /// How many there are of each language, by tag; of no language that was found, `und`.
    pub languages: BTreeMap<String, usize>,
    /// How many pages were looked at.
    pub seen: usize,
    /// How many declare no encoding.
    pub undeclared: usize,
    /// Labels that nobody knows, and how many pages declare them.
    pub unknown: BTreeMap<String, usize>,
    /// Encodings which pages declare and are not in, and how many there are.
    pub misdeclared: BTreeMap<&'static str, usize>,
    /// How many are in another language than the sample.
    pub foreign: usize,
    /// How like the sample the most similar of those is.
    pub nearest: f64,
    /// How many have no text.
    pub empty: usize,
    /// How many have no byte at all.
    pub blank: usize,
    /// How many are images, archives and the like.
    pub binary: usize,
    /// How many were counted, but their text not kept.
    pub spared: usize,
    /// Bytes of text.
    kept: usize,
}

impl Pages {
    /// Takes a page, or counts why it is of no use.
    pub fn add(&mut self, page: Page) {
        self.seen += 1;
        match page {
            Page::Text(encoding, text, language) => {
                *self.languages.entry(language).or_default() += 1;
                if self.kept < ENOUGH {
                    self.kept += text.len();
                    self.texts.push((encoding, text));
                } else {
                    self.spared += 1;
                    self.texts.push((encoding, String::new()));
                }
            }
            Page::Undeclared => self.undeclared += 1,
            Page::Unknown(label) => *self.unknown.entry(label).or_default() += 1,
            Page::Misdeclared(encoding) => *self.misdeclared.entry(encoding.name()).or_default() += 1,
            Page::Foreign(likeness) => {
                self.foreign += 1;
                self.nearest = self.nearest.max(likeness);
            }
            Page::Empty => self.empty += 1,
            Page::Blank => self.blank += 1,
            Page::Binary => self.binary += 1,
        }
    }

    /// What was skipped, in words, with how many pages of each kind: `3 pages that have no text`.
    pub fn skipped(&self) -> Vec<String> {
        let sum = |counts: &mut dyn Iterator<Item = &usize>| counts.sum::<usize>();
        let nearest = format!(
            "are unlike the sample: the most similar is like it by {:.2}, and {LIKE:.2} are needed",
            self.nearest
        );
        let unknown = format!("declare an encoding that nobody knows: {}", listed(&self.unknown));
        let misdeclared = format!("are not in the encoding that they declare: {}", listed(&self.misdeclared));
        let kinds = [
            (self.blank, if self.blank == 1 { "are an empty file" } else { "are empty files" }),
            (self.binary, "are not text"),
            (self.undeclared, "declare no encoding"),
            (sum(&mut self.unknown.values()), &unknown),
            (sum(&mut self.misdeclared.values()), &misdeclared),
            (self.foreign, &nearest),
            (self.empty, "have no text"),
        ];
        let words = |(pages, why): &(usize, &str)| match pages {
            1 => format!("1 page that {}", singular(why)),
            _ => format!("{pages} pages that {why}"),
        };
        kinds.iter().filter(|(pages, _)| *pages > 0).map(words).collect()
    }

    /// The languages of the pages that are used, the most common first, and the share of that.
    pub fn by_language(&self) -> (Vec<(&str, usize)>, f64) {
        let mut counted: Vec<(&str, usize)> = self.languages.iter().map(|(tag, n)| (&**tag, *n)).collect();
        counted.sort_by_key(|(_, pages)| std::cmp::Reverse(*pages));
        let all: usize = counted.iter().map(|(_, pages)| pages).sum();
        let share = counted.first().map_or(0.0, |(_, pages)| *pages as f64 / all as f64);
        (counted, share)
    }
}

/// `are` of many is `is` of one.
fn singular(why: &str) -> String {
    let verbs = [("are ", "is "), ("declare ", "declares "), ("have ", "has ")];
    let one = verbs.iter().find_map(|(many, one)| Some(format!("{one}{}", why.strip_prefix(many)?)));
    one.unwrap_or_else(|| why.to_owned()).replace("that they declare", "that it declares")
}

/// The most common of these, with how many there are of each.
fn listed(counts: &BTreeMap<impl AsRef<str>, usize>) -> String {
    let mut counted: Vec<(&str, usize)> = counts.iter().map(|(name, n)| (name.as_ref(), *n)).collect();
    counted.sort_by_key(|(_, pages)| std::cmp::Reverse(*pages));
    let more = if counted.len() > LISTED { ", …" } else { "" };
    let words = counted.iter().take(LISTED).map(|(name, pages)| format!("{name} ({pages})"));
    words.collect::<Vec<_>>().join(", ") + more
}

/// What a page gives to training.
#[derive(Debug, PartialEq)]
pub enum Page {
    /// Its text, which was in this encoding, and its language.
    Text(&'static Encoding, String, String),
    /// It declares no encoding.
    Undeclared,
    /// It declares one that nobody knows.
    Unknown(String),
    /// It declares this one, and its bytes are in another.
    Misdeclared(&'static Encoding),
    /// Its text is not like the sample, but for so much.
    Foreign(f64),
    /// It has no text.
    Empty,
    /// It has no byte.
    Blank,
    /// It is an image, an archive or something like these.
    Binary,
}

impl Page {
    /// Reads a page by the encoding which it declares.
    pub fn read(bytes: &[u8], sample: Option<&Sample>) -> Page {
        if bytes.is_empty() {
            return Page::Blank;
        }
        let guess = pellucid::detect(bytes);
        if guess.is_binary() {
            return Page::Binary;
        }
        let Some(encoding) = declared(bytes) else {
            let label = sniff::sniff(bytes, None).declared.into_iter().next().map(|one| one.label.into());
            return label.map_or(Page::Undeclared, Page::Unknown);
        };
        if is_misdeclared(encoding, bytes) {
            return Page::Misdeclared(encoding);
        }
        let text = text(encoding, bytes);
        if text.trim().is_empty() {
            return Page::Empty;
        }
        match sample.map(|sample| sample.likeness(&text)) {
            Some(likeness) if likeness < LIKE => Page::Foreign(likeness),
            _ => Page::Text(encoding, text, guess.language().unwrap_or("und").to_owned()),
        }
    }
}

/// Whether a page cannot be in this encoding, or is UTF-8 and declares something else.
pub fn is_misdeclared(encoding: &'static Encoding, page: &[u8]) -> bool {
    let high = page.iter().filter(|byte| !byte.is_ascii()).count();
    if encoding.is_ascii_compatible() && encoding != &encodings::UTF_8 {
        let utf_8 = std::str::from_utf8(page);
        if utf_8.is_ok_and(|text| text.chars().filter(|c| !c.is_ascii()).count() >= UTF_8_CHARACTERS) {
            return true;
        }
    }
    encoding.decode(page).damage().count() as f64 > (DAMAGED * high as f64).max(1.0)
}

/// The encoding that a page declares: by its byte order mark, else by the first declaration that names one.
pub fn declared(page: &[u8]) -> Option<&'static Encoding> {
    let found = sniff::sniff(page, None);
    found.bom.or_else(|| found.declared.iter().find_map(|one| one.encoding))
}

/// The text of a page in this encoding, without its markup.
pub fn text(encoding: &'static Encoding, page: &[u8]) -> String {
    let decoded;
    let (encoding, page) = if encoding.is_ascii_compatible() || encoding == &encodings::ISO_2022_JP {
        (encoding, page)
    } else {
        decoded = encoding.decode(page).into_text();
        (&encodings::UTF_8, decoded.as_bytes())
    };
    let stripped = strip_as(page, encoding);
    let channels = Channel::ALL.iter().map(|channel| encoding.decode(stripped.channel(*channel)).into_text());
    channels.collect::<Vec<_>>().join("\n")
}

/// How like the sample a text must be: the cosine of the angle between their vectors of trigrams.
pub const LIKE: f64 = 0.5;

/// Text of the language that is wanted: what is not like it is in another.
pub struct Sample(HashMap<[char; 3], f64>);

impl Sample {
    /// By this text.
    pub fn new(text: &str) -> Sample {
        Sample(trigrams(text))
    }

    /// How like a text is, 0 to 1, by the trigrams of letters that they share.
    pub fn likeness(&self, text: &str) -> f64 {
        let other = trigrams(text);
        let product: f64 = other.iter().map(|(trigram, x)| x * self.0.get(trigram).unwrap_or(&0.0)).sum();
        let length = |vector: &HashMap<[char; 3], f64>| vector.values().map(|x| x * x).sum::<f64>().sqrt();
        product / (length(&self.0) * length(&other)).max(f64::MIN_POSITIVE)
    }

    /// How many different trigrams it has: a sample of a few words is like nothing.
    pub fn trigrams(&self) -> usize {
        self.0.len()
    }
}

/// How often each run of three characters is there; whatever is no letter is a space, and spaces are one.
fn trigrams(text: &str) -> HashMap<[char; 3], f64> {
    let mut trigrams = HashMap::new();
    let mut last = [' '; 3];
    for c in text.chars().flat_map(char::to_lowercase).chain([' ']) {
        let c = if c.is_alphabetic() { c } else { ' ' };
        if c == ' ' && last[2] == ' ' {
            continue;
        }
        last = [last[1], last[2], c];
        *trigrams.entry(last).or_default() += 1.0;
    }
    trigrams
}

#[cfg(test)]
mod tests {
    use super::*;

    const CZECH: &str = "Příliš žluťoučký kůň úpěl ďábelské ódy. Šílený čaroděj © Škoda";

    #[test]
    fn pages_are_read_by_what_they_declare() {
        let sample = Sample::new(CZECH);
        let czech = encodings::WINDOWS_1250
            .encode("<meta charset=cp1250><script>x</script><p>Žlutý kůň čaroděj úpěl ďábelské ódy");
        let Page::Text(encoding, text, language) = Page::read(czech.bytes(), Some(&sample)) else {
            panic!("it is Czech")
        };
        assert_eq!(
            (encoding, text.trim(), &*language),
            (&encodings::WINDOWS_1250, "Žlutý kůň čaroděj úpěl ďábelské ódy", "cs")
        );
        let english =
            b"<meta charset=cp1250><p>All human beings are born free and equal in dignity and rights";
        assert!(matches!(Page::read(english, Some(&sample)), Page::Foreign(likeness) if likeness < LIKE));
    }

    #[test]
    fn every_page_of_no_use_has_its_reason() {
        let misread = format!("<meta charset=windows-1250><p>{CZECH}");
        let latin = encodings::WINDOWS_1250.encode(&format!("<meta charset=utf-8><p>{CZECH}")).into_bytes();
        let cases: [(&[u8], Page, &str); 8] = [
            (b"", Page::Blank, "1 page that is an empty file"),
            (b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", Page::Binary, "1 page that is not text"),
            (b"<p>who knows", Page::Undeclared, "1 page that declares no encoding"),
            (
                b"<meta charset=klingon><p>who knows",
                Page::Unknown("klingon".into()),
                "1 page that declares an encoding that nobody knows: klingon (1)",
            ),
            (
                misread.as_bytes(),
                Page::Misdeclared(&encodings::WINDOWS_1250),
                "1 page that is not in the encoding that it declares: windows-1250 (1)",
            ),
            (
                &latin,
                Page::Misdeclared(&encodings::UTF_8),
                "1 page that is not in the encoding that it declares: UTF-8 (1)",
            ),
            (b"<meta charset=cp1250><p> ", Page::Empty, "1 page that has no text"),
            (b"<meta charset=utf-8><p>a", Page::Text(&encodings::UTF_8, String::new(), String::new()), ""),
        ];
        let mut all = Pages::default();
        for (bytes, expected, words) in cases {
            let page = Page::read(bytes, None);
            let mut pages = Pages::default();
            pages.add(Page::read(bytes, None));
            all.add(Page::read(bytes, None));
            match expected {
                Page::Text(..) => assert!(matches!(page, Page::Text(..)) && pages.skipped().is_empty()),
                expected => assert_eq!((page, pages.skipped()), (expected, vec![words.to_owned()])),
            }
        }
        assert_eq!((all.seen, all.texts.len(), all.skipped().len()), (8, 1, 6));
        assert!(all.skipped()[4].contains("2 pages that are not in the encoding that they declare: "));
        assert_eq!(all.by_language(), (vec![("und", 1)], 1.0));
    }
}

//! What machines are trained on: pages with labels, or text that is written in every encoding.

use std::sync::Arc;

use pellucid::decode::{EncodeOptions, Errors};
use pellucid::encodings::ENCODINGS;
use pellucid::papers::svm::{Reading, byte_order};
use pellucid::strip::strip;
use pellucid::{Encoding, Family, Use, encodings};
use rayon::prelude::*;

use super::SEED;
use crate::fit::chared::is_misdeclared;
use pellucid_corpora::languages::Language;
use pellucid_corpora::typed::{Typist, plain};
use pellucid_corpora::windows::styled;

/// Of a document so many bytes are kept, which bounds the memory that training takes.
pub const LONGEST: usize = 8 << 10;
/// Documents made of text have between so many characters, short ones as often as long ones.
const CHARACTERS: (f64, f64) = (400.0, 4000.0);
/// Before a line of text stands one of English with at most this probability: names, menus and addresses are in ASCII on
/// pages in any language.
const ENGLISH: f64 = 0.4;
/// In UTF-16, of which no markup is taken off, it is most of a page.
const MARKUP: f64 = 0.8;
/// Labels with many languages have so many documents of each, if `most` would give them fewer.
const OF_EACH: usize = 20;
/// Text that loses more of its letters was not written in that encoding.
const LOST: f64 = 0.03;

/// Of a page so many bytes are read: as many as detection looks at.
pub const LOOKED_AT: usize = 1024 * 1024;
/// Labels with fewer documents are left out: nothing would be held out of them.
pub const FEWEST: usize = 10;

/// A document and its class.
pub struct Document {
    /// The number of its label.
    pub label: usize,
    /// The language of its text, where it is known.
    pub language: Option<Arc<str>>,
    /// Its bytes as they are counted, no more than [`LONGEST`] of them.
    pub bytes: Box<[u8]>,
}

/// Why a page is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refused {
    /// It has no byte, or no text.
    Empty,
    /// It is an image, an archive or something like these.
    Binary,
    /// It is not in the encoding that it is labelled with.
    Mislabelled,
}

impl Refused {
    /// Every reason.
    pub const ALL: [Refused; 3] = [Refused::Empty, Refused::Binary, Refused::Mislabelled];

    /// In words, after "pages that".
    pub fn why(self) -> &'static str {
        match self {
            Refused::Empty => "are empty",
            Refused::Binary => "are not text",
            Refused::Mislabelled => "cannot be in the encoding that they are labelled with",
        }
    }
}

impl Document {
    /// A page with the number of its label; or why it is of no use.
    pub fn read(number: usize, label: &Label, page: &[u8], reading: Reading) -> Result<Document, Refused> {
        if page.is_empty() {
            return Err(Refused::Empty);
        }
        if pellucid::detect(page).is_binary() {
            return Err(Refused::Binary);
        }
        let encoding =
            if label.name.eq_ignore_ascii_case("utf-16") { Some(byte_order(page)) } else { label.encoding() };
        let beyond_ascii = label.is_ascii() && !page.is_ascii();
        if beyond_ascii || encoding.is_none_or(|encoding| is_misdeclared(encoding, page)) {
            return Err(Refused::Mislabelled);
        }
        // Where there is no text, detection counts the markup; nothing is to be learned from that. What has zero bytes has no
        // markup to take off.
        if !reading.markup && !page.contains(&0) && strip(page).visible() == 0 {
            return Err(Refused::Empty);
        }
        Ok(Document::of_page(number, page, reading))
    }

    /// What a machine sees of a page.
    pub fn of_page(label: usize, page: &[u8], reading: Reading) -> Document {
        let text = reading.text(page);
        Document { label, language: None, bytes: text[..text.len().min(LONGEST)].into() }
    }
}

/// A class: the name of an encoding, and the languages that are written in it.
#[derive(Clone, Debug)]
pub struct Label {
    /// As it will stand in the model.
    pub name: String,
    /// Names of the languages' files; none for what `languages.tsv` says.
    languages: &'static [&'static str],
}

/// The languages of the paper's Table 3.
pub const PAPER_LANGUAGES: &[&str] =
    &["en", "es", "fr", "de", "it", "pt", "pl", "cs", "hu", "ru", "zh-Hans", "zh-Hant", "ja", "ko"];

/// The paper's encodings, in the order of its Table 4, with the languages that Table 3 has for each. "Chinese" is
/// simplified in GB2312, traditional in Big5, and both in GB18030.
const PAPER: &[(&str, &[&str])] = &[
    ("UTF-8", PAPER_LANGUAGES),
    ("UTF-16", PAPER_LANGUAGES),
    ("US-ASCII", &["en"]),
    ("ISO-8859-1", &["es", "fr", "de", "it", "pt"]),
    ("ISO-8859-2", &["pl", "cs", "hu"]),
    ("ISO-8859-5", &["ru"]),
    ("KOI8-R", &["ru"]),
    ("GB2312", &["zh-Hans"]),
    ("GB18030", &["zh-Hans", "zh-Hant"]),
    ("Big5", &["zh-Hant"]),
    ("Shift-JIS", &["ja"]),
    ("EUC-JP", &["ja"]),
    ("EUC-KR", &["ko"]),
];

impl Label {
    /// One that somebody names.
    pub fn named(name: &str) -> Label {
        Label { name: name.to_owned(), languages: &[] }
    }

    /// The paper's.
    pub fn paper() -> Vec<Label> {
        PAPER.iter().map(|&(name, languages)| Label { name: name.to_owned(), languages }).collect()
    }

    /// US-ASCII, UTF-8, UTF-16 in either order of bytes, and all other encodings of the web that these languages were written in.
    pub fn web(languages: &[Language]) -> Vec<Label> {
        let is_written = |e: &&'static Encoding| {
            e == &&encodings::UTF_8 || languages.iter().any(|language| language.encodings.contains(e))
        };
        let is_web = |e: &&'static Encoding| e.usage() == Use::Web && e.is_whatwg();
        let web = ENCODINGS.iter().copied().filter(is_web).filter(is_written).map(Encoding::name);
        ["US-ASCII", "UTF-16"].into_iter().chain(web).map(Label::named).collect()
    }

    /// The encoding that reads it. Pure ASCII is read as UTF-8.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        if self.is_ascii() { Some(&encodings::UTF_8) } else { Encoding::for_name(&self.name) }
    }

    fn is_ascii(&self) -> bool {
        ["us-ascii", "ascii"].iter().any(|name| self.name.eq_ignore_ascii_case(name))
    }

    /// Whether text of this language may have this label.
    fn is_of(&self, language: &Language) -> bool {
        let Some(encoding) = self.encoding() else { return false };
        if !self.languages.is_empty() {
            return self.languages.contains(&&*language.file);
        }
        match encoding.family() {
            _ if self.is_ascii() => language.tag == "en",
            Family::Utf => true,
            // The table has GBK for both.
            _ if encoding == &encodings::GB18030 => language.encodings.contains(&&encodings::GBK),
            _ => language.encodings.contains(&encoding),
        }
    }

    /// A text as it was written under this label; none if it could not be, or if it says nothing of the encoding. Of UTF-16, every
    /// other document is big-endian, and half of either kind begin with a mark.
    fn write(&self, text: &str, number: usize) -> Option<Vec<u8>> {
        let encoding = self.encoding()?;
        let whole = |encoding: &'static Encoding, text: &str| {
            Some(EncodeOptions::new().unmappable(Errors::Ignore).encode(encoding, text).ok()?.into_bytes())
        };
        let bytes = match &*self.name.to_ascii_lowercase() {
            _ if self.is_ascii() => typed(encoding, &plain(text), |c| c.is_ascii())?,
            // What Windows put between 0x80 and 0x9F is not in the standard.
            "iso-8859-1" => typed(encoding, &plain(text), |c| (c as u32) < 0x100)?,
            "gb2312" => typed(encoding, text, is_gb2312)?,
            // Without a character that the older standard has not, it is GB2312 as well.
            "gb18030" => whole(encoding, text).filter(|_| !text.chars().all(is_gb2312))?,
            "utf-16" => {
                let order = [&encodings::UTF_16LE, &encodings::UTF_16BE][number % 2];
                let mark = if number % 4 < 2 { "\u{FEFF}" } else { "" };
                whole(order, &format!("{mark}{text}"))?
            }
            _ => match encoding.family() {
                Family::Utf => whole(encoding, text)?,
                Family::Escape => whole(encoding, &plain(text)).filter(|bytes| bytes.contains(&0x1B))?,
                _ => typed(encoding, text, |_| true)?,
            },
        };
        let shown = self.is_ascii() || !encoding.is_ascii_compatible() || !bytes.is_ascii();
        (shown && !bytes.is_empty()).then_some(bytes)
    }
}

/// Draws `most` pages of a label. Neighbours are often alike: any of them, and always the same.
pub fn draw<T>(pages: &mut Vec<T>, most: usize) {
    fastrand::Rng::with_seed(SEED).shuffle(pages);
    pages.truncate(most);
}

/// Leaves out labels with too few documents: the documents, the labels, and those left out with how many they have.
pub fn enough(
    mut documents: Vec<Document>,
    labels: Vec<String>,
) -> (Vec<Document>, Vec<String>, Vec<(String, usize)>) {
    let mut counts = vec![0; labels.len()];
    documents.iter().for_each(|document| counts[document.label] += 1);
    let mut numbers = vec![None; labels.len()];
    let (mut kept, mut few) = (Vec::new(), Vec::new());
    for (old, label) in labels.into_iter().enumerate() {
        if counts[old] < FEWEST {
            few.push((label, counts[old]));
        } else {
            numbers[old] = Some(kept.len());
            kept.push(label);
        }
    }
    documents.retain(|document| numbers[document.label].is_some());
    for document in &mut documents {
        document.label = numbers[document.label].unwrap_or_default();
    }
    (documents, kept, few)
}

/// Documents of each label, `most` of them if there is text enough: one of each of its languages in turn.
pub fn of_text(
    texts: &[(&Language, String)],
    labels: &[Label],
    most: usize,
    reading: Reading,
) -> Vec<Document> {
    let is_english = |(language, _): &&(&Language, String)| language.tag == "en";
    let english = texts.iter().filter(is_english).flat_map(|(_, text)| text.lines());
    let english: Vec<String> = english.map(plain).filter(|line| line.is_ascii()).collect();
    let of_label = |(number, label): (usize, &Label)| {
        let own = texts.iter().filter(|(language, _)| label.is_of(language));
        let mut piles: Vec<(Arc<str>, _)> =
            own.map(|(language, text)| ((&*language.tag).into(), cut(text, &english, label))).collect();
        let most = most.max(OF_EACH * piles.len());
        let mut documents = Vec::new();
        while documents.len() < most && !piles.is_empty() {
            piles.retain_mut(|(language, pile)| {
                let next = pile.next().map(|bytes| {
                    let text = reading.prepared(&bytes);
                    let bytes = text[..text.len().min(LONGEST)].into();
                    Document { label: number, language: Some(language.clone()), bytes }
                });
                let is_some = next.is_some();
                documents.extend(next);
                is_some
            });
        }
        documents.truncate(most);
        documents
    };
    labels.par_iter().enumerate().flat_map_iter(of_label).collect()
}

/// Cuts a text into documents, and writes them.
fn cut<'a>(text: &'a str, english: &'a [String], label: &'a Label) -> impl Iterator<Item = Vec<u8>> + 'a {
    let mut random = fastrand::Rng::with_seed(super::SEED);
    let (shortest, longest) = CHARACTERS;
    let is_wide = |encoding: &Encoding| encoding.family() == Family::Utf && !encoding.is_ascii_compatible();
    let most_english = if label.encoding().is_some_and(is_wide) { MARKUP } else { ENGLISH };
    let mut lines = text.lines().peekable();
    let documents = std::iter::from_fn(move || {
        lines.peek()?;
        let enough = shortest * libm::pow(longest / shortest, random.f64());
        let share = most_english * random.f64();
        // Half of all pages have no sign that their keyboard has not.
        let is_plain = random.bool();
        let (mut document, mut length) = (String::new(), 0.0);
        while length < enough {
            let line = match english {
                [_, ..] if random.f64() < share => english[random.usize(..english.len())].clone(),
                _ if is_plain => plain(lines.next()?),
                _ => styled(lines.next()?, random.usize(..16)),
            };
            length += line.chars().count() as f64 + 1.0;
            document += &line;
            document.push('\n');
        }
        Some(document)
    });
    documents.enumerate().filter_map(|(number, document)| label.write(&document, number))
}

/// Words with more characters are those of a script without spaces.
const LONGEST_WORD: usize = 24;

/// A text as people typed it; none if too much was lost. Words with a character which the encoding lacks are left out, and of
/// scripts without spaces the character alone: it must leave no trace. A space in its place would come to mean the encoding, and
/// on pages spaces are everywhere.
fn typed(encoding: &'static Encoding, text: &str, has: impl Fn(char) -> bool) -> Option<Vec<u8>> {
    let mut typist = Typist::new(encoding);
    let mut line = |line: &str| {
        let mut words = Vec::new();
        for word in line.split(' ') {
            let known: String = word.chars().filter(|c| has(*c)).collect();
            let runs = typist.runs(&known);
            let typed = runs.concat();
            let is_whole = runs.len() == 1 && known.len() == word.len();
            let is_left_out = !is_whole && word.chars().count() <= LONGEST_WORD
                || !word.is_empty() && typed.trim_ascii().is_empty();
            if !is_left_out {
                words.push(typed);
            }
        }
        if encoding == &encodings::ISO_8859_8 {
            // In visual order, as the letters of each word are.
            words.reverse();
        }
        words.join(&b' ')
    };
    let lines: Vec<Vec<u8>> = text.lines().map(&mut line).filter(|line| !line.is_empty()).collect();
    (typist.lost() <= LOST).then(|| lines.join(&b'\n'))
}

/// Whether a character is in GB 2312: in GBK, those are the ones whose bytes are both 0xA1 or above, in the rows in use.
fn is_gb2312(c: char) -> bool {
    let written = encodings::GBK.encode(c.encode_utf8(&mut [0; 4])).into_bytes();
    c.is_ascii() || matches!(written[..], [0xA1..=0xA9 | 0xB0..=0xF7, 0xA1..=0xFE])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_written_as_the_label_says() {
        let write = |label: &str, text: &str| Label::named(label).write(text, 3);
        assert_eq!(write("US-ASCII", "“a” café b").unwrap(), b"\"a\" b");
        assert_eq!(write("ISO-8859-1", "“café” œuf").unwrap(), b"\"caf\xE9\"");
        assert_eq!(write("windows-1252", "“café”").unwrap(), b"\x93caf\xE9\x94");
        assert_eq!(write("UTF-8", "é").unwrap(), "é".as_bytes());
        assert_eq!(write("UTF-16LE", "a").unwrap(), b"a\0");
        let utf_16 = |number| Label::named("UTF-16").write("a", number).unwrap();
        assert_eq!([0, 1, 2, 3].map(utf_16), [&b"\xFF\xFEa\0"[..], b"\xFE\xFF\0a", b"a\0", b"\0a"]);
        assert_eq!(write("ISO-2022-JP", "あ").unwrap(), b"\x1B$B$\"\x1B(B");
        // 们 is in GB 2312, 們 is not.
        let chinese = "们們".repeat(LONGEST_WORD);
        assert_eq!(write("GB2312", &chinese).unwrap(), b"\xC3\xC7".repeat(LONGEST_WORD));
        assert_eq!(write("GB18030", "们們").unwrap(), b"\xC3\xC7\x82\x83");
        assert_eq!(write("GB18030", "们"), None, "as well GB2312");
        assert_eq!(write("UTF-8", "plain"), None, "as well ASCII");
        assert_eq!(write("KOI8-R", "déjà"), None, "nobody wrote French in it");
        assert_eq!(write("no such thing", "a"), None);
    }

    #[test]
    fn what_an_encoding_lacks_leaves_no_trace() {
        let write = |label: &str, text: &str| Label::named(label).write(text, 0).unwrap();
        assert_eq!(write("ISO-8859-2", "• žlutý • 5 € kůň\n•\nje"), b"\xBElut\xFD 5 k\xF9\xF2\nje");
        assert_eq!(write("KOI8-R", "мир ★ и ☃снег☃ дом"), b"\xCD\xC9\xD2 \xC9 \xC4\xCF\xCD");
        let long = "あ".repeat(LONGEST_WORD);
        assert_eq!(write("EUC-JP", &format!("{long}😀{long}")), b"\xA4\xA2".repeat(2 * LONGEST_WORD));
    }

    #[test]
    fn every_label_has_its_encoding() {
        let name = |label: &Label| label.encoding().unwrap().name();
        let names: Vec<_> = Label::paper().iter().map(name).collect();
        assert_eq!(names.len(), 13);
        assert_eq!(names[..4], ["UTF-8", "UTF-16LE", "UTF-8", "windows-1252"]);
    }

    #[test]
    fn documents_of_text() {
        let folder = tempfile::tempdir().unwrap();
        let table = "tag\twhatwg_encodings\nen\twindows-1252\nru\tkoi8-r windows-1251\n";
        std::fs::write(folder.path().join("languages.tsv"), table).unwrap();
        let languages = pellucid_corpora::languages::read(&[folder.path().to_owned()]).unwrap();
        let texts = ["Plain “words” here\n".repeat(900), "Съешь же ещё этих булок\n".repeat(900)];
        let texts: Vec<(&Language, String)> = languages.iter().zip(texts).collect();
        let labels: Vec<Label> = ["KOI8-R", "UTF-8", "US-ASCII"].map(Label::named).to_vec();
        let documents = of_text(&texts, &labels, 10, Reading::EXTENDED);
        for label in 0..3 {
            let own: Vec<_> = documents.iter().filter(|document| document.label == label).collect();
            assert!(own.len() > 4 && own.len() <= 2 * OF_EACH, "{} of {label}", own.len());
            assert!(own.iter().all(|document| document.bytes.len() <= LONGEST));
            assert!(own.iter().all(|document| document.bytes.is_ascii() == (label == 2)));
        }
        let web: Vec<String> = Label::web(&languages).into_iter().map(|label| label.name).collect();
        assert_eq!(web, ["US-ASCII", "UTF-16", "UTF-8", "KOI8-R", "windows-1251", "windows-1252"]);
        assert_eq!(of_text(&[], &labels, 10, Reading::PAPER).len(), 0);
    }

    #[test]
    fn pages_of_no_use_have_their_reason() {
        let read = |label: &str, page: &[u8]| {
            Document::read(0, &Label::named(label), page, Reading::EXTENDED).map(|document| document.bytes)
        };
        assert_eq!(read("koi8-r", b"<p>\xC1").unwrap(), (*b"\xC1").into());
        assert_eq!(read("koi8-r", b""), Err(Refused::Empty));
        assert_eq!(read("koi8-r", b"<p> \n"), Err(Refused::Empty));
        assert_eq!(read("koi8-r", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"), Err(Refused::Binary));
        assert_eq!(read("koi8-r", "всем привет".as_bytes()), Err(Refused::Mislabelled));
        assert_eq!(read("utf-8", b"\xC1\xC2\xC3 \xC4"), Err(Refused::Mislabelled));
        assert_eq!(read("us-ascii", b"caf\xE9"), Err(Refused::Mislabelled));
        let utf_16 = encodings::UTF_16BE.encode("<p>привет, мир</p>").into_bytes();
        assert!(read("utf-16", &utf_16).is_ok());
    }

    #[test]
    fn pages_are_cut() {
        let page = format!("<p>{}", "é".repeat(LONGEST));
        assert_eq!(Document::of_page(0, page.as_bytes(), Reading::PAPER).bytes.len(), LONGEST);
        let raw = Reading { markup: true, ..Reading::PAPER };
        assert!(Document::of_page(0, b"<p>a", raw).bytes.starts_with(b"<p>"));
    }
}

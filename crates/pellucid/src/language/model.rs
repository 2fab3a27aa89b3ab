//! Which language a page is in, whatever its encoding: some of its bytes, and the probabilities of all languages.
//!
//! Detection only copies bytes, from windows spread over the page: navigation is at the top, the text in the
//! middle. When somebody wants to know the language, their text is decoded and scored by the model.

use std::fmt;
use std::sync::LazyLock;

use memchr::{memchr, memchr2, memchr3};

use crate::count::{Ascii, Letters};
use crate::encodings::{self, Encoding, Family};
use crate::score::model::{CAP, Likelihoods};
use crate::strip::{Channel, Sink, Stripper};

static MODEL: LazyLock<Likelihoods> = LazyLock::new(|| {
    #[cfg(feature = "models")]
    return Likelihoods::shipped(pellucid_models::LANGUAGE);
    #[cfg(not(feature = "models"))]
    return Likelihoods::empty();
});

/// How much text is scored: of texts of 200 bytes 97.5 % are recognized correctly, of 1000 bytes 98.6 %.
const TEXT: usize = 1024;
/// From so many windows of so many bytes of the page, each giving its share, and what those before it left of theirs. With
/// 12 windows of 680 bytes, or with 1536 bytes of text, the language of four or five in a thousand UTF-8 pages is wrong that is correct with these.
const WINDOWS: usize = 8;
const WINDOW: usize = 1024;

/// Nats for a nat of the model's: at most, and, divided by their root, for many n-grams.
const MOST: f32 = 0.5;
const FRESH: f32 = 1.1;
/// So many n-grams of ASCII words are looked at.
const WORDS: usize = 128;
/// Of the n-grams of a text the model knows 60 %; where it does not know one in so many, the text is none.
const KNOWN: u32 = 6;

/// Bytes of a page that show its language: all of its head, or windows of it.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Sample(Box<[u8]>);

impl Sample {
    /// Copies what is needed, and no more than 8 KiB.
    pub fn of(head: &[u8]) -> Sample {
        if head.len() < WINDOWS * WINDOW {
            return Sample(head.into());
        }
        let mut bytes = Vec::with_capacity(WINDOWS * WINDOW);
        for n in 0..WINDOWS {
            // No character of UTF-16 or UTF-32 is cut in two.
            let at = (n * (head.len() - WINDOW) / (WINDOWS - 1)) & !3;
            bytes.extend_from_slice(&head[at..at + WINDOW]);
        }
        Sample(bytes.into())
    }

    /// Some of the text of a page in this encoding.
    pub fn text(&self, encoding: &'static Encoding) -> String {
        let mut text = Text { bytes: Vec::with_capacity(TEXT), room: 0 };
        let pieces = if self.0.len() < WINDOWS * WINDOW { 1 } else { WINDOWS };
        let in_bytes = encoding.is_ascii_compatible();
        for (n, piece) in self.0.chunks((self.0.len() / pieces).max(1)).enumerate() {
            text.room = (n + 1) * TEXT / pieces;
            if in_bytes {
                text.take(piece, n > 0, encoding);
            } else {
                // Markup is found only after decoding.
                let start = if n > 0 { first_shift(piece, encoding) } else { 0 };
                text.take(encoding.decode(&piece[start..]).text().as_bytes(), n > 0, &encodings::UTF_8);
            }
        }
        let encoding = if in_bytes { encoding } else { &encodings::UTF_8 };
        encoding.decode(&text.bytes).text().to_owned()
    }
}

/// A page is not for logs.
impl fmt::Debug for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

/// Where the state of an encoding with shifts is known again, in a piece from within a page.
fn first_shift(window: &[u8], encoding: &'static Encoding) -> usize {
    let shift = match encoding.family() {
        Family::Escape if encoding == &encodings::HZ_GB_2312 => memchr(b'~', window),
        Family::Escape => memchr3(0x1B, 0x0E, 0x0F, window),
        _ => None,
    };
    shift.unwrap_or(0)
}

/// Where text may begin in a piece from within a page: after the end of a script or style that began before it, else
/// after a tag, else after a space.
fn first_text(window: &[u8]) -> usize {
    let mut at = 0;
    while let Some(tag) = memchr(b'<', &window[at..]).map(|found| at + found + 1) {
        let begins =
            |name: &[u8]| window[tag..].get(..name.len()).is_some_and(|s| s.eq_ignore_ascii_case(name));
        if begins(b"/script") || begins(b"/style") {
            return tag + memchr(b'>', &window[tag..]).map_or(0, |end| end + 1);
        }
        if begins(b"script") || begins(b"style") {
            break;
        }
        at = tag;
    }
    let space = || window.iter().position(u8::is_ascii_whitespace);
    memchr(b'>', window).or_else(space).map_or(0, |end| end + 1)
}

/// Takes text that is no code, as long as there is room.
struct Text {
    bytes: Vec<u8>,
    room: usize,
}

impl Text {
    /// The text of a piece, which may be from within the page.
    fn take(&mut self, piece: &[u8], within: bool, encoding: &'static Encoding) {
        let start = if within { first_text(piece) } else { 0 };
        let mut stripper = Stripper::for_encoding(encoding);
        self.separate(b'\n');
        for chunk in piece[start..].chunks(WINDOW) {
            stripper.feed(chunk, self);
            if self.bytes.len() >= self.room {
                break;
            }
        }
        stripper.finish(self);
    }

    /// One space or line feed, however many there are.
    fn separate(&mut self, by: u8) {
        if self.bytes.len() < self.room && self.bytes.last().is_some_and(|last| !last.is_ascii_whitespace()) {
            self.bytes.push(by);
        }
    }
}

impl Sink for Text {
    fn bytes(&mut self, _stream: Channel, bytes: &[u8]) {
        if self.bytes.len() >= self.room {
            return;
        }
        let trimmed = bytes.trim_ascii();
        if bytes.first().is_some_and(u8::is_ascii_whitespace) {
            self.separate(b' ');
        }
        if !is_code(trimmed) {
            let room = self.room - self.bytes.len();
            self.bytes.extend_from_slice(&trimmed[..trimmed.len().min(room)]);
        }
        if bytes.last().is_some_and(u8::is_ascii_whitespace) {
            self.separate(b' ');
        }
    }

    fn boundary(&mut self, _stream: Channel) {
        self.separate(b'\n');
    }
}

/// Whether text has braces, as programs and style sheets do, or begins with signs for an eighth of its characters. A
/// window may begin within them.
fn is_code(bytes: &[u8]) -> bool {
    const SIGNS: [u8; 256] = {
        let (mut table, mut list) = ([0; 256], b"()[]=;:\"_/\\+&|<>$#".as_slice());
        while let [sign, rest @ ..] = list {
            table[*sign as usize] = 1;
            list = rest;
        }
        table
    };
    let beginning = &bytes[..bytes.len().min(TEXT / WINDOWS)];
    let signs: usize = beginning.iter().map(|&byte| usize::from(SIGNS[usize::from(byte)])).sum();
    signs * 8 > beginning.len() || memchr2(b'{', b'}', bytes).is_some()
}

/// A language and how probable it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scored {
    pub language: &'static str,
    /// Nats, such that differences are log-odds.
    pub nats: f32,
}

/// Scores every language; none when there is no text that the model knows.
pub(crate) fn score(text: &str) -> Vec<Scored> {
    let model = &*MODEL;
    let mut letters = Letters::default();
    letters.feed(text);
    let counts = letters.finish();
    let (scores, known) = model.scores(counts.iter());
    // Capped as known ones are: words that are repeated in a menu are still words.
    let total: u32 = counts.iter().map(|(_, count)| count.min(CAP)).sum();
    if known * KNOWN < total || known == 0 {
        return Vec::new();
    }
    // N-grams overlap, words repeat themselves, and a text has its own topic and style: its n-grams are worth as much as
    // so many independent ones. Fitted to validation text of 12 to 1000 bytes.
    let scale = (FRESH / (known as f32).sqrt()).min(MOST);
    let scored = |(class, score): (&'static crate::score::model::Class, f32)| Scored {
        language: &class.language,
        nats: score * scale,
    };
    model.classes().iter().zip(scores).map(scored).collect()
}

/// What ASCII words say of each language, in the order of [`languages`]: nats, and how many n-grams told. Words with
/// other bytes say nothing.
pub(crate) fn ascii(bytes: &[u8]) -> (Vec<f32>, f32) {
    let (mut scores, known) = MODEL.scores(Ascii::new(bytes).take(WORDS).map(|gram| (gram, 1)));
    let known = known as f32;
    let scale = (FRESH / known.max(1.0).sqrt()).clamp(0.2, MOST);
    scores.iter_mut().for_each(|score| *score *= scale);
    (scores, known * scale)
}

/// Whether a text has as many ASCII words as are looked at.
pub(crate) fn has_words(bytes: &[u8]) -> bool {
    Ascii::new(bytes).take(WORDS).count() == WORDS
}

/// The languages that the model knows.
pub(crate) fn languages() -> impl Iterator<Item = &'static str> {
    MODEL.classes().iter().map(|class| &*class.language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::{ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16LE};

    fn sample(page: &[u8], encoding: &'static Encoding) -> String {
        Sample::of(page).text(encoding)
    }

    #[test]
    fn a_sample_is_text_from_all_over_the_page() {
        let part =
            |word: &str| format!("<style>.a {{ b: c }}</style><p class=x>{word} {word}</p>\n").repeat(200);
        let page = [part("unten"), part("mitten"), part("oben")].concat();
        let sample = sample(page.as_bytes(), &UTF_8);
        for word in ["unten", "mitten", "oben"] {
            assert!(sample.contains(word), "{sample}");
        }
        assert!(!sample.contains('{') && sample.len() <= TEXT, "{sample}");
    }

    #[test]
    fn no_more_than_8_kib_are_kept() {
        for len in [0, 1, 8191, 8192, 8193, 65_535, 65_536] {
            let head: Vec<u8> = (0..len).map(|n| (n % 4) as u8).collect();
            let Sample(kept) = Sample::of(&head);
            assert_eq!(kept.len(), len.min(8192));
            assert!(kept.iter().enumerate().all(|(n, byte)| usize::from(*byte) == n % 4), "{len}: aligned");
        }
    }

    #[test]
    fn text_is_found_after_much_code() {
        let page = format!("<script>{}</script><p>ein Satz", "var a = b(c);\n".repeat(4000));
        assert_eq!(&*sample(page.as_bytes(), &UTF_8), "ein Satz");
    }

    #[test]
    fn every_encoding_has_the_same_sample() {
        let page = "<title>天気</title><p>今日は良い天気ですね。".repeat(300);
        let expected = sample(page.as_bytes(), &UTF_8);
        for encoding in [&SHIFT_JIS, &ISO_2022_JP, &UTF_16LE] {
            let found = sample(encoding.encode(&page).bytes(), encoding);
            assert_eq!(score(&found).len(), score(&expected).len());
            assert!(found.contains("今日は良い天気ですね"), "{encoding}: {found}");
        }
    }

    #[test]
    fn where_text_begins_within_a_page() {
        let rest = |window: &'static [u8]| &window[first_text(window)..];
        assert_eq!(rest(b"a < b; }</SCRIPT ><p>x"), b"<p>x");
        assert_eq!(rest(b"ass=x>text<script>a</script>"), b"text<script>a</script>");
        assert_eq!(rest(b"ord after word"), b"after word");
        assert_eq!(rest(b"</script"), b"/script");
        assert_eq!(rest(b""), b"");
    }
}

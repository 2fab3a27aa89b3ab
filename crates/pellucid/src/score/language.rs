//! Which language a page is in, whatever its encoding: a sample of its text, and the probabilities of all languages.
//!
//! The sample is at most a kilobyte of text, from windows spread over the page: navigation is
//! at the top, the text in the middle. Taking it costs a few microseconds; the model is asked only when somebody wants to know
//! the language.

use std::sync::LazyLock;

use memchr::{memchr, memchr2};

use super::model::Model;
use crate::count::Letters;
use crate::encodings::{self, Encoding};
use crate::strip::{Sink, Stream, Stripper};

static MODEL: LazyLock<Model> = LazyLock::new(|| {
    Model::parse(pellucid_models::LANGUAGE)
        .unwrap_or_else(|error| unreachable!("the model that ships: {error}"))
});

/// How much text is taken: of texts of 200 bytes 97.5 % are told rightly, of 1000 bytes 98.6 %.
const TEXT: usize = 1024;
/// From so many windows of so many bytes of the page, each giving its share, and what those before it left of theirs.
const WINDOWS: usize = 8;
const WINDOW: usize = 1024;
/// With less text than this from the windows, all of the head is read until there is enough.
const SCARCE: usize = 200;

/// Nats for a nat of the model's: at most, and, divided by their root, for many n-grams.
const MOST: f32 = 0.5;
const FRESH: f32 = 1.1;
/// Of the n-grams of a text the model knows 60 %; where it does not know one in so many, the text is none.
const KNOWN: u32 = 6;

/// A sample of the text of a page in this encoding, from its head.
pub(crate) fn sample(head: &[u8], encoding: &'static Encoding) -> Box<str> {
    if encoding == &encodings::BINARY {
        Box::default()
    } else if encoding.is_ascii_compatible() {
        encoding.decode(&text(head, encoding)).text().into()
    } else {
        // Markup can only be told from text after decoding.
        let decoded = encoding.decode(head);
        String::from_utf8_lossy(&text(decoded.text().as_bytes(), &encodings::UTF_8)).into()
    }
}

/// Bytes of text from all over the page.
fn text(head: &[u8], encoding: &'static Encoding) -> Vec<u8> {
    let mut sample = Sample { text: Vec::new(), room: TEXT };
    if head.len() > WINDOWS * WINDOW {
        for n in 0..WINDOWS {
            let at = n * (head.len() - WINDOW) / (WINDOWS - 1);
            let window = &head[at..at + WINDOW];
            let start = if n == 0 { 0 } else { first_text(window) };
            sample.room = (n + 1) * TEXT / WINDOWS;
            Stripper::for_encoding(encoding).feed(&window[start..], &mut sample);
            sample.boundary(Stream::Text);
        }
        if sample.text.len() >= SCARCE {
            return sample.text;
        }
        sample = Sample { text: Vec::new(), room: TEXT };
    }
    let mut stripper = Stripper::for_encoding(encoding);
    for piece in head.chunks(WINDOW) {
        stripper.feed(piece, &mut sample);
        if sample.text.len() >= sample.room {
            return sample.text;
        }
    }
    stripper.finish(&mut sample);
    sample.text
}

/// Where text may begin in a piece from within a page: behind the end of a script or style that began before it, else
/// behind a tag, else behind a space.
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
struct Sample {
    text: Vec<u8>,
    room: usize,
}

impl Sample {
    /// One space or line feed, however many there are.
    fn separate(&mut self, by: u8) {
        if self.text.len() < self.room && self.text.last().is_some_and(|last| !last.is_ascii_whitespace()) {
            self.text.push(by);
        }
    }
}

impl Sink for Sample {
    fn bytes(&mut self, _stream: Stream, bytes: &[u8]) {
        if self.text.len() >= self.room {
            return;
        }
        let trimmed = bytes.trim_ascii();
        if bytes.first().is_some_and(u8::is_ascii_whitespace) {
            self.separate(b' ');
        }
        if !is_code(trimmed) {
            let room = self.room - self.text.len();
            self.text.extend_from_slice(&trimmed[..trimmed.len().min(room)]);
        }
        if bytes.last().is_some_and(u8::is_ascii_whitespace) {
            self.separate(b' ');
        }
    }

    fn boundary(&mut self, _stream: Stream) {
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
pub(crate) fn score(sample: &str) -> Vec<Scored> {
    let model = &*MODEL;
    let mut letters = Letters::default();
    letters.feed(sample);
    let counts = letters.finish();
    let (scores, known) = model.scores(&counts);
    if known * KNOWN < counts.total() || known == 0 {
        return Vec::new();
    }
    // N-grams overlap, words repeat themselves, and a text has its own topic and style: its n-grams are worth as much as
    // so many independent ones. Fitted to validation text of 12 to 1000 bytes.
    let scale = (FRESH / (known as f32).sqrt()).min(MOST);
    let scored = |(class, score): (&'static super::model::Class, f32)| Scored {
        language: &class.language,
        nats: score * scale,
    };
    model.classes().iter().zip(scores).map(scored).collect()
}

/// The languages which can be told.
pub(crate) fn languages() -> impl Iterator<Item = &'static str> {
    MODEL.classes().iter().map(|class| &*class.language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::{ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16LE};

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
    fn text_is_found_behind_much_code() {
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

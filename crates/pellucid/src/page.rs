//! The whole pipeline on one screen: the only place which knows the order of the stages.

use crate::decide::decide;
use crate::decode::Decoded;
use crate::encodings::Encoding;
use crate::guess::Guess;
use crate::hints::{Hints, Method};
use crate::score::Structure;
use crate::sniff::{self, HEAD};

/// Finds encodings with the same hints for every page. Cheap to clone, shared freely between threads.
#[derive(Clone, Debug, Default)]
pub struct Detector {
    hints: Hints,
}

/// Collects hints for a [`Detector`].
#[derive(Clone, Debug, Default)]
pub struct DetectorBuilder {
    hints: Hints,
}

/// The encoding of these bytes, without any hint. Never fails, whatever the bytes.
pub fn detect(bytes: &[u8]) -> Guess {
    Detector::default().detect(bytes)
}

/// The text of these bytes, in the encoding which [`detect`] finds. Never fails, whatever the bytes.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    Detector::default().decode(bytes)
}

impl Detector {
    /// A builder without hints.
    pub fn builder() -> DetectorBuilder {
        DetectorBuilder::default()
    }

    /// The encoding of these bytes.
    pub fn detect(&self, bytes: &[u8]) -> Guess {
        let mut structure = Structure::default();
        structure.whole(bytes);
        conclude(&self.hints, &bytes[..bytes.len().min(HEAD)], structure)
    }

    /// The text of these bytes; the guess is in [`Decoded::guess`].
    pub fn decode<'a>(&self, bytes: &'a [u8]) -> Decoded<'a> {
        let guess = self.detect(bytes);
        let mut decoded = guess.encoding().decode(bytes);
        decoded.guess = Some(guess);
        decoded
    }

    /// For pages which arrive in pieces: feed them all, then finish. Memory is bounded.
    pub fn stream(&self) -> Stream {
        Stream { hints: self.hints.clone(), head: Vec::new(), structure: Structure::default() }
    }
}

/// A page which arrives in pieces. Whatever the pieces, the answer is the same as for the whole.
#[derive(Clone, Debug)]
pub struct Stream {
    hints: Hints,
    head: Vec<u8>,
    structure: Structure,
}

impl Stream {
    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.head.extend_from_slice(&bytes[..bytes.len().min(HEAD - self.head.len())]);
        self.structure.feed(bytes);
    }

    /// The answer after the last piece.
    pub fn finish(self) -> Guess {
        conclude(&self.hints, &self.head, self.structure)
    }
}

/// `sniff`, `score`, `decide`.
fn conclude(hints: &Hints, head: &[u8], structure: Structure) -> Guess {
    let declarations = sniff::sniff(head, hints.content_type.as_deref());
    let ascii = structure.is_ascii();
    decide(hints, head, declarations, structure.finish(head), ascii)
}

impl DetectorBuilder {
    /// The HTTP `Content-Type` the page came with.
    pub fn content_type(mut self, value: &str) -> Self {
        self.hints.content_type = Some(value.into());
        self
    }

    /// The page's language: a BCP 47 tag in any spelling, or the value of a `Content-Language` header.
    pub fn language(mut self, tag: &str) -> Self {
        self.hints.language = sniff::language_tag(tag.as_bytes()).or_else(|| Some(tag.into()));
        self
    }

    /// The page's address: its top-level domain tells of the language.
    pub fn url(mut self, url: &str) -> Self {
        self.hints.url = Some(url.into());
        self
    }

    /// Only these encodings may be the answer. An empty list restricts nothing.
    pub fn allow(mut self, encodings: &[&'static Encoding]) -> Self {
        self.hints.allow = Some(encodings.to_vec()).filter(|list| !list.is_empty());
        self
    }

    /// These encodings may not be the answer.
    pub fn deny(mut self, encodings: &[&'static Encoding]) -> Self {
        self.hints.deny = encodings.to_vec();
        self
    }

    /// How the answer is found.
    pub fn method(mut self, method: Method) -> Self {
        self.hints.method = method;
        self
    }

    /// The detector.
    pub fn build(self) -> Detector {
        Detector { hints: self.hints }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings;
    use crate::evidence::Source;
    use proptest::prelude::*;

    fn name(guess: &Guess) -> &'static str {
        guess.encoding().name()
    }

    #[test]
    fn declarations_are_obeyed_while_the_content_is_silent() {
        let page = b"<meta charset=koi8-r><p>Questions";
        let guess = detect(page);
        assert_eq!((name(&guess), guess.source()), ("KOI8-R", Source::Meta));
        let header = Detector::builder().content_type("text/html; charset=windows-1253").build();
        let guess = header.detect(page);
        assert_eq!((name(&guess), guess.source()), ("windows-1253", Source::Header));
    }

    #[test]
    fn content_overrules_a_false_declaration() {
        let guess = detect("<meta charset=windows-1252>Ça alors, déjà".as_bytes());
        assert_eq!((name(&guess), guess.source()), ("UTF-8", Source::Utf8));
        let guess = detect(b"<meta charset=utf-8>D\xE9j\xE0 vu, \xE7a, o\xF9, na\xEFve");
        assert_eq!((name(&guess), guess.source()), ("windows-1252", Source::Content));
        let koi8 = encodings::KOI8_R.encode("<meta charset=windows-1251>Каждый охотник желает знать");
        assert_eq!(name(&detect(koi8.bytes())), "KOI8-R");
    }

    #[test]
    fn one_broken_byte_is_no_veto() {
        let mut page = "Съешь же ещё этих мягких французских булок".as_bytes().to_vec();
        page.remove(31);
        assert_eq!(name(&detect(&page)), "UTF-8");
    }

    #[test]
    fn nothing_to_go_by() {
        let guess = detect(b"");
        assert_eq!((name(&guess), guess.source()), ("UTF-8", Source::Ascii));
        let guess = detect(b"\xBF \xE9 \xA4");
        assert!(guess.confidence() < 0.9 && !guess.alternatives().is_empty(), "{}", guess.confidence());
    }

    #[test]
    fn allow_and_deny() {
        let allowed = Detector::builder().allow(&[&encodings::KOI8_R, &encodings::IBM866]).build();
        assert_eq!(name(&allowed.detect("déjà".as_bytes())), "KOI8-R");
        let denied = Detector::builder().deny(&[&encodings::UTF_8]).build();
        assert_eq!(name(&denied.detect("déjà".as_bytes())), "windows-1252");
    }

    #[test]
    fn the_strict_method_looks_at_no_content() {
        let strict = Detector::builder().method(Method::Standard).build();
        let guess = strict.detect("déjà, une fois, naïvement".as_bytes());
        assert_eq!(name(&guess), "windows-1252");
        assert!(guess.confidence() < 0.01, "but its confidence tells");
    }

    #[test]
    fn a_long_stream_has_the_language_of_the_whole() {
        let filler =
            "<div class='a'><a href='/'>Головна</a></div><script>if (a < b) { go(); }</script>\n".repeat(600);
        let page = format!(
            "<html lang=en>{filler}<p>Усі люди народжуються вільними і рівними у своїй гідності</p>{filler}"
        );
        let mut stream = Detector::default().stream();
        page.as_bytes().chunks(1000).for_each(|piece| stream.feed(piece));
        let (pieces, whole) = (stream.finish(), detect(page.as_bytes()));
        assert_eq!(pieces, whole);
        assert_eq!((pieces.language(), whole.language()), (Some("uk"), Some("uk")));
    }

    proptest! {
        #[test]
        fn pieces_equal_the_whole(
            parts in prop::collection::vec(prop::sample::select(vec![
                &b"<meta charset=gbk>"[..], b"<html lang=ja>", b"\x1B$B$3$s\x1B(B", b"\xEF\xBB\xBF", b"\0", b"caf\xC3\xA9",
                b"\xE9t\xE9", b"~{<:Ky2~}", b"<!--", b"-->", b"\xE3\x81\x82\xE3\x81", b"h\0i\0", b"<script>", b"</script>",
                "<html lang=en><p>где сидит фазан ".as_bytes(), b" the quick brown fox ",
            ]), 0..20),
            size in 1usize..14,
        ) {
            let page = parts.concat();
            let detector = Detector::default();
            let mut stream = detector.stream();
            page.chunks(size).for_each(|piece| stream.feed(piece));
            let (pieces, whole) = (stream.finish(), detector.detect(&page));
            prop_assert_eq!(pieces.language(), whole.language());
            prop_assert_eq!(pieces, whole);
        }

        #[test]
        fn any_bytes_give_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let guess = detect(&bytes);
            prop_assert!((0.0..=1.0).contains(&guess.confidence()));
        }
    }
}

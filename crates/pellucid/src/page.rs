//! The whole pipeline on one screen: the only place which knows the order of the stages.

use crate::decide::{Opinion, decide};
use crate::decode::{DecodeError, Decoded, Options};
use crate::encodings::{self, Encoding, Family};
use crate::extract::{Extracted, Extractor};
use crate::guess::Guess;
use crate::hints::{Hints, Method, Prior};
#[cfg(feature = "papers")]
use crate::papers::{self, LOOKED_AT, hybrid::Hybrid};
use crate::repair::{self, Check, Mixed, Repaired, mixed};
use crate::score::Structure;
use crate::score::model::Trained;
use crate::sniff::{self, HEAD};
use crate::write;

/// How sure we must be of the encoding of misread words.
const SURE: f32 = 0.9;
/// How likely the encoding of pieces must be; else it is windows-1252, the commonest.
const LIKELY: f32 = 0.5;

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

/// The whole path: detects, decodes and extracts. Never fails, whatever the bytes.
///
/// ```
/// let bytes = b"<html lang=fr><meta charset=iso-8859-1><title>Th\xE9</title><nav><a href=/>Accueil</a></nav><article><h1>Th\xE9</h1>\
///     <p>L'eau ne doit pas bouillir pour le th\xE9 vert : 70 degr\xE9s suffisent, et deux minutes.</p></article>";
/// let page = pellucid::page(bytes);
/// assert_eq!(page.guess().encoding().name(), "windows-1252");
/// assert_eq!((page.title(), page.language()), (Some("Th\u{e9}"), Some("fr")));
/// assert!(page.text().contains("th\u{e9} vert : 70 degr\u{e9}s suffisent"));
/// assert!(!page.text().contains("Accueil"));
/// ```
pub fn page(bytes: &[u8]) -> Page {
    Detector::default().page(bytes, &Extractor::default())
}

/// Undoes what was read wrongly in a text before it came to us, where that is certain and exact: UTF-8 which was read in a
/// legacy encoding and written as UTF-8 again ("Ã©"), and words of a legacy encoding which were read as windows-1252
/// ("Ïðèâåò"). Everything else stays as it is.
pub fn repair(text: &str) -> Repaired<'_> {
    repair::repair(text, |bytes| {
        let guess = Detector::builder().deny(&[&encodings::UTF_8]).build().detect(bytes);
        (guess.confidence() >= SURE).then_some(guess.encoding())
    })
}

impl Decoded<'_> {
    /// The text with double encoding undone: see [`repair()`].
    ///
    /// Only for text that was read in an encoding of all of Unicode. In text which was read in a legacy encoding, "Ã©" is a
    /// piece of UTF-8: [`Detector::decode_mixed`] reads it.
    pub fn repair(&self) -> Repaired<'_> {
        match self.encoding().family() {
            Family::Utf => repair(self.text()),
            _ => Repaired::unchanged(self.text()),
        }
    }

    /// Counts what clear text has little of.
    pub fn check(&self) -> Check {
        Check::of(self.text())
    }
}

impl Detector {
    /// A builder without hints.
    pub fn builder() -> DetectorBuilder {
        DetectorBuilder::default()
    }

    /// The encoding of these bytes.
    pub fn detect(&self, bytes: &[u8]) -> Guess {
        let structure = Structure::whole(bytes);
        let opinion = opinion(&self.hints, &bytes[..bytes.len().min(LOOKED_AT)]);
        conclude(&self.hints, &bytes[..bytes.len().min(HEAD)], structure, bytes, opinion)
    }

    /// The text of these bytes; the guess is in [`Decoded::guess`].
    pub fn decode<'a>(&self, bytes: &'a [u8]) -> Decoded<'a> {
        let guess = self.detect(bytes);
        let mut decoded = guess.encoding().decode(bytes);
        decoded.guess = Some(guess);
        decoded
    }

    /// The text of a page which may be in two encodings, UTF-8 and a legacy one, in pieces: each is read in its own.
    ///
    /// ```
    /// let page = "<p>Une page en UTF-8, déjà très appréciée</p><p>et un morceau collé, ".as_bytes();
    /// let mixed = pellucid::Detector::default().decode_mixed(&[page, b"d\xE9j\xE0 vu</p>"].concat());
    /// assert!(mixed.text().ends_with("collé, déjà vu</p>"));
    /// assert_eq!(mixed.other().map(|encoding| encoding.name()), Some("windows-1252"));
    /// assert_eq!((mixed.pieces(), mixed.bytes()), (2, 2));
    /// ```
    pub fn decode_mixed(&self, bytes: &[u8]) -> Mixed {
        let encoding = self.detect(bytes).encoding();
        match self.decode_mixed_as(encoding, bytes, &Options::new()) {
            Ok(mixed) => mixed,
            Err(error) => unreachable!("damage is replaced: {error}"),
        }
    }

    /// The same where the encoding of the page is known. Fails only with [`Policy::Fail`](crate::decode::Policy::Fail).
    ///
    /// In pages of UTF-8, the encoding of the other pieces is found from them; windows-1252 if they are too few to tell.
    /// Pages which are neither UTF-8 nor single-byte nor multi-byte have no pieces.
    pub fn decode_mixed_as(
        &self,
        encoding: &'static Encoding,
        bytes: &[u8],
        options: &Options,
    ) -> Result<Mixed, DecodeError> {
        if encoding != &encodings::UTF_8 {
            return mixed::legacy_with_utf8(bytes, encoding, options);
        }
        let mut hints = self.hints.clone();
        hints.deny.push(&encodings::UTF_8);
        let guess = Detector { hints }.detect(&mixed::foreign_words(bytes));
        let legacy = guess.confidence() >= LIKELY
            && matches!(guess.encoding().family(), Family::SingleByte | Family::MultiByte);
        let other = if legacy { guess.encoding() } else { &encodings::WINDOWS_1252 };
        mixed::utf8_with(bytes, other, options)
    }

    /// The main content of a page, and all that leads to it.
    pub fn page(&self, bytes: &[u8], extractor: &Extractor) -> Page {
        let decoded = self.decode(bytes);
        let extracted = extractor.extract(decoded.text());
        let replaced = decoded.damage().count();
        let guess = decoded.guess.unwrap_or_else(|| unreachable!("the encoding was just guessed"));
        Page { guess, replaced, extracted }
    }

    /// For pages which arrive in pieces: feed them all, then finish. Memory is bounded.
    pub fn stream(&self) -> Stream {
        let kept = if self.hints.method.has_opinion() { LOOKED_AT } else { HEAD };
        Stream { hints: self.hints.clone(), kept, head: Vec::new(), structure: Structure::default() }
    }
}

/// A page, from its bytes to its main content.
#[derive(Clone, Debug)]
pub struct Page {
    guess: Guess,
    replaced: u64,
    extracted: Extracted,
}

impl Page {
    /// The encoding, and how it was found.
    pub fn guess(&self) -> &Guess {
        &self.guess
    }

    /// How many places did not decode.
    pub fn replaced(&self) -> u64 {
        self.replaced
    }

    /// What was taken out: metadata, parts, and why there are none.
    pub fn extracted(&self) -> &Extracted {
        &self.extracted
    }

    /// The title, as the page tells it best.
    pub fn title(&self) -> Option<&str> {
        self.extracted.metadata.title.as_deref()
    }

    /// The language that the text is in, as far as it can be told; else the one that is declared.
    pub fn language(&self) -> Option<&str> {
        self.guess.language().or(self.extracted.metadata.language.as_deref())
    }

    /// The main content as plain text.
    pub fn text(&self) -> String {
        self.extracted.text(write::Options::default())
    }

    /// The main content as Markdown, with neither links nor pictures.
    pub fn markdown(&self) -> String {
        self.extracted.markdown(write::Options::default())
    }
}

/// A page which arrives in pieces. Whatever the pieces, the answer is the same as for the whole.
#[derive(Clone, Debug)]
pub struct Stream {
    hints: Hints,
    /// How much of the page is kept at most.
    kept: usize,
    head: Vec<u8>,
    structure: Structure,
}

impl Stream {
    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.head.extend_from_slice(&bytes[..bytes.len().min(self.kept - self.head.len())]);
        self.structure.feed(bytes, self.hints.model());
    }

    /// The answer before the last piece, as soon as it is clear: text that looks like one encoding by 25 bits more than
    /// like any other, twins aside, in bytes which are beyond doubt no UTF-8; or UTF-8 beyond doubt with nothing broken.
    ///
    /// What comes later may still tell twins apart, or be in another encoding: of the 5,493 pages of our corpus, in
    /// pieces of 4 KiB, 4,218 were answered early, from three tenths of their bytes, and none of these otherwise than in the end.
    pub fn early(&self) -> Option<Guess> {
        self.structure.is_clear().then(|| self.clone().finish())
    }

    /// The answer after the last piece.
    pub fn finish(self) -> Guess {
        let opinion = opinion(&self.hints, &self.head);
        conclude(&self.hints, &self.head[..self.head.len().min(HEAD)], self.structure, &[], opinion)
    }
}

/// What the method says, if it is a paper's.
fn opinion(hints: &Hints, bytes: &[u8]) -> Option<Opinion> {
    #[cfg(feature = "papers")]
    return papers::opinion(hints, bytes);
    #[cfg(not(feature = "papers"))]
    return None;
}

/// `sniff`, `score`, `decide`.
fn conclude(
    hints: &Hints,
    head: &[u8],
    structure: Structure,
    text: &[u8],
    opinion: Option<Opinion>,
) -> Guess {
    let declarations = sniff::sniff(head, hints.content_type.as_deref());
    let ascii = structure.is_ascii();
    decide(hints, head, declarations, structure.finish(head, text, hints.model()), ascii, opinion)
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

    /// The top-level domain of the page's address, if that is all that is known of it: `ru`, `.ru`, `рф`, `xn--p1ai`. An
    /// address, given with [`DetectorBuilder::url`], takes its place.
    pub fn tld(mut self, domain: &str) -> Self {
        self.hints.tld = Some(domain.into());
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

    /// The hybrid method, with these options.
    #[cfg(feature = "papers")]
    pub fn hybrid(mut self, options: Hybrid) -> Self {
        self.hints.method = Method::Hybrid;
        self.hints.hybrid = Some(options);
        self
    }

    /// Where the pages come from: how common each encoding is before anything is known of a page.
    pub fn prior(mut self, prior: Prior) -> Self {
        self.hints.prior = prior;
        self
    }

    /// A model of the caller's own, instead of the one that is built in: see `docs/training.md` and `docs/methods.md` of the
    /// source. One of a paper's method makes it the method.
    ///
    /// Of our own kind, it must know every language that is to be told from others: scores of two models cannot be compared,
    /// since each weighs an n-gram against the mean of its own classes.
    pub fn model(mut self, model: impl Into<Trained>) -> Self {
        self.hints.take(model.into());
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
    fn twins_are_told_apart_by_the_bytes_they_read_differently() {
        let cases: [(&'static Encoding, &str); 6] = [
            // In windows-1251 only the first letter would be another one.
            (&encodings::X_MAC_CYRILLIC, "Каждый охотник желает знать, где сидит фазан"),
            (&encodings::WINDOWS_1253, "Άλλοι άνθρωποι έφυγαν, άλλοι ήρθαν"),
            (&encodings::ISO_8859_7, "Άλλοι άνθρωποι έφυγαν, άλλοι ήρθαν"),
            (&encodings::WINDOWS_1250, "Šíleně žlutý kůň, příliš těžký úkol"),
            (&encodings::ISO_8859_2, "Šíleně žlutý kůň, příliš těžký úkol"),
            (&encodings::ISO_8859_15, "Le cœur a ses raisons, à 5 € près, déjà"),
        ];
        for (encoding, text) in cases {
            let bytes = encoding.encode(text);
            assert_eq!(decode(bytes.bytes()).text(), text, "{encoding}");
        }
        // Where nothing tells them apart, they are right together.
        let guess = detect(encodings::WINDOWS_1252.encode("Où est passé le café des élèves ?").bytes());
        assert!(guess.confidence() > 0.9, "{}", guess.confidence());
        let twin = |e: &crate::Evidence| e.to_string().starts_with("reads the text as");
        assert!(guess.evidence().iter().any(twin));
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
        let guess = detect(b"\xB9 \xF1");
        assert!(guess.confidence() < 0.9 && !guess.alternatives().is_empty(), "{}", guess.confidence());
    }

    #[test]
    fn an_address_or_its_domain_tells_of_the_language() {
        let evidence = |detector: Detector| detector.detect(b"caf\xE9").evidence().to_vec();
        let url = evidence(Detector::builder().url("http://example.ru/").build());
        assert!(
            url.iter().any(|e| e.source() == Source::Tld && e.encoding() == Some(&encodings::WINDOWS_1251))
        );
        for tld in ["ru", ".RU", "рф", "xn--p1ai"] {
            assert_eq!(evidence(Detector::builder().tld(tld).build()), url, "{tld}");
        }
        assert_eq!(evidence(Detector::builder().tld("gr").url("http://example.ru/").build()), url);
        assert_eq!(evidence(Detector::builder().tld("museum").build()), evidence(Detector::default()));
    }

    #[test]
    fn allow_and_deny() {
        let allowed = Detector::builder().allow(&[&encodings::KOI8_R, &encodings::IBM866]).build();
        assert_eq!(name(&allowed.detect("déjà".as_bytes())), "KOI8-R");
        let denied = Detector::builder().deny(&[&encodings::UTF_8]).build();
        assert_eq!(name(&denied.detect("déjà".as_bytes())), "windows-1252");
    }

    #[test]
    fn old_files_may_be_in_any_encoding() {
        let files = Detector::builder().prior(Prior::File).build();
        for encoding in [&encodings::IBM850, &encodings::MACINTOSH] {
            // One letter beyond ASCII: on the web it would sooner be a quotation mark of windows-1252.
            let word = encoding.encode("schön");
            assert_eq!(files.decode(word.bytes()).text(), "schön", "{encoding}");
        }
        assert_eq!(name(&files.detect("schön".as_bytes())), "UTF-8");
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

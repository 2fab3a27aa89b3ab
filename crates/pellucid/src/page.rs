//! The whole pipeline on one screen: the only place that knows the order of the stages.
//!
//! `structure → sniff → strip → count → score → decide → decode → repair → extract → write`
//!
//! Every caller comes through here: the command line, the batch engine, Python. What they know about a page is in the
//! [`Detector`]; what they want from it in [`PageOptions`]. Pages that arrive in pieces come through [`Stream`](crate::Stream),
//! which ends in the same [`guess`].

#[cfg(feature = "extract")]
use crate::budget::Budget;
use crate::decide::{Opinion, decide};
use crate::decode::{self, DecodeError, Decoded};
use crate::detector::Detector;
use crate::encodings::{self, Encoding, Family};
use crate::evidence::{Evidence, Source};
#[cfg(feature = "extract")]
use crate::extract::{Asked, Extract, Extracted, PageType};
use crate::guess::Guess;
use crate::hints::Hints;
use crate::options::{Input, PageOptions};
use crate::repair::{self, Repaired, mixed};
use crate::score::Structure;
use crate::sniff::{self, HEAD};
#[cfg(feature = "extract")]
use crate::write::WriteOptions;

/// How likely the encoding of pieces must be; else it is windows-1252, the most common one.
const LIKELY: f32 = 0.4;
/// Methods from the papers look at so much of a page at most: more than most pages have, and a bound for the others.
pub(crate) const LOOKED_AT: usize = 1024 * 1024;

/// The encoding of these bytes, without any hint. Never fails, whatever the bytes.
pub fn detect(bytes: &[u8]) -> Guess {
    Detector::default().detect(bytes)
}

/// The text of these bytes, in the encoding that [`detect`] finds. Never fails, whatever the bytes.
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
#[cfg(feature = "extract")]
pub fn page(bytes: &[u8]) -> Page {
    Detector::default().page(bytes)
}

/// Undoes misreadings of a text from before it came to us, where it reads better by a wide margin then, and exactly: UTF-8
/// which was read in a legacy encoding and written as UTF-8 again ("Ã©"), once or twice, and text of a legacy encoding which
/// was read in another one ("Ïðèâåò", "оПХБЕР"). Everything else stays as it is. Without the feature `models`, all of it does.
pub fn repair(text: &str) -> Repaired<'_> {
    repair::repair(text)
}

/// What the method says, if it is from a paper, and what is to be said of how it was found.
fn opinion(hints: &Hints, bytes: &[u8]) -> (Option<Opinion>, Option<Evidence>) {
    #[cfg(feature = "papers")]
    return crate::papers::opinion(hints, &bytes[..bytes.len().min(LOOKED_AT)]);
    #[cfg(not(feature = "papers"))]
    return {
        _ = (hints, bytes);
        (None, None)
    };
}

/// The stages up to `decide`. `text` is what of the page was not fed to `structure` yet.
pub(crate) fn guess(hints: &Hints, bytes: &[u8], structure: Structure, text: &[u8]) -> Guess {
    let head = &bytes[..bytes.len().min(HEAD)];
    let ascii = structure.is_ascii();
    let declarations = sniff::sniff_with(head, hints.header().as_deref(), structure.is_certain());
    if let Some(encoding) = hints.encoding {
        return Guess::known(encoding, Source::Caller, hints, declarations, head, ascii);
    }
    // strip → count → score, as far as the structure leaves it open.
    let mut evidence = structure.finish(head, text, hints, &declarations);
    let (opinion, note) = opinion(hints, bytes);
    evidence.extend(note);
    decide(hints, head, declarations, evidence, ascii, opinion)
}

impl Detector {
    /// The encoding of these bytes.
    pub fn detect(&self, bytes: &[u8]) -> Guess {
        self.guess(bytes.into()).0
    }

    /// The text of these bytes; [`Decoded::guess`] says how its encoding was found.
    pub fn decode<'a>(&self, bytes: &'a [u8]) -> Decoded<'a> {
        never_fails(self.decode_with(bytes, &PageOptions::new()))
    }

    /// The main content of a page, and everything that leads to it.
    #[cfg(feature = "extract")]
    pub fn page<'a>(&self, input: impl Into<Input<'a>>) -> Page {
        never_fails(self.page_with(input, &PageOptions::new()))
    }

    /// The text of a page, as these options have it. Fails only with [`Errors::Strict`](decode::Errors::Strict) and [`Errors::Reject`](decode::Errors::Reject).
    pub fn decode_with<'a>(
        &self,
        input: impl Into<Input<'a>>,
        options: &PageOptions,
    ) -> Result<Decoded<'a>, DecodeError> {
        let input = input.into();
        let (guess, valid) = self.guess(input);
        self.decode_guessed(input, guess, valid, options)
    }

    /// The content of a page, as these options have it. Fails only with [`Errors::Strict`](decode::Errors::Strict) and [`Errors::Reject`](decode::Errors::Reject).
    ///
    /// What is not text has no content: see [`Guess::is_binary`].
    #[cfg(feature = "extract")]
    pub fn page_with<'a>(
        &self,
        input: impl Into<Input<'a>>,
        options: &PageOptions,
    ) -> Result<Page, DecodeError> {
        let input = input.into();
        let (guess, valid) = self.guess(input);
        if guess.is_binary() {
            return Ok(Page { decoded: Decoded::of_text("", guess), extracted: Extracted::binary() });
        }
        let decoded = self.decode_guessed(input, guess, valid, options)?;
        let budget = Budget::new(input.bytes().len(), decoded.held());
        let extracted = match options.extract {
            Extract::Nothing => Extracted::as_is(decoded.text()),
            _ if options.keep_plain && !has_tags(decoded.text()) => Extracted::as_is(decoded.text()),
            Extract::All => Extracted::all(decoded.text(), budget, &options.extractor),
            Extract::Main => {
                let asked = Asked { url: self.hints.url.as_deref(), explain: options.explain };
                options.extractor.run(decoded.text(), budget, &asked)
            }
        };
        Ok(Page { decoded: decoded.without_text(), extracted })
    }

    /// The encoding of a page, and its text where that is valid UTF-8: it is validated once.
    fn guess<'a>(&self, input: Input<'a>) -> (Guess, Option<&'a str>) {
        match input {
            Input::Bytes(bytes) => {
                let (structure, valid) = Structure::whole(bytes);
                (guess(&self.hints, bytes, structure, bytes), valid)
            }
            Input::Text(text) => {
                let head = &text.as_bytes()[..text.len().min(HEAD)];
                let declarations = sniff::sniff(head, None);
                let (hints, utf_8, ascii) = (&self.hints, &encodings::UTF_8, text.is_ascii());
                (Guess::known(utf_8, Source::Text, hints, declarations, head, ascii), Some(text))
            }
        }
    }

    /// The stages `decode` and `repair`; then the text declares what it will be written in, if somebody wants it.
    fn decode_guessed<'a>(
        &self,
        input: Input<'a>,
        guess: Guess,
        valid: Option<&'a str>,
        options: &PageOptions,
    ) -> Result<Decoded<'a>, DecodeError> {
        let encoding = guess.encoding();
        // Repairs come before clean-ups: a control character may be half of something that can be repaired.
        let cleans_up_last = options.mixed || options.repair;
        let how = if cleans_up_last { options.decode.without_cleanup() } else { options.decode };
        let bytes = input.bytes();
        let decoded = match options.mixed {
            false => decode::decode(&how, encoding, bytes, valid)?,
            true if encoding == &encodings::UTF_8 => mixed::utf8_with(bytes, self.other(bytes), &how)?,
            true => mixed::legacy_with_utf8(bytes, encoding, &how)?,
        };
        let mut decoded = decoded.found_by(guess);
        if options.repair && (options.mixed || encoding.family() == Family::Utf) {
            decoded.undo_misreadings(repair);
        }
        if cleans_up_last {
            decoded.clean(&options.decode);
        }
        if let Some(encoding) = options.declare {
            decoded.declare(encoding);
        }
        Ok(decoded)
    }

    /// The encoding of the pieces that are not UTF-8, in a page of UTF-8.
    fn other(&self, bytes: &[u8]) -> &'static Encoding {
        let mut hints = self.hints.clone();
        hints.encoding = None;
        hints.deny.push(&encodings::UTF_8);
        let guess = Detector { hints }.detect(&mixed::foreign_words(bytes));
        let is_legacy = matches!(guess.encoding().family(), Family::SingleByte | Family::MultiByte);
        if guess.confidence() >= LIKELY && is_legacy { guess.encoding() } else { &encodings::WINDOWS_1252 }
    }
}

impl Decoded<'_> {
    /// The text with double encoding undone: see [`repair()`]. Text that was read in a legacy encoding stays as it is: "Ã©" is a
    /// piece of UTF-8 there, which [`PageOptions::mixed`] reads.
    pub fn repair(&self) -> Repaired<'_> {
        match self.encoding().family() {
            Family::Utf => repair(self.text()),
            _ => Repaired::unchanged(self.text()),
        }
    }
}

/// The answer where damage is replaced.
fn never_fails<T>(result: Result<T, DecodeError>) -> T {
    result.unwrap_or_else(|error| unreachable!("damage is replaced: {error}"))
}

/// How much of a page is searched for a tag, where nobody says what it is.
#[cfg(feature = "extract")]
const SEARCHED: usize = 4096;

/// Whether the text has a tag near its beginning.
#[cfg(feature = "extract")]
fn has_tags(text: &str) -> bool {
    let head = &text.as_bytes()[..text.len().min(SEARCHED)];
    memchr::memchr_iter(b'<', head).any(|at| {
        head.get(at + 1).is_some_and(|&next| next.is_ascii_alphabetic() || matches!(next, b'!' | b'/' | b'?'))
    })
}

/// A page, from its bytes to its content.
#[cfg(feature = "extract")]
#[derive(Clone, Debug)]
#[must_use]
pub struct Page {
    /// Without its text, which the content was taken from.
    decoded: Decoded<'static>,
    extracted: Extracted,
}

#[cfg(feature = "extract")]
impl Page {
    /// The encoding, and how it was found.
    pub fn guess(&self) -> &Guess {
        self.decoded.guess().unwrap_or_else(|| unreachable!("a page has always a guess"))
    }

    /// What did not decode, the encoding of pieces, what was repaired. Its text is empty: the content was made of it.
    pub fn decoded(&self) -> &Decoded<'static> {
        &self.decoded
    }

    /// How many places did not decode.
    #[must_use]
    pub fn replaced(&self) -> u64 {
        self.decoded.damage().count()
    }

    /// What was extracted: metadata, parts, and the reason if there are none.
    #[must_use]
    pub fn extracted(&self) -> &Extracted {
        &self.extracted
    }

    /// The same, without a copy.
    #[must_use]
    pub fn into_extracted(self) -> Extracted {
        self.extracted
    }

    /// How good the choice of the main content is likely to be, from 0 to 1: see [`Extracted::quality`].
    #[must_use]
    pub fn quality(&self) -> Option<f32> {
        self.extracted.quality
    }

    /// What sort of page it is, where that is clear: see [`Extracted::page_type`].
    #[must_use]
    pub fn page_type(&self) -> Option<PageType> {
        self.extracted.page_type
    }

    /// Whether only the first part of the page was read: see [`Extracted::truncated`].
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.extracted.truncated
    }

    /// The title, from the best source that the page has.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.extracted.metadata.title.as_deref()
    }

    /// The language of the text, as far as it shows; else the one that the page declares.
    #[must_use]
    pub fn language(&self) -> Option<&str> {
        self.guess().language().or(self.extracted.metadata.language.as_deref())
    }

    /// The content as plain text.
    #[must_use]
    pub fn text(&self) -> String {
        self.extracted.text(WriteOptions::default())
    }

    /// The content as Markdown, with neither links nor images.
    #[must_use]
    pub fn markdown(&self) -> String {
        self.extracted.markdown(WriteOptions::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hints::{Method, Prior};
    use proptest::prelude::*;

    fn name(guess: &Guess) -> &'static str {
        guess.encoding().name()
    }

    #[test]
    fn declarations_are_obeyed_while_the_content_is_silent() {
        let page = b"<meta charset=koi8-r><p>Questions";
        let guess = detect(page);
        assert_eq!((name(&guess), guess.source()), ("KOI8-R", Source::Meta));
        let header = Detector::builder().content_type("text/html; charset=windows-1253").build().unwrap();
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
        assert!(guess.confidence() < 0.95 && !guess.alternatives().is_empty(), "{}", guess.confidence());
    }

    #[test]
    fn an_address_or_its_domain_tells_of_the_language() {
        let evidence = |detector: Detector| detector.detect(b"caf\xE9").evidence().to_vec();
        let url = evidence(Detector::builder().url("http://example.ru/").build().unwrap());
        assert!(
            url.iter().any(|e| e.source() == Source::Tld && e.encoding() == Some(&encodings::WINDOWS_1251))
        );
        for tld in ["ru", ".RU", "рф", "xn--p1ai"] {
            assert_eq!(evidence(Detector::builder().tld(tld).build().unwrap()), url, "{tld}");
        }
        assert_eq!(evidence(Detector::builder().tld("gr").url("http://example.ru/").build().unwrap()), url);
        assert_eq!(
            evidence(Detector::builder().tld("museum").build().unwrap()),
            evidence(Detector::default())
        );
    }

    #[test]
    fn allow_and_deny() {
        let allowed = Detector::builder().allow(&[&encodings::KOI8_R, &encodings::IBM866]).build().unwrap();
        let russian = "Каждый охотник желает знать";
        for encoding in [&encodings::KOI8_R, &encodings::IBM866] {
            assert_eq!(allowed.decode(encoding.encode(russian).bytes()).text(), russian);
        }
        let denied = Detector::builder().deny(&[&encodings::UTF_8]).build().unwrap();
        let guess = denied.detect("déjà vu".as_bytes());
        assert!(
            name(&guess) != "UTF-8" && guess.confidence() < 0.9,
            "{} {}",
            name(&guess),
            guess.confidence()
        );
    }

    #[test]
    fn gb18030_stands_in_for_gbk() {
        let chinese = "这是一个用中文写的网页，内容是关于编码的";
        let bytes = encodings::GBK.encode(chinese);
        let allowed = [&encodings::GB18030, &encodings::BIG5, &encodings::EUC_KR];
        for detector in [
            Detector::builder().allow(&allowed).build().unwrap(),
            Detector::builder().deny(&[&encodings::GBK]).build().unwrap(),
        ] {
            let guess = detector.detect(bytes.bytes());
            assert_eq!(name(&guess), "gb18030");
            assert!(guess.confidence() > 0.9, "{}", guess.confidence());
        }
        // Where no encoding is left that reads it, nobody is sure.
        let wrong =
            Detector::builder().allow(&[&encodings::KOI8_R, &encodings::WINDOWS_1255]).build().unwrap();
        assert!(wrong.detect(bytes.bytes()).confidence() < 0.1);
    }

    #[test]
    fn text_may_end_inside_of_a_character() {
        let cases: [(&'static Encoding, &str); 5] = [
            (&encodings::EUC_KR, "대한민국의 수도는 서울이며 가장 큰 도시이다"),
            (&encodings::GBK, "中华人民共和国的首都是北京，也是全国的文化中心"),
            (&encodings::BIG5, "臺灣最大的城市是新北市，首都則是臺北市"),
            (&encodings::SHIFT_JIS, "日本の首都は東京で、世界でも有数の大都市です"),
            (&encodings::EUC_JP, "日本の首都は東京で、世界でも有数の大都市です"),
        ];
        for (encoding, text) in cases {
            let bytes = encoding.encode(text);
            for length in 12..bytes.bytes().len() {
                let guess = detect(&bytes.bytes()[..length]);
                assert_eq!(name(&guess), encoding.name(), "{length} bytes");
            }
        }
    }

    #[test]
    fn what_reads_alike_shares_its_confidence() {
        let detector = Detector::builder().language("ru").build().unwrap();
        let guess = detector.detect(encodings::KOI8_R.encode("Вопрос").bytes());
        assert_eq!(name(&guess), "KOI8-R");
        assert!(guess.confidence() > 0.9, "{}", guess.confidence());
    }

    #[test]
    fn nobody_is_sure_of_random_bytes() {
        let mut random = 1u64;
        let mut sure = Vec::new();
        for _ in 0..200 {
            let bytes: Vec<u8> = (0..40)
                .map(|_| {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    (random >> 56) as u8
                })
                .collect();
            let guess = detect(&bytes);
            if !guess.is_binary() && guess.confidence() > 0.5 {
                sure.push((name(&guess), guess.confidence()));
            }
        }
        // Units of UTF-16 can look like text by chance.
        assert!(sure.len() <= 1, "of 200: {sure:?}");
    }

    #[test]
    fn old_files_may_be_in_any_encoding() {
        let files = Detector::builder().prior(Prior::File).build().unwrap();
        for encoding in [&encodings::IBM850, &encodings::MACINTOSH] {
            // One letter beyond ASCII: on the web it would sooner be a quotation mark of windows-1252.
            let word = encoding.encode("schön");
            assert_eq!(files.decode(word.bytes()).text(), "schön", "{encoding}");
        }
        assert_eq!(name(&files.detect("schön".as_bytes())), "UTF-8");
    }

    #[test]
    fn the_strict_method_looks_at_no_content() {
        let strict = Detector::builder().method(Method::Standard).build().unwrap();
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

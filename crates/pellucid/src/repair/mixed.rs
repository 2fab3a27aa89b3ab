//! Pages in two encodings, UTF-8 and a legacy one, read piece by piece.
//!
//! Somebody pasted a windows-1252 text into a page of UTF-8, or a template in UTF-8 includes what a database has in
//! windows-1251. Which bytes are in which encoding is decided for each stretch of bytes beyond ASCII, and from what the
//! whole page shows:
//!
//! - A page of UTF-8: what is no UTF-8 is in the other encoding. Where both touch, the cheapest way to read the stretch
//!   is taken: a character costs 1, a change of encoding [`CHANGE`], so that the pair of bytes in a Russian word that
//!   happens to be UTF-8 stays in its word, and a sentence of Chinese with a broken byte stays a sentence.
//! - A page of a single-byte encoding: its text shows pieces of UTF-8 as [`repair`](super) sees double encoding, by the
//!   same rules, and so they are found.
//! - A page of a multi-byte encoding: first the stretches which do not decode are read the cheapest way, then as above.
//!
//! What it is bad at: three encodings in one page; single characters of UTF-8 in a legacy page which has no others.

use std::cell::OnceCell;
use std::fmt;
use std::ops::Range;

use super::Run;
use super::via::{Via, characters};
use crate::decode::{Bom, Damage, DecodeError, DecodeOptions, Decoded, Errors};
use crate::encodings::{self, Encoding, Family};

/// What it costs to change the encoding inside of a stretch: so many characters must be saved by it.
const CHANGE: u32 = 2;
/// What a sequence of UTF-8 costs which was cut off: as much as a change and one character.
const CUT: u32 = 3;
/// What a byte costs which means nothing where it stands.
const BROKEN: u32 = 8;
/// So many sequences of UTF-8, outside of what decodes, make a multi-byte page a mixed one.
const SEQUENCES: u64 = 3;

/// The pieces of a page that were read in another encoding than the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mixed {
    other: &'static Encoding,
    pieces: u64,
    bytes: u64,
}

impl Mixed {
    /// The encoding of the pieces.
    #[must_use]
    pub fn other(&self) -> &'static Encoding {
        self.other
    }

    /// How many pieces there are.
    #[must_use]
    pub fn pieces(&self) -> u64 {
        self.pieces
    }

    /// How many bytes they have.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// What was read in the other encoding, in words.
impl fmt::Display for Mixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = if self.pieces == 1 { "piece" } else { "pieces" };
        let bytes = if self.bytes == 1 { "byte" } else { "bytes" };
        write!(f, "{} {pieces} ({} {bytes}) read as {}", self.pieces, self.bytes, self.other)
    }
}

/// A page while it is put together.
struct Reading {
    text: String,
    encoding: &'static Encoding,
    other: Option<&'static Encoding>,
    /// Where in the text the pieces stand.
    places: Vec<Range<usize>>,
    pieces: u64,
    bytes: u64,
    damage: Damage,
}

impl Reading {
    fn finish(self) -> Decoded<'static> {
        let Reading { text, encoding, other, pieces, bytes, damage, .. } = self;
        Decoded::new(text, encoding, damage).with_pieces(other.map(|other| Mixed { other, pieces, bytes }))
    }
}

/// Reads a page of UTF-8 with pieces in `legacy`.
pub(crate) fn utf8_with(
    bytes: &[u8],
    legacy: &'static Encoding,
    options: &DecodeOptions,
) -> Result<Decoded<'static>, DecodeError> {
    let plan = Plan::new(bytes, Costs::new(true, legacy));
    Ok(plan.read(bytes, &encodings::UTF_8, legacy, options)?.finish())
}

/// Reads a page of a legacy encoding with pieces in UTF-8.
pub(crate) fn legacy_with_utf8(
    bytes: &[u8],
    legacy: &'static Encoding,
    options: &DecodeOptions,
) -> Result<Decoded<'static>, DecodeError> {
    let mut plan = Plan::default();
    if legacy.family() == Family::MultiByte {
        plan = Plan::new(bytes, Costs::new(false, legacy));
        let sequences: u64 = plan.pieces.iter().map(|at| sequences(&bytes[at.clone()])).sum();
        if sequences < SEQUENCES {
            plan = Plan::default();
        }
    }
    // Clean-ups come last: a control character may be a byte of UTF-8.
    let raw = options.without_cleanup();
    let mut mixed = plan.read(bytes, legacy, &encodings::UTF_8, &raw)?;
    // GBK is what gb18030 is but for characters which hardly anybody uses. Encodings without a route have no such pieces.
    let via = Via::Encoding(if legacy == &encodings::GB18030 { &encodings::GBK } else { legacy });
    if let Some(found) = super::best(&mixed.text, Some(via), &[], false) {
        // What was read as UTF-8 already is no piece once more, even if it was encoded twice.
        let is_read = |run: &Run| {
            let next = mixed.places.partition_point(|at| at.end <= run.at.start);
            mixed.places.get(next).is_some_and(|at| at.start < run.at.end)
        };
        let mut runs = found.way.runs;
        runs.retain(|run| !is_read(run));
        let written = |text: &str| via.write(text).map_or(0, |bytes| bytes.len() as u64);
        mixed.bytes += runs.iter().map(|run| written(&mixed.text[run.at.clone()])).sum::<u64>();
        mixed.pieces += runs.len() as u64;
        mixed.text = super::replace(&mixed.text, runs.iter().map(|run| (run.at.clone(), &run.fixed))).0;
        mixed.other = (mixed.pieces > 0).then_some(&encodings::UTF_8);
    }
    options.clean(&mut mixed.text);
    Ok(mixed.finish())
}

/// The words with bytes which are no UTF-8, for finding out which encoding they are in. Wherever they stand, comments
/// and scripts included, and without markup, which would be taken off.
pub(crate) fn foreign_words(bytes: &[u8]) -> Vec<u8> {
    // Letters, and what may be the second byte of a character.
    let in_word = |byte: &u8| *byte >= 0x40;
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(start) = bytes[at..].iter().position(in_word).map(|start| at + start) {
        at = start + bytes[start..].iter().position(|byte| !in_word(byte)).unwrap_or(bytes.len() - start);
        let word = &bytes[start..at];
        let valid =
            |chunk: std::str::Utf8Chunk| chunk.valid().bytes().filter(|byte| !byte.is_ascii()).count();
        let broken: usize = word.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
        if broken == 0 {
            continue;
        }
        // Some pairs of bytes in a legacy word are UTF-8 by chance; a long word of UTF-8 may have a broken byte.
        if word.utf8_chunks().map(valid).sum::<usize>() <= 2 * broken {
            words.extend_from_slice(word);
        } else {
            word.utf8_chunks().for_each(|chunk| words.extend_from_slice(chunk.invalid()));
        }
        words.push(b' ');
    }
    words
}

/// How many sequences of UTF-8 beyond ASCII there are.
fn sequences(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte >= 0xC0).count() as u64
}

/// Which bytes are read in the other encoding.
#[derive(Debug, Default, PartialEq)]
struct Plan {
    pieces: Vec<Range<usize>>,
}

impl Plan {
    fn new(bytes: &[u8], costs: Costs) -> Plan {
        let mut plan = Plan::default();
        let mut at = 0;
        loop {
            at += encoding_rs::Encoding::ascii_valid_up_to(&bytes[at..]);
            if at == bytes.len() {
                return plan;
            }
            let end = at + bytes[at..].iter().position(u8::is_ascii).unwrap_or(bytes.len() - at);
            at = costs.add_pieces(bytes, at..end, &mut plan.pieces);
        }
    }

    /// Reads pieces and what is between them, each in its encoding.
    fn read(
        self,
        bytes: &[u8],
        encoding: &'static Encoding,
        other: &'static Encoding,
        options: &DecodeOptions,
    ) -> Result<Reading, DecodeError> {
        let mut mixed = Reading {
            text: String::new(),
            encoding,
            other: None,
            places: Vec::new(),
            pieces: 0,
            bytes: 0,
            damage: Damage::default(),
        };
        let rejects = options.rejects();
        let raw = options.without_cleanup();
        let raw = if rejects { raw.errors(Errors::Replace) } else { raw };
        let mut add = |at: Range<usize>, encoding: &'static Encoding| -> Result<Range<usize>, DecodeError> {
            let options = if at.start == 0 { raw } else { raw.bom(Bom::Keep) };
            let part =
                options.decode(encoding, &bytes[at.clone()]).map_err(|error| error.after(at.start as u64))?;
            let start = mixed.text.len();
            mixed.text.push_str(part.text());
            mixed.damage.append(part.damage(), at.start as u64);
            Ok(start..mixed.text.len())
        };
        let mut read = 0;
        let mut places = Vec::new();
        for piece in &self.pieces {
            add(read..piece.start, encoding)?;
            places.push(add(piece.clone(), other)?);
            read = piece.end;
        }
        add(read..bytes.len(), encoding)?;
        mixed.places = places;
        mixed.pieces = self.pieces.len() as u64;
        mixed.bytes = self.pieces.iter().map(|piece| piece.len() as u64).sum();
        mixed.other = (!self.pieces.is_empty()).then_some(other);
        if rejects && let Some(error) = DecodeError::rejected(encoding, &mixed.damage, bytes) {
            return Err(error);
        }
        options.clean(&mut mixed.text);
        Ok(mixed)
    }
}

/// What it costs to read a stretch in one encoding or the other.
struct Costs {
    main_is_utf8: bool,
    legacy: &'static Encoding,
    /// Whether a code of one byte or two means something; none until it is asked.
    codes: OnceCell<Vec<bool>>,
}

/// A way to read a stretch up to some byte.
#[derive(Clone, Copy)]
struct Step {
    cost: u32,
    /// How many bytes the last character has.
    length: usize,
    /// In which encoding the one before it was read.
    before: usize,
}

/// The two encodings of a stretch, by their places in a row of steps.
const UTF8: usize = 0;
const LEGACY: usize = 1;

impl Costs {
    fn new(main_is_utf8: bool, legacy: &'static Encoding) -> Costs {
        Costs { main_is_utf8, legacy, codes: OnceCell::new() }
    }

    fn means(&self, code: u32) -> bool {
        let codes = self.codes.get_or_init(|| {
            let mut codes = vec![false; 0x1_0000];
            characters(self.legacy).into_iter().for_each(|(_, code)| codes[code as usize] = true);
            codes
        });
        codes[code as usize]
    }

    /// How many bytes the first legacy character has, if it means something.
    fn character(&self, bytes: &[u8]) -> Option<usize> {
        let first = u32::from(bytes[0]);
        if self.means(first) {
            return Some(1);
        }
        let second = u32::from(*bytes.get(1)?);
        (self.legacy.family() == Family::MultiByte && self.means(first << 8 | second)).then_some(2)
    }

    /// Whether all of a stretch is legacy text, the ASCII byte after it included if need be.
    fn decodes(&self, bytes: &[u8], length: usize) -> bool {
        let mut at = 0;
        while at < length {
            match self.character(&bytes[at..]) {
                Some(length) => at += length,
                // Some have characters of three or four bytes, which need a closer look.
                None => return self.legacy.decode(&bytes[..length]).damage().is_none(),
            }
        }
        true
    }

    /// Adds the pieces of a stretch of bytes beyond ASCII which are in the other encoding, and says where the next stretch
    /// may begin: in multi-byte encodings, an ASCII byte may be the end of a character.
    fn add_pieces(&self, bytes: &[u8], stretch: Range<usize>, pieces: &mut Vec<Range<usize>>) -> usize {
        let own = &bytes[stretch.clone()];
        if self.main_is_utf8 && std::str::from_utf8(own).is_ok() {
            return stretch.end;
        }
        let last = (stretch.end + 1).min(bytes.len());
        let with_next = &bytes[stretch.start..last];
        if !self.main_is_utf8 && self.decodes(with_next, own.len()) {
            return stretch.end;
        }
        let (end, steps) = self.cheapest(with_next, own.len());
        // Backwards along the cheapest way.
        let other = if self.main_is_utf8 { LEGACY } else { UTF8 };
        let (mut at, mut encoding) = end;
        let from = pieces.len();
        while at > 0 {
            let Step { length, before, .. } = steps[at][encoding];
            if encoding == other {
                let piece = stretch.start + at - length..stretch.start + at;
                match pieces[from..].last_mut() {
                    Some(later) if later.start == piece.end => later.start = piece.start,
                    _ => pieces.push(piece),
                }
            }
            (at, encoding) = (at - length, before);
        }
        pieces[from..].reverse();
        stretch.start + end.0
    }

    /// The cheapest way to every byte, and where it ends: after all bytes beyond ASCII, and maybe one more.
    fn cheapest(&self, bytes: &[u8], length: usize) -> ((usize, usize), Vec<[Step; 2]>) {
        let nowhere = Step { cost: u32::MAX, length: 0, before: LEGACY };
        let mut steps = vec![[nowhere; 2]; bytes.len() + 1];
        // In a page of UTF-8 nothing is expected of a stretch which is none; in another page, UTF-8 is a change.
        steps[0] = [if self.main_is_utf8 { 0 } else { CHANGE }, 0].map(|cost| Step { cost, ..nowhere });
        for at in 0..length {
            for encoding in [UTF8, LEGACY] {
                let change = |from: usize| if from == encoding { 0 } else { CHANGE };
                let (cost, before) = [UTF8, LEGACY]
                    .map(|from| (steps[at][from].cost.saturating_add(change(from)), from))
                    .into_iter()
                    .min_by_key(|(cost, from)| (*cost, *from != encoding))
                    .expect("there are two");
                // Nothing was changed from at the start.
                let cost = if at == 0 { steps[0][encoding].cost } else { cost };
                if cost == u32::MAX {
                    continue;
                }
                let mut go = |length: usize, price: u32| {
                    let step = &mut steps[at + length][encoding];
                    if cost + price < step.cost {
                        *step = Step { cost: cost + price, length, before };
                    }
                };
                match encoding {
                    UTF8 => self.utf8_steps(&bytes[at..length], &mut go),
                    _ => self.legacy_steps(&bytes[at..], &mut go),
                }
            }
        }
        let ends = (length..=bytes.len()).flat_map(|at| [(at, UTF8), (at, LEGACY)]);
        let end = ends.min_by_key(|(at, encoding)| steps[*at][*encoding].cost).expect("there is one");
        (end, steps)
    }

    fn utf8_steps(&self, bytes: &[u8], go: &mut impl FnMut(usize, u32)) {
        let Some(chunk) = bytes.utf8_chunks().next() else { return };
        match (chunk.valid().chars().next(), chunk.invalid().len()) {
            (Some(c), _) => go(c.len_utf8(), 1),
            // Bytes of a text in UTF-8 get lost. What is in UTF-8 by exception must be whole.
            (None, broken) if self.main_is_utf8 => go(broken, if bytes[0] >= 0xC2 { CUT } else { BROKEN }),
            _ => {}
        }
    }

    fn legacy_steps(&self, bytes: &[u8], go: &mut impl FnMut(usize, u32)) {
        match self.character(bytes) {
            Some(length) => go(length, 1),
            None => go(1, BROKEN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::{BIG5, EUC_KR, GBK, SHIFT_JIS, UTF_8, WINDOWS_1251, WINDOWS_1252};

    fn parts(parts: &[(&str, &'static Encoding)]) -> Vec<u8> {
        parts.iter().flat_map(|(text, encoding)| encoding.encode(text).into_bytes()).collect()
    }

    fn texts(parts: &[(&str, &'static Encoding)]) -> String {
        parts.iter().map(|(text, _)| *text).collect()
    }

    #[test]
    fn legacy_pieces_in_utf8() {
        for (text, legacy) in [
            ("café, naïve, “où”", &WINDOWS_1252),
            ("Съешь ещё этих булок", &WINDOWS_1251),
            ("首页内容，判断", &GBK),
            ("ソフトウェア能力表", &SHIFT_JIS),
            ("功能許可", &BIG5),
            ("한국어 문장", &EUC_KR),
        ] {
            let page =
                [("<p>Première page, 日本語, по-русски</p><p>", &UTF_8), (text, legacy), ("</p>", &UTF_8)];
            let mixed = utf8_with(&parts(&page), legacy, &DecodeOptions::new()).unwrap();
            assert_eq!(mixed.text(), texts(&page));
            assert!(mixed.damage().is_none());
            assert_eq!(mixed.mixed().map(Mixed::other), Some(legacy));
        }
    }

    #[test]
    fn utf8_pieces_in_legacy() {
        for (main, legacy, piece) in [
            ("Вот В\u{a0}Москве Рідна мова «В» ", &WINDOWS_1251, "меню сайта и корзина"),
            ("Le café où, «É» ", &WINDOWS_1252, "préféré d’été"),
            ("这是一个页面，内容", &GBK, "首页 判断是否 首页"),
            ("これはページです", &SHIFT_JIS, "記録室 取引可能時間 を読込"),
            ("한국어 문장", &EUC_KR, "메뉴판 안내문입니다"),
        ] {
            let page = [(main, legacy), ("<b>", &UTF_8), (piece, &UTF_8), ("</b>", &UTF_8), (main, legacy)];
            let mixed = legacy_with_utf8(&parts(&page), legacy, &DecodeOptions::new()).unwrap();
            assert_eq!(mixed.text(), texts(&page));
            assert_eq!((mixed.mixed().map(Mixed::other), mixed.damage().count()), (Some(&UTF_8), 0));
        }
    }

    /// A piece in UTF-8 whose words were misread before it was pasted, `判断` as GBK: it counts once, and stays as it is.
    #[test]
    fn a_piece_is_no_piece_of_itself() {
        let page = "鍒ゆ柇".as_bytes();
        let mixed = legacy_with_utf8(page, &GBK, &DecodeOptions::new()).unwrap();
        assert_eq!(mixed.text(), "鍒ゆ柇");
        let pieces = mixed.mixed().unwrap();
        assert_eq!((pieces.pieces(), pieces.bytes()), (1, page.len() as u64));
    }

    #[test]
    fn pages_of_one_encoding_stay_what_they_are() {
        let russian = "Вот В\u{a0}Москве Рідна мова «В» С\u{a0}нами, Рік, ТІ, О\u{a0}нас. ".repeat(20);
        for (text, encoding) in [(&*russian, &WINDOWS_1251), ("联通 啪啪啪小说 知群学习模式", &GBK)]
        {
            let mixed =
                legacy_with_utf8(encoding.encode(text).bytes(), encoding, &DecodeOptions::new()).unwrap();
            assert_eq!((mixed.text(), mixed.mixed()), (text, None));
        }
        let mixed = utf8_with(russian.as_bytes(), &WINDOWS_1251, &DecodeOptions::new()).unwrap();
        assert_eq!((mixed.text(), mixed.mixed()), (&*russian, None));
    }

    #[test]
    fn a_byte_lost_in_a_sentence_is_damage_and_no_piece() {
        let mut page = "これは日本語の文です".as_bytes().to_vec();
        page.remove(14);
        let mixed = utf8_with(&page, &WINDOWS_1252, &DecodeOptions::new()).unwrap();
        assert_eq!((mixed.mixed(), mixed.damage().count()), (None, 1));
        assert_eq!(mixed.damage().positions().first(), Some(&(12..14)));
        assert_eq!(mixed.text(), "これは日\u{FFFD}語の文です");
    }

    #[test]
    fn failing_says_where_in_the_page() {
        let strict = DecodeOptions::new().errors(crate::decode::Errors::Strict);
        let page = parts(&[("caf", &UTF_8), ("é", &WINDOWS_1252), (" 日本語の文", &UTF_8)]);
        let mut cut = page.clone();
        cut.pop();
        assert!(utf8_with(&page, &WINDOWS_1252, &strict).is_ok());
        let error = utf8_with(&cut, &WINDOWS_1252, &strict).unwrap_err();
        assert_eq!(error.offset() as usize, page.len() - 3);
    }

    #[test]
    fn words_which_are_no_utf8() {
        let page = parts(&[("<p>déjà ", &UTF_8), ("été", &WINDOWS_1252), ("</p>日本", &UTF_8)]);
        assert_eq!(foreign_words(&page), b"\xE9t\xE9 ");
    }
}

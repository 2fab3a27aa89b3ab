//! Properties of reading and writing, for every encoding of the table.
//!
//! What single sequences mean is the matter of `decode_oracles`; here it is what happens between them:
//! chunks, damage, policies, shifts, and the way back.

use std::collections::HashMap;
use std::io::Read;
use std::sync::OnceLock;

use pellucid::decode::{Bom, Controls, Damage, DecodeError, DecodeOptions, EncodeOptions, Errors, Newlines};
use pellucid::encodings::{self, ENCODINGS};
use pellucid::{Encoding, Family};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const POLICIES: [Errors; 4] = [Errors::Replace, Errors::Ignore, Errors::Strict, Errors::References];

fn any_encoding() -> impl Strategy<Value = &'static Encoding> {
    select(ENCODINGS.to_vec())
}

fn any_options() -> impl Strategy<Value = DecodeOptions> {
    (select(POLICIES.to_vec()), any::<[bool; 3]>()).prop_map(|(errors, [bom, newlines, controls])| {
        let bom = if bom { Bom::Strip } else { Bom::Keep };
        let newlines = if newlines { Newlines::Lf } else { Newlines::Keep };
        let controls = if controls { Controls::Remove } else { Controls::Keep };
        DecodeOptions::new().errors(errors).bom(bom).newlines(newlines).controls(controls)
    })
}

/// Bytes which are likely to begin, end or break something in some encoding, besides any others.
fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces: &[&[u8]] = &[
        b"\x1B$)A",
        b"\x1B$)C",
        b"\x1B$)G",
        b"\x1B$*H",
        b"\x1BN",
        b"\x1B$+I",
        b"\x1BO",
        b"\x1B$B",
        b"\x1B(B",
        b"\x1B",
        b"\x0E",
        b"\x0F",
        b"~{",
        b"~}",
        b"~",
        b"+",
        b"-",
        b"+2D3eAA-",
        b"+2D0",
        b"AKE",
        b"\r",
        b"\n",
        b"\r\n",
        b"\0",
        b"\0\0",
        b"\xEF\xBB\xBF",
        b"\xFE\xFF",
        b"\xFF\xFE",
        b"\xE2\x82",
        b"\xF0\x9F\x98",
        b"\x8E\xA2",
        b"\x8F\xA1",
        b"\x81\x30",
        b"\x84\x31\x95\x33",
        b"\xA1\xA1",
        b"\x88\x62",
        b"\xD8\x3D",
        b"\xDE\0",
        b"<p>",
        b"0!",
    ];
    let piece = select(pieces.to_vec()).prop_map(<[u8]>::to_vec);
    let noise = vec(any::<u8>(), 1..4);
    vec(prop_oneof![2 => piece, 1 => noise], 0..24).prop_map(|pieces| pieces.concat())
}

/// Fed in pieces which end at these places.
fn in_pieces(
    options: DecodeOptions,
    encoding: &'static Encoding,
    bytes: &[u8],
    cuts: &[usize],
) -> (String, Damage, Option<DecodeError>) {
    let mut cuts: Vec<_> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).chain([bytes.len()]).collect();
    cuts.sort();
    let mut decoder = options.decoder(encoding);
    let mut text = String::new();
    let mut at = 0;
    for cut in cuts {
        if let Err(error) = decoder.feed(&bytes[at..cut], &mut text) {
            return (text, decoder.damage().clone(), Some(error));
        }
        at = cut;
    }
    let error = decoder.finish(&mut text).err();
    (text, decoder.damage().clone(), error)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8192))]

    #[test]
    fn pieces_give_what_the_whole_gives(
        encoding in any_encoding(),
        options in any_options(),
        bytes in any_bytes(),
        cuts in vec(any::<usize>(), 0..8),
    ) {
        let (text, damage, error) = in_pieces(options, encoding, &bytes, &cuts);
        match options.decode(encoding, &bytes) {
            Ok(whole) => {
                prop_assert_eq!(whole.text(), text);
                prop_assert_eq!(whole.damage(), &damage);
                prop_assert_eq!(error, None);
            }
            Err(whole) => prop_assert_eq!(Some(whole), error),
        }
        // Byte by byte crosses every border.
        let all: Vec<_> = (0..bytes.len()).collect();
        prop_assert_eq!(in_pieces(options, encoding, &bytes, &all), in_pieces(options, encoding, &bytes, &[]));
    }

    #[test]
    fn a_reader_gives_what_the_whole_gives(encoding in any_encoding(), bytes in any_bytes()) {
        let mut text = String::new();
        let mut reader = DecodeOptions::new().reader(encoding, &bytes[..]);
        reader.read_to_string(&mut text).unwrap();
        let whole = encoding.decode(&bytes);
        prop_assert_eq!(whole.text(), text);
        prop_assert_eq!(whole.damage(), reader.damage());
    }

    /// The obvious twin: encoding_rs's own replacing decoder.
    #[test]
    fn web_encodings_read_as_browsers_do(encoding in any_encoding(), bytes in any_bytes()) {
        if let Some(whatwg) = encoding.whatwg() {
            let decoded = DecodeOptions::new().bom(Bom::Keep).decode(encoding, &bytes).unwrap();
            let (text, damaged) = whatwg.decode_without_bom_handling(&bytes);
            prop_assert_eq!(decoded.text(), text);
            prop_assert_eq!(!decoded.damage().is_none(), damaged);
        }
    }

    #[test]
    fn damage_is_where_it_says(encoding in any_encoding(), bytes in any_bytes()) {
        let decoded = encoding.decode(&bytes);
        let damage = decoded.damage();
        let positions = damage.positions();
        prop_assert!(positions.windows(2).all(|pair| pair[0].end <= pair[1].start));
        prop_assert!(positions.iter().all(|p| p.start < p.end && p.end <= bytes.len() as u64));
        prop_assert_eq!(damage.count(), positions.len() as u64);
        prop_assert_eq!(damage.bytes(), positions.iter().map(|p| p.end - p.start).sum::<u64>());
        // Failing stops at the first of it.
        match DecodeOptions::new().errors(Errors::Strict).decode(encoding, &bytes) {
            Ok(_) => prop_assert_eq!(damage.count(), 0),
            Err(error) => {
                let first = positions[0].start as usize..positions[0].end as usize;
                prop_assert_eq!(error.offset(), first.start as u64);
                prop_assert_eq!(error.bytes(), &bytes[first]);
            }
        }
        // Leaving it out is replacing it by nothing, and references have all of its bytes.
        let ignored = DecodeOptions::new().errors(Errors::Ignore).decode(encoding, &bytes).unwrap();
        let without = |text: &str| text.replace('\u{FFFD}', "");
        prop_assert_eq!(without(decoded.text()), without(ignored.text()));
        let references = DecodeOptions::new().errors(Errors::References).decode(encoding, &bytes).unwrap();
        prop_assert_eq!(references.text().len() - ignored.text().len(), 6 * damage.bytes() as usize);
    }

    #[test]
    fn what_was_written_is_read_again(
        (encoding, text) in any_encoding().prop_flat_map(|e| (Just(e), own_text(e))),
        bom in any::<bool>(),
    ) {
        let encoded = EncodeOptions::new().bom(bom).unmappable(Errors::Strict).encode(encoding, &text).unwrap();
        let keep = if bom { Bom::Strip } else { Bom::Keep };
        let decoded = DecodeOptions::new().bom(keep).decode(encoding, encoded.bytes()).unwrap();
        if !bom || encoding.family() == Family::Utf {
            prop_assert_eq!(decoded.text(), text);
            prop_assert!(decoded.damage().is_none());
        }
    }

    #[test]
    fn what_is_lacking_is_reported_exactly(
        (encoding, text) in any_encoding().prop_flat_map(|e| (Just(e), mixed_text(e))),
    ) {
        let lacking: Vec<_> = text
            .char_indices()
            .filter(|(_, c)| !encoding.encode(c.encode_utf8(&mut [0; 4])).unmappable().is_none())
            .collect();
        let encoded = encoding.encode(&text);
        prop_assert_eq!(encoded.unmappable().positions(), &lacking[..]);
        prop_assert_eq!(encoded.unmappable().count(), lacking.len() as u64);
        // With references, nothing is lost.
        if encoding.family() != Family::Special {
            let references = EncodeOptions::new().unmappable(Errors::References).encode(encoding, &text).unwrap();
            let read = |bytes: &[u8]| DecodeOptions::new().bom(Bom::Keep).decode(encoding, bytes).unwrap().text().to_owned();
            let mut expected = String::new();
            for (at, c) in text.char_indices() {
                if lacking.contains(&(at, c)) {
                    expected += &format!("&#{};", c as u32);
                } else {
                    // A web encoding may write a look-alike, as the yen sign of Shift_JIS for a backslash.
                    expected += &read(encoding.encode(&c.to_string()).bytes());
                }
            }
            prop_assert_eq!(read(references.bytes()), expected);
        }
    }
}

/// The characters which an encoding can read, found by reading all short sequences, and write.
fn repertoire(encoding: &'static Encoding) -> &'static [char] {
    static REPERTOIRES: OnceLock<HashMap<&'static str, Vec<char>>> = OnceLock::new();
    let all = REPERTOIRES.get_or_init(|| {
        ENCODINGS.iter().map(|encoding| (encoding.name(), find_repertoire(encoding))).collect()
    });
    &all[encoding.name()]
}

fn find_repertoire(encoding: &'static Encoding) -> Vec<char> {
    let strict = DecodeOptions::new().errors(Errors::Strict).bom(Bom::Keep);
    let mut chars: Vec<char> = Vec::new();
    let mut read = |bytes: &[u8]| {
        if let Ok(decoded) = strict.decode(encoding, bytes) {
            chars.extend(decoded.text().chars());
        }
    };
    let prefixes: &[&[u8]] = match encoding.family() {
        Family::MultiByte => &[b"", b"\x8E\xA2", b"\x8E\xA7", b"\x8F", b"\x81\x30"],
        Family::Escape => {
            &[b"\x1B$B", b"\x1B$)C\x0E", b"\x1B$)A\x0E", b"\x1B$)G\x0E", b"\x1B$*H\x1BN", b"~{"]
        }
        Family::Utf => {
            return ('\0'..='\u{3FF}').chain('一'..='三').chain('\u{FE00}'..='\u{10FFF}').collect();
        }
        _ => &[],
    };
    (0..=0xFF).for_each(|byte| read(&[byte]));
    for prefix in prefixes {
        // Every third trail byte is enough for a sample.
        for (lead, trail) in (0x21..=0xFE).flat_map(|lead| (0x21..=0xFE).step_by(3).map(move |t| (lead, t))) {
            read(&[prefix, &[lead, trail][..]].concat());
        }
    }
    chars.sort();
    chars.dedup();
    chars.retain(|c| encoding.encode(c.encode_utf8(&mut [0; 4])).unmappable().is_none());
    chars
}

/// Text in an encoding's own characters, with much ASCII, so that shifting encodings shift. `replacement`
/// writes UTF-8 and reads nothing, so it has no text of its own.
fn own_text(encoding: &'static Encoding) -> BoxedStrategy<String> {
    if encoding == &encodings::REPLACEMENT {
        return Just(String::new()).boxed();
    }
    let ascii: Vec<char> = repertoire(encoding).iter().copied().filter(char::is_ascii).collect();
    let piece = prop_oneof![select(repertoire(encoding)), select(ascii)];
    vec(piece, 0..40).prop_map(|chars| chars.into_iter().collect()).boxed()
}

/// Text in an encoding's own characters and in others. Combining marks are left out: Big5-HKSCS has two only
/// after a certain letter.
fn mixed_text(encoding: &'static Encoding) -> BoxedStrategy<String> {
    let others: Vec<char> = "éжא中가あ→😀\u{E000}\u{10FFFF}".chars().collect();
    let own = if encoding == &encodings::REPLACEMENT { &['a'][..] } else { repertoire(encoding) };
    let own: Vec<char> = own.iter().copied().filter(|c| !('\u{300}'..'\u{370}').contains(c)).collect();
    let piece = prop_oneof![select(own), select(others)];
    vec(piece, 0..24).prop_map(|chars| chars.into_iter().collect()).boxed()
}

/// Each character on its own, so that none is left to chance.
#[test]
fn every_character_of_our_schemes_is_written_and_read_again() {
    for encoding in ENCODINGS.iter().filter(|e| !e.is_whatwg()) {
        let chars = repertoire(encoding);
        assert!(chars.len() >= 128, "{encoding} has only {}", chars.len());
        for c in chars {
            let text = c.to_string();
            let encoded = encoding.encode(&text);
            let decoded = DecodeOptions::new().bom(Bom::Keep).decode(encoding, encoded.bytes()).unwrap();
            assert_eq!(decoded.text(), text, "{encoding}");
        }
    }
}

/// Markup is found in bytes because encodings that call themselves ASCII-compatible are, in what can be seen.
#[test]
fn ascii_compatible_encodings_read_printable_ascii_as_it_is() {
    for encoding in ENCODINGS.iter().filter(|e| e.is_ascii_compatible()) {
        for byte in (b' '..=b'~').chain(*b"\t\n\r") {
            let bytes = [byte];
            let c = encoding.decode(&bytes).text().chars().next();
            // The Arabic page of DOS has the Arabic percent sign, in all tables that exist.
            if (encoding.name(), byte) != ("IBM864", b'%') {
                assert_eq!(c, Some(char::from(byte)), "{encoding}");
            }
        }
    }
}

/// Inputs which have nothing to say, or stop in the middle.
#[test]
fn degenerate_input_gives_an_answer() {
    for encoding in ENCODINGS.iter().copied() {
        assert_eq!(encoding.decode(b"").text(), "", "{encoding}");
        for byte in 0..=0xFF {
            let damage = encoding.decode(&[byte]).damage().count();
            assert!(damage <= 1, "{encoding} {byte:02X}");
        }
        for bytes in [vec![0; 1 << 16], vec![0xFF; 1 << 16]] {
            let decoded = encoding.decode(&bytes);
            assert!(decoded.damage().bytes() <= bytes.len() as u64);
            assert!(decoded.damage().positions().len() <= Damage::KEPT);
        }
        let bytes = encoding.encode("中文 한국어 日本語 Ελληνικά русский العربية <p>").into_bytes();
        for cut in 0..bytes.len() {
            // One sequence is cut. Of an escape in ISO-2022-JP, the standard reads the rest again: that is
            // another.
            let whole = encoding.decode(&bytes).damage().count();
            let allowed = if encoding == &encodings::ISO_2022_JP { 2 } else { 1 };
            assert!(encoding.decode(&bytes[..cut]).damage().count() <= whole + allowed, "{encoding}");
        }
    }
}

/// Damage costs no more on a long page than on a short one. It once did: each malformed byte cost a walk
/// through the room reserved for the rest, and this page took 86 s as UTF-8. Now it takes a fraction of a
/// second; the bound is for a busy machine.
#[test]
fn time_is_linear_in_damage() {
    use encodings::{ARMSCII_8, GBK, ISO_2022_JP, JOHAB, UTF_7, UTF_8};
    let bytes = vec![0xFF; 1 << 22];
    for encoding in [&UTF_8, &GBK, &ISO_2022_JP, &ARMSCII_8, &JOHAB, &UTF_7] {
        let start = std::time::Instant::now();
        assert_eq!(encoding.decode(&bytes).damage().count(), 1 << 22);
        assert!(start.elapsed().as_secs() < 15, "{encoding}: {:?}", start.elapsed());
    }
    let text = "\u{10FFFF}".repeat(1 << 20);
    for encoding in [&encodings::WINDOWS_1252, &JOHAB] {
        let start = std::time::Instant::now();
        assert_eq!(encoding.encode(&text).unmappable().count(), 1 << 20);
        assert!(start.elapsed().as_secs() < 15, "{encoding}: {:?}", start.elapsed());
    }
}

/// A long stream, damaged all over, is read in the memory of a piece.
#[test]
fn memory_does_not_grow_with_the_stream() {
    for encoding in
        [&encodings::UTF_8, &encodings::GBK, &encodings::EUC_TW, &encodings::UTF_7, &encodings::IBM037]
    {
        let piece: Vec<u8> = (0..16 * 1024).map(|i| (i * 37 % 251) as u8).collect();
        let mut decoder = DecodeOptions::new().errors(Errors::References).decoder(encoding);
        let mut text = String::new();
        let mut capacity = 0;
        for number in 0..1000 {
            text.clear();
            decoder.feed(&piece, &mut text).unwrap();
            if number < 10 {
                capacity = text.capacity();
            }
        }
        assert!(text.capacity() <= capacity, "{encoding}");
        assert!(decoder.damage().positions().len() <= Damage::KEPT);
    }
}

/// Text which is already UTF-8, or ASCII in whatever encoding has it, is not copied.
#[test]
fn what_needs_no_change_is_borrowed() {
    use std::borrow::Cow;
    let borrowed =
        |encoding: &'static Encoding, bytes| matches!(encoding.decode(bytes).into_text(), Cow::Borrowed(_));
    assert!(borrowed(&encodings::UTF_8, "héllo".as_bytes()));
    assert!(borrowed(&encodings::UTF_8, "\u{FEFF}héllo".as_bytes()));
    assert!(borrowed(&encodings::WINDOWS_1251, b"hello"));
    assert!(borrowed(&encodings::IBM437, b"hello"));
    assert!(borrowed(&encodings::EUC_TW, b"hello"));
    assert!(!borrowed(&encodings::IBM037, b"hello"));
    assert!(!borrowed(&encodings::UTF_8, b"h\xE9llo"));
    let lf = DecodeOptions::new().newlines(Newlines::Lf);
    assert!(matches!(lf.decode(&encodings::UTF_8, b"a\nb").unwrap().into_text(), Cow::Borrowed(_)));
    assert_eq!(lf.decode(&encodings::UTF_8, b"a\r\nb").unwrap().text(), "a\nb");
    // A page where six control codes are letters is ASCII only without them.
    assert_eq!(encodings::VISCII.decode(b"\x02").text(), "Ẳ");
}

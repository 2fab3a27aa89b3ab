//! What holds for every text and every page: repairs can be taken back, and right text is left alone.

use pellucid::decode::{Bom, DecodeError, DecodeOptions, Decoded, Errors};
use pellucid::encodings::{ENCODINGS, UTF_8};
use pellucid::repair::{Check, Via};
use pellucid::{Detector, Encoding, Family, PageOptions};
use proptest::prelude::*;

/// Words of many kinds, right and misread, whose random succession makes texts.
const WORDS: &[&str] = &[
    "plain",
    "<b>",
    "déjà",
    "été",
    "Ça",
    "«É»",
    "“",
    "”",
    "\u{a0}",
    "…",
    "Привет",
    "В",
    "Рік",
    "кот",
    "τάξη",
    "Ε΄",
    "שלום",
    "السلام",
    "日本語",
    "の",
    "中文",
    "치킨",
    "ยง",
    "😀",
    "\u{FFFD}",
    "\u{85}",
    "\u{9D}",
    "Ã©",
    "Ã",
    "Â",
    "â€™",
    "ÃƒÂ©",
    "ðŸ”¥",
    "Ð¿Ñ€Ð¸",
    "РџСЂРёРІРµС‚",
    "РІ",
    "Ïðèâåò",
    "ÇáÓáÇã",
    "鍒ゆ柇",
    "縺ゅ＞",
    "√©",
    "‚Äô",
    "├й",
    "п╨п╬я┌",
];

fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        8 => prop::sample::select(WORDS).prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
        3 => Just(String::from(" ")),
    ];
    prop::collection::vec(word, 0..40).prop_map(|words| words.concat())
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        4 => text().prop_map(String::into_bytes),
        4 => (text(), prop::sample::select(ENCODINGS)).prop_map(|(text, encoding)| encoding.encode(&text).into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..20),
    ];
    prop::collection::vec(part, 0..4).prop_map(|parts| parts.concat())
}

/// Reads a page in this encoding that may have pieces in another.
fn read_mixed<'a>(
    encoding: &'static Encoding,
    bytes: &'a [u8],
    options: DecodeOptions,
) -> Result<Decoded<'a>, DecodeError> {
    let known = Detector::builder().encoding(encoding).build().expect("one hint fits itself");
    known.decode_with(bytes, &PageOptions::new().decode(options).mixed(true))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_repair_can_be_taken_back(text in text()) {
        let repaired = pellucid::repair(&text);
        prop_assert_eq!(repaired.undo(), &*text);
        prop_assert_eq!(repaired.is_unchanged(), repaired.text() == text);
        for layer in repaired.layers() {
            prop_assert!(layer.runs() > 0 && layer.after() <= layer.before());
            prop_assert!(!layer.to_string().is_empty());
        }
        if repaired.is_unchanged() {
            prop_assert!(pellucid::repair(repaired.text()).is_unchanged());
        }
    }

    /// A Russian sentence, misread up to three times, in the midst of other text.
    #[test]
    fn what_was_misread_comes_back(times in 1_usize..4, around in "[a-z <>/]{0,40}") {
        let right = "Съешь ещё этих мягких французских булок";
        let latin1 = |text: &String| Via::Latin1.read(text.as_bytes());
        let wrong = std::iter::successors(Some(right.to_string()), latin1).nth(times).unwrap();
        let page = format!("{around} {wrong} {around}");
        let repaired = pellucid::repair(&page);
        prop_assert_eq!(repaired.text(), format!("{around} {right} {around}"));
        prop_assert_eq!(repaired.layers().len(), times);
    }

    #[test]
    fn any_page_is_read_piece_by_piece(bytes in bytes(), choice in any::<prop::sample::Index>()) {
        let encoding = *choice.get(ENCODINGS);
        let keep = DecodeOptions::new().bom(Bom::Keep);
        let mixed = read_mixed(encoding, &bytes, keep).unwrap();
        match mixed.mixed() {
            Some(pieces) => prop_assert!(pieces.pieces() > 0 && pieces.bytes() <= bytes.len() as u64),
            None => {
                let decoded = keep.decode(encoding, &bytes).unwrap();
                prop_assert_eq!(mixed.text(), decoded.text());
                prop_assert_eq!(mixed.damage(), decoded.damage());
            }
        }
        for errors in [Errors::Strict, Errors::Reject] {
            let result = read_mixed(encoding, &bytes, keep.errors(errors));
            prop_assert_eq!(result.is_ok(), mixed.damage().is_none());
            if let (Err(error), Errors::Reject) = (result, errors) {
                prop_assert_eq!(error.count(), Some(mixed.damage().count()));
            }
        }
    }

    #[test]
    fn whole_utf8_has_no_pieces(text in text()) {
        let mixed = read_mixed(&UTF_8, text.as_bytes(), DecodeOptions::new().bom(Bom::Keep)).unwrap();
        prop_assert_eq!((mixed.text(), mixed.mixed()), (&*text, None));
    }

    #[test]
    fn counts_are_those_of_the_characters(text in text(), cut in any::<prop::sample::Index>()) {
        let check = Check::of(&text);
        prop_assert_eq!(check.characters(), text.chars().count() as u64);
        prop_assert_eq!(check.replacements(), text.matches('\u{FFFD}').count() as u64);
        prop_assert_eq!(check.is_clean(), check.to_string().is_empty());
        let at = text.char_indices().map(|(at, _)| at).nth(cut.index(text.chars().count().max(1))).unwrap_or(0);
        let mut pieces = Check::default();
        pieces.feed(&text[..at]);
        pieces.feed(&text[at..]);
        prop_assert_eq!(pieces, check);
    }
}

/// Nothing is double-encoded in a page whose encoding cannot show it.
#[test]
fn text_of_a_legacy_page_is_left_to_mixed() {
    for encoding in ENCODINGS.iter().filter(|encoding| encoding.family() != Family::Utf) {
        let decoded = encoding.decode("DÃ©jÃ vu, cafÃ©, Ã©tÃ©".as_bytes());
        assert!(decoded.repair().is_unchanged(), "{encoding}");
    }
}

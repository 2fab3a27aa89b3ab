//! What holds for every page whose declarations are set right: a browser reads what was written, nothing but declarations
//! has changed, and a second time nothing changes.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use pellucid::decode::{DECLARED_WITHIN, declare};
use pellucid::encodings::{self, UTF_8};
use pellucid::{Detector, Encoding, Method, PageOptions};
use proptest::prelude::*;

use crate::corpus::{self, own};

/// What is inserted, in HTML and in XHTML.
const INSERTED: [&str; 2] = ["<meta charset=\"utf-8\">", "<meta charset=\"utf-8\" />"];

/// What a browser reads these bytes in.
fn browser(bytes: &[u8]) -> &'static Encoding {
    Detector::builder().method(Method::Standard).build().unwrap().detect(bytes).encoding()
}

/// The text of a page, declared as UTF-8.
fn declared(bytes: &[u8]) -> String {
    let options = PageOptions::new().declare(&UTF_8);
    Detector::default().decode_with(bytes, &options).unwrap().into_text().into_owned()
}

/// The text without what was inserted, if something was.
fn without_inserted(text: &str, declared: &str) -> String {
    let count = |text: &str| INSERTED.map(|meta| text.matches(meta).count()).iter().sum::<usize>();
    let first =
        INSERTED.into_iter().filter(|meta| declared.contains(meta)).min_by_key(|meta| declared.find(meta));
    match first {
        Some(meta) if declared.lines().count() == text.lines().count() && count(declared) > count(text) => {
            declared.replacen(meta, "", 1)
        }
        _ => declared.to_owned(),
    }
}

/// Panics unless only declarations differ. A label has no line break, so that lines can be compared.
fn assert_rest_is_the_same(text: &str, declared: &str, name: &str) {
    let rest = without_inserted(text, declared);
    assert_eq!(text.split('\n').count(), rest.split('\n').count(), "{name}");
    for (before, after) in text.split('\n').zip(rest.split('\n')) {
        let kept = |line: &str| line.to_ascii_lowercase().contains("charset") || line.contains("<?xml");
        assert!(before == after || kept(before), "{name}:\n{before}\n{after}");
    }
}

/// All of it about one page. Says whether a browser reads it correctly.
fn holds(bytes: &[u8], name: &str) -> bool {
    let text = pellucid::decode(bytes).into_text();
    let declared = declared(bytes);
    assert_eq!(declare(&text, &UTF_8), declared, "{name}");
    assert!(matches!(declare(&declared, &UTF_8), Cow::Borrowed(_)), "{name}: a second time");
    assert_rest_is_the_same(&text, &declared, name);
    declared.is_ascii() || browser(declared.as_bytes()) == &UTF_8
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

#[test]
fn pages_that_ship() {
    let mut pages = 0;
    for folder in ["corpus/pages", "extract", "pages", "r2l"] {
        for entry in fs::read_dir(testdata().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            // What extraction writes is a piece of a page.
            let name = path.to_string_lossy().into_owned();
            if name.ends_with(".html") && !name.ends_with(".clean.html") {
                assert!(holds(&fs::read(&path).unwrap(), &name), "{name}");
                pages += 1;
            }
        }
    }
    assert!(pages > 10, "{pages}");
}

#[test]
fn pages_of_our_own() {
    for variant in own::Variant::ALL {
        for page in own::pages(variant) {
            let name = format!("{variant:?}, {} in {}", page.language, page.encoding);
            let begins = pellucid::decode(&page.bytes).text().trim_start().starts_with("<!");
            assert!(holds(&page.bytes, &name) || !begins, "{name}");
        }
    }
}

/// Real pages may be anything: a page in a hundred begins with something else than markup, or hides its head from browsers.
#[test]
fn pages_of_the_corpus() {
    let (mut pages, mut misread) = (0u32, 0u32);
    let found = corpus::for_each_page("html-", |name, page| {
        pages += 1;
        if !holds(page, name) {
            misread += 1;
        }
    });
    if found {
        println!("{misread} of {pages} pages would be misread");
        assert!(misread * 100 < pages, "{misread} of {pages} pages would be misread");
    }
}

/// Parts of pages, and what becomes of them. Each is closed, so that they mean the same wherever they stand.
const PARTS: &[(&str, &str)] = &[
    ("<meta charset=koi8-r>", "<meta charset=utf-8>"),
    ("<META CHARSET='Shift_JIS' />", "<META CHARSET='utf-8' />"),
    ("<meta charset=UTF8>", "<meta charset=UTF8>"),
    ("<meta charset={{charset}}>", "<meta charset={{charset}}>"),
    (
        "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1251\">",
        "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">",
    ),
    ("<meta name=x content='charset=gbk in words'>", "<meta name=x content='charset=gbk in words'>"),
    ("<title>a <meta charset=gbk></title>", "<title>a <meta charset=gbk></title>"),
    ("<script>'<meta charset=gbk>'</script>", "<script>'<meta charset=gbk>'</script>"),
    ("<!-- <meta charset=gbk> -->", "<!-- <meta charset=gbk> -->"),
    ("<p title='<meta charset=gbk>'>", "<p title='<meta charset=gbk>'>"),
    ("<html lang=fr>", "<html lang=fr>"),
    ("<head>", "<head>"),
    ("</head>", "</head>"),
    ("<body>", "<body>"),
    ("déjà vu ", "déjà vu "),
    ("\n", "\n"),
];

/// What a page begins with.
const OPENINGS: &[(&str, &str)] = &[
    ("<!DOCTYPE html>", "<!DOCTYPE html>"),
    ("<html>", "<html>"),
    (" <!-- x --><head>", " <!-- x --><head>"),
    (
        "<?xml version=\"1.0\" encoding='gbk'?>\n<!DOCTYPE html>",
        "<?xml version=\"1.0\" encoding='utf-8'?>\n<!DOCTYPE html>",
    ),
    ("<title>é</title>", "<title>é</title>"),
];

fn page() -> impl Strategy<Value = (String, String)> {
    let filler = (0usize..1200).prop_map(|length| {
        let filler = format!("<!--{}-->", "x".repeat(length));
        (filler.clone(), filler)
    });
    let part = prop::sample::select(PARTS).prop_map(|(before, after)| (before.to_owned(), after.to_owned()));
    let opening =
        prop::sample::select(OPENINGS).prop_map(|(before, after)| (before.to_owned(), after.to_owned()));
    let parts = prop::collection::vec(prop_oneof![8 => part, 1 => filler], 0..12);
    (opening, parts).prop_map(|(opening, parts)| {
        std::iter::once(opening).chain(parts).reduce(|all, part| (all.0 + &part.0, all.1 + &part.1)).unwrap()
    })
}

/// Anything that might confuse.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<meta charset=gbk>",
        "<meta charset=",
        "koi8-r",
        "<meta",
        " http-equiv=content-type",
        " content='charset=big5'",
        "charset",
        "=",
        "'",
        "\"",
        ">",
        "<",
        "/",
        " ",
        "<!--",
        "-->",
        "--!>",
        "<script>",
        "</script>",
        "<title>",
        "</title>",
        "<html",
        "<head>",
        "<!doctype html>",
        "<!doctype html [",
        "<?xml",
        " version='1.0'",
        " encoding='gbk'",
        "?>",
        "é",
        "日",
        "\u{FEFF}",
        "<svg>",
        "<p>",
        "<template>",
        "<noscript>",
        "<plaintext>",
        "xhtml",
    ]);
    let long = (0usize..1500).prop_map(|length| "x".repeat(length));
    prop::collection::vec(prop_oneof![30 => piece.prop_map(String::from), 1 => long], 0..20)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn a_browser_reads_what_was_written((page, expected) in page()) {
        let declared = declare(&page, &UTF_8);
        prop_assert_eq!(without_inserted(&page, &declared), expected);
        prop_assert!(declared.is_ascii() || browser(declared.as_bytes()) == &UTF_8, "{}", declared);
        prop_assert!(matches!(declare(&declared, &UTF_8), Cow::Borrowed(_)), "{}", declared);
    }

    #[test]
    fn in_any_encoding((page, _) in page(), index in 0..encodings::ENCODINGS.len()) {
        let encoding = encodings::ENCODINGS[index];
        let declared = declare(&page, encoding);
        prop_assert_eq!(declare(&declared, encoding), declared.clone());
        let bytes = encoding.encode(&declared).into_bytes();
        let special = encoding.family() == pellucid::Family::Special;
        if encoding.is_whatwg() && !special && !declared.is_ascii() {
            prop_assert_eq!(browser(&bytes), encoding, "{}", declared);
        }
    }

    #[test]
    fn anything_may_come(text in soup(), index in 0..encodings::ENCODINGS.len()) {
        for encoding in [&UTF_8, encodings::ENCODINGS[index]] {
            let declared = declare(&text, encoding);
            prop_assert_eq!(declare(&declared, encoding), declared.clone());
            prop_assert!(text.contains('<') || matches!(declared, Cow::Borrowed(_)));
        }
    }

    #[test]
    fn what_comes_after_the_head_is_not_looked_at((page, _) in page(), more in "[<>a-zé ]{0,40}") {
        let page = format!("{page}{}<meta charset=gbk>{more}", " ".repeat(DECLARED_WITHIN));
        let end = (0..=DECLARED_WITHIN).rev().find(|at| page.is_char_boundary(*at)).unwrap();
        let one_more = end + page[end..].chars().next().unwrap().len_utf8();
        let start = declare(&page[..one_more], &UTF_8);
        prop_assert_eq!(format!("{start}{}", &page[one_more..]), declare(&page, &UTF_8));
    }
}

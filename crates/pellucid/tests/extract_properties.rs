//! What holds for every page: extractors give an answer, what they point at is there, and it is as long as it can be.

use pellucid::papers::r2l::tune::{self, Agreement, Unit};
use pellucid::papers::r2l::{Content, Danag, Licea, Lines, Output, R2l, Script};
use proptest::prelude::*;

/// What pages are made of, well and badly.
const PARTS: &[&str] = &[
    "<p>",
    "</p>",
    "<br>",
    "<div class='متن'>",
    "</div>",
    "<a href=/x>",
    "</a>",
    "<b>",
    "</b>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<title>",
    "</title>",
    "<textarea>",
    "<plaintext>",
    "<svg>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<!doctype html>",
    "<",
    "</",
    "<p a=\"",
    "\"",
    "'",
    ">",
    "&amp;",
    "&",
    "&#x5d0;",
    "&#",
    "&nbsp",
    "\n",
    "\r\n",
    "\r",
    "\0",
    " ",
    "a",
    "plain words of Latin, and more of them, long enough to count. ",
    "é",
    "سلام",
    "می\u{200C}شود ",
    "متن اصلی این صفحه است و همین. ",
    "שלום",
    "ދިވެހި",
    "Привет ",
    "日本語",
    "😀",
    "\u{FFFD}",
];

fn page() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        8 => prop::sample::select(PARTS).prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(part, 0..60).prop_map(|parts| parts.concat())
}

const SCRIPTS: [Script; 8] = [
    Script::ArabicBlock,
    Script::Arabic,
    Script::Hebrew,
    Script::Syriac,
    Script::Thaana,
    Script::Nko,
    Script::RightToLeft,
    Script::NonLatin,
];

fn r2l() -> impl Strategy<Value = R2l> {
    let output = prop::sample::select(vec![Output::Script, Output::Text]);
    (prop::sample::select(&SCRIPTS), prop_oneof![0..25usize, Just(usize::MAX)], output)
        .prop_map(|(script, gap, output)| R2l { script, gap, output })
}

fn check(page: &str, content: &Content) {
    let source = page.get(content.bytes.clone()).expect("a range of the page");
    assert!(content.lines.start <= content.lines.end);
    // A NUL, one byte, becomes the three of U+FFFD, and no reference grows as much.
    let longest = 3 * source.len();
    assert!(content.text.len() <= longest, "{page:?} {content:?}");
    assert!(!content.text.starts_with(|first: char| first.is_ascii_whitespace()));
}

proptest! {
    #[test]
    fn lines_are_the_page(page in page()) {
        let lines = Lines::new(&page, Script::NonLatin);
        let mut end = None;
        for line in lines.as_slice() {
            // Between two lines is a line feed, or nothing.
            let gap = end.map_or(0..line.bytes.start, |end| end..line.bytes.start);
            prop_assert!(matches!(&page[gap], "" | "\n"));
            let text = &page[line.bytes.clone()];
            prop_assert!(!text.contains('\n'));
            prop_assert!((line.s1 + line.s2) as usize <= text.chars().count());
            end = Some(line.bytes.end);
        }
        prop_assert_eq!(end, Some(page.len()));
    }

    #[test]
    fn r2l_points_at_what_is_there(page in page(), r2l in r2l()) {
        let content = r2l.extract(&page);
        check(&page, &content);
        prop_assert!(content.lines.end <= r2l.lines(&page).as_slice().len());
        if r2l.output == Output::Script {
            prop_assert!(content.text.chars().all(|c| matches!(c, ' ' | '\n') || r2l.script.has(c)));
        }
        // A wider gap never finds less.
        let wider = R2l { gap: r2l.gap.saturating_add(1), ..r2l }.extract(&page);
        prop_assert!(wider.lines.start <= content.lines.start && content.lines.end <= wider.lines.end);
    }

    #[test]
    fn danag_and_licea_point_at_what_is_there(page in page(), gap in 0..25usize, length in 0..60usize) {
        check(&page, &Danag { gap }.extract(&page));
        let content = Licea { length, gap }.extract(&page);
        check(&page, &content);
        prop_assert!(content.text.lines().all(|text| text.chars().count() >= length));
        for line in Danag::lines(&page).as_slice() {
            prop_assert!((line.s1 + line.s2) as usize <= page[line.bytes.clone()].chars().count());
        }
    }

    #[test]
    fn agreement_is_a_share(found in page(), wanted in page()) {
        for unit in [Unit::Characters, Unit::Words] {
            let Agreement { recall, precision, f1 } = Agreement::of(&found, &wanted, unit);
            prop_assert!([recall, precision, f1].iter().all(|share| (0.0..=1.0).contains(share)));
            prop_assert_eq!(Agreement::of(&found, &found, unit).f1, 1.0);
            let turned = Agreement::of(&wanted, &found, unit);
            prop_assert_eq!((turned.recall, turned.precision), (precision, recall));
        }
    }
}

proptest! {
    // Each case extracts forty times.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn tuning_is_extracting_with_every_gap(page in page(), wanted in page()) {
        let tuned = tune::gap(&R2l::plus(), [(page.as_str(), wanted.as_str())], Unit::Words);
        for row in tuned.rows() {
            let text = R2l { gap: row.gap, ..R2l::plus() }.extract(&page).text;
            prop_assert_eq!(row.f1, Agreement::of(&text, &wanted, Unit::Words).f1);
            prop_assert!(row.f1 <= tuned.best().f1);
        }
    }
}

/// Large pages of shapes at which something that is not linear would not end.
#[test]
fn large_pages_end() {
    const SIZE: usize = 500_000;
    for part in [
        "سلام ",
        "<p>سلام",
        "\n",
        "<p>متن اصلی</p>\n",
        "<",
        "<a",
        "</",
        "<!--",
        "<script>",
        "<script><!--<script>",
        "<title>",
        "&",
        "&amp",
        "&#1",
        "<div>",
        "<p a=\"",
        "<![CDATA[",
    ] {
        let page = part.repeat(SIZE / part.len());
        for r2l in [R2l::default(), R2l::plus()] {
            check(&page, &r2l.extract(&page));
        }
        check(&page, &Danag::default().extract(&page));
        check(&page, &Licea::default().extract(&page));
    }
    let page = format!("<p {}>متن اصلی این صفحه است", "a=b ".repeat(SIZE / 4));
    check(&page, &R2l::plus().extract(&page));
    assert_eq!(R2l::default().extract(&"سلام ".repeat(SIZE / 9)).text.split(' ').count(), SIZE / 9);
}

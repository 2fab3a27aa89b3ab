//! Our tokens are html5gum's: on committed pages, on every page of the corpora, on generated pages.
//!
//! `PELLUCID_DATA` names the folder with `corpora` (`../shared` beside the workspace if not set). Without it the corpus test
//! says that it was skipped.

mod compare;

use std::fs;
use std::path::Path;

use crate::corpus::{for_each_page, for_each_page_of};
use compare::{Rules, Shown, evened, ours, theirs};
use pellucid::internals::html::{Element, Token, Tokens, attributes};
use proptest::prelude::*;

/// What is deliberately different from the standard: why, a page, our tokens, and html5gum's if it knows what a tree builder
/// would know.
const DIFFERENT: &[(&str, &str, &str, &str, Rules)] = &[
    (
        "line ends stay: places are those of the source, and a carriage return is white space",
        "a\r\nb<p c='\r'>",
        "a\r\nb|<p c=\"\\r\">",
        "a\nb|<p c=\"\\n\">",
        Rules { foreign: true, no_scripts: false },
    ),
    (
        "NULs stay: whoever writes text cleans it from all controls",
        "<title>a\0</title><p \0=\0>",
        "<title>|a\0|</title>|<p \0=\"\\0\">",
        "<title>|a\u{FFFD}|</title>|<p \u{FFFD}=\"\u{FFFD}\">",
        Rules { foreign: true, no_scripts: false },
    ),
    (
        "a `noscript` is raw: half an element stands in some, and would swallow the page",
        "<noscript><p>a</noscript>b",
        "<noscript>|<p>a|</noscript>|b",
        "<noscript>|<p>|a|</noscript>|b",
        Rules { foreign: true, no_scripts: true },
    ),
    (
        "raw text is known by the element's name, in drawings and formulas as well: there is no tree yet",
        "<svg><title>a<p>b</title></svg>",
        "<svg>|<title>|a<p>b|</title>|</svg>",
        "<svg>|<title>|a|<p>|b|</title>|</svg>",
        Rules { foreign: true, no_scripts: false },
    ),
    (
        "`/>` closes nothing, in drawings and formulas as well",
        "<svg><style/><p>a</style>b",
        "<svg>|<style>|<p>a|</style>|b",
        "<svg>|<style>|<p>|a|</style>|b",
        Rules { foreign: true, no_scripts: false },
    ),
    (
        "CDATA sections are comments, in drawings and formulas as well",
        "<math><![CDATA[a>b]]></math>",
        "<math>|b]]>|</math>",
        "<math>|a>b|</math>",
        Rules { foreign: true, no_scripts: false },
    ),
];

fn shown(all: &[Shown]) -> String {
    all.iter().map(Shown::to_string).collect::<Vec<_>>().join("|")
}

#[test]
fn what_is_deliberately_different() {
    for (why, html, expected, others, rules) in DIFFERENT {
        assert_eq!(shown(&ours(html, str::to_owned)), *expected, "ours: {why}");
        assert_eq!(shown(&theirs(html, *rules)), *others, "html5gum's: {why}");
        assert_ne!(expected, others, "{why}");
        // None of them matters once line ends, NULs, and what a tree builder knows are left out.
        assert_eq!(agree(html), Ok(()), "{why}");
    }
}

/// What [`Shown`] evens out: our tokens are places, and what nobody asks for is not read.
#[test]
fn what_the_notation_hides() {
    let html = "<X-Y Class=a CLASS='&amp;'>&lt;<!-- c --><?p?><!doctype html>d</x-y title=e>";
    let tokens: Vec<_> = Tokens::new(html).collect();
    let [Token::Start { element, attributes: place, .. }, Token::Text { place: first, references: true }, ..] =
        &tokens[..]
    else {
        panic!("{tokens:?}");
    };
    // Names that are not in the table of elements are one; attributes keep their case, and are all there; references are
    // decoded by the reader.
    assert_eq!(*element, Element::Other);
    assert_eq!(attributes(&html[place.clone()]).collect::<Vec<_>>(), [("Class", "a"), ("CLASS", "&amp;")]);
    assert_eq!(&html[first.clone()], "&lt;");
    // Comments, instructions and doctypes are no tokens, but texts around them are two. End tags have no attributes.
    assert!(matches!(&tokens[2..], [Token::Text { .. }, Token::End { element: Element::Other, .. }]));
    assert_eq!(shown(&ours(html, str::to_owned)), "<… class=\"a\">|<d|</…>");
    assert_eq!(agree(html), Ok(()));
}

/// The first difference.
fn agree(html: &str) -> Result<(), String> {
    let (ours, theirs) = evened(html);
    if ours == theirs {
        return Ok(());
    }
    let at = ours.iter().zip(&theirs).take_while(|(ours, theirs)| ours == theirs).count();
    let some =
        |all: &[Shown]| format!("{:?}", all.iter().skip(at.saturating_sub(1)).take(3).collect::<Vec<_>>());
    Err(format!("token {at}\n  ours:       {:.400}\n  html5gum's: {:.400}", some(&ours), some(&theirs)))
}

/// Pages written for this, and those of other tests.
#[test]
fn committed_pages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = 0;
    for folder in ["testdata/tokens", "testdata/extract", "testdata/r2l", "testdata/pages", "examples"] {
        for entry in fs::read_dir(root.join(folder)).expect("a folder of the project") {
            let path = entry.expect("a folder of the project").path();
            if path.extension().is_some_and(|extension| extension == "html") {
                pages += 1;
                let page = fs::read(&path).expect("a page of the project");
                assert_eq!(agree(pellucid::decode(&page).text()), Ok(()), "{}", path.display());
            }
        }
    }
    assert!(pages >= 9, "{pages} pages");
}

#[test]
fn all_pages_of_the_corpora() {
    let mut pages = 0;
    let mut different = Vec::new();
    let mut look = |path: &str, page: &[u8]| {
        // The extraction corpus has the right answers beside its pages.
        if !path.starts_with("gold/") {
            pages += 1;
            let decoded = pellucid::decode(page);
            different.extend(agree(decoded.text()).err().map(|difference| format!("{path}, {difference}")));
        }
    };
    let found = for_each_page("", &mut look) && for_each_page_of("extraction", &|_| true, &mut look);
    println!("{pages} pages");
    assert!(different.is_empty(), "{} pages:\n{}", different.len(), different.join("\n"));
    assert!(!found || pages > 8000, "{pages} pages");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn generated_pages(html in page()) {
        prop_assert_eq!(agree(&html), Ok(()));
    }
}

/// Pieces of which nasty pages are made. Their random succession nests, cuts and confuses them.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "<", ">", "/", "!", "?", "-", "--", "=", "\"", "'", "`", "&", ";", "#", "x", "]", " ", "\t", "\n", "\r", "\r\n", "\x0C",
    "\x0B", "\0", "\x01", "\u{7F}", "\u{80}", "\u{FEFF}", "é", "ſ", "\u{212A}", "日", "😀", "a", "Z", "9", "word", "</", "</>", "</ ",
    "<!", "<!>", "<?", "<!-", "<!--", "<!-->", "<!--->", "<!---->", "-->", "--!>", "--!", "->", "<![CDATA[", "]]>",
    "<!DOCTYPE html>", "<!doctype \"a>b\">", "<p>", "<P ", "</p>", "</p x='>'>", "<b>", "</b>", "<a href=", "<a href=\"",
    "<a =", "<a ='", "<a/=\"", "<a b=c=\"", "<a b = '", "<a b'c=\"", "<img alt=", "<img alt='", " title=\"", " title = ", " b=", " b",
    " B='x'", "/>", " />", "/ ", "<script", "<script>", "<SCRIPT >", "</script", "</script>", "</SCRIPT ", "</script/", "<script/>",
    "<!-- <script>", "<script><!--", "<script><!-- <script ", "<style>", "</style>", "<title>", "</title>", "</titl", "<textarea>",
    "</textarea>", "</textarea ", "<xmp>", "</xmp>", "<iframe>", "</iframe>", "<noembed>", "</noembed>", "<noframes>",
    "</noframes>", "<noscript>", "</noscript>", "<svg>", "</svg>", "<svg/>", "<math>", "</math>", "<br/>",
    "<verylongelementname", " averylongattributename=", "&amp;", "&amp", "&AMP", "&copy", "&copy2", "&not", "&notin;",
    "&notit;", "&eacute;", "&nbsp;", "&zzz;", "&hellip", "&lt", "&gt=", "&#", "&#x", "&#X", "&#233;", "&#233", "&#xE9;",
    "&#xe9", "&#0;", "&#13;", "&#128;", "&#xD800;", "&#xFFFE;", "&#x110000;", "&#99999999999;", "&semi;", "&nLt;",
    "&CounterClockwiseContourIntegral;", "&CounterClockwiseContourIntegral",
];

fn page() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        200 => prop::sample::select(PIECES).prop_map(str::to_owned),
        // Rare, since nothing is markup after it.
        1 => Just("<plaintext>".to_owned()),
        5 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

//! What holds for every page: both ways of taking markup off agree, and pieces give what the whole gives.

use std::fmt;

use pellucid::strip::{Channel, Stripper, Text, strip};
use proptest::prelude::*;

/// Pieces of which nasty pages are made. Their random succession nests, cuts and confuses them.
#[rustfmt::skip]
const PIECES: &[&[u8]] = &[
    b"<", b">", b"/", b"!", b"?", b"-", b"--", b"=", b"\"", b"'", b"&", b";", b"#", b"x", b"]", b" ", b"\t", b"\n",
    b"\x0C", b"\x00", b"\x01", b"\x7F", b"\x80", b"\xE9", b"\xFF", b"\x83\x5C", b"\xC3\xA9", b"\xA7\x41", b"a", b"Z",
    b"9", b"word", b"</", b"</>", b"</ ", b"<!", b"<!>", b"<?", b"<!-", b"<!--", b"<!-->", b"<!--->", b"<!---->",
    b"-->", b"--!>", b"--!", b"->", b"<![CDATA[", b"]]>", b"]]", b"<!DOCTYPE html>", b"<!doctype \"a>b\">", b"<p>",
    b"<P ", b"</p>", b"<b>", b"</b>", b"<a href=", b"<a href=\"", b"<img alt=", b"<img alt=\"", b"<img alt='",
    b" title=\"", b" title = ", b" alt", b" placeholder=", b"<meta name=description content=\"", b"<meta content=\"",
    b" name=\"keywords\"", b" content=", b"<meta name='viewport' content='", b"/>", b" />", b"<script", b"<script>",
    b"<SCRIPT >", b"</script", b"</script>", b"</SCRIPT ", b"</script/", b"<script/>", b"<!-- <script>", b"<style>",
    b"</style>", b"<title>", b"</title>", b"</titl", b"<textarea>", b"</textarea>", b"</textarea ", b"<xmp>",
    b"</xmp>", b"<iframe>", b"</iframe>", b"<noembed>", b"</noembed>", b"<noframes>", b"</noframes>", b"<noscript>",
    b"</noscript>", b"<svg>", b"</svg>", b"<svg/>", b"<math>", b"</math>", b"<svg><title>", b"<br/>",
    b"<verylongelementname", b" averylongattributename=", b"&amp;", b"&amp", b"&AMP", b"&copy", b"&copy2", b"&not",
    b"&notin;", b"&notit;", b"&eacute;", b"&eacute", b"&nbsp;", b"&zzz;", b"&hellip", b"&lt", b"&gt=", b"&#",
    b"&#x", b"&#X", b"&#233;", b"&#233", b"&#xE9;", b"&#xe9", b"&#0;", b"&#x110000;", b"&#99999999999;", b"&#x30",
    b"&semi;", b"&nLt;", b"&CounterClockwiseContourIntegral;", b"&CounterClockwiseContourIntegral",
];

/// Shown as it would be typed.
#[derive(Clone)]
struct Page(Vec<u8>);

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// Rare, since nothing is markup after it.
const PLAINTEXT: &[u8] = b"<plaintext>";

fn page() -> impl Strategy<Value = Page> {
    let piece = prop_oneof![
        200 => prop::sample::select(PIECES).prop_map(<[u8]>::to_vec),
        1 => Just(PLAINTEXT.to_vec()),
        5 => prop::collection::vec(any::<u8>().prop_filter("shifts and line ends", |b| !b"\r\x1B".contains(b)), 1..4),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| Page(pieces.concat()))
}

/// What shifts, besides: these bytes mean nothing to the way through ISO-8859-1.
#[rustfmt::skip]
const SHIFTS: &[&[u8]] = &[
    b"\x1B$B", b"\x1B$B<$>\"\x1B(B", b"\x1B(B", b"\x1B(J", b"\x1B(I<1\x1B(B", b"\x1B$", b"\x1B", b"\x1B$(D",
    b"\x1B$)C", b"\x1B$*H", b"\x1BN<>", b"\x0E", b"\x0F", b"\x0E<<>>\x0F", b"\r", b"\r\n",
    b"<!-------------------------------------------------------------------------------------------------->",
];

fn shifting_page() -> impl Strategy<Value = Page> {
    let shifts = prop::collection::vec(prop::sample::select(SHIFTS), 1..4).prop_map(|shifts| shifts.concat());
    prop::collection::vec(prop_oneof![page().prop_map(|page| page.0), shifts], 0..6)
        .prop_map(|pieces| Page(pieces.concat()))
}

fn in_pieces(mut stripper: Stripper, mut page: &[u8], lengths: &[usize]) -> Text {
    let mut text = Text::default();
    for &length in lengths.iter().cycle() {
        if page.is_empty() {
            break;
        }
        let (piece, rest) = page.split_at(length.min(page.len()));
        stripper.feed(piece, &mut text);
        page = rest;
    }
    stripper.finish(&mut text);
    text
}

fn same(one: &Text, other: &Text) -> Result<(), TestCaseError> {
    for &stream in Channel::ALL {
        let [one, other] = [one, other].map(|text| text.channel(stream).escape_ascii().to_string());
        prop_assert_eq!(one, other, "{:?}", stream);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[cfg(feature = "papers")]
    #[test]
    fn both_ways_agree(page in page()) {
        same(&strip(&page.0), &pellucid::papers::hybrid::latin1::strip(&page.0))?;
    }

    #[test]
    fn pieces_give_what_the_whole_gives(
        page in shifting_page(),
        lengths in prop::collection::vec(1_usize..13, 1..8),
    ) {
        same(&in_pieces(Stripper::new(), &page.0, &lengths), &strip(&page.0))?;
    }
}

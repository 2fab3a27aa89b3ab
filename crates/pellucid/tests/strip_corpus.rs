//! Strip on every page of the encoding corpus, real and transcoded.
//!
//! `PELLUCID_DATA` names the folder with `corpora/encoding` (`../shared` beside the workspace if not set). Without it
//! the tests say that they were skipped.

use pellucid::Family;
use pellucid::encodings::{self, Encoding};
use pellucid::strip::{Channel, strip};

use crate::corpus::for_each_page;
use crate::corpus::own::{self, Variant};

/// The way through ISO-8859-1 gives the same bytes in every stream, once line ends are normalised as it does.
#[cfg(feature = "papers")]
#[test]
fn both_ways_agree_on_all_pages() {
    use pellucid::papers::hybrid::latin1;

    let mut same = 0;
    let mut escapes = Vec::new();
    let mut unexplained = Vec::new();
    let found = for_each_page("", |path, page| {
        if path.starts_with("html/utf-16") {
            return; // Not ASCII-compatible.
        }
        let through = latin1::strip(page);
        let direct = strip(page);
        if Channel::ALL.iter().all(|&stream| normalised(direct.channel(stream)) == through.channel(stream)) {
            same += 1;
        } else if path.starts_with("html/iso-2022-jp/") {
            escapes.push(path.to_owned());
        } else {
            unexplained.push(path.to_owned());
        }
    });
    if !found {
        return;
    }
    assert!(unexplained.is_empty(), "{unexplained:#?}");
    // In ISO-2022-JP halves of characters look like markup, which nothing in ISO-8859-1 tells.
    assert_eq!(escapes.len(), 59, "of 60 pages in ISO-2022-JP");
    assert_eq!(same, 6045, "all other pages");
}

/// Halves of characters are not taken for markup: text is the same whether markup comes off first or last.
#[test]
fn stripping_and_decoding_commute_in_multi_byte_encodings() {
    for (name, pages) in [
        ("iso-2022-jp", 60),
        ("shift_jis", 538),
        ("euc-jp", 151),
        ("euc-kr", 207),
        ("big5", 210),
        ("gbk", 599),
        ("gb18030", 44),
    ] {
        let encoding = Encoding::for_canonical_name(name).and_then(Encoding::whatwg).unwrap();
        let mut all = 0;
        let mut different = Vec::new();
        let found = for_each_page(&format!("html-{name}."), |path, page| {
            all += 1;
            let first = strip(page);
            let last = strip(encoding.decode(page).0.as_bytes());
            let same = Channel::ALL.iter().all(|&stream| {
                let first = encoding.decode_without_bom_handling(first.channel(stream)).0;
                // Where a tag stood between two escapes of ISO-2022-JP they now touch, which is an error there.
                let right = |&char: &char| char != char::REPLACEMENT_CHARACTER;
                let last = String::from_utf8_lossy(last.channel(stream));
                first.chars().filter(right).eq(last.chars().filter(right))
            });
            if !same {
                different.push(path.to_owned());
            }
        });
        if found {
            assert_eq!(all, pages, "pages in {name}");
            assert!(different.is_empty(), "{different:#?}");
        }
    }
}

/// With line ends as the HTML standard has them.
#[cfg(feature = "papers")]
fn normalised(bytes: &[u8]) -> Vec<u8> {
    let mut normalised = Vec::with_capacity(bytes.len());
    let mut bytes = bytes.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte == b'\r' {
            bytes.next_if_eq(&b'\n');
        }
        normalised.push(if byte == b'\r' { b'\n' } else { byte });
    }
    normalised
}

/// The same on pages of our own.
#[cfg(feature = "papers")]
#[test]
fn both_ways_agree_on_pages_of_our_own() {
    use pellucid::papers::hybrid::latin1;

    for variant in Variant::ALL {
        for page in own::pages(variant).iter().filter(|page| page.encoding.is_ascii_compatible()) {
            let (direct, through) = (strip(&page.bytes), latin1::strip(&page.bytes));
            for &channel in Channel::ALL {
                let name = format!("{variant:?}, {} in {}", page.language, page.encoding);
                assert_eq!(normalised(direct.channel(channel)), through.channel(channel), "{name}");
            }
        }
    }
}

#[test]
fn stripping_and_decoding_commute_on_pages_of_our_own() {
    let (mut pages, mut multi_byte) = (0, 0);
    for page in own::pages(Variant::Declared) {
        if !page.encoding.is_ascii_compatible() && page.encoding != &encodings::ISO_2022_JP {
            continue;
        }
        pages += 1;
        multi_byte += u32::from(page.encoding.family() == Family::MultiByte);
        let (first, last) = (strip(&page.bytes), strip(page.html.as_bytes()));
        for &channel in Channel::ALL {
            let first = page.encoding.decode(first.channel(channel)).into_text().into_owned();
            assert_eq!(first.as_bytes(), last.channel(channel), "{} in {}", page.language, page.encoding);
        }
    }
    assert!(pages > 100 && multi_byte >= 6, "{pages} pages, {multi_byte} in multi-byte encodings");
}

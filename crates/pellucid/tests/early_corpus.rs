//! Early answers of streams, on every page of the encoding corpus.

use crate::corpus::{self, own};
use pellucid::{Detector, detect};

/// How much of a page a crawler hands on at once.
const PIECE: usize = 4096;

/// An early answer is the last one, but for a page in a thousand.
#[test]
fn early_answers_last() {
    let (mut pages, mut early, mut other, mut read, mut bytes) = (0u32, 0u32, 0u32, 0, 0);
    let found = corpus::for_each_page("html-", |_, page| {
        let mut stream = Detector::default().stream();
        pages += 1;
        for (number, piece) in page.chunks(PIECE).enumerate() {
            stream.feed(piece);
            if let Some(guess) = stream.early() {
                early += 1;
                read += page.len().min((number + 1) * PIECE);
                bytes += page.len();
                let text = |guess: &pellucid::Guess| guess.encoding().decode(page).into_text();
                other += u32::from(text(&guess) != text(&detect(page)));
                break;
            }
        }
    });
    if !found {
        return;
    }
    println!(
        "{pages} pages, {early} answered early from {read} of {bytes} bytes, {other} otherwise than in the end"
    );
    assert!(early * 10 > pages * 7, "most pages are answered early");
    assert!(other * 1000 <= early, "{other} of {early} answered otherwise than in the end");
}

/// The same on pages of our own, which are small: in small pieces.
#[test]
fn early_answers_last_on_pages_of_our_own() {
    let (mut pages, mut early) = (0u32, 0u32);
    for variant in own::Variant::ALL {
        for page in own::pages(variant) {
            let mut stream = Detector::default().stream();
            pages += 1;
            for piece in page.bytes.chunks(64) {
                stream.feed(piece);
                if let Some(guess) = stream.early() {
                    early += 1;
                    let text = |guess: &pellucid::Guess| guess.encoding().decode(&page.bytes).into_text();
                    let name = format!("{variant:?}, {} in {}", page.language, page.encoding);
                    assert_eq!(text(&guess), text(&detect(&page.bytes)), "{name}");
                    break;
                }
            }
        }
    }
    assert!(early * 10 > pages, "{early} of {pages} pages are answered early");
}

//! A page in pieces gets the answer of the whole, wherever it is cut.

use std::sync::atomic::{AtomicUsize, Ordering};

use pellucid::{Detector, Guess, detect};
use rayon::prelude::*;

use crate::corpus::{self, own};

/// All that an answer says.
fn said(guess: &Guess) -> String {
    let evidence: Vec<String> = guess
        .evidence()
        .iter()
        .map(|one| format!("{:?} {:?} {:.3}", one.source(), one.encoding(), one.bits()))
        .collect();
    format!("{} {:.5} {:?} {evidence:?}", guess.encoding(), guess.confidence(), guess.source())
}

fn in_pieces<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Guess {
    let mut stream = Detector::default().stream();
    pieces.into_iter().for_each(|piece| stream.feed(piece));
    stream.finish()
}

fn is_the_same(name: &str, page: &[u8], sizes: &[usize], cuts: impl Iterator<Item = usize>) {
    let whole = said(&detect(page));
    for &size in sizes {
        assert_eq!(said(&in_pieces(page.chunks(size))), whole, "{name} in pieces of {size} bytes");
    }
    for cut in cuts.take_while(|&cut| cut < page.len()) {
        let (before, after) = page.split_at(cut);
        assert_eq!(said(&in_pieces([before, after])), whole, "{name} cut at {cut}");
    }
}

/// Pages of our own, in every encoding: in pieces of many lengths, and cut at every byte.
#[test]
fn pages_of_our_own() {
    for variant in [own::Variant::Blind, own::Variant::Declared] {
        own::pages(variant).par_iter().for_each(|page| {
            let name = format!("{variant:?}, {} in {}", page.language, page.encoding);
            is_the_same(&name, &page.bytes, &[1, 2, 3, 7, 64, 1000], (1..).step_by(13));
        });
    }
}

/// What tells two encodings apart may come after everything else, at the edge of a block, and after a first verdict.
#[test]
fn a_telling_byte_anywhere() {
    let greek = pellucid::encodings::WINDOWS_1253.encode("Η γρήγορη καφέ αλεπού πηδάει. ");
    let filler = greek.bytes().repeat(9000 / greek.bytes().len());
    for at in (0..9000).step_by(211).chain(4080..4112) {
        let mut page = filler.clone();
        let at = at.min(page.len());
        // A letter that windows-1253 has in another place than ISO-8859-7.
        page.splice(at..at, *b" \xA2\xEB\xEB\xEF\xE9 ");
        is_the_same(&format!("at {at}"), &page, &[1, 100, 4096, 5000], [at, at + 1, at + 2].into_iter());
    }
}

/// Real pages: in pieces, and cut at some hundred places each.
#[test]
fn real_pages() {
    let mut pages = Vec::new();
    corpus::for_each_page("html-", |name, page| pages.push((name.to_owned(), page.to_vec())));
    let step = pages.len().div_ceil(500).max(1);
    pages.par_iter().step_by(step).enumerate().for_each(|(number, (name, page))| {
        is_the_same(name, page, &[1, 4095, 65_536], (1 + number % 997..65_536).step_by(997));
    });
}

/// The same at every one of the first 64 KiB. It takes hours in a debug build:
/// `cargo test --release -p pellucid --test all every_cut -- --ignored --nocapture`.
#[test]
#[ignore = "takes long"]
fn every_cut_of_real_pages() {
    let mut pages = Vec::new();
    corpus::for_each_page("html-", |name, page| pages.push((name.to_owned(), page.to_vec())));
    let (step, cuts) = (pages.len().div_ceil(500).max(1), AtomicUsize::new(0));
    pages.par_iter().step_by(step).for_each(|(name, page)| {
        is_the_same(name, page, &[1], 1..65_536);
        cuts.fetch_add(page.len().min(65_536), Ordering::Relaxed);
    });
    println!("{} pages, {} cuts", pages.len().div_ceil(step), cuts.into_inner());
}

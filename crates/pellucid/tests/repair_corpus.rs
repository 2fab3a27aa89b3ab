//! Double encoding is found in every page which has it and in no other, and pages in two encodings are read to the last
//! byte: on every page of the encoding corpus.
//!
//! `PELLUCID_DATA` names the folder with `corpora/encoding` (`../shared` beside the workspace if not set). Without it
//! the tests say that they were skipped.

use std::collections::HashMap;

use pellucid::{Detector, Encoding, PageOptions};

use crate::corpus::{Page, for_each_page, pages};

/// Pages of other classes which have misread text all the same, in comments, attributes or a word or two; each
/// was read.
const ALSO_DOUBLED: [&str; 11] = [
    "html/utf-8/azxeber.az-85d9dd4a.html",
    "html/utf-8/makkahnewspaper.com-a38d6196.html",
    "html/utf-8/sportinfo.az-d83cb301.html",
    "wild/a/miplanilla.com-cf04022b.html",
    "wild/a/ngenespanol.com-6f472e8f.html",
    "wild/a/prenoms.com-37be9c1b.html",
    "wild/c/mic-kk.co.jp-4e7c06b7.html",
    "wild/d/mp3tadka.in-cdd72e75.html",
    "wild/f/febnet.org.br-a0c15e05.html",
    "wild/g/consolefun.fr-315dd00f.html",
    "wild/g/sipeliculas.com-42b83209.html",
];

/// Calls back with every page of the lists, its line in them, and its encoding.
fn for_each_listed(prefix: &str, mut look: impl FnMut(&Page, &'static Encoding, &[u8])) -> bool {
    let listed: HashMap<_, _> = pages().into_iter().map(|page| (page.path.clone(), page)).collect();
    for_each_page(prefix, |path, bytes| {
        let page = &listed[path];
        let encoding = Encoding::for_name(&page.encoding).expect("the lists name encodings that we know");
        look(page, encoding, bytes);
    })
}

#[test]
fn every_double_encoded_page_is_repaired_and_no_other() {
    let (mut all, mut right, mut others, mut missed) = (0, 0, Vec::new(), Vec::new());
    let found = for_each_listed("", |page, encoding, bytes| {
        all += 1;
        let decoded = encoding.decode(bytes);
        let repaired = decoded.repair();
        assert_eq!(repaired.undo(), decoded.text(), "{}", page.path);
        if page.class == "h" {
            // "part (25 of 136 non-ASCII characters in 10 runs)": those which are seen; there may be more in markup.
            let touched = page.note.split_once(" of ").and_then(|(before, _)| before.rsplit_once('('));
            let touched = touched.map_or(1, |(_, count)| count.parse().expect("a count of characters"));
            let before: u64 = repaired.layers().iter().map(|layer| layer.before()).sum();
            if before < touched {
                missed.push(format!("{}: {before} of {touched} characters", page.path));
            }
            right += 1;
        } else if !repaired.is_unchanged() {
            others.push(page.path.clone());
        }
    });
    if found {
        others.sort();
        assert!(missed.is_empty(), "{missed:#?}, {others:#?}");
        assert_eq!(others, ALSO_DOUBLED);
        assert_eq!(right, 26, "pages of class h");
        println!(
            "{right} double-encoded pages repaired; of {} others, {} which are so too",
            all - right,
            others.len()
        );
    }
}

#[test]
fn mixed_pages_are_read_to_the_last_byte() {
    let (mut all, mut same) = (0, 0);
    let found = for_each_listed("wild", |page, encoding, bytes| {
        if page.class != "g" {
            return;
        }
        let known = Detector::builder().encoding(encoding).build().expect("one hint fits itself");
        let decoded = known.decode_with(bytes, &PageOptions::new().mixed(true)).expect("nothing fails");
        assert!(decoded.damage().is_none(), "{}: {}", page.path, decoded.damage().count());
        let mixed = decoded.mixed().unwrap_or_else(|| panic!("{} has no pieces", page.path));
        assert!(mixed.pieces() > 0, "{}", page.path);
        // "main utf-8 (615 sequences), big5 part (…)"
        let part = page.note.split(", ").find_map(|part| part.split_once(" part").map(|(name, _)| name));
        all += 1;
        same += usize::from(part.and_then(Encoding::for_name) == Some(mixed.other()));
    });
    if found {
        println!("{all} mixed pages read without damage; the other encoding is the listed one in {same}");
        assert!(all == 79 && same >= 78, "{same} of {all}");
    }
}

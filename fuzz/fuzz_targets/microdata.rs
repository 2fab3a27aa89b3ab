//! Whatever a page marks up, its metadata makes sense.
#![no_main]

#[path = "shared/metadata.rs"]
mod metadata;

use libfuzzer_sys::fuzz_target;

/// A page is made of these, and of what the fuzzer writes itself.
const PIECES: [&str; 24] = [
    "<div itemscope itemtype='https://schema.org/Article'>",
    "<div itemscope itemtype='http://schema.org/Person'>",
    "<span itemprop=headline>",
    "<span itemprop='author creator'>",
    "<span itemprop=name>",
    "<time itemprop=datePublished ",
    "<meta itemprop=dateModified content='",
    "<a itemprop=url href='",
    "<link itemprop=license href='",
    "<img itemprop=image src='",
    "<div itemref='a b'>",
    "<div id=a>",
    "<div id=b itemscope>",
    "</div>",
    "</span>",
    "</a>",
    "</time>",
    "<meta property='og:title' content='",
    "<meta name=author content='",
    "<title>",
    "</title>",
    "'>",
    "2024-05-06",
    " ",
];

fuzz_target!(|input: Vec<(u8, &str)>| {
    let page: String =
        input.iter().flat_map(|(piece, text)| [PIECES[usize::from(*piece) % PIECES.len()], text]).collect();
    metadata::check(&page);
});

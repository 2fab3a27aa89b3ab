//! Whatever stands in JSON-LD, the metadata of the page makes sense.
#![no_main]

#[path = "shared/metadata.rs"]
mod metadata;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (bool, &str)| {
    let (is_twice, json) = input;
    let one = format!("<script type='application/ld+json'>{json}</script>");
    metadata::check(&one);
    // What most pages have around it.
    let article = format!("<script type=application/ld+json>{{\"@type\": \"Article\", {json}}}</script>");
    metadata::check(&if is_twice { one + &article } else { article });
});

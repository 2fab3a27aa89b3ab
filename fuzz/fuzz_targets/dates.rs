//! Whatever a page says when it was written, it is a date or none.
#![no_main]

#[path = "shared/metadata.rs"]
mod metadata;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let quoted = text.replace('&', "&amp;").replace('"', "&quot;");
    let escaped = quoted.replace('<', "&lt;");
    metadata::check(&format!("<meta property=article:published_time content=\"{quoted}\">"));
    metadata::check(&format!(
        "<meta name=date content=\"{quoted}\"><time datetime=\"{quoted}\">{escaped}</time>"
    ));
    metadata::check(&format!("<article><time pubdate>{escaped}</time><p class=date>{escaped}</p></article>"));
});

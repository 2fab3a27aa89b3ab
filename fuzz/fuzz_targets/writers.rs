//! Whatever the page, what is written of it has the words of its parts and no program in it, to parsers that are not ours.
#![no_main]

#[path = "../../crates/pellucid/src/write/hostile/read_back.rs"]
mod read_back;

use libfuzzer_sys::fuzz_target;
use pellucid::extract::parts::Part;
use pellucid::internals::extract::{Blocks, parts};
use pellucid::internals::html::Tree;
use pellucid::write::{self, WriteOptions};
use pulldown_cmark::{Event, Options, Parser};

/// Characters that are seen, in their order: white space is the writers' own.
fn seen(text: &str) -> String {
    // Parsers replace what is no character.
    let is_seen = |c: &char| !c.is_whitespace() && !c.is_control() && *c != '\u{FFFD}';
    text.chars().filter(is_seen).collect()
}

fn seen_in_parts(parts: &[Part]) -> String {
    parts.iter().map(|part| seen(&part.text)).collect()
}

fn seen_in_markdown(markdown: &str) -> String {
    let extensions = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut text = String::new();
    for event in Parser::new_ext(markdown, extensions) {
        if let Event::Text(words) | Event::Code(words) = event {
            text += &seen(&words);
        }
    }
    text
}

fuzz_target!(|page: &str| {
    let tree = Tree::new(page);
    let blocks = Blocks::new(&tree);
    let parts = parts(&tree, &blocks, &vec![true; blocks.all().len()], &[]);
    for options in
        [WriteOptions::new(), WriteOptions::new().links(true), WriteOptions::new().links(true).images(true)]
    {
        let html = write::html(&parts, options);
        read_back::check_html(&html).unwrap_or_else(|wrong| panic!("{wrong} in {html:?}"));
        let markdown = write::markdown(&parts, options);
        read_back::check_markdown(&markdown).unwrap_or_else(|wrong| panic!("{wrong} in {markdown:?}"));
        if !options.images {
            assert_eq!(seen_in_markdown(&markdown), seen_in_parts(&parts), "{markdown:?}");
        }
        let text = write::text(&parts, options);
        assert!(text.is_empty() || text.ends_with('\n'));
    }
});

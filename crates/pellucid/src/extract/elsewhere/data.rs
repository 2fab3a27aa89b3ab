//! Prose in data for the script that writes a page.
//!
//! Such data has everything that a site knows of a page, its menus and other articles too. Nobody knows what the keys mean, but prose
//! of one text stands under one key: as one long string (`"content": "<p>…"`), or as many, a paragraph each (`"text": "…"`). So the
//! strings are sorted by their keys, and those of the key with the most prose are the text; or only the longest of them, if it is
//! most of that.
//!
//! Only strings are read, whatever stands between them: so it does not matter whether the data is JSON or nearly so, as in
//! `window.__NUXT__={…}`, and no tree of values is held in memory.

use std::collections::BTreeMap;

use super::paragraphs;
use crate::html::{Element, Id, Kind, Tree, attribute};

/// Longer scripts are not read: what is made of them has to fit into the memory of their page, beside that.
const LONGEST: usize = 1 << 20;
/// Shorter strings are labels: a sentence of any script has more bytes.
const LEAST: usize = 48;
/// No more strings are looked at.
const MOST: usize = 20_000;
/// Deeper values are under the keys of those that they are in.
const DEEPEST: usize = 128;

/// What assignments of such data begin with.
const ASSIGNED: [&str; 4] = ["window.__", "window[\"__", "self.__", "__NUXT__"];

/// The text in the data of a page, as HTML.
pub(super) fn text(tree: &Tree) -> Option<String> {
    let nodes = tree.nodes();
    let scripts = (0..nodes.len()).filter(|at| nodes[*at].kind == Kind::Element(Element::Script));
    let found = scripts.filter_map(|at| data(tree, at as Id)).filter_map(longest);
    found.max_by_key(|text| text.len())
}

/// The source of a script, if it is data.
fn data<'a>(tree: &'a Tree, id: Id) -> Option<&'a str> {
    let text = tree.nodes().get(id as usize + 1).filter(|text| matches!(text.kind, Kind::Text(_)))?;
    if text.place.len() > LONGEST {
        return None;
    }
    let source = tree.source(id + 1);
    let kind = attribute(tree.attributes(id), "type");
    let is_json = kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    let is_assigned = || ASSIGNED.iter().any(|begin| source.trim_ascii_start().starts_with(begin));
    (is_json || is_assigned()).then_some(source)
}

/// The prose of the key that has most of it.
fn longest(source: &str) -> Option<String> {
    let mut by_key: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (key, string) in strings(source).filter(|(_, string)| is_prose(string)).take(MOST) {
        by_key.entry(key).or_default().push(string);
    }
    let length = |strings: &Vec<&str>| strings.iter().map(|string| string.len()).sum::<usize>();
    let strings = by_key.into_values().max_by_key(length)?;
    let all = length(&strings);
    let main = strings.iter().find(|string| 2 * string.len() > all);
    let chosen: Vec<&str> = main.map_or(strings.clone(), |main| vec![*main]);
    let decoded =
        chosen.iter().filter_map(|string| serde_json::from_str::<String>(&format!("\"{string}\"")).ok());
    Some(decoded.map(|text| paragraphs(&text)).collect())
}

/// Whether a string may be read: no address, no code, no list of names. In any script, words are parted by spaces, or their letters
/// are beyond ASCII; and sentences end.
fn is_prose(string: &str) -> bool {
    if string.len() < LEAST {
        return false;
    }
    let spaces = string.bytes().filter(|byte| *byte == b' ').count();
    let beyond = string.bytes().filter(|byte| !byte.is_ascii()).count();
    let is_worded = spaces * 16 > string.len() || beyond * 2 > string.len();
    is_worded && string.contains(['.', '!', '?', '。', '！', '？', '؟', '۔', '।', '։'])
}

/// All strings that are values, with the nearest key above each, as they are written.
fn strings(source: &str) -> impl Iterator<Item = (&str, &str)> {
    let bytes = source.as_bytes();
    let mut at = 0;
    // The keys of the values that are open.
    let mut open: Vec<&str> = Vec::new();
    let mut key = "";
    let mut deeper = 0usize;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            match bytes[at] {
                b'{' | b'[' if open.len() < DEEPEST => open.push(key),
                b'{' | b'[' => deeper += 1,
                b'}' | b']' if deeper > 0 => deeper -= 1,
                b'}' | b']' => key = open.pop().unwrap_or_default(),
                b',' => key = open.last().copied().unwrap_or_default(),
                b'"' => {
                    let start = at + 1;
                    let end = end_of_string(bytes, start);
                    let string = source.get(start..end).unwrap_or_default();
                    at = end + 1;
                    let rest = bytes.get(at..).unwrap_or_default();
                    if rest.trim_ascii_start().first() == Some(&b':') {
                        key = string;
                    } else {
                        return Some((key, string));
                    }
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        None
    })
}

/// Where a string ends that begins here: at its quote, or with the source.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(next) = memchr::memchr2(b'"', b'\\', bytes.get(at..).unwrap_or_default()) {
        match bytes[at + next] {
            b'"' => return at + next,
            _ => at += next + 2,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn strings_have_their_keys() {
        let source =
            r#"{"a": "one", "b": [{"c": "two \" }"}, "three"], "d": {"e": 5, "f": ["four"]}, x: "five"}"#;
        let found: Vec<_> = strings(source).collect();
        assert_eq!(found, [("a", "one"), ("c", r#"two \" }"#), ("b", "three"), ("f", "four"), ("", "five")]);
    }

    #[test]
    fn the_key_with_the_most_prose_is_the_text() {
        let paragraph = "Water should not boil for green tea: 70 degrees are enough, and two minutes.";
        let items = format!(r#"{{"text": "{paragraph}"}}, "#).repeat(4);
        let source = format!(
            r#"{{"menu": ["Home", "{paragraph}"], "body": [{items} {{"url": "https://a.example/{}"}}]}}"#,
            "tea/".repeat(99)
        );
        assert_eq!(longest(&source), Some(format!("<p>{paragraph}</p>").repeat(4)));
        let html = format!(r#"{{"html": "\u003Cp>{paragraph}\u003C/p>\n", "note": "{paragraph}"}}"#);
        assert_eq!(longest(&html).as_deref(), Some(&*format!("<p>{paragraph}</p>\n")));
        assert_eq!(longest(r#"{"a": "b", "c": 7}"#), None);
    }

    proptest! {
        #[test]
        fn no_data_makes_it_panic(source in r#"[\[\]{}",:\\ a-c.é]{0,80}"#) {
            strings(&source).count();
            longest(&source);
        }
    }
}

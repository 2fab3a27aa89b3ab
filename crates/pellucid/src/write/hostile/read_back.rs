//! What is written, read back by parsers that are not ours. The fuzz target `writers` includes this file.

use html5gum::{Token, Tokenizer};
use pulldown_cmark::{Event, Options, Parser, Tag};

/// All elements that are written, and their attributes.
const ELEMENTS: [(&str, &[&str]); 34] = [
    ("a", &["href"]),
    ("bdi", &["dir"]),
    ("bdo", &["dir"]),
    ("blockquote", &["dir"]),
    ("br", &[]),
    ("caption", &["dir"]),
    ("code", &["class"]),
    ("dd", &["dir"]),
    ("dl", &[]),
    ("dt", &["dir"]),
    ("em", &[]),
    ("figcaption", &["dir"]),
    ("figure", &[]),
    ("h1", &["dir"]),
    ("h2", &["dir"]),
    ("h3", &["dir"]),
    ("h4", &["dir"]),
    ("h5", &["dir"]),
    ("h6", &["dir"]),
    ("hr", &[]),
    ("img", &["src", "alt"]),
    ("li", &["dir"]),
    ("ol", &["start"]),
    ("p", &["dir"]),
    ("pre", &["dir"]),
    ("s", &[]),
    ("strong", &[]),
    ("sub", &[]),
    ("sup", &[]),
    ("table", &[]),
    ("td", &["dir"]),
    ("th", &["dir"]),
    ("tr", &[]),
    ("ul", &[]),
];

/// The scheme that a browser sees in an address, by the URL standard.
fn scheme(address: &str) -> Option<String> {
    let address = address.trim_matches(|c: char| c <= ' ').replace(['\t', '\n', '\r'], "");
    let (scheme, _) = address.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme.then(|| scheme.to_ascii_lowercase())
}

fn check_address(address: &str) -> Result<(), String> {
    match scheme(address).as_deref() {
        None | Some("http" | "https" | "mailto") => Ok(()),
        Some(_) => Err(format!("leads to {address:?}")),
    }
}

/// What is wrong with HTML that we wrote: anything that is on no list.
pub fn check_html(page: &str) -> Result<(), String> {
    let is_control = |fault: &str| {
        ["control-character", "noncharacter", "null-character"].iter().any(|kind| fault.contains(kind))
    };
    let word = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("we write Unicode");
    for Ok(token) in Tokenizer::new(page) {
        let tag = match token {
            Token::StartTag(tag) => tag,
            // Controls in text are a fault of the page, not a way out of the text.
            Token::String(_) | Token::EndTag(_) => continue,
            Token::Error(error) if is_control(&error.value.to_string()) => continue,
            other => return Err(format!("{other:?}")),
        };
        let name = word(&tag.name);
        let Some((_, allowed)) = ELEMENTS.iter().find(|(element, _)| *element == name) else {
            return Err(format!("an element {name}"));
        };
        for (attribute, value) in &tag.attributes {
            let (attribute, value) = (word(attribute), word(&value.value));
            if !allowed.contains(&attribute.as_str()) {
                return Err(format!("an attribute {attribute} of {name}"));
            }
            match attribute.as_str() {
                "href" | "src" => check_address(&value)?,
                "dir" if !["ltr", "rtl", "auto"].contains(&value.as_str()) => {
                    return Err(format!("dir={value:?}"));
                }
                "start" if value.parse::<i32>().is_err() => return Err(format!("start={value:?}")),
                "class" if !value.starts_with("language-") || value.contains(char::is_whitespace) => {
                    return Err(format!("class={value:?}"));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// What is wrong with Markdown that we wrote, to a reader with or without what GitHub added.
pub fn check_markdown(markdown: &str) -> Result<(), String> {
    let github = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    for options in [Options::empty(), github, github | Options::ENABLE_MATH] {
        for event in Parser::new_ext(markdown, options) {
            match event {
                Event::Html(tag) | Event::InlineHtml(tag)
                    if !["<br>", "<sub>", "</sub>", "<sup>", "</sup>"].contains(&&*tag) =>
                {
                    return Err(format!("HTML {tag:?}"));
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    check_address(&dest_url)?;
                    // Some turn references into characters once more.
                    check_address(&htmlize::unescape_attribute(&*dest_url))?;
                }
                _ => {}
            }
        }
    }
    Ok(())
}

//! The HTML standard's "prescan a byte stream to determine its encoding".

use memchr::{memchr, memchr2_iter};

use super::language;
use super::tags::{Attribute, Tags};
use super::xml;
use crate::encodings::{self, Encoding};
use crate::language::Language;

/// The prescan looks at this many bytes.
pub const END: usize = 1024;

/// The encoding which the standard's prescan finds in the first 1024 bytes.
///
/// To the letter, with one step further in the way all browsers and the web-platform-tests go: an XML declaration
/// counts even when its `>` stands behind byte 1024.
pub fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    // 1. to 3. An XML declaration in UTF-16 decides at once.
    if let Some(encoding) = xml::utf16_declaration(bytes) {
        return Some(encoding);
    }
    // 4. Loop over the tags, 5. and the bytes between them.
    let mut tags = Tags::new(&bytes[..bytes.len().min(END)]);
    while let Some(tag) = tags.next() {
        if tag.is(b"meta") {
            let meta = Meta::read(tags.attributes(), Encoding::for_whatwg_label);
            if let (Some((_, Some(encoding))), false) = (meta.declared(), tags.is_cut_off()) {
                return Some(encoding);
            }
        }
    }
    // Out of bytes: get an XML encoding.
    let label = xml::label(&bytes[..bytes.len().min(super::HEAD)])?;
    Encoding::for_whatwg_label(&label).map(readable_as_ascii)
}

/// The `<meta>` behind the first 1024 bytes which a browser's parser would change the encoding for: in the head, not
/// in raw text, and not in a `<template>` or `<noscript>`.
pub fn late_meta(head: &[u8]) -> Option<&'static Encoding> {
    let mut tags = Tags::new(head).past_raw_text();
    while let Some(tag) = tags.next() {
        if tags.head_ended || tag.begins_body() {
            return None;
        }
        if tag.is(b"meta") {
            let meta = Meta::read(tags.attributes(), Encoding::for_whatwg_label);
            if let (Some((_, Some(encoding))), 0, false) = (meta.declared(), tags.inert, tags.is_cut_off()) {
                return Some(encoding);
            }
        }
    }
    None
}

/// UTF-16 in a declaration that was read as ASCII means UTF-8; `x-user-defined` means windows-1252.
pub(super) fn readable_as_ascii(encoding: &'static Encoding) -> &'static Encoding {
    if [&encodings::UTF_16BE, &encodings::UTF_16LE].contains(&encoding) {
        &encodings::UTF_8
    } else if encoding == &encodings::X_USER_DEFINED {
        &encodings::WINDOWS_1252
    } else {
        encoding
    }
}

/// What the attributes of one `<meta>` say.
#[derive(Debug, Default)]
pub(super) struct Meta {
    got_pragma: bool,
    need_pragma: Option<bool>,
    charset: Option<(String, Option<&'static Encoding>)>,
    /// The `content` of an `http-equiv="Content-Language"`.
    pub language: Option<Language>,
}

impl Meta {
    /// Reads the attributes as the prescan's steps 2 to 10 do; `resolve` says which labels count.
    pub fn read<'a>(
        attributes: impl Iterator<Item = Attribute<'a>>,
        resolve: fn(&str) -> Option<&'static Encoding>,
    ) -> Meta {
        let mut meta = Meta::default();
        let (mut seen, mut about_language, mut content) = ([false; 3], false, &[][..]);
        for attribute in attributes {
            // An attribute's second occurrence does not count.
            let names = [&b"http-equiv"[..], b"content", b"charset"];
            let Some(index) = names.iter().position(|name| attribute.is(name)) else { continue };
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            let value = attribute.value;
            match index {
                0 => {
                    meta.got_pragma = value.eq_ignore_ascii_case(b"content-type");
                    about_language = value.eq_ignore_ascii_case(b"content-language");
                }
                1 => {
                    content = value;
                    if let Some(label) = extract_character_encoding(value).map(isomorphic) {
                        let encoding = resolve(&label);
                        // An unknown label in `content` is as good as none, but worth telling.
                        if meta
                            .charset
                            .as_ref()
                            .is_none_or(|(_, known)| known.is_none() && meta.need_pragma != Some(false))
                        {
                            meta.charset = Some((label, encoding));
                            meta.need_pragma = Some(true);
                        }
                    }
                }
                _ => {
                    let label = isomorphic(value);
                    let encoding = resolve(&label);
                    meta.charset = Some((label, encoding));
                    meta.need_pragma = Some(false);
                }
            }
        }
        if about_language {
            meta.language = language(content);
        }
        meta
    }

    /// Whether it only looks like a declaration: a media type with a charset, and no `http-equiv` to say what for.
    pub fn lacks_pragma(&self) -> bool {
        self.need_pragma == Some(true) && !self.got_pragma
    }

    /// The label and its encoding, pragma or not.
    pub fn meant(self) -> Option<(String, Option<&'static Encoding>)> {
        self.charset.map(|(label, encoding)| (label, encoding.map(readable_as_ascii)))
    }

    /// Steps 11 to 16, processing: the label, and the encoding if it names one.
    pub fn declared(self) -> Option<(String, Option<&'static Encoding>)> {
        if self.lacks_pragma() { None } else { self.meant() }
    }
}

/// The labels in the attributes of one `<meta>`, where they stand: those that [`Meta::read`] looks at, both of them if
/// there are two.
///
/// A label in `content` without the pragma counts only if nothing else stands there but a media type: it may as well be
/// in the words of a description.
pub(super) fn written<'a>(attributes: impl Iterator<Item = Attribute<'a>>) -> Vec<&'a [u8]> {
    let (mut pragma, mut content, mut charset) = (None, None, None);
    for attribute in attributes {
        let names =
            [(&b"http-equiv"[..], &mut pragma), (b"content", &mut content), (b"charset", &mut charset)];
        if let Some((_, seen)) = names.into_iter().find(|(name, _)| attribute.is(name)) {
            // An attribute's second occurrence does not count.
            seen.get_or_insert(attribute.value);
        }
    }
    let has_pragma = pragma.is_some_and(|value| value.eq_ignore_ascii_case(b"content-type"));
    let content = content.and_then(|content| {
        let label = extract_character_encoding(content)?;
        (has_pragma || is_media_type(content, label)).then_some(label)
    });
    let labels = [charset, content].into_iter().flatten();
    labels.map(<[u8]>::trim_ascii).filter(|label| !label.is_empty()).collect()
}

/// Whether this is `text/html; charset=label` or `charset=label`, and no more.
fn is_media_type(content: &[u8], label: &[u8]) -> bool {
    let between = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b';' | b',' | b'=' | b'"' | b'\'');
    let mut words = content.split(between).filter(|word| !word.is_empty());
    let mut next = words.next();
    if next.is_some_and(|word| word.contains(&b'/')) {
        next = words.next();
    }
    next.is_some_and(|word| word.eq_ignore_ascii_case(b"charset"))
        && words.next() == Some(label.trim_ascii())
        && words.next().is_none()
}

/// Bytes as the characters of the same numbers, in lower case.
fn isomorphic(value: &[u8]) -> String {
    value.iter().map(|&b| b.to_ascii_lowercase() as char).collect()
}

/// The standard's "extract a character encoding from a meta element", up to the label.
fn extract_character_encoding(content: &[u8]) -> Option<&[u8]> {
    const CHARSET: &[u8] = b"charset";
    let is_charset = |rest: &[u8]| rest.get(..CHARSET.len()).is_some_and(|s| s.eq_ignore_ascii_case(CHARSET));
    // Descriptions have many a c, and hardly ever this.
    memchr(b'=', content)?;
    let mut rest = content;
    loop {
        // Find the next "charset", then "=" after optional white space; without it, look on.
        let at = memchr2_iter(b'c', b'C', rest).find(|&at| is_charset(&rest[at..]))?;
        rest = rest[at + CHARSET.len()..].trim_ascii_start();
        let Some(value) = rest.strip_prefix(b"=") else { continue };
        let value = value.trim_ascii_start();
        let end = match value.first()? {
            // An unmatched quote: nothing.
            quote @ (b'"' | b'\'') => return memchr(*quote, &value[1..]).map(|end| &value[1..=end]),
            _ => value.iter().position(|b| b.is_ascii_whitespace() || *b == b';'),
        };
        return Some(&value[..end.unwrap_or(value.len())]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(page: &str) -> Option<&'static str> {
        prescan(page.as_bytes()).map(Encoding::name)
    }

    #[test]
    fn meta_in_its_forms() {
        assert_eq!(name("<meta charset=koi8-r>"), Some("KOI8-R"));
        assert_eq!(name("<META/CHARSET = 'koi8-r' >"), Some("KOI8-R"));
        assert_eq!(name("<meta content='text/html; charset=gbk' http-equiv=Content-Type>"), Some("GBK"));
        assert_eq!(name("<meta content='text/html; charset=gbk'>"), None);
        assert_eq!(name("<meta charset=utf-16>"), Some("UTF-8"));
        assert_eq!(name("<meta charset=x-user-defined>"), Some("windows-1252"));
        assert_eq!(name("<meta charset=nonsense><meta charset=big5>"), Some("Big5"));
        assert_eq!(name("<meta charset=big5 charset=utf-8>"), Some("Big5"));
        assert_eq!(name("<metacharset=big5>"), None);
        assert_eq!(name("<meta charset=big5"), None);
        assert_eq!(name("<meta charset=big5 "), None);
    }

    #[test]
    fn an_unknown_label_in_content_does_not_hide_a_charset() {
        let page = "<meta http-equiv=content-type content='text/html; charset=foo' charset=big5>";
        assert_eq!(name(page), Some("Big5"));
        let page = "<meta charset=foo http-equiv=content-type content='text/html; charset=big5'>";
        assert_eq!(name(page), None, "`charset` was seen, and is a failure");
    }

    #[test]
    fn only_the_first_kilobyte() {
        let tag = "<meta charset=big5>";
        let at = |n: usize| format!("{}{tag}", " ".repeat(n));
        assert_eq!(name(&at(END - tag.len())), Some("Big5"));
        assert_eq!(name(&at(END - tag.len() + 1)), None);
        assert_eq!(late_meta(at(END).as_bytes()).map(Encoding::name), Some("Big5"));
        assert_eq!(late_meta(b"<p><meta charset=big5>"), None);
    }

    #[test]
    fn comments_may_share_their_dashes() {
        assert_eq!(name("<!--><meta charset=big5>"), Some("Big5"));
        assert_eq!(name("<!-- <meta charset=big5>"), None);
        assert_eq!(name("<!-- <meta charset=big5> --><meta charset=gbk>"), Some("GBK"));
    }

    #[test]
    fn media_types() {
        for content in
            ["text/html; charset=a", "text/html;charset = 'a' ;", "charset=a", "text/html charset=a"]
        {
            assert!(is_media_type(content.as_bytes(), b"a"), "{content}");
        }
        for content in ["set charset=a", "charset=a for all", "text/html", "text/html; x; charset=a"] {
            assert!(!is_media_type(content.as_bytes(), b"a"), "{content}");
        }
    }

    #[test]
    fn labels_in_content() {
        assert_eq!(extract_character_encoding(b"charset  charset = 'a b' x"), Some(&b"a b"[..]));
        assert_eq!(extract_character_encoding(b"text/html; charset=utf-8; x"), Some(&b"utf-8"[..]));
        assert_eq!(extract_character_encoding(b"charset='open"), None);
        assert_eq!(extract_character_encoding(b"charset="), None);
        assert_eq!(extract_character_encoding(b"text/html"), None);
    }
}

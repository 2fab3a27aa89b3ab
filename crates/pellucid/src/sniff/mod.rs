//! What a page *declares* about its encoding and language.
//!
//! In: the first [`HEAD`] bytes of a page, and the `Content-Type` it came with. Out: [`Declarations`], each with the
//! label as written, the encoding it names, and its place. Nothing is believed or weighed here; that is for
//! `decide`, which sees the content as well.
//!
//! | file | what it finds |
//! |---|---|
//! | [`bom`] | byte order marks |
//! | [`content_type`] | the `charset` parameter of an HTTP header |
//! | [`prescan`] | `<meta>`: the HTML standard's algorithm, to the letter |
//! | [`xml`] | `<?xml … encoding="…"?>`, also in UTF-16 |
//! | `places` | where all these labels stand, for those who set them right |
//! | `tags` | the walk over tags which `prescan` and the search for later declarations share |

pub mod bom;
pub mod content_type;
pub(crate) mod places;
pub mod prescan;
mod tags;
pub mod xml;

use memchr::memmem;
use tags::{Tag, Tags};

use crate::encodings::Encoding;
use crate::evidence::Source;
use crate::language::Language;

/// Declarations are looked for in this many bytes: of the pages in our corpus that declare something only after
/// the prescan's 1024 bytes, all do so before byte 61,934, behind inline scripts and styles.
pub const HEAD: usize = 64 * 1024;

/// A declaration of an encoding, as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Declared {
    /// The label as written.
    pub label: Box<str>,
    /// The encoding it names; none when nobody knows the label.
    pub encoding: Option<&'static Encoding>,
    /// How it is declared.
    pub source: Source,
    /// The offset of the tag in the page; none for the header.
    pub at: Option<usize>,
}

impl Declared {
    /// Whether a browser goes by it, if nothing else comes before.
    fn is_read_by_browsers(&self) -> bool {
        self.encoding.is_some() && matches!(self.source, Source::Meta | Source::Xml)
    }
}

/// Everything a page declares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declarations {
    /// The byte order mark.
    pub bom: Option<&'static Encoding>,
    /// All declared labels: the header first, then in the order of the page.
    pub declared: Vec<Declared>,
    /// The language, from `<html lang>`, another `lang`, or `<meta http-equiv="Content-Language">`.
    pub language: Option<Language>,
}

/// Looks at the head of a page and its `Content-Type`.
///
/// `<meta>` elements inside scripts, styles and other raw text are not declarations, as in every browser; the
/// standard's [`prescan`], which takes them for real, is kept for the strict method.
pub fn sniff(head: &[u8], content_type: Option<&str>) -> Declarations {
    sniff_with(head, content_type, false)
}

/// The same. Where the content is clear already, it ends with the head, as browsers do, or where the page has declared its encoding to
/// them: what stands behind that could not change the answer, and to look for it takes a fifth of the time of a page in UTF-8.
pub(crate) fn sniff_with(head: &[u8], content_type: Option<&str>, is_clear: bool) -> Declarations {
    let head = &head[..head.len().min(HEAD)];
    let mut found =
        Declarations { bom: bom::bom(head).map(|(encoding, _)| encoding), ..Declarations::default() };
    if let Some(label) = content_type.and_then(content_type::charset) {
        let encoding = Encoding::for_label(&label);
        found.declared.push(Declared { label: label.into(), encoding, source: Source::Header, at: None });
    }
    if let Some((label, encoding)) = xml::utf16_declaration(head).map(|e| (e.name(), e)) {
        let encoding = Some(encoding);
        found.declared.push(Declared { label: label.into(), encoding, source: Source::Xml, at: Some(0) });
    } else if let Some(label) = xml::label(head) {
        let encoding = Encoding::for_label(&label).map(prescan::readable_as_ascii);
        found.declared.push(Declared { label, encoding, source: Source::Xml, at: Some(0) });
    }
    let (mut weak_language, mut last) = (None, None);
    let mut tags = Tags::new(head).past_raw_text();
    while let Some(tag) = tags.next() {
        // Behind the prescan's bytes, the body is walked only if a `<meta>` in it has something to tell, and no
        // further than that: a walk over all tags would take five times as long as all else. So is the head, once
        // the language is known.
        let is_late = last.is_none() && tags.position() > prescan::END;
        if is_late && (found.language.is_some() || tag.begins_body()) {
            let is_told = || found.declared.iter().any(Declared::is_read_by_browsers);
            let end = match is_clear {
                true if is_told() => tag.at,
                true => end_of_head(head, tag),
                false => head.len(),
            };
            last = Some(last_declaration(&head[..end], tag.at).unwrap_or(tag.at));
        }
        if last.is_some_and(|last| tag.at > last) {
            break;
        }
        if tag.is(b"meta") {
            let meta = prescan::Meta::read(tags.attributes(), Encoding::for_label);
            if tags.is_cut_off() {
                break;
            }
            weak_language = weak_language.or(meta.language.clone());
            // The prescan ends after 1024 bytes: a meta must be over by then.
            let weak = meta.lacks_pragma() || tags.position() > prescan::END;
            if let Some((label, encoding)) = meta.meant() {
                let source = if weak { Source::WeakMeta } else { Source::Meta };
                let label = label.into();
                found.declared.push(Declared { label, encoding, source, at: Some(tag.at) });
            }
        } else if found.language.is_none() && (tag.is(b"html") || tag.is(b"body")) {
            found.language = tags
                .attributes()
                .find(|a| a.is(b"lang") || a.is(b"xml:lang"))
                .and_then(|a| language(a.value));
        }
    }
    found.language = found.language.or(weak_language);
    found
}

/// Where the page's head ends: at this tag, or behind it as most pages write it.
fn end_of_head(head: &[u8], tag: Tag) -> usize {
    match tag.begins_body() {
        true => tag.at,
        false => memmem::find(&head[tag.at..], b"</head").map_or(head.len(), |end| tag.at + end),
    }
}

/// Where the last `<meta>` from this place on begins which might declare an encoding or a language, if it is one: it may
/// as well stand in a script or a comment.
fn last_declaration(head: &[u8], from: usize) -> Option<usize> {
    let tells = |&at: &usize| {
        let mut tags = Tags::from(head, at);
        let meta = tags.next().map(|_| prescan::Meta::read(tags.attributes(), |_| None));
        meta.is_some_and(|meta| meta.language.is_some() || meta.meant().is_some())
    };
    tags::metas(head, from).filter(tells).last()
}

/// The language that an attribute names.
fn language(value: &[u8]) -> Option<Language> {
    Language::declared(std::str::from_utf8(value).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared_language(page: &[u8]) -> Option<String> {
        sniff(page, None).language.map(|language| language.to_string())
    }

    fn labels(page: &str) -> Vec<(String, Source)> {
        sniff(page.as_bytes(), None).declared.into_iter().map(|d| (d.label.into(), d.source)).collect()
    }

    #[test]
    fn all_declarations_are_found_in_order() {
        let page = format!(
            "<?xml version='1.0' encoding='koi8-r'?><meta charset=utf-8>{}<meta http-equiv=content-type content='text/html; charset=cp1251'>",
            " ".repeat(2000)
        );
        let expected = [("koi8-r", Source::Xml), ("utf-8", Source::Meta), ("cp1251", Source::WeakMeta)]
            .map(|(l, s)| (l.to_owned(), s));
        assert_eq!(labels(&page), expected);
    }

    #[test]
    fn a_misspelt_http_equiv_is_a_weak_declaration() {
        for page in [
            "<meta name=content-type content='text/html; charset=x'>",
            "<META HTTP_EQUIV=q CONTENT='charset=x'>",
        ] {
            assert_eq!(labels(page), [("x".to_owned(), Source::WeakMeta)]);
        }
    }

    #[test]
    fn raw_text_declares_nothing() {
        for element in ["script", "style", "title", "textarea", "xmp", "iframe", "noframes", "noembed"] {
            assert_eq!(labels(&format!("<{element}><meta charset=gbk></{element}>")), [], "{element}");
        }
        assert_eq!(labels("<script>1</script><meta charset=gbk>").len(), 1);
    }

    #[test]
    fn the_body_is_walked_for_declarations_and_nothing_else() {
        let body = |rest: &str| format!("<html><body>{}{rest}", "<p>text ".repeat(300));
        assert_eq!(labels(&body("<meta charset=gbk>")), [("gbk".to_owned(), Source::WeakMeta)]);
        assert_eq!(labels(&body("<meta charset=gbk>x<META charset=big5>")).len(), 2);
        assert_eq!(labels(&body("<script>'<meta charset=gbk>'</script>")), []);
        assert_eq!(labels(&body("<!-- <meta charset=gbk> -->")), []);
        let language = |page: String| declared_language(page.as_bytes());
        let meta = "<meta http-equiv=content-language content=ja>";
        assert_eq!(language(body(meta)).as_deref(), Some("ja"));
        assert_eq!(language(body("<html lang=en>")), None, "another page inside this one");
    }

    #[test]
    fn where_the_content_is_clear_the_head_is_enough() {
        let body = format!("<body>{}<meta charset=gbk>", "<p>text ".repeat(300));
        let late = format!("<title>{}</title><link><meta charset=big5></head>", "text ".repeat(300));
        let count = |page: &str, is_clear| sniff_with(page.as_bytes(), None, is_clear).declared.len();
        for html in ["<html>", "<html lang=de>"] {
            let early = format!("{html}<meta charset=utf-8>{body}");
            for (page, all, of_head) in
                [(format!("{html}{body}"), 1, 0), (early, 2, 1), (format!("{html}{late}{body}"), 2, 1)]
            {
                assert_eq!((count(&page, false), count(&page, true)), (all, of_head), "{page}");
            }
        }
    }

    #[test]
    fn unknown_labels_are_reported() {
        let found = sniff(b"<meta charset=none>", Some("text/html; charset=klingon"));
        assert_eq!(found.declared.len(), 2);
        assert!(found.declared.iter().all(|d| d.encoding.is_none()));
    }

    #[test]
    fn languages() {
        let language = declared_language;
        assert_eq!(language(b"<html lang=zh_cn>").as_deref(), Some("zh-CN"));
        assert_eq!(language(b"<html xmlns=x xml:lang='SR-latn-rs'>").as_deref(), Some("sr-Latn-RS"));
        assert_eq!(language(b"<meta http-equiv=content-language content='fa, en'>").as_deref(), Some("fa"));
        assert_eq!(
            language(b"<meta http-equiv=content-language content=de><html lang=fr>").as_deref(),
            Some("fr")
        );
        assert_eq!(language(b"<html lang='{{lang}}'>"), None);
        assert_eq!(language(b"<html lang=>"), None);
    }
}

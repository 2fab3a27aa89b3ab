//! Text and the encoding that it is written in go in; a text that declares this encoding comes out.
//!
//! A page that was decoded from KOI8-R and is written as UTF-8 still says `<meta charset=koi8-r>`, and browsers believe it.
//!
//! The rules are those of `sniff`, which finds the declarations: what is set right here is what a browser or our own
//! detection would obey. Whether a browser would read the result is not argued but tried, with the standard's own
//! prescan.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memmem};

use super::encode::EncodeOptions;
use super::options::Errors;
use crate::encodings::{self, Encoding};
use crate::html::{self, ends_tag_name, is_space};
use crate::sniff::places::{Places, xml_label};
use crate::sniff::{HEAD, prescan};

/// [`declare`] looks at this many bytes of a text, and changes nothing after them: callers that have the text in pieces need no
/// more of it than one byte beyond, which says that there is more.
pub const DECLARED_WITHIN: usize = HEAD;

/// The text of a page, with each declaration in it set right for this encoding. Borrowed if nothing changes.
///
/// - The label of each `<meta charset>`, `<meta http-equiv=content-type>` and XML declaration is replaced, and nothing else of
///   them. A label that names the encoding already stays as it is, and so does one that nobody knows.
/// - An HTML page that a browser would still not read in this encoding gets a `<meta charset>`: after `<head>`, or else after
///   `<html>`, the doctype, or where the page begins. This happens where no declaration is in the first 1024 bytes, and
///   where a script or title there has something that looks like one. ASCII that ends within [`DECLARED_WITHIN`] bytes
///   needs none.
/// - UTF-16 and UTF-32 are declared by a byte order mark: U+FEFF comes first, and no `<meta>` is inserted, since browsers take
///   `utf-16` there for UTF-8. Labels that are there are set to `utf-16` or `utf-32`.
/// - For other encodings that browsers do not know, no `<meta>` is inserted either.
/// - An XML declaration without a label gets one, unless the encoding is UTF-8, UTF-16 or UTF-32.
///
/// Text that does not begin with a tag, a doctype or an XML declaration stays as it is: a script may write HTML and be none.
/// White space, comments and processing instructions may come before. In XML that is not HTML, only the XML declaration is set
/// right.
///
/// ```
/// use pellucid::decode::declare;
/// use pellucid::encodings::UTF_8;
///
/// assert_eq!(declare("<meta charset='koi8-r'>Да", &UTF_8), "<meta charset='utf-8'>Да");
/// assert_eq!(declare("<!doctype html><head><title>Да", &UTF_8), "<!doctype html><head><meta charset=\"utf-8\"><title>Да");
/// assert_eq!(declare("Да", &UTF_8), "Да");
/// ```
#[must_use]
pub fn declare<'a>(text: &'a str, encoding: &'static Encoding) -> Cow<'a, str> {
    let (head, rest) = text.split_at(whole_characters(text));
    match declared(head, !rest.is_empty(), &Target::new(encoding)) {
        None => Cow::Borrowed(text),
        Some(mut head) => {
            head.push_str(rest);
            Cow::Owned(head)
        }
    }
}

/// How much of a text is looked at: no character is cut.
fn whole_characters(text: &str) -> usize {
    let end = text.len().min(DECLARED_WITHIN);
    (0..=end).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The head of a page, if it changes.
fn declared(head: &str, has_more: bool, target: &Target) -> Option<String> {
    let opening = Opening::of(head)?;
    let mut edits = Vec::new();
    if opening.is_xml {
        match xml_label(head) {
            Some(label) => edits.extend(target.correction(head, label)),
            None => edits.extend(missing_xml_label(head, target)),
        }
    }
    if opening.is_html {
        let metas = Places::in_page(head).metas;
        edits.extend(metas.into_iter().filter_map(|label| target.correction(head, label)));
    }
    if target.has_mark && !head.starts_with(MARK) {
        edits.insert(0, (0..0, MARK.to_string()));
    }
    let corrected = (!edits.is_empty()).then(|| edited(head, &edits));
    let is_ascii = !has_more && head.is_ascii();
    if is_ascii || !opening.is_html {
        return corrected;
    }
    let inserted = with_meta(corrected.as_deref().unwrap_or(head), target);
    inserted.or(corrected)
}

/// A byte order mark.
const MARK: char = '\u{FEFF}';

/// What is declared.
struct Target {
    encoding: &'static Encoding,
    label: String,
    /// Whether a byte order mark is what declares it.
    has_mark: bool,
}

impl Target {
    fn new(encoding: &'static Encoding) -> Target {
        let (utf_16, utf_32) = (
            [&encodings::UTF_16LE, &encodings::UTF_16BE].contains(&encoding),
            [&encodings::UTF_32LE, &encodings::UTF_32BE].contains(&encoding),
        );
        // With a mark, the label says nothing about the order of bytes.
        let label = if utf_16 {
            "utf-16"
        } else if utf_32 {
            "utf-32"
        } else {
            encoding.name()
        };
        Target { encoding, label: label.to_ascii_lowercase(), has_mark: utf_16 || utf_32 }
    }

    /// What replaces a label, unless it is right or means nothing to anybody.
    fn correction(&self, page: &str, place: Range<usize>) -> Option<(Range<usize>, String)> {
        let written = &page[place.clone()];
        let named = Encoding::for_label(written)?;
        // Of the encodings that browsers know, they must know the label too: `utf_8` does not help them.
        let is_named = named == self.encoding
            && (!named.is_whatwg() || Encoding::for_whatwg_label(written) == Some(named));
        let is_right = is_named || written.eq_ignore_ascii_case(&self.label);
        (!is_right).then(|| (place, self.label.clone()))
    }

    /// Whether a `<meta>` can declare it to a browser.
    fn has_meta(&self) -> bool {
        self.encoding.is_whatwg() && !self.has_mark
    }

    /// The head as it is written. What the encoding lacks is written at its longest, so that a declaration that is early
    /// enough here is so with any other policy.
    fn written<'a>(&self, head: &'a str) -> Cow<'a, [u8]> {
        if self.encoding == &encodings::UTF_8 {
            return Cow::Borrowed(head.as_bytes());
        }
        let longest = EncodeOptions::new().unmappable(Errors::References);
        Cow::Owned(longest.run(self.encoding, head).0.into_bytes())
    }
}

/// The head with a `<meta>` more; none where it needs none, or where none would help.
fn with_meta(head: &str, target: &Target) -> Option<String> {
    if !target.has_meta() || head.starts_with(MARK) && target.encoding == &encodings::UTF_8 {
        return None;
    }
    let early = |head: &str| prescan::prescan(&target.written(head)) == Some(target.encoding);
    // What the prescan does not find, the parser does, if nothing misled the prescan.
    let late = |head: &str| {
        let written = target.written(head);
        let found = prescan::prescan(&written).or_else(|| prescan::late_meta(&written));
        found == Some(target.encoding)
    };
    if early(head) {
        return None;
    }
    let tries: Vec<String> = places_for_meta(head)
        .into_iter()
        .map(|at| {
            let is_xml = is_like_xml(&head[..at]);
            let meta = format!("<meta charset=\"{}\"{}>", target.label, if is_xml { " /" } else { "" });
            edited(head, &[(at..at, meta)])
        })
        .collect();
    match tries.iter().position(|head| early(head)) {
        Some(found) => tries.into_iter().nth(found),
        None if late(head) => None,
        None => tries.into_iter().find(|head| late(head)),
    }
}

/// Where a `<meta>` may be inserted, the best place first.
fn places_for_meta(head: &str) -> Vec<usize> {
    let places = Places::in_page(head);
    let mut all: Vec<usize> = places.head.into_iter().chain(places.html).collect();
    let Some(opening) = Opening::of(head) else { return all };
    // Around the root of XML there is no place for an element, nor inside of a doctype.
    let has_root = opening.first.is_some_and(|(_, name)| name == "html");
    let is_free = |at: &usize| !(has_root && is_like_xml(&head[..*at]));
    let begins_page = opening.first.filter(|(_, name)| FIRST.contains(name)).map(|(at, _)| at);
    let doctype = opening.doctype.clone().filter(|doctype| !head[doctype.clone()].contains('['));
    all.extend(doctype.map(|doctype| doctype.end).or(begins_page).filter(is_free));
    // Nothing may come before the doctype.
    all.retain(|at| opening.doctype.as_ref().is_none_or(|doctype| doctype.end <= *at));
    all
}

/// Whether XML begins like this: then empty elements need a slash.
fn is_like_xml(before: &str) -> bool {
    before.starts_with(XML) || before.to_ascii_lowercase().contains("xhtml")
}

/// Where the label of an XML declaration belongs that has none, and how it looks there. XML without a label is UTF-8, or UTF-16
/// with a mark.
fn missing_xml_label(head: &str, target: &Target) -> Option<(Range<usize>, String)> {
    let declaration = &head[..memchr(b'>', head.as_bytes())?];
    if target.has_mark || target.encoding == &encodings::UTF_8 || declaration.contains("encoding") {
        return None;
    }
    let version = memmem::find(declaration.as_bytes(), b"version")?;
    let open = version + declaration[version..].find(['"', '\''])?;
    let quote = &declaration[open..=open];
    let end = open + 1 + declaration[open + 1..].find(quote)? + 1;
    Some((end..end, format!(" encoding={quote}{}{quote}", target.label)))
}

/// A text with these places replaced, which are in order.
fn edited(text: &str, edits: &[(Range<usize>, String)]) -> String {
    let added: usize = edits.iter().map(|(_, new)| new.len()).sum();
    let mut result = String::with_capacity(text.len() + added);
    let mut at = 0;
    for (place, new) in edits {
        result.push_str(&text[at..place.start]);
        result.push_str(new);
        at = place.end;
    }
    result.push_str(&text[at..]);
    result
}

/// How an XML declaration begins.
const XML: &str = "<?xml";
/// Elements that only a page begins with. Pieces of pages begin with others, and so do files of templates.
const FIRST: [&str; 7] = ["html", "head", "title", "meta", "base", "link", "body"];

/// What markup begins with.
#[derive(Default)]
struct Opening {
    /// Whether there is an XML declaration.
    is_xml: bool,
    /// Whether it is HTML, a whole page or a piece.
    is_html: bool,
    /// The doctype.
    doctype: Option<Range<usize>>,
    /// Where the first tag is, and its name; empty if HTML has no such element.
    first: Option<(usize, &'static str)>,
}

impl Opening {
    /// That of a text, if it is markup.
    fn of(text: &str) -> Option<Opening> {
        let bytes = text.as_bytes();
        let page = text.strip_prefix(MARK).unwrap_or(text);
        let mut opening = Opening { is_xml: page.starts_with(XML), ..Opening::default() };
        let mut at = 0;
        // A declaration is enough to know XML by.
        let markup = |opening: Opening| (opening.is_xml || opening.is_html).then_some(opening);
        loop {
            // Files that were put together have marks in other places than the first.
            let between = |c: char| c == MARK || c.is_ascii() && is_space(c as u8);
            at = text.len() - text[at..].trim_start_matches(between).len();
            let rest = &bytes[at..];
            // All of these end as they do in the prescan.
            let end = match rest {
                [b'<', b'!', b'-', b'-', ..] => memmem::find(&rest[2..], b"-->").map(|end| 2 + end + 3),
                [b'<', b'?', ..] => memchr(b'>', rest).map(|end| end + 1),
                [b'<', b'!', ..] => {
                    let length = memchr(b'>', rest).map(|end| end + 1);
                    let doctype = length.and_then(|length| Doctype::of(&text[at..at + length]));
                    if doctype.is_none() {
                        return markup(opening);
                    }
                    opening.doctype = length.map(|length| at..at + length);
                    opening.is_html = doctype == Some(Doctype::Html);
                    length
                }
                [b'<', letter, ..] if letter.is_ascii_alphabetic() => {
                    let name = rest[1..].split(|byte| ends_tag_name(*byte)).next().unwrap_or_default();
                    let row = html::row(name);
                    opening.is_html |= !row.name.is_empty() && !row.is_foreign;
                    opening.first = Some((at, row.name));
                    return markup(opening);
                }
                _ => return markup(opening),
            };
            let Some(end) = end else { return markup(opening) };
            at += end;
        }
    }
}

/// Whose doctype it is.
#[derive(PartialEq)]
enum Doctype {
    Html,
    /// Browsers take it for that of HTML, but the first tag may know better.
    Other,
}

impl Doctype {
    /// That of `<!doctype …>`, if it is one.
    fn of(declaration: &str) -> Option<Doctype> {
        let mut words = declaration.split(|c: char| c.is_ascii_whitespace() || c == '>');
        words.next().filter(|word| word.eq_ignore_ascii_case("<!doctype"))?;
        let name = words.find(|word| !word.is_empty()).unwrap_or_default();
        Some(if name.eq_ignore_ascii_case("html") { Doctype::Html } else { Doctype::Other })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::*;

    #[track_caller]
    fn check(encoding: &'static Encoding, cases: &[(&str, &str)]) {
        for (page, expected) in cases {
            let declared = declare(page, encoding);
            assert_eq!(declared, *expected);
            assert_eq!(matches!(declared, Cow::Borrowed(_)), page == expected, "{page}");
            assert_eq!(declare(expected, encoding), *expected, "a second time");
        }
    }

    #[test]
    fn labels_are_replaced_and_nothing_else() {
        check(
            &UTF_8,
            &[
                ("<META  CharSet = 'KOI8-R' >Да", "<META  CharSet = 'utf-8' >Да"),
                ("<meta charset=\" gbk \"/>是", "<meta charset=\" utf-8 \"/>是"),
                ("<meta charset=gbk>", "<meta charset=utf-8>"),
                (
                    "<meta content=\"text/html; charset=gbk\" http-equiv=Content-Type>是",
                    "<meta content=\"text/html; charset=utf-8\" http-equiv=Content-Type>是",
                ),
                (
                    "<meta name=content-type content='text/html; charset=\"gbk\"'><meta charset=utf-8>是",
                    "<meta name=content-type content='text/html; charset=\"utf-8\"'><meta charset=utf-8>是",
                ),
                (
                    "<?xml version='1.0' encoding='koi8-r'?><html>Да",
                    "<?xml version='1.0' encoding='utf-8'?><html>Да",
                ),
                (
                    "<?xml version='1.0' encoding='koi8-r'?><rss>Да",
                    "<?xml version='1.0' encoding='utf-8'?><rss>Да",
                ),
            ],
        );
    }

    #[test]
    fn all_declarations_are_set_right() {
        check(
            &UTF_8,
            &[(
                "<?xml encoding=\"big5\"?><html><meta charset=gbk http-equiv=content-type \
                 content='text/html;charset=euc-kr'><p><meta charset=sjis>是",
                "<?xml encoding=\"utf-8\"?><html><meta charset=utf-8 http-equiv=content-type \
                 content='text/html;charset=utf-8'><p><meta charset=utf-8>是",
            )],
        );
    }

    #[test]
    fn what_is_right_stays() {
        for page in [
            "<meta charset=UTF8>é",
            "<meta charset=' Utf-8 '>é",
            "<?xml version='1.0' encoding='unicode-1-1-utf-8'?><html>é",
            "<?xml version='1.0'?><rss>é",
            "<html>ASCII",
            "",
        ] {
            check(&UTF_8, &[(page, page)]);
        }
        check(&WINDOWS_1252, &[("<meta charset=iso-8859-1>é", "<meta charset=iso-8859-1>é")]);
    }

    #[test]
    fn a_label_must_help_browsers() {
        // Our own labels are more than theirs, and UTF-16 in a `<meta>` is a mistake that they forgive.
        check(
            &UTF_8,
            &[
                ("<meta charset=utf_8>é", "<meta charset=utf-8>é"),
                ("<meta charset=utf-8/>é", "<meta charset=utf-8>é"),
                ("<meta charset=utf-16>é", "<meta charset=utf-8>é"),
                (
                    "<html><meta charset={{label}}>é",
                    "<html><meta charset=\"utf-8\"><meta charset={{label}}>é",
                ),
            ],
        );
    }

    #[test]
    fn what_is_no_declaration_stays() {
        for page in [
            "<html><!-- <meta charset=gbk> -->",
            "<body><script>'<meta charset=gbk>'</script>",
            "<p><textarea><meta charset=gbk></textarea>",
            "<p title='<meta charset=gbk>'>",
            "<p><meta name=description content='how to write charset=gbk'>é",
        ] {
            check(&UTF_8, &[(page, page)]);
        }
    }

    #[test]
    fn what_is_not_html_stays() {
        for page in [
            "é",
            "a < b, é",
            "document.write('<html><meta charset=gbk>é')",
            "<!-- hide -->\nwrite('<meta charset=gbk>é')",
            "<svg><title>é</title></svg>",
            "<rss><meta charset=gbk>é",
            "<div>a piece of a page, é</div>",
            "<script>'a template, é'</script>",
            "<!doctype rss><rss>é",
            "<!-- é",
        ] {
            check(&UTF_8, &[(page, page)]);
        }
    }

    #[test]
    fn a_page_without_a_declaration_gets_one() {
        check(
            &UTF_8,
            &[
                (
                    "<!DOCTYPE html>\n<html>\n<head>é",
                    "<!DOCTYPE html>\n<html>\n<head><meta charset=\"utf-8\">é",
                ),
                (
                    "<!doctype html><html lang=fr><p>é",
                    "<!doctype html><html lang=fr><meta charset=\"utf-8\"><p>é",
                ),
                ("<!doctype html><p>é", "<!doctype html><meta charset=\"utf-8\"><p>é"),
                (" <!-- x --> <title>é", " <!-- x --> <meta charset=\"utf-8\"><title>é"),
                (
                    "<html xmlns='http://www.w3.org/1999/xhtml'><head>é",
                    "<html xmlns='http://www.w3.org/1999/xhtml'><head><meta charset=\"utf-8\" />é",
                ),
                ("\u{FEFF}<html>é", "\u{FEFF}<html>é"),
                ("<!doctype><head>é", "<!doctype><head><meta charset=\"utf-8\">é"),
                (" \u{FEFF}<!doctype html>é", " \u{FEFF}<!doctype html><meta charset=\"utf-8\">é"),
                (
                    "<!--[if]--><!doctype html [ <!ENTITY x 'y'> ]><p>é",
                    "<!--[if]--><!doctype html [ <!ENTITY x 'y'> ]><p>é",
                ),
            ],
        );
    }

    #[test]
    fn a_late_declaration_gets_an_early_one() {
        let filler = "<!-- x -->".repeat(110);
        let page = |meta: &str, label: &str| format!("<html><head>{meta}{filler}<meta charset={label}>é");
        let expected = page("<meta charset=\"utf-8\">", "utf-8");
        check(&UTF_8, &[(&page("", "gbk"), &expected), (&page("", "utf-8"), &expected)]);
        // Before the doctype there is no place. The parser finds what comes after it.
        let late = |rest: &str| format!("{filler}<!doctype html><html><head>{rest}");
        check(
            &UTF_8,
            &[
                (&late("<meta charset=gbk>é"), &late("<meta charset=utf-8>é")),
                (&late("é"), &late("<meta charset=\"utf-8\">é")),
            ],
        );
        // A place that is too late gives way to an earlier one.
        let page = |meta: &str| format!("<!doctype html>{meta}<html x='{}'><head>é", "x".repeat(1024));
        check(&UTF_8, &[(&page(""), &page("<meta charset=\"utf-8\">"))]);
    }

    #[test]
    fn what_misleads_the_prescan_is_preceded() {
        check(
            &UTF_8,
            &[(
                "<head><title><meta charset=gbk></title><meta charset=gbk>é",
                "<head><meta charset=\"utf-8\"><title><meta charset=gbk></title><meta charset=utf-8>é",
            )],
        );
    }

    #[test]
    fn nothing_is_done_beyond_the_head() {
        let filler = " ".repeat(DECLARED_WITHIN);
        let page = format!("<meta charset=utf-8>{filler}<meta charset=gbk>é");
        check(&UTF_8, &[(&page, &page)]);
        // Nobody has looked at the rest: it may be anything.
        check(&UTF_8, &[(&format!("<html>{filler}"), &format!("<html><meta charset=\"utf-8\">{filler}"))]);
    }

    #[test]
    fn other_encodings() {
        check(
            &KOI8_R,
            &[
                ("<meta charset=utf-8>Да", "<meta charset=koi8-r>Да"),
                ("<head>Да", "<head><meta charset=\"koi8-r\">Да"),
                (
                    "<?xml version='1.0' standalone='yes'?><rss>Да",
                    "<?xml version='1.0' encoding='koi8-r' standalone='yes'?><rss>Да",
                ),
                ("<?xml version=\"1.0\"?><html>Да", "<?xml version=\"1.0\" encoding=\"koi8-r\"?><html>Да"),
            ],
        );
        // Browsers do not know it, but we do.
        check(&IBM850, &[("<meta charset=utf-8>é", "<meta charset=ibm850>é"), ("<head>é", "<head>é")]);
        check(&BIG5_HKSCS, &[("<meta charset=utf-8>是", "<meta charset=big5-hkscs>是")]);
    }

    #[test]
    fn a_mark_declares_utf_16() {
        for (encoding, label) in [(&UTF_16LE, "utf-16"), (&UTF_16BE, "utf-16"), (&UTF_32LE, "utf-32")] {
            check(
                encoding,
                &[
                    ("<head>é", "\u{FEFF}<head>é"),
                    ("<meta charset=gbk>", &format!("\u{FEFF}<meta charset={label}>")),
                    (
                        "<?xml version='1.0' encoding='gbk'?><a/>",
                        &format!("\u{FEFF}<?xml version='1.0' encoding='{label}'?><a/>"),
                    ),
                    ("<?xml version='1.0'?><a/>", "\u{FEFF}<?xml version='1.0'?><a/>"),
                    ("é", "é"),
                ],
            );
        }
        check(&UTF_16BE, &[("\u{FEFF}<meta charset=UTF-16BE>", "\u{FEFF}<meta charset=UTF-16BE>")]);
    }

    #[test]
    fn every_label_names_its_encoding() {
        for encoding in ENCODINGS.iter().filter(|encoding| encoding.family() != Family::Special) {
            let target = Target::new(encoding);
            let meta = format!("<meta charset={}>", target.label);
            assert!(Encoding::for_name(&target.label).is_some(), "{meta}");
            assert_eq!(target.correction(&meta, 14..meta.len() - 1), None, "{meta}");
            assert!(
                !target.has_meta() || Encoding::for_whatwg_label(&target.label) == Some(encoding),
                "{meta}"
            );
        }
    }
}

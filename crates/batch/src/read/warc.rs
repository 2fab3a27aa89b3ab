//! Records of WARC 1.0 and 1.1 (and the drafts before them) in; pages, and what holds none, out.
//!
//! This file knows what a record is, not where its bytes come from: `archive` brings them.

use std::borrow::Cow;
use std::sync::Arc;

use crate::read::http;
use crate::read::packed::Gap;
use crate::read::steps;
use crate::record::{Found, Place, Reason, Record, Reject};

/// How records begin.
pub const BEGINNING: &[u8] = b"WARC/";

/// The most bytes of a record's head. Real ones have about 600.
pub const HEAD: usize = 64 << 10;

/// The head of a record: where the record ends, and what is said about it. It is parsed once, and then handed on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Bytes of the head, with the empty line after it.
    pub length: usize,
    /// Bytes of the block, as the head says.
    pub block: u64,
    /// The address of the page.
    pub url: Option<String>,
    /// The name of the record.
    pub id: Option<String>,
    /// `WARC-Type`, in lower case.
    kind: String,
    /// `Content-Type`, which is that of the block.
    block_type: String,
    date: Option<String>,
    identified_type: Option<String>,
    identified_charset: Option<String>,
    /// Why the crawler cut the page, if it did.
    truncated: Option<String>,
    /// The record that this one is about.
    about: Option<String>,
}

/// What the bytes at the beginning of a record are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parsed {
    /// A record. What follows its head is not looked at.
    Record(Box<Head>),
    /// The beginning of a head; more bytes are needed.
    Incomplete,
    /// No record begins here, and why.
    Absurd(&'static str),
}

/// Looks at the beginning of a record.
pub fn parse(bytes: &[u8]) -> Parsed {
    let start = &bytes[..bytes.len().min(BEGINNING.len())];
    if !BEGINNING.starts_with(start) {
        return Parsed::Absurd("no WARC record begins here");
    }
    let looked_at = &bytes[..bytes.len().min(HEAD)];
    let Some((text, _)) = http::head_and_body(looked_at) else {
        return if bytes.len() >= HEAD {
            Parsed::Absurd("the head does not end")
        } else {
            Parsed::Incomplete
        };
    };
    let empty_line = if looked_at[text.len()] == b'\r' { 2 } else { 1 };
    match Head::of(text) {
        (mut head, None) => {
            head.length = text.len() + empty_line;
            Parsed::Record(Box::new(head))
        }
        (_, Some(fault)) => Parsed::Absurd(fault.why),
    }
}

/// Why a head is none.
struct Fault {
    why: &'static str,
    /// Whatever begins before this place has the same fault, if it begins after the head does.
    until: usize,
}

impl Head {
    /// What the fields of a head say, up to a fault, if it has one.
    ///
    /// A record that is cut in its head, with another one after it, looks like one record. It has a line with a version, or fields
    /// that are there twice.
    fn of(text: &[u8]) -> (Head, Option<Fault>) {
        let mut head = Head::default();
        let fault = |why, until| Some(Fault { why, until });
        let (mut length, mut kind, mut id) = (None, None, None);
        if !is_version(text) {
            return (head, fault("no version of WARC begins here", 1));
        }
        for Line { at, name, value } in lines(text).skip(1) {
            steps::add(name.len() + value.as_ref().map_or(0, |value| value.len()));
            if value.is_none() && memchr::memmem::find(name.as_bytes(), BEGINNING).is_some() {
                return (head, fault("another record begins in the head", at));
            }
            let (name, value) = (name.to_ascii_lowercase(), value.unwrap_or_default());
            let first = match name.as_str() {
                "warc-type" => kind.replace(at),
                "warc-record-id" => id.replace(at),
                "content-length" => {
                    let Ok(block) = value.parse() else {
                        return (head, fault("Content-Length is no number", at));
                    };
                    let before = std::mem::replace(&mut head.block, block);
                    length.replace(at).filter(|_| before != block)
                }
                _ => None,
            };
            if let Some(first) = first {
                return (head, fault("the head has fields of two records", first + 1));
            }
            if value.is_empty() {
                continue;
            }
            match name.as_str() {
                "warc-type" => head.kind = value.to_ascii_lowercase(),
                "content-type" => head.block_type = value.into_owned(),
                "warc-target-uri" => head.url = Some(bare(&value)),
                "warc-record-id" => head.id = Some(value.into_owned()),
                "warc-date" => head.date = Some(value.into_owned()),
                "warc-identified-payload-type" => head.identified_type = Some(value.into_owned()),
                "warc-identified-content-charset" => head.identified_charset = Some(value.into_owned()),
                "warc-truncated" => head.truncated = Some(value.into_owned()),
                "warc-concurrent-to" | "warc-refers-to" => head.about = Some(value.into_owned()),
                _ => {}
            }
        }
        let fault = if length.is_none() { fault("no Content-Length", text.len()) } else { None };
        (head, fault)
    }
}

/// A line of a head, or several that are one field.
struct Line<'a> {
    at: usize,
    /// What stands before the first colon, or all of it.
    name: Cow<'a, str>,
    /// What stands after it.
    value: Option<Cow<'a, str>>,
}

/// The lines of a head, those that are one field joined. The first one is the version.
fn lines(head: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    let mut lines = head
        .split_inclusive(|byte| *byte == b'\n')
        .map(move |line| {
            at += line.len();
            (at - line.len(), line)
        })
        .peekable();
    std::iter::from_fn(move || {
        let (at, line) = lines.next()?;
        let line = line.trim_ascii_end();
        let Some(colon) = memchr::memchr(b':', line) else {
            return Some(Line { at, name: String::from_utf8_lossy(line), value: None });
        };
        let name = String::from_utf8_lossy(line[..colon].trim_ascii());
        let mut value = String::from_utf8_lossy(line[colon + 1..].trim_ascii());
        while let Some((_, more)) =
            lines.next_if(|(_, line)| line.starts_with(b" ") || line.starts_with(b"\t"))
        {
            let more = String::from_utf8_lossy(more.trim_ascii());
            if !value.is_empty() && !more.is_empty() {
                value.to_mut().push(' ');
            }
            value.to_mut().push_str(&more);
        }
        Some(Line { at, name, value: Some(value) })
    })
}

/// Whether the first line is a version: `WARC/1.0`, `WARC/0.17`.
fn is_version(head: &[u8]) -> bool {
    /// The longest line that may be one: a long one is not read to its end.
    const LONGEST: usize = 32;
    let number = |part: &[u8]| (1..4).contains(&part.len()) && part.iter().all(u8::is_ascii_digit);
    let line =
        head[..head.len().min(LONGEST)].split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
    let version = line.strip_suffix(b"\n").and_then(|line| line.trim_ascii_end().strip_prefix(BEGINNING));
    let mut parts = version.unwrap_or_default().split(|byte| *byte == b'.');
    [parts.next(), parts.next()].into_iter().all(|part| part.is_some_and(number)) && parts.next().is_none()
}

/// Where the first record begins in the first bytes that are searched, and its head; none, if it is a record whose head does not
/// say how long it is. `is_line` says whether a line begins where the bytes do.
///
/// Pages may be full of what looks like a record, so each byte is looked at a few times at most: of all that begins before one
/// empty line, only the fields before that line matter.
pub fn find(bytes: &[u8], searched: usize, is_line: bool) -> Option<(usize, Option<Box<Head>>)> {
    // The next empty line, and where candidates may be inside of a line.
    let (mut empty_line, mut inside) = (0, 0);
    let mut from = 0;
    while let Some(at) = memchr::memmem::find(&bytes[from..], BEGINNING).map(|found| from + found) {
        if at >= searched {
            return None;
        }
        from = at + 1;
        let begins_line = if at == 0 { is_line } else { bytes[at - 1] == b'\n' };
        if !begins_line && at < inside {
            continue;
        }
        if empty_line <= at {
            empty_line = at + http::head_and_body(&bytes[at..])?.0.len();
        }
        if empty_line - at >= HEAD {
            from = from.max(empty_line - HEAD);
            continue;
        }
        match Head::of(&bytes[at..empty_line]) {
            // In the middle of a line, after a record that was cut, it must have a name to be believed.
            (head, None) if begins_line || head.id.is_some() => {
                let Parsed::Record(head) = parse(&bytes[at..]) else { continue };
                return Some((at, Some(head)));
            }
            // It says what it is, and not how long: it can be named.
            (head, Some(_)) if head.is_complete() => {
                return Some((at, None));
            }
            // Whatever begins later has fewer fields, and no name either.
            (_, None) => inside = empty_line,
            (_, Some(fault)) => from = at + fault.until.max(1),
        }
    }
    None
}

/// The records whose heads are inside of a block: where the first one begins, and how many there are.
///
/// A page may be an archive, or be about one. Or the head of the record lies, and these are the next ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// Where the first one begins.
    pub first: usize,
    /// How many there are.
    pub count: usize,
}

/// The records inside of a block that say all that a record must: what they are, their name and their length.
pub fn inside(block: &[u8]) -> Option<Inside> {
    let (mut from, mut inside) = (0, None::<Inside>);
    while let Some((at, head)) = find(&block[from..], block.len() - from, false) {
        let at = from + at;
        from = at + 1;
        if at > 0 && block[at - 1] == b'\n' && head.is_some_and(|head| head.is_complete()) {
            inside.get_or_insert(Inside { first: at, count: 0 }).count += 1;
        }
    }
    inside
}

impl Head {
    /// Whether the length is a lie, and the records inside of the block are the next ones: if no page is here that could hold
    /// them, or if the response itself ends before one of them.
    ///
    /// Otherwise what is inside belongs to the page. Servers choose what is on a page, and must not make records.
    pub fn is_lie(&self, block: &[u8]) -> bool {
        let is_page = matches!(self.kind.as_str(), "response" | "resource" | "conversion");
        let after = http::end(block).map(|end| &block[end..]);
        !is_page
            || after.is_some_and(|after| {
                let next = without_breaks(after);
                next.len() < after.len() && matches!(parse(next), Parsed::Record(head) if head.is_complete())
            })
    }

    /// Whether it says all that the head of a record must.
    fn is_complete(&self) -> bool {
        self.id.is_some() && !self.kind.is_empty()
    }
}

/// The address and the name in what is left of a head that is damaged or cut off.
pub fn names(bytes: &[u8]) -> (Option<String>, Option<String>) {
    if !bytes.starts_with(BEGINNING) {
        return (None, None);
    }
    let bytes = &bytes[..bytes.len().min(HEAD)];
    let (head, _) = Head::of(http::head_and_body(bytes).map_or(bytes, |(text, _)| text));
    (head.url, head.id)
}

/// What the makers of an archive found out about a page, and wrote into a record after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// The page's record.
    pub about: Option<String>,
    /// Its encoding.
    pub charset: Option<String>,
}

/// What a record is.
#[derive(Debug)]
pub struct Unpacked {
    /// A page, or why it holds none.
    pub found: Found,
    /// What it says about the page before it.
    pub annotation: Option<Annotation>,
}

impl Unpacked {
    /// What is no page.
    pub fn other(place: Place, reason: Reason, detail: impl Into<String>) -> Unpacked {
        Unpacked { found: Found::Other(Reject::at(place, reason, detail)), annotation: None }
    }

    /// What could not be unpacked.
    pub fn gap(file: Arc<str>, gap: Gap) -> Unpacked {
        let length = gap.range.end - gap.range.start;
        Unpacked::other(Place { file, offset: gap.range.start, length }, Reason::Damaged, gap.why)
    }

    /// Something is odd about it.
    pub fn warned(mut self, warning: String) -> Unpacked {
        match &mut self.found {
            Found::Page(record) => record.warnings.push(warning),
            Found::Other(reject) => reject.detail = format!("{}; {warning}", reject.detail),
        }
        self
    }

    /// Rejects are easier to find with an address and a name.
    pub fn named(mut self, (url, id): (Option<String>, Option<String>)) -> Unpacked {
        if let Found::Other(reject) = &mut self.found {
            (reject.url, reject.id) = (url, id);
        }
        self
    }
}

/// Line breaks between records are no part of any.
pub fn without_breaks(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| !matches!(byte, b'\r' | b'\n')).unwrap_or(bytes.len());
    &bytes[start..]
}

/// Reads the page in the block of a record. A page may have `limit` bytes.
pub fn unpack(place: Place, head: Head, block: &[u8], limit: usize) -> Unpacked {
    let Head { kind, block_type, truncated, about, .. } = head;
    let mut record = Record {
        place,
        url: head.url,
        id: head.id,
        date: head.date,
        identified_type: head.identified_type,
        identified_charset: head.identified_charset,
        ..Record::default()
    };
    if let Some(why) = truncated {
        record.warnings.push(format!("warc: the crawler cut the page: {why}"));
    }
    let annotation = (kind == "metadata").then(|| Annotation { about, charset: charset_detected(block) });
    let is_http = block_type.to_ascii_lowercase().starts_with("application/http");
    let other = |record: Record, reason, detail: String| Unpacked {
        found: Found::Other(Reject::of(&record, reason, detail)),
        annotation: None,
    };
    match kind.as_str() {
        "response" if is_http || block.starts_with(b"HTTP/") => match http::response(block, limit) {
            Ok(response) => {
                record.status = response.status;
                record.content_type = response.content_type;
                record.body = response.body;
                record.warnings.extend(response.warnings);
                Unpacked { found: Found::Page(Box::new(record)), annotation }
            }
            Err(http::TooLarge) => other(record, Reason::TooLarge, format!("more than {limit} bytes")),
        },
        // Responses of other protocols, such as the addresses of names.
        "response" if block_type.to_ascii_lowercase().starts_with("text/dns") => {
            other(record, Reason::NoPage, "response: text/dns".into())
        }
        "response" | "resource" | "conversion" => {
            record.content_type = Some(block_type).filter(|media| !media.is_empty());
            match http::decompressed(block.to_vec(), None, limit, &mut record.warnings) {
                Ok(body) => {
                    record.body = body;
                    Unpacked { found: Found::Page(Box::new(record)), annotation }
                }
                Err(http::TooLarge) => other(record, Reason::TooLarge, format!("more than {limit} bytes")),
            }
        }
        "" => other(record, Reason::Damaged, "no WARC-Type".into()),
        _ => Unpacked { annotation, ..other(record, Reason::NoPage, kind) },
    }
}

/// Some writers put addresses into angle brackets, as an example of the standard did.
fn bare(url: &str) -> String {
    url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).unwrap_or(url).to_owned()
}

/// Common Crawl's metadata: lines of fields, `charset-detected: UTF-8` among them.
fn charset_detected(block: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&block[..block.len().min(HEAD)]);
    let fields = text.lines().filter_map(|line| line.split_once(':'));
    let charset = fields.into_iter().find(|(name, _)| name.trim().eq_ignore_ascii_case("charset-detected"));
    charset.map(|(_, value)| value.trim().to_owned()).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(fields: &str, block: &[u8]) -> Unpacked {
        let head = format!("WARC/1.1\r\n{fields}Content-Length: {}\r\n\r\n", block.len());
        let Parsed::Record(head) = parse(head.as_bytes()) else { panic!("{head}") };
        unpack(Place::default(), *head, block, 1 << 20)
    }

    fn page(unpacked: Unpacked) -> Record {
        match unpacked.found {
            Found::Page(record) => *record,
            Found::Other(reject) => panic!("{reject:?}"),
        }
    }

    #[test]
    fn heads() {
        let record = |block| Parsed::Record(Box::new(Head { length: 35, block, ..Head::default() }));
        assert_eq!(parse(b"WARC/1.0\r\nContent-Length: 12345\r\n\r\nabc"), record(12345));
        assert_eq!(parse(b"WARC/1.1\ncontent-length :  7\nA: b\n\n"), record(7));
        assert_eq!(parse(b"WARC/1.0\r\nContent-Length:\r\n \t 7\r\n\r\n"), record(7));
        assert_eq!(parse(b"WARC/1.0\r\nContent-Length: 12"), Parsed::Incomplete);
        assert_eq!(parse(b"WA"), Parsed::Incomplete);
        for absurd in
            ["HTTP/1.1 200 OK\r\n\r\n", "WARC/1.0\r\n\r\n", "WARC/1.0\r\nContent-Length: -1\r\n\r\n"]
        {
            assert!(matches!(parse(absurd.as_bytes()), Parsed::Absurd(_)), "{absurd}");
        }
        let endless = [b"WARC/1.0\r\n", &vec![b'x'; 2 * HEAD][..]].concat();
        assert!(matches!(parse(&endless), Parsed::Absurd(_)));
    }

    #[test]
    fn what_is_left_of_a_head_names_the_record() {
        let cut =
            b"WARC/1.0\r\nWARC-Target-URI: <http://a.example/>\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Da";
        assert_eq!(names(cut), (Some("http://a.example/".into()), Some("<urn:uuid:1>".into())));
        assert_eq!(names(b"HTTP/1.0 200\r\nWARC-Record-ID: x\r\n"), (None, None));
    }

    #[test]
    fn kinds_of_records() {
        let http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>text";
        let response = unpacked(
            "WARC-Type: response\r\nWARC-Target-URI: <http://a.example/>\r\nContent-Type: application/http;msgtype=response\r\n\
             WARC-Record-ID: <urn:uuid:1>\r\nWARC-Truncated: length\r\nWARC-Identified-Payload-Type: text/html\r\n",
            http,
        );
        let record = page(response);
        assert_eq!(record.url.as_deref(), Some("http://a.example/"));
        assert_eq!((record.status, record.body.as_slice()), (Some(200), &b"<p>text"[..]));
        assert_eq!(record.warnings, ["warc: the crawler cut the page: length"]);
        assert_eq!(record.media_type().as_deref(), Some("text/html"));
        let resource = page(unpacked(
            "WARC-Type:\r\n resource\r\nContent-Type: text/html;\r\n charset=koi8-r\r\n",
            b"<p>text",
        ));
        assert_eq!(resource.content_type.as_deref(), Some("text/html; charset=koi8-r"));
        assert_eq!(
            page(unpacked("WARC-Type: conversion\r\nContent-Type: text/plain\r\n", b"text")).body,
            b"text"
        );
        for (kind, reason) in
            [("request", Reason::NoPage), ("revisit", Reason::NoPage), ("new-kind", Reason::NoPage)]
        {
            let Found::Other(reject) = unpacked(&format!("WARC-Type: {kind}\r\n"), b"").found else {
                panic!("{kind}")
            };
            assert_eq!((reject.reason, reject.detail.as_str()), (reason, kind));
        }
    }

    #[test]
    fn records_inside_of_a_block() {
        let record =
            "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Length: 2\r\n\r\nhi";
        let block = format!("page\r\n\r\n{record}\r\n\r\n{record}");
        assert_eq!(inside(block.as_bytes()), Some(Inside { first: 8, count: 2 }));
        for none in
            ["", "WARC/1.0", "page\r\nWARC/1.0\r\nContent-Length: 5\r\n\r\n", &block[8..9], &block[4..60]]
        {
            assert_eq!(inside(none.as_bytes()), None, "{none}");
        }
        // In the middle of a line, or where the block begins, it is text.
        assert_eq!(inside(record.as_bytes()), None);
        assert_eq!(inside(format!("page {record}").as_bytes()), None);
    }

    #[test]
    fn metadata_is_about_the_page_before_it() {
        let block =
            b"fetchTimeMs: 5\r\ncharset-detected: windows-1251\r\nlanguages-cld2: {\"reliable\":true}\r\n";
        let about = unpacked("WARC-Type: metadata\r\nWARC-Concurrent-To: <urn:uuid:1>\r\n", block)
            .annotation
            .unwrap();
        assert_eq!(
            (about.about.as_deref(), about.charset.as_deref()),
            (Some("<urn:uuid:1>"), Some("windows-1251"))
        );
    }
}

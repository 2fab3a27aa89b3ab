//! An HTTP response as archives keep it: its head is read, and what the body was wrapped in for its journey is taken off.
//!
//! Headers are claims. Crawlers store bodies as they came, or unwrapped with the old header still there, or cut in the
//! middle; so what looks like a wrapping is taken off, what only claims to be one stays, and whatever of a body that breaks off
//! can still be read is read.

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use crate::read::steps;

/// The most headers of a response that are looked at.
const HEADERS: usize = 256;

/// A response, out of its wrappings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The status of its first line, if it has one.
    pub status: Option<u16>,
    /// The header `Content-Type`.
    pub content_type: Option<String>,
    /// The body, or as much of it as there is.
    pub body: Vec<u8>,
    /// What was odd.
    pub warnings: Vec<String>,
}

/// The body has more bytes than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// Reads a response of which all is in memory. Its body may have `limit` bytes.
pub fn response(bytes: &[u8], limit: usize) -> Result<Response, TooLarge> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut head = httparse::Response::new(&mut headers);
    let config = {
        let mut config = httparse::ParserConfig::default();
        config
            .allow_spaces_after_header_name_in_responses(true)
            .allow_obsolete_multiline_headers_in_responses(true)
            .allow_multiple_spaces_in_response_status_delimiters(true)
            .ignore_invalid_headers_in_responses(true);
        config
    };
    let Ok(httparse::Status::Complete(length)) = config.parse_response(&mut head, bytes) else {
        return sloppy(bytes, limit);
    };
    let fields = head.headers.iter().map(|header| (header.name, header.value));
    unwrapped(head.code, fields, &bytes[length..], limit)
}

/// A response whose head no parser takes: lines up to the first empty one; without any, it is all body.
fn sloppy(bytes: &[u8], limit: usize) -> Result<Response, TooLarge> {
    let odd = |mut response: Response| {
        response.warnings.insert(0, "http: the head is malformed".into());
        response
    };
    let Some((head, body)) =
        head_and_body(bytes).filter(|_| bytes.starts_with(b"HTTP/") || bytes.starts_with(b"ICY "))
    else {
        return unwrapped(None, std::iter::empty(), bytes, limit).map(odd);
    };
    let text = String::from_utf8_lossy(head);
    let mut lines = text.lines();
    let status =
        lines.next().and_then(|line| line.split_ascii_whitespace().nth(1)).and_then(|code| code.parse().ok());
    let fields: Vec<(&str, &str)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim(), value.trim()))
        .collect();
    unwrapped(status, fields.iter().map(|(name, value)| (*name, value.as_bytes())), body, limit).map(odd)
}

/// What stands before and after the first empty line.
pub fn head_and_body(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut at = 0;
    while let Some(feed) = memchr::memchr(b'\n', &bytes[at..]) {
        steps::add(feed + 1);
        let line = &bytes[at..at + feed];
        if line.is_empty() || line == b"\r" {
            return Some((&bytes[..at], &bytes[at + feed + 1..]));
        }
        at += feed + 1;
    }
    steps::add(bytes.len() - at);
    None
}

/// Where a response says that it ends, by its length or by its last chunk. What comes after that is no part of it: no client
/// would have read it.
pub fn end(bytes: &[u8]) -> Option<usize> {
    let (head, body) = head_and_body(bytes).filter(|_| bytes.starts_with(b"HTTP/"))?;
    let begin = bytes.len() - body.len();
    let field = |wanted: &str| {
        let mut fields = head.split(|byte| *byte == b'\n').filter_map(|line| {
            let (name, value) = line.split_at(memchr::memchr(b':', line)?);
            name.trim_ascii().eq_ignore_ascii_case(wanted.as_bytes()).then(|| value[1..].trim_ascii())
        });
        fields.next_back().map(<[u8]>::to_ascii_lowercase)
    };
    if field("transfer-encoding").is_some_and(|value| value.ends_with(b"chunked")) {
        let mut at = 0;
        loop {
            let (start, size) = chunk_size(&body[at..])?;
            at += start;
            if size == 0 {
                let trailers = head_and_body(&body[at..])?.1;
                return Some(bytes.len() - trailers.len());
            }
            let after = body.get(at.checked_add(size)?..)?;
            at = body.len() - after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n"))?.len();
        }
    }
    let length: usize = str::from_utf8(&field("content-length")?).ok()?.parse().ok()?;
    begin.checked_add(length).filter(|end| *end <= bytes.len())
}

fn unwrapped<'a>(
    status: Option<u16>,
    fields: impl Iterator<Item = (&'a str, &'a [u8])>,
    body: &[u8],
    limit: usize,
) -> Result<Response, TooLarge> {
    let mut response = Response { status, ..Response::default() };
    let (mut is_chunked, mut claimed) = (false, None);
    for (name, value) in fields {
        let value = String::from_utf8_lossy(value).trim().to_owned();
        if name.eq_ignore_ascii_case("content-type") {
            response.content_type = Some(value).filter(|value| !value.is_empty());
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            is_chunked = value.to_ascii_lowercase().contains("chunked");
        } else if name.eq_ignore_ascii_case("content-encoding") {
            claimed = Some(value.to_ascii_lowercase());
        }
    }
    let body = match (is_chunked && !body.is_empty()).then(|| chunks(body)) {
        Some(Some((joined, odd))) => {
            response.warnings.extend(odd.map(String::from));
            joined
        }
        // Crawlers that join chunks often leave the header as it was.
        Some(None) => {
            response.warnings.push("http: the body is not chunked, as claimed".into());
            body.to_vec()
        }
        None => body.to_vec(),
    };
    response.body = decompressed(body, claimed.as_deref(), limit, &mut response.warnings)?;
    Ok(response)
}

/// The chunks of a body joined, and what is odd about them; none if it does not begin with a chunk.
///
/// Nothing is dropped: what stands where a chunk should begin stays as it is.
fn chunks(body: &[u8]) -> Option<(Vec<u8>, Option<&'static str>)> {
    let mut joined = Vec::with_capacity(body.len());
    let mut rest = body;
    let mut begun = false;
    loop {
        if rest.is_empty() {
            return begun.then_some((joined, Some("http: the last chunk is missing")));
        }
        let Some((start, size)) = chunk_size(rest) else {
            // Whatever stands here is no chunk. At the very beginning that means that there are none.
            joined.extend_from_slice(rest);
            return begun.then_some((joined, Some("http: the chunks break off: the rest is as it came")));
        };
        let data = &rest[start..];
        if size == 0 {
            // Fields may follow, and an empty line. A page that begins with a line of zeros has more to say.
            let is_end = data.len() <= 2 || head_and_body(data).is_some_and(|(_, after)| after.is_empty());
            return match (is_end, begun) {
                (true, _) => Some((joined, None)),
                (false, true) => {
                    joined.extend_from_slice(data);
                    Some((joined, Some("http: something follows the last chunk")))
                }
                (false, false) => None,
            };
        }
        if size > data.len() {
            // Cut in the middle; but a first line that only looks like a size, such as "deadbeef", is text.
            if !begun && size > body.len().saturating_mul(64).saturating_add(1 << 20) {
                return None;
            }
            joined.extend_from_slice(data);
            return Some((joined, Some("http: the last chunk is missing")));
        }
        let (chunk, after) = data.split_at(size);
        match after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n")) {
            Some(next) => rest = next,
            None if after.is_empty() => rest = after,
            // A line break ends each chunk. Where there is none, the first line only looked like a size.
            None if !begun => return None,
            None => rest = after,
        }
        joined.extend_from_slice(chunk);
        begun = true;
    }
}

/// The size of the chunk that begins here, and where its data begins.
fn chunk_size(bytes: &[u8]) -> Option<(usize, usize)> {
    // To the parser an empty line is a size, too.
    bytes.first().filter(|byte| byte.is_ascii_hexdigit())?;
    match httparse::parse_chunk_size(bytes) {
        Ok(httparse::Status::Complete((start, size))) => {
            Some((start, usize::try_from(size).unwrap_or(usize::MAX)))
        }
        _ => None,
    }
}

/// How often a body is unwrapped: some servers compress what is compressed.
const LAYERS: usize = 3;

/// The body without its compression, whatever the header claims.
pub fn decompressed(
    mut body: Vec<u8>,
    claimed: Option<&str>,
    limit: usize,
    warnings: &mut Vec<String>,
) -> Result<Vec<u8>, TooLarge> {
    // Of brotli and bare deflate nothing can be seen: there the header is believed, if its reading succeeds.
    let claims = |name: &str| claimed.is_some_and(|claimed| claimed.split(',').any(|one| one.trim() == name));
    for layer in 0..LAYERS {
        let zlib = body.len() > 2
            && body[0] & 0x0F == 8
            && u16::from_be_bytes([body[0], body[1]]).is_multiple_of(31);
        let unpacked = if body.starts_with(&[0x1F, 0x8B, 8]) {
            unpack(MultiGzDecoder::new(&body[..]), limit, "gzip")
        } else if body.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
            match pellucid_files::zstd::decoder(&body[..]) {
                Ok(decoder) => unpack(decoder, limit, "zstd"),
                Err(_) => break,
            }
        } else if claims("deflate") && zlib {
            unpack(ZlibDecoder::new(&body[..]), limit, "deflate")
        } else if layer == 0 && claims("deflate") {
            unpack(DeflateDecoder::new(&body[..]), limit, "deflate")
        } else if layer == 0 && claims("br") && !body.is_empty() {
            unpack(brotli_decompressor::Decompressor::new(&body[..], 4096), limit, "br")
        } else {
            break;
        };
        let Unpacked { bytes, fault, is_large, name } = unpacked;
        if is_large {
            return Err(TooLarge);
        }
        match fault {
            None => {}
            // Nothing could be read: it is something else, which the header only claims to be compressed.
            Some(_)
                if bytes.is_empty() || (name == "br" || name == "deflate") && !looks_like_text(&bytes) =>
            {
                warnings.push(format!("http: the body is not {name}, as claimed"));
                break;
            }
            Some(fault) => warnings.push(format!("http: {name} breaks off: {fault}")),
        }
        body = bytes;
    }
    if body.len() > limit { Err(TooLarge) } else { Ok(body) }
}

struct Unpacked {
    bytes: Vec<u8>,
    fault: Option<String>,
    is_large: bool,
    name: &'static str,
}

/// As much as can be read, and what stopped it.
fn unpack(mut reader: impl Read, limit: usize, name: &'static str) -> Unpacked {
    let mut bytes = Vec::new();
    let mut piece = [0; 16 * 1024];
    let fault = loop {
        match reader.read(&mut piece) {
            Ok(0) => break None,
            Ok(length) => bytes.extend_from_slice(&piece[..length]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => break Some(error.to_string()),
        }
        if bytes.len() > limit {
            return Unpacked { bytes: Vec::new(), fault: None, is_large: true, name };
        }
    };
    Unpacked { bytes, fault, is_large: false, name }
}

/// Whether what came out before a fault may be a page: random bytes through a decoder give few bytes, and odd ones.
fn looks_like_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(512)];
    let odd = head
        .iter()
        .filter(|&&byte| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1B))
        .count();
    head.len() >= 16 && odd * 20 < head.len()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const PAGE: &str =
        "<!doctype html><title>Déjà</title><p>Un texte qui se répète, un texte qui se répète.</p>";
    const LIMIT: usize = 1 << 20;

    fn with(headers: &str, body: &[u8]) -> Response {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{headers}\r\n");
        response(&[head.as_bytes(), body].concat(), LIMIT).unwrap()
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn deflate(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn chunked(bytes: &[u8], size: usize) -> Vec<u8> {
        let mut body = Vec::new();
        for chunk in bytes.chunks(size) {
            body.extend_from_slice(format!("{:x};a=b\r\n", chunk.len()).as_bytes());
            body.extend_from_slice(chunk);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"0\r\n\r\n");
        body
    }

    // `printf 'hello hello hello hello\n' | brotli`, as Python's brotli writes it.
    const BROTLI: &[u8] = &[
        0x1B, 0x17, 0x00, 0xF8, 0x8D, 0x94, 0x6E, 0xDE, 0x44, 0x55, 0x86, 0xD6, 0x0A, 0x20, 0x6C, 0x6F, 0x4A,
        0x11, 0x79, 0xE2, 0x80, 0xAE, 0x16,
    ];

    #[test]
    fn every_wrapping_comes_off() {
        let zstd = zstd::encode_all(PAGE.as_bytes(), 3).unwrap();
        for (headers, body) in [
            ("", PAGE.as_bytes().to_vec()),
            ("Content-Encoding: gzip\r\n", gzip(PAGE.as_bytes())),
            ("Content-Encoding: deflate\r\n", zlib(PAGE.as_bytes())),
            ("Content-Encoding: deflate\r\n", deflate(PAGE.as_bytes())),
            ("Content-Encoding: zstd\r\n", zstd.clone()),
            ("Transfer-Encoding: chunked\r\n", chunked(PAGE.as_bytes(), 7)),
            ("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", chunked(&gzip(PAGE.as_bytes()), 10)),
            // Whatever the header claims.
            ("", gzip(PAGE.as_bytes())),
            ("Content-Encoding: br\r\n", zstd),
            ("Content-Encoding: gzip\r\n", gzip(&gzip(PAGE.as_bytes()))),
            ("Content-Encoding: gzip\r\n", PAGE.as_bytes().to_vec()),
        ] {
            let response = with(headers, &body);
            assert_eq!(String::from_utf8_lossy(&response.body), PAGE, "{headers}");
            assert_eq!(response.warnings, [""; 0], "{headers}");
            assert_eq!(response.status, Some(200));
        }
    }

    #[test]
    fn false_claims_leave_the_body_as_it_is_and_are_reported() {
        for coding in ["br", "deflate"] {
            let response = with(&format!("Content-Encoding: {coding}\r\n"), PAGE.as_bytes());
            assert_eq!(String::from_utf8_lossy(&response.body), PAGE);
            assert_eq!(response.warnings, [format!("http: the body is not {coding}, as claimed")]);
        }
    }

    #[test]
    fn a_body_that_is_not_chunked_stays_as_it_is() {
        for before in
            ["", "\r\n", "\n", "\r\n\r\n", " \r\n", "0\r\n", "00;\r\n", "5\r\n", "deadbeef\r\n", ";\r\n"]
        {
            let body = format!("{before}{PAGE}");
            let response = with("Transfer-Encoding: chunked\r\n", body.as_bytes());
            assert_eq!(String::from_utf8_lossy(&response.body), body);
            assert_eq!(response.warnings, ["http: the body is not chunked, as claimed"], "{before:?}");
        }
        // Nothing at all, and nothing in chunks, are no pages that were lost.
        assert_eq!(with("Transfer-Encoding: chunked\r\n", b"0\r\n\r\n").warnings, [""; 0]);
    }

    #[test]
    fn where_a_response_ends() {
        let of = |headers: &str, body: &str| {
            let head = format!("HTTP/1.1 200 OK\r\n{headers}\r\n");
            end([head.as_bytes(), body.as_bytes()].concat().as_slice()).map(|end| end - head.len())
        };
        assert_eq!(of("Content-Length: 4\r\n", "page and more"), Some(4));
        assert_eq!(of("content-length :13\r\n", "page and more"), Some(13));
        for none in [
            "",
            "Content-Length: 14\r\n",
            "Content-Length: x\r\n",
            "Content-Length: 99999999999999999999\r\n",
        ] {
            assert_eq!(of(none, "page and more"), None, "{none}");
        }
        let chunked = "Transfer-Encoding: gzip, Chunked\r\n";
        assert_eq!(of(chunked, "4\r\npage\r\n0\r\n\r\nand more"), Some(14));
        assert_eq!(of(chunked, "4\r\npage\r\n0\r\nExpires: 0\r\n\r\nand more"), Some(26));
        for body in [
            "4\r\npage\r\n",
            "4\r\npa",
            "page",
            "4\r\npages\r\n0\r\n\r\n",
            "ffffffffffffffff\r\nx\r\n0\r\n\r\n",
        ] {
            assert_eq!(of(chunked, body), None, "{body}");
        }
        assert_eq!(end(b"<p>no head\r\n\r\n"), None);
    }

    #[test]
    fn chunks_that_break_off_lose_nothing() {
        for (body, text) in [
            ("3\r\none\r\n3\r\ntwo\r\nthree", "onetwothree"),
            ("3\r\none\r\n3\r\ntwo\r\n\r\nthree", "onetwo\r\nthree"),
            ("3\r\none\r\n3\r\ntwo\r\n0\r\n\r\nthree", "onetwo\r\nthree"),
            ("3\r\none\r\n3\r\ntwo", "onetwo"),
            ("3\r\none\r\n3\r\ntw", "onetw"),
        ] {
            let response = with("Transfer-Encoding: chunked\r\n", body.as_bytes());
            assert_eq!(
                (String::from_utf8_lossy(&response.body).as_ref(), response.warnings.len()),
                (text, 1),
                "{body:?}"
            );
        }
        let trailers = with("Transfer-Encoding: chunked\r\n", b"3\r\none\r\n0\r\nExpires: never\r\n\r\n");
        assert_eq!((&trailers.body[..], trailers.warnings.len()), (&b"one"[..], 0));
    }

    #[test]
    fn brotli() {
        let response = with("Content-Encoding: br\r\n", BROTLI);
        assert_eq!(String::from_utf8_lossy(&response.body), "hello hello hello hello\n");
    }

    #[test]
    fn what_breaks_off_is_read_as_far_as_it_goes() {
        let long = PAGE.repeat(200);
        let packed = gzip(long.as_bytes());
        let response = with("Content-Encoding: gzip\r\n", &packed[..packed.len() - 40]);
        assert!(
            long.as_bytes().starts_with(&response.body) && response.body.len() > 1000,
            "{}",
            response.body.len()
        );
        assert_eq!(response.warnings.len(), 1, "{:?}", response.warnings);
        let cut = chunked(PAGE.as_bytes(), 30);
        let response = with("Transfer-Encoding: chunked\r\n", &cut[..60]);
        assert!(PAGE.as_bytes().starts_with(&response.body));
        assert_eq!(response.warnings, ["http: the last chunk is missing"]);
    }

    #[test]
    fn a_bomb_is_too_large() {
        let bomb = gzip(&vec![0; 64 << 20]);
        let bytes = [b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", &bomb[..]].concat();
        assert_eq!(response(&bytes, LIMIT), Err(TooLarge));
    }

    #[test]
    fn heads_that_no_parser_takes() {
        let response = |bytes: &[u8]| super::response(bytes, LIMIT).unwrap();
        let sloppy = response(b"HTTP/1.1 200\nContent-Type: text/plain\nno colon\n\ntext");
        assert_eq!((sloppy.status, sloppy.content_type.as_deref()), (Some(200), Some("text/plain")));
        assert_eq!(sloppy.body, b"text");
        assert_eq!(response(b"<p>no head at all").body, b"<p>no head at all");
        assert_eq!(response(b"").body, b"");
        let many: String = (0..1000).map(|n| format!("X-{n}: y\r\n")).collect();
        let many =
            response(format!("HTTP/1.1 404 Not Found\r\n{many}Content-Type: a/b\r\n\r\ntext").as_bytes());
        assert_eq!(
            (many.status, many.content_type.as_deref(), &many.body[..]),
            (Some(404), Some("a/b"), &b"text"[..])
        );
    }
}

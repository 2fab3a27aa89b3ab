//! Any bytes are a response: its body is within bounds, nothing of it is lost without a warning, and chunks come apart as they
//! were put together.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid_batch::read::http::{Response, response};

const LIMIT: usize = 1 << 20;

fn with(header: &str, body: &[u8]) -> Option<Response> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{header}\r\n");
    let response = response(&[head.as_bytes(), body].concat(), LIMIT).ok()?;
    assert!(response.body.len() <= LIMIT);
    assert_eq!((response.status, response.content_type.as_deref()), (Some(200), Some("text/html")));
    Some(response)
}

fuzz_target!(|input: (u8, &[u8])| {
    let (size, bytes) = input;
    if let Ok(response) = response(bytes, LIMIT) {
        assert!(response.body.len() <= LIMIT);
    }
    let Some(plain) = with("", bytes) else { return };
    for coding in ["gzip", "deflate", "br", "zstd", "gzip, br"] {
        if let Some(response) = with(&format!("Content-Encoding: {coding}\r\n"), bytes) {
            // What only claims to be compressed stays as it is.
            let is_as_it_was = response.body == plain.body;
            assert!(is_as_it_was || !response.body.is_empty() || !bytes.is_empty());
        }
    }
    const CHUNKED: &str = "Transfer-Encoding: chunked\r\n";
    // A body that says it has chunks, and may have none: nothing vanishes but sizes.
    let claimed = with(CHUNKED, bytes).expect("it is not longer");
    let is_text = bytes.iter().all(|byte| (0x20..0x7F).contains(byte) || matches!(byte, b'\r' | b'\n'));
    if is_text && !bytes.first().is_some_and(u8::is_ascii_hexdigit) && !bytes.is_empty() {
        assert_eq!(claimed.body, bytes);
        assert!(!claimed.warnings.is_empty());
    }
    let mut chunked = Vec::new();
    for chunk in bytes.chunks(usize::from(size) + 1) {
        chunked.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        chunked.extend_from_slice(chunk);
        chunked.extend_from_slice(b"\r\n");
    }
    chunked.extend_from_slice(b"0\r\n\r\n");
    assert_eq!(with(CHUNKED, &chunked).expect("it is not longer"), plain);
});

//! Mozilla's detector of today, chardetng.
//!
//! The paper had Mozilla's detector of 2008. What both share is what the paper wants of it: bytes which follow the rules of
//! UTF-8 to the last are UTF-8, ASCII among them.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::{Expert, Finding};
use crate::encodings::Encoding;
use crate::sniff::bom;

/// chardetng. It names one encoding, and does not say how sure it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mozilla;

impl Expert for Mozilla {
    fn name(&self) -> &'static str {
        "mozilla"
    }

    fn detect(&self, bytes: &[u8]) -> Vec<Finding> {
        let encoding = mark(bytes).unwrap_or_else(|| {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
            detector.feed(bytes, true);
            Encoding::for_whatwg(detector.guess(None, Utf8Detection::Allow))
        });
        vec![Finding { label: encoding.name().into(), encoding, confidence: 1.0 }]
    }
}

/// The encoding of a byte order mark, which chardetng leaves to its caller, as browsers do.
fn mark(bytes: &[u8]) -> Option<&'static Encoding> {
    bom::whatwg_bom(bytes).map(|(encoding, _)| encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_8_is_whole() {
        let label = |bytes: &[u8]| Mozilla.detect(bytes)[0].label.to_string();
        assert_eq!(label("<p>déjà".as_bytes()), "UTF-8");
        assert_eq!(label(b"<p>all human beings"), "UTF-8");
        assert_eq!(label(b""), "UTF-8");
        assert_eq!(label(b"\xEF\xBB\xBFall\xFF"), "UTF-8");
        assert_ne!(label("<p>déjà".as_bytes().strip_suffix(b"\xA0").unwrap()), "UTF-8");
        assert_eq!(label(b"<p>d\xE9j\xE0 vu"), "windows-1252");
        assert_eq!(label(b"\x1B$B$3$l\x1B(B"), "ISO-2022-JP");
        assert_eq!(label(b"\xFF\xFEa\0"), "UTF-16LE");
    }
}

//! chardetng, the detector of Firefox, told the top-level domain where that is known.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::{Answer, InProcess, Peer, locked};
use crate::known::Known;

pub fn open() -> Box<dyn Peer> {
    Box::new(InProcess { version: locked("chardetng"), detect })
}

fn detect(bytes: &[u8], known: &Known) -> Answer {
    // It leaves byte order marks to its caller, as browsers do.
    let encoding = match encoding_rs::Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None => {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
            detector.feed(bytes, true);
            detector.guess(known.tld.map(str::as_bytes), Utf8Detection::Allow)
        }
    };
    Answer { label: Some(encoding.name().into()), confidence: None }
}

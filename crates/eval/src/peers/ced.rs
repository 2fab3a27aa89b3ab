//! Compact Encoding Detection, once the detector of Google's crawler and of Chrome, without hints.

use compact_enc_det::{DetectHints, TextCorpusType, detect_encoding};

use super::{Answer, InProcess, Peer, locked};
use crate::known::Known;

pub fn open() -> Box<dyn Peer> {
    Box::new(InProcess { version: format!("{} (bindings)", locked("compact-enc-det")), detect })
}

fn detect(bytes: &[u8], _: &Known) -> Answer {
    let hints = DetectHints {
        // Its mode for plain text: over web pages it is right a little more often than its mode for web pages.
        corpus_type: TextCorpusType::QUERY_CORPUS,
        ignore_7bit_mail_encodings: false,
        ..DetectHints::default()
    };
    // Its reliability is a bit, not a probability.
    Answer { label: Some(detect_encoding(bytes, hints).mime_name), confidence: None }
}

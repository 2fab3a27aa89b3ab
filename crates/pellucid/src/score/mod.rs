//! What the bytes *say*: evidence from the structure of the content, and from its text.
//!
//! In: the bytes of a page, in pieces. Out: [`Evidence`] with its weight in bits. Nothing here is a veto: a broken
//! sequence costs bits, it does not rule an encoding out.
//!
//! | file | what it sees | where |
//! |---|---|---|
//! | `utf8` | well-formed and broken UTF-8, pure ASCII | everywhere |
//! | `escape` | escape sequences of ISO-2022 | everywhere |
//! | `hz` | `~{` … `~}` of HZ | in the head |
//! | `nulls` | UTF-16 and UTF-32 without a byte order mark | in the head |
//! | `binary` | signatures and bytes of what is not text | in the head |
//! | `language` | a sample of the text, whatever its encoding: which language it is in | in the head |
//! | `content` | the text, when it is not UTF-8: `linear` by a `model`, `legality` by decoding | everywhere |
//!
//! The head is the first [`crate::sniff::HEAD`] bytes. Those encodings show themselves from the first byte on, or
//! never; only legacy text may come after any amount of English script.

mod binary;
mod content;
mod escape;
mod hz;
pub(crate) mod language;
mod legality;
mod linear;
pub mod model;
mod nulls;
mod utf8;

use crate::evidence::Evidence;

/// Sees a page piece by piece, whatever the pieces are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Structure {
    utf8: utf8::Utf8,
    escapes: escape::Escapes,
    content: content::Content,
}

impl Structure {
    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.utf8.feed(bytes);
        self.escapes.feed(bytes);
        self.content.feed(bytes);
    }

    /// Takes a page in one piece. The same as [`Structure::feed`], but text is looked at only if it has to be.
    pub fn whole(&mut self, bytes: &[u8]) {
        self.utf8.feed(bytes);
        self.escapes.feed(bytes);
        if !self.utf8.is_valid() {
            self.content.feed(bytes);
        }
    }

    /// All evidence, now that the last piece has been seen.
    pub fn finish(mut self, head: &[u8]) -> Vec<Evidence> {
        let mut evidence = Vec::new();
        evidence.extend(self.escapes.finish());
        if self.utf8.is_ascii() {
            evidence.extend(hz::hz(head));
        }
        let controls = binary::count_controls(head);
        evidence.extend(if controls > 0 { nulls::wide(head) } else { nulls::not_wide(head) });
        // Control bytes which one of these explains are not held against the text.
        if !evidence.iter().any(|e| e.bits > 0.0) {
            evidence.extend(binary::controls(head, controls));
        }
        evidence.extend(binary::signature(head, controls));
        evidence.extend(self.utf8.evidence());
        if !self.utf8.is_valid() && !evidence.iter().any(|e| e.bits > 0.0) {
            evidence.extend(self.content.finish(head));
        }
        evidence
    }

    /// Whether only ASCII bytes were seen.
    pub fn is_ascii(&self) -> bool {
        self.utf8.is_ascii()
    }
}

/// How many bytes are of a kind. Sums of single bytes over short runs are what compilers turn into vector code: ten
/// times as fast as `filter(…).count()`.
fn count(bytes: &[u8], kind: impl Fn(u8) -> bool) -> u64 {
    let run = |run: &[u8]| u64::from(run.iter().fold(0u8, |sum, &byte| sum + u8::from(kind(byte))));
    bytes.chunks(u8::MAX as usize).map(run).sum()
}

/// No amount of structure is worth more than this: 2⁻⁶⁰ is beyond any doubt worth keeping.
const CERTAIN: f32 = 60.0;

//! What the bytes *say*: evidence from the structure of the content, and from its text.
//!
//! In: the bytes of a page, in pieces. Out: [`Evidence`] with its weight in bits. Nothing here is a veto: a broken
//! sequence costs bits, it does not rule an encoding out.
//!
//! | file | what it sees | where |
//! |---|---|---|
//! | `survey` | which of the others have anything to find | everywhere |
//! | `utf8` | well-formed and broken UTF-8, pure ASCII | everywhere |
//! | `escape` | escape sequences of ISO-2022 | everywhere |
//! | `hz` | `~{` … `~}` of HZ | in the head |
//! | `nulls` | UTF-16 and UTF-32 without a byte order mark | in the head |
//! | `binary` | signatures and bytes of what is not text | in the head |
//! | `content` | the text, when it is not UTF-8: a `sample` of it, after a first `glance` read by some candidates in a `race`, with a model of `text` | all over |
//!
//! What counts how much is in `weights`, which training fits. All models, those of the papers' methods too, have the same `format`, which may be `packed`.
//!
//! The head is the first [`crate::sniff::HEAD`] bytes. Those encodings show themselves from the first byte on, or
//! never; only legacy text may come after any amount of English script.

pub(crate) mod binary;
mod content;
mod escape;
pub(crate) mod format;
pub mod glance;
mod hz;
pub mod model;
mod nulls;
pub mod packed;
mod priors;
mod race;
mod readings;
mod sample;
mod survey;
pub mod symbols;
pub mod text;
mod utf8;
pub mod weights;

use crate::encodings::{Family, UTF_8};
use crate::evidence::{Evidence, Source};
use crate::hints::Hints;
use crate::sniff::Declarations;
use survey::Survey;

/// Sees a page piece by piece, whatever the pieces are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Structure {
    survey: Survey,
    utf8: utf8::Utf8,
    escapes: escape::Escapes,
    /// None while nothing was fed to it: it is not small.
    content: Option<content::Content<'static>>,
}

impl Structure {
    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        let survey = Survey::of(bytes);
        self.survey = self.survey.and(survey);
        self.utf8.feed(bytes, survey.high);
        self.escapes.feed(bytes, survey.control);
        self.content.get_or_insert_default().feed(bytes);
    }

    /// Takes a page in one piece, all but its text: [`Structure::finish`] is to be given that. Beside it, the page as a
    /// string where it has bytes beyond ASCII and is valid UTF-8.
    pub fn whole(bytes: &[u8]) -> (Structure, Option<&str>) {
        let mut structure = Structure { survey: Survey::of(bytes), ..Structure::default() };
        let valid = structure.utf8.whole(bytes, structure.survey.high);
        structure.escapes.feed(bytes, structure.survey.control);
        (structure, valid)
    }

    /// All evidence, now that everything has been seen. Text which was not taken yet is read if it has to be.
    pub fn finish(
        mut self,
        head: &[u8],
        text: &[u8],
        hints: &Hints,
        declared: &Declarations,
    ) -> Vec<Evidence> {
        let mut evidence = Vec::new();
        evidence.extend(self.escapes.finish());
        if self.utf8.is_ascii() && self.survey.tilde {
            evidence.extend(hz::hz(head));
        }
        let has_controls = self.survey.has_controls() && binary::has_controls(head);
        evidence.extend(if has_controls { nulls::wide(head) } else { nulls::not_wide(head) });
        // Control bytes which one of these explains are not held against the text.
        if has_controls && !evidence.iter().any(|e| e.bits > 0.0) {
            evidence.extend(binary::controls(head));
        }
        evidence.extend(binary::signature(head, has_controls));
        let mut utf8 = self.utf8.evidence();
        if self.utf8.is_open() && !evidence.iter().any(|e| e.bits > ENOUGH) {
            // What came in pieces was taken already.
            let (content, page) = match self.content.take() {
                Some(content) => (content, &[][..]),
                None => (content::Content::whole(text), text),
            };
            let reads_utf8 = utf8.as_ref().is_none_or(|utf8| utf8.bits > -ENOUGH);
            let mut text = content.finish(head, page, hints, declared, reads_utf8);
            let is_single = |e: &&Evidence| e.encoding.is_some_and(|e| e.family() == Family::SingleByte);
            let singles = text.iter().filter(|e| e.source == Source::Content).filter(is_single);
            let letters: Vec<Evidence> = singles.filter_map(|e| self.utf8.as_letters(e.encoding)).collect();
            // A few sequences weigh what their text weighs; broken ones still count against it.
            if self.utf8.is_few()
                && let Some(utf8) = &mut utf8
                && let Some(place) =
                    text.iter().position(|e| e.encoding == utf8.encoding && e.source == Source::Content)
            {
                utf8.bits = self.utf8.few(text.remove(place).bits);
            }
            // What is certain already needs no second word.
            if !reads_utf8 {
                text.retain(|e| e.encoding != Some(&UTF_8));
            }
            evidence.extend(utf8.take());
            evidence.extend(text);
            evidence.extend(letters);
        }
        evidence.extend(utf8);
        evidence
    }

    /// Whether this is UTF-8 beyond doubt, with nothing broken.
    pub fn is_certain(&self) -> bool {
        self.utf8.is_certain()
    }

    /// Whether there is so much text that is certainly not UTF-8, that more of it would hardly change what it looks like.
    pub fn is_plenty(&self) -> bool {
        let against = |e: Evidence| e.bits <= -CERTAIN;
        self.content.as_ref().is_some_and(content::Content::is_plenty)
            && self.utf8.evidence().is_some_and(against)
    }

    /// Whether only ASCII bytes were seen.
    pub fn is_ascii(&self) -> bool {
        self.utf8.is_ascii()
    }
}

/// How many bytes are of each kind. Sums of single bytes over short runs are what compilers turn into vector code, ten
/// times as fast as `filter(…).count()`; runs of a fixed length, a multiple of all vectors' lengths, have no odd end.
fn count<const KINDS: usize>(bytes: &[u8], kinds: impl Fn(u8) -> [bool; KINDS]) -> [u64; KINDS] {
    const RUN: usize = 192;
    let mut counts = [0; KINDS];
    let mut add = |run: &[u8]| {
        let mut sums = [0u8; KINDS];
        for &byte in run {
            let kinds = kinds(byte);
            (0..KINDS).for_each(|kind| sums[kind] += u8::from(kinds[kind]));
        }
        (0..KINDS).for_each(|kind| counts[kind] += u64::from(sums[kind]));
    };
    let (runs, rest) = bytes.as_chunks::<RUN>();
    runs.iter().for_each(|run| add(run));
    add(rest);
    counts
}

/// With so many bits for an encoding of its own structure, the text is not looked at.
const ENOUGH: f32 = 30.0;
/// No amount of structure is worth more than this: 2⁻⁶⁰ is beyond any doubt worth keeping.
const CERTAIN: f32 = 60.0;

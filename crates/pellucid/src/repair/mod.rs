//! Text in; what shows that it was read wrongly, and the text with that undone, out.
//!
//! Nothing here is done unless asked for, and nothing is done silently: [`Check`] counts what clear text has little of;
//! [`Repaired`] tells every place that was changed, through which encoding, and gives the original back on request.
//!
//! ```
//! let page = "<p>DÃ©jÃ\u{a0} vu, cafÃ©, Ã©tÃ©</p>";
//! let repaired = pellucid::repair(page);
//! assert_eq!(repaired.text(), "<p>Déjà vu, café, été</p>");
//! assert_eq!(repaired.layers()[0].to_string(), "5 runs read as windows-1252 were UTF-8 (10 characters, now 5)");
//! assert_eq!(repaired.undo(), page);
//! ```

mod check;
mod doubled;
mod kind;
mod misread;
pub(crate) mod mixed;
mod via;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

pub use check::Check;
pub use mixed::Mixed;
pub use via::Via;

use crate::encodings::{self, Encoding};
use doubled::Run;

/// How often text can have been misread. Each repair makes the text shorter, so it would end anyway; this bounds the time.
const LAYERS: usize = 8;

/// A text with what was read wrongly undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired<'a> {
    text: Cow<'a, str>,
    layers: Vec<Layer>,
}

/// One way in which text had been misread, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    via: Via,
    was: &'static Encoding,
    before: u64,
    after: u64,
    places: Vec<Range<usize>>,
}

/// Undoes what was read wrongly in a text, where that is certain and exact.
///
/// `detect` says which encoding bytes are in, if it is sure.
pub(crate) fn repair(text: &str, detect: impl Fn(&[u8]) -> Option<&'static Encoding>) -> Repaired<'_> {
    let mut repaired = Repaired::unchanged(text);
    let mut known = Vec::new();
    while known.len() < LAYERS
        && let Some((via, runs)) = doubled::find(repaired.text(), None, &known)
    {
        known.push(via);
        repaired.apply(via, &encodings::UTF_8, &runs);
    }
    if let Some((was, runs)) = misread::find(repaired.text(), detect) {
        repaired.apply(misread::VIA, was, &runs);
    }
    repaired
}

impl<'a> Repaired<'a> {
    pub(crate) fn unchanged(text: &'a str) -> Repaired<'a> {
        Repaired { text: text.into(), layers: Vec::new() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, borrowed where nothing was changed.
    pub fn into_text(self) -> Cow<'a, str> {
        self.text
    }

    /// What was undone, in the order in which it was: the last misreading first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Whether nothing was changed.
    pub fn is_unchanged(&self) -> bool {
        self.layers.is_empty()
    }

    /// The text as it was before.
    pub fn undo(&self) -> String {
        self.layers.iter().rev().fold(self.text.to_string(), |text, layer| {
            replace(&text, layer.places.iter().map(|at| (at.clone(), layer.misread(&text[at.clone()])))).0
        })
    }

    fn apply(&mut self, via: Via, was: &'static Encoding, runs: &[Run]) {
        let characters = |text: &str| text.chars().count() as u64;
        let before = runs.iter().map(|run| characters(&self.text[run.at.clone()])).sum();
        let after = runs.iter().map(|run| characters(&run.fixed)).sum();
        let (text, places) = replace(&self.text, runs.iter().map(|run| (run.at.clone(), &run.fixed)));
        self.text = text.into();
        self.layers.push(Layer { via, was, before, after, places });
    }
}

/// The text with other words in these places, and where they are then.
fn replace(
    text: &str,
    runs: impl Iterator<Item = (Range<usize>, impl AsRef<str>)>,
) -> (String, Vec<Range<usize>>) {
    let mut new = String::with_capacity(text.len());
    let mut places = Vec::new();
    let mut copied = 0;
    for (at, words) in runs {
        new.push_str(&text[copied..at.start]);
        let start = new.len();
        new.push_str(words.as_ref());
        places.push(start..new.len());
        copied = at.end;
    }
    new.push_str(&text[copied..]);
    (new, places)
}

impl Layer {
    /// The encoding in which the text was misread.
    pub fn via(&self) -> Via {
        self.via
    }

    /// The encoding in which it was.
    pub fn was(&self) -> &'static Encoding {
        self.was
    }

    /// How many runs of text were changed.
    pub fn runs(&self) -> u64 {
        self.places.len() as u64
    }

    /// How many characters they had.
    pub fn before(&self) -> u64 {
        self.before
    }

    /// How many characters they have now.
    pub fn after(&self) -> u64 {
        self.after
    }

    /// Where they are in the text after this layer was undone, and before the next: offsets of bytes.
    pub fn places(&self) -> &[Range<usize>] {
        &self.places
    }

    /// A run as it was misread. Every run was checked to come back exactly.
    fn misread(&self, run: &str) -> String {
        Via::Encoding(self.was)
            .write(run)
            .and_then(|bytes| self.via.read(&bytes))
            .unwrap_or_else(|| run.into())
    }
}

/// What was undone, in words.
impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Layer { via, was, before, after, .. } = self;
        let runs = if self.runs() == 1 { "run" } else { "runs" };
        let were = if self.runs() == 1 { "was" } else { "were" };
        write!(f, "{} {runs} read as {via} {were} {was} ({before} characters, now {after})", self.runs())
    }
}

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
mod misread;
pub(crate) mod mixed;
mod reads;
mod via;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

pub use check::Check;
pub use mixed::Mixed;
pub use via::Via;

use crate::encodings::Encoding;
use reads::Judged;
use via::Route;

/// How often text can have been misread. Each repair makes the text shorter, so it would end anyway; this bounds the time.
const LAYERS: usize = 8;
/// So many ways are tried in earnest.
const TRIED: usize = 4;
/// So many nats more must speak for two misreadings than for one.
const TWICE: f32 = 10.0;

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

/// A place to repair.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    at: Range<usize>,
    fixed: String,
}

/// A way in which a text may have been misread.
struct Way {
    route: &'static Route,
    was: &'static Encoding,
    runs: Vec<Run>,
    /// Whether all of the text must have been misread so.
    is_whole: bool,
}

/// Undoes what was read wrongly in a text, where it reads better by a wide margin then, and can be taken back exactly.
pub(crate) fn repair(text: &str) -> Repaired<'_> {
    let mut repaired = Repaired::unchanged(text);
    while repaired.layers.len() < LAYERS {
        let vias: Vec<Via> = repaired.layers.iter().map(Layer::via).collect();
        let Some(found) = best(repaired.text(), None, &vias, true) else { break };
        repaired.apply(found.way);
    }
    repaired
}

/// The way whose undoing makes a text read best, if that is by a wide margin; `only` asks about UTF-8 that was read in one encoding.
/// `vias` are those through which the text came already. What was misread twice may read well only after the next step, which
/// `further` looks at.
fn best(text: &str, only: Option<Via>, vias: &[Via], further: bool) -> Option<Judged> {
    let legacy = if only.is_none() { misread::ways(text) } else { Vec::new() };
    let ways = doubled::ways(text, only).into_iter().chain(legacy);
    let is_again = |way: &Way| vias.iter().any(|via| via.is_akin(way.route.via));
    let mut judged: Vec<Judged> = ways
        .filter_map(|way| {
            let again = is_again(&way);
            way.judge(text, again)
        })
        .collect();
    // Encodings that read alike make the same text: the first of them is taken.
    judged.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    judged.dedup_by(|b, a| a.way.runs == b.way.runs);
    judged.truncate(TRIED);
    if further && (judged.len() > 1 || judged.iter().any(|judged| !judged.is_sure)) {
        for Judged { way, gain, is_sure, .. } in judged.iter_mut().filter(|judged| judged.is_all) {
            let vias = if *is_sure { [vias, &[way.route.via]].concat() } else { Vec::new() };
            let undone = replace(text, way.runs.iter().map(|run| (run.at.clone(), &run.fixed))).0;
            if let Some(next) = best(&undone, None, &vias, false) {
                (*gain, *is_sure) = (*gain + next.gain - TWICE, true);
            }
        }
    }
    let sure = judged.into_iter().filter(|judged| judged.is_sure);
    sure.reduce(|best, other| if other.gain > best.gain { other } else { best })
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

    fn apply(&mut self, Way { route, was, runs, .. }: Way) {
        let characters = |text: &str| text.chars().count() as u64;
        let before = runs.iter().map(|run| characters(&self.text[run.at.clone()])).sum();
        let after = runs.iter().map(|run| characters(&run.fixed)).sum();
        let (text, places) = replace(&self.text, runs.iter().map(|run| (run.at.clone(), &run.fixed)));
        self.text = text.into();
        self.layers.push(Layer { via: route.via, was, before, after, places });
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

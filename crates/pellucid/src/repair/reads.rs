//! How well text reads, by the model of text: whether it is better with a misreading undone.
//!
//! Both readings are the same bytes, so their nats can be compared as they are. They are summed over all places of a
//! way, and over some of the text around these, in the language that fits the whole best: `Ε΄` could be a Welsh `Ŵ`, but
//! not in a Greek text.
//!
//! Case says nothing here. KOI8-R has capitals where windows-1251 has small letters, so text in the wrong case would look
//! misread.
//!
//! If all text went through an encoding, then nothing of that encoding is left beside the places of the way. Where
//! something is left, at most some of the text was misread, which is rarer and has to show more.

use super::{Run, Way};
use crate::encodings;
use crate::score::symbols::{Case, Symbol};
use crate::score::text::{Sums, TextModel};

/// So many nats must be gained, and so many by each run on average, if all text was misread. Of all clean text in 121 languages,
/// none gains more than …
const WHOLE: [f32; 2] = [6.0, 1.0];
/// The same if some of it was: a text about misread text may quote a word or two.
const PARTS: [f32; 2] = [40.0, 9.0];
/// The same for text that came through an akin encoding already.
const AGAIN: [f32; 2] = [2.0, 0.0];
/// So many characters of the text around say which language it is in.
const AROUND: f32 = 200.0;
/// So many runs show what the others are.
const RUNS: usize = 500;

impl Way {
    /// Keeps the runs that are better undone, and returns how many nats they gain; none if that is too little. `again` says that
    /// the text came through such an encoding already.
    pub fn judge(mut self, text: &str, again: bool) -> Option<(f32, Way)> {
        let model = TextModel::built_in();
        if model.classes().is_empty() || self.runs.is_empty() {
            return None;
        }
        let around = around(model, text, &self.runs);
        let is_enough = |gain: f32, runs: &[Run], [all, each]: [f32; 2]| {
            gain >= all.max(each * runs.len().min(RUNS) as f32)
        };
        if !self.has_strays(text) {
            let gain = self.gain(model, text, around.clone()).0 - self.route.rarity();
            if is_enough(gain, &self.runs, if again { AGAIN } else { WHOLE }) {
                return Some((gain, self));
            }
        }
        if self.is_whole {
            return None;
        }
        let (_, class) = self.gain(model, text, around.clone());
        let readings = Readings::of(&self, text);
        let mut kept = readings.map(|reading| {
            let [now, fixed] = reading.nats(model);
            best(&fixed).0 > best(&now).0 && fixed[class] > now[class]
        }).collect::<Vec<_>>().into_iter();
        self.runs.retain(|_| kept.next().unwrap_or(false));
        let gain = self.gain(model, text, around).0 - self.route.rarity();
        is_enough(gain, &self.runs, if again { AGAIN } else { PARTS }).then_some((gain, self)).filter(|(_, way)| !way.runs.is_empty())
    }

    /// Whether text has characters of the encoding beside the runs.
    pub fn has_strays(&self, text: &str) -> bool {
        let is_stray = |c: char| !c.is_ascii() && self.route.code(c).is_some();
        rest(text, &self.runs).any(|rest| !rest.is_ascii() && rest.chars().any(is_stray))
    }

    /// How many nats are gained by the runs, and the class of the text that they make.
    fn gain(&self, model: &TextModel, text: &str, around: Sums) -> (f32, usize) {
        let (mut now, mut fixed) = (around.clone(), around);
        for reading in Readings::of(self, text).take(RUNS) {
            reading.add(model, &mut now, &mut fixed);
        }
        let (now, (fixed, class)) = (best(&model.totals(&now)).0, best(&model.totals(&fixed)));
        (fixed - now, class)
    }
}

/// The text between runs.
fn rest<'a>(text: &'a str, runs: &'a [Run]) -> impl Iterator<Item = &'a str> {
    let starts = [0].into_iter().chain(runs.iter().map(|run| run.at.end));
    let ends = runs.iter().map(|run| run.at.start).chain([text.len()]);
    starts.zip(ends).map(|(start, end)| &text[start..end])
}

/// What some of the text between runs adds up to.
fn around(model: &TextModel, text: &str, runs: &[Run]) -> Sums {
    let mut sums = model.sums();
    for rest in rest(text, runs).filter(|rest| !rest.is_ascii()) {
        let mut last = [Symbol::BLANK; 2];
        for c in rest.chars().map(symbol) {
            model.add(&mut sums, last[0], last[1], c, 1);
            last = [last[1], c];
            if sums.positions() >= AROUND {
                return sums;
            }
        }
    }
    sums
}

/// A run as it is, and undone, with what stands before it in both cases, and behind it.
struct Reading<'a> {
    now: &'a str,
    fixed: &'a str,
    before: [[Symbol; 2]; 2],
    behind: &'a str,
    /// Those of the run: they make readings of more and of fewer characters comparable.
    bytes: usize,
}

impl Reading<'_> {
    fn add(&self, model: &TextModel, now: &mut Sums, fixed: &mut Sums) {
        add(model, now, self.before[0], self.now, self.behind, self.bytes);
        add(model, fixed, self.before[1], self.fixed, self.behind, self.bytes);
    }

    fn nats(&self, model: &TextModel) -> [Vec<f32>; 2] {
        let [mut now, mut fixed] = [model.sums(), model.sums()];
        self.add(model, &mut now, &mut fixed);
        [now, fixed].map(|sums| model.totals(&sums))
    }
}

/// The readings of all runs.
struct Readings<'a> {
    way: &'a Way,
    text: &'a str,
    next: usize,
    /// Where the run before ends, and its last characters when it is undone.
    last: (usize, [Symbol; 2]),
}

impl<'a> Readings<'a> {
    fn of(way: &'a Way, text: &'a str) -> Readings<'a> {
        Readings { way, text, next: 0, last: (0, [Symbol::BLANK; 2]) }
    }
}

impl<'a> Iterator for Readings<'a> {
    type Item = Reading<'a>;

    fn next(&mut self) -> Option<Reading<'a>> {
        let Run { at, fixed } = self.way.runs.get(self.next)?;
        self.next += 1;
        let now = &self.text[at.clone()];
        let then = context(self.last.1, &self.text[self.last.0..at.start]);
        let before = [context([Symbol::BLANK; 2], &self.text[..at.start]), then];
        self.last = (at.end, context(then, fixed));
        let bytes = if self.way.was == &encodings::UTF_8 { fixed.len() } else { now.chars().count() };
        Some(Reading { now, fixed, before, behind: &self.text[at.end..], bytes })
    }
}

fn symbol(c: char) -> Symbol {
    Symbol { high: !c.is_ascii(), case: Case::None, ..Symbol::of(c) }
}

/// The last two characters of a text that comes after two others.
fn context(before: [Symbol; 2], text: &str) -> [Symbol; 2] {
    let mut last = text.chars().rev().take(2).map(symbol);
    match (last.next(), last.next()) {
        (Some(b), Some(a)) => [a, b],
        (Some(b), None) => [before[1], b],
        _ => before,
    }
}

/// Adds a run, and the ASCII behind it that it is a context of.
fn add(model: &TextModel, sums: &mut Sums, before: [Symbol; 2], run: &str, behind: &str, bytes: usize) {
    let [mut a, mut b] = before;
    let behind = behind.chars().chain([' ', ' ']).take(2).take_while(char::is_ascii);
    let mut characters = 0;
    for c in run.chars().inspect(|_| characters += 1).chain(behind).map(symbol) {
        model.add(sums, a, b, c, 1);
        (a, b) = (b, c);
    }
    sums.add_bytes(bytes.saturating_sub(characters));
}

/// The most nats, and the class that has them.
fn best(totals: &[f32]) -> (f32, usize) {
    let classes = totals.iter().copied().zip(0..);
    classes.fold((f32::NEG_INFINITY, 0), |best, one| if one.0 > best.0 { one } else { best })
}

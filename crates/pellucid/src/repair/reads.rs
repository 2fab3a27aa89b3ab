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
//!
//! Numbers were chosen on the text of 121 languages. No clean line, cut or whole, in its case, in capitals or in swapped
//! case, gains 3 nats; a single accent of a short line that was misread gains 15 as a rule.

use super::{Run, Way};
use crate::encodings;
use crate::score::symbols::{Case, SPACE, Symbol};
use crate::score::text::{Sums, TextModel};

/// So many nats must be gained if all text was UTF-8.
const WHOLE: f32 = 6.0;
/// The same if it was in a legacy encoding, which nothing but its letters shows; and if words then have capitals after small letters.
const LEGACY: f32 = 25.0;
/// The same if words then have no capital after a small letter any more: `бНОПНЯ` is `Вопрос`, but `КПЗБ` need not be `йога`.
const CASE: f32 = 5.0;
/// The same, and on average for each run, if only some of the text was misread.
const PARTS: f32 = 25.0;
const PART: f32 = 9.0;
/// What a word of one letter counts there.
const ALONE: f32 = 1.0 / 3.0;
/// The same for lines of legacy text.
const LINES: f32 = 150.0;
/// A run that gains less may be a letter and a sign after it, as in `«В»`.
const LEAST: f32 = 6.0;
/// How much may stand between two runs of the same sentence: a space, or a comma and a space, or a quote as well.
const GAP: usize = 3;
/// The same for text that came through an akin encoding already.
const AGAIN: f32 = 2.0;
/// So many nats a character of the repaired text must be worth: better than nonsense can be nonsense.
const SENSE: f32 = -9.5;
/// The same for legacy text: any bytes are Chinese characters, but few are common ones.
const LEGACY_SENSE: f32 = -5.0;
/// So many characters of the text around say which language it is in.
const AROUND: f32 = 200.0;
/// So many characters of runs show what the others are.
const SHOWN: usize = 600;

impl Way {
    /// Keeps the runs that are better undone; none if the text does not gain by that. `again` says that it came through such an
    /// encoding already.
    pub fn judge(mut self, text: &str, again: bool) -> Option<Judged> {
        let model = TextModel::built_in();
        if model.classes().is_empty() {
            return None;
        }
        let Weighed { gain, class, sense } = self.weigh(text);
        let (rarity, is_utf8) = (self.route.rarity(), self.was == &encodings::UTF_8);
        let makes_sense = sense >= if is_utf8 { SENSE } else { LEGACY_SENSE };
        let has_strays = self.has_strays(text);
        if !has_strays {
            let margin = match self.odd_capitals(text) {
                _ if again => AGAIN,
                [now, fixed] if now < fixed => LEGACY,
                [now, fixed] if now > fixed && !is_utf8 => CASE,
                _ if is_utf8 => WHOLE,
                _ => LEGACY,
            };
            let is_sure = gain - rarity >= margin && makes_sense;
            if is_sure || is_utf8 {
                let judged = Judged { gain: gain - rarity, is_sure, is_all: true, way: self };
                return (gain > rarity).then_some(judged);
            }
        }
        if self.is_whole || !makes_sense {
            return None;
        }
        let gained: Vec<f32> = Readings::of(&self, text).map(|reading| reading.gain(model, class)).collect();
        let kept = self.kept(text, &gained);
        // Words of one letter say less: a text about misread text may quote some.
        let (mut gain, mut counted) = (-rarity, 0.0);
        for (number, reading) in Readings::of(&self, text).enumerate().filter(|(number, _)| kept[*number]) {
            let weight = if reading.is_alone() { ALONE } else { 1.0 };
            (gain, counted) = (gain + weight * gained[number], counted + weight);
        }
        let mut kept = kept.into_iter();
        self.runs.retain(|_| kept.next().unwrap_or(false));
        let margin = match is_utf8 {
            _ if again => AGAIN,
            true => PARTS.max(PART * counted),
            false => LINES,
        };
        let is_enough = gain >= margin;
        let gain = self.weigh(text).gain - rarity;
        (is_enough && !self.runs.is_empty()).then_some(Judged {
            gain,
            is_sure: true,
            is_all: false,
            way: self,
        })
    }

    /// What the runs gain, by the first of them.
    pub fn weigh(&self, text: &str) -> Weighed {
        let model = TextModel::built_in();
        let around = around(model, text, &self.runs);
        let before = best(&model.totals(&around)).0;
        let (mut now, mut fixed) = (around.clone(), around);
        let (mut shown, mut characters) = (0, 0);
        for reading in Readings::of(self, text) {
            reading.add(model, &mut now, &mut fixed);
            shown += reading.now.chars().count();
            characters += reading.fixed.chars().filter(|c| !c.is_ascii()).count();
            if shown >= SHOWN {
                break;
            }
        }
        let (now, (fixed, class)) = (best(&model.totals(&now)).0, best(&model.totals(&fixed)));
        Weighed { gain: fixed - now, class, sense: (fixed - before) / characters as f32 }
    }

    /// Which runs gain enough, and those that gain anything beside one of these: they are of the same sentence.
    fn kept(&self, text: &str, gained: &[f32]) -> Vec<bool> {
        let mut kept: Vec<bool> = gained.iter().map(|gained| *gained >= LEAST).collect();
        let is_beside = |one: usize, other: usize| {
            let gap = &text[self.runs[one].at.end..self.runs[other].at.start];
            gap.len() <= GAP && !gap.contains(|c: char| c.is_alphanumeric() || c == '<' || c == '>')
        };
        for i in 1..kept.len() {
            kept[i] |= kept[i - 1] && gained[i] > 0.0 && is_beside(i - 1, i);
        }
        for i in (1..kept.len()).rev() {
            kept[i - 1] |= kept[i] && gained[i - 1] > 0.0 && is_beside(i - 1, i);
        }
        kept
    }

    /// Whether the text has characters of the encoding beside the runs.
    fn has_strays(&self, text: &str) -> bool {
        let is_stray = |c: char| !c.is_ascii() && self.route.code(c).is_some();
        rest(text, &self.runs).any(|rest| !rest.is_ascii() && rest.chars().any(is_stray))
    }

    /// How often a capital stands after a small letter in the runs and beside them, or a small letter after two capitals, now and
    /// if they are undone.
    fn odd_capitals(&self, text: &str) -> [usize; 2] {
        let mut odd = [0, 0];
        for Run { at, fixed } in &self.runs {
            let (before, behind) = (text[..at.start].chars().next_back(), text[at.end..].chars().next());
            let in_capitals =
                text[..at.start].chars().rev().take(2).filter(|c| c.is_uppercase()).count() == 2;
            for (odd, run) in odd.iter_mut().zip([&text[at.clone()], fixed]) {
                // There is no usual capital of `ß`.
                *odd += usize::from(in_capitals && run.starts_with(|c: char| c.is_lowercase() && c != 'ß'));
                let chars = || before.into_iter().chain(run.chars()).chain(behind);
                let pairs = chars().zip(chars().skip(1));
                *odd += pairs.filter(|(a, b)| a.is_lowercase() && b.is_uppercase()).count();
            }
        }
        odd
    }
}

/// A way that makes text read better.
pub(super) struct Judged {
    pub way: Way,
    /// By so many nats.
    pub gain: f32,
    /// Whether that is a wide margin.
    pub is_sure: bool,
    /// Whether nothing of the encoding is left then.
    pub is_all: bool,
}

/// What the runs of a way are worth.
pub(super) struct Weighed {
    /// Nats that are gained.
    pub gain: f32,
    /// The class of the text that they make.
    class: usize,
    /// Nats for each character beyond ASCII that they make.
    sense: f32,
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
            model.add(&mut sums, last[0], last[1], c);
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

    /// Whether it is a word of one letter.
    fn is_alone(&self) -> bool {
        let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let one = self.fixed.chars().nth(1).is_none();
        one && self.before[1][1].context() == SPACE && !in_word(self.behind.chars().next())
    }

    /// How many nats it gains in the language that fits each reading best, and in this class, whichever is less.
    fn gain(&self, model: &TextModel, class: usize) -> f32 {
        let [mut now, mut fixed] = [model.sums(), model.sums()];
        self.add(model, &mut now, &mut fixed);
        let [now, fixed] = [now, fixed].map(|sums| model.totals(&sums));
        (best(&fixed).0 - best(&now).0).min(fixed[class] - now[class])
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
        model.add(sums, a, b, c);
        (a, b) = (b, c);
    }
    model.add_bytes(sums, bytes.saturating_sub(characters));
}

/// The most nats, and the class that has them.
fn best(totals: &[f32]) -> (f32, usize) {
    let classes = totals.iter().copied().zip(0..);
    classes.fold((f32::NEG_INFINITY, 0), |best, one| if one.0 > best.0 { one } else { best })
}

#[cfg(all(test, feature = "models"))]
mod tests {
    use super::super::doubled;

    /// The nats that the first way gains, and whether that is a wide margin.
    fn judged(text: &str) -> Option<(f32, bool)> {
        let ways = doubled::ways(text, None).into_iter();
        ways.filter_map(|way| way.judge(text, false)).map(|judged| (judged.gain, judged.is_sure)).next()
    }

    #[test]
    fn one_accent_is_enough_if_nothing_speaks_against_it() {
        let (gain, is_sure) = judged("Ã©").expect("that is better");
        assert!(is_sure && gain > 12.0, "{gain}");
    }

    #[test]
    fn parts_of_a_text_must_show_more() {
        assert_eq!(judged("é Ã©"), None);
        assert!(judged("é – l’Ã©tÃ© dernier, trÃ¨s chaud").is_some_and(|(_, is_sure)| is_sure));
    }

    #[test]
    fn the_language_of_the_text_around_counts() {
        assert_eq!(judged("από τον Β΄ Παγκόσμιο Πόλεμο, Ε΄ τάξη, Γ΄ λυκείου"), None);
    }
}

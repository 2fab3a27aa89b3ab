//! The plots of the report: one function each, from a run to an SVG.

use super::svg::{Anchor, Svg};
use super::tables::{calibration_set, confusion, reliability_of, tally};
use crate::known::Hint;
use crate::run::Run;
use crate::score::Metric;
use crate::variants::Variant;

/// One colour for each detector in the order of the list, we first; readable on white and on black.
const COLOURS: [&str; 10] = [
    "#e03131", "#1c7ed6", "#2f9e44", "#f08c00", "#9c36b5", "#0c8599", "#868e96", "#5c677d", "#a0692c",
    "#d6589f",
];

fn colour(peer: usize) -> &'static str {
    COLOURS[peer % COLOURS.len()]
}

/// The rectangle in which values are drawn, with its two scales.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    x: (f64, f64),
    y: (f64, f64),
}

impl Frame {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let share = |value: f64, (low, high): (f64, f64)| (value.clamp(low, high) - low) / (high - low);
        (self.left + self.width * share(x, self.x), self.top + self.height * (1.0 - share(y, self.y)))
    }

    /// Grid and numbers of both axes, and what they mean.
    fn axes(&self, svg: &mut Svg, xs: &[(f64, String)], ys: &[(f64, String)], x_name: &str, y_name: &str) {
        for (y, label) in ys {
            let (left, height) = self.at(self.x.0, *y);
            svg.rule((left, height), (left + self.width, height));
            svg.text((left - 8.0, height + 4.0), Anchor::End, "", label);
        }
        for (x, label) in xs {
            let (across, bottom) = self.at(*x, self.y.0);
            svg.rule((across, self.top), (across, bottom));
            svg.text((across, bottom + 18.0), Anchor::Middle, "", label);
        }
        let middle = self.left + self.width / 2.0;
        svg.text((middle, self.top + self.height + 38.0), Anchor::Middle, "name", x_name);
        svg.text((self.left - 40.0, self.top - 12.0), Anchor::Start, "name", y_name);
    }
}

/// Names beside points, pushed apart where they would overlap.
fn name_beside(svg: &mut Svg, mut names: Vec<((f64, f64), usize, String)>) {
    const LINE: f64 = 15.0;
    names.sort_by(|a, b| a.0.1.total_cmp(&b.0.1));
    let mut last = f64::NEG_INFINITY;
    for ((x, y), peer, name) in names {
        last = y.max(last + LINE);
        svg.dot((x + 10.0, last), 3.5, colour(peer), &name);
        svg.text((x + 18.0, last + 4.0), Anchor::Start, if peer == 0 { "us" } else { "" }, &name);
    }
}

fn percents(low: u32, high: u32, step: usize) -> Vec<(f64, String)> {
    (low..=high).step_by(step).map(|p| (f64::from(p) / 100.0, p.to_string())).collect()
}

/// The largest multiple of ten per cent below all rates, so that differences can be seen.
fn floor_of(rates: impl Iterator<Item = f64>) -> u32 {
    let least = rates.fold(1.0, f64::min);
    ((least * 10.0).floor() as u32 * 10).min(90)
}

/// Decode-equal against the number of bytes seen, with the language known or not.
pub fn accuracy_against_length(run: &Run, hint: Option<Hint>) -> Option<String> {
    let mut steps: Vec<(usize, String, usize)> = run
        .variants
        .iter()
        .enumerate()
        .filter_map(|(at, measured)| match measured.variant {
            Variant::Window(bytes) if hint.is_none() => Some((bytes, bytes.to_string(), at)),
            Variant::NoDeclaration if hint.is_none() => Some((usize::MAX, "page".into(), at)),
            Variant::Known(bytes, known) if hint == Some(known) => Some((bytes, bytes.to_string(), at)),
            Variant::Whole(known) if hint == Some(known) => Some((usize::MAX, "page".into(), at)),
            _ => None,
        })
        .collect();
    steps.sort();
    if steps.len() < 2 {
        return None;
    }
    let rate = |peer, at: usize| tally(&run.variants[at], peer).rate(Metric::DecodeEqual).unwrap_or(0.0);
    let low =
        floor_of((0..run.peers.len()).flat_map(|peer| steps.iter().map(move |step| rate(peer, step.2))));
    let frame = Frame {
        left: 60.0,
        top: 34.0,
        width: 560.0,
        height: 360.0,
        x: (0.0, (steps.len() - 1) as f64),
        y: (f64::from(low) / 100.0, 1.0),
    };
    let mut svg = Svg::new(860.0, 450.0);
    let xs: Vec<_> = steps.iter().enumerate().map(|(at, step)| (at as f64, step.1.clone())).collect();
    frame.axes(
        &mut svg,
        &xs,
        &percents(low, 100, 10),
        "bytes around the first non-ASCII one",
        "decode-equal, %",
    );
    let mut names = Vec::new();
    // We last, on top of the others.
    for peer in (0..run.peers.len()).rev() {
        let points: Vec<_> =
            steps.iter().enumerate().map(|(at, step)| frame.at(at as f64, rate(peer, step.2))).collect();
        svg.polyline(&points, colour(peer), if peer == 0 { 3.0 } else { 1.6 });
        for (point, step) in points.iter().zip(&steps) {
            let title =
                format!("{}, {} bytes: {:.1} %", run.peers[peer].name, step.1, 100.0 * rate(peer, step.2));
            svg.dot(*point, 2.5, colour(peer), &title);
        }
        names.extend(points.last().map(|end| (*end, peer, run.peers[peer].name.to_owned())));
    }
    name_beside(&mut svg, names);
    Some(svg.finish("Accuracy against length"))
}

/// Share of right answers against claimed confidence.
pub fn reliability_diagram(run: &Run) -> Option<String> {
    let (variants, legacy, _) = calibration_set(run);
    let frame = Frame { left: 60.0, top: 34.0, width: 400.0, height: 400.0, x: (0.0, 1.0), y: (0.0, 1.0) };
    let mut svg = Svg::new(860.0, 490.0);
    frame.axes(
        &mut svg,
        &percents(0, 100, 20),
        &percents(0, 100, 20),
        "claimed confidence, %",
        "right answers, %",
    );
    svg.ideal(frame.at(0.0, 0.0), frame.at(1.0, 1.0));
    let mut names = Vec::new();
    for (peer, contestant) in run.peers.iter().enumerate().rev() {
        let Some(reliability) = reliability_of(run, peer, variants, legacy) else { continue };
        let all = reliability.answers() as f64;
        let bins: Vec<_> = reliability
            .bins
            .iter()
            .filter_map(|bin| Some((frame.at(bin.confidence()?, bin.accuracy()?), bin)))
            .collect();
        let points: Vec<_> = bins.iter().map(|(point, _)| *point).collect();
        svg.polyline(&points, colour(peer), if peer == 0 { 3.0 } else { 1.6 });
        for (point, bin) in &bins {
            let title = format!("{}: {} of {} answers right", contestant.name, bin.right, bin.answers);
            // The area of a dot is the share of answers in it.
            svg.dot(*point, 2.5 + 12.0 * (bin.answers as f64 / all).sqrt(), colour(peer), &title);
        }
        let place = (frame.left + frame.width + 20.0, frame.top + 20.0);
        names.push((place, peer, format!("{} (ECE {:.3})", contestant.name, reliability.ece())));
    }
    if names.is_empty() {
        return None;
    }
    names.reverse();
    name_beside(&mut svg, names);
    Some(svg.finish("Reliability diagram"))
}

/// Speed on legacy pages against decode-equal accuracy.
pub fn speed_against_accuracy(run: &Run) -> Option<String> {
    let measured = run.main_variant()?;
    let points: Vec<(usize, f64, f64)> = run
        .peers
        .iter()
        .enumerate()
        .filter_map(|(peer, contestant)| {
            let speed = contestant.speed.as_ref()?.legacy?;
            Some((peer, speed, tally(measured, peer).rate(Metric::DecodeEqual)?))
        })
        .collect();
    if points.is_empty() {
        return None;
    }
    let speeds = || points.iter().map(|(_, speed, _)| speed.log10());
    let decades = (speeds().fold(f64::MAX, f64::min).floor(), speeds().fold(f64::MIN, f64::max).ceil());
    let decades = (decades.0, decades.1.max(decades.0 + 1.0));
    let low = floor_of(points.iter().map(|(_, _, rate)| *rate));
    let frame = Frame {
        left: 60.0,
        top: 34.0,
        width: 560.0,
        height: 360.0,
        x: decades,
        y: (f64::from(low) / 100.0, 1.0),
    };
    let mut svg = Svg::new(860.0, 450.0);
    let xs: Vec<_> = (decades.0 as i32..=decades.1 as i32)
        .map(|decade| (f64::from(decade), format!("{}", 10_f64.powi(decade))))
        .collect();
    let x_name = "MB/s of CPU time on legacy pages (logarithmic)";
    frame.axes(&mut svg, &xs, &percents(low, 100, 10), x_name, "decode-equal, %");
    let mut names = Vec::new();
    // We last, on top of the others.
    for (peer, speed, rate) in points.into_iter().rev() {
        let name = format!("{} ({speed:.0} MB/s)", run.peers[peer].name);
        let point = frame.at(speed.log10(), rate);
        svg.dot(
            point,
            if peer == 0 { 7.0 } else { 5.0 },
            colour(peer),
            &format!("{name}: {:.1} %", 100.0 * rate),
        );
        names.push(((frame.left + frame.width, point.1), peer, name));
    }
    name_beside(&mut svg, names);
    Some(svg.finish("Speed against accuracy"))
}

/// What a detector said about each true encoding, as a heat map.
pub fn confusion_heat_map(run: &Run, peer: usize) -> Option<String> {
    const SIDE: f64 = 21.0;
    const MARGIN: f64 = 112.0;
    let confusion = confusion(run, peer)?;
    let mut svg = Svg::new(
        MARGIN + SIDE * confusion.truths.len() as f64 + 10.0,
        MARGIN + SIDE * confusion.answers.len() as f64 + 10.0,
    );
    for (column, (truth, pages)) in confusion.truths.iter().enumerate() {
        let left = MARGIN + SIDE * column as f64;
        svg.upward((left + 0.7 * SIDE, MARGIN - 6.0), truth);
        for (row, answer) in confusion.answers.iter().enumerate() {
            let top = MARGIN + SIDE * row as f64;
            let Some((said, equal)) = confusion.cell(answer, truth) else {
                svg.square((left, top), SIDE - 1.0, "empty", 1.0, &format!("{truth} as {answer}: none"));
                continue;
            };
            // Faint cells are still seen: one page of hundreds is what one looks for.
            let share = said as f64 / *pages as f64;
            let class = if 2 * equal >= said { "right" } else { "wrong" };
            let title = format!("{truth} as {answer}: {said} of {pages} pages, {equal} decode-equal");
            svg.square((left, top), SIDE - 1.0, class, 0.25 + 0.75 * share, &title);
            svg.text((left + (SIDE - 1.0) / 2.0, top + 14.0), Anchor::Middle, "count", &said.to_string());
        }
    }
    for (row, answer) in confusion.answers.iter().enumerate() {
        svg.text((MARGIN - 6.0, MARGIN + SIDE * row as f64 + 14.0), Anchor::End, "", answer);
    }
    Some(svg.finish(&format!("Confusion of {}", run.peers[peer].name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_maps_its_corners() {
        let frame = Frame { left: 10.0, top: 20.0, width: 100.0, height: 50.0, x: (0.0, 2.0), y: (0.5, 1.0) };
        assert_eq!(frame.at(0.0, 0.5), (10.0, 70.0));
        assert_eq!(frame.at(2.0, 1.0), (110.0, 20.0));
        assert_eq!(frame.at(1.0, 0.0), (60.0, 70.0), "values outside stay on the border");
    }

    #[test]
    fn axes_begin_below_the_worst() {
        assert_eq!(floor_of([0.97, 0.63].into_iter()), 60);
        assert_eq!(floor_of([1.0].into_iter()), 90);
    }
}

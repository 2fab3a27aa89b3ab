//! Accuracy on the paper's five encodings as dots on lines.

use super::published::{ACCURACY, DETECTORS, ENCODINGS, MEAN};
use super::tables::{mean, shares};
use super::{Measured, Share};
use pellucid_eval::report::svg::{Anchor, Svg};

const LEFT: f64 = 190.0;
const WIDTH: f64 = 480.0;
const LINE: f64 = 26.0;
const TOP: f64 = 64.0;

/// One colour for each encoding; readable on white and on black. The mean is black on white.
const COLOURS: [&str; 5] = ["#1c7ed6", "#e03131", "#2f9e44", "#f08c00", "#9c36b5"];

/// A line for each detector, published and measured; a dot for each encoding, and a stroke for their mean.
pub fn accuracy(measured: &Measured) -> String {
    let mut lines: Vec<(String, [f64; 5], f64)> = Vec::new();
    for (number, detector) in DETECTORS.iter().enumerate() {
        let figures = ACCURACY.map(|row| f64::from(row[number]));
        lines.push((format!("{detector}, published"), figures, f64::from(MEAN[number])));
    }
    for (number, system) in measured.systems.iter().enumerate() {
        let shares = shares(measured, number);
        lines.push((system.name(), shares.map(Share::percent), mean(&shares, Share::percent)));
    }
    let bottom = TOP + LINE * lines.len() as f64;
    let mut svg = Svg::new(LEFT + WIDTH + 70.0, bottom + 50.0);
    let x = |percent: f64| LEFT + WIDTH * percent / 100.0;
    for percent in [0, 20, 40, 60, 80, 100] {
        let across = x(f64::from(percent));
        svg.rule((across, TOP - 10.0), (across, bottom - 8.0));
        svg.text((across, bottom + 10.0), Anchor::Middle, "", &percent.to_string());
    }
    svg.text((LEFT + WIDTH / 2.0, bottom + 32.0), Anchor::Middle, "name", "accuracy, %; grey: the mean");
    let places = [0.0, 70.0, 190.0, 250.0, 370.0];
    for ((encoding, colour), place) in ENCODINGS.iter().zip(COLOURS).zip(places) {
        svg.dot((LEFT + place, 20.0), 5.0, colour, encoding);
        svg.text((LEFT + place + 10.0, 24.0), Anchor::Start, "", encoding);
    }
    for (number, (name, figures, mean)) in lines.iter().enumerate() {
        let y = TOP + LINE * number as f64;
        svg.rule((LEFT, y), (LEFT + WIDTH, y));
        svg.text((LEFT - 12.0, y + 4.0), Anchor::End, "", name);
        svg.polyline(&[(x(*mean), y - 9.0), (x(*mean), y + 9.0)], "#868e96", 4.0);
        svg.text((LEFT + WIDTH + 14.0, y + 4.0), Anchor::Start, "", &format!("{mean:.0}"));
        for ((figure, colour), encoding) in figures.iter().zip(COLOURS).zip(ENCODINGS) {
            svg.dot((x(*figure), y), 5.0, colour, &format!("{name}, {encoding}: {figure:.1} %"));
        }
    }
    svg.alone("Accuracy on the five encodings of the paper")
}

//! A figure → boxes and texts at their places.

use std::ops::Range;

use super::{Colour, Figure, Named, Page, Panel, Tone};

/// All lengths are in pixels of a screen.
const WIDTH: f64 = 960.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 22.0;
/// For the title of the figure.
const HEAD: f64 = 44.0;
/// Of a panel: its title and legend, the names of regions, the columns, what is under them.
const TITLE: f64 = 22.0;
const NAMES: f64 = 24.0;
const PLOT: f64 = 270.0;
const FOOT: f64 = 62.0;

/// How wide a character is: that of the font which is in the program, and SVG is set to.
pub const CHARACTER: f64 = 5.5;
/// And of the title.
pub const HEAD_CHARACTER: f64 = 7.0;

/// Of the page's text: a row, its label, and how many characters of it are shown.
const ROW: f64 = 15.0;
const LABEL: f64 = 70.0;
const SHOWN: usize = 130;

/// Columns below the axis are cut where they are so many times longer than the longest above it: one line of a script
/// would press everything else flat.
const DEEPEST: f64 = 1.5;
/// But so many of them are seen whole.
const WHOLE: f64 = 0.9;

/// What is drawn, in this order.
#[derive(Clone, Debug)]
pub struct Paper {
    pub title: String,
    pub width: f64,
    pub height: f64,
    pub shapes: Vec<Shape>,
}

#[derive(Clone, Debug)]
pub enum Shape {
    Boxes(Colour, Vec<Box>),
    Text(Text),
}

/// A filled rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

#[derive(Clone, Debug)]
pub struct Text {
    /// The place of its anchor, and of its base line.
    pub x: f64,
    pub y: f64,
    pub anchor: Anchor,
    pub style: Style,
    pub colour: Colour,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Bold,
    /// Bold and large.
    Head,
    /// From bottom to top.
    Turned,
    /// Of a page, in whatever script: from right to left where its first letter is of such a one.
    Page,
}

/// Puts a figure onto paper.
pub fn paper(figure: &Figure) -> Paper {
    let panel = TITLE + NAMES + PLOT + FOOT;
    let rows = figure.page.as_ref().map_or(0.0, |page| TITLE + NAMES + ROW * page.rows.len() as f64 + 12.0);
    let height = HEAD + panel * figure.panels.len() as f64 + rows;
    let mut paper = Paper { title: figure.title.clone(), width: WIDTH, height, shapes: Vec::new() };
    paper.fill(Colour::WHITE, Box { x: 0.0, y: 0.0, width: WIDTH, height });
    // Names of files have no bound.
    let room = ((WIDTH - 40.0) / HEAD_CHARACTER) as usize;
    paper.text(20.0, 28.0, Anchor::Start, Style::Head, Colour::INK, shortened(&figure.title, room));
    for (i, panel_) in figure.panels.iter().enumerate() {
        Plot::new(panel_, HEAD + panel * i as f64 + TITLE + NAMES).draw(&mut paper);
    }
    if let Some(page) = &figure.page {
        draw_page(&mut paper, page, HEAD + panel * figure.panels.len() as f64 + TITLE);
    }
    paper
}

/// The text of a page, what is marked on the ground of the main content.
fn draw_page(paper: &mut Paper, page: &Page, top: f64) {
    let end = WIDTH - RIGHT;
    paper.text(LEFT, top, Anchor::Start, Style::Bold, Colour::INK, page.title.clone());
    for (i, row) in page.rows.iter().enumerate() {
        let y = top + 12.0 + ROW * i as f64;
        if row.marked {
            paper.fill(Colour::PALE, Box { x: LEFT, y, width: end - LEFT, height: ROW });
            paper.fill(Colour::GREEN, Box { x: LEFT - 4.0, y, width: 4.0, height: ROW });
        }
        let base = y + 11.0;
        paper.text(LABEL, base, Anchor::End, Style::Plain, Colour::GREY, row.label.clone());
        let long = row.text.chars().count() > SHOWN;
        let shown: String = row.text.chars().take(SHOWN).chain(long.then_some('…')).collect();
        let right = is_right_to_left(&shown);
        let (x, anchor) = if right { (end - 6.0, Anchor::End) } else { (LEFT + 6.0, Anchor::Start) };
        paper.text(x, base, anchor, Style::Page, Colour::INK, shown);
    }
}

/// Whether the first letter of a text is of a script that is written from right to left.
pub fn is_right_to_left(text: &str) -> bool {
    let first = text.chars().find(|character| character.is_alphabetic());
    first.is_some_and(|letter| pellucid::papers::r2l::Script::RightToLeft.has(letter))
}

/// The last characters of a text that is too long: of a path, the file's name.
fn shortened(text: &str, room: usize) -> String {
    let length = text.chars().count();
    if length <= room {
        return text.to_owned();
    }
    ["...".to_owned(), text.chars().skip(length + 3 - room).collect()].concat()
}

impl Paper {
    fn fill(&mut self, colour: Colour, filled: Box) {
        self.shapes.push(Shape::Boxes(colour, vec![filled]));
    }

    fn text(&mut self, x: f64, y: f64, anchor: Anchor, style: Style, colour: Colour, text: String) {
        self.shapes.push(Shape::Text(Text { x, y, anchor, style, colour, text }));
    }
}

/// A panel at its place, with its scales.
struct Plot<'a> {
    panel: &'a Panel,
    /// Where the columns begin.
    top: f64,
    /// How many there are.
    count: usize,
    /// What is seen of the values.
    high: f64,
    low: f64,
}

impl Plot<'_> {
    fn new(panel: &Panel, top: f64) -> Plot<'_> {
        let all = || panel.series.iter().flat_map(|series| series.columns.iter().copied());
        let count = panel.series.iter().map(|series| series.columns.len()).max().unwrap_or(0);
        let threshold = panel.threshold.as_ref().map_or(0.0, |threshold| threshold.at);
        let high = all().fold(threshold.max(panel.reach), f64::max);
        let lowest = all().fold(threshold.min(0.0), f64::min);
        let mut below: Vec<f64> = all().filter(|&value| value < 0.0).collect();
        let mut low = lowest;
        if high > 0.0 && !below.is_empty() {
            let whole = (below.len() as f64 * (1.0 - WHOLE)) as usize;
            let (_, typical, _) = below.select_nth_unstable_by(whole, f64::total_cmp);
            low = lowest.max((-DEEPEST * high).min(*typical));
        }
        // Room for the name of the longest column; and an axis where there is nothing.
        let high = if high > 0.0 { high * 1.12 } else { (-low * 0.1).max(1.0) };
        Plot { panel, top, count, high, low: low * 1.04 }
    }

    fn y(&self, value: f64) -> f64 {
        let share = (self.high - value.clamp(self.low, self.high)) / (self.high - self.low);
        self.top + share * PLOT
    }

    /// Where a column begins; that of the one behind the last is the end.
    fn x(&self, column: usize) -> f64 {
        LEFT + (column as f64 * (WIDTH - LEFT - RIGHT) / self.count.max(1) as f64).floor()
    }

    /// Which columns are drawn, and where: one for each pixel at most, which then stands for several.
    fn slots(&self) -> impl Iterator<Item = (Range<usize>, f64, f64)> + '_ {
        let pixels = (WIDTH - LEFT - RIGHT) as usize;
        let slots = self.count.min(pixels);
        let room = if self.count == 0 { 0.0 } else { pixels as f64 / slots as f64 };
        // Where there is room, columns stand apart.
        let gap = if room >= 4.0 { 1.0 } else { 0.0 };
        (0..slots).map(move |slot| {
            let (first, behind) = (slot * self.count / slots, (slot + 1) * self.count / slots);
            let (start, end) = ((slot * pixels / slots) as f64, ((slot + 1) * pixels / slots) as f64);
            (first..behind, LEFT + start, (end - start - gap).min(28.0))
        })
    }

    fn draw(&self, paper: &mut Paper) {
        let end = WIDTH - RIGHT;
        self.head(paper);
        if !self.panel.note.is_empty() {
            // Without columns there is nothing to measure: no axes.
            let (x, y) = ((LEFT + end) / 2.0, self.top + PLOT / 2.0);
            return paper.text(x, y, Anchor::Middle, Style::Bold, Colour::INK, self.panel.note.clone());
        }
        self.regions(paper);
        self.scales(paper);
        let cut = self.columns(paper);
        self.blocks(paper);
        paper.fill(Colour::INK, Box { x: LEFT, y: self.y(0.0) - 0.5, width: end - LEFT, height: 1.0 });
        if let Some(threshold) = &self.panel.threshold {
            let y = self.y(threshold.at).round();
            let dashes = (0..((end - LEFT) / 8.0) as usize).map(|dash| Box {
                x: LEFT + dash as f64 * 8.0,
                y: y - 0.5,
                width: 5.0,
                height: 1.5,
            });
            paper.shapes.push(Shape::Boxes(Colour::INK, dashes.collect()));
        }
        self.letters(paper);
        for named in &self.panel.named {
            self.name(paper, named);
        }
        if let Some((columns, longest)) = cut {
            let s = if columns == 1 { "" } else { "s" };
            let text = format!("{columns} column{s} cut, the longest {}", self.number(longest));
            let y = self.top + PLOT + 37.0;
            paper.text(end, y, Anchor::End, Style::Plain, Colour::GREY, text);
        }
    }

    /// Its title, and what the colours mean.
    fn head(&self, paper: &mut Paper) {
        let y = self.top - NAMES - 6.0;
        paper.text(LEFT, y, Anchor::Start, Style::Bold, Colour::INK, self.panel.title.clone());
        // From right to left: the series, and before them the line, whose sign is a dash.
        let series = self.panel.series.iter().rev().map(|series| (&series.name, series.colour, 10.0));
        let line = self.panel.threshold.iter().map(|threshold| (&threshold.name, Colour::INK, 2.0));
        let mut x = WIDTH - RIGHT;
        for (name, colour, height) in series.chain(line).filter(|(name, ..)| !name.is_empty()) {
            x -= CHARACTER * name.chars().count() as f64;
            paper.text(x, y, Anchor::Start, Style::Plain, Colour::GREY, name.clone());
            x -= 16.0;
            paper.fill(colour, Box { x, y: y - 4.0 - height / 2.0, width: 10.0, height });
            x -= 20.0;
        }
    }

    fn regions(&self, paper: &mut Paper) {
        let mut free = LEFT;
        for region in self.panel.regions.iter().filter(|region| !region.columns.is_empty()) {
            let (x, end) = (self.x(region.columns.start), self.x(region.columns.end.min(self.count)));
            let width = (end - x).max(2.0);
            let (ground, edge) = match region.tone {
                Tone::Green => (Colour::PALE, Colour::GREEN),
                Tone::Orange => (Colour::WARM, Colour::ORANGE),
                Tone::Grey => (Colour::DULL, Colour::GREY),
            };
            paper.fill(ground, Box { x, y: self.top, width, height: PLOT });
            paper.fill(edge, Box { x, y: self.top - 4.0, width, height: 4.0 });
            let half = CHARACTER * region.name.chars().count() as f64 / 2.0;
            let middle = (x + width / 2.0).min(WIDTH - RIGHT - half).max(LEFT + half);
            // A name that would stand on another is left out.
            if !region.name.is_empty() && middle - half >= free {
                free = middle + half + CHARACTER;
                let (y, name) = (self.top - 9.0, region.name.clone());
                paper.text(middle, y, Anchor::Middle, Style::Plain, edge, name);
            }
        }
    }

    /// Both axes: ticks, their numbers and what they mean.
    fn scales(&self, paper: &mut Paper) {
        let (end, bottom) = (WIDTH - RIGHT, self.top + PLOT);
        let step = round_step((self.high - self.low) / 7.0);
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
        for tick in first..=last {
            let value = tick as f64 * step;
            let y = self.y(value).round();
            if tick != 0 {
                paper.fill(Colour::FAINT, Box { x: LEFT, y: y - 0.5, width: end - LEFT, height: 1.0 });
            }
            paper.fill(Colour::GREY, Box { x: LEFT - 4.0, y: y - 0.5, width: 4.0, height: 1.0 });
            let number = self.number(value);
            paper.text(LEFT - 8.0, y + 4.0, Anchor::End, Style::Plain, Colour::GREY, number);
        }
        paper.fill(Colour::GREY, Box { x: LEFT - 1.0, y: self.top, width: 1.0, height: PLOT });
        paper.fill(Colour::GREY, Box { x: LEFT - 1.0, y: bottom, width: end - LEFT + 1.0, height: 1.0 });
        let middle = self.top + PLOT / 2.0;
        paper.text(18.0, middle, Anchor::Middle, Style::Turned, Colour::INK, self.panel.y_label.clone());

        let step = round_step(self.count as f64 / 9.0).max(1.0) as usize;
        // Columns are numbered from 1: the ticks are at 1, and at round numbers.
        let first = Some(1).filter(|_| step > 1 && self.count > 0);
        for number in first.into_iter().chain((step..=self.count).step_by(step)) {
            let x = (self.x(number - 1) + self.x(number)) / 2.0;
            paper.fill(Colour::GREY, Box { x: x.floor(), y: bottom + 1.0, width: 1.0, height: 4.0 });
            paper.text(x, bottom + 18.0, Anchor::Middle, Style::Plain, Colour::GREY, grouped(number as f64));
        }
        let label = self.panel.x_label.clone();
        paper.text((LEFT + end) / 2.0, bottom + 37.0, Anchor::Middle, Style::Plain, Colour::INK, label);
    }

    /// The columns. How many are cut at the lower end, and the longest of them.
    fn columns(&self, paper: &mut Paper) -> Option<(usize, f64)> {
        let axis = self.y(0.0);
        let mut breaks = Vec::new();
        for series in &self.panel.series {
            let mut boxes = Vec::new();
            for (columns, x, width) in self.slots() {
                let values = series.columns.get(columns).unwrap_or_default();
                // The extremes of those that share the place.
                let above = values.iter().copied().fold(0.0, f64::max);
                let below = values.iter().copied().fold(0.0, f64::min);
                if above > 0.0 {
                    // Every column is seen.
                    let height = (axis - self.y(above)).max(1.0);
                    boxes.push(Box { x, y: axis - height, width, height });
                }
                if below < 0.0 {
                    let height = (self.y(below) - axis).max(1.0);
                    boxes.push(Box { x, y: axis, width, height });
                }
                if below < self.low {
                    breaks.push(Box { x, y: self.top + PLOT - 5.0, width, height: 2.0 });
                }
            }
            paper.shapes.push(Shape::Boxes(series.colour, boxes));
        }
        if breaks.is_empty() {
            return None;
        }
        paper.shapes.push(Shape::Boxes(Colour::WHITE, breaks));
        let cut = || self.panel.series.iter().flat_map(|s| &s.columns).filter(|value| **value < self.low);
        Some((cut().count(), cut().copied().fold(0.0, f64::min)))
    }

    /// Letters of regions, each beside the one before it where they would stand on each other.
    fn letters(&self, paper: &mut Paper) {
        let mut free = LEFT;
        for region in self.panel.regions.iter().filter(|region| !region.letter.is_empty()) {
            let (x, end) = (self.x(region.columns.start), self.x(region.columns.end.min(self.count)));
            let middle = ((x + end) / 2.0).max(free + HEAD_CHARACTER).min(WIDTH - RIGHT - HEAD_CHARACTER);
            free = middle + HEAD_CHARACTER;
            let (y, letter) = (self.top + 18.0, region.letter.clone());
            paper.text(middle, y, Anchor::Middle, Style::Head, Colour::INK, letter);
        }
    }

    /// Gaps between blocks, and the names of those that have room for them.
    fn blocks(&self, paper: &mut Paper) {
        let axis = self.y(0.0);
        let mut gaps = Vec::new();
        for block in &self.panel.blocks {
            let (x, end) = (self.x(block.columns.start), self.x(block.columns.end.min(self.count)));
            // Narrow ones would be all gap.
            if end - x >= 3.0 {
                gaps.push(Box { x: end - 1.0, y: self.top, width: 1.0, height: axis - self.top });
            }
        }
        paper.shapes.push(Shape::Boxes(Colour::WHITE, gaps));
        for block in &self.panel.blocks {
            let (x, end) = (self.x(block.columns.start), self.x(block.columns.end.min(self.count)));
            if end - x >= CHARACTER * block.name.chars().count() as f64 + 4.0 {
                let (middle, y) = ((x + end) / 2.0, self.y(block.height) - 4.0);
                paper.text(middle, y, Anchor::Middle, Style::Plain, Colour::GREY, block.name.clone());
            }
        }
    }

    fn name(&self, paper: &mut Paper, named: &Named) {
        let x = (self.x(named.column) + self.x(named.column + 1)) / 2.0;
        let y = self.y(named.height);
        paper.fill(Colour::INK, Box { x: x - 2.0, y: y - 2.0, width: 5.0, height: 5.0 });
        let fits = x + 12.0 + CHARACTER * named.name.chars().count() as f64 <= WIDTH - RIGHT;
        let (x, anchor) = if fits { (x + 9.0, Anchor::Start) } else { (x - 7.0, Anchor::End) };
        paper.text(x, y + 1.0, anchor, Style::Bold, Colour::INK, named.name.clone());
    }

    fn number(&self, value: f64) -> String {
        grouped(if self.panel.signed { value } else { value.abs() })
    }
}

/// The round number next to this: 1, 2 or 5 times a power of ten.
fn round_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.max(1e-9).log10().floor());
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= rough * 0.999).unwrap_or(10.0);
    times * power
}

/// A number with its thousands apart, and as many decimals as a step of a scale can have.
pub fn grouped(value: f64) -> String {
    let decimals = if value.fract() == 0.0 { 0 } else { 2 };
    let number = format!("{:.decimals$}", value.abs());
    let whole = number.find('.').unwrap_or(number.len());
    let mut text = if value < 0.0 { "-".to_owned() } else { String::new() };
    for (i, digit) in number.chars().enumerate() {
        if i > 0 && i < whole && (whole - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Block, Row, Series};
    use super::*;

    fn drawn(columns: Vec<f64>) -> (Vec<Box>, Vec<String>) {
        let series = Series { name: "s".into(), colour: Colour::BLUE, columns };
        let panel = Panel { series: vec![series], signed: true, ..Panel::default() };
        let paper = paper(&Figure { title: "t".into(), panels: vec![panel], page: None });
        // The first boxes of this colour are the legend's.
        let mut blue = paper.shapes.iter().filter_map(|shape| match shape {
            Shape::Boxes(Colour::BLUE, boxes) => Some(boxes.clone()),
            _ => None,
        });
        let texts = paper.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.text.clone()),
            Shape::Boxes(..) => None,
        });
        (blue.next_back().unwrap(), texts.collect())
    }

    #[test]
    fn round_numbers() {
        assert_eq!([0.13, 1.0, 3.0, 60.0, 700.0].map(round_step), [0.2, 1.0, 5.0, 100.0, 1000.0]);
        assert_eq!([0.0, -1234567.0, 0.25, 999.0].map(grouped), ["0", "-1,234,567", "0.25", "999"]);
    }

    #[test]
    fn columns_stand_on_both_sides_of_the_axis() {
        let (boxes, texts) = drawn(vec![100.0, -100.0, 0.0, 50.0]);
        let [up, down, half] = boxes[..] else { panic!("{boxes:?}") };
        assert_eq!(up.y + up.height, down.y);
        assert!((up.height - down.height).abs() < 1e-9);
        assert!((half.height * 2.0 - up.height).abs() < 1e-9);
        assert!(up.x + up.width < down.x && down.x < half.x);
        assert!(
            ["1", "2", "3", "4"].iter().all(|tick| texts.iter().filter(|text| text == tick).count() == 1)
        );
    }

    #[test]
    fn extremes_of_many_columns_are_seen() {
        let mut columns = vec![1.0; 50_000];
        (columns[25_000], columns[49_999]) = (100.0, -100.0);
        let (boxes, texts) = drawn(columns);
        assert!(boxes.len() < 1000);
        let longest = boxes.iter().map(|b| b.height).fold(0.0, f64::max);
        assert_eq!(boxes.iter().filter(|b| b.height > longest - 1.0).count(), 2);
        assert!(texts.contains(&"50,000".into()), "{texts:?}");
    }

    #[test]
    fn very_long_columns_below_are_cut_and_told() {
        let mut columns = vec![100.0; 30];
        columns.extend(vec![-50.0; 30]);
        columns[40] = -100_000.0;
        let (boxes, texts) = drawn(columns);
        assert!(boxes.iter().all(|b| b.height < PLOT));
        assert!(boxes[0].height > PLOT / 4.0);
        assert!(texts.contains(&"1 column cut, the longest -100,000".into()), "{texts:?}");
    }

    #[test]
    fn blocks_have_gaps_and_names_where_there_is_room() {
        let series = Series { name: "s".into(), colour: Colour::BLUE, columns: vec![1.0; 400] };
        let block = |columns: Range<usize>, name: &str| Block { columns, height: 1.0, name: name.into() };
        let blocks = vec![block(0..200, "one"), block(200..201, "two"), block(201..400, "six")];
        let panel = Panel { series: vec![series], blocks, ..Panel::default() };
        let paper = paper(&Figure { panels: vec![panel], ..Figure::default() });
        let texts = |name: &str| {
            paper
                .shapes
                .iter()
                .filter(|shape| matches!(shape, Shape::Text(text) if text.text == name))
                .count()
        };
        assert_eq!(["one", "two", "six"].map(texts), [1, 0, 1]);
        let gaps = paper.shapes.iter().find_map(|shape| match shape {
            Shape::Boxes(Colour::WHITE, boxes) if boxes.len() > 1 => Some(boxes.len()),
            _ => None,
        });
        assert_eq!(gaps, Some(2));
    }

    #[test]
    fn a_page_is_drawn_row_by_row() {
        let row = |text: &str, marked| Row { label: "7".into(), text: text.into(), marked };
        let page =
            Page { title: "text".into(), rows: vec![row("سلام", true), row(&"x".repeat(200), false)] };
        let paper = paper(&Figure { page: Some(page), ..Figure::default() });
        let rows: Vec<&Text> = paper
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Text(text) if text.style == Style::Page => Some(text),
                _ => None,
            })
            .collect();
        assert_eq!((rows[0].anchor, rows[1].anchor), (Anchor::End, Anchor::Start));
        assert_eq!(rows[1].text.chars().count(), SHOWN + 1);
        assert!(rows[1].y <= paper.height);
    }

    #[test]
    fn nothing_to_draw_is_an_empty_axis() {
        for columns in [vec![], vec![0.0], vec![-5.0]] {
            let (_, texts) = drawn(columns);
            assert!(texts.contains(&"0".into()));
        }
        assert_eq!(shortened("a/long/path", 8), ".../path");
    }
}

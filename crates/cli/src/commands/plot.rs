//! `pellucid plot`: what an extractor sees of a page, as a picture.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pellucid::extract::{ExtractorName, Scored};
use pellucid::papers::r2l::tune::Profile;
use pellucid::papers::r2l::{Area, Content, Danag, Licea, Line, Lines, Output, R2l, Script};
use pellucid::{Detector, PageOptions};
use pellucid_files::Beside;

use crate::decoding::DecodingOptions;
use crate::exit;
use crate::extractor::{self, is_r2l};
use crate::figure::{
    Block, Colour, Figure, Format, Named, Page, Panel, Region, Row, Series, Threshold, Tone, grouped,
};
use crate::hints::Hints;
use crate::named::named;
use crate::usage::usage;

/// Plot what an extractor sees in a page, as SVG or PNG
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Plot {
    /// The page; `-` is standard input
    #[arg(value_name = "PAGE")]
    page: PathBuf,

    /// Write the picture to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Draw svg or png [default: by the ending of --output]
    #[arg(short, long, value_parser = named(Format::ALL, Format::name), hide_possible_values = true)]
    format: Option<Format>,

    /// Plot the view of default, r2l, r2l+, r2l-tree, licea or danag
    ///
    /// `r2l` is plotted by default.
    #[arg(
        long,
        value_name = "NAME",
        default_value = "r2l",
        value_parser = named(ExtractorName::ALL, ExtractorName::name),
        hide_default_value = true,
        hide_possible_values = true
    )]
    extractor: ExtractorName,

    /// Let the extractor skip so many lines to the next content
    ///
    /// This is the parameter P of R2L, 8 by default; the gap of DANAg, 20; C2 of LICEA, 5.
    #[arg(long, value_name = "N")]
    gap: Option<usize>,

    /// Let LICEA take texts of so many characters for content [default: 40]
    ///
    /// This is its C1. Its C2 is --gap.
    #[arg(long, value_name = "N")]
    length: Option<usize>,

    /// Expect content in this script, with R2L [default: right-to-left]
    #[arg(long, value_parser = named(Script::ALL, Script::name), hide_possible_values = true)]
    script: Option<Script>,

    /// Use settings of R2L, as `pellucid tune r2l` writes them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["extractor", "gap", "script", "length"])]
    profile: Option<PathBuf>,

    /// Draw only this figure of the paper on R2L: 2, 3, formula-2, both or all
    ///
    /// 2: content above the axis, markup below it. 3: the difference of each line, formula (1). formula-2: the difference of
    /// each line and both its neighbours, by which the main content is found. both: 2 and 3. By default, all are drawn.
    #[arg(long, value_enum, value_name = "WHICH", hide_possible_values = true)]
    figure: Option<Which>,

    /// Show the text of the page under the figures, with the chosen region marked
    ///
    /// Lines without text are left out, and so are most lines far from the region.
    #[arg(long)]
    text: bool,

    #[command(flatten)]
    decoding: DecodingOptions,

    #[command(flatten)]
    hints: Hints,
}

const LONG_ABOUT: &str = "\
Plot what an extractor sees in a page, as SVG or PNG

Figure 2 of the paper on R2L shows, for each line of the source, the characters of content above the axis, and those of markup \
below it. Its regions are named as in the paper: A is markup, B the main content, C a mixture. Figure 3 shows the difference of both, \
formula (1). The third figure adds up the differences of a line and its neighbours, formula (2); the main content is around its \
longest column. With --text, the text of the page stands under them. LICEA has one measure: the characters of each text. So has the default \
extractor: how likely each block of the page is main content. Each block is as wide as it has characters.";

const AFTER_HELP: &str = "\
Examples:
  pellucid plot page.html -o figure.svg
  pellucid plot page.html -o figure.png --figure 3 --gap 12
  pellucid plot page.html -o figure.svg --figure both --text
  pellucid plot page.html -o figure.svg --profile site.toml
  pellucid plot page.html -o figure.svg --extractor licea
  pellucid plot page.html -o figure.svg --extractor default";

/// Which figures are drawn.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    /// Content above the axis, markup below it
    #[value(name = "2")]
    Two,
    /// The difference
    #[value(name = "3")]
    Three,
    /// The difference with those of both neighbours
    #[value(name = "formula-2")]
    Formula2,
    /// 2 and 3, one under the other
    Both,
    /// All of them
    All,
}

impl Which {
    fn has(self, one: Which) -> bool {
        match self {
            Which::All => true,
            Which::Both => one == Which::Two || one == Which::Three,
            _ => self == one,
        }
    }
}

impl Plot {
    /// Runs the command.
    pub fn run(self) -> Result<u8> {
        let Some(format) = self.format.or_else(|| Format::of(&self.output)) else {
            let endings: Vec<String> =
                Format::ALL.iter().map(|format| format!(".{}", format.name())).collect();
            return Err(usage(format!(
                "{}: the name of a picture ends with {}; rename it, or choose a --format",
                self.output.display(),
                endings.join(" or ")
            )));
        };
        if matches!(self.extractor, ExtractorName::Licea | ExtractorName::Default) && self.figure.is_some() {
            return Err(usage(
                "--figure needs --extractor r2l, r2l+, r2l-tree or danag: the others have only one figure",
            ));
        }
        if matches!(self.extractor, ExtractorName::Licea | ExtractorName::Default) && self.text {
            return Err(usage("--text needs --extractor r2l, r2l+, r2l-tree or danag"));
        }
        if self.length.is_some() && self.extractor != ExtractorName::Licea {
            return Err(usage("--length needs --extractor licea"));
        }
        if self.extractor == ExtractorName::Default && self.gap.is_some() {
            return Err(usage("--gap needs --extractor r2l, r2l+, r2l-tree, licea or danag"));
        }
        if self.script.is_some() && !is_r2l(self.extractor) {
            return Err(usage(
                "--script needs --extractor r2l, r2l+ or r2l-tree: the others do not look at scripts",
            ));
        }
        let detector = self.hints.detector()?;
        let profile = self.profile.as_deref().map(extractor::profile).transpose()?;
        let bytes = read(&self.page).with_context(|| self.page.display().to_string())?;
        let page = detector
            .decode_with(&bytes, &self.decoding.page())
            .with_context(|| self.page.display().to_string())?;
        let figure = self.draw(page.text(), profile.as_ref());
        let mut file = Beside::create(&self.output)?;
        figure.write(format, &mut file)?;
        file.finish()?;
        Ok(exit::FINE)
    }

    fn draw(&self, page: &str, profile: Option<&Profile>) -> Figure {
        let r2l = match (self.extractor, profile) {
            (_, Some(profile)) => Some(profile.r2l()),
            (ExtractorName::R2l, None) => Some(R2l::default()),
            (ExtractorName::R2lPlus, None) => Some(R2l::plus()),
            (ExtractorName::R2lTree, None) => Some(R2l::tree()),
            _ => None,
        };
        let mut text = None;
        let (method, panels) = if let Some(mut r2l) = r2l {
            r2l.gap = self.gap.unwrap_or(r2l.gap);
            r2l.script = self.script.unwrap_or(r2l.script);
            let name = match r2l.output {
                Output::Script => "R2L",
                Output::Text => "R2L with a parser",
                Output::Tree => "R2L on the tree",
            };
            let method = format!("{name}, P = {}", r2l.gap);
            let (lines, found) = (r2l.lines(page), r2l.extract(page));
            text = self.text.then(|| text_of(page, &lines, &found));
            let unit = if r2l.output == Output::Tree { "block" } else { "line" };
            let names = match r2l.output {
                Output::Tree => [format!("S1, {}", r2l.script.name()), "S2, tags and links".into()],
                _ => [format!("S1, {}", r2l.script.name()), "S2, ASCII".into()],
            };
            let mut panels = self.figures(page, &lines, &found, names.each_ref().map(String::as_str), unit);
            if lines.as_slice().iter().all(|line| line.s1 == 0) {
                let note = format!("no text in --script {}: nothing to show", r2l.script.name());
                eprintln!(
                    "pellucid: {}: {note}; try --script non-latin, or --extractor danag",
                    self.page.display()
                );
                panels.truncate(1);
                panels[0] = Panel { note, title: "Figures 2 and 3".into(), ..Panel::default() };
            }
            (method, panels)
        } else if self.extractor == ExtractorName::Danag {
            let danag = Danag { gap: self.gap.unwrap_or(Danag::GAP) };
            let method = format!("DANAg, gap {}", danag.gap);
            let (lines, found) = (Danag::lines(page), danag.extract(page));
            text = self.text.then(|| text_of(page, &lines, &found));
            (method, self.figures(page, &lines, &found, ["text", "tags"], "line"))
        } else if self.extractor == ExtractorName::Default {
            let options = PageOptions::new().explain(true);
            let page = Detector::default().page_with(page, &options).expect("damage is replaced");
            ("default extractor".into(), vec![of_blocks(&page.extracted().blocks)])
        } else {
            let licea =
                Licea { length: self.length.unwrap_or(Licea::LENGTH), gap: self.gap.unwrap_or(Licea::GAP) };
            (format!("LICEA, C1 = {}, C2 = {}", licea.length, licea.gap), vec![of_texts(page, &licea)])
        };
        let name = self.page.file_name().map_or("standard input".into(), |name| name.to_string_lossy());
        Figure { title: format!("{name}: {method}"), panels, page: text }
    }

    /// Figures 2 and 3 of the paper, and the smoothed difference.
    fn figures(
        &self,
        page: &str,
        lines: &Lines,
        content: &Content,
        names: [&str; 2],
        unit: &str,
    ) -> Vec<Panel> {
        let feeds = page.bytes().filter(|&byte| byte == b'\n').count();
        let split = lines.as_slice().len() > feeds + 1;
        let x_label = match unit {
            "block" => "block of text, in the order of the page",
            _ if split => "line; each tag begins one, as the source has few",
            _ => "line of the source",
        };
        let chosen = chosen(content, &format!("{unit}s"));
        let frame = Panel { x_label: x_label.into(), regions: chosen, ..Panel::default() };
        let which = self.figure.unwrap_or(Which::All);
        let mut panels = Vec::new();
        if which.has(Which::Two) {
            panels.push(figure_2(lines, names, content, frame.clone()));
        }
        if which.has(Which::Three) {
            panels.push(figure_3(lines, names, unit, frame.clone()));
        }
        if which.has(Which::Formula2) {
            panels.push(formula_2(lines, names, unit, frame));
        }
        panels
    }
}

/// So many rows of text are shown outside of the chosen region on each side, and at each end of it.
const OUTSIDE: usize = 12;
const INSIDE: usize = 25;

/// The text of the lines that have any, those of the region marked.
fn text_of(page: &str, lines: &Lines, content: &Content) -> Page {
    let texts = lines.texts(page);
    let chosen = content.lines.clone();
    let some = |range: std::ops::Range<usize>| range.filter(|&i| !texts[i].is_empty()).collect::<Vec<_>>();
    let (before, inside, after) =
        (some(0..chosen.start), some(chosen.clone()), some(chosen.end..lines.as_slice().len()));
    let row = |i: &usize| Row {
        label: grouped((i + 1) as f64),
        text: texts[*i].clone(),
        marked: chosen.contains(i),
    };
    let left_out = |rows: usize, marked| {
        let text = format!("({} more)", grouped(rows as f64));
        (rows > 0).then_some(Row { label: String::new(), text, marked })
    };
    let mut rows: Vec<Row> = Vec::new();
    let skipped = before.len().saturating_sub(OUTSIDE);
    rows.extend(left_out(skipped, false));
    rows.extend(before[skipped..].iter().map(row));
    let (head, tail) = inside.split_at(inside.len().min(INSIDE));
    rows.extend(head.iter().map(row));
    let skipped = tail.len().saturating_sub(INSIDE);
    rows.extend(left_out(skipped, true));
    rows.extend(tail[skipped..].iter().map(row));
    rows.extend(after.iter().take(OUTSIDE).map(row));
    rows.extend(left_out(after.len().saturating_sub(OUTSIDE), false));
    let title = match chosen.is_empty() {
        true => "The text of the page: nothing was chosen".into(),
        false => "The text of the page, the main content marked".into(),
    };
    Page { title, rows }
}

/// Characters of content above the axis, of markup below it, and the regions that the paper names.
fn figure_2(lines: &Lines, [content, markup]: [&str; 2], found: &Content, frame: Panel) -> Panel {
    let columns = |of: fn(&Line) -> f64| lines.as_slice().iter().map(of).collect();
    let name = frame.regions.first().map(|region| region.name.clone()).unwrap_or_default();
    let region = |(area, columns): (Area, std::ops::Range<usize>)| {
        let (letter, tone) = match area {
            Area::A => ("A", Tone::Orange),
            Area::B => ("B", Tone::Green),
            Area::C => ("C", Tone::Grey),
        };
        let name = if area == Area::B { name.clone() } else { String::new() };
        Region { columns, letter: letter.into(), name, tone }
    };
    Panel {
        title: "Figure 2: content above the axis, markup below".into(),
        y_label: "characters".into(),
        series: vec![
            Series { name: content.into(), colour: Colour::BLUE, columns: columns(|line| line.s1.into()) },
            Series {
                name: markup.into(),
                colour: Colour::ORANGE,
                columns: columns(|line| -f64::from(line.s2)),
            },
        ],
        regions: lines.regions(found.lines.clone()).into_iter().map(region).collect(),
        ..frame
    }
}

/// Formula (1): the difference of a line.
fn figure_3(lines: &Lines, names: [&str; 2], unit: &str, frame: Panel) -> Panel {
    let values = lines.as_slice().iter().map(|line| line.difference() as f64).collect();
    let title = "Figure 3: their difference, formula (1)".into();
    differences(values, names, Panel { title, y_label: format!(", of a {unit}"), ..frame })
}

/// Formula (2): the difference of a line and both its neighbours. Its longest column is where the main content is.
fn formula_2(lines: &Lines, names: [&str; 2], unit: &str, frame: Panel) -> Panel {
    let values: Vec<f64> = (0..lines.as_slice().len()).map(|i| lines.smoothed(i) as f64).collect();
    let longest = lines.longest().map(|column| Named {
        column,
        height: values[column],
        name: format!("longest column: {unit} {}, {}", grouped((column + 1) as f64), grouped(values[column])),
    });
    let title = "Formula (2): the difference with those of both neighbours".into();
    let frame = Panel {
        title,
        y_label: format!(", of three {unit}s"),
        named: longest.into_iter().collect(),
        ..frame
    };
    differences(values, names, frame)
}

/// Columns on both sides of the axis, each in its colour.
fn differences(values: Vec<f64>, names: [&str; 2], frame: Panel) -> Panel {
    let side = |keep: fn(f64) -> f64| values.iter().map(|&value| keep(value)).collect();
    let [content, markup] = names.map(|name| name.split(',').next().unwrap_or_default().to_owned());
    Panel {
        y_label: format!("{content} - {markup}{}", frame.y_label),
        signed: true,
        series: vec![
            Series { name: format!("more {content}"), colour: Colour::BLUE, columns: side(|v| v.max(0.0)) },
            Series { name: format!("more {markup}"), colour: Colour::ORANGE, columns: side(|v| v.min(0.0)) },
        ],
        ..frame
    }
}

/// What LICEA sees: the lengths of texts.
fn of_texts(page: &str, licea: &Licea) -> Panel {
    let lengths: Vec<f64> = Licea::lengths(page).into_iter().map(|length| length as f64).collect();
    let c1 = licea.length as f64;
    let side = |keep: &dyn Fn(f64) -> bool| {
        lengths.iter().map(|&length| if keep(length) { length } else { 0.0 }).collect()
    };
    Panel {
        title: "Texts between tags: how long they are".into(),
        x_label: "text, in the order of the page".into(),
        y_label: "characters".into(),
        series: vec![
            Series {
                name: "long enough".into(),
                colour: Colour::BLUE,
                columns: side(&|length| length >= c1),
            },
            Series { name: "too short".into(), colour: Colour::ORANGE, columns: side(&|length| length < c1) },
        ],
        threshold: Some(Threshold { at: c1, name: format!("C1 = {}", licea.length) }),
        regions: chosen(&licea.extract(page), "texts"),
        ..Panel::default()
    }
}

/// More columns are not drawn of a page, however long: a picture has fewer pixels.
const COLUMNS: usize = 20_000;

/// What our own extractor sees: how likely each block is main content, each as wide as it has characters.
fn of_blocks(scores: &[Scored]) -> Panel {
    let sum = |blocks: &mut dyn Iterator<Item = &Scored>| blocks.map(|block| block.characters as usize).sum();
    let (all, taken): (usize, usize) =
        (sum(&mut scores.iter()), sum(&mut scores.iter().filter(|block| block.chosen)));
    // A column stands for one character, or for ten, a hundred and so on.
    let mut unit = 1;
    while all / unit > COLUMNS {
        unit *= 10;
    }
    let (mut of_taken, mut of_others) = (Vec::new(), Vec::new());
    let mut regions: Vec<Region> = Vec::new();
    let mut blocks: Vec<Block> = Vec::new();
    let mut at = 0;
    for (number, block) in scores.iter().enumerate() {
        let start = of_taken.len();
        at += block.characters as usize;
        let end = at / unit;
        let (column, other) =
            if block.chosen { (&mut of_taken, &mut of_others) } else { (&mut of_others, &mut of_taken) };
        column.resize(end, f64::from(block.score));
        other.resize(end, 0.0);
        let name = (number + 1).to_string();
        blocks.push(Block { columns: start..end, height: block.score.into(), name });
        match regions.last_mut() {
            _ if !block.chosen || start == end => {}
            Some(last) if last.columns.end == start => last.columns.end = end,
            _ => regions.push(Region { columns: start..end, ..Region::default() }),
        }
    }
    // One is named for all: there may be many.
    if let Some(largest) = regions.iter_mut().max_by_key(|region| region.columns.len()) {
        largest.name =
            format!("main content: {} of {} characters", grouped(taken as f64), grouped(all as f64));
    }
    let least = scores.iter().filter(|block| block.chosen).map(|block| block.score).fold(1.0, f32::min);
    let count = scores.iter().filter(|block| block.chosen).count();
    let characters =
        if unit == 1 { "character".into() } else { format!("{} characters", grouped(unit as f64)) };
    Panel {
        title: format!("Blocks of text: how likely each is main content; {count} of {} kept", scores.len()),
        x_label: format!("{characters} of text, in the order of the page"),
        y_label: "probability".into(),
        reach: 1.0,
        series: vec![
            Series { name: "kept".into(), colour: Colour::BLUE, columns: of_taken },
            Series { name: "dropped".into(), colour: Colour::ORANGE, columns: of_others },
        ],
        threshold: (count > 0)
            .then(|| Threshold { at: least.into(), name: format!("lowest score kept: {least:.2}") }),
        regions,
        blocks,
        ..Panel::default()
    }
}

/// The region of the main content, if there is one. Lines are counted from 1.
fn chosen(content: &Content, what: &str) -> Vec<Region> {
    let columns = content.lines.clone();
    if columns.is_empty() {
        return Vec::new();
    }
    let [first, last] = [columns.start + 1, columns.end].map(|line| grouped(line as f64));
    let name = format!("main content: {what} {first} to {last}");
    vec![Region { columns, name, ..Region::default() }]
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    if path.as_os_str() != "-" {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

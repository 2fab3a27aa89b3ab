//! `pellucid plot`: what an extractor sees of a page, as a picture.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pellucid::extract::{ExtractorName, Scored};
use pellucid::papers::r2l::tune::Profile;
use pellucid::papers::r2l::{Content, Danag, Licea, Line, Lines, Output, R2l, Script};
use pellucid::{Detector, PageOptions};
use pellucid_files::Beside;

use crate::decoding::DecodingOptions;
use crate::exit;
use crate::extractor::{self, is_r2l};
use crate::figure::{Colour, Figure, Format, Named, Panel, Region, Series, Threshold, grouped};
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

    /// Plot what this extractor sees: default, r2l, r2l+, licea or danag
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

    /// Expect content in this script, with r2l and r2l+ [default: right-to-left]
    #[arg(long, value_parser = named(Script::ALL, Script::name), hide_possible_values = true)]
    script: Option<Script>,

    /// Use settings of R2L, as `pellucid tune r2l` writes them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["extractor", "gap", "script"])]
    profile: Option<PathBuf>,

    /// Draw only this figure of the paper on R2L: 2, 3 or both
    ///
    /// 2: content above the axis, markup below it. 3: the smoothed difference. By default, both are drawn.
    #[arg(long, value_enum, value_name = "WHICH", hide_possible_values = true)]
    figure: Option<Which>,

    #[command(flatten)]
    decoding: DecodingOptions,

    #[command(flatten)]
    hints: Hints,
}

const LONG_ABOUT: &str = "\
Plot what an extractor sees in a page, as SVG or PNG

Figure 2 of the paper on R2L shows, for each line of the source, the characters of content above the axis, and those of markup \
below it. Figure 3 shows their difference, added up with those of both neighbours; the main content is around its longest \
column. By default both are drawn, one above the other. LICEA has one measure: the characters of each text. So has the default \
extractor: how likely each block of the page is main content. Each block is as wide as it has characters.";

const AFTER_HELP: &str = "\
Examples:
  pellucid plot page.html -o figure.svg
  pellucid plot page.html -o figure.png --figure 3 --gap 12
  pellucid plot page.html -o figure.svg --profile site.toml
  pellucid plot page.html -o figure.svg --extractor licea
  pellucid plot page.html -o figure.svg --extractor default";

/// Which figures are drawn.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    /// Content above the axis, markup below it
    #[value(name = "2")]
    Two,
    /// The smoothed difference
    #[value(name = "3")]
    Three,
    /// One under the other
    Both,
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
                "--figure needs --extractor r2l, r2l+ or danag: the others have only one figure",
            ));
        }
        if self.extractor == ExtractorName::Default && self.gap.is_some() {
            return Err(usage("--gap needs --extractor r2l, r2l+, licea or danag"));
        }
        if self.script.is_some() && !is_r2l(self.extractor) {
            return Err(usage("--script needs --extractor r2l or r2l+: the others do not look at scripts"));
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
            _ => None,
        };
        let (method, panels) = if let Some(mut r2l) = r2l {
            r2l.gap = self.gap.unwrap_or(r2l.gap);
            r2l.script = self.script.unwrap_or(r2l.script);
            let name = match r2l.output {
                Output::Script => "R2L",
                Output::Text => "R2L with a parser",
            };
            let method = format!("{name}, P = {}", r2l.gap);
            let content = format!("S1, {}", r2l.script.name());
            (method, self.figures(page, &r2l.lines(page), &r2l.extract(page), [&content, "S2, ASCII"]))
        } else if self.extractor == ExtractorName::Danag {
            let danag = Danag { gap: self.gap.unwrap_or(Danag::GAP) };
            let method = format!("DANAg, gap {}", danag.gap);
            (method, self.figures(page, &Danag::lines(page), &danag.extract(page), ["text", "tags"]))
        } else if self.extractor == ExtractorName::Default {
            let options = PageOptions::new().explain(true);
            let page = Detector::default().page_with(page, &options).expect("damage is replaced");
            ("default extractor".into(), vec![of_blocks(&page.extracted().blocks)])
        } else {
            let licea = Licea { gap: self.gap.unwrap_or(Licea::GAP), ..Licea::default() };
            (format!("LICEA, C1 = {}, C2 = {}", licea.length, licea.gap), vec![of_texts(page, &licea)])
        };
        let name = self.page.file_name().map_or("standard input".into(), |name| name.to_string_lossy());
        Figure { title: format!("{name}: {method}"), panels }
    }

    /// Figures 2 and 3 of the paper.
    fn figures(&self, page: &str, lines: &Lines, content: &Content, names: [&str; 2]) -> Vec<Panel> {
        let feeds = page.bytes().filter(|&byte| byte == b'\n').count();
        let split = lines.as_slice().len() > feeds + 1;
        let x_label =
            if split { "line; each tag begins one, as the source has few" } else { "line of the source" };
        let frame = Panel { x_label: x_label.into(), regions: chosen(content, "lines"), ..Panel::default() };
        let which = self.figure.unwrap_or(Which::Both);
        let mut panels = Vec::new();
        if which != Which::Three {
            panels.push(figure_2(lines, names, frame.clone()));
        }
        if which != Which::Two {
            panels.push(figure_3(lines, names, frame));
        }
        panels
    }
}

/// Characters of content above the axis, of markup below it.
fn figure_2(lines: &Lines, [content, markup]: [&str; 2], frame: Panel) -> Panel {
    let columns = |of: fn(&Line) -> f64| lines.as_slice().iter().map(of).collect();
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
        ..frame
    }
}

/// Formula (2): the difference of a line and both its neighbours.
fn figure_3(lines: &Lines, [content, markup]: [&str; 2], frame: Panel) -> Panel {
    let smoothed: Vec<f64> = (0..lines.as_slice().len()).map(|i| lines.smoothed(i) as f64).collect();
    let side = |keep: fn(f64) -> f64| smoothed.iter().map(|&value| keep(value)).collect();
    let first = |name: &str| name.split(',').next().unwrap_or_default().to_owned();
    let (content, markup) = (first(content), first(markup));
    let longest = lines.longest().map(|column| Named {
        column,
        height: smoothed[column],
        name: format!("longest column: line {}, {}", grouped((column + 1) as f64), grouped(smoothed[column])),
    });
    Panel {
        title: "Figure 3: their difference, smoothed".into(),
        y_label: format!("{content} - {markup}, of three lines"),
        signed: true,
        series: vec![
            Series { name: format!("more {content}"), colour: Colour::BLUE, columns: side(|v| v.max(0.0)) },
            Series { name: format!("more {markup}"), colour: Colour::ORANGE, columns: side(|v| v.min(0.0)) },
        ],
        named: longest.into_iter().collect(),
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
    let mut at = 0;
    for block in scores {
        let start = of_taken.len();
        at += block.characters as usize;
        let end = at / unit;
        let (column, other) =
            if block.chosen { (&mut of_taken, &mut of_others) } else { (&mut of_others, &mut of_taken) };
        column.resize(end, f64::from(block.score));
        other.resize(end, 0.0);
        match regions.last_mut() {
            _ if !block.chosen || start == end => {}
            Some(last) if last.columns.end == start => last.columns.end = end,
            _ => regions.push(Region { columns: start..end, name: String::new() }),
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
    vec![Region { columns, name }]
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    if path.as_os_str() != "-" {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

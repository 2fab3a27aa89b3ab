//! R2L (Mohammadzadeh, Schweiggert, Nakhaeizadeh 2011): its Tables 2 and 3 on our right-to-left pages, and what of these pages is
//! not as it was for the paper.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use anyhow::{Result, ensure};
use pellucid::internals::html::{Token, Tokens};
use pellucid::papers::r2l::tune::{self, Agreement, GAPS, Tuned, Unit};
use pellucid::papers::r2l::{Danag, Licea, Lines, R2l, Script};
use rayon::prelude::*;

use pellucid_corpora::extraction::{self, Gold, Page, Row};
use pellucid_eval::own;

/// A row of the paper's Tables 2 and 3, which are about the same sites.
struct Published {
    site: &'static str,
    language: &'static str,
    pages: usize,
    /// F1 with P = 8.
    default: f64,
    /// The best P, and F1 with it.
    best: (usize, f64),
    licea: f64,
}

const fn published(
    site: &'static str,
    language: &'static str,
    pages: usize,
    default: f64,
    best: (usize, f64),
    licea: f64,
) -> Published {
    Published { site, language, pages, default, best, licea }
}

/// The set of our own right-to-left pages.
const SECOND: &str = "rtl2";

/// Tables 2 and 3 of the paper.
const PUBLISHED: &[Published] = &[
    published("BBC", "fa", 598, 0.9906, (8, 0.9906), 0.7755),
    published("Hamshahri", "fa", 375, 0.9909, (8, 0.9909), 0.9406),
    published("Jame Jam", "fa", 136, 0.9769, (3, 0.9872), 0.9085),
    published("Ahram", "ar", 188, 0.9295, (7, 0.983), 0.9342),
    published("Reuters", "ar", 116, 0.9356, (4, 0.9708), 0.9221),
    published("Embassy of Germany, Iran", "fa", 31, 0.9536, (15, 0.9715), 0.8919),
    published("BBC", "ur", 234, 0.9564, (11, 0.9972), 0.9495),
    published("BBC", "ps", 203, 0.9745, (8, 0.9745), 0.9403),
    published("BBC", "ar", 252, 0.987, (8, 0.987), 0.302),
    published("Wiki", "fa", 33, 0.283, (16, 0.3852), 0.7121),
];

/// What was found of a page.
struct Measured {
    site: String,
    language: String,
    /// What sort of page it is.
    kind: String,
    /// Which of the two sets it is of: the second has only right-to-left pages.
    second: bool,
    /// By gap.
    r2l: Vec<Agreement>,
    plus: Vec<Agreement>,
    tree: Vec<Agreement>,
    /// With the paper's bytes instead of characters.
    bytes: Vec<Agreement>,
    licea: Agreement,
    danag: Agreement,
    /// If R2L chose all of the content and nothing else: it gives characters of the script only.
    ceiling: Agreement,
    lines: usize,
    tags: usize,
    /// Whether it has so many tags to a line that tags begin lines.
    minified: bool,
    /// How many characters the content has, and how many of them are not of the script. White space does not count.
    characters: usize,
    foreign: usize,
}

/// The right-to-left pages, or a sample of them, through all extractors of the family: the report in Markdown.
pub fn run(data: &Path, sample: Option<usize>, unit: Unit) -> Result<String> {
    let mut report = String::new();
    write_report(&mut report, &load(data, sample, unit)?, unit)?;
    Ok(report)
}

/// The tables of the page about the papers, as Markdown.
pub fn tables(data: &Path) -> Result<String> {
    let pages = load(data, None, Unit::Words)?;
    let mut report = String::new();
    published_tables(&mut report)?;
    writeln!(
        report,
        "\n#### Tables 2 and 3, measured here\n\nF1 by words. *Left out*: each page with the P that is best for all others of its row.\n"
    )?;
    head(&mut report, "language |")?;
    for (language, pages) in by_language(&pages) {
        row(&mut report, &format!("{language} |"), &pages)?;
    }
    by_kind(&mut report, &pages)?;
    by_set(&mut report, &pages)?;
    why(&mut report, &by_language(&pages), &pages.iter().collect::<Vec<_>>())?;
    Ok(report.replace("\n## ", "\n#### ").trim_start().to_owned())
}

/// Every extractor of the family on the pages that travel with the source, as Markdown.
pub fn small() -> Result<String> {
    let mut text = "F1 by words of the main content of two pages of our own, `testdata/r2l` and `testdata/corpus/pages`.\n\n\
        | page | R2L, P = 8 | best P | R2L, best P | R2L by bytes | r2l+, P = 8 | r2l-tree, P = 8 | LICEA | DANAg |\n\
        |---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for page in own::known("r2l")?
        .into_iter()
        .chain(own::known("corpus/pages")?.into_iter().filter(|page| page.name.ends_with(".ar")))
    {
        let row = Row { language: "und".into(), ..Row::default() };
        let name = page.name.clone();
        let page = Page { row, html: page.html, gold: Gold::Text(page.text) };
        let Some(one) = measure(&page, Unit::Words) else { continue };
        let f1 = |curve: Curve| at(curve, R2l::GAP)(&one).f1;
        let best = tuned(R2L, std::iter::once(&one)).best();
        text += &format!(
            "| {name} | {:.4} | {} | {:.4} | {:.4} | {:.4} | {:.4} | {:.4} | {:.4} |\n",
            f1(R2L),
            best.gap,
            best.f1,
            f1(BYTES),
            f1(PLUS),
            f1(TREE),
            one.licea.f1,
            one.danag.f1
        );
    }
    Ok(text)
}

fn load(data: &Path, sample: Option<usize>, unit: Unit) -> Result<Vec<Measured>> {
    let mut pages = extraction::load(data, None)?;
    pages.retain(|page| page.row.script == "rtl" && matches!(page.gold, Gold::Text(_)));
    pages.truncate(sample.unwrap_or(usize::MAX));
    ensure!(!pages.is_empty(), "no right-to-left pages");
    let mut measured: Vec<Measured> = pages.par_iter().filter_map(|page| measure(page, unit)).collect();
    measured.sort_by(|a, b| (&a.language, &a.site).cmp(&(&b.language, &b.site)));
    Ok(measured)
}

fn measure(page: &Page, unit: Unit) -> Option<Measured> {
    let Gold::Text(gold) = &page.gold else { return None };
    let html = &page.html;
    let script = Script::default();
    let of_script: Vec<&str> = gold.split(|character| !script.has(character)).collect();
    let visible = || gold.chars().filter(|character| !character.is_whitespace());
    let lines = html.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let language = match &*page.row.language {
        "" => pellucid::detect(html.as_bytes()).language().unwrap_or("und").to_owned(),
        language => language.to_owned(),
    };
    Some(Measured {
        site: page.row.site.clone(),
        language,
        kind: page.row.kind.clone(),
        second: page.row.dataset == SECOND,
        r2l: tune::on_page(&R2l::default(), html, gold, unit),
        plus: tune::on_page(&R2l::plus(), html, gold, unit),
        tree: tune::on_page(&R2l::tree(), html, gold, unit),
        bytes: tune::on_page(&R2l { script: Script::NonAscii, ..R2l::default() }, html, gold, unit),
        licea: Agreement::of(&Licea::default().extract(html).text, gold, unit),
        danag: Agreement::of(&Danag::default().extract(html).text, gold, unit),
        ceiling: Agreement::of(&of_script.join(" "), gold, unit),
        lines,
        tags: Tokens::new(html).filter(|token| !matches!(token, Token::Text { .. })).count(),
        minified: Lines::new(html, script).as_slice().len() > lines,
        characters: visible().count(),
        foreign: visible().filter(|&character| !script.has(character)).count(),
    })
}

impl Measured {
    /// Whether it begins at a line that is not content: most of what the smallest gap gives is not wanted.
    fn begins_outside(&self, curve: Curve) -> bool {
        curve(self)[0].precision < 0.5
    }

    /// Whether R2L begins correctly, but goes not far enough with this gap: a tenth of what it could give is missing.
    fn stops_early(&self, gap: usize) -> bool {
        !self.begins_outside(R2L) && at(R2L, gap)(self).recall < 0.9 * self.ceiling.recall
    }
}

/// One of the figures of a page, by gap.
type Curve = fn(&Measured) -> &[Agreement];

const R2L: Curve = |page| &page.r2l;
const PLUS: Curve = |page| &page.plus;
const TREE: Curve = |page| &page.tree;
const BYTES: Curve = |page| &page.bytes;

/// With this gap.
fn at(curve: Curve, gap: usize) -> impl Fn(&Measured) -> Agreement {
    move |page| curve(page)[gap - GAPS.start()]
}

/// What the heuristic fitness function finds.
fn tuned<'a>(curve: Curve, pages: impl Iterator<Item = &'a Measured>) -> Tuned {
    let mut tuned = Tuned::default();
    pages.for_each(|page| tuned.add(curve(page)));
    tuned
}

/// The mean F1 of pages, each with the gap that is the best for all the others. None of a single page.
fn left_out(curve: Curve, pages: &[&Measured]) -> Option<f64> {
    if pages.len() < 2 {
        return None;
    }
    let f1 = |i: usize| {
        let others = pages.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, page)| *page);
        at(curve, tuned(curve, others).best().gap)(pages[i]).f1
    };
    Some((0..pages.len()).map(f1).sum::<f64>() / pages.len() as f64)
}

/// The mean of recall, of precision and of F1.
fn mean(pages: &[&Measured], of: impl Fn(&Measured) -> Agreement) -> Agreement {
    let mean = |part: fn(Agreement) -> f64| {
        pages.iter().map(|page| part(of(page))).sum::<f64>() / pages.len().max(1) as f64
    };
    Agreement { recall: mean(|a| a.recall), precision: mean(|a| a.precision), f1: mean(|a| a.f1) }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn write_report(report: &mut String, pages: &[Measured], unit: Unit) -> Result<()> {
    let all: Vec<&Measured> = pages.iter().collect();
    let mut sites: BTreeMap<(&str, &str), Vec<&Measured>> = BTreeMap::new();
    for page in pages {
        sites.entry((&page.language, &page.site)).or_default().push(page);
    }
    let groups = by_language(pages);

    let units = unit.name();
    writeln!(
        report,
        "# R2L: measured again\n\n\
         {} right-to-left pages of {} sites with a known main content. F1 by the longest common subsequence of {units}, formula (3), \
         the mean of the pages. *r2l* is the method as published, for all right-to-left scripts; *r2l+* is what its authors \
         announced, with a parser; DANAg is their next method, LICEA the one they compared with.\n\n\
         The best P is found on the same pages on which it is measured, as in the paper. *Left out* is what it is worth on pages it \
         does not know: each page with the P that is best for all others of its row.",
        pages.len(),
        pages.iter().map(|page| &page.site).collect::<BTreeSet<_>>().len()
    )?;

    published_tables(report)?;
    writeln!(report, "\n## Tables 2 and 3, by language\n")?;
    head(report, "language |")?;
    for (language, pages) in &groups {
        row(report, &format!("{language} |"), pages)?;
    }
    by_kind(report, pages)?;
    by_set(report, pages)?;

    writeln!(
        report,
        "\n## Tables 2 and 3, by site\n\nSites with more than one page, and all others together.\n"
    )?;
    head(report, "site | language |")?;
    let mut single: Vec<&Measured> = Vec::new();
    let mut several: Vec<&[&Measured]> = Vec::new();
    for ((language, site), pages) in &sites {
        match pages[..] {
            [page] => single.push(page),
            _ => {
                row(report, &format!("{site} | {language} |"), pages)?;
                several.push(pages);
            }
        }
    }
    if !single.is_empty() {
        row(report, &format!("{} sites of one page | |", single.len()), &single)?;
    }
    worth_of_tuning(report, &several)?;

    writeln!(
        report,
        "\n## Recall, precision and F1\n\n| language | method | recall | precision | F1 |\n|---|---|---:|---:|---:|"
    )?;
    for (language, pages) in &groups {
        let best = |curve| tuned(curve, pages.iter().copied()).best().gap;
        let (r2l, plus) = (best(R2L), best(PLUS));
        for (method, agreement) in [
            ("r2l, P = 8".to_owned(), mean(pages, at(R2L, R2l::GAP))),
            (format!("r2l, P = {r2l}, its best"), mean(pages, at(R2L, r2l))),
            ("LICEA".into(), mean(pages, |page| page.licea)),
            ("r2l+, P = 8".into(), mean(pages, at(PLUS, R2l::GAP))),
            (format!("r2l+, P = {plus}, its best"), mean(pages, at(PLUS, plus))),
            ("DANAg".into(), mean(pages, |page| page.danag)),
        ] {
            let Agreement { recall, precision, f1 } = agreement;
            writeln!(report, "| {language} | {method} | {recall:.4} | {precision:.4} | {f1:.4} |")?;
        }
    }
    why(report, &groups, &all)
}

/// Tables 2 and 3 as they were printed.
fn published_tables(report: &mut String) -> Result<()> {
    writeln!(
        report,
        "\n## Tables 2 and 3 as published\n\n\
         | site | language | pages | R2L, P = 8 | best P | R2L, best P | LICEA |\n|---|---|---:|---:|---:|---:|---:|"
    )?;
    for Published { site, language, pages, default, best: (gap, best), licea } in PUBLISHED {
        writeln!(
            report,
            "| {site} | {language} | {pages} | {default:.4} | {gap} | {best:.4} | {licea:.4} |"
        )?;
    }
    Ok(())
}

/// The pages of each language, and all of them.
fn by_language(pages: &[Measured]) -> Vec<(String, Vec<&Measured>)> {
    let mut languages: BTreeMap<&str, Vec<&Measured>> = BTreeMap::new();
    for page in pages {
        languages.entry(&page.language).or_default().push(page);
    }
    let mut groups: Vec<(String, Vec<&Measured>)> =
        languages.into_iter().map(|(language, pages)| (language.to_owned(), pages)).collect();
    groups.push(("all".into(), pages.iter().collect()));
    groups
}

/// What a reader calls an article; the rest is listings, front pages and the like, and a page whose kind is not known. The paper
/// had articles only.
const ARTICLES: [&str; 4] = ["article", "blog", "doc", "wiki"];

/// Articles and listings apart, with medians: a mean hides that most articles are found and a few are missed.
fn by_kind(report: &mut String, pages: &[Measured]) -> Result<()> {
    writeln!(
        report,
        "\n## Articles and listings apart\n\n\
         F1, mean and median. The paper's pages are articles of news sites. *By bytes* is `--script non-ascii`, the paper's S1 and S2.\n\n\
         | kind | pages | R2L, P = 8 | median | R2L, best P | median | by bytes, P = 8 | median | r2l+, P = 8 | median | r2l-tree, P = 8 | median | LICEA | median |\n\
         |---|{}",
        "---:|".repeat(13)
    )?;
    let is_article = |page: &Measured| ARTICLES.contains(&&*page.kind);
    let mut groups: Vec<(String, Vec<&Measured>)> = vec![
        ("articles of all kinds".into(), pages.iter().filter(|page| is_article(page)).collect()),
        ("listings and front pages".into(), pages.iter().filter(|page| !is_article(page)).collect()),
    ];
    let kinds: BTreeSet<&str> = pages.iter().map(|page| &*page.kind).collect();
    groups.extend(kinds.into_iter().map(|kind| {
        let name = if kind.is_empty() { "not known" } else { kind };
        (format!("*{name}*"), pages.iter().filter(|page| page.kind == kind).collect())
    }));
    for (name, pages) in groups {
        let best = tuned(R2L, pages.iter().copied()).best().gap;
        write!(report, "| {name} | {} |", pages.len())?;
        let mut cell = |of: &dyn Fn(&Measured) -> Agreement| {
            let median = median(pages.iter().map(|page| of(page).f1).collect());
            write!(report, " {:.3} | {median:.3} |", mean(&pages, of).f1)
        };
        cell(&at(R2L, R2l::GAP))?;
        cell(&at(R2L, best))?;
        cell(&at(BYTES, R2l::GAP))?;
        cell(&at(PLUS, R2l::GAP))?;
        cell(&at(TREE, R2l::GAP))?;
        cell(&|page| page.licea)?;
        writeln!(report)?;
    }
    Ok(())
}

/// The mean F1 of pages with the best P of each page's site; or left out, with that of the site's other pages, and of all other
/// pages where there are none.
fn per_site(curve: Curve, pages: &[&Measured], left_out: bool) -> f64 {
    let f1 = |page: &&Measured| {
        let others = || pages.iter().copied().filter(|other| !left_out || !std::ptr::eq(*other, *page));
        let of_site: Vec<&Measured> = others().filter(|other| other.site == page.site).collect();
        let best = if of_site.is_empty() {
            tuned(curve, others()).best()
        } else {
            tuned(curve, of_site.into_iter()).best()
        };
        at(curve, best.gap)(page).f1
    };
    pages.iter().map(f1).sum::<f64>() / pages.len().max(1) as f64
}

/// R2L against its descendants on each of the two sets, with P = 8 and tuned for each site.
fn by_set(report: &mut String, pages: &[Measured]) -> Result<()> {
    writeln!(
        report,
        "\n## Tuned for each site, on both sets\n\n\
         F1, the mean. The first set are right-to-left pages of collections of others, the second our own. *Tuned*: with the best P of the \
         page's site, found on the same pages, as in the paper. *Left out*: with the P of the site's other pages, or of all other pages if it \
         has none.\n\n\
         | set | pages | method | P = 8 | tuned | left out | tuned, over R2L with P = 8 | left out, over R2L left out |\n|---|---:|---|---:|---:|---:|---:|---:|"
    )?;
    for (name, second) in [("first", false), ("second", true)] {
        let pages: Vec<&Measured> = pages.iter().filter(|page| page.second == second).collect();
        let published = mean(&pages, at(R2L, R2l::GAP)).f1;
        let published_left_out = per_site(R2L, &pages, true);
        for (method, curve) in [("R2L", R2L), ("R2L by bytes", BYTES), ("r2l+", PLUS), ("r2l-tree", TREE)] {
            let (tuned, left_out) = (per_site(curve, &pages, false), per_site(curve, &pages, true));
            writeln!(
                report,
                "| {name} | {} | {method} | {:.3} | {tuned:.3} | {left_out:.3} | {:+.3} | {:+.3} |",
                pages.len(),
                mean(&pages, at(curve, R2l::GAP)).f1,
                tuned - published,
                left_out - published_left_out
            )?;
        }
    }
    Ok(())
}

fn head(report: &mut String, names: &str) -> Result<()> {
    let columns = names.matches('|').count();
    writeln!(
        report,
        "| {names} pages | R2L, P = 8 | best P | R2L, best P | left out | LICEA | r2l+, P = 8 | best P | r2l+, best P | left out | DANAg |\n\
         |{}{}",
        "---|".repeat(columns),
        "---:|".repeat(11)
    )?;
    Ok(())
}

fn row(report: &mut String, names: &str, pages: &[&Measured]) -> Result<()> {
    write!(report, "| {names} {} |", pages.len())?;
    let tune = |report: &mut String, curve: Curve| -> Result<()> {
        let best = tuned(curve, pages.iter().copied()).best();
        let left = left_out(curve, pages).map_or("-".into(), |f1| format!("{f1:.4}"));
        let default = mean(pages, at(curve, R2l::GAP)).f1;
        write!(report, " {default:.4} | {} | {:.4} | {left} |", best.gap, best.f1)?;
        Ok(())
    };
    tune(report, R2L)?;
    write!(report, " {:.4} |", mean(pages, |page| page.licea).f1)?;
    tune(report, PLUS)?;
    writeln!(report, " {:.4} |", mean(pages, |page| page.danag).f1)?;
    Ok(())
}

/// What a P for each site is worth, on all pages of these sites.
fn worth_of_tuning(report: &mut String, sites: &[&[&Measured]]) -> Result<()> {
    let pages = sites.iter().map(|pages| pages.len()).sum::<usize>();
    let mean = |f1: &dyn Fn(&[&Measured]) -> f64| {
        sites.iter().map(|pages| f1(pages) * pages.len() as f64).sum::<f64>() / pages.max(1) as f64
    };
    writeln!(report)?;
    for (name, curve) in [("R2L", R2L), ("r2l+", PLUS)] {
        writeln!(
            report,
            "{name} on all {pages} pages of the {} sites with more than one: {:.4} with P = 8, {:.4} with the best P of each site, \
             {:.4} left out.",
            sites.len(),
            mean(&|pages| self::mean(pages, at(curve, R2l::GAP)).f1),
            mean(&|pages| tuned(curve, pages.iter().copied()).best().f1),
            mean(&|pages| left_out(curve, pages).unwrap_or_default())
        )?;
    }
    Ok(())
}

/// What the pages are like.
fn why(report: &mut String, groups: &[(String, Vec<&Measured>)], all: &[&Measured]) -> Result<()> {
    writeln!(
        report,
        "\n## Why today's pages differ\n\n\
         Medians of the lines of a page's source and of its tags to a line; the share of pages that have more than three tags to a \
         line (*minified*), where the gap counts tags and not lines; the share of the content's characters, without white \
         space, that are not of a right-to-left script and which R2L as published cannot give; and what it would reach at most, if \
         it chose all of the content and nothing else. Then the shares of pages where its longest column is not of the content \
         (*begins outside*), and of those where it is, but a tenth or more of what it could give is missing with P = 8, and even with \
         P = 20: the content's parts are farther apart.\n\n\
         | language | pages | lines | tags per line | minified | not of the script | at most | begins outside | P = 8 too small | P = 20 too small |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    )?;
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let share = |pages: &[&Measured], is: &dyn Fn(&Measured) -> bool| {
        percent(pages.iter().filter(|page| is(page)).count(), pages.len())
    };
    let foreign = |pages: &[&Measured]| {
        let sum = |of: fn(&Measured) -> usize| pages.iter().map(|page| of(page)).sum::<usize>();
        percent(sum(|page| page.foreign), sum(|page| page.characters))
    };
    for (language, pages) in groups {
        let median = |of: fn(&Measured) -> f64| median(pages.iter().map(|page| of(page)).collect());
        writeln!(
            report,
            "| {language} | {} | {:.0} | {:.1} | {:.0} % | {:.1} % | {:.4} | {:.0} % | {:.0} % | {:.0} % |",
            pages.len(),
            median(|page| page.lines as f64),
            median(|page| page.tags as f64 / page.lines as f64),
            share(pages, &|page| page.minified),
            foreign(pages),
            mean(pages, |page| page.ceiling).f1,
            share(pages, &|page| page.begins_outside(R2L)),
            share(pages, &|page| page.stops_early(R2l::GAP)),
            share(pages, &|page| page.stops_early(*GAPS.end()))
        )?;
    }
    let (split, whole): (Vec<&Measured>, Vec<&Measured>) =
        all.iter().copied().partition(|page| page.minified);
    let f1 = |pages: &[&Measured], curve| mean(pages, at(curve, R2l::GAP)).f1;
    writeln!(
        report,
        "\nWith P = 8, R2L reaches {:.4} on the {} pages that are minified and {:.4} on the {} others; r2l+ {:.4} and {:.4}.",
        f1(&split, R2L),
        split.len(),
        f1(&whole, R2L),
        whole.len(),
        f1(&split, PLUS),
        f1(&whole, PLUS)
    )?;
    writeln!(
        report,
        "R2L begins outside of the content on {:.0} % of the pages, r2l+ on {:.0} %.",
        share(all, &|page| page.begins_outside(R2L)),
        share(all, &|page| page.begins_outside(PLUS))
    )?;
    let half = median(all.iter().map(|page| page.foreign as f64 / page.characters.max(1) as f64).collect());
    let (pure, mixed): (Vec<&Measured>, Vec<&Measured>) =
        all.iter().copied().partition(|page| page.foreign as f64 <= half * page.characters as f64);
    writeln!(
        report,
        "On the {} pages whose content has at most {:.1} % of other characters R2L reaches {:.4}, on the {} others {:.4}; r2l+ {:.4} and {:.4}.",
        pure.len(),
        100.0 * half,
        f1(&pure, R2L),
        mixed.len(),
        f1(&mixed, R2L),
        f1(&pure, PLUS),
        f1(&mixed, PLUS)
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(site: &str, html: &str, gold: &str) -> Measured {
        let row = Row { site: site.into(), language: "fa".into(), ..Row::default() };
        measure(&Page { row, html: html.into(), gold: Gold::Text(gold.into()) }, Unit::Words).unwrap()
    }

    #[test]
    fn what_is_known_of_a_page() {
        let gold = "سلام دنیای بزرگ و روشن IBM";
        let page = page("a", &format!("<p>{gold}</p>\n\n<br>\n"), gold);
        assert_eq!((page.lines, page.tags, page.minified), (4, 3, false));
        assert_eq!((page.characters, page.foreign), (21, 3));
        assert!((page.ceiling.recall - 5.0 / 6.0).abs() < 1e-9 && page.ceiling.precision == 1.0);
        assert_eq!((page.r2l[7], page.plus[7].f1), (page.ceiling, 1.0));
        assert!(!page.begins_outside(R2L) && !page.stops_early(8));
    }

    #[test]
    fn a_page_left_out_does_not_choose_its_gap() {
        // The paragraphs of the first are three lines apart, and of the second ten; a link must stay out.
        let html = |gap: usize| {
            format!(
                "<p>یک دو سه چهار پنج شش هفت</p>{}<p>هشت نه ده</p>{}<a>پیوند</a>",
                "\n".repeat(gap),
                "\n".repeat(gap + 1)
            )
        };
        let gold = "یک دو سه چهار پنج شش هفت هشت نه ده";
        let (near, far) = (page("a", &html(3), gold), page("a", &html(10), gold));
        assert_eq!(tuned(R2L, [&near].into_iter()).best().gap, 3);
        assert_eq!(tuned(R2L, [&far].into_iter()).best().gap, 10);
        let f1 = |page: &Measured, gap: usize| page.r2l[gap - 1].f1;
        let expected = (f1(&near, 10) + f1(&far, 3)) / 2.0;
        assert_eq!(left_out(R2L, &[&near, &far]), Some(expected));
        assert!(expected < 1.0);
        assert!(far.stops_early(8) && !far.stops_early(10) && !near.stops_early(8));
        assert_eq!(left_out(R2L, &[&near]), None);
    }

    #[test]
    fn the_report_has_every_table() {
        let pages = [page("a", "<p>سلام", "سلام"), page("a", "<p>دنیا", "دنیا"), page("b", "<p>x", "دنیا")];
        let mut report = String::new();
        write_report(&mut report, &pages, Unit::Words).unwrap();
        assert!(report.contains("| BBC | ur | 234 | 0.9564 | 11 | 0.9972 | 0.9495 |"), "{report}");
        assert!(report.contains("| a | fa | 2 | 1.0000 | 8 | 1.0000 | 1.0000 |"), "{report}");
        assert!(report.contains("| 1 sites of one page | | 1 | 0.0000 | 8 | 0.0000 | - |"), "{report}");
        assert!(
            report.contains("R2L on all 2 pages of the 1 sites with more than one: 1.0000 with P = 8"),
            "{report}"
        );
        assert!(report.contains("| fa | r2l, P = 8 | 0.6667 | 0.6667 | 0.6667 |"), "{report}");
        assert!(
            report.contains("| all | 3 | 1 | 1.0 | 0 % | 0.0 % | 1.0000 | 33 % | 0 % | 0 % |"),
            "{report}"
        );
    }
}

//! The hybrid method's tables: experts alone, and as the paper combines them, over our pages.
//!
//! Each expert is measured in four ways: as it is, with markup taken off, behind the gate (Mozilla's expert, which decides
//! whether a page is UTF-8), and with both. ICU with both is the paper's hybrid. It is also measured with the expert
//! `universal` as its gate, and with the probabilities of both experts instead of the gate: the paper's future work.
//! uchardet is measured where it is installed, as what `universal` is to be compared with.
//!
//! Declarations of the pages are blanked. The paper looks at none, and ICU and Mozilla see only so many more bytes of
//! ASCII in them; but our own expert would read the answer off a page with its markup.

mod peer;
mod plot;
mod published;
mod tables;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use pellucid::papers::hybrid::experts::{self, Expert, Finding};
use pellucid::papers::hybrid::{Combination, Elimination, Hybrid, Step};
use rayon::prelude::*;

use pellucid_eval::dataset::Page;
use pellucid_eval::labels;
use pellucid_eval::report::markdown;
use pellucid_eval::report::tables::Table;
use pellucid_eval::score::Judge;
use pellucid_eval::variants::Variant;

/// A way to detect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct System {
    expert: &'static str,
    gate: bool,
    strip: bool,
    /// Which other expert is the gate, or what its probabilities are combined with.
    with: Option<(&'static str, Combination)>,
}

impl System {
    fn name(&self) -> String {
        if let Some((other, combine)) = self.with {
            return match combine {
                Combination::Rule => format!("hybrid of {}, gate {other}", self.expert),
                Combination::Probabilities => format!("{} and {other}, probabilities", self.expert),
            };
        }
        match (self.gate, self.strip) {
            (false, false) => self.expert.into(),
            (false, true) => format!("{}, no markup", self.expert),
            (true, false) => format!("{}, gate", self.expert),
            (true, true) => format!("hybrid of {}", self.expert),
        }
    }
}

/// An answer, judged.
#[derive(Clone, Debug)]
struct Outcome {
    /// A canonical label, `none` for no answer.
    label: String,
    /// By the paper's measure: the names are equal, or the answer is a later standard of the same GB.
    right: bool,
    /// By "equity": decoded with the answer, the page is the same text.
    equal: bool,
}

/// What was found of one page.
struct Seen {
    encoding: String,
    language: String,
    /// By system.
    outcomes: Vec<Outcome>,
    /// Its characters beyond ASCII, if it is UTF-8.
    beyond: usize,
    /// Which step of the hybrid answered, and what else was tried with the first of the ICUs.
    step: Step,
    latin1_differs: bool,
    /// With `--use-meta`, on the page as it is; and whether it declares something.
    declared: Outcome,
    declares: bool,
}

/// Everything that was measured.
pub struct Measured {
    systems: Vec<System>,
    pages: Vec<Seen>,
    /// By their length in bytes, pieces of the pages around the first byte beyond ASCII.
    pieces: Vec<(usize, Vec<Seen>)>,
}

/// Pieces of so many bytes are measured.
const PIECES: [usize; 3] = [50, 200, 1000];

/// An expert which has already spoken: the gate is asked once for each page, not once for each system.
#[derive(Debug)]
struct Said(Vec<Finding>);

impl Expert for Said {
    fn name(&self) -> &'static str {
        "said"
    }

    fn detect(&self, _: &[u8]) -> Vec<Finding> {
        self.0.clone()
    }
}

/// The real ICU goes before our own, where it was built in. With peers, uchardet is among them, where it is installed; without,
/// only what every machine has.
fn ranked(peers: bool) -> Vec<Arc<dyn Expert>> {
    let mut all = experts::all();
    match peers {
        true => all.extend(peer::open("uchardet")),
        false => all.retain(|expert| expert.name() != "icu4c"),
    }
    let order = ["icu4c", "icu", "mozilla", "universal", "uchardet", "pellucid"];
    all.sort_by_key(|expert| order.iter().position(|name| *name == expert.name()));
    all
}

/// Runs every expert in every way over these pages.
pub fn measure(pages: &[Page], progress: &ProgressBar, peers: bool) -> Measured {
    progress.set_length((pages.len() * (1 + PIECES.len())) as u64);
    let experts = ranked(peers);
    let mut systems = Vec::new();
    for expert in &experts {
        for (gate, strip) in [(false, false), (false, true), (true, false), (true, true)] {
            // Mozilla's expert is its own gate.
            if !gate || !["mozilla", "uchardet"].contains(&expert.name()) {
                systems.push(System { expert: expert.name(), gate, strip, with: None });
            }
        }
        if expert.name().starts_with("icu") {
            let others = [
                ("universal", Combination::Rule),
                ("universal", Combination::Probabilities),
                ("mozilla", Combination::Probabilities),
            ];
            systems.extend(others.map(|with| System {
                expert: expert.name(),
                gate: true,
                strip: true,
                with: Some(with),
            }));
        }
    }
    let all = |variant: Variant| -> Vec<Seen> {
        let see = |page: &Page| {
            progress.inc(1);
            let bytes = variant.apply(&page.encoding, &page.bytes)?;
            Some(see(page, bytes, &experts, &systems))
        };
        pages.par_iter().filter_map(see).collect()
    };
    let seen = all(Variant::NoDeclaration);
    let pieces = PIECES.map(|length| (length, all(Variant::Window(length)))).into();
    progress.finish_and_clear();
    Measured { systems, pages: seen, pieces }
}

fn see(page: &Page, bytes: Vec<u8>, experts: &[Arc<dyn Expert>], systems: &[System]) -> Seen {
    let mut judge = Judge::new(&page.encoding, &bytes);
    let mut judged = |found: &[Finding]| outcome(&mut judge, &page.encoding, found);
    let named = |name: &str| experts.iter().find(|expert| expert.name() == name).cloned();
    let mozilla = named("mozilla").map(|expert| expert.detect(&bytes)).unwrap_or_default();
    let gate: Arc<dyn Expert> = Arc::new(Said(mozilla));
    let hybrid = |system: &System, strip: Elimination| Hybrid {
        strip: if system.strip { strip } else { Elimination::None },
        use_meta: false,
        gate: match system.with {
            Some((other, _)) => named(other),
            None => system.gate.then(|| gate.clone()),
        },
        expert: named(system.expert).unwrap_or_else(|| gate.clone()),
        combine: system.with.map_or(Combination::Rule, |(_, combine)| combine),
    };
    let mut outcomes = Vec::new();
    let mut paper = None;
    for system in systems {
        let (step, found) = match (system.expert, system.strip) {
            ("mozilla", false) => (Step::Raw, gate.detect(&bytes)),
            _ => hybrid(system, Elimination::Direct).detect(&bytes),
        };
        if system.gate && system.strip && paper.is_none() {
            let latin1 = hybrid(system, Elimination::Latin1).detect(&bytes).1;
            let differs = found.first().map(|one| &one.label) != latin1.first().map(|one| &one.label);
            paper = Some((step, differs, system.clone()));
        }
        outcomes.push(judged(&found));
    }
    let (step, latin1_differs, system) = paper.expect("there is always an ICU");
    let as_it_is = Hybrid { use_meta: true, ..hybrid(&system, Elimination::Direct) };
    let (declares, found) = as_it_is.detect(&page.bytes);
    let declared = outcome(&mut Judge::new(&page.encoding, &page.bytes), &page.encoding, &found);
    Seen {
        encoding: page.encoding.clone(),
        language: page.language.clone(),
        outcomes,
        beyond: page.bytes.iter().filter(|byte| **byte >= 0xC0).count(),
        step,
        latin1_differs,
        declared,
        declares: declares == Step::Declared,
    }
}

fn outcome(judge: &mut Judge, truth: &str, found: &[Finding]) -> Outcome {
    let label = found.first().map(|finding| &*finding.label);
    let verdict = judge.verdict(label);
    let label = labels::canonical(label.unwrap_or_default());
    // The direction of compatibility: GB18030 contains GBK, which contains GB2312.
    let chinese = ["gb2312", "gbk", "gb18030"].contains(&truth) && verdict.superset;
    Outcome { right: verdict.exact || chinese, equal: verdict.decode_equal, label }
}

/// How every system does on the small corpus: pages as they are, and after a script. As Markdown.
pub fn small(plain: &[Page], late: &[Page]) -> String {
    let hidden = ProgressBar::hidden();
    let [plain, late] = [plain, late].map(|pages| measure(pages, &hidden, false));
    let mut text = "| | pages | right | after script |\n|---|---:|---:|---:|\n".to_owned();
    for (number, system) in plain.systems.iter().enumerate() {
        let [plain, late] = [&plain, &late].map(|measured| measured.share(number, |_| true));
        text += &format!("| {} | {} | {} | {} |\n", system.name(), plain.of, plain.equal, late.equal);
    }
    text
}

/// How many of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Share {
    right: usize,
    equal: usize,
    of: usize,
}

impl Share {
    fn percent(self) -> f64 {
        100.0 * self.right as f64 / self.of.max(1) as f64
    }

    fn equity(self) -> f64 {
        100.0 * self.equal as f64 / self.of.max(1) as f64
    }
}

impl<'a> FromIterator<&'a Outcome> for Share {
    fn from_iter<I: IntoIterator<Item = &'a Outcome>>(outcomes: I) -> Share {
        let mut share = Share::default();
        for outcome in outcomes {
            share.right += usize::from(outcome.right);
            share.equal += usize::from(outcome.equal);
            share.of += 1;
        }
        share
    }
}

impl Measured {
    /// The system of this expert.
    fn system(&self, expert: &str, gate: bool, strip: bool) -> Option<usize> {
        let found = |s: &System| s.expert == expert && s.gate == gate && s.strip == strip && s.with.is_none();
        self.systems.iter().position(found)
    }

    /// How a system did on the pages which are meant.
    fn share(&self, system: usize, meant: impl Fn(&Seen) -> bool) -> Share {
        self.pages.iter().filter(|seen| meant(seen)).map(|seen| &seen.outcomes[system]).collect()
    }

    /// The answers of a system about one encoding, and how often.
    fn answers(&self, system: usize, encoding: &str) -> HashMap<&str, usize> {
        let mut answers = HashMap::new();
        for seen in self.pages.iter().filter(|seen| seen.encoding == encoding) {
            *answers.entry(&*seen.outcomes[system].label).or_default() += 1;
        }
        answers
    }

    /// The true encodings, those of the paper first, then by number of pages.
    fn encodings(&self) -> Vec<(&str, usize)> {
        let mut pages: HashMap<&str, usize> = HashMap::new();
        for seen in &self.pages {
            *pages.entry(&seen.encoding).or_default() += 1;
        }
        let mut all: Vec<(&str, usize)> = pages.into_iter().collect();
        let paper = |encoding: &str| published::ENCODINGS.iter().position(|e| *e == encoding).unwrap_or(9);
        all.sort_by_key(|&(encoding, pages)| (paper(encoding), std::cmp::Reverse(pages), encoding));
        all
    }

    /// The ICUs that were measured, the real one first.
    fn icus(&self) -> Vec<&'static str> {
        ["icu4c", "icu"].into_iter().filter(|name| self.system(name, false, false).is_some()).collect()
    }

    /// The report as Markdown; the plot is beside it.
    pub fn report(&self) -> String {
        let mut text = tables::head(self);
        for table in tables::all(self) {
            let body = format!("{}\n\n{}", table.note, markdown::table(&table));
            text += &if table.detail {
                format!("\n<details><summary>{}</summary>\n\n{body}\n</details>\n", table.title)
            } else {
                format!("\n## {}\n\n{body}", table.title)
            };
        }
        text + &tables::words(self)
    }

    /// The tables of the page about the papers, as Markdown.
    pub fn tables(&self) -> String {
        let of_page = tables::of_page(self);
        let table =
            |table: &Table| format!("#### {}\n\n{}\n\n{}\n", table.title, table.note, markdown::table(table));
        of_page.iter().map(table).collect::<String>() + &tables::words(self).replace("\n## ", "\n#### ")
    }

    /// Writes `report.md` and `accuracy.svg` into a folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        for (name, content) in [("report.md", self.report()), ("accuracy.svg", plot::accuracy(self))] {
            let path = folder.join(name);
            std::fs::write(&path, content).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(encoding: &'static encoding_rs::Encoding, label: &str, language: &str, text: &str) -> Page {
        let script = "the function of the other and the return of the value ".repeat(200);
        let page = format!("<meta charset={label}><script>{script}</script><p>{text}");
        Page {
            path: String::new(),
            encoding: labels::canonical(label),
            language: language.into(),
            class: None,
            row: String::new(),
            bytes: encoding.encode(&page).0.into_owned(),
        }
    }

    fn measured() -> Measured {
        let russian = "Все люди рождаются свободными и равными в своём достоинстве и правах.";
        let chinese = "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。";
        let pages = [
            page(encoding_rs::WINDOWS_1251, "windows-1251", "ru", russian),
            page(encoding_rs::UTF_8, "utf-8", "ru", russian),
            page(encoding_rs::GBK, "gbk", "zh-Hans", chinese),
        ];
        measure(&pages, &ProgressBar::hidden(), false)
    }

    #[test]
    fn markup_elimination_helps_icu_and_gb18030_is_right_for_gbk() {
        let measured = measured();
        let share = |gate, strip| {
            let system = measured.system("icu", gate, strip).unwrap();
            measured.share(system, |_| true).right
        };
        // English script hides the Russian text in windows-1251.
        assert_eq!((share(false, false), share(false, true), share(true, true)), (2, 3, 3));
        let hybrid = measured.system("icu", true, true).unwrap();
        assert_eq!(measured.answers(hybrid, "gbk"), HashMap::from([("gb18030", 1)]));
        assert_eq!(measured.answers(measured.system("icu", false, false).unwrap(), "windows-1251").len(), 1);
        assert!(
            measured.pages.iter().all(|seen| seen.declares && seen.declared.right && !seen.latin1_differs)
        );
        assert_eq!(measured.pages[1].step, Step::Gate);
    }

    #[test]
    fn the_report_has_both_tables_beside_the_published_ones() {
        let report = measured().report();
        for words in ["Table 3", "Table 4", "published", "| windows-1251 |", "| Russian |", "equity"] {
            assert!(report.contains(words), "{words}\n{report}");
        }
    }

    #[test]
    fn experts_of_the_library_are_all_measured() {
        let names: Vec<_> = ranked(true).iter().map(|expert| expert.name()).collect();
        let ours: Vec<_> = names.iter().copied().filter(|name| *name != "uchardet").collect();
        assert_eq!(ours.len(), experts::all().len());
        assert!(ours.ends_with(&["icu", "mozilla", "universal", "pellucid"]), "{names:?}");
    }
}

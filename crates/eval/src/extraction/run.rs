//! A whole run on one screen: extract, judge.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::extractors::{EXTRACTORS, Entry, Extracted, Extractor};
use super::score::{Hits, Measure, Score};
use pellucid_corpora::extraction::{Gold, Page};

/// Some extractors walk trees by recursion; memory that is not touched costs nothing.
const STACK: usize = 512 << 20;

/// What an extractor did.
pub struct Contestant {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: String,
    /// What came out of each page.
    pub extracted: Vec<Extracted>,
    /// How good that is.
    pub verdicts: Vec<Verdict>,
}

/// How good a text is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Against a gold text.
    Score(Score),
    /// Against segments.
    Hits(Hits),
}

/// Everything that was measured.
pub struct Run {
    /// The pages.
    pub pages: Vec<Page>,
    /// The extractors, in the order of all tables.
    pub contestants: Vec<Contestant>,
    /// Extractors that could not be used, and why.
    pub missing: Vec<(&'static str, String)>,
}

/// Runs the extractors of these names, or all that are usable, beside those that were judged before.
pub fn run(names: &[String], contestants: Vec<Contestant>, pages: Vec<Page>) -> Result<Run> {
    let mut run = Run { pages, contestants, missing: Vec::new() };
    // Shown on a terminal only.
    let progress = ProgressBar::new(0)
        .with_style(ProgressStyle::with_template("{msg:16} {wide_bar} {pos}/{len} {eta}")?);
    // One extractor after the other, so that none competes with another for a core.
    for entry in chosen(names)? {
        let mut extractor = match entry.open() {
            Ok(extractor) => extractor,
            Err(reason) => {
                run.missing.push((entry.name, format!("{reason:#}")));
                continue;
            }
        };
        progress.set_message(entry.name);
        progress.inc_length(run.pages.len() as u64);
        let extracted = extract(extractor.as_mut(), &run.pages, &progress)?;
        let verdicts = run.pages.par_iter().zip(&extracted).map(judge).collect();
        let version = extractor.version();
        run.contestants.push(Contestant { name: entry.name, version, extracted, verdicts });
    }
    progress.finish_and_clear();
    if run.contestants.is_empty() {
        bail!("no extractor can be used: {:?}", run.missing);
    }
    Ok(run)
}

/// All pages through one extractor, in a thread with a large stack.
fn extract(extractor: &mut dyn Extractor, pages: &[Page], progress: &ProgressBar) -> Result<Vec<Extracted>> {
    let all = || -> Result<Vec<Extracted>> {
        let mut extracted = Vec::with_capacity(pages.len());
        for page in pages {
            extracted.push(extractor.extract(&page.html).with_context(|| page.row.id.clone())?);
            progress.inc(1);
        }
        Ok(extracted)
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, all)?;
        thread.join().expect("panics of extractors are caught")
    })
}

/// A page of which nothing came out is judged as an empty text.
pub fn judge((page, extracted): (&Page, &Extracted)) -> Verdict {
    let text = extracted.text.as_deref().unwrap_or_default();
    match &page.gold {
        Gold::Text(gold) => Verdict::Score(Score::of(text, gold)),
        Gold::Segments(segments) => Verdict::Hits(Hits::of(text, segments)),
    }
}

impl Contestant {
    /// Its score on a page with a gold text.
    pub fn score(&self, page: usize) -> Option<Score> {
        match self.verdicts[page] {
            Verdict::Score(score) => Some(score),
            Verdict::Hits(_) => None,
        }
    }

    /// The mean over pages of one of the scores.
    pub fn mean(&self, pages: &[usize], measure: Measure) -> f64 {
        let scores: Vec<f64> = pages.iter().filter_map(|&page| self.score(page)).map(measure).collect();
        scores.iter().sum::<f64>() / scores.len().max(1) as f64
    }

    /// F1 over all segments, where there are any.
    pub fn segments(&self) -> Option<f64> {
        let hits = self.verdicts.iter().filter_map(|verdict| match verdict {
            Verdict::Hits(hits) => Some(*hits),
            Verdict::Score(_) => None,
        });
        let hits: Vec<Hits> = hits.collect();
        (!hits.is_empty()).then(|| hits.into_iter().sum::<Hits>().f1())
    }

    /// Millions of bytes of UTF-8 in a second of CPU time.
    pub fn speed(&self, pages: &[Page]) -> f64 {
        let bytes: usize = pages.iter().map(|page| page.html.len()).sum();
        let time: Duration = self.extracted.iter().map(|extracted| extracted.time).sum();
        bytes as f64 / 1e6 / time.max(Duration::from_nanos(1)).as_secs_f64()
    }

    /// Pages on which it failed.
    pub fn failures(&self) -> usize {
        self.extracted.iter().filter(|extracted| extracted.text.is_err()).count()
    }

    /// The pages with the lowest scores, the worst first.
    pub fn worst(&self) -> Vec<(usize, Score)> {
        let mut scores: Vec<_> =
            (0..self.verdicts.len()).filter_map(|page| Some((page, self.score(page)?))).collect();
        scores.sort_by(|a, b| a.1.bag.total_cmp(&b.1.bag));
        scores
    }
}

/// The extractors of these names.
fn chosen(names: &[String]) -> Result<Vec<Entry>> {
    if let Some(unknown) =
        names.iter().find(|name| EXTRACTORS.iter().all(|entry| entry.name != name.as_str()))
    {
        let known: Vec<_> = EXTRACTORS.iter().map(|entry| entry.name).collect();
        bail!("no extractor {unknown:?}: there are {}", known.join(", "));
    }
    let wanted = |entry: &&Entry| names.is_empty() || names.iter().any(|name| name == entry.name);
    Ok(EXTRACTORS.iter().filter(wanted).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::super::groups::tests::page;
    use super::*;
    use pellucid_corpora::extraction::Segments;

    #[test]
    fn pages_are_extracted_and_judged() {
        let mut pages = vec![page("latin", "a", "", "one two"), page("latin", "b", "", "three")];
        pages[1].html = "<p>three four".into();
        let segments = Segments { with: vec!["one".into()], without: Vec::new() };
        pages.push(Page { gold: Gold::Segments(segments), ..pages[0].clone() });
        let run = run(&["text".into()], Vec::new(), pages).unwrap();
        let text = &run.contestants[0];
        assert_eq!(text.mean(&[0, 1], |score| score.bag), (1.0 + 2.0 / 3.0) / 2.0);
        assert_eq!(text.segments(), Some(1.0));
        assert_eq!(text.worst().iter().map(|(page, _)| *page).collect::<Vec<_>>(), [1, 0]);
        assert_eq!(text.failures(), 0);
        assert!(text.speed(&run.pages) > 0.0);
    }

    #[test]
    fn unknown_names_are_told() {
        let error = chosen(&["no such".into()]).err().expect("there is none");
        assert!(error.to_string().contains("dom_smoothie"), "{error}");
    }
}

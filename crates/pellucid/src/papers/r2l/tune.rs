//! The heuristic fitness function of the paper on R2L (section 4.4): the best gap for a site, from pages whose main content is known.
//!
//! ```
//! use pellucid::papers::r2l::{R2l, tune};
//!
//! let page = "<p>پاراگراف نخست</p>\n\n\n<p>و دوم</p>\n\n\n\n\n<a href=/>پیوند</a>";
//! let tuned = tune::gap(&R2l::default(), [(page, "پاراگراف نخست\nو دوم")], tune::Unit::Words);
//! assert_eq!(tuned.best().gap, 3);
//! assert_eq!(tuned.best().f1, 1.0);
//! ```

use std::fmt;
use std::ops::RangeInclusive;

use super::R2l;
pub use super::lcs::{Agreement, Unit};
pub use super::profile::{Found, Profile, ProfileError};

/// The gaps that are tried. The authors found at most 20 lines between two paragraphs.
pub const GAPS: RangeInclusive<usize> = 1..=20;

/// What a gap reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// P.
    pub gap: usize,
    /// F1 by the longest common subsequence, the mean of all pages.
    pub f1: f64,
}

/// What each gap reaches. Shown as a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    rows: Vec<Row>,
    pages: usize,
}

/// Tries all gaps with pages and the texts wanted from them.
pub fn gap<'a>(r2l: &R2l, pages: impl IntoIterator<Item = (&'a str, &'a str)>, unit: Unit) -> Tuned {
    let mut tuned = Tuned::default();
    for (page, wanted) in pages {
        tuned.add(&on_page(r2l, page, wanted, unit));
    }
    tuned
}

/// What each of [`GAPS`] reaches on one page.
pub fn on_page(r2l: &R2l, page: &str, wanted: &str, unit: Unit) -> Vec<Agreement> {
    let lines = r2l.lines(page);
    // Few gaps change what is chosen, and comparing takes most of the time.
    let mut last = None;
    let mut try_gap = |gap| {
        let tried = R2l { gap, ..r2l.clone() };
        let chosen = tried.choose(&lines);
        let agreement = match &last {
            Some((before, agreement)) if *before == chosen => *agreement,
            _ => Agreement::of(&tried.content(page, &lines, chosen.clone()).text, wanted, unit),
        };
        last = Some((chosen, agreement));
        agreement
    };
    GAPS.map(&mut try_gap).collect()
}

impl Default for Tuned {
    /// Before any page was tried.
    fn default() -> Tuned {
        Tuned { rows: GAPS.map(|gap| Row { gap, f1: 0.0 }).collect(), pages: 0 }
    }
}

impl Tuned {
    /// Adds one more page to the means, as [`on_page`] returned it.
    pub fn add(&mut self, page: &[Agreement]) {
        let before = self.pages as f64;
        self.pages += 1;
        for (row, agreement) in self.rows.iter_mut().zip(page) {
            row.f1 = (row.f1 * before + agreement.f1) / self.pages as f64;
        }
    }

    /// All gaps that were tried, in order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// How many pages they were tried with.
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// The best gap. Of equals, the default if it is among them, or else the smallest.
    pub fn best(&self) -> Row {
        let default = self.rows[R2l::GAP - GAPS.start()];
        self.rows.iter().rev().fold(default, |best, &row| {
            let better = row.f1 > best.f1 || row.f1 == best.f1 && best.gap != R2l::GAP;
            if better { row } else { best }
        })
    }
}

impl fmt::Display for Tuned {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "| P | F1 |\n|---:|---:|")?;
        for row in &self.rows {
            writeln!(f, "| {} | {:.4} |", row.gap, row.f1)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuned(page: &str, wanted: &str) -> Tuned {
        gap(&R2l::plus(), [(page, wanted)], Unit::Words)
    }

    #[test]
    fn each_gap_is_what_extracting_with_it_reaches() {
        let page = format!(
            "<p>متن اصلی این صفحه</p>\n{}<p>دنباله متن</p>\n{}<p>پیوند</p>",
            "\n".repeat(4),
            "\n".repeat(11)
        );
        let wanted = "متن اصلی این صفحه دنباله متن";
        let tuned = tuned(&page, wanted);
        for row in tuned.rows() {
            let text = R2l { gap: row.gap, ..R2l::plus() }.extract(&page).text;
            assert_eq!(row.f1, Agreement::of(&text, wanted, Unit::Words).f1, "{}", row.gap);
        }
        let f1 = |gap: usize| tuned.rows()[gap - 1].f1;
        assert!(f1(4) < f1(5) && f1(5) == f1(11) && f1(11) > f1(12) && f1(12) == f1(20));
        // 5 to 11 are equals, and the default is among them.
        assert_eq!(tuned.best(), Row { gap: R2l::GAP, f1: 1.0 });
        assert!(tuned.to_string().starts_with("| P | F1 |\n|---:|---:|\n| 1 | 0.8000 |\n"), "{tuned}");
    }

    #[test]
    fn means_of_pages_and_none() {
        let page = "<p>متن اصلی این صفحه";
        let two = gap(&R2l::default(), [(page, "متن اصلی این صفحه"), (page, "x")], Unit::Words);
        assert_eq!((two.pages(), two.best().f1), (2, 0.5));
        let none = gap(&R2l::default(), [], Unit::Words);
        assert_eq!((none.pages(), none.best()), (0, Row { gap: R2l::GAP, f1: 0.0 }));
    }
}

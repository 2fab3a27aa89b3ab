//! What repair changes, line by line.

use pellucid::decode::DecodeError;
use pellucid::{Detector, PageOptions};
use serde::Serialize;

use crate::{Pieces, Undone, undone};

/// So many lines that change are shown.
const CHANGES: usize = 60;
/// So many characters of each.
const LONGEST: usize = 240;
/// So many of them stand before the first that changes.
const BEFORE: usize = 40;

/// What repair makes of a page.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Repair {
    pub repaired: Vec<Undone>,
    pub mixed: Pieces,
    /// The first lines that change, and how many there are in all.
    pub changes: Vec<Change>,
    pub changed: usize,
}

/// A line of the text that a repair changes, around the place where it does.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Change {
    /// Its number, from 1 on.
    pub line: usize,
    pub before: String,
    pub after: String,
}

impl Repair {
    /// Undoes double encoding, and reads pieces in other encodings.
    pub fn of(detector: &Detector, page: &[u8]) -> Result<Repair, DecodeError> {
        let before = detector.decode(page);
        let after = detector.decode_with(page, &PageOptions::new().repair(true).mixed(true))?;
        let (mut changes, mut changed) = (Vec::new(), 0);
        // Neither repair adds or removes a line end.
        for (number, (before, after)) in before.text().split('\n').zip(after.text().split('\n')).enumerate() {
            if before == after {
                continue;
            }
            changed += 1;
            if changes.len() < CHANGES {
                changes.push(Change::of(number + 1, before, after));
            }
        }
        Ok(Repair { repaired: undone(after.layers()), mixed: Pieces::of(after.mixed()), changes, changed })
    }
}

impl Change {
    fn of(line: usize, before: &str, after: &str) -> Change {
        let same = before.chars().zip(after.chars()).take_while(|(before, after)| before == after).count();
        let around = |text: &str| text.chars().skip(same.saturating_sub(BEFORE)).take(LONGEST).collect();
        Change { line, before: around(before), after: around(after) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_shown_where_it_is() {
        let (before, after) = ("x".repeat(100) + "Ã©!", "x".repeat(100) + "é!");
        let change = Change::of(1, &before, &after);
        assert_eq!(change.before, "x".repeat(BEFORE) + "Ã©!");
        assert_eq!(change.after, "x".repeat(BEFORE) + "é!");
    }
}

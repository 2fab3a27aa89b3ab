//! Why a page's main content is what it is: every block with its score.

use std::fmt::Write;

use pellucid::extract::Scored;

/// How many characters of a block are shown.
const SHOWN: usize = 60;

/// A line for each block of a page: whether it was kept, its score, its place in bytes, its first words.
pub fn account(scores: &[Scored]) -> String {
    let kept = |scored: &&Scored| scored.chosen;
    let of = |scored: &mut dyn Iterator<Item = &Scored>| scored.map(|s| u64::from(s.characters)).sum::<u64>();
    let mut account = format!(
        "{} of {} blocks kept, {} of {} characters\n",
        scores.iter().filter(kept).count(),
        scores.len(),
        of(&mut scores.iter().filter(kept)),
        of(&mut scores.iter())
    );
    let width = scores.last().map_or(0, |last| last.place.end.to_string().len());
    for scored in scores {
        let sign = if scored.chosen { '+' } else { '-' };
        let (start, end) = (scored.place.start, scored.place.end);
        let words = first_words(&scored.text);
        // Writing to a string never fails.
        let _ = writeln!(account, "{sign} {:.3}  {start:>width$}-{end:<width$}  {words}", scored.score);
    }
    account
}

/// The beginning of a text, on one line and harmless for a terminal.
fn first_words(text: &str) -> String {
    let line = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let line = line.collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pellucid::{Detector, PageOptions};

    #[test]
    fn words_fit_on_a_line() {
        assert_eq!(first_words("a\u{1b}[0m\n b"), "a [0m b");
        assert_eq!(first_words(&"é".repeat(61)), "é".repeat(60) + "…");
    }

    #[test]
    fn blocks_have_a_line_each() {
        let page = "<p>One block of text, which is longer than the other.</p><a href=/>Home</a>";
        let options = PageOptions::new().explain(true);
        let page = Detector::default().page_with(page, &options).unwrap();
        let account = account(&page.extracted().blocks);
        let lines: Vec<&str> = account.lines().collect();
        assert_eq!(lines.len(), 3, "{account}");
        assert!(
            lines[1].contains(" 3-53 ")
                && lines[1].ends_with("One block of text, which is longer than the other.")
        );
        assert!(lines[2].ends_with("Home"));
    }
}

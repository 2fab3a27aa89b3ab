//! Plain text.
//!
//! Paragraphs are parted by an empty line, items of lists and rows of tables by the end of the line. Cells of a table are parted by
//! ` | ` and not by a tab: programs that read text for a corpus make one space of all white space, and would leave one long
//! sentence of words that have nothing to do with each other; and a bar is not a word to those who count words.

use super::lines::{self, Format, begins_list, is_next_item};
use super::{WriteOptions, rows};
use crate::extract::parts::{Container, Part, PartKind, Style, Within};

/// Parts as plain text.
pub fn text(parts: &[Part], options: WriteOptions) -> String {
    lines::write(parts, options, &Text(options))
}

struct Text(WriteOptions);

impl Format for Text {
    fn prefix(&self, within: &Within, _: bool) -> (String, String) {
        let first = match within.container {
            Container::Item { number, task } => {
                let marker = number.map_or("- ".to_owned(), |number| format!("{number}. "));
                let task = task.map_or("", |done| if done { "[x] " } else { "[ ] " });
                marker + task
            }
            _ => String::new(),
        };
        // What follows stands below the first letter.
        let others = " ".repeat(first.len());
        (first, others)
    }

    /// Lines between paragraphs are empty lines, which are there already.
    fn shows(&self, part: &Part) -> bool {
        part.kind != PartKind::Rule
    }

    fn part(&self, part: &Part) -> String {
        match &part.kind {
            PartKind::Image(image) => picture(&image.alternative, &image.source),
            PartKind::Rule => String::new(),
            _ => self.words(part),
        }
    }

    fn table(&self, parts: &[Part], table: usize) -> String {
        let mut lines = String::new();
        let cell = |parts: &[Part]| {
            let words = parts.iter().filter(|part| self.0.shows(part)).map(|part| self.part(part));
            words.collect::<Vec<_>>().join(" ").replace('\n', " ")
        };
        rows(parts, table, cell, |cells, _| {
            let filled = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
            for (n, cell) in cells[..filled].iter().enumerate() {
                lines += if n > 0 { " | " } else { "" };
                lines += cell;
            }
            lines += if filled > 0 { "\n" } else { "" };
        });
        lines.pop();
        lines
    }

    fn is_tight(&self, part: &Part, next: &Part, shared: usize) -> bool {
        let defines =
            |within: Option<&Within>| within.is_some_and(|within| within.container == Container::Definition);
        is_next_item(part, next, shared)
            || begins_list(part, next, shared)
            || part.kind == PartKind::Term
                && (next.kind == PartKind::Term || defines(next.within.get(shared)))
    }
}

impl Text {
    /// The text of a part, with what was asked for.
    fn words(&self, part: &Part) -> String {
        let mut out = String::with_capacity(part.text.len());
        let mut at = 0;
        let asked = |style: &Style| matches!(style, Style::Link(_) | Style::Image(_)) && self.0.marks(style);
        let mut marks: Vec<_> = part.marks.iter().filter(|mark| asked(&mark.style)).collect();
        marks.sort_by_key(|mark| mark.range.end);
        for mark in marks {
            out += &part.text[at..mark.range.end];
            at = mark.range.end;
            match &mark.style {
                Style::Link(address) if part.text[mark.range.clone()] != **address => {
                    out += &format!(" ({address})");
                }
                Style::Image(image) => {
                    if !out.is_empty() && !out.ends_with([' ', '\n']) {
                        out.push(' ');
                    }
                    out += &picture(&image.alternative, &image.source);
                    if !part.text[at..].starts_with([' ', '\n']) && at < part.text.len() {
                        out.push(' ');
                    }
                }
                _ => {}
            }
        }
        out + &part.text[at..]
    }
}

fn picture(alternative: &str, source: &str) -> String {
    match alternative {
        "" => format!("({source})"),
        _ => format!("{alternative} ({source})"),
    }
}

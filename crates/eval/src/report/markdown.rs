//! The report as Markdown.

use super::machine;
use super::tables::{self, Table};
use crate::run::Run;

/// The whole report.
pub fn report(run: &Run) -> String {
    let mut text = format!(
        "# Encoding detection: data set `{}`\n\n{}. {} pages, {}, {}.\n\n",
        run.dataset.name,
        super::tables::capital(&run.dataset.about),
        run.pages.pages.len(),
        machine::date(),
        machine::machine()
    );
    for contestant in &run.peers {
        text += &format!("- {} {}\n", contestant.name, contestant.version);
    }
    for (name, reason) in &run.missing {
        text += &format!("- not measured: {name} ({reason})\n");
    }
    text += "\nVariants:\n\n";
    for measured in &run.variants {
        text += &format!(
            "- `{}`: {}, {} pages\n",
            measured.variant,
            measured.variant.about(),
            measured.pages.len()
        );
    }
    for one in tables::all(run) {
        let body = format!("{}\n\n{}", one.note, table(&one));
        text += &if one.detail {
            format!("\n<details><summary>{}</summary>\n\n{body}\n</details>\n", one.title)
        } else {
            format!("\n## {}\n\n{body}", one.title)
        };
    }
    text
}

/// One table; the first column is text, the others are numbers.
pub fn table(table: &Table) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|---|{}\n", "---:|".repeat(table.head.len().saturating_sub(1)));
    line(&table.head) + &rule + &table.rows.iter().map(|row| line(row)).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_escaped() {
        let one = Table {
            title: String::new(),
            note: String::new(),
            head: vec!["a|b".into(), "c".into()],
            rows: vec![vec!["x".into(), "1".into()]],
            detail: false,
        };
        assert_eq!(table(&one), "| a\\|b | c |\n|---|---:|\n| x | 1 |\n");
    }
}

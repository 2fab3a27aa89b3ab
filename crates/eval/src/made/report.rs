//! A measure → its report: tables in Markdown, and all answers.

use std::path::Path;

use anyhow::{Context, Result};

use super::{Figures, Measured, Outcome};
use crate::report::tables::Table;
use crate::report::{machine, markdown};

/// Writes `report.md` (tables, and a list of the wrong answers) and `answers.tsv` (a row for each page).
pub fn write(measured: &Measured, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let path = folder.join("report.md");
    std::fs::write(&path, report(measured)).with_context(|| path.display().to_string())?;
    let path = folder.join("answers.tsv");
    std::fs::write(&path, answers(measured)).with_context(|| path.display().to_string())
}

/// The table by group, for the terminal.
pub fn summary(measured: &Measured) -> String {
    markdown::table(&table("group", measured.groups()))
}

fn report(measured: &Measured) -> String {
    let mut text = format!(
        "# {}\n\n{} pages, {}, {}.\n\n{}\n\n{}",
        measured.title,
        measured.outcomes.len(),
        machine::date(),
        machine::machine(),
        measured.note,
        summary(measured)
    );
    for (at, column) in measured.columns.iter().enumerate().filter(|(_, name)| measured.by.contains(name)) {
        text += &format!("\n## By {column}\n\n{}", markdown::table(&table(column, measured.by(at))));
    }
    let wrong = wrong(measured);
    text += &format!(
        "\n<details><summary>Wrong answers ({})</summary>\n\n{}\n</details>\n",
        wrong.rows.len(),
        markdown::table(&wrong)
    );
    text
}

fn table(name: &str, rows: Vec<(&str, Figures)>) -> Table {
    let row = |(name, figures): (&str, Figures)| {
        vec![
            name.to_owned(),
            figures.pages.to_string(),
            figures.share().map_or_else(|| "–".into(), |share| format!("{:.2}", 100.0 * share)),
            (figures.pages - figures.right).to_string(),
            figures.wrong_likely.to_string(),
            figures.wrong_sure.to_string(),
            figures.ece.map_or_else(|| "–".into(), |ece| format!("{ece:.4}")),
        ]
    };
    let head = [name, "pages", "right, %", "wrong", "wrong > 0.5", "wrong > 0.9", "calibration error"];
    Table {
        title: String::new(),
        note: String::new(),
        head: head.map(String::from).to_vec(),
        rows: rows.into_iter().map(row).collect(),
        detail: false,
    }
}

/// Every wrong answer, by group, the most confident first.
fn wrong(measured: &Measured) -> Table {
    let mut rows = Vec::new();
    for (group, _) in measured.groups() {
        let mut wrong: Vec<&Outcome> =
            measured.outcomes.iter().filter(|one| one.group == group && !one.right).collect();
        wrong.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        rows.extend(wrong.into_iter().map(cells));
    }
    Table { title: String::new(), note: String::new(), head: head(measured), rows, detail: true }
}

fn answers(measured: &Measured) -> String {
    let mut text = head(measured).join("\t") + "\tright\n";
    for outcome in &measured.outcomes {
        text += &format!("{}\t{}\n", cells(outcome).join("\t"), outcome.right);
    }
    text
}

fn head(measured: &Measured) -> Vec<String> {
    let mut head = vec!["group".to_owned()];
    head.extend(measured.columns.iter().map(|column| (*column).to_owned()));
    head.extend(["answer", "confidence"].map(String::from));
    head
}

fn cells(outcome: &Outcome) -> Vec<String> {
    let mut cells = vec![outcome.group.clone()];
    cells.extend(outcome.about.iter().cloned());
    cells.extend([outcome.answer.to_owned(), format!("{:.3}", outcome.confidence)]);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_its_tables_and_its_wrong_answers() {
        let outcome = |language: &str, confidence, right| Outcome {
            group: "meta".into(),
            about: vec![language.into(), "koi8-r".into()],
            answer: "IBM866",
            confidence,
            right,
        };
        let measured = Measured {
            title: "A title",
            columns: vec!["language", "encoding"],
            by: vec!["language"],
            outcomes: vec![outcome("ru", 0.5, false), outcome("ru", 0.95, false), outcome("uk", 1.0, true)],
            ..Measured::default()
        };
        let folder = tempfile::tempdir().unwrap();
        write(&measured, folder.path()).unwrap();
        let report = std::fs::read_to_string(folder.path().join("report.md")).unwrap();
        assert!(report.starts_with("# A title\n\n3 pages, "), "{report}");
        assert!(report.contains("| meta | 3 | 33.33 | 2 | 1 | 1 | 0.4833 |"), "{report}");
        assert!(report.contains("## By language\n") && !report.contains("## By encoding"), "{report}");
        let (first, second) = (report.find("| IBM866 | 0.950 |"), report.find("| IBM866 | 0.500 |"));
        assert!(first.is_some() && first < second && !report.contains("| IBM866 | 1.000 |"), "{report}");
        let answers = std::fs::read_to_string(folder.path().join("answers.tsv")).unwrap();
        assert_eq!(answers.lines().count(), 4);
        assert_eq!(answers.lines().nth(3), Some("meta\tuk\tkoi8-r\tIBM866\t1.000\ttrue"));
    }
}

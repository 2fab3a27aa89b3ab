//! A run → its report: tables in Markdown, scores of all pages, and the texts themselves.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Result;
use serde_json::json;

use super::groups;
use super::run::{Contestant, Run};
use super::score::{Measure, Score};
use crate::report::tables::Table;
use crate::report::{machine, markdown};

/// Pages that are told of each extractor, for reading.
const WORST: usize = 25;

/// A measure, and what it is called.
const MEASURES: [(&str, Measure); 2] = [("bag", |score| score.bag), ("LCS", |score| score.lcs)];

/// Writes `report.md`, `scores.tsv` (a row for each page), and for each extractor `NAME.jsonl` (its texts, so that others
/// can count again).
pub fn write(run: &Run, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("report.md"), markdown(run))?;
    scores(run, csv::WriterBuilder::new().delimiter(b'\t').from_path(folder.join("scores.tsv"))?)?;
    for contestant in &run.contestants {
        let file = fs::File::create(folder.join(format!("{}.jsonl", contestant.name)))?;
        predictions(run, contestant, BufWriter::new(file))?;
    }
    Ok(())
}

/// The table of the goals, for the terminal.
pub fn summary(run: &Run) -> String {
    groups::tables(&run.pages)
        .first()
        .map(|goals| markdown::table(&table(run, goals, MEASURES[0])))
        .unwrap_or_default()
}

fn markdown(run: &Run) -> String {
    let mut text = format!(
        "# Extraction of main content\n\n{} pages, {}, {}.\n\n",
        run.pages.len(),
        machine::date(),
        machine::machine()
    );
    for contestant in &run.contestants {
        text += &format!("- {} {}", contestant.name, contestant.version);
        text += &match contestant.failures() {
            0 => "\n".to_owned(),
            failures => format!(", failed on {failures} pages\n"),
        };
    }
    for (name, reason) in &run.missing {
        text += &format!("- not measured: {name} ({reason})\n");
    }
    text += "\nMeans over pages of F1; words as a bag, then the longest common subsequence of words (LCS). `segments`: F1 \
             over wanted and unwanted segments of all pages together. MB/s: UTF-8 of all pages in CPU time, one pass.\n";
    for measure in MEASURES {
        for one in groups::tables(&run.pages) {
            text += &format!("\n## {}: {} F1\n\n", one.title, measure.0);
            text += &markdown::table(&table(run, &one, measure));
        }
    }
    for contestant in &run.contestants {
        text += &quality(contestant).map_or_else(String::new, |table| markdown::table(&table));
    }
    for contestant in &run.contestants {
        let worst = Table {
            title: String::new(),
            note: String::new(),
            head: ["page", "script", "site", "bag F1", "LCS F1"].map(String::from).to_vec(),
            rows: contestant.worst().into_iter().take(WORST).map(|worst| page_row(run, worst)).collect(),
            detail: true,
        };
        text += &format!(
            "\n<details><summary>The worst pages of {}</summary>\n\n{}\n</details>\n",
            contestant.name,
            markdown::table(&worst)
        );
    }
    text
}

/// Pages by how good an extractor takes its answer to be, in tenths, beside how good that is.
fn quality(contestant: &Contestant) -> Option<Table> {
    let both =
        |page: usize| Some((f64::from(contestant.extracted[page].quality?), contestant.score(page)?.bag));
    let mut pages: Vec<(f64, f64)> = (0..contestant.verdicts.len()).filter_map(both).collect();
    pages.sort_by(|a, b| a.0.total_cmp(&b.0));
    if pages.is_empty() {
        return None;
    }
    let mean = |pages: &[(f64, f64)]| {
        let mean = |of: fn(&(f64, f64)) -> f64| pages.iter().map(of).sum::<f64>() / pages.len() as f64;
        (mean(|page| page.0), mean(|page| page.1))
    };
    let tenths: Vec<&[(f64, f64)]> = pages.chunks(pages.len().div_ceil(10)).collect();
    let error = tenths.iter().map(|tenth| mean(tenth)).map(|(quality, f1)| (quality - f1).abs()).sum::<f64>();
    let row = |tenth: &&[(f64, f64)]| {
        let (quality, f1) = mean(tenth);
        vec![tenth.len().to_string(), format!("{quality:.4}"), format!("{f1:.4}")]
    };
    Some(Table {
        title: String::new(),
        note: String::new(),
        head: vec![
            format!(
                "{}: error {:.4}, F1 {:.4}, without the worst tenth {:.4}; pages",
                contestant.name,
                error / tenths.len() as f64,
                mean(&pages).1,
                mean(&pages[tenths[0].len()..]).1
            ),
            "quality".into(),
            "bag F1".into(),
        ],
        rows: tenths.iter().map(row).collect(),
        detail: false,
    })
}

/// Rows are extractors, columns are groups; the goals have segments and speed beside them.
fn table(run: &Run, groups: &groups::Table, (_, measure): (&str, Measure)) -> Table {
    let goals = groups.title == "Goals";
    let mut head = vec!["extractor".to_owned()];
    head.extend(groups.groups.iter().map(|group| format!("{} ({})", group.name, group.pages.len())));
    if goals {
        head.extend(["segments", "MB/s"].map(String::from));
    }
    let row = |contestant: &Contestant| {
        let mut row = vec![contestant.name.to_owned()];
        row.extend(
            groups.groups.iter().map(|group| format!("{:.4}", contestant.mean(&group.pages, measure))),
        );
        if goals {
            row.push(contestant.segments().map_or_else(String::new, |f1| format!("{f1:.4}")));
            row.push(format!("{:.1}", contestant.speed(&run.pages)));
        }
        row
    };
    Table {
        title: groups.title.to_owned(),
        note: String::new(),
        head,
        rows: run.contestants.iter().map(row).collect(),
        detail: false,
    }
}

fn page_row(run: &Run, (page, score): (usize, Score)) -> Vec<String> {
    let row = &run.pages[page].row;
    let f1 = |f1: f64| format!("{f1:.4}");
    vec![row.id.clone(), row.script.clone(), row.site.clone(), f1(score.bag), f1(score.lcs)]
}

/// A row for each page: what is known of it, then both scores of each extractor; of segments, nothing.
fn scores(run: &Run, mut out: csv::Writer<impl Write>) -> Result<()> {
    let mut head = ["id", "language", "script", "dataset", "kind", "site"].map(String::from).to_vec();
    for contestant in &run.contestants {
        head.extend(MEASURES.map(|(name, _)| format!("{} {name}", contestant.name)));
        head.push(format!("{} quality", contestant.name));
    }
    out.write_record(&head)?;
    for (at, page) in run.pages.iter().enumerate() {
        let row = &page.row;
        let mut cells = [&row.id, &row.language, &row.script, &row.dataset, &row.kind, &row.site]
            .map(String::clone)
            .to_vec();
        for contestant in &run.contestants {
            let score = contestant.score(at);
            let cell =
                |measure: Measure| score.map_or_else(String::new, |score| format!("{:.4}", measure(score)));
            cells.extend(MEASURES.map(|(_, measure)| cell(measure)));
            let quality = contestant.extracted[at].quality;
            cells.push(quality.map_or_else(String::new, |quality| format!("{quality:.4}")));
        }
        out.write_record(&cells)?;
    }
    Ok(out.flush()?)
}

/// What came out of each page, a line each; or why nothing did.
fn predictions(run: &Run, contestant: &Contestant, mut out: impl Write) -> Result<()> {
    for (page, extracted) in run.pages.iter().zip(&contestant.extracted) {
        let (text, error) = match &extracted.text {
            Ok(text) => (text.as_str(), ""),
            Err(error) => ("", error.as_str()),
        };
        let line =
            json!({ "id": page.row.id, "text": text, "err": error, "us": extracted.time.as_micros() as u64 });
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::super::groups::tests::page;
    use super::super::run::run;
    use super::*;

    #[test]
    fn a_report_tells_means_scores_and_texts() {
        let pages =
            vec![page("rtl", "rtl-hand", "blog", "سلام دنیا"), page("latin", "aeb", "", "hello world")];
        let mut run = run(&["text".into()], Vec::new(), pages).unwrap();
        run.contestants[0].extracted[1].text = Err("as it happens".into());
        run.contestants[0].extracted[0].quality = Some(0.75);
        let folder = tempfile::tempdir().unwrap();
        write(&run, folder.path()).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();

        let report = read("report.md");
        assert!(report.contains(
            "| extractor | all (2) | rtl, first set (1) | latin (1) | aeb (1) | segments | MB/s |"
        ));
        assert!(report.contains("| text | 1.0000 | 1.0000 | 1.0000 | 1.0000 |  | "), "{report}");
        assert!(report.contains("failed on 1 pages"));
        assert!(report.contains("| text: error 0.2500, F1 1.0000, without the worst tenth"), "{report}");
        assert!(report.contains("| 1 | 0.7500 | 1.0000 |"), "{report}");
        assert!(report.contains("The worst pages of text"));
        assert!(report.contains(&summary(&run)));

        assert_eq!(
            read("scores.tsv").lines().collect::<Vec<_>>(),
            [
                "id\tlanguage\tscript\tdataset\tkind\tsite\ttext bag\ttext LCS\ttext quality",
                "rtl-hand-blog\t\trtl\trtl-hand\tblog\t\t1.0000\t1.0000\t0.7500",
                "aeb-\t\tlatin\taeb\t\t\t1.0000\t1.0000\t",
            ]
        );
        let lines: Vec<serde_json::Value> =
            read("text.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((&lines[0]["id"], &lines[0]["text"]), (&json!("rtl-hand-blog"), &json!("سلام دنیا")));
        assert_eq!((&lines[1]["text"], &lines[1]["err"]), (&json!(""), &json!("as it happens")));
    }
}

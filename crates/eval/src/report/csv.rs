//! The report as CSV: every figure, and every answer.

use anyhow::Result;

use super::tables::{groups, macro_rate, reliability_of, tallies};
use crate::dataset::Page;
use crate::labels::Class;
use crate::run::Run;
use crate::score::Metric;

/// What the figures are told apart by, and how a page tells its value.
type Property = (&'static str, fn(&Page) -> Option<String>);

const PROPERTIES: [Property; 5] = [
    ("all", |_| Some("all".into())),
    ("class", |page| Some(Class::of(&page.encoding).name().into())),
    ("encoding", |page| Some(page.encoding.clone())),
    ("language", |page| Some(page.language.clone())),
    ("trouble", |page| page.class.clone()),
];

/// One row a figure: `dataset, peer, version, variant, by, group, metric, value, pages`.
pub fn results(run: &Run) -> Result<String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["dataset", "peer", "version", "variant", "by", "group", "metric", "value", "pages"])?;
    for (peer, contestant) in run.peers.iter().enumerate() {
        let mut figure =
            |variant: &str, by: &str, group: &str, metric: &str, value: Option<f64>, pages: usize| {
                let value = value.map(|value| format!("{value:.6}")).unwrap_or_default();
                let about =
                    [&run.dataset.name, contestant.name, &contestant.version, variant, by, group, metric];
                out.write_record(about.into_iter().chain([value.as_str(), &pages.to_string()]))
            };
        for measured in &run.variants {
            let variant = measured.variant.to_string();
            for (by, property) in PROPERTIES {
                let tallies = tallies(run, measured, peer, property);
                for (group, pages) in groups(run, measured, property) {
                    for metric in Metric::ALL {
                        figure(&variant, by, &group, metric.name(), tallies[&group].rate(metric), pages)?;
                    }
                }
            }
            let pages = measured.pages.len();
            figure(&variant, "all", "all", "mean over encodings", macro_rate(run, measured, peer), pages)?;
            if let Some(reliability) = reliability_of(run, peer, |variant| variant == measured.variant, false)
            {
                figure(&variant, "all", "all", "ece", Some(reliability.ece()), pages)?;
            }
        }
        if let Some(speed) = &contestant.speed {
            for (class, rate) in &speed.classes {
                figure("nodecl", "class", class.name(), "MB/s", Some(*rate), 0)?;
            }
        }
        if let Some(cost) = contestant.footprint {
            figure("", "", "", "first answer s", Some(cost.first_answer.as_secs_f64()), 0)?;
            figure("", "", "", "resident MiB", Some(cost.memory.resident as f64 / 1024.0), 0)?;
            figure("", "", "", "peak MiB", Some(cost.memory.peak as f64 / 1024.0), 0)?;
        }
    }
    Ok(String::from_utf8(out.into_inner()?)?)
}

/// One row a page and variant, with the answer of each detector, whether it was decode-equal, and its confidence.
pub fn answers(run: &Run) -> Result<String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut head: Vec<String> =
        ["variant", "path", "encoding", "language", "trouble"].map(str::to_owned).into();
    for contestant in &run.peers {
        head.extend(["", " equal", " confidence"].map(|column| format!("{}{column}", contestant.name)));
    }
    out.write_record(&head)?;
    for measured in &run.variants {
        for (row, page) in measured.pages.iter().enumerate() {
            let page = &run.pages.pages[*page];
            let mut record = vec![
                measured.variant.to_string(),
                page.path.clone(),
                page.encoding.clone(),
                page.language.clone(),
                page.class.clone().unwrap_or_default(),
            ];
            for outcomes in &measured.outcomes {
                let outcome = &outcomes[row];
                record.push(outcome.label.clone().unwrap_or_default());
                record.push(u8::from(outcome.verdict.decode_equal).to_string());
                record.push(outcome.confidence.map(|c| format!("{c:.4}")).unwrap_or_default());
            }
            out.write_record(&record)?;
        }
    }
    Ok(String::from_utf8(out.into_inner()?)?)
}

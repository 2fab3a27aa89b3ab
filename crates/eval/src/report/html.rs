//! The report as one HTML page that needs nothing else.

use super::svg::escape;
use super::tables::{self, Table};
use super::{machine, plots};
use crate::run::Run;
use crate::score::Metric;

const STYLE: &str = include_str!("style.css");

/// The whole report.
pub fn report(run: &Run) -> String {
    let mut body = format!(
        "<h1>Encoding detection</h1>\n<p class=\"about\">Data set <b>{}</b>: {}. {} pages; {}; {}.</p>\n",
        escape(&run.dataset.name),
        escape(&run.dataset.about),
        run.pages.pages.len(),
        machine::date(),
        escape(&machine::machine())
    );
    for (name, reason) in &run.missing {
        body += &format!("<p class=\"about\">Not measured: {name} ({}).</p>\n", escape(reason));
    }
    let mut tables = tables::all(run).into_iter();
    // One table a metric answers the first question; the plots show the rest before it is told in numbers.
    body += &tables.by_ref().take(Metric::ALL.len()).map(|table| section(&table)).collect::<String>();
    body += &variants(run);
    for (title, plot) in [
        ("Accuracy against length", plots::accuracy_against_length(run, None)),
        ("Speed against accuracy", plots::speed_against_accuracy(run)),
        ("Reliability", plots::reliability_diagram(run)),
    ] {
        body += &plot.map(|plot| format!("<h2>{title}</h2>\n<figure>{plot}</figure>\n")).unwrap_or_default();
    }
    body += "<h2>Confusion</h2>\n<p>True encodings are columns, answers are rows. Blue: the answers give the same text as the \
             truth; orange: they do not. The stronger, the larger the share of the column. Hover for numbers.</p>\n";
    for (peer, contestant) in run.peers.iter().enumerate() {
        let Some(map) = plots::confusion_heat_map(run, peer) else { continue };
        let open = if peer == 0 { " open" } else { "" };
        let (name, version) = (contestant.name, escape(&contestant.version));
        body +=
            &format!("<details{open}><summary>{name} {version}</summary><figure>{map}</figure></details>\n");
    }
    // The heat maps above tell what the tables of confusion would.
    body += &tables
        .filter(|table| !table.title.starts_with("Confusion"))
        .map(|table| section(&table))
        .collect::<String>();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Encoding detection: {}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(&run.dataset.name)
    )
}

fn variants(run: &Run) -> String {
    let items =
        run.variants.iter().map(|m| format!("<dt>{}</dt><dd>{}</dd>", m.variant, escape(&m.variant.about())));
    format!("<dl>{}</dl>\n", items.collect::<String>())
}

fn section(table: &Table) -> String {
    let cells = |cells: &[String], tag: &str| -> String {
        cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect()
    };
    let head = cells(&table.head, "th");
    let rows: String = table.rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row, "td"))).collect();
    let (title, note) = (escape(&table.title), escape(&table.note));
    let body = format!(
        "<p>{note}</p>\n<div class=\"scroll\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    );
    if table.detail {
        format!("<details><summary>{title}</summary>\n{body}</details>\n")
    } else {
        format!("<h2>{title}</h2>\n{body}")
    }
}

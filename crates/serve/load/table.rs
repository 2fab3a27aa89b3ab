//! What was measured, as Markdown, and its place in docs/serve.md.

use std::fmt::Write;

use anyhow::{Context, Result};

use crate::Line;
use crate::client::Measured;

const BEGIN: &str = "<!-- written by `cargo dev load --write`; do not edit -->";
const END: &str = "<!-- end -->";

/// A line of the table.
pub fn line(service: &str, what: &str, connections: usize, measured: &Measured) -> String {
    let megabytes = measured.bytes as f64 / 1e6 / measured.seconds;
    let [half, most, nearly_all] = [0.5, 0.9, 0.99].map(|share| measured.percentile(share));
    let rate = measured.rate();
    format!(
        "| {service} | {what} | {connections} | {rate:.0} | {megabytes:.1} | {half:.1} | {most:.1} | {nearly_all:.1} |"
    )
}

/// The page with the new tables.
pub fn replaced(page: &str, about: &str, lines: &[Line], memory: &[(usize, u64)]) -> Result<String> {
    let (before, rest) = page.split_once(BEGIN).context("docs/serve.md has no place for the table")?;
    let (_, after) = rest.split_once(END).context("docs/serve.md has no end of the table")?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut table =
        format!("{before}{BEGIN}\n\n{about}; {processors} processors, which the clients share.\n\n");
    table += "| service | request | connections | requests/s | MB/s | p50, ms | p90, ms | p99, ms |\n";
    table += "|---|---|---:|---:|---:|---:|---:|---:|\n";
    for one in lines {
        let _ = writeln!(table, "{}", line(one.service, one.what, one.connections, &one.measured));
    }
    if !memory.is_empty() {
        let requests: Vec<String> = memory.iter().map(|(requests, _)| requests.to_string()).collect();
        let megabytes: Vec<String> =
            memory.iter().map(|(_, kilobytes)| format!("{:.1}", *kilobytes as f64 / 1e3)).collect();
        let _ = write!(
            table,
            "\n| requests answered | {} |\n|---|{}\n",
            requests.join(" | "),
            "---:|".repeat(memory.len())
        );
        let _ = writeln!(table, "| memory, MB | {} |", megabytes.join(" | "));
    }
    Ok(format!("{table}\n{END}{after}"))
}

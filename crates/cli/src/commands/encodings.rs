//! `pellucid encodings`: the table of encodings, and what a label means.

use std::io::Write;

use anyhow::Result;
use pellucid::Encoding;
use pellucid::encodings::ENCODINGS;
use pellucid_answers::EncodingRow as Row;

use crate::exit;
use crate::output::Stdout;
use crate::rows::Format;

/// List the encodings, or look up names and labels
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Encodings {
    /// Names or labels to look up; without any, the whole table is listed
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    /// Write rows in this format: text, tsv or jsonl
    ///
    /// `text`, the default, is for people. `tsv` is a table with a header line. `jsonl` is a JSON object on every line.
    #[arg(short, long, value_enum, default_value_t, hide_default_value = true, hide_possible_values = true)]
    format: Format,
}

const LONG_ABOUT: &str = "\
List the encodings, or look up names and labels

A label means what the WHATWG Encoding Standard says it does on the web, so `latin1` is windows-1252. The column `use` shows \
when an encoding can be an answer: `web` always, `file` after those of the web, `request` only if --allow names it, \
`never`. A name that means nothing has a row with an error, and the exit code is 1.";

const AFTER_HELP: &str = "\
Examples:
  pellucid encodings
  pellucid encodings latin1 x-sjis
  pellucid encodings --format jsonl | jq -r 'select(.languages | index(\"ru\")) | .name'";

impl Encodings {
    /// Runs the command.
    pub fn run(self) -> Result<u8> {
        let rows: Vec<Row> = if self.names.is_empty() {
            ENCODINGS.iter().map(|encoding| Row::new(None, Some(encoding))).collect()
        } else {
            self.names.iter().map(|name| Row::new(Some(name), Encoding::for_name(name))).collect()
        };
        let mut out = Stdout::lock();
        match self.format {
            Format::Text if self.names.is_empty() => table(&rows, &mut out)?,
            Format::Text => cards(&rows, &mut out)?,
            Format::Tsv => tsv(&rows, &mut out)?,
            Format::Jsonl => {
                for row in &rows {
                    serde_json::to_writer(&mut out, row)?;
                    writeln!(out)?;
                }
            }
        }
        out.flush()?;
        Ok(if rows.iter().all(|row| row.error.is_none()) { exit::FINE } else { exit::FAILED })
    }
}

/// Every column but those that only a query has.
fn columns(row: &Row) -> [(&'static str, String); 8] {
    let word = |word: Option<&str>| word.unwrap_or_default().to_owned();
    [
        ("name", word(row.name)),
        ("family", word(row.family)),
        ("use", word(row.r#use)),
        ("iana", word(row.iana)),
        ("python", word(row.python)),
        ("whatwg", word(row.whatwg.map(|is| if is { "yes" } else { "no" }))),
        ("languages", row.languages.join(" ")),
        ("labels", row.labels.join(" ")),
    ]
}

/// The table for people, without the labels: they are too many for a line.
fn table(rows: &[Row], out: &mut impl Write) -> Result<()> {
    let head = rows.first().map(|row| columns(row).map(|(column, _)| column.to_uppercase()));
    let body = rows.iter().map(|row| columns(row).map(|(_, value)| value));
    for [name, family, usage, iana, python, _, languages, _] in head.into_iter().chain(body) {
        let line = format!("{name:<16} {family:<12} {usage:<8} {iana:<16} {python:<14} {languages}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// All about each encoding that was looked up.
fn cards(rows: &[Row], out: &mut impl Write) -> Result<()> {
    for row in rows {
        // In quotes: a query may hold anything, even an escape sequence for the terminal.
        let query = row.query.unwrap_or_default();
        match row.error {
            Some(error) => writeln!(out, "{query:?}: error: {error}")?,
            None => {
                writeln!(out, "{query:?}: {}", row.name.unwrap_or_default())?;
                for (column, value) in columns(row).into_iter().skip(1).filter(|(_, value)| !value.is_empty())
                {
                    writeln!(out, "    {column:<10} {value}")?;
                }
            }
        }
    }
    Ok(())
}

fn tsv(rows: &[Row], out: &mut impl Write) -> Result<()> {
    let Some(first) = rows.first() else { return Ok(()) };
    let asked = first.query.is_some();
    let line = |query: &str, columns: [&str; 8], error: &str| {
        if asked { format!("{query}\t{}\t{error}", columns.join("\t")) } else { columns.join("\t") }
    };
    writeln!(out, "{}", line("query", columns(first).map(|(column, _)| column), "error"))?;
    for row in rows {
        let query = row.query.unwrap_or_default().escape_debug().to_string();
        let columns = columns(row);
        let values = columns.each_ref().map(|(_, value)| value.as_str());
        writeln!(out, "{}", line(&query, values, row.error.unwrap_or_default()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl Fn(&mut Vec<u8>) -> Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_encoding_has_a_line() {
        let rows: Vec<_> = ENCODINGS.iter().map(|encoding| Row::new(None, Some(encoding))).collect();
        assert_eq!(written(|out| table(&rows, out)).lines().count(), ENCODINGS.len() + 1);
        let tsv = written(|out| tsv(&rows, out));
        assert_eq!(tsv.lines().count(), ENCODINGS.len() + 1);
        assert!(tsv.lines().all(|line| line.matches('\t').count() == 7));
    }

    #[test]
    fn an_unknown_name_has_a_row_too() {
        let rows = [Row::new(Some("utf8"), Encoding::for_name("utf8")), Row::new(Some("utf\t9"), None)];
        assert!(written(|out| cards(&rows, out)).contains("\"utf\\t9\": error: "));
        let tsv = written(|out| tsv(&rows, out));
        assert!(tsv.lines().all(|line| line.matches('\t').count() == 9), "{tsv}");
    }
}

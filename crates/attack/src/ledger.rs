//! What must become of each record, and whether it did.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arrow_array::{Array, cast::AsArray};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;

use crate::report::Verdict;

/// What must become of each record.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// The words of the pages that become rows.
    rows: BTreeSet<String>,
    /// The names of the records that are rejected, and why.
    rejects: BTreeMap<String, &'static str>,
}

impl Ledger {
    /// A page with this word becomes a row.
    pub fn row(&mut self, word: String) {
        self.rows.insert(word);
    }

    /// A record of this name is rejected for this reason.
    pub fn reject(&mut self, id: String, reason: &'static str) {
        self.rejects.insert(id, reason);
    }

    /// How many records there are.
    pub fn records(&self) -> usize {
        self.rows.len() + self.rejects.len()
    }

    /// Whether the files of an output have every record once, each as it must be.
    pub fn check(&self, output: &[PathBuf], rejects: &Path, summary: Option<&Path>) -> Verdict {
        self.compare(output, rejects, summary).unwrap_or_else(|error| Err(format!("{error:#}")))
    }

    fn compare(&self, output: &[PathBuf], rejects: &Path, summary: Option<&Path>) -> Result<Verdict> {
        let mut words = Vec::new();
        for path in output {
            words.extend(words_of(path).with_context(|| path.display().to_string())?);
        }
        let found: BTreeSet<String> = words.iter().cloned().collect();
        if found.len() != words.len() {
            return Ok(Err(format!("{} rows are there twice", words.len() - found.len())));
        }
        if found != self.rows {
            let missing = self.rows.difference(&found).count();
            let foreign = found.difference(&self.rows).count();
            return Ok(Err(format!(
                "{missing} of {} rows are missing, {foreign} are none of ours",
                self.rows.len()
            )));
        }
        let text = String::from_utf8(unpacked(rejects)?)?;
        let mut refused = BTreeMap::new();
        for line in text.lines() {
            let line: Value = serde_json::from_str(line)?;
            let id = line["id"].as_str().unwrap_or_default().to_owned();
            let reason = line["reason"].as_str().unwrap_or_default().to_owned();
            if refused.insert(id, reason).is_some() {
                return Ok(Err("a reject is there twice".into()));
            }
        }
        let expected: BTreeMap<String, String> =
            self.rejects.iter().map(|(id, reason)| (id.clone(), (*reason).to_owned())).collect();
        if refused != expected {
            return Ok(Err(format!(
                "{} rejects, and not those {} that were expected",
                refused.len(),
                expected.len()
            )));
        }
        if let Some(path) = summary {
            let summary: Value = serde_json::from_slice(&fs::read(path)?)?;
            let counts = ["read", "written", "rejected"]
                .map(|name| summary[name].as_u64().unwrap_or(u64::MAX) as usize);
            if counts != [self.records(), self.rows.len(), self.rejects.len()] {
                return Ok(Err(format!("the summary counts {counts:?}")));
            }
        }
        Ok(Ok(()))
    }
}

/// The words by which pages are known, in the order of a file.
fn words_of(path: &Path) -> Result<Vec<String>> {
    if path.to_string_lossy().ends_with(".parquet") {
        let mut words = Vec::new();
        for batch in ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?.build()? {
            let batch = batch?;
            let column = batch.column_by_name("text").context("no column `text`")?;
            let texts = column.as_string::<i32>();
            words.extend((0..texts.len()).flat_map(|row| words_in(texts.value(row))));
        }
        return Ok(words);
    }
    Ok(words_in(&String::from_utf8_lossy(&unpacked(path)?)))
}

/// All words like ours: each page has one.
fn words_in(text: &str) -> Vec<String> {
    let begins = text.match_indices("zq").filter_map(|(at, _)| text.get(at..at + 12));
    begins.filter(|word| word.ends_with("qz")).map(str::to_owned).collect()
}

fn unpacked(path: &Path) -> Result<Vec<u8>> {
    let bytes = fs::read(path)?;
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => {
            let mut plain = Vec::new();
            flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut plain)?;
            Ok(plain)
        }
        Some("zst") => Ok(zstd::decode_all(&bytes[..])?),
        _ => Ok(bytes),
    }
}

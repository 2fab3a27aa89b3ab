//! Tables of n-grams for some languages in some encodings, which an expert of the hybrid method either has or has not: what the
//! trainers of these experts share.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use pellucid::Encoding;
use pellucid::internals::count::Gram;
use pellucid::internals::score::model::ModelKind;
use pellucid_corpora::languages::Language;
use pellucid_corpora::typed::Typist;
use rayon::prelude::*;

use super::format::Written;

/// The bytes of a model with a class for each language of each encoding. `table` makes its number and its n-grams of a text.
pub fn fit(
    languages: &[Language],
    classes: &[(&str, &[&str])],
    table: impl Fn(&str, &'static Encoding, &str) -> Result<(f32, Vec<Gram>)> + Sync,
) -> Result<Vec<u8>> {
    let classes: Vec<(&str, &str)> =
        classes.iter().flat_map(|(label, tags)| tags.iter().map(move |tag| (*label, *tag))).collect();
    let of_class = |&(label, file): &(&str, &str)| {
        let language = languages.iter().find(|language| language.file == file);
        let language = language.with_context(|| format!("no text of {file}"))?;
        let encoding = Encoding::for_name(label).with_context(|| format!("no encoding {label}"))?;
        let (number, grams) = table(label, encoding, &language.train()?)?;
        Ok(((language.tag.clone(), label.to_owned(), number), grams))
    };
    let tables: Vec<_> = classes.par_iter().map(of_class).collect::<Result<_>>()?;
    let mut grams: BTreeMap<Gram, Vec<(u16, i32)>> = BTreeMap::new();
    let mut names = Vec::new();
    for (number, (name, table)) in tables.into_iter().enumerate() {
        names.push(name);
        for gram in table {
            grams.entry(gram).or_default().push((number as u16, 1));
        }
    }
    Ok(Written { kind: ModelKind::Icu, floor: 0.0, step: 1.0, classes: names, grams }.bytes())
}

/// Text as it was typed in an encoding, about so many bytes at most.
pub fn written(encoding: &'static Encoding, text: &str, most: usize) -> Vec<u8> {
    let mut typist = Typist::new(encoding);
    let mut bytes = Vec::new();
    for line in text.lines() {
        bytes.extend(typist.line(line));
        bytes.push(b'\n');
        if bytes.len() > most {
            break;
        }
    }
    bytes
}

//! The papers on the small corpus that travels with the source: the same figures everywhere, so that CI can compare them with
//! `docs/papers.md`.

use anyhow::Result;
use pellucid::{Detector, Encoding, Method};
use pellucid_eval::dataset::Page;
use pellucid_eval::own;
use rayon::prelude::*;

use super::{hybrid, r2l};

/// So many bytes of script stand before the text of the second half of the pages.
const SCRIPT: usize = 24_000;

/// All tables, as Markdown.
pub fn tables() -> Result<String> {
    let (plain, late) = (own::pages(0)?, own::pages(SCRIPT)?);
    let mut text = format!(
        "{} pages of our own, made from `testdata/corpus/texts.toml`: texts in their encodings, without a declaration; \
         then the same after 24 kB of script. How many are decoded to the right text.\n\n\
         ### Hybrid\n\n{}\n### chared and SVM\n\n\
         | method | pages | right | after script |\n|---|---:|---:|---:|\n",
        plain.len(),
        hybrid::small(&plain, &late)
    );
    let methods = [
        ("chared, language known", Method::Chared, true),
        ("svm", Method::Svm, false),
        ("pellucid", Method::Pellucid, false),
    ];
    for (name, method, known) in methods {
        let [first, second] = [&plain, &late].map(|pages| right(pages, method, known));
        text += &format!("| {name} | {} | {} | {} |\n", plain.len(), first?, second?);
    }
    text += "\n### R2L\n\n";
    text += &r2l::small()?;
    Ok(text)
}

/// How many pages a method decodes to the right text. Without a model for a language, chared has no answer.
fn right(pages: &[Page], method: Method, known: bool) -> Result<usize> {
    let is_right = |page: &Page| -> Result<bool> {
        let mut builder = Detector::builder().method(method);
        if known {
            builder = builder.language(&page.language);
        }
        let guess = builder.build()?.detect(&page.bytes);
        let truth = Encoding::for_name(&page.encoding);
        let read = |encoding: &'static Encoding| encoding.decode(&page.bytes).text().to_owned();
        Ok(truth.is_some_and(|truth| read(truth) == read(guess.encoding())))
    };
    let right = pages.par_iter().map(is_right).collect::<Result<Vec<bool>>>()?;
    Ok(right.into_iter().filter(|right| *right).count())
}

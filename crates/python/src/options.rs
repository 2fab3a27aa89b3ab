//! What is wanted from pages: the same keyword arguments wherever pages are read.

use pellucid::PageOptions;
use pellucid::decode::{Bom, Controls, DecodeOptions, Newlines};
use pellucid::encodings::UTF_8;
use pellucid::extract::{Extract, Extractor, ExtractorName, Favor};
use pellucid::papers::r2l::Paper;
use pellucid::write::WriteOptions;
use pyo3::prelude::*;

use crate::errors::option_error;
use crate::keywords::Keywords;

/// What a page is turned into.
pub struct Wanted {
    /// How the library reads it.
    pub page: PageOptions,
    /// What its text is made by, in a word.
    pub extractor: &'static str,
    /// What is written along with the text.
    pub write: WriteOptions,
}

/// How bytes become text.
pub fn decode(given: &mut Keywords<'_>) -> PyResult<PageOptions> {
    let decode = DecodeOptions::new()
        .errors(given.word("errors")?.unwrap_or_default())
        .newlines(if given.flag("newlines")? { Newlines::Lf } else { Newlines::Keep })
        .controls(if given.flag("controls")? { Controls::Remove } else { Controls::Keep })
        .bom(if given.flag("keep_bom")? { Bom::Keep } else { Bom::Strip });
    let page = PageOptions::new().decode(decode).mixed(given.flag("mixed")?).repair(given.flag("repair")?);
    // Text is written as UTF-8, unless somebody goes out of their way.
    Ok(page.declare(given.flag("declare")?.then_some(&UTF_8)))
}

/// How a page becomes its content.
pub fn page(given: &mut Keywords<'_>) -> PyResult<Wanted> {
    let (page, extract, extractor) = content(given)?;
    let write = WriteOptions::new().links(given.flag("links")?).images(given.flag("images")?);
    if write != WriteOptions::default() {
        only_default(extractor, if write.links { "links" } else { "images" })?;
    }
    Ok(Wanted {
        page,
        extractor: if extract == Extract::Main { extractor.name() } else { extract.name() },
        write,
    })
}

/// How each of many pages becomes its text.
pub fn batch(given: &mut Keywords<'_>) -> PyResult<PageOptions> {
    content(given).map(|(page, ..)| page)
}

fn content(given: &mut Keywords<'_>) -> PyResult<(PageOptions, Extract, ExtractorName)> {
    let extract: Extract = given.word("extract")?.unwrap_or_default();
    let name: ExtractorName = given.word("extractor")?.unwrap_or_default();
    let (favor, comments): (Favor, bool) =
        (given.word("favor")?.unwrap_or_default(), given.flag("comments")?);
    if favor != Favor::default() || comments {
        only_default(name, if comments { "comments" } else { "favor" })?;
    }
    let mut extractor = Extractor::new()
        .favor(favor)
        .comments(comments)
        .logical(given.flag("logical")?)
        .letters(given.flag("letters")?);
    if let Some(paper) = Paper::by_name(name) {
        extractor = extractor.paper(paper);
    }
    let options = PageOptions::new()
        .errors(given.word("errors")?.unwrap_or_default())
        .mixed(given.flag("mixed")?)
        .repair(given.flag("repair")?)
        .extract(extract)
        .extractor(extractor);
    Ok((options, extract, name))
}

/// The extractors from the papers give plain text, and have no such options.
fn only_default(extractor: ExtractorName, option: &str) -> PyResult<()> {
    if extractor == ExtractorName::Default {
        return Ok(());
    }
    Err(option_error(format!("{option} needs the default extractor; {extractor} gives plain text")))
}

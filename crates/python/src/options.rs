//! What is wanted from pages: the same keyword arguments wherever pages are read.

use pellucid::PageOptions;
use pellucid::decode::{Bom, Controls, DecodeOptions, Newlines};
use pellucid::encodings::UTF_8;
use pellucid::extract::{Comments, Extract, Extractor, ExtractorName, Favor, Selector, Title};
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
    /// Which keys are there on request.
    pub asked: Vec<&'static str>,
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
    let Content { page, extract, extractor: name, builder, comments } = content(given)?;
    let blocks = given.flag("blocks")?;
    let write = WriteOptions::new().links(given.flag("links")?).images(given.flag("images")?);
    for (option, is_given) in [("links", write.links), ("images", write.images), ("blocks", blocks)] {
        if is_given {
            only_default(name, option)?;
        }
    }
    let asked = [("blocks", blocks), ("comments", comments != Comments::None)];
    Ok(Wanted {
        page: page.extractor(builder.selectors(blocks)),
        extractor: if extract == Extract::Main { name.name() } else { extract.name() },
        write,
        asked: asked.into_iter().filter(|(_, is_asked)| *is_asked).map(|(key, _)| key).collect(),
    })
}

/// How each of many pages becomes its text.
pub fn batch(given: &mut Keywords<'_>) -> PyResult<PageOptions> {
    content(given).map(|content| content.page.extractor(content.builder))
}

/// What of a page is wanted.
struct Content {
    /// All but the extractor.
    page: PageOptions,
    extract: Extract,
    extractor: ExtractorName,
    builder: Extractor,
    comments: Comments,
}

fn content(given: &mut Keywords<'_>) -> PyResult<Content> {
    let extract: Extract = given.word("extract")?.unwrap_or_default();
    let name: ExtractorName = given.word("extractor")?.unwrap_or_default();
    let favor: Favor = given.word("favor")?.unwrap_or_default();
    let comments = given.read("comments", |value| match value.extract::<bool>() {
        Ok(wanted) => Ok(Comments::from(wanted)),
        Err(_) => value.extract::<String>()?.parse().map_err(option_error),
    })?;
    let comments = comments.unwrap_or_default();
    let title: Title = given.word("title")?.unwrap_or_default();
    let mut selector = |name: &'static str| -> PyResult<Option<Selector>> {
        given.text(name)?.map(|text| text.parse().map_err(option_error)).transpose()
    };
    let (keep, prune) = (selector("keep")?, selector("prune")?);
    for (option, is_given) in [
        ("favor", favor != Favor::default()),
        ("comments", comments != Comments::None),
        ("title", title != Title::Auto),
        ("keep", keep.is_some()),
        ("prune", prune.is_some()),
    ] {
        if is_given {
            only_default(name, option)?;
        }
    }
    let mut builder = Extractor::new()
        .favor(favor)
        .comments(comments)
        .title(title)
        .keep(keep)
        .prune(prune)
        .logical(given.flag("logical")?)
        .letters(given.flag("letters")?);
    if let Some(paper) = Paper::by_name(name) {
        builder = builder.paper(paper);
    }
    let page = PageOptions::new()
        .errors(given.word("errors")?.unwrap_or_default())
        .mixed(given.flag("mixed")?)
        .repair(given.flag("repair")?)
        .extract(extract);
    Ok(Content { page, extract, extractor: name, builder, comments })
}

/// The extractors from the papers give plain text, and have no such options.
fn only_default(extractor: ExtractorName, option: &str) -> PyResult<()> {
    if extractor == ExtractorName::Default {
        return Ok(());
    }
    Err(option_error(format!("{option} needs the default extractor; {extractor} gives plain text")))
}

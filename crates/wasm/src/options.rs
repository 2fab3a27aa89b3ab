//! What is wanted from pages: the same options wherever pages are read.

use pellucid::PageOptions;
use pellucid::decode::{Bom, Controls, DecodeOptions, Newlines};
use pellucid::encodings::UTF_8;
use wasm_bindgen::JsValue;

use crate::given::Given;

/// How bytes become characters.
pub fn characters(given: &mut Given) -> Result<DecodeOptions, JsValue> {
    Ok(DecodeOptions::new()
        .errors(given.word("errors")?.unwrap_or_default())
        .newlines(if given.flag("newlines")? { Newlines::Lf } else { Newlines::Keep })
        .controls(if given.flag("controls")? { Controls::Remove } else { Controls::Keep })
        .bom(if given.flag("keep_bom")? { Bom::Keep } else { Bom::Strip }))
}

/// How bytes become text.
pub fn decode(given: &mut Given) -> Result<PageOptions, JsValue> {
    let page = PageOptions::new().decode(characters(given)?);
    let page = page.mixed(given.flag("mixed")?).repair(given.flag("repair")?);
    // Text is written as UTF-8, unless somebody goes out of their way.
    Ok(page.declare(given.flag("declare")?.then_some(&UTF_8)))
}

#[cfg(feature = "extract")]
pub use content::{Wanted, page};

#[cfg(feature = "extract")]
mod content {
    use pellucid::PageOptions;
    use pellucid::extract::{Comments, Extract, Extractor, ExtractorName, Favor, Selector, Title};
    use pellucid::write::WriteOptions;
    use wasm_bindgen::JsValue;

    use crate::errors::option_error;
    use crate::given::Given;

    /// What a page is turned into.
    pub struct Wanted {
        /// How the library reads it.
        pub page: PageOptions,
        /// What its answer has.
        pub answer: pellucid_answers::Wanted,
    }

    /// How a page becomes its content.
    pub fn page(given: &mut Given) -> Result<Wanted, JsValue> {
        let extract: Extract = given.word("extract")?.unwrap_or_default();
        let name: ExtractorName = given.word("extractor")?.unwrap_or_default();
        let favor: Favor = given.word("favor")?.unwrap_or_default();
        let comments: Comments = given.word_or_flag("comments")?;
        let title: Title = given.word("title")?.unwrap_or_default();
        let mut selector = |name| -> Result<Option<Selector>, JsValue> {
            given.text(name)?.map(|text| text.parse().map_err(option_error)).transpose()
        };
        let (keep, prune) = (selector("keep")?, selector("prune")?);
        let write = WriteOptions::new().links(given.flag("links")?).images(given.flag("images")?);
        let (markdown, html, blocks) = (given.flag("markdown")?, given.flag("html")?, given.flag("blocks")?);
        let explain = given.flag("explain")?;
        // The extractors from the papers give plain text, and have no such options.
        if name != ExtractorName::Default {
            let only_default = [
                ("favor", favor != Favor::default()),
                ("comments", comments != Comments::None),
                ("title", title != Title::Auto),
                ("keep", keep.is_some()),
                ("prune", prune.is_some()),
                ("links", write.links),
                ("images", write.images),
                ("explain", explain),
            ];
            if let Some((option, _)) = only_default.iter().find(|(_, given)| *given) {
                let message = format!("{option} needs the default extractor; {name} gives plain text");
                return Err(option_error(message));
            }
        }
        let extractor = Extractor::new()
            .favor(favor)
            .comments(comments)
            .title(title)
            .keep(keep)
            .prune(prune)
            .selectors(blocks)
            .logical(given.flag("logical")?)
            .letters(given.flag("letters")?);
        let (mixed, repair) = (given.flag("mixed")?, given.flag("repair")?);
        let page = PageOptions::new()
            .errors(given.word("errors")?.unwrap_or_default())
            .mixed(mixed)
            .repair(repair)
            .explain(explain)
            .extract(extract)
            .extractor(by_name(extractor, name)?);
        let extractor = if extract == Extract::Main { name.name() } else { extract.name() };
        let answer = pellucid_answers::Wanted {
            extractor,
            writing: write,
            mixed,
            repair,
            markdown,
            html,
            blocks,
            comments: comments != Comments::None,
            scores: explain,
        };
        Ok(Wanted { page, answer })
    }

    /// The extractor with this name.
    fn by_name(extractor: Extractor, name: ExtractorName) -> Result<Extractor, JsValue> {
        #[cfg(feature = "papers")]
        return Ok(match pellucid::papers::r2l::Paper::by_name(name) {
            Some(paper) => extractor.paper(paper),
            None => extractor,
        });
        #[cfg(not(feature = "papers"))]
        match name {
            ExtractorName::Default => Ok(extractor),
            _ => Err(option_error(format!("the extractor {name} is in `pellucid/full` only"))),
        }
    }
}

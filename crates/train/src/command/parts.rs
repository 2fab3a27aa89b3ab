//! The models that ship, one function each: text in; files, and their part of the manifest, out.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use pellucid::Detector;
use pellucid::Model;
use pellucid::internals::extract::{ContentModel, features};
use pellucid::internals::score::model::Likelihoods;
use pellucid::internals::score::text::TextModel;
use pellucid::papers::vectors::Vectors;
use pellucid_corpora::languages::Language;
use pellucid_corpora::structure::{self, Document};
use pellucid_corpora::{data_folder, extraction};
use pellucid_train::fit::chared::Shipped;
use pellucid_train::fit::content::Page as Example;
use pellucid_train::fit::forest::Options;
use pellucid_train::{fit, manifest, validate};
use rayon::prelude::*;

use super::{Arguments, LENGTHS, print, validated};

/// A model that ships, or a set of them.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Weights of byte n-grams for languages in encodings
    Default,
    /// The same for programs that must be small
    Small,
    /// Weights of n-grams of letters for languages
    Language,
    /// Tables of ICU's method
    Icu,
    /// Tables of the composite approach, Mozilla's of 2001
    Universal,
    /// Support vector machines
    Svm,
    /// Vectors of triples, for each language
    Chared,
    /// Decision trees for main content
    Content,
}

/// What was fitted.
pub struct Fitted {
    /// Paths in the folder of models, and bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// The part of the manifest.
    pub manifest: String,
    /// What is printed about it.
    pub about: String,
}

impl Part {
    /// Every part, in the order of the manifest.
    pub const ALL: [Part; 8] = [
        Part::Default,
        Part::Small,
        Part::Language,
        Part::Icu,
        Part::Universal,
        Part::Svm,
        Part::Chared,
        Part::Content,
    ];

    /// Its name on the command line and in the manifest.
    pub fn name(self) -> &'static str {
        match self {
            Part::Default => "default",
            Part::Small => "small",
            Part::Language => "language",
            Part::Icu => "icu",
            Part::Universal => "universal",
            Part::Svm => "svm",
            Part::Chared => "chared",
            Part::Content => "content",
        }
    }

    /// Fits it.
    pub fn fit(self, arguments: &Arguments, languages: &[Language]) -> Result<Fitted> {
        let fitted = match self {
            Part::Default => default(arguments, languages)?,
            Part::Small => small(arguments, languages)?,
            Part::Language => language(arguments, languages)?,
            Part::Icu => icu(languages)?,
            Part::Universal => universal(languages)?,
            Part::Svm => svm(languages)?,
            Part::Chared => chared(arguments, languages)?,
            Part::Content => return content(),
        };
        for (name, bytes) in fitted.files.iter().filter(|(name, _)| name.ends_with(".model")) {
            if self == Part::Language {
                continue;
            }
            Model::parse(bytes).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
        }
        Ok(fitted)
    }
}

fn default(arguments: &Arguments, languages: &[Language]) -> Result<Fitted> {
    let (counted, signs) = (fit::text::count(languages)?, fit::text::signs_of_pages()?);
    let fitted = |kept: &dyn Fn(&str) -> bool| {
        let kept: Vec<_> = counted.iter().filter(|language| kept(&language.tag)).collect();
        fit::text::fit(&kept, &signs, arguments.bytes)
    };
    let model = fitted(&|_| true);
    let (mut validation, mut left_out) = (Vec::new(), Vec::new());
    if arguments.validate {
        validation = validated(languages, &Detector::default())?;
        let detector = |kept: &dyn Fn(&str) -> bool| {
            Ok(Detector::builder().model(Model::parse(&fitted(kept))?).build()?)
        };
        left_out = validate::figures(&validate::left_out(languages, LENGTHS, detector)?, LENGTHS);
        println!("languages left out:");
        left_out.iter().for_each(print);
    }
    let about = format!("{} languages, {} bytes", counted.len(), model.len());
    let manifest = manifest::default(&model, arguments.bytes, counted.len(), &validation, &left_out);
    Ok(Fitted { files: vec![("default.model".into(), model)], manifest, about })
}

fn small(arguments: &Arguments, languages: &[Language]) -> Result<Fitted> {
    let counted = fit::text::count(languages)?;
    let all: Vec<_> = counted.iter().collect();
    let model = fit::text::fit_small(&all, &fit::text::signs_of_pages()?, arguments.small_bytes);
    let validation = match arguments.validate {
        true => validated(languages, &Detector::builder().model(Model::parse(&model)?).build()?)?,
        false => Vec::new(),
    };
    let packed = fit::packed::pack(&model, &fit::text::spelled(&TextModel::parse(&model)?, &counted))?;
    let about = format!("{} languages, {} bytes, packed {}", counted.len(), model.len(), packed.len());
    let manifest = manifest::small(&packed, arguments.small_bytes, counted.len(), &validation);
    Ok(Fitted { files: vec![("small.model".into(), packed)], manifest, about })
}

fn language(arguments: &Arguments, languages: &[Language]) -> Result<Fitted> {
    let counted = fit::language::count(languages)?;
    let model = fit::language::fit(&counted, arguments.language_bytes);
    let validation = if arguments.validate { validated_languages(languages)? } else { Vec::new() };
    let manifest = manifest::language(&model, arguments.language_bytes, counted.len(), &validation);
    let letters = fit::language::spelled(&Likelihoods::parse(&model)?, languages)?;
    let packed = fit::packed::pack(&model, &letters)?;
    let about = format!("{} languages, {} bytes, packed {}", counted.len(), model.len(), packed.len());
    // The same model twice: packed, for programs that must be small.
    let files = vec![("language.model".into(), model), ("language.small.model".into(), packed)];
    Ok(Fitted { files, manifest, about })
}

/// Detects the language of windows of validation text with the model that is built in.
fn validated_languages(languages: &[Language]) -> Result<Vec<validate::LanguageValidation>> {
    let validation = validate::language(languages, LENGTHS)?;
    for one in &validation {
        let (right, wrong) = (100.0 * one.right, 100.0 * one.wrong);
        println!("{} bytes: {right:.2} % correct, {wrong:.2} % wrong", one.length);
    }
    Ok(validation)
}

fn icu(languages: &[Language]) -> Result<Fitted> {
    let model = fit::icu::fit(languages)?;
    let manifest = manifest::expert("icu", &model, &Vectors::parse(&model)?);
    let about = format!("{} bytes", model.len());
    Ok(Fitted { files: vec![("icu.model".into(), model)], manifest, about })
}

fn universal(languages: &[Language]) -> Result<Fitted> {
    let model = fit::universal::fit(languages)?;
    let manifest = manifest::expert("universal", &model, &Vectors::parse(&model)?);
    let about = format!("{} bytes", model.len());
    Ok(Fitted { files: vec![("universal.model".into(), model)], manifest, about })
}

fn svm(languages: &[Language]) -> Result<Fitted> {
    let machines = fit::svm::shipped(languages)?;
    let model = machines.model();
    let manifest = manifest::svm(&model, &machines);
    let about = format!("{} machines, {} bytes", machines.machines.len(), model.len());
    Ok(Fitted { files: vec![("svm.model".into(), model)], manifest, about })
}

fn chared(arguments: &Arguments, languages: &[Language]) -> Result<Fitted> {
    let shipped = fit::chared::ship(languages, arguments.share)?;
    let manifest = manifest::chared(&shipped, arguments.share);
    let mut files = vec![("src/chared.rs".to_owned(), index(&shipped).into_bytes())];
    let bytes: usize = shipped.iter().map(|one| one.model.len()).sum();
    let about = format!("{} languages, {bytes} bytes", shipped.len());
    files.extend(shipped.into_iter().map(|one| (format!("chared/{}.model", one.tag), one.model)));
    Ok(Fitted { files, manifest, about })
}

/// Of all pages with gold text. How good it is on other pages: `cargo dev eval extraction --left-out sites`.
fn content() -> Result<Fitted> {
    let mut pages = extraction::load(&data_folder(), None)?;
    pages.extend(structure::load(&data_folder())?.iter().map(Document::page));
    let count = pages.iter().filter(|page| page.gold_text().is_some()).count();
    let examples = |page: &extraction::Page| {
        page.gold_text().map_or_else(Vec::new, |gold| Example::all(&page.html, gold, &page.row))
    };
    let pages: Vec<Example> = pages.par_iter().flat_map_iter(examples).collect();
    let pages: Vec<&Example> = pages.iter().collect();
    let options = Options::default();
    let progress = ProgressBar::new(fit::content::trees(&options) as u64)
        .with_style(ProgressStyle::with_template("trees {wide_bar} {pos}/{len} {eta}")?);
    let model = fit::content::fit(&pages, &options, &|| progress.inc(1));
    progress.finish_and_clear();
    ContentModel::parse(&model)?;
    let manifest = manifest::content(&model, &pages, count, &options);
    let about = format!("{count} pages, {} bytes", model.len());
    let listing = features::listing().into_bytes();
    let files = vec![("content.model".into(), model), ("content.features".into(), listing)];
    Ok(Fitted { files, manifest, about })
}

/// The source file that lists the models of chared.
fn index(shipped: &[Shipped]) -> String {
    let mut text = "//! Written by `cargo dev train`; do not edit.\n\n\
        /// Models of chared: the tag of a language, and the model.\n\
        #[rustfmt::skip]\n\
        pub static CHARED: &[(&str, &[u8])] = &[\n"
        .to_owned();
    for Shipped { tag, .. } in shipped {
        text += &format!("    ({tag:?}, include_bytes!(\"../chared/{tag}.model\")),\n");
    }
    text + "];\n"
}

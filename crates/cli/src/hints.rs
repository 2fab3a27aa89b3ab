//! What the caller knows about the pages, shared by all commands which detect.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use pellucid::{Detector, Encoding, Method, Model, Prior};

use crate::commands::Cli;
use crate::hybrid::HybridOptions;

/// The part of a command line which holds hints.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Hints")]
pub struct Hints {
    /// The HTTP Content-Type the pages came with, such as `text/html; charset=koi8-r`
    #[arg(long, value_name = "VALUE")]
    content_type: Option<String>,

    /// The language of the pages, as a BCP 47 tag such as `ru` or `zh-Hant`
    #[arg(long = "lang", value_name = "TAG")]
    language: Option<String>,

    /// The address of the pages: its top-level domain tells of the language
    #[arg(long, value_name = "URL")]
    url: Option<String>,

    /// The top-level domain of the pages, such as `ru` or `рф`, where that is all that is known of their address
    #[arg(long, value_name = "DOMAIN", conflicts_with = "url")]
    tld: Option<String>,

    /// Only these encodings may be the answer
    ///
    /// A list with commas, or the option repeated. Encodings which are only candidates on request (see `pellucid
    /// encodings`) become candidates by being named here.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = encoding)]
    allow: Vec<&'static Encoding>,

    /// These encodings may not be the answer
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = encoding)]
    deny: Vec<&'static Encoding>,

    /// A model of your own, instead of the one that is built in
    ///
    /// Written by `pellucid train`, for its method; or for our own method, by `cargo dev train --out FILE`, from text of the
    /// languages it is to tell apart.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// Where the pages come from: how common each encoding is before they are looked at
    ///
    /// `web`: as a crawl of the web found them. `file`: old files, disks and mails from anywhere; encodings of DOS and old
    /// Macs, HZ, Johab and the like are as common as others, after UTF-8 and the code pages of Windows.
    #[arg(long, value_name = "PRIOR", default_value = Prior::default().name(), value_parser = prior())]
    prior: Prior,

    /// How the answer is found
    ///
    /// `pellucid` weighs all evidence: declarations are obeyed when the content is silent or agrees, and overruled
    /// when it clearly disagrees. `standard` does exactly what the HTML standard says: byte order mark, header,
    /// prescan for <meta>, then windows-1252. `hybrid` asks chardetng whether a page is UTF-8, and ICU's method about the
    /// text of any other.
    ///
    /// `chared` knows the encodings of one language, which --lang names, by its English name or a tag, or the model of your
    /// own. `svm` knows an encoding by the frequencies of its bytes. Without this option, it is the method of the --model.
    #[arg(long, value_name = "METHOD", value_parser = method())]
    method: Option<Method>,

    #[command(flatten)]
    hybrid: HybridOptions,
}

impl Hints {
    /// A detector which knows all this.
    pub fn detector(&self) -> Result<Detector> {
        let model = self.model.as_deref().map(model).transpose()?;
        let meant = model.as_ref().map(|model| model.kind().method());
        let method = self.method.or(meant).unwrap_or_default();
        let mut builder = Detector::builder().deny(&self.deny).method(method).prior(self.prior);
        if let Some(value) = &self.content_type {
            builder = builder.content_type(value);
        }
        if let Some(tag) = &self.language {
            builder = builder.language(tag);
        }
        if let Some(url) = &self.url {
            builder = builder.url(url);
        }
        if let Some(domain) = &self.tld {
            builder = builder.tld(domain);
        }
        if !self.allow.is_empty() {
            builder = builder.allow(&self.allow);
        }
        if let Some(options) = self.hybrid.chosen(method)? {
            builder = builder.hybrid(options);
        }
        if let Some(model) = model {
            builder = builder.model(model);
        }
        builder.build().map_err(|error| Cli::command().error(ErrorKind::ArgumentConflict, error).into())
    }
}

/// Reads a model.
pub fn model(path: &Path) -> Result<Model> {
    let model = std::fs::read(path).map_err(anyhow::Error::from).and_then(|bytes| Ok(Model::parse(&bytes)?));
    model.with_context(|| path.display().to_string())
}

/// The encoding which a person names on the command line.
pub fn encoding(name: &str) -> Result<&'static Encoding, String> {
    Encoding::for_name(name)
        .ok_or_else(|| "no encoding has this name; `pellucid encodings` lists them".into())
}

/// Reads the name of a method. The library's list is the only one.
fn method() -> impl TypedValueParser<Value = Method> {
    PossibleValuesParser::new(Method::ALL.iter().map(|method| method.name())).map(|name| {
        Method::ALL.iter().copied().find(|method| method.name() == name).expect("clap checked the name")
    })
}

/// Reads the name of a prior. The library's list is the only one.
pub fn prior() -> impl TypedValueParser<Value = Prior> {
    PossibleValuesParser::new(Prior::ALL.iter().map(|prior| prior.name())).map(|name| {
        Prior::ALL.iter().copied().find(|prior| prior.name() == name).expect("clap checked the name")
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        hints: Hints,
    }

    #[test]
    fn every_method_can_be_named() {
        for method in Method::ALL {
            let line = Line::try_parse_from(["", "--method", method.name()]).unwrap();
            assert_eq!(line.hints.method, Some(*method));
        }
    }

    #[test]
    fn every_prior_can_be_named() {
        for prior in Prior::ALL {
            let line = Line::try_parse_from(["", "--prior", prior.name()]).unwrap();
            assert_eq!(line.hints.prior, *prior);
        }
    }

    #[test]
    fn lists_take_commas_and_repetition() {
        let line = Line::try_parse_from(["", "--allow", "utf8,latin1", "--allow", "sjis"]).unwrap();
        let names: Vec<_> = line.hints.allow.iter().map(|encoding| encoding.name()).collect();
        assert_eq!(names, ["UTF-8", "windows-1252", "Shift_JIS"]);
    }

    #[test]
    fn an_unknown_label_is_a_usage_error_which_says_where_to_look() {
        let error = Line::try_parse_from(["", "--allow", "utf-9"]).err().unwrap().to_string();
        assert!(error.contains("utf-9") && error.contains("pellucid encodings"), "{error}");
    }
}

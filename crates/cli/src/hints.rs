//! What the caller knows about the pages: the same options in every command that detects.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pellucid::{BuildError, Detector, Encoding, Method, Model, Prior};
use pellucid_answers::hints;

use crate::hybrid::HybridOptions;
use crate::named::named;
use crate::usage::usage;

/// The part of a command line that holds hints.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Hints")]
pub struct Hints {
    /// Read pages in this encoding instead of detecting it
    ///
    /// Any name or label of an encoding, in any letter case; `pellucid encodings` lists them.
    #[arg(long, value_name = "ENCODING", value_parser = encoding)]
    from: Option<&'static Encoding>,

    /// Use this HTTP Content-Type, such as 'text/html; charset=koi8-r'
    #[arg(long, value_name = "VALUE")]
    content_type: Option<String>,

    /// Expect this language: a tag or an English name, such as fa or Persian
    #[arg(long = "lang", value_name = "LANGUAGE")]
    language: Option<String>,

    /// Use the address of the pages: its top-level domain suggests a language
    #[arg(long, value_name = "URL")]
    url: Option<String>,

    /// Use this top-level domain, such as ru or рф, if the address is unknown
    #[arg(long, value_name = "DOMAIN", conflicts_with = "url")]
    tld: Option<String>,

    /// Allow only these encodings, separated by commas
    ///
    /// The option can be repeated. Encodings that are candidates only on request (see `pellucid encodings`) become candidates
    /// if they are named here.
    #[arg(long, value_name = "ENCODINGS", value_delimiter = ',', value_parser = encoding)]
    allow: Vec<&'static Encoding>,

    /// Rule out these encodings, separated by commas
    ///
    /// The option can be repeated.
    #[arg(long, value_name = "ENCODINGS", value_delimiter = ',', value_parser = encoding)]
    deny: Vec<&'static Encoding>,

    /// Assume pages from the web, or old files from anywhere: web or file
    ///
    /// This sets how common each encoding is before a page is read. `web`, the default: as common as in a crawl of the web.
    /// `file`: for old files, disks and mail. UTF-8 and the Windows encodings come first; then those of DOS and old Macs, HZ,
    /// Johab and so on are all equally common.
    #[arg(
        long,
        value_name = "PRIOR",
        default_value = Prior::default().name(),
        value_parser = named(Prior::ALL, Prior::name),
        hide_default_value = true,
        hide_possible_values = true
    )]
    prior: Prior,

    /// Detect by this method: pellucid, standard, hybrid, chared or svm
    ///
    /// `pellucid`, the default, weighs all evidence: a declaration decides if the content is silent or agrees with it, and is
    /// overruled if the content clearly disagrees. `standard` follows the HTML standard exactly: byte order mark, header,
    /// prescan for <meta>, then windows-1252.
    ///
    /// The others are from papers. `hybrid` lets chardetng decide whether a page is UTF-8, and ICU's method decide about the
    /// text of all other pages. `chared` knows the encodings of one language: the one that --lang names, or that your own model is
    /// for, or else the one that `pellucid` finds. `svm` knows an encoding by the frequencies of its bytes. A --model selects its own method.
    #[arg(
        long,
        value_name = "METHOD",
        value_parser = named(Method::ALL, Method::name),
        hide_possible_values = true
    )]
    method: Option<Method>,

    /// Use your own model instead of the built-in one
    ///
    /// `pellucid train` writes one for its method. `cargo dev train --out FILE` writes one for the default method, from text in
    /// the languages that it should distinguish.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    #[command(flatten)]
    hybrid: HybridOptions,
}

impl Hints {
    /// The encoding, if the caller names it: then nothing is detected.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.from
    }

    /// A detector that knows all this.
    pub fn detector(&self) -> Result<Detector> {
        let model = self.model.as_deref().map(model).transpose()?;
        let meant = model.as_ref().map(|model| model.kind().method());
        let method = self.method.or(meant).unwrap_or_default();
        let hints = hints::Hints {
            encoding: self.from,
            content_type: self.content_type.clone(),
            language: self.language.clone(),
            url: self.url.clone(),
            tld: self.tld.clone(),
            allow: self.allow.clone(),
            deny: self.deny.clone(),
            method: Some(method),
            model,
            prior: self.prior,
        };
        let builder = match self.hybrid.chosen(method)? {
            Some(options) => hints.builder().hybrid(options),
            None => hints.builder(),
        };
        builder.build().map_err(|error| usage(in_options(error)))
    }
}

/// Why hints do not go together, in the words of the command line.
fn in_options(error: BuildError) -> String {
    match error {
        BuildError::UnknownLanguage(error) => format!("--lang: {error}"),
        BuildError::OtherModel { model, method } => {
            format!("this --model is for --method {model}, not for --method {method}")
        }
        BuildError::NoModel { language } => {
            format!(
                "--method chared has no model of the language {language}; train one with `pellucid train chared`, \
                 or use another method"
            )
        }
        BuildError::NothingAllowed => "--deny rules out every encoding that --allow names".to_owned(),
        error => error.to_string(),
    }
}

/// Reads a model.
fn model(path: &Path) -> Result<Model> {
    let model = std::fs::read(path).map_err(anyhow::Error::from).and_then(|bytes| Ok(Model::parse(&bytes)?));
    model.with_context(|| path.display().to_string())
}

/// The encoding that a person names on the command line.
pub fn encoding(name: &str) -> Result<&'static Encoding, String> {
    Encoding::for_name(name)
        .ok_or_else(|| "no encoding has this name; `pellucid encodings` lists all names".into())
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
    fn an_unknown_label_is_a_usage_error_that_says_where_to_look() {
        let error = Line::try_parse_from(["", "--allow", "utf-9"]).err().unwrap().to_string();
        assert!(error.contains("utf-9") && error.contains("pellucid encodings"), "{error}");
    }
}

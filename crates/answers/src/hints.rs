//! Hints by their names: what a caller knows about a page, as words. They are those of the command line, with `_` for `-`.

use std::fmt;

use pellucid::{BuildError, Detector, Encoding, Method, Prior};

/// The names of all hints.
pub const HINTS: [&str; 9] =
    ["from", "content_type", "lang", "url", "tld", "allow", "deny", "prior", "method"];

/// A hint that makes no sense, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongHint {
    /// Its name.
    pub name: &'static str,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for WrongHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.why)
    }
}

impl std::error::Error for WrongHint {}

fn wrong(name: &'static str, why: impl fmt::Display) -> WrongHint {
    WrongHint { name, why: why.to_string() }
}

/// The detector that these hints make. Lists have commas.
pub fn detector<'a>(given: impl Fn(&str) -> Option<&'a str>) -> Result<Detector, WrongHint> {
    let encodings = |name| match given(name) {
        None => Ok(Vec::new()),
        Some(list) => list.split(',').map(|one| encoding(name, one.trim())).collect(),
    };
    let method = given("method").map(str::parse::<Method>).transpose();
    let prior = given("prior").map(str::parse::<Prior>).transpose();
    let mut builder = Detector::builder()
        .allow(&encodings("allow")?)
        .deny(&encodings("deny")?)
        .method(method.map_err(|error| wrong("method", error))?.unwrap_or_default())
        .prior(prior.map_err(|error| wrong("prior", error))?.unwrap_or_default());
    if let Some(name) = given("from") {
        builder = builder.encoding(encoding("from", name)?);
    }
    if let Some(value) = given("content_type") {
        builder = builder.content_type(value);
    }
    if let Some(language) = given("lang") {
        builder = builder.language(language);
    }
    match (given("url"), given("tld")) {
        (Some(_), Some(_)) => return Err(wrong("tld", "the url has one")),
        (Some(url), None) => builder = builder.url(url),
        (None, Some(domain)) => builder = builder.tld(domain),
        (None, None) => {}
    }
    builder.build().map_err(|error| match error {
        BuildError::UnknownLanguage(error) => wrong("lang", error),
        BuildError::NothingAllowed => wrong("deny", "it rules out every encoding that allow names"),
        error => wrong("method", error),
    })
}

fn encoding(hint: &'static str, name: &str) -> Result<&'static Encoding, WrongHint> {
    Encoding::for_name(name).ok_or_else(|| wrong(hint, format!("no encoding has the name {name:?}")))
}

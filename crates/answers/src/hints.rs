//! Hints by their names: what a caller knows about a page, as words. They are those of the command line, with `_` for `-`.

use std::fmt;

use pellucid::{BuildError, Detector, DetectorBuilder, Encoding, Method, Model, Prior};

/// The names of all hints.
pub const HINTS: [&str; 9] =
    ["from", "content_type", "lang", "url", "tld", "allow", "deny", "prior", "method"];

/// What a caller knows about pages. Each way to call Pellucid fills it from what it is given: options, keyword arguments, an object.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)] // As `DetectorBuilder` explains them.
pub struct Hints {
    pub encoding: Option<&'static Encoding>,
    pub content_type: Option<String>,
    pub language: Option<String>,
    pub url: Option<String>,
    pub tld: Option<String>,
    pub allow: Vec<&'static Encoding>,
    pub deny: Vec<&'static Encoding>,
    pub method: Option<Method>,
    pub model: Option<Model>,
    pub prior: Prior,
}

impl Hints {
    /// A builder that knows all of them.
    pub fn builder(self) -> DetectorBuilder {
        let mut builder = Detector::builder().allow(&self.allow).deny(&self.deny).prior(self.prior);
        if let Some(encoding) = self.encoding {
            builder = builder.encoding(encoding);
        }
        if let Some(value) = &self.content_type {
            builder = builder.content_type(value);
        }
        if let Some(language) = &self.language {
            builder = builder.language(language);
        }
        if let Some(url) = &self.url {
            builder = builder.url(url);
        }
        if let Some(domain) = &self.tld {
            builder = builder.tld(domain);
        }
        if let Some(method) = self.method {
            builder = builder.method(method);
        }
        match self.model {
            Some(model) => builder.model(model),
            None => builder,
        }
    }
}

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

pub(crate) fn wrong(name: &'static str, why: impl fmt::Display) -> WrongHint {
    WrongHint { name, why: why.to_string() }
}

/// The detector that these words make. Lists have commas.
pub fn detector<'a>(given: impl Fn(&str) -> Option<&'a str>) -> Result<Detector, WrongHint> {
    let text = |name| given(name).map(str::to_owned);
    let encodings = |name| match given(name) {
        None => Ok(Vec::new()),
        Some(list) => list.split(',').map(|one| encoding(name, one.trim())).collect(),
    };
    let method = given("method").map(str::parse::<Method>).transpose();
    let prior = given("prior").map(str::parse::<Prior>).transpose();
    if given("url").is_some() && given("tld").is_some() {
        return Err(wrong("tld", "the url has one"));
    }
    let hints = Hints {
        encoding: given("from").map(|name| encoding("from", name)).transpose()?,
        content_type: text("content_type"),
        language: text("lang"),
        url: text("url"),
        tld: text("tld"),
        allow: encodings("allow")?,
        deny: encodings("deny")?,
        method: method.map_err(|error| wrong("method", error))?,
        model: None,
        prior: prior.map_err(|error| wrong("prior", error))?.unwrap_or_default(),
    };
    hints.builder().build().map_err(|error| match error {
        BuildError::UnknownLanguage(error) => wrong("lang", error),
        BuildError::NothingAllowed => wrong("deny", "it rules out every encoding that allow names"),
        error => wrong("method", error),
    })
}

pub(crate) fn encoding(hint: &'static str, name: &str) -> Result<&'static Encoding, WrongHint> {
    Encoding::for_name(name).ok_or_else(|| wrong(hint, format!("no encoding has the name {name:?}")))
}

#[cfg(test)]
mod tests {
    use pellucid::encodings::{KOI8_R, WINDOWS_1251};

    use super::*;

    #[test]
    fn words_and_values_make_the_same_detector() {
        let words = [
            ("content_type", "text/html; charset=koi8-u"),
            ("lang", "Russian"),
            ("url", "http://example.ru/"),
            ("allow", "koi8-r, windows-1251"),
            ("deny", "koi8-u"),
            ("prior", "file"),
            ("method", "pellucid"),
        ];
        let given = |name: &str| words.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        assert!(words.iter().all(|(name, _)| HINTS.contains(name)));
        let hints = Hints {
            content_type: given("content_type").map(str::to_owned),
            language: given("lang").map(str::to_owned),
            url: given("url").map(str::to_owned),
            allow: vec![&KOI8_R, &WINDOWS_1251],
            deny: vec![Encoding::for_name("koi8-u").unwrap()],
            method: Some(Method::Pellucid),
            prior: Prior::File,
            ..Hints::default()
        };
        let (named, filled) = (detector(given).unwrap(), hints.builder().build().unwrap());
        assert_eq!(format!("{named:?}"), format!("{filled:?}"));
        let page = b"\xCF\xF0\xE8\xE2\xE5\xF2";
        assert_eq!(named.detect(page), filled.detect(page));
        assert_eq!(named.detect(page).encoding(), &WINDOWS_1251);
    }
}

//! A detector: what the caller knows about its pages, collected once and used for each of them.

use std::fmt;

use crate::encodings::Encoding;
use crate::hints::{Hints, Method, Prior};
use crate::language::{Language, UnknownLanguage};
#[cfg(feature = "papers")]
use crate::papers::{chared, hybrid::Hybrid};
use crate::score::model::Model;
use crate::stream::Stream;

/// Reads pages with the same hints for each of them. Cheap to clone; threads can share it.
///
/// [`Detector::detect`] finds the encoding, [`Detector::decode`] the text, [`Detector::page`] the main content.
#[derive(Clone, Debug, Default)]
pub struct Detector {
    pub(crate) hints: Hints,
}

/// Collects hints for a [`Detector`].
#[derive(Clone, Debug, Default)]
#[must_use = "a builder does nothing until build() is called"]
pub struct DetectorBuilder {
    hints: Hints,
    language: Option<String>,
    method: Option<Method>,
    model: Option<Model>,
}

impl Detector {
    /// A builder without hints.
    pub fn builder() -> DetectorBuilder {
        DetectorBuilder::default()
    }

    /// The same detector with what is known about one page: its `Content-Type`, a label that somebody else found for it, its
    /// address. What is none stays as it is.
    #[must_use]
    pub fn for_page(&self, content_type: Option<&str>, charset: Option<&str>, url: Option<&str>) -> Detector {
        let mut hints = self.hints.clone();
        hints.content_type = content_type.map(Box::from).or(hints.content_type);
        hints.charset = charset.map(Box::from).or(hints.charset);
        hints.url = url.map(Box::from).or(hints.url);
        Detector { hints }
    }

    /// The same detector for pages in this encoding: see [`DetectorBuilder::encoding`].
    #[must_use]
    pub fn for_encoding(&self, encoding: &'static Encoding) -> Detector {
        Detector { hints: Hints { encoding: Some(encoding), ..self.hints.clone() } }
    }

    /// For pages that arrive in pieces: feed them all, then finish. Memory is bounded.
    #[must_use]
    pub fn stream(&self) -> Stream {
        Stream::new(&self.hints)
    }
}

impl DetectorBuilder {
    /// The encoding, where the caller knows it. Then nothing is detected, and the answer says so.
    pub fn encoding(mut self, encoding: &'static Encoding) -> Self {
        self.hints.encoding = Some(encoding);
        self
    }

    /// The HTTP `Content-Type` that the page came with.
    pub fn content_type(mut self, value: &str) -> Self {
        self.hints.content_type = Some(value.into());
        self
    }

    /// A label that somebody else found for the page. It counts as the header's, where the header has none.
    pub fn charset(mut self, label: &str) -> Self {
        self.hints.charset = Some(label.into());
        self
    }

    /// The page's language: a BCP 47 tag in any spelling, an English name, or the value of a `Content-Language` header.
    pub fn language(mut self, language: &str) -> Self {
        self.language = Some(language.into());
        self
    }

    /// The page's address: its top-level domain suggests a language.
    pub fn url(mut self, url: &str) -> Self {
        self.hints.url = Some(url.into());
        self
    }

    /// The top-level domain of the page's address, where the rest is unknown: `ru`, `.ru`, `рф`, `xn--p1ai`. An address
    /// given with [`DetectorBuilder::url`] replaces it.
    pub fn tld(mut self, domain: &str) -> Self {
        self.hints.tld = Some(domain.into());
        self
    }

    /// Only these encodings may be the answer. An empty list restricts nothing.
    pub fn allow(mut self, encodings: &[&'static Encoding]) -> Self {
        self.hints.allow = Some(encodings.to_vec()).filter(|list| !list.is_empty());
        self
    }

    /// These encodings may not be the answer.
    pub fn deny(mut self, encodings: &[&'static Encoding]) -> Self {
        self.hints.deny = encodings.to_vec();
        self
    }

    /// How the encoding is found. By default, by the method that the model is for.
    pub fn method(mut self, method: Method) -> Self {
        self.method = Some(method);
        self
    }

    /// The hybrid method, with these options.
    #[cfg(feature = "papers")]
    pub fn hybrid(mut self, options: Hybrid) -> Self {
        self.method = Some(Method::Hybrid);
        self.hints.hybrid = Some(options);
        self
    }

    /// Where the pages come from: how common each encoding is before anything is known about a page.
    pub fn prior(mut self, prior: Prior) -> Self {
        self.hints.prior = prior;
        self
    }

    /// A model of the caller's own, instead of the built-in one: see `docs/training.md` and `docs/methods.md` in the
    /// source. A model for a method from the papers selects that method.
    ///
    /// A model for the default method must know every language that is to be distinguished: scores of two models cannot be
    /// compared, since each weighs an n-gram against the mean of its own classes.
    pub fn model(mut self, model: impl Into<Model>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// The detector, or why these hints cannot go together.
    pub fn build(self) -> Result<Detector, BuildError> {
        let DetectorBuilder { mut hints, language, method, model } = self;
        if let Some(language) = &language {
            hints.language = Some(Language::parse(language)?);
        }
        let meant = model.as_ref().map(|model| model.kind().method());
        hints.method = method.or(meant).unwrap_or_default();
        if hints.method.is_from_a_paper() && !cfg!(feature = "papers") {
            return Err(BuildError::NeedsPapers(hints.method));
        }
        // A model for the default method serves every method: each has the sum of all evidence beside its own answer.
        if let Some(meant) = meant.filter(|meant| ![hints.method, Method::Pellucid].contains(meant)) {
            return Err(BuildError::OtherModel { model: meant, method: hints.method });
        }
        #[cfg(feature = "papers")]
        if let Some(language) = &hints.language
            && hints.method == Method::Chared
            && meant != Some(Method::Chared)
            && chared::of_language(language).is_none()
        {
            return Err(BuildError::NoModel { language: language.to_string() });
        }
        if hints.allow.as_ref().is_some_and(|allow| allow.iter().all(|one| hints.deny.contains(one))) {
            return Err(BuildError::NothingAllowed);
        }
        if let Some(model) = model {
            hints.use_model(model);
        }
        Ok(Detector { hints })
    }
}

/// Why hints cannot go together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// Nobody knows the language that was named.
    UnknownLanguage(UnknownLanguage),
    /// The method is from a paper, and the library was built without the feature `papers`.
    NeedsPapers(Method),
    /// The model is for one method, and another one was asked for.
    OtherModel {
        /// What the model is for.
        model: Method,
        /// What was asked for.
        method: Method,
    },
    /// No model of chared ships for the language.
    NoModel {
        /// Its tag.
        language: String,
    },
    /// Every encoding that is allowed is denied.
    NothingAllowed,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::UnknownLanguage(error) => error.fmt(f),
            BuildError::NeedsPapers(method) => {
                write!(f, "the method {method} needs a build with the feature `papers`")
            }
            BuildError::OtherModel { model, method } => {
                write!(f, "the model is for the method {model}, not for {method}")
            }
            BuildError::NoModel { language } => {
                write!(f, "no model of chared ships for {language:?}; train one, or use another method")
            }
            BuildError::NothingAllowed => f.write_str("every encoding that is allowed is denied, too"),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<UnknownLanguage> for BuildError {
    fn from(error: UnknownLanguage) -> BuildError {
        BuildError::UnknownLanguage(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::{KOI8_R, UTF_8};

    fn error(builder: DetectorBuilder) -> String {
        builder.build().unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_go_together_is_an_error() {
        assert!(error(Detector::builder().language("klingon")).starts_with("unknown language \"klingon\""));
        let denied = Detector::builder().allow(&[&UTF_8, &KOI8_R]).deny(&[&KOI8_R, &UTF_8]);
        assert_eq!(error(denied), "every encoding that is allowed is denied, too");
        if cfg!(feature = "papers") {
            assert!(Detector::builder().method(Method::Chared).build().is_ok(), "the language is found");
            let ojibwa = error(Detector::builder().method(Method::Chared).language("oj"));
            assert!(ojibwa.starts_with("no model of chared ships for \"oj\""), "{ojibwa}");
        } else {
            let chared = error(Detector::builder().method(Method::Chared));
            assert_eq!(chared, "the method chared needs a build with the feature `papers`");
        }
    }
}

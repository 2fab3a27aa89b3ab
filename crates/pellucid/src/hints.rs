//! What the caller knows about a page, and how the answer is to be found.

use std::sync::Arc;

use crate::encodings::Encoding;
use crate::language::domains;
#[cfg(feature = "papers")]
use crate::papers::{
    hybrid::{Hybrid, experts::Icu},
    vectors::Vectors,
};
#[cfg(feature = "papers")]
use crate::score::model::Kind;
use crate::score::model::{Model, Trained};

/// How the answer is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// All evidence in one sum: declarations are obeyed when the content is silent, overruled when it disagrees.
    #[default]
    Pellucid,
    /// Exactly what the HTML standard says: byte order mark, header, prescan, then windows-1252.
    Standard,
    /// The hybrid of experts (Faghani, Hadian, Minaei-Bidgoli 2015), over the text without markup: see
    /// [`papers::hybrid`](crate::papers::hybrid).
    Hybrid,
    /// chared (Pomikálek, Suchomel 2011): triples of bytes, for a known language. The model is the caller's, or the one that
    /// ships for the language which the caller names, or which the page declares; without one, as [`Method::Pellucid`]. See
    /// [`papers::chared`](crate::papers::chared).
    Chared,
    /// One-against-all linear SVM over byte n-grams (Sullivan). The model is the caller's, or the one that ships. See
    /// [`papers::svm`](crate::papers::svm).
    Svm,
}

impl Method {
    /// Every method.
    pub const ALL: &[Method] =
        &[Method::Pellucid, Method::Standard, Method::Hybrid, Method::Chared, Method::Svm];

    /// Whether it is a paper's, which has an opinion of its own beside the sum of all evidence.
    pub(crate) fn has_opinion(self) -> bool {
        !matches!(self, Method::Pellucid | Method::Standard)
    }

    /// Its name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Method::Pellucid => "pellucid",
            Method::Standard => "standard",
            Method::Hybrid => "hybrid",
            Method::Chared => "chared",
            Method::Svm => "svm",
        }
    }
}

/// Where the bytes come from, and so how common each encoding is before they are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Prior {
    /// The web: encodings are as common as a crawl found them, those of DOS and old Macs next to never.
    #[default]
    Web,
    /// Old files, disks and mails from anywhere: UTF-8 first, then the code pages of Windows, and every other encoding
    /// as common as any other.
    File,
}

impl Prior {
    /// Every prior.
    pub const ALL: &[Prior] = &[Prior::Web, Prior::File];

    /// Its name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Prior::Web => "web",
            Prior::File => "file",
        }
    }
}

/// What the caller knows. Built through [`crate::Detector::builder`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    pub content_type: Option<Box<str>>,
    pub language: Option<Box<str>>,
    pub url: Option<Box<str>>,
    pub tld: Option<Box<str>>,
    pub allow: Option<Vec<&'static Encoding>>,
    pub deny: Vec<&'static Encoding>,
    pub method: Method,
    pub prior: Prior,
    pub model: Option<Arc<Model>>,
    /// The model of a paper's method.
    #[cfg(feature = "papers")]
    pub vectors: Option<Arc<Vectors>>,
    /// The options of the hybrid method, where they are not the default.
    #[cfg(feature = "papers")]
    pub hybrid: Option<Hybrid>,
}

impl Hints {
    /// The language which the page's address suggests.
    pub fn domain_language(&self) -> Option<&'static str> {
        self.url.as_deref().or(self.tld.as_deref()).and_then(domains::language)
    }

    /// Takes a model, and the method which its kind is for.
    pub fn take(&mut self, model: Trained) {
        match model {
            Trained::Likelihood(model) => self.model = Some(model),
            #[cfg(feature = "papers")]
            Trained::Vectors(vectors) => {
                self.method = vectors.kind().method();
                if vectors.kind() == Kind::Icu {
                    let expert = Arc::new(Icu::new(vectors.clone()));
                    let hybrid = self.hybrid.take().unwrap_or_default();
                    self.hybrid = Some(Hybrid { expert, ..hybrid });
                }
                self.vectors = Some(vectors);
            }
        }
    }

    /// The caller's model of this kind.
    #[cfg(feature = "papers")]
    pub fn vectors(&self, kind: Kind) -> Option<&Vectors> {
        self.vectors.as_deref().filter(|vectors| vectors.kind() == kind)
    }

    /// Whether the caller lets an encoding be the answer.
    pub fn permits(&self, encoding: &'static Encoding) -> bool {
        self.allow.as_ref().is_none_or(|allow| allow.contains(&encoding)) && !self.deny.contains(&encoding)
    }

    /// The model which text is scored by.
    pub fn model(&self) -> &Model {
        self.model.as_deref().unwrap_or_else(|| Model::built_in())
    }
}

//! What the caller knows about a page, and how the answer is to be found.

use std::borrow::Cow;
use std::sync::Arc;

use crate::encodings::{self, Encoding, Use};
use crate::language::{Language, domains};
use crate::named::named;
#[cfg(feature = "papers")]
use crate::papers::{
    hybrid::{
        Hybrid,
        experts::{Expert, Icu, Universal},
    },
    vectors::Vectors,
};
use crate::score::model::Model;
#[cfg(feature = "papers")]
use crate::score::model::ModelKind;
use crate::score::text::TextModel;
use crate::sniff::content_type;

/// How the encoding is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// All evidence in one sum: declarations are obeyed when the content is silent, overruled when it disagrees.
    #[default]
    Pellucid,
    /// Exactly what the HTML standard says: byte order mark, header, prescan, then windows-1252.
    Standard,
    /// The hybrid of experts (Faghani, Hadian, Minaei-Bidgoli 2015), over the text without markup. Needs the feature `papers`.
    Hybrid,
    /// chared (Pomikálek, Suchomel 2011): byte triples, for a known language. The model is the caller's, or the one that
    /// ships for the language that the caller names, or else for the one that the default method finds; the evidence says
    /// which. Needs the feature `papers`.
    Chared,
    /// One-against-all linear SVM over byte n-grams (Sullivan). The model is the caller's, or the one that ships. Needs the
    /// feature `papers`.
    Svm,
}

named!(Method, "method":
    Pellucid => "pellucid",
    Standard => "standard",
    Hybrid => "hybrid",
    Chared => "chared",
    Svm => "svm",
);

impl Method {
    /// Whether it is from a paper, and so has an answer of its own beside the sum of all evidence.
    pub(crate) fn is_from_a_paper(self) -> bool {
        !matches!(self, Method::Pellucid | Method::Standard)
    }
}

/// Where the bytes come from, and so how common each encoding is before anything is known about a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Prior {
    /// The web: encodings are as common as a crawl found them. Those of DOS and old Macs are very rare.
    #[default]
    Web,
    /// Old files, disks and mails from anywhere: UTF-8 first, then the code pages of Windows, and every other encoding
    /// as common as any other.
    File,
}

named!(Prior, "prior": Web => "web", File => "file");

/// What the caller knows. Built through [`crate::Detector::builder`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// The encoding, where the caller knows it: then nothing is detected.
    pub encoding: Option<&'static Encoding>,
    pub content_type: Option<Box<str>>,
    pub charset: Option<Box<str>>,
    pub language: Option<Language>,
    pub url: Option<Box<str>>,
    pub tld: Option<Box<str>>,
    pub allow: Option<Vec<&'static Encoding>>,
    pub deny: Vec<&'static Encoding>,
    pub method: Method,
    pub prior: Prior,
    pub model: Option<Arc<TextModel>>,
    /// The model of a paper's method.
    #[cfg(feature = "papers")]
    pub vectors: Option<Arc<Vectors>>,
    /// The options of the hybrid method, where they are not the default.
    #[cfg(feature = "papers")]
    pub hybrid: Option<Hybrid>,
}

impl Hints {
    /// The language which the page's address suggests.
    pub fn domain_language(&self) -> Option<Language> {
        self.url.as_deref().or(self.tld.as_deref()).and_then(domains::language)
    }

    /// The `Content-Type` that declares an encoding: the header if it does, else a label from somebody else.
    pub fn header(&self) -> Option<Cow<'_, str>> {
        let header = self.content_type.as_deref();
        match &self.charset {
            Some(label) if header.and_then(content_type::charset).is_none() => {
                Some(format!("text/html; charset={label}").into())
            }
            _ => header.map(Cow::Borrowed),
        }
    }

    /// Uses a model of the caller's.
    pub fn use_model(&mut self, model: Model) {
        match model {
            Model::Text(model) => self.model = Some(model),
            #[cfg(feature = "papers")]
            Model::Vectors(vectors) => {
                if vectors.kind() == ModelKind::Icu {
                    let expert: Arc<dyn Expert> = match Universal::owns(&vectors) {
                        true => Arc::new(Universal::new(&vectors)),
                        false => Arc::new(Icu::new(vectors.clone())),
                    };
                    let hybrid = self.hybrid.take().unwrap_or_default();
                    self.hybrid = Some(Hybrid { expert, ..hybrid });
                }
                self.vectors = Some(vectors);
            }
        }
    }

    /// The caller's model of this kind.
    #[cfg(feature = "papers")]
    pub fn vectors(&self, kind: ModelKind) -> Option<&Vectors> {
        self.vectors.as_deref().filter(|vectors| vectors.kind() == kind)
    }

    /// Whether the caller lets an encoding be the answer.
    #[cfg(feature = "papers")]
    pub fn permits(&self, encoding: &'static Encoding) -> bool {
        self.allow.as_ref().is_none_or(|allow| allow.contains(&encoding)) && !self.deny.contains(&encoding)
    }

    /// Whether an encoding may be the answer.
    pub fn considers(&self, encoding: &'static Encoding) -> bool {
        let wanted = match &self.allow {
            Some(allow) => allow.contains(&encoding),
            None => matches!(encoding.usage(), Use::Web | Use::File) || encoding == &encodings::BINARY,
        };
        wanted && !self.deny.contains(&encoding)
    }

    /// The model which text is scored by.
    pub fn model(&self) -> &TextModel {
        self.model.as_deref().unwrap_or_else(|| TextModel::built_in())
    }
}

//! What the caller knows about a page, and how the answer is to be found.

use std::sync::Arc;

use crate::encodings::Encoding;
use crate::score::model::Model;
use crate::sniff::tld;

/// How the answer is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// All evidence in one sum: declarations are obeyed when the content is silent, overruled when it disagrees.
    #[default]
    Pellucid,
    /// Exactly what the HTML standard says: byte order mark, header, prescan, then windows-1252.
    Standard,
}

impl Method {
    /// Every method.
    pub const ALL: &[Method] = &[Method::Pellucid, Method::Standard];

    /// Its name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Method::Pellucid => "pellucid",
            Method::Standard => "standard",
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
}

impl Hints {
    /// The language which the page's address suggests.
    pub fn domain_language(&self) -> Option<&'static str> {
        self.url.as_deref().or(self.tld.as_deref()).and_then(tld::language)
    }

    /// The model which text is scored by.
    pub fn model(&self) -> &Model {
        self.model.as_deref().unwrap_or_else(|| Model::built_in())
    }
}

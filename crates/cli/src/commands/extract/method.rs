//! Which extractor, and what it finds.

use anyhow::Result;
use pellucid::extract::parts::Part;
use pellucid::extract::{Extractor as Ours, Metadata, metadata};
use pellucid::internals::html::Tree;
use pellucid::papers::r2l::{Content, Danag, Licea, R2l};
use pellucid::write;

use super::{Choice, Empty, usage};
use crate::extractor::{self, Extractor};

/// An extractor with its settings.
pub struct Method {
    /// Ours. What it does before it looks at a page is done for the others, too.
    pub ours: Ours,
    paper: Option<Paper>,
}

/// An extractor of the literature.
enum Paper {
    R2l(R2l),
    Licea(Licea),
    Danag(Danag),
}

/// What was found on a page.
pub struct Found {
    pub metadata: Metadata,
    /// The content in parts; none from an extractor of the literature.
    pub parts: Vec<Part>,
    /// The content as such an extractor gives it.
    plain: Option<String>,
    /// Why there is no content.
    pub empty: Option<Empty>,
}

impl Choice {
    /// The extractor. What cannot be is a usage error.
    pub fn method(&self) -> Result<Method> {
        let profile = self.profile.as_deref().map(extractor::profile).transpose()?;
        let meant = profile.as_ref().map(|profile| Extractor::from(profile.output));
        let name = self.extractor.or(meant).unwrap_or(Extractor::Default);
        if let Some(meant) = meant.filter(|meant| *meant != name) {
            return Err(usage(&format!("the profile is one for --extractor {}", meant.name())));
        }
        if self.gap.is_some() && name == Extractor::Default {
            return Err(usage("--gap is for --extractor r2l, r2l+, licea or danag"));
        }
        if self.script.is_some() && !name.is_r2l() {
            return Err(usage("--script is for --extractor r2l and r2l+: the others know no scripts"));
        }
        let mut paper = match name {
            Extractor::Default => None,
            Extractor::R2l => Some(Paper::R2l(R2l::default())),
            Extractor::R2lPlus => Some(Paper::R2l(R2l::plus())),
            Extractor::Licea => Some(Paper::Licea(Licea::default())),
            Extractor::Danag => Some(Paper::Danag(Danag::default())),
        };
        match &mut paper {
            Some(Paper::R2l(r2l)) => {
                *r2l = profile.map_or_else(|| r2l.clone(), |profile| profile.r2l());
                r2l.gap = self.gap.unwrap_or(r2l.gap);
                r2l.script = self.script.unwrap_or(r2l.script);
            }
            Some(Paper::Licea(licea)) => licea.gap = self.gap.unwrap_or(licea.gap),
            Some(Paper::Danag(danag)) => danag.gap = self.gap.unwrap_or(danag.gap),
            None => {}
        }
        let Choice { favor, comments, logical, letters, .. } = *self;
        Ok(Method { ours: Ours { favor, comments, logical, letters }, paper })
    }
}

impl Method {
    /// Which one it is.
    pub fn name(&self) -> Extractor {
        match &self.paper {
            None => Extractor::Default,
            Some(Paper::R2l(r2l)) => r2l.output.into(),
            Some(Paper::Licea(_)) => Extractor::Licea,
            Some(Paper::Danag(_)) => Extractor::Danag,
        }
    }

    /// The main content of a decoded page.
    pub fn extract(&self, html: &str) -> Found {
        let Some(paper) = &self.paper else {
            let extracted = self.ours.extract(html);
            let (metadata, parts) = (extracted.metadata, extracted.parts);
            return Found { metadata, parts, plain: None, empty: extracted.empty };
        };
        let html = self.ours.prepared(html);
        let Content { mut text, .. } = match paper {
            Paper::R2l(r2l) => r2l.extract(&html),
            Paper::Licea(licea) => licea.extract(&html),
            Paper::Danag(danag) => danag.extract(&html),
        };
        let empty = match text.trim() {
            "" if html.trim().is_empty() => Some(Empty::Nothing),
            "" => Some(Empty::Unlikely),
            _ => None,
        };
        // As the text of our own ends, which other pages may follow.
        if empty.is_none() && !text.ends_with('\n') {
            text.push('\n');
        }
        Found { metadata: metadata(&Tree::new(&html)), parts: Vec::new(), plain: Some(text), empty }
    }
}

impl Found {
    /// The content as plain text.
    pub fn text(&self, options: write::Options) -> String {
        self.plain.clone().unwrap_or_else(|| write::text(&self.parts, options))
    }
}

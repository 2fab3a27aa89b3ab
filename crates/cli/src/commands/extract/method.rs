//! Which extractor, with its settings.

use anyhow::Result;
use pellucid::extract::{Extractor, ExtractorName};
use pellucid::papers::r2l::Paper;

use super::Choice;
use crate::extractor;
use crate::usage::usage;

impl Choice {
    /// The extractor. Settings that do not go together are a usage error.
    pub fn extractor(&self) -> Result<Extractor> {
        let profile = self.profile.as_deref().map(extractor::profile).transpose()?;
        let meant = profile.as_ref().map(|profile| Paper::from(profile.r2l()).name());
        let name = self.extractor.or(meant).unwrap_or_default();
        if let Some(meant) = meant.filter(|meant| *meant != name) {
            return Err(usage(format!("this --profile is for --extractor {meant}, not for {name}")));
        }
        if self.gap.is_some() && name == ExtractorName::Default {
            return Err(usage("--gap needs --extractor r2l, r2l+, r2l-tree, licea or danag"));
        }
        if self.length.is_some() && name != ExtractorName::Licea {
            return Err(usage("--length needs --extractor licea"));
        }
        if self.script.is_some() && !extractor::is_r2l(name) {
            return Err(usage(
                "--script needs --extractor r2l, r2l+ or r2l-tree: the others do not look at scripts",
            ));
        }
        let extractor = Extractor::new()
            .favor(self.favor)
            .comments(self.comments.unwrap_or_default())
            .title(self.title)
            .keep(self.keep.clone())
            .prune(self.prune.clone())
            .logical(self.logical)
            .letters(self.letters);
        let Some(mut paper) = Paper::by_name(name) else { return Ok(extractor) };
        match &mut paper {
            Paper::R2l(r2l) => {
                *r2l = profile.map_or_else(|| r2l.clone(), |profile| profile.r2l());
                r2l.gap = self.gap.unwrap_or(r2l.gap);
                r2l.script = self.script.unwrap_or(r2l.script);
            }
            Paper::Licea(licea) => {
                licea.gap = self.gap.unwrap_or(licea.gap);
                licea.length = self.length.unwrap_or(licea.length);
            }
            Paper::Danag(danag) => danag.gap = self.gap.unwrap_or(danag.gap),
            _ => {}
        }
        Ok(extractor.paper(paper))
    }
}

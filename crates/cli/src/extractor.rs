//! Extractors, by their names on the command line: shared by `extract` and `plot`.

use std::path::Path;

use anyhow::{Context, Result};
use clap::ValueEnum;
use pellucid::papers::r2l::Output;
use pellucid::papers::r2l::tune::Profile;

/// Which extractor.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extractor {
    /// Ours: what was learned from pages in many languages
    Default,
    /// R2L: characters of a script against ASCII
    R2l,
    /// R2L with a parser: only text counts as content
    #[value(name = "r2l+")]
    R2lPlus,
    /// LICEA: how long texts are
    Licea,
    /// DANAg: text against tags
    Danag,
}

impl Extractor {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Extractor::Default => "default",
            Extractor::R2l => Output::Script.name(),
            Extractor::R2lPlus => Output::Text.name(),
            Extractor::Licea => "licea",
            Extractor::Danag => "danag",
        }
    }

    /// Whether it is one of the two that look at a script.
    pub fn is_r2l(self) -> bool {
        matches!(self, Extractor::R2l | Extractor::R2lPlus)
    }
}

impl From<Output> for Extractor {
    fn from(output: Output) -> Extractor {
        match output {
            Output::Script => Extractor::R2l,
            Output::Text => Extractor::R2lPlus,
        }
    }
}

/// Reads settings of R2L.
pub fn profile(path: &Path) -> Result<Profile> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.parse().with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_command_line() {
        for extractor in Extractor::value_variants() {
            assert_eq!(extractor.to_possible_value().unwrap().get_name(), extractor.name());
        }
    }
}

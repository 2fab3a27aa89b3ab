//! Settings of extractors from the papers, shared by `extract` and `plot`.

use std::path::Path;

use anyhow::{Context, Result};
use pellucid::extract::ExtractorName;
use pellucid::papers::r2l::tune::Profile;

/// Whether it is one of those that look at scripts.
pub fn is_r2l(name: ExtractorName) -> bool {
    matches!(name, ExtractorName::R2l | ExtractorName::R2lPlus | ExtractorName::R2lTree)
}

/// Reads settings of R2L.
pub fn profile(path: &Path) -> Result<Profile> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.parse().with_context(|| path.display().to_string())
}

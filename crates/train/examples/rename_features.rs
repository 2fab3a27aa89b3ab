//! Writes `crates/models/content.model`, the list of its features and its part of the manifest again, with the same forests, for the
//! features of this build:
//!
//! ```text
//! cargo run -p pellucid-train --features command --example rename_features
//! ```
//!
//! For features that got another name, and are computed as before. After any other change of features, the forests have to be
//! grown again: `cargo dev train --only content`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use pellucid::internals::extract::features;
use pellucid_train::fit::content::renamed;
use pellucid_train::manifest::{renamed_content, replaced};

fn main() -> Result<()> {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
    let (model, manifest) = (models.join("content.model"), models.join("MANIFEST.toml"));
    let bytes = renamed(&fs::read(&model).with_context(|| model.display().to_string())?)?;
    let written = fs::read_to_string(&manifest).with_context(|| manifest.display().to_string())?;
    let part = renamed_content(&written, &bytes);
    let names = ["default", "language", "icu", "svm", "chared", "content"];
    fs::write(&model, &bytes)?;
    fs::write(models.join("content.features"), features::listing())?;
    fs::write(&manifest, replaced(&written, &names, "content", &part))?;
    println!("content.model: {} bytes", bytes.len());
    Ok(())
}

//! The models of chared that ship: one for each language with a legacy encoding.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use pellucid_train::corpora::Language;
use pellucid_train::fit::chared::{self, Shipped};

/// Writes them into the folder of models, with their index; or checks that they are what would be written.
pub fn run(languages: &[Language], share: f64, models: &Path, check: bool) -> Result<Vec<Shipped>> {
    let shipped = chared::ship(languages, share)?;
    let index = index(&shipped);
    let folder = models.join("chared");
    if check {
        let same = |one: &Shipped| {
            fs::read(folder.join(&one.tag).with_extension("model")).ok().as_ref() == Some(&one.model)
        };
        let stale: Vec<&str> = shipped.iter().filter(|one| !same(one)).map(|one| &*one.tag).collect();
        ensure!(stale.is_empty(), "models of chared are not what `cargo dev train` writes: {stale:?}");
        ensure!(
            fs::read_to_string(models.join("src/chared.rs"))? == index,
            "the index of chared's models is stale"
        );
        println!("{} models of chared are what `cargo dev train` writes", shipped.len());
        return Ok(shipped);
    }
    fs::create_dir_all(&folder)?;
    for entry in fs::read_dir(&folder)? {
        fs::remove_file(entry?.path())?;
    }
    for one in &shipped {
        fs::write(folder.join(&one.tag).with_extension("model"), &one.model)?;
    }
    fs::write(models.join("src/chared.rs"), index)?;
    let bytes: usize = shipped.iter().map(|one| one.model.len()).sum();
    println!("chared: {} languages, {bytes} bytes", shipped.len());
    Ok(shipped)
}

/// The source file that lists them.
fn index(shipped: &[Shipped]) -> String {
    let mut text = "//! Written by `cargo dev train`; do not edit.\n\n\
        /// Models of chared: tag and English name of a language, and the model.\n\
        #[rustfmt::skip]\n\
        pub static CHARED: &[(&str, &str, &[u8])] = &[\n"
        .to_owned();
    for Shipped { tag, name, .. } in shipped {
        text += &format!("    ({tag:?}, {name:?}, include_bytes!(\"../chared/{tag}.model\")),\n");
    }
    text + "];\n"
}

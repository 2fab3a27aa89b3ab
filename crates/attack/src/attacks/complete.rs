//! Runs that are complete: they are not done again, and know when their files are gone.

use std::fs;

use anyhow::Result;

use crate::report::Report;
use crate::scene::{Scene, files};
use crate::target::run;

const NAME: &str = "a complete run is resumed";
const GONE: &str = "a complete run is resumed without its files";

pub fn attack(scene: &mut Scene, report: &mut Report) -> Result<()> {
    for _ in 0..scene.breadth {
        let form = scene.form();
        let folder = scene.new_folder()?;
        let first = scene.resume(&folder, form)?;
        report.count(NAME, 1, first);
        // What it writes again would have another time.
        let times = || -> Result<Vec<_>> {
            files(&folder)?.keys().map(|name| Ok(fs::metadata(folder.join(name))?.modified()?)).collect()
        };
        let before = times()?;
        let again = scene.resume(&folder, form)?;
        let verdict =
            again.and(if times()? == before { Ok(()) } else { Err(format!("{form:?}: it was done again")) });
        report.count(NAME, 1, verdict);
        let name = files(&folder)?.into_keys().find(|name| name.to_string_lossy().starts_with("out"));
        if let Some(name) = name {
            fs::remove_file(folder.join(&name))?;
            let ended = run(&mut scene.target.command(&scene.arguments(&folder, form, &["--resume"])))?;
            let is_refused = ended.code == Some(1) && ended.err.contains("removed or changed since");
            let verdict = if is_refused {
                Ok(())
            } else {
                Err(format!("{form:?}: without {}: {}", name.display(), ended.words()))
            };
            report.count(GONE, 1, verdict);
        }
    }
    Ok(())
}

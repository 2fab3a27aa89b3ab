//! Several runs that start at the same time and write to the same output.

use anyhow::Result;

use crate::report::{Report, Verdict};
use crate::scene::Scene;
use crate::target::{Ended, start};

const NAME: &str = "several runs at once, one output";
const REJECTS: &str = "several runs at once, one file of rejects";

pub fn attack(scene: &mut Scene, report: &mut Report) -> Result<()> {
    for _ in 0..scene.breadth {
        let form = scene.form();
        scene.whole(form)?;
        let folder = scene.new_folder()?;
        let runs = scene.chance.usize(2..5);
        let mut running = Vec::new();
        for n in 0..runs {
            let more: &[&str] = [&[][..], &["--resume"], &["--overwrite"]][(n + scene.chance.usize(..2)) % 3];
            running.push(start(&mut scene.target.command(&scene.arguments(&folder, form, more)))?);
        }
        // Sometimes the one that writes dies, and two others want to take over.
        if scene.chance.bool() {
            running.swap_remove(scene.chance.usize(..runs)).kill()?;
            for _ in 0..2 {
                running.push(start(&mut scene.target.command(&scene.arguments(
                    &folder,
                    form,
                    &["--resume"],
                )))?);
            }
        }
        let ended: Vec<Ended> = running.into_iter().map(|one| one.wait()).collect::<Result<_>>()?;
        let mut verdict: Verdict = Ok(());
        for one in ended.iter().filter(|one| !one.is_fine()) {
            let is_refused = one.code == Some(1)
                && ["another run is writing", "exist"].iter().any(|words| one.err.contains(words));
            if !is_refused {
                verdict = Err(format!("{form:?}: a run ends with {}", one.words()));
            }
        }
        // One was killed, perhaps the only one that was not refused: then it can be resumed.
        if verdict.is_ok() {
            verdict = match ended.iter().any(Ended::is_fine) {
                true => scene.compare(&folder, form)?,
                false => scene.resume(&folder, form)?,
            };
        }
        report.count(NAME, ended.len() as u64, verdict);
        report.count(REJECTS, 2, one_file_of_rejects(scene)?);
    }
    Ok(())
}

/// Two runs with outputs of their own and one file of rejects: at most one of them may say that all is well.
fn one_file_of_rejects(scene: &mut Scene) -> Result<Verdict> {
    let form = scene.form();
    let folder = scene.new_folder()?;
    let rejects = folder.join("shared.jsonl");
    let mut running = Vec::new();
    for n in 0..2 {
        let own = folder.join(format!("{n}"));
        std::fs::create_dir(&own)?;
        let arguments = scene.arguments(&own, form, &["--rejects", &rejects.to_string_lossy()]);
        running.push((own, start(&mut scene.target.command(&arguments))?));
    }
    let mut fine = 0;
    for (own, one) in running {
        let ended = one.wait()?;
        if ended.is_fine() {
            fine += 1;
            let files = crate::scene::files(&own)?;
            let output: Vec<_> = files
                .keys()
                .filter(|name| name.to_string_lossy().starts_with("out"))
                .map(|name| own.join(name))
                .collect();
            if let Err(lost) = scene.ledger.check(&output, &rejects, Some(&own.join("summary.json"))) {
                return Ok(Err(format!("{form:?}: {lost}")));
            }
        } else if !ended.err.contains("another run is writing") && !ended.err.contains("exist") {
            return Ok(Err(format!("{form:?}: a run ends with {}", ended.words())));
        }
    }
    Ok(if fine == 1 { Ok(()) } else { Err(format!("{form:?}: {fine} of two runs say that all is well")) })
}

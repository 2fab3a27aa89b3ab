//! Kills at random moments, again and again, until the run is complete.

use std::fs;
use std::thread;
use std::time::Duration;

use anyhow::Result;

use crate::report::Report;
use crate::scene::Scene;
use crate::target::start;

/// With rows to continue after, and before there were any: the first note is made before anything is read.
const AFTER: &str = "killed at a random moment, after first rows";
const BEFORE: &str = "killed at a random moment, before first rows";
/// After so many kills nobody kills it any more.
const MOST: u64 = 12;

pub fn attack(scene: &mut Scene, report: &mut Report) -> Result<()> {
    for _ in 0..scene.breadth {
        let form = scene.form();
        let time = scene.whole(form)?.1;
        let folder = scene.new_folder()?;
        let (mut kills, mut after) = (0, 0);
        while kills < MOST {
            // A run that is resumed has less to do, so later moments would often be too late.
            let moment = time.mul_f64(scene.chance.f64().powi(2));
            let mut running =
                start(&mut scene.target.command(&scene.arguments(&folder, form, &["--resume"])))?;
            thread::sleep(moment.max(Duration::from_millis(1)));
            if running.is_over()? {
                let ended = running.wait()?;
                if !ended.is_fine() {
                    report.count(AFTER, 1, Err(format!("{form:?}: after {kills} kills: {}", ended.words())));
                }
                break;
            }
            running.kill()?;
            kills += 1;
            let notes = fs::read(folder.join(format!("{}.resume", form.name))).unwrap_or_default();
            let notes = String::from_utf8_lossy(&notes).into_owned();
            let has_rows = notes.split("{\"number\":").skip(1).any(|note| !note.starts_with("0,"));
            after += u64::from(has_rows);
        }
        let verdict = scene.resume(&folder, form)?;
        report.count(BEFORE, kills - after, Ok(()));
        report.count(AFTER, after, verdict);
    }
    Ok(())
}

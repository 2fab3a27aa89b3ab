//! Disks that are full: a small file system where we may mount one, and a bound for the size of files elsewhere.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::report::{Report, Verdict};
use crate::scene::{Form, Scene, files};
use crate::target::run;

const NAME: &str = "a full disk, resumed";
const BOUND: &str = "a bound for the size of files, resumed";

pub fn attack(scene: &mut Scene, report: &mut Report) -> Result<()> {
    for _ in 0..scene.breadth {
        let form = scene.form();
        let whole: usize = scene.whole(form)?.0.values().map(Vec::len).sum();
        let folder = scene.new_folder()?;
        let kilobytes = 4 + scene.chance.usize(..whole / 1024 + 8);
        match Mounted::new(&folder, kilobytes) {
            Some(mounted) => {
                let verdict = full(scene, &mounted, form)?;
                report.count(NAME, 1, verdict.map_err(|lost| format!("{kilobytes} kB: {lost}")));
            }
            None => report.skip("a full disk: only root can mount a small one"),
        }
        if cfg!(unix) {
            let folder = scene.new_folder()?;
            let largest = scene.whole(form)?.0.values().map(Vec::len).max().unwrap_or(0);
            let kilobytes = 1 + scene.chance.usize(..largest / 1024 + 2);
            let verdict = bounded(scene, &folder, form, kilobytes)?;
            report.count(BOUND, 1, verdict.map_err(|lost| format!("{kilobytes} kB: {lost}")));
        }
    }
    Ok(())
}

/// Runs on a small disk, then makes it large and resumes.
fn full(scene: &mut Scene, disk: &Mounted, form: Form) -> Result<Verdict> {
    let ended = run(&mut scene.target.command(&scene.arguments(&disk.folder, form, &["--resume"])))?;
    if ended.is_fine() {
        return scene.compare(&disk.folder, form);
    }
    if !ended.err.contains("No space left") {
        return Ok(Err(format!("{form:?}: the disk is full, and the run ends with {}", ended.words())));
    }
    if let Err(lost) = unfinished(scene, &disk.folder, form)? {
        return Ok(Err(lost));
    }
    disk.grow();
    scene.resume(&disk.folder, form)
}

/// Runs with a bound for the size of files, then without one.
fn bounded(scene: &mut Scene, folder: &Path, form: Form, kilobytes: usize) -> Result<Verdict> {
    // In units of 1024 bytes; and writing more is an error, not a signal.
    let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$0\" \"$@\"");
    let arguments = scene.arguments(folder, form, &["--resume"]);
    let ended = run(&mut scene.target.under(&["bash", "-c", &script], &arguments))?;
    if ended.is_fine() {
        return scene.compare(folder, form);
    }
    if ended.code != Some(1) || !ended.err.contains("File too large") {
        return Ok(Err(format!("{form:?}: files are bounded, and the run ends with {}", ended.words())));
    }
    if let Err(lost) = unfinished(scene, folder, form)? {
        return Ok(Err(lost));
    }
    scene.resume(folder, form)
}

/// Whatever has its name is complete: no file of a run that failed may look as if it were.
fn unfinished(scene: &mut Scene, folder: &Path, form: Form) -> Result<Verdict> {
    let found = files(folder)?;
    let (whole, _) = scene.whole(form)?;
    for (name, bytes) in
        found.iter().filter(|(name, _)| name.extension().is_none_or(|ending| ending != "partial"))
    {
        if whole.get(name) != Some(bytes) {
            return Ok(Err(format!("{form:?}: {} is not complete", name.display())));
        }
    }
    Ok(Ok(()))
}

/// A small disk. It is unmounted at the end.
struct Mounted {
    folder: PathBuf,
}

impl Mounted {
    fn new(folder: &Path, kilobytes: usize) -> Option<Mounted> {
        let size = format!("size={kilobytes}k");
        let is_mounted =
            quietly(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "none"]).arg(folder));
        is_mounted.then(|| Mounted { folder: folder.to_owned() })
    }

    fn grow(&self) {
        quietly(Command::new("mount").args(["-o", "remount,size=1g"]).arg(&self.folder));
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        quietly(Command::new("umount").arg(&self.folder));
    }
}

fn quietly(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

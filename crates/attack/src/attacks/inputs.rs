//! Inputs that change between two runs, and while they are read; that vanish, and that may not be read.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::Result;

use crate::report::{Report, Verdict};
use crate::scene::{Form, Scene};
use crate::target::{run, start};

const BETWEEN: &str = "inputs change between two runs";
const WHILE: &str = "an input shrinks or vanishes while it is read";
const LARGE: &str = "a large input shrinks while it is read";
const READ_ONLY: &str = "inputs that are read-only, and stay as they are";

pub fn attack(scene: &mut Scene, report: &mut Report) -> Result<()> {
    for _ in 0..scene.breadth {
        let form = scene.form();
        let time = scene.whole(form)?.1;
        let folder = scene.new_folder()?;
        // Stopped somewhere in the middle.
        let stop = time.mul_f64(0.2 + 0.5 * scene.chance.f64());
        let running = start(&mut scene.target.command(&scene.arguments(&folder, form, &["--resume"])))?;
        thread::sleep(stop);
        running.kill()?;
        let is_noted =
            fs::metadata(folder.join(format!("{}.resume", form.name))).is_ok_and(|journal| journal.len() > 0);
        for change in Change::ALL {
            if is_noted {
                let undo = change.make(scene)?;
                let ended = run(&mut scene.target.command(&scene.arguments(&folder, form, &["--resume"])))?;
                undo.undo()?;
                let is_refused =
                    ended.code == Some(1) && ended.err.contains("inputs were added, removed or changed");
                let verdict =
                    if is_refused { Ok(()) } else { Err(format!("{form:?}: {change:?}: {}", ended.words())) };
                report.count(BETWEEN, 1, verdict);
            }
        }
        let verdict = scene.resume(&folder, form)?;
        report.count(BETWEEN, 1, verdict.map_err(|lost| format!("all is as it was, but {lost}")));
        for is_removed in [false, true] {
            report.count(WHILE, 1, disturbed(scene, form, is_removed)?);
        }
        report.count(READ_ONLY, 1, read_only(scene, form)?);
        report.count(LARGE, 1, large(scene)?);
    }
    Ok(())
}

/// An archive that takes long enough to be cut in the middle of the work on it, at the end of a record: nothing else is wrong with
/// it then, and what is missing shows only in its size.
fn large(scene: &mut Scene) -> Result<Verdict> {
    const TIMES: usize = 80;
    let folder = scene.new_folder()?;
    let path = folder.join("large.warc.gz");
    let once = fs::read(scene.input().join("a.warc.gz"))?;
    fs::write(&path, once.repeat(TIMES))?;
    let output = folder.join("out.jsonl");
    let paths = [&path, &output].map(|path| path.to_string_lossy().into_owned());
    let words = ["batch", "-q", "--piece", "2k", "-j", "1", &paths[0], "-o", &paths[1]];
    let mut running = start(&mut scene.target.command(&words.map(String::from)))?;
    // The first note is made before anything is read, the second after the first rows.
    let journal = folder.join("out.jsonl.resume");
    while !running.is_over()?
        && !fs::read_to_string(&journal).is_ok_and(|notes| notes.contains("{\"number\":1,"))
    {
        thread::sleep(Duration::from_millis(1));
    }
    if running.is_over()? {
        return Ok(Err("it was done before it could be disturbed".into()));
    }
    File::options().write(true).open(&path)?.set_len(once.len() as u64)?;
    let ended = running.wait()?;
    let rejects = fs::read_to_string(folder.join("out.jsonl.rejects.jsonl")).unwrap_or_default();
    let is_named = rejects.lines().any(|line| line.contains("\"unreadable\"") && line.contains(&paths[0]));
    match ended.code {
        Some(1) if is_named => Ok(Ok(())),
        // It was done with it, on a machine that had other things to do. Then no row may be missing.
        Some(0) => {
            let alone = folder.join("alone.jsonl");
            let input = scene.input().join("a.warc.gz");
            let paths = [&input, &alone].map(|path| path.to_string_lossy().into_owned());
            run(&mut scene.target.command(&["batch", "-q", &paths[0], "-o", &paths[1]].map(String::from)))?;
            let rows = |path: &Path| -> Result<usize> { Ok(fs::read_to_string(path)?.lines().count()) };
            let (found, wanted) = (rows(&output)?, TIMES * rows(&alone)?);
            let lost = format!("it was cut, and the run ends with code 0 and {found} of {wanted} rows");
            Ok(if found == wanted { Ok(()) } else { Err(lost) })
        }
        _ => Ok(Err(format!("it was cut after its first rows, and the run ends with {}", ended.words()))),
    }
}

/// What may happen to inputs between two runs.
#[derive(Clone, Copy, Debug)]
enum Change {
    Added,
    Removed,
    Touched,
    Shrunk,
    Grown,
}

/// How it is undone: a file is removed, or is again what it was.
enum Undo {
    Remove(PathBuf),
    Restore(PathBuf, Vec<u8>, SystemTime),
}

impl Change {
    const ALL: [Change; 5] = [Change::Added, Change::Removed, Change::Touched, Change::Shrunk, Change::Grown];

    fn make(self, scene: &mut Scene) -> Result<Undo> {
        let names = ["a.warc.gz", "b.warc", "c.warc.zst", "d.jsonl", "e/001.html"];
        let path = scene.input().join(names[scene.chance.usize(..names.len())]);
        let (bytes, time) = (fs::read(&path)?, fs::metadata(&path)?.modified()?);
        let new = path.with_file_name("new.html");
        match self {
            Change::Added => fs::write(&new, "<p>new")?,
            Change::Removed => fs::remove_file(&path)?,
            Change::Touched => {
                File::options().write(true).open(&path)?.set_modified(time + Duration::from_secs(1))?
            }
            Change::Shrunk => File::options().write(true).open(&path)?.set_len(bytes.len() as u64 / 2)?,
            Change::Grown => fs::write(&path, [&bytes[..], b"\n"].concat())?,
        }
        Ok(match self {
            Change::Added => Undo::Remove(new),
            _ => Undo::Restore(path, bytes, time),
        })
    }
}

impl Undo {
    fn undo(self) -> Result<()> {
        match self {
            Undo::Remove(path) => fs::remove_file(path)?,
            Undo::Restore(path, bytes, time) => {
                fs::write(&path, bytes)?;
                File::options().write(true).open(&path)?.set_modified(time)?;
            }
        }
        Ok(())
    }
}

/// An input is cut, or removed, while a run reads it. The run says so, unless it was done with it.
fn disturbed(scene: &mut Scene, form: Form, is_removed: bool) -> Result<Verdict> {
    let time = scene.whole(form)?.1;
    let folder = scene.new_folder()?;
    let mut running = start(&mut scene.target.command(&scene.arguments(&folder, form, &[])))?;
    // Before its first note it has not looked at its inputs, so nothing changes for it.
    let journal = folder.join(format!("{}.resume", form.name));
    while !running.is_over()? && fs::metadata(&journal).map_or(0, |journal| journal.len()) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(time.mul_f64(scene.chance.f64().powi(2)));
    let path = scene.input().join(["a.warc.gz", "b.warc", "c.warc.zst", "d.jsonl"][scene.chance.usize(..4)]);
    let undo = Undo::Restore(path.clone(), fs::read(&path)?, fs::metadata(&path)?.modified()?);
    if running.is_over()? {
        return Ok(Ok(()));
    }
    if is_removed {
        fs::remove_file(&path)?;
    } else {
        let file = File::options().write(true).open(&path)?;
        file.set_len(file.metadata()?.len() * 2 / 3)?;
    }
    let ended = running.wait()?;
    undo.undo()?;
    match ended.code {
        // It was done with it. Then nothing may be missing.
        Some(0) => scene.compare(&folder, form),
        Some(1) if names_it(&folder, form, &path)? => Ok(Ok(())),
        _ => {
            Ok(Err(format!("{form:?}: {} changed, and the run ends with {}", path.display(), ended.words())))
        }
    }
}

/// Whether a reject says of a file that it cannot be read, or of all inputs that they changed.
fn names_it(folder: &Path, form: Form, path: &Path) -> Result<bool> {
    let rejects = fs::read_to_string(folder.join(format!("{}.rejects.jsonl", form.name)))?;
    let name = path.to_string_lossy().into_owned();
    let is_named =
        |line: &str| line.contains(&name) || line.contains("inputs were added, removed or changed");
    Ok(rejects.lines().any(|line| line.contains("\"unreadable\"") && is_named(line)))
}

/// Nothing is written to where inputs are. Root may write there all the same, so what is there is compared.
fn read_only(scene: &mut Scene, form: Form) -> Result<Verdict> {
    set_read_only(&scene.input(), true)?;
    let before = inputs(&scene.input())?;
    let folder = scene.new_folder()?;
    let ended = run(&mut scene.target.command(&scene.arguments(&folder, form, &[])))?;
    let after = inputs(&scene.input())?;
    set_read_only(&scene.input(), false)?;
    if !ended.is_fine() {
        return Ok(Err(format!("{form:?}: inputs are read-only, and the run ends with {}", ended.words())));
    }
    if before != after {
        return Ok(Err(format!("{form:?}: the run has changed the folder of its inputs")));
    }
    scene.compare(&folder, form)
}

/// The files and folders below a folder, with their sizes and times.
fn inputs(folder: &Path) -> Result<Vec<(PathBuf, u64, SystemTime)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let metadata = fs::metadata(&path)?;
        if metadata.is_dir() {
            found.extend(inputs(&path)?);
        }
        found.push((path, metadata.len(), metadata.modified()?));
    }
    found.sort();
    Ok(found)
}

fn set_read_only(folder: &Path, is_read_only: bool) -> Result<()> {
    for path in [folder.join("e"), folder.to_owned()] {
        let mut permissions = fs::metadata(&path)?.permissions();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            permissions.set_mode(if is_read_only { 0o555 } else { 0o755 });
        }
        #[cfg(not(unix))]
        permissions.set_readonly(is_read_only);
        fs::set_permissions(&path, permissions)?;
    }
    Ok(())
}

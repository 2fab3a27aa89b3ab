//! Whatever is in a journal, and however long what was written is: a run that resumes writes what one without a stop does, or refuses.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use pellucid_batch::{Job, Outcome, Watch, run};
use sha1::{Digest, Sha1};
use tempfile::TempDir;

struct Stopping(AtomicU64);

impl Watch for Stopping {
    fn done(&self, _: u64, _: u64) {
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

fn never() -> Stopping {
    Stopping(AtomicU64::new(u64::MAX))
}

const OUTPUTS: [&str; 3] = ["rows.jsonl", "rows.jsonl.gz", "rows.parquet"];

/// A folder with an input, and what becomes of it in each format.
fn folder() -> &'static (TempDir, Vec<Vec<u8>>) {
    static FOLDER: OnceLock<(TempDir, Vec<Vec<u8>>)> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let lines: String = (0..12)
            .map(|n| {
                format!("{{\"url\": \"http://example.org/{n}\", \"html\": \"<p>page {n} and its text\"}}\n")
            })
            .collect();
        fs::write(folder.path().join("in.jsonl"), lines).expect("a file");
        let written = OUTPUTS.map(|name| {
            let job = job(&folder, name, false);
            run(&job, &never()).expect("a run");
            let written = fs::read(&job.output).expect("rows");
            fs::remove_dir_all(folder.path().join("out")).expect("a folder");
            written
        });
        (folder, written.into())
    })
}

fn job(folder: &TempDir, name: &str, resume: bool) -> Job {
    let usual = Job::new(vec![folder.path().join("in.jsonl")], folder.path().join("out").join(name));
    Job { piece: 100, threads: 1, note_every: Duration::ZERO, resume, ..usual }
}

/// The files that a stopped run has left, but for its journal.
fn partial(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_none_or(|ending| ending != "resume")).collect();
    files.sort();
    files
}

/// A journal whose last note says something else, with the right sum.
fn forged(journal: &[u8], at: usize, bytes: &[u8]) -> Option<Vec<u8>> {
    let line = journal.strip_suffix(b"\n")?.rsplit(|byte| *byte == b'\n').next()?;
    let mut note = line.get(41..)?.to_vec();
    let at = at % note.len().max(1);
    let end = (at + bytes.len()).min(note.len());
    note.splice(at..end, bytes.iter().copied());
    let sum: String = Sha1::digest(&note).iter().map(|byte| format!("{byte:02x}")).collect();
    Some([sum.as_bytes(), b" ", &note, b"\n"].concat())
}

fuzz_target!(|input: (u8, u8, u8, u16, &[u8])| {
    let (format, stop, change, at, bytes) = input;
    let (folder, expected) = folder();
    let name = OUTPUTS[usize::from(format) % OUTPUTS.len()];
    let expected = &expected[usize::from(format) % OUTPUTS.len()];
    let out = folder.path().join("out");
    let _ = fs::remove_dir_all(&out);
    let first = job(folder, name, false);
    let (_, outcome) = run(&first, &Stopping(AtomicU64::new(u64::from(stop % 16)))).expect("a run");
    let journal = out.join(format!("{name}.resume"));
    let mut is_forged = false;
    if let Ok(mut notes) = fs::read(&journal) {
        let at = usize::from(at);
        match change % 4 {
            0 => {
                let at = at % (notes.len() + 1);
                let end = (at + bytes.len()).min(notes.len());
                notes.splice(at..end, bytes.iter().copied());
            }
            1 => notes.truncate(at % (notes.len() + 1)),
            2 => {
                if let Some(path) = partial(&out).get(at % 3) {
                    let length = fs::metadata(path).expect("a file").len();
                    let file = fs::OpenOptions::new().write(true).open(path).expect("a file");
                    // Longer or shorter; what stands in it is as it was.
                    file.set_len((length + bytes.len() as u64).saturating_sub(at as u64 / 8))
                        .expect("a length");
                }
            }
            _ => {
                if let Some(forged) = forged(&notes, at, bytes) {
                    notes = forged;
                    is_forged = true;
                }
            }
        }
        fs::write(&journal, notes).expect("a journal");
    }
    match run(&job(folder, name, true), &never()) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok((_, Outcome::Stopped)) => panic!("nobody stopped it"),
        Ok(_) if is_forged || outcome != Outcome::Stopped => {}
        Ok(_) => assert!(fs::read(out.join(name)).expect("rows") == *expected, "other rows"),
    }
});

//! Where an attack takes place: a crawl on the disk, and what a run makes of it that nobody disturbs.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use fastrand::Rng;
use tempfile::TempDir;

use crate::crawl::crawl;
use crate::ledger::Ledger;
use crate::report::Verdict;
use crate::target::{Target, run};

/// What is written: a format, in one file or in several, by so many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    /// The name of the output.
    pub name: &'static str,
    /// Whether it is several files.
    pub shards: bool,
    /// How many threads work.
    pub threads: usize,
}

const NAMES: [&str; 7] = [
    "out.jsonl",
    "out.jsonl.gz",
    "out.jsonl.zst",
    "out.parquet",
    "out.warc.wet",
    "out.warc.wet.gz",
    "out.txt.zst",
];

/// All forms: neighbours have other formats, and mostly other threads and numbers of files.
fn forms() -> Vec<Form> {
    let form = |n: usize, m: usize| Form {
        name: NAMES[m],
        shards: (n / 3 + m) % 2 == 1,
        threads: [1, 2, 4][(n + m) % 3],
    };
    (0..6).flat_map(|n| (0..NAMES.len()).map(move |m| form(n, m))).collect()
}

/// Files of a folder by their names.
pub type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Where an attack takes place.
pub struct Scene<'a> {
    /// What is attacked.
    pub target: &'a Target,
    /// What comes by chance.
    pub chance: Rng,
    /// How many times each attack is tried.
    pub breadth: usize,
    /// What must become of each record.
    pub ledger: Ledger,
    folder: TempDir,
    /// The next form of each attack, and the next folder.
    next: usize,
    folders: usize,
    /// What runs make of the crawl that nobody disturbs, and how long they take.
    whole: HashMap<(&'static str, bool), (Files, Duration)>,
}

impl<'a> Scene<'a> {
    /// A new crawl.
    pub fn new(target: &'a Target, seed: u64, round: u64, breadth: usize) -> Result<Scene<'a>> {
        let mut chance = Rng::with_seed(seed);
        let folder = tempfile::Builder::new().prefix("attack-").tempdir()?;
        let pages = chance.usize(100..200);
        let crawl = crawl(&mut chance, pages)?;
        for (name, bytes) in &crawl.files {
            let path = folder.path().join("in").join(name);
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            fs::write(path, bytes)?;
        }
        let next = (seed as usize).wrapping_add(round as usize * breadth);
        let whole = HashMap::new();
        Ok(Scene { target, chance, breadth, ledger: crawl.ledger, folder, next, folders: 0, whole })
    }

    /// The folder with the crawl.
    pub fn input(&self) -> PathBuf {
        self.folder.path().join("in")
    }

    /// A new empty folder.
    pub fn new_folder(&mut self) -> Result<PathBuf> {
        self.folders += 1;
        let folder = self.folder.path().join(format!("{}", self.folders));
        fs::create_dir(&folder)?;
        Ok(folder)
    }

    /// The next form. One after the other, all of them have their turn.
    pub fn form(&mut self) -> Form {
        let forms = forms();
        self.next = self.next.wrapping_add(1);
        forms[self.next % forms.len()]
    }

    /// The command line that writes the crawl in this form to a folder, in many small pieces, so that there is much to disturb.
    pub fn arguments(&self, folder: &Path, form: Form, more: &[&str]) -> Vec<String> {
        let path = |path: PathBuf| path.to_string_lossy().into_owned();
        let mut arguments: Vec<String> =
            ["batch", "-q", "--extract", "all", "--piece", "2k", "--row-group", "20k", "--note-every", "0"]
                .map(String::from)
                .to_vec();
        arguments.push(path(self.input()));
        arguments.extend(["-o".into(), path(folder.join(form.name))]);
        arguments.extend(["--summary".into(), path(folder.join("summary.json"))]);
        arguments.extend(["-j".into(), form.threads.to_string()]);
        if form.shards {
            arguments.extend(["--shard".into(), "30k".into()]);
        }
        arguments.extend(more.iter().map(|one| (*one).to_owned()));
        arguments
    }

    /// What a run makes of the crawl that nobody disturbs. The ledger has checked it.
    pub fn whole(&mut self, form: Form) -> Result<&(Files, Duration)> {
        let key = (form.name, form.shards);
        if !self.whole.contains_key(&key) {
            let folder = self.new_folder()?;
            let began = Instant::now();
            let ended = run(&mut self.target.command(&self.arguments(&folder, form, &[])))?;
            let time = began.elapsed();
            ensure!(ended.is_fine(), "a run that nobody disturbs fails: {}", ended.words());
            let checked = self.check(&folder, form);
            ensure!(checked.is_ok(), "a run that nobody disturbs: {checked:?}");
            self.whole.insert(key, (files(&folder)?, time));
        }
        Ok(&self.whole[&key])
    }

    /// Whether the ledger agrees with what is in a folder.
    pub fn check(&self, folder: &Path, form: Form) -> Verdict {
        let files = files(folder).map_err(|error| error.to_string())?;
        let is_output = |path: &&PathBuf| {
            let name = path.to_string_lossy();
            name.starts_with("out") && !name.contains(".rejects.") && !name.ends_with(".partial")
        };
        let output: Vec<PathBuf> = files.keys().filter(is_output).map(|path| folder.join(path)).collect();
        let rejects = folder.join(format!("{}.rejects.jsonl", form.name));
        self.ledger.check(&output, &rejects, Some(&folder.join("summary.json")))
    }

    /// Whether a folder has the same bytes as if nobody had disturbed the run, and nothing else.
    pub fn compare(&mut self, folder: &Path, form: Form) -> Result<Verdict> {
        let found = files(folder)?;
        let (whole, _) = self.whole(form)?;
        if found == *whole {
            return Ok(self.check(folder, form));
        }
        let names =
            |files: &Files| files.keys().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ");
        let differ: Vec<_> = whole
            .iter()
            .filter(|(path, bytes)| found.get(*path) != Some(bytes))
            .map(|(path, _)| path)
            .collect();
        Ok(Err(format!("{form:?}: {differ:?} differ or are missing; there is {}", names(&found))))
    }

    /// Runs to the end with `--resume`, undisturbed, and compares.
    pub fn resume(&mut self, folder: &Path, form: Form) -> Result<Verdict> {
        let ended = run(&mut self.target.command(&self.arguments(folder, form, &["--resume"])))?;
        if !ended.is_fine() {
            return Ok(Err(format!("{form:?}: cannot resume: {}", ended.words())));
        }
        self.compare(folder, form)
    }
}

/// All files below a folder but journals, which know where they are.
pub fn files(folder: &Path) -> Result<Files> {
    let mut found = Files::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = PathBuf::from(path.file_name().unwrap_or_default());
        if path.is_file() && path.extension().is_none_or(|ending| ending != "resume") {
            found.insert(name, fs::read(&path)?);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_every_number_of_files_and_threads() {
        let forms: std::collections::HashSet<Form> = forms().into_iter().collect();
        assert_eq!(forms.len(), NAMES.len() * 2 * 3);
    }
}

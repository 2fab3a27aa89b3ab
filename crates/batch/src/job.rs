//! What a run is to do.

use std::path::{Path, PathBuf};
use std::time::Duration;

use pellucid_files::partial::is_device;
use pellucid_files::{Partial, Walk, paths};

use crate::error::Error;
use crate::journal;
use crate::options::Options;
use crate::read::columns::Columns;
use crate::read::pieces::PIECE;
use crate::row::Field;
use crate::write::{Compression, Format, GROUP, is_numbered};

/// How often it is noted how far a run is, unless asked for otherwise: what came later is done again after a kill.
const NOTED: Duration = Duration::from_millis(50);

/// What a run is to do.
#[derive(Clone, Debug)]
pub struct Job {
    /// Files, folders, patterns, lists of them.
    pub inputs: Walk,
    /// Where tables have their pages.
    pub columns: Columns,
    /// What is wanted of each page.
    pub options: Options,
    /// Which fields are written; all of them make a row of their own in WET and text.
    pub fields: Vec<Field>,
    /// What is written.
    pub format: Format,
    /// How it is compressed.
    pub compression: Compression,
    /// The output: a file, or several whose names have numbers before their endings.
    pub output: PathBuf,
    /// The most bytes of a file of the output; if there is no such bound, it is one file.
    pub shard: Option<u64>,
    /// The bytes of a group of rows of Parquet, before they are compressed; it may have a few more.
    pub group: u64,
    /// The file of rejects, compressed as its name says.
    pub rejects: PathBuf,
    /// The file for the counts, if there is one.
    pub summary: Option<PathBuf>,
    /// Whether to resume a run that was stopped.
    pub resume: bool,
    /// Whether to replace outputs that exist.
    pub overwrite: bool,
    /// How many pieces are worked on at once.
    pub threads: usize,
    /// The most bytes of memory that the pages of all threads take at once. Pages that may need more alone are rejected.
    pub max_memory: Option<u64>,
    /// How often it is noted how far the run is, at most, and of the time at most one part in twenty; zero is after every piece.
    pub note_every: Duration,
    /// How many bytes of a compressed archive are a piece; four times as many where nothing is compressed.
    pub piece: u64,
}

impl Job {
    /// A job with everything as it is usually wanted.
    pub fn new(inputs: Vec<PathBuf>, output: PathBuf) -> Job {
        let (compression, _) = Compression::of(&output);
        let format = crate::write::format_of(&output).unwrap_or(Format::Jsonl);
        Job {
            inputs: Walk::new(inputs),
            columns: Columns::default(),
            options: Options::default(),
            fields: Field::ALL.to_vec(),
            format,
            compression,
            rejects: Job::rejects_of(&output),
            output,
            shard: None,
            group: GROUP,
            summary: None,
            resume: false,
            overwrite: false,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            max_memory: None,
            note_every: NOTED,
            piece: PIECE,
        }
    }

    /// Where rejects go, unless asked for otherwise: beside the output, with its whole name, so that no two outputs share them.
    pub fn rejects_of(output: &Path) -> PathBuf {
        let mut name = output.file_name().unwrap_or_default().to_owned();
        name.push(".rejects.jsonl");
        output.with_file_name(name)
    }

    /// Whether the job can be done: outputs are files, distinct, and not inputs; numbers are not zero.
    ///
    /// This looks at names and does not open anything. [`run`](crate::run()) checks it as well.
    pub fn check(&self) -> Result<(), Error> {
        for (number, name) in [
            (self.shard.unwrap_or(1), "the size of a file"),
            (self.group, "the size of a row group"),
            (self.piece, "the size of a piece"),
            (self.threads as u64, "the number of threads"),
        ] {
            if number == 0 {
                return Err(Error::new(format!("{name} must be at least 1")));
            }
        }
        let least = pellucid::memory(0) as u64;
        if let Some(memory) = self.max_memory.filter(|memory| *memory <= least) {
            return Err(Error::new(format!(
                "{memory} bytes of memory are too few: the smallest page may take {least}"
            )));
        }
        if self.resume && self.overwrite {
            return Err(Error::new("a run resumes or overwrites, but not both"));
        }
        if self.inputs.paths.iter().any(|path| path.as_os_str() == "-") {
            if !self.inputs.can_repeat() {
                return Err(Error::new("standard input is the list of paths already"));
            }
            if self.resume {
                return Err(Error::new("a run cannot resume with a page on standard input: it is gone"));
            }
        }
        for (path, name) in self.outputs() {
            if path.is_dir() {
                return Err(Error::new(format!("{name} is a folder: {}", path.display())));
            }
            if self.reads(path) {
                let what = "is an input, or lies inside an input folder";
                return Err(Error::new(format!("{name} {what}: {}", path.display())));
            }
        }
        self.check_distinct()
    }

    /// What is written, and how it is called in messages.
    fn outputs(&self) -> impl Iterator<Item = (&Path, &'static str)> {
        let summary = self.summary.as_deref().map(|path| (path, "the summary"));
        [(&*self.output, "the output"), (&*self.rejects, "the file of rejects")].into_iter().chain(summary)
    }

    /// No file that is written may have the name of another one, complete or not.
    fn check_distinct(&self) -> Result<(), Error> {
        let mut names: Vec<(PathBuf, &str)> = Vec::new();
        let journal = journal::path(&self.output);
        let journal = (!is_device(&self.output)).then_some((&*journal, "the journal of the output"));
        // Everything may go nowhere.
        for (path, name) in self.outputs().chain(journal).filter(|(path, _)| *path != Path::new("/dev/null"))
        {
            let path = paths::real(path);
            for path in [path.clone(), Partial::name(&path)] {
                let is_shard = name != "the output" && self.is_shard(&path);
                let other = names.iter().find(|(other, _)| *other == path).map(|(_, other)| *other);
                if let Some(other) = other.or(is_shard.then_some("the output")) {
                    return Err(Error::new(format!(
                        "{other} and {name} are the same file: {}",
                        path.display()
                    )));
                }
                names.push((path, name));
            }
        }
        Ok(())
    }

    /// Whether a path is one of the several files of the output, complete or not.
    fn is_shard(&self, path: &Path) -> bool {
        let complete = path
            .extension()
            .filter(|ending| *ending == "partial")
            .map_or(path, |_| path.file_stem().map_or(path, Path::new));
        self.shard.is_some()
            && is_numbered(&self.output, complete)
            && paths::real(paths::folder_of(path)) == paths::real(paths::folder_of(&self.output))
    }

    /// Whether an input is written by this job: it would be replaced.
    pub(crate) fn writes(&self, input: &Path) -> bool {
        let is_same = |path: &Path| {
            path.file_name() == input.file_name()
                && !is_device(path)
                && paths::real(path) == paths::real(input)
        };
        self.outputs().any(|(path, _)| is_same(path)) || self.is_shard(input)
    }

    /// Whether a file that is to be written would be read as well: it is an input, or lies inside of an input folder.
    fn reads(&self, path: &Path) -> bool {
        let mut inputs = self.inputs.paths.iter().filter_map(|input| input.canonicalize().ok());
        paths::nearest(path).is_some_and(|path| inputs.any(|input| path.starts_with(input)))
    }

    /// All that the output depends on, apart from the inputs: a run can be resumed only by the same.
    pub(crate) fn fingerprint(&self) -> String {
        let Job {
            inputs: Walk { paths: _, files_from: _, outputs: _, follow, include, exclude },
            summary: _,
            resume: _,
            overwrite: _,
            threads: _,
            note_every: _,
            max_memory,
            columns,
            options,
            fields,
            format,
            compression,
            output,
            shard,
            group,
            rejects,
            piece,
        } = self;
        let found = (follow, include, exclude);
        let rest = (columns, fields, format, compression, output, shard, group, rejects, piece, max_memory);
        format!("pellucid {} {found:?} {rest:?} {options:?}", env!("CARGO_PKG_VERSION"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_outputs_share_their_rejects() {
        let names = ["crawl.0001.jsonl", "crawl.0002.jsonl", "x.jsonl", "x.parquet", "x", "x.jsonl.zst"];
        let rejects: std::collections::BTreeSet<_> =
            names.iter().map(|name| Job::rejects_of(Path::new(name))).collect();
        assert_eq!(rejects.len(), names.len());
        assert_eq!(Job::rejects_of(Path::new("out/text.jsonl")), Path::new("out/text.jsonl.rejects.jsonl"));
    }

    #[test]
    fn all_files_of_a_run_are_distinct() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let job = |output: &str, rejects: &str, summary: &str, shard| Job {
            rejects: at(rejects),
            summary: Some(at(summary)),
            shard,
            ..Job::new(Vec::new(), at(output))
        };
        for (output, rejects, summary, shard) in [
            ("a", "a", "s", None),
            ("a", "r", "a", None),
            ("a", "r", "r", None),
            ("a", "./b/../r", "r", None),
            ("a", "a.partial", "s", None),
            ("a.partial", "a", "s", None),
            ("a", "a.resume", "s", None),
            ("a", "r", "a.resume", None),
            ("a.jsonl", "a-00000.jsonl", "s", Some(9)),
            ("a.jsonl", "r", "a-00012.jsonl.partial", Some(9)),
        ] {
            std::fs::create_dir_all(at("b")).unwrap();
            let error = job(output, rejects, summary, shard).check().unwrap_err().to_string();
            assert!(error.contains(" are the same file: "), "{output} {rejects} {summary}: {error}");
        }
        job("a.jsonl", "a-00000.jsonl", "s", None).check().unwrap();
        job("a.jsonl", "b/a.jsonl", "b/s", Some(9)).check().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_another_output_is_that_output_and_all_may_go_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("r"), "").unwrap();
        std::os::unix::fs::symlink(at("r"), at("a")).unwrap();
        let job = Job { rejects: at("r"), ..Job::new(Vec::new(), at("a")) };
        assert!(job.check().unwrap_err().to_string().contains(" are the same file: "));
        let nowhere = PathBuf::from("/dev/null");
        let job = Job { rejects: nowhere.clone(), ..Job::new(Vec::new(), nowhere) };
        job.check().unwrap();
    }

    #[test]
    fn nothing_is_zero() {
        let job = Job::new(Vec::new(), "a.jsonl".into());
        assert!(job.check().is_ok());
        assert!(Job { shard: Some(0), ..job.clone() }.check().is_err());
        assert!(Job { threads: 0, ..job.clone() }.check().is_err());
        assert!(Job { group: 0, ..job.clone() }.check().is_err());
        assert!(Job { piece: 0, ..job.clone() }.check().is_err());
        assert!(Job { max_memory: Some(1 << 20), ..job.clone() }.check().is_err());
        assert!(Job { max_memory: Some(1 << 30), ..job }.check().is_ok());
    }
}

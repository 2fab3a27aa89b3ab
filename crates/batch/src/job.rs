//! What a run is to do.

use std::path::{Path, PathBuf};

use pellucid_files::{Walk, paths};

use crate::options::Options;
use crate::read::columns::Columns;
use crate::read::pieces::PIECE;
use crate::row::Field;
use crate::write::{Compression, Format, GROUP};

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
    /// Whether to resume a run that was stopped.
    pub resume: bool,
    /// How many pieces are worked on at once.
    pub threads: usize,
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
            resume: false,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            piece: PIECE,
        }
    }

    /// Where rejects go, unless asked for otherwise: beside the output.
    pub fn rejects_of(output: &Path) -> PathBuf {
        let name = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = name.find('.').filter(|&at| at > 0).map_or(&name[..], |at| &name[..at]);
        output.with_file_name(format!("{stem}.rejects.jsonl"))
    }

    /// Whether a file that is to be written would be read as well: it is an input, or lies inside of an input folder.
    pub fn reads(&self, path: &Path) -> bool {
        let mut inputs = self.inputs.paths.iter().filter_map(|input| input.canonicalize().ok());
        paths::nearest(path).is_some_and(|path| inputs.any(|input| path.starts_with(input)))
    }

    /// All that the output depends on, apart from the inputs: a run can be resumed only by the same.
    pub(crate) fn fingerprint(&self) -> String {
        let Job {
            inputs: Walk { paths: _, files_from: _, outputs: _, follow, include, exclude },
            resume: _,
            threads: _,
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
        let rest = (columns, fields, format, compression, output, shard, group, rejects, piece);
        format!("pellucid {} {found:?} {rest:?} {options:?}", env!("CARGO_PKG_VERSION"))
    }
}

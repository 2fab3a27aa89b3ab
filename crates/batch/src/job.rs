//! What a run is to do.

use std::path::{Path, PathBuf};

use crate::options::Options;
use crate::read::columns::Columns;
use crate::read::pieces::PIECE;
use crate::row::Field;
use crate::write::{Compression, Format, GROUP};

/// What a run is to do.
#[derive(Clone, Debug)]
pub struct Job {
    /// Files, folders, patterns; `-` is a list of paths on standard input.
    pub inputs: Vec<PathBuf>,
    /// Whether links inside folders are followed.
    pub follow: bool,
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
    /// Whether to go on with a run that was stopped.
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
            inputs,
            follow: false,
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
        // What does not exist yet will be where its nearest folder is.
        let nearest = path.ancestors().find_map(|path| {
            let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
            path.canonicalize().ok()
        });
        let inputs = self.inputs.iter().filter_map(|input| input.canonicalize().ok());
        nearest.is_some_and(|real| inputs.into_iter().any(|input| real.starts_with(input)))
    }

    /// All that the output depends on, apart from the inputs: a run can be gone on with only by the same.
    pub(crate) fn fingerprint(&self) -> String {
        let Job {
            inputs: _,
            resume: _,
            threads: _,
            follow,
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
        let rest = (follow, columns, fields, format, compression, output, shard, group, rejects, piece);
        format!("pellucid {} {rest:?} {options:?}", env!("CARGO_PKG_VERSION"))
    }
}

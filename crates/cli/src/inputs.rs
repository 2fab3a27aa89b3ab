//! What is read: files, folders with all that is in them, standard input.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, anyhow};
use walkdir::{DirEntry, WalkDir};

/// How much is read at a time: large enough for the decoders' fast paths, small enough for any cache.
const PIECE: usize = 128 * 1024;

/// The part of a command line which names inputs.
#[derive(clap::Args, Clone, Debug)]
pub struct Inputs {
    /// Files and folders to read; standard input when none is given, or for `-`
    ///
    /// Folders are read with everything below them, in order of name. Links inside them are skipped, see --follow.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Follow symbolic links inside folders; a loop is reported and not entered
    #[arg(long)]
    follow: bool,

    /// How many inputs to work on at once [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// One input: something to read, or the reason why it cannot be.
#[derive(Debug)]
pub struct Input {
    /// Its name in rows and messages.
    pub path: PathBuf,
    /// Its name inside an output folder: below the folder which was named, or the file's own name.
    pub name: PathBuf,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Stdin,
    File,
    /// The walk found it and cannot offer it.
    Lost(anyhow::Error),
}

impl Inputs {
    /// How many to work on at once.
    pub fn threads(&self) -> usize {
        self.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get)
    }

    /// The paths as given, a lone `-` standing for none.
    pub fn paths(&self) -> Vec<PathBuf> {
        if self.paths.is_empty() { vec![PathBuf::from("-")] } else { self.paths.clone() }
    }

    /// Whether any was named.
    pub fn are_named(&self) -> bool {
        !self.paths.is_empty()
    }

    /// Whether there may be more than one input.
    pub fn are_many(&self) -> bool {
        self.paths.len() > 1 || self.paths.iter().any(|path| path.is_dir())
    }

    /// Every input, in the order given and sorted by name within folders, found while they are worked on: a
    /// folder of millions takes no more memory than its largest level.
    pub fn walk(&self) -> impl Iterator<Item = Input> + Send + use<> {
        let follow = self.follow;
        self.paths().into_iter().flat_map(move |path| one_path(path, follow))
    }
}

/// The inputs which one argument stands for.
fn one_path(path: PathBuf, follow: bool) -> Box<dyn Iterator<Item = Input> + Send> {
    if path.as_os_str() == "-" {
        Box::new(std::iter::once(Input { path, name: "stdin".into(), kind: Kind::Stdin }))
    } else if path.is_dir() {
        let walk = WalkDir::new(&path).follow_links(follow).sort_by_file_name();
        Box::new(walk.into_iter().filter_map(move |entry| one_entry(entry, &path)))
    } else {
        // What is no folder is opened by its name, so that what is wrong with it becomes its row.
        Box::new(std::iter::once(Input::file(path)))
    }
}

/// The input which an entry below `root` is, if any.
fn one_entry(entry: walkdir::Result<DirEntry>, root: &Path) -> Option<Input> {
    let (path, kind) = match entry {
        Ok(entry) if entry.file_type().is_dir() || entry.file_type().is_symlink() => return None,
        Ok(entry) if entry.file_type().is_file() => (entry.into_path(), Kind::File),
        // Reading from a pipe or a device which happens to lie in a folder could wait for ever.
        Ok(entry) => (entry.into_path(), Kind::Lost(anyhow!("not a regular file"))),
        Err(error) => {
            let path = error.path().unwrap_or(root).to_owned();
            let reason = match error.loop_ancestor() {
                Some(ancestor) => anyhow!("a loop: the link leads back to {}", ancestor.display()),
                None => error.into_io_error().map_or_else(|| anyhow!("cannot be read"), anyhow::Error::from),
            };
            (path, Kind::Lost(reason))
        }
    };
    let name = path.strip_prefix(root).unwrap_or(&path).to_owned();
    Some(Input { path, name, kind })
}

impl Input {
    /// A file.
    pub fn file(path: PathBuf) -> Input {
        let name = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
        Input { path, name, kind: Kind::File }
    }

    /// Opens it. The reader can be opened again, or not: see [`Input::can_reopen`].
    pub fn open(&self) -> Result<Box<dyn Read + Send>> {
        match &self.kind {
            Kind::Stdin => Ok(Box::new(io::stdin())),
            Kind::File => Ok(Box::new(File::open(&self.path)?)),
            Kind::Lost(reason) => Err(anyhow!("{reason:#}")),
        }
    }

    /// Whether it can be read twice: not so standard input, pipes and `<(…)` of the shell.
    pub fn can_reopen(&self) -> bool {
        matches!(self.kind, Kind::File) && self.path.is_file()
    }

    /// Its size, where that can be known before reading.
    pub fn size(&self) -> Option<u64> {
        self.path.metadata().ok().filter(|metadata| metadata.is_file()).map(|metadata| metadata.len())
    }
}

/// Hands all of a reader to `take`, piece by piece.
pub fn pieces(reader: impl Read, mut take: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
    pieces_until(reader, |piece| take(piece).map(|()| false))
}

/// The same, until `take` says that it has enough.
pub fn pieces_until(mut reader: impl Read, mut take: impl FnMut(&[u8]) -> Result<bool>) -> Result<()> {
    let mut buffer = vec![0; PIECE];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(length) => {
                if take(&buffer[..length])? {
                    return Ok(());
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error).context("cannot be read"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn inputs(paths: &[&Path], follow: bool) -> Vec<Input> {
        let paths = paths.iter().map(|path| path.to_path_buf()).collect();
        Inputs { paths, follow, threads: None }.walk().collect()
    }

    #[test]
    fn no_path_is_standard_input() {
        let inputs = inputs(&[], false);
        assert_eq!(inputs.len(), 1);
        assert!(matches!(inputs[0].kind, Kind::Stdin));
    }

    #[test]
    fn folders_are_walked_in_order_and_named_from_their_root() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        for name in ["c", "b/2", "b/10", "a"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        let names: Vec<_> = inputs(&[folder.path()], false).into_iter().map(|input| input.name).collect();
        assert_eq!(names, ["a", "b/10", "b/2", "c"].map(PathBuf::from));
    }

    #[cfg(unix)]
    #[test]
    fn a_loop_is_one_lost_input_when_links_are_followed_and_none_otherwise() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).unwrap();
        fs::write(folder.path().join("page"), "text").unwrap();
        assert_eq!(inputs(&[folder.path()], false).len(), 1);
        let followed = inputs(&[folder.path()], true);
        assert_eq!(followed.len(), 2);
        let error = followed[0].open().err().unwrap().to_string();
        assert!(error.contains("loop"), "{error}");
    }

    #[test]
    fn a_missing_file_is_an_input_which_fails_to_open() {
        let inputs = inputs(&[Path::new("no/such/file")], false);
        assert_eq!(inputs.len(), 1);
        assert!(inputs[0].open().is_err());
    }
}

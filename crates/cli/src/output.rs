//! Where text goes: standard output, a file, or a folder that mirrors the inputs.

use std::io::{self, BufWriter, Write};
use std::path::{Component, Path, PathBuf, is_separator};

use anyhow::Result;
use pellucid_files::{Input, paths};

use crate::inputs::Inputs;
use crate::usage::usage;

/// The part of a command line that names the output.
#[derive(clap::Args, Clone, Debug)]
pub struct Output {
    /// Write to this file, or for several inputs into this folder, instead of standard output
    ///
    /// A file is written beside its place and renamed when it is complete: it is there whole or not at all, and may
    /// be the input itself. In a folder, what was found below an input folder keeps its place below it.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

/// Where the text of each input goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// One after the other, as `cat` would.
    Stdout,
    /// The one input's file.
    File(PathBuf),
    /// Each input's own file in a folder.
    Folder(PathBuf),
}

impl Output {
    /// The one file for rows about all inputs; none for standard output.
    pub fn file_for_rows(&self, inputs: &Inputs) -> Result<Option<&Path>> {
        let Some(output) = self.output.as_deref().filter(|output| output.as_os_str() != "-") else {
            return Ok(None);
        };
        if output.is_dir() || is_named_as_folder(output) {
            return Err(usage("rows about all inputs go to one file, not to a folder"));
        }
        if inputs.paths().iter().any(|path| path.is_dir() && paths::is_below(output, path)) {
            return Err(usage("the output lies inside an input folder"));
        }
        Ok(Some(output))
    }

    /// How the name of the file ends, if one is named that does not stand for a folder.
    pub fn file_ending(&self) -> Option<&str> {
        self.output.as_deref().filter(|output| !output.is_dir())?.extension()?.to_str()
    }

    /// The destination, if it makes sense for these inputs.
    pub fn destination(&self, inputs: &Inputs) -> Result<Destination> {
        let Some(output) = &self.output else { return Ok(Destination::Stdout) };
        if output.as_os_str() == "-" {
            return Ok(Destination::Stdout);
        }
        if !inputs.are_many() && !output.is_dir() && !is_named_as_folder(output) {
            return Ok(Destination::File(output.clone()));
        }
        if output.exists() && !output.is_dir() {
            return Err(usage("several inputs cannot go to one file: name a folder, or use standard output"));
        }
        // The walk would come to the folder and read what has just been written.
        if inputs.paths().iter().any(|path| paths::is_below(output, path)) {
            return Err(usage("the output folder lies inside an input folder"));
        }
        Ok(Destination::Folder(output.clone()))
    }
}

impl Destination {
    /// The file or the folder; `-` for standard output.
    pub fn path(&self) -> &Path {
        match self {
            Destination::Stdout => Path::new("-"),
            Destination::File(path) | Destination::Folder(path) => path,
        }
    }

    /// The file for this input, in a folder with this ending of its name, and the one for a copy of it; none for standard
    /// output.
    pub fn files_for(&self, input: &Input, ending: Option<&str>) -> Option<[PathBuf; 2]> {
        match self {
            Destination::Stdout => None,
            Destination::File(file) => Some([file.clone(), file.clone()]),
            // Names come from a walk or from the end of a path, but `..` can be such an end.
            Destination::Folder(folder) => {
                let parts = input.name.components().filter(|c| matches!(c, Component::Normal(_)));
                let name = parts.collect::<PathBuf>();
                // What is decompressed has no such ending any more.
                let bare = if input.is_packed() { name.with_extension("") } else { name.clone() };
                let bare = ending.map_or(bare.clone(), |ending| with_ending(&bare, ending));
                Some([folder.join(bare), folder.join(name)])
            }
        }
    }
}

/// How the names of pages end.
const PAGES: [&str; 15] = [
    "html", "htm", "xhtml", "xht", "shtml", "mhtml", "mht", "php", "asp", "aspx", "jsp", "txt", "text", "md",
    "markdown",
];

/// A name with another ending. Only that of a page is replaced: names made of addresses have dots that end nothing.
fn with_ending(name: &Path, ending: &str) -> PathBuf {
    let of_page = name.extension().and_then(|old| old.to_str());
    if of_page.is_some_and(|old| PAGES.iter().any(|known| old.eq_ignore_ascii_case(known))) {
        return name.with_extension(ending);
    }
    let mut longer = name.as_os_str().to_owned();
    longer.push(".");
    longer.push(ending);
    longer.into()
}

fn is_named_as_folder(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|byte| is_separator(char::from(*byte)))
}

/// Standard output, which remembers that it failed: then the run is over, and no input is to blame.
pub struct Stdout {
    writer: BufWriter<io::StdoutLock<'static>>,
    failed: bool,
}

impl Stdout {
    /// Takes standard output for the rest of the run.
    pub fn lock() -> Stdout {
        Stdout { writer: BufWriter::with_capacity(64 * 1024, io::stdout().lock()), failed: false }
    }

    /// Whether writing has failed.
    pub fn has_failed(&self) -> bool {
        self.failed
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes).inspect_err(|_| self.failed = true)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush().inspect_err(|_| self.failed = true)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        inputs: Inputs,
        #[command(flatten)]
        output: Output,
    }

    fn destination(arguments: &[&Path]) -> Result<Destination> {
        let line = Line::parse_from([&[Path::new(""), Path::new("-o")], arguments].concat());
        line.output.destination(&line.inputs)
    }

    #[test]
    fn one_input_goes_to_a_file_and_many_to_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let (new, page) = (folder.path().join("new"), Path::new("page"));
        assert_eq!(destination(&[&new, page]).unwrap(), Destination::File(new.clone()));
        assert_eq!(destination(&[&new, page, page]).unwrap(), Destination::Folder(new.clone()));
        assert_eq!(destination(&[folder.path(), page]).unwrap(), Destination::Folder(folder.path().into()));
        assert_eq!(destination(&[Path::new("new/"), page]).unwrap(), Destination::Folder("new/".into()));
        assert_eq!(destination(&[Path::new("-"), page]).unwrap(), Destination::Stdout);
    }

    #[test]
    fn names_end_as_their_content_does() {
        for (name, expected) in [
            ("a/page.html", "a/page.md"),
            ("page.HTM", "page.md"),
            ("page.txt", "page.md"),
            ("page.md", "page.md"),
            ("v1.2", "v1.2.md"),
            ("stdin", "stdin.md"),
        ] {
            assert_eq!(with_ending(Path::new(name), "md"), Path::new(expected));
        }
    }

    #[test]
    fn what_is_decompressed_loses_that_ending() {
        let folder = Destination::Folder("out".into());
        let files = |name: &str, ending| folder.files_for(&Input::file(name.into()), ending).unwrap();
        let file = |name, ending| files(name, ending)[0].clone();
        let both = ["out/page.html", "out/page.html.gz"].map(PathBuf::from);
        assert_eq!(files("a/page.html.gz", None), both);
        assert_eq!(file("page.html.zst", Some("txt")), Path::new("out/page.txt"));
        assert_eq!(file("v1.2.gz", Some("txt")), Path::new("out/v1.2.txt"));
        assert_eq!(file("page.txt", Some("txt")), Path::new("out/page.txt"));
        assert_eq!(file("../page.html", None), Path::new("out/page.html"));
    }

    #[test]
    fn many_inputs_and_one_file_make_no_sense() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(destination(&[file.path(), Path::new("a"), Path::new("b")]).is_err());
    }

    #[test]
    fn a_folder_may_be_replaced_in_place_but_not_fill_itself() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("out");
        assert!(destination(&[folder.path(), folder.path()]).is_ok());
        assert!(destination(&[&inside, folder.path()]).is_err());
        fs::create_dir(&inside).unwrap();
        assert!(destination(&[&inside, folder.path()]).is_err());
    }
}

//! One input: something to read, or the reason why it cannot be read.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::{paths, unpack};

/// One input: something to read, or the reason why it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name in rows and messages.
    pub path: PathBuf,
    /// Its name inside an output folder: below the folder that was named, or the file's own name.
    pub name: PathBuf,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Stdin,
    File,
    /// The walk found it and cannot offer it.
    Lost(String),
}

/// Pages are compressed to about a quarter of their size.
const PACKED: u64 = 4;

impl Input {
    /// The page on standard input.
    pub fn stdin() -> Input {
        Input { path: "-".into(), name: "stdin".into(), kind: Kind::Stdin }
    }

    /// A file that was named by itself. What is wrong with it shows when it is opened.
    pub fn file(path: PathBuf) -> Input {
        let name = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
        Input { path, name, kind: Kind::File }
    }

    /// A file that was found below a folder.
    pub(crate) fn below(root: &Path, path: PathBuf) -> Input {
        let name = path.strip_prefix(root).unwrap_or(&path).to_owned();
        Input { path, name, kind: Kind::File }
    }

    /// A path with nothing to read, and why.
    pub(crate) fn lost(path: PathBuf, why: impl Into<String>) -> Input {
        Input { kind: Kind::Lost(why.into()), ..Input::file(path) }
    }

    /// Whether there is nothing to read: to open it is an error.
    pub fn is_lost(&self) -> bool {
        matches!(self.kind, Kind::Lost(_))
    }

    /// Whether it is standard input.
    pub fn is_stdin(&self) -> bool {
        self.kind == Kind::Stdin
    }

    /// Whether its name says that it is compressed.
    pub fn is_packed(&self) -> bool {
        self.kind == Kind::File && unpack::is_packed(&self.path)
    }

    /// Opens the page. If its name says that it is compressed, it is decompressed, up to [`unpack::LARGEST`] bytes.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        let reader = self.open_raw()?;
        if self.is_packed() { unpack::unpacked(reader, unpack::LARGEST) } else { Ok(reader) }
    }

    /// Opens the file as it is, compressed or not.
    pub fn open_raw(&self) -> io::Result<Box<dyn Read + Send>> {
        match &self.kind {
            Kind::Stdin => Ok(Box::new(io::stdin())),
            Kind::File => Ok(Box::new(File::open(&self.path).map_err(|error| self.explained(error))?)),
            Kind::Lost(why) => Err(io::Error::other(why.clone())),
        }
    }

    /// An error of the system about this input, with a hint for those who try an address.
    pub fn explained(&self, error: io::Error) -> io::Error {
        match paths::address(&self.path).filter(|_| error.kind() != ErrorKind::PermissionDenied) {
            None => error,
            Some(address) => {
                let address = address.replace('\'', "%27");
                let hint = format!(
                    "this is an address, and pellucid does not fetch pages; \
                     pipe it in: curl -s '{address}' | pellucid detect"
                );
                io::Error::new(error.kind(), hint)
            }
        }
    }

    /// Whether it can be read twice: not so standard input, pipes and `<(…)` of the shell.
    pub fn can_reopen(&self) -> bool {
        self.kind == Kind::File && self.path.is_file()
    }

    /// Its bytes as they lie on the disk; none, if that cannot be known before reading. What cannot be read has none.
    pub fn size(&self) -> Option<u64> {
        match (&self.kind, self.path.metadata()) {
            (Kind::Stdin, _) => None,
            (Kind::Lost(_), _) | (_, Err(_)) => Some(0),
            (Kind::File, Ok(metadata)) => metadata.is_file().then_some(metadata.len()),
        }
    }

    /// About how many bytes [`Input::open`] will give; none, if that cannot be known before reading.
    pub fn expected_size(&self) -> Option<u64> {
        self.size().map(|size| if self.is_packed() { PACKED * size } else { size })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_missing_file_is_an_input_that_fails_to_open() {
        let input = Input::file("no/such/file".into());
        assert!(!input.is_lost());
        assert_eq!(input.open().err().unwrap().kind(), ErrorKind::NotFound);
        assert_eq!(input.size(), Some(0));
    }

    #[test]
    fn an_address_gets_a_hint_and_a_file_of_that_name_does_not() {
        let error = |path: &str| Input::file(path.into()).open().err().unwrap().to_string();
        let hint = error("https://example.org/?a=b&c='d'");
        assert!(hint.ends_with("curl -s 'https://example.org/?a=b&c=%27d%27' | pellucid detect"), "{hint}");
        assert!(!error("example.org").contains("curl"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("http:").join("example.org");
        fs::create_dir(path.parent().unwrap()).unwrap();
        fs::write(&path, "page").unwrap();
        assert!(Input::file(path).open().is_ok());
    }

    #[test]
    fn a_compressed_page_is_opened_as_a_page_and_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html.zst");
        let packed = zstd::encode_all(&b"<p>page"[..], 3).unwrap();
        fs::write(&path, &packed).unwrap();
        let input = Input::file(path);
        assert_eq!(io::read_to_string(input.open().unwrap()).unwrap(), "<p>page");
        let mut raw = Vec::new();
        input.open_raw().unwrap().read_to_end(&mut raw).unwrap();
        assert_eq!(raw, packed);
        assert_eq!(input.expected_size(), input.size().map(|size| 4 * size));
    }
}

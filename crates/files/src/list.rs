//! Lists of paths: one on each line, in a file or on standard input.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::iter;
use std::path::{Path, PathBuf};

use crate::input::Input;

/// What editors of Windows begin a file with.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The paths of a list, or the input that says why they cannot be read. `-` is standard input.
///
/// Empty lines are skipped, and so is a carriage return at the end of a line. A relative path begins where the command
/// was started, not where the list is. In a list, `-` is a file of that name.
pub fn paths(list: PathBuf) -> impl Iterator<Item = Result<PathBuf, Input>> + Send {
    let reader: io::Result<Box<dyn BufRead + Send>> = match list == Path::new("-") {
        true => Ok(Box::new(BufReader::new(io::stdin()))),
        false => File::open(&list).map(|file| Box::new(BufReader::new(file)) as _),
    };
    let (reader, mut fault) = match reader {
        Ok(reader) => (Some(reader), None),
        Err(error) => (None, Some(error)),
    };
    let mut lines = reader.map(lines).into_iter().flatten();
    iter::from_fn(move || {
        let line = match fault.take() {
            Some(error) => Err(error),
            None => lines.next()?,
        };
        Some(line.map_err(|error| Input::lost(list.clone(), format!("the list cannot be read: {error}"))))
    })
}

/// The lines of a list that hold a path. After an error there are no more: it would come again and again.
fn lines(reader: impl BufRead) -> impl Iterator<Item = io::Result<PathBuf>> {
    let mut is_over = false;
    let lines = reader.split(b'\n').take_while(move |line| !std::mem::replace(&mut is_over, line.is_err()));
    lines.enumerate().filter_map(|(number, line)| {
        let line = match line {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        let line = line.strip_prefix(MARK).filter(|_| number == 0).unwrap_or(&line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        (!line.is_empty()).then(|| Ok(path(line.to_vec()).into()))
    })
}

#[cfg(unix)]
fn path(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn path(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_as_every_system_writes_them() {
        let list = b"\xEF\xBB\xBFa.html\r\n\r\nb c.html\n\n-\nlast".as_slice();
        let paths: Vec<PathBuf> = lines(list).map(Result::unwrap).collect();
        assert_eq!(paths, ["a.html", "b c.html", "-", "last"].map(PathBuf::from));
    }

    #[test]
    fn a_list_that_cannot_be_read_is_one_error() {
        let folder = tempfile::tempdir().unwrap();
        for list in [folder.path().join("missing"), folder.path().to_owned()] {
            let found: Vec<_> = paths(list.clone()).collect();
            assert_eq!(found.len(), 1, "{found:?}");
            assert_eq!(found[0].as_ref().unwrap_err().path, list);
        }
    }
}

//! A file that appears whole or not at all: it is written beside its place under another name, then renamed.
//!
//! What is not finished leaves nothing on the disk; [`partial`](crate::partial) is for what a later run resumes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::{interrupt, paths};

/// A file in the making. Dropped without [`Beside::finish`], it leaves nothing on the disk.
pub struct Beside {
    writer: BufWriter<File>,
    /// Where it is written for now, and where it goes; none for what cannot be replaced, such as `/dev/null`.
    places: Option<(TempPath, PathBuf)>,
}

impl Beside {
    /// Starts to write what will be the file at `place`, in folders that are made as needed.
    pub fn create(place: &Path) -> io::Result<Beside> {
        Beside::open(place).map_err(|error| cannot_write(place, &error))
    }

    fn open(place: &Path) -> io::Result<Beside> {
        // A link stays a link: what it points to is replaced.
        let place = fs::canonicalize(place).unwrap_or_else(|_| place.to_owned());
        let before = fs::metadata(&place).ok();
        if before.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            let file = OpenOptions::new().write(true).open(&place)?;
            return Ok(Beside { writer: BufWriter::new(file), places: None });
        }
        let folder = paths::folder_of(&place);
        fs::create_dir_all(folder)?;
        let mut list = interrupt::unfinished();
        let file = new_file(folder)?;
        if let Some(metadata) = before {
            file.as_file().set_permissions(metadata.permissions())?;
        }
        list.insert(file.path().to_owned());
        let (file, path) = file.into_parts();
        Ok(Beside { writer: BufWriter::new(file), places: Some((path, place)) })
    }

    /// The file is complete: it takes its place, over whatever was there.
    pub fn finish(mut self) -> io::Result<()> {
        let unfinished =
            |error: io::Error| io::Error::new(error.kind(), format!("cannot finish the output: {error}"));
        self.writer.flush().map_err(unfinished)?;
        if let Some((path, place)) = self.places.take() {
            let mut list = interrupt::unfinished();
            list.remove(&*path);
            path.persist(&place).map_err(|error| cannot_write(&place, &error.error))?;
        }
        Ok(())
    }
}

impl Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if let Some((path, _)) = self.places.take() {
            interrupt::unfinished().remove(&*path);
        }
    }
}

fn cannot_write(place: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write {}: {error}", place.display()))
}

/// A new file with the permissions any new file gets; tempfile's own are for the owner's eyes only.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pellucid-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_when_it_is_finished_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new/page.txt");
        let mut file = Beside::create(&place).unwrap();
        file.write_all(b"text").unwrap();
        assert!(!place.exists());
        file.finish().unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"text");
        assert_eq!(fs::read_dir(place.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_given_up_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("page.txt");
        fs::write(&place, "old").unwrap();
        let mut file = Beside::create(&place).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read(&place).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(!interrupt::unfinished().iter().any(|path| path.starts_with(folder.path())));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let mut new = Beside::create(&link).unwrap();
        new.write_all(b"new").unwrap();
        new.finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(Beside::create(Path::new("/dev/null")).unwrap().places.is_none());
    }
}

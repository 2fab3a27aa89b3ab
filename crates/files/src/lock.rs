//! One writer at a time: a file that is locked for as long as somebody writes it.
//!
//! The system releases a lock when its process ends, however it ends, so no lock outlives its holder. File systems without
//! locks are written without them.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use same_file::Handle;

/// Opens a file for reading and writing and locks it. With `create`, a missing file is made. A symbolic link is not followed.
///
/// [`ErrorKind::ResourceBusy`] means that another run has it.
pub fn open(path: &Path, create: bool) -> io::Result<File> {
    loop {
        let file = options().read(true).create(create).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
        }
        if hold(&file, path)? {
            return Ok(file);
        }
    }
}

/// Makes a new file and locks it. Whatever has the name already is an error, even a symbolic link that leads nowhere.
pub fn create_new(path: &Path) -> io::Result<File> {
    loop {
        let file = options().create_new(true).open(path)?;
        if hold(&file, path)? {
            return Ok(file);
        }
    }
}

/// How files are opened that somebody else may have prepared: what a link leads to is not ours to write.
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NOFOLLOW);
    }
    options
}

/// Locks a file, and returns whether it still has its name: another run may have removed or replaced it just before.
fn hold(file: &File, path: &Path) -> io::Result<bool> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            return Err(io::Error::new(ErrorKind::ResourceBusy, "another run is writing it"));
        }
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => return Err(error),
        _ => {}
    }
    match Handle::from_path(path) {
        Ok(there) => Ok(Handle::from_file(file.try_clone()?)? == there),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_has_one_writer_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        let first = open(&path, true).unwrap();
        assert_eq!(open(&path, true).unwrap_err().kind(), ErrorKind::ResourceBusy);
        drop(first);
        open(&path, true).unwrap();
        assert_eq!(create_new(&path).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(open(&folder.path().join("missing"), false).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn a_file_that_was_replaced_meanwhile_is_not_the_one_that_was_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        let old = File::create(&path).unwrap();
        assert!(hold(&old, &path).unwrap());
        fs::remove_file(&path).unwrap();
        assert!(!hold(&old, &path).unwrap(), "it was removed");
        File::create(&path).unwrap();
        assert!(!hold(&old, &path).unwrap(), "another file has its name");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (victim, link) = (folder.path().join("victim"), folder.path().join("link"));
        fs::write(&victim, "precious").unwrap();
        std::os::unix::fs::symlink(&victim, &link).unwrap();
        assert!(open(&link, true).is_err());
        assert_eq!(create_new(&link).unwrap_err().kind(), ErrorKind::AlreadyExists);
        fs::remove_file(&victim).unwrap();
        assert!(create_new(&link).is_err() && open(&link, true).is_err());
        assert!(!victim.exists(), "made through a link");
    }
}

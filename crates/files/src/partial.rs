//! A file in the making that outlives its process: `NAME.partial` until it is complete, then `NAME`.
//!
//! A later run resumes it. What is written is on the disk when [`Partial::sync`] returns, even if the machine fails. While a
//! process writes it, no other one can: it is [locked](crate::lock).

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::{lock, paths};

/// A file in the making.
#[derive(Debug)]
pub struct Partial {
    file: File,
    /// Where it is written for now, and where it goes; the same for what cannot be replaced, such as `/dev/null`.
    path: PathBuf,
    place: PathBuf,
    length: u64,
    /// Whether its name is on the disk, too.
    is_named: bool,
}

/// What cannot be replaced by a file: pipes, terminals, `/dev/null`; and standard output, whatever it leads to.
pub fn is_device(path: &Path) -> bool {
    path == Path::new("/dev/stdout")
        || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

impl Partial {
    /// The name of the file that will be at `place`, until it is complete.
    pub fn name(place: &Path) -> PathBuf {
        let mut name = place.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        place.with_file_name(name)
    }

    /// Starts to write what will be the file at `place`, in folders that are made as needed. What an earlier run left is
    /// replaced; a link that somebody put there is removed, not followed.
    pub fn create(place: &Path) -> io::Result<Partial> {
        let place = place.to_owned();
        if is_device(&place) {
            return Partial::of_device(place, 0);
        }
        fs::create_dir_all(paths::folder_of(&place))?;
        let path = Partial::name(&place);
        let file = loop {
            match lock::create_new(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => Partial::discard(&place)?,
                result => break result?,
            }
        };
        Ok(Partial { file, path, place, length: 0, is_named: false })
    }

    /// A pipe or a device, to which so many bytes were written before.
    fn of_device(place: PathBuf, length: u64) -> io::Result<Partial> {
        let file = OpenOptions::new().append(true).open(&place)?;
        Ok(Partial { file, path: place.clone(), place, length, is_named: true })
    }

    /// Continues the file that an earlier run left, after its first `length` bytes. A file that was completed since is
    /// in the making again. What a pipe or a device has taken cannot be taken back: there, what comes is added.
    pub fn resume(place: &Path, length: u64) -> io::Result<Partial> {
        if is_device(place) {
            return Partial::of_device(place.to_owned(), length);
        }
        let path = Partial::name(place);
        if !path.exists() && place.exists() {
            fs::rename(place, &path)?;
        }
        let mut file = lock::open(&path, false)?;
        if file.metadata()?.len() < length {
            return Err(io::Error::new(ErrorKind::UnexpectedEof, "it is shorter than it was"));
        }
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Partial { file, path, place: place.to_owned(), length, is_named: false })
    }

    /// Removes what an earlier run left of the file at `place`. One that another run writes stays, and is an error.
    pub fn discard(place: &Path) -> io::Result<()> {
        let path = Partial::name(place);
        let missing = |error: io::Error| match error.kind() {
            ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        };
        let metadata = match fs::symlink_metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) => return missing(error),
        };
        // Held until it is removed. A link has no writer.
        let _held = match metadata.is_file().then(|| lock::open(&path, false)).transpose() {
            Ok(held) => held,
            Err(error) => return missing(error),
        };
        fs::remove_file(&path).or_else(missing)
    }

    /// Where it is written for now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes it has.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Adds these bytes.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// What is written is on the disk, and stays there even if the machine fails. Pipes and devices have no disk.
    pub fn sync(&mut self) -> io::Result<()> {
        match self.file.sync_all() {
            Err(error) if error.kind() == ErrorKind::InvalidInput => {}
            result => result?,
        }
        if !self.is_named {
            paths::sync_folder(&self.path);
            self.is_named = true;
        }
        Ok(())
    }

    /// The file is complete: it takes its place, over whatever was there.
    pub fn finish(mut self) -> io::Result<()> {
        self.sync()?;
        if self.path != self.place {
            fs::rename(&self.path, &self.place)?;
            paths::sync_folder(&self.place);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_another_name_until_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new/text.jsonl");
        let mut file = Partial::create(&place).unwrap();
        file.append(b"one ").unwrap();
        assert!(!place.exists() && file.path().ends_with("text.jsonl.partial"));
        file.append(b"two").unwrap();
        assert_eq!(file.length(), 7);
        file.finish().unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"one two");
        assert!(!Partial::name(&place).exists());
    }

    #[test]
    fn a_later_run_continues_where_an_earlier_one_was() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("text");
        let mut file = Partial::create(&place).unwrap();
        file.append(b"one and more").unwrap();
        drop(file);
        let mut file = Partial::resume(&place, 4).unwrap();
        file.append(b"two").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"one two");
        // It was completed after its position was noted.
        let mut file = Partial::resume(&place, 4).unwrap();
        file.append(b"three").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"one three");
        let error = Partial::resume(&place, 99).unwrap_err();
        assert_eq!(error.to_string(), "it is shorter than it was");
    }

    #[test]
    fn what_is_discarded_need_not_exist() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("text");
        drop(Partial::create(&place).unwrap());
        for _ in 0..2 {
            Partial::discard(&place).unwrap();
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn one_that_another_run_writes_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("text");
        let mut file = Partial::create(&place).unwrap();
        file.append(b"one").unwrap();
        for error in [
            Partial::create(&place).unwrap_err(),
            Partial::resume(&place, 0).unwrap_err(),
            Partial::discard(&place).unwrap_err(),
        ] {
            assert_eq!(error.to_string(), "another run is writing it");
        }
        file.finish().unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"one");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_replaced_and_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (place, victim) = (folder.path().join("text"), folder.path().join("victim"));
        fs::write(&victim, "precious").unwrap();
        std::os::unix::fs::symlink(&victim, Partial::name(&place)).unwrap();
        assert!(Partial::resume(&place, 0).is_err());
        let mut file = Partial::create(&place).unwrap();
        file.append(b"text").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read(&victim).unwrap(), b"precious");
        assert_eq!(fs::read(&place).unwrap(), b"text");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_beside_a_device() {
        assert!(is_device(Path::new("/dev/null")) && is_device(Path::new("/dev/stdout")));
        assert!(!is_device(Path::new("new.jsonl")) && !is_device(Path::new("/tmp")));
        let mut file = Partial::create(Path::new("/dev/null")).unwrap();
        file.append(b"text").unwrap();
        assert_eq!(file.path(), Path::new("/dev/null"));
        file.finish().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_device_that_is_resumed_keeps_its_name() {
        use std::os::unix::net::UnixListener;
        // Not a file, and not one of the system's: should it be renamed, nobody else misses it.
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("socket");
        let _listener = UnixListener::bind(&place).unwrap();
        assert!(is_device(&place));
        // Sockets cannot be opened, but nothing happens to them.
        assert!(Partial::resume(&place, 4).is_err());
        assert!(place.exists() && !Partial::name(&place).exists());
        let mut file = Partial::resume(Path::new("/dev/null"), 4).unwrap();
        file.append(b"text").unwrap();
        assert_eq!(file.length(), 8);
        file.finish().unwrap();
        assert!(is_device(Path::new("/dev/null")));
    }
}

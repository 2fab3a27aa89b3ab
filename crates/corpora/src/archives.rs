//! Archives of pages: `.tar.zst` files, read in one pass.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pellucid_files::zstd;

/// So much is read at once: as much as the longest block has.
const BUFFER: usize = 128 << 10;

/// Hands every file of an archive to `take`, with its path.
pub fn each_file(archive: &Path, mut take: impl FnMut(&str, Vec<u8>)) -> Result<()> {
    // The archives were packed with long-distance matching over 128 MiB, which is the most that is read.
    let unpacked = zstd::decoder(BufReader::with_capacity(BUFFER, File::open(archive)?))?;
    for entry in tar::Archive::new(unpacked).entries()? {
        let mut entry = entry?;
        let path = entry.path()?.to_string_lossy().trim_start_matches("./").to_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        take(&path, bytes);
    }
    Ok(())
}

/// The files that match a path with at most one `*`, in its last part.
pub fn matching(pattern: &Path) -> Result<Vec<PathBuf>> {
    let (folder, name) = pattern.parent().zip(pattern.file_name()).context("a pattern needs a folder")?;
    let name = name.to_string_lossy();
    let Some((head, tail)) = name.split_once('*') else { return Ok(vec![pattern.to_owned()]) };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(head) && name.ends_with(tail) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_handed_over_with_their_paths() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a-1.tar.zst");
        let mut tar = tar::Builder::new(::zstd::Encoder::new(File::create(&path).unwrap(), 1).unwrap());
        let mut header = tar::Header::new_gnu();
        header.set_size(3);
        tar.append_data(&mut header, "./t/one", &b"one"[..]).unwrap();
        tar.into_inner().unwrap().finish().unwrap();
        std::fs::write(folder.path().join("a-1.txt"), "no archive").unwrap();

        for pattern in [&folder.path().join("a-*.tar.zst"), &path] {
            assert_eq!(matching(pattern).unwrap(), std::slice::from_ref(&path));
        }
        let mut found = Vec::new();
        each_file(&path, |path, bytes| found.push((path.to_owned(), bytes))).unwrap();
        assert_eq!(found, [("t/one".to_owned(), b"one".to_vec())]);
    }
}

//! Archives whose bytes depend on nothing but the files: sorted, without owners, all of one age.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use tar::{Archive, Builder, EntryType, Header};

/// 2020-01-01: any fixed time does, and some programs do not like the year 1970.
pub const AGE: u64 = 1_577_836_800;

/// Packs a folder, under its own name.
pub fn pack(folder: &Path, archive: &Path) -> Result<()> {
    let file = File::create(archive).with_context(|| archive.display().to_string())?;
    let mut builder = Builder::new(GzEncoder::new(file, Compression::best()));
    let name = folder.file_name().context("the folder has no name")?;
    add(&mut builder, folder, Path::new(name))?;
    builder.into_inner()?.finish()?.sync_all()?;
    Ok(())
}

fn add(builder: &mut Builder<GzEncoder<File>>, folder: &Path, name: &Path) -> Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), name.join(entry.file_name()));
        let mut header = Header::new_gnu();
        if path.is_symlink() {
            header.set_entry_type(EntryType::Symlink);
            header.set_size(0);
            header.set_mode(0o777);
            header.set_mtime(AGE);
            builder.append_link(&mut header, &name, fs::read_link(&path)?)?;
            continue;
        }
        if path.is_dir() {
            add(builder, &path, &name)?;
            continue;
        }
        let bytes = fs::read(&path)?;
        header.set_entry_type(EntryType::Regular);
        header.set_size(bytes.len() as u64);
        header.set_mode(if is_program(&path) { 0o755 } else { 0o644 });
        header.set_mtime(AGE);
        builder.append_data(&mut header, &name, bytes.as_slice())?;
    }
    Ok(())
}

/// Programs are what has the name of the command; systems without a bit for it have no other sign.
fn is_program(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == "pellucid")
        && path.extension().is_none_or(|ending| ending == "exe")
        && !path.parent().is_some_and(|parent| parent.ends_with("completions"))
}

/// Unpacks an archive into a folder.
pub fn unpack(archive: &Path, folder: &Path) -> Result<()> {
    let file = File::open(archive).with_context(|| archive.display().to_string())?;
    let mut entries = Archive::new(GzDecoder::new(file));
    // What is unpacked is new: cargo would take files of an old age for those that it has built before.
    entries.set_preserve_mtime(false);
    entries.unpack(folder).with_context(|| archive.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::fresh;

    #[test]
    fn archives_come_back_and_are_the_same_twice() {
        let folder = fresh("test-archive").unwrap();
        let inside = folder.join("pellucid-1");
        fs::create_dir_all(inside.join("completions")).unwrap();
        for name in ["pellucid", "README.md", "completions/pellucid.fish"] {
            fs::write(inside.join(name), name).unwrap();
        }
        pack(&inside, &folder.join("one.tar.gz")).unwrap();
        pack(&inside, &folder.join("two.tar.gz")).unwrap();
        let bytes = fs::read(folder.join("one.tar.gz")).unwrap();
        assert_eq!(bytes, fs::read(folder.join("two.tar.gz")).unwrap());
        unpack(&folder.join("one.tar.gz"), &folder.join("out")).unwrap();
        let out = folder.join("out/pellucid-1");
        assert_eq!(
            fs::read_to_string(out.join("completions/pellucid.fish")).unwrap(),
            "completions/pellucid.fish"
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::{PermissionsExt, symlink};
            symlink("README.md", inside.join("LINK")).unwrap();
            pack(&inside, &folder.join("three.tar.gz")).unwrap();
            unpack(&folder.join("three.tar.gz"), &folder.join("linked")).unwrap();
            let link = fs::read_link(folder.join("linked/pellucid-1/LINK")).unwrap();
            assert_eq!(link, Path::new("README.md"));
            let mode = |name| fs::metadata(out.join(name)).unwrap().permissions().mode() & 0o777;
            assert_eq!(
                (mode("pellucid"), mode("README.md"), mode("completions/pellucid.fish")),
                (0o755, 0o644, 0o644)
            );
        }
    }
}

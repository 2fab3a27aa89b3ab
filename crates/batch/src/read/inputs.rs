//! Paths as people give them: files, folders with all that is in them, patterns, lists.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// A file to be read, or a path with nothing to read behind it, and why.
pub type Input = Result<PathBuf, (PathBuf, String)>;

/// The files which these paths stand for, in the order given, sorted by name within folders and patterns; found while they
/// are asked for, so that a folder of millions takes no memory.
///
/// A path that does not exist and has `*`, `?` or `[` is a pattern. `-` is a list of paths on standard input, one a line.
pub fn walk(paths: Vec<PathBuf>, follow: bool) -> impl Iterator<Item = Input> + Send {
    paths.into_iter().flat_map(move |path| match path.as_os_str() == "-" {
        true => {
            Box::new(listed(BufReader::new(io::stdin()), follow)) as Box<dyn Iterator<Item = Input> + Send>
        }
        false => one_path(path, follow),
    })
}

fn listed(list: impl BufRead + Send + 'static, follow: bool) -> impl Iterator<Item = Input> + Send {
    let lines =
        list.split(b'\n').map(|line| line.map(|line| line.strip_suffix(b"\r").unwrap_or(&line).to_vec()));
    let lines = lines.filter(|line| line.as_ref().map_or(true, |line| !line.is_empty()));
    lines.flat_map(move |line| match line {
        Ok(line) => one_path(path(line), follow),
        Err(error) => Box::new(std::iter::once(Err((PathBuf::from("-"), error.to_string())))),
    })
}

#[cfg(unix)]
fn path(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

fn one_path(path: PathBuf, follow: bool) -> Box<dyn Iterator<Item = Input> + Send> {
    if path.is_dir() {
        return Box::new(folder(path, follow));
    }
    let pattern = path.to_str().filter(|pattern| pattern.contains(['*', '?', '[']));
    match pattern.filter(|_| !path.exists()).map(glob::glob) {
        None => Box::new(std::iter::once(Ok(path))),
        Some(Err(error)) => Box::new(std::iter::once(Err((path, error.to_string())))),
        Some(Ok(found)) => {
            let mut found = found.peekable();
            if found.peek().is_none() {
                return Box::new(std::iter::once(Err((path, "no file has such a name".into()))));
            }
            let entry = move |entry: glob::GlobResult| match entry {
                Ok(path) => one_path(path, follow),
                Err(error) => Box::new(std::iter::once(Err((error.path().to_owned(), error.to_string())))),
            };
            // The paths of a pattern are in memory: they must be, to be sorted.
            Box::new(found.collect::<Vec<_>>().into_iter().flat_map(entry))
        }
    }
}

fn folder(root: PathBuf, follow: bool) -> impl Iterator<Item = Input> + Send {
    let walk = WalkDir::new(&root).follow_links(follow).sort_by_file_name();
    walk.into_iter().filter_map(move |entry| match entry {
        Ok(entry) if entry.file_type().is_dir() || entry.file_type().is_symlink() => None,
        Ok(entry) if entry.file_type().is_file() => Some(Ok(entry.into_path())),
        // Reading from a pipe or a device which happens to lie in a folder could wait for ever.
        Ok(entry) => Some(Err((entry.into_path(), "not a regular file".into()))),
        Err(error) => {
            let path = error.path().unwrap_or(Path::new("")).to_owned();
            Some(Err((path, error.to_string())))
        }
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_folders_patterns_and_lists() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("b")).unwrap();
        for name in ["c.html", "b/2.html", "b/10.html", "a.html"] {
            fs::write(at(name), name).unwrap();
        }
        let names = |paths: Vec<PathBuf>| -> Vec<String> {
            let name = |path: PathBuf| path.strip_prefix(folder.path()).unwrap().to_str().unwrap().to_owned();
            walk(paths, false)
                .map(|input| input.map(name).unwrap_or_else(|(path, why)| format!("{}: {why}", name(path))))
                .collect()
        };
        assert_eq!(names(vec![folder.path().to_owned()]), ["a.html", "b/10.html", "b/2.html", "c.html"]);
        assert_eq!(names(vec![at("?.html"), at("b")]), ["a.html", "c.html", "b/10.html", "b/2.html"]);
        assert_eq!(names(vec![at("*.warc")]), ["*.warc: no file has such a name"]);
        let list = format!("{}\r\n\n{}\n", at("c.html").display(), at("b/*").display());
        let listed: Vec<Input> = listed(io::Cursor::new(list), false).collect();
        assert_eq!(listed.len(), 3);
        assert_eq!(listed[0], Ok(at("c.html")));
    }
}

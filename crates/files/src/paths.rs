//! Paths: how they are shown, and where they lie.
//!
//! A path is bytes, a row is a line of UTF-8. In `text` and `tsv` a backslash starts an escape: `\\`, `\t`, `\n`,
//! `\r`, and `\xNN` for any other control character and for bytes that are not UTF-8. JSON has escapes of its own
//! and cannot hold such bytes, so there `path` has U+FFFD for them and `path_hex` has the exact bytes.

use std::fmt::Write;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The path as one line of text, from which its bytes can be read back.
pub fn escaped(path: &Path) -> String {
    let mut line = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\\' => line.push_str("\\\\"),
                '\t' => line.push_str("\\t"),
                '\n' => line.push_str("\\n"),
                '\r' => line.push_str("\\r"),
                _ if character.is_control() => {
                    let mut buffer = [0; 4];
                    push_hex(&mut line, character.encode_utf8(&mut buffer).as_bytes());
                }
                _ => line.push(character),
            }
        }
        push_hex(&mut line, chunk.invalid());
    }
    line
}

/// The exact bytes in hexadecimal, for paths that are not UTF-8.
pub fn hex(path: &Path) -> Option<String> {
    if path.to_str().is_some() {
        return None;
    }
    Some(path.as_os_str().as_encoded_bytes().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn push_hex(line: &mut String, bytes: &[u8]) {
    for byte in bytes {
        let _ = write!(line, "\\x{byte:02X}");
    }
}

/// The path, if it looks like an address of the web.
pub fn address(path: &Path) -> Option<&str> {
    let path = path.to_str()?;
    let begins =
        |scheme: &str| path.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    (begins("http://") || begins("https://")).then_some(path)
}

/// The folder of a file that is to be written.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where a path really lies, without links. What does not exist yet will lie where its nearest folder does.
pub fn nearest(path: &Path) -> Option<PathBuf> {
    path.ancestors().find_map(|path| {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        path.canonicalize().ok()
    })
}

/// A path without links, as far as it exists: two paths to one file are the same path.
pub fn real(path: &Path) -> PathBuf {
    let path = if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) };
    let real = path.ancestors().find_map(|above| {
        let rest = path.strip_prefix(above).ok().filter(|rest| !rest.as_os_str().is_empty());
        let above = above.canonicalize().ok()?;
        Some(rest.map_or(above.clone(), |rest| above.join(rest)))
    });
    real.unwrap_or(path)
}

/// The names in the folder of this file are on the disk. Where folders cannot be synced, that happens a little later.
pub fn sync_folder(path: &Path) {
    let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
}

/// Whether a path, which need not exist, lies inside a folder. The folder itself does not.
pub fn is_below(path: &Path, folder: &Path) -> bool {
    let Ok(folder) = folder.canonicalize() else { return false };
    let is_itself = path.canonicalize().is_ok_and(|path| path == folder);
    !is_itself && nearest(path).is_some_and(|path| path.starts_with(&folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        assert_eq!(address(Path::new("HTTPS://a.example/")), Some("HTTPS://a.example/"));
        for path in ["http:/a.example", "a/http://b", "ftp://a.example", "", "page.html", "htt\u{f6}://"] {
            assert_eq!(address(Path::new(path)), None, "{path}");
        }
    }

    #[test]
    fn what_lies_inside_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("a/b")).unwrap();
        assert!(is_below(&at("a/b"), &at("a")) && is_below(&at("a/new/file"), &at("a")));
        assert!(!is_below(&at("a"), &at("a")) && !is_below(&at("new"), &at("a")));
        assert!(!is_below(&at("a"), &at("missing")) && !is_below(&at("missing"), &at("missing")));
    }

    #[test]
    fn two_paths_to_one_file_are_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("a")).unwrap();
        for other in ["a/../new", "./new", "a/.././new"] {
            assert_eq!(real(&at(other)), real(&at("new")), "{other}");
        }
        assert_eq!(real(&at("no/such/file")), folder.path().canonicalize().unwrap().join("no/such/file"));
        assert_eq!(real(Path::new("new")), real(&std::env::current_dir().unwrap().join("new")));
        assert_ne!(real(&at("new")), real(&at("a/new")));
    }

    #[test]
    fn plain_paths_stay_plain() {
        assert_eq!(escaped(Path::new("pages/naïve café.html")), "pages/naïve café.html");
        assert_eq!(hex(Path::new("pages/naïve café.html")), None);
    }

    #[test]
    fn what_would_break_a_line_is_escaped() {
        assert_eq!(escaped(Path::new("a\tb\nc\\d\u{1b}[0m")), "a\\tb\\nc\\\\d\\x1B[0m");
    }

    #[cfg(unix)]
    #[test]
    fn bytes_which_are_no_utf_8_are_kept() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"caf\xE9.html"));
        assert_eq!(escaped(path), "caf\\xE9.html");
        assert_eq!(hex(path).unwrap(), "636166e92e68746d6c");
    }
}

//! Globs that choose files inside folders, by the rules of `.gitignore` and ripgrep's `-g`.
//!
//! A glob without a slash matches a name at any depth: `*.html`, `drafts`. One with a slash matches the path from the
//! folder that was named: `news/*.html`, `**/old/*`. One that ends with a slash matches folders only.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use glob::{MatchOptions, Pattern};

/// A glob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob {
    written: String,
    pattern: Pattern,
    /// Whether it is about the whole path, and not only about its last name.
    is_path: bool,
    is_folder: bool,
}

/// `*` and `?` do not match a slash; a leading dot is like any other character.
const OPTIONS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

impl Glob {
    /// Whether it matches this path, which is relative to the folder that was named.
    pub fn matches(&self, path: &Path, is_folder: bool) -> bool {
        if self.is_folder && !is_folder {
            return false;
        }
        let part = if self.is_path { Some(path.as_os_str()) } else { path.file_name() };
        // Bytes that are not UTF-8 match `*` and `?`, but no letter.
        part.is_some_and(|part| self.pattern.matches_with(&part.to_string_lossy(), OPTIONS))
    }
}

/// Whether any of them matches this path.
pub fn any_matches(globs: &[Glob], path: &Path, is_folder: bool) -> bool {
    globs.iter().any(|glob| glob.matches(path, is_folder))
}

impl FromStr for Glob {
    type Err = String;

    fn from_str(written: &str) -> Result<Glob, String> {
        let is_folder = written.ends_with('/');
        let bare = written.strip_suffix('/').unwrap_or(written);
        let pattern = Pattern::new(bare.strip_prefix('/').unwrap_or(bare));
        let pattern = pattern.map_err(|error| format!("not a glob: {}", error.msg))?;
        Ok(Glob { written: written.to_owned(), pattern, is_path: bare.contains('/'), is_folder })
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(glob: &str, path: &str) -> bool {
        glob.parse::<Glob>().unwrap().matches(Path::new(path), false)
    }

    #[test]
    fn without_a_slash_a_name_matches_at_any_depth() {
        assert!(matches("*.html", "a.html") && matches("*.html", "news/old/.a.html"));
        assert!(!matches("*.html", "a.html/b") && !matches("*.html", "a.HTML"));
    }

    #[test]
    fn with_a_slash_the_path_matches() {
        assert!(matches("news/*.html", "news/a.html") && matches("/a.html", "a.html"));
        assert!(!matches("news/*.html", "news/old/a.html") && !matches("news/*.html", "x/news/a.html"));
        assert!(!matches("/a.html", "news/a.html"));
        assert!(matches("**/old/*", "news/old/a.html") && matches("news/**", "news/old/a.html"));
    }

    #[test]
    fn with_a_slash_at_its_end_it_is_about_folders() {
        assert!(!matches("old/", "old"));
        assert!("old/".parse::<Glob>().unwrap().matches(Path::new("news/old"), true));
    }

    #[test]
    fn it_is_written_as_it_was_given() {
        assert_eq!("/a/**/b/".parse::<Glob>().unwrap().to_string(), "/a/**/b/");
        assert!("a**b".parse::<Glob>().unwrap_err().starts_with("not a glob: "));
        assert!("[a".parse::<Glob>().is_err());
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf_8_match_too() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"caf\xE9.html"));
        assert!("*.html".parse::<Glob>().unwrap().matches(path, false));
    }
}

//! Paths as people give them: files, folders with everything below them, patterns, lists, standard input.
//!
//! Whatever is wrong with a path is an [`Input`] that fails to open: a missing file, a folder that cannot be read, a
//! pattern without a match, a list that does not exist. So every command reports it where it reports its answers, and
//! continues with the other paths.

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use crate::globs::{self, Glob};
use crate::input::Input;
use crate::{list, paths};

/// Which inputs there are.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// Files, folders and patterns; `-` is a page on standard input.
    ///
    /// A path is a pattern if it does not exist and has `*`, `?` or `[`.
    pub paths: Vec<PathBuf>,
    /// A file that lists more paths, one on each line; `-` is standard input.
    pub files_from: Option<PathBuf>,
    /// Whether symbolic links inside folders are followed.
    pub follow: bool,
    /// If there are any, only files that match one of them are read from folders.
    pub include: Vec<Glob>,
    /// What matches one of these is not read from folders, and such folders are not entered.
    pub exclude: Vec<Glob>,
    /// What the run writes. A folder that holds one of these is refused: the walk would read what was just written.
    pub outputs: Vec<PathBuf>,
}

type Inputs = Box<dyn Iterator<Item = Input> + Send>;

impl Walk {
    /// Of these paths, with everything else as usual.
    pub fn new(paths: Vec<PathBuf>) -> Walk {
        Walk { paths, ..Walk::default() }
    }

    /// Every input, in the order given and sorted by name within folders and patterns.
    ///
    /// They are found while they are worked on: a folder of millions takes no more memory than its largest level.
    pub fn inputs(&self) -> impl Iterator<Item = Input> + Send + use<> {
        let walk = Arc::new(self.clone());
        let for_list = Arc::clone(&walk);
        let named = self.paths.clone().into_iter().flat_map(move |path| named(path, &walk));
        let listed = self.files_from.clone().into_iter().flat_map(list::paths);
        named.chain(listed.flat_map(move |path| match path {
            Ok(path) => one_path(path, &for_list),
            Err(lost) => one(lost),
        }))
    }

    /// Whether the inputs can be walked twice: not so, if their list comes from standard input.
    pub fn can_repeat(&self) -> bool {
        !self.list_is_stdin()
    }

    /// Whether there may be more than one input.
    pub fn is_many(&self) -> bool {
        let is_many = |path: &PathBuf| path.is_dir() || is_pattern(path);
        self.files_from.is_some() || self.paths.len() > 1 || self.paths.iter().any(is_many)
    }

    /// The sizes of all inputs together; none, if they cannot be known before reading.
    pub fn total(&self, size: impl Fn(&Input) -> Option<u64>) -> Option<u64> {
        if self.can_repeat() { self.inputs().map(|input| size(&input)).sum() } else { None }
    }

    fn list_is_stdin(&self) -> bool {
        self.files_from.as_deref() == Some(Path::new("-"))
    }
}

/// The inputs of a path that was named by itself, and not in a list.
fn named(path: PathBuf, walk: &Arc<Walk>) -> Inputs {
    if path.as_os_str() != "-" {
        return one_path(path, walk);
    }
    one(match walk.list_is_stdin() {
        true => Input::lost(path, "standard input is the list of paths already"),
        false => Input::stdin(),
    })
}

fn one_path(path: PathBuf, walk: &Arc<Walk>) -> Inputs {
    if path.is_dir() {
        folder(path, walk)
    } else if is_pattern(&path) {
        pattern(path, walk)
    } else {
        one(Input::file(path))
    }
}

fn one(input: Input) -> Inputs {
    Box::new(iter::once(input))
}

/// Whether a path stands for the files that match it. What exists stands for itself, and an address is not a path.
fn is_pattern(path: &Path) -> bool {
    let pattern = path.to_str().filter(|path| path.contains(['*', '?', '[']));
    pattern.is_some() && paths::address(path).is_none() && !path.exists()
}

/// The files and folders that match a pattern.
fn pattern(path: PathBuf, walk: &Arc<Walk>) -> Inputs {
    let found = match glob::glob(&path.to_string_lossy()) {
        Ok(found) => found,
        Err(error) => return one(Input::lost(path, format!("not a pattern: {}", error.msg))),
    };
    let mut found = found.peekable();
    if found.peek().is_none() {
        return one(Input::lost(path, "no file matches this pattern"));
    }
    let walk = Arc::clone(walk);
    // They are in memory: they must be, to be sorted.
    Box::new(found.collect::<Vec<_>>().into_iter().flat_map(move |entry| match entry {
        Ok(path) => one_path(path, &walk),
        Err(error) => one(Input::lost(error.path().to_owned(), error.error().to_string())),
    }))
}

/// The files below a folder.
fn folder(root: PathBuf, walk: &Arc<Walk>) -> Inputs {
    if walk.outputs.iter().any(|output| paths::is_below(output, &root)) {
        return one(Input::lost(root, "the output lies inside this folder"));
    }
    let entries = WalkDir::new(&root).follow_links(walk.follow).sort_by_file_name().into_iter();
    let (of_folders, of_files) = (Arc::clone(walk), Arc::clone(walk));
    let (above, below) = (root.clone(), root);
    let entries = entries.filter_entry(move |entry| {
        let name = entry.path().strip_prefix(&above).unwrap_or(entry.path());
        entry.depth() == 0 || !globs::any_matches(&of_folders.exclude, name, entry.file_type().is_dir())
    });
    Box::new(entries.filter_map(move |entry| {
        let input = one_entry(entry, &below)?;
        let is_included =
            of_files.include.is_empty() || globs::any_matches(&of_files.include, &input.name, false);
        (is_included || input.is_lost()).then_some(input)
    }))
}

/// The input that an entry below `root` is, if any.
fn one_entry(entry: walkdir::Result<DirEntry>, root: &Path) -> Option<Input> {
    match entry {
        Ok(entry) if entry.file_type().is_dir() || entry.file_type().is_symlink() => None,
        Ok(entry) if entry.file_type().is_file() => Some(Input::below(root, entry.into_path())),
        // Reading from a pipe or a device that happens to lie in a folder could wait for ever.
        Ok(entry) => Some(Input::lost(entry.into_path(), "not a regular file")),
        Err(error) => {
            let path = error.path().unwrap_or(root).to_owned();
            let why = match (error.loop_ancestor(), error.io_error()) {
                (Some(ancestor), _) => format!("a loop: the link leads back to {}", ancestor.display()),
                (None, Some(error)) => error.to_string(),
                (None, None) => "cannot be read".to_owned(),
            };
            Some(Input::lost(path, why))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder with some files, each of which holds its own name.
    fn folder(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        folder
    }

    fn names(walk: &Walk) -> Vec<String> {
        walk.inputs().map(|input| input.name.to_str().unwrap().to_owned()).collect()
    }

    fn globs(patterns: &[&str]) -> Vec<Glob> {
        patterns.iter().map(|pattern| pattern.parse().unwrap()).collect()
    }

    #[test]
    fn folders_are_walked_in_order_and_named_from_their_root() {
        let folder = folder(&["c", "b/2", "b/10", "a"]);
        let walk = Walk::new(vec![folder.path().to_owned()]);
        assert_eq!(names(&walk), ["a", "b/10", "b/2", "c"]);
        assert!(walk.is_many());
    }

    #[test]
    fn patterns_match_files_and_folders() {
        let folder = folder(&["c.html", "b/2.html", "b/10.html", "a.html"]);
        let at = |name: &str| folder.path().join(name);
        let walk = Walk::new(vec![at("?.html"), at("b")]);
        assert_eq!(names(&walk), ["a.html", "c.html", "10.html", "2.html"]);
        assert_eq!(names(&Walk::new(vec![at("[b]")])), ["10.html", "2.html"]);
        for (pattern, words) in [("*.warc", "no file matches"), ("a**b", "not a pattern")] {
            let lost: Vec<Input> = Walk::new(vec![at(pattern)]).inputs().collect();
            let error = lost[0].open().err().unwrap().to_string();
            assert!(lost.len() == 1 && error.contains(words), "{error}");
        }
        // What exists is no pattern.
        fs::write(at("[x].html"), "").unwrap();
        assert_eq!(names(&Walk::new(vec![at("[x].html")])), ["[x].html"]);
    }

    #[test]
    fn lists_name_files_folders_and_patterns() {
        let folder = folder(&["c.html", "b/2.html", "b/10.html", "a.html"]);
        let at = |name: &str| folder.path().join(name);
        let list = at("list");
        let lines = format!("{}\r\n\n{}\n{}", at("c.html").display(), at("b/*").display(), at("b").display());
        fs::write(&list, lines).unwrap();
        let walk = Walk { files_from: Some(list), ..Walk::new(vec![at("a.html")]) };
        assert_eq!(names(&walk), ["a.html", "c.html", "10.html", "2.html", "10.html", "2.html"]);
        assert!(walk.is_many() && walk.can_repeat());
        let missing = Walk { files_from: Some(at("no list")), ..Walk::default() };
        let lost: Vec<Input> = missing.inputs().collect();
        assert_eq!(lost.len(), 1);
        assert!(lost[0].open().err().unwrap().to_string().starts_with("the list cannot be read: "));
    }

    #[test]
    fn standard_input_is_a_page_or_a_list_but_not_both() {
        let walk = Walk { files_from: Some("-".into()), ..Walk::new(vec!["-".into()]) };
        assert!(!walk.can_repeat());
        let first = walk.inputs().next().unwrap();
        assert_eq!(first.open().err().unwrap().to_string(), "standard input is the list of paths already");
        assert_eq!(walk.total(Input::size), None);
    }

    #[test]
    fn globs_choose_what_is_read_from_folders() {
        let folder = folder(&["a.html", "b.txt", "news/c.html", "news/old/d.html", "drafts/e.html"]);
        let all = Walk::new(vec![folder.path().to_owned()]);
        let with = |include: &[&str], exclude: &[&str]| {
            names(&Walk { include: globs(include), exclude: globs(exclude), ..all.clone() })
        };
        assert_eq!(with(&["*.html"], &[]), ["a.html", "drafts/e.html", "news/c.html", "news/old/d.html"]);
        assert_eq!(with(&["*.html"], &["drafts"]), ["a.html", "news/c.html", "news/old/d.html"]);
        assert_eq!(with(&[], &["old/", "[ab].*"]), ["drafts/e.html", "news/c.html"]);
        assert_eq!(with(&["news/*"], &[]), ["news/c.html"]);
        assert_eq!(with(&["news/**/*.html", "*.txt"], &["c*"]), ["b.txt", "news/old/d.html"]);
        assert_eq!(with(&[], &["news/**"]), ["a.html", "b.txt", "drafts/e.html"]);
        // What is named by itself is always read.
        let file = Walk { exclude: globs(&["*"]), ..Walk::new(vec![folder.path().join("a.html")]) };
        assert_eq!(names(&file), ["a.html"]);
    }

    #[test]
    fn a_folder_that_holds_the_output_is_refused() {
        let folder = folder(&["in/a.html"]);
        let walk = |output: &str| Walk {
            outputs: vec![folder.path().join(output)],
            ..Walk::new(vec![folder.path().join("in")])
        };
        for (output, is_refused) in [("in/new/out", true), ("in", false), ("out", false), ("in/a.html", true)]
        {
            let inputs: Vec<Input> = walk(output).inputs().collect();
            assert_eq!((inputs.len(), inputs[0].is_lost()), (1, is_refused), "{output}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_loop_is_one_lost_input_when_links_are_followed_and_none_otherwise() {
        let folder = folder(&["page"]);
        std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).unwrap();
        let walk = Walk::new(vec![folder.path().to_owned()]);
        assert_eq!(names(&walk), ["page"]);
        let followed: Vec<Input> = Walk { follow: true, ..walk }.inputs().collect();
        assert_eq!(followed.len(), 2);
        let error = followed[0].open().err().unwrap().to_string();
        assert!(error.contains("loop"), "{error}");
    }

    #[test]
    fn sizes_are_summed_where_they_are_known() {
        let folder = folder(&["a", "bb", "ccc"]);
        let walk = Walk::new(vec![folder.path().to_owned(), "no/such/file".into()]);
        assert_eq!(walk.total(Input::size), Some(6));
        assert_eq!(Walk::new(vec!["-".into()]).total(Input::size), None);
    }
}

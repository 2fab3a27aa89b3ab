//! Files for browsers, at `/`: from a folder, or those that were built in (see `build.rs`), or else a plain page with the
//! addresses of the service.

use std::io;
use std::path::{Component, Path, PathBuf};

use bytes::Bytes;
use hyper::{Method, Response, StatusCode};

use crate::routes::{Answer, Problem, full};

/// What was built in: names and contents.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/web.rs"));

const PLAIN: &[u8] = include_bytes!("index.html");

/// The most bytes of a file: none for browsers is nearly as long.
const MOST: u64 = 64 << 20;

/// What a file is, by how its name ends. The rest is bytes.
const TYPES: [(&str, &str); 12] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("wasm", "application/wasm"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
];

/// Where files are.
pub struct Web {
    folder: Option<PathBuf>,
}

impl Web {
    /// The files of a folder, or those that were built in.
    pub fn new(folder: Option<&Path>) -> io::Result<Web> {
        let folder = folder.map(Path::canonicalize).transpose()?;
        match folder {
            Some(folder) if !folder.is_dir() => Err(io::Error::from(io::ErrorKind::NotADirectory)),
            folder => Ok(Web { folder }),
        }
    }

    /// A file.
    pub async fn answer(&self, method: &Method, path: &str) -> Result<Response<Answer>, Problem> {
        let none = || Problem::with(StatusCode::NOT_FOUND, "nothing is here; / lists what there is");
        let name = name(path).ok_or_else(none)?;
        let found = match &self.folder {
            Some(folder) => read(folder.clone(), name.clone()).await,
            None => embedded(&name),
        };
        let bytes = found.ok_or_else(none)?;
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Err(Problem::Method("GET, HEAD"));
        }
        let ending = name.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let kind = TYPES.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
        Ok(full(StatusCode::OK, kind.map_or("application/octet-stream", |(_, kind)| *kind), bytes))
    }
}

/// The name of a file below the folder. None is above it, and none begins with a dot.
fn name(path: &str) -> Option<PathBuf> {
    let path = path.strip_prefix('/')?;
    let path =
        if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    let name = PathBuf::from(&path);
    let is_plain = |part: Component| matches!(part, Component::Normal(part) if !part.as_encoded_bytes().starts_with(b"."));
    // Escapes and backslashes are in no name of ours.
    (name.components().all(is_plain) && !path.contains(['%', '\\', '\0'])).then_some(name)
}

fn embedded(name: &Path) -> Option<Bytes> {
    let found = EMBEDDED.iter().find(|(known, _)| Path::new(known) == name);
    let plain = (EMBEDDED.is_empty() && name == Path::new("index.html")).then_some(PLAIN);
    found.map(|(_, bytes)| *bytes).or(plain).map(Bytes::from_static)
}

/// A file of the folder; a link that leads out of it is none.
async fn read(folder: PathBuf, name: PathBuf) -> Option<Bytes> {
    let read = move || {
        let path = folder.join(name).canonicalize().ok().filter(|path| path.starts_with(&folder))?;
        let about = path.metadata().ok()?;
        (about.is_file() && about.len() <= MOST).then(|| std::fs::read(path).ok())?
    };
    // A disk may be slow, and must not hold up others.
    tokio::task::spawn_blocking(read).await.ok()?.map(Bytes::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_below_the_folder() {
        assert_eq!(name("/").unwrap(), Path::new("index.html"));
        assert_eq!(name("/a/b.js").unwrap(), Path::new("a/b.js"));
        assert_eq!(name("/a/").unwrap(), Path::new("a/index.html"));
        for path in [
            "/../a",
            "/a/../../b",
            "//etc/passwd",
            "/.git/config",
            "/a/.b",
            "/%2e%2e/a",
            "/a\\b",
            "*",
            "/./a",
        ] {
            assert_eq!(name(path), None, "{path}");
        }
    }
}

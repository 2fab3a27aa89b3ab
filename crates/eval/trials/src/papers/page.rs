//! `docs/papers.md`: written by people, but for what stands between markers, which `cargo dev eval papers` writes.

use std::path::PathBuf;

use anyhow::{Context, Result};
use pellucid_corpora::workspace;

/// Where it is.
pub fn path() -> PathBuf {
    workspace().join("docs/papers.md")
}

fn markers(name: &str) -> (String, String) {
    let begin = format!("<!-- tables: {name}; written by `cargo dev eval papers`, do not edit -->\n");
    (begin, format!("<!-- end of tables: {name} -->\n"))
}

/// What stands between the markers of this name.
pub fn section<'a>(page: &'a str, name: &str) -> Result<&'a str> {
    let (begin, end) = markers(name);
    let (_, rest) = page.split_once(&begin).with_context(|| format!("no tables `{name}` in the page"))?;
    let (section, _) = rest.split_once(&end).with_context(|| format!("the tables `{name}` do not end"))?;
    Ok(section)
}

/// The page with this between the markers of this name.
pub fn replaced(page: &str, name: &str, tables: &str) -> Result<String> {
    let (begin, end) = markers(name);
    let old = format!("{begin}{}{end}", section(page, name)?);
    let new = format!("{begin}\n{}\n\n{end}", tables.trim());
    Ok(page.replacen(&old, &new, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_section_changes() {
        let (begin, end) = markers("a");
        let (other, close) = markers("b");
        let page = format!("before\n{begin}old\n{end}between\n{other}\nkept\n\n{close}after\n");
        let new = replaced(&page, "a", "\n| x |\n").unwrap();
        assert_eq!(new, format!("before\n{begin}\n| x |\n\n{end}between\n{other}\nkept\n\n{close}after\n"));
        assert_eq!(section(&new, "a").unwrap(), "\n| x |\n\n");
        assert_eq!(replaced(&new, "a", "| x |").unwrap(), new, "written again, it is the same");
        assert!(replaced(&page, "c", "").unwrap_err().to_string().contains("no tables `c`"));
        assert!(section(&begin, "a").is_err());
    }

    /// A broken marker is found before the tables are measured.
    #[test]
    fn the_page_has_all_sections() {
        let page = std::fs::read_to_string(path()).unwrap();
        for name in super::super::NAMES.iter().chain(&["small"]) {
            assert!(!section(&page, name).unwrap().trim().is_empty(), "{name}");
        }
    }
}

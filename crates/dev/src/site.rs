//! `cargo dev site`: the documentation as a site, by mdBook, in `target/site/html`. Broken links are errors.
//!
//! The pages are those of the repository, at the same places, so that links between them work in both. What `cargo dev web` made of the
//! inspector becomes a part of the site.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::commands::{execute, succeeds, workspace};

/// Makes the documentation into a site.
#[derive(clap::Args)]
pub struct Arguments {}

/// Makes it.
pub fn run(_: &Arguments) -> Result<()> {
    let program = mdbook()?;
    let site = workspace().join("target/site");
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    let source = site.join("src");
    fs::create_dir_all(&source)?;
    let parts = workspace().join("packaging/site");
    fs::copy(parts.join("book.toml"), site.join("book.toml"))?;
    let summary = fs::read_to_string(parts.join("SUMMARY.md"))?;
    for page in pages(&summary) {
        copy(&workspace().join(page), &source.join(page))?;
        // What it shows or links to that is not a page: pictures, headers, examples.
        for file in linked(page, &fs::read_to_string(workspace().join(page))?) {
            if !source.join(&file).exists() && workspace().join(&file).is_file() {
                copy(&workspace().join(&file), &source.join(&file))?;
            }
        }
    }
    let inspector = workspace().join("target/web/inspector");
    let has_inspector = inspector.join("index.html").is_file();
    if has_inspector {
        copy(&inspector, &source.join("inspector"))?;
    }
    fs::write(source.join("SUMMARY.md"), &summary)?;
    // The inspector is no page of the book, so the summary cannot name it: the first page does.
    if has_inspector {
        let first = fs::read_to_string(source.join("README.md"))?;
        let link = "\n**[The inspector](inspector/index.html)** shows what Pellucid makes of a page, in your browser; nothing is sent anywhere.\n";
        let at = first.find('\n').context("README.md is empty")? + 1;
        fs::write(source.join("README.md"), [&first[..at], link, &first[at..]].concat())?;
    } else {
        println!("skipped: the inspector; `cargo dev web` makes it");
    }
    execute(Command::new(program).arg("build").arg(&site))?;
    let html = site.join("html");
    // mdBook calls these pages index.html, and leaves the links to them as they are.
    for page in pages(&summary).filter(|page| page.ends_with("README.md")) {
        let page = html.join(page);
        fs::copy(page.with_file_name("index.html"), page.with_extension("html"))?;
    }
    let mut broken = BTreeSet::new();
    look(&html, &html, &mut broken)?;
    if !broken.is_empty() {
        bail!("broken links:\n  {}", broken.into_iter().collect::<Vec<_>>().join("\n  "));
    }
    println!("{}: the site", html.display());
    Ok(())
}

/// mdBook, where this project or its user has installed it.
fn mdbook() -> Result<PathBuf> {
    let own = workspace().join("target/tools/bin/mdbook").with_extension(std::env::consts::EXE_EXTENSION);
    if own.is_file() {
        return Ok(own);
    }
    if succeeds(&["mdbook", "--version"]) {
        return Ok("mdbook".into());
    }
    bail!("no mdbook: cargo install --locked --root target/tools mdbook");
}

/// The pages that a summary names.
fn pages(summary: &str) -> impl Iterator<Item = &str> {
    summary.lines().filter_map(|line| line.rsplit_once("](")?.1.strip_suffix(')'))
}

/// The files that a page in Markdown links to, as paths from the root of the repository.
fn linked(page: &str, text: &str) -> Vec<PathBuf> {
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let link = |rest: &str| Some(rest.split([')', '#', ' ']).next()?.to_owned());
    let links = text.split("](").skip(1).filter_map(link);
    links
        .filter(|link| !link.is_empty() && !link.contains(':'))
        .map(|link| normal(&folder.join(link)))
        .collect()
}

/// Copies a file or a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    fs::create_dir_all(to.parent().context("no folder")?)?;
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}

/// Looks for links to files that are not there. The inspector has tests of its own.
fn look(root: &Path, folder: &Path, broken: &mut BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("inspector") {
            look(root, &path, broken)?;
        }
        // The page with all pages, and the one for missing pages, repeat links of others from another place.
        let is_page = path.extension().is_some_and(|ending| ending == "html");
        if !is_page || path.ends_with("print.html") || path.ends_with("404.html") {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        for link in links(&text) {
            let target = normal(&folder.join(link));
            if !target.exists() || !target.starts_with(root) {
                let page = path.strip_prefix(root).unwrap_or(&path);
                broken.insert(format!("{} links to {link}", page.display()));
            }
        }
    }
    Ok(())
}

/// The links of a page to other files, without the places in them.
fn links(text: &str) -> impl Iterator<Item = &str> {
    ["href=\"", "src=\""].into_iter().flat_map(move |attribute| {
        text.split(attribute).skip(1).filter_map(|rest| {
            let link = rest.split('"').next()?.split(['#', '?']).next()?;
            let is_elsewhere = link.contains(':') || link.starts_with('/') || link.is_empty();
            (!is_elsewhere).then_some(link)
        })
    })
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                normal.pop();
            }
            Component::CurDir => {}
            other => normal.push(other),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_of_the_documentation_is_in_the_summary() {
        let summary = fs::read_to_string(workspace().join("packaging/site/SUMMARY.md")).unwrap();
        let named: Vec<&str> = pages(&summary).collect();
        for page in &named {
            assert!(workspace().join(page).is_file(), "there is no {page}");
        }
        for entry in fs::read_dir(workspace().join("docs")).unwrap() {
            let name = format!("docs/{}", entry.unwrap().file_name().to_string_lossy());
            assert!(!name.ends_with(".md") || named.contains(&name.as_str()), "{name} is not in SUMMARY.md");
        }
    }

    #[test]
    fn links_between_pages_lead_somewhere() {
        let summary = fs::read_to_string(workspace().join("packaging/site/SUMMARY.md")).unwrap();
        let mut count = 0;
        for page in pages(&summary) {
            for file in linked(page, &fs::read_to_string(workspace().join(page)).unwrap()) {
                assert!(workspace().join(&file).exists(), "{page} links to {}", file.display());
                count += 1;
            }
        }
        assert!(count > 50, "{count} links");
        let text = "[a](b.md#c), [d](https://e.example/), ![f](../g/h.svg), [i](#j)";
        assert_eq!(linked("docs/x.md", text), [Path::new("docs/b.md"), Path::new("g/h.svg")]);
    }

    #[test]
    fn links_to_files_are_found() {
        let page = r##"<a href="docs/a.html#b">x</a> <a href="https://a.example/">y</a> <img src="i.svg"><a href="#c">"##;
        assert_eq!(links(page).collect::<Vec<_>>(), ["docs/a.html", "i.svg"]);
        assert_eq!(normal(Path::new("/a/b/../c/./d")), Path::new("/a/c/d"));
    }
}

//! `cargo dev face`: the library's public items with their signatures, in `crates/pellucid/face.txt`.
//!
//! The listing is taken from rustdoc's pages, so it shows exactly what users see. A change of the public API shows in the
//! diff of one file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use memchr::memmem;

/// Lists the public items of the library.
#[derive(clap::Args)]
pub struct Arguments {
    /// Fail if the listing in the repository is not the current one
    #[arg(long)]
    check: bool,
}

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<()> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = workspace.join("crates/pellucid/face.txt");
    let listing = listing(&workspace)?;
    if !arguments.check {
        return fs::write(&path, listing).with_context(|| path.display().to_string());
    }
    let committed = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let (before, now): (Vec<&str>, Vec<&str>) = (committed.lines().collect(), listing.lines().collect());
    // Another rustdoc may write the same signature in another way.
    if before.first() != now.first() {
        println!("skipped: face.txt was written by another compiler; write it anew with `cargo dev face`");
        return Ok(());
    }
    for line in before.iter().filter(|line| !now.contains(line)) {
        println!("- {line}");
    }
    for line in now.iter().filter(|line| !before.contains(line)) {
        println!("+ {line}");
    }
    ensure!(before == now, "the public API has changed; write it down with `cargo dev face`");
    println!("the public API is that of face.txt: {} items", now.len() - HEADER_LINES);
    Ok(())
}

const HEADER_LINES: usize = 3;

/// What stands in the file.
fn listing(workspace: &Path) -> Result<String> {
    let target = workspace.join("target/face");
    let status = Command::new(env!("CARGO"))
        .args(["doc", "--quiet", "--locked", "--no-deps", "--package", "pellucid", "--features", "papers"])
        .arg("--target-dir")
        .arg(&target)
        .current_dir(workspace)
        .status()
        .context("cannot run cargo doc")?;
    ensure!(status.success(), "cargo doc failed");
    let mut lines = Vec::new();
    let root = target.join("doc/pellucid");
    for page in pages(&root)? {
        let html = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
        let name = page.strip_prefix(&root).unwrap_or(&page).with_extension("");
        lines.extend(items(&name.to_string_lossy(), &html));
    }
    if lines.is_empty() {
        bail!("rustdoc's pages have no items: its HTML has changed");
    }
    lines.sort();
    lines.dedup();
    let rustdoc = Command::new("rustdoc").arg("--version").output().context("cannot run rustdoc")?;
    Ok(format!(
        "# {}# The public API of the library, with the feature `papers`.\n# Written by `cargo dev face`; do not edit.\n{}\n",
        String::from_utf8_lossy(&rustdoc.stdout),
        lines.join("\n")
    ))
}

/// The pages of items below a folder, in order.
fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // What is hidden has pages, too.
        if path.is_dir() && name != "internals" {
            found.extend(pages(&path)?);
        } else if name.ends_with(".html") && !["index.html", "all.html"].contains(&name.as_str()) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The signatures on the page of an item: its own, its methods, and the traits that it implements by hand.
fn items(name: &str, html: &str) -> Vec<String> {
    let module = name
        .rsplit_once('/')
        .map_or("pellucid".into(), |(path, _)| format!("pellucid::{}", path.replace('/', "::")));
    let item = name.rsplit_once('.').map_or(name, |(_, item)| item);
    // What every type has by itself says nothing.
    let end = ["id=\"synthetic-implementations\"", "id=\"blanket-implementations\""];
    let end = end.iter().filter_map(|mark| memmem::find(html.as_bytes(), mark.as_bytes())).min();
    let html = &html[..end.unwrap_or(html.len())];
    let mut lines = Vec::new();
    for declaration in between(html, "<pre class=\"rust item-decl\"><code>", "</code></pre>") {
        lines.push(format!("{module}: {}", text(declaration)));
    }
    // Methods that a trait prescribes are listed where the trait is.
    let is_trait = name.rsplit('/').next().is_some_and(|name| name.starts_with("trait."));
    let methods = between(html, "<h4 class=\"code-header\">", "</h4>").map(text);
    let methods = methods.filter(|method| is_trait || !method.starts_with("fn "));
    let traits = between(html, "<h3 class=\"code-header\">", "</h3>").map(text);
    let traits = traits.filter(|one| one.contains(" for ") && !one.contains("StructuralPartialEq"));
    lines.extend(methods.chain(traits).map(|line| format!("{module}::{item}: {line}")));
    lines
}

/// What stands between two marks, wherever they are.
fn between<'a>(html: &'a str, start: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    html.split(start).skip(1).filter_map(move |rest| rest.split_once(end).map(|(inside, _)| inside))
}

/// The text of a piece of HTML, on one line.
fn text(html: &str) -> String {
    // Long lists are folded, with a button that says so.
    let shown = html.split("<summary").enumerate().map(|(n, piece)| match piece.split_once("</summary>") {
        Some((_, after)) if n > 0 => after,
        _ => piece,
    });
    let mut text = String::new();
    for piece in shown.flat_map(|piece| piece.split('<')) {
        text.push_str(piece.split_once('>').map_or(piece, |(_, after)| after));
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read_from_a_page() {
        let page = "<pre class=\"rust item-decl\"><code>pub struct <a>Guess</a> { <span>/* private fields */</span> }</code></pre>\
            <h4 class=\"code-header\">pub fn <a class=\"fn\">confidence</a>(&amp;self) -&gt; <a>f32</a></h4>\
            <div id=\"synthetic-implementations\"><h3 class=\"code-header\">impl Send for Guess</h3>";
        assert_eq!(
            items("struct.Guess", page),
            [
                "pellucid: pub struct Guess { /* private fields */ }",
                "pellucid::Guess: pub fn confidence(&self) -> f32"
            ]
        );
        assert_eq!(
            items("decode/enum.Errors", "<h4 class=\"code-header\">pub const fn name</h4>"),
            ["pellucid::decode::Errors: pub const fn name"]
        );
    }
}

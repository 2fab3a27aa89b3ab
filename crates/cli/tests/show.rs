//! `pellucid show`: a page at a glance.

use std::path::{Path, PathBuf};

use crate::harness::{Folder, run, run_with};

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/vopros.html")
}

#[test]
fn the_page_that_ships_shows_its_encoding_the_reasons_and_its_content() {
    let shown = run(["show".into(), example()]).ends(0);
    let lines = shown.lines();
    assert!(lines[0].ends_with("vopros.html"), "{lines:?}");
    assert!(lines[1].starts_with("  encoding  KOI8-R, confidence "), "{lines:?}");
    assert!(lines[2].starts_with("  because   +") && lines[2].contains(" bits for KOI8-R: "), "{lines:?}");
    assert!(lines.iter().any(|line| line == "  language  Russian (ru)"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("  title     ")), "{lines:?}");
    let content = run(["extract".into(), example()]).ends(0).text();
    assert!(shown.text().ends_with(&format!("\n\n{content}")), "{}", shown.text());
}

#[test]
fn several_pages_stand_apart_and_failures_are_errors() {
    let folder =
        Folder::with(&[("a.html", b"<title>One</title>"), ("b.png", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR")]);
    let paths = ["a.html", "b.png", "missing"].map(|name| folder.at(name));
    let shown = run(["show".into()].into_iter().chain(paths)).ends(1);
    assert_eq!(shown.text().matches("\n\n").count(), 1, "{}", shown.text());
    assert!(shown.text().contains("  content   no main content: "), "{}", shown.text());
    assert!(shown.text().contains("b.png\n  encoding  binary: this is not text\n"), "{}", shown.text());
    assert!(shown.err.contains("missing: "), "{}", shown.err);
}

#[test]
fn hints_and_repairs_show() {
    let page = "<meta charset=koi8-r><p>DÃ©jÃ\u{a0} vu, cafÃ©, Ã©tÃ©".as_bytes();
    let shown = run_with(page, ["show", "--repair"]).ends(0).text();
    assert!(shown.contains("\n  declared  KOI8-R, which is overruled\n"), "{shown}");
    assert!(shown.contains("\n  repaired  5 runs read as windows-1252 were UTF-8"), "{shown}");
    let known = run_with(page, ["show", "--from=koi8-r"]).ends(0).text();
    assert!(known.starts_with("-\n  encoding  KOI8-R, confidence 1.00"), "{known}");
    let strict = run_with(b"<p>\xFF", ["show", "--from=utf-8", "--errors=strict"]).ends(1);
    assert!(strict.err.contains("not UTF-8") && strict.out.is_empty(), "{}", strict.err);
}

//! The html5lib and web-platform-tests cases on declared encodings.
//!
//! They live outside the repository, under `corpora/prescan` of `PELLUCID_DATA` (default: `../shared` beside the
//! workspace); without them these tests say that they were skipped, and pass.
//!
//! html5lib's cases follow the letter of the HTML standard. Those of web-platform-tests in `charset` follow what
//! browsers do, as their README says. Where the two contradict each other, the strict method follows the standard
//! and html5lib, and the default one follows the browsers: the table says by which method a case passed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use memchr::memmem;
use pellucid::internals::sniff;
use pellucid::{Detector, Encoding, Method};

fn data() -> Option<PathBuf> {
    let root = std::env::var_os("PELLUCID_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let suites = root.join("corpora/prescan");
    if !suites.is_dir() {
        println!("skipped: no prescan suites at {}", suites.display());
        return None;
    }
    Some(suites)
}

/// Passed, failed and skipped cases of each suite.
#[derive(Default)]
struct Table {
    rows: BTreeMap<String, [usize; 3]>,
    failures: Vec<String>,
    skips: Vec<String>,
}

impl Table {
    fn check(&mut self, suite: &str, case: &str, expected: &str, got: &str) {
        let row = self.rows.entry(suite.to_owned()).or_default();
        if expected.eq_ignore_ascii_case(got) {
            row[0] += 1;
        } else {
            row[1] += 1;
            self.failures.push(format!("{suite} {case}: expected {expected}, got {got}"));
        }
    }

    fn skip(&mut self, suite: &str, case: &str, reason: &str) {
        self.rows.entry(suite.to_owned()).or_default()[2] += 1;
        self.skips.push(format!("{suite} {case}: {reason}"));
    }

    /// Prints the table; fails if a case did.
    fn close(self) {
        println!("{:<44} {:>6} {:>6} {:>7}", "suite", "passed", "failed", "skipped");
        for (suite, [passed, failed, skipped]) in &self.rows {
            println!("{suite:<44} {passed:>6} {failed:>6} {skipped:>7}");
        }
        self.skips.iter().for_each(|skip| println!("skipped: {skip}"));
        assert!(self.failures.is_empty(), "{}", self.failures.join("\n"));
        assert!(self.rows.values().map(|row| row[0]).sum::<usize>() > 0, "no case ran");
    }
}

fn strict(bytes: &[u8], header: Option<&str>) -> &'static str {
    let builder = Detector::builder().method(Method::Standard);
    let builder = match header {
        Some(header) => builder.content_type(header),
        None => builder,
    };
    builder.build().unwrap().detect(bytes).encoding().name()
}

/// What the default method takes for declared, before it looks at the content.
fn declared(bytes: &[u8]) -> &'static str {
    let found = sniff::sniff(bytes, None);
    found.declared.iter().find_map(|d| d.encoding).map_or("windows-1252", Encoding::name)
}

/// The `Content-Type` in the `.headers` file beside a page.
fn header_of(page: &Path) -> Option<String> {
    let headers = std::fs::read_to_string(format!("{}.headers", page.display())).ok()?;
    let line = headers.lines().find(|line| line.to_ascii_lowercase().starts_with("content-type:"))?;
    Some(line["content-type:".len()..].trim().to_owned())
}

fn pages(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|e| e == "html" || e == "htm"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path))
        .collect();
    pages.sort();
    pages
}

#[test]
fn html5lib() {
    let Some(suites) = data() else { return };
    let mut table = Table::default();
    for file in ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"] {
        let bytes = std::fs::read(suites.join("html5lib/encoding").join(file)).unwrap();
        let mut text = bytes.strip_prefix(b"#data\n").expect("a case first");
        let mut number = 0;
        while !text.is_empty() {
            let end = memmem::find(text, b"\n#data\n").map_or(text.len(), |at| at + 1);
            let case = &text[..end];
            text = text[end..].strip_prefix(b"#data\n").unwrap_or(&[]);
            number += 1;
            let at = memmem::find(case, b"#encoding\n").expect("an answer");
            let expected = std::str::from_utf8(&case[at + b"#encoding\n".len()..]).unwrap().trim();
            let expected = Encoding::for_label(expected).unwrap().name();
            table.check(
                &format!("html5lib {file}"),
                &number.to_string(),
                expected,
                strict(&case[..at], None),
            );
        }
    }
    table.skip(
        "html5lib scripted/tests1.dat",
        "1",
        "the declaration is written by a script which has to run",
    );
    table.skip(
        "html5lib chardet/test_big5.txt",
        "1",
        "speaks of detection from content, not of declarations",
    );
    table.close();
}

#[test]
fn wpt_charset() {
    let Some(suites) = data() else { return };
    let mut table = Table::default();
    for (name, path) in pages(&suites.join("wpt/html/syntax/charset")) {
        let bytes = std::fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let strict_answer = strict(&bytes, None);
        // Reference tests: the page declares windows-1251, and its reference shows what happens if that is obeyed.
        if text.contains("rel=\"match\"") || text.contains("rel=\"mismatch\"") {
            let expected = if text.contains("rel=\"match\"") { "windows-1251" } else { "windows-1252" };
            if strict_answer == expected {
                table.check("wpt charset, strict method", &name, expected, strict_answer);
            } else {
                table.check("wpt charset, default method only", &name, expected, declared(&bytes));
            }
        } else if text.contains("assert_not_equals(document.characterSet, \"ISO-8859-8\"") {
            table.check("wpt charset, strict method", &name, "windows-1252", strict_answer);
        } else if text.contains("assert_equals(document.characterSet, \"ISO-8859-5\")") {
            table.check("wpt charset, strict method", &name, "ISO-8859-5", strict_answer);
        } else {
            table.skip(
                "wpt charset",
                &name,
                "loads other pages in frames or by script; those are cases of their own",
            );
        }
    }
    table.close();
}

#[test]
fn wpt_xml_declarations() {
    let Some(suites) = data() else { return };
    let folder = suites.join("wpt/html/syntax/xmldecl");
    let mut table = Table::default();
    let mut seen = 0;
    for (list, path) in pages(&folder) {
        let suite = format!("wpt xmldecl {list}");
        let mut expected = String::new();
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let quoted = |prefix: &str| line.strip_prefix(prefix).and_then(|rest| rest.split('"').next());
            if let Some(class) = quoted("<div class=\"") {
                expected = class.to_owned();
            } else if let Some(page) = quoted("<iframe src=\"") {
                let page = folder.join(page);
                let name = page.file_name().unwrap().to_string_lossy().into_owned();
                let Ok(bytes) = std::fs::read(&page) else {
                    table.skip(&suite, &name, "a script of the test server, which sends a page slowly");
                    continue;
                };
                seen += 1;
                table.check(&suite, &name, &expected, strict(&bytes, header_of(&page).as_deref()));
            }
        }
    }
    assert_eq!(seen, pages(&folder.join("support")).len(), "every page is a case of a list");
    table.close();
}

#[test]
fn wpt_precedence_and_boms() {
    let Some(suites) = data() else { return };
    let mut table = Table::default();
    for (name, path) in pages(&suites.join("wpt/html/syntax/parsing-html-fragments")) {
        let bytes = std::fs::read(&path).unwrap();
        // Their assertions are about a class name written in ISO-8859-15, or in the encoding of the mark.
        let expected = match &name["the-input-byte-stream-".len()..][..3] {
            "003" => "UTF-16LE",
            "004" => "UTF-16BE",
            "034" | "037" | "038" => "UTF-8",
            _ => "ISO-8859-15",
        };
        table.check(
            "wpt the-input-byte-stream",
            &name,
            expected,
            strict(&bytes, header_of(&path).as_deref()),
        );
    }
    let encoding = suites.join("wpt/encoding");
    for (name, path) in pages(&encoding) {
        let expected = if name == "bom-handling.html" { "UTF-8" } else { "windows-1252" };
        let bytes = std::fs::read(&path).unwrap();
        table.check("wpt encoding", &name, expected, strict(&bytes, header_of(&path).as_deref()));
    }
    for (name, path) in pages(&encoding.join("resources")) {
        let bytes = std::fs::read(&path).unwrap();
        // Browsers know no UTF-32: with its mark in little-endian it looks like UTF-16, else like nothing.
        let expected = match &*name {
            "two-boms-utf-8.html" => "UTF-8",
            "two-boms-utf-16be.html" => "UTF-16BE",
            "two-boms-utf-16le.html" | "utf-32-little-endian-bom.html" => "UTF-16LE",
            _ => "windows-1252",
        };
        table.check("wpt encoding/resources", &name, expected, strict(&bytes, None));
    }
    table.close();
}

//! Which inputs a command reads: compressed pages, lists, globs, patterns, and what cannot be read.

use std::io::Write;

use crate::harness::{Folder, Run, run, run_with};

const PAGE: &str = "<!doctype html><meta charset=utf-8><title>Tea</title><p>Grüße aus dem Süden, \
                    wo das Wetter heute besonders schön ist und der Tee nach Bergamotte duftet.</p>";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).unwrap()
}

/// Runs the command; arguments with `@` are paths in the folder.
fn pellucid(folder: &Folder, arguments: &[&str]) -> Run {
    run(arguments.iter().map(|argument| match argument.strip_prefix('@') {
        Some(name) => folder.at(name).into_os_string(),
        None => argument.into(),
    }))
}

/// The names of the inputs in rows of `detect`, below the folder.
fn names(folder: &Folder, run: &Run) -> Vec<String> {
    let root = format!("{}/", folder.path().display());
    run.json().iter().map(|row| row["path"].as_str().unwrap().replace(&root, "")).collect()
}

#[test]
fn every_command_decompresses_pages() {
    let page = PAGE.as_bytes();
    let folder = Folder::with(&[
        ("page.html", page),
        ("page.html.gz", &gzip(page)),
        ("page.html.zst", &zstd(page)),
        // Two members are one page.
        ("two.html.gz", &[gzip(&page[..50]), gzip(&page[50..])].concat()),
        // Some tool decompressed it and kept the name.
        ("plain.html.gz", page),
    ]);
    let packed = ["@page.html.gz", "@page.html.zst", "@two.html.gz", "@plain.html.gz"];
    let same = [
        &["decode"][..],
        &["strip"],
        &["extract"],
        &["extract", "--format=markdown", "--metadata"],
        &["decode", "--mixed", "--repair"],
    ];
    for command in same {
        let expected = pellucid(&folder, &[command, &["@page.html"]].concat()).ends(0).text();
        assert!(expected.contains("Süden"), "{command:?}: {expected}");
        for path in packed {
            assert_eq!(pellucid(&folder, &[command, &[path]].concat()).ends(0).text(), expected, "{path}");
        }
    }
    for detect in [&["detect", "-fjsonl"][..], &["detect", "-fjsonl", "--explain"]] {
        let rows = pellucid(&folder, &[detect, &packed].concat()).ends(0).json();
        assert!(rows.iter().all(|row| row["encoding"] == "UTF-8"), "{rows:?}");
    }
}

#[test]
fn a_damaged_page_is_an_error_and_not_half_a_page() {
    let packed = gzip(PAGE.repeat(100).as_bytes());
    let half = &packed[..packed.len() / 2];
    let folder = Folder::with(&[
        ("cut.html.gz", half),
        ("junk.html.gz", &[&packed[..], b"and something else"].concat()),
        ("cut.html.zst", &zstd(PAGE.as_bytes())[..40]),
        ("sound.html.gz", &packed),
    ]);
    let rows = pellucid(&folder, &["detect", "-fjsonl", "@"]).ends(1).json();
    let failed: Vec<bool> = rows.iter().map(|row| row["error"].is_string()).collect();
    assert_eq!(failed, [true, true, true, false]);
    assert_eq!(rows[0]["error"], "cannot be read: the gzip data breaks off");
    for command in ["decode", "extract", "strip"] {
        let run = pellucid(&folder, &[command, "@cut.html.gz", "-o", "@out.txt"]).ends(1);
        assert!(run.err.contains("cut.html.gz: cannot be read: the gzip data breaks off"), "{}", run.err);
        assert!(!folder.at("out.txt").exists(), "{command}");
    }
    pellucid(&folder, &["batch", "@cut.html.gz", "@sound.html.gz", "-o", "@rows.jsonl"]).ends(0);
    assert_eq!(std::fs::read_to_string(folder.at("rows.jsonl")).unwrap().lines().count(), 1);
    let rejects = std::fs::read_to_string(folder.at("rows.jsonl.rejects.jsonl")).unwrap();
    assert!(rejects.contains("\"damaged\"") && rejects.contains("the gzip data breaks off"), "{rejects}");
}

#[test]
fn a_bomb_is_refused() {
    let folder = Folder::with(&[("bomb.html.gz", &gzip(&gzip(&vec![b'a'; 3 << 20])))]);
    // Its second layer is not unpacked.
    let rows = pellucid(&folder, &["detect", "-fjsonl", "@bomb.html.gz"]).ends(0).json();
    assert_eq!(rows[0]["encoding"], "binary");
    let bomb = Folder::with(&[("bomb.html.gz", &gzip(&vec![b'a'; 300 << 20]))]);
    let run = pellucid(&bomb, &["decode", "@bomb.html.gz", "-o", "@out"]).ends(1);
    assert!(run.err.contains("it unpacks to more than 268435456 bytes"), "{}", run.err);
    assert_eq!(bomb.names(), ["bomb.html.gz"]);
}

#[test]
fn names_in_an_output_folder() {
    let page = PAGE.as_bytes();
    let folder = Folder::with(&[
        ("in/a.html", page),
        ("in/b.txt", page),
        ("in/c.html.gz", &gzip(page)),
        ("in/d.md.zst", &zstd(page)),
        ("in/e.v2", page),
    ]);
    pellucid(&folder, &["extract", "@in", "-o", "@out"]).ends(0);
    let names = |name: &str| {
        let entries = std::fs::read_dir(folder.at(name)).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(names("out"), ["a.txt", "b.txt", "c.txt", "d.txt", "e.v2.txt"]);
    pellucid(&folder, &["decode", "@in", "-o", "@utf8"]).ends(0);
    assert_eq!(names("utf8"), ["a.html", "b.txt", "c.html", "d.md", "e.v2"]);
    assert_eq!(std::fs::read_to_string(folder.at("utf8/c.html")).unwrap(), PAGE);
    // Two inputs that would be one file: the later one fails.
    std::fs::write(folder.at("in/a.html.gz"), gzip(page)).unwrap();
    let run = pellucid(&folder, &["decode", "@in", "-o", "@utf8"]).ends(1);
    assert!(run.err.contains("a.html.gz: ") && run.err.contains("already the output"), "{}", run.err);
}

#[test]
fn a_copy_stays_compressed_and_keeps_its_name() {
    let picture = [b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR".as_slice(), &[0; 500]].concat();
    let packed = gzip(&picture);
    let bomb = gzip(&vec![0; 300 << 20]);
    let folder = Folder::with(&[
        ("in/page.html.gz", &gzip(PAGE.as_bytes())),
        ("in/picture.png.gz", &packed),
        ("in/zeros.gz", &bomb),
    ]);
    pellucid(&folder, &["decode", "@in", "-o", "@out", "--copy-binary"]).ends(0);
    assert_eq!(std::fs::read_to_string(folder.at("out/page.html")).unwrap(), PAGE);
    assert_eq!(std::fs::read(folder.at("out/picture.png.gz")).unwrap(), packed);
    assert_eq!(std::fs::read(folder.at("out/zeros.gz")).unwrap(), bomb);
}

#[test]
fn globs_choose_files_in_folders() {
    let folder = Folder::with(&[
        ("in/a.html", b"a"),
        ("in/b.txt", b"b"),
        ("in/news/c.html", b"c"),
        ("in/news/old/d.html", b"d"),
        ("in/drafts/e.html", b"e"),
    ]);
    let read = |globs: &[&str]| {
        let run = pellucid(&folder, &[&["detect", "-fjsonl", "@in"], globs].concat()).ends(0);
        names(&folder, &run)
    };
    assert_eq!(
        read(&["--include=*.html"]),
        ["in/a.html", "in/drafts/e.html", "in/news/c.html", "in/news/old/d.html"]
    );
    assert_eq!(
        read(&["--include=*.html", "--exclude=drafts", "--exclude=old/"]),
        ["in/a.html", "in/news/c.html"]
    );
    assert_eq!(read(&["--include=news/**/*.html"]), ["in/news/c.html", "in/news/old/d.html"]);
    let wrong = pellucid(&folder, &["detect", "@in", "--include=a**b"]).ends(2);
    assert!(wrong.err.contains("not a glob"), "{}", wrong.err);
    pellucid(&folder, &["batch", "@in", "--exclude=news", "-o", "@rows.jsonl"]).ends(0);
    assert_eq!(std::fs::read_to_string(folder.at("rows.jsonl")).unwrap().lines().count(), 3);
}

#[test]
fn a_list_names_inputs_and_a_dash_is_a_page() {
    let folder = Folder::with(&[("a.html", b"a"), ("in/b.html", b"b"), ("in/c.html", b"c")]);
    let at = |name: &str| folder.at(name).display().to_string();
    let list = format!("{}\n\n{}\n{}\n", at("a.html"), at("in"), at("missing.html"));
    let run = run_with(list.as_bytes(), ["detect", "-fjsonl", "--files-from", "-"]).ends(1);
    assert_eq!(names(&folder, &run), ["a.html", "in/b.html", "in/c.html", "missing.html"]);
    std::fs::write(folder.at("list"), &list).unwrap();
    let run = pellucid(&folder, &["detect", "-fjsonl", "@in/c.html", "--files-from", "@list"]).ends(1);
    assert_eq!(names(&folder, &run), ["in/c.html", "a.html", "in/b.html", "in/c.html", "missing.html"]);
    let run = pellucid(&folder, &["detect", "-fjsonl", "--files-from", "@no-list"]).ends(1);
    assert!(
        run.json()[0]["error"].as_str().unwrap().starts_with("the list cannot be read: "),
        "{}",
        run.text()
    );
    // In batch, too.
    let rows = ["-o", "-", "--rejects", "/dev/null", "--fields", "file,text"];
    let run = run_with(PAGE.as_bytes(), [&["batch", "-"], &rows[..]].concat()).ends(0);
    assert_eq!(run.json()[0]["file"], "-");
    assert!(run.json()[0]["text"].as_str().unwrap().starts_with("Grüße"), "{}", run.text());
    let run = run_with(b"", [&["batch", "-", "--files-from", "-"], &rows[..]].concat()).ends(2);
    assert!(run.err.contains("standard input is the list of paths already"), "{}", run.err);
}

#[test]
fn a_list_does_not_let_a_run_read_what_it_writes() {
    let folder = Folder::with(&[("in/a.html", b"a"), ("b.html", b"b")]);
    let list = format!("{}\n{}\n", folder.at("in").display(), folder.at("b.html").display());
    std::fs::write(folder.at("list"), list).unwrap();
    let run = pellucid(&folder, &["decode", "--files-from", "@list", "-o", "@in/out"]).ends(1);
    assert!(run.err.contains("the output lies inside this folder"), "{}", run.err);
    assert_eq!(std::fs::read(folder.at("in/out/b.html")).unwrap(), b"b");
    pellucid(&folder, &["batch", "--files-from", "@list", "-o", "@in/rows.jsonl"]).ends(1);
    assert_eq!(std::fs::read_to_string(folder.at("in/rows.jsonl")).unwrap().lines().count(), 1);
}

#[test]
fn patterns_work_in_every_command() {
    let folder = Folder::with(&[("a1.html", b"a"), ("a2.html", b"b"), ("b.html", b"c")]);
    let run = pellucid(&folder, &["detect", "-fjsonl", "@a?.html"]).ends(0);
    assert_eq!(names(&folder, &run), ["a1.html", "a2.html"]);
    let run = pellucid(&folder, &["detect", "-fjsonl", "@*.xml"]).ends(1);
    assert_eq!(run.json()[0]["error"], "no file matches this pattern");
    pellucid(&folder, &["decode", "@a*.html", "-o", "@out"]).ends(0);
    assert!(folder.at("out/a2.html").exists());
}

#[test]
fn an_address_gets_a_hint() {
    let folder = Folder::with(&[]);
    let address = "https://example.org/a?b=[c]";
    let hint = "pipe it in: curl -s 'https://example.org/a?b=[c]' | pellucid detect";
    assert!(run(["detect", address]).ends(1).text().contains(hint));
    assert!(run(["extract", address]).ends(1).err.contains(hint));
    pellucid(&folder, &["batch", address, "-o", "@rows.jsonl"]).ends(1);
    let rejects = std::fs::read_to_string(folder.at("rows.jsonl.rejects.jsonl")).unwrap();
    assert!(rejects.contains(hint), "{rejects}");
}

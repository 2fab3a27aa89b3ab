//! `pellucid tune r2l`: from pages with their text to a table and a profile.

use std::fs;

use crate::harness::{Folder, Run, run};

/// Two paragraphs, five lines apart; a link, twelve lines away.
fn page() -> String {
    format!(
        "<p>متن اصلی این صفحه</p>\n{}<p>دنباله متن</p>\n{}<a href=/>پیوند</a>",
        "\n".repeat(4),
        "\n".repeat(11)
    )
}

const TEXT: &str = "متن اصلی این صفحه\nدنباله متن\n";

fn tune(folder: &Folder, gold: &str, arguments: &[&str]) -> Run {
    let mut all = vec!["tune".into(), "r2l".into(), "--gold".into(), folder.at(gold)];
    all.extend(arguments.iter().map(|argument| match argument.strip_prefix('@') {
        Some(name) => folder.at(name),
        None => argument.into(),
    }));
    run(all)
}

#[test]
fn a_table_and_a_profile() {
    let folder = Folder::with(&[("site/a.html", page().as_bytes()), ("site/a.txt", TEXT.as_bytes())]);
    let lines = tune(&folder, "site", &["-o", "@a.toml", "--site", "a \"b\""]).ends(0).lines();
    assert_eq!(lines.len(), 22);
    assert_eq!(lines[0], " P      F1");
    assert_eq!(lines[4], " 4  0.8000");
    assert_eq!(lines[8], " 8  1.0000  best");
    assert_eq!(lines.iter().filter(|line| line.ends_with("best")).count(), 1);
    assert!(lines[20].starts_with("20  0.9"), "{}", lines[20]);
    let profile: toml::Table = fs::read_to_string(folder.at("a.toml")).unwrap().parse().unwrap();
    assert_eq!(profile["site"].as_str(), Some("a \"b\""));
    assert_eq!(profile["extractor"].as_str(), Some("r2l+"));
    assert_eq!(profile["script"].as_str(), Some("right-to-left"));
    assert_eq!((profile["gap"].as_integer(), profile["pages"].as_integer()), (Some(8), Some(1)));
    assert_eq!((profile["f1"].as_float(), profile["unit"].as_str()), (Some(1.0), Some("words")));

    // The profile is what another command takes.
    let picture = folder.at("a.svg");
    run([
        "plot".into(),
        folder.at("site/a.html"),
        "-o".into(),
        picture.clone(),
        "--profile".into(),
        folder.at("a.toml"),
    ])
    .ends(0);
    assert!(fs::read_to_string(picture).unwrap().contains("a.html: R2L with a parser, P = 8"));
}

#[test]
fn the_page_that_ships() {
    let gold = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/r2l");
    let text = run(["tune", "r2l", "--gold", gold]).ends(0).text();
    // An advert of ten lines stands between two paragraphs, and 18 lines between the last and other news.
    for row in ["10  0.7347\n11  1.0000  best\n", "18  1.0000\n19  0.8768\n"] {
        assert!(text.contains(row), "{text}");
    }
}

#[test]
fn pages_in_other_encodings_and_folders_apart() {
    let (legacy, _, lost) =
        encoding_rs::WINDOWS_1256.encode("<meta charset=windows-1256>\n\n<p>هذا نص الصفحة العربية");
    assert!(!lost);
    let folder = Folder::with(&[
        ("html/a.htm", &legacy),
        ("gold/a.txt", "هذا نص الصفحة العربية".as_bytes()),
        ("html/b.xhtml", page().as_bytes()),
    ]);
    let all = ["--extractor=r2l", "--script=arabic-block", "--unit=characters"];
    let tuned = tune(&folder, "", &all).ends(0);
    assert!(tuned.text().contains(" 8  1.0000  best"), "{}", tuned.text());
    assert!(tuned.text().ends_with("of 1 page: too few to trust\n"));
    assert!(tuned.err.contains("b.xhtml: skipped, because it has no text"), "{}", tuned.err);
    assert_eq!(tune(&folder, "", &["--quiet"]).ends(0).err, "");
}

#[test]
fn what_cannot_be_tuned_is_said_and_leaves_no_file() {
    let folder = Folder::with(&[
        ("alone/a.html", b"<p>a"),
        ("latin/a.html", b"<p>Only Latin"),
        ("latin/a.txt", b"Only Latin"),
        ("bytes/a.html", page().as_bytes()),
        ("bytes/a.txt", b"\xff\xfe\x00"),
    ]);
    for (gold, reason) in [
        ("nothing", "nothing"),
        ("alone", "NAME.txt beside it"),
        ("latin", "no page has text in --script right-to-left"),
        ("bytes", "not UTF-8"),
    ] {
        let tuned = tune(&folder, gold, &["-o", "@a.toml"]).ends(1);
        assert!(tuned.err.contains(reason), "{gold}: {}", tuned.err);
        assert_eq!(tuned.text(), "", "{gold}");
    }
    assert!(!folder.at("a.toml").exists());
    tune(&folder, "latin", &["--extractor=licea"]).ends(2);
    tune(&folder, "latin", &["--script=latin"]).ends(2);
}

//! `pellucid decode` and `strip`: what is written, and where.

use std::fs;
use std::path::PathBuf;

use crate::harness::{Folder, run, run_with};

#[test]
fn an_encoding_can_be_named() {
    assert_eq!(run_with(b"caf\xE9", ["decode", "--from", "latin1"]).ends(0).text(), "café");
    assert_eq!(run_with(b"\xB2\xE2\xCA\xD4", ["decode", "--from", "gb2312"]).ends(0).text(), "测试");
}

#[test]
fn an_encoding_can_be_found() {
    assert_eq!(run_with("Grüße".as_bytes(), ["decode"]).ends(0).text(), "Grüße");
}

#[test]
fn text_can_be_written_in_another_encoding() {
    let koi = run_with("Привет".as_bytes(), ["decode", "--from=utf-8", "--to=koi8-r"]).ends(0);
    assert_eq!(koi.out, b"\xF0\xD2\xC9\xD7\xC5\xD4");
    let jis = run_with("日本".as_bytes(), ["decode", "--from=utf-8", "--to=iso-2022-jp"]).ends(0);
    assert_eq!(jis.out, b"\x1B$BF|K\\\x1B(B");
    run_with(b"", ["decode", "--to=binary"]).ends(2);
}

#[test]
fn every_policy_for_errors() {
    let bytes = b"a\xFFb";
    let replaced = run_with(bytes, ["decode", "--from=utf-8"]).ends(0);
    assert_eq!(replaced.text(), "a\u{FFFD}b");
    assert!(replaced.err.contains("1 place does not decode as UTF-8, at byte 1"), "{}", replaced.err);
    assert_eq!(run_with(bytes, ["decode", "--from=utf-8", "--quiet"]).ends(0).err, "");
    assert_eq!(run_with(bytes, ["decode", "--from=utf-8", "--errors=ignore"]).ends(0).text(), "ab");
    let references = run_with(bytes, ["decode", "--from=utf-8", "--errors=references"]).ends(0);
    assert_eq!(references.text(), "a&#xFF;b");
    let failed = run_with(bytes, ["decode", "--from=utf-8", "--errors=strict"]).ends(1);
    assert!(failed.err.contains("not UTF-8 at byte 1"), "{}", failed.err);
    let rejected = run_with(b"a\xFFb\xFF", ["decode", "--from=utf-8", "--errors=reject"]).ends(1);
    assert!(
        rejected.err.contains("2 places do not decode as UTF-8, the first at byte 1"),
        "{}",
        rejected.err
    );
}

#[test]
fn what_the_target_lacks_is_reported_too() {
    let to_latin = ["decode", "--from=utf-8", "--to=windows-1252"];
    let with = |errors| run_with("€→".as_bytes(), [&to_latin[..], &[errors]].concat());
    let references = with("--errors=references").ends(0);
    assert_eq!(references.out, b"\x80&#8594;");
    assert!(references.err.contains("windows-1252 lacks 1 character"), "{}", references.err);
    assert_eq!(with("--errors=ignore").ends(0).out, b"\x80");
    with("--errors=strict").ends(1);
}

#[test]
fn newlines_controls_and_the_byte_order_mark() {
    let bytes = b"\xEF\xBB\xBFa\r\nb\rc\x01\td";
    let decoded =
        |options: &[&str]| run_with(bytes, [&["decode", "--from=utf-8"], options].concat()).ends(0).text();
    assert_eq!(decoded(&[]), "a\r\nb\rc\x01\td");
    assert_eq!(decoded(&["--newlines"]), "a\nb\nc\x01\td");
    assert_eq!(decoded(&["--controls"]), "a\r\nb\rc\td");
    assert_eq!(decoded(&["--keep-bom"]), "\u{FEFF}a\r\nb\rc\x01\td");
}

#[test]
fn many_inputs_are_written_one_after_the_other() {
    let folder = Folder::with(&[("1", b"one "), ("2/3", b"three "), ("4", b"four")]);
    assert_eq!(run(["decode".as_ref(), folder.path().as_os_str()]).ends(0).text(), "one three four");
}

#[test]
fn a_folder_is_mirrored() {
    let folder = Folder::with(&[("in/a.html", b"caf\xE9"), ("in/b/c.html", b"na\xEFve")]);
    let arguments = ["decode".into(), "--from=latin1".into(), folder.at("in"), "-o".into(), folder.at("out")];
    let run = run(arguments).ends(0);
    assert_eq!((run.text(), run.err), (String::new(), String::new()));
    assert_eq!(fs::read_to_string(folder.at("out/a.html")).unwrap(), "café");
    assert_eq!(fs::read_to_string(folder.at("out/b/c.html")).unwrap(), "naïve");
}

#[test]
fn a_folder_can_be_replaced_in_place() {
    let folder = Folder::with(&[("a", b"caf\xE9"), ("b/c", b"na\xEFve")]);
    let arguments =
        ["decode".as_ref(), "--from=latin1".as_ref(), folder.path(), "-o".as_ref(), folder.path()];
    run(arguments).ends(0);
    assert_eq!(fs::read_to_string(folder.at("a")).unwrap(), "café");
    assert_eq!(fs::read_to_string(folder.at("b/c")).unwrap(), "naïve");
    assert_eq!(folder.names(), ["a", "b"]);
}

#[test]
fn rows_are_about_what_was_written() {
    let folder = Folder::with(&[("in/a", b"text"), ("in/b", b"\xFF")]);
    let arguments = ["decode".into(), "--from=utf-8".into(), "-fjsonl".into(), folder.at("in")];
    let rows = run(arguments.into_iter().chain(["-o".into(), folder.at("out")])).ends(0).json();
    assert_eq!(rows[0]["replaced"], 0);
    assert_eq!(rows[1]["replaced"], 1);
    run(["decode", "--format=tsv"]).ends(2);
}

#[test]
fn rows_have_the_same_keys_and_options_add_theirs() {
    let folder = Folder::with(&[("in/a", "DÃ©jÃ\u{a0} vu".as_bytes()), ("in/b", b"text"), ("in/c", PNG)]);
    let keys = |options: &[&str]| {
        let all = ["decode", "-fjsonl"].iter().chain(options).map(PathBuf::from);
        let places = [folder.at("in"), folder.at("missing"), "-o".into(), folder.at("out")];
        let rows = run(all.chain(places)).ends(1).json();
        assert_eq!(rows.len(), 4);
        let keys: Vec<Vec<String>> =
            rows.iter().map(|row| row.as_object().unwrap().keys().cloned().collect()).collect();
        assert!(keys.iter().all(|one| *one == keys[0]), "{options:?}: {keys:?}");
        keys[0].clone()
    };
    let plain = keys(&[]);
    for (options, added) in [
        (&["--mixed"][..], &["mixed"][..]),
        (&["--repair"], &["repaired"]),
        (&["--check"], &["check"]),
        (&["--copy-binary"], &["copied"]),
        (&["--from=latin1"], &[]),
        (&["--mixed", "--repair", "--check"], &["check", "mixed", "repaired"]),
    ] {
        let keys: Vec<String> = keys(options).into_iter().filter(|key| !plain.contains(key)).collect();
        assert_eq!(keys, added, "{options:?}");
    }
}

#[test]
fn a_named_encoding_is_certain_and_its_source_is_the_caller() {
    let folder =
        Folder::with(&[("page", "<p>Съешь же ещё этих мягких французских булок, да выпей чаю".as_bytes())]);
    for options in [&[][..], &["--repair"]] {
        let all = ["decode", "-fjsonl", "--from=utf-8"].iter().chain(options).map(PathBuf::from);
        let row = &run(all.chain([folder.at("page"), "-o".into(), folder.at("out")])).ends(0).json()[0];
        assert_eq!((&row["confidence"], &row["source"]), (&1.0.into(), &"caller".into()), "{row}");
        assert_eq!((&row["language"], &row["ascii"]), (&"ru".into(), &false.into()), "{row}");
    }
}

const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\xFF\xFE\0";

#[test]
fn what_is_not_text_can_be_copied() {
    let folder = Folder::with(&[("in/a.html", b"caf\xE9"), ("in/b/c.png", PNG), ("in/d.png", PNG)]);
    let decode = |options: &[&str], out: &str| {
        let all = std::iter::once(&"decode").chain(options).map(PathBuf::from);
        run(all.chain([folder.at("in"), "-o".into(), folder.at(out)]))
    };
    let dropped = decode(&[], "dropped").ends(1);
    assert!(dropped.err.contains("c.png: this is not text"), "{}", dropped.err);
    assert!(!folder.at("dropped/d.png").exists());
    let copied = decode(&["--copy-binary", "-fjsonl"], "out").ends(0);
    assert_eq!(copied.err, "pellucid: 2 inputs are not text: copied as they are\n");
    assert_eq!(fs::read(folder.at("out/b/c.png")).unwrap(), PNG);
    assert_eq!(fs::read(folder.at("out/d.png")).unwrap(), PNG);
    assert_eq!(fs::read_to_string(folder.at("out/a.html")).unwrap(), "café");
    let rows = copied.json();
    let report: Vec<_> = rows.iter().map(|row| (row["encoding"].as_str(), row["copied"].as_bool())).collect();
    let binary = (Some("binary"), Some(true));
    assert_eq!(report, [(Some("windows-1252"), Some(false)), binary, binary]);
    assert_eq!(decode(&["--copy-binary", "--quiet"], "quiet").ends(0).err, "");
    // Text and pictures on one standard output help nobody.
    run(["decode".into(), "--copy-binary".into(), folder.at("in")]).ends(2);
    decode(&["--copy-binary", "--from=utf-8"], "no").ends(2);
}

const DECLARED: &[u8] = b"<html><meta charset=\"koi8-r\"><p>\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2";

#[test]
fn declarations_are_set_right_in_files() {
    let folder = Folder::with(&[
        ("in/a.html", DECLARED),
        ("in/b/c.html", b"<head><p>caf\xE9"),
        ("in/d.js", b"'<head>th\xE9'"),
    ]);
    let decode = |options: &[&str], out: &str| {
        let all = std::iter::once(&"decode").chain(options).map(PathBuf::from);
        run(all.chain([folder.at("in"), "-o".into(), folder.at(out)])).ends(0);
        ["a.html", "b/c.html", "d.js"].map(|name| fs::read(folder.at(out).join(name)).unwrap())
    };
    let utf8 = |texts: [&str; 3]| texts.map(|text| text.as_bytes().to_vec());
    let set_right = [
        "<html><meta charset=\"utf-8\"><p>Привет, мир",
        "<head><meta charset=\"utf-8\"><p>café",
        "'<head>thé'",
    ];
    assert_eq!(decode(&[], "auto"), utf8(set_right));
    assert_eq!(decode(&["--declare=auto"], "named"), utf8(set_right));
    // A page as a whole, and in pieces.
    assert_eq!(decode(&["--repair"], "repaired"), utf8(set_right));
    let left = ["<html><meta charset=\"koi8-r\"><p>Привет, мир", "<head><p>café", "'<head>thé'"];
    assert_eq!(decode(&["--declare=never"], "never"), utf8(left));
    let [koi8, cyrillic, _] = decode(&["--to=windows-1251", "--errors=references"], "windows-1251");
    assert_eq!(koi8, b"<html><meta charset=\"windows-1251\"><p>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0");
    assert_eq!(cyrillic, b"<head><meta charset=\"windows-1251\"><p>caf&#233;");
    let [koi8, _, script] = decode(&["--to=utf-16be"], "utf-16be");
    assert!(koi8.starts_with(b"\xFE\xFF\0<") && script.starts_with(b"\0'"));
}

#[test]
fn declarations_in_pipes_are_set_right_on_request() {
    let decoded = |options: &[&str]| run_with(DECLARED, [&["decode"], options].concat()).ends(0).text();
    let left = "<html><meta charset=\"koi8-r\"><p>Привет, мир";
    let set_right = left.replace("koi8-r", "utf-8");
    assert_eq!(decoded(&[]), left);
    assert_eq!(decoded(&["-o", "-"]), left);
    assert_eq!(decoded(&["--declare"]), set_right);
    assert_eq!(decoded(&["--declare", "-"]), set_right, "a path is no value of the option");
    assert_eq!(decoded(&["--declare=always", "--mixed"]), set_right);
    run_with(b"", ["decode", "--declare=often"]).ends(2);
}

/// Text arrives in pieces, and only its head waits.
#[test]
fn declarations_of_a_large_page_are_set_right() {
    for filler in ["é", "日", "a"] {
        let page = |label: &str| format!("<meta charset={label}>{}", filler.repeat(300_000));
        let decoded = run_with(page("gbk").as_bytes(), ["decode", "--declare", "--from=utf-8"]).ends(0);
        assert!(decoded.out == page("utf-8").into_bytes(), "{filler}");
    }
}

#[test]
fn two_inputs_never_become_one_file() {
    let folder = Folder::with(&[("a/index", b"first"), ("b/index", b"second")]);
    let arguments =
        ["decode".into(), folder.at("a/index"), folder.at("b/index"), "-o".into(), folder.at("out")];
    let run = run(arguments).ends(1);
    assert!(run.err.contains("already the output of another input"), "{}", run.err);
    assert_eq!(fs::read(folder.at("out/index")).unwrap(), b"first");
}

#[test]
fn a_failure_leaves_no_file() {
    let folder = Folder::with(&[("page", b"\xFF")]);
    let arguments = ["decode".into(), "--from=utf-8".into(), "--errors=strict".into(), folder.at("page")];
    run(arguments.into_iter().chain(["-o".into(), folder.at("out")])).ends(1);
    assert_eq!(folder.names(), ["page"]);
}

/// More than is kept in memory: the rest goes through a temporary file.
#[test]
fn a_large_standard_input_is_found_and_decoded() {
    let page = "Grüße aus Köln. ".repeat(1_000_000);
    assert!(run_with(page.as_bytes(), ["decode"]).ends(0).out == page.as_bytes());
}

#[test]
fn strip_leaves_bytes_as_they_are() {
    let page =
        b"<html><body><p>caf\xE9 with enough text to be more than forty letters long</p></body></html>";
    let run = run_with(page, ["strip"]).ends(0);
    assert_eq!(run.out.trim_ascii(), &page[15..page.len() - 18]);
    assert_eq!(run.err, "");
}

#[test]
fn strip_has_two_ways() {
    let page = "<p>one<!-- two --><b>three</b> ".repeat(20) + "caf\u{e9}";
    let direct = run_with(page.as_bytes(), ["strip"]).ends(0).out;
    assert_eq!(run_with(page.as_bytes(), ["strip", "--strip=direct"]).ends(0).out, direct);
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).split_whitespace().collect::<String>();
    let latin1 = run_with(page.as_bytes(), ["strip", "--strip=latin1"]).ends(0).out;
    assert_eq!(words(&latin1), words(&direct));
    let old = run_with(b"", ["strip", "--method=latin1"]).ends(2);
    assert!(old.err.contains("Usage: pellucid strip"), "{}", old.err);
}

#[test]
fn strip_says_when_little_is_left() {
    let run = run_with(b"<p>three</p>", ["strip"]).ends(0);
    assert!(run.err.contains("only 5 visible characters"), "{}", run.err);
}

#[test]
fn double_encoding_is_undone_on_request_and_reported() {
    let page = "DÃ©jÃ\u{a0} vu, cafÃ©, Ã©tÃ©";
    assert_eq!(run_with(page.as_bytes(), ["decode"]).ends(0).text(), page);
    let repaired = run_with(page.as_bytes(), ["decode", "--repair"]).ends(0);
    assert_eq!(repaired.text(), "Déjà vu, café, été");
    assert!(
        repaired.err.contains("5 runs read as windows-1252 were UTF-8 (10 characters, now 5)"),
        "{}",
        repaired.err
    );
    assert_eq!(run_with(page.as_bytes(), ["decode", "--repair", "--quiet"]).ends(0).err, "");
    let clean = run_with(
        "Donâ\u{80}\u{99}t, itâ\u{80}\u{99}s, weâ\u{80}\u{99}ll\u{1}".as_bytes(),
        ["decode", "--repair", "--controls"],
    );
    assert_eq!(clean.ends(0).text(), "Don’t, it’s, we’ll", "controls go after they have served");
}

#[test]
fn pieces_of_another_encoding_are_read_on_request_and_reported() {
    let page = [&b"caf\xE9, d\xE9j\xE0 "[..], "été, où êtes-vous, là-bas".as_bytes()].concat();
    let mixed = run_with(&page, ["decode", "--from=utf-8", "--mixed", "--check"]).ends(0);
    assert_eq!(mixed.text(), "café, déjà été, où êtes-vous, là-bas");
    assert!(mixed.err.ends_with(": 3 pieces (3 bytes) read as windows-1252\n"), "{}", mixed.err);
    let repair = run_with(&page, ["decode", "--from=latin1", "--repair"]).ends(0);
    assert!(repair.err.contains("--mixed"), "{}", repair.err);
    run_with(b"\x81\xFF", ["decode", "--from=gbk", "--mixed", "--errors=strict"]).ends(1);
}

#[test]
fn what_a_text_shows_is_counted_on_request() {
    let check = run_with("a\u{1}b\u{FFFD}, Москвa".as_bytes(), ["decode", "--check"]).ends(0);
    let report = "1 replacement character, 1 control character, 1 script switch inside words\n";
    assert!(check.err.ends_with(report), "{}", check.err);
    assert_eq!(run_with("Москва".as_bytes(), ["decode", "--check"]).ends(0).err, "");
}

#[test]
fn rows_have_the_counts() {
    let folder = Folder::with(&[("in/a", "DÃ©jÃ\u{a0} vu, cafÃ©\u{1}".as_bytes()), ("in/b", b"text")]);
    let arguments =
        ["decode", "--from=utf-8", "--repair", "--mixed", "--check", "-fjsonl"].map(std::path::PathBuf::from);
    let places = [folder.at("in"), "-o".into(), folder.at("out")];
    let rows = run(arguments.into_iter().chain(places)).ends(0).json();
    let undone = &rows[0]["repaired"][0];
    assert_eq!((&undone["via"], &undone["runs"]), (&"windows-1252".into(), &3.into()));
    assert_eq!((&undone["before"], &undone["after"]), (&6.into(), &3.into()));
    assert_eq!((&rows[0]["check"]["controls"], &rows[0]["mixed"]["pieces"]), (&1.into(), &0.into()));
    assert!(rows[1]["repaired"].as_array().unwrap().is_empty());
}

//! `pellucid decode` and `strip`: what is written, and where.

mod harness;

use std::fs;

use harness::{Folder, run, run_with};

#[test]
fn an_encoding_can_be_told() {
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
    let failed = run_with(bytes, ["decode", "--from=utf-8", "--errors=fail"]).ends(1);
    assert!(failed.err.contains("not UTF-8 at offset 1"), "{}", failed.err);
}

#[test]
fn what_the_target_lacks_is_told_too() {
    let to_latin = ["decode", "--from=utf-8", "--to=windows-1252"];
    let with = |errors| run_with("€→".as_bytes(), [&to_latin[..], &[errors]].concat());
    let references = with("--errors=references").ends(0);
    assert_eq!(references.out, b"\x80&#8594;");
    assert!(references.err.contains("windows-1252 lacks 1 character"), "{}", references.err);
    assert_eq!(with("--errors=ignore").ends(0).out, b"\x80");
    with("--errors=fail").ends(1);
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
fn rows_tell_about_what_was_written() {
    let folder = Folder::with(&[("in/a", b"text"), ("in/b", b"\xFF")]);
    let arguments = ["decode".into(), "--from=utf-8".into(), "-fjsonl".into(), folder.at("in")];
    let rows = run(arguments.into_iter().chain(["-o".into(), folder.at("out")])).ends(0).json();
    assert_eq!(rows[0]["damaged"], 0);
    assert_eq!(rows[1]["damaged"], 1);
    run(["decode", "--format=tsv"]).ends(2);
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
    let arguments = ["decode".into(), "--from=utf-8".into(), "--errors=fail".into(), folder.at("page")];
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
fn strip_says_when_little_is_left() {
    let run = run_with(b"<p>three</p>", ["strip"]).ends(0);
    assert!(run.err.contains("only 5 visible characters"), "{}", run.err);
}

#[test]
fn double_encoding_is_undone_on_request_and_told() {
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
fn pieces_of_another_encoding_are_read_on_request_and_told() {
    let page = [&b"caf\xE9, d\xE9j\xE0 "[..], "été, où êtes-vous, là-bas".as_bytes()].concat();
    let mixed = run_with(&page, ["decode", "--from=utf-8", "--mixed", "--check"]).ends(0);
    assert_eq!(mixed.text(), "café, déjà été, où êtes-vous, là-bas");
    assert!(mixed.err.ends_with(": 3 pieces (3 bytes) read as windows-1252\n"), "{}", mixed.err);
    let repair = run_with(&page, ["decode", "--from=latin1", "--repair"]).ends(0);
    assert!(repair.err.contains("--mixed"), "{}", repair.err);
    run_with(b"\x81\xFF", ["decode", "--from=gbk", "--mixed", "--errors=fail"]).ends(1);
}

#[test]
fn what_a_text_shows_is_counted_on_request() {
    let check = run_with("a\u{1}b\u{FFFD}, Москвa".as_bytes(), ["decode", "--check"]).ends(0);
    let told = "1 replacement character, 1 control character, 1 script switch inside words\n";
    assert!(check.err.ends_with(told), "{}", check.err);
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

//! Input that nobody wants to get: each kind gives a clear answer or error, in bounded time and memory, and
//! nothing else is lost over it. What the answer should be is said by the cases in `testdata/`.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::harness::{Folder, PELLUCID, Run, run, run_with};

const MIB: usize = 1024 * 1024;

/// Asserts that all three commands take the file, and that `detect` names an encoding.
#[track_caller]
fn is_taken(path: &Path) {
    let rows = run(["detect".as_ref(), "--format=jsonl".as_ref(), path.as_os_str()]).ends(0).json();
    assert_eq!(rows.len(), 1);
    assert!(rows[0]["encoding"].is_string(), "{}", rows[0]);
    run(["decode".as_ref(), "--from=windows-1252".as_ref(), path.as_os_str()]).ends(0);
    run(["strip".as_ref(), path.as_os_str()]).ends(0);
}

/// Runs under a limit of virtual memory: far below the input's size, with room for the threads' stacks.
#[cfg(target_os = "linux")]
fn run_within(mebibytes: usize, arguments: &[&str], path: &Path) -> Run {
    let script = format!("ulimit -v {}; exec \"$0\" \"$@\" >/dev/null", mebibytes * 1024);
    let shell =
        Command::new("sh").args(["-c", &script, PELLUCID]).args(arguments).arg(path).output().unwrap();
    Run::from(shell)
}

#[test]
fn empty_file() {
    let folder = Folder::with(&[("page", b"")]);
    is_taken(&folder.at("page"));
    assert_eq!(run(["decode".as_ref(), folder.at("page").as_os_str()]).ends(0).out, b"");
}

#[test]
fn empty_standard_input() {
    let rows = run(["detect"]).ends(0).lines();
    assert_eq!(rows.len(), 1);
    assert!(rows[0].starts_with("-: "), "{rows:?}");
}

#[test]
fn one_byte() {
    for byte in [b"a", b"<", b"\0", b"\x80", b"\xFE", b"\xFF"] {
        is_taken(&Folder::with(&[("page", byte)]).at("page"));
    }
}

#[test]
fn all_zero() {
    is_taken(&Folder::with(&[("page", &vec![0; MIB])]).at("page"));
}

#[test]
fn all_ff() {
    is_taken(&Folder::with(&[("page", &vec![0xFF; MIB])]).at("page"));
}

#[cfg(target_os = "linux")]
#[test]
fn two_gigabytes_of_nothing_are_read_with_little_memory() {
    let folder = Folder::with(&[]);
    File::create(folder.at("sparse")).unwrap().set_len(2 << 30).unwrap();
    run_within(512, &["detect", "-j2"], &folder.at("sparse")).ends(0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_larger_than_memory_is_decoded_and_stripped() {
    let folder = Folder::with(&[]);
    File::create(folder.at("sparse")).unwrap().set_len(640 << 20).unwrap();
    run_within(400, &["decode", "-j2", "--from=windows-1252"], &folder.at("sparse")).ends(0);
    run_within(400, &["strip", "-j2"], &folder.at("sparse")).ends(0);
}

#[cfg(unix)]
#[test]
fn a_loop_of_folders() {
    let folder = Folder::with(&[("a/page", b"text")]);
    std::os::unix::fs::symlink(folder.path(), folder.at("a/loop")).unwrap();
    let arguments = ["detect".as_ref(), "--format=tsv".as_ref(), folder.path().as_os_str()];
    assert_eq!(run(arguments).ends(0).lines().len(), 2, "a header and the page");
    let followed = run([arguments.as_slice(), &["--follow".as_ref()]].concat()).ends(1).lines();
    assert_eq!(followed.len(), 3, "a header, the loop, the page");
    assert!(followed[1].contains("loop: the link leads back"), "{followed:?}");
}

/// Neither can be read even by root, whom permissions do not stop.
#[cfg(target_os = "linux")]
#[test]
fn unreadable_files_are_rows_and_the_others_are_answered() {
    let folder = Folder::with(&[("good", b"text")]);
    std::os::unix::fs::symlink(folder.at("itself"), folder.at("itself")).unwrap();
    let paths = [
        folder.at("good"),
        folder.at("itself"),
        "/proc/self/mem".into(),
        folder.at("missing"),
        folder.at("good"),
    ];
    for format in ["text", "tsv", "jsonl"] {
        let arguments = ["detect".into(), format!("--format={format}").into(), "--quiet".into()];
        let lines = run(arguments.iter().chain(&paths)).ends(1).lines();
        let lines = if format == "tsv" { &lines[1..] } else { &lines };
        assert_eq!(lines.len(), paths.len(), "{lines:?}");
        for (line, path) in lines.iter().zip(&paths) {
            assert!(line.contains(path.to_str().unwrap()), "{line} in place of {}", path.display());
        }
    }
    let rows = run(["detect".into(), "--format=jsonl".into()].iter().chain(&paths)).ends(1).json();
    let failed: Vec<_> = rows.iter().map(|row| row["error"].is_string()).collect();
    assert_eq!(failed, [false, true, true, true, false]);
    let decoded = run(["decode".into(), "--from=utf-8".into()].iter().chain(&paths)).ends(1);
    assert_eq!(decoded.text(), "texttext");
    assert!(decoded.err.contains("3 of 5 inputs failed"), "{}", decoded.err);
}

/// A pipe in a folder would be waited for until somebody writes to it.
#[cfg(unix)]
#[test]
fn a_pipe_in_a_folder_is_reported_and_not_waited_for() {
    let folder = Folder::with(&[("page", b"text")]);
    assert!(Command::new("mkfifo").arg(folder.at("pipe")).status().unwrap().success());
    let lines = run(["detect".as_ref(), folder.path().as_os_str()]).ends(1).lines();
    assert_eq!(lines.len(), 2);
    assert!(lines[1].ends_with("error: not a regular file"), "{lines:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_which_is_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::with(&[]);
    let path = folder.at(OsStr::from_bytes(b"caf\xE9\t.html"));
    fs::write(&path, "text").unwrap();
    let text = run(["detect".as_ref(), path.as_os_str()]).ends(0).text();
    assert!(text.contains("/caf\\xE9\\t.html: "), "{text}");
    let row =
        &run(["detect".as_ref(), "--format=jsonl".as_ref(), folder.path().as_os_str()]).ends(0).json()[0];
    assert!(row["path"].as_str().unwrap().ends_with("/caf\u{FFFD}\t.html"));
    assert!(row["path_hex"].as_str().unwrap().ends_with("2f636166e9092e68746d6c"));
    let out = folder.at("out/");
    run(["decode".as_ref(), "--from=utf-8".as_ref(), path.as_os_str(), "-o".as_ref(), out.as_os_str()])
        .ends(0);
    assert_eq!(fs::read(out.join(path.file_name().unwrap())).unwrap(), b"text");
}

#[test]
fn an_unknown_label_of_the_caller_is_a_usage_error() {
    for arguments in [["decode", "--from=utf-9"], ["decode", "--to=utf-9"], ["detect", "--allow=utf-8,utf-9"]]
    {
        let run = run(arguments).ends(2);
        assert!(run.err.contains("utf-9") && run.err.contains("pellucid encodings"), "{}", run.err);
    }
    let run = run(["encodings", "utf-9", "utf-8"]).ends(1);
    assert!(run.text().contains("\"utf-9\": error: "), "{}", run.text());
}

#[test]
fn an_unknown_label_of_a_page_or_header_is_only_ignored() {
    let page = "<meta charset=utf-9><p>Grüße aus Köln</p>";
    let decoded = run_with(page.as_bytes(), ["decode", "--content-type=text/html; charset=nonsense"]).ends(0);
    assert_eq!(decoded.text(), page);
}

#[test]
fn contradictory_declarations() {
    let page = "\u{FEFF}<?xml version='1.0' encoding='koi8-r'?><meta charset=big5><p>Grüße aus Köln</p>";
    let decoded = run_with(page.as_bytes(), ["decode", "--content-type=text/html; charset=sjis"]).ends(0);
    assert_eq!(decoded.text(), page.trim_start_matches('\u{FEFF}'));
}

#[test]
fn a_page_cut_in_a_character() {
    let page = "<p>Grüße aus Kö";
    let decoded = run_with(&page.as_bytes()[..page.len() - 1], ["decode", "--from=utf-8"]).ends(0);
    assert_eq!(decoded.text(), "<p>Grüße aus K\u{FFFD}");
    assert!(decoded.err.contains("1 place does not decode as UTF-8, at byte 16"), "{}", decoded.err);
    run_with(&page.as_bytes()[..page.len() - 1], ["detect"]).ends(0);
}

#[test]
fn a_page_cut_in_a_tag() {
    for end in ["<", "<a", "<a href=\"x", "<!--", "<script", "</", "&am"] {
        let page = format!("<p>Grüße</p>{end}");
        assert!(run_with(page.as_bytes(), ["strip"]).ends(0).text().starts_with("Grüße"), "{end}");
        assert_eq!(run_with(page.as_bytes(), ["decode", "--from=utf-8"]).ends(0).text(), page);
        run_with(page.as_bytes(), ["detect"]).ends(0);
    }
}

#[test]
fn deeply_nested_and_never_closed() {
    let opened = [
        "<div>",
        "<!--",
        "<script>",
        "<a b='",
        "<![CDATA[",
        "<svg><style><!--",
        "<?",
        "&",
        "<table><tr><td>",
    ];
    for piece in opened {
        is_taken(&Folder::with(&[("page", piece.repeat(MIB / piece.len()).as_bytes())]).at("page"));
    }
}

#[test]
fn a_hundred_megabytes_of_angle_brackets() {
    let folder = Folder::with(&[("page", &vec![b'<'; 100 * MIB])]);
    let start = Instant::now();
    run(["detect".as_ref(), folder.at("page").as_os_str()]).ends(0);
    run(["strip".as_ref(), folder.at("page").as_os_str()]).ends(0);
    // Linear time takes seconds, and a minute on a machine that is busy with other things; quadratic time would take days.
    assert!(start.elapsed() < Duration::from_secs(600), "{:?}", start.elapsed());
}

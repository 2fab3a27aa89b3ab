//! How a run ends: closed pipes, Ctrl-C, usage errors, and the commands which only print.

use std::io::{BufRead, BufReader, Read, Write};

use crate::harness::{self, Folder, run, start};

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let folder = Folder::with(&[("page", b"text")]);
    let many = std::iter::repeat_n(folder.at("page"), 5000);
    for command in ["detect", "decode", "strip"] {
        let mut child = start(std::iter::once(command.into()).chain(many.clone()).chain(["--quiet".into()]));
        if command == "detect" {
            // More rows than fit into a pipe: the command must meet the closed end while writing.
            let mut line = String::new();
            BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
            assert!(line.contains("page: "), "{line}");
        } else {
            drop(child.stdout.take());
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{command}");
        assert!(output.status.success(), "{command}: {}", output.status);
    }
}

#[test]
fn printing_into_a_closed_pipe_is_no_error() {
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../models/svm.model");
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/vopros.html");
    let many = [&["detect", "--format=json"][..], &[page; 3000]].concat();
    for arguments in [
        &["encodings"][..],
        &["encodings", "--format=json"],
        &["encodings", "--format=jsonl"],
        &["encodings", "--format=tsv"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["batch", "--help"],
        &["model", "show", "--top=500", model],
        &["model", "show", "--top=500", "--format=jsonl", model],
        &["show", page],
        &["detect", "--explain", page],
        &["extract", page],
        &["extract", "--format=json", page],
        &many,
    ] {
        let mut child = start(arguments);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert!(output.status.success(), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_no_unfinished_file() {
    use std::process::Command;
    use std::thread;
    use std::time::{Duration, Instant};
    for signal in ["INT", "TERM"] {
        let folder = Folder::with(&[("page.txt", b"as it was")]);
        let mut child = start(["decode".into(), "--from=utf-8".into(), "-o".into(), folder.at("page.txt")]);
        // A pipe which stays open: the command waits for more when the signal comes.
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(&[b'a'; 300_000]).unwrap();
        let start = Instant::now();
        while folder.names().len() < 2 {
            assert!(start.elapsed() < Duration::from_secs(20), "no file is being written");
            thread::sleep(Duration::from_millis(10));
        }
        let kill = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(folder.names(), ["page.txt"], "{signal}");
        assert_eq!(std::fs::read(folder.at("page.txt")).unwrap(), b"as it was");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_once() {
    use std::fs::OpenOptions;
    use std::process::{Command, Stdio};
    let folder = Folder::with(&[("a", &[b'a'; 200_000]), ("b", &[b'b'; 200_000])]);
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child = Command::new(harness::PELLUCID)
        .args(["decode", "--from=utf-8"])
        .arg(folder.path())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.contains("No space left"), "{err}");
}

#[test]
fn usage_errors_end_with_two() {
    run(["nonsense"]).ends(2);
    run(["detect", "--nonsense"]).ends(2);
    run(["detect", "--threads=0"]).ends(2);
    run([] as [&str; 0]).ends(2);
    let folder = Folder::with(&[("a", b""), ("b", b"")]);
    let run = run(["decode".into(), folder.at("a"), folder.at("b"), "-o".into(), folder.at("b")]).ends(2);
    assert!(run.err.contains("several inputs cannot go to one file"), "{}", run.err);
}

#[test]
fn usage_errors_show_the_usage_of_their_command() {
    for (arguments, usage) in [
        (&["detect", "--explain", "--format=tsv"][..], "pellucid detect "),
        (&["detect", "--expert=icu"], "pellucid detect "),
        (&["detect", "--lang=klingon"], "pellucid detect "),
        (&["show", "--method=chared", "--lang=ojibwe"], "pellucid show "),
        (&["train", "chared", "-o", "new.model", "-"], "pellucid train chared "),
        (&["model", "list", "klingon"], "pellucid model list "),
        (&["decode", "--to=binary"], "pellucid decode "),
        (&["extract", "--gap=3"], "pellucid extract "),
        (&["extract", "page.html", "-o", "page.xyz"], "pellucid extract "),
        (&["batch", "crawl", "-o", "-"], "pellucid batch "),
        (&["plot", "page.html", "-o", "page.gif"], "pellucid plot "),
        (&["train", "chared", "-o", "new.model"], "pellucid train chared "),
        (&["train", "svm", "-o", "new.model"], "pellucid train svm "),
        (&["tune", "r2l", "--gold=.", "--use-meta"], "pellucid tune r2l "),
    ] {
        let err = run(arguments).ends(2).err;
        assert!(err.contains(&format!("\nUsage: {usage}")), "{arguments:?}: {err}");
        assert!(
            err.starts_with("error: ") && err.ends_with("For more information, try '--help'.\n"),
            "{err}"
        );
    }
}

/// Every command, as words.
fn commands() -> Vec<Vec<&'static str>> {
    let nested = ["train chared", "train svm", "tune r2l", "model show", "model list"];
    let all = ["show", "detect", "decode", "extract", "batch", "strip", "train", "tune", "plot", "model"];
    let all = all.into_iter().chain(["encodings", "completions", "man"]).chain(nested);
    std::iter::once("").chain(all).map(|command| command.split_whitespace().collect()).collect()
}

#[test]
fn short_help_has_one_line_for_each_option() {
    for command in commands() {
        let help = run([&command[..], &["-h"]].concat()).ends(0).text();
        let mut is_wrapped = Vec::new();
        for line in help.lines() {
            assert!(line.chars().count() <= 100, "{command:?}: {line}");
            // What is wrapped continues in the column of the descriptions.
            if line.starts_with("            ") {
                is_wrapped.push(line);
            }
        }
        assert!(is_wrapped.is_empty(), "{command:?}: {is_wrapped:?}");
    }
}

#[test]
fn help_starts_with_a_verb() {
    let nouns = [
        "The", "A", "An", "How", "What", "Where", "Which", "Who", "Only", "These", "With", "It", "As", "All",
    ];
    for command in commands() {
        let help = run([&command[..], &["-h"]].concat()).ends(0).text();
        let options = help.lines().filter(|line| line.trim_start().starts_with('-'));
        for line in options {
            let words = line.trim_start().split_once("  ").unwrap_or_else(|| panic!("{command:?}: {line}")).1;
            let first = words.split_whitespace().next().unwrap();
            assert!(first.starts_with(char::is_uppercase) && !nouns.contains(&first), "{command:?}: {line}");
        }
        let about = help.lines().next().unwrap();
        assert!(!nouns.contains(&about.split(' ').next().unwrap()), "{about}");
    }
}

#[test]
fn help_uses_plain_words() {
    for command in commands() {
        let help = run([&command[..], &["--help"]].concat()).ends(0).text();
        for word in help.split(|c: char| !c.is_alphabetic()) {
            for odd in ["told", "tells", "rightly", "charset", "literature", "behind", "whom", "thereof"] {
                let is_value = word == "charset" && help.contains("charset=");
                assert!(!word.eq_ignore_ascii_case(odd) || is_value, "{command:?}: {word}");
            }
        }
    }
}

#[test]
fn help_has_examples() {
    for command in ["show", "detect", "decode", "strip", "tune", "plot", "encodings", "completions", "man"] {
        for help in ["-h", "--help"] {
            assert!(run([command, help]).ends(0).text().contains("Examples:"), "{command} {help}");
        }
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(["completions", shell]).ends(0).text();
        assert!(script.contains("encodings") && script.contains("content-type"), "{shell}");
    }
}

#[test]
fn the_manual_as_a_page_and_as_files() {
    assert!(run(["man"]).ends(0).text().contains(".SH"));
    let folder = Folder::with(&[]);
    run(["man".as_ref(), folder.path().as_os_str()]).ends(0);
    for name in [
        "pellucid.1",
        "pellucid-detect.1",
        "pellucid-train.1",
        "pellucid-train-chared.1",
        "pellucid-model-show.1",
        "pellucid-model-list.1",
    ] {
        assert!(folder.names().contains(&name.to_owned()), "{name} in {:?}", folder.names());
    }
    let nested = std::fs::read_to_string(folder.at("pellucid-train-chared.1")).unwrap();
    assert!(nested.contains("pellucid train chared") && nested.contains("sample"), "{nested}");
}

#[test]
fn encodings_in_every_format() {
    assert!(run(["encodings"]).ends(0).lines().len() > 40);
    assert_eq!(run(["encodings", "--format=jsonl", "latin1"]).ends(0).json()[0]["name"], "windows-1252");
    let rows = run(["encodings", "--format=json", "latin1", "nonsense"]).ends(1).json();
    assert_eq!((&rows[0]["error"], &rows[1]["name"]), (&serde_json::Value::Null, &serde_json::Value::Null));
    assert!(
        run(["encodings", "--format=tsv"]).ends(0).text().starts_with("name\tfamily\tuse\tiana\tpython\t")
    );
}

//! Every example of every help text, run by a shell in a folder that has the files they name.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use super::archive::{crawl, gzipped};
use super::harness::{Folder, PELLUCID, run};

const SWAHILI: [&str; 4] = [
    "Watu wote wamezaliwa huru, hadhi na haki zao ni sawa.",
    "Kila mtu ana haki ya kuishi, haki ya kuwa huru na haki ya usalama.",
    "Mtu yeyote hatafanywa mtumwa, wala kuwekwa katika hali ya utumwa.",
    "Wote wamejaliwa akili na dhamiri, hivyo yapasa watendeane kindugu; José aliuza kahawa kwa €5.",
];
const RUSSIAN: [&str; 4] = [
    "Все люди рождаются свободными и равными в своём достоинстве и правах.",
    "Каждый человек имеет право на жизнь, на свободу и на личную неприкосновенность.",
    "Никто не должен содержаться в рабстве или в подневольном состоянии.",
    "Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.",
];

/// Sentences in an order of its own.
fn text(sentences: [&str; 4], seed: usize) -> String {
    let order = (0..12).map(|n| sentences[(seed + n * (1 + seed % 3)) % 4]);
    order.collect::<Vec<_>>().join(" ") + &format!(" {seed}\n")
}

fn lines(sentences: [&str; 4]) -> String {
    (0..400).map(|line| text(sentences, line)).collect()
}

/// The files that the examples name.
fn files() -> Folder {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let read = |name: &str| fs::read(testdata.join(name)).unwrap();
    let swahili = format!("<meta charset=utf-8><title>Haki</title><p>{}", text(SWAHILI, 1));
    let archive = gzipped(&crawl(5));
    let row = serde_json::json!({"url": "http://example.org/", "html": swahili}).to_string();
    let folder = Folder::with(&[
        ("page.html", swahili.as_bytes()),
        ("old.html", b"caf\xE9"),
        ("letters/1.txt", b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1?"),
        ("mirror/page.html", swahili.as_bytes()),
        ("pages.jsonl", row.as_bytes()),
        ("CC-MAIN-1.warc.gz", &archive),
        ("crawl.warc.gz", &archive),
        ("crawl/1.warc.gz", &archive),
        ("site/khabar.html", &read("r2l/khabar.html")),
        ("site/khabar.txt", &read("r2l/khabar.txt")),
        ("site/pixel.png", &read("pages/pixel.png")),
        ("swahili.txt", lines(SWAHILI).as_bytes()),
        ("welsh.txt", lines(SWAHILI).as_bytes()),
        ("corpus.txt", lines(SWAHILI).as_bytes()),
        ("russian.txt", lines(RUSSIAN).as_bytes()),
        ("corpus/languages.tsv", b"tag\twhatwg_encodings\nru\tkoi8-r windows-1251\n"),
        ("corpus/ru.train.txt", lines(RUSSIAN).as_bytes()),
    ]);
    for (label, encoding) in [("koi8-r", encoding_rs::KOI8_R), ("windows-1251", encoding_rs::WINDOWS_1251)] {
        fs::create_dir_all(folder.at(format!("pages/{label}"))).unwrap();
        for n in 0..20 {
            let page = format!("<meta charset={label}><p>{}", text(RUSSIAN, n));
            fs::write(folder.at(format!("pages/{label}/{n}.html")), encoding.encode(&page).0).unwrap();
        }
    }
    let list = ["koi8-r", "windows-1251"]
        .map(|label| (0..20).map(|n| format!("pages/{label}/{n}.html\t{label}\n")).collect::<String>());
    fs::write(folder.at("list.tsv"), list.concat()).unwrap();
    for (n, encoding) in (0..20).zip([encoding_rs::UTF_8, encoding_rs::WINDOWS_1252].into_iter().cycle()) {
        let page = format!("<meta charset={}><p>{}", encoding.name(), text(SWAHILI, n));
        fs::write(folder.at(format!("crawl/{n}.html")), encoding.encode(&page).0).unwrap();
    }
    for path in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions", "bin"] {
        fs::create_dir_all(folder.at(path)).unwrap();
    }
    // The network, and programs that are not installed everywhere.
    for (name, script) in [("curl", "cat page.html"), ("jq", "cat"), ("iconv", "cat"), ("man", "cat")] {
        let path = folder.at(format!("bin/{name}"));
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    std::os::unix::fs::symlink(PELLUCID, folder.at("bin/pellucid")).unwrap();
    folder
}

/// The examples of a command, without the words beside them.
fn examples(command: &[&str]) -> Vec<String> {
    let help = run([command, &["--help"]].concat()).ends(0).text();
    let after = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command:?} has no examples")).1;
    let lines = after.lines().take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().split("  ").next().unwrap().to_owned()).collect()
}

#[test]
fn every_example_of_the_help_works() {
    if Command::new("bash").arg("--version").stdout(Stdio::null()).status().is_err() {
        panic!("this test needs bash, for `<(…)` in an example");
    }
    let folder = files();
    let path = format!("{}:{}", folder.at("bin").display(), env::var("PATH").unwrap());
    let mut count = 0;
    // What others use comes first: models and profiles.
    for command in [
        "train chared",
        "train svm",
        "train",
        "tune r2l",
        "tune",
        "model show",
        "model list",
        "model",
        "",
        "show",
        "detect",
        "decode",
        "extract",
        "batch",
        #[cfg(feature = "serve")]
        "serve",
        "strip",
        "plot",
        "encodings",
        "completions",
        "man",
    ] {
        for mut example in examples(&command.split_whitespace().collect::<Vec<_>>()) {
            // The service runs until it is stopped: here, only its options are read. `serve.rs` runs it.
            if example.starts_with("pellucid serve") {
                example += " --help";
            }
            let ran = Command::new("bash")
                .args(["-c", &format!("set -o pipefail; {example}")])
                .current_dir(folder.path())
                .env("PATH", &path)
                .env("HOME", folder.path())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            assert!(
                ran.status.success(),
                "pellucid {command} --help: {example}: {}",
                String::from_utf8_lossy(&ran.stderr)
            );
            count += 1;
            // Many of them write the same files, and a run does not replace what exists.
            for name in folder.names().iter().filter(|name| name.starts_with("text")) {
                let path = folder.at(name);
                if path.is_file() {
                    std::fs::remove_file(path).unwrap();
                }
            }
        }
    }
    assert!(count > 60, "{count}");
}

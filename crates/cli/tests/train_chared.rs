//! `pellucid train chared`, `pellucid model show`, and `--method chared`.

use std::fs;
use std::path::PathBuf;

use crate::harness::{Folder, Run, run, run_with};

const CZECH: &str = "Příliš žluťoučký kůň úpěl ďábelské ódy a šílený čaroděj těžce spal vedle tří řek";

/// Pages in Czech that declare three encodings, and others that cannot be used.
fn pages() -> Folder {
    let folder = Folder::with(&[
        ("text.txt", CZECH.as_bytes()),
        ("latin1.txt", b"caf\xE9"),
        ("pages/undeclared.html", "<p>kůň".as_bytes()),
        ("pages/empty.html", b"<meta charset=utf-8><p>"),
        ("pages/english.html", b"<meta charset=utf-8><p>All human beings are born free and equal in dignity"),
    ]);
    let kinds = [
        ("utf-8", encoding_rs::UTF_8, 250),
        ("windows-1250", encoding_rs::WINDOWS_1250, 150),
        ("iso-8859-2", encoding_rs::ISO_8859_2, 1),
    ];
    for (name, encoding, count) in kinds {
        for n in 0..count {
            let page = format!("<meta charset={name}><title>{n}</title><p>{CZECH}");
            let (bytes, _, _) = encoding.encode(&page);
            fs::write(folder.at(format!("pages/{name}-{n}.html")), bytes).unwrap();
        }
    }
    folder
}

/// Arguments with an `@` are paths in the folder.
fn pellucid(folder: &Folder, arguments: &[&str]) -> Run {
    let path =
        |argument: &&str| argument.strip_prefix('@').map_or(PathBuf::from(argument), |name| folder.at(name));
    run(arguments.iter().map(path))
}

#[test]
fn pages_make_a_model_and_what_was_skipped_is_reported() {
    let folder = pages();
    let train = ["train", "chared", "-o", "@cs.model", "--sample", "@text.txt", "@pages"];
    let report = pellucid(&folder, &train).ends(0).text();
    assert!(report.contains("401 of 404 pages used"), "{report}");
    assert!(report.contains("languages of the pages: cs 401"), "{report}");
    for skipped in [
        "1 page that declares no encoding",
        "1 page that is unlike the sample: the most similar is like it by 0.",
        "1 page that has no text",
        "ISO-8859-2, with 1 pages, less than 0.5 %",
    ] {
        assert!(report.contains(&format!("skipped: {skipped}")), "{skipped}: {report}");
    }
    assert!(report.contains("chared, 2 classes"), "{report}");
    assert!(
        report.contains("five-fold cross-validation: 400 documents, 100.00 % given their encoding"),
        "{report}"
    );
    assert!(report.contains("\nwindows-1250           150   100.00\n"), "{report}");
    let first = fs::read(folder.at("cs.model")).unwrap();
    pellucid(&folder, &train).ends(0);
    assert_eq!(fs::read(folder.at("cs.model")).unwrap(), first, "the same pages, the same bytes");

    let shown = &pellucid(&folder, &["model", "show", "--format=jsonl", "@cs.model"]).ends(0).json()[0];
    assert_eq!(shown["method"], "chared");
    assert_eq!(shown["classes"][0]["encoding"], "UTF-8");
    assert_eq!(shown["classes"][1]["language"], "cs");
    assert!(!shown["classes"][1]["top"].as_array().unwrap().is_empty());

    for (encoding, name) in [(encoding_rs::WINDOWS_1250, "windows-1250"), (encoding_rs::UTF_8, "UTF-8")] {
        let (page, _, _) = encoding.encode("<p>žlutý kůň spal");
        fs::write(folder.at("page.html"), page).unwrap();
        let detect = ["detect", "--format=jsonl", "--model", "@cs.model", "@page.html"];
        let row = &pellucid(&folder, &detect).ends(0).json()[0];
        assert_eq!((row["encoding"].as_str(), row["source"].as_str()), (Some(name), Some("chared")), "{row}");
    }
}

#[test]
fn text_makes_a_model_in_encodings_that_are_named() {
    let folder = pages();
    let train =
        ["train", "chared", "-o", "@cs.model", "--text", "@text.txt", "--encodings=windows-1250,ibm852"];
    let report = pellucid(&folder, &train).ends(0).text();
    assert!(report.contains("chared, 3 classes"), "UTF-8 is always one: {report}");
    for (written, tag) in [("Czech", "cs"), ("klingon", "klingon")] {
        let report = pellucid(&folder, &[&train[..], &["--lang", written]].concat()).ends(0).text();
        assert!(report.contains(&format!("\n  {tag} windows-1250, ")), "{report}");
    }
    let (page, _, _) = encoding_rs::WINDOWS_1250.encode("<p>žlutý kůň spal");
    fs::write(folder.at("page.html"), page).unwrap();
    let text = pellucid(&folder, &["decode", "--model", "@cs.model", "@page.html"]).ends(0).text();
    assert_eq!(text, "<p>žlutý kůň spal");
}

#[test]
fn what_cannot_be_trained_leaves_no_file() {
    let folder = pages();
    let refused: [(&[&str], i32, &str); 8] = [
        (&["@pages/undeclared.html"], 1, "no page can be used"),
        (&["--text", "@latin1.txt", "--encodings=latin1"], 1, "not UTF-8"),
        (&["--text", "@missing.txt", "--encodings=latin1"], 1, "missing.txt"),
        (&["--text", "@text.txt"], 2, "--encodings"),
        (&["--text", "@text.txt", "--encodings=klingon"], 2, "klingon"),
        (&["--text", "@text.txt", "--encodings=latin1", "@pages"], 2, "--text"),
        (&[], 2, "name pages"),
        (&["-"], 2, "standard input is one page"),
    ];
    for (arguments, code, words) in refused {
        let all = [&["train", "chared", "-o", "@new.model"], arguments].concat();
        let run = pellucid(&folder, &all).ends(code);
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
        assert!(!folder.at("new.model").exists(), "{arguments:?}");
    }
    // One page that cannot be read is reported, and the model is made of the others.
    let all = ["train", "chared", "-o", "@new.model", "@pages", "@missing.html"];
    let run = pellucid(&folder, &all).ends(1);
    assert!(run.err.contains("missing.html") && folder.at("new.model").exists(), "{}", run.err);
}

#[test]
fn chared_knows_languages_by_name_and_tag_and_says_which() {
    let (page, _, _) = encoding_rs::WINDOWS_1250.encode("<p>Příliš žluťoučký kůň");
    for language in ["cs", "Czech", "cze", "cz", "cs_CZ.UTF-8"] {
        let row = &run_with(&page, ["detect", "--format=jsonl", "--method=chared", "--lang", language])
            .ends(0)
            .json()[0];
        assert_eq!(
            (row["encoding"].as_str(), row["source"].as_str()),
            (Some("windows-1250"), Some("chared")),
            "{row}"
        );
    }
    let err = run_with(&page, ["detect", "--method=chared", "--lang=asturian"]).ends(2).err;
    assert!(err.contains("no model of the language ast; train one with `pellucid train chared`"), "{err}");
    let err = run_with(&page, ["detect", "--method=chared", "--lang=klingon"]).ends(2).err;
    assert!(err.contains("unknown language \"klingon\""), "{err}");
    let row =
        &run_with(&page, ["detect", "--explain", "--format=jsonl", "--method=chared"]).ends(0).json()[0];
    assert_eq!((row["encoding"].as_str(), row["source"].as_str()), (Some("windows-1250"), Some("chared")));
    let evidence = row["evidence"].to_string();
    assert!(evidence.contains("nobody named the language; the text looks like cs"), "{evidence}");
}

#[test]
fn the_models_that_ship_are_listed() {
    let all = run(["model", "list"]).ends(0).text();
    assert_eq!(all.lines().count(), 120);
    assert!(
        all.lines()
            .any(|line| line.starts_with("cs       Czech  ")
                && line.contains("UTF-8, ISO-8859-2, windows-1250"))
    );
    let some =
        run(["model", "list", "--format=jsonl", "norwegian", "farsi", "zh-TW", "serbian"]).ends(0).json();
    let tags: Vec<&str> = some.iter().map(|row| row["language"].as_str().unwrap()).collect();
    assert_eq!(tags, ["fa", "nb", "nn", "sr", "sr-Latn", "zh-HK", "zh-Hant"]);
    assert!(some[6]["encodings"].as_array().unwrap().iter().any(|name| name == "EUC-TW"));
    let err = run(["model", "list", "asturian"]).ends(2).err;
    assert!(err.contains("no model ships for asturian"), "{err}");
}

/// What a beginner does wrong: every time it is said what happened, with counts, and a model of no use is no file.
#[test]
fn mistakes_of_beginners() {
    let english =
        "All human beings are born free and equal in dignity and rights. They are endowed with reason";
    let folder = Folder::with(&[("sample.txt", english.as_bytes()), ("ascii.txt", english.as_bytes())]);
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    for n in 0..20 {
        write(&format!("one/{n}.html"), format!("<meta charset=utf-8><p>{n} {CZECH}").as_bytes());
        let (legacy, _, _) = encoding_rs::WINDOWS_1250.encode(CZECH);
        let declared = |name: &str| [format!("<meta charset={name}><p>{n} ").as_bytes(), &legacy].concat();
        write(&format!("two/{n}.html"), &declared("windows-1250"));
        write(&format!("mixed/{n}.html"), &declared("windows-1250"));
        write(&format!("wrong/{n}.html"), &declared("utf-8"));
        write(&format!("wrong/u{n}.html"), format!("<meta charset=iso-8859-2><p>{n} {CZECH}").as_bytes());
        write(&format!("mixed/en{n}.html"), format!("<meta charset=utf-8><p>{n} {english}").as_bytes());
        write(&format!("ascii/{n}.html"), format!("<meta charset=utf-8><p>{n} {english}").as_bytes());
        write(&format!("ascii/w{n}.html"), format!("<meta charset=latin1><p>{n} {english}").as_bytes());
        write(&format!("odd/{n}.html"), b"<meta charset=klingon-8><p>x");
    }
    write("odd/empty.html", b"");
    write("odd/image.html", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0");
    let refused: [(&[&str], &[&str]); 6] = [
        (&["@one"], &["UTF-8 is the only encoding", "20 of 20 pages used"]),
        (&["@ascii"], &["no n-gram is left: 40 texts with 0 characters beyond ASCII", "all 2 encodings"]),
        (
            &["@one", "@two", "--sample", "@sample.txt"],
            &[
                "no page can be used",
                "40 pages that are unlike the sample",
                "0.50 are needed",
                "different trigrams",
            ],
        ),
        (
            &["@wrong"],
            &["40 pages that are not in the encoding that they declare: ISO-8859-2 (20), UTF-8 (20)"],
        ),
        (
            &["@odd"],
            &[
                "20 pages that declare an encoding that nobody knows: klingon-8 (20)",
                "1 page that is an empty file",
                "1 page that is not text",
            ],
        ),
        (&["--text", "@ascii.txt", "--encodings=windows-1250"], &["no n-gram is left"]),
    ];
    for (arguments, words) in refused {
        let run = pellucid(&folder, &[&["train", "chared", "-o", "@new.model"], arguments].concat()).ends(1);
        for words in words {
            assert!(run.err.contains(words), "{arguments:?}: {words}: {}", run.err);
        }
        assert!(!folder.at("new.model").exists(), "{arguments:?}");
    }
    let mixed = pellucid(&folder, &["train", "chared", "-o", "@new.model", "@mixed"]).ends(0).text();
    assert!(mixed.contains("languages of the pages: cs 20, en 20"), "{mixed}");
    assert!(mixed.contains("note: the pages are in several languages"), "{mixed}");
    // Encodings that are named are used, and nothing is dropped in silence.
    let named = ["--encodings=utf-8,iso-8859-2", "@one", "@two"];
    let report =
        pellucid(&folder, &[&["train", "chared", "-o", "@new.model"], &named[..]].concat()).ends(0).text();
    assert!(report.contains("added: ISO-8859-2, named by --encodings, with 0 pages"), "{report}");
    assert!(
        report.contains("skipped: windows-1250, with 50.0 % of pages, which --encodings does not name"),
        "{report}"
    );
    assert!(report.contains(&format!("\n{:16} {:>9} {:>8}\n", "ISO-8859-2", 0, "-")), "{report}");
    // Text from standard input.
    let train = [
        "train",
        "chared",
        "-o",
        folder.at("stdin.model").to_str().unwrap(),
        "--text=-",
        "--encodings=cp1250",
    ]
    .map(str::to_owned);
    let report = run_with(CZECH.as_bytes(), train).ends(0).text();
    assert!(report.contains("chared, 2 classes"), "{report}");
}

#[test]
fn a_model_is_for_its_method_and_a_damaged_one_for_none() {
    let folder = pages();
    let train = ["train", "chared", "-o", "@cs.model", "--text", "@text.txt", "--encodings=windows-1250"];
    pellucid(&folder, &train).ends(0);
    let err = pellucid(&folder, &["detect", "--method=svm", "--model", "@cs.model", "@text.txt"]).ends(2).err;
    assert!(err.contains("--method chared"), "{err}");
    let whole = fs::read(folder.at("cs.model")).unwrap();
    fs::write(folder.at("cs.model"), &whole[..whole.len() - 1]).unwrap();
    let err = pellucid(&folder, &["model", "show", "@cs.model"]).ends(1).err;
    assert!(err.contains("cs.model") && err.contains("not a model"), "{err}");
}

#[test]
fn tied_answers_are_reported() {
    let row = &run_with(
        b"<p>only ASCII",
        ["detect", "--explain", "--format=jsonl", "--method=chared", "--lang=cs"],
    )
    .ends(0)
    .json()[0];
    let report: Vec<&str> = row["evidence"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|evidence| evidence["source"] == "chared")
        .map(|evidence| evidence["words"].as_str().unwrap())
        .collect();
    assert!(
        report.iter().all(|words| words.ends_with("as much as another")) && report.len() > 1,
        "{report:?}"
    );
    assert_eq!(row["encoding"], "UTF-8", "the commonest");
    assert!(row["tied"].as_array().unwrap().iter().any(|name| name == "windows-1250"), "{row}");
}

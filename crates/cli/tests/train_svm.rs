//! `pellucid train svm`: small pages in, a model out that detects them.

use std::fs;
use std::io::Write;

use crate::harness::{self, Folder, run, start};

const RUSSIAN: [&str; 8] = ["мир", "вода", "небо", "хлеб", "город", "люди", "свет", "дорога"];
const GREEK: [&str; 8] = ["νερό", "ουρανός", "ψωμί", "πόλη", "φως", "δρόμος", "άνθρωποι", "ειρήνη"];

/// Words in an order that differs from page to page.
fn text(words: [&str; 8], page: usize) -> String {
    let word = |n: usize| words[(page * 7 + n * n + n * page / 3) % 8];
    (0..60).map(word).collect::<Vec<_>>().join(" ")
}

/// Pages in three encodings, each in its folder, and some that are of no use.
fn pages() -> Folder {
    let folder = Folder::with(&[("pages/readme.txt", b"about"), ("pages/no-such-thing/a.html", b"a")]);
    let kinds = [
        ("koi8-r", encoding_rs::KOI8_R, RUSSIAN),
        ("windows-1251", encoding_rs::WINDOWS_1251, RUSSIAN),
        ("iso-8859-7", encoding_rs::ISO_8859_7, GREEK),
    ];
    for (name, encoding, words) in kinds {
        fs::create_dir(folder.at(format!("pages/{name}"))).unwrap();
        for page in 0..30 {
            let page_text = format!("<title>x</title><p class=intro>{}</p>", text(words, page));
            let (bytes, _, lost) = encoding.encode(&page_text);
            assert!(!lost);
            fs::write(folder.at(format!("pages/{name}/{page:02}.html")), bytes).unwrap();
        }
    }
    folder
}

fn train(folder: &Folder, model: &str, more: &[&str]) -> harness::Run {
    let fixed = ["train".into(), "svm".into(), "-o".into(), folder.at(model), "--features=60".into()];
    run(fixed.into_iter().chain(more.iter().map(|argument| match argument.strip_prefix('@') {
        Some(name) => folder.at(name),
        None => argument.into(),
    })))
}

#[test]
fn pages_in_folders_make_a_model_that_detects_them() {
    let folder = pages();
    let trained = train(&folder, "mine.model", &["@pages", "--leave-one-out"]).ends(0);
    let report = trained.text();
    assert!(report.contains("90 pages used"), "{report}");
    assert!(report.contains("skipped: 1 files outside the folders of encodings"), "{report}");
    assert!(report.contains("skipped: 1 pages in \"no-such-thing\", which is not an encoding"), "{report}");
    assert!(report.contains("3 encodings, ") && report.contains("all together: "), "{report}");
    assert!(
        report.contains("confusion of held-out documents:\nencoding         documents right, %  taken for\n"),
        "{report}"
    );
    assert!(report.contains("characters that tell most, by Kullback-Leibler divergence:"), "{report}");
    for (name, words, encoding) in [
        ("KOI8-R", RUSSIAN, encoding_rs::KOI8_R),
        ("windows-1251", RUSSIAN, encoding_rs::WINDOWS_1251),
        ("ISO-8859-7", GREEK, encoding_rs::ISO_8859_7),
    ] {
        let page = folder.at("new.html");
        fs::write(&page, encoding.encode(&text(words, 31)).0).unwrap();
        let model = folder.at("mine.model");
        let arguments = ["detect".into(), "--format=jsonl".into(), "--model".into(), model, page];
        let row = &run(arguments).ends(0).json()[0];
        assert_eq!((row["encoding"].as_str(), row["source"].as_str()), (Some(name), Some("svm")), "{row}");
    }
    train(&folder, "again.model", &["@pages"]).ends(0);
    assert_eq!(fs::read(folder.at("again.model")).unwrap(), fs::read(folder.at("mine.model")).unwrap());
    train(&folder, "raw.model", &["@pages", "--keep-markup", "--disparity=0"]).ends(0);
    assert_ne!(fs::read(folder.at("raw.model")).unwrap(), fs::read(folder.at("mine.model")).unwrap());
    let shown = run(["model".into(), "show".into(), folder.at("raw.model")]).ends(0).text();
    assert!(shown.contains("svm") && shown.contains("koi8-r"), "{shown}");
}

#[test]
fn a_list_names_pages_and_those_that_cannot_be_read_are_reported() {
    let folder = pages();
    let mut list = String::new();
    for page in 0..30 {
        list +=
            &format!("pages/koi8-r/{page:02}.html\tKOI8-R\npages/iso-8859-7/{page:02}.html\tgreek\tmore\n");
    }
    list += "pages/koi8-r/gone.html\tKOI8-R\n";
    fs::write(folder.at("list.tsv"), &list).unwrap();
    let trained = train(&folder, "list.model", &["@list.tsv"]).ends(1);
    assert!(trained.text().contains("skipped: 1 pages that cannot be read"), "{}", trained.text());
    assert!(trained.err.contains("gone.html"), "{}", trained.err);
    assert!(folder.at("list.model").exists());

    fs::write(folder.at("bad.tsv"), "no tab here\n").unwrap();
    let trained = train(&folder, "bad.model", &["@bad.tsv"]).ends(1);
    assert!(trained.err.contains("bad.tsv: line 1"), "{}", trained.err);
    assert!(!folder.at("bad.model").exists());
}

#[test]
fn text_is_written_in_the_encodings_of_its_language() {
    let folder = Folder::with(&[("text/languages.tsv", b"tag\twhatwg_encodings\nru\tkoi8-r windows-1251\n")]);
    let lines: String = (0..800).map(|line| text(RUSSIAN, line) + "\n").collect();
    fs::write(folder.at("text/ru.train.txt"), lines).unwrap();
    let all = train(&folder, "text.model", &["--text", "@text", "--documents=40"]).ends(0).text();
    for name in ["UTF-8", "UTF-16", "KOI8-R", "windows-1251"] {
        assert!(all.contains(&format!("\n{name} ")), "{name} in {all}");
    }
    let some = ["--text", "@text", "--encodings=koi8-r,utf-8", "--documents=40"];
    assert!(train(&folder, "two.model", &some).ends(0).text().contains("2 encodings, "));
    let missing = train(&folder, "no.model", &["--text", "@nothing"]).ends(1);
    assert!(missing.err.contains("languages.tsv"), "{}", missing.err);
}

#[test]
fn what_cannot_be_trained_is_said_and_leaves_no_file() {
    let folder = pages();
    assert!(train(&folder, "none.model", &[]).ends(2).err.contains("--text"));
    let one = train(&folder, "one.model", &["@pages", "--encodings=koi8-r"]).ends(1);
    assert!(one.err.contains("fewer than two encodings to distinguish"), "{}", one.err);
    let few = Folder::with(&[("p/koi8-r/a", b"a"), ("p/utf-8/b", b"b")]);
    assert!(train(&few, "few.model", &["@p"]).ends(1).err.contains("fewer than 10"));
    train(&folder, "bad.model", &["@pages", "--cost=-1"]).ends(2);
    train(&folder, "bad.model", &["@pages", "--confidence=1"]).ends(2);
    train(&folder, "bad.model", &["@pages", "--reading=plain,root"]).ends(2);
    let unknown = train(&folder, "bad.model", &["@pages", "--reading=tricks"]).ends(2).err;
    assert!(unknown.contains("use plain, or any of spaces, root, apart, high, seven"), "{unknown}");
    train(&folder, "bad.model", &["@pages", "--encodings=nonsense"]).ends(2);
    for name in ["none.model", "one.model", "bad.model"] {
        assert!(!folder.at(name).exists(), "{name}");
    }
}

/// Pages that are empty, binary, or in the wrong folder are counted; what no machine can tell apart is an error.
#[test]
fn mistakes_of_beginners() {
    let folder = pages();
    let write = |name: String, bytes: &[u8]| fs::write(folder.at(name), bytes).unwrap();
    for n in 0..3 {
        write(format!("pages/koi8-r/utf8-{n}.html"), text(RUSSIAN, n).as_bytes());
        write(format!("pages/windows-1251/empty-{n}.html"), b"<p> ");
        write(format!("pages/iso-8859-7/{n}.png"), b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0");
    }
    let report = train(&folder, "mine.model", &["@pages"]).ends(0).text();
    for words in [
        "90 pages used",
        "3 pages that cannot be in the encoding that they are labelled with: 3 of koi8-r; the first is ",
        "3 pages that are empty: 3 of windows-1251",
        "3 pages that are not text: 3 of iso-8859-7",
    ] {
        assert!(report.contains(words), "{words}: {report}");
    }
    let same = Folder::with(&[]);
    for name in ["koi8-r", "windows-1251"] {
        fs::create_dir_all(same.at(format!("pages/{name}"))).unwrap();
        for n in 0..40 {
            fs::write(same.at(format!("pages/{name}/{n}.html")), b"<p>the same in every encoding").unwrap();
        }
    }
    let useless = train(&same, "new.model", &["@pages"]).ends(1).err;
    assert!(useless.contains("no model is written, because it would be of no use: "), "{useless}");
    assert!(useless.contains("80 pages used"), "{useless}");
    assert!(!same.at("new.model").exists());
}

/// The paper's settings, its future work and its kernels can all be asked for, and a model carries what it was trained with.
#[test]
fn settings_and_future_work() {
    let folder = pages();
    let plain = train(&folder, "plain.model", &["@pages", "--settings=paper"]).ends(0).text();
    assert!(plain.contains("3 encodings, "), "{plain}");
    let shown = run(["model".into(), "show".into(), folder.at("plain.model")]).ends(0).text();
    assert!(shown.contains("\n  mul koi8-r, "), "{shown}");
    let ideas: [(&[&str], &str); 6] = [
        (&["--settings=paper", "--reading=high"], "mul-x-high koi8-r"),
        (&["--settings=paper", "--confidence=0.95"], "mul koi8-r"),
        (&["--settings=paper", "--components=5"], "mul koi8-r"),
        (&["--settings=paper", "--width-first"], "mul-x-width windows-1252"),
        (&["--settings=extended"], "mul-x-spaces-root-apart-seven koi8-r"),
        (&["--kernels=40"], "mul-x-spaces-root-apart-seven koi8-r"),
    ];
    for (options, class) in ideas {
        let report = train(&folder, "idea.model", &[&["@pages"], options].concat()).ends(0).text();
        assert!(report.contains("3 encodings, "), "{options:?}: {report}");
        assert_eq!(report.contains("\nradial basis function "), options[0] == "--kernels=40", "{report}");
        let shown = run(["model".into(), "show".into(), folder.at("idea.model")]).ends(0).text();
        assert!(shown.contains(class), "{options:?}: {shown}");
        let page = folder.at("new.html");
        fs::write(&page, encoding_rs::KOI8_R.encode(&text(RUSSIAN, 31)).0).unwrap();
        let arguments =
            ["detect".into(), "--minimal".into(), "--model".into(), folder.at("idea.model"), page];
        let answer = run(arguments).ends(0).text();
        // Of pages with eight words, the share of high bytes says nothing.
        let right = if options.contains(&"--reading=high") { "ISO-8859-7\n" } else { "KOI8-R\n" };
        assert_eq!(answer, right, "{options:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_what_was_there() {
    use std::process::Command;
    let folder = Folder::with(&[("old.model", b"as it was")]);
    let mut child = start(["train".into(), "svm".into(), "-o".into(), folder.at("old.model"), "-".into()]);
    let mut pipe = child.stdin.take().unwrap();
    // A list that does not end: the command waits for more when the signal comes. It is longer than a pipe holds, so that the
    // command has begun to read it when all is written.
    pipe.write_all(&b"page\tutf-8\n".repeat(20_000)).unwrap();
    let kill = Command::new("kill").args(["-INT".to_owned(), child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(folder.names(), ["old.model"]);
    assert_eq!(fs::read(folder.at("old.model")).unwrap(), b"as it was");
}

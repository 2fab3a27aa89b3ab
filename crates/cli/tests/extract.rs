//! `pellucid extract`: what is written, where, and what is reported when there is nothing to write.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::{Folder, Run, run, run_with};
use serde_json::Value;

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

/// Runs it on a page of `testdata/extract`.
fn extract(page: &str, arguments: &[&str]) -> Run {
    let page = testdata("extract").join(page);
    let arguments = arguments.iter().map(OsStr::new);
    run([OsStr::new("extract"), page.as_os_str()].into_iter().chain(arguments))
}

fn expected(name: &str) -> String {
    fs::read_to_string(testdata("extract").join(name)).unwrap()
}

/// A page of its own, so that pages can be distinguished.
fn page(title: &str) -> String {
    format!(
        "<html lang=en><title>{title}</title><body><nav><a href=/>Home</a> <a href=/b>Books</a></nav><article><h1>{title}</h1>\
         <p>Water should not boil for green tea: 70 degrees are enough, and two minutes, as {title} says.</p>\
         <p>Black tea wants boiling water, a warm pot, and between three and five minutes of patience.</p></article>\
         <footer><a href=/imprint>Imprint</a></footer>"
    )
}

const NAVIGATION: &[u8] =
    b"<body><ul><li><a href=/>Home</a><li><a href=/b>Books</a><li><a href=/c>Contact</a></ul>";

#[test]
fn every_format_is_as_expected() {
    for name in ["bread", "ash"] {
        let page = format!("{name}.html");
        assert_eq!(extract(&page, &[]).ends(0).text(), expected(&format!("{name}.txt")));
        let markdown = extract(&page, &["--format=markdown", "--metadata", "--links", "--images"]).ends(0);
        assert_eq!(markdown.text(), expected(&format!("{name}.md")));
        let html = extract(&page, &["--format=html"]).ends(0);
        assert_eq!(html.text(), expected(&format!("{name}.clean.html")));
        assert_eq!((markdown.err, html.err), (String::new(), String::new()));
    }
}

#[test]
fn text_can_begin_with_metadata() {
    let with = extract("bread.html", &["--metadata"]).ends(0).text();
    let without = extract("bread.html", &[]).ends(0).text();
    let (head, rest) = with.split_at(with.len() - without.len());
    assert_eq!(rest, without);
    assert!(
        head.starts_with("title: Rye bread for beginners\nauthors: Marta Lindqvist\ndate: 2024-03-02"),
        "{head}"
    );
    assert!(head.ends_with("\nkeywords: bread, rye, sourdough\n\n"), "{head}");
}

#[test]
fn what_is_not_asked_for_is_not_there() {
    let plain = extract("bread.html", &["-f", "markdown"]).ends(0).text();
    for absent in ["Marta", "/sourdough", "rye.jpg", "baked it twice", "Imprint", "About me"] {
        assert!(!plain.contains(absent), "{absent}: {plain}");
    }
    let comments = extract("bread.html", &["--comments"]).ends(0).text();
    assert!(comments.contains("I baked it twice now") && comments.contains("Mine stayed flat"), "{comments}");
    assert!(comments.contains("My grandmother baked") && !comments.contains("Imprint"), "{comments}");
}

#[test]
fn careful_is_shorter_and_generous_is_longer() {
    let length = |favor: &str| extract("bread.html", &["--favor", favor]).ends(0).text().len();
    let lengths = ["precision", "balance", "recall"].map(length);
    assert!(lengths.is_sorted() && lengths[0] > 500, "{lengths:?}");
    assert_eq!(lengths[1], expected("bread.txt").len());
}

#[test]
fn an_object_says_all_that_is_known() {
    let objects = extract("bread.html", &["--format=jsonl", "--markdown"]).ends(0).json();
    let [object] = &objects[..] else { panic!("{objects:?}") };
    for (key, value) in [
        ("encoding", "UTF-8"),
        ("language", "en"),
        ("title", "Rye bread for beginners"),
        ("date", "2024-03-02T08:30:00+01:00"),
        ("modified", "2024-03-09"),
        ("site_name", "The Slow Oven"),
        ("description", "A dark loaf from four ingredients, and no kneading."),
        ("declared_language", "en"),
        ("url", "https://oven.example/rye-bread"),
        ("licence", "https://creativecommons.org/licenses/by/4.0/"),
        ("image", "https://oven.example/pictures/rye.jpg"),
        ("kind", "article"),
        ("extractor", "default"),
    ] {
        assert_eq!(object[key], value, "{key}");
    }
    assert_eq!(object["text"].as_str().unwrap(), expected("bread.txt"));
    assert_eq!(object["authors"], serde_json::json!(["Marta Lindqvist"]));
    assert_eq!(object["keywords"], serde_json::json!(["bread", "rye", "sourdough"]));
    assert_eq!(object["replaced"], 0);
    assert!(object["confidence"].as_f64().unwrap() > 0.9);
    assert!(object["empty"].is_null() && object["error"].is_null());
    assert!(object["markdown"].as_str().unwrap().starts_with("# Rye bread for beginners\n\n"));
    assert!(object.get("blocks").is_none() && object["path_hex"].is_null());
    assert_eq!(object["source"], "meta");
    let persian = &extract("ash.html", &["--format=jsonl"]).ends(0).json()[0];
    assert_eq!((&persian["language"], &persian["date"]), (&"fa".into(), &"2024-02-29".into()));
    assert!(persian.get("markdown").is_none());
}

#[test]
fn what_takes_too_much_memory_is_truncated_and_says_so() {
    let cells = ["<table>", &"<td>x".repeat(400_000)].concat();
    let run = run_with(cells.as_bytes(), ["extract"]).ends(0);
    assert!(!run.text().is_empty() && run.text().len() < 2 * 400_000);
    assert!(run.err.contains("truncated: only the first part was read"), "{}", run.err);
    let objects = run_with(cells.as_bytes(), ["extract", "--format=jsonl"]).ends(0).json();
    assert_eq!(objects[0]["truncated"], true);
    assert_eq!(extract("bread.html", &["--format=jsonl"]).ends(0).json()[0]["truncated"], false);
}

#[test]
fn blocks_know_what_they_are_and_where() {
    let source = expected("bread.html");
    let object = &extract("bread.html", &["--format=jsonl", "--blocks", "--images"]).ends(0).json()[0];
    let blocks = object["blocks"].as_array().unwrap();
    let find = |words: &str| {
        blocks
            .iter()
            .find(|block| block["text"].as_str().unwrap().starts_with(words))
            .unwrap_or_else(|| panic!("{words}"))
    };
    for block in blocks {
        let place = |end: usize| block["source"][end].as_u64().unwrap() as usize;
        let score = block["score"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&score), "{block}");
        // Markup may stand in it.
        let words = block["text"].as_str().unwrap().split_whitespace().next().unwrap();
        assert!(source[place(0)..place(1)].contains(words), "{block}");
    }
    // The places are those in what `decode` writes, whatever the page was written in.
    let utf16 = [vec![0xFF, 0xFE], source.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat();
    assert_eq!(run_with(&utf16, ["decode"]).ends(0).text(), source);
    let other = &run_with(&utf16, ["extract", "-fjsonl", "--blocks", "--images"]).ends(0).json()[0];
    assert_eq!((&other["blocks"], &other["encoding"]), (&object["blocks"], &"UTF-16LE".into()));
    let kinds = |words: &str| find(words)["kind"].as_str().unwrap().to_owned();
    assert_eq!(
        (kinds("What you need"), find("What you need")["level"].as_u64()),
        ("heading".into(), Some(2))
    );
    assert_eq!((kinds("def flour"), find("def flour")["language"].as_str()), ("code".into(), Some("python")));
    assert_eq!(
        (kinds("A dark loaf"), find("A dark loaf")["address"].as_str()),
        ("image".into(), Some("/pictures/rye.jpg"))
    );
    assert_eq!(find("Cover the bowl")["within"], serde_json::json!(["list", "item"]));
    assert_eq!(find("Cover the bowl")["number"], 2);
    assert_eq!(find("450 g")["cell"], serde_json::json!([2, 1]));
    assert_eq!(find("A rye bread that")["within"], serde_json::json!(["quote"]));
    assert_eq!(find("My grandmother")["within"], serde_json::json!([]));
    let keys = |block: &Value| block.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert!(blocks.iter().all(|block| keys(block) == keys(&blocks[0])));
    let persian = &extract("ash.html", &["--format=jsonl", "--blocks"]).ends(0).json()[0];
    assert_eq!(persian["blocks"][0]["direction"], "rtl");
}

#[test]
fn many_inputs_stand_apart_and_in_order() {
    let files: Vec<(String, String)> =
        (0..40).map(|n| (format!("{n:02}.html"), page(&format!("Page {n:02}")))).collect();
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, page)| (name.as_str(), page.as_bytes())).collect();
    let folder = Folder::with(&files);
    let text = run(["extract".as_ref(), "-j2".as_ref(), folder.path().as_os_str()]).ends(0).text();
    let titles: Vec<&str> = text.lines().filter(|line| line.len() == 7).collect();
    assert_eq!(titles, (0..40).map(|n| format!("Page {n:02}")).collect::<Vec<_>>());
    assert_eq!(text.matches("of patience.\n\nPage ").count(), 39);
    assert!(text.starts_with("Page 00\n\n") && text.ends_with("of patience.\n"));
    let objects = run(["extract".as_ref(), "-j2".as_ref(), "-fjsonl".as_ref(), folder.path().as_os_str()])
        .ends(0)
        .json();
    let paths: Vec<&str> = objects.iter().map(|object| object["path"].as_str().unwrap()).collect();
    assert!(paths.len() == 40 && paths.is_sorted(), "{paths:?}");
}

#[test]
fn a_folder_is_mirrored_with_fitting_names() {
    let (one, two) = (page("One"), page("Two"));
    let folder = Folder::with(&[("in/a.html", one.as_bytes()), ("in/b/v1.2", two.as_bytes())]);
    for (format, names) in [
        ("text", ["a.txt", "b/v1.2.txt"]),
        ("markdown", ["a.md", "b/v1.2.md"]),
        ("html", ["a.html", "b/v1.2.html"]),
    ] {
        let out = folder.at(format);
        let run =
            run(["extract".into(), folder.at("in"), "-f".into(), format.into(), "-o".into(), out.clone()])
                .ends(0);
        assert_eq!((run.text(), run.err), (String::new(), String::new()));
        for (name, words) in names.iter().zip(["One says", "Two says"]) {
            assert!(fs::read_to_string(out.join(name)).unwrap().contains(words), "{name}");
        }
    }
}

#[test]
fn the_name_of_the_output_sets_the_format() {
    let tea = page("Tea");
    let folder = Folder::with(&[("page.html", tea.as_bytes())]);
    for (name, start) in [
        ("a.md", "# Tea\n"),
        ("a.html", "<!DOCTYPE html>"),
        ("a.jsonl", "{\"path\""),
        ("a.json", "{\"path\""),
        ("a.txt", "Tea\n"),
        ("a", "Tea\n"),
    ] {
        run(["extract".into(), folder.at("page.html"), "-o".into(), folder.at(name)]).ends(0);
        assert!(fs::read_to_string(folder.at(name)).unwrap().starts_with(start), "{name}");
    }
    for (name, format) in [("b.md", "-ftext"), ("b.page", "-ftext")] {
        run(["extract".into(), folder.at("page.html"), "-o".into(), folder.at(name), format.into()]).ends(0);
        assert!(fs::read_to_string(folder.at(name)).unwrap().starts_with("Tea\n"));
    }
}

#[test]
fn an_unknown_ending_is_refused_with_the_list() {
    let tea = page("Tea");
    let folder = Folder::with(&[("in/page.html", tea.as_bytes())]);
    let to = |out: &str, more: &[&str]| {
        let arguments = ["extract".into(), folder.at("in/page.html"), "-o".into(), folder.at(out)];
        run(arguments.into_iter().chain(more.iter().map(PathBuf::from)))
    };
    let refused = to("page.xyz", &[]).ends(2).err;
    assert!(refused.contains("page.xyz: unknown ending .xyz; use .txt, .text, .md, "), "{refused}");
    assert!(refused.contains(".jsonl") && refused.contains("Usage: pellucid extract "), "{refused}");
    assert!(!folder.at("page.xyz").exists());
    to("why.log", &["--explain"]).ends(0);
    // A folder may have any name.
    run(["extract".into(), folder.at("in"), "-o".into(), folder.at("v1.xyz")]).ends(0);
    assert!(folder.at("v1.xyz/page.txt").is_file());
}

#[test]
fn json_means_jsonl() {
    let json = extract("bread.html", &["--format=json"]).ends(0);
    assert_eq!(json.out, extract("bread.html", &["--format=jsonl"]).ends(0).out);
}

#[test]
fn pages_are_repaired_and_errors_handled_as_in_decode() {
    let doubled = page("Tea").replace("Water should", "DÃ©jÃ\u{a0} vu, cafÃ©, Ã©tÃ© should");
    let repaired = run_with(doubled.as_bytes(), ["extract", "--repair"]).ends(0);
    assert!(repaired.text().contains("Déjà vu, café, été should"), "{}", repaired.text());
    assert!(repaired.err.contains("5 runs read as windows-1252 were UTF-8"), "{}", repaired.err);
    let mixed = page("Thé, déjà").replace("Water", "@").into_bytes();
    let mixed: Vec<u8> = mixed.into_iter().map(|byte| if byte == b'@' { 0xE9 } else { byte }).collect();
    let object = &run_with(&mixed, ["extract", "--mixed", "--repair", "-fjsonl"]).ends(0).json()[0];
    assert!(object["text"].as_str().unwrap().contains("é should"), "{object}");
    assert_eq!((&object["mixed"]["pieces"], &object["repaired"]), (&1.into(), &serde_json::json!([])));
    for (policy, words) in
        [("ignore", "\nshould"), ("references", "é should"), ("replace", "\u{FFFD} should")]
    {
        let text = run_with(&mixed, ["extract", "--from=utf-8", "--errors", policy]).ends(0).text();
        assert!(text.contains(words), "{policy}: {text}");
    }
    for policy in ["strict", "reject"] {
        let refused = run_with(&mixed, ["extract", "--from=utf-8", "--errors", policy]).ends(1);
        assert!(refused.out.is_empty() && refused.err.contains("UTF-8"), "{}", refused.err);
    }
}

#[test]
fn two_inputs_never_become_one_file() {
    let (one, two) = (page("One"), page("Two"));
    let folder = Folder::with(&[("in/a.htm", one.as_bytes()), ("in/a.html", two.as_bytes())]);
    let run = run(["extract".into(), folder.at("in"), "-o".into(), folder.at("out")]).ends(1);
    assert!(run.err.contains("already the output of another input"), "{}", run.err);
    assert!(fs::read_to_string(folder.at("out/a.txt")).unwrap().starts_with("One\n"));
}

#[test]
fn objects_go_to_one_file_whole_or_not_at_all() {
    let (one, two) = (page("One"), page("Two"));
    let folder = Folder::with(&[("in/a.html", one.as_bytes()), ("in/b.html", two.as_bytes())]);
    let to = |out: &Path| run(["extract".into(), "-fjsonl".into(), folder.at("in"), "-o".into(), out.into()]);
    let run_ = to(&folder.at("new/rows.jsonl")).ends(0);
    assert_eq!((run_.text(), run_.err), (String::new(), String::new()));
    let rows = fs::read_to_string(folder.at("new/rows.jsonl")).unwrap();
    let titles: Vec<Value> =
        rows.lines().map(|row| serde_json::from_str::<Value>(row).unwrap()["title"].clone()).collect();
    assert_eq!(titles, ["One", "Two"]);
    for (name, reason) in [
        ("in", "go to one file, not to a folder"),
        ("rows/", "go to one file, not to a folder"),
        // It would be read while it is written.
        ("in/rows.jsonl", "lies inside an input folder"),
    ] {
        let refused = to(&folder.at(name)).ends(2);
        assert!(refused.err.contains(reason) && refused.out.is_empty(), "{}", refused.err);
    }
    assert_eq!(fs::read_dir(folder.at("in")).unwrap().count(), 2);
    // Nothing else is left in the folder.
    assert_eq!(fs::read_dir(folder.at("new")).unwrap().count(), 1);
}

#[test]
fn standard_input_is_a_page() {
    let page = page("Tea");
    for arguments in [&["extract"][..], &["extract", "-"]] {
        assert!(run_with(page.as_bytes(), arguments).ends(0).text().starts_with("Tea\n\nWater"));
    }
    let folder = Folder::with(&[]);
    run_with(page.as_bytes(), ["extract".as_ref(), "-o".as_ref(), folder.path().as_os_str()]).ends(0);
    assert_eq!(folder.names(), ["stdin.txt"]);
}

#[test]
fn encodings_are_found_or_named() {
    let page = page("Thé").replace("Water should", "L'été, l'eau déjà très chaude should");
    let latin = encoding_rs::WINDOWS_1252.encode(&page).0;
    let object = &run_with(&latin, ["extract", "-fjsonl"]).ends(0).json()[0];
    assert_eq!((&object["encoding"], &object["title"]), (&"windows-1252".into(), &"Thé".into()));
    let named = &run_with(&latin, ["extract", "-fjsonl", "--from=iso-8859-5"]).ends(0).json()[0];
    assert_eq!((&named["encoding"], &named["title"]), (&"ISO-8859-5".into(), &"Thщ".into()));
    assert_eq!((&named["confidence"], &named["source"]), (&1.0.into(), &"caller".into()));
    assert!(named["language"].is_string());
    let hinted = ["extract", "-fjsonl", "--content-type=text/html; charset=windows-1254"];
    assert_eq!(
        run_with(page.replace(['é', 'à', 'è'], "e").as_bytes(), hinted).ends(0).json()[0]["encoding"],
        "windows-1254"
    );
    let damaged = run_with(&[page.as_bytes(), b"<p>\xFF"].concat(), ["extract", "-fjsonl"]).ends(0).json();
    assert_eq!((&damaged[0]["encoding"], &damaged[0]["replaced"]), (&"UTF-8".into(), &1.into()));
    let noted = run_with(&[page.as_bytes(), b"<p>\xFF"].concat(), ["extract"]).ends(0);
    assert!(noted.err.contains("1 place does not decode as UTF-8"), "{}", noted.err);
}

#[test]
fn a_page_without_content_is_no_error_and_says_why() {
    let tea = page("Tea");
    let folder = Folder::with(&[("1.html", NAVIGATION), ("2.html", b""), ("3.html", tea.as_bytes())]);
    let paths = || ["1.html", "2.html", "3.html"].map(|name| folder.at(name));
    let run_ = run(["extract".into()].into_iter().chain(paths())).ends(0);
    assert!(run_.text().starts_with("Tea\n"), "{}", run_.text());
    let notes: Vec<&str> = run_.err.lines().collect();
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].ends_with("1.html: no main content: only navigation"), "{notes:?}");
    assert!(notes[1].ends_with("2.html: no main content: the page is empty"), "{notes:?}");
    assert_eq!(run_with(NAVIGATION, ["extract", "--quiet", "--metadata", "-fhtml"]).ends(0).err, "");
    let objects = run(["extract".into(), "-fjsonl".into()].into_iter().chain(paths())).ends(0).json();
    assert_eq!(objects[0]["empty"], "no main content: only navigation");
    assert_eq!((&objects[0]["text"], &objects[2]["empty"]), (&"".into(), &Value::Null));
    // The papers' extractors find nothing, too.
    let r2l = run_with(tea.as_bytes(), ["extract", "--extractor=r2l"]).ends(0);
    assert!(r2l.out.is_empty() && r2l.err.contains("no main content"), "{}", r2l.err);
}

#[test]
fn failures_are_objects_with_every_key() {
    let tea = page("Tea");
    let png = fs::read(testdata("pages/pixel.png")).unwrap();
    let folder = Folder::with(&[("a.png", &png), ("c.html", tea.as_bytes())]);
    let arguments = ["-fjsonl", "--blocks", "--markdown"].map(PathBuf::from);
    let inputs = ["a.png", "b.html", "c.html"].map(|name| folder.at(name));
    let run_ = run(["extract".into()].into_iter().chain(arguments).chain(inputs.clone())).ends(1);
    let objects = run_.json();
    let keys = |object: &Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(objects.len(), 3);
    assert!(objects.iter().all(|object| keys(object) == keys(&objects[0])));
    assert!(objects[0]["error"].as_str().unwrap().contains("not text"));
    assert!(
        objects[1]["error"].is_string()
            && objects[1]["text"] == ""
            && objects[1]["blocks"] == serde_json::json!([])
    );
    assert_eq!((&objects[2]["title"], &objects[2]["error"]), (&"Tea".into(), &Value::Null));
    assert!(run_.err.contains("2 of 3 inputs failed"), "{}", run_.err);
    // As text: the others are written, and what failed leaves no file.
    let arguments = ["extract".into()].into_iter().chain(inputs).chain(["-o".into(), folder.at("out")]);
    let run_ = run(arguments).ends(1);
    assert!(run_.err.contains("a.png: this is not text") && run_.err.contains("b.html: "), "{}", run_.err);
    assert_eq!(fs::read_dir(folder.at("out")).unwrap().count(), 1);
    assert!(folder.at("out/c.txt").is_file());
}

#[cfg(unix)]
#[test]
fn a_path_of_any_bytes_is_reported() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::with(&[]);
    fs::write(folder.at(OsStr::from_bytes(b"caf\xE9.html")), page("Tea")).unwrap();
    let object = &run(["extract".as_ref(), "-fjsonl".as_ref(), folder.path().as_os_str()]).ends(0).json()[0];
    assert!(object["path"].as_str().unwrap().ends_with("caf\u{FFFD}.html"), "{object}");
    assert!(object["path_hex"].as_str().unwrap().ends_with("636166e92e68746d6c"), "{object}");
}

#[test]
fn the_extractors_from_the_papers_give_their_text() {
    let page = testdata("r2l/khabar.html");
    let text = |arguments: &[&str]| {
        let arguments = arguments.iter().map(OsStr::new);
        run([OsStr::new("extract"), page.as_os_str()].into_iter().chain(arguments)).ends(0).text()
    };
    let plus = text(&["--extractor=r2l+"]);
    assert!(plus.ends_with('\n') && !plus.ends_with("\n\n"));
    // As published, nothing but the script; with a larger gap, the other half of the article.
    assert!(!text(&["--extractor=r2l"]).contains(|c: char| c.is_ascii_alphanumeric()));
    assert!(text(&["--extractor=r2l+", "--gap=11"]).len() > plus.len());
    let hebrew =
        ["extract".as_ref(), page.as_os_str(), "--extractor=r2l".as_ref(), "--script=hebrew".as_ref()];
    assert!(run(hebrew).ends(0).out.is_empty());
    for name in ["licea", "danag"] {
        let object: Value = serde_json::from_str(&text(&["-fjsonl", "--extractor", name])).unwrap();
        assert_eq!(object["extractor"], name);
        assert!(object["text"].as_str().unwrap().len() > 500 && object["title"].is_string());
    }
}

#[test]
fn a_profile_of_a_site_is_used() {
    let folder = Folder::with(&[
        ("site.toml", b"extractor = \"r2l+\"\nscript = \"right-to-left\"\ngap = 11\n"),
        ("bad.toml", b"gap = 99\n"),
    ]);
    let with = |arguments: &[&str]| {
        let arguments = arguments.iter().map(|argument| match argument.strip_prefix('@') {
            Some(name) => folder.at(name),
            None => argument.into(),
        });
        run(["extract".into(), testdata("r2l/khabar.html")].into_iter().chain(arguments))
    };
    let profiled = with(&["--profile", "@site.toml"]).ends(0).text();
    assert_eq!(profiled, with(&["--extractor=r2l+", "--gap=11"]).ends(0).text());
    assert_eq!(profiled, with(&["--profile", "@site.toml", "--extractor=r2l+"]).ends(0).text());
    for (arguments, code, reason) in [
        (&["--profile", "@site.toml", "--extractor=r2l"][..], 2, "this --profile is for --extractor r2l+"),
        (&["--profile", "@site.toml", "--extractor=default"], 2, "this --profile is for --extractor r2l+"),
        (&["--profile", "@site.toml", "--gap=3"], 2, "cannot be used with"),
        (&["--profile", "@bad.toml"], 1, "line 1: `gap` must be 1 to 20"),
        (&["--profile", "@none.toml"], 1, "none.toml"),
    ] {
        let run = with(arguments).ends(code);
        assert!(run.err.contains(reason) && run.out.is_empty(), "{}", run.err);
    }
}

#[test]
fn what_makes_no_sense_is_said() {
    for (arguments, reason) in [
        (&["--gap=3"][..], "--gap needs"),
        (&["--script=hebrew"], "--script needs"),
        (&["--extractor=danag", "--script=hebrew"], "--script needs"),
        (&["--extractor=r2l", "--format=markdown"], "--format markdown needs --extractor default"),
        (&["--extractor=r2l", "--format=html"], "--format html needs"),
        (&["--extractor=licea", "--links"], "--links needs"),
        (&["--extractor=licea", "--images"], "--images needs"),
        (&["--extractor=danag", "--comments"], "--comments needs"),
        (&["--extractor=danag", "--favor=recall"], "--favor needs"),
        (&["--extractor=r2l+", "--format=jsonl", "--blocks"], "--blocks needs"),
        (&["--extractor=r2l+", "--format=jsonl", "--markdown"], "--markdown needs"),
        (&["--extractor=r2l+", "--explain"], "--explain needs"),
        (&["--blocks"], "--blocks needs --format jsonl"),
        (&["--markdown", "--format=html"], "--markdown needs --format jsonl"),
        (&["--explain", "--format=jsonl"], "cannot be used with"),
        (&["--format=xml"], "xml"),
        (&["--extractor=boilerpipe"], "boilerpipe"),
    ] {
        let run = extract("bread.html", arguments).ends(2);
        assert!(run.err.contains(reason) && run.out.is_empty(), "{}", run.err);
    }
}

#[test]
fn right_to_left_text_can_be_set_right() {
    // As ISO-8859-8 had it: letters from left to right as they are seen.
    let visual = |text: &str| text.chars().rev().collect::<String>();
    let sentences = [
        "מים לתה ירוק לא צריכים לרתוח כי שבעים מעלות מספיקות לגמרי",
        "תה שחור רוצה מים רותחים וקומקום חם וסבלנות של כמה דקות",
    ];
    let body: String = sentences.iter().map(|s| format!("<p>{}</p>", visual(s))).collect();
    let page = format!("<html><head><title>{}</title></head><body>{body}</body></html>", visual("תה"));
    let bytes = encoding_rs::ISO_8859_8.encode(&page).0;
    let arguments = ["extract", "--from=iso-8859-8"];
    let as_it_is = run_with(&bytes, arguments).ends(0).text();
    assert!(as_it_is.contains(&visual(sentences[0])), "{as_it_is}");
    let turned = run_with(&bytes, [&arguments[..], &["--logical"]].concat()).ends(0).text();
    assert!(sentences.iter().all(|sentence| turned.contains(sentence)), "{turned}");
    let r2l = run_with(&bytes, [&arguments[..], &["--logical", "--extractor=r2l+"]].concat()).ends(0).text();
    assert!(r2l.contains(sentences[0]), "{r2l}");

    let forms = page_of("\u{FEB3}\u{FEFC}\u{FEE1}");
    assert!(run_with(forms.as_bytes(), ["extract"]).ends(0).text().contains('\u{FEFC}'));
    let letters = run_with(forms.as_bytes(), ["extract", "--letters"]).ends(0).text();
    assert!(letters.contains("سلام") && !letters.contains('\u{FEFC}'), "{letters}");
}

fn page_of(word: &str) -> String {
    page("Tea").replace("Black tea", &format!("{word} tea"))
}

#[test]
fn why_is_shown_block_by_block() {
    let run_ = extract("bread.html", &["--explain"]).ends(0);
    let lines = run_.lines();
    assert!(lines[0].contains("bread.html: UTF-8, ") && lines[0].contains(" blocks kept, "), "{}", lines[0]);
    let line =
        |words: &str| lines.iter().find(|line| line.contains(words)).unwrap_or_else(|| panic!("{words}"));
    assert!(line("My grandmother baked").starts_with("+ 0.9"));
    assert!(line("Imprint").starts_with("- 0.0"));
    let taken = lines.iter().filter(|line| line.starts_with("+ ")).count();
    let left = lines.iter().filter(|line| line.starts_with("- ")).count();
    assert_eq!(taken + left + 1, lines.len());
    assert!(lines[0].contains(&format!(" {taken} of {} blocks kept", taken + left)), "{}", lines[0]);
    // A page without content has its blocks, too, and that is all that is said.
    let empty = run_with(NAVIGATION, ["extract", "--explain"]).ends(0);
    assert!(
        empty.text().starts_with("-: UTF-8, 0 of 3 blocks kept") && empty.err.is_empty(),
        "{}",
        empty.err
    );
}

#[test]
fn any_bytes_are_a_page_or_reported_not_to_be() {
    let deep = "<div>".repeat(100_000);
    let attributes = format!("<p {}>a", "a=1 ".repeat(300_000));
    for page in
        [&b""[..], b" ", b"<", b"<p", b"\xFF", b"<script>", b"<!--", deep.as_bytes(), attributes.as_bytes()]
    {
        for arguments in [&["extract", "-fjsonl"][..], &["extract"], &["extract", "--explain"]] {
            run_with(page, arguments).ends(0);
        }
    }
    // What is large and not text is not read to its end: here it has none.
    if Path::new("/dev/zero").exists() {
        let endless = run(["extract", "/dev/zero"]).ends(1);
        assert!(endless.err.contains("this is not text"), "{}", endless.err);
    }
}

//! `pellucid detect`: rows, formats, order.

use pellucid::internals::score::symbols::single;
use std::ffi::OsString;

use crate::harness::{Folder, run, run_with};

#[test]
fn text_is_one_line_for_people() {
    let folder = Folder::with(&[("page.html", "<p>Grüße".as_bytes())]);
    let line = run(["detect".as_ref(), folder.at("page.html").as_os_str()]).ends(0).text();
    let (path, answer) = line.trim_end().split_once(": ").unwrap();
    assert!(path.ends_with("page.html"));
    assert!(answer.starts_with("UTF-8 (") && answer.ends_with(')'), "{answer}");
}

#[test]
fn tsv_has_a_header_and_jsonl_the_same_names() {
    let tsv = run_with(b"text", ["detect", "--format", "tsv"]).ends(0).lines();
    assert_eq!(tsv[0], "path\tencoding\tconfidence\tlanguage\tsource\terror");
    assert_eq!(tsv[1].split('\t').count(), 6);
    let row = &run_with(b"text", ["detect", "--format", "jsonl"]).ends(0).json()[0];
    for column in tsv[0].split('\t') {
        assert!(row.get(column).is_some(), "{column}");
    }
}

#[test]
fn a_folder_is_read_in_order_however_many_threads_there_are() {
    let names: Vec<_> = (0..500).map(|n| format!("{:03}/{n:03}.html", n / 7)).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), name.as_bytes())).collect();
    let folder = Folder::with(&files);
    for threads in ["1", "2", "8"] {
        let arguments = ["detect".as_ref(), "-fjsonl".as_ref(), "-j".as_ref(), threads.as_ref()];
        let rows = run(arguments.into_iter().chain([folder.path().as_os_str()])).ends(0).json();
        let paths: Vec<_> = rows.iter().map(|row| row["path"].as_str().unwrap()).collect();
        let wanted: Vec<_> = names.iter().map(|name| folder.at(name).to_str().unwrap().to_owned()).collect();
        assert_eq!(paths, wanted);
    }
}

#[test]
fn a_dash_is_standard_input_among_files() {
    let folder = Folder::with(&[("page", b"text")]);
    let arguments: [OsString; 4] =
        ["detect".into(), folder.at("page").into(), "-".into(), folder.at("page").into()];
    let lines = run_with(b"text", arguments).ends(0).lines();
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("-: "), "{lines:?}");
}

#[test]
fn explain_shows_candidates_with_previews() {
    let page = b"<title>caf\xE9</title>";
    let rows = run_with(page, ["detect", "--explain", "--format=jsonl"]).ends(0).json();
    let first = &rows[0]["candidates"][0];
    assert_eq!(first["encoding"], rows[0]["encoding"]);
    assert!(first["preview"].as_str().unwrap().starts_with("<title>caf"), "{first}");
    assert!(rows[0]["evidence"].is_array());
    let text = run_with(page, ["detect", "--explain"]).ends(0).text();
    assert!(text.lines().count() >= 2 && text.contains("<title>caf"), "{text}");
}

#[test]
fn explain_shows_for_three_odd_bytes_what_they_may_be_and_why() {
    let text = run_with(b"a \xBA \xE3 \xF1 b", ["detect", "--explain"]).ends(0).text();
    let lines: Vec<&str> = text.lines().collect();
    let candidates: Vec<&&str> =
        lines[1..].iter().take_while(|line| !line.starts_with("  evidence")).collect();
    assert!(candidates.len() >= 3, "{text}");
    assert!(candidates.iter().all(|line| line.contains("a ") && line.contains(" b")), "previews in {text}");
    let shares: Vec<f32> = candidates.iter().map(|line| line[4..9].parse().unwrap()).collect();
    assert!(shares.is_sorted_by(|a, b| a >= b) && shares[0] < 0.9, "{text}");
    // The best two are explained, and their bits add up to what is said to be their sum.
    let (mut sums, mut sum) = (0, 0.0);
    for line in &lines[candidates.len() + 2..] {
        match line.trim().split_once("  ") {
            Some((bits, "in total")) => {
                assert!((sum - bits.parse::<f32>().unwrap()).abs() < 0.3, "{text}");
                (sums, sum) = (sums + 1, 0.0);
            }
            Some((bits, _)) => sum += bits.parse::<f32>().unwrap(),
            None => assert_eq!(sum, 0.0, "{text}"),
        }
    }
    assert!(sums >= 3 && text.contains("UTF-8"), "{text}");
}

#[test]
fn early_answers_leave_the_rest_unread() {
    let mut page = "Каждый охотник желает знать, где сидит фазан. ".repeat(4000).into_bytes();
    let whole = run_with(&page, ["detect"]).ends(0).text();
    assert_eq!(run_with(&page, ["detect", "--early"]).ends(0).text(), whole);
    // Nobody reads on to where it breaks.
    page.extend([0xFF; 200_000]);
    assert_eq!(run_with(&page, ["detect", "--early"]).ends(0).text(), whole);
    assert_ne!(run_with(&page, ["detect"]).ends(0).text(), whole);
}

#[test]
fn explain_does_not_fit_into_a_table() {
    run_with(b"", ["detect", "--explain", "--format=tsv"]).ends(2);
}

/// A model which knows two n-grams: Д and о in KOI8-R, and in windows-1251.
fn small_model() -> Vec<u8> {
    let mut bytes = b"PLUC\x03T".to_vec();
    bytes.extend((-13.0f32).to_le_bytes());
    bytes.extend(0.125f32.to_le_bytes());
    bytes.extend(2u16.to_le_bytes());
    // Signs and case; and a language in script 3, Cyrillic.
    for (class, script) in [("zxx UTF-8", 0f32), ("xx UTF-8", 3.0)] {
        bytes.push(class.len() as u8);
        bytes.extend(class.as_bytes());
        bytes.extend(script.to_le_bytes());
    }
    let mut grams = ['ґ', 'џ'].map(|letter| single(letter as u32));
    grams.sort();
    bytes.extend(2u32.to_le_bytes());
    for number in [grams[0], grams[1] - grams[0]] {
        // Seven bits to a byte, and one entry each.
        bytes.extend((0..5).map(|n| (number >> (7 * n)) as u8 & 0x7F | if n < 4 { 0x80 } else { 0 }));
        bytes.push(1);
    }
    // No first look.
    bytes.push(0);
    bytes.extend([256 + 100u16, 256 + 100].iter().flat_map(|n| n.to_le_bytes()));
    bytes
}

#[test]
fn a_model_of_ones_own_takes_the_place_of_the_built_in_one() {
    let folder = Folder::with(&[("small.model", &small_model()), ("no.model", b"text")]);
    let detect = |model: &str, page: &[u8]| {
        let model = format!("--model={}", folder.at(model).display());
        run_with(page, ["detect", "--format=jsonl", &model])
    };
    // No other model takes these for words: ґґџ in x-mac-cyrillic.
    let row = &detect("small.model", b"\xB6\xB6\xDB \xDB\xB6\xDB").ends(0).json()[0];
    assert_eq!(row["encoding"].as_str(), Some("x-mac-cyrillic"), "{row}");
    let words = detect("no.model", b"text").ends(1).err;
    assert!(words.contains("not a model"), "{words}");
    detect("missing.model", b"text").ends(1);
}

#[test]
fn hints_are_taken() {
    let hints = [
        "--content-type=text/html; charset=koi8-r",
        "--lang=ru",
        "--url=http://example.ru/",
        "--allow=koi8-r,utf-8",
        "--deny=big5",
        "--method=standard",
        "--prior=file",
    ];
    run_with(b"text", [&["detect"], hints.as_slice()].concat()).ends(0);
    for (nonsense, words) in [
        (&["--method=nonsense"][..], "[possible values: pellucid, standard, "),
        (&["--prior=nonsense"], "[possible values: web, file]"),
        (&["--tld=ru", "--url=http://example.ru/"], "cannot be used with '--url <URL>'"),
        (&["--allow=utf-8", "--deny=utf-8"], "--deny rules out every encoding that --allow names"),
        (&["--lang=rusian"], "--lang: unknown language \"rusian\"; did you mean \"Russian\"?"),
    ] {
        let err = run_with(b"text", [&["detect"], nonsense].concat()).ends(2).err;
        assert!(err.contains(words), "{err}");
    }
    let row = &run_with(b"caf\xE9", ["detect", "--tld=.ru", "--explain", "--format=jsonl"]).ends(0).json()[0];
    let evidence = row["evidence"].as_array().unwrap();
    assert!(evidence.iter().any(|one| one["source"] == "tld"), "{evidence:?}");
}

#[test]
fn every_command_that_reads_pages_takes_the_same_hints() {
    let folder = Folder::with(&[("page.html", "<p>Привет, мир".as_bytes())]);
    let hints = [
        "--from=utf-8",
        "--content-type=text/html; charset=utf-8",
        "--lang=ru",
        "--url=http://example.ru/",
        "--allow=koi8-r,utf-8",
        "--deny=big5",
        "--prior=file",
        "--method=hybrid",
        "--strip=none",
        "--use-meta",
        "--expert=pellucid",
    ];
    let decoding = ["--errors=strict", "--repair", "--mixed"];
    let (page, svg, jsonl) = (folder.at("page.html"), folder.at("a.svg"), folder.at("a.jsonl"));
    let [page, svg, jsonl] = [&page, &svg, &jsonl].map(|path| path.to_str().unwrap());
    run([&["detect", page], &hints[..]].concat()).ends(0);
    for command in [
        &["show", page][..],
        &["decode", page],
        &["extract", page],
        &["plot", page, "-o", svg],
        &["batch", page, "-o", jsonl],
    ] {
        run([command, &hints, &decoding].concat()).ends(0);
    }
}

#[test]
fn a_named_encoding_is_the_answer() {
    let row = &run_with(b"caf\xE9", ["detect", "--from=iso-8859-5", "--format=json"]).ends(0).json()[0];
    assert_eq!((&row["encoding"], &row["source"]), (&"ISO-8859-5".into(), &"caller".into()));
    assert_eq!(row["confidence"], 1.0);
}

#[test]
fn minimal_prints_bare_names() {
    let folder = Folder::with(&[("a", "Grüße".as_bytes()), ("b", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR")]);
    let minimal = run(["detect".into(), "--minimal".into(), folder.at("a"), folder.at("b")]).ends(0);
    assert_eq!((minimal.text(), minimal.err), ("UTF-8\nbinary\n".into(), String::new()));
    // A line each, so that they can be pasted beside the paths.
    let missing = run(["detect".into(), "--minimal".into(), folder.at("none"), folder.at("a")]).ends(1);
    assert_eq!(missing.text(), "\nUTF-8\n");
    assert!(missing.err.contains("none: "), "{}", missing.err);
    run(["detect", "--minimal", "--explain"]).ends(2);
}

#[test]
fn rows_have_the_same_keys_whatever_happened() {
    let folder = Folder::with(&[
        ("1-text", "Grüße".as_bytes()),
        ("2-ascii", b"text"),
        ("3-binary", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"),
        ("4-legacy", b"caf\xE9 \xBA \xE3"),
        ("5-empty", b""),
    ]);
    for options in [&[][..], &["--explain"], &["--from=utf-8"], &["--method=chared", "--lang=cs"]] {
        let all = [&["detect", "--format=jsonl"], options].concat();
        let paths = [folder.path().to_owned(), folder.at("6-missing")];
        let rows = run(all.iter().map(std::path::PathBuf::from).chain(paths)).ends(1).json();
        let keys: Vec<Vec<String>> =
            rows.iter().map(|row| row.as_object().unwrap().keys().cloned().collect()).collect();
        assert_eq!(rows.len(), 6);
        assert!(keys.iter().all(|one| *one == keys[0]), "{options:?}: {keys:?}");
        assert_eq!(keys[0].contains(&"evidence".to_owned()), options == ["--explain"], "{:?}", keys[0]);
    }
}

#[test]
fn explain_shows_what_the_text_shows() {
    let page = "<p>DÃ©jÃ\u{a0} vu, cafÃ©\u{1}".as_bytes();
    let text = run_with(page, ["detect", "--explain"]).ends(0).text();
    assert!(text.contains("\n    text: 1 control character\n"), "{text}");
    assert!(text.contains("\n    double encoding: 3 runs read as windows-1252 were UTF-8"), "{text}");
    let row = &run_with(page, ["detect", "--explain", "--format=jsonl"]).ends(0).json()[0];
    assert_eq!((&row["check"]["controls"], &row["doubled"][0]["runs"]), (&1.into(), &3.into()));
    let binary =
        run_with(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", ["detect", "--explain", "--format=jsonl"]).ends(0);
    assert!(binary.json()[0]["check"].is_null(), "what is not text has none");
}

#[test]
fn hybrid_has_options_of_its_own() {
    let text = "Все люди рождаются свободными и равными в своём достоинстве и правах.";
    let script = "the function of the other and the return of the value that is there ".repeat(99);
    let page = format!("<meta charset=koi8-r><script>{script}</script><p>{text}");
    let page = encoding_rs::WINDOWS_1251.encode(&page).0;
    let detect = |options: &[&str]| {
        let options = [&["detect", "--format=jsonl", "--method=hybrid"], options].concat();
        let row = run_with(&page, options).ends(0).json().remove(0);
        (row["encoding"].as_str().unwrap().to_owned(), row["source"].as_str().unwrap().to_owned())
    };
    let wanted = ("windows-1251".to_owned(), "hybrid".to_owned());
    for options in [
        &[][..],
        &["--strip=direct"],
        &["--strip=latin1"],
        &["--expert=icu"],
        &["--expert=mozilla"],
        &["--expert=universal"],
        &["--gate=none"],
        &["--gate=universal"],
        &["--gate=universal", "--combine=probabilities"],
    ] {
        assert_eq!(detect(options), wanted, "{options:?}");
    }
    // Script is English, and there is more of it.
    assert_eq!(detect(&["--strip=none"]).0, "windows-1252");
    assert_eq!(detect(&["--use-meta"]).0, "KOI8-R");
    let explained = run_with(&page, ["detect", "--explain", "--method=hybrid"]).ends(0).text();
    assert!(explained.contains("confidence of the expert, in the text without markup"), "{explained}");
}

#[test]
fn options_of_hybrid_are_of_no_use_elsewhere() {
    for option in ["--strip=latin1", "--use-meta", "--expert=pellucid", "--gate=none", "--combine=rule"] {
        let words = run_with(b"text", ["detect", option]).ends(2).err;
        let name = option.split('=').next().unwrap();
        assert!(words.contains(name) && words.contains("--method hybrid"), "{words}");
    }
    run_with(b"text", ["detect", "--method=hybrid", "--expert=nobody"]).ends(2);
    run_with(b"text", ["detect", "--method=hybrid", "--gate=nobody"]).ends(2);
    let alone =
        run_with(b"text", ["detect", "--method=hybrid", "--gate=none", "--combine=probabilities"]).ends(2);
    assert!(alone.err.contains("--combine probabilities needs a --gate"), "{}", alone.err);
    run_with(b"text", ["decode", "--method=hybrid", "--strip=latin1"]).ends(0);
}

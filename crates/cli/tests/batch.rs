//! `pellucid batch` as people run it: formats by name, lists, stops and kills, full disks.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::archive::{self, crawl, gzipped};
use crate::harness::{self, Folder, PELLUCID, Run, run, run_with};
use serde_json::Value;

fn lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn arguments<'a>(folder: &'a Folder, rest: &[&'a str]) -> Vec<String> {
    let path = |name: &&str| match name.strip_prefix("@") {
        Some(name) => folder.at(name).to_str().unwrap().to_owned(),
        None => (*name).to_owned(),
    };
    std::iter::once("batch".to_owned()).chain(rest.iter().map(path)).collect()
}

/// Runs `pellucid batch`; arguments with `@` are paths in the folder.
fn batch(folder: &Folder, rest: &[&str]) -> Run {
    run(arguments(folder, rest))
}

#[test]
fn a_crawl_in_a_corpus_out() {
    let folder = Folder::with(&[("in/a.warc.gz", &gzipped(&crawl(20))), ("in/page.html", &archive::page(3))]);
    let run = batch(&folder, &["@in", "-o", "@out/text.jsonl", "--summary", "@summary.json"]).ends(0);
    let rows = lines(&folder.at("out/text.jsonl"));
    assert_eq!(rows.len(), 21);
    assert_eq!(rows[20]["file"], folder.at("in/page.html").to_str().unwrap());
    assert_eq!(lines(&folder.at("out/text.jsonl.rejects.jsonl")).len(), 21);
    let summary: Value = serde_json::from_slice(&fs::read(folder.at("summary.json")).unwrap()).unwrap();
    assert_eq!((summary["read"].as_u64(), summary["written"].as_u64()), (Some(42), Some(21)));
    assert_eq!(summary["reasons"]["no-page"], 21);
    let table: Vec<&str> = run.err.lines().map(str::trim).collect();
    assert!(table[0].starts_with("records read") && table[0].contains("42"), "{}", run.err);
    // In the order in which they are documented.
    let first = fs::read_to_string(folder.at("out/text.jsonl")).unwrap();
    assert!(first.starts_with("{\"url\":\"http://example.org/1\",\"id\":"), "{}", &first[..80]);
    assert_eq!(folder.names(), ["in", "out", "summary.json"]);
}

#[test]
fn damage_is_in_the_table_and_with_strict_in_the_exit_code() {
    let sound = gzipped(&crawl(5));
    let folder = Folder::with(&[("sound.warc.gz", &sound), ("bad.warc.gz", &[b"junk", &sound[..]].concat())]);
    let run = batch(&folder, &["@bad.warc.gz", "-o", "@lenient.jsonl"]).ends(0);
    let table: Vec<&str> = run.err.lines().map(str::trim).collect();
    let skipped = table.last().unwrap();
    assert!(skipped.starts_with("damaged bytes skipped") && skipped.ends_with(" 4"), "{}", run.err);
    batch(&folder, &["@bad.warc.gz", "-o", "@strict.jsonl", "--strict", "--summary", "@summary.json"])
        .ends(3);
    assert_eq!(lines(&folder.at("strict.jsonl")), lines(&folder.at("lenient.jsonl")));
    let summary: Value = serde_json::from_slice(&fs::read(folder.at("summary.json")).unwrap()).unwrap();
    assert_eq!(summary["skipped_bytes"], 4);
    // What is only not wanted is not lost. A file that cannot be read is worse.
    batch(&folder, &["@sound.warc.gz", "-o", "@sound.jsonl", "--strict", "--keep-lang", "de"]).ends(0);
    batch(&folder, &["@bad.warc.gz", "@missing", "-o", "@missing.jsonl", "--strict"]).ends(1);
}

#[test]
fn patterns_lists_and_standard_output() {
    let archive = gzipped(&crawl(3));
    let folder = Folder::with(&[("a.warc.gz", &archive), ("b.warc.gz", &archive), ("c.txt", b"text")]);
    let run =
        batch(&folder, &["@*.warc.gz", "-o", "-", "--rejects", "@rejects.jsonl", "--fields", "url,language"])
            .ends(0);
    assert_eq!(run.json().len(), 6);
    assert_eq!(run.lines()[0], "{\"url\":\"http://example.org/1\",\"language\":\"ru\"}");
    let list = format!("{}\n{}\n", folder.at("b.warc.gz").display(), folder.at("missing.warc.gz").display());
    let arguments = arguments(&folder, &["--files-from", "-", "-o", "@out.jsonl"]);
    // A file that is not there is a reject, and the run says that it failed.
    let run = run_with(list.as_bytes(), arguments).ends(1);
    assert_eq!(lines(&folder.at("out.jsonl")).len(), 3);
    let rejects = lines(&folder.at("out.jsonl.rejects.jsonl"));
    assert_eq!(rejects.last().unwrap()["reason"], "unreadable", "{}", run.err);
}

#[test]
fn what_makes_no_sense_is_a_usage_error() {
    let folder = Folder::with(&[("in/a.warc.gz", &gzipped(&crawl(1)))]);
    for (arguments, words) in [
        (&["@in", "-o", "@in/out.jsonl"][..], "inside an input folder"),
        (&["@in/a.warc.gz", "-o", "@in/a.warc.gz"], "is an input"),
        (&["@in", "-o", "-"], "--rejects"),
        (&["@in", "-o", "@in"], "is a folder"),
        (&["@in", "-o", "@out.txt", "--fields", "url"], "--fields"),
        (&["@in", "-o", "@out.jsonl", "--shard", "0"], "not a number of bytes"),
        (&["@in", "-o", "@out.jsonl", "--min-confidence", "2"], "not a probability"),
        (&["@in", "-o", "@out.jsonl", "--fields", "nonsense"], "nonsense"),
        (&["@in", "-o", "@out.csv"], "unknown ending .csv; use .jsonl, .ndjson, .json, .parquet, "),
        (&["@in", "-o", "@out.csv.gz"], "unknown ending .csv"),
        (&["@in", "-o", "@out.jsonl", "--keep-lang", "klingon"], "klingon"),
        (&["@in", "-o", "@out.jsonl", "--lang", "klingon"], "klingon"),
        (&["@in", "-o", "@out.jsonl", "--errors", "discard"], "[possible values: replace, ignore, strict, "),
        (&["-o", "@out.jsonl"], "required"),
    ] {
        let run = batch(&folder, arguments).ends(2);
        assert!(run.err.contains(words), "{words}: {}", run.err);
        // clap shows no usage for a single value that is wrong.
        assert!(
            run.err.contains("Usage: pellucid batch ") || run.err.contains("invalid value"),
            "{}",
            run.err
        );
    }
    assert_eq!(folder.names(), ["in"]);
}

#[test]
fn pages_share_the_memory_and_say_where_they_are_truncated() {
    let cells = ["<table>", &"<td>x".repeat(400_000)].concat();
    let large = archive::page(1).repeat(8 * 1024);
    let folder = Folder::with(&[
        ("in/a.html", &archive::page(3)),
        ("in/b.html", cells.as_bytes()),
        ("in/c.html", &large),
        ("in/d.html", &archive::page(4)),
    ]);
    for threads in ["-j1", "-j3"] {
        let run =
            batch(&folder, &["@in", "-o", "@out.jsonl", "--max-memory=80M", "--overwrite", threads]).ends(0);
        let rows = lines(&folder.at("out.jsonl"));
        let truncated: Vec<bool> = rows.iter().map(|row| row["truncated"].as_bool().unwrap()).collect();
        assert_eq!(truncated, [false, true, false], "{}", run.err);
        assert!(run.err.contains("of these truncated"), "{}", run.err);
        let rejects = lines(&folder.at("out.jsonl.rejects.jsonl"));
        let [reject] = &rejects[..] else { panic!("{rejects:?}") };
        assert_eq!(reject["reason"], "too-large");
        let detail = reject["detail"].as_str().unwrap();
        assert!(detail.ends_with("bytes of memory, of at most 83886080"), "{detail}");
    }
    batch(&folder, &["@in", "-o", "@small.jsonl", "--max-memory=1M"]).ends(2);
}

#[test]
fn lang_is_a_hint_and_keep_lang_a_filter() {
    let russian =
        encoding_rs::KOI8_R.encode("<p>Съешь же ещё этих мягких французских булок, да выпей чаю</p>").0;
    let english = b"<p>The quick brown fox jumps over the lazy dog, and nobody is any wiser for it.</p>";
    let folder = Folder::with(&[("in/1.html", &russian), ("in/2.html", english)]);
    batch(&folder, &["@in", "-o", "@hint.jsonl", "--lang", "ru", "-q"]).ends(0);
    assert_eq!(lines(&folder.at("hint.jsonl")).len(), 2, "a hint drops nothing");
    batch(&folder, &["@in", "-o", "@kept.jsonl", "--keep-lang", "russian,uk", "-q"]).ends(0);
    let kept = lines(&folder.at("kept.jsonl"));
    assert_eq!((kept.len(), &kept[0]["language"]), (1, &"ru".into()));
    assert_eq!(lines(&folder.at("kept.jsonl.rejects.jsonl"))[0]["reason"], "language");
}

#[test]
fn hints_are_for_all_pages_and_records_go_first() {
    // As bytes, "<p>nothing but ASCII": a text is decoded already, and its encoding known.
    let rows = concat!(
        "{\"content_type\": \"text/html; charset=koi8-r\", \"html_base64\": \"PHA+bm90aGluZyBidXQgQVNDSUk=\"}\n",
        "{\"html_base64\": \"PHA+bm90aGluZyBidXQgQVNDSUk=\"}\n",
    );
    let folder = Folder::with(&[("rows.jsonl", rows.as_bytes()), ("page.html", b"<p>nothing but ASCII")]);
    let hint = "--content-type=text/html; charset=windows-1257";
    batch(&folder, &["@page.html", "-o", "@hinted.jsonl", hint, "-q"]).ends(0);
    let hinted = &lines(&folder.at("hinted.jsonl"))[0];
    assert_eq!((&hinted["encoding"], &hinted["encoding_source"]), (&"windows-1257".into(), &"header".into()));
    batch(&folder, &["@page.html", "-o", "@known.json", "--from=big5", "-q"]).ends(0);
    let known = &lines(&folder.at("known.json"))[0];
    assert_eq!((&known["encoding"], &known["encoding_source"]), (&"Big5".into(), &"caller".into()));
    batch(&folder, &["@rows.jsonl", "-o", "@rows.out.jsonl", hint, "-q", "-f", "json"]).ends(0);
    let declared: Vec<Value> =
        lines(&folder.at("rows.out.jsonl")).iter().map(|row| row["declared"].clone()).collect();
    assert_eq!(declared, ["KOI8-R", "windows-1257"]);
}

#[test]
fn comments_are_text_or_apart() {
    let folder = Folder::with(&[("bread.html", include_bytes!("../../../testdata/extract/bread.html"))]);
    for (option, in_text, listed) in
        [("--favor=balance", false, 0), ("--comments", true, 2), ("--comments=apart", false, 2)]
    {
        batch(&folder, &["@bread.html", "-o", "@a.jsonl", "--overwrite", "-q", option]).ends(0);
        let row = &lines(&folder.at("a.jsonl"))[0];
        assert_eq!(row["text"].as_str().unwrap().contains("Mine stayed flat"), in_text, "{option}");
        assert_eq!(row["comments"].as_array().unwrap().len(), listed, "{option}");
    }
}

#[test]
fn pages_are_repaired_and_errors_handled_as_in_decode() {
    let doubled = "<p>DÃ©jÃ\u{a0} vu, cafÃ©, Ã©tÃ©, and a few words more to make a paragraph</p>".as_bytes();
    let broken = [doubled, b"<p>\xFF</p>"].concat();
    let folder = Folder::with(&[("doubled.html", doubled), ("broken.html", &broken)]);
    batch(&folder, &["@doubled.html", "-o", "@a.jsonl", "--repair", "--extract=all", "-q"]).ends(0);
    let text = lines(&folder.at("a.jsonl"))[0]["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("Déjà vu, café, été, and"), "{text}");
    for (policy, rows) in [("strict", 0), ("reject", 0), ("ignore", 1), ("replace", 1), ("references", 1)] {
        let output = format!("@{policy}.jsonl");
        batch(&folder, &["@broken.html", "-o", &output, "--errors", policy, "-q"]).ends(0);
        assert_eq!(lines(&folder.at(format!("{policy}.jsonl"))).len(), rows, "{policy}");
    }
}

#[test]
fn shards_are_as_small_as_asked_for_and_hold_everything() {
    let folder = Folder::with(&[("a.warc.gz", &gzipped(&crawl(60)))]);
    batch(&folder, &["@a.warc.gz", "-o", "@out/text.jsonl", "--shard", "20k"]).ends(0);
    let shards: Vec<_> = fs::read_dir(folder.at("out")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let mut shards: Vec<_> =
        shards.into_iter().filter(|path| path.to_str().unwrap().contains("text-")).collect();
    shards.sort();
    assert!(shards.len() > 3 && shards[0].ends_with("text-00000.jsonl"), "{shards:?}");
    assert!(shards.iter().all(|path| path.metadata().unwrap().len() <= 20 << 10));
    assert_eq!(shards.iter().map(|path| lines(path).len()).sum::<usize>(), 60);
    // Another run does not mix with it.
    let run = batch(&folder, &["@a.warc.gz", "-o", "@out/text.jsonl", "--shard", "20k"]).ends(1);
    assert!(run.err.contains("text-00000.jsonl and ") && run.err.contains("--overwrite"), "{}", run.err);
}

#[test]
fn a_second_run_with_the_same_output_is_refused_while_the_first_one_writes() {
    let folder = Folder::with(&[("a.warc.gz", &gzipped(&crawl(4000)))]);
    let rest = ["@a.warc.gz", "--piece", "2k", "-j", "1", "--note-every", "0", "-q", "-o", "@text.jsonl"];
    let mut first = start(&arguments(&folder, &rest));
    wait_for_journal(&mut first, &folder.at("text.jsonl.resume"));
    for more in [&[][..], &["--resume"], &["--overwrite"], &["--shard", "1M"]] {
        let run = batch(&folder, &[&rest[..], more].concat()).ends(1);
        assert!(run.err.contains("another run is writing "), "{more:?}: {}", run.err);
    }
    // Nor may it share the rejects with another output.
    let run =
        batch(&folder, &["@a.warc.gz", "-o", "@b.jsonl", "--rejects", "@text.jsonl.rejects.jsonl"]).ends(1);
    assert!(run.err.contains("another run is writing it"), "{}", run.err);
    assert!(first.wait().unwrap().success());
    assert_eq!(lines(&folder.at("text.jsonl")).len(), 4000);
    let all = ["a.warc.gz", "text.jsonl", "text.jsonl.rejects.jsonl", "text.jsonl.resume"];
    assert_eq!(folder.names().iter().filter(|name| !name.starts_with("b.")).collect::<Vec<_>>(), all);
}

#[test]
fn outputs_do_not_replace_each_other() {
    let folder = Folder::with(&[("a.warc.gz", &gzipped(&crawl(9)))]);
    for rest in [
        &["--rejects", "@text.jsonl"][..],
        &["--summary", "@text.jsonl"],
        &["--summary", "@text.jsonl.rejects.jsonl"],
        &["--rejects", "@./text.jsonl"],
        &["--summary", "@text.jsonl.resume"],
        &["--rejects", "@text.jsonl.partial"],
        &["--shard", "20k", "--rejects", "@text-00000.jsonl"],
        &["--rejects", "-", "--summary", "-"],
    ] {
        let run = batch(&folder, &[&["@a.warc.gz", "-o", "@text.jsonl"], rest].concat()).ends(2);
        assert!(run.err.contains(" are the same file: "), "{rest:?}: {}", run.err);
        assert_eq!(folder.names(), ["a.warc.gz"], "{rest:?}");
    }
    for output in ["text.0001.jsonl", "text.0002.jsonl", "text.parquet"] {
        batch(&folder, &["@a.warc.gz", "-q", "-o", &format!("@{output}")]).ends(0);
        assert_eq!(lines(&folder.at(format!("{output}.rejects.jsonl"))).len(), 10);
    }
    // A dash is standard output, not a file of that name.
    let run = batch(&folder, &["@a.warc.gz", "-q", "-o", "@b.jsonl", "--summary", "-"]).ends(0);
    let summary: Value = serde_json::from_slice(&run.out).unwrap();
    assert_eq!(summary["written"], 9);
    let run = batch(&folder, &["@a.warc.gz", "-q", "-o", "@c.jsonl", "--rejects", "-"]).ends(0);
    assert_eq!(run.json().len(), 10);
    assert!(!folder.names().contains(&"-".to_owned()) && !Path::new("-").exists());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_taken_for_an_input_that_changes() {
    let folder = Folder::with(&[("page.html", &archive::page(3))]);
    let path = folder.path().display();
    let script = format!("{PELLUCID} batch <(sleep 0.2; cat {path}/page.html) -o {path}/text.jsonl -q");
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    Run::from(output).ends(1);
    let rejects = lines(&folder.at("text.jsonl.rejects.jsonl"));
    assert_eq!((rejects.len(), &rejects[0]["detail"]), (1, &"not a regular file".into()));
}

#[test]
fn a_complete_run_is_not_done_again() {
    let folder = Folder::with(&[("a.warc.gz", &gzipped(&crawl(60)))]);
    for rest in [&["-o", "@text.jsonl"][..], &["-o", "@shards/text.jsonl", "--shard", "20k"]] {
        let rest = [&["@a.warc.gz", "--resume", "--summary", "@s.json"], rest].concat();
        batch(&folder, &rest).ends(0);
        let run = batch(&folder, &rest).ends(0);
        assert!(run.err.contains("the run is complete; nothing was left to do"), "{}", run.err);
        assert!(run.err.contains("written") && run.err.contains("60"), "{}", run.err);
        fs::remove_file(folder.at("s.json")).unwrap();
        batch(&folder, &rest).ends(0);
        assert!(folder.at("s.json").exists());
        fs::remove_file(folder.at("s.json")).unwrap();
    }
}

fn start(arguments: &[String]) -> Child {
    Command::new(PELLUCID)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Whether a run has noted more than that it began.
fn has_rows(journal: &Path) -> bool {
    let notes = String::from_utf8_lossy(&fs::read(journal).unwrap_or_default()).into_owned();
    notes.split("{\"number\":").skip(1).any(|note| !note.starts_with("0,"))
}

/// Waits until a run has noted its first rows, so that there is something to resume. The run must not be over by then.
fn wait_for_journal(child: &mut Child, journal: &Path) {
    let began = Instant::now();
    while !has_rows(journal) {
        assert!(began.elapsed() < Duration::from_secs(60), "no rows in {}", journal.display());
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(child.try_wait().unwrap(), None, "it was done before it could be stopped");
}

#[test]
fn killed_at_any_moment_and_resumed_it_writes_the_same_bytes() {
    let mut records = crawl(600);
    records[301].truncate(200);
    let folder = Folder::with(&[("a.warc.gz", &gzipped(&records)), ("b.warc", &crawl(100).concat())]);
    let mut moment = 0x9E37_79B9_u32;
    for output in ["text.jsonl.zst", "text.parquet", "text.jsonl"] {
        let rest = ["@a.warc.gz", "@b.warc", "--piece", "4k", "--row-group", "30k", "--shard", "60k", "-q"];
        let rest = [&rest[..], &["--note-every", "0", "-o"]].concat();
        let whole = format!("@whole/{output}");
        let killed = format!("@killed/{output}");
        batch(&folder, &[&rest[..], &[&whole]].concat()).ends(0);
        let resumed = arguments(&folder, &[&rest[..], &[&killed, "--resume", "-j", "2"]].concat());
        let (mut kills, mut journals) = (0, 0);
        loop {
            let mut child = start(&resumed);
            if kills == 0 {
                wait_for_journal(&mut child, &folder.at(format!("killed/{output}.resume")));
            } else {
                // From at once to half a second: moments of every kind.
                moment = moment.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                thread::sleep(Duration::from_millis(u64::from(moment >> 16) % (100 + 20 * kills.min(40))));
            }
            if let Some(status) = child.try_wait().unwrap() {
                assert!(status.success(), "{output}: {status} after {kills} kills");
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            journals += u32::from(has_rows(&folder.at(format!("killed/{output}.resume"))));
            assert!(kills < 500, "{output} never ends");
        }
        assert!(kills > 0 && journals > 0, "{output}: {kills} kills, {journals} with something to resume");
        let files = |name: &str| {
            let names = fs::read_dir(folder.at(name)).unwrap().map(|entry| entry.unwrap().path());
            // The journal knows where it is, so no two are alike.
            let names = names.filter(|path| path.extension().unwrap() != "resume");
            let mut files: Vec<_> =
                names.map(|path| (path.file_name().unwrap().to_owned(), fs::read(path).unwrap())).collect();
            files.sort();
            files
        };
        let (whole, killed) = (files("whole"), files("killed"));
        let names = |files: &[(std::ffi::OsString, Vec<u8>)]| {
            files.iter().map(|file| file.0.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&killed), names(&whole));
        assert!(killed == whole, "{output} differs after {kills} kills");
        fs::remove_dir_all(folder.at("whole")).unwrap();
        fs::remove_dir_all(folder.at("killed")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_run_and_resume_continues_it() {
    const RECORDS: u32 = 4000;
    let folder = Folder::with(&[("a.warc.gz", &gzipped(&crawl(RECORDS)))]);
    let rest = ["@a.warc.gz", "--piece", "2k", "-j", "1", "--note-every", "0", "-o", "@text.jsonl"];
    let mut child = start(&arguments(&folder, &rest));
    wait_for_journal(&mut child, &folder.at("text.jsonl.resume"));
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert_eq!(child.wait().unwrap().code(), Some(130), "0: it was done before it could be stopped");
    assert!(!folder.at("text.jsonl").exists());
    batch(&folder, &[&rest[..], &["--resume"]].concat()).ends(0);
    assert_eq!(lines(&folder.at("text.jsonl")).len(), RECORDS as usize);
    assert_eq!(folder.names(), ["a.warc.gz", "text.jsonl", "text.jsonl.rejects.jsonl", "text.jsonl.resume"]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disks_and_closed_folders_are_clear_errors() {
    let folder = Folder::with(&[("a.warc.gz", &gzipped(&crawl(50)))]);
    let run =
        batch(&folder, &["@a.warc.gz", "-o", "/dev/full", "--rejects", "@r.jsonl", "-f", "jsonl"]).ends(1);
    assert!(run.err.contains("/dev/full") && run.err.contains("No space left"), "{}", run.err);
    let run = batch(&folder, &["@a.warc.gz", "-o", "/proc/no/such.jsonl"]).ends(1);
    assert!(run.err.contains("/proc/no"), "{}", run.err);
}

#[test]
fn a_reader_who_goes_away_is_no_error() {
    let folder = Folder::with(&[("a.warc.gz", &gzipped(&crawl(300)))]);
    let mut child = harness::start(arguments(&folder, &["@a.warc.gz", "-o", "-", "--rejects", "@r.jsonl"]));
    drop(child.stdout.take());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(0), "{}", run.err);
}

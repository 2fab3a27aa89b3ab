//! Tables in; every format out, and read again; filters.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use crate::archive::{self, Alone, crawl, gzipped, page};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, BinaryArray, DictionaryArray, Int32Array, RecordBatch, StringArray};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use pellucid::PageOptions;
use pellucid::decode::Errors;
use pellucid::extract::{Comments, Extract, Extractor};
use pellucid_batch::arrow::{process_batch, record_schema, records, schema};
use pellucid_batch::write::Format;
use pellucid_batch::{Columns, Field, Job, Options, Reason, Tally, run};
use serde_json::{Value, json};
use tempfile::TempDir;

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Runs a job over one file with these bytes, changed as wanted.
fn over(name: &str, bytes: &[u8], change: impl Fn(&mut Job)) -> (TempDir, Vec<Value>, Vec<Value>, Tally) {
    let folder = TempDir::new().unwrap();
    let input = folder.path().join(name);
    fs::write(&input, bytes).unwrap();
    let mut job = Job::new(vec![input], folder.path().join("rows.jsonl"));
    change(&mut job);
    let (tally, _) = run(&job, &Alone).unwrap();
    let (rows, rejects) = (lines(&job.output), lines(&job.rejects));
    assert_eq!(tally.read(), (rows.len() + rejects.len()) as u64);
    (folder, rows, rejects, tally)
}

fn texts(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["text"].as_str().unwrap()).collect()
}

#[test]
fn json_lines() {
    let plain = "<p>Grüße aus dem Süden, wo das Wetter heute besonders schön ist.</p>";
    let legacy = pellucid::encodings::WINDOWS_1252.encode(plain).into_bytes();
    let lines = [
        // A string is decoded already, whatever it declares.
        json!({"url": "http://a.example/1", "id": 7, "html": format!("<meta charset=koi8-r>{plain}"), "http_status": 404}).to_string(),
        json!({"url": "http://a.example/2", "content_base64": STANDARD.encode(&legacy), "date": "2026-01-01"}).to_string(),
        json!({"url": "http://a.example/3", "title": "no page"}).to_string(),
        "{\"broken\": ".to_owned(),
        String::new(),
        json!({"content_base64": "!!!"}).to_string(),
        json!({"html": null}).to_string(),
        json!(["not an object"]).to_string(),
        json!({"body": "last, without a line break at its end"}).to_string(),
    ];
    let bytes = lines.join("\n").into_bytes();
    for (name, bytes) in [
        ("a.jsonl", bytes.clone()),
        ("a.ndjson.gz", archive::gzip(&bytes)),
        ("a.jsonl.zst", zstd::encode_all(&bytes[..], 3).unwrap()),
    ] {
        for piece in [1, 30, 10_000] {
            let (_folder, rows, rejects, tally) = over(name, &bytes, |job| job.piece = piece);
            let text = "Grüße aus dem Süden, wo das Wetter heute besonders schön ist.";
            assert_eq!(
                texts(&rows),
                [text, text, "last, without a line break at its end"],
                "{name}, {piece}"
            );
            assert_eq!(rows[0]["encoding_source"], "text");
            assert_eq!((&rows[0]["id"], &rows[0]["http_status"]), (&json!("7"), &json!(404)));
            assert_eq!(
                (&rows[1]["encoding"], &rows[1]["date"]),
                (&json!("windows-1252"), &json!("2026-01-01"))
            );
            assert_eq!((tally.rejected_for(Reason::NoContent), tally.rejected_for(Reason::Damaged)), (3, 2));
            assert_eq!(rejects[0]["url"], "http://a.example/3");
        }
    }
}

#[test]
fn compressed_lines_before_and_after_damage_are_read() {
    let line = |n: u32| {
        format!("{}\n", json!({"id": n.to_string(), "html": String::from_utf8_lossy(&page(n * 3 + 2))}))
    };
    let lines = |numbers: std::ops::Range<u32>| numbers.map(line).collect::<String>().into_bytes();
    let ids = |rows: &[Value]| {
        rows.iter().map(|row| row["id"].as_str().unwrap().parse().unwrap()).collect::<Vec<u32>>()
    };
    let all: Vec<u32> = (0..200).collect();
    // One stream that breaks off.
    let packed = archive::gzip(&lines(0..200));
    let (_folder, rows, _, tally) = over("a.jsonl.gz", &packed[..packed.len() - 20], |_| ());
    assert_eq!((ids(&rows), tally.rejected_for(Reason::Damaged)), (all[..199].to_vec(), 2));
    // Something before it, between members, and after them; and a member that is damaged.
    for (name, pack) in [
        ("a.jsonl.gz", archive::gzip as fn(&[u8]) -> Vec<u8>),
        ("a.jsonl.zst", |bytes: &[u8]| zstd::encode_all(bytes, 3).unwrap()),
    ] {
        let mut bad = pack(&lines(100..150));
        let middle = bad.len() / 2;
        bad[middle..middle + 9].fill(0xFF);
        let bytes =
            [b"\r\n", &pack(&lines(0..100))[..], &bad, &[0; 99], &pack(&lines(150..200)), &[0; 512]].concat();
        let (_folder, rows, _, tally) = over(name, &bytes, |_| ());
        let found = ids(&rows);
        assert!(all.iter().all(|id| found.contains(id) || (100..150).contains(id)), "{name}: {found:?}");
        assert!(tally.lost() >= 3 && tally.skipped_bytes >= 2 + 99 + 512, "{name}\n{tally}");
    }
}

#[test]
fn parquet_that_makes_no_sense_is_rejected() {
    // Found by a fuzzer: a column that begins before the file does.
    let bytes = include_bytes!("archive/negative.parquet");
    let (_folder, rows, rejects, tally) = over("a.parquet", bytes, |_| ());
    assert_eq!((rows.len(), tally.lost()), (0, 1));
    let detail = rejects[0]["detail"].as_str().unwrap();
    // Its columns are compressed by zstd, which is C.
    let expected = if cfg!(feature = "fast-unpack") {
        "the file makes no sense"
    } else {
        "this build does not know zstd"
    };
    assert!(detail.contains(expected), "{detail}");
    // Whatever byte of a table is wrong, the others are read, and the run ends.
    let lines: String =
        (0..9).map(|n| format!("{}\n", json!({"id": n.to_string(), "html": "<p>page"}))).collect();
    let (folder, ..) = over("a.jsonl", lines.as_bytes(), |job| {
        *job = Job::new(job.inputs.paths.clone(), job.output.with_extension("parquet"));
        run(job, &Alone).unwrap();
        *job = Job::new(job.inputs.paths.clone(), job.output.with_extension("jsonl"));
    });
    let sound = fs::read(folder.path().join("rows.parquet")).unwrap();
    for at in (4..sound.len()).step_by(37) {
        let mut bytes = sound.clone();
        bytes[at] ^= 0x81;
        over("b.parquet", &bytes, |_| ());
    }
}

#[test]
fn json_that_is_no_table_is_a_document() {
    let lines = b"{\"html\": \"<p>one</p>\"}\n{\"html\": \"<p>two</p>\"}\n";
    assert_eq!(over("a.json", lines, |_| ()).1.len(), 2);
    let document = b"{\n  \"name\": \"pellucid\",\n  \"version\": 1\n}\n";
    let (_folder, rows, _, tally) = over("a.json", document, |_| ());
    assert_eq!((rows.len(), tally.rejected()), (1, 0));
    assert_eq!(rows[0]["extractor"], "plain");
}

fn table(path: &Path) {
    let pages: Vec<Vec<u8>> = (0..40).map(page).collect();
    let urls: Vec<String> = (0..40).map(|id| format!("http://example.org/{id}")).collect();
    let bytes: Vec<Option<&[u8]>> =
        pages.iter().enumerate().map(|(id, page)| (id != 5).then_some(&page[..])).collect();
    let types: DictionaryArray<Int32Type> = (0..40).map(|_| Some("text/html")).collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("url", Arc::new(StringArray::from(urls))),
        ("raw_page", Arc::new(BinaryArray::from(bytes))),
        ("content_type", Arc::new(types)),
        ("http_status", Arc::new(Int32Array::from_iter((0..40).map(|id| (id != 3).then_some(200))))),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    for start in (0..40).step_by(15) {
        writer.write(&batch.slice(start, 15.min(40 - start))).unwrap();
        writer.flush().unwrap();
    }
    writer.close().unwrap();
}

#[test]
fn parquet_in() {
    let folder = TempDir::new().unwrap();
    let input = folder.path().join("pages.parquet");
    table(&input);
    let job = Job {
        columns: Columns { content: Some("raw_page".into()), base64: false },
        overwrite: true,
        ..Job::new(vec![input.clone()], folder.path().join("rows.jsonl"))
    };
    let (tally, _) = run(&job, &Alone).unwrap();
    assert_eq!((tally.written, tally.rejected_for(Reason::NoContent)), (39, 1));
    let rows = lines(&job.output);
    assert_eq!(rows[6]["url"], "http://example.org/7");
    assert_eq!((&rows[6]["offset"], &rows[6]["content_type"]), (&json!(7), &json!("text/html")));
    assert!(rows[6]["text"].as_str().unwrap().contains("Номер 7, 0:"));
    assert!(rows[3]["http_status"].is_null());
    // A column that is not there: every group is rejected, and told.
    let (tally, _) = run(&Job { columns: Columns::default(), ..job.clone() }, &Alone).unwrap();
    assert_eq!((tally.written, tally.rejected_for(Reason::Damaged)), (0, 3));
    // Half of a file is none.
    let bytes = fs::read(&input).unwrap();
    fs::write(&input, &bytes[..bytes.len() / 2]).unwrap();
    let (tally, _) = run(&job, &Alone).unwrap();
    assert_eq!((tally.written, tally.rejected_for(Reason::Unreadable)), (0, 1));
}

#[test]
fn parquet_out_is_what_json_says() {
    let folder = TempDir::new().unwrap();
    let input = folder.path().join("a.warc.gz");
    fs::write(&input, gzipped(&crawl(50))).unwrap();
    let json = Job { piece: 3000, ..Job::new(vec![input.clone()], folder.path().join("rows.jsonl")) };
    run(&json, &Alone).unwrap();
    let parquet =
        Job { piece: 3000, group: 20_000, ..Job::new(vec![input], folder.path().join("rows.parquet")) };
    run(&parquet, &Alone).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&parquet.output).unwrap()).unwrap();
    assert!(reader.metadata().num_row_groups() > 2);
    assert_eq!(*reader.schema().fields(), *schema(Field::ALL).fields());
    let rows = lines(&json.output);
    let mut at = 0;
    for batch in reader.build().unwrap() {
        let batch = batch.unwrap();
        let text =
            |name: &str, row| batch.column_by_name(name).unwrap().as_string::<i32>().value(row).to_owned();
        for row in 0..batch.num_rows() {
            let expected = &rows[at];
            for name in
                ["url", "id", "date", "file", "encoding", "encoding_source", "title", "text", "extractor"]
            {
                assert_eq!(expected[name], text(name, row), "{name}");
            }
            assert_eq!(
                expected["offset"],
                batch.column_by_name("offset").unwrap().as_primitive::<Int64Type>().value(row)
            );
            assert_eq!(
                expected["http_status"],
                batch.column_by_name("http_status").unwrap().as_primitive::<Int32Type>().value(row)
            );
            let confidence =
                batch.column_by_name("confidence").unwrap().as_primitive::<Float32Type>().value(row);
            assert!((expected["confidence"].as_f64().unwrap() - f64::from(confidence)).abs() < 1e-4);
            assert_eq!(batch.column_by_name("warnings").unwrap().as_list::<i32>().value(row).len(), 0);
            at += 1;
        }
    }
    assert_eq!(at, rows.len());
}

#[test]
fn comments_are_a_list_in_every_format() {
    let folder = TempDir::new().unwrap();
    let article = "Water should not boil for green tea: 70 degrees are enough, and two minutes. ".repeat(3);
    let page = format!(
        "<article><h1>Tea</h1><p>{article}</p></article><ol id=comments><li class=comment><b class=fn>Ada</b> \
         <time datetime=2024-05-06>May</time><p>With milk, always.</p><li class=comment><p>Never.</p></ol>"
    );
    let input = folder.path().join("a.jsonl");
    fs::write(&input, json!({ "html": page }).to_string()).unwrap();
    let mut job = Job::new(vec![input], folder.path().join("rows.jsonl"));
    run(&job, &Alone).unwrap();
    assert_eq!(lines(&job.output)[0]["comments"], json!([]));
    let extractor = Extractor::new().comments(Comments::Apart);
    job.options.page = job.options.page.clone().extractor(extractor);
    job.overwrite = true;
    run(&job, &Alone).unwrap();
    let row = lines(&job.output).remove(0);
    let expected = json!([
        { "text": "With milk, always.", "author": "Ada", "date": "2024-05-06" },
        { "text": "Never.", "author": null, "date": null },
    ]);
    assert_eq!(row["comments"], expected);
    assert!(!row["text"].as_str().unwrap().contains("milk"));
    let parquet = Job { format: Format::Parquet, output: folder.path().join("rows.parquet"), ..job };
    run(&parquet, &Alone).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&parquet.output).unwrap()).unwrap();
    let batch = reader.build().unwrap().next().unwrap().unwrap();
    let comments = batch.column_by_name("comments").unwrap().as_list::<i32>().value(0);
    let comments = comments.as_struct();
    for (n, comment) in expected.as_array().unwrap().iter().enumerate() {
        for name in ["text", "author", "date"] {
            let column = comments.column_by_name(name).unwrap().as_string::<i32>();
            let value = (!column.is_null(n)).then(|| column.value(n));
            assert_eq!(comment[name].as_str(), value, "{name}");
        }
    }
}

#[test]
fn an_output_without_rows_is_a_file_without_rows() {
    for name in ["rows.jsonl", "rows.jsonl.gz", "rows.parquet", "rows.wet", "rows.txt"] {
        let folder = TempDir::new().unwrap();
        let input = folder.path().join("a.warc");
        fs::write(&input, crawl(0).concat()).unwrap();
        let job = Job::new(vec![input], folder.path().join(name));
        assert_eq!(run(&job, &Alone).unwrap().0.written, 0);
        assert!(job.output.exists(), "{name}");
        if name.ends_with("parquet") {
            let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&job.output).unwrap()).unwrap();
            assert_eq!(
                (reader.metadata().file_metadata().num_rows(), reader.schema().fields().len()),
                (0, Field::ALL.len())
            );
        }
    }
}

#[test]
fn wet_records_are_read_again() {
    for name in ["text.warc.wet", "text.warc.wet.gz", "text.warc.wet.zst"] {
        let folder = TempDir::new().unwrap();
        let input = folder.path().join("a.warc.gz");
        fs::write(&input, gzipped(&crawl(20))).unwrap();
        let wet = Job::new(vec![input.clone()], folder.path().join(name));
        run(&wet, &Alone).unwrap();
        let rows = |input, output| {
            let job = Job::new(vec![input], folder.path().join(output));
            run(&job, &Alone).unwrap();
            lines(&job.output)
        };
        let (first, again) = (rows(input, "first.jsonl"), rows(wet.output, "again.jsonl"));
        assert_eq!(texts(&again), texts(&first), "{name}");
        assert_eq!(again[0]["url"], first[0]["url"]);
        assert_eq!(
            (&again[0]["extractor"], &again[0]["content_type"]),
            (&json!("plain"), &json!("text/plain; charset=utf-8"))
        );
        assert_ne!(again[0]["id"], first[0]["id"]);
    }
}

#[test]
fn plain_text_has_a_form_feed_behind_each_page() {
    let folder = TempDir::new().unwrap();
    let input = folder.path().join("a.warc.gz");
    fs::write(&input, gzipped(&crawl(5))).unwrap();
    let job = Job::new(vec![input], folder.path().join("text.txt.gz"));
    run(&job, &Alone).unwrap();
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(File::open(&job.output).unwrap()).read_to_string(&mut text).unwrap();
    let pages: Vec<&str> = text.split_terminator("\n\x0C\n").collect();
    assert_eq!(pages.len(), 5);
    assert!(pages[4].contains("Номер 5, 0:") && !pages[4].contains("Номер 4"), "{}", pages[4]);
}

#[test]
fn filters() {
    let bytes = gzipped(&crawl(12));
    let english = archive::response(
        50,
        "",
        b"<p>This is a page in English, and it has enough words to tell so, as one can see.</p>",
    );
    let sound = page(2);
    let middle = sound.windows(4).position(|bytes| bytes == b"</p>").unwrap();
    let broken = [&sound[..middle], b" \xFF\xFE\xFF broken", &sound[middle..]].concat();
    let image = archive::response(52, "Content-Type: image/png\r\n", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR");
    let unnamed = archive::record(
        "resource",
        "http://example.org/53",
        53,
        "",
        b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\0",
    );
    let more = gzipped(&[english, archive::response(51, "", &broken), image, unnamed]);
    let bytes = [bytes, more].concat();
    let rejected = |change: &dyn Fn(&mut Job), reason| {
        let (_folder, rows, _, tally) = over("a.warc.gz", &bytes, change);
        (rows, tally.rejected_for(reason))
    };
    let (rows, types) = rejected(&|_| (), Reason::Type);
    assert_eq!((rows.len(), types), (14, 1));
    assert_eq!(rows[13]["replaced"].as_u64(), Some(3), "{}", rows[13]);
    assert!(rows[13]["text"].as_str().unwrap().contains('\u{FFFD}'));
    assert_eq!(rejected(&|_| (), Reason::Binary).1, 1);
    let (rows, languages) =
        rejected(&|job| job.options.keep_languages = vec!["ru".parse().unwrap()], Reason::Language);
    assert_eq!((rows.len(), languages), (13, 1));
    let (rows, errors) =
        rejected(&|job| job.options.page = PageOptions::new().errors(Errors::Reject), Reason::EncodingErrors);
    assert_eq!((rows.len(), errors), (13, 1));
    let (rows, _) =
        rejected(&|job| job.options.page = PageOptions::new().errors(Errors::Ignore), Reason::EncodingErrors);
    assert!(!rows[13]["text"].as_str().unwrap().contains('\u{FFFD}'));
    let (rows, statuses) = rejected(&|job| job.options.statuses = vec![404], Reason::Status);
    assert_eq!((rows.len(), statuses), (0, 15));
    let (rows, unsure) = rejected(&|job| job.options.min_confidence = 1.0, Reason::Confidence);
    assert_eq!(rows.len() as u64 + unsure, 14);
    let (rows, poor) = rejected(&|job| job.options.min_quality = 1.0, Reason::Quality);
    assert_eq!((rows.len(), poor), (0, 14));
    let (rows, _) =
        rejected(&|job| job.options.page = PageOptions::new().extract(Extract::Nothing), Reason::Type);
    assert!(rows[0]["text"].as_str().unwrap().starts_with("<html><head><title>Страница 1"));
    let (rows, _) =
        rejected(&|job| job.options.page = PageOptions::new().extract(Extract::All), Reason::Type);
    assert!(rows[0]["text"].as_str().unwrap().starts_with("Начало\nНомер 1, 0:"), "{}", rows[0]["text"]);
    assert_eq!((&rows[0]["title"], &rows[0]["extractor"]), (&json!("Страница 1"), &json!("all")));
    let (rows, _) = rejected(&|job| job.fields = vec![Field::Text, Field::Url], Reason::Type);
    assert_eq!(rows[0].as_object().unwrap().len(), 2);
}

#[test]
fn batches_of_arrow_give_the_rows_of_a_run() {
    let folder = TempDir::new().unwrap();
    let input = folder.path().join("a.warc.gz");
    let mut damaged = crawl(30);
    damaged[20].truncate(100);
    let bytes = gzipped(&damaged);
    fs::write(&input, &bytes).unwrap();
    let job = Job::new(vec![input.clone()], folder.path().join("rows.jsonl"));
    run(&job, &Alone).unwrap();
    let (rows, rejects) = (lines(&job.output), lines(&job.rejects));
    let columns = Columns::default();
    // As a whole, and in stretches.
    let cuts: Vec<u64> = (0..=10).map(|n| bytes.len() as u64 * n / 10).collect();
    let mut stretches = vec![vec![None]];
    stretches.push(cuts.windows(2).map(|pair| Some(pair[0]..pair[1])).collect());
    for stretches in stretches {
        let (mut texts, mut reasons) = (Vec::new(), Vec::new());
        for batch in stretches.iter().flat_map(|stretch| records(&input, stretch.clone(), &columns, 1 << 20))
        {
            assert_eq!(batch.schema(), record_schema());
            let done = process_batch(&batch, &columns, Field::ALL, &Options::default()).unwrap();
            assert_eq!(done.num_rows(), batch.num_rows());
            let (text, reject) =
                (done.column_by_name("text").unwrap(), done.column_by_name("reject").unwrap());
            let offset = done.column_by_name("offset").unwrap().as_primitive::<Int64Type>();
            for row in 0..done.num_rows() {
                assert_ne!(text.is_null(row), reject.is_null(row));
                if reject.is_null(row) {
                    texts.push((offset.value(row), text.as_string::<i32>().value(row).to_owned()));
                } else {
                    reasons.push((offset.value(row), reject.as_string::<i32>().value(row).to_owned()));
                }
            }
        }
        let of = |rows: &[Value], name: &str| -> Vec<(i64, String)> {
            rows.iter()
                .map(|row| (row["offset"].as_i64().unwrap(), row[name].as_str().unwrap().to_owned()))
                .collect()
        };
        assert_eq!(texts, of(&rows, "text"));
        assert_eq!(reasons, of(&rejects, "reason"));
    }
}

//! Archives in every packing, sound and damaged: each record is found or counted, and the rest is still read.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::archive::{Alone, crawl, gzip, gzipped, page, record, response, zstd_with_dictionary};
use pellucid_batch::{Job, Outcome, Reason, Tally, Walk, Watch, run};
use serde_json::Value;
use tempfile::TempDir;

/// Somebody who stops a run after so many pieces.
struct Stopping(AtomicU64);

impl Watch for Stopping {
    fn done(&self, _: u64, _: u64) {
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// What came of a run.
struct Ran {
    rows: Vec<Value>,
    rejects: Vec<Value>,
    tally: Tally,
}

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn job(folder: &TempDir, name: &str, bytes: &[u8]) -> Job {
    let input = folder.path().join(name);
    fs::write(&input, bytes).unwrap();
    Job { piece: 5000, ..Job::new(vec![input], folder.path().join("out/rows.jsonl")) }
}

fn ran(job: &Job) -> Ran {
    let (tally, outcome) = run(job, &Alone).unwrap();
    assert_eq!(outcome, Outcome::Complete);
    let ran = Ran { rows: lines(&job.output), rejects: lines(&job.rejects), tally };
    // What everything is about.
    assert_eq!(ran.tally.read(), (ran.rows.len() + ran.rejects.len()) as u64);
    assert_eq!(ran.tally.written, ran.rows.len() as u64);
    for &reason in Reason::ALL {
        let told = ran.rejects.iter().filter(|reject| reject["reason"] == reason.name()).count();
        assert_eq!(ran.tally.rejected_for(reason), told as u64, "{}", reason.name());
    }
    let names: Vec<String> = fs::read_dir(job.output.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(!names.iter().any(|name| name.contains("partial")), "{names:?}");
    ran
}

/// The numbers of the pages that were written, in their order.
fn pages(ran: &Ran) -> Vec<u32> {
    ran.rows
        .iter()
        .map(|row| row["url"].as_str().unwrap().rsplit('/').next().unwrap().parse().unwrap())
        .collect()
}

#[test]
fn every_packing_gives_the_same_rows() {
    let records = crawl(60);
    let frames: Vec<u8> =
        records.iter().flat_map(|record| zstd::encode_all(&record[..], 3).unwrap()).collect();
    let whole = records.concat();
    let packings: [(&str, Vec<u8>); 7] = [
        ("a.warc", whole.clone()),
        ("a.warc.gz", gzipped(&records)),
        ("a.warc.zst", frames),
        ("b.warc.zst", zstd_with_dictionary(&records)),
        // As a whole, as people compress files.
        ("b.warc.gz", gzip(&whole)),
        ("c.warc.zst", zstd::encode_all(&whole[..], 3).unwrap()),
        // By its bytes, whatever its name.
        ("archive", gzipped(&records)),
    ];
    let mut first: Option<Vec<(Value, Value, Value)>> = None;
    for (name, bytes) in packings {
        let folder = TempDir::new().unwrap();
        let ran = ran(&job(&folder, name, &bytes));
        assert_eq!(pages(&ran), (1..=60).collect::<Vec<_>>(), "{name}");
        assert_eq!((ran.tally.written, ran.tally.rejected_for(Reason::NoPage)), (60, 61), "{name}");
        let rows: Vec<_> = ran
            .rows
            .iter()
            .map(|row| (row["text"].clone(), row["encoding"].clone(), row["id"].clone()))
            .collect();
        assert!(rows[0].0.as_str().unwrap().contains("Номер 1, 0:"), "{name}: {}", rows[0].0);
        assert_eq!(*first.get_or_insert_with(|| rows.clone()), rows, "{name}");
    }
}

/// A record whose head says so many bytes, whatever it has.
fn lying(record: &[u8], length: usize) -> Vec<u8> {
    let text = String::from_utf8_lossy(record).into_owned();
    let (head, block) = text.split_once("\r\n\r\n").unwrap();
    let (before, _) = head.rsplit_once("Content-Length: ").unwrap();
    format!("{before}Content-Length: {length}\r\n\r\n{block}").into_bytes()
}

/// Where the block of a record begins.
fn block(record: &[u8]) -> usize {
    record.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4
}

#[test]
fn a_length_that_ends_where_a_later_record_does_hides_none() {
    let page = b"<p>A page, in Latin letters.";
    let sound = |n: u32| response(n, "", page);
    let exact = |n: u32| response(n, &format!("Content-Length: {}\r\n", page.len()), page);
    let chunked = |n: u32| response(n, "Transfer-Encoding: chunked\r\n", b"5\r\n<p>ab\r\n0\r\n\r\n");
    let request = |n: u32| record("request", "http://example.org/", n, "", b"GET / HTTP/1.1\r\n\r\n");
    // The second record swallows two. The response shows where it ends, or no page is in it: then they are found.
    for (n, liar) in [exact(2), chunked(2), request(2)].into_iter().enumerate() {
        let swallowed = [liar.clone(), sound(3), sound(4)].concat();
        for end in [0, 2, 4] {
            let liar = lying(&liar, swallowed.len() - block(&liar) - end);
            let records = [sound(1), liar, sound(3), sound(4), sound(5)];
            for (name, bytes) in [("a.warc", records.concat()), ("a.warc.gz", gzip(&records.concat()))] {
                let folder = TempDir::new().unwrap();
                let ran = ran(&job(&folder, name, &bytes));
                assert_eq!(pages(&ran), [1, 3, 4, 5], "{n}, {end}, {name}: {:?}", ran.rejects);
                assert_eq!(ran.rejects.len(), 1);
                assert_eq!(ran.rejects[0]["reason"], "damaged");
                assert_eq!(ran.rejects[0]["id"], "<urn:uuid:00000002>");
            }
        }
    }
    // Nothing shows it: they may be the page, as they are if the length is none that a server can choose.
    let liar = sound(2);
    let swallowed = [liar.clone(), sound(3), sound(4)].concat();
    let liar = lying(&liar, swallowed.len() - block(&liar) - 4);
    let folder = TempDir::new().unwrap();
    let records = [sound(1), liar, sound(3), sound(4), sound(5)].concat();
    let ran = ran(&job(&folder, "a.warc", &records));
    assert_eq!(pages(&ran), [1, 2, 5]);
    let warnings = ran.rows[1]["warnings"].to_string();
    assert!(warnings.contains("what look like 2 records are inside of this one"), "{warnings}");
    assert!(ran.rows[0]["warnings"].as_array().is_none_or(Vec::is_empty));
}

#[test]
fn a_page_over_the_limit_makes_no_records() {
    // What a server may put on a page, to make rows with addresses of others.
    let planted = [
        b"<p>".repeat(20_000),
        b"\r\n\r\n".to_vec(),
        response(7, "", b"<p>planted"),
        b"\r\n\r\n<p>".to_vec(),
    ];
    let large = response(2, "", &planted.concat());
    let records = [response(1, "", b"<p>one"), large.clone(), response(3, "", b"<p>three")];
    // Where the head lies, what follows is found.
    let lie = lying(&response(2, "", &b"<p>".repeat(50_000)), 10_000_000);
    let lying = [records[0].clone(), lie, records[2].clone(), response(4, "", b"<p>four")];
    for (name, pack) in [("a.warc", None), ("a.warc.gz", Some(gzip as fn(&[u8]) -> Vec<u8>))] {
        let packed = |records: &[Vec<u8>]| match pack {
            None => records.concat(),
            Some(pack) => records.iter().flat_map(|record| pack(record)).collect(),
        };
        let folder = TempDir::new().unwrap();
        let mut job = job(&folder, name, &packed(&records));
        job.options.max_bytes = 10_000;
        let first = ran(&job);
        assert_eq!(pages(&first), [1, 3], "{name}: {:?}", first.rejects);
        assert_eq!(first.tally.rejected_for(Reason::TooLarge), 1, "{name}: {:?}", first.rejects);
        assert_eq!(first.tally.read(), 3);
        fs::write(&job.inputs.paths[0], packed(&lying)).unwrap();
        job.overwrite = true;
        let second = ran(&job);
        assert_eq!(pages(&second), [1, 3, 4], "{name}: {:?}", second.rejects);
        assert_eq!(second.tally.read(), 4, "{name}: {:?}", second.rejects);
    }
}

#[test]
fn offsets_and_lengths_find_the_record_again() {
    let folder = TempDir::new().unwrap();
    let bytes = gzipped(&crawl(30));
    let ran = ran(&job(&folder, "a.warc.gz", &bytes));
    for row in &ran.rows {
        let (offset, length) =
            (row["offset"].as_u64().unwrap() as usize, row["length"].as_u64().unwrap() as usize);
        let mut record = String::new();
        let mut member = flate2::read::GzDecoder::new(&bytes[offset..offset + length]);
        let _ = std::io::Read::read_to_string(&mut member, &mut record);
        let mut lossy = Vec::new();
        std::io::Read::read_to_end(
            &mut flate2::read::GzDecoder::new(&bytes[offset..offset + length]),
            &mut lossy,
        )
        .unwrap();
        assert!(String::from_utf8_lossy(&lossy).contains(row["id"].as_str().unwrap()));
    }
}

/// Does something to one record of a crawl in every packing, and expects that only this one is lost.
fn with_damage(what: &str, damage: impl Fn(&mut Vec<u8>)) {
    let records = crawl(40);
    // The response of page 20.
    let victim = 40;
    for packing in ["warc", "warc.gz", "warc.zst"] {
        let pack = |record: &Vec<u8>| match packing {
            "warc.gz" => gzip(record),
            "warc.zst" => zstd::encode_all(&record[..], 3).unwrap(),
            _ => record.clone(),
        };
        let mut members: Vec<Vec<u8>> = records.iter().map(pack).collect();
        damage(&mut members[victim]);
        let folder = TempDir::new().unwrap();
        let ran = ran(&job(&folder, &format!("a.{packing}"), &members.concat()));
        let all = (1..=40).filter(|page| *page != 20).collect::<Vec<_>>();
        let found: Vec<u32> = pages(&ran).into_iter().filter(|page| *page != 20).collect();
        assert_eq!(
            found,
            all,
            "{what}, {packing}: {:?}",
            ran.rejects.iter().filter(|r| r["reason"] == "damaged").collect::<Vec<_>>()
        );
        let damaged = ran.tally.rejected_for(Reason::Damaged);
        // Where nothing is compressed, a changed byte of a page is just another page.
        assert!(damaged >= 1 || packing == "warc" && ran.rows.len() == 40, "{what}, {packing}");
        // Requests and the rest are all there, too.
        assert!(ran.tally.rejected_for(Reason::NoPage) >= 40, "{what}, {packing}: {}", ran.tally);
    }
}

#[test]
fn damage_costs_one_record() {
    with_damage("the beginning is lost", |member| drop(member.drain(..10)));
    with_damage("the end is lost", |member| member.truncate(member.len() - 30));
    with_damage("the middle is noise", |member| {
        let middle = member.len() / 2;
        member[middle..middle + 40].fill(0xA5);
    });
    with_damage("only half is there", |member| member.truncate(member.len() / 2));
    with_damage("zeros", |member| member.fill(0));
    with_damage("noise behind it", |member| {
        member.extend_from_slice(b"\x1F\x8B\x08 noise \xFF\x00 noise WARC/1.0 noise")
    });
}

/// Each record as a member of its own.
fn members(packing: &str, records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let pack = |record: &Vec<u8>| match packing {
        "warc.gz" => gzip(record),
        _ => zstd::encode_all(&record[..], 3).unwrap(),
    };
    records.iter().map(pack).collect()
}

#[test]
fn whatever_stands_before_the_first_member_costs_nothing_more() {
    let records = crawl(20);
    for packing in ["warc.gz", "warc.zst"] {
        let sound = members(packing, &records).concat();
        for junk in [&b"\r\n"[..], &[0; 512], b"\x1F\x8B\x08", b"\x28\xB5\x2F\xFD", b"WARC/", b"<html>"] {
            let folder = TempDir::new().unwrap();
            let ran = ran(&job(&folder, &format!("a.{packing}"), &[junk, &sound].concat()));
            assert_eq!(pages(&ran), (1..=20).collect::<Vec<_>>(), "{packing}, {junk:?}");
            assert_eq!(
                (ran.tally.rejected_for(Reason::NoPage), ran.tally.lost()),
                (21, 1),
                "{packing}, {junk:?}"
            );
            assert_eq!(ran.tally.skipped_bytes, junk.len() as u64, "{packing}, {junk:?}");
        }
        // A wrong byte costs the record that is about the file, and no more.
        for at in 0..4 {
            let mut bytes = sound.clone();
            bytes[at] ^= 0x21;
            let folder = TempDir::new().unwrap();
            let ran = ran(&job(&folder, &format!("a.{packing}"), &bytes));
            assert_eq!(pages(&ran), (1..=20).collect::<Vec<_>>(), "{packing}, {at}");
            assert!(ran.tally.rejected_for(Reason::NoPage) >= 20 && ran.tally.lost() <= 1, "{packing}, {at}");
        }
        let folder = TempDir::new().unwrap();
        let ran = ran(&job(&folder, &format!("a.{packing}"), &[&sound[..], &[0; 700]].concat()));
        assert_eq!((pages(&ran).len(), ran.tally.skipped_bytes), (20, 700), "{packing}, zeros at the end");
    }
}

#[test]
fn one_stream_that_breaks_off_gives_all_before_that() {
    // Less than is looked at to see how a file is packed, and more.
    for count in [300, 3000] {
        let records = crawl(count);
        let (last, plain) = (records.last().unwrap().len(), records.concat());
        for (name, packed) in
            [("a.warc.gz", gzip(&plain)), ("a.warc.zst", zstd::encode_all(&plain[..], 3).unwrap())]
        {
            let folder = TempDir::new().unwrap();
            let ran = ran(&job(&folder, name, &packed[..packed.len() - 20]));
            // A block of zstd is unpacked as a whole, or not at all.
            let lost = if name.ends_with("gz") { 1 } else { (128 << 10) / last + 9 };
            let found = pages(&ran);
            assert!(found.len() + lost >= count as usize, "{name}: {} of {count}", found.len());
            assert_eq!(found, (1..=found.len() as u32).collect::<Vec<_>>(), "{name}");
            assert!(ran.tally.lost() >= 1, "{name}\n{}", ran.tally);
        }
    }
}

#[test]
fn a_bad_byte_in_one_stream_keeps_all_before_it() {
    let records = crawl(400);
    let mut packed = gzip(&records.concat());
    let middle = packed.len() / 2;
    packed[middle..middle + 8].fill(0xFF);
    let folder = TempDir::new().unwrap();
    let ran = ran(&job(&folder, "a.warc.gz", &packed));
    let found = pages(&ran);
    assert!(found.len() > 180 && found == (1..=found.len() as u32).collect::<Vec<_>>(), "{}", found.len());
    assert!(ran.tally.skipped_bytes > packed.len() as u64 / 3, "{}", ran.tally);
}

#[test]
fn a_first_record_of_many_megabytes_hides_nothing() {
    let mut records = crawl(30);
    // It does not compress, so that a later bad byte is far away.
    let mut chance = Chance(1);
    let noise: Vec<u8> = (0..5 << 20).map(|_| chance.below(256) as u8).collect();
    records[0] = record("resource", "http://example.org/0", 0, "", &noise);
    for packing in ["warc.gz", "warc.zst"] {
        let mut members = members(packing, &records);
        let middle = members[20].len() / 2;
        members[20][middle] ^= 0x55;
        let folder = TempDir::new().unwrap();
        let ran = ran(&Job { piece: 1 << 20, ..job(&folder, &format!("a.{packing}"), &members.concat()) });
        let found: Vec<u32> = pages(&ran).into_iter().filter(|page| *page > 0 && *page != 10).collect();
        assert_eq!(
            found,
            (1..=30).filter(|page| *page != 10).collect::<Vec<_>>(),
            "{packing}\n{}",
            ran.tally
        );
        // It was read member by member.
        assert_eq!(ran.rejects.last().unwrap()["length"], members[59].len(), "{packing}");
    }
}

#[test]
fn members_larger_than_a_page_may_be_are_read_record_by_record() {
    let records = crawl(120);
    let (first, second) = records.split_at(101);
    for (name, bytes) in [
        ("a.warc.gz", [gzip(&records[0]), gzip(&first[1..].concat()), gzip(&second.concat())].concat()),
        ("b.warc.gz", [gzip(&first.concat()), gzip(&second.concat())].concat()),
    ] {
        let folder = TempDir::new().unwrap();
        let mut job = job(&folder, name, &bytes);
        job.options.max_bytes = 20_000;
        let ran = ran(&job);
        assert_eq!(pages(&ran), (1..=120).collect::<Vec<_>>(), "{name}");
        assert_eq!(ran.tally.read(), 241, "{name}\n{}", ran.tally);
    }
}

#[test]
fn absurd_heads_cost_one_record() {
    for head in [
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 99999999999999999\r\n\r\n",
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 5\r\n\r\n",
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: -5\r\n\r\n",
        "WARC/1.0\r\nWARC-Type: response\r\n\r\n",
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 18446744073709551616\r\n\r\n",
        "WARC/9.9 \u{1F480}\r\n: :\r\n\r\n",
        "",
    ] {
        for is_packed in [false, true] {
            let mut records = crawl(10);
            records[10] = [head.as_bytes(), b"HTTP/1.1 200 OK\r\n\r\nsome page\r\n\r\n"].concat();
            let folder = TempDir::new().unwrap();
            let (name, bytes) =
                if is_packed { ("a.warc.gz", gzipped(&records)) } else { ("a.warc", records.concat()) };
            let ran = ran(&job(&folder, name, &bytes));
            assert_eq!(pages(&ran), [1, 2, 3, 4, 6, 7, 8, 9, 10], "{head:?}, {name}");
            assert_eq!(ran.tally.rejected_for(Reason::Damaged), 1, "{head:?}, {name}");
        }
    }
}

#[test]
fn an_archive_that_ends_anywhere() {
    let bytes = gzipped(&crawl(6));
    let plain = crawl(3).concat();
    for (name, bytes, step) in [("a.warc.gz", bytes, 97), ("a.warc", plain, 211)] {
        for end in (0..bytes.len()).step_by(step) {
            let folder = TempDir::new().unwrap();
            ran(&job(&folder, name, &bytes[..end]));
        }
    }
}

#[test]
fn an_archive_inside_of_an_archive_is_one_record() {
    // It is stored as it is, being compressed: a search for records would find those inside.
    let inner = gzipped(&crawl(40));
    let mut records = crawl(10);
    records.insert(9, response(77, "Content-Type: application/gzip\r\n", &inner));
    records.insert(15, record("resource", "http://example.org/78", 78, "", &crawl(20).concat()));
    for (name, bytes) in [
        ("a.warc", records.concat()),
        ("a.warc.gz", records.iter().flat_map(|record| stored(record)).collect()),
    ] {
        let folder = TempDir::new().unwrap();
        let ran = ran(&Job { piece: 700, threads: 4, ..job(&folder, name, &bytes) });
        let found: Vec<u32> = pages(&ran).into_iter().filter(|page| *page < 70).collect();
        assert_eq!(found, (1..=10).collect::<Vec<_>>(), "{name}");
        assert_eq!(ran.tally.read(), 1 + 20 + 2, "{name}\n{}", ran.tally);
    }
}

/// A member of gzip whose content is not compressed.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    std::io::Write::write_all(&mut encoder, bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn annotations_behind_a_page_are_hints() {
    // One letter beyond ASCII: nothing but the annotation tells that it is windows-1251.
    let body = b"<p>caf\xE9 and nothing else</p>";
    let metadata = |about: u32| {
        let extra = format!("WARC-Concurrent-To: <urn:uuid:{about:08}>\r\n");
        record(
            "metadata",
            "http://example.org/",
            5_000_000 + about,
            &extra,
            b"charset-detected: windows-1253\r\n",
        )
    };
    let records =
        vec![response(1, "", body), metadata(1), response(2, "", body), metadata(9), response(3, "", body)];
    for piece in [1, 50, 5000] {
        let folder = TempDir::new().unwrap();
        let ran = ran(&Job { piece, ..job(&folder, "a.warc.gz", &gzipped(&records)) });
        let encodings: Vec<&str> = ran.rows.iter().map(|row| row["encoding"].as_str().unwrap()).collect();
        assert_eq!(encodings, ["windows-1253", "windows-1252", "windows-1252"], "pieces of {piece}");
    }
}

#[test]
fn pages_too_large_are_rejected_and_bombs_are_not_unpacked() {
    let mut records = crawl(4);
    let bomb = gzip(&gzip(&vec![b'a'; 32 << 20]));
    records.insert(3, response(55, "Content-Encoding: gzip\r\n", &bomb));
    records.insert(5, response(56, "", &vec![b'a'; 3 << 20]));
    for (name, bytes) in [
        ("a.warc", records.concat()),
        ("a.warc.gz", gzipped(&records)),
        ("b.warc.gz", gzip(&records.concat())),
    ] {
        let folder = TempDir::new().unwrap();
        let mut job = job(&folder, name, &bytes);
        job.options.max_bytes = 1 << 20;
        let ran = ran(&job);
        assert_eq!(pages(&ran), [1, 2, 3, 4], "{name}");
        assert_eq!(ran.tally.rejected_for(Reason::TooLarge), 2, "{name}\n{}", ran.tally);
    }
}

#[test]
fn any_number_of_threads_and_any_stop_gives_the_same_bytes() {
    for output in
        ["rows.jsonl", "rows.jsonl.gz", "rows.jsonl.zst", "rows.parquet", "rows.warc.wet.gz", "rows.txt"]
    {
        for shard in [None, Some(20_000)] {
            let folder = TempDir::new().unwrap();
            let mut damaged = crawl(80);
            damaged[31].truncate(200);
            let input = folder.path().join("in");
            fs::create_dir(&input).unwrap();
            fs::write(input.join("a.warc.gz"), gzipped(&damaged)).unwrap();
            fs::write(input.join("b.warc"), crawl(20).concat()).unwrap();
            fs::write(input.join("c.warc.gz"), gzip(&crawl(20).concat())).unwrap();
            for id in 0..5 {
                fs::write(input.join(format!("page{id}.html")), page(id)).unwrap();
            }
            let job = |name: &str, threads| Job {
                piece: 2000,
                group: 10_000,
                threads,
                shard,
                ..Job::new(vec![input.clone()], folder.path().join(name).join(output))
            };
            let files = |name: &str| -> Vec<(PathBuf, Vec<u8>)> {
                let mut paths: Vec<_> = fs::read_dir(folder.path().join(name))
                    .unwrap()
                    .map(|entry| entry.unwrap().path())
                    // The journal knows where it is, so no two are alike.
                    .filter(|path| path.extension().is_some_and(|ending| ending != "resume"))
                    .collect();
                paths.sort();
                paths
                    .into_iter()
                    .map(|path| (path.file_name().unwrap().into(), fs::read(path).unwrap()))
                    .collect()
            };
            let whole = run(&job("whole", 1), &Alone).unwrap();
            let expected = files("whole");
            assert_eq!(
                expected.len() > 2,
                shard.is_some(),
                "{output}: {:?}",
                expected.iter().map(|file| &file.0).collect::<Vec<_>>()
            );
            assert_eq!(run(&job("four", 4), &Alone).unwrap(), whole);
            // Options tell where they write, so only the content is the same.
            assert!(files("four") == expected, "{output}, {shard:?}");

            let mut stops = 0;
            loop {
                let resumed = Job { resume: true, ..job("stopped", 3) };
                match run(&resumed, &Stopping(AtomicU64::new(2))).unwrap() {
                    (tally, Outcome::Complete) => {
                        assert_eq!(tally, whole.0);
                        break;
                    }
                    (_, Outcome::Stopped) => stops += 1,
                    (_, Outcome::WasComplete) => panic!("nobody has completed it"),
                }
                assert!(stops < 1000);
            }
            assert!(stops > 5, "{output}: {stops}");
            assert!(files("stopped") == expected, "{output}, {shard:?}, after {stops} stops");
            // It is complete, and knows it.
            let again = Job { resume: true, ..job("stopped", 3) };
            assert_eq!(run(&again, &Alone).unwrap(), (whole.0, Outcome::WasComplete));
            assert!(files("stopped") == expected, "{output}, {shard:?}, after it was complete");
        }
    }
}

#[test]
fn only_the_same_job_on_the_same_inputs_goes_on() {
    let folder = TempDir::new().unwrap();
    let first = Job { piece: 2000, threads: 1, ..job(&folder, "a.warc.gz", &gzipped(&crawl(50))) };
    assert_eq!(run(&first, &Stopping(AtomicU64::new(2))).unwrap().1, Outcome::Stopped);
    let again = Job { resume: true, ..first.clone() };
    let other = Job { piece: 2001, ..again.clone() };
    assert!(run(&other, &Alone).unwrap_err().to_string().contains("other options"));
    fs::write(folder.path().join("a.warc.gz"), gzipped(&crawl(51))).unwrap();
    assert!(run(&again, &Alone).unwrap_err().to_string().contains("inputs"));
    // From the beginning it works, and leaves nothing of the old one.
    assert_eq!(pages(&ran(&first)).len(), 51);
}

#[test]
fn inputs_that_come_go_or_change_are_noticed_wherever_they_are() {
    let folder = TempDir::new().unwrap();
    let input = folder.path().join("in");
    fs::create_dir(&input).unwrap();
    let names = ["a.warc.gz", "b.warc.gz", "c.warc.gz"].map(|name| input.join(name));
    for name in &names {
        fs::write(name, gzipped(&crawl(20))).unwrap();
    }
    let job =
        Job { piece: 2000, threads: 1, ..Job::new(vec![input.clone()], folder.path().join("out.jsonl")) };
    assert_eq!(run(&job, &Stopping(AtomicU64::new(2))).unwrap().1, Outcome::Stopped);
    let resume = Job { resume: true, ..job };
    let refused = |why: &str| {
        let error = run(&resume, &Alone).expect_err(why).to_string();
        assert!(error.contains("inputs were added, removed or changed"), "{why}: {error}");
    };
    // All of them come after the place where the run was stopped.
    fs::write(input.join("d.warc.gz"), gzipped(&crawl(1))).unwrap();
    refused("added");
    fs::remove_file(input.join("d.warc.gz")).unwrap();
    let file = fs::File::options().append(true).open(&names[2]).unwrap();
    let time = file.metadata().unwrap().modified().unwrap();
    file.set_modified(time - std::time::Duration::from_secs(1)).unwrap();
    refused("touched");
    file.set_modified(time).unwrap();
    fs::rename(&names[1], folder.path().join("b")).unwrap();
    refused("removed");
    fs::rename(folder.path().join("b"), &names[1]).unwrap();
    assert_eq!(run(&resume, &Alone).unwrap().0.written, 60);
    // And after the run.
    fs::remove_file(&names[2]).unwrap();
    refused("removed after the end");
}

#[test]
fn a_complete_run_is_complete_only_while_its_files_are_there() {
    for shard in [None, Some(20_000)] {
        let folder = TempDir::new().unwrap();
        let job = Job { shard, ..job(&folder, "a.warc.gz", &gzipped(&crawl(50))) };
        run(&job, &Alone).unwrap();
        let resume = Job { resume: true, ..job.clone() };
        assert_eq!(run(&resume, &Alone).unwrap().1, Outcome::WasComplete);
        let file =
            if shard.is_some() { folder.path().join("out/rows-00001.jsonl") } else { job.output.clone() };
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[1..]).unwrap();
        for _ in 0..2 {
            let error = run(&resume, &Alone).unwrap_err().to_string();
            assert!(error.contains("removed or changed"), "{error}");
            let _ = fs::remove_file(&file);
        }
    }
}

#[test]
fn what_exists_is_replaced_only_on_request() {
    for shard in [None, Some(20_000)] {
        let folder = TempDir::new().unwrap();
        let job = Job { shard, ..job(&folder, "a.warc.gz", &gzipped(&crawl(50))) };
        let summary = folder.path().join("out/summary.json");
        let files = || {
            let paths = fs::read_dir(folder.path().join("out")).unwrap().map(|entry| entry.unwrap().path());
            let mut files: Vec<_> = paths.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
            files.sort();
            files
        };
        run(&job, &Alone).unwrap();
        fs::write(&summary, "mine").unwrap();
        let before = files();
        let other = folder.path().join("out/other.jsonl");
        for job in [
            job.clone(),
            Job { output: other.clone(), ..job.clone() },
            Job {
                output: other.clone(),
                rejects: folder.path().join("r"),
                summary: Some(summary.clone()),
                ..job.clone()
            },
        ] {
            let error = run(&job, &Alone).unwrap_err().to_string();
            assert!(error.contains(" exist") && error.contains("--overwrite"), "{error}");
            assert!(files() == before, "a run that was refused has changed something");
        }
        // Fewer files than before: none of the old ones stay.
        fs::write(folder.path().join("a.warc.gz"), gzipped(&crawl(9))).unwrap();
        run(&Job { overwrite: true, summary: Some(summary.clone()), ..job }, &Alone).unwrap();
        let rows: usize = files()
            .iter()
            .filter(|(path, _)| {
                let name = path.file_name().unwrap().to_string_lossy();
                name.ends_with(".jsonl") && !name.contains("rejects")
            })
            .map(|(_, bytes)| bytes.iter().filter(|byte| **byte == b'\n').count())
            .sum();
        assert_eq!(rows, 9);
        assert!(fs::read_to_string(&summary).unwrap().contains("\"written\": 9"));
    }
}

#[test]
fn an_input_that_is_an_output_is_refused_however_it_is_found() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("a.html");
    fs::write(&page, "<p>text").unwrap();
    let list = folder.path().join("list");
    fs::write(&list, format!("{}\n", page.display())).unwrap();
    let pattern = Walk::new(vec![folder.path().join("*.html")]);
    let listed = Walk { files_from: Some(list), ..Walk::default() };
    for inputs in [pattern, listed] {
        let job = Job { inputs, overwrite: true, ..Job::new(Vec::new(), page.clone()) };
        let error = run(&job, &Alone).unwrap_err().to_string();
        assert!(error.contains("both an input and an output"), "{error}");
        assert_eq!(fs::read(&page).unwrap(), b"<p>text");
        assert!(!folder.path().join("a.html.resume").exists());
    }
}

#[test]
fn a_journal_that_makes_no_sense_is_not_touched() {
    let folder = TempDir::new().unwrap();
    let job = job(&folder, "a.warc.gz", &gzipped(&crawl(3)));
    let journal = folder.path().join("out/rows.jsonl.resume");
    fs::create_dir(folder.path().join("out")).unwrap();
    fs::write(&journal, "a letter to a friend").unwrap();
    for resume in [false, true] {
        let error = run(&Job { resume, ..job.clone() }, &Alone).unwrap_err().to_string();
        assert!(error.contains("rows.jsonl.resume is no journal, or is damaged"), "{error}");
        assert_eq!(fs::read(&journal).unwrap(), b"a letter to a friend");
    }
    assert_eq!(run(&Job { overwrite: true, ..job }, &Alone).unwrap().0.written, 3);
}

/// Cuts a file short as soon as something of it was written.
struct Cutting(PathBuf, u64);

impl Watch for Cutting {
    fn done(&self, _: u64, _: u64) {
        let file = fs::File::options().write(true).open(&self.0).unwrap();
        if file.metadata().unwrap().len() > self.1 {
            file.set_len(self.1).unwrap();
        }
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

#[test]
fn an_input_that_changes_before_it_is_read_is_a_reject() {
    let folder = TempDir::new().unwrap();
    let job = Job { piece: 500, threads: 1, ..job(&folder, "a.warc", &crawl(200).concat()) };
    // Long enough that nobody has looked at it yet when the first piece is done.
    let last = folder.path().join("z.html");
    fs::write(&last, page(1)).unwrap();
    let inputs = Walk::new([job.inputs.paths.clone(), vec![last.clone()]].concat());
    let (tally, _) = run(&Job { inputs, ..job.clone() }, &Cutting(last, 0)).unwrap();
    assert_eq!(tally.rejected_for(Reason::Unreadable), 1, "{tally}");
    let rejects = fs::read_to_string(&job.rejects).unwrap();
    assert!(rejects.contains("changed before they were read"), "{rejects}");
}

#[test]
fn an_input_that_shrinks_while_it_is_read_is_a_reject() {
    for (name, bytes) in [
        ("a.warc.gz", gzipped(&crawl(200))),
        ("a.warc", crawl(200).concat()),
        ("a.jsonl", "{\"html\": \"<p>some text\"}\n".repeat(9000).into_bytes()),
    ] {
        let folder = TempDir::new().unwrap();
        let job = Job { piece: 2000, threads: 1, ..job(&folder, name, &bytes) };
        // Where a record ends, so that nothing else is wrong with it.
        let cut = if name == "a.jsonl" { 24 * 8000 } else { 0 };
        let (tally, _) = run(&job, &Cutting(folder.path().join(name), cut)).unwrap();
        assert!(tally.rejected_for(Reason::Unreadable) > 0, "{name}:\n{tally}");
        let rejects = fs::read_to_string(&job.rejects).unwrap();
        assert!(rejects.contains("it changed while it was read"), "{name}: {rejects}");
    }
}

/// Numbers that look like chance, the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

#[test]
fn whatever_happens_to_some_records_the_others_are_found() {
    let records = crawl(25);
    for seed in 0..150 {
        let mut chance = Chance(seed);
        let packing = ["warc", "warc.gz", "warc.zst"][seed as usize % 3];
        let mut members: Vec<Vec<u8>> = records
            .iter()
            .map(|record| match packing {
                "warc.gz" => gzip(record),
                "warc.zst" => zstd::encode_all(&record[..], 1).unwrap(),
                _ => record.clone(),
            })
            .collect();
        let mut hurt = Vec::new();
        for _ in 0..1 + chance.below(4) {
            let victim = chance.below(members.len());
            hurt.push(victim);
            let member = &mut members[victim];
            let at = chance.below(member.len());
            match chance.below(5) {
                0 => member[at] ^= 1 << chance.below(8),
                1 => member.truncate(at),
                2 => drop(member.drain(at..(at + 50).min(member.len()))),
                3 => drop(member.splice(at..at, (0..40).map(|n| (n * 37) as u8))),
                _ => {
                    let again = member[at..].to_vec();
                    member.extend(again);
                }
            }
            if member.is_empty() {
                member.push(0);
            }
        }
        let folder = TempDir::new().unwrap();
        let piece = 1 + chance.below(6000) as u64;
        let ran = ran(&Job { piece, threads: 3, ..job(&folder, &format!("a.{packing}"), &members.concat()) });
        let found = pages(&ran);
        // Records are a warcinfo, then a request and a response for each page.
        let intact = (1..=25).filter(|page| !hurt.contains(&(2 * *page as usize)));
        for page in intact {
            assert!(
                found.contains(&page),
                "seed {seed}, {packing}, {hurt:?}: page {page} is lost, {found:?}\n{}",
                ran.tally
            );
        }
    }
}

//! Crawls as an enemy would store them: archives and tables in every wrapping, with headers that lie, and damaged; with a ledger
//! that knows what must become of each record.
//!
//! The same seed makes the same file. What is damaged is decided here, and not by whoever reads the file: so the ledger is an
//! oracle, independent of any reader.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::ops::Range;

use fastrand::Rng;
use flate2::{Compression, GzBuilder};
use serde_json::Value;

/// What must become of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing happened to it, nor to what it is packed in: a page is a row, everything else a reject.
    Sound,
    /// Its head lies about it: it is a row or a reject.
    Lying,
    /// A record before it says that it ends after this one: it is a row or a reject, or what became of that one says so.
    Hidden,
    /// What it is packed in is damaged after it: it is a row or a reject, and what is damaged may look like it again.
    Reachable,
    /// It is damaged: it may be anything, but not nothing. If it is missing, something must say that bytes were skipped.
    Hit,
}

/// A record of a file.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name.
    pub id: String,
    /// What its text has, and no other; none if it holds no page.
    pub mark: Option<String>,
    /// What must become of it.
    pub fate: Fate,
}

/// A file, and what must become of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// What was done, for people.
    pub what: String,
    /// The name of the file.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Its records, in their order.
    pub ledger: Vec<Entry>,
    /// So many bytes were put between what is packed: they must be skipped, and that must be said.
    pub junk: u64,
}

/// What a run made of a file.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Its rows.
    pub rows: Vec<Value>,
    /// Its rejects.
    pub rejects: Vec<Value>,
    /// How many records it says that it has read.
    pub read: u64,
    /// How many rejects it says stand for something lost.
    pub lost: u64,
    /// How many bytes it says that it has skipped.
    pub skipped_bytes: u64,
}

impl Case {
    /// What is wrong with what became of the file.
    pub fn faults(&self, outcome: &Outcome) -> Vec<String> {
        let Outcome { rows, rejects, read, lost, skipped_bytes } = outcome;
        let mut faults = Vec::new();
        let mut fault = |what: String| faults.push(what);
        if *read != (rows.len() + rejects.len()) as u64 {
            fault(format!("{read} records, but {} rows and {} rejects", rows.len(), rejects.len()));
        }
        let mut by_id: HashMap<&str, (Vec<&Value>, Vec<&Value>)> = HashMap::new();
        for row in rows {
            by_id.entry(row["id"].as_str().unwrap_or("")).or_default().0.push(row);
        }
        for reject in rejects {
            by_id.entry(reject["id"].as_str().unwrap_or("")).or_default().1.push(reject);
            if reject["detail"].as_str().is_none_or(str::is_empty) {
                fault(format!("says nothing: {reject}"));
            }
        }
        let says_so = |words: &Value| words.to_string().contains("records are inside of this one");
        let has_records = rows.iter().any(|row| says_so(&row["warnings"]))
            || rejects.iter().any(|reject| says_so(&reject["detail"]));
        let mut missing = 0;
        for entry in &self.ledger {
            let (rows, rejects) = by_id.remove(entry.id.as_str()).unwrap_or_default();
            let is_missing = rows.is_empty() && rejects.is_empty();
            match entry.fault(&rows, &rejects) {
                None if entry.fate == Fate::Hidden && is_missing && !has_records => {
                    fault(format!("{}: it is hidden, and nothing says so", entry.id));
                }
                Some(what) => fault(format!("{}: {what}", entry.id)),
                None => missing += usize::from(entry.fate == Fate::Hit && is_missing),
            }
        }
        // A name may be what is damaged.
        let unnamed: usize = by_id.values().map(|(rows, rejects)| rows.len() + rejects.len()).sum();
        if missing > unnamed && *lost == 0 {
            fault(format!("{missing} records are missing, and nothing says so"));
        }
        // What follows a cut may be taken for what was cut off.
        let is_hit = self.ledger.iter().any(|entry| entry.fate == Fate::Hit);
        if !is_hit && self.junk > *skipped_bytes {
            fault(format!("{} bytes of junk, but {skipped_bytes} were skipped", self.junk));
        }
        faults
    }
}

impl Entry {
    /// What is wrong with the rows and rejects that have its name.
    fn fault(&self, rows: &[&Value], rejects: &[&Value]) -> Option<String> {
        // What is left of a record that is damaged elsewhere may have the name of another.
        let sound = rejects.iter().filter(|reject| reject["reason"] != "damaged").count();
        let has_mark = |row: &&Value| {
            let text = row["text"].as_str().unwrap_or_default();
            self.mark.as_ref().is_none_or(|mark| text.contains(mark.as_str()))
        };
        let (is_right, wanted) = match (self.fate, &self.mark) {
            (Fate::Sound, Some(_)) => (rows.len() == 1 && sound == 0, "one row"),
            (Fate::Sound, None) => (rows.is_empty() && sound == 1, "one reject"),
            (Fate::Reachable, _) => (rows.len() + rejects.len() > 0, "anything"),
            (Fate::Lying, _) => {
                (matches!((rows.len() + sound, rejects.len()), (1, _) | (0, 1..)), "one of them")
            }
            (Fate::Hidden, _) => (rows.len() + sound < 2, "one of them, or none"),
            (Fate::Hit, _) => (true, ""),
        };
        if !is_right {
            return Some(format!("{} rows and {rejects:?}, not {wanted}", rows.len()));
        }
        (self.fate == Fate::Sound && !rows.iter().all(has_mark))
            .then(|| format!("the text is wrong: {rows:?}"))
    }
}

/// How records are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapping {
    /// WARC, not compressed.
    Plain,
    /// A member of gzip for each record.
    Members,
    /// The same, with names, comments and fields in the heads.
    NamedMembers,
    /// A member of gzip for some records.
    SharedMembers,
    /// One member of gzip for all records.
    OneMember,
    /// Members of gzip, cut anywhere.
    CutMembers,
    /// A frame of zstd for each record.
    Frames,
    /// The same, with a dictionary.
    FramesWithDictionary,
    /// One frame of zstd for all records.
    OneFrame,
    /// JSON lines.
    Lines,
    /// JSON lines in one member of gzip.
    LinesInOneMember,
    /// JSON lines in members of gzip.
    LinesInMembers,
    /// JSON lines in frames of zstd.
    LinesInFrames,
}

impl Wrapping {
    /// Every one.
    pub const ALL: [Wrapping; 13] = [
        Wrapping::Plain,
        Wrapping::Members,
        Wrapping::NamedMembers,
        Wrapping::SharedMembers,
        Wrapping::OneMember,
        Wrapping::CutMembers,
        Wrapping::Frames,
        Wrapping::FramesWithDictionary,
        Wrapping::OneFrame,
        Wrapping::Lines,
        Wrapping::LinesInOneMember,
        Wrapping::LinesInMembers,
        Wrapping::LinesInFrames,
    ];

    fn ending(self) -> &'static str {
        match self {
            Wrapping::Plain => ".warc",
            Wrapping::Members
            | Wrapping::NamedMembers
            | Wrapping::SharedMembers
            | Wrapping::OneMember
            | Wrapping::CutMembers => ".warc.gz",
            Wrapping::Frames | Wrapping::FramesWithDictionary | Wrapping::OneFrame => ".warc.zst",
            Wrapping::Lines => ".jsonl",
            Wrapping::LinesInOneMember | Wrapping::LinesInMembers => ".jsonl.gz",
            Wrapping::LinesInFrames => ".jsonl.zst",
        }
    }

    fn is_lines(self) -> bool {
        self.ending().contains("jsonl")
    }

    fn is_gzip(self) -> bool {
        self.ending().ends_with("gz")
    }

    fn is_packed(self) -> bool {
        self.is_gzip() || self.ending().ends_with("zst")
    }
}

/// Some bytes of a file that are damaged by themselves: a record, a member, a frame.
struct Unit {
    bytes: Vec<u8>,
    /// Where each record ends that begins in it, after unpacking, and its number. A record that begins in an earlier unit, and
    /// ends here, is here, too.
    ends: Vec<(usize, usize)>,
    /// Whether it is something that was put between what is packed.
    is_junk: bool,
}

/// The file of a seed.
pub fn case(seed: u64) -> Case {
    let mut chance = Rng::with_seed(seed);
    let wrapping = Wrapping::ALL[(seed % Wrapping::ALL.len() as u64) as usize];
    let count = chance.usize(4..24);
    let mut ledger = Vec::new();
    let mut what = format!("{wrapping:?} of {count}");
    let mut records: Vec<Vec<u8>> =
        (0..count).map(|n| record(n, wrapping, &mut chance, &mut ledger, &mut what)).collect();
    if !wrapping.is_lines() && chance.u8(..4) == 0 {
        swallow(&mut records, &mut ledger, &mut chance, &mut what);
    }
    let mut units = packed(wrapping, &records, &mut chance);
    for _ in 0..chance.usize(0..4) {
        damage(&mut units, wrapping, &mut ledger, &mut chance, &mut what);
    }
    let junk = units.iter().filter(|unit| unit.is_junk && wrapping.is_packed());
    let junk = junk.map(|unit| unit.bytes.len() as u64).sum();
    let bytes = units.into_iter().flat_map(|unit| unit.bytes).collect();
    Case { what, name: format!("crawl-{seed}{}", wrapping.ending()), bytes, ledger, junk }
}

/// Text with a mark that no other has.
fn page(n: usize, mark: &str, chance: &mut Rng) -> Vec<u8> {
    let words = ["river", "tree", "stone", "cloud", "road", "window", "letter", "shore", "voice", "evening"];
    let mut text = String::new();
    // One page in ten begins with an empty line.
    if chance.u8(..10) == 0 {
        text.push_str("\r\n");
    }
    text.push_str(&format!("<html><head><title>Page {n}</title></head><body><p>{mark}</p>\n"));
    let paragraphs = if chance.u8(..40) == 0 { chance.usize(500..4000) } else { chance.usize(0..30) };
    for _ in 0..paragraphs {
        text.push_str("<p>");
        for _ in 0..chance.usize(4..20) {
            text.push_str(words[chance.usize(..words.len())]);
            // What does not compress.
            text.push_str(&format!(" {:x} ", chance.u16(..)));
        }
        text.push_str("</p>\n");
    }
    // What looks like records, and like lines of them.
    if chance.u8(..15) == 0 {
        text.push_str("<pre>\nWARC/1.0\nWARC/1.1\r\nWARC-Type: response\r\nWARC/\n</pre>\n");
    }
    text.push_str("</body></html>");
    text.into_bytes()
}

fn record(
    n: usize,
    wrapping: Wrapping,
    chance: &mut Rng,
    ledger: &mut Vec<Entry>,
    what: &mut String,
) -> Vec<u8> {
    let id = format!("<urn:uuid:{:08x}-{n}>", chance.u32(..));
    let mark = format!("mark{:08x}n{n}e", chance.u32(..));
    let is_page = wrapping.is_lines() || n > 0 && chance.u8(..3) > 0;
    let mut fate = Fate::Sound;
    let page = page(n, &mark, chance);
    let bytes = if wrapping.is_lines() {
        let line = serde_json::json!({ "id": id, "url": format!("http://example.org/{n}"), "html": String::from_utf8_lossy(&page) });
        format!("{line}\n").into_bytes()
    } else {
        let (kind, media, block) = match is_page {
            true => ("response", "application/http;msgtype=response", response(page, chance)),
            false if n == 0 => ("warcinfo", "application/warc-fields", b"software: a test\r\n".to_vec()),
            false => (
                "request",
                "application/http;msgtype=request",
                b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n".to_vec(),
            ),
        };
        let length = match chance.u8(..60) {
            0 => format!("Content-Length: {}\r\n", block.len() - chance.usize(1..block.len())),
            // Less than any record has: a length that ends where the next record does is no lie that can be seen.
            1 => format!("Content-Length: {}\r\n", block.len() + chance.usize(1..200)),
            2 => format!("Content-Length: {}\r\n", u64::MAX - chance.u64(..99)),
            3 => String::new(),
            _ => format!("Content-Length: {}\r\n", block.len()),
        };
        if length != format!("Content-Length: {}\r\n", block.len()) {
            fate = Fate::Lying;
            what.push_str(&format!(", {n} has {} bytes and says {length:?}", block.len()));
        }
        let head = format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {id}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n\
             WARC-Target-URI: http://example.org/{n}\r\nContent-Type: {media}\r\n{length}\r\n"
        );
        [head.as_bytes(), &block, b"\r\n\r\n"].concat()
    };
    ledger.push(Entry { id, mark: is_page.then_some(mark), fate });
    bytes
}

/// Lets a record say that it ends where a later one does: what it says fits, and hides all between.
fn swallow(records: &mut [Vec<u8>], ledger: &mut [Entry], chance: &mut Rng, what: &mut String) {
    let liar = chance.usize(..records.len() - 1);
    let last = chance.usize(liar + 1..records.len().min(liar + 4));
    let more: usize = records[liar + 1..=last].iter().map(Vec::len).sum();
    if ledger[liar..=last].iter().any(|entry| entry.fate != Fate::Sound) {
        return;
    }
    // The head is ASCII, and so is the name of the field, which is found there first.
    const FIELD: &[u8] = b"Content-Length: ";
    let Some(at) = records[liar].windows(FIELD.len()).position(|found| found == FIELD) else { return };
    let digits = at + FIELD.len()
        ..at + FIELD.len()
            + records[liar][at + FIELD.len()..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let length: usize = String::from_utf8_lossy(&records[liar][digits.clone()]).parse().unwrap_or_default();
    records[liar].splice(digits, (length + more).to_string().into_bytes());
    ledger[liar].fate = Fate::Lying;
    ledger[liar + 1..=last].iter_mut().for_each(|entry| entry.fate = Fate::Hidden);
    what.push_str(&format!(", {liar} says that it ends with {last}"));
}

/// A response, with headers that may lie about its body.
fn response(page: Vec<u8>, chance: &mut Rng) -> Vec<u8> {
    let (headers, body) = match chance.u8(..12) {
        0 => ("Transfer-Encoding: chunked\r\n", page),
        1 => ("Content-Encoding: gzip\r\n", page),
        2 => ("Content-Encoding: br\r\n", page),
        3 => ("Content-Encoding: deflate\r\n", page),
        4 => ("Content-Encoding: gzip\r\n", gzip(&page, GzBuilder::new(), 6)),
        5 => ("", gzip(&page, GzBuilder::new(), 6)),
        6 => {
            let mut body = Vec::new();
            for chunk in page.chunks(chance.usize(50..3000)) {
                body.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
                body.extend_from_slice(chunk);
                body.extend_from_slice(b"\r\n");
            }
            body.extend_from_slice(b"0\r\n\r\n");
            ("Transfer-Encoding: chunked\r\n", body)
        }
        7 => ("Content-Length: 12\r\n", page),
        8 => ("Content-Length: 123456789\r\n", page),
        _ => ("", page),
    };
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{headers}\r\n");
    [head.into_bytes(), body].concat()
}

fn gzip(bytes: &[u8], head: GzBuilder, level: u32) -> Vec<u8> {
    let mut encoder = head.write(Vec::new(), Compression::new(level));
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

fn zstd(bytes: &[u8], has_sum: bool) -> Vec<u8> {
    let write = || -> std::io::Result<Vec<u8>> {
        let mut encoder = zstd::Encoder::new(Vec::new(), 3)?;
        encoder.include_checksum(has_sum)?;
        encoder.write_all(bytes)?;
        encoder.finish()
    };
    // Writing to memory does not fail.
    write().unwrap_or_default()
}

/// The records in their wrapping.
fn packed(wrapping: Wrapping, records: &[Vec<u8>], chance: &mut Rng) -> Vec<Unit> {
    let level = *chance.choice(&[0, 1, 6, 9]).unwrap_or(&6);
    let has_sum = chance.bool();
    let shared = chance.usize(1..6);
    let together = match wrapping {
        Wrapping::SharedMembers | Wrapping::LinesInMembers | Wrapping::LinesInFrames => shared,
        Wrapping::OneMember | Wrapping::OneFrame | Wrapping::LinesInOneMember => records.len(),
        _ => 1,
    };
    if wrapping == Wrapping::CutMembers {
        return cut(records, chance.usize(100..5000), level);
    }
    let mut units = Vec::new();
    let dictionary = (wrapping == Wrapping::FramesWithDictionary).then(|| records[0].repeat(3));
    if let Some(dictionary) = &dictionary {
        let length = (dictionary.len() as u32).to_le_bytes();
        let bytes = [&[0x5D, 0x2A, 0x4D, 0x18], &length[..], dictionary].concat();
        units.push(Unit { bytes, ends: Vec::new(), is_junk: false });
    }
    for first in (0..records.len()).step_by(together) {
        let range = first..(first + together).min(records.len());
        let plain = records[range.clone()].concat();
        let mut end = 0;
        let ends = range.map(|n| {
            end += records[n].len();
            (n, end)
        });
        let ends = ends.collect();
        let bytes = match wrapping {
            Wrapping::Plain | Wrapping::Lines => plain,
            Wrapping::NamedMembers => {
                let name = "n".repeat(chance.usize(1..300));
                let head =
                    GzBuilder::new().filename(name).comment("a comment").extra(vec![7; chance.usize(1..99)]);
                gzip(&plain, head, level)
            }
            _ if wrapping.is_gzip() => gzip(&plain, GzBuilder::new(), level),
            _ => match &dictionary {
                Some(dictionary) => zstd::bulk::Compressor::with_dictionary(3, dictionary)
                    .and_then(|mut compressor| compressor.compress(&plain))
                    .unwrap_or_default(),
                None => zstd(&plain, has_sum),
            },
        };
        units.push(Unit { bytes, ends, is_junk: false });
    }
    units
}

/// Members that are cut wherever it happens to be.
fn cut(records: &[Vec<u8>], size: usize, level: u32) -> Vec<Unit> {
    let plain = records.concat();
    let mut ends = Vec::new();
    let mut end = 0;
    for record in records {
        ends.push(end..end + record.len());
        end += record.len();
    }
    let unit = |at: usize| {
        let piece = at..(at + size).min(plain.len());
        let touches = |record: &Range<usize>| record.start < piece.end && record.end > piece.start;
        let touched = ends.iter().enumerate().filter(|(_, record)| touches(record));
        let ends = touched.map(|(n, record)| (n, record.end.saturating_sub(at))).collect();
        Unit { bytes: gzip(&plain[piece.clone()], GzBuilder::new(), level), ends, is_junk: false }
    };
    (0..plain.len()).step_by(size).map(unit).collect()
}

/// How many bytes can be unpacked from a beginning.
fn reach(wrapping: Wrapping, beginning: &[u8]) -> usize {
    fn read(mut reader: impl Read) -> usize {
        let (mut length, mut byte) = (0, [0; 1]);
        while reader.read(&mut byte).is_ok_and(|read| read == 1) {
            length += 1;
        }
        length
    }
    if wrapping.is_gzip() {
        read(flate2::read::GzDecoder::new(beginning))
    } else if wrapping.is_packed() {
        zstd::Decoder::new(beginning).map_or(0, read)
    } else {
        beginning.len()
    }
}

/// Does something to a file.
fn damage(
    units: &mut Vec<Unit>,
    wrapping: Wrapping,
    ledger: &mut [Entry],
    chance: &mut Rng,
    what: &mut String,
) {
    // Without its dictionary an archive cannot be unpacked at all: that one stays.
    let first = usize::from(wrapping == Wrapping::FramesWithDictionary);
    let victim = chance.usize(first..units.len());
    let noise = noise(wrapping, chance);
    let length = units[victim].bytes.len();
    let at = chance.usize(..length.max(1));
    let range = at..length.min(at + chance.usize(1..200));
    let kind = chance.u8(..10);
    match kind {
        // Between what is packed. Lines have no between.
        0..3 if wrapping != Wrapping::Lines
            && units[victim].ends.first().is_some_and(|_| wrapping != Wrapping::CutMembers) =>
        {
            // Something before the first of all is what once hid everything.
            let before = if kind == 0 { first } else { victim };
            what.push_str(&format!(", {} bytes before {before}", noise.len()));
            let unit = Unit { bytes: noise, ends: Vec::new(), is_junk: true };
            units.insert(before, unit);
            return;
        }
        3 => {
            what.push_str(", zeros at the end");
            let bytes = vec![0; chance.usize(1..3000)];
            units.push(Unit { bytes, ends: Vec::new(), is_junk: true });
            return;
        }
        _ => {}
    }
    if length < 9 || units[victim].ends.is_empty() {
        return;
    }
    hit(units, victim, at, wrapping, ledger);
    let bytes = &mut units[victim].bytes;
    let done = match kind {
        4 => {
            bytes[at] ^= 1 << chance.u8(..8);
            "a bit"
        }
        5 => {
            bytes.truncate(at.max(1));
            "cut"
        }
        6 => {
            bytes.drain(range);
            "some bytes deleted"
        }
        7 => {
            let again = bytes[range.clone()].to_vec();
            bytes.splice(range.end..range.end, again);
            "some bytes twice"
        }
        8 => {
            bytes[range].fill(0);
            "zeros"
        }
        9 if chance.bool() => {
            // The file ends here.
            bytes.truncate(at.clamp(1, length - 8));
            for later in units.drain(victim + 1..) {
                for (n, _) in later.ends {
                    ledger[n].fate = Fate::Hit;
                }
            }
            "the file ends"
        }
        _ => {
            bytes.splice(at..at, noise);
            "noise"
        }
    };
    what.push_str(&format!(", {done} at {at} of {length} in {victim}"));
}

/// Records a hit at a place of a unit.
fn hit(units: &mut [Unit], victim: usize, at: usize, wrapping: Wrapping, ledger: &mut [Entry]) {
    let reach = reach(wrapping, &units[victim].bytes[..at]);
    for &(n, end) in &units[victim].ends {
        // The byte after a record is needed to see that it ends.
        let fate = if end < reach { Fate::Reachable } else { Fate::Hit };
        // What another record hides can be unpacked, and is hidden.
        let is_hidden = ledger[n].fate == Fate::Hidden && fate == Fate::Reachable;
        if ledger[n].fate != Fate::Hit && !is_hidden {
            ledger[n].fate = fate;
        }
    }
    // Without a line break, two lines are one; and where nothing is packed, what follows a cut begins anywhere.
    if wrapping == Wrapping::Lines {
        for neighbour in [victim.wrapping_sub(1), victim + 1] {
            for (n, _) in units.get(neighbour).map_or(&[][..], |unit| &unit.ends) {
                ledger[*n].fate = Fate::Hit;
            }
        }
    }
}

/// Bytes that make no sense, or nearly do.
fn noise(wrapping: Wrapping, chance: &mut Rng) -> Vec<u8> {
    let any = |length: usize, chance: &mut Rng| (0..length).map(|_| chance.u8(..)).collect::<Vec<u8>>();
    let length = chance.usize(1..300);
    match chance.u8(..7) {
        0 => b"\r\n".to_vec(),
        1 => vec![0; length],
        2 => any(length, chance),
        3 if wrapping.is_gzip() => [&b"\x1F\x8B\x08\x08"[..], &[b'x'; 50]].concat().repeat(length),
        3 => [&b"\x28\xB5\x2F\xFD\x04"[..], &any(9, chance)].concat().repeat(length),
        4 => b"\x1F\x8B\x08".repeat(length),
        // The empty line keeps it apart from the head that may follow.
        5 if !wrapping.is_lines() => {
            [&b"WARC/1.0 WARC/1.0\r\nWARC/".repeat(length)[..], b"\r\n\r\n"].concat()
        }
        _ => b"not what you think, ".repeat(length / 9 + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_the_same_file() {
        for seed in 0..26 {
            let (one, two) = (case(seed), case(seed));
            assert!(one.bytes == two.bytes && one.what == two.what && !one.ledger.is_empty(), "{seed}");
        }
    }

    #[test]
    fn every_fate_is_met() {
        let fates: Vec<Fate> = (0..260).flat_map(|seed| case(seed).ledger).map(|entry| entry.fate).collect();
        for fate in [Fate::Sound, Fate::Lying, Fate::Hidden, Fate::Reachable, Fate::Hit] {
            assert!(fates.iter().filter(|one| **one == fate).count() > 20, "{fate:?}");
        }
    }
}

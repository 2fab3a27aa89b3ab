//! Makes crawls, and says what must become of each record.

use std::io::Write;

use anyhow::Result;
use fastrand::Rng;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::ledger::Ledger;

/// Files to read, and what must become of them.
pub struct Crawl {
    /// Names and bytes, in the order in which they are read.
    pub files: Vec<(String, Vec<u8>)>,
    /// What must become of each record.
    pub ledger: Ledger,
}

/// Makes a crawl of about so many pages. A better generator takes the place of this function.
pub fn crawl(chance: &mut Rng, pages: usize) -> Result<Crawl> {
    let mut maker = Maker { chance, ledger: Ledger::default(), next: 0 };
    let mut files = Vec::new();
    let share = pages / 5 + 1;
    files.push((
        "a.warc.gz".into(),
        maker.records(share).iter().map(|record| gzip(record)).collect::<Result<Vec<_>>>()?.concat(),
    ));
    files.push(("b.warc".into(), maker.records(share).concat()));
    let frames = maker
        .records(share)
        .iter()
        .map(|record| Ok(zstd::encode_all(&record[..], 1)?))
        .collect::<Result<Vec<_>>>()?;
    files.push(("c.warc.zst".into(), frames.concat()));
    files.push(("d.jsonl".into(), maker.lines(share)));
    for n in 0..share.min(20) {
        files.push((format!("e/{n:03}.html"), maker.page()));
    }
    Ok(Crawl { files, ledger: maker.ledger })
}

struct Maker<'a> {
    chance: &'a mut Rng,
    ledger: Ledger,
    next: u32,
}

const WORDS: [&str; 12] = [
    "river",
    "stone",
    "window",
    "letter",
    "evening",
    "дерево",
    "облако",
    "дорога",
    "письмо",
    "берег",
    "вечер",
    "голос",
];

impl Maker<'_> {
    /// A word that no other page has: by it the page is known in every output.
    fn word(&mut self) -> String {
        self.next += 1;
        format!("zq{:08}qz", self.next)
    }

    /// The name of a record that no other one has.
    fn id(&mut self) -> String {
        self.next += 1;
        format!("<urn:uuid:{:08}>", self.next)
    }

    /// A page, which must become a row.
    fn page(&mut self) -> Vec<u8> {
        let word = self.word();
        let mut text = format!(
            "<html><head><title>Page</title></head><body><h1>Page</h1><p>A page with the word {word} in it.</p>"
        );
        for _ in 0..self.chance.usize(2..30) {
            let words: Vec<&str> =
                (0..self.chance.usize(5..40)).map(|_| WORDS[self.chance.usize(..WORDS.len())]).collect();
            text.push_str(&format!("<p>{}.</p>\n", words.join(" ")));
        }
        text.push_str("</body></html>");
        self.ledger.row(word);
        match self.chance.u8(..3) {
            0 => encoding_rs::WINDOWS_1251.encode(&text).0.into_owned(),
            1 => encoding_rs::KOI8_R.encode(&text).0.into_owned(),
            _ => text.into_bytes(),
        }
    }

    /// A record, with the name by which its reject is known.
    fn record(&mut self, kind: &str, block: &[u8], reject: Option<&'static str>) -> Vec<u8> {
        let id = self.id();
        let head = format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {id}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n\
             WARC-Target-URI: http://example.org/{}\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n",
            self.next,
            block.len()
        );
        if let Some(reason) = reject {
            self.ledger.reject(id, reason);
        }
        [head.as_bytes(), block, b"\r\n\r\n"].concat()
    }

    /// So many pages, and other records between them.
    fn records(&mut self, pages: usize) -> Vec<Vec<u8>> {
        const PICTURE: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x06\0\0\0\\r\xA8f\0\x01\x02\x03\xFF\xFE\xFD";
        let mut records = vec![self.record("warcinfo", b"software: an attack\r\n", Some("no-page"))];
        let response = |kind: &str, body: &[u8]| {
            [format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n").as_bytes(), body].concat()
        };
        for _ in 0..pages {
            records.push(self.record("request", b"GET / HTTP/1.1\r\n\r\n", Some("no-page")));
            match self.chance.u8(..8) {
                0 => records.push(self.record("response", &response("image/png", PICTURE), Some("type"))),
                1 => records.push(self.record(
                    "response",
                    &response("text/html", &PICTURE.repeat(20)),
                    Some("binary"),
                )),
                _ => {
                    let page = self.page();
                    records.push(self.record("response", &response("text/html", &page), None));
                }
            }
        }
        records
    }

    /// So many lines of JSON, of which some have no page.
    fn lines(&mut self, pages: usize) -> Vec<u8> {
        let mut lines = Vec::new();
        for _ in 0..pages {
            let line = if self.chance.u8(..6) == 0 {
                let id = self.id();
                self.ledger.reject(id.clone(), "no-content");
                serde_json::json!({ "id": id })
            } else {
                let word = self.word();
                let line = serde_json::json!({ "html": format!("<p>{word} and {}</p>", WORDS.join(" ")) });
                self.ledger.row(word);
                line
            };
            lines.extend(format!("{line}\n").into_bytes());
        }
        lines
    }
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

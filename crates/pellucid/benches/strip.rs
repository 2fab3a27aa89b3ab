//! How fast markup comes off the corpus' pages: us, both ways, beside lol_html and html5gum.
//!
//! `PELLUCID_DATA` names the folder with `corpora/encoding` (`../shared` beside the workspace if not set). All run in
//! one thread over the same pages in memory. They take turns, round after round, so that whatever else the machine
//! does falls on all of them, and each one's best round counts.
//!
//! `cargo bench --package pellucid --features papers --bench strip`, with a name behind `--` for only one of them.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use html5gum::Tokenizer;
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use lol_html::{AsciiCompatibleEncoding, MemorySettings, Settings, doc_text};
use pellucid::strip;

const ROUNDS: usize = 7;

/// Takes a page, and says how many bytes of text it has: a wrong answer would show.
type Contestant = fn(&[u8]) -> usize;

const CONTESTANTS: &[(&str, Contestant)] = &[
    ("direct", |page| strip::strip(page).text.len()),
    ("direct, nothing kept", |page| {
        let mut count = Count(0);
        let mut stripper = strip::Stripper::new();
        stripper.feed(page, &mut count);
        stripper.finish(&mut count);
        count.0
    }),
    ("latin1", |page| pellucid::papers::hybrid::latin1::strip(page).text.len()),
    ("lol_html", with_lol_html),
    ("html5gum", with_html5gum),
    ("memchr of every <", |page| memchr::memchr_iter(b'<', page).count()),
];

struct Count(usize);

impl strip::Sink for Count {
    fn bytes(&mut self, stream: strip::Channel, bytes: &[u8]) {
        self.0 += if stream == strip::Channel::Text { bytes.len() } else { 0 };
    }

    fn boundary(&mut self, _: strip::Channel) {}
}

/// A handler of text which collects what is visible. The encoding is a single-byte one, as for bytes that nobody
/// knows yet; with it there is no decoding to speak of.
fn with_lol_html(page: &[u8]) -> usize {
    let length = Cell::new(0);
    let settings = Settings {
        document_content_handlers: vec![doc_text!(|text| {
            let hidden = matches!(
                text.text_type(),
                lol_html::html_content::TextType::ScriptData | lol_html::html_content::TextType::RawText
            );
            if !hidden {
                length.set(length.get() + black_box(text.as_str()).len());
            }
            Ok(())
        })],
        encoding: AsciiCompatibleEncoding::new(encoding_rs::WINDOWS_1252).expect("it is ASCII-compatible"),
        memory_settings: MemorySettings {
            preallocated_parsing_buffer_size: 1024,
            ..MemorySettings::default()
        },
        strict: false,
        ..Settings::default()
    };
    let mut rewriter = lol_html::HtmlRewriter::new(settings, |_: &[u8]| {});
    let _ = rewriter.write(page).and_then(|()| rewriter.end());
    length.get()
}

/// html5gum as it comes, over bytes.
fn with_html5gum(page: &[u8]) -> usize {
    let mut text = Vec::new();
    let mut emitter =
        CallbackEmitter::new(|event: CallbackEvent<'_>, _: html5gum::Span<()>| -> Option<Infallible> {
            if let CallbackEvent::String { value } = event {
                text.extend_from_slice(value);
            }
            None
        });
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(page, emitter).finish();
    text.len()
}

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let data = std::env::var_os("PELLUCID_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from)
        .join("corpora/encoding");
    let pages = match pages(&data) {
        Ok(pages) if !pages.is_empty() => pages,
        Ok(_) => return println!("skipped: no pages in {}", data.display()),
        Err(error) => return println!("skipped: no corpus, {error}"),
    };
    let bytes: usize = pages.iter().map(Vec::len).sum();
    println!("{} pages, {} MB, best of {ROUNDS} rounds", pages.len(), bytes / 1_000_000);

    let mut best = BTreeMap::new();
    for _ in 0..ROUNDS {
        for (place, (name, run)) in CONTESTANTS.iter().enumerate() {
            if wanted.as_ref().is_some_and(|wanted| wanted != name) {
                continue;
            }
            let start = Instant::now();
            let text: usize = pages.iter().map(|page| black_box(run(black_box(page)))).sum();
            let time = start.elapsed();
            let entry = best.entry(place).or_insert((Duration::MAX, text));
            entry.0 = entry.0.min(time);
        }
    }
    for (place, (time, text)) in best {
        let speed = bytes as f64 / 1e6 / time.as_secs_f64();
        println!("{:<22} {speed:>7.0} MB/s   {:>9} of text", CONTESTANTS[place].0, text);
    }
}

/// All HTML pages of the corpus but those in UTF-16.
fn pages(folder: &Path) -> std::io::Result<Vec<Vec<u8>>> {
    let mut archives: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    archives.sort_by_key(std::fs::DirEntry::file_name);
    let mut pages = Vec::new();
    for archive in archives {
        let name = archive.file_name().into_string().unwrap_or_default();
        let html = name.starts_with("html-") && !name.contains("utf-16") || name.starts_with("wild");
        if !html || !name.ends_with(".tar.zst") {
            continue;
        }
        let mut decoder = zstd::Decoder::new(File::open(archive.path())?)?;
        decoder.window_log_max(27)?;
        for entry in tar::Archive::new(decoder).entries()? {
            let mut entry = entry?;
            if entry.header().entry_type().is_file() {
                let mut page = Vec::new();
                entry.read_to_end(&mut page)?;
                pages.push(page);
            }
        }
    }
    Ok(pages)
}

//! Strip on every page of the encoding corpus, real and transcoded.
//!
//! `PELLUCID_DATA` names the folder with `corpora/encoding` (`../shared` beside the workspace if not set). Without it
//! the tests say that they were skipped.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pellucid::encodings::Encoding;
use pellucid::strip::{Stream, strip};

/// The way through ISO-8859-1 gives the same bytes in every stream, once line ends are normalised as it does.
#[cfg(feature = "latin1")]
#[test]
fn both_ways_agree_on_all_pages() {
    use pellucid::strip::latin1;

    let mut same = 0;
    let mut escapes = Vec::new();
    let mut unexplained = Vec::new();
    let found = for_each_page("", |path, page| {
        if path.starts_with("html/utf-16") {
            return; // Not ASCII-compatible.
        }
        let through = latin1::strip(page);
        let direct = strip(page);
        if Stream::ALL.iter().all(|&stream| normalised(direct.stream(stream)) == through.stream(stream)) {
            same += 1;
        } else if path.starts_with("html/iso-2022-jp/") {
            escapes.push(path.to_owned());
        } else {
            unexplained.push(path.to_owned());
        }
    });
    if !found {
        return;
    }
    assert!(unexplained.is_empty(), "{unexplained:#?}");
    // In ISO-2022-JP halves of characters look like markup, which nothing in ISO-8859-1 tells.
    assert_eq!(escapes.len(), 59, "of 60 pages in ISO-2022-JP");
    assert_eq!(same, 6045, "all other pages");
}

/// Halves of characters are not taken for markup: text is the same whether markup comes off first or last.
#[test]
fn stripping_and_decoding_commute_in_multi_byte_encodings() {
    for (name, pages) in [
        ("iso-2022-jp", 60),
        ("shift_jis", 538),
        ("euc-jp", 151),
        ("euc-kr", 207),
        ("big5", 210),
        ("gbk", 599),
        ("gb18030", 44),
    ] {
        let encoding = Encoding::by_name(name).and_then(Encoding::whatwg).unwrap();
        let mut all = 0;
        let mut different = Vec::new();
        let found = for_each_page(&format!("html-{name}."), |path, page| {
            all += 1;
            let first = strip(page);
            let last = strip(encoding.decode(page).0.as_bytes());
            let same = Stream::ALL.iter().all(|&stream| {
                let first = encoding.decode_without_bom_handling(first.stream(stream)).0;
                // Where a tag stood between two escapes of ISO-2022-JP they now touch, which is an error there.
                let right = |&char: &char| char != char::REPLACEMENT_CHARACTER;
                let last = String::from_utf8_lossy(last.stream(stream));
                first.chars().filter(right).eq(last.chars().filter(right))
            });
            if !same {
                different.push(path.to_owned());
            }
        });
        if found {
            assert_eq!(all, pages, "pages in {name}");
            assert!(different.is_empty(), "{different:#?}");
        }
    }
}

/// With line ends as the HTML standard has them.
#[cfg(feature = "latin1")]
fn normalised(bytes: &[u8]) -> Vec<u8> {
    let mut normalised = Vec::with_capacity(bytes.len());
    let mut bytes = bytes.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte == b'\r' {
            bytes.next_if_eq(&b'\n');
        }
        normalised.push(if byte == b'\r' { b'\n' } else { byte });
    }
    normalised
}

/// Whether there is a corpus; if so, shows all pages from archives whose names start so.
fn for_each_page(prefix: &str, mut page: impl FnMut(&str, &[u8])) -> bool {
    let folder = std::env::var_os("PELLUCID_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from)
        .join("corpora/encoding");
    if !folder.join("manifest.tsv").exists() {
        eprintln!("skipped: there is no corpus in {}", folder.display());
        return false;
    }
    for archive in archives(&folder).expect("the corpus can be listed") {
        if archive.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix)) {
            pages_of(&archive, &mut page).expect("an archive of the corpus can be read");
        }
    }
    true
}

fn archives(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut archives = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if (name.starts_with("html-") || name.starts_with("wild")) && name.ends_with(".tar.zst") {
            archives.push(path);
        }
    }
    archives.sort();
    Ok(archives)
}

fn pages_of(archive: &Path, page: &mut impl FnMut(&str, &[u8])) -> io::Result<()> {
    let mut decoder = zstd::Decoder::new(File::open(archive)?)?;
    decoder.window_log_max(27)?;
    let mut bytes = Vec::new();
    for entry in tar::Archive::new(decoder).entries()? {
        let mut entry = entry?;
        if entry.header().entry_type().is_file() {
            bytes.clear();
            entry.read_to_end(&mut bytes)?;
            page(&entry.path()?.to_string_lossy(), &bytes);
        }
    }
    Ok(())
}

//! Repairs do no harm and undo harm: on the text of all languages, as it is, in capitals and in swapped case; and on the same text
//! misread in the usual ways.
//!
//! `PELLUCID_DATA` names the folder with `text` (`../shared` beside the workspace if not set). Without it the tests say that
//! they were skipped. They look at some lines of each language; `PELLUCID_ALL=1` looks at all.

use std::fs;
use std::path::{Path, PathBuf};

use pellucid::encodings::{
    EUC_KR, GBK, KOI8_R, MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
};
use pellucid::repair::Via;
use pellucid::{Encoding, repair};

/// Lines of the text that are misread themselves have one of these; each was read.
const DAMAGED: &str = include_str!("../../../testdata/misread-lines.txt");

/// A way in which text is misread.
struct Misreading {
    was: &'static Encoding,
    via: Via,
    /// Languages that are written in the encoding; all if there are none.
    languages: &'static [&'static str],
    /// Of so many lines in ten thousand, the least that are restored exactly: of 20, 50 and 200 characters, and whole, misread once
    /// and twice.
    once: [usize; 4],
    twice: Option<[usize; 4]>,
}

const MISREADINGS: &[Misreading] = &[
    utf8(Via::Encoding(&WINDOWS_1252), [9800; 4], [9800; 4]),
    utf8(Via::Encoding(&WINDOWS_1251), [9700; 4], [9800; 4]),
    utf8(Via::Encoding(&WINDOWS_1250), [9700; 4], [9700; 4]),
    utf8(Via::Latin1, [9800; 4], [9800; 4]),
    utf8(Via::Encoding(&MACINTOSH), [9800; 4], [9800; 4]),
    legacy(&WINDOWS_1251, Via::Latin1, &["ru", "bg"]),
    legacy(&KOI8_R, Via::Encoding(&WINDOWS_1251), &["ru", "bg"]),
    legacy(&WINDOWS_1251, Via::Encoding(&KOI8_R), &["ru", "bg"]),
    legacy(&SHIFT_JIS, Via::Latin1, &["ja"]),
    legacy(&GBK, Via::Latin1, &["zh-Hans"]),
    legacy(&EUC_KR, Via::Latin1, &["ko"]),
];

const fn utf8(via: Via, once: [usize; 4], twice: [usize; 4]) -> Misreading {
    Misreading { was: &UTF_8, via, languages: &[], once, twice: Some(twice) }
}

const fn legacy(was: &'static Encoding, via: Via, languages: &'static [&'static str]) -> Misreading {
    Misreading { was, via, languages, once: [9700; 4], twice: None }
}

/// Lines with characters beyond ASCII of each language, so many at most.
fn lines(part: &str, most: usize) -> Vec<(String, Vec<String>)> {
    let folder = std::env::var_os("PELLUCID_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from)
        .join("text");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: there is no text in {}", folder.display());
        return Vec::new();
    };
    let most = if std::env::var_os("PELLUCID_ALL").is_some() { usize::MAX } else { most };
    let mut all = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry of the folder").path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(tag) = name.strip_suffix(&format!(".{part}.txt.zst")) else { continue };
        let bytes =
            zstd::decode_all(&*fs::read(&path).expect("the text can be read")).expect("it is compressed");
        let text = String::from_utf8(bytes).expect("it is UTF-8");
        let is_clean = |line: &&str| !line.is_ascii() && !DAMAGED.lines().any(|mark| line.contains(mark));
        let found: Vec<&str> = text.lines().filter(is_clean).collect();
        let step = found.len().div_ceil(most).max(1);
        all.push((tag.to_owned(), found.into_iter().step_by(step).map(String::from).collect()));
    }
    all.sort();
    all
}

fn swapped(text: &str) -> String {
    let mut new = String::new();
    for c in text.chars() {
        if c.is_uppercase() { new.extend(c.to_lowercase()) } else { new.extend(c.to_uppercase()) }
    }
    new
}

#[test]
fn clean_text_is_never_changed() {
    let mut all = 0;
    for part in ["valid", "train"] {
        for (tag, lines) in lines(part, 40) {
            for line in lines {
                for text in [line.to_uppercase(), swapped(&line), line] {
                    let repaired = repair(&text);
                    assert!(repaired.is_unchanged(), "{tag}: {text}\n{}", repaired.text());
                    all += 1;
                }
            }
        }
    }
    println!("{all} clean texts are unchanged");
}

/// What reading in the wrong encoding makes of a text, if that is a loss that can be undone.
fn misread(text: &str, was: &'static Encoding, via: Via, times: usize) -> Option<String> {
    let once = |text: String| via.read(&Via::Encoding(was).write(&text)?);
    let mut wrong = text.to_owned();
    for _ in 0..times {
        wrong = once(wrong)?;
    }
    (wrong != text).then_some(wrong)
}

#[test]
fn misread_text_is_restored() {
    let languages = lines("valid", 2);
    let more = lines("valid", 40);
    let mut misses = Vec::new();
    for Misreading { was, via, languages: only, once, twice } in MISREADINGS {
        for (times, floors) in [(1, Some(once)), (2, twice.as_ref())] {
            let Some(floors) = floors else { continue };
            let mut shares = Vec::new();
            for (length, floor) in [20, 50, 200, usize::MAX].into_iter().zip(floors) {
                let (mut all, mut right) = (0, 0);
                let wanted = |(tag, _): &&(String, _)| only.is_empty() || only.contains(&&**tag);
                let texts = if only.is_empty() { &languages } else { &more };
                for line in texts.iter().filter(wanted).flat_map(|(_, lines)| lines) {
                    let text: String = line.chars().take(length).collect();
                    let Some(wrong) = misread(&text, was, *via, times) else { continue };
                    all += 1;
                    right += usize::from(repair(&wrong).text() == text);
                }
                shares.push(format!("{right} of {all}"));
                if right * 10_000 < all * floor {
                    misses.push(format!("{was} as {via}, {times}×, {length}: {right} of {all}"));
                }
            }
            println!("{was} read as {via}, {times}×: {}", shares.join(", "));
        }
    }
    assert!(misses.is_empty(), "{misses:#?}");
}

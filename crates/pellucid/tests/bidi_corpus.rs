//! Hebrew text in the order of display, turned back: real lines, displayed by the bidirectional algorithm.
//!
//! `PELLUCID_DATA` names the folder with `text` (`../shared` beside the workspace if not set). Without it the test says that
//! it was skipped.

use std::path::{Path, PathBuf};

use pellucid::extract::bidi::{is_visual, logical};
use unicode_bidi::{Level, ParagraphBidiInfo};

use crate::corpus::own;

/// The line as it is displayed from left to right.
fn displayed(line: &str) -> String {
    let info = ParagraphBidiInfo::new(line, Some(Level::rtl()));
    let levels = info.reordered_levels_per_char(0..line.len());
    let characters: Vec<char> = line.chars().collect();
    let mirrored = |c| match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '<' => '>',
        '>' => '<',
        '{' => '}',
        '}' => '{',
        '«' => '»',
        '»' => '«',
        _ => c,
    };
    let order = ParagraphBidiInfo::reorder_visual(&levels);
    order
        .into_iter()
        .map(|at| if levels[at].is_rtl() { mirrored(characters[at]) } else { characters[at] })
        .collect()
}

#[test]
fn hebrew_lines_come_back() {
    let data = std::env::var_os("PELLUCID_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let path = data.join("text/he.valid.txt.zst");
    let Ok(file) = std::fs::File::open(&path) else {
        println!("skipped: no text at {} (set PELLUCID_DATA)", path.display());
        return;
    };
    let text = zstd::decode_all(file).expect("the text is there");
    let text = String::from_utf8_lossy(&text);
    let whole: Vec<String> = text.lines().map(str::to_owned).collect();
    // Lines as they were on pages: ten words.
    let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let short: Vec<String> =
        words.iter().flat_map(|words| words.chunks(10)).map(|words| words.join(" ")).collect();
    for (name, all) in [("lines", whole), ("tens of words", short)] {
        let (mut lines, mut exact, mut told, mut wrong) = (0u32, 0u32, 0u32, 0u32);
        for line in all.iter().filter(|line| line.contains(|c| matches!(c, 'א'..='ת'))) {
            let visual = displayed(line);
            lines += 1;
            exact += u32::from(logical(&visual) == *line);
            told += u32::from(is_visual(&visual));
            wrong += u32::from(is_visual(line));
        }
        println!(
            "{lines} {name}: {exact} come back exactly; {told} are known to be in the order of display, {wrong} mistaken for it"
        );
        // 1,000 of 1,002 and 2,171 of 2,173 when this was written; the others look like other text: "802.11 n", "n 802.11".
        assert!(f64::from(exact) >= 0.995 * f64::from(lines));
        assert_eq!(wrong, 0);
    }
}

/// Lines of our own.
#[test]
fn hebrew_lines_of_our_own_come_back() {
    let texts = own::texts();
    let hebrew = texts.iter().find(|text| text.language == "he").expect("there is a Hebrew text");
    let lines: Vec<&str> = hebrew.text.trim().lines().chain([&*hebrew.title]).collect();
    assert!(lines.len() > 3);
    for line in lines {
        let visual = displayed(line);
        assert_eq!(logical(&visual), line);
        assert!(!is_visual(line), "{line}");
    }
}

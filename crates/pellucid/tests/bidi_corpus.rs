//! Hebrew text in the order of display, turned back: real lines, displayed by the bidirectional algorithm.
//!
//! `PELLUCID_DATA` names the folder with `text` (`../shared` beside the workspace if not set). Without it the test says that
//! it was skipped.

use std::path::{Path, PathBuf};

use pellucid::extract::bidi::{is_visual, logical};
use unicode_bidi::{Level, ParagraphBidiInfo};

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
    let is_hebrew = |line: &&str| line.contains(|c| matches!(c, 'א'..='ת'));
    let (mut lines, mut exact, mut told, mut wrong) = (0, 0, 0, 0);
    for line in text.lines().filter(is_hebrew) {
        let visual = displayed(line);
        let turned = logical(&visual);
        lines += 1;
        exact += usize::from(turned == line);
        if turned != line && std::env::var_os("SHOW").is_some() {
            println!("L {line}\nV {visual}\nT {turned}\n");
        }
        // By one line alone.
        told += usize::from(is_visual(&visual));
        wrong += usize::from(is_visual(line));
    }
    println!(
        "{lines} lines: {exact} come back exactly, {told} known to be in the order of display, {wrong} mistaken for it"
    );
    assert!(lines > 0);
}

//! Hostile pages take no more memory than [`pellucid::memory`] says, in time linear with the page.
//!
//! Each page is read in a process of its own, and the system is asked how much memory was in use at most: that counts all there
//! is, whatever allocates it.

use std::fs;
use std::process::Command;

use pellucid::write::WriteOptions;

/// How many bytes a page has.
const SIZE: usize = 2_000_000;

/// What the process is asked for: the name of a shape, and how many bytes.
const ASKED: &str = "PELLUCID_MEMORY_SHAPE";

/// A page that is one piece again and again: its name, what it begins with, the piece, and whether it is more than there is memory
/// for.
const SHAPES: &[(&str, &str, &str, bool)] = &[
    ("paragraphs", "<article>", "<p>x", true),
    ("sentences", "<article>", "<p>a, b. ", true),
    ("deep", "", "<div>", false),
    ("unclosed blocks", "", "<div>x", true),
    ("unclosed inline", "", "<b>x", true),
    ("paragraphs in quotes", QUOTES, "<p>x", true),
    ("lines in quotes", QUOTES, "a.<br>", false),
    ("quotes", "", "<blockquote>x", true),
    ("items in lists", "<ul><li><ul><li><ul><li><ul><li><ul><li><ul><li>", "<li>a, x.", true),
    ("items with long numbers", NUMBERED, "<li>x", true),
    ("items", "<ul>", "<li>x", true),
    ("lists in lists", "", "<ul><li>x", true),
    ("definitions", "<dl>", "<dt>x<dd>y", true),
    ("cells", "<table>", "<td>x", true),
    ("cells in rows", "<table>", "<tr><td>1</td><td>2</td></tr>\n", false),
    (
        "cells over many columns",
        "<table><tr><th>a<th colspan=98>b<th>c",
        "<tr><td>a<td colspan=98>b<td>c",
        true,
    ),
    ("tables", "", "<table><tr><th>a<th>b<tr><td>x<td>y</table>", true),
    ("styles around paragraphs", "<b><i><code><s><sub><sup><kbd>", "<p>x", true),
    ("styles", "<p>", "<b>a</b> <i>b</i> ", true),
    ("attributes", "<p", " a", false),
    ("tags with attributes", "", "<p a=b c=d>x", false),
    ("classes", "", "<p class=a id=b>x", false),
    ("links", "<p>", "<a href=x>l</a> word. ", false),
    ("images", "<p>", "w, <img src=a>", true),
    ("figures", "", "<figure><img src=x>a", false),
    ("references", "<p>", "&nGt;", false),
    ("ampersands", "<p>", "&", false),
    ("one long line", "<p>", "word, and. ", false),
    ("signs of Markdown", "<p>", "*_`#", false),
    ("breaks", "<p>", "x<br>", true),
    ("paragraphs by breaks", "<p>", "x.<br><br>", false),
    ("code", "<pre>", "x\n", false),
    ("pieces of code", "", "<pre>x", true),
    ("headings", "", "<h1>x", true),
    ("quotations in the line", "<p>", "<q>x", true),
    ("directions", "<div dir=rtl>", "<p>x, y.", true),
    ("formulas", "<p>", "<math>x</math>y", false),
    ("comments", "", "<!---->", false),
    ("scripts", "", "<script></script>", false),
    ("hidden", "", "<p hidden>x", false),
    ("metadata", "", "<meta name=author content=b>", false),
    ("microdata", "", "<b itemscope itemprop=author>x", false),
    ("keywords", "<meta name=keywords content='", "a,", false),
    ("title", "<title>", "x, ", false),
    ("Hebrew", "<p>", "א ", false),
];

const QUOTES: &str = "<blockquote><blockquote><blockquote><blockquote><blockquote><blockquote><blockquote><blockquote>\
    <blockquote><blockquote><blockquote><blockquote><blockquote><blockquote><blockquote><blockquote>";
const NUMBERED: &str = "<ol start=1000000000><li><ol start=1000000000><li><ol start=1000000000><li><ol start=1000000000><li>\
    <ol start=1000000000><li><ol start=1000000000><li><ol start=1000000000><li><ol start=1000000000><li>";

/// Pages that are more than a piece again and again.
fn page(name: &str, size: usize) -> Vec<u8> {
    let repeated =
        |start: &str, piece: &str| [start, &piece.repeat((size - start.len()) / piece.len())].concat();
    match name {
        "JSON-LD" => {
            let script = format!("<script type=application/ld+json>[{}0]</script>", "{},".repeat(10_000));
            repeated("", &script).into_bytes()
        }
        "rows of a wide table" => {
            repeated(&format!("<table><tr>{}", "<th>x".repeat(100)), "<tr><td>a").into_bytes()
        }
        // Three bytes of UTF-8 for each.
        "Thai" => [b"<meta charset=windows-874>".as_slice(), &b"<p>\xA1\xD2\xC3 ".repeat(size / 7)].concat(),
        "Thai text" => {
            [b"<meta charset=windows-874><p>".as_slice(), &b"\xA1\xD2\xC3 ".repeat(size / 4)].concat()
        }
        "UTF-16" => {
            let text = format!("\u{FEFF}<article>{}", "<p>x".repeat(size / 8 - 3));
            text.encode_utf16().flat_map(u16::to_le_bytes).collect()
        }
        _ => {
            let (_, start, piece, _) = SHAPES.iter().find(|shape| shape.0 == name).expect("a shape");
            repeated(start, piece).into_bytes()
        }
    }
}

/// What a process needed for a page.
struct Needed {
    /// Bytes of memory, beside the page.
    memory: usize,
    /// In nanoseconds.
    time: u64,
    is_truncated: bool,
}

/// Reads a page in a process of its own.
fn needed(name: &str, size: usize) -> Needed {
    let exe = std::env::current_exe().expect("this program");
    let output = Command::new(exe)
        .args(["--exact", "memory::one_page", "--ignored", "--nocapture"])
        .env(ASKED, format!("{size} {name}"))
        .output()
        .expect("this program runs");
    let out = String::from_utf8_lossy(&output.stdout);
    let line =
        out.lines().find_map(|line| line.split_once("needed: ")).unwrap_or_else(|| panic!("{name}: {out}"));
    let mut numbers = line.1.split(' ').map(|number| number.parse::<u64>().expect("a number"));
    let mut next = || numbers.next().expect("three numbers");
    Needed { memory: next() as usize, time: next(), is_truncated: next() == 1 }
}

/// A number of `/proc/self/status`, in bytes.
fn status(name: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a line for each");
    line.trim_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().expect("a number") * 1024
}

/// How long this thread has worked, in nanoseconds. What others do meanwhile does not count.
fn worked() -> u64 {
    let times = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    times.split(' ').next().and_then(|time| time.parse().ok()).expect("a number")
}

#[test]
#[ignore = "the others run it, in a process of its own"]
fn one_page() {
    let asked = std::env::var(ASKED).expect("the others say what");
    let (size, name) = asked.split_once(' ').expect("a size and a name");
    let bytes = page(name, size.parse().expect("a number"));
    // Models are there before any page.
    assert!(!pellucid::page(b"<p>One, two, three.").is_truncated());
    fs::write("/proc/self/clear_refs", "5").expect("one may forget one's own peak");
    let (before, start) = (status("VmRSS:"), worked());
    let page = pellucid::page(&bytes);
    let options = WriteOptions::new().links(true).images(true);
    for write in [
        pellucid::extract::Extracted::text,
        pellucid::extract::Extracted::markdown,
        pellucid::extract::Extracted::html,
    ] {
        drop(write(page.extracted(), options));
    }
    let memory = status("VmHWM:").saturating_sub(before);
    println!("needed: {memory} {} {}", worked() - start, u8::from(page.is_truncated()));
}

#[test]
fn memory_is_bounded() {
    let shapes = SHAPES.iter().map(|(name, _, _, is_truncated)| (*name, Some(*is_truncated)));
    for (name, is_truncated) in shapes
        .chain(["rows of a wide table", "JSON-LD", "Thai", "Thai text", "UTF-16"].map(|name| (name, None)))
    {
        let needed = needed(name, SIZE);
        let most = pellucid::memory(SIZE);
        println!("{name}: {} of {most}, truncated: {}", needed.memory, needed.is_truncated);
        assert!(needed.memory <= most, "{name}: {} bytes for each", needed.memory / SIZE);
        assert!(
            is_truncated.is_none_or(|expected| expected == needed.is_truncated),
            "{name}: {}",
            needed.is_truncated
        );
    }
}

/// Four times the page is four times the work: ten times would be none that is in proportion.
///
/// A busy machine makes any run slower, and none faster: so the best of some runs count, until they are in proportion. What is
/// quadratic takes sixteen times as long in the best of all runs, too.
#[test]
fn time_and_memory_are_linear() {
    const RUNS: usize = 6;
    for name in
        ["cells", "paragraphs in quotes", "unclosed blocks", "headings", "lists in lists", "one long line"]
    {
        let mut best = [u64::MAX; 2];
        for _ in 0..RUNS {
            for (best, size) in best.iter_mut().zip([SIZE, 4 * SIZE]) {
                let needed = needed(name, size);
                assert!(needed.memory <= pellucid::memory(size), "{name}");
                *best = needed.time.min(*best);
            }
            if best[1] <= 10 * best[0] {
                break;
            }
        }
        println!("{name}: {} and {} ms", best[0] / 1_000_000, best[1] / 1_000_000);
        assert!(best[1] <= 10 * best[0], "{name}: {best:?}");
    }
}

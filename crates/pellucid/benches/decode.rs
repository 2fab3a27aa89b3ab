//! How fast text is read, beside encoding_rs's own one-shot decoder: `cargo bench --bench decode`.
//!
//! Both read the same bytes in turns, and the best of many turns counts: other work on the machine only slows
//! down. encoding_rs does less, as it neither counts nor locates what does not decode; the ratio is what that
//! costs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use pellucid::Encoding;
use pellucid::encodings::*;

const TURNS: usize = 40;
const LEN: usize = 1 << 20;

/// A page's worth of text again and again, with the markup that pages have.
fn page(encoding: &'static Encoding, words: &str) -> Vec<u8> {
    let line = format!("<p class=\"text\">{words} {words}, <a href=\"/index.html\">{words}</a>.</p>\n");
    let line = encoding.encode(&line);
    assert!(line.unmappable().is_none(), "{encoding} can't write the sample");
    line.bytes().repeat(LEN / line.bytes().len())
}

fn best(mut work: impl FnMut() -> usize) -> Duration {
    let turn = || {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    std::iter::repeat_with(turn).take(TURNS).min().unwrap_or_default()
}

fn main() {
    let russian = "Все люди рождаются свободными и равными в своём достоинстве и правах";
    let chinese = "人人生而自由，在尊严和权利上一律平等";
    let korean = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다";
    let traditional = "人人生而自由，在尊嚴和權利上一律平等";
    let samples = [
        (&UTF_8, russian),
        (&UTF_8, "All human beings are born free and equal in dignity and rights"),
        (&WINDOWS_1251, russian),
        (&KOI8_R, russian),
        (&GBK, chinese),
        (&GB18030, chinese),
        (&EUC_KR, korean),
        (&BIG5, traditional),
        (&UTF_16LE, russian),
        (&IBM855, "Сви људи се рађају слободни и једнаки у достојанству и правима"),
        (&IBM037, "All human beings are born free and equal in dignity and rights"),
        (&JOHAB, korean),
        (&EUC_TW, traditional),
        (&BIG5_HKSCS, traditional),
        (&HZ_GB_2312, chinese),
        (&UTF_7, russian),
        (&UTF_32LE, russian),
    ];
    println!("{:14} {:>10} {:>12} {:>6}", "", "MB/s", "encoding_rs", "ratio");
    for (encoding, words) in samples {
        let bytes = page(encoding, words);
        let speed = |time: Duration| bytes.len() as f64 / 1e6 / time.as_secs_f64();
        let ours = speed(best(|| encoding.decode(&bytes).text().len()));
        match encoding.whatwg() {
            Some(whatwg) => {
                let theirs = speed(best(|| whatwg.decode_without_bom_handling(&bytes).0.len()));
                println!("{:14} {ours:10.0} {theirs:12.0} {:6.2}", encoding.name(), ours / theirs);
            }
            None => println!("{:14} {ours:10.0}", encoding.name()),
        }
    }
}

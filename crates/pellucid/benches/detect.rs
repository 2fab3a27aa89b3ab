//! How fast encodings are found, by class of page: `cargo bench --bench detect`.
//!
//! The pages are made here, so that everybody measures the same ones: 64 kB of markup, script and text, with no encoding
//! declared. With the name of a class and a number, a page of that class is only detected so often; `cargo dev
//! instructions` counts what that takes.

use std::hint::black_box;
use std::time::{Duration, Instant};

use pellucid::Encoding;
use pellucid::encodings::*;

const TURNS: usize = 200;
const LEN: usize = 64 * 1000;

const CLASSES: &[(&str, &Encoding, &[&str])] = &[
    ("ascii", &WINDOWS_1252, ENGLISH),
    ("utf-8", &UTF_8, RUSSIAN),
    ("utf-16", &UTF_16LE, RUSSIAN),
    ("single-byte", &WINDOWS_1251, RUSSIAN),
    ("multi-byte", &SHIFT_JIS, JAPANESE),
    ("iso-2022-jp", &ISO_2022_JP, JAPANESE),
];

/// From the Universal Declaration of Human Rights.
const ENGLISH: &[&str] = &[
    "All human beings are born free and equal in dignity and rights.",
    "They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.",
    "Everyone has the right to life, liberty and security of person.",
    "No one shall be subjected to arbitrary arrest, detention or exile.",
    "Everyone has the right to freedom of movement and residence within the borders of each state.",
    "Everyone, without any discrimination, has the right to equal pay for equal work.",
    "Everyone has the right freely to participate in the cultural life of the community, to enjoy the arts.",
];
const RUSSIAN: &[&str] = &[
    "Все люди рождаются свободными и равными в своём достоинстве и правах.",
    "Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.",
    "Каждый человек имеет право на жизнь, на свободу и на личную неприкосновенность.",
    "Никто не может быть подвергнут произвольному аресту, задержанию или изгнанию.",
    "Каждый человек имеет право свободно передвигаться и выбирать себе местожительство.",
    "Каждый человек, без какой-либо дискриминации, имеет право на равную оплату за равный труд.",
    "Каждый человек имеет право свободно участвовать в культурной жизни общества, наслаждаться искусством.",
];
const JAPANESE: &[&str] = &[
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
    "人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。",
    "すべて人は、生命、自由及び身体の安全に対する権利を有する。",
    "何人も、ほしいままに逮捕、拘禁、又は追放されることはない。",
    "すべて人は、各国の境界内において自由に移転及び居住する権利を有する。",
    "すべて人は、いかなる差別をも受けることなく、同等の勤労に対し、同等の報酬を受ける権利を有する。",
    "すべて人は、自由に社会の文化生活に参加し、芸術を鑑賞し、及び科学の進歩とその恩恵とにあずかる権利を有する。",
];

/// Half markup, half text, as pages are; every paragraph begins with another sentence.
fn page(encoding: &'static Encoding, sentences: &[&str]) -> Vec<u8> {
    let mut page = format!(
        "<!DOCTYPE html>\n<html>\n<head>\n<title>{}</title>\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <link rel=\"stylesheet\" href=\"/style.css\">\n<style>{}</style>\n<script>{}</script>\n</head>\n<body>\n",
        sentences[0],
        "p.text { margin: 0 1em; color: #333 }\n".repeat(40),
        "if (window.counter < 10) { window.counter += 1; load('/next', function (a) { return a > 1; }); }\n"
            .repeat(40),
    );
    let encoded = |text: &str| {
        let encoded = encoding.encode(text);
        assert!(encoded.unmappable().is_none(), "{encoding} can't write the sample");
        encoded.bytes().to_vec()
    };
    let mut bytes = encoded(&page);
    for number in 0.. {
        if bytes.len() >= LEN {
            break;
        }
        let text = |at: usize| sentences[(number + at) % sentences.len()];
        page = format!(
            "<div class=\"entry\" id=\"entry-{number}\"><p class=\"text\">{} {}</p>\n<ul class=\"links\">\
             <li><a href=\"/page/{number}.html\" title=\"{number}\">{}</a></li></ul></div>\n",
            text(0),
            text(number / 7 + 1),
            text(3),
        );
        bytes.extend(encoded(&page));
    }
    bytes
}

fn best(mut work: impl FnMut()) -> Duration {
    let turn = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    std::iter::repeat_with(turn).take(TURNS).min().unwrap_or_default()
}

fn main() {
    // Cargo itself adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    if let [class, times] = &arguments[..] {
        let (_, encoding, sentences) = CLASSES.iter().find(|(name, ..)| name == class).expect("a class");
        let page = page(encoding, sentences);
        for _ in 0..times.parse().expect("a number") {
            let _ = black_box(pellucid::detect(black_box(&page)));
        }
        return;
    }
    println!("{:12} {:>10} {:>10}", "", "MB/s", "µs a page");
    for (class, encoding, sentences) in CLASSES {
        let page = page(encoding, sentences);
        let found = pellucid::detect(&page);
        assert!(found.encoding() == *encoding || found.is_ascii(), "{class} is read as {}", found.encoding());
        let time = best(|| _ = black_box(pellucid::detect(black_box(&page))));
        let speed = page.len() as f64 / 1e6 / time.as_secs_f64();
        println!("{class:12} {speed:10.0} {:10.1}", time.as_secs_f64() * 1e6);
    }
}

//! A tiny data set through the whole judge: archive, variants, detectors, scores, report files, floors.

use std::fs::File;
use std::path::Path;

use encoding_rs::{EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, WINDOWS_1251, WINDOWS_1253};
use pellucid_eval::dataset::Dataset;
use pellucid_eval::floors::Floors;
use pellucid_eval::report;
use pellucid_eval::run::{Plan, Run, run};
use pellucid_eval::score::{Metric, Tally};
use pellucid_eval::variants::Variant;

const TEXTS: [(&str, &Encoding, &str); 6] = [
    ("ru", WINDOWS_1251, "Эта страница написана по-русски, чтобы проверить, как определяется её кодировка. "),
    ("el", WINDOWS_1253, "Αυτή η σελίδα είναι γραμμένη στα ελληνικά για να ελεγχθεί η κωδικοποίησή της. "),
    ("ja", SHIFT_JIS, "このページは文字コードの判定を確かめるために日本語で書かれています。"),
    ("zh-Hans", GBK, "这个网页是用中文写的，目的是检查字符编码的判断是否正确。"),
    ("ko", EUC_KR, "이 페이지는 문자 인코딩 판별을 확인하기 위해 한국어로 작성되었습니다. "),
    ("fr", UTF_8, "Cette page a été écrite en français pour vérifier à quel point son codage est reconnu. "),
];

/// Pages of our own making, in an archive as the large data sets have it.
fn tiny(folder: &Path) -> Dataset {
    let archive = File::create(folder.join("pages.tar.zst")).unwrap();
    let mut tar = tar::Builder::new(zstd::Encoder::new(archive, 1).unwrap());
    let mut manifest = "path\tencoding\tlanguage\n".to_owned();
    for (language, encoding, text) in TEXTS {
        let page = format!(
            "<html><head><meta charset=\"{}\"><title>{text}</title></head><body><p>{}</p></body></html>",
            encoding.name(),
            text.repeat(8)
        );
        let (bytes, ..) = encoding.encode(&page);
        let path = format!("tiny/{language}.html");
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, &path, &*bytes).unwrap();
        manifest += &format!("{path}\t{}\t{language}\n", encoding.name());
    }
    tar.into_inner().unwrap().finish().unwrap();
    std::fs::write(folder.join("manifest.tsv"), manifest).unwrap();
    Dataset {
        name: "tiny".into(),
        about: "our own text".into(),
        manifest: "manifest.tsv".into(),
        prefix: "tiny/".into(),
        archives: "pages.tar.zst".into(),
        text: false,
    }
}

fn measure(folder: &Path) -> Run {
    let dataset = tiny(folder);
    let pages = dataset.load(folder, None).unwrap();
    let plan = Plan {
        dataset,
        peers: ["pellucid", "chardetng", "ced"].map(str::to_owned).into(),
        variants: vec![
            Variant::AsIs,
            Variant::NoDeclaration,
            Variant::Late,
            Variant::Liar,
            Variant::Stray,
            Variant::Window(50),
            Variant::Window(600),
        ],
        speed: true,
        serve: None,
    };
    run(&plan, pages).unwrap()
}

/// Right answers of a detector, of how many pages.
fn right(run: &Run, peer: &str, variant: Variant) -> (usize, usize) {
    let peer = run.peers.iter().position(|contestant| contestant.name == peer).unwrap();
    let measured = run.variants.iter().find(|measured| measured.variant == variant).unwrap();
    let tally: Tally = measured.outcomes[peer].iter().map(|outcome| outcome.verdict).collect();
    (tally.right(Metric::DecodeEqual), tally.pages)
}

#[test]
fn numbers_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = measure(folder.path());
    assert!(run.missing.is_empty());

    // Both peers know these six by their text alone, wherever it stands and whatever is declared.
    for peer in ["chardetng", "ced"] {
        for variant in [Variant::AsIs, Variant::NoDeclaration, Variant::Late, Variant::Liar] {
            assert_eq!(right(&run, peer, variant), (6, 6), "{peer} {variant}");
        }
    }
    // The variant is about four pages; for chardetng one broken byte rules UTF-8 out, CED forgives it.
    assert_eq!(right(&run, "ced", Variant::Stray), (4, 4));
    let (stray, pages) = right(&run, "chardetng", Variant::Stray);
    assert!(stray < pages, "{stray} of {pages}");
    assert_eq!(right(&run, "pellucid", Variant::Window(50)).1, 6);
    assert!(
        (1..6).contains(&right(&run, "pellucid", Variant::Window(600)).1),
        "some pages are so long, not all"
    );

    let out = folder.path().join("report");
    report::write(&run, &out).unwrap();
    let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();

    let results = read("results.csv");
    let mut results = csv::Reader::from_reader(results.as_bytes());
    let found = results.records().map(Result::unwrap).find(|record| {
        ["tiny", "ced", "late", "all", "decode-equal"]
            .iter()
            .all(|value| record.iter().any(|field| field == *value))
    });
    assert_eq!(found.unwrap().get(7), Some("1.000000"));

    let answers = read("answers.csv");
    let mut answers = csv::Reader::from_reader(answers.as_bytes());
    assert_eq!(answers.headers().unwrap().len(), 5 + 3 * 3);
    let pages: usize = run.variants.iter().map(|measured| measured.pages.len()).sum();
    assert_eq!(answers.records().map(Result::unwrap).count(), pages);

    assert_eq!(read("sample.tsv").lines().count(), 1 + 6);
    let markdown = read("report.md");
    for title in [
        "## Decode-equal by variant",
        "## Speed and memory",
        "## Decode-equal by language",
        "Confusion of ced",
    ] {
        assert!(markdown.contains(title), "{title}");
    }
    let html = read("report.html");
    assert_balanced(&html);
    // Length, speed, reliability, and a heat map for each detector.
    assert_eq!(html.matches("<svg").count(), 3 + 3);
    assert!(report::summary(&run).starts_with("| detector | asis (n=6) |"));
}

#[test]
fn floors_pin_what_was_reached() {
    let folder = tempfile::tempdir().unwrap();
    let run = measure(folder.path());
    let mut floors = Floors::default();
    assert_eq!(floors.check(&run).len(), run.variants.len(), "an unguarded run does not pass");
    floors.raise(&run);
    assert_eq!(floors.check(&run), []);
}

/// Every element that is opened is closed, in order.
fn assert_balanced(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') || ["!DOCTYPE", "meta"].contains(&name) => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

//! `pellucid plot`: pictures of what an extractor sees.

use std::fs;

use crate::harness::{Folder, Run, run, run_with};

/// A menu, an article, a footer.
fn page() -> String {
    let menu = "<li><a href=/a/long/address>پیوند</a>\n".repeat(10);
    let article = "<p>متن اصلی این صفحه، که چند سطر دارد و کمی بلند است.</p>\n".repeat(4);
    format!("<html>\n{menu}<script>\n{}\n</script>\n\n\n\n\n\n\n{article}</html>", "x = 1; ".repeat(3000))
}

fn plot(folder: &Folder, output: &str, arguments: &[&str]) -> Run {
    let mut all = vec!["plot".into(), folder.at("page.html"), "-o".into(), folder.at(output)];
    all.extend(arguments.iter().map(|argument| match argument.strip_prefix('@') {
        Some(name) => folder.at(name),
        None => argument.into(),
    }));
    run(all)
}

fn svg(folder: &Folder, arguments: &[&str]) -> String {
    plot(folder, "figure.svg", arguments).ends(0);
    fs::read_to_string(folder.at("figure.svg")).unwrap()
}

#[test]
fn both_figures_name_what_was_chosen() {
    let folder = Folder::with(&[("page.html", page().as_bytes())]);
    let both = svg(&folder, &[]);
    assert!(both.starts_with("<svg ") && both.ends_with("</svg>\n"));
    for text in [
        "page.html: R2L, P = 8",
        "Figure 2: content above",
        "Figure 3: their difference, formula (1)",
        "Formula (2): the difference with those of both neighbours",
        "longest column: line 22",
        ">A<",
        ">B<",
        ">C<",
    ] {
        assert!(both.contains(text), "{text}");
    }
    assert_eq!(both.matches("main content: lines 21 to 24").count(), 3);
    // The regions are those of figure 2 alone.
    assert_eq!(both.matches(">B<").count(), 1);
    // The script would press all else flat.
    assert!(both.contains("1 column cut, the longest 21,000"), "{both}");
    let two = svg(&folder, &["--figure=2"]);
    assert!(two.contains("Figure 2: content above") && !two.contains("Figure 3: their difference"));
    let one = svg(&folder, &["--figure=formula-2"]);
    assert!(one.contains("longest column") && !one.contains("Figure 3") && !one.contains("Figure 2"));
    let two_and_three = svg(&folder, &["--figure=both"]);
    assert!(two_and_three.contains("Figure 2") && two_and_three.contains("Figure 3"));
    assert!(!two_and_three.contains("Formula (2)"));
    let three = svg(&folder, &["--figure=3", "--gap=10"]);
    assert!(
        !three.contains("Figure 2: content above") && three.contains("main content: lines 2 to 24"),
        "{three}"
    );
}

#[test]
fn the_text_of_the_page_can_stand_under_them() {
    let folder = Folder::with(&[("page.html", page().as_bytes())]);
    let with = svg(&folder, &["--text", "--figure=both"]);
    assert!(with.contains("The text of the page, the main content marked"));
    // A menu of ten, and four paragraphs, each a row from right to left.
    assert_eq!(with.matches("direction=\"rtl\"").count(), 14);
    assert!(!svg(&folder, &["--figure=both"]).contains("The text of the page"));
    plot(&folder, "figure.png", &["--text"]).ends(0);
    plot(&folder, "none.svg", &["--text", "--extractor=licea"]).ends(2);
}

#[test]
fn a_page_without_such_text_gets_a_note() {
    let folder = Folder::with(&[("page.html", b"<p>Only Latin</p>\n<p>text")]);
    let plotted = plot(&folder, "figure.svg", &[]).ends(0);
    assert!(plotted.err.contains("no text in --script right-to-left"), "{}", plotted.err);
    let picture = fs::read_to_string(folder.at("figure.svg")).unwrap();
    assert!(picture.contains("no text in --script right-to-left: nothing to show"), "{picture}");
    assert!(!picture.contains("Formula (2)") && !picture.contains(">A<"), "{picture}");
    assert!(!svg(&folder, &["--extractor=danag"]).contains("nothing to show"));
}

#[test]
fn both_formats_have_one_typeface() {
    let folder = Folder::with(&[("page.html", page().as_bytes())]);
    let picture = svg(&folder, &[]);
    assert!(picture.contains("Noto Sans Mono"));
    // Each text is as wide as in PNG.
    assert!(picture.contains("textLength=\"55\""), "{picture}");
}

#[test]
fn every_extractor_has_its_measure() {
    let folder = Folder::with(&[("page.html", page().as_bytes())]);
    assert!(svg(&folder, &["--extractor=r2l+"]).contains("R2L with a parser, P = 8"));
    assert!(svg(&folder, &["--extractor=danag"]).contains("text - tags, of three lines"));
    let licea = svg(&folder, &["--extractor=licea", "--gap=3"]);
    assert!(licea.contains("LICEA, C1 = 40, C2 = 3") && licea.contains("main content: texts 11 to 14"));
    assert!(svg(&folder, &["--extractor=licea", "--length=5"]).contains("LICEA, C1 = 5, C2 = 5"));
    let tree = svg(&folder, &["--extractor=r2l-tree"]);
    assert!(
        tree.contains("R2L on the tree, P = 8") && tree.contains("main content: blocks 11 to 14"),
        "{tree}"
    );
    assert!(svg(&folder, &["--script=non-ascii"]).contains("S1, non-ascii"));
    assert!(svg(&folder, &["--script=hebrew"]).contains("no text in --script hebrew"));
    assert!(!svg(&folder, &["--script=hebrew"]).contains("main content"));
}

#[test]
fn our_own_extractor_has_probabilities() {
    let page = include_bytes!("../../../testdata/extract/bread.html");
    let folder = Folder::with(&[("page.html", page), ("menu.html", b"<a href=/>Home</a>")]);
    let default = svg(&folder, &["--extractor=default"]);
    assert!(default.contains("page.html: default extractor") && default.contains(">probability<"));
    for text in [
        "Blocks of text: how likely each is main content; 22 of 35 kept",
        "main content: 1,340 of 1,597 characters",
        "lowest score kept: 0.",
    ] {
        assert!(default.contains(text), "{text}");
    }
    let arguments = ["plot".into(), folder.at("menu.html"), "-o".into(), folder.at("menu.svg")];
    run(arguments.into_iter().chain(["--extractor=default".into()])).ends(0);
    let menu = fs::read_to_string(folder.at("menu.svg")).unwrap();
    assert!(
        menu.contains("0 of 1 kept") && !menu.contains("lowest score") && !menu.contains("main content: ")
    );
}

#[test]
fn a_png_is_one() {
    let folder = Folder::with(&[("page.html", page().as_bytes())]);
    plot(&folder, "new/figure.PNG", &[]).ends(0);
    let bytes = fs::read(folder.at("new/figure.PNG")).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.ends_with(b"IEND\xaeB`\x82"));
    // Two pixels for each of a screen.
    assert_eq!(bytes[16..20], 1920u32.to_be_bytes());
}

#[test]
fn the_format_can_be_chosen() {
    let folder = Folder::with(&[("page.html", page().as_bytes())]);
    plot(&folder, "figure.picture", &["--format=png"]).ends(0);
    assert!(fs::read(folder.at("figure.picture")).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
}

#[test]
fn any_page_gives_a_picture() {
    let lines = "<p>سطر\n".repeat(50_000);
    for page in [&b""[..], b"\0\xff", b"<p", lines.as_bytes()] {
        let folder = Folder::with(&[]);
        for output in ["a.svg", "a.png"] {
            for extractor in ["r2l", "default"] {
                let arguments = ["plot".into(), "-".into(), "-o".into(), folder.at(output)];
                run_with(page, arguments.into_iter().chain(["--extractor".into(), extractor.into()])).ends(0);
                assert!(fs::metadata(folder.at(output)).unwrap().len() < 400_000, "{output}");
            }
        }
    }
}

#[test]
fn what_makes_no_sense_is_said_and_leaves_no_file() {
    let folder = Folder::with(&[("page.html", b"<p>a"), ("bad.toml", b"gap = 99"), ("good.toml", GOOD)]);
    for (output, arguments, code, reason) in [
        ("figure.gif", &[][..], 2, "ends with .svg or .png"),
        ("figure", &[], 2, "ends with .svg or .png"),
        ("figure.svg", &["--extractor=licea", "--figure=2"], 2, "have only one figure"),
        ("figure.svg", &["--extractor=default", "--figure=2"], 2, "have only one figure"),
        ("figure.svg", &["--extractor=default", "--gap=2"], 2, "--gap needs"),
        ("figure.svg", &["--length=2"], 2, "--length needs"),
        ("figure.svg", &["--extractor=licea", "--text"], 2, "--text needs"),
        ("figure.svg", &["--extractor=default", "--script=arabic"], 2, "do not look at scripts"),
        ("figure.svg", &["--extractor=danag", "--script=arabic"], 2, "do not look at scripts"),
        ("figure.svg", &["--profile", "@good.toml", "--gap=3"], 2, "cannot be used with"),
        ("figure.svg", &["--profile", "@bad.toml"], 1, "line 1: `gap` must be 1 to 20"),
        ("figure.svg", &["--profile", "@none.toml"], 1, "none.toml"),
    ] {
        let plotted = plot(&folder, output, arguments).ends(code);
        assert!(plotted.err.contains(reason), "{}", plotted.err);
        assert!(!folder.at(output).exists(), "{output}");
    }
    plot(&folder, "figure.svg", &["--profile", "@good.toml"]).ends(0);
    let missing = run(["plot".into(), folder.at("gone.html"), "-o".into(), folder.at("gone.svg")]).ends(1);
    assert!(missing.err.contains("gone.html"), "{}", missing.err);
    assert!(!folder.at("gone.svg").exists());
}

const GOOD: &[u8] = b"extractor = \"r2l\"\nscript = \"arabic\"\ngap = 3\n";

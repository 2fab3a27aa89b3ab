use proptest::prelude::*;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::{WriteOptions, html, is_safe, markdown, text};
use crate::extract::blocks::Blocks;
use crate::extract::parts::Part;
use crate::extract::parts::reader::parts;
use crate::html::Tree;

pub(super) const PLAIN: WriteOptions = WriteOptions { links: false, images: false };
pub(super) const ALL: WriteOptions = WriteOptions { links: true, images: true };

/// All of a page.
pub(super) fn read(page: &str) -> Vec<Part> {
    let tree = Tree::new(page);
    let blocks = Blocks::new(&tree);
    parts(&tree, &blocks, &vec![true; blocks.all().len()], &[])
}

#[test]
fn shapes_as_text_and_markdown() {
    let cases = [
        // Paragraphs, headings, breaks.
        ("<h1>A</h1><p>b <b>c</b><p>d", "A\n\nb c\n\nd\n", "# A\n\nb **c**\n\nd\n"),
        ("<p>a<br>b<br><br>c<br>&nbsp;<br>d", "a\nb\n\nc\n\nd\n", "a\\\nb\n\nc\n\nd\n"),
        ("<h2>a<br>b</h2>c", "a\nb\n\nc\n", "## a b\n\nc\n"),
        ("a<hr>b", "a\n\nb\n", "a\n\n***\n\nb\n"),
        // Lists.
        ("<ul><li>a<li>b</ul>c", "- a\n- b\n\nc\n", "- a\n- b\n\nc\n"),
        ("<ol start=9><li>a<li>b<li value=20>c</ol>", "9. a\n10. b\n20. c\n", "9. a\n10. b\n20. c\n"),
        ("<ol reversed><li>a<li>b</ol>", "2. a\n1. b\n", "2. a\n1. b\n"),
        (
            "<ul><li>a<ul><li>b<li>c</ul><li><p>d<p>e</ul>",
            "- a\n  - b\n  - c\n- d\n\n  e\n",
            "- a\n  - b\n  - c\n- d\n\n  e\n",
        ),
        ("<ul><li>a</li><ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c\n", "- a\n  - b\n- c\n"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n- b\n", "- a\n\n+ b\n"),
        ("<ul><li>a</ul><ol><li>b</ol>", "- a\n\n1. b\n", "- a\n\n1. b\n"),
        ("<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n  3. b\n", "- a\n\n  3. b\n"),
        ("<ul><li><ul><li>a</ul></ul>", "- - a\n", "- - a\n"),
        (
            "<ul><li><input type=checkbox checked disabled> a<li><input disabled type=checkbox>b<li><input type=checkbox>c</ul>",
            "- [x] a\n- [ ] b\n- c\n",
            "- [x] a\n- [ ] b\n- c\n",
        ),
        ("<ul>a<li>b</ul>", "a\n\n- b\n", "a\n\n- b\n"),
        ("<li>a<li>b", "a\n\nb\n", "a\n\nb\n"),
        // Quotes.
        ("<blockquote><p>a<p>b</blockquote>c", "a\n\nb\n\nc\n", "> a\n>\n> b\n\nc\n"),
        ("<blockquote>a</blockquote><blockquote>b</blockquote>", "a\n\nb\n", "> a\n\n> b\n"),
        ("<ul><li>a<blockquote>b<br>c</blockquote></ul>", "- a\n\n  b\n  c\n", "- a\n\n  > b\\\n  > c\n"),
        ("<blockquote><ul><li>a<li>b</ul></blockquote>", "- a\n- b\n", "> - a\n> - b\n"),
        // Tables.
        (
            "<table><caption>t</caption><tr><th>a<th>b<tr><td>c|d<td>e<br>f</table>",
            "t\n\na | b\nc|d | e f\n",
            "t\n\n| a | b |\n| --- | --- |\n| c\\|d | e<br>f |\n",
        ),
        (
            "<table><tr><td rowspan=2>a<td>b<tr><td>c</table>",
            "a | b\n | c\n",
            "|  |  |\n| --- | --- |\n| a | b |\n|  | c |\n",
        ),
        ("<table><tr><td><h2>a</h2><p>b<td>c</table>", "a\n\nb\n\nc\n", "## a\n\nb\n\nc\n"),
        // Definitions.
        ("<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>", "a\nb\n\nc\n\nd\ne\n", "**a**\n\nb\n\nc\n\n**d**\n\ne\n"),
        // Code.
        (
            "<pre><code class=language-rust>\nfn a() {\n    `b`\n}\n</code></pre>",
            "fn a() {\n    `b`\n}\n",
            "```rust\nfn a() {\n    `b`\n}\n```\n",
        ),
        ("<pre>\n  a\n```\n</pre>", "  a\n```\n", "````\n  a\n```\n````\n"),
        ("<pre><div>a</div><div>  b</div></pre>", "a\n  b\n", "```\na\n  b\n```\n"),
        (
            "<table><tr><td class=linenos><pre>1\n2</pre><td><pre><span>a</span>\n<b>b</b></pre></table>",
            "a\nb\n",
            "```\na\nb\n```\n",
        ),
        (
            "<pre><span class=lineno>1 </span>a\n<span class=lineno>2 </span>b</pre>",
            "a\nb\n",
            "```\na\nb\n```\n",
        ),
        ("<ul><li><pre>a\n\nb</pre></ul>", "- a\n\n  b\n", "- ```\n  a\n\n  b\n  ```\n"),
        // Words.
        ("a <code>b`c</code> <i>d</i>e <s>f</s>", "a b`c de f\n", "a ``b`c`` *d*e ~~f~~\n"),
        ("<code>a</code><i><code>b</code></i>", "ab\n", "`a`b\n"),
        ("<b>a</b><b>b</b> <b><i>c</i></b>", "ab c\n", "**ab *c***\n"),
        ("x<b>“a”</b>y <b> b </b>", "x“a”y b\n", "x“**a**”y **b**\n"),
        ("x<sup>2</sup> y<sup>[1]</sup>", "x2 y[1]\n", "x<sup>2</sup> y[1]\n"),
        ("<q>a</q> <span hidden>b</span>c", "“a” c\n", "“a” c\n"),
        // Formulas.
        (
            "<p>Let <math alttext='a_{1}*b'><mrow><mi>a</mi></mrow></math> be <b>so</b>.</p>",
            "Let $a_{1}*b$ be so.\n",
            "Let $a_{1}*b$ be **so**.\n",
        ),
        (
            "<p><span class=katex><span class=katex-mathml><math><semantics><mrow><mi>x</mi></mrow><annotation encoding=application/x-tex>x^2</annotation></semantics></math></span><span class=katex-html>x2</span></span> y",
            "$x^2$ y\n",
            "$x^2$ y\n",
        ),
        ("<p>a <script type='math/tex'>b &lt; c</script> d", "a $b < c$ d\n", "a $b < c$ d\n"),
        ("<p><math alttext='a &amp;lt; b'><mi>a</mi></math> d", "$a &lt; b$ d\n", "$a & lt; b$ d\n"),
    ];
    for (page, expected, expected_markdown) in cases {
        let parts = read(page);
        assert_eq!(text(&parts, PLAIN), expected, "{page}");
        assert_eq!(markdown(&parts, PLAIN), expected_markdown, "{page}");
    }
}

#[test]
fn links_and_pictures_for_those_who_ask() {
    let page = "<p>a <a href='/x y'>b</a> <img src=c.png alt='d [e]'>f<a href='javascript:g()'>h</a>\
                <figure><img src=i.jpg><figcaption>j</figcaption></figure>";
    let parts = read(page);
    assert_eq!(text(&parts, PLAIN), "a b fh\n\nj\n");
    assert_eq!(text(&parts, ALL), "a b (/x y) d [e] (c.png) fh\n\n(i.jpg)\n\nj\n");
    assert_eq!(markdown(&parts, PLAIN), "a b fh\n\nj\n");
    assert_eq!(markdown(&parts, ALL), "a [b](/x%20y) ![d \\[e\\]](c.png)fh\n\n![](i.jpg)\n\nj\n");
    let expected = "<p>a <a href=\"/x y\">b</a> <img src=\"c.png\" alt=\"d [e]\">fh</p>\n<figure>\n\
                    <p><img src=\"i.jpg\" alt=\"\"></p>\n<figcaption>j</figcaption>\n</figure>\n";
    assert_eq!(html(&parts, ALL), expected);
}

#[test]
fn addresses_that_only_lead() {
    for safe in ["http://a/b:c", "HTTPS:x", "mailto:a@b", "/a:b", "a?b:c", "#a:b", "//a", "", "é"] {
        assert!(is_safe(safe), "{safe}");
    }
    for other in [
        "javascript:a",
        " JavaScript:a",
        "java\nscript:a",
        "\u{1}javascript:a",
        "data:a",
        "vbscript:/",
        "file:///a",
    ] {
        assert!(!is_safe(other), "{other}");
    }
}

#[test]
fn shapes_as_html() {
    let cases = [
        ("<h3 class=x>a & b</h3>", "<h3>a &amp; b</h3>\n"),
        (
            "<div dir=RTL><p>می‌خواهم<bdo dir=ltr>ab</bdo><ul><li>ب</ul></div>",
            "<p dir=\"rtl\">می‌خواهم<bdo dir=\"ltr\">ab</bdo></p>\n<ul>\n<li dir=\"rtl\">ب</li>\n</ul>\n",
        ),
        ("<p>a<span dir=rtl>\u{202B}ب\u{202C}</span>", "<p>a<bdi dir=\"rtl\">\u{202B}ب\u{202C}</bdi></p>\n"),
        ("<ol start=0><li>a<p>b<li>c</ol>", "<ol start=\"0\">\n<li>a<p>b</p>\n</li>\n<li>c</li>\n</ol>\n"),
        (
            "<table><caption>t</caption><tr><th>a<th>b<tr><td><td>c</table>",
            "<table>\n<caption>t</caption>\n<tr><th>a</th><th>b</th></tr>\n<tr><td></td><td>c</td></tr>\n</table>\n",
        ),
        ("<dl><dt>a<dd>b</dl>", "<dl>\n<dt>a</dt>\n<dd>b</dd>\n</dl>\n"),
        (
            "<pre><code class='lang-x'>a < b</code></pre>",
            "<pre><code class=\"language-x\">a &lt; b</code></pre>\n",
        ),
        ("<blockquote>a<br>b</blockquote>", "<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n"),
    ];
    for (page, expected) in cases {
        assert_eq!(html(&read(page), PLAIN), expected, "{page}");
    }
}

#[test]
fn markup_in_text_is_escaped_and_nothing_else() {
    let same = [
        "2 * 3",
        "snake_case_name",
        "a # b",
        "C:\\Users",
        "1.5 is",
        "a - b",
        "AT&T no",
        "a < b > c",
        "~5 km",
        "[1]",
        "1986 was",
        "#hash",
        "a*",
        "`",
    ];
    for words in same {
        let page = format!("<p>{}</p>", words.replace('&', "&amp;").replace('<', "&lt;"));
        assert_eq!(markdown(&read(&page), PLAIN).trim_end(), words);
    }
    let cases = [
        ("# a", "\\# a"),
        ("- a", "\\- a"),
        ("1. a", "1\\. a"),
        ("1986. a", "1986\\. a"),
        ("> a", "\\> a"),
        ("*a*", "\\*a\\*"),
        ("_a_", "\\_a\\_"),
        ("<b>", "\\<b>"),
        ("&copy;", "\\&copy;"),
        ("[a](b)", "[a\\](b)"),
        ("[a]: b", "[a\\]: b"),
        ("---", "\\---"),
        ("~~~", "\\~\\~\\~"),
        ("a\\*", "a\\\\*"),
    ];
    for (words, expected) in cases {
        let page = format!("<p>{}</p>", words.replace('&', "&amp;").replace('<', "&lt;"));
        assert_eq!(markdown(&read(&page), PLAIN).trim_end(), expected);
    }
}

/// The words of Markdown, by a reader that is not ours.
fn markdown_words(markdown: &str) -> Vec<String> {
    use pulldown_cmark::Options;
    let extensions = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut words = String::new();
    for event in Parser::new_ext(markdown, extensions) {
        match event {
            Event::Text(text) | Event::Code(text) => words += &text,
            Event::SoftBreak | Event::HardBreak | Event::Rule => words.push(' '),
            Event::InlineHtml(tag) if &*tag == "<br>" => words.push(' '),
            Event::InlineHtml(tag) if tag.trim_matches(['<', '/', '>']).starts_with("su") => {}
            Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Strikethrough | TagEnd::Link) => {}
            Event::End(_) => words.push(' '),
            Event::Start(Tag::Strong | Tag::Emphasis | Tag::Strikethrough | Tag::Link { .. }) => {}
            Event::Start(_) => words.push(' '),
            other => words += &format!(" {other:?} "),
        }
    }
    words.split_whitespace().map(str::to_owned).collect()
}

/// The words of HTML, by our own reader.
fn html_words(page: &str) -> Vec<String> {
    let tree = Tree::new(page);
    let blocks = Blocks::new(&tree);
    blocks.all().iter().flat_map(|block| blocks.text(block).split_whitespace()).map(str::to_owned).collect()
}

/// The words of text, but for what stands before items and between cells.
fn words<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let is_word = |word: &&str| {
        !matches!(*word, "|" | "-" | "---")
            && !word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').is_empty()
    };
    let is_number = |word: &&str| word.strip_suffix('.').is_some_and(|number| number.parse::<i32>().is_ok());
    lines
        .flat_map(str::split_whitespace)
        .filter(is_word)
        .filter(|word| !is_number(word))
        .map(str::to_owned)
        .collect()
}

/// Pages of what can go wrong: up to fifty of these, one after the other. Text is as likely as all markup.
fn pages() -> impl Strategy<Value = String> {
    let blocks = "<p>,</p>,<div>,</div>,<ul>,</ul>,<ol>,<ol start=7>,</ol>,<li>,<blockquote>,</blockquote>,<h2>,</h2>,<pre>,</pre>,<hr>,<dl>,<dt>,<dd>,</dl>,<figure>,</figure>,<figcaption>";
    let tables = "<table>,</table>,<tr>,<td>,<td colspan=2>,<th rowspan=2>,<th>,<caption>";
    let lines = "<b>,</b>,<i>,</i>,<a href=/x>,</a>,<code>,</code>,<s>,</s>,<sup>,</sup>,<br>,<img src=x alt=y>,<span dir=rtl>,</span>,<q>,</q>";
    let letters =
        "a,b c,1,. ,) ,é,中,。,“,”, , ,*,_,`,~,[,],(,),!,&lt;,&gt;,&amp;,lt;,#,+,-,=,|,:,\\,\n,&nbsp;";
    let one_of = |list: &'static str| proptest::sample::select(list.split(',').collect::<Vec<_>>());
    // Chosen from lists: as a regular expression with as many branches, a page takes longer to make than to write.
    let piece =
        prop_oneof![1 => one_of(blocks), 1 => one_of(tables), 1 => one_of(lines), 3 => one_of(letters)];
    proptest::collection::vec(piece, 0..=50).prop_map(|pieces| pieces.concat())
}

#[test]
fn code_and_tables_in_cells() {
    let page = "<table><tr><th>a<th>b<tr><td><pre>c |\n\n  `d`</pre><td><ul><li>e<li>f</ul><tr><td>g<td><table><tr><td>1<td>2<tr><td>3<td>4</table></table>";
    assert_eq!(
        markdown(&read(page), PLAIN),
        "| a | b |\n| --- | --- |\n| `c \\|`<br>``   `d` `` | e<br>f |\n| g | 1<br>2<br>3<br>4 |\n"
    );
}

#[test]
fn a_star_before_a_break_is_no_emphasis() {
    let tree = Tree::new("<b>a *<br>*");
    let blocks = Blocks::new(&tree);
    let parts = parts(&tree, &blocks, &vec![true; blocks.all().len()], &[]);
    let written = markdown(&parts, WriteOptions { links: false, images: false });
    assert_eq!(markdown_words(&written), ["a", "*", "*"], "{written}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, ..ProptestConfig::default() })]

    #[test]
    fn all_formats_have_the_same_words(page in pages(), chosen in proptest::collection::vec(any::<bool>(), 0..30), links: bool) {
        let tree = Tree::new(&page);
        let blocks = Blocks::new(&tree);
        let options = WriteOptions { links, images: false };
        for chosen in [vec![true; blocks.all().len()], chosen] {
            let parts = parts(&tree, &blocks, &chosen, &[]);
            for part in &parts {
                prop_assert!(part.place.end <= page.len());
                prop_assert!(part.marks.is_sorted_by_key(|mark| mark.range.start));
                for mark in &part.marks {
                    prop_assert_eq!(part.text[mark.range.clone()].trim(), &part.text[mark.range.clone()]);
                }
            }
            let expected: Vec<String> =
                parts.iter().flat_map(|part| part.text.split_whitespace()).map(str::to_owned).collect();
            let written = markdown(&parts, options);
            prop_assert_eq!(markdown_words(&written), &expected[..], "{}", written);
            let written = html(&parts, options);
            prop_assert_eq!(html_words(&written), &expected[..], "{}", written);
            let written = text(&parts, PLAIN);
            let expected = words(expected.iter().map(String::as_str));
            prop_assert_eq!(words(written.lines()), expected, "{}", written);
            // With all that can be asked for: an answer.
            for written in [text(&parts, ALL), markdown(&parts, ALL), html(&parts, ALL)] {
                prop_assert!(written.is_empty() || written.ends_with('\n'));
            }
        }
    }

    #[test]
    fn parts_have_the_words_of_their_blocks(page in pages()) {
        // But for quotation marks, the numbers of lines, and formulas between `\(` and `\)`.
        let page = page.replace("<q>", "").replace("</q>", "").replace('1', "e").replace('\\', "");
        let parts = read(&page);
        let found: Vec<&str> = parts.iter().flat_map(|part| part.text.split_whitespace()).collect();
        // A line break between Chinese characters is no space.
        match page.chars().any(|c| c >= '\u{3000}') {
            true => prop_assert_eq!(found.concat(), html_words(&page).concat()),
            false => prop_assert_eq!(found, html_words(&page)),
        }
    }
}

//! Pages as programs write them: what a reader of the Markdown sees of each.

use super::tests::{ALL, read};
use super::{WriteOptions, markdown};

const PLAIN: WriteOptions = WriteOptions { links: false, images: false };

#[track_caller]
fn check(options: WriteOptions, cases: &[(&str, &str)]) {
    for (page, expected) in cases {
        assert_eq!(markdown(&read(page), options).trim_end(), *expected, "{page}");
    }
}

#[test]
fn signs_are_escaped_only_where_they_would_be_markup() {
    check(
        PLAIN,
        &[
            ("<p><b>1) Pensions</b>, and more", "**1) Pensions**, and more"),
            ("<p><b># a</b> <i>- b</i>", "**# a** *- b*"),
            ("<p><b>a</b>: 50~60", "**a**: 50~60"),
            ("<p>a * b_ <code>c</code>", "a * b_ `c`"),
            ("<p>Out [1]: <i>x</i>", "Out [1]: *x*"),
            ("<p>[1]: x", "[1\\]: x"),
            ("<p>a<br>[1]: x", "a\\\n[1\\]: x"),
        ],
    );
    check(ALL, &[("<p>a <img src=b alt='c_d _e'> f", "a ![c_d \\_e](b) f")]);
}

#[test]
fn lists_have_the_other_marker_only_after_lists() {
    check(
        PLAIN,
        &[
            ("<blockquote>a</blockquote><ul><li>b</ul>", "> a\n\n- b"),
            ("<figure><img src=a><figcaption>b</figcaption></figure><ul><li>c</ul>", "b\n\n- c"),
            ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n+ b"),
        ],
    );
}

#[test]
fn styles_leave_punctuation_outside_where_it_would_end_them() {
    check(
        PLAIN,
        &[
            ("<p><b>Label:</b>value <b>Label: </b>value", "**Label**:value **Label:** value"),
            ("<p><b>注意：</b>内容。これ<b>「強調」</b>は", "**注意**：内容。これ「**強調**」は"),
            ("<p>c<b>…</b>d", "c…d"),
            ("<p>a<b>“b <code>c</code></b>d", "a“b `c`d"),
        ],
    );
}

#[test]
fn terms_are_strong() {
    check(
        ALL,
        &[
            ("<dl><dt><a href=/x><code>a()</code></a><dd>b</dl>", "**[`a()`](/x)**\n\nb"),
            ("<dl><dt>f(<em>x</em>)<dd>b</dl>", "f(*x*)\n\nb"),
        ],
    );
}

#[test]
fn what_only_programs_read_is_left_out() {
    check(
        ALL,
        &[
            // mdBook, rustdoc.
            ("<h1 id=a><a class=header href=#a>Install</a></h1>", "# Install"),
            ("<h4>fn <a href=#m class=fn>m</a>() <a href=/t>T</a></h4>", "#### fn m() [T](/t)"),
            ("<h1>Enum <span>Result</span><button>Copy item path</button></h1>", "# Enum Result"),
            ("<h2><button>What?</button></h2>", "## What?"),
            ("<div><a href=#v class=anchor>§</a>1.0.0</div>", "1.0.0"),
            ("<p>a <a href=#>b</a>", "a b"),
            // Bootstrap, WordPress, Quarto.
            ("<p>a <a href=/x>b<span class='x sr-only'> (opens in a new tab)</span></a>", "a [b](/x)"),
            (
                "<div class=callout-title-container><span class=screen-reader-only>Note</span>Heads up</div>",
                "**Heads up**",
            ),
            // MediaWiki.
            (
                "<ol><li><span class=mw-cite-backlink><b><a href=#r>^</a></b></span> <span>Smith 2001.</span></ol>",
                "1. Smith 2001.",
            ),
        ],
    );
}

#[test]
fn words_keep_what_programs_make_of_them() {
    check(
        ALL,
        &[
            // Blogger, Google Docs.
            (
                "<p><span style='font-weight: bold;'>a</span> <span style='font-style:italic'>b</span>",
                "**a** *b*",
            ),
            ("<b style='font-weight:normal'><p>a <span style='font-weight:700'>b</span></p></b>", "a **b**"),
            // WordPress.
            ("<p>a <img class=wp-smiley src=x alt=😀> b", "a 😀 b"),
            // Specifications, and pages of twenty years ago.
            ("<p>A <dfn>b</dfn>, <acronym>c</acronym> <nobr>d</nobr> <big>e</big>", "A b, c d e"),
            // Sphinx, Docusaurus, GitHub.
            ("<div class=admonition><p class=admonition-title>Note</p><p>a</p></div>", "**Note**\n\na"),
            ("<div class='admonitionHeading_Gvgb'><span><svg></svg></span>tip</div><p>a", "**tip**\n\na"),
            ("<details><summary>More</summary><p>a</p></details>", "**More**\n\na"),
            (
                "<details><summary><section>1.0<h4>a</h4></section></summary><p>b</p></details>",
                "1.0\n\n#### a\n\nb",
            ),
        ],
    );
}

#[test]
fn code_is_code() {
    check(
        PLAIN,
        &[
            // Hexo.
            (
                "<figure class='highlight bash'><table><tr><td class=gutter><pre><span class=line>1</span><br></pre></td>\
                 <td class=code><pre><span class=line>a</span><br><span class=line>b</span><br></pre></table></figure>",
                "```bash\na\nb\n```",
            ),
            // Doxygen.
            (
                "<div class=\"fragment\"><div class=\"line\"><span class=\"lineno\">    1</span>a {</div>\n\
                 <div class=\"line\">  b;</div>\n<div class=\"line\">}</div>\n</div>",
                "```\na {\n  b;\n}\n```",
            ),
        ],
    );
}

#[test]
fn lists_and_tables_are_what_a_reader_sees() {
    check(
        PLAIN,
        &[
            // Javadoc, cards.
            (
                "<ul><li><section><h2>a</h2><p>b</section><li><section><h2>c</h2></section></ul>",
                "## a\n\nb\n\n## c",
            ),
            ("<ul><li>a<ul><li><h4>b</h4><p>c</ul><li>d</ul>", "- a\n\n  #### b\n\n  c\n- d"),
            ("<ol><li><h3>a</h3><p>b</ol>", "1. ### a\n\n   b"),
            // pandoc, Confluence.
            ("<ul class=task-list><li><label><input type=checkbox checked>a</label></ul>", "- [x] a"),
            (
                "<ul class=inline-task-list><li class=checked data-inline-task-id=1><span>a</span><li data-inline-task-id=2>b</ul>",
                "- [x] a\n- [ ] b",
            ),
            // nginx.
            (
                "<table><tr><th>Syntax:<td><code>a</code><tr><th>Default:<td><pre>b</pre></table>",
                "|  |  |\n| --- | --- |\n| Syntax: | `a` |\n| Default: | `b` |",
            ),
        ],
    );
}

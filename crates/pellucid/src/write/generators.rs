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
fn terms_are_strong() {
    check(
        ALL,
        &[
            ("<dl><dt><a href=/x><code>a()</code></a><dd>b</dl>", "**[`a()`](/x)**\n\nb"),
            ("<dl><dt>f(<em>x</em>)<dd>b</dl>", "f(*x*)\n\nb"),
        ],
    );
}

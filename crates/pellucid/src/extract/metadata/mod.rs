//! What a page says about itself: title, authors, dates and the like.
//!
//! **In**: the tree of a page. **Out**: [`Metadata`]. Nothing is guessed from loose text: a value is there because the page
//! declares it, in one of the ways below. Pages declare the same thing in several ways, and not always alike; the first that is
//! there, from left to right, is taken:
//!
//! | field | order of trust |
//! |---|---|
//! | title | `citation_*`, JSON-LD, OpenGraph, Dublin Core, Twitter, microdata, JSON-LD of the page, `meta`, vendors' `meta`, `h1`, `title` |
//! | authors | `citation_*`, JSON-LD, Dublin Core, OpenGraph, `meta`, vendors' `meta`, microdata, JSON-LD of the page, `rel=author` |
//! | date, modified | JSON-LD, OpenGraph, `citation_*`, Dublin Core, `meta`, vendors' `meta`, microdata, JSON-LD of the page, `time` |
//! | site name | OpenGraph, JSON-LD, `meta`, microdata, Dublin Core, `citation_*` |
//! | description | OpenGraph, `meta`, JSON-LD, Twitter, Dublin Core, microdata, JSON-LD of the page, `citation_*` |
//! | language | `html lang`, `meta`, JSON-LD, JSON-LD of the page, OpenGraph, Dublin Core, microdata, `citation_*` |
//! | url | `rel=canonical`, OpenGraph, JSON-LD, JSON-LD of the page, Twitter, `citation_*`, Dublin Core, microdata |
//! | licence | `rel=license`, JSON-LD, JSON-LD of the page, microdata, Dublin Core |
//! | image | OpenGraph, JSON-LD, Twitter, JSON-LD of the page, microdata, `rel=image_src`, `meta`, vendors' `meta` |
//! | kind | JSON-LD, OpenGraph, microdata, JSON-LD of the page |
//! | keywords | JSON-LD, OpenGraph, `citation_*`, `meta`, vendors' `meta`, Dublin Core, microdata |
//!
//! The reasons: what is written for machines that check it (search engines read JSON-LD, Google Scholar `citation_*`) is filled in
//! with more care than what nobody reads; what speaks of the article goes before what speaks of the page around it; browsers
//! and crawlers live by `html lang` and `rel=canonical`. A value that makes no sense (a date with month 13, an address where a
//! name belongs) is as if it were not there.

mod date;
mod json_ld;
mod markup;
mod meta;
mod microdata;
mod title;

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::html::{Element, Id, Kind, Tree};
use crate::language::Language;
use microdata::Scopes;
use title::Titles;

/// What a page says about itself. What it does not say is empty.
///
/// Character references are decoded and white space is made one space. Values are bounded: 4,096 characters of text, 256
/// authors or keywords.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// Its title, without the name of the site where that is known.
    pub title: Option<String>,
    /// Its authors, as they are written.
    pub authors: Vec<String>,
    /// When it was published, in ISO 8601: a day, with the time and its offset if they are given.
    pub date: Option<String>,
    /// When it was last changed, in the same form.
    pub modified: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// What it is about, in a few sentences.
    pub description: Option<String>,
    /// The language that it declares, as a tag of BCP 47. Declarations may be wrong.
    pub language: Option<String>,
    /// Its canonical address, as it is written: it may be relative.
    pub url: Option<String>,
    /// Its licence: mostly an address.
    pub licence: Option<String>,
    /// The address of the picture that stands for it, as it is written.
    pub image: Option<String>,
    /// What kind of page it is: a type of schema.org (`NewsArticle`), else one of OpenGraph (`article`).
    pub kind: Option<String>,
    /// Its keywords.
    pub keywords: Vec<String>,
}

/// What can be known of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Title,
    Authors,
    Date,
    Modified,
    SiteName,
    Description,
    Language,
    Url,
    Licence,
    Image,
    Kind,
    Keywords,
}

const FIELDS: usize = 12;

/// Who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// `citation_*`, of scholarly pages.
    Citation,
    /// JSON-LD, of what the page is about: an article, a product.
    JsonLd,
    /// JSON-LD, of the page itself: a `WebPage`.
    JsonLdPage,
    /// `og:*` and `article:*`.
    OpenGraph,
    /// `dc.*` and `dcterms.*`.
    DublinCore,
    /// `twitter:*`.
    Twitter,
    /// Other names of `meta`.
    Meta,
    /// Names of `meta` that one vendor reads: `sailthru.*`, `parsely-*`.
    Vendor,
    /// `itemprop` of microdata, `property` of RDFa.
    Microdata,
    /// Ordinary markup: `html lang`, `rel`, `time`.
    Markup,
}

impl Field {
    /// The order of trust: the table above. A source that is not there is not asked. Titles of the markup are compared with
    /// others in [`title`].
    fn trusted(self) -> &'static [Source] {
        use Source::*;
        match self {
            Field::Title => {
                &[Citation, JsonLd, OpenGraph, DublinCore, Twitter, Microdata, JsonLdPage, Meta, Vendor]
            }
            Field::Authors => {
                &[Citation, JsonLd, DublinCore, OpenGraph, Meta, Vendor, Microdata, JsonLdPage, Markup]
            }
            Field::Date | Field::Modified => {
                &[JsonLd, OpenGraph, Citation, DublinCore, Meta, Vendor, Microdata, JsonLdPage, Markup]
            }
            Field::SiteName => &[OpenGraph, JsonLd, Meta, Microdata, DublinCore, Citation],
            Field::Description => {
                &[OpenGraph, Meta, JsonLd, Twitter, DublinCore, Microdata, JsonLdPage, Citation]
            }
            Field::Language => {
                &[Markup, Meta, JsonLd, JsonLdPage, OpenGraph, DublinCore, Microdata, Citation]
            }
            Field::Url => &[Markup, OpenGraph, JsonLd, JsonLdPage, Twitter, Citation, DublinCore, Microdata],
            Field::Licence => &[Markup, JsonLd, JsonLdPage, Microdata, DublinCore],
            Field::Image => &[OpenGraph, JsonLd, Twitter, JsonLdPage, Microdata, Markup, Meta, Vendor],
            Field::Kind => &[JsonLd, OpenGraph, Microdata, JsonLdPage],
            Field::Keywords => &[JsonLd, OpenGraph, Citation, Meta, Vendor, DublinCore, Microdata],
        }
    }

    /// The values in a text, each in its proper form. What makes no sense is left out.
    fn values(self, text: &str) -> Vec<String> {
        let text = match self {
            Field::Url | Field::Image | Field::Licence => one_line(text),
            _ => one_line(&unescaped_again(text)),
        };
        if text.is_empty() {
            return Vec::new();
        }
        match self {
            Field::Date | Field::Modified => date::iso(&text).into_iter().collect(),
            Field::Language => Language::declared(&text).iter().map(ToString::to_string).collect(),
            // An address that is cut is none, and so is one with spaces, or a picture that is written out.
            Field::Url | Field::Image => {
                let is_address = text.len() < LONGEST && !text.contains(' ') && !is_code(&text);
                if is_address { vec![text] } else { Vec::new() }
            }
            // No name has a semicolon; one has a comma ("Sadi, Muslih").
            Field::Authors => text.split(';').filter_map(author).collect(),
            Field::Keywords => {
                let words = text.split([',', ';', '،', '؛', '、', '，', '；']).map(str::trim);
                words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
            }
            Field::Title | Field::SiteName | Field::Description | Field::Licence | Field::Kind => vec![text],
        }
    }
}

/// Text that was escaped twice: `&amp;nbsp;`. 18 of 2,343 pages of the development corpus have some.
fn unescaped_again(text: &str) -> Cow<'_, str> {
    let is_closed = |from: &str| {
        let name = from.bytes().take(10).position(|byte| !byte.is_ascii_alphanumeric() && byte != b'#');
        name.is_some_and(|length| length > 1 && from.as_bytes()[length] == b';')
    };
    if memchr::memchr_iter(b'&', text.as_bytes()).any(|at| is_closed(&text[at + 1..])) {
        htmlize::unescape(text)
    } else {
        Cow::Borrowed(text)
    }
}

/// A name, if it may be one: addresses and handles are none.
fn author(text: &str) -> Option<String> {
    let text = text.trim();
    let start = text.get(..3).filter(|start| start.eq_ignore_ascii_case("by "));
    let name = start.map_or(text, |start| text[start.len()..].trim_start());
    let is_name = name.contains(char::is_alphabetic)
        && !name.contains("://")
        && !name.starts_with(['@', '/', '#'])
        && !name.starts_with("www.");
    is_name.then(|| name.to_owned())
}

/// Whether an address holds its content, or a program.
fn is_code(text: &str) -> bool {
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    ["data", "javascript", "blob", "about"].iter().any(|code| code.eq_ignore_ascii_case(scheme))
}

/// No value has more characters than this. On the 2,343 pages of the development corpus no title or description is cut by it.
const LONGEST: usize = 4096;

/// No list is longer than this.
const MOST: usize = 256;

/// A text with its white space made one space, and bounded. Control characters are white space, too.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(LONGEST));
    let mut space = false;
    let mut left = LONGEST;
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() || c == '\u{FEFF}' {
            space = true;
            continue;
        }
        if std::mem::take(&mut space) && !line.is_empty() {
            line.push(' ');
            left = left.saturating_sub(1);
        }
        if left == 0 {
            break;
        }
        line.push(c);
        left -= 1;
    }
    line.truncate(line.trim_end().len());
    line
}

/// As much of a text as can matter, before it is decoded: the longest reference has 33 characters.
fn head(text: &str) -> &str {
    let mut end = text.len().min(LONGEST * 40);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The text of an element, its references decoded; of its first thousand nodes at most.
fn text_of(tree: &Tree, id: Id) -> String {
    let mut text = String::new();
    let end = tree.nodes()[id as usize].end.min(id.saturating_add(1000));
    for at in id + 1..end {
        match tree.nodes()[at as usize].kind {
            Kind::Text(true) => text.push_str(&htmlize::unescape(head(tree.source(at)))),
            Kind::Element(Element::Br, _) => text.push(' '),
            _ => {}
        }
        if text.len() > LONGEST * 4 {
            break;
        }
    }
    text
}

/// What was found so far: of each field what the most trusted source says, and its place in the order of trust.
#[derive(Default)]
struct Found([(u8, Vec<String>); FIELDS]);

impl Found {
    /// A source says so. Of a field with one value, a source is believed the first time.
    fn offer(&mut self, field: Field, source: Source, text: &str) {
        let Some(place) = field.trusted().iter().position(|trusted| *trusted == source) else { return };
        let (best, values) = &mut self.0[field as usize];
        let is_list = matches!(field, Field::Authors | Field::Keywords);
        let (is_new, is_same) =
            (values.is_empty() || place < usize::from(*best), place == usize::from(*best));
        if !(is_new || is_same && is_list && values.len() < MOST) {
            return;
        }
        let more = field.values(text);
        if more.is_empty() {
            return;
        }
        if is_new {
            values.clear();
            *best = place as u8;
        }
        values.extend(more);
        values.truncate(if is_list { MOST } else { 1 });
    }

    fn get(&self, field: Field) -> Option<&str> {
        self.0[field as usize].1.first().map(String::as_str)
    }

    fn take(&mut self, field: Field) -> Option<String> {
        self.0[field as usize].1.pop()
    }

    /// The values of a list, each once.
    fn take_list(&mut self, field: Field) -> Vec<String> {
        let mut seen = std::collections::HashSet::new();
        let mut values = std::mem::take(&mut self.0[field as usize].1);
        values.retain(|value| seen.insert(value.to_lowercase()));
        values
    }
}

/// What makes a tag of any name worth a look: the attributes of microdata and RDFa, and the two relations of links. One search
/// over the source is faster than reading the attributes of all tags. (Leftmost: other searches have no vector code.)
static MARKS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let marks =
        ["itemprop", "itemProp", "itemscope", "itemScope", "property=", "typeof=", "author", "license"];
    AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(marks).expect("eight short words")
});

/// What a page says about itself. Takes one walk over the tree.
///
/// ```
/// use pellucid::extract::metadata;
/// use pellucid::internals::html::Tree;
///
/// let page = "<html lang=fa_IR><title>گربه‌ها | وبلاگ من</title><meta property=og:site_name content='وبلاگ من'>
///     <meta name=author content='سعدی'><meta name=date content='۱۳۹۰/۱۲/۱۵'>";
/// let metadata = metadata(&Tree::new(page));
/// assert_eq!(metadata.title.as_deref(), Some("گربه‌ها"));
/// assert_eq!(metadata.authors, ["سعدی"]);
/// assert_eq!(metadata.date.as_deref(), Some("2012-03-05"));
/// assert_eq!(metadata.language.as_deref(), Some("fa-IR"));
/// ```
pub fn metadata(tree: &Tree) -> Metadata {
    let mut found = Found::default();
    let mut titles = Titles::default();
    let mut scripts: Vec<&str> = Vec::new();
    let mut times = markup::Times::default();
    let mut links = markup::Authors::default();
    let mut scopes = Scopes::default();
    let mut marks = MARKS.find_iter(tree.html()).map(|mark| mark.start() as u32).peekable();

    for (id, node) in tree.nodes().iter().enumerate() {
        let id = id as Id;
        let Kind::Element(element, _) = node.kind else { continue };
        while marks.next_if(|mark| *mark < node.place.start).is_some() {}
        let marked = marks.peek().is_some_and(|mark| *mark < node.place.end);
        match element {
            Element::Html => markup::html(tree.attributes(id), &mut found),
            Element::Title => titles.title(tree, id),
            Element::H1 => titles.heading(tree, id),
            Element::Meta => meta::meta(tree.attributes(id), &mut found, &mut titles),
            Element::Link => markup::link(tree.attributes(id), &mut found),
            Element::A if marked => links.see(tree, id, &mut found),
            Element::Time => times.see(tree.attributes(id)),
            Element::Script => scripts.extend(json_ld::script(tree, id)),
            _ => {}
        }
        if marked {
            scopes.see(tree, id);
        }
    }
    times.tell(&mut found);
    links.tell(&mut found);
    scopes.tell(tree, &mut found);
    json_ld::read(&scripts, &mut found, &mut titles);
    let title = titles.choose(found.get(Field::Title), found.get(Field::SiteName), found.get(Field::Url));

    Metadata {
        title,
        authors: found.take_list(Field::Authors),
        date: found.take(Field::Date),
        modified: found.take(Field::Modified),
        site_name: found.take(Field::SiteName),
        description: found.take(Field::Description),
        language: found.take(Field::Language),
        url: found.take(Field::Url),
        licence: found.take(Field::Licence),
        image: found.take(Field::Image),
        kind: found.take(Field::Kind),
        keywords: found.take_list(Field::Keywords),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(html: &str) -> Metadata {
        metadata(&Tree::new(html))
    }

    /// A field by its name; the values of lists joined by bars.
    fn field(metadata: &Metadata, name: &str) -> String {
        let one = match name {
            "title" => &metadata.title,
            "date" => &metadata.date,
            "modified" => &metadata.modified,
            "site" => &metadata.site_name,
            "description" => &metadata.description,
            "language" => &metadata.language,
            "url" => &metadata.url,
            "licence" => &metadata.licence,
            "image" => &metadata.image,
            "kind" => &metadata.kind,
            "authors" => return metadata.authors.join("|"),
            "keywords" => return metadata.keywords.join("|"),
            _ => panic!("{name}"),
        };
        one.clone().unwrap_or_default()
    }

    #[track_caller]
    fn all_are(cases: &[(&str, &str, &str)]) {
        for (html, name, expected) in cases {
            assert_eq!(field(&of(html), name), *expected, "{name} of {html}");
        }
    }

    #[test]
    fn meta_tags() {
        all_are(&[
            ("<meta property='og:title' content='A &amp; B'>", "title", "A & B"),
            ("<meta name=og:title content=A>", "title", "A"),
            ("<META NAME=OG:TITLE CONTENT=A>", "title", "A"),
            ("<meta property=og:site_name content='S'>", "site", "S"),
            ("<meta property=og:description content=' a\n  b\t'>", "description", "a b"),
            ("<meta property=og:url content=/x>", "url", "/x"),
            (
                "<meta property=og:image content=/i.png><meta property=og:image content=/j.png>",
                "image",
                "/i.png",
            ),
            ("<meta property=og:image content='data:image/png;base64,AAAA'>", "image", ""),
            ("<meta property=og:type content=article>", "kind", "article"),
            ("<meta property=og:locale content=fa_IR>", "language", "fa-IR"),
            (
                "<meta property=article:published_time content=2012-03-05T10:20:30+03:30>",
                "date",
                "2012-03-05T10:20:30+03:30",
            ),
            ("<meta property=article:modified_time content=2012-03-06>", "modified", "2012-03-06"),
            ("<meta property=article:author content=https://www.facebook.com/x>", "authors", ""),
            ("<meta property=article:author content='A B'>", "authors", "A B"),
            (
                "<meta property=article:tag content=a><meta property=article:tag content=b><meta property=article:tag content=A>",
                "keywords",
                "a|b",
            ),
            ("<meta name=twitter:title content=A>", "title", "A"),
            ("<meta name=twitter:image content=/i>", "image", "/i"),
            (
                "<meta name=DC.Title content=A><meta name=DC.creator content='X, Y'><meta name=DC.creator content=Z>",
                "authors",
                "X, Y|Z",
            ),
            ("<meta name=dcterms.issued content=20120305>", "date", "2012-03-05"),
            ("<meta name=DC.date.issued content=2012>", "date", "2012"),
            ("<meta name=dc.rights content='CC BY 4.0'>", "licence", "CC BY 4.0"),
            ("<meta name=citation_title content=A><meta property=og:title content=B>", "title", "A"),
            (
                "<meta name=citation_author content='X, Y'><meta name=citation_author content='Z, W'>",
                "authors",
                "X, Y|Z, W",
            ),
            ("<meta name=citation_authors content='X, Y; Z, W'>", "authors", "X, Y|Z, W"),
            ("<meta name=citation_publication_date content=2012/3/5>", "date", "2012-03-05"),
            ("<meta name=author content='By A B'>", "authors", "A B"),
            ("<meta name=author content=A><meta name=sailthru.author content=B>", "authors", "A"),
            ("<meta name=description content='a&amp;nbsp;b'>", "description", "a b"),
            ("<meta name=author content=@ab>", "authors", ""),
            ("<meta name=author content=''>", "authors", ""),
            ("<meta name=description content=a><meta property=og:description content=b>", "description", "b"),
            ("<meta name=description content=''><meta name=description content=b>", "description", "b"),
            ("<meta name=keywords content='a, b,،c، ,b'>", "keywords", "a|b|c"),
            ("<meta http-equiv=Content-Language content=he>", "language", "he"),
            ("<meta name=date content=3/5/2012><meta name=pubdate content=2012-03-05>", "date", "2012-03-05"),
            ("<meta name=date content=2012-13-05>", "date", ""),
            ("<meta name=application-name content=S>", "site", "S"),
            ("<meta content=A><meta name=title><meta name content=B>", "title", ""),
            (
                "<meta name=description content=a><body><meta property=og:description content=b>",
                "description",
                "b",
            ),
        ]);
    }

    #[test]
    fn ordinary_markup() {
        all_are(&[
            ("<html lang=fa-ir>", "language", "fa-IR"),
            ("<html xml:lang=fa lang=''>", "language", "fa"),
            ("<html lang=en><meta http-equiv=content-language content=fa>", "language", "en"),
            ("<link rel=canonical href=/x><meta property=og:url content=/y>", "url", "/x"),
            ("<link rel='Canonical' href=''>", "url", ""),
            ("<link rel='license nofollow' href=/l>", "licence", "/l"),
            ("<a rel=license href=/l>x</a>", "licence", "/l"),
            ("<a href=/l class=license>x</a>", "licence", ""),
            ("<link rel=image_src href=/i>", "image", "/i"),
            ("<a rel='author external' href=/x> A <b>B</b></a>", "authors", "A B"),
            ("<a href=/author/x>A</a>", "authors", ""),
            ("<a rel=author href=/x>A</a><a rel=author href=/x>All posts by A</a>", "authors", "A"),
            ("<a rel=author href=/x>A</a><a rel=author href=/y>B</a>", "authors", ""),
            ("<time datetime=2012-03-05>5 March</time>", "date", "2012-03-05"),
            ("<time datetime=2012-03-05></time><time datetime=2012-03-05></time>", "date", "2012-03-05"),
            ("<time datetime=2012-03-05></time><time datetime=2012-03-06></time>", "date", ""),
            (
                "<time datetime=2012-03-05></time><time pubdate datetime=2012-03-06></time>",
                "date",
                "2012-03-06",
            ),
            ("<time>5 March 2012</time>", "date", ""),
        ]);
    }

    fn json_ld(json: &str) -> Metadata {
        of(&format!("<script type='application/ld+json'>{json}</script>"))
    }

    #[test]
    fn objects_of_json_ld() {
        let metadata = json_ld(
            r##"{"@context": "https://schema.org", "@type": "NewsArticle", "headline": "A &amp; B", "author": [{"@type": "Person",
            "name": "X"}, "Y", {"name": ["Z"]}], "datePublished": "2012-03-05T10:20:30Z", "dateModified": "2012-03-06",
            "publisher": {"@type": "Organization", "name": "S", "logo": {"url": "/logo"}}, "description": "D", "inLanguage": "fa_IR",
            "mainEntityOfPage": {"@type": "WebPage", "@id": "/x"}, "image": [{"@type": "ImageObject", "url": "/i"}], "license": "/l",
            "keywords": ["a", "b,c"]}"##,
        );
        let expected = Metadata {
            title: Some("A & B".into()),
            authors: vec!["X".into(), "Y".into(), "Z".into()],
            date: Some("2012-03-05T10:20:30Z".into()),
            modified: Some("2012-03-06".into()),
            site_name: Some("S".into()),
            description: Some("D".into()),
            language: Some("fa-IR".into()),
            url: Some("/x".into()),
            licence: Some("/l".into()),
            image: Some("/i".into()),
            kind: Some("NewsArticle".into()),
            keywords: vec!["a".into(), "b".into(), "c".into()],
        };
        assert_eq!(metadata, expected);
    }

    #[test]
    fn shapes_of_json_ld() {
        for (json, name, expected) in [
            // A graph with references, in any order.
            (
                r##"{"@graph": [{"@type": "Article", "headline": "A", "author": {"@id": "#p"}}, {"@type": "Person", "@id": "#p", "name": "X"}]}"##,
                "authors",
                "X",
            ),
            (
                r##"{"@graph": [{"@type": "WebSite", "name": "S"}, {"@type": "WebPage", "name": "A - S"}]}"##,
                "title",
                "A",
            ),
            (
                r##"{"@graph": [{"@type": "WebPage", "name": "P"}, {"@type": ["Article", "BlogPosting"], "headline": "A"}]}"##,
                "title",
                "A",
            ),
            (
                r#"[{"@type": "BreadcrumbList", "name": "no"}, {"@type": "Recipe", "name": "A"}]"#,
                "title",
                "A",
            ),
            (r#"{"@type": "WebPage", "mainEntity": {"@type": "Product", "name": "A"}}"#, "kind", "Product"),
            (
                r#"{"@type": "http://schema.org/Article", "headline": {"@value": "A", "@language": "fa"}}"#,
                "title",
                "A",
            ),
            // Several articles are a list, unless one of them is the page.
            (
                r#"[{"@type": "Article", "headline": "A"}, {"@type": "Article", "headline": "B"}]"#,
                "title",
                "",
            ),
            (
                r#"[{"@type": "Article", "headline": "A"}, {"@type": "Article", "headline": "A"}]"#,
                "title",
                "A",
            ),
            (
                r#"[{"@type": "Article", "headline": "A"}, {"@type": "Article", "headline": "B", "url": "https://x.org/b/"}]<link>"#,
                "title",
                "",
            ),
            (
                r#"{"@type": "ItemList", "itemListElement": [{"@type": "Article", "headline": "A"}]}"#,
                "title",
                "",
            ),
            (r#"{"@type": "Organization", "name": "S"}"#, "site", "S"),
            (
                r#"{"@type": "Article", "datePublished": "soon", "dateCreated": "2012-03-05"}"#,
                "date",
                "2012-03-05",
            ),
            (r#"{"@type": "Article", "datePublished": 2012}"#, "date", "2012"),
            (r#"{"@type": "Article", "author": "https://x.org/me"}"#, "authors", ""),
            (r#"{"@type": "Article", "author": null, "creator": "X"}"#, "authors", "X"),
            // What is not quite JSON.
            (r#"{"@type": "Article", "headline": "A",}"#, "title", "A"),
            (r#"{"@type": "Article", "keywords": ["a", "b",], "headline": "A"} "#, "keywords", "a|b"),
            ("// c\n{\"@type\": /* c */ \"Article\", \"headline\": \"A // b\"}", "title", "A // b"),
            (r#"<![CDATA[{"@type": "Article", "headline": "A"}]]>"#, "title", "A"),
            (
                r#"//<![CDATA[
                {"@type": "Article", "headline": "A"}
                //]]>"#,
                "title",
                "A",
            ),
            (r#"<!-- {"@type": "Article", "headline": "A"} -->"#, "title", "A"),
            (
                r#"{&quot;@type&quot;: &quot;Article&quot;, &quot;headline&quot;: &quot;A&quot;}"#,
                "title",
                "A",
            ),
            (r#"{"@type": "WebSite", "name": "S"}{"@type": "Article", "headline": "A"};"#, "title", "A"),
            (r#"{"@type": "WebSite", "name": "S"}, {"@type": "Article", "headline": "A"}"#, "title", "A"),
            ("{\"@type\": \"Article\", \"headline\": \"A\nB\tC\"}", "title", "A B C"),
            (r#"{"@type": "Article", "headline": "A\'s \x"}"#, "title", "A's x"),
            (r#"{"@type": "Article", "headline": "\u0633\u0644\u0627\u0645"}"#, "title", "سلام"),
            (r#"{"@type": "WebSite", "name": "S"} {"@type": "Article", "headline": }"#, "site", "S"),
            (r#"{"@type": "Article", "headline": "A"#, "title", ""),
            ("nonsense", "title", ""),
            ("", "title", ""),
        ] {
            assert_eq!(field(&json_ld(json), name), expected, "{name} of {json}");
        }
        let two = r#"<link rel=canonical href='http://www.x.org/b'><script type='application/ld+json; charset=utf-8'>
            [{"@type": "Article", "headline": "A", "url": "https://x.org/a"}, {"@type": "Article", "headline": "B", "url": "https://x.org/b/#top"}]"#;
        assert_eq!(of(two).title.as_deref(), Some("B"));
        assert_eq!(of("<script>{\"@type\": \"Article\", \"headline\": \"A\"}</script>").title, None);
    }

    #[test]
    fn items() {
        let article =
            |inside: &str| format!("<div itemscope itemtype='http://schema.org/Article'>{inside}</div>");
        for (inside, name, expected) in [
            ("<h2 itemprop=headline> A <i>B</i></h2>", "title", "A B"),
            ("<h2 itemProp='headline'>A</h2>", "title", "A"),
            ("<meta itemprop=datePublished content=2012-03-05>", "date", "2012-03-05"),
            ("<time itemprop='datePublished dateCreated' datetime=2012-03-05>x</time>", "date", "2012-03-05"),
            ("<span itemprop=datePublished content=2012-03-05>x</span>", "date", "2012-03-05"),
            ("<span itemprop=datePublished>2012/3/5</span>", "date", "2012-03-05"),
            ("<span itemprop=author>X</span><span itemprop=author>Y</span>", "authors", "X|Y"),
            (
                "<span itemprop=author itemscope itemtype=http://schema.org/Person>by <b itemprop=name>X</b></span>",
                "authors",
                "X",
            ),
            ("<p itemprop=publisher itemscope><meta itemprop=name content=S></p>", "site", "S"),
            ("<img itemprop=image src=/i>", "image", "/i"),
            ("<div itemprop=image itemscope><meta itemprop=url content=/i></div>", "image", "/i"),
            ("<a itemprop=license href=/l>x</a>", "licence", "/l"),
            ("", "kind", "Article"),
            // Not the article's.
            (
                "<div itemscope itemtype=http://schema.org/Comment><p itemprop=author>X</p></div>",
                "authors",
                "",
            ),
            ("<div itemscope><p itemprop=author>X</p></div>", "authors", ""),
        ] {
            assert_eq!(field(&of(&article(inside)), name), expected, "{name} of {inside}");
        }
        all_are(&[
            ("<p itemprop=author>X</p>", "authors", ""),
            ("<meta itemprop=description content=D>", "description", "D"),
            ("<html itemscope itemtype=http://schema.org/WebPage><p itemprop=headline>A</p>", "title", "A"),
            ("<div vocab=http://schema.org/ typeof=Article><h2 property=headline>A</h2></div>", "title", "A"),
            ("<div typeof=schema:BlogPosting><h2 property=schema:name>A</h2></div>", "kind", "BlogPosting"),
        ]);
        let two = article("<h2 itemprop=headline>A</h2>") + &article("<h2 itemprop=headline>B</h2>");
        assert_eq!((of(&two).title, of(&two).kind), (None, None));
    }

    #[test]
    fn values_are_bounded_and_time_is_linear() {
        let long = format!("<meta name=description content='{}'>", "é ".repeat(2_500_000));
        let description = of(&long).description.unwrap();
        assert_eq!(description.chars().count(), LONGEST - 1);
        let long = format!(
            "<title>{}</title><link rel=canonical href='/{}'>",
            "a".repeat(5_000_000),
            "a".repeat(5_000_000)
        );
        assert_eq!(of(&long).title.map(|title| title.len()), Some(LONGEST));
        assert_eq!(of(&long).url, None);
        for unit in [
            "<meta name=author content=x>",
            "<meta name=date content=x>",
            "<meta name=keywords content='a,b,c'>",
            "<div itemscope itemtype=http://schema.org/Article><p itemprop=author>",
            "<b itemprop=headline>",
            "<a rel=author>",
            "<h1>",
            "<script type=application/ld+json>{\"@type\": \"Article\"}</script>",
            "<time datetime=x>",
        ] {
            let metadata = of(&unit.repeat(200_000));
            assert!(metadata.authors.len() <= MOST && metadata.keywords.len() <= MOST);
        }
        for json in [
            "[".repeat(200_000),
            "{\"@graph\":".repeat(200_000),
            "/*".repeat(200_000),
            "<!--,".repeat(200_000),
        ] {
            assert_eq!(json_ld(&json), Metadata::default());
        }
    }

    proptest! {
        #[test]
        fn any_page(html in r#"(<meta name=|<meta property=|author|og:title| content=|'|"|>|<h1>|<title>|</title>|<script type=application/ld\+json>|</script>|\{"@type":"Article"|,"headline":|"@graph":|\[|\]|\}|,|:|é|&amp;|&|<p itemprop=headline|<div itemscope itemtype=Article| |\n|-|\|){0,40}"#) {
            let metadata = of(&html);
            for text in [&metadata.title, &metadata.description, &metadata.site_name].into_iter().flatten() {
                prop_assert!(!text.is_empty() && text.trim() == text && !text.contains("  "));
            }
        }
    }
}

//! Metadata of whole pages, source by source.

use proptest::prelude::*;

use super::found::MOST;
use super::text::LONGEST;
use super::*;

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
        "categories" => return metadata.categories.join("|"),
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
        ("<meta property=og:image content=/i.png><meta property=og:image content=/j.png>", "image", "/i.png"),
        ("<meta property=og:image content='data:image/png;base64,AAAA'>", "image", ""),
        ("<link rel=license href='javascript:alert(1)'>", "licence", ""),
        ("<link rel=canonical href='VBScript:x'>", "url", ""),
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
        ("<title>A b | by Ann Lee</title><h1>A b</h1>", "authors", "Ann Lee"),
        ("<meta name=author content=@ab>", "authors", ""),
        (
            "<meta name=author content=A><meta name=author content=B><meta name=author content=A>",
            "authors",
            "",
        ),
        ("<meta name=author content=A><meta name=author content=B>", "authors", "A|B"),
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
        ("<time datetime=2012-03-05></time><time pubdate datetime=2012-03-06></time>", "date", "2012-03-06"),
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
        categories: Vec::new(),
    };
    assert_eq!(metadata, expected);
}

#[test]
fn shapes_of_json_ld() {
    for (json, name, expected) in [
        // A graph with references, in any order.
        (
            r##"{"@graph": [{"type": "Article", "headline": "A", "author": "#p"}, {"@type": "Person", "@id": "#p", "name": "X"}]}"##,
            "authors",
            "X",
        ),
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
        (r#"[{"@type": "BreadcrumbList", "name": "no"}, {"@type": "Recipe", "name": "A"}]"#, "title", "A"),
        (r#"{"@type": "WebPage", "mainEntity": {"@type": "Product", "name": "A"}}"#, "kind", "Product"),
        (
            r#"{"@type": "http://schema.org/Article", "headline": {"@value": "A", "@language": "fa"}}"#,
            "title",
            "A",
        ),
        // Several articles are a list, unless one of them is the page.
        (r#"[{"@type": "Article", "headline": "A"}, {"@type": "Article", "headline": "B"}]"#, "title", ""),
        (r#"[{"@type": "Article", "headline": "A"}, {"@type": "Article", "headline": "A"}]"#, "title", "A"),
        (
            r#"[{"@type": "Article", "headline": "A"}, {"@type": "Article", "headline": "B", "url": "https://x.org/b/"}]<link>"#,
            "title",
            "",
        ),
        (r#"{"@type": "ItemList", "itemListElement": [{"@type": "Article", "headline": "A"}]}"#, "title", ""),
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
        (r#"{&quot;@type&quot;: &quot;Article&quot;, &quot;headline&quot;: &quot;A&quot;}"#, "title", "A"),
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
        ("<div itemscope itemtype=http://schema.org/Comment><p itemprop=author>X</p></div>", "authors", ""),
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
    for json in
        ["[".repeat(200_000), "{\"@graph\":".repeat(200_000), "/*".repeat(200_000), "<!--,".repeat(200_000)]
    {
        assert_eq!(json_ld(&json), Metadata::default());
    }
}

#[test]
fn sites_and_hosts_write_nothing() {
    let authors = |author: &str| {
        of(&format!("<title>A long headline | The Times</title><meta name=author content='{author}'><p>A long headline</p>")).authors
    };
    for site in ["The Times", "times.example.com", "Agency:www.example.com"] {
        assert_eq!(authors(site), [""; 0], "{site}");
    }
    assert_eq!(authors("will.i.am"), ["will.i.am"]);
    assert_eq!(authors("J.R.R. Tolkien"), ["J.R.R. Tolkien"]);
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

#[test]
fn bylines_that_are_seen() {
    let page = |body: &str| {
        format!(
            "<title>A long headline - The Times</title><body><h1>A long headline</h1>{body}<p>{}",
            "Text of the article. ".repeat(20)
        )
    };
    for (body, expected) in [
        ("<p>By <a href=/x>Ann Lee</a> and <a href=/y>Bo Ek</a>", "Ann Lee|Bo Ek"),
        ("<div class=author-box><span>Ann Lee</span><span>Sports Editor</span></div>", "Ann Lee"),
        (
            "<div class=byline-row><span class=author>Ann Lee and Bo Ek</span> <span>Florida Times</span></div>",
            "Ann Lee|Bo Ek",
        ),
        ("<span class='author vcard'>Ann Lee</span>", "Ann Lee"),
        ("<p>News by Ann Lee on March 5, 2012", "Ann Lee"),
        ("<div>发布 2012-01-12 17:55 作者：陈望</div>", "陈望"),
        ("<p>Written By", ""),
        ("<p class=author>March 5, 2012", ""),
        ("<p class=author>rmb8090", ""),
        ("<div class=related><span class=author>Cy Fox</span></div>", ""),
    ] {
        assert_eq!(of(&page(body)).authors.join("|"), expected, "{body}");
    }
    let below = page("").replace("</h1>", "</h1><main>")
        + "</main><p class=posted>Posted by Ann Lee at December 16, 2025 11:15 AM";
    assert_eq!(of(&below).authors, ["Ann Lee"]);
}

#[test]
fn times_of_comments_are_no_dates() {
    let page = |class: &str| format!("<p>a</p><div class={class}><time datetime=2012-03-05>x</time></div>");
    assert_eq!(of(&page("comment")).date, None);
    assert_eq!(of(&page("site-footer")).date, None);
    assert_eq!(of(&page("post")).date.as_deref(), Some("2012-03-05"));
}

#[test]
fn who_has_the_site_writes_nothing() {
    for (author, host, expected) in [
        ("Soliant", "www.soliant.com", 0),
        ("Soliant", "soliant.github.io", 1),
        ("Ann Soliant", "soliant.com", 1),
    ] {
        let page = format!("<link rel=canonical href=https://{host}/x><meta name=author content='{author}'>");
        assert_eq!(of(&page).authors.len(), expected, "{author} {host}");
    }
}

#[test]
fn the_only_byline_of_a_page() {
    let authors = |body: &str| of(&format!("<title>Some site</title>{body}")).authors.join("|");
    assert_eq!(authors("<p>A headline<br>in two lines<p>By Ann Lee<p>Text"), "Ann Lee");
    assert_eq!(authors("<p>By <a href=/x>Ann Lee</a><p>By Ann Lee"), "Ann Lee");
    assert_eq!(authors("<p>By Ann Lee<p>By Bo Ek"), "");
    assert_eq!(authors("<p>A theme by Ann Lee"), "");
    assert_eq!(authors("<p>A theme <a href=/x>by Ann Lee</a>"), "");
    assert_eq!(authors("<p>By following the tips below"), "");
    assert_eq!(authors("<p>Door View Cam"), "");
}

#[test]
fn days_that_are_seen() {
    let page =
        |body: &str| format!("<title>A long headline - The Times</title><h1>A long headline</h1>{body}");
    for (body, expected) in [
        ("<p>Rome, March 5, 2012 -- ".to_owned() + &"The article. ".repeat(20), Some("2012-03-05")),
        ("<p>Published 5 March 2012 | Updated 6 March 2012".to_owned(), Some("2012-03-05")),
        ("<p>Published 5 March 2012 | Updated 5 March 2012".to_owned(), Some("2012-03-05")),
        ("<p>Updated 6 March 2012".to_owned(), None),
        (
            "<p>".to_owned()
                + &"About this list. ".repeat(4)
                + "<h2><a href=/b>Another</a></h2><p>5 March 2012",
            None,
        ),
        ("<link rel=canonical href=https://a.example/2012/03/05/a/>".to_owned(), Some("2012-03-05")),
        ("<link rel=canonical href=https://a.example/2012/13/05/a/>".to_owned(), None),
    ] {
        assert_eq!(of(&page(&body)).date.as_deref(), expected, "{body}");
    }
}

#[test]
fn accounts_that_bear_the_name_of_a_section() {
    let page = |author: &str| {
        of(&format!(
            "<meta name=author content='{author}'><meta property=article:section content='{author}'>"
        ))
    };
    assert_eq!(page("News").authors, [""; 0]);
    assert_eq!(page("Ann Lee").authors, ["Ann Lee"]);
}

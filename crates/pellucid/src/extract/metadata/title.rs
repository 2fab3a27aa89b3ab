//! Which of its titles a page has, and the name of the site taken off.
//!
//! `<title>` mostly holds the name of the site, before or after it: "Title - Site". It is taken off only where something
//! proves that it is one: the page names its site, or its address does, or a heading is the title alone, or a heading is a link
//! to the front page.

use std::borrow::Cow;

use super::line::is_alphanumeric;
use super::text::{head, one_line, text_of};
use crate::html::{Element, Id, Kind, Tree, attribute};

/// So many headings and names are looked at.
const MOST: usize = 8;

/// What may stand between a title and the name of the site.
#[rustfmt::skip]
pub(super) fn separates(c: char) -> bool {
    matches!(c,
        '|' | '¦' | '│' | '｜' | '•' | '∙' | '：' | '»' | '«' | '›' | '‹' | '>' | '<' | '\\' | '~' | '—' | '―' | '←' | '→' | '…'
    ) || separates_beside_a_space(c)
}

/// Those that also stand inside of words, and separate only beside a space.
#[rustfmt::skip]
fn separates_beside_a_space(c: char) -> bool {
    matches!(c,
        '-' | '–' | '−' | ':' | '/' | '_' | ',' | '،' | '·' | '・' | '、' | '*' | '@' | '#' | '+' | '='
    )
}

/// The titles in the markup of a page, and the names of its site.
#[derive(Default)]
pub(super) struct Titles {
    title: Option<String>,
    headings: Vec<String>,
    /// Headings that are links as a whole.
    links: Vec<String>,
    sites: Vec<String>,
    business: Option<String>,
}

impl Titles {
    /// A `title` element. The first one counts: others are of pictures.
    pub fn title(&mut self, tree: &Tree, id: Id) {
        if self.title.is_none() {
            // Its text is raw, so there is one node at most.
            let text = tree.nodes().get(id as usize + 1).filter(|node| matches!(node.kind, Kind::Text(_)));
            let source = text.map_or("", |_| head(tree.source(id + 1)));
            self.title = Some(one_line(&htmlize::unescape(source))).filter(|title| has_words(title));
        }
    }

    /// A heading of the first level.
    pub fn heading(&mut self, tree: &Tree, id: Id) {
        if self.headings.len() < MOST {
            let text = one_line(&text_of(tree, id));
            // Signs of anchors.
            let text = text.trim_end_matches(['¶', '#', '§', '🔗', ' ', '\u{200B}']).to_owned();
            if links_home(tree, id, &text) {
                self.site(&text);
            } else if has_words(&text) {
                if is_link(tree, id, &text) {
                    self.links.push(text.clone());
                }
                // A page may have it again, for paper.
                if !self.headings.contains(&text) {
                    self.headings.push(text);
                }
            }
        }
    }

    /// A name of the site, however much it is trusted.
    pub fn site(&mut self, name: &str) {
        if self.sites.len() < MOST {
            let name = one_line(name);
            if has_words(&name) {
                self.sites.push(name);
            }
        }
    }

    /// What a page says of a business, which may be its owner.
    pub fn business(&mut self, name: &str) {
        self.business = Some(one_line(name));
    }

    /// Whether it is all of a heading, whose parts may stand apart or not.
    pub fn is_heading(&self, title: &str) -> bool {
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        self.headings.iter().any(|heading| same(&squeezed(heading), &squeezed(title)))
    }

    /// What `title` says, whole.
    pub fn whole(&self) -> Option<String> {
        self.title.clone()
    }

    /// The business that a page names.
    pub fn named_business(&self) -> Option<&str> {
        self.business.as_deref()
    }

    /// The names of the site so far.
    pub fn sites(&self) -> Vec<String> {
        self.sites.clone()
    }

    /// The title of the page: the one that was declared, else a heading, else what is left of `title`.
    pub fn choose(
        &mut self,
        tree: &Tree,
        declared: Option<&str>,
        site: Option<&str>,
        url: Option<&str>,
    ) -> Option<String> {
        self.sites.extend(site.map(str::to_owned));
        let host = url.map(host).unwrap_or_default();
        let parts = self.title.iter().flat_map(|title| title.split(separates)).map(str::trim);
        let named =
            parts.filter(|part| names_host(part, host)).map(str::to_owned).take(MOST).collect::<Vec<_>>();
        self.sites.extend(named);
        // A heading that leads elsewhere, and ends the title of this page.
        let ends = |heading: &&String| {
            self.title
                .as_deref()
                .is_some_and(|title| without(title, heading).is_some_and(|bare| title.starts_with(bare)))
        };
        let ending: Vec<String> = self.links.iter().filter(ends).cloned().collect();
        self.sites.extend(ending);
        let is_site = |text: &str| self.sites.iter().any(|site| same(site, text));
        let title = self.title.as_deref().unwrap_or_default();
        let bare = self.without_site(title);
        // A heading that is a part of the title is proven by it.
        let proven = self.headings.iter().find(|heading| is_part(&bare, heading) && !is_site(heading));
        if let Some(declared) = declared.filter(|declared| has_words(declared) && !is_site(declared)) {
            let own = self.without_site(declared).into_owned();
            // What is declared, and what is seen: where all of it differs, what is seen counts.
            let is_strange =
                || !is_alike(&bare, &own) && !self.headings.iter().any(|heading| is_alike(heading, &own));
            let seen = || super::headline::standing(tree, &bare).filter(|seen| seen.contains(' '));
            return match proven {
                _ if !is_strange() => Some(own),
                Some(heading) => Some(heading.clone()),
                None => Some(seen().map_or(own, str::to_owned)),
            };
        }
        let mut others = self.headings.iter().filter(|heading| !is_site(heading));
        let only = others.next().filter(|_| others.next().is_none());
        let is_file = !bare.contains(' ')
            && [".html", ".htm", ".php", ".pdf", ".doc"].iter().any(|end| bare.ends_with(end));
        let only = only.or_else(|| self.headings.first().filter(|_| is_file));
        let chosen = match (proven, only) {
            (Some(heading), _) => heading.clone(),
            // A heading of something else, where the title stands elsewhere.
            (None, Some(heading)) if !title.is_empty() && !is_alike(&bare, heading) => {
                let standing = super::headline::standing(tree, &bare);
                standing.filter(|title| title.len() > heading.len()).unwrap_or(heading).to_owned()
            }
            (None, Some(heading)) => heading.clone(),
            (None, None) => bare.into_owned(),
        };
        // The site's own name is the title of its front page.
        let chosen = chosen
            .trim_matches(|c: char| c.is_whitespace() || matches!(c, '|' | '-' | '–' | '—' | '·' | '»' | '«'))
            .to_owned();
        Some(chosen).filter(|chosen| !chosen.is_empty()).or_else(|| declared.map(str::to_owned))
    }

    /// A title without the name of the site at its ends.
    fn without_site<'t>(&self, title: &'t str) -> Cow<'t, str> {
        let mut sites = self.sites.iter();
        sites.find_map(|site| without(title, site)).map_or(Cow::Borrowed(title), Cow::Borrowed)
    }
}

/// A title without this name and the separator between the two.
fn without<'t>(title: &'t str, name: &str) -> Option<&'t str> {
    let front = after(title, name).and_then(|rest| {
        let bare = rest.trim_start_matches(|c: char| c.is_whitespace() || separates(c));
        is_separator(&rest[..rest.len() - bare.len()]).then_some(bare)
    });
    let back = || {
        before(title, name).and_then(|rest| {
            let bare = rest.trim_end_matches(|c: char| c.is_whitespace() || separates(c));
            is_separator(&rest[bare.len()..]).then_some(bare)
        })
    };
    front.or_else(back).filter(|bare| has_words(bare))
}

/// Whether a text is one of the parts of a title, between separators or ends; and not all of it.
fn is_part(title: &str, part: &str) -> bool {
    if same(title, part) {
        return true;
    }
    let ends = |rest: &str| {
        let bare = rest.trim_end_matches(|c: char| c.is_whitespace() || separates(c));
        bare.is_empty() || is_separator(&rest[bare.len()..])
    };
    let begins = |rest: &str| {
        let bare = rest.trim_start_matches(|c: char| c.is_whitespace() || separates(c));
        bare.is_empty() || is_separator(&rest[..rest.len() - bare.len()])
    };
    title.match_indices(part).any(|(at, _)| ends(&title[..at]) && begins(&title[at + part.len()..]))
}

pub(super) fn is_separator(between: &str) -> bool {
    let spaced = between.contains(char::is_whitespace);
    between.contains(separates)
        && (spaced || between.contains(|c| separates(c) && !separates_beside_a_space(c)))
}

/// What follows a name in front, in any letter case.
fn after<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for expected in name.chars() {
        if !alike(rest.next()?, expected) {
            return None;
        }
    }
    Some(rest.as_str())
}

/// What precedes a name at the end.
fn before<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for expected in name.chars().rev() {
        if !alike(rest.next_back()?, expected) {
            return None;
        }
    }
    Some(rest.as_str())
}

pub(super) fn same(a: &str, b: &str) -> bool {
    after(a, b).is_some_and(str::is_empty)
}

fn alike(a: char, b: char) -> bool {
    a == b || a.to_lowercase().eq(b.to_lowercase())
}

/// Whether all of a heading is a link.
pub(super) fn is_link(tree: &Tree, heading: Id, text: &str) -> bool {
    let end = tree.nodes()[heading as usize].end;
    let link =
        (heading + 1..end).take(6).find(|at| tree.nodes()[*at as usize].kind == Kind::Element(Element::A));
    link.is_some_and(|link| {
        let address = attribute(head(tree.attributes(link)), "href").unwrap_or_default();
        !address.is_empty() && !address.starts_with('#') && one_line(&text_of(tree, link)) == text
    })
}

/// Whether two titles have half of their words in common.
fn is_alike(a: &str, b: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let cjk = |c: char| c > '\u{2E80}';
        let folded = super::line::fold(text);
        let mut words: Vec<String> = folded
            .split(|c: char| !c.is_alphanumeric() || cjk(c))
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        words.extend(folded.chars().filter(|c| cjk(*c)).map(String::from));
        words.truncate(60);
        words
    };
    let (a, b) = (words(a), words(b));
    let common = b.iter().filter(|word| a.contains(word)).count();
    2 * common >= a.len().min(b.len()) && common > 0
}

/// Whether a heading holds a link to the front page, or to a host of its name: it is the name of the site, on all of its pages.
fn links_home(tree: &Tree, heading: Id, text: &str) -> bool {
    let nodes = &tree.nodes()[heading as usize..tree.nodes()[heading as usize].end as usize];
    let link = nodes.iter().take(10).position(|node| matches!(node.kind, Kind::Element(Element::A)));
    let address = link.and_then(|at| attribute(head(tree.attributes(heading + at as Id)), "href"));
    address.is_some_and(|address| {
        let address = address.trim();
        let (host, path) = address
            .split_once("://")
            .map_or(("", address), |(_, rest)| rest.split_at(rest.find('/').unwrap_or(rest.len())));
        matches!(path, "/" | "" | "/index.html" | "/index.php") || names_host(text, host)
    })
}

/// The host of an address.
pub(super) fn host(url: &str) -> &str {
    url.split_once("://").and_then(|(_, rest)| rest.split(['/', ':', '?']).next()).unwrap_or_default()
}

/// The label of a host that its owner chose: `example` of `www.example.co.uk`.
pub(super) fn owner(host: &str) -> &str {
    let mut labels = host.rsplit('.').skip(1);
    let first = labels.next().unwrap_or_default();
    let is_suffix =
        matches!(first, "co" | "com" | "org" | "net" | "or" | "ne" | "go" | "ac" | "gov" | "gob" | "edu");
    if is_suffix { labels.next().unwrap_or(first) } else { first }
}

/// Whether a text is the name of a host: "I Started Something" of `www.istartedsomething.com`, "example.com" of itself.
pub(super) fn names_host(text: &str, host: &str) -> bool {
    let squeezed: String =
        text.chars().filter(|c| is_alphanumeric(*c)).flat_map(char::to_lowercase).collect();
    let host = host.to_ascii_lowercase().replace('-', "");
    let host = host.strip_prefix("www.").unwrap_or(&host);
    squeezed.len() > 2
        && (host.split('.').rev().skip(1).any(|label| label == squeezed)
            || host.replace('.', "") == squeezed
            || text.contains('.') && host.ends_with(&format!(".{}", text.trim().to_ascii_lowercase())))
}

pub(super) fn has_words(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sites_are_taken_off() {
        for (title, site, bare) in [
            ("Title - Site", "Site", Some("Title")),
            ("Title | Site", "site", Some("Title")),
            ("Title|Site", "Site", Some("Title")),
            ("Site » Title", "Site", Some("Title")),
            ("Site: Title", "Site", Some("Title")),
            ("Title « Site", "Site", Some("Title")),
            ("Title :: The Site", "The Site", Some("Title")),
            ("عنوان | سایت من", "سایت من", Some("عنوان")),
            ("سایت من - عنوان", "سایت من", Some("عنوان")),
            ("כותרת – אתר", "אתר", Some("כותרת")),
            ("題名｜サイト", "サイト", Some("題名")),
            ("A - B - Site", "Site", Some("A - B")),
            ("ΤΊΤΛΟΣ - Ιστός", "ιστός", Some("ΤΊΤΛΟΣ")),
            // Not a separator, no title left, another name.
            ("Coca-Cola", "Cola", None),
            ("Sitemaps - how", "Site", None),
            ("The best Site", "Site", None),
            ("Site", "Site", None),
            ("- Site", "Site", None),
            ("Title - Other", "Site", None),
        ] {
            assert_eq!(without(title, site), bare, "{title}");
        }
    }

    fn chosen(html: &str) -> Option<String> {
        super::super::metadata(&Tree::new(html)).title
    }

    #[test]
    fn one_title_of_many() {
        for (html, expected) in [
            ("<title>A - B</title>", Some("A - B")),
            ("<title>A - B</title><h1>A</h1>", Some("A")),
            ("<title>B | A</title><h1> A\n </h1>", Some("A")),
            ("<title>A - B</title><h1>B</h1><h1>A</h1><meta name=application-name content=B>", Some("A")),
            ("<title>A - B</title><h1>B</h1><meta property=og:site_name content=B>", Some("A")),
            ("<title>A - B</title><h1>C</h1><h1>D</h1>", Some("A - B")),
            ("<title>A - B</title><h1></h1>", Some("A - B")),
            ("<title>A - B</title><h1><img alt=x></h1>", Some("A - B")),
            ("<title>A - B</title><h1>C</h1>", Some("C")),
            ("<title>A b - B</title><h1>C</h1><h2>A b</h2>", Some("A b")),
            ("<title>A - B</title><h1>C</h1><h1>C</h1>", Some("C")),
            ("<title>A - B</title><h1>C <button>Copy</button></h1>", Some("C")),
            ("<h1>A <b>&amp;</b> B</h1>", Some("A & B")),
            ("<title>A &amp;\n B</title>", Some("A & B")),
            (
                "<title>A - B</title><meta property=og:title content='C - B'><meta property=og:site_name content=B>",
                Some("C"),
            ),
            (
                "<title>B</title><meta property=og:title content=B><meta property=og:site_name content=B>",
                Some("B"),
            ),
            (
                "<title>Ab - Some Site</title><h1>Some Site</h1><link rel=canonical href=https://www.some-site.org/a>",
                Some("Ab"),
            ),
            ("<title>A - S</title><h1><a href='http://s.org/'>S</a></h1>", Some("A")),
            ("<title>A - S</title><h1><a href='/a'>A</a></h1>", Some("A")),
            (
                "<title>Some Site: A</title><h1><a href=http://www.somesite.org/blog/>Some Site</a></h1>",
                Some("A"),
            ),
            ("<title>A</title><svg><title>icon</title></svg>", Some("A")),
            ("<title> - </title>", None),
            (
                "<title>A b - S</title><meta property=og:title content='C d'><h1>S</h1><p>A b<meta property=og:site_name content=S>",
                Some("A b"),
            ),
            ("<p>A</p>", None),
            ("", None),
        ] {
            assert_eq!(chosen(html).as_deref(), expected, "{html}");
        }
    }
}

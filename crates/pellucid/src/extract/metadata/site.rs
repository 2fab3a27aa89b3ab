//! The name of a site that declares none: a part of `<title>` which something else on the page proves to be it.
//!
//! What proves it: a link to the front page, by its words, its picture or its label; who has the copyright; the title of a feed; the
//! host. Without such a part, a link home or a notice of copyright whose words are those of the host has the name, or else the
//! title of a feed, in the forms of WordPress and Blogger ("Name » Feed", "Name RSS Feed", "Name - RSS").

use memchr::memmem;

use super::headline::parts;
use super::line::key;
use super::text::{head, one_line, text_of};
use super::title::{has_words, host, names_host, owner};
use crate::html::{Element, Id, Kind, Tree, attribute};

/// So many links to a front page are looked at, and so many notices of copyright.
const MOST: usize = 12;

/// Longer names are none.
const LONGEST: usize = 80;

/// What is known of a site's name.
#[derive(Default)]
pub(super) struct Proofs {
    /// The address' host.
    host: String,
    labels: Vec<String>,
    /// The first that has the words of the host.
    named: Option<String>,
    feed: Option<String>,
}

impl Proofs {
    /// What a page says, one walk.
    pub fn of(tree: &Tree, url: Option<&str>) -> Proofs {
        let own = url.map(host).filter(|host| !host.is_empty());
        let mut proofs = Proofs { host: own.unwrap_or_default().to_owned(), ..Proofs::default() };
        let (mut links, mut notices) = (0, 0);
        // One search over the source is faster than one in each text.
        let all = |sign: &'static str| memmem::find_iter(tree.html().as_bytes(), sign);
        let mut signs: Vec<u32> = all("©").chain(all("&copy;")).map(|at| at as u32).collect();
        signs.sort_unstable();
        let mut signs = signs.into_iter().peekable();
        for (id, node) in tree.nodes().iter().enumerate() {
            let id = id as Id;
            match node.kind {
                Kind::Element(Element::A) if links < MOST && is_home(tree, id, own, links) => {
                    links += 1;
                    proofs.link(tree, id);
                }
                Kind::Element(Element::Link) if proofs.feed.is_none() => {
                    proofs.feed = feed(tree.attributes(id));
                }
                Kind::Text(true) if notices < MOST => {
                    while signs.next_if(|at| *at < node.place.start).is_some() {}
                    if signs.peek().is_none_or(|at| *at >= node.place.end) {
                        continue;
                    }
                    let source = tree.source(id);
                    let after = |sign: &str| {
                        memmem::find(source.as_bytes(), sign.as_bytes()).map(|at| at + sign.len())
                    };
                    if let Some(at) = after("©").or_else(|| after("&copy;")) {
                        notices += 1;
                        let text = one_line(&htmlize::unescape(head(&source[at..])));
                        let name = text.trim_start_matches(|c: char| !c.is_alphabetic());
                        proofs.add(name);
                        let end = name.find([',', '.', '|', '(']).unwrap_or(name.len());
                        proofs.add(&name[..end]);
                    }
                }
                _ => {}
            }
        }
        proofs
    }

    fn link(&mut self, tree: &Tree, id: Id) {
        let tag = tree.attributes(id);
        self.add(&text_of(tree, id));
        for name in ["title", "aria-label"] {
            self.add(&attribute(head(tag), name).unwrap_or_default());
        }
        for at in id + 1..tree.nodes()[id as usize].end.min(id + 20) {
            if tree.nodes()[at as usize].kind == Kind::Element(Element::Img) {
                self.add(&attribute(head(tree.attributes(at)), "alt").unwrap_or_default());
            }
        }
    }

    fn add(&mut self, label: &str) {
        let label = one_line(head(label));
        if label.len() > 8 * LONGEST {
            return;
        }
        // A picture and its words.
        let label =
            label.split_at_checked(label.len() / 2).filter(|(a, b)| a == b).map_or(&*label, |(a, _)| a);
        let folded = key(label);
        if self.named.is_none() && folded.len() > 2 && owner(&self.host).replace('-', "") == folded {
            self.named = Some(label.to_owned());
        }
        let label =
            ["logo", "homepage", "home"].iter().find_map(|end| folded.strip_suffix(end)).unwrap_or(&folded);
        if label.chars().count() > 1 && label.len() < 2 * LONGEST {
            self.labels.push(label.to_owned());
        }
    }

    /// The part of a title that is the site's name.
    pub fn part(&self, title: &str) -> Option<String> {
        let feed = self.feed.as_deref().map(key);
        let is_proven = |part: &&&str| {
            let part_key = key(part);
            let is = |label: &String| {
                *label == part_key
                    || label.len() >= 9 && part_key.starts_with(label.as_str())
                    || part_key.len() >= 9 && label.starts_with(&part_key)
            };
            part_key.len() > 2 && (self.labels.iter().chain(&feed).any(is) || names_host(part, &self.host))
        };
        parts(title).iter().find(is_proven).map(|part| (*part).to_owned())
    }

    /// The name that is no part of the title.
    pub fn name(self, title: Option<&str>) -> Option<String> {
        // "Title. Example.com"
        let last = title.and_then(|title| title.rsplit_once(' ')).map(|(_, last)| last);
        let last = last.filter(|last| last.contains('.') && names_host(last, &self.host));
        last.map(str::to_owned).or(self.feed).or(self.named)
    }
}

/// Whether a link leads to the front page. Without an address of the page, a link to another host's may, if it is one of the first.
fn is_home(tree: &Tree, id: Id, own: Option<&str>, before: usize) -> bool {
    let Some(address) = attribute(head(tree.attributes(id)), "href") else { return false };
    let address = address.trim();
    let scheme = memchr::memchr_iter(b':', address.as_bytes()).find(|at| address[at + 1..].starts_with("//"));
    let Some(rest) = scheme.map(|at| &address[at + "://".len()..]) else {
        return matches!(address, "/" | "./" | "../" | "/index.html" | "index.html" | "/index.php" | "#home");
    };
    let (there, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let bare = |host: &str| host.strip_prefix("www.").unwrap_or(host).to_ascii_lowercase();
    matches!(path, "" | "/")
        && own.map_or(before < 2, |own| {
            let (own, there) = (bare(own), bare(there));
            own == there || own.ends_with(&format!(".{there}"))
        })
}

/// The name in the title of a feed, as WordPress and Blogger write it.
fn feed(tag: &str) -> Option<String> {
    if !tag.contains("rss") && !tag.contains("atom") {
        return None;
    }
    let title = attribute(head(tag), "title")?;
    let title = one_line(&title);
    let name = match title.split_once(" » ") {
        Some((name, rest)) => Some(name).filter(|_| rest.to_lowercase().starts_with("feed"))?,
        None => [" RSS Feed", " - RSS"].iter().find_map(|end| title.strip_suffix(end))?,
    };
    (has_words(name) && name.len() < LONGEST).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::Metadata;

    #[test]
    fn what_proves_a_name() {
        for (html, site, title) in [
            ("<title>A b - The Times</title><a href=/>The Times</a>", Some("The Times"), "A b"),
            (
                "<title>The Times: A b</title><a href=/><img alt='The Times logo'></a>",
                Some("The Times"),
                "A b",
            ),
            (
                "<title>A b | Store of Apps</title><a href=/ aria-label='Store of Apps logo'></a>",
                Some("Store of Apps"),
                "A b",
            ),
            ("<title>A b - News - 新聞中心</title><p>© 2031 新聞中心", Some("新聞中心"), "A b - News"),
            (
                "<title>A b - K.example</title><link rel=canonical href=http://x.k.example/a>",
                Some("K.example"),
                "A b",
            ),
            (
                "<title>A b</title><link rel=alternate type=application/rss+xml title='C d &raquo; Feed'>",
                Some("C d"),
                "A b",
            ),
            ("<title>A b - C</title><a href=/x>C</a><p>C", None, "A b - C"),
            (
                "<title>A b</title><link rel=alternate type=application/rss+xml title='C d RSS Feed'>",
                Some("C d"),
                "A b",
            ),
            (
                "<title>A b</title><link rel=canonical href=https://www.some-site.co.uk/a><p>© 2031 SomeSite",
                Some("SomeSite"),
                "A b",
            ),
            (
                "<title>A b. C. D.example</title><link rel=canonical href=http://d.example/a><h1>A b</h1>",
                Some("D.example"),
                "A b",
            ),
            (
                "<title>Tea - Store</title><a href=http://tea.example/>Tea</a><link rel=canonical href=http://store.example/x>",
                Some("Store"),
                "Tea",
            ),
        ] {
            let metadata = Metadata::of(html);
            assert_eq!(
                (metadata.site_name.as_deref(), metadata.title.as_deref()),
                (site, Some(title)),
                "{html}"
            );
        }
    }
}

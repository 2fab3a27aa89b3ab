//! The name of a site that declares none: a part of `<title>` which something else on the page proves to be it.
//!
//! What proves it: a link to the front page, by its words, its picture or its label; who has the copyright; the title of a feed; the
//! host. Without such a part, what a link home and a notice of copyright both say is the name, or what the page calls a business. Without that, a link home or a notice of copyright whose words are those of the host has the name, or else the
//! title of a feed, in the forms of WordPress and Blogger ("Name » Feed", "Name RSS Feed", "Name - RSS").

use memchr::memmem;

use super::headline::parts;
use super::line::{fold, key};
use super::text::{head, one_line, text_of};
use super::title::{has_words, host, names_host, owner};
use crate::html::{Element, Id, Kind, Tree, attribute, attributes};

/// So many links to a front page are looked at, and so many notices of copyright.
const MOST: usize = 12;

/// Longer names are none.
const LONGEST: usize = 80;

/// What stands in place of a site's name, folded: templates have it, and names of sections.
#[rustfmt::skip]
const NO_NAMES: &[&str] = &[
    "home", "homepage", "home page", "index", "blog", "website", "my site", "my website", "untitled", "startseite", "accueil", "inicio", "главная",
    "首页", "首頁", "ホーム", "news", "ειδησεις", "новости", "nachrichten", "noticias", "actualites", "notizie", "haberler", "新闻", "新聞",
];

/// A name as it should be: none in place of what says nothing, and once what a template wrote twice.
pub(super) fn tidy(name: String) -> Option<String> {
    let folded = fold(&name);
    let half = name.split_at_checked(name.len() / 2).filter(|(a, b)| a == b && a.len() > 8);
    let name = half.map_or(&*name, |(half, _)| half).trim_start_matches(['©', ' ']).to_owned();
    Some(name).filter(|_| !NO_NAMES.contains(&folded.as_str()))
}

/// What something is called that proves a name.
struct Label {
    key: String,
    text: String,
    is_home: bool,
}

/// What is known of a site's name.
#[derive(Default)]
pub(super) struct Proofs {
    /// The address' host.
    host: String,
    /// Without one: the hosts of the front pages to which the first links lead.
    hosts: Vec<String>,
    labels: Vec<Label>,
    /// The first that has the words of the host.
    named: Option<String>,
    feed: Option<String>,
}

impl Proofs {
    /// What a page says, one walk.
    pub fn of(tree: &Tree, url: Option<&str>, business: Option<&str>) -> Proofs {
        let own = url.map(host).filter(|host| !host.is_empty());
        let mut proofs = Proofs { host: own.unwrap_or_default().to_owned(), ..Proofs::default() };
        business.into_iter().for_each(|name| proofs.add(name, false));
        let (mut links, mut notices) = (0, 0);
        // Whether a link home has no host: then others lead elsewhere.
        let mut is_known = own.is_some();
        // One search over the source is faster than one in each text.
        let all = |sign: &'static str| memmem::find_iter(tree.html().as_bytes(), sign);
        let mut signs: Vec<u32> = all("©").chain(all("&copy;")).map(|at| at as u32).collect();
        signs.sort_unstable();
        let mut signs = signs.into_iter().peekable();
        for (id, node) in tree.nodes().iter().enumerate() {
            let id = id as Id;
            match node.kind {
                Kind::Element(Element::A) if links < MOST => {
                    let Some(there) = home(tree, id, own) else { continue };
                    links += 1;
                    // Without an address of the page, a link to another host may lead home, if it is one of the first.
                    let is_first = links <= 2;
                    if own.is_some() || there.is_empty() || is_first {
                        proofs.link(tree, id);
                    }
                    is_known |= there.is_empty();
                    if is_first && !is_known {
                        proofs.hosts.push(there.to_owned());
                    }
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
                        proofs.add(name, false);
                        let end = name.find([',', '.', '|', '(']).unwrap_or(name.len());
                        proofs.add(&name[..end], false);
                    }
                }
                _ => {}
            }
        }
        proofs
    }

    fn link(&mut self, tree: &Tree, id: Id) {
        let tag = tree.attributes(id);
        self.add(&text_of(tree, id), true);
        for name in ["title", "aria-label"] {
            self.add(&attribute(head(tag), name).unwrap_or_default(), true);
        }
        for at in id + 1..tree.nodes()[id as usize].end.min(id + 20) {
            if tree.nodes()[at as usize].kind == Kind::Element(Element::Img) {
                self.add(&attribute(head(tree.attributes(at)), "alt").unwrap_or_default(), true);
            }
        }
    }

    fn add(&mut self, label: &str, is_home: bool) {
        let label = one_line(head(label));
        if label.len() > 8 * LONGEST {
            return;
        }
        let folded = key(&label);
        if self.named.is_none() && folded.len() > 2 && owner(&self.host).replace('-', "") == folded {
            self.named = Some(label.clone());
        }
        let end = ["logo", "homepage", "home"].iter().find(|end| folded.ends_with(**end));
        let key = end.map_or(&*folded, |end| &folded[..folded.len() - end.len()]).to_owned();
        if key.chars().count() > 1 && key.len() < 2 * LONGEST {
            let text = match label.rsplit_once(' ') {
                Some((front, last)) if end.is_some_and(|end| fold(last) == *end) => front.to_owned(),
                _ => label,
            };
            self.labels.push(Label { key, text, is_home });
        }
    }

    /// The part of a title that is the site's name.
    pub fn part(&self, title: &str) -> Option<String> {
        let feed = self.feed.as_deref().map(key);
        let labels = || self.labels.iter().map(|label| &label.key).chain(&feed);
        let is_proven = |part: &&&str| {
            let part_key = key(part);
            let is = |label: &String| {
                *label == part_key
                    || label.len() >= 9 && part_key.starts_with(label.as_str())
                    || part_key.len() >= 9 && label.starts_with(&part_key)
            };
            part_key.len() > 2 && (labels().any(is) || self.is_host(part))
        };
        let parts = parts(title);
        // The front page is called as the site is.
        let is_home = |title: &&str| {
            let title = key(title);
            title.len() > 2 && self.labels.iter().any(|label| label.is_home && label.key == title)
        };
        let whole = || Some(title).filter(|_| parts.is_empty()).filter(is_home);
        parts.iter().find(is_proven).copied().or_else(whole).map(str::to_owned)
    }

    /// Whether it is the name of the page's host.
    fn is_host(&self, name: &str) -> bool {
        std::iter::once(&self.host).chain(&self.hosts).any(|host| names_host(name, host))
    }

    /// What a link home and a notice of copyright both say, or the business that the page names.
    pub fn agreed(&self) -> Option<String> {
        let is_owner = |home: &&Label| {
            self.labels
                .iter()
                .any(|owner| !owner.is_home && owner.key == home.key && key(&home.text) == home.key)
        };
        self.labels
            .iter()
            .filter(|label| label.is_home && label.key.len() > 2 && !NO_NAMES.contains(&&*fold(&label.text)))
            .find(is_owner)
            .map(|label| label.text.clone())
    }

    /// The name that is no part of the title.
    pub fn name(self, title: Option<&str>) -> Option<String> {
        // "Title. Example.com"
        let last = title.and_then(|title| title.rsplit_once(' ')).map(|(_, last)| last);
        let last = last.filter(|last| last.contains('.') && self.is_host(last));
        last.map(str::to_owned).or(self.feed).or(self.named)
    }
}

/// The host to whose front page a link leads, empty where it is this one. With an address of the page, no other host counts.
fn home<'t>(tree: &Tree<'t>, id: Id, own: Option<&str>) -> Option<&'t str> {
    let written = head(tree.attributes(id));
    let address = attributes(written).find(|(name, _)| name.eq_ignore_ascii_case("href"))?.1.trim();
    let scheme = memchr::memchr_iter(b':', address.as_bytes()).find(|at| address[at + 1..].starts_with("//"));
    let Some(rest) = scheme.map(|at| &address[at + "://".len()..]) else {
        let is_home =
            matches!(address, "/" | "./" | "../" | "/index.html" | "index.html" | "/index.php" | "#home");
        return is_home.then_some("");
    };
    let (there, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let bare = |host: &str| host.strip_prefix("www.").unwrap_or(host).to_ascii_lowercase();
    let is_own = own.is_none_or(|own| {
        let (own, there) = (bare(own), bare(there));
        own == there || own.ends_with(&format!(".{there}"))
    });
    (matches!(path, "" | "/") && is_own).then_some(there)
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
                "<title>A b</title><a href=/><img alt='The Cd Logo'></a><p>© 2031 The Cd",
                Some("The Cd"),
                "A b",
            ),
            ("<title>A b</title><a href=/>The Cd</a><p>© 2031 The Cd. All rights", Some("The Cd"), "A b"),
            ("<title>The Cd</title><a href=/>The Cd</a><h1>The Cd</h1>", Some("The Cd"), "The Cd"),
            ("<title>A b</title><a href=/>Home</a><p>© 2031 Home", None, "A b"),
            (
                "<title>A b | Cee</title><meta property=og:site_name content=Homepage><a href=/>Cee</a>",
                Some("Cee"),
                "A b",
            ),
            ("<title>A b | My old siteMy old site</title><h1>A b</h1>", Some("My old site"), "A b"),
            ("<title>A b | by Ann Lee</title><h1>A b</h1>", None, "A b"),
            ("<title>A b - The Cd</title><a href=http://thecd.example/></a>", Some("The Cd"), "A b"),
            (
                "<title>A b - The Cd</title><a href=/></a><a href=http://thecd.example/></a>",
                None,
                "A b - The Cd",
            ),
            (
                "<title>A b - C d</title><a href=/>Bo Ek</a><h1>A b</h1><script type=application/ld+json>{\"@type\": \"MovingBusiness\", \"name\": \"Bo Ek\"}</script>",
                Some("Bo Ek"),
                "A b",
            ),
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

//! What a page says about itself: title, authors, dates and the like.
//!
//! **In**: the tree of a page. **Out**: [`Metadata`]. **Why so careful**: a value is there because
//! the page declares it, in one of the ways that a file here reads (`meta` tags, JSON-LD, microdata, ordinary markup), or because a
//! reader sees it beside the headline ([`visible`]). Nothing is guessed from elsewhere.
//!
//! One walk over the tree lets each of these offer what it finds. [`trust`] says whom to believe, [`values`] what makes sense,
//! [`found`] keeps the best; [`title`] decides between titles last.

mod date;
mod found;
mod headline;
mod json_ld;
mod line;
mod lines;
mod markup;
mod meta;
mod microdata;
mod month_names;
mod people;
mod site;
mod text;
mod title;
mod trust;
mod values;
mod visible;
mod words;

#[cfg(test)]
mod tests;

use memchr::memmem;

use crate::html::{Element, Id, Kind, Mentions, Tree};
use found::Found;
use microdata::Scopes;
use title::Titles;
use trust::Field;
use visible::Seen;

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
    /// The sections of the site that it is in.
    pub categories: Vec<String>,
}

impl Metadata {
    /// What a decoded page says about itself. Any text is a page.
    ///
    /// ```
    /// use pellucid::extract::Metadata;
    ///
    /// let page = "<html lang=fa_IR><title>گربه‌ها | وبلاگ من</title><meta property=og:site_name content='وبلاگ من'>
    ///     <meta name=author content='سعدی'><meta name=date content='۱۳۹۰/۱۲/۱۵'>";
    /// let metadata = Metadata::of(page);
    /// assert_eq!(metadata.title.as_deref(), Some("گربه‌ها"));
    /// assert_eq!(metadata.authors, ["سعدی"]);
    /// assert_eq!(metadata.date.as_deref(), Some("2012-03-05"));
    /// assert_eq!(metadata.language.as_deref(), Some("fa-IR"));
    /// ```
    #[must_use]
    pub fn of(html: &str) -> Metadata {
        metadata(&Tree::new(html))
    }
}

/// A date as it is written on pages, in ISO 8601.
pub(super) fn iso_date(text: &str) -> Option<String> {
    date::iso(text)
}

/// The text of the article that a page is, from its JSON-LD.
pub(super) fn article_body(tree: &Tree) -> Option<String> {
    let is_script = |at: &usize| tree.nodes()[*at].kind == Kind::Element(Element::Script);
    let scripts = (0..tree.nodes().len()).filter(is_script).filter_map(|at| json_ld::script(tree, at as Id));
    let scripts: Vec<&str> = scripts.collect();
    let has_body = |script: &&str| memmem::find(script.as_bytes(), b"articleBody").is_some();
    if scripts.iter().any(has_body) { json_ld::article_body(&scripts) } else { None }
}

/// What a page says about itself. Takes one walk over the tree.
pub(crate) fn metadata(tree: &Tree) -> Metadata {
    let mut found = Found::default();
    let mut titles = Titles::default();
    let mut scripts: Vec<&str> = Vec::new();
    let mut times = markup::Times::default();
    let mut links = markup::Authors::default();
    let mut scopes = Scopes::default();

    for (id, node) in tree.nodes().iter().enumerate() {
        let id = id as Id;
        let Kind::Element(element) = node.kind else { continue };
        let marked = node.mentions.has(Mentions::PROPERTY);
        match element {
            Element::Html => markup::html(tree.attributes(id), &mut found),
            Element::Title => titles.title(tree, id),
            Element::H1 => titles.heading(tree, id),
            Element::Meta => meta::meta(tree.attributes(id), &mut found, &mut titles),
            Element::Link => markup::link(tree.attributes(id), &mut found),
            Element::A if marked => links.see(tree, id, &mut found),
            Element::Time => times.see(tree, id),
            Element::Script => scripts.extend(json_ld::script(tree, id)),
            _ => {}
        }
        if marked {
            scopes.see(tree, id);
        }
    }
    times.offer(&mut found);
    links.offer(&mut found);
    scopes.offer(tree, &mut found);
    json_ld::read(&scripts, &mut found, &mut titles);
    let whole = titles.whole();
    // An application has the name of its site, or of one page.
    let has_site = found.get(Field::SiteName).is_some_and(|site| {
        (whole.as_deref() != Some(site) || site.split(' ').count() < 5)
            && site::tidy(site.to_owned()).is_some()
    });
    if !has_site {
        found.take(Field::SiteName);
    }
    let proofs = (!has_site).then(|| site::Proofs::of(tree, found.get(Field::Url), titles.named_business()));
    let proven = proofs.as_ref().and_then(|proofs| proofs.part(whole.as_deref()?));
    if let Some(site) = &proven {
        titles.site(site);
    }
    let sites = titles.sites();
    let title =
        titles.choose(tree, found.get(Field::Title), found.get(Field::SiteName), found.get(Field::Url));
    // What is a heading as a whole is not cut.
    let cut = |title: &String| {
        Some(title)
            .filter(|title| !titles.is_heading(title))
            .and_then(|title| headline::headline(tree, title))
    };
    let title = title.map(|title| cut(&title).unwrap_or(title));
    let agreed = || proofs.as_ref()?.agreed();
    let beside = || headline::site_beside(whole.as_deref()?, title.as_deref()?);
    let site_name =
        found.take(Field::SiteName).or(proven).or_else(agreed).or_else(beside).and_then(site::tidy);
    let is_unproven = site_name.is_none();
    let unproven = || proofs?.name(whole.as_deref());
    let site_name = site_name.or_else(unproven);
    // A site writes nothing; but a person may be called as the site is that nobody names.
    let is_named = |site: &&String| !is_unproven || !site.contains(' ');
    let own = site_name.iter().filter(is_named);
    let sites: Vec<String> = sites.iter().chain(own).map(|site| line::fold(site)).collect();
    let titled: Vec<&str> =
        whole.iter().flat_map(|title| title.split(title::separates)).map(str::trim).collect();
    let writes = |author: &String| {
        // Where nothing separates words: "网易" of "网易新闻中心".
        let is_cjk = author.chars().all(|c| c > '\u{2E80}');
        let folded = line::fold(author);
        // "Editors of The Daily Site".
        let has_site = |site: &String| site.contains(' ') && folded.ends_with(&format!(" {site}"));
        let is_site = sites.iter().any(|site| *site == folded || has_site(site))
            || is_cjk && titled.iter().skip(1).any(|part| part.starts_with(author.as_str()));
        !is_site && !people::is_host(author)
    };
    let url = found.get(Field::Url).unwrap_or_default().to_owned();
    let mut authors = found.take_list(Field::Authors);
    // Nor does one of a single word, which is called as its host is.
    authors.retain(|author| writes(author) && !people::is_owner(author, title::host(&url)));
    let (mut date, mut modified) = (found.take(Field::Date), found.take(Field::Modified));
    let mut categories = found.take_list(Field::Categories);
    // An account that bears the name of a section.
    authors.retain(|author| author.contains(' ') || !categories.contains(author));
    if authors.is_empty() || date.is_none() {
        let known = Seen { authors: authors.clone(), date: date.clone(), ..Seen::default() };
        let seen =
            visible::seen(tree, title.as_deref(), found.get(Field::Language), title::host(&url), known);
        if authors.is_empty() {
            authors = seen.authors;
            authors.retain(|author| {
                let is_company =
                    author.starts_with(char::is_uppercase) && people::is_owner(author, title::host(&url));
                writes(author) && !is_company
            });
        }
        if date.is_none() {
            date = seen.date;
            modified = modified.or(seen.modified);
        }
        if categories.is_empty() {
            categories = seen.categories;
        }
    }
    // "A title | by Ann Lee"
    if authors.is_empty() {
        authors = titled.iter().skip(1).find_map(|part| people::strict_byline(part)).unwrap_or_default();
    }
    let date = date.or_else(|| date::in_address(&url));

    Metadata {
        title,
        authors,
        date,
        modified,
        site_name,
        description: found.take(Field::Description),
        language: found.take(Field::Language),
        url: found.take(Field::Url),
        licence: found.take(Field::Licence),
        image: found.take(Field::Image),
        kind: found.take(Field::Kind),
        keywords: found.take_list(Field::Keywords),
        categories,
    }
}

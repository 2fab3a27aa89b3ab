//! `<meta name=… content=…>` and `<meta property=… content=…>`.

use super::found::Found;
use super::text::head;
use super::title::Titles;
use super::trust::{Field, Source};
use crate::html::attributes;

/// What the names mean, in lower case, a `.` for each `:`. The names are those of the vocabularies, and those which the
/// content management systems and news sites of the development corpus use.
fn meaning(name: &str) -> Option<(Field, Source)> {
    use Field::*;
    use Source::*;
    let (prefix, rest) = name.split_once(['.', '_']).unwrap_or(("", name));
    let source = match prefix {
        "og" | "article" | "book" => OpenGraph,
        "twitter" => Twitter,
        "dc" | "dcterms" => DublinCore,
        "citation" => Citation,
        "sailthru" => Vendor,
        _ if name.starts_with("parsely-") => Vendor,
        _ => Meta,
    };
    let field = match source {
        OpenGraph => match (prefix, rest) {
            ("og", "title") => Title,
            ("og", "site_name") => SiteName,
            ("og", "description") => Description,
            ("og", "url") => Url,
            ("og", "image" | "image.url" | "image.secure_url") => Image,
            ("og", "type") => Kind,
            ("og", "locale") => Language,
            ("og", "article.author") | (_, "author" | "author.name") => Authors,
            ("og", "article.published_time" | "published_time" | "pubdate")
            | (_, "published_time" | "published" | "release_date" | "date_original") => Date,
            ("og", "article.modified_time" | "updated_time" | "modified_time")
            | (_, "modified_time" | "modified" | "date_updated") => Modified,
            ("og", "article.tag") | (_, "tag") => Keywords,
            ("og", "article.section") | ("article", "section") => Categories,
            _ => return None,
        },
        Twitter => match rest {
            "title" | "text.title" => Title,
            "description" => Description,
            "image" | "image.src" => Image,
            "url" => Url,
            _ => return None,
        },
        DublinCore => match rest {
            "title" => Title,
            "creator" | "contributor.author" | "creator.personalname" => Authors,
            "date" | "date.issued" | "date.created" | "issued" | "created" | "available" => Date,
            "date.modified" | "modified" => Modified,
            "publisher" => SiteName,
            "description" | "abstract" | "description.abstract" => Description,
            "language" => Language,
            "identifier.uri" => Url,
            "rights" | "license" | "rights.license" | "rights.uri" => Licence,
            "subject" => Keywords,
            _ => return None,
        },
        Citation => match rest {
            "title" => Title,
            "author" | "authors" => Authors,
            "publication_date" | "date" | "online_date" | "cover_date" | "year" => Date,
            "journal_title" | "conference_title" => SiteName,
            "abstract" => Description,
            "language" => Language,
            "abstract_html_url" | "public_url" | "fulltext_html_url" => Url,
            "keywords" | "keyword" => Keywords,
            _ => return None,
        },
        Vendor => match name {
            "parsely-title" | "sailthru.title" => Title,
            "parsely-author" | "sailthru.author" => Authors,
            "parsely-pub-date" | "sailthru.date" => Date,
            "parsely-image-url" | "sailthru.image.full" => Image,
            "parsely-section" => Categories,
            "parsely-tags" | "sailthru.tags" => Keywords,
            _ => return None,
        },
        _ => match name {
            "title" | "headline" => Title,
            "author" | "authors" | "byl" | "article-author" => Authors,
            "date"
            | "pubdate"
            | "publishdate"
            | "publish-date"
            | "publish_date"
            | "publication_date"
            | "publication-date"
            | "date_published"
            | "datepublished"
            | "article-published"
            | "ptime"
            | "pub_date"
            | "created"
            | "originalpublicationdate"
            | "publicationdate"
            | "displaydate" => Date,
            "last-modified" | "lastmod" | "date_modified" | "datemodified" | "revised" | "modified" => {
                Modified
            }
            "application-name" | "site_name" | "sitename" => SiteName,
            "description" => Description,
            "language" | "content-language" => Language,
            "thumbnail" => Image,
            "section" | "category" | "categories" => Categories,
            "keywords" | "news_keywords" => Keywords,
            _ => return None,
        },
    };
    Some((field, source))
}

/// What a name means as it is written. There are many on a page, so it is not worth an allocation.
fn known(name: &str) -> Option<(Field, Source)> {
    // No name that means something is longer.
    let mut bytes = [0; 40];
    let bytes = bytes.get_mut(..name.len())?;
    for (to, byte) in bytes.iter_mut().zip(name.bytes()) {
        *to = if byte == b':' { b'.' } else { byte.to_ascii_lowercase() };
    }
    meaning(std::str::from_utf8(bytes).ok()?)
}

/// Reads one `meta` with these attributes. Those of microdata are for [`super::microdata`].
pub(super) fn meta(written: &str, found: &mut Found, titles: &mut Titles) {
    let (mut names, mut content) = ([None; 3], None);
    for (name, value) in attributes(written) {
        match name.len() {
            4 if name.eq_ignore_ascii_case("name") => names[0] = names[0].or(Some(value)),
            8 if name.eq_ignore_ascii_case("property") => names[1] = names[1].or(Some(value)),
            10 if name.eq_ignore_ascii_case("http-equiv") => names[2] = names[2].or(Some(value)),
            7 if name.eq_ignore_ascii_case("content") => content = content.or(Some(value)),
            _ => {}
        }
    }
    let Some(content) = content else { return };
    let mut content = (content, None);
    for name in names.into_iter().flatten() {
        let Some((field, source)) = known(name.trim()) else { continue };
        let decoded = content.1.get_or_insert_with(|| htmlize::unescape_attribute(head(content.0)));
        found.offer(field, source, decoded);
        if field == Field::SiteName {
            titles.site(decoded);
        }
    }
}

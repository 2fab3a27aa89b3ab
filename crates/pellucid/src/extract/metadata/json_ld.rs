//! `<script type=application/ld+json>`: objects of schema.org as JSON.
//!
//! A page describes many things: itself, its site, its publisher, the path to it. The one that it is about is the one of the
//! highest [`Class`], if there is only one of that: of a page with several articles none is its own, unless it has the page's
//! address. What objects refer to by `@id` is looked up among all.
//!
//! Much of it is written by templates, and is not quite JSON: what [`mended`] can repair is read all the same.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::Value;

use super::found::Found;
use super::text::head;
use super::title::Titles;
use super::trust::{Field, Source};
use crate::html::{Id, Kind, Tree, attribute};

/// Longer scripts are catalogues. The longest of the development corpus has 0.12 MB.
const LONGEST: usize = 1 << 20;

/// So many objects are looked at.
const MOST: usize = 1000;

/// So many values are read, in all scripts together: each takes more memory than its source.
const MOST_VALUES: usize = 50_000;

/// What an object of schema.org can say about a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// Nothing.
    Other,
    /// What a page may be about, or whose site it is.
    Business,
    /// The name of the site, at best.
    Organisation,
    /// The name of the site.
    Site,
    /// It is the page.
    Page,
    /// What a page may be about.
    Work,
    /// What a page with it is always about.
    Article,
}

impl Class {
    /// Of a type's name.
    pub fn of(kind: &str) -> Class {
        match kind {
            "Report" | "Recipe" | "HowTo" => Class::Article,
            "Product"
            | "ProductGroup"
            | "Book"
            | "Movie"
            | "TVEpisode"
            | "TVSeries"
            | "PodcastEpisode"
            | "Course"
            | "Dataset"
            | "SoftwareApplication"
            | "MobileApplication"
            | "SoftwareSourceCode"
            | "VideoGame"
            | "CreativeWork"
            | "Review"
            | "MusicAlbum"
            | "MusicRecording"
            | "Vehicle"
            | "Car"
            | "Place"
            | "TouristAttraction"
            | "Question"
            | "Thesis" => Class::Work,
            "WebSite" => Class::Site,
            _ if kind.ends_with("Article") || kind.ends_with("Posting") => Class::Article,
            _ if kind.ends_with("Event") => Class::Work,
            _ if kind.ends_with("Page") => Class::Page,
            _ if kind.ends_with("Organization") || kind == "Corporation" => Class::Organisation,
            _ if kind.ends_with("Business") || kind.ends_with("Store") || kind.ends_with("Service") => {
                Class::Business
            }
            _ => Class::Other,
        }
    }
}

/// The last part of a type's address: `http://schema.org/Article`, `schema:Article`.
pub(super) fn type_name(address: &str) -> &str {
    address.trim().rsplit(['/', '#', ':']).next().unwrap_or_default()
}

/// The text of a script, if it is JSON-LD.
pub(super) fn script<'a>(tree: &Tree<'a>, id: Id) -> Option<&'a str> {
    let kind = attribute(tree.attributes(id), "type")?;
    let is_json_ld =
        kind.trim().get(..19).is_some_and(|kind| kind.eq_ignore_ascii_case("application/ld+json"));
    let text = tree.nodes().get(id as usize + 1).filter(|text| matches!(text.kind, Kind::Text(_)))?;
    (is_json_ld && text.place.len() <= LONGEST).then(|| tree.source(id + 1))
}

/// Reads the scripts of a page.
pub(super) fn read(scripts: &[&str], found: &mut Found, titles: &mut Titles) {
    let values = values(scripts);
    Graph::of(&values).offer(found, titles);
}

/// The text of the article that a page is.
pub(super) fn article_body(scripts: &[&str]) -> Option<String> {
    let values = values(scripts);
    let graph = Graph::of(&values);
    let (_, article) = graph.only(|class| class == Class::Article, None)?;
    let body = each(article.get("articleBody")?).next()?.as_str()?;
    Some(htmlize::unescape(body).into_owned())
}

/// The values of the scripts of a page, if they are not too many.
fn values(scripts: &[&str]) -> Vec<Value> {
    let mut left = MOST_VALUES;
    // What begins a value, or stands before it. More than there are: strings may have commas.
    let values = |script: &str| memchr::memchr3_iter(b',', b'[', b'{', script.as_bytes()).count() + 1;
    let fits = |script: &&&str| match left.checked_sub(values(script)) {
        Some(less) => {
            left = less;
            true
        }
        None => false,
    };
    scripts.iter().filter(fits).flat_map(|script| parsed(script)).collect()
}

/// The values in a script: several may follow each other.
fn parsed(script: &str) -> Vec<Value> {
    if let Ok(value) = serde_json::from_str(script) {
        return vec![value];
    }
    let script = mended(script);
    serde_json::Deserializer::from_str(&script).into_iter().map_while(Result::ok).collect()
}

/// A script without what is not JSON: comments, the marks of CDATA and of HTML comments, commas before a bracket and between
/// objects, semicolons, raw line feeds in strings, escapes that there are not.
fn mended(script: &str) -> String {
    // Quotes were escaped by a template, with all else.
    let script = if script.contains("&quot;") && !script.contains('"') {
        htmlize::unescape(script)
    } else {
        Cow::Borrowed(script)
    };
    let mut json = String::with_capacity(script.len());
    // A comma which is written only when a value follows it.
    let mut comma = false;
    // How many brackets are open.
    let mut depth = 0u32;
    let mut rest = &*script;
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '<' if rest.starts_with("<![CDATA[") => 9,
            '<' if rest.starts_with("<!--") => 4,
            '-' if rest.starts_with("-->") => 3,
            ']' if rest.starts_with("]]>") => 3,
            ';' | '\u{FEFF}' => c.len_utf8(),
            c if c.is_whitespace() => c.len_utf8(),
            _ => 0,
        };
        if skipped > 0 {
            rest = &rest[skipped..];
            json.push(' ');
            continue;
        }
        match c {
            ',' => comma = true,
            '}' | ']' => {
                comma = false;
                depth = depth.saturating_sub(1);
            }
            _ if std::mem::take(&mut comma) && depth > 0 => json.push(','),
            _ => {}
        }
        if matches!(c, '{' | '[') {
            depth += 1;
        }
        rest = match c {
            ',' => &rest[1..],
            '"' => mended_string(rest, &mut json),
            _ => {
                json.push(c);
                &rest[c.len_utf8()..]
            }
        };
    }
    json
}

/// Writes the string in front, and gives what follows it.
fn mended_string<'a>(text: &'a str, json: &mut String) -> &'a str {
    json.push('"');
    let mut chars = text[1..].chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                json.push('"');
                return chars.as_str();
            }
            '\\' => match chars.next() {
                Some(escaped @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't')) => {
                    json.extend(['\\', escaped])
                }
                Some('u') if chars.as_str().bytes().take(4).filter(u8::is_ascii_hexdigit).count() == 4 => {
                    json.push_str("\\u")
                }
                Some(other) if !other.is_control() => json.push(other),
                _ => json.push(' '),
            },
            c if c.is_control() => json.push(' '),
            c => json.push(c),
        }
    }
    ""
}

type Object = serde_json::Map<String, Value>;

/// The objects of a page, each with its class and type.
#[derive(Default)]
struct Graph<'a> {
    objects: Vec<(Class, &'a str, &'a Object)>,
    by_id: HashMap<&'a str, &'a Object>,
}

impl<'a> Graph<'a> {
    fn of(values: &'a [Value]) -> Graph<'a> {
        let mut graph = Graph::default();
        values.iter().for_each(|value| graph.add(value, 0));
        graph
    }

    /// Takes the objects at the top, and those which say what a page is about.
    fn add(&mut self, value: &'a Value, depth: u32) {
        match value {
            Value::Array(values) if depth < 8 => values.iter().for_each(|value| self.add(value, depth + 1)),
            Value::Object(object) if depth < 8 && self.objects.len() < MOST => {
                if let Some(graph) = object.get("@graph") {
                    self.add(graph, depth + 1);
                }
                let class = types(object).map(|kind| (Class::of(kind), kind)).max_by_key(|(class, _)| *class);
                if let Some((class, kind)) = class {
                    self.objects.push((class, kind, object));
                    if let Some(id) = object.get("@id").and_then(Value::as_str) {
                        self.by_id.entry(id).or_insert(object);
                    }
                }
                for about in ["mainEntity", "mainEntityOfPage"] {
                    if let Some(value @ Value::Object(_)) = object.get(about) {
                        self.add(value, depth + 1);
                    }
                }
            }
            _ => {}
        }
    }

    /// Offers what is known of the page and of what it is about.
    fn offer(&self, found: &mut Found, titles: &mut Titles) {
        let address = found.get(Field::Url).map(str::to_owned);
        let page = self.only(|class| class == Class::Page, address.as_deref());
        if let Some((kind, object)) = page {
            self.offer_object(kind, object, Source::JsonLdPage, found);
        }
        let work = self.only(|class| class == Class::Article, address.as_deref());
        let work = work.or_else(|| self.only(|class| class == Class::Work, address.as_deref()));
        if let Some((kind, object)) = work {
            self.offer_object(kind, object, Source::JsonLd, found);
        }

        let named = |class: Class| {
            let mut objects = self.objects.iter().filter(move |(other, ..)| *other == class);
            // Who publishes alone is an author, and names no site.
            objects.find_map(|(.., object)| self.text(object.get("name").filter(|_| !is_person(object))?))
        };
        let publisher = work.or(page).and_then(|(_, object)| object.get("publisher"));
        let is_site =
            |value: &&Value| !value.as_object().is_some_and(|object| is_person(self.resolved(object)));
        let publisher = publisher.filter(is_site).and_then(|value| self.name(value));
        for name in [named(Class::Site), publisher, named(Class::Organisation)].into_iter().flatten() {
            found.offer(Field::SiteName, Source::JsonLd, &name);
            titles.site(&name);
        }
        if let Some(name) = named(Class::Business) {
            titles.business(&name);
        }
    }

    /// The object of a class that is the page's: the only one, or the one with its address.
    fn only(&self, is_class: impl Fn(Class) -> bool, address: Option<&str>) -> Option<(&'a str, &'a Object)> {
        let mut objects = self.objects.iter().filter(|(class, ..)| is_class(*class));
        let &(_, kind, first) = objects.next()?;
        // The same object may be there twice.
        if objects.all(|(.., object)| self.title(object) == self.title(first)) {
            return Some((kind, first));
        }
        let address = bare(address?);
        let is_here = |object: &Object| {
            ["url", "@id", "mainEntityOfPage"].iter().any(|name| {
                let there = object.get(*name).and_then(|value| self.address(value));
                there.is_some_and(|there| bare(&there) == address)
            })
        };
        let mut objects = self.objects.iter().filter(|(class, ..)| is_class(*class));
        objects.find(|(.., object)| is_here(object)).map(|&(_, kind, object)| (kind, object))
    }

    fn title(&self, object: &'a Object) -> Option<Cow<'a, str>> {
        ["headline", "name"].iter().find_map(|name| self.text(object.get(*name)?))
    }

    fn offer_object(&self, kind: &str, object: &'a Object, source: Source, found: &mut Found) {
        let get =
            |names: &[&str]| names.iter().find_map(|name| object.get(*name).filter(|value| !value.is_null()));
        found.offer(Field::Kind, source, kind);
        if let Some(title) = self.title(object) {
            found.offer(Field::Title, source, &title);
        }
        for (field, names) in [
            (Field::Date, &["datePublished", "dateCreated", "uploadDate"][..]),
            (Field::Modified, &["dateModified"]),
            (Field::Description, &["description", "abstract"]),
            (Field::Language, &["inLanguage"]),
        ] {
            // A date that is none leaves room for the next.
            for name in names {
                if let Some(text) = object.get(*name).and_then(|value| self.text(value)) {
                    found.offer(field, source, &text);
                }
            }
        }
        for (field, names) in [
            (Field::Url, &["url", "mainEntityOfPage", "@id"][..]),
            (Field::Licence, &["license"]),
            (Field::Image, &["image", "primaryImageOfPage", "thumbnailUrl"]),
        ] {
            if let Some(address) = get(names).and_then(|value| self.address(value)) {
                found.offer(field, source, &address);
            }
        }
        for value in get(&["author", "creator"]).into_iter().flat_map(each) {
            if let Some(name) = self.name(value) {
                found.offer(Field::Authors, source, &name);
            }
        }
        for value in get(&["articleSection"]).into_iter().flat_map(each) {
            if let Some(word) = self.text(value) {
                found.offer(Field::Categories, source, &word);
            }
        }
        for value in get(&["keywords"]).into_iter().flat_map(each) {
            if let Some(word) = self.name(value) {
                found.offer(Field::Keywords, source, &word);
            }
        }
    }

    /// The object, or the one that it stands for.
    fn resolved(&self, object: &'a Object) -> &'a Object {
        let id = object.get("@id").and_then(Value::as_str).filter(|_| object.len() <= 2);
        id.and_then(|id| self.by_id.get(id)).copied().unwrap_or(object)
    }

    /// A text; of several, the first.
    fn text(&self, value: &'a Value) -> Option<Cow<'a, str>> {
        match each(value).next()? {
            Value::String(text) => Some(htmlize::unescape(head(text))),
            Value::Number(number) => Some(number.to_string().into()),
            Value::Object(object) => object.get("@value")?.as_str().map(|text| htmlize::unescape(head(text))),
            _ => None,
        }
    }

    /// The name of somebody: as a text, or as an object that has one.
    fn name(&self, value: &'a Value) -> Option<Cow<'a, str>> {
        match each(value).next()? {
            Value::Object(object) if !object.contains_key("@value") => {
                self.text(self.resolved(object).get("name")?)
            }
            Value::String(id) if self.by_id.contains_key(id.as_str()) => {
                self.text(self.by_id.get(id.as_str())?.get("name")?)
            }
            value => self.text(value),
        }
    }

    /// An address: as a text, or as an object that has one.
    fn address(&self, value: &'a Value) -> Option<Cow<'a, str>> {
        match each(value).next()? {
            Value::Object(object) => {
                let object = self.resolved(object);
                let names = ["url", "contentUrl", "@id", "@value"];
                names.iter().find_map(|name| object.get(*name).and_then(|value| self.text(value)))
            }
            value => self.text(value),
        }
    }
}

/// The values of a list, or the one that is none; bounded.
fn each(value: &Value) -> impl Iterator<Item = &Value> {
    let values = match value {
        Value::Array(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    values.iter().take(MOST)
}

/// The types of an object, without the vocabulary. Some forget the sign.
fn types(object: &Object) -> impl Iterator<Item = &str> {
    object
        .get("@type")
        .or_else(|| object.get("type"))
        .into_iter()
        .flat_map(each)
        .filter_map(Value::as_str)
        .map(type_name)
}

fn is_person(object: &Object) -> bool {
    types(object).any(|kind| kind == "Person")
}

/// An address without what may differ: the scheme, `www.`, a slash and a place in the page at the end.
fn bare(address: &str) -> &str {
    let address = address.split_once("://").map_or(address, |(_, rest)| rest);
    let address = address.split('#').next().unwrap_or_default();
    address.strip_prefix("www.").unwrap_or(address).trim_end_matches('/')
}

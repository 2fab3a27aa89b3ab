//! Microdata (`itemscope`, `itemtype`, `itemprop`), and RDFa where it is written like that (`typeof`, `property`).
//!
//! A property belongs to the innermost item around it: the date of a comment is not that of the article. Of a page with
//! several articles none is its own, and nothing is said.

use super::found::Found;
use super::json_ld::{Class, type_name};
use super::text::{head, text_of};
use super::trust::{Field, Source};
use crate::html::{Element, Id, Kind, Tree, attribute, attributes};

/// So many properties are remembered.
const MOST: usize = 1000;

/// What an item has to do with the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// An article or the like, by its number.
    Work(u32),
    /// The page.
    Page,
    /// The value of a property of one of these: an author, a picture.
    Value(Field, Owner),
    /// Nothing.
    None,
}

/// Whose property it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Work(u32),
    Page,
}

/// The items of a page, while it is walked over.
#[derive(Default)]
pub(super) struct Scopes {
    /// Those that are open, and where they end.
    open: Vec<(Id, Role)>,
    /// How many works there are that are not in another one.
    works: u32,
    /// The type of the first.
    kind: Option<String>,
    properties: Vec<(Owner, Field, Id)>,
}

impl Scopes {
    /// An element that may have one of the attributes.
    pub fn see<'t>(&mut self, tree: &Tree<'t>, id: Id) {
        while self.open.pop_if(|(end, _)| *end <= id).is_some() {}
        let written = tree.attributes(id);
        let node = &tree.nodes()[id as usize];
        let is_meta = matches!(node.kind, Kind::Element(Element::Meta | Element::Link));
        let role = match self.open.last() {
            Some((_, role)) => *role,
            // Without any item around, only what is invisible can be about the page.
            None if is_meta => Role::Page,
            None => Role::None,
        };
        let (mut types, mut names, mut is_scope) = ([None; 2], [None; 2], false);
        for (name, value) in attributes(written) {
            let first = |value_of: &mut Option<&'t str>| *value_of = value_of.or(Some(value));
            match name.len() {
                8 if name.eq_ignore_ascii_case("itemtype") => first(&mut types[0]),
                6 if name.eq_ignore_ascii_case("typeof") => first(&mut types[1]),
                8 if name.eq_ignore_ascii_case("itemprop") => first(&mut names[0]),
                8 if name.eq_ignore_ascii_case("property") => first(&mut names[1]),
                9 if name.eq_ignore_ascii_case("itemscope") => is_scope = true,
                _ => {}
            }
        }
        let of = |[first, second]: [Option<&'t str>; 2]| first.or(second).map(htmlize::unescape_attribute);
        let (scope, names) = (of(types), of(names).unwrap_or_default());
        let is_scope = is_scope || scope.is_some();

        let mut value = None;
        for name in names.split_ascii_whitespace() {
            let (owner, field) = match role {
                Role::Work(n) => (Owner::Work(n), property(name)),
                Role::Page => (Owner::Page, property(name)),
                Role::Value(field, owner) => (owner, nested(field, name)),
                Role::None => break,
            };
            let Some(field) = field else { continue };
            if is_scope {
                value = Some(Role::Value(field, owner));
            } else if self.properties.len() < MOST {
                self.properties.push((owner, field, id));
            }
        }
        if is_scope {
            let role = value.unwrap_or_else(|| self.item(&scope.unwrap_or_default()));
            self.open.push((node.end, role));
        }
    }

    /// An item of these types that is not the value of a property we want.
    fn item(&mut self, types: &str) -> Role {
        let within = self.open.iter().any(|(_, role)| matches!(role, Role::Work(_)));
        let class = types.split_ascii_whitespace().map(type_name).map(|kind| (Class::of(kind), kind));
        match class.max_by_key(|(class, _)| *class) {
            Some((Class::Work | Class::Article, kind)) if !within => {
                self.works += 1;
                self.kind.get_or_insert_with(|| kind.to_owned());
                Role::Work(self.works)
            }
            Some((Class::Page, _)) if !within => Role::Page,
            _ => Role::None,
        }
    }

    /// Offers what the properties say.
    pub fn offer(&self, tree: &Tree, found: &mut Found) {
        if let Some(kind) = self.kind.as_deref().filter(|_| self.works == 1) {
            found.offer(Field::Kind, Source::Microdata, kind);
        }
        let owners = [Some(Owner::Work(1)).filter(|_| self.works == 1), Some(Owner::Page)];
        for owner in owners.into_iter().flatten() {
            for &(_, field, id) in self.properties.iter().filter(|(other, ..)| *other == owner) {
                found.offer(field, Source::Microdata, &value(tree, id, field));
            }
        }
    }
}

/// What a property of an article or a page means, without its prefix; in any letter case.
fn property(name: &str) -> Option<Field> {
    let name = match name.split_once(':') {
        Some(("schema" | "dc" | "dcterms", name)) => name,
        Some(_) => return None,
        None => name,
    };
    Some(match name.to_ascii_lowercase().as_str() {
        "headline" | "name" | "title" => Field::Title,
        "author" | "creator" => Field::Authors,
        "datepublished" | "uploaddate" | "issued" | "created" | "date" => Field::Date,
        "datemodified" | "modified" => Field::Modified,
        "publisher" => Field::SiteName,
        "description" => Field::Description,
        "inlanguage" => Field::Language,
        "url" | "mainentityofpage" => Field::Url,
        "license" => Field::Licence,
        "image" => Field::Image,
        "keywords" => Field::Keywords,
        "articlesection" => Field::Categories,
        _ => return None,
    })
}

/// What a property of a property's item means.
fn nested(field: Field, name: &str) -> Option<Field> {
    let wanted: &[&str] = match field {
        Field::Authors | Field::SiteName => &["name"],
        Field::Image | Field::Licence => &["url", "contentUrl"],
        _ => &[],
    };
    let name = name.strip_prefix("schema:").unwrap_or(name);
    wanted.iter().any(|wanted| wanted.eq_ignore_ascii_case(name)).then_some(field)
}

/// The value of a property: what is written in an attribute, or the text.
fn value(tree: &Tree, id: Id, field: Field) -> String {
    let written = head(tree.attributes(id));
    let element = match tree.nodes()[id as usize].kind {
        Kind::Element(element) => element,
        Kind::Text(_) => Element::Other,
    };
    let is_address = matches!(field, Field::Url | Field::Image | Field::Licence);
    let names: &[&str] = match element {
        Element::Meta => &["content"],
        Element::Time => &["datetime", "content"],
        // Blogger's way.
        Element::Abbr => &["content", "title"],
        _ if is_address => &["content", "href", "src", "itemid"],
        Element::Link => &["href"],
        _ => &["content", "datetime"],
    };
    let declared =
        names.iter().find_map(|name| attribute(written, name)).filter(|value| !value.trim().is_empty());
    match declared {
        Some(value) => value.into_owned(),
        None if element.is_void() || is_address => String::new(),
        None => text_of(tree, id),
    }
}

//! Ordinary markup: the language of `html`, the relations of links, times.

use super::found::Found;
use super::text::{head, text_of};
use super::trust::{Field, Source};
use crate::html::{Id, Tree, attribute};

/// The `html` tag.
pub(super) fn html(written: &str, found: &mut Found) {
    for name in ["lang", "xml:lang"] {
        if let Some(language) = attribute(written, name) {
            found.offer(Field::Language, Source::Markup, &language);
        }
    }
}

/// A `link` in the head.
pub(super) fn link(written: &str, found: &mut Found) {
    const RELATIONS: [(&str, Field); 4] = [
        ("canonical", Field::Url),
        ("license", Field::Licence),
        ("licence", Field::Licence),
        ("image_src", Field::Image),
    ];
    let Some(relations) = attribute(written, "rel") else { return };
    for relation in relations.split_ascii_whitespace() {
        let known = RELATIONS.iter().find(|(name, _)| name.eq_ignore_ascii_case(relation));
        let Some(&(_, field)) = known else { continue };
        let address = attribute(head(written), "href");
        found.offer(field, Source::Markup, &address.unwrap_or_default());
    }
}

/// The links to authors. All must lead to the same place ("X", "All posts by X"): among several there are the authors of other
/// articles.
#[derive(Default)]
pub(super) struct Authors {
    /// Where the first leads, and its text.
    first: Option<(String, String)>,
    differ: bool,
}

impl Authors {
    /// A link whose tag has one of the marks. Of a licence, the address is what counts.
    pub fn see(&mut self, tree: &Tree, id: Id, found: &mut Found) {
        let written = tree.attributes(id);
        let Some(relations) = attribute(written, "rel") else { return };
        let address = || attribute(head(written), "href").unwrap_or_default();
        for relation in relations.split_ascii_whitespace() {
            match relation.to_ascii_lowercase().as_str() {
                "author" if !self.differ => match &self.first {
                    Some((first, _)) => self.differ = *first != address(),
                    None => self.first = Some((address().into_owned(), text_of(tree, id))),
                },
                "category" => found.offer(Field::Categories, Source::Markup, &text_of(tree, id)),
                "license" | "licence" => found.offer(Field::Licence, Source::Markup, &address()),
                _ => {}
            }
        }
    }

    /// What they say together.
    pub fn offer(self, found: &mut Found) {
        if let Some((_, name)) = self.first.filter(|_| !self.differ) {
            found.offer(Field::Authors, Source::Markup, &name);
        }
    }
}

/// So many times are looked at.
const MOST_TIMES: usize = 1000;

/// The `time` elements of a page. One with `pubdate` is the date of the page; otherwise all must say the same, for among several
/// there are those of comments and of other pages.
#[derive(Default)]
pub(super) struct Times {
    /// How many were looked at.
    seen: usize,
    published: Option<String>,
    only: Option<String>,
    differ: bool,
}

impl Times {
    /// One of them. Those of comments and footers say nothing.
    pub fn see(&mut self, tree: &Tree, id: Id) {
        let written = tree.attributes(id);
        self.seen += 1;
        if self.published.is_some() || self.seen > MOST_TIMES {
            return;
        }
        let is_published = attribute(written, "pubdate").is_some();
        if self.differ && !is_published {
            return;
        }
        let Some(date) = attribute(written, "datetime").and_then(|date| super::date::iso(&date)) else {
            return;
        };
        if super::visible::is_of_others(tree, id) {
            return;
        }
        if is_published {
            self.published = Some(date);
        } else if self.only.as_ref().is_some_and(|only| *only != date) {
            self.differ = true;
        } else {
            self.only = Some(date);
        }
    }

    /// What they say together.
    pub fn offer(self, found: &mut Found) {
        let only = self.only.filter(|_| !self.differ);
        if let Some(date) = self.published.or(only) {
            found.offer(Field::Date, Source::Markup, &date);
        }
    }
}

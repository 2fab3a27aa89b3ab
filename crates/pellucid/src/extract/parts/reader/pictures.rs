//! Pictures, in a line and between paragraphs, and lines between paragraphs.

use std::borrow::Cow;

use super::{Open, Reader};
use crate::extract::blocks::{Block, is_hidden};
use crate::extract::parts::furniture::Furniture;
use crate::extract::parts::{Image, Mark, Part, PartKind, Style, math};
use crate::html::{self, Element, Id, Kind, Tree, attribute};

/// A longer `noscript` has more in it than a picture.
const LONGEST_NOSCRIPT: usize = 2048;

/// An icon is not larger, in pixels.
const ICON: u32 = 32;

/// Where smileys are, and how long the signs are that they stand for: `:laughing:`.
const EMOJI_FOLDERS: [&str; 9] =
    ["emoji", "emojis", "twemoji", "emoticon", "emoticons", "smiley", "smileys", "smiles", "smilies"];
const LONGEST_SMILEY: usize = 24;

/// Where links lead that share a page.
const SHARING: [&str; 22] = [
    "facebook.com/share",
    "facebook.com/dialog",
    "twitter.com/intent",
    "twitter.com/share",
    "twitter.com/home?status",
    "x.com/intent",
    "x.com/share",
    "linkedin.com/share",
    "linkedin.com/cws/share",
    "pinterest.com/pin/create",
    "reddit.com/submit",
    "tumblr.com/share",
    "tumblr.com/widgets/share",
    "telegram.me/share",
    "t.me/share",
    "vk.com/share",
    "connect.ok.ru",
    "whatsapp",
    "service.weibo.com/share",
    "b.hatena.ne.jp",
    "line.me/R/",
    "mailto:?",
];

/// Whether a picture is in a link that shares the page.
fn is_shared(tree: &Tree, id: Id) -> bool {
    tree.ancestors(id).take(3).any(|id| {
        tree.nodes()[id as usize].kind == Kind::Element(Element::A)
            && attribute(tree.attributes(id), "href")
                .is_some_and(|href| SHARING.iter().any(|address| href.contains(address)))
    })
}

/// The character that a picture is there for: by its class, by the folder that it is from, or because nothing else describes it.
fn character(tag: &str) -> Option<String> {
    let written =
        || htmlize::unescape_attribute(attribute(tag, "alt").unwrap_or_default().trim_ascii()).into_owned();
    let is_named = ["emo", "smil", "Smil"].iter().any(|part| tag.contains(part));
    if is_named && Furniture::Emoji.is(tag) {
        return Some(written());
    }
    let alternative = written();
    let is_from_folder = || {
        let source = attribute(tag, "src").or_else(|| attribute(tag, "data-src")).unwrap_or_default();
        let mut folders = source.split('/').rev().skip(1);
        let is_folder = |folder: &str| EMOJI_FOLDERS.iter().any(|name| folder.eq_ignore_ascii_case(name));
        folders.any(is_folder) && alternative.len() <= LONGEST_SMILEY && !alternative.contains(' ')
    };
    let is_character = !alternative.is_empty() && alternative.chars().all(is_emoji);
    (is_character || is_named && is_from_folder()).then_some(alternative)
}

/// Whether a character is an emoji, or a part of one.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1F000}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' | '\u{2300}'..='\u{23FF}' | '\u{2B00}'..='\u{2BFF}'
        | '\u{FE0F}' | '\u{200D}' | '\u{20E3}' | '\u{E0020}'..='\u{E007F}')
}

/// Whether a `style` hides its element.
fn is_unseen(style: &str) -> bool {
    let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
    style.contains("display:none") || style.contains("visibility:hidden")
}

/// Whether a tag is AMP's for pictures.
fn is_amp_img(tag: &str) -> bool {
    tag.get(1..8).is_some_and(|name| name.eq_ignore_ascii_case("amp-img"))
}

impl Reader<'_> {
    /// The figure that is open.
    pub(super) fn figure(&self) -> Option<&Open> {
        let open = (self.count.figures > 0).then_some(&self.open)?;
        open.iter().rev().find(|open| open.element == Element::Figure)
    }

    /// Whether a block belongs to a figure.
    pub(super) fn is_in_figure(&self, block: &Block) -> bool {
        let mut around = std::iter::once(block.element).chain(self.tree.ancestors(block.element)).take(4);
        around.any(|id| self.element(id) == Some(Element::Figure))
    }

    /// Pictures and lines between two nodes become parts.
    pub(super) fn pictures(&mut self, from: Id, to: Id) {
        let mut at = from;
        while at < to && !self.room.is_full() {
            match self.element(at) {
                Some(Element::Noscript) => {
                    self.hidden_picture(at);
                    at = self.node(at).end;
                    continue;
                }
                Some(element) if is_hidden(self.tree, element, at) => {
                    at = self.node(at).end;
                    continue;
                }
                Some(Element::Other) if is_amp_img(self.tree.source(at)) => {
                    if let Some(image) = self.image(self.tree, at) {
                        self.add_alone(at, PartKind::Image(image));
                    }
                    at = self.node(at).end;
                    continue;
                }
                Some(Element::Math) => {
                    at = self.node(at).end;
                    continue;
                }
                Some(Element::Img) => {
                    match (math::picture(self.tree.attributes(at)), self.image(self.tree, at)) {
                        (Some(formula), _) => self.add_formula_alone(at, formula),
                        (None, Some(image)) => self.add_alone(at, PartKind::Image(image)),
                        (None, None) => {}
                    }
                }
                Some(Element::Hr) => self.add_alone(at, PartKind::Rule),
                Some(element) => {
                    if let Some(formula) = self.silent_formula(at, element) {
                        self.add_formula_alone(at, formula);
                        at = self.node(at).end;
                        continue;
                    }
                }
                None => {}
            }
            at += 1;
        }
        self.done = self.done.max(at);
    }

    /// The picture of a `noscript`, for those without scripts: where it is not there already.
    fn hidden_picture(&mut self, id: Id) {
        let source = self.tree.source(id + 1);
        if self.node(id).end != id + 2 || source.len() > LONGEST_NOSCRIPT || !source.contains("<img") {
            return;
        }
        let tree = Tree::new(source);
        let img = (1..tree.nodes().len() as Id)
            .find(|at| tree.nodes()[*at as usize].kind == Kind::Element(Element::Img));
        if let Some(image) = img.and_then(|img| self.image(&tree, img)) {
            self.add_alone(id, PartKind::Image(image));
        }
    }

    /// A part without text.
    fn add_alone(&mut self, id: Id, kind: PartKind) {
        // What is lazy is often there twice, the second time for those without scripts.
        if self.parts.last().is_some_and(|last| last.kind == kind) {
            return;
        }
        self.go_to(id);
        let place = self.node(id).place.clone();
        let place = place.start as usize..place.end as usize;
        let selector = self.selector(id);
        let part = Part { place, selector, ..self.new_part(kind, 0) };
        self.push(part);
    }

    /// A paragraph that is a picture of a formula.
    fn add_formula_alone(&mut self, id: Id, formula: String) {
        self.go_to(id);
        let place = self.node(id).place.clone();
        let place = place.start as usize..place.end as usize;
        let marks = vec![Mark { range: 0..formula.len(), style: Style::Math }];
        let part = Part { place, text: formula, marks, ..self.new_part(PartKind::Paragraph, 0) };
        self.push(part);
    }

    pub(super) fn add_image(&mut self, id: Id) {
        let tag = self.tree.attributes(id);
        if let Some(character) = character(tag) {
            if !character.is_empty() {
                self.add(&character);
                self.add_place(id);
            }
            return;
        }
        self.add("");
        let image = self.image(self.tree, id);
        let (Some(part), Some(image)) = (&mut self.part, image) else { return };
        if !self.room.has_marks(part.marks.len()) {
            return;
        }
        let at = part.text.len();
        part.marks.push(Mark { range: at..at, style: Style::Image(image) });
        self.add_place(id);
    }

    /// The picture of an `img`, if it is one to look at.
    fn image(&self, tree: &Tree, id: Id) -> Option<Image> {
        // Where pictures come later, by a script, `src` is a placeholder.
        const SOURCES: [&str; 10] = [
            "data-src",
            "data-original",
            "data-original-src",
            "data-lazy-src",
            "data-lazy",
            "data-actualsrc",
            "data-orig-file",
            "src",
            "srcset",
            "data-srcset",
        ];
        let mut sources = [""; SOURCES.len()];
        let (mut alternative, mut is_small, mut is_icon) = ("", false, false);
        for (name, value) in html::attributes(tree.attributes(id)) {
            let is = |other: &str| name.eq_ignore_ascii_case(other);
            if is("width") || is("height") {
                match value.trim_ascii().trim_end_matches("px").parse::<u32>() {
                    // A point counts visitors.
                    Ok(0 | 1) => return None,
                    Ok(size) => is_small |= size <= ICON,
                    Err(_) => {}
                }
            }
            if is("hidden") || is("style") && is_unseen(value) || is("class") && value.contains("avatar") {
                return None;
            }
            is_icon |= is("class") && value.split_ascii_whitespace().any(|word| word.ends_with("icon"));
            if is("alt") {
                alternative = value;
            }
            if let Some(found) = SOURCES.iter().position(|source| name.eq_ignore_ascii_case(source)) {
                sources[found] = value;
            }
        }
        // Icons without a word, those of links that share the page, and characters.
        if character(tree.attributes(id)).is_some()
            || (is_small || is_icon) && alternative.trim_ascii().is_empty()
            || is_shared(tree, id)
        {
            return None;
        }
        let chosen = sources.iter().position(|source| !source.is_empty() && !source.starts_with("data:"));
        // A `picture` may have its sources only beside the `img`.
        let beside = || {
            let mut before = (tree.nodes()[id as usize].parent + 1..id).take(8);
            let set = |at: Id| attribute(tree.attributes(at), "srcset").filter(|set| !set.trim().is_empty());
            before.find_map(|at| {
                set(at).filter(|_| tree.nodes()[at as usize].kind == Kind::Element(Element::Source))
            })
        };
        let (chosen, written) = match chosen {
            Some(chosen) => (chosen, Cow::Borrowed(sources[chosen])),
            None => (SOURCES.len() - 1, beside()?),
        };
        // A set of sources begins with the first.
        let is_set = SOURCES[chosen].ends_with("srcset");
        let source = match written.split_ascii_whitespace().next() {
            Some(first) if is_set => first.trim_end_matches(','),
            _ => &written,
        };
        let alternative = htmlize::unescape_attribute(alternative);
        let alternative = alternative.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        Some(Image {
            source: self.address(&htmlize::unescape_attribute(source))?,
            alternative: alternative.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts;
    use super::*;
    use crate::extract::blocks::Blocks;

    #[test]
    fn pictures_that_come_later() {
        for (picture, expected) in [
            ("<img src=/placeholder.svg data-src=b>", "b"),
            ("<img src=data:x data-lazy-src=b><noscript><img src=b></noscript>", "b"),
            ("<img data-original-src=b alt=c>", "b"),
            ("<noscript><img src=b alt=c></noscript>", "b"),
            ("<picture><source srcset='b 1x, c 2x'><img alt=d></picture>", "b"),
            ("<amp-img src=b><noscript><img src=b></noscript></amp-img>", "b"),
        ] {
            let page = format!("<p>a</p>{picture}<p>d</p>");
            let tree = Tree::new(&page);
            let blocks = Blocks::new(&tree);
            let parts = parts(&tree, &blocks, &[true, true], &[]);
            let found = parts.iter().filter_map(|part| match &part.kind {
                PartKind::Image(image) => Some(image.source.to_string()),
                _ => None,
            });
            assert_eq!(found.collect::<Vec<_>>(), [expected], "{picture}");
        }
    }

    #[test]
    fn pictures_for_characters() {
        for (picture, expected) in [
            ("<img class=ipsEmoji src=x alt=😀>", "a 😀 b"),
            ("<img src='/Smileys/default/smiley.gif' alt='&#58;&#41;' width=15>", "a :) b"),
            ("<img src='https://x.example/emoji/v2/1f642.svg' alt=''>", "a b"),
            ("<img src='/smilies/all.png' alt='All of them'>", "a  b"),
        ] {
            let page = format!("<p>a {picture} b</p>");
            let tree = Tree::new(&page);
            let blocks = Blocks::new(&tree);
            let parts = parts(&tree, &blocks, &[true], &[]);
            assert_eq!(parts[0].text, expected, "{picture}");
            assert_eq!(parts[0].marks.len(), usize::from(picture.contains("All")), "{picture}");
        }
    }

    #[test]
    fn pictures_that_nobody_looks_at() {
        for picture in [
            "<img src=b width=20 height=20 alt=''>",
            "<img src=b class='site-icon'>",
            "<img src=b class='user-avatar x' alt=Ann>",
            "<img src=b style='display: none'>",
            "<a href='https://www.facebook.com/sharer.php?u=x'><img src=b alt=Facebook></a>",
        ] {
            let page = format!("<p>a</p>{picture}<p>d</p>");
            let tree = Tree::new(&page);
            let blocks = Blocks::new(&tree);
            assert_eq!(parts(&tree, &blocks, &[true, true], &[]).len(), 2, "{picture}");
        }
    }

    #[test]
    fn pictures_come_with_what_is_around_them() {
        let page = "<img src=0><p>a</p><img src=1 width=1><img src=data:x data-src=2 alt='b  c'><p>d</p><img src=3><p>e</p><figure><img srcset='4 1x, 5 2x'><figcaption>f";
        let tree = Tree::new(page);
        let blocks = Blocks::new(&tree);
        let parts = parts(&tree, &blocks, &[true, true, false, true], &[]);
        let shown = parts.iter().map(|part| match &part.kind {
            PartKind::Image(image) => format!("{} {}", image.source, image.alternative),
            _ => part.text.clone(),
        });
        assert_eq!(shown.collect::<Vec<_>>(), ["a", "2 b c", "d", "4 ", "f"]);
    }
}

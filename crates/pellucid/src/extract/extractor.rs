//! Our own extractor: what a page is about, in any script, by what was learned from pages that people read.
//!
//! `page → Tree → Blocks → features → Model → choose → Parts`

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::bidi;
use super::blocks::{Block, Blocks};
use super::metadata::{Metadata, metadata};
use super::model::ContentModel;
use super::model::choose::{Favor, choose};
use super::parts::{Part, parts};
use crate::html::{Element, Id, Kind, Tree, attributes};
use crate::write::{self, Options};

/// Takes main content out of pages. Cheap to make and to copy.
///
/// ```
/// use pellucid::extract::{Extractor, Favor};
///
/// let page = "<title>Tea - Notes</title><nav><a href=/>Home</a> <a href=/about>About</a></nav>\
///     <article><h1>Tea</h1><p>Water should not boil for green tea: 70 degrees are enough, and two minutes.</p>\
///     <p>Black tea wants boiling water, a warm pot, and between three and five minutes of patience.</p></article>\
///     <footer><a href=/imprint>Imprint</a></footer>";
/// let content = Extractor::default().extract(page);
/// assert_eq!(content.metadata.title.as_deref(), Some("Tea"));
/// let markdown = content.markdown(Default::default());
/// assert!(markdown.starts_with("# Tea\n\nWater should") && markdown.ends_with("of patience.\n"));
///
/// let careful = Extractor { favor: Favor::Precision, ..Extractor::default() };
/// assert!(careful.extract(page).parts.len() <= content.parts.len());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Extractor {
    /// What to do where it is not clear.
    pub favor: Favor,
    /// Whether readers' comments are wanted, too.
    pub comments: bool,
    /// Whether Hebrew in visual order, as pages in ISO-8859-8 have it, is turned into the order in which it is read; pages in
    /// logical order stay as they are. See [`bidi`].
    pub logical: bool,
    /// Whether Arabic and Hebrew presentation forms become the letters that they are forms of.
    pub letters: bool,
}

/// What was taken out of a page.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Extracted {
    /// What the page tells about itself.
    pub metadata: Metadata,
    /// The main content, in reading order.
    pub parts: Vec<Part>,
    /// Why there is none.
    pub empty: Option<Empty>,
}

/// What was thought of a block of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// How likely it is main content.
    pub score: f32,
    /// Whether it was taken.
    pub chosen: bool,
    /// From where to where it is in the source, in bytes.
    pub place: Range<usize>,
    /// How many characters it has, without white space.
    pub characters: u32,
}

/// Why a page has no main content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Empty {
    /// There is nothing, or only white space.
    Nothing,
    /// Only frames are there: the text is in other pages.
    Frames,
    /// Only scripts are there, which would write the text.
    Scripts,
    /// Markup, but no text.
    NoText,
    /// Only links and the like.
    Navigation,
    /// Text, but none that looks like main content.
    Unlikely,
}

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Empty::Nothing => "no main content: the page is empty",
            Empty::Frames => "no main content: only frames, whose text is in other pages",
            Empty::Scripts => "no main content: only scripts, which would write the text",
            Empty::NoText => "no main content: no text",
            Empty::Navigation => "no main content: only navigation",
            Empty::Unlikely => "no main content: nothing looks like it",
        })
    }
}

impl Extracted {
    /// As plain text.
    pub fn text(&self, options: Options) -> String {
        write::text(&self.parts, options)
    }

    /// As Markdown.
    pub fn markdown(&self, options: Options) -> String {
        write::markdown(&self.parts, options)
    }

    /// As clean HTML.
    pub fn html(&self, options: Options) -> String {
        write::html(&self.parts, options)
    }
}

impl Extractor {
    /// The main content of a decoded page. Any text is a page.
    ///
    /// Places of parts are those in this text; where it had to be turned or written in letters, in the text after that.
    pub fn extract(&self, html: &str) -> Extracted {
        let html = self.prepared(html);
        let (page, scores, chosen) = self.judged(ContentModel::shipped(), &html);
        let empty = (!chosen.contains(&true)).then(|| page.why_empty());
        Extracted {
            metadata: metadata(&page.tree),
            parts: parts(&page.tree, &page.blocks, &chosen, &scores),
            empty,
        }
    }

    /// What is thought of each block of a page, in their order.
    pub fn scores(&self, html: &str) -> Vec<Scored> {
        let html = self.prepared(html);
        let (page, scores, chosen) = self.judged(ContentModel::shipped(), &html);
        let scored = |(n, block): (usize, &Block)| Scored {
            score: scores[n],
            chosen: chosen[n],
            place: block.place.start as usize..block.place.end as usize,
            characters: block.characters,
        };
        page.blocks.all().iter().enumerate().map(scored).collect()
    }

    /// The text of a page by a model that does not ship: what the judge needs to leave a site out.
    pub fn text_by(&self, model: &ContentModel, html: &str) -> String {
        let html = self.prepared(html);
        let (page, scores, chosen) = self.judged(model, &html);
        write::text(&parts(&page.tree, &page.blocks, &chosen, &scores), Options::default())
    }

    /// The page as it is read: turned and in letters, where that is asked for. Places are those in it.
    pub fn prepared<'a>(&self, html: &'a str) -> Cow<'a, str> {
        let turned =
            if self.logical && bidi::is_visual(html) { bidi::logical_page(html) } else { html.into() };
        match self.letters {
            true => bidi::normalise_presentation(&turned).into_owned().into(),
            false => turned,
        }
    }

    /// A page as it was read, how likely each block is main content, and whether it is taken.
    fn judged<'a>(&self, model: &ContentModel, html: &'a str) -> (Page<'a>, Vec<f32>, Vec<bool>) {
        let page = Page::new(html);
        let scores = page.scores(model);
        let chosen = self.choose(&page, &scores);
        (page, scores, chosen)
    }

    fn choose(&self, page: &Page, scores: &[f32]) -> Vec<bool> {
        let characters: Vec<f32> = page.blocks.all().iter().map(|block| block.characters as f32).collect();
        let mut chosen = choose(scores, &characters, self.favor);
        // The model has only seen pages with content, and finds some in any menu.
        if page.is_navigation() {
            chosen.fill(false);
        }
        if self.comments {
            let comments = page.comments();
            for (block, chosen) in page.blocks.all().iter().zip(&mut chosen) {
                *chosen |= block.linked * 2 < block.characters && comments[block.element as usize];
            }
        }
        chosen
    }
}

/// With more of its characters in links, a page is only navigation: no page with content in the development corpus has more than
/// 0.953.
const MOSTLY: f32 = 0.97;

/// A page that was read.
struct Page<'a> {
    tree: Tree<'a>,
    blocks: Blocks,
}

impl<'a> Page<'a> {
    fn new(html: &'a str) -> Page<'a> {
        let tree = Tree::new(html);
        let blocks = Blocks::new(&tree);
        Page { tree, blocks }
    }

    /// How likely each block is main content.
    fn scores(&self, model: &ContentModel) -> Vec<f32> {
        let values = model.values(&self.tree, &self.blocks);
        values.into_iter().map(|value| 1.0 / (1.0 + (-value).exp())).collect()
    }

    /// Whether each node is text of readers: in something that is called a comment, and not in a form.
    ///
    /// One walk from the root down. Blocks that walk up would read the same long tags again and again.
    fn comments(&self) -> Vec<bool> {
        let is_called_comment = |id: Id| {
            attributes(self.tree.attributes(id)).any(|(name, value)| {
                ["class", "id", "itemprop", "itemtype"].iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
                    && memchr::memmem::find(value.to_ascii_lowercase().as_bytes(), b"comment").is_some()
            })
        };
        let mut called: Vec<(bool, bool)> = Vec::with_capacity(self.tree.nodes().len());
        for (id, node) in self.tree.nodes().iter().enumerate() {
            let (comment, form) = called.get(node.parent as usize).copied().unwrap_or_default();
            called.push(match node.kind {
                // What a whole page is called says nothing.
                Kind::Element(Element::Body, _) => (false, form),
                Kind::Element(Element::Form | Element::Nav | Element::Button, _) => (comment, true),
                Kind::Element(..) => (comment || is_called_comment(id as Id), form),
                Kind::Text(_) => (comment, form),
            });
        }
        called.into_iter().map(|(comment, form)| comment && !form).collect()
    }

    /// Whether there is nothing to read but links.
    fn is_navigation(&self) -> bool {
        let (characters, linked) = self.linked();
        linked as f32 > MOSTLY * characters as f32
    }

    /// How many characters there are, and how many of them in links.
    fn linked(&self) -> (u64, u64) {
        let sum = |of: fn(&Block) -> u32| self.blocks.all().iter().map(|block| u64::from(of(block))).sum();
        (sum(|block| block.characters), sum(|block| block.linked))
    }

    fn why_empty(&self) -> Empty {
        let has = |wanted: &[Element]| {
            let mut nodes = self.tree.nodes().iter();
            nodes.any(|node| matches!(node.kind, Kind::Element(element, _) if wanted.contains(&element)))
        };
        let (characters, linked) = self.linked();
        match () {
            () if self.tree.html().trim().is_empty() => Empty::Nothing,
            () if characters > 0 && linked * 2 > characters => Empty::Navigation,
            () if characters > 0 => Empty::Unlikely,
            () if has(&[Element::Frame, Element::Frameset, Element::Iframe]) => Empty::Frames,
            () if has(&[Element::Script]) => Empty::Scripts,
            () => Empty::NoText,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARTICLE: &str = "<p>Water should not boil for green tea: 70 degrees are enough, and two minutes.</p>\
        <p>Black tea wants boiling water, a warm pot, and between three and five minutes of patience.</p>";

    fn page(inside: &str) -> String {
        format!(
            "<title>Tea</title><body><nav><ul><li><a href=/>Home</a><li><a href=/b>Books</a></ul></nav>\
             <article><h1>Tea</h1>{inside}</article><footer><a href=/i>Imprint</a></footer>"
        )
    }

    #[test]
    fn the_article_is_taken_and_the_menu_is_not() {
        let content = Extractor::default().extract(&page(ARTICLE));
        let text = content.text(Options::default());
        assert!(text.contains("green tea") && text.contains("patience."), "{text}");
        assert!(!text.contains("Imprint") && !text.contains("Home"), "{text}");
        assert_eq!(content.empty, None);
    }

    #[test]
    fn reasons_are_told_where_nothing_is_taken() {
        let cases = [
            ("", Empty::Nothing),
            (" \n", Empty::Nothing),
            ("<frameset><frame src=a><frame src=b></frameset>", Empty::Frames),
            ("<body><script>write('x')", Empty::Scripts),
            ("<img src=x>", Empty::NoText),
        ];
        for (html, reason) in cases {
            let content = Extractor::default().extract(html);
            assert_eq!((content.empty, content.parts.len()), (Some(reason), 0), "{html}");
        }
        let menu = "<li><a href=x>Item</a></li>".repeat(40);
        let content = Extractor::default().extract(&format!("<nav><ul>{menu}</ul></nav>"));
        assert_eq!(content.empty, Some(Empty::Navigation));
        assert_eq!(Empty::Navigation.to_string(), "no main content: only navigation");
    }

    #[test]
    fn comments_come_on_request() {
        let html = page(ARTICLE).replace(
            "<footer>",
            "<section id=comments><h3>1 comment</h3><ol><li class=comment><p>I drink it with milk, always.</p></ol></section><footer>",
        );
        let with =
            Extractor { comments: true, ..Extractor::default() }.extract(&html).text(Options::default());
        assert!(with.contains("green tea") && with.contains("with milk"), "{with}");
        assert!(!with.contains("Imprint"), "{with}");
    }

    #[test]
    fn every_block_has_a_score() {
        let html = page(ARTICLE);
        let scores = Extractor::default().scores(&html);
        assert_eq!(scores.len(), 6);
        assert!(scores[3].chosen && scores[3].score > 0.5 && !scores[0].chosen);
        assert!(html[scores[3].place.clone()].starts_with("Water should"));
    }

    #[test]
    fn visual_hebrew_and_presentation_forms_on_request() {
        let line = "<p>.םידומיל לע תורעה המכו ,הפק לע ,הת לע :דאמ ךורא רמאמ</p>".repeat(4);
        let text = |extractor: Extractor| extractor.extract(&page(&line)).text(Options::default());
        assert!(text(Extractor::default()).contains("דאמ ךורא רמאמ"));
        let logical = text(Extractor { logical: true, ..Extractor::default() });
        assert!(logical.contains("מאמר ארוך מאד: על תה, על קפה, וכמה הערות על לימודים."), "{logical}");
        let forms = page(
            "<p>\u{FEB3}\u{FEFC}\u{FEE1}\u{060C} \u{FEA9}\u{FEE7}\u{FEF4}\u{FE8E}. \u{FEB3}\u{FEFC}\u{FEE1}.</p>",
        );
        let letters =
            Extractor { letters: true, ..Extractor::default() }.extract(&forms).text(Options::default());
        assert!(letters.contains("سلام، دنيا. سلام."), "{letters}");
    }
}

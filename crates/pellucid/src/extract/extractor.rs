//! The default extractor, or one from the papers: decoded HTML in, its main content and metadata out.
//!
//! `page → Tree → Blocks → features → ContentModel → choose → Parts`

use std::borrow::Cow;

use super::bidi;
use super::blocks::{Block, Blocks};
use super::comments::{self, Comment, Comments};
use super::elsewhere::{self, Origin};
use super::extracted::{Empty, Extracted, Scored};
use super::metadata::metadata;
use super::model::choose::{Favor, choose, quality};
use super::model::{ContentModel, Judged};
use super::page_type::PageType;
use super::parts::reader::{How, parts_within};
use super::settle::{blocks_in, settle};
use super::title::{self, Title};
use crate::budget::Budget;
use crate::html::address::{is_absolute, resolve};
use crate::html::selector::Selector;
use crate::html::{Element, Id, Kind, Tree, attribute};
use crate::named::named;
#[cfg(feature = "papers")]
use crate::papers::r2l;

/// What of a page becomes its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Extract {
    /// The main content.
    #[default]
    Main,
    /// All that a reader sees, menus and the like included, a line for each block.
    All,
    /// The decoded page as it is, markup included.
    Nothing,
}

named!(Extract, "kind of text to extract": Main => "main", All => "all", Nothing => "none");

/// The extractors by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExtractorName {
    /// The default: a model that was trained on pages in many languages.
    #[default]
    Default,
    /// R2L, from a paper: characters of a script against ASCII. Needs the feature `papers`, as the others below.
    R2l,
    /// R2L with a parser: only text counts as content.
    R2lPlus,
    /// R2L on the tree: its rule, over blocks of text instead of lines of the source.
    R2lTree,
    /// LICEA: the run of long texts with the most characters.
    Licea,
    /// DANAg: text against tags.
    Danag,
}

named!(ExtractorName, "extractor":
    Default => "default",
    R2l => "r2l",
    R2lPlus => "r2l+",
    R2lTree => "r2l-tree",
    Licea => "licea",
    Danag => "danag",
);

/// Extracts main content from pages. Cheap to make and to clone.
///
/// ```
/// use pellucid::extract::{Extractor, Favor};
///
/// let page = "<title>Tea - Notes</title><nav><a href=/>Home</a> <a href=/about>About</a></nav>\
///     <article><h1>Tea</h1><p>Water should not boil for green tea: 70 degrees are enough, and two minutes.</p>\
///     <p>Black tea wants boiling water, a warm pot, and between three and five minutes of patience.</p></article>\
///     <footer><a href=/imprint>Imprint</a></footer>";
/// let content = Extractor::new().extract(page);
/// assert_eq!(content.metadata.title.as_deref(), Some("Tea"));
/// let markdown = content.markdown(Default::default());
/// assert!(markdown.starts_with("# Tea\n\nWater should") && markdown.ends_with("of patience.\n"));
///
/// let careful = Extractor::new().favor(Favor::Precision);
/// assert!(careful.extract(page).parts.len() <= content.parts.len());
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Extractor {
    favor: Favor,
    comments: Comments,
    title: Title,
    keep: Option<Selector>,
    prune: Option<Selector>,
    selectors: bool,
    logical: bool,
    letters: bool,
    #[cfg(feature = "papers")]
    paper: Option<r2l::Paper>,
}

impl Extractor {
    /// The default extractor.
    pub fn new() -> Extractor {
        Extractor::default()
    }

    /// An extractor from the papers, with its settings. [`Extractor::favor`] and [`Extractor::comments`] do not concern it.
    #[cfg(feature = "papers")]
    pub fn paper(mut self, paper: impl Into<r2l::Paper>) -> Extractor {
        self.paper = Some(paper.into());
        self
    }

    /// What to do where it is not clear what belongs to the content.
    pub fn favor(mut self, favor: Favor) -> Extractor {
        self.favor = favor;
        self
    }

    /// Whether readers' comments are wanted, too: `true` is [`Comments::Text`].
    ///
    /// ```
    /// use pellucid::extract::{Comments, Extractor};
    ///
    /// let page = "<article><p>Water should not boil for green tea: 70 degrees are enough, and two minutes.</p></article>\
    ///     <ol id=comments><li class=comment><b class=fn>Ada</b> <time datetime=2024-05-06>May</time><p>With milk, always.</p></ol>";
    /// let content = Extractor::new().comments(Comments::Apart).extract(page);
    /// let comment = &content.comments[0];
    /// assert_eq!((comment.text.as_str(), comment.author.as_deref()), ("With milk, always.", Some("Ada")));
    /// assert_eq!(comment.date.as_deref(), Some("2024-05-06"));
    /// assert!(!content.text(Default::default()).contains("milk"));
    /// ```
    pub fn comments(mut self, comments: impl Into<Comments>) -> Extractor {
        self.comments = comments.into();
        self
    }

    /// Whether the title of the page stands above its content.
    pub fn title(mut self, title: Title) -> Extractor {
        self.title = title;
        self
    }

    /// What these elements hold is content, whatever the model says: for those who know a site.
    ///
    /// ```
    /// use pellucid::extract::{Extractor, Selector};
    ///
    /// let page = "<article><p>Water should not boil for green tea: 70 degrees are enough<sup>1</sup>, and two minutes.</p>\
    ///     </article><footer><a href=/i>Imprint</a><p class=note>1 Of Celsius.</p></footer>";
    /// let content = Extractor::new().keep(".note".parse::<Selector>()?).prune("sup".parse::<Selector>()?).extract(page);
    /// let text = content.text(Default::default());
    /// assert!(text.contains("enough, and") && text.ends_with("1 Of Celsius.\n") && !text.contains("Imprint"));
    /// # Ok::<(), pellucid::extract::SelectorError>(())
    /// ```
    pub fn keep(mut self, selector: impl Into<Option<Selector>>) -> Extractor {
        self.keep = selector.into();
        self
    }

    /// These elements are passed over with all that is in them, as if the page had none. Metadata is read from all of the page.
    pub fn prune(mut self, selector: impl Into<Option<Selector>>) -> Extractor {
        self.prune = selector.into();
        self
    }

    /// Whether each part has the selector of its element.
    pub fn selectors(mut self, selectors: bool) -> Extractor {
        self.selectors = selectors;
        self
    }

    /// Whether Hebrew in visual order, as pages in ISO-8859-8 have it, is turned into the order in which it is read. Pages in
    /// logical order stay as they are. See [`bidi`].
    pub fn logical(mut self, logical: bool) -> Extractor {
        self.logical = logical;
        self
    }

    /// Whether Arabic and Hebrew presentation forms become the letters that they are forms of.
    pub fn letters(mut self, letters: bool) -> Extractor {
        self.letters = letters;
        self
    }

    /// Which one it is.
    #[must_use]
    pub fn name(&self) -> ExtractorName {
        #[cfg(feature = "papers")]
        if let Some(paper) = &self.paper {
            return paper.name();
        }
        ExtractorName::Default
    }

    /// The main content of a decoded page. Any text is a page.
    ///
    /// Places of parts are those in this text; where it had to be turned or written in letters, in the text after that.
    #[must_use]
    pub fn extract(&self, html: &str) -> Extracted {
        self.run(html, Budget::new(html.len(), 0), &Asked::default())
    }

    /// The same, with what else is known and wanted.
    pub(crate) fn run(&self, html: &str, budget: Budget, asked: &Asked) -> Extracted {
        self.run_by(ContentModel::shipped(), html, budget, asked)
    }

    /// The same by another model than the one that ships: what evaluation needs to leave a site out.
    #[doc(hidden)]
    #[must_use]
    pub fn extract_by(&self, model: &ContentModel, html: &str) -> Extracted {
        self.run_by(model, html, Budget::new(html.len(), 0), &Asked::default())
    }

    fn run_by(&self, model: &ContentModel, html: &str, budget: Budget, asked: &Asked) -> Extracted {
        let html = self.prepared(html);
        let budget = match &html {
            Cow::Owned(html) => budget.without(html.capacity()),
            Cow::Borrowed(_) => budget,
        };
        #[cfg(feature = "papers")]
        if let Some(paper) = &self.paper {
            return paper.run(&html);
        }
        let tree = Tree::within(&html, budget.tree());
        let (mut metadata, base) = (metadata(&tree), base(&tree, asked.url));
        for address in [&mut metadata.url, &mut metadata.image].into_iter().flatten() {
            if let Some(absolute) = base.as_deref().and_then(|base| resolve(base, address)) {
                *address = absolute;
            }
        }
        let (page, scores, mut chosen) = self.judged(model, self.pruned(tree), budget);
        let page_type = page.page_type;
        let how =
            |budget: Budget| How { bytes: budget.all(), base: base.as_deref(), selectors: self.selectors };
        if let Some((origin, html)) = page.elsewhere(&chosen) {
            let budget = Budget::new(html.len(), 0);
            let found = self.elsewhere(model, origin, &html, &how(budget), budget);
            if found.empty.is_none() {
                let truncated = page.blocks.is_cut() || found.truncated;
                return Extracted { metadata, origin, page_type, truncated, ..found };
            }
        }
        let comments = self.take_comments(&page, &mut chosen, &how(budget));
        let held = comments.iter().map(|comment| size_of::<Comment>() + comment.text.capacity()).sum();
        // Before parts take what memory is left.
        let quality = page.quality(&scores, &chosen);
        let (mut parts, is_cut) =
            parts_within(&page.tree, &page.blocks, &chosen, &scores, &how(budget.without(held)));
        let title = metadata.title.as_deref();
        title::place(&mut parts, title, self.title);
        let heading = match self.title {
            Title::Auto => title::above(&page.tree, &page.blocks, &chosen, &parts, title),
            _ => None,
        };
        Extracted {
            heading,
            metadata,
            parts,
            comments,
            truncated: page.blocks.is_cut() || is_cut,
            quality: Some(quality),
            page_type,
            empty: (!chosen.contains(&true)).then(|| page.why_empty()),
            blocks: if asked.explain { page.scored(&scores, &chosen) } else { Vec::new() },
            ..Extracted::default()
        }
    }

    /// The content of a text that was elsewhere. All of an article is content.
    fn elsewhere(
        &self,
        model: &ContentModel,
        origin: Origin,
        html: &str,
        how: &How,
        budget: Budget,
    ) -> Extracted {
        let tree = Tree::within(html, budget.tree());
        let (page, scores, mut chosen) = self.judged(model, self.pruned(tree), budget);
        if origin != Origin::Noscript {
            chosen.fill(true);
        }
        let (parts, truncated) = parts_within(&page.tree, &page.blocks, &chosen, &scores, how);
        let empty = parts.is_empty().then_some(Empty::NoText);
        let quality = Some(page.quality(&scores, &chosen));
        Extracted { parts, truncated, empty, quality, ..Extracted::default() }
    }

    /// A page without what is to be passed over.
    pub(super) fn pruned<'a>(&self, tree: Tree<'a>) -> Tree<'a> {
        match self.prune.as_ref().map(|selector| selector.outermost(&tree)) {
            Some(removed) => tree.without(&removed),
            None => tree,
        }
    }

    /// The comments of a page; their blocks are chosen or not, as they are wanted.
    fn take_comments(&self, page: &Page, chosen: &mut [bool], how: &How) -> Vec<Comment> {
        if self.comments == Comments::None {
            return Vec::new();
        }
        let found = comments::Found::new(&page.tree);
        let is_comment: Vec<bool> = page.blocks.all().iter().map(|block| found.has(block)).collect();
        let is_all = !chosen.iter().zip(&is_comment).any(|(chosen, comment)| *chosen && !comment);
        for (chosen, comment) in chosen.iter_mut().zip(is_comment) {
            match self.comments {
                Comments::Text => *chosen |= comment,
                // Where there is nothing else, they are what the page is about.
                _ => *chosen &= is_all || !comment,
            }
        }
        found.list(&page.tree, &page.blocks, &How { selectors: false, ..*how })
    }

    /// The page as it is read: turned and in letters, where that is asked for. Places are those in it.
    fn prepared<'a>(&self, html: &'a str) -> Cow<'a, str> {
        let turned =
            if self.logical && bidi::is_visual(html) { bidi::logical_page(html) } else { html.into() };
        match self.letters {
            true => bidi::normalise_presentation(&turned).into_owned().into(),
            false => turned,
        }
    }

    /// A page as it was read, how likely each block is main content, and whether it is taken.
    fn judged<'a>(
        &self,
        model: &ContentModel,
        tree: Tree<'a>,
        budget: Budget,
    ) -> (Page<'a>, Vec<f32>, Vec<bool>) {
        let mut page = Page::new(tree, budget);
        let scores = page.scores(model);
        let chosen = self.choose(&page, &scores);
        (page, scores, chosen)
    }

    fn choose(&self, page: &Page, scores: &[f32]) -> Vec<bool> {
        let mut chosen = choose(scores, &page.characters(), self.favor);
        // The model has only seen pages with content, and finds some in any menu.
        if page.is_navigation() {
            chosen.fill(false);
        }
        settle(&page.tree, &page.blocks, &mut chosen);
        let kept = self.keep.as_ref().map(|selector| selector.outermost(&page.tree)).unwrap_or_default();
        for id in kept {
            chosen[blocks_in(&page.tree, &page.blocks, id)].fill(true);
        }
        chosen
    }
}

/// What addresses of a page are relative to: its `base`, or where it is.
fn base(tree: &Tree, url: Option<&str>) -> Option<String> {
    let is_base = |id: &usize| tree.nodes()[*id].kind == Kind::Element(Element::Base);
    let bases = (0..tree.nodes().len()).filter(is_base);
    let written = bases.filter_map(|id| attribute(tree.attributes(id as Id), "href")).next();
    let written = written.map(|written| written.trim_ascii().to_owned());
    let resolved = url.zip(written.as_deref()).and_then(|(url, written)| resolve(url, written));
    let known = resolved.or(written.filter(|written| is_absolute(written)));
    known.or_else(|| url.map(str::to_owned)).filter(|base| is_absolute(base) && base.len() <= LONGEST_BASE)
}

/// Longer addresses are no base: each link of a page would have it.
const LONGEST_BASE: usize = 1024;

/// What else is known of a page, and wanted.
#[derive(Default)]
pub(crate) struct Asked<'a> {
    /// Where it is.
    pub url: Option<&'a str>,
    /// Every block with its score.
    pub explain: bool,
}

/// With more of its characters in links, a page is only navigation: no page with content in the development corpus has more than
/// 0.953.
const MOSTLY: f32 = 0.97;

/// A page that was read.
struct Page<'a> {
    tree: Tree<'a>,
    blocks: Blocks,
    page_type: Option<PageType>,
}

impl<'a> Page<'a> {
    fn new(tree: Tree<'a>, budget: Budget) -> Page<'a> {
        let blocks = Blocks::within(&tree, budget.blocks());
        Page { tree, blocks, page_type: None }
    }

    /// Each block with its score.
    fn scored(&self, scores: &[f32], chosen: &[bool]) -> Vec<Scored> {
        let scored = |(n, block): (usize, &Block)| Scored {
            score: scores[n],
            chosen: chosen[n],
            place: block.place.start as usize..block.place.end as usize,
            characters: block.characters,
            text: self.blocks.text(block).to_owned(),
        };
        self.blocks.all().iter().enumerate().map(scored).collect()
    }

    /// The text that is elsewhere, if next to nothing was chosen here.
    fn elsewhere(&self, chosen: &[bool]) -> Option<(Origin, String)> {
        let taken = self.blocks.all().iter().zip(chosen).filter(|(_, chosen)| **chosen);
        let characters: u32 = taken.map(|(block, _)| block.characters).fold(0, u32::saturating_add);
        if characters >= elsewhere::ENOUGH {
            return None;
        }
        elsewhere::find(&self.tree, characters)
    }

    /// How many characters each block has.
    fn characters(&self) -> Vec<f32> {
        self.blocks.all().iter().map(|block| block.characters as f32).collect()
    }

    /// How good a choice of blocks is likely to be.
    fn quality(&self, scores: &[f32], chosen: &[bool]) -> f32 {
        quality(scores, &self.characters(), chosen)
    }

    /// How likely each block is main content; and what sort of page it is is known now.
    fn scores(&mut self, model: &ContentModel) -> Vec<f32> {
        let Judged { values, page_type } = model.judge(&self.tree, &self.blocks);
        self.page_type = page_type;
        values.into_iter().map(|value| 1.0 / (1.0 + libm::expf(-value))).collect()
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
            nodes.any(|node| matches!(node.kind, Kind::Element(element) if wanted.contains(&element)))
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
    use crate::write::WriteOptions;

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
        let text = content.text(WriteOptions::default());
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
    fn content_may_be_elsewhere() {
        let body =
            "Water should not boil for green tea: 70 degrees are enough, and two minutes.\\n\\n".repeat(5);
        let script = |kind: &str| {
            format!(
                r#"<script type="application/ld+json">{{"@type":"{kind}","headline":"Tea","articleBody":"{body}"}}</script>"#
            )
        };
        let of = |html: &str| {
            let found = Extractor::default().extract(html);
            (found.origin, found.parts.len(), found.empty)
        };
        assert_eq!(
            of(&format!("<body><div id=root></div>{}", script("NewsArticle"))),
            (Origin::JsonLd, 5, None)
        );
        assert_eq!(of(&format!("<body>{}", script("Organization"))).0, Origin::Page);
        let (origin, parts, empty) =
            of(&format!("<body><div id=root></div><noscript>{ARTICLE}{ARTICLE}</noscript>"));
        assert_eq!((origin, empty), (Origin::Noscript, None));
        assert!(parts > 1);
        assert_eq!(of(&format!("{}{}", page(&ARTICLE.repeat(3)), script("NewsArticle"))).0, Origin::Page);
        let data = |attributes: &str, around: [&str; 2]| {
            let [before, after] = around;
            format!(
                r#"<body><div id=app></div><script {attributes}>{before}{{"page":{{"text":"{body}"}}}}{after}</script>"#
            )
        };
        let next = data("id=__NEXT_DATA__ type='application/json'", ["", ""]);
        assert_eq!(of(&next), (Origin::Data, 5, None));
        assert_eq!(of(&data("", ["window.__STATE__ = ", ";"])), (Origin::Data, 5, None));
        assert_eq!(of(&data("", ["const a = ", ";"])).0, Origin::Page);
        assert!(Extractor::default().extract(&next).quality.is_some_and(|quality| quality > 0.0));
        assert_eq!(
            of("<body><noscript>Please enable scripts.</noscript><script>x</script>"),
            (Origin::Page, 0, Some(Empty::Scripts))
        );
    }

    #[test]
    fn comments_come_on_request() {
        let html = page(ARTICLE).replace(
            "<footer>",
            "<section id=comments><h3>1 comment</h3><ol><li class=comment><p>I drink it with milk, always.</p></ol></section><footer>",
        );
        let with = Extractor::new().comments(true).extract(&html).text(WriteOptions::default());
        assert!(with.contains("green tea") && with.contains("with milk"), "{with}");
        assert!(!with.contains("Imprint"), "{with}");
    }

    #[test]
    fn addresses_are_absolute_where_the_page_is_known() {
        let html = page(&format!(
            "{ARTICLE}<p>See <a href=../b?c>the other text</a>, it is much longer than this one.</p>"
        ));
        let links = |html: &str, url| {
            let asked = Asked { url, explain: false };
            let found = Extractor::new().run(html, Budget::new(html.len(), 0), &asked);
            found.markdown(WriteOptions::new().links(true))
        };
        assert!(links(&html, None).contains("](../b?c)"));
        assert!(links(&html, Some("http://a.org/x/y/z")).contains("](http://a.org/x/b?c)"));
        let based = format!("<base href='https://c.org/d/e/f'>{html}");
        assert!(links(&based, None).contains("](https://c.org/d/b?c)"));
        let based = format!("<base href='/d/e/f'>{html}");
        assert!(links(&based, Some("http://a.org/x")).contains("](http://a.org/d/b?c)"));
        assert!(links(&based, None).contains("](../b?c)"));
    }

    #[test]
    fn the_title_stands_above_or_does_not() {
        let text =
            |html: &str, title| Extractor::new().title(title).extract(html).text(WriteOptions::default());
        let with = page(ARTICLE);
        assert_eq!(text(&with, Title::Always), text(&with, Title::Auto));
        assert!(text(&with, Title::Auto).starts_with("Tea\n\nWater"));
        assert!(text(&with, Title::Never).starts_with("Water"));
        let without = with.replace("<h1>Tea</h1>", "");
        assert!(text(&without, Title::Auto).starts_with("Water"));
        assert!(text(&without, Title::Always).starts_with("Tea\n\nWater"));
    }

    #[test]
    fn parts_have_selectors_that_mean_them() {
        let html = page(ARTICLE);
        let parts = Extractor::new().selectors(true).extract(&html).parts;
        let selector = parts[1].selector.as_deref().unwrap();
        assert_eq!(selector, "body > article:nth-of-type(1) > p:nth-of-type(1)");
        let only = Extractor::new().prune(selector.parse::<Selector>().unwrap()).extract(&html);
        assert!(!only.text(WriteOptions::default()).contains("green tea"));
    }

    #[test]
    fn every_block_has_a_score() {
        let html = page(ARTICLE);
        let asked = Asked { explain: true, url: None };
        let scores = Extractor::default().run(&html, Budget::new(html.len(), 0), &asked).blocks;
        assert_eq!(scores.len(), 6);
        assert!(scores[3].chosen && scores[3].score > 0.5 && !scores[0].chosen);
        assert!(html[scores[3].place.clone()].starts_with("Water should"));
    }

    #[test]
    fn visual_hebrew_and_presentation_forms_on_request() {
        let line = "<p>.םידומיל לע תורעה המכו ,הפק לע ,הת לע :דאמ ךורא רמאמ</p>".repeat(4);
        let text = |extractor: Extractor| extractor.extract(&page(&line)).text(WriteOptions::default());
        assert!(text(Extractor::default()).contains("דאמ ךורא רמאמ"));
        let logical = text(Extractor::new().logical(true));
        assert!(logical.contains("מאמר ארוך מאד: על תה, על קפה, וכמה הערות על לימודים."), "{logical}");
        let forms = page(
            "<p>\u{FEB3}\u{FEFC}\u{FEE1}\u{060C} \u{FEA9}\u{FEE7}\u{FEF4}\u{FE8E}. \u{FEB3}\u{FEFC}\u{FEE1}.</p>",
        );
        let letters = Extractor::new().letters(true).extract(&forms).text(WriteOptions::default());
        assert!(letters.contains("سلام، دنيا. سلام."), "{letters}");
    }
}

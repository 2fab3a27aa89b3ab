//! What page authors call the places of a page, and which elements say what a place is: knowledge, no machinery.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use crate::html::Element;

/// Parts of the names of classes and places, as people name them in every language's pages. What each means is learned, not written
/// here: a word may speak for content, against it, or neither. Each is a feature: `class:comment` for `comment`.
#[rustfmt::skip]
pub const WORDS: &[&str] = &[
    "about", "abstract", "ad", "address", "alert", "answer", "archive", "article", "audio", "author",
    "avatar", "banner", "bar", "bio", "block", "blog", "body", "bottom", "box", "breadcrumb", "button",
    "byline", "caption", "card", "carousel", "cart", "category", "cell", "center", "chart", "code",
    "collapse", "column", "comment", "consent", "contact", "content", "cookie", "copyright", "credit",
    "cta", "data", "date", "dek", "desc", "detail", "dialog", "disclaim", "disqus", "doc", "edit",
    "entry", "excerpt", "faq", "feature", "feed", "feedback", "field", "foot", "footnote", "form",
    "forum", "gallery", "gdpr", "grid", "head", "help", "hentry", "hero", "hidden", "hide", "highlight",
    "home", "image", "info", "infobox", "inner", "intro", "item", "kicker", "label", "latest", "lead",
    "left", "legal", "link", "list", "login", "logo", "main", "map", "markdown", "menu", "message",
    "meta", "modal", "more", "nav", "nav-", "news", "newsletter", "next", "none", "note", "notice",
    "onetrust", "overview", "pag", "page", "paragraph", "player", "popular", "popup", "post", "prev",
    "price", "primary", "print", "privacy", "product", "profile", "promo", "prose", "question", "quote",
    "rating", "read", "recent", "recommend", "reference", "related", "reply", "respond", "result",
    "review", "rich", "right", "row", "search", "secondary", "section", "share", "side", "signature",
    "single", "site", "skip", "slide", "social", "source", "spec", "sponsor", "sr-only", "step",
    "story", "stream", "sub", "subscribe", "summary", "tab", "table", "tag", "teaser", "text", "thread",
    "time", "tip", "title", "toc", "tool", "toolbar", "top", "topic", "trackback", "trend", "user",
    "video", "vote", "warn", "widget", "wiki", "wrap",
];

/// The word that also stands for what a style hides.
pub const HIDDEN: usize = {
    let mut n = 0;
    while !matches!(WORDS[n].as_bytes(), b"hidden") {
        n += 1;
    }
    n
};

/// Elements whose distance above a block is a feature: `above:article` for `article`.
pub const ABOVE: &[Element] = &[
    Element::Article,
    Element::Main,
    Element::Nav,
    Element::Header,
    Element::Footer,
    Element::Aside,
    Element::Form,
    Element::Table,
    Element::Ul,
    Element::Ol,
    Element::Figure,
    Element::Section,
    Element::Blockquote,
    Element::P,
    Element::Td,
    Element::Button,
];

/// Finds all words in a name, also those inside of others.
pub static FINDER: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(WORDS)
        .unwrap_or_else(|error| unreachable!("the words are constant: {error}"))
});

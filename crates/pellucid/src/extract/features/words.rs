//! What page authors call the places of a page, and which elements say what a place is: knowledge, no machinery.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use crate::html::Element;

/// Parts of the names of classes and places, as people name them in every language's pages. What each means is learned, not written
/// here: a word may speak for content, against it, or neither. Each is a feature: `class:comment` for `comment`.
#[rustfmt::skip]
pub const WORDS: &[&str] = &[
    "about", "abstract", "accordion", "ad", "address", "alert", "also", "answer", "archive", "article",
    "aside", "audio", "author", "avatar", "banner", "bar", "bbcode", "bio", "block", "blog", "body",
    "bookmark", "bottom", "box", "breadcrumb", "button", "byline", "caption", "card", "carousel", "cart",
    "category", "cell", "center", "chapter", "chart", "checkout", "code", "collapse", "collection",
    "column", "comment", "consent", "contact", "container", "content", "cookie", "copyright", "course",
    "cover", "credit", "crumb", "cta", "customer", "data", "date", "dek", "desc", "desktop", "detail",
    "dialog", "disclaim", "discuss", "disqus", "doc", "donat", "download", "drawer", "dropdown", "edit",
    "entry", "event", "excerpt", "expand", "faq", "feature", "feed", "feedback", "field", "filter",
    "foot", "footnote", "form", "forum", "gallery", "gdpr", "grid", "guide", "head", "headline", "help",
    "hentry", "hero", "hidden", "hide", "highlight", "home", "image", "info", "infobox", "ingredient",
    "inner", "intro", "item", "keyword", "kicker", "label", "language", "latest", "lead", "lede", "left",
    "legal", "lesson", "link", "list", "listing", "location", "login", "logo", "lyric", "main", "map",
    "markdown", "member", "menu", "message", "meta", "mobile", "modal", "module", "more", "nav", "nav-",
    "news", "newsletter", "next", "none", "note", "notice", "offer", "onetrust", "option", "outbrain",
    "overlay", "overview", "package", "pag", "page", "panel", "paragraph", "paywall", "player",
    "popular", "popup", "post", "premium", "prev", "price", "pricing", "primary", "print", "privacy",
    "product", "profile", "promo", "prose", "publish", "pull", "question", "quiz", "quote", "rail",
    "rating", "read", "recent", "recipe", "recommend", "reference", "register", "related", "reply",
    "respond", "result", "review", "rich", "right", "row", "search", "secondary", "section", "select",
    "service", "share", "shop", "side", "sidebar", "sign", "signature", "similar", "single", "site",
    "skip", "sku", "slide", "social", "sort", "source", "spec", "spoiler", "sponsor", "sr-only",
    "status", "step", "sticky", "story", "stream", "sub", "subscribe", "suggest", "summary", "support",
    "tab", "table", "taboola", "tag", "tease", "teaser", "testimonial", "text", "thread", "time",
    "timeline", "tip", "title", "toc", "tool", "toolbar", "tooltip", "top", "topic", "trackback",
    "trend", "tutorial", "user", "variant", "verse", "video", "view", "vote", "warn", "widget", "wiki",
    "wrap",
];

/// Names that programs give to their places: what hides behind many names is one feature. `program:consent` is near a block in a window
/// that asks for consent, whoever made it.
#[rustfmt::skip]
pub const PROGRAMS: &[(&str, &[&str])] = &[
    ("article", &[
        "article-body", "article-content", "article-text", "article__body", "article__content",
        "article__text", "article_body", "articlebody", "articletext", "body-content", "content-body",
        "entry-body", "entry-content", "field--name-body", "field-name-body", "gh-content", "markdown-body",
        "mw-parser-output", "node__content", "post-body", "post-content", "post-entry", "post_content",
        "rich-text", "richtext", "single-content", "story-body", "story-content", "storybody", "wysiwyg",
    ]),
    ("comments", &[
        "comment-body", "comment-content", "comment-list", "comment-respond", "comment-text",
        "comment_content", "commentarea", "commentlist", "comments-area", "coral-", "disqus", "fb-comments",
        "hyvor", "livefyre", "openweb", "spot-im", "viafoura",
    ]),
    ("consent", &[
        "borlabs", "ccpa", "cky-", "cmp-", "cmpbox", "cmplz", "consent-", "consentmanager", "cookie-banner",
        "cookie-bar", "cookie-consent", "cookie-law", "cookie-modal", "cookie-notice", "cookie-policy",
        "cookie-popup", "cookie-settings", "cookiebanner", "cookiebot", "cookieconsent", "cookielaw",
        "didomi", "evidon", "fc-consent", "gdpr", "iubenda", "klaro", "moove", "onetrust", "optanon",
        "osano", "ot-pc", "ot-sdk", "privacy-center", "privacy-manager", "qc-cmp", "sp_message",
        "tarteaucitron", "tcf", "termly", "trustarc", "truste-", "truste_", "usercentrics",
    ]),
    ("post", &[
        "answercell", "bbp-reply-content", "bbp-topic-content", "bbwrapper", "comment_text", "commtext",
        "cooked", "forum-post", "forumpost", "ipscomment_content", "ipstype_richtext", "js-post-body",
        "lia-message-body", "message-body", "message-content", "message-text", "message-usercontent",
        "message_text", "messagetext", "msgbody", "post-message", "post/content", "post_body",
        "post_message", "postbody", "postcontent", "postmsg", "postrow", "s-prose", "topic-body",
        "usercontent", "usertext",
    ]),
    ("product", &[
        "item-description", "product-description", "product-details", "product-info", "product__description",
        "product__info", "product_description", "productdescription", "tab-description",
        "woocommerce-product",
    ]),
    ("reviews", &[
        "bazaarvoice", "bv-", "customer-review", "jdgm", "judgeme", "okendo", "powerreviews", "product-review",
        "review-", "reviews", "stamped", "trustpilot", "yotpo",
    ]),
    ("teasers", &[
        "also-like", "more-from", "more-stories", "most-popular", "most-read", "mostread", "outbrain",
        "read-next", "readmore", "recirc", "recommend", "related", "see-also", "suggested", "taboola",
        "trending", "up-next", "you-may",
    ]),
    ("unseen", &["a11y", "assistive", "screen-reader", "sr-only", "visually-hidden", "visuallyhidden"]),
];

/// The word that also stands for what a style hides.
pub const HIDDEN: usize = {
    let mut n = 0;
    while !matches!(WORDS[n].as_bytes(), b"hidden") {
        n += 1;
    }
    n
};

/// Words that tell what kind of page it is by how much of it is called so, and by what the whole of it, its `body`, is called:
/// `called:comment`, `body:home`.
pub const TELLING: [&str; 32] = [
    "answer",
    "archive",
    "article",
    "blog",
    "card",
    "category",
    "collection",
    "comment",
    "discuss",
    "doc",
    "faq",
    "feed",
    "forum",
    "grid",
    "home",
    "item",
    "list",
    "message",
    "news",
    "post",
    "price",
    "product",
    "question",
    "related",
    "reply",
    "result",
    "review",
    "search",
    "single",
    "teaser",
    "thread",
    "topic",
];

/// The bit of each name among those of [`TELLING`], or none.
pub static TELLS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let bit = |word: &&str| TELLING.iter().position(|telling| telling == word).map_or(0, |at| 1 << at);
    WORDS.iter().map(bit).chain(PROGRAMS.iter().map(|_| 0)).collect()
});

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
    Element::Dialog,
    Element::Details,
    Element::Dl,
    Element::Pre,
];

/// How many words and programs there are: each is a feature.
pub const NAMES: usize = WORDS.len() + PROGRAMS.len();

/// What [`FINDER`] looks for, and the number of its feature: words, then programs.
fn patterns() -> impl Iterator<Item = (&'static str, u16)> {
    let words = WORDS.iter().zip(0..).map(|(word, number)| (*word, number));
    let programs = PROGRAMS.iter().zip(WORDS.len() as u16..);
    words.chain(programs.flat_map(|((_, names), number)| names.iter().map(move |name| (*name, number))))
}

/// The number of the feature of each pattern of [`FINDER`].
pub static NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| patterns().map(|(_, number)| number).collect());

/// Finds all words in a name, also those inside of others.
pub static FINDER: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(patterns().map(|(name, _)| name))
        .unwrap_or_else(|error| unreachable!("the words are constant: {error}"))
});

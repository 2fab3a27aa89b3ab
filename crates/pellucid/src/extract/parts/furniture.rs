//! What programs that write pages put into content and is no part of it: one table of their classes.

use crate::html::attribute;

/// What it is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Furniture {
    /// Leads to the heading or the term that it stands beside.
    Anchor,
    /// Leads to where a section is edited.
    Edit,
    /// Numbers a line of code, or all of them.
    Gutter,
    /// Holds the numbers of all lines, beside code, or a button that copies it.
    Beside,
    /// Names the programming language of code.
    Language,
    /// Holds code whose lines are drawn as elements, without a `pre` around.
    Drawn,
    /// Stands in code, and is no part of it: buttons.
    Tool,
    /// Is read aloud, and not seen: what is there for screen readers.
    Unseen,
    /// Is a picture for a character.
    Emoji,
    /// Says what a note is: a warning, a tip.
    Title,
    /// Is a quotation, without being a `blockquote`.
    Quote,
}

use Furniture::{Anchor, Beside, Drawn, Edit, Emoji, Gutter, Language, Quote, Title, Tool, Unseen};

/// A class, and what has it.
const TABLE: [(Furniture, &str); 98] = [
    // Sphinx, MkDocs, Hexo; VuePress, VitePress, markdown-it; Docusaurus.
    (Anchor, "headerlink"),
    (Anchor, "header-anchor"),
    (Anchor, "heading-anchor"),
    (Anchor, "hash-link"),
    // AnchorJS; Hugo's themes; pandoc, Quarto; Jupyter; Docsy; Zola; Starlight; Eleventy.
    (Anchor, "anchorjs-link"),
    (Anchor, "headline-hash"),
    (Anchor, "anchor-section"),
    (Anchor, "anchor-link"),
    (Anchor, "td-heading-self-link"),
    (Anchor, "zola-anchor"),
    (Anchor, "sl-anchor-link"),
    (Anchor, "direct-link"),
    (Anchor, "heading-link"),
    // MediaWiki.
    (Edit, "mw-editsection"),
    // Pygments, Rouge, Chroma, highlight.js, Prism.
    (Gutter, "lineno"),
    (Gutter, "linenos"),
    (Gutter, "linenodiv"),
    (Gutter, "linenumber"),
    (Gutter, "linenumbers"),
    (Gutter, "line-number"),
    (Gutter, "line-numbers"),
    (Gutter, "line-numbers-rows"),
    (Gutter, "line-numbers-wrapper"),
    (Gutter, "ln"),
    (Gutter, "lnt"),
    (Gutter, "gutter"),
    (Gutter, "rouge-gutter"),
    (Gutter, "hljs-ln-numbers"),
    (Gutter, "hljs-ln-n"),
    // Crayon, GitHub, Asciidoctor's CodeRay.
    (Gutter, "crayon-nums"),
    (Gutter, "crayon-num"),
    (Gutter, "blob-num"),
    (Gutter, "line-numbers-col"),
    // CSDN; CodeMirror; GitBook.
    (Gutter, "pre-numbering"),
    (Gutter, "codemirror-gutter-wrapper"),
    (Gutter, "codemirror-linenumber"),
    (Gutter, "highlight-line-number"),
    // VuePress, Prism; Sphinx, Docsy, Hugo's themes.
    (Beside, "line-numbers-wrapper"),
    (Beside, "line-numbers-rows"),
    (Beside, "copybtn"),
    (Beside, "copy-button"),
    (Beside, "copy-btn"),
    (Beside, "btn-clipboard"),
    // VitePress; Hugo's themes; Crayon.
    (Language, "lang"),
    (Language, "code-lang"),
    (Language, "language-name"),
    (Language, "crayon-language"),
    // Crayon, SyntaxHighlighter (and its first edition), GitHub and its gists, EnlighterJS, CodeMirror (both), Ace, Monaco.
    (Drawn, "crayon-table"),
    (Drawn, "syntaxhighlighter"),
    (Drawn, "dp-highlighter"),
    (Drawn, "js-file-line-container"),
    (Drawn, "blob-wrapper"),
    (Drawn, "enlighter"),
    (Drawn, "codemirror-code"),
    (Drawn, "cm-content"),
    (Drawn, "ace_text-layer"),
    (Drawn, "view-lines"),
    // SyntaxHighlighter; Antora; CSDN.
    (Tool, "toolbar"),
    (Tool, "bar"),
    (Tool, "source-toolbox"),
    (Tool, "hljs-button"),
    // Gists; Jupyter (both); rustdoc.
    (Beside, "gist-meta"),
    (Beside, "jp-inputprompt"),
    (Beside, "jp-outputprompt"),
    (Beside, "input_prompt"),
    (Beside, "output_prompt"),
    (Beside, "hideme"),
    // MediaWiki; Sphinx.
    (Edit, "mw-cite-backlink"),
    (Edit, "viewcode-link"),
    // Bootstrap (both); HTML5 Boilerplate; WordPress (and Jetpack); Quarto.
    (Unseen, "sr-only"),
    (Unseen, "visually-hidden"),
    (Unseen, "visuallyhidden"),
    (Unseen, "screen-reader-text"),
    (Unseen, "sharing-screen-reader-text"),
    (Unseen, "screen-reader-only"),
    (Unseen, "u-visually-hidden"),
    // GitHub, Discourse, WordPress; WordPress, phpBB, vBulletin and others.
    (Emoji, "emoji"),
    (Emoji, "wp-smiley"),
    (Emoji, "smilies"),
    (Emoji, "smilie"),
    (Emoji, "smiley"),
    (Emoji, "emoticon"),
    // Sphinx, MkDocs; Docusaurus; Quarto, Obsidian; GitHub; mdBook; VuePress, VitePress; Bootstrap.
    (Title, "admonition-title"),
    (Title, "admonitionheading"),
    (Title, "callout-title"),
    (Title, "callout-title-container"),
    (Title, "markdown-alert-title"),
    (Title, "blockquote-tag-title"),
    (Title, "custom-block-title"),
    (Title, "alert-heading"),
    (Title, "rubric"),
    // Starlight; MyST; Confluence.
    (Title, "starlight-aside__title"),
    (Title, "admonition-header"),
    (Title, "confluence-information-macro-title"),
    // vBulletin (three and four); MyBB and others; IP.Board.
    (Quote, "bbcode_quote"),
    (Quote, "quotecontent"),
    (Quote, "quotebody"),
    (Quote, "quotemain"),
];

/// The lengths of the classes of each, a bit for each length: most words are none of them.
const LENGTHS: [u64; 11] = {
    let (mut lengths, mut n) = ([0; 11], 0);
    while n < TABLE.len() {
        lengths[TABLE[n].0 as usize] |= 1 << TABLE[n].1.len();
        n += 1;
    }
    lengths
};

impl Furniture {
    /// Whether a tag has one of its classes.
    pub(crate) fn is(self, tag: &str) -> bool {
        if !tag.contains("class") && !tag.contains("CLASS") {
            return false;
        }
        let class = attribute(tag, "class").unwrap_or_default();
        // Some programs put a hash behind the names of their classes.
        let stem = |word: &str| word.split_once('_').is_some_and(|(stem, _)| self.has(stem));
        class.split_ascii_whitespace().any(|word| self.has(word) || stem(word))
    }

    /// Whether a class is one of its own.
    fn has(self, class: &str) -> bool {
        LENGTHS[self as usize] >> class.len().min(63) & 1 != 0
            && TABLE.iter().any(|(furniture, name)| *furniture == self && class.eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes() {
        assert!(Anchor.is(" class='a headerlink' href=#x") && Gutter.is(" class=\"LineNo\""));
        assert!(!Anchor.is(" class=lineno") && !Gutter.is(" id=lineno"));
    }

    #[test]
    fn no_class_stands_twice() {
        let mut all = TABLE.map(|(furniture, name)| (name, furniture as u8));
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
    }
}

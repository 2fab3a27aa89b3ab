//! What is known about elements: how they stand on a page, and what a parser has to know of them.

/// How an element stands among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// In the line, with the words around it.
    Inline,
    /// On lines of its own.
    Block,
    /// Not seen: scripts, styles, what stands in a head.
    Hidden,
}

macro_rules! elements {
    ($($variant:ident $name:literal $layout:ident,)*) => {
        /// An element's name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Element {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant,
            )*
            /// Any other name.
            Other,
        }

        const NAMES: &[(&str, Element, Layout)] = &[$(($name, Element::$variant, Layout::$layout),)*];
    };
}

elements! {
    A "a" Inline,
    Abbr "abbr" Inline,
    Address "address" Block,
    Area "area" Hidden,
    Article "article" Block,
    Aside "aside" Block,
    Audio "audio" Block,
    B "b" Inline,
    Base "base" Hidden,
    Bdi "bdi" Inline,
    Bdo "bdo" Inline,
    Blockquote "blockquote" Block,
    Body "body" Block,
    Br "br" Inline,
    Button "button" Inline,
    Canvas "canvas" Inline,
    Caption "caption" Block,
    Center "center" Block,
    Cite "cite" Inline,
    Code "code" Inline,
    Col "col" Hidden,
    Colgroup "colgroup" Block,
    Dd "dd" Block,
    Del "del" Inline,
    Details "details" Block,
    Dialog "dialog" Block,
    Dir "dir" Block,
    Div "div" Block,
    Dl "dl" Block,
    Dt "dt" Block,
    Em "em" Inline,
    Embed "embed" Hidden,
    Fieldset "fieldset" Block,
    Figcaption "figcaption" Block,
    Figure "figure" Block,
    Font "font" Inline,
    Footer "footer" Block,
    Form "form" Block,
    Frame "frame" Hidden,
    Frameset "frameset" Hidden,
    H1 "h1" Block,
    H2 "h2" Block,
    H3 "h3" Block,
    H4 "h4" Block,
    H5 "h5" Block,
    H6 "h6" Block,
    Head "head" Hidden,
    Header "header" Block,
    Hr "hr" Block,
    Html "html" Block,
    I "i" Inline,
    Iframe "iframe" Hidden,
    Img "img" Inline,
    Input "input" Hidden,
    Ins "ins" Inline,
    Kbd "kbd" Inline,
    Label "label" Inline,
    Legend "legend" Block,
    Li "li" Block,
    Link "link" Hidden,
    Main "main" Block,
    Map "map" Inline,
    Mark "mark" Inline,
    Math "math" Inline,
    Menu "menu" Block,
    Meta "meta" Hidden,
    Nav "nav" Block,
    Noembed "noembed" Hidden,
    Noframes "noframes" Hidden,
    Noscript "noscript" Hidden,
    Object "object" Inline,
    Ol "ol" Block,
    Optgroup "optgroup" Block,
    Option "option" Block,
    P "p" Block,
    Param "param" Hidden,
    Picture "picture" Inline,
    Plaintext "plaintext" Block,
    Pre "pre" Block,
    Q "q" Inline,
    Rp "rp" Inline,
    Rt "rt" Inline,
    Ruby "ruby" Inline,
    S "s" Inline,
    Samp "samp" Inline,
    Script "script" Hidden,
    Section "section" Block,
    Select "select" Hidden,
    Small "small" Inline,
    Source "source" Hidden,
    Span "span" Inline,
    Strike "strike" Inline,
    Strong "strong" Inline,
    Style "style" Hidden,
    Sub "sub" Inline,
    Summary "summary" Block,
    Sup "sup" Inline,
    Svg "svg" Hidden,
    Table "table" Block,
    Tbody "tbody" Block,
    Td "td" Block,
    Template "template" Hidden,
    Textarea "textarea" Hidden,
    Tfoot "tfoot" Block,
    Th "th" Block,
    Thead "thead" Block,
    Time "time" Inline,
    Title "title" Hidden,
    Tr "tr" Block,
    Track "track" Hidden,
    Tt "tt" Inline,
    U "u" Inline,
    Ul "ul" Block,
    Var "var" Inline,
    Video "video" Block,
    Wbr "wbr" Inline,
    Xmp "xmp" Block,
}

/// The longest name that is known.
const LONGEST: usize = 10;

/// Where names that begin with a letter begin in the table, and where they end.
const BY_LETTER: [(u8, u8); 26] = {
    let mut ranges = [(0u8, 0u8); 26];
    let mut n = 0;
    while n < NAMES.len() {
        let letter = (NAMES[n].0.as_bytes()[0] - b'a') as usize;
        if ranges[letter].1 == 0 {
            ranges[letter].0 = n as u8;
        }
        ranges[letter].1 = n as u8 + 1;
        n += 1;
    }
    ranges
};

/// The first eight letters of a name as a number, in any letter case.
const fn packed(name: &[u8]) -> u64 {
    let (mut number, mut n) = (0, 0);
    while n < name.len() && n < 8 {
        number = number << 8 | name[n].to_ascii_lowercase() as u64;
        n += 1;
    }
    number
}

/// The names as numbers: these are compared faster.
const NUMBERS: [u64; NAMES.len()] = {
    let mut numbers = [0; NAMES.len()];
    let mut n = 0;
    while n < NAMES.len() {
        numbers[n] = packed(NAMES[n].0.as_bytes());
        n += 1;
    }
    numbers
};

impl Element {
    /// How many there are, [`Element::Other`] included.
    pub(super) const COUNT: usize = NAMES.len() + 1;

    /// Its code and name, for all that the content model was trained with, in the order of the codes.
    pub fn trained() -> impl Iterator<Item = (u8, &'static str)> {
        (0..).zip(NAMES.iter().map(|(name, ..)| *name).chain([""]))
    }

    /// The number that the content model is fed.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The element with this name, in any letter case.
    pub fn named(name: &str) -> Element {
        let bytes = name.as_bytes();
        let Some(first) = bytes.first().map(u8::to_ascii_lowercase).filter(u8::is_ascii_lowercase) else {
            return Element::Other;
        };
        if bytes.len() > LONGEST {
            return Element::Other;
        }
        let (from, to) = BY_LETTER[usize::from(first - b'a')];
        let (from, to, number) = (usize::from(from), usize::from(to), packed(bytes));
        let found = NUMBERS[from..to].iter().position(|other| *other == number);
        let found = found.map(|found| &NAMES[from + found]);
        let is_whole = |(known, ..): &&(&str, Element, Layout)| {
            known.len() == name.len() && (name.len() <= 8 || known.eq_ignore_ascii_case(name))
        };
        found.filter(is_whole).map_or(Element::Other, |(_, element, _)| *element)
    }

    /// Its name; empty for [`Element::Other`].
    pub fn name(self) -> &'static str {
        NAMES.get(self as usize).map_or("", |(name, ..)| name)
    }

    /// How it stands among others. What nobody knows is taken for a block, as custom elements mostly are.
    pub fn layout(self) -> Layout {
        NAMES.get(self as usize).map_or(Layout::Block, |(.., layout)| *layout)
    }

    /// Whether it has no content and no end tag.
    pub fn is_void(self) -> bool {
        use Element::*;
        matches!(
            self,
            Area | Base
                | Br
                | Col
                | Embed
                | Frame
                | Hr
                | Img
                | Input
                | Link
                | Meta
                | Param
                | Source
                | Track
                | Wbr
        )
    }

    /// Whether everything up to its end tag is text. What is for readers without scripts or frames is, as in browsers that have
    /// these: half an element stands in some, and would swallow the page.
    pub fn is_raw(self) -> bool {
        use Element::*;
        matches!(
            self,
            Script | Style | Title | Textarea | Xmp | Iframe | Noembed | Noframes | Noscript | Plaintext
        )
    }

    /// Whether character references mean something in its raw text.
    pub fn has_references(self) -> bool {
        !self.is_raw() || matches!(self, Element::Title | Element::Textarea)
    }

    /// A heading's level, 1 to 6.
    pub fn heading(self) -> Option<u8> {
        use Element::*;
        [H1, H2, H3, H4, H5, H6].iter().position(|heading| *heading == self).map(|n| n as u8 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_in_any_case() {
        for &(name, element, layout) in NAMES {
            assert_eq!(Element::named(name), element);
            assert_eq!(Element::named(&name.to_uppercase()), element);
            assert_eq!((element.name(), element.layout()), (name, layout));
        }
        for other in ["", "x", "my-element", "é", "3", "blockquotes", "blockquoth", "blockquo", "a\0"] {
            assert_eq!(Element::named(other), Element::Other, "{other}");
        }
        assert!(NAMES.iter().map(|(name, ..)| name).is_sorted());
        assert_eq!(NAMES.iter().map(|(name, ..)| name.len()).max(), Some(LONGEST));
    }
}

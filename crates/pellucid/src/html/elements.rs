//! The elements of HTML: one table, a row for each, from which sniff, strip and extract derive what they need.
//!
//! A row has a code, a name, a layout, and the properties that are not the usual ones. To add an element, add its row:
//! at its place in the alphabet, with a code or without.
//!
//! - **With a code**, extraction knows the element and obeys its row. The next free code is the one after the largest. The
//!   content model is fed codes up to [`TRAINED`] as they are, and a newer element as [`Element::Other`], so that
//!   what it has learned keeps its meaning. A model trained anew learns the new codes once `TRAINED` is raised.
//! - **Without a code**, only sniff and strip know it. Extraction takes it for [`Element::Other`], an unknown block. That is
//!   how the content model saw these elements in training; a code would change the blocks that it judges.
//!
//! A code never changes: the content model was trained with these numbers. It stores a hash of them, and is refused when
//! they differ.

use super::syntax::ends_tag_name;

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

/// What a tokenizer reads between an element's tags, and who sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Text and markup.
    Markup,
    /// Everything up to the end tag is text, references are decoded: `textarea`.
    Text,
    /// The same, and it is the page's title: `title`.
    Title,
    /// Everything up to the end tag is text, references are not decoded: `xmp`.
    Raw,
    /// The same, but nobody sees it: `style`, `iframe`, `noembed`, `noframes`.
    Hidden,
    /// Hidden, and with the escapes which `<!--` makes in scripts: `script`.
    Script,
    /// Text until the page ends, whatever comes: `plaintext`.
    Plain,
}

impl Content {
    /// Whether it is read as text, whatever it looks like.
    pub const fn is_raw(self) -> bool {
        !matches!(self, Content::Markup)
    }
}

/// How the words before an element's tag and the words after it belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Words {
    /// They are apart: the tag starts a line (`br`, `p`), or a thing of its own is seen there (`img`, `button`).
    Apart,
    /// They are different words, in the same line: a formula, the reading beside a character. Strip separates them, since
    /// their bytes are no neighbours. Who reads lines does not end a line here.
    Beside,
    /// They are neighbours: `f<b>oo</b>` is one word.
    Joined,
}

/// What is known about an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// In lower case; empty for names that are not in the table.
    pub name: &'static str,
    /// What extraction takes it for.
    pub element: Element,
    pub layout: Layout,
    pub content: Content,
    pub words: Words,
    pub is_void: bool,
    pub is_raw_with_scripts: bool,
    pub closes_paragraph: bool,
    pub belongs_in_head: bool,
    pub may_precede_body: bool,
    pub is_inert: bool,
    pub is_list: bool,
    pub is_preformatted: bool,
    pub is_foreign: bool,
    /// A heading's level, 0 for what is no heading.
    pub heading: u8,
}

/// The properties, by the names that they have in the table.
impl Row {
    /// A name that nobody knows. Extraction takes it for a block, as custom elements mostly are.
    pub const OTHER: Row = Row {
        name: "",
        element: Element::Other,
        layout: Layout::Block,
        content: Content::Markup,
        words: Words::Apart,
        is_void: false,
        is_raw_with_scripts: false,
        closes_paragraph: false,
        belongs_in_head: false,
        may_precede_body: false,
        is_inert: false,
        is_list: false,
        is_preformatted: false,
        is_foreign: false,
        heading: 0,
    };

    const fn named(name: &'static str) -> Row {
        Row { name, ..Row::OTHER }
    }

    const fn known(self, element: Element, layout: Layout) -> Row {
        Row { element, layout, ..self }
    }

    /// It has no content and no end tag.
    const fn void(self) -> Row {
        Row { is_void: true, ..self }
    }

    /// Its content is no markup.
    const fn content(self, content: Content) -> Row {
        Row { content, ..self }
    }

    /// Where scripts run, its content is raw text; where they do not, it is markup. Extract reads it as browsers with scripts do:
    /// half an element stands in some `noscript`, and would swallow the page. Strip and sniff read it as markup:
    /// a reader of bytes runs no scripts, and what stands there is text of the page's language.
    const fn raw_with_scripts(self) -> Row {
        Row { is_raw_with_scripts: true, ..self }
    }

    /// The words before and after its tags are neighbours.
    const fn joins(self) -> Row {
        Row { words: Words::Joined, ..self }
    }

    /// The words in it are no neighbours of those around it, yet all of them stand in one line.
    const fn beside(self) -> Row {
        Row { words: Words::Beside, ..self }
    }

    /// Its start tag ends an open paragraph.
    const fn closes_p(self) -> Row {
        Row { closes_paragraph: true, ..self }
    }

    /// It may stand in a head, and does not end one whose end tag was left out.
    const fn head(self) -> Row {
        Row { belongs_in_head: true, may_precede_body: true, ..self }
    }

    /// It may stand before the body, though it ends an open head: `html` begins the page, and HTML 4 had `object` in
    /// heads. Sniff looks for declarations after such a tag; a tree has no use for it in a head.
    const fn before_body(self) -> Row {
        Row { may_precede_body: true, ..self }
    }

    /// A browser that runs scripts does nothing with what is inside.
    const fn inert(self) -> Row {
        Row { is_inert: true, ..self }
    }

    /// A list whose items are `li`.
    const fn list(self) -> Row {
        Row { is_list: true, ..self }
    }

    /// A heading of this level.
    const fn heading(self, heading: u8) -> Row {
        Row { heading, ..self }
    }

    /// White space in it is shown as it is written.
    const fn preformatted(self) -> Row {
        Row { is_preformatted: true, ..self }
    }

    /// A language of its own, in which CDATA sections exist and `/>` closes. Strip obeys that. Extract does not: it reads
    /// the text of `math` with the tags of HTML, and nothing of `svg`.
    const fn foreign(self) -> Row {
        Row { is_foreign: true, ..self }
    }
}

macro_rules! elements {
    ($($($variant:ident = $code:literal,)? $name:literal $($layout:ident)? [$($property:ident $(($value:tt))?),*];)*) => {
        /// An element's name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Element {
            $($(
                #[doc = concat!("`", $name, "`")]
                $variant = $code,
            )?)*
            /// Any other name.
            Other = 117,
        }

        /// The table, in the order of the names.
        pub(crate) const ROWS: &[Row] = {
            use Content::*;
            &[$(
                Row::named($name)
                    $(.known(Element::$variant, Layout::$layout))?
                    $(.$property($($value)?))*,
            )*]
        };
    };
}

/// The largest code that the content model was trained with.
const TRAINED: u8 = 117;

elements! {
    A          =   0, "a"          Inline [joins];
    Abbr       =   1, "abbr"       Inline [joins];
    Acronym    = 118, "acronym"    Inline [joins];
    Address    =   2, "address"    Block  [closes_p];
    Area       =   3, "area"       Hidden [void];
    Article    =   4, "article"    Block  [closes_p];
    Aside      =   5, "aside"      Block  [closes_p];
    Audio      =   6, "audio"      Block  [];
    B          =   7, "b"          Inline [joins];
    Base       =   8, "base"       Hidden [void, head];
                      "basefont"          [joins, head];
    Bdi        =   9, "bdi"        Inline [joins];
    Bdo        =  10, "bdo"        Inline [joins];
                      "bgsound"           [head];
    Big        = 119, "big"        Inline [joins];
                      "blink"             [joins];
    Blockquote =  11, "blockquote" Block  [closes_p];
    Body       =  12, "body"       Block  [];
    Br         =  13, "br"         Inline [void];
    Button     =  14, "button"     Inline [];
    Canvas     =  15, "canvas"     Inline [];
    Caption    =  16, "caption"    Block  [];
    Center     =  17, "center"     Block  [closes_p];
    Cite       =  18, "cite"       Inline [joins];
    Code       =  19, "code"       Inline [joins];
    Col        =  20, "col"        Hidden [void];
    Colgroup   =  21, "colgroup"   Block  [];
    Data       = 120, "data"       Inline [joins];
    Dd         =  22, "dd"         Block  [];
    Del        =  23, "del"        Inline [joins];
    Details    =  24, "details"    Block  [closes_p];
    Dfn        = 121, "dfn"        Inline [joins];
    Dialog     =  25, "dialog"     Block  [closes_p];
    Dir        =  26, "dir"        Block  [closes_p, list];
    Div        =  27, "div"        Block  [closes_p];
    Dl         =  28, "dl"         Block  [closes_p];
    Dt         =  29, "dt"         Block  [];
    Em         =  30, "em"         Inline [joins];
    Embed      =  31, "embed"      Hidden [void];
    Fieldset   =  32, "fieldset"   Block  [closes_p];
    Figcaption =  33, "figcaption" Block  [closes_p];
    Figure     =  34, "figure"     Block  [closes_p];
    Font       =  35, "font"       Inline [joins];
    Footer     =  36, "footer"     Block  [closes_p];
    Form       =  37, "form"       Block  [closes_p];
    Frame      =  38, "frame"      Hidden [void];
    Frameset   =  39, "frameset"   Hidden [];
    H1         =  40, "h1"         Block  [closes_p, heading(1)];
    H2         =  41, "h2"         Block  [closes_p, heading(2)];
    H3         =  42, "h3"         Block  [closes_p, heading(3)];
    H4         =  43, "h4"         Block  [closes_p, heading(4)];
    H5         =  44, "h5"         Block  [closes_p, heading(5)];
    H6         =  45, "h6"         Block  [closes_p, heading(6)];
    Head       =  46, "head"       Hidden [head];
    Header     =  47, "header"     Block  [closes_p];
    Hr         =  48, "hr"         Block  [void, closes_p];
    Html       =  49, "html"       Block  [before_body];
    I          =  50, "i"          Inline [joins];
    Iframe     =  51, "iframe"     Hidden [content(Hidden)];
    Img        =  52, "img"        Inline [void];
    Input      =  53, "input"      Hidden [void];
    Ins        =  54, "ins"        Inline [joins];
    Kbd        =  55, "kbd"        Inline [joins];
    Label      =  56, "label"      Inline [];
    Legend     =  57, "legend"     Block  [];
    Li         =  58, "li"         Block  [];
    Link       =  59, "link"       Hidden [void, head];
    Main       =  60, "main"       Block  [closes_p];
    Map        =  61, "map"        Inline [beside];
    Mark       =  62, "mark"       Inline [joins];
    Math       =  63, "math"       Inline [beside, foreign];
    Menu       =  64, "menu"       Block  [closes_p, list];
    Meta       =  65, "meta"       Hidden [void, head];
    Nav        =  66, "nav"        Block  [closes_p];
    Nobr       = 122, "nobr"       Inline [joins];
    Noembed    =  67, "noembed"    Hidden [content(Hidden)];
    Noframes   =  68, "noframes"   Hidden [content(Hidden), head];
    Noscript   =  69, "noscript"   Hidden [raw_with_scripts, head, inert];
    Object     =  70, "object"     Inline [before_body];
    Ol         =  71, "ol"         Block  [closes_p, list];
    Optgroup   =  72, "optgroup"   Block  [];
    Option     =  73, "option"     Block  [];
    P          =  74, "p"          Block  [closes_p];
    Param      =  75, "param"      Hidden [void];
    Picture    =  76, "picture"    Inline [beside];
    Plaintext  =  77, "plaintext"  Block  [content(Plain), preformatted];
    Pre        =  78, "pre"        Block  [closes_p, preformatted];
    Q          =  79, "q"          Inline [joins];
                      "rb"                [joins];
    Rp         =  80, "rp"         Inline [beside];
    Rt         =  81, "rt"         Inline [beside];
    Ruby       =  82, "ruby"       Inline [joins];
    S          =  83, "s"          Inline [joins];
    Samp       =  84, "samp"       Inline [joins];
    Script     =  85, "script"     Hidden [content(Script), head];
    Section    =  86, "section"    Block  [closes_p];
    Select     =  87, "select"     Hidden [];
    Small      =  88, "small"      Inline [joins];
    Source     =  89, "source"     Hidden [void];
    Span       =  90, "span"       Inline [joins];
    Strike     =  91, "strike"     Inline [joins];
    Strong     =  92, "strong"     Inline [joins];
    Style      =  93, "style"      Hidden [content(Hidden), head];
    Sub        =  94, "sub"        Inline [joins];
    Summary    =  95, "summary"    Block  [closes_p];
    Sup        =  96, "sup"        Inline [joins];
    Svg        =  97, "svg"        Hidden [foreign];
    Table      =  98, "table"      Block  [closes_p];
    Tbody      =  99, "tbody"      Block  [];
    Td         = 100, "td"         Block  [];
    Template   = 101, "template"   Hidden [head, inert];
    Textarea   = 102, "textarea"   Hidden [content(Text), preformatted];
    Tfoot      = 103, "tfoot"      Block  [];
    Th         = 104, "th"         Block  [];
    Thead      = 105, "thead"      Block  [];
    Time       = 106, "time"       Inline [joins];
    Title      = 107, "title"      Hidden [content(Title), head];
    Tr         = 108, "tr"         Block  [];
    Track      = 109, "track"      Hidden [void];
    Tt         = 110, "tt"         Inline [joins];
    U          = 111, "u"          Inline [joins];
    Ul         = 112, "ul"         Block  [closes_p, list];
    Var        = 113, "var"        Inline [joins];
    Video      = 114, "video"      Block  [];
    Wbr        = 115, "wbr"        Inline [void, joins];
    Xmp        = 116, "xmp"        Block  [content(Raw), closes_p, preformatted];
}

/// How many elements extraction knows, [`Element::Other`] among them.
const COUNT: usize = {
    let (mut count, mut n) = (1, 0);
    while n < ROWS.len() {
        count += (ROWS[n].element as u8 != Element::Other as u8) as usize;
        n += 1;
    }
    count
};

/// The rows of what extraction knows, by code.
static BY_CODE: [Row; COUNT] = {
    let mut rows = [Row::OTHER; COUNT];
    let mut n = 0;
    while n < ROWS.len() {
        if ROWS[n].element as u8 != Element::Other as u8 {
            assert!((ROWS[n].element as usize) < COUNT, "codes have no gaps");
            rows[ROWS[n].element as usize] = ROWS[n];
        }
        n += 1;
    }
    rows
};

/// The lists whose items are `li`.
#[cfg(feature = "extract")]
pub(super) const LISTS: &[Element] = {
    const ALL: ([Element; COUNT], usize) = {
        let (mut lists, mut count, mut n) = ([Element::Other; COUNT], 0, 0);
        while n < ROWS.len() {
            if ROWS[n].is_list {
                lists[count] = ROWS[n].element;
                count += 1;
            }
            n += 1;
        }
        (lists, count)
    };
    ALL.0.split_at(ALL.1).0
};

/// No name is longer.
pub(crate) const LONGEST: usize = {
    let (mut longest, mut n) = (0, 0);
    while n < ROWS.len() {
        if ROWS[n].name.len() > longest {
            longest = ROWS[n].name.len();
        }
        n += 1;
    }
    longest
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
static NUMBERS: [u64; ROWS.len()] = {
    let mut numbers = [0; ROWS.len()];
    let mut n = 0;
    while n < ROWS.len() {
        numbers[n] = packed(ROWS[n].name.as_bytes());
        n += 1;
    }
    numbers
};

/// How many places there are for names: enough for most to be where they are looked for first.
const PLACES: usize = 512;
/// No name is at a place.
const FREE: u8 = u8::MAX;

/// Where a name is looked for first; then at the places after that.
const fn place(number: u64) -> usize {
    (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize
}

/// The number of the row at each place.
static BY_PLACE: [u8; PLACES] = {
    let (mut places, mut n) = ([FREE; PLACES], 0);
    while n < ROWS.len() {
        let mut at = place(packed(ROWS[n].name.as_bytes()));
        while places[at] != FREE {
            at = (at + 1) % PLACES;
        }
        places[at] = n as u8;
        n += 1;
    }
    places
};

/// The row of this name, in any letter case; [`Row::OTHER`] if there is none.
pub(crate) fn row(name: &[u8]) -> &'static Row {
    numbered(packed(name), name)
}

/// The same, by the number of the name too.
fn numbered(number: u64, name: &[u8]) -> &'static Row {
    let mut at = place(number);
    loop {
        let n = usize::from(BY_PLACE[at]);
        let Some(row) = ROWS.get(n) else { return &Row::OTHER };
        if NUMBERS[n] == number {
            let is_whole = row.name.len() == name.len()
                && (name.len() <= 8 || row.name.as_bytes().eq_ignore_ascii_case(name));
            return if is_whole { row } else { &Row::OTHER };
        }
        at = (at + 1) % PLACES;
    }
}

/// The number and the length of a short name at the beginning of a tag, all of whose bytes are looked at at once; none where it is
/// longer, or not of ASCII.
#[inline]
fn short_name(tag: &[u8]) -> Option<(u64, usize)> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;
    let bytes = u64::from_be_bytes(*tag.first_chunk()?);
    // What ends a name is below `0`, or `>`: there, the highest bit of the byte is set.
    let low = !((bytes | HIGH) - 0x30 * ONES) & HIGH;
    let other = bytes ^ (0x3E * ONES);
    let greater = !(((other & !HIGH) + !HIGH) | other | !HIGH);
    let length = ((low | greater).leading_zeros() / 8) as usize;
    let end = *tag.get(length)?;
    if !(1..8).contains(&length) || !ends_tag_name(end) {
        return None;
    }
    let name = bytes >> (64 - 8 * length);
    let capitals = (name + 0x3F * ONES) & !(name + 0x25 * ONES) & HIGH;
    (name & HIGH == 0).then_some((name | (capitals >> 2), length))
}

/// The row of the name at the beginning of a tag, and how long that is; none where the tag ends in it.
#[inline]
pub(crate) fn begins(tag: &[u8]) -> Option<(&'static Row, usize)> {
    if let Some((number, length)) = short_name(tag) {
        return Some((numbered(number, &tag[..length]), length));
    }
    let (mut number, mut length) = (0, 0);
    loop {
        let byte = *tag.get(length)?;
        if ends_tag_name(byte) {
            return Some((numbered(number, &tag[..length]), length));
        }
        if length < 8 {
            number = number << 8 | u64::from(byte.to_ascii_lowercase());
        }
        length += 1;
    }
}

impl Element {
    /// How many there are, [`Element::Other`] included.
    #[cfg(feature = "extract")]
    pub(super) const COUNT: usize = COUNT;

    /// The element with this name, in any letter case.
    pub fn named(name: &str) -> Element {
        row(name.as_bytes()).element
    }

    /// Its code and name, for all that the content model was trained with, in the order of the codes.
    pub fn trained() -> impl Iterator<Item = (u8, &'static str)> {
        (0..=TRAINED).zip(&BY_CODE).map(|(code, row)| (code, row.name))
    }

    /// The number that the content model is fed: that of [`Element::Other`] for what it was not trained with.
    pub fn code(self) -> u8 {
        if self as u8 <= TRAINED { self as u8 } else { Element::Other as u8 }
    }

    fn row(self) -> &'static Row {
        &BY_CODE[self as usize]
    }

    /// Its name; empty for [`Element::Other`].
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// How it stands among others.
    pub fn layout(self) -> Layout {
        self.row().layout
    }

    /// What is between its tags.
    pub fn content(self) -> Content {
        self.row().content
    }

    /// How the words around its tags belong together.
    pub fn words(self) -> Words {
        self.row().words
    }

    /// Whether it has no content and no end tag.
    pub fn is_void(self) -> bool {
        self.row().is_void
    }

    /// Whether everything up to its end tag is text, in a browser that runs scripts.
    pub fn is_raw(self) -> bool {
        let row = self.row();
        row.content.is_raw() || row.is_raw_with_scripts
    }

    /// Whether character references mean something in its text.
    pub fn has_references(self) -> bool {
        !self.is_raw() || matches!(self.content(), Content::Title | Content::Text)
    }

    /// Whether its start tag ends an open paragraph.
    pub fn closes_paragraph(self) -> bool {
        self.row().closes_paragraph
    }

    /// Whether it does not end a head whose end tag was left out.
    pub fn belongs_in_head(self) -> bool {
        self.row().belongs_in_head
    }

    /// Whether it is a list of `li`.
    pub fn is_list(self) -> bool {
        self.row().is_list
    }

    /// Whether white space in it is shown as it is written.
    pub fn is_preformatted(self) -> bool {
        self.row().is_preformatted
    }

    /// A heading's level, 1 to 6.
    pub fn heading(self) -> Option<u8> {
        Some(self.row().heading).filter(|level| *level > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_in_any_case() {
        for known in ROWS {
            assert_eq!(row(known.name.as_bytes()), known);
            assert_eq!(row(known.name.to_uppercase().as_bytes()), known);
            assert_eq!(Element::named(known.name), known.element);
            if known.element != Element::Other {
                assert_eq!((known.element.name(), known.element.row()), (known.name, known));
            }
        }
        for other in ["", "x", "my-element", "é", "3", "blockquotes", "blockquoth", "blockquo", "a\0"] {
            assert_eq!(Element::named(other), Element::Other, "{other}");
        }
        assert!(ROWS.iter().map(|row| row.name).is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn every_name_begins_a_tag() {
        let others = ["my-element", "é", "aé", "a\0", "a\u{1}b", "a.b", "a[", "a@b", "x{", "blockquotes"];
        for name in ROWS.iter().map(|row| row.name).chain(others) {
            for end in [">", "/>", ">and so on", " a='b' c='d'", "\na='b' c='d'", "/ a='b' c='d'"] {
                for name in [name.to_owned(), name.to_ascii_uppercase()] {
                    let expected = Some((row(name.as_bytes()).name, name.len()));
                    let found = begins((name.clone() + end).as_bytes());
                    assert_eq!(found.map(|(row, length)| (row.name, length)), expected, "{name}{end}");
                }
            }
        }
        assert!([&b"abc"[..], b"abcdefghijk"].iter().all(|tag| begins(tag).is_none()));
    }

    /// A row without a code says nothing that extraction would have to obey.
    #[test]
    fn what_has_no_code_is_any_other_to_extraction() {
        for row in ROWS.iter().filter(|row| row.element == Element::Other) {
            let for_sniff_and_strip = Row {
                words: row.words,
                belongs_in_head: row.belongs_in_head,
                may_precede_body: row.may_precede_body,
                ..Row::named(row.name)
            };
            assert_eq!(row, &for_sniff_and_strip);
        }
    }
}

//! Right-to-left text that is stored in other ways than Unicode has it: in the order of display, or as shapes of letters.
//!
//! **Visual order.** Before browsers knew the bidirectional algorithm, Hebrew pages were written as they look, each line from
//! its left end to its right one: `םולש`. The label ISO-8859-8 still means that, and ISO-8859-8-I means logical order. [`is_visual`]
//! tells which a page has, since labels are wrong as often as not; [`logical`] and [`logical_page`] turn it.
//!
//! **Presentation forms.** Letters may be stored by their shapes: ﻡ at the end of a word for م. [`normalise_presentation`] gives the
//! letters.

use std::borrow::Cow;

use unicode_bidi::{BidiClass, Level, ParagraphBidiInfo, bidi_class};
use unicode_normalization::UnicodeNormalization;

use crate::html::{Element, Layout, Reference, Token, Tokens};

/// Lines in the order of display as lines in the order of reading. Lines without right-to-left letters stay as they are.
///
/// Display order is not always clear: "שלום hello 5" and "שלום 5 hello" look the same. Then Latin words and the numbers beside
/// them stay in their order, from left to right. Of 1,002 lines of Hebrew, displayed in a right-to-left paragraph,
/// 1,000 come back exactly.
///
/// ```
/// use pellucid::extract::bidi::logical;
///
/// assert_eq!(logical("(HTML 5) םיפד 12"), "12 דפים (HTML 5)");
/// assert_eq!(logical("The word םולש means peace."), "The word שלום means peace.");
/// ```
pub fn logical(text: &str) -> String {
    let mut turned = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        let (line, end) = line
            .strip_suffix('\r')
            .map_or((line, end), |line| (line, if end.is_empty() { "\r" } else { "\r\n" }));
        let characters: Vec<char> = line.chars().collect();
        for piece in characters.chunks(LONGEST_LINE) {
            match reading_order(piece) {
                Some(order) => turned.extend(order.into_iter().map(|(at, mirror)| {
                    let c = piece[at];
                    if mirror { mirrored(c) } else { c }
                })),
                None => turned.extend(piece),
            }
        }
        turned.push_str(end);
    }
    turned
}

/// A line with more characters is turned in pieces: nobody sees it as one, and memory and time are bounded.
const LONGEST_LINE: usize = 1 << 13;

/// Of a line in the order of display: which of its characters is read first, which next, and whether each is seen mirrored. None
/// where the line is read as it stands.
///
/// The bidirectional algorithm, applied to its own output. It finds the runs from left to right (words in Latin, numbers) in the
/// line as it is displayed; all that is left to do is to turn the line around, and each of those runs back (rule L2).
fn reading_order(line: &[char]) -> Option<Vec<(usize, bool)>> {
    let base = base_level(line)?;
    // One paragraph, whatever is in it.
    let is_separator = |c: char| bidi_class(c) == BidiClass::B;
    let text: String = line.iter().map(|&c| if is_separator(c) { ' ' } else { c }).collect();
    let info = ParagraphBidiInfo::new(&text, Some(base));
    let mut levels = info.reordered_levels_per_char(0..text.len());
    join_runs(line, &mut levels, base);
    let order = ParagraphBidiInfo::reorder_visual(&levels);
    Some(order.into_iter().map(|at| (at, levels[at].is_rtl())).collect())
}

/// The direction of a line: that of most of its words, from right to left in doubt. None without any from right to left.
fn base_level(line: &[char]) -> Option<Level> {
    let (mut left, mut right) = (0, 0);
    for word in line.split(|c| c.is_whitespace()) {
        let has = |direction: fn(BidiClass) -> bool| word.iter().any(|&c| direction(bidi_class(c)));
        // A word may have a prefix of the other direction, like ב-Windows.
        if has(|class| matches!(class, BidiClass::R | BidiClass::AL)) {
            right += 1;
        } else if has(|class| class == BidiClass::L) {
            left += 1;
        }
    }
    match right {
        0 => None,
        _ if left > right => Some(Level::ltr()),
        _ => Some(Level::rtl()),
    }
}

/// A number in front of a Latin word goes with it ("5 MB"), as one behind it does by rule W7. The algorithm never displays
/// one from such a text, but people who write what they see do.
fn join_runs(line: &[char], levels: &mut [Level], base: Level) {
    if base.is_ltr() {
        return;
    }
    let mut number_end = None;
    for at in 0..line.len() {
        match bidi_class(line[at]) {
            BidiClass::EN => number_end = Some(at + 1),
            BidiClass::L => {
                if let Some(end) = number_end.take() {
                    let level = levels[at];
                    levels[end..at].fill(level);
                }
            }
            BidiClass::WS if number_end.is_some() => {}
            _ => number_end = None,
        }
    }
}

/// The character that looks like this one in a mirror: the brackets of ISO-8859-8, and a few more.
fn mirrored(c: char) -> char {
    const PAIRS: [(char, char); 8] =
        [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»'), ('‹', '›'), ('≤', '≥'), ('⟨', '⟩')];
    let other = |(a, b): &(char, char)| match c {
        _ if c == *a => Some(*b),
        _ if c == *b => Some(*a),
        _ => None,
    };
    PAIRS.iter().find_map(other).unwrap_or(c)
}

/// Whether the Hebrew text of a page is in the order of display. Without any telling word, it is not.
///
/// Five letters have a form of their own at the end of words: ך ם ן ף ץ. In display order, words begin with them: so if more words
/// begin than end with one. Of 2,173 stretches of ten Hebrew words, that tells 1,778 in the order of display (the others have no
/// such letter), and takes none in logical order for it.
pub fn is_visual(html: &str) -> bool {
    let (mut first, mut last) = (0u32, 0u32);
    for token in Tokens::new(html) {
        let Token::Text { place, references: true } = token else { continue };
        let text = &html[place];
        // Letters of Hebrew begin with this byte.
        if !text.as_bytes().contains(&0xD7) {
            continue;
        }
        for word in text.split(|c| !matches!(c, 'א'..='ת')).filter(|word| word.len() > 2) {
            first += u32::from(word.starts_with(FINAL));
            last += u32::from(word.ends_with(FINAL));
        }
    }
    first > last
}

const FINAL: [char; 5] = ['ך', 'ם', 'ן', 'ף', 'ץ'];

/// A page in the order of display as one in the order of reading: its text, not its markup.
///
/// A line is what is displayed as one: up to a `br`, to the border of a block, to a line feed in `pre`. Formatting goes with the
/// words that it is on: `<b>םולש</b> ינא` becomes `אני <b>שלום</b>`, and an element whose words come apart is written once for
/// each part. Pictures and fields move like a character. What stands in attributes is left as it is.
///
/// 71 Hebrew pages of the encoding corpus turned to display order and back: 11,655 of 11,686 blocks of text are what they were.
pub fn logical_page(html: &str) -> Cow<'_, str> {
    if !html.chars().any(|c| matches!(bidi_class(c), BidiClass::R | BidiClass::AL)) {
        return Cow::Borrowed(html);
    }
    let mut page = Page {
        html,
        turned: String::with_capacity(html.len()),
        start: 0,
        units: Vec::new(),
        hidden: Vec::new(),
        stacks: vec![Open { tag: "", element: Element::Html, parent: 0, depth: 0 }],
        before: 0,
        now: 0,
        known: 1,
    };
    page.read();
    Cow::Owned(page.turned)
}

/// An end tag closes an element that is open this deep at most.
const DEEPEST: usize = 32;

/// What moves as one: a character or a reference, a picture.
struct Unit<'a> {
    source: &'a str,
    means: char,
    /// The formatting it stands in.
    stack: usize,
}

/// An inline element that is open, and the one around it.
#[derive(Clone, Copy)]
struct Open<'a> {
    tag: &'a str,
    element: Element,
    parent: usize,
    depth: usize,
}

struct Page<'a> {
    html: &'a str,
    turned: String,
    /// Where the line begins in the source.
    start: usize,
    units: Vec<Unit<'a>>,
    /// What is not seen, and stands in the line: comments, scripts.
    hidden: Vec<&'a str>,
    /// Every formatting there is; the first is none.
    stacks: Vec<Open<'a>>,
    /// The formatting at the beginning of the line, and here.
    before: usize,
    now: usize,
    /// How many formattings there were at its beginning.
    known: usize,
}

impl<'a> Page<'a> {
    fn read(&mut self) {
        let html = self.html;
        let mut end = 0;
        let mut preformatted = 0u32;
        let mut last = Element::Html;
        for token in Tokens::new(html) {
            let place = match &token {
                Token::Start { place, .. } | Token::End { place, .. } | Token::Text { place, .. } => {
                    place.clone()
                }
            };
            // Comments and the like are no tokens.
            if end < place.start {
                self.hidden.push(&html[end..place.start]);
            }
            end = place.end;
            let source = &html[place.clone()];
            match token {
                Token::Text { references: false, .. } if last.layout() == Layout::Hidden => {
                    self.hidden.push(source)
                }
                Token::Text { references, .. } => {
                    self.add_text(place.start, source, references, preformatted > 0)
                }
                Token::Start { element, .. } => {
                    last = element;
                    match element {
                        Element::Script | Element::Style | Element::Link | Element::Meta => {
                            self.hidden.push(source)
                        }
                        Element::Img | Element::Input => self.add(source, '\u{FFFC}'),
                        Element::Wbr => self.add(source, '\u{200B}'),
                        Element::Br => self.border(place.start, place.end),
                        _ if element.layout() == Layout::Inline => self.open(element, source),
                        _ => {
                            preformatted += u32::from(element.is_preformatted());
                            self.border(place.start, place.end);
                        }
                    }
                }
                Token::End { element, .. } => match element {
                    Element::Script | Element::Style => self.hidden.push(source),
                    _ if element.layout() == Layout::Inline => self.close(element),
                    _ => {
                        preformatted = preformatted.saturating_sub(u32::from(element.is_preformatted()));
                        self.border(place.start, place.end);
                    }
                },
            }
        }
        self.border(html.len(), html.len());
    }

    fn add(&mut self, source: &'a str, means: char) {
        self.units.push(Unit { source, means, stack: self.now });
    }

    fn add_text(&mut self, start: usize, text: &'a str, references: bool, lines: bool) {
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let length = match c {
                '&' if references => reference(&text[at..]),
                _ => c.len_utf8(),
            };
            if c == '\n' && lines {
                self.border(start + at, start + at + 1);
                at += 1;
                continue;
            }
            if self.units.len() >= LONGEST_LINE {
                self.border(start + at, start + at);
            }
            let source = &text[at..at + length];
            let means = if length > 1 && c == '&' {
                htmlize::unescape(source).chars().next().unwrap_or(c)
            } else {
                c
            };
            self.add(source, means);
            at += length;
        }
    }

    fn open(&mut self, element: Element, tag: &'a str) {
        let depth = self.stacks[self.now].depth + 1;
        self.stacks.push(Open { tag, element, parent: self.now, depth });
        self.now = self.stacks.len() - 1;
    }

    /// Closes the nearest such element. Those that were opened inside of it go on behind.
    fn close(&mut self, element: Element) {
        let mut inside = Vec::new();
        let mut at = self.now;
        while self.stacks[at].element != element {
            if at == 0 || inside.len() == DEEPEST {
                return;
            }
            inside.push(self.stacks[at]);
            at = self.stacks[at].parent;
        }
        // An element without text, like a target of links, must not be lost.
        if at >= self.known && self.units.last().is_none_or(|unit| unit.stack < at) {
            self.add("", '\u{200B}');
        }
        self.now = self.stacks[at].parent;
        for open in inside.into_iter().rev() {
            self.open(open.element, open.tag);
        }
    }

    /// The line ends here, and what follows up to `next` is copied.
    fn border(&mut self, end: usize, next: usize) {
        let line: Vec<char> = self.units.iter().map(|unit| unit.means).collect();
        if let Some(order) = reading_order(&line) {
            self.turned.extend(self.hidden.iter().copied());
            let mut stack = self.before;
            for (at, mirror) in order {
                let Unit { source, means, stack: wanted } = self.units[at];
                self.change(stack, wanted);
                stack = wanted;
                match mirrored(means) {
                    other if !mirror || other == means => self.turned.push_str(source),
                    '<' => self.turned.push_str("&lt;"),
                    '>' => self.turned.push_str("&gt;"),
                    other => self.turned.push(other),
                }
            }
            self.change(stack, self.now);
        } else {
            self.turned.push_str(&self.html[self.start..end]);
        }
        self.turned.push_str(&self.html[end..next]);
        self.units.clear();
        self.hidden.clear();
        self.start = next;
        self.before = self.now;
        self.known = self.stacks.len();
    }

    /// Writes the tags between one formatting and another.
    fn change(&mut self, mut from: usize, mut to: usize) {
        let mut opened = Vec::new();
        while from != to {
            let (depth, wanted) = (self.stacks[from].depth, self.stacks[to].depth);
            if wanted >= depth {
                opened.push(self.stacks[to].tag);
                to = self.stacks[to].parent;
            }
            if depth >= wanted {
                self.turned.push_str("</");
                self.turned.push_str(self.stacks[from].element.name());
                self.turned.push('>');
                from = self.stacks[from].parent;
            }
        }
        self.turned.extend(opened.into_iter().rev());
    }
}

/// The length of the character reference in front; of the `&`, where there is none.
fn reference(text: &str) -> usize {
    match Reference::at(text.as_bytes(), false, true) {
        Reference::Of(length) => length,
        _ => 1,
    }
}

/// The letters for presentation forms of Arabic and Hebrew: ﻻ is لا, שׁ is ש with its dot. Nothing else is touched: the joiners
/// U+200C and U+200D stay.
///
/// They are the compatibility forms (NFKC) of these blocks only, with one difference: a vowel sign on its own, which Unicode
/// puts on a space, goes to the letter before it, where it was displayed.
///
/// ```
/// use pellucid::extract::bidi::normalise_presentation;
///
/// assert_eq!(normalise_presentation("ﺳﻼﻡ ½"), "سلام ½");
/// ```
pub fn normalise_presentation(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_presentation) {
        return Cow::Borrowed(text);
    }
    let mut letters = String::with_capacity(text.len());
    for c in text.chars() {
        if is_presentation(c) {
            let mut forms = std::iter::once(c).nfkc().peekable();
            forms.next_if_eq(&' ');
            letters.extend(forms);
        } else {
            letters.push(c);
        }
    }
    Cow::Owned(letters)
}

/// The blocks of presentation forms, without the byte order mark at the end of the last.
fn is_presentation(c: char) -> bool {
    matches!(c, '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The line as it is displayed from left to right, in a paragraph of this direction.
    fn displayed(line: &str, base: Level) -> String {
        let info = ParagraphBidiInfo::new(line, Some(base));
        let levels = info.reordered_levels_per_char(0..line.len());
        let characters: Vec<char> = line.chars().collect();
        let order = ParagraphBidiInfo::reorder_visual(&levels);
        order
            .into_iter()
            .map(|at| if levels[at].is_rtl() { mirrored(characters[at]) } else { characters[at] })
            .collect()
    }

    #[test]
    fn display_order_is_undone() {
        for line in [
            "שלום",
            "שלום עולם!",
            "ברוכים הבאים לאתר שלנו, נוסד בשנת 1996.",
            "הגרסה החדשה של Netscape Navigator יצאה אתמול.",
            "המחיר הוא 1,250.50 ש\"ח (כולל מע\"מ)",
            "טלפון: 03-5551234, פקס: 03-5554321",
            "בין השעות 8:30 - 16:00 בימים א'-ה'",
            "ראו [1] וגם {2} אצל «כהן»",
            "נכתב ב-12/05/1999 על ידי דוד",
            "50% הנחה על כל הספרים",
            "IBM הודיעה על מחשב חדש",
            "השתמשנו ב-Windows 95 ו-Windows NT",
            "(ראו עמוד 12)",
            "   שני רווחים   בקצוות   ",
            "כתובתנו: www.example.co.il ואפשר לכתוב אל user@example.com",
            "האם 2 < 3?",
        ] {
            let visual = displayed(line, Level::rtl());
            assert_ne!(visual, line);
            assert_eq!(logical(&visual), line, "{visual}");
        }
        for line in ["The word שלום means peace.", "See שלום עולם (hello world), page 5", "a (ב) c d"]
        {
            let visual = displayed(line, Level::ltr());
            assert_eq!(logical(&visual), line, "{visual}");
        }
    }

    #[test]
    fn numbers_before_words_stay() {
        assert_eq!(logical("5 MB לש ץבוק"), "קובץ של 5 MB");
        assert_eq!(logical("Windows 95 םע"), "עם Windows 95");
    }

    #[test]
    fn lines_are_turned_one_by_one() {
        assert_eq!(logical("םולש\r\nplain (text)\n\nםלוע\r"), "שלום\r\nplain (text)\n\nעולם\r");
    }

    #[test]
    fn pages() {
        for (visual, expected) in [
            ("<p>םולש</p>", "<p>שלום</p>"),
            ("<b>םולש</b> ינא", "אני <b>שלום</b>"),
            ("<p title='םולש'>a<br>םולש ינא<br>b", "<p title='םולש'>a<br>אני שלום<br>b"),
            ("<td>ב א<td>ד ג", "<td>א ב<td>ג ד"),
            ("<font size=2>ב א<br>ד ג</font>", "<font size=2>א ב<br>ג ד</font>"),
            ("<font size=2>ב א</font> ד", "ד <font size=2>א ב</font>"),
            ("<font size=2>a<br></font>ב א", "<font size=2>a<br></font>א ב"),
            ("<pre>ב א\nד ג</pre>", "<pre>א ב\nג ד</pre>"),
            ("ב\nא", "א\nב"),
            ("ב&nbsp;א &lt;x&gt;", "&lt;x&gt; א&nbsp;ב"),
            ("ב (<i>12</i>) א", "א (<i>12</i>) ב"),
            ("<a href=x>ג ב</a> א", "א <a href=x>ב ג</a>"),
            ("א<!-- c --><img src=x>ב", "<!-- c -->ב<img src=x>א"),
            ("ב<script>'ב א'</script>א", "<script>'ב א'</script>אב"),
            ("<title>ב א</title>", "<title>א ב</title>"),
            ("<a name=t></a>ב א", "א ב<a name=t></a>"),
            ("<b>א<i>ב</b>ג</i>", "<i>ג</i><b><i>ב</i>א</b>"),
            ("<p>plain</b> <i>x</p>", "<p>plain</b> <i>x</p>"),
        ] {
            assert_eq!(logical_page(visual), expected, "{visual}");
        }
    }

    #[test]
    fn time_is_linear() {
        for unit in [
            "א",
            "(א",
            "<b>א",
            "<b>א</b> a",
            "<b>א<br>",
            "<i>א</b>",
            "א<b></b>",
            "1 a ",
            "<pre>א\n",
            "&amp;א",
            "<!--x-->א",
        ] {
            let html = unit.repeat(100_000);
            let turned = logical_page(&html);
            assert!(turned.len() >= html.len() / 4 && turned.len() <= html.len() * 8, "{unit}");
            assert_eq!(logical(&html).len(), html.len());
        }
        let nested = "(".repeat(100_000) + "א" + &")".repeat(100_000);
        assert_eq!(logical(&nested).len(), nested.len());
    }

    #[test]
    fn order_of_pages() {
        assert!(is_visual("<p>םולש"));
        assert!(!is_visual("<p>שלום"));
        assert!(!is_visual("<p>hello"));
        assert!(!is_visual("<p title='םולש'>אבא<script>'םולש'</script>"));
    }

    #[test]
    fn presentation_forms() {
        for (text, letters) in [
            ("ﺳﻼﻡ", "سلام"),
            ("ﷲ", "الله"),
            ("ﻻ ﻵ", "لا لآ"),
            ("ﭘﮋﮔﭻ", "پژگچ"),
            ("ﯽ ﯿ", "ی ی"),
            ("שׁלוֹם", "ש\u{5C1}לו\u{5B9}ם"),
            ("ﭏ", "אל"),
            ("ﺑﹶ", "ب\u{64E}"),
            ("ﷺ", "صلى الله عليه وسلم"),
            ("﷼", "ریال"),
        ] {
            assert_eq!(normalise_presentation(text), letters, "{text}");
        }
        // Ligatures of Latin, halves, full width, a byte order mark, joiners, ornate brackets.
        for same in ["ﬁ ½ Ａ ²", "\u{FEFF}a", "می\u{200C}خواهم\u{200D}", "﴿﴾", "سلام"] {
            assert!(matches!(normalise_presentation(same), Cow::Borrowed(_)) || same == "﴿﴾");
            assert_eq!(normalise_presentation(same), same);
        }
    }

    proptest! {
        #[test]
        fn any_text(text in r"([א-ת]{1,4}|[a-c]{1,3}|[0-9]{1,3}|[ .,:()<>\-%]|\n|\r|\u{2029}|\u{5B0}|\u{202E}|\u{2067}|س|\PC){0,30}") {
            let turned = logical(&text);
            // The same characters, but mirrored.
            let sorted = |text: &str| {
                let mut characters: Vec<char> = text.chars().map(|c| c.min(mirrored(c))).collect();
                characters.sort_unstable();
                characters
            };
            prop_assert_eq!(sorted(&turned), sorted(&text));
            let letters = normalise_presentation(&text);
            prop_assert_eq!(normalise_presentation(&letters), &*letters);
        }

        #[test]
        fn what_is_not_right_to_left_is_untouched(text in r"([a-z]|é|日|[0-9]|[ .,()<>]|\n){0,40}") {
            prop_assert_eq!(logical(&text), &*text);
            prop_assert!(matches!(logical_page(&text), Cow::Borrowed(_)));
        }

        /// Hebrew with spaces and punctuation: turned twice, it is what it was.
        #[test]
        fn hebrew_is_turned_back(text in r"([א-ת]{1,4}|[ .,()!?]|[0-9]{1,3} ){0,20}") {
            prop_assert_eq!(logical(&logical(&text)), text);
        }

        /// Whatever the markup, the text keeps its characters, and markup that is balanced stays so.
        #[test]
        fn any_page(html in r#"(<b>|</b>|<i>|</i>|<a href="x">|</a>|<p>|</p>|<br>|<pre>|</pre>|<img>|<!-- x -->|<script>|</script>|[א-ת]{1,3}|[a-c]| |\n|[0-9]|\(|\)|&lt;|&amp;|&|<|>){0,40}"#) {
            let turned = logical_page(&html);
            let letters = |html: &str| {
                let mut letters: Vec<char> = Vec::new();
                for token in Tokens::new(html) {
                    if let Token::Text { place, .. } = token {
                        letters.extend(html[place].chars().filter(|c| matches!(c, 'א'..='ת')));
                    }
                }
                letters.sort_unstable();
                letters
            };
            prop_assert_eq!(letters(&turned), letters(&html));
        }
    }
}

//! Markdown: CommonMark, with the tables and the strikethrough of GitHub's.
//!
//! What a page says in text must be text to a reader of Markdown too. So what would be read as markup is escaped, and only that:
//! a `*` between spaces, a `_` in a word, or a `#` in a sentence stay as they are. And a style leaves punctuation
//! outside, or is left out, where Markdown has no other way to write it: words matter more. In a cell, each line
//! of code is code, and other paragraphs, items and tables are lines too.

use super::lines::{self, Format, begins_list, is_next_item};
use super::{WriteOptions, rows};
use crate::extract::parts::{Container, Image, Mark, Part, PartKind, Style, Within};

/// Parts as Markdown.
pub fn markdown(parts: &[Part], options: WriteOptions) -> String {
    lines::write(parts, options, &Markdown(options))
}

struct Markdown(WriteOptions);

/// Numbers of items have nine digits at most.
const LARGEST: i32 = 999_999_999;

impl Format for Markdown {
    fn prefix(&self, within: &Within, alternate: bool) -> (String, String) {
        match within.container {
            Container::Quote => ("> ".to_owned(), "> ".to_owned()),
            Container::Item { number, task } => {
                let marker = match (number.filter(|number| (0..=LARGEST).contains(number)), alternate) {
                    (Some(number), false) => format!("{number}. "),
                    (Some(number), true) => format!("{number}) "),
                    (None, false) => "- ".to_owned(),
                    (None, true) => "+ ".to_owned(),
                };
                let others = " ".repeat(marker.len());
                let task = task.map_or("", |done| if done { "[x] " } else { "[ ] " });
                (marker + task, others)
            }
            _ => (String::new(), String::new()),
        }
    }

    fn part(&self, part: &Part) -> String {
        match &part.kind {
            PartKind::Heading(level) => {
                let text = self.inline(part, Place::Heading);
                format!("{} {text}", "#".repeat(usize::from((*level).clamp(1, 6))))
            }
            PartKind::Code { language } => {
                let fence = "`".repeat(longest_run(&part.text, '`').max(2) + 1);
                let language: &str = language.as_deref().unwrap_or_default();
                let language = language.split(['`', '\n', ' ']).next().unwrap_or_default();
                format!("{fence}{language}\n{}\n{fence}", part.text)
            }
            PartKind::Term if !part.text.contains('\n') => self.inline(&strong(part), Place::Paragraph),
            PartKind::Image(image) => picture(image, false),
            PartKind::Rule => "***".to_owned(),
            _ => self.inline(part, Place::Paragraph),
        }
    }

    fn table(&self, parts: &[Part], table: usize) -> String {
        let cell = |parts: &[Part]| {
            let shown = || parts.iter().filter(|part| self.0.shows(part));
            let dollars = shown().any(has_dollars);
            let words = shown().map(|part| match &part.kind {
                PartKind::Image(image) => picture(image, dollars).replace('|', "\\|"),
                PartKind::Rule => String::new(),
                PartKind::Code { .. } => {
                    let lines = part.text.lines().filter(|line| !line.trim().is_empty());
                    lines.map(|line| code_in(line, Place::Cell)).collect::<Vec<_>>().join("<br>")
                }
                _ => self.words(part, Place::Cell, dollars),
            });
            words.filter(|words| !words.is_empty()).collect::<Vec<_>>().join("<br>")
        };
        let mut lines = String::new();
        let mut line = |cells: &mut dyn Iterator<Item = &str>| {
            lines.push('|');
            for cell in cells {
                lines.extend([" ", cell, " |"]);
            }
            lines.push('\n');
        };
        let mut is_first = true;
        rows(parts, table, cell, |cells, header| {
            let is_header = std::mem::take(&mut is_first);
            // There is no table without a header; it may be empty.
            if is_header && !header {
                line(&mut cells.iter().map(|_| ""));
                line(&mut cells.iter().map(|_| "---"));
            }
            line(&mut cells.iter().map(String::as_str));
            if is_header && header {
                line(&mut cells.iter().map(|_| "---"));
            }
        });
        lines.pop();
        lines
    }

    fn is_tight(&self, part: &Part, next: &Part, shared: usize) -> bool {
        // Of numbers, only 1 ends a paragraph.
        let ends_paragraph = || match next.within.get(shared + 1).map(|within| within.container) {
            Some(Container::Item { number, .. }) => number.is_none_or(|number| number == 1),
            _ => false,
        };
        is_next_item(part, next, shared) || begins_list(part, next, shared) && ends_paragraph()
    }
}

/// What words stand in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Paragraph,
    /// All in one line.
    Heading,
    /// All in one line, and bars end it.
    Cell,
}

impl Markdown {
    fn inline(&self, part: &Part, place: Place) -> String {
        self.words(part, place, has_dollars(part))
    }

    /// `dollars` if what is not escaped in the same line has some.
    fn words(&self, part: &Part, place: Place, dollars: bool) -> String {
        let smaller = smaller(part);
        let mut words = Words::new(smaller.as_ref().unwrap_or(part), place, dollars, self.0);
        words.write();
        words.out
    }
}

/// Writes the words of a part.
struct Words<'a> {
    text: &'a str,
    place: Place,
    /// Those that are written, sorted by where they begin.
    marks: Vec<&'a Mark>,
    borders: Borders,
    /// Whether there are two or more of these, so that they could be a pair.
    stars: bool,
    lines: bool,
    ticks: bool,
    tildes: bool,
    /// Whether to escape these: to readers who know formulas, one in text and one in code would be a pair.
    dollars: bool,
    /// Where the `#` at the end begin.
    signs: usize,
    out: String,
}

impl<'a> Words<'a> {
    fn new(part: &'a Part, place: Place, dollars: bool, options: WriteOptions) -> Words<'a> {
        let text = part.text.as_str();
        let mut marks: Vec<&Mark> = part.marks.iter().filter(|mark| options.marks(&mark.style)).collect();
        let whole = |mark: &&Mark| {
            place == Place::Heading && mark.range == (0..text.len()) && mark.style == Style::Strong
        };
        marks.retain(|mark| !whole(mark) && is_written(text, mark));
        // In a link, the brackets of a formula would be those of the link.
        let mut link = 0;
        marks.retain(|mark| match mark.style {
            Style::Math => mark.range.start >= link || !text[mark.range.clone()].contains(['[', ']']),
            // `]:` would end the label of a definition, whatever it stands in.
            Style::Code => mark.range.start >= link || !text[mark.range.clone()].contains("]:"),
            Style::Link(_) => {
                link = mark.range.end;
                true
            }
            _ => true,
        });
        // A style that could not be read back is left out. What its neighbours stand beside is then letters: all the better.
        let beside = Borders::new(&marks);
        marks.retain(|mark| !is_delimited(&mark.style) || beside.can_stand(text, mark));
        let borders = Borders::new(&marks);
        // One sign alone is no pair, unless a style is written with it; but what else is in a cell stands in the same line.
        let pairs = |sign: u8| {
            let writes = |mark: &&Mark| match mark.style {
                Style::Strong | Style::Emphasis => sign == b'*',
                Style::Strike => sign == b'~',
                Style::Code => sign == b'`',
                _ => false,
            };
            place == Place::Cell
                || marks.iter().any(writes)
                || memchr::memchr_iter(sign, text.as_bytes()).nth(1).is_some()
        };
        let (stars, lines, ticks, tildes) = (pairs(b'*'), pairs(b'_'), pairs(b'`'), pairs(b'~'));
        let out = String::with_capacity(text.len() + 16);
        let signs = text.trim_end_matches('#').len();
        Words { text, place, marks, borders, stars, lines, ticks, tildes, dollars, signs, out }
    }

    fn write(&mut self) {
        let mut open: Vec<&Mark> = Vec::new();
        let mut at = 0;
        let marks = std::mem::take(&mut self.marks);
        for mark in marks {
            while let Some(last) = open.pop_if(|last| last.range.end <= mark.range.start) {
                self.escaped(at, last.range.end, &open, Some(last));
                at = at.max(last.range.end);
                self.end(last);
            }
            self.escaped(at, mark.range.start, &open, open.last().copied());
            at = at.max(mark.range.start);
            // Code and formulas are as they are.
            if at > mark.range.start {
                continue;
            }
            match &mark.style {
                // Ticks beside ticks would be one run of them.
                Style::Code if self.out.ends_with('`') => {}
                Style::Code => {
                    self.out += &code_in(&self.text[mark.range.clone()], self.place);
                    at = mark.range.end;
                }
                Style::Math => {
                    let formula = formula(&self.text[mark.range.clone()]);
                    self.out += &match self.place {
                        Place::Cell => formula.replace('|', "\\|"),
                        _ => formula,
                    };
                    at = mark.range.end;
                }
                Style::Image(image) => {
                    // White space at the end of a part is not there any more.
                    if at == self.text.len() && self.out.ends_with(|c: char| !c.is_whitespace() && c != '[') {
                        self.out.push(' ');
                    }
                    let picture = picture(image, self.dollars);
                    self.out += &match self.place {
                        Place::Cell => picture.replace('|', "\\|"),
                        _ => picture,
                    };
                }
                style => {
                    self.out += match style {
                        Style::Strong => "**",
                        Style::Emphasis => "*",
                        Style::Strike => "~~",
                        Style::Link(_) => "[",
                        Style::Sub => "<sub>",
                        _ => "<sup>",
                    };
                    open.push(mark);
                }
            }
        }
        while let Some(last) = open.pop() {
            self.escaped(at, last.range.end, &open, Some(last));
            at = at.max(last.range.end);
            self.end(last);
        }
        self.escaped(at, self.text.len(), &[], None);
    }

    fn end(&mut self, mark: &Mark) {
        match &mark.style {
            Style::Strong => self.out += "**",
            Style::Emphasis => self.out += "*",
            Style::Strike => self.out += "~~",
            Style::Sub => self.out += "</sub>",
            Style::Sup => self.out += "</sup>",
            Style::Link(to) => self.out += &format!("]({})", destination(to, self.dollars)),
            _ => {}
        }
    }

    /// Text from here to there, as text.
    fn escaped(&mut self, from: usize, to: usize, open: &[&Mark], last: Option<&Mark>) {
        if from >= to {
            return;
        }
        let is_link = |mark: &&Mark| matches!(mark.style, Style::Link(_));
        let in_link = open.iter().chain(last.iter()).any(is_link);
        let mut at = from;
        for (offset, c) in self.text[from..to].char_indices() {
            let here = from + offset;
            // What is not ASCII is no markup, and most of ASCII is not; but for lines, where it matters what they begin with.
            let begins_line = here == 0 || self.text.as_bytes()[here - 1] == b'\n';
            if !begins_line && !is_special(c) {
                continue;
            }
            // Behind the sign of a style, nothing begins a block.
            let is_first = || here > from || self.out.is_empty() || self.out.ends_with('\n');
            let begins_line = begins_line && self.place == Place::Paragraph && is_first();
            if c == '\n' {
                self.out += &self.text[at..here];
                self.out += match self.place {
                    Place::Paragraph => "\\\n",
                    Place::Heading => " ",
                    Place::Cell => "<br>",
                };
                at = here + 1;
                continue;
            }
            // Digits before a dot: the dot is escaped.
            if begins_line && c.is_ascii_digit() {
                if let Some(dot) = self.number(here).filter(|dot| *dot < to) {
                    self.out += &self.text[at..dot];
                    self.out.push('\\');
                    at = dot;
                }
                continue;
            }
            if (begins_line && self.begins_block(here)) || self.is_markup(here, c, in_link) {
                self.out += &self.text[at..here];
                self.out.push('\\');
                at = here;
            }
        }
        self.out += &self.text[at.min(to)..to];
    }

    /// Where the `.` or `)` of a number is that would begin an item of a list.
    fn number(&self, here: usize) -> Option<usize> {
        let line = self.line(here);
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let behind = &line[digits..];
        let is_item = digits <= 9
            && behind.starts_with(['.', ')'])
            && behind[1..].chars().next().is_none_or(|c| c == ' ');
        is_item.then_some(here + digits)
    }

    /// The rest of the line.
    fn line(&self, here: usize) -> &'a str {
        let rest = &self.text[here..];
        &rest[..memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())]
    }

    /// Whether a line begins with a bracket, and what follows may be its end. (In a cell, and where a line goes on in the next
    /// one, nobody looks.)
    fn is_label(&self, here: usize) -> bool {
        let before = &self.text[..here];
        let line = &before[memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |end| end + 1)..];
        line.starts_with('[')
    }

    /// Whether a line that begins so would be something else than text.
    fn begins_block(&self, here: usize) -> bool {
        let line = self.line(here);
        let bytes = line.as_bytes();
        let ends_marker = |at: usize| bytes.get(at).is_none_or(|byte| *byte == b' ');
        match bytes.first() {
            Some(b'#') => {
                let signs = bytes.iter().take_while(|byte| **byte == b'#').count();
                signs <= 6 && ends_marker(signs)
            }
            Some(b'>') => true,
            Some(b'-' | b'+' | b'*') if ends_marker(1) => true,
            // A rule, what makes a heading of the line above, or what makes a table of it.
            Some(b'-' | b'=' | b'_' | b'*' | b'|' | b':') => {
                bytes.iter().all(|byte| matches!(byte, b'-' | b'=' | b'_' | b'*' | b'|' | b':' | b' '))
            }
            Some(b'~') => line.starts_with("~~~"),
            Some(b'`') => line.starts_with("```"),
            // Something to do.
            Some(b'[') => matches!(bytes.get(1..3), Some([b' ' | b'x' | b'X', b']'])),
            _ => false,
        }
    }

    /// Whether a character would be markup.
    fn is_markup(&self, here: usize, c: char, in_link: bool) -> bool {
        let before = self.text[..here].chars().next_back();
        let behind = &self.text[here + c.len_utf8()..];
        let next = behind.chars().next();
        let at_border = |at: usize| self.borders.any(at);
        let beside_border = || at_border(here) || at_border(here + 1);
        // In a cell, a `<br>` is in their place.
        let is_space = |c: Option<char>| match c {
            None | Some('\n') => self.place != Place::Cell,
            Some(c) => c == ' ',
        };
        // A break of the line begins with a backslash.
        let is_followed = || is_space(next) && next != Some('\n');
        let between_spaces = || is_space(before) && is_followed() && !beside_border();
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        match c {
            '\\' => next.is_none_or(|c| c.is_ascii_punctuation() || c == '\n') || at_border(here + 1),
            '*' => self.stars && !between_spaces(),
            '_' => {
                let in_word = is_letter(before) && is_letter(next) && !beside_border();
                self.lines && !in_word && !between_spaces()
            }
            '~' => self.tildes && !between_spaces(),
            '`' => self.ticks,
            '$' => self.dollars,
            '[' => in_link,
            // `[a]: b` at the beginning of a line is a definition.
            ']' => in_link || matches!(next, Some('(' | '[')) || next == Some(':') && self.is_label(here),
            '!' => self.borders.links.binary_search(&(here + 1)).is_ok(),
            '<' => next.is_some_and(begins_tag),
            '&' => is_reference(behind),
            '|' => self.place == Place::Cell,
            // Signs at the end of a heading are left out of it.
            '#' => self.place == Place::Heading && here >= self.signs,
            _ => false,
        }
    }
}

/// A part whose styles leave the punctuation at their ends, where they could not be read with it: `**a**：b`. Chinese and
/// Japanese, which have no spaces, are full of these.
fn smaller(part: &Part) -> Option<Part> {
    if !part.marks.iter().any(|mark| is_delimited(&mark.style)) {
        return None;
    }
    let borders = Borders::new(&part.marks.iter().collect::<Vec<_>>());
    let mut smaller: Option<Part> = None;
    for (n, mark) in part.marks.iter().enumerate() {
        if !is_delimited(&mark.style) || borders.can_stand(&part.text, mark) {
            continue;
        }
        let (start, end) = (mark.range.start, mark.range.end);
        let is_outer = |c: char| !c.is_alphanumeric();
        let inside = part.text[start..end].trim_start_matches(is_outer);
        let from = end - inside.len();
        let to = from + inside.trim_end_matches(is_outer).len();
        // What stands at its ends keeps its place in it.
        let cuts = |other: &Mark| {
            (start..from).contains(&other.range.start) && other.range.end < end
                || (to + 1..=end).contains(&other.range.end) && other.range.start > start
        };
        if from < to && !part.marks[n + 1..].iter().any(cuts) {
            smaller.get_or_insert_with(|| part.clone()).marks[n].range = from..to;
        }
    }
    if let Some(part) = &mut smaller {
        part.marks.sort_by_key(|mark| (mark.range.start, usize::MAX - mark.range.end));
    }
    smaller
}

/// A part that is strong as a whole, if nothing in it is strong or emphasized.
fn strong(part: &Part) -> Part {
    let mut part = part.clone();
    if !part.marks.iter().any(|mark| matches!(mark.style, Style::Strong | Style::Emphasis)) {
        part.marks.insert(0, Mark { range: 0..part.text.len(), style: Style::Strong });
    }
    part
}

/// Code in a line, between as many ticks as it takes.
fn code_in(code: &str, place: Place) -> String {
    let ticks = "`".repeat(longest_run(code, '`') + 1);
    let space = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    let code = code.replace('\n', " ");
    let code = match place {
        Place::Cell => code.replace('|', "\\|"),
        _ => code,
    };
    format!("{ticks}{space}{code}{space}{ticks}")
}

/// What may be markup in the middle of a line.
fn is_special(c: char) -> bool {
    matches!(c, '\n' | '\\' | '*' | '_' | '~' | '`' | '$' | '[' | ']' | '!' | '<' | '&' | '|' | '#')
}

/// Where marks begin and end, each sorted.
struct Borders {
    starts: Vec<usize>,
    ends: Vec<usize>,
    /// Where links begin, and where styles end that signs stand for.
    links: Vec<usize>,
    signs: Vec<usize>,
}

impl Borders {
    fn new(marks: &[&Mark]) -> Borders {
        let sorted = |test: fn(&Style) -> bool, place: fn(&Mark) -> usize| {
            let mut places: Vec<usize> =
                marks.iter().filter(|mark| test(&mark.style)).map(|mark| place(mark)).collect();
            places.sort_unstable();
            places
        };
        Borders {
            starts: sorted(|_| true, |mark| mark.range.start),
            ends: sorted(|_| true, |mark| mark.range.end),
            links: sorted(|style| matches!(style, Style::Link(_)), |mark| mark.range.start),
            signs: sorted(is_delimited, |mark| mark.range.end),
        }
    }

    fn any(&self, at: usize) -> bool {
        self.starts.binary_search(&at).is_ok() || self.ends.binary_search(&at).is_ok()
    }

    /// Whether the signs of a style would be read as such: by CommonMark's rule of flanking runs, and a little less.
    ///
    /// Beside a sign there is a letter on its inner side, or a space or the end on its outer side. No other sign ends where it
    /// begins.
    fn can_stand(&self, text: &str, mark: &Mark) -> bool {
        let several = |places: &[usize], at: usize| {
            let first = places.partition_point(|place| *place < at);
            places.get(first + 1) == Some(&at)
        };
        let is_space = |c: Option<char>| c.is_none_or(|c| matches!(c, ' ' | '\n' | '\u{A0}' | '\u{3000}'));
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let (start, end) = (mark.range.start, mark.range.end);
        let inside = &text[start..end];
        let begins = is_space(text[..start].chars().next_back())
            || is_letter(inside.chars().next()) && !several(&self.starts, start);
        let ends = is_space(text[end..].chars().next())
            || is_letter(inside.chars().next_back()) && !several(&self.ends, end);
        begins && ends && self.signs.binary_search(&start).is_err()
    }
}

/// Whether Markdown has something for a style.
fn is_written(text: &str, mark: &Mark) -> bool {
    match &mark.style {
        Style::Direction { .. } => false,
        // A note, `[1]`, is not an exponent.
        Style::Sup | Style::Sub => !text[mark.range.clone()].starts_with('['),
        // Formulas are not escaped, so one that has code, links or its own end in it, to a reader of Markdown, is text.
        Style::Math => {
            let formula = &text[mark.range.clone()];
            let within = |signs: &str| formula.strip_prefix(signs)?.strip_suffix(signs);
            let formula = within("$$").or_else(|| within("$")).unwrap_or(formula);
            // A backslash at its end would escape the sign behind it.
            !["`", "](", "][", "$"].iter().any(|markup| formula.contains(markup)) && !formula.ends_with('\\')
        }
        _ => true,
    }
}

/// Whether there is a `$` in what is not escaped.
fn has_dollars(part: &Part) -> bool {
    let is_raw = |mark: &&Mark| matches!(mark.style, Style::Code | Style::Math);
    let is_code = matches!(part.kind, PartKind::Code { .. });
    is_code && part.text.contains('$')
        || part.marks.iter().filter(is_raw).any(|mark| part.text[mark.range.clone()].contains('$'))
}

/// Whether a style is written by signs that count only in some places.
fn is_delimited(style: &Style) -> bool {
    matches!(style, Style::Strong | Style::Emphasis | Style::Strike)
}

/// Whether `&` and this is a character reference.
fn is_reference(behind: &str) -> bool {
    let name =
        behind.bytes().take(32).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    name > 0 && behind[name..].starts_with(';')
}

/// A formula in one line. After a `<` that would begin a tag, and a `&` that would begin a character reference, there is a space,
/// which means nothing in a formula.
fn formula(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if out.ends_with('<') && begins_tag(c) || out.ends_with('&') && is_reference(&text[at..]) {
            out.push(' ');
        }
        out.push(if c == '\n' { ' ' } else { c });
    }
    out
}

/// Whether `<` and this begin a tag, a comment or an address.
fn begins_tag(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')
}

fn longest_run(text: &str, sign: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == sign { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// An address as the destination of a link; `dollars` if they are to be escaped.
fn destination(address: &str, dollars: bool) -> String {
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        match c {
            ' ' | '(' | ')' | '<' | '>' | '\\' | '`' | '|' | '"' | '*' | '[' | ']' => {
                out += &format!("%{:02X}", c as u32)
            }
            c if c.is_ascii_control() => {}
            '$' if dollars => out += "\\$",
            c => out.push(c),
        }
    }
    match out.match_indices('&').any(|(at, _)| is_reference(&out[at + 1..])) {
        true => out.replace('&', "&amp;"),
        false => out,
    }
}

fn picture(image: &Image, dollars: bool) -> String {
    let mut alternative = String::new();
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    for (at, c) in image.alternative.char_indices() {
        let in_word = c == '_'
            && is_letter(image.alternative[..at].chars().next_back())
            && is_letter(image.alternative[at + 1..].chars().next());
        if !in_word && matches!(c, '[' | ']' | '\\' | '`' | '*' | '_' | '<' | '&' | '~' | '!')
            || c == '$' && dollars
        {
            alternative.push('\\');
        }
        alternative.push(if c == '\n' { ' ' } else { c });
    }
    format!("![{alternative}]({})", destination(&image.source, dollars))
}

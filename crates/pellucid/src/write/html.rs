//! Clean HTML: what the parts are, and nothing else.

use super::{WriteOptions, cell, rows, shared};
use crate::extract::parts::{Container, Direction, Mark, Part, PartKind, Style, Within};

/// Parts as HTML, without a head or a body.
///
/// Elements are of a short list, and so are attributes: `href`, `src`, `alt`, `dir`, `start` and the `class` that names a
/// programming language. Addresses other than those of the web, of mail, and relative ones are left out.
pub fn html(parts: &[Part], options: WriteOptions) -> String {
    let mut out = String::with_capacity(parts.iter().map(|part| part.text.len() + 16).sum());
    write(&mut out, parts, 0, options);
    out
}

/// Writes parts whose first containers, so many, are open already.
fn write(out: &mut String, parts: &[Part], depth: usize, options: WriteOptions) {
    let mut open: &[Within] = &[];
    let mut at = 0;
    while at < parts.len() {
        let part = &parts[at];
        if !options.shows(part) {
            at += 1;
            continue;
        }
        let within = &part.within[depth.min(part.within.len())..];
        // A table is one piece: its cells are inside.
        let table = within.iter().position(|within| within.container == Container::Table);
        let within = &within[..table.unwrap_or(within.len())];
        let common = shared(open, within);
        close(out, open, common);
        for (n, container) in within.iter().enumerate().skip(common) {
            let last = n + 1 == within.len() && table.is_none();
            start(out, container, within.get(n + 1), part.direction.filter(|_| last));
        }
        match table {
            Some(table) => at += write_table(out, &parts[at..], depth + table, options),
            None => {
                write_part(out, part, within.len() > common && is_line(within.last()), options);
                at += 1;
            }
        }
        open = within;
    }
    close(out, open, 0);
}

/// Whether a container can have text without a paragraph.
fn is_line(within: Option<&Within>) -> bool {
    within.is_some_and(|within| matches!(within.container, Container::Item { .. } | Container::Definition))
}

fn direction(direction: Option<Direction>) -> String {
    direction.map_or(String::new(), |direction| format!(" dir=\"{}\"", direction.name()))
}

fn start(out: &mut String, within: &Within, next: Option<&Within>, dir: Option<Direction>) {
    let dir = direction(dir);
    match within.container {
        Container::Quote => *out += &format!("<blockquote{dir}>\n"),
        Container::List => match next.map(|next| next.container) {
            Some(Container::Item { number: Some(1), .. }) => *out += "<ol>\n",
            Some(Container::Item { number: Some(number), .. }) => {
                *out += &format!("<ol start=\"{number}\">\n")
            }
            _ => *out += "<ul>\n",
        },
        Container::Item { task, .. } => {
            *out += &format!("<li{dir}>");
            *out += task.map_or("", |done| if done { "☑ " } else { "☐ " });
        }
        Container::Definitions => *out += "<dl>\n",
        Container::Definition => *out += &format!("<dd{dir}>"),
        Container::Figure => *out += "<figure>\n",
        Container::Table | Container::Cell { .. } => {}
    }
}

fn close(out: &mut String, open: &[Within], common: usize) {
    for (n, within) in open.iter().enumerate().skip(common).rev() {
        *out += match within.container {
            Container::Quote => "</blockquote>\n",
            Container::List => match open.get(n + 1).map(|next| next.container) {
                Some(Container::Item { number: Some(_), .. }) => "</ol>\n",
                _ => "</ul>\n",
            },
            Container::Item { .. } => "</li>\n",
            Container::Definitions => "</dl>\n",
            Container::Definition => "</dd>\n",
            Container::Figure => "</figure>\n",
            Container::Table | Container::Cell { .. } => "",
        };
    }
}

/// Writes the table that the first of these parts is in, and tells how many of them that were.
fn write_table(out: &mut String, parts: &[Part], table: usize, options: WriteOptions) -> usize {
    let id = parts[0].within[table].id;
    let same = |part: &&Part| part.within.get(table).is_some_and(|within| within.id == id);
    let length = parts.iter().take_while(same).count();
    let captions = parts[..length].iter().take_while(|part| part.within.len() == table + 1).count();
    *out += "<table>\n";
    for part in &parts[..captions] {
        *out += &format!("<caption{}>", direction(part.direction));
        inline(out, part, options);
        *out += "</caption>\n";
    }
    let write_cell = |parts: &[Part]| {
        let name = if cell(&parts[0], table).2 { "th" } else { "td" };
        let mut shown = parts.iter().filter(|part| options.shows(part));
        // One paragraph needs no element of its own.
        let alone = shown.next().filter(|_| shown.next().is_none());
        let is_line = |part: &&Part| part.kind == PartKind::Paragraph && part.within.len() == table + 2;
        if let Some(part) = alone.filter(is_line) {
            let mut out = format!("<{name}{}>", direction(part.direction));
            inline(&mut out, part, options);
            return out + &format!("</{name}>");
        }
        let mut out = format!("<{name}>");
        write(&mut out, parts, table + 2, options);
        out + &format!("</{name}>")
    };
    // A caption may stand behind rows, against all rules: then the table ends there.
    let cells = parts[captions..length].iter().take_while(|part| part.within.len() > table + 1).count();
    rows(&parts[captions..captions + cells], table, write_cell, |cells, _| {
        *out += "<tr>";
        for cell in cells {
            *out += if cell.is_empty() { "<td></td>" } else { cell };
        }
        *out += "</tr>\n";
    });
    *out += "</table>\n";
    captions + cells
}

/// Writes a part; `bare` if it is the beginning of something that is open.
fn write_part(out: &mut String, part: &Part, bare: bool, options: WriteOptions) {
    let dir = direction(part.direction);
    let name = match &part.kind {
        PartKind::Heading(1) => "h1",
        PartKind::Heading(2) => "h2",
        PartKind::Heading(3) => "h3",
        PartKind::Heading(4) => "h4",
        PartKind::Heading(5) => "h5",
        PartKind::Heading(_) => "h6",
        PartKind::Term => "dt",
        PartKind::Caption
            if part.within.last().is_some_and(|within| within.container == Container::Figure) =>
        {
            "figcaption"
        }
        PartKind::Paragraph if bare => {
            inline(out, part, options);
            return;
        }
        PartKind::Code { language } => {
            let class =
                language.as_ref().map(|language| format!(" class=\"language-{}\"", escaped(language)));
            *out += &format!("<pre{dir}><code{}>", class.unwrap_or_default());
            escape(out, &part.text);
            *out += "</code></pre>\n";
            return;
        }
        PartKind::Image(image) => {
            *out += &format!("<p>{}</p>\n", picture(&image.source, &image.alternative));
            return;
        }
        PartKind::Rule => {
            *out += "<hr>\n";
            return;
        }
        _ => "p",
    };
    *out += &format!("<{name}{dir}>");
    inline(out, part, options);
    *out += &format!("</{name}>\n");
}

/// The text of a part with its marks.
fn inline(out: &mut String, part: &Part, options: WriteOptions) {
    let mut open: Vec<&Mark> = Vec::new();
    let mut at = 0;
    for mark in part.marks.iter().filter(|mark| options.marks(&mark.style)) {
        while let Some(last) = open.pop_if(|last| last.range.end <= mark.range.start) {
            words(out, &part.text[at..last.range.end]);
            at = last.range.end;
            *out += &format!("</{}>", name(&last.style));
        }
        words(out, &part.text[at..mark.range.start]);
        at = mark.range.start;
        match &mark.style {
            Style::Image(image) => {
                *out += &picture(&image.source, &image.alternative);
                continue;
            }
            Style::Math => continue,
            Style::Link(address) => *out += &format!("<a href=\"{}\">", escaped(address)),
            Style::Direction { direction, .. } => {
                *out += &format!("<{} dir=\"{}\">", name(&mark.style), direction.name());
            }
            style => *out += &format!("<{}>", name(style)),
        }
        open.push(mark);
    }
    while let Some(last) = open.pop() {
        words(out, &part.text[at..last.range.end]);
        at = last.range.end;
        *out += &format!("</{}>", name(&last.style));
    }
    words(out, &part.text[at..]);
}

fn name(style: &Style) -> &'static str {
    match style {
        Style::Strong => "strong",
        Style::Emphasis => "em",
        Style::Code => "code",
        Style::Strike => "s",
        Style::Sub => "sub",
        Style::Sup => "sup",
        Style::Link(_) => "a",
        Style::Direction { forced: true, .. } => "bdo",
        Style::Direction { .. } => "bdi",
        Style::Math | Style::Image(_) => "span",
    }
}

fn picture(source: &str, alternative: &str) -> String {
    format!("<img src=\"{}\" alt=\"{}\">", escaped(source), escaped(alternative))
}

/// Text with its line breaks.
fn words(out: &mut String, text: &str) {
    for (n, line) in text.split('\n').enumerate() {
        if n > 0 {
            *out += "<br>\n";
        }
        escape(out, line);
    }
}

/// The value of an attribute.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(&mut out, text);
    match out.contains('"') {
        true => out.replace('"', "&quot;"),
        false => out,
    }
}

fn escape(out: &mut String, text: &str) {
    let mut at = 0;
    for here in memchr::memchr3_iter(b'&', b'<', b'>', text.as_bytes()) {
        *out += &text[at..here];
        *out += match text.as_bytes()[here] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            _ => "&gt;",
        };
        at = here + 1;
    }
    *out += &text[at..];
}

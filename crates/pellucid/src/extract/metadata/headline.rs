//! The headline of a page, where `<title>` holds more than it: the name of the site, of a section.
//!
//! What proves it is the text of the page: a part of the title that stands there alone is the headline, unless it is short, and
//! what is left is longer. Old pages have headlines in cells and fonts, not in headings.

use super::people::is_introduced;
use super::text::{head, one_line};
use super::title::{has_words, is_separator, same, separates};
use crate::html::{Element, Id, Kind, Tree};

/// So many places at which a title may be cut are looked at.
const MOST: usize = 8;

/// A shorter half of a title may be the name of a section.
const SHORT: usize = 25;

/// The longest beginning or end of a title that is a text of its own. None where all of it is, or nothing.
pub(super) fn headline(tree: &Tree, title: &str) -> Option<String> {
    let part = standing(tree, title).or_else(|| before_paper(title).map(|(front, _)| front));
    part.filter(|part| part.len() < title.len()).map(str::to_owned)
}

/// The longest beginning or end of a title, or all of it, that is a text of its own.
pub(super) fn standing<'t>(tree: &Tree, title: &'t str) -> Option<&'t str> {
    // The text proves it, so a separator needs no space around it.
    let cuts = cuts(title, |between| between.contains(separates));
    let mut parts: Vec<&str> = Vec::new();
    for (end, start) in cuts {
        let (front, back) = (&title[..end], &title[start..]);
        let (long, short) = if length(front) >= length(back) { (front, back) } else { (back, front) };
        parts.push(long);
        // A colon is part of many titles.
        let is_strong = title[end..start].contains(|c| separates(c) && !matches!(c, ':' | '：' | ','));
        parts.extend(Some(short).filter(|short| is_strong && length(short) >= SHORT));
    }
    parts.extend(before_paper(title).map(|(front, _)| front));
    parts.push(title);
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    // A part that was found hides all that are shorter.
    let mut found = parts.len();
    let firsts: Vec<_> = parts.iter().map(|part| lower(part)).collect();
    for (id, node) in tree.nodes().iter().enumerate() {
        let Kind::Text(_) = node.kind else { continue };
        if node.is_blank {
            continue;
        }
        if found == 0 {
            break;
        }
        let source = tree.source(id as Id).trim_start();
        let first = lower(source);
        if first.is_none() || first != Some('&') && !firsts[..found].contains(&first) {
            continue;
        }
        let source = source.trim_end();
        let may_be = |(part, other): (&&str, &_)| {
            source.len() <= 8 * part.len() && (first == Some('&') || first == *other)
        };
        if !parts[..found].iter().zip(&firsts).any(may_be) {
            continue;
        }
        let text = one_line(&htmlize::unescape(head(source)));
        if let Some(place) = parts[..found].iter().position(|part| same(part, &text))
            && is_seen(tree, id as Id)
        {
            found = place;
        }
    }
    parts.get(found).copied()
}

/// A title that ends with where it is from: "Page (from The Times)".
fn before_paper(title: &str) -> Option<(&str, &str)> {
    title.strip_suffix(')')?.rsplit_once(" (from ")
}

/// The name that stands beside a headline in its title: at the other end of it.
pub(super) fn site_beside(title: &str, headline: &str) -> Option<String> {
    // A wiki's form: "Page [Wiki]".
    let wiki = || title.strip_suffix(']')?.rsplit_once(" [");
    if let Some((front, name)) = before_paper(title).or_else(wiki)
        && same(front, headline)
    {
        return Some(name.trim().to_owned());
    }
    let cuts = cuts(title, |between| is_cut(title, between));
    let ends = cuts.iter().find(|&&(end, _)| same(&title[..end], headline)).and(cuts.last());
    let begins = || cuts.iter().find(|&&(_, start)| same(&title[start..], headline)).and(cuts.first());
    let name = match (ends, begins()) {
        (Some(&(_, start)), _) => &title[start..],
        (None, Some(&(end, _))) => &title[..end],
        (None, None) => return None,
    };
    // Those of sections are shorter.
    let is_section = name.ends_with("频道") && name.chars().count() < 6;
    Some(name.to_owned()).filter(|name| !is_section && !is_introduced(name))
}

/// The parts at both ends of a title, the last one first: alone, and with what is beside it.
pub(super) fn parts(title: &str) -> Vec<&str> {
    let cuts = cuts(title, |between| is_cut(title, between));
    let (Some(&(first, after)), Some(&(before, last))) = (cuts.first(), cuts.last()) else {
        return Vec::new();
    };
    let mut parts = vec![&title[last..], &title[..first], &title[after..], &title[..before]];
    parts.dedup();
    parts
}

/// Whether what is between two words may stand beside the name of a site. Commas are part of names.
fn is_cut(title: &str, between: &str) -> bool {
    let is_cjk = || title.contains(|c: char| c > '\u{2E80}');
    (is_separator(between) || between.contains(['_', '-', '：']) && is_cjk())
        && !between.contains([',', '،', '、'])
}

/// Where a title may be cut: the end of what is before, and the start of what follows.
fn cuts(title: &str, is_separator: impl Fn(&str) -> bool) -> Vec<(usize, usize)> {
    let is_between = |c: char| c.is_whitespace() || separates(c);
    let (mut cuts, mut at) = (Vec::new(), 0);
    while let Some(end) = title[at..].find(is_between).map(|end| at + end) {
        let start = title[end..].find(|c| !is_between(c)).map_or(title.len(), |start| end + start);
        let is_cut =
            is_separator(&title[end..start]) && has_words(&title[..end]) && has_words(&title[start..]);
        if is_cut && cuts.len() < MOST {
            cuts.push((end, start));
        }
        at = start;
    }
    cuts
}

/// How long a text is to a reader: a character of East Asia is a syllable or a word.
fn length(text: &str) -> usize {
    text.chars().map(|c| if c > '\u{2E80}' { 3 } else { 1 }).sum()
}

/// The first character, in lower case.
fn lower(text: &str) -> Option<char> {
    text.chars().next().and_then(|c| match c {
        _ if c.is_ascii() => Some(c.to_ascii_lowercase()),
        // Small letters, and those without case: asking Unicode takes longer.
        'а'..='я' | 'א'..='ת' | 'ا'..='ي' | 'ぁ'..='\u{9FFF}' | '가'..='힣' => Some(c),
        _ => c.to_lowercase().next(),
    })
}

/// Whether a text is shown: links to other pages have their titles, but for headings.
fn is_seen(tree: &Tree, id: Id) -> bool {
    let mut is_link = false;
    for ancestor in tree.ancestors(id) {
        match tree.nodes()[ancestor as usize].kind {
            Kind::Element(Element::H1 | Element::H2 | Element::H3 | Element::H4) => return true,
            Kind::Element(Element::A) => is_link = true,
            Kind::Element(Element::Title | Element::Option | Element::Script | Element::Style) => {
                return false;
            }
            _ => {}
        }
    }
    !is_link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_text_has_alone_is_the_headline() {
        let of = |title: &str, body: &str| {
            headline(&Tree::new(&format!("<title>{title}</title><body>{body}")), title)
        };
        for (title, body, expected) in [
            ("A long headline - World - Site", "<td><font>A long headline</font>", Some("A long headline")),
            ("Site: A long headline", "<p>A  long\nheadline", Some("A long headline")),
            ("A &lt; headline | Site", "<b>A &lt; headline", None),
            ("A long headline - Site", "<p>A long headline is not alone", None),
            ("A long headline - Site", "<a href=/x>A long headline</a>", None),
            ("A long headline - Site", "<h2><a href=/x>A long headline</a></h2>", Some("A long headline")),
            ("Go - A very long name of a site", "<p>Go", None),
            (
                "A very long name of a station, with news and weather - A headline of several words",
                "<p>A headline of several words",
                Some("A headline of several words"),
            ),
            ("News: all of it - Site", "<p>all of it<p>News: all of it", Some("News: all of it")),
            ("News: all of it", "<p>all of it<p>News: all of it", None),
            ("見出しの文字｜新聞", "<div>見出しの文字</div>", Some("見出しの文字")),
            ("一个新闻的标题-要闻-日报网", "<td>一个新闻的标题", Some("一个新闻的标题")),
            ("One title", "<p>One title", None),
            ("Its headline (from The Times )", "<p>It's headline", Some("Its headline")),
            ("A headline (from Rome)", "<h1>A headline (from Rome)</h1>", None),
        ] {
            assert_eq!(of(title, body).as_deref(), expected, "{title} {body}");
        }
    }

    #[test]
    fn the_site_is_at_the_other_end() {
        for (title, headline, expected) in [
            ("A - World - The Times", "A", Some("The Times")),
            ("The Times: World: A", "A", Some("The Times")),
            ("A - World, People", "A", Some("World, People")),
            ("A - The Times", "B", None),
            ("a [The Docs]", "a", Some("The Docs")),
            ("A b (from The Times )", "a b", Some("The Times")),
            ("新闻的标题_科技时代_新浪网", "新闻的标题", Some("新浪网")),
            ("新闻的标题-国内频道", "新闻的标题", None),
            ("A", "A", None),
        ] {
            assert_eq!(site_beside(title, headline).as_deref(), expected, "{title}");
        }
    }
}

//! What a reader sees beside the headline: a byline, the day of publication, the day of the last change, the category.
//!
//! **In**: the tree, and the title that was chosen. **Out**: what the lines around the headline say, and places that are called `date` or
//! `author`. **Why so little**: a date far from the headline is that of a comment, of another article, or of the whole site. What
//! stands in a footer, a sidebar, a menu or a comment is never looked at.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::date;
use super::line::{LONGEST, Order, dated, dated_as, fold, has_key, key};
use super::lines::{BESIDE, Line, META, Names, called, lines_after, lines_before};
use super::people::{after_byline, begins_byline, is_introduced, names, reporter, strict_byline, within};
use super::text::{head, one_line, parted, text_of};
use crate::html::{Element, Id, Kind, Layout, Mentions, Tree, attribute};

/// A line of more characters is a paragraph: two, and the article has begun.
const PARAGRAPH: usize = 140;
/// A heading that is like the title has so many bytes.
const LIKE: usize = 12;
/// So many places with a telling name are looked at.
const PLACES: usize = 128;

/// Words of a line whose date is that of the last change.
const CHANGED: &[&str] = &[
    "updated",
    "update:",
    "modified",
    "revised",
    "aktualisiert",
    "stand:",
    "mis a jour",
    "actualizado",
    "aggiornato",
    "atualizado",
    "обновл",
    "изменен",
    "更新",
    "修改",
    "수정",
    "最終",
    "ενημερωση",
    "guncelleme",
    "bijgewerkt",
    "aktualizacja",
    "تحدیث",
    "بروزرسانی",
];
/// Words of a line whose date is of something else.
const OTHER: &[&str] = &[
    "release date",
    "released",
    "copyright",
    "©",
    "expires",
    "deadline",
    "born",
    "event",
    "retrieved",
    "上市",
    "joined",
    "due",
];
/// What a line begins with that says who published something, and when.
const POSTED: &[&str] = &[
    "posted",
    "published",
    "submitted",
    "veroffentlicht",
    "erstellt",
    "geschrieben",
    "publie",
    "publicado",
    "pubblicato",
    "geplaatst",
    "опубликован",
];
/// Parts of names of places beside an author's name.
const BESIDE_NAMES: &[&str] =
    &["bio", "position", "role", "job", "desc", "avatar", "image", "photo", "social"];

/// The words of [`CHANGED`].
static CHANGES: LazyLock<AhoCorasick> = LazyLock::new(|| finder(CHANGED.iter()));
/// The words of [`OTHER`].
static OF_OTHERS: LazyLock<AhoCorasick> = LazyLock::new(|| finder(OTHER.iter()));

/// Finds one of a few words, in any case.
pub(super) fn finder(words: impl Iterator<Item = &'static &'static str>) -> AhoCorasick {
    let finder = AhoCorasick::builder()
        .kind(Some(AhoCorasickKind::DFA))
        .match_kind(MatchKind::LeftmostFirst)
        .ascii_case_insensitive(true)
        .build(words);
    finder.unwrap_or_else(|error| unreachable!("a few words: {error}"))
}

/// What is seen.
#[derive(Default)]
pub(super) struct Seen {
    pub authors: Vec<String>,
    pub date: Option<String>,
    pub modified: Option<String>,
    pub categories: Vec<String>,
}

/// What stands around the headline of this text, beside what is known.
pub(super) fn seen(
    tree: &Tree,
    title: Option<&str>,
    language: Option<&str>,
    host: &str,
    known: Seen,
) -> Seen {
    let mut seen = known;
    let order = Order::of(language, title.unwrap_or_default(), host);
    let headline = title.and_then(|title| headline(tree, title));
    let mut names = Names::new(tree);
    if let Some(headline) = headline {
        let mut paragraphs = 0;
        for line in lines_after(&mut names, headline) {
            let line = Line::of(&mut names, line, headline);
            if line.text.chars().count() > PARAGRAPH {
                seen.dateline(&line.text, language, order);
                paragraphs += 1;
                if paragraphs == 2 {
                    break;
                }
                continue;
            }
            seen.line(tree, &line, language, order, true);
        }
        for line in lines_before(&mut names, headline) {
            let line = Line::of(&mut names, line, headline);
            seen.line(tree, &line, language, order, false);
        }
    }
    if seen.date.is_none() || seen.authors.is_empty() {
        seen.places(&mut names, headline, language, order);
    }
    if seen.authors.is_empty() {
        seen.authors = only_byline(&mut names, headline.unwrap_or(0)).unwrap_or_default();
    }
    seen
}

impl Seen {
    fn line(&mut self, tree: &Tree, line: &Line, language: Option<&str>, order: Order, is_after: bool) {
        let folded = fold(&line.text);
        if OF_OTHERS.is_match(&folded) {
            return;
        }
        let is_posted = POSTED.iter().any(|word| folded.starts_with(word));
        let limit = if is_posted {
            PARAGRAPH
        } else if is_after {
            BESIDE
        } else {
            40
        };
        let day = line.time.clone().or_else(|| {
            dated_as(&line.text, &folded, language, order)
                .filter(|dated| dated.letters <= limit)
                .map(|dated| dated.day)
        });
        let is_dated = day.is_some();
        let is_changed =
            CHANGES.is_match(&folded) || line.called.contains("updated") && !line.called.contains("publish");
        if is_changed {
            // Both in one line: the first is that of publication.
            let at = CHANGES.find(&folded).map_or(0, |word| word.start());
            let day_in = |text: &str| dated(text, language, order).map(|dated| dated.day);
            let (first, second) = (day_in(&folded[..at]), day_in(&folded[at..]));
            if day.is_none() || second.is_some() {
                self.date = self.date.take().or(first);
            }
            self.modified = self.modified.take().or(second).or(day);
        } else {
            self.date = self.date.take().or(day);
        }
        if self.authors.is_empty() {
            let is_called_so =
                ["author", "byline", "autor", "writer"].iter().any(|name| line.called.contains(name));
            let who = parted(tree, line.nodes.0, line.nodes.1);
            let segments = || who.split(['|', '·', '•', '—', '/']).map(str::trim);
            let found = segments().find_map(|segment| after_byline(segment, is_called_so));
            let found = found
                .or_else(|| within(&who).filter(|_| is_dated || is_called_so))
                .or_else(|| reporter(&line.text));
            if let Some(names) = found {
                self.authors = names;
            } else if is_called_so
                && !["title", "role", "bio", "desc", "job", "date", "photo", "image", "box"]
                    .iter()
                    .any(|word| line.called.contains(word))
                && line.text.chars().count() < 80
                && !is_introduced(&who)
            {
                self.authors = names(segments().next().unwrap_or_default());
                self.authors.retain(|name| !is_numbered(name));
            }
        }
        if self.categories.is_empty()
            && folded.len() == line.text.len()
            && (folded.contains(':') || folded.contains("posted in"))
        {
            let labels = [
                "posted in",
                "filed under:",
                "category:",
                "categories:",
                "kategorie:",
                "categoria:",
                "рубрика:",
                "栏目:",
            ];
            let found = labels.iter().find_map(|label| Some(folded.find(label)? + label.len()));
            if let Some(from) = found {
                let rest = line.text[from..].split(['|', '·', '•']).next().unwrap_or_default();
                self.categories = rest
                    .split(',')
                    .map(|word| word.trim().to_owned())
                    .filter(|word| !word.is_empty() && word.len() < 60)
                    .collect();
            }
        }
    }

    /// The day that an article begins with: "Rome, March 5, 2012 -- …".
    fn dateline(&mut self, text: &str, language: Option<&str>, order: Order) {
        let end = [" -- ", " — ", " – ", " - "].iter().filter_map(|dash| text.find(dash)).min();
        if let (None, Some(end)) = (&self.date, end.filter(|end| *end <= BESIDE)) {
            self.date = dated(&text[..end], language, order).map(|dated| dated.day);
        }
    }

    /// Places that are called so, anywhere in the article: all must say the same.
    fn places(&mut self, known: &mut Names, headline: Option<Id>, language: Option<&str>, order: Order) {
        let tree = known.tree;
        let mut days: Vec<(Id, String)> = Vec::new();
        let mut people: Vec<(Id, Vec<String>)> = Vec::new();
        let (mut left, mut tries) = (PLACES, PLACES * 8);
        for (id, node) in tree.nodes().iter().enumerate() {
            let Kind::Element(element) = node.kind else { continue };
            let is_telling = element == Element::Time || node.mentions.has(Mentions::BYLINE);
            if !is_telling || element.layout() == Layout::Hidden {
                continue;
            }
            if left == 0 || tries == 0 {
                break;
            }
            let written = tree.attributes(id as Id);
            if written.is_empty() || written.len() > 2000 {
                continue;
            }
            let called = called(written);
            let is_date = element == Element::Time
                || ["date", "publish", "posted-on"].iter().any(|word| called.contains(word));
            let has = |words: &[&str]| words.iter().any(|word| called.contains(word));
            let is_author = has(&["author", "byline"]) && !has(BESIDE_NAMES);
            let is_meta = has(META);
            if !(is_date || is_author || is_meta) {
                continue;
            }
            tries -= 1;
            if called.contains("update") || known.is_elsewhere(id as Id, headline.unwrap_or(0)) {
                continue;
            }
            left -= 1;
            let text = one_line(&text_of(tree, id as Id));
            if text.is_empty() || text.chars().count() > if is_meta { LONGEST } else { 100 } {
                continue;
            }
            let folded = fold(&text);
            if OF_OTHERS.is_match(&folded) || CHANGES.is_match(&folded) {
                continue;
            }
            let is_posted = is_meta && POSTED.iter().any(|word| folded.starts_with(word));
            let read = || dated_as(&text, &folded, language, order);
            if self.date.is_none() && (is_date || is_posted) {
                let read = read().filter(|dated| is_posted || dated.letters <= 40);
                let time = attribute(head(written), "datetime").and_then(|time| date::iso(&time));
                let day = time
                    .map(|mut time| {
                        time.truncate(10);
                        time
                    })
                    .or(read.map(|dated| dated.day));
                days.extend(day.map(|day| (id as Id, day)));
            }
            if self.authors.is_empty() && (is_author || is_meta) {
                let who = parted(tree, id as Id + 1, node.end);
                let found = after_byline(&who, is_author)
                    .or_else(|| within(&who).filter(|_| is_author || read().is_some()));
                let bare = || (is_author && !is_introduced(&who)).then(|| names(&who));
                let mut found = found.or_else(bare).unwrap_or_default();
                found.retain(|name| !is_numbered(name));
                if !found.is_empty() {
                    people.push((id as Id, found));
                }
            }
        }
        people = innermost(tree, people);
        if let (Some(day), None) = (nearest(tree, headline, &days), &self.date) {
            self.date = Some(day[0].clone());
        }
        if let (Some(names), true) = (nearest(tree, headline, &people), self.authors.is_empty()) {
            self.authors = names.concat();
        }
    }
}

/// Whether a text is the first of its line.
fn begins_line(tree: &Tree, id: Id) -> bool {
    let is_block = |id: Id| matches!(tree.nodes()[id as usize].kind, Kind::Element(element) if element.layout() == Layout::Block);
    let block = |id: Id| tree.ancestors(id).find(|id| is_block(*id));
    for before in (0..id).rev() {
        match tree.nodes()[before as usize].kind {
            Kind::Element(Element::Br) => return true,
            Kind::Element(_) if is_block(before) => return true,
            Kind::Text(_) if !tree.source(before).trim().is_empty() => return block(before) != block(id),
            _ => {}
        }
    }
    true
}

/// The names of the only byline of a page, wherever it stands: old pages have headlines of several lines.
fn only_byline(known: &mut Names, headline: Id) -> Option<Vec<String>> {
    let tree = known.tree;
    let mut found: Option<Vec<String>> = None;
    for (id, node) in tree.nodes().iter().enumerate() {
        if node.kind != Kind::Text(true) || node.is_blank || node.place.len() > BESIDE * 2 {
            continue;
        }
        let id = id as Id;
        if !begins_byline(tree.source(id)) {
            continue;
        }
        let around = tree.nodes()[node.parent as usize].end;
        let text = parted(tree, id, around);
        if text.len() > PARAGRAPH || !begins_line(tree, id) || known.is_elsewhere(id, headline) {
            continue;
        }
        let Some(names) = strict_byline(&text) else { continue };
        if found.get_or_insert_with(|| names.clone()) != &names {
            return None;
        }
    }
    found
}

/// Whether it is an account: a word with digits.
fn is_numbered(name: &str) -> bool {
    !name.contains(' ') && name.contains(|c: char| c.is_ascii_digit())
}

/// Of places within places, what the inner ones say, together: each may have one of the names.
fn innermost(tree: &Tree, places: Vec<(Id, Vec<String>)>) -> Vec<(Id, Vec<String>)> {
    let mut outer: Vec<(Id, Vec<String>)> = Vec::new();
    let mut end = 0;
    // Whether what is known of the outermost place comes from inner ones.
    let mut is_inner = false;
    for (id, names) in places {
        match outer.last_mut() {
            Some((_, known)) if id < end => {
                if !is_inner {
                    known.clear();
                }
                is_inner = true;
                let new = names.into_iter().filter(|name| !known.contains(name)).collect::<Vec<_>>();
                known.extend(new);
            }
            _ => {
                end = tree.nodes()[id as usize].end;
                is_inner = false;
                outer.push((id, names));
            }
        }
    }
    outer
}

/// What the places say that are nearest to the headline, if they all say the same: those in the innermost element that holds both.
fn nearest<T: Clone + PartialEq>(tree: &Tree, headline: Option<Id>, places: &[(Id, T)]) -> Option<Vec<T>> {
    let same = |places: &[(Id, T)]| {
        let first = &places.first()?.1;
        places.iter().all(|(_, said)| said == first).then(|| vec![first.clone()])
    };
    let Some(headline) = headline else { return same(places) };
    for around in tree.ancestors(headline) {
        let end = tree.nodes()[around as usize].end;
        let from = places.partition_point(|(id, _)| *id < around);
        let to = places.partition_point(|(id, _)| *id < end);
        if from < to {
            return same(&places[from..to]);
        }
    }
    None
}

/// The headline of this text: a heading, or else the last line that is the same; or else the heading that is most like it.
fn headline(tree: &Tree, title: &str) -> Option<Id> {
    let title = key(title);
    // The best heading that is the same, and the longest that is a part of the title, or has it in it: by level and length.
    let (mut heading, mut like, mut line) = (None::<(u8, Id)>, None::<(usize, Id)>, None);
    let (mut firsts, mut first) = (0, None);
    for (id, node) in tree.nodes().iter().enumerate() {
        let id = id as Id;
        match node.kind {
            Kind::Element(element) => {
                let Some(level) =
                    element.heading().filter(|level| heading.is_none_or(|(best, _)| *level < best))
                else {
                    continue;
                };
                let text = text_of(tree, id);
                if text.len() > title.len() * 4 + 400 {
                    continue;
                }
                let text = key(&text);
                if text.starts_with(&title) && text.len() <= title.len() + 12 {
                    heading = Some((level, id));
                } else if level < 4
                    && text.len() >= LIKE
                    && (title.contains(&text) || text.contains(&title) && title.len() >= LIKE)
                {
                    like = like.max(Some((text.len(), id)));
                }
                if level == 1 && !text.is_empty() {
                    firsts += 1;
                    first = Some(id);
                }
            }
            Kind::Text(true) if (title.len() / 2..title.len() * 3 + 40).contains(&node.place.len()) => {
                let parent = &tree.nodes()[node.parent as usize];
                let is_seen =
                    matches!(parent.kind, Kind::Element(element) if element.layout() != Layout::Hidden);
                let source = tree.source(id);
                if is_seen && has_key(source, &title) {
                    line = Some(id);
                }
            }
            Kind::Text(_) => {}
        }
    }
    let like = like.map(|(_, id)| id).or(first.filter(|_| firsts == 1));
    heading.map(|(_, id)| id).or(line).or(like)
}

/// Whether a node is in a comment or in the footer of the page.
pub(super) fn is_of_others(tree: &Tree, id: Id) -> bool {
    tree.ancestors(id).take(12).any(|above| {
        let written = tree.attributes(above);
        let is_footer = tree.nodes()[above as usize].kind == Kind::Element(Element::Footer);
        (is_footer || written.len() < 2000 && !written.is_empty()) && {
            let called = called(written);
            let own = ["entry", "post", "article"].iter().any(|name| called.contains(name));
            called.contains("comment") && !called.contains("comments-")
                || !own && (is_footer || called.contains("footer"))
        }
    })
}

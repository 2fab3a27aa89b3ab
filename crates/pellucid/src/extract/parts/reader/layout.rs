//! Lists and quotations that are there for the layout: what is in them is in none.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::extract::blocks::Blocks;
use crate::extract::parts::{Container, Part, PartKind, Within};
use crate::html::{Id, Tree};

/// Posts have so many bytes at least, in the mean.
const POST: usize = 100;
/// Where more than so much of a text is quoted, nothing is: a share in ten; and of how many bytes.
const QUOTED: usize = 8;
const LONG: usize = 400;

type Ids = HashSet<Id, foldhash::fast::RandomState>;

/// Leaves out of all parts what is there for the layout.
pub(super) fn unwrap(parts: &mut [Part], tree: &Tree, blocks: &Blocks, chosen: &[bool]) {
    let mut layout = cards(parts);
    posts(parts, tree, blocks, chosen, &mut layout);
    frames(parts, &mut layout);
    if layout.is_empty() {
        return;
    }
    // Neighbours in the same containers share the list, before and after.
    let mut last: Option<[Arc<[Within]>; 2]> = None;
    for part in parts {
        let known = last.as_ref().filter(|[before, _]| Arc::ptr_eq(before, &part.within));
        let within = known.map(|[_, within]| Arc::clone(within)).unwrap_or_else(|| {
            let is_item_of = |n: usize| {
                let is_list = |list: &Within| list.container == Container::List && layout.contains(&list.id);
                n > 0 && is_list(&part.within[n - 1])
            };
            let stays = |(n, within): &(usize, &Within)| !layout.contains(&within.id) && !is_item_of(*n);
            part.within.iter().enumerate().filter(stays).map(|(_, within)| *within).collect()
        });
        last = Some([std::mem::replace(&mut part.within, Arc::clone(&within)), within]);
    }
}

/// Lists whose items begin with headings, as those of cards and sections.
fn cards(parts: &[Part]) -> Ids {
    let mut layout = Ids::default();
    for n in 0..parts.len() {
        let part = &parts[n];
        let [.., list, item] = &*part.within else { continue };
        let is_unordered = matches!(item.container, Container::Item { number: None, .. });
        let is_first = n == 0 || !parts[n - 1].within.contains(item);
        if is_unordered && is_first && matches!(part.kind, PartKind::Heading(_)) {
            layout.insert(list.id);
        }
    }
    layout
}

/// Lists whose items begin with what was left out, as the posts of a forum with their authors.
fn posts(parts: &[Part], tree: &Tree, blocks: &Blocks, chosen: &[bool], layout: &mut Ids) {
    // For each list: its items, those of them that begin so, and how long all are.
    let mut lists: HashMap<Id, (usize, usize, usize), foldhash::fast::RandomState> = HashMap::default();
    for (n, part) in parts.iter().enumerate() {
        let outermost =
            part.within.windows(2).find(|pair| matches!(pair[1].container, Container::Item { .. }));
        let Some([list, item]) = outermost else { continue };
        let (items, begun, length) = lists.entry(list.id).or_default();
        *length += part.text.len();
        if n > 0 && parts[n - 1].within.contains(item) {
            continue;
        }
        let before = |place: u32| blocks.all().partition_point(|block| block.place.start < place);
        let begins = tree.nodes()[item.id as usize].place.start;
        *items += 1;
        let left_out = before(begins)..before(part.place.start as u32);
        *begun += usize::from(left_out.into_iter().any(|n| !chosen.get(n).copied().unwrap_or(false)));
    }
    let are_posts =
        |(items, begun, length): &(usize, usize, usize)| 2 * begun > *items && *length >= POST * items;
    layout.extend(lists.iter().filter(|(_, list)| are_posts(list)).map(|(list, _)| *list));
}

/// Quotations around nearly all: pages of twenty years ago have margins by them, and posts of vBulletin stand in such.
fn frames(parts: &[Part], layout: &mut Ids) {
    let is_quote = |within: &&Within| within.container == Container::Quote;
    let outermost = |part: &Part| part.within.iter().find(is_quote).map(|quote| quote.id);
    let all: usize = parts.iter().map(|part| part.text.len()).sum();
    let quoted: usize =
        parts.iter().filter(|part| outermost(part).is_some()).map(|part| part.text.len()).sum();
    if all > LONG && quoted > all / 10 * QUOTED {
        layout.extend(parts.iter().filter_map(outermost));
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts;
    use super::*;

    /// What each part is in, of the blocks that have `*` in them.
    fn containers(page: &str) -> Vec<String> {
        let tree = Tree::new(page);
        let blocks = Blocks::new(&tree);
        let chosen: Vec<bool> = blocks.all().iter().map(|block| blocks.text(block).contains('*')).collect();
        let names = |part: &Part| {
            part.within.iter().map(|within| within.container.name()).collect::<Vec<_>>().join(" ")
        };
        parts(&tree, &blocks, &chosen, &[]).iter().map(names).collect()
    }

    #[test]
    fn posts_are_no_items() {
        let text = "*a ".repeat(40);
        let post = format!("<li><div>Ann</div><p>{text}</p><ul><li>*b</ul>");
        assert_eq!(containers(&format!("<ol>{post}{post}</ol>")), ["", "list item", "", "list item"]);
        let item = format!("<li><p>{text}</p><div>more</div>");
        assert_eq!(containers(&format!("<ol>{item}{item}</ol>")), ["list item", "list item"]);
        assert_eq!(
            containers("<ul><li><div>May</div><p>*a</p><li><div>June</div><p>*b</ul>"),
            ["list item", "list item"]
        );
    }

    #[test]
    fn a_quotation_around_all_is_none() {
        let text = "*a ".repeat(200);
        let page = format!("<blockquote><p>{text}</p><blockquote>*b</blockquote></blockquote>");
        assert_eq!(containers(&page), ["", "quote"]);
        let page = format!("<p>{text}</p><blockquote>{text}</blockquote>");
        assert_eq!(containers(&page), ["", "quote"]);
    }
}

//! Lists: which item an item is, and whether it is something to do.

use super::{Reader, value};
use crate::extract::parts::{Container, Within};
use crate::html::{Element, Id, attribute};

/// What a list remembers of its items.
#[derive(Clone, Copy)]
pub(super) struct List {
    ordered: bool,
    step: i32,
    /// The number of the next item, and the child to begin counting at.
    next: i32,
    child: Id,
    /// The last item.
    pub(super) item: Option<Within>,
}

impl List {
    /// The number of the next item.
    fn count(&mut self, tag: &str) -> i32 {
        let number = value(tag, "value").unwrap_or(self.next);
        self.next = number.saturating_add(self.step);
        number
    }
}

impl Reader<'_> {
    /// The list that is the innermost container, and where it is among the open elements.
    pub(super) fn list(&self) -> Option<(usize, &List)> {
        let within = self.path.last().filter(|within| within.container == Container::List)?;
        let position = self.open.iter().rposition(|open| open.id == within.id)?;
        self.open[position].list.as_ref().map(|list| (position, list))
    }

    pub(super) fn new_list(&self, id: Id, ordered: bool, tag: &str) -> List {
        let mut list = List { ordered, step: 1, next: 1, child: id + 1, item: None };
        if ordered && !tag.is_empty() {
            let start = value(tag, "start");
            if attribute(tag, "reversed").is_some() {
                list.step = -1;
                list.next = start.unwrap_or_else(|| {
                    self.children(id).filter(|child| self.element(*child) == Some(Element::Li)).count() as i32
                });
            } else {
                list.next = start.unwrap_or(1);
            }
        }
        list
    }

    /// An item, which counts those before it that were not chosen.
    pub(super) fn item(&mut self, id: Id) -> Option<Within> {
        let (position, list) = self.list()?;
        let mut list = *list;
        // Those before it, which may not have been chosen, and then itself.
        while list.ordered && list.child < id {
            if self.element(list.child) == Some(Element::Li) {
                list.count(self.tree.attributes(list.child));
            }
            list.child = self.node(list.child).end;
        }
        let number = list.ordered.then(|| list.count(self.tree.attributes(id)));
        list.child = list.child.max(self.node(id).end);
        let item = Within { id, container: Container::Item { number, task: self.task(id) } };
        list.item = Some(item);
        self.open[position].list = Some(list);
        Some(item)
    }

    /// Whether an item begins with a box to check, and whether it is checked.
    fn task(&self, id: Id) -> Option<bool> {
        let is_named = |tag: &str| tag.contains("task");
        let own = self.tree.attributes(id);
        // Confluence has no box.
        if is_named(own) && attribute(own, "data-inline-task-id").is_some() {
            return Some(attribute(own, "class").is_some_and(|class| class.contains("checked")));
        }
        let is_space = |at: Id| self.tree.source(at).trim_ascii().is_empty();
        let beginning = (id + 1..self.node(id).end).take(4);
        let first = beginning.into_iter().find(|at| match self.element(*at) {
            None => !is_space(*at),
            Some(Element::Label | Element::P | Element::Span) => false,
            Some(_) => true,
        })?;
        let tag = self.tree.attributes(first);
        let is_box = self.element(first) == Some(Element::Input)
            && attribute(tag, "type").is_some_and(|name| name.eq_ignore_ascii_case("checkbox"));
        // One that can be checked here is part of a form or a menu: 27 of 2342 real pages have such in a list.
        // But pandoc's can.
        let is_in_tasks = || is_named(own) || is_named(self.tree.attributes(self.node(id).parent));
        let is_task = is_box && (attribute(tag, "disabled").is_some() || is_in_tasks());
        is_task.then(|| attribute(tag, "checked").is_some())
    }

    /// The children of a node, in order.
    fn children(&self, id: Id) -> impl Iterator<Item = Id> {
        let end = self.node(id).end;
        let mut next = id + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < end).then(|| {
                next = self.node(child).end;
                child
            })
        })
    }
}

//! Whether the title of a page stands above its content.

use super::parts::{Part, PartKind};
use crate::named::named;

/// Whether the title of a page stands above its content, as the first heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Title {
    /// Where the page has it in its content.
    #[default]
    Auto,
    /// On every page that has a title.
    Always,
    /// On none.
    Never,
}

named!(Title, "choice of title": Auto => "auto", Always => "always", Never => "never");

/// The title is among so many parts, or it is a heading of something else.
const FIRST: usize = 8;

/// Adds the title of a page to its content, or removes it.
pub(super) fn place(parts: &mut Vec<Part>, title: Option<&str>, how: Title) {
    if how == Title::Auto {
        return;
    }
    let title = title.map(letters).filter(|title| !title.is_empty()).zip(title);
    let is_title = |part: &Part| {
        let Some((title, _)) = title.as_ref().filter(|_| matches!(part.kind, PartKind::Heading(_))) else {
            return false;
        };
        let own = letters(&part.text);
        own == *title || is_most(&own, title) || is_most(title, &own)
    };
    let found = parts.iter().take(FIRST).position(is_title);
    let begins = parts.first().is_some_and(|first| first.kind == PartKind::Heading(1));
    match (how, found.or(begins.then_some(0)), &title) {
        (Title::Never, Some(at), _) => {
            parts.remove(at);
        }
        (Title::Always, None, Some((_, title))) if !parts.is_empty() => {
            let part = Part {
                kind: PartKind::Heading(1),
                within: [].into(),
                text: (*title).to_owned(),
                marks: Vec::new(),
                score: 1.0,
                place: 0..0,
                direction: None,
                repeated: false,
                selector: None,
            };
            parts.insert(0, part);
        }
        _ => {}
    }
}

/// Letters and digits, in one case: what counts where titles are compared.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a text begins with another one, and has little more: the name of a site.
fn is_most(whole: &str, beginning: &str) -> bool {
    beginning.len() * 2 > whole.len() && whole.starts_with(beginning)
}

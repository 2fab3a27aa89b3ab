//! What sort of page it is: an answer of its own, and what the choice of blocks may depend on.
//!
//! **Why learned**: few pages declare it, and many that do declare something else (a front page says `article`). People have sorted
//! pages of these types; the content model has a forest for each, over what is the same for all blocks of a page.

use crate::named::named;

/// What sort of page it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PageType {
    /// A text with a beginning and an end: news, a post of a blog, an essay.
    Article,
    /// Many products, or other things of one kind, each with a few words.
    Collection,
    /// How something is used: manuals, references, recipes of code.
    Documentation,
    /// What several people wrote in turn: threads, questions with their answers.
    Forum,
    /// Links to other pages, with a few words about each: front pages, results of a search.
    Listing,
    /// One thing that can be bought.
    Product,
    /// What an organisation is and does: landing pages, descriptions of services.
    Service,
}

named!(PageType, "type of page":
    Article => "article",
    Collection => "collection",
    Documentation => "documentation",
    Forum => "forum",
    Listing => "listing",
    Product => "product",
    Service => "service",
);

impl PageType {
    /// The likeliest, by the log-odds of each in the order of [`PageType::ALL`]. None, where all are unlikely: most pages of the
    /// web are of no such type, or of two.
    pub(super) fn likeliest(log_odds: &[f32]) -> Option<PageType> {
        let each = PageType::ALL.iter().zip(log_odds);
        let best = each.reduce(|a, b| if b.1 > a.1 { b } else { a });
        best.filter(|(_, log_odds)| **log_odds > UNLIKELY).map(|(page_type, _)| *page_type)
    }
}

/// One to one: a type that is less likely than not is no answer.
const UNLIKELY: f32 = 0.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_is_the_answer() {
        let log_odds = |forum: f32| [-4.0, -3.0, -2.0, forum, -9.0, -1.0, -1.0];
        assert_eq!(PageType::likeliest(&log_odds(0.5)), Some(PageType::Forum));
        assert_eq!(PageType::likeliest(&log_odds(-0.5)), None);
        assert_eq!(PageType::likeliest(&[]), None);
    }
}

//! The blocks of a page in, how likely each is main content out: what was learned from pages that people have read.
//!
//! **In**: a tree and its [`Blocks`]. **Out**: the log-odds of each block, the type of the page, and by [`choose`] the blocks to take.
//! **Why two forests**: the second has the opinion of the first about the whole page in view, and what sort of page it is. That says a
//! forest for each type.
//!
//! `forest` is a forest as it is written, `bins` the same in a form that is fast, `format` the file with all.

mod bins;
pub(super) mod choose;
mod forest;
mod format;

use std::sync::LazyLock;

use crate::extract::blocks::Blocks;
use crate::extract::features::{names, stretches};
use crate::extract::page_type::PageType;
use crate::html::Tree;
use bins::{BinnedForest, Bins, Borders};
pub use forest::{Forest, ForestError};
pub use format::ContentModelError;

/// What was learned about main content.
#[derive(Clone, Debug, PartialEq)]
pub struct ContentModel {
    borders: Borders,
    first: BinnedForest,
    second: BinnedForest,
    /// Of each type of page.
    types: Vec<BinnedForest>,
}

/// What a model says of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// The log-odds that each block is main content.
    pub values: Vec<f32>,
    /// What sort of page it is, if that is clear.
    pub page_type: Option<PageType>,
}

impl ContentModel {
    /// The one that ships.
    ///
    /// # Panics
    ///
    /// If features were changed and the model was not trained again: then no page has an answer. The tests find that.
    pub fn shipped() -> &'static ContentModel {
        static SHIPPED: LazyLock<ContentModel> = LazyLock::new(|| {
            ContentModel::parse(pellucid_models::CONTENT)
                .unwrap_or_else(|error| panic!("crates/models/content.model: {error}"))
        });
        &SHIPPED
    }

    /// Reads a model. No bytes make it panic. One that was trained for other features is refused.
    pub fn parse(bytes: &[u8]) -> Result<ContentModel, ContentModelError> {
        let file = format::read(bytes)?;
        file.check_features()?;
        let forests = file.forests.iter().map(|bytes| Forest::parse(bytes));
        let forests: Vec<Forest> = forests.collect::<Result<_, ForestError>>()?;
        let [first, second, types @ ..] = forests.as_slice() else {
            return Err(ForestError::new("it has fewer than two forests").into());
        };
        let is_made_for = |forest: &Forest, names: &[names::Name]| forest.features() == names.len();
        let are_all = is_made_for(first, names::first())
            && is_made_for(second, names::second())
            && types.iter().all(|forest| is_made_for(forest, names::context()))
            && types.len() == PageType::ALL.len();
        if !are_all {
            return Err(ForestError::new("it is made for other features").into());
        }
        let borders = Borders::of(&forests)?;
        let binned = |forest: &Forest| BinnedForest::new(forest, &borders);
        let (first, second, types) = (binned(first), binned(second), types.iter().map(binned).collect());
        Ok(ContentModel { borders, first, second, types })
    }

    /// The bytes of a model of these forests, which were grown with the features of this build: the first, the second, and one for
    /// each type of page.
    pub fn write(forests: &[&[u8]]) -> Vec<u8> {
        format::write(forests)
    }

    /// The bytes of the forests of a model, whatever features it was trained for.
    pub fn forests(bytes: &[u8]) -> Result<Vec<&[u8]>, ContentModelError> {
        format::read(bytes).map(|file| file.forests)
    }

    /// How likely each block is main content, and what sort of page it is: of a very long page, its first stretch.
    pub fn judge(&self, tree: &Tree, blocks: &Blocks) -> Judged {
        let mut judged = Judged::default();
        judged.values.reserve_exact(blocks.all().len());
        for mut table in stretches(tree, blocks, |count| Bins::new(count, &self.borders)) {
            let opinion = self.first.values(table.columns());
            table.with_context(&opinion);
            let types: Vec<f32> =
                self.types.iter().map(|forest| forest.first_value(table.columns())).collect();
            table.with_types(&types);
            if judged.values.is_empty() {
                judged.page_type = PageType::likeliest(&types);
            }
            let mut values = self.second.values(table.columns());
            table.agree(&mut values);
            judged.values.extend(values);
        }
        judged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::features::features;

    #[test]
    fn the_shipped_model_values_every_block() {
        let values = |html: &str| {
            let tree = Tree::new(html);
            ContentModel::shipped().judge(&tree, &Blocks::new(&tree)).values
        };
        let some = values("<p>one</p><p>two</p>");
        assert!(some.len() == 2 && some.iter().all(|value| value.is_finite()));
        assert!(values("").is_empty());
    }

    /// The same by forests as they are written, and of features as they are: as training sees them.
    #[test]
    fn bins_change_no_value() {
        let items =
            |count: usize| "<li class='item post'><a href=x>An item</a> of a list.</li>".repeat(count);
        for count in [0, 1, 14, 15, 16, 40] {
            let html = format!(
                "<title>Of tea</title><nav id=menu><a href=/>Home</a></nav><main class=content><h1>Of tea</h1>\
                 <p>Water, 70 degrees; two minutes.</p><ul>{}</ul></main>",
                items(count)
            );
            let tree = Tree::new(&html);
            let blocks = Blocks::new(&tree);
            let forests = ContentModel::forests(pellucid_models::CONTENT).unwrap();
            let forests: Vec<Forest> = forests.iter().map(|bytes| Forest::parse(bytes).unwrap()).collect();
            let mut table = features(&tree, &blocks);
            table.with_context(&forests[0].values(&table));
            let types: Vec<f32> = forests[2..].iter().map(|forest| forest.first_value(&table)).collect();
            table.with_types(&types);
            let mut values = forests[1].values(&table);
            table.agree(&mut values);
            let expected = Judged { values, page_type: PageType::likeliest(&types) };
            assert_eq!(ContentModel::shipped().judge(&tree, &blocks), expected, "{count}");
        }
    }

    #[test]
    fn damaged_models_are_errors() {
        let whole = pellucid_models::CONTENT;
        assert!(ContentModel::parse(whole).is_ok());
        for length in [0, 4, 5, 8, 9, 13, 16, 17, 100, whole.len() / 2, whole.len() - 1] {
            assert!(ContentModel::parse(&whole[..length]).is_err(), "{length}");
        }
        let error = ContentModel::parse(&ContentModel::write(&[])).unwrap_err();
        assert_eq!(error.to_string(), "not a forest: it has fewer than two forests");
        let forest = [b"PLUF\x02".as_slice(), &[1, 0, 0, 0, 0, 0, 0, 0]].concat();
        let error = ContentModel::parse(&ContentModel::write(&[&*forest; 9])).unwrap_err();
        assert_eq!(error.to_string(), "not a forest: it is made for other features");
    }
}

//! The blocks of a page in, how likely each is main content out: what was learned from pages that people have read.
//!
//! **In**: a tree and its [`Blocks`]. **Out**: the log-odds of each block, and by [`choose`] the blocks to take. **Why two forests**:
//! the second has the opinion of the first about the whole page in view.
//!
//! `forest` is a forest as it is written, `bins` the same in a form that is fast, `format` the file with both.

mod bins;
pub(super) mod choose;
mod forest;
mod format;

use std::sync::LazyLock;

use crate::extract::blocks::Blocks;
use crate::extract::features::{Table, names, stretches};
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
        let (first, second) = (Forest::parse(file.first)?, Forest::parse(file.second)?);
        if (first.features(), second.features()) != (names::first().len(), names::second().len()) {
            return Err(ForestError::new("it is made for other features").into());
        }
        let borders = Borders::of(&[&first, &second])?;
        let (first, second) = (BinnedForest::new(&first, &borders), BinnedForest::new(&second, &borders));
        Ok(ContentModel { borders, first, second })
    }

    /// The bytes of a model of these forests, which were grown with the features of this build.
    pub fn write(first: &[u8], second: &[u8]) -> Vec<u8> {
        format::write(first, second)
    }

    /// The bytes of the two forests of a model, whatever features it was trained for.
    pub fn forests(bytes: &[u8]) -> Result<(&[u8], &[u8]), ContentModelError> {
        format::read(bytes).map(|file| (file.first, file.second))
    }

    /// The log-odds that each block is main content.
    pub fn values(&self, tree: &Tree, blocks: &Blocks) -> Vec<f32> {
        let values = |mut table: Table<Bins>| {
            let opinion = self.first.values(table.columns());
            table.with_context(&opinion);
            self.second.values(table.columns())
        };
        stretches(tree, blocks, |count| Bins::new(count, &self.borders)).flat_map(values).collect()
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
            ContentModel::shipped().values(&tree, &Blocks::new(&tree))
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
            let (first, second) = ContentModel::forests(pellucid_models::CONTENT).unwrap();
            let mut table = features(&tree, &blocks);
            table.with_context(&Forest::parse(first).unwrap().values(&table));
            let expected = Forest::parse(second).unwrap().values(&table);
            assert_eq!(ContentModel::shipped().values(&tree, &blocks), expected, "{count}");
        }
    }

    #[test]
    fn damaged_models_are_errors() {
        let whole = pellucid_models::CONTENT;
        assert!(ContentModel::parse(whole).is_ok());
        for length in [0, 4, 5, 8, 9, 13, 16, 17, 100, whole.len() / 2, whole.len() - 1] {
            assert!(ContentModel::parse(&whole[..length]).is_err(), "{length}");
        }
        let forest = [b"PLUF\x02".as_slice(), &[1, 0, 0, 0, 0, 0, 0, 0]].concat();
        let error = ContentModel::parse(&ContentModel::write(&forest, &forest)).unwrap_err();
        assert_eq!(error.to_string(), "not a forest: it is made for other features");
    }
}

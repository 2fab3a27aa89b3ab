//! What was learned about main content: two [`Forest`]s, of which the second has the opinion of the first in view.
//!
//! | bytes | meaning |
//! |---|---|
//! | `PLUC`, 1 | magic, version |
//! | u32, little-endian | how many bytes the first forest has; the second is the rest |

mod bins;
pub(super) mod choose;
mod forest;

use std::sync::LazyLock;

use crate::extract::blocks::Blocks;
use crate::extract::features::{CONTEXT, FEATURES, Table, stretches};
use crate::html::Tree;
use bins::{BinnedForest, Bins, Borders};
pub use forest::{Forest, ForestError};

const MAGIC: &[u8] = b"PLUC\x01";

/// What was learned about main content.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    borders: Borders,
    first: BinnedForest,
    second: BinnedForest,
}

impl Model {
    /// The one that ships.
    pub fn shipped() -> &'static Model {
        static SHIPPED: LazyLock<Model> = LazyLock::new(|| {
            Model::parse(pellucid_models::CONTENT)
                .unwrap_or_else(|error| unreachable!("the model that ships is whole: {error}"))
        });
        &SHIPPED
    }

    /// Reads a model. No bytes make it panic.
    pub fn parse(bytes: &[u8]) -> Result<Model, ForestError> {
        let cut = ForestError::new("it is cut off");
        let rest = bytes.strip_prefix(MAGIC).ok_or(ForestError::new("wrong magic or version"))?;
        let (length, rest) = rest.split_first_chunk().ok_or(cut.clone())?;
        let (first, second) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(cut)?;
        let (first, second) = (Forest::parse(first)?, Forest::parse(second)?);
        // A model of another version of the library would read features that mean something else.
        if (first.features(), second.features()) != (FEATURES, FEATURES + CONTEXT) {
            return Err(ForestError::new("it is made for other features"));
        }
        let borders = Borders::of(&[&first, &second])?;
        let (first, second) = (BinnedForest::new(&first, &borders), BinnedForest::new(&second, &borders));
        Ok(Model { borders, first, second })
    }

    /// The bytes of a model of these forests.
    pub fn write(first: &[u8], second: &[u8]) -> Vec<u8> {
        [MAGIC, &(first.len() as u32).to_le_bytes(), first, second].concat()
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
            Model::shipped().values(&tree, &Blocks::new(&tree))
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
            let rest = &pellucid_models::CONTENT[MAGIC.len()..];
            let (length, rest) = rest.split_first_chunk().unwrap();
            let (first, second) = rest.split_at(u32::from_le_bytes(*length) as usize);
            let mut table = features(&tree, &blocks);
            table.with_context(&Forest::parse(first).unwrap().values(&table));
            let expected = Forest::parse(second).unwrap().values(&table);
            assert_eq!(Model::shipped().values(&tree, &blocks), expected, "{count}");
        }
    }

    #[test]
    fn damaged_models_are_errors() {
        let whole = pellucid_models::CONTENT;
        assert!(Model::parse(whole).is_ok());
        for length in [0, 4, 5, 8, 9, 100, whole.len() / 2, whole.len() - 1] {
            assert!(Model::parse(&whole[..length]).is_err(), "{length}");
        }
        let forest = [b"PLUF\x02".as_slice(), &[1, 0, 0, 0, 0, 0, 0, 0]].concat();
        let error = Model::parse(&Model::write(&forest, &forest)).unwrap_err();
        assert_eq!(error.to_string(), "not a forest: it is made for other features");
    }
}

//! What was learned about main content: two [`Forest`]s, of which the second has the opinion of the first in view.
//!
//! | bytes | meaning |
//! |---|---|
//! | `PLUC`, 1 | magic, version |
//! | u32, little-endian | how many bytes the first forest has; the second is the rest |

use std::sync::LazyLock;

use super::features::{CONTEXT, FEATURES, Table};
use super::forest::{Forest, ForestError};

const MAGIC: &[u8] = b"PLUC\x01";

/// What was learned about main content.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    first: Forest,
    second: Forest,
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
        let model = Model { first: Forest::parse(first)?, second: Forest::parse(second)? };
        // A model of another version of the library would read features that mean something else.
        if (model.first.features(), model.second.features()) != (FEATURES, FEATURES + CONTEXT) {
            return Err(ForestError::new("it is made for other features"));
        }
        Ok(model)
    }

    /// The bytes of a model of these forests.
    pub fn write(first: &[u8], second: &[u8]) -> Vec<u8> {
        [MAGIC, &(first.len() as u32).to_le_bytes(), first, second].concat()
    }

    /// The log-odds that each block is main content.
    pub fn values(&self, mut table: Table) -> Vec<f32> {
        let opinion = self.first.values(&table);
        table.with_context(&opinion);
        self.second.values(&table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Blocks;
    use crate::extract::features::features;
    use crate::extract::html::Tree;

    #[test]
    fn the_shipped_model_values_every_block() {
        let tree = Tree::new("<p>one</p><p>two</p>");
        let values = Model::shipped().values(features(&tree, &Blocks::new(&tree)));
        assert!(values.len() == 2 && values.iter().all(|value| value.is_finite()));
        assert!(Model::shipped().values(Table::default()).is_empty());
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

//! What Pellucid knows about languages: their tags and the ways people write them, their domains, and a model of their text.

pub(crate) mod clues;
pub(crate) mod domains;
pub(crate) mod model;
pub(crate) mod tags;

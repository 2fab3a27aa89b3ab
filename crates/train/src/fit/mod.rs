//! One file for each kind of model, by the name of its scorer.

mod format;
pub mod language;
pub mod linear;
pub mod refine;

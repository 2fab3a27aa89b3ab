//! One file for each kind of model, by the name of its scorer.

pub mod linear;
pub mod refine;

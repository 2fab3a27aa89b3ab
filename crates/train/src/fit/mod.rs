//! One file for each kind of model, by the name of its scorer; and what they share.

pub mod chared;
pub mod content;
pub mod forest;
mod format;
pub mod frequency;
pub mod icu;
pub mod language;
pub mod linear;
pub mod refine;
pub mod svm;

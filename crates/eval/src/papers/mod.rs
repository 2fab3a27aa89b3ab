//! The papers' own tables, measured again: one file for each paper.

pub mod svm;

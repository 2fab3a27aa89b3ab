//! The papers' own tables, measured again on our pages and set beside what their authors published: one file for each paper.

pub mod chared;
pub mod hybrid;
pub mod r2l;
pub mod svm;

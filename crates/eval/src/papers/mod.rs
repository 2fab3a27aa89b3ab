//! The papers' own tables, measured again on our pages and set beside what their authors published.

pub mod chared;
pub mod hybrid;

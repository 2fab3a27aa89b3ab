//! Pellucid and its peers, measured in one run.
//!
//! ```text
//! dataset → variants → peers → readings → score → calibration → report → floors
//! ```
//!
//! `cargo dev eval …` is the door to it: the package `pellucid-trials` beside this one, which has the commands, and which fits
//! models where a measure needs them. This crate fits nothing.

pub mod dataset;
pub mod labels;
pub mod text;
pub mod variants;

pub mod known;
pub mod own;
pub mod peers;

pub mod readings;
pub mod score;

pub mod calibration;
pub mod language;
pub mod measure;
pub mod run;

pub mod extraction;
pub mod made;
pub mod metadata;
pub mod structure;

pub mod floors;
pub mod report;

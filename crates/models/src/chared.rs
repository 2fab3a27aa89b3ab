//! Written by `cargo dev train chared`; do not edit.

/// Models of chared: tag and English name of a language, and the model.
pub static CHARED: &[(&str, &str, &[u8])] = &[];

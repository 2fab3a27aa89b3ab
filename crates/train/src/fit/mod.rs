//! One file for each kind of model, by the name of its scorer; and what they share.

pub mod chared;
pub mod content;
pub mod forest;
mod format;
pub mod frequency;
mod glance;
pub mod icu;
pub mod language;
pub mod packed;
pub mod page_type;
pub mod svm;
mod tables;
pub mod text;
pub mod universal;
pub mod weights;

/// What texts are in, as we find it.
pub fn language_of(texts: &[impl AsRef<str>]) -> String {
    let mut sample = String::new();
    for text in texts {
        sample.push_str(text.as_ref());
        if sample.len() > 64 * 1024 {
            break;
        }
    }
    pellucid::detect(sample.as_bytes()).language().unwrap_or("und").to_owned()
}

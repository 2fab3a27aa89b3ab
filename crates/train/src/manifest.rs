//! A model's birth certificate: what it was made of, by which command, and how well it does.

use sha2::{Digest, Sha256};

use crate::fit::svm::Fitted;
use crate::validate::Validation;

/// The text of `MANIFEST.toml`.
pub fn manifest(
    model: &[u8],
    features: usize,
    classes: &[String],
    left_out: &[String],
    validation: &[Validation],
) -> String {
    let hash: String = Sha256::digest(model).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut languages: Vec<&str> = classes.iter().filter_map(|class| class.split(' ').next()).collect();
    languages.dedup();
    let mut text = format!(
        "# Written by `cargo dev train`; do not edit.\n\n\
         [default]\n\
         file = \"default.model\"\n\
         command = \"cargo dev train --features {features}\"\n\
         bytes = {}\n\
         sha256 = \"{hash}\"\n\
         languages = {}\n\
         classes = {}\n\
         corpora = \"text of 121 languages from public repositories: Common Voice, NTREX-128, SIB-200, Tatoeba, \
         Universal Dependencies, XQuAD, UDHR and others\"\n\
         licence = \"weights: MIT OR Apache-2.0. The training text is not part of them; much of it is CC BY-SA, \
         CC BY or CC0, and its authors are credited in the corpora's own lists.\"\n\
         left_out = {left_out:?}\n",
        model.len(),
        languages.len(),
        classes.len(),
    );
    for one in validation {
        text += &format!(
            "\n[[default.validation]]\nbytes = {}\nwindows = {}\ndecode_equal = {:.4}\n",
            one.length,
            one.windows,
            one.right as f64 / one.windows.max(1) as f64
        );
    }
    text
}

/// Windows of one length: how many, and what share of the answers was right and wrong, in the mean of all languages.
pub struct Told {
    /// Bytes.
    pub length: usize,
    /// How many were tried.
    pub windows: usize,
    /// Share of right answers.
    pub right: f64,
    /// Share of wrong answers.
    pub wrong: f64,
}

/// The part of `MANIFEST.toml` about the model of languages.
pub fn language(model: &[u8], size: usize, languages: usize, validation: &[Told]) -> String {
    let hash: String = Sha256::digest(model).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut text = format!(
        "\n[language]\n\
         file = \"language.model\"\n\
         command = \"cargo dev train --language-bytes {size}\"\n\
         bytes = {}\n\
         sha256 = \"{hash}\"\n\
         languages = {languages}\n\
         corpora = \"as above\"\n\
         licence = \"as above\"\n",
        model.len(),
    );
    for one in validation {
        text += &format!(
            "\n[[language.validation]]\nbytes = {}\nwindows = {}\nright = {:.4}\nwrong = {:.4}\n",
            one.length, one.windows, one.right, one.wrong,
        );
    }
    text
}

/// The part of `MANIFEST.toml` about the support vector machines.
pub fn svm(model: &[u8], fitted: &Fitted) -> String {
    let hash: String = Sha256::digest(model).iter().map(|byte| format!("{byte:02x}")).collect();
    let vectors: usize = fitted.machines.iter().map(|machine| machine.support_vectors).sum();
    format!(
        "\n[svm]\n\
         file = \"svm.model\"\n\
         command = \"cargo dev train\"\n\
         bytes = {}\n\
         sha256 = \"{hash}\"\n\
         classes = {}\n\
         support_vectors = {vectors}\n\
         held_out_documents = {}\n\
         held_out_right = {:.4}\n\
         corpora = \"as above\"\n\
         licence = \"as above\"\n",
        model.len(),
        fitted.machines.len(),
        fitted.tested_with,
        fitted.right as f64 / fitted.tested_with.max(1) as f64,
    )
}

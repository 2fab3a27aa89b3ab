//! A model's birth certificate: what it was made of, by which command, and how well it does.

use std::fmt::Write;

use pellucid::internals::extract::features;
use pellucid::papers::vectors::Vectors;
use sha2::{Digest, Sha256};

use crate::fit;
use crate::fit::chared::Shipped;
use crate::fit::content::Page;
use crate::fit::forest::Options;
use crate::fit::svm::Fitted;
use crate::validate::{LanguageValidation, Validation};

const CORPORA: &str = "text of 121 languages from public repositories: Common Voice, NTREX-128, SIB-200, Tatoeba, \
                       Universal Dependencies, XQuAD, UDHR and others";
const LICENCE: &str = "weights: MIT OR Apache-2.0. The training text is not part of them; much of it is CC BY-SA, CC BY or \
                       CC0, and its authors are credited in the corpora's own lists.";

const PAGES: &str = "pages with the main text that people took from them: article-extraction-benchmark, WCXB (dev), CleanEval, \
                     CleanPortalEval, dragnet, L3S-GN1, Readability's tests, fundus, DAnIEL, zh-wce, newspaper4k's tests, \
                     two sets of right-to-left pages of our own, and documents whose Markdown is known, as many programs render them";
const PAGES_LICENCE: &str =
    "trees: MIT OR Apache-2.0. The pages are not part of them, and belong to their publishers.";

/// A manifest in which the part about one model is this one; the others are as they were, in the order of these names.
pub fn replaced(manifest: &str, names: &[&str], name: &str, part: &str) -> String {
    let belongs = |line: &str, name: &str| {
        let head = line.trim_start_matches('[');
        line.starts_with('[') && head.strip_prefix(name).is_some_and(|rest| rest.starts_with([']', '.']))
    };
    let mut text = "# Written by `cargo dev train`; do not edit.\n".to_owned();
    for other in names {
        if *other == name {
            text += part;
            continue;
        }
        let mut inside = false;
        for line in manifest.lines() {
            if line.starts_with('[') {
                inside = belongs(line, other);
                if inside {
                    text.push('\n');
                }
            }
            if inside && !line.is_empty() {
                text += line;
                text.push('\n');
            }
        }
    }
    text
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What every part begins with.
fn part(name: &str, options: &str, model: &[u8]) -> String {
    format!(
        "\n[{name}]\n\
         file = \"{name}.model\"\n\
         command = \"cargo dev train --only {name}{options}\"\n\
         bytes = {}\n\
         sha256 = \"{}\"\n\
         corpora = {CORPORA:?}\n\
         licence = {LICENCE:?}\n",
        model.len(),
        sha256(model),
    )
}

/// The part about the default model.
pub fn default(
    model: &[u8],
    size: usize,
    languages: usize,
    validation: &[Validation],
    left_out: &[Validation],
) -> String {
    let text = part("default", &format!(" --bytes {size}"), model);
    of_text("default", text, languages, &[("validation", validation), ("left_out", left_out)])
}

/// The part about the small model.
pub fn small(model: &[u8], size: usize, languages: usize, validation: &[Validation]) -> String {
    let text = part("small", &format!(" --small-bytes {size}"), model);
    of_text("small", text, languages, &[("validation", validation)])
}

/// What is said of a model of text.
fn of_text(part: &str, mut text: String, languages: usize, parts: &[(&str, &[Validation])]) -> String {
    let _ = writeln!(text, "languages = {languages}");
    for (name, one) in parts.iter().flat_map(|(name, all)| all.iter().map(move |one| (name, one))) {
        let (right, error) = (one.right as f64 / one.windows.max(1) as f64, one.error);
        let (bytes, windows, sure) = (one.length, one.windows, one.sure);
        text += &format!(
            "\n[[{part}.{name}]]\nbytes = {bytes}\nwindows = {windows}\ndecode_equal = {right:.4}\nwrong_and_sure = {sure}\ncalibration_error = {error:.4}\n",
        );
    }
    text
}

/// The part about the model of languages.
pub fn language(model: &[u8], size: usize, languages: usize, validation: &[LanguageValidation]) -> String {
    let mut text = part("language", &format!(" --language-bytes {size}"), model);
    let _ = writeln!(text, "languages = {languages}");
    for one in validation {
        text += &format!(
            "\n[[language.validation]]\nbytes = {}\nwindows = {}\nright = {:.4}\nwrong = {:.4}\n",
            one.length, one.windows, one.right, one.wrong,
        );
    }
    text
}

/// The part about the tables of an expert of the hybrid method.
pub fn expert(name: &str, model: &[u8], tables: &Vectors) -> String {
    let classes: Vec<String> =
        tables.classes().iter().map(|class| format!("{} {}", class.language, class.label)).collect();
    part(name, "", model) + &format!("classes = {classes:?}\n")
}

/// The part about the support vector machines.
pub fn svm(model: &[u8], fitted: &Fitted) -> String {
    let vectors: usize = fitted.machines.iter().map(|machine| machine.support_vectors).sum();
    let right = fitted.right as f64 / fitted.tested_with.max(1) as f64;
    part("svm", "", model)
        + &format!(
            "classes = {}\nsupport_vectors = {vectors}\nheld_out_documents = {}\nheld_out_right = {right:.4}\n",
            fitted.machines.len(),
            fitted.tested_with,
        )
}

/// The part about the models of chared: of all files together, one after the other.
pub fn chared(shipped: &[Shipped], share: f64) -> String {
    let all: Vec<u8> = shipped.iter().flat_map(|one| one.model.iter().copied()).collect();
    let tags: Vec<&str> = shipped.iter().map(|one| &*one.tag).collect();
    part("chared", &format!(" --share {share}"), &all).replace("chared.model", "chared/*.model")
        + &format!("languages = {tags:?}\n")
}

/// The part about main content.
pub fn content(model: &[u8], pages: &[&Page], count: usize, options: &Options) -> String {
    let Options { trees, depth, rate, .. } = options;
    let sites = fit::content::sites(pages);
    part("content", "", model)
        .replace(&format!("{CORPORA:?}"), &format!("{PAGES:?}"))
        .replace(&format!("{LICENCE:?}"), &format!("{PAGES_LICENCE:?}"))
        + &format!(
            "features = {}\nfeatures_hash = \"{:016x}\"\n\
             pages = {count}\nshort_pages = {}\nsites = {sites}\ntrees = {trees}\ndepth = {depth}\nrate = {rate}\n\
             evaluation = \"cargo dev eval extraction --left-out sites,sets\"\n",
            features::names::second().len(),
            features::hash(),
            pages.len() - count
        )
}

/// The part about main content of this manifest, for a model with the same forests whose features have other names.
pub fn renamed_content(manifest: &str, model: &[u8]) -> String {
    let lines = manifest.lines().skip_while(|line| *line != "[content]");
    let lines = lines.enumerate().take_while(|(n, line)| *n == 0 || !line.starts_with('['));
    let now = [
        format!("bytes = {}", model.len()),
        format!("sha256 = \"{}\"", sha256(model)),
        format!("features = {}", features::names::second().len()),
        format!("features_hash = \"{:016x}\"", features::hash()),
    ];
    let key = |line: &str| line.split(" = ").next().map(str::to_owned);
    let mut text = "\n".to_owned();
    for (_, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let now = now.iter().find(|now| key(now) == key(line));
        text += now.map_or(line, String::as_str);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_part_is_replaced_and_the_others_stay() {
        let names = ["default", "icu", "svm"];
        let first = replaced("", &names, "svm", "\n[svm]\nbytes = 1\n");
        let second =
            replaced(&first, &names, "default", "\n[default]\nbytes = 2\n\n[[default.validation]]\nx = 1\n");
        let third = replaced(&second, &names, "svm", "\n[svm]\nbytes = 3\n");
        let head = "# Written by `cargo dev train`; do not edit.\n";
        assert_eq!(
            third,
            format!("{head}\n[default]\nbytes = 2\n\n[[default.validation]]\nx = 1\n\n[svm]\nbytes = 3\n")
        );
    }

    #[test]
    fn renamed_features_change_only_what_is_of_the_file() {
        let part = |bytes: usize, hash: &str, features: &str| {
            format!(
                "\n[content]\nfile = \"content.model\"\nbytes = {bytes}\nsha256 = \"{hash}\"\n{features}trees = 350\n"
            )
        };
        let before = part(9, "ab", "features = 2\nfeatures_hash = \"cd\"\n") + "\n[other]\nbytes = 1\n";
        let features = format!(
            "features = {}\nfeatures_hash = \"{:016x}\"\n",
            features::names::second().len(),
            features::hash()
        );
        let after = part(3, &sha256(b"abc"), &features);
        assert_eq!(renamed_content(&before, b"abc"), after);
    }

    /// Whoever changes a model by hand, or forgets its certificate, is found out here.
    #[test]
    fn the_manifest_has_the_size_and_hash_of_every_model() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
        let read =
            |name: &str| std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let manifest = String::from_utf8(read("MANIFEST.toml")).unwrap();
        let mut checked = 0;
        for part in manifest.split("\n\n").filter(|part| part.contains("\nfile = ")) {
            let value = |key: &str| {
                let line = part.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
                line.unwrap_or_else(|| panic!("no {key} in {part}")).trim_matches('"')
            };
            let model = match value("file") {
                "chared/*.model" => {
                    let tags = value("languages").trim_matches(['[', ']']).split(", ");
                    tags.flat_map(|tag| read(&format!("chared/{}.model", tag.trim_matches('"')))).collect()
                }
                file => read(file),
            };
            assert_eq!(value("bytes"), model.len().to_string(), "{part}");
            assert_eq!(value("sha256"), sha256(&model), "{part}");
            checked += 1;
        }
        assert_eq!(checked, 8);
        let listing = String::from_utf8(read("content.features")).unwrap();
        assert_eq!(listing, features::listing(), "train again, or run the example rename_features");
    }
}

//! Names, single words and menus, each in the encodings of its language → what is made of so little, without a hint and with one.

use anyhow::Result;
use pellucid::{Detector, Encoding, encodings};
use pellucid_corpora::words::Word;
use rayon::prelude::*;

use super::{Measured, Outcome, SURE, ask};

/// Asks about the words.
pub fn measure(words: &[Word]) -> Result<Measured> {
    let outcomes: Vec<Vec<Outcome>> = words.par_iter().map(outcomes).collect::<Result<_>>()?;
    let mut outcomes: Vec<Outcome> = outcomes.into_iter().flatten().collect();
    outcomes.sort_by_cached_key(|one| GROUPS.iter().position(|group| one.group.starts_with(group)));
    Ok(Measured {
        name: "words",
        title: "Names, single words and menus",
        note: "Each row of `testdata/words/cases.tsv` in each of its encodings: without a hint, with its language, with its top-level \
               domain. Right is decode-equal. Nobody can know the encoding of an ambiguous word from its bytes; there, right is a \
               confidence of at most 0.9 (`unsure`). A hint hurts (`hint`) if it makes a right answer wrong: there must be no such row.",
        columns: vec!["text", "language", "encoding", "known"],
        by: vec!["known", "encoding", "language"],
        not_calibrated: vec!["unsure", "hint"],
        outcomes,
    })
}

/// How the names of groups begin, in the order of the report.
const GROUPS: [&str; 5] = ["legacy", "UTF-8", "ambiguous", "unsure", "hint"];

fn outcomes(word: &Word) -> Result<Vec<Outcome>> {
    let mut known = vec![("nothing", Detector::default())];
    known.push(("language", Detector::builder().language(&word.language).build()?));
    if !word.tld.is_empty() {
        known.push(("domain", Detector::builder().tld(&word.tld).build()?));
    }
    Ok(word.encodings.iter().flat_map(|encoding| in_encoding(word, encoding, &known)).collect())
}

fn in_encoding(word: &Word, encoding: &'static Encoding, known: &[(&str, Detector)]) -> Vec<Outcome> {
    let bytes = encoding.encode(&word.text).into_bytes();
    let kind = match encoding == &encodings::UTF_8 {
        _ if word.is_ambiguous() => "ambiguous",
        true => "UTF-8",
        false => "legacy",
    };
    let mut outcomes = Vec::new();
    let mut right_without = false;
    for (hint, detector) in known {
        let (answer, confidence, right) = ask(detector, &bytes, encoding);
        let name = encoding.name().to_ascii_lowercase();
        let outcome = |group: String, right: bool| Outcome {
            group,
            about: vec![word.text.clone(), word.language.clone(), name.clone(), (*hint).to_owned()],
            answer,
            confidence,
            right,
        };
        outcomes.push(outcome(format!("{kind}, known: {hint}"), right));
        if *hint == "nothing" {
            right_without = right;
            if word.is_ambiguous() {
                outcomes.push(outcome("unsure of what is ambiguous".into(), confidence <= SURE));
            }
        } else {
            outcomes.push(outcome(format!("hint does not hurt: {hint}"), right || !right_without));
        }
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, language: &str, encoding: &'static Encoding, tld: &str, note: &str) -> Word {
        let (text, language, tld, note) = (text.into(), language.into(), tld.into(), note.into());
        Word { text, language, encodings: vec![encoding], tld, note }
    }

    fn groups(word: &Word) -> Vec<String> {
        outcomes(word).unwrap().into_iter().map(|one| one.group).collect()
    }

    #[test]
    fn a_word_is_asked_about_with_and_without_hints() {
        let russian = word("Добро пожаловать", "ru", &encodings::WINDOWS_1251, "ru", "");
        let answers = outcomes(&russian).unwrap();
        assert!(answers.iter().all(|one| one.right && one.answer == "windows-1251"), "{answers:?}");
        let expected = [
            "legacy, known: nothing",
            "legacy, known: language",
            "hint does not hurt: language",
            "legacy, known: domain",
            "hint does not hurt: domain",
        ];
        assert_eq!(groups(&russian), expected);
        assert_eq!(groups(&word("Привет", "ru", &encodings::UTF_8, "", ""))[0], "UTF-8, known: nothing");
    }

    #[test]
    fn an_ambiguous_word_should_leave_doubts() {
        let icelandic = word("að", "is", &encodings::WINDOWS_1252, "", "ambiguous: Turkish ağ");
        let groups = groups(&icelandic);
        assert_eq!(groups[..2], ["ambiguous, known: nothing", "unsure of what is ambiguous"]);
        let measured = measure(&[icelandic]).unwrap();
        let unsure = measured.outcomes.iter().find(|one| one.group.starts_with("unsure")).unwrap();
        assert_eq!(unsure.right, unsure.confidence <= SURE);
    }

    #[test]
    fn an_unknown_language_is_an_error() {
        assert!(outcomes(&word("é", "klingon", &encodings::UTF_8, "", "")).is_err());
    }
}

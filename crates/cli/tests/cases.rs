//! The cases in `testdata/`, run through the built command: all cases with the same hints in one run of `detect`
//! and one of `decode`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::harness::{Folder, run};
use crate::reader::{self, Answer, Case, Decode, Hints};

#[test]
fn every_case_is_answered_as_expected() {
    let cases = reader::cases();
    let mut groups: BTreeMap<(Hints, Decode), Vec<&Case>> = BTreeMap::new();
    for case in &cases {
        groups.entry((case.hints.clone(), case.decode.clone())).or_default().push(case);
    }
    let failures: Vec<_> =
        groups.iter().flat_map(|((hints, decode), cases)| failures(hints, decode, cases)).collect();
    reader::report(cases.len(), &failures);
}

/// Runs the cases of a group and judges their answers.
fn failures(hints: &Hints, decode: &Decode, cases: &[&Case]) -> Vec<String> {
    let folder = Folder::with(&[]);
    for case in cases {
        fs::write(folder.at(&case.name), case.bytes()).unwrap();
    }
    let out = Folder::with(&[]);
    let paths = |cases: &mut dyn Iterator<Item = &&Case>| -> Vec<String> {
        cases.map(|case| folder.at(&case.name).to_str().unwrap().to_owned()).collect()
    };
    let detect = ["detect", "--explain", "--format=jsonl"].map(String::from).to_vec();
    let detected = run([detect, arguments(hints), paths(&mut cases.iter())].concat());
    if detected.code != Some(0) || detected.lines().len() != cases.len() {
        return cases.iter().map(|case| format!("{}: {}", case.name, detected.err)).collect();
    }
    let texts = paths(&mut cases.iter().filter(|case| case.wants_text()));
    let mut told = String::new();
    if !texts.is_empty() {
        let to = format!("--output={}/", out.path().display());
        let command = vec!["decode".into(), "--declare=never".into(), to];
        told = run([command, arguments(hints), flags(decode), texts].concat()).err;
    }
    let rows = detected.json();
    let about =
        |case: &Case| told.lines().filter(|line| line.contains(&format!("/{}: ", case.name))).collect();
    let judge = |(case, row): (&&Case, _)| case.judge(&answer(&row, &out.at(&case.name), about(case)));
    cases.iter().zip(rows).filter_map(judge).collect()
}

/// What is asked for beside plain decoding, as options.
fn flags(decode: &Decode) -> Vec<String> {
    let Decode { mixed, repair, check } = *decode;
    let flags = [("--mixed", mixed), ("--repair", repair), ("--check", check)];
    flags.into_iter().filter(|(_, wanted)| *wanted).map(|(flag, _)| flag.into()).collect()
}

/// The hints as options.
fn arguments(hints: &Hints) -> Vec<String> {
    let Hints { content_type, lang, url, allow, deny, method } = hints;
    let list = |names: &[String]| (!names.is_empty()).then(|| names.join(","));
    [
        ("content-type", content_type.clone()),
        ("lang", lang.clone()),
        ("url", url.clone()),
        ("allow", list(allow)),
        ("deny", list(deny)),
        ("method", method.clone()),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some(format!("--{name}={}", value?)))
    .collect()
}

/// The answer that a row and the file that was written beside it give.
fn answer(row: &serde_json::Value, decoded: &Path, told: String) -> Answer {
    let text = |key: &str| row[key].as_str().map(String::from);
    let evidence = row["evidence"].as_array().cloned().unwrap_or_default();
    Answer {
        encoding: text("encoding").unwrap_or_default(),
        source: text("source").unwrap_or_default(),
        language: text("language"),
        ascii: row["ascii"].as_bool().unwrap_or_default(),
        confidence: row["confidence"].as_f64().unwrap_or_default(),
        evidence: evidence
            .iter()
            .filter_map(|evidence| evidence["words"].as_str().map(String::from))
            .collect(),
        decoded: fs::read_to_string(decoded).ok(),
        told,
    }
}

//! Every encoding is compared, sequence by sequence, with Python's codecs and glibc's iconv.
//!
//! - `probes.rs`: which sequences are tried in which encoding, and what the oracles call it.
//! - `known.rs`: where they and we disagree, how often exactly, whom we follow and why.
//!
//! Where an oracle is missing (no Python, another C library), what it would have been asked is skipped, and
//! said to be.

mod known;
#[path = "../../../dev/src/generate/oracles.rs"]
mod oracles;
mod probes;

use known::{Difference, KNOWN};
use oracles::{Answer, Oracle, Question, ask};
use pellucid::Encoding;
use pellucid::decode::{Bom, DecodeOptions, Errors};
use pellucid::encodings::ENCODINGS;
use probes::{Probe, glibc_name, probes};

struct Case {
    encoding: &'static Encoding,
    oracle: Oracle,
    probe: Probe,
    question: Question,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for encoding in ENCODINGS.iter().copied() {
        let names = [(Oracle::Python, encoding.python()), (Oracle::Glibc, glibc_name(encoding))];
        for (oracle, name) in names {
            let Some(name) = name else { continue };
            for probe in probes(encoding) {
                let question = Question {
                    oracle,
                    codec: name.to_owned(),
                    prefix: probe.prefix.into(),
                    suffix: probe.suffix.into(),
                    ranges: probe.ranges.into(),
                };
                cases.push(Case { encoding, oracle, probe, question });
            }
        }
    }
    cases
}

#[test]
fn every_sequence_means_what_the_oracles_say() {
    let cases = cases();
    let questions: Vec<_> = cases.iter().map(|case| case.question.clone()).collect();
    let answers = match ask(&questions) {
        Ok(answers) => answers,
        Err(reason) => return println!("skipped: {reason}"),
    };
    let mut surprises = Vec::new();
    for (case, answer) in cases.iter().zip(answers) {
        let Case { encoding, oracle, probe, .. } = case;
        match answer {
            Ok(answer) => {
                let (found, examples) = compare(case, &answer);
                let known = KNOWN.iter().find(|known| known.is_about(encoding, *oracle, probe.name));
                let expected = known.map_or(Difference::default(), |known| known.difference);
                if found != expected {
                    surprises.push(format!(
                        "{encoding} {oracle:?} {:?}: {found:?}, expected {expected:?}: {examples}",
                        probe.name
                    ));
                }
            }
            Err(reason) => println!("skipped: {encoding}, {oracle:?}: {reason}"),
        }
    }
    assert!(surprises.is_empty(), "{}", surprises.join("\n"));
}

/// How often we disagree, and the first few times.
fn compare(case: &Case, answer: &Answer) -> (Difference, String) {
    let strict = DecodeOptions::new().errors(Errors::Strict).bom(Bom::Keep);
    let mut difference = Difference::default();
    let mut examples = String::new();
    for sequence in case.probe.sequences() {
        let bytes = [case.probe.prefix, &sequence, case.probe.suffix].concat();
        let decoded = strict.decode(case.encoding, &bytes).ok();
        let ours = decoded.as_ref().map(|decoded| decoded.text());
        let theirs = answer.get(&sequence).map(String::as_str);
        if ours != theirs {
            if examples.len() < 1000 {
                examples += &format!("{sequence:02X?} {ours:?} {theirs:?}; ");
            }
            match (ours, theirs) {
                (Some(_), Some(_)) => difference.otherwise += 1,
                (Some(_), None) => difference.only_ours += 1,
                _ => difference.only_theirs += 1,
            }
        }
    }
    (difference, examples)
}

#[test]
fn what_is_known_is_about_something() {
    let cases = cases();
    for known in KNOWN {
        let about = |case: &&Case| known.is_about(case.encoding, case.oracle, case.probe.name);
        assert_eq!(cases.iter().filter(about).count(), 1, "{known:?}");
        assert_ne!(known.difference, Difference::default(), "{known:?}");
    }
}

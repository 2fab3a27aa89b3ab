//! The cases in `testdata/`, run through the library.

mod reader;

use pellucid::repair::Check;
use pellucid::{Detector, Encoding, Family, Method};

use reader::{Answer, Case, Hints};

#[test]
fn every_case_is_answered_as_expected() {
    let cases = reader::cases();
    let failures: Vec<_> = cases
        .iter()
        .filter_map(|case| match answer(case) {
            Ok(answer) => case.judge(&answer),
            Err(reason) => Some(format!("{}: {reason}", case.name)),
        })
        .collect();
    reader::report(cases.len(), &failures);
}

/// What a case expects must itself be right: the expected encoding gives the expected text.
#[test]
fn every_case_agrees_with_itself() {
    let cases = reader::cases();
    let failures: Vec<_> = cases
        .iter()
        .filter_map(|case| {
            let (names, text) = case.claim()?;
            let wrong = names.iter().find(|name| {
                Encoding::by_name(name).is_none_or(|encoding| encoding.decode(&case.bytes()).text() != text)
            })?;
            Some(format!("{}: {wrong} does not read {text:?}", case.name))
        })
        .collect();
    reader::report(cases.len(), &failures);
}

fn answer(case: &Case) -> Result<Answer, String> {
    let bytes = case.bytes();
    let detector = detector(&case.hints)?;
    let guess = detector.detect(&bytes);
    let (decoded, told) = decode(case, &detector, guess.encoding(), &bytes);
    Ok(Answer {
        encoding: guess.encoding().name().into(),
        source: guess.source().name().into(),
        language: guess.language().map(String::from),
        ascii: guess.is_ascii(),
        confidence: guess.confidence().into(),
        evidence: guess.evidence().iter().map(ToString::to_string).collect(),
        decoded: Some(decoded),
        told,
    })
}

/// The text as the case asks for it, and what there is to tell.
fn decode(case: &Case, detector: &Detector, encoding: &'static Encoding, bytes: &[u8]) -> (String, String) {
    let mut told = Vec::new();
    let mut text = if case.decode.mixed {
        let mixed = detector.decode_mixed(bytes);
        told.push(mixed.to_string());
        mixed.into_text()
    } else {
        encoding.decode(bytes).into_text().into_owned()
    };
    // What is UTF-8 in a legacy page is not repaired but read, by `mixed`.
    if case.decode.repair && (case.decode.mixed || encoding.family() == Family::Utf) {
        let repaired = pellucid::repair(&text);
        told.extend(repaired.layers().iter().map(ToString::to_string));
        text = repaired.into_text().into_owned();
    }
    if case.decode.check {
        told.push(Check::of(&text).to_string());
    }
    (text, told.join("; "))
}

fn detector(hints: &Hints) -> Result<Detector, String> {
    let mut builder = Detector::builder();
    if let Some(value) = &hints.content_type {
        builder = builder.content_type(value);
    }
    if let Some(tag) = &hints.lang {
        builder = builder.language(tag);
    }
    if let Some(url) = &hints.url {
        builder = builder.url(url);
    }
    if !hints.allow.is_empty() {
        builder = builder.allow(&encodings(&hints.allow)?);
    }
    if !hints.deny.is_empty() {
        builder = builder.deny(&encodings(&hints.deny)?);
    }
    if let Some(name) = &hints.method {
        let method = Method::ALL.iter().find(|method| method.name() == name);
        builder = builder.method(*method.ok_or_else(|| format!("no method is called {name}"))?);
    }
    Ok(builder.build())
}

fn encodings(names: &[String]) -> Result<Vec<&'static Encoding>, String> {
    names
        .iter()
        .map(|name| Encoding::for_name(name).ok_or_else(|| format!("no encoding is called {name}")))
        .collect()
}

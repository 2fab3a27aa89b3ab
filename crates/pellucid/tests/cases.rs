//! The cases in `testdata/`, run through the library.

use pellucid::{Detector, Encoding, Method, PageOptions};

use crate::reader::{self, Answer, Case, Hints};

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
                Encoding::for_canonical_name(name)
                    .is_none_or(|encoding| encoding.decode(&case.bytes()).text() != text)
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
    let (decoded, told) = decode(case, &detector, &bytes);
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

/// The text as the case asks for it, and what there is to say about it.
fn decode(case: &Case, detector: &Detector, bytes: &[u8]) -> (String, String) {
    let options = PageOptions::new().mixed(case.decode.mixed).repair(case.decode.repair);
    let decoded = detector.decode_with(bytes, &options).expect("damage is replaced");
    let mut told: Vec<String> = decoded.mixed().iter().map(ToString::to_string).collect();
    told.extend(decoded.layers().iter().map(ToString::to_string));
    if case.decode.check {
        told.push(decoded.check().to_string());
    }
    let text = decoded.into_text().into_owned();
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
    Ok(builder.build().unwrap())
}

fn encodings(names: &[String]) -> Result<Vec<&'static Encoding>, String> {
    names
        .iter()
        .map(|name| Encoding::for_name(name).ok_or_else(|| format!("no encoding is called {name}")))
        .collect()
}

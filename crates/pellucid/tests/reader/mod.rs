//! Reads the cases in `testdata/`, whose README tells their format, for every Rust test which runs them.

// Every runner uses some of this, none uses all.
#![allow(dead_code)]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde::Deserialize;

/// What a page is, what is known beside it, and what the answer should be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub name: String,
    #[serde(default)]
    pub why: String,
    input: Input,
    #[serde(default)]
    pub hints: Hints,
    /// What is asked for beside plain decoding.
    #[serde(default)]
    pub decode: Decode,
    expect: Expect,
}

/// How a page is to be decoded.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
pub struct Decode {
    #[serde(default)]
    pub mixed: bool,
    #[serde(default)]
    pub repair: bool,
    #[serde(default)]
    pub check: bool,
}

/// What the caller knows.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
pub struct Hints {
    pub content_type: Option<String>,
    pub lang: Option<String>,
    pub url: Option<String>,
    #[serde(default)]
    pub allow: Vec<String>,
    #[serde(default)]
    pub deny: Vec<String>,
    pub method: Option<String>,
}

/// What a front end answered.
#[derive(Debug, Default)]
pub struct Answer {
    pub encoding: String,
    pub source: String,
    pub language: Option<String>,
    pub ascii: bool,
    pub confidence: f64,
    pub evidence: Vec<String>,
    /// None if the front end could not decode.
    pub decoded: Option<String>,
    /// What it said about the decoding.
    pub told: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Input {
    One(Part),
    Many(Vec<Part>),
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Part {
    Short(String),
    Long(Long),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Long {
    text: Option<String>,
    encoding: Option<String>,
    bytes: Option<String>,
    file: Option<String>,
    times: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    encoding: Option<Names>,
    source: Option<String>,
    language: Option<String>,
    ascii: Option<bool>,
    confidence: Option<Bounds>,
    #[serde(default)]
    evidence: Vec<String>,
    decoded: Option<String>,
    #[serde(default)]
    told: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Many(Vec<String>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    #[serde(default)]
    at_least: f64,
    at_most: Option<f64>,
}

/// All cases, in the order of their files' names.
pub fn cases() -> Vec<Case> {
    let folder = |name| fs::read_dir(testdata().join(name)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = folder("detect").chain(folder("repair")).collect();
    files.sort();
    let mut names = BTreeSet::new();
    let mut cases = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let file: File = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for case in file.case {
            assert!(names.insert(case.name.clone()), "two cases are called {}", case.name);
            cases.push(case);
        }
    }
    cases
}

/// Panics with a list of all cases whose answer is not the expected one.
#[track_caller]
pub fn report(all: usize, failures: &[String]) {
    assert!(failures.is_empty(), "{} of {all} cases fail:\n{}", failures.len(), failures.join("\n"));
}

/// From one crate's tests to the folder which all of them share.
fn testdata() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

impl Case {
    /// The page.
    pub fn bytes(&self) -> Vec<u8> {
        match &self.input {
            Input::One(part) => part.bytes(),
            Input::Many(parts) => parts.iter().flat_map(Part::bytes).collect(),
        }
    }

    /// Whether a text is expected, so that a front end need not decode for nothing.
    pub fn wants_text(&self) -> bool {
        self.expect.decoded.is_some()
    }

    /// The encodings and the text which are expected, where both are, and the one gives the other.
    pub fn claim(&self) -> Option<(&[String], &str)> {
        if self.decode != Decode::default() {
            return None;
        }
        let names = self.expect.encoding.as_ref()?.all();
        Some((names, self.expect.decoded.as_deref()?))
    }

    /// What is wrong with the answer; none if nothing is.
    pub fn judge(&self, answer: &Answer) -> Option<String> {
        let Expect { encoding, source, language, ascii, confidence, evidence, decoded, told } = &self.expect;
        let mut wrong = Vec::new();
        if let Some(names) = encoding {
            let names = names.all();
            if !names.contains(&answer.encoding) {
                wrong.push(format!("encoding {}, not {}", answer.encoding, names.join(" or ")));
            }
        }
        if let Some(source) = source.as_ref().filter(|source| **source != answer.source) {
            wrong.push(format!("source {}, not {source}", answer.source));
        }
        if language.is_some() && *language != answer.language {
            wrong.push(format!("language {:?}, not {language:?}", answer.language));
        }
        if let Some(ascii) = ascii.filter(|ascii| *ascii != answer.ascii) {
            wrong.push(format!("ascii {}, not {ascii}", answer.ascii));
        }
        if let Some(Bounds { at_least, at_most }) = confidence {
            let at_most = at_most.unwrap_or(1.0);
            if !(*at_least..=at_most).contains(&answer.confidence) {
                wrong.push(format!("confidence {:.3}, not {at_least} to {at_most}", answer.confidence));
            }
        }
        for words in evidence {
            if !answer.evidence.iter().any(|evidence| evidence.contains(words)) {
                wrong.push(format!("no evidence says {words:?}"));
            }
        }
        if decoded.is_some() && *decoded != answer.decoded {
            wrong.push(format!("decoded {:?}, not {decoded:?}", answer.decoded));
        }
        for words in told.iter().filter(|words| !answer.told.contains(*words)) {
            wrong.push(format!("nothing says {words:?}, but {:?}", answer.told));
        }
        (!wrong.is_empty()).then(|| format!("{}: {}", self.name, wrong.join("; ")))
    }
}

impl Names {
    fn all(&self) -> &[String] {
        match self {
            Names::One(name) => std::slice::from_ref(name),
            Names::Many(names) => names,
        }
    }
}

impl Part {
    fn bytes(&self) -> Vec<u8> {
        let part = match self {
            Part::Short(text) => return text.clone().into_bytes(),
            Part::Long(part) => part,
        };
        let once = match part {
            Long { text: Some(text), encoding, bytes: None, file: None, .. } => {
                encode(text, encoding.as_deref().unwrap_or("utf-8"))
            }
            Long { bytes: Some(bytes), text: None, encoding: None, file: None, .. } => unescape(bytes),
            Long { file: Some(file), text: None, encoding: None, bytes: None, .. } => {
                fs::read(testdata().join("pages").join(file)).expect(file)
            }
            _ => panic!("a part is one of text, bytes and file: {part:?}"),
        };
        once.repeat(part.times.unwrap_or(1))
    }
}

/// The text in an encoding, by means other than those which are tested.
fn encode(text: &str, label: &str) -> Vec<u8> {
    let units = |bytes: fn(u32) -> Vec<u8>| text.chars().flat_map(|c| bytes(c.into())).collect();
    match label {
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "utf-32le" => units(|c| c.to_le_bytes().to_vec()),
        "utf-32be" => units(|c| c.to_be_bytes().to_vec()),
        _ => {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect(label);
            let (bytes, _, lacking) = encoding.encode(text);
            assert!(!lacking, "{label} lacks characters of {text:?}");
            bytes.into_owned()
        }
    }
}

/// ASCII as it stands, `\xNN` for any byte, `\\` for a backslash.
fn unescape(escaped: &str) -> Vec<u8> {
    assert!(escaped.is_ascii(), "only ASCII stands for itself: {escaped}");
    let mut bytes = Vec::new();
    let mut rest = escaped.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = match (first, after) {
            (b'\\', [b'\\', after @ ..]) => {
                bytes.push(b'\\');
                after
            }
            (b'\\', [b'x', high, low, after @ ..]) => {
                let digits = [*high as char, *low as char].into_iter().collect::<String>();
                bytes.push(u8::from_str_radix(&digits, 16).expect(escaped));
                after
            }
            (b'\\', _) => panic!("an escape is \\xNN or \\\\: {escaped}"),
            (byte, after) => {
                bytes.push(byte);
                after
            }
        };
    }
    bytes
}

mod tests {
    use super::*;

    #[test]
    fn escapes_are_bytes() {
        assert_eq!(unescape(r"a\xE9\\x"), b"a\xE9\\x");
    }

    #[test]
    fn parts_follow_each_other() {
        let case: Case = toml::from_str(
            "name = 'x'\nexpect = {}\n\
             input = ['a', { bytes = 'b', times = 3 }, { text = 'é', encoding = 'latin1' }, \
             { text = 'c', encoding = 'utf-16be' }]",
        )
        .unwrap();
        assert_eq!(case.bytes(), b"abbb\xE9\0c");
    }

    #[test]
    fn a_wrong_answer_is_told_with_every_reason() {
        let case: Case = toml::from_str(
            "name = 'wrong'\ninput = ''\n[expect]\nencoding = 'UTF-8'\nsource = 'bom'\nlanguage = 'de'\nascii = true\n\
             confidence = { at_least = 0.9 }\nevidence = ['mark']\ndecoded = 'a'",
        )
        .unwrap();
        let answer = Answer { encoding: "Big5".into(), source: "meta".into(), ..Answer::default() };
        let failure = case.judge(&answer).unwrap();
        assert!(failure.starts_with("wrong: encoding Big5, not UTF-8; source meta, not bom; "), "{failure}");
        assert_eq!(failure.matches(';').count(), 6, "{failure}");
        let right = Answer {
            encoding: "UTF-8".into(),
            source: "bom".into(),
            language: Some("de".into()),
            ascii: true,
            confidence: 0.95,
            evidence: vec!["a byte order mark".into()],
            decoded: Some("a".into()),
            told: String::new(),
        };
        assert_eq!(case.judge(&right), None);
    }

    #[test]
    fn a_misspelt_key_is_an_error() {
        assert!(toml::from_str::<Case>("name = 'x'\ninput = ''\nexpect = { encodign = 'UTF-8' }").is_err());
        assert!(toml::from_str::<Case>("name = 'x'\ninput = ''\nexpect = {}\nhint = {}").is_err());
    }
}

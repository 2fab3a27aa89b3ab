//! A model for users: from texts and encodings to a file, with its cross-validation, or why it would be of no use.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::Result;
use pellucid::Encoding;
use pellucid::decode::{EncodeOptions, Errors};
use pellucid::internals::count::Gram;
use pellucid::papers::chared::ranked;
use pellucid::papers::vectors::Vectors;
use pellucid_corpora::typed::Typist;
use rayon::prelude::*;

use super::{Common, Keep, TRIPLES, Vector, model, vector};

/// Parts of the cross-validation, as in the paper.
const FOLDS: usize = 5;
/// Documents that are made of a text have so many bytes, about.
const DOCUMENT: usize = 2000;
/// An encoding which lacks more of the text's letters is worth a word.
const LACKS: f64 = 0.03;

/// A model, and what is to be said about it.
pub struct Trained {
    /// The file.
    pub model: Vec<u8>,
    /// How many n-grams it has.
    pub grams: usize,
    /// How well models of the same kind do on documents that they were not made of.
    pub validated: Validated,
    /// Encodings that cannot write all of the text, and the share of its letters beyond ASCII which they lack.
    pub lacking: Vec<(&'static Encoding, f64)>,
    /// Encodings that write all of the text in the same bytes, so that the most common one of them is always the answer.
    pub alike: Vec<(&'static Encoding, &'static Encoding)>,
}

/// The cross-validation of a model.
#[derive(Clone, Debug, Default)]
pub struct Validated {
    /// The encoding of documents, the one that was answered, and how many there are of each pair.
    pub confusion: BTreeMap<(usize, usize), usize>,
    /// How many documents there are.
    pub documents: usize,
    /// How many were given their encoding.
    pub exact: usize,
    /// How many were given one that reads the same text.
    pub text: usize,
}

/// Why a model would be of no use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Useless {
    /// It has one encoding, or none.
    OneEncoding(Option<&'static Encoding>),
    /// No n-gram is left: all encodings write the text in the same bytes.
    NoGrams {
        /// How many texts there are.
        texts: usize,
        /// How many characters they have beyond ASCII.
        beyond_ascii: usize,
        /// How many encodings there are.
        encodings: usize,
    },
}

impl fmt::Display for Useless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Useless::OneEncoding(None) => f.write_str("there is no encoding to choose"),
            Useless::OneEncoding(Some(encoding)) => write!(
                f,
                "{encoding} is the only encoding, and a model of one encoding can give no other answer; add pages in other \
                 encodings, or name the encodings to distinguish"
            ),
            Useless::NoGrams { texts, beyond_ascii, encodings } => write!(
                f,
                "no n-gram is left: {texts} texts with {beyond_ascii} characters beyond ASCII have the same bytes in all \
                 {encodings} encodings"
            ),
        }
    }
}

impl std::error::Error for Useless {}

/// Makes a model of texts, each of which was in an encoding if it was a page; of a text that was none, documents are made and
/// written in every encoding.
pub fn train(
    language: &str,
    texts: &[(Option<&'static Encoding>, String)],
    encodings: &[Common],
    keep: Keep,
) -> Result<Trained> {
    if let [] | [_] = encodings {
        let only = encodings.first().map(|(encoding, _)| *encoding);
        return Err(Useless::OneEncoding(only).into());
    }
    let documents: Vec<(Option<&'static Encoding>, &str)> = match texts {
        [(None, text)] => cut(text).into_iter().map(|text| (None, text)).collect(),
        _ => texts.iter().map(|(encoding, text)| (*encoding, &**text)).collect(),
    };
    let folds: Vec<Vec<&str>> = (0..FOLDS)
        .map(|fold| documents.iter().skip(fold).step_by(FOLDS).map(|(_, text)| *text).collect())
        .collect();
    // For each encoding, the vector of each part.
    let parts: Vec<Vec<Vector>> = encodings
        .par_iter()
        .map(|(encoding, _)| folds.par_iter().map(|texts| vector(encoding, texts, TRIPLES)).collect())
        .collect();
    let without = |left_out: Option<usize>| -> Vec<Vector> {
        let sum = |parts: &Vec<Vector>| {
            let mut sum = Vector::new();
            for (_, part) in parts.iter().enumerate().filter(|(fold, _)| Some(*fold) != left_out) {
                part.iter().for_each(|(gram, count)| *sum.entry(*gram).or_default() += count);
            }
            sum
        };
        parts.par_iter().map(sum).collect()
    };
    let vectors = without(None);
    let bytes = model(language, &vectors, encodings, keep);
    let grams = Vectors::parse(&bytes)?.grams().count();
    if grams == 0 {
        let beyond_ascii = texts.iter().flat_map(|(_, text)| text.chars()).filter(|c| !c.is_ascii()).count();
        let (texts, encodings) = (texts.len(), encodings.len());
        return Err(Useless::NoGrams { texts, beyond_ascii, encodings }.into());
    }
    let mut validated = Validated::default();
    for fold in 0..FOLDS {
        let held_out: Vec<_> = documents.iter().skip(fold).step_by(FOLDS).copied().collect();
        let model = Vectors::parse(&model(language, &without(Some(fold)), encodings, keep))?;
        validated.add(&model, encodings, &held_out);
    }
    Ok(Trained {
        model: bytes,
        grams,
        validated,
        lacking: lacking(encodings, &documents),
        alike: alike(encodings, &vectors),
    })
}

/// Documents of a text, of whole lines.
fn cut(text: &str) -> Vec<&str> {
    let (mut documents, mut start) = (Vec::new(), 0);
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        // A text of one line is as good as one of many.
        let mut from = start;
        while end - from >= 2 * DOCUMENT {
            let middle = (from + DOCUMENT..end).find(|at| text.is_char_boundary(*at)).unwrap_or(end);
            documents.push(&text[from..middle]);
            from = middle;
        }
        start = from;
        if end - start >= DOCUMENT {
            documents.push(&text[start..end]);
            start = end;
        }
    }
    if start < end {
        documents.push(&text[start..end]);
    }
    documents
}

impl Validated {
    /// Asks a model about documents: each in its own encoding, or in every one.
    fn add(
        &mut self,
        model: &Vectors,
        encodings: &[Common],
        documents: &[(Option<&'static Encoding>, &str)],
    ) {
        let number =
            |wanted: &'static Encoding| encodings.iter().position(|(encoding, _)| *encoding == wanted);
        let asked = |&(own, text): &(Option<&'static Encoding>, &str)| -> Vec<(usize, usize, bool)> {
            let own = match own {
                Some(own) => number(own).into_iter().collect(),
                None => (0..encodings.len()).collect::<Vec<usize>>(),
            };
            let ask = |own: usize| {
                let encoding = encodings[own].0;
                let ignoring = EncodeOptions::new().unmappable(Errors::Ignore);
                let bytes = ignoring.encode(encoding, text).ok()?.into_bytes();
                let answer = ranked(model, &bytes).first()?.0;
                let reads = answer.decode(&bytes).text() == encoding.decode(&bytes).text();
                Some((own, number(answer)?, reads))
            };
            own.into_iter().filter_map(ask).collect()
        };
        let answers: Vec<Vec<(usize, usize, bool)>> = documents.par_iter().map(asked).collect();
        for (own, answer, reads) in answers.into_iter().flatten() {
            *self.confusion.entry((own, answer)).or_default() += 1;
            self.documents += 1;
            self.exact += usize::from(own == answer);
            self.text += usize::from(reads);
        }
    }
}

fn lacking(
    encodings: &[Common],
    documents: &[(Option<&'static Encoding>, &str)],
) -> Vec<(&'static Encoding, f64)> {
    let lost = |(encoding, _): &Common| {
        let mut typist = Typist::without_ascii(encoding);
        for line in documents.iter().flat_map(|(_, text)| text.lines()) {
            typist.runs(line);
        }
        (*encoding, typist.lost())
    };
    encodings.par_iter().map(lost).filter(|(_, lost)| *lost > LACKS).collect()
}

/// Encodings with the same vector as one before them.
fn alike(encodings: &[Common], vectors: &[Vector]) -> Vec<(&'static Encoding, &'static Encoding)> {
    let beyond = |vector: &Vector| -> BTreeMap<Gram, u32> {
        vector
            .iter()
            .filter(|(gram, _)| **gram & 0x80_8080 != 0)
            .map(|(gram, count)| (*gram, *count))
            .collect()
    };
    let vectors: Vec<BTreeMap<Gram, u32>> = vectors.iter().map(beyond).collect();
    let mut alike = Vec::new();
    for later in 1..vectors.len() {
        if let Some(earlier) = (0..later).find(|earlier| vectors[*earlier] == vectors[later]) {
            alike.push((encodings[earlier].0, encodings[later].0));
        }
    }
    alike
}

#[cfg(test)]
mod tests {
    use super::*;
    use pellucid::encodings;

    const ENCODINGS: [Common; 3] =
        [(&encodings::UTF_8, 0.6), (&encodings::WINDOWS_1250, 0.3), (&encodings::ISO_8859_2, 0.1)];

    fn czech() -> String {
        let words = ["žlutý", "kůň", "úpěl", "ďábelské", "ódy", "šílený", "čaroděj", "těžce", "spal", "řek"];
        let mut random = fastrand::Rng::with_seed(1);
        let line = |_| {
            let words: Vec<&str> = (0..12).map(|_| words[random.usize(..10)]).collect();
            words.join(" ") + "\n"
        };
        (0..300).map(line).collect()
    }

    #[test]
    fn a_text_is_cut_and_validated_in_every_encoding() {
        let texts = [(None, czech())];
        let trained = train("cs", &texts, &ENCODINGS, Keep::All).unwrap();
        let documents = cut(&texts[0].1);
        assert!(documents.len() > 5 && documents.concat() == texts[0].1);
        let validated = &trained.validated;
        assert_eq!(validated.documents, 3 * documents.len());
        assert_eq!((validated.exact, validated.text), (validated.documents, validated.documents));
        assert_eq!(validated.confusion.len(), 3, "{validated:?}");
        assert!(trained.grams > 50 && trained.lacking.is_empty() && trained.alike.is_empty());
        let whole = super::super::fit("cs", &[&texts[0].1], &ENCODINGS, TRIPLES, Keep::All);
        assert_eq!(trained.model, whole, "folds do not matter to the model");
        assert_eq!(cut(&"é".repeat(5000)).concat(), "é".repeat(5000));
    }

    #[test]
    fn pages_are_validated_in_their_own_encoding() {
        let lines = czech();
        let page = |(n, line): (usize, &str)| (Some(ENCODINGS[n % 2].0), line.to_owned());
        let texts: Vec<_> = lines.lines().enumerate().map(page).collect();
        let trained = train("cs", &texts, &ENCODINGS, Keep::All).unwrap();
        let confusion: Vec<_> = trained.validated.confusion.keys().copied().collect();
        assert_eq!((confusion, trained.validated.documents), (vec![(0, 0), (1, 1)], 300));
    }

    #[test]
    fn what_would_be_of_no_use_is_an_error() {
        let error = |text: &str, encodings: &[Common]| {
            let result = train("cs", &[(None, text.to_owned())], encodings, Keep::All);
            result.err().unwrap().downcast::<Useless>().unwrap()
        };
        assert_eq!(error("ž", &ENCODINGS[..1]), Useless::OneEncoding(Some(&encodings::UTF_8)));
        assert_eq!(error("ž", &[]), Useless::OneEncoding(None));
        let none = error("only ASCII", &ENCODINGS);
        assert_eq!(none, Useless::NoGrams { texts: 1, beyond_ascii: 0, encodings: 3 });
        assert!(none.to_string().contains("0 characters beyond ASCII"));
    }

    #[test]
    fn what_encodings_lack_and_what_they_write_alike() {
        let named: [Common; 3] =
            [(&encodings::UTF_8, 0.6), (&encodings::WINDOWS_1252, 0.3), (&encodings::ISO_8859_15, 0.1)];
        let trained = train("fr", &[(None, "théâtre ő".into())], &named, Keep::All).unwrap();
        assert_eq!(trained.alike, [(&encodings::WINDOWS_1252, &encodings::ISO_8859_15)]);
        assert_eq!(trained.lacking.len(), 2);
    }
}

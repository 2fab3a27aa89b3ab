//! Fits one support vector machine for each encoding, against all the others: Sullivan, *Character Set Encoding Detection
//! using a Support Vector Machine*.
//!
//! In: [`documents`] with their labels. Out: a model for [`pellucid::papers::svm`]. For each label as many documents of others
//! are drawn as it has itself; [`kl`] picks the n-grams that tell the two apart, and [`dual`] finds the border between
//! them. Seven in ten documents are for this, and the others tell how well it went.
//!
//! What the paper names as future work are options: n-grams that only one side has, confidence intervals of the divergence
//! ([`kl`]), a first decision by the width of encodings, the share of high bytes (in the [`Reading`]) and principal components
//! ([`pca`]). `docs/svm.md` has what each is worth. [`kernel`] compares the kernels of SVM-light.

pub mod compare;
pub mod documents;
pub mod dual;
pub mod kernel;
pub mod kl;
pub mod pca;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use anyhow::Result;
use pellucid::internals::count::{Gram, order};
use pellucid::internals::score::model::ModelKind;
use pellucid::papers::svm::{Candidate, Reading, Width, ranked};
use pellucid::{Encoding, Prior, encodings};
use rayon::prelude::*;

use super::format::Written;
use documents::{Document, Label};
use dual::{Example, Problem, Solution};
use kl::Chosen;
use pellucid_corpora::languages::Language;

/// Seven in ten documents are for training, the others for testing.
const TRAINED_ON: f64 = 0.7;
/// Steps of the largest stored weight.
const STEPS: f64 = 8000.0;
/// Parts of the cross-validation.
const FOLDS: usize = 5;
/// Documents of each label for the model that ships.
pub const SHIPPED: usize = 1200;
/// Whatever is drawn, is drawn in the same way every time.
const SEED: u64 = 4;

/// How machines are trained.
#[derive(Clone, Debug)]
pub struct Options {
    /// N-grams that each machine has weights for.
    pub features: usize,
    /// So many documents of either side must have an n-gram. The paper has such a threshold and does not say which.
    pub least: u32,
    /// What an error costs, in units of SVM-light's default, 1 / mean(x·x).
    pub cost: f64,
    /// Documents of other labels, for each one of the label.
    pub negatives: f64,
    /// The share of n-grams that only one side has, 0 to 1.
    pub disparity: f64,
    /// Rank n-grams by the least divergence within intervals of this confidence, 0 to 1.
    pub confidence: Option<f64>,
    /// Learn over so many principal components of the n-grams.
    pub components: Option<usize>,
    /// Decide about the width of the encoding first, then among the encodings of that width.
    pub width_first: bool,
    /// How much the prevalence of an encoding on the web counts in the comparison of machines: so many units of decision values for
    /// each factor of e. Where two encodings write a page alike, or nearly, it decides.
    pub prior: f64,
    /// What of a document is counted, and how.
    pub reading: Reading,
    /// Whether to find the error by cross-validation.
    pub cross_validate: bool,
    /// Whether to find the leave-one-out error, as the paper did.
    pub leave_one_out: bool,
}

impl Options {
    /// As in the paper, as far as it says.
    pub fn paper() -> Options {
        Options {
            features: 1000,
            least: 10,
            cost: 1.0,
            negatives: 1.0,
            disparity: 0.0,
            confidence: None,
            components: None,
            width_first: false,
            prior: 0.0,
            reading: Reading::PAPER,
            cross_validate: true,
            leave_one_out: false,
        }
    }

    /// What is best on documents of held-out text and on pages: what the model that ships is trained with.
    pub fn extended() -> Options {
        Options {
            cost: 10.0,
            negatives: 4.0,
            disparity: 0.5,
            prior: 0.08,
            reading: Reading::EXTENDED,
            ..Options::paper()
        }
    }
}

/// The machine of one label.
pub struct Machine {
    /// Its label.
    pub label: String,
    /// Documents that it was trained on: of its label, and of others.
    pub trained_on: (usize, usize),
    /// Documents that it was tested with, half of them of its label.
    pub tested_with: usize,
    /// The share of those which it takes for its label, or not, correctly.
    pub accuracy: f64,
    /// How many of its own label it refuses.
    pub refused: usize,
    /// Labels of others which it takes for its own, by number, and how many of each.
    pub taken: BTreeMap<usize, usize>,
    /// The share of errors in five-fold cross-validation of the training documents.
    pub cross_validated: Option<f64>,
    /// The share of errors when each training document in turn is left out.
    pub left_out: Option<f64>,
    /// Training documents that hold the border.
    pub support_vectors: usize,
    /// Characters among its n-grams, those that tell most first: the paper's Table 2.
    pub characters: Vec<Character>,
    /// What is added to its decision value where machines are compared.
    pub prior: f64,
    solution: Solution,
    /// The number of each n-gram among the weights.
    numbers: HashMap<Gram, u32>,
}

/// An n-gram that is a character of its encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct Character {
    /// Which.
    pub character: char,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The divergence between documents that are of the label and that are not.
    pub divergence: f64,
    /// The language most of whose documents have it.
    pub language: Option<Arc<str>>,
}

/// How many characters are listed, each of another language.
const CHARACTERS: usize = 3;

impl Machine {
    /// How many n-grams have a weight.
    pub fn weights(&self) -> usize {
        self.solution.weights.iter().filter(|weight| **weight != 0.0).count()
    }

    /// The decision value w·x + b.
    pub fn value(&self, frequencies: &[(Gram, f32)]) -> f64 {
        self.solution.value(&features(&self.numbers, frequencies))
    }
}

/// The frequencies of the n-grams that have a number, by that number: sums do not depend on the order of a table.
fn features(numbers: &HashMap<Gram, u32>, frequencies: &[(Gram, f32)]) -> Vec<(u32, f32)> {
    let numbered = |(gram, value): &(Gram, f32)| Some((*numbers.get(gram)?, *value));
    let mut features: Vec<(u32, f32)> = frequencies.iter().filter_map(numbered).collect();
    features.sort_unstable_by_key(|(number, _)| *number);
    features
}

/// All machines, and how they do together.
pub struct Fitted {
    /// One for each label.
    pub machines: Vec<Machine>,
    /// One for each width of encodings, if that is decided first.
    pub widths: Vec<Machine>,
    /// Documents of all labels that were held out.
    pub tested_with: usize,
    /// How many of them have their label for the first of all.
    pub right: usize,
    /// Labels of those, and the labels which come first, by number, and how many there are of each pair.
    pub confusion: BTreeMap<(usize, usize), usize>,
    reading: Reading,
}

/// The machines that ship: for all encodings of the web.
pub fn shipped(languages: &[Language]) -> Result<Fitted> {
    let options = Options { cross_validate: false, ..Options::extended() };
    of_web(languages, SHIPPED, &options)
}

/// Machines for all encodings of the web, of text, with so many documents of each label.
pub fn of_web(languages: &[Language], most: usize, options: &Options) -> Result<Fitted> {
    let texts = languages.iter().map(|language| Ok((language, language.train()?)));
    let texts: Vec<(&Language, String)> = texts.collect::<Result<_>>()?;
    let labels = Label::web(languages);
    let documents = documents::of_text(&texts, &labels, most, options.reading);
    let names: Vec<String> = labels.into_iter().map(|label| label.name).collect();
    Ok(fit(&documents, &names, options, &|| ()))
}

/// Fits a machine for each label; `done` is called after each.
pub fn fit(documents: &[Document], labels: &[String], options: &Options, done: &(dyn Fn() + Sync)) -> Fitted {
    let mut random = fastrand::Rng::with_seed(SEED);
    let (train, test): (Vec<&Document>, Vec<&Document>) =
        documents.iter().partition(|_| random.f64() < TRAINED_ON);
    let widths: Vec<Width> = labels.iter().map(|label| width(label)).collect();
    let one = |(number, label): (usize, &String)| {
        // After the first decision, only encodings of the same width are left; where there is one only, it meets all others.
        let is_rival = |other: &usize| widths[*other] == widths[number] && *other != number;
        let has_rivals =
            (0..labels.len()).filter(is_rival).any(|other| train.iter().any(|d| d.label == other));
        let met = |d: &&Document| !options.width_first || !has_rivals || widths[d.label] == widths[number];
        let (train, test): (Vec<_>, Vec<_>) =
            (train.iter().copied().filter(met).collect(), test.iter().copied().filter(met).collect());
        let is_own = |document: &Document| document.label == number;
        let mut machine = learn(label, drawn(&train, is_own, options.negatives), options);
        machine.test(drawn(&test, is_own, 1.0), options.reading);
        done();
        machine
    };
    let machines: Vec<Machine> = labels.par_iter().enumerate().map(one).collect();
    let by_width = |width: &Width| {
        let is_own = |document: &Document| widths[document.label] == *width;
        let options = &Options { prior: 0.0, ..options.clone() };
        let mut machine = learn(width.label(), drawn(&train, is_own, options.negatives), options);
        machine.test(drawn(&test, is_own, 1.0), options.reading);
        machine
    };
    let mut met: Vec<Width> = widths.clone();
    met.sort();
    met.dedup();
    let first = if options.width_first { &met[..] } else { &[] };
    let mut fitted = Fitted {
        machines,
        widths: first.par_iter().map(by_width).collect(),
        tested_with: test.len(),
        right: 0,
        confusion: BTreeMap::new(),
        reading: options.reading,
    };
    let answers: Vec<Option<usize>> =
        test.par_iter().map(|document| fitted.answer(&document.bytes)).collect();
    for (document, answer) in test.iter().zip(answers) {
        if let Some(answer) = answer {
            fitted.right += usize::from(answer == document.label);
            *fitted.confusion.entry((document.label, answer)).or_default() += 1;
        }
    }
    fitted
}

/// The logarithm of a label's share of the web, less that of UTF-8.
fn log_share(label: &str) -> f64 {
    let share = |encoding: &'static Encoding| f64::from(Prior::Web.share(encoding));
    let encoding = Label::named(label).encoding().unwrap_or(&encodings::UTF_8);
    libm::log(share(encoding) / share(&encodings::UTF_8))
}

/// The width of a label's encoding.
fn width(label: &str) -> Width {
    Label::named(label).encoding().map_or(Width::One, |encoding| Width::of(label, encoding))
}

/// The documents of a label, and so many times as many of others.
fn drawn<'a>(
    documents: &[&'a Document],
    is_own: impl Fn(&Document) -> bool,
    negatives: f64,
) -> [Vec<&'a Document>; 2] {
    let (positives, mut others): (Vec<&Document>, Vec<&Document>) =
        documents.iter().partition(|document| is_own(document));
    fastrand::Rng::with_seed(SEED).shuffle(&mut others);
    others.truncate((positives.len() as f64 * negatives) as usize);
    [positives, others]
}

/// What a machine learns from, with the n-grams that were chosen for it.
struct Lesson {
    examples: Vec<Example>,
    chosen: Vec<Chosen>,
    numbers: HashMap<Gram, u32>,
    characters: Vec<Character>,
}

impl Lesson {
    fn new(label: &str, sides: &[Vec<&Document>; 2], options: &Options) -> Lesson {
        let [positives, negatives] = sides.each_ref().map(|side| {
            side.iter().map(|d| options.reading.values(&d.bytes)).collect::<Vec<Vec<(Gram, f32)>>>()
        });
        let chosen = kl::select(&positives, &negatives, options);
        let numbers: HashMap<Gram, u32> = chosen.iter().map(|one| one.gram).zip(0..).collect();
        let example = |positive: bool| {
            let numbers = &numbers;
            move |document: &Vec<(Gram, f32)>| Example { positive, features: features(numbers, document) }
        };
        let mut examples: Vec<Example> =
            positives.iter().map(example(true)).chain(negatives.iter().map(example(false))).collect();
        drop((positives, negatives));
        let characters = characters(label, &chosen, &numbers, &sides[0], &examples);
        // In an order that has nothing to do with their labels, as cross-validation wants it.
        fastrand::Rng::with_seed(SEED).shuffle(&mut examples);
        Lesson { examples, chosen, numbers, characters }
    }
}

/// Of the n-grams that were chosen, those that are characters of the label's encoding beyond ASCII: the one of each language whose
/// divergence is largest. The first examples are those of the label's documents.
fn characters(
    label: &str,
    chosen: &[Chosen],
    numbers: &HashMap<Gram, u32>,
    documents: &[&Document],
    examples: &[Example],
) -> Vec<Character> {
    let Some(encoding) = Label::named(label).encoding() else { return Vec::new() };
    let mut ranked: Vec<(f64, Gram)> =
        chosen.iter().filter_map(|one| Some((one.divergence?, one.gram))).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut characters: Vec<Character> = Vec::new();
    for (divergence, gram) in ranked {
        let Some((character, bytes)) = character(encoding, gram) else { continue };
        let mut languages: BTreeMap<Option<Arc<str>>, usize> = BTreeMap::new();
        for (document, example) in documents.iter().zip(examples) {
            if example.features.binary_search_by_key(&numbers[&gram], |(number, _)| *number).is_ok() {
                *languages.entry(document.language.clone()).or_default() += 1;
            }
        }
        let language =
            languages.into_iter().max_by_key(|(_, count)| *count).and_then(|(language, _)| language);
        if characters.iter().all(|other| other.language != language) {
            characters.push(Character { character, bytes, divergence, language });
        }
        if characters.len() == CHARACTERS {
            break;
        }
    }
    characters
}

/// The character beyond ASCII that an n-gram is in an encoding, and its bytes; none if it is no character, or more than one.
fn character(encoding: &'static Encoding, gram: Gram) -> Option<(char, Vec<u8>)> {
    let bytes = gram.to_be_bytes()[4 - order(gram)..].to_vec();
    if gram == pellucid::papers::svm::HIGH || bytes.is_ascii() {
        return None;
    }
    let decoded = encoding.decode(&bytes);
    let mut characters = decoded.text().chars();
    let character = characters.next().filter(|c| c.is_alphanumeric())?;
    (characters.next().is_none() && decoded.damage().count() == 0).then_some((character, bytes))
}

/// A machine that tells these documents from those.
fn learn(label: &str, sides: [Vec<&Document>; 2], options: &Options) -> Machine {
    let Lesson { mut examples, chosen, numbers, characters } = Lesson::new(label, &sides, options);
    let mut solution = None;
    let mut width = chosen.len();
    if let Some(many) = options.components {
        let (projected, solved) = pca::solve(&examples, chosen.len(), many, options.cost);
        width = projected.first().map_or(0, |example| example.features.len());
        (examples, solution) = (projected, Some(solved));
    }
    let mut problem = Problem::with_defaults(&examples, width);
    problem.cost *= options.cost;
    // Errors are those of the examples as they were learned from: here the components.
    let inside = problem.solve();
    Machine {
        label: label.to_owned(),
        trained_on: (sides[0].len(), sides[1].len()),
        tested_with: 0,
        accuracy: 0.0,
        refused: 0,
        taken: BTreeMap::new(),
        cross_validated: options.cross_validate.then(|| problem.cross_validate(FOLDS)),
        left_out: options.leave_one_out.then(|| problem.leave_one_out(&inside)),
        support_vectors: inside.support_vectors(),
        characters,
        prior: options.prior * log_share(label),
        solution: solution.unwrap_or(inside),
        numbers,
    }
}

impl Machine {
    /// Tests it with documents of its label and of others.
    fn test(&mut self, [positives, negatives]: [Vec<&Document>; 2], reading: Reading) {
        let is_taken = |document: &Document| self.value(&reading.values(&document.bytes)) > 0.0;
        let refused = positives.iter().filter(|document| !is_taken(document)).count();
        let mut taken = BTreeMap::new();
        for document in negatives.iter().filter(|document| is_taken(document)) {
            *taken.entry(document.label).or_default() += 1;
        }
        let wrong = refused + taken.values().sum::<usize>();
        self.tested_with = positives.len() + negatives.len();
        self.accuracy = 1.0 - wrong as f64 / self.tested_with.max(1) as f64;
        (self.refused, self.taken) = (refused, taken);
    }
}

impl Fitted {
    /// Why the machines are of no use, in words: none has a weight, or they are right no more often than one answer for all
    /// documents would be.
    pub fn useless(&self) -> Option<String> {
        if self.machines.iter().all(|machine| machine.weights() == 0) {
            return Some("no n-gram tells the encodings apart".to_owned());
        }
        let mut documents: BTreeMap<usize, usize> = BTreeMap::new();
        for ((label, _), count) in &self.confusion {
            *documents.entry(*label).or_default() += count;
        }
        let (label, most) = documents.into_iter().max_by_key(|(_, count)| *count)?;
        let (label, all) = (&self.machines[label].label, self.tested_with);
        (self.right <= most).then(|| {
            format!(
                "{} of {all} held-out documents are right, and always answering {label} gives {most}",
                self.right
            )
        })
    }

    /// What of a document is counted, and how.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// The number of the label that comes first for a text, by the rule of detection.
    pub fn answer(&self, text: &[u8]) -> Option<usize> {
        let values = self.reading.values(text);
        let candidates =
            [(&self.widths, true), (&self.machines, false)].into_iter().flat_map(|(machines, is_width)| {
                let values = &values;
                machines.iter().map(move |machine| Candidate {
                    label: &machine.label,
                    encoding: Label::named(&machine.label).encoding().unwrap_or(&encodings::UTF_8),
                    is_width,
                    value: (machine.value(values) + machine.prior) as f32,
                })
            });
        let first = ranked(candidates.collect(), text, self.reading).into_iter().next()?;
        self.machines.iter().position(|machine| machine.label == first.label)
    }

    /// The bytes of the model.
    pub fn model(&self) -> Vec<u8> {
        let all: Vec<(&Machine, bool)> = self
            .machines
            .iter()
            .map(|machine| (machine, false))
            .chain(self.widths.iter().map(|machine| (machine, true)))
            .collect();
        let weights = all.iter().flat_map(|(machine, _)| &machine.solution.weights);
        let largest = weights.fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
        // As it will be read.
        let step = f64::from((largest / STEPS).clamp(f64::from(f32::MIN_POSITIVE), 1.0) as f32);
        let mut grams: BTreeMap<Gram, Vec<(u16, i32)>> = BTreeMap::new();
        for (class, (machine, _)) in all.iter().enumerate() {
            for (&gram, &number) in &machine.numbers {
                let steps = (machine.solution.weights[number as usize] / step).round() as i32;
                if steps != 0 {
                    grams.entry(gram).or_default().push((class as u16, steps));
                }
            }
        }
        let class = |(machine, is_width): &(&Machine, bool)| {
            (
                self.reading.tag(*is_width),
                machine.label.clone(),
                (machine.solution.bias + machine.prior) as f32,
            )
        };
        let classes = all.iter().map(class).collect();
        Written { kind: ModelKind::Svm, floor: 0.0, step, classes, grams }.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pellucid::papers::vectors::Vectors;
    use pellucid::{Encoding, encodings};

    /// Russian and Greek words in random order, in three encodings.
    fn documents() -> (Vec<Document>, Vec<String>) {
        let russian = ["мир", "вода", "небо", "хлеб", "город", "люди", "свет", "дорога"];
        let greek = ["νερό", "ουρανός", "ψωμί", "πόλη", "φως", "δρόμος", "άνθρωποι", "ειρήνη"];
        let kinds: [(&str, &'static Encoding, [&str; 8]); 3] = [
            ("KOI8-R", &encodings::KOI8_R, russian),
            ("windows-1251", &encodings::WINDOWS_1251, russian),
            ("ISO-8859-7", &encodings::ISO_8859_7, greek),
        ];
        let mut random = fastrand::Rng::with_seed(1);
        let mut documents = Vec::new();
        for (label, (_, encoding, words)) in kinds.iter().enumerate() {
            for _ in 0..40 {
                let text: Vec<&str> = (0..30).map(|_| words[random.usize(..8)]).collect();
                let bytes = encoding.encode(&text.join(" ")).into_bytes().into();
                documents.push(Document { label, language: None, bytes });
            }
        }
        (documents, kinds.map(|(label, ..)| label.to_owned()).to_vec())
    }

    #[test]
    fn what_is_written_is_what_was_learned() {
        let (documents, labels) = documents();
        let calls = std::sync::atomic::AtomicUsize::new(0);
        let count = || {
            calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        let options = Options { features: 50, disparity: 0.5, leave_one_out: true, ..Options::paper() };
        let fitted = fit(&documents, &labels, &options, &count);
        assert_eq!((calls.into_inner(), fitted.machines.len()), (3, 3));
        assert!(fitted.tested_with > 20 && fitted.right + 1 >= fitted.tested_with, "{}", fitted.right);
        for machine in &fitted.machines {
            assert!(machine.accuracy > 0.9 && machine.trained_on.0 == machine.trained_on.1);
            assert!(machine.weights() > 0 && machine.support_vectors >= 2);
            assert!(machine.cross_validated.unwrap() < 0.1 && machine.left_out.unwrap() < 0.1);
        }
        let model = Vectors::parse(&fitted.model()).unwrap();
        assert_eq!(model.kind(), ModelKind::Svm);
        for document in &documents {
            let frequencies = options.reading.values(&document.bytes);
            let products = model.scores(frequencies.iter().copied());
            for ((machine, class), product) in fitted.machines.iter().zip(model.classes()).zip(products) {
                let (read, learned) = (f64::from(product + class.number), machine.value(&frequencies));
                assert!((read - learned).abs() < 1e-2, "{read} and {learned}");
                assert_eq!(*class.label, *machine.label);
            }
        }
        let again = fit(&documents, &labels, &options, &|| ());
        assert_eq!(again.model(), fitted.model(), "the same every time");
    }

    #[test]
    fn labels_without_documents_are_no_trouble() {
        let labels = ["UTF-8".to_owned(), "KOI8-R".to_owned()];
        let fitted = fit(&[], &labels, &Options::extended(), &|| ());
        assert!(Vectors::parse(&fitted.model()).is_ok());
        assert_eq!(fitted.tested_with, 0);
    }
}

//! Fits one support vector machine for each encoding, against all the others: Sullivan, *Character Set Encoding Detection
//! using a Support Vector Machine*.
//!
//! In: [`documents`] with their labels. Out: a model for [`pellucid::papers::svm`]. For each label as many documents of others
//! are drawn as it has itself; [`kl`] picks the n-grams that tell the two apart, and [`dual`] finds the border between
//! them. Seven in ten documents are for this, and the others tell how well it went.
//!
//! Of what the paper names as future work, the frequency disparity helps and is an option; confidence intervals of the
//! divergence, a first decision by width and the share of high bytes were tried and dropped: `docs/svm.md` has the figures.

pub mod documents;
pub mod dual;
pub mod kl;

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use pellucid::internals::count::Gram;
use pellucid::internals::score::model::ModelKind;
use pellucid::papers::svm::{Reading, WITH_MARKUP, frequencies};
use rayon::prelude::*;

use super::format::Written;
use documents::{Document, Label};
use dual::{Example, Problem, Solution};
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
    /// What the documents are, if they are pages.
    pub reading: Reading,
    /// Whether to find the error by cross-validation.
    pub cross_validate: bool,
    /// Whether to find the leave-one-out error, as the paper did.
    pub leave_one_out: bool,
}

/// As in the paper, as far as it says.
impl Default for Options {
    fn default() -> Options {
        Options {
            features: 1000,
            least: 10,
            cost: 1.0,
            negatives: 1.0,
            disparity: 0.0,
            reading: Reading::Text,
            cross_validate: true,
            leave_one_out: false,
        }
    }
}

impl Options {
    /// What the model that ships is trained with: what was best on documents of held-out text and on pages.
    pub fn shipped() -> Options {
        Options { cost: 10.0, negatives: 4.0, disparity: 0.5, cross_validate: false, ..Options::default() }
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
    solution: Solution,
    /// The number of each n-gram among the weights.
    numbers: HashMap<Gram, u32>,
}

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
    /// Documents of all labels that were held out.
    pub tested_with: usize,
    /// How many of them have their label for the highest value of all.
    pub right: usize,
    reading: Reading,
}

/// The machines that ship: for all encodings of the web.
pub fn shipped(languages: &[Language]) -> Result<Fitted> {
    let texts = languages.iter().map(|language| Ok((language, language.train()?)));
    let texts: Vec<(&Language, String)> = texts.collect::<Result<_>>()?;
    let labels = Label::web(languages);
    let documents = documents::of_text(&texts, &labels, SHIPPED);
    let names: Vec<String> = labels.into_iter().map(|label| label.name).collect();
    Ok(fit(&documents, &names, &Options::shipped(), &|| ()))
}

/// Fits a machine for each label; `done` is called after each.
pub fn fit(documents: &[Document], labels: &[String], options: &Options, done: &(dyn Fn() + Sync)) -> Fitted {
    let mut random = fastrand::Rng::with_seed(SEED);
    let (train, test): (Vec<&Document>, Vec<&Document>) =
        documents.iter().partition(|_| random.f64() < TRAINED_ON);
    let one = |(number, label): (usize, &String)| {
        let mut machine = learn(label, drawn(&train, number, options.negatives), options);
        machine.test(drawn(&test, number, 1.0));
        done();
        machine
    };
    let machines: Vec<Machine> = labels.par_iter().enumerate().map(one).collect();
    let mut fitted = Fitted { machines, tested_with: test.len(), right: 0, reading: options.reading };
    fitted.right = test.par_iter().filter(|d| fitted.answer(&d.bytes) == Some(d.label)).count();
    fitted
}

/// The documents of a label, and so many times as many of others.
fn drawn<'a>(documents: &[&'a Document], label: usize, negatives: f64) -> [Vec<&'a Document>; 2] {
    let (positives, mut others): (Vec<&Document>, Vec<&Document>) =
        documents.iter().partition(|document| document.label == label);
    fastrand::Rng::with_seed(SEED).shuffle(&mut others);
    others.truncate((positives.len() as f64 * negatives) as usize);
    [positives, others]
}

/// A machine that tells these documents from those.
fn learn(label: &str, sides: [Vec<&Document>; 2], options: &Options) -> Machine {
    let [positives, negatives] = sides.map(|side| {
        side.iter().map(|document| frequencies(&document.bytes)).collect::<Vec<Vec<(Gram, f32)>>>()
    });
    let grams = kl::select(&positives, &negatives, options);
    let numbers: HashMap<Gram, u32> = grams.iter().copied().zip(0..).collect();
    let example = |positive: bool| {
        let numbers = &numbers;
        move |document: &Vec<(Gram, f32)>| Example { positive, features: features(numbers, document) }
    };
    let mut examples: Vec<Example> =
        positives.iter().map(example(true)).chain(negatives.iter().map(example(false))).collect();
    let trained_on = (positives.len(), negatives.len());
    drop((positives, negatives));
    // In an order that has nothing to do with their labels, as cross-validation wants it.
    fastrand::Rng::with_seed(SEED).shuffle(&mut examples);
    let mut problem = Problem::with_defaults(&examples, grams.len());
    problem.cost *= options.cost;
    let solution = problem.solve();
    Machine {
        label: label.to_owned(),
        trained_on,
        tested_with: 0,
        accuracy: 0.0,
        refused: 0,
        taken: BTreeMap::new(),
        cross_validated: options.cross_validate.then(|| problem.cross_validate(FOLDS)),
        left_out: options.leave_one_out.then(|| problem.leave_one_out(&solution)),
        support_vectors: solution.support_vectors(),
        solution,
        numbers,
    }
}

impl Machine {
    /// Tests it with documents of its label and of others.
    fn test(&mut self, [positives, negatives]: [Vec<&Document>; 2]) {
        let is_taken = |document: &Document| self.value(&frequencies(&document.bytes)) > 0.0;
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
    /// The number of the label whose decision value is the highest.
    pub fn answer(&self, text: &[u8]) -> Option<usize> {
        let frequencies = frequencies(text);
        let values = self.machines.iter().map(|machine| machine.value(&frequencies)).enumerate();
        values.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(number, _)| number)
    }

    /// The bytes of the model.
    pub fn model(&self) -> Vec<u8> {
        let weights = self.machines.iter().flat_map(|machine| &machine.solution.weights);
        let largest = weights.fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
        // As it will be read.
        let step = f64::from((largest / STEPS).clamp(f64::from(f32::MIN_POSITIVE), 1.0) as f32);
        let language = if self.reading == Reading::WithMarkup { WITH_MARKUP } else { "mul" };
        let mut grams: BTreeMap<Gram, Vec<(u16, i32)>> = BTreeMap::new();
        for (class, machine) in self.machines.iter().enumerate() {
            for (&gram, &number) in &machine.numbers {
                let steps = (machine.solution.weights[number as usize] / step).round() as i32;
                if steps != 0 {
                    grams.entry(gram).or_default().push((class as u16, steps));
                }
            }
        }
        let class = |m: &Machine| (language.to_owned(), m.label.clone(), m.solution.bias as f32);
        let classes = self.machines.iter().map(class).collect();
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
                documents.push(Document { label, bytes });
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
        let options = Options { features: 50, disparity: 0.5, leave_one_out: true, ..Options::default() };
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
            let frequencies = frequencies(&document.bytes);
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
        let fitted = fit(&[], &labels, &Options::default(), &|| ());
        assert!(Vectors::parse(&fitted.model()).is_ok());
        assert_eq!(fitted.tested_with, 0);
    }
}

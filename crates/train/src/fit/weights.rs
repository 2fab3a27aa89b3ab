//! Fits the weights of detection, `score/weights.rs` of the library: what a bad character, a change of script, an unusual pair and so on
//! count.
//!
//! The loss is the mean of -ln(probability of the right text), over groups of cases that count alike:
//!
//! | group | cases |
//! |---|---|
//! | uniform | validation text of every language in each of its encodings of the web, in windows of 12 to 150 bytes |
//! | web | the same, each encoding as often as the web has it |
//! | hinted | the same with the language given |
//! | words | one word of it, with markup around it |
//! | unknown | text by models that never saw the language, each encoding by the root of its share of the web |
//! | signs | ASCII text of eight languages with a sign or two of windows-1252 |
//! | declared | pages of 400 characters in any encoding of the web that can write them, which they declare |
//! | false | the same with a label that is often false |
//! | random | bytes of no text, for which no answer may claim much |
//!
//! Windows are cut from the second half of the validation text, since the first is what validation asks about. Weights are changed one
//! after the other, up and down, and a change stays if the loss gets less. A sure wrong answer costs most, so what is fitted is accuracy
//! and calibration in one.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{Context, Result};
use pellucid::encodings::{ENCODINGS, WINDOWS_1252};
use pellucid::internals::score::text::TextModel;
use pellucid::internals::score::weights::Weights;
use pellucid::{Detector, Encoding, Family, Model, Prior, Use};
use pellucid_corpora::languages::Language;
use pellucid_corpora::typed::{Typist, exactly, plain};
use pellucid_corpora::windows::styled;
use rayon::prelude::*;

/// Lengths of windows, in bytes.
const LENGTHS: [usize; 4] = [12, 20, 50, 150];
/// Windows of a language, an encoding and a length.
const WINDOWS: usize = 5;
/// No answer is held to be less probable than this: text that was misread before it came to us has no right answer.
const LEAST: f32 = 1e-3;
/// Weights are changed by this share of themselves at first.
const STEP: f32 = 0.15;
/// Until a change of this share is too small to matter.
const SMALLEST: f32 = 0.02;
/// What a weight costs that is e times as large as it was before, or as small: nothing is changed for a few cases.
const KEPT: f64 = 0.0015;
/// Weights that say how common something is, and how far an answer is to be trusted where nobody can know it. The cases here are no
/// sample of what people ask about, and none of them is ambiguous, so these are set by hand, and held by `testdata/words` and
/// `cargo dev eval signs|words`.
const HELD: &[&str] = &["scarce", "short", "doubt", "prevalence", "mac", "old"];
/// Bytes of no text.
const RANDOM: usize = 600;

/// Something to detect.
struct Case {
    bytes: Vec<u8>,
    /// None where no answer is right.
    encoding: Option<&'static Encoding>,
    /// The language, where it is given.
    language: Option<String>,
    group: usize,
    weight: f64,
    /// The model to ask.
    model: usize,
}

const GROUPS: [&str; 9] =
    ["uniform", "web", "hinted", "words", "unknown", "signs", "declared", "false", "random"];

/// Cases, and the models that are asked about them: the one of all languages first, then each without some of them.
pub struct Trial {
    cases: Vec<Case>,
    models: Vec<TextModel>,
}

/// What a set of weights comes to.
#[derive(Clone, Debug)]
pub struct Loss {
    /// The mean of all groups.
    pub all: f64,
    /// Of each group: the loss, and the share of right answers.
    pub groups: Vec<(&'static str, f64, f64)>,
}

impl Trial {
    /// Makes the cases. `parts` are models that were fitted without the languages of the same part.
    pub fn new(
        languages: &[Language],
        whole: TextModel,
        parts: Vec<(TextModel, Vec<String>)>,
    ) -> Result<Trial> {
        let made: Vec<Vec<Case>> = languages
            .par_iter()
            .map(|language| {
                let part = parts.iter().position(|(_, tags)| tags.contains(&language.tag));
                let text = language.valid()?;
                let lines: Vec<&str> = text.lines().collect();
                Ok(of_language(language, &lines[lines.len() / 2..], part.map(|part| part + 1)))
            })
            .collect::<Result<_>>()?;
        let mut cases: Vec<Case> = made.into_iter().flatten().collect();
        let mut random = fastrand::Rng::with_seed(7);
        for number in 0..RANDOM {
            let low = [0u8, 0x20, 0x80, 0x90, 0xA1][number % 5];
            let bytes = (0..random.usize(3..60)).map(|_| random.u8(low..)).collect();
            let group = GROUPS.len() - 1;
            cases.push(Case { bytes, encoding: None, language: None, group, weight: 1.0, model: 0 });
        }
        cases.retain(|case| case.bytes.iter().any(|byte| !byte.is_ascii()));
        let models = std::iter::once(whole).chain(parts.into_iter().map(|(model, _)| model)).collect();
        Ok(Trial { cases, models })
    }

    /// How many cases there are.
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// What these weights come to.
    pub fn loss(&self, weights: Weights) -> Result<Loss> {
        let with = |model: &TextModel| Model::Text(Arc::new(model.with_weights(weights)));
        let models: Vec<Model> = self.models.iter().map(with).collect();
        let answers: Vec<(f64, bool)> =
            self.cases.par_iter().map(|case| case.ask(&models[case.model])).collect::<Result<_>>()?;
        let mut groups = Vec::new();
        for (number, &name) in GROUPS.iter().enumerate() {
            let own = || self.cases.iter().zip(&answers).filter(|(case, _)| case.group == number);
            let all: f64 = own().map(|(case, _)| case.weight).sum::<f64>().max(1e-9);
            let loss = own().map(|(case, answer)| case.weight * answer.0).sum::<f64>() / all;
            let right = own().filter(|(_, answer)| answer.1).map(|(case, _)| case.weight).sum::<f64>() / all;
            groups.push((name, loss, right));
        }
        let all = groups.iter().map(|(_, loss, _)| loss).sum::<f64>() / groups.len() as f64;
        Ok(Loss { all, groups })
    }

    /// The weights that are fitted where nobody names any.
    pub fn fitted() -> Vec<&'static str> {
        Weights::NAMES.iter().copied().filter(|name| !HELD.contains(name)).collect()
    }

    /// Changes the weights of these names one after the other, as long as that helps. `told` hears of every change that stays.
    pub fn fit(
        &self,
        mut weights: Weights,
        names: &[&str],
        told: impl Fn(&str, f32, &Loss),
    ) -> Result<Weights> {
        let begun = weights;
        let mut best = self.loss(weights)?;
        let mut steps: Vec<f32> = vec![STEP; names.len()];
        while steps.iter().any(|step| step.abs() >= SMALLEST) {
            for (name, step) in names.iter().zip(&mut steps) {
                if step.abs() < SMALLEST {
                    continue;
                }
                let mut is_better = false;
                for share in [*step, -*step] {
                    let mut tried = weights;
                    let weight = tried.get_mut(name).context("a weight without a name")?;
                    *weight = rounded(*weight * (1.0 + share));
                    let (value, mut loss) = (*weight, self.loss(tried)?);
                    loss.all += cost(begun, tried);
                    if loss.all < best.all - 1e-5 {
                        told(name, value, &loss);
                        (weights, best, *step, is_better) = (tried, loss, share * 1.3, true);
                        break;
                    }
                }
                if !is_better {
                    *step /= 2.0;
                }
            }
        }
        Ok(weights)
    }
}

/// What it costs to leave the weights that there were.
fn cost(mut begun: Weights, mut tried: Weights) -> f64 {
    let mut change = |name: &&str| {
        let (before, now) = (begun.get_mut(name).copied(), tried.get_mut(name).copied());
        before.zip(now).map_or(0.0, |(before, now)| f64::from(now / before).ln().powi(2))
    };
    KEPT * Weights::NAMES.iter().map(&mut change).sum::<f64>()
}

/// Three digits say more than was measured.
fn rounded(weight: f32) -> f32 {
    format!("{weight:.2e}").parse().unwrap_or(weight)
}

impl Case {
    /// The loss of an answer, and whether it is right.
    fn ask(&self, model: &Model) -> Result<(f64, bool)> {
        let mut detector = Detector::builder().model(model.clone());
        if let Some(language) = &self.language {
            detector = detector.language(language);
        }
        let guess = detector.build()?.detect(&self.bytes);
        let Some(encoding) = self.encoding else {
            let claimed = if guess.is_binary() { 0.0 } else { guess.confidence() };
            return Ok((-f64::from((1.0 - claimed).max(LEAST)).ln(), claimed < 0.5));
        };
        let truth = encoding.decode(&self.bytes);
        let reads = |other: &'static Encoding| other.decode(&self.bytes).text() == truth.text();
        let is_right = reads(guess.encoding());
        let probability = match is_right {
            true => guess.confidence(),
            false => {
                let others = guess.alternatives().iter().filter(|other| reads(other.encoding()));
                others.map(|other| other.confidence()).sum()
            }
        };
        Ok((-f64::from(probability.max(LEAST)).ln(), is_right))
    }
}

/// The cases of a language. `part` is the model that never saw it.
fn of_language(language: &Language, lines: &[&str], part: Option<usize>) -> Vec<Case> {
    let mut cases = Vec::new();
    let web = language.encodings.iter().copied();
    for encoding in web.filter(|e| e.usage() == Use::Web && e.family() != Family::Escape) {
        let mut typist = Typist::new(encoding);
        let mut made = Vec::new();
        let mut lines = lines.iter().enumerate().cycle();
        let mut add = |bytes: Vec<u8>, group: usize, model: usize| {
            let share = f64::from(Prior::Web.share(encoding));
            let weight = match GROUPS[group] {
                "web" => share,
                "unknown" => share.sqrt(),
                _ => 1.0,
            };
            let language = (GROUPS[group] == "hinted").then(|| language.tag.clone());
            made.push(Case { bytes, encoding: Some(encoding), language, group, weight, model });
        };
        for length in LENGTHS {
            for number in 0..WINDOWS {
                let Some(window) = window(&mut lines, &mut typist, encoding, length, number) else { break };
                // The language is not always known, nor is it always new.
                if length <= 50 && number % 2 == 0 {
                    add(window.clone(), 2, 0);
                }
                if let Some(part) = part {
                    add(window.clone(), 4, part);
                }
                add(window.clone(), 1, 0);
                add(window, 0, 0);
            }
        }
        for number in 0..2 * WINDOWS {
            let Some(word) = word(&mut lines, &mut typist, encoding, number) else { break };
            add(word, 3, 0);
        }
        if typist.lost() < 0.03 {
            cases.extend(made);
        }
    }
    if ["en", "es", "pt", "de", "fr", "nl", "it", "id"].contains(&&*language.tag) {
        cases.extend(signs(lines));
    }
    cases.extend(declared(language, lines));
    cases
}

/// Characters of a page.
const PAGE: usize = 400;

/// Pages in some encodings that can write the language, usual or not, with a declaration that is right and with one that is not.
fn declared(language: &Language, lines: &[&str]) -> Vec<Case> {
    let mut cases = Vec::new();
    let is_asked = |encoding: &&&'static Encoding| {
        encoding.usage() == Use::Web && matches!(encoding.family(), Family::SingleByte | Family::MultiByte)
    };
    for (number, &encoding) in ENCODINGS.iter().filter(is_asked).enumerate() {
        let usual = language.encodings.contains(&encoding);
        if !usual && !(number + language.tag.len() + lines.len()).is_multiple_of(4) {
            continue;
        }
        let mut text = Vec::new();
        let exact = lines.iter().skip(number).filter_map(|line| exactly(&plain(line), encoding));
        for line in exact {
            text.extend([b"<p>", &line[..], b"</p>\n"].concat());
            if text.len() > PAGE {
                break;
            }
        }
        let beyond = text.iter().filter(|byte| !byte.is_ascii()).count();
        if text.len() < PAGE || beyond == 0 || std::str::from_utf8(&text).is_ok() {
            continue;
        }
        let mut page = |label: &str, group: usize| {
            let bytes = [format!("<meta charset=\"{label}\">\n").as_bytes(), &text[..]].concat();
            cases.push(Case {
                bytes,
                encoding: Some(encoding),
                language: None,
                group,
                weight: 1.0,
                model: 0,
            });
        };
        page(encoding.name(), 6);
        // With fewer bytes nobody can know that a declaration is false.
        let label = ["iso-8859-1", "utf-8", "windows-1251"][number % 3];
        let is_false = Encoding::for_label(label)
            .is_some_and(|e| e.decode(&text).text() != encoding.decode(&text).text());
        if beyond >= 10 && usual && is_false {
            page(label, 7);
        }
    }
    cases
}

/// The next window with a byte beyond ASCII: a sentence, or the title of a page with the markup after it. None after many lines
/// without.
fn window<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a &'a str)>,
    typist: &mut Typist,
    encoding: &'static Encoding,
    length: usize,
    number: usize,
) -> Option<Vec<u8>> {
    for (at, line) in lines.take(200) {
        let line = styled(line, at);
        let mut bytes = match number % 2 {
            0 => typist.line(&line),
            _ => {
                let words: Vec<&str> = line.split_whitespace().take(1 + number).collect();
                let mut title = typist.line(&words.join(" "));
                title.extend(b"</title>\r\n<meta name=\"description\" content=\"\" />\r\n<link rel=\"stylesheet\" href=\"/style.css\" type=\"text/css\" />\r\n<script src=\"/js/common.js\">");
                title
            }
        };
        let Some(high) = bytes.iter().position(|byte| !byte.is_ascii()) else { continue };
        let space = bytes[..high].iter().rposition(|byte| *byte == b' ').map_or(0, |space| space + 1);
        bytes.drain(..space);
        bytes.truncate(length);
        // A window never ends inside of a character, and what is valid UTF-8 was misread before it came to us.
        while encoding.decode(&bytes).damage().count() > 0 && bytes.len() + 4 > length {
            bytes.pop();
        }
        if bytes.is_ascii()
            || std::str::from_utf8(&bytes).is_ok()
            || encoding.decode(&bytes).damage().count() > 0
        {
            continue;
        }
        return Some(bytes);
    }
    None
}

/// The next word with a byte beyond ASCII, alone or as the title of an English page.
fn word<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a &'a str)>,
    typist: &mut Typist,
    encoding: &'static Encoding,
    number: usize,
) -> Option<Vec<u8>> {
    for (at, line) in lines.take(200) {
        let words: Vec<&str> =
            line.split(|c: char| c.is_ascii() && !c.is_alphanumeric() || c.is_whitespace()).collect();
        let Some(word) = words.iter().cycle().skip(at).take(words.len()).find(|word| !word.is_ascii()) else {
            continue;
        };
        // Languages without spaces have long words.
        let word: String = word.chars().take(8).collect();
        let bytes = typist.line(&word);
        let is_word = !bytes.is_ascii()
            && std::str::from_utf8(&bytes).is_err()
            && encoding.decode(&bytes).text().chars().eq(word.chars());
        if is_word {
            return Some(match number % 3 {
                0 => bytes,
                1 => [b"<title>", &bytes[..], b"</title>\n<link rel=\"stylesheet\" href=\"main.css\">"]
                    .concat(),
                _ => [b"Home | About | ", &bytes[..], b" | Contact us"].concat(),
            });
        }
    }
    None
}

/// ASCII lines with signs of windows-1252 in places in which they are met.
fn signs(lines: &[&str]) -> Vec<Case> {
    const MET: [&str; 26] = [
        "@ © 2009",
        "@® @",
        "@™",
        "« @ »",
        "@ · @",
        "@ • @",
        "@…",
        "@ – @",
        "@ — @",
        "“@”",
        "‘@’",
        "@’s",
        "20°",
        "5 µm",
        "10 m²",
        "£20",
        "20 €",
        "§ 3",
        "2 × 3",
        "± 2",
        "1½",
        "@\u{A0}@",
        "@´s",
        "¿@",
        "nº 3",
        "»",
    ];
    let ascii: Vec<&&str> = lines.iter().filter(|line| line.is_ascii() && line.len() > 20).collect();
    let mut cases = Vec::new();
    for (number, setting) in MET.iter().cycle().take(4 * MET.len()).enumerate() {
        let Some(line) = ascii.get(number % ascii.len().max(1)) else { break };
        let word = line.split(' ').find(|word| word.len() > 3).unwrap_or("menu");
        let around = if number < 2 * MET.len() { &line[..line.len().min(30)] } else { line };
        let text = format!("{around} {} {around}", setting.replace('@', word));
        let bytes = WINDOWS_1252.encode(&text).bytes().to_vec();
        cases.push(Case {
            bytes,
            encoding: Some(&WINDOWS_1252),
            language: None,
            group: 5,
            weight: 1.0,
            model: 0,
        });
    }
    cases
}

/// The source file with these weights in it.
pub fn written(source: &str, mut weights: Weights) -> Result<String> {
    let mut text = String::with_capacity(source.len());
    for line in source.lines() {
        let name = line.trim().split(" = ").next().unwrap_or_default();
        match weights.get_mut(name).filter(|_| line.ends_with(';')) {
            Some(weight) => writeln!(text, "    {name} = {weight:?};")?,
            None => writeln!(text, "{line}")?,
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_where_they_stand() {
        let source = include_str!("../../../pellucid/src/score/weights.rs");
        assert_eq!(written(source, Weights::FITTED).unwrap(), source);
        let mut other = Weights::FITTED;
        *other.get_mut("byte").unwrap() = 12.5;
        let changed = written(source, other).unwrap();
        assert!(changed.contains("\n    byte = 12.5;\n"));
        assert_eq!(changed.lines().filter(|line| source.lines().all(|old| old != *line)).count(), 1);
    }
}

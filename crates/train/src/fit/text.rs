//! Fits the model of text: how probable a character is after the two before it, in each language and in each script.
//!
//! Counts are smoothed by Witten and Bell's rule: what was seen after a context is trusted the more, the oftener the context
//! was seen and the fewer different characters followed it. Each n-gram that is kept has what it adds to the shorter
//! one; those that add nothing are left out, and of the others those that matter least, until the model is small enough.
//! Signs and case are counted on pages, since sentences made for reading aloud have neither bullets nor headlines.

use std::collections::{BTreeMap, HashMap, HashSet};

use anyhow::Result;
use pellucid::Family;
use pellucid::encodings::{ISO_8859_8, UTF_8, WINDOWS_1258};
use pellucid::internals::count::Gram;
use pellucid::internals::score::model::ModelKind;
use pellucid::internals::score::symbols::{Case, Kind, SPACE, Script, Symbol, is_syllable};
use pellucid::internals::score::text::{
    CASE_STATES, FLOOR, NEIGHBOURS, NO_PAIR, NO_TRIPLE, SCRIPT, SIGNS, TextModel, after_sign, beside,
    case_gram, case_state, expected, sign_after,
};
use pellucid::internals::score::{symbols, text};
use pellucid::strip::strip;
use pellucid_corpora::languages::Language;
use pellucid_corpora::typed::Typist;
use pellucid_corpora::windows::{is_east_asian, styled};
use pellucid_corpora::{data_folder, extraction};
use rayon::prelude::*;
use unicode_normalization::UnicodeNormalization;

use super::format::Written;
use super::glance;
use super::packed::Letters;

/// Bytes of the model that ships.
pub const BYTES: usize = 1_480_000;
/// Nats for one step of a stored weight.
const STEP: f64 = 0.125;
/// Letters which a language does not have are as probable as this, for each letter that it has.
const UNSEEN: f64 = 1.7e-5;
/// One line in so many is counted in capitals as well.
const CAPITALS: usize = 8;
/// What such lines of East Asian languages count, in wide and in narrow letters.
const ORNAMENTS: f64 = 0.3;
/// A way to type a language is counted if it loses more letters than this, and fewer than that.
const LOST: std::ops::Range<f64> = 0.002..0.5;
/// How much such text counts against text with all letters.
const TYPED: f64 = 0.05;
/// Pairs and triples that were seen less often than this are chance.
const SELDOM: f64 = 2.0;
/// On one page, a sign is counted so often at most.
const SIGNS_OF_PAGE: u32 = 20;

/// What a pair of syllables is expected to add where a language has both, but not the pair.
const NEW_PAIR: f64 = -0.6;

type Context = (u32, u32);

/// Counts of one language: what follows two characters.
pub struct Counted {
    /// Its tag.
    pub tag: String,
    script: Script,
    total: f64,
    triples: HashMap<(u32, u32, u32), f64>,
    /// Its bytes in each encoding.
    bytes: Vec<glance::Counted>,
}

/// Counts every language, as it is written and as its code pages force people to write it.
pub fn count(languages: &[Language]) -> Result<Vec<Counted>> {
    languages.par_iter().map(count_language).collect()
}

fn count_language(language: &Language) -> Result<Counted> {
    let text = language.train()?;
    let mut typed: Vec<String> = Vec::new();
    for &encoding in language.encodings.iter().filter(|e| e.family() != Family::Escape) {
        let mut typist = Typist::new(encoding);
        let mut lines = String::with_capacity(text.len());
        for line in text.lines() {
            lines.push_str(encoding.decode(&typist.line(line)).text());
            lines.push('\n');
        }
        let is_another = LOST.contains(&typist.lost()) || [&ISO_8859_8, &WINDOWS_1258].contains(&encoding);
        if is_another && !typed.contains(&lines) {
            typed.push(lines);
        }
    }
    let bytes = glance::count(language, &text);
    let mut counted =
        Counted { tag: language.tag.clone(), script: 0, total: 0.0, triples: HashMap::new(), bytes };
    let mut scripts = [0u64; symbols::SCRIPTS];
    counted.text(&text, 1.0, &mut scripts);
    for lines in &typed {
        counted.text(lines, TYPED / typed.len() as f64, &mut scripts);
    }
    counted.script = (0..scripts.len()).skip(1).max_by_key(|&script| scripts[script]).unwrap_or(1) as Script;
    Ok(counted)
}

impl Counted {
    /// Its triples in an order of their own: sums of fractions depend on it, and the same text gives the same model.
    fn sorted(&self) -> Vec<((u32, u32, u32), f64)> {
        let mut triples: Vec<_> = self.triples.iter().map(|(gram, count)| (*gram, *count)).collect();
        triples.sort_unstable_by_key(|(gram, _)| *gram);
        triples
    }

    fn text(&mut self, text: &str, weight: f64, scripts: &mut [u64]) {
        for (number, line) in text.lines().enumerate() {
            self.line(line, weight, scripts);
            if number % CAPITALS == 0 {
                // Turkish writes a dot on its capital i.
                let dotted =
                    matches!(&*self.tag, "tr" | "az" | "tt" | "ku" | "kmr").then(|| line.replace('i', "İ"));
                self.line(&styled(dotted.as_deref().unwrap_or(line), 0), weight, scripts);
                // With the wide and narrow letters of East Asian keyboards, and the ornaments of pages there.
                if line.chars().any(is_east_asian) {
                    self.line(&styled(line, 5), ORNAMENTS * weight, scripts);
                    self.line(&styled(line, 7), ORNAMENTS * weight, scripts);
                }
            }
        }
    }

    fn line(&mut self, line: &str, weight: f64, scripts: &mut [u64]) {
        let (mut a, mut b) = (SPACE, SPACE);
        for c in line.chars().chain(std::iter::once('\n')).map(Symbol::of) {
            if c.kind == Kind::Letter {
                scripts[usize::from(c.script)] += 1;
            }
            let c = c.context();
            if c == b && (c == SPACE || c == symbols::DIGIT) {
                continue;
            }
            *self.triples.entry((a, b, c)).or_default() += weight;
            self.total += weight;
            // No word depends on the one before it.
            (a, b) = (if c == SPACE { SPACE } else { b }, c);
        }
    }
}

/// How often a letter beyond ASCII is taken to be in one language, at most, where a script's mean is asked for: that many
/// languages have it says more than that one has it everywhere.
const MOST: f64 = 0.002;

/// The probabilities of single letters, as a language has them which nobody knows.
fn letters(languages: &[&Counted]) -> HashMap<u32, f64> {
    let mut letters: HashMap<u32, f64> = HashMap::new();
    for language in languages {
        let mut singles: HashMap<u32, f64> = HashMap::new();
        for ((_, _, c), count) in language.sorted().into_iter().filter(|((_, _, c), _)| *c >= 0x80) {
            *singles.entry(c).or_default() += count / language.total;
        }
        for (c, share) in singles {
            *letters.entry(c).or_default() += share.min(MOST) / languages.len() as f64;
        }
    }
    letters
}

/// The mean of some languages, as the language of their script which nobody knows.
fn mean(languages: &[&Counted], script: Script) -> Counted {
    let (triples, bytes) = (HashMap::new(), Vec::new());
    let mut mean = Counted { tag: SCRIPT.into(), script, total: 0.0, triples, bytes };
    for language in languages {
        for (gram, count) in language.sorted() {
            *mean.triples.entry(gram).or_default() += count * 1e5 / language.total;
        }
        mean.total += 1e5;
    }
    mean
}

/// An n-gram's weight in a class, and how much it matters.
struct Entry {
    gram: Gram,
    class: u16,
    nats: f64,
    matters: f64,
}

/// How often a context was seen, and how many different characters followed it.
#[derive(Default, Clone, Copy)]
struct Followed {
    count: f64,
    different: f64,
}

impl Followed {
    fn add(&mut self, count: f64) {
        self.count += count;
        self.different += 1.0;
    }

    /// A count after this context, smoothed by what is expected without it.
    fn smooth(self, count: f64, expected: f64) -> f64 {
        (count + self.different * expected) / (self.count + self.different).max(1e-9)
    }
}

/// The weights of a class.
fn weigh(counted: &Counted, class: u16, with_triples: bool) -> Vec<Entry> {
    let (mut singles, mut pairs): (HashMap<u32, f64>, HashMap<Context, f64>) = Default::default();
    let (mut after_two, mut after_one): (HashMap<Context, Followed>, HashMap<u32, Followed>) =
        Default::default();
    let mut all = Followed::default();
    let triples = counted.sorted();
    for &((a, b, c), count) in &triples {
        *singles.entry(c).or_default() += count;
        *pairs.entry((b, c)).or_default() += count;
        after_two.entry((a, b)).or_default().add(count);
    }
    for (&(b, _), &count) in pairs.iter().collect::<BTreeMap<_, _>>() {
        after_one.entry(b).or_default().add(count);
    }
    singles.iter().collect::<BTreeMap<_, _>>().values().for_each(|&&count| all.add(count));
    // A script's text is weighed as if there were a megabyte of it.
    let scale = 1e6 / counted.total;
    let alone = |c: u32| all.smooth(singles.get(&c).copied().unwrap_or(0.0), UNSEEN);
    let paired = |b: u32, c: u32, count: f64| after_one[&b].smooth(count, alone(c));
    let of = |c: u32| char::from_u32(c).map_or(Symbol::BLANK, Symbol::of);
    // Only letters of the language's own script are its own; what it borrows is that script's.
    let belongs = |c: u32| c < 0x80 || of(c).script == counted.script;
    let (no_pair, no_triple) = (f64::from(NO_PAIR), f64::from(NO_TRIPLE));
    // What is expected of a character of which the class has nothing longer.
    let before = |b: u32, c: u32| match c {
        // Most pairs of these are new, and triples are not counted.
        0x80.. if is_syllable(c) => libm::log(alone(c)) + NEW_PAIR,
        0x80.. => libm::log(alone(c)) + no_pair + no_triple,
        _ => f64::from(expected(of(b), of(c))),
    };
    let mut entries = Vec::new();
    let mut add = |gram: Gram, nats: f64, count: f64| {
        entries.push(Entry { gram, class, nats, matters: nats.abs() * count * scale });
    };
    for (&c, &count) in singles.iter().filter(|(c, _)| **c >= 0x80 && belongs(**c)) {
        // A letter is never less probable than none.
        add(symbols::single(c), (before(SPACE, c) - f64::from(FLOOR)).max(STEP), count);
    }
    for (&(b, c), &count) in
        pairs.iter().filter(|((b, c), _)| (*b >= 0x80 || *c >= 0x80) && belongs(*b) && belongs(*c))
    {
        if count >= SELDOM || !is_syllable(c) && with_triples {
            let has_triples = b != SPACE && !is_syllable(b) && !is_syllable(c);
            let after = if has_triples { no_triple } else { 0.0 };
            add(symbols::pair(b, c), libm::log(paired(b, c, count)) + after - before(b, c), count);
        }
    }
    if with_triples {
        for &((a, b, c), count) in &triples {
            let is_beyond = a >= 0x80 || b >= 0x80 || c >= 0x80;
            let is_triple = b != SPACE && !is_syllable(b) && !is_syllable(c);
            if is_beyond && is_triple && count >= SELDOM && belongs(a) && belongs(b) && belongs(c) {
                let pair = paired(b, c, pairs[&(b, c)]);
                let triple = after_two[&(a, b)].smooth(count, pair);
                add(symbols::triple(a, b, c), libm::log(triple) - libm::log(pair) - no_triple, count);
            }
        }
    }
    entries
}

/// The ASCII letter that a Latin one is made from, with marks or by habit.
fn base(c: u32) -> u32 {
    let Some(c) = char::from_u32(c).filter(|c| !c.is_ascii()) else { return c };
    let like = match c {
        'æ' => 'a',
        'đ' | 'ð' | 'ɗ' => 'd',
        'ħ' => 'h',
        'ı' => 'i',
        'ł' => 'l',
        'ŋ' => 'n',
        'ø' | 'œ' => 'o',
        'ß' => 's',
        'þ' | 'ŧ' => 't',
        'ɓ' => 'b',
        'ƙ' => 'k',
        _ => c.nfd().next().unwrap_or(c),
    };
    like as u32
}

fn is_latin(c: u32) -> bool {
    char::from_u32(c).is_some_and(|c| Symbol::of(c).script == symbols::LATIN)
}

/// The weights of the class of Latin script, for languages that nobody knows. What follows what is told by the letters without
/// their marks: an `e` ends words in many languages, and so will an `ë`, though only one of ours has it there.
fn weigh_latin(languages: &[&Counted], mean: &Counted, class: u16) -> Vec<Entry> {
    let singles = letters(languages);
    let mut after: HashMap<u32, Followed> = HashMap::new();
    let (mut bases, mut pairs): (HashMap<u32, f64>, HashMap<Context, f64>) = Default::default();
    for ((_, b, c), count) in mean.sorted() {
        *bases.entry(base(c)).or_default() += count;
        *pairs.entry((base(b), base(c))).or_default() += count;
    }
    pairs
        .iter()
        .collect::<BTreeMap<_, _>>()
        .into_iter()
        .for_each(|(&(b, _), &count)| after.entry(b).or_default().add(count));
    let alone = |c: u32| bases[&base(c)] / mean.total;
    let follows = |b: u32, c: u32| match after.get(&base(b)) {
        Some(followed) => followed.smooth(pairs.get(&(base(b), base(c))).copied().unwrap_or(0.0), alone(c)),
        None => alone(c),
    };
    let letters: Vec<u32> = singles.keys().copied().filter(|&c| c >= 0x80 && is_latin(c)).collect();
    let ascii: Vec<u32> =
        bases.keys().copied().filter(|&c| c < 0x80 && bases[&c] / mean.total > 1e-4).collect();
    let (no_pair, no_triple) = (f64::from(NO_PAIR), f64::from(NO_TRIPLE));
    let mut entries = Vec::new();
    // All of them are kept: a rare letter of ours may be the most common one of an unknown language.
    let mut add = |gram: Gram, nats: f64| entries.push(Entry { gram, class, nats, matters: f64::INFINITY });
    for &c in &letters {
        let probability = singles[&c].max(UNSEEN);
        let nats = libm::log(probability) + no_pair + no_triple - f64::from(FLOOR);
        add(symbols::single(c), nats.max(STEP));
        for &other in &ascii {
            let here = libm::log(follows(other, c) / alone(c)) - no_pair;
            add(symbols::pair(other, c), here);
            let of = |c: u32| char::from_u32(c).map_or(Symbol::BLANK, Symbol::of);
            let expected = f64::from(expected(of(c), of(other)));
            add(symbols::pair(c, other), libm::log(follows(c, other)) - expected);
        }
    }
    entries
}

/// Signs and case, as they are on the pages of the extraction corpus.
pub fn signs_of_pages() -> Result<Vec<(Gram, f64)>> {
    let pages = extraction::load(&data_folder(), None)?;
    let text =
        |page: &extraction::Page| String::from_utf8(strip(page.html.as_bytes()).text).unwrap_or_default();
    let texts: Vec<String> = pages.par_iter().map(text).collect();
    Ok(signs(texts.iter().map(String::as_str)))
}

/// Counts signs and case on pages, and weighs them.
pub fn signs<'a>(pages: impl Iterator<Item = &'a str>) -> Vec<(Gram, f64)> {
    let mut after: HashMap<(u32, usize), f64> = HashMap::new();
    let mut behind = after.clone();
    let mut separators = [0f64; NEIGHBOURS];
    let mut cases = [[0f64; 3]; CASE_STATES];
    for page in pages {
        let mut met: HashMap<u32, u32> = HashMap::new();
        let (mut a, mut b) = (Symbol::BLANK, Symbol::BLANK);
        for c in page.chars().map(Symbol::of) {
            let is_run = b.kind == Kind::Space && c.kind == Kind::Space;
            if !matches!(c.kind, Kind::Letter | Kind::Bad) && !is_run {
                separators[beside(b)] += 1.0;
            }
            if b.kind == Kind::Sign && met[&b.code] < SIGNS_OF_PAGE {
                *behind.entry((b.code, beside(c))).or_default() += 1.0;
            }
            match c.kind {
                Kind::Sign => {
                    let times = met.entry(c.code).or_default();
                    *times += 1;
                    if *times < SIGNS_OF_PAGE {
                        *after.entry((c.code, beside(b))).or_default() += 1.0;
                    }
                }
                // Where it is asked for: a brand's capital within a word is of ASCII.
                Kind::Letter if b.high || c.high => cases[case_state(a, b)][c.case as usize] += 1.0,
                _ => {}
            }
            (a, b) = (b, c);
        }
    }
    let examples = [Symbol::of('a'), Symbol::of(' '), Symbol::of('0'), Symbol::of('®')];
    let mut codes: Vec<u32> = after.keys().map(|(code, _)| *code).collect();
    codes.sort();
    codes.dedup();
    let all: f64 = separators.iter().sum();
    let mut weights = Vec::new();
    for code in codes {
        let count =
            |table: &HashMap<(u32, usize), f64>, n: usize| table.get(&(code, n)).copied().unwrap_or(0.0);
        let often = (0..NEIGHBOURS).map(|n| count(&after, n)).sum::<f64>() / all;
        let followed: f64 = (0..NEIGHBOURS).map(|n| count(&behind, n)).sum();
        for (n, example) in examples.into_iter().enumerate() {
            let here = (count(&after, n) + 50.0 * often + 1.0) / (separators[n] + 50.0);
            weights.push((sign_after(example, code), libm::log(here)));
            let usual = [0.3, 0.6, 0.08, 0.02][n];
            weights.push((
                after_sign(code, example),
                libm::log((count(&behind, n) + 4.0 * usual) / (followed + 4.0)),
            ));
        }
    }
    for (state, [_, lower, upper]) in cases.into_iter().enumerate() {
        for (case, count) in [(Case::Lower, lower), (Case::Upper, upper)] {
            weights.push((case_gram(state, case), libm::log((count + 0.5) / (lower + upper + 1.0))));
        }
    }
    weights
}

/// The bytes of a model which is at most so large.
pub fn fit(languages: &[&Counted], signs: &[(Gram, f64)], size: usize) -> Vec<u8> {
    fitted(languages, signs, size, 1)
}

/// The same, where the steps of the first look are rounded to half a nat: it only keeps encodings from being read, and a third of
/// what it takes when it is packed are its last bits.
pub fn fit_small(languages: &[&Counted], signs: &[(Gram, f64)], size: usize) -> Vec<u8> {
    fitted(languages, signs, size, 4)
}

fn fitted(languages: &[&Counted], signs: &[(Gram, f64)], size: usize, rounded: i32) -> Vec<u8> {
    let mut scripts: Vec<Script> = languages.iter().map(|language| language.script).collect();
    scripts.sort();
    scripts.dedup();
    let means: Vec<Counted> = scripts
        .par_iter()
        .map(|&script| {
            let own: Vec<&Counted> =
                languages.iter().copied().filter(|language| language.script == script).collect();
            mean(&own, script)
        })
        .collect();
    let mut classes = vec![(SIGNS.to_owned(), UTF_8.name().to_owned(), 0.0)];
    let mut languages = languages.to_vec();
    languages.sort_by_key(|language| language.script);
    let all: Vec<(&Counted, bool)> = means
        .iter()
        .map(|mean| (mean, false))
        .chain(languages.iter().map(|language| (*language, true)))
        .collect();
    classes.extend(
        all.iter().map(|(class, _)| (class.tag.clone(), UTF_8.name().to_owned(), f32::from(class.script))),
    );
    let mut entries: Vec<Entry> = all
        .par_iter()
        .enumerate()
        .flat_map_iter(|(number, (class, is_language))| {
            match *is_language || class.script != symbols::LATIN {
                true => weigh(class, number as u16 + 1, *is_language),
                false => {
                    let own: Vec<&Counted> =
                        languages.iter().copied().filter(|l| l.script == symbols::LATIN).collect();
                    weigh_latin(&own, class, number as u16 + 1)
                }
            }
        })
        .collect();
    entries.retain(|entry| entry.nats.abs() >= STEP);
    entries.sort_by(|a, b| b.matters.total_cmp(&a.matters).then((a.gram, a.class).cmp(&(b.gram, b.class))));
    let mut grams: BTreeMap<Gram, Vec<(u16, i32)>> = BTreeMap::new();
    let steps = |nats: f64| ((nats / STEP).round() as i32).clamp(-128, 127);
    for &(gram, nats) in signs {
        grams.insert(gram, vec![(0, steps(nats))]);
    }
    let first_look = glance::fit(languages.iter().flat_map(|language| &language.bytes), rounded);
    // A new n-gram takes three bytes, and each of its entries two.
    let mut bytes = first_look.len() + 5 * grams.len();
    for entry in entries {
        if bytes > size {
            break;
        }
        let held = grams.entry(entry.gram).or_default();
        bytes += if held.is_empty() { 5 } else { 2 };
        if held.iter().all(|(class, _)| *class != entry.class) {
            held.push((entry.class, steps(entry.nats)));
        }
    }
    grams.values_mut().for_each(|held| held.sort());
    Written { kind: ModelKind::Text, floor: f64::from(text::FLOOR), step: STEP, classes, grams }
        .bytes_with(&first_look)
}

/// The letters of a model's n-grams.
pub fn spelled(model: &TextModel, languages: &[Counted]) -> Letters {
    let grams: HashSet<Gram> = model.grams().map(|(gram, _)| gram).collect();
    let mut letters = Letters::new();
    let mut add = |gram: Gram, of: &[u32]| {
        if grams.contains(&gram) {
            letters.entry(gram).or_insert_with(|| of.to_vec());
        }
    };
    for language in languages {
        for ((a, b, c), _) in language.sorted() {
            add(symbols::single(c), &[c]);
            add(symbols::pair(b, c), &[b, c]);
            add(symbols::triple(a, b, c), &[a, b, c]);
            // Pairs that no language has, but Latin script: see `weigh_latin`.
            for other in (SPACE..0x80).filter(|_| c >= 0x80 && is_latin(c)) {
                add(symbols::pair(other, c), &[other, c]);
                add(symbols::pair(c, other), &[c, other]);
            }
        }
    }
    // What is no letter: see `sign_after`, `after_sign` and `case_gram` of the library.
    let signs = 0x11_0000;
    for sign in 0x80..signs {
        for beside in 0..NEIGHBOURS as u32 {
            for of in [[signs, beside, sign], [signs + 1, sign, beside]] {
                add(symbols::triple(of[0], of[1], of[2]), &of);
            }
        }
    }
    for state in 0..CASE_STATES as u32 {
        for case in [Case::Lower, Case::Upper] {
            add(case_gram(state as usize, case), &[signs + 2, state, case as u32]);
        }
    }
    letters
}

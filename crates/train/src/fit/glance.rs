//! Fits the first look at bytes: how probable a byte is after another, in each encoding.

use std::collections::BTreeMap;

use pellucid::Encoding;
use pellucid::encodings::ENCODINGS;
use pellucid::internals::score::glance::{LANES, ROWS, STEP, is_looked_at, row};
use pellucid_corpora::languages::Language;
use pellucid_corpora::typed::Typist;
use pellucid_corpora::windows::styled;

/// About so many bytes of each language are counted.
const BYTES: usize = 150_000;
/// With fewer pairs, a language says nothing of an encoding.
const FEW: f64 = 50.0;
/// What a byte is worth that was never seen, for each that was.
const UNSEEN: f64 = 2e-6;
/// A byte is believed to follow another as it follows all, as if that were seen so often.
const BELIEF: f64 = 300.0;
/// And every byte as if it were seen so often.
const EVEN: f64 = 0.5;

/// How much all languages together count that an encoding can write, but was not made for: Russian in GBK.
const OTHERS: f64 = 1.5;
/// An encoding that loses more letters than this cannot write a language.
const LOST: f64 = 0.03;

/// Counts of one language in one encoding: pairs of bytes with one beyond ASCII.
pub struct Counted {
    encoding: &'static Encoding,
    /// Whether it was usual.
    is_usual: bool,
    rows: Vec<f64>,
    total: f64,
}

/// Counts a language's text in each encoding that has a lane and its letters: in those that were usual for it, by its own list and by
/// our table, and in others.
pub fn count(language: &Language, text: &str) -> Vec<Counted> {
    let mut counted = Vec::new();
    for &encoding in ENCODINGS.iter().filter(|encoding| is_looked_at(encoding)) {
        let is_usual =
            language.encodings.contains(&encoding) || encoding.languages().any(|tag| tag == language.tag);
        counted.extend(count_in(encoding, is_usual, text));
    }
    counted
}

fn count_in(encoding: &'static Encoding, is_usual: bool, text: &str) -> Option<Counted> {
    let (mut typist, mut rows, mut total) = (Typist::new(encoding), vec![0.0; ROWS], 0.0);
    let bytes = if is_usual { BYTES } else { BYTES / 8 };
    for (number, line) in text.lines().step_by(1 + text.len() / bytes).enumerate() {
        let mut before = b' ';
        for byte in typist.line(&styled(line, number)).into_iter().chain([b' ']) {
            if !byte.is_ascii() || !before.is_ascii() {
                rows[row(before, byte)] += 1.0;
                total += 1.0;
            }
            before = byte;
        }
    }
    let is_written = total >= FEW && (is_usual || typist.lost() < LOST);
    is_written.then_some(Counted { encoding, is_usual, rows, total })
}

/// The bytes of a first look, in the order that the library reads them, with steps that are multiples of a number.
pub fn fit<'a>(counted: impl Iterator<Item = &'a Counted>, rounded: i32) -> Vec<u8> {
    let counted: Vec<&Counted> = counted.collect();
    let mut encodings: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (place, encoding) in ENCODINGS.iter().enumerate() {
        let of = |is_usual: bool| {
            let is_of = move |one: &&&Counted| one.encoding == *encoding && one.is_usual == is_usual;
            counted.iter().filter(is_of)
        };
        let (usual, others) = (of(true).count(), of(false).count());
        // Each language counts the same.
        for one in of(true).chain(of(false)).filter(|_| usual > 0) {
            let weight = if one.is_usual { 1.0 } else { OTHERS * usual as f64 / others as f64 };
            let sums = encodings.entry(place).or_insert_with(|| vec![0.0; ROWS]);
            sums.iter_mut().zip(&one.rows).for_each(|(sum, count)| *sum += weight * 1e5 * count / one.total);
        }
    }
    assert!(encodings.len() <= LANES, "more encodings than lanes");
    let met: Vec<bool> = (0..ROWS).map(|row| encodings.values().any(|counts| counts[row] > 0.0)).collect();
    let lanes: Vec<Vec<f64>> = encodings.values().map(|counts| follows(counts)).collect();
    let mut bytes = vec![encodings.len() as u8];
    for &place in encodings.keys() {
        bytes.push(ENCODINGS[place].name().len() as u8);
        bytes.extend(ENCODINGS[place].name().as_bytes());
    }
    bytes.extend(
        met.chunks(8).map(|eight| eight.iter().rev().fold(0, |byte, &met| byte << 1 | u8::from(met))),
    );
    for row in (0..ROWS).filter(|&row| met[row]) {
        let mean = lanes.iter().map(|lane| lane[row]).sum::<f64>() / lanes.len() as f64;
        let steps = |lane: &Vec<f64>| {
            let multiple = ((lane[row] - mean) / f64::from(STEP) / f64::from(rounded)).round() as i32;
            (multiple * rounded).clamp(-128 + rounded, 128 - rounded) as i8
        };
        bytes.extend(lanes.iter().map(|lane| steps(lane) as u8));
    }
    bytes
}

/// How probable each byte is after what stands before it, in nats.
fn follows(counts: &[f64]) -> Vec<f64> {
    let mut alone = vec![0.0; 256];
    counts.chunks(256).for_each(|row| alone.iter_mut().zip(row).for_each(|(sum, count)| *sum += count));
    let all: f64 = alone.iter().sum();
    let smooth = |row: &[f64]| -> Vec<f64> {
        let seen: f64 = row.iter().sum();
        let byte = |(&count, &alone): (&f64, &f64)| {
            let usual = (alone + all * UNSEEN) / all;
            libm::log((count + BELIEF * usual + EVEN) / (seen + BELIEF + 256.0 * EVEN))
        };
        row.iter().zip(&alone).map(byte).collect()
    };
    counts.chunks(256).flat_map(smooth).collect()
}

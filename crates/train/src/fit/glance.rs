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

/// Counts of one language in one encoding: pairs of bytes with one beyond ASCII.
pub struct Counted {
    encoding: &'static Encoding,
    rows: Vec<f64>,
    total: f64,
}

/// Counts a language's text in each encoding that has a lane: in those that were usual for it, and in those of our table.
pub fn count(language: &Language, text: &str) -> Vec<Counted> {
    let is_written = |encoding: &&&'static Encoding| {
        language.encodings.contains(encoding) || encoding.languages().any(|tag| tag == language.tag)
    };
    ENCODINGS
        .iter()
        .filter(|encoding| is_looked_at(encoding))
        .filter(is_written)
        .map(|encoding| count_in(encoding, text))
        .filter(|counted| counted.total >= FEW)
        .collect()
}

fn count_in(encoding: &'static Encoding, text: &str) -> Counted {
    let (mut typist, mut rows, mut total) = (Typist::new(encoding), vec![0.0; ROWS], 0.0);
    for (number, line) in text.lines().step_by(1 + text.len() / BYTES).enumerate() {
        let mut before = b' ';
        for byte in typist.line(&styled(line, number)).into_iter().chain([b' ']) {
            if !byte.is_ascii() || !before.is_ascii() {
                rows[row(before, byte)] += 1.0;
                total += 1.0;
            }
            before = byte;
        }
    }
    Counted { encoding, rows, total }
}

/// The bytes of a first look, in the order that the library reads them.
pub fn fit<'a>(counted: impl Iterator<Item = &'a Counted>) -> Vec<u8> {
    // Each language counts the same.
    let mut encodings: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for one in counted {
        let Some(place) = ENCODINGS.iter().position(|encoding| *encoding == one.encoding) else { continue };
        let sums = encodings.entry(place).or_insert_with(|| vec![0.0; ROWS]);
        sums.iter_mut().zip(&one.rows).for_each(|(sum, count)| *sum += 1e5 * count / one.total);
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
        let steps =
            |lane: &Vec<f64>| ((lane[row] - mean) / f64::from(STEP)).round().clamp(-127.0, 127.0) as i8;
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

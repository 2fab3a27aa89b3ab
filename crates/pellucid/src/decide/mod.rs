//! From evidence to an answer: the only stage which looks at more than one kind of evidence.
//!
//! In: what the page declares, what its bytes say, what the caller knows. Out: a [`Guess`]. All evidence is in bits
//! of log-odds for one encoding, so it is added up: the encoding's [`prior`], what [`declared`] makes of the
//! declarations, and the evidence of the content. The sums, as powers of two and scaled to one, are probabilities.
//!
//! A declaration is worth enough to decide while the content is silent, and less than content which is sure of
//! itself. The strict method, [`standard`], takes its answer from the HTML standard's rules and only its probability
//! from the sum.

mod declared;
mod opinion;
pub(crate) mod prior;
mod standard;

use crate::encodings::{self, COUNT, Encoding, Family};
use crate::evidence::{Evidence, Fact, Source};
use crate::guess::{Alternative, Guess};
use crate::hints::{Hints, Method};
use crate::language::clues::Clues;
use crate::score::weights::Weights;

use crate::sniff::Declarations;
pub(crate) use declared::declared;
pub(crate) use opinion::Opinion;

/// Alternatives less probable than this, among what it may be, are not worth telling.
const WORTH_TELLING: f32 = 0.001;
/// So many bits behind the best, an encoding is not worth a thought: f32 has 24.
const FAR_BEHIND: f32 = 40.0;
/// Log-odds of bytes that are nothing we know, about which no evidence speaks: one page in 4,000. Where all evidence
/// is against the best answer, random bytes for one, this is what it is against.
const UNKNOWN: f32 = -12.0;

/// Weighs everything.
pub(crate) fn decide(
    hints: &Hints,
    head: &[u8],
    declarations: Declarations,
    content: Vec<Evidence>,
    ascii: bool,
    opinion: Option<Opinion>,
) -> Guess {
    let declared_language = declarations.language.clone();
    let mut evidence = declared(hints, declarations);
    evidence.extend(content);

    let scores = scores(hints, &evidence);
    let (mut answer, best) = scores.first().copied().unwrap_or((&encodings::UTF_8, f32::NEG_INFINITY));
    let mut source = loudest(&evidence, answer, ascii);
    if hints.method == Method::Standard {
        (answer, source) = standard::standard(head, hints.header().as_deref());
    } else if let Some(opinion) = &opinion {
        (answer, source) = (opinion.best(), opinion.source);
        evidence.extend(opinion.evidence());
    }

    let power = |&(encoding, bits): &(_, f32)| Alternative { encoding, confidence: (bits - best).exp2() };
    let mut alternatives: Vec<Alternative> = scores.iter().map(power).collect();
    let known: f32 = alternatives.iter().map(|a| a.confidence).sum();
    let unsure = if is_declared(source) || source == Source::Utf8 {
        0.0
    } else {
        known * scarcity(&evidence, head.len(), hints.model().weights())
    };
    let unknown = if ascii { 0.0 } else { (UNKNOWN - best).exp2() };
    let total = known + unknown + unsure;
    alternatives.iter_mut().for_each(|a| a.confidence /= total);
    // What reads the bytes alike is right together.
    let mut groups: [usize; COUNT] = std::array::from_fn(|place| place);
    for one in evidence.iter().rev() {
        if let (Some(encoding), Fact::Alike(other)) = (one.encoding, &one.fact) {
            groups[encoding.place()] = other.place();
        }
    }
    let (group, ascii_alike) = (groups[answer.place()], ascii && answer.is_ascii_compatible());
    let reads_alike = |other: &'static Encoding| {
        groups[other.place()] == group || ascii_alike && other.is_ascii_compatible()
    };
    // A sum of nothing is -0.0.
    let confidence = alternatives.iter().filter(|a| reads_alike(a.encoding)).map(|a| a.confidence);
    let confidence = confidence.sum::<f32>().clamp(0.0, 1.0).abs();
    alternatives.retain(|a| a.encoding != answer && a.confidence * total >= WORTH_TELLING * known);
    // What a method holds to be as good as its answer comes first.
    if let Some(opinion) = &opinion {
        let equals: Vec<&'static Encoding> = opinion.equals().collect();
        alternatives.sort_by_key(|a| !equals.contains(&a.encoding));
    }

    let clues = Clues::of(hints, declared_language, head, answer);
    // Of ASCII, all alternatives are equally good and none is worth a reason.
    explain(hints, &mut evidence, answer, if ascii { &[] } else { &alternatives });
    Guess { encoding: answer, confidence, clues, source, ascii, alternatives, evidence }
}

/// How much is open since there is so little text: few different bytes beyond ASCII, and little around them.
fn scarcity(evidence: &[Evidence], length: usize, weights: &Weights) -> f32 {
    let bytes = evidence.iter().find_map(|e| match e.fact {
        Fact::Looks { bytes, .. } => Some(bytes as f32),
        _ => None,
    });
    let around = 1.0 + weights.short / length.max(1) as f32;
    bytes.map_or(0.0, |bytes| weights.scarce * around / bytes.max(1.0).powi(2))
}

/// The sum of all evidence for each encoding that may be the answer, the best first. What is far behind it adds nothing to
/// the sum of probabilities and is left out.
fn scores(hints: &Hints, evidence: &[Evidence]) -> Vec<(&'static Encoding, f32)> {
    let prior = prior::Table::of(hints);
    let mut sums = prior.bits;
    let (mut touched, mut shown) = ([false; COUNT], [false; COUNT]);
    for one in evidence {
        if let Some(encoding) = one.encoding {
            sums[encoding.place()] += one.bits;
            touched[encoding.place()] = true;
            shown[encoding.place()] |= shows(one);
        }
    }
    if let Some(bits) = others(evidence) {
        for place in unread(evidence) {
            sums[place] += bits;
            touched[place] = true;
        }
    }
    let considered = || prior.ranked.iter().copied().filter(|encoding| hints.considers(encoding));
    let is_shown = |encoding: &Encoding| !must_show_itself(encoding) || shown[encoding.place()];
    // Unless the caller allows nothing else.
    let is_any_shown = considered().any(is_shown);
    // What nothing speaks about is in order already.
    let (mut scores, mut about) = (Vec::with_capacity(COUNT), Vec::new());
    let mut best = f32::NEG_INFINITY;
    for encoding in considered().filter(|encoding| !is_any_shown || is_shown(encoding)) {
        let bits = sums[encoding.place()];
        if best - bits < FAR_BEHIND {
            best = best.max(bits);
            let list = if touched[encoding.place()] { &mut about } else { &mut scores };
            list.push((encoding, bits));
        }
    }
    if !about.is_empty() {
        scores.append(&mut about);
        scores.retain(|(_, bits)| best - bits < FAR_BEHIND);
        scores.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.place().cmp(&b.0.place())));
    }
    scores
}

/// What is said of all encodings that did not get far in reading the text, in bits.
fn others(evidence: &[Evidence]) -> Option<f32> {
    evidence.iter().find(|e| e.encoding.is_none() && e.fact == Fact::Others).map(|e| e.bits)
}

/// The places of those: they might have read it, and nothing is said of what they read.
fn unread(evidence: &[Evidence]) -> impl Iterator<Item = usize> {
    let mut is_read = [false; COUNT];
    let reads = |e: &&Evidence| matches!(e.source, Source::Content | Source::Utf8);
    evidence.iter().filter(reads).filter_map(|e| e.encoding).for_each(|e| is_read[e.place()] = true);
    (0..COUNT).filter(move |&place| !is_read[place] && encodings::ENCODINGS[place].is_ascii_compatible())
}

/// Some encodings have bytes that nothing else has, and so has what is not text: they are shown by these, or by somebody
/// who names them, and never by all others being worse.
fn must_show_itself(encoding: &Encoding) -> bool {
    encoding == &encodings::BINARY
        || encoding.family() == Family::Escape
        || encoding.family() == Family::Utf && encoding != &encodings::UTF_8
}

/// Whether this shows an encoding that must show itself.
fn shows(evidence: &Evidence) -> bool {
    evidence.bits > 0.0 && !matches!(evidence.source, Source::Language | Source::Tld)
}

/// What spoke for the answer: a declaration, if it was declared, else what was loudest.
fn loudest(evidence: &[Evidence], answer: &Encoding, ascii: bool) -> Source {
    let speaks = || evidence.iter().filter(|e| e.bits > 0.0 && e.encoding.is_some_and(|e| e == answer));
    // Of equals, the first.
    let louder = |a, b| if f32::total_cmp(&Evidence::bits(b), &Evidence::bits(a)).is_gt() { b } else { a };
    let declared = speaks().filter(|e| is_declared(e.source)).reduce(louder);
    let silence = if ascii { Source::Ascii } else { Source::Prior };
    declared.or_else(|| speaks().reduce(louder)).map_or(silence, |e| e.source)
}

fn is_declared(source: Source) -> bool {
    source == Source::Bom || source.is_declaration()
}

/// Keeps what is worth telling, of all that was weighed: what is said of the answer, of its alternatives, of encodings that
/// somebody named and of UTF-8, with the prior of each, so that sums can be checked.
fn explain(
    hints: &Hints,
    evidence: &mut Vec<Evidence>,
    answer: &'static Encoding,
    alternatives: &[Alternative],
) {
    let names = |e: &Evidence| {
        is_declared(e.source)
            || matches!(e.source, Source::Escape | Source::Binary) && e.bits > 0.0
            || matches!(e.fact, Fact::Scored { .. })
    };
    let named = evidence.iter().filter(|e| names(e) || e.source == Source::Utf8).filter_map(|e| e.encoding);
    let (mut told, mut is_told) = (Vec::new(), [false; COUNT]);
    for encoding in [answer].into_iter().chain(alternatives.iter().map(|other| other.encoding)).chain(named) {
        if !std::mem::replace(&mut is_told[encoding.place()], true) {
            told.push(encoding);
        }
    }
    if let Some(bits) = others(evidence) {
        let out = |place: usize| Evidence {
            source: Source::Content,
            encoding: Some(encodings::ENCODINGS[place]),
            bits,
            fact: Fact::Others,
        };
        let told: Vec<Evidence> = unread(evidence).filter(|&place| is_told[place]).map(out).collect();
        evidence.extend(told);
    }
    evidence.retain(|e| match e.encoding {
        Some(encoding) => is_told[encoding.place()],
        None => e.fact != Fact::Others,
    });
    let table = prior::Table::of(hints);
    evidence.extend(told.iter().map(|encoding| prior::evidence(hints.prior, &table, encoding)));
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_of_a_page_is_kept_that_nobody_needs() {
        use crate::language::model::Sample;

        let sample = |detector: crate::Detector, page: &[u8]| detector.detect(page).clues.sample;
        let page = b"<p>All human beings are born free";
        assert_eq!(sample(crate::Detector::default(), page), Sample::of(page));
        let hinted = crate::Detector::builder().language("en").build().unwrap();
        assert_eq!(sample(hinted, page), Sample::default());
        assert_eq!(sample(crate::Detector::default(), b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"), Sample::default());
    }
}

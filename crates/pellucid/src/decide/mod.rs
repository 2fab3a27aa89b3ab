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

use crate::encodings::{self, Encoding, Family};
use crate::evidence::{Evidence, Fact, Source};
use crate::guess::{Alternative, Guess};
use crate::hints::{Hints, Method};
use crate::language::clues::Clues;

use crate::sniff::Declarations;
pub(crate) use declared::declared;
pub(crate) use opinion::Opinion;

/// Alternatives less probable than this, among what it may be, are not worth telling.
const WORTH_TELLING: f32 = 0.001;
/// So many bits behind the best, an encoding is not worth a thought: f32 has 24.
const FAR_BEHIND: f32 = 40.0;
/// The odds, for one n-gram, that it is something else than the text looks like; for more, in proportion less. Of windows with
/// one to four bytes beyond ASCII, which have six n-grams each, nine in ten are answered correctly, with eight and more bytes
/// 98.4 %. With 1 the answers are 0.77 to 0.97 sure of themselves, with 0 it is 0.93 to 0.99.
const SCARCE: f32 = 0.1;
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

    let mut scores: Vec<(&'static Encoding, f32)> =
        prior::all(hints.prior).iter().filter(|(encoding, _)| hints.considers(encoding)).copied().collect();
    // Unless the caller allows nothing else.
    if scores.iter().any(|(encoding, _)| is_shown(&evidence, encoding)) {
        scores.retain(|(encoding, _)| is_shown(&evidence, encoding));
    }
    for one in &evidence {
        if let Some((_, bits)) = scores.iter_mut().find(|(encoding, _)| one.encoding == Some(encoding)) {
            *bits += one.bits;
        }
    }
    // What is far behind the best adds nothing to the sum of probabilities.
    let best = scores.iter().map(|(_, bits)| *bits).fold(f32::NEG_INFINITY, f32::max);
    scores.retain(|(_, bits)| best - bits < FAR_BEHIND);
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut answer = scores.first().map_or(&encodings::UTF_8, |(encoding, _)| *encoding);
    let mut source = loudest(&evidence, answer, ascii);
    if hints.method == Method::Standard {
        (answer, source) = standard::standard(head, hints.header().as_deref());
    } else if let Some(opinion) = &opinion {
        (answer, source) = (opinion.best(), opinion.source);
        evidence.extend(opinion.evidence());
    }

    let known: f32 = scores.iter().map(|(_, bits)| (bits - best).exp2()).sum();
    let unsure =
        if is_declared(source) || source == Source::Utf8 { 0.0 } else { known * scarcity(&evidence) };
    let unknown = if ascii { 0.0 } else { (UNKNOWN - best).exp2() };
    let total = known + unknown + unsure;
    let mut alternatives: Vec<Alternative> = scores
        .iter()
        .map(|&(encoding, bits)| Alternative { encoding, confidence: (bits - best).exp2() / total })
        .collect();
    // What reads the bytes alike is right together.
    let groups: Vec<(&Encoding, &Encoding)> = evidence
        .iter()
        .filter_map(|e| match e.fact {
            Fact::Alike(other) => Some((e.encoding?, other)),
            _ => None,
        })
        .collect();
    let group = |encoding: &'static Encoding| {
        groups.iter().find(|(e, _)| *e == encoding).map_or(encoding, |(_, other)| *other)
    };
    let reads_alike = |other: &'static Encoding| {
        group(other) == group(answer) || ascii && other.is_ascii_compatible() && answer.is_ascii_compatible()
    };
    // A sum of nothing is -0.0.
    let confidence = alternatives.iter().filter(|a| reads_alike(a.encoding)).map(|a| a.confidence);
    let confidence = confidence.sum::<f32>().clamp(0.0, 1.0).abs();
    alternatives.retain(|a| a.encoding != answer && a.confidence * total >= WORTH_TELLING * known);
    // What a method holds to be as good as its answer comes first.
    let equals: Vec<&'static Encoding> = opinion.iter().flat_map(Opinion::equals).collect();
    alternatives.sort_by_key(|a| !equals.contains(&a.encoding));

    let clues = Clues::of(hints, declared_language, head, answer);
    // Of ASCII, all alternatives are equally good and none is worth a reason.
    explain(hints, &mut evidence, answer, if ascii { &[] } else { &alternatives });
    Guess { encoding: answer, confidence, clues, source, ascii, alternatives, evidence }
}

/// How much the text's n-grams leave open.
fn scarcity(evidence: &[Evidence]) -> f32 {
    let grams = evidence.iter().find_map(|e| match e.fact {
        Fact::Looks { grams, .. } => Some(grams as f32),
        _ => None,
    });
    grams.map_or(0.0, |grams| SCARCE / grams.max(1.0))
}

/// Some encodings have bytes that nothing else has, and so has what is not text: they are shown by these, or by somebody
/// who names them, and never by all others being worse.
fn is_shown(evidence: &[Evidence], encoding: &Encoding) -> bool {
    let shows_itself = encoding == &encodings::BINARY
        || encoding.family() == Family::Escape
        || encoding.family() == Family::Utf && encoding != &encodings::UTF_8;
    let shown = |e: &Evidence| {
        e.bits > 0.0
            && e.encoding.is_some_and(|e| e == encoding)
            && !matches!(e.source, Source::Language | Source::Tld)
    };
    !shows_itself || evidence.iter().any(shown)
}

/// What spoke for the answer: a declaration, if it was declared, else what was loudest.
fn loudest(evidence: &[Evidence], answer: &Encoding, ascii: bool) -> Source {
    let mut speaks: Vec<_> =
        evidence.iter().filter(|e| e.bits > 0.0 && e.encoding.is_some_and(|e| e == answer)).collect();
    speaks.sort_by(|a, b| b.bits.total_cmp(&a.bits));
    let declared = speaks.iter().find(|e| is_declared(e.source));
    declared.or(speaks.first()).map_or(if ascii { Source::Ascii } else { Source::Prior }, |e| e.source)
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
    let mut told: Vec<&'static Encoding> = vec![answer];
    for encoding in alternatives.iter().map(|other| other.encoding).chain(named) {
        if !told.contains(&encoding) {
            told.push(encoding);
        }
    }
    evidence.retain(|e| e.encoding.is_none_or(|encoding| told.contains(&encoding)));
    evidence.extend(told.iter().map(|encoding| prior::evidence(hints.prior, encoding)));
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

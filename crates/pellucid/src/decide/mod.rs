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
pub(crate) mod language;
mod prior;
mod standard;

use crate::encodings::{self, ENCODINGS, Encoding, Family, Use};
use crate::evidence::{Evidence, Fact, Source};
use crate::guess::{Alternative, Guess};
use crate::hints::{Hints, Method};
use crate::score::language::Sample;
use crate::sniff::{Declarations, tld};
use language::Clues;

/// Alternatives less probable than this, among what it may be, are not worth telling.
const WORTH_TELLING: f32 = 0.001;
/// Log-odds of bytes that are nothing we know, about which no evidence speaks: one page in 65,000. Where all evidence
/// is against the best answer, random bytes for one, this is what it is against.
const UNKNOWN: f32 = -16.0;

/// Weighs everything.
pub(crate) fn decide(
    hints: &Hints,
    head: &[u8],
    declarations: Declarations,
    content: Vec<Evidence>,
    ascii: bool,
) -> Guess {
    let mut clues = Clues {
        hinted: hints.language.clone(),
        declared: declarations.language.clone(),
        domain: hints.url.as_deref().or(hints.tld.as_deref()).and_then(tld::language),
        sample: Sample::default(),
    };
    let mut evidence = declared::declared(hints, declarations);
    evidence.extend(content);

    let mut candidates: Vec<&'static Encoding> = candidates(hints).collect();
    // Unless the caller allows nothing else.
    if candidates.iter().any(|encoding| is_shown(&evidence, encoding)) {
        candidates.retain(|encoding| is_shown(&evidence, encoding));
    }
    let score = |encoding| (encoding, prior::bits(hints.prior, encoding) + sum(&evidence, encoding));
    let mut scores: Vec<(&'static Encoding, f32)> = candidates.into_iter().map(score).collect();
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut answer = scores.first().map_or(&encodings::UTF_8, |(encoding, _)| *encoding);
    let mut source = loudest(&evidence, answer, ascii);
    if hints.method == Method::Standard {
        (answer, source) = standard::standard(head, hints.content_type.as_deref());
    }

    let best = scores.first().map_or(0.0, |(_, bits)| *bits);
    let known: f32 = scores.iter().map(|(_, bits)| (bits - best).exp2()).sum();
    let total = known + (UNKNOWN - best).exp2();
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
    let confidence =
        alternatives.iter().filter(|a| reads_alike(a.encoding)).map(|a| a.confidence).sum::<f32>().min(1.0);
    alternatives.retain(|a| a.encoding != answer && a.confidence * total >= WORTH_TELLING * known);

    if clues.hinted.is_none() && answer != &encodings::BINARY {
        clues.sample = Sample::of(head);
    }
    // Of ASCII, all alternatives are equally good and none is worth a reason.
    explain(hints, &mut evidence, answer, if ascii { &[] } else { &alternatives });
    Guess { encoding: answer, confidence, clues, source, ascii, alternatives, evidence }
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

/// The encodings which may be the answer.
fn candidates(hints: &Hints) -> impl Iterator<Item = &'static Encoding> {
    ENCODINGS.iter().copied().filter(|encoding| is_candidate(hints, encoding))
}

fn is_candidate(hints: &Hints, encoding: &'static Encoding) -> bool {
    let wanted = match &hints.allow {
        Some(allow) => allow.contains(&encoding),
        None => matches!(encoding.usage(), Use::Web | Use::File) || encoding == &encodings::BINARY,
    };
    wanted && !hints.deny.contains(&encoding)
}

fn sum(evidence: &[Evidence], encoding: &Encoding) -> f32 {
    evidence.iter().filter(|e| e.encoding.is_some_and(|e| e == encoding)).map(|e| e.bits).sum()
}

/// What spoke for the answer: a declaration, if it was declared, else what was loudest.
fn loudest(evidence: &[Evidence], answer: &Encoding, ascii: bool) -> Source {
    let mut speaks: Vec<_> =
        evidence.iter().filter(|e| e.bits > 0.0 && e.encoding.is_some_and(|e| e == answer)).collect();
    speaks.sort_by(|a, b| b.bits.total_cmp(&a.bits));
    let declared = [Source::Bom, Source::Header, Source::Xml, Source::Meta, Source::WeakMeta];
    let declared = speaks.iter().find(|e| declared.contains(&e.source));
    declared.or(speaks.first()).map_or(if ascii { Source::Ascii } else { Source::Prior }, |e| e.source)
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
        let named = [Source::Bom, Source::Header, Source::Xml, Source::Meta, Source::WeakMeta];
        named.contains(&e.source) || matches!(e.source, Source::Escape | Source::Binary) && e.bits > 0.0
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

/// The encodings in which a language is usually written; UTF-8, which all are written in, is not told by it.
fn usual_encodings(language: &str) -> impl Iterator<Item = &'static Encoding> + use<'_> {
    let primary = |tag: &str| tag.split('-').next().unwrap_or("").to_ascii_lowercase();
    // Old tags, and names of a group for its best known member; Chinese is the one language whose scripts have encodings
    // of their own.
    let wanted = match &*language.to_ascii_lowercase() {
        "zh" | "zh-cn" | "zh-sg" | "zh-hans" | "zh-hans-cn" => "zh-hans".to_owned(),
        "zh-tw" | "zh-mo" | "zh-hant" | "zh-hant-tw" | "zh-hk" | "zh-hant-hk" => "zh-hant".to_owned(),
        other => match &*primary(other) {
            "no" => "nb".to_owned(),
            "iw" => "he".to_owned(),
            "in" => "id".to_owned(),
            "ji" => "yi".to_owned(),
            "mo" => "ro".to_owned(),
            "sh" => "hr".to_owned(),
            "ary" | "arz" | "apc" => "ar".to_owned(),
            primary => primary.to_owned(),
        },
    };
    let same = move |tag: &str| tag.eq_ignore_ascii_case(&wanted) || primary(tag) == wanted;
    ENCODINGS.iter().copied().filter(move |encoding| encoding.languages().any(&same))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_encodings() {
        let names = |tag| usual_encodings(tag).map(Encoding::name).collect::<Vec<_>>();
        assert!(names("ru-RU").contains(&"KOI8-R"));
        assert!(names("zh-TW").contains(&"Big5") && !names("zh-TW").contains(&"GBK"));
        assert!(names("zh").contains(&"GBK"));
        assert_eq!(names("no"), names("nb"));
        assert!(names("ca").contains(&"windows-1252"));
        assert!(names("tlh").is_empty());
    }

    #[test]
    fn nothing_of_a_page_is_kept_that_nobody_needs() {
        let sample = |detector: crate::Detector, page: &[u8]| detector.detect(page).clues.sample;
        let page = b"<p>All human beings are born free";
        assert_eq!(sample(crate::Detector::default(), page), Sample::of(page));
        let hinted = crate::Detector::builder().language("en").build();
        assert_eq!(sample(hinted, page), Sample::default());
        assert_eq!(sample(crate::Detector::default(), b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"), Sample::default());
    }
}

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

use crate::encodings::{self, ENCODINGS, Encoding, Use};
use crate::evidence::{Evidence, Fact, Source};
use crate::guess::{Alternative, Guess};
use crate::hints::{Hints, Method};
use crate::score::language::sample;
use crate::sniff::{Declarations, tld};
use language::Clues;

/// Alternatives less probable than this are not worth telling.
const WORTH_TELLING: f32 = 0.001;

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
        domain: hints.url.as_deref().and_then(tld::language),
        sample: Box::default(),
    };
    let mut evidence = declared::declared(hints, declarations);
    evidence.extend(content);

    // What is not text has to show it.
    let is_shown = |encoding: &Encoding| encoding != &encodings::BINARY || sum(&evidence, encoding) > 0.0;
    let mut scores: Vec<(&'static Encoding, f32)> = candidates(hints)
        .filter(|encoding| is_shown(encoding))
        .map(|encoding| (encoding, prior::bits(encoding) + sum(&evidence, encoding)))
        .collect();
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut answer = scores.first().map_or(&encodings::UTF_8, |(encoding, _)| *encoding);
    let mut source = loudest(&evidence, answer, ascii);
    if hints.method == Method::Standard {
        (answer, source) = standard::standard(head, hints.content_type.as_deref());
    }

    let best = scores.first().map_or(0.0, |(_, bits)| *bits);
    let total: f32 = scores.iter().map(|(_, bits)| (bits - best).exp2()).sum();
    let mut alternatives: Vec<Alternative> = scores
        .iter()
        .map(|&(encoding, bits)| Alternative { encoding, confidence: (bits - best).exp2() / total })
        .collect();
    // What reads ASCII alike is right together.
    let reads_alike = |other: &Encoding| {
        other == answer || ascii && other.is_ascii_compatible() && answer.is_ascii_compatible()
    };
    let confidence =
        alternatives.iter().filter(|a| reads_alike(a.encoding)).map(|a| a.confidence).sum::<f32>().min(1.0);
    alternatives.retain(|a| a.encoding != answer && a.confidence >= WORTH_TELLING);

    if clues.hinted.is_none() {
        clues.sample = sample(head, answer);
    }
    explain(&mut evidence, answer);
    Guess { encoding: answer, confidence, clues, source, ascii, alternatives, evidence }
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

/// Keeps the evidence that mattered, and adds the answer's prior to it.
fn explain(evidence: &mut Vec<Evidence>, answer: &'static Encoding) {
    let declared =
        |e: &Evidence| !matches!(e.source, Source::Content | Source::Legality | Source::Nulls | Source::Utf8);
    let named: Vec<_> =
        evidence.iter().filter(|e| e.bits > 0.0 && declared(e)).filter_map(|e| e.encoding).collect();
    // The text speaks of every encoding there is: worth telling are the ones it favours, and what it says of the
    // answer and of those that somebody named. That the bytes are not UTF-8 always is.
    evidence.retain(|e| {
        let about = e.encoding.is_none_or(|e| e == answer || named.contains(&e));
        about || e.bits > 0.0 || e.source == Source::Utf8
    });
    let (pages, of) = prior::share(answer);
    let fact = Fact::Share { pages, of };
    evidence.push(Evidence {
        source: Source::Prior,
        encoding: Some(answer),
        bits: prior::bits(answer),
        fact,
    });
}

/// The encodings in which a language is usually written; UTF-8, which all are written in, is not told by it.
fn usual_encodings(language: &str) -> impl Iterator<Item = &'static Encoding> + use<'_> {
    let primary = |tag: &str| tag.split('-').next().unwrap_or("").to_ascii_lowercase();
    // Chinese is the one language whose scripts have encodings of their own.
    let wanted = match &*language.to_ascii_lowercase() {
        "zh" | "zh-cn" | "zh-sg" | "zh-hans" | "zh-hans-cn" => "zh-hans".to_owned(),
        "zh-tw" | "zh-mo" | "zh-hant" | "zh-hant-tw" | "zh-hk" | "zh-hant-hk" => "zh-hant".to_owned(),
        other => primary(other),
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
        assert!(names("tlh").is_empty());
    }
}

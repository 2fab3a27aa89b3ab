//! What declarations and hints weigh.

use std::sync::Arc;

use super::{is_candidate, prior};
use crate::encodings::{ENCODINGS, Encoding, Family};
use crate::evidence::{Evidence, Fact, Source};
use crate::hints::Hints;
use crate::language::{Language, usual};
use crate::sniff::Declarations;

/// Bits for a byte order mark: nothing else begins with one by chance, and it outweighs what any structure may be worth.
const BOM: f32 = 80.0;
/// Bits for a second declaration of the same encoding. It is seldom independent of the first.
const AGAIN: f32 = 2.0;
/// How often a text is in the language that the caller names, that the page names, and that its domain suggests.
const NAMED: f32 = 0.99;
const DECLARED: f32 = 0.95;
const TLD: f32 = 0.9;

/// How far a declaration lifts its encoding above the most common one. A rare label is as trustworthy as a common
/// one, since nobody writes it by accident; so its own prior is made up for.
fn lift(source: Source) -> f32 {
    match source {
        Source::Header => 17.0,
        Source::WeakMeta => 15.0,
        _ => 16.0,
    }
}

pub(crate) fn declared(hints: &Hints, declarations: Declarations, ascii: bool) -> Vec<Evidence> {
    let mut evidence: Vec<Evidence> = Vec::new();
    if let Some(encoding) = declarations.bom {
        let fact = Fact::Plain("begins with its byte order mark");
        evidence.push(Evidence { source: Source::Bom, encoding: Some(encoding), bits: BOM, fact });
    }
    for declared in declarations.declared {
        let again = || evidence.iter().any(|e| e.encoding == declared.encoding);
        let bits = match declared.encoding {
            None => 0.0,
            Some(_) if again() => AGAIN,
            Some(encoding) => lift(declared.source) - prior::bits(hints.prior, encoding),
        };
        let fact = Fact::Label { label: declared.label, at: declared.at };
        evidence.push(Evidence { source: declared.source, encoding: declared.encoding, bits, fact });
    }
    let declared = declarations.language.as_ref().map(|language| (language, DECLARED));
    let known = hints.language.as_ref().map(|language| (language, NAMED)).or(declared);
    let domain = hints.domain_language();
    let domain = domain.as_ref().map(|language| (language, TLD));
    let sources = [(Source::Language, known), (Source::Tld, domain)];
    for (source, known) in sources {
        // ASCII is no legacy text of any language.
        if let Some((language, trust)) = known.filter(|_| !ascii) {
            evidence.extend(usual_of(hints, language, trust, source));
        }
    }
    evidence
}

/// What a language says of the encodings of legacy text; nothing of UTF-8, which every language is written in.
///
/// The encodings in which a language is usual share all of its legacy text, in proportion to how common they are; where it
/// is another language after all, the text may be in any. So an encoding's odds change by what it has of the language's
/// text against what it has of all.
fn usual_of(hints: &Hints, language: &Language, trust: f32, source: Source) -> Vec<Evidence> {
    let legacy = |encoding: &'static Encoding| is_candidate(hints, encoding) && !is_universal(encoding);
    let usual = usual::encodings(language);
    let (mut all, mut of_language) = (0.0, 0.0);
    let mut candidates: Vec<(&'static Encoding, bool)> = Vec::with_capacity(ENCODINGS.len());
    for &(encoding, bits) in prior::all(hints.prior).iter().filter(|(encoding, _)| legacy(encoding)) {
        let is_usual = usual.contains(&encoding);
        all += bits.exp2();
        of_language += if is_usual { bits.exp2() } else { 0.0 };
        candidates.push((encoding, is_usual));
    }
    if of_language == 0.0 {
        return Vec::new();
    }
    let tag: Arc<str> = language.tag().into();
    let [bits_of_others, bits_of_usual] =
        [0.0, all / of_language].map(|gain| (trust * gain + 1.0 - trust).log2());
    let weigh = |(encoding, usual): (&'static Encoding, bool)| {
        let fact = Fact::Language { tag: tag.clone(), usual };
        Evidence {
            source,
            encoding: Some(encoding),
            bits: if usual { bits_of_usual } else { bits_of_others },
            fact,
        }
    };
    candidates.into_iter().map(weigh).collect()
}

/// Whether an encoding is not of some languages only.
fn is_universal(encoding: &Encoding) -> bool {
    matches!(encoding.family(), Family::Utf | Family::Special)
}

//! HZ: Chinese in seven bits, between `~{` and `~}`.

use memchr::memchr_iter;

use super::CERTAIN;
use crate::encodings;
use crate::evidence::{Evidence, Fact, Source};

/// Bits for one pair that is a row and a cell of GB 2312, inside `~{` … `~}`.
const PAIR: f32 = 4.0;
/// Bits against it for a run that is none: `~{` also stands in scripts and regular expressions.
const BROKEN: f32 = -12.0;

/// Looks for runs of pairs in a page without high bytes.
pub(super) fn hz(head: &[u8]) -> Option<Evidence> {
    let (mut pairs, mut bad) = (0u64, 0u64);
    // A tilde is rare enough to look for it alone, which is faster than to look for two bytes.
    for start in memchr_iter(b'~', head) {
        let Some(rest) = head[start + 1..].strip_prefix(b"{") else { continue };
        let run = &rest[..rest.iter().position(|&b| b == b'\n' || b == b'~').unwrap_or(rest.len())];
        // GB 2312 has rows 0x21 to 0x77, with a gap that no text would fill all the same.
        let legal = run.len() % 2 == 0
            && run.chunks(2).all(|p| (0x21..=0x77).contains(&p[0]) && (0x21..=0x7E).contains(&p[1]));
        if legal && !run.is_empty() && rest[run.len()..].starts_with(b"~}") {
            pairs += run.len() as u64 / 2;
        } else {
            bad += 1;
        }
    }
    let bits = (PAIR * pairs as f32 + BROKEN * bad as f32).min(CERTAIN);
    let fact = Fact::Sequences { good: pairs, bad };
    (bits > 0.0).then_some(Evidence {
        source: Source::Escape,
        encoding: Some(&encodings::HZ_GB_2312),
        bits,
        fact,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs() {
        assert!(hz(b"This sentence is in ASCII. ~{<:Ky2;S{#,NpJ)l6HK!#~}Bye.").is_some());
        assert!(hz(b"var a = b ~{ c: 1 }").is_none());
        assert!(hz(b"~{~}").is_none());
        assert!(hz(b"~{<:K").is_none());
    }
}

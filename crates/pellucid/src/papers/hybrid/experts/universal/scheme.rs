//! The coding scheme method: a state machine for each encoding reads the bytes, and an illegal sequence ends it.

use std::sync::LazyLock;

use memchr::memmem;

use crate::encodings::{self, Encoding};

/// A range of bytes.
type Bytes = (u8, u8);
/// What a character may be: for each of its bytes, the ranges which it may be in.
type Form = &'static [&'static [Bytes]];

/// The encodings, and the forms of their characters beyond ASCII.
const FORMS: &[(&Encoding, &[Form])] = &[
    (
        &encodings::UTF_8,
        &[
            &[&[(0xC2, 0xDF)], &[(0x80, 0xBF)]],
            &[&[(0xE0, 0xE0)], &[(0xA0, 0xBF)], &[(0x80, 0xBF)]],
            &[&[(0xE1, 0xEC), (0xEE, 0xEF)], &[(0x80, 0xBF)], &[(0x80, 0xBF)]],
            &[&[(0xED, 0xED)], &[(0x80, 0x9F)], &[(0x80, 0xBF)]],
            &[&[(0xF0, 0xF0)], &[(0x90, 0xBF)], &[(0x80, 0xBF)], &[(0x80, 0xBF)]],
            &[&[(0xF1, 0xF3)], &[(0x80, 0xBF)], &[(0x80, 0xBF)], &[(0x80, 0xBF)]],
            &[&[(0xF4, 0xF4)], &[(0x80, 0x8F)], &[(0x80, 0xBF)], &[(0x80, 0xBF)]],
        ],
    ),
    (
        &encodings::SHIFT_JIS,
        &[&[&[(0xA1, 0xDF)]], &[&[(0x81, 0x9F), (0xE0, 0xFC)], &[(0x40, 0x7E), (0x80, 0xFC)]]],
    ),
    (
        &encodings::EUC_JP,
        &[
            &[&[(0x8E, 0x8E)], &[(0xA1, 0xDF)]],
            &[&[(0x8F, 0x8F)], &[(0xA1, 0xFE)], &[(0xA1, 0xFE)]],
            &[&[(0xA1, 0xFE)], &[(0xA1, 0xFE)]],
        ],
    ),
    (
        &encodings::GB18030,
        &[
            &[&[(0x80, 0x80)]],
            &[&[(0x81, 0xFE)], &[(0x40, 0x7E), (0x80, 0xFE)]],
            &[&[(0x81, 0xFE)], &[(0x30, 0x39)], &[(0x81, 0xFE)], &[(0x30, 0x39)]],
        ],
    ),
    // With the syllables that Microsoft added.
    (&encodings::EUC_KR, &[&[&[(0x81, 0xFE)], &[(0x41, 0x5A), (0x61, 0x7A), (0x81, 0xFE)]]]),
    (&encodings::BIG5, &[&[&[(0x81, 0xFE)], &[(0x40, 0x7E), (0xA1, 0xFE)]]]),
    (
        &encodings::EUC_TW,
        &[
            &[&[(0xA1, 0xFE)], &[(0xA1, 0xFE)]],
            &[&[(0x8E, 0x8E)], &[(0xA1, 0xB0)], &[(0xA1, 0xFE)], &[(0xA1, 0xFE)]],
        ],
    ),
];

/// Between two characters.
const START: u8 = 0;
/// Where no character of the encoding leads.
const ERROR: u8 = u8::MAX;

/// A state machine. Each state has, for each byte, the next one.
#[derive(Debug)]
pub struct Scheme(Vec<[u8; 256]>);

impl Scheme {
    /// That of an encoding; none of one without multi-byte characters.
    pub fn of(encoding: &'static Encoding) -> Option<&'static Scheme> {
        static ALL: LazyLock<Vec<Scheme>> =
            LazyLock::new(|| FORMS.iter().map(|(_, forms)| Scheme::new(forms)).collect());
        let at = FORMS.iter().position(|(known, _)| *known == encoding)?;
        Some(&ALL[at])
    }

    /// Forms that begin alike share their states, so that what is legal never depends on their order.
    fn new(forms: &[Form]) -> Scheme {
        let mut start = [ERROR; 256];
        start[..0x80].fill(START);
        let mut states = vec![start];
        for form in forms {
            // Where the bytes read so far may have led to.
            let mut at = vec![START];
            for (n, ranges) in form.iter().enumerate() {
                let last = n + 1 == form.len();
                let mut next = Vec::new();
                for state in at {
                    let bytes: Vec<u8> = ranges.iter().flat_map(|&(from, to)| from..=to).collect();
                    let mut fresh = None;
                    for byte in bytes {
                        let known = states[usize::from(state)][usize::from(byte)];
                        let to = match (last, known) {
                            (true, _) => START,
                            (false, ERROR) => *fresh.get_or_insert_with(|| {
                                states.push([ERROR; 256]);
                                (states.len() - 1) as u8
                            }),
                            (false, known) => known,
                        };
                        states[usize::from(state)][usize::from(byte)] = to;
                        if !last && !next.contains(&to) {
                            next.push(to);
                        }
                    }
                }
                at = next;
            }
        }
        Scheme(states)
    }

    /// Tells each character beyond ASCII of bytes, and how many there are; none if something is illegal. What is cut off at
    /// the end is illegal too, as the detector was told that there is no more.
    pub fn characters(&self, bytes: &[u8], mut tell: impl FnMut(&[u8])) -> Option<usize> {
        let (mut state, mut begin, mut count) = (START, 0, 0);
        for (at, &byte) in bytes.iter().enumerate() {
            if state == START {
                begin = at;
            }
            state = self.0[usize::from(state)][usize::from(byte)];
            match state {
                ERROR => return None,
                START if byte >= 0x80 || at > begin => {
                    count += 1;
                    tell(&bytes[begin..=at]);
                }
                _ => {}
            }
        }
        (state == START).then_some(count)
    }
}

/// The confidence in UTF-8, of which so many legal sequences were seen: each is as likely as not by chance.
pub fn utf_8_confidence(sequences: usize) -> f32 {
    (1.0 - 0.5f32.powi(sequences.min(20) as i32)).min(super::MOST)
}

/// Escapes of the seven-bit encodings, which no other text has.
const ESCAPES: &[(&Encoding, &[&[u8]])] = &[
    (&encodings::ISO_2022_JP, &[b"\x1B$B", b"\x1B$@", b"\x1B(J", b"\x1B(I", b"\x1B$(D"]),
    (&encodings::ISO_2022_KR, &[b"\x1B$)C"]),
    (&encodings::ISO_2022_CN, &[b"\x1B$)A", b"\x1B$)G", b"\x1B$*H"]),
];

/// The seven-bit encoding of ASCII bytes, by the first escape that only it has.
pub fn escaped(bytes: &[u8]) -> Option<&'static Encoding> {
    let begins = |sequences: &[&[u8]]| sequences.iter().filter_map(|one| memmem::find(bytes, one)).min();
    let dialects = ESCAPES.iter().filter_map(|(encoding, sequences)| Some((begins(sequences)?, *encoding)));
    dialects
        .min_by_key(|(at, _)| *at)
        .map(|(_, encoding)| encoding)
        .or_else(|| is_hz(bytes).then_some(&encodings::HZ_GB_2312))
}

/// Whether there is a run of HZ: pairs of bytes from 0x21 to 0x7E between `~{` and `~}`, the first at most 0x77.
fn is_hz(bytes: &[u8]) -> bool {
    memmem::find_iter(bytes, b"~{").any(|at| {
        let rest = &bytes[at + 2..];
        let Some(end) = memmem::find(rest, b"~}") else { return false };
        let (pairs, odd) = rest[..end].as_chunks::<2>();
        let legal = |pair: &[u8; 2]| (0x21..=0x77).contains(&pair[0]) && (0x21..=0x7E).contains(&pair[1]);
        !pairs.is_empty() && odd.is_empty() && pairs.iter().all(legal)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(encoding: &'static Encoding, bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
        let mut all = Vec::new();
        Scheme::of(encoding).unwrap().characters(bytes, |one| all.push(one.to_vec()))?;
        Some(all)
    }

    #[test]
    fn characters_are_of_the_scheme() {
        let two = |bytes: &[u8]| Some(bytes.chunks(2).map(<[u8]>::to_vec).collect::<Vec<_>>());
        assert_eq!(read(&encodings::SHIFT_JIS, b"a\x82\xA0b"), two(b"\x82\xA0"));
        assert_eq!(read(&encodings::SHIFT_JIS, b"\xB1\x82@"), Some(vec![vec![0xB1], vec![0x82, 0x40]]));
        assert_eq!(read(&encodings::SHIFT_JIS, b"\x82 "), None);
        assert_eq!(
            read(&encodings::GB18030, b"\x81\x30\x81\x30\xB0\xA1"),
            Some(vec![vec![0x81, 0x30, 0x81, 0x30], vec![0xB0, 0xA1]])
        );
        assert_eq!(read(&encodings::GB18030, b"\x81\x30\x81"), None);
        assert_eq!(read(&encodings::BIG5, b"\xA4\x40\xA4"), None);
        assert_eq!(read(&encodings::EUC_TW, b"\x8E\xA2\xA1\xA1"), Some(vec![vec![0x8E, 0xA2, 0xA1, 0xA1]]));
        assert_eq!(Scheme::of(&encodings::KOI8_R).map(|_| ()), None);
    }

    #[test]
    fn each_sequence_halves_the_doubt() {
        assert_eq!([0, 1, 2, 99].map(utf_8_confidence), [0.0, 0.5, 0.75, 0.99]);
    }

    #[test]
    fn escapes_name_their_encoding() {
        assert_eq!(escaped(b"\x1B$B$3\x1B(B"), Some(&encodings::ISO_2022_JP));
        assert_eq!(escaped(b"\x1B$)C\x0E0!\x0F"), Some(&encodings::ISO_2022_KR));
        assert_eq!(escaped(b"~{<:Ky2;~}"), Some(&encodings::HZ_GB_2312));
        assert_eq!(escaped(b"~{ a~} \x1B[0m"), None);
    }

    proptest! {
        /// The machine of UTF-8 and the standard library agree on what is legal.
        #[test]
        fn utf_8_is_what_rust_says(bytes in prop::collection::vec(prop::sample::select(b"a\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xED\xEE\xF0\xF1\xF4\xF5\xFF".to_vec()), 0..12)) {
            prop_assert_eq!(read(&encodings::UTF_8, &bytes).is_some(), std::str::from_utf8(&bytes).is_ok());
        }
    }
}

//! ISO-2022: the escape sequences which its dialects have.

use memchr::memchr3_iter;

const ESC: u8 = 0x1B;
const SO: u8 = 0x0E;
const SI: u8 = 0x0F;

/// The dialects, with the bytes that follow an ESC.
const DIALECTS: [(&str, &[&[u8]]); 3] = [
    ("ISO-2022-JP", &[b"$(C", b"$(D", b"$@", b"$A", b"$B", b"&@", b"(B", b"(H", b"(I", b"(J", b".A", b".F"]),
    ("ISO-2022-KR", &[b"$)C"]),
    ("ISO-2022-CN", &[b"$)A", b"$)G", b"$*H", b"$)E", b"$+I", b"$+J", b"$+K", b"$+L", b"$+M", b"N", b"O"]),
];

/// Each dialect with its confidence in percent.
pub fn recognise(bytes: &[u8]) -> [(&'static str, u32); 3] {
    DIALECTS.map(|(label, sequences)| {
        let (mut hits, mut misses, mut shifts) = (0, 0, 0);
        for at in memchr3_iter(ESC, SO, SI, bytes) {
            match bytes[at] {
                ESC if sequences.iter().any(|sequence| bytes[at + 1..].starts_with(sequence)) => hits += 1,
                ESC => misses += 1,
                _ => shifts += 1,
            }
        }
        (label, by_escapes(hits, misses, shifts))
    })
}

/// The confidence by escapes that the dialect has, others, and shifts: all for all, none for half, and less for few.
fn by_escapes(hits: i64, misses: i64, shifts: i64) -> u32 {
    if hits == 0 {
        return 0;
    }
    let quality = 100 * (hits - misses) / (hits + misses);
    let few = 10 * (5 - (hits + shifts)).max(0);
    (quality - few).max(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_tell_dialects_apart() {
        let of = |bytes: &[u8]| recognise(bytes).map(|(_, percent)| percent);
        assert_eq!(of(b"no escape"), [0, 0, 0]);
        assert_eq!(of(b"\x1B$B$3\x1B(B"), [70, 0, 0]);
        assert_eq!(of(&b"\x1B$B$3\x1B(B ".repeat(3)), [100, 0, 0]);
        assert_eq!(of(&[&b"\x1B$)C"[..], &b"\x0E0!\x0F ".repeat(2)].concat()), [0, 100, 0]);
        assert_eq!(of(b"\x1B"), [0, 0, 0]);
        assert_eq!(by_escapes(6, 3, 0), 33);
    }
}

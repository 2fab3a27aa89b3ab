//! Escape sequences of ISO-2022: text of seven bits which names the character set it switches to.

use memchr::{memchr, memchr_iter};

use super::CERTAIN;
use crate::encodings::{self, Encoding};
use crate::evidence::{Evidence, Fact, Source};

const ESC: u8 = 0x1B;
const SO: u8 = 0x0E;
/// An escape sequence, and the first pair of bytes behind it.
const LOOK_AHEAD: usize = 6;
/// Bits for a switch to a double-byte set with a plausible pair behind it: no other text has such bytes, so one is
/// enough to make up for how rare these encodings are.
const SWITCH: f32 = 30.0;
/// Bits against it for a switch with something else behind it.
const BROKEN: f32 = -30.0;

/// After so many plausible switches to Japanese, four times as many as others, more reading would not change the
/// answer.
const ENOUGH: u64 = 64;

/// Counts switches, across any cut between pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Escapes {
    japanese: Switches,
    korean: Switches,
    chinese: Switches,
    shifted_out: bool,
    /// The end of the last piece from an ESC on, when what follows it was still to come.
    cut: Vec<u8>,
}

#[derive(Clone, Debug, Default)]
struct Switches {
    good: u64,
    bad: u64,
}

impl Escapes {
    /// Takes the next piece, in which there are control bytes or not.
    pub fn feed(&mut self, bytes: &[u8], control: bool) {
        if self.is_enough() || !control && self.cut.is_empty() {
            return;
        }
        self.shifted_out = self.shifted_out || memchr(SO, bytes).is_some();
        if self.cut.is_empty() {
            self.look(bytes, false);
        } else {
            let mut joined = std::mem::take(&mut self.cut);
            joined.extend_from_slice(bytes);
            self.look(&joined, false);
        }
    }

    fn look(&mut self, bytes: &[u8], last: bool) {
        for at in memchr_iter(ESC, bytes) {
            let rest = &bytes[at..];
            if rest.len() < LOOK_AHEAD && !last {
                self.cut = rest.to_vec();
                return;
            }
            self.switch(rest);
            if self.is_enough() {
                return;
            }
        }
    }

    fn is_enough(&self) -> bool {
        self.japanese.good >= ENOUGH && self.japanese.good > 4 * self.japanese.bad
    }

    fn switch(&mut self, escape: &[u8]) {
        // Sets of Japanese are designated to where they are used at once; the Korean and Chinese ones wait for SO.
        let (switches, pair) = match escape {
            [_, b'$', b'@' | b'B', pair @ ..] => (&mut self.japanese, Some(pair)),
            [_, b'$', b'(', b'D' | b'@' | b'B', pair @ ..] => (&mut self.japanese, Some(pair)),
            [_, b'(', b'I', kana, ..] => {
                let plausible = if (0x21..=0x5F).contains(kana) {
                    &mut self.japanese.good
                } else {
                    &mut self.japanese.bad
                };
                *plausible += 1;
                return;
            }
            [_, b'$', b')', b'C', ..] => (&mut self.korean, None),
            [_, b'$', b')', b'A' | b'G' | b'E', ..] | [_, b'$', b'*', b'H', ..] => (&mut self.chinese, None),
            _ => return,
        };
        match pair {
            Some([0x21..=0x7E, 0x21..=0x7E, ..]) => switches.good += 1,
            Some([_, _, ..]) => switches.bad += 1,
            // A page which is cut off here, or one that only makes ready.
            Some(_) => {}
            None => switches.good += 1,
        }
    }

    pub fn finish(&mut self) -> Vec<Evidence> {
        let cut = std::mem::take(&mut self.cut);
        self.look(&cut, true);
        // Without a shift, what was made ready was never used, and the text is ASCII.
        let waits = |switches: &Switches| Switches {
            good: if self.shifted_out { switches.good } else { 0 },
            ..*switches
        };
        [
            (&encodings::ISO_2022_JP, self.japanese.clone()),
            (&encodings::ISO_2022_KR, waits(&self.korean)),
            (&encodings::ISO_2022_CN, waits(&self.chinese)),
        ]
        .into_iter()
        .filter_map(|(encoding, switches)| switches.evidence(encoding))
        .collect()
    }
}

impl Switches {
    fn evidence(&self, encoding: &'static Encoding) -> Option<Evidence> {
        let bits = (SWITCH * self.good as f32 + BROKEN * self.bad as f32).min(CERTAIN);
        let fact = Fact::Escapes { good: self.good, bad: self.bad, more: self.good >= ENOUGH };
        (bits > 0.0).then_some(Evidence { source: Source::Escape, encoding: Some(encoding), bits, fact })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pieces: &[&[u8]]) -> Vec<&'static str> {
        let mut escapes = Escapes::default();
        pieces.iter().for_each(|piece| escapes.feed(piece, piece.iter().any(u8::is_ascii_control)));
        escapes.finish().iter().map(|e| e.encoding.unwrap().name()).collect()
    }

    #[test]
    fn switches() {
        assert_eq!(found(&[b"a\x1B$B$3$s\x1B(Bb"]), ["ISO-2022-JP"]);
        assert_eq!(found(&[b"\x1B$)C\x0E0!\x0F"]), ["ISO-2022-KR"]);
        assert_eq!(found(&[b"\x1B$)A\x0E=;\x0F"]), ["ISO-2022-CN"]);
        assert_eq!(found(&[b"\x1B$)C and nothing else"]), [""; 0]);
        assert_eq!(found(&[b"\x1B[31mred\x1B[0m"]), [""; 0]);
        assert_eq!(found(&[b"\x1B$B \x80"]), [""; 0]);
    }

    #[test]
    fn pieces_equal_the_whole() {
        let page = b"x\x1B\x1B$B$3$s\x1B(B<p>\x1B$@%F%9\x1B(J\x1B";
        for size in 1..page.len() {
            let pieces: Vec<&[u8]> = page.chunks(size).collect();
            assert_eq!(found(&pieces), found(&[page]), "pieces of {size}");
        }
    }
}

//! Some of a page's words with bytes beyond ASCII, from all over it: what its encoding is told by.
//!
//! A page is cut into blocks. Of blocks with bytes beyond ASCII, some are kept, evenly spread: all of the first sixteen, then
//! every second, every fourth. Each gives some of its words, with the ASCII words around them; markup ends at `<` and
//! `>`. So nothing else of a page is looked at, however long it is. Beside the sample, the first place of every byte
//! beyond ASCII is kept: of two encodings which read a sample alike, one may read another byte differently.
//!
//! A page in pieces is cut into the same blocks, so it has the same sample.

use encoding_rs::Encoding as Rs;

/// Bytes of a block.
const BLOCK: usize = 4096;
/// Blocks that are kept at most.
const BLOCKS: usize = 16;
/// Bytes of a sample, about.
const SAMPLE: usize = 768;
/// Bytes of each block in it, at least.
const LEAST: usize = 64;
/// ASCII bytes around a word which belong to it.
const AROUND: usize = 32;
/// Bytes around the first place of a byte.
const CONTEXT: usize = 12;

/// Takes a page in pieces.
#[derive(Clone, Debug)]
pub(super) struct Sampler {
    /// The beginning of a block.
    open: Vec<u8>,
    blocks: Vec<Vec<u8>>,
    /// How many blocks had bytes beyond ASCII, and one in how many of these is kept.
    met: usize,
    every: usize,
    /// The first place of each byte from 0x80 on, and what stands around it.
    first: Vec<(u8, Vec<u8>)>,
    seen: [bool; 128],
    /// Whether a block was taken already.
    is_begun: bool,
    /// Whether the page will be there at the end.
    is_whole: bool,
}

impl Default for Sampler {
    fn default() -> Sampler {
        Sampler {
            open: Vec::new(),
            blocks: Vec::new(),
            met: 0,
            every: 1,
            first: Vec::new(),
            seen: [false; 128],
            is_begun: false,
            is_whole: false,
        }
    }
}

impl Sampler {
    /// Takes a page in one piece: what is rare in it is looked for when it is asked for.
    pub fn whole(page: &[u8]) -> Sampler {
        let mut sampler = Sampler { is_whole: true, ..Sampler::default() };
        sampler.feed(page);
        sampler
    }

    /// Takes the next piece.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        if !self.open.is_empty() {
            let (more, rest) = bytes.split_at(bytes.len().min(BLOCK - self.open.len()));
            self.open.extend_from_slice(more);
            if self.open.len() < BLOCK {
                return;
            }
            let open = std::mem::take(&mut self.open);
            self.block(&open, false);
            bytes = rest;
        }
        let mut blocks = bytes.chunks_exact(BLOCK);
        for block in &mut blocks {
            self.block(block, false);
        }
        self.open.extend_from_slice(blocks.remainder());
    }

    fn block(&mut self, block: &[u8], is_last: bool) {
        let start = Rs::ascii_valid_up_to(block);
        let is_begun = std::mem::replace(&mut self.is_begun, true);
        if start == block.len() {
            return;
        }
        if !self.is_whole {
            self.see(block, start);
        }
        self.met += 1;
        if !(self.met - 1).is_multiple_of(self.every) {
            return;
        }
        if self.blocks.len() == BLOCKS {
            let mut number = 0;
            self.blocks.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.every *= 2;
            if !(self.met - 1).is_multiple_of(self.every) {
                return;
            }
        }
        let room = (SAMPLE / (self.blocks.len() + 1)).max(2 * LEAST);
        self.blocks.push(words(block, start, room, is_begun, is_last));
    }

    /// Keeps the first place of every byte.
    fn see(&mut self, block: &[u8], mut at: usize) {
        while at < block.len() {
            let byte = block[at];
            if byte.is_ascii() {
                at += Rs::ascii_valid_up_to(&block[at..]);
                continue;
            }
            let seen = &mut self.seen[usize::from(byte & 0x7F)];
            if !*seen {
                *seen = true;
                self.first.push((byte, around(block, at).to_vec()));
            }
            at += 1;
        }
    }

    /// Whether there is as much as a sample has, from more than one block.
    pub fn is_plenty(&self) -> bool {
        self.blocks.len() > 1 && self.blocks.iter().map(Vec::len).sum::<usize>() >= SAMPLE
    }

    /// The sample, after the last piece.
    pub fn finish(mut self) -> Sample {
        let open = std::mem::take(&mut self.open);
        self.block(&open, true);
        let share = (SAMPLE / self.blocks.len().max(1)).max(LEAST);
        let mut sample = Sample { text: Vec::with_capacity(2 * SAMPLE), first: self.first };
        let mut known = Known::default();
        for block in &self.blocks {
            sample.take(block, share, &mut known);
        }
        sample
    }
}

/// Whether a byte separates words in every encoding: no character of two bytes ends in it.
fn separates(byte: u8) -> bool {
    byte < 0x30 || (0x3A..0x40).contains(&byte)
}

/// What stands around a place, without what is cut off at its beginning.
fn around(block: &[u8], at: usize) -> &[u8] {
    let start = at.saturating_sub(CONTEXT);
    let cut =
        if start > 0 { block[start..at].iter().position(|&byte| separates(byte)).unwrap_or(0) } else { 0 };
    &block[start + cut..(at + CONTEXT).min(block.len())]
}

/// Where the next of some bytes is. Most of a page is passed by comparing with the first and the last of them.
fn next(bytes: &[u8], wanted: &[bool; 128]) -> Option<usize> {
    const RUN: usize = 128;
    let low = wanted.iter().position(|&is_wanted| is_wanted)? as u8 | 0x80;
    let high = wanted.iter().rposition(|&is_wanted| is_wanted)? as u8 | 0x80;
    for (n, run) in bytes.chunks(RUN).enumerate() {
        let met = run.iter().fold(false, |met, byte| met | (byte.wrapping_sub(low) <= high - low));
        if met && let Some(at) = run.iter().position(|&byte| byte >= low && wanted[usize::from(byte & 0x7F)])
        {
            return Some(n * RUN + at);
        }
    }
    None
}

/// Stands where a word was cut off: what is incomplete before it says nothing.
pub(super) const CUT: u8 = 0;

/// Words of a block with bytes beyond ASCII, and what stands around them.
fn words(block: &[u8], first: usize, room: usize, is_begun: bool, is_last: bool) -> Vec<u8> {
    let mut taken = Vec::with_capacity(room + 1);
    // A block may begin within a character.
    let aligned = if is_begun { block.iter().position(|&byte| separates(byte)).unwrap_or(0) } else { 0 };
    let (mut done, mut at) = (aligned, first.max(aligned));
    at += Rs::ascii_valid_up_to(&block[at..]);
    while at < block.len() && taken.len() < room {
        // Back to the beginning of the text, as far as it was not taken yet.
        let back = at.saturating_sub(AROUND).max(done);
        let start = block[back..at]
            .iter()
            .rposition(|byte| matches!(byte, b'<' | b'>'))
            .map_or(back, |tag| back + tag + 1);
        let mut end = at;
        let mut high = at;
        while end < block.len()
            && end - high < AROUND
            && !matches!(block[end], b'<' | b'>')
            && taken.len() + end - start < room
        {
            if !block[end].is_ascii() {
                high = end;
            }
            end += 1;
        }
        if taken.last().is_some_and(|&last| !separates(last)) {
            taken.push(b' ');
        }
        taken.extend_from_slice(&block[start..end]);
        if taken.len() >= room || end == block.len() && !is_last {
            taken.push(CUT);
        }
        done = end;
        at = end + Rs::ascii_valid_up_to(&block[end..]);
    }
    taken
}

/// Words that a sample has already.
struct Known {
    hashes: [u32; 512],
}

impl Default for Known {
    fn default() -> Known {
        Known { hashes: [0; 512] }
    }
}

impl Known {
    /// Whether a word was met before. A table that is full forgets the oldest.
    fn has(&mut self, word: &[u8]) -> bool {
        let hash = word
            .iter()
            .fold(0x811C_9DC5u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
            | 1;
        let slot = &mut self.hashes[(hash >> 9) as usize & 511];
        let known = *slot == hash;
        *slot = hash;
        known
    }
}

/// What of a page is looked at.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Words, each once, with a space between them wherever something else stood.
    pub text: Vec<u8>,
    /// The first place of each byte from 0x80 on, in the order of the page, where that is not there any more.
    first: Vec<(u8, Vec<u8>)>,
}

impl Sample {
    /// Takes words of a block, as long as there is room. Words of ASCII may come again, others are taken once.
    fn take(&mut self, block: &[u8], room: usize, known: &mut Known) {
        let full = self.text.len() + room;
        self.text.push(b' ');
        for word in block.split_inclusive(|&byte| separates(byte)) {
            if self.text.len() >= full {
                return;
            }
            let (word, separator) = match word {
                [word @ .., CUT] => {
                    self.text.extend_from_slice(word);
                    self.text.push(CUT);
                    continue;
                }
                [word @ .., last] if separates(*last) => (word, true),
                _ => (word, false),
            };
            if !word.is_empty() && (word.is_ascii() || !known.has(word)) {
                let room = (full - self.text.len()).max(AROUND);
                self.text.extend_from_slice(&word[..word.len().min(room)]);
                if word.len() > room {
                    self.text.push(CUT);
                }
            }
            if separator && self.text.last() != Some(&b' ') && self.text.last() != Some(&CUT) {
                self.text.push(b' ');
            }
        }
    }

    /// The first places of some bytes, in the order of the page. `page` is all of it, where it came in one piece.
    pub fn rare(&self, wanted: &[bool; 128], page: &[u8]) -> Vec<(u8, Vec<u8>)> {
        if page.is_empty() {
            return self.first.iter().filter(|(byte, _)| wanted[usize::from(byte & 0x7F)]).cloned().collect();
        }
        let (mut wanted, mut found, mut from) = (*wanted, Vec::new(), 0);
        while let Some(at) = next(&page[from..], &wanted).map(|at| from + at) {
            let byte = page[at];
            wanted[usize::from(byte & 0x7F)] = false;
            let block = &page[at - at % BLOCK..page.len().min(at - at % BLOCK + BLOCK)];
            found.push((byte, around(block, at % BLOCK).to_vec()));
            from = at + 1;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample(page: &[u8], size: usize) -> (Vec<u8>, Vec<(u8, Vec<u8>)>) {
        let mut pieces = Sampler::default();
        page.chunks(size).for_each(|piece| pieces.feed(piece));
        let sample = pieces.finish();
        let rare = sample.rare(&[true; 128], &[]);
        (sample.text, rare)
    }

    #[test]
    fn words_come_from_all_over_the_page_and_once() {
        let mut page = Vec::new();
        for number in 0..40 {
            page.extend(format!("<p>nothing here {}</p>", "x ".repeat(2000)).bytes());
            page.extend(b"<p>Caf\xE9 noir</p>");
            page.extend(format!("<b>n{number}").bytes().chain(*b"\xE8</b>"));
        }
        let (text, rare) = sample(&page, page.len());
        let count = |word: &[u8]| text.windows(word.len()).filter(|window| *window == word).count();
        assert_eq!(count(b"Caf\xE9"), 1);
        assert!(count(b"\xE8") > 8 && count(b"n3") > 0 && count(b"n0\xE8") == 1);
        assert_eq!(count(b"nothing"), 0);
        assert_eq!(rare.iter().map(|(byte, _)| *byte).collect::<Vec<_>>(), [0xE9, 0xE8]);
    }

    proptest! {
        #[test]
        fn pieces_equal_the_whole(
            parts in prop::collection::vec(prop::sample::select(vec![
                &b"<p>"[..], b"</p>\n", b"\xE9t\xE9 ", b"\x83A\x83B", b"plain words ", b"\xFF", &[b'x'; 3000], &[0xE0; 900],
            ]), 0..60),
            size in 1usize..9000,
        ) {
            let page = parts.concat();
            let (text, first) = sample(&page, size);
            let whole = Sampler::whole(&page).finish();
            prop_assert_eq!(&whole.text, &text);
            if !page.is_empty() {
                prop_assert_eq!(whole.rare(&[true; 128], &page), first);
            }
        }
    }
}

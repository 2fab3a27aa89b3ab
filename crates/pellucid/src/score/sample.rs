//! Some of a page's words with bytes beyond ASCII, from all over it: what its encoding is told by.
//!
//! A page is cut into blocks. Of blocks with bytes beyond ASCII, some are kept, evenly spread: all of the first sixteen, then
//! every second, every fourth. Each gives some of its words, with the ASCII words around them; markup ends at `<` and
//! `>`. So nothing else of a page is looked at, however long it is. Beside the sample, the first place of every byte
//! beyond ASCII is kept: of two encodings which read a sample alike, one may read another byte differently.
//!
//! A page in pieces is cut into the same blocks, so it has the same sample.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use fearless_simd::{Simd, dispatch, prelude::*};

use crate::simd::{self, LANES};

/// Bytes of a block.
const BLOCK: usize = 4096;
/// Blocks that are kept at most.
const BLOCKS: usize = 16;
/// What a sample is to be.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// Its bytes, about, and the blocks that they come from, at most.
    bytes: usize,
    blocks: usize,
    /// With fewer bytes beyond ASCII, it says nothing.
    pub least: usize,
    /// With so many, ASCII words between them say nothing more of the language.
    pub many: usize,
}

/// Enough for most pages in alphabets of their own, and enough for all. Shorter pages have only the second.
pub(super) const SMALL: Size = Size { bytes: 160, blocks: 4, least: 48, many: 64 };
pub(super) const FULL: Size = Size { bytes: 640, blocks: BLOCKS, least: 1, many: 256 };
const LONG: usize = 2048;

/// Bytes of each block in it, at least.
const LEAST: usize = 40;
/// So many times as much of a block is looked through at most: it may repeat itself.
const REPEATS: usize = 4;
/// ASCII bytes around a word which belong to it.
const AROUND: usize = 32;
/// Bytes around the first place of a byte.
const CONTEXT: usize = 12;

/// Takes a page in pieces.
#[derive(Clone, Debug)]
pub(super) struct Sampler<'a> {
    /// The beginning of a block.
    open: Vec<u8>,
    blocks: Vec<Block<'a>>,
    /// How many blocks had bytes beyond ASCII, and one in how many of these is kept.
    met: usize,
    every: usize,
    /// The first place of each byte from 0x80 on, and what stands around it.
    first: Vec<(u8, Vec<u8>)>,
    seen: [bool; 128],
    /// Whether a block was taken already.
    is_begun: bool,
}

/// A block with bytes beyond ASCII.
#[derive(Clone, Debug)]
struct Block<'a> {
    bytes: Cow<'a, [u8]>,
    /// Where the first of them is.
    start: usize,
    is_first: bool,
    is_last: bool,
}

impl Default for Sampler<'_> {
    fn default() -> Self {
        Sampler {
            open: Vec::new(),
            blocks: Vec::new(),
            met: 0,
            every: 1,
            first: Vec::new(),
            seen: [false; 128],
            is_begun: false,
        }
    }
}

impl<'a> Sampler<'a> {
    /// Takes a page in one piece: what is rare in it is looked for when it is asked for.
    pub fn whole(page: &'a [u8]) -> Sampler<'a> {
        let mut sampler = Sampler::default();
        let (blocks, rest) = page.as_chunks::<BLOCK>();
        blocks.iter().for_each(|block| sampler.block(Cow::Borrowed(block), false));
        sampler.block(Cow::Borrowed(rest), true);
        sampler
    }

    /// Takes the next piece.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        while self.open.len() + bytes.len() >= BLOCK {
            let (more, rest) = bytes.split_at(BLOCK - self.open.len());
            self.open.extend_from_slice(more);
            let block = std::mem::take(&mut self.open);
            self.see(&block);
            self.block(Cow::Owned(block), false);
            bytes = rest;
        }
        self.open.extend_from_slice(bytes);
    }

    /// Keeps a block, if it is its turn.
    fn block(&mut self, bytes: Cow<'a, [u8]>, is_last: bool) {
        let start = simd::ascii_up_to(&bytes);
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        if start == bytes.len() {
            return;
        }
        self.met += 1;
        let is_due = |every: usize| (self.met - 1).is_multiple_of(every);
        if is_due(self.every) && self.blocks.len() == BLOCKS {
            let mut number = 0;
            self.blocks.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.every *= 2;
        }
        if is_due(self.every) {
            self.blocks.push(Block { bytes, start, is_first, is_last });
        }
    }

    /// Keeps the first place of every byte.
    fn see(&mut self, block: &[u8]) {
        let mut at = 0;
        while at < block.len() {
            let byte = block[at];
            if byte.is_ascii() {
                at += simd::ascii_up_to(&block[at..]);
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
        let high =
            |block: &Block| block.bytes.iter().filter(|byte| !byte.is_ascii()).count().min(FULL.bytes / 4);
        self.blocks.len() > 1 && self.blocks.iter().map(high).sum::<usize>() >= FULL.bytes / 2
    }

    /// After the last piece.
    pub fn end(&mut self) {
        let open = std::mem::take(&mut self.open);
        if !open.is_empty() {
            self.see(&open);
            self.block(Cow::Owned(open), true);
        }
    }

    /// Whether a small sample is less than all there is.
    pub fn is_long(&self) -> bool {
        self.blocks.iter().map(|block| block.bytes.len()).sum::<usize>() > LONG
    }

    /// A sample of a size, when all was taken.
    pub fn sample(&self, size: Size) -> Sample {
        let every = self.blocks.len().div_ceil(size.blocks).max(1);
        let share = (size.bytes * every / self.blocks.len().max(1)).max(LEAST);
        let text = Vec::with_capacity(2 * size.bytes);
        let mut sample = Sample { text, high: 0, met: Vec::new() };
        let mut known = Known([0; 512]);
        for block in self.blocks.iter().step_by(every) {
            sample.take(block, share, &mut known);
        }
        let mut met = [false; 256];
        for &byte in &sample.text {
            sample.high += usize::from(byte >> 7);
            met[usize::from(byte)] = true;
        }
        sample.met = (0..128).filter(|byte| met[byte | 0x80]).collect();
        sample
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
    let low = wanted.iter().position(|&is_wanted| is_wanted)? as u8 | 0x80;
    let high = wanted.iter().rposition(|&is_wanted| is_wanted)? as u8 | 0x80;
    // For each lower half of a byte, the upper halves with which it is wanted: a bit each.
    let mut uppers = [0u8; 16];
    for (byte, _) in wanted.iter().enumerate().filter(|(_, is_wanted)| **is_wanted) {
        uppers[byte & 15] |= 1 << (byte >> 4);
    }
    dispatch!(simd::level(), simd => find(simd, bytes, low..=high, &uppers))
}

#[inline(always)]
fn find<S: Simd>(simd: S, bytes: &[u8], range: RangeInclusive<u8>, uppers: &[u8; 16]) -> Option<usize> {
    /// The bit of each upper half, by which no ASCII is wanted.
    const BITS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];
    let (uppers, bits) = (simd::rows(simd, uppers), simd::rows(simd, &BITS));
    let mut start = 0;
    while start < bytes.len() {
        let block = simd::bytes_at(simd, bytes, start);
        if simd::are_in(simd, block, *range.start(), *range.end()).any_true() {
            let upper = bits.swizzle_dyn_within_blocks(block >> 4);
            let wanted = (uppers.swizzle_dyn_within_blocks(block & 15) & upper).simd_gt(0).to_bitmask();
            if wanted != 0 {
                return Some(start + wanted.trailing_zeros() as usize);
            }
        } else if !simd::is_any_high(block) {
            let behind = bytes.get(start + LANES..).unwrap_or_default();
            start = bytes.len() - simd::pass_ascii(simd, behind).len();
            continue;
        }
        start += LANES;
    }
    None
}

/// Where a run of text ends that has a byte beyond ASCII at a place: behind so many bytes of ASCII, or with the text.
#[inline(always)]
fn last_of_run<S: Simd>(simd: S, text: &[u8], at: usize) -> usize {
    let mut high = at;
    while high + 1 < text.len() {
        let block = simd::bytes_at(simd, text, high + 1);
        let near = simd::high(simd, block) & !(u64::MAX << (AROUND - 1));
        if near == 0 {
            break;
        }
        high += 64 - near.leading_zeros() as usize;
    }
    text.len().min(high + AROUND)
}

/// Which of the bytes from a place on [separate](separates) words, and which are beyond ASCII: a bit each.
#[inline(always)]
fn ends_and_high<S: Simd>(simd: S, bytes: &[u8], at: usize) -> (u64, u64) {
    let block = simd::bytes_at(simd, bytes, at);
    let ends = block.simd_lt(0x30).to_bitmask() | simd::are_in(simd, block, 0x3A, 0x3F).to_bitmask();
    // Behind the end there is nothing.
    let held = u64::MAX >> (LANES - (bytes.len() - at).min(LANES));
    (ends & held, simd::high(simd, block))
}

/// Stands where a word was cut off: what is incomplete before it says nothing.
pub(super) const CUT: u8 = 0;

/// Of a word.
fn hash(word: &[u8]) -> u32 {
    let add = |hash: u32, more: u32| {
        let mixed = (hash ^ more).wrapping_mul(0x9E37_79B1);
        mixed ^ mixed >> 15
    };
    let (fours, rest) = word.as_chunks();
    let hash = fours.iter().fold(word.len() as u32, |hash, &four| add(hash, u32::from_le_bytes(four)));
    rest.iter().fold(hash, |hash, &byte| add(hash, u32::from(byte)))
}

/// Hashes of words that a sample has already. A table that is full forgets the oldest.
struct Known([u32; 512]);

impl Known {
    /// Whether a word was met before.
    fn has(&mut self, hash: u32) -> bool {
        let slot = &mut self.0[(hash >> 9) as usize & 511];
        std::mem::replace(slot, hash | 1) == hash | 1
    }
}

/// What of a page is looked at.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Words, each once, with a space between them wherever something else stood.
    pub text: Vec<u8>,
    /// How many of its bytes are beyond ASCII, and which, less 0x80.
    pub high: usize,
    pub met: Vec<usize>,
}

impl Sample {
    /// Takes words of a block, as long as there is room: those with bytes beyond ASCII, and what stands around them.
    fn take(&mut self, block: &Block, share: usize, known: &mut Known) {
        let (bytes, full) = (&*block.bytes, self.text.len() + share);
        self.text.push(b' ');
        // A block may begin within a character.
        let aligned = if block.is_first { 0 } else { bytes.iter().position(|&b| separates(b)).unwrap_or(0) };
        let (mut done, mut at, mut looked) = (aligned, block.start.max(aligned), 0);
        while self.text.len() < full && looked < REPEATS * share {
            at += simd::ascii_up_to(&bytes[at..]);
            if at == bytes.len() {
                break;
            }
            // Back to the beginning of the text, as far as it was not taken yet.
            let back = at.saturating_sub(AROUND).max(done);
            let tag = bytes[back..at].iter().rposition(|byte| matches!(byte, b'<' | b'>'));
            let start = tag.map_or(back, |tag| back + tag + 1);
            let room = bytes.len().min(at + (full - self.text.len()).max(AROUND));
            let tag = memchr::memchr2(b'<', b'>', &bytes[at..room]).map_or(room, |tag| at + tag);
            let end = dispatch!(simd::level(), simd => last_of_run(simd, &bytes[..tag], at));
            self.words(&bytes[start..end], known);
            (done, at, looked) = (end, end, looked + end - start);
            match end == room {
                false => self.text.push(b' '),
                true if end == bytes.len() && block.is_last => break,
                true => self.text.push(CUT),
            }
        }
    }

    /// Words of ASCII may come again, others are taken once.
    fn words(&mut self, bytes: &[u8], known: &mut Known) {
        let (mut start, mut is_ascii) = (0, true);
        for base in (0..bytes.len()).step_by(LANES) {
            let (mut ends, high) = dispatch!(simd::level(), simd => ends_and_high(simd, bytes, base));
            let mut rest = high;
            while ends != 0 {
                let end = ends.trailing_zeros();
                let before = (1u64 << end) - 1;
                is_ascii &= rest & before == 0;
                rest &= !before;
                self.word_or_ornament(&bytes[start..base + end as usize], is_ascii, known);
                (start, is_ascii) = (base + end as usize + 1, true);
                ends &= ends - 1;
            }
            is_ascii &= rest == 0;
        }
        self.word_or_ornament(bytes.get(start..).unwrap_or_default(), is_ascii, known);
    }

    fn word_or_ornament(&mut self, word: &[u8], is_ascii: bool, known: &mut Known) {
        if word.is_empty() || !is_ascii && known.has(hash(word)) {
            return;
        }
        if self.text.last().is_some_and(|&last| last != b' ') {
            self.text.push(b' ');
        }
        // What is repeated in a short word is no ornament.
        match is_ascii || word.len() < 6 {
            true => self.text.extend_from_slice(word),
            false => self.word(word),
        }
    }

    /// Takes a word. Lines and ornaments, of one or two bytes over and over, say nothing after the second time.
    fn word(&mut self, mut word: &[u8]) {
        // What is repeated so often has four bytes in a row that are the same as two before; characters with one first byte do not.
        let (mut again, mut most) = (0, 0);
        for (byte, before) in word[2..].iter().zip(word) {
            again = if byte == before { again + 1 } else { 0 };
            most = most.max(again);
        }
        if most < 4 {
            self.text.extend_from_slice(word);
            return;
        }
        while let [first, rest @ ..] = word {
            let is_again = |next: &u8| self.text.ends_with(&[*first, *next, *first, *next]);
            word = match rest.split_first() {
                Some((next, rest)) if !first.is_ascii() && is_again(next) => rest,
                _ => {
                    self.text.push(*first);
                    rest
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample(page: &[u8], size: usize) -> (Vec<u8>, Vec<(u8, Vec<u8>)>) {
        let mut pieces = Sampler::default();
        page.chunks(size).for_each(|piece| pieces.feed(piece));
        pieces.end();
        (pieces.sample(FULL).text, pieces.rare(&[true; 128], &[]))
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
            let whole = Sampler::whole(&page);
            prop_assert_eq!(&whole.sample(FULL).text, &text);
            if !page.is_empty() {
                prop_assert_eq!(whole.rare(&[true; 128], &page), first);
            }
        }
    }
}

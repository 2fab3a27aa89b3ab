//! Without C.
//!
//! The library wants a whole block at once, and keeps as many bytes as later blocks may repeat until the last block was there.
//! So blocks are collected here, and a frame that is damaged or breaks off gets an empty last block: then it gives what it kept.

use std::io::{self, BufRead, ErrorKind, Read};

use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::{FIRST, SKIPPABLE, Step};

/// Unpacks frames, one at a time.
pub struct Frame {
    decoder: FrameDecoder,
    dictionary: Option<u32>,
    stage: Stage,
    /// What was read of the head or the block, and how long that must be for the next step.
    pending: Vec<u8>,
    wanted: usize,
    /// How long the frame says that it is, and how much of it there was.
    length: Option<u64>,
    written: u64,
    has_sum: bool,
}

#[derive(Clone, PartialEq, Eq)]
enum Stage {
    Head,
    Block,
    /// The last block was there.
    End,
    /// It is damaged, or breaks off.
    Fault(Option<String>),
}

/// The head of a block.
const BLOCK: usize = 3;
/// The sum at the end of a frame.
const SUM: usize = 4;
/// The longest block.
const LONGEST: usize = 128 << 10;
/// An empty block that is the last one, and a sum.
const LAST: [u8; BLOCK + SUM] = [1, 0, 0, 0, 0, 0, 0];

/// How dictionaries begin that were trained. All others are nothing but text that frames repeat.
const TRAINED: [u8; 4] = [0x37, 0xA4, 0x30, 0xEC];
/// What makes such a text a dictionary as if it was trained: a number that is none, a code of two letters, three of one, and
/// the distances with which all frames begin. Frames with such a dictionary use no codes of it.
const BARE: [u8; 28] = [
    0x37, 0xA4, 0x30, 0xEC, 0, 0, 0, 0, 0x80, 0x10, 0xF0, 3, 0xF0, 3, 0xF0, 3, 1, 0, 0, 0, 4, 0, 0, 0, 8, 0,
    0, 0,
];

impl Frame {
    /// For frames that were packed with this dictionary. One that is none is as good as none.
    pub fn new(dictionary: Option<&[u8]>) -> io::Result<Frame> {
        let mut decoder = FrameDecoder::new();
        let dictionary = dictionary.and_then(|bytes| match bytes.starts_with(&TRAINED) {
            true => Dictionary::decode_dict(bytes).ok(),
            false => Dictionary::decode_dict(&[&BARE[..], bytes].concat()).ok(),
        });
        let id = dictionary.as_ref().map(|dictionary| dictionary.id);
        if let Some(dictionary) = dictionary {
            decoder.add_dict(dictionary).map_err(io::Error::other)?;
        }
        let (stage, pending) = (Stage::Head, Vec::new());
        Ok(Frame {
            decoder,
            dictionary: id,
            stage,
            pending,
            wanted: FIRST,
            length: None,
            written: 0,
            has_sum: false,
        })
    }

    /// A frame begins.
    pub fn begin(&mut self) -> io::Result<()> {
        self.stage = Stage::Head;
        self.pending.clear();
        (self.wanted, self.length, self.written, self.has_sum) = (FIRST, None, 0, false);
        Ok(())
    }

    /// How many bytes are looked at next, at most.
    pub fn wanted(&self) -> usize {
        self.wanted - self.pending.len()
    }

    /// Unpacks some of it. No input says that there is no more.
    pub fn step(&mut self, packed: &[u8], bytes: &mut [u8]) -> Step {
        if let Some(step) = self.give(0, bytes) {
            return step;
        }
        if packed.is_empty() {
            self.fail(None);
            return self.give(0, bytes).unwrap_or(Step { read: 0, written: 0, result: Ok(false) });
        }
        let read = packed.len().min(self.wanted());
        self.pending.extend_from_slice(&packed[..read]);
        if self.pending.len() == self.wanted
            && let Err(why) = self.advance()
        {
            if self.stage == Stage::Head {
                // What the decoder keeps is of the frame before.
                return Step { read, written: 0, result: Err(why) };
            }
            self.fail(Some(why));
        }
        self.give(read, bytes).unwrap_or(Step { read, written: 0, result: Ok(false) })
    }

    /// What was unpacked and is kept, if there was a block: for those who read no further.
    pub fn rest(&mut self, bytes: &mut [u8]) -> Option<usize> {
        let is_between = self.stage == Stage::Block && self.pending.is_empty();
        if !is_between || self.decoder.blocks_decoded() == 0 {
            return None;
        }
        self.fail(None);
        self.decoder.read(bytes).ok()
    }

    /// Gives what is unpacked; at the end, says so.
    fn give(&mut self, read: usize, bytes: &mut [u8]) -> Option<Step> {
        if self.stage == Stage::Head {
            return None;
        }
        let written = match self.decoder.read(bytes) {
            Ok(written) => written,
            Err(error) => return Some(Step { read, written: 0, result: Err(error.to_string()) }),
        };
        self.written += written as u64;
        if written > 0 || bytes.is_empty() {
            return Some(Step { read, written, result: Ok(false) });
        }
        let sums = (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
        let result = match &self.stage {
            Stage::Head | Stage::Block | Stage::Fault(None) => return None,
            Stage::Fault(Some(why)) => Err(why.clone()),
            Stage::End if self.has_sum && sums.0 != sums.1 => Err("its sum is another one".to_owned()),
            Stage::End if self.length.is_some_and(|length| length != self.written) => {
                Err("its length is another one".to_owned())
            }
            Stage::End => Ok(true),
        };
        Some(Step { read, written, result })
    }

    /// There will be no more blocks.
    fn fail(&mut self, why: Option<String>) {
        if self.stage == Stage::Block {
            // If it does not work, there is nothing to be had.
            let _ = self.decoder.decode_blocks(&LAST[..], BlockDecodingStrategy::UptoBlocks(1));
            self.stage = Stage::Fault(why);
        }
    }

    /// Reads the head or the block that is pending, or says how much of it is missing.
    fn advance(&mut self) -> Result<(), String> {
        if self.stage == Stage::Head {
            let descriptor = self.pending[FIRST - 1];
            let is_single = descriptor >> 5 & 1 == 1;
            let length = match descriptor >> 6 {
                0 => usize::from(is_single),
                size => 1 << size,
            };
            let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
            let head = FIRST + usize::from(!is_single) + dictionary + length;
            if self.pending.len() < head {
                self.wanted = head;
                return Ok(());
            }
            self.decoder.reset(&self.pending[..]).map_err(|error| error.to_string())?;
            if dictionary == 0
                && let Some(id) = self.dictionary
            {
                self.decoder.force_dict(id).map_err(|error| error.to_string())?;
            }
            self.has_sum = descriptor >> 2 & 1 == 1;
            self.length = (length > 0).then(|| self.decoder.content_size());
            self.stage = Stage::Block;
        } else {
            let block = u32::from_le_bytes([self.pending[0], self.pending[1], self.pending[2], 0]);
            let (is_last, kind, size) = (block & 1 == 1, block >> 1 & 3, (block >> 3) as usize);
            // One byte, often.
            let size = if kind == 1 { 1 } else { size };
            if size > LONGEST {
                return Err("a block is too long".to_owned());
            }
            let whole = BLOCK + size + if is_last && self.has_sum { SUM } else { 0 };
            if self.pending.len() < whole {
                self.wanted = whole;
                return Ok(());
            }
            let unpacked =
                self.decoder.decode_blocks(&self.pending[..], BlockDecodingStrategy::UptoBlocks(1));
            unpacked.map_err(|error| error.to_string())?;
            if is_last {
                self.stage = Stage::End;
            }
        }
        self.pending.clear();
        self.wanted = BLOCK;
        Ok(())
    }
}

/// Unpacks all frames.
pub fn decoder<R: BufRead>(reader: R) -> io::Result<impl Read + use<R>> {
    Ok(Frames { reader, frame: Frame::new(None)?, is_open: false })
}

struct Frames<R> {
    reader: R,
    frame: Frame,
    is_open: bool,
}

impl<R: BufRead> Frames<R> {
    /// Goes to the next frame that holds data, if there is one.
    fn open(&mut self) -> io::Result<bool> {
        loop {
            let mut magic = Vec::new();
            self.reader.by_ref().take(4).read_to_end(&mut magic)?;
            if magic.is_empty() {
                return Ok(false);
            }
            let number = magic.first_chunk().map(|magic| u32::from_le_bytes(*magic));
            if number.is_none_or(|number| !SKIPPABLE.contains(&number)) {
                self.frame.begin()?;
                self.is_open = true;
                self.frame.step(&magic, &mut []);
                return Ok(true);
            }
            let mut length = [0; 4];
            self.reader.read_exact(&mut length)?;
            let length = u64::from(u32::from_le_bytes(length));
            if io::copy(&mut self.reader.by_ref().take(length), &mut io::sink())? < length {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while !bytes.is_empty() {
            if !self.is_open && !self.open()? {
                break;
            }
            let packed = self.reader.fill_buf()?;
            let is_end = packed.is_empty();
            let step = self.frame.step(packed, bytes);
            self.reader.consume(step.read);
            self.is_open = !step.result.map_err(|why| io::Error::new(ErrorKind::InvalidData, why))?;
            if step.written > 0 {
                return Ok(step.written);
            }
            if is_end && self.is_open {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(0)
    }
}

/// Packs bytes as one frame.
pub fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    Ok(compress_to_vec(bytes, CompressionLevel::Fastest))
}

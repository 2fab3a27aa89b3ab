//! By the C library.

use std::io::{self, BufRead, Read};

use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};

use super::{FIRST, Step};

/// Unpacks frames, one at a time.
pub struct Frame {
    decoder: Decoder<'static>,
    /// How many bytes it asks for: with more than those it may unpack a block, meet damage in the next, and keep the first
    /// to itself.
    wanted: usize,
}

impl Frame {
    /// For frames that were packed with this dictionary. One that is none is as good as none.
    pub fn new(dictionary: Option<&[u8]>) -> io::Result<Frame> {
        let decoder = match dictionary {
            Some(dictionary) => Decoder::with_dictionary(dictionary).or_else(|_| Decoder::new())?,
            None => Decoder::new()?,
        };
        Ok(Frame { decoder, wanted: FIRST })
    }

    /// A frame begins.
    pub fn begin(&mut self) -> io::Result<()> {
        self.wanted = FIRST;
        self.decoder.reinit()
    }

    /// How many bytes are looked at next, at most.
    pub fn wanted(&self) -> usize {
        self.wanted
    }

    /// Unpacks some of it. No input says that there is no more.
    pub fn step(&mut self, packed: &[u8], bytes: &mut [u8]) -> Step {
        let mut input = InBuffer::around(&packed[..packed.len().min(self.wanted)]);
        let mut output = OutBuffer::around(bytes);
        let result = self.decoder.run(&mut input, &mut output);
        let (read, written) = (input.pos(), output.pos());
        let result = result.map_err(|error| error.to_string()).map(|left| {
            self.wanted = left.max(1);
            left == 0
        });
        Step { read, written, result }
    }

    /// What was unpacked and is kept, for those who read no further: nothing is.
    pub fn rest(&mut self, _bytes: &mut [u8]) -> Option<usize> {
        None
    }
}

/// Unpacks all frames.
pub fn decoder<R: BufRead>(reader: R) -> io::Result<impl Read + use<R>> {
    zstd::Decoder::with_buffer(reader)
}

/// Packs bytes as one frame.
pub fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    /// The usual one.
    const LEVEL: i32 = 3;
    zstd::bulk::compress(bytes, LEVEL)
}

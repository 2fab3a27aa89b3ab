//! Deflated data of which is known where it ends and how long it is unpacked: by libdeflate, which is C, or in Rust.

#[cfg(feature = "fast-unpack")]
mod by {
    use libdeflater::Decompressor;

    pub struct Inflate(Decompressor);

    impl Inflate {
        pub fn new() -> Inflate {
            Inflate(Decompressor::new())
        }

        pub fn unpack(&mut self, data: &[u8], room: &mut [u8]) -> bool {
            self.0.deflate_decompress(data, room) == Ok(room.len())
        }
    }

    pub fn sum(bytes: &[u8]) -> u32 {
        libdeflater::crc32(bytes)
    }
}

#[cfg(not(feature = "fast-unpack"))]
mod by {
    use flate2::{Crc, Decompress, FlushDecompress, Status};

    pub struct Inflate(Decompress);

    impl Inflate {
        pub fn new() -> Inflate {
            Inflate(Decompress::new(false))
        }

        pub fn unpack(&mut self, data: &[u8], room: &mut [u8]) -> bool {
            self.0.reset(false);
            let status = self.0.decompress(data, room, FlushDecompress::Finish);
            let lengths = (self.0.total_in(), self.0.total_out());
            matches!(status, Ok(Status::StreamEnd)) && lengths == (data.len() as u64, room.len() as u64)
        }
    }

    pub fn sum(bytes: &[u8]) -> u32 {
        let mut sum = Crc::new();
        sum.update(bytes);
        sum.sum()
    }
}

/// Unpacks, again and again.
pub struct Inflate(by::Inflate);

impl Inflate {
    /// With what it needs for that.
    #[expect(clippy::new_without_default, reason = "nobody needs it")]
    pub fn new() -> Inflate {
        Inflate(by::Inflate::new())
    }

    /// Whether the data is unpacked, and fills the room.
    pub fn unpack(&mut self, data: &[u8], room: &mut [u8]) -> bool {
        self.0.unpack(data, room)
    }
}

/// The sum of bytes that stands behind members of gzip.
pub fn sum(bytes: &[u8]) -> u32 {
    by::sum(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn only_what_fits_is_unpacked() {
        let text = b"a text, and a text again";
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text).unwrap();
        let data = encoder.finish().unwrap();
        let mut inflate = Inflate::new();
        for _ in 0..2 {
            let mut room = [0; 24];
            assert!(inflate.unpack(&data, &mut room) && room == *text);
            assert!(!inflate.unpack(&data, &mut [0; 23]) && !inflate.unpack(&data, &mut [0; 25]));
            assert!(!inflate.unpack(&data[..data.len() - 1], &mut room));
            assert!(!inflate.unpack(b"\xFF\xFF", &mut room));
        }
        assert_eq!(sum(b"123456789"), 0xCBF4_3926);
    }
}

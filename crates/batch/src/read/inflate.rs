//! Members of gzip of which is known where they end and how long they are unpacked: by libdeflate, which is C, or in Rust.

#[cfg(feature = "fast-unpack")]
mod by {
    use libdeflater::Decompressor;

    use crate::read::gzip::TRAILER;

    pub struct Inflate(Decompressor);

    impl Inflate {
        pub fn new() -> Inflate {
            Inflate(Decompressor::new())
        }

        /// libdeflate reads a member and does not say where it ends. What follows must not be taken for a part of it, even if it
        /// ends like it, as a second one does that is the same but for its first bytes. So the last bytes must be those of this
        /// member, and nothing before them may look like them.
        pub fn unpack(&mut self, member: &[u8], room: &mut [u8]) -> bool {
            let Some((before, trailer)) = member.split_last_chunk::<TRAILER>() else { return false };
            self.0.gzip_decompress(member, room) == Ok(room.len())
                && trailer.starts_with(&libdeflater::crc32(room).to_le_bytes())
                && memchr::memmem::find(before, trailer).is_none()
        }
    }
}

#[cfg(not(feature = "fast-unpack"))]
mod by {
    use flate2::{Decompress, FlushDecompress, Status};

    use crate::read::gzip;

    pub struct Inflate(Decompress);

    impl Inflate {
        pub fn new() -> Inflate {
            Inflate(gzip::state())
        }

        pub fn unpack(&mut self, member: &[u8], room: &mut [u8]) -> bool {
            self.0 = gzip::state();
            let status = self.0.decompress(member, room, FlushDecompress::Finish);
            let lengths = (self.0.total_in(), self.0.total_out());
            matches!(status, Ok(Status::StreamEnd)) && lengths == (member.len() as u64, room.len() as u64)
        }
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

    /// Whether these bytes are a member, from its first to its last, that fills the room: its length and its sum are right.
    pub fn unpack(&mut self, member: &[u8], room: &mut [u8]) -> bool {
        self.0.unpack(member, room)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn only_a_member_that_fills_the_room_and_ends_where_the_bytes_do_is_unpacked() {
        let text = b"a text, and a text again";
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text).unwrap();
        let member = encoder.finish().unwrap();
        let mut inflate = Inflate::new();
        for _ in 0..2 {
            let mut room = [0; 24];
            assert!(inflate.unpack(&member, &mut room) && room == *text);
            assert!(!inflate.unpack(&member, &mut [0; 23]) && !inflate.unpack(&member, &mut [0; 25]));
            assert!(!inflate.unpack(&member[..member.len() - 1], &mut room));
            assert!(!inflate.unpack(&member[..9], &mut room) && !inflate.unpack(b"", &mut []));
            // The same again, without its first bytes.
            assert!(!inflate.unpack(&[&member[..], &member[3..]].concat(), &mut room));
            for byte in [12, member.len() - 8, member.len() - 4] {
                let mut damaged = member.clone();
                damaged[byte] ^= 1;
                assert!(!inflate.unpack(&damaged, &mut room), "{byte}");
                assert!(!inflate.unpack(&[&damaged[..], &member[3..]].concat(), &mut room), "{byte}");
            }
        }
    }
}

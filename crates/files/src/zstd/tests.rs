use std::io::{self, Read, Write};

use super::{Step, rust};

/// Frames of every kind: with and without a sum, a length, a dictionary, a large window; empty, of one byte, of no pattern.
fn frames() -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut random = fastrand::Rng::with_seed(1);
    let noise: Vec<u8> = (0..300_000).map(|_| random.u8(..)).collect();
    let words: String = (0..60_000).map(|_| ["pear ", "plum ", "fig, ", "<p>"][random.usize(..4)]).collect();
    let mut frames = Vec::new();
    for text in [Vec::new(), b"a".to_vec(), vec![b'W'; 400_000], noise, words.into_bytes()] {
        for (level, has_sum, has_length) in [(1, true, true), (3, false, false), (19, true, false)] {
            let mut encoder = zstd::Encoder::new(Vec::new(), level).unwrap();
            encoder.include_checksum(has_sum).unwrap();
            encoder.include_contentsize(has_length).unwrap();
            encoder.set_pledged_src_size(has_length.then_some(text.len() as u64)).unwrap();
            encoder.write_all(&text).unwrap();
            frames.push((encoder.finish().unwrap(), text.clone()));
        }
    }
    frames
}

/// What a frame unpacks to in pieces of these sizes, and how it ends.
fn unpacked(
    mut step: impl FnMut(&[u8], &mut [u8]) -> Step,
    packed: &[u8],
    (input, output): (usize, usize),
) -> (Vec<u8>, Result<usize, String>) {
    let (mut at, mut bytes, mut room) = (0, Vec::new(), vec![0; output]);
    loop {
        let end = packed.len().min(at + input);
        let is_end = at == end;
        let step = step(&packed[at..end], &mut room);
        at += step.read;
        bytes.extend_from_slice(&room[..step.written]);
        match step.result {
            Ok(true) => return (bytes, Ok(at)),
            Ok(false) if is_end && step.written == 0 => return (bytes, Err("breaks off".to_owned())),
            Ok(false) => {}
            Err(why) => return (bytes, Err(why)),
        }
    }
}

#[test]
fn frames_without_c_are_those_of_the_library() {
    let mut frame = rust::Frame::new(None).unwrap();
    for (packed, text) in frames() {
        for sizes in [(1 << 20, 1 << 20), (1000, 70_000), (7, 4096)] {
            frame.begin().unwrap();
            let more = [&packed[..], b"more"].concat();
            let (bytes, end) = unpacked(|packed, bytes| frame.step(packed, bytes), &more, sizes);
            assert!(bytes == text && end == Ok(packed.len()), "{} {sizes:?} {end:?}", text.len());
            // What comes before a cut is read, as far as blocks are whole.
            frame.begin().unwrap();
            let cut = &packed[..packed.len() * 3 / 4];
            let (bytes, end) = unpacked(|packed, bytes| frame.step(packed, bytes), cut, sizes);
            assert!(text.starts_with(&bytes) && end.is_err(), "{} {sizes:?}", text.len());
        }
        let written = rust::compress(&text).unwrap();
        assert_eq!(zstd::decode_all(&written[..]).unwrap(), text);
    }
}

#[test]
fn before_a_cut_or_damage_all_blocks_are_read() {
    let text: Vec<u8> = (0..200_000u32).flat_map(|n| n.wrapping_mul(n).to_le_bytes()).collect();
    let packed = zstd::encode_all(&text[..], 3).unwrap();
    let mut damaged = packed.clone();
    damaged[packed.len() / 2..][..9].fill(0xFF);
    for packed in [&packed[..packed.len() / 2], &damaged] {
        let mut frame = rust::Frame::new(None).unwrap();
        let (bytes, end) = unpacked(|packed, bytes| frame.step(packed, bytes), packed, (4096, 4096));
        assert!(bytes.len() > text.len() / 4 && text.starts_with(&bytes[..text.len() / 4]) && end.is_err());
    }
}

#[test]
fn no_damage_is_overlooked_and_none_stops_the_next_frame() {
    let (packed, text) = frames().remove(12);
    let mut random = fastrand::Rng::with_seed(2);
    let mut frame = rust::Frame::new(None).unwrap();
    for _ in 0..300 {
        let mut damaged = packed.clone();
        let at = random.usize(..damaged.len());
        damaged[at] ^= 1 << random.u8(..8);
        frame.begin().unwrap();
        let (bytes, end) = unpacked(|packed, bytes| frame.step(packed, bytes), &damaged, (900, 900));
        // Some bits mean nothing.
        assert!(end.is_err() || bytes == text, "byte {at}");
    }
    frame.begin().unwrap();
    let (bytes, _) = unpacked(|packed, bytes| frame.step(packed, bytes), &packed, (900, 900));
    assert_eq!(bytes, text);
}

#[test]
fn dictionaries() {
    let samples: Vec<Vec<u8>> = (0..200).map(|n| format!("<li>item {n} of the list</li>").into()).collect();
    // Trained, and any text.
    for dictionary in [zstd::dict::from_samples(&samples, 4096).unwrap(), samples.concat()] {
        let mut compressor = zstd::bulk::Compressor::with_dictionary(3, &dictionary).unwrap();
        let mut frame = rust::Frame::new(Some(&dictionary)).unwrap();
        for has_id in [true, false] {
            compressor.include_dictid(has_id).unwrap();
            for sample in &samples {
                let packed = compressor.compress(sample).unwrap();
                frame.begin().unwrap();
                let (bytes, end) = unpacked(|packed, bytes| frame.step(packed, bytes), &packed, (10, 10));
                assert!(bytes == *sample && end.is_ok(), "{end:?}");
            }
        }
    }
    // One that is none is as good as none.
    assert!(rust::Frame::new(Some(b"\x37\xA4\x30\xEC, but no more")).is_ok());
}

#[test]
fn all_frames_of_a_file() {
    let read = |bytes: &[u8]| {
        let mut read = Vec::new();
        rust::decoder(bytes).unwrap().read_to_end(&mut read).map(|_| read)
    };
    let one = |text: &[u8]| zstd::encode_all(text, 3).unwrap();
    let skipped = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3];
    let file = [&skipped[..], &one(b"a"), &one(b""), &skipped, &one(b"b"), &skipped].concat();
    assert_eq!(read(&file).unwrap(), b"ab");
    assert_eq!(read(b"").unwrap(), b"");
    let kind = |bytes: &[u8]| read(bytes).unwrap_err().kind();
    assert_eq!(kind(&file[..file.len() - 1]), io::ErrorKind::UnexpectedEof);
    assert_eq!(kind(&one(b"text")[..9]), io::ErrorKind::UnexpectedEof);
    assert_eq!(kind(b"something else"), io::ErrorKind::InvalidData);
}

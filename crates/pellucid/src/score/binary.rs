//! What is not text: known by its signature, or by bytes that no text has.

use fearless_simd::{Simd, dispatch, prelude::*, u8x64};

use super::{CERTAIN, count};
use crate::encodings;
use crate::evidence::{Evidence, Fact, Source};
use crate::simd::{self, LANES};

/// Bits for a signature. Less than certain: a text may begin with the letters of one.
const SIGNATURE: f32 = 40.0;
/// With this share of control bytes a file is surely not text; below a fifth of it, surely no evidence.
const CONTROLS: f32 = 0.05;

/// What a file begins with, at this offset; what it is, in words and as a media type.
const SIGNATURES: &[(usize, &[u8], &str, &str)] = &[
    (0, b"\x89PNG\r\n\x1A\n", "a PNG image", "image/png"),
    (0, b"\xFF\xD8\xFF", "a JPEG image", "image/jpeg"),
    (0, b"GIF87a", "a GIF image", "image/gif"),
    (0, b"GIF89a", "a GIF image", "image/gif"),
    (8, b"WEBP", "a WebP image", "image/webp"),
    // The place of the pixels, without and with 256 colours, and the length of the usual header.
    (6, b"\0\0\0\0\x36\0\0\0\x28\0\0\0", "a BMP image", "image/bmp"),
    (6, b"\0\0\0\0\x36\x04\0\0\x28\0\0\0", "a BMP image", "image/bmp"),
    (0, b"II*\0", "a TIFF image", "image/tiff"),
    (0, b"MM\0*", "a TIFF image", "image/tiff"),
    (0, b"\0\0\x01\0", "an icon", "image/vnd.microsoft.icon"),
    (0, b"8BPS\0", "a Photoshop image", "image/vnd.adobe.photoshop"),
    (0, b"\0\0\0\x0CjP  ", "a JPEG 2000 image", "image/jp2"),
    (4, b"ftypavif", "an AVIF image", "image/avif"),
    (4, b"ftypheic", "a HEIC image", "image/heic"),
    (4, b"ftyp", "an MP4 video", "video/mp4"),
    (0, b"\x1A\x45\xDF\xA3", "a Matroska or WebM video", "video/webm"),
    (8, b"AVI LIST", "an AVI video", "video/x-msvideo"),
    (0, b"FLV\x01", "a Flash video", "video/x-flv"),
    (0, b"CWS", "a Flash film", "application/x-shockwave-flash"),
    (0, b"OggS\0", "an Ogg file", "audio/ogg"),
    (0, b"fLaC\0", "a FLAC audio file", "audio/flac"),
    (0, b"ID3\x02", "an MP3 audio file", "audio/mpeg"),
    (0, b"ID3\x03", "an MP3 audio file", "audio/mpeg"),
    (0, b"ID3\x04", "an MP3 audio file", "audio/mpeg"),
    (0, b"\xFF\xFB\x90", "an MP3 audio file", "audio/mpeg"),
    (8, b"WAVEfmt ", "a WAV audio file", "audio/wav"),
    (0, b"MThd\0", "a MIDI file", "audio/midi"),
    (0, b"%PDF-", "a PDF document", "application/pdf"),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old Office document", "application/x-ole-storage"),
    (0, b"AT&TFORM", "a DjVu document", "image/vnd.djvu"),
    (0, b"PK\x03\x04", "a ZIP archive, or a document in one", "application/zip"),
    (0, b"PK\x05\x06", "an empty ZIP archive", "application/zip"),
    (0, b"\x1F\x8B\x08", "gzip data", "application/gzip"),
    (0, b"BZh", "bzip2 data", "application/x-bzip2"),
    (0, b"\xFD7zXZ\0", "xz data", "application/x-xz"),
    (0, b"\x28\xB5\x2F\xFD", "zstd data", "application/zstd"),
    (0, b"\x04\x22\x4D\x18", "LZ4 data", "application/x-lz4"),
    (0, b"7z\xBC\xAF\x27\x1C", "a 7z archive", "application/x-7z-compressed"),
    (0, b"Rar!\x1A\x07", "a RAR archive", "application/vnd.rar"),
    (0, b"MSCF\0\0\0\0", "a cabinet archive", "application/vnd.ms-cab-compressed"),
    (257, b"ustar", "a tar archive", "application/x-tar"),
    (0, b"!<arch>\n", "an ar archive", "application/x-archive"),
    (0, b"wOFF\0\x01\0\0", "a WOFF font", "font/woff"),
    (0, b"wOFFOTTO", "a WOFF font", "font/woff"),
    (0, b"wOF2", "a WOFF2 font", "font/woff2"),
    (0, b"\0\x01\0\0\0", "a TrueType font", "font/ttf"),
    (0, b"OTTO\0", "an OpenType font", "font/otf"),
    (0, b"ttcf\0", "a font collection", "font/collection"),
    (0, b"\0asm", "WebAssembly", "application/wasm"),
    (0, b"\x7FELF", "an ELF program", "application/x-elf"),
    (0, b"MZ\x90\0", "a Windows program", "application/vnd.microsoft.portable-executable"),
    (2, b"\r\n\0\0\0\0", "Python bytecode", "application/x-python-code"),
    (0, b"\xCA\xFE\xBA\xBE", "a Java class or a Mach-O program", "application/java-vm"),
    (0, b"\xCF\xFA\xED\xFE", "a Mach-O program", "application/x-mach-binary"),
    (0, b"\xCE\xFA\xED\xFE", "a Mach-O program", "application/x-mach-binary"),
    (0, b"SQLite format 3\0", "an SQLite database", "application/vnd.sqlite3"),
    (0, b"PAR1", "a Parquet file", "application/vnd.apache.parquet"),
    (0, b"Obj\x01", "an Avro file", "application/avro"),
];

/// Letters alone do not make a signature of these: bytes must follow that no text has.
fn needs_controls(signature: &[u8]) -> bool {
    signature.iter().all(|b| b.is_ascii_graphic() || *b == b' ') && signature != b"%PDF-"
}

/// A file which begins like one that is not text.
pub(super) fn signature(head: &[u8], has_controls: bool) -> Option<Evidence> {
    let begins = |&&(at, signature, ..): &&(usize, &[u8], &str, &str)| {
        // Most are ruled out by their first byte.
        head.get(at) == signature.first() && head[at..].starts_with(signature)
    };
    let (_, signature, name, _) = SIGNATURES.iter().find(begins)?;
    (!needs_controls(signature) || has_controls).then(|| evidence(SIGNATURE, Fact::Signature(name)))
}

/// The media type of what is named so in words.
pub(crate) fn media_type(name: &str) -> Option<&'static str> {
    SIGNATURES.iter().find(|(_, _, known, _)| *known == name).map(|(.., media_type)| *media_type)
}

/// A file with more control bytes than any text.
pub(super) fn controls(head: &[u8]) -> Option<Evidence> {
    // Without short circuits, for the vector code's sake.
    let [controls] = count(head, |b| [is_control(b)]);
    let share = controls as f32 / head.len().max(1) as f32;
    let bits = CERTAIN * ((share - CONTROLS / 5.0) / (CONTROLS * 0.8)).clamp(0.0, 1.0);
    (bits > 0.0).then(|| evidence(bits, Fact::Controls { controls, of: head.len() as u64 }))
}

fn evidence(bits: f32, fact: Fact) -> Evidence {
    Evidence { source: Source::Binary, encoding: Some(&encodings::BINARY), bits, fact }
}

/// All that are neither white space nor made for terminals (BEL, BS, ESC).
fn is_control(b: u8) -> bool {
    (b < 0x20) & !(7..=0x0D).contains(&b) & (b != 0x1B) | (b == 0x7F)
}

/// Whether there is one.
pub(super) fn has_controls(head: &[u8]) -> bool {
    dispatch!(simd::level(), simd => find_control(simd, head))
}

#[inline(always)]
fn find_control<S: Simd>(simd: S, head: &[u8]) -> bool {
    let (runs, rest) = head.as_chunks::<{ 4 * LANES }>();
    for run in runs {
        let found = (controls_at(simd, run, 0) | controls_at(simd, run, LANES))
            | (controls_at(simd, run, 2 * LANES) | controls_at(simd, run, 3 * LANES));
        if found.any_true() {
            return true;
        }
    }
    rest.iter().any(|b| is_control(*b))
}

/// Which of the 64 bytes at this place are [`is_control`].
#[inline(always)]
fn controls_at<S: Simd>(simd: S, run: &[u8], at: usize) -> <u8x64<S> as SimdBase<S>>::Mask {
    let bytes = simd::bytes_at(simd, run, at);
    let is_low = simd::are_in(simd, bytes, 0, 6) | simd::are_in(simd, bytes, 0x0E, 0x1A);
    is_low | simd::are_in(simd, bytes, 0x1C, 0x1F) | simd::are(simd, bytes, 0x7F)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(head: &[u8]) -> Option<Evidence> {
        super::signature(head, has_controls(head))
    }

    #[test]
    fn signatures() {
        assert!(signature(b"\x89PNG\r\n\x1A\n").is_some());
        assert!(signature(b"%PDF-1.7\n").is_some());
        assert!(signature(b"BZh91AY&SY\x00\x01").is_some());
        assert!(signature(b"BZhukov wrote this").is_none());
        assert!(signature(b"CWS is a festival").is_none());
        assert!(signature(b"").is_none());
    }

    #[test]
    fn every_signature_has_one_media_type() {
        for (_, _, name, of_row) in SIGNATURES {
            assert_eq!(media_type(name), Some(*of_row), "{name} has two");
            assert!(of_row.split_once('/').is_some_and(|(kind, rest)| !kind.is_empty() && !rest.is_empty()));
        }
        assert_eq!(media_type("a letter"), None);
    }

    #[test]
    fn controls_are_found_wherever_they_stand() {
        for byte in 0..=u8::MAX {
            for at in [0, 70, 255, 256, 299] {
                let mut page = vec![b'a'; 300];
                page[at] = byte;
                assert_eq!(has_controls(&page), is_control(byte), "{byte:#x} at {at}");
            }
        }
    }

    #[test]
    fn bytes_that_no_text_has() {
        assert!(controls(&[0; 100]).is_some());
        assert!(controls(b"").is_none());
        let mut page = vec![b'a'; 10_000];
        page[77] = 0;
        assert!(controls(&page).is_none(), "one stray zero byte does not make a page binary");
    }
}

//! UTF-8, UTF-16 and UTF-32: by validity and byte order marks.

/// UTF-16 is looked for in so many bytes.
const LOOKED_AT: usize = 30;

/// Each with its confidence in percent.
pub fn recognise(bytes: &[u8]) -> [(&'static str, u32); 5] {
    [
        ("UTF-8", utf_8(bytes)),
        ("UTF-16BE", utf_16(bytes, u16::from_be_bytes)),
        ("UTF-16LE", utf_16_le(bytes)),
        ("UTF-32BE", utf_32(bytes, u32::from_be_bytes)),
        ("UTF-32LE", utf_32(bytes, u32::from_le_bytes)),
    ]
}

fn utf_8(bytes: &[u8]) -> u32 {
    let (mut valid, mut invalid) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().bytes().filter(|byte| *byte >= 0xC0).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    match (valid, invalid) {
        // More than what UTF-16 has of it.
        (0, 0) => 15,
        _ => by_validity(bytes.starts_with(b"\xEF\xBB\xBF"), valid, invalid),
    }
}

fn utf_32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> u32 {
    let units = bytes.as_chunks().0.iter().map(|four| unit(*four));
    let valid = units.clone().filter(|&number| char::from_u32(number).is_some()).count();
    by_validity(units.clone().next() == Some(0xFEFF), valid, units.count() - valid)
}

/// The confidence in an encoding whose valid sequences are not likely by chance.
fn by_validity(mark: bool, valid: usize, invalid: usize) -> u32 {
    match invalid {
        0 if mark || valid > 3 => 100,
        0 if valid > 0 => 80,
        _ if mark && valid > 10 * invalid => 80,
        _ if valid > 10 * invalid => 25,
        _ => 0,
    }
}

/// Characters of Latin-1 speak for it, as their higher byte is zero; a NUL, of which UTF-32 is full, against it.
fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> u32 {
    let units = bytes[..bytes.len().min(LOOKED_AT)].as_chunks().0.iter().map(|two| unit(*two));
    let mut confidence = 10;
    for (n, unit) in units.enumerate() {
        confidence = match unit {
            0xFEFF if n == 0 => return 100,
            0 => confidence - 10,
            0x0A | 0x20..=0xFF => confidence + 10,
            _ => confidence,
        };
        if confidence == 0 || confidence == 100 {
            return confidence;
        }
    }
    if bytes.len() < 4 { 0 } else { confidence }
}

fn utf_16_le(bytes: &[u8]) -> u32 {
    // The mark of UTF-32 begins like that of UTF-16.
    let utf_32 = bytes.starts_with(b"\xFF\xFE\0\0");
    if utf_32 { 0 } else { utf_16(bytes, u16::from_le_bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidences() {
        let of = |bytes: &[u8]| recognise(bytes).map(|(_, percent)| percent);
        assert_eq!(of(b"plain ASCII."), [15, 10, 10, 0, 0]);
        assert_eq!(of("éèê à".as_bytes())[0], 100);
        assert_eq!(of("é".as_bytes())[0], 80);
        assert_eq!(of(b"\xE9")[0], 0);
        assert_eq!(of(&["é".repeat(11).as_bytes(), b"\xFF"].concat())[0], 25);
        assert_eq!(of(b"\xFE\xFF\0a")[1], 100);
        assert_eq!(of(b"\xFF\xFE\0\0a\0\0\0")[2..], [0, 0, 100]);
        assert_eq!(of(b"\0T\0e\0x\0t")[1], 50);
        assert_eq!(of(b""), [15, 0, 0, 0, 0]);
    }
}

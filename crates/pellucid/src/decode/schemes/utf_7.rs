//! UTF-7 ([RFC 2152](https://www.rfc-editor.org/rfc/rfc2152)): ASCII, and between `+` and `-` UTF-16 in
//! base64.
//!
//! Reading is strict where a sloppy reader would let through what a filter did not see: a run must end with
//! fewer than six bits to spare, all zero, and surrogates must come in pairs. It is lenient about characters
//! which the RFC wants encoded (`~`, `\`, controls) but writers leave as they are; glibc is not, Python is.

use crate::decode::codec::{Reader, Scheme, Step, Writer, first};

/// UTF-7.
pub(crate) struct Utf7;

impl Scheme for Utf7 {
    fn reader(&'static self) -> Box<dyn Reader + Send> {
        Box::new(Utf7Reader { run: None })
    }

    fn writer(&'static self) -> Box<dyn Writer> {
        Box::new(Utf7Writer { run: None })
    }

    fn reads_ascii(&self) -> bool {
        false
    }
}

/// Bits which a digit had to spare: the number of them, 0 to 4, and their value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bits {
    count: u32,
    value: u32,
}

/// The state between two characters: outside of base64, or in a run with spare bits.
struct Utf7Reader {
    run: Option<Bits>,
}

/// A UTF-16 unit read from the digits of a run.
enum Unit {
    /// The unit, how many digits it took, and the bits that the last one has to spare.
    Whole(u32, usize, Bits),
    /// The run ends after so many digits, before the unit is whole.
    Ended(usize),
    /// The bytes end before.
    More,
}

impl Unit {
    fn read(spare: Bits, bytes: &[u8]) -> Unit {
        let mut bits = spare;
        for (digits, byte) in bytes.iter().enumerate() {
            let Some(digit) = digit(*byte) else { return Unit::Ended(digits) };
            bits = Bits { count: bits.count + 6, value: bits.value << 6 | digit };
            if bits.count >= 16 {
                let count = bits.count - 16;
                let spare = Bits { count, value: bits.value & ((1 << count) - 1) };
                return Unit::Whole(bits.value >> count, digits + 1, spare);
            }
        }
        Unit::More
    }
}

impl Utf7Reader {
    /// In a run: the next character, or the run's end.
    fn step_in_run(&mut self, spare: Bits, bytes: &[u8]) -> Step {
        match Unit::read(spare, bytes) {
            Unit::More => Step::More,
            Unit::Ended(0) => {
                self.run = None;
                if bytes[0] == b'-' { Step::Shift(1) } else { self.step_direct(bytes) }
            }
            Unit::Ended(digits) => {
                self.run = Some(Bits::default());
                Step::Malformed(digits)
            }
            Unit::Whole(unit @ 0xD800..0xDC00, len, spare) => match Unit::read(spare, &bytes[len..]) {
                Unit::More => Step::More,
                Unit::Whole(low @ 0xDC00..0xE000, more, spare) => {
                    let number = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                    self.emit(number, len + more, spare, bytes)
                }
                _ => self.reject(len, spare),
            },
            Unit::Whole(unit, len, spare) => self.emit(unit, len, spare, bytes),
        }
    }

    /// A character, unless the run ends here with bits which belong to nothing.
    fn emit(&mut self, number: u32, len: usize, spare: Bits, bytes: &[u8]) -> Step {
        if spare.value != 0 {
            match bytes.get(len) {
                None => return Step::More,
                Some(next) if digit(*next).is_none() => return self.reject(len, Bits::default()),
                Some(_) => {}
            }
        }
        match char::from_u32(number) {
            Some(c) => {
                self.run = Some(spare);
                Step::Char(c, len)
            }
            None => self.reject(len, spare),
        }
    }

    fn reject(&mut self, len: usize, spare: Bits) -> Step {
        self.run = Some(spare);
        Step::Malformed(len)
    }

    fn step_direct(&mut self, bytes: &[u8]) -> Step {
        match bytes {
            [b'+'] => Step::More,
            [b'+', b'-', ..] => Step::Char('+', 2),
            [b'+', next, ..] if digit(*next).is_some() => {
                self.run = Some(Bits::default());
                Step::Shift(1)
            }
            [byte @ ..0x80, ..] if *byte != b'+' => Step::Char(char::from(*byte), 1),
            _ => Step::Malformed(1),
        }
    }
}

impl Reader for Utf7Reader {
    fn step(&mut self, bytes: &[u8]) -> Step {
        match self.run {
            Some(spare) => self.step_in_run(spare, bytes),
            None => self.step_direct(bytes),
        }
    }

    fn ascii_prefix(&self, bytes: &[u8]) -> usize {
        if self.run.is_some() {
            return 0;
        }
        let plus = memchr::memchr(b'+', bytes).unwrap_or(bytes.len());
        encoding_rs::Encoding::ascii_valid_up_to(&bytes[..plus])
    }
}

struct Utf7Writer {
    run: Option<Bits>,
}

impl Utf7Writer {
    fn write_unit(&mut self, unit: u16, out: &mut Vec<u8>) {
        let spare = self.run.unwrap_or_else(|| {
            out.push(b'+');
            Bits::default()
        });
        let mut bits = Bits { count: spare.count + 16, value: spare.value << 16 | u32::from(unit) };
        while bits.count >= 6 {
            bits.count -= 6;
            out.push(DIGITS[(bits.value >> bits.count) as usize & 63]);
            bits.value &= (1 << bits.count) - 1;
        }
        self.run = Some(bits);
    }

    /// Ends a run; the `-` only where the next character would be read as a part of it.
    fn end_run(&mut self, next: Option<u8>, out: &mut Vec<u8>) {
        if let Some(bits) = self.run.take() {
            if bits.count > 0 {
                out.push(DIGITS[(bits.value << (6 - bits.count)) as usize & 63]);
            }
            if next.is_none_or(|byte| byte == b'-' || digit(byte).is_some()) {
                out.push(b'-');
            }
        }
    }
}

impl Writer for Utf7Writer {
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> Option<usize> {
        let (c, len) = first(text)?;
        match c {
            '+' if self.run.is_none() => out.extend(b"+-"),
            '\t' | '\n' | '\r' | ' '..='}' if !matches!(c, '+' | '\\') => {
                self.end_run(Some(c as u8), out);
                out.push(c as u8);
            }
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    self.write_unit(*unit, out);
                }
            }
        }
        Some(len)
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.end_run(None, out);
    }
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn digit(byte: u8) -> Option<u32> {
    match byte {
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'a'..=b'z' => Some(u32::from(byte - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::encodings::UTF_7;

    #[test]
    fn the_examples_of_the_rfc() {
        for (bytes, text) in [
            ("A+ImIDkQ.", "A≢Α."),
            ("Hi Mom -+Jjo--!", "Hi Mom -☺-!"),
            ("+ZeVnLIqe-", "日本語"),
            ("Item 3 is +AKM-1.", "Item 3 is £1."),
            ("1 +- 1", "1 + 1"),
            ("+2D3eAA-", "😀"),
        ] {
            let decoded = UTF_7.decode(bytes.as_bytes());
            assert_eq!((decoded.text(), decoded.damage().count()), (text, 0));
            let encoded = UTF_7.encode(text);
            assert_eq!(UTF_7.decode(encoded.bytes()).text(), text);
        }
    }

    #[test]
    fn ill_formed_runs_are_damage() {
        for (bytes, text, damage) in [
            ("a+ b", "a\u{FFFD} b", 1..2),
            ("a+", "a\u{FFFD}", 1..2),
            // Two digits are no unit.
            ("+AK-b", "\u{FFFD}b", 1..3),
            // The spare bits are not zero.
            ("+AKF-b", "\u{FFFD}b", 1..4),
            // A high surrogate alone, a low one alone.
            ("+2D0AYQ-", "\u{FFFD}a", 1..4),
            ("+3gAAYQ-", "\u{FFFD}a", 1..4),
            ("\u{E9}", "\u{FFFD}\u{FFFD}", 0..1),
        ] {
            let decoded = UTF_7.decode(bytes.as_bytes());
            assert_eq!(decoded.text(), text, "{bytes}");
            assert_eq!(decoded.damage().positions()[0], damage, "{bytes}");
        }
    }
}

//! What people typed when a letter was not in their code page.

use std::collections::HashMap;

use pellucid::{Encoding, encodings};
use unicode_normalization::UnicodeNormalization;

/// Letters and signs, and what stood for them where they were missing; the first that can be written is taken.
const INSTEAD: &[(char, &[&str])] = &[
    ('ə', &["ä"]),
    ('Ə', &["Ä"]),
    ('ی', &["ي"]),
    ('ک', &["ك"]),
    ('ھ', &["ه"]),
    ('ە', &["ه"]),
    ('ө', &["є", "о"]),
    ('ү', &["ї", "у"]),
    ('қ', &["к"]),
    ('ғ', &["г"]),
    ('ң', &["н"]),
    ('ұ', &["у"]),
    ('һ', &["х"]),
    ('ҳ', &["х"]),
    ('ҷ', &["ч"]),
    ('ӣ', &["и"]),
    ('ӯ', &["у"]),
    ('ґ', &["г"]),
    ('і', &["i"]),
    ('ș', &["ş", "s"]),
    ('ț', &["ţ", "t"]),
    ('Ș', &["Ş", "S"]),
    ('Ț', &["Ţ", "T"]),
    ('ş', &["ș", "s"]),
    ('ţ', &["ț", "t"]),
    ('ă', &["a"]),
    ('ő', &["õ", "ö"]),
    ('ű', &["û", "ü"]),
    ('Ő', &["Õ", "Ö"]),
    ('Ű', &["Û", "Ü"]),
    ('ā', &["ä", "a"]),
    ('ē', &["ë", "e"]),
    ('ī', &["ï", "i"]),
    ('ō', &["ö", "o"]),
    ('ū', &["ü", "u"]),
    ('ɓ', &["b"]),
    ('ɗ', &["d"]),
    ('ƙ', &["k"]),
    ('ŵ', &["w"]),
    ('ŷ', &["y"]),
    ('œ', &["oe"]),
    ('Œ', &["OE"]),
    ('“', &["\""]),
    ('”', &["\""]),
    ('„', &["\""]),
    ('‘', &["'"]),
    ('’', &["'"]),
    ('«', &["\""]),
    ('»', &["\""]),
    ('–', &["-"]),
    ('—', &["-"]),
    ('…', &["..."]),
    ('״', &["\""]),
    ('׳', &["'"]),
    ('־', &["-"]),
    ('€', &[" "]),
    ('\u{200C}', &[""]),
    ('\u{200D}', &[""]),
];

/// A line as most people type it: with the quotes and dashes of their keyboard.
pub fn plain(line: &str) -> String {
    let sign = |c: char| INSTEAD.iter().find(|(from, _)| *from == c && !c.is_alphabetic());
    line.chars()
        .flat_map(|c| {
            sign(c).map_or_else(|| c.to_string(), |(_, to)| to[0].to_owned()).chars().collect::<Vec<_>>()
        })
        .collect()
}

/// Text as it was typed in an encoding.
pub struct Typist {
    encoding: &'static Encoding,
    written: HashMap<char, (Box<[u8]>, bool)>,
    letters: u64,
    lost: u64,
}

impl Typist {
    /// Types in this encoding.
    pub fn new(encoding: &'static Encoding) -> Typist {
        Typist { encoding, written: HashMap::new(), letters: 0, lost: 0 }
    }

    /// The bytes of a line. What cannot be written is a space, as a character reference would leave it.
    pub fn line(&mut self, line: &str) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(line.len());
        if self.encoding == &encodings::WINDOWS_1258 {
            let text: String = line.chars().flat_map(vietnamese).collect();
            text.chars().for_each(|c| self.character(c, &mut bytes));
        } else if self.encoding == &encodings::ISO_8859_8 {
            // Visual order: the letters of a line from left to right, as they are seen.
            line.chars().rev().for_each(|c| self.character(c, &mut bytes));
        } else {
            line.chars().for_each(|c| self.character(c, &mut bytes));
        }
        bytes
    }

    fn character(&mut self, c: char, bytes: &mut Vec<u8>) {
        if c.is_ascii() {
            return bytes.push(c as u8);
        }
        let encoding = self.encoding;
        let (written, exact) = self.written.entry(c).or_insert_with(|| {
            let write = |text: &str| {
                let encoded = encoding.encode(text);
                (encoded.unmappable().count() == 0).then(|| encoded.bytes().into())
            };
            let instead = || INSTEAD.iter().find(|(from, _)| *from == c)?.1.iter().find_map(|to| write(to));
            match write(c.encode_utf8(&mut [0; 4])) {
                Some(bytes) => (bytes, true),
                None => (instead().unwrap_or_default(), false),
            }
        });
        // Points, accents and joiners that cannot be written are left out; nobody put a space for them.
        let mark = matches!(c, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{64B}'..='\u{65F}' | '\u{200C}' | '\u{200D}');
        let lost = written.is_empty() && !mark;
        if c.is_alphabetic() && !mark {
            self.letters += 1;
            self.lost += u64::from(!*exact);
        }
        if lost { bytes.push(b' ') } else { bytes.extend_from_slice(written) }
    }

    /// The share of letters beyond ASCII which could not be written as they are.
    pub fn lost(&self) -> f64 {
        self.lost as f64 / self.letters.max(1) as f64
    }

    /// How many letters beyond ASCII were typed.
    pub fn letters(&self) -> u64 {
        self.letters
    }
}

/// A letter with its tone mark behind it, as windows-1258 has them.
fn vietnamese(c: char) -> Vec<char> {
    const TONES: &[char] = &['\u{300}', '\u{301}', '\u{303}', '\u{309}', '\u{323}'];
    let parts: Vec<char> = c.nfd().collect();
    let (tones, letter): (Vec<char>, Vec<char>) = parts.into_iter().partition(|part| TONES.contains(part));
    letter.into_iter().nfc().chain(tones).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_typed() {
        assert_eq!(Typist::new(&encodings::WINDOWS_1252).line("ő “x”"), b"\xF5 \x93x\x94");
        assert_eq!(Typist::new(&encodings::ISO_8859_2).line("“x”"), b"\"x\"");
        assert_eq!(Typist::new(&encodings::WINDOWS_1258).line("ế"), b"\xEA\xEC");
        let mut typist = Typist::new(&encodings::KOI8_R);
        assert_eq!(typist.line("жé"), b"\xD6 ");
        assert_eq!(typist.lost(), 0.5);
    }
}

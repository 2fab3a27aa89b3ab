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

/// The bytes of a line with every letter as it is, in the order and with the tone marks that the encoding has them in; none where it
/// lacks one.
pub fn exactly(line: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
    let write = |line: &str| {
        let encoded = encoding.encode(line);
        encoded.unmappable().is_none().then(|| encoded.into_bytes())
    };
    if encoding == &encodings::ISO_8859_8 {
        // Visual order, as below.
        return write(&line.chars().rev().collect::<String>());
    }
    let tones = || write(&line.chars().flat_map(vietnamese).collect::<String>());
    write(line).or_else(|| tones().filter(|_| encoding == &encodings::WINDOWS_1258))
}

/// Text as it was typed in an encoding.
pub struct Typist {
    encoding: &'static Encoding,
    /// Whether ASCII may stand for what is missing.
    ascii: bool,
    written: HashMap<char, (Box<[u8]>, bool)>,
    letters: u64,
    lost: u64,
}

impl Typist {
    /// Types in this encoding.
    pub fn new(encoding: &'static Encoding) -> Typist {
        Typist { encoding, ascii: true, written: HashMap::new(), letters: 0, lost: 0 }
    }

    /// Types in this encoding, and puts no ASCII in the place of what is missing: where encodings are only told by what
    /// they write differently, a hyphen for a dash would speak for the encoding without dashes wherever there is a hyphen.
    pub fn without_ascii(encoding: &'static Encoding) -> Typist {
        Typist { ascii: false, ..Typist::new(encoding) }
    }

    /// The bytes of a line. What cannot be written is a space, as a character reference would leave it.
    pub fn line(&mut self, line: &str) -> Vec<u8> {
        self.runs(line).join(&b' ')
    }

    /// The same in runs, with what cannot be written between them.
    pub fn runs(&mut self, line: &str) -> Vec<Vec<u8>> {
        let mut runs = vec![Vec::with_capacity(line.len())];
        if self.encoding == &encodings::WINDOWS_1258 {
            let text: String = line.chars().flat_map(vietnamese).collect();
            text.chars().for_each(|c| self.character(c, &mut runs));
        } else if self.encoding == &encodings::ISO_8859_8 {
            // Visual order: the letters of a line from left to right, as they are seen.
            line.chars().rev().for_each(|c| self.character(c, &mut runs));
        } else if self.encoding.is_ascii_compatible() {
            line.chars().for_each(|c| self.character(c, &mut runs));
        } else {
            // Characters stand for themselves nowhere: ISO-2022, UTF-16.
            let encoded = self.encoding.encode(line);
            runs[0].extend_from_slice(encoded.bytes());
        }
        runs
    }

    fn character(&mut self, c: char, runs: &mut Vec<Vec<u8>>) {
        let bytes = runs.last_mut().expect("there is always a run");
        if c.is_ascii() {
            return bytes.push(c as u8);
        }
        let (encoding, ascii) = (self.encoding, self.ascii);
        let (written, exact) = self.written.entry(c).or_insert_with(|| {
            let write = |text: &str| {
                let encoded = encoding.encode(text);
                (encoded.unmappable().count() == 0).then(|| encoded.bytes().into())
            };
            let usable = |to: &&&str| ascii || !to.is_ascii();
            let instead = || {
                INSTEAD.iter().find(|(from, _)| *from == c)?.1.iter().filter(usable).find_map(|to| write(to))
            };
            match write(c.encode_utf8(&mut [0; 4])) {
                Some(bytes) => (bytes, true),
                None => (instead().unwrap_or_default(), false),
            }
        });
        // Points, accents and joiners that cannot be written are left out; nobody put a space for them.
        let mark = matches!(c, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{64B}'..='\u{65F}' | '\u{200C}' | '\u{200D}');
        // But where triples are only compared between encodings, letters that were no neighbours must not become ones.
        let lost = written.is_empty() && !(mark && ascii);
        if c.is_alphabetic() && !mark {
            self.letters += 1;
            self.lost += u64::from(!*exact);
        }
        if lost { runs.push(Vec::new()) } else { bytes.extend_from_slice(written) }
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
    fn nothing_stands_for_what_is_missing() {
        assert_eq!(exactly("ő “x”", &encodings::WINDOWS_1252), None);
        assert_eq!(exactly("é “x”", &encodings::WINDOWS_1252), Some(b"\xE9 \x93x\x94".to_vec()));
        assert_eq!(exactly("ế é", &encodings::WINDOWS_1258), Some(b"\xEA\xEC e\xEC".to_vec()));
        assert_eq!(exactly("é", &encodings::WINDOWS_1258), Some(b"\xE9".to_vec()));
        assert_eq!(exactly("אב", &encodings::ISO_8859_8), Some(b"\xE1\xE0".to_vec()));
        assert_eq!(exactly("אב", &encodings::ISO_8859_8_I), Some(b"\xE0\xE1".to_vec()));
    }

    #[test]
    fn what_people_typed() {
        assert_eq!(Typist::new(&encodings::WINDOWS_1252).line("ő “x”"), b"\xF5 \x93x\x94");
        assert_eq!(Typist::new(&encodings::ISO_8859_2).line("“x”"), b"\"x\"");
        assert_eq!(Typist::new(&encodings::WINDOWS_1258).line("ế"), b"\xEA\xEC");
        let mut typist = Typist::new(&encodings::KOI8_R);
        assert_eq!(typist.line("жé"), b"\xD6 ");
        assert_eq!(typist.lost(), 0.5);
        assert_eq!(Typist::without_ascii(&encodings::ISO_8859_2).runs("“x”"), [&b""[..], b"x", b""]);
        assert_eq!(typist.runs("жéж"), [b"\xD6", b"\xD6"]);
        assert_eq!(Typist::new(&encodings::UTF_16BE).runs("aж"), [b"\0a\x04\x36"]);
    }
}

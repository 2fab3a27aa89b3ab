//! Mozilla's detector of 2001 as its authors published it, with tables of our own.
//!
//! Li, Momoi: A composite approach to language/encoding detection (19th International Unicode Conference, 2001). Browsers
//! had it as the *universal charset detector*, and uchardet, chardet and the paper's CharDet descend from it. Three methods,
//! each for what it is good at; the highest confidence is the answer. The tables are fitted to our text by `fit::universal` of
//! the training crate.
//!
//! | file | method | who | how |
//! |---|---|---|---|
//! | `scheme` | coding scheme | escapes, UTF-8, multi-byte encodings | a state machine for each: one illegal sequence rules it out |
//! | `distribution` | character distribution | multi-byte encodings | the ratio of common characters to others, against that of typical text |
//! | `sequences` | two-character sequences | single-byte encodings, Japanese | the share of pairs which are common in a language, against that of typical text |
//!
//! As published, nothing below a confidence of 0.2 is an answer, and one illegal byte is enough to rule an encoding out.
//! Where we had to choose:
//!
//! - Text of a Latin script has more ASCII letters than others, which no encoding is known by. So of words with a byte beyond
//!   ASCII only the pairs that have such a byte count. In an alphabet without ASCII letters, a pair with one is never common:
//!   without this rule, 114 of 521 pages in windows-1252 were Greek or Cyrillic.
//! - Signs beyond ASCII, such as quotes, count as letters: they too stand beside some letters and not beside others.
//! - What is legal in windows-1252 and is nothing else is windows-1252 with the least confidence, as its successors do
//!   for English text with a few quotes.

mod distribution;
pub mod scheme;
pub mod sequences;

use std::sync::{Arc, LazyLock};

use memchr::{memchr, memchr2};

use self::distribution::Distribution;
use self::scheme::Scheme;
use self::sequences::Sequences;
use super::{Expert, Finding};
use crate::encodings::{self, Encoding, Family};
use crate::papers::vectors::Vectors;
use crate::sniff::bom;

/// No answer is less sure.
const LEAST: f32 = 0.2;
/// None is surer, but for marks and escapes.
const MOST: f32 = 0.99;

/// The composite approach over a set of tables.
#[derive(Clone, Debug)]
pub struct Universal {
    multi_byte: Arc<[Distribution]>,
    single_byte: Arc<[Sequences]>,
}

impl Default for Universal {
    /// With the tables that ship.
    fn default() -> Universal {
        static SHIPPED: LazyLock<Universal> =
            LazyLock::new(|| match Vectors::parse(pellucid_models::UNIVERSAL) {
                Ok(tables) => Universal::new(&tables),
                Err(error) => unreachable!("the tables that ship: {error}"),
            });
        SHIPPED.clone()
    }
}

impl Universal {
    /// Whether tables are for this expert: each class has a number, which ICU's have not.
    pub(crate) fn owns(tables: &Vectors) -> bool {
        tables.classes().iter().all(|class| class.number > 0.0)
    }

    /// With these tables.
    pub fn new(tables: &Vectors) -> Universal {
        let mut grams: Vec<Vec<_>> = vec![Vec::new(); tables.classes().len()];
        for (gram, weights) in tables.grams() {
            for (class, _) in weights {
                grams[class].push(gram);
            }
        }
        let (mut multi_byte, mut single_byte) = (Vec::new(), Vec::new());
        for (class, grams) in tables.classes().iter().zip(&grams) {
            match (class.encoding.family(), Scheme::of(class.encoding)) {
                (Family::SingleByte, _) => single_byte.push(Sequences::new(class, grams)),
                (_, Some(scheme)) => multi_byte.push(Distribution::new(class, scheme, grams)),
                _ => {}
            }
        }
        Universal { multi_byte: multi_byte.into(), single_byte: single_byte.into() }
    }
}

impl Expert for Universal {
    fn name(&self) -> &'static str {
        "universal"
    }

    fn detect(&self, bytes: &[u8]) -> Vec<Finding> {
        let sure = |encoding: &'static Encoding, confidence| {
            vec![Finding { label: encoding.name().into(), encoding, confidence }]
        };
        if let Some((encoding, _)) = bom::bom(bytes) {
            return sure(encoding, 1.0);
        }
        if bytes.is_ascii() {
            // An escape, or a tilde and a brace, may be of a seven-bit encoding; if not, ASCII is UTF-8.
            let escaped = memchr2(0x1B, b'~', bytes).and_then(|_| scheme::escaped(bytes));
            return escaped.map_or_else(|| sure(&encodings::UTF_8, 1.0), |encoding| sure(encoding, MOST));
        }
        let mut found: Vec<(&'static Encoding, f32)> = Vec::new();
        // Zeros are not text in any of these.
        if memchr(0, bytes).is_none() {
            let utf_8 = Scheme::of(&encodings::UTF_8).and_then(|scheme| scheme.characters(bytes, |_| {}));
            found.extend(utf_8.map(|sequences| (&encodings::UTF_8, scheme::utf_8_confidence(sequences))));
            found.extend(
                self.multi_byte.iter().filter_map(|one| Some((one.encoding(), one.confidence(bytes)?))),
            );
            let words = sequences::words(bytes);
            for one in &*self.single_byte {
                let Some(confidence) = one.confidence(bytes, &words) else { continue };
                // Of an encoding, its best language.
                match found.iter_mut().find(|(encoding, _)| *encoding == one.encoding()) {
                    Some((_, best)) => *best = best.max(confidence),
                    None => found.push((one.encoding(), confidence)),
                }
            }
        }
        found.retain(|(_, confidence)| *confidence >= LEAST);
        if found.is_empty() && sequences::is_legal(&encodings::WINDOWS_1252, bytes) {
            found.push((&encodings::WINDOWS_1252, LEAST));
        }
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        let finding = |(encoding, confidence): (&'static Encoding, f32)| Finding {
            label: encoding.name().into(),
            encoding,
            confidence,
        };
        found.into_iter().map(finding).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(bytes: &[u8]) -> (String, f32) {
        let found = Universal::default().detect(bytes);
        found.first().map(|finding| (finding.label.to_string(), finding.confidence)).unwrap_or_default()
    }

    #[test]
    fn each_method_knows_its_encodings() {
        let japanese = "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。";
        let chinese = "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。";
        let cases = [
            ("UTF-8", "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv."),
            ("Shift_JIS", japanese),
            ("EUC-JP", japanese),
            ("ISO-2022-JP", japanese),
            ("gb18030", chinese),
            (
                "EUC-KR",
                "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로",
            ),
            ("Big5", "人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心,並應以兄弟關係的精神相對待。"),
            (
                "ISO-8859-7",
                "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα",
            ),
            ("windows-1256", "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق، وقد وهبوا عقلا وضميرا"),
            ("windows-1251", "Всички хора се раждат свободни и равни по достойнство и права."),
            ("windows-874", "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ"),
        ];
        for (label, text) in cases {
            let bytes = Encoding::for_name(label).unwrap().encode(text);
            let found = Universal::default().detect(bytes.bytes());
            // windows-1253 has the Greek of ISO-8859-7, but for one capital.
            assert_eq!(found[0].encoding.decode(bytes.bytes()).text(), text, "{label}: {found:?}");
            assert!(found[0].confidence >= 0.5, "{label}: {found:?}");
        }
    }

    #[test]
    fn marks_and_ascii_need_no_tables() {
        assert_eq!(first(b"\xFF\xFEa\0"), ("UTF-16LE".into(), 1.0));
        assert_eq!(first(b"plain"), ("UTF-8".into(), 1.0));
        assert_eq!(first(b""), ("UTF-8".into(), 1.0));
        assert_eq!(first(b"a ~ b"), ("UTF-8".into(), 1.0));
        assert_eq!(first(b"~{<:Ky2;~}"), ("HZ-GB-2312".into(), MOST));
        assert_eq!(first(b"50 \x80"), ("windows-1252".into(), LEAST));
        assert_eq!(first(b"\x81\0\xFF"), Default::default());
    }

    #[test]
    fn one_illegal_sequence_rules_an_encoding_out() {
        let text = "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心。".repeat(3);
        let utf_8 = [text.as_bytes(), b"\xE4"].concat();
        assert!(Universal::default().detect(&utf_8).iter().all(|found| found.encoding != &encodings::UTF_8));
        let gb = [encodings::GB18030.encode(&text).bytes(), b"\xFF"].concat();
        assert!(Universal::default().detect(&gb).iter().all(|found| found.encoding != &encodings::GB18030));
    }
}

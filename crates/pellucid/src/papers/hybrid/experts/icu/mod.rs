//! ICU's method as it is published, with tables of our own.
//!
//! ICU asks a row of recognisers, each of which gives a confidence in percent; the highest is the answer, the first
//! of equals. With tables fitted to our text by `fit::icu` of the training crate:
//!
//! | file | who | how |
//! |---|---|---|
//! | `unicode` | UTF-8, -16, -32 | by validity and byte order marks |
//! | `single_byte` | twelve single-byte encodings | by the share of triples that are among a language's 64 commonest |
//! | `multi_byte` | Shift_JIS, GB18030, EUC-JP, EUC-KR, Big5 | by legality and common characters |
//! | `escapes` | ISO-2022-JP, -KR, -CN | by escape sequences |
//!
//! ISO-8859-1 is called windows-1252 where there are bytes from 0x80 to 0x9F, and so are others by the code page which
//! extends them, or is taken to. Single bytes and escapes are looked for in the first 8 kB, everything else in all bytes.
//!
//! Not here, and off in ICU unless one asks: IBM's EBCDIC of Hebrew and Arabic.

mod escapes;
mod multi_byte;
mod single_byte;
mod unicode;

use std::sync::{Arc, LazyLock};

use super::{Expert, Finding};
use crate::encodings::{Encoding, Family};
use crate::papers::vectors::Vectors;

pub use multi_byte::{Character, characters};
pub use single_byte::Fold;
use single_byte::SingleByte;

/// How much of the bytes is looked at for single-byte encodings and escapes.
const BUFFER: usize = 8192;

/// What ISO-8859 is called where there are bytes in its range of controls.
const WINDOWS: &[(&str, &str)] = &[
    ("ISO-8859-1", "windows-1252"),
    ("ISO-8859-2", "windows-1250"),
    ("ISO-8859-7", "windows-1253"),
    ("ISO-8859-8", "windows-1255"),
    ("ISO-8859-8-I", "windows-1255"),
    ("ISO-8859-9", "windows-1254"),
];

/// ICU's method over a set of tables.
#[derive(Clone, Debug)]
pub struct Icu {
    tables: Arc<Vectors>,
    single_byte: Arc<[SingleByte]>,
}

impl Default for Icu {
    /// With the tables that ship.
    fn default() -> Icu {
        static SHIPPED: LazyLock<Icu> = LazyLock::new(|| match Vectors::parse(pellucid_models::ICU) {
            Ok(tables) => Icu::new(Arc::new(tables)),
            Err(error) => unreachable!("the tables that ship: {error}"),
        });
        SHIPPED.clone()
    }
}

impl Icu {
    /// With these tables.
    pub fn new(tables: Arc<Vectors>) -> Icu {
        let mut single_byte: Vec<SingleByte> = Vec::new();
        for (number, class) in tables.classes().iter().enumerate() {
            match single_byte.iter_mut().find(|one| one.label == class.label) {
                _ if class.encoding.family() != Family::SingleByte => {}
                Some(one) => one.languages.push(number),
                None => single_byte.push(SingleByte {
                    label: class.label.clone(),
                    fold: Fold::new(&class.label, class.encoding),
                    languages: vec![number],
                }),
            }
        }
        Icu { tables, single_byte: single_byte.into() }
    }
}

impl Expert for Icu {
    fn name(&self) -> &'static str {
        "icu"
    }

    fn detect(&self, bytes: &[u8]) -> Vec<Finding> {
        let head = &bytes[..bytes.len().min(BUFFER)];
        // In ICU's order, which decides between equals.
        let mut found: Vec<(&str, u32)> = unicode::recognise(bytes).into();
        let controls = head.iter().any(|byte| (0x80..0xA0).contains(byte));
        for one in &*self.single_byte {
            let windows = WINDOWS.iter().find(|(iso, _)| controls && *iso == &*one.label);
            let label = windows.map_or(&*one.label, |(_, windows)| windows);
            found.push((label, one.confidence(&self.tables, head)));
        }
        for (number, class) in self.tables.classes().iter().enumerate() {
            if class.encoding.family() == Family::MultiByte {
                let confidence = multi_byte::confidence(&self.tables, number, bytes);
                found.push((&class.label, confidence));
            }
        }
        found.extend(escapes::recognise(head));
        found.retain(|(_, percent)| *percent > 0);
        found.sort_by_key(|(_, percent)| std::cmp::Reverse(*percent));
        let finding = |(label, percent): (&str, u32)| {
            let encoding = Encoding::for_name(label)?;
            Some(Finding { label: label.into(), encoding, confidence: percent as f32 / 100.0 })
        };
        found.into_iter().filter_map(finding).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings;

    fn first(bytes: &[u8]) -> (String, f32) {
        let found = Icu::default().detect(bytes);
        (found[0].label.to_string(), found[0].confidence)
    }

    #[test]
    fn controls_make_it_windows() {
        let text =
            "All human beings are born free and equal in dignity and rights. They are endowed with reason";
        let (label, confidence) = first(text.as_bytes());
        assert_eq!(label, "ISO-8859-1");
        assert!(confidence > 0.3, "{confidence}");
        assert_eq!(first(&[text.as_bytes(), b" \x93quoted\x94"].concat()).0, "windows-1252");
    }

    #[test]
    fn every_encoding_of_the_tables_is_known_by_its_own_text() {
        let cases = [
            (
                "ISO-8859-2",
                "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem",
            ),
            (
                "ISO-8859-7",
                "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα",
            ),
            (
                "windows-1256",
                "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق، وقد وهبوا عقلا وضميرا وعليهم",
            ),
            (
                "Shift_JIS",
                "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
            ),
            (
                "EUC-JP",
                "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
            ),
            (
                "EUC-KR",
                "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로",
            ),
            (
                "GB18030",
                "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。",
            ),
            ("Big5", "人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心,並應以兄弟關係的精神相對待。"),
            (
                "ISO-2022-JP",
                "すべての人間は、生まれながらにして自由 であり、 かつ、 尊厳 と権利 とについて 平等である。",
            ),
            ("UTF-8", "Всички хора се раждат свободни"),
        ];
        for (label, text) in cases {
            let bytes = Encoding::for_name(label).unwrap().encode(text);
            assert_eq!(first(bytes.bytes()).0, label);
        }
        assert_eq!(first(encodings::UTF_16LE.encode("\u{FEFF}Text").bytes()).0, "UTF-16LE");
    }
}

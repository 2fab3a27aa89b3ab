//! The hybrid method (Faghani, Hadian, Minaei-Bidgoli: Charset Encoding Detection of HTML Documents, 2015): take the markup
//! off, and ask two experts, each about what it knows best.
//!
//! The paper's Figure 1, step by step:
//!
//! 1. *Declared*: when asked to, what the page declares is the answer.
//! 2. *Gate*: Mozilla's expert sees the page. If it says UTF-8, that is the answer; so it is for ASCII,
//!    unless it has escapes or NULs.
//! 3. *Markup elimination*: what is left of the page without its markup, scripts and styles.
//! 4. *Scarce*: if that has fewer than 40 visible characters, the raw page is taken instead. So it is for UTF-16 and UTF-32,
//!    whose markup is not ASCII.
//! 5. *Main*: ICU's expert sees what is left, and its answer is the answer.
//!
//! The paper's future work, the probabilities of both experts, is [`Combination::Probabilities`]: both see what is left, and
//! the encoding with the highest mean of both confidences is the answer.

pub mod experts;
pub mod latin1;

use std::borrow::Cow;
use std::sync::Arc;

use memchr::memchr2;

use self::experts::{Expert, Finding, Icu, Mozilla};
use crate::decide::Opinion;
use crate::encodings;
use crate::evidence::Source;
use crate::named::named;
use crate::page::LOOKED_AT;
use crate::sniff::{self, bom};
use crate::strip;

/// How markup is taken off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Elimination {
    /// By our own tokenizer over bytes: the paper's 4.1.
    #[default]
    Direct,
    /// By an HTML library that reads the page as ISO-8859-1: the paper's 4.2.
    Latin1,
    /// Not at all.
    None,
}

named!(Elimination, "way to remove markup":
    Direct => "direct",
    Latin1 => "latin1",
    None => "none",
);

impl Elimination {
    /// The title and the visible text of a page; the page itself where there is too little of it, or where its markup cannot
    /// be found without decoding.
    fn apply(self, page: &[u8]) -> (Step, Cow<'_, [u8]>) {
        let text = match self {
            _ if is_wide(page) => return (Step::Raw, page.into()),
            Elimination::Direct => strip::strip(page),
            Elimination::Latin1 => latin1::strip(page),
            Elimination::None => return (Step::Raw, page.into()),
        };
        if text.is_scarce() {
            return (Step::Raw, page.into());
        }
        (Step::Text, [text.title, text.text].join(&b'\n').into())
    }
}

/// How the answers of both experts become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Combination {
    /// As published: UTF-8 if the gate says so, or else what the main expert says.
    #[default]
    Rule,
    /// The paper's future work: both see the text without markup, and the highest mean of their confidences wins.
    Probabilities,
}

named!(Combination, "combination of experts":
    Rule => "rule",
    Probabilities => "probabilities",
);

/// Where the answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// In a declaration.
    Declared,
    /// By the gate, which said UTF-8.
    Gate,
    /// By both experts, from their probabilities.
    Both,
    /// By the main expert, in the text without markup.
    Text,
    /// By the main expert, in the raw page.
    Raw,
}

/// The options of the hybrid method. The default is the paper's own combination, with ICU's method as we have it.
#[derive(Clone, Debug)]
pub struct Hybrid {
    /// How markup is taken off.
    pub strip: Elimination,
    /// Whether what the page declares goes before everything else.
    pub use_meta: bool,
    /// Who decides whether the page is UTF-8; none to leave that to the main expert.
    pub gate: Option<Arc<dyn Expert>>,
    /// Who decides everything else.
    pub expert: Arc<dyn Expert>,
    /// How both become one answer. Without a gate there is only one.
    pub combine: Combination,
}

impl Default for Hybrid {
    fn default() -> Hybrid {
        Hybrid {
            strip: Elimination::default(),
            use_meta: false,
            gate: Some(Arc::new(Mozilla)),
            expert: Arc::new(Icu::default()),
            combine: Combination::default(),
        }
    }
}

impl Hybrid {
    /// What the experts say of a page, the best first, and which step said it.
    pub fn detect(&self, page: &[u8]) -> (Step, Vec<Finding>) {
        if self.use_meta
            && let Some(declared) = declared(page)
        {
            return (Step::Declared, vec![declared]);
        }
        let gate = self.gate.as_ref().filter(|_| !is_seven_bit(page));
        if let (Some(gate), Combination::Probabilities) = (gate, self.combine) {
            let (_, bytes) = self.strip.apply(page);
            return (Step::Both, pooled(&self.expert.detect(&bytes), &gate.detect(&bytes)));
        }
        if let Some(gate) = gate {
            let mut found = gate.detect(page);
            if found.first().is_some_and(|finding| finding.encoding == &encodings::UTF_8) {
                found.truncate(1);
                return (Step::Gate, found);
            }
        }
        let (step, bytes) = self.strip.apply(page);
        (step, self.expert.detect(&bytes))
    }
}

/// The findings of two experts with the mean of their confidences, the best first; of equals, the first expert's.
///
/// An expert that does not name an encoding gives it 0. What reads alike is one encoding: GBK is part of GB18030.
fn pooled(first: &[Finding], second: &[Finding]) -> Vec<Finding> {
    let alike = |a: &Finding, b: &Finding| {
        let chinese = |one: &Finding| one.encoding == &encodings::GBK || one.encoding == &encodings::GB18030;
        a.encoding == b.encoding || chinese(a) && chinese(b)
    };
    let mut pooled: Vec<Finding> = Vec::new();
    for experts in [first, second] {
        let mut counted: Vec<&Finding> = Vec::new();
        for finding in experts {
            // An expert may call one encoding by two names, of which the first is the surer.
            if counted.iter().any(|other| alike(other, finding)) {
                continue;
            }
            counted.push(finding);
            let half = finding.confidence / 2.0;
            match pooled.iter_mut().find(|other| alike(other, finding)) {
                Some(known) => known.confidence += half,
                None => pooled.push(Finding { confidence: half, ..finding.clone() }),
            }
        }
    }
    pooled.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    pooled
}

/// Whether a page begins like UTF-16 or UTF-32, in which markup is not ASCII: the paper excepts them.
fn is_wide(page: &[u8]) -> bool {
    let mark = bom::bom(page).is_some_and(|(encoding, _)| !encoding.is_ascii_compatible());
    mark || page.iter().take(4).any(|byte| *byte == 0)
}

/// Whether a page is ASCII with escapes or NULs: UTF-8 by its rules alone, and so the authors' own program loses ISO-2022.
/// ICU's expert knows what it is.
fn is_seven_bit(page: &[u8]) -> bool {
    const ESC: u8 = 0x1B;
    page.is_ascii() && memchr2(ESC, 0, page).is_some()
}

/// The first declaration in the page which names an encoding.
fn declared(page: &[u8]) -> Option<Finding> {
    let declared = sniff::sniff(page, None).declared;
    declared
        .into_iter()
        .find_map(|one| Some(Finding { label: one.label, encoding: one.encoding?, confidence: 1.0 }))
}

/// Ranks encodings by what the experts say, with these options or the default ones.
pub(crate) fn opinion(hybrid: Option<&Hybrid>, page: &[u8]) -> Opinion {
    let page = whole_characters(page);
    let (step, found) = hybrid.map_or_else(|| Hybrid::default().detect(page), |hybrid| hybrid.detect(page));
    let what = match step {
        Step::Declared => "the page declares it, for",
        Step::Gate => "the expert of UTF-8 says so, for",
        Step::Both => "mean confidence of both experts",
        Step::Text => "confidence of the expert, in the text without markup,",
        Step::Raw => "confidence of the expert, in the raw page,",
    };
    let mut ranked: Vec<(&'static encodings::Encoding, f32)> = Vec::new();
    for Finding { encoding, confidence, .. } in found {
        // ISO-8859-8 and ISO-8859-8-I are both windows-1255 to ICU.
        if ranked.iter().all(|(other, _)| *other != encoding) {
            ranked.push((encoding, confidence));
        }
    }
    Opinion { source: Source::Hybrid, what, ranked }
}

/// A page of which the rest was not looked at must not end within a character of UTF-8: one broken is none to Mozilla.
fn whole_characters(page: &[u8]) -> &[u8] {
    if page.len() < LOOKED_AT {
        return page;
    }
    let tail = page.iter().rev().take(3).take_while(|byte| (0x80..0xC0).contains(*byte)).count();
    match page[..page.len() - tail].last() {
        Some(0xC0..) => &page[..page.len() - tail - 1],
        _ => page,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Detector, Method};

    fn answer(hybrid: &Hybrid, page: &[u8]) -> (Step, String) {
        let (step, found) = hybrid.detect(page);
        (step, found.first().map(|finding| finding.label.to_string()).unwrap_or_default())
    }

    /// Russian in windows-1251 behind a lot of English script.
    fn russian() -> Vec<u8> {
        let text = "Все люди рождаются свободными и равными в своём достоинстве и правах.";
        let script = "the function of the other and the return of the value that is there".repeat(99);
        let page = format!("<meta charset=koi8-r><script>{script}</script><p>{text}");
        encodings::WINDOWS_1251.encode(&page).bytes().to_vec()
    }

    #[test]
    fn each_step_answers_in_its_turn() {
        let page = russian();
        let hybrid = Hybrid::default();
        assert_eq!(answer(&hybrid, &page), (Step::Text, "windows-1251".into()));
        let declared = Hybrid { use_meta: true, ..Hybrid::default() };
        assert_eq!(answer(&declared, &page), (Step::Declared, "koi8-r".into()));
        assert_eq!(answer(&declared, b"<meta charset=nonsense>\xE9").0, Step::Raw);
        assert_eq!(answer(&hybrid, "<p>déjà".as_bytes()), (Step::Gate, "UTF-8".into()));
        assert_eq!(answer(&hybrid, b"<p>all human beings"), (Step::Gate, "UTF-8".into()));
        // 39 visible characters, and 40.
        let visible = |n: usize| answer(&hybrid, &[b"<p>", &*b"\xE9".repeat(n), b"</p>"].concat()).0;
        assert_eq!((visible(39), visible(40)), (Step::Raw, Step::Text));
    }

    #[test]
    fn markup_is_what_disturbs_the_expert() {
        let page = russian();
        for strip in Elimination::ALL {
            let found = answer(&Hybrid { strip: *strip, ..Hybrid::default() }, &page);
            let wanted = match strip {
                Elimination::None => (Step::Raw, "ISO-8859-1".into()),
                _ => (Step::Text, "windows-1251".into()),
            };
            assert_eq!(found, wanted, "{}", strip.name());
        }
    }

    #[test]
    fn what_is_not_ascii_compatible_keeps_its_markup() {
        let page = "<p>All human beings are born free and equal in dignity and rights.";
        for (encoding, mark) in [(&encodings::UTF_16LE, "\u{FEFF}"), (&encodings::UTF_16BE, "")] {
            let bytes = encoding.encode(&format!("{mark}{page}")).bytes().to_vec();
            assert_eq!(answer(&Hybrid::default(), &bytes), (Step::Raw, encoding.name().into()));
        }
    }

    #[test]
    fn escapes_pass_the_gate() {
        let korean =
            "<p>모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로"
                .repeat(3);
        let japanese =
            "<p>すべての人間は、生まれながらにして自由であり、<b>かつ</b>、尊厳と権利とについて平等である。";
        for (encoding, text) in [(&encodings::ISO_2022_KR, &*korean), (&encodings::ISO_2022_JP, japanese)] {
            let bytes = encoding.encode(text).bytes().to_vec();
            assert_eq!(answer(&Hybrid::default(), &bytes).1, encoding.name());
        }
    }

    #[test]
    fn without_a_gate_the_expert_decides_alone() {
        let page = format!("<p>{} é", "the cat is in the house of the other man and his son ".repeat(200));
        let alone = Hybrid { gate: None, ..Hybrid::default() };
        assert_eq!(answer(&Hybrid::default(), page.as_bytes()).0, Step::Gate);
        assert_eq!(answer(&alone, page.as_bytes()), (Step::Text, "ISO-8859-1".into()));
    }

    #[test]
    fn a_detector_answers_by_it() {
        let detector = Detector::builder().method(Method::Hybrid).build().unwrap();
        let guess = detector.detect(&russian());
        assert_eq!((guess.encoding().name(), guess.source()), ("windows-1251", Source::Hybrid));
        assert!(guess.evidence().iter().any(|e| e.to_string().contains("without markup")));
        let declared =
            Detector::builder().hybrid(Hybrid { use_meta: true, ..Hybrid::default() }).build().unwrap();
        assert_eq!(declared.detect(&russian()).encoding().name(), "KOI8-R");
        let denied =
            Detector::builder().method(Method::Hybrid).deny(&[&encodings::WINDOWS_1251]).build().unwrap();
        assert_ne!(denied.detect(&russian()).encoding().name(), "windows-1251");
    }

    /// What reads alike must not make an answer look doubtful: GBK is part of GB18030, KOI8-R nearly KOI8-U.
    #[test]
    fn chinese_and_russian_answers_are_right_and_sure() {
        let chinese = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。\
                       人人有资格享有本宣言所载的一切权利和自由，不分种族、肤色、性别、语言、宗教。";
        let russian = "Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены \
                       разумом и совестью и должны поступать в отношении друг друга в духе братства.";
        let detector = Detector::builder().method(Method::Hybrid).build().unwrap();
        for (encoding, text) in [(&encodings::GBK, chinese), (&encodings::KOI8_R, russian)] {
            let page = format!("<html><title>{text}</title><ul><li>menu</ul><p>{text}</p></html>");
            let bytes = encoding.encode(&page);
            let guess = detector.detect(bytes.bytes());
            assert_eq!(guess.encoding().decode(bytes.bytes()).text(), page, "{}", guess.encoding());
            assert!(guess.confidence() > 0.9, "{}: {}", guess.encoding(), guess.confidence());
            assert_eq!(guess.source(), Source::Hybrid);
        }
    }

    #[test]
    fn probabilities_are_means_of_both() {
        let finding = |label: &str, confidence| Finding {
            label: label.into(),
            encoding: crate::Encoding::for_name(label).unwrap(),
            confidence,
        };
        let first = [finding("GB18030", 0.6), finding("windows-1252", 0.5), finding("ISO-8859-1", 0.4)];
        let second = [finding("windows-1252", 0.8), finding("GBK", 0.6)];
        let found: Vec<(String, f32)> =
            pooled(&first, &second).into_iter().map(|one| (one.label.into(), one.confidence)).collect();
        // ISO-8859-1 is windows-1252, and counts once; GBK is GB18030.
        assert_eq!(found, [("windows-1252".into(), 0.65), ("GB18030".into(), 0.6)]);
    }

    #[test]
    fn both_experts_answer_together() {
        let universal: Arc<dyn Expert> = Arc::new(experts::Universal::default());
        let both = Hybrid { gate: Some(universal), combine: Combination::Probabilities, ..Hybrid::default() };
        assert_eq!(answer(&both, &russian()), (Step::Both, "windows-1251".into()));
        assert_eq!(answer(&both, "<p>déjà vu, et ça recommence".as_bytes()), (Step::Both, "UTF-8".into()));
        let detector = Detector::builder().hybrid(both).build().unwrap();
        assert_eq!(detector.detect(&russian()).encoding().name(), "windows-1251");
    }

    #[test]
    fn a_long_page_may_be_cut_within_a_character() {
        for shift in 0..4 {
            let page = ["x".repeat(shift), "漢€ж𐍈".repeat(LOOKED_AT / 12 + 1)].concat();
            let guess = Detector::builder().method(Method::Hybrid).build().unwrap().detect(page.as_bytes());
            assert_eq!(guess.encoding().name(), "UTF-8", "{shift}");
        }
    }
}

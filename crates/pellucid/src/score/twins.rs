//! Single-byte encodings of one language, distinguished by the bytes that they read differently.
//!
//! windows-1252 and ISO-8859-15 write French alike but for eight letters and the quotes. What a model has learned of all the
//! other bytes says nothing about which of the two a text is in; added up over a long page it would drown the one
//! byte that does. So the best encoding's rivals are compared with it by the n-grams which hold a byte that the two
//! read differently, and by nothing else.

use super::linear::{Ranked, Ranking};
use super::model::{CAP, Likelihoods};
use super::readings::{as_seen, is_control, upper_half};
use crate::count::{Counts, Gram, TRIPLE, fold};
use crate::encodings::{Encoding, Family};
use crate::evidence::{Evidence, Fact, Source};

/// Bits of evidence for a nat of the model's.
const BITS: f32 = std::f32::consts::LOG2_E;
/// So many n-grams are as good as more.
const FRESH: f32 = 100.0;
/// A rival so many bits behind, or ahead, will stay there.
const FAR: f32 = 60.0;
/// Of encodings so many bits behind that do not write the language, only whether they read the page alike matters.
const NEAR: f32 = 25.0;

/// Bits against one of two which makes controls of bytes that the other one has signs for, as ISO 8859 does of the quotes of
/// Windows: one such byte is to outweigh a declaration together with the rest of what it says, and not alone. With 15 a
/// declared ISO-8859-15 page of the corpus is lost, without it a wild one in windows-1250.
const CONTROL: f32 = 9.0;
/// Encodings which do not write the language, but read no more than one in so many bytes differently, are rivals too, since
/// pages have words of other languages. They are at least so many bits behind: what is declared may make up for that.
const FEW: u32 = 14;
const FOREIGN: f32 = 15.0;
/// Only so many of the next best are looked at for that.
const PLACES: usize = 12;
/// Encodings of the language that read more than one in so many bytes differently are no twins: the whole text tells.
const MOST: u32 = 2;
/// The byte by which most pieces of UTF-8 in Western pages begin.
const UTF8_LEAD: Gram = 0xC3;

/// The best single-byte encoding and those which may be meant instead.
#[derive(Clone, Debug)]
pub(super) struct Twins {
    best: &'static Encoding,
    letters: &'static [char; 128],
    class: usize,
    /// Those that more of the page may still tell from it.
    rivals: Vec<Rival>,
    /// All that only few bytes tell from it.
    related: Vec<&'static Encoding>,
    /// Bytes which one of the rivals reads differently, as long as it is not far behind.
    telling: [bool; 256],
    /// The last two bytes, and how many n-grams hold a telling one of them.
    last: [u8; 2],
    open: u8,
}

#[derive(Clone, Debug)]
struct Rival {
    encoding: &'static Encoding,
    /// The best one's language in this encoding; without one, all that is told is whether the two read the page alike.
    class: Option<usize>,
    /// Whether that class is of another language.
    foreign: bool,
    letters: &'static [char; 128],
    /// Which bytes the two read differently, and which of these tell them apart.
    differs: [bool; 256],
    tells: [bool; 256],
    /// How far it is behind the best, in steps of the model.
    behind: i64,
    /// N-grams which told.
    telling: u32,
    /// Whether there was a byte which the two read differently.
    different: bool,
    /// Bytes which are controls here and not in the best, less those which are so in the best and not here.
    controls: i64,
}

impl Rival {
    /// Whether more of the page would not change what is known of it. Of one of another language enough is known at once.
    fn is_settled(&self, model: &Likelihoods) -> bool {
        match self.class {
            Some(_) => self.foreign || self.different && self.bits_behind(model).abs() >= FAR,
            None => self.different,
        }
    }

    fn bits_behind(&self, model: &Likelihoods) -> f32 {
        let behind = BITS * (FRESH / self.telling as f32).min(1.0) * model.step() * self.behind as f32;
        // Two which are far ahead of the best are not compared by how far: that is noise.
        let behind = behind.max(-FAR) + CONTROL * self.controls.clamp(-1, 1) as f32;
        if self.foreign { FOREIGN + behind.max(0.0) } else { behind }
    }
}

impl Twins {
    /// The best single-byte encoding of a ranking, and its rivals in this text, put where its telling bytes put them.
    /// None if the best is no such encoding.
    ///
    /// `seen` tells which bytes the page has outside of its text as well.
    pub fn new(
        model: &Likelihoods,
        ranking: &mut Ranking,
        counts: &Counts,
        seen: &[bool; 256],
    ) -> Option<Twins> {
        let single = |encoding: &Encoding| encoding.family() == Family::SingleByte;
        let best = ranking.ranked.first().filter(|r| single(r.encoding))?;
        let class = best.class?;
        let language = &model.classes()[class].language;
        let letters = upper_half(best.encoding);
        let histogram: [u32; 128] = std::array::from_fn(|byte| counts.get(byte as Gram | 0x80));
        let high = histogram.iter().sum::<u32>();
        let (few, most) = (high / FEW, high / MOST);
        let rival = |(place, other): (usize, &Ranked)| {
            let same = |n: &&usize| model.classes()[**n].language == *language;
            let own = model.classes_of(other.encoding).iter().find(same).copied();
            let near = best.bits - other.bits < NEAR;
            if own.is_none() && !near && place > PLACES {
                return None;
            }
            let others = upper_half(other.encoding);
            let differs: [bool; 256] =
                std::array::from_fn(|byte| byte > 127 && letters[byte & 127] != others[byte & 127]);
            let different: u32 =
                (0..128).filter(|byte| differs[byte | 128]).map(|byte| histogram[byte]).sum();
            let class =
                own.filter(|_| near || different <= most).or(other.class.filter(|_| different <= few));
            (class.is_some() || near).then(|| Rival {
                encoding: other.encoding,
                class,
                foreign: own.is_none(),
                letters: others,
                differs,
                tells: std::array::from_fn(|byte| {
                    differs[byte] && as_seen(letters[byte & 127]) != as_seen(others[byte & 127])
                }),
                behind: 0,
                telling: 0,
                different: false,
                controls: 0,
            })
        };
        let others = ranking.ranked.iter().enumerate().skip(1).filter(|(_, other)| single(other.encoding));
        let rivals: Vec<Rival> = others.filter_map(rival).collect();
        let related =
            rivals.iter().filter(|rival| rival.class.is_some()).map(|rival| rival.encoding).collect();
        let (telling, last) = ([false; 256], [b' '; 2]);
        let mut twins =
            Twins { best: best.encoding, letters, class, rivals, related, telling, last, open: 0 };
        twins.set_telling();
        for (gram, count) in counts.iter() {
            let [c, b, a, _] = gram.to_le_bytes().map(usize::from);
            if twins.telling[a] | twins.telling[b] | twins.telling[c] {
                let piece = if is_piece(UTF8_LEAD, gram) { counts.get(UTF8_LEAD << 8 | gram) } else { 0 };
                twins.count(model, gram, count.saturating_sub(piece));
            }
        }
        for byte in (128..256).filter(|&byte| seen[byte] && histogram[byte & 127] == 0) {
            if !(seen[UTF8_LEAD as usize] && is_piece(UTF8_LEAD, byte as Gram)) {
                twins.count(model, byte as Gram, 1);
            }
        }
        twins.rank(model, ranking);
        twins.rivals.retain(|rival| !rival.is_settled(model));
        twins.set_telling();
        Some(twins)
    }

    fn set_telling(&mut self) {
        self.telling = [false; 256];
        for rival in &self.rivals {
            rival.differs.iter().zip(&mut self.telling).for_each(|(differs, any)| *any |= differs);
        }
    }

    /// Whether one of them is ahead of what was the best.
    pub fn is_overtaken(&self, ranking: &Ranking) -> bool {
        ranking.ranked.first().is_some_and(|first| first.encoding != self.best)
    }

    /// Whether an encoding is among them.
    pub fn has(&self, encoding: &'static Encoding) -> bool {
        self.related.contains(&encoding)
    }

    /// Looks for telling bytes in what comes after the text which was counted.
    pub fn feed(&mut self, mut bytes: &[u8], model: &Likelihoods) {
        while !bytes.is_empty() && !self.rivals.is_empty() {
            if self.open == 0 {
                let skip = self.next_telling(bytes);
                for &byte in &bytes[skip.saturating_sub(2)..skip] {
                    self.last = [self.last[1], fold(byte)];
                }
                bytes = &bytes[skip..];
            }
            let Some((&byte, rest)) = bytes.split_first() else { return };
            bytes = rest;
            let ([a, b], c) = (self.last.map(Gram::from), fold(byte));
            self.last = [self.last[1], c];
            self.open = if self.telling[usize::from(byte)] { 3 } else { self.open };
            let pair = b << 8 | Gram::from(c);
            if self.open > 2 && !is_piece(b, Gram::from(c)) {
                self.count(model, Gram::from(c), 1);
            }
            if self.open > 1 {
                self.count(model, pair, 1);
            }
            self.count(model, TRIPLE | a << 16 | pair, 1);
            self.open -= 1;
        }
    }

    /// How many bytes there are before one which tells.
    fn next_telling(&self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            at += encoding_rs::Encoding::ascii_valid_up_to(&bytes[at..]);
            let word =
                bytes[at..].iter().take_while(|&&byte| !byte.is_ascii() && !self.telling[usize::from(byte)]);
            at += word.count();
            if bytes.get(at).is_some_and(|&byte| self.telling[usize::from(byte)]) {
                break;
            }
        }
        at
    }

    /// Takes an n-gram into account, and how often it was seen.
    fn count(&mut self, model: &Likelihoods, gram: Gram, count: u32) {
        let bytes = gram.to_le_bytes();
        let bytes = &bytes[..3];
        // A piece of UTF-8 in the page tells nothing of the rest.
        let [c, b, a] = [0, 1, 2].map(|n| Gram::from(bytes[n]));
        if count == 0 || is_piece(b, c) || is_piece(a, b) {
            return;
        }
        let entries = model.entries(gram);
        for rival in &mut self.rivals {
            rival.different |= bytes.iter().any(|byte| rival.differs[usize::from(*byte)]);
            if !bytes.iter().any(|byte| rival.tells[usize::from(*byte)]) {
                continue;
            }
            if gram < 0x100 {
                let control = |letters: &[char; 128]| i64::from(is_control(letters[gram as usize & 127]));
                rival.controls += control(rival.letters) - control(self.letters);
            }
            if let Some(class) = rival.class.filter(|_| !entries.is_empty()) {
                let steps = |class| i64::from(model.steps(entries, class));
                let count = count.min(CAP);
                rival.behind += i64::from(count) * (steps(self.class) - steps(class));
                rival.telling += count;
            }
        }
    }

    /// Puts the rivals where the telling bytes put them.
    pub fn rank(&self, model: &Likelihoods, ranking: &mut Ranking) {
        let Some(best) = ranking.ranked.iter().find(|r| r.encoding == self.best).map(|r| r.bits) else {
            return;
        };
        for rival in self.rivals.iter().filter(|rival| rival.class.is_some()) {
            if let Some(ranked) = ranking.ranked.iter_mut().find(|r| r.encoding == rival.encoding) {
                ranked.bits = best - rival.bits_behind(model);
                ranked.class = rival.class;
            }
        }
        ranking.ranked.sort_by(|a, b| b.bits.total_cmp(&a.bits));
    }

    /// Says which encodings read the text alike.
    pub fn evidence(&self) -> impl Iterator<Item = Evidence> + '_ {
        self.rivals.iter().filter(|rival| !rival.different).map(|rival| Evidence {
            source: Source::Legality,
            encoding: Some(rival.encoding),
            bits: 0.0,
            fact: Fact::Alike(self.best),
        })
    }
}

/// Whether two bytes are a letter of UTF-8. Where the second is a control in some encodings it tells, whatever it was.
fn is_piece(first: Gram, second: Gram) -> bool {
    first == UTF8_LEAD && (0xA0..0xC0).contains(&second)
}

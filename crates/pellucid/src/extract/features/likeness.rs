//! How much a text has in common with the title and the description of its page: a short article shares words with them, and the
//! teasers around it do not.
//!
//! Words would need spaces, and every language its own endings. So what is compared is every run of four letters and signs, without
//! their case; of scripts that write syllables or words with a sign, every two.

/// No more runs of a title or description are known.
const MOST: usize = 512;
/// Places of the table: a run that would stand where another does is left out.
const PLACES: usize = 4096;

/// What blocks are compared with.
pub struct Likeness {
    /// The runs that are known. The first is none.
    known: Vec<u64>,
    /// The number of the one at each place; 0 where there is none.
    table: Vec<u16>,
    /// How many runs of the title there are; those of the description come after them.
    title: usize,
}

/// What a text shares with the title and the description.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shared {
    /// The share of the title's runs that are in it, and of the description's.
    pub title: f32,
    pub description: f32,
    /// How many of its own runs are in one of them, and how many it has.
    pub matches: f32,
    pub runs: f32,
}

impl Likeness {
    /// With these.
    pub fn new(title: &str, description: &str) -> Likeness {
        let (mut known, mut table) = (vec![0], vec![0; PLACES]);
        let mut add = |text: &str, most: usize| {
            runs(text, |run| {
                let number = &mut table[place(run)];
                if *number == 0 && known.len() <= most {
                    *number = known.len() as u16;
                    known.push(run);
                }
            });
            known.len() - 1
        };
        let title = add(title, MOST);
        add(description, 2 * MOST);
        Likeness { known, table, title }
    }

    /// What a text shares with them. `seen` is lent, and belongs to one of them: the number of the last text that had each run.
    pub fn of(&self, text: &str, number: u32, seen: &mut Vec<u32>) -> Shared {
        if self.known.len() == 1 {
            return Shared::default();
        }
        seen.resize(self.known.len(), u32::MAX);
        let (mut matches, mut all, mut title, mut description) = (0u32, 0u32, 0u32, 0u32);
        runs(text, |run| {
            all += 1;
            let which = usize::from(self.table[place(run)]);
            if self.known[which] == run {
                matches += 1;
                if std::mem::replace(&mut seen[which], number) != number {
                    *(if which <= self.title { &mut title } else { &mut description }) += 1;
                }
            }
        });
        let share = |of: u32, all: usize| of as f32 / (all as f32).max(1.0);
        Shared {
            title: share(title, self.title),
            description: share(description, self.known.len() - 1 - self.title),
            matches: matches as f32,
            runs: all as f32,
        }
    }
}

fn place(run: u64) -> usize {
    (run.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize
}

/// What stands for each character of ASCII in a run: letters without their case, digits; nothing for what parts runs.
const ASCII: [u8; 128] = {
    let mut codes = [0; 128];
    let mut code = 0;
    while code < 128 {
        if (code as u8).is_ascii_alphanumeric() {
            codes[code] = (code as u8).to_ascii_lowercase();
        }
        code += 1;
    }
    codes
};

/// Each run of letters and signs that are together, as a number.
fn runs(text: &str, mut each: impl FnMut(u64)) {
    let (mut run, mut length) = (0u64, 0u32);
    if text.is_ascii() {
        for &byte in text.as_bytes() {
            let code = ASCII[usize::from(byte & 0x7F)];
            run = run << 16 | u64::from(code);
            length = if code == 0 { 0 } else { length + 1 };
            if length >= 4 {
                each(run);
            }
        }
        return;
    }
    for c in text.chars() {
        let code = match c {
            '\0'..='\x7F' => u64::from(ASCII[c as usize]),
            '\u{2000}'..='\u{206F}' | '\u{3000}'..='\u{303F}' | '\u{A0}'..='\u{BF}' => 0,
            // Greek and Russian capitals stand that far before the small letters.
            '\u{391}'..='\u{3A9}' | '\u{410}'..='\u{42F}' => u64::from(c) + 0x20,
            _ => u64::from(c) & 0xFFFF,
        };
        if code == 0 {
            length = 0;
            continue;
        }
        run = run << 16 | code;
        length += 1;
        if c >= '\u{2E80}' {
            if length >= 2 {
                each(run & 0xFFFF_FFFF);
            }
        } else if length >= 4 {
            each(run);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(title: &str, description: &str, text: &str) -> Shared {
        Likeness::new(title, description).of(text, 0, &mut Vec::new())
    }

    #[test]
    fn texts_share_runs_in_all_scripts() {
        let both = |a: &str, b: &str| {
            let shared = shared(a, "", b);
            (shared.title, shared.matches, shared.runs)
        };
        assert_eq!(both("Green tea", "GREEN, tea"), (1.0, 2.0, 2.0));
        assert_eq!(both("Green", "greed"), (0.5, 1.0, 2.0));
        assert_eq!(both("Зелёный чай", "ЗЕЛёный"), (1.0, 4.0, 4.0));
        assert_eq!(both("緑茶の本", "茶の湯"), (1.0 / 3.0, 1.0, 2.0));
        assert_eq!(both("tea", "tea"), (0.0, 0.0, 0.0));
        let shared = shared("Green", "brown", "brown brown");
        assert_eq!((shared.title, shared.description, shared.matches), (0.0, 1.0, 4.0));
    }

    #[test]
    fn texts_are_counted_apart() {
        let likeness = Likeness::new("Green tea", "");
        let mut seen = Vec::new();
        let each = [0, 1].map(|number| likeness.of("green", number, &mut seen).title);
        assert_eq!(each, [1.0, 1.0]);
        assert_eq!(Likeness::new("", "").of("green", 0, &mut seen), Shared::default());
    }

    #[test]
    fn long_titles_have_an_end() {
        let long: String = (0..9999).map(|n| char::from_u32(0x4E00 + n % 7000).unwrap_or('x')).collect();
        let likeness = Likeness::new(&long, &long);
        assert!(likeness.title <= MOST && likeness.known.len() <= 2 * MOST + 1);
        assert!(likeness.of(&long, 0, &mut Vec::new()).title > 0.9);
    }
}

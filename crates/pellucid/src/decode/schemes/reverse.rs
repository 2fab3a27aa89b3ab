//! From a character back to its code.

/// A sparse map of characters to codes: a page of 256 for each block of characters that is used at all.
///
/// Built from the decoding table when an encoding is first written, so that each mapping is stored once and
/// both directions can't disagree.
pub(crate) struct Reverse {
    /// For each `char >> 8` the number of its page, 0 for none.
    index: Vec<u16>,
    /// Codes, 0 for none; page 0 is empty.
    pages: Vec<[u32; 256]>,
}

impl Reverse {
    /// From all pairs of character and code, codes not 0. Of several codes for a character, the first is
    /// kept.
    pub(crate) fn new(pairs: impl IntoIterator<Item = (char, u32)>) -> Reverse {
        let mut reverse = Reverse { index: Vec::new(), pages: vec![[0; 256]] };
        for (c, code) in pairs {
            let block = c as usize >> 8;
            if reverse.index.len() <= block {
                reverse.index.resize(block + 1, 0);
            }
            if reverse.index[block] == 0 {
                reverse.index[block] = reverse.pages.len() as u16;
                reverse.pages.push([0; 256]);
            }
            let page = usize::from(reverse.index[block]);
            let cell = &mut reverse.pages[page][c as usize & 0xFF];
            if *cell == 0 {
                *cell = code;
            }
        }
        reverse
    }

    /// The code of a character.
    pub(crate) fn get(&self, c: char) -> Option<u32> {
        let page = *self.index.get(c as usize >> 8)?;
        Some(self.pages[usize::from(page)][c as usize & 0xFF]).filter(|code| *code != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_code_of_a_character_is_kept() {
        let reverse = Reverse::new([('a', 1), ('\u{2F800}', 2), ('a', 3)]);
        assert_eq!(reverse.get('a'), Some(1));
        assert_eq!(reverse.get('\u{2F800}'), Some(2));
        assert_eq!(reverse.get('b'), None);
        assert_eq!(reverse.get('ж'), None);
        assert_eq!(reverse.get('\u{10FFFF}'), None);
    }
}

//! What the characters of a block are, in all scripts.

/// Counts of the characters of a block.
#[derive(Clone, Copy, Default)]
pub struct Characters {
    pub marks: f32,
    pub digits: f32,
    pub capitals: f32,
    pub foreign: f32,
    pub lines: f32,
}

impl Characters {
    /// Of this text.
    pub fn of(text: &str) -> Characters {
        let mut counts = Characters::default();
        let one = |is: bool| f32::from(u8::from(is));
        for c in text.chars() {
            if c.is_ascii() {
                let byte = c as u8;
                counts.marks += one(matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?'));
                counts.digits += one(byte.is_ascii_digit());
                counts.capitals += one(byte.is_ascii_uppercase());
                counts.lines += one(byte == b'\n');
            } else {
                counts.foreign += 1.0;
                counts.marks += one(is_mark(c));
                counts.digits += one(c.is_numeric());
                counts.capitals += one(c.is_uppercase());
            }
        }
        counts
    }
}

/// Marks beyond ASCII which end or part sentences, in all scripts that have such.
fn is_mark(c: char) -> bool {
    matches!(
        c,
        '，' | '、' | '；' | '：' | '،' | '؛' | '·' | '…' | '。' | '！' | '？' | '؟' | '۔' | '।' | '։'
    )
}

/// Whether a sentence may end so.
pub fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '"' | '”' | '。' | '！' | '？' | '؟' | '۔' | '।' | '։')
}

//! Lines with a date: comments, teasers and posts of a forum have one each, and an article has one or two.

/// Longer blocks are no such lines.
const LONGEST: u32 = 90;

/// Whether a block of so many characters is a line with a date, or a time, in figures.
pub fn is_dated(text: &str, characters: u32) -> bool {
    if characters > LONGEST {
        return false;
    }
    let bytes = text.as_bytes();
    let mut at = 0;
    // What stood before this number: its digits, and the sign between.
    let mut before: Option<(usize, u8)> = None;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            before = None;
            at += 1;
            continue;
        }
        let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = &bytes[at..at + length];
        let is_year = length == 4 && (number.starts_with(b"19") || number.starts_with(b"20"));
        let is_time = length == 2 && number[0] < b'6' && matches!(before, Some((1 | 2, b':')));
        if is_year || is_time {
            return true;
        }
        let after = bytes.get(at + length).copied().unwrap_or(b' ');
        before = Some((length, after));
        at += length + 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_seen() {
        let lines =
            ["07 Nov 2012", "2024-05-06", "2012年8月9日", "at 9:05 pm", "12.01.2008", "(15:48)", "1999"];
        lines.iter().for_each(|line| assert!(is_dated(line, 9), "{line}"));
        let others = ["", "12 comments", "$ 20.50", "12345", "20123", "1:2", "9:75", "2x", "3:"];
        others.iter().for_each(|line| assert!(!is_dated(line, 9), "{line}"));
        assert!(!is_dated("2024", LONGEST + 1));
    }
}

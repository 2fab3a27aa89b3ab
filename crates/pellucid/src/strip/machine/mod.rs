//! The tokenizer: bytes in, runs of text out.
//!
//! The states are those of the HTML standard's tokenizer, by its names, less what makes no difference to text:
//!
//! - The eleven states inside a comment are two: a comment ends at the first `-->` or `--!>`, or at once with
//!   `<!-->` and `<!--->`.
//! - The sixteen states of a doctype are the bogus comment's: all of them leave at the first `>`, even in quotes.
//! - States that look a bounded number of bytes ahead (tag open, end tag open, markup declaration open, the
//!   states that look for an end tag in raw text and scripts, references) are no states. The bytes are looked at
//!   in one go; when there are too few, they are left to be seen again with those that follow. So a step
//!   either moves on or ends the run, and nothing is looked at twice beyond [`Machine::LOOKAHEAD`] bytes: time is
//!   linear whatever is left unclosed.
//!
//! Tags and text are read here, comments and CDATA sections in `comments`, raw text and scripts in `raw_text`.
//!
//! The tree builder's part in tokenizing is reduced to [`Element`]: the content of an element is read by its
//! name alone, and CDATA sections are recognised between `<svg>` or `<math>` and their end tags.

mod comments;
mod raw_text;

use std::ops::ControlFlow::{self, Break, Continue};

use memchr::{memchr, memchr2, memmem};

use crate::html::{self, Content, Digits, Reference, ends_tag_name, is_space};
use crate::strip::attributes::Attributes;
use crate::strip::elements::Element;
use crate::strip::scan;
use crate::strip::{Channel, Sink};

/// Names that matter are shorter: those of elements, and `placeholder`.
const LONG_NAME: usize = 12;
const _: () = assert!(html::LONGEST < LONG_NAME);

/// The tokenizer's states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Data,
    /// RCDATA and RAWTEXT; the element says which, and whether it is seen.
    RawText,
    Script,
    ScriptEscaped,
    ScriptDoubleEscaped,
    PlainText,
    Cdata,
    /// The rest of a name that is none of interest.
    TagName,
    BeforeAttributeName,
    /// The rest of a name that is none of interest.
    AttributeName,
    AfterAttributeName,
    BeforeAttributeValue,
    DoubleQuoted,
    SingleQuoted,
    Unquoted,
    /// After a `/` in a tag.
    SelfClosing,
    CommentStart,
    Comment,
    BogusComment,
}

/// Where a step has come: on with the next from here, or no further with these bytes.
type Step = ControlFlow<usize, usize>;

/// What a `<` turns out to be.
enum Markup {
    /// Text.
    No,
    /// More bytes must be seen.
    Undecided,
    /// Markup, read up to here.
    To(usize),
}

#[derive(Clone, Debug)]
pub(in crate::strip) struct Machine {
    state: State,
    /// The current tag's element; in raw text and scripts, the one whose end tag is awaited.
    element: Element,
    /// Whether the current tag is an end tag.
    end: bool,
    /// How many `svg` and `math` are open.
    foreign: u32,
    /// Whether a tag or a reference separates the next text from the last. Told before the next text only: after
    /// most tags there is none, and adding up is cheaper than branching on what cannot be predicted.
    apart: bool,
    /// A numeric reference which goes on.
    digits: Option<Digits>,
    attributes: Attributes,
    dashes: memmem::Finder<'static>,
}

impl Machine {
    /// At most so many bytes are left when more are needed to go on.
    pub const LOOKAHEAD: usize = Reference::LOOKAHEAD;

    pub fn new() -> Machine {
        Machine {
            state: State::Data,
            element: Element::OTHER,
            end: false,
            foreign: 0,
            apart: true,
            digits: None,
            attributes: Attributes::new(),
            dashes: memmem::Finder::new(b"--"),
        }
    }

    /// Reads `bytes`, and says how far it came: to their end, or to what cannot be decided without those that
    /// follow. `last`: none follow, and all are read.
    pub fn run<S: Sink + ?Sized>(&mut self, bytes: &[u8], last: bool, sink: &mut S) -> usize {
        let mut at = 0;
        if let Some(digits) = self.digits {
            let (length, ended) = digits.rest(bytes);
            if !ended {
                return length;
            }
            self.digits = None;
            at = length;
        }
        while at < bytes.len() {
            let step = match self.state {
                State::Data => self.data(bytes, at, last, sink),
                State::RawText => self.raw_text(bytes, at, last, sink),
                State::Script => self.script(bytes, at, last),
                State::ScriptEscaped | State::ScriptDoubleEscaped => self.escaped_script(bytes, at, last),
                State::PlainText => {
                    self.text(&bytes[at..], sink);
                    Continue(bytes.len())
                }
                State::Cdata => self.cdata(bytes, at, last, sink),
                State::TagName => self.tag_name(bytes, at),
                State::BeforeAttributeName => self.attributes(bytes, at, sink),
                State::AttributeName => self.attribute_name(bytes, at),
                State::AfterAttributeName => self.after_attribute_name(bytes, at),
                State::BeforeAttributeValue => self.before_attribute_value(bytes, at, sink),
                State::DoubleQuoted => self.quoted(bytes, at, b'"', last, sink),
                State::SingleQuoted => self.quoted(bytes, at, b'\'', last, sink),
                State::Unquoted => self.unquoted(bytes, at, last, sink),
                State::SelfClosing => self.self_closing(bytes, at, sink),
                State::CommentStart => self.comment_start(bytes, at, last),
                State::Comment => self.comment(bytes, at, last),
                State::BogusComment => self.bogus_comment(bytes, at),
            };
            match step {
                Continue(next) => at = next,
                Break(next) => return next,
            }
        }
        at
    }

    /// Takes bytes which are no markup, whatever they look like.
    pub fn hidden<S: Sink + ?Sized>(&mut self, bytes: &[u8], sink: &mut S) {
        match self.state {
            State::Data | State::Cdata | State::PlainText => self.text(bytes, sink),
            State::RawText => self.raw(bytes, sink),
            State::DoubleQuoted | State::SingleQuoted | State::Unquoted => self.attributes.bytes(bytes, sink),
            _ => {}
        }
    }

    /// Visible text. White space after a boundary is left out: the boundary says as much.
    #[inline(always)]
    fn text<S: Sink + ?Sized>(&mut self, mut bytes: &[u8], sink: &mut S) {
        if self.apart {
            let Some(start) = bytes.iter().position(|&byte| !is_space(byte)) else { return };
            bytes = &bytes[start..];
            self.apart = false;
            sink.boundary(Channel::Text);
        }
        if !bytes.is_empty() {
            sink.bytes(Channel::Text, bytes);
        }
    }

    fn data<S: Sink + ?Sized>(&mut self, bytes: &[u8], mut at: usize, last: bool, sink: &mut S) -> Step {
        let mut from = at;
        loop {
            // Between two tags there is mostly nothing but white space. Whether it counts is asked last: that
            // depends on the tag before, which is slower to know than what comes next.
            let mut start = from;
            if from == at {
                while bytes.get(at).is_some_and(|&byte| is_space(byte)) {
                    at += 1;
                }
                start = at;
            }
            if bytes.get(at) != Some(&b'<') {
                let Some(found) = memchr2(b'<', b'&', &bytes[at..]) else {
                    self.text(&bytes[from..], sink);
                    return Continue(bytes.len());
                };
                at += found;
            }
            if from < at {
                if self.apart && start < at {
                    self.apart = false;
                    sink.boundary(Channel::Text);
                    sink.bytes(Channel::Text, &bytes[start..at]);
                } else if !self.apart {
                    sink.bytes(Channel::Text, &bytes[from..at]);
                }
                from = at;
            }
            if bytes[at] == b'<' {
                match self.tag_open(bytes, at, last, sink) {
                    Markup::No => at += 1,
                    Markup::Undecided => return Break(at),
                    // Most often the next text follows; and to go on here spares the way round through `run`.
                    Markup::To(next) if self.state == State::Data => {
                        at = next;
                        from = next;
                    }
                    Markup::To(next) => return Continue(next),
                }
            } else {
                match Reference::at(&bytes[at..], false, last) {
                    Reference::None => at += 1,
                    Reference::Undecided => return Break(at),
                    Reference::Of(length) => {
                        self.apart = true;
                        at += length;
                        from = at;
                    }
                    Reference::Digits(digits) => {
                        self.apart = true;
                        self.digits = Some(digits);
                        return Continue(bytes.len());
                    }
                }
            }
        }
    }

    /// The tag open, end tag open and markup declaration open states, and whole tags if the bytes hold them.
    #[inline(always)]
    fn tag_open<S: Sink + ?Sized>(&mut self, bytes: &[u8], at: usize, last: bool, sink: &mut S) -> Markup {
        // Start and end tags take turns unpredictably: one way for both.
        let end = bytes.get(at + 1) == Some(&b'/');
        let name = at + 1 + usize::from(end);
        if bytes.get(name).is_some_and(u8::is_ascii_alphabetic) {
            self.end = end;
            return self.tag(bytes, name, last, sink);
        }
        match bytes.get(at + 1..) {
            Some([b'/', b'>', ..]) => Markup::To(at + 3),
            Some([b'/', _, ..]) => self.go(State::BogusComment, at + 2),
            Some([b'!', ..]) => self.declaration(bytes, at, last),
            Some([b'?', ..]) => self.go(State::BogusComment, at + 1),
            Some([] | [b'/']) if !last => Markup::Undecided,
            _ => Markup::No,
        }
    }

    fn go(&mut self, state: State, to: usize) -> Markup {
        self.state = state;
        Markup::To(to)
    }

    fn declaration(&mut self, bytes: &[u8], at: usize, last: bool) -> Markup {
        const CDATA: &[u8] = b"[CDATA[";
        let rest = &bytes[at + 2..];
        if rest.starts_with(b"--") {
            self.go(State::CommentStart, at + 4)
        } else if self.foreign > 0 && rest.starts_with(CDATA) {
            self.go(State::Cdata, at + 2 + CDATA.len())
        } else if !last && (b"--".starts_with(rest) || self.foreign > 0 && CDATA.starts_with(rest)) {
            Markup::Undecided
        } else {
            self.go(State::BogusComment, at + 2)
        }
    }

    /// A tag whose name begins at `at`.
    #[inline(always)]
    fn tag<S: Sink + ?Sized>(&mut self, bytes: &[u8], at: usize, last: bool, sink: &mut S) -> Markup {
        let rest = &bytes[at..];
        let eight = scan::eight(rest);
        let length = scan::letters(eight);
        let (length, end) = match rest.get(length) {
            Some(&byte) if length < 8 && ends_tag_name(byte) => {
                self.element = Element::of_key(scan::key(eight, length));
                (length, byte)
            }
            _ => match rest.iter().position(|&byte| ends_tag_name(byte)) {
                Some(length) => {
                    self.element = Element::of(&rest[..length]);
                    (length, rest[length])
                }
                None if is_open_name(rest) && !last => return Markup::Undecided,
                None => {
                    self.element = Element::OTHER;
                    return self.go(State::TagName, bytes.len());
                }
            },
        };
        if end == b'>' {
            self.end_of_tag(false, sink);
            return Markup::To(at + length + 1);
        }
        if self.element.meta {
            self.attributes.start_meta();
        }
        self.state = State::BeforeAttributeName;
        match self.attributes(bytes, at + length, sink) {
            Continue(next) => Markup::To(next),
            // `run` sees to the rest, and finds that it is undecided.
            Break(next) => Markup::To(next),
        }
    }

    fn tag_name(&mut self, bytes: &[u8], at: usize) -> Step {
        match bytes[at..].iter().position(|&byte| ends_tag_name(byte)) {
            Some(length) => {
                self.state = State::BeforeAttributeName;
                Continue(at + length)
            }
            None => Continue(bytes.len()),
        }
    }

    /// The before attribute name state, and whole attributes as long as the bytes hold them.
    #[inline(always)]
    fn attributes<S: Sink + ?Sized>(&mut self, bytes: &[u8], mut at: usize, sink: &mut S) -> Step {
        loop {
            let Some(&first) = bytes.get(at) else { return Continue(at) };
            if is_space(first) {
                at += 1;
                continue;
            }
            if first == b'>' {
                self.end_of_tag(false, sink);
                return Continue(at + 1);
            }
            if first == b'/' {
                self.state = State::SelfClosing;
                at += 1;
                return if at < bytes.len() { self.self_closing(bytes, at, sink) } else { Continue(at) };
            }
            let rest = &bytes[at..];
            let eight = scan::eight(rest);
            let length = scan::letters(eight);
            let (length, end) = match rest.get(length) {
                Some(&byte) if length < 8 && length > 0 && ends_attribute_name(byte) => {
                    self.attributes.start(self.element, scan::key(eight, length));
                    (length, byte)
                }
                // A `=` in the first place is part of the name.
                _ => match rest[1..].iter().position(|&byte| ends_attribute_name(byte)) {
                    Some(position) => {
                        let length = position + 1;
                        if length > 8 {
                            self.attributes.start_long(&rest[..length]);
                        } else {
                            self.attributes.start(self.element, scan::key(eight, length));
                        }
                        (length, rest[length])
                    }
                    None if is_open_name(rest) => return Break(at),
                    None => {
                        self.attributes.skip();
                        self.state = State::AttributeName;
                        return Continue(bytes.len());
                    }
                },
            };
            if self.end {
                self.attributes.skip();
            }
            at += length;
            if end != b'=' {
                self.state = State::AfterAttributeName;
                return Continue(at);
            }
            at += 1;
            let length = match bytes.get(at) {
                Some(&quote @ (b'"' | b'\'')) => {
                    at += 1;
                    let Some(length) = memchr(quote, &bytes[at..]) else {
                        self.state = if quote == b'"' { State::DoubleQuoted } else { State::SingleQuoted };
                        return Continue(at);
                    };
                    length
                }
                _ => {
                    self.state = State::BeforeAttributeValue;
                    return Continue(at);
                }
            };
            if self.attributes.is_wanted() {
                self.value(&bytes[at..at + length], true, sink);
                self.attributes.end(sink);
            }
            at += length + 1;
        }
    }

    fn attribute_name(&mut self, bytes: &[u8], at: usize) -> Step {
        match bytes[at..].iter().position(|&byte| ends_attribute_name(byte)) {
            Some(length) => {
                self.state = State::AfterAttributeName;
                Continue(at + length)
            }
            None => Continue(bytes.len()),
        }
    }

    fn after_attribute_name(&mut self, bytes: &[u8], at: usize) -> Step {
        match bytes[at..].iter().position(|&byte| !is_space(byte)) {
            Some(spaces) if bytes[at + spaces] == b'=' => {
                self.state = State::BeforeAttributeValue;
                Continue(at + spaces + 1)
            }
            Some(spaces) => {
                self.state = State::BeforeAttributeName;
                Continue(at + spaces)
            }
            None => Continue(bytes.len()),
        }
    }

    fn before_attribute_value<S: Sink + ?Sized>(&mut self, bytes: &[u8], at: usize, sink: &mut S) -> Step {
        let Some(spaces) = bytes[at..].iter().position(|&byte| !is_space(byte)) else {
            return Continue(bytes.len());
        };
        let at = at + spaces;
        match bytes[at] {
            b'"' => self.state = State::DoubleQuoted,
            b'\'' => self.state = State::SingleQuoted,
            b'>' => self.end_of_tag(false, sink),
            _ => {
                self.state = State::Unquoted;
                return Continue(at);
            }
        }
        Continue(at + 1)
    }

    fn quoted<S: Sink + ?Sized>(
        &mut self,
        bytes: &[u8],
        at: usize,
        quote: u8,
        last: bool,
        sink: &mut S,
    ) -> Step {
        let length = memchr(quote, &bytes[at..]);
        let end = length.map_or(bytes.len(), |length| at + length);
        if self.attributes.is_wanted() {
            let read = self.value(&bytes[at..end], length.is_some() || last, sink);
            if at + read < end {
                return Break(at + read);
            }
        }
        if length.is_none() {
            return Continue(end);
        }
        self.attributes.end(sink);
        self.state = State::BeforeAttributeName;
        Continue(end + 1)
    }

    fn unquoted<S: Sink + ?Sized>(&mut self, bytes: &[u8], at: usize, last: bool, sink: &mut S) -> Step {
        let length = bytes[at..].iter().position(|&byte| is_space(byte) || byte == b'>');
        let end = length.map_or(bytes.len(), |length| at + length);
        if self.attributes.is_wanted() {
            let read = self.value(&bytes[at..end], length.is_some() || last, sink);
            if at + read < end {
                return Break(at + read);
            }
        }
        if length.is_some() {
            self.attributes.end(sink);
            self.state = State::BeforeAttributeName;
        }
        Continue(end)
    }

    /// A piece of a value somebody wants; `ended`: the value ends with it. Says how far it came.
    fn value<S: Sink + ?Sized>(&mut self, bytes: &[u8], ended: bool, sink: &mut S) -> usize {
        let mut from = 0;
        let mut at = 0;
        while let Some(found) = memchr(b'&', &bytes[at..]) {
            at += found;
            match Reference::at(&bytes[at..], true, ended) {
                Reference::None => at += 1,
                Reference::Undecided => {
                    self.attributes.bytes(&bytes[from..at], sink);
                    return at;
                }
                Reference::Of(length) => {
                    self.attributes.bytes(&bytes[from..at], sink);
                    self.attributes.gap(sink);
                    at += length;
                    from = at;
                }
                Reference::Digits(digits) => {
                    self.attributes.bytes(&bytes[from..at], sink);
                    self.attributes.gap(sink);
                    self.digits = Some(digits);
                    return bytes.len();
                }
            }
        }
        self.attributes.bytes(&bytes[from..], sink);
        bytes.len()
    }

    fn self_closing<S: Sink + ?Sized>(&mut self, bytes: &[u8], at: usize, sink: &mut S) -> Step {
        if bytes[at] == b'>' {
            self.end_of_tag(true, sink);
            Continue(at + 1)
        } else {
            self.state = State::BeforeAttributeName;
            Continue(at)
        }
    }

    /// The current tag is complete: text is separated, and what follows is read as the element demands.
    #[inline(always)]
    fn end_of_tag<S: Sink + ?Sized>(&mut self, self_closing: bool, sink: &mut S) {
        self.state = State::Data;
        self.apart |= !self.element.inline;
        if self.element.peculiar {
            self.end_of_peculiar_tag(self_closing, sink);
        }
    }

    #[inline(never)]
    fn end_of_peculiar_tag<S: Sink + ?Sized>(&mut self, self_closing: bool, sink: &mut S) {
        let element = self.element;
        if self.end {
            if element.foreign {
                self.foreign = self.foreign.saturating_sub(1);
            }
            return;
        }
        if element.meta {
            self.attributes.end_meta(sink);
        }
        if self_closing && (self.foreign > 0 || element.foreign) {
            return;
        }
        if element.foreign {
            self.foreign = self.foreign.saturating_add(1);
        }
        self.state = match element.content {
            Content::Markup => State::Data,
            Content::Title => {
                sink.boundary(self.title());
                State::RawText
            }
            Content::Text | Content::Raw | Content::Hidden => State::RawText,
            Content::Script => State::Script,
            Content::Plain => State::PlainText,
        };
    }

    /// The stream of a `title`: in a drawing it is what the mouse pointer shows, as the attribute is.
    fn title(&self) -> Channel {
        if self.foreign > 0 { Channel::Attribute } else { Channel::Title }
    }
}

#[inline(always)]
fn ends_attribute_name(byte: u8) -> bool {
    ends_tag_name(byte) || byte == b'='
}

/// Whether these bytes, if more follow, may become a name that matters: all of those are a few letters.
fn is_open_name(bytes: &[u8]) -> bool {
    bytes.len() < LONG_NAME && bytes.iter().all(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use crate::strip::{Stripper, Text, strip};

    /// The visible text, with `|` for the line feed at a boundary.
    fn text(page: &str) -> String {
        String::from_utf8(strip(page.as_bytes()).text).unwrap().replace('\n', "|")
    }

    #[track_caller]
    pub(super) fn check(cases: &[(&str, &str)]) {
        for (page, expected) in cases {
            assert_eq!(text(page), *expected, "{page}");
        }
    }

    #[test]
    fn tags_join_or_separate() {
        check(&[
            ("a<b>b</b>c", "abc"),
            ("a<p>b</p>c", "a|b|c"),
            ("a<br>b<BR/>c", "a|b|c"),
            ("a<unknown-element>b", "a|b"),
            ("<p>a</p><p></p><p>b</p>", "a|b"),
        ]);
    }

    #[test]
    fn what_is_no_tag_is_text() {
        check(&[
            ("a < b", "a < b"),
            ("a<3", "a<3"),
            ("<<b>a", "<a"),
            ("a<", "a<"),
            ("a</", "a</"),
            ("a</>b", "ab"),
            ("a</ b>c", "ac"),
            ("a<?php echo '>' ?>b", "a' ?>b"),
            ("a<b", "a"),
        ]);
    }

    #[test]
    fn attributes_hide_what_they_quote() {
        check(&[
            ("<b x='>'>a", "a"),
            ("<b x=\">\"y='>'>a", "a"),
            ("<b x=a'>'>b", "'>b"),
            ("<b x = '>' >a", "a"),
            ("<b x= >a", "a"),
            ("<b =>a", "a"),
            ("<b ='>a", "a"),
            ("<b '>a", "a"),
            ("<b x/='>'>a", "'>a"),
            ("<b/x='>'/>a", "a"),
            ("<b x='a>b", ""),
            ("</b x='>'>a", "a"),
        ]);
    }

    #[test]
    fn references_are_left_out_and_separate() {
        check(&[
            ("a&amp;b&#233;c&copyd&nosuch;e & f", "a|b|c|d&nosuch;e & f"),
            ("&nbsp;a&nbsp;", "a"),
            ("a&#00000000000000000000000000000000000000000000000000000000000065;b", "a|b"),
        ]);
    }

    #[test]
    fn bytes_of_the_text_are_not_touched() {
        assert_eq!(strip(b"<p>\xFF\x00\x80\r\n\x0C").text, b"\xFF\x00\x80\r\n\x0C");
    }

    /// Whatever never ends is read in linear time, or this test would take days.
    #[test]
    fn time_is_linear() {
        let units = [
            "<",
            "<!--",
            "<!",
            "<!-",
            "</",
            "<a",
            "<a ",
            "<a b",
            "<a b=",
            "<a b='",
            "<a b=\"'",
            "<?",
            "&",
            "&#",
            "&#1",
            "&a",
            "&amp",
            "-",
            "--",
            "--!",
            "]",
            "]]",
            "<svg>",
            "<svg><![CDATA[",
            "<script>",
            "<script><!--",
            "<!--<script>",
            "</script",
            "<script><",
            "<script><!--<script",
            "<title>",
            "<title></titl",
            "<textarea>&",
            "<meta content='",
            "<meta content=a ",
            "<img alt='",
            "<img alt='&",
            "<xmp></xm",
            "\x1B",
            "\x1B$",
            "\x1B$B",
            "\x1B$B<",
            "\x0E",
            "\x1B$)C\x0E",
            "'",
            "\"",
            "=",
            "/",
        ];
        for unit in units {
            for opening in
                ["", "<a b='", "<!--", "<script>", "<script><!--", "<svg><![CDATA[", "<title>", "<"]
            {
                let page = opening.to_owned() + &unit.repeat((1 << 18) / unit.len());
                let whole = strip(page.as_bytes());
                let mut pieces = Text::default();
                let mut stripper = Stripper::new();
                for piece in page.as_bytes().chunks(1000) {
                    stripper.feed(piece, &mut pieces);
                }
                stripper.finish(&mut pieces);
                assert_eq!(pieces, whole, "{opening}{unit}");
            }
        }
    }
}

//! Comments, bogus comments and CDATA sections.

use std::ops::ControlFlow::{Break, Continue};

use memchr::{memchr, memmem};

use super::{Machine, State, Step};
use crate::strip::Sink;

impl Machine {
    pub(super) fn cdata<S: Sink + ?Sized>(
        &mut self,
        bytes: &[u8],
        at: usize,
        last: bool,
        sink: &mut S,
    ) -> Step {
        let rest = &bytes[at..];
        let end = memmem::find(rest, b"]]>");
        let brackets =
            if last { 0 } else { rest.iter().rev().take(2).take_while(|&&byte| byte == b']').count() };
        let length = end.unwrap_or(rest.len() - brackets);
        self.text(&rest[..length], sink);
        if end.is_some() {
            self.state = State::Data;
            Continue(at + length + 3)
        } else if brackets > 0 {
            Break(at + length)
        } else {
            Continue(bytes.len())
        }
    }

    pub(super) fn comment_start(&mut self, bytes: &[u8], at: usize, last: bool) -> Step {
        let rest = &bytes[at..];
        let abrupt = [&b">"[..], b"->"].into_iter().find(|end| rest.starts_with(end));
        if rest == b"-" && !last {
            return Break(at);
        }
        self.state = if abrupt.is_some() { State::Data } else { State::Comment };
        Continue(at + abrupt.map_or(0, <[u8]>::len))
    }

    pub(super) fn comment(&mut self, bytes: &[u8], mut at: usize, last: bool) -> Step {
        while let Some(found) = self.dashes.find(&bytes[at..]) {
            let start = at + found;
            let Some(dashes) = bytes[start..].iter().position(|&byte| byte != b'-') else {
                return if last { Continue(bytes.len()) } else { Break(bytes.len() - 2) };
            };
            at = start + dashes;
            let length = match bytes[at..] {
                [b'>', ..] => 1,
                [b'!', b'>', ..] => 2,
                [b'!'] if !last => return Break(at - 2),
                _ => continue,
            };
            self.state = State::Data;
            return Continue(at + length);
        }
        if bytes.ends_with(b"-") && !last { Break(bytes.len() - 1) } else { Continue(bytes.len()) }
    }

    pub(super) fn bogus_comment(&mut self, bytes: &[u8], at: usize) -> Step {
        match memchr(b'>', &bytes[at..]) {
            Some(length) => {
                self.state = State::Data;
                Continue(at + length + 1)
            }
            None => Continue(bytes.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn comments_end_where_the_standard_ends_them() {
        check(&[
            ("a<!-- > -- -> -->b", "ab"),
            ("a<!-->b", "ab"),
            ("a<!--->b", "ab"),
            ("a<!---->b", "ab"),
            ("a<!-- --!>b", "ab"),
            ("a<!--!>-->b", "ab"),
            ("a<!------->b", "ab"),
            ("a<!-- <!-- -->b-->c", "ab-->c"),
            ("a<!-- b", "a"),
            ("a<!- b>c", "ac"),
            ("a<![if IE]>b<![endif]>c", "abc"),
            ("<!DOCTYPE html PUBLIC '>'>a", "'>a"),
        ]);
    }

    #[test]
    fn cdata_and_self_closing_exist_in_foreign_content() {
        check(&[
            ("a<![CDATA[b>c]]>d", "ac]]>d"),
            ("<svg>a<![CDATA[b>c]]]>d</svg><![CDATA[e>f", "ab>c]d|f"),
            ("<svg><style/>a</svg><style/>b</style>c", "a|c"),
            ("<svg/><![CDATA[a>b", "b"),
            ("<math><![CDATA[a]]", "a]]"),
        ]);
    }
}

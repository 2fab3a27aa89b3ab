//! The walk over tags: steps of the HTML standard's "prescan a byte stream to determine its encoding", apart from
//! what it does with a `<meta>`.

use fearless_simd::{Simd, dispatch, prelude::*, u8x64};
use memchr::{memchr, memmem};

use crate::html::kind::{EQUALS, GREATER, SLASH, SPACE};
use crate::html::{self, Row, ends_tag_name};
use crate::simd::{self, LANES};

/// A start tag, found and not yet read further than its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'a> {
    pub at: usize,
    name: &'a [u8],
    row: &'static Row,
}

impl Tag<'_> {
    /// Whether it has this name, given in lower case.
    pub fn is(&self, name: &[u8]) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Whether the page's body begins here at the latest.
    pub fn begins_body(&self) -> bool {
        !self.row.may_precede_body
    }

    /// Whether a browser that runs scripts does nothing with what is inside.
    fn is_inert(&self) -> bool {
        self.row.is_inert
    }
}

/// A name and a value. The standard puts both in lower case; here whoever reads them does.
#[derive(Debug)]
pub(super) struct Attribute<'a> {
    name: &'a [u8],
    pub value: &'a [u8],
}

impl Attribute<'_> {
    /// Whether it has this name, given in lower case.
    pub fn is(&self, name: &[u8]) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Finds the start tags of a page in order. Running out of bytes inside a tag ends the walk.
pub(super) struct Tags<'a> {
    bytes: &'a [u8],
    position: usize,
    /// The last tag's attributes are still to be passed over.
    in_tag: bool,
    skip_raw_text: bool,
    /// Behind this place, the walk makes haste.
    hasty_after: usize,
    raw_text: Option<&'static [u8]>,
    /// Whether an end tag `</head>` was passed.
    pub head_ended: bool,
    /// How many `<template>` and `<noscript>` are open.
    pub inert: usize,
}

impl<'a> Tags<'a> {
    pub fn new(bytes: &'a [u8]) -> Tags<'a> {
        Tags {
            bytes,
            position: 0,
            in_tag: false,
            skip_raw_text: false,
            hasty_after: usize::MAX,
            raw_text: None,
            head_ended: false,
            inert: 0,
        }
    }

    /// The walk from a `<` on.
    pub fn from(bytes: &'a [u8], position: usize) -> Tags<'a> {
        Tags { position, ..Tags::new(bytes) }
    }

    /// Does not look for tags inside scripts, styles and other raw text, and makes haste behind the first kilobyte.
    pub fn past_raw_text(mut self) -> Tags<'a> {
        self.skip_raw_text = true;
        self.hasty_after = super::prescan::END;
        self
    }

    /// Makes no haste: for those who change the page.
    pub fn with_care(mut self) -> Tags<'a> {
        self.hasty_after = usize::MAX;
        self
    }

    /// Whether the bytes ended inside the tag last found: then it does not count.
    pub fn is_cut_off(&self) -> bool {
        self.byte().is_none()
    }

    /// Where the walk is: behind the last tag once its attributes were read.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Behind the prescan's bytes, attributes that nobody asked for are not passed over one by one: the next `<` is
    /// good enough. A tag inside an attribute's value is then taken for real; pages which do that are rarer than
    /// the time is dear, half of all that detection takes.
    fn is_hasty(&self) -> bool {
        self.position > self.hasty_after
    }

    /// The next start tag.
    pub fn next(&mut self) -> Option<Tag<'a>> {
        if std::mem::take(&mut self.in_tag) && !self.is_hasty() {
            while self.attribute().is_some() {}
            self.position += 1;
        }
        if let Some(name) = self.raw_text.take() {
            self.position = self.end_of_raw_text(name)?;
        }
        loop {
            self.position += memchr(b'<', self.bytes.get(self.position..)?)?;
            let rest = &self.bytes[self.position..];
            match rest {
                // A comment ends at the first `-->` after its `<!`; the dashes may be those of `<!--` itself.
                [_, b'!', b'-', b'-', ..] => self.position += 2 + memmem::find(&rest[2..], b"-->")? + 2,
                [_, b'/', letter, ..] if letter.is_ascii_alphabetic() => {
                    let tag = self.tag(2)?;
                    self.head_ended |= tag.is(b"head");
                    self.inert = self.inert.saturating_sub(usize::from(tag.is_inert()));
                    while !self.is_hasty() && self.attribute().is_some() {}
                }
                [_, letter, ..] if letter.is_ascii_alphabetic() => {
                    let tag = self.tag(1)?;
                    self.inert += usize::from(tag.is_inert());
                    self.in_tag = true;
                    if self.skip_raw_text {
                        self.raw_text = tag.row.content.is_raw().then_some(tag.row.name.as_bytes());
                    }
                    return Some(tag);
                }
                [_, b'!' | b'/' | b'?', ..] => self.position += memchr(b'>', rest)?,
                // In UTF-16 there are many of these.
                _ => {
                    self.position = opening::<false>(self.bytes, self.position + 1)?;
                    continue;
                }
            }
            // Next byte.
            self.position += 1;
        }
    }

    /// The attributes of the tag last found.
    pub fn attributes(&mut self) -> impl Iterator<Item = Attribute<'a>> {
        std::iter::from_fn(|| self.attribute())
    }

    /// The tag at the position, whose name comes behind so many bytes of `<` or `</` and ends at white space, `/` or
    /// `>`. On to the first white space or `>` behind the name; for `<meta/`, the slash ends it too.
    fn tag(&mut self, skip: usize) -> Option<Tag<'a>> {
        let at = self.position;
        let rest = &self.bytes[at + skip..];
        let (row, length) = html::begins(rest)?;
        let name = &rest[..length];
        self.position = at + skip + length;
        let is_meta = skip == 1 && name.len() >= 4 && name[..4].eq_ignore_ascii_case(b"meta");
        if rest[length] == b'/' && !is_meta {
            self.find(SPACE | GREATER)?;
        }
        Some(Tag { at, name, row })
    }

    /// Behind the end tag which closes this raw text element.
    fn end_of_raw_text(&self, name: &[u8]) -> Option<usize> {
        let mut position = self.position;
        loop {
            position += memchr(b'<', self.bytes.get(position..)?)? + 1;
            let Some(rest) = self.bytes[position..].strip_prefix(b"/") else { continue };
            let closes = rest.len() > name.len()
                && rest[..name.len()].eq_ignore_ascii_case(name)
                && ends_tag_name(rest[name.len()]);
            if closes {
                return Some(position + 1 + name.len());
            }
        }
    }

    /// The standard's "get an attribute". None when the tag is over, and when the bytes are.
    fn attribute(&mut self) -> Option<Attribute<'a>> {
        // 1. Pass white space and slashes.
        self.find(!(SPACE | SLASH))?;
        // 2. `>` ends the tag.
        if self.byte()? == b'>' {
            return None;
        }
        // 3. to 5. Otherwise, the name begins here. A `=` as its first byte belongs to it.
        let start = self.position;
        self.position += 1;
        self.find(SPACE | SLASH | EQUALS | GREATER)?;
        let name = &self.bytes[start..self.position];
        // 6., 7. Spaces: without `=` behind them there is no value.
        self.find(!SPACE)?;
        if self.byte()? != b'=' {
            return Some(Attribute { name, value: &[] });
        }
        // 8. Past the `=`. 9. Value: pass white space.
        self.position += 1;
        self.find(!SPACE)?;
        // 10. In quotes, the value reaches to the same quote; 11., 12. otherwise to white space or `>`.
        let quote = self.byte()?;
        let quoted = matches!(quote, b'"' | b'\'');
        if quoted {
            self.position += 1;
        }
        let start = self.position;
        if quoted {
            self.position += memchr(quote, &self.bytes[start..]).or_else(|| self.run_out())?;
        } else {
            self.find(SPACE | GREATER)?;
        }
        let value = &self.bytes[start..self.position];
        self.position += usize::from(quoted);
        Some(Attribute { name, value })
    }

    /// On to the first byte of these kinds; none when there is no such byte.
    fn find(&mut self, kinds: u8) -> Option<()> {
        let found = html::find(self.bytes.get(self.position..)?, kinds);
        self.position += found.or_else(|| self.run_out())?;
        Some(())
    }

    /// Out of bytes inside a tag: the walk is over.
    fn run_out(&mut self) -> Option<usize> {
        self.position = self.bytes.len();
        None
    }

    /// The byte at the position.
    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }
}

/// Where a `<meta` begins, wherever it stands.
pub(super) fn metas(bytes: &[u8], mut from: usize) -> impl Iterator<Item = usize> {
    let next = move || {
        let at = opening::<true>(bytes, from)?;
        from = at + 1;
        Some(at)
    };
    let is_meta =
        |at: &usize| bytes.get(at + 1..at + 5).is_some_and(|name| name.eq_ignore_ascii_case(b"meta"));
    std::iter::from_fn(next).filter(is_meta)
}

/// The next `<` from here on before a visible character, as all tags have it; or only before an `m`.
fn opening<const META: bool>(bytes: &[u8], from: usize) -> Option<usize> {
    dispatch!(simd::level(), simd => find_opening::<_, META>(simd, bytes, from))
}

#[inline(always)]
fn find_opening<S: Simd, const META: bool>(simd: S, bytes: &[u8], mut from: usize) -> Option<usize> {
    const RUN: usize = 4 * LANES;
    let is_opening =
        |pair: &[u8]| pair[0] == b'<' && if META { pair[1] | 0x20 == b'm' } else { pair[1] > b' ' };
    // One look at four vectors takes as long as a jump.
    while let Some(run) = bytes.get(from..)?.first_chunk::<{ RUN + 1 }>() {
        let openings = openings::<S, META>(simd, run, 0)
            | openings::<S, META>(simd, run, LANES)
            | openings::<S, META>(simd, run, 2 * LANES)
            | openings::<S, META>(simd, run, 3 * LANES);
        if openings.any_true() {
            for at in (0..RUN).step_by(LANES) {
                let openings = self::openings::<S, META>(simd, run, at).to_bitmask();
                if openings != 0 {
                    return Some(from + at + openings.trailing_zeros() as usize);
                }
            }
        }
        from += RUN;
    }
    bytes[from..].windows(2).position(is_opening).map(|at| from + at)
}

/// Where the 64 bytes at this place are a `<`, and those behind them what is wanted.
#[inline(always)]
fn openings<S: Simd, const META: bool>(simd: S, run: &[u8], at: usize) -> <u8x64<S> as SimdBase<S>>::Mask {
    let bytes = u8x64::from_slice(simd, &run[at..at + LANES]);
    let next = u8x64::from_slice(simd, &run[at + 1..at + 1 + LANES]);
    let is_wanted = if META { simd::are(simd, next | 0x20, b'm') } else { next.simd_gt(b' ') };
    simd::are(simd, bytes, b'<') & is_wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metas_are_found_wherever_they_stand() {
        for at in 0..1000 {
            let mut page = vec![b'<'; 1010];
            page[at..at + 5].copy_from_slice(b"<Meta");
            assert_eq!(metas(&page, 0).collect::<Vec<_>>(), [at]);
            assert_eq!(metas(&page, at).count(), 1);
            assert_eq!(metas(&page, at + 1).count(), 0);
        }
        assert_eq!(metas(b"", 0).count(), 0);
        assert_eq!(metas(b"<met", 0).count(), 0);
    }
}

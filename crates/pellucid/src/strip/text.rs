//! The text of a page, collected.

use super::{Channel, Sink};
use crate::html::is_space;

/// With fewer visible characters than this, text says too little, and the raw bytes may say more.
///
/// The hybrid detector (Faghani, Hadian, Minaei-Bidgoli: Charset Encoding Detection of HTML Documents) then falls
/// back to the raw bytes.
pub const SCARCE: usize = 40;

/// The text of a page by streams, as bytes of the page's encoding.
///
/// Where two runs of bytes are no neighbours in the page, one line feed stands between them, so that no n-gram
/// is counted which the page does not have. White space after it is left out, and so is white space at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Visible text.
    pub text: Vec<u8>,
    /// The page's title.
    pub title: Vec<u8>,
    /// Values of `alt`, `title` and `placeholder`.
    pub attributes: Vec<u8>,
    /// Values of `content` where the `meta` is a description or a list of keywords.
    pub descriptions: Vec<u8>,
    /// By stream: whether the next bytes are separated from the last.
    apart: [bool; 4],
}

impl Default for Text {
    fn default() -> Text {
        Text {
            text: Vec::new(),
            title: Vec::new(),
            attributes: Vec::new(),
            descriptions: Vec::new(),
            apart: [true; 4],
        }
    }
}

impl Text {
    /// The bytes of a stream.
    pub fn channel(&self, stream: Channel) -> &[u8] {
        match stream {
            Channel::Text => &self.text,
            Channel::Title => &self.title,
            Channel::Attribute => &self.attributes,
            Channel::Description => &self.descriptions,
        }
    }

    /// The number of visible characters: bytes of visible text that are not white space.
    ///
    /// In bytes of an unknown encoding nothing finer can be counted: a Chinese character counts as two or three,
    /// which suits the purpose, as two or three bytes also say more than one. References do not count.
    pub fn visible(&self) -> usize {
        self.text.iter().filter(|&&byte| !is_space(byte)).count()
    }

    /// Whether fewer than [`SCARCE`] visible characters are left.
    pub fn is_scarce(&self) -> bool {
        self.text.iter().filter(|&&byte| !is_space(byte)).take(SCARCE).count() < SCARCE
    }

    /// An empty text with room for that of a page of this size.
    pub(super) fn with_room_for(size: usize) -> Text {
        // Text is an eighth of the encoding corpus, and pages vary.
        Text { text: Vec::with_capacity(size / 4), ..Text::default() }
    }
}

impl Sink for Text {
    #[inline]
    fn bytes(&mut self, stream: Channel, mut bytes: &[u8]) {
        let to = match stream {
            Channel::Text => &mut self.text,
            Channel::Title => &mut self.title,
            Channel::Attribute => &mut self.attributes,
            Channel::Description => &mut self.descriptions,
        };
        // The line feed waits for the bytes it separates: a text neither begins nor ends with one of ours.
        let apart = &mut self.apart[stream as usize];
        if *apart {
            let Some(start) = bytes.iter().position(|&byte| !is_space(byte)) else { return };
            bytes = &bytes[start..];
            *apart = false;
            if to.last().is_some_and(|&last| last != b'\n') {
                to.push(b'\n');
            }
        }
        to.extend_from_slice(bytes);
    }

    #[inline]
    fn boundary(&mut self, stream: Channel) {
        self.apart[stream as usize] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strip::strip;

    #[test]
    fn boundaries_become_single_line_feeds_between_bytes() {
        let mut text = Text::default();
        text.boundary(Channel::Text);
        text.bytes(Channel::Text, b"a");
        text.boundary(Channel::Text);
        text.boundary(Channel::Text);
        text.bytes(Channel::Title, b"t");
        text.bytes(Channel::Text, b"b\n");
        text.boundary(Channel::Text);
        text.bytes(Channel::Text, b" \t");
        text.bytes(Channel::Text, b" c ");
        text.bytes(Channel::Text, b" d");
        text.boundary(Channel::Text);
        assert_eq!(text.channel(Channel::Text), b"a\nb\nc  d");
        assert_eq!(text.channel(Channel::Title), b"t");
    }

    #[test]
    fn scarce_is_fewer_than_forty_bytes_that_are_not_white_space() {
        assert!(strip(b"").is_scarce());
        assert!(strip(format!("<p>{} \t\n</p><!-- {0} -->", "x".repeat(39)).as_bytes()).is_scarce());
        assert!(!strip(format!("<p>{} \t\n</p>", "x".repeat(40)).as_bytes()).is_scarce());
        assert_eq!(strip(b" a <b>\xE4\xB8</b> &nbsp; c ").visible(), 4);
    }
}

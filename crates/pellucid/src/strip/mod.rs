//! Bytes of a page in, the bytes of its text out.
mod attributes;
mod elements;
#[cfg(feature = "latin1")]
pub mod latin1;
mod machine;
mod names;
mod references;
mod scan;
mod shifts;
mod stripper;
mod text;

use crate::encodings::Encoding;

pub use stripper::Stripper;
pub use text::{SCARCE, Text};

/// Where text stands in a page. Streams can be weighed apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// Text that is seen.
    Text,
    /// The page's title.
    Title,
    /// Values of `alt`, `title` and `placeholder`.
    Attribute,
    /// `content` of a `meta` whose `name` is `description` or `keywords`.
    Description,
}

impl Stream {
    /// All streams.
    pub const ALL: [Stream; 4] = [Stream::Text, Stream::Title, Stream::Attribute, Stream::Description];
}

/// Takes the text of a page, in its order.
pub trait Sink {
    /// A run of bytes, never empty: a slice of what was fed, wherever possible. It may end within a character, and the next
    /// run of its stream is its neighbour in the text, unless a boundary lies between.
    fn bytes(&mut self, stream: Stream, bytes: &[u8]);

    /// What comes before and after in this stream are no neighbours: something stood between them that is not
    /// text, such as the tag of a paragraph, or a reference.
    fn boundary(&mut self, stream: Stream);
}

/// The text of a page in any ASCII-compatible encoding, or in ISO-2022.
pub fn strip(bytes: &[u8]) -> Text {
    let mut text = Text::with_room_for(bytes.len());
    Stripper::new().whole(bytes, &mut text);
    text
}

/// The text of a page in this encoding, which matters for HZ and Johab: see [`Stripper::for_encoding`].
pub fn strip_as(bytes: &[u8], encoding: &'static Encoding) -> Text {
    let mut text = Text::with_room_for(bytes.len());
    Stripper::for_encoding(encoding).whole(bytes, &mut text);
    text
}

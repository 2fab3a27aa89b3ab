//! From a label, as people write it, to a row of the table.

use crate::encodings::Encoding;

impl Encoding {
    /// The encoding which a page means by this label.
    pub fn for_label(label: &str) -> Option<&'static Encoding> {
        encoding_rs::Encoding::for_label(label.as_bytes()).map(Encoding::of_whatwg)
    }

    /// The encoding which a person names: a canonical name is taken exactly, anything else is read as a label.
    pub fn for_name(name: &str) -> Option<&'static Encoding> {
        Encoding::by_name(name).or_else(|| Encoding::for_label(name))
    }
}

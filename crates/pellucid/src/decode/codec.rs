//! What decodes and encodes a row of the table.

/// The machinery behind an encoding.
pub(crate) enum Codec {
    /// encoding_rs has it.
    Whatwg(&'static encoding_rs::Encoding),
    /// Not text: only ASCII is read, everything else is damage.
    Binary(),
}

//! Bytes and an encoding in, text out.
pub(crate) mod codec;

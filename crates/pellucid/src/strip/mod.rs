//! Bytes of a page in, the bytes of its text out.

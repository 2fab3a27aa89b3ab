//! The encodings beyond encoding_rs: one file for each way to turn bytes into characters.
//!
//! A scheme gets the first bytes of what is left and says what they mean; or the first character and says how
//! it is written. Character sets, which several schemes share, are in [`sets`]; the way back from a character
//! to its code is in [`reverse`]; what a tool copied from others' tables is in [`super::tables`].

pub(crate) mod big5_hkscs;
pub(crate) mod euc_tw;
pub(crate) mod hz;
pub(crate) mod iso_2022_cn;
pub(crate) mod iso_2022_kr;
pub(crate) mod johab;
pub(crate) mod single_byte;
pub(crate) mod utf_32;
pub(crate) mod utf_7;

pub(crate) mod reverse;
mod sets;

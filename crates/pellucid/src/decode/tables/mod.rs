//! What characters codes mean, where no rule says it: written by a tool from others' tables.
//!
//! `cargo dev generate` asks Python's codecs and glibc's iconv, and `cargo dev generate --check` says whether
//! they still answer the same. Which of them is asked for which encoding, and why, stands with the tool
//! (`crates/dev/src/generate/`); where they disagree is pinned by the test `decode_oracles`.

pub(crate) mod cns;
#[rustfmt::skip]
pub(crate) mod single_byte;

//! Pellucid for C: `include/pellucid.h` is made of these files, and says what each function does. [`uchardet`] are the functions of
//! another library, so that programs which were written for it run with this one.
//!
//! This crate has unsafe code, as C hands over pointers; all of it is here, and no other crate has any. The rules are few:
//!
//! - What a caller must promise of pointers is written once, in [`pointers`]. They are turned into references there, and nowhere else.
//! - Objects for C are boxes of Rust. They go out by `Box::into_raw`, and come back once by `Box::from_raw`, in `_free`.
//! - Nothing unwinds into C: every function runs in [`status::guarded`] or [`status::quiet`].
//! - Null pointers and sizes that cannot be are error codes. Numbers for enums come as integers, and are checked.

#![allow(non_camel_case_types)] // The names of types are those of C.

mod pointers;
mod status;

// In the order in which a program needs them.
mod hints;

mod detector;
mod guess;
mod stream;

mod options;

mod page;
mod text;

mod encodings;

#[cfg(feature = "uchardet")]
mod uchardet;

#[cfg(test)]
mod miri;

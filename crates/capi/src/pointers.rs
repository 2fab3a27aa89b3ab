//! Pointers of C → references of Rust. What callers must promise is said here, once:
//!
//! - A pointer to bytes or to a string is valid for reading as many bytes as are named, or up to the zero byte, and nobody writes
//!   there during the call.
//! - A pointer to an object came from a function of this library, was not given back yet, and no other thread uses
//!   the object at the same time, unless it is a detector.
//! - A pointer to where an answer goes is valid for writing it. What is there before is never read: variables of C may be without a value.

use std::ffi::{CStr, CString, c_char};
use std::slice;

use crate::status::{Failure, pellucid_status};

/// The bytes of a page. None at all may be at a null pointer.
pub unsafe fn bytes<'a>(data: *const u8, length: usize) -> Result<&'a [u8], Failure> {
    if length == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(Failure::null("the bytes"));
    }
    if isize::try_from(length).is_err() {
        return Err(Failure::new(pellucid_status::PELLUCID_BAD_SIZE, "no memory has so many bytes"));
    }
    // SAFETY: not null, and not longer than a slice can be; the caller promises that so many bytes can be read and do not
    // change during the call. Bytes need no alignment.
    Ok(unsafe { slice::from_raw_parts(data, length) })
}

/// A string that must be there, and must be UTF-8.
pub unsafe fn string<'a>(text: *const c_char, what: &str) -> Result<&'a str, Failure> {
    if text.is_null() {
        return Err(Failure::null(what));
    }
    // SAFETY: not null; the caller promises that a zero byte ends it, and that it does not change during the call.
    let text = unsafe { CStr::from_ptr(text) };
    let not_utf8 = |_| Failure::new(pellucid_status::PELLUCID_BAD_VALUE, &format!("{what} is not UTF-8"));
    text.to_str().map_err(not_utf8)
}

/// An object that must be there.
pub unsafe fn object<'a, T>(object: *const T, what: &str) -> Result<&'a T, Failure> {
    // SAFETY: null gives none; else the caller promises that it is an object of ours that was not given back. It came from
    // a box, so it is aligned and whole.
    unsafe { object.as_ref() }.ok_or_else(|| Failure::null(what))
}

/// An object that must be there, to change it.
pub unsafe fn object_mut<'a, T>(object: *mut T, what: &str) -> Result<&'a mut T, Failure> {
    // SAFETY: as for `object`; and the caller promises that nobody else uses it during the call.
    unsafe { object.as_mut() }.ok_or_else(|| Failure::null(what))
}

/// Where an answer goes. Until there is one, null is there.
pub struct Out<T>(*mut *mut T);

impl<T> Out<T> {
    /// At this pointer.
    pub unsafe fn at(out: *mut *mut T) -> Result<Out<T>, Failure> {
        if out.is_null() {
            return Err(Failure::null("where the answer goes"));
        }
        // SAFETY: not null; the caller promises that a pointer can be written there.
        unsafe { out.write(std::ptr::null_mut()) };
        Ok(Out(out))
    }

    /// Hands an object over.
    pub fn give(self, object: T) {
        // SAFETY: `at` has written there during the same call.
        unsafe { self.0.write(Box::into_raw(Box::new(object))) };
    }
}

/// Writes a number or a pointer to where a caller wants it, if that is somewhere.
pub unsafe fn put<T: Copy>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: not null; the caller promises that such a value can be written there. No reference to it is made, because there may be
        // no value yet.
        unsafe { place.write(value) };
    }
}

/// Takes an object back and drops it. There may be none.
pub unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: the caller promises that it came from this library, which makes them by `Box::into_raw`, and that it was
        // not given back before.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// A string for C. None of ours has a zero byte; where one of a page does, it ends there.
pub fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// A pointer to a string that an object keeps, or null.
pub fn kept(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(std::ptr::null(), |text| text.as_ptr())
}

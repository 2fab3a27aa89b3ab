//! The functions of `uchardet.h`, for programs that were written for libuchardet: they link with this library, or load it in the
//! place of the other one, and get the names that they know.

use std::ffi::{CString, c_char, c_int};

use pellucid::encodings::{self, Encoding};
use pellucid::{Detector, Guess, Source, Stream};

use crate::pointers::{bytes, c_string, free, object, object_mut};
use crate::status::{guarded, pellucid_status, quiet};

/// A page in pieces; `uchardet_t` is a pointer to it.
pub struct uchardet {
    /// Until its data has ended.
    stream: Option<Stream>,
    seen: Seen,
    /// Empty until the data has ended, and where there is no answer.
    name: CString,
}

/// Which bytes there were.
#[derive(Clone, Copy, Default)]
struct Seen {
    is_any: bool,
    /// Those beyond ASCII, a bit for each.
    high: u128,
}

impl Seen {
    fn feed(&mut self, bytes: &[u8]) {
        self.is_any |= !bytes.is_empty();
        for byte in bytes {
            if *byte >= 0x80 {
                self.high |= 1 << (byte - 0x80);
            }
        }
    }

    /// Whether all of them mean the same in two encodings with one byte for each character.
    fn read_alike(&self, one: &'static Encoding, other: &'static Encoding) -> bool {
        (0x80..=0xFFu8).filter(|byte| self.high & 1 << (byte - 0x80) != 0).all(|byte| {
            let byte = [byte];
            let character = |encoding: &'static Encoding| {
                let decoded = encoding.decode(&byte);
                (decoded.text().to_owned(), decoded.damage().is_none())
            };
            character(one) == character(other)
        })
    }
}

/// The encodings that browsers extend, with what the standard itself has: uchardet names the standard where the text is in it.
/// Their bytes from 0x80 to 0x9F are letters and signs in the one, and control characters in the other.
static STANDARDS: [(&Encoding, &Encoding); 2] =
    [(&encodings::WINDOWS_1255, &encodings::ISO_8859_8), (&encodings::WINDOWS_1257, &encodings::ISO_8859_13)];

impl uchardet {
    fn new() -> uchardet {
        uchardet {
            stream: Some(Detector::default().stream()),
            seen: Seen::default(),
            name: CString::default(),
        }
    }

    fn end(&mut self) {
        if let Some(stream) = self.stream.take() {
            let guess = stream.finish();
            self.name = c_string(&name(&guess, self.seen));
        }
    }
}

/// The name that uchardet has for an answer. None, if there is no text.
fn name(guess: &Guess, seen: Seen) -> String {
    let encoding = guess.encoding();
    let has_mark =
        guess.evidence().iter().any(|one| one.source() == Source::Bom && one.encoding() == Some(encoding));
    match () {
        () if !seen.is_any || guess.is_binary() => String::new(),
        () if guess.is_ascii() && encoding == &encodings::UTF_8 => "ASCII".into(),
        () => named(encoding, has_mark, seen),
    }
}

/// The name of an encoding, which iconv knows as well.
fn named(encoding: &'static Encoding, has_mark: bool, seen: Seen) -> String {
    // What the standards have no letters for.
    let has_c1 = seen.high & 0xFFFF_FFFF != 0;
    let has_no_break_space = seen.high & 1 << (0xA0 - 0x80) != 0;
    let standard = STANDARDS.iter().find(|(one, other)| *one == encoding && seen.read_alike(one, other));
    if let Some((_, standard)) = standard {
        return standard.name().to_owned();
    }
    match encoding.name() {
        "UTF-16LE" | "UTF-16BE" if has_mark => "UTF-16".into(),
        "UTF-32LE" | "UTF-32BE" if has_mark => "UTF-32".into(),
        "windows-1252" if !has_c1 => "ISO-8859-1".into(),
        "windows-1254" if !has_c1 => "ISO-8859-9".into(),
        // The two differ only in the no-break space.
        "windows-874" if !has_c1 && has_no_break_space => "ISO-8859-11".into(),
        "windows-874" if !has_c1 => "TIS-620".into(),
        "windows-874" => "CP874".into(),
        "ISO-8859-8-I" => "ISO-8859-8".into(),
        "GBK" => "GB18030".into(),
        // What browsers call EUC-KR is its extension.
        "EUC-KR" => "UHC".into(),
        "x-mac-ce" => "MAC-CENTRALEUROPE".into(),
        "IBM858" => "CP858".into(),
        "IBM720" => "CP720".into(),
        "IBM737" => "CP737".into(),
        "IBM775" => "CP775".into(),
        "IBM1125" => "CP1125".into(),
        "KZ-1048" => "RK1048".into(),
        "TCVN" => "TCVN5712-1".into(),
        name => match name.strip_prefix("x-mac-") {
            Some(rest) => format!("MAC-{}", rest.to_ascii_uppercase()),
            None => name.to_ascii_uppercase(),
        },
    }
}

/// Makes a detector. Null if that fails.
#[unsafe(no_mangle)]
pub extern "C" fn uchardet_new() -> *mut uchardet {
    quiet(std::ptr::null_mut(), || Ok(Box::into_raw(Box::new(uchardet::new()))))
}

/// Gives a detector back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uchardet_delete(ud: *mut uchardet) {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        unsafe { free(ud) };
        Ok(())
    });
}

/// Takes the next piece. Not 0 if that fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uchardet_handle_data(ud: *mut uchardet, data: *const c_char, len: usize) -> c_int {
    let status = guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let ud = unsafe { object_mut(ud, "the detector") }?;
        // SAFETY: the same.
        let piece = unsafe { bytes(data.cast(), len) }?;
        // What comes after the end is not looked at, as uchardet does not.
        if let Some(stream) = &mut ud.stream {
            stream.feed(piece);
            ud.seen.feed(piece);
        }
        Ok(())
    });
    (status != pellucid_status::PELLUCID_OK).into()
}

/// Ends the data: there is an answer now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uchardet_data_end(ud: *mut uchardet) {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        unsafe { object_mut(ud, "the detector") }?.end();
        Ok(())
    });
}

/// Makes the detector ready for other data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uchardet_reset(ud: *mut uchardet) {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        *unsafe { object_mut(ud, "the detector") }? = uchardet::new();
        Ok(())
    });
}

/// The name of the encoding; "" if there is none. It is valid until the detector is reset or given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uchardet_get_charset(ud: *mut uchardet) -> *const c_char {
    quiet(c"".as_ptr(), || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        Ok(unsafe { object(ud.cast_const(), "the detector") }?.name.as_ptr())
    })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use pellucid::Use;

    use super::*;

    /// Those that the iconv of glibc has not, by any name.
    const UNKNOWN: [&str; 9] = [
        "CP720",
        "HZ-GB-2312",
        "MAC-GREEK",
        "MAC-TURKISH",
        "MAC-ICELANDIC",
        "MAC-ROMANIAN",
        "MAC-CROATIAN",
        "MAC-ARABIC",
        "MAC-FARSI",
    ];

    #[test]
    #[cfg_attr(miri, ignore = "Miri runs no other programs")]
    fn iconv_knows_the_names() {
        let listed = match Command::new("iconv").arg("--list").output() {
            Ok(listed) if String::from_utf8_lossy(&listed.stdout).contains("MAC-CENTRALEUROPE//") => {
                listed.stdout
            }
            _ => return println!("skipped: no iconv of glibc"),
        };
        let listed = String::from_utf8_lossy(&listed).replace("//", "");
        let known: Vec<&str> = listed.split_whitespace().collect();
        let all = Seen { is_any: true, high: u128::MAX };
        let names = |seen: Seen| {
            let answers =
                encodings::ENCODINGS.iter().filter(|one| matches!(one.usage(), Use::Web | Use::File));
            answers.flat_map(move |one| [named(one, false, seen), named(one, true, seen)])
        };
        let mut unknown: Vec<String> = names(all).chain(names(Seen::default())).collect();
        unknown.retain(|name| !known.contains(&name.as_str()) && !UNKNOWN.contains(&name.as_str()));
        unknown.sort();
        unknown.dedup();
        assert_eq!(unknown, Vec::<String>::new());
    }

    #[test]
    fn the_standard_is_named_where_the_text_is_in_it() {
        let mut seen = Seen::default();
        assert_eq!(named(&encodings::WINDOWS_1257, false, seen), "ISO-8859-13");
        seen.feed(b"\x93");
        assert_eq!(named(&encodings::WINDOWS_1257, false, seen), "WINDOWS-1257");
        assert_eq!(named(&encodings::WINDOWS_1252, false, seen), "WINDOWS-1252");
        assert_eq!(named(&encodings::WINDOWS_1251, false, Seen::default()), "WINDOWS-1251");
    }
}

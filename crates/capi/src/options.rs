//! What a caller wants of pages.

use std::ffi::c_int;
use std::mem::size_of;

use pellucid::decode::Errors;
use pellucid::extract::{Extractor, Favor};
use pellucid::write::WriteOptions;
use pellucid::{PageOptions, encodings};

use crate::status::{Failure, guarded, pellucid_status};

/// Bytes that do not decode become U+FFFD.
pub const PELLUCID_ERRORS_REPLACE: c_int = 0;
/// Bytes that do not decode are dropped.
pub const PELLUCID_ERRORS_IGNORE: c_int = 1;
/// The first byte that does not decode is an error.
pub const PELLUCID_ERRORS_STRICT: c_int = 2;
/// Bytes that do not decode are an error, which says how many there are.
pub const PELLUCID_ERRORS_REJECT: c_int = 3;
/// Bytes that do not decode become character references.
pub const PELLUCID_ERRORS_REFERENCES: c_int = 4;

/// As much content as is most likely right.
pub const PELLUCID_FAVOR_BALANCE: c_int = 0;
/// Rather less content.
pub const PELLUCID_FAVOR_PRECISION: c_int = 1;
/// Rather more content.
pub const PELLUCID_FAVOR_RECALL: c_int = 2;

/// What you want of pages. Let pellucid_options_init fill it before you change anything.
#[repr(C)]
pub struct pellucid_options {
    /// The size of this struct, by which the library knows what there is: later versions may have more.
    pub size: usize,
    /// What becomes of bytes that do not decode: PELLUCID_ERRORS_REPLACE and so on.
    pub errors: c_int,
    /// Not 0: undo double encoding, such as "Ã©" for "é".
    pub repair: c_int,
    /// Not 0: decode pages that mix UTF-8 with a legacy encoding.
    pub mixed: c_int,
    /// Not 0: set what the decoded page declares about its encoding to UTF-8.
    pub declare: c_int,
    /// How much is main content: PELLUCID_FAVOR_BALANCE and so on.
    pub favor: c_int,
    /// Not 0: extract readers' comments too.
    pub comments: c_int,
    /// Not 0: write the addresses of links.
    pub links: c_int,
    /// Not 0: write images, by their addresses and alternative texts.
    pub images: c_int,
}

/// Fills options with what is used without any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_options_init(options: *mut pellucid_options) -> pellucid_status {
    guarded(|| {
        if options.is_null() {
            return Err(Failure::null("options"));
        }
        let filled = pellucid_options { size: size_of::<pellucid_options>(), ..ZERO };
        // SAFETY: not null; the caller promises that such a struct can be written there. Nothing is read, so it may be
        // without any value before.
        unsafe { options.write(filled) };
        Ok(())
    })
}

const ZERO: pellucid_options = pellucid_options {
    size: 0,
    errors: PELLUCID_ERRORS_REPLACE,
    repair: 0,
    mixed: 0,
    declare: 0,
    favor: PELLUCID_FAVOR_BALANCE,
    comments: 0,
    links: 0,
    images: 0,
};

/// The same for the library.
pub struct Wanted {
    pub page: PageOptions,
    pub writing: WriteOptions,
}

impl Wanted {
    /// What a caller wants, or what is used without options.
    pub unsafe fn of(options: *const pellucid_options) -> Result<Wanted, Failure> {
        let options = match options.is_null() {
            true => &ZERO,
            false => {
                // SAFETY: not null; every version of the struct begins with its size, so that much can be read.
                let size = unsafe { options.cast::<usize>().read() };
                if size != size_of::<pellucid_options>() {
                    let why = format!(
                        "options have {size} bytes, not {}: see pellucid_options_init",
                        size_of::<pellucid_options>()
                    );
                    return Err(Failure::new(pellucid_status::PELLUCID_BAD_SIZE, &why));
                }
                // SAFETY: not null, and as long as our struct; the caller promises that it does not change during the
                // call. Every value of its integers is allowed.
                unsafe { &*options }
            }
        };
        let errors = match options.errors {
            PELLUCID_ERRORS_REPLACE => Errors::Replace,
            PELLUCID_ERRORS_IGNORE => Errors::Ignore,
            PELLUCID_ERRORS_STRICT => Errors::Strict,
            PELLUCID_ERRORS_REJECT => Errors::Reject,
            PELLUCID_ERRORS_REFERENCES => Errors::References,
            other => return Err(bad("errors", other)),
        };
        let favor = match options.favor {
            PELLUCID_FAVOR_BALANCE => Favor::Balance,
            PELLUCID_FAVOR_PRECISION => Favor::Precision,
            PELLUCID_FAVOR_RECALL => Favor::Recall,
            other => return Err(bad("favor", other)),
        };
        let extractor = Extractor::new().favor(favor).comments(options.comments != 0);
        Ok(Wanted {
            page: PageOptions::new()
                .errors(errors)
                .repair(options.repair != 0)
                .mixed(options.mixed != 0)
                .declare((options.declare != 0).then_some(&encodings::UTF_8))
                .extractor(extractor),
            writing: WriteOptions::new().links(options.links != 0).images(options.images != 0),
        })
    }
}

fn bad(what: &str, value: c_int) -> Failure {
    Failure::new(pellucid_status::PELLUCID_BAD_VALUE, &format!("{what} has no meaning for {value}"))
}

//! What a caller wants of pages.

use std::ffi::{c_char, c_int};
use std::mem::size_of;
use std::ptr::null;

use pellucid::decode::Errors;
use pellucid::extract::{Comments, Extractor, Favor, Selector, SelectorError, Title};
use pellucid::write::WriteOptions;
use pellucid::{PageOptions, encodings};

use crate::pointers::string;
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

/// Readers' comments are left out.
pub const PELLUCID_COMMENTS_NONE: c_int = 0;
/// They are part of the content, and listed by pellucid_page_comment.
pub const PELLUCID_COMMENTS_TEXT: c_int = 1;
/// They are listed only.
pub const PELLUCID_COMMENTS_APART: c_int = 2;

/// The title stands above the content where the page has it so; Markdown and HTML begin with the heading of the page that says it.
pub const PELLUCID_TITLE_AUTO: c_int = 0;
/// It always does.
pub const PELLUCID_TITLE_ALWAYS: c_int = 1;
/// It never does.
pub const PELLUCID_TITLE_NEVER: c_int = 2;

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
    /// What becomes of readers' comments: PELLUCID_COMMENTS_NONE and so on.
    pub comments: c_int,
    /// Not 0: write the addresses of links.
    pub links: c_int,
    /// Not 0: write images, by their addresses and alternative texts.
    pub images: c_int,
    /// Whether the title stands above the content: PELLUCID_TITLE_AUTO and so on.
    pub title: c_int,
    /// Not 0: PELLUCID_FORMAT_JSON has `blocks`, the parts of the content.
    pub blocks: c_int,
    /// A selector of CSS, or null: what these elements hold is content, whatever the model says.
    pub keep: *const c_char,
    /// A selector of CSS, or null: these elements are removed before anything is extracted.
    pub prune: *const c_char,
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
    comments: PELLUCID_COMMENTS_NONE,
    links: 0,
    images: 0,
    title: PELLUCID_TITLE_AUTO,
    blocks: 0,
    keep: null(),
    prune: null(),
};

/// The same for the library.
pub struct Wanted {
    pub page: PageOptions,
    /// What JSON has.
    pub answer: pellucid_answers::Wanted,
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
                // call. Every value of its integers and pointers is allowed.
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
        let comments = match options.comments {
            PELLUCID_COMMENTS_NONE => Comments::None,
            PELLUCID_COMMENTS_TEXT => Comments::Text,
            PELLUCID_COMMENTS_APART => Comments::Apart,
            other => return Err(bad("comments", other)),
        };
        let title = match options.title {
            PELLUCID_TITLE_AUTO => Title::Auto,
            PELLUCID_TITLE_ALWAYS => Title::Always,
            PELLUCID_TITLE_NEVER => Title::Never,
            other => return Err(bad("title", other)),
        };
        let (blocks, mixed, repair) = (options.blocks != 0, options.mixed != 0, options.repair != 0);
        let extractor = Extractor::new()
            .favor(favor)
            .comments(comments)
            .title(title)
            // SAFETY: the caller promises the same of these strings as of all others.
            .keep(unsafe { selector(options.keep, "keep") }?)
            // SAFETY: the same.
            .prune(unsafe { selector(options.prune, "prune") }?)
            .selectors(blocks);
        Ok(Wanted {
            page: PageOptions::new()
                .errors(errors)
                .repair(repair)
                .mixed(mixed)
                .declare((options.declare != 0).then_some(&encodings::UTF_8))
                .extractor(extractor),
            answer: pellucid_answers::Wanted {
                writing: WriteOptions::new().links(options.links != 0).images(options.images != 0),
                mixed,
                repair,
                blocks,
                comments: comments != Comments::None,
                ..pellucid_answers::Wanted::default()
            },
        })
    }
}

/// A selector, if there is one.
unsafe fn selector(text: *const c_char, what: &str) -> Result<Option<Selector>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: what the caller promises of pointers: see `pointers`.
    let text = unsafe { string(text, what) }?;
    let wrong =
        |error: SelectorError| Failure::new(pellucid_status::PELLUCID_BAD_VALUE, &format!("{what}: {error}"));
    text.parse().map(Some).map_err(wrong)
}

fn bad(what: &str, value: c_int) -> Failure {
    Failure::new(pellucid_status::PELLUCID_BAD_VALUE, &format!("{what} has no meaning for {value}"))
}

//! The HTML standard's "encoding sniffing algorithm", for those who need what a browser does.

use crate::encodings::{self, Encoding};
use crate::evidence::Source;
use crate::sniff::{bom, content_type, prescan};

/// Byte order mark, header, prescan, a later `<meta>` in the head as the parser meets it, else windows-1252.
///
/// Not done: inheriting from a parent document, and the browser's own guess for undeclared pages.
pub(super) fn standard(head: &[u8], header: Option<&str>) -> (&'static Encoding, Source) {
    if let Some((encoding, _)) = bom::whatwg_bom(head) {
        return (encoding, Source::Bom);
    }
    let header = header.and_then(content_type::charset).and_then(|label| Encoding::for_whatwg_label(&label));
    header
        .map(|encoding| (encoding, Source::Header))
        .or_else(|| prescan::prescan(head).map(|encoding| (encoding, Source::Meta)))
        .or_else(|| prescan::late_meta(head).map(|encoding| (encoding, Source::WeakMeta)))
        .unwrap_or((&encodings::WINDOWS_1252, Source::Prior))
}

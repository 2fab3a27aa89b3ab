//! How common an encoding is, before anything is known of a page.

use crate::encodings::{self, Encoding, Use};

/// Pages by their true encoding, among 163,193 home pages of a crawl of 2018: those that are not pure ASCII and whose
/// encoding could be told.
const PAGES: &[(&Encoding, f32)] = &[
    (&encodings::UTF_8, 98_397.0),
    (&encodings::WINDOWS_1252, 2_776.0),
    (&encodings::WINDOWS_1251, 2_365.0),
    (&encodings::GBK, 1_758.0),
    (&encodings::SHIFT_JIS, 989.0),
    (&encodings::EUC_KR, 579.0),
    (&encodings::EUC_JP, 306.0),
    (&encodings::ISO_8859_2, 154.0),
    (&encodings::WINDOWS_1256, 148.0),
    (&encodings::BIG5, 139.0),
    (&encodings::WINDOWS_1254, 133.0),
    (&encodings::WINDOWS_1250, 95.0),
    (&encodings::ISO_8859_15, 84.0),
    (&encodings::WINDOWS_874, 51.0),
    (&encodings::UTF_16LE, 30.0),
    (&encodings::KOI8_R, 27.0),
    (&encodings::ISO_8859_7, 19.0),
    (&encodings::WINDOWS_1253, 17.0),
    (&encodings::WINDOWS_1255, 15.0),
    (&encodings::UTF_16BE, 13.0),
    (&encodings::WINDOWS_1257, 6.0),
    (&encodings::ISO_2022_JP, 2.0),
    (&encodings::ISO_8859_5, 1.0),
    (&encodings::MACINTOSH, 1.0),
    (&encodings::ISO_8859_8, 1.0),
];

/// All of them, and room for what was not met.
const ALL: f32 = 108_108.0;

/// Pages in this encoding, of how many. What the crawl did not meet is given less than a page, old file encodings a
/// tenth of that; what is no text at all is as common among files as people hand them in as a rare encoding.
pub(super) fn share(encoding: &Encoding) -> (f32, f32) {
    let met = PAGES.iter().find(|(e, _)| *e == encoding).map(|(_, pages)| *pages);
    let pages = met.unwrap_or(match encoding.usage() {
        Use::Web => 0.5,
        Use::Never if encoding == &encodings::BINARY => 10.0,
        _ => 0.05,
    });
    (pages, ALL)
}

/// The same as log-odds.
pub(super) fn bits(encoding: &Encoding) -> f32 {
    let (pages, of) = share(encoding);
    static A: std::sync::LazyLock<f32> = std::sync::LazyLock::new(|| std::env::var("ALPHA").ok().and_then(|v| v.parse().ok()).unwrap_or(1.0));
    static R: std::sync::LazyLock<f32> = std::sync::LazyLock::new(|| std::env::var("RARE").ok().and_then(|v| v.parse().ok()).unwrap_or(4.0));
    (pages / of).log2() * *A - if encoding.usage() == Use::File { *R } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::ENCODINGS;

    #[test]
    fn shares_add_up_to_one() {
        let total: f32 = ENCODINGS.iter().map(|e| share(e).0 / share(e).1).sum();
        assert!((0.999..=1.001).contains(&total), "{total}");
    }
}

//! How common an encoding is, before anything is known of a page.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::encodings::{self, COUNT, ENCODINGS, Encoding, Family, Use};
use crate::evidence::{Evidence, Fact, Source};
use crate::hints::{Hints, Prior};
use crate::score::weights::Weights;

/// Pages by their true encoding, among 163,193 home pages of a crawl of 2018: those that are not pure ASCII and whose
/// encoding could be found.
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

/// Pages in this encoding. What the crawl did not meet is given less than a page, old file encodings a tenth of that;
/// what is no text at all is as common among files as people hand them in as a rare encoding.
fn pages(encoding: &Encoding) -> f32 {
    let met = PAGES.iter().find(|(e, _)| *e == encoding).map(|(_, pages)| *pages);
    met.unwrap_or(match encoding.usage() {
        Use::Web => 0.5,
        Use::Never if encoding == &encodings::BINARY => 10.0,
        _ => 0.05,
    })
}

/// Parts of all old files that an encoding is given. Nobody has counted them, so what is told apart is only what is beyond
/// doubt: UTF-8 is read by everything that writes text today, and Windows, with its code pages, made most of what is older.
fn parts(encoding: &Encoding) -> f32 {
    match encoding.usage() {
        _ if encoding == &encodings::UTF_8 => 100.0,
        _ if is_windows(encoding) => 4.0,
        Use::Web | Use::File => 1.0,
        Use::Never if encoding == &encodings::BINARY => 1.0,
        // Only asked for by name, and then beside few others.
        _ => 0.01,
    }
}

/// The code pages of Windows, those of East Asia among them.
fn is_windows(encoding: &Encoding) -> bool {
    let asian = [&encodings::GBK, &encodings::BIG5, &encodings::SHIFT_JIS, &encodings::EUC_KR];
    encoding.family() == Family::SingleByte && encoding.name().starts_with("windows-")
        || asian.contains(&encoding)
}

/// What only Macs wrote, before they wrote Unicode: servers mostly converted it.
fn is_mac(encoding: &Encoding) -> bool {
    [&encodings::MACINTOSH, &encodings::X_MAC_CYRILLIC].contains(&encoding)
}

static ALL_PARTS: LazyLock<f32> = LazyLock::new(|| ENCODINGS.iter().map(|e| parts(e)).sum());

impl Prior {
    /// How common an encoding is taken to be, 0 to 1.
    pub fn share(self, encoding: &Encoding) -> f32 {
        match self {
            Prior::Web => pages(encoding) / ALL,
            Prior::File => parts(encoding) / *ALL_PARTS,
        }
    }
}

/// The same as log-odds. A crawl shows how common encodings are among home pages of 2018; what people ask about is what is not
/// declared, not new and not UTF-8. So a bit of prevalence is worth less than a bit.
fn log_odds(prior: Prior, weights: &Weights, encoding: &Encoding) -> f32 {
    let bits = prior.share(encoding).log2();
    match prior {
        Prior::Web if encoding.usage() == Use::File => weights.prevalence * bits - weights.old,
        Prior::Web if is_mac(encoding) => weights.prevalence * bits - weights.mac,
        Prior::Web => weights.prevalence * bits,
        Prior::File => bits,
    }
}

/// All encodings with their log-odds.
#[derive(Clone)]
pub(crate) struct Table {
    /// In the order of [`ENCODINGS`].
    pub bits: [f32; COUNT],
    /// The most common first; those that are equally common in the order of [`ENCODINGS`].
    pub ranked: Vec<&'static Encoding>,
}

impl Table {
    /// Computed once, but for training, which tries other weights.
    pub fn of(hints: &Hints) -> Cow<'static, Table> {
        static TABLES: LazyLock<[Table; 2]> =
            LazyLock::new(|| [Prior::Web, Prior::File].map(|prior| Table::new(prior, &Weights::FITTED)));
        match hints.model().weights() {
            &Weights::FITTED => Cow::Borrowed(&TABLES[usize::from(hints.prior == Prior::File)]),
            weights => Cow::Owned(Table::new(hints.prior, weights)),
        }
    }

    fn new(prior: Prior, weights: &Weights) -> Table {
        let bits: [f32; COUNT] = std::array::from_fn(|place| log_odds(prior, weights, ENCODINGS[place]));
        let mut ranked = ENCODINGS.to_vec();
        ranked.sort_by(|a, b| bits[b.place()].total_cmp(&bits[a.place()]));
        Table { bits, ranked }
    }
}

/// The log-odds of one encoding.
pub(super) fn bits(hints: &Hints, encoding: &Encoding) -> f32 {
    Table::of(hints).bits[encoding.place()]
}

/// The same as evidence.
pub(super) fn evidence(prior: Prior, table: &Table, encoding: &'static Encoding) -> Evidence {
    let fact = match prior {
        _ if encoding == &encodings::BINARY => Fact::Plain("what is not text is rare"),
        Prior::Web => Fact::Share { pages: pages(encoding), of: ALL },
        Prior::File => Fact::Assumed { share: prior.share(encoding) },
    };
    Evidence { source: Source::Prior, encoding: Some(encoding), bits: table.bits[encoding.place()], fact }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_one() {
        for prior in Prior::ALL {
            let total: f32 = ENCODINGS.iter().map(|e| prior.share(e)).sum();
            assert!((0.999..=1.001).contains(&total), "{} {total}", prior.name());
        }
    }

    #[test]
    fn old_files_are_in_anything() {
        let hints = Hints { prior: Prior::File, ..Hints::default() };
        let bits = |encoding| bits(&hints, encoding);
        assert_eq!(bits(&encodings::IBM850), bits(&encodings::MACINTOSH));
        assert_eq!(bits(&encodings::JOHAB), bits(&encodings::KOI8_R));
        assert!(bits(&encodings::UTF_8) > bits(&encodings::WINDOWS_1251));
        assert!(bits(&encodings::GBK) > bits(&encodings::HZ_GB_2312));
    }
}

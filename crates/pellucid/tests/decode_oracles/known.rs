//! Where the oracles and we disagree: how often exactly, whom we follow, and why.
//!
//! Neither oracle has everything:
//!
//! | only | encodings |
//! |---|---|
//! | Python | IBM720, HZ, Mac pages for Greek, Turkish, Romanian, Croatian, Arabic, Farsi |
//! | glibc | EUC-TW, ISO-2022-CN, VISCII, TCVN, ARMSCII-8, GEORGIAN-PS, GEORGIAN-ACADEMY, MIK |
//! | glibc | EBCDIC 277, 278, 280, 284, 285, 297, 420, 870, 871, 1025, 1047, 1112, 1122, 1123, 1141 to 1149 |
//! | neither | `replacement`, `x-user-defined`, `binary` |
//!
//! All others have both, and where nothing is said here all three agree.
//!
//! One more difference can't be seen in single bytes: in TCVN and windows-1258, glibc joins a letter and a
//! combining tone that follows it. We give both as they were written, as browsers and Python do.

use pellucid::Encoding;

use super::oracles::Oracle::{self, Glibc, Python};

/// How many sequences mean something else to an oracle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Another text.
    pub otherwise: usize,
    /// Nothing to them.
    pub only_ours: usize,
    /// Nothing to us.
    pub only_theirs: usize,
}

/// A disagreement which is meant.
#[derive(Debug)]
pub struct Known {
    encoding: &'static str,
    oracle: Oracle,
    probe: &'static str,
    pub difference: Difference,
}

impl Known {
    /// Whether it is about this comparison.
    pub fn is_about(&self, encoding: &Encoding, oracle: Oracle, probe: &str) -> bool {
        self.encoding == encoding.name() && self.oracle == oracle && self.probe == probe
    }
}

/// The numbers: another text, nothing to them, nothing to us.
const fn known(encoding: &'static str, oracle: Oracle, probe: &'static str, numbers: [usize; 3]) -> Known {
    let [otherwise, only_ours, only_theirs] = numbers;
    Known { encoding, oracle, probe, difference: Difference { otherwise, only_ours, only_theirs } }
}

/// All disagreements.
pub const KNOWN: &[Known] = &[
    // The WHATWG standard gives each unassigned byte of Microsoft's pages to the C1 control of its number, and
    // 0xCA of windows-1255 to U+05BA. Browsers do so: we follow.
    known("windows-874", Python, "bytes", [0, 23, 0]),
    known("windows-874", Glibc, "bytes", [0, 23, 0]),
    known("windows-1250", Python, "bytes", [0, 5, 0]),
    known("windows-1250", Glibc, "bytes", [0, 5, 0]),
    known("windows-1251", Python, "bytes", [0, 1, 0]),
    known("windows-1251", Glibc, "bytes", [0, 1, 0]),
    known("windows-1252", Python, "bytes", [0, 5, 0]),
    known("windows-1252", Glibc, "bytes", [0, 5, 0]),
    known("windows-1253", Python, "bytes", [0, 14, 0]),
    known("windows-1253", Glibc, "bytes", [0, 14, 0]),
    known("windows-1254", Python, "bytes", [0, 7, 0]),
    known("windows-1254", Glibc, "bytes", [0, 7, 0]),
    known("windows-1255", Python, "bytes", [0, 13, 0]),
    known("windows-1255", Glibc, "bytes", [0, 13, 0]),
    known("windows-1257", Python, "bytes", [0, 10, 0]),
    known("windows-1257", Glibc, "bytes", [0, 10, 0]),
    known("windows-1258", Python, "bytes", [0, 9, 0]),
    known("windows-1258", Glibc, "bytes", [0, 9, 0]),
    // The WHATWG standard's KOI8-U is KOI8-RU in 0xAE and 0xBE: Belarusian letters for box drawing.
    known("KOI8-U", Python, "bytes", [2, 0, 0]),
    known("KOI8-U", Glibc, "bytes", [2, 0, 0]),
    // glibc has Apple's tables from before the euro, with Greek letters for mathematical signs and its own place
    // for the apple; its MAC-IS has other letters too. We follow Apple, as Python and the WHATWG standard do.
    known("macintosh", Glibc, "bytes", [2, 0, 0]),
    known("x-mac-cyrillic", Glibc, "bytes", [1, 0, 0]),
    known("x-mac-icelandic", Glibc, "bytes", [10, 2, 0]),
    // The WHATWG standard has Microsoft's euro at 0x80 and reads GBK by the table of GB 18030, which gives
    // the user's area to private use and assigns some codes which GBK leaves open.
    known("GBK", Python, "bytes", [0, 1, 0]),
    known("GBK", Python, "pairs", [0, 2149, 0]),
    known("GBK", Glibc, "pairs", [0, 2149, 0]),
    // The WHATWG standard's Big5 has HKSCS of 2008, to which Python's is older, and every code that HKSCS
    // once gave twice, of which both oracles read only one. In eleven symbols it follows Microsoft; our
    // Big5-HKSCS does not. glibc passes 0x80.
    known("Big5", Python, "pairs", [11, 192, 0]),
    known("Big5", Glibc, "bytes", [0, 0, 1]),
    known("Big5", Glibc, "pairs", [11, 131, 0]),
    known("Big5-HKSCS", Python, "pairs", [0, 192, 0]),
    known("Big5-HKSCS", Glibc, "bytes", [0, 0, 1]),
    known("Big5-HKSCS", Glibc, "pairs", [0, 131, 0]),
    // The WHATWG standard reads JIS X 0208 as Microsoft does: six signs in full width, and the characters
    // which NEC and IBM added. glibc lets C1 controls through, alone and so also before another byte.
    known("EUC-JP", Python, "pairs", [6, 457, 0]),
    known("EUC-JP", Python, "JIS X 0212", [1, 0, 0]),
    known("EUC-JP", Glibc, "bytes", [0, 0, 30]),
    known("EUC-JP", Glibc, "pairs", [6, 457, 4582]),
    known("ISO-2022-JP", Python, "JIS X 0208", [6, 457, 0]),
    known("ISO-2022-JP", Glibc, "JIS X 0208", [6, 457, 0]),
    // Microsoft's four single bytes of private use are errors in the WHATWG standard, 0x80 is not: in pairs
    // with half-width katakana, these count again.
    known("Shift_JIS", Python, "bytes", [0, 0, 4]),
    known("Shift_JIS", Python, "pairs", [0, 0, 840]),
    known("Shift_JIS", Glibc, "bytes", [0, 1, 0]),
    known("Shift_JIS", Glibc, "pairs", [0, 63, 0]),
    // A `+` at the end of the input is cut off for us, nothing at all for Python. glibc refuses to read what
    // the RFC wants encoded (`~`, `\`, controls), but reads `+` before what is no base64: a filter would be
    // fooled.
    known("UTF-7", Python, "bytes", [0, 0, 1]),
    known("UTF-7", Python, "pairs", [0, 0, 127]),
    known("UTF-7", Glibc, "bytes", [0, 32, 0]),
    known("UTF-7", Glibc, "pairs", [0, 7104, 95]),
    // GB 2312 through GBK: `·` and `—`, which browsers show for the same bytes, not `・` and `―`.
    known("HZ-GB-2312", Python, "GB 2312", [2, 0, 0]),
    known("ISO-2022-CN", Glibc, "GB 2312", [2, 0, 0]),
    // KS X 1001 as in the WHATWG standard's EUC-KR, without the postal code mark of 2002.
    known("ISO-2022-KR", Glibc, "KS X 1001", [0, 0, 1]),
    // As above; 0x5C is the won sign to glibc, a backslash to Microsoft and Python; and glibc reads 17 single
    // letters only where they begin a syllable.
    known("Johab", Glibc, "bytes", [1, 0, 0]),
    known("Johab", Glibc, "pairs", [0, 17, 1]),
    // Python has an overline where glibc, and its page 1141, have a macron.
    known("IBM273", Python, "bytes", [1, 0, 0]),
    // Here Python has the tables which Unicode published, and we follow. For codes without a character, that of
    // 875 repeats SUB: these are holes to glibc and us.
    known("IBM424", Glibc, "bytes", [1, 1, 0]),
    known("IBM875", Python, "bytes", [0, 0, 6]),
    known("IBM875", Glibc, "bytes", [2, 1, 0]),
    known("IBM1026", Glibc, "bytes", [2, 0, 0]),
];

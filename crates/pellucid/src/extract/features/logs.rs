//! Logarithms of whole numbers: nearly all that are asked for are small, and were computed before.

use std::sync::LazyLock;

/// So many are known.
const KNOWN: usize = 2048;

static SHORT: LazyLock<Vec<(f32, f32)>> =
    LazyLock::new(|| (0..KNOWN as u16).map(f32::from).map(|n| (n, libm::logf(n))).collect());
static LONG: LazyLock<Vec<(f64, f32)>> =
    LazyLock::new(|| (0..KNOWN as u16).map(f64::from).map(|n| (n, libm::log(n) as f32)).collect());

/// The natural logarithm.
pub fn short(n: f32) -> f32 {
    match SHORT.get(n as usize) {
        Some((whole, log)) if *whole == n => *log,
        _ => libm::logf(n),
    }
}

/// The same of a longer number.
pub fn long(n: f64) -> f32 {
    match LONG.get(n as usize) {
        Some((whole, log)) if *whole == n => *log,
        _ => libm::log(n) as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_the_same() {
        for n in (0..5000).map(|n| n as f32 / 2.0) {
            assert_eq!(short(n), libm::logf(n));
            assert_eq!(long(n.into()), libm::log(n.into()) as f32);
        }
    }
}

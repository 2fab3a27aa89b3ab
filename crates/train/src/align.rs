//! Which of a page's words are those of its gold text: the longest common subsequence, with its places.

use std::collections::HashMap;

/// So many words of a page, and of its gold text, are aligned at most: 40,000 times 20,000 bits are 100 MB.
const LONGEST_PAGE: usize = 40_000;
const LONGEST_GOLD: usize = 20_000;

/// Whether each word of a page is one of a longest common subsequence with the gold text.
///
/// By bits (Hyyrö, *Bit-parallel LCS-length computation revisited*, 2004): after each word of the page there is one bit for each word of
/// the gold text, and it is zero where the longest common subsequence grows. All of them are kept, to find the way back.
pub fn aligned(page: &[String], gold: &[String]) -> Vec<bool> {
    let (page_read, gold) = (&page[..page.len().min(LONGEST_PAGE)], &gold[..gold.len().min(LONGEST_GOLD)]);
    let width = gold.len().div_ceil(64).max(1);
    let mut places: HashMap<&str, Vec<u64>> = HashMap::new();
    for (n, word) in gold.iter().enumerate() {
        places.entry(word).or_insert_with(|| vec![0; width])[n / 64] |= 1 << (n % 64);
    }
    let nowhere = vec![0u64; width];
    let mut rows: Vec<u64> = vec![u64::MAX; width];
    for (n, word) in page_read.iter().enumerate() {
        let matches = places.get(&**word).unwrap_or(&nowhere);
        let mut carry = false;
        for at in 0..width {
            let bits = rows[n * width + at];
            let met = bits & matches[at];
            let (sum, first) = bits.overflowing_add(met);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            rows.push(sum | (bits & !met));
        }
    }
    let grows = |n: usize, g: usize| rows[n * width + g / 64] >> (g % 64) & 1 == 0;
    let mut found = vec![false; page.len()];
    let (mut n, mut g) = (page_read.len(), gold.len());
    while n > 0 && g > 0 {
        if !grows(n, g - 1) {
            g -= 1;
        } else if grows(n - 1, g - 1) {
            n -= 1;
        } else {
            (n, g) = (n - 1, g - 1);
            found[n] = true;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The obvious way.
    fn length(a: &[String], b: &[String]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 1..=a.len() {
            for j in 1..=b.len() {
                table[i][j] = if a[i - 1] == b[j - 1] {
                    table[i - 1][j - 1] + 1
                } else {
                    table[i - 1][j].max(table[i][j - 1])
                };
            }
        }
        table[a.len()][b.len()]
    }

    #[test]
    fn as_long_as_the_obvious_way_finds_it() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut text =
            |count: usize| -> Vec<String> { (0..count).map(|_| random.u32(0..20).to_string()).collect() };
        for (a, b) in [(0, 0), (1, 1), (10, 0), (70, 64), (130, 200), (64, 65), (300, 129)] {
            let (page, gold) = (text(a), text(b));
            let found = aligned(&page, &gold);
            let kept: Vec<String> =
                page.iter().zip(&found).filter(|(_, found)| **found).map(|(word, _)| word.clone()).collect();
            assert_eq!(kept.len(), length(&page, &gold), "{a} and {b} words");
            assert_eq!(length(&kept, &gold), kept.len(), "it is a subsequence of the gold text");
        }
    }
}

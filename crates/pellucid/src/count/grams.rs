//! A table of counts: open addressing, one multiplication and mostly one probe for each n-gram.

use super::Gram;

/// How often each n-gram was seen.
#[derive(Clone, Debug)]
pub struct Counts {
    /// N-grams and their counts; a count of zero is a free slot. The length is a power of two.
    slots: Vec<(Gram, u32)>,
    distinct: usize,
    total: u32,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { slots: vec![(0, 0); 512], distinct: 0, total: 0 }
    }
}

impl Counts {
    /// Counts one more.
    #[inline]
    pub fn add(&mut self, gram: Gram) {
        self.total = self.total.saturating_add(1);
        self.put(gram, 1);
        if self.distinct * 2 > self.slots.len() {
            self.grow();
        }
    }

    #[inline]
    fn put(&mut self, gram: Gram, count: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = hash(gram) & mask;
        loop {
            let (held, seen) = &mut self.slots[slot];
            if *seen == 0 {
                *held = gram;
                self.distinct += 1;
            } else if *held != gram {
                slot = (slot + 1) & mask;
                continue;
            }
            *seen += count;
            return;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let doubled = vec![(0, 0); self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, doubled);
        self.distinct = 0;
        for (gram, count) in old.into_iter().filter(|(_, count)| *count > 0) {
            self.put(gram, count);
        }
    }

    /// All n-grams seen, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (Gram, u32)> + '_ {
        self.slots.iter().copied().filter(|(_, count)| *count > 0)
    }

    /// How often an n-gram was seen.
    pub fn get(&self, gram: Gram) -> u32 {
        let mask = self.slots.len() - 1;
        let mut slot = hash(gram) & mask;
        while self.slots[slot].1 > 0 && self.slots[slot].0 != gram {
            slot = (slot + 1) & mask;
        }
        self.slots[slot].1
    }

    /// How many different n-grams were seen.
    pub fn distinct(&self) -> u32 {
        self.distinct as u32
    }

    /// The sum of all counts.
    pub fn total(&self) -> u32 {
        self.total
    }
}

/// Spreads n-grams over the slots of a table, here and in models.
#[inline]
fn hash(gram: Gram) -> usize {
    (gram.wrapping_mul(0x9E37_79B1) >> 8) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_when_it_grows() {
        let mut counts = Counts::default();
        for n in 0..10_000 {
            counts.add(n % 3000);
        }
        assert_eq!(counts.total(), 10_000);
        assert_eq!(counts.iter().count(), 3000);
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u32>(), 10_000);
    }
}

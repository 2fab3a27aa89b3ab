//! How much memory the pages of all threads may take at once.

use std::sync::{Condvar, Mutex, PoisonError};

/// The memory that pages share.
pub(crate) struct Memory {
    /// No bound, if there is none.
    most: Option<u64>,
    taken: Mutex<u64>,
    freed: Condvar,
}

/// What a page has taken. It is free again when this is dropped.
pub(crate) struct Taken<'a> {
    memory: &'a Memory,
    bytes: u64,
}

impl Memory {
    /// With so many bytes.
    pub(crate) fn new(most: Option<u64>) -> Memory {
        Memory { most, taken: Mutex::new(0), freed: Condvar::new() }
    }

    /// Takes what a page of so many bytes needs at most, as soon as it is free; or says why it never will be.
    pub(crate) fn take(&self, page: usize) -> Result<Taken<'_>, String> {
        let Some(most) = self.most else { return Ok(Taken { memory: self, bytes: 0 }) };
        let bytes = pellucid::memory(page).saturating_add(page) as u64;
        if bytes > most {
            return Err(format!("{page} bytes may take {bytes} bytes of memory, of at most {most}"));
        }
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = self
            .freed
            .wait_while(taken, |taken| *taken > most - bytes)
            .unwrap_or_else(PoisonError::into_inner);
        *taken += bytes;
        Ok(Taken { memory: self, bytes })
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        *self.memory.taken.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.memory.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_more_than_there_is() {
        let each = (pellucid::memory(1000) + 1000) as u64;
        let memory = Memory::new(Some(3 * each));
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let taken = memory.take(1000).unwrap();
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        now.fetch_sub(1, Ordering::SeqCst);
                        drop(taken);
                    }
                });
            }
        });
        assert!((1..=3).contains(&most.into_inner()));
        assert_eq!(*memory.taken.lock().unwrap(), 0);
    }

    #[test]
    fn what_never_fits_is_said_at_once() {
        let memory = Memory::new(Some(pellucid::memory(1 << 20) as u64));
        assert!(memory.take(1000).is_ok());
        let why = memory.take(1 << 20).err().unwrap();
        assert!(why.starts_with("1048576 bytes may take "), "{why}");
        assert!(Memory::new(None).take(usize::MAX).is_ok());
    }
}

//! How much work reading is, in bytes that are looked at, however often. Tests count it, others do not.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// So many bytes are looked at.
#[cfg(test)]
pub fn add(bytes: usize) {
    STEPS.set(STEPS.get() + bytes as u64);
}

/// So many bytes are looked at.
#[cfg(not(test))]
pub fn add(_bytes: usize) {}

/// How many bytes were looked at since this was last asked.
#[cfg(test)]
pub fn taken() -> u64 {
    STEPS.replace(0)
}

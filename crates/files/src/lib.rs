//! Files in, files out: what the command line and `batch` share.
//!
//! Paths become inputs ([`walk`]), many are worked on at once and answered in order ([`ordered`]), and what is written
//! appears whole or not at all ([`beside`], [`partial`]), by one writer at a time ([`lock`]).

// What is read.
pub mod globs;
pub mod input;
pub mod list;
pub mod unpack;
pub mod walk;
pub mod zstd;

// Work on it.
pub mod ordered;

// What is written.
pub mod beside;
pub mod lock;
pub mod partial;

// What a person sees, and how they stop it.
pub mod interrupt;
pub mod paths;
#[cfg(feature = "terminal")]
pub mod progress;

pub use beside::Beside;
pub use globs::Glob;
pub use input::Input;
pub use partial::Partial;
#[cfg(feature = "terminal")]
pub use progress::Progress;
pub use walk::Walk;

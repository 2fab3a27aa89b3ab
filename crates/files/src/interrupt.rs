//! Ctrl-C: files that are not finished are removed before the process ends.
//!
//! A signal may come while a thread waits in a read for ever, so threads cannot clean up after themselves. Instead the
//! names of unfinished files stand in one list, and the holder of its lock decides: a file is created, renamed or
//! removed under it, and the signal's handler never gives it back.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The list of unfinished files, locked. While it is held, no signal ends the process.
pub fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    // A panic elsewhere leaves the list usable: an insertion or removal either happened or did not.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a run wants to be asked to stop before it is ended, and whether it was.
static IS_PATIENT: AtomicBool = AtomicBool::new(false);
static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// From now on the first signal only asks: see [`is_asked`]. The second one ends the process, as ever.
pub fn ask_first() {
    IS_PATIENT.store(true, Ordering::Relaxed);
}

/// Whether a signal asks to stop.
pub fn is_asked() -> bool {
    IS_ASKED.load(Ordering::Relaxed)
}

/// From now on SIGINT, SIGTERM and SIGHUP remove unfinished files and end the process with this code.
#[cfg(feature = "terminal")]
pub fn clean_up_on_signals(code: u8) {
    // Without a handler the signal still ends the process, it only leaves a file on the disk: not worth failing for.
    let _ = ctrlc::set_handler(move || {
        if IS_PATIENT.load(Ordering::Relaxed) && !IS_ASKED.swap(true, Ordering::Relaxed) {
            return;
        }
        let list = unfinished();
        for path in list.iter() {
            let _ = std::fs::remove_file(path);
        }
        std::process::exit(code.into());
    });
}

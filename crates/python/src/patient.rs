//! Work that takes long, and Ctrl-C meanwhile.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often Python is asked whether there was a signal.
const ASKED: Duration = Duration::from_millis(50);

/// Does the work in another thread, and waits for it with Python's lock released. What a signal raises, such as KeyboardInterrupt,
/// ends the waiting; the work ends by itself, and nobody sees what comes of it.
pub fn wait_for<T: Send + 'static>(py: Python<'_>, work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
    let (done, mut result) = channel();
    let worker = thread::Builder::new().spawn(move || {
        // Whoever waited may be gone.
        let _ = done.send(work());
    })?;
    loop {
        // By a reference that nobody shares: only such a one may go where Python's lock is not.
        let waiting = &mut result;
        match py.detach(move || waiting.recv_timeout(ASKED)) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => resume_unwind(panic),
                Ok(()) => return Err(PyRuntimeError::new_err("no answer from the thread that works")),
            },
        }
    }
}

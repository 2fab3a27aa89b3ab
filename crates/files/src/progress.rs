//! What a person at a terminal sees while waiting, and what is said on standard error meanwhile.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that is done sooner shows no bar: it would only flicker.
const PATIENCE: Duration = Duration::from_secs(1);

/// Standard error during a run: a bar for long work, and messages that do not tear it.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    records: Arc<AtomicU64>,
    quiet: bool,
}

impl Progress {
    /// A bar for inputs of `total` bytes, which is found out only if the work takes long; none, if it cannot be known.
    ///
    /// It appears only if standard error is a terminal, and only if standard output is none or is not used: what
    /// scrolls by there is progress enough.
    pub fn start(
        total: impl FnOnce() -> Option<u64> + Send + 'static,
        uses_stdout: bool,
        quiet: bool,
    ) -> Progress {
        let progress = Progress::idle(quiet);
        let seen = io::stderr().is_terminal() && !(uses_stdout && io::stdout().is_terminal());
        if seen && !quiet {
            let bar = progress.bar.clone();
            thread::spawn(move || show(&bar, total));
        }
        progress
    }

    /// No bar, until [`Progress::then`] is called.
    pub fn idle(quiet: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Progress { bar, records: Arc::default(), quiet }
    }

    /// Shows work whose end is not known.
    pub fn then(&self, what: &'static str) {
        if io::stderr().is_terminal() && !self.quiet {
            self.bar.set_style(style("{spinner} {msg}, {elapsed}"));
            self.bar.set_message(what);
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.enable_steady_tick(Duration::from_millis(200));
        }
    }

    /// Shows work of so many steps, each of which is one of [`Progress::read`].
    pub fn count(&self, what: &'static str, steps: usize) {
        self.then(what);
        self.bar.set_length(steps as u64);
        self.bar.set_style(style("{bar:40} {pos} of {len} {msg}, {eta} left"));
    }

    /// So many bytes more were read.
    pub fn read(&self, bytes: usize) {
        self.bar.inc(bytes as u64);
    }

    /// So many records more were read.
    pub fn count_records(&self, records: u64) {
        let records = self.records.fetch_add(records, Ordering::Relaxed) + records;
        if !self.bar.is_hidden() {
            let seconds = self.bar.elapsed().as_secs_f64().max(1e-3);
            self.bar.set_message(format!(", {records} records, {:.0}/s", records as f64 / seconds));
        }
    }

    /// Says something worth knowing, unless the run is to be quiet.
    pub fn note(&self, message: &str) {
        if !self.quiet {
            self.error(message);
        }
    }

    /// Says what went wrong.
    pub fn error(&self, message: &str) {
        self.bar.suspend(|| {
            // Nobody can read it when standard error is gone, and that is no reason to panic.
            let _ = writeln!(io::stderr(), "pellucid: {message}");
        });
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// The end of a run whose failures are among its rows: says how many there were.
    pub fn close(&self, failed: u64, all: u64) {
        self.finish();
        if failed > 0 {
            self.note(&format!("{failed} of {all} inputs failed"));
        }
    }
}

/// Shows the bar when patience is over, and only then finds out what is to come.
fn show(bar: &ProgressBar, total: impl FnOnce() -> Option<u64>) {
    thread::sleep(PATIENCE);
    if bar.is_finished() {
        return;
    }
    bar.set_style(style("{spinner} {bytes} read, {bytes_per_sec}{msg}, {elapsed}"));
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.enable_steady_tick(Duration::from_millis(200));
    // Without the size of a pipe there is no share to show.
    let Some(total) = total() else { return };
    bar.set_length(total);
    bar.set_style(style("{bar:40} {percent}% of {total_bytes}, {bytes_per_sec}{msg}, {eta} left"));
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template written here")
}

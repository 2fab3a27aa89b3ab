//! What a person at a terminal sees while waiting, and what is said on standard error meanwhile.

use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::exit;
use crate::inputs::Inputs;

/// Work which is done sooner shows no bar: it would only flicker.
const PATIENCE: Duration = Duration::from_secs(1);

/// Standard error during a run: a bar for long work, and messages which do not tear it.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    quiet: bool,
}

impl Progress {
    /// A bar for these inputs, each read `passes` times. It appears only if standard error is a terminal, and only
    /// if standard output is none or is not used: what scrolls by there is progress enough.
    pub fn start(inputs: &Inputs, passes: u64, uses_stdout: bool, quiet: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let seen = io::stderr().is_terminal() && !(uses_stdout && io::stdout().is_terminal());
        if seen && !quiet {
            let (bar, inputs) = (bar.clone(), inputs.clone());
            thread::spawn(move || show(&bar, &inputs, passes));
        }
        Progress { bar, quiet }
    }

    /// No bar, until [`Progress::then`] is called.
    pub fn idle(quiet: bool) -> Progress {
        Progress { bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()), quiet }
    }

    /// Tells of work whose end is not known.
    pub fn then(&self, what: &'static str) {
        if io::stderr().is_terminal() && !self.quiet {
            self.bar.set_style(style("{spinner} {msg}, {elapsed}"));
            self.bar.set_message(what);
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.enable_steady_tick(Duration::from_millis(200));
        }
    }

    /// Tells of work of so many steps, each of which is one of [`Progress::read`].
    pub fn count(&self, what: &'static str, steps: usize) {
        self.then(what);
        self.bar.set_length(steps as u64);
        self.bar.set_style(style("{bar:40} {pos} of {len} {msg}, {eta} left"));
    }

    /// So many bytes more were read.
    pub fn read(&self, bytes: usize) {
        self.bar.inc(bytes as u64);
    }

    /// Says something worth knowing, unless quiet was asked for.
    pub fn note(&self, message: &str) {
        if !self.quiet {
            self.error(message);
        }
    }

    /// Says what went wrong.
    pub fn error(&self, message: &str) {
        self.bar.suspend(|| {
            // Nobody can be told when standard error is gone, and that is no reason to panic.
            let _ = writeln!(io::stderr(), "pellucid: {message}");
        });
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// The end of a run whose failures are among its rows: how many there were, and the exit code.
    pub fn close(&self, failed: u64, all: u64) -> u8 {
        self.finish();
        if failed == 0 {
            return exit::FINE;
        }
        self.note(&format!("{failed} of {all} inputs failed"));
        exit::FAILED
    }
}

/// Shows the bar when patience is over, and only then walks the inputs a second time to learn what is to come.
fn show(bar: &ProgressBar, inputs: &Inputs, passes: u64) {
    thread::sleep(PATIENCE);
    if bar.is_finished() {
        return;
    }
    bar.set_style(style("{spinner} {bytes} read, {bytes_per_sec}, {elapsed}"));
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.enable_steady_tick(Duration::from_millis(200));
    // Without the size of a pipe there is no share to show.
    let Some(total) = inputs.walk().map(|input| input.size()).sum::<Option<u64>>() else { return };
    bar.set_length(total * passes);
    bar.set_style(style("{bar:40} {percent}% of {total_bytes}, {bytes_per_sec}, {eta} left"));
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template written here")
}

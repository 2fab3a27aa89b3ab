//! A line on standard error for each request. A thread of its own writes them: who reads them slowly must not delay answers.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use hyper::{Method, StatusCode};

use crate::metrics::Metrics;

/// How many lines wait for a slow reader. Beyond them, lines are dropped and counted.
const WAITING: usize = 4096;

/// Where lines go.
pub struct Log {
    lines: Mutex<Option<SyncSender<String>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    metrics: Arc<Metrics>,
}

/// A request and its answer.
pub struct Line<'a> {
    pub client: SocketAddr,
    pub method: &'a Method,
    pub path: &'a str,
    pub status: StatusCode,
    pub received: u64,
    pub sent: u64,
    pub took: Duration,
}

impl Log {
    /// Starts the writer, if there is to be a log.
    pub fn start(is_wanted: bool, metrics: Arc<Metrics>) -> io::Result<Log> {
        let (sender, writer) = if is_wanted {
            let (sender, lines) = sync_channel(WAITING);
            let writer = std::thread::Builder::new().name("log".into()).spawn(move || write(&lines))?;
            (Some(sender), Some(writer))
        } else {
            (None, None)
        };
        Ok(Log { lines: Mutex::new(sender), writer: Mutex::new(writer), metrics })
    }

    /// Adds a line.
    pub fn add(&self, line: &Line) {
        if let Some(lines) = &*self.lines.lock().unwrap_or_else(PoisonError::into_inner)
            && lines.try_send(line.text(SystemTime::now())).is_err()
        {
            self.metrics.lost_line();
        }
    }

    /// Writes what is left.
    pub fn finish(&self) {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = writer.join();
        }
    }
}

fn write(lines: &Receiver<String>) {
    for line in lines {
        // If standard error is gone, requests are answered all the same.
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

impl Line<'_> {
    /// `2026-11-18T03:41:31.512Z 127.0.0.1:40112 POST /v1/detect 200 5120 bytes in, 96 out, 0.4 ms`
    fn text(&self, now: SystemTime) -> String {
        let Line { client, method, path, status, received, sent, took } = self;
        let time = chrono::DateTime::<chrono::Utc>::from(now).format("%Y-%m-%dT%H:%M:%S%.3fZ");
        // Escaped, as a path may hold anything, even sequences for the terminal.
        let path = path.escape_debug();
        let (code, took) = (status.as_u16(), took.as_secs_f64() * 1e3);
        format!("{time} {client} {method} {path} {code} {received} bytes in, {sent} out, {took:.1} ms\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line() {
        let line = Line {
            client: SocketAddr::from(([127, 0, 0, 1], 40112)),
            method: &Method::POST,
            path: "/v1/\u{1b}\n",
            status: StatusCode::NOT_FOUND,
            received: 5,
            sent: 96,
            took: Duration::from_micros(420),
        };
        let text = line.text(SystemTime::UNIX_EPOCH + Duration::from_millis(1512));
        assert_eq!(
            text,
            "1970-01-01T00:00:01.512Z 127.0.0.1:40112 POST /v1/\\u{1b}\\n 404 5 bytes in, 96 out, 0.4 ms\n"
        );
    }
}

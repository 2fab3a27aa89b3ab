//! What the service counts, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Up to how many seconds the buckets of the histogram go.
const BUCKETS: [f64; 12] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// All counters.
#[derive(Default)]
pub struct Metrics {
    requests: Mutex<BTreeMap<(&'static str, u16), u64>>,
    times: Mutex<BTreeMap<&'static str, Times>>,
    pages: Mutex<BTreeMap<&'static str, u64>>,
    broken: Mutex<BTreeMap<&'static str, u64>>,
    rows: AtomicU64,
    rejects: AtomicU64,
    received: AtomicU64,
    sent: AtomicU64,
    panics: AtomicU64,
    lost_lines: AtomicU64,
    connections: AtomicU64,
    open: AtomicU64,
}

#[derive(Default)]
struct Times {
    /// In each bucket, and beyond the last one.
    counts: [u64; BUCKETS.len() + 1],
    sum: f64,
}

/// A connection that is open until this is dropped.
pub struct Open<'a>(&'a Metrics);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

fn count<K: Ord>(counts: &Mutex<BTreeMap<K, u64>>, key: K) {
    *counts.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default() += 1;
}

impl Metrics {
    /// A request was answered.
    pub fn answered(&self, endpoint: &'static str, status: u16, took: Duration, received: u64, sent: u64) {
        count(&self.requests, (endpoint, status));
        let seconds = took.as_secs_f64();
        let bucket = BUCKETS.iter().position(|end| seconds <= *end).unwrap_or(BUCKETS.len());
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let times = times.entry(endpoint).or_default();
        times.counts[bucket] += 1;
        times.sum += seconds;
        self.received.fetch_add(received, Ordering::Relaxed);
        self.sent.fetch_add(sent, Ordering::Relaxed);
    }

    /// A page was read in this encoding.
    pub fn page(&self, encoding: &'static str) {
        count(&self.pages, encoding);
    }

    /// A line of a batch was answered.
    pub fn record(&self, is_row: bool) {
        (if is_row { &self.rows } else { &self.rejects }).fetch_add(1, Ordering::Relaxed);
    }

    /// A page found a fault of ours.
    pub fn panicked(&self) {
        self.panics.fetch_add(1, Ordering::Relaxed);
    }

    /// A line of the log was dropped.
    pub fn lost_line(&self) {
        self.lost_lines.fetch_add(1, Ordering::Relaxed);
    }

    /// A connection was opened.
    pub fn opened(&self) -> Open<'_> {
        self.connections.fetch_add(1, Ordering::Relaxed);
        self.open.fetch_add(1, Ordering::Relaxed);
        Open(self)
    }

    /// A connection ended badly.
    pub fn failed_connection(&self, why: &'static str) {
        count(&self.broken, why);
    }

    /// All of it.
    pub fn text(&self, free_places: usize) -> String {
        let mut text = String::new();
        let head = |text: &mut String, name: &str, kind: &str, help: &str| {
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
        };
        let mut one = |name: &str, kind: &str, help: &str, value: u64| {
            head(&mut text, name, kind, help);
            let _ = writeln!(text, "{name} {value}");
        };
        let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        one("pellucid_received_bytes_total", "counter", "Bytes of bodies received.", load(&self.received));
        one("pellucid_sent_bytes_total", "counter", "Bytes of answers.", load(&self.sent));
        one(
            "pellucid_panics_total",
            "counter",
            "Requests that found a fault of the service.",
            load(&self.panics),
        );
        one(
            "pellucid_log_lines_lost_total",
            "counter",
            "Lines of the log that nobody took.",
            load(&self.lost_lines),
        );
        one("pellucid_connections_total", "counter", "Connections accepted.", load(&self.connections));
        one("pellucid_connections", "gauge", "Connections that are open.", load(&self.open));
        one(
            "pellucid_free_places",
            "gauge",
            "Pages that may still come before answers are 503.",
            free_places as u64,
        );
        if let Some(bytes) = resident() {
            one("process_resident_memory_bytes", "gauge", "Memory of the process.", bytes);
        }
        head(
            &mut text,
            "pellucid_batch_records_total",
            "counter",
            "Lines of batches, by what became of them.",
        );
        for (outcome, counter) in [("row", &self.rows), ("reject", &self.rejects)] {
            let _ = writeln!(text, "pellucid_batch_records_total{{outcome=\"{outcome}\"}} {}", load(counter));
        }
        head(&mut text, "pellucid_requests_total", "counter", "Requests, by endpoint and status.");
        for ((endpoint, status), n) in &*self.requests.lock().unwrap_or_else(PoisonError::into_inner) {
            let labels = format!("endpoint=\"{endpoint}\",status=\"{status}\"");
            let _ = writeln!(text, "pellucid_requests_total{{{labels}}} {n}");
        }
        head(&mut text, "pellucid_pages_total", "counter", "Pages, by encoding.");
        for (encoding, n) in &*self.pages.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = writeln!(text, "pellucid_pages_total{{encoding=\"{encoding}\"}} {n}");
        }
        head(&mut text, "pellucid_broken_connections_total", "counter", "Connections that ended badly.");
        for (why, n) in &*self.broken.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = writeln!(text, "pellucid_broken_connections_total{{why=\"{why}\"}} {n}");
        }
        head(
            &mut text,
            "pellucid_request_seconds",
            "histogram",
            "Time from the head of a request to its answer.",
        );
        for (endpoint, times) in &*self.times.lock().unwrap_or_else(PoisonError::into_inner) {
            let mut sum = 0;
            let ends = BUCKETS.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
            for (end, n) in ends.zip(times.counts) {
                sum += n;
                let labels = format!("endpoint=\"{endpoint}\",le=\"{end}\"");
                let _ = writeln!(text, "pellucid_request_seconds_bucket{{{labels}}} {sum}");
            }
            let _ = writeln!(text, "pellucid_request_seconds_sum{{endpoint=\"{endpoint}\"}} {}", times.sum);
            let _ = writeln!(text, "pellucid_request_seconds_count{{endpoint=\"{endpoint}\"}} {sum}");
        }
        text
    }
}

/// The memory of this process, where the system says so.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

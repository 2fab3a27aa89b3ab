//! Where the service listens, and how much of everything it takes.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Settings of the service.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Where it listens. Only programs on the same machine can reach the default.
    pub listen: SocketAddr,
    /// A folder of files for browsers, instead of those that were built in.
    pub web: Option<PathBuf>,
    /// How many pages are worked on at once.
    pub threads: usize,
    /// How many more may wait for that. Beyond them the answer is 503.
    pub queue: usize,
    /// How many connections are open at once. Beyond them, new ones wait.
    pub connections: usize,
    /// The most bytes of a page.
    pub max_body: usize,
    /// The most bytes of all pages and answers that are held at once. Beyond them the answer is 503.
    pub max_held: usize,
    /// The most bytes of a request's head: its line and its headers.
    pub max_head: usize,
    /// How long a head may take, and how long a connection may be idle.
    pub head_time: Duration,
    /// How long a page may take to arrive, and then to be answered; and how long a client may leave an answer unread.
    pub time: Duration,
    /// How long requests may take to end after the service was asked to stop.
    pub grace: Duration,
    /// Whether every request is a line on standard error.
    pub log: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            web: None,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            queue: 256,
            connections: 1024,
            max_body: pellucid_batch::MAX_BYTES,
            max_held: 512 << 20,
            max_head: 32 << 10,
            head_time: Duration::from_secs(10),
            time: Duration::from_secs(30),
            grace: Duration::from_secs(10),
            log: true,
        }
    }
}

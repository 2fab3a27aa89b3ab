//! `pellucid serve`: the service over HTTP.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use pellucid_files::interrupt;
use pellucid_serve::Options;

use crate::exit;

/// Serve detection, decoding and extraction over HTTP
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Serve {
    /// Listen at this address and port; port 0 takes any that is free
    #[arg(short, long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,

    /// Serve the files of this folder to browsers, at `/`
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,

    /// Work on so many pages at once [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Let so many more pages wait; beyond them the answer is 503
    #[arg(long, value_name = "N", default_value = "256")]
    queue: u16,

    /// Keep so many connections open at once; beyond them, new ones wait
    #[arg(long, value_name = "N", default_value = "1024", value_parser = clap::value_parser!(u16).range(1..))]
    max_connections: u16,

    /// Refuse pages of more bytes than this: 10M, 1G
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = super::batch::size)]
    max_bytes: u64,

    /// Hold at most so many bytes of pages and answers at once; beyond them the answer is 503
    ///
    /// What threads need while they work on pages comes on top: at most 20 times --max-bytes for each.
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = super::batch::size)]
    max_held: u64,

    /// Refuse requests whose head is longer than this; at least 8 KiB
    #[arg(long, value_name = "BYTES", default_value = "32K", value_parser = super::batch::size)]
    max_head: u64,

    /// Give a page so many seconds to arrive, and then to be answered
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = clap::value_parser!(u32).range(1..))]
    timeout: u32,

    /// Give the head of a request so many seconds, and connections without a request as well
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    head_timeout: u32,

    /// Give requests so many seconds to end when the service is asked to stop
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    grace: u32,
}

const LONG_ABOUT: &str = "\
Serve detection, decoding and extraction over HTTP

POST a page as the body of a request to /v1/detect, /v1/decode or /v1/extract. The answer is a JSON object as the commands of \
these names write it with --format jsonl, without `path`. Hints and options are in the query or in headers: `?lang=fa` is \
`Pellucid-Lang: fa`. The Content-Type of the body is taken for the page's own. POST lines of JSON to /v1/batch for many pages in one \
request: each line is answered by a line, as `pellucid batch` writes it.

GET /v1/encodings, /v1/openapi.json (all parameters and answers), /healthz, /metrics (for Prometheus). docs/serve.md says more.

Only programs on this machine can reach the default address. The service has no accounts and no encryption: if others are to reach it, put a proxy before it that \
has. It never fetches anything. Every request is a line on standard error; --quiet suppresses them. Ctrl-C or SIGTERM stops the \
service after the requests that have begun; a second one stops it at once.";

const AFTER_HELP: &str = "\
Examples:
  pellucid serve
  pellucid serve --listen 127.0.0.1:9000 --max-bytes 4M --quiet
  curl --data-binary @page.html 'http://127.0.0.1:8080/v1/detect?explain'
  curl --data-binary @page.html -H 'Pellucid-Lang: fa' http://127.0.0.1:8080/v1/extract
  curl -T pages.jsonl -X POST http://127.0.0.1:8080/v1/batch";

/// How often the service looks whether it was asked to stop.
const LOOK: Duration = Duration::from_millis(50);

impl Serve {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        let bytes = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        let mut options = Options::default();
        options.listen = self.listen;
        options.web = self.web.clone();
        options.threads = self.threads.map_or(options.threads, usize::from);
        options.queue = self.queue.into();
        options.connections = self.max_connections.into();
        options.max_body = bytes(self.max_bytes);
        options.max_held = bytes(self.max_held.max(self.max_bytes));
        options.max_head = bytes(self.max_head);
        options.time = Duration::from_secs(self.timeout.into());
        options.head_time = Duration::from_secs(self.head_timeout.into());
        options.grace = Duration::from_secs(self.grace.into());
        options.log = !quiet;
        interrupt::ask_first();
        let ready = |address: SocketAddr| {
            if !quiet {
                eprintln!("pellucid: listening on http://{address}");
            }
            if !address.ip().is_loopback() {
                eprintln!(
                    "pellucid: others can reach this address; the service has no accounts and no encryption"
                );
            }
        };
        let stop = async {
            while !interrupt::is_asked() {
                pellucid_serve::sleep(LOOK).await;
            }
        };
        let what = match &self.web {
            Some(web) => format!("cannot serve {} at {}", web.display(), self.listen),
            None => format!("cannot listen at {}", self.listen),
        };
        let cut_off = pellucid_serve::run(options, ready, stop).context(what)?;
        if cut_off > 0 {
            eprintln!(
                "pellucid: {cut_off} connections did not end within {} seconds, and were cut off",
                self.grace
            );
        }
        Ok(exit::FINE)
    }
}

//! Many pages in one request: lines of JSON in, lines of JSON out, in their order, while both are still coming.
//!
//! A line is read as `pellucid batch` reads the lines of a file, and becomes what it makes of them: a row, or a reject with its
//! reason. So an answer has a line for each line that is not empty. A request may be as long as it likes; what is in
//! memory is a few lines of it.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use http_body_util::BodyExt;
use http_body_util::channel::{Channel, Sender};
use hyper::body::{Frame, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, EXPECT, HeaderValue, X_CONTENT_TYPE_OPTIONS};
use hyper::{Method, Request, Response, StatusCode};
use pellucid::Language;
use pellucid::extract::Extract;
use pellucid_batch::write::reject_line;
use pellucid_batch::{Columns, Field, Found, Options, Place, Reason, Reject, process};
use tokio::sync::{OwnedSemaphorePermit, oneshot};

use crate::body::is_plain;
use crate::parameters::{Endpoint, Parameters};
use crate::routes::{Answer, Problem, Report};
use crate::server::Shared;

/// How many lines of a request each thread may have.
const AHEAD: usize = 2;
/// How many answers wait until the client takes them.
const UNSENT: usize = 4;
/// What rows and rejects say where they were found.
const FILE: &str = "request";

/// What becomes of every line.
struct Job {
    columns: Columns,
    options: Options,
    fields: Vec<Field>,
}

/// A line, and whether it is a row.
type Line = (Vec<u8>, Option<&'static str>);

impl Job {
    fn of(parameters: &Parameters, max_bytes: usize) -> Result<Job, Problem> {
        let mut options = Options::default();
        options.detector = parameters.detector()?;
        options.page = parameters
            .decoding()?
            .extractor(parameters.extractor()?)
            .extract(parameters.parsed::<Extract>("extract")?.unwrap_or_default());
        options.min_confidence = parameters.parsed("min_confidence")?.unwrap_or(0.0);
        options.min_quality = parameters.parsed("min_quality")?.unwrap_or(0.0);
        let language = |tag: &str| Language::parse(tag).map_err(|error| error.to_string());
        options.keep_languages = parameters.list("keep_lang", language)?.unwrap_or_default();
        options.max_bytes = max_bytes;
        let field = |name: &str| Field::named(name).ok_or_else(|| format!("no field has the name {name:?}"));
        Ok(Job {
            columns: Columns {
                content: parameters.text("content").map(str::to_owned),
                base64: parameters.flag("base64")?,
            },
            fields: parameters.list("fields", field)?.unwrap_or_else(|| Field::ALL.to_vec()),
            options,
        })
    }

    /// The answer to a line.
    fn line(&self, line: &[u8], place: Place) -> Line {
        let found = match self.columns.of_json(line, place) {
            Found::Page(record) => process(*record, &self.options),
            Found::Other(reject) => Err(reject),
        };
        match found {
            Ok(row) => {
                let mut line = Vec::new();
                row.json(&self.fields, &mut line);
                (line, Some(row.encoding))
            }
            Err(reject) => (reject_line(&reject), None),
        }
    }
}

/// The beginning of the answer; the rest follows as the lines come.
pub async fn answer(
    request: Request<Incoming>,
    client: SocketAddr,
    shared: Arc<Shared>,
) -> Result<Response<Answer>, Problem> {
    let (head, mut incoming) = request.into_parts();
    is_plain(&head.headers)?;
    let parameters = Parameters::of(Endpoint::Batch, head.uri.query(), &head.headers)?;
    let job = Job::of(&parameters, shared.options.max_body)?;
    let room = shared.batches.clone().try_acquire_owned().map_err(|_| Problem::Busy)?;
    let mut lines = Lines::new(limit(shared.options.max_body));
    // Who expects a word before it sends anything would wait in vain after the head of the answer.
    if head.headers.contains_key(EXPECT) {
        let first = tokio::time::timeout(shared.options.time, incoming.frame()).await;
        let late = |_| Problem::with(StatusCode::REQUEST_TIMEOUT, "no line has come");
        let broken = |_| Problem::with(StatusCode::BAD_REQUEST, "the body breaks off");
        if let Some(Ok(data)) = first.map_err(late)?.transpose().map_err(broken)?.map(Frame::into_data) {
            lines.feed(&data);
        }
    }
    let (sender, channel) = Channel::<Bytes>::new(UNSENT);
    let report = Report {
        client,
        method: Method::POST,
        path: head.uri.path().to_owned(),
        endpoint: Endpoint::Batch.name(),
        began: Instant::now(),
    };
    let batch = Batch { job: Arc::new(job), lines, sender, shared, sent: 0, report };
    tokio::spawn(batch.run(incoming, room));
    let mut answer = Response::new(channel.boxed_unsync());
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

/// The most bytes of a line. Base64 takes four bytes for three; the rest is for addresses and the like.
fn limit(max_body: usize) -> usize {
    max_body / 3 * 4 + (64 << 10)
}

struct Batch {
    job: Arc<Job>,
    lines: Lines,
    sender: Sender<Bytes>,
    shared: Arc<Shared>,
    sent: u64,
    report: Report,
}

/// A line that is worked on, or one that is ready.
type Pending = oneshot::Receiver<Result<Line, Problem>>;

impl Batch {
    async fn run(mut self, incoming: Incoming, room: OwnedSemaphorePermit) {
        // If the client goes away, so does this; what was answered until then is counted.
        let _ = self.follow(incoming).await;
        self.report.end(&self.shared, StatusCode::OK, self.lines.at, self.sent);
        drop(room);
    }

    /// Reads lines and answers them. Ends early if nobody reads answers or sends lines any more.
    async fn follow(&mut self, mut incoming: Incoming) -> Option<()> {
        let ahead = self.shared.options.threads.max(1) * AHEAD;
        let mut pending: VecDeque<Pending> = VecDeque::new();
        let mut is_done = false;
        loop {
            // First what has arrived already, as far as it may be worked on.
            while pending.len() < ahead
                && let Some(next) = self.lines.next(is_done)
            {
                let pended = self.begin(next).await?;
                pending.push_back(pended);
            }
            let may_read = !is_done && pending.len() < ahead;
            if is_done && pending.is_empty() {
                return Some(());
            }
            tokio::select! {
                answered = front(&mut pending), if !pending.is_empty() => {
                    pending.pop_front();
                    self.send(answered).await?;
                }
                frame = tokio::time::timeout(self.shared.options.time, incoming.frame()), if may_read => {
                    match frame.ok()? {
                        None => is_done = true,
                        Some(frame) => if let Ok(data) = frame.ok()?.into_data() {
                            self.lines.feed(&data);
                        },
                    }
                }
            }
        }
    }

    /// Gives a line to the threads.
    async fn begin(&self, next: Next) -> Option<Pending> {
        let place = self.shared.pool.wait().await.ok()?;
        let job = self.job.clone();
        Some(self.shared.pool.run(place, move || match next {
            Next::Line(line, place) => job.line(&line, place),
            Next::TooLong(place) => {
                let why = format!("a line of {} bytes", place.length);
                (reject_line(&Reject::at(place, Reason::TooLarge, why)), None)
            }
        }))
    }

    async fn send(&mut self, line: Result<Line, Problem>) -> Option<()> {
        // `process` makes a reject of a panic, so there is always a line; if not, the answer breaks off, which clients notice.
        let (line, encoding) = line.ok()?;
        self.shared.metrics.record(encoding.is_some());
        if let Some(encoding) = encoding {
            self.shared.metrics.page(encoding);
        }
        self.sent += line.len() as u64;
        self.sender.send_data(line.into()).await.ok()
    }
}

/// The answer to the oldest line.
async fn front(pending: &mut VecDeque<Pending>) -> Result<Line, Problem> {
    match pending.front_mut() {
        Some(pending) => pending.await.unwrap_or(Err(Problem::Fault)),
        None => std::future::pending().await,
    }
}

/// What is next in a request.
enum Next {
    Line(Vec<u8>, Place),
    TooLong(Place),
}

/// The lines of bytes that come in pieces.
struct Lines {
    limit: usize,
    held: Vec<u8>,
    /// Up to where `held` has been searched for a line feed.
    searched: usize,
    /// How many bytes came before `held`, and how many came in all.
    offset: u64,
    at: u64,
    /// How long the line is so far whose beginning was too long to be kept.
    skipped: Option<u64>,
}

impl Lines {
    fn new(limit: usize) -> Lines {
        Lines { limit, held: Vec::new(), searched: 0, offset: 0, at: 0, skipped: None }
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.at += bytes.len() as u64;
        self.held.extend_from_slice(bytes);
    }

    /// The next line that is not empty; at the end, also the one that no line feed ends.
    fn next(&mut self, is_end: bool) -> Option<Next> {
        loop {
            let end = self.held[self.searched..].iter().position(|byte| *byte == b'\n');
            let Some(length) = end.map(|at| self.searched + at + 1).or(is_end.then_some(self.held.len()))
            else {
                self.searched = self.held.len();
                if self.held.len() > self.limit {
                    // Its length is all that is kept.
                    *self.skipped.get_or_insert(0) += self.held.len() as u64;
                    self.offset += self.held.len() as u64;
                    self.held.clear();
                    self.searched = 0;
                }
                return None;
            };
            if length == 0 && self.skipped.is_none() {
                return None;
            }
            let line: Vec<u8> = self.held.drain(..length).collect();
            self.searched = 0;
            let before = self.skipped.take();
            let (offset, length) = (self.offset - before.unwrap_or(0), length as u64 + before.unwrap_or(0));
            self.offset += line.len() as u64;
            let place = Place { file: FILE.into(), offset, length };
            if before.is_some() || line.len() > self.limit {
                return Some(Next::TooLong(place));
            }
            let line = if offset == 0 { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line) } else { &line };
            let line = line.trim_ascii();
            if !line.is_empty() {
                return Some(Next::Line(line.to_vec(), place));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What lines there are, if they come in pieces of this size.
    fn lines(bytes: &[u8], size: usize, limit: usize) -> Vec<(Option<Vec<u8>>, u64, u64)> {
        let mut lines = Lines::new(limit);
        let mut all = Vec::new();
        let mut take = |lines: &mut Lines, is_end| {
            while let Some(next) = lines.next(is_end) {
                all.push(match next {
                    Next::Line(line, place) => (Some(line), place.offset, place.length),
                    Next::TooLong(place) => (None, place.offset, place.length),
                });
            }
        };
        for piece in bytes.chunks(size) {
            lines.feed(piece);
            take(&mut lines, false);
        }
        take(&mut lines, true);
        assert_eq!(lines.at, bytes.len() as u64);
        all
    }

    #[test]
    fn pieces_do_not_matter() {
        let bytes = b"\xEF\xBB\xBF{\"a\":1}\r\n\n  \n{}\nlonger than allowed\n{2}";
        let whole = lines(bytes, bytes.len(), 12);
        let expected = [
            (Some(b"{\"a\":1}".to_vec()), 0, 12),
            (Some(b"{}".to_vec()), 16, 3),
            (None, 19, 20),
            (Some(b"{2}".to_vec()), 39, 3),
        ];
        assert_eq!(whole, expected);
        for size in 1..bytes.len() {
            assert_eq!(lines(bytes, size, 12), expected, "{size}");
        }
        assert_eq!(lines(b"", 1, 12), []);
        assert_eq!(lines(&[b'a'; 40], 7, 12), [(None, 0, 40)]);
    }
}

//! Which request gets which answer.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Incoming};
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HeaderValue, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use pellucid::encodings::ENCODINGS;
use pellucid_answers::EncodingRow;
use tokio::task::JoinSet;

use crate::body;
use crate::log::Line;
use crate::parameters::{Endpoint, Parameters};
use crate::server::Shared;
use crate::task::{Done, Task};
use crate::{OPENAPI, batch};

/// The body of an answer.
pub type Answer = UnsyncBoxBody<Bytes, Infallible>;

/// When a busy service is asked again, in seconds.
const AGAIN: HeaderValue = HeaderValue::from_static("1");

/// Why a request has no answer about its page.
#[derive(Debug)]
pub enum Problem {
    /// It is wrong, and how.
    Told(StatusCode, String),
    /// It may be answered later.
    Busy,
    /// A fault of ours.
    Fault,
    /// There is a way, but not with this method.
    Method(&'static str),
}

impl Problem {
    /// A request that is wrong.
    pub fn with(status: StatusCode, why: impl Into<String>) -> Problem {
        Problem::Told(status, why.into())
    }

    fn answer(self) -> Response<Answer> {
        let (status, why) = match &self {
            Problem::Told(status, why) => (*status, why.as_str()),
            Problem::Busy => (StatusCode::SERVICE_UNAVAILABLE, "too many pages at once; try again later"),
            Problem::Fault => {
                (StatusCode::INTERNAL_SERVER_ERROR, "a fault of this program, please report it")
            }
            Problem::Method(_) => {
                (StatusCode::METHOD_NOT_ALLOWED, "this address knows other methods: see Allow")
            }
        };
        let mut answer = json(status, serde_json::json!({ "error": why }).to_string().into());
        match self {
            Problem::Busy => drop(answer.headers_mut().insert(RETRY_AFTER, AGAIN)),
            Problem::Method(allowed) => {
                answer.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
            }
            _ => {}
        }
        answer
    }
}

/// An answer that is there as a whole.
pub fn full(status: StatusCode, kind: &'static str, bytes: Bytes) -> Response<Answer> {
    let mut answer = Response::new(Full::new(bytes).boxed_unsync());
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

fn json(status: StatusCode, bytes: Bytes) -> Response<Answer> {
    full(status, "application/json", bytes)
}

/// The answer to a request. It always is one: a panic is a 500.
pub async fn answer(
    request: Request<Incoming>,
    client: SocketAddr,
    shared: Arc<Shared>,
) -> Result<Response<Answer>, Infallible> {
    let began = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let received = request.body().size_hint().exact();
    // In a task of its own, so that a panic ends nothing but that. If the client goes away, so does the task.
    let mut task = JoinSet::new();
    task.spawn(routed(request, client, shared.clone()));
    let (endpoint, answered) = task.join_next().await.and_then(Result::ok).unwrap_or_else(|| {
        shared.metrics.panicked();
        ("none", Err(Problem::Fault))
    });
    let mut answer = answered.unwrap_or_else(Problem::answer);
    // What was not read of a body would be taken for the next request, and reading it may take for ever.
    let is_read = answer.status().is_success() || answer.status() == StatusCode::UNPROCESSABLE_ENTITY;
    if method == Method::POST && !is_read {
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    // A batch reports itself when it has ended.
    if !(endpoint == Endpoint::Batch.name() && answer.status() == StatusCode::OK) {
        let sent = answer.body().size_hint().exact().unwrap_or(0);
        let report = Report { client, method, path, endpoint, began };
        report.end(&shared, answer.status(), received.unwrap_or(0), sent);
    }
    Ok(answer)
}

/// What is known of a request before its answer.
pub struct Report {
    pub client: SocketAddr,
    pub method: Method,
    pub path: String,
    pub endpoint: &'static str,
    pub began: Instant,
}

impl Report {
    /// Counts a request and logs it.
    pub fn end(&self, shared: &Shared, status: StatusCode, received: u64, sent: u64) {
        let took = self.began.elapsed();
        shared.metrics.answered(self.endpoint, status.as_u16(), took, received, sent);
        let Report { client, method, path, .. } = self;
        shared.log.add(&Line { client: *client, method, path, status, received, sent, took });
    }
}

/// The endpoint, for the counters, and the answer.
async fn routed(
    request: Request<Incoming>,
    client: SocketAddr,
    shared: Arc<Shared>,
) -> (&'static str, Result<Response<Answer>, Problem>) {
    let path = request.uri().path();
    let is_get = matches!(*request.method(), Method::GET | Method::HEAD);
    if let Some(endpoint) =
        path.strip_prefix("/v1/").and_then(|name| Endpoint::ALL.into_iter().find(|e| e.name() == name))
    {
        let answer = match (request.method() == Method::POST, endpoint) {
            (false, _) => Err(Problem::Method("POST")),
            _ if is_from_another_site(request.headers()) => Err(Problem::with(
                StatusCode::FORBIDDEN,
                "a page of another site asks; browsers would not let it read the answer",
            )),
            (true, Endpoint::Batch) => batch::answer(request, client, shared).await,
            (true, _) => page(endpoint, request, &shared).await,
        };
        return (endpoint.name(), answer);
    }
    type Get = fn(&Shared) -> Response<Answer>;
    let known: Option<(&'static str, Get)> = match path {
        "/v1/encodings" => Some(("encodings", encodings)),
        "/v1/about.json" => Some(("about", about)),
        "/v1/openapi.json" => Some(("openapi", |_| json(StatusCode::OK, OPENAPI.into()))),
        "/healthz" => Some(("healthz", health)),
        "/metrics" => Some(("metrics", metrics)),
        #[cfg(test)]
        "/v1/panic" => Some(("none", |_| panic!("on purpose"))),
        _ => None,
    };
    match known {
        Some((endpoint, _)) if !is_get => (endpoint, Err(Problem::Method("GET, HEAD"))),
        Some((endpoint, get)) => (endpoint, Ok(get(&shared))),
        None => ("web", shared.web.answer(request.method(), path).await),
    }
}

/// Whether a browser says that a page of another site asks. It could not read the answer, but it could keep the service of whoever
/// looks at it busy, although nobody else can reach that.
fn is_from_another_site(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-site").is_some_and(|site| site.as_bytes() == b"cross-site")
}

/// One page: everything that can be wrong about a request is said before its body is read.
async fn page(
    endpoint: Endpoint,
    request: Request<Incoming>,
    shared: &Arc<Shared>,
) -> Result<Response<Answer>, Problem> {
    let (head, incoming) = request.into_parts();
    body::is_plain(&head.headers)?;
    let task = Task::of(endpoint, &Parameters::of(endpoint, head.uri.query(), &head.headers)?)?;
    let options = &shared.options;
    let (bytes, share) = body::read(incoming, options.max_body, &shared.held, options.time).await?;
    let work = shared.pool.run(shared.pool.place()?, move || task.run(&bytes));
    let Done { status, body, encoding } = in_time(options.time, work).await?;
    if let Some(encoding) = encoding {
        shared.metrics.page(encoding);
    }
    // The page is gone by now; the answer may be longer than it was.
    drop(share);
    let share = shared.held.take(body.len())?;
    Ok(json(status, share.keep_with(body)))
}

/// What the pool makes, unless it takes too long. Then it is finished for nobody, but no thread is lost: every page ends.
async fn in_time<T>(
    time: Duration,
    work: tokio::sync::oneshot::Receiver<Result<T, Problem>>,
) -> Result<T, Problem> {
    match tokio::time::timeout(time, work).await {
        Err(_) => Err(Problem::Busy),
        Ok(done) => done.unwrap_or(Err(Problem::Fault)),
    }
}

fn encodings(_: &Shared) -> Response<Answer> {
    let rows: Vec<_> = ENCODINGS.iter().map(|encoding| EncodingRow::new(None, Some(encoding))).collect();
    json(StatusCode::OK, serde_json::to_vec(&rows).unwrap_or_default().into())
}

/// By which the inspector knows that it is served by a service, and not by somebody's web server.
fn about(shared: &Shared) -> Response<Answer> {
    let about = serde_json::json!({
        "name": "pellucid serve",
        "version": env!("CARGO_PKG_VERSION"),
        "max_bytes": shared.options.max_body,
    });
    json(StatusCode::OK, about.to_string().into())
}

fn health(shared: &Shared) -> Response<Answer> {
    let is_stopping = shared.is_stopping.load(Ordering::Relaxed);
    let (status, word) = match is_stopping {
        true => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        false => (StatusCode::OK, "ok"),
    };
    json(
        status,
        serde_json::json!({ "status": word, "version": env!("CARGO_PKG_VERSION") }).to_string().into(),
    )
}

fn metrics(shared: &Shared) -> Response<Answer> {
    let text = shared.metrics.text(shared.pool.free());
    full(StatusCode::OK, "text/plain; version=0.0.4; charset=utf-8", text.into())
}

//! The listener, the connections, and how they end.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;

use crate::body::Held;
use crate::log::Log;
use crate::metrics::Metrics;
use crate::options::Options;
use crate::patient::Patient;
use crate::pool::Pool;
use crate::routes;
use crate::web::Web;

/// The most header fields of a request; more than any browser sends.
const HEADERS: usize = 100;
/// How long to wait when the system has no more descriptors: connections end meanwhile.
const EXHAUSTED: Duration = Duration::from_millis(50);
/// How many requests with many pages each thread may have open: each holds some pages in memory.
const BATCHES: usize = 4;

/// What all requests share.
pub struct Shared {
    pub options: Options,
    pub pool: Pool,
    pub held: Held,
    pub batches: Arc<Semaphore>,
    pub metrics: Arc<Metrics>,
    pub log: Log,
    pub web: Web,
    pub is_stopping: AtomicBool,
}

/// A service that has its address, and does not listen yet.
pub struct Server {
    listener: std::net::TcpListener,
    shared: Arc<Shared>,
}

impl Server {
    /// Takes the address. Fails if it is taken, or if the folder for browsers cannot be read.
    pub fn bind(options: Options) -> io::Result<Server> {
        let web = Web::new(options.web.as_deref())?;
        let listener = std::net::TcpListener::bind(options.listen)?;
        listener.set_nonblocking(true)?;
        let metrics = Arc::new(Metrics::default());
        let shared = Shared {
            pool: Pool::start(options.threads, options.queue, metrics.clone())?,
            held: Held::new(options.max_held),
            batches: Arc::new(Semaphore::new(options.threads.max(1) * BATCHES)),
            log: Log::start(options.log, metrics.clone())?,
            is_stopping: AtomicBool::new(false),
            metrics,
            web,
            options,
        };
        Ok(Server { listener, shared: Arc::new(shared) })
    }

    /// Where it listens; the port is known even if any was asked for.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `stop` is ready; then lets requests end, and returns how many had to be cut off.
    pub async fn serve(self, stop: impl Future<Output = ()>) -> io::Result<usize> {
        let listener = TcpListener::from_std(self.listener)?;
        let shared = self.shared;
        let room = Arc::new(Semaphore::new(shared.options.connections.max(1)));
        let (stopping, ended) = watch::channel(false);
        let mut connections = JoinSet::new();
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                Some(_) = connections.join_next() => {}
                (accepted, permit) = accept(&listener, &room) => match accepted {
                    Ok((stream, client)) => {
                        connections.spawn(connection(stream, client, permit, shared.clone(), ended.clone()));
                    }
                    Err(_) => {
                        shared.metrics.failed_connection("accept");
                        tokio::time::sleep(EXHAUSTED).await;
                    }
                },
            }
        }
        drop(listener);
        shared.is_stopping.store(true, Ordering::Relaxed);
        let _ = stopping.send(true);
        let all_ended = async { while connections.join_next().await.is_some() {} };
        let is_late = tokio::time::timeout(shared.options.grace, all_ended).await.is_err();
        let cut_off = if is_late { connections.len() } else { 0 };
        connections.shutdown().await;
        shared.log.finish();
        Ok(cut_off)
    }
}

/// A connection, when there is room for one more.
async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> (io::Result<(TcpStream, SocketAddr)>, Option<OwnedSemaphorePermit>) {
    // It is never closed.
    let permit = room.clone().acquire_owned().await.ok();
    (listener.accept().await, permit)
}

/// All requests of a connection.
async fn connection(
    stream: TcpStream,
    client: SocketAddr,
    permit: Option<OwnedSemaphorePermit>,
    shared: Arc<Shared>,
    mut ended: watch::Receiver<bool>,
) {
    let _permit = permit;
    let _open = shared.metrics.opened();
    // Answers are written at once; waiting for more would only delay them.
    let _ = stream.set_nodelay(true);
    let Options { max_head, head_time, time, .. } = shared.options;
    let stream = TokioIo::new(Patient::new(stream, time));
    let service = service_fn(|request| routes::answer(request, client, shared.clone()));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head_time).max_headers(HEADERS);
    // hyper refuses less.
    builder.max_buf_size(max_head.max(8192));
    let connection = builder.serve_connection(stream, service);
    tokio::pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = async { drop(ended.wait_for(|is_ended| *is_ended).await) } => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        shared.metrics.failed_connection(match () {
            () if error.is_timeout() => "timeout",
            () if error.is_parse() => "malformed",
            () if error.is_incomplete_message() => "incomplete",
            () => "broken",
        });
    }
}

/// Serves with a runtime of its own, until `stop` is ready. `ready` is called with the address as soon as clients can connect.
pub fn run(
    options: Options,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> io::Result<usize> {
    let server = Server::bind(options)?;
    ready(server.address()?);
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(server.serve(stop))
}

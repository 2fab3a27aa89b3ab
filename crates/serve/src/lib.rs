//! Pellucid over HTTP: pages in, JSON out. It is the service behind `pellucid serve`.
//!
//! A request passes through these files, in this order:
//!
//! `server → routes → parameters → body → pool → task → (answer)`
//!
//! `batch` does the same for many pages in one request, line by line. `page.rs` of the library runs the stages, as it does for
//! every other caller; nothing here detects, decodes or extracts by itself. Nothing here opens a connection either: hyper is
//! built without its client.

// In the order in which a request meets them.
mod options;
mod patient;
mod server;

mod routes;

mod body;
mod parameters;

mod pool;
mod task;

mod batch;
mod web;

// What watches them.
mod log;
mod metrics;

#[cfg(test)]
mod tests;

pub use options::Options;
pub use parameters::{Endpoint, PARAMETERS};
pub use server::{Server, run};
pub use tokio::time::sleep;

/// The description of the service, in OpenAPI 3.1.
pub const OPENAPI: &str = include_str!("../openapi.json");

//! The bytes of a page, as they come over the wire; and how many of all pages are in memory.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use hyper::header::CONTENT_ENCODING;
use hyper::{HeaderMap, StatusCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::routes::Problem;

/// A unit of memory: counting bytes would overflow the counter, which has 32 bits for one request.
const UNIT: usize = 1024;

/// How much memory pages and answers may take, all together.
pub struct Held(Arc<Semaphore>);

/// A part of it, given back when it is dropped.
pub struct Share(OwnedSemaphorePermit);

impl Held {
    /// So many bytes.
    pub fn new(bytes: usize) -> Held {
        Held(Arc::new(Semaphore::new((bytes / UNIT).clamp(1, Semaphore::MAX_PERMITS))))
    }

    /// A part, if so much is left.
    pub fn take(&self, bytes: usize) -> Result<Share, Problem> {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        self.0.clone().try_acquire_many_owned(units).map(Share).map_err(|_| Problem::Busy)
    }
}

impl Share {
    /// An answer of which this is kept until it is sent.
    pub fn keep_with(self, bytes: Vec<u8>) -> Bytes {
        struct Kept {
            bytes: Vec<u8>,
            _share: OwnedSemaphorePermit,
        }
        impl AsRef<[u8]> for Kept {
            fn as_ref(&self) -> &[u8] {
                &self.bytes
            }
        }
        Bytes::from_owner(Kept { bytes, _share: self.0 })
    }

    fn add(&mut self, other: Share) {
        self.0.merge(other.0);
    }
}

/// Bodies are pages, not archives of them.
pub fn is_plain(headers: &HeaderMap) -> Result<(), Problem> {
    match headers.get(CONTENT_ENCODING) {
        Some(coding) if !coding.as_bytes().eq_ignore_ascii_case(b"identity") => Err(Problem::with(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Content-Encoding: the body must be the page itself; decompress it first",
        )),
        _ => Ok(()),
    }
}

/// The whole body, if it is not too long and does not take too long.
pub async fn read(
    mut body: Incoming,
    max: usize,
    held: &Held,
    time: Duration,
) -> Result<(Vec<u8>, Share), Problem> {
    let too_large = || {
        let why = format!("the page has more than {max} bytes");
        Problem::with(StatusCode::PAYLOAD_TOO_LARGE, why)
    };
    let told = body.size_hint().exact();
    if told.is_some_and(|told| told > max as u64) {
        return Err(too_large());
    }
    let told = told.map_or(0, |told| told as usize);
    let mut share = held.take(told)?;
    let reading = async {
        // What a client claims is not yet memory that it has filled.
        let mut bytes = Vec::with_capacity(told.min(1 << 20));
        let mut taken = told;
        while let Some(frame) = body.frame().await {
            let broken = |_| Problem::with(StatusCode::BAD_REQUEST, "the body breaks off");
            let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
            if bytes.len() + data.len() > max {
                return Err(too_large());
            }
            bytes.extend_from_slice(&data);
            if bytes.len() > taken {
                // As much again as there is, so that there are few steps.
                let more = bytes.len().min(max - taken);
                share.add(held.take(more)?);
                taken += more;
            }
        }
        Ok((bytes, share))
    };
    let late = |_| {
        let why = format!("the body took more than {} seconds", time.as_secs());
        Problem::with(StatusCode::REQUEST_TIMEOUT, why)
    };
    tokio::time::timeout(time, reading).await.map_err(late)?
}

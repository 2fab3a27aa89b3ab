//! Many inputs at once, their results in input order, with bounded memory.
//!
//! Each input gets a ticket: the receiving end of a channel for its one result. Workers take an input and queue
//! its ticket under one lock, so the queue is in input order; the caller redeems tickets from its front. The queue
//! is bounded, so when one input takes long the others run ahead only so far.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result};

/// How many results may wait for each worker: enough to ride out one slow page among quick ones.
const AHEAD: usize = 64;

/// What the workers draw from. Without the queue's sending end the caller sees that no ticket follows.
struct Source<I, R> {
    items: I,
    queue: Option<SyncSender<Receiver<R>>>,
}

/// Works on the items in `threads` threads and hands the results to `each` in the order of the items.
///
/// An error of `each` stops everything at once: workers are not waited for, since one may be reading from a pipe
/// that never ends. That is why everything they use is theirs (`'static`).
pub fn for_each<T, R>(
    items: impl Iterator<Item = T> + Send + 'static,
    threads: usize,
    work: impl Fn(T) -> R + Send + Sync + 'static,
    mut each: impl FnMut(R) -> Result<()>,
) -> Result<()>
where
    T: 'static,
    R: Send + 'static,
{
    let (queue, tickets) = sync_channel(threads * AHEAD);
    let source = Arc::new(Mutex::new(Source { items, queue: Some(queue) }));
    let work = Arc::new(work);
    for _ in 0..threads {
        let (source, work) = (Arc::clone(&source), Arc::clone(&work));
        thread::Builder::new()
            .spawn(move || {
                while let Some((item, done)) = draw(&source) {
                    // The caller is gone when it has seen enough.
                    if done.send(work(item)).is_err() {
                        break;
                    }
                }
            })
            .context("cannot start a thread")?;
    }
    for ticket in tickets {
        each(ticket.recv().context("a worker stopped without an answer")?)?;
    }
    Ok(())
}

/// The next item and where its result goes, its ticket being queued.
fn draw<T, R>(source: &Mutex<Source<impl Iterator<Item = T>, R>>) -> Option<(T, SyncSender<R>)> {
    let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
    let queue = source.queue.clone()?;
    let Some(item) = source.items.next() else {
        source.queue = None;
        return None;
    };
    let (done, ticket) = sync_channel(1);
    queue.send(ticket).ok()?;
    Some((item, done))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_come_in_order_whoever_is_first() {
        let slow_first = |n: u64| {
            thread::sleep(Duration::from_micros(if n.is_multiple_of(50) { 3000 } else { 1 }));
            n * n
        };
        let mut seen = Vec::new();
        for_each(0..1000u64, 4, slow_first, |n| {
            seen.push(n);
            Ok(())
        })
        .unwrap();
        assert!(seen.into_iter().eq((0..1000).map(|n| n * n)));
    }

    #[test]
    fn nothing_runs_far_ahead_of_a_slow_reader() {
        let drawn = Arc::new(Mutex::new(0usize));
        let counter = Arc::clone(&drawn);
        let items = (0..100_000).inspect(move |_| *counter.lock().unwrap() += 1);
        let mut read = 0;
        for_each(
            items,
            2,
            |n| n,
            |_| {
                read += 1;
                if read == 1 {
                    thread::sleep(Duration::from_millis(50));
                    assert!(*drawn.lock().unwrap() <= 2 * AHEAD + 4);
                }
                Ok(())
            },
        )
        .unwrap();
        assert_eq!(read, 100_000);
    }

    #[test]
    fn an_error_stops_even_when_a_worker_never_ends() {
        let never_ends = |n: usize| {
            if n == 1 {
                thread::park();
            }
        };
        let result = for_each(0..10usize, 2, never_ends, |()| anyhow::bail!("enough"));
        assert_eq!(result.unwrap_err().to_string(), "enough");
    }

    #[test]
    fn a_panic_of_a_worker_is_an_error_and_no_hang() {
        let result = for_each(0..10, 1, |n: i32| assert!(n < 5, "expected by this test"), |()| Ok(()));
        assert!(result.is_err());
    }
}

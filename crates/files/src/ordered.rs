//! Many inputs at once, their answers in the order of the inputs, with bounded memory.
//!
//! Each item gets a ticket: the receiving end of a channel for its answers. Workers take an item and queue its ticket under
//! one lock, so the queue is in the order of the items; the caller redeems one ticket after the other. Channels hold few
//! answers and the queue few tickets: when one item takes long, the others run ahead only so far.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How many results may wait for each worker of [`map`]: enough to ride out one slow page among quick ones.
const AHEAD: usize = 64;

/// How much is done at once.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// How many items are worked on.
    pub threads: usize,
    /// How many tickets may wait for each thread.
    pub ahead: usize,
    /// How many answers to an item may wait.
    pub answers: usize,
}

/// An item that somebody works on.
pub struct Ticket<K, A> {
    /// What was kept of the item.
    pub kept: K,
    /// The answers to it, which end when the work on it ends.
    pub answers: Receiver<A>,
}

/// Where the work on an item puts its answers.
pub struct Answers<A>(SyncSender<A>);

impl<A> Answers<A> {
    /// Waits until there is room, and reports whether anybody still listens.
    pub fn send(&self, answer: A) -> bool {
        self.0.send(answer).is_ok()
    }
}

/// What the workers draw from. Without the queue's sending end, the caller sees that no ticket follows.
struct Source<I, K, A> {
    items: I,
    queue: Option<SyncSender<Ticket<K, A>>>,
}

/// Works on the items in several threads, and gives their tickets in the order of the items. Of each item one part is kept for
/// the caller, and one goes to the work.
///
/// When the tickets are dropped, the workers stop as soon as they notice. Nobody waits for them, since one may be reading from
/// a pipe that never ends. That is why everything they use is theirs (`'static`).
pub fn start<K, T, A>(
    items: impl Iterator<Item = (K, T)> + Send + 'static,
    bounds: Bounds,
    work: impl Fn(T, &Answers<A>) + Send + Sync + 'static,
) -> io::Result<Receiver<Ticket<K, A>>>
where
    K: Send + 'static,
    T: 'static,
    A: Send + 'static,
{
    let threads = bounds.threads.max(1);
    let (queue, tickets) = sync_channel(threads * bounds.ahead);
    let source = Arc::new(Mutex::new(Source { items, queue: Some(queue) }));
    let work = Arc::new(work);
    for _ in 0..threads {
        let (source, work) = (Arc::clone(&source), Arc::clone(&work));
        let draw_all = move || {
            while let Some((item, answers)) = draw(&source, bounds.answers) {
                work(item, &answers);
            }
        };
        let failed =
            |error| io::Error::new(io::Error::kind(&error), format!("cannot start a thread: {error}"));
        thread::Builder::new().spawn(draw_all).map_err(failed)?;
    }
    Ok(tickets)
}

/// The next item and where its answers go. Its ticket is queued.
fn draw<K, T, A>(
    source: &Mutex<Source<impl Iterator<Item = (K, T)>, K, A>>,
    room: usize,
) -> Option<(T, Answers<A>)> {
    let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
    let queue = source.queue.clone()?;
    if let Some((kept, item)) = source.items.next() {
        let (sender, answers) = sync_channel(room);
        // It fails when the caller has seen enough.
        if queue.send(Ticket { kept, answers }).is_ok() {
            return Some((item, Answers(sender)));
        }
    }
    source.queue = None;
    None
}

/// The results of work on many items, in their order.
pub fn map<T, R>(
    items: impl Iterator<Item = T> + Send + 'static,
    threads: usize,
    work: impl Fn(T) -> R + Send + Sync + 'static,
) -> io::Result<impl Iterator<Item = io::Result<R>>>
where
    T: 'static,
    R: Send + 'static,
{
    let bounds = Bounds { threads, ahead: AHEAD, answers: 1 };
    let tickets = start(items.map(|item| ((), item)), bounds, move |item, answers| {
        answers.send(work(item));
    })?;
    Ok(tickets.into_iter().map(|ticket| ticket.answers.recv().map_err(|_| no_answer())))
}

/// What it is when a worker ends before its answer: a fault in our code, which the thread has reported.
pub fn no_answer() -> io::Error {
    io::Error::other("a worker stopped without an answer")
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
        let seen: Vec<u64> = map(0..1000u64, 4, slow_first).unwrap().map(Result::unwrap).collect();
        assert!(seen.into_iter().eq((0..1000).map(|n| n * n)));
    }

    #[test]
    fn nothing_runs_far_ahead_of_a_slow_reader() {
        let drawn = Arc::new(Mutex::new(0usize));
        let counter = Arc::clone(&drawn);
        let items = (0..100_000).inspect(move |_| *counter.lock().unwrap() += 1);
        let mut read = 0;
        for result in map(items, 2, |n| n).unwrap() {
            result.unwrap();
            read += 1;
            if read == 1 {
                thread::sleep(Duration::from_millis(50));
                assert!(*drawn.lock().unwrap() <= 2 * AHEAD + 4);
            }
        }
        assert_eq!(read, 100_000);
    }

    #[test]
    fn items_with_many_answers() {
        let bounds = Bounds { threads: 3, ahead: 2, answers: 1 };
        let items = (0..50usize).map(|n| (n, n));
        let tickets = start(items, bounds, |n, answers: &Answers<usize>| {
            for answer in 0..n {
                answers.send(answer);
            }
        });
        let counted: Vec<(usize, usize)> =
            tickets.unwrap().into_iter().map(|ticket| (ticket.kept, ticket.answers.iter().count())).collect();
        assert!(counted.into_iter().eq((0..50).map(|n| (n, n))));
    }

    #[test]
    fn who_has_seen_enough_waits_for_nobody() {
        let never_ends = |n: usize| {
            if n == 1 {
                thread::park();
            }
        };
        let mut results = map(0..10usize, 2, never_ends).unwrap();
        results.next().unwrap().unwrap();
    }

    #[test]
    fn workers_notice_that_nobody_listens() {
        let (done, ended) = sync_channel(1);
        let items = (0..usize::MAX).map(|n| ((), n));
        let bounds = Bounds { threads: 1, ahead: 1, answers: 1 };
        let tickets = start(items, bounds, move |_, answers: &Answers<u8>| {
            while answers.send(0) {}
            // The receiver of this knows that the work has ended.
            let _ = done.send(());
        });
        let first = tickets.unwrap().recv().unwrap();
        drop(first);
        ended.recv_timeout(Duration::from_secs(20)).unwrap();
        assert!(ended.recv_timeout(Duration::from_secs(20)).is_err(), "no other item is begun");
    }

    #[test]
    fn a_panic_of_a_worker_is_an_error_and_no_hang() {
        let results = map(0..10, 1, |n: i32| assert!(n < 5, "expected by this test")).unwrap();
        let failed = results.into_iter().position(|result| result.is_err());
        assert_eq!(failed, Some(5));
    }
}

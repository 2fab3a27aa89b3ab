//! Threads that work on pages: as many as asked for, apart from those that wait for the network. A page that panics is an answer
//! like any other, and takes nothing with it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::metrics::Metrics;
use crate::routes::Problem;

type Job = Box<dyn FnOnce() + Send>;

/// The threads, and who may wait for them.
pub struct Pool {
    jobs: mpsc::Sender<Job>,
    places: Arc<Semaphore>,
    metrics: Arc<Metrics>,
}

/// The right to be worked on, or to wait for it; given back when it is dropped.
pub struct Place(#[allow(dead_code)] OwnedSemaphorePermit);

impl Pool {
    /// Starts threads, for which so many pages more may wait.
    pub fn start(threads: usize, queue: usize, metrics: Arc<Metrics>) -> io::Result<Pool> {
        let threads = threads.max(1);
        let (jobs, waiting) = mpsc::channel::<Job>();
        let waiting = Arc::new(Mutex::new(waiting));
        for n in 0..threads {
            let waiting = waiting.clone();
            let next = move || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            // They end when nobody can send any more.
            let work = move || {
                while let Ok(job) = next() {
                    job();
                }
            };
            std::thread::Builder::new().name(format!("page {n}")).spawn(work)?;
        }
        Ok(Pool { jobs, places: Arc::new(Semaphore::new(threads + queue)), metrics })
    }

    /// A place, if one is free.
    pub fn place(&self) -> Result<Place, Problem> {
        self.places.clone().try_acquire_owned().map(Place).map_err(|_| Problem::Busy)
    }

    /// A place, when one is free.
    pub async fn wait(&self) -> Result<Place, Problem> {
        self.places.clone().acquire_owned().await.map(Place).map_err(|_| Problem::Busy)
    }

    /// How many places are free.
    pub fn free(&self) -> usize {
        self.places.available_permits()
    }

    /// Has this done by one of the threads. What nobody waits for any more when its turn comes is not done.
    pub fn run<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<Result<T, Problem>> {
        let (sender, receiver) = oneshot::channel();
        let metrics = self.metrics.clone();
        let job = move || {
            if sender.is_closed() {
                return;
            }
            let done = catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
                metrics.panicked();
                Problem::Fault
            });
            drop(place);
            let _ = sender.send(done);
        };
        // The threads are there as long as this is; if not, the receiver learns that the sender is gone.
        let _ = self.jobs.send(Box::new(job));
        receiver
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_answer_and_the_thread_goes_on() {
        let metrics = Arc::new(Metrics::default());
        let pool = Pool::start(1, 1, metrics.clone()).unwrap();
        let poisoned = pool.run(pool.place().unwrap(), || -> u8 { panic!("on purpose") });
        assert!(matches!(poisoned.await.unwrap(), Err(Problem::Fault)));
        assert!(matches!(pool.run(pool.place().unwrap(), || 7).await.unwrap(), Ok(7)));
        assert!(metrics.text(0).contains("pellucid_panics_total 1\n"));
    }

    #[tokio::test]
    async fn beyond_the_queue_there_is_no_place_until_one_is_free() {
        let pool = Pool::start(1, 1, Arc::new(Metrics::default())).unwrap();
        let (go, wait) = mpsc::channel::<()>();
        let first = pool.run(pool.place().unwrap(), move || wait.recv().is_ok());
        let second = pool.run(pool.place().unwrap(), || ());
        assert!(matches!(pool.place(), Err(Problem::Busy)));
        // Nobody waits for it: it is not done, and its place is free again.
        drop(second);
        go.send(()).unwrap();
        assert!(first.await.unwrap().unwrap());
        let _place = pool.wait().await.unwrap();
    }
}

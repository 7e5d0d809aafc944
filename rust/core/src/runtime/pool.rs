//! Threads: one pool a process, and the loop that spreads independent steps over it.
//!
//! Threads do not survive a fork, so the pool remembers which process built it; a child builds its own and leaks the
//! parent's. No lock is held anywhere that a fork could freeze: the current pool is swapped atomically. A call that
//! wants more threads than the pool has replaces it; the threads of the old one end with the last call that uses it.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use arc_swap::ArcSwapOption;
use rayon::ThreadPool;

use super::cpu::{self, Proven};
use super::progress::{PERIOD, Pace, Shared, Watcher};
use crate::error::{Error, Result};

/// More threads than this are refused.
pub const MAX_THREADS: usize = 1024;

/// The threads, the CPU level and the watcher of one call.
pub struct Run<'a> {
    threads: usize,
    level: Proven,
    watcher: Option<&'a mut Watcher<'a>>,
    pace: Pace,
}

impl<'a> Run<'a> {
    /// A call on up to `threads` threads that nobody watches.
    pub fn new(threads: usize) -> Self {
        Self { threads: threads.max(1), level: cpu::proven(), watcher: None, pace: Pace::start() }
    }

    /// The same call, watched.
    #[must_use]
    pub fn watched(self, watcher: &'a mut Watcher<'a>) -> Self {
        Self { watcher: Some(watcher), ..self }
    }

    /// The same call at another CPU level than that of the process: for tests and benchmarks.
    #[doc(hidden)]
    #[must_use]
    pub fn at(self, level: Proven) -> Self {
        Self { level, ..self }
    }

    /// The CPU level of this call.
    pub fn level(&self) -> Proven {
        self.level
    }

    /// How many threads may work.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Does `work` for every item, on this call's threads. `total` is the number of items, for the watcher.
    ///
    /// An item should take well under a tenth of a second: between items the call can be stopped. Items are taken in
    /// order, and after a failure no later item is begun, so the error returned is that of the first failing item
    /// whatever the number of threads. A call made by an item's work runs on the thread of that item.
    pub fn for_each<T, I, F>(&mut self, items: I, total: usize, work: F) -> Result<()>
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: Send,
        T: Send,
        F: Fn(T) -> Result<()> + Sync,
    {
        // A worker that waited for workers of its own pool could wait for ever.
        let threads = if IS_WORKER.get() { 1 } else { self.threads.min(total) };
        if threads <= 1 { self.inline(items, total, work) } else { self.spread(threads, items, total, work) }
    }

    /// For work that is not a list of items: lets the watcher look, at most once a period.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when it stops the call.
    pub fn checkpoint(&mut self, done: u64, total: u64) -> Result<()> {
        if self.pace.is_due() && self.look(done, total as usize).is_break() {
            return Err(Error::Cancelled);
        }
        Ok(())
    }

    fn look(&mut self, done: u64, total: usize) -> ControlFlow<()> {
        self.watcher.as_mut().map_or(ControlFlow::Continue(()), |watch| watch(done, total as u64))
    }

    fn inline<T, I, F>(&mut self, items: I, total: usize, work: F) -> Result<()>
    where
        I: IntoIterator<Item = T>,
        F: Fn(T) -> Result<()>,
    {
        items.into_iter().enumerate().try_for_each(|(done, item)| {
            work(item)?;
            self.checkpoint(done as u64 + 1, total as u64)
        })
    }

    fn spread<T, I, F>(&mut self, threads: usize, items: I, total: usize, work: F) -> Result<()>
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: Send,
        T: Send,
        F: Fn(T) -> Result<()> + Sync,
    {
        let shared = Shared::default();
        let queue = Mutex::new(items.into_iter().enumerate());
        let first_error: Mutex<Option<(usize, Error)>> = Mutex::new(None);
        let worker = || {
            while !shared.is_stopped() {
                let Some((at, item)) = lock(&queue).next() else { break };
                if let Err(error) = work(item) {
                    let mut first = lock(&first_error);
                    if first.as_ref().is_none_or(|&(before, _)| at < before) {
                        *first = Some((at, error));
                    }
                    shared.stop();
                }
                shared.step();
            }
        };

        let running = Running::new(threads);
        let mut cancelled = false;
        // Held until the end of the call: whoever replaces this pool leaves it running.
        let owned = pool(threads)?;
        owned.pool.in_place_scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| {
                    let _leave = Leave(&running);
                    worker();
                });
            }
            while !running.wait(PERIOD) {
                if !cancelled && self.look(shared.done(), total).is_break() {
                    cancelled = true;
                    shared.stop();
                }
            }
        });
        match first_error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None if cancelled => Err(Error::Cancelled),
            None => Ok(()),
        }
    }
}

/// Locks whatever a panicking worker may have left: the panic itself is passed on by the scope.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts the workers of one call that have not left.
struct Running {
    count: Mutex<usize>,
    nobody: Condvar,
}

impl Running {
    fn new(count: usize) -> Self {
        Self { count: Mutex::new(count), nobody: Condvar::new() }
    }

    /// Waits until every worker has left, at most `timeout`; says whether they have.
    fn wait(&self, timeout: Duration) -> bool {
        let waited = self.nobody.wait_timeout_while(lock(&self.count), timeout, |count| *count > 0);
        *waited.unwrap_or_else(PoisonError::into_inner).0 == 0
    }
}

/// A worker leaves when this drops, panicking or not.
struct Leave<'a>(&'a Running);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        *lock(&self.0.count) -= 1;
        self.0.nobody.notify_one();
    }
}

thread_local! {
    /// Whether this thread belongs to a pool of ours.
    static IS_WORKER: Cell<bool> = const { Cell::new(false) };
}

/// A pool and the process whose threads it has.
struct Owned {
    process: u32,
    threads: usize,
    pool: Arc<ThreadPool>,
}

impl Drop for Owned {
    fn drop(&mut self) {
        // The end of a pool tells its threads to end and does not wait for them. A child of a fork has no such
        // threads: it keeps the pool for ever.
        if self.process != std::process::id() {
            std::mem::forget(Arc::clone(&self.pool));
        }
    }
}

static CURRENT: ArcSwapOption<Owned> = ArcSwapOption::const_empty();

/// This process's pool, with at least `threads` threads.
fn pool(threads: usize) -> Result<Arc<Owned>> {
    let process = std::process::id();
    let usable = |owned: &Arc<Owned>| owned.process == process && owned.threads >= threads;
    if let Some(owned) = CURRENT.load_full().filter(usable) {
        return Ok(owned);
    }
    if threads > MAX_THREADS {
        return Err(Error::InvalidArgument(format!("num_threads = {threads}: at most {MAX_THREADS} can be used")));
    }
    let size = threads.max(available());
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(size)
        .thread_name(|i| format!("pokerbits-{i}"))
        .start_handler(|_| IS_WORKER.set(true))
        .build()
        .map_err(|e| Error::Threads { wanted: size, reason: e.to_string() })?;
    let built = Arc::new(Owned { process, threads: size, pool: Arc::new(pool) });
    // Of pools that several calls build at once the largest stays; each call uses its own.
    CURRENT.rcu(|current| match current {
        Some(other) if other.process == process && other.threads >= size => Some(Arc::clone(other)),
        _ => Some(Arc::clone(&built)),
    });
    Ok(built)
}

/// The CPUs that this process may use.
pub fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn every_item_once_at_any_thread_count() {
        for threads in [1, 2, 5] {
            let mut seen = vec![0u32; 1000];
            let mut run = Run::new(threads);
            run.for_each(seen.iter_mut().enumerate(), 1000, |(i, x)| {
                *x += i as u32;
                Ok(())
            })
            .unwrap();
            assert!(seen.iter().enumerate().all(|(i, &x)| x == i as u32));
        }
    }

    #[test]
    fn the_first_failing_item_is_reported() {
        for threads in [1, 2, 8] {
            for _ in 0..50 {
                let failed = Run::new(threads).for_each(0..1000usize, 1000, |i| {
                    if i % 7 == 6 { Err(Error::InvalidArgument(i.to_string())) } else { Ok(()) }
                });
                assert_eq!(failed, Err(Error::InvalidArgument("6".into())));
            }
        }
    }

    #[test]
    fn a_watcher_stops_the_call() {
        for threads in [1, 3] {
            let begun = AtomicUsize::new(0);
            let mut watcher = |_: u64, total: u64| {
                assert_eq!(total, 10_000);
                ControlFlow::Break(())
            };
            let stopped = Run::new(threads).watched(&mut watcher).for_each(0..10_000usize, 10_000, |_| {
                begun.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(5));
                Ok(())
            });
            assert_eq!(stopped, Err(Error::Cancelled));
            assert!(begun.into_inner() < 10_000);
        }
    }

    #[test]
    fn a_panic_in_a_worker_reaches_the_caller() {
        let caught = std::panic::catch_unwind(|| {
            Run::new(2).for_each(0..100usize, 100, |i| {
                assert!(i != 50, "fifty");
                Ok(())
            })
        });
        assert!(caught.is_err());
    }

    #[test]
    fn calls_within_calls_end() {
        let sum = AtomicUsize::new(0);
        Run::new(4)
            .for_each(0..8usize, 8, |i| {
                Run::new(2 + i).for_each(0..100usize, 100, |j| {
                    sum.fetch_add(j, Ordering::Relaxed);
                    Ok(())
                })
            })
            .unwrap();
        assert_eq!(sum.into_inner(), 8 * 4950);
    }

    #[test]
    fn too_many_threads_are_refused() {
        let refused = Run::new(MAX_THREADS + 1).for_each(0..=MAX_THREADS, MAX_THREADS + 1, |_| Ok(()));
        assert!(matches!(refused, Err(Error::InvalidArgument(_))));
    }
}

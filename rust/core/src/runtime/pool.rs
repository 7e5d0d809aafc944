//! Helpers: threads that calls share, one pool a process.
//!
//! A call works on its own thread and puts tickets into a queue; an idle thread of the pool takes a ticket and helps until
//! the work is done. If tickets of other calls wait, a helper goes to the end of the queue after a short turn. So no call
//! waits for another: when its own thread is done, it takes back the tickets that are left.
//!
//! Threads do not survive a fork, so the pool remembers its process. A child builds its own pool and leaves that of its
//! parent alone, locked or not. A thread without work for some time ends.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use arc_swap::ArcSwapOption;

use super::clock::Stopwatch;

/// How long a helper stays with one call while others want it.
const TURN: Duration = Duration::from_millis(1);

/// How long a thread that waits stays awake. To wake it takes as long as many a loop, and the next loop often follows at once.
const ALERT: Duration = Duration::from_micros(200);

/// How long a thread waits for work before it ends.
const PATIENCE: Duration = Duration::from_secs(10);

/// The work of a helper. It returns when the work is done or [`Turn::is_over`], and returns whether there may be more to do.
type Work<'a> = dyn Fn(&Turn<'_>) -> bool + Sync + 'a;

/// The time for which a helper stays with one call.
pub(super) struct Turn<'a> {
    pool: &'a Pool,
    /// The number of the helper in the pool.
    pub(super) helper: usize,
    since: Stopwatch,
}

impl Turn<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.pool.waiting.load(Ordering::Relaxed) > 0 && self.since.has_reached(TURN)
    }
}

/// Runs `work` on up to `helpers` threads while `own` runs on this thread, with the job whose helpers it may wait for.
///
/// When this returns or panics, no helper is at work any more. A panic of a helper is passed on.
pub(super) fn help<R>(helpers: usize, work: &Work<'_>, own: impl FnOnce(&Job) -> R) -> R {
    // SAFETY: only the lifetime changes, and nobody uses the reference after this function. `Job::enter` lets a helper
    // in while the job is open and counts it; `Closing` closes the job and waits until the count is zero, also when
    // `own` panics. In the child of a fork there are no helpers to wait for.
    let work = unsafe { std::mem::transmute::<&Work<'_>, &'static Work<'static>>(work) };
    let job = Arc::new(Job {
        work,
        process: std::process::id(),
        state: Mutex::new(JobState { open: true, panic: None }),
        at_work: AtomicUsize::new(0),
        nobody: Condvar::new(),
    });
    let pool = Pool::of_process();
    let closing = Closing { pool: &pool, job: &job };
    pool.offer(&job, helpers);
    let result = own(&job);
    drop(closing);
    if !job.is_orphan()
        && let Some(panic) = lock(&job.state).panic.take()
    {
        resume_unwind(panic);
    }
    result
}

/// Work that helpers may join.
pub(super) struct Job {
    work: &'static Work<'static>,
    process: u32,
    state: Mutex<JobState>,
    /// The helpers at work: changes under the lock, may be read without it.
    at_work: AtomicUsize,
    nobody: Condvar,
}

struct JobState {
    open: bool,
    panic: Option<Box<dyn Any + Send>>,
}

impl Job {
    /// Waits, at most `timeout`, until no helper is at work; returns whether that is so.
    pub(super) fn wait(&self, timeout: Duration) -> bool {
        let at_work = || self.at_work.load(Ordering::Acquire) > 0;
        if look_for(|| !at_work()) {
            return true;
        }
        let waited = self.nobody.wait_timeout_while(lock(&self.state), timeout, |_| at_work());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        !at_work()
    }

    /// Whether this process is a fork of the one that began the work. The helpers exist only in the parent, and locks that
    /// they held at the fork are never released.
    pub(super) fn is_orphan(&self) -> bool {
        self.process != std::process::id()
    }

    /// Lets a helper in, unless the work is over.
    fn enter(&self) -> bool {
        let state = lock(&self.state);
        self.at_work.fetch_add(usize::from(state.open), Ordering::Relaxed);
        state.open
    }

    /// Returns whether the helper should come back.
    fn leave(&self, worked: Result<bool, Box<dyn Any + Send>>) -> bool {
        let mut state = lock(&self.state);
        let comes_back = match worked {
            Ok(more) => more && state.open,
            Err(panic) => {
                state.panic = Some(panic);
                false
            }
        };
        let is_last = self.at_work.fetch_sub(1, Ordering::Release) == 1;
        // To notify takes long, and the thread that waits needs the lock.
        drop(state);
        if is_last {
            self.nobody.notify_one();
        }
        comes_back
    }
}

/// Ends a job when this drops: no helper is let in any more, and those that are in have left.
struct Closing<'a> {
    pool: &'a Pool,
    job: &'a Arc<Job>,
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if self.job.is_orphan() {
            return;
        }
        lock(&self.job.state).open = false;
        self.pool.take_back(self.job);
        while !self.job.wait(PATIENCE) {}
    }
}

/// The threads of a process that help.
struct Pool {
    process: u32,
    cpus: usize,
    state: Mutex<PoolState>,
    /// The number of tickets, to be read without the lock.
    waiting: AtomicUsize,
    offered: Condvar,
}

#[derive(Default)]
struct PoolState {
    tickets: VecDeque<Arc<Job>>,
    threads: usize,
    idle: usize,
}

static CURRENT: ArcSwapOption<Pool> = ArcSwapOption::const_empty();

impl Pool {
    fn of_process() -> Arc<Self> {
        let process = std::process::id();
        let fits = |pool: &Arc<Self>| pool.process == process;
        if let Some(pool) = CURRENT.load_full().filter(fits) {
            return pool;
        }
        let new = Arc::new(Self {
            process,
            cpus: super::run::available(),
            state: Mutex::default(),
            waiting: AtomicUsize::new(0),
            offered: Condvar::new(),
        });
        // If several calls build pools at once, the first one stays.
        let before = CURRENT.rcu(|current| Some(current.clone().filter(fits).unwrap_or_else(|| Arc::clone(&new))));
        before.filter(fits).unwrap_or(new)
    }

    /// Puts `n` tickets into the queue, and starts threads for them if necessary.
    fn offer(self: &Arc<Self>, job: &Arc<Job>, n: usize) {
        let mut state = lock(&self.state);
        state.tickets.extend(std::iter::repeat_n(job, n).cloned());
        self.waiting.store(state.tickets.len(), Ordering::Relaxed);
        let most = n.max(self.cpus - 1);
        while state.idle < state.tickets.len() && state.threads < most {
            let (pool, number) = (Arc::clone(self), state.threads);
            if Builder::new().name(format!("pokerbits-{number}")).spawn(move || pool.work(number)).is_err() {
                // The system has no more threads: the existing ones do the work.
                break;
            }
            state.threads += 1;
            state.idle += 1;
        }
        drop(state);
        self.offered.notify_one();
    }

    fn take_back(&self, job: &Arc<Job>) {
        let mut state = lock(&self.state);
        state.tickets.retain(|ticket| !Arc::ptr_eq(ticket, job));
        self.waiting.store(state.tickets.len(), Ordering::Relaxed);
    }

    /// The next ticket; `None` after a long time without one.
    fn next(&self) -> Option<Arc<Job>> {
        look_for(|| self.waiting.load(Ordering::Relaxed) > 0);
        let waited = self.offered.wait_timeout_while(lock(&self.state), PATIENCE, |state| state.tickets.is_empty());
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        let ticket = state.tickets.pop_front();
        self.waiting.store(state.tickets.len(), Ordering::Relaxed);
        state.idle -= 1;
        state.threads -= usize::from(ticket.is_none());
        if !state.tickets.is_empty() {
            // Each wakes the next, so that not all wake at once.
            self.offered.notify_one();
        }
        ticket
    }

    /// The loop of a thread of the pool.
    fn work(&self, helper: usize) {
        while let Some(job) = self.next() {
            let comes_back = job.enter() && {
                let turn = Turn { pool: self, helper, since: Stopwatch::start() };
                job.leave(catch_unwind(AssertUnwindSafe(|| (job.work)(&turn))))
            };
            let mut state = lock(&self.state);
            state.idle += 1;
            if comes_back {
                state.tickets.push_back(job);
            }
            self.waiting.store(state.tickets.len(), Ordering::Relaxed);
        }
    }
}

/// Waits for a short time, and returns whether something is so. Threads that have work go first.
fn look_for(is_so: impl Fn() -> bool) -> bool {
    let since = Stopwatch::start();
    loop {
        if is_so() || since.has_reached(ALERT) {
            return is_so();
        }
        std::thread::yield_now();
    }
}

/// Ignores the poison of a panicking thread: the panic is passed on at the end of the work.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

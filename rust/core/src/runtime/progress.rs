//! How a long call reports and is stopped: a watcher on the caller's thread, a flag that workers read.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Told `(done, total)` in steps of work, on the calling thread only, at most once a [`PERIOD`]; breaks to cancel.
pub type Watcher<'a> = dyn FnMut(u64, u64) -> ControlFlow<()> + 'a;

/// How long a call works between two looks at its watcher.
pub const PERIOD: Duration = Duration::from_millis(100);

/// What workers and the calling thread share about one call.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    done: AtomicU64,
    stopped: AtomicBool,
}

impl Shared {
    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// Lets a watcher look at most once a [`PERIOD`].
#[derive(Debug)]
pub(crate) struct Pace(Instant);

impl Pace {
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn is_due(&mut self) -> bool {
        let due = self.0.elapsed() >= PERIOD;
        if due {
            self.0 = Instant::now();
        }
        due
    }
}

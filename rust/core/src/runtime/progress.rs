//! Progress and cancellation of a long call: a watcher on the caller's thread, called at a steady pace.

use std::ops::ControlFlow;
use std::time::Duration;

use super::clock::Stopwatch;

/// Called with `(done, total)` in steps of work, on the calling thread only, at most ten times a second; breaks to cancel.
pub type Watcher<'a> = dyn FnMut(u64, u64) -> ControlFlow<()> + 'a;

/// How long a call works between two looks at its watcher.
pub const PERIOD: Duration = Duration::from_millis(100);

/// One part of the progress of a call that has several loops.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Phase {
    /// The steps of the parts before this one.
    pub(crate) before: u64,
    /// The steps of this part; its loop may have another number of items, which are then in proportion.
    pub(crate) steps: u64,
    /// The steps of all parts.
    pub(crate) total: u64,
}

impl Phase {
    /// The progress of the call once `done` of `items` are.
    pub(crate) fn of_call(self, done: u64, items: u64) -> (u64, u64) {
        (self.before + done * self.steps / items.max(1), self.total)
    }
}

/// Calls a watcher at most once per [`PERIOD`].
#[derive(Debug)]
pub(crate) struct Pace(Stopwatch);

impl Pace {
    pub(crate) fn start() -> Self {
        Self(Stopwatch::start())
    }

    pub(crate) fn is_due(&mut self) -> bool {
        let due = self.0.has_reached(PERIOD);
        if due {
            self.0 = Stopwatch::start();
        }
        due
    }
}

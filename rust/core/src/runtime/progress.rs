//! Progress and cancellation of a long call: a watcher on the caller's thread, called at a steady pace.

use std::ops::ControlFlow;
use std::time::Duration;

use super::clock::Stopwatch;

use super::run::Run;

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

/// The progress of a call that has many loops, in steps of roughly the same length.
#[derive(Clone, Copy)]
pub(crate) struct Stages {
    before: u64,
    total: u64,
}

impl Stages {
    /// A call of `total` steps.
    pub(crate) fn new(total: u64) -> Self {
        Self { before: 0, total }
    }

    /// The next loop is this number of steps.
    pub(crate) fn enter(&mut self, steps: u64, run: &mut Run<'_>) {
        run.enter_phase(self.next(steps));
    }

    fn next(&mut self, steps: u64) -> Phase {
        let steps = steps.min(self.total - self.before);
        let phase = Phase { before: self.before, steps, total: self.total };
        self.before += steps;
        phase
    }

    /// The next loop is all steps that are left.
    pub(crate) fn finish(mut self, run: &mut Run<'_>) {
        self.enter(self.total - self.before, run);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_follow_each_other_up_to_the_total() {
        let mut stages = Stages::new(12);
        let mut told = vec![];
        for steps in [5, 0, 9] {
            let phase = stages.next(steps);
            told.push([phase.of_call(0, 10), phase.of_call(5, 10), phase.of_call(10, 10)]);
        }
        let expected = [[(0, 12), (2, 12), (5, 12)], [(5, 12); 3], [(5, 12), (8, 12), (12, 12)]];
        assert_eq!(told, expected);
    }
}

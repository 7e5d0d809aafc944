//! The progress of a call that has many loops, in steps of roughly the same length.

use crate::runtime::Run;
use crate::runtime::progress::Phase;

/// How far a call has come.
#[derive(Clone, Copy)]
pub(super) struct Stages {
    before: u64,
    total: u64,
}

impl Stages {
    /// A call of `total` steps, none of them done.
    pub(super) fn new(total: u64) -> Self {
        Self { before: 0, total }
    }

    /// The next loop takes `steps` steps.
    pub(super) fn enter(&mut self, steps: u64, run: &mut Run<'_>) {
        let steps = steps.min(self.total - self.before);
        run.enter_phase(Phase { before: self.before, steps, total: self.total });
        self.before += steps;
    }

    /// The next loop is all that is left.
    pub(super) fn finish(mut self, run: &mut Run<'_>) {
        self.enter(self.total - self.before, run);
    }
}

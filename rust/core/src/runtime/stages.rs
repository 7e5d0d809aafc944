//! The progress of a call that has many loops.

use super::progress::Phase;
use super::run::Run;

/// The loops of a call, in steps of roughly the same length.
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

//! The loops of one call: items that take long can be stopped halfway, and several loops share one count of steps.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Result};
use crate::runtime::Run;

/// What long work calls every few milliseconds: an error means that the call is cancelled and the work must end.
pub(super) type MayGoOn<'a> = dyn FnMut() -> Result<()> + 'a;

/// One loop of a call, as a part of the steps that the call reports as its progress.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phase {
    /// The steps of the loops before this one.
    pub(super) before: usize,
    /// The steps of this loop; it may have another number of items, which are then in proportion.
    pub(super) steps: usize,
    /// The steps of all loops of the call.
    pub(super) total: usize,
}

impl Phase {
    /// The only loop of a call, of `total` steps.
    pub(super) fn only(total: usize) -> Self {
        Self { before: 0, steps: total, total }
    }

    /// The steps of the call that are done once `done` of the `items` of this loop are.
    fn steps_after(self, done: u64, items: usize) -> u64 {
        self.before as u64 + done * self.steps as u64 / items as u64
    }
}

/// [`Run::for_each`] for items of any length: `work` is given a [`MayGoOn`] to call.
pub(super) fn for_each<T, I, F>(items: I, n_items: usize, phase: Phase, work: F, run: &mut Run<'_>) -> Result<()>
where
    I: IntoIterator<Item = T>,
    I::IntoIter: Send,
    T: Send,
    F: Fn(T, &mut MayGoOn<'_>) -> Result<()> + Sync,
{
    let total = phase.total as u64;
    let threads = run.threads();
    if threads.min(n_items) <= 1 {
        return items.into_iter().zip(0..).try_for_each(|(item, done)| {
            work(item, &mut || run.checkpoint(phase.steps_after(done, n_items), total))?;
            run.checkpoint(phase.steps_after(done + 1, n_items), total)
        });
    }
    // `run` belongs to this thread alone and counts items, not steps. So the items go through an inner `Run`, whose watcher,
    // called on this thread, passes the progress on to `run` as steps; and when `run` says that the call is cancelled, the
    // watcher sets the flag that the work of the other threads asks for.
    let stopped = AtomicBool::new(false);
    let mut watcher = |done, _| {
        if run.checkpoint(phase.steps_after(done, n_items), total).is_ok() {
            return ControlFlow::Continue(());
        }
        stopped.store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    };
    Run::new(threads).watched(&mut watcher).for_each(items, n_items, |item| {
        work(item, &mut || if stopped.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) })
    })
}

//! The loops of one call: long items that can be stopped halfway, and several loops under one count of steps.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Result};
use crate::runtime::Run;

/// Asked now and then by long work: may it go on?
pub(super) type MayGoOn<'a> = dyn FnMut() -> Result<()> + 'a;

/// Which of the steps of a call one loop is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Steps {
    /// Done by the loops before it.
    pub(super) before: usize,
    /// That it does, whatever the number of its items.
    pub(super) here: usize,
    /// Of all loops.
    pub(super) total: usize,
}

impl Steps {
    /// Those of a call that has one loop.
    pub(super) fn all(total: usize) -> Self {
        Self { before: 0, here: total, total }
    }

    /// Steps done after so many of its `items`.
    fn after(self, done: u64, items: usize) -> u64 {
        self.before as u64 + done * self.here as u64 / items as u64
    }
}

/// [`Run::for_each`] for items of any length: `work` asks every few thousandths of a second whether it may go on.
pub(super) fn for_each<T, I, F>(run: &mut Run<'_>, items: I, n_items: usize, steps: Steps, work: F) -> Result<()>
where
    I: IntoIterator<Item = T>,
    I::IntoIter: Send,
    T: Send,
    F: Fn(T, &mut MayGoOn<'_>) -> Result<()> + Sync,
{
    let total = steps.total as u64;
    let threads = run.threads();
    if threads.min(n_items) <= 1 {
        return items.into_iter().zip(0..).try_for_each(|(item, done)| {
            work(item, &mut || run.checkpoint(steps.after(done, n_items), total))?;
            run.checkpoint(steps.after(done + 1, n_items), total)
        });
    }
    // The watcher looks on this thread; those that work see what it said.
    let stopped = AtomicBool::new(false);
    let mut watcher = |done, _| {
        if run.checkpoint(steps.after(done, n_items), total).is_ok() {
            return ControlFlow::Continue(());
        }
        stopped.store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    };
    Run::new(threads).watched(&mut watcher).for_each(items, n_items, |item| {
        work(item, &mut || if stopped.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) })
    })
}

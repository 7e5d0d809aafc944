//! The loops of one call: independent steps of work on its threads, progress, and cancellation.
//!
//! The calling thread works as well, and only it calls the watcher. If the system has fewer threads than requested, the call
//! is slower, not wrong.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::clock::HAS_CLOCK;
use super::cpu::{self, Proven};
use super::pool::{self, Turn, lock};
use super::progress::{PERIOD, Pace, Phase, Watcher};
use crate::error::{Error, Result};

/// Maximum number of threads.
pub const MAX_THREADS: usize = 1024;

/// Check for cancellation, which long work calls every few milliseconds. After an error the work must end.
pub type MayGoOn<'a> = dyn FnMut() -> Result<()> + 'a;

/// The threads, the CPU level and the watcher of one call.
pub struct Run<'a> {
    threads: usize,
    level: Proven,
    watcher: Option<&'a mut Watcher<'a>>,
    pace: Pace,
    phase: Option<Phase>,
    /// Whether the watcher has been called since the last check.
    looked: bool,
}

impl<'a> Run<'a> {
    /// A call on up to `threads` threads, without a watcher.
    pub fn new(threads: usize) -> Self {
        Self {
            threads: threads.max(1),
            level: cpu::proven(),
            watcher: None,
            pace: Pace::start(),
            phase: None,
            looked: false,
        }
    }

    /// The same call with a watcher.
    #[must_use]
    pub fn watched(self, watcher: &'a mut Watcher<'a>) -> Self {
        Self { watcher: Some(watcher), ..self }
    }

    /// The same call at another CPU level than that of the process, for tests and benchmarks. All kernels of the call run at
    /// this level. Only functions without a `Run`, and tables that a process builds once, have the level of the process.
    #[doc(hidden)]
    #[must_use]
    pub fn at(self, level: Proven) -> Self {
        Self { level, ..self }
    }

    /// The CPU level of this call.
    #[doc(hidden)]
    pub fn level(&self) -> Proven {
        self.level
    }

    /// Maximum number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The next loops of the call are this part of its progress.
    pub(crate) fn enter_phase(&mut self, phase: Phase) {
        self.phase = Some(phase);
    }

    /// Builds a value that the call needs before its work. Until it is built, the watcher sees no progress.
    pub(crate) fn prepare<R>(&mut self, build: impl FnOnce(&mut Self) -> R) -> R {
        let phase = self.phase.replace(Phase { before: 0, steps: 0, total: 1 });
        let built = build(self);
        self.phase = phase;
        built
    }

    /// Calls `work` for every item, on this call's threads. `total` is the number of items, for the watcher.
    ///
    /// An item should take well under a tenth of a second: the call can be cancelled between items. Items are taken in
    /// order, and after a failure no later item is begun, so the error is that of the first failing item on any number of
    /// threads.
    pub fn for_each<T, I, F>(&mut self, items: I, total: usize, work: F) -> Result<()>
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: Send,
        T: Send,
        F: Fn(T) -> Result<()> + Sync,
    {
        if self.threads.min(total) > 1 || self.threads > MAX_THREADS {
            return self.fold(items, total, || Ok(()), |(), item, _| work(item)).map(drop);
        }
        // A few hands need no locks and boxes.
        for (item, done) in items.into_iter().zip(1..) {
            work(item)?;
            self.checkpoint(done, total as u64)?;
        }
        Ok(())
    }

    /// [`Self::for_each`] with working memory: each thread makes one with `new`, and `merge` combines those of all threads.
    ///
    /// Items are distributed to threads at random, so `work` and `merge` must not depend on the order, as sums of integers.
    pub(crate) fn reduce<A, T, I>(
        &mut self,
        items: I,
        total: usize,
        new: impl Fn() -> Result<A> + Sync,
        work: impl Fn(&mut A, T, &mut MayGoOn<'_>) -> Result<()> + Sync,
        mut merge: impl FnMut(&mut A, A) -> Result<()>,
    ) -> Result<A>
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: Send,
        T: Send,
        A: Send,
    {
        let mut parts = self.fold(items, total, &new, work)?;
        let Some(mut all) = parts.pop() else { return new() };
        for part in parts {
            merge(&mut all, part)?;
        }
        Ok(all)
    }

    /// [`Self::for_each`] with working memory: one for each thread that worked, made with `new`, returned in any order. If
    /// `new` fails, so does the item that a thread makes it for. Long items call [`MayGoOn`] from time to time.
    pub(crate) fn fold<A, T, I>(
        &mut self,
        items: I,
        total: usize,
        new: impl Fn() -> Result<A> + Sync,
        work: impl Fn(&mut A, T, &mut MayGoOn<'_>) -> Result<()> + Sync,
    ) -> Result<Vec<A>>
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: Send,
        T: Send,
        A: Send,
    {
        let (mut items, work) = (items.into_iter(), &work);
        let mut next = || -> Option<ItemJob<'_, A>> {
            let item = items.next()?;
            Some(Box::new(move |memory, may_go_on| work(memory, item, may_go_on)))
        };
        self.fold_in_order(&mut next, total, &new)
    }

    /// [`Self::fold`] of a loop that is run again and again over the same items, which may be taken in any order: a thread
    /// begins with those that it had before, so they are in its caches. `new` is told the number of the thread.
    pub(crate) fn fold_again<A: Send, T: Send>(
        &mut self,
        items: Vec<T>,
        new: impl Fn(usize) -> Result<A> + Sync,
        work: impl Fn(&mut A, T, &mut MayGoOn<'_>) -> Result<()> + Sync,
    ) -> Result<Vec<A>> {
        let (n, n_parts) = (items.len(), self.threads.min(MAX_THREADS));
        // Neighbours are in one part: while a processor works on an item, it fetches what follows.
        let mut items = items.into_iter().enumerate();
        let parts = (0..n_parts).map(|part| {
            let len = n * (part + 1) / n_parts - n * part / n_parts;
            Mutex::new(items.by_ref().take(len).collect::<VecDeque<_>>())
        });
        let parts: Vec<_> = parts.collect();
        // The first thread goes forwards, the second backwards, and so on. A thread without items takes those that another has last.
        let take = |part: usize, is_own: bool| {
            let items = &mut lock(&parts[part]);
            if part.is_multiple_of(2) == is_own { items.pop_front() } else { items.pop_back() }
        };
        let work = &work;
        let next = |thread: usize| -> Option<(usize, ItemJob<'_, A>)> {
            let of_others = || (1..n_parts).find_map(|step| take((thread + step) % n_parts, false));
            let (at, item) = take(thread, true).or_else(of_others)?;
            Some((at, Box::new(move |memory, may_go_on| work(memory, item, may_go_on))))
        };
        self.fold_jobs(&next, n, &new)
    }

    /// [`Self::fold`], compiled once for all loops with the same kind of memory.
    fn fold_in_order<'j, A: Send>(
        &mut self,
        next: &mut (dyn FnMut() -> Option<ItemJob<'j, A>> + Send),
        total: usize,
        new: &(dyn Fn() -> Result<A> + Sync),
    ) -> Result<Vec<A>> {
        let jobs = Mutex::new((0, next));
        let next = |_| {
            let (at, next) = &mut *lock(&jobs);
            let job = next()?;
            *at += 1;
            Some((*at - 1, job))
        };
        self.fold_jobs(&next, total, &|_| new())
    }

    /// Both folds: threads, which have numbers, ask for the next job and its number.
    fn fold_jobs<'j, A: Send>(
        &mut self,
        next: &(dyn Fn(usize) -> Option<(usize, ItemJob<'j, A>)> + Sync),
        total: usize,
        new: &(dyn Fn(usize) -> Result<A> + Sync),
    ) -> Result<Vec<A>> {
        let memories = Mutex::new(Vec::new());
        self.steps(total, &|number, loop_of_thread| {
            let mut memory = None;
            loop_of_thread(&mut |may_go_on| {
                let (at, job) = next(number)?;
                if memory.is_none() {
                    // That of a helper that has gone to another call, if there is one.
                    let kept = lock(&memories).pop();
                    match kept.map_or_else(|| new(number), Ok) {
                        Ok(made) => memory = Some(made),
                        Err(error) => return Some((at, Err(error))),
                    }
                }
                memory.as_mut().map(|memory| (at, job(memory, may_go_on)))
            })?;
            lock(&memories).extend(memory);
            Ok(())
        })?;
        Ok(memories.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs the loop of each thread. All that does not depend on the memory is here, so that it is compiled once.
    fn steps(&mut self, total: usize, thread: &Thread<'_>) -> Result<()> {
        if self.threads > MAX_THREADS {
            let n = self.threads;
            return Err(Error::InvalidArgument(format!("num_threads = {n}: at most {MAX_THREADS} can be used")));
        }
        let (threads, of) = (self.threads.min(total), total as u64);
        if threads <= 1 || !HAS_CLOCK {
            return thread(0, &mut |step| {
                let mut done = 0;
                while let Some((_, worked)) = step(&mut || self.checkpoint(done, of)) {
                    worked?;
                    done += 1;
                    self.checkpoint(done, of)?;
                }
                Ok(())
            });
        }

        let steps = Steps::default();
        let helper = |turn: &Turn<'_>| {
            let ended = thread(1 + turn.helper % (threads - 1), &mut |step| {
                while !turn.is_over()
                    && steps.go_on()
                    && let Some((at, worked)) = step(&mut || steps.may_go_on())
                {
                    steps.end(at, worked);
                }
                Ok(())
            });
            ended.is_ok() && turn.is_over()
        };
        pool::help(threads - 1, &helper, |job| {
            thread(0, &mut |step| {
                while steps.go_on()
                    && let Some((at, worked)) = step(&mut || self.checkpoint(steps.done(), of))
                {
                    let worked = worked.and_then(|()| self.checkpoint(steps.done(), of));
                    if std::mem::take(&mut self.looked) && job.is_orphan() {
                        return Err(Error::Forked);
                    }
                    steps.end(at, worked);
                }
                while !job.wait(PERIOD) {
                    let looked = steps.may_go_on().and_then(|()| self.checkpoint(steps.done(), of));
                    if job.is_orphan() {
                        return Err(Error::Forked);
                    }
                    // Everything has been begun: the first failing item is known.
                    looked.unwrap_or_else(|error| steps.fail(total, error));
                }
                Ok(())
            })
        })?;
        steps.result()
    }

    /// For work that is not a list of items: calls the watcher, at most once per period.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if it cancels the call.
    pub fn checkpoint(&mut self, done: u64, total: u64) -> Result<()> {
        let Some(watch) = self.watcher.as_mut().filter(|_| self.pace.is_due()) else { return Ok(()) };
        self.looked = true;
        let (done, total) = self.phase.map_or((done, total), |phase| phase.of_call(done, total));
        if watch(done, total).is_break() { Err(Error::Cancelled) } else { Ok(()) }
    }
}

/// The work on one item, with the memory of a thread.
type ItemJob<'a, A> = Box<dyn FnOnce(&mut A, &mut MayGoOn<'_>) -> Result<()> + Send + 'a>;

/// Takes the next item and works on it; returns its number and how that ended, and nothing after the last item.
type Step<'a> = dyn FnMut(&mut MayGoOn<'_>) -> Option<(usize, Result<()>)> + 'a;

/// Passes the steps of one thread, which has a number from 0, to its loop. After an error of the loop itself, not of an item, it
/// leaves what threads share alone.
type Thread<'a> = dyn Fn(usize, &mut dyn FnMut(&mut Step<'_>) -> Result<()>) -> Result<()> + Sync + 'a;

/// The state that the threads of one loop share.
#[derive(Default)]
struct Steps {
    done: AtomicU64,
    /// Whether no further item may be begun, and whether running items must end: an error lets them.
    stopped: AtomicBool,
    cancelled: AtomicBool,
    first_error: Mutex<Option<(usize, Error)>>,
}

impl Steps {
    /// Whether another item may be begun: not after a failure.
    fn go_on(&self) -> bool {
        !self.stopped.load(Ordering::Relaxed)
    }

    fn end(&self, at: usize, worked: Result<()>) {
        match worked {
            Ok(()) => _ = self.done.fetch_add(1, Ordering::Relaxed),
            Err(error) => self.fail(at, error),
        }
    }

    fn fail(&self, at: usize, error: Error) {
        if error == Error::Cancelled {
            self.cancelled.store(true, Ordering::Relaxed);
        }
        let mut first = lock(&self.first_error);
        if first.as_ref().is_none_or(|&(before, _)| at < before) {
            *first = Some((at, error));
        }
        self.stopped.store(true, Ordering::Relaxed);
    }

    fn may_go_on(&self) -> Result<()> {
        if self.cancelled.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
    }

    fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    fn result(self) -> Result<()> {
        self.first_error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), |(_, error)| Err(error))
    }
}

/// The CPUs available to this process.
pub fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;

    use super::*;

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
    fn sums_are_those_of_one_thread() {
        let sum = |threads| {
            let add = |sum: &mut u64, i: u64, _: &mut MayGoOn<'_>| {
                *sum += i * i;
                Ok(())
            };
            Run::new(threads).reduce(
                0..5000,
                5000,
                || Ok(0),
                add,
                |all, part| {
                    *all += part;
                    Ok(())
                },
            )
        };
        assert_eq!(sum(1), Ok((0..5000).map(|i| i * i).sum()));
        for threads in [2, 3, 8] {
            assert_eq!(sum(threads), sum(1));
        }
        assert_eq!(Run::new(2).reduce(0..0, 0, || Ok(7), |_, _: u8, _| Ok(()), |_, _| Ok(())), Ok(7));
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
    fn memory_that_cannot_be_made_fails_the_loop() {
        let refused = Error::OutOfMemory { bytes: 5 };
        for (threads, items) in [(1, 100), (3, 100), (2, 0)] {
            let new = || Err::<u64, _>(refused.clone());
            let made = Run::new(threads).reduce(0..items, items, new, |_, _, _| Ok(()), |_, _| Ok(()));
            assert_eq!(made, Err(refused.clone()));
        }
        // An error of one thread: the others have their own, and continue until they see it.
        let first = AtomicBool::new(true);
        let new = || if first.swap(false, Ordering::Relaxed) { Err(refused.clone()) } else { Ok(()) };
        assert_eq!(Run::new(3).fold(0..1000, 1000, new, |(), _, _| Ok(())).map(drop), Err(refused.clone()));
    }

    #[test]
    fn a_loop_that_is_run_again_takes_every_item_once() {
        for threads in [1, 2, 3, 8] {
            for n in [0, 1, 2, 7, 100] {
                let mut run = Run::new(threads);
                for _ in 0..20 {
                    let mut seen = vec![0; n];
                    let items = seen.iter_mut().collect();
                    let add = |(_, sum): &mut (usize, usize), item: &mut usize, _: &mut MayGoOn<'_>| {
                        *item += 1;
                        *sum += 1;
                        Ok(())
                    };
                    let made = run.fold_again(items, |thread| Ok((thread, 0)), add).unwrap();
                    assert!(seen.iter().all(|&times| times == 1));
                    assert_eq!(made.iter().map(|&(_, sum)| sum).sum::<usize>(), n);
                    assert!(made.iter().all(|&(thread, _)| thread < threads));
                }
            }
        }
        let refused = Error::OutOfMemory { bytes: 5 };
        let made = Run::new(2).fold_again(vec![1, 2], |_| Err::<(), _>(refused.clone()), |(), _, _| Ok(()));
        assert_eq!(made, Err(refused));
        let failed = Run::new(1).fold_again(
            (0..9).collect(),
            |_| Ok(()),
            |(), item, _| {
                if item == 3 { Err(Error::InvalidArgument(item.to_string())) } else { Ok(()) }
            },
        );
        assert_eq!(failed, Err(Error::InvalidArgument("3".into())));
        let too_many = Run::new(MAX_THREADS + 1).fold_again(vec![1], |_| Ok(()), |(), _, _| Ok(()));
        assert!(matches!(too_many, Err(Error::InvalidArgument(_))));
    }

    #[test]
    fn one_thread_takes_items_in_order() {
        let order = Mutex::new(vec![]);
        let push = |(): &mut (), item, _: &mut MayGoOn<'_>| {
            lock(&order).push(item);
            Ok(())
        };
        Run::new(1).fold_again((0..9).collect(), |_| Ok(()), push).unwrap();
        assert_eq!(*lock(&order), (0..9).collect::<Vec<_>>());
    }

    /// Works until the watcher, which always cancels the call, has been called.
    fn stopped(threads: usize, items: usize) -> (Result<()>, usize) {
        let begun = AtomicUsize::new(0);
        let mut watcher = |_: u64, total: u64| {
            assert_eq!(total, items as u64);
            ControlFlow::Break(())
        };
        let ended = Run::new(threads).watched(&mut watcher).fold(
            0..items,
            items,
            || Ok(()),
            |(), _, may_go_on| {
                begun.fetch_add(1, Ordering::Relaxed);
                loop {
                    may_go_on()?;
                }
            },
        );
        (ended.map(drop), begun.into_inner())
    }

    #[test]
    fn a_watcher_stops_the_call_during_an_item() {
        for (threads, items) in [(1, 10_000), (3, 10_000), (3, 1)] {
            let (ended, begun) = stopped(threads, items);
            assert_eq!(ended, Err(Error::Cancelled));
            assert!(begun <= threads);
        }
    }

    #[test]
    fn a_watcher_is_told_of_phases() {
        let told = Cell::new((0, 0));
        let mut watcher = |done: u64, total: u64| {
            assert!(told.get().0 <= done && done <= total);
            told.set((done, total));
            ControlFlow::Continue(())
        };
        let mut run = Run::new(2).watched(&mut watcher);
        // Both loops are half of the call, with any numbers of items.
        for (phase, items) in [(0, 4), (1, 1)] {
            run.enter_phase(Phase { before: 10 * phase, steps: 10, total: 20 });
            run.for_each(0..items, items, |_| {
                let start = std::time::Instant::now();
                while start.elapsed() < PERIOD {}
                Ok(())
            })
            .unwrap();
        }
        assert_eq!(told.get(), (20, 20));
    }

    #[test]
    fn what_is_prepared_is_no_progress() {
        let told = Cell::new((7, 7));
        let mut watcher = |done: u64, total: u64| {
            told.set((done, total));
            ControlFlow::Continue(())
        };
        let mut run = Run::new(1).watched(&mut watcher);
        let take_a_period = |_| {
            let start = std::time::Instant::now();
            while start.elapsed() < PERIOD {}
            Ok(())
        };
        run.prepare(|run| run.for_each(0..2, 2, take_a_period)).unwrap();
        assert_eq!(told.get(), (0, 1));
        run.for_each(0..2, 2, take_a_period).unwrap();
        assert_eq!(told.get(), (2, 2));
    }

    #[test]
    fn a_call_does_not_wait_for_another() {
        // Every thread of the pool is at an item of the first call that ends when the second has: it is made at once.
        let (started, is_started) = mpsc::channel();
        let (end, may_end) = mpsc::channel::<()>();
        let may_end = Mutex::new(may_end);
        std::thread::scope(|scope| {
            let threads = available() + 3;
            scope.spawn(move || {
                Run::new(threads).for_each(0..threads, threads, |_| {
                    started.send(()).unwrap();
                    _ = lock(&may_end).recv();
                    Ok(())
                })
            });
            is_started.recv().unwrap();
            assert_eq!(stopped(threads, 50).0, Err(Error::Cancelled));
            let sum = AtomicUsize::new(0);
            let add = |i| {
                sum.fetch_add(i, Ordering::Relaxed);
                Ok(())
            };
            Run::new(threads).for_each(0..100usize, 100, add).unwrap();
            assert_eq!(sum.into_inner(), 4950);
            drop(end);
        });
    }

    #[test]
    fn a_panic_in_a_worker_reaches_the_caller() {
        for at in [0, 1, 50, 99] {
            let caught = std::panic::catch_unwind(|| {
                Run::new(3).for_each(0..100usize, 100, |i| {
                    assert!(i != at, "fifty");
                    Ok(())
                })
            });
            assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"fifty"));
        }
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

//! A value that is built at its first use, once for the process, and that survives a fork during the build.
//!
//! A thread that finds no value builds one and publishes it with one compare-and-swap. There is no lock: nobody waits for
//! another thread, which may not exist in a forked child, and a builder that fails or is cancelled leaves nothing behind. If
//! several threads build at once, the first to finish wins, and the others drop their values.

use std::convert::Infallible;

use once_cell::race::OnceBox;

/// A place for one value, empty at first; reading it is one atomic load.
pub struct Lazy<T>(OnceBox<T>);

impl<T> Lazy<T> {
    /// An empty place.
    #[allow(clippy::new_without_default)] // Places are statics.
    pub const fn new() -> Self {
        Self(OnceBox::new())
    }

    /// The value, if it has been built.
    #[inline]
    pub fn get(&self) -> Option<&T> {
        self.0.get()
    }

    /// The value; builds it if necessary.
    #[inline]
    pub fn get_or_init(&self, build: impl FnOnce() -> T) -> &T {
        let Ok(value) = self.get_or_try_init(|| Ok::<T, Infallible>(build()));
        value
    }

    /// The value; builds it if necessary, which may fail.
    ///
    /// # Errors
    /// The error of `build`; the place stays empty, and the next call builds again.
    #[inline]
    pub fn get_or_try_init<E>(&self, build: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
        self.0.get_or_try_init(|| build().map(Box::new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Barrier};

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let place = Lazy::new();
        assert_eq!(place.get_or_try_init(|| Err("cancelled")), Err("cancelled"));
        assert_eq!(place.get_or_try_init(|| Ok::<_, &str>(5)), Ok(&5));
        assert_eq!(place.get_or_init(|| 6), &5);
    }

    /// A builder that waits until all others have begun: with a lock around it, it would wait for ever.
    #[test]
    fn builders_do_not_wait_for_each_other() {
        struct Counted(usize, Arc<AtomicUsize>);
        impl Drop for Counted {
            fn drop(&mut self) {
                self.1.fetch_add(1, Ordering::Relaxed);
            }
        }

        let dropped = Arc::new(AtomicUsize::new(0));
        let place = Lazy::new();
        let all_begun = Barrier::new(4);
        let seen: Vec<usize> = std::thread::scope(|scope| {
            let build = |number| {
                let (place, all_begun, dropped) = (&place, &all_begun, Arc::clone(&dropped));
                move || {
                    let build = || {
                        all_begun.wait();
                        Counted(number, dropped)
                    };
                    place.get_or_init(build).0
                }
            };
            let threads: Vec<_> = (0..4).map(|number| scope.spawn(build(number))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(seen.iter().all(|&number| number == seen[0]), "{seen:?}");
        assert_eq!(dropped.load(Ordering::Relaxed), 3);
        drop(place);
        assert_eq!(dropped.load(Ordering::Relaxed), 4);
    }
}

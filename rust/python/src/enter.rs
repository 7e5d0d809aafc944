//! The only way into the core: release the interpreter, run, answer Ctrl-C and report progress on the calling thread. All
//! work that grows with the input of a call is done there, except reading Python lists, which lets other threads run now and
//! then.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use pokerbits::Result;
use pokerbits::runtime::Run;
use pyo3::prelude::*;

use crate::errors::to_python;

/// Runs `work` without the interpreter on up to `threads` threads. While it runs, signals are handled and `progress` is
/// called with `(done, total)`, at most ten times a second, and if it was called, once more after finished work. An
/// exception of either stops the work and is raised here.
pub(crate) fn enter<T: Send>(
    py: Python<'_>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut Run<'_>) -> Result<T> + Send,
) -> PyResult<T> {
    let (result, raised) = py.detach(move || {
        let mut raised = None;
        let left = Cell::new(None);
        let mut look = |done: u64, total: u64| {
            left.set(Some(total).filter(|_| done < total));
            let looked = Python::try_attach(|py| {
                py.check_signals()?;
                progress.as_ref().map_or(Ok(()), |callback| callback.call1(py, (done, total)).map(drop))
            });
            // At the end of the interpreter Python must not be used any more. A daemon thread during a call then waits for
            // the end of the process, as daemon threads in Python code do.
            match looked.unwrap_or_else(|| {
                loop {
                    std::thread::park();
                }
            }) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    raised = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let result = work(&mut Run::new(threads).watched(&mut look));
        if result.is_ok()
            && let Some(total) = left.get()
        {
            _ = look(total, total);
        }
        (result, raised)
    });
    // An exception takes precedence over the result: the work may have ended, or failed, before it saw the cancellation.
    match raised {
        Some(error) => Err(error),
        None => result.map_err(to_python),
    }
}

/// [`enter`]; but little work is done here, without releasing the interpreter, which would cost as much.
pub(crate) fn enter_if<T: Send>(
    is_long: bool,
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(&mut Run<'_>) -> Result<T> + Send,
) -> PyResult<T> {
    if is_long { enter(py, threads, None, work) } else { work(&mut Run::new(1)).map_err(to_python) }
}

/// The number of threads of calls that name none; 0 before Python has read it.
static DEFAULT_THREADS: AtomicUsize = AtomicUsize::new(0);

/// The number of threads of a call that names none, if Python has read it. Python is not asked from here: a daemon thread
/// that runs Python code at the end of the interpreter is unwound, which Rust does not survive.
pub(crate) fn default_threads() -> Option<usize> {
    Some(DEFAULT_THREADS.load(Relaxed)).filter(|&threads| threads > 0)
}

/// The number of threads that [`keep_num_threads`] kept last.
#[pyfunction]
pub(crate) fn kept_num_threads() -> usize {
    DEFAULT_THREADS.load(Relaxed)
}

/// Keeps the number of threads of calls that name none; 0 has it read again.
#[pyfunction]
#[pyo3(signature = (num_threads, /))]
pub(crate) fn keep_num_threads(num_threads: usize) {
    DEFAULT_THREADS.store(num_threads, Relaxed);
}

/// For work that needs the interpreter itself: lets other threads have it from time to time, and answers Ctrl-C.
pub(crate) fn breathe(py: Python<'_>) -> PyResult<()> {
    py.detach(|| ());
    py.check_signals()
}

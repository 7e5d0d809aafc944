//! The one way into the core: release the interpreter, run, answer Ctrl-C and report progress on the calling thread. What
//! grows with the input of a call is done there; reading lists of Python, which cannot be, takes a breath now and then.

use std::cell::Cell;
use std::ops::ControlFlow;

use pokerbits::Result;
use pokerbits::runtime::Run;
use pyo3::prelude::*;

use crate::errors::to_python;

/// Runs `work` without the interpreter on up to `threads` threads. While it runs, signals are handled and `progress` is
/// called with `(done, total)`, ten times a second at most and, if it was called, at the end of work that was done; what
/// either raises stops the work and is raised here.
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
            // At the end of the interpreter nothing of Python may be touched any more. A daemon thread in the midst of a
            // call waits for the end of the process then, as those in Python code do.
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
    // What was raised is raised, whatever the work says: it may have ended, or failed, before it saw that it should stop.
    match raised {
        Some(error) => Err(error),
        None => result.map_err(to_python),
    }
}

/// For work that needs the interpreter itself, now and then: lets other threads have it, and answers Ctrl-C.
pub(crate) fn breathe(py: Python<'_>) -> PyResult<()> {
    py.detach(|| ());
    py.check_signals()
}

//! Classes of hands with equal futures.

use numpy::{IntoPyArray, PyArray1};
use pokerbits::abstraction::outcomes::{self, HistoryClasses, Relation};
use pokerbits::hand_strength::Street;
use pokerbits::memory::try_vec;
use pyo3::prelude::*;

use crate::borrow::Filling1;
use crate::enter::enter;
use crate::errors::to_python;

/// Street and kind with these names.
fn named(street: &str, kind: &str) -> PyResult<(Street, Relation)> {
    Ok((Street::from_name(street).map_err(to_python)?, Relation::from_name(kind).map_err(to_python)?))
}

/// The class of every hand of a street, by its index, into `out`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn outcome_classes(
    py: Python<'_>,
    street: &str,
    kind: &str,
    recall: usize,
    mut out: Filling1<'_, u32>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let (street, kind) = named(street, kind)?;
    let out = out.as_slice_mut()?;
    enter(py, num_threads, progress, |run| outcomes::outcome_classes(street, kind, recall, out, run))
}

/// The classes without recall of a street and those after it.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct OutcomeClasses(outcomes::OutcomeClasses);

#[pymethods]
impl OutcomeClasses {
    #[new]
    fn new(py: Python<'_>, first: &str, num_threads: usize, progress: Option<Py<PyAny>>) -> PyResult<Self> {
        let first = Street::from_name(first).map_err(to_python)?;
        enter(py, num_threads, progress, |run| outcomes::OutcomeClasses::new(first, run)).map(Self)
    }

    /// Number of classes.
    fn count(
        &self,
        py: Python<'_>,
        street: &str,
        kind: &str,
        recall: usize,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<usize> {
        let (street, kind) = named(street, kind)?;
        if recall == 0 {
            return self.0.n_classes(street, kind).map_err(to_python);
        }
        enter(py, num_threads, progress, |run| {
            HistoryClasses::new(&self.0, street, kind, recall, run).map(|classes| classes.n_classes())
        })
    }

    /// The classes of hands with consecutive indices, from `first` on, into `out`; with recall.
    #[allow(clippy::too_many_arguments)]
    fn of_hands(
        &self,
        py: Python<'_>,
        street: &str,
        kind: &str,
        recall: usize,
        first: u64,
        mut out: Filling1<'_, u32>,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let (street, kind) = named(street, kind)?;
        let out = out.as_slice_mut()?;
        let hands = first..first + out.len() as u64;
        enter(py, num_threads, progress, |run| {
            HistoryClasses::new(&self.0, street, kind, recall, run)?.of_hands(hands, out, run)
        })
    }

    /// The wins, ties and losses of every class without recall, three numbers each.
    fn counts<'py>(&self, py: Python<'py>, street: &str, kind: &str) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let (street, kind) = named(street, kind)?;
        let counts = enter(py, 1, None, |_| self.0.counts(street, kind))?;
        Ok(counts.into_flattened().into_pyarray(py))
    }

    /// The classes without recall of every class with recall, `recall + 1` numbers each.
    fn tuples<'py>(
        &self,
        py: Python<'py>,
        street: &str,
        kind: &str,
        recall: usize,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let (street, kind) = named(street, kind)?;
        let tuples = enter(py, num_threads, progress, |run| {
            let classes = HistoryClasses::new(&self.0, street, kind, recall, run)?;
            let mut tuples = try_vec(0, classes.n_classes() * (recall + 1))?;
            classes.tuples(&mut tuples, run)?;
            Ok(tuples)
        })?;
        Ok(tuples.into_pyarray(py))
    }
}

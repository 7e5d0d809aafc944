//! The build and the CPU.

use pokerbits::runtime::cpu::{self, Level};
use pokerbits::runtime::rng;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The CPU level in use.
#[pyfunction]
pub(crate) fn cpu_level() -> &'static str {
    cpu::level().name()
}

/// The CPU levels that this machine supports, lowest first.
#[pyfunction]
pub(crate) fn cpu_levels() -> Vec<&'static str> {
    Level::ALL.into_iter().filter(|l| l.is_supported()).map(Level::name).collect()
}

/// The instruction sets above the baseline, and whether this machine has them.
#[pyfunction]
pub(crate) fn cpu_features(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let features = PyDict::new(py);
    cpu::features().iter().try_for_each(|f| features.set_item(f.name, f.present))?;
    features.set_item("fast_pext", cpu::has_fast_pext())?;
    Ok(features)
}

/// How the native library was built.
#[pyfunction]
pub(crate) fn build_info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let info = PyDict::new(py);
    info.set_item("version", env!("CARGO_PKG_VERSION"))?;
    info.set_item("profile", if cfg!(debug_assertions) { "debug" } else { "release" })?;
    info.set_item("target", format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS))?;
    Ok(info)
}

/// One block of the random stream: four 64-bit words.
#[pyfunction]
pub(crate) fn philox4x64(key: [u64; 2], counter: [u64; 4]) -> [u64; 4] {
    rng::philox4x64(key, counter)
}

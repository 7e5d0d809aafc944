use pyo3 as _;

//! Hands that are treated alike, a file for each part of the core's module.

pub(crate) mod outcomes;

//! Card abstraction, a file for each part of the core's module.

pub(crate) mod buckets;
pub(crate) mod features;

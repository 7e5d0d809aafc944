//! Hands that are treated alike: classes and buckets of the hands of a street.

pub mod outcomes;

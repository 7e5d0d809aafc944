//! Card abstraction: hands with similar features share a bucket.
//!
//! A street has many hands and few different features. [`distinct`] groups equal rows, and later steps process the groups
//! with their sizes as weights, which gives the same result. [`kmeans`] clusters points under the earth mover's distance or
//! the Euclidean distance; [`cuts`] cuts scalars, optimally or at percentiles.
//!
//! [`features`] has the features of hands, a row of bytes for every hand of a street. [`buckets`] has statistics of a
//! bucketing. [`outcomes`] has the classes of hands with equal futures.

pub mod buckets;
pub mod cuts;
pub mod distinct;
pub mod features;
pub mod kmeans;
pub mod outcomes;

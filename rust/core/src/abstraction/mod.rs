//! Card abstraction: hands of like features put into buckets.
//!
//! The hands of a street are many and their features few: [`distinct`] groups equal rows, and what follows works on the
//! groups, weighted by their sizes, with the same result. [`kmeans`] clusters points under the earth mover's distance
//! or the Euclidean one, [`cuts`] cuts scalars, optimally or at percentiles.
//!
//! [`features`] are what hands are like, as a row of bytes for every hand of a street, and [`buckets`] what is known of
//! buckets once every hand has one. [`outcomes`] are classes of hands that become the same.

pub mod buckets;
pub mod cuts;
pub mod distinct;
pub mod features;
pub mod kmeans;
pub mod outcomes;

//! Card abstraction: hands of like features put into buckets.
//!
//! The hands of a street are many and their features few: [`distinct`] groups equal rows, and what follows works on the
//! groups, weighted by their sizes, with the same result. [`kmeans`] clusters points under the earth mover's distance
//! or the Euclidean one, [`line`](mod@line) cuts scalars, optimally or at percentiles.
//!
//! [`features`] are what hands are like, as a row of bytes for every hand of a street, and [`buckets`] what is known of
//! buckets once every hand has one. [`outcomes`] are classes of hands that become the same.

pub mod buckets;
mod bytes;
mod cumulative;
pub mod distinct;
pub mod features;
mod floats;
pub mod kmeans;
pub mod line;
mod lloyd;
pub mod outcomes;
mod weights;

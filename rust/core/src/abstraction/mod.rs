//! Card abstraction: hands that play alike share a bucket.
//!
//! * [`features`]: what a hand is like, as a row of bytes, for every hand of a street;
//! * [`buckets`]: what is known of buckets once every hand has one.

pub mod buckets;
pub mod features;

//! What is known of buckets once every hand has one: the buckets of rows of cards, sizes and strengths, and how often a
//! bucket leads to another.

mod labels;
mod lookup;
mod moments;
mod transitions;

pub use labels::{Labels, relabel};
pub use lookup::lookup_rows;
pub use moments::{BucketMoments, bucket_moments};
pub use transitions::transitions;

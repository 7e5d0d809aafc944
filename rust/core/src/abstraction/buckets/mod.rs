//! Statistics of buckets: the buckets of rows of cards, sizes and strengths, and transitions from bucket to bucket.

mod labels;
mod lookup;
mod moments;
mod transitions;

pub use labels::{Labels, relabel};
pub use lookup::lookup_rows;
pub use moments::{BucketMoments, bucket_moments};
pub use transitions::{nested_moments, transitions};

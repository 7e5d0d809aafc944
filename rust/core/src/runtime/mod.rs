//! Where and how kernels run: CPU level, threads, progress and cancellation, random numbers,
//! and values that are built at their first use.

mod clock;
pub mod cpu;
pub(crate) mod dispatch;
pub mod lazy;
pub(crate) mod numbers;
#[allow(unsafe_code)]
mod pool;
pub mod progress;
pub mod rng;
pub mod run;
pub(crate) mod simd;

pub use run::{MayGoOn, Run};

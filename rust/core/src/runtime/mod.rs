//! Where and how kernels run: CPU level, threads, progress and cancellation, random numbers,
//! and values that are built at their first use.

pub mod cpu;
pub mod lazy;
#[allow(unsafe_code)]
mod pool;
pub mod progress;
pub mod rng;
pub mod run;
pub(crate) mod vectors;

pub use run::{MayGoOn, Run};

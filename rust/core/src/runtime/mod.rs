//! Where and how kernels run: CPU level, threads, progress and cancellation, random numbers.

pub mod cpu;
#[allow(unsafe_code)]
mod pool;
pub mod progress;
pub mod rng;
pub mod run;

pub use run::{MayGoOn, Run};

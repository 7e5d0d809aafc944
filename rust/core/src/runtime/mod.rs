//! Where and how kernels run: CPU level, threads, progress and cancellation, random numbers.

pub mod cpu;
pub mod pool;
pub mod progress;
pub mod rng;

pub use pool::Run;

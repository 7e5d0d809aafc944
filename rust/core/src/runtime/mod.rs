//! Where and how kernels run: CPU level, threads, progress and cancellation, random numbers,
//! and values that are built at their first use.

pub mod cpu;
pub mod lazy;
pub mod pool;
pub mod progress;
pub mod rng;

pub use pool::Run;

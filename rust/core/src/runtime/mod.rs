//! Where and how kernels run: CPU level, threads, progress and cancellation, random numbers,
//! and values that are built at their first use.

mod clock;
#[cfg(feature = "binding")]
pub mod cpu;
#[cfg(not(feature = "binding"))]
pub(crate) mod cpu;
pub(crate) mod dispatch;
#[cfg(feature = "binding")]
pub mod lazy;
#[cfg(not(feature = "binding"))]
pub(crate) mod lazy;
pub(crate) mod numbers;
#[allow(unsafe_code)]
mod pool;
#[cfg(feature = "binding")]
pub mod progress;
#[cfg(not(feature = "binding"))]
pub(crate) mod progress;
#[cfg(feature = "binding")]
pub mod rng;
#[cfg(not(feature = "binding"))]
pub(crate) mod rng;
#[cfg(feature = "binding")]
pub mod run;
#[cfg(not(feature = "binding"))]
pub(crate) mod run;
pub(crate) mod simd;
pub(crate) mod stages;

pub(crate) use pool::lock;
pub use progress::Watcher;
pub(crate) use run::MayGoOn;
pub use run::{MAX_THREADS, Run, available};

//! Shared parts of benchmarks.

/// Whether the benchmarks run once, to check their answers (`--test`). A large benchmark is then a small one.
pub fn only_checks() -> bool {
    std::env::args().any(|argument| argument == "--test")
}

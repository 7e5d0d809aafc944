//! The only place that asks for the time.
//!
//! `wasm32-unknown-unknown` has no clock: a span of time there is over at once, so a watcher looks at every opportunity.

use std::time::Duration;

/// Whether the platform has a clock. One without has no threads either.
pub(crate) const HAS_CLOCK: bool = cfg!(not(all(target_arch = "wasm32", target_os = "unknown")));

/// Measures a span of time from when it is started.
#[derive(Debug)]
pub(crate) struct Stopwatch(platform::Moment);

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self(platform::Moment::now())
    }

    /// Whether `span` or more has passed.
    pub(crate) fn has_reached(&self, span: Duration) -> bool {
        self.0.elapsed() >= span
    }
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod platform {
    pub(super) type Moment = std::time::Instant;
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod platform {
    use std::time::Duration;

    #[derive(Debug)]
    pub(super) struct Moment;

    impl Moment {
        pub(super) fn now() -> Self {
            Self
        }

        #[allow(clippy::unused_self)] // The interface of a clock.
        pub(super) fn elapsed(&self) -> Duration {
            Duration::MAX
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn a_stopwatch_reaches_what_has_passed() {
        let watch = Stopwatch::start();
        assert!(watch.has_reached(Duration::ZERO));
        assert!(!watch.has_reached(Duration::MAX));
        std::thread::sleep(Duration::from_millis(2));
        assert!(watch.has_reached(Duration::from_millis(2)));
    }

    /// The sources under `dir` that name one of `words`, but for their tests.
    fn naming(dir: &Path, words: &[&str], found: &mut Vec<String>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                naming(&path, words, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
                if words.iter().any(|word| code.contains(word)) {
                    found.push(path.file_name().unwrap().to_str().unwrap().to_owned());
                }
            }
        }
    }

    /// Functions that compile for `wasm32-unknown-unknown` and panic there.
    #[test]
    fn only_this_module_asks_for_the_time_and_only_the_pool_for_threads() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for (words, module) in [
            (&["Instant", "SystemTime"][..], "clock.rs"),
            (&["std::thread::Builder", "thread::spawn", "thread::scope", "process::id", "Condvar"], "pool.rs"),
            (&["std::env::var", "available_parallelism"], "cpu.rs run.rs"),
        ] {
            let mut found = Vec::new();
            naming(&sources, words, &mut found);
            found.sort();
            assert_eq!(found.join(" "), module, "{words:?}");
        }
    }
}

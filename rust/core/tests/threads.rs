//! The threads that help calls, counted. Alone in its process: other tests have threads too.
#![cfg(target_os = "linux")]

use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pokerbits::runtime::{Run, run::available};

/// The threads of this process that help.
fn helpers() -> usize {
    // A thread may end between its listing and its reading.
    let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default();
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    tasks.flatten().map(name).filter(|name| name.starts_with("pokerbits-")).count()
}

/// Waits until no helper is left: a thread ends when it has had nothing to do for a while.
fn all_end() -> bool {
    let start = Instant::now();
    while helpers() > 0 {
        if start.elapsed() > Duration::from_secs(600) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

fn sum(threads: usize) -> usize {
    let sum = AtomicUsize::new(0);
    let add = |i| {
        sum.fetch_add(i, Ordering::Relaxed);
        Ok(())
    };
    Run::new(threads).for_each(0..1000usize, 1000, add).unwrap();
    sum.into_inner()
}

#[test]
fn helpers_are_no_more_than_asked_for_and_end() {
    let most = 39.max(available());
    for threads in 2..=most {
        assert_eq!(sum(threads), 499_500);
        assert!(helpers() < threads.max(available()));
    }

    // Calls of every size at once.
    let start = Barrier::new(16);
    std::thread::scope(|scope| {
        for caller in 0..16 {
            let start = &start;
            scope.spawn(move || {
                start.wait();
                (0..20).for_each(|again| assert_eq!(sum(2 + (7 * caller + again) % 40 + caller), 499_500));
            });
        }
    });
    assert!(helpers() < 2 + 39 + 15);
    assert!(all_end(), "{} threads are left", helpers());
    assert_eq!(sum(most), 499_500);
}

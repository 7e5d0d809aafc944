//! The threads of the pool, counted. Alone in its process: other tests have threads too.
#![cfg(target_os = "linux")]

use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pokerbits::runtime::{Run, pool};

/// The threads of this process that belong to a pool.
fn workers() -> usize {
    // A thread may end between its listing and its reading.
    let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default();
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    tasks.flatten().map(name).filter(|name| name.starts_with("pokerbits-")).count()
}

/// Waits until at most `most` workers are left: threads that were told to end need a moment.
fn settles_at(most: usize) -> bool {
    let start = Instant::now();
    while workers() > most {
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
fn a_pool_that_grows_leaves_no_threads_behind() {
    let most = 39.max(pool::available());
    for threads in 2..=most {
        assert_eq!(sum(threads), 499_500);
    }
    assert!(settles_at(most), "{} threads are left of {most}", workers());

    // Calls of every size at once, while the pool grows under them.
    let most = most.max(64);
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
    assert_eq!(sum(most), 499_500);
    assert!(settles_at(most), "{} threads are left of {most}", workers());
}

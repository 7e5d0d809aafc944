//! Computes how often two hands win and tie before the flop, for all 47,008 matchups up to suits, and writes the table
//! that `pokerbits::equity` carries. With a path, the table is written there.
//!
//!     cargo run --release --example preflop_matchups [path]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use pokerbits::equity::compute_matchups;
use pokerbits::runtime::{Run, available};

fn main() -> Result<(), Box<dyn Error>> {
    let in_tree = concat!(env!("CARGO_MANIFEST_DIR"), "/src/equity/ranges/table/matchups.bin");
    let path = std::env::args().nth(1).unwrap_or_else(|| in_tree.into());
    let mut reported = Instant::now();
    let mut watcher = |done: u64, total: u64| {
        if reported.elapsed().as_secs() >= 2 {
            reported = Instant::now();
            println!("{done} of {total} matchups");
        }
        ControlFlow::Continue(())
    };
    let table = compute_matchups(&mut Run::new(available()).watched(&mut watcher))?;
    std::fs::write(&path, &table)?;
    println!("{path}: {} bytes", table.len());
    Ok(())
}

//! Computes how every Omaha hand of four cards does against a random one before the flop, for all 16,432 hands up to suits,
//! and writes the table that `pokerbits::ranges` carries. With a path, the table is written there.
//!
//!     cargo run --release --example omaha_odds [path]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use pokerbits::equity::compute_omaha_odds;
use pokerbits::runtime::{Run, available};

fn main() -> Result<(), Box<dyn Error>> {
    let in_tree = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ranges/omaha/odds.bin");
    let path = std::env::args().nth(1).unwrap_or_else(|| in_tree.into());
    let begun = Instant::now();
    let mut reported = begun;
    let mut watcher = |done: u64, total: u64| {
        if reported.elapsed().as_secs() >= 2 {
            reported = Instant::now();
            println!("{done} of {total} boards of different ranks");
        }
        ControlFlow::Continue(())
    };
    let table = compute_omaha_odds(&mut Run::new(available()).watched(&mut watcher))?;
    std::fs::write(&path, &table)?;
    println!("{path}: {} bytes in {:.1} s", table.len(), begun.elapsed().as_secs_f64());
    Ok(())
}

//! Checks a whole game: every index of its last round unindexes to a hand that has it again, and the classes' sizes
//! add up to the number of deals. Prints the rate.
//!
//!     cargo run --release --example exhaustive_indexer -- 2-3-1 [n_ranks [n_suits]]

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use pokerbits::combinatorics::choose;
use pokerbits::indexer::HandIndexer;
use pokerbits::runtime::{Run, available};
use pokerbits::{Error, Result};

/// Indices of one step.
const STEP: u64 = 1 << 16;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "2-3".into());
    let read = |text: &str| text.parse().map_err(|_| Error::InvalidArgument(format!("{text:?} is not a number")));
    let cards_per_round = game.split('-').map(read).collect::<Result<Vec<usize>>>()?;
    let n_ranks = args.next().map_or(Ok(13), |n| read(&n))?;
    let n_suits = args.next().map_or(Ok(4), |n| read(&n))?;
    let indexer = HandIndexer::with_deck(&cards_per_round, n_ranks, n_suits)?;

    let round = indexer.n_rounds() - 1;
    let size = indexer.size(round)?;
    let width = indexer.cards_through(round)?;
    let steps = size.div_ceil(STEP);
    let deals = AtomicU64::new(0);
    let begun = Instant::now();
    let mut reported = begun;
    let mut watcher = |done: u64, total: u64| {
        if reported.elapsed().as_secs() >= 30 {
            reported = Instant::now();
            println!("{:.1} %", 100.0 * done as f64 / total as f64);
        }
        ControlFlow::Continue(())
    };
    let mut run = Run::new(available()).watched(&mut watcher);
    let threads = run.threads();
    run.for_each(0..steps, steps as usize, |step| {
        let range = step * STEP..size.min((step + 1) * STEP);
        let n = (range.end - range.start) as usize;
        let run = &mut Run::new(1);
        let mut cards = vec![0; n * width];
        let mut back = vec![0; n];
        indexer.unindex_range(round, range.clone(), &mut cards, run)?;
        indexer.index_rows(round, &cards, &mut back, run)?;
        if let Some((want, got)) = range.clone().zip(&back).find(|&(want, &got)| want != got) {
            return Err(Error::InvalidArgument(format!("index {want} came back as {got}")));
        }
        indexer.multiplicity_range(round, range, &mut back, run)?;
        deals.fetch_add(back.iter().sum(), Ordering::Relaxed);
        Ok(())
    })?;
    let seconds = begun.elapsed().as_secs_f64();

    let mut left = (n_ranks * n_suits) as u64;
    let mut expected = 1;
    for &cards in &cards_per_round {
        expected *= choose(left, cards as u64).unwrap_or(0);
        left -= cards as u64;
    }
    let deals = u128::from(deals.into_inner());
    if deals != expected {
        return Err(Error::InvalidArgument(format!("the classes hold {deals} deals, the game {expected}")));
    }
    println!("{indexer:?}: {size} indices there and back, {deals} deals in their classes");
    let rate = size as f64 / seconds / 1e6;
    println!("{seconds:.1} s on {threads} threads, {rate:.1} million indices a second");
    Ok(())
}

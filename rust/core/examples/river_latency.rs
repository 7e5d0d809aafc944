//! How long the odds of single hands on the river take: the mean and the 99th percentile over 10,000 random deals, for
//! 1 to k opponents at once, k = 1 to 8. Every answer against one opponent is compared with the hand's strength, and
//! some deals are counted again by the plain method.
//!
//!     cargo run --release --example river_latency

use std::time::{Duration, Instant};

use pokerbits::Result;
use pokerbits::cards::CardSet;
use pokerbits::hand_strength::hand_strength;
use pokerbits::odds::{Method, OpponentCounts, odds_vs_random};
use pokerbits::random_hands;
use pokerbits::runtime::Run;

const DEALS: usize = 10_000;
/// The plain method counts one deal in 500, too, up to this number of opponents.
const PLAIN: (usize, u32) = (500, 4);

fn main() -> Result<()> {
    // Two hole cards and a board.
    let mut deals = vec![0; DEALS * 7];
    random_hands([7, 5], CardSet::FULL, 7, &mut deals, &mut Run::new(1))?;
    let (deals, _) = deals.as_chunks::<7>();
    println!("opponents   mean     p50     p99     max, microseconds a deal");
    for k in 1..=8 {
        let opponents: Vec<u32> = (1..=k).collect();
        let mut times = Vec::with_capacity(DEALS);
        for (at, &deal) in deals.iter().enumerate() {
            let begun = Instant::now();
            let odds = odds(deal, &opponents, Method::Matchings)?;
            times.push(begun.elapsed());
            check(at, deal, &odds)?;
        }
        times.sort_unstable();
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let mean = micros(times.iter().sum()) / DEALS as f64;
        let [half, p99, max] = [DEALS / 2, DEALS * 99 / 100, DEALS - 1].map(|at| micros(times[at]));
        println!("   1..={k} {mean:9.1} {half:7.1} {p99:7.1} {max:7.1}");
    }
    Ok(())
}

fn odds(deal: [u8; 7], opponents: &[u32], method: Method) -> Result<Vec<OpponentCounts>> {
    let [a, b, ref board @ ..] = deal;
    odds_vs_random([a, b], board, CardSet::EMPTY, opponents, method, &mut Run::new(1))
}

/// One opponent as by comparing all types of hands, no deal counted twice, and now and then all as by the plain method.
fn check(at: usize, deal: [u8; 7], odds: &[OpponentCounts]) -> Result<()> {
    let strength = hand_strength(&deal[..2], &deal[2..])?;
    assert_eq!((odds[0].win(), odds[0].tie()), (strength.win.into(), strength.tie.into()), "{deal:?}");
    assert!(odds.iter().all(|of_k| of_k.win() + of_k.tie() <= of_k.total()), "{deal:?}");
    let most = PLAIN.1.min(odds.len() as u32);
    if at.is_multiple_of(PLAIN.0) {
        let plain = self::odds(deal, &(1..=most).collect::<Vec<_>>(), Method::Cliques)?;
        assert_eq!(plain, odds[..most as usize], "{deal:?}");
    }
    Ok(())
}

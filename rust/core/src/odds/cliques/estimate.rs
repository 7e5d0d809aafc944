//! How long the overlap counter takes, by random probes of its search (Knuth, "Estimating the efficiency of backtrack
//! programs", 1975).
//!
//! A probe draws one hand after the other, each from those without a card of the hands before. The product of the numbers of
//! choices, divided by the number of orders, is the number of sets of as many hands in the mean.

use super::overlap::words_of_rows;
use crate::cards::CardSet;
use crate::error::Result;
use crate::memory::{try_vec, try_with_capacity};
use crate::runtime::rng::Philox;

/// Probes of an estimate; together they take milliseconds.
const PROBES: u32 = 1000;
/// Approximate seconds of a step of the walk, and of each word of its rows.
const SECONDS: [f64; 2] = [1.5e-9, 0.9e-9];
/// A bound of fewer seconds than this is the estimate.
const AT_ONCE: f64 = 0.01;

/// Approximate seconds on one thread to count the sets of up to `size` hands without a common card; for what is done at once
/// an upper bound.
pub(in crate::odds) fn seconds_of_cliques(hands: &[CardSet], size: usize) -> Result<f64> {
    let step = SECONDS[0] + SECONDS[1] * words_of_rows(hands.len()) as f64;
    let bound = step * steps(&all_sets(hands.len(), size)?);
    if bound < AT_ONCE {
        return Ok(bound);
    }
    Ok(step * steps(&sets_by_size(hands, size)?))
}

/// Steps of the walk: each set of two hands or more that it extends.
fn steps(sets: &[f64]) -> f64 {
    sets.iter().skip(2).sum()
}

/// The number of sets of each size below `size` if no hands had a common card.
fn all_sets(hands: usize, size: usize) -> Result<Vec<f64>> {
    let mut sets = try_vec(1.0, size)?;
    for of in 1..size {
        sets[of] = sets[of - 1] * hands.saturating_sub(of - 1) as f64 / of as f64;
    }
    Ok(sets)
}

/// The approximate number of sets of each size below `size`.
fn sets_by_size(hands: &[CardSet], size: usize) -> Result<Vec<f64>> {
    let mut rng = Philox::new([0, 0], [0; 4]);
    let mut sums = try_vec(0.0, size)?;
    let mut left = try_with_capacity(hands.len())?;
    for _ in 0..PROBES {
        left.clear();
        left.extend_from_slice(hands);
        let mut product = 1.0;
        for (of, sum) in sums.iter_mut().enumerate().skip(1) {
            if left.is_empty() {
                break;
            }
            product *= left.len() as f64 / of as f64;
            *sum += product;
            let drawn: CardSet = left[rng.below(left.len() as u64) as usize];
            left.retain(|&hand| (hand & drawn).is_empty());
        }
    }
    for sum in &mut sums {
        *sum /= f64::from(PROBES);
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::COMBOS;
    use crate::odds::cliques::Adjacency;
    use crate::odds::losses;
    use crate::runtime::Run;

    fn sets(hands: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Vec<CardSet> {
        hands.into_iter().map(|hand| CardSet::from_ids(hand.as_ref()).unwrap()).collect()
    }

    /// Combos drawn at random, few and many; those of few cards; a chain; combos that nearly all share a card; losses; and
    /// hands of three cards.
    #[test]
    fn estimates_are_near_the_numbers_of_sets() {
        let mut rng = Philox::new([5, 6], [0; 4]);
        let mut cases: Vec<(Vec<CardSet>, usize)> = [(2, 3), (4, 4), (8, 5), (16, 6), (40, 8)]
            .map(|(share, size)| (sets(COMBOS.iter().filter(|_| rng.below(share) == 0)), size))
            .to_vec();
        cases.push((sets(COMBOS.iter().filter(|combo| combo[0].max(combo[1]) < 14)), 6));
        cases.push((sets((0..51).map(|card| [card, card + 1])), 10));
        cases.push((sets((1..52).map(|card| [0, card]).chain((1..20).map(|card| [card, card + 30]))), 7));
        cases.push((sets(losses([11, 27], &[3, 7, 18, 22, 26], CardSet::EMPTY).unwrap().two_card), 5));
        cases.push((sets((0..300u16).map(|i| [i % 16, 16 + i % 17, 33 + i % 19].map(|card| card as u8))), 5));
        for (hands, size) in cases {
            let graph = Adjacency::new(hands.len(), |i, j| (hands[i] & hands[j]).is_empty()).unwrap();
            let counted = graph.count_cliques(size, &mut Run::new(2)).unwrap();
            let found = sets_by_size(&hands, size + 1).unwrap();
            for (of, &sets) in counted.iter().enumerate().skip(1) {
                let ratio = found[of] / sets as f64;
                assert!((0.4..2.5).contains(&ratio), "{of} of {}: {} {sets}", hands.len(), found[of]);
            }
        }
    }

    /// The bound of a count that is done at once is no less than its steps.
    #[test]
    fn small_counts_are_not_probed() {
        let hands = sets(COMBOS.iter().step_by(60));
        // C(23, 2) + C(23, 3) + C(23, 4)
        assert_eq!((hands.len(), steps(&all_sets(23, 5).unwrap())), (23, 253.0 + 1771.0 + 8855.0));
        let seconds = seconds_of_cliques(&hands, 5).unwrap();
        assert!((2.3e-5..2.7e-5).contains(&seconds), "{seconds}");
        assert_eq!(seconds_of_cliques(&[], 26), Ok(0.0));
        assert_eq!(seconds_of_cliques(&sets(COMBOS), 2), Ok(0.0));
    }
}

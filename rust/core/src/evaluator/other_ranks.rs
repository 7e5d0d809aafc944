//! The table of the kernels of bit arithmetic: strengths by the other ranks of a hand, those that are not the pair, trips or
//! quads. The build script includes this file and writes the tables; in the crate it is only tested.
//!
//! The other ranks are numbered as if the deck had no such ranks, and how many they are tells the category.

use super::builder::Strengths;
use super::keys::RANK_KEYS_7;
use super::rules::Category;
use crate::combinatorics::choose_small;

/// The table for hands of `size` cards, by set of ranks; then the strengths of flushes.
pub fn table(strengths: &Strengths, size: usize) -> Vec<u16> {
    let sets = 0..strengths.of_flushes.len();
    sets.map(|set| entry(strengths, set, size)).chain(strengths.of_flushes.iter().copied()).collect()
}

fn entry(strengths: &Strengths, set: usize, size: usize) -> u16 {
    let ranks: Vec<usize> = (0..RANK_KEYS_7.len()).filter(|r| set >> r & 1 != 0).collect();
    // Two cards make a pair, three trips; with more the base of the category is not in the table.
    let (kickers, base) = match size.checked_sub(ranks.len()) {
        Some(0) => return strengths.of_sums[size - 5][&ranks.iter().map(|&r| RANK_KEYS_7[r]).sum()],
        Some(2) => (3, Category::Pair.least()),
        Some(3) => (2, Category::ThreeOfAKind.least()),
        Some(_) => (1, 0),
        None => return 0,
    };
    let highest = &ranks[ranks.len().saturating_sub(kickers)..];
    base + (1..).zip(highest).map(|(k, &rank)| choose_small(rank, k) as u16).sum::<u16>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::rules::Rule;

    #[test]
    fn pairs_are_their_rank_and_the_other_ranks() {
        let strengths = Strengths::new(&Rule::STANDARD);
        let mut compared = 0;
        for size in [5, 6, 7] {
            let table = table(&strengths, size);
            for (pair, key) in RANK_KEYS_7.into_iter().enumerate() {
                for others in (0usize..1 << 12).filter(|set| set.count_ones() as usize == size - 2) {
                    // The ranks from that of the pair on are one higher.
                    let ranks = (0..12).filter(|r| others >> r & 1 != 0).map(|r| r + usize::from(r >= pair));
                    let sum = 2 * key + ranks.map(|r| RANK_KEYS_7[r]).sum::<u32>();
                    let strength = strengths.of_sums[size - 5][&sum];
                    if strength < Category::Straight.least() {
                        assert_eq!(table[others] + 220 * pair as u16, strength, "{size} cards, {pair}, {others:b}");
                        compared += 1;
                    }
                }
            }
            assert_eq!(table[1 << 13..], strengths.of_flushes);
        }
        // All choices of other ranks, but for those that are straights with the pair or without it.
        assert!(compared > 13 * (220 + 495 + 792) * 9 / 10);
    }
}

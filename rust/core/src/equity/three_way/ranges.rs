//! Three ranges of hand classes: sums over the table.

use super::sums::{KINDS, PAIRS};
use crate::cards::HAND_CLASS_COUNT;
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_push};

const CLASSES: usize = HAND_CLASS_COUNT;
/// Largest total weight of a range. Times a count of 32 bits, and three of these added up, it fits into 64 bits.
const MOST_WEIGHT: u64 = 1 << 30;

/// The outcomes of a class of hands against two ranges: deals with a board, weighted by the hands of the ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClassOutcomes {
    /// The class.
    pub class: usize,
    /// Deals in which the class beats both.
    pub wins: u128,
    /// Deals in which it ties with one of them and beats the other.
    pub ties: u128,
    /// Deals in which all three tie.
    pub three_way_ties: u128,
    /// All deals.
    pub deals: u128,
}

/// The outcomes of every class that each of three players holds, by a finished [`ThreeWayTable`](super::ThreeWayTable).
/// The weights of a player's classes are integers.
///
/// # Errors
/// [`Error::InvalidArgument`] for a table of another size, or weights that add up to more than 2^30.
pub fn three_way_outcomes(table: &[u32], weights: &[[u32; CLASSES]; 3]) -> Result<[Vec<ClassOutcomes>; 3]> {
    if table.len() != CLASSES * KINDS * PAIRS {
        return Err(Error::InvalidArgument(format!("{} numbers are no table of three players", table.len())));
    }
    if weights.iter().any(|of| of.iter().copied().map(u64::from).sum::<u64>() > MOST_WEIGHT) {
        return Err(Error::InvalidArgument(format!("weights that add up to more than {MOST_WEIGHT}")));
    }
    let mut held = [const { Vec::new() }; 3];
    for (held, weights) in held.iter_mut().zip(weights) {
        for (class, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            try_push(held, (class, u64::from(weight)))?;
        }
    }
    let mut found = [const { Vec::new() }; 3];
    for (found, [own, second, third]) in found.iter_mut().zip([[0, 1, 2], [1, 0, 2], [2, 0, 1]]) {
        let of_class = |&(class, _): &(usize, u64)| Ok(of_class(table, class, &held[second], &held[third]));
        *found = try_collect(held[own].iter().map(of_class))?;
    }
    Ok(found)
}

/// The outcomes of a class against classes with weights.
fn of_class(table: &[u32], class: usize, second: &[(usize, u64)], third: &[(usize, u64)]) -> ClassOutcomes {
    let row = |a: usize, kind: usize, b: usize| &table[((a * KINDS + kind) * CLASSES + b) * CLASSES..][..CLASSES];
    let sum = |row: &[u32], of: &[(usize, u64)]| of.iter().map(|&(c, weight)| weight * u64::from(row[c])).sum::<u64>();
    let mut found = ClassOutcomes { class, ..ClassOutcomes::default() };
    for &(b, weight) in second {
        let weighted = |n: u64| u128::from(weight) * u128::from(n);
        found.wins += weighted(sum(row(class, 0, b), third));
        found.ties += weighted(sum(row(class, 1, b), third));
        found.three_way_ties += weighted(sum(row(class, 2, b), third));
        // One of two hands is better, or they tie, whatever the third one is.
        let deals = [row(class, 3, b), row(class, 4, b), row(b, 3, class)];
        found.deals += weighted(deals.iter().map(|row| sum(row, third)).sum());
    }
    for &(c, weight) in third {
        found.ties += u128::from(weight) * u128::from(sum(row(class, 1, c), second));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;

    /// A table of small random numbers, read number by number.
    #[test]
    fn sums_are_those_of_all_triples() {
        let mut rng = Philox::new([7, 8], [0; 4]);
        let table: Vec<u32> = (0..CLASSES * KINDS * PAIRS).map(|_| u32::MAX - rng.below(9) as u32).collect();
        let at = |a: usize, kind: usize, b: usize, c: usize| {
            u128::from(table[a * KINDS * PAIRS + kind * PAIRS + b * CLASSES + c])
        };
        let mut weights = [[0; CLASSES]; 3];
        for (player, of_player) in weights.iter_mut().enumerate() {
            for (class, weight) in of_player.iter_mut().enumerate() {
                *weight = if class % (5 + 20 * player) == player { rng.below(1 << 20) as u32 } else { 0 };
            }
        }
        let found = three_way_outcomes(&table, &weights).unwrap();
        for (player, others) in [[1, 2], [0, 2], [0, 1]].into_iter().enumerate() {
            let mut held = found[player].iter();
            for a in (0..CLASSES).filter(|&a| weights[player][a] > 0) {
                let mut expected = ClassOutcomes { class: a, ..ClassOutcomes::default() };
                for (b, c) in (0..CLASSES).flat_map(|b| (0..CLASSES).map(move |c| (b, c))) {
                    let times = u128::from(weights[others[0]][b]) * u128::from(weights[others[1]][c]);
                    expected.wins += times * at(a, 0, b, c);
                    expected.ties += times * (at(a, 1, b, c) + at(a, 1, c, b));
                    expected.three_way_ties += times * at(a, 2, b, c);
                    expected.deals += times * (at(a, 3, b, c) + at(a, 4, b, c) + at(b, 3, a, c));
                }
                assert_eq!(held.next(), Some(&expected));
            }
            assert_eq!(held.next(), None);
        }
    }

    #[test]
    fn wrong_sizes_are_refused() {
        let weights = [[0; CLASSES]; 3];
        assert!(three_way_outcomes(&[1, 2], &weights).unwrap_err().to_string().contains("2 numbers"));
        let table = vec![1; CLASSES * KINDS * PAIRS];
        let mut heavy = weights;
        heavy[1] = [u32::MAX; CLASSES];
        assert!(three_way_outcomes(&table, &heavy).unwrap_err().to_string().contains("add up"));
        assert_eq!(three_way_outcomes(&table, &weights).unwrap(), [vec![], vec![], vec![]]);
    }
}

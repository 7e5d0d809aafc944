//! From a rule and its keys to the numbers in the evaluator's tables. The build script includes this file, for the standard
//! rule; tables of other rules are built at their first use.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::keys::RANK_KEYS_7;
use super::perfect_hash::{HashShape, hash};
use super::rules::{Category, Rule};
use crate::combinatorics::for_each_multiset;

/// The strengths of all hands of a rule.
pub struct Strengths {
    /// Strengths of hands of five, six and seven cards by the sum of their rank keys, without flushes.
    pub of_sums: [HashMap<u32, u16>; 3],
    /// Strengths of flushes by their set of ranks, 0 for fewer than five; bit 0 is the lowest rank of the deck. Empty if
    /// flushes do not count.
    pub of_flushes: Vec<u16>,
}

impl Strengths {
    /// The strengths of a rule. In a deck without the lowest ranks, every card keeps its key of the full deck.
    pub fn new(rule: &Rule) -> Self {
        let n_ranks = usize::from(rule.n_ranks);
        let keys = &RANK_KEYS_7[RANK_KEYS_7.len() - n_ranks..];
        let mut of_five = HashMap::new();
        let mut of_flushes = if rule.has(Category::Flush) { vec![0; 1 << n_ranks] } else { vec![] };
        for (i, kind) in rule.kinds().iter().enumerate() {
            let strength = i as u16 + 1;
            if matches!(kind.category, Category::Flush | Category::StraightFlush) {
                of_flushes[kind.ranks.iter().fold(0, |set, r| set | 1 << r)] = strength;
            } else {
                of_five.insert(kind.ranks.iter().map(|&r| keys[r as usize]).sum(), strength);
            }
        }
        for_each_multiset(n_ranks, 5, 4, &mut |counts| {
            of_five.entry(sum(counts, keys)).or_insert(0);
        });
        let of_six = with_one_more(&of_five, 6, keys);
        let of_seven = with_one_more(&of_six, 7, keys);

        for set in 0..of_flushes.len() {
            if set.count_ones() > 5 {
                let fewer = (0..n_ranks).filter(|r| set >> r & 1 != 0).map(|r| of_flushes[set & !(1 << r)]);
                of_flushes[set] = fewer.max().unwrap_or(0);
            }
        }
        Self { of_sums: [of_five, of_six, of_seven], of_flushes }
    }
}

/// The best five of a hand of `size` cards are the best five of the hand without one of its cards.
fn with_one_more(smaller: &HashMap<u32, u16>, size: u32, keys: &[u32]) -> HashMap<u32, u16> {
    let mut larger = HashMap::new();
    for_each_multiset(keys.len(), size, 4, &mut |counts| {
        let sum = sum(counts, keys);
        let best = counts.iter().zip(keys).filter(|(n, _)| **n > 0).map(|(_, key)| smaller[&(sum - key)]).max();
        larger.insert(sum, best.unwrap_or(0));
    });
    larger
}

fn sum(counts: &[u32], keys: &[u32]) -> u32 {
    counts.iter().zip(keys).map(|(n, key)| n * key).sum()
}

/// Hash and displace: sums fall into small buckets, and each bucket, the fullest first, takes the least displacement
/// that brings all its sums to free slots.
///
/// # Panics
/// If there are no such displacements: the shape is too small for the number of sums.
pub fn displacements(shape: HashShape, sums: impl Iterator<Item = u32>) -> Vec<u16> {
    let mut buckets = vec![Vec::new(); shape.buckets()];
    for hash in sums.map(hash) {
        buckets[shape.bucket(hash)].push(hash);
    }
    let mut order: Vec<usize> = (0..buckets.len()).collect();
    order.sort_by_key(|&b| (Reverse(buckets[b].len()), b));

    let mut displacements = vec![0u16; shape.buckets()];
    let mut taken = vec![false; shape.slots()];
    let mut places = Vec::new();
    for bucket in order {
        let mut fits = |displacement: &u16| {
            places.clear();
            buckets[bucket].iter().all(|&hash| {
                let place = shape.slot(hash, *displacement);
                let free = !taken[place] && !places.contains(&place);
                places.push(place);
                free
            })
        };
        let displacement = (0..shape.slots()).map(|d| d as u16).find(&mut fits);
        displacements[bucket] = displacement.expect("no displacement fits: choose another multiplier");
        for &place in &places {
            taken[place] = true;
        }
    }
    displacements
}

/// The strength of every sum in its slot.
pub fn slots(shape: HashShape, displacements: &[u16], strengths: &HashMap<u32, u16>) -> Vec<u16> {
    let mut slots = vec![0; shape.slots()];
    for (&sum, &strength) in strengths {
        let hash = hash(sum);
        slots[shape.slot(hash, displacements[shape.bucket(hash)])] = strength;
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sum_has_its_own_slot() {
        for rule in [&Rule::STANDARD, &Rule::SHORT_DECK] {
            let n_ranks = rule.n_ranks.into();
            let strengths = Strengths::new(rule);
            let sums = strengths.of_sums.each_ref().map(HashMap::len);
            assert_eq!(sums, if n_ranks == 13 { [6175, 18_395, 49_205] } else { [1278, 2922, 6030] });
            for (size, of_sums) in (5..).zip(&strengths.of_sums) {
                assert!(of_sums.values().all(|&strength| strength > 0));
                let shape = HashShape::new(n_ranks, size);
                let displacements = displacements(shape, of_sums.keys().copied());
                let slots = slots(shape, &displacements, of_sums);
                for (&sum, &strength) in of_sums {
                    let hash = hash(sum);
                    assert_eq!(slots[shape.slot(hash, displacements[shape.bucket(hash)])], strength);
                }
                assert_eq!(slots.iter().filter(|&&strength| strength > 0).count(), of_sums.len());
            }
        }
    }
}

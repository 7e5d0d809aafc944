//! All C(52, 7) hands at every CPU level of this machine, as rows and as sets, against the rules of poker.
//!
//! Takes a quarter of a minute, so it runs only when asked for: `cargo test --test evaluator_exhaustive -- --ignored --nocapture`.
//! Hands are in colexicographic order: by their highest card, then by the second highest, and so on.

use std::sync::Mutex;

use pokerbits::cards::{COMBO_COUNT, COMBOS, CardSet};
use pokerbits::combinatorics::choose;
use pokerbits::evaluator::{Category, MAX_STRENGTH, evaluate_rows, evaluate_sets};
use pokerbits::indexer::HandIndexer;
use pokerbits::runtime::cpu::{Level, Proven};
use pokerbits::runtime::{Run, run::available};
use serde_json::Value;

mod common;
use common::oracle;

/// Published counts of hands of seven by category, high card first.
const CATEGORIES: [u64; 9] =
    [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584];
const HANDS: u64 = 133_784_560;
/// The checksum is the polynomial of the strengths, first hand first, at this place, modulo 2^64.
const PLACE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hands by strength.
type Histogram = Vec<u64>;

/// The number of a set of ascending cards among the sets of its size, `lower` lower cards being left out of it.
fn number(cards: impl Iterator<Item = u8>, lower: usize) -> usize {
    cards.zip(lower + 1..).map(|(card, k)| choose(card.into(), k as u64).unwrap() as usize).sum()
}

/// Adds the strengths of the hands of `upper` and one lower card, for all lower cards: the best of the hands that are left
/// when one of the cards is laid down. `smaller` has their strengths, in order.
fn add_best(smaller: &[u16], upper: &[u8], out: &mut Vec<u16>) {
    let first = out.len();
    out.resize(first + usize::from(upper[0]), smaller[number(upper.iter().copied(), 0)]);
    for laid_down in upper {
        let others = number(upper.iter().copied().filter(|card| card != laid_down), 1);
        for (best, &strength) in out[first..].iter_mut().zip(&smaller[others..]) {
            *best = strength.max(*best);
        }
    }
}

/// Visits, in order, the sets of `size` cards above the deuce of clubs whose highest cards are `upper`.
fn for_each_upper(size: usize, upper: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
    if upper.len() == size {
        return visit(&upper.iter().rev().copied().collect::<Vec<_>>());
    }
    // Cards are added from the highest down; each leaves room for those to come.
    for card in (size - upper.len()) as u8..upper.last().copied().unwrap_or(52) {
        upper.push(card);
        for_each_upper(size, upper, visit);
        upper.pop();
    }
}

/// The strengths of all hands of five and of six.
fn smaller_hands() -> [Vec<u16>; 2] {
    let mut of_five = Vec::new();
    oracle::for_each_five(52, &mut [0; 5], &mut |five| of_five.push(oracle::strength_of_five(five)));
    let mut of_six = Vec::new();
    for_each_upper(5, &mut Vec::new(), &mut |upper| add_best(&of_five, upper, &mut of_six));
    assert_eq!((of_five.len(), of_six.len()), (2_598_960, 20_358_520));
    [of_five, of_six]
}

/// How many hands have each strength, another way: of each class of hands up to suits one, by all choices of five.
fn histogram_by_classes(of_five: &[u16]) -> Histogram {
    const STEP: u64 = 1 << 16;
    let classes = HandIndexer::new(&[7]).unwrap();
    let size = classes.size(0).unwrap();
    let sum = Mutex::new(vec![0; usize::from(MAX_STRENGTH) + 1]);
    let mut run = Run::new(available());
    run.for_each((0..size).step_by(STEP as usize), size.div_ceil(STEP) as usize, |start| {
        let range = start..size.min(start + STEP);
        let mut hands = vec![0; 7 * (range.end - range.start) as usize];
        let mut weights = vec![0; hands.len() / 7];
        classes.unindex_range(0, range.clone(), &mut hands, &mut Run::new(1))?;
        classes.multiplicity_range(0, range, &mut weights, &mut Run::new(1))?;
        let mut part = vec![0; usize::from(MAX_STRENGTH) + 1];
        for (hand, weight) in hands.as_chunks_mut::<7>().0.iter_mut().zip(weights) {
            hand.sort_unstable();
            let mut best = 0;
            oracle::for_each_five(7, &mut [0; 5], &mut |five| {
                best = best.max(of_five[number(five.iter().map(|&at| hand[usize::from(at)]), 0)]);
            });
            part[usize::from(best)] += weight;
        }
        sum.lock().unwrap().iter_mut().zip(part).for_each(|(sum, more): (&mut u64, u64)| *sum += more);
        Ok(())
    })
    .unwrap();
    sum.into_inner().unwrap()
}

/// The hands whose two highest cards are given: as rows, as sets, and their strengths by the rules.
fn hands_below(highest: [u8; 2], of_six: &[u16]) -> (Vec<u8>, Vec<u64>, Vec<u16>) {
    let (mut rows, mut sets, mut strengths) = (Vec::new(), Vec::new(), Vec::new());
    for_each_upper(6, &mut highest.to_vec(), &mut |upper| {
        add_best(of_six, upper, &mut strengths);
        let above = CardSet::from_ids(upper).unwrap().bits();
        for lowest in 0..upper[0] {
            rows.push(lowest);
            rows.extend_from_slice(upper);
            sets.push(above | 1 << lowest);
        }
    });
    (rows, sets, strengths)
}

#[test]
#[ignore = "takes a quarter of a minute"]
fn every_level_equals_the_rules_on_all_hands_of_seven() {
    let [of_five, of_six] = smaller_hands();
    let levels: Vec<Proven> = Level::ALL.into_iter().filter_map(Level::prove).collect();

    // For each pair of highest cards, in order: the checksum of their hands, how many they are, and the histogram.
    let parts = Mutex::new(vec![(0u64, 0u64); COMBO_COUNT]);
    let histogram = Mutex::new(vec![0u64; usize::from(MAX_STRENGTH) + 1]);
    let mut run = Run::new(available());
    // Long tasks first.
    run.for_each(COMBOS.iter().enumerate().rev(), COMBO_COUNT, |(at, &[second, first])| {
        let (rows, sets, expected) = hands_below([first, second], &of_six);
        assert!(sets.is_sorted() && rows.len() == 7 * sets.len() && sets.len() == expected.len());
        for &level in &levels {
            let mut found = vec![0; expected.len()];
            evaluate_rows(&rows, 7, &mut found, &mut Run::new(1).at(level))?;
            assert!(found == expected, "rows below {first} and {second}, {level}");
            found.fill(0);
            evaluate_sets(&sets, 7, &mut found, &mut Run::new(1).at(level))?;
            assert!(found == expected, "sets below {first} and {second}, {level}");
        }
        let sum = expected.iter().fold(0u64, |sum, &s| sum.wrapping_mul(PLACE).wrapping_add(s.into()));
        parts.lock().unwrap()[at] = (sum, expected.len() as u64);
        let mut part = vec![0; usize::from(MAX_STRENGTH) + 1];
        for strength in expected {
            part[usize::from(strength)] += 1;
        }
        histogram.lock().unwrap().iter_mut().zip(part).for_each(|(sum, more): (&mut u64, u64)| *sum += more);
        Ok(())
    })
    .unwrap();

    let parts = parts.into_inner().unwrap();
    assert_eq!(parts.iter().map(|&(_, hands)| hands).sum::<u64>(), HANDS);
    let places = |hands: u64| PLACE.wrapping_pow(hands as u32);
    let checksum = parts.iter().fold(0u64, |sum, &(part, n)| sum.wrapping_mul(places(n)).wrapping_add(part));
    let histogram = histogram.into_inner().unwrap();
    assert!(histogram == histogram_by_classes(&of_five));
    // With seven cards nobody has to play the weakest fives.
    assert_eq!(histogram.iter().filter(|&&hands| hands > 0).count(), 4_824);
    let mut categories = [0; 9];
    for (strength, hands) in (0..).zip(histogram).skip(1) {
        categories[Category::of(strength).unwrap() as usize] += hands;
    }
    assert_eq!(categories, CATEGORIES);

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/checksums.json");
    let checksums: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(checksums["strengths of all hands of 7, polynomial"], format!("{checksum:016x}"));
    for level in Level::ALL {
        let ran = if level.is_supported() { "rows and sets equal the rules" } else { "NOT RUN: this CPU lacks it" };
        println!("all {HANDS} hands of seven at {level}: {ran}");
    }
}

//! What a caller may get wrong, function by function: an error each time, never a panic or a number.

use pokerbits::cards::{COMBO_COUNT, CardSet};
use pokerbits::equity::preflop::{preflop_against, preflop_two_ranges};
use pokerbits::equity::{by_deals, exact_counts, many_ranges, range_equity, three_ranges, two_ranges};
use pokerbits::evaluator::Rules;
use pokerbits::{Error, Result, Run};

/// The board of most cases.
const RIVER: [u8; 5] = [43, 39, 35, 0, 5];

/// Weights of one combo, on no board of these tests.
fn alone<W: Copy + Default>(weight: W) -> [W; COMBO_COUNT] {
    std::array::from_fn(|combo| if combo == 1325 { weight } else { W::default() })
}

fn is_refused<T>(found: Result<T>, why: &str) {
    match found {
        Err(Error::InvalidArgument(text) | Error::InvalidRow { reason: text, .. }) => {
            assert!(text.contains(why), "{text:?} does not say {why:?}");
        }
        Err(other) => panic!("{other:?} does not say {why:?}"),
        Ok(_) => panic!("taken, where {why:?} was due"),
    }
}

#[test]
fn weights_that_are_none_are_refused() {
    let run = &mut Run::new(1);
    let one = [1.0; COMBO_COUNT];
    for weight in [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let wrong = alone(weight);
        let why = "holds AsAh with weight";
        for (players, board) in [([&wrong, &one], &RIVER[..]), ([&one, &wrong], &RIVER[..3]), ([&one, &wrong], &[])] {
            is_refused(two_ranges(players, board, CardSet::EMPTY, run), why);
            is_refused(by_deals(Rules::Standard, &players, board, CardSet::EMPTY, run), why);
            is_refused(preflop_two_ranges(players), why);
        }
        is_refused(preflop_against(&wrong), why);
        is_refused(many_ranges(&[&one, &wrong, &one], &RIVER, CardSet::EMPTY, run), why);
        is_refused(three_ranges([&one, &one, &wrong], &RIVER, CardSet::EMPTY, run), why);
    }
}

#[test]
fn sums_that_do_not_fit_are_refused() {
    let run = &mut Run::new(1);
    let none = CardSet::EMPTY;
    let (one, large, huge) = ([1u64; COMBO_COUNT], alone(1 << 44), [1 << 44; COMBO_COUNT]);
    let why = "too large to be added up exactly";
    is_refused(two_ranges([&huge, &huge], &[], none, run), why);
    is_refused(two_ranges([&one, &large], &[], none, run), why);
    is_refused(preflop_against(&large), why);
    is_refused(preflop_two_ranges([&one, &large]), why);
    is_refused(preflop_two_ranges([&large, &one]), why);
    is_refused(by_deals(Rules::Standard, &[&large, &large, &one], &RIVER, none, run), why);
    is_refused(many_ranges(&[&one, &large, &large], &RIVER, none, run), why);
    is_refused(three_ranges([&large, &one, &large], &RIVER, none, run), why);
    // What fits is right to the last unit.
    let kings = std::array::from_fn(|combo| if combo == 1127 { 1u64 << 41 } else { 0 });
    let [aces, _] = two_ranges([&alone(1), &kings], &[], none, run).unwrap();
    let counts = exact_counts(&[[51, 50], [47, 46]], &[], none).unwrap();
    let of = |winners: usize| counts.by_winners()[winners] << 41;
    assert_eq!([aces.shares[0][1325], aces.shares[1][1325], aces.total[1325]], [of(1), of(3), counts.total() << 41]);
    assert_eq!(preflop_against(&kings).unwrap().shares[0][1325], of(1));
    let dealt = by_deals(Rules::Standard, &[&alone(1), &kings], &[], none, run).unwrap();
    assert_eq!([dealt[0].shares[0][1325], dealt[0].total[1325]], [of(1), counts.total() << 41]);

    let float = [f64::MAX / 2.0; COMBO_COUNT];
    let why = "divide them by the largest";
    is_refused(two_ranges([&float, &float], &RIVER, none, run), why);
    is_refused(preflop_against(&float), why);
    is_refused(by_deals(Rules::Standard, &[&alone(1e200), &alone(1e200), &alone(1.0)], &RIVER, none, run), why);
    is_refused(many_ranges(&[&float, &float, &float], &RIVER, none, run), why);
}

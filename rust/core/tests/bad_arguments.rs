//! What a caller may get wrong, function by function: an error each time, never a panic or a number.

use std::ops::Range;

use pokerbits::abstraction::buckets::{BucketMoments, Labels, transitions};
use pokerbits::abstraction::cuts::optimal_cuts;
use pokerbits::abstraction::kmeans::{Metric, Options, cluster};
use pokerbits::cards::{COMBO_COUNT, CardSet, class_of, combo_of};
use pokerbits::equity::preflop::{match_up, preflop_against, preflop_combo_counts, preflop_two_ranges};
use pokerbits::equity::{
    ComboShares, OmahaHands, OmahaSpot, by_deals, exact_cost, exact_counts, many_ranges, omaha_range_counts,
    three_ranges, two_ranges,
};
use pokerbits::evaluator::Rules;
use pokerbits::hand_strength::{HandStrength, Moments};
use pokerbits::indexer::HandIndexer;
use pokerbits::odds::{OddsRows, OpponentCounts};
use pokerbits::tables::{BlockTable, Cell, CellsMut, Order, RowSource, RowWriter, Shape};
use pokerbits::{Result, Run};

/// The board of most cases.
const RIVER: [u8; 5] = [43, 39, 35, 0, 5];

/// Weights of one combo, on no board of these tests.
fn alone<W: Copy + Default>(weight: W) -> [W; COMBO_COUNT] {
    std::array::from_fn(|combo| if combo == 1325 { weight } else { W::default() })
}

fn is_refused<T>(found: Result<T>, why: &str) {
    match found {
        Err(error) => assert!(error.to_string().contains(why), "{error} does not say {why:?}"),
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

#[test]
fn numbers_of_cards_and_players_are_checked() {
    for (hole, why) in [([51, 51], "more than once"), ([0, 0], "more than once"), ([7, 52], "outside the deck")] {
        is_refused(combo_of(hole), why);
        is_refused(class_of(hole), why);
    }
    is_refused(match_up([0, 1], [1, 2]), "more than once");
    is_refused(preflop_combo_counts(&mut [[0; 2]; 7]), "expected room for 1326 x 1326");
    let counts = exact_counts(&[[51, 50], [47, 46]], &RIVER, CardSet::EMPTY).unwrap();
    assert_eq!(counts.shares(1).unwrap().iter().sum::<u64>(), 1);
    is_refused(counts.shares(2), "player 2 is out of range (0..=1)");
    is_refused(counts.shares(usize::MAX), "out of range");
    for ranges in [0, 1, 11] {
        let ranges = vec![pokerbits::Range::full(); ranges];
        is_refused(exact_cost(Rules::Standard, &ranges, &[], CardSet::EMPTY), "expected 2 to 10 players");
        is_refused(
            by_deals::<u64>(
                Rules::Standard,
                &vec![&[1; COMBO_COUNT]; ranges.len()],
                &[],
                CardSet::EMPTY,
                &mut Run::new(1),
            ),
            "expected 2 to 10 hands",
        );
    }
    for others in [0, 10, usize::MAX] {
        is_refused(ComboShares::<f64>::new(others), "expected 1 to 9");
    }
    let shares = ComboShares::<f64>::new(1).unwrap();
    assert!([1325, 1326, usize::MAX].iter().all(|&combo| shares.equity(combo).is_nan()));
    let emptied = ComboShares { shares: vec![vec![1.0]; 2], total: vec![] };
    assert!(emptied.equity(0).is_nan());
}

#[test]
fn more_deals_of_omaha_than_64_bits_count_are_refused() {
    let players = [OmahaHands::Any; 2];
    let spot = OmahaSpot { hole_cards: 6, players: &players, board: &[], dead: CardSet::EMPTY, high_low: false };
    is_refused(omaha_range_counts(&spot, &mut Run::new(1)), "does not fit in the integer that holds it");
}

#[test]
fn made_up_results_have_no_made_up_numbers() {
    let strength = HandStrength { win: u32::MAX, tie: u32::MAX, total: u32::MAX };
    assert_eq!(strength.value(1), Ok(1.5));
    is_refused(strength.value(0), "power_of_opponents = 0");
    is_refused(strength.value(u32::MAX), "1 to 22 can be dealt in");
    let moments = Moments { runouts: u64::MAX, sum: u64::MAX, sum_of_squares: u64::MAX };
    assert!(
        (moments.mean() * 1980.0 - 1.0).abs() < 1e-12
            && (moments.mean_of_squares() * 1980.0f64.powi(2) - 1.0).abs() < 1e-12
    );
    // Half of the values are 2, half 0: beyond 128 bits, the deviation is 1 all the same.
    let half = 1 << 62;
    let bucket = BucketMoments { deals: 2 * half, sum: 2 * u128::from(half), squares: 4 * u128::from(half) };
    assert!((bucket.deviation() - 1.0).abs() < 1e-12);
    let bucket = BucketMoments { deals: u64::MAX, sum: u128::MAX, squares: u128::MAX };
    assert!(bucket.deviation().is_finite());
    is_refused(OpponentCounts::new(vec![], 0), "0 counts: expected 1 to 27");
    is_refused(OpponentCounts::new(vec![0; 28], 0), "28 counts: expected 1 to 27");
    is_refused(OpponentCounts::new(vec![2, 2], 3), "more than all 3 deals");
    is_refused(OpponentCounts::new(vec![u128::MAX, 1], u128::MAX), "more than all");
    let odds = OpponentCounts::new(vec![1, 1], 3).unwrap();
    assert_eq!((odds.opponents(), odds.win(), odds.tie(), odds.lose(), odds.equity()), (1, 1, 1, 1, 0.5));
    assert_eq!(OddsRows::counts_per_row(&[u32::MAX, 1]), u32::MAX as usize + 3);
}

#[test]
fn clusters_and_buckets_are_of_what_is_there() {
    let run = &mut Run::new(1);
    let options = Options {
        clusters: usize::MAX / 2,
        metric: Metric::L1,
        positions: None,
        init: Some(&[]),
        key: [0; 2],
        max_iterations: 1,
        tolerance: 0.0,
    };
    let two = [1.0; 2];
    is_refused(cluster(&[1u8, 2, 3, 4], usize::MAX / 2 + 3, &two, &options, run), "are not 2 points of");
    is_refused(cluster(&[1u8, 2, 3, 4], 2, &two, &options, run), "does not fit");
    is_refused(optimal_cuts(&[1.0, 1e200], &two, 2, run), "too large to be added up");
    is_refused(optimal_cuts(&[1.0, f64::NAN], &two, 2, run), "expected finite numbers");
    // A deck without the classes that a bucket would be looked up for.
    let short = HandIndexer::with_deck(&[2], 9, 4).unwrap();
    let (from, to) = (vec![0u16; short.size(0).unwrap() as usize], vec![0u16; 1_286_792]);
    is_refused(transitions(&short, Labels::U16(&from), 1, 3, Labels::U16(&to), 1, run), "no hand of");
}

/// A table whose blocks are not what its shape says.
struct Wrong {
    rows: usize,
    blocks: usize,
    counts: usize,
}

impl RowSource for Wrong {
    fn identity(&self) -> String {
        "wrong".into()
    }
    fn shape(&self) -> Shape {
        Shape { rows: self.rows, columns: 2, of: Some(1), max_count: 9 }
    }
    fn block_count(&self) -> usize {
        self.blocks
    }
    fn rows_of_block(&self, _: usize) -> usize {
        3
    }
    fn indices_of_block(&self, _: usize) -> Result<Vec<u64>> {
        Ok(vec![0, 1, u64::MAX])
    }
    fn write_blocks<T: Cell>(&self, _: Range<usize>, _: Order, out: RowWriter<'_, T>, _: &mut Run<'_>) -> Result<()> {
        out.write(0, &vec![1u16; self.counts])?;
        out.write(2, &vec![1u16; self.counts])?;
        out.write(usize::MAX, &vec![1u16; self.counts])
    }
}

#[test]
fn a_source_that_is_wrong_about_its_rows_writes_none() {
    let run = &mut Run::new(1);
    let cells = &mut [0u16; 4];
    let wrong = Wrong { rows: 2, blocks: 1, counts: 2 };
    is_refused(wrong.fill(0..1, CellsMut::Count16(cells), run), "row 2 is out of range (0..=1)");
    is_refused(
        wrong.place_block(0, pokerbits::tables::Cells::Count16(&[1; 6]), CellsMut::Count16(cells)),
        "out of range (0..=1)",
    );
    is_refused(
        Wrong { counts: 3, ..wrong }.fill(0..1, CellsMut::Count16(cells), run),
        "3 counts for row 0: expected 2",
    );
    is_refused(Wrong { rows: usize::MAX, ..wrong }.fill(0..1, CellsMut::Count16(cells), run), "4 cells are not");
    is_refused(Wrong { blocks: 0, ..wrong }.block_rows(0), "block 0 is out of range");
}

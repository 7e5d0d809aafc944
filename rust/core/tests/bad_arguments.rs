//! Wrong arguments, function by function: an error each time, never a panic or a number.

use std::ops::Range;

use pokerbits::abstraction::buckets::{BucketMoments, Labels, transitions};
use pokerbits::abstraction::cuts::optimal_cuts;
use pokerbits::abstraction::features::{Feature, FeatureTable};
use pokerbits::abstraction::kmeans::{Metric, Options, cluster};
use pokerbits::abstraction::outcomes::{OutcomeClasses, Relation};
use pokerbits::cards::{COMBO_COUNT, CardSet, class_of, combo_of};
use pokerbits::equity::{Outcomes, Plan, Player, Spot, SpotEquity, exact_counts, matchup, preflop_combo_counts};
use pokerbits::hand_strength::{HandStrength, Moments, Street, ars};
use pokerbits::indexer::HandIndexer;
use pokerbits::odds::{OddsRows, OpponentCounts};
use pokerbits::ranges::Range as Weights;
use pokerbits::tables::{BlockTable, Cell, CellsMut, Order, RowSource, RowWriter, Shape};
use pokerbits::{Game, Result, Run};

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

fn equity(players: &[Player<'_>], board: &[u8]) -> Result<SpotEquity> {
    let spot = Spot::new(Game::HOLDEM, players, board, CardSet::EMPTY)?;
    Plan::new(&spot, &mut Run::new(1))?.run(&mut Run::new(1))
}

#[test]
fn weights_that_are_none_are_refused() {
    for weight in [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.5] {
        is_refused(Weights::from_weights(&alone(weight)), "of combo 1325, AsAh, is not within 0 and 1");
    }
}

/// Weights whose sums do not fit in integers are counted in floats, for any number of players.
#[test]
fn sums_that_do_not_fit_are_floats() {
    let aces = Weights::from_weights(&alone(1.0)).unwrap();
    let long = |weight: f64| {
        Weights::from_weights(&std::array::from_fn::<_, COMBO_COUNT, _>(|at| weight * f64::from(u8::from(at < 100))))
    };
    for (digits, fits) in [(0.987_654_321_098_765, false), (0.1, true)] {
        let long = long(digits).unwrap();
        for (players, board) in [(2, &[][..]), (2, &RIVER[..3]), (3, &RIVER[..]), (4, &RIVER[..])] {
            let mut ranges = vec![Player::Range(&long); players];
            ranges[0] = Player::Range(&aces);
            let found = equity(&ranges, board).unwrap();
            let is_exact = matches!(found.outcomes, Outcomes::Exact(..));
            assert_eq!(is_exact, fits, "{players} {digits}");
            let aces = found.of_combos[0][1325];
            assert!(aces > 0.0 && aces <= 1.0, "{aces}");
        }
    }
}

#[test]
fn numbers_of_cards_and_players_are_checked() {
    for (hole, why) in [([51, 51], "more than once"), ([0, 0], "more than once"), ([7, 52], "outside the deck")] {
        is_refused(combo_of(hole), why);
        is_refused(class_of(hole), why);
    }
    is_refused(matchup([0, 1], [1, 2]), "more than once");
    is_refused(preflop_combo_counts(&mut [[0; 2]; 7]), "expected room for 1326 x 1326");
    let counts = exact_counts(Game::HOLDEM, &[[51, 50], [47, 46]], &RIVER, CardSet::EMPTY).unwrap();
    assert_eq!(counts.shares(1).unwrap().iter().sum::<u64>(), 1);
    is_refused(counts.shares(2), "player 2 is out of range (0 to 1)");
    is_refused(counts.shares(usize::MAX), "out of range");
    for players in [0, 1, 11] {
        is_refused(equity(&vec![Player::Any; players], &[]), "expected 2 to 10 players");
    }
    is_refused(Game::omaha(7, false), "expected 4, 5 or 6 hole cards, found 7");
    is_refused(
        equity(&[Player::Any, Player::Hand("AsAhKs".parse().unwrap())], &[]),
        "hands of other than 2 hole cards",
    );
    is_refused(
        exact_counts(Game::HOLDEM, &[[0, 1, 2], [3, 4, 5]], &[], CardSet::EMPTY),
        "expected 2 hole cards, found 3",
    );
}

#[test]
fn hands_lists_and_any_cards_are_ranges() {
    let [aces, kings] = ["AsAh", "KsKh"].map(|hand| hand.parse::<CardSet>().unwrap());
    let ranges = ["AsAh", "AsAh, 0.5:KsKh", "random"].map(|text| text.parse::<Weights>().unwrap());
    let [of_aces, of_both, random] = ranges.each_ref().map(Player::Range);
    let twice = [aces, kings, aces];
    let found = equity(&[Player::Hand(aces), Player::Any], &RIVER).unwrap();
    assert_eq!(format!("{found:?}"), format!("{:?}", equity(&[of_aces, random], &RIVER).unwrap()));
    let found = equity(&[Player::Among(&twice), Player::Any], &RIVER).unwrap();
    assert_eq!(format!("{found:?}"), format!("{:?}", equity(&[of_both, random], &RIVER).unwrap()));
}

#[test]
fn weights_of_hands_are_checked() {
    let hands = ["AsAh", "KsKh"].map(|hand| hand.parse::<CardSet>().unwrap());
    let range: Weights = "AsAh, 0.5:KsKh".parse().unwrap();
    let found = equity(&[Player::Weighted(&hands, &[4e300, 2e300]), Player::Any], &RIVER).unwrap();
    assert_eq!(format!("{found:?}"), format!("{:?}", equity(&[Player::Range(&range), Player::Any], &RIVER).unwrap()));
    let of = |weights: &[f64]| {
        Spot::new(Game::HOLDEM, &[Player::Any, Player::Weighted(&hands, weights)], &[], CardSet::EMPTY).map(|_| ())
    };
    is_refused(of(&[1.0]), "player 2: 2 hands with 1 weights");
    is_refused(of(&[1.0, -1.0]), "player 2: the weight -1 of KhKs: expected a finite number, at least 0");
    is_refused(of(&[f64::NAN, 1.0]), "the weight NaN of AhAs");
    is_refused(of(&[f64::INFINITY, 1.0]), "the weight inf of AhAs");
    let omaha = ["AsAhKsKh", "QsQhJsJh"].map(|hand| hand.parse::<CardSet>().unwrap());
    let players = [Player::Weighted(&omaha, &[0.5, 1.0]), Player::Any];
    let spot = Spot::new(Game::omaha(4, false).unwrap(), &players, &[], CardSet::EMPTY).unwrap();
    is_refused(Plan::new(&spot, &mut Run::new(1)).map(|plan| plan.seconds()), "counted without weights");
}

#[test]
fn more_deals_of_omaha_than_64_bits_count_are_refused() {
    let spot = Spot::new(Game::omaha(6, false).unwrap(), &[Player::Any; 2], &[], CardSet::EMPTY).unwrap();
    let run = &mut Run::new(1);
    is_refused(Plan::new(&spot, run).unwrap().run(run), "does not fit in the integer that holds it");
}

#[test]
fn made_up_results_have_no_made_up_numbers() {
    let strength = HandStrength { win: u32::MAX, tie: u32::MAX, total: u32::MAX };
    assert_eq!(strength.value().to_bits(), 1.5_f64.to_bits());
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
    // The classes of the other deck, and more hole cards than a game of two streets has.
    let (short, three) = (HandIndexer::with_deck(&[2], 9, 4).unwrap(), HandIndexer::new(&[3]).unwrap());
    let (from, to) = (vec![0u16; short.size(0).unwrap() as usize], vec![0u16; 1_286_792]);
    is_refused(transitions(&short, Labels::U16(&from), 1, 3, Labels::U16(&to), 1, run), "numbers for 186696 classes");
    is_refused(transitions(&three, Labels::U16(&from), 1, 3, Labels::U16(&to), 1, run), "no hand of");
    assert!(Labels::U16(&[]).is_empty() && !Labels::U32(&[7]).is_empty());
}

#[test]
fn features_and_classes_are_of_the_street() {
    let run = &mut Run::new(1);
    let few = || Feature::NextStreet { levels: vec![0; 7], name: "few".into() };
    is_refused(FeatureTable::new(few(), Street::Preflop, run), "every hand has a bucket of its own");
    is_refused(FeatureTable::new(few(), Street::Flop, run), "7 levels are not those of the 13960050 turns");
    let classes = OutcomeClasses::new(Street::River, run).unwrap();
    let why = "7 classes are not those of 123156254 hands";
    is_refused(classes.of_hands(Street::River, Relation::Outcome, &mut [0; 7], run), why);
}

#[test]
fn means_of_strengths_are_of_whole_tables_and_hands() {
    let (run, hand, mut out) = (&mut Run::new(1), [0, 5, 10, 15, 20, 25, 30, 35], [0.0]);
    is_refused(ars::lookup_rows(&[], &hand, 8, &mut out, run), "expected 5, 6 or 7 cards, found 8");
    is_refused(ars::lookup_rows(&[0.5; 9], &hand[..5], 5, &mut out, run), "a table of 9 means, not 7463 x 169");
    is_refused(ars::lookup_rows(&[0.5; 9], &hand[..6], 5, &mut out, run), "6 cards are not 1 rows of 5");
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
    is_refused(wrong.fill(0..1, CellsMut::Count16(cells), run), "row 2 is out of range (0 to 1)");
    is_refused(
        wrong.place_block(0, pokerbits::tables::Cells::Count16(&[1; 6]), CellsMut::Count16(cells)),
        "out of range (0 to 1)",
    );
    is_refused(
        Wrong { counts: 3, ..wrong }.fill(0..1, CellsMut::Count16(cells), run),
        "3 counts for row 0: expected 2",
    );
    is_refused(Wrong { rows: usize::MAX, ..wrong }.fill(0..1, CellsMut::Count16(cells), run), "4 cells are not");
    is_refused(Wrong { blocks: 0, ..wrong }.block_rows(0), "block 0 is out of range");
}

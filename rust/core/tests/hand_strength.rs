//! Hand strength of single hands and batches: reference answers, a naive oracle, bad input.

// The same integers must give the same floats.
#![allow(clippy::float_cmp)]

use std::path::Path;

use pokerbits::evaluator::evaluate_ids;
use pokerbits::hand_strength::histogram::{Bins, hand_strength_histogram, hand_strength_histogram_rows};
use pokerbits::hand_strength::{
    Moments, Power, Street, expected_hand_strength_rows, hand_strength, hand_strength_rows, moments,
};
use pokerbits::runtime::Run;
use pokerbits::runtime::rng::Philox;
use pokerbits::{Error, combinatorics::choose};

/// Number of hands for which the values of all boards are built.
const MANY_HANDS: usize = 1 << 20;

fn random_cards(rng: &mut Philox, n: usize) -> Vec<u8> {
    let mut deck: Vec<u8> = (0..52).collect();
    for k in 0..n {
        let j = k + rng.below((deck.len() - k) as u64) as usize;
        deck.swap(k, j);
    }
    deck.truncate(n);
    deck
}

/// The pairs of the cards that are not in `cards`.
fn pairs_without(cards: &[u8]) -> Vec<[u8; 2]> {
    let left: Vec<u8> = (0..52).filter(|card| !cards.contains(card)).collect();
    left.iter().enumerate().flat_map(|(k, &a)| left[..k].iter().map(move |&b| [a, b])).collect()
}

/// Wins and ties of a hand on a board without further cards, one evaluation per opponent.
fn compare(hole: &[u8], board: &[u8]) -> (u32, u32, u32) {
    let ours = evaluate_ids(&[hole, board].concat()).unwrap();
    let (mut win, mut tie, mut total) = (0, 0, 0);
    for theirs in pairs_without(&[hole, board].concat()) {
        let theirs = evaluate_ids(&[&theirs[..], board].concat()).unwrap();
        win += u32::from(ours > theirs);
        tie += u32::from(ours == theirs);
        total += 1;
    }
    (win, tie, total)
}

/// The value of the hand on every runout.
fn values(hole: &[u8], board: &[u8]) -> Vec<u16> {
    let known = [hole, board].concat();
    let runouts: Vec<Vec<u8>> = match board.len() {
        3 => pairs_without(&known).iter().map(|pair| pair.to_vec()).collect(),
        4 => (0..52).filter(|card| !known.contains(card)).map(|card| vec![card]).collect(),
        _ => vec![vec![]],
    };
    let value = |runout: &Vec<u8>| {
        let (win, tie, total) = compare(hole, &[board, &runout[..]].concat());
        assert_eq!(total, 990);
        (2 * win + tie) as u16
    };
    runouts.iter().map(value).collect()
}

#[test]
fn reference_rows() {
    for (name, street) in [("ehs_2-3", Street::Flop), ("ehs_2-4", Street::Turn), ("ehs_2-5", Street::River)] {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/strength").join(name.to_owned() + ".csv");
        let text = std::fs::read_to_string(path).unwrap();
        let indexer = street.indexer().unwrap();
        let mut rows = 0;
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let number = |at: usize| fields[at].parse::<u64>().unwrap();
            let cards: Vec<u8> = fields[1].split(' ').map(|card| card.parse().unwrap()).collect();
            assert_eq!(indexer.index(1, &cards).unwrap(), number(0));
            let expected = Moments { runouts: number(2), sum: number(3), sum_of_squares: number(4) };
            assert_eq!(moments(&cards[..2], &cards[2..], &mut Run::new(2)).unwrap(), expected, "{line}");
            rows += 1;
        }
        assert_eq!(rows, 100);
    }
}

#[test]
fn random_hands_equal_a_naive_count() {
    let mut rng = Philox::new([2, 6], [0; 4]);
    let run = &mut Run::new(2);
    for (street, hands) in [(Street::Flop, 20), (Street::Turn, 200), (Street::River, 200)] {
        let width = 2 + street.board_cards();
        let mut cards = vec![];
        let mut expected = vec![];
        for _ in 0..hands {
            let hand = random_cards(&mut rng, width);
            let (hole, board) = hand.split_at(2);
            let values = values(hole, board);
            let sum: u64 = values.iter().map(|&v| u64::from(v)).sum();
            let sum_of_squares = values.iter().map(|&v| u64::from(v) * u64::from(v)).sum();
            let exact = Moments { runouts: values.len() as u64, sum, sum_of_squares };
            assert_eq!(moments(hole, board, &mut Run::new(2)).unwrap(), exact);
            assert_eq!(exact.runouts, street.runouts());

            for n in [2, 50, 1981] {
                let bins = Bins::new(n).unwrap();
                let mut counts = vec![0; n];
                for &value in &values {
                    let bin = usize::from(value) * n / 1980;
                    counts[bin.min(n - 1)] += 1;
                }
                assert_eq!(hand_strength_histogram(hole, board, bins, &mut Run::new(2)).unwrap(), counts);
                // Every value lies in its bin, so the mean of the bins' lower ends is at most a bin below the mean.
                let low = counts.iter().zip(0u64..).map(|(&c, i)| u64::from(c) * i).sum::<u64>() as f64;
                let low = low / (n as f64 * exact.runouts as f64);
                assert!((-1e-12..=1.0 / n as f64 + 1e-12).contains(&(exact.mean() - low)));
            }

            let now = hand_strength(hole, board).unwrap();
            assert_eq!((now.win, now.tie, now.total), compare(hole, board));
            expected.push((now, exact));
            cards.extend(hand);
        }

        let mut out = vec![0.0; hands];
        hand_strength_rows(&cards, width, &mut out, run).unwrap();
        assert!(out.iter().zip(&expected).all(|(out, (now, _))| *out == now.value()));
        // Again by the values of all boards, which only many hands pay for.
        let many = cards.repeat(MANY_HANDS.div_ceil(hands));
        hand_strength_rows(&many, width, &mut vec![0.0; many.len() / width], run).unwrap();
        out.fill(0.0);
        hand_strength_rows(&cards, width, &mut out, run).unwrap();
        assert!(out.iter().zip(&expected).all(|(out, (now, _))| *out == now.value()));
        expected_hand_strength_rows(&cards, width, Power::One, &mut out, run).unwrap();
        assert!(out.iter().zip(&expected).all(|(out, (_, exact))| *out == exact.mean()));
        expected_hand_strength_rows(&cards, width, Power::Two, &mut out, run).unwrap();
        assert!(out.iter().zip(&expected).all(|(out, (_, exact))| *out == exact.mean_of_squares()));
        let bins = Bins::new(7).unwrap();
        let mut counts = vec![0; hands * 7];
        hand_strength_histogram_rows(&cards, width, bins, &mut counts, run).unwrap();
        for (row, counts) in cards.chunks(width).zip(counts.chunks(7)) {
            assert_eq!(hand_strength_histogram(&row[..2], &row[2..], bins, &mut Run::new(2)).unwrap(), counts);
        }
    }
}

#[test]
fn a_hand_is_the_mean_of_its_next_streets() {
    let mut rng = Philox::new([3, 6], [0; 4]);
    for _ in 0..10 {
        let cards = random_cards(&mut rng, 5);
        let flop = moments(&cards[..2], &cards[2..], &mut Run::new(2)).unwrap();
        let mut turns = Moments::default();
        for card in (0..52).filter(|card| !cards.contains(card)) {
            let turn = moments(&cards[..2], &[&cards[2..], &[card]].concat(), &mut Run::new(2)).unwrap();
            turns.runouts += turn.runouts;
            turns.sum += turn.sum;
            turns.sum_of_squares += turn.sum_of_squares;
        }
        // Every runout is counted in both orders.
        let twice = Moments { runouts: 2 * flop.runouts, sum: 2 * flop.sum, sum_of_squares: 2 * flop.sum_of_squares };
        assert_eq!(turns, twice);
    }
}

#[test]
fn before_the_flop() {
    // Reference answers: wins and ties over all boards and opponents.
    let known = [
        ([51, 50], 1_781_508_418, 11_402_312), // AA
        ([3, 2], 1_035_889_822, 39_805_340),   // 22
        ([51, 47], 1_389_004_215, 34_610_976), // AKs
        ([23, 2], 665_146_081, 120_541_920),   // 72o
        ([39, 35], 1_177_887_186, 57_602_534), // JTs
        ([35, 30], 1_044_920_282, 71_987_711), // T9o
        ([51, 15], 1_217_936_943, 77_979_612), // A5s
        ([19, 18], 1_315_178_390, 24_530_044), // 66
    ];
    for (hole, win, tie) in known {
        let found = moments(&hole, &[], &mut Run::new(2)).unwrap();
        assert_eq!((found.runouts, found.sum), (choose(50, 5).unwrap() as u64, 2 * win + tie), "{hole:?}");
    }
    let mut out = [0.0; 4];
    let cards = [51, 48, 50, 49, 0, 5, 4, 1];
    expected_hand_strength_rows(&cards, 2, Power::One, &mut out, &mut Run::new(2)).unwrap();
    assert_eq!((out[0], out[2]), (out[1], out[3]));
    assert!((out[0] - 0.852_037).abs() < 1e-6 && (out[2] - 0.323_032).abs() < 1e-6, "{out:?}");
    let bins = Bins::new(1980).unwrap();
    let counts = hand_strength_histogram(&[51, 48], &[], bins, &mut Run::new(2)).unwrap();
    assert_eq!(counts.iter().map(|&n| u64::from(n)).sum::<u64>(), 2_118_760);
}

#[test]
fn bad_input_is_named() {
    let run = &mut Run::new(1);
    assert!(matches!(moments(&[1], &[], &mut Run::new(2)), Err(Error::CardCount { found: 1, .. })));
    assert!(matches!(moments(&[1, 2], &[3], &mut Run::new(2)), Err(Error::CardCount { found: 1, .. })));
    assert!(matches!(moments(&[1, 52], &[], &mut Run::new(2)), Err(Error::CardOutOfRange { card: 52, .. })));
    assert!(matches!(moments(&[1, 2], &[3, 4, 1], &mut Run::new(2)), Err(Error::DuplicateCard { card: 1, .. })));
    assert!(matches!(hand_strength(&[1, 2], &[]), Err(Error::CardCount { found: 0, .. })));
    let mut out = [0.0; 2];
    let rows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 5];
    let error = hand_strength_rows(&rows, 5, &mut out, run).unwrap_err();
    assert_eq!(error.to_string(), "row 1: card 3d (id 5) appears more than once");
    assert!(hand_strength_rows(&rows, 4, &mut out, run).is_err());
    assert!(hand_strength_rows(&rows[..9], 5, &mut out, run).is_err());
    assert!(hand_strength_rows(&rows[..5], 5, &mut out, run).is_err());
    assert!(Power::new(0).is_err() && Power::new(3).is_err());
    let bins = Bins::new(2).unwrap();
    assert!(hand_strength_histogram_rows(&rows[..5], 5, bins, &mut [0; 3], run).is_err());
    assert!(Street::from_name("flpo").unwrap_err().to_string().contains("preflop, flop, turn, river"));
}

//! Matchups before the flop against a count of every board, and ranges against sums over pairs of combos.

use serde_json::Value;

use super::{Matchup, compute_matchups, count, matchup, preflop_class_equities, preflop_combo_counts};
use crate::cards::{
    COMBO_COUNT, COMBOS, Card, CardSet, HAND_CLASS_COUNT, class_of, combo_of, parse_cards, share_a_card,
};
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::equity::ranges::testing::counted;
use crate::error::Error;
use crate::ranges::Range;
use crate::runtime::rng::Philox;
use crate::runtime::{Run, run::available};

static PACKED: &[u8] = include_bytes!("matchups.bin");

/// FNV-1a, 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

fn hand(text: &str) -> [u8; 2] {
    let cards: Vec<u8> = parse_cards(text).unwrap().into_iter().map(Card::id).collect();
    cards.try_into().unwrap()
}

/// A matchup by a count of every board.
fn by_boards(first: [u8; 2], second: [u8; 2]) -> [u32; 3] {
    of(super::packed::by_boards([first, second]).unwrap())
}

/// Wins, ties and losses of the first hand by the table.
fn looked_up(first: [u8; 2], second: [u8; 2]) -> [u32; 3] {
    of(matchup(first, second).unwrap())
}

fn of(found: Matchup) -> [u32; 3] {
    [found.wins(), found.ties(), found.losses()]
}

#[test]
fn the_table_is_the_one_that_was_computed() {
    assert_eq!((PACKED.len(), fnv1a(PACKED)), (6 * 47_008, 0xc94c_6833_ae5a_7e89));
}

/// Takes half a minute on one core: `cargo test --lib -- --ignored matchups`.
#[test]
#[ignore = "counts every board of 47,008 matchups"]
fn computing_all_matchups_gives_the_table() {
    assert!(compute_matchups(&mut Run::new(available())).unwrap() == PACKED);
}

#[test]
fn a_sample_of_matchups_equals_counting_every_board() {
    let fixed =
        ["AhAd KsKh", "AcAd AhAs", "AhKh AdKd", "AhKd AdKh", "7h2c 2d7s", "2c2d 2h2s", "AsKs AdQd", "3c2c 3d2d"];
    for text in fixed {
        let (first, second) = text.split_once(' ').unwrap();
        let (first, second) = (hand(first), hand(second));
        assert_eq!(looked_up(first, second), by_boards(first, second), "{text}");
        assert_eq!(of(matchup(second, first).unwrap().reversed()), by_boards(first, second), "{text}");
    }
    let mut rng = Philox::new([47_008, 0], [0; 4]);
    let mut random = || COMBOS[rng.below(COMBO_COUNT as u64) as usize];
    let pairs: Vec<_> = std::iter::repeat_with(|| (random(), random())).take(400).collect();
    for (first, [a, b]) in pairs.into_iter().filter(|&(first, second)| !share_a_card(first, second)) {
        assert_eq!(looked_up(first, [b, a]), by_boards(first, [a, b]), "{first:?} {a} {b}");
    }
}

#[test]
fn what_are_no_two_hands_is_refused() {
    assert!(matches!(matchup([0, 1], [2, 52]), Err(Error::CardOutOfRange { card: 52, .. })));
    for (first, second) in [([0, 1], [1, 2]), ([0, 0], [1, 2]), ([0, 1], [2, 2])] {
        assert!(matches!(matchup(first, second), Err(Error::DuplicateCard { .. })));
    }
    assert!(matches!(preflop_combo_counts(&mut [[0; 2]; 7]), Err(Error::InvalidArgument(_))));
}

/// Wins and shared pots of two ranges by the table.
fn two_ranges<W: Amount>([first, second]: [&[W; COMBO_COUNT]; 2]) -> [ComboCounts<W>; 2] {
    let found = counted(|ranges, _| count(ranges), &[first, second], &[], CardSet::EMPTY, &mut Run::new(1));
    <[_; 2]>::try_from(found).ok().unwrap()
}

/// Wins and shared pots of every combo against a range.
fn against<W: Amount>(range: &[W; COMBO_COUNT]) -> ComboCounts<W> {
    let [found, _] = two_ranges([range, range]);
    found
}

/// The same, pair by pair.
fn added_up<W: Amount>(range: &[W; COMBO_COUNT]) -> ComboCounts<W> {
    let mut shares = ComboCounts::new(1).unwrap();
    for (first, a) in COMBOS.into_iter().enumerate() {
        for (b, &weight) in COMBOS.into_iter().zip(range).filter(|&(b, _)| !share_a_card(a, b)) {
            let counts = matchup(a, b).unwrap();
            for (sum, n) in [(0, counts.wins()), (1, counts.ties())] {
                shares.shares[sum][first] = shares.shares[sum][first] + weight.times(n.into());
            }
            shares.total[first] = shares.total[first] + weight.times(Matchup::BOARDS.into());
        }
    }
    shares
}

/// Weights of some of the combos, each below `most`.
fn random_range(rng: &mut Philox, one_in: u64, most: u64) -> [u64; COMBO_COUNT] {
    std::array::from_fn(|_| if rng.below(one_in) == 0 { rng.below(most) } else { 0 })
}

#[test]
fn ranges_equal_adding_up_pairs_of_combos() {
    let mut rng = Philox::new([13, 4], [0; 4]);
    for one_in in [1, 2, 20, 400, u64::MAX] {
        let (ours, theirs) = (random_range(&mut rng, one_in, 1 << 30), random_range(&mut rng, 3, 1000));
        let [first, second] = two_ranges([&ours, &theirs]);
        assert_eq!(first, added_up(&theirs));
        assert_eq!(second, added_up(&ours));
        assert_eq!(first, against(&theirs));
        // One player's wins are the other's losses.
        let sum = |of: &[u64], range: &[u64; COMBO_COUNT]| -> u128 {
            of.iter().zip(range).map(|(&n, &weight)| u128::from(n) * u128::from(weight)).sum()
        };
        let of_both = |of: fn(&ComboCounts<u64>) -> &[u64]| (sum(of(&first), &ours), sum(of(&second), &theirs));
        let ((won, lost), (ties, same)) = (of_both(|shares| &shares.shares[0]), of_both(|shares| &shares.shares[1]));
        let (all, all_again) = of_both(|shares| &shares.total);
        assert_eq!((ties, all), (same, all_again));
        assert_eq!(won + lost + ties, all);
    }
}

#[test]
fn floats_are_as_near_as_sums_of_what_is_not_negative_can_be() {
    let mut rng = Philox::new([13, 5], [0; 4]);
    for one_in in [1, 30] {
        let weights = random_range(&mut rng, one_in, 1 << 30);
        let exact = against(&weights);
        let scale = 2f64.powi(-35);
        let floats = against(&weights.map(|weight| weight as f64 * scale));
        let of = |shares: &ComboCounts<_>| [shares.shares[0].clone(), shares.shares[1].clone(), shares.total.clone()];
        let integers = [&exact.shares[0], &exact.shares[1], &exact.total];
        for (integers, floats) in integers.into_iter().zip(of(&floats)) {
            for (&integer, float) in integers.iter().zip(floats) {
                let integer = integer as f64 * scale;
                assert!((float - integer).abs() <= 2e-13 * integer, "{float} {integer}");
            }
        }
    }
}

/// Equities of ranges without a board, as the reference has them.
#[test]
fn reference_answers() {
    let cases: Value =
        serde_json::from_str(include_str!("../../../../../../tests/data/equity/exact_equities.json")).unwrap();
    let mut compared = 0;
    for case in cases["cases"].as_array().unwrap() {
        let (ranges, no) = (case["ranges"].as_array().unwrap(), |name: &str| case[name].as_str() == Some(""));
        if ranges.len() != 2 || !no("board") || !no("dead") {
            continue;
        }
        let [first, second] = [0, 1].map(|player| {
            let range: Range = ranges[player].as_str().unwrap().parse().unwrap();
            *range.exact().unwrap().unwrap().numerators
        });
        let sum = |range: &[u64; COMBO_COUNT], of: &[u64]| -> u64 { range.iter().zip(of).map(|(&w, &n)| w * n).sum() };
        let [ours, theirs] = two_ranges([&first, &second]);
        let found = [sum(&first, &ours.shares[0]), sum(&second, &theirs.shares[0]), sum(&first, &ours.shares[1])];
        let expected = [1, 2, 3].map(|winners| case["wins_by_player_mask"][winners].as_u64().unwrap());
        assert_eq!(found, expected, "{ranges:?}");
        assert_eq!(Some(sum(&first, &ours.total)), case["hands"].as_u64());
        compared += 1;
    }
    assert_eq!(compared, 6);
}

#[test]
fn matrices_are_the_matchups() {
    let mut counts = vec![[0; 2]; COMBO_COUNT * COMBO_COUNT];
    preflop_combo_counts(&mut counts).unwrap();
    let mut sums = vec![[[0u64; 2]; HAND_CLASS_COUNT]; HAND_CLASS_COUNT];
    for (at, &found) in counts.iter().enumerate() {
        let [a, b] = [COMBOS[at / COMBO_COUNT], COMBOS[at % COMBO_COUNT]];
        if share_a_card(a, b) {
            assert_eq!(found, [0, 0]);
            continue;
        }
        let counts = matchup(a, b).unwrap();
        assert_eq!(found, [counts.wins(), counts.ties()]);
        assert_ne!(found, [0, 0]);
        let [won, of] =
            &mut sums[usize::from(class_of([a[0], a[1]]).unwrap())][usize::from(class_of([b[0], b[1]]).unwrap())];
        *won += u64::from(2 * counts.wins() + counts.ties());
        *of += u64::from(2 * Matchup::BOARDS);
    }
    let equities = preflop_class_equities().unwrap();
    for (equities, sums) in equities.iter().zip(&sums) {
        let expected = sums.map(|[won, of]| won as f64 / of as f64);
        assert_eq!(equities.map(f64::to_bits), expected.map(f64::to_bits));
    }
    let aces = against(&[1u64; COMBO_COUNT]).equity(combo_of([50, 49]).unwrap().into());
    let row = sums[usize::from(class_of([50, 49]).unwrap())].iter().fold([0, 0], |[w, o], [won, of]| [w + won, o + of]);
    assert!((row[0] as f64 / row[1] as f64 - aces).abs() < 1e-15);
}

//! Exact equities of three and more weighted ranges against the reference answers, and against plain deals.
#![allow(clippy::large_stack_arrays)] // ranges are arrays

use super::many;
use super::testing::counted;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, PerCombo, combo_of, parse_cards};
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::evaluator::evaluate_ids;
use crate::ranges::Range;
use crate::runtime::Run;
use crate::runtime::cpu::Level;
use crate::runtime::rng::Philox;
use crate::testing::{for_each_runout, shuffle_front};

fn ids(text: &str) -> Vec<u8> {
    parse_cards(text).unwrap().into_iter().map(crate::cards::Card::id).collect()
}

fn set(ids: &[u8]) -> CardSet {
    CardSet::from_ids(ids).unwrap()
}

fn parsed(text: &str) -> PerCombo<u64> {
    *text.parse::<Range>().unwrap().exact().unwrap().unwrap().numerators
}

fn solve<W: Amount>(ranges: &[PerCombo<W>], board: &[u8], dead: &[u8], threads: usize) -> Vec<ComboCounts<W>> {
    counted(many::count, &ranges.iter().collect::<Vec<_>>(), board, set(dead), &mut Run::new(threads))
}

/// Every deal of hands on every board.
fn deal_all(ranges: &[PerCombo<u64>], board: &[u8], dead: &[u8]) -> Vec<ComboCounts<u64>> {
    let mut shares: Vec<_> = ranges.iter().map(|_| ComboCounts::new(ranges.len() - 1).unwrap()).collect();
    let hands: Vec<Vec<usize>> =
        ranges.iter().map(|range| (0..COMBO_COUNT).filter(|&combo| range[combo] > 0).collect()).collect();
    let known = set(&[board, dead].concat());
    for_each_runout(board, !known, &mut |cards, whole| {
        let taken = (whole | set(dead)).bits();
        deal(ranges, &hands, cards, taken, &mut vec![], &mut shares);
    });
    shares
}

fn deal(
    ranges: &[PerCombo<u64>],
    hands: &[Vec<usize>],
    board: &[u8],
    taken: u64,
    held: &mut Vec<(usize, u16)>,
    shares: &mut [ComboCounts<u64>],
) {
    let player = held.len();
    if player < ranges.len() {
        for &combo in &hands[player] {
            let cards = COMBOS[combo];
            let mask = cards.iter().fold(0u64, |mask, card| mask | 1 << card);
            if mask & taken == 0 {
                held.push((combo, evaluate_ids(&[&cards[..], board].concat()).unwrap()));
                deal(ranges, hands, board, taken | mask, held, shares);
                held.pop();
            }
        }
        return;
    }
    let best = held.iter().map(|&(_, strength)| strength).max().unwrap();
    let ties = held.iter().filter(|&&(_, strength)| strength == best).count() - 1;
    for (player, &(combo, strength)) in held.iter().enumerate() {
        let others = held.iter().enumerate().filter(|&(other, _)| other != player);
        let weight: u64 = others.map(|(other, &(combo, _))| ranges[other][combo]).product();
        shares[player].total[combo] += weight;
        if strength == best {
            shares[player].shares[ties][combo] += weight;
        }
    }
}

/// Combos without weight are not part of the answer.
fn check(ranges: &[PerCombo<u64>], board: &[u8], dead: &[u8]) -> Vec<ComboCounts<u64>> {
    let expected = deal_all(ranges, board, dead);
    let given: Vec<_> = ranges.iter().collect();
    for level in Level::ALL.into_iter().filter_map(Level::prove) {
        let found = counted(many::count, &given, board, set(dead), &mut Run::new(1).at(level));
        assert_eq!(found, expected, "{level} {board:?} {dead:?}");
    }
    let found = solve(ranges, board, dead, 1);
    assert_eq!(found, expected, "{board:?} {dead:?}");
    check_pots(ranges, &found);
    found
}

/// All pots, times a common multiple of all numbers of sharers, add up to the showdowns: equities add up to 1.
fn check_pots(ranges: &[PerCombo<u64>], shares: &[ComboCounts<u64>]) {
    let (mut pots, mut deals) = (0u128, vec![]);
    for (weights, shares) in ranges.iter().zip(shares) {
        let weighed = |of: &[u64]| of.iter().zip(weights).map(|(&n, &w)| u128::from(n) * u128::from(w)).sum::<u128>();
        pots += (1u128..).zip(&shares.shares).map(|(sharers, of)| weighed(of) * 2520 / sharers).sum::<u128>();
        deals.push(weighed(&shares.total) * 2520);
    }
    assert!(deals.iter().all(|&deals| deals == pots));
}

/// Sparse ranges of few cards, so that hands block each other and tie often.
fn random_ranges<const N: usize>(hands: usize, deck: &[u8], rng: &mut Philox) -> [PerCombo<u64>; N] {
    [(); N].map(|()| {
        let mut weights = [0; COMBO_COUNT];
        for _ in 0..hands {
            let mut deck = deck.to_vec();
            shuffle_front(rng, &mut deck, 2);
            weights[usize::from(combo_of([deck[0], deck[1]]).unwrap())] = 1 + rng.below(9);
        }
        weights
    })
}

struct RandomSpot {
    deck: Vec<u8>,
    board: Vec<u8>,
    dead: Vec<u8>,
}

/// A board of 3, 4, 4, 5, 5, 5, 5 cards, with enough dead cards that few runouts are left.
fn random_spot(case: usize, rng: &mut Philox) -> RandomSpot {
    let board_cards = [3, 4, 4, 5, 5, 5, 5][case % 7];
    let mut deck: Vec<u8> = (0..52).collect();
    // Cards of one suit, of few ranks, or any.
    match case % 3 {
        0 => deck.sort_by_key(|card| card % 4 != 0),
        1 => deck.rotate_left(12),
        _ => (),
    }
    let n = [20, 24, 52][case % 3];
    shuffle_front(rng, &mut deck[..n], n);
    let board = deck[..board_cards].to_vec();
    let mut rest = deck[board_cards..].to_vec();
    let dead = if board_cards == 5 { rest.split_off(40) } else { rest.split_off(18) };
    RandomSpot { deck: deck[..n].to_vec(), board, dead }
}

#[test]
fn three_ranges_equal_plain_triples() {
    let mut rng = Philox::new([13, 1], [0; 4]);
    for case in 0..105 {
        let RandomSpot { deck, board, dead } = random_spot(case, &mut rng);
        let ranges: [PerCombo<u64>; 3] = random_ranges(8 + case % 20, &deck, &mut rng);
        let found = check(&ranges, &board, &dead);

        assert_eq!(solve(&ranges, &board, &dead, 2), found);
        let [a, b, c] = ranges;
        let permuted = solve(&[c, a, b], &board, &dead, 1);
        assert!(permuted == [&found[2], &found[0], &found[1]].map(Clone::clone));
    }
}

#[test]
fn every_hand_on_a_river() {
    let mut rng = Philox::new([13, 4], [0; 4]);
    for board in ["2c7d9hJsQc", "2c7c9cJsQd", "AsKdQhJcTs", "9s9d9h9cAs"] {
        // One range of all hands, which needs the order of all hands, and two sparse ones.
        let mut ranges: [PerCombo<u64>; 3] = random_ranges(15, &(0..52).collect::<Vec<_>>(), &mut rng);
        ranges[1] = std::array::from_fn(|_| 1 + rng.below(5));
        check(&ranges, &ids(board), &[]);
    }
}

#[test]
fn more_ranges_equal_plain_deals() {
    let mut rng = Philox::new([13, 2], [0; 4]);
    for case in 0..28 {
        let RandomSpot { deck, board, dead } = random_spot(case, &mut rng);
        check(&random_ranges::<4>(3 + case % 7, &deck, &mut rng), &board, &dead);
        check(&random_ranges::<5>(2 + case % 3, &deck, &mut rng), &board, &dead);
    }
    let RandomSpot { board, dead, .. } = random_spot(3, &mut rng);
    let deck: Vec<u8> = (!set(&[board.clone(), dead.clone()].concat())).ids().collect();
    check(&random_ranges::<10>(3, &deck, &mut rng), &board, &dead);
}

#[test]
fn equal_ranges_have_equal_shares() {
    let range = parsed("22+, A2s+, 0.5:KQo");
    for (players, board) in [(3, "Ah7d2c"), (4, "2c7d9hJsQc")] {
        let ranges = vec![range; players];
        let shares = solve(&ranges, &ids(board), &[], 2);
        check_pots(&ranges, &shares);
        assert!(shares.iter().all(|of| *of == shares[0]));
        let sum = |of: &[u64]| of.iter().zip(&range).map(|(&n, &w)| u128::from(n) * u128::from(w)).sum::<u128>();
        let won: u128 = (1u128..).zip(&shares[0].shares).map(|(sharers, of)| sum(of) * 12 / sharers).sum();
        assert_eq!(won * players as u128, 12 * sum(&shares[0].total));
    }
}

/// Hands that never block each other: the numbers of beaten hands of the others multiply.
#[test]
fn ranges_without_conflicts_are_products() {
    let board = ids("2c7d9hJsQc");
    let ranges = ["AsAd, 9s9d, 0.3:8s8d, 0.7:As8d", "KsKd, Ts8c, 5s5d", "JhJd, 6s6d, 0.5:4s3s"].map(parsed);
    let strength = |combo: usize| evaluate_ids(&[&COMBOS[combo][..], &board].concat()).unwrap_or(0);
    let weaker = |range: &PerCombo<u64>, than: u16| -> u64 {
        range.iter().enumerate().filter(|&(combo, &w)| w > 0 && strength(combo) < than).map(|(_, &w)| w).sum()
    };
    let shares = solve(&ranges, &board, &[], 1);
    for combo in (0..COMBO_COUNT).filter(|&combo| ranges[0][combo] > 0) {
        let own = strength(combo);
        assert_eq!(shares[0].shares[0][combo], weaker(&ranges[1], own) * weaker(&ranges[2], own));
        assert_eq!(shares[0].total[combo], ranges[1].iter().sum::<u64>() * ranges[2].iter().sum::<u64>());
    }
}

#[test]
fn suits_have_no_meaning() {
    let mut rng = Philox::new([13, 5], [0; 4]);
    let permuted = |card: u8| card & !3 | [2, 0, 3, 1][usize::from(card & 3)];
    let permuted_combo =
        |combo: usize| usize::from(combo_of([permuted(COMBOS[combo][0]), permuted(COMBOS[combo][1])]).unwrap());
    let (board, dead) = (ids("Ah7d2c"), ids("Ks"));
    let ranges: [PerCombo<u64>; 4] = random_ranges(12, &(0..52).collect::<Vec<_>>(), &mut rng);
    let mut other = [[0; COMBO_COUNT]; 4];
    for (other, range) in other.iter_mut().zip(&ranges) {
        (0..COMBO_COUNT).for_each(|combo| other[permuted_combo(combo)] = range[combo]);
    }
    let [board_of_other, dead_of_other] =
        [&board, &dead].map(|ids| ids.iter().map(|&id| permuted(id)).collect::<Vec<_>>());
    for players in [3, 4] {
        let found = solve(&ranges[..players], &board, &dead, 1);
        let others = solve(&other[..players], &board_of_other, &dead_of_other, 1);
        for (found, others) in found.iter().zip(&others) {
            for (found, others) in
                found.shares.iter().chain([&found.total]).zip(others.shares.iter().chain([&others.total]))
            {
                assert!((0..COMBO_COUNT).all(|combo| found[combo] == others[permuted_combo(combo)]));
            }
        }
    }
}

/// One board of each orbit gives the same as all boards.
#[test]
fn symmetric_ranges_equal_their_halves() {
    let board = ids("Ah7h2h");
    let halves = [parsed("AKs, QQ, 76s"), parsed("JJ+, T9s, A5o"), parsed("88, A2s, KQo")];
    let whole = solve(&halves, &board, &[], 2);
    assert_eq!(whole, deal_all(&halves, &board, &[]));
}

#[test]
fn floats_are_integers() {
    let mut rng = Philox::new([13, 6], [0; 4]);
    for case in 0..14 {
        let RandomSpot { deck, board, dead } = random_spot(case, &mut rng);
        let ranges: [PerCombo<u64>; 4] = random_ranges(15, &deck, &mut rng);
        for players in [3, 4] {
            let exact = solve(&ranges[..players], &board, &dead, 1);
            // Multiples of a power of two have exact sums, too.
            let floats = ranges.map(|range| range.map(|weight| weight as f64 / 8.0));
            let found = solve(&floats[..players], &board, &dead, 1);
            for (exact, found) in exact.iter().zip(&found) {
                let unit = 8f64.powi(players as i32 - 1);
                let pairs = exact.shares.iter().zip(&found.shares).chain([(&exact.total, &found.total)]);
                for (exact, found) in pairs {
                    assert!(
                        exact
                            .iter()
                            .zip(found)
                            .all(|(&exact, &found)| (exact as f64).to_bits() == (found * unit).to_bits())
                    );
                }
            }
            // Weights that are not short decimals: the same bits on any number of threads and at any CPU level.
            let odd = floats.map(|range| range.map(|weight| weight / 3.0));
            let odd: Vec<_> = odd[..players].iter().collect();
            let at = |run: Run<'_>| counted(many::count, &odd, &board, set(&dead), &mut { run });
            let once = at(Run::new(1));
            assert_eq!(at(Run::new(3)), once);
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                assert_eq!(at(Run::new(1).at(level)), once);
            }
            for (exact, found) in exact.iter().zip(&once) {
                for combo in (0..COMBO_COUNT).filter(|&combo| exact.total[combo] > 0) {
                    assert!((exact.equity(combo) - found.equity(combo)).abs() < 1e-12);
                }
            }
        }
    }
}

#[test]
fn reference_equities() {
    let text = include_str!("../../../../../tests/data/equity/exact_equities.json");
    let cases: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut checked = 0;
    for case in cases["cases"].as_array().unwrap() {
        let ranges: Vec<PerCombo<u64>> =
            case["ranges"].as_array().unwrap().iter().map(|r| parsed(r.as_str().unwrap())).collect();
        let [board, dead] = ["board", "dead"].map(|name| ids(case[name].as_str().unwrap()));
        // Six single hands before the flop are counted board by board, by another strategy.
        if ranges.len() < 3 || (ranges.len() > 4 && board.is_empty()) {
            continue;
        }
        let shares = solve(&ranges, &board, &dead, 2);
        let by_winners = case["wins_by_player_mask"].as_array().unwrap();
        for (player, (range, shares)) in ranges.iter().zip(&shares).enumerate() {
            let weighed = |of: &[u64]| of.iter().zip(range).map(|(&n, &w)| n * w).sum::<u64>();
            for (ties, found) in shares.shares.iter().enumerate() {
                let is_of = |winners: usize| winners >> player & 1 == 1 && winners.count_ones() as usize == ties + 1;
                let expected = by_winners.iter().enumerate().filter(|&(winners, _)| is_of(winners));
                assert_eq!(weighed(found), expected.map(|(_, n)| n.as_u64().unwrap()).sum::<u64>());
            }
            assert_eq!(weighed(&shares.total), case["hands"].as_u64().unwrap());
        }
        checked += 1;
    }
    assert_eq!(checked, 5);
}

#[test]
fn impossible_deals_are_none() {
    let aces = parsed("AA");
    for players in [3, 4] {
        let shares = solve(&vec![aces; players], &ids("2c7d9hJs"), &[], 1);
        assert!(shares.iter().flat_map(|of| of.shares.iter().chain([&of.total])).flatten().all(|&sum| sum == 0));
    }
    // All ranges are empty.
    let shares = solve(&[[0u64; COMBO_COUNT]; 3], &ids("2c7d9h"), &[], 1);
    assert!(shares.iter().all(|of| of.total.iter().all(|&sum| sum == 0)));
}

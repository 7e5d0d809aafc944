//! Three hole cards of which at most two count, against the best of every hand of two cards.

use pokerbits::cards::CardSet;
use pokerbits::equity::{Outcomes, Plan, Player, Sampling, ShowdownCounts, Spot, exact_counts, sampled_equity};
use pokerbits::evaluator::evaluate_ids;
use pokerbits::ranges::OmahaRange;
use pokerbits::{Game, Run};

fn ids(text: &str) -> Vec<u8> {
    text.parse::<CardSet>().unwrap().ids().collect()
}

/// The strength of a hand by the definition: no, one or two hole cards with all that the board has.
fn strength(hand: &[u8], board: &[u8]) -> u16 {
    let pairs = [[0, 1], [0, 2], [1, 2]].map(|pair| pair.map(|at: usize| hand[at]));
    pairs.iter().map(|pair| evaluate_ids(&[pair, board].concat()).unwrap()).max().unwrap()
}

/// The showdowns of hands on every completion of a board, one by one.
fn one_by_one(hands: &[Vec<u8>], board: &[u8], dead: CardSet) -> Vec<u64> {
    let known = dead | CardSet::from_ids(&[hands.concat(), board.to_vec()].concat()).unwrap();
    let left: Vec<u8> = (!known).ids().collect();
    let mut boards = vec![(0, board.to_vec())];
    for _ in board.len()..5 {
        boards = boards
            .into_iter()
            .flat_map(|(from, board)| {
                let left = &left;
                (from..left.len()).map(move |at| (at + 1, [&board[..], &[left[at]]].concat()))
            })
            .collect();
    }
    let mut counts = vec![0; 1 << hands.len()];
    for (_, board) in boards {
        let strengths: Vec<u16> = hands.iter().map(|hand| strength(hand, &board)).collect();
        let best = strengths.iter().max().unwrap();
        counts
            [(0..hands.len()).filter(|&player| strengths[player] == *best).map(|player| 1 << player).sum::<usize>()] +=
            1;
    }
    counts
}

fn by_winners(counts: &ShowdownCounts, players: usize) -> Vec<u64> {
    let mut found = vec![0; 1 << players];
    counts.by_high_and_low().for_each(|(high, _, n)| found[high as usize] += n);
    found
}

#[test]
fn hands_equal_every_completion() {
    let dead = "2c3c4c5c6c7c8c2d3d4d5d6d7d8d2h3h4h5h".parse().unwrap();
    for hands in [
        &["AsAdKs", "QhJhTh"][..],
        &["AsKsQs", "AhKhQh"],
        &["7s7h2s", "AcKcQc", "Ad9d9c"],
        &["AsKsQs", "JsTs9s", "8s7s6s", "AdKdQd", "AhKh9h"],
    ] {
        let hands: Vec<Vec<u8>> = hands.iter().map(|hand| ids(hand)).collect();
        for board in ["", "Td", "TdTc", "5sTdTc", "3s4s5s", "3s5sTdTc", "2s3s4s5sTd", "Jd9hTdTcTs"] {
            let board: Vec<u8> = ids(board).into_iter().filter(|card| !hands.concat().contains(card)).collect();
            let counts = exact_counts(Game::TAHOE, &hands, &board, dead).unwrap();
            assert_eq!(by_winners(&counts, hands.len()), one_by_one(&hands, &board, dead), "{hands:?} {board:?}");
        }
    }
}

/// Ranges deal by deal and board by board: the sum over all deals of specific hands.
#[test]
fn ranges_equal_the_sum_of_their_deals() {
    let range = |text: &str| OmahaRange::parse(text, 3).unwrap();
    for (players, board) in [
        (&["AA", "KK"][..], "QhJh2c5d"),
        (&["AAK", "QQJ", "TT"], "QhJh2c3d"),
        (&["AsAdKs", "KQJ"], "QhJh2c"),
        (&["AA", "KsKh3c"], "QhJh2c3d"),
    ] {
        let board = ids(board);
        let lists: Vec<Vec<CardSet>> = players.iter().map(|text| range(text).hands().to_vec()).collect();
        let held: Vec<_> = lists.iter().map(|hands| Player::Among(hands)).collect();
        let spot = Spot::new(Game::TAHOE, &held, &board, CardSet::EMPTY).unwrap();
        let run = &mut Run::new(2);
        let Outcomes::ByWinners(found) = Plan::new(&spot, run).unwrap().run(run).unwrap().outcomes else { panic!() };
        let mut expected = vec![0; 1 << players.len()];
        let mut deals: Vec<Vec<CardSet>> = vec![vec![]];
        for hands in &lists {
            deals = deals
                .into_iter()
                .flat_map(|deal| {
                    let free = move |hand: &&CardSet, deal: &[CardSet]| deal.iter().all(|of| (*of & **hand).is_empty());
                    hands
                        .iter()
                        .filter(|hand| free(hand, &deal))
                        .map(|&hand| [&deal[..], &[hand]].concat())
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        for deal in deals {
            let hands: Vec<Vec<u8>> = deal.iter().map(|hand| hand.ids().collect()).collect();
            if hands.concat().iter().any(|card| board.contains(card)) {
                continue;
            }
            let counts = exact_counts(Game::TAHOE, &hands, &board, CardSet::EMPTY).unwrap();
            expected.iter_mut().zip(by_winners(&counts, hands.len())).for_each(|(sum, n)| *sum += n);
        }
        assert_eq!(by_winners(&found, players.len()), expected, "{players:?}");
        let sampling = Sampling { key: [5, 6], n_samples: Some(40_000), std_error: None };
        let sampled = sampled_equity(&spot, &sampling, &mut Run::new(2)).unwrap();
        let total = expected.iter().sum::<u64>() as f64;
        for player in 0..players.len() {
            let share = |(winners, &n): (usize, &u64)| {
                (winners >> player & 1) as f64 / f64::from((winners as u32).count_ones().max(1)) * n as f64
            };
            let equity = expected.iter().enumerate().map(share).sum::<f64>() / total;
            let error = (sampled.equity[player] - equity).abs();
            assert!(error <= 4.5 * sampled.std_error[player] + 1e-12, "{players:?} {player} {error}");
        }
    }
}

/// All hands of two players on a river: as many wins as losses, and every pair of hands once.
#[test]
fn all_hands_on_a_board() {
    let spot = Spot::new(Game::TAHOE, &[Player::Any; 2], &ids("QhJh2c3d9s"), CardSet::EMPTY).unwrap();
    let run = &mut Run::new(2);
    let Outcomes::ByWinners(found) = Plan::new(&spot, run).unwrap().run(run).unwrap().outcomes else { panic!() };
    let counts = by_winners(&found, 2);
    assert_eq!(counts[1], counts[2]);
    assert_eq!(counts.iter().sum::<u64>(), 16_215 * 13_244);
}

#[test]
fn wrong_hands_are_refused() {
    let refused = exact_counts(Game::TAHOE, &[ids("AsKs"), ids("AhKhQh")], &[], CardSet::EMPTY).unwrap_err();
    assert_eq!(refused.to_string(), "expected 3 hole cards, found 2");
}

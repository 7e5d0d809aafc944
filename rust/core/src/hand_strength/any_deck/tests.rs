//! Tables compared with hands counted one by one, runout by runout and opponent by opponent.

use super::*;
use crate::cards::{Deck, Rank};
use crate::evaluator::Rules;
use crate::hand_strength::Street;
use crate::hand_strength::histogram::Bins;
use crate::hand_strength::ochs::Clusters;
use crate::hand_strength::strength_table::{Kind, StrengthTable};
use crate::runtime::Run;
use crate::tables::{BlockTable, Cells, CellsMut, CountType};

/// Small games: Leduc, Kuhn, one suit, two hole cards with few and with many cards, royal hold'em.
fn games() -> Vec<DeckGame> {
    let game = |deck: Deck, rounds: &[usize]| DeckGame::new(deck, Rules::Standard, rounds).unwrap();
    vec![
        game(Deck::new(3, 2).unwrap(), &[1, 1]),
        game(Deck::new(3, 1).unwrap(), &[1]),
        game(Deck::new(6, 1).unwrap(), &[2, 1, 1]),
        game(Deck::new(4, 3).unwrap(), &[1, 2, 1, 1]),
        game(Deck::new(3, 4).unwrap(), &[2, 2, 1]),
        game(Deck::from_rank(Rank::TEN, 3, 3).unwrap(), &[2, 3]),
    ]
}

/// All sets of `k` of `cards`.
fn sets(cards: &[u8], k: usize) -> Vec<Vec<u8>> {
    if k == 0 {
        return vec![vec![]];
    }
    (0..cards.len())
        .flat_map(|at| sets(&cards[at + 1..], k - 1).into_iter().map(move |rest| (at, rest)))
        .map(|(at, rest)| [&[cards[at]], &rest[..]].concat())
        .collect()
}

/// Hands of five and more by the evaluator, of fewer by the sizes of their groups of ranks, largest first, then the ranks.
fn strength(game: &DeckGame, hand: &[u8]) -> (u16, Vec<(usize, u8)>) {
    if hand.len() >= 5 {
        return (game.rules().evaluate_ids(hand).unwrap(), vec![]);
    }
    let mut groups: Vec<(usize, u8)> = (0..13)
        .map(|rank| (hand.iter().filter(|&&card| card / 4 == rank).count(), rank))
        .filter(|group| group.0 > 0)
        .collect();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    // Sizes before ranks: a pair of deuces beats an ace.
    let sizes = groups.iter().fold(0, |sizes, group| sizes * 8 + group.0 as u16) << (3 * (4 - groups.len()));
    (sizes, groups)
}

/// Wins, ties, losses of a hand on one whole board against every opponent, by class before the board.
fn showdowns(game: &DeckGame, hole: &[u8], board: &[u8]) -> Vec<(usize, u64, u64)> {
    let known = [hole, board].concat();
    let left: Vec<u8> = game.deck().cards().ids().filter(|card| !known.contains(card)).collect();
    let ours = strength(game, &known);
    let first = game.indexer(0).unwrap();
    let count = |opponent: Vec<u8>| {
        let theirs = strength(game, &[&opponent[..], board].concat());
        let class = first.index(0, &opponent).unwrap() as usize;
        (class, u64::from(ours > theirs), u64::from(ours == theirs))
    };
    sets(&left, game.hole_cards()).into_iter().map(count).collect()
}

fn counts(table: &StrengthTable, threads: usize) -> Vec<u64> {
    let n = table.rows() * table.count_columns();
    let run = &mut Run::new(threads);
    let all = 0..table.n_blocks();
    match table.count_type() {
        CountType::U16 => {
            let mut out = vec![0u16; n];
            table.fill(all, CellsMut::Count16(&mut out), run).unwrap();
            out.into_iter().map(u64::from).collect()
        }
        CountType::U32 => {
            let mut out = vec![0u32; n];
            table.fill(all, CellsMut::Count32(&mut out), run).unwrap();
            out.into_iter().map(u64::from).collect()
        }
        CountType::U64 => {
            let mut out = vec![0u64; n];
            table.fill(all, CellsMut::Count64(&mut out), run).unwrap();
            out
        }
    }
}

#[test]
fn tables_are_their_hands_one_by_one() {
    let run = &mut Run::new(2);
    for game in games() {
        let n_classes = game.indexer(0).unwrap().size(0).unwrap() as usize;
        let lists: Vec<Vec<u8>> =
            (0..2).map(|c| (0..n_classes as u8).filter(|class| class % 2 == c).collect()).collect();
        let clusters = Clusters::of_game(&game, &lists).unwrap();
        let bins = Bins::new(3).unwrap();
        for street in 0..game.n_streets() {
            let kinds = [Kind::Ehs, Kind::Ehs2, Kind::Histogram(bins), Kind::Ochs(clusters.clone()), Kind::Outcomes];
            let tables =
                kinds.map(|kind| counts(&StrengthTable::new(kind, game.hands(street).unwrap(), run).unwrap(), 2));
            let indexer = game.indexer(street).unwrap();
            let width = game.hole_cards() + game.board_cards(street);
            for row in 0..indexer.size(indexer.n_rounds() - 1).unwrap() {
                let mut hand = vec![0; width];
                indexer.unindex(indexer.n_rounds() - 1, row, &mut hand).unwrap();
                let (hole, board) = hand.split_at(game.hole_cards());
                let left: Vec<u8> = game.deck().cards().ids().filter(|card| !hand.contains(card)).collect();
                let (mut sum, mut squares, mut in_bins) = (0, 0, [0; 3]);
                let (mut ochs, mut outcomes, mut runouts) = ([0; 4], [0; 3], 0);
                for dealt in sets(&left, game.whole_board() - board.len()) {
                    let met = showdowns(&game, hole, &[board, &dealt].concat());
                    let wins: u64 = met.iter().map(|met| met.1).sum();
                    let ties: u64 = met.iter().map(|met| met.2).sum();
                    let value = 2 * wins + ties;
                    runouts += 1;
                    sum += value;
                    squares += value * value;
                    in_bins[(3 * value / game.max_value()).min(2) as usize] += 1;
                    for (class, win, tie) in &met {
                        ochs[class % 2] += 2 * win + tie;
                        ochs[2 + class % 2] += 2;
                    }
                    let all = met.len() as u64;
                    assert_eq!(all, game.opponents());
                    outcomes.iter_mut().zip([wins, ties, all - wins - ties]).for_each(|(sum, n)| *sum += n);
                }
                assert_eq!(Ok(runouts), game.runouts(street));
                let expected = [&[sum][..], &[squares], &in_bins, &ochs, &outcomes];
                for (table, expected) in tables.iter().zip(expected) {
                    assert_eq!(&table[row as usize * expected.len()..][..expected.len()], expected, "{game} {hand:?}");
                }
            }
        }
    }
}

/// Adds up the deals of the other opponents: the cards left, whether a hand wins and ties, the opponents left, and the ties
/// so far.
fn deal(
    left: &[u8],
    hole_cards: usize,
    beats: &dyn Fn(&[u8]) -> (u64, u64),
    opponents: usize,
    ties: usize,
    by_ties: &mut [u64],
) {
    if opponents == 0 {
        by_ties[ties] += 1;
        return;
    }
    for hand in sets(left, hole_cards) {
        let (win, tie) = beats(&hand);
        if win + tie > 0 {
            // The order of the opponents does not matter: the hands of later ones begin with higher cards.
            let rest: Vec<u8> = left.iter().copied().filter(|card| !hand.contains(card) && *card > hand[0]).collect();
            deal(&rest, hole_cards, beats, opponents - 1, ties + tie as usize, by_ties);
        }
    }
}

fn odds(game: &DeckGame, street: usize, opponents: u32, threads: usize) -> Vec<f64> {
    let run = &mut Run::new(threads);
    let table = odds_table(game.hands(street).unwrap(), opponents, run).unwrap();
    let mut out = vec![0.0; 3 * table.rows()];
    table.fill(0..table.n_blocks(), CellsMut::Float64(&mut out), run).unwrap();
    out
}

#[test]
fn odds_are_those_of_all_deals() {
    let mut games = games();
    // Flushes and straights, and enough cards for three opponents.
    let flushes = Deck::from_rank(Rank::TEN, 5, 3).unwrap();
    games.push(DeckGame::new(flushes, Rules::Standard, &[2, 4]).unwrap());
    let mut seen = [0; 4];
    for game in games {
        let most = (game.deck().len() - game.hole_cards() - game.whole_board()) / game.hole_cards();
        for (street, opponents) in (0..game.n_streets()).flat_map(|street| (1..=most.min(3)).map(move |k| (street, k)))
        {
            seen[opponents] += 1;
            let found = odds(&game, street, opponents as u32, 2);
            let indexer = game.indexer(street).unwrap();
            // A large table is compared on some of its rows.
            let n = indexer.size(indexer.n_rounds() - 1).unwrap();
            for row in (0..n).step_by(1 + n as usize / 40) {
                let mut hand = vec![0; game.hole_cards() + game.board_cards(street)];
                indexer.unindex(indexer.n_rounds() - 1, row, &mut hand).unwrap();
                let left: Vec<u8> = game.deck().cards().ids().filter(|card| !hand.contains(card)).collect();
                let (mut by_ties, mut all) = (vec![0; opponents + 1], vec![0; opponents + 1]);
                for dealt in sets(&left, game.hole_cards() + game.whole_board() - hand.len()) {
                    let board = [&hand[game.hole_cards()..], &dealt].concat();
                    let ours = strength(&game, &[&hand[..game.hole_cards()], &board[..]].concat());
                    let left: Vec<u8> = left.iter().copied().filter(|card| !dealt.contains(card)).collect();
                    let beats = |hole: &[u8]| {
                        let theirs = strength(&game, &[hole, &board[..]].concat());
                        (u64::from(ours > theirs), u64::from(ours == theirs))
                    };
                    deal(&left, game.hole_cards(), &beats, opponents, 0, &mut by_ties);
                    deal(&left, game.hole_cards(), &|_| (1, 0), opponents, 0, &mut all);
                }
                let total = all[0] as f64;
                let shares: u64 = by_ties.iter().zip(1..).map(|(deals, winners)| deals * 12 / winners).sum();
                let ties: u64 = by_ties[1..].iter().sum();
                let expected = [by_ties[0] as f64 / total, ties as f64 / total, shares as f64 / (12.0 * total)];
                assert_eq!(found[3 * row as usize..][..3], expected, "{game} {hand:?} {opponents}");
            }
        }
    }
    assert!(seen.iter().skip(1).all(|&n| n > 5), "{seen:?}");
}

#[test]
fn odds_of_the_full_deck_are_those_of_holdem() {
    let run = &mut Run::new(2);
    let game = DeckGame::new(Deck::STANDARD, Rules::Standard, &[2, 3, 1, 1]).unwrap();
    for (street, number, opponents) in [(Street::River, 3, 2), (Street::River, 3, 4), (Street::Turn, 2, 2)] {
        let ours = odds_table(game.hands(number).unwrap(), opponents, run).unwrap();
        let theirs = crate::odds::odds_table(street, opponents, run).unwrap();
        assert_eq!((ours.rows(), ours.size(), ours.n_blocks()), (theirs.rows(), theirs.size(), theirs.n_blocks()));
        let block = ours.n_blocks() - 1;
        let mut a = vec![0.0; 3 * ours.block_rows(block).unwrap()];
        let mut b = a.clone();
        ours.compute_block(block, CellsMut::Float64(&mut a), run).unwrap();
        theirs.compute_block(block, CellsMut::Float64(&mut b), run).unwrap();
        assert!(a.len() > 1_000 && a == b);
    }
}

#[test]
fn odds_against_one_opponent_are_outcomes() {
    let game = DeckGame::new(Deck::from_rank(Rank::TEN, 5, 4).unwrap(), Rules::Standard, &[2, 3, 1, 1]).unwrap();
    let run = &mut Run::new(2);
    for street in [0, 2] {
        let table = StrengthTable::new(Kind::Outcomes, game.hands(street).unwrap(), run).unwrap();
        let mut outcomes = vec![0.0; 3 * table.rows()];
        table.fill(0..table.n_blocks(), CellsMut::Float64(&mut outcomes), run).unwrap();
        let found = odds(&game, street, 1, 1);
        assert_eq!(found, odds(&game, street, 1, 3));
        for (odds, outcomes) in found.chunks_exact(3).zip(outcomes.chunks_exact(3)) {
            assert_eq!(odds[..2], outcomes[..2]);
        }
    }
}

#[test]
fn the_full_deck_has_the_numbers_of_holdem() {
    let run = &mut Run::new(2);
    let game = DeckGame::new(Deck::STANDARD, Rules::Standard, &[2, 3, 1, 1]).unwrap();
    let ours = StrengthTable::new(Kind::Ehs, game.hands(2).unwrap(), run).unwrap();
    let theirs = StrengthTable::new(Kind::Ehs, Street::Turn, run).unwrap();
    assert_eq!((ours.rows(), ours.size()), (theirs.rows(), theirs.size()));
    // The same canonical boards, in blocks of the same size or not.
    let (mut a, mut b) = (vec![0u32; ours.block_rows(0).unwrap()], vec![0u32; theirs.block_rows(0).unwrap()]);
    ours.compute_block(0, CellsMut::Count32(&mut a), run).unwrap();
    theirs.compute_block(0, CellsMut::Count32(&mut b), run).unwrap();
    let n = a.len().min(b.len());
    assert!(n > 1_000);
    assert_eq!(a[..n], b[..n]);
}

#[test]
fn blocks_make_the_table_on_any_number_of_threads() {
    let run = &mut Run::new(1);
    let game = DeckGame::new(Deck::from_rank(Rank::TEN, 5, 4).unwrap(), Rules::Standard, &[2, 3, 1, 1]).unwrap();
    let table = StrengthTable::new(Kind::Ehs, game.hands(1).unwrap(), run).unwrap();
    assert_eq!(counts(&table, 1), counts(&table, 3));
    let mut filled = vec![0.0; table.rows()];
    table.fill(0..table.n_blocks(), CellsMut::Float64(&mut filled), run).unwrap();
    let mut placed = vec![0.0; table.rows()];
    for block in 0..table.n_blocks() {
        let mut rows = vec![0.0; table.block_rows(block).unwrap()];
        table.compute_block(block, CellsMut::Float64(&mut rows), run).unwrap();
        table.place_block(block, Cells::Float64(&rows), CellsMut::Float64(&mut placed)).unwrap();
    }
    assert!(table.n_blocks() > 1);
    assert_eq!(filled, placed);
}

#[test]
fn wrong_games_are_refused() {
    let refused = |deck: Deck, rules, rounds: &[usize], words: &str| {
        let error = DeckGame::new(deck, rules, rounds).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    let leduc = Deck::new(3, 2).unwrap();
    refused(leduc, Rules::Standard, &[], "1 or 2 hole cards");
    refused(leduc, Rules::Standard, &[3, 1], "1 or 2 hole cards");
    refused(leduc, Rules::Standard, &[1, 0], "every round deals");
    refused(Deck::STANDARD, Rules::Standard, &[2, 6], "at most 7 cards");
    refused(Deck::STANDARD, Rules::Standard, &[2, usize::MAX], "at most 7 cards");
    refused(Deck::STANDARD, Rules::Standard, &[1, 1, 1, 1, 1], "5 rounds");
    refused(leduc, Rules::Standard, &[2, 3], "the deck has 6");
    refused(leduc, Rules::ShortDeck, &[1, 1], "6 to A");
    refused(Deck::STANDARD, Rules::Badugi, &[2, 3], "best high hand");
    let game = DeckGame::new(leduc, Rules::Standard, &[1, 1]).unwrap();
    assert!(game.indexer(2).is_err() && game.runouts(2).is_err());
    assert!(game.hands(2).is_err());
    let opponents = |street: usize, k: u32| {
        let error = odds_table(game.hands(street).unwrap(), k, &mut Run::new(1)).err().unwrap().to_string();
        assert_eq!(error, format!("{k} opponents: in deck=2-4x2 rounds=1+1 standard there can be 1 to 4"));
    };
    opponents(0, 0);
    opponents(1, 5);
    // Clusters of another game.
    let clusters = Clusters::new(&[(0..169).collect::<Vec<u8>>()]).unwrap();
    assert!(StrengthTable::new(Kind::Ochs(clusters), game.hands(1).unwrap(), &mut Run::new(1)).is_err());
}

#[test]
fn clusters_partition_the_classes() {
    let game = DeckGame::new(Deck::SHORT, Rules::ShortDeck, &[2, 3]).unwrap();
    let run = &mut Run::new(2);
    let clusters = Clusters::of_game_by_equity(&game, 8, run).unwrap();
    assert_eq!((clusters.n(), clusters.of_class().len()), (8, 81));
    let leduc = DeckGame::new(Deck::new(3, 2).unwrap(), Rules::Standard, &[1, 1]).unwrap();
    assert_eq!(Clusters::of_game_by_equity(&leduc, 3, run).unwrap().of_class(), [0, 1, 2]);
    assert!(Clusters::of_game_by_equity(&leduc, 4, run).is_err());
    let refused = |lists: &[&[u8]], words: &str| {
        let error = Clusters::of_game(&leduc, lists).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(&[&[0, 1]], "class 2 is in none");
    refused(&[&[0, 1], &[1, 2]], "class 1 is in cluster 0 and in cluster 1");
    refused(&[&[0, 1, 2], &[]], "cluster 1 is empty");
    refused(&[&[0, 1, 2, 3]], "hand class 3 is out of range");
}

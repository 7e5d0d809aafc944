//! The CPU level of a call governs every kernel that the call runs.

use crate::abstraction::buckets::{Labels, bucket_moments, transitions};
use crate::abstraction::features::{Feature, FeatureTable};
use crate::abstraction::kmeans::{self, Metric};
use crate::cards::{CardSet, Deck};
use crate::equity::{
    EquityRows, Plan, Player, Sampling, Spot, combo_equity, equity_rows, omaha_hand_equity, sampled_equity,
};
use crate::error::Result;
use crate::evaluator::{Rules, category_census, evaluate_omaha_rows, evaluate_rows, evaluate_sets};
use crate::game::Game;
use crate::hand_strength::any_deck::DeckGame;
use crate::hand_strength::ochs::Clusters;
use crate::hand_strength::strength_table::{Kind, StrengthTable};
use crate::hand_strength::{Street, hand_strength_rows, hand_strength_rows_against};
use crate::indexer::HandIndexer;
use crate::odds::{Adjacency, Method, odds_vs_random};
use crate::ranges::Range;
use crate::runtime::Run;
use crate::runtime::cpu::Level;
use crate::runtime::dispatch::ceiling;
use crate::showdown::{Pairing, RankedBoards};
use crate::tables::{BlockTable, CellsMut};

const FLOP: [u8; 3] = [3, 18, 41];

fn spot<'a>(players: &'a [Range], board: &[u8]) -> Result<Spot<'a>> {
    Spot::new(Game::HOLDEM, &players.iter().map(Player::Range).collect::<Vec<_>>(), board, CardSet::EMPTY)
}

/// Computes the first block of a table.
fn block(table: &impl BlockTable, run: &mut Run<'_>) -> Result<()> {
    let mut cells = vec![0.0; table.block_rows(0)? * table.columns()];
    table.compute_block(0, CellsMut::Float64(&mut cells), run)
}

fn evaluate(run: &mut Run<'_>) -> Result<()> {
    let hand = [0, 5, 18, 23, 36, 41, 50, 51, 2, 14, 31];
    let mut strengths = [0; 1];
    evaluate_rows(&hand[..7], 7, &mut strengths, run)?;
    evaluate_sets(&[0b1_1111], 5, &mut strengths, run)?;
    evaluate_omaha_rows(&hand[..9], 4, 5, &mut strengths, run)?;
    Rules::ShortDeck.evaluate_rows(&hand[2..7], 5, &mut strengths, run)?;
    category_census(5, run).map(drop)
}

fn index(run: &mut Run<'_>) -> Result<()> {
    let game = HandIndexer::new(&[2, 3])?;
    let (mut hands, mut indices) = ([0; 10], [0; 2]);
    game.unindex_range(1, 5..7, &mut hands, run)?;
    game.index_rows(1, &hands, &mut indices, run)?;
    game.index_all_rows(&hands, &mut [0; 4], run)?;
    game.canonical_rows(1, &hands.clone(), &mut hands, run)?;
    game.index_boards(1, &FLOP, &mut vec![0; game.n_hole_pairs(1)?], run)?;
    game.children(0, 0, run).map(drop)
}

fn count_odds(run: &mut Run<'_>) -> Result<()> {
    for (method, k) in [(Method::Cliques, 3), (Method::Matchings, 8)] {
        odds_vs_random([50, 51], &[3, 18, 41, 7, 30], CardSet::EMPTY, &[k], method, run)?;
    }
    Adjacency::new(9, |i, j| (i + j) % 4 != 0)?.count_cliques(4, run).map(drop)
}

fn count_equity(run: &mut Run<'_>) -> Result<()> {
    let players = ["22+,AJs+", "KK,AQ", "TT,98s"].map(str::parse::<Range>);
    let [a, b, c] = players;
    let players = [a?, b?, c?];
    for n in [2, 3] {
        let spot = spot(&players[..n], &FLOP)?;
        Plan::new(&spot, run)?.run(run)?;
        sampled_equity(&spot, &Sampling { key: [1, 2], n_samples: Some(2000), std_error: None }, run)?;
    }
    let out = EquityRows { shares: &mut [0; 4], equities: &mut [0.0; 2] };
    equity_rows(&[51, 50, 46, 45, 3, 18, 41], 2, 3, out, run)?;
    combo_equity(players[0].weights(), &FLOP, 3, CardSet::EMPTY, &mut [[0.0; 1326]], run)?;
    let boards = RankedBoards::new(&[3, 18, 41, 7, 30], run)?;
    boards.equity(&[*players[0].weights()], &[Pairing { board: 0, weights: 0 }], &mut [[0.0; 1326]], run)?;
    omaha_hand_equity(None, &[3, 18, 41, 7, 30], 5, CardSet::EMPTY, &mut vec![0.0; 270_725], run)
}

fn measure_strength(run: &mut Run<'_>) -> Result<()> {
    let range: Range = "22+,AJs+".parse()?;
    let hand = [50, 51, 3, 18, 41, 7];
    hand_strength_rows(&hand, 6, &mut [0.0], run)?;
    hand_strength_rows_against(range.weights(), &hand, 6, &mut [0.0], run)?;
    let game = DeckGame::new(Deck::SHORT, Rules::ShortDeck, &[2, 3])?;
    let clusters = Clusters::of_game_by_equity(&game, 2, run)?;
    block(&StrengthTable::new(Kind::Ochs(clusters), game.hands(1)?, run)?, run)?;
    for kind in [Kind::Ehs, Kind::Ochs(Clusters::by_equity(9, run)?)] {
        block(&StrengthTable::new(kind, Street::Turn, run)?, run)?;
    }
    let feature = Feature::NextStreet { levels: vec![7; 13_960_050], name: "sevens".into() };
    block(&FeatureTable::new(feature, Street::Flop, run)?, run)
}

fn abstract_hands(run: &mut Run<'_>) -> Result<()> {
    let (two, flop) = (HandIndexer::new(&[2])?, HandIndexer::new(&[2, 3])?);
    let (before, after) = (vec![0; 169], vec![0; flop.size(1)? as usize]);
    transitions(&two, Labels::U16(&before), 1, 3, Labels::U16(&after), 1, run)?;
    bucket_moments(&two, 0, Labels::U16(&before), Labels::U16(&before), 1, run)?;
    // Rows with the same sum.
    let points: Vec<u8> = (0..64 * 40).map(|i: u32| ((i / 40 + i % 40) % 40) as u8).collect();
    for metric in [Metric::Emd, Metric::L2] {
        let (positions, init) = (None, None);
        let options =
            kmeans::Options { clusters: 3, metric, positions, init, key: [1, 2], max_iterations: 9, tolerance: 0.0 };
        kmeans::cluster(&points, 40, &[1.0; 64], &options, run)?;
    }
    Ok(())
}

#[test]
fn no_kernel_runs_above_the_level_of_its_call() {
    let calls = [evaluate, index, count_odds, count_equity, measure_strength, abstract_hands];
    for level in Level::ALL.into_iter().filter_map(Level::prove) {
        for call in calls {
            let ran = ceiling::below(level.level(), || call(&mut Run::new(1).at(level)).unwrap());
            assert!(ran > 0, "no kernel ran");
        }
    }
}

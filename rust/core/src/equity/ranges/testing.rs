//! Single strategies, for tests.

use super::Ranges;
use crate::cards::{CardSet, PerCombo, SuitPermutation};
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::equity::spot::without_blocked;
use crate::equity::{Plan, Player, Spot, SpotEquity};
use crate::error::Result;
use crate::evaluator::Rules;
use crate::game::Game;
use crate::ranges::{ComboSet, Range};
use crate::runtime::Run;
use crate::showdown::situation::Situation;

/// The counts of one strategy for hold'em ranges.
pub(crate) fn counted<W: Amount>(
    strategy: impl FnOnce(&Ranges<'_, W>, &mut Run<'_>) -> Result<Vec<ComboCounts<W>>>,
    ranges: &[&PerCombo<W>],
    board: &[u8],
    dead: CardSet,
    run: &mut Run<'_>,
) -> Vec<ComboCounts<W>> {
    counted_beside(strategy, ranges, ranges.len(), board, dead, run)
}

/// [`counted`], with the ranges after the `players` folded.
pub(crate) fn counted_beside<W: Amount>(
    strategy: impl FnOnce(&Ranges<'_, W>, &mut Run<'_>) -> Result<Vec<ComboCounts<W>>>,
    ranges: &[&PerCombo<W>],
    players: usize,
    board: &[u8],
    dead: CardSet,
    run: &mut Run<'_>,
) -> Vec<ComboCounts<W>> {
    let situation = &Situation::new(&[], board, dead).unwrap();
    let known = situation.board_set() | dead;
    let weights: Vec<_> = ranges.iter().map(|range| without_blocked(range, known).unwrap()).collect();
    let weights: &[_] = &weights.iter().map(|range| &**range).collect::<Vec<_>>();
    let symmetry = &SuitPermutation::fixing(&[situation.board_set(), dead], weights);
    let (weights, folded) = weights.split_at(players);
    let held: &[_] = &weights.iter().map(|weights| ComboSet::held(weights, run.level())).collect::<Vec<_>>();
    strategy(&Ranges { rules: Rules::Standard, weights, held, folded, situation, symmetry }, run).unwrap()
}

/// The exact equity of hold'em ranges.
pub(crate) fn exact_equity(ranges: &[Range], board: &[u8], dead: CardSet, run: &mut Run<'_>) -> Result<SpotEquity> {
    let players: Vec<_> = ranges.iter().map(Player::Range).collect();
    let spot = Spot::new(Game::HOLDEM, &players, board, dead)?;
    Plan::new(&spot, run)?.run(run)
}

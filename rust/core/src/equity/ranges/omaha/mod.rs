//! Ranges of hands of more than two cards, counted deal by deal or board by board.
//!
//! A `board_showdown` compares all deals on a board pair by pair. For two large ranges it uses a `sorted_sweep`, which finds
//! the hands without a common card by `subset_sums`. Before the flop any hand is looked up (`by_table`), and a
//! range of ranks is counted `by_ranks`.

pub(crate) mod board_showdown;
mod by_ranks;
mod by_table;
pub(crate) mod sorted_sweep;
#[cfg(test)]
mod tests;

use self::board_showdown::{BoardShowdown, ReadyHands};
pub(crate) use self::by_ranks::{by_ranks, player_of_ranks};
pub(crate) use self::by_table::{by_table, has_table};
use super::deals::for_each_batch;
use crate::cards::{CardSet, SuitPermutation};
use crate::combinatorics::choose;
use crate::equity::counts::{MAX_PLAYERS, ShowdownCounts};
use crate::equity::given::add_counts;
use crate::equity::spot::Hands;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::memory::{try_collect, try_push};
use crate::runtime::{MayGoOn, Run};
use crate::showdown::boards::Boards;
use crate::showdown::situation::Situation;

/// Number of deals that are reduced to orbits together.
const BATCH: usize = 1 << 15;
/// Deals that a thread counts at a time.
const CHUNK: usize = 16;

/// The input of a count.
pub(crate) struct HandSpot<'a> {
    pub(crate) game: Game,
    pub(crate) hands: &'a [Hands<'a>],
    pub(crate) situation: &'a Situation,
}

impl HandSpot<'_> {
    /// The hands of every player, after a check that all deals on all boards fit in 64 bits. All deals of two hands of six
    /// cards do not.
    fn lists(&self) -> Result<Vec<Vec<CardSet>>> {
        let (size, left, missing) = (self.game.hole_cards(), self.situation.left(), self.situation.missing());
        let boards =
            choose((left.len() as usize - size * self.hands.len()) as u64, missing as u64).unwrap_or(u128::MAX);
        // An upper bound: blocked hands are counted, too.
        check_deals(self.hands.iter().map(|of| of.count(size, left)).product::<f64>() * boards as f64)?;
        try_collect(self.hands.iter().map(|of| of.list(size, left)))
    }

    pub(crate) fn no_counts(&self) -> Result<ShowdownCounts> {
        ShowdownCounts::new(self.hands.len(), self.game.has_low())
    }
}

/// Refuses more deals than 64 bits count.
pub(crate) fn check_deals(deals: f64) -> Result<()> {
    if deals >= u64::MAX as f64 * (1.0 - 1e-9) {
        return Err(Error::Overflow(format!("the number of deals, up to {deals:.1e},")));
    }
    Ok(())
}

/// Every deal by itself, on all boards at once.
pub(crate) fn by_deals(spot: &HandSpot<'_>, run: &mut Run<'_>) -> Result<ShowdownCounts> {
    let (players, situation, hands) = (spot.hands.len(), spot.situation, spot.lists()?);
    let held = try_collect(hands.iter().map(|of| try_collect(of.iter().map(|&hand| Ok((hand, hand))))))?;
    let symmetry = SuitPermutation::fixing::<u64>(&[situation.board_set(), situation.dead()], &[]);
    let mut sum = spot.no_counts()?;
    for_each_batch(&held, BATCH, run, |batch, run| {
        let different = one_of_each_orbit(batch, players, &symmetry)?;
        let add =
            |(counts, scratch): &mut (ShowdownCounts, ShowdownCounts), deals: &[CountedDeal], _: &mut MayGoOn<'_>| {
                for (deal, times) in deals {
                    scratch.clear();
                    let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
                    let as_sets = deal.iter().map(|&hand| CardSet::new(hand).unwrap_or_default());
                    hands.iter_mut().zip(as_sets).for_each(|(to, hand)| *to = hand);
                    let held = hands.iter().fold(CardSet::EMPTY, |all, &hand| all | hand);
                    add_counts(spot.game, &hands[..players], &situation.with_held(held), scratch)?;
                    counts.merge(scratch, *times);
                }
                Ok(())
            };
        let chunks = different.len().div_ceil(CHUNK);
        let new = || Ok((spot.no_counts()?, spot.no_counts()?));
        for (counts, _) in run.fold(different.chunks(CHUNK), chunks, new, add)? {
            sum.merge(&counts, 1);
        }
        Ok(())
    })?;
    Ok(sum)
}

/// The group of suit permutations that fix known cards and ranges, as far as swaps of two suits generate it. The search does
/// not pay if few boards are to come.
pub(crate) fn symmetry(hands: &[Hands<'_>], situation: &Situation, run: &mut Run<'_>) -> Result<Vec<SuitPermutation>> {
    let known = [situation.board_set(), situation.dead()];
    let mut leaves = |suits: SuitPermutation| {
        let mut all = known.iter().all(|&cards| suits.cards(cards) == cards);
        for hands in hands {
            all = all && hands.is_fixed_by(suits, &mut || run.checkpoint(0, 1))?;
        }
        Ok(all)
    };
    let mut alike = [0, 1, 2, 3];
    for (a, b) in (0..4).flat_map(|b| (0..b).map(move |a| (a, b))) {
        let [first, second] = [alike[usize::from(a)], alike[usize::from(b)]];
        if first != second && situation.missing() >= 2 && leaves(SuitPermutation::swap(a, b))? {
            alike.iter_mut().filter(|class| **class == second).for_each(|class| *class = first);
        }
    }
    let keeps =
        |suits: &SuitPermutation| (0..4).all(|suit| alike[usize::from(suits.card(suit))] == alike[usize::from(suit)]);
    Ok(SuitPermutation::all().filter(keeps).collect())
}

/// The hands of a deal as bits, and the number of suit-isomorphic deals.
type CountedDeal = ([u64; MAX_PLAYERS], u64);

/// One deal of each orbit under suit permutations, and the number of deals in the orbit.
fn one_of_each_orbit(batch: &[CardSet], players: usize, symmetry: &[SuitPermutation]) -> Result<Vec<CountedDeal>> {
    let mut deals = Vec::new();
    for deal in batch.chunks_exact(players) {
        let permuted = symmetry.iter().map(|suits| {
            let mut hands = [0; MAX_PLAYERS];
            hands.iter_mut().zip(deal).for_each(|(to, &hand)| *to = suits.cards(hand).bits());
            hands
        });
        try_push(&mut deals, (permuted.min().unwrap_or_default(), 1))?;
    }
    deals.sort_unstable();
    deals.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    Ok(deals)
}

/// Every board by itself, with all deals.
pub(crate) fn by_boards(
    spot: &HandSpot<'_>,
    symmetry: &[SuitPermutation],
    run: &mut Run<'_>,
) -> Result<ShowdownCounts> {
    let hands = ReadyHands::of_all(spot.game, &spot.lists()?)?;
    let boards = Boards::new(spot.situation, symmetry.to_vec())?;
    let new = || Ok((spot.no_counts()?, BoardShowdown::new(spot.game, &hands)?));
    let add = |(counts, showdown): &mut (ShowdownCounts, BoardShowdown), chunk: usize, may_go_on: &mut MayGoOn<'_>| {
        for (board, times) in boards.chunk(chunk) {
            may_go_on()?;
            showdown.count(&hands, board, times, counts, may_go_on)?;
        }
        Ok(())
    };
    let counted = run.fold(0..boards.chunks(), boards.chunks(), new, add)?;
    let mut sum = spot.no_counts()?;
    for (counts, _) in &counted {
        sum.merge(counts, 1);
    }
    Ok(sum)
}

//! The equity of every Omaha hand on a board, over all its runouts.
//!
//! Counts are integers: every runout adds `2 * wins + ties` to the sum of each hand, and one division follows. The deals of
//! a hand are counted without runouts: the weight of the hands that it does not block, times the boards that are left to
//! two hands.

use super::cards::{self, AgainstRange, unblocked};
use super::kinds::{self, AgainstRandom, FLUSH_SUIT, flush_suit};
use super::weights::{OMAHA_HANDS, OmahaWeights, remove_blocked};
use crate::cards::{CardSet, SuitPermutation};
use crate::combinatorics::choose;
use crate::equity::subset_sums::{SetPlaces, Sum, for_each_three};
use crate::error::{Error, Result};
use crate::evaluator::OmahaBoards;
use crate::memory::{try_collect, try_push, try_resize, try_vec};
use crate::ranges::omaha_odds;
use crate::runtime::Run;
use crate::runtime::progress::Phase;
use crate::showdown::runouts::for_each_runout;
use crate::showdown::situation::Situation;

/// Steps of the progress of a board.
const STEPS: usize = 1000;
/// Cards of two hands.
const TWO_HANDS: u64 = 8;

/// The expected share of the pot of every hand of four cards against a range, on rows of `board_cards` cards, three to five,
/// over all runouts of each board; or against any hand without a board. `None` is any hand. `out` has a row of all 270,725
/// hands for each board, in colexicographic order. NaN for hands with a known card, and for hands that block all of the range.
/// The result is rounded once.
///
/// # Errors
/// [`Error::InvalidArgument`] when the lengths disagree, and for a range or dead cards without a board; [`Error::CardCount`],
/// [`Error::CardOutOfRange`] and [`Error::DuplicateCard`], naming the row; [`Error::Cancelled`]; [`Error::OutOfMemory`].
///
/// ```
/// use pokerbits::{Run, cards::CardSet, equity::{OMAHA_HANDS, omaha_hand_equity}};
/// let mut equities = vec![0.0; OMAHA_HANDS];
/// let river = [43, 39, 35, 0, 5]; // Qs Js Ts 2c 3d
/// omaha_hand_equity(None, &river, 5, CardSet::EMPTY, &mut equities, &mut Run::new(1))?;
/// // The last hand is AcAdAhAs.
/// assert_eq!((equities[270_724], equities[0].is_nan()), (0.334_762_174_864_273_57, true));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn omaha_hand_equity(
    range: Option<&OmahaWeights>,
    boards: &[u8],
    board_cards: usize,
    dead: CardSet,
    out: &mut [f64],
    run: &mut Run<'_>,
) -> Result<()> {
    let rows = out.len() / OMAHA_HANDS;
    if out.len() != rows * OMAHA_HANDS || boards.len() != rows * board_cards {
        let why = format!("{} cards are not boards of {board_cards} for {} results", boards.len(), out.len());
        return Err(Error::InvalidArgument(why));
    }
    let spots = try_collect((0..rows).map(|row| {
        let board = &boards[row * board_cards..][..board_cards];
        Situation::new(&[], board, dead).map_err(|error| error.at_row(row))
    }))?;
    if board_cards == 0 {
        if range.is_some() || !dead.is_empty() {
            let why = "before the flop all hands are compared with a random hand only, without dead cards";
            return Err(Error::InvalidArgument(why.into()));
        }
        return out.chunks_exact_mut(OMAHA_HANDS).try_for_each(fill_by_table);
    }
    match range {
        None => fill(&spots, &AnyHand, out, run),
        Some(range) => {
            if range.total() > u32::MAX.into() {
                return fill(&spots, &WeightedHands(&range.of_deck::<u64>(dead)?), out, run);
            }
            fill(&spots, &WeightedHands(&range.of_deck::<u32>(dead)?), out, run)
        }
    }
}

/// Every hand before the flop against any hand.
fn fill_by_table(out: &mut [f64]) -> Result<()> {
    let mut result = Ok(());
    for_each_three(52, 0, |[b, c, d], place, lowest| {
        for a in 0..lowest {
            let hand = CardSet::new(1 << a | 1 << b | 1 << c | 1 << d).unwrap_or_default();
            match omaha_odds(hand) {
                Ok(odds) => out[place + a] = odds.equity(),
                Err(error) => result = Err(error),
            }
        }
    });
    result
}

/// The opponent: how results on a whole board are added up.
trait Opponent: Sync {
    /// Working memory with sums.
    type Memory: Send;

    fn memory(&self) -> Result<Self::Memory>;
    /// Adds the results of all hands on a whole board with these cards left.
    fn add(&self, memory: &mut Self::Memory, boards: OmahaBoards, board: CardSet, left: CardSet) -> Result<()>;
    /// Adds the sums of another thread.
    fn merge(memory: &mut Self::Memory, other: &Self::Memory);
    /// The sums of all hands, which are then 0 in `memory`.
    fn sums(memory: &mut Self::Memory) -> Result<Vec<u64>>;
    /// The weight of the hands that each hand does not block; the cards `left` are not known.
    fn unblocked(&self, left: CardSet) -> Result<Vec<u64>>;
    /// The equities of all hands on a whole board.
    fn river(&self, memory: &mut Self::Memory, spot: &Situation, boards: OmahaBoards, out: &mut [f64]) -> Result<()>
    where
        Self: Sized,
    {
        self.add(memory, boards, spot.board_set(), spot.left())?;
        finish(self, &Self::sums(memory)?, spot, out)
    }
}

/// Any hand.
struct AnyHand;

struct RandomMemory {
    counter: AgainstRandom<u32, 4>,
    /// Sums by the suit of the flush, which is swapped with `FLUSH_SUIT` in the hands of each.
    sums: [Vec<u64>; 4],
}

impl Opponent for AnyHand {
    type Memory = RandomMemory;

    fn memory(&self) -> Result<RandomMemory> {
        Ok(RandomMemory { counter: AgainstRandom::new()?, sums: [const { Vec::new() }; 4] })
    }

    fn add(&self, memory: &mut RandomMemory, boards: OmahaBoards, board: CardSet, left: CardSet) -> Result<()> {
        let suit = flush_suit(board);
        let swap = SuitPermutation::swap(suit.unwrap_or(FLUSH_SUIT), FLUSH_SUIT);
        let (board, left) = (swap.cards(board), swap.cards(left));
        let found = memory.counter.count(&boards.of(board), left, suit.is_some())?;
        let sums = &mut memory.sums[usize::from(suit.unwrap_or(FLUSH_SUIT))];
        if sums.is_empty() {
            *sums = try_vec(0, OMAHA_HANDS)?;
        }
        kinds::add_to_hands(found, left, suit.is_some(), sums);
        Ok(())
    }

    fn merge(memory: &mut RandomMemory, other: &RandomMemory) {
        for (sums, more) in memory.sums.iter_mut().zip(&other.sums) {
            if sums.is_empty() {
                sums.clone_from(more);
            } else {
                sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            }
        }
    }

    fn sums(memory: &mut RandomMemory) -> Result<Vec<u64>> {
        let [.., last] = &mut memory.sums;
        let mut all = std::mem::take(last);
        if all.is_empty() {
            all = try_vec(0, OMAHA_HANDS)?;
        }
        for (suit, sums) in (0..FLUSH_SUIT).zip(&mut memory.sums) {
            let sums = std::mem::take(sums);
            if sums.is_empty() {
                continue;
            }
            let swap = SuitPermutation::swap(suit, FLUSH_SUIT);
            for_each_three(52, 0, |[b, c, d], place, lowest| {
                for a in 0..lowest {
                    let mut hand = [a, b, c, d].map(|card| swap.card(card as u8));
                    hand.sort_unstable();
                    all[place + a] += sums[SetPlaces::of(0).hand(hand)];
                }
            });
        }
        Ok(all)
    }

    fn unblocked(&self, left: CardSet) -> Result<Vec<u64>> {
        let others = u64::from(left.len()).saturating_sub(4);
        try_vec(choose(others, 4).unwrap_or(0) as u64, OMAHA_HANDS)
    }
}

/// A weight for every hand.
struct WeightedHands<'a, S>(&'a [S]);

struct RangeMemory<S> {
    counter: AgainstRange<S>,
    /// Empty before the first board of several.
    sums: Vec<u64>,
}

impl<S: Sum> Opponent for WeightedHands<'_, S> {
    type Memory = RangeMemory<S>;

    fn memory(&self) -> Result<RangeMemory<S>> {
        Ok(RangeMemory { counter: AgainstRange::new()?, sums: vec![] })
    }

    fn add(&self, memory: &mut RangeMemory<S>, boards: OmahaBoards, board: CardSet, left: CardSet) -> Result<()> {
        try_resize(&mut memory.sums, OMAHA_HANDS, 0)?;
        let found = memory.counter.count(&boards.of(board), left, self.0)?;
        cards::add_to_hands(found, left, &mut memory.sums);
        Ok(())
    }

    fn merge(memory: &mut RangeMemory<S>, other: &RangeMemory<S>) {
        if memory.sums.is_empty() {
            memory.sums.clone_from(&other.sums);
        } else {
            memory.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum += more);
        }
    }

    fn sums(memory: &mut RangeMemory<S>) -> Result<Vec<u64>> {
        try_resize(&mut memory.sums, OMAHA_HANDS, 0)?;
        Ok(std::mem::take(&mut memory.sums))
    }

    fn unblocked(&self, left: CardSet) -> Result<Vec<u64>> {
        let mut range = try_collect(self.0.iter().map(|&weight| Ok(weight)))?;
        remove_blocked(&mut range, !left);
        try_collect(unblocked(&range)?.into_iter().map(|weight| Ok(weight.into())))
    }

    fn river(&self, memory: &mut RangeMemory<S>, spot: &Situation, boards: OmahaBoards, out: &mut [f64]) -> Result<()> {
        out.fill(f64::NAN);
        memory.counter.equities(&boards.of(spot.board_set()), spot.left(), self.0, out)
    }
}

/// Fills a row for each board.
fn fill<O: Opponent>(spots: &[Situation], opponent: &O, out: &mut [f64], run: &mut Run<'_>) -> Result<()> {
    let boards = OmahaBoards::get()?;
    let rows = spots.iter().zip(out.chunks_exact_mut(OMAHA_HANDS));
    if spots.first().is_none_or(|spot| spot.missing() == 0) {
        // Boards are the items of a loop.
        let new = || opponent.memory();
        return run
            .fold(rows, spots.len(), new, |memory, (spot, out), _| opponent.river(memory, spot, boards, out))
            .map(drop);
    }
    for (row, (spot, out)) in rows.enumerate() {
        let (before, total) = ((STEPS * row) as u64, (STEPS * spots.len()) as u64);
        run.enter_phase(Phase { before, steps: STEPS as u64, total });
        let mut runouts = Vec::new();
        for_each_runout(spot.board(), spot.left(), |_, board| try_push(&mut runouts, board))?;
        let add = |memory: &mut O::Memory, &board: &CardSet, _: &mut crate::runtime::MayGoOn<'_>| {
            opponent.add(memory, boards, board, spot.left() - board)
        };
        let merge = |memory: &mut O::Memory, other: O::Memory| {
            O::merge(memory, &other);
            Ok(())
        };
        let mut memory = run.reduce(&runouts, runouts.len(), || opponent.memory(), add, merge)?;
        finish(opponent, &O::sums(&mut memory)?, spot, out)?;
    }
    Ok(())
}

/// Divides the sums of a board by the deals of each hand.
fn finish<O: Opponent>(opponent: &O, sums: &[u64], spot: &Situation, out: &mut [f64]) -> Result<()> {
    let left = spot.left();
    let unblocked = opponent.unblocked(left)?;
    let others = u64::from(left.len()).saturating_sub(TWO_HANDS);
    let boards = choose(others, spot.missing() as u64).unwrap_or(0) as u64;
    out.fill(f64::NAN);
    let cards: Vec<u8> = left.ids().collect();
    cards::for_each_of_deck(&cards, |_, in_deck, lowest| {
        for hand in lowest.iter().map(|&card| in_deck + usize::from(card)) {
            let deals = unblocked[hand] * boards;
            if deals > 0 {
                out[hand] = sums[hand] as f64 / (2 * deals) as f64;
            }
        }
    });
    Ok(())
}

//! Every Omaha hand against a random one before the flop: the table of the package, computed.
//!
//! Boards are counted by their ranks and, where they have three cards of a suit or more, by the ranks of these. A hand meets
//! as many boards of a type as its own cards leave: that depends on its kinds of cards only (see `kinds`). So a hand of kinds
//! has a sum over all boards with a flush of one suit; a hand of ranks, over all boards as if there were no flushes. A hand of
//! cards adds the sums of its ranks, and for each suit the difference that flushes of that suit make to it.

use super::kinds::{AgainstRandom, FLUSH_SUIT, MOST_KINDS, RANK_KINDS, kinds_of};
use super::places::{HOLE, Hand, Places, for_each_three, hands_of};
use crate::cards::{CardSet, RANKS, SuitPermutation};
use crate::combinatorics::{choose_small, for_each_multiset, subsets};
use crate::error::Result;
use crate::evaluator::OmahaBoards;
use crate::indexer::HandIndexer;
use crate::memory::{try_collect, try_vec};
use crate::ranges::{OmahaOdds, pack_omaha_odds};
use crate::runtime::Run;

/// The number of cards of each rank.
type Ranks = [u8; RANK_KINDS];

/// The weaker hands of the opponent, and those that are not stronger, summed over boards; modulo 2^64, as differences are
/// negative at times.
type Below = [u64; 2];

/// Computes the packed table: a minute on one core.
///
/// # Errors
/// [`Error::Cancelled`](crate::Error::Cancelled), [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub fn compute_omaha_odds(run: &mut Run<'_>) -> Result<Vec<u8>> {
    let mut boards: Vec<Ranks> = Vec::new();
    for_each_multiset(RANK_KINDS, 5, 4, &mut |counts| {
        boards.push(std::array::from_fn(|rank| counts[rank] as u8));
    });
    let add = |sums: &mut Sums, ranks: &Ranks, _: &mut crate::runtime::MayGoOn<'_>| sums.add(ranks);
    let merge = |sums: &mut Sums, other: Sums| {
        sums.merge(&other);
        Ok(())
    };
    let sums = run.reduce(&boards, boards.len(), Sums::new, add, merge)?;
    let indexer = HandIndexer::new(&[HOLE])?;
    let mut hand = [0; HOLE];
    let classes = (0..indexer.size(0)?).map(|class| {
        indexer.unindex(0, class, &mut hand)?;
        Ok(sums.of(hand))
    });
    pack_omaha_odds(&try_collect(classes)?)
}

/// Sums over boards.
struct Sums {
    boards: OmahaBoards,
    counter: AgainstRandom,
    /// By the place of the ranks of a hand: over all boards, as if there were no flushes.
    of_ranks: Vec<Below>,
    /// By the place of the kinds of a hand: the difference of boards with a flush of one suit.
    of_kinds: Vec<Below>,
    /// The hands of ranks and of kinds, at their places.
    rank_hands: Vec<Hand>,
    kind_hands: Vec<Hand>,
    /// The results of hands of ranks on the current board without flushes.
    without_flush: Vec<[u32; 2]>,
}

impl Sums {
    fn new() -> Result<Self> {
        let (rank_hands, kind_hands) = (all_hands(RANK_KINDS)?, all_hands(MOST_KINDS)?);
        Ok(Self {
            boards: OmahaBoards::get()?,
            counter: AgainstRandom::new()?,
            of_ranks: try_vec([0; 2], rank_hands.len())?,
            of_kinds: try_vec([0; 2], kind_hands.len())?,
            without_flush: try_vec([0; 2], rank_hands.len())?,
            rank_hands,
            kind_hands,
        })
    }

    /// Adds all boards with these ranks.
    fn add(&mut self, ranks: &Ranks) -> Result<()> {
        let sorted: Vec<u8> = (0..RANKS).flat_map(|rank| (0..ranks[usize::from(rank)]).map(move |_| rank)).collect();
        // Some cards of these ranks are gone; without flushes it does not matter which.
        let board = cards(ranks, 0);
        let on_board = self.boards.of_ranks(sorted.try_into().unwrap_or_default());
        self.without_flush.copy_from_slice(self.counter.count(&on_board, !board, false)?);
        for ((sum, hand), found) in self.of_ranks.iter_mut().zip(&self.rank_hands).zip(&self.without_flush) {
            let boards = boards_beside(ranks, 4, hand.iter().copied());
            add_times(sum, *found, boards);
        }
        let held = (0..RANKS).filter(|&rank| ranks[usize::from(rank)] > 0).fold(0, |set, rank| set | 1u32 << rank);
        for size in 3..=held.count_ones() {
            for flush in subsets(RANKS.into(), size).filter(|flush| flush & !held == 0) {
                self.add_flush(ranks, flush)?;
            }
        }
        Ok(())
    }

    /// Adds the difference of all boards with these ranks of which `flush` are in the suit of the flush.
    fn add_flush(&mut self, ranks: &Ranks, flush: u32) -> Result<()> {
        let others: Ranks = std::array::from_fn(|rank| ranks[rank] - (flush >> rank & 1) as u8);
        if others.iter().any(|&n| n > 3) {
            return Ok(());
        }
        let board = cards(&others, flush);
        let found = self.counter.count(&self.boards.of(board), !board, true)?;
        let places = Places::of(1);
        for ((sum, &hand), found) in self.of_kinds.iter_mut().zip(&self.kind_hands).zip(found) {
            // Odd kinds are of the suit of the flush.
            if hand.iter().any(|kind| kind % 2 == 1 && flush >> (kind / 2) & 1 != 0) {
                continue;
            }
            let boards = boards_beside(&others, 3, hand.into_iter().filter(|kind| kind % 2 == 0).map(|kind| kind / 2));
            add_times(sum, *found, boards);
            let without_flush = self.without_flush[places.hand(hand.map(|kind| kind / 2))];
            add_times(sum, without_flush, boards.wrapping_neg());
        }
        Ok(())
    }

    fn merge(&mut self, other: &Self) {
        let ours = self.of_ranks.iter_mut().chain(&mut self.of_kinds);
        for (sum, more) in ours.zip(other.of_ranks.iter().chain(&other.of_kinds)) {
            *sum = [0, 1].map(|at| sum[at].wrapping_add(more[at]));
        }
    }

    /// The odds of a hand of cards.
    fn of(&self, hand: Hand) -> OmahaOdds {
        let places = Places::of(1);
        let mut below = self.of_ranks[places.hand(sorted(kinds_of(hand, false)))];
        for suit in 0..4 {
            let swap = SuitPermutation::swap(suit, FLUSH_SUIT);
            let kinds = sorted(kinds_of(hand.map(|card| swap.card(card)), true));
            let more = self.of_kinds[places.hand(kinds)];
            below = [0, 1].map(|at| below[at].wrapping_add(more[at]));
        }
        let [wins, up_to] = below;
        OmahaOdds { wins, ties: up_to.wrapping_sub(wins) }
    }
}

/// All multisets of `n` elements, at their places.
fn all_hands(n: usize) -> Result<Vec<Hand>> {
    let mut hands = try_vec(Hand::default(), hands_of(n, 1))?;
    for_each_three(n, 1, |[b, c, d], place, lowest| {
        for (a, hand) in hands[place..place + lowest].iter_mut().enumerate() {
            *hand = [a, b, c, d].map(|element| element as u8);
        }
    });
    Ok(hands)
}

fn sorted(mut hand: Hand) -> Hand {
    hand.sort_unstable();
    hand
}

/// Cards of these ranks in the first suits, and of the ranks `flush` in the suit of the flush.
fn cards(ranks: &Ranks, flush: u32) -> CardSet {
    let bits = (0..).zip(ranks).fold(0, |bits, (rank, &n)| {
        let suited = u64::from(flush >> rank & 1) << FLUSH_SUIT;
        bits | (((1 << n) - 1) | suited) << (4 * rank)
    });
    CardSet::new(bits).unwrap_or_default()
}

/// The number of sets of cards of the ranks `board` without the cards of a hand, if there are `copies` of each rank.
fn boards_beside(board: &Ranks, copies: u8, hand: impl Iterator<Item = u8>) -> u64 {
    let mut left = [copies; RANK_KINDS];
    // Hands of more copies than there are have no number that anybody asks for.
    hand.map(usize::from).for_each(|rank| left[rank] = left[rank].saturating_sub(1));
    let held = board.iter().zip(left).filter(|&(&n, _)| n > 0);
    held.map(|(&n, left)| u64::from(choose_small(left.into(), n.into()))).product()
}

fn add_times(sum: &mut Below, found: [u32; 2], times: u64) {
    *sum = [0, 1].map(|at| sum[at].wrapping_add(u64::from(found[at]).wrapping_mul(times)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equity::omaha_hands::cards::AgainstRange;
    use crate::equity::omaha_hands::places::OMAHA_HANDS;
    use crate::ranges::omaha_odds;
    use crate::runtime::run::available;
    use crate::showdown::canonical_boards::CanonicalBoards;

    static PACKED: &[u8] = include_bytes!("../../ranges/omaha/odds.bin");

    /// Takes a minute on one core: `cargo test --lib -- --ignored omaha_odds`.
    #[test]
    #[ignore = "counts boards of all kinds"]
    fn computing_omaha_odds_gives_the_table() {
        assert!(compute_omaha_odds(&mut Run::new(available())).unwrap() == PACKED);
    }

    /// Takes a quarter of an hour on one core: every hand of cards on every board up to suit isomorphism.
    #[test]
    #[ignore = "sweeps over the hands of 134,459 boards"]
    fn omaha_odds_are_sums_over_all_boards() {
        let run = &mut Run::new(available());
        let boards = CanonicalBoards::new(5, run).unwrap();
        let indexer = HandIndexer::new(&[HOLE]).unwrap();
        let hands = all_hands_of_deck();
        let classes: Vec<usize> = hands.iter().map(|hand| indexer.index(0, hand).unwrap() as usize).collect();
        let (on, ones) = (OmahaBoards::get().unwrap(), vec![1u32; OMAHA_HANDS]);
        let items: Vec<_> = boards.cards().chunks(5).zip(boards.weights()).collect();
        let new = || Ok((AgainstRange::<u32>::new()?, vec![[0u128; 2]; 16_432]));
        let add = |(counter, sums): &mut (AgainstRange<u32>, Vec<[u128; 2]>),
                   (board, &times): (&[u8], &u64),
                   _: &mut crate::runtime::MayGoOn<'_>| {
            let board = CardSet::from_ids(board)?;
            let left = !board;
            let found = counter.count(&on.of(board), left, &ones)?;
            let cards: Vec<u8> = left.ids().collect();
            for_each_three(47, 0, |[b, c, d], place, lowest| {
                for a in 0..lowest {
                    let hand = Places::of(0).hand([a, b, c, d].map(|at| cards[at]));
                    let sum = &mut sums[classes[hand]];
                    *sum = [0, 1].map(|at| sum[at] + u128::from(found[place + a][at]) * u128::from(times));
                }
            });
            Ok(())
        };
        let merge = |(_, sums): &mut (AgainstRange<u32>, Vec<[u128; 2]>), (_, more): (_, Vec<[u128; 2]>)| {
            for (sum, more) in sums.iter_mut().zip(&more) {
                *sum = [0, 1].map(|at| sum[at] + more[at]);
            }
            Ok(())
        };
        let (_, sums) = run.reduce(items, boards.len(), new, add, merge).unwrap();
        for (class, sum) in sums.into_iter().enumerate() {
            let mut hand = [0; HOLE];
            indexer.unindex(0, class as u64, &mut hand).unwrap();
            let odds = omaha_odds(CardSet::from_ids(&hand).unwrap()).unwrap();
            let hands = u128::from(indexer.multiplicity(0, class as u64).unwrap());
            assert_eq!(sum, [odds.wins, odds.wins + odds.ties].map(|n| u128::from(n) * hands), "{hand:?}");
        }
    }

    /// The hands of the deck, in colexicographic order.
    fn all_hands_of_deck() -> Vec<Hand> {
        let mut hands = Vec::new();
        for_each_three(52, 0, |[b, c, d], _, lowest| {
            hands.extend((0..lowest).map(|a| [a, b, c, d].map(|card| card as u8)));
        });
        hands
    }

    /// FNV-1a, 64 bits.
    fn fnv1a(bytes: &[u8]) -> u64 {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }

    #[test]
    fn the_table_of_omaha_odds_is_the_one_that_was_computed() {
        assert_eq!((PACKED.len(), fnv1a(PACKED)), (164_320, 0x2c07_fae2_66a3_c85a));
    }

    /// Half of all pots are won.
    #[test]
    fn wins_and_ties_of_all_hands_add_up() {
        let mut half_pots = 0;
        for hand in all_hands_of_deck() {
            let odds = omaha_odds(CardSet::from_ids(&hand).unwrap()).unwrap();
            half_pots += 2 * odds.wins + odds.ties;
        }
        assert_eq!(half_pots, 57_208_371_584_364_000);
        assert_eq!(half_pots, OMAHA_HANDS as u64 * OmahaOdds::SHOWDOWNS);
    }
}

//! Before the flop: for every hand of a player, the opponent's weaker and equally strong hands, summed over all boards. There
//! are two tables:
//!
//! * against a random hand;
//! * against a random hand of some ranks.
//!
//! Boards are counted by their ranks and, where they have three cards of a suit or more, by the ranks of these. A hand meets
//! as many boards of a type as its own cards leave: that depends on its kinds of cards only (see `kinds`). So a hand of kinds
//! has a sum over all boards with a flush of one suit; a hand of ranks, over all boards as if there were no flushes. A hand of
//! cards adds the sums of its ranks, and for each suit the difference that flushes of that suit make to it.

use super::kinds::{AgainstRandom, FLUSH_SUIT, MOST_KINDS, Placed, RANK_KINDS, all_hands, kinds_of, n_kinds, ranks_of};
use super::weights::hand_of;
use crate::cards::{CardSet, RANKS, SuitPermutation};
use crate::combinatorics::{choose_small, for_each_multiset, subsets};
use crate::equity::subset_sums::{SetPlaces, Sum, hands_of};
use crate::error::Result;
use crate::evaluator::OmahaBoards;
use crate::memory::{try_collect, try_push, try_vec};
use crate::runtime::{MayGoOn, Run};
use std::ops::Range;

/// The number of multisets of the ranks of a board.
pub(super) const BOARD_RANKS: usize = 6_175;

/// The number of cards of each rank.
type RankCounts = [u8; RANK_KINDS];

/// The weaker hands of the opponent, and those that are not stronger, summed over boards; modulo 2^64, as differences are
/// negative at times.
pub(super) type Below = [u64; 2];

/// Hands of kinds of cards, without or with a flush.
struct Listed<const K: usize> {
    /// Those of both players.
    all: Placed<K>,
    /// Those that are asked about.
    asked: Placed<K>,
}

/// The hands that the two players may have.
pub(super) struct PreflopHands<const K: usize> {
    /// By the place of the ranks of the opponent's hand; all if there is no list.
    ranks: Option<Vec<bool>>,
    listed: [Listed<K>; 2],
}

impl<const K: usize> PreflopHands<K> {
    /// Any hands.
    pub(super) fn any() -> Result<Self> {
        let all = |has_flush| {
            let all = hands_of_deck(has_flush)?;
            Ok(Listed { asked: try_collect(all.iter().map(|&hand| Ok(hand)))?, all })
        };
        Ok(Self { ranks: None, listed: [all(false)?, all(true)?] })
    }
}

impl PreflopHands<4> {
    /// The hands `own`, and an opponent with one of these ranks.
    pub(super) fn of(own: &[CardSet], ranks: Vec<bool>) -> Result<Self> {
        let places = SetPlaces::of(1);
        let listed = |has_flush: bool| {
            let mut is_asked = try_vec(false, hands_of(n_kinds(has_flush), 4, 1))?;
            for &hand in own {
                for suit in 0..if has_flush { 4 } else { 1 } {
                    is_asked[places.hand(as_kinds(hand_of(hand), suit, has_flush))] = true;
                }
            }
            let mut listed = Listed { all: vec![], asked: vec![] };
            for (hand, place) in hands_of_deck(has_flush)? {
                let is_asked = is_asked[place as usize];
                if is_asked {
                    try_push(&mut listed.asked, (hand, place))?;
                }
                if is_asked || ranks[places.hand(ranks_of(hand, has_flush))] {
                    try_push(&mut listed.all, (hand, place))?;
                }
            }
            Ok(listed)
        };
        Ok(Self { listed: [listed(false)?, listed(true)?], ranks: Some(ranks) })
    }
}

/// Sums over boards.
pub(super) struct PreflopSums<'a, S, const K: usize> {
    players: &'a PreflopHands<K>,
    boards: OmahaBoards,
    counter: AgainstRandom<S, K>,
    /// By the place of the ranks of a hand: over all boards, as if there were no flushes.
    of_ranks: Vec<Below>,
    /// By the place of the kinds of a hand: the difference of boards with a flush of one suit.
    of_kinds: Vec<Below>,
    /// The results of hands of ranks on the current board without flushes.
    without_flush: Vec<[u32; 2]>,
}

impl<'a, S: Sum, const K: usize> PreflopSums<'a, S, K> {
    fn new(players: &'a PreflopHands<K>) -> Result<Self> {
        let counter = match &players.ranks {
            Some(ranks) => AgainstRandom::with_ranks(ranks)?,
            None => AgainstRandom::new()?,
        };
        let [of_ranks, of_kinds] = [RANK_KINDS, MOST_KINDS].map(|n| hands_of(n, K, 1));
        Ok(Self {
            players,
            boards: OmahaBoards::get()?,
            counter,
            of_ranks: try_vec([0; 2], of_ranks)?,
            of_kinds: try_vec([0; 2], of_kinds)?,
            without_flush: try_vec([0; 2], of_ranks)?,
        })
    }

    /// The sums over all boards.
    pub(super) fn of_all_boards(players: &'a PreflopHands<K>, run: &mut Run<'_>) -> Result<Self> {
        Self::of_boards(players, 0..BOARD_RANKS, run)
    }

    /// The sums over the boards with some of the `BOARD_RANKS` multisets of ranks.
    pub(super) fn of_boards(players: &'a PreflopHands<K>, some: Range<usize>, run: &mut Run<'_>) -> Result<Self> {
        let mut boards: Vec<RankCounts> = Vec::new();
        for_each_multiset(RANK_KINDS, 5, 4, &mut |counts| {
            boards.push(std::array::from_fn(|rank| counts[rank] as u8));
        });
        let boards = &boards[some];
        let add = |sums: &mut Self, ranks: &RankCounts, _: &mut MayGoOn<'_>| sums.add(ranks);
        let merge = |sums: &mut Self, other: Self| {
            sums.merge(&other);
            Ok(())
        };
        run.reduce(boards, boards.len(), || Self::new(players), add, merge)
    }

    /// Adds all boards with these ranks.
    fn add(&mut self, ranks: &RankCounts) -> Result<()> {
        let sorted: Vec<u8> = (0..RANKS).flat_map(|rank| (0..ranks[usize::from(rank)]).map(move |_| rank)).collect();
        // Some cards of these ranks are gone; without flushes it does not matter which.
        let board = cards(ranks, 0);
        let on_board = self.boards.of_ranks(sorted.try_into().unwrap_or_default());
        let listed = &self.players.listed[0];
        let found = self.counter.count_listed(&on_board, !board, false, &listed.all)?;
        for (hand, place) in &listed.asked {
            let (place, boards) = (*place as usize, boards_beside(ranks, 4, hand.iter().copied()));
            self.without_flush[place] = found[place];
            add_times(&mut self.of_ranks[place], found[place], boards);
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
    fn add_flush(&mut self, ranks: &RankCounts, flush: u32) -> Result<()> {
        let others: RankCounts = std::array::from_fn(|rank| ranks[rank] - (flush >> rank & 1) as u8);
        if others.iter().any(|&n| n > 3) {
            return Ok(());
        }
        let board = cards(&others, flush);
        let (listed, places) = (&self.players.listed[1], SetPlaces::of(1));
        let found = self.counter.count_listed(&self.boards.of(board), !board, true, &listed.all)?;
        for &(kinds, place) in &listed.asked {
            // Odd kinds are of the suit of the flush.
            if kinds.iter().any(|kind| kind % 2 == 1 && flush >> (kind / 2) & 1 != 0) {
                continue;
            }
            let boards = boards_beside(&others, 3, kinds.iter().filter(|&kind| kind % 2 == 0).map(|kind| kind / 2));
            let sum = &mut self.of_kinds[place as usize];
            add_times(sum, found[place as usize], boards);
            let without_flush = self.without_flush[places.hand(ranks_of(kinds, true))];
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

    /// The sums of a hand of cards.
    pub(super) fn of(&self, hand: [u8; K]) -> Below {
        let places = SetPlaces::of(1);
        let mut below = self.of_ranks[places.hand(as_kinds(hand, FLUSH_SUIT, false))];
        for suit in 0..4 {
            let more = self.of_kinds[places.hand(as_kinds(hand, suit, true))];
            below = [0, 1].map(|at| below[at].wrapping_add(more[at]));
        }
        below
    }
}

/// The kinds of the cards of a hand, if flushes are of this suit.
fn as_kinds<const K: usize>(hand: [u8; K], suit: u8, has_flush: bool) -> [u8; K] {
    let swap = SuitPermutation::swap(suit, FLUSH_SUIT);
    let mut kinds = kinds_of(hand.map(|card| swap.card(card)), has_flush);
    kinds.sort_unstable();
    kinds
}

/// All hands of kinds of cards of a whole deck.
fn hands_of_deck<const K: usize>(has_flush: bool) -> Result<Placed<K>> {
    let copies = |kind: u8| match (has_flush, kind % 2) {
        (false, _) => 4,
        (true, 1) => 1,
        (true, _) => 3,
    };
    let is_dealt = |hand: &[u8; K]| hand.chunk_by(|a, b| a == b).all(|equal| equal.len() <= copies(equal[0]));
    let placed = all_hands(n_kinds(has_flush)).zip(0..).filter(|(hand, _)| is_dealt(hand));
    try_collect(placed.map(Ok))
}

/// Cards of these ranks in the first suits, and of the ranks `flush` in the suit of the flush.
fn cards(ranks: &RankCounts, flush: u32) -> CardSet {
    let bits = (0..).zip(ranks).fold(0, |bits, (rank, &n)| {
        let suited = u64::from(flush >> rank & 1) << FLUSH_SUIT;
        bits | (((1 << n) - 1) | suited) << (4 * rank)
    });
    CardSet::new(bits).unwrap_or_default()
}

/// The number of sets of cards of the ranks `board` without the cards of a hand, if there are `copies` of each rank.
fn boards_beside(board: &RankCounts, copies: u8, hand: impl Iterator<Item = u8>) -> u64 {
    let mut left = [copies; RANK_KINDS];
    // Hands of more copies than there are have no number that anybody asks for.
    hand.map(usize::from).for_each(|rank| left[rank] = left[rank].saturating_sub(1));
    let held = board.iter().zip(left).filter(|&(&n, _)| n > 0);
    held.map(|(&n, left)| u64::from(choose_small(left.into(), n.into()))).product()
}

fn add_times(sum: &mut Below, found: [u32; 2], times: u64) {
    *sum = [0, 1].map(|at| sum[at].wrapping_add(u64::from(found[at]).wrapping_mul(times)));
}

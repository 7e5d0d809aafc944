//! Every pair of hole cards on one board, indexed together.
//!
//! A hole pair involves one suit or two. For each suit the group index with no, one and two hole cards is computed once; for
//! each pair of suits the configuration is looked up once. A hand then takes two products and a sum.

use super::bits::{self, BitKernel, Bits};
use super::configuration::Round;
use super::deal_state::combine;
use super::hand_indexer::{CARD_BITS, HandIndexer};
use super::rank_set::{ALL_RANKS, BINOMIAL, COLEX};
use super::tied_suits::index_2;
use crate::cards::DECK;
use crate::combinatorics::pairs;
use crate::error::{Error, Result};
use crate::memory::try_with_capacity;
use crate::runtime::Run;

/// Boards of one step of a parallel batch.
const CHUNK: usize = 64;

impl HandIndexer {
    /// The hole pairs of [`HandIndexer::index_board`], `[low, high]`, in its order, for a board of any of its rounds.
    pub fn hole_pairs(&self, board: &[u8]) -> Result<Vec<[u8; 2]>> {
        self.check_board_game(self.n_rounds() - 1)?;
        let mut boards = self.rounds[1..].iter().map(|round| round.through - 2);
        // For an error message: the smallest board that holds the cards, or else the largest.
        let meant = boards.clone().find(|&cards| cards >= board.len()).or_else(|| boards.next_back());
        Self::check_count(meant.unwrap_or(0), board.len())?;
        let mut on_board = 0;
        for &card in board {
            let bit = self.deck.bit(card);
            if bit == 0 || on_board & bit != 0 {
                return Err(self.reject(0, board, None));
            }
            on_board |= bit;
        }
        let is_left = |card: &u8| self.deck.bit(*card) & !on_board != 0;
        let left: Vec<u8> = (0..DECK).filter(is_left).collect();
        let mut pairs = try_with_capacity(left.len() * left.len() / 2)?;
        pairs.extend(left.iter().enumerate().flat_map(|(k, &high)| left[..k].iter().map(move |&low| [low, high])));
        Ok(pairs)
    }

    /// The number of hole pairs that a board of rounds `1..=round` leaves.
    pub fn n_hole_pairs(&self, round: usize) -> Result<usize> {
        self.check_board_game(round)?;
        let left = self.n_ranks() * self.n_suits() + 2 - self.rounds[round].through;
        Ok(pairs(left))
    }

    /// The indices in `round` of all hole pairs on one board, in a game whose round 0 deals the two hole cards. The
    /// board is the cards of rounds `1..=round`; `out` takes [`HandIndexer::n_hole_pairs`] indices: with the cards
    /// that are not on the board in ascending order, the pair of the `i`-th and the `j > i`-th is number
    /// `C(j, 2) + i`.
    ///
    /// ```
    /// let river = pokerbits::indexer::HandIndexer::new(&[2, 5])?;
    /// let board = [0, 13, 26, 39, 51];
    /// let mut out = vec![0; river.n_hole_pairs(1)?];
    /// river.index_board(1, &board, &mut out)?;
    /// for (&[low, high], &index) in river.hole_pairs(&board)?.iter().zip(&out) {
    ///     assert_eq!(river.index(1, &[low, high, 0, 13, 26, 39, 51])?, index);
    /// }
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn index_board(&self, round: usize, board: &[u8], out: &mut [u64]) -> Result<()> {
        let n_pairs = self.n_hole_pairs(round)?;
        Self::check_count(self.rounds[round].through - 2, board.len())?;
        Self::check_rows("indices", 1, n_pairs, out.len())?;
        bits::run(self.level, BoardHoles { indexer: self, round, board, row: None, out })
    }

    /// [`HandIndexer::index_board`] for rows of boards, one row of indices each.
    pub fn index_boards(&self, round: usize, boards: &[u8], out: &mut [u64], run: &mut Run<'_>) -> Result<()> {
        let n_pairs = self.n_hole_pairs(round)?;
        let width = self.rounds[round].through - 2;
        let n_boards = boards.len() / width;
        Self::check_rows("boards", n_boards, width, boards.len())?;
        Self::check_rows("indices", n_boards, n_pairs, out.len())?;
        let level = run.level();
        let chunks = boards.chunks(CHUNK * width).zip(out.chunks_mut(CHUNK * n_pairs)).enumerate();
        run.for_each(chunks, n_boards.div_ceil(CHUNK), |(at, (boards, out))| {
            for (k, (board, out)) in boards.chunks_exact(width).zip(out.chunks_exact_mut(n_pairs)).enumerate() {
                let row = Some(at * CHUNK + k);
                bits::run(level, BoardHoles { indexer: self, round, board, row, out })?;
            }
            Ok(())
        })
    }

    fn check_board_game(&self, round: usize) -> Result<()> {
        self.check_round(round)?;
        if self.rounds[0].cards != 2 || round == 0 {
            return Err(Error::InvalidArgument(format!(
                "round {round} of {self:?} is not a board under two hole cards"
            )));
        }
        Ok(())
    }
}

struct BoardHoles<'a> {
    indexer: &'a HandIndexer,
    round: usize,
    board: &'a [u8],
    row: Option<usize>,
    out: &'a mut [u64],
}

/// The cards of one suit.
struct SuitHoldings {
    /// The board's ranks in each of rounds `1..`.
    sets: [u32; 7],
    /// The ranks that are left for the hole, ascending, each with its card's place among those left, and the group
    /// index with that one hole card.
    free: [(u32, usize, u64); 13],
    n_free: usize,
    /// The group index without a hole card.
    empty: u64,
}

impl SuitHoldings {
    /// The group index with the hole ranks `hole`.
    #[inline(always)]
    fn group<B: Bits>(&self, bits: B, n_ranks: u32, n_rounds: usize, hole: u32) -> u64 {
        let mut used = hole;
        let mut group = u32::from(COLEX[hole as usize & ALL_RANKS as usize]);
        let mut left = n_ranks;
        let mut place = 1u32;
        let mut before = hole;
        for &set in &self.sets[..n_rounds] {
            // The radix of the digit before this one.
            let count = bits.count(before);
            place = place.wrapping_mul(BINOMIAL[left as usize & 15][count as usize & 15]);
            left = left.wrapping_sub(count);
            let digit = COLEX[(bits.compress(set, ALL_RANKS & !used) & ALL_RANKS) as usize];
            group = group.wrapping_add(place.wrapping_mul(digit.into()));
            used |= set;
            before = set;
        }
        group.into()
    }
}

impl BitKernel for BoardHoles<'_> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<B: Bits>(self, bits: B) -> Result<()> {
        let Self { indexer, round, board, row, out } = self;
        let deck = &indexer.deck;
        let n_ranks = deck.n_ranks;
        let mut copy = [0; DECK as usize];
        let board = {
            let copy = &mut copy[..board.len()];
            copy.copy_from_slice(board);
            &*copy
        };

        // The board: its cards by round and suit, and its part of the state.
        let boards = &indexer.rounds[1..=round];
        let mut suits: [SuitHoldings; 4] =
            std::array::from_fn(|_| SuitHoldings { sets: [0; 7], free: [(0, 0, 0); 13], n_free: 0, empty: 0 });
        let mut used = 0;
        let mut state = 0u32;
        let mut n_states = 1u32;
        let mut rest = board;
        for (at, round) in boards.iter().enumerate() {
            let (cards, later) = rest.split_at(round.cards);
            let sum = cards.iter().fold(0u64, |sum, &card| sum.wrapping_add(deck.words[card as usize]));
            let dealt = sum & CARD_BITS;
            if dealt.count_ones() as usize != round.cards || dealt & used != 0 {
                return Err(indexer.reject(used, cards, row));
            }
            state = state * round.n_ways + u32::from(round.ways[(sum >> 52) as usize]);
            n_states *= round.n_ways;
            for (s, suit) in suits.iter_mut().enumerate() {
                suit.sets[at] = (dealt >> (13 * s)) as u32 & ALL_RANKS;
            }
            used |= dealt;
            rest = later;
        }

        // The contribution of each suit.
        let n_rounds = boards.len();
        let mut place = 0;
        for card in deck.first..deck.first + 4 * n_ranks as u8 {
            let s = card as usize & 3;
            if s < deck.n_suits && used & deck.bit(card) == 0 {
                let rank = u32::from((card - deck.first) >> 2);
                let group = suits[s].group(bits, n_ranks, n_rounds, 1 << rank);
                let suit = &mut suits[s];
                suit.free[suit.n_free] = (rank, place, group);
                suit.n_free += 1;
                place += 1;
            }
        }
        for suit in &mut suits {
            suit.empty = suit.group(bits, n_ranks, n_rounds, 0);
        }

        let last = &indexer.rounds[round];
        let ways = &indexer.rounds[0].ways;
        for s in 0..deck.n_suits {
            let hole = |t: usize| {
                let key = [s, t].iter().filter(|&&x| x < 3).map(|&x| 1usize << (4 * x)).sum::<usize>();
                PairPlaces::new(last, u32::from(ways[key]) * n_states + state, s, t, &suits)
            };
            let free = &suits[s].free[..suits[s].n_free];
            // A deck of one rank has no way to deal two cards of a suit.
            if free.len() > 1 {
                let suited = hole(s);
                for (k, &(high, high_place, _)) in free.iter().enumerate() {
                    let base = pairs(high_place);
                    for &(low, low_place, _) in &free[..k] {
                        let group = suits[s].group(bits, n_ranks, n_rounds, 1 << high | 1 << low);
                        out[base + low_place] = suited.base.wrapping_add(suited.first.wrapping_mul(group));
                    }
                }
            }
            for (t, other_suit) in suits.iter().enumerate().take(deck.n_suits).skip(s + 1) {
                let places = hole(t);
                for &(_, a, group) in free {
                    let part = places.base.wrapping_add(places.first.wrapping_mul(group));
                    for &(_, b, other) in &other_suit.free[..other_suit.n_free] {
                        out[pairs(a.max(b)) + a.min(b)] = if places.is_tied {
                            places.base.wrapping_add(places.first.wrapping_mul(index_2(group, other)))
                        } else {
                            part.wrapping_add(places.second.wrapping_mul(other))
                        };
                    }
                }
            }
        }
        Ok(())
    }
}

/// The contribution of the hole cards' suits `s` and `t` to the index.
struct PairPlaces {
    /// The index when both group indices are 0.
    base: u64,
    first: u64,
    second: u64,
    is_tied: bool,
}

impl PairPlaces {
    #[inline(always)]
    fn new(last: &Round, state: u32, s: usize, t: usize, suits: &[SuitHoldings; 4]) -> Self {
        let record = &last.records[last.configurations[state as usize] as usize];
        let order = last.permutations[state as usize] as usize;
        let group_of = |place: usize| {
            let suit = order >> (2 * place) & 3;
            if suit == s || suit == t { 0 } else { suits[suit].empty }
        };
        let place_of = |suit: usize| (0..4).find(|&p| order >> (2 * p) & 3 == suit).unwrap_or(0);
        // The place value of a suit is that of the first suit of its run.
        let value_of = |mut place: usize| loop {
            match place.checked_sub(1).map(|before| record.places[before]) {
                None => return 1,
                Some(0) => place -= 1,
                Some(value) => return value,
            }
        };
        let (first, second) = (place_of(s), place_of(t));
        // A suit without hole cards cannot have the sequence of one with them: only these two can be tied.
        let is_tied = first != second && record.places[first.max(second) - 1] == 0;
        Self {
            base: combine(record, [group_of(0), group_of(1), group_of(2), group_of(3)]),
            first: value_of(first),
            second: value_of(second),
            is_tied,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;
    use crate::testing::shuffle_front;

    /// The indices of all pairs, in an array of their own.
    struct AllPairs<'a> {
        indexer: &'a HandIndexer,
        round: usize,
        board: &'a [u8],
        n_pairs: usize,
    }

    impl BitKernel for AllPairs<'_> {
        type Output = Vec<u64>;

        #[inline(always)]
        fn run<B: Bits>(self, bits: B) -> Vec<u64> {
            let Self { indexer, round, board, n_pairs } = self;
            let mut out = vec![u64::MAX; n_pairs];
            BoardHoles { indexer, round, board, row: None, out: &mut out }.run(bits).unwrap();
            out
        }
    }

    #[test]
    fn a_board_is_its_pairs_one_by_one() {
        let games = [
            (&[2usize, 3, 1, 1][..], 13, 4),
            (&[2, 5], 13, 4),
            (&[2, 4], 13, 4),
            (&[2, 5], 9, 4),
            (&[2, 3, 1, 1], 5, 4),
            (&[2, 1], 3, 2),
            (&[2, 1], 3, 1),
            (&[2, 1, 1], 1, 4),
            (&[2, 2, 3], 13, 3),
        ];
        for (game, n_ranks, n_suits) in games {
            let indexer = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap();
            let deck: Vec<u8> = (0..DECK).filter(|&c| indexer.deck.bit(c) != 0).collect();
            let mut rng = Philox::new([9, 9], [0; 4]);
            for round in 1..game.len() {
                let width = indexer.rounds[round].through - 2;
                for _ in 0..40 {
                    let mut cards = deck.clone();
                    shuffle_front(&mut rng, &mut cards, width);
                    let board = &cards[..width];
                    let pairs = indexer.hole_pairs(board).unwrap();
                    assert_eq!(indexer.n_hole_pairs(round), Ok(pairs.len()));
                    for out in bits::run_with_all(|| AllPairs { indexer: &indexer, round, board, n_pairs: pairs.len() })
                    {
                        for (pair, index) in pairs.iter().zip(out) {
                            let hand = [&pair[..], board].concat();
                            assert_eq!(indexer.index(round, &hand).unwrap(), index, "{indexer:?} {hand:?}");
                        }
                    }
                }
            }
        }
    }
}

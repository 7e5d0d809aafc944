//! Players' hands, and their strengths on a whole board.

use crate::cards::CardSet;
use crate::evaluator::Tables;
use crate::evaluator::keys::RANK_KEYS_7;
use crate::showdown::board_pattern::RankMultiset;

/// The strengths of the players' hands.
#[derive(Clone, Copy)]
pub(crate) struct Strengths<const P: usize>(pub(crate) [u16; P]);

impl<const P: usize> Strengths<P> {
    /// Strengths of players without a hand.
    pub(crate) const NONE: Self = Self([0; P]);

    /// The players with the best hand, one bit each.
    #[inline(always)]
    pub(crate) fn winners(self) -> usize {
        let best = self.0.iter().fold(0, |best, &strength| strength.max(best));
        self.0.iter().enumerate().fold(0, |set, (player, &s)| set | usize::from(s == best) << player)
    }

    /// The better of the two hands of each player.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self(std::array::from_fn(|player| self.0[player].max(other.0[player])))
    }
}

/// The players of a showdown on a board that is known by its pattern.
pub(crate) trait OnPatterns<const P: usize> {
    /// The smallest number of board cards of a suit with which some player has a flush in it; more than five if nobody can.
    fn flush_cards(&self, suit: usize) -> u32;

    /// The strengths with a board of these ranks, without flushes.
    fn with_ranks(&self, board: &RankMultiset) -> Strengths<P>;

    /// The strengths of flushes with these board cards of a suit; 0 for a player without one.
    fn flushes(&self, suit: usize, ranks: u16) -> Strengths<P>;

    /// The players with the best low on a board of these ranks, one bit each; 0 in games without lows.
    fn best_lows(&self, _board: &RankMultiset) -> usize {
        0
    }
}

/// The cards of players and board, in games in which any five of seven cards count.
pub(crate) struct Players<const P: usize, T> {
    tables: T,
    /// Sums of rank keys.
    keys: [u32; P],
    /// Ranks by suit.
    ranks: [[u16; P]; 4],
}

impl<const P: usize, T: Tables> Players<P, T> {
    pub(crate) fn new(tables: T, hands: &[[u8; 2]], board: CardSet) -> Self {
        let mut players = Self { tables, keys: [board.ids().map(rank_key).sum(); P], ranks: [[0; P]; 4] };
        for (suit, ranks) in (0..).zip(&mut players.ranks) {
            *ranks = [board.ranks_of_suit(suit); P];
        }
        for (i, hand) in hands.iter().enumerate().take(P) {
            for &card in hand {
                players.keys[i] += rank_key(card);
                players.ranks[usize::from(card % 4)][i] |= 1 << (card / 4);
            }
        }
        players
    }

    /// The largest number of cards of a suit that a player has.
    pub(crate) fn most_of_suit(&self, suit: usize) -> u32 {
        self.ranks[suit].iter().map(|ranks| ranks.count_ones()).max().unwrap_or(0)
    }

    /// Strengths by ranks alone, with additional cards whose rank keys sum to `key`.
    #[inline(always)]
    pub(crate) fn by_ranks(&self, key: u32) -> Strengths<P> {
        Strengths(self.keys.map(|keys| self.tables.rank_strength::<7>(keys + key)))
    }

    /// Strengths of flushes in `suit` with additional `ranks` of it; 0 for a player without one.
    #[inline(always)]
    pub(crate) fn flushes_with(&self, suit: usize, ranks: u16) -> Strengths<P> {
        Strengths(self.ranks[suit].map(|own| self.tables.flush_of_ranks(own | ranks)))
    }
}

impl<const P: usize, T: Tables> OnPatterns<P> for Players<P, T> {
    fn flush_cards(&self, suit: usize) -> u32 {
        5 - self.most_of_suit(suit)
    }

    #[inline(always)]
    fn with_ranks(&self, board: &RankMultiset) -> Strengths<P> {
        self.by_ranks(board.key_sum)
    }

    #[inline(always)]
    fn flushes(&self, suit: usize, ranks: u16) -> Strengths<P> {
        self.flushes_with(suit, ranks)
    }
}

pub(crate) fn rank_key(card: u8) -> u32 {
    RANK_KEYS_7[usize::from(card / 4)]
}

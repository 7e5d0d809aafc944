//! What several players hold, and how strong it is once the rest of the board has come.

use crate::cards::CardSet;
use crate::evaluator::keys::RANK_KEYS_7;
use crate::evaluator::{flush_strength_of_ranks, rank_strength};

/// The strengths of the players' hands.
#[derive(Clone, Copy)]
pub(super) struct Strengths<const P: usize>(pub(super) [u16; P]);

impl<const P: usize> Strengths<P> {
    /// Of players without a hand.
    pub(super) const NONE: Self = Self([0; P]);

    /// The better of the two hands of each player.
    #[inline(always)]
    pub(super) fn max(self, other: Self) -> Self {
        Self(std::array::from_fn(|player| self.0[player].max(other.0[player])))
    }
}

/// What the players hold together with the board.
pub(super) struct Players<const P: usize> {
    /// Sums of rank keys.
    keys: [u32; P],
    /// Ranks by suit.
    ranks: [[u16; P]; 4],
}

impl<const P: usize> Players<P> {
    pub(super) fn new(hands: &[[u8; 2]], board: CardSet) -> Self {
        let mut players = Self { keys: [board.ids().map(rank_key).sum(); P], ranks: [[0; P]; 4] };
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

    /// The most cards of a suit that a player has.
    pub(super) fn most_of_suit(&self, suit: usize) -> u32 {
        self.ranks[suit].iter().map(|ranks| ranks.count_ones()).max().unwrap_or(0)
    }

    /// Strengths by ranks alone, with more cards whose rank keys sum to `key`.
    #[inline(always)]
    pub(super) fn by_ranks(&self, key: u32) -> Strengths<P> {
        Strengths(self.keys.map(|keys| rank_strength::<7>(keys + key)))
    }

    /// Strengths of flushes in `suit` with more `ranks` of it, 0 for a player who has none.
    #[inline(always)]
    pub(super) fn flushes(&self, suit: usize, ranks: u16) -> Strengths<P> {
        Strengths(self.ranks[suit].map(|own| flush_strength_of_ranks(own | ranks)))
    }
}

pub(super) fn rank_key(card: u8) -> u32 {
    RANK_KEYS_7[usize::from(card / 4)]
}

//! Showdowns after the flop: the turn and the river come as kinds of cards.
//!
//! Cards of one rank in suits in which nobody can make a flush any more are one kind: no showdown tells them apart. Of
//! the 990 runouts of two hands on a flop some 240 are left.

use super::counts::ShowdownCounts;
use super::players::{Players, rank_key};
use crate::cards::{CardSet, DECK, RANKS};

/// A card that may come, or several that no showdown tells apart: those of one rank in suits in which nobody can make a
/// flush any more.
#[derive(Clone, Copy)]
struct Kind {
    /// The rank key.
    key: u32,
    /// The suit, if a flush in it is possible, else [`DEAD`].
    suit: usize,
    /// The rank, as a bit.
    rank: u16,
    /// How many cards are left of the kind.
    copies: u64,
}

/// In the place of a suit without flushes.
const DEAD: usize = 4;

/// Suit and rank in the place of a card that does not come.
const NO_CARD: (usize, u16) = (DEAD, 0);

/// Deals the missing board cards, two at most, in every way: kinds of cards at a time.
pub(super) fn count_runouts<const P: usize>(
    hands: &[[u8; 2]],
    board: CardSet,
    left: CardSet,
    counts: &mut ShowdownCounts,
) {
    let players = Players::<P>::new(hands, board);
    let missing = 5 - board.len();
    let is_live: [bool; 4] = std::array::from_fn(|suit| players.most_of_suit(suit) + missing >= 5);
    // A player has two cards: without three of the suit on the board nobody has a flush.
    let on_board: [u32; 4] = std::array::from_fn(|suit| board.ranks_of_suit(suit as u8).count_ones());
    let mut kinds = [Kind { key: 0, suit: DEAD, rank: 0, copies: 0 }; DECK as usize];
    let mut n = 0;
    for rank in 0..RANKS {
        let mut dead = Kind { key: rank_key(4 * rank), suit: DEAD, rank: 1 << rank, copies: 0 };
        for suit in (0..4).filter(|suit| left.bits() >> (4 * rank + suit) & 1 != 0).map(usize::from) {
            if is_live[suit] {
                kinds[n] = Kind { suit, copies: 1, ..dead };
                n += 1;
            } else {
                dead.copies += 1;
            }
        }
        if dead.copies > 0 {
            kinds[n] = dead;
            n += 1;
        }
    }
    let kinds = &kinds[..n];

    let mut showdown = |key: u32, dealt: [(usize, u16); 2], boards: u64| {
        let mut strengths = players.by_ranks(key);
        for suit in 0..4 {
            let of_suit = dealt.map(|(dealt, rank)| if dealt == suit { rank } else { 0 });
            let ranks = of_suit[0] | of_suit[1];
            if is_live[suit] && on_board[suit] + ranks.count_ones() >= 3 {
                players.raise_flushes(suit, ranks, &mut strengths);
            }
        }
        counts.count(&strengths, boards);
    };
    match missing {
        0 => showdown(0, [NO_CARD; 2], 1),
        1 => kinds.iter().for_each(|a| showdown(a.key, [(a.suit, a.rank), NO_CARD], a.copies)),
        _ => {
            for (i, a) in kinds.iter().enumerate() {
                let first = (a.suit, a.rank);
                for b in &kinds[..i] {
                    showdown(a.key + b.key, [first, (b.suit, b.rank)], a.copies * b.copies);
                }
                if a.copies > 1 {
                    showdown(2 * a.key, [first, NO_CARD], a.copies * (a.copies - 1) / 2);
                }
            }
        }
    }
}

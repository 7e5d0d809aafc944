//! A board as one hand sees it: how many other hands of each class are weaker, equal, or there at all.
//!
//! The hands with a card are kept by the rank of their other card, so that a vector of 16 ranks takes one comparison.

use crate::cards::{COMBOS, CardSet, DECK, HAND_CLASS_COUNT, combo_bits, hand_class};
use crate::error::Result;
use crate::evaluator::{ComboStrengths, evaluate_combos};

/// Lanes of a vector of ranks: 13 are used.
const RANKS: usize = 16;
/// Lanes of the classes that contain a rank, by the other rank: unsuited ones and the pair, then suited ones.
pub(super) const RANK_LANES: usize = 2 * RANKS;
/// Lanes of all classes: 169 are used.
pub(super) const CLASS_LANES: usize = 192;

/// The strength of a hand that does not exist: no hand is stronger or equal.
const NONE: i16 = i16::MAX;

/// The strengths of the hands with a card, by the rank of their other card: unsuited ones in a row for each suit, suited ones in
/// the second half of the first row.
type ByOther = [[i16; RANK_LANES]; 3];

/// For the classes that contain a rank: the hands with one card that are weaker, those that are there, and those that are
/// equal.
pub(super) type OfCard = [i16; 3 * RANK_LANES];
/// The same for all classes, with the hands of all cards.
pub(super) type OfHand = [i16; 3 * CLASS_LANES];

/// A board, with the strengths of the hands of each card.
pub(super) struct ClassBoard {
    strengths: ComboStrengths,
    with: [ByOther; DECK as usize],
    board: CardSet,
}

/// The place of a hand among those with `card`: row and lane.
#[inline(always)]
const fn place(card: u8, other: u8) -> (usize, usize) {
    let (suit, rank) = (((other & 3) + 3 - (card & 3)) as usize & 3, (other >> 2) as usize);
    if suit == 3 { (0, RANKS + rank) } else { (suit, rank) }
}

impl ClassBoard {
    pub(super) fn new(board: CardSet) -> Result<Self> {
        let strengths = evaluate_combos(board)?;
        let mut with = [[[NONE; RANK_LANES]; 3]; DECK as usize];
        for (&[low, high], &strength) in COMBOS.iter().zip(&strengths) {
            if strength > 0 {
                for (card, other) in [(low, high), (high, low)] {
                    let (row, lane) = place(card, other);
                    with[usize::from(card)][row][lane] = strength.cast_signed();
                }
            }
        }
        Ok(Self { strengths, with, board })
    }

    /// One hand on the board, if it has no card of it.
    #[inline(always)]
    pub(super) fn hand(&self, combo: u16) -> Option<Hand<'_>> {
        let strength = self.strengths[usize::from(combo)].cast_signed();
        if strength == 0 {
            return None;
        }
        let mut gone = [[[0; RANK_LANES]; 3]; 4];
        for card in COMBOS[usize::from(combo)] {
            for suit in 0..4 {
                let (row, lane) = place(suit, card);
                gone[usize::from(suit)][row][lane] = NONE;
            }
        }
        Some(Hand { board: self, strength, taken: self.board.bits() | combo_bits(combo.into()), gone })
    }
}

/// A hand on a board.
pub(super) struct Hand<'a> {
    board: &'a ClassBoard,
    strength: i16,
    /// Its cards and those of the board.
    taken: u64,
    /// For the four suits of a card: its hands with a card of this hand have the strength of hands that do not exist.
    gone: [ByOther; 4],
}

impl Hand<'_> {
    /// The numbers of other hands with each card of a rank and without a card of this hand; zeros for taken cards.
    #[inline(always)]
    pub(super) fn beside(&self, rank: usize) -> [OfCard; 4] {
        let mut of_cards = [[0; 3 * RANK_LANES]; 4];
        for (suit, found) in of_cards.iter_mut().enumerate() {
            let card = 4 * rank + suit;
            if self.taken >> card & 1 != 0 {
                continue;
            }
            let (with, gone) = (&self.board.with[card], &self.gone[suit]);
            for row in 0..3 {
                for lane in 0..RANK_LANES {
                    let strength = with[row][lane].max(gone[row][lane]);
                    found[lane] += i16::from(strength < self.strength);
                    found[RANK_LANES + lane] += i16::from(strength != NONE);
                    found[2 * RANK_LANES + lane] += i16::from(strength == self.strength);
                }
            }
        }
        of_cards
    }
}

/// Puts the sums over the cards of a rank into those of all classes. Ranks come in ascending order.
#[inline(always)]
pub(super) fn put_rank(rank: usize, of_rank: &OfCard, of_hand: &mut OfHand) {
    // A class has one card of its higher rank, or two: its numbers are those of this rank. The lanes of higher ranks are
    // overwritten when these come.
    let (unsuited, suited) = (rank * (rank + 1) / 2, 91 + rank * rank.saturating_sub(1) / 2);
    for part in 0..3 {
        let from = &of_rank[part * RANK_LANES..][..RANK_LANES];
        let to = &mut of_hand[part * CLASS_LANES..][..CLASS_LANES];
        to[unsuited..unsuited + 13].copy_from_slice(&from[..13]);
        to[unsuited + rank] /= 2;
        to[suited..suited + 13].copy_from_slice(&from[RANKS..RANKS + 13]);
    }
}

/// The class of a lane of a rank, or `None` for a lane of no class.
pub(super) fn class_of_lane(rank: usize, lane: usize) -> Option<usize> {
    let (other, suited) = (lane % RANKS, lane >= RANKS);
    let none = other > 12 || suited && other == rank;
    (!none).then(|| usize::from(hand_class(4 * rank as u8, 4 * other as u8 + u8::from(!suited))))
}

/// The combos of every class.
pub(super) fn combos_of_classes() -> [Vec<u16>; HAND_CLASS_COUNT] {
    let mut combos = [const { Vec::new() }; HAND_CLASS_COUNT];
    for (combo, &[low, high]) in (0..).zip(&COMBOS) {
        combos[usize::from(hand_class(low, high))].push(combo);
    }
    combos
}

//! A board as one hand sees it: how many other hands of each class are weaker, equal, or there at all.
//!
//! The hands with a card are kept by the suit of the card and the rank of their other card. The four cards of a rank stand
//! side by side: a comparison finds four integers for each rank, as products take them.

use crate::cards::{COMBOS, CardSet, HAND_CLASS_COUNT, combo_bits, hand_class};
use crate::error::Result;
use crate::evaluator::{ComboStrengths, evaluate_combos};
use crate::runtime::simd::Quad;

/// Lanes of a vector of ranks: 13 are used.
pub(super) const RANKS: usize = 16;
/// Lanes of the classes that contain a rank, by the other rank: unsuited ones and the pair, then suited ones.
pub(super) const RANK_LANES: usize = 2 * RANKS;
/// Lanes of all classes: 169 are used.
pub(super) const CLASS_LANES: usize = 176;

/// The strength of a hand that does not exist: no hand is stronger or equal.
const NONE: i16 = i16::MAX;

/// A number for each rank of one card and each suit of another: lane `4 * rank + suit`.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Lanes<T>([T; 4 * RANKS]);

/// Groups of four small integers for each of 16 columns.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Row<const GROUPS: usize>([[u8; 4 * RANKS]; GROUPS]);

impl<const GROUPS: usize> Row<GROUPS> {
    pub(super) const ZERO: Self = Self([[0; 4 * RANKS]; GROUPS]);

    #[inline(always)]
    pub(super) fn quads(&self) -> &[Quad] {
        self.0.as_flattened().as_chunks().0
    }

    #[inline(always)]
    pub(super) fn quads_mut(&mut self) -> &mut [Quad] {
        self.0.as_flattened_mut().as_chunks_mut().0
    }
}

/// For the classes that contain a rank, and its four cards: the hands with the card that are weaker, those that are there, and
/// those that are equal; each unsuited, then suited.
pub(super) type OfRank = Row<6>;
/// For all classes, the hands that are weaker, there, and equal.
pub(super) type OfHand = [u8; 3 * CLASS_LANES];

/// The hands with a card by their other suit, the same suit last.
type ByOther<T> = [Lanes<T>; 4];

/// A board, with the strengths of the hands of each card.
pub(super) struct ClassBoard {
    strengths: ComboStrengths,
    with: [ByOther<i16>; 13],
    /// Ones for the hands that exist.
    there: [ByOther<u8>; 13],
}

/// The place of a hand among those with `card`: of the other suit, and lane.
#[inline(always)]
const fn place(card: u8, other: u8) -> (usize, usize) {
    let suits = ((other & 3) + 3 - (card & 3)) & 3;
    (suits as usize, 4 * (other >> 2) as usize + (card & 3) as usize)
}

impl ClassBoard {
    pub(super) fn new(board: CardSet) -> Result<Self> {
        let strengths = evaluate_combos(board)?;
        let mut with = [[Lanes([NONE; 4 * RANKS]); 4]; 13];
        let mut there = [[Lanes([0; 4 * RANKS]); 4]; 13];
        for (&[low, high], &strength) in COMBOS.iter().zip(&strengths) {
            if strength > 0 {
                for (card, other) in [(low, high), (high, low)] {
                    let (rank, (suits, lane)) = (usize::from(card >> 2), place(card, other));
                    with[rank][suits].0[lane] = strength.cast_signed();
                    there[rank][suits].0[lane] = 1;
                }
            }
        }
        Ok(Self { strengths, with, there })
    }

    /// One hand on the board, if it has no card of it.
    #[inline(always)]
    pub(super) fn hand<'a>(&'a self, combo: &'a Combo) -> Option<Hand<'a>> {
        let strength = self.strengths[usize::from(combo.id)].cast_signed();
        (strength != 0).then_some(Hand { board: self, strength, combo })
    }
}

/// Two cards, and the hands that they leave.
pub(super) struct Combo {
    id: u16,
    cards: u64,
    /// Ones for the hands with a card of any rank whose other card is none of the two.
    free: ByOther<u8>,
}

impl Combo {
    pub(super) fn new(combo: u16) -> Self {
        let mut free = [Lanes([1; 4 * RANKS]); 4];
        for card in COMBOS[usize::from(combo)] {
            for suit in 0..4 {
                let (suits, lane) = place(suit, card);
                free[suits].0[lane] = 0;
            }
        }
        Self { id: combo, cards: combo_bits(combo.into()), free }
    }
}

/// A hand on a board.
pub(super) struct Hand<'a> {
    board: &'a ClassBoard,
    strength: i16,
    combo: &'a Combo,
}

/// By the suits of a rank that a hand has: ones in the lanes of the others.
static OTHER_SUITS: [Lanes<u8>; 16] = {
    let mut others = [Lanes([1; 4 * RANKS]); 16];
    let mut at = 0;
    while at < 16 * 4 * RANKS {
        let (suits, lane) = (at / (4 * RANKS), at % (4 * RANKS));
        others[suits].0[lane] = (suits >> (lane % 4) & 1 == 0) as u8;
        at += 1;
    }
    others
};

impl Hand<'_> {
    /// Finds the numbers of other hands with each card of a rank and without a card of this hand; zeros for taken cards.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // With indices, loops become vectors.
    pub(super) fn beside(&self, rank: usize, to: &mut OfRank) {
        let (with, there, free) = (&self.board.with[rank], &self.board.there[rank], &self.combo.free);
        let others = &OTHER_SUITS[(self.combo.cards >> (4 * rank) & 15) as usize];
        let strength = self.strength;
        let mut found = [[0; 4 * RANKS]; 6];
        for lane in 0..4 * RANKS {
            let mut sums = [0; 3];
            for suits in 0..3 {
                let (free, other) = (free[suits].0[lane] & others.0[lane], with[suits].0[lane]);
                sums[0] += u8::from(other < strength) & free;
                sums[1] += there[suits].0[lane] & free;
                sums[2] += u8::from(other == strength) & free;
            }
            for kind in 0..3 {
                found[2 * kind][lane] = sums[kind];
            }
            let (free, other) = (free[3].0[lane] & others.0[lane], with[3].0[lane]);
            found[1][lane] = u8::from(other < strength) & free;
            found[3][lane] = there[3].0[lane] & free;
            found[5][lane] = u8::from(other == strength) & free;
        }
        to.0 = found;
    }
}

/// Puts the sums over the cards of a rank into those of all classes: of one kind, unsuited, then suited. Ranks come in
/// ascending order.
#[inline(always)]
pub(super) fn put_rank(rank: usize, of_rank: &[u8; RANK_LANES], to: &mut [u8]) {
    // A class has one card of its higher rank, or two: its numbers are those of this rank. The lanes of higher ranks are
    // overwritten when these come.
    let (unsuited, suited) = (rank * (rank + 1) / 2, 91 + rank * rank.saturating_sub(1) / 2);
    to[unsuited..unsuited + 13].copy_from_slice(&of_rank[..13]);
    to[unsuited + rank] /= 2;
    to[suited..suited + 13].copy_from_slice(&of_rank[RANKS..RANKS + 13]);
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

//! Hands on a whole board, against a random hand or against a random hand of some ranks, by kinds of cards.
//!
//! On a board without three cards of a suit only ranks count: cards of a rank are of one kind. Else a rank has two kinds of
//! cards, those of the suit of the flush and the others. Hands are multisets of kinds, at most 19,266 instead of 178,365 of
//! four cards, and 101,608 instead of 1,533,939 of five. The cards of a kind are interchangeable among the opponent's cards,
//! too.
//!
//! All sets of the same kinds have the same N, so they are counted together, and the sum is divided by their number. The
//! numbers of sets have a common multiple: everything is counted that many times, without divisions.

use super::sweep::{SubsetSweep, Villain};
use crate::cards::{CLUBS, CardSet, RANKS};
use crate::combinatorics::choose_small;
use crate::equity::subset_sums::{SetPlaces, Sum, for_each_three, hands_of};
use crate::error::Result;
use crate::evaluator::{OmahaBoard, OmahaHole};
use crate::memory::{try_collect, try_vec};

/// The suit of flushes: boards with another one are permuted.
pub(super) const FLUSH_SUIT: u8 = 3;
/// The most kinds, and those on a board without three cards of a suit.
pub(super) const MOST_KINDS: usize = 2 * RANKS as usize;
pub(super) const RANK_KINDS: usize = RANKS as usize;
/// The kind of a card.
#[inline(always)]
pub(super) const fn kind(card: u8, has_flush: bool) -> u8 {
    if has_flush { 2 * (card / 4) + (card % 4 == FLUSH_SUIT) as u8 } else { card / 4 }
}

/// The number of kinds.
pub(super) const fn n_kinds(has_flush: bool) -> usize {
    if has_flush { MOST_KINDS } else { RANK_KINDS }
}

/// All hands of `K` of `n` kinds, in the order of their places.
pub(super) fn all_hands<const K: usize>(n: usize) -> impl Iterator<Item = [u8; K]> {
    let next = |hand: &[u8; K]| {
        let mut next = *hand;
        let at = (1..K).find(|&at| hand[at - 1] < hand[at]).unwrap_or(K) - 1;
        next[at] += 1;
        next[..at].fill(0);
        Some(next)
    };
    std::iter::successors(Some([0; K]), next).take(hands_of(n, K, 1))
}

/// A random hand: all multisets of kinds, each with its number of hands.
struct RandomHand<S, const K: usize> {
    /// The number of sets of cards of each multiset of up to `K` kinds, at the place of the multiset.
    numbers: Vec<u32>,
    /// `SCALE`, divided by these numbers, for multisets of fewer than `K` kinds.
    shares: Vec<S>,
    /// If the hand has one of some ranks: whether each multiset of kinds does, without and with a flush.
    held: Option<[Vec<bool>; 2]>,
    /// Whether kinds are those of a board with a flush.
    has_flush: bool,
}

impl<S: Sum, const K: usize> Villain for RandomHand<S, K> {
    type Sum = S;

    #[inline(always)]
    fn weight(&self, place: usize) -> S {
        match &self.held {
            Some(held) if !held[usize::from(self.has_flush)][place] => S::default(),
            _ => self.number(place).into(),
        }
    }
    #[inline(always)]
    fn amount(&self, weight: S, place: usize) -> S {
        weight.times(self.shares[place])
    }
    #[inline(always)]
    fn own(&self, weight: S) -> S {
        if weight == S::default() { weight } else { Self::SCALE.into() }
    }
}

impl<S: Sum, const K: usize> RandomHand<S, K> {
    /// A common multiple of the numbers of sets of fewer than `K` cards that have some kinds, of four cards at most each.
    const SCALE: u32 = 12u32.pow(K as u32 - 1);
    /// Where the numbers of the hands begin.
    const FIRST: usize = SetPlaces::of(1).first[K] as usize;

    fn new() -> Result<Self> {
        let hands = hands_of(MOST_KINDS, K, 1);
        let (numbers, shares) = (try_vec(1, Self::FIRST + hands)?, try_vec(Self::SCALE.into(), Self::FIRST)?);
        Ok(Self { numbers, shares, held: None, has_flush: false })
    }

    /// The number of hands at a place; 0 if there are too few cards of a kind.
    #[inline(always)]
    fn number(&self, place: usize) -> u32 {
        self.numbers[Self::FIRST + place]
    }

    /// All hands of a deck with `copies[kind]` cards of each of `n` kinds.
    fn fill(&mut self, copies: &[u32; MOST_KINDS], n: usize) {
        self.has_flush = n == MOST_KINDS;
        let first = SetPlaces::of(1).first.map(|first| first as usize);
        for size in 1..=K {
            let mut place = first[size];
            for (kind, &copies) in copies.iter().enumerate().take(n) {
                // Some cards of the highest kind, and lower kinds.
                for equal in 1..=size {
                    let choices = choose_small(copies as usize, equal);
                    let (smaller, numbers) = self.numbers.split_at_mut(place);
                    let lower = &smaller[first[size - equal]..][..hands_of(kind, size - equal, 1)];
                    numbers.iter_mut().zip(lower).for_each(|(number, lower)| *number = choices * lower);
                    place += lower.len();
                }
            }
            if size < K {
                let these = first[size]..place;
                for (share, &number) in self.shares[these.clone()].iter_mut().zip(&self.numbers[these]) {
                    *share = Self::SCALE.checked_div(number).unwrap_or(0).into();
                }
            }
        }
    }
}

/// The results of all hands of `K` cards against a random one. Sums have `12^(K - 1)` times the number of hands.
pub(super) struct AgainstRandom<S, const K: usize> {
    villain: RandomHand<S, K>,
    sweep: SubsetSweep<S, K, 1>,
    /// By the place of the kinds of a hand: the number of the opponent's hands that are weaker, and of those that are not
    /// stronger.
    found: Vec<[u32; 2]>,
}

/// Hands of kinds of cards, with their places.
pub(super) type Placed<const K: usize> = Vec<([u8; K], u32)>;

impl<S: Sum, const K: usize> AgainstRandom<S, K> {
    pub(super) fn new() -> Result<Self> {
        let found = try_vec([0; 2], hands_of(MOST_KINDS, K, 1))?;
        Ok(Self { villain: RandomHand::new()?, sweep: SubsetSweep::new(MOST_KINDS)?, found })
    }

    /// The same for an opponent who has one of some multisets of ranks, by their places.
    pub(super) fn with_ranks(held: &[bool]) -> Result<Self> {
        let mut new = Self::new()?;
        let of_kinds = |has_flush: bool| {
            let is_held = |hand: [u8; K]| held[SetPlaces::of(1).hand(ranks_of(hand, has_flush))];
            try_collect(all_hands(n_kinds(has_flush)).map(|hand| Ok(is_held(hand))))
        };
        new.villain.held = Some([of_kinds(false)?, of_kinds(true)?]);
        Ok(new)
    }

    /// Counts for the `listed` hands, which have all hands of the opponent. Those for which cards are missing have no
    /// counts. With `has_flush`, the board has three cards of `FLUSH_SUIT`; without, `board` knows no flush.
    pub(super) fn count_listed(
        &mut self,
        board: &OmahaBoard,
        left: CardSet,
        has_flush: bool,
        listed: &[([u8; K], u32)],
    ) -> Result<&[[u32; 2]]> {
        let n = n_kinds(has_flush);
        self.villain.fill(&copies(left, has_flush), n);
        let held = |place: usize| self.villain.number(place) > 0;
        let found = self.sweep.take_listed(n, &self.villain, pairs(board, has_flush), listed, held)?;
        for place in listed.iter().map(|&(_, place)| place as usize) {
            self.found[place] = found[place].map(unscaled::<S, K>);
        }
        Ok(&self.found)
    }
}

impl<S: Sum> AgainstRandom<S, 4> {
    /// [`Self::count_listed`] for all hands.
    pub(super) fn count(&mut self, board: &OmahaBoard, left: CardSet, has_flush: bool) -> Result<&[[u32; 2]]> {
        let n = n_kinds(has_flush);
        self.villain.fill(&copies(left, has_flush), n);
        let held = |place: usize| self.villain.number(place) > 0;
        let found = self.sweep.take(n, &self.villain, pairs(board, has_flush), held)?;
        let of_kinds = &mut self.found[..found.len()];
        for (place, (of_kinds, found)) in of_kinds.iter_mut().zip(found).enumerate() {
            *of_kinds = if held(place) { found.map(unscaled::<S, 4>) } else { [0; 2] };
        }
        Ok(of_kinds)
    }
}

/// A number of hands, of which there are fewer than 2^32.
#[inline(always)]
fn unscaled<S: Sum, const K: usize>(count: S) -> u32 {
    (count.into() / u64::from(RandomHand::<S, K>::SCALE)) as u32
}

/// The number of cards of each kind.
fn copies(left: CardSet, has_flush: bool) -> [u32; MOST_KINDS] {
    let mut copies = [0; MOST_KINDS];
    left.ids().for_each(|card| copies[usize::from(kind(card, has_flush))] += 1);
    copies
}

/// The strengths of two cards of a pair of kinds. Without the suit of the flush, only ranks count.
fn pairs(board: &OmahaBoard, has_flush: bool) -> impl FnMut(usize, usize) -> u16 {
    let card = move |kind: usize, suit: u64| match (has_flush, kind % 2) {
        (true, 1) => 1 << (4 * (kind / 2)) << FLUSH_SUIT,
        (true, _) => 1 << (4 * (kind / 2)) << suit,
        (false, _) => 1 << (4 * kind) << suit,
    };
    move |low, high| {
        let cards = CardSet::new(card(low, 0) | card(high, 1)).unwrap_or_default();
        board.strength(&OmahaHole::of(cards))
    }
}

/// Adds up `2 * wins + ties` of every hand of the cards left, by the number of the hand in the deck.
pub(super) fn add_to_hands(of_kinds: &[[u32; 2]], left: CardSet, has_flush: bool, sums: &mut [u64]) {
    let (kinds, hands) = (SetPlaces::of(1), SetPlaces::of(0));
    let mut cards = [0; 52];
    let mut kind_of = [0; 52];
    let mut n = 0;
    for card in left.ids() {
        (cards[n], kind_of[n]) = (card, kind(card, has_flush));
        n += 1;
    }
    for_each_three(n, 0, |[b, c, d], _, lowest| {
        let of_kinds = &of_kinds[kinds.hand([0, kind_of[b], kind_of[c], kind_of[d]])..];
        let sums = &mut sums[hands.hand([0, cards[b], cards[c], cards[d]])..];
        for (&card, &kind) in cards[..lowest].iter().zip(&kind_of) {
            let [below, up_to] = of_kinds[usize::from(kind)];
            sums[usize::from(card)] += u64::from(below + up_to);
        }
    });
}

/// The hand of kinds of cards.
pub(super) fn kinds_of<const K: usize>(hand: [u8; K], has_flush: bool) -> [u8; K] {
    hand.map(|card| kind(card, has_flush))
}

/// The ranks of a hand of kinds of cards.
pub(super) fn ranks_of<const K: usize>(hand: [u8; K], has_flush: bool) -> [u8; K] {
    hand.map(|kind| kind / (1 + u8::from(has_flush)))
}

/// The suit of which a board has three cards or more.
pub(super) fn flush_suit(board: CardSet) -> Option<u8> {
    (0..4).find(|&suit| (board.bits() & CLUBS << suit).count_ones() >= 3)
}

//! Hands against a random hand, or a random one of some ranks, on a whole board, by kinds of cards.
//!
//! On a board without three cards of a suit only ranks count: cards of a rank are of one kind. Else a rank has two kinds of
//! cards, those of the suit of the flush and the others. Hands are multisets of kinds, at most 19,266 instead of 178,365, and
//! the cards of a kind are interchangeable among the opponent's cards, too.
//!
//! N(S) of one set S of cards is that of all sets of its kinds, divided by their number. A hand of the opponent adds its
//! number to each of its own subsets, so the sum is divided by the number of sets that the kinds of S have. These numbers
//! divide 1,728: everything is counted 1,728 times, without divisions.

use super::places::{Hand, Places, for_each_three, hands_of};
use super::sums::Villain;
use super::sweep::Sweep;
use crate::cards::{CLUBS, CardSet, RANKS};
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::evaluator::{OmahaBoard, OmahaHole};
use crate::memory::try_vec;

/// The suit of flushes: boards with another one are permuted.
pub(super) const FLUSH_SUIT: u8 = 3;
/// The most kinds, and those on a board without three cards of a suit.
pub(super) const MOST_KINDS: usize = 2 * RANKS as usize;
pub(super) const RANK_KINDS: usize = RANKS as usize;
/// A common multiple of the numbers of sets of at most three cards that have some kinds.
const SCALE: u32 = 1_728;

/// The kind of a card.
#[inline(always)]
pub(super) const fn kind(card: u8, has_flush: bool) -> u8 {
    if has_flush { 2 * (card / 4) + (card % 4 == FLUSH_SUIT) as u8 } else { card / 4 }
}

/// The number of kinds.
pub(super) const fn n_kinds(has_flush: bool) -> usize {
    if has_flush { MOST_KINDS } else { RANK_KINDS }
}

/// A random hand: all multisets of kinds, each with its number of hands.
struct RandomHand {
    hands: Vec<u32>,
    /// If it has one of some ranks: 1 for each multiset of kinds that does, else 0; without and with a flush.
    held: Option<[Vec<u32>; 2]>,
    /// `SCALE`, divided by the number of sets of cards that have these kinds.
    shares: Shares,
}

struct Shares {
    ones: [u32; 64],
    twos: Vec<u32>,
    threes: Vec<u32>,
}

impl Villain for RandomHand {
    const REPEATS: usize = 1;
    type Sum = u32;

    #[inline(always)]
    fn weight(&self, place: usize) -> u32 {
        self.hands[place]
    }
    #[inline(always)]
    fn of_all(&self, weight: u32) -> u32 {
        weight * SCALE
    }
    #[inline(always)]
    fn of_one(&self, weight: u32, kind: usize) -> u32 {
        weight * self.shares.ones[kind]
    }
    #[inline(always)]
    fn of_two(&self, weight: u32, place: usize) -> u32 {
        weight * self.shares.twos[place]
    }
    #[inline(always)]
    fn of_three(&self, weight: u32, place: usize) -> u32 {
        weight * self.shares.threes[place]
    }
    #[inline(always)]
    fn of_hand(&self, weight: u32) -> u32 {
        if weight > 0 { SCALE } else { 0 }
    }
}

impl RandomHand {
    fn new() -> Result<Self> {
        let (twos, threes) = (choose_small(MOST_KINDS + 1, 2), choose_small(MOST_KINDS + 2, 3));
        let shares = Shares { ones: [0; 64], twos: try_vec(0, twos as usize)?, threes: try_vec(0, threes as usize)? };
        Ok(Self { hands: try_vec(0, hands_of(MOST_KINDS, 1))?, held: None, shares })
    }

    /// All hands of a deck with `copies[kind]` cards of each of `n` kinds.
    fn fill(&mut self, copies: &[u32; MOST_KINDS], n: usize) {
        let number = |hand: &[usize]| {
            let (mut number, mut run) = (1, 0);
            for (at, &kind) in hand.iter().enumerate() {
                run = if at > 0 && hand[at - 1] == kind { run + 1 } else { 1 };
                // Of equal kinds the first is one of all copies, the second one of two less than twice as many, ...
                number = number * (copies[kind] + 1).saturating_sub(run) / run;
            }
            number
        };
        let share = |number: u32| SCALE.checked_div(number).unwrap_or(0);
        let [mut two, mut three] = [0; 2];
        for (c, &of_kind) in copies.iter().enumerate().take(n) {
            self.shares.ones[c] = share(of_kind);
            for b in 0..=c {
                self.shares.twos[two] = share(number(&[b, c]));
                two += 1;
                for a in 0..=b {
                    self.shares.threes[three] = share(number(&[a, b, c]));
                    three += 1;
                }
            }
        }
        let hands = &mut self.hands;
        for_each_three(n, 1, |[b, c, d], place, lowest| {
            let of_three = number(&[b, c, d]);
            let hands = &mut hands[place..place + lowest];
            hands.iter_mut().zip(copies).for_each(|(hands, copies)| *hands = of_three * copies);
            hands[b] = number(&[b, b, c, d]);
        });
        if let Some(held) = &self.held {
            hands.iter_mut().zip(&held[usize::from(n == MOST_KINDS)]).for_each(|(hands, held)| *hands *= held);
        }
    }
}

/// The results of all hands against a random one.
pub(super) struct AgainstRandom {
    villain: RandomHand,
    sweep: Sweep<u32>,
    /// By the place of the kinds of a hand: the number of the opponent's hands that are weaker, and of those that are not
    /// stronger.
    found: Vec<[u32; 2]>,
}

impl AgainstRandom {
    pub(super) fn new() -> Result<Self> {
        let found = try_vec([0; 2], hands_of(MOST_KINDS, 1))?;
        Ok(Self { villain: RandomHand::new()?, sweep: Sweep::new(MOST_KINDS, 1)?, found })
    }

    /// The same for an opponent who has one of some multisets of ranks, by their places.
    pub(super) fn with_ranks(held: &[bool]) -> Result<Self> {
        let mut new = Self::new()?;
        let of_kinds = |has_flush: bool| {
            let n = n_kinds(has_flush);
            let mut of_kinds = try_vec(0, hands_of(n, 1))?;
            for_each_three(n, 1, |[b, c, d], place, lowest| {
                for (a, of_kinds) in of_kinds[place..place + lowest].iter_mut().enumerate() {
                    let ranks = ranks_of([a, b, c, d].map(|kind| kind as u8), has_flush);
                    *of_kinds = u32::from(held[Places::of(1).hand(ranks)]);
                }
            });
            Ok(of_kinds)
        };
        new.villain.held = Some([of_kinds(false)?, of_kinds(true)?]);
        Ok(new)
    }

    /// [`Self::count`] for `listed` hands alone, which have all hands of the opponent.
    pub(super) fn count_listed(
        &mut self,
        board: &OmahaBoard,
        left: CardSet,
        has_flush: bool,
        listed: &[Hand],
    ) -> Result<&[[u32; 2]]> {
        let (n, places) = (n_kinds(has_flush), Places::of(1));
        self.villain.fill(&copies(left, has_flush), n);
        let found = self.sweep.take_listed(n, &self.villain, pairs(board, has_flush), listed)?;
        for place in listed.iter().map(|&hand| places.hand(hand)) {
            self.found[place] = found[place].map(|found| found / SCALE);
        }
        Ok(&self.found)
    }

    /// Counts on a whole board with these cards left. With `has_flush`, the board has three cards of `FLUSH_SUIT`; without,
    /// `board` knows no flush.
    pub(super) fn count(&mut self, board: &OmahaBoard, left: CardSet, has_flush: bool) -> Result<&[[u32; 2]]> {
        let n = n_kinds(has_flush);
        self.villain.fill(&copies(left, has_flush), n);
        let hands = &self.villain.hands;
        let found = self.sweep.take(n, &self.villain, pairs(board, has_flush), |place| hands[place] > 0)?;
        let of_kinds = &mut self.found[..found.len()];
        for ((of_kinds, found), &hands) in of_kinds.iter_mut().zip(found).zip(hands) {
            *of_kinds = if hands > 0 { found.map(|found| found / SCALE) } else { [0; 2] };
        }
        Ok(of_kinds)
    }
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
    let (kinds, hands) = (Places::of(1), Places::of(0));
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
pub(super) fn kinds_of(hand: Hand, has_flush: bool) -> Hand {
    hand.map(|card| kind(card, has_flush))
}

/// The ranks of a hand of kinds of cards.
pub(super) fn ranks_of(hand: Hand, has_flush: bool) -> Hand {
    if has_flush { hand.map(|kind| kind / 2) } else { hand }
}

/// The suit of which a board has three cards or more.
pub(super) fn flush_suit(board: CardSet) -> Option<u8> {
    (0..4).find(|&suit| (board.bits() & CLUBS << suit).count_ones() >= 3)
}

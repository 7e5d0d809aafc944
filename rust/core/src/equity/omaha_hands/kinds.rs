//! Hands on a whole board, against a random hand or against a random hand of some ranks, by kinds of cards.
//!
//! On a board without three cards of a suit only ranks count: cards of a rank are of one kind. Else a rank has two kinds of
//! cards, those of the suit of the flush and the others. Hands are multisets of kinds, at most 19,266 instead of 178,365 of
//! four cards, and 101,608 instead of 1,533,939 of five. The cards of a kind are interchangeable among the opponent's cards,
//! too.
//!
//! All sets of the same kinds have the same N, so they are counted together, and the sum is divided by their number. The
//! numbers of sets have a common multiple: everything is counted that many times, without divisions.

use super::places::{Hand, HoleCards, Places, for_each_three};
use super::sums::{Sum, Villain};
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
struct RandomHand<H: HoleCards> {
    /// 0 if there are too few cards of a kind.
    numbers: Vec<H::Count>,
    /// If the hand has one of some ranks: whether each multiset of kinds does, without and with a flush.
    held: Option<[Vec<bool>; 2]>,
    /// Whether kinds are those of a board with a flush.
    has_flush: bool,
    /// `SCALE`, divided by the number of sets of cards that have these kinds.
    shares: Shares<H::Count>,
}

struct Shares<S> {
    ones: [S; 64],
    twos: Vec<S>,
    threes: Vec<S>,
    fours: Vec<S>,
}

impl<H: HoleCards> Villain for RandomHand<H> {
    const REPEATS: usize = 1;
    type Hand = H;
    type Sum = H::Count;

    #[inline(always)]
    fn weight(&self, place: usize) -> H::Count {
        match &self.held {
            Some(held) if !held[usize::from(self.has_flush)][place] => H::Count::default(),
            _ => self.numbers[place],
        }
    }
    #[inline(always)]
    fn of_all(&self, weight: H::Count) -> H::Count {
        weight.times(H::SCALE.into())
    }
    #[inline(always)]
    fn of_one(&self, weight: H::Count, kind: usize) -> H::Count {
        weight.times(self.shares.ones[kind])
    }
    #[inline(always)]
    fn of_two(&self, weight: H::Count, place: usize) -> H::Count {
        weight.times(self.shares.twos[place])
    }
    #[inline(always)]
    fn of_three(&self, weight: H::Count, place: usize) -> H::Count {
        weight.times(self.shares.threes[place])
    }
    #[inline(always)]
    fn of_four(&self, weight: H::Count, place: usize) -> H::Count {
        weight.times(self.shares.fours[place])
    }
    #[inline(always)]
    fn of_hand(&self, weight: H::Count) -> H::Count {
        if weight == H::Count::default() { weight } else { H::SCALE.into() }
    }
}

impl<H: HoleCards> RandomHand<H> {
    fn new() -> Result<Self> {
        let zero = H::Count::default();
        let zeros = |size: usize| try_vec(zero, choose_small(MOST_KINDS + size - 1, size) as usize);
        let fours = if H::SIZE > 4 { zeros(4)? } else { vec![] };
        let shares = Shares { ones: [zero; 64], twos: zeros(2)?, threes: zeros(3)?, fours };
        Ok(Self { numbers: zeros(H::SIZE)?, held: None, has_flush: false, shares })
    }

    /// All hands of a deck with `copies[kind]` cards of each of `n` kinds.
    fn fill(&mut self, copies: &[u32; MOST_KINDS], n: usize) {
        self.fill_shares(copies, n);
        numbers_of::<H, _>(&mut self.numbers, copies, n, H::Count::from);
    }

    fn fill_shares(&mut self, copies: &[u32; MOST_KINDS], n: usize) {
        self.has_flush = n == MOST_KINDS;
        let share = |number: u32| H::Count::from(H::SCALE.checked_div(number).unwrap_or(0));
        let Shares { ones, twos, threes, fours } = &mut self.shares;
        let [mut two, mut three] = [0; 2];
        for (c, &of_kind) in copies.iter().enumerate().take(n) {
            ones[c] = share(of_kind);
            for b in 0..=c {
                twos[two] = share(number_of(&[b as u8, c as u8], copies));
                two += 1;
                for a in 0..=b {
                    threes[three] = share(number_of(&[a as u8, b as u8, c as u8], copies));
                    three += 1;
                }
            }
        }
        if H::SIZE > 4 {
            numbers_of::<Hand, _>(fours, copies, n, share);
        }
    }
}

/// The number of sets of cards of a multiset of kinds, if there are `copies` of each kind.
fn number_of(hand: &[u8], copies: &[u32; MOST_KINDS]) -> u32 {
    let (mut number, mut run) = (1, 0);
    for (at, &kind) in hand.iter().enumerate() {
        run = if at > 0 && hand[at - 1] == kind { run + 1 } else { 1 };
        // C(copies, m) of m equal kinds, one factor after the other.
        number = number * (copies[usize::from(kind)] + 1).saturating_sub(run) / run;
    }
    number
}

/// The same for all multisets of the size of a hand, each at its place.
fn numbers_of<H: HoleCards, S>(out: &mut [S], copies: &[u32; MOST_KINDS], n: usize, as_out: impl Fn(u32) -> S) {
    H::for_each_without_lowest(n, 1, |mut hand, place, lowest| {
        let others = number_of(&hand.as_ref()[1..], copies);
        let out = &mut out[place..place + lowest];
        out.iter_mut().zip(copies).for_each(|(out, &copies)| *out = as_out(others * copies));
        let second = hand.as_ref()[1];
        hand.as_mut()[0] = second;
        out[usize::from(second)] = as_out(number_of(hand.as_ref(), copies));
    });
}

/// The results of all hands against a random one.
pub(super) struct AgainstRandom<H: HoleCards = Hand> {
    villain: RandomHand<H>,
    sweep: Sweep<H::Count, H>,
    /// By the place of the kinds of a hand: the number of the opponent's hands that are weaker, and of those that are not
    /// stronger.
    found: Vec<[u32; 2]>,
}

/// Hands of kinds of cards, with their places.
pub(super) type Placed<H> = Vec<(H, u32)>;

impl<H: HoleCards> AgainstRandom<H> {
    pub(super) fn new() -> Result<Self> {
        let found = try_vec([0; 2], H::hands_of(MOST_KINDS, 1))?;
        Ok(Self { villain: RandomHand::new()?, sweep: Sweep::new(MOST_KINDS, 1)?, found })
    }

    /// The same for an opponent who has one of some multisets of ranks, by their places.
    pub(super) fn with_ranks(held: &[bool]) -> Result<Self> {
        let mut new = Self::new()?;
        let of_kinds = |has_flush: bool| {
            let n = n_kinds(has_flush);
            let mut of_kinds = try_vec(false, H::hands_of(n, 1))?;
            H::for_each_without_lowest(n, 1, |mut hand, place, lowest| {
                for (a, of_kinds) in of_kinds[place..place + lowest].iter_mut().enumerate() {
                    hand.as_mut()[0] = a as u8;
                    *of_kinds = held[ranks_of(hand, has_flush).place(Places::of(1))];
                }
            });
            Ok(of_kinds)
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
        listed: &[(H, u32)],
    ) -> Result<&[[u32; 2]]> {
        let n = n_kinds(has_flush);
        let copies = copies(left, has_flush);
        self.villain.fill_shares(&copies, n);
        for &(hand, place) in listed {
            self.villain.numbers[place as usize] = number_of(hand.as_ref(), &copies).into();
        }
        let held = |place: usize| self.villain.numbers[place] != H::Count::default();
        let found = self.sweep.take_listed(n, &self.villain, pairs(board, has_flush), listed, held)?;
        for place in listed.iter().map(|&(_, place)| place as usize) {
            self.found[place] = found[place].map(unscaled::<H>);
        }
        Ok(&self.found)
    }
}

impl AgainstRandom {
    /// [`Self::count_listed`] for all hands.
    pub(super) fn count(&mut self, board: &OmahaBoard, left: CardSet, has_flush: bool) -> Result<&[[u32; 2]]> {
        let n = n_kinds(has_flush);
        self.villain.fill(&copies(left, has_flush), n);
        let hands = &self.villain.numbers;
        let found = self.sweep.take(n, &self.villain, pairs(board, has_flush), |place| hands[place] > 0)?;
        let of_kinds = &mut self.found[..found.len()];
        for ((of_kinds, found), &hands) in of_kinds.iter_mut().zip(found).zip(hands) {
            *of_kinds = if hands > 0 { found.map(unscaled::<Hand>) } else { [0; 2] };
        }
        Ok(of_kinds)
    }
}

/// A number of hands, of which there are fewer than 2^32.
#[inline(always)]
fn unscaled<H: HoleCards>(count: H::Count) -> u32 {
    (count.into() / u64::from(H::SCALE)) as u32
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
pub(super) fn kinds_of<H: HoleCards>(mut hand: H, has_flush: bool) -> H {
    hand.as_mut().iter_mut().for_each(|card| *card = kind(*card, has_flush));
    hand
}

/// The ranks of a hand of kinds of cards.
pub(super) fn ranks_of<H: HoleCards>(mut hand: H, has_flush: bool) -> H {
    hand.as_mut().iter_mut().for_each(|kind| *kind /= 1 + u8::from(has_flush));
    hand
}

/// The suit of which a board has three cards or more.
pub(super) fn flush_suit(board: CardSet) -> Option<u8> {
    (0..4).find(|&suit| (board.bits() & CLUBS << suit).count_ones() >= 3)
}

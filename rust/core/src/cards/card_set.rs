//! A set of cards as the 52 low bits of an integer, bit `4 * rank + suit`.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};
use std::str::FromStr;

use super::card::{Card, DECK};
use super::text::parse_cards;
use crate::card_name::Name;
use crate::error::{Error, Result, Row};

/// The clubs, as bits; the cards of suit `s` are `CLUBS << s`.
pub(crate) const CLUBS: u64 = 0x1_1111_1111_1111;

/// A set of cards of the full deck.
///
/// ```
/// use pokerbits::cards::CardSet;
/// let hole: CardSet = "AsKs".parse()?;
/// assert_eq!(hole.to_string(), "KsAs");
/// assert_eq!((!hole).len(), 50);
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 52.
    pub const FULL: Self = Self((1 << DECK) - 1);

    /// The set with these bits, if they are all cards.
    pub const fn new(bits: u64) -> Option<Self> {
        if bits & !Self::FULL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// The set of these card ids; an id outside the deck or twice in the list is an error.
    pub fn from_ids(ids: &[u8]) -> Result<Self> {
        let mut set = Self::EMPTY;
        for &id in ids {
            set = set.with_new(Card::new(id)?)?;
        }
        Ok(set)
    }

    /// Adds `card`, which must not be in the set.
    #[inline]
    const fn with_new(self, card: Card) -> Result<Self> {
        if self.contains(card) {
            return Err(Error::DuplicateCard { row: Row(None), card: card.id() });
        }
        Ok(self.with(card))
    }

    /// The bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Number of cards.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.id() & 1 != 0
    }

    /// The set with `card` added.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.id())
    }

    /// The card ids, ascending.
    pub fn ids(self) -> impl Iterator<Item = u8> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let id = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Some(id)
        })
    }

    /// The cards, ascending.
    pub fn iter(self) -> Cards {
        Cards(self)
    }

    /// The 13-bit set of ranks held in `suit`, bit 0 = deuce.
    pub(crate) fn ranks_of_suit(self, suit: u8) -> u16 {
        // Squeeze every fourth bit together, doubling the block at each step.
        let mut x = self.0 >> suit & CLUBS;
        x = (x | x >> 3) & 0x0303_0303_0303_0303;
        x = (x | x >> 6) & 0x000f_000f_000f_000f;
        x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
        ((x | x >> 24) & 0x1fff) as u16
    }
}

macro_rules! set_operator {
    ($operator:ident, $name:ident, |$a:ident, $b:ident| $bits:expr) => {
        impl $operator for CardSet {
            type Output = Self;
            #[inline]
            fn $name(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($bits)
            }
        }
    };
}
set_operator!(BitOr, bitor, |a, b| a | b);
set_operator!(BitAnd, bitand, |a, b| a & b);
set_operator!(BitXor, bitxor, |a, b| a ^ b);
set_operator!(Sub, sub, |a, b| a & !b);

impl Not for CardSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::FULL.0)
    }
}

/// The cards of a [`CardSet`], ascending.
#[derive(Debug, Clone)]
pub struct Cards(CardSet);

impl Iterator for Cards {
    type Item = Card;
    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = Card::new(self.0.0.trailing_zeros() as u8).ok()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}
impl ExactSizeIterator for Cards {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;
    fn into_iter(self) -> Cards {
        self.iter()
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> Self {
        Self::EMPTY.with(card)
    }
}

impl From<CardSet> for u64 {
    fn from(set: CardSet) -> Self {
        set.0
    }
}

/// The union of the cards; duplicates count once.
impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        *self = cards.into_iter().fold(*self, Self::with);
    }
}

impl FromStr for CardSet {
    type Err = Error;
    /// The cards of a text, as [`parse_cards`] reads them; a duplicate is an error.
    fn from_str(text: &str) -> Result<Self> {
        parse_cards(text)?.into_iter().try_fold(Self::EMPTY, Self::with_new)
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ids().try_for_each(|id| write!(f, "{}", Name(id)))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardSet({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_are_squeezed_out() {
        for suit in 0..4 {
            for ranks in 0..1u16 << 13 {
                let bits = (0..13).filter(|r| ranks >> r & 1 != 0).map(|r| 1u64 << (4 * r + suit)).sum();
                let others = CardSet::FULL.bits() & !(CLUBS << suit);
                assert_eq!(CardSet::new(bits).unwrap().ranks_of_suit(suit), ranks);
                assert_eq!(CardSet::new(bits | others).unwrap().ranks_of_suit(suit), ranks);
            }
        }
    }

    #[test]
    fn operators_are_set_operations() {
        let (a, b) = (CardSet::from_ids(&[0, 1, 2]).unwrap(), CardSet::from_ids(&[2, 3]).unwrap());
        assert_eq!((a | b).ids().collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!((a & b).ids().collect::<Vec<_>>(), [2]);
        assert_eq!((a ^ b).len(), 3);
        assert_eq!((a - b).to_string(), "2c2d");
        assert_eq!(!CardSet::EMPTY, CardSet::FULL);
        assert!(CardSet::new(1 << 52).is_none());
        assert!(CardSet::from_ids(&[52]).is_err());
        assert_eq!(format!("{b:?}"), "CardSet(2h2s)");
    }

    #[test]
    fn sets_are_collected_and_read() {
        let set: CardSet = "2s 2h,A♠".parse().unwrap();
        assert_eq!(set.iter().map(Card::id).collect::<Vec<_>>(), [2, 3, 51]);
        assert_eq!(set.into_iter().len(), 3);
        assert_eq!(set.iter().chain(set).collect::<CardSet>(), set);
        assert_eq!(CardSet::FULL.iter().map(CardSet::from).fold(CardSet::EMPTY, |all, one| all | one), CardSet::FULL);
        assert_eq!(u64::from(set), 1 << 51 | 0b1100);
        let mut more = CardSet::EMPTY;
        more.extend(set);
        assert_eq!(more, set);
        assert!(matches!("AsAs".parse::<CardSet>(), Err(Error::DuplicateCard { card: 51, .. })));
        assert_eq!("".parse(), Ok(CardSet::EMPTY));
    }
}

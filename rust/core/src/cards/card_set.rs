//! A set of cards as the 52 low bits of an integer, bit `4 * rank + suit`.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use super::card::{Card, DECK};
use crate::card_name::Name;
use crate::error::{Error, Result, Row};

/// A set of cards of the full deck.
///
/// ```
/// use pokerbits::cards::CardSet;
/// let hole = CardSet::from_ids(&[51, 47])?;
/// assert_eq!(hole.to_string(), "KsAs");
/// assert_eq!((!hole).len(), 50);
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
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
            let card = Card::new(id)?;
            if set.contains(card) {
                return Err(Error::DuplicateCard { row: Row(None), card: id });
            }
            set = set.with(card);
        }
        Ok(set)
    }

    /// The bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is one of them.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.id() & 1 != 0
    }

    /// The set with `card` too.
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

    /// The 13-bit set of ranks held in `suit`, bit 0 = deuce.
    pub fn ranks_of_suit(self, suit: u8) -> u16 {
        // Squeeze every fourth bit together, doubling the block at each step.
        let mut x = self.0 >> suit & 0x1111_1111_1111_1111;
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
                let others = CardSet::FULL.bits() & !(0x1111_1111_1111_1111u64 << suit);
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
}

//! One card: `4 * rank + suit`, deuce of clubs = 0 to ace of spades = 51.

use std::fmt;

use crate::card_name::{Name, RANK_CHARS, SUIT_CHARS};
use crate::error::{Error, Result, Row};

/// Ranks in a full deck.
pub const RANKS: u8 = 13;
/// Suits in a full deck.
pub const SUITS: u8 = 4;
/// Cards in a full deck.
pub const DECK: u8 = RANKS * SUITS;

/// A rank, 0 (deuce) to 12 (ace).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// Every rank, deuce first.
    pub const ALL: [Self; RANKS as usize] = {
        let mut all = [Self(0); RANKS as usize];
        let mut i = 0;
        while i < RANKS {
            all[i as usize] = Self(i);
            i += 1;
        }
        all
    };
    /// The ten, written `T` or `10`.
    pub const TEN: Self = Self(8);

    /// The rank with the number `index`, if there is one.
    pub const fn new(index: u8) -> Option<Self> {
        if index < RANKS { Some(Self(index)) } else { None }
    }

    /// 0 (deuce) to 12 (ace).
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The rank that `c` names, in either case.
    pub const fn from_char(c: char) -> Option<Self> {
        let index = match c {
            '2'..='9' => c as u8 - b'2',
            'T' | 't' => 8,
            'J' | 'j' => 9,
            'Q' | 'q' => 10,
            'K' | 'k' => 11,
            'A' | 'a' => 12,
            _ => return None,
        };
        Some(Self(index))
    }

    /// `2` to `9`, `T`, `J`, `Q`, `K`, `A`.
    pub const fn char(self) -> char {
        RANK_CHARS[self.0 as usize] as char
    }
}

/// A suit: clubs, diamonds, hearts, spades = 0 to 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(u8);

impl Suit {
    /// Clubs, diamonds, hearts, spades.
    pub const ALL: [Self; SUITS as usize] = [Self(0), Self(1), Self(2), Self(3)];

    /// The suit with the number `index`, if there is one.
    pub const fn new(index: u8) -> Option<Self> {
        if index < SUITS { Some(Self(index)) } else { None }
    }

    /// 0 to 3.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The suit that `c` names: a letter in either case, or a black or white suit symbol.
    pub const fn from_char(c: char) -> Option<Self> {
        let index = match c {
            'c' | 'C' | '♣' | '♧' => 0,
            'd' | 'D' | '♦' | '♢' => 1,
            'h' | 'H' | '♥' | '♡' => 2,
            's' | 'S' | '♠' | '♤' => 3,
            _ => return None,
        };
        Some(Self(index))
    }

    /// `c`, `d`, `h` or `s`.
    pub const fn char(self) -> char {
        SUIT_CHARS[self.0 as usize] as char
    }
}

/// A card of the full deck.
///
/// ```
/// use pokerbits::cards::Card;
/// assert_eq!(Card::new(51)?.to_string(), "As");
/// assert_eq!("10h".parse::<Card>()?.id(), 34);
/// assert!(Card::new(52).is_err());
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card with this id.
    pub const fn new(id: u8) -> Result<Self> {
        if id < DECK {
            Ok(Self(id))
        } else {
            Err(Error::CardOutOfRange { row: Row(None), card: id as i128, last: DECK - 1 })
        }
    }

    /// The card of this rank and suit.
    pub const fn of(rank: Rank, suit: Suit) -> Self {
        Self(4 * rank.0 + suit.0)
    }

    /// 0 to 51.
    pub const fn id(self) -> u8 {
        self.0
    }

    /// Its rank.
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 2)
    }

    /// Its suit.
    pub const fn suit(self) -> Suit {
        Suit(self.0 & 3)
    }
}

macro_rules! conversions {
    ($type:ident, $what:literal, $last:expr) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.char())
            }
        }

        impl From<$type> for u8 {
            fn from(one: $type) -> Self {
                one.0
            }
        }

        impl TryFrom<u8> for $type {
            type Error = Error;
            fn try_from(index: u8) -> Result<Self> {
                let (first, last) = (0, ($last).into());
                let error = || Error::IndexOutOfRange { row: Row(None), what: $what, index: index.into(), first, last };
                Self::new(index).ok_or_else(error)
            }
        }
    };
}
conversions!(Rank, "rank", RANKS - 1);
conversions!(Suit, "suit", SUITS - 1);

impl From<Card> for u8 {
    fn from(card: Card) -> Self {
        card.0
    }
}

impl TryFrom<u8> for Card {
    type Error = Error;
    fn try_from(id: u8) -> Result<Self> {
        Self::new(id)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Name(self.0), f)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for id in 0..DECK {
            let card = Card::new(id).unwrap();
            assert_eq!(Card::of(card.rank(), card.suit()), card);
            assert_eq!(Rank::from_char(card.rank().char()), Some(card.rank()));
            assert_eq!(Suit::from_char(card.suit().char()), Some(card.suit()));
            assert_eq!(card.to_string(), format!("{}{}", card.rank().char(), card.suit().char()));
        }
        assert_eq!(Card::new(50).unwrap().to_string(), "Ah");
        assert_eq!(Rank::new(13), None);
        assert_eq!(Suit::new(4), None);
        assert_eq!(Rank::from_char('♠'), None);
    }

    #[test]
    fn conversions_are_checked() {
        assert_eq!(Rank::ALL.map(u8::from), std::array::from_fn(|i| i as u8));
        assert_eq!(Suit::ALL.map(|suit| suit.to_string()).concat(), "cdhs");
        assert_eq!(Rank::try_from(8), Ok(Rank::TEN));
        assert_eq!(Rank::try_from(13).unwrap_err().to_string(), "rank 13 is out of range (0 to 12)");
        assert_eq!(Suit::try_from(4).unwrap_err().to_string(), "suit 4 is out of range (0 to 3)");
        assert!(Card::try_from(52).is_err());
        assert_eq!("A♠".parse::<Card>().map(u8::from), Ok(51));
        assert_eq!("AsKs".parse::<Card>().unwrap_err().to_string(), "expected 1 cards, found 2");
        assert!("".parse::<Card>().is_err());
    }
}

//! The named rules of poker, each with its scale of strengths.

use std::fmt;
use std::str::FromStr;

use super::rules::{Category, HandKind, Rule};
use super::tables::{Made, MadeTables, Standard};
use super::{badugi, batch, one};
use crate::cards::{CardSet, RANKS};
use crate::error::{Error, Result, quoted};
use crate::memory::{check_room, try_with_capacity};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;
use crate::runtime::lazy::Lazy;

/// The valid hands, and their order. A larger strength is stronger under all rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// High hands: 1 to 7462.
    Standard,
    /// High hands of the 36 cards from the six up; a flush beats a full house, and A-6-7-8-9 is a straight: 1 to 1404.
    ShortDeck,
    /// The same, but three of a kind beats a straight.
    ShortDeckTrips,
    /// Low hands without straights and flushes; 5-4-3-2-A is the best: 1 to 6175.
    AceToFive,
    /// Low hands with straights and flushes, the ace above the king; 7-5-4-3-2 is the best: 1 to 7462.
    DeuceToSeven,
    /// Ace-to-five hands of five ranks, none above the eight: 1 to 56, and 0 for all others.
    EightOrBetter,
    /// Four cards, of which only those of different rank and suit count: 1 to 1092.
    Badugi,
}

/// Bytes that are enough to make the tables of a rule.
const TO_BUILD: usize = 8 << 20;

/// The cards from the six up.
const SHORT_DECK: CardSet = match CardSet::new(CardSet::FULL.bits() & !0xffff) {
    Some(cards) => cards,
    None => CardSet::EMPTY,
};

impl Rules {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Standard,
        Self::ShortDeck,
        Self::ShortDeckTrips,
        Self::AceToFive,
        Self::DeuceToSeven,
        Self::EightOrBetter,
        Self::Badugi,
    ];

    /// The name, as [`FromStr`] reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::ShortDeck => "short_deck",
            Self::ShortDeckTrips => "short_deck_trips",
            Self::AceToFive => "ace_to_five",
            Self::DeuceToSeven => "deuce_to_seven",
            Self::EightOrBetter => "eight_or_better",
            Self::Badugi => "badugi",
        }
    }

    /// The order of five-card hands, under rules with five cards that count.
    const fn rule(self) -> Option<&'static Rule> {
        Some(match self {
            Self::Standard => &Rule::STANDARD,
            Self::ShortDeck => &Rule::SHORT_DECK,
            Self::ShortDeckTrips => &Rule::SHORT_DECK_TRIPS,
            Self::AceToFive => &Rule::ACE_TO_FIVE,
            Self::DeuceToSeven => &Rule::DEUCE_TO_SEVEN,
            Self::EightOrBetter => &Rule::EIGHT_OR_BETTER,
            Self::Badugi => return None,
        })
    }

    /// The largest strength.
    pub const fn max_strength(self) -> u16 {
        match self.rule() {
            Some(rule) => rule.max_strength(),
            None => badugi::MAX_STRENGTH,
        }
    }

    /// The category of a strength; `None` if no hand has it, and for badugi.
    pub const fn category(self, strength: u16) -> Option<Category> {
        match self.rule() {
            Some(rule) => rule.category(strength),
            None => None,
        }
    }

    /// The kind of a strength; `None` if no hand has it, and for badugi, which has [`badugi_ranks`](super::badugi_ranks).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], at the first use of the rules.
    pub fn kind(self, strength: u16) -> Result<Option<HandKind>> {
        static KINDS: [Lazy<Vec<HandKind>>; Rules::ALL.len()] = [const { Lazy::new() }; _];
        let (Some(rule), Some(place)) = (self.rule(), usize::from(strength).checked_sub(1)) else { return Ok(None) };
        let kinds = KINDS[self as usize].get_or_try_init(|| {
            // Room for all of them: a vector that grows ends the process where there is no memory.
            try_with_capacity(rule.count_all().into()).map(|room| rule.kinds_in(room))
        })?;
        // Ranks of the full deck.
        let ranks = |kind: &HandKind| kind.ranks.map(|rank| rank + RANKS - rule.n_ranks);
        Ok(kinds.get(place).map(|kind| HandKind { ranks: ranks(kind), ..*kind }))
    }

    /// The strength of the best five of five to seven different card ids; of four under badugi.
    ///
    /// # Errors
    /// [`Error::CardCount`], [`Error::CardOutOfRange`], [`Error::DuplicateCard`]; [`Error::NotInShortDeck`];
    /// [`Error::OutOfMemory`].
    ///
    /// ```
    /// use pokerbits::{cards::CardSet, evaluator::Rules};
    /// let wheel: Vec<u8> = "5c4c3c2cAc KdKh".parse::<CardSet>()?.ids().collect();
    /// assert_eq!(Rules::AceToFive.evaluate_ids(&wheel), Ok(6175));
    /// assert_eq!(Rules::EightOrBetter.evaluate_ids(&wheel), Ok(56));
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn evaluate_ids(self, cards: &[u8]) -> Result<u16> {
        match self {
            Self::Standard => one::evaluate_ids_in(Standard, cards),
            Self::ShortDeck | Self::ShortDeckTrips => one::evaluate_ids_in(self.tables::<9>()?, cards),
            Self::Badugi => badugi::evaluate_ids(cards),
            _ => one::evaluate_ids_in(self.tables::<13>()?, cards),
        }
    }

    /// Strengths of `rows` hands of `hand_size` cards each, `cards[i * hand_size..][..hand_size]` to `out[i]`.
    ///
    /// # Errors
    /// Those of [`evaluate_ids`](Self::evaluate_ids), naming the first wrong row; [`Error::InvalidArgument`] when the
    /// lengths disagree; [`Error::Cancelled`]. `out` is then partly written.
    pub fn evaluate_rows(self, cards: &[u8], hand_size: usize, out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
        match self {
            Self::Standard => batch::evaluate_rows_in(Standard, cards, hand_size, out, run),
            Self::ShortDeck | Self::ShortDeckTrips => {
                batch::evaluate_rows_in(self.tables::<9>()?, cards, hand_size, out, run)
            }
            Self::Badugi => badugi::evaluate_rows(cards, hand_size, out, run),
            _ => batch::evaluate_rows_in(self.tables::<13>()?, cards, hand_size, out, run),
        }
    }

    /// The evaluator of rows of five to seven cards.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for badugi, [`Error::OutOfMemory`].
    pub(crate) fn row_tables(self) -> Result<RowTables> {
        Ok(match self {
            Self::Standard => RowTables::Standard,
            Self::ShortDeck | Self::ShortDeckTrips => RowTables::ShortDeck(self.tables()?),
            Self::Badugi => return Err(Error::InvalidArgument("badugi hands have four cards".into())),
            _ => RowTables::FullDeck(self.tables()?),
        })
    }

    /// The tables of one of the rules of the short deck; `None` for other rules.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn short_deck(self) -> Result<Option<Made<9>>> {
        match self {
            Self::ShortDeck | Self::ShortDeckTrips => self.tables().map(Some),
            _ => Ok(None),
        }
    }

    /// The cards of its deck.
    pub const fn deck(self) -> CardSet {
        match self {
            Self::ShortDeck | Self::ShortDeckTrips => SHORT_DECK,
            _ => CardSet::FULL,
        }
    }

    /// The tables of the rule of a deck of `R` ranks, made now if this is the first time.
    fn tables<const R: usize>(self) -> Result<Made<R>> {
        static TABLES: [Lazy<MadeTables>; Rules::ALL.len()] = [const { Lazy::new() }; _];
        let rule = self.rule().unwrap_or(&Rule::STANDARD);
        debug_assert_eq!(usize::from(rule.n_ranks), R);
        let tables = TABLES[self as usize].get_or_try_init(|| {
            check_room(TO_BUILD)?;
            Ok(MadeTables::new(rule))
        })?;
        Ok(Made(tables))
    }
}

/// The tables of rules under which the best five cards count.
#[derive(Clone, Copy)]
pub(crate) enum RowTables {
    Standard,
    ShortDeck(Made<9>),
    FullDeck(Made<13>),
}

impl RowTables {
    /// Strengths of some hundreds of rows of 5, 6 or 7 cards, on this thread; false if one of them is not a hand.
    pub(crate) fn evaluate_some(self, level: Proven, cards: &[u8], hand_size: usize, out: &mut [u16]) -> bool {
        match self {
            Self::Standard => batch::evaluate_some(Standard, level, cards, hand_size, out),
            Self::ShortDeck(tables) => batch::evaluate_some(tables, level, cards, hand_size, out),
            Self::FullDeck(tables) => batch::evaluate_some(tables, level, cards, hand_size, out),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rules {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|rules| rules.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(|rules| format!("{:?}", rules.name())).join(", ");
            Error::InvalidArgument(format!("rules {}: expected one of {names}", quoted(name)))
        })
    }
}

impl HandKind {
    /// The kind of a strength of the standard scale; `None` outside 1 to 7462.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], at the first use.
    pub fn of(strength: u16) -> Result<Option<Self>> {
        Rules::Standard.kind(strength)
    }
}

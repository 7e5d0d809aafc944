//! The one error type of the crate: every variant says what was wrong and where it was found.

use std::fmt;

use crate::card_name::{Cards, Name};

/// The longest part of a text that an error repeats, in characters.
pub(crate) const QUOTED: usize = 60;

/// A text as an error repeats it: in quotation marks, and of a long one the beginning.
///
/// ```
/// use pokerbits::error::quoted;
/// assert_eq!(quoted("holdem"), "\"holdem\"");
/// assert_eq!(quoted(&"x".repeat(1 << 20)).len(), 60 + 3 + 2);
/// ```
pub fn quoted(text: &str) -> String {
    format!("{:?}", beginning(text))
}

/// A text, the beginning of a long one.
pub(crate) fn beginning(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}

/// What every fallible function of the crate returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The row of a batch that an error was found in; prints as a prefix, or not at all for a single hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Row(pub Option<usize>);

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(row) => write!(f, "row {row}: "),
            None => Ok(()),
        }
    }
}

/// A rejected input, with the evidence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number that is no card id.
    #[error("{row}card id {card} is outside the deck (0..={last})")]
    CardOutOfRange {
        /// Where.
        row: Row,
        /// The number found.
        card: i128,
        /// The largest id.
        last: u8,
    },
    /// A card of the full deck that a smaller deck lacks.
    #[error("{row}card {} (id {card}) is not in a deck of {}", Name(*card), Cards(*lowest_rank, *n_ranks, *n_suits))]
    NotInDeck {
        /// Where.
        row: Row,
        /// The card id found.
        card: u8,
        /// The lowest rank of the deck, 0 for a deuce.
        lowest_rank: u8,
        /// Ranks of the deck, from the lowest up.
        n_ranks: u8,
        /// Suits of the deck, from clubs up.
        n_suits: u8,
    },
    /// A card of the full deck below the six, under rules for the short deck.
    #[error("{row}card {} (id {card}) is not in the short deck: it has no cards below the six", Name(*card))]
    NotInShortDeck {
        /// Where.
        row: Row,
        /// The card id found.
        card: u8,
    },
    /// The same card twice.
    #[error("{row}card {} (id {card}) appears more than once", Name(*card))]
    DuplicateCard {
        /// Where.
        row: Row,
        /// The card id found twice.
        card: u8,
    },
    /// The wrong number of cards.
    #[error("{row}expected {expected} cards, found {found}")]
    CardCount {
        /// Where.
        row: Row,
        /// The numbers that would have been right, in words.
        expected: &'static str,
        /// The number found.
        found: usize,
    },
    /// Text that is not a card.
    #[error("cannot read a card at position {position} of {text:?}: {reason}")]
    ParseCard {
        /// The whole text (its beginning, when long).
        text: String,
        /// Character position, from 0.
        position: usize,
        /// What was expected.
        reason: &'static str,
    },
    /// An index beyond the last of its kind.
    #[error("{row}{what} {index} is out of range ({first}..={last})")]
    IndexOutOfRange {
        /// Where.
        row: Row,
        /// What the index counts ("strength", "hand index", ...).
        what: &'static str,
        /// The index found.
        index: u64,
        /// The smallest index of its kind.
        first: u64,
        /// The largest index of its kind.
        last: u64,
    },
    /// A row that is no row of its kind.
    #[error("{row}{reason}")]
    InvalidRow {
        /// Where.
        row: Row,
        /// What is wrong with it.
        reason: String,
    },
    /// A text, or weights, that are no range of hands.
    #[error("{message}")]
    InvalidRange {
        /// Character position in the text, from 0; `None` for weights.
        position: Option<usize>,
        /// The part of the text that cannot be read, or the combo whose weight is wrong; nothing where it is all of them.
        token: String,
        /// What is wrong; of a text, with the place shown in a line of its own and a caret under the token.
        message: String,
    },
    /// An argument that is well-formed but cannot be honoured.
    #[error("{0}")]
    InvalidArgument(String),
    /// The process is the child of a fork that a watcher made in the midst of the call: its threads are in the parent.
    #[error("this process was forked in the midst of the call: make the call again")]
    Forked,
    /// Memory that the system does not give.
    #[error("not enough memory: {bytes} bytes more are needed")]
    OutOfMemory {
        /// Bytes that were asked for.
        bytes: usize,
    },
    /// A count that does not fit the integer that would hold it.
    #[error("{0} does not fit in the integer that holds it")]
    Overflow(String),
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
}

impl Error {
    /// The same error, found in `row` of a batch.
    #[must_use]
    pub fn at_row(mut self, row: usize) -> Self {
        if let Some(place) = self.place() {
            place.0 = Some(row);
        }
        self
    }

    /// Takes the row out of the error, whose text names no row from then on.
    pub fn take_row(&mut self) -> Option<usize> {
        self.place()?.0.take()
    }

    /// The number of the card that the error is about.
    pub fn card(&self) -> Option<i128> {
        match *self {
            Self::CardOutOfRange { card, .. } => Some(card),
            Self::NotInDeck { card, .. } | Self::NotInShortDeck { card, .. } | Self::DuplicateCard { card, .. } => {
                Some(card.into())
            }
            _ => None,
        }
    }

    /// Of a range as a whole, or of several beside each other.
    pub(crate) fn no_range(message: String) -> Self {
        Self::InvalidRange { position: None, token: String::new(), message }
    }

    fn place(&mut self) -> Option<&mut Row> {
        match self {
            Self::CardOutOfRange { row, .. }
            | Self::NotInDeck { row, .. }
            | Self::NotInShortDeck { row, .. }
            | Self::DuplicateCard { row, .. }
            | Self::CardCount { row, .. }
            | Self::IndexOutOfRange { row, .. }
            | Self::InvalidRow { row, .. } => Some(row),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        let text = "\u{2660}".repeat(QUOTED);
        assert_eq!(beginning(&text), text);
        assert_eq!(beginning(&format!("{text}A")), format!("{text}..."));
        assert_eq!(quoted("a\"b"), "\"a\\\"b\"");
    }

    #[test]
    fn the_row_of_an_error_is_data() {
        let mut error = Error::DuplicateCard { row: Row(None), card: 51 }.at_row(7);
        assert_eq!(error.to_string(), "row 7: card As (id 51) appears more than once");
        assert_eq!((error.card(), error.take_row(), error.take_row()), (Some(51), Some(7), None));
        assert_eq!(error.to_string(), "card As (id 51) appears more than once");
        let mut error = Error::InvalidArgument("row 3: no row".into()).at_row(7);
        assert_eq!((error.card(), error.take_row()), (None, None));
    }
}

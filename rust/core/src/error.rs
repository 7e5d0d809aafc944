//! The one error type of the crate: every variant says what was wrong and where.

use std::fmt;

use crate::card_name::{DeckName, Name};

/// The longest part of a text that an error repeats, in characters.
pub(crate) const QUOTED: usize = 60;

/// A text as an error quotes it: in quotation marks, cut after 60 characters.
///
/// ```
/// # #[cfg(feature = "binding")] {
/// use pokerbits::quoted;
/// assert_eq!(quoted("holdem"), "\"holdem\"");
/// assert_eq!(quoted(&"x".repeat(1 << 20)).len(), 60 + 3 + 2);
/// # }
/// ```
pub fn quoted(text: &str) -> String {
    format!("{:?}", beginning(text))
}

/// A text, cut after [`QUOTED`] characters.
pub(crate) fn beginning(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}

/// The result of every fallible function of the crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The row of a batch with the error. It prints as a prefix, or not at all for a single hand.
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

/// A rejected input: the reason, the place and the value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number that is not a card id.
    #[error("{row}card id {card} is outside the deck (0 to {last})")]
    CardOutOfRange {
        /// Row of the batch, if any.
        row: Row,
        /// The number found.
        card: i128,
        /// The largest id.
        last: u8,
    },
    /// A card of the full deck that is not in a smaller deck.
    #[error("{row}card {} (id {card}) is not in a deck of {}", Name(*card), DeckName(*lowest_rank, *n_ranks, *n_suits))]
    NotInDeck {
        /// Row of the batch, if any.
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
        /// Row of the batch, if any.
        row: Row,
        /// The card id found.
        card: u8,
    },
    /// A card that appears more than once.
    #[error("{row}card {} (id {card}) appears more than once", Name(*card))]
    DuplicateCard {
        /// Row of the batch, if any.
        row: Row,
        /// The id of that card.
        card: u8,
    },
    /// A number that is not a card of a wide deck, whose cards have no names.
    #[error("{row}card id {card} is not in a deck of {n_ranks} ranks and {n_suits} suits")]
    NotInWideDeck {
        /// Row of the batch, if any.
        row: Row,
        /// The number found.
        card: u8,
        /// Ranks of the deck.
        n_ranks: u8,
        /// Suits of the deck.
        n_suits: u8,
    },
    /// A card of a wide deck that appears more than once.
    #[error("{row}card id {card} appears more than once")]
    RepeatedCardId {
        /// Row of the batch, if any.
        row: Row,
        /// The id of that card.
        card: u8,
    },
    /// The wrong number of cards.
    #[error("{row}expected {expected} cards, found {found}")]
    CardCount {
        /// Row of the batch, if any.
        row: Row,
        /// The numbers of cards that are accepted, for example "5 to 7".
        expected: &'static str,
        /// The number found.
        found: usize,
    },
    /// Text that is not a card.
    #[error("cannot read a card at position {position} of {text:?}: {reason}")]
    ParseCard {
        /// The text, cut if it is long.
        text: String,
        /// Character position, from 0.
        position: usize,
        /// The reason why the text is rejected.
        reason: &'static str,
    },
    /// An index outside the range of its kind.
    #[error("{row}{what} {index} is out of range ({first} to {last})")]
    IndexOutOfRange {
        /// Row of the batch, if any.
        row: Row,
        /// The name of the index ("strength", "hand index", ...).
        what: &'static str,
        /// The index found.
        index: u64,
        /// The smallest index of its kind.
        first: u64,
        /// The largest index of its kind.
        last: u64,
    },
    /// An invalid row.
    #[error("{row}{reason}")]
    InvalidRow {
        /// Row of the batch, if any.
        row: Row,
        /// The reason.
        reason: String,
    },
    /// A text, or weights, that do not describe a range of hands.
    #[error("{message}")]
    InvalidRange {
        /// Character position in the text, from 0; `None` for weights.
        position: Option<usize>,
        /// The part of the text that cannot be read, or the combo whose weight is wrong. Empty if it is the whole input.
        token: String,
        /// The message. For a text it shows the place on a line of its own, with a caret under the token.
        message: String,
    },
    /// An argument that is well-formed but cannot be honoured.
    #[error("{0}")]
    InvalidArgument(String),
    /// The process is the child of a fork that a watcher made during the call: its threads are in the parent.
    #[error("this process was forked during the call: make the call again")]
    Forked,
    /// The system has not enough memory.
    #[error("not enough memory: {bytes} bytes more are needed")]
    OutOfMemory {
        /// Number of bytes that were requested.
        bytes: usize,
    },
    /// A count that does not fit in its integer type.
    #[error("{0} does not fit in the integer that holds it")]
    Overflow(String),
    /// The caller cancelled the call.
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

    /// Removes the row from the error and returns it; the text no longer names it.
    pub fn take_row(&mut self) -> Option<usize> {
        self.place()?.0.take()
    }

    /// The id of the card that the error names.
    pub fn card(&self) -> Option<i128> {
        match *self {
            Self::CardOutOfRange { card, .. } => Some(card),
            Self::NotInDeck { card, .. }
            | Self::NotInShortDeck { card, .. }
            | Self::DuplicateCard { card, .. }
            | Self::NotInWideDeck { card, .. }
            | Self::RepeatedCardId { card, .. } => Some(card.into()),
            _ => None,
        }
    }

    /// An [`Error::InvalidRange`] about a whole range, or about several ranges together.
    pub(crate) fn no_range(message: String) -> Self {
        Self::InvalidRange { position: None, token: String::new(), message }
    }

    fn place(&mut self) -> Option<&mut Row> {
        match self {
            Self::CardOutOfRange { row, .. }
            | Self::NotInDeck { row, .. }
            | Self::NotInShortDeck { row, .. }
            | Self::DuplicateCard { row, .. }
            | Self::NotInWideDeck { row, .. }
            | Self::RepeatedCardId { row, .. }
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

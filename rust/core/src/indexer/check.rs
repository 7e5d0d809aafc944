//! The errors of rejected rows. The kernels only notice that a row is invalid.

use super::hand_indexer::HandIndexer;
use crate::error::{Error, Result, Row};

/// 0 to 128 for [`Error::CardCount`], three characters each.
const NUMBERS: &str = concat!(
    "  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31",
    " 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63",
    " 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95",
    " 96 97 98 99100101102103104105106107108109110111112113114115116117118119120121122123124125126127",
    "128",
);

impl HandIndexer {
    /// The error of a hand that a kernel rejected: the first card that is outside the deck or among those before it.
    #[cold]
    pub(super) fn reject(&self, dealt: u64, cards: &[u8], at: Option<usize>) -> Error {
        let row = Row(at);
        let mut seen = dealt;
        for &card in cards {
            if let Err(error) = self.deck.deck.check(card) {
                return match at {
                    Some(at) => error.at_row(at),
                    None => error,
                };
            }
            let bit = self.deck.bit(card);
            if seen & bit != 0 {
                return Error::DuplicateCard { row, card };
            }
            seen |= bit;
        }
        Error::InvalidArgument(format!("{row}these cards cannot be dealt in this game"))
    }

    /// Checks that `found` is `expected` cards.
    pub(super) fn check_count(expected: usize, found: usize) -> Result<()> {
        if found == expected {
            return Ok(());
        }
        let at = 3 * expected.min(128);
        Err(Error::CardCount { row: Row(None), expected: NUMBERS[at..at + 3].trim_start(), found })
    }

    /// Checks that the game has the round.
    pub(super) fn check_round(&self, round: usize) -> Result<()> {
        if round < self.rounds.len() {
            return Ok(());
        }
        let last = self.rounds.len() as u64 - 1;
        Err(Error::IndexOutOfRange { row: Row(None), what: "round", index: round as u64, first: 0, last })
    }

    /// Checks that a batch has `n_rows` rows of `width` items.
    pub(super) fn check_rows(what: &str, n_rows: usize, width: usize, found: usize) -> Result<()> {
        if n_rows.checked_mul(width) == Some(found) {
            return Ok(());
        }
        Err(Error::InvalidArgument(format!("{what}: expected {n_rows} rows of {width}, found {found} items")))
    }
}

//! How every Omaha hand of four cards does against a random one before the flop: a table in the package.
//!
//! There are 16,432 classes of hands up to suit isomorphism. `cargo run --release --example omaha_odds` computes the table.

use crate::cards::CardSet;
use crate::combinatorics::choose_small;
use crate::error::{Error, Result, Row};
use crate::indexer::HandIndexer;
use crate::memory::{try_collect, try_with_capacity};
use crate::runtime::lazy::Lazy;

static PACKED: &[u8] = include_bytes!("odds.bin");

/// Bytes of a number of the table.
const BYTES: usize = 5;

/// How often a hand of four cards wins and ties against any other hand on any board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OmahaOdds {
    /// Showdowns that it wins.
    pub wins: u64,
    /// Showdowns in which both have the same strength.
    pub ties: u64,
}

impl OmahaOdds {
    /// All showdowns: the opponent's hands, times the boards.
    pub const SHOWDOWNS: u64 = choose_small(48, 4) as u64 * choose_small(44, 5) as u64;

    /// Showdowns that it loses.
    pub const fn losses(self) -> u64 {
        Self::SHOWDOWNS - self.wins - self.ties
    }

    /// Wins count twice and ties once.
    pub(super) fn half_pots(self) -> u64 {
        2 * self.wins + self.ties
    }

    /// The expected share of the pot.
    ///
    /// ```
    /// use pokerbits::ranges::omaha_odds;
    /// let best = omaha_odds("AsAhTsTh".parse()?)?;
    /// assert_eq!(best.equity(), 0.715_263_049_151_940_1);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn equity(self) -> f64 {
        self.half_pots() as f64 / (2 * Self::SHOWDOWNS) as f64
    }
}

/// The table, and what numbers its classes.
pub(super) struct Table {
    pub(super) indexer: HandIndexer,
    /// By class.
    pub(super) odds: Vec<OmahaOdds>,
}

impl Table {
    /// The table, unpacked at the first call.
    pub(super) fn shared() -> Result<&'static Self> {
        static TABLE: Lazy<Table> = Lazy::new();
        TABLE.get_or_try_init(|| Ok(Self { indexer: HandIndexer::new(&[4])?, odds: unpacked(PACKED)? }))
    }

    /// The class of a hand.
    pub(super) fn class(&self, hand: CardSet) -> Result<usize> {
        let mut cards = [0; 4];
        cards.iter_mut().zip(hand.ids()).for_each(|(to, card)| *to = card);
        if hand.len() != 4 {
            let found = hand.len() as usize;
            return Err(Error::CardCount { row: Row(None), expected: "4 hole", found });
        }
        Ok(self.indexer.index(0, &cards)? as usize)
    }
}

/// The odds of a hand of four cards before the flop against a random hand.
///
/// # Errors
/// [`Error::CardCount`], and [`Error::OutOfMemory`] at the first call.
///
/// ```
/// use pokerbits::ranges::omaha_odds;
/// let odds = omaha_odds("AsAhKsKh".parse()?)?;
/// assert_eq!(format!("{:.8}", odds.equity()), "0.70678075");
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn omaha_odds(hand: CardSet) -> Result<OmahaOdds> {
    let table = Table::shared()?;
    Ok(table.odds[table.class(hand)?])
}

/// The packed table of the odds of all classes: planes of the bytes of the wins, then of the ties.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub(crate) fn pack(odds: &[OmahaOdds]) -> Result<Vec<u8>> {
    let mut packed = try_with_capacity(2 * BYTES * odds.len())?;
    for of in [|odds: &OmahaOdds| odds.wins, |odds: &OmahaOdds| odds.ties] {
        for byte in 0..BYTES {
            packed.extend(odds.iter().map(|odds| of(odds).to_le_bytes()[byte]));
        }
    }
    Ok(packed)
}

fn unpacked(packed: &[u8]) -> Result<Vec<OmahaOdds>> {
    let len = packed.len() / (2 * BYTES);
    let number = |plane: usize, at: usize| {
        let bytes = (plane..plane + BYTES).rev();
        bytes.fold(0, |number, plane| number << 8 | u64::from(packed[plane * len + at]))
    };
    try_collect((0..len).map(|at| Ok(OmahaOdds { wins: number(0, at), ties: number(BYTES, at) })))
}

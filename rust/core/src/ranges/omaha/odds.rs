//! How every Omaha hand of four cards does against a random one before the flop: a table in the package.
//!
//! There are 16,432 classes of hands up to suit isomorphism. `cargo run --release --example omaha_odds` computes the table.

use crate::cards::CardSet;
use crate::combinatorics::choose_small;
use crate::error::{Error, Result, Row};
use crate::indexer::HandIndexer;
use crate::memory::{try_collect, try_with_capacity};
use crate::runtime::lazy::Lazy;

#[cfg(feature = "omaha-odds")]
static PACKED: &[u8] = include_bytes!("odds.bin");

static TABLE: Lazy<OddsTable> = Lazy::new();

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
pub(super) struct OddsTable {
    pub(super) indexer: HandIndexer,
    /// By class.
    pub(super) odds: Vec<OmahaOdds>,
}

impl OddsTable {
    /// The table, unpacked at the first call.
    #[cfg(feature = "omaha-odds")]
    pub(super) fn shared() -> Result<&'static Self> {
        TABLE.get_or_try_init(|| Self::new(PACKED))
    }

    /// The table that was given.
    #[cfg(not(feature = "omaha-odds"))]
    pub(super) fn shared() -> Result<&'static Self> {
        let why = "this needs the table of Omaha hands before the flop, which has not been loaded";
        TABLE.get().ok_or_else(|| Error::InvalidArgument(why.into()))
    }

    fn new(packed: &[u8]) -> Result<Self> {
        Ok(Self { indexer: HandIndexer::new(&[4])?, odds: unpacked(packed)? })
    }

    /// The table of these bytes. Each class has [`OmahaOdds::SHOWDOWNS`], and two random hands share the pot evenly.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for other bytes, and [`Error::OutOfMemory`].
    #[cfg(any(test, not(feature = "omaha-odds")))]
    fn checked(packed: &[u8]) -> Result<Self> {
        let table = Self::new(packed)?;
        let classes = table.indexer.size(0)?;
        let mut is_whole = packed.len() as u64 == 2 * BYTES as u64 * classes;
        let (mut won, mut played) = (0, 0);
        for (class, odds) in (0..classes).zip(&table.odds) {
            let hands = u128::from(table.indexer.multiplicity(0, class)?);
            won += hands * u128::from(odds.half_pots());
            played += hands * u128::from(OmahaOdds::SHOWDOWNS);
            is_whole &= odds.wins + odds.ties <= OmahaOdds::SHOWDOWNS;
        }
        if is_whole && won == played {
            return Ok(table);
        }
        Err(Error::InvalidArgument("the table of Omaha hands before the flop is damaged".into()))
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
    let table = OddsTable::shared()?;
    Ok(table.odds[table.class(hand)?])
}

/// Gives [`omaha_odds`], and what is computed from it, the table that the package has in `src/ranges/omaha/odds.bin`. For
/// programs without the feature `omaha-odds`, such as pages that load the table when it is asked for.
///
/// # Errors
/// [`Error::InvalidArgument`] if the bytes are not the table, and [`Error::OutOfMemory`].
#[cfg(not(feature = "omaha-odds"))]
pub fn give_omaha_odds(packed: &[u8]) -> Result<()> {
    TABLE.get_or_try_init(|| OddsTable::checked(packed)).map(|_| ())
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

#[cfg(all(test, feature = "omaha-odds"))]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_given_is_checked() {
        assert!(OddsTable::checked(PACKED).unwrap().odds == OddsTable::shared().unwrap().odds);
        for at in [0, 16_432, PACKED.len() - 1] {
            for bit in [0, 7] {
                let mut damaged = PACKED.to_vec();
                damaged[at] ^= 1 << bit;
                assert!(matches!(OddsTable::checked(&damaged), Err(Error::InvalidArgument(_))), "byte {at}, bit {bit}");
            }
        }
        for len in [0, 9, PACKED.len() - 1, PACKED.len() - 10] {
            assert!(matches!(OddsTable::checked(&PACKED[..len]), Err(Error::InvalidArgument(_))), "{len} bytes");
        }
        assert!(OddsTable::checked(&[PACKED, &[0]].concat()).is_err());
    }
}

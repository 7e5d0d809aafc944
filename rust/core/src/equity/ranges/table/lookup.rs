//! The result of every matchup, by its number. The packed table is unpacked at the first call.

use super::matchup::Matchup;
use super::numbers::MatchupNumbers;
use super::packed::packed;
use crate::cards::{CardSet, share_a_card};
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::lazy::Lazy;

/// All matchups.
pub(crate) struct MatchupTable {
    pub(crate) numbers: MatchupNumbers,
    /// The matchups, by number.
    pub(crate) matchups: Vec<Matchup>,
}

impl MatchupTable {
    /// The table, unpacked at the first call: 0.9 MB.
    pub(crate) fn shared() -> Result<&'static Self> {
        static TABLE: Lazy<MatchupTable> = Lazy::new();
        TABLE.get_or_try_init(Self::new)
    }

    /// The matchup of two hands, of four different cards.
    #[inline]
    pub(crate) fn of(&self, first: [u8; 2], second: [u8; 2]) -> Matchup {
        self.matchups[self.numbers.number(first, second)]
    }

    fn new() -> Result<Self> {
        let numbers = MatchupNumbers::new()?;
        let mut matchups = try_vec(Matchup::default(), numbers.len())?;
        let mut packed = packed();
        for (number, [a, b]) in numbers.all().enumerate().filter(|&(_, [a, b])| !share_a_card(a, b)) {
            let mirrored = numbers.number(b, a);
            matchups[number] =
                if mirrored < number { matchups[mirrored].reversed() } else { packed.next().unwrap_or_default() };
        }
        Ok(Self { numbers, matchups })
    }
}

/// How often the first of two hands wins and ties before the flop.
///
/// # Errors
/// [`Error::CardOutOfRange`](crate::Error::CardOutOfRange), [`Error::DuplicateCard`](crate::Error::DuplicateCard), and
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory) at the first call.
///
/// ```
/// use pokerbits::equity::matchup;
/// let aces_against_kings = matchup([50, 49], [47, 46])?;
/// assert_eq!((aces_against_kings.wins(), aces_against_kings.ties()), (1_399_204, 7_923));
/// assert_eq!(aces_against_kings.losses(), 305_177);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn matchup(first: [u8; 2], second: [u8; 2]) -> Result<Matchup> {
    CardSet::from_ids(&[first, second].concat())?;
    Ok(MatchupTable::shared()?.of(first, second))
}

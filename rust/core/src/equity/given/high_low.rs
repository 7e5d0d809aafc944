//! How often each set of players wins or shares the high half of the pot, and which the low half.

use crate::equity::counts::ShowdownCounts;
use crate::error::Result;
use crate::memory::try_collect;

/// How often each set of players won or shared the high half of the pot while another, or the same, won or shared the low
/// half. Without a low the high hand takes the whole pot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HighLowCounts {
    by_low_winners: Vec<ShowdownCounts>,
}

impl HighLowCounts {
    pub(crate) fn new(players: usize) -> Result<Self> {
        let by_low_winners = try_collect((0..1usize << players).map(|_| ShowdownCounts::try_new(players)))?;
        Ok(Self { by_low_winners })
    }

    /// Where lows win nothing: nobody ever has the best.
    pub(crate) fn of_high(players: usize) -> Result<Self> {
        Ok(Self { by_low_winners: vec![ShowdownCounts::try_new(players)?] })
    }

    pub(crate) fn clear(&mut self) {
        self.by_low_winners.iter_mut().for_each(ShowdownCounts::clear);
    }

    /// Adds the showdowns of as many players, so many times.
    pub(crate) fn add(&mut self, other: &Self, times: u64) {
        for (own, other) in self.by_low_winners.iter_mut().zip(&other.by_low_winners) {
            for (winners, &count) in other.by_winners().iter().enumerate().filter(|&(_, &count)| count > 0) {
                own.add(winners, count * times);
            }
        }
    }

    pub(crate) fn by_low_winners_mut(&mut self) -> &mut [ShowdownCounts] {
        &mut self.by_low_winners
    }

    /// Element `m` counts the showdowns in which exactly the players whose bits are set in `m` have the best low; element
    /// 0 those without a low.
    pub fn by_low_winners(&self) -> &[ShowdownCounts] {
        &self.by_low_winners
    }

    /// The sets of players who win or share the high and the low half, as bits, and how many showdowns end so: those that
    /// do.
    pub fn by_winners(&self) -> impl Iterator<Item = (u32, u32, u64)> {
        (0..).zip(&self.by_low_winners).flat_map(|(low, counts)| {
            let with_counts = (0..).zip(counts.by_winners()).filter(|&(_, &count)| count > 0);
            with_counts.map(move |(high, &count)| (high, low, count))
        })
    }

    /// How many showdowns there are.
    pub fn total(&self) -> u64 {
        self.by_low_winners.iter().map(ShowdownCounts::total).sum()
    }
}

//! How often each set of players wins or shares the pot, or its high and its low half.

use crate::error::{Error, Result, Row};
use crate::memory::try_vec;

/// The maximum number of players.
pub const MAX_PLAYERS: usize = 10;

/// Refuses other than two to ten players.
pub(crate) fn check_players(players: usize) -> Result<()> {
    if (2..=MAX_PLAYERS).contains(&players) {
        return Ok(());
    }
    Err(Error::InvalidArgument(format!("expected 2 to {MAX_PLAYERS} players, found {players}")))
}

/// The strengths of the players' hands.
#[derive(Clone, Copy)]
pub(crate) struct PlayerStrengths<const P: usize>(pub(crate) [u16; P]);

impl<const P: usize> PlayerStrengths<P> {
    /// The strengths of players without a hand.
    pub(crate) const NONE: Self = Self([0; P]);

    /// The players with the best hand, a bit for each.
    #[inline(always)]
    pub(crate) fn winners(self) -> usize {
        let best = self.0.iter().fold(0, |best, &strength| strength.max(best));
        self.0.iter().enumerate().fold(0, |set, (player, &s)| set | usize::from(s == best) << player)
    }

    /// The better of the two hands of each player.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self(std::array::from_fn(|player| self.0[player].max(other.0[player])))
    }
}

/// Who has the best, a bit for each; 0 where all are 0.
#[inline(always)]
pub(crate) fn winners<T: Copy + Ord + Default>(of: &[T]) -> usize {
    let best = of.iter().fold(T::default(), |best, &own| own.max(best));
    let with_best = of.iter().enumerate().filter(|&(_, &own)| own == best && best > T::default());
    with_best.fold(0, |set, (player, _)| set | 1 << player)
}

/// How often each set of players won or shared the pot. In games where the best low takes half of the pot: won or shared the
/// high half, while a set of players, the same or another, won or shared the low half. Without a low the high hand takes the
/// whole pot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShowdownCounts {
    players: usize,
    /// Showdowns by winners: element `low << players | high` counts those won or shared by exactly the players whose bits
    /// are set.
    by_winners: Vec<u64>,
}

impl ShowdownCounts {
    /// No showdowns yet.
    pub(crate) fn new(players: usize, has_low: bool) -> Result<Self> {
        Ok(Self { players, by_winners: try_vec(0, 1 << if has_low { 2 * players } else { players })? })
    }

    /// No showdowns yet, in a game without lows: eight kilobytes at most.
    pub(crate) fn of_high(players: usize) -> Self {
        Self { players, by_winners: vec![0; 1 << players] }
    }

    pub(crate) fn clear(&mut self) {
        self.by_winners.fill(0);
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Element `m` counts the showdowns won or shared by exactly the players whose bits are set in `m`. In games with a low
    /// half, element `low << players | high` counts those in which the sets `high` and `low` win or share the halves.
    pub fn by_winners(&self) -> &[u64] {
        &self.by_winners
    }

    /// The sets of players who win or share the high and the low half, as bits, with the number of such showdowns. Only
    /// pairs of sets that occur are listed. The set of low winners is 0 if there is no low.
    pub fn by_high_and_low(&self) -> impl Iterator<Item = (u32, u32, u64)> {
        let high = (1 << self.players) - 1;
        let occurring = (0..).zip(&self.by_winners).filter(|&(_, &count)| count > 0);
        occurring.map(move |(winners, &count): (u32, _)| (winners & high, winners >> self.players, count))
    }

    /// Whether lows win half of the pot.
    pub(crate) fn has_low(&self) -> bool {
        self.by_winners.len() > 1 << self.players
    }

    /// Number of showdowns.
    pub fn total(&self) -> u64 {
        self.by_winners.iter().sum()
    }

    /// How many showdowns `player` won or shared with exactly `j - 1` others, at element `j`; element 0 counts those lost.
    /// In games with a low half, the high half counts.
    ///
    /// # Errors
    /// [`Error::IndexOutOfRange`] for an invalid player, counted from 0.
    pub fn shares(&self, player: usize) -> Result<Vec<u64>> {
        if player >= self.players {
            let (index, last) = (player as u64, self.players as u64 - 1);
            return Err(Error::IndexOutOfRange { row: Row(None), what: "player", index, first: 0, last });
        }
        Ok(self.shares_of(player))
    }

    /// [`Self::shares`] of a valid player.
    pub(crate) fn shares_of(&self, player: usize) -> Vec<u64> {
        let mut shares = vec![0; self.players + 1];
        let high = (1 << self.players) - 1;
        for (winners, &count) in self.by_winners.iter().enumerate() {
            let j = if winners >> player & 1 != 0 { (winners & high).count_ones() } else { 0 };
            shares[j as usize] += count;
        }
        shares
    }

    /// Counts one showdown won or shared by exactly the players whose bits are set.
    #[inline(always)]
    pub(crate) fn add(&mut self, winners: usize, showdowns: u64) {
        self.by_winners[winners] += showdowns;
    }

    /// [`add`](Self::add) for a showdown whose best low these players have.
    #[inline(always)]
    pub(crate) fn add_with_low(&mut self, high: usize, low: usize, showdowns: u64) {
        self.add(low << self.players | high, showdowns);
    }

    /// Adds the showdowns of the same players, each `times` times.
    pub(crate) fn merge(&mut self, other: &Self, times: u64) {
        for (own, &count) in self.by_winners.iter_mut().zip(&other.by_winners) {
            *own += count * times;
        }
    }

    /// Counts showdowns between hands of these strengths.
    #[inline(always)]
    pub(crate) fn count<const P: usize>(&mut self, strengths: PlayerStrengths<P>, showdowns: u64) {
        self.add(strengths.winners(), showdowns);
    }

    /// [`count`](Self::count) for a showdown whose best low these players have.
    #[inline(always)]
    pub(crate) fn count_with_low<const P: usize>(&mut self, strengths: PlayerStrengths<P>, low: usize, showdowns: u64) {
        self.add_with_low(strengths.winners(), low, showdowns);
    }
}

//! How often each set of players wins or shares the pot.

use crate::equity::given::players::Strengths;
use crate::error::{Error, Result, Row};
use crate::memory::try_vec;

/// The most hands that are compared.
pub const MAX_PLAYERS: usize = 10;

/// How often each set of players won or shared the pot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShowdownCounts {
    players: usize,
    /// Showdowns by winners: element `m` counts those won or shared by exactly the players whose bits are set in `m`.
    by_winners: Vec<u64>,
}

impl ShowdownCounts {
    pub(crate) fn new(players: usize) -> Self {
        Self { players, by_winners: vec![0; 1 << players] }
    }

    /// [`new`](Self::new) where there may be many of them.
    pub(crate) fn try_new(players: usize) -> Result<Self> {
        Ok(Self { players, by_winners: try_vec(0, 1 << players)? })
    }

    pub(crate) fn clear(&mut self) {
        self.by_winners.fill(0);
    }

    /// How many hands were compared.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Element `m` counts the showdowns won or shared by exactly the players whose bits are set in `m`.
    pub fn by_winners(&self) -> &[u64] {
        &self.by_winners
    }

    /// How many showdowns there are.
    pub fn total(&self) -> u64 {
        self.by_winners.iter().sum()
    }

    /// How many showdowns `player` won or shared with exactly `j - 1` others, at element `j`; element 0 counts those lost.
    ///
    /// # Errors
    /// [`Error::IndexOutOfRange`] for a player who is none, counted from 0.
    pub fn shares(&self, player: usize) -> Result<Vec<u64>> {
        if player >= self.players {
            let (index, last) = (player as u64, self.players as u64 - 1);
            return Err(Error::IndexOutOfRange { row: Row(None), what: "player", index, first: 0, last });
        }
        Ok(self.shares_of(player))
    }

    /// [`Self::shares`] of a player who is one.
    pub(crate) fn shares_of(&self, player: usize) -> Vec<u64> {
        let mut shares = vec![0; self.players + 1];
        for (winners, &count) in self.by_winners.iter().enumerate() {
            let j = if winners >> player & 1 != 0 { winners.count_ones() } else { 0 };
            shares[j as usize] += count;
        }
        shares
    }

    /// Counts showdowns won or shared by exactly the players whose bits are set.
    #[inline(always)]
    pub(crate) fn add(&mut self, winners: usize, showdowns: u64) {
        self.by_winners[winners] += showdowns;
    }

    #[inline(always)]
    pub(crate) fn count<const P: usize>(&mut self, Strengths(strengths): Strengths<P>, showdowns: u64) {
        let best = strengths.iter().fold(0, |best, &strength| strength.max(best));
        let winners = strengths.iter().enumerate().fold(0, |set, (i, &s)| set | usize::from(s == best) << i);
        self.add(winners, showdowns);
    }
}

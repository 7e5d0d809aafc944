//! The known cards of an odds call, and the number of opponents that the remaining cards allow.

use crate::cards::CardSet;
use crate::error::{Error, Result};
use crate::showdown::situation::Situation;

/// The hero's cards, and the situation with them.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeroDeal {
    pub(super) hole: [u8; 2],
    pub(super) situation: Situation,
}

impl HeroDeal {
    /// Checks the cards of one deal.
    pub(super) fn new(hole: [u8; 2], board: &[u8], dead: CardSet) -> Result<Self> {
        Ok(Self { hole, situation: Situation::new(&[hole], board, dead)? })
    }

    /// Checks the requested numbers of opponents; returns the largest.
    pub(super) fn check_opponents(&self, opponents: &[u32]) -> Result<usize> {
        check_opponents(self.situation.left().len() as usize, self.situation.missing(), opponents)
    }
}

/// Checks that `unknown` cards suffice for these numbers of opponents; returns the largest.
pub(super) fn check_opponents(unknown: usize, missing: usize, opponents: &[u32]) -> Result<usize> {
    let most = unknown.saturating_sub(missing) / 2;
    if let Some(k) = opponents.iter().find(|&&k| k == 0 || k as usize > most) {
        return Err(Error::InvalidArgument(format!(
            "{k} opponents: with {unknown} unknown cards and {missing} board cards to come there can be 1 to {most}"
        )));
    }
    opponents
        .iter()
        .map(|&k| k as usize)
        .max()
        .ok_or_else(|| Error::InvalidArgument("expected at least one number of opponents".into()))
}

//! The table of matchups in the form that the program contains, and its computation.
//!
//! The table has the mirror image with the lower number: how often the first hand wins and ties, three bytes each. First
//! come the low bytes of all wins, in the order of the numbers, then the middle bytes, then the high ones; the ties follow
//! in the same way. Similar bytes compress better side by side.

use super::matchup::Matchup;
use super::numbers::MatchupNumbers;
use crate::cards::{CardSet, share_a_card};
use crate::equity::counts::ShowdownCounts;
use crate::equity::given::two_cards::Counter;
use crate::error::Result;
use crate::evaluator::Rules;
use crate::memory::{try_collect, try_vec, try_with_capacity};
use crate::runtime::Run;
use crate::showdown::situation::Situation;

static MATCHUPS: &[u8] = include_bytes!("matchups.bin");

/// The packed table.
pub(crate) fn packed() -> impl Iterator<Item = Matchup> {
    let len = MATCHUPS.len() / 6;
    let number =
        move |planes: [usize; 3], at| planes.iter().rev().fold(0, |n, p| n << 8 | u32::from(MATCHUPS[p * len + at]));
    (0..len).map(move |at| Matchup { wins: number([0, 1, 2], at), ties: number([3, 4, 5], at) })
}

/// Computes the packed table from the rules: 47,008 matchups on every board, in half a minute on one core.
///
/// # Errors
/// [`Error::Cancelled`](crate::Error::Cancelled), [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub fn compute_matchups(run: &mut Run<'_>) -> Result<Vec<u8>> {
    let numbers = MatchupNumbers::new()?;
    let is_first = |&[a, b]: &[[u8; 2]; 2]| !share_a_card(a, b) && numbers.number(a, b) <= numbers.number(b, a);
    let hands = try_collect(numbers.all().filter(is_first).map(Ok))?;
    let mut counts = try_vec(Matchup::default(), hands.len())?;
    run.for_each(counts.iter_mut().zip(&hands), hands.len(), |(matchup, hands)| {
        *matchup = by_boards(*hands)?;
        Ok(())
    })?;
    let mut packed = try_with_capacity(6 * counts.len())?;
    for of in [|m: &Matchup| m.wins, |m: &Matchup| m.ties] {
        for byte in 0..3 {
            packed.extend(counts.iter().map(|matchup| of(matchup).to_le_bytes()[byte]));
        }
    }
    Ok(packed)
}

/// A matchup, by a count of every board.
pub(super) fn by_boards(hands: [[u8; 2]; 2]) -> Result<Matchup> {
    let (situation, mut counts) = (Situation::new(&hands, &[], CardSet::EMPTY)?, ShowdownCounts::new(2, false)?);
    Counter::new(Rules::Standard, 2)?.add(&hands, &situation, &mut counts);
    let [wins, ties] = [1, 3].map(|winners| counts.by_winners()[winners] as u32);
    Ok(Matchup { wins, ties })
}

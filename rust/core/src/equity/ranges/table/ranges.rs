//! Weighted ranges against each other before the flop.
//!
//! The combos of a class are worked on together, as lanes: each sees the other range with its own suits renamed, and so
//! all meet the same matchup with the same orbit of hands.

use super::numbers::{Class, Kind};
use super::table::{Matchup, Table};
use crate::equity::ranges::weights::{check_sums, check_weights};
use crate::equity::{Amount, ComboCounts};
use crate::error::Result;
use crate::memory::{try_vec, try_with_capacity};
use crate::showdown::ranked_boards::OfCombos;

/// What every combo wins and shares against a range, without a board: at each combo, the weight of the other player's
/// hands times the 1,712,304 boards. Only hands that have a weight take time. The same bits in every call.
///
/// # Errors
/// [`Error::InvalidArgument`](crate::Error::InvalidArgument) for a weight that is negative or not finite, and for weights
/// so large that they cannot be added up: integers whose total, times 1,712,304, is `2^63` or more, floats whose total is
/// infinite; [`Error::OutOfMemory`](crate::Error::OutOfMemory).
///
/// ```
/// use pokerbits::{cards::combo_of, equity::preflop::preflop_against};
/// let mut kings = [0u64; 1326];
/// kings[usize::from(combo_of([47, 46])?)] = 2;
/// let against = preflop_against(&kings)?;
/// let aces = usize::from(combo_of([50, 49])?);
/// assert_eq!((against.shares[0][aces], against.shares[1][aces]), (2 * 1_399_204, 2 * 7_923));
/// assert_eq!(against.total[aces], 2 * 1_712_304);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn preflop_against<W: Amount>(range: &OfCombos<W>) -> Result<ComboCounts<W>> {
    check_weights(&[range])?;
    // Whatever the other player holds.
    check_sums(&[range, range], Matchup::BOARDS.into())?;
    of_table(range)
}

fn of_table<W: Amount>(range: &OfCombos<W>) -> Result<ComboCounts<W>> {
    let table = Table::shared()?;
    let mut shares = ComboCounts::new(1)?;
    for (at, kind) in table.numbers.kinds.iter().enumerate() {
        let classes = table.numbers.classes.iter().filter(|class| class.kind == at);
        match kind.orbits.len() {
            4 => against::<W, 4>(range, table, kind, classes, &mut shares),
            6 => against::<W, 6>(range, table, kind, classes, &mut shares),
            _ => against::<W, 12>(range, table, kind, classes, &mut shares),
        }?;
    }
    Ok(shares)
}

/// Two ranges against each other without a board: what every combo does against the second range, and against the first.
///
/// # Errors
/// As [`preflop_against`].
pub fn preflop_two_ranges<W: Amount>([first, second]: [&OfCombos<W>; 2]) -> Result<[ComboCounts<W>; 2]> {
    check_weights(&[first, second])?;
    check_sums(&[first, second], Matchup::BOARDS.into())?;
    Ok([of_table(second)?, of_table(first)?])
}

/// The combos of classes of one kind, which have `N` combos each.
fn against<'a, W: Amount, const N: usize>(
    range: &OfCombos<W>,
    table: &Table,
    kind: &Kind,
    classes: impl Iterator<Item = &'a Class>,
    shares: &mut ComboCounts<W>,
) -> Result<()> {
    let weights = by_orbit::<W, N>(range, kind)?;
    let [wins, ties] = &mut shares.shares[..] else { return Ok(()) };
    for class in classes {
        let mut sums = [[W::default(); N]; 3];
        for &(orbit, weights) in &weights {
            let matchup = table.matchups[class.first + usize::from(orbit)];
            if !matchup.is_impossible() {
                sums = add(sums, weights, matchup);
            }
        }
        for (lane, &combo) in class.combos.iter().enumerate().take(N) {
            let combo = usize::from(combo);
            wins[combo] = sums[0][lane];
            ties[combo] = sums[1][lane];
            shares.total[combo] = sums[2][lane].times(Matchup::BOARDS.into());
        }
    }
    Ok(())
}

/// Wins, ties and weights of the lanes, with those of one orbit.
#[inline(always)]
fn add<W: Amount, const N: usize>([wins, ties, all]: [[W; N]; 3], weights: [W; N], matchup: Matchup) -> [[W; N]; 3] {
    [
        std::array::from_fn(|lane| wins[lane] + weights[lane].times(matchup.wins.into())),
        std::array::from_fn(|lane| ties[lane] + weights[lane].times(matchup.ties.into())),
        std::array::from_fn(|lane| all[lane] + weights[lane]),
    ]
}

/// The weight that each orbit has as seen from each combo of a class; orbits without weight are left out.
fn by_orbit<W: Amount, const N: usize>(range: &OfCombos<W>, kind: &Kind) -> Result<Vec<(u16, [W; N])>> {
    let mut sums = try_vec([W::default(); N], kind.len())?;
    for (combo, &weight) in range.iter().enumerate().filter(|&(_, &weight)| weight != W::default()) {
        for (lane, orbits) in kind.orbits.iter().enumerate().take(N) {
            let sum = &mut sums[usize::from(orbits[combo])][lane];
            *sum = *sum + weight;
        }
    }
    let mut all = try_with_capacity(sums.len())?;
    all.extend((0..).zip(sums).filter(|(_, weights)| weights.iter().any(|&weight| weight != W::default())));
    Ok(all)
}

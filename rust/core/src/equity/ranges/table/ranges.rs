//! Weighted ranges against each other before the flop.
//!
//! The combos of a class are processed together, as lanes. Each sees the other range with permuted suits, so all lanes have
//! the same matchup with the same orbit of hands.

use super::lookup::MatchupTable;
use super::matchup::Matchup;
use super::numbers::{FirstHandClass, SuitKind};
use crate::cards::PerCombo;
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::equity::ranges::Ranges;
use crate::error::Result;
use crate::memory::{try_vec, try_with_capacity};

/// Wins and shared pots of every combo of two ranges against the other range, without a board. The total of a combo is the
/// weight of the other player's hands times the 1,712,304 boards. Only hands with a weight take time. All calls return the
/// same bits.
pub(crate) fn count<W: Amount>(ranges: &Ranges<'_, W>) -> Result<Vec<ComboCounts<W>>> {
    let [first, second] = ranges.two();
    Ok(vec![against_range(second)?, against_range(first)?])
}

fn against_range<W: Amount>(range: &PerCombo<W>) -> Result<ComboCounts<W>> {
    let table = MatchupTable::shared()?;
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

/// Counts the combos of classes of one kind, which have `N` combos each.
fn against<'a, W: Amount, const N: usize>(
    range: &PerCombo<W>,
    table: &MatchupTable,
    kind: &SuitKind,
    classes: impl Iterator<Item = &'a FirstHandClass>,
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

/// Adds to the wins, ties and weights of the lanes those against one orbit.
#[inline(always)]
fn add<W: Amount, const N: usize>([wins, ties, all]: [[W; N]; 3], weights: [W; N], matchup: Matchup) -> [[W; N]; 3] {
    [
        std::array::from_fn(|lane| wins[lane] + weights[lane].times(matchup.wins.into())),
        std::array::from_fn(|lane| ties[lane] + weights[lane].times(matchup.ties.into())),
        std::array::from_fn(|lane| all[lane] + weights[lane]),
    ]
}

/// The weight of each orbit for each combo of a class; orbits without weight are left out.
fn by_orbit<W: Amount, const N: usize>(range: &PerCombo<W>, kind: &SuitKind) -> Result<Vec<(u16, [W; N])>> {
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

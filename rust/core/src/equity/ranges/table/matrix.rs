//! All hands against each other before the flop.

use super::lookup::MatchupTable;
use super::matchup::Matchup;
use super::numbers::{FirstHandClass, SuitKind};
use crate::cards::{COMBO_COUNT, COMBOS, HAND_CLASS_COUNT, hand_class};
use crate::error::{Error, Result};
use crate::memory::try_vec;

/// The exact equity of each hand class against each other one, over all their combos that share no card. Row `i` belongs to
/// class `i`.
///
/// # Errors
/// [`Error::OutOfMemory`].
///
/// ```
/// use pokerbits::{cards::class_of, equity::preflop_class_equities};
/// let equities = preflop_class_equities()?;
/// let [aces, kings] = [class_of([50, 49])?, class_of([47, 46])?].map(usize::from);
/// assert_eq!(equities[aces][kings], 0.819_460_504_676_739_7);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn preflop_class_equities() -> Result<Vec<[f64; HAND_CLASS_COUNT]>> {
    let table = MatchupTable::shared()?;
    let mut equities = try_vec([0.0; HAND_CLASS_COUNT], HAND_CLASS_COUNT)?;
    for (equities, class) in equities.iter_mut().zip(&table.numbers.classes) {
        // Half pots won and half pots contested. All combos of a class have the same.
        let mut sums = [[0u64; 2]; HAND_CLASS_COUNT];
        let matchups = seen_from(table, class, &table.numbers.kinds[class.kind], 0);
        for ([low, high], matchup) in COMBOS.into_iter().zip(matchups).filter(|(_, m)| !m.is_impossible()) {
            let [won, of] = &mut sums[usize::from(hand_class(low, high))];
            *won += u64::from(2 * matchup.wins + matchup.ties);
            *of += u64::from(2 * Matchup::BOARDS);
        }
        *equities = sums.map(|[won, of]| won as f64 / of as f64);
    }
    Ok(equities)
}

/// How often each combo wins and ties against each other one, on 1,712,304 boards: 1,326 rows of 1,326; 0 if two combos
/// share a card.
///
/// # Errors
/// [`Error::InvalidArgument`] if `out` has the wrong size; [`Error::OutOfMemory`].
pub fn preflop_combo_counts(out: &mut [[u32; 2]]) -> Result<()> {
    if out.len() != COMBO_COUNT * COMBO_COUNT {
        let n = out.len();
        return Err(Error::InvalidArgument(format!("expected room for {COMBO_COUNT} x {COMBO_COUNT}, found {n}")));
    }
    let table = MatchupTable::shared()?;
    for class in &table.numbers.classes {
        for (at, &combo) in class.combos.iter().enumerate() {
            let row = out[usize::from(combo) * COMBO_COUNT..].iter_mut();
            let matchups = seen_from(table, class, &table.numbers.kinds[class.kind], at);
            row.zip(matchups).for_each(|(out, matchup)| *out = [matchup.wins, matchup.ties]);
        }
    }
    Ok(())
}

/// The matchups of one of the combos of a class with every combo.
fn seen_from<'a>(
    table: &'a MatchupTable,
    class: &FirstHandClass,
    kind: &'a SuitKind,
    at: usize,
) -> impl Iterator<Item = Matchup> + 'a {
    let matchups = &table.matchups[class.first..];
    kind.orbits[at].iter().map(|&orbit| matchups[usize::from(orbit)])
}

//! Odds against one opponent: a combo beats the hero, ties or loses, so the combos only have to be counted.

use super::matchings::Hero;
use super::types::TypeTable;
use crate::cards::CardSet;
use crate::showdown::board_view::{BoardView, TYPES};
use crate::showdown::ranked_board::Outcome;
use crate::showdown::ranked_types::for_each_outcome;

/// The combos that a hero beats and ties with, summed over boards.
pub(super) type OutcomeSums = Outcome<u64>;

/// The outcome of a hero whose cards have these types, on one board.
pub(super) fn outcome(table: &TypeTable, types: [u8; 2]) -> OutcomeSums {
    let hero = table.strength(types);
    let mut copies = table.copies.map(u64::from);
    for t in types {
        copies[usize::from(t)] -= 1;
    }
    let mut found = OutcomeSums::default();
    for x in 0..table.len() {
        // Combos with a card of type x and one of an earlier type; then those with two cards of type x.
        let (mut win, mut tie) = (0, 0);
        for (y, &copies) in copies[..x].iter().enumerate() {
            let strength = table.strength([x as u8, y as u8]);
            win += if strength < hero { copies } else { 0 };
            tie += if strength == hero { copies } else { 0 };
        }
        found.win += win * copies[x];
        found.tie += tie * copies[x];
        let pairs = copies[x] * copies[x].saturating_sub(1) / 2;
        let strength = table.strength([x as u8; 2]);
        found.win += if strength < hero { pairs } else { 0 };
        found.tie += if strength == hero { pairs } else { 0 };
    }
    found
}

/// Adds the outcomes of each of `heroes` on the boards of one pattern to the hero's element of `sums`.
pub(super) fn add_heroes(view: &BoardView, dead: CardSet, heroes: &[Hero], sums: &mut [OutcomeSums]) {
    let mut outcomes = [[Outcome::default(); TYPES]; TYPES];
    for_each_outcome::<7>(view, dead, |high, low, outcome| outcomes[high][low] = outcome);
    for hero in heroes {
        let [x, y] = hero.types.map(usize::from);
        let Outcome { win, tie } = outcomes[x.max(y)][x.min(y)];
        let sum = &mut sums[hero.number as usize];
        sum.win += u64::from(win) * u64::from(hero.boards);
        sum.tie += u64::from(tie) * u64::from(hero.boards);
    }
}

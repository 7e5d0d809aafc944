//! Three hands of any classes before the flop: all deals, counted in one pass over the boards.
//!
//! A `board` says how many other hands of each class a hand beats, `sums` multiplies these numbers, and the `table` has
//! the counts of all 169^3 ordered triples of classes; `ranges` sums them. See `docs/explanation/three_way_preflop.md`.

mod board;
mod ranges;
mod sums;
mod table;

pub use ranges::{ClassOutcomes, three_way_outcomes};
pub use table::ThreeWayTable;

#[cfg(test)]
mod tests {
    use super::board::{ClassBoard, Combo, combos_of_classes};
    use super::sums::{AddBoards, ClassSums, KINDS, Memory, PAIRS};
    use crate::cards::{COMBOS, CardSet, class_of, share_a_card};
    use crate::evaluator::evaluate_combos;
    use crate::runtime::cpu::Level;

    /// Counts every three hands of a board one by one.
    fn by_brute_force(class: usize, board: CardSet, counts: &mut [u32]) {
        let strengths = evaluate_combos(board).unwrap();
        let classes = COMBOS.map(|combo| usize::from(class_of(combo).unwrap()));
        let off: Vec<usize> = (0..COMBOS.len()).filter(|&combo| strengths[combo] > 0).collect();
        for &i in off.iter().filter(|&&i| classes[i] == class) {
            let beside: Vec<usize> = off.iter().copied().filter(|&j| !share_a_card(COMBOS[i], COMBOS[j])).collect();
            for &j in beside.iter().filter(|&&j| strengths[j] <= strengths[i]) {
                for &k in beside.iter().filter(|&&k| !share_a_card(COMBOS[j], COMBOS[k])) {
                    let (mine, second, third) = (strengths[i], strengths[j], strengths[k]);
                    let kinds = [
                        second < mine && third < mine,
                        second == mine && third < mine,
                        second == mine && third == mine,
                        second < mine,
                        second == mine,
                    ];
                    for (kind, _) in kinds.iter().enumerate().filter(|(_, is)| **is) {
                        counts[kind * PAIRS + classes[j] * 169 + classes[k]] += 1;
                    }
                }
            }
        }
    }

    #[test]
    fn three_hands_are_counted_at_every_level() {
        let boards = ["Qh9h5h3c2d", "AsKsQsJsTs", "7c7d2h2s9c", "KdTc8s6h3d"].map(|text| text.parse().unwrap());
        let combos = combos_of_classes();
        // Deuces, ace-king unsuited, nine-seven suited: on an odd number of boards.
        for (class, times, n) in [(0, 1, 3), (89, 4, 2), (117, 24, 4)] {
            let mut expected = vec![0; KINDS * PAIRS];
            boards[..n].iter().for_each(|&board| by_brute_force(class, board, &mut expected));
            for count in &mut expected {
                *count *= times;
            }
            let ranked: Vec<_> = boards[..n].iter().map(|&board| ClassBoard::new(board).unwrap()).collect();
            let of_class: Vec<_> = combos[class].iter().map(|&combo| Combo::new(combo)).collect();
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                let (mut all, mut memory) = (ClassSums::new().unwrap(), Memory::new().unwrap());
                // The parts of two threads.
                for boards in [&ranked[..1], &ranked[1..]] {
                    let mut sums = ClassSums::new().unwrap();
                    let (combos, memory, sums) = (&of_class[..], &mut memory, &mut sums);
                    level.run(AddBoards { boards, combos, times, memory, sums });
                    all.merge(sums);
                }
                let mut row = vec![0; KINDS * PAIRS];
                all.write_row(&mut row);
                assert!(row == expected, "class {class} at {}", level.level());
            }
        }
    }
}

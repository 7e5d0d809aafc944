//! Two weighted ranges against each other on any board, exactly: wins, ties and deals of every combo.
//!
//! Sums of floats are taken in the same order on any number of threads. Their error is below `1e-9` of the weight of the
//! combo's deals. A combo that blocks all hands of the other player has exactly 0.

use super::pairwise::HeldCounts;
use super::recount::{barely_unblocked, recount};
use super::sorted_sweep::OnlyHeld;
use super::{Ranges, pairwise, sorted_sweep};
use crate::combinatorics::choose_small;
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::error::Result;
use crate::runtime::Run;
use crate::showdown::boards::Boards;
use crate::showdown::situation::Situation;

/// Wins and shared pots of each combo of either range against the other, hand against hand.
pub(crate) fn count_pairwise<W: Amount>(ranges: &Ranges<'_, W>, run: &mut Run<'_>) -> Result<Vec<ComboCounts<W>>> {
    let Ranges { situation, symmetry, held, .. } = ranges;
    let held = [&held[0], &held[held.len() - 1]];
    Ok(pairwise::sums(situation, symmetry, ranges.two(), held, runouts(situation), run)?.into())
}

/// [`count_pairwise`] of the hands with a weight alone; `None` where [`pairwise::held_sums`] finds none.
pub(crate) fn count_held<W: Amount>(ranges: &Ranges<'_, W>, run: &mut Run<'_>) -> Result<Option<[HeldCounts<W>; 2]>> {
    let held = [&ranges.held[0], &ranges.held[ranges.held.len() - 1]];
    pairwise::held_sums(ranges.situation, ranges.two(), held, runouts(ranges.situation), run)
}

/// [`count_pairwise`] by sorted sweeps over all hands of a board.
pub(crate) fn count_by_sweeps<W: Amount>(ranges: &Ranges<'_, W>, run: &mut Run<'_>) -> Result<Vec<ComboCounts<W>>> {
    let boards = Boards::new(ranges.situation, ranges.symmetry.to_vec())?;
    let runouts = runouts(ranges.situation);
    let [first, second] = ranges.two();
    let mut found = if first == second {
        let mut found = sorted_sweep::sums(&boards, &[first], run)?;
        found.extend_from_within(..);
        found
    } else {
        sorted_sweep::sums(&boards, &[second, first], run)?
    };
    let level = run.level();
    for (found, [ours, theirs]) in found.iter_mut().zip([[first, second], [second, first]]) {
        found.total = sorted_sweep::unblocked_weights(theirs, level)?;
        if runouts != 1 {
            found.total.iter_mut().for_each(|weight| *weight = weight.times(runouts));
        }
        let all = theirs.iter().fold(W::default(), |sum, &weight| sum + weight).times(runouts).float();
        let barely = barely_unblocked(ours, |combo| found.total[combo].float(), |_| all);
        recount(found, &barely, &[theirs], &boards, runouts, run)?;
        for sums in found.shares.iter_mut().chain([&mut found.total]) {
            level.run(OnlyHeld { sums, own: ours });
        }
    }
    Ok(found)
}

/// Number of boards of each pair of hands.
pub(crate) fn runouts(situation: &Situation) -> u64 {
    choose_small((situation.left().len() as usize).saturating_sub(4), situation.missing()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{COMBO_COUNT, COMBOS, Card, CardSet, PerCombo, share_a_card};
    use crate::equity::exact_counts;
    use crate::equity::ranges::testing::counted;
    use crate::evaluator::evaluate_ids;
    use crate::game::Game;
    use crate::ranges::Range;
    use crate::runtime::rng::Philox;
    use crate::showdown::runouts::for_each_runout;

    fn set(text: &str) -> CardSet {
        crate::cards::parse_cards(text).unwrap().into_iter().collect()
    }

    fn range(text: &str) -> Box<PerCombo<u64>> {
        text.parse::<Range>().unwrap().exact().unwrap().unwrap().numerators
    }

    /// Wins, shared pots and deals of each combo of the first range, one showdown after another.
    fn oracle(ranges: [&PerCombo<u64>; 2], board: &[u8], dead: CardSet) -> ComboCounts<u64> {
        let mut found = ComboCounts::new(1).unwrap();
        let board_set = CardSet::from_ids(board).unwrap();
        for_each_runout(board, !(board_set | dead), |whole, _| {
            let strengths = COMBOS.map(|combo| {
                let is_dead = combo.iter().any(|&card| dead.contains(Card::new(card).unwrap()));
                if is_dead { 0 } else { evaluate_ids(&[&combo[..], whole].concat()).unwrap_or(0) }
            });
            for ours in (0..COMBO_COUNT).filter(|&ours| ranges[0][ours] > 0 && strengths[ours] > 0) {
                for theirs in (0..COMBO_COUNT).filter(|&theirs| ranges[1][theirs] > 0 && strengths[theirs] > 0) {
                    if !share_a_card(COMBOS[ours], COMBOS[theirs]) {
                        let weight = ranges[1][theirs];
                        found.total[ours] += weight;
                        match strengths[ours].cmp(&strengths[theirs]) {
                            std::cmp::Ordering::Greater => found.shares[0][ours] += weight,
                            std::cmp::Ordering::Equal => found.shares[1][ours] += weight,
                            std::cmp::Ordering::Less => {}
                        }
                    }
                }
            }
            Ok::<_, crate::Error>(())
        })
        .unwrap();
        found
    }

    /// Both strategies on one and on three threads. All must give the same.
    fn all_ways<W: Amount + std::fmt::Debug>(
        ranges: [&PerCombo<W>; 2],
        board: &[u8],
        dead: CardSet,
    ) -> [[ComboCounts<W>; 2]; 2] {
        [count_pairwise, count_by_sweeps].map(|strategy| {
            let found = [1, 3].map(|threads| counted(strategy, &ranges, board, dead, &mut Run::new(threads)));
            assert_eq!(found[0], found[1]);
            let [found, _] = found;
            found.try_into().unwrap()
        })
    }

    fn check(ranges: [&PerCombo<u64>; 2], board: &str, dead: &str) {
        let (board, dead) = (set(board).ids().collect::<Vec<_>>(), set(dead));
        let expected = [oracle(ranges, &board, dead), oracle([ranges[1], ranges[0]], &board, dead)];
        for found in all_ways(ranges, &board, dead) {
            assert!(found == expected);
        }
    }

    #[test]
    fn ranges_meet_as_their_hands_do() {
        let mut rng = Philox::new([1, 13], [0; 4]);
        let boards = ["Ah7d2c", "AhKh2h", "8h8d8c", "Qs9s3dTs", "4c4d9h9s", "Ah7d2cKs9h", "2c3c4c5c6c", "AhAdAsAcKh"];
        for (i, board) in boards.into_iter().enumerate() {
            let densities = [(60, "Kd3s"), (12, ""), (200, "Kd3s8s"), (3, ""), (1, "")];
            // A flop, with its thousand runouts, meets one of them.
            let densities = if board.len() == 6 { &densities[i..=i] } else { &densities };
            for &(few, dead) in densities {
                let dead = if set(board).bits() & set(dead).bits() == 0 { dead } else { "" };
                let mut weights =
                    |few: u64| std::array::from_fn(|_| if rng.below(few) == 0 { rng.below(9) + 1 } else { 0 });
                check([&weights(few), &weights(few / 2 + 1)], board, dead);
            }
        }
        for board in ["AhKh2h", "8h8d8c", "Qs9s3dTs", "4c4d9h9s", "2c3c4c5c", "AhAdAsAc"] {
            // A single hand: also one with cards of the board's suits, and one that is dead to most others. Then a few.
            for hand in ["5h4h", "KsJs", "6c6d", "0.5:5h4h, KsJs, 0.25:6c6d"] {
                let weights = std::array::from_fn(|_| if rng.below(3) > 0 { rng.below(9) + 1 } else { 0 });
                let dead = if hand.ends_with("6c6d") { "7s" } else { "" };
                check([&range(hand), &weights], board, dead);
                check([&weights, &range(hand)], board, dead);
            }
        }
        let wide = range("22+, A2s+, KTs+, 0.25:AJo+, 0.5:QhTd");
        check([&wide, &wide], "Th9h2c", "");
        check([&wide, &range("AA-KK, 0.5:QQ")], "8h7h2h", "As");
        check([&wide, &range("AA, 72o")], "8s7h2c6d", "");
        check([&wide, &[0; COMBO_COUNT]], "8s7h2c", "");
    }

    #[test]
    fn before_the_flop_symmetry_spares_boards_and_changes_nothing() {
        let [first, second] = [range("AKs, 0.5:QQ"), range("KK, 98s")];
        let both = [&first, &second].map(|range| &**range);
        let [pairs, ranked] = [count_pairwise, count_by_sweeps]
            .map(|strategy| counted(strategy, &both, &[], CardSet::EMPTY, &mut Run::new(2)));
        assert!(pairs == ranked);
        // Fewer permutations fix a range with a single combo.
        let (suited, pair) = (usize::from(crate::cards::combo_id(51, 47)), usize::from(crate::cards::combo_id(46, 45)));
        let alone = |combo: usize| std::array::from_fn(|at| u64::from(at == combo));
        let counts = exact_counts(Game::HOLDEM, &[[51, 47], [46, 45]], &[], CardSet::EMPTY).unwrap();
        let (alone, run) = ([&alone(suited), &alone(pair)], &mut Run::new(2));
        let found = counted(count_pairwise, &alone, &[], CardSet::EMPTY, run);
        let of = |found: &ComboCounts<u64>, combo: usize| [0, 1].map(|shared| found.shares[shared][combo]);
        assert_eq!(of(&found[0], suited), [counts.by_winners()[1], counts.by_winners()[3]]);
        assert_eq!(of(&found[1], pair), [counts.by_winners()[2], counts.by_winners()[3]]);
        assert_eq!(found[0].total[suited], counts.total());
    }

    #[test]
    fn floats_are_the_integers_they_stand_for() {
        let mut rng = Philox::new([2, 13], [0; 4]);
        for (board, dead) in [("Ah7d2c", "KsQsQhQdQcJsJhJdJc5s5h5d5c"), ("AhKh2h9c", ""), ("AhKh2h9cTd", "5s")] {
            let integers = [(); 2].map(|()| std::array::from_fn(|_| rng.below(1 << 20)));
            let floats = integers.map(|weights: PerCombo<u64>| weights.map(|weight| weight as f64 / 1024.0));
            let (board, dead) = (set(board).ids().collect::<Vec<_>>(), set(dead));
            let exact = all_ways([&integers[0], &integers[1]], &board, dead);
            for (exact, found) in exact.iter().zip(all_ways([&floats[0], &floats[1]], &board, dead)) {
                for (exact, found) in exact.iter().zip(&found) {
                    let pairs =
                        exact.shares.iter().chain([&exact.total]).zip(found.shares.iter().chain([&found.total]));
                    for (exact, found) in pairs {
                        assert!(
                            exact
                                .iter()
                                .zip(found)
                                .all(|(&exact, &found)| (exact as f64 / 1024.0).to_bits() == found.to_bits())
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn hands_that_are_blocked_by_all_others_have_nothing() {
        let third = [1.0 / 3.0; COMBO_COUNT];
        let aces: PerCombo<f64> = std::array::from_fn(|combo| if COMBOS[combo][0] >= 48 { 0.1 } else { 0.0 });
        let board: Vec<u8> = set("Ah7d2c").ids().collect();
        let ace_king = usize::from(crate::cards::combo_id(51, 50 - 4));
        for [found, _] in all_ways([&third, &aces], &board, set("Ac")) {
            let sums = [&found.shares[0], &found.shares[1], &found.total].map(|sums| sums[ace_king].to_bits());
            assert_eq!(sums, [0; 3]);
            assert!(found.equity(ace_king).is_nan() && found.total[0].to_bits() == 0);
        }
    }
}

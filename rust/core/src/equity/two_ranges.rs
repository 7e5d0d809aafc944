//! Two weighted ranges against each other on any board, exactly: what every combo wins, ties with and meets.

use super::combo_shares::{Amount, ComboShares};
use super::recount::{barely_met, recount};
use super::sweep::boards::Boards;
use super::sweep::{match_ups, ranking};
use super::weights::{check_sums, check_weights};
use crate::cards::{COMBO_COUNT, CardSet, SuitPermutation, combos_with};
use crate::combinatorics::{choose, choose_small};
use crate::error::Result;
use crate::memory::try_boxed;
use crate::ranges::ComboSet;
use crate::runtime::Run;
use crate::showdown::ranked_boards::OfCombos;
use crate::showdown::situation::Situation;

/// Comparing so many pairs of hands takes as long as ranking a board and walking over it for both.
const PAIRS_A_RANKING: usize = 40_000;

/// What each combo of either range wins and shares against the other range, `[0]` what those of the first do, over all
/// runouts of a board of 0, 3, 4 or 5 cards. Combos to which their own range gives no weight have nothing, as those with
/// a card of the board or a dead one.
///
/// Sums of floats are taken in the same order on any number of threads, and are off by less than `1e-9` of what the combo
/// meets; a combo that meets nobody has exactly nothing.
///
/// # Errors
/// As [`Situation::new`]; [`Error::InvalidArgument`](crate::Error::InvalidArgument) for a weight that is negative or not
/// finite, and for weights so large that they cannot be added up: integers whose total, times all boards (2,598,960 before
/// the flop), is `2^63` or more, floats whose total is infinite; [`Error::Cancelled`](crate::Error::Cancelled);
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
///
/// ```
/// use pokerbits::{Range, Run, cards::{CardSet, combo_of}, equity::two_ranges};
/// let [aces, kings] = ["AhAd", "KsKh"].map(|text| text.parse::<Range>().unwrap().exact().unwrap().numerators);
/// let [first, second] = two_ranges([&aces, &kings], &[], CardSet::EMPTY, &mut Run::new(1))?;
/// let (aces, kings) = (usize::from(combo_of([50, 49])?), usize::from(combo_of([47, 46])?));
/// assert_eq!([first.shares[0][aces], first.shares[1][aces], first.total[aces]], [1_399_204, 7_923, 1_712_304]);
/// assert_eq!(second.shares[0][kings], 305_177);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn two_ranges<W: Amount>(
    ranges: [&OfCombos<W>; 2],
    board: &[u8],
    dead: CardSet,
    run: &mut Run<'_>,
) -> Result<[ComboShares<W>; 2]> {
    let situation = Situation::new(&[], board, dead)?;
    let known = situation.board_set() | dead;
    check_weights(&ranges)?;
    check_sums(&ranges, choose(situation.left().len().into(), situation.missing() as u64).unwrap_or(u128::MAX))?;
    let [first, second] = [off(ranges[0], known)?, off(ranges[1], known)?];
    let pairs = ComboSet::held(&first).len() * ComboSet::held(&second).len();
    sweep([&first, &second], &situation, pairs <= PAIRS_A_RANKING, run)
}

/// [`two_ranges`] in one of two ways, of weights that the known cards have none of.
pub(super) fn sweep<W: Amount>(
    ranges: [&OfCombos<W>; 2],
    situation: &Situation,
    compare_pairs: bool,
    run: &mut Run<'_>,
) -> Result<[ComboShares<W>; 2]> {
    let symmetry = SuitPermutation::fixing(&[situation.board_set(), situation.dead()], &ranges);
    let boards = Boards::new(situation, symmetry)?;
    let runouts = runouts(situation);
    let mut found = if compare_pairs {
        match_ups::sums(&boards, ranges, runouts, run)?
    } else if ranges[0] == ranges[1] {
        let found = ranking::sums(&boards, &ranges[..1], run)?;
        [found[0].clone(), found[0].clone()]
    } else {
        let found = ranking::sums(&boards, &[ranges[1], ranges[0]], run)?;
        <[_; 2]>::try_from(found).unwrap_or_else(|_| [(); 2].map(|()| ComboShares { shares: vec![], total: vec![] }))
    };
    for (found, [ours, theirs]) in found.iter_mut().zip([ranges, [ranges[1], ranges[0]]]) {
        if !compare_pairs {
            found.total = ranking::met(theirs)?.into_iter().map(|met| met.times(runouts)).collect();
            let all = theirs.iter().fold(W::default(), |sum, &weight| sum + weight).times(runouts).float();
            let barely = barely_met(ours, |combo| found.total[combo].float(), |_| all);
            recount(found, &barely, &[theirs], &boards, runouts, run)?;
            for sums in found.shares.iter_mut().chain([&mut found.total]) {
                let none = W::default();
                sums.iter_mut()
                    .zip(ours)
                    .for_each(|(sum, &own)| *sum = if own > none && *sum > none { *sum } else { none });
            }
        }
    }
    Ok(found)
}

/// How many boards two hands can meet on.
pub(super) fn runouts(situation: &Situation) -> u64 {
    choose_small((situation.left().len() as usize).saturating_sub(4), situation.missing()).into()
}

/// Weights without those of combos with a known card.
pub(super) fn off<W: Amount>(weights: &OfCombos<W>, known: CardSet) -> Result<Box<OfCombos<W>>> {
    let mut left = try_boxed::<_, COMBO_COUNT>(W::default())?;
    left.copy_from_slice(weights);
    clear(&mut left, known);
    Ok(left)
}

/// Takes away the weights of combos with a known card.
pub(super) fn clear<W: Amount>(weights: &mut OfCombos<W>, known: CardSet) {
    known.ids().flat_map(combos_with).for_each(|combo| weights[combo] = W::default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{COMBOS, Card};
    use crate::evaluator::evaluate_ids;
    use crate::ranges::Range;
    use crate::runtime::rng::Philox;
    use crate::showdown::runouts::for_each_runout;

    fn set(text: &str) -> CardSet {
        crate::cards::parse_cards(text).unwrap().into_iter().collect()
    }

    fn range(text: &str) -> Box<OfCombos<u64>> {
        text.parse::<Range>().unwrap().exact().unwrap().numerators
    }

    /// What each combo of the first range wins, shares and meets, one showdown after another.
    fn oracle(ranges: [&OfCombos<u64>; 2], board: &[u8], dead: CardSet) -> ComboShares<u64> {
        let mut found = ComboShares::new(1).unwrap();
        let board_set = CardSet::from_ids(board).unwrap();
        for_each_runout(board, !(board_set | dead), |whole, _| {
            let strengths = COMBOS.map(|combo| {
                let is_dead = combo.iter().any(|&card| dead.contains(Card::new(card).unwrap()));
                if is_dead { 0 } else { evaluate_ids(&[&combo[..], whole].concat()).unwrap_or(0) }
            });
            for ours in (0..COMBO_COUNT).filter(|&ours| ranges[0][ours] > 0 && strengths[ours] > 0) {
                for theirs in (0..COMBO_COUNT).filter(|&theirs| ranges[1][theirs] > 0 && strengths[theirs] > 0) {
                    if !COMBOS[ours].iter().any(|card| COMBOS[theirs].contains(card)) {
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

    /// Both ways on one and on three threads, which must all give the same.
    fn all_ways<W: Amount + std::fmt::Debug>(
        ranges: [&OfCombos<W>; 2],
        board: &[u8],
        dead: CardSet,
    ) -> [[ComboShares<W>; 2]; 2] {
        let situation = Situation::new(&[], board, dead).unwrap();
        let known = situation.board_set() | dead;
        let [first, second] = ranges.map(|range| off(range, known).unwrap());
        [true, false].map(|pairs| {
            let found =
                [1, 3].map(|threads| sweep([&first, &second], &situation, pairs, &mut Run::new(threads)).unwrap());
            assert_eq!(found[0], found[1]);
            let [found, _] = found;
            found
        })
    }

    fn check(ranges: [&OfCombos<u64>; 2], board: &str, dead: &str) {
        let (board, dead) = (set(board).ids().collect::<Vec<_>>(), set(dead));
        let expected = [oracle(ranges, &board, dead), oracle([ranges[1], ranges[0]], &board, dead)];
        for found in all_ways(ranges, &board, dead) {
            assert!(found == expected);
        }
        assert!(two_ranges(ranges, &board, dead, &mut Run::new(2)).unwrap() == expected);
    }

    #[test]
    fn ranges_meet_as_their_hands_do() {
        let mut rng = Philox::new([1, 13], [0; 4]);
        let boards = ["Ah7d2c", "AhKh2h", "8h8d8c", "Qs9s3dTs", "4c4d9h9s", "Ah7d2cKs9h", "2c3c4c5c6c", "AhAdAsAcKh"];
        for (i, board) in boards.into_iter().enumerate() {
            for (few, dead) in [(3, ""), (60, "Kd3s"), (200, "Kd3s8s"), (1, "")] {
                if board.len() == 6 && few == 1 && i != 1 {
                    continue;
                }
                let dead = if set(board).bits() & set(dead).bits() == 0 { dead } else { "" };
                let mut weights =
                    |few: u64| std::array::from_fn(|_| if rng.below(few) == 0 { rng.below(9) + 1 } else { 0 });
                check([&weights(few), &weights(few / 2 + 1)], board, dead);
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
        let [pairs, ranked] = all_ways([&first, &second], &[], CardSet::EMPTY);
        assert!(pairs == ranked);
        // Less is symmetric where one combo is alone.
        let (suited, pair) = (usize::from(crate::cards::combo_id(51, 47)), usize::from(crate::cards::combo_id(46, 45)));
        let alone = |combo: usize| std::array::from_fn(|at| u64::from(at == combo));
        let counts = crate::equity::exact_counts(&[[51, 47], [46, 45]], &[], CardSet::EMPTY).unwrap();
        let found = two_ranges([&alone(suited), &alone(pair)], &[], CardSet::EMPTY, &mut Run::new(2)).unwrap();
        let of = |found: &ComboShares<u64>, combo: usize| [0, 1].map(|shared| found.shares[shared][combo]);
        assert_eq!(of(&found[0], suited), [counts.by_winners()[1], counts.by_winners()[3]]);
        assert_eq!(of(&found[1], pair), [counts.by_winners()[2], counts.by_winners()[3]]);
        assert_eq!(found[0].total[suited], counts.total());
    }

    #[test]
    fn floats_are_the_integers_they_stand_for() {
        let mut rng = Philox::new([2, 13], [0; 4]);
        for (board, dead) in [("Ah7d2c", "Ks"), ("AhKh2h9c", ""), ("AhKh2h9cTd", "5s")] {
            let integers = [(); 2].map(|()| std::array::from_fn(|_| rng.below(1 << 20)));
            let floats = integers.map(|weights: OfCombos<u64>| weights.map(|weight| weight as f64 / 1024.0));
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
        let aces: OfCombos<f64> = std::array::from_fn(|combo| if COMBOS[combo][0] >= 48 { 0.1 } else { 0.0 });
        let board: Vec<u8> = set("Ah7d2c").ids().collect();
        let ace_king = usize::from(crate::cards::combo_id(51, 50 - 4));
        for [found, _] in all_ways([&third, &aces], &board, set("Ac")) {
            let sums = [&found.shares[0], &found.shares[1], &found.total].map(|sums| sums[ace_king].to_bits());
            assert_eq!(sums, [0; 3]);
            assert!(found.equity(ace_king).is_nan() && found.total[0].to_bits() == 0);
        }
    }

    #[test]
    fn bad_boards_are_refused() {
        let all = [1; COMBO_COUNT];
        let refused =
            |board: &[u8], dead| two_ranges([&all, &all], board, dead, &mut Run::new(1)).unwrap_err().to_string();
        assert_eq!(refused(&[1, 2], CardSet::EMPTY), "expected 0, 3, 4 or 5 board cards, found 2");
        assert_eq!(refused(&[1, 2, 1], CardSet::EMPTY), "card 2d (id 1) appears more than once");
        assert_eq!(refused(&[1, 2, 3], set("2d")), "card 2d (id 1) appears more than once");
    }
}

//! Every combo against one weighted range, on many boards at once.
//!
//! A whole board completes many of the requested boards: ten flops. It is ranked once, and the values of all combos on it
//! are added to each of them. Only the canonical board of each orbit is ranked, under the suit permutations that fix the
//! range and the dead cards. Let `g` permute board `B` to its canonical board, and let `v(B, h)` be the value of combo `h`
//! on `B`: then `v(B, h) = v(gB, gh)`. Requested boards are reduced to canonical boards in the same way. A
//! requested board's own symmetries turn some of its runouts into each other, and one of each orbit is ranked: the mean over
//! the orbit of a combo then is the sum over all runouts. On flops and turns a range of few hands is faster: each of them
//! meets all combos at once, and no board is ranked.

use crate::cards::{COMBO_COUNT, COMBOS, CardSet, PerCombo, SuitPermutation, canonical, combo_bits};
use crate::combinatorics::choose_small;
use crate::decimals::{Ratios, exact_ratios};
use crate::equity::combo_counts::{Amount, ComboCounts, scale_to_one};
use crate::equity::ranges::one_hand::wins_and_ties;
use crate::equity::ranges::pairwise;
use crate::equity::ranges::recount::{barely_unblocked, recount};
use crate::equity::ranges::sorted_sweep;
use crate::equity::ranges::symmetrize::symmetrize;
use crate::equity::ranges::two::runouts;
use crate::equity::spot::without_blocked;
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_push, try_vec, try_with_capacity};
use crate::ranges::ComboSet;
use crate::runtime::Run;
use crate::runtime::cpu::Proven;
use crate::runtime::progress::Phase;
use crate::showdown::boards::Boards;
use crate::showdown::ranked_board::BoardOrder;
use crate::showdown::situation::{Situation, check_board};
use crate::showdown::street::BOARD_CARDS;
use crate::showdown::weights::check_weights;

/// Up to this number of boards, the runouts of each board are enumerated.
const FEW: usize = 8;
/// Requested boards that are processed together: ten kilobytes each.
const BATCH: usize = 4096;
/// Whole boards that are ranked before their values are distributed, ten kilobytes each; and the boards of one step of
/// ranking.
const BLOCK: usize = 1024;
const STEP: usize = 16;
/// Requested boards that one step of the distribution serves.
const ROWS: usize = 16;
/// The most hands of a range that meet all combos one by one on turns and flops, if there are a few boards and if there are
/// many, which share their runouts.
const HANDS_ON_FEW: [usize; 2] = [8, 40];
const HANDS_ON_MANY: [usize; 2] = [4, 12];
/// Parts of the progress of a batch.
const PARTS: usize = 1000;

/// The expected share of the pot of each combo against a range, on rows of `board_cards` cards, over all runouts of each
/// board. NaN for combos with a known card, and for combos that block all hands of the range.
///
/// Weights are summed as integers in the ratios of their decimals, and the shares are rounded once, at the end. Only if the
/// decimals span more digits than 128 bits hold, weights are summed as floats, in the same order on any number of threads; such a
/// share has an error below `1e-9`.
///
/// # Errors
/// [`Error::InvalidRow`] for a weight that is negative, infinite or NaN; [`Error::CardCount`],
/// [`Error::CardOutOfRange`] and [`Error::DuplicateCard`], naming the row; [`Error::InvalidArgument`] when the lengths disagree; [`Error::Cancelled`]; [`Error::OutOfMemory`].
///
/// ```
/// use pokerbits::{Run, cards::{COMBO_COUNT, CardSet, combo_of}, equity::combo_equity};
/// let mut equities = [[0.0; COMBO_COUNT]];
/// let river = [43, 39, 35, 0, 5]; // Qs Js Ts 2c 3d
/// combo_equity(&[1.0; COMBO_COUNT], &river, 5, CardSet::EMPTY, &mut equities, &mut Run::new(1))?;
/// assert_eq!(equities[0][usize::from(combo_of([51, 47])?)], 1.0);
/// assert!(equities[0][usize::from(combo_of([51, 43])?)].is_nan());
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn combo_equity(
    range: &PerCombo<f64>,
    boards: &[u8],
    board_cards: usize,
    dead: CardSet,
    out: &mut [PerCombo<f64>],
    run: &mut Run<'_>,
) -> Result<()> {
    check_weights::<f64>(range)?;
    let spots = situations(boards, board_cards, dead, out.len())?;
    let mut range = without_blocked(range, dead)?;
    let all_boards = choose_small((52 - dead.len()) as usize, BOARD_CARDS - board_cards);
    // Wins count twice, ties once.
    let deals = 2 * u128::from(all_boards);
    match exact_ratios(&range[..], (1 << 63) / deals)? {
        Some(Ratios::Short(weights)) => {
            return fill(&std::array::from_fn(|combo| weights[combo]), &spots, dead, out, run);
        }
        // A mean over suit permutations adds up to 24 of these.
        Some(Ratios::Long(weights)) if weights.iter().sum::<u128>() < (1 << 122) / deals => {
            return fill(&std::array::from_fn(|combo| weights[combo]), &spots, dead, out, run);
        }
        _ => (),
    }
    // Sums over all boards stay finite.
    scale_to_one(&mut range[..]);
    fill(&range, &spots, dead, out, run)
}

/// The boards as checked situations.
pub(crate) fn situations(boards: &[u8], board_cards: usize, dead: CardSet, rows: usize) -> Result<Vec<Situation>> {
    // The size is checked even if there are no rows.
    check_board(board_cards)?;
    if boards.len() != rows * board_cards {
        return Err(Error::InvalidArgument(format!("{} cards are not {rows} boards of {board_cards}", boards.len())));
    }
    try_collect((0..rows).map(|row| {
        let board = &boards[row * board_cards..][..board_cards];
        Situation::new(&[], board, dead).map_err(|error| error.at_row(row))
    }))
}

/// A board that is asked about, the canonical one of its orbit.
struct Asked<W> {
    situation: Situation,
    symmetry: Vec<SuitPermutation>,
    visits: Vec<Visit>,
    /// Number of visits that are done.
    done: usize,
    /// `2 * wins + ties` of every combo.
    sums: Vec<W>,
}

/// A runout of a requested board, as the canonical board of its orbit. That board is ranked.
#[derive(Clone, Copy)]
struct Visit {
    board: CardSet,
    /// The suit permutation to the canonical board, and the number of runouts that this one stands for.
    suits: u8,
    times: u8,
}

/// [`combo_equity`] of a range from which combos with dead cards are removed.
fn fill<W: Amount>(
    range: &PerCombo<W>,
    spots: &[Situation],
    dead: CardSet,
    out: &mut [PerCombo<f64>],
    run: &mut Run<'_>,
) -> Result<()> {
    // Few boards hardly have canonical boards in common, and to find these takes longer than to count a river.
    let identity = SuitPermutation::all().take(1);
    let symmetry = if spots.len() <= FEW { identity.collect() } else { SuitPermutation::fixing(&[dead], &[range]) };
    let combo_permutations = try_collect(symmetry.iter().map(|suits| Ok(suits.combos())))?;
    let hands = ComboSet::held(range, run.level());
    // Groups the rows by their canonical boards.
    let place = |(row, spot): (usize, &Situation)| {
        let (board, suits) = canonical(spot.board_set(), &symmetry);
        Ok((board.bits(), suits, row))
    };
    let mut rows = try_collect(spots.iter().enumerate().map(place))?;
    rows.sort_unstable();
    let by_board = try_collect(rows.chunk_by(|a, b| a.0 == b.0).map(Ok))?;
    let batches = by_board.len().div_ceil(BATCH);
    for (at, batch) in by_board.chunks(BATCH).enumerate() {
        let mut asked = try_with_capacity(batch.len())?;
        for rows in batch {
            let board = CardSet::new(rows[0].0).unwrap_or_default();
            let ids: Vec<u8> = board.ids().collect();
            let fixing = if spots.len() <= FEW {
                SuitPermutation::fixing(&[board, dead], &[range])
            } else {
                symmetry.iter().copied().filter(|suits| suits.cards(board) == board).collect()
            };
            asked.push(Asked::new(Situation::new(&[], &ids, dead)?, fixing)?);
        }
        let part = |done: usize| ((PARTS * at + done) as u64, (PARTS * batches) as u64);
        let most = if asked.len() <= FEW { HANDS_ON_FEW } else { HANDS_ON_MANY };
        let missing = asked[0].situation.missing();
        let by_hands = matches!(missing, 1 | 2) && hands.len() <= most[missing - 1];
        if asked.len() <= FEW {
            one_by_one(range, by_hands, &mut asked, part, run)?;
        } else if by_hands {
            hand_by_hand(range, &hands, &mut asked, part, run)?;
        } else {
            run.prepare(|run| list_visits(&mut asked, &symmetry, run))?;
            visit(range, &mut asked, &combo_permutations, part, run)?;
        }
        let (before, total) = part(PARTS);
        run.enter_phase(Phase { before, steps: 0, total });
        let mut equities = try_vec(vec![], asked.len())?;
        let level = run.level();
        run.for_each(asked.iter_mut().zip(&mut equities), batch.len(), |(asked, equities)| {
            symmetrize(&mut asked.sums, &asked.symmetry)?;
            *equities = asked.equities(range, level)?;
            Ok(())
        })?;
        for (asked, equities) in asked.iter().zip(&mut equities) {
            asked.recount(range, equities, run)?;
        }
        for (equities, rows) in equities.iter().zip(batch) {
            for &(_, suits, row) in *rows {
                let permuted = &combo_permutations[usize::from(suits)];
                out[row].iter_mut().zip(permuted).for_each(|(out, &combo)| *out = equities[usize::from(combo)]);
            }
        }
    }
    Ok(())
}

impl<W: Amount> Asked<W> {
    fn new(situation: Situation, symmetry: Vec<SuitPermutation>) -> Result<Self> {
        Ok(Self { situation, symmetry, visits: vec![], done: 0, sums: try_vec(W::default(), COMBO_COUNT)? })
    }

    /// The sums, divided by the weight of all deals.
    fn equities(&self, range: &PerCombo<W>, level: Proven) -> Result<Vec<f64>> {
        let known = self.situation.board_set() | self.situation.dead();
        let unblocked = sorted_sweep::unblocked_weights(&*without_blocked(range, known)?, level)?;
        let runouts = 2 * runouts(&self.situation);
        let mut equities = try_vec(f64::NAN, COMBO_COUNT)?;
        let free = without_blocked(&[1u64; COMBO_COUNT], known)?;
        for combo in (0..COMBO_COUNT).filter(|&combo| free[combo] > 0 && unblocked[combo] > W::default()) {
            equities[combo] = self.sums[combo].share(unblocked[combo].times(runouts));
        }
        Ok(equities)
    }

    /// Recomputes the equities of combos that block nearly all of the range.
    fn recount(&self, range: &PerCombo<W>, equities: &mut [f64], run: &mut Run<'_>) -> Result<()> {
        let known = self.situation.board_set() | self.situation.dead();
        let (range, free) = (without_blocked(range, known)?, without_blocked(&[W::nearest(1.0); COMBO_COUNT], known)?);
        let unblocked = sorted_sweep::unblocked_weights(&range, run.level())?;
        let all = range.iter().fold(W::default(), |sum, &weight| sum + weight).float();
        let barely = barely_unblocked(&free, |combo| unblocked[combo].float(), |_| all);
        if barely.is_empty() {
            return Ok(());
        }
        let boards = Boards::new(&self.situation, self.symmetry.clone())?;
        let mut counted = ComboCounts::new(1)?;
        recount(&mut counted, &barely, &[&range], &boards, runouts(&self.situation), run)?;
        for combo in barely {
            equities[combo] = counted.equity(combo);
        }
        Ok(())
    }
}

/// Compares each of these hands with all combos on each of many boards: threads share the boards.
fn hand_by_hand<W: Amount>(
    range: &PerCombo<W>,
    hands: &ComboSet,
    asked: &mut [Asked<W>],
    part: impl Fn(usize) -> (u64, u64),
    run: &mut Run<'_>,
) -> Result<()> {
    let ((before, total), steps, level) = (part(0), asked.len(), run.level());
    run.enter_phase(Phase { before, steps: PARTS as u64, total });
    run.for_each(asked, steps, |Asked { situation, sums, .. }| {
        let known = (situation.board_set() | situation.dead()).bits();
        let is_free = |&combo: &usize| combo_bits(combo) & known == 0;
        let others = try_collect((0..COMBO_COUNT).filter(is_free).map(Ok))?;
        let runouts = 2 * runouts(situation);
        for hand in hands.iter().filter(is_free) {
            let counts = wins_and_ties(COMBOS[hand], &others, situation, level)?;
            for (&combo, [wins, ties]) in others.iter().zip(counts) {
                if combo_bits(combo) & combo_bits(hand) == 0 {
                    let of_combo = runouts - 2 * u64::from(wins) - u64::from(ties);
                    sums[combo] = sums[combo] + range[hand].times(of_combo);
                }
            }
        }
        Ok(())
    })
}

/// Takes one board after the other: threads share the hands of the range, or the runouts.
fn one_by_one<W: Amount>(
    range: &PerCombo<W>,
    by_hands: bool,
    asked: &mut [Asked<W>],
    part: impl Fn(usize) -> (u64, u64),
    run: &mut Run<'_>,
) -> Result<()> {
    let step = PARTS / asked.len().max(1);
    for (at, asked) in asked.iter_mut().enumerate() {
        let (before, total) = part(at * step);
        run.enter_phase(Phase { before, steps: step as u64, total });
        let known = asked.situation.board_set() | asked.situation.dead();
        let range = &*without_blocked(range, known)?;
        let found = if by_hands {
            let all = &*without_blocked(&[W::nearest(1.0); COMBO_COUNT], known)?;
            let (situation, identity) = (&asked.situation, &asked.symmetry[..1]);
            let ranges = [all, range];
            let held = ranges.map(|range| ComboSet::held(range, run.level()));
            let held = held.each_ref();
            let [of_all, _] = pairwise::sums(situation, identity, ranges, held, runouts(situation), run)?;
            of_all
        } else {
            let boards = Boards::new(&asked.situation, asked.symmetry.clone())?;
            sorted_sweep::sums(&boards, &[range], run)?.swap_remove(0)
        };
        let (win, tie) = (&found.shares[0], &found.shares[1]);
        for (sum, (&win, &tie)) in asked.sums.iter_mut().zip(win.iter().zip(tie)) {
            *sum = win + win + tie;
        }
    }
    Ok(())
}

/// Lists the whole boards of every board.
fn list_visits<W: Amount>(asked: &mut [Asked<W>], symmetry: &[SuitPermutation], run: &mut Run<'_>) -> Result<()> {
    let n = asked.len();
    run.for_each(asked, n, |asked| {
        let boards = Boards::new(&asked.situation, asked.symmetry.clone())?;
        for (board, times) in (0..boards.chunks()).flat_map(|chunk| boards.chunk(chunk)) {
            let (board, suits) = canonical(board, symmetry);
            try_push(&mut asked.visits, Visit { board, suits, times: times as u8 })?;
        }
        // An unstable sort needs no memory; visits with equal keys are equal.
        asked.visits.sort_unstable_by_key(|visit| (visit.board.bits(), visit.suits));
        Ok(())
    })
}

/// Visits each whole board once, in ascending order.
fn visit<W: Amount>(
    range: &PerCombo<W>,
    asked: &mut [Asked<W>],
    combo_permutations: &[[u16; COMBO_COUNT]],
    part: impl Fn(usize) -> (u64, u64),
    run: &mut Run<'_>,
) -> Result<()> {
    let mut boards = try_with_capacity(asked.iter().map(|asked| asked.visits.len()).sum())?;
    boards.extend(asked.iter().flat_map(|asked| &asked.visits).map(|visit| visit.board.bits()));
    boards.sort_unstable();
    boards.dedup();
    let mut values = try_vec([W::default(); COMBO_COUNT], boards.len().min(BLOCK))?;
    for (at, block) in boards.chunks(BLOCK).enumerate() {
        let [begin, end] = [at, at + 1].map(|at| PARTS * at * BLOCK / boards.len().next_multiple_of(BLOCK));
        let (before, total) = part(begin);
        run.enter_phase(Phase { before, steps: (end - begin) as u64, total });
        let level = run.level();
        let steps = block.chunks(STEP).zip(values.chunks_mut(STEP));
        run.for_each(steps, block.len().div_ceil(STEP), |(boards, values)| {
            let mut order = None;
            for (&board, values) in boards.iter().zip(values) {
                let ranked = BoardOrder::after(order, CardSet::new(board).unwrap_or_default())?;
                worth(&ranked, range, values, level);
                order = Some(ranked);
            }
            Ok(())
        })?;
        let (before, total) = part(end);
        run.enter_phase(Phase { before, steps: 0, total });
        let rows = asked.len().div_ceil(ROWS);
        run.for_each(asked.chunks_mut(ROWS), rows, |asked| {
            for asked in asked {
                asked.take(block, &values, combo_permutations);
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// `2 * wins + ties` of every combo on a whole board.
fn worth<W: Amount>(board: &BoardOrder, range: &PerCombo<W>, values: &mut PerCombo<W>, level: Proven) {
    let mut tie = [W::default(); COMBO_COUNT];
    board.outcomes(range, values, &mut tie, level);
    values.iter_mut().zip(tie).for_each(|(win, tie)| *win = *win + *win + tie);
}

impl<W: Amount> Asked<W> {
    /// Adds the values of combos on its whole boards within an ascending block of boards.
    fn take(&mut self, block: &[u64], values: &[PerCombo<W>], combo_permutations: &[[u16; COMBO_COUNT]]) {
        let mut from = 0;
        while let Some(visit) = self.visits.get(self.done) {
            let later = &block[from..];
            from += later.partition_point(|&board| board < visit.board.bits());
            let (Some(values), true) = (values.get(from), from < block.len()) else { return };
            let times = u64::from(visit.times);
            if visit.suits == 0 {
                sorted_sweep::add(&mut self.sums, values, times);
            } else {
                let permuted = combo_permutations[usize::from(visit.suits)].iter();
                let more = permuted.map(|&combo| values[usize::from(combo)]);
                self.sums.iter_mut().zip(more).for_each(|(sum, more)| *sum = *sum + more.times(times));
            }
            self.done += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;
    use crate::equity::ranges::testing::counted;
    use crate::equity::ranges::two;
    use crate::runtime::rng::Philox;
    use crate::showdown::canonical_boards::CanonicalBoards;

    fn set(text: &str) -> CardSet {
        parse_cards(text).unwrap().into_iter().collect()
    }

    fn found(range: &PerCombo<f64>, boards: &[u8], size: usize, dead: CardSet, threads: usize) -> Vec<PerCombo<f64>> {
        let mut out = vec![[7.0; COMBO_COUNT]; boards.len() / size];
        combo_equity(range, boards, size, dead, &mut out, &mut Run::new(threads)).unwrap();
        out
    }

    /// Every combo against integers, board by board.
    fn check(range: &PerCombo<u64>, boards: &[u8], size: usize, dead: &str) {
        let dead = set(dead);
        let rows = found(&range.map(|weight| weight as f64), boards, size, dead, 1);
        let thirds = found(&range.map(|weight| weight as f64 / 3.0), boards, size, dead, 1);
        let other = found(&range.map(|weight| weight as f64 / 3.0), boards, size, dead, 3);
        assert!(thirds.iter().zip(&other).all(|(a, b)| a.map(f64::to_bits) == b.map(f64::to_bits)));
        for ((board, row), thirds) in boards.chunks(size).zip(&rows).zip(&thirds) {
            let known = dead | CardSet::from_ids(board).unwrap();
            let ranges = [&[1; COMBO_COUNT], range];
            let expected = &counted(two::count_by_sweeps, &ranges, board, dead, &mut Run::new(2))[0];
            for combo in 0..COMBO_COUNT {
                let [won, tied] = [0, 1].map(|shared| expected.shares[shared][combo]);
                let equity = (2 * won + tied) as f64 / (2 * expected.total[combo]) as f64;
                let is_known = combo_bits(combo) & known.bits() != 0;
                assert_eq!(is_known || expected.total[combo] == 0, row[combo].is_nan());
                assert!(row[combo].is_nan() || row[combo].to_bits() == equity.to_bits());
                assert!(thirds[combo].is_nan() == row[combo].is_nan());
                assert!(row[combo].is_nan() || (thirds[combo] - equity).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn boards_together_are_what_each_is_alone() {
        let mut rng = Philox::new([3, 13], [0; 4]);
        let lots: PerCombo<u64> = std::array::from_fn(|_| rng.below(7));
        let some: PerCombo<u64> = std::array::from_fn(|_| if rng.below(30) == 0 { rng.below(7) } else { 0 });
        let even: PerCombo<u64> = COMBOS.map(|[a, b]| u64::from(a / 4 + b / 4 > 15 || a % 4 == b % 4));
        let few: PerCombo<u64> = COMBOS.map(|[a, b]| u64::from(a / 4 + b / 4 == 24));
        let one: PerCombo<u64> = COMBOS.map(|cards| u64::from(cards == [35, 39]));
        let all = parse_cards("AhKhQh2h7d2c9s9d8dTcAcAs3s4s6s").unwrap();
        let all: Vec<u8> = all.into_iter().map(crate::cards::Card::id).collect();
        for (i, range) in [&lots, &some, &even, &few, &one].into_iter().enumerate() {
            for size in 3..=5 {
                // Fourteen boards, some of them suit-isomorphic, in any order; then a few.
                let boards: Vec<u8> =
                    (0..14).flat_map(|at| (0..size).map(move |k| (at + k) % 15)).map(|at| all[at]).collect();
                let n = if size == 3 { 9 } else { 14 };
                check(range, &boards[..n * size], size, if i % 2 == 0 { "" } else { "5c5d" });
                check(range, &boards[..2 * size], size, "5c");
            }
        }
    }

    #[test]
    fn canonical_turns_stand_for_all_turns() {
        let even: PerCombo<f64> = COMBOS.map(|[a, b]| f64::from((a / 4) * (b / 4) + 2 * u8::from(a % 4 == b % 4)));
        let turns = CanonicalBoards::new(4, &mut Run::new(2)).unwrap();
        let some: Vec<u8> = turns.cards().chunks(4).step_by(41).flatten().copied().collect();
        let rows = found(&even, &some, 4, CardSet::EMPTY, 2);
        for (board, row) in some.chunks(4).zip(&rows).step_by(19) {
            let alone = found(&even, board, 4, CardSet::EMPTY, 1);
            assert_eq!(alone[0].map(f64::to_bits), row.map(f64::to_bits));
            for suits in SuitPermutation::all().skip(5).step_by(7) {
                let permuted: Vec<u8> = board.iter().map(|&card| suits.card(card)).collect();
                let other = found(&even, &permuted, 4, CardSet::EMPTY, 1);
                assert!((0..COMBO_COUNT).all(|at| row[at].to_bits() == other[0][suits.combo(at)].to_bits()));
            }
        }
    }

    #[test]
    fn bad_input_is_refused() {
        let refused = |range: &PerCombo<f64>, boards: &[u8], size: usize, dead: &str| {
            let mut out = vec![[0.0; COMBO_COUNT]; 2];
            combo_equity(range, boards, size, set(dead), &mut out, &mut Run::new(1)).unwrap_err().to_string()
        };
        let all = [1.0; COMBO_COUNT];
        assert_eq!(refused(&all, &[1, 2, 3, 4, 5, 6], 6, ""), "expected 0 to 5 board cards, found 6");
        assert_eq!(refused(&all, &[1, 2, 3], 3, ""), "3 cards are not 2 boards of 3");
        assert_eq!(refused(&all, &[1, 2, 3, 4, 5, 4], 3, ""), "row 1: card 3c (id 4) appears more than once");
        assert_eq!(refused(&all, &[1, 2, 3, 4, 5, 6], 3, "3c"), "row 1: card 3c (id 4) appears more than once");
        let mut wrong = all;
        wrong[3] = -1.0;
        let expected = "the weight of combo 3 (2s2c) is -1: expected a finite number that is not negative";
        assert_eq!(refused(&wrong, &[1, 2, 3, 4, 5, 6], 3, ""), expected);
    }
}

//! Every combo against one weighted range, beside folded ranges: its equity, board by board, or the weight of its deals. Boards
//! to come do not matter to deals: all of them leave equally many.

use super::unblocked::{FoldedRanges, MOST_FOLDED};
use super::{Comparison, Side, sums};
use crate::cards::{COMBO_COUNT, CardSet, PerCombo, SuitPermutation};
use crate::combinatorics::choose_small;
use crate::equity::combo_counts::{Amount, scale_to_one};
use crate::equity::combo_equity::{combo_equity, situations};
use crate::equity::spot::{integers, without_blocked};
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_vec};
use crate::runtime::Run;
use crate::runtime::progress::Phase;
use crate::showdown::boards::Boards;
use crate::showdown::situation::Situation;
use crate::showdown::street::BOARD_CARDS;
use crate::showdown::weights::check_weights;

/// Largest total weight of range and folded hands that floats add up exactly.
const MOST: u128 = 1 << 52;
/// Parts of the progress of a board.
const PARTS: u64 = 1000;

/// [`combo_equity`] with one or two players who have folded, whose ranges are `folded`. Without any it is `combo_equity`
/// itself. NaN also for all combos of a board that leaves a folded range no hand. Boards share no work.
///
/// # Errors
/// The errors of [`combo_equity`]; [`Error::InvalidArgument`] for more than two folded ranges, and [`Error::InvalidRange`] for
/// one without a combo beside the dead cards.
///
/// ```
/// use pokerbits::{Run, cards::{COMBO_COUNT, CardSet, combo_of}, equity::combo_equity_beside_folded, ranges::Range};
/// let [villain, folded] = ["QQ, AKs", "AQ"].map(|text| text.parse::<Range>().unwrap());
/// let mut equities = [[0.0; COMBO_COUNT]];
/// let (flop, dead) = ([4, 21, 36], CardSet::EMPTY); // 3c 7d Jc
/// combo_equity_beside_folded(villain.weights(), &[folded.weights()], &flop, 3, dead, &mut equities, &mut Run::new(1))?;
/// let kings = usize::from(combo_of([46, 45])?);
/// assert_eq!((equities[0][kings] * 1e4).round(), 8639.0);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn combo_equity_beside_folded(
    range: &PerCombo<f64>,
    folded: &[&PerCombo<f64>],
    boards: &[u8],
    board_cards: usize,
    dead: CardSet,
    out: &mut [PerCombo<f64>],
    run: &mut Run<'_>,
) -> Result<()> {
    if folded.is_empty() {
        return combo_equity(range, boards, board_cards, dead, out, run);
    }
    every_combo(Quantity::Equity, range, folded, (boards, board_cards, dead), out, run)
}

/// For every combo, on rows of `board_cards` cards: the weight of the hands of a range and of one or two `folded` ones that
/// can be dealt beside it, the sum of the products of their weights. It is 0 for combos with a known card.
///
/// # Errors
/// [`Error::InvalidArgument`] for none or more than two folded ranges, invalid weights, and products of weights that no float
/// holds; the errors of boards as in [`combo_equity`](crate::equity::combo_equity); [`Error::Cancelled`]; [`Error::OutOfMemory`].
///
/// ```
/// use pokerbits::{Run, cards::{COMBO_COUNT, CardSet, combo_of}, equity::combo_deals_beside_folded, ranges::Range};
/// let [villain, folded] = ["QQ, AKs", "AQ"].map(|text| text.parse::<Range>().unwrap());
/// let mut deals = [[0.0; COMBO_COUNT]];
/// let (flop, dead) = ([4, 21, 36], CardSet::EMPTY); // 3c 7d Jc
/// combo_deals_beside_folded(villain.weights(), &[folded.weights()], &flop, 3, dead, &mut deals, &mut Run::new(1))?;
/// // Two aces of the other suits are left to 6 hands of queens, to each with 4 of AQ; one of 2 hands of AKs with 4.
/// let aces = usize::from(combo_of([51, 50])?);
/// assert_eq!(deals[0][aces], 6.0 * 4.0 + 2.0 * 4.0);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn combo_deals_beside_folded(
    range: &PerCombo<f64>,
    folded: &[&PerCombo<f64>],
    boards: &[u8],
    board_cards: usize,
    dead: CardSet,
    out: &mut [PerCombo<f64>],
    run: &mut Run<'_>,
) -> Result<()> {
    every_combo(Quantity::Deals, range, folded, (boards, board_cards, dead), out, run)
}

/// The number of every combo that is asked for.
#[derive(Clone, Copy, PartialEq)]
enum Quantity {
    Equity,
    Deals,
}

fn every_combo(
    number: Quantity,
    range: &PerCombo<f64>,
    folded: &[&PerCombo<f64>],
    (boards, board_cards, dead): (&[u8], usize, CardSet),
    out: &mut [PerCombo<f64>],
    run: &mut Run<'_>,
) -> Result<()> {
    if !(1..=MOST_FOLDED).contains(&folded.len()) {
        let least = if number == Quantity::Deals { "1" } else { "up" };
        let why = format!("expected {least} to {MOST_FOLDED} folded ranges, found {}", folded.len());
        return Err(Error::InvalidArgument(why));
    }
    let weights: Vec<_> = [range].into_iter().chain(folded.iter().copied()).collect();
    weights.iter().try_for_each(|weights| check_weights::<f64>(weights))?;
    let mut left = try_collect(weights.iter().map(|weights| without_blocked(weights, dead)))?;
    let empty = left[1..].iter().position(|folded| folded.iter().all(|&weight| weight == 0.0));
    if let Some(at) = empty.filter(|_| number == Quantity::Equity) {
        let why = format!("folded range {}: it has no hand without a dead card", at + 1);
        return Err(Error::no_range(why));
    }
    let spots = situations(boards, board_cards, dead, out.len())?;
    // Wins on all boards count twice, ties once.
    let times = match number {
        Quantity::Equity => 2 * choose_small((52 - dead.len()) as usize, BOARD_CARDS - board_cards),
        Quantity::Deals => 1,
    };
    // Every combo, which holds its own weight of one.
    let own = [1.0; COMBO_COUNT];
    let with_own: Vec<_> = [&own].into_iter().chain(weights.iter().copied()).collect();
    if let Some((found, denominators)) = integers(&with_own, dead, times.into(), MOST, run.level())? {
        let scales: Vec<_> = denominators[1..].iter().map(|&of| of as f64).collect();
        return fill(number, &found[1..], &scales, &spots, out, run);
    }
    let scales: Vec<_> = left.iter_mut().map(|weights| scale_to_one(&mut weights[..])).collect();
    fill(number, &left, &scales, &spots, out, run)
}

/// The numbers against the first range beside the others, whose hands have no dead card. Weights were multiplied by these scales.
fn fill<W: Amount>(
    number: Quantity,
    weights: &[Box<PerCombo<W>>],
    scales: &[f64],
    spots: &[Situation],
    out: &mut [PerCombo<f64>],
    run: &mut Run<'_>,
) -> Result<()> {
    if number == Quantity::Deals {
        return deals(weights, scales, spots, out, run);
    }
    let total = PARTS * spots.len() as u64;
    for (row, (spot, out)) in spots.iter().zip(out).enumerate() {
        run.enter_phase(Phase { before: PARTS * row as u64, steps: PARTS, total });
        let known = spot.board_set() | spot.dead();
        let left = try_collect(weights.iter().map(|weights| without_blocked(weights, known)))?;
        let left: Vec<_> = left.iter().map(|weights| &**weights).collect();
        let (range, folded) = (left[0], &left[1..]);
        let symmetry = SuitPermutation::fixing(&[spot.board_set(), spot.dead()], &left);
        let free = without_blocked(&[1u64; COMBO_COUNT], known)?;
        let combos = try_collect((0..COMBO_COUNT).filter(|&combo| free[combo] > 0).map(|combo| Ok(combo as u16)))?;
        let (boards, folded) = (Boards::new(spot, symmetry)?, FoldedRanges::new(folded)?);
        let side = Side { combos, opponent: range };
        let found = sums(&boards, std::slice::from_ref(&side), &folded, run)?;
        let mut equities = try_vec(f64::NAN, COMBO_COUNT)?;
        for combo in side.combos.iter().map(|&combo| usize::from(combo)) {
            let [win, tie] = [0, 1].map(|shared| found[0].shares[shared][combo]);
            let all = found[0].total[combo];
            if all > W::default() {
                equities[combo] = (win + win + tie).share(all + all);
            }
        }
        out.copy_from_slice(&equities);
    }
    Ok(())
}

/// The deals against the first range beside the others.
fn deals<W: Amount>(
    weights: &[Box<PerCombo<W>>],
    scales: &[f64],
    spots: &[Situation],
    out: &mut [PerCombo<f64>],
    run: &mut Run<'_>,
) -> Result<()> {
    let folded: Vec<_> = weights[1..].iter().map(|of| &**of).collect();
    let folded = FoldedRanges::new(&folded)?;
    let combos = try_collect((0..COMBO_COUNT).map(|combo| Ok(combo as u16)))?;
    let side = Side { combos, opponent: &weights[0] };
    let (level, new) = (run.level(), || Comparison::new(std::slice::from_ref(&side), &folded));
    run.fold(spots.iter().zip(&mut *out), spots.len(), new, |comparison, (spot, out), may_go_on| {
        let known = spot.board_set() | spot.dead();
        // All hands tie.
        let strengths = without_blocked(&[1u16; COMBO_COUNT], known)?;
        let found = comparison.on(known, &strengths, level, may_go_on)?;
        out.iter_mut().zip(found).for_each(|(out, deals)| *out = deals.all);
        Ok(())
    })?;
    // Integers are divided once, if the product of their denominators is exact.
    let product = Some(scales.iter().product::<f64>()).filter(|&product| W::IS_EXACT && product < MOST as f64);
    let scales = product.as_ref().map_or(scales, std::slice::from_ref);
    for deals in out.iter_mut().flatten().filter(|deals| **deals > 0.0) {
        *deals = scales.iter().fold(*deals, |deals, scale| deals / scale);
        if !deals.is_normal() {
            let why = "the weights are so small or large that no float holds their products: scale each range's to 1";
            return Err(Error::InvalidArgument(why.into()));
        }
    }
    Ok(())
}

//! Every combo against one weighted range, beside folded ranges, board by board.

use super::unblocked::{FoldedRanges, MOST_FOLDED};
use super::{Side, sums};
use crate::cards::{COMBO_COUNT, CardSet, SuitPermutation};
use crate::combinatorics::choose_small;
use crate::equity::combo_counts::{Amount, scale_to_one};
use crate::equity::combo_equity::{combo_equity, situations};
use crate::equity::spot::{integers, without_blocked};
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_vec};
use crate::runtime::Run;
use crate::runtime::progress::Phase;
use crate::showdown::boards::Boards;
use crate::showdown::ranked_boards::OfCombos;
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
/// use pokerbits::{Range, Run, cards::{COMBO_COUNT, CardSet, combo_of}, equity::combo_equity_beside_folded};
/// let [villain, folded] = ["QQ, AKs", "AQ"].map(|text| text.parse::<Range>().unwrap());
/// let mut equities = [[0.0; COMBO_COUNT]];
/// let (flop, dead) = ([4, 21, 36], CardSet::EMPTY); // 3c 7d Jc
/// combo_equity_beside_folded(villain.weights(), &[folded.weights()], &flop, 3, dead, &mut equities, &mut Run::new(1))?;
/// let kings = usize::from(combo_of([46, 45])?);
/// assert_eq!((equities[0][kings] * 1e4).round(), 8639.0);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn combo_equity_beside_folded(
    range: &OfCombos<f64>,
    folded: &[&OfCombos<f64>],
    boards: &[u8],
    board_cards: usize,
    dead: CardSet,
    out: &mut [OfCombos<f64>],
    run: &mut Run<'_>,
) -> Result<()> {
    if folded.is_empty() {
        return combo_equity(range, boards, board_cards, dead, out, run);
    }
    if folded.len() > MOST_FOLDED {
        let why = format!("expected up to {MOST_FOLDED} folded ranges, found {}", folded.len());
        return Err(Error::InvalidArgument(why));
    }
    let weights: Vec<_> = [range].into_iter().chain(folded.iter().copied()).collect();
    weights.iter().try_for_each(|weights| check_weights::<f64>(weights))?;
    let left = try_collect(weights.iter().map(|weights| without_blocked(weights, dead)))?;
    if let Some(at) = left[1..].iter().position(|folded| folded.iter().all(|&weight| weight == 0.0)) {
        let why = format!("folded range {}: it has no hand without a dead card", at + 1);
        return Err(Error::no_range(why));
    }
    let spots = situations(boards, board_cards, dead, out.len())?;
    let all_boards = choose_small((52 - dead.len()) as usize, BOARD_CARDS - board_cards);
    // Every combo, which holds its own weight of one. Wins count twice, ties once.
    let own = [1.0; COMBO_COUNT];
    let with_own: Vec<_> = [&own].into_iter().chain(weights.iter().copied()).collect();
    if let Some((found, _)) = integers(&with_own, dead, 2 * u128::from(all_boards), MOST) {
        return fill(&found[1..], &spots, dead, out, run);
    }
    let mut scaled = left;
    for weights in &mut scaled {
        scale_to_one(&mut weights[..]);
    }
    fill(&scaled, &spots, dead, out, run)
}

/// The equities against the first range beside the others, whose hands have no dead card.
fn fill<W: Amount>(
    weights: &[Box<OfCombos<W>>],
    spots: &[Situation],
    dead: CardSet,
    out: &mut [OfCombos<f64>],
    run: &mut Run<'_>,
) -> Result<()> {
    let total = PARTS * spots.len() as u64;
    for (row, (spot, out)) in spots.iter().zip(out).enumerate() {
        run.enter_phase(Phase { before: PARTS * row as u64, steps: PARTS, total });
        let known = spot.board_set() | dead;
        let left = try_collect(weights.iter().map(|weights| without_blocked(weights, known)))?;
        let left: Vec<_> = left.iter().map(|weights| &**weights).collect();
        let (range, folded) = (left[0], &left[1..]);
        let symmetry = SuitPermutation::fixing(&[spot.board_set(), dead], &left);
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

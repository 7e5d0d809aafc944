//! The weight of the deals of every combo against one weighted range, beside folded ranges. Boards to come do not matter: all
//! deals leave equally many.

use super::showdown::{Deals, Opponent, Showdown};
use super::unblocked::{FoldedRanges, MOST_FOLDED, OfOne, OfTwo, Unblocked};
use crate::cards::{COMBO_COUNT, CardSet};
use crate::equity::combo_counts::scale_to_one;
use crate::equity::combo_equity::situations;
use crate::equity::spot::{integers, without_blocked};
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_vec};
use crate::runtime::Run;
use crate::showdown::ranked_boards::OfCombos;
use crate::showdown::situation::Situation;
use crate::showdown::weights::check_weights;

/// Largest total weight that floats add up exactly.
const MOST: u128 = 1 << 52;

/// For every combo, on rows of `board_cards` cards: the weight of the hands of a range and of one or two `folded` ones that
/// can be dealt beside it, the sum of the products of their weights. It is 0 for combos with a known card.
///
/// # Errors
/// [`Error::InvalidArgument`] for none or more than two folded ranges, invalid weights, and products of weights that no float
/// holds; the errors of boards as in [`combo_equity`](crate::equity::combo_equity); [`Error::Cancelled`]; [`Error::OutOfMemory`].
///
/// ```
/// use pokerbits::{Range, Run, cards::{COMBO_COUNT, CardSet, combo_of}, equity::combo_deals_beside_folded};
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
    range: &OfCombos<f64>,
    folded: &[&OfCombos<f64>],
    boards: &[u8],
    board_cards: usize,
    dead: CardSet,
    out: &mut [OfCombos<f64>],
    run: &mut Run<'_>,
) -> Result<()> {
    if !(1..=MOST_FOLDED).contains(&folded.len()) {
        let why = format!("expected 1 to {MOST_FOLDED} folded ranges, found {}", folded.len());
        return Err(Error::InvalidArgument(why));
    }
    let weights: Vec<_> = [range].into_iter().chain(folded.iter().copied()).collect();
    weights.iter().try_for_each(|weights| check_weights::<f64>(weights))?;
    let spots = situations(boards, board_cards, dead, out.len())?;
    // Every combo, which holds its own weight of one.
    let own = [1.0; COMBO_COUNT];
    let with_own: Vec<_> = [&own].into_iter().chain(weights.iter().copied()).collect();
    if let Some((found, denominators)) = integers(&with_own, dead, 1, MOST) {
        let floats = try_collect(found[1..].iter().map(|weights| Ok(Box::new(weights.map(|weight| weight as f64)))))?;
        let scales: Vec<_> = denominators[1..].iter().map(|&of| of as f64).collect();
        return fill(&floats, &scales, true, &spots, out, run);
    }
    let mut scaled = try_collect(weights.iter().map(|weights| without_blocked(weights, dead)))?;
    let scales: Vec<_> = scaled.iter_mut().map(|weights| scale_to_one(&mut weights[..])).collect();
    fill(&scaled, &scales, false, &spots, out, run)
}

/// The deals of weights that were multiplied by these scales.
fn fill(
    weights: &[Box<OfCombos<f64>>],
    scales: &[f64],
    is_exact: bool,
    spots: &[Situation],
    out: &mut [OfCombos<f64>],
    run: &mut Run<'_>,
) -> Result<()> {
    let folded: Vec<_> = weights[1..].iter().map(|of| &**of).collect();
    let folded = FoldedRanges::new(&folded)?;
    let of_spots = OfSpots { range: &weights[0], folded: &folded, is_exact };
    if folded.len() == 1 {
        of_spots.fill(|| Ok(OfOne::new(&folded)), spots, out, run)?;
    } else {
        of_spots.fill(|| OfTwo::new(&folded), spots, out, run)?;
    }
    // Integers are divided once, if the product of their denominators is exact.
    let product = Some(scales.iter().product::<f64>()).filter(|&product| is_exact && product < MOST as f64);
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

struct OfSpots<'a> {
    range: &'a OfCombos<f64>,
    folded: &'a FoldedRanges,
    is_exact: bool,
}

impl OfSpots<'_> {
    fn fill<U: Unblocked + Send>(
        &self,
        unblocked: impl Fn() -> Result<U> + Sync,
        spots: &[Situation],
        out: &mut [OfCombos<f64>],
        run: &mut Run<'_>,
    ) -> Result<()> {
        let (cpu, combos) = (run.level(), try_collect((0..COMBO_COUNT).map(|combo| Ok(combo as u16)))?);
        let new = || Ok((Opponent::new(self.range)?, unblocked()?, try_vec(Deals::default(), COMBO_COUNT)?));
        let rows = spots.iter().zip(out);
        run.fold(rows, spots.len(), new, |(opponent, unblocked, found), (spot, out), may_go_on| {
            may_go_on()?;
            let known = spot.board_set() | spot.dead();
            // All hands tie.
            let strengths = &*without_blocked(&[1u16; COMBO_COUNT], known)?;
            unblocked.enter_board(known);
            opponent.enter_board(strengths);
            let (board, combos, folded, is_exact) = (known, &combos[..], self.folded, self.is_exact);
            cpu.run(Showdown { board, combos, strengths, opponent, folded, unblocked, is_exact, found });
            for (out, deals) in out.iter_mut().zip(found) {
                *out = deals.all;
            }
            Ok(())
        })
        .map(drop)
    }
}

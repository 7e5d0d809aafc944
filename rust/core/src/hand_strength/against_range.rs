//! Hand strength of rows of hands against one opponent who holds a weighted range.
//!
//! HS is the share of the weight of the opponent's hands that a hand beats, ties as one half; hands that share a card with
//! it or with the board have no weight. Before the river, a runout has the weight of the hands that it leaves to the
//! opponent: then E[HS] is the equity. Where no hand is left to the opponent, there is no strength, NaN.
//!
//! The weights of wins, ties and all hands are added up in the order of the combos, so that results are the same on any
//! number of threads and any machine.

use std::ops::AddAssign;

use super::hand::{CheckedHand, check_out, check_rows, for_each_row};
use super::histogram::Bins;
use super::moments::Power;
use super::{check_power, to_power};
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, combo_id};
use crate::equity::{combo_equity, runouts, scale_to_one, wins_and_ties};
use crate::error::{Error, Result, Row};
use crate::evaluator::evaluate_combos;
use crate::memory::{try_collect, try_vec, try_with_capacity};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;
use crate::runtime::progress::Phase;
use crate::showdown::board_view::BoardView;
use crate::showdown::ranked_boards::OfCombos;
use crate::showdown::runouts::for_each_runout;
use crate::showdown::situation::Situation;
use crate::showdown::weights::check_weights;

/// An opponent's range: the combos with a weight, in ascending order.
struct Held {
    combos: Vec<usize>,
    weights: Vec<f64>,
}

impl Held {
    fn new(range: &OfCombos<f64>) -> Result<Self> {
        check_weights::<f64>(range)?;
        let n = range.iter().filter(|&&weight| weight > 0.0).count();
        let (mut combos, mut weights) = (try_with_capacity(n)?, try_with_capacity(n)?);
        for (combo, &weight) in range.iter().enumerate().filter(|&(_, &weight)| weight > 0.0) {
            combos.push(combo);
            weights.push(weight);
        }
        scale_to_one(&mut weights);
        Ok(Self { combos, weights })
    }

    /// The combos without these cards.
    fn without(&self, cards: CardSet) -> Result<Self> {
        let (mut combos, mut weights) = (try_with_capacity(self.combos.len())?, try_with_capacity(self.combos.len())?);
        for (&combo, &weight) in self.combos.iter().zip(&self.weights) {
            if !COMBOS[combo].iter().any(|&card| cards.bits() >> card & 1 > 0) {
                combos.push(combo);
                weights.push(weight);
            }
        }
        Ok(Self { combos, weights })
    }
}

/// Weights of opponents on one board.
#[derive(Clone, Copy, Default)]
struct Sums {
    /// Twice the weight of those beaten, and once that of those tied with.
    value: f64,
    /// The weight of all.
    total: f64,
}

impl Sums {
    /// Compares a strength with that of each opponent; 0 for those that have a card of the board.
    fn of(own: u16, held: &Held, strength: impl Fn(usize) -> u16) -> Self {
        let mut sums = Self::default();
        for (&combo, &weight) in held.combos.iter().zip(&held.weights) {
            let theirs = strength(combo);
            sums.value += weight * f64::from(u8::from(own > theirs && theirs > 0) * 2 + u8::from(own == theirs));
            sums.total += if theirs > 0 { weight } else { 0.0 };
        }
        sums
    }

    /// HS; NaN if no opponent is left.
    fn share(self) -> f64 {
        self.value / (2.0 * self.total)
    }
}

/// `HS^k`, with `k = power_of_opponents`, against a range, of rows of `width` = 5, 6 or 7 cards, hole cards first. NaN for a
/// hand that leaves no hand to the opponent.
///
/// # Errors
/// [`Error::InvalidRow`] for a weight that is negative, infinite or NaN; otherwise as
/// [`hand_strength_rows`](super::hand_strength_rows).
///
/// ```
/// use pokerbits::{Range, Run, hand_strength::hand_strength_rows_against};
/// let mut strength = [0.0];
/// let hand = [51, 50, 43, 39, 0]; // AsAh on QsJs2c
/// let range: Range = "QQ, KK".parse()?;
/// hand_strength_rows_against(range.weights(), &hand, 5, 1, &mut strength, &mut Run::new(1))?;
/// assert_eq!(strength, [6.0 / 9.0]); // It beats six hands, and loses to three.
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn hand_strength_rows_against(
    range: &OfCombos<f64>,
    cards: &[u8],
    width: usize,
    power_of_opponents: u32,
    out: &mut [f64],
    run: &mut Run<'_>,
) -> Result<()> {
    check_power(power_of_opponents)?;
    check_out(check_rows(cards, width)?, out)?;
    if width == 2 {
        return Err(Error::CardCount { row: Row(None), expected: "3, 4 or 5 board", found: 0 });
    }
    let held = Held::new(range)?;
    let row = |hand: &CheckedHand, out: &mut [f64]| {
        out[0] = to_power(now(hand, &held)?.share(), power_of_opponents);
        Ok(())
    };
    for_each_row(cards, width, 1, out, row, run)
}

/// `E[HS]` or `E[HS^2]` against a range, to the power `power_of_opponents`, of rows of `width` = 2, 5, 6 or 7 cards, hole
/// cards first. The probability of a runout is proportional to the weight of the hands that it leaves to the opponent.
///
/// # Errors
/// As [`hand_strength_rows_against`].
pub fn expected_hand_strength_rows_against(
    range: &OfCombos<f64>,
    cards: &[u8],
    width: usize,
    power: Power,
    power_of_opponents: u32,
    out: &mut [f64],
    run: &mut Run<'_>,
) -> Result<()> {
    check_power(power_of_opponents)?;
    check_out(check_rows(cards, width)?, out)?;
    let held = Held::new(range)?;
    match (width, power) {
        (2, Power::One) => {
            let mut of_combos = [[0.0; COMBO_COUNT]];
            if !out.is_empty() {
                combo_equity(range, &[], 0, CardSet::EMPTY, &mut of_combos, run)?;
            }
            let row = |hand: &CheckedHand, out: &mut [f64]| {
                let [low, high] = hand.hole();
                out[0] = of_combos[0][usize::from(combo_id(low, high))];
                Ok(())
            };
            for_each_row(cards, width, 1, out, row, run)?;
        }
        (5 | 6, Power::One) => {
            let level = run.level();
            let row = |hand: &CheckedHand, out: &mut [f64]| {
                out[0] = mean_by_ranks(hand, &held, level)?;
                Ok(())
            };
            for_each_row(cards, width, 1, out, row, run)?;
        }
        (_, Power::One) => {
            let row = |hand: &CheckedHand, out: &mut [f64]| {
                out[0] = now(hand, &held)?.share();
                Ok(())
            };
            for_each_row(cards, width, 1, out, row, run)?;
        }
        (_, Power::Two) => {
            let mut cells = try_vec([0.0; 2], out.len())?;
            let add = |cell: &mut [f64], sums: Sums| {
                cell[0] += if sums.total > 0.0 { sums.value * sums.share() } else { 0.0 };
                cell[1] += 2.0 * sums.total;
            };
            over_runouts(&held, cards, width, 2, add, cells.as_flattened_mut(), run)?;
            out.iter_mut().zip(cells).for_each(|(out, [squares, weight])| *out = squares / weight);
        }
    }
    for mean in out {
        *mean = to_power(*mean, power_of_opponents);
    }
    Ok(())
}

/// The number of runouts in each bin of the final hand strength against a range, of rows of `width` = 2, 5, 6 or 7 cards, hole
/// cards first; `out` takes a row of counts for each. Every runout counts once, but for those that leave no hand to the
/// opponent, which are in no bin.
///
/// # Errors
/// As [`hand_strength_rows_against`].
pub fn hand_strength_histogram_rows_against(
    range: &OfCombos<f64>,
    cards: &[u8],
    width: usize,
    bins: Bins,
    out: &mut [u32],
    run: &mut Run<'_>,
) -> Result<()> {
    let rows = check_rows(cards, width)?;
    if rows * bins.n() != out.len() {
        let found = out.len();
        return Err(Error::InvalidArgument(format!("{rows} rows of {} bins do not fill {found} counts", bins.n())));
    }
    let held = Held::new(range)?;
    let add = |cell: &mut [u32], sums: Sums| {
        if sums.total > 0.0 {
            cell[bins.of_share(sums.value, 2.0 * sums.total)] += 1;
        }
    };
    out.fill(0);
    over_runouts(&held, cards, width, bins.n(), add, out, run)
}

/// The weights of opponents on the board without further cards.
fn now(hand: &CheckedHand, held: &Held) -> Result<Sums> {
    let held = held.without(hand.situation.board_set() | hand.situation.held())?;
    Ok(match *hand.situation.board() {
        [a, b, c] => by_types::<3, 5>(hand, [a, b, c], &held),
        [a, b, c, d] => by_types::<4, 6>(hand, [a, b, c, d], &held),
        [a, b, c, d, e] => by_types::<5, 7>(hand, [a, b, c, d, e], &held),
        _ => Sums::default(),
    })
}

fn by_types<const BOARD: usize, const HAND: usize>(hand: &CheckedHand, board: [u8; BOARD], held: &Held) -> Sums {
    let view = BoardView::of(&board);
    let strengths = view.strengths_of::<HAND>();
    let strength = |hole: [u8; 2]| {
        let [a, b] = hole.map(|card| usize::from(view.type_of(card)));
        strengths[a][b]
    };
    Sums::of(strength(hand.hole()), held, |combo| strength(COMBOS[combo]))
}

/// E[HS] of a hand on a flop or a turn.
fn mean_by_ranks(hand: &CheckedHand, held: &Held, level: Proven) -> Result<f64> {
    let held = held.without(hand.situation.board_set() | hand.situation.held())?;
    let known = Situation::new(&[], hand.situation.board(), CardSet::EMPTY)?;
    let counts = wins_and_ties(hand.hole(), &held.combos, &known, level)?;
    let (mut value, mut total) = (0.0, 0.0);
    for (&[win, tie], weight) in counts.iter().zip(&held.weights) {
        value += weight * f64::from(2 * win + tie);
        total += weight;
    }
    Ok(value / (total * (2 * runouts(&known)) as f64))
}

/// Adds every runout of each hand to its cell, `size` numbers that begin as 0.
fn over_runouts<T: Copy + Default + Send + AddAssign>(
    held: &Held,
    cards: &[u8],
    width: usize,
    size: usize,
    add: impl Fn(&mut [T], Sums) + Sync,
    cells: &mut [T],
    run: &mut Run<'_>,
) -> Result<()> {
    if width > 2 {
        let row = |hand: &CheckedHand, cell: &mut [T]| {
            let held = held.without(hand.situation.board_set() | hand.situation.held())?;
            add_runouts(hand, &held, hand.situation.board(), hand.situation.left(), cell, &add)
        };
        return for_each_row(cards, width, size, cells, row, run);
    }
    // Two million runouts of each hand, in parts by their two highest cards.
    let hands = cards.len() / width;
    for (at, (row, cell)) in cards.chunks_exact(width).zip(cells.chunks_exact_mut(size)).enumerate() {
        let hand = CheckedHand::new(row, &[]).map_err(|error| error.at_row(at))?;
        let (held, left) = (held.without(hand.situation.held())?, hand.situation.left());
        let below = |card: u8| left & CardSet::new((1 << card) - 1).unwrap_or_default();
        let pairs = try_collect(left.ids().flat_map(|high| below(high).ids().map(move |low| Ok([high, low]))))?;
        let (mut parts, steps) = (try_vec(T::default(), pairs.len() * size)?, pairs.len());
        run.enter_phase(Phase { before: (at * steps) as u64, steps: steps as u64, total: (hands * steps) as u64 });
        run.for_each(pairs.iter().zip(parts.chunks_exact_mut(size)), steps, |(pair, part)| {
            add_runouts(&hand, &held, pair, below(pair[1]), part, &add)
        })?;
        for part in parts.chunks_exact(size) {
            cell.iter_mut().zip(part).for_each(|(sum, &more)| *sum += more);
        }
    }
    Ok(())
}

/// Adds the completions of a board from the cards `left` to a cell.
fn add_runouts<T>(
    hand: &CheckedHand,
    held: &Held,
    board: &[u8],
    left: CardSet,
    cell: &mut [T],
    add: &impl Fn(&mut [T], Sums),
) -> Result<()> {
    let [low, high] = hand.hole();
    let own = usize::from(combo_id(low, high));
    for_each_runout(board, left, |_, board| {
        let strengths = evaluate_combos(board)?;
        add(cell, Sums::of(strengths[own], held, |combo| strengths[combo]));
        Ok(())
    })
}

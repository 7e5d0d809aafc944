//! Hand strength of rows of hands against one opponent who holds a weighted range.
//!
//! HS is the share of the weight of the opponent's hands that a hand beats, ties as one half; hands that share a card with
//! it or with the board have no weight. Before the river, a runout has the weight of the hands that it leaves to the
//! opponent: then E[HS] is the equity. Where no hand is left to the opponent, there is no strength, NaN.
//!
//! Weights are integers in the ratios of their decimals: of 64 bits, or of 128. So the sums of wins, ties and all hands are exact,
//! and are divided once. Bins are found without a division of floats.

use std::ops::{Add, AddAssign};

use super::hand::{CheckedHand, check_out, check_rows, for_each_row};
use super::histogram::Bins;
use super::moments::Power;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, PerCombo, combo_bits, combo_id};
use crate::decimals::{Ratios, quotient, ratios};
use crate::equity::{combo_equity, runouts, wins_and_ties};
use crate::error::{Error, Result, Row};
use crate::evaluator::evaluate_combos;
use crate::memory::{try_collect, try_vec, try_with_capacity};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;
use crate::runtime::progress::Phase;
use crate::showdown::board_view::BoardView;
use crate::showdown::runouts::for_each_runout;
use crate::showdown::situation::Situation;
use crate::showdown::weights::check_weights;

/// Largest sum of weights of 64 bits, whose double is also summed.
const MOST_SHORT: u128 = 1 << 61;

/// An integer weight: `u64`, or `u128` for decimals of many digits.
trait Whole: Copy + Default + Add<Output = Self> + AddAssign + Into<u128> + Send + Sync {
    /// The weight under a condition, otherwise 0, without a branch.
    #[must_use]
    fn when(self, condition: bool) -> Self;
}

impl Whole for u64 {
    #[inline(always)]
    fn when(self, condition: bool) -> Self {
        self & Self::from(condition).wrapping_neg()
    }
}

impl Whole for u128 {
    #[inline(always)]
    fn when(self, condition: bool) -> Self {
        self & Self::from(condition).wrapping_neg()
    }
}

/// An opponent's range: the combos with a weight, in ascending order.
struct HeldRange<W> {
    combos: Vec<usize>,
    weights: Vec<W>,
}

/// A range with the smallest type of weights whose sums do not overflow.
enum AnyHeld {
    Short(HeldRange<u64>),
    Long(HeldRange<u128>),
}

/// The same for both types of weights.
macro_rules! of_held {
    ($held:expr, $of:ident => $work:expr) => {
        match $held {
            AnyHeld::Short($of) => $work,
            AnyHeld::Long($of) => $work,
        }
    };
}

impl AnyHeld {
    fn new(range: &PerCombo<f64>) -> Result<Self> {
        check_weights::<f64>(range)?;
        let n = range.iter().filter(|&&weight| weight > 0.0).count();
        let (mut combos, mut weights) = (try_with_capacity(n)?, try_with_capacity(n)?);
        for (combo, &weight) in range.iter().enumerate().filter(|&(_, &weight)| weight > 0.0) {
            combos.push(combo);
            weights.push(weight);
        }
        Ok(match ratios(&weights, MOST_SHORT)? {
            Ratios::Short(weights) => Self::Short(HeldRange { combos, weights }),
            Ratios::Long(weights) => Self::Long(HeldRange { combos, weights }),
        })
    }
}

impl<W: Whole> HeldRange<W> {
    /// The combos without these cards.
    fn without(&self, cards: CardSet) -> Result<Self> {
        let (mut combos, mut weights) = (try_with_capacity(self.combos.len())?, try_with_capacity(self.combos.len())?);
        for (&combo, &weight) in self.combos.iter().zip(&self.weights) {
            if combo_bits(combo) & cards.bits() == 0 {
                combos.push(combo);
                weights.push(weight);
            }
        }
        Ok(Self { combos, weights })
    }

    fn total(&self) -> u128 {
        self.weights.iter().map(|&weight| weight.into()).sum()
    }

    /// The range with weights that add up to `2^60` at least and at most to `2^61`: multiplied by a power of two, or divided by one
    /// and rounded. Weights of 64 bits are not rounded.
    fn scaled(&self) -> Result<HeldRange<u64>> {
        let bits = 128 - self.total().leading_zeros();
        let scaled = |weight: u128| {
            let rounded = if bits <= 61 { weight << (61 - bits) } else { (weight >> (bits - 62)).div_ceil(2) };
            rounded as u64
        };
        let weights = try_collect(self.weights.iter().map(|&weight| Ok(scaled(weight.into()))))?;
        Ok(HeldRange { combos: try_collect(self.combos.iter().map(|&combo| Ok(combo)))?, weights })
    }
}

/// Weights of opponents on one board.
#[derive(Clone, Copy, Default)]
struct OpponentSums<W> {
    /// Twice the weight of those beaten, and once that of those tied with.
    value: W,
    /// The weight of all.
    total: W,
}

impl<W: Whole> OpponentSums<W> {
    /// Compares a strength with that of each opponent; 0 for those that have a card of the board.
    fn of(own: u16, held: &HeldRange<W>, strength: impl Fn(usize) -> u16) -> Self {
        let mut sums = Self::default();
        for (&combo, &weight) in held.combos.iter().zip(&held.weights) {
            let theirs = strength(combo);
            // A tie counts once, a win twice.
            let there = weight.when(theirs > 0);
            sums.total += there;
            sums.value += there.when(own >= theirs) + there.when(own > theirs);
        }
        sums
    }

    /// HS; NaN if no opponent is left.
    fn share(self) -> f64 {
        quotient(self.value.into(), (self.total + self.total).into())
    }

    /// The bin of HS; `None` if no opponent is left.
    fn bin(self, bins: Bins) -> Option<usize> {
        let whole: u128 = (self.total + self.total).into();
        (whole > 0).then(|| bins.of_share(self.value.into(), whole))
    }
}

/// The sum over runouts of HS^2, each with the weight of the opponents, and the sum of these weights. A term is a binary fraction
/// with 64 places; results are exact up to a part of 2^-80 of all.
#[derive(Clone, Copy, Default)]
struct Squares {
    wholes: u128,
    places: u128,
    /// Twice the weight of all.
    weight: u128,
}

impl Squares {
    fn new(sums: OpponentSums<u64>) -> Self {
        let (value, weight) = (u128::from(sums.value), 2 * u128::from(sums.total));
        if weight == 0 {
            return Self::default();
        }
        let (square, rest) = (value * value / weight, value * value % weight);
        Self { wholes: square, places: (rest << 64) / weight, weight }
    }

    fn mean(self) -> f64 {
        // Millions of weights of 62 bits: 83 bits, and 40 places.
        quotient((self.wholes << 40) + (self.places >> 24), self.weight << 40)
    }
}

impl AddAssign for Squares {
    fn add_assign(&mut self, more: Self) {
        self.wholes += more.wholes;
        self.places += more.places;
        self.weight += more.weight;
    }
}

/// `HS` against a range. NaN for a hand that leaves no hand to the opponent.
///
/// `cards` has rows of `width` = 5, 6 or 7 cards, hole cards first.
///
/// Weights are added up exactly, as integers in the ratios of their decimals, and divided once. Weights whose decimals span more
/// digits than 111 bits hold are rounded first, to multiples of the largest divided by `2^99`, though not to 0.
///
/// # Errors
/// [`Error::InvalidRow`] for a weight that is negative, infinite or NaN; otherwise as
/// [`hand_strength_rows`](super::hand_strength_rows).
///
/// ```
/// use pokerbits::{Run, hand_strength::hand_strength_rows_against, ranges::Range};
/// let mut strength = [0.0];
/// let hand = [51, 50, 43, 39, 0]; // AsAh on QsJs2c
/// let range: Range = "QQ, KK".parse()?;
/// hand_strength_rows_against(range.weights(), &hand, 5, &mut strength, &mut Run::new(1))?;
/// assert_eq!(strength, [6.0 / 9.0]); // It beats six hands, and loses to three.
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn hand_strength_rows_against(
    range: &PerCombo<f64>,
    cards: &[u8],
    width: usize,
    out: &mut [f64],
    run: &mut Run<'_>,
) -> Result<()> {
    check_out(check_rows(cards, width)?, out)?;
    if width == 2 {
        return Err(Error::CardCount { row: Row(None), expected: "3, 4 or 5 board", found: 0 });
    }
    let held = AnyHeld::new(range)?;
    let row = |hand: &CheckedHand, out: &mut [f64]| {
        out[0] = of_held!(&held, held => now(hand, held)?.share());
        Ok(())
    };
    for_each_row(cards, width, 1, out, row, run)
}

/// `E[HS]` or `E[HS^2]` against a range.
///
/// `cards` has rows of `width` = 2, 5, 6 or 7 cards, hole cards first. The probability of a runout is proportional to the
/// weight of the hands that it leaves to the opponent. Weights are used as in [`hand_strength_rows_against`], though for
/// `E[HS^2]` with 61 bits, and before the flop as in [`combo_equity`].
///
/// # Errors
/// As [`hand_strength_rows_against`].
pub fn expected_hand_strength_rows_against(
    range: &PerCombo<f64>,
    cards: &[u8],
    width: usize,
    power: Power,
    out: &mut [f64],
    run: &mut Run<'_>,
) -> Result<()> {
    check_out(check_rows(cards, width)?, out)?;
    let held = AnyHeld::new(range)?;
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
                out[0] = of_held!(&held, held => mean_by_ranks(hand, held, level)?);
                Ok(())
            };
            for_each_row(cards, width, 1, out, row, run)?;
        }
        (_, Power::One) => {
            let row = |hand: &CheckedHand, out: &mut [f64]| {
                out[0] = of_held!(&held, held => now(hand, held)?.share());
                Ok(())
            };
            for_each_row(cards, width, 1, out, row, run)?;
        }
        (_, Power::Two) => {
            let mut cells = try_vec(Squares::default(), out.len())?;
            let left = |known| of_held!(&held, held => held.without(known)?.scaled());
            let add = |cell: &mut [Squares], sums| cell[0] += Squares::new(sums);
            over_runouts(left, cards, width, 1, add, &mut cells, run)?;
            out.iter_mut().zip(cells).for_each(|(out, squares)| *out = squares.mean());
        }
    }
    Ok(())
}

/// The number of runouts in each bin of the final hand strength against a range.
///
/// `cards` has rows of `width` = 2, 5, 6 or 7 cards, hole cards first; `out` takes a row of counts for each. Every runout
/// counts once, but for those that leave no hand to the opponent, which are in no bin. Bins are found in integers, for
/// weights as in [`hand_strength_rows_against`].
///
/// # Errors
/// As [`hand_strength_rows_against`].
pub fn hand_strength_histogram_rows_against(
    range: &PerCombo<f64>,
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
    out.fill(0);
    of_held!(&AnyHeld::new(range)?, held => {
        let add = |cell: &mut [u32], sums: OpponentSums<_>| {
            if let Some(bin) = sums.bin(bins) {
                cell[bin] += 1;
            }
        };
        over_runouts(|known| held.without(known), cards, width, bins.n(), add, out, run)
    })
}

/// The weights of opponents on the board without further cards.
fn now<W: Whole>(hand: &CheckedHand, held: &HeldRange<W>) -> Result<OpponentSums<W>> {
    let held = held.without(hand.situation.board_set() | hand.situation.held())?;
    Ok(match *hand.situation.board() {
        [a, b, c] => by_types::<_, 3, 5>(hand, [a, b, c], &held),
        [a, b, c, d] => by_types::<_, 4, 6>(hand, [a, b, c, d], &held),
        [a, b, c, d, e] => by_types::<_, 5, 7>(hand, [a, b, c, d, e], &held),
        _ => OpponentSums::default(),
    })
}

fn by_types<W: Whole, const BOARD: usize, const HAND: usize>(
    hand: &CheckedHand,
    board: [u8; BOARD],
    held: &HeldRange<W>,
) -> OpponentSums<W> {
    let view = BoardView::of(&board);
    let strengths = view.strengths_of::<HAND>();
    let strength = |hole: [u8; 2]| {
        let [a, b] = hole.map(|card| usize::from(view.type_of(card)));
        strengths[a][b]
    };
    OpponentSums::of(strength(hand.hole()), held, |combo| strength(COMBOS[combo]))
}

/// E[HS] of a hand on a flop or a turn.
fn mean_by_ranks<W: Whole>(hand: &CheckedHand, held: &HeldRange<W>, level: Proven) -> Result<f64> {
    let held = held.without(hand.situation.board_set() | hand.situation.held())?;
    let known = Situation::new(&[], hand.situation.board(), CardSet::EMPTY)?;
    let counts = wins_and_ties(hand.hole(), &held.combos, &known, level)?;
    let value: u128 = (counts.iter().zip(&held.weights))
        .map(|(&[win, tie], &weight)| weight.into() * u128::from(2 * win + tie))
        .sum();
    Ok(quotient(value, held.total() * u128::from(2 * runouts(&known))))
}

/// Adds every runout of each hand to its cell, `size` numbers that begin as 0. `left` is the range without some cards.
fn over_runouts<W: Whole, T: Copy + Default + Send + AddAssign>(
    left: impl Fn(CardSet) -> Result<HeldRange<W>> + Sync,
    cards: &[u8],
    width: usize,
    size: usize,
    add: impl Fn(&mut [T], OpponentSums<W>) + Sync,
    cells: &mut [T],
    run: &mut Run<'_>,
) -> Result<()> {
    if width > 2 {
        let row = |hand: &CheckedHand, cell: &mut [T]| {
            let held = left(hand.situation.board_set() | hand.situation.held())?;
            add_runouts(hand, &held, hand.situation.board(), hand.situation.left(), cell, &add)
        };
        return for_each_row(cards, width, size, cells, row, run);
    }
    // Two million runouts of each hand, in parts by their two highest cards.
    let hands = cards.len() / width;
    for (at, (row, cell)) in cards.chunks_exact(width).zip(cells.chunks_exact_mut(size)).enumerate() {
        let hand = CheckedHand::new(row, &[]).map_err(|error| error.at_row(at))?;
        let (held, unseen) = (left(hand.situation.held())?, hand.situation.left());
        let below = |card: u8| unseen & CardSet::new((1 << card) - 1).unwrap_or_default();
        let pairs = try_collect(unseen.ids().flat_map(|high| below(high).ids().map(move |low| Ok([high, low]))))?;
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
fn add_runouts<W: Whole, T>(
    hand: &CheckedHand,
    held: &HeldRange<W>,
    board: &[u8],
    left: CardSet,
    cell: &mut [T],
    add: &impl Fn(&mut [T], OpponentSums<W>),
) -> Result<()> {
    let [low, high] = hand.hole();
    let own = usize::from(combo_id(low, high));
    for_each_runout(board, left, |_, board| {
        let strengths = evaluate_combos(board)?;
        add(cell, OpponentSums::of(strengths[own], held, |combo| strengths[combo]));
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{combo_of, parse_cards};

    fn ids(text: &str) -> Vec<u8> {
        parse_cards(text).unwrap().into_iter().map(crate::cards::Card::id).collect()
    }

    fn combo(text: &str) -> usize {
        combo_of(ids(text).try_into().unwrap()).unwrap().into()
    }

    /// A beaten, a tied and a lost hand with weights in tenths, hundredths and thirds: shares are rounded once, and bins are those
    /// of integers.
    #[test]
    fn shares_at_the_ends_of_bins_are_exact() {
        let hand = ids("7h7d8sTsQcQh3d");
        let (run, bins) = (&mut Run::new(1), Bins::new(10).unwrap());
        let mut at_ends = 0;
        for (divisor, at) in [10.0, 100.0, 3.0].into_iter().flat_map(|divisor| (0..729).map(move |at| (divisor, at))) {
            let parts = [1 + at % 9, 1 + at / 9 % 9, 1 + at / 81u32];
            let mut range = [0.0; COMBO_COUNT];
            for (hand, part) in ["2c2d", "7c7s", "KsKd"].into_iter().zip(parts) {
                range[combo(hand)] = f64::from(part) / divisor;
            }
            // As many units as the decimals are: a third is 0.3333333333333333.
            let weights = ["2c2d", "7c7s", "KsKd"].map(|hand| range[combo(hand)]);
            let Ratios::Short(units) = ratios(&weights, MOST_SHORT).unwrap() else { panic!("64 bits are enough") };
            let units: Vec<u128> = units.into_iter().map(u128::from).collect();
            if divisor > 3.0 {
                let [a, b, c] = parts.map(u128::from);
                assert_eq!([units[0] * b, units[1] * c], [units[1] * a, units[2] * b]);
            }
            let (value, whole) = (2 * units[0] + units[1], 2 * units.iter().sum::<u128>());
            let mut found = [0.0; 2];
            hand_strength_rows_against(&range, &hand, 7, &mut found[..1], run).unwrap();
            expected_hand_strength_rows_against(&range, &hand, 7, Power::Two, &mut found[1..], run).unwrap();
            assert_eq!(found[0].to_bits(), quotient(value, whole).to_bits());
            assert!((found[1] - found[0] * found[0]).abs() <= f64::EPSILON / 2.0);
            let mut counts = [0; 10];
            hand_strength_histogram_rows_against(&range, &hand, 7, bins, &mut counts, run).unwrap();
            assert_eq!(counts[(10 * value / whole).min(9) as usize], 1);
            at_ends += usize::from(10 * value % whole == 0);
        }
        assert!(at_ends > 150, "{at_ends}");
    }

    #[test]
    fn weights_of_all_sizes_are_used() {
        let mut range = [0.0; COMBO_COUNT];
        (range[combo("2c2d")], range[combo("KsKd")]) = (1e-40, 1.0);
        let mut found = [0.0; 2];
        let hands = [ids("7h7d8sTsQcQh3d"), ids("KhKc8sTsQcQh2d")].concat();
        hand_strength_rows_against(&range, &hands, 7, &mut found, &mut Run::new(1)).unwrap();
        // The smallest weight is rounded up to a unit.
        assert!(found[0] > 0.0 && found[0] < 1e-29);
        assert_eq!(found[1].to_string(), "0.5");
    }
}
